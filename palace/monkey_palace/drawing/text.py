"""Palaces and builds as plain text for terminals."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from itertools import pairwise
from typing import NamedTuple

from palace.core.verdict import Reason
from palace.monkey_palace.kernel.build import Build, Cell, cells_of
from palace.monkey_palace.kernel.elements import ANIMALS, COLOURS, HEIGHTS, LETTERS, Element, Stud
from palace.monkey_palace.kernel.knob import FILES, WAYS, Knob
from palace.monkey_palace.kernel.palace import Palace, units
from palace.monkey_palace.kernel.staircase import Staircase

LEFT = 3
"""Columns taken by the rank and level numbers on the left."""

_WIDE, _NARROW, _FEW_FILES = 6, 4, 9
_BEYOND = 8
_MOST_LEFT_OUT = 5
_SIGNS = {**LETTERS, "corner": "L"}
_SEEN = {
    "b": "[b]", "c": "|c|", "L": "[L]", "l": "(l)", "d": "(d)", "g": "(g)",
    "E": "/==", "W": "==\\", "N": "/=\\", "S": "/=\\",
    "m": " m ", "f": " f ", "y": " y ",
}  # fmt: skip


class _Page:
    """Characters by row and column; rows grow downwards as they are written."""

    def __init__(self) -> None:
        self.rows: list[dict[int, str]] = []

    def row(self, count: int = 1) -> int:
        """Make new rows; the number of the last one."""
        self.rows += [{} for _ in range(count)]
        return len(self.rows) - 1

    def put(self, row: int, column: int, text: str) -> None:
        """Write over what is there."""
        for offset, character in enumerate(text):
            self.rows[row][column + offset] = character

    def join(self, row: int, left: int, right: int, bar: str) -> None:
        """Fill the blanks between what is written around two columns."""
        line = self.rows[row]
        for column in range(left, right):
            if line.get(column, " ") == " ":
                line[column] = bar

    def text(self) -> str:
        lines = []
        for row in self.rows:
            width = max(row, default=-1) + 1
            lines.append("".join(row.get(column, " ") for column in range(width)).rstrip())
        return "\n".join(lines)


def draw_plan(palace: Palace, staircase: Staircase | None = None) -> str:
    """Return a palace from above as in `draw`, with the map colour of every empty knob."""
    page = _Page()
    labels = _walk_labels(staircase)
    _plan(page, palace, _pitch(palace, labels), staircase, labels, {}, zones=True)
    return page.text()


def draw(
    palace: Palace, staircase: Staircase | None = None, marks: Mapping[Knob, str] | None = None
) -> str:
    """Return a palace from above, north on top, and from the south.

    The plan gives for each knob its height in bricks and what is on top: `l d g` a decoration, `m
    f y` an animal, nothing for the end of an arch; `.` is an empty knob.  Arches that are
    uppermost at one of their ends, decorations aside, are drawn between the knobs.  A staircase is
    numbered along its walk, below its knobs, its steps drawn `~` and `:`; `marks` puts one
    character beside a knob. The view from the south shows for each level the nearest piece over
    each file.
    """
    page = _Page()
    labels = _walk_labels(staircase)
    pitch = _pitch(palace, labels)
    page.put(page.row(), 0, f"{palace.ground.title}, from above, north on top")
    page.row()
    _plan(page, palace, pitch, staircase, labels, marks or {})
    page.row()
    _front(page, palace, pitch)
    return page.text()


def draw_front(palace: Palace) -> str:
    """Return a palace from the south: for each level the nearest piece over each file."""
    page = _Page()
    _front(page, palace, _pitch(palace, {}))
    return page.text()


def _pitch(palace: Palace, labels: Mapping[Knob, str]) -> int:
    """Return the columns from one knob to the next."""
    base = _WIDE if palace.ground.width <= _FEW_FILES else _NARROW
    return max([base, *(len(label) + 1 for label in labels.values())])


def walk_numbers(staircase: Staircase | None) -> dict[Knob, str]:
    """Return the numbers of a walk at each knob, such as `1`, or `1,5` where it comes back."""
    visits = defaultdict[Knob, list[str]](list)
    for number, knob in enumerate(staircase.knobs if staircase else (), 1):
        visits[knob].append(str(number))
    return {knob: ",".join(numbers) for knob, numbers in visits.items()}


def _walk_labels(staircase: Staircase | None) -> dict[Knob, str]:
    return {knob: f"({numbers})" for knob, numbers in walk_numbers(staircase).items()}


def _plan(
    page: _Page,
    palace: Palace,
    pitch: int,
    staircase: Staircase | None,
    labels: Mapping[Knob, str],
    marks: Mapping[Knob, str],
    *,
    zones: bool = False,
) -> None:
    ground = palace.ground
    animals = {knob: letter for letter, knob in palace.animals}
    top_row = len(page.rows)
    below = 1 if any(knob.rank == 0 and knob in ground for knob in labels) else 0
    page.row(2 * ground.depth - 1 + below)

    def place(knob: Knob) -> tuple[int, int]:
        return top_row + 2 * (ground.depth - 1 - knob.rank), LEFT + knob.file * pitch

    for rank in range(ground.depth):
        page.put(place(Knob(0, rank))[0], 0, f"{rank + 1:>2}")
    for knob, label in labels.items():
        if knob in ground:
            row, column = place(knob)
            page.put(row + 1, column + 2, label)
    for knob, height in palace.heights.items():
        top = palace.tops[knob]
        empty = ground.colours[knob] if zones and not height else ""
        sign = animals.get(knob) or (top if top in COLOURS else empty)
        row, column = place(knob)
        page.put(row, column, (f"{height:>2}" if height else " .") + sign)
    for knob, mark in marks.items():
        if knob in ground:
            row, column = place(knob)
            page.put(row, column + (3 if page.rows[row].get(column + 2) else 2), mark[:1])

    def link(one: Knob, other: Knob, across: str, along: str) -> None:
        (row, column), (last, right) = place(min(one, other)), place(max(one, other))
        if row == last:
            page.join(row, column + 1, right + 2, across)
        else:
            page.put(row - 1, column + 1, along)

    if staircase is not None:
        for one, other in pairwise(staircase.knobs):
            if one.way_to(other) and one in ground and other in ground:
                link(one, other, "~", ":")
    for one, other in sorted(_upper_arches(palace)):
        row, column = place(one)
        if one.rank == other.rank or page.rows[row - 1].get(column + 1) != ":":
            link(one, other, "-", "|")
    _files(page, ground.width, pitch)
    for knob, mark in marks.items():
        if knob not in ground:
            page.put(page.row(), 0, f"{mark[:1]} {knob} is beyond the map")


def _files(page: _Page, width: int, pitch: int) -> None:
    row = page.row()
    for file in range(width):
        page.put(row, LEFT + file * pitch + 1, FILES[file])


def _upper_arches(palace: Palace) -> set[tuple[Knob, Knob]]:
    """Return the edges, lower knob first, whose arch is uppermost at one end, decorations aside."""
    edges = set()
    for knob in palace.ground.colours:
        end = palace.column(knob).rstrip("".join(COLOURS))[-1:]
        if end in WAYS and (other := knob.step(end)) is not None:
            edges.add((min(knob, other), max(knob, other)))
    return edges


def _front(page: _Page, palace: Palace, pitch: int) -> None:
    """For each level from the top, over each file, the nearest piece."""
    page.put(page.row(), 0, "from the south")
    page.row()
    ground = palace.ground
    nearest: dict[tuple[int, int], str] = {}  # by level and file
    spans: set[tuple[int, int]] = set()  # arches from a file to the next
    for knob in ground.colours:
        column = palace.column(knob)
        for letter, level in units(column):
            for high in range(level, level + HEIGHTS[letter]):
                nearest.setdefault((high, knob.file), letter)
            if letter == "E":
                spans.add((level, knob.file))
    for letter, knob in sorted(palace.animals, key=lambda animal: animal[1].rank):
        nearest.setdefault((palace.heights[knob], knob.file), letter)
    for level in range(max((level for level, _ in nearest), default=-1), -1, -1):
        row = page.row()
        page.put(row, 0, f"{level:>2}")
        for file in range(ground.width):
            column_at = LEFT + file * pitch
            if (level, file) in spans:
                page.put(row, column_at + 3, "=" * (pitch - 3))
            if (level, file) in nearest:
                page.put(row, column_at, _SEEN[nearest[level, file]])
    page.put(page.row(), LEFT, "-" * ((ground.width - 1) * pitch + 3))
    _files(page, ground.width, pitch)


class _View(NamedTuple):
    """A way to look at studs: their place across, and how far away they are."""

    title: str
    across: Callable[[int, int], int]
    depth: Callable[[int, int], int]
    arch_across: int  # the turn of arches that lie across
    names: Callable[[Knob], str]


_VIEWS = (
    _View("from the south", lambda x, _: x, lambda _, y: y, 0, lambda knob: FILES[knob.file]),
    _View("from the east", lambda _, y: y, lambda x, _: -x, 1, lambda knob: str(knob.rank + 1)),
)


def draw_build(build: Build, marks: Mapping[Knob, str] | None = None) -> str:
    """Loose elements stud by stud, legal or not: from above and from the sides they spread along.

    Three characters a stud.  New pieces are drawn `/==\\` arch, `[b]` brick, `|c|` column, `(g)`
    decoration, `[L]` corner piece; what stood there before the turn has no brackets and its arches
    are thin.  From above, heights stand before what is on top.  Cells in which two pieces lie are
    `###`, or `#m#` with an animal; `marks` puts one character beside a knob.
    """
    marks = marks or {}
    page = _Page()
    studs = {stud for e in (build.elements or build.everything) for stud in e.studs}
    window = _window(build, studs | {build.ground.stud(knob) for knob in marks})
    page.put(page.row(), 0, f"{build.ground.title}, from above, north on top")
    page.row()
    _stud_plan(page, build, window, marks)
    for view in _VIEWS:
        spread = {view.across(*stud) for stud in studs if window.holds(*stud)}
        if len(spread) > 1 or (view is _VIEWS[0] and len(studs) < 2):
            page.row()
            page.put(page.row(), 0, view.title)
            page.row()
            _stud_front(page, build, window, view, marks)
    out = [e for e in build.elements if not any(window.holds(*stud) for stud in e.studs)]
    for element in out[:_MOST_LEFT_OUT]:
        page.put(page.row(), 0, f"far off: {element}")
    if len(out) > _MOST_LEFT_OUT:
        page.put(page.row(), 0, f"and {len(out) - _MOST_LEFT_OUT} more")
    return page.text()


class _Window(NamedTuple):
    """Studs to show, the last ones included."""

    west: int
    south: int
    east: int
    north: int

    def holds(self, x: int, y: int) -> bool:
        return self.west <= x <= self.east and self.south <= y <= self.north


def _window(build: Build, studs: Collection[Stud]) -> _Window:
    """Return the window of some studs, not far beyond the plate."""
    side = build.ground.plate
    xs = [x for x, _ in studs if -_BEYOND <= x < side + _BEYOND] or [build.ground.origin[0]]
    ys = [y for _, y in studs if -_BEYOND <= y < side + _BEYOND] or [build.ground.origin[1]]
    return _Window(min(xs) - 1, min(ys), max(xs) + 1, max(ys))


def _stud_plan(page: _Page, build: Build, window: _Window, marks: Mapping[Knob, str]) -> None:
    tops: dict[tuple[int, int], tuple[int, str]] = {}
    clashes: dict[tuple[int, int], str] = {}
    new = len(build.elements)
    for number, element in enumerate(build.everything):
        for x, y, level in cells_of(element):
            if level + 1 > tops.get((x, y), (level, ""))[0]:
                tops[x, y] = level + 1, _from_above(element, (x, y), number < new)
            if len(build.occupancy[x, y, level]) > 1:
                clashes[x, y] = _clash(build, (x, y, level))
    signs = {build.ground.stud(knob): mark[:1] for knob, mark in marks.items()}
    places = range(window.west, window.east + 1)
    for y in range(window.north, window.south - 1, -1):
        row = page.row()
        for x in places:
            bare = " . " if (x, y) in build.ground.open_studs else "   "
            height, seen = tops.get((x, y), (0, bare))
            text = clashes.get((x, y)) or seen.replace("@@", f"{height:>2}")
            if mark := signs.get((x, y)):
                text = mark + text[1:] if text[0] == " " else text[:2] + mark
            page.put(row, LEFT + 3 * (x - window.west), text)
        for knob in build.ground.open_studs.values():
            if build.ground.stud(knob)[1] == y:
                page.put(row, 0, f"{knob.rank + 1:>2}")
    _stud_names(page, build, places, _VIEWS[0], {})


def _clash(build: Build, cell: Cell) -> str:
    """Return a cell in which two pieces lie; an animal among them is named."""
    kinds = {build.everything[number].kind for number in build.occupancy[cell]}
    animal = next((letter for letter, kind in ANIMALS.items() if kind in kinds), "#")
    return f"#{animal}#"


def _from_above(element: Element, stud: tuple[int, int], new: bool) -> str:
    """Return what is seen of an element over one of its studs; `@@` stands for the height."""
    if element.kind != "arch":
        return "@@" + _SIGNS[element.kind]
    index = element.studs.index(stud)
    if element.turn % 2:
        return "@@ " if index in (0, 3) else " | "
    return ("@@=", "===", "===", "@@ ")[index].replace("=", "=" if new else "-")


def _stud_front(
    page: _Page, build: Build, window: _Window, view: _View, marks: Mapping[Knob, str]
) -> None:
    seen: dict[tuple[int, int], tuple[float, str]] = {}  # by place across and level: depth, text
    new = len(build.elements)
    for number, element in enumerate(build.everything):
        for x, y, level in cells_of(element):
            if not window.holds(x, y):
                continue
            spot = view.across(x, y), level
            depth: float = view.depth(x, y)
            text = _from_side(element, (x, y), view, number < new)
            if len(build.occupancy[x, y, level]) > 1:
                # Never hidden: it is what the picture is for.
                depth, text = -math.inf, _clash(build, (x, y, level))
            if spot not in seen or depth < seen[spot][0]:
                seen[spot] = depth, text
    west, south, east, north = window
    places = range(view.across(west, south), view.across(east, north) + 1)
    levels = {0, *(level for _, level in seen)}
    for level in range(max(levels), min(levels) - 1, -1):
        if level not in levels and level + 1 not in levels:
            continue  # one empty row ends the table
        row = page.row()
        page.put(row, 0, f"{level:>2}" if level in levels else " :")
        for column, place in enumerate(places):
            page.put(row, LEFT + 3 * column, seen.get((place, level), (0, "   "))[1])
        if level == 0:
            page.put(page.row(), LEFT, "-" * 3 * len(places))
    _stud_names(page, build, places, view, marks)


def _from_side(element: Element, stud: tuple[int, int], view: _View, new: bool) -> str:
    if element.kind == "arch":
        if element.turn % 2 != view.arch_across:
            return "/=\\" if new else ".-."
        parts = ("/==", "===", "===", "==\\") if new else (".--", "---", "---", "--.")
        return parts[element.studs.index(stud)]
    letter = _SIGNS[element.kind]
    return _SEEN[letter] if new else f" {letter} "


def _stud_names(
    page: _Page, build: Build, places: range, view: _View, marks: Mapping[Knob, str]
) -> None:
    """The files or ranks below the studs of their knobs, with the marks in sight."""
    row = page.row()
    signs: dict[str, str] = {}
    for knob, mark in marks.items():
        signs.setdefault(view.names(knob), mark[:1])
    for stud, knob in build.ground.open_studs.items():
        place = view.across(*stud)
        if place in places:
            name = view.names(knob)
            page.put(row, LEFT + 3 * (place - places.start), f"{name:>2}{signs.get(name, '')}")


def marks_of(found: Iterable[Reason]) -> dict[Knob, str]:
    """Return a `!` for every knob that a reason names."""
    marks = {}
    for reason in found:
        # Others are about a kind of piece, a stud between the knobs, a player.
        if reason.at[:1] in FILES and reason.at[1:].isdigit():
            marks[Knob.read(reason.at)] = "!"
    return marks
