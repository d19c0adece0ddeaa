"""How values are written in the English sentences of the referees, `sentences-en.toml`.

The values are those that the referees give with a reason; the words after a colon are `FORMATS`.
"""

from __future__ import annotations

from collections.abc import Callable

from palace.core.errors import either
from palace.core.verdict import Formats
from palace.files.sentences import language
from palace.monkey_palace.kernel.elements import COLOUR_WORDS, noun
from palace.monkey_palace.kernel.knob import Knob

LONG_PILE = 12
"""Pieces that a remedy writes out, to be copied; more are counted alone."""

NAMED = 5
"""Knobs a remedy names at most."""


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
    """Return supports in words: `1 column and 2 bricks`."""
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
    "kinds": lambda pieces: counted(*pieces) if pieces[0] else f"no {noun(pieces[1])}",
    "knobs": _knobs("another knob"),
    "noun": noun,
    "number": lambda pieces: str(pieces[0]),
    "one": lambda kind: f"{'an' if kind == 'arch' else 'a'} {noun(kind)}",
    "pieces": number_of("piece"),
    "pile": _pile,
    "riser": _written("+"),
    "short": _short,
    "under": _written("_"),
    "where": _WHERE.__getitem__,
}


ENGLISH = language(__package__, "sentences-en.toml", FORMATS)
