"""The pieces: footprint, height, the knobs others may be put on, their number in the box.

Studs are 0-based squares of the baseplate (x to the east, y to the north), levels count bricks from
the ground.  One stud is 8 mm or 20 LDU, one brick 9.6 mm or 24 LDU high.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple, Self

from palace.core.errors import InputError, Problem, nearest

Stud = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Piece:
    """A kind of element.

    `footprint` lists the studs it covers at turn 0 from its south-west stud; `feet` are those of
    them that must be carried, `knobs` those on which something may stand; `height` is in bricks.
    `source` is where the facts come from and how sure they are.
    """

    name: str
    footprint: tuple[Stud, ...]
    height: int
    feet: tuple[Stud, ...]
    knobs: tuple[Stud, ...]
    in_box: int
    ldraw: str
    source: str
    letter: str = ""


_ONE = ((0, 0),)
_ARCH = tuple((x, 0) for x in range(4))
_ARCH_ENDS = (_ARCH[0], _ARCH[-1])
_CORNER = ((0, 0), (1, 0), (0, 1))
_PLATE = tuple((x, y) for y in range(32) for x in range(32))

# fmt: off
PIECES: dict[str, Piece] = {
    piece.name: piece
    for piece in (
        Piece(
            "arch", _ARCH, 1, _ARCH_ENDS, _ARCH_ENDS, 80, "3659.dat",
            "80 arches: rule book, certain. 1x4 studs: three reviews, certain. One brick high: "
            "follows from the set-up, certain. Part 3659: likely.",
        ),
        Piece(
            "brick", _ONE, 1, _ONE, _ONE, 80, "3005.dat",
            "80 bricks: rule book, certain. 1x1x1: three reviews, certain. Part 3005: likely.",
            "b",
        ),
        Piece(
            "column", _ONE, 3, _ONE, _ONE, 16, "14716.dat",
            "16 columns, three bricks high: rule book, certain. Part 14716: likely.",
            "c",
        ),
        Piece(
            "light", _ONE, 1, _ONE, _ONE, 16, "30176.dat",
            "32 bamboo leaves in two greens: rule book, certain. 16 of each: presumed. "
            "Part 30176: likely.",
            "l",
        ),
        Piece(
            "dark", _ONE, 1, _ONE, _ONE, 16, "30176.dat",
            "32 bamboo leaves in two greens: rule book, certain. 16 of each: presumed. "
            "Part 30176: likely.",
            "d",
        ),
        Piece(
            "gold", _ONE, 1, _ONE, _ONE, 16, "3062b.dat",
            "16 gold bricks: rule book, certain. Round 1x1: two reviews, certain. "
            "Part 3062b: likely.",
            "g",
        ),
        Piece(
            "corner", _CORNER, 1, _CORNER, (), 4, "2357.dat",
            "4 corner pieces: rule book, certain. L of three knobs, part 2357: likely. "
            "Nothing is built on them.",
        ),
        Piece(
            "monkey", _ONE, 1, _ONE, (), 1, "2550c01.dat",
            "1 monkey: rule book, certain. Part: guess; 2550c01 stands in for it.",
            "m",
        ),
        Piece(
            "frog", _ONE, 1, _ONE, (), 1, "33320.dat",
            "1 frog: rule book, certain. Part 33320: likely.",
            "f",
        ),
        Piece(
            "butterfly", _ONE, 1, _ONE, (), 1, "80674.dat",
            "1 butterfly: rule book, certain. Part 80674: likely.",
            "y",
        ),
    )
}

BASEPLATE = Piece(
    "baseplate", _PLATE, 0, (), _PLATE, 1, "3811.dat",
    "1 baseplate: rule book, certain. 32x32 studs: many reviews, certain. Part 3811: likely.",
)

# fmt: on

ARCH_SPAN = _ARCH_ENDS[1][0] - _ARCH_ENDS[0][0]
"""Studs from one end knob of an arch to the other, centre to centre."""

SUPPORTS = {"b": PIECES["brick"].height, "c": PIECES["column"].height}
"""Height of the supports by letter."""

COLOURS = {"l": "light", "d": "dark", "g": "gold"}
"""Decoration kinds by letter; the same letters name the colour zones of a map."""

COLOUR_WORDS = {"l": "light green", "d": "dark green", "g": "gold"}

_NOUNS = {kind: f"{COLOUR_WORDS[letter]} decoration" for letter, kind in COLOURS.items()}
_NOUNS["corner"] = "corner piece"
_PLURALS = {"arch": "arches", "butterfly": "butterflies"}


def noun(kind: str, count: int = 1) -> str:
    """Return a kind of element in words, as in `gold decorations`."""
    word = _NOUNS.get(kind, kind)
    if count == 1:
        return word
    return _PLURALS.get(word, f"{word}s")


ANIMALS = {"m": "monkey", "f": "frog", "y": "butterfly"}
"""Animal kinds by letter."""

HEIGHTS = {
    **SUPPORTS,
    **{letter: PIECES[kind].height for letter, kind in COLOURS.items()},
    **dict.fromkeys("NESW", PIECES["arch"].height),
}
"""Height in bricks of everything a column can hold, by letter; `N E S W` are arch ends."""

KINDS = {piece.letter: name for name, piece in PIECES.items() if piece.letter}
"""Every kind that a position string knows by a letter of its own."""

LETTERS = {kind: letter for letter, kind in KINDS.items()}
"""The letters of these kinds."""


class _Place(NamedTuple):
    kind: str
    x: int
    y: int
    level: int = 0
    turn: int = 0
    colour: str = ""


class Element(_Place):
    """One piece at one place.

    `x`, `y` is the south-west stud of its footprint, `level` that of its underside in bricks;
    `turn` counts quarter turns: 0 lays an arch along east, 1 along north; a corner piece leaves
    its north-east stud free at turn 0 and turns anticlockwise.  Raises `InputError` for a kind
    there is none of, and for numbers that are not whole.
    """

    __slots__ = ()

    def __new__(
        cls, kind: str, x: int, y: int, level: int = 0, turn: int = 0, colour: str = ""
    ) -> Self:
        numbers = (x, y, level, turn)
        if kind not in PIECES or not all(isinstance(number, int) for number in numbers):
            named = dict(zip(("x", "y", "level", "turn"), numbers, strict=True))
            raise InputError(*_misfits(kind, named))
        return super().__new__(cls, kind, x, y, level, turn, colour)

    @property
    def piece(self) -> Piece:
        """The kind of element this is."""
        return PIECES[self.kind]

    @property
    def studs(self) -> tuple[Stud, ...]:
        """The studs of the plate above which it lies."""
        return _placed(self, self.piece.footprint)

    @property
    def feet(self) -> tuple[Stud, ...]:
        """The studs on which it must be carried."""
        return _placed(self, self.piece.feet)

    @property
    def top(self) -> int:
        """Level of its upper side."""
        return self.level + self.piece.height

    def __str__(self) -> str:
        way = (" along east", " along north")[self.turn % 2] if self.kind == "arch" else ""
        return f"{self.kind} at stud {self.x},{self.y} level {self.level}{way}"


_TURNED_CORNER = (
    _CORNER,
    ((0, 0), (1, 0), (1, 1)),
    ((1, 0), (0, 1), (1, 1)),
    ((0, 0), (0, 1), (1, 1)),
)


def _placed(element: Element, studs: tuple[Stud, ...]) -> tuple[Stud, ...]:
    if element.kind == "corner":
        studs = _TURNED_CORNER[element.turn % 4]
    elif element.turn % 2:
        studs = tuple((y, x) for x, y in studs)
    return tuple((element.x + x, element.y + y) for x, y in studs)


def _misfits(kind: object, numbers: Mapping[str, object]) -> Iterator[Problem]:
    """Yield what keeps an element from being one."""
    if kind not in PIECES:
        near = nearest(str(kind), PIECES)
        hint = f"did you mean {near}?" if near else f"it is one of: {', '.join(PIECES)}"
        yield Problem("Element", f"{kind!r:.40} is no kind of element", hint)
    for name, number in numbers.items():
        if not isinstance(number, int):
            yield Problem(f"Element, {name}", f"{number!r:.40} does not fit", "a whole number")
