"""The English sentences of the referees: what is wrong with a build, and what would be legal.

The values in the sentences are those the referees give with a reason; the words after a colon are
`ENGLISH.formats`.
"""

from __future__ import annotations

from collections.abc import Callable

from palace.core.errors import either
from palace.core.verdict import Formats, Language
from palace.monkey_palace.kernel.elements import COLOUR_WORDS, noun
from palace.monkey_palace.kernel.knob import Knob

LONG_PILE = 12
"""Pieces a remedy spells one by one; more are counted."""

NAMED = 5
"""Knobs a remedy names at most."""

TEXTS = {
    "start.covered": "{at} is {height:bricks} high already; a staircase begins on an empty knob",
    "start.on-decoration": (
        "the staircase that ends at {end} begins at {at}, on a decoration; it begins on the ground"
    ),
    "start.closed": "{at} is {state:where}; a staircase begins on an open knob",
    "end": "there is no arch at all",
    "end.riser": "{count:pieces} on the last arch, at {at}; an arch comes last",
    "middle-knob": "the {kind:noun} at {at} stands on a middle knob of an arch",
    "attach": "no new piece stands on the palace",
    "attach.far": (
        "no new piece stands on the palace; from {at} the nearest knob of it, {nearest}, is "
        "{distance:arches} away"
    ),
    "attach.set-up": (
        "the set-up is not on {at}, which holds {there:column}; with it, it begins with "
        "{wanted:column}"
    ),
    "support.waiting": (
        "the staircases that end at {these:both} stand on each other: none can be the first"
    ),
    "support.arch": "the arch's end hangs {gap:bricks} above {at}",
    "support.piece": "the {kind:noun} hangs {gap:bricks} above {at}",
    "stacked": "the arch {leaves}-{at} lies directly on an arch between the same knobs",
    "stacked.above": "the arch {leaves}-{at} lies above an arch between the same knobs",
    "turn.far": (
        "from {leaves} it steps to {at}, {distance} arches away; an arch reaches only a neighbour"
    ),
    "turn.nowhere": "from {leaves} it steps to the same knob; an arch reaches only a neighbour",
    "turn.back": "from {leaves} it goes straight back to {at}",
    "turn.again": "it comes back to {at}",
    "path.idle": "the {kind:noun} at {at} carries nothing",
    "path.idle-top": "the {kind:noun} on top at {at} carries nothing",
    "path.second": "the arch {ends:dashed} belongs to a second staircase",
    "path.side": "the side arch {ends:dashed} is off the path and carries it",
    "path.of-none": "the arch {ends:dashed} leads up to no decoration",
    "path.of-two": "the arch {ends:dashed} is part of the staircases that end at {these:both}",
    "path.of-set-up": (
        "the arch {ends:dashed} of the set-up is part of the staircase that ends at {these:both}"
    ),
    "path.branch": "the arch {ends:dashed} branches off the path",
    "ascend": "the arch to {at} lies at level {lies}, the one before it at level {before}",
    "collision.high": "{at} stands {excess:bricks} higher than {leaves}, and an arch is level",
    "collision.ground": "the {kind:noun} at {at} lies {depth:bricks} below the ground",
    "collision.overlap": (
        "the {kind:noun} at {at} lies in the place of another piece, {depth:bricks} too low"
    ),
    "collision.doubled": "the {kind:noun} at {at} lies where another {kind:noun} lies",
    "off-knob": "{at} is {state:where}",
    "blocked": "the {animal:noun} stands on {at}",
    "supply": "you have {has:kinds}; the staircase needs {needed:kinds}",
    "supply.box": "the box has {has:kinds}; the pieces here are {needed:kinds}",
    "decoration.colour": (
        "the decoration at {at} is {colour:colour}, but {start} is {wanted:colour}"
    ),
    "decoration.none-left": (
        "no {colour:colour} decoration is left for a staircase that begins there"
    ),
    "decoration.elsewhere": "the decoration at {at} is not on the last arch",
    "decoration.second": "there is a second decoration",
    "decoration.astray": "the {kind:noun} at {at} stands on no arch end",
    "monkey.astray": "the {kind:noun} at {at} stands on no arch end",
    "frog.astray": "the {kind:noun} at {at} stands on no arch end",
    "butterfly.astray": "the {kind:noun} at {at} stands on no decoration",
    "monkey.unmoved": "the monkey stands on {at}, and no staircase carries a gold decoration",
    "monkey.early": "every gold decoration is older than the staircase of the monkey at {at}",
    "frog.place": "{at} was not the lowest free arch end of its staircase",
    "butterfly.place": (
        "the butterfly stands on {at}, and in every order another decoration takes it away"
    ),
}

