"""A staircase being tried, knob by knob: its supports, its verdict, and where it can go on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

from palace.core.verdict import Reason
from palace.monkey_palace.kernel.elements import COLOURS, PIECES, Element
from palace.monkey_palace.kernel.knob import WAYS, Knob
from palace.monkey_palace.kernel.laying import elements, fill, steps
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.referee import judge
from palace.monkey_palace.kernel.rulings import Rulings
from palace.monkey_palace.kernel.staircase import Staircase
from palace.monkey_palace.kernel.supply import Supply
from palace.monkey_palace.kernel.verdict import Verdict
from palace.monkey_palace.search.next_knobs import first_knobs, next_knobs

MENDING = 3
"""Arches that a staircase is led on by when it is mended."""

DETOURS = 2
"""Times that a way through knobs goes round: two arches more than the shortest way, each."""

_OF_A_START = ("start", "off-knob", "blocked", "decoration")


@dataclass(frozen=True)
class Trial:
    """The knobs chosen so far on a palace, and what is put under and on them: `unders`, `risers`.

    `supply` is None for the pieces left in the box.  The fewest missing supports are added, as
    `palace check --fill` does, unless it is `exact`: judged as it is written.
    """

    palace: Palace
    supply: Supply | None
    rulings: Rulings
    knobs: tuple[Knob, ...] = ()
    unders: tuple[str, ...] = ()
    risers: tuple[str, ...] = ()
    exact: bool = False

    def on_to(self, knob: Knob) -> Trial:
        """Return the trial with an arch to one more knob, or with its first knob."""
        return replace(
            self, knobs=(*self.knobs, knob), unders=(*self.unders, ""), risers=(*self.risers, "")
        )

    def cut(self, count: int) -> Trial:
        """Return the trial with its first `count` knobs alone."""
        return replace(
            self,
            knobs=self.knobs[:count], unders=self.unders[:count], risers=self.risers[:count],
        )  # fmt: skip

    def back(self) -> Trial:
        """Return the trial without its last knob."""
        return self.cut(max(len(self.knobs) - 1, 0))

    def with_riser(self, pieces: str, at: int = -1) -> Trial:
        """Return the trial with another riser on a knob, by default the last; `b` and `c` from
        below.
        """
        return replace(self, risers=_changed(self.risers, at, pieces))

    def with_under(self, pieces: str, at: int = -1) -> Trial:
        """Return the trial with other pieces under the arch that arrives at a knob."""
        return replace(self, unders=_changed(self.unders, at, pieces))

    @property
    def plain(self) -> Trial:
        """The same way, with no pieces but the supports that are needed."""
        none = ("",) * len(self.knobs)
        return replace(self, unders=none, risers=none)

    @cached_property
    def staircase(self) -> Staircase | None:
        """The staircase with its supports; None before the second knob."""
        if len(self.knobs) < 2:
            return None
        own = Staircase(self.knobs, self.unders, self.risers)
        return own if self.exact else fill(self.palace, own, self.supply)

    @cached_property
    def verdict(self) -> Verdict | None:
        """The referee's verdict; None before the second knob."""
        if self.staircase is None:
            return None
        return judge(self.palace, self.staircase, self.supply, self.rulings)

    @cached_property
    def reasons(self) -> tuple[Reason, ...]:
        """All reasons against the staircase; for a single knob, why it cannot be a start."""
        if self.verdict is not None:
            return self.verdict.reasons
        stub = self._stub
        if stub is None:
            return ()
        found = judge(self.palace, stub, self.supply, self.rulings).reasons
        at = str(self.knobs[0])
        return tuple(r for r in found if r.at == at and r.code in _OF_A_START)

    @property
    def legal(self) -> bool:
        """Whether there is a staircase, and it is legal."""
        return self.verdict is not None and self.verdict.legal

    @cached_property
    def uses(self) -> Supply:
        """The pieces of the staircase, supports and risers included."""
        if self.staircase is not None:
            return self.staircase.uses
        pieces = "".join(self.unders + self.risers)
        return Supply(0, pieces.count("b"), pieces.count("c"))

    @property
    def left(self) -> Supply:
        """The pieces in hand that remain; below 0 those that are missing."""
        return self.palace.at_hand(self.supply).minus(self.uses)

    @cached_property
    def pieces(self) -> tuple[tuple[Element, bool], ...]:
        """The elements in walking order, each with whether `fill` added it as a support."""
        if self.staircase is None:
            stub = self._stub
            placed = () if stub is None else elements(self.palace, stub)
            return tuple((e, False) for e in placed if e.kind != "arch")
        return tuple(zip(elements(self.palace, self.staircase), self._added(), strict=True))

    @cached_property
    def decoration(self) -> Element | None:
        """The decoration of a legal staircase, if the box has one left."""
        if self.verdict is None or self.verdict.palace is None:
            return None
        knob = self.knobs[-1]
        letter = self.verdict.palace.tops[knob]
        if letter not in COLOURS:
            return None
        kind = COLOURS[letter]
        level = self.verdict.palace.heights[knob] - PIECES[kind].height
        return Element(kind, *self.palace.ground.stud(knob), level)

    @cached_property
    def ahead(self) -> tuple[Knob, ...]:
        """The knobs to which a legal staircase may continue; see `next_knobs`."""
        if not self.knobs:
            return first_knobs(self.palace, self.supply, self.rulings)
        if self.knobs[-1] not in self.palace.ground.colours:
            return ()
        return next_knobs(
            self.palace, self.knobs, self.risers, self.supply, self.rulings, unders=self.unders
        )

    @cached_property
    def mended(self) -> Trial | None:
        """A legal trial that shares as many of the first knobs as there can be; None if there is
        none, or if this one is legal.

        Tried for every number of first knobs, most first: without the pieces put by hand, as it is,
        and led on by up to `MENDING` arches.
        """
        if self.legal or not self.knobs:
            return None
        if self.exact:
            supported = replace(self, exact=False)
            return supported if supported.legal else supported.mended
        for count in range(len(self.knobs), 0, -1):
            for part in dict.fromkeys((self.cut(count), self.cut(count).plain)):
                found = part if part.legal and part != self else part._led_on()
                if found is not None:
                    return found
        return None

    def _led_on(self) -> Trial | None:
        """Return the shortest legal trial that goes on from this one."""
        front = [self]
        for _ in range(MENDING):
            front = [trial.on_to(knob) for trial in front for knob in trial.ahead]
            for trial in front:
                if trial.legal:
                    return trial
        return None

    def ways(self) -> Iterator[Trial]:
        """Yield the legal trials that lead through the knobs of this one in their order, with what
        is put by hand; those with the fewest arches first."""
        least = sum(one.distance(other) for one, other in pairwise(self.knobs))
        most = min(least + 2 * DETOURS, self.palace.at_hand(self.supply).arch)
        for arches in range(least, most + 1, 2):
            yield from self.cut(1)._through(self, 1, arches)

    def _through(self, given: Trial, at: int, arches: int) -> Iterator[Trial]:
        """Yield the legal trials that go on from this one by so many arches, through the knobs of
        another from the index `at`."""
        if at == len(given.knobs):
            yield from [self] * (self.legal and not arches)
            return
        if sum(a.distance(b) for a, b in pairwise((self.knobs[-1], *given.knobs[at:]))) > arches:
            return
        for knob in self.palace.ground.neighbours(self.knobs[-1]):
            longer, reached = self.on_to(knob), knob == given.knobs[at]
            if reached:
                longer = longer.with_under(given.unders[at]).with_riser(given.risers[at])
            if {reason.code for reason in longer.reasons} <= {"attach"}:
                yield from longer._through(given, at + reached, arches - 1)

    @property
    def _stub(self) -> Staircase | None:
        """The first knob with an arch to a neighbour, to judge a start alone."""
        if len(self.knobs) != 1:
            return None
        beside = [k for way in WAYS if (k := self.knobs[0].step(way)) is not None]
        open_ones = [k for k in beside if k in self.palace.ground.colours]
        return Staircase((self.knobs[0], (open_ones or beside)[0]), ("", ""), (*self.risers, ""))

    def _added(self) -> Iterator[bool]:
        """Yield for each element, in the order of `laying.elements`, whether `fill` added it."""
        assert self.staircase is not None
        for step in steps(self.palace, self.staircase):
            under, own = self.staircase.unders[step.number], len(self.unders[step.number])
            yield from (number >= own for number in range(len(under)))
            if step.near is not None:
                yield False
            riser, own = self.staircase.risers[step.number], len(self.risers[step.number])
            yield from (number >= own for number in range(len(riser)))


def _changed(pieces: tuple[str, ...], at: int, text: str) -> tuple[str, ...]:
    changed = [*pieces]
    changed[at] = text
    return tuple(changed)
