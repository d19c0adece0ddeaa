"""The English sentences about turns and records; those about builds are in the kernel."""

from __future__ import annotations

from palace.core.errors import either
from palace.core.verdict import Formats, Language
from palace.monkey_palace.game.cards import COLOURS, Pile, pile_name
from palace.monkey_palace.kernel import sentences
from palace.monkey_palace.kernel.sentences import counted, number_of

TEXTS = {
    "turn-order": "{at} takes the turn of {due}",
    "game-over": "the game ended with turn {ended}",
    "pass": "{at} may pass only if no staircase can be built, and {staircase} can",
    # What was written down of a pass.
    "pass.card": "{at} passes, and takes no card",
    "decoration.pass": "{at} passes, and places no decoration",
    "credits.pass": "{at} passes, and earns no credits",
    "bonus.pass": "{at} passes, and takes no bonus card",
    "butterfly.pass": "{at} passes, and takes no trophy",
    "frog.pass": "{at} passes, and takes no trophy",
    "monkey.pass": "{at} passes, and takes no trophy",
    # What was written down of a build.
    "decoration.claim": "{said:colour} was written down, but the first knob is {right:colour}",
    "credits": "{said:credits-were} written down, the staircase earns {right}",
    "bonus.earned": "the staircase earns the bonus card, the opposite was written down",
    "bonus.none": "the staircase earns no bonus card, the opposite was written down",
    "bonus.none-left": (
        "the staircase earns a bonus card, but none is left, the opposite was written down"
    ),
    "butterfly.unearned": "the decoration is not strictly the highest of all",
    "butterfly.claim": "the butterfly sits on the new decoration at {right}",
    # Cards.
    "card-colour": "the card {at} is {colour:colour}, the decoration {decoration:colour}",
    "card-cost": "the cards cost {cost}, the staircase earns {earned}",
    "card-cost.at-most": "the cards cost {cost}, the staircase earns at most {earned}",
    "card-pile.unknown": "there is no pile of {pile:pile}",
    "card-pile.twice": "two cards of one pile, {pile:cards}",
    "card-pile.taken": "the card @{name} has been taken already",
    "card-pile.empty": "{pile:cards} are all gone, there were {size}",
    "card-pile.stranger": "{deck} holds no card {at}",
    "card-pile.covered": "@{top} is on top of {pile:cards}",
    "card-pile.all-gone": "all {count} cards are gone",
    "card-pile.unlisted": "no deck in use has a card @{name}",
    "card-slot.covered": "slot {slot} has a card while {free:slots} is free",
    "card-slot.full": "all {count} slots have a card, and none is named for it to cover",
    # Where animals are put.
    "frog.not-lowest": "{at} is not the lowest free arch end of the staircase",
    "frog.not-free": "{at} is no free arch end",
    "frog.no-column": "no column is left in the tray, so the frog cannot be taken",
    "frog.unplayed": "the {animal:noun} is not in this game",
    "monkey.unheld": "the {animal:noun} stands on {at}, and no player holds its trophy",
    "frog.unheld": "the {animal:noun} stands on {at}, and no player holds its trophy",
    "butterfly.unheld": "the {animal:noun} stands on {at}, and no player holds its trophy",
    "butterfly.unplayed": "the {animal:noun} is not in this game",
    "monkey": "gold was placed: the monkey must be put on a free arch end",
    "monkey.no-gold": "no gold decoration was placed",
    "monkey.not-free": "{at} is no free arch end",
    "monkey.stays": "the monkey stands on {at} already",
    # What a score sheet holds.
    "bonus.too-many": "{at} has {taken:bonus-cards}, {left} were left in the box",
    "monkey.held": "{at} holds the {trophy:noun}, which {holder} holds already",
    "butterfly.held": "{at} holds the {trophy:noun}, which {holder} holds already",
    "frog.held": "{at} holds the {trophy:noun}, which {holder} holds already",
    "butterfly.held-unplayed": "{at} holds the {trophy:noun}, which is not in this game",
    "frog.held-unplayed": "{at} holds the {trophy:noun}, which is not in this game",
}

