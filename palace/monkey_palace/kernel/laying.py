"""Laying a staircase: the walk from knob to knob, its pieces, the supports it lacks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from palace.core.errors import InputError, Problem, expect
from palace.monkey_palace.kernel.elements import KINDS, SUPPORTS, Element
from palace.monkey_palace.kernel.knob import OPPOSITE, Knob
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.staircase import Staircase, fewest, pile_height
from palace.monkey_palace.kernel.supply import Supply


class Step(NamedTuple):
    """One knob of a staircase as it is walked, faults mended on the way.

    `number` is the knob's index; `base` the height there before anything is put, `far` with what
    stands under the arch's end; `leaves` is the index of the knob the arch comes from, `near` the
    height there, both None where no arch arrives.  The arch lies on the higher of `near` and `far`.
    """

    number: int
    knob: Knob
    base: int
    far: int
    leaves: int | None
    near: int | None

    @property
    def level(self) -> int | None:
        """Level of the arriving arch, or None."""
        return None if self.near is None else max(self.near, self.far)

    @property
    def riser_at(self) -> int:
        """Height at the knob before its riser is put."""
        return self.far if self.level is None else self.level + 1


def steps(palace: Palace, staircase: Staircase) -> Iterator[Step]:
    """Yield the walk over a palace.

    Closed knobs, knobs beyond the map and far steps are left out.
    """
    open_knobs = palace.ground.colours
    height: dict[Knob, int] = {}
    leaves: int | None = None
    for index, knob in enumerate(staircase.knobs):
        if knob not in open_knobs:
            leaves = None
            continue
        base = height[knob] if knob in height else palace.height_at(knob)
        far = base + pile_height(staircase.unders[index])
        start = None if leaves is None else staircase.knobs[leaves]
        if start is None or start.way_to(knob) is None:
            step = Step(index, knob, base, far, None, None)
        else:
            step = Step(index, knob, base, far, leaves, height[start])
            height[start] = step.riser_at
        yield step
        height[knob] = step.riser_at + pile_height(staircase.risers[index])
        leaves = index


def fill(
    palace: Palace, staircase: Staircase | str, supply: Supply | str | None = None
) -> Staircase:
    """Return the staircase with the fewest missing supports added under the lower end of uneven
    arches.

    Columns from the bottom wherever three levels are missing, in walking order, while the supply
    (by default the box) has them.
    """
    expect(palace, Palace, "write Palace.read(...) or Palace.setup(...)", "palace")
    staircase = Staircase.of(staircase)
    columns = palace.at_hand(supply).column - staircase.uses.column
    unders, risers = list(staircase.unders), list(staircase.risers)
    for step in steps(palace, staircase):
        if step.near is None or step.leaves is None:
            continue
        added = fewest(abs(step.near - step.far), columns)
        columns -= added.count("c")
        if step.far < step.near:
            unders[step.number] += added
        else:
            risers[step.leaves] += added
    return Staircase(staircase.knobs, tuple(unders), tuple(risers))


def elements(palace: Palace, staircase: Staircase) -> tuple[Element, ...]:
    """Return the pieces where the builder puts them: each arch level with the knob it leaves.

    Where an arch meets a knob that stands too high it so lies in the place of another piece; the
    walk goes on above it.  What is left out of the walk is not laid.
    """
    ground = palace.ground
    placed: list[Element] = []

    def pile(knob: Knob, pieces: str, level: int) -> None:
        x, y = ground.stud(knob)
        for letter in pieces:
            placed.append(Element(KINDS[letter], x, y, level))
            level += SUPPORTS[letter]

    for step in steps(palace, staircase):
        pile(step.knob, staircase.unders[step.number], step.base)
        if step.near is not None and step.leaves is not None:
            placed.append(arch_between(palace, staircase.knobs[step.leaves], step.knob, step.near))
        pile(step.knob, staircase.risers[step.number], step.riser_at)
    return tuple(placed)


def arch_between(palace: Palace, one: Knob, other: Knob, level: int) -> Element:
    """Return the arch over two neighbouring knobs at a level."""
    x, y = palace.ground.stud(min(one, other))
    return Element("arch", x, y, level, turn=int(one.file == other.file))


def put(palace: Palace, staircase: Staircase, colour: str = "") -> Palace:
    """Return the palace with all of a staircase on it and a decoration (`l d g`) on its end.

    Whether it may be there is the referee's question; the columns are only made longer.
    """
    columns: dict[Knob, str] = {}
    knobs, unders, risers = staircase.knobs, staircase.unders, staircase.risers
    for index in range(1, len(knobs)):
        leaves, knob = knobs[index - 1], knobs[index]
        way = leaves.way_to(knob)
        if way is None:
            what = f"{leaves} and {knob} are no neighbours"
            raise InputError(Problem("staircase", what, "an arch joins two neighbouring knobs"))
        columns[leaves] = columns.get(leaves, palace.column(leaves)) + risers[index - 1] + way
        columns[knob] = columns.get(knob, palace.column(knob)) + unders[index] + OPPOSITE[way]
    columns[knobs[-1]] += colour
    return palace.with_columns(columns)
