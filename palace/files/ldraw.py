"""LDraw models (`.ldr`, `.mpd`): the parts they place, with the line of each.

A model is a flat sequence of parts in LDU: x to the east, y down, z to the north.  Submodels are
expanded, colour 16 is inherited; lines, triangles and quadrilaterals are not read.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from palace.core.errors import InputError, Problem, shorten
from palace.files.text_file import check_text, read_text

ENDINGS = (".ldr", ".mpd")

_OTHERS = {
    ".io": "BrickLink Studio: File, Export As, LDraw",
    ".lxf": "LEGO Digital Designer: File, Export Model, LDraw",
    ".lxfml": "LEGO Digital Designer: File, Export Model, LDraw",
}
"""Models of other programs, and where they are written as LDraw there."""

_HIDDEN = re.compile(r"\s*0\s+MLCAD\s+HIDE\s+(?=[1-5]\s)", re.IGNORECASE)
"""What MLCad puts before a line that it hides."""

MOST_PARTS = 10_000
"""Parts a model may place, those of submodels counted each time they are placed."""

DEPTH = 64
"""Levels of submodels in submodels."""

MOST_LINES = 100_000
"""Lines of one kind that are kept: parts and submodels placed, comments, submodels."""

REACH = 1e6
"""The largest number in a file, either way."""

MOST_PROBLEMS = 200
"""Problems that are listed; one more says that there are others."""

MAIN_COLOUR = 16
"""The colour of a part that takes the one of the submodel it is in."""

DIRECT = 0x2000000
"""Added to red, green and blue it makes a colour of its own: 0x2RRGGBB."""

Matrix = tuple[float, float, float, float, float, float, float, float, float]
"""Nine numbers, row by row, as in the file."""

Point = tuple[float, float, float]

_AT_MOST = f"at most {REACH:,.0f}"
_UNIT: Matrix = (1, 0, 0, 0, 1, 0, 0, 0, 1)
_NUMBER = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d{1,3})?")
_COLOUR = re.compile(r"\d{1,10}|0[xX][0-9A-Fa-f]{1,8}|#2?[0-9A-Fa-f]{6}")
_WORD = re.compile(r"\S+")
_NAMES = "colour x y z a b c d e f g h i".split()


class Placed(NamedTuple):
    """A part of a model.

    `name` is in small letters with forward slashes; `matrix` and `at` place it in the whole model.
    `line` is that of the part in the file, `via` are those of the submodels around it, outermost
    first; `step` is the building step on each of these levels, from 1; `remarks` are the comments
    right before the line.
    """

    name: str
    colour: int
    matrix: Matrix
    at: Point
    line: int
    via: tuple[int, ...]
    step: tuple[int, ...]
    remarks: tuple[str, ...]


class Comment(NamedTuple):
    """A comment that begins with the wanted word, without the 0; `column` is that of the word."""

    text: str
    line: int
    column: int


@dataclass(frozen=True)
class Model:
    """What a file holds.

    `comments` are those of all submodels in the order of the file; `left_out` are the names of
    submodels that the first one does not place, `hidden` the lines that MLCad hides.
    """

    file: str
    parts: tuple[Placed, ...]
    comments: tuple[Comment, ...] = ()
    left_out: tuple[str, ...] = ()
    hidden: tuple[int, ...] = ()


def read_model(
    path: str | os.PathLike[str], word: str = "!", is_part: Callable[[str], bool] | None = None
) -> Model:
    """Return the model in a `.ldr` or `.mpd` file; see `parse_model`."""
    if how := _OTHERS.get(os.path.splitext(path)[1].lower()):
        remedy = f"export it as LDraw (.ldr) in {how}"
        raise InputError(Problem(os.fspath(path), "this is no LDraw model", remedy))
    return parse_model(read_text(path, ENDINGS), os.fspath(path), word, is_part)


def parse_model(
    text: str, file: str, word: str = "!", is_part: Callable[[str], bool] | None = None
) -> Model:
    """Return the model of a text.

    Comments are kept if they begin with `word`.  `is_part` tells which names are parts even if the
    file holds a submodel of that name, as some programs add the parts they use.  Raises
    `InputError` with every problem.
    """
    reader = _Reader(file, word.upper(), is_part or (lambda name: False))
    parts: tuple[Placed, ...] = ()
    with contextlib.suppress(_TooMuchError):
        reader.read(check_text(text, file))
        parts = () if reader.problems else reader.expanded()
    if reader.problems:
        raise InputError(*reader.problems)
    return Model(file, parts, tuple(reader.comments), reader.left_out(), tuple(reader.hidden))


def is_model(name: str) -> bool:
    """Return whether a name is that of an LDraw model, or of one to be exported as LDraw."""
    return name.lower().endswith((*ENDINGS, *_OTHERS))


def plain_name(name: str) -> str:
    """Return the name of a part or a submodel as it is compared."""
    return " ".join(name.replace("\\", "/").lower().split())


class _Reference(NamedTuple):
    name: str
    colour: int
    matrix: Matrix
    at: Point
    line: int
    step: int
    remarks: tuple[str, ...]


class _Frame(NamedTuple):
    """A submodel that is being expanded: what is left of it, and where it is placed."""

    rest: Iterator[_Reference]
    matrix: Matrix
    at: Point
    colour: int
    via: tuple[int, ...]
    steps: tuple[int, ...]


@dataclass
class _Section:
    """One model of the file: its references, how many steps are over, whether it draws anything."""

    name: str
    line: int
    references: list[_Reference] = field(default_factory=list)
    steps: int = 0
    drawn: bool = False


class _TooMuchError(Exception):
    """The file holds more than is read; a problem tells what."""


class _Reader:
    """One run over a file."""

    def __init__(self, file: str, word: str, is_part: Callable[[str], bool]) -> None:
        self.file = file
        self.word = word
        self.is_part = is_part
        self.problems: list[Problem] = []
        self.comments: list[Comment] = []
        self.hidden: list[int] = []
        self.sections: dict[str, _Section] = {}
        self.main = _Section("", 1)
        self.counts: dict[str, int] = {}
        self.kept = {"parts": 0, "comments": 0, "submodels": 0}

    def wrong(self, line: int, column: int, what: str, remedy: str) -> None:
        if len(self.problems) == MOST_PROBLEMS:
            self.problems.append(Problem(self.file, "more such lines follow", "mend these first"))
            raise _TooMuchError
        self.problems.append(Problem(f"{self.file}:{line}:{column}", what, remedy))

    def keep(self, what: str, line: int) -> None:
        """Count a line that is kept; one too many is a problem and a `_TooMuchError`."""
        self.kept[what] += 1
        if self.kept[what] > MOST_LINES:
            self.wrong(line, 1, f"there are more than {MOST_LINES:,} lines of {what}", "split it")
            raise _TooMuchError

    def read(self, text: str) -> None:
        """Read the lines into sections."""
        current: _Section | None = self.main
        remarks: list[str] = []
        for number, row in enumerate(io.StringIO(text, newline=None), 1):
            row = row.rstrip()
            if before := _HIDDEN.match(row):
                row = " " * before.end() + row[before.end() :]
                self.hidden.append(number)
            words = row.split(None, 2)
            if not words:
                continue
            kind = words[0]
            if kind == "0":
                meta = words[1].upper() if len(words) > 1 else ""
                if meta == "FILE":
                    current, remarks = self.section(row, words, number), []
                elif meta == "NOFILE":
                    current = None
                elif current is not None and meta in ("STEP", "ROTSTEP"):
                    current.steps += 1
                elif current is not None and meta.startswith(self.word):
                    self.keep("comments", number)
                    said = row.split(None, 1)[1]
                    self.comments.append(Comment(said, number, row.index(words[1]) + 1))
                    remarks.append(said)
            elif current is None:
                continue
            elif kind == "1":
                self.keep("parts", number)
                if found := self.reference(row, number, current.steps + 1, remarks):
                    current.references.append(found)
                remarks = []
            elif kind in ("2", "3", "4", "5"):
                current.drawn = True
            else:
                self.wrong(
                    number, row.index(kind) + 1, f"{shorten(kind, 20)!r} begins no line of LDraw",
                    "0 begins a comment, 1 a part",
                )  # fmt: skip
        if self.sections and not self.main.references:
            self.main = next(iter(self.sections.values()))

    def section(self, row: str, words: list[str], number: int) -> _Section:
        """Return the section that a line `0 FILE name` begins."""
        self.keep("submodels", number)
        name = words[2].strip() if len(words) > 2 else ""
        section = _Section(name, number)
        if not name:
            self.wrong(number, len(row) + 1, "a file has no name", "write 0 FILE name.ldr")
        elif (known := self.sections.get(plain_name(name))) is not None:
            what = f"{shorten(name, 40)} is the name of the file on line {known.line}, too"
            self.wrong(number, row.index(name) + 1, what, "give each its own")
        else:
            self.sections[plain_name(name)] = section
        return section

    def reference(
        self, row: str, number: int, step: int, remarks: Sequence[str]
    ) -> _Reference | None:
        """Return the part or submodel of a line; None if it cannot be read."""
        words = row.split(None, 14)
        if len(words) < 15:
            self.wrong(
                number, len(row) + 1,
                f"a part needs 13 numbers and a name, here are {len(words) - 1} values",
                "write 1 COLOUR X Y Z A B C D E F G H I NAME",
            )  # fmt: skip
            return None
        strange = [
            index for index, word in enumerate(words[1:14], 1)
            if not (_NUMBER if index > 1 else _COLOUR).fullmatch(word)
            or (index > 1 and abs(float(word)) > REACH)
        ]  # fmt: skip
        places = [found.start() + 1 for found in _WORD.finditer(row)] if strange else []
        for index in strange:
            word, name = words[index], _NAMES[index - 1]
            what, remedy = f"{name}: {shorten(word, 20)!r} is no number", "such as -24 or 0.5"
            if index == 1:
                what, remedy = f"{name}: {shorten(word, 20)!r} is no colour", "such as 4"
            elif _NUMBER.fullmatch(word):
                what, remedy = f"{name}: {shorten(word, 20)} is out of range", _AT_MOST
            self.wrong(number, places[index], what, remedy)
        if strange:
            return None
        x, y, z, *rest = map(float, words[2:14])
        a, b, c, d, e, f, g, h, i = rest
        name = plain_name(words[14])
        matrix = (a, b, c, d, e, f, g, h, i)
        return _Reference(name, _colour(words[1]), matrix, (x, y, z), number, step, tuple(remarks))

    def submodel(self, reference: _Reference) -> _Section | None:
        """Return the section a line places, None for a part."""
        section = self.sections.get(reference.name)
        if section is None or self.is_part(reference.name):
            return None
        # A part that came along in the file is still a part.
        return None if section.drawn and reference.name.endswith(".dat") else section

    def expanded(self) -> tuple[Placed, ...]:
        """Return every part of the main model, after counting them."""
        if self.count() > MOST_PARTS:
            self.wrong(
                self.main.line, 1, f"the model has more than {MOST_PARTS:,} parts", "split it"
            )
        return () if self.problems else tuple(self.walk())

    def count(self) -> int:
        """Return the number of parts, at most one above the limit; circles are problems."""
        key = plain_name(self.main.name)
        counts, heights = self.counts, {key: 0}
        open_now = {key: self.main.line}
        stack = [(key, iter(self.main.references))]
        counts[key] = 0

        def add(name: str, inner: str) -> None:
            counts[name] = min(counts[name] + counts[inner], MOST_PARTS + 1)
            heights[name] = max(heights[name], heights[inner] + 1)

        while stack:
            name, rest = stack[-1]
            for reference in rest:
                section = self.submodel(reference)
                if section is None:
                    counts[name] += 1
                elif reference.name in open_now:
                    what = f"{shorten(section.name, 40)} is placed within itself"
                    self.wrong(reference.line, 1, what, "take this line out")
                elif reference.name in counts:
                    add(name, reference.name)
                else:
                    counts[reference.name] = heights[reference.name] = 0
                    open_now[reference.name] = reference.line
                    stack.append((reference.name, iter(section.references)))
                    break
            else:
                stack.pop()
                line = open_now.pop(name)
                if stack:
                    add(stack[-1][0], name)
                    if heights[name] == DEPTH:
                        what = f"submodels are nested more than {DEPTH} deep"
                        self.wrong(line, 1, what, "place their parts directly")
        return counts[key]

    def walk(self) -> Iterator[Placed]:
        """Yield the parts in the order of the file."""
        inner_of: dict[str, _Section] = {}
        for name in self.counts:
            # What places nothing is passed over, however often it is placed.
            section = self.main if name == plain_name(self.main.name) else self.sections[name]
            section.references[:] = [
                one for one in section.references
                if self.submodel(one) is None or self.counts[one.name]
            ]  # fmt: skip
            inner_of[name] = section
        first = iter(self.main.references)
        origin: Point = (0, 0, 0)
        stack: list[_Frame] = [_Frame(first, _UNIT, origin, MAIN_COLOUR, (), ())]
        while stack:
            rest, matrix, at, colour, via, steps = stack[-1]
            for reference in rest:
                own = colour if reference.colour == MAIN_COLOUR else reference.colour
                turned = _times(matrix, reference.matrix)
                moved = _moved(matrix, at, reference.at)
                step = (*steps, reference.step)
                if not all(abs(number) <= REACH for number in (*turned, *moved)):
                    self.wrong(reference.line, 1, "the part is out of range", _AT_MOST)
                elif self.submodel(reference) is None:
                    yield Placed(
                        reference.name, own, turned, moved, reference.line, via, step,
                        reference.remarks,
                    )  # fmt: skip
                else:
                    inner = iter(inner_of[reference.name].references)
                    around = (*via, reference.line)
                    stack.append(_Frame(inner, turned, moved, own, around, step))
                    break
            else:
                stack.pop()

    def left_out(self) -> tuple[str, ...]:
        """Return the names of submodels that neither a model nor a part places, in the order of
        the file.
        """
        placed, open_now = {*self.counts}, [*self.counts]
        while open_now:
            section = self.sections.get(open_now.pop(), self.main)
            new = {one.name for one in section.references} & self.sections.keys() - placed
            placed |= new
            open_now += new
        return tuple(
            section.name
            for name, section in self.sections.items()
            if name not in placed and not section.drawn and section.references
        )


def _colour(word: str) -> int:
    """Return the number of a colour; `#RRGGBB` and `0x2RRGGBB` are the same."""
    if word[0] == "#":
        return DIRECT | int(word[-6:], 16)
    return int(word, 16) if word[:2] in ("0x", "0X") else int(word)


def _times(one: Matrix, other: Matrix) -> Matrix:
    a, b, c, d, e, f, g, h, i = one
    j, k, m, n, o, p, q, r, s = other
    return (
        a * j + b * n + c * q, a * k + b * o + c * r, a * m + b * p + c * s,
        d * j + e * n + f * q, d * k + e * o + f * r, d * m + e * p + f * s,
        g * j + h * n + i * q, g * k + h * o + i * r, g * m + h * p + i * s,
    )  # fmt: skip


def _moved(matrix: Matrix, at: Point, point: Point) -> Point:
    a, b, c, d, e, f, g, h, i = matrix
    x, y, z = point
    return (
        a * x + b * y + c * z + at[0],
        d * x + e * y + f * z + at[1],
        g * x + h * y + i * z + at[2],
    )