REMEDIES = {
    "due": "it is {due}'s turn",
    "leave-turn-out": "leave the turn out",
    "leave-out": "leave {field} out",
    "write": "{field} = {right:toml}",
    "build": "build, for one thing {staircase}",
    "that-colour": "take {decoration:colour} or multicoloured cards",
    "cheaper": "take cards of {earned:credits} at most",
    "piles": "the piles are {piles:piles}",
    "one-of-a-pile": "take one card of a pile in a turn",
    "known-card": "list shows its cards; or take it all the same, as one that it lacks",
    "top-card": "take @{top}",
    "another-card": "take another card",
    "write-card": "take one of a deck, or write the card out: 3g 2* each 1a",
    "leave-card-out": "leave the card out",
    "free-slot": "lay it {free:on}",
    "name-slot": "add on 1, on 2, on 3 or on 4",
    "frog-on": "{ends:frog}",
    "add-monkey": 'add monkey = "..."',
    "hold": 'write who holds it: trophies = ["{animal}"] in found, or take it off the palace',
    "free-end": "put it on {ends:ends}",
    "no-free-end": "no other arch end is free: leave monkey out, it stays where it is",
    "move-on": "move it to another one (ruling monkey-stay)",
    "add-trophy": 'add "{animal}" to trophies',
    "bonus-at-most": "all players together have at most {most}",
    "one-holder": "only one player holds the {trophy:noun}, and once",
    "add-or-take-trophy": 'add "{trophy}" to trophies at the top, or take it from {at}',
}


def _cards(pile: Pile) -> str:
    """Return a pile in words, as `the gold cards of 3 credits`."""
    cost, colour = pile
    return f"the {COLOURS[colour]} cards of {counted(cost, 'credit')}"


def _toml(value: object) -> str:
    """Return a value as a record writes it: true, 3, "d4"."""
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if isinstance(value, int) else f'"{value}"'


FORMATS: Formats = {
    "bonus-cards": number_of("bonus card"),
    "cards": _cards,
    "credits-were": lambda count: f"{counted(count, 'credit')} {'was' if count == 1 else 'were'}",
    "ends": lambda knobs: either([*map(str, knobs)]),
    "frog": lambda knobs: " or ".join(f'frog = "{knob}"' for knob in knobs),
    "on": lambda slots: " or ".join(f"on {slot}" for slot in slots),
    "pile": pile_name,
    "piles": lambda piles: ", ".join(map(pile_name, piles)),
    "slots": lambda slots: " or ".join(f"slot {slot}" for slot in slots),
    "toml": _toml,
    # Of words.
    "any-colour": lambda letter: COLOURS[letter] if letter else "any",
    "those-piles": lambda piles: " ".join(piles) or "no pile",
    "listed": ", ".join,
    "none-of": lambda kinds: f"no {' and no '.join(kinds)}",
    "short": lambda short: ", ".join(
        f"{counted(due, kind)} due, {left or 'none'} left" for due, kind, left in short
    ),
}

