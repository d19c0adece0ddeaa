"""The referee for loose elements: a whole table as it lies, or the pieces of one turn in any order.

What each rule says is in `palace.reasons`; the physics is that of `palace.build`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from palace import reasons
from palace.build import GROUND, Build, Fault, Settled
from palace.chain import Arch, Chain, groups, longest_chain, one_stroke
from palace.elements import ANIMALS, COLOURS, PIECES, Element, Stud
from palace.ground import GroundMap
from palace.knob import OPPOSITE, Knob
from palace.position import Palace
from palace.reasons import Reason
from palace.referee import earned, unattached
from palace.rulings import DEFAULT, Rulings
from palace.staircase import Staircase
from palace.supply import Supply
from palace.verdict import Verdict

_LETTER = {"brick": "b", "column": "c"} | {kind: letter for letter, kind in COLOURS.items()}
_ANIMAL = {kind: letter for letter, kind in ANIMALS.items()}
_A = {"decoration": "a decoration", "arch end": "an arch end"}
_ON_ARCH = frozenset(("arch",))
_STANDS_ON = {
    **dict.fromkeys((*COLOURS.values(), "monkey", "frog"), _ON_ARCH),
    "butterfly": frozenset(COLOURS.values()),
}


def judge_build(
    build: Build, supply: Supply | None = None, rulings: Rulings | None = None
) -> Verdict:
    """The verdict on loose elements: every reason, or the palace they make.

    With `build.on` they must form one staircase, paid from `supply` (by default what the box still
    holds); without it they are a whole table and must be a legal palace.
    """
    if build.on is None:
        return _Table(build).verdict()
    return _Turn(build, build.on, supply, rulings or DEFAULT).verdict()


def _each_once(found: Iterator[Reason]) -> tuple[Reason, ...]:
    """Each (code, place) once, the first of them."""
    once: dict[tuple[str, str], Reason] = {}
    for reason in found:
        once.setdefault((reason.code, reason.at), reason)
    return tuple(once.values())


def place_name(ground: GroundMap, stud: Stud) -> str:
    """The knob over a stud, by its chess name, or the stud itself."""
    knob = ground.knob_at(*stud)
    return str(knob) if knob is not None else f"stud {stud[0]},{stud[1]}"


def _physical(build: Build, settled: Settled, fault: Fault) -> Reason:
    """The reason behind a physical fault."""
    kind = build.elements[fault.number].kind
    at = place_name(build.ground, fault.stud)
    what = f"the {kind}"
    if fault.what == "support":
        end = "the arch's end" if kind == "arch" else what
        return reasons.hanging(at, fault.level, fault.by, end)
    if fault.what == "collision" and fault.number in settled.doubled:
        return reasons.doubled(at, fault.level, kind)
    if fault.what == "collision":
        return reasons.overlap(at, fault.level, fault.by, what)
    if fault.what == "middle-knob":
        return reasons.on_middle_knob(at, fault.level, kind)
    if fault.what == "stacked":
        feet = build.elements[fault.number].feet
        return reasons.stacked(at, fault.level, place_name(build.ground, feet[0]))
    if fault.what == "blocked":
        return reasons.blocked(at, fault.level, _animal_at(build, settled, fault))
    return reasons.off_knob(at, _state(build.ground, fault.stud))


def _animal_at(build: Build, settled: Settled, fault: Fault) -> str:
    if build.on is not None:
        for letter, knob in build.on.animals:
            if build.ground.stud(knob) == fault.stud:
                return letter
    kinds = [build.elements[number].kind for number in settled.stacks.get(fault.stud, ())]
    kinds.append(build.elements[fault.number].kind)
    return next(_ANIMAL[kind] for kind in kinds if kind in _ANIMAL)


def _state(ground: GroundMap, stud: Stud) -> str:
    """Where a stud lies that is under no open knob."""
    x, y = stud
    west, south, wide, deep = ground.sheet
    knob = ground.knob_at(x, y)
    if not (0 <= x < ground.plate and 0 <= y < ground.plate):
        return "beyond the plate"
    if not (west <= x < west + wide and south <= y < south + deep):
        return "off the sheet"
    if knob is not None:
        return "closed" if knob in ground else "beyond the map"
    return "between the knobs"


class _Table:
    """A whole table: every piece of it, in whatever order it was built."""

    def __init__(self, build: Build) -> None:
        self.build = build
        self.settled = build.settle()

    def verdict(self) -> Verdict:
        build = self.build
        why = _each_once(self.reasons())
        if why:
            return Verdict(why, uses=build.uses, elements=len(build))
        palace = self.palace()
        return Verdict(
            (), uses=build.uses, elements=len(build), height=palace.height, palace=palace
        )

    def reasons(self) -> Iterator[Reason]:
        build, settled = self.build, self.settled
        for fault in settled.faults:
            yield _physical(build, settled, fault)
        for stud, stack in settled.stacks.items():
            yield from self.column(stud, stack)
        kinds = [element.kind for element in build.elements]
        for kind in dict.fromkeys(kinds):
            count, most = kinds.count(kind), PIECES[kind].in_box
            if count > most:
                yield reasons.short(kind, count, most)

    def column(self, stud: Stud, stack: list[int]) -> Iterator[Reason]:
        """What must stand on what between two turns."""
        elements, below = self.build.elements, self.settled.below
        top: Element | None = None
        for number in stack:
            element = elements[number]
            wanted = _STANDS_ON.get(element.kind)
            if element.kind not in _ANIMAL:
                top = element
            under = below.get((number, stud)) if wanted else None
            if wanted is None or under is None:
                continue
            if under == GROUND or elements[under].kind not in wanted:
                yield self.misplaced(element, stud)
        idle = top is not None and top.kind in ("brick", "column")
        if top is not None and idle and stud in self.build.ground.open_studs:
            at = place_name(self.build.ground, stud)
            yield reasons.off_path(
                at, top.level, f"the {top.kind} on top at {at} carries nothing",
                "take it away, or lay an arch on it",
            )  # fmt: skip

    def misplaced(self, element: Element, stud: Stud) -> Reason:
        """A decoration on no arch end, or an animal where it may not sit."""
        at = place_name(self.build.ground, stud)
        code = element.kind if element.kind in _ANIMAL else "decoration"
        word = "decoration" if code == "butterfly" else "arch end"
        return reasons.misplaced(
            code,
            at,
            element.level,
            f"the {code} at {at} stands on no {word}",
            f"put it on {_A[word]}",
        )

    def palace(self) -> Palace:
        """The columns of a table without a fault."""
        ground = self.build.ground
        columns, animals = _columns(self.build, self.settled)
        width = ground.width
        texts = [""] * (width * ground.depth)
        for knob, column in columns.items():
            texts[knob.rank * width + knob.file] = column
        return Palace(ground, tuple(texts), tuple(sorted(animals.items())))


def _columns(build: Build, settled: Settled) -> tuple[dict[Knob, str], dict[str, Knob]]:
    """The letters of the settled elements at each knob, and the animals."""
    open_studs = build.ground.open_studs
    columns: dict[Knob, str] = {}
    animals: dict[str, Knob] = {}
    for stud, stack in settled.stacks.items():
        knob = open_studs[stud]
        letters = ""
        for number in stack:
            kind, x, y, _, turn, _ = build.elements[number]
            if kind == "arch":
                way = "N" if turn % 2 else "E"
                letters += way if (x, y) == stud else OPPOSITE[way]
            elif kind in _ANIMAL:
                animals[_ANIMAL[kind]] = knob
            else:
                letters += _LETTER[kind]
        if letters:
            columns[knob] = letters
    return columns, animals


class _Turn:
    """The pieces of one turn, laid on a palace in whatever order they were found."""

    def __init__(
        self, build: Build, palace: Palace, supply: Supply | None, rulings: Rulings
    ) -> None:
        self.build = build
        self.palace = palace
        self.rulings = rulings
        self.have = palace.box if supply is None else supply
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
        """Whether a staircase may begin over this stud."""
        knob = self.build.ground.open_studs.get(stud)
        return knob is not None and not self.palace.heights[knob]

    def stands(self, stud: Stud) -> bool:
        """Whether something stood over this stud before the turn."""
        knob = self.build.ground.open_studs.get(stud)
        return knob is not None and self.palace.heights[knob] > 0

    def decorated(self, stud: Stud) -> bool:
        """Whether one of the decorations stands over this stud."""
        return any(self.build.elements[number][1:3] == stud for number in self.decorations)

    def name(self, stud: Stud) -> str:
        return place_name(self.build.ground, stud)

    def verdict(self) -> Verdict:
        build = self.build
        idle = [number for number, _ in self.idle()]
        if idle and self.rulings.idle_support == "returned":
            rest = tuple(e for n, e in enumerate(build.elements) if n not in idle)
            turn = Build(build.ground, rest, build.on)
            return replace(judge_build(turn, self.have, self.rulings), elements=len(build.elements))
        why = _each_once(self.reasons())
        staircase = self.staircase()
        if why or staircase is None:
            return Verdict(why, staircase, build.uses, len(build))
        verdict = earned(self.palace, staircase, self.rulings)
        added, _ = _columns(build, self.settled)
        if verdict.decoration and not self.decorations:
            colour = verdict.decoration
            if self.palace.decorations_left(colour):
                added[staircase.knobs[-1]] += colour
        columns = {knob: self.palace.column(knob) + text for knob, text in added.items()}
        return replace(verdict, elements=len(build), palace=self.palace.with_columns(columns))

    def reasons(self) -> Iterator[Reason]:
        """Every reason: the start first, then level by level, then what concerns the whole."""
        yield from self.start()
        walking = [*self.physics(), *self.directions(), *self.strays()]
        yield from sorted(walking, key=lambda reason: reason.level or 0)
        yield from self.ends()
        if not self.attached():
            # Rule E: something new stands on something old.
            yield self.unattached()
        yield from self.decoration()
        uses = self.build.uses
        for kind, needed, there in zip(uses._fields, uses, self.have, strict=True):
            if needed > there:
                yield reasons.short(kind, needed, max(there, 0))

    def physics(self) -> Iterator[Reason]:
        blocking = self.palace.blocking(self.rulings)
        open_studs = self.build.ground.open_studs
        for fault in self.settled.faults:
            if fault.what == "blocked" and open_studs.get(fault.stud) not in blocking:
                continue
            yield _physical(self.build, self.settled, fault)

    def start(self) -> Iterator[Reason]:
        """Rule A: a staircase begins on an open, empty knob of the ground."""
        if not self.arches:
            return
        ground, first = self.build.ground, self.chain.studs[0]
        free = tuple(knob for knob, height in self.palace.heights.items() if not height)[:4]
        knob = ground.open_studs.get(first)
        if knob is None:
            yield reasons.closed_start(self.name(first), _state(ground, first), free)
        elif self.palace.heights[knob]:
            yield reasons.covered_start(knob, self.palace.heights[knob], free)

    def directions(self) -> Iterator[Reason]:
        """Rule H along the chain, and rule G where the ruling over-arch widens it."""
        arches, studs = self.chain
        ground = self.build.ground
        for index, arch in enumerate(arches):
            near, far = studs[index], studs[index + 1]
            knob = ground.open_studs.get(near)
            if index and far == studs[index - 1]:
                if self.rulings.double_back != "legal":
                    ahead = tuple(ground.neighbours(knob)) if knob else ()
                    back = ground.open_studs.get(far)
                    ahead = tuple(other for other in ahead if other != back)
                    yield reasons.straight_back(self.name(far), self.name(near), ahead)
            elif self.rulings.spiral != "legal" and far in studs[: index + 1]:
                yield reasons.comes_back(self.name(far))
            if self.rulings.over_arch == "stacked" and knob is not None:
                way = knob.way_to(ground.open_studs.get(far, knob))
                earlier = {frozenset(other.feet) for other in arches[:index]}
                if frozenset(arch.feet) in earlier or (way and way in self.palace.column(knob)):
                    yield reasons.stacked(
                        self.name(far), arch.level, self.name(near), directly=False
                    )

    def strays(self) -> Iterator[Reason]:
        """Rule I and the ascent: arches beside the path, and supports that carry nothing."""
        strays = [arch for arch in self.arches if arch not in self.chain.arches]
        stroke = one_stroke(self.arches, self.chain.studs[0]) if strays else None
        if stroke is not None:
            yield self.descent(stroke)
        elif strays:
            for group in groups(strays):
                yield from self.stray(group)
        if not self.arches:
            return
        last = self.chain.arches[-1].number if self.chain.arches else None
        for number, carrier in self.idle():
            element = self.build.elements[number]
            if last is None or carrier != last:
                at = self.name((element.x, element.y))
                yield reasons.off_path(
                    at, element.level, f"the {element.kind} at {at} carries nothing",
                    "take it back, or lay an arch on it (ruling idle-support)",
                )  # fmt: skip

    def descent(self, stroke: Chain) -> Reason:
        """The first arch of a stroke that is not higher than the one before it."""
        levels = [arch.level for arch in stroke.arches]
        index = next(i for i in range(1, len(levels)) if levels[i] <= levels[i - 1])
        by = levels[index - 1] - levels[index] + 1
        at = self.name(stroke.studs[index + 1])
        return reasons.descends(at, levels[index], by, levels[index - 1])

    def stray(self, group: list[Arch]) -> Iterator[Reason]:
        """A second staircase, a side arch, or a branch."""
        studs = {stud for arch in group for stud in arch.feet}
        lowest = min(group, key=lambda arch: (arch.level, arch.feet))
        away = [stud for stud in lowest.feet if stud not in self.chain.studs] or [lowest.feet[0]]
        at = self.name(away[0])
        ends = "-".join(self.name(stud) for stud in lowest.feet)
        if not studs & set(self.chain.studs):
            what = f"the arch {ends} belongs to a second staircase"
            remedy = "build one staircase in a turn"
        elif any(self.carries(arch) for arch in group):
            what = f"the side arch {ends} is off the path and carries it"
            remedy = "carry the path with bricks and columns"
        else:
            what = f"the arch {ends} branches off the path"
            remedy = "take it back"
        yield reasons.off_path(at, lowest.level, what, remedy)

    def carries(self, arch: Arch) -> bool:
        """Whether an arch of the path lies above this one at one of its feet."""
        chain = {one.number for one in self.chain.arches}
        for stud in arch.feet:
            stack = self.settled.stacks.get(stud, [])
            if arch.number in stack:
                above = stack[stack.index(arch.number) + 1 :]
                if chain & set(above):
                    return True
        return False

    def idle(self) -> list[tuple[int, int | None]]:
        """Supports on which nothing of the turn stands, each with the new arch below it, if any."""
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
            at = str(elements[0]) if elements else "the table"
            yield reasons.no_arch(at)
        if not self.chain.arches:
            return
        last = self.chain.arches[-1].number
        for number, carrier in self.idle():
            if carrier == last:
                element = elements[number]
                count = sum(other == last for _, other in self.idle())
                at = self.name((element.x, element.y))
                yield reasons.riser_at_end(at, element.level, count)

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
        if not knobs:
            return reasons.unattached("the table", None, None)
        return unattached(self.palace, knobs[0], self.rulings)

    def decoration(self) -> Iterator[Reason]:
        """Step 2: one decoration, on the end of the last arch, in the colour of the first knob."""
        if not self.chain.arches:
            return
        elements, ground = self.build.elements, self.build.ground
        last = self.chain.arches[-1].number
        start = ground.open_studs.get(self.chain.studs[0])
        placed = False
        for number in sorted(self.decorations, key=lambda n: elements[n][1:4]):
            kind, x, y, level, _, _ = elements[number]
            at = self.name((x, y))
            below = self.settled.below.get((number, (x, y)))
            if (x, y) != self.chain.studs[-1] or (below is not None and below != last):
                yield reasons.misplaced(
                    "decoration", at, level, f"the decoration at {at} is not on the last arch",
                    f"put it on {self.name(self.chain.studs[-1])}",
                )  # fmt: skip
            elif placed:
                yield reasons.misplaced(
                    "decoration", at, level, "there is a second decoration", "take it away"
                )
            else:
                placed = True
            if start is not None and _LETTER[kind] != ground.colours[start]:
                yield reasons.wrong_colour(at, level, _LETTER[kind], ground.colours[start], start)

    def staircase(self) -> Staircase | None:
        """The staircase the pieces form, if all of them do."""
        open_studs = self.build.ground.open_studs
        if not self.chain.arches or len(self.chain.arches) != len(self.arches):
            return None
        if any(stud not in open_studs for stud in self.chain.studs):
            return None
        pointer: dict[Stud, int] = {}

        def supports(stud: Stud, until: int | None) -> str:
            """The supports at a stud from where we are up to an arch, which is passed."""
            text = ""
            stack = self.settled.stacks[stud]
            at = pointer.get(stud, 0)
            while at < len(stack) and stack[at] != until:
                text += _LETTER.get(self.build.elements[stack[at]].kind, "")
                at += 1
            pointer[stud] = at + 1
            return "".join(letter for letter in text if letter in "bc")

        unders, risers = [""], []
        for index, arch in enumerate(self.chain.arches):
            risers.append(supports(self.chain.studs[index], arch.number))
            unders.append(supports(self.chain.studs[index + 1], arch.number))
        risers.append(supports(self.chain.studs[-1], None))
        knobs = tuple(open_studs[stud] for stud in self.chain.studs)
        return Staircase(knobs, tuple(unders), tuple(risers))
