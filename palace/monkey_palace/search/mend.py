"""The nearest mend of a table that is not legal: the fewest pieces to move, replace, add or take.

Every step with one piece is tried, then every two pieces that changed places, then two steps.  A
table is tried only where every column is as pieces can lie on each other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, reduce
from typing import NamedTuple

from palace.core.verdict import Text
from palace.monkey_palace.kernel.audit import Audit
from palace.monkey_palace.kernel.build import Build
from palace.monkey_palace.kernel.build_faults import place_name
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
from palace.monkey_palace.kernel.reasons import BOOK
from palace.monkey_palace.kernel.rulings import DEFAULT, Rulings
from palace.monkey_palace.kernel.walking_back import Pieces

MOST_TRIED = 10_000, 100_000
"""Tables that are tried with one piece changed, and with two."""

AT_ONCE = 10_000, 10_000
"""Tables that are tried where the answer is waited for."""

MOST_MENDS = 3
"""Mends that are sought where several are equally near."""

_MOST_PAIRS = 30
"""Mends of two pieces that are sought, for the likeliest of them."""

Column = tuple[tuple[int, str], ...]
"""The pieces over a stud from the ground up: the level of each, and its letter."""

Spots = tuple[tuple[Stud, tuple[int, str]], ...]
"""The studs of a piece, each with what its column holds of it."""

_SOLID = ("brick", "column", *COLOURS.values())
_ADDED = (*COLOURS.values(), "brick", "column", "arch")
# Decorations before animals, bricks and columns; those before arches, which carry others.
_WEIGHT = {**dict.fromkeys(COLOURS.values(), 0), **dict.fromkeys(ANIMALS.values(), 1), "arch": 3}
_NAMES = {**{kind: kind for kind in PIECES}, **LETTERS, "arch": "a"}
_GAIN = 2  # columns that one more piece can mend
_MOST_FAULTS = 5  # that one step can mend: in four columns, and a piece off the knobs
_NO_SETUP = 1_000  # that a knob of the set-up lacks it is worse than all else
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

    def text(self, build: Build) -> Text:
        """Return the step on a table in words."""
        old, new = self
        kind = self.piece.kind
        if old is None:
            return BOOK.text("mend.add", kind=kind, new=_place(build, self.piece))
        if new is None:
            return BOOK.text("mend.take", kind=kind, old=_place(build, old))
        if old.kind != new.kind:
            other, place = new.kind, _place(build, old)
            return BOOK.text("mend.replace", kind=kind, old=place, other=other)
        return BOOK.text("mend.move", kind=kind, old=_place(build, old), new=_place(build, new))

    def record(self, build: Build) -> dict[str, object]:
        """Return the step on a table as plain data, keys as in the contract."""
        old, new = self
        at, kind = _knobs(build, self.piece), _NAMES[self.piece.kind]
        data: dict[str, object]
        if old is None or new is None:
            data = {"add" if old is None else "take": kind, "at": at, "level": self.piece.level}
        elif old.kind != new.kind:
            data = {"replace": kind, "with": _NAMES[new.kind], "at": at, "level": old.level}
        else:
            to = _knobs(build, new)
            data = {"move": kind, "from": at, "from_level": old.level}
            data |= {"to": to, "to_level": new.level}
        return data | {"text": self.text(build)}


Mend = tuple[Step, ...]
"""Steps that together make a table legal."""


def mends_text(build: Build, mends: Sequence[Mend]) -> Text:
    """Return the nearest mends of a table in words: either one, or another."""
    every = [mend_text(build, mend) for mend in mends]
    joined = reduce(lambda one, other: BOOK.text("mend.or", one=one, other=other), every)
    return BOOK.text("mend.either" if len(every) > 1 else "mend.one", mend=joined)


def mend_text(build: Build, mend: Mend) -> Text:
    """Return a mend in words."""
    places = [each[1:4] for step in mend for each in step if each]
    if len(mend) == 2 and len(places) == 4 and places == [places[0], places[1], *places[1::-1]]:
        one, other = mend[0].piece, mend[1].piece
        old, new = _place(build, one), _place(build, other)
        return BOOK.text("mend.swap", kind=one.kind, other=other.kind, old=old, new=new)
    texts = [step.text(build) for step in mend]
    return reduce(lambda one, other: BOOK.text("mend.and", one=one, other=other), texts)


def _place(build: Build, element: Element) -> str:
    """Return where an element is, with its level unless it is on top for sure."""
    knobs, level = _knobs(build, element), element.level
    above = (
        e for e in build.elements if e.level > level and not {*e.feet}.isdisjoint(element.feet)
    )
    last = element.kind in (*COLOURS.values(), *ANIMALS.values()) and not any(above)
    return knobs if last else BOOK.text("mend.level", knobs=knobs, level=level)


def _knobs(build: Build, element: Element) -> str:
    return "-".join(place_name(build.ground, stud) for stud in element.feet)


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
    tried, last, found = 0, most[0], dict[frozenset[Element], Mend]()
    for mends, enough, more in (
        (table.steps(0), MOST_MENDS, 0),
        (table.swaps(), _MOST_PAIRS, most[1]),
        (table.two_steps(), _MOST_PAIRS, 0),
    ):
        last = tried + more if more else last
        for mend in mends:
            yield Progress(tried, _likeliest(table, found.values()))
            if tried >= last or len(found) == enough:
                break
            after = table.after(mend) if mend else table
            tried += bool(mend)
            sound = not after.faults and after.setup >= table.setup and not after.trouble
            if mend and sound and after.legal:
                found.setdefault(frozenset(after.elements), mend)
        if found:
            break
    yield Progress(tried, _likeliest(table, found.values()), done=True)


def _likeliest(table: _Table, found: Iterable[Mend]) -> tuple[Mend, ...]:
    return tuple(sorted(found, key=table.likelihood)[:MOST_MENDS])


def nearest_mends(build: Build, found: Audit, rulings: Rulings | None = None) -> tuple[Mend, ...]:
    """Return the nearest mends of a build with the verdict `found`; none of a legal one, nor of one
    turn, nor where `AT_ONCE` tables were not enough.
    """
    if found.legal or build.on is not None:
        return ()
    *_, last = seek_mends(build, rulings, AT_ONCE)
    return last.mends


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

    def steps(self, most: int) -> Iterator[Mend]:
        """Yield every step after which there are at most so many faults, the likeliest first.

        Before them comes nothing for each piece that was looked at, as in the other searches.
        """
        ground, found = self.bare.ground, list[Mend]()
        for old in (None, *dict.fromkeys(self.elements)):
            rest = {} if old is None else self.changed(Step(old, None))
            bad = self.bad.difference(rest).union(_bad(rest))
            room = most - len(self.astray) + (old is not None and _is_astray(ground, old))
            if old is not None and len(bad) <= room:
                found.append((Step(old, None),))
            if room >= 0 and len(bad) <= room + _GAIN:
                found += ((Step(old, new),) for new in self.placed(old, rest, bad, room))
            yield ()
        yield from sorted(found, key=self.likelihood)

    def swaps(self) -> Iterator[Mend]:
        """Yield every two pieces of different kinds that leave no fault in each other's place."""
        every, found = [*dict.fromkeys(self.elements)], list[Mend]()
        for number, one in enumerate(every):
            for other in every[:number]:
                if one.kind != other.kind:
                    here, there = one[1:4], other[1:4]
                    mend = Step(one, _at(one, *there)), Step(other, _at(other, *here))
                    changed = self.changed(*mend)
                    if self.bad <= changed.keys() and not _bad(changed):
                        found.append(mend)
            yield ()
        yield from sorted(found, key=self.likelihood)

    def two_steps(self) -> Iterator[Mend]:
        """Yield every two steps of which the first one mends something, and that one alone."""
        seen = set()
        for first in self.steps(min(max(self.faults - 1, 0), _MOST_FAULTS)):
            yield first
            after = self.after(first)
            if first and (self.faults or after.trouble < self.trouble):
                for second in after.steps(0):
                    both = frozenset(first + second)
                    if not second or first[0].after == second[0].before or both in seen:
                        yield ()
                        continue
                    seen.add(both)
                    yield first + second

    def likelihood(self, mend: Mend) -> tuple[int, ...]:
        """Return how likely the less likely step of a mend is."""
        return max(step.likelihood(self.bare.ground.pitch) for step in mend)

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
            others = (old._replace(kind=kind) for kind in _SOLID if kind != old.kind)
            yield from filter(fits, others)
        for kind in _ADDED if old is None else (old.kind,):
            for lowest, feet in _places(ground, kind):
                if len(bad.difference(feet)) > room:
                    continue
                levels = (_tops(there.get(stud, ()), stud in bad) for stud in feet)
                for level in sorted(frozenset.intersection(*levels)):
                    new = _at(lowest, *lowest[1:3], level)
                    if new != old and fits(new):
                        yield new

    @cached_property
    def setup(self) -> bool:
        """Whether a piece of the set-up is in its place, without which there is no audit."""
        pieces = _setup_spots(self.bare)
        return any(all(piece in self.columns.get(stud, ()) for stud, piece in at) for at in pieces)

    @cached_property
    def trouble(self) -> int:
        """How much is wrong with the staircases of a table without faults, as far as it can be
        counted without judging one; nothing without the set-up.
        """
        ground = self.bare.ground
        if not self.setup:
            return 0
        columns = {
            knob: _letters(self.columns.get(stud, ())) for stud, knob in ground.open_studs.items()
        }
        missing = sum(not columns[k].startswith(self.bare.column(k)) for k in ground.setup)
        if missing:
            return _NO_SETUP * missing
        pieces = Pieces(Palace(ground, arranged(ground, columns)))
        own = {(k, index) for k in ground.setup for index in range(len(self.bare.column(k)))}
        claimed, wrong = Counter(own), 0
        for knob, column in pieces.columns.items():
            for index, (letter, _) in enumerate(column):
                if letter in COLOURS and (knob, index) not in own:
                    walk = pieces.walk(knob, index - 1)
                    wrong += walk.blocked is not None or letter != ground.colours[walk.start]
                    claimed.update(walk.spots)
        wrong += sum(count - 1 for count in claimed.values())
        if self.rulings.decoration_out == "bare" and any(
            "".join(columns.values()).count(letter) >= ground.in_box(kind)
            for letter, kind in COLOURS.items()
        ):
            return wrong
        return wrong + len({*pieces.ends.values()} - claimed.keys())