WORDS = {
    # What a player is asked.
    "ask.build": "build (such as c4+b-d4, or pass; hint, list, show, help)> ",
    "ask.cards": (
        "cards ({count:credits}, {colour:any-colour} or multicolour; list; such as 3g 2* each 1b; "
        "comma or blank between; Enter none)> "
    ),
    "ask.cards-of-deck": (
        "cards ({count:credits}, {colour:any-colour} or multicolour; list; @id or 3g 2* each 1b; "
        "comma or blank between; Enter none)> "
    ),
    "ask.animal": "Where does the {animal:noun} go? One of {ends}> ",
    "ask.take-animal": (
        "Do you take the {animal:noun}, one column, {less} bananas less? It goes to {ends}; "
        "Enter no> "
    ),
    "ask.where": "where does the {animal:noun} go?",
    "ask.type": "type one of {ends}",
    "help.build": (
        "c4+b-d4      a staircase: its knobs in walking order, one arch between each two\n"
        "c4 d4, c4d4  the same without hyphens; supports that it lacks are offered\n"
        "+b           on a knob before the next arch: b a brick, c a column (3 bricks)\n"
        "_cb          under the end of an arch, as in c4-d4_b\n"
        "c4+b-d4 !    build it although it is not legal\n"
        "pass         pass, if nothing can be built"
    ),
    "help.cards": (
        "@17          the card with this id in the deck in use; on 2 behind it: on slot 2\n"
        "3g 2*        a card of 3 credits, gold, 2 bananas; l light, d dark green, x multicolour\n"
        "... each 1b  and what it delivers: once 1a2b, each 1b\n"
        "Enter        no card; several cards with a comma or a blank between them\n"
        "... !        take them although something is wrong"
    ),
    "help.animal": (
        "d4           the knob of a free arch end\nd4 !         there, although it is wrong"
    ),
    "turn.title": "Turn {number}, {name}",
    "turn.first": "{name} has seat 1 and begins (seat 1 goes to the player who last ate a banana).",
    "turn.hand": "{pieces} in hand",
    "turn.hand-unknown": "pieces not known",
    "turn.tray": "tray {pieces}",
    "turn.last": "last round",
    "list.begin": "a staircase begins on one of {knobs}",
    "list.piles": "the top card of {piles:those-piles}",
    "list.cards": "only the card that is on top of its pile:",
    "legend": (
        "3d: 3 bricks high, a dark green decoration on top (l light green, g gold); m monkey, "
        "f frog, y butterfly; .l: empty, in light green; -- |: arches"
    ),
    # What came of a turn.
    "outcome.passes": "{name} passes",
    "outcome.legal": "{name}: {count:credits}, {colour:colour}",
    "outcome.illegal": "{name}: kept, not legal",
    "outcome.takes": "takes {cards}",
    "outcome.given": "delivered {pieces}",
    # Commands.
    "command.show": "the palace, with the staircase typed, and the pieces of all players",
    "command.hint": "the best staircase from the pieces in hand",
    "hint.none": "nothing can be built: pass",
    # What a turn brought.
    "passes": "passes",
    "gains.credits": "{count:credits}",
    "gains.highest": "highest {colour:colour}",
    "gains.colour": "{colour:colour}",
    "gains.colourless": "no decoration",
    "gains.bonus": "bonus card",
    "gains.monkey": "monkey",
    "gains.frog": "frog",
    "gains.butterfly": "butterfly",
    # Corrections of a record that drifted from the table.
    "drift.none": "every turn is legal, and it ends in this table",
    "drift.illegal": "it ends in this table, but not every turn is legal; {found}",
    "drift.other": "it does not end in this table; {found}",
    "drift.found": "corrections of one turn that explain it, the nearest first:",
    "drift.lost": "no correction of one turn explains it",
    "correct.other": "turn {turn} ({player}): {new}, not {old}",
    "correct.more": "turn {turn} ({player}): {new}, too",
    "correct.less": "turn {turn} ({player}): not {old}",
    "correct.missing": "turn {turn} is missing: {player} built {new}",
    "correct.extra": "turn {turn} is one too many: {player} did not build {old}",
    "correct.legal": "then every turn is legal",
    "correct.illegal": "not legal then: turn {turns:listed} ({first})",
    # Why the last round has begun.
    "delivery.recurring": "recurring delivery",
    "delivery.one-time": "one-time delivery",
    "delivery.frog": "column for the frog",
    "ending.short": "turn {turn}: {name} could not be given their {what}: {short:short}",
    "ending.found": "it had begun before the record",
    "ending.empty": "turn {turn}: the tray holds {kinds:none-of}",
    "ends.with": "it ends with the turn of {name}: {ending}",
    "ends.unknown": (
        "it is not known when it ends: write start and each for all, or finished = true"
    ),
    "ends.tray": (
        "it ends when a player cannot be given all the pieces they are due; the tray holds {tray}"
    ),
    "ends": "it ends when a player cannot be given all the pieces they are due",
    # What was not checked.
    "unchecked.found": (
        "the record begins in the middle of a game: who built the palace, and what was earned "
        "and taken before, is not known"
    ),
    "unchecked.player": "what {name} had then is not known: found is missing",
    "unchecked.astray": "a player holds the {animal:noun}, and where it stands is not known",
    "unchecked.rulings": "these rulings have no effect on this record: {names:listed}",
    "unchecked.frog": "frog has no effect where its holder takes it again: turn {turns:listed}",
    "unchecked.turns": "there are no turns to check",
    "unchecked.pieces": (
        "the pieces of {names:listed} were not checked, nor what is left in the tray: start or "
        "each is missing"
    ),
    "unchecked.deck": "{deck} has {filled} of {count} cards: those it lacks were not checked",
    "unchecked.piles": "whether a card was on top of its pile is not known: turn {turns:listed}",
    "unchecked.passes": "whether the pass was compulsory was not checked: turn {turns:listed}",
    "unchecked.monkey": "where the monkey was put is not known: turn {turns:listed}",
    "stopped": "stopped at turn {turn}, which is not legal",
    # Points.
    "points.card": "card {card}",
    "points.bonus": "bonus card",
    "points.before": "{cause}, from before",
    "points.earlier": "bananas on cards taken before",
    "points.trophy": "holds the {trophy:noun}",
    "points.trophy-since": "holds the {trophy:noun} since turn {turn}",
}
"""What is said beside reasons."""


ENGLISH = sentences.ENGLISH.plus(Language(TEXTS, REMEDIES, FORMATS, WORDS))
