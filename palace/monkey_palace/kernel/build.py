"""Builds: any elements at any studs and quarter turns, legal or not, as on a real table.

The kernel of voxels: a cell is one stud wide and one brick high.  `Build.settle` drops the pieces
one by one, from the bottom up, and notes what stands on what and everything that cannot be.  It
knows nothing of columns per knob, so the two kernels check each other.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from palace.core.errors import InputError, Problem, expect, nearest
from palace.monkey_palace.kernel.elements import PIECES, Element, Stud
from palace.monkey_palace.kernel.ground import GroundMap
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.supply import Supply

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

    Without `on` they are the whole table; with it they are one turn, laid on that palace: arches,
    bricks, columns and decorations.  Any sequence of elements will do.  `lines` are those of the
    elements in their file, if they come from one.  Raises `InputError` with everything that is no
    element, or none of a turn; whether they can lie so is not asked here.
    """

    ground: GroundMap
    elements: tuple[Element, ...]
    on: Palace | None = None
    lines: tuple[int, ...] = field(default=(), compare=False, repr=False)

    def __post_init__(self) -> None:
        expect(self.ground, GroundMap, 'write load_map("map-1")', "ground")
        if type(self.elements) is not tuple:
            object.__setattr__(self, "elements", _sequence(self.elements))
        faults = [*_wrong_elements(self.elements, turn=self.on is not None)]
        if self.lines and len(self.lines) != len(self.elements):
            what = f"there are {len(self.lines)} for {len(self.elements)} elements"
            faults.append(Problem("lines", what, "one for each element, or none"))
        if self.on is not None:
            expect(self.on, Palace, "give the palace before the turn", "on")
        if self.on is not None and self.on.ground != self.ground:
            what = f"the palace stands on {self.on.ground.title}, the turn on {self.ground.title}"
            faults.append(Problem("on", what, "give one map"))
        if faults:
            raise InputError(*faults)

    @classmethod
    def of(cls, palace: Palace) -> Build:
        """Return the whole table of a palace."""
        return cls(palace.ground, palace.elements())

    def __len__(self) -> int:
        return len(self.elements)

    def line_of(self, number: int | None) -> int | None:
        """Return the line of an element in its file; None if it is not known."""
        return self.lines[number] if self.lines and number is not None else None

    def without(self, numbers: Container[int]) -> Build:
        """Return the build without some of its elements."""
        kept = [number for number in range(len(self.elements)) if number not in numbers]
        lines = tuple(self.lines[number] for number in kept) if self.lines else ()
        return Build(self.ground, tuple(self.elements[n] for n in kept), self.on, lines)

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

    @cached_property
    def uses(self) -> Supply:
        """Building pieces among the elements laid."""
        kinds = [element.kind for element in self.elements]
        return Supply(kinds.count("arch"), kinds.count("brick"), kinds.count("column"))

    def settle(self) -> Settled:
        """Drop the elements from the bottom up; see `Settled`."""
        return _Settling(self).run()


def _sequence(elements: object) -> tuple[object, ...]:
    if not isinstance(elements, Iterable) or isinstance(elements, (str, Element)):
        raise InputError(Problem("elements", f"{elements!r:.40} is no sequence", "give a tuple"))
    return tuple(elements)


def _wrong_elements(elements: tuple[object, ...], *, turn: bool) -> Iterator[Problem]:
    """Yield what is no element, and what no turn is built of."""
    for number, element in enumerate(elements, 1):
        if not isinstance(element, Element):
            what, remedy = f"{element!r:.40} is no Element", 'write Element("arch", 5, 5)'
            yield Problem(f"elements[{number}]", what, remedy)
            continue
        values: tuple[object, ...] = element
        kind, x, y, level, quarter, colour = values
        if not isinstance(kind, str) or kind not in PIECES:
            near = nearest(kind, PIECES) if isinstance(kind, str) else None
            hint = f"did you mean {near}?" if near else f"it is {', '.join(PIECES)}"
            yield Problem(f"elements[{number}]", f"there is no kind {kind!r:.40}", hint)
        elif turn and (kind in _ANIMALS or kind == "corner"):
            what, remedy = f"a turn is not built of a {kind}", "arches, bricks, columns, decoration"
            yield Problem(f"elements[{number}]", what, remedy)
        if not (type(x) is type(y) is type(level) is type(quarter) is int):
            for name, value in zip(("x", "y", "level", "turn"), values[1:5], strict=True):
                if type(value) is not int:
                    what = f"{name} is {value!r:.40}"
                    yield Problem(f"elements[{number}]", what, "it is a whole number")
        if not isinstance(colour, str):
            yield Problem(f"elements[{number}]", f"colour is {colour!r:.40}", "it is a text")


class Fault(NamedTuple):
    """A physical fault of element `number` at a stud: what, and by how many bricks.

    `what` is collision, support, middle-knob, off-knob, stacked or blocked.
    """

    what: str
    number: int
    stud: Stud
    level: int
    by: int = 0


class Top(NamedTuple):
    """What is uppermost over a stud.

    `level` is its upper side once every fault is mended, `real` as it was put; `knob` whether
    things may stand here (not on a middle knob of an arch).
    """

    level: int
    number: int
    knob: bool
    real: int