@lru_cache(maxsize=1 << 14)
def _spots(ground: GroundMap, element: Element) -> Spots:
    """Return what the columns hold of an element; nothing of one off the knobs."""
    kind, level, feet = element.kind, element.level, element.feet
    if kind == "corner" or any(stud not in ground.open_studs for stud in feet):
        return ()
    way = "N" if element.turn % 2 else "E"
    letters = (way, OPPOSITE[way]) if kind == "arch" else (LETTERS[kind],)
    return tuple((stud, (level, letter)) for stud, letter in zip(feet, letters, strict=True))


@lru_cache
def _setup_spots(bare: Palace) -> tuple[Spots, ...]:
    return tuple(_spots(bare.ground, element) for element in bare.elements())


@lru_cache(maxsize=1 << 14)
def _is_astray(ground: GroundMap, element: Element) -> bool:
    """Return whether an element cannot be where it is, whatever else is there; what is beyond the
    plate is not judged.
    """
    plate = range(ground.plate)
    there = not _spots(ground, element) and any(x in plate and y in plate for x, y in element.studs)
    return there and bool(Build(ground, (element,)).settle().faults)


@lru_cache
def _places(ground: GroundMap, kind: str) -> tuple[tuple[Element, tuple[Stud, ...]], ...]:
    """Return every place over open knobs for a kind of element, at level 0, with its feet."""
    turns = (0, 1) if kind == "arch" else (0,)
    every = (Element(kind, x, y, 0, turn) for x, y in ground.open_studs for turn in turns)
    return tuple((element, element.feet) for element in every if _spots(ground, element))


