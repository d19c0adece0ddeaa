"""The referee for the loose elements of one turn: they must form one legal staircase.

The physics is that of `build.py`, the rules are in `reasons.py`.  The pieces are read as
they are placed, so the rules of the walk are stated here a second time; tests compare them with
`referee.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

from palace.core.verdict import Reason
from palace.monkey_palace.kernel import reasons
from palace.monkey_palace.kernel.arch_path import Arch, Chain, groups, longest_chain, one_stroke
from palace.monkey_palace.kernel.build import GROUND, Build
from palace.monkey_palace.kernel.build_faults import (
    about,
    about_surplus,
    columns_of,
    physical,
    place_name,
    state,
)
from palace.monkey_palace.kernel.elements import COLOURS, LETTERS, SUPPORTS, Stud
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.reasons import BOOK
from palace.monkey_palace.kernel.referee import (
    ahead,
    beginnings,
    earned,
    no_decoration,
    short,
    unattached,
)
from palace.monkey_palace.kernel.rulings import Rulings
from palace.monkey_palace.kernel.staircase import Staircase
from palace.monkey_palace.kernel.supply import Supply
from palace.monkey_palace.kernel.verdict import Verdict

_AT_ONE_KNOB = {code: rank for rank, code in enumerate(("off-knob", "blocked", "turn", "stacked"))}
"""The order of reasons at one knob of the walk, as in `referee.py`; the others follow."""

TABLE = "the table"
"""The place of a reason against a turn of which no piece has a place."""


class LooseTurn:
    """The pieces of one turn, on a palace, in any order."""

    def __init__(
        self, build: Build, palace: Palace, supply: Supply | None, rulings: Rulings
    ) -> None:
        self.build = build
        self.palace = palace
        self.rulings = rulings
        self.supply = supply
        self.settled = build.settle()
        elements = build.elements
        self.arches = [
            Arch(number, (element.feet[0], element.feet[1]), element.level)
            for number, element in enumerate(elements)
            if element.kind == "arch" and number not in self.settled.doubled
        ]
        self.decorations = [
            number for number, element in enumerate(elements) if element.kind in COLOURS.values()
        ]
        self.chain = longest_chain(self.arches, self.bare, self.decorated, self.stands)

    def bare(self, stud: Stud) -> bool:
        """Return whether a staircase may begin over this stud."""
        knob = self.build.ground.open_studs.get(stud)
        return knob is not None and not self.palace.heights[knob]

    def stands(self, stud: Stud) -> bool:
        """Return whether there was a piece over this stud before the turn."""
        knob = self.build.ground.open_studs.get(stud)
        return knob is not None and self.palace.heights[knob] > 0

    def decorated(self, stud: Stud) -> bool:
        """Return whether there is one of the decorations over this stud."""
        return any(self.build.elements[number][1:3] == stud for number in self.decorations)

    def name(self, stud: Stud) -> str:
        return place_name(self.build.ground, stud)

    def verdict(self) -> Verdict:
        build = self.build
        if self.rulings.idle_support == "returned":
            # A piece on the last arch is no idle support: an arch comes last (rule C).
            idle = {number for number, carrier in self.idle if carrier != self.last}
            if idle:
                turn = build.without(idle)
                verdict = LooseTurn(turn, self.palace, self.supply, self.rulings).verdict()
                return replace(verdict, elements=len(build))
        why = reasons.each_once(self.reasons())
        staircase = self.staircase()
        if why or staircase is None:
            return Verdict(why, staircase, build.uses, len(build))
        verdict = earned(self.palace, staircase, self.rulings)
        added, _ = columns_of(build, self.settled)
        colour = self.palace.ground.colours[staircase.knobs[0]]
        bare = not self.decorations and self.palace.decorations_left(colour) > 0
        if bare:
            added[staircase.knobs[-1]] += colour
        columns = {knob: self.palace.column(knob) + text for knob, text in added.items()}
        after = self.palace.with_columns(columns)
        return replace(verdict, elements=len(build), palace=after, undecorated=bare)

    def reasons(self) -> Iterator[Reason]:
        """Yield every reason: the start, then along the walk, then what concerns the whole."""
        yield from self.start()
        walking = [(self.along(reason), reason) for reason in (*self.physics(), *self.strays())]
        walking += [((step + 1, 0), reason) for step, reason in self.directions()]
        for _, reason in sorted(
            walking, key=lambda pair: (pair[0], _AT_ONE_KNOB.get(pair[1].code, 9))
        ):
            yield reason
        yield from self.ends()
        if not self.attached():
            # Rule E: a new piece stands on an old one.
            yield self.unattached()
        yield from self.decoration()
        for reason in short(self.palace, self.build.uses, self.supply):
            yield about_surplus(self.build, reason)

    def along(self, reason: Reason) -> tuple[int, int]:
        """When the walk comes by the place of a reason; what is beside the path comes last."""
        level = reason.level or 0
        visits = self.visits.get(reason.at)
        if visits is None:
            return len(self.chain.studs), level
        # A spiral comes by more than once, each time over a higher arch.
        passed = [index for index in visits if self.arrives(index) <= level]
        return (passed or visits)[-1 if passed else 0], 0

    def arrives(self, index: int) -> int:
        """Return the level of the arch by which the walk comes to its stud number `index`."""
        return self.chain.arches[index - 1].level if index else 0

    @cached_property
    def visits(self) -> dict[str, list[int]]:
        """When the walk comes by a place, by the place's name."""
        found: dict[str, list[int]] = {}
        for index, stud in enumerate(self.chain.studs):
            found.setdefault(self.name(stud), []).append(index)
        return found

    @property
    def last(self) -> int | None:
        """Number of the last arch of the path."""
        return self.chain.arches[-1].number if self.chain.arches else None

    def physics(self) -> Iterator[Reason]:
        blocking = self.palace.blocking(self.rulings.blockers)
        open_studs = self.build.ground.open_studs
        for fault in self.settled.faults:
            if fault.what == "blocked":
                knob = open_studs.get(fault.stud)
                if knob is None or knob not in blocking:
                    continue
                fault = fault._replace(level=self.palace.heights[knob])
            step = self.step_of.get(fault.number)
            if fault.what == "stacked" and step is not None:
                near, far = self.chain.studs[step : step + 2]
                back = step > 0 and far == self.chain.studs[step - 1]
                spacers = self.rulings.over_arch == "legal"
                spacers = spacers and (self.rulings.double_back == "legal" or not back)
                at, leaves = self.name(far), self.name(near)
                reason = reasons.stacked(at, fault.level, leaves, spacers=spacers)
                yield about(self.build, fault.number, reason)
            else:
                columns = self.palace.at_hand(self.supply).minus(self.build.uses).column
                yield physical(self.build, self.settled, fault, columns)

    @property
    def first(self) -> int:
        """Number of the first piece of the path."""
        stack = self.settled.stacks.get(self.chain.studs[0], ())
        numbers: list[int] = [*stack, self.chain.arches[0].number]
        return min(numbers, key=self.order)

    @cached_property
    def step_of(self) -> dict[int, int]:
        """Which step of the path each arch on it is, from 0."""
        return {arch.number: step for step, arch in enumerate(self.chain.arches)}

    def start(self) -> Iterator[Reason]:
        """Rule A: a staircase begins on an open, empty knob of the ground."""
        if not self.arches:
            return
        ground, first = self.build.ground, self.chain.studs[0]
        second = ground.knob_at(*self.chain.studs[1])
        free = beginnings(self.palace, second) if second else ()
        knob = ground.open_studs.get(first)
        if knob is None:
            closed = reasons.closed_start(self.name(first), state(ground, first), free)
            yield about(self.build, self.first, closed)
        elif self.palace.heights[knob]:
            covered = reasons.covered_start(knob, self.palace.heights[knob], free)
            yield about(self.build, self.first, covered)

    def directions(self) -> Iterator[tuple[int, Reason]]:
        """Rule H along the chain, rule G where the ruling over-arch widens it; with their step."""
        arches, studs = self.chain
        ground = self.build.ground
        for index, arch in enumerate(arches):
            near, far = studs[index], studs[index + 1]
            knob = ground.open_studs.get(near)
            if index and far == studs[index - 1]:
                if self.rulings.double_back != "legal":
                    back = ground.open_studs.get(far)
                    others = ahead(self.palace, knob, back, self.rulings) if knob else ()
                    at, leaves = self.name(far), self.name(near)
                    reason = BOOK.reason("turn.back", at, "go-on", leaves=leaves, near=others)
                    yield index, about(self.build, arch.number, reason)
            elif self.rulings.spiral != "legal" and far in studs[: index + 1]:
                again = BOOK.reason("turn.again", self.name(far), "once")
                yield index, about(self.build, arch.number, again)
            if self.rulings.over_arch == "stacked" and knob is not None:
                way = knob.way_to(ground.open_studs.get(far, knob))
                earlier = {frozenset(other.feet) for other in arches[:index]}
                if frozenset(arch.feet) in earlier or (way and way in self.palace.column(knob)):
                    at, leaves = self.name(far), self.name(near)
                    above = reasons.arch_above(at, arch.level, leaves)
                    yield index, about(self.build, arch.number, above)

    def strays(self) -> Iterator[Reason]:
        """Rule I and the ascent: arches beside the path, and supports that carry nothing."""
        strays = [arch for arch in self.arches if arch not in self.chain.arches]
        stroke = one_stroke(self.arches, self.chain.studs[0]) if strays else None
        if stroke is not None:
            yield self.descent(stroke)
        elif strays:
            for group in groups(strays):
                yield self.stray(group)
        if not self.arches:
            return
        for number, carrier in self.idle:
            element = self.build.elements[number]
            if self.last is None or carrier != self.last:
                at = self.name((element.x, element.y))
                reason = BOOK.reason(
                    "path.idle", at, "arch-or-back", level=element.level, kind=element.kind
                )
                yield about(self.build, number, reason)

    def descent(self, stroke: Chain) -> Reason:
        """Return the first arch of a stroke that is not higher than the one before it."""
        levels = [arch.level for arch in stroke.arches]
        index = next(i for i in range(1, len(levels)) if levels[i] <= levels[i - 1])
        by = levels[index - 1] - levels[index] + 1
        at = self.name(stroke.studs[index + 1])
        before = levels[index - 1]
        reason = BOOK.reason(
            "ascend", at, "higher",
            level=levels[index], by=by, lies=levels[index], before=before, least=before + 1,
        )  # fmt: skip
        return about(self.build, stroke.arches[index].number, reason)

    def stray(self, group: list[Arch]) -> Reason:
        """Return the reason against a second staircase, a side arch, or a branch."""
        studs = {stud for arch in group for stud in arch.feet}
        lowest = min(group, key=lambda arch: (arch.level, arch.feet))
        away = [stud for stud in lowest.feet if stud not in self.chain.studs] or [lowest.feet[0]]
        at = self.name(away[0])
        level, ends = lowest.level, tuple(map(self.name, lowest.feet))
        if not studs & set(self.chain.studs):
            reason = BOOK.reason("path.second", at, "one-staircase", level=level, ends=ends)
        elif any(self.carries(arch) for arch in group):
            reason = BOOK.reason("path.side", at, "carry", level=level, ends=ends)
        else:
            reason = BOOK.reason("path.branch", at, "take-back", level=level, ends=ends)
        return about(self.build, lowest.number, reason)

    def carries(self, arch: Arch) -> bool:
        """Return whether an arch of the path lies above this one at one of its feet."""
        chain = {one.number for one in self.chain.arches}
        for stud in arch.feet:
            stack = self.settled.stacks.get(stud, [])
            if arch.number in stack:
                above = stack[stack.index(arch.number) + 1 :]
                if chain & set(above):
                    return True
        return False

    @cached_property
    def idle(self) -> list[tuple[int, int | None]]:
        """Supports that carry nothing of the turn, each with the new arch below it, if any."""
        elements = self.build.elements
        found: list[tuple[int, int | None]] = []
        for stud, stack in self.settled.stacks.items():
            if stud not in self.build.ground.open_studs:
                continue  # off-knob or middle-knob says enough
            carrier: int | None = None
            trailing: list[int] = []
            for number in stack:
                kind = elements[number].kind
                if kind == "arch":
                    carrier, trailing = number, []
                elif kind in ("brick", "column"):
                    trailing.append(number)
            found += [(number, carrier) for number in trailing]
        return found

    def ends(self) -> Iterator[Reason]:
        """Rule C: a staircase ends with an arch."""
        elements = self.build.elements
        if not self.arches:
            lowest = min(range(len(elements)), key=self.order, default=None)
            at = TABLE if lowest is None else str(elements[lowest])
            yield about(self.build, lowest, BOOK.reason("end", at, "lay-an-arch"))
        for number, carrier in self.idle:
            if carrier is not None and carrier == self.last:
                element = elements[number]
                count = sum(other == self.last for _, other in self.idle)
                at = self.name((element.x, element.y))
                reason = reasons.riser_at_end(at, element.level, count)
                yield about(self.build, number, reason)

    def order(self, number: int) -> tuple[int, int, int, str]:
        """Return what elements are ordered by where the lowest is named."""
        kind, x, y, level, _, _ = self.build.elements[number]
        return level, y, x, kind

    def attached(self) -> bool:
        new = len(self.build.elements)
        for stud, stack in self.settled.stacks.items():
            if self.stands(stud):
                return True
            if any(self.settled.below.get((number, stud), GROUND) >= new for number in stack):
                return True
        return False

    def unattached(self) -> Reason:
        ground = self.build.ground
        studs = [ground.open_studs.get(stud) for stud in reversed(self.chain.studs)]
        knobs = [knob for knob in studs if knob is not None]
        knobs += [ground.open_studs[s] for s in self.settled.stacks if s in ground.open_studs]
        first = self.first if self.chain.arches else None
        if first is None:
            first = min(range(len(self.build.elements)), key=self.order, default=None)
        if not knobs:
            return about(self.build, first, BOOK.reason("attach", TABLE, "over-free-knob"))
        return about(self.build, first, unattached(self.palace, knobs[0], self.rulings))

    def decoration(self) -> Iterator[Reason]:
        """Step 2: one decoration, on the end of the last arch, in the colour of the first knob."""
        elements, ground = self.build.elements, self.build.ground
        start = ground.open_studs.get(self.chain.studs[0]) if self.chain.arches else None
        placed = False
        for number in sorted(self.decorations, key=lambda n: elements[n][1:4]):
            kind, x, y, level, _, _ = elements[number]
            at = self.name((x, y))
            below = self.settled.below.get((number, (x, y)))
            off = (x, y) != self.chain.studs[-1] or (below is not None and below != self.last)
            if off or not self.chain.arches:
                misplaced = BOOK.reason("decoration.elsewhere", at, "on-last-arch", level=level)
                if self.chain.arches:
                    end = self.name(self.chain.studs[-1])
                    misplaced = misplaced.with_remedy("on-knob", end=end)
                yield about(self.build, number, misplaced)
            elif placed:
                second = BOOK.reason("decoration.second", at, "take-away", level=level)
                yield about(self.build, number, second)
            else:
                placed = True
            if start is not None and LETTERS[kind] != ground.colours[start]:
                wanted = ground.colours[start]
                strange = BOOK.reason(
                    "decoration.colour", at, "right-colour",
                    level=level, colour=LETTERS[kind], start=start, wanted=wanted,
                )  # fmt: skip
                yield about(self.build, number, strange)
        if start is not None:
            for reason in no_decoration(self.palace, start, self.rulings):
                yield about(self.build, self.last, reason)
        kinds = [elements[number].kind for number in self.decorations]
        for kind in dict.fromkeys(kinds):
            left = self.palace.decorations_left(LETTERS[kind])
            if kinds.count(kind) > left:
                lack = reasons.short(kind, kinds.count(kind), left, box=True)
                yield about_surplus(self.build, lack)

    def staircase(self) -> Staircase | None:
        """Return the staircase the pieces form, if all of them do."""
        open_studs = self.build.ground.open_studs
        if not self.chain.arches or len(self.chain.arches) != len(self.arches):
            return None
        if any(stud not in open_studs for stud in self.chain.studs):
            return None
        pointer: dict[Stud, int] = {}

        def supports(stud: Stud, until: int | None) -> str:
            """Return the supports at a stud from where we are up to an arch, which is passed."""
            text = ""
            stack = self.settled.stacks[stud]
            at = pointer.get(stud, 0)
            while at < len(stack) and stack[at] != until:
                text += LETTERS.get(self.build.elements[stack[at]].kind, "")
                at += 1
            pointer[stud] = at + 1
            return "".join(letter for letter in text if letter in SUPPORTS)

        unders, risers = [""], []
        for index, arch in enumerate(self.chain.arches):
            risers.append(supports(self.chain.studs[index], arch.number))
            unders.append(supports(self.chain.studs[index + 1], arch.number))
        risers.append(supports(self.chain.studs[-1], None))
        knobs = tuple(open_studs[stud] for stud in self.chain.studs)
        return Staircase(knobs, tuple(unders), tuple(risers))
