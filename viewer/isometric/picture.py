"""Axonometric pictures of palaces and builds as SVG; needs no 3D library, window or browser.

Unit cells are painted back to front.  Seen from the south, a little from the east and from above, a
cell can only hide cells that are farther north, farther west or lower, so any order that runs from
north to south, west to east and from the ground up is exact.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from palace.core import colours
from palace.core.colours import mixed
from palace.core.svg import MONO, Point, document, path, tag, width
from palace.monkey_palace.drawing.shown import Drop, find_drops, find_wrong, list_shown, tint
from palace.monkey_palace.kernel.build import GROUND, Build, Cell, cells_of
from palace.monkey_palace.kernel.elements import COLOURS, Element
from palace.monkey_palace.kernel.ground import GroundMap
from palace.monkey_palace.kernel.knob import FILES, Knob
from palace.monkey_palace.kernel.palace import Palace

from . import shapes
from .shapes import DEFAULTS, Canvas, Place, figure, project

_PLATE_DEPTH = 0.4
_SHADE_EAST, _SHADE_NORTH = 0.34, 0.22
_TEXT = 26.0
_MARGIN = 14.0
_ANIMALS = frozenset(colours.ANIMALS)
_HOLE = 0.42
_LEGEND = 17.0
_LEVEL, _BESIDE, _NOTCH = 14.0, 0.7, 0.35  # size of a level's number; studs west, and of a notch


def isometric_svg(
    palace_or_build: Palace | Build,
    *,
    size: int = 900,
    labels: Mapping[Element, str] = MappingProxyType({}),
    legend: Sequence[tuple[str, str]] = (),
) -> str:
    """Return an axonometric picture as SVG text, `size` pixels wide, fitted to its content.

    The colours of arches and bricks vary as in the box and have no meaning; pieces that hang, are
    misplaced or overlap are red with white edges and a `!`, and a dashed line drops from a hanging
    foot to its knob; what the nearest mend puts elsewhere is a ghost.  `labels` are written over
    arches; the `legend` below the picture has a line for each colour and text.
    """
    ground, elements = palace_or_build.ground, list_shown(palace_or_build)
    if isinstance(palace_or_build, Palace):
        about = f"Position {palace_or_build.position}."
    else:
        about = f"{len(elements)} elements: {'; '.join(map(str, elements))}."
    wrong = find_wrong(palace_or_build) if isinstance(palace_or_build, Build) else frozenset()
    canvas = Canvas()
    _table(canvas, ground)
    _shadows(canvas, ground, elements)
    _levels(canvas, max((element.top for element in elements), default=0))
    _Scene(canvas, elements, wrong).paint()
    if isinstance(palace_or_build, Build):
        _ghosts(canvas, palace_or_build)
    for element, text in labels.items():
        x, y = element.x + 2 - 1.5 * (element.turn % 2), element.y + 0.5 + 1.5 * (element.turn % 2)
        canvas.write_pill(text, project(x, y, element.top + 0.4))
    canvas.write(ground.title, (canvas.west, canvas.low + _TEXT), _TEXT, colours.INK, "start")
    _legend(canvas, legend)
    wide = canvas.east - canvas.west + 2 * _MARGIN
    deep = canvas.low - canvas.top + 2 * _MARGIN
    shift = f"translate({_MARGIN - canvas.west:.2f} {_MARGIN - canvas.top:.2f})"
    return document(
        wide, deep, size, f"Monkey Palace, {ground.title}", about,
        [
            tag("rect", width=wide, height=deep, fill=colours.PAPER),
            tag("g", "\n".join(canvas.parts), transform=shift, **DEFAULTS),
        ],
    )  # fmt: skip


def _ghosts(canvas: Canvas, build: Build) -> None:
    """Paint what the nearest mend of a table puts elsewhere, in front of everything."""
    from palace.monkey_palace.kernel.build_referee import judge_table
    from palace.monkey_palace.search.mend import nearest_mends

    found, parts = judge_table(build), len(canvas.parts)
    placed = [s.after for mend in nearest_mends(build, found)[:1] for s in mend if s.after]
    _Scene(canvas, tuple(placed), frozenset()).paint()
    if placed:
        canvas.parts[parts:] = [tag("g", "\n".join(canvas.parts[parts:]), opacity=0.6)]


def _table(canvas: Canvas, ground: GroundMap) -> None:
    """Draw the plate, the sheet with its zones and knobs, and the names along the near edges."""
    side = ground.plate
    shade = shapes.shades(colours.PLATE)
    low = -_PLATE_DEPTH
    canvas.area(((0, 0, low), (side, 0, low), (side, 0, 0), (0, 0, 0)), shade.south, shade.edge)
    canvas.area(
        ((side, 0, low), (side, side, low), (side, side, 0), (side, 0, 0)), shade.east, shade.edge
    )
    canvas.area(_flat(0, 0, side, side), shade.top, shade.edge)
    west, south, wide, deep = ground.sheet
    for y in range(side - 1, -1, -1):
        for x in range(side):
            if not (west <= x < west + wide and south <= y < south + deep):
                shapes.knob(canvas, (x + 0.5, y + 0.5, 0), shade)
    paper = _flat(west, south, west + wide, south + deep)
    canvas.area(paper, colours.CLOSED_AREA, mixed(colours.CLOSED_AREA, colours.INK, 0.6))
    for knob, letter in ground.colours.items():
        canvas.area(_flat(*ground.square(knob)), colours.ZONES[letter], colours.PAPER)
    for knob, letter in sorted(ground.colours.items(), key=lambda item: (-item[0].rank, item[0])):
        x, y = ground.stud(knob)
        canvas.write_flat(letter, x - 0.6, y + 1.5, 1.25, colours.ON_ZONES[letter], MONO)
        hole = mixed(colours.ZONES[letter], colours.INK, 0.55)
        shapes.disc(canvas, (x + 0.5, y + 0.5, 0), _HOLE, hole, hole)
        shapes.knob(canvas, (x + 0.5, y + 0.5, 0), shade)
    for file in range(ground.width):
        x, _ = ground.stud(Knob(file, 0))
        canvas.write(FILES[file], project(x + 0.5, -1.1, low), _TEXT, colours.INK)
    for rank in range(ground.depth):
        _, y = ground.stud(Knob(0, rank))
        canvas.write(str(rank + 1), project(side + 1.1, y + 0.5, low), _TEXT, colours.INK)


def _levels(canvas: Canvas, high: int) -> None:
    """Draw a scale of levels up to the highest piece, upright at the south-west corner."""
    west = -_BESIDE
    notches = [((west - _NOTCH, 0, level), (west, 0, level)) for level in range(high + 1)]
    canvas.lines([((west, 0, 0), (west, 0, high)), *notches], colours.INK)
    for level in range(high + 1):
        at = project(west - 2 * _NOTCH, 0, level)
        canvas.write(str(level), at, _LEVEL, colours.INK, "end")


def _legend(canvas: Canvas, lines: Sequence[tuple[str, str]]) -> None:
    """Draw a square of each colour with its text, in as many columns as fit."""
    if not lines:
        return
    wide = max(width(text, _LEGEND) for _, text in lines) + 3 * _LEGEND
    columns = max(1, int((canvas.east - canvas.west) // wide))
    deep = -(-len(lines) // columns)
    left, top = canvas.west, canvas.low + _TEXT
    for place, (colour, text) in enumerate(lines):
        x = left + place // deep * wide
        y = top + place % deep * 1.5 * _LEGEND
        corners = [(x, y), (x + _LEGEND, y), (x + _LEGEND, y + _LEGEND), (x, y + _LEGEND)]
        canvas.shape(corners, colour, colours.INK)
        canvas.write(text, (x + 1.5 * _LEGEND, y + _LEGEND / 2), _LEGEND, colours.INK, "start")


def _flat(west: float, south: float, east: float, north: float) -> tuple[Place, ...]:
    return (west, south, 0), (east, south, 0), (east, north, 0), (west, north, 0)


def _shadows(canvas: Canvas, ground: GroundMap, elements: Iterable[Element]) -> None:
    """Draw the shadows of the pieces on the plate, all in one tone."""
    side = ground.plate
    areas: list[str] = []
    for x, y, level in sorted({cell for element in elements for cell in cells_of(element)}):
        if level < 0:
            continue
        outline = []
        for up in (level, level + 1):
            east, north = x + up * _SHADE_EAST, y + up * _SHADE_NORTH
            outline += [(east + a, north + b) for a in (0, 1) for b in (0, 1)]
        inside = [(min(max(a, 0), side), min(max(b, 0), side)) for a, b in outline]
        areas.append(path([project(a, b, 0) for a, b in _hull(inside)]) + "Z")
    if areas:
        canvas.parts.append(tag("path", d="".join(areas), fill="#10240f", opacity=0.2))


def _hull(points: Iterable[Point]) -> list[Point]:
    """Return the convex outline of points, anticlockwise."""
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return ordered

    def half(run: Iterable[Point]) -> list[Point]:
        line: list[Point] = []
        for x, y in run:
            while len(line) > 1 and (line[-1][0] - line[-2][0]) * (y - line[-2][1]) <= (
                line[-1][1] - line[-2][1]
            ) * (x - line[-2][0]):
                line.pop()
            line.append((x, y))
        return line[:-1]

    return half(ordered) + half(reversed(ordered))


class _Scene:
    """The pieces, cell by cell; those that are wrong are red."""

    def __init__(
        self, canvas: Canvas, elements: tuple[Element, ...], wrong: frozenset[Element]
    ) -> None:
        self.canvas = canvas
        self.elements = elements
        self.wrong = wrong
        self.cells: dict[Cell, list[int]] = {}
        for number, element in enumerate(elements):
            for cell in cells_of(element):
                self.cells.setdefault(cell, []).append(number)
        # A line is as far back as the stud it drops over.
        self.drops: dict[tuple[int, int], list[Drop]] = {}
        for drop in find_drops(elements, wrong):
            self.drops.setdefault((drop.x, drop.y), []).append(drop)

    def paint(self) -> None:
        """Paint all cells, back to front, then a sign on each piece that is wrong."""
        spots: set[Cell] = {*self.cells}
        spots |= {
            (x, y, drop.level) for (x, y), all_here in self.drops.items() for drop in all_here
        }
        for cell in sorted(spots, key=lambda at: (-at[1], at[0], at[2])):
            numbers = self.cells.get(cell, ())
            for drop in self.drops.get(cell[:2], ()):
                if drop.level == cell[2]:
                    shapes.drop_line(self.canvas, drop.x, drop.y, drop.level, drop.element.level)
            if len(numbers) > 1:
                self.clash(cell)
            elif numbers:
                self.piece(cell, numbers[0])
        for element in sorted(self.wrong):
            if not any(len(self.cells[cell]) > 1 for cell in cells_of(element)):
                x, y = (sum(each) / len(element.studs) for each in zip(*element.studs, strict=True))
                middle = project(x + 0.5, y + 0.5, (element.level + element.top) / 2)
                self.canvas.write_pill("!", middle)

    def clash(self, cell: Cell) -> None:
        """Paint a cell in which two pieces overlap."""
        shade = shapes.shades(colours.FAULT)
        apart = shapes.Joined(False, False, False, False, False, False)
        shapes.box(self.canvas, cell, shade, self.open(cell, GROUND), apart)
        x, y, z = cell
        self.canvas.write("!", project(x + 0.5, y, z + 0.5), 17, colours.PAPER)

    def piece(self, cell: Cell, number: int) -> None:
        element = self.elements[number]
        kind = element.kind
        x, y, z = cell
        visible = self.open(cell, number)
        if kind in _ANIMALS:
            figure(self.canvas, kind, (x + 0.5, y + 0.5, z))
        elif kind == "gold":
            shapes.gold(self.canvas, cell, self.shade(element), visible.top)
        elif kind in COLOURS.values():
            shapes.bamboo(self.canvas, cell, self.shade(element), visible.top)
        else:
            shade = self.shade(element)
            index = element.studs.index((x, y))
            if kind == "arch" and index in (1, 2):
                shapes.arch_middle(self.canvas, cell, shade, visible, index, element.turn % 2 == 0)
            else:
                shapes.box(self.canvas, cell, shade, visible, self.joined(cell, number))
            if visible.top:
                shapes.knob(self.canvas, (x + 0.5, y + 0.5, z + 1), shade)

    def shade(self, element: Element) -> shapes.Shades:
        if element in self.wrong:
            return shapes.shades(colours.FAULT)._replace(edge=colours.PAPER)
        return shapes.shades(tint(element))

    def joined(self, cell: Cell, number: int) -> shapes.Joined:
        x, y, z = cell
        around = (
            (x - 1, y, z), (x + 1, y, z), (x, y - 1, z), (x, y + 1, z), (x, y, z - 1), (x, y, z + 1)
        )  # fmt: skip
        return shapes.Joined(*(number in self.cells.get(other, ()) for other in around))

    def open(self, cell: Cell, number: int) -> shapes.Open:
        """Return the sides of a cell that no other piece covers."""
        x, y, z = cell
        return shapes.Open(
            not self.full((x, y, z + 1), number),
            not self.full((x, y - 1, z), number),
            not self.full((x + 1, y, z), number),
        )

    def full(self, cell: Cell, number: int) -> bool:
        """Return whether a cell hides what is behind it: filled to its edges, or the same piece."""
        for other in self.cells.get(cell, ()):
            element = self.elements[other]
            if other == number or element.kind in ("brick", "column", "corner"):
                return True
            if element.kind == "arch" and cell[:2] in element.feet:
                return True
        return False
