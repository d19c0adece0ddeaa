"""Ground Maps: the knobs that show through the sheet, their colours, and the set-up.

Everything about the grid (size, pitch, offset, holes) is data of the map, read from `maps/*.toml`.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cache, cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any

from palace.document import Document, Place, read_document
from palace.elements import ARCH_SPAN, COLOURS, Stud
from palace.errors import InputError, NotationError, Problem, dotted, nearest, shorten
from palace.knob import FILES, WAYS, Knob
from palace.provenance import PROVENANCES, Sourced

SHIPPED = ("map-1", "map-2", "map-3", "map-4")
"""Maps that come with the package; a record may name them without carrying their knobs."""

_KNOWN = f"{', '.join(SHIPPED)} or a .toml file"

NAME = r"[A-Za-z][A-Za-z0-9_-]*"
"""A map's name; it begins with a letter, so that `map-1:` can stand in front of a position."""

CLOSED = "."
LONGEST_SIDE = len(FILES)


@dataclass(frozen=True)
class GroundMap(Sourced):
    """A sheet with its knobs.

    `rows` has one text per rank, north first, one letter per knob: `l d g` its colour, `.` no
    hole. `plate` is the side of the baseplate in studs, `sheet` its west and south stud, width and
    depth, `origin` the stud under knob a1, `pitch` the studs from knob to knob.  `setup` names the
    knobs of the set-up: lower arch on the first two, upper arch from the second to the third.
    """

    name: str
    provenance: str
    plate: int
    sheet: tuple[int, int, int, int]
    origin: Stud
    pitch: int
    rows: tuple[str, ...]
    setup: tuple[Knob, Knob, Knob]

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
        """Where each open knob stands when the knobs of the grid are counted rank by rank."""
        width = self.width
        return MappingProxyType({knob: knob.rank * width + knob.file for knob in self.colours})

    @cached_property
    def open_studs(self) -> Mapping[Stud, Knob]:
        """The open knob over each stud that has one."""
        return MappingProxyType({self.stud(knob): knob for knob in self.colours})

    def __contains__(self, knob: object) -> bool:
        """Whether the knob lies within the grid, open or closed."""
        return (
            isinstance(knob, Knob) and 0 <= knob.file < self.width and 0 <= knob.rank < self.depth
        )

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.name, self.rows, self.setup, self.origin, self.pitch))

    def __reduce__(self) -> tuple[type[GroundMap], tuple[object, ...]]:
        # What was worked out from the fields is worked out anew by whoever unpickles it.
        return GroundMap, tuple(getattr(self, field.name) for field in fields(self))

    def __repr__(self) -> str:
        if self.name in SHIPPED and self == load_map(self.name):
            return f"load_map({self.name!r})"
        return (
            f"GroundMap({self.name!r}, {self.provenance!r}, {self.plate}, {self.sheet}, "
            f"{self.origin}, {self.pitch}, {self.rows}, {self.setup})"
        )

    def __str__(self) -> str:
        return self.title

    def stud(self, knob: Knob) -> Stud:
        """The stud under a knob, also of a knob beyond the grid."""
        x, y = self.origin
        return x + knob.file * self.pitch, y + knob.rank * self.pitch

    def knob_at(self, x: int, y: int) -> Knob | None:
        """The knob over a stud if the lattice has one there, also beyond the grid; else None."""
        file, off_file = divmod(x - self.origin[0], self.pitch)
        rank, off_rank = divmod(y - self.origin[1], self.pitch)
        if off_file or off_rank or not Knob(file, rank).writable:
            return None
        return Knob(file, rank)

    def neighbours(self, knob: Knob) -> Iterator[Knob]:
        """The open knobs one arch away, in the order N E S W."""
        for east, north in WAYS.values():
            other = Knob(knob.file + east, knob.rank + north)
            if other in self.colours:
                yield other

    def reachable(self) -> frozenset[Knob]:
        """The open knobs that arches over open knobs can join to the set-up."""
        seen = {self.setup[0]}
        ahead = [self.setup[0]]
        while ahead:
            for knob in self.neighbours(ahead.pop()):
                if knob not in seen:
                    seen.add(knob)
                    ahead.append(knob)
        return frozenset(seen)

    def warnings(self) -> tuple[str, ...]:
        """What makes the map hard or impossible to play, one sentence each."""
        reachable, count = self.reachable(), len(self.colours)
        sentences = []
        lost = [str(knob) for knob in self.colours if knob not in reachable]
        if lost:
            sentences.append(
                f"the set-up lies on an island of {len(reachable)} knobs; no arch leads to "
                f"{_some(lost)}"
            )
        starts = len(reachable) - len(set(self.setup))
        if 2 * starts < count:
            sentences.append(
                f"only {starts} of {count} open knobs can ever start a staircase, fewer than half"
            )
        return tuple(sentences)