REMEDIES = {
    "set-up": "set up two arches, a brick and a gold decoration on {knobs:dash}",
    "begin-below": "put an arch of it there, or begin on the ground",
    "decorate": "put a decoration on the end of its staircase, or take it away",
    "one-of-two": "end one staircase over it, not two",
    "one-first": "build one of them whole before the next",
    "on-older": "put it on an arch end that was there when gold was placed last",
    "frog-on-lowest": "put it on {ends:knobs}",
    "on-highest": "put it on a decoration that is higher than all before it",
    "begin": "begin on {free:empty-knobs}",
    "open-knobs": "use open knobs of the map",
    "around": "go around {at}, or wait until the {animal:noun} has moved",
    "fill": "put {added:pile} under it",
    "fill-to": "put {added:pile} under it{full:under}{short:short}",
    "raise": "raise {leaves} by {excess:bricks}{full:riser}{short:short}",
    "lift": "lift it by {depth:bricks}",
    "lift-or-clear": "lift it by {depth:bricks}, or take the other away",
    "take-one": "take one of them away",
    "take-away": "take it away",
    "take-back": "take it back",
    "spacers": "put spacers on both ends, or go another way",
    "another-way": "go another way",
    "neighbour": "go to a neighbour of {leaves}: {near:knobs}",
    "go-on": "go on to {near:knobs}",
    "once": "use every knob once (ruling spiral)",
    "end-with-arch": "leave {count:it} out, or lay one more arch",
    "lay-an-arch": "lay at least one arch",
    "over-free-knob": "lead the staircase over a knob of the palace that is free",
    "over-nearest": "lead the staircase over {nearest}",
    "use-less": "use at most {has:kinds}",
    "use-none": "leave it out, or build another way",
    "end-knob": "use one of the arch's two end knobs",
    "arch-or-back": "take it back, or lay an arch on it (ruling idle-support)",
    "arch-or-away": "take it away, or lay an arch on it",
    "one-staircase": "build one staircase in a turn",
    "carry": "carry the path with bricks and columns",
    "higher": "lay it at level {least} or higher",
    "right-colour": "put a {wanted:colour} one",
    "other-colour": "begin on a knob of another colour (ruling decoration-out)",
    "on-last-arch": "put it on the last arch",
    "on-knob": "put it on {end}",
    "on-arch-end": "put it on the end of an arch",
    "on-decoration": "put it on a decoration",
}

_WHERE = {
    "closed": "closed",
    "off-map": "beyond the map",
    "off-plate": "beyond the plate",
    "off-sheet": "off the sheet",
    "between": "between the knobs",
}


def number_of(kind: str) -> Callable[[int], str]:
    """Return the format of a number with its noun: `1 arch`, `2 arches`."""
    return lambda count: counted(count, kind)


def counted(count: int, kind: str) -> str:
    """Return a number and its noun."""
    return f"{count} {noun(kind, count)}"


def _knobs(otherwise: str) -> Callable[[tuple[Knob, ...]], str]:
    return lambda knobs: either([str(knob) for knob in knobs[:NAMED]]) or otherwise


def _pile(pieces: str) -> str:
    """Supports as they are written, or counted where that is long."""
    if len(pieces) <= LONG_PILE:
        return pieces
    counts = ((pieces.count("c"), "column"), (pieces.count("b"), "brick"))
    return " and ".join(counted(count, kind) for count, kind in counts if count)