@dataclass
class Settled:
    """The elements after they were laid, one by one.

    A fault is noted and mended: what hangs or lies off the knobs stands where it is, what collides
    stands on top of what was in its way, a piece in the very place of its like is left out.
    """

    faults: list[Fault] = field(default_factory=list)
    doubled: set[int] = field(default_factory=set)
    tops: dict[Stud, Top] = field(default_factory=dict)
    below: dict[tuple[int, Stud], int] = field(default_factory=dict)
    stacks: dict[Stud, list[int]] = field(default_factory=dict)


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
            feet = element.feet
            for stud in element.studs:
                tops[stud] = Top(element.top, number, stud in feet, element.top)

    def run(self) -> Settled:
        elements = self.elements
        order = sorted(
            range(len(elements)),
            # The place comes last, so that the order of the list does not matter.
            key=lambda n: (elements[n].level, _ORDER[elements[n].kind], elements[n][1:5]),
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
                if between in tops and tops[between].real > level:
                    return False
            out.below[number, end] = GROUND if other is None else other.number
            high = level + 1
            tops[stud] = tops[end] = Top(high, number, True, high)
            tops[middle[0]] = tops[middle[1]] = Top(high, number, False, high)
            out.stacks.setdefault(end, []).append(number)
        elif kind == "corner":
            return False
        else:
            high = level + _HEIGHT[kind]
            tops[stud] = Top(high, number, kind not in _ANIMALS, high)
        out.below[number, stud] = GROUND if top is None else top.number
        out.stacks.setdefault(stud, []).append(number)
        return True

    def drop(self, number: int) -> None:
        """Lay any piece, noting and mending every fault."""
        element = self.elements[number]
        self.done.add(number)
        if element.kind == "corner":
            self.corner(number, element)
            return
        studs, feet = element.studs, element.feet
        if self.twin(element, studs[0]):
            self.out.faults.append(Fault("collision", number, studs[0], element.level))
            self.out.doubled.add(number)
            return
        rest = self.clear(number, element, studs)
        tops = self.out.tops
        carried = [tops.get(stud) for stud in feet]
        for stud, top in zip(feet, carried, strict=True):
            self.carry(number, element, stud, top)
        if element.kind == "arch" and self.on_one_arch(carried, rest):
            self.out.faults.append(Fault("stacked", number, feet[1], element.level))
        for stud in studs:
            old = tops.get(stud)
            knob = stud in feet and element.kind not in _ANIMALS
            real = max(element.top, old.real if old is not None else 0)
            tops[stud] = Top(rest + _HEIGHT[element.kind], number, knob, real)
        for stud in feet:
            self.out.stacks.setdefault(stud, []).append(number)

    def twin(self, element: Element, stud: Stud) -> bool:
        """Return whether the same piece is in the same place already."""
        top = self.out.tops.get(stud)
        if top is None or not 0 <= top.number < len(self.elements):
            return False
        other = self.elements[top.number]
        same = element.kind, element.studs, element.level
        return same == (other.kind, other.studs, other.level)

    def clear(self, number: int, element: Element, studs: tuple[Stud, ...]) -> int:
        """Return the level at which the piece is clear of what was laid.

        A fault wherever it is not.
        """
        level = rest = element.level
        for stud in studs:
            top = self.out.tops.get(stud)
            if top is not None and top.real > level:
                if element.kind == "arch":
                    top = self.absorb(stud, top)
                blocked = element.kind in _ANIMALS or self.is_animal(top.number)
                what = "blocked" if blocked else "collision"
                self.out.faults.append(Fault(what, number, stud, level, top.level - level))
                rest = max(rest, top.level)
            elif level < 0:
                self.out.faults.append(Fault("collision", number, stud, level, -level))
                rest = max(rest, 0)
        return rest

    def carry(self, number: int, element: Element, stud: Stud, top: Top | None) -> None:
        """What carries one foot of a piece; a fault if nothing does, or nothing that may."""
        faults, level = self.out.faults, element.level
        floor = _floor(level, top)
        if stud in self.animals:
            faults.append(Fault("blocked", number, stud, level))
        if top is not None and floor == level and not top.knob:
            what = "blocked" if self.is_animal(top.number) else "middle-knob"
            faults.append(Fault(what, number, stud, level))
        if stud not in self.ground.open_studs and (top is None or floor != level):
            faults.append(Fault("off-knob", number, stud, level))
        elif floor < level:
            faults.append(Fault("support", number, stud, level, level - floor))
        else:
            self.out.below[number, stud] = GROUND if top is None else top.number

    def on_one_arch(self, carried: list[Top | None], level: int) -> bool:
        """Return whether both feet stand directly on the two ends of one arch."""
        one, other = carried
        if one is None or other is None or one.number != other.number:
            return False
        return _floor(level, one) == level == _floor(level, other)

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
            self.out.tops[x, y] = Top(element.top, number, False, element.top)


def _floor(level: int, top: Top | None) -> int:
    """Upper side of what is below a level over a stud, mended or as it was put, whichever fits."""
    if top is None:
        return 0
    return top.real if level < top.level else top.level


def cells_of(element: Element) -> Iterator[Cell]:
    """Yield every cell an element fills."""
    height = _HEIGHT[element.kind]
    for x, y in element.studs:
        for level in range(element.level, element.level + height):
            yield x, y, level
