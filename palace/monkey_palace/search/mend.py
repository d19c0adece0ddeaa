"""The nearest mend of a table that is not legal: the fewest pieces to move, replace, add or take.

Every step with one piece is tried, then every two pieces that changed places, then two steps.  A
table is tried only where every column is as pieces can lie on each other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations
from typing import NamedTuple

from palace.monkey_palace.kernel.build import Build
from palace.monkey_palace.kernel.build_referee import judge_table
from palace.monkey_palace.kernel.elements import (
    ANIMALS,
    COLOURS,
    HEIGHTS,
    LETTERS,
    PIECES,
    SUPPORTS,
    Element,
    Stud,
)
from palace.monkey_palace.kernel.ground import GroundMap
from palace.monkey_palace.kernel.knob import OPPOSITE
from palace.monkey_palace.kernel.palace import Palace, arranged
from palace.monkey_palace.kernel.rulings import DEFAULT, Rulings
from palace.monkey_palace.kernel.walking_back import Pieces

MOST_TRIED = 10_000, 100_000
"""Tables that are tried with one piece changed, and with two."""

MOST_MENDS = 3
"""Mends that are sought where several are equally near."""

SLICE = 25
"""Tables tried from one `Progress` to the next."""

Column = tuple[tuple[int, str], ...]
"""The pieces over a stud from the ground up: the level of each, and its letter."""

_SOLID = ("brick", "column", *COLOURS.values())
_ADDED = (*COLOURS.values(), "brick", "column", "arch")
# Decorations before animals, bricks and columns; those before arches, which carry others.
_WEIGHT = {**dict.fromkeys(COLOURS.values(), 0), **dict.fromkeys(ANIMALS.values(), 1), "arch": 3}
_GAIN = 2  # columns that one more piece can mend
_STANDS_ON = {**dict.fromkeys((*COLOURS, "m", "f"), "NESW"), "y": "".join(COLOURS)}


class Step(NamedTuple):
    """One piece before and after: moved, another, new (nothing before) or gone (nothing after)."""

    before: Element | None
    after: Element | None

    @property
    def piece(self) -> Element:
        """The piece that it is about."""
        piece = self.before or self.after
        assert piece is not None
        return piece

    def likelihood(self, pitch: int) -> tuple[int, int, int]:
        """Return how likely this is what went wrong, lower is likelier: a piece moved by a knob,
        then another piece in its place, then one from nowhere or from far away.
        """
        old, new = self
        weight = _WEIGHT.get(self.piece.kind, 2)
        if old is None or new is None:
            return 2, weight, 0
        if old.kind != new.kind:
            return 1, weight, 0
        far = min(abs(x - u) + abs(y - v) for x, y in old.feet for u, v in new.feet)
        far = max(far, (abs(old.x - new.x) + abs(old.y - new.y)) // 2)
        return 0 if far <= pitch else 2, weight, far


Mend = tuple[Step, ...]
"""Steps that together make a table legal."""


class Progress(NamedTuple):
    """How far a search is: the tables tried, the nearest mends found, the likeliest first, and
    whether it is over.
    """

    tried: int
    mends: tuple[Mend, ...] = ()
    done: bool = False


def seek_mends(
    build: Build, rulings: Rulings | None = None, most: tuple[int, int] = MOST_TRIED
) -> Iterator[Progress]:
    """Yield how far the search for the nearest mends of a whole table is; the last one is done.

    `most` are the tables tried with one piece changed, and with two.
    """
    table = _Table.of(build, rulings or DEFAULT)
    tried, found = 0, dict[frozenset[Element], Mend]()
    one, two = most
    for ways, last in (table.one_step, one), (table.swaps, one + two), (table.two_steps, one + two):
        for mend in ways():
            if len(found) == MOST_MENDS or tried == last:
                break
            tried += 1
            after = table.after(mend)
            if not after.faults and not after.trouble and after.legal:
                found.setdefault(frozenset(after.elements), mend)
            if tried % SLICE == 0:
                yield Progress(tried, tuple(found.values()))
        if found:
            break
    yield Progress(tried, tuple(found.values()), done=True)


@dataclass(frozen=True, eq=False)
class _Table:
    """Elements on a map, with a column for each open stud.

    `astray` are the elements that cannot be where they are, `bad` the studs of such columns.
    """

    bare: Palace
    rulings: Rulings
    elements: tuple[Element, ...]
    columns: Mapping[Stud, Column]
    astray: tuple[Element, ...] = ()
    bad: frozenset[Stud] = frozenset()

    @classmethod
    def of(cls, build: Build, rulings: Rulings) -> _Table:
        """Return the table of a build."""
        bare = cls(Palace.setup(build.ground), rulings, (), {})
        return bare.after(tuple(Step(None, element) for element in build.elements))

    @property
    def legal(self) -> bool:
        """Whether the rules and the audit find nothing."""
        return judge_table(Build(self.bare.ground, self.elements), self.rulings).legal

    @property
    def faults(self) -> int:
        """How many elements and columns cannot be as they are."""
        return len(self.astray) + len(self.bad)

    def changed(self, *steps: Step) -> dict[Stud, Column]:
        """Return the columns that some steps change."""
        columns: dict[Stud, list[tuple[int, str]]] = {}
        for taken, elements in enumerate(zip(*steps, strict=True)):
            for element in filter(None, elements):
                for stud, piece in _spots(self.bare.ground, element):
                    column = columns.setdefault(stud, [*self.columns.get(stud, ())])
                    column.append(piece) if taken else column.remove(piece)
        return {stud: tuple(sorted(column)) for stud, column in columns.items()}

    def after(self, steps: Mend) -> _Table:
        """Return the table after some steps."""
        ground, elements, astray = self.bare.ground, [*self.elements], [*self.astray]
        for old, new in steps:
            if old is not None:
                elements.remove(old)
                astray.remove(old) if _is_astray(ground, old) else None
            if new is not None:
                elements.append(new)
                astray += [new] * _is_astray(ground, new)
        changed = self.changed(*steps)
        bad = self.bad.difference(changed).union(_bad(changed))
        columns = {**self.columns, **changed}
        return _Table(self.bare, self.rulings, tuple(elements), columns, tuple(astray), bad)

    def one_step(self) -> Iterator[Mend]:
        """Yield every step that leaves no fault, the likeliest first."""
        for step in self.steps(0):
            yield (step,)

    def two_steps(self) -> Iterator[Mend]:
        """Yield every two steps of which the first one mends something, and every such first one:
        its table is tried, too.
        """
        seen = set()
        for first in self.steps(max(self.faults - 1, 0)):
            after = self.after((first,))
            yield (first,)
            if self.faults or after.trouble < self.trouble:
                for second in after.steps(0):
                    both = frozenset((first, second))
                    if first.after != second.before and both not in seen:
                        seen.add(both)
                        yield first, second

    def swaps(self) -> Iterator[Mend]:
        """Yield every two pieces of different kinds that leave no fault in each other's place."""
        found = []
        for one, other in combinations(dict.fromkeys(self.elements), 2):
            if one.kind != other.kind:
                there, here = other[1:4], one[1:4]
                steps = Step(one, _at(one, *there)), Step(other, _at(other, *here))
                changed = self.changed(*steps)
                if self.bad <= changed.keys() and not _bad(changed):
                    found.append(steps)
        yield from sorted(found, key=self._likelihood)

    def _likelihood(self, steps: Mend) -> tuple[int, ...]:
        pitch = self.bare.ground.pitch
        return max(step.likelihood(pitch) for step in steps)

    def steps(self, most: int) -> list[Step]:
        """Return every step after which there are at most so many faults, the likeliest first."""
        found = list[Step]()
        for old in (None, *dict.fromkeys(self.elements)):
            rest = {} if old is None else self.changed(Step(old, None))
            bad = self.bad.difference(rest).union(_bad(rest))
            room = most - len(self.astray)
            if old is not None:
                room += _is_astray(self.bare.ground, old)
                found += [Step(old, None)] * (len(bad) <= room)
            if room >= 0 and len(bad) <= room + _GAIN:
                found += (Step(old, new) for new in self.placed(old, rest, bad, room))
        return sorted(found, key=lambda step: self._likelihood((step,)))

    def placed(
        self, old: Element | None, rest: Mapping[Stud, Column], bad: frozenset[Stud], room: int
    ) -> Iterator[Element]:
        """Yield what can be put for a piece that is taken, or as one more, so that at most `room`
        of the columns are bad; `bad` are those without it.
        """
        ground, there = self.bare.ground, {**self.columns, **rest}

        def fits(new: Element) -> bool:
            added = {
                stud: tuple(sorted((*there.get(stud, ()), piece)))
                for stud, piece in _spots(ground, new)
            }
            return bool(added) and len(bad.difference(added).union(_bad(added))) <= room

        if old is not None and old.kind in _SOLID:
            others = (Element(kind, *old[1:4]) for kind in _SOLID if kind != old.kind)
            yield from filter(fits, others)
        for kind in _ADDED if old is None else (old.kind,):
            for lowest in _places(ground, kind):
                if len(bad.difference(lowest.feet)) > room:
                    continue
                levels = (_tops(there.get(stud, ()), stud in bad) for stud in lowest.feet)
                for level in sorted(set.intersection(*levels)):
                    new = _at(lowest, *lowest[1:3], level)
                    if new != old and fits(new):
                        yield new

    @cached_property
    def trouble(self) -> int:
        """How much is wrong with the staircases of a table without faults, as far as it can be
        counted without judging one; nothing without the set-up.
        """
        ground, setup = self.bare.ground, self.bare.elements()
        spots = (_spots(ground, element) for element in setup)
        if not any(all(piece in self.columns.get(stud, ()) for stud, piece in at) for at in spots):
            return 0
        columns = {
            knob: "".join(letter for _, letter in self.columns.get(stud, ()) if letter in HEIGHTS)
            for stud, knob in ground.open_studs.items()
        }
        pieces = Pieces(Palace(ground, arranged(ground, columns)))
        own = pieces.setup() or ()
        claimed = Counter(own)
        wrong = sum(not columns[knob].startswith(self.bare.column(knob)) for knob in ground.setup)
        for knob, column in pieces.columns.items():
            for index, (letter, _) in enumerate(column):
                if letter in COLOURS and (knob, index) not in own:
                    walk = pieces.walk(knob, index - 1)
                    wrong += walk.blocked is not None or letter != ground.colours[walk.start]
                    claimed.update(walk.spots)
        wrong += sum(count - 1 for count in claimed.values())
        if self.rulings.decoration_out == "bare" and any(
            "".join(columns.values()).count(letter) >= PIECES[kind].in_box
            for letter, kind in COLOURS.items()
        ):
            return wrong
        return wrong + len({*pieces.ends.values()} - claimed.keys())