def _written(sign: str) -> Callable[[tuple[object, str]], str]:
    """Return a knob with all its supports, to be copied; nothing where that is long."""

    def written(full: tuple[object, str]) -> str:
        knob, pieces = full
        return f": {knob}{sign}{pieces}" if len(pieces) <= LONG_PILE else ""

    return written


def _short(bricks: tuple[int, int]) -> str:
    """Return how many bricks are needed with the supports that are missing, if there are fewer."""
    needed, there = bricks
    one, have = " is" if needed == 1 else "s are", there or "none"
    told = f"; {needed} brick{one} needed, {have} {'is' if there == 1 else 'are'} there"
    return f"{told}: build another way" if needed > there else ""


FORMATS: Formats = {
    "all": lambda knobs: " ".join(map(str, knobs)),
    "are": lambda count: "is" if count == 1 else "are",
    "arches": number_of("arch"),
    "both": lambda these: " and ".join(map(str, these)),
    "bricks": number_of("brick"),
    "colour": COLOUR_WORDS.__getitem__,
    "capital": lambda letter: COLOUR_WORDS[letter].capitalize(),
    "column": lambda column: column or "nothing",
    "credits": number_of("credit"),
    "dash": lambda knobs: "-".join(map(str, knobs)),
    "dashed": "-".join,
    "empty-knobs": _knobs("an open, empty knob"),
    "it": lambda count: "it" if count == 1 else "them",
    "kinds": lambda pieces: counted(*pieces) if pieces[0] else f"no {pieces[1]}",
    "knobs": _knobs("another knob"),
    "noun": noun,
    "one": lambda kind: f"{'an' if kind == 'arch' else 'a'} {noun(kind)}",
    "pieces": number_of("piece"),
    "pile": _pile,
    "riser": _written("+"),
    "short": _short,
    "under": _written("_"),
    "where": _WHERE.__getitem__,
}

WORDS = {
    "earns.uses": "Uses {uses}.",
    "earns.credits": "{credits:credits}: {arches:arches}.",
    "earns.highest": "{credits:credits}: {arches:arches} + 1, now the highest {colour:colour}.",
    "earns.decoration": "{colour:capital} decoration on {knob}.",
    "earns.bonus": "{colour:capital} decoration on {knob}, bonus card.",
    "earns.put": "Now put a {colour:colour} decoration on {knob}.",
    "earns.put-bonus": "Now put a {colour:colour} decoration on {knob}, and take a bonus card.",
    "beside": "{count:pieces} beside the board {count:are} not judged",
    "not-audited": (
        "whether a game can have made it is not judged: it is without the set-up of {map}"
    ),
    "earns.at-least": "At least {credits:credits}: {credits:arches}.",
    "earns.height": "Staircase {height} high; palace {palace} with the decoration.",
    "columns.only": "judged by these columns only",
    "columns.unknown": (
        "not judged where it rests on {knobs:all}, not known: support, collision, attach, blocked"
    ),
    "columns.supply": "not judged without --supply: supply; what the box holds is not known",
    "columns.highest": "not judged: whether the decoration is the highest of its colour, 1 credit",
    "columns.rulings": "not judged, for most of the palace is not known: {names:all}",
    "mend.one": "Nearest mend: {mend}.",
    "mend.either": "Nearest mend: either {mend}.",
    "mend.or": "{one}, or {other}",
    "mend.and": "{one} and {other}",
    "mend.move": "move the {kind:noun} from {old} to {new}",
    "mend.replace": "replace the {kind:noun} on {old} with {other:one}",
    "mend.add": "add {kind:one} on {new}",
    "mend.take": "take away the {kind:noun} on {old}",
    "mend.swap": "swap the {kind:noun} on {old} and the {other:noun} on {new}",
    "mend.level": "{knobs} (level {level})",
}
"""What is said beside reasons."""

ENGLISH = Language(TEXTS, REMEDIES, FORMATS, WORDS)
