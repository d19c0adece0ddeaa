"""A map painted by taps: the colour of each knob, the size of the grid, the set-up."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from operator import itemgetter, ne
from typing import Any

from palace.contract.beside import Beside
from palace.contract.box import BoxHead
from palace.contract.taps import Board, Choice, Idea, Row, Taps, Told
from palace.core.errors import InputError
from palace.core.provenance import TRANSCRIBED
from palace.files.serialise import data_text
from palace.monkey_palace.beside.photo import Photo, grid_keys
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
from palace.monkey_palace.kernel.knob import Knob
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

    Of a photo, `tones` are how the colours look, by their letters, and `unsure` the knobs that may
    be wrong.  `came` is the map that it was, if its grid is the same.
    """

    name: str
    rows: tuple[str, ...] = (LIGHT * SIDE,) * SIDE
    setup: tuple[Knob, ...] = ()
    tones: tuple[tuple[str, str], ...] = ()
    unsure: frozenset[Knob] = frozenset()
    came: GroundMap | None = None

    @classmethod
    def of(cls, ground: GroundMap) -> Painted:
        """Return a map that is there."""
        return cls(ground.name, ground.rows, ground.setup, came=ground)

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
        rows = (*self.rows[:at], row, *self.rows[at + 1 :])
        return replace(self, rows=rows, unsure=self.unsure - {knob})

    def called(self, letter: str, other: str) -> Painted:
        """Return it with two letters taken for each other."""
        names = str.maketrans(letter + other, other + letter)
        rows = tuple(row.translate(names) for row in self.rows)
        tones = {name.translate(names): tone for name, tone in self.tones}
        return replace(self, rows=rows, tones=tuple((name, tones[name]) for name, _ in self.tones))

    def sized(self, wide: int, deep: int, letter: str) -> Painted:
        """Return it on another grid; a1 stays where it is, new knobs have a colour."""
        rows = [row[:wide].ljust(wide, letter) for row in self.rows[-deep:]]
        rows = [letter * wide] * (deep - len(rows)) + rows
        inside = {Knob(file, rank) for file in range(wide) for rank in range(deep)}
        setup = self.setup if inside.issuperset(self.setup) else ()
        unsure = self.unsure & inside
        return replace(self, rows=(*rows,), setup=setup, unsure=unsure, came=None)

    def turned(self) -> Painted:
        """Return it a quarter turn clockwise."""
        wide, _ = self.size
        rows = tuple("".join(column) for column in zip(*reversed(self.rows), strict=True))
        to = {one: Knob(one.rank, wide - 1 - one.file) for one in (*self.setup, *self.unsure)}
        setup = tuple(to[knob] for knob in self.setup)
        unsure = frozenset(to[knob] for knob in self.unsure)
        return replace(self, rows=rows, setup=setup, unsure=unsure, came=None)

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
        alike = (one for one in map(load_map, SHIPPED) if (one.width, one.depth) == self.size)
        own = "".join(self.rows)
        found = ((one.name, sum(map(ne, own, "".join(one.rows)))) for one in alike)
        return min(found, key=itemgetter(1), default=None)


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

    def box(self, source: str) -> BoxHead | None:
        """Return the data of the box, still without the map."""
        return self.within.box(source)

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
        if name.startswith("tone-"):
            return replace(self, painted=painted.called(name[-1], brush.strip(CLOSED) or name[-1]))
        if brush:
            return replace(self, painted=painted.with_knob(Knob.read(name), brush))
        painted = painted.marked(Knob.read(name))
        return replace(self, painted=painted, brush=LIGHT * (len(painted.setup) == MARKED))

    def filled(self, name: str, text: str) -> Beside:
        """Return the photo that was sent."""
        return Photo.of(self, self.painted.ground, text) if name == "photo" else self

    def thought(self, what: str, idea: Idea) -> Beside:
        """Return it with what was read from a photo."""
        data = json.loads(idea.text or "")
        unsure = frozenset(map(Knob.read, data["unsure"]))
        tones = tuple(data["tones"].items())
        rows, painted = tuple(data["rows"]), self.painted
        if (size := (len(rows[0]), len(rows))) != painted.size:
            painted = painted.sized(*size, LIGHT)
        return replace(self, painted=replace(painted, rows=rows, unsure=unsure, tones=tones))

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
        unsure = {*map(str, painted.unsure)}
        places = (
            replace(one, sign="?", looks="fault", label=BOOK.text("box.unsure-knob", knob=one.name))
            if one.name in unsure else one
            for one in board.places
        )  # fmt: skip
        answers = dict.fromkeys(map(str, tapped), "")
        return board._replace(places=tuple(places), answers=answers)

    def _told(self) -> Told:
        painted = self.painted
        count = len(painted.ground.colours)
        wide, deep = painted.size
        title = BOOK.text("box.knobs", count=count, closed=wide * deep - count)
        lines = []
        if painted.unsure:
            lines.append(BOOK.text("box.unsure", count=len(painted.unsure)))
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
        """Yield the brushes, what turns the map, and the numbers of its knobs along the sides, or
        the colours of its photo."""
        *brushes, setup = (
            _key(name, on=letter == self.brush, tint=letter.strip(CLOSED))
            for name, letter in BRUSHES.items()
        )
        yield Row("", tuple(brushes))
        whole = len(self.painted.setup) == MARKED and self.painted.palace is not None
        text = data_text(ground_table(self.painted.ground)) if whole else None
        keys = _key("turn"), _key("photo", photo=True), _key("back"), _key("done", text)
        yield Row("", (setup, *keys))
        if tones := self.painted.tones:
            names = {one.tint: one.text for one in brushes}
            patches = (Choice(f"tone-{n}", names[n], "", tint=tone) for n, tone in tones)
            yield Row(BOOK.text("box.tones"), tuple(patches))
            return
        yield grid_keys(*self.painted.size)


def _key(name: str, text: str | None = "", **more: Any) -> Choice:
    return Choice(name, BOOK.text(f"box.key-{name}"), text, **more)