@lru_cache(maxsize=1 << 14)
def _spots(ground: GroundMap, element: Element) -> tuple[tuple[Stud, tuple[int, str]], ...]:
    """Return the studs of an element with what their columns hold of it; none off the knobs."""
    kind, level, feet = element.kind, element.level, element.feet
    if kind == "corner" or any(stud not in ground.open_studs for stud in feet):
        return ()
    way = "N" if element.turn % 2 else "E"
    letters = (way, OPPOSITE[way]) if kind == "arch" else (LETTERS[kind],)
    return tuple((stud, (level, letter)) for stud, letter in zip(feet, letters, strict=True))


@lru_cache(maxsize=1 << 14)
def _is_astray(ground: GroundMap, element: Element) -> bool:
    """Return whether an element cannot be where it is, whatever else is on the table."""
    return not _spots(ground, element) and bool(Build(ground, (element,)).settle().faults)


@lru_cache
def _places(ground: GroundMap, kind: str) -> tuple[Element, ...]:
    """Return every place over open knobs for a kind of element, at level 0."""
    turns = (0, 1) if kind == "arch" else (0,)
    every = (Element(kind, x, y, 0, turn) for x, y in ground.open_studs for turn in turns)
    return tuple(element for element in every if _spots(ground, element))


@lru_cache(maxsize=1 << 14)
def _is_firm(column: Column) -> bool:
    """Return whether a column can be so between two turns: no gap, no piece in another, decoration
    and animal on what may carry them, no support on top.
    """
    height, below, top = 0, " ", ""
    for level, letter in column:
        if level != height or below in ANIMALS or below not in _STANDS_ON.get(letter, below):
            return False
        below, top = letter, top if letter in ANIMALS else letter
        height += HEIGHTS.get(letter, 1)
    return top not in SUPPORTS


def _bad(columns: Mapping[Stud, Column]) -> frozenset[Stud]:
    """Return the studs whose columns cannot be so."""
    return frozenset(stud for stud, column in columns.items() if not _is_firm(column))


def _tops(column: Column, every: bool) -> set[int]:
    """Return the levels at which a column can go on: on top of it, or on each of its pieces."""
    tops = [0, *(level + HEIGHTS.get(letter, 1) for level, letter in column)]
    return {*tops} if every else {max(tops)}


def _at(element: Element, x: int, y: int, level: int) -> Element:
    """Return an element in another place."""
    return Element(element.kind, x, y, level, element.turn, element.colour)
