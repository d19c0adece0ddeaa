"""Ground Maps: the knobs that show through the sheet, their colours, and the set-up.

Everything about the grid (size, pitch, offset, holes) is data of the map, read from `maps/*.toml`.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cache, cached_property
from types import MappingProxyType
from typing import Any

from palace.core.errors import InputError, Problem, nearest
from palace.core.provenance import PLACEHOLDER, Sourced
from palace.files.document import Document, read_document
from palace.files.text_file import shipped
from palace.monkey_palace.kernel.elements import ARCH_SPAN, PIECES, Stud
from palace.monkey_palace.kernel.knob import WAYS, Knob
from palace.monkey_palace.kernel.supply import Supply

SHIPPED = ("map-1", "map-2", "map-3", "map-4")
"""Maps that come with the package; a record may name them without carrying their knobs."""

_KNOWN = f"{', '.join(SHIPPED)} or a .toml file"

CLOSED = "."

EDGE, STUDS = 2, 28
"""Studs of plate beside the usual sheet, and of that sheet's side."""

Square = tuple[float, float, float, float]
"""West, south, east and north edge in studs; stud x, y reaches from x, y to x + 1, y + 1."""


@dataclass(frozen=True)
class GroundMap(Sourced):
    """A sheet with its knobs.

    `rows` has one text per rank, north first, one letter per knob: `l d g` its colour, `.` no
    hole. `plate` is the side of the baseplate in studs, `sheet` its west and south stud, width and
    depth, `origin` the stud under knob a1, `pitch` the studs from knob to knob.  `setup` names the
    knobs of the set-up: lower arch on the first two, upper arch from the second to the third.
    `pieces` are kinds of which the box that is played with has another number than the rule book.
    """

    name: str
    provenance: str
    plate: int
    sheet: tuple[int, int, int, int]
    origin: Stud
    pitch: int
    rows: tuple[str, ...]
    setup: tuple[Knob, Knob, Knob]
    pieces: tuple[tuple[str, int], ...] = ()

    def in_box(self, kind: str) -> int:
        """Return how many pieces of a kind are in the box."""
        return dict(self.pieces).get(kind, PIECES[kind].in_box)

    @cached_property
    def box(self) -> Supply:
        """Building pieces in the box."""
        return Supply(*map(self.in_box, Supply._fields))

    @property
    def width(self) -> int:
        """Knobs from west to east."""
        return len(self.rows[0])

    @property
    def depth(self) -> int:
        """Knobs from south to north."""
        return len(self.rows)

    @cached_property
    def colours(self) -> Mapping[Knob, str]:
        """The colour letter of every open knob, from a1 along the files, rank by rank."""
        return MappingProxyType(
            {
                Knob(file, rank): letter
                for rank, row in enumerate(reversed(self.rows))
                for file, letter in enumerate(row)
                if letter != CLOSED
            }
        )

    @cached_property
    def open_numbers(self) -> Mapping[Knob, int]:
        """The number of each open knob when the knobs of the grid are counted rank by rank."""
        width = self.width
        return MappingProxyType({knob: knob.rank * width + knob.file for knob in self.colours})

    @cached_property
    def next_numbers(self) -> tuple[tuple[int, ...], ...]:
        """The numbers along `colours` of the next knobs N E S W of each open one; one more than
        the last where there is none."""
        number = {knob: index for index, knob in enumerate(self.colours)}
        return tuple(
            tuple(number.get(Knob(file + x, rank + y), len(number)) for x, y in WAYS.values())
            for file, rank in number
        )

    @cached_property
    def open_studs(self) -> Mapping[Stud, Knob]:
        """The open knob over each stud that has one."""
        return MappingProxyType({self.stud(knob): knob for knob in self.colours})

    @property
    def shipped(self) -> bool:
        """Whether it is a map that comes with the package."""
        return self.name in SHIPPED and replace(self, pieces=()) == load_map(self.name)

    def __contains__(self, knob: object) -> bool:
        """Return whether the knob lies within the grid, open or closed."""
        return (
            isinstance(knob, Knob) and 0 <= knob.file < self.width and 0 <= knob.rank < self.depth
        )

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.name, self.rows, self.setup, self.origin, self.pitch))

    def __reduce__(self) -> tuple[type[GroundMap], tuple[object, ...]]:
        # Cached values are computed again after unpickling.
        return GroundMap, tuple(getattr(self, field.name) for field in fields(self))

    def __repr__(self) -> str:
        if self.shipped and not self.pieces:
            return f"load_map({self.name!r})"
        more = f", {self.pieces}" if self.pieces else ""
        return (
            f"GroundMap({self.name!r}, {self.provenance!r}, {self.plate}, {self.sheet}, "
            f"{self.origin}, {self.pitch}, {self.rows}, {self.setup}{more})"
        )

    def stud(self, knob: Knob) -> Stud:
        """Return the stud under a knob, also of a knob beyond the grid."""
        x, y = self.origin
        return x + knob.file * self.pitch, y + knob.rank * self.pitch

    def knob_at(self, x: int, y: int) -> Knob | None:
        """Return the knob over a stud if the lattice has one there, also beyond the grid.

        Else None.
        """
        file, off_file = divmod(x - self.origin[0], self.pitch)
        rank, off_rank = divmod(y - self.origin[1], self.pitch)
        if off_file or off_rank or not Knob(file, rank).writable:
            return None
        return Knob(file, rank)

    def square(self, knob: Knob) -> Square:
        """Return the part of the sheet that belongs to a knob of the grid, open or closed, in
        studs.

        One pitch wide and deep around the stud; at the border it reaches to the edge of the sheet.
        """
        west, south, wide, deep = self.sheet
        x, y = self.stud(knob)
        half = self.pitch / 2
        return (
            west if knob.file == 0 else x + 0.5 - half,
            south if knob.rank == 0 else y + 0.5 - half,
            west + wide if knob.file == self.width - 1 else x + 0.5 + half,
            south + deep if knob.rank == self.depth - 1 else y + 0.5 + half,
        )

    def neighbours(self, knob: Knob) -> Iterator[Knob]:
        """Yield the open knobs one arch away, in the order N E S W."""
        for east, north in WAYS.values():
            other = Knob(knob.file + east, knob.rank + north)
            if other in self.colours:
                yield other

    def reachable(self) -> frozenset[Knob]:
        """Return the open knobs that arches over open knobs can join to the set-up."""
        seen = {self.setup[0]}
        ahead = [self.setup[0]]
        while ahead:
            for knob in self.neighbours(ahead.pop()):
                if knob not in seen:
                    seen.add(knob)
                    ahead.append(knob)
        return frozenset(seen)

    def warnings(self) -> tuple[str, ...]:
        """Return what makes the map hard or impossible to play, one sentence each."""
        reachable, count = self.reachable(), len(self.colours)
        sentences = []
        lost = [str(knob) for knob in self.colours if knob not in reachable]
        if lost:
            sentences.append(
                f"the set-up is on an island of {len(reachable)} knobs; no arch leads to "
                f"{_some(lost)}"
            )
        starts = len(reachable) - len(set(self.setup))
        if 2 * starts < count:
            sentences.append(
                f"only {starts} of {count} open knobs can ever start a staircase, fewer than half"
            )
        return tuple(sentences)


