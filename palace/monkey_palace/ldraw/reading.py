"""Reads LDraw models as builds: our own, and those of LeoCAD, Studio and others."""

from __future__ import annotations

import json
import math
import os
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from palace.core.errors import InputError, NotationError, Problem, nearest, shorten
from palace.files.document import parse_document
from palace.files.ldraw import Comment, Model, Placed, read_model
from palace.monkey_palace.drawing.shown import corner_pieces
from palace.monkey_palace.kernel.build import Build
from palace.monkey_palace.kernel.elements import ANIMALS, PIECES, Element, noun
from palace.monkey_palace.kernel.ground import SHIPPED, GroundMap, load_map, read_map
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.ldraw.frame import TOLERANCE, Frame, Lump, Slab, find_frame
from palace.monkey_palace.ldraw.parts import (
    BRICK,
    PARTS,
    PLATES,
    ROUND,
    STUD,
    bamboo_kind,
    is_gold,
    is_part,
    quarter,
    south_west,
    stem,
)
from palace.monkey_palace.ldraw.writing import KEYWORD, read_colour

TILT = 5.0
"""Degrees that a piece may be turned or tilted off a quarter turn."""

EXACT = 0.05
"""LDU and degrees that are not worth a word."""

FARTHEST = 1000
"""Studs and levels from the corner of the plate; no table reaches that far."""

MOST_NAMED = 10
"""Pieces that are named one by one in a note."""

WORDS = ("MAP", "GROUND", "ON", "TURN", "COLOUR")
"""What a comment of ours may be about."""


class Unknown(NamedTuple):
    """A part that is no piece of the game."""

    name: str
    line: int


@dataclass(frozen=True)
class LDrawBuild:
    """What an LDraw model holds: the build, with the line of every element.

    `notes` tell what was turned, moved or not judged; `unknown` lists the parts that are no
    pieces, which the build leaves out; `warnings` has a line for each of them.
    """

    build: Build
    notes: tuple[str, ...] = ()
    unknown: tuple[Unknown, ...] = ()
    warnings: tuple[str, ...] = ()


def read_ldraw(path: str | os.PathLike[str], ground: GroundMap | None = None) -> LDrawBuild:
    """Return the build in a `.ldr` or `.mpd` file; see `build_of`."""
    return build_of(read_model(path, KEYWORD, is_part), ground)


def build_of(model: Model, ground: GroundMap | None = None) -> LDrawBuild:
    """Return the build of a model.

    `ground` is the map of a model that names none, by default map-1.  Raises `InputError` with
    every comment that cannot be read, and every piece that is tilted or off the grid.
    """
    return _Reading(model, ground).result()


