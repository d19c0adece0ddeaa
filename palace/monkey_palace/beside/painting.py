"""A map painted by taps: the colour of each knob, the size of the grid, the set-up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from palace.contract.beside import Beside
from palace.contract.box import BoxHead
from palace.contract.taps import Amount, Board, Choice, Row, Taps, Told
from palace.core.errors import InputError
from palace.core.provenance import TRANSCRIBED
from palace.files.serialise import data_text
from palace.monkey_palace.game.board import Marks, board_of
from palace.monkey_palace.game.reasons import BOOK
from palace.monkey_palace.kernel.elements import COLOURS
from palace.monkey_palace.kernel.ground import (
    CLOSED,
    SHIPPED,
    GroundMap,
    centred,
    ground_table,
    load_map,
)
from palace.monkey_palace.kernel.knob import FILES, Knob
from palace.monkey_palace.kernel.palace import Palace, arranged

LIGHT = next(iter(COLOURS))

SIDE = 8
"""Knobs along a side of a new map."""

MARKED = 3
"""Knobs of the set-up."""

BRUSHES = {"paint-l": "l", "paint-d": "d", "paint-g": "g", "paint-none": CLOSED, "setup": ""}
"""What a tap on a knob does, by the keys: a colour, no knob; nothing marks the set-up."""


@dataclass(frozen=True)
class Painted:
    """A map as far as it is painted: its rows, north first, and the knobs of its set-up.

    `came` is the map that it was, if its grid is the same.
    """

    name: str
    rows: tuple[str, ...] = (LIGHT * SIDE,) * SIDE
    setup: tuple[Knob, ...] = ()
    came: GroundMap | None = None

    @classmethod
    def of(cls, ground: GroundMap) -> Painted:
        """Return a map that is there."""
        return cls(ground.name, ground.rows, ground.setup, ground)

    @property
    def size(self) -> tuple[int, int]:
        """Knobs from west to east, and from south to north."""
        return len(self.rows[0]), len(self.rows)

    @cached_property
    def ground(self) -> GroundMap:
        """The map; without three knobs of the set-up it has a1 three times."""
        came = self.came or replace(centred(self.name, self.rows), provenance=TRANSCRIBED)
        whole = len(self.setup) == MARKED
        first, second, third = self.setup if whole else (Knob(0, 0),) * MARKED
        return replace(came, rows=self.rows, setup=(first, second, third))

    @cached_property
    def palace(self) -> Palace | None:
        """The palace of the set-up; None where there can be none."""
        try:
            return Palace.setup(self.ground)
        except InputError:
            return None

    def with_knob(self, knob: Knob, letter: str) -> Painted:
        """Return it with a knob in a colour, or closed."""
        at = len(self.rows) - 1 - knob.rank
        row = self.rows[at]
        row = f"{row[: knob.file]}{letter}{row[knob.file + 1 :]}"
        return replace(self, rows=(*self.rows[:at], row, *self.rows[at + 1 :]))

    def sized(self, wide: int, deep: int, letter: str) -> Painted:
        """Return it on another grid; a1 stays where it is, new knobs have a colour."""
        rows = [row[:wide].ljust(wide, letter) for row in self.rows[-deep:]]
        rows = [letter * wide] * (deep - len(rows)) + rows
        inside = all(knob.file < wide and knob.rank < deep for knob in self.setup)
        return replace(self, rows=(*rows,), setup=self.setup if inside else (), came=None)

    def turned(self) -> Painted:
        """Return it a quarter turn clockwise."""
        wide, _ = self.size
        rows = tuple("".join(column) for column in zip(*reversed(self.rows), strict=True))
        setup = tuple(Knob(knob.rank, wide - 1 - knob.file) for knob in self.setup)
        return replace(self, rows=rows, setup=setup, came=None)

    def marked(self, knob: Knob) -> Painted:
        """Return it with one more knob of the set-up, or with the first of a new one."""
        there = self.setup if len(self.setup) < MARKED else ()
        return replace(self, setup=(*there, knob) if knob in self.next else (knob,))

    @cached_property
    def next(self) -> tuple[Knob, ...]:
        """The knobs that the next one of the set-up can be."""
        if not self.setup or len(self.setup) == MARKED:
            return (*self.ground.colours,)
        near = self.ground.neighbours(self.setup[-1])
        return tuple(knob for knob in near if knob not in self.setup)

    @cached_property
    def nearest(self) -> tuple[str, int] | None:
        """The map of ours that is most alike, and on how many knobs it differs; None where ours
        have another grid."""
        found = [
            (
                sum(a != b for a, b in zip("".join(self.rows), "".join(other.rows), strict=True)),
                name,
            )
            for name in SHIPPED
            if ((other := load_map(name)).width, other.depth) == self.size
        ]
        count, name = min(found, default=(0, ""))
        return (name, count) if name else None


@dataclass(frozen=True)
class Painting(Beside):
    """A map being painted for a box, which is `within`; a tap on a knob does what `brush` tells."""

    within: Beside
    painted: Painted
    brush: str = LIGHT

    @property
    def title(self) -> str:
        """What it is called."""
        return self.painted.name

    @property
    def box(self) -> BoxHead | None:
        """The data of the box, still without the map."""
        return self.within.box

    @cached_property
    def taps(self) -> Taps:
        """What is shown, and what can be tapped; `done` makes the text of the map file."""
        return Taps(self._told(), self._board(), tuple(self._rows()), main="done")

    def tapped(self, name: str, text: str) -> Beside:
        """Return it after a tap on a place or a key."""
        painted, brush = self.painted, self.brush
        if name == "back":
            return self.within
        if name == "done":
            return self.within.tapped(name, text)
        if name in BRUSHES:
            return replace(self, brush=BRUSHES[name])
        if name == "turn":
            return replace(self, painted=painted.turned())
        if name.endswith(("-less", "-more")):
            wide, deep = map(int, text.split())
            return replace(self, painted=painted.sized(wide, deep, brush or LIGHT))
        if brush:
            return replace(self, painted=painted.with_knob(Knob.read(name), brush))
        painted = painted.marked(Knob.read(name))
        return replace(self, painted=painted, brush=LIGHT * (len(painted.setup) == MARKED))

    # What is shown.

    def _board(self) -> Board:
        painted = self.painted
        palace = painted.palace or Palace(painted.ground, arranged(painted.ground, {}))
        marks = Marks()
        if not self.brush:
            whole = len(painted.setup) == MARKED
            marks = Marks(painted.setup, "draft", ahead=frozenset(() if whole else painted.next))
        board = board_of(palace, marks)
        tapped = (place.name for place in board.places) if self.brush else painted.ground.colours
        return board._replace(answers=dict.fromkeys(map(str, tapped), ""))

    def _told(self) -> Told:
        painted = self.painted
        count = len(painted.ground.colours)
        wide, deep = painted.size
        title = BOOK.text("box.knobs", count=count, closed=wide * deep - count)
        lines = []
        if not self.brush or len(painted.setup) < MARKED:
            lines.append(BOOK.text("box.mark" if not self.brush else "box.unmarked"))
        elif painted.palace is None:
            lines.append(BOOK.text("box.no-setup"))
        if (ours := painted.nearest) is not None:
            name, unlike = ours
            differs = BOOK.text("box.differs", map=name, count=unlike)
            lines.append(differs if unlike else BOOK.text("box.same", map=name))
        return Told(title, lines=tuple(lines))

    def _rows(self) -> Iterator[Row]:
        """Yield the brushes, what turns the map, and the numbers of its knobs along the sides."""
        texts = {name: BOOK.text(f"box.key-{name}") for name in (*BRUSHES, "turn", "back", "done")}
        keys = {
            name: Choice(name, texts[name], "", on=letter == self.brush, tint=letter.strip(CLOSED))
            for name, letter in BRUSHES.items()
        }
        setup = keys.pop("setup")
        yield Row("", tuple(keys.values()))
        turn, back = (Choice(name, texts[name], "") for name in ("turn", "back"))
        whole = len(self.painted.setup) == MARKED and self.painted.palace is not None
        text = data_text(ground_table(self.painted.ground)) if whole else None
        yield Row("", (setup, turn, back, Choice("done", texts["done"], text)))
        wide, deep = self.painted.size
        sides = (
            Amount(
                name, BOOK.text(f"box.side-{name}"), count,
                f"{wide - x} {deep - y}" if count > 1 else None,
                f"{wide + x} {deep + y}" if count < len(FILES) else None,
            )
            for name, count, x, y in (("wide", wide, 1, 0), ("deep", deep, 0, 1))
        )  # fmt: skip
        yield Row("", tuple(sides), "list")