@lru_cache(maxsize=1 << 14)
def _is_firm(column: Column) -> bool:
    """Return whether a column can be so between two turns: no gap, no piece in another, decoration
    and animal on what may carry them, no support on top.
    """
    height, below, top = 0, " ", ""
    for level, letter in column:
        if level != height or below in ANIMALS or below not in _STANDS_ON.get(letter, below):
            return False
        below = letter
        if letter in HEIGHTS:
            top, height = letter, height + HEIGHTS[letter]
    return top not in SUPPORTS


@lru_cache(maxsize=1 << 14)
def _letters(column: Column) -> str:
    """Return a column as a palace has it."""
    return "".join(letter for _, letter in column if letter in HEIGHTS)


def _bad(columns: Mapping[Stud, Column]) -> frozenset[Stud]:
    """Return the studs whose columns cannot be so."""
    return frozenset(stud for stud, column in columns.items() if not _is_firm(column))


@lru_cache(maxsize=1 << 14)
def _tops(column: Column, every: bool) -> frozenset[int]:
    """Return the levels at which a column can go on: on top of it, or on each of its pieces."""
    tops = [0, *(level + HEIGHTS.get(letter, 1) for level, letter in column)]
    return frozenset(tops if every else tops[-1:])


def _at(element: Element, x: int, y: int, level: int) -> Element:
    """Return an element in another place."""
    return Element(element.kind, x, y, level, element.turn, element.colour)