class _Reading:
    """One model on its way to a build."""

    def __init__(self, model: Model, ground: GroundMap | None) -> None:
        self.model = model
        self.problems: list[Problem] = []
        self.notes: list[str] = []
        self.warnings: list[str] = []
        self.unknown: list[Unknown] = []
        self.lumps: list[Lump] = []
        self.slabs: list[Slab] = []
        self.parts: list[Placed] = []
        self.remarks: dict[str, tuple[Comment, str]] = {}
        self.straightened: list[tuple[Placed, float]] = []
        self.given = ground

    def result(self) -> LDrawBuild:
        self.comments()
        ground = self.ground()
        before = None if ground is None else self.before(ground)
        for part in self.model.parts:
            self.part(part)
        if ground is None or self.problems:
            raise InputError(*self.problems)
        ours = "MAP" in self.remarks or "GROUND" in self.remarks
        frame = find_frame(self.lumps, self.slabs, ground, ours=ours)
        self.told(frame, ground)
        elements = self.elements(frame, ground)
        lines = [lump.line for lump in self.lumps]
        if before is not None and not self.problems:
            elements, lines = self.turn(elements, lines, before)
        if self.problems:
            raise InputError(*self.problems)
        self.aside()
        build = Build(ground, tuple(elements), before, tuple(lines))
        notes, warnings = tuple(self.notes), tuple(self.warnings)
        return LDrawBuild(build, notes, tuple(self.unknown), warnings)

    # Comments.

    def comments(self) -> None:
        """Take the comments of ours that are about the whole model."""
        for comment in self.model.comments:
            _, _, rest = comment.text.partition(" ")
            word, _, value = rest.strip().partition(" ")
            key, value = word.upper(), value.strip()
            if key not in WORDS:
                near = nearest(key, WORDS)
                hint = f"did you mean {near}?" if near else f"known are {', '.join(WORDS)}"
                what = f"{shorten(word, 20)!r} is not known after {KEYWORD}"
                self.warnings.append(f"{self.at(comment)}: {what}; {hint}")
            elif key in self.remarks and key in ("MAP", "GROUND", "ON"):
                if self.remarks[key][1] != value:
                    line = self.remarks[key][0].line
                    self.wrong(comment, f"{key} is on line {line}, too", "leave one of them out")
            else:
                self.remarks.setdefault(key, (comment, value))

    def ground(self) -> GroundMap | None:
        """Return the map that the model names, or the one given."""
        own = None
        try:
            if "GROUND" in self.remarks:
                own = self.own_map(*self.remarks["GROUND"])
            elif "MAP" in self.remarks:
                comment, name = self.remarks["MAP"]
                if name not in SHIPPED:
                    near = nearest(name, SHIPPED)
                    hint = f"did you mean {near}?" if near else f"it is {', '.join(SHIPPED)}"
                    self.wrong(comment, f"there is no map {shorten(name, 40)!r}", hint)
                    return None
                own = load_map(name)
        except InputError as error:
            self.problems += error.problems
            return None
        if own is None:
            return self.given or load_map(SHIPPED[0])
        if self.given is not None and self.given != own:
            what = f"{self.model.file} is built on {own.name}"
            self.problems.append(Problem("--map", what, "leave it out"))
        return own

    def own_map(self, comment: Comment, value: str) -> GroundMap:
        """Return the map of a comment, each problem with its place in the file."""
        column = comment.column + comment.text.index(value) if value else comment.column
        file = self.model.file
        text = "\n" * (comment.line - 1) + " " * (column - 1) + (value or "{}")
        try:
            return read_map(parse_document(text, "json", file))
        except InputError as error:
            # What is missing has the place where the document begins.
            whole, start = f"{file}:1:1", f"{file}:{comment.line}:{column}"
            raise InputError(
                *(p._replace(where=start) if p.where == whole else p for p in error.problems)
            ) from None

    def before(self, ground: GroundMap) -> Palace | None:
        """Return the palace on which the model is a turn."""
        if "ON" not in self.remarks:
            return None
        comment, value = self.remarks["ON"]
        try:
            return Palace.read(value, ground)
        except NotationError as error:
            column = comment.column + (comment.text.index(value) if value else 0)
            problem = error.problem("")
            where = f"{self.model.file}:{comment.line}:{column + error.column - 1}"
            self.problems.append(problem._replace(where=where))
            return None

    # Parts.

    def part(self, part: Placed) -> None:
        """Sort a part into pieces, baseplates and others."""
        name = stem(part.name)
        if name in PLATES:
            self.plate(part, name)
            return
        known = PARTS.get(name)
        if known is None:
            self.unknown.append(Unknown(part.name, part.line))
            return
        kind = known.kind
        if kind == "bamboo":
            green = bamboo_kind(part.colour)
            if green is None:
                what = f"{part.name} has colour {_code(part.colour)}, none of the two greens"
                self.off(part, what, "27 is light green, 288 dark green")
                return
            kind = green
        elif kind == "gold" and not is_gold(part.colour):
            self.off(part, f"{part.name} has colour {_code(part.colour)}, not gold", "297 is gold")
            return
        turn = self.upright(part, kind)
        if turn is None:
            return
        x, y, z = _ours(part)
        west, south = south_west(PIECES[kind].footprint, known.first, turn)
        self.parts.append(part)
        self.lumps.append(
            Lump(
                kind, turn, x + west * STUD / 2, y + south * STUD / 2, z - known.drop,
                part.line, part.colour,
            )
        )  # fmt: skip

    def plate(self, part: Placed, name: str) -> None:
        """Take a baseplate, which may be turned by quarter turns."""
        turn = self.upright(part, "plate")
        if turn is None:
            return
        wide, deep = PLATES[name]
        half = (deep, wide) if turn % 2 else (wide, deep)
        x, y, z = _ours(part)
        self.slabs.append(Slab(x, y, z, (half[0] * STUD / 2, half[1] * STUD / 2), turn))

    def upright(self, part: Placed, kind: str) -> int | None:
        """Return the quarter turn of a part; None, with a problem, if it is tilted or scaled."""
        a, b, c, d, e, f, g, h, i = part.matrix
        if any(abs(math.hypot(*row) - 1) > 0.05 for row in ((a, d, g), (b, e, h), (c, f, i))):
            self.off(part, f"{part.name} is made larger or smaller", "give it its own size")
            return None
        square = (a * b + d * e + g * h, a * c + d * f + g * i, b * c + e * f + h * i)
        if max(map(abs, square)) > 0.1:
            self.off(part, f"{part.name} is skewed", "give it square corners")
            return None
        tilt = math.degrees(math.acos(max(-1.0, min(1.0, e / math.hypot(b, e, h)))))
        if tilt > TILT:
            what = "upside down" if tilt > 180 - TILT else f"tilted by {tilt:.0f} degrees"
            self.off(part, f"{part.name} is {what}", "put it upright")
            return None
        # East of the part; a mirrored corner piece has its free stud between east and north.
        angle = math.degrees(math.atan2(g, a))
        if kind == "corner":
            angle = math.degrees(math.atan2(g + i, a + c)) - 45
        turn = round(angle / 90)
        off = abs(angle - 90 * turn)
        if off > TILT and kind not in ROUND:
            self.off(
                part, f"{part.name} is turned by {angle % 360:.0f} degrees",
                f"turn it to {turn % 4 * 90}",
            )  # fmt: skip
            return None
        askew = tilt if kind in ROUND else max(off, tilt)
        if askew > EXACT:
            self.straightened.append((part, askew))
        return turn % 4

    # The table.

    def told(self, frame: Frame, ground: GroundMap) -> None:
        """Note how the model was turned and moved."""
        corner = -ground.plate * STUD / 2
        x, y, z = (corner - frame.x, corner - frame.y, -frame.z)
        moved = [
            f"{abs(by):.4g} LDU {ways[by < 0]}"
            for by, ways in ((x, ("east", "west")), (y, ("north", "south")), (z, ("up", "down")))
            if abs(by) > EXACT
        ]
        turned = f"turned by {frame.turn * 90} degrees anticlockwise" if frame.turn else ""
        shifted = f"moved by {', '.join(moved)}" if moved else ""
        if how := " and ".join(filter(None, (turned, shifted))):
            self.notes.append(f"the model was {how}, to fit {ground.name}")

    def elements(self, frame: Frame, ground: GroundMap) -> list[Element]:
        """Return the pieces on the grid; a problem for each that is too far off."""
        found: list[Element] = []
        snapped = [(part.line, f"{by:.1f} degrees") for part, by in self.straightened]
        for lump, part in zip(self.lumps, self.parts, strict=True):
            exact = frame.stud(lump)
            x, y, level = map(round, exact)
            if max(abs(x), abs(y), abs(level)) > FARTHEST:
                what = f"{part.name} is {max(map(abs, (x, y, level))):,} studs or bricks away"
                self.off(part, what, f"at most {FARTHEST:,} from the plate")
                continue
            east, north = ((whole - one) * STUD for whole, one in zip((x, y), exact, strict=False))
            up = (level - exact[2]) * BRICK
            by = max(abs(east), abs(north), abs(up))
            if by > TOLERANCE and lump.kind not in ANIMALS.values():
                self.off_grid(part, frame, (east, north, up), by)
            elif by > EXACT and lump.kind not in ANIMALS.values():
                snapped.append((part.line, f"{by:.1f} LDU"))
            element = frame.element(lump)
            found.append(element._replace(colour=self.colour(part, element)))
        self.snapped(snapped)
        return found

    def off_grid(
        self, part: Placed, frame: Frame, by: tuple[float, float, float], most: float
    ) -> None:
        """Add the problem of a piece that is too far off the grid."""
        east, north = quarter(-frame.turn, by[0], by[1])
        what = f"{part.name} is {most:.1f} LDU off the grid"
        if part.via:
            self.off(part, what, f"move it by {_numbers((east, -by[2], north))}")
        else:
            x, y, z = part.at
            self.off(part, what, f"move it to {_numbers((x + east, y - by[2], z + north))}")

    def snapped(self, pieces: Sequence[tuple[int, str]]) -> None:
        """Note which pieces were put on the grid, and by how much."""
        if pieces:
            count = "1 piece was" if len(pieces) == 1 else f"{len(pieces):,} pieces were"
            named = _listed([f"line {line} by {by}" for line, by in sorted(pieces)])
            self.notes.append(f"{count} a little off the grid, and put on it: {named}")

    def colour(self, part: Placed, element: Element) -> str:
        """Return the colour of its own that a piece has: that of the comment before it, if any."""
        own = read_colour(element, part.colour)
        for remark in part.remarks:
            words = remark.split(None, 2)
            if len(words) == 3 and words[1].upper() == "COLOUR":
                own = words[2]
                if own.startswith('"'):
                    own = self.quoted(own, part)
        return own

    def quoted(self, text: str, part: Placed) -> str:
        """Return the text between quotes, as JSON has it."""
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):
            value = None
        if isinstance(value, str):
            return value
        what = f"the colour {shorten(text, 40)} before it cannot be read"
        self.off(part, what, 'write it as "text"')
        return ""

    def turn(
        self, elements: Sequence[Element], lines: Sequence[int], before: Palace
    ) -> tuple[list[Element], list[int]]:
        """Return the elements of the turn: not those that were there before, each once."""
        old = Counter(
            element._replace(colour="")
            for element in (*before.elements(), *corner_pieces(before.ground))
        )
        new: list[tuple[Element, int]] = []
        for element, line, part in zip(elements, lines, self.parts, strict=True):
            bare = element._replace(colour="")
            if old[bare]:
                old[bare] -= 1
            elif element.kind == "corner" or element.kind in ANIMALS.values():
                what = f"a turn is not built of a {noun(element.kind)}"
                self.off(part, what, "take it out, or take out ON to judge the whole table")
            else:
                new.append((element, line))
        return [element for element, _ in new], [line for _, line in new]

    def aside(self) -> None:
        """Note the parts that are no pieces, and the submodels that are not placed."""
        for part in self.unknown[:MOST_NAMED]:
            self.warnings.append(f"{self.model.file}:{part.line}: {part.name} is no piece of "
                                 "Monkey Palace, and is not judged")  # fmt: skip
        if (rest := len(self.unknown) - MOST_NAMED) > 0:
            them = "part is no piece" if rest == 1 else "parts are no pieces"
            self.warnings.append(f"{self.model.file}: {rest:,} more {them}")
        if count := len(self.unknown):
            one = "1 piece of an unknown part is"
            what = one if count == 1 else f"{count:,} pieces of unknown parts are"
            names = _listed([*dict.fromkeys(part.name for part in self.unknown)])
            self.notes.append(f"{what} not judged: {names}")
        if self.model.hidden:
            lines = _listed([str(line) for line in self.model.hidden])
            self.notes.append(f"hidden in MLCad, and judged all the same: line {lines}")
        if self.model.left_out:
            names = _listed([shorten(name, 40) for name in self.model.left_out])
            self.notes.append(f"not placed in the first model, and not read: {names}")

    # Problems.

    def at(self, comment: Comment) -> str:
        return f"{self.model.file}:{comment.line}:{comment.column}"

    def wrong(self, comment: Comment, what: str, remedy: str) -> None:
        self.problems.append(Problem(self.at(comment), what, remedy))

    def off(self, part: Placed, what: str, remedy: str) -> None:
        """Add a problem of a piece."""
        within = f" (in the submodel placed on line {part.via[-1]})" if part.via else ""
        where = f"{self.model.file}:{part.line}:1"
        self.problems.append(Problem(where, f"{shorten(what, 200)}{within}", remedy))


def _ours(part: Placed) -> tuple[float, float, float]:
    """Return the origin of a part: to the east, to the north, up."""
    x, y, z = part.at
    return x, z, -y


def _listed(texts: Sequence[str]) -> str:
    """Return texts in a row; of many, the first ones and how many more."""
    rest = len(texts) - MOST_NAMED
    return ", ".join(texts[:MOST_NAMED]) + (f" and {rest:,} more" if rest > 0 else "")


def _code(colour: int) -> str:
    return f"0x{colour:X}" if colour >= 1 << 24 else str(colour)


def _numbers(numbers: tuple[float, ...]) -> str:
    return " ".join(f"{round(number, 2) + 0.0:g}" for number in numbers)