def maps_folder() -> Path:
    """The folder of the shipped maps: in the package when installed, else beside it."""
    package = Path(__file__).resolve().parent
    inside = package / "maps"
    return inside if inside.is_dir() else package.parent / "maps"


def load_map(name: str | os.PathLike[str]) -> GroundMap:
    """A map by its name (`map-1`) or by the path of a `.toml` file; raises `InputError`."""
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
    return read_map(read_document(maps_folder() / f"{name}.toml"))


def read_map(document: Document, path: tuple[str, ...] = ()) -> GroundMap:
    """The map of a map file, or of the table at `path` in a record; raises `InputError`."""
    return _Reader(document, path).read()


def _some(names: list[str], most: int = 8) -> str:
    rest = f" and {len(names) - most} more" if len(names) > most else ""
    return " ".join(names[:most]) + rest


class _Reader:
    """Checks one map table and collects every problem with its place."""

    KEYS = ("name", "provenance", "plate", "sheet", "origin", "pitch", "knobs", "setup")

    def __init__(self, document: Document, path: tuple[str, ...]) -> None:
        self.document = document
        self.path = path
        self.problems: list[Problem] = []
        table: Any = document.data
        for key in path:
            table = table[key]
        self.is_table = isinstance(table, dict)
        self.table: dict[str, Any] = table if self.is_table else {}
        if not self.is_table:
            self.wrong((), "this is no table", "give a map: name, provenance, knobs, setup ...")

    def wrong(
        self, path: tuple[str | int, ...], what: str, remedy: str, at: int | None = None
    ) -> None:
        place: Place = self.document.where((*self.path, *path), offset=at)
        name = dotted((*self.path, *path))
        self.problems.append(Problem(str(place), f"{name}: {what}" if name else what, remedy))

    def read(self) -> GroundMap:
        rows = self.rows()
        ground = GroundMap(
            name=self.name(),
            provenance=self.provenance(),
            plate=self.whole("plate", 8, 256),
            sheet=self.numbers("sheet", 4),  # type: ignore[arg-type]
            origin=self.numbers("origin", 2),  # type: ignore[arg-type]
            pitch=self.whole("pitch", 1, 64),
            rows=rows,
            setup=self.setup(),
        )
        self.strangers()
        if not self.problems:
            self.fits(ground)
        if self.problems:
            raise InputError(*sorted(self.problems, key=_place))
        return ground

    def name(self) -> str:
        name = self.given("name", str, "a name such as sheet-1")
        if name is not None and not re.fullmatch(NAME, name):
            self.wrong(
                ("name",), f"{shorten(name)!r} is no name",
                "begin with a letter, go on with letters, digits, - and _",
            )  # fmt: skip
        return name or ""

    def provenance(self) -> str:
        word = self.given("provenance", str, "placeholder or transcribed")
        if word is not None and word not in PROVENANCES:
            self.wrong(
                ("provenance",),
                f"{shorten(word)!r} is not known",
                f"it is {' or '.join(PROVENANCES)}",
            )
        return word or ""

    def given(self, key: str, kind: type, wanted: str) -> Any:
        if key not in self.table:
            if self.is_table:
                slip = nearest(key, (other for other in self.table if other not in self.KEYS))
                hint = f"is {slip!r} a slip for it?" if slip else f"add it: {wanted}"
                self.wrong((), f"the key {key!r} is missing", hint)
            return None
        value = self.table[key]
        if not isinstance(value, kind) or isinstance(value, bool):
            self.wrong((key,), f"{value!r:.40} does not fit", f"expected {wanted}")
            return None
        return value

    def whole(self, key: str, least: int, most: int) -> int:
        number = self.given(key, int, f"a whole number from {least} to {most}")
        if number is not None and not least <= number <= most:
            self.wrong((key,), f"{number} is out of range", f"expected {least} to {most}")
        return number or 1

    def numbers(self, key: str, count: int) -> tuple[int, ...]:
        wanted = f"{count} whole numbers"
        values = self.given(key, list, wanted) or []
        good = [v for v in values if isinstance(v, int) and not isinstance(v, bool) and v >= 0]
        if key in self.table and isinstance(self.table[key], list) and len(good) != count:
            self.wrong((key,), f"{values!r:.40} does not fit", f"expected {wanted} from 0")
        return tuple(good) if len(good) == count else (0,) * count

    def rows(self) -> tuple[str, ...]:
        text = self.given("knobs", str, "one row of l d g . for every rank, north row first")
        if text is None:
            return ("l",)
        rows: list[str] = []
        starts: list[int] = []
        start = 0
        for line in text.splitlines(keepends=True):
            letters = []
            for index, letter in enumerate(line):
                if letter in COLOURS or letter == CLOSED:
                    letters.append(letter)
                elif not letter.isspace():
                    self.wrong(
                        ("knobs",), f"{letter!r} is no knob",
                        "l light green, d dark green, g gold, . no hole", start + index,
                    )  # fmt: skip
                    letters.append(CLOSED)
            if letters:
                rows.append("".join(letters))
                starts.append(start)
            start += len(line)
        if not rows:
            self.wrong(("knobs",), "there is no row", "one row of l d g . for every rank")
            return ("l",)
        usual = Counter(map(len, rows)).most_common(1)[0][0]
        for row, start in zip(rows, starts, strict=True):
            if len(row) != usual:
                self.wrong(
                    ("knobs",), f"a row has {len(row)} knobs, others have {usual}",
                    "every row needs as many", start,
                )  # fmt: skip
        if max(len(rows), len(rows[0])) > LONGEST_SIDE:
            self.wrong(
                ("knobs",), f"{len(rows[0])} by {len(rows)} knobs are too many",
                f"at most {LONGEST_SIDE} by {LONGEST_SIDE}",
            )  # fmt: skip
        return tuple(rows)

    def setup(self) -> tuple[Knob, Knob, Knob]:
        wanted = 'three knobs, such as ["d4", "e4", "f4"]'
        names = self.given("setup", list, wanted)
        knobs = [Knob(0, 0), Knob(1, 0), Knob(2, 0)]
        if names is not None and len(names) != 3:
            self.wrong(("setup",), f"{len(names)} knobs do not fit", f"expected {wanted}")
        elif names is not None:
            for index, name in enumerate(names):
                try:
                    knobs[index] = Knob.read(name if isinstance(name, str) else "")
                except NotationError:
                    self.wrong(("setup", index), f"{name!r:.40} is no knob", f"expected {wanted}")
        return knobs[0], knobs[1], knobs[2]

    def fits(self, ground: GroundMap) -> None:
        """What can only be judged once every key has been read."""
        if ground.pitch != ARCH_SPAN:
            self.wrong(
                ("pitch",), f"an arch spans {ARCH_SPAN} studs, so it can never join knobs "
                f"{ground.pitch} apart", f"write pitch = {ARCH_SPAN}",
            )  # fmt: skip
        west, south, wide, deep = ground.sheet
        if west + wide > ground.plate or south + deep > ground.plate:
            self.wrong(
                ("sheet",), f"the sheet reaches beyond the plate of {ground.plate} studs",
                "west + wide and south + deep must be at most the plate",
            )  # fmt: skip
        for corner in (Knob(0, 0), Knob(ground.width - 1, ground.depth - 1)):
            x, y = ground.stud(corner)
            if not (west <= x < west + wide and south <= y < south + deep):
                self.wrong(
                    ("origin",), f"knob {corner} would lie on stud {x},{y}, off the sheet",
                    "check origin, pitch and the number of rows",
                )  # fmt: skip
        for index, knob in enumerate(ground.setup):
            if knob not in ground.colours:
                state = "closed" if knob in ground else "beyond the map"
                self.wrong(("setup", index), f"knob {knob} is {state}", "choose an open knob")
            if index and ground.setup[index - 1].way_to(knob) is None:
                self.wrong(
                    ("setup", index), f"{knob} is not one arch away from {ground.setup[index - 1]}",
                    "choose one of its four neighbours",
                )  # fmt: skip
        if ground.setup[0] == ground.setup[2]:
            self.wrong(("setup", 2), "the upper arch may not lie on the lower one", "turn or go on")

    def strangers(self) -> None:
        """Keys no map has; in a record they are kept, and the record's reader warns of them."""
        for key in self.table:
            if key not in self.KEYS and not self.path:
                near = nearest(key, self.KEYS)
                hint = f"did you mean {near}?" if near else f"known are {', '.join(self.KEYS)}"
                self.wrong((key,), "this key is not known", hint)


def _place(problem: Problem) -> tuple[int, int]:
    """Line and column of a problem, for sorting."""
    _, line, column = problem.where.rsplit(":", 2)
    return int(line), int(column)
