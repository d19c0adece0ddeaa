"""Builds: any elements at any studs and quarter turns, legal or not, as they lie on a real table.

The kernel of voxels: a cell is one stud wide and one brick high.  `Build.settle` drops the pieces
one by one, from the bottom up, and notes what stands on what and everything that cannot be; it
knows nothing of columns per knob, so it checks `palace.position` and is checked by it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from palace.elements import PIECES, Element, Stud
from palace.ground import GroundMap
from palace.position import Palace
from palace.supply import Supply

if TYPE_CHECKING:
    import networkx
    import numpy
    import numpy.typing

Cell = tuple[int, int, int]
"""(x, y, level) of a stud-wide, brick-high place."""

GROUND = -1
"""Stands for the baseplate where an element's number is expected."""

_RANK = {"brick": 0, "column": 0, "corner": 0, "arch": 1, "light": 2, "dark": 2, "gold": 2}
_ANIMALS = frozenset(("monkey", "frog", "butterfly"))
_SUPPORTS = frozenset(("brick", "column"))
_HEIGHT = {name: piece.height for name, piece in PIECES.items()}
_ORDER = {name: _RANK.get(name, 3) for name in PIECES}


@dataclass(frozen=True)
class Build:
    """Elements on a Ground Map.

    Without `on` they are the whole table; with it they are one turn, laid on that palace.
    """

    ground: GroundMap
    elements: tuple[Element, ...]
    on: Palace | None = None

    def __post_init__(self) -> None:
        unknown = {element.kind for element in self.elements} - PIECES.keys()
        if unknown:
            raise ValueError(f"no such kind of element: {', '.join(sorted(unknown))}")

    @classmethod
    def of(cls, palace: Palace) -> Build:
        """The whole table of a palace."""
        return cls(palace.ground, palace.elements())

    def __len__(self) -> int:
        return len(self.elements)

    @cached_property
    def everything(self) -> tuple[Element, ...]:
        """What was there before and what is laid; the new elements come first."""
        return self.elements + (self.on.elements() if self.on else ())

    @cached_property
    def occupancy(self) -> dict[Cell, list[int]]:
        """Numbers (in `everything`) of the elements that fill each cell; several collide."""
        cells: dict[Cell, list[int]] = {}
        for number, element in enumerate(self.everything):
            for cell in cells_of(element):
                cells.setdefault(cell, []).append(number)
        return cells

    def voxels(self) -> numpy.typing.NDArray[numpy.int32]:
        """Cells over the plate as an array [level, y, x]: 0 empty, else an element's number + 1."""
        import numpy as np

        side = self.ground.plate
        inside = {
            cell: numbers
            for cell, numbers in self.occupancy.items()
            if 0 <= cell[0] < side and 0 <= cell[1] < side and cell[2] >= 0
        }
        levels = max((cell[2] for cell in inside), default=-1) + 1
        grid = np.zeros((levels, side, side), dtype=np.int32)
        for (x, y, level), numbers in inside.items():
            grid[level, y, x] = numbers[0] + 1
        return grid

    def support_graph(self) -> networkx.DiGraph[int]:
        """What carries what: an edge from each element to every element that stands on it.

        Nodes are numbers in `everything`, with the element as attribute; `GROUND` carries whatever
        stands on an open knob.
        """
        import networkx as nx

        graph: networkx.DiGraph[int] = nx.DiGraph()
        graph.add_node(GROUND)
        for number, element in enumerate(self.everything):
            graph.add_node(number, element=element)
        for number, element in enumerate(self.everything):
            for x, y in element.feet:
                if element.level == 0 and (x, y) in self.ground.open_studs:
                    graph.add_edge(GROUND, number)
                for below in self.occupancy.get((x, y, element.level - 1), ()):
                    other = self.everything[below]
                    if other.top == element.level and (x, y) in knobs_of(other):
                        graph.add_edge(below, number)
        return graph

    @cached_property
    def uses(self) -> Supply:
        """Building pieces among the elements laid."""
        kinds = [element.kind for element in self.elements]
        return Supply(kinds.count("arch"), kinds.count("brick"), kinds.count("column"))

    def settle(self) -> Settled:
        """Drop the elements from the bottom up; see `Settled`."""
        return _Settling(self).run()


