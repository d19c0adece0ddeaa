"""How values are written in the English sentences about turns and records, `sentences-en.toml`."""

from __future__ import annotations

from itertools import groupby

from palace.core.errors import either
from palace.core.verdict import Formats, signed
from palace.files.sentences import language
from palace.monkey_palace.game.cards import COLOURS, Pile, pile_name
from palace.monkey_palace.kernel import sentences
from palace.monkey_palace.kernel.elements import noun
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.sentences import counted, number_of
from palace.monkey_palace.kernel.supply import LETTERS, Supply


def _cards(pile: Pile) -> str:
    """Return a pile in words, as `the gold cards of 3 credits`."""
    cost, colour = pile
    return f"the {COLOURS[colour]} cards of {counted(cost, 'credit')}"


def _toml(value: object) -> str:
    """Return a value as a record writes it: true, 3, "d4"."""
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if isinstance(value, int) else f'"{value}"'


def _colour(letter: str) -> str:
    return f"{COLOURS[letter]} " if letter else ""


def in_words(pieces: Supply) -> str:
    """Return pieces in words: `4 arches, 3 bricks`."""
    return ", ".join(counted(count, kind) for kind, count in pieces.named().items() if count)


def _put(piles: tuple[tuple[Knob, str], ...]) -> str:
    """Return supports that are put on knobs, from below: `1 column, 2 bricks on d4`."""
    return " and ".join(
        f"{', '.join(counted(len([*run]), LETTERS[one]) for one, run in groupby(pieces))} on {knob}"
        for knob, pieces in piles
    )


FORMATS: Formats = {
    "bananas": lambda count: f"{'a loss of ' * (count < 0)}{counted(abs(count), 'banana')}",
    "more-bananas": lambda count: f"{signed(count)} {noun('banana', abs(count))}",
    "bonus-cards": number_of("bonus card"),
    "cards": _cards,
    "cards-taken": number_of("card"),
    "credits-were": lambda count: f"{counted(count, 'credit')} {'was' if count == 1 else 'were'}",
    "ends": lambda knobs: either([*map(str, knobs)]),
    "frog": lambda knobs: " or ".join(f'frog = "{knob}"' for knob in knobs),
    "on": lambda slots: " or ".join(f"on {slot}" for slot in slots),
    "pile": pile_name,
    "piles": lambda piles: ", ".join(map(pile_name, piles)),
    "slots": lambda slots: " or ".join(f"slot {slot}" for slot in slots),
    "to-take": lambda cards: " and ".join(
        f"the {COLOURS[colour]}\N{NO-BREAK SPACE}{cost}{f' on slot {slot}' if slot else ''}"
        for (cost, colour), slot in cards
    ),
    "parts": lambda parts: ", ".join(f"{name} {signed(count)}" for name, count in parts),
    "sum": lambda parts: ", ".join(
        f"{name}\N{NO-BREAK SPACE}{signed(count).lstrip('+')}" for name, count in parts
    ),
    "from": lambda knob: f" from {knob}" if knob else "",
    "toml": _toml,
    # Of words.
    "coloured": lambda earned: f"{earned[0]} {_colour(earned[1])}{noun('credit', earned[0])}",
    "amount": lambda earned: f"{earned[0]} {_colour(earned[1])}".strip(),
    "any-colour": lambda letter: COLOURS[letter] if letter else "any",
    "kinds-due": lambda short: " and ".join(noun(kind, 2) for _, kind, _ in short),
    "kinds-short": lambda pieces: " and ".join(counted(*one) for one in pieces),
    "those-cards": lambda cards: " ".join(cards) or "none",
    "those-piles": lambda piles: " ".join(piles) or "no pile",
    "in-words": in_words,
    "on-knobs": _put,
    "kinds-listed": lambda kinds: " and ".join(noun(kind, 2) for kind in kinds),
    "knobs-count": number_of("knob"),
    "listed": ", ".join,
    "maps": number_of("map"),
    "none-of": lambda kinds: f"no {' and no '.join(kinds)}",
    "short": lambda short: ", ".join(
        f"{counted(due, kind)} due, {left or 'none'} left" for due, kind, left in short
    ),
}


ENGLISH = sentences.ENGLISH.plus(language(__package__, "sentences-en.toml", FORMATS))