def centred(name: str, rows: Sequence[str]) -> GroundMap:
    """Return a map with these rows in the middle of a sheet, a larger one where they need it.

    Its set-up is a1 three times.
    """
    counts, a1 = (len(rows[0]), len(rows)), Knob(0, 0)
    side = max(STUDS, *(ARCH_SPAN * (count - 1) + 1 for count in counts))
    west, south = (EDGE + (side - ARCH_SPAN * (count - 1) - 1) // 2 for count in counts)
    sheet = (EDGE, EDGE, side, side)
    return GroundMap(
        name, PLACEHOLDER, side + 2 * EDGE, sheet, (west, south), ARCH_SPAN, (*rows,), (a1, a1, a1)
    )


def load_map(name: str | os.PathLike[str]) -> GroundMap:
    """Return a map by its name (`map-1`) or by the path of a `.toml` file; raises `InputError`."""
    if not isinstance(name, (str, os.PathLike)):
        raise InputError(Problem("", f"{name!r:.40} names no map", f"name {_KNOWN}"))
    name = str(os.fspath(name))
    if name in SHIPPED:
        return _shipped(name)
    if name.lower().endswith((".toml", ".json")):
        return read_map(read_document(name))
    near = nearest(name, SHIPPED)
    hint = f"did you mean {near}? " if near else ""
    raise InputError(Problem("", f"there is no map {name!r}", f"{hint}name {_KNOWN}"))


@cache
def _shipped(name: str) -> GroundMap:
    """Return a map of the package; the tests validate these files, so that start-up need not."""
    text = shipped("palace.maps", f"{name}.toml").read_text(encoding="utf-8")
    return _ground(tomllib.loads(text))


def read_map(document: Document, path: tuple[str, ...] = ()) -> GroundMap:
    """Return the map of a map file, or of the table at `path` in a record; raises `InputError`."""
    from palace.monkey_palace.kernel.map_file import checked

    return _ground(checked(document, path))


def _ground(keys: Mapping[str, Any]) -> GroundMap:
    """Return the map of the keys of a map file, which are not checked here."""
    first, second, third = map(Knob.read, keys["setup"])
    west, south, width, depth = keys["sheet"]
    x, y = keys["origin"]
    return GroundMap(
        name=keys["name"],
        provenance=keys["provenance"],
        plate=keys["plate"],
        sheet=(west, south, width, depth),
        origin=(x, y),
        pitch=keys["pitch"],
        rows=tuple("".join(row.split()) for row in keys["knobs"].splitlines() if row.split()),
        setup=(first, second, third),
    )


def ground_table(ground: GroundMap) -> dict[str, object]:
    """Return a map with the keys of a map file."""
    return {
        "name": ground.name,
        "provenance": ground.provenance,
        "plate": ground.plate,
        "sheet": list(ground.sheet),
        "origin": list(ground.origin),
        "pitch": ground.pitch,
        "knobs": "".join(" ".join(row) + "\n" for row in ground.rows),
        "setup": [str(knob) for knob in ground.setup],
    }


def _some(names: list[str], most: int = 8) -> str:
    rest = f" and {len(names) - most} more" if len(names) > most else ""
    return " ".join(names[:most]) + rest


def map_name(text: str) -> str:
    """Return the name of a map that may be written as its number: `3` is map-3."""
    return f"map-{text}" if f"map-{text}" in SHIPPED else text


def open_map(name: str) -> GroundMap:
    """Return a map by its name, its number or its file, which is read each time.

    Raises `InputError`.
    """
    name = map_name(name)
    if name.lower().endswith((".toml", ".json")):
        document = read_document(name)
        if not is_map(document) and document.data.keys() & {"players", "turns", "build"}:
            what = f"this is a {'build' if 'build' in document.data else 'record'}, not a map"
            raise InputError(Problem(name, what, f"palace check {name}"))
        return read_map(document)
    return load_map(name)


def is_map(document: Document) -> bool:
    """Return whether a file holds a map: knobs, and neither players nor a build."""
    return "knobs" in document.data and not document.data.keys() & {"players", "build"}