class Fault(NamedTuple):
    """A physical fault of element `number` at a stud: what, and by how many bricks.

    `what` is collision, support, middle-knob, off-knob, stacked, blocked, or off-plate.
    """

    what: str
    number: int
    stud: Stud
    level: int
    by: int = 0


class Top(NamedTuple):
    """What is uppermost over a stud: its level, the element's number, whether that is an arch, and
    whether the stud is one on which things may stand (not a middle knob of an arch)."""

    level: int
    number: int
    arch: bool
    knob: bool


@dataclass
class Settled:
    """How the elements came to lie.

    A fault is noted and mended: what hangs stands where it is, what collides stands on top of what
    was in its way, what lies off the knobs is left out.
    """

    faults: list[Fault] = field(default_factory=list)
    left_out: set[int] = field(default_factory=set)
    tops: dict[Stud, Top] = field(default_factory=dict)
    below: dict[tuple[int, Stud], int] = field(default_factory=dict)
    stacks: dict[Stud, list[int]] = field(default_factory=dict)
    levels: dict[int, int] = field(default_factory=dict)


class _Settling:
    """One run of `Build.settle`."""

    def __init__(self, build: Build) -> None:
        self.elements = build.elements
        self.ground = build.ground
        self.out = Settled()
        self.animals: dict[Stud, str] = {}
        self.done: set[int] = set()
        self.starts: dict[Cell, int] | None = None
        if build.on is not None:
            self.stand_on(build.on)

    def stand_on(self, palace: Palace) -> None:
        """Take over what was there before: only its upper side matters."""
        tops = self.out.tops
        for number, element in enumerate(palace.elements(), len(self.elements)):
            if element.kind in _ANIMALS:
                self.animals[element.x, element.y] = element.kind
                continue
            arch = element.kind == "arch"
            feet = element.feet
            for stud in element.studs:
                tops[stud] = Top(element.top, number, arch, stud in feet)

    def run(self) -> Settled:
        elements = self.elements
        order = sorted(
            range(len(elements)), key=lambda n: (elements[n].level, _ORDER[elements[n].kind])
        )
        rests, drop, done = self.rests, self.drop, self.done
        for number in order:
            if number not in done and not rests(number, elements[number]):
                drop(number)
        return self.out

    def rests(self, number: int, element: Element) -> bool:
        """Lay a piece that lies as it should, the common case; False leaves it to `drop`."""
        kind, x, y, level, turn, _ = element
        out = self.out
        tops, open_studs = out.tops, self.ground.open_studs
        stud = x, y
        top = tops.get(stud)
        if stud not in open_studs or stud in self.animals:
            return False
        if (level if top is None else top.level - level) or (top is not None and not top.knob):
            return False
        if kind == "arch":
            end = (x, y + 3) if turn % 2 else (x + 3, y)
            other = tops.get(end)
            if end not in open_studs or end in self.animals:
                return False
            if (level if other is None else other.level - level) or (other and not other.knob):
                return False
            if top is not None and other is not None and top.number == other.number:
                return False
            middle = ((x, y + 1), (x, y + 2)) if turn % 2 else ((x + 1, y), (x + 2, y))
            for between in middle:
                if between in tops and tops[between].level > level:
                    return False
            out.below[number, end] = GROUND if other is None else other.number
            tops[stud] = tops[end] = Top(level + 1, number, True, True)
            tops[middle[0]] = tops[middle[1]] = Top(level + 1, number, True, False)
            out.stacks.setdefault(end, []).append(number)
        elif kind == "corner":
            return False
        else:
            tops[stud] = Top(level + _HEIGHT[kind], number, False, kind not in _ANIMALS)
        out.below[number, stud] = GROUND if top is None else top.number
        out.levels[number] = level
        out.stacks.setdefault(stud, []).append(number)
        return True

    def drop(self, number: int) -> None:
        """Lay any piece, noting and mending every fault."""
        element = self.elements[number]
        kind, x, y, level, turn, _ = element
        self.done.add(number)
        if kind == "arch":
            step = (0, 1) if turn % 2 else (1, 0)
            studs = [(x + step[0] * i, y + step[1] * i) for i in range(4)]
            feet = [studs[0], studs[3]]
        elif kind == "corner":
            self.corner(number, element)
            return
        else:
            studs = feet = [(x, y)]
        out = self.out
        tops, open_studs = out.tops, self.ground.open_studs
        off = False
        for stud in feet:
            if stud not in open_studs:
                top = tops.get(stud)
                if top is not None and top.level == level and top.number != GROUND:
                    if not top.knob:
                        out.faults.append(Fault("middle-knob", number, stud, level))
                    continue
                out.faults.append(Fault("off-knob", number, stud, level))
                off = True
        if off:
            out.left_out.add(number)
            for stud in studs:
                top = tops.get(stud)
                if top is not None and top.level > level:
                    out.faults.append(Fault("collision", number, stud, level, top.level - level))
            return
        rest = level  # where it comes to lie once every fault is mended
        under: list[Top | None] = []
        for stud in studs:
            top = tops.get(stud)
            if top is not None and top.level > level:
                if kind == "arch":
                    top = self.absorb(stud, top)
                blocked = kind in _ANIMALS or self.is_animal(top.number)
                what = "blocked" if blocked else "collision"
                out.faults.append(Fault(what, number, stud, level, top.level - level))
                rest = max(rest, top.level)
            elif level < 0:
                out.faults.append(Fault("collision", number, stud, level, -level))
                rest = max(rest, 0)
            under.append(top)
        carried = under if len(under) == 1 else (under[0], under[3])
        for stud, top in zip(feet, carried, strict=True):
            floor = top.level if top is not None else 0
            if floor < level:
                out.faults.append(Fault("support", number, stud, level, level - floor))
            elif top is None:
                out.below[number, stud] = GROUND
            else:
                out.below[number, stud] = top.number
                if top.level == level and self.is_animal(top.number):
                    out.faults.append(Fault("blocked", number, stud, level))
            if stud in self.animals:
                out.faults.append(Fault("blocked", number, stud, level))
        if kind == "arch":
            one, other = carried
            if (
                one is not None
                and other is not None
                and one.arch
                and one.number == other.number
                and one.level == other.level == rest
                and one.knob
                and other.knob
            ):
                out.faults.append(Fault("stacked", number, feet[1], level))
        high = rest + _HEIGHT[kind]
        out.levels[number] = rest
        if kind == "arch":
            end, middle = Top(high, number, True, True), Top(high, number, True, False)
            tops[studs[0]] = tops[studs[3]] = end
            tops[studs[1]] = tops[studs[2]] = middle
            for stud in feet:
                out.stacks.setdefault(stud, []).append(number)
        else:
            tops[x, y] = Top(high, number, False, kind not in _ANIMALS)
            out.stacks.setdefault((x, y), []).append(number)

    def is_animal(self, number: int) -> bool:
        return 0 <= number < len(self.elements) and self.elements[number].kind in _ANIMALS

    def absorb(self, stud: Stud, top: Top) -> Top:
        """Drop the supports that stand right on a column which is in an arch's way already."""
        if self.starts is None:
            self.starts = {
                (e.x, e.y, e.level): n for n, e in enumerate(self.elements) if e.kind in _SUPPORTS
            }
        while True:
            number = self.starts.get((*stud, top.level), GROUND)
            if number == GROUND or number in self.done:
                return top
            self.drop(number)
            top = self.out.tops[stud]

    def corner(self, number: int, element: Element) -> None:
        """A corner piece lies on the bare plate and holds the sheet from outside."""
        west, south, wide, deep = self.ground.sheet
        side = self.ground.plate
        for x, y in element.studs:
            on_sheet = west <= x < west + wide and south <= y < south + deep
            on_plate = 0 <= x < side and 0 <= y < side
            top = self.out.tops.get((x, y))
            if on_sheet or not on_plate:
                self.out.faults.append(Fault("off-knob", number, (x, y), element.level))
            elif element.level:
                self.out.faults.append(
                    Fault("support", number, (x, y), element.level, element.level)
                )
            if top is not None and top.level > element.level:
                by = top.level - element.level
                self.out.faults.append(Fault("collision", number, (x, y), element.level, by))
            self.out.tops[x, y] = Top(element.level + 1, number, False, False)


def cells_of(element: Element) -> Iterator[Cell]:
    """Every cell an element fills."""
    height = _HEIGHT[element.kind]
    for x, y in element.studs:
        for level in range(element.level, element.level + height):
            yield x, y, level


def knobs_of(element: Element) -> tuple[Stud, ...]:
    """The studs over which something may stand on the element."""
    return element.feet if element.piece.knobs else ()
