"""The referee for loose elements: a whole table, or the pieces of one turn.

The rules are in `reasons.py`; the physics is that of `build.py`, and which game can have made a
whole table that of `audit.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from palace.core.verdict import Reason
from palace.monkey_palace.kernel import reasons
from palace.monkey_palace.kernel.audit import Audit, audit
from palace.monkey_palace.kernel.build import GROUND, Build
from palace.monkey_palace.kernel.build_faults import (
    about,
    about_surplus,
    columns_of,
    physical,
    place_name,
)
from palace.monkey_palace.kernel.elements import ANIMALS, COLOURS, Element, Stud
from palace.monkey_palace.kernel.loose_turn import LooseTurn
from palace.monkey_palace.kernel.palace import Palace, arranged
from palace.monkey_palace.kernel.reasons import BOOK
from palace.monkey_palace.kernel.rulings import DEFAULT, Rulings
from palace.monkey_palace.kernel.supply import Supply
from palace.monkey_palace.kernel.verdict import Verdict

_ON_ARCH = frozenset(("arch",))
_STANDS_ON = {
    **dict.fromkeys((*COLOURS.values(), "monkey", "frog"), _ON_ARCH),
    "butterfly": frozenset(COLOURS.values()),
}
_ASTRAY = {
    "light": "decoration.astray",
    "dark": "decoration.astray",
    "gold": "decoration.astray",
    "monkey": "monkey.astray",
    "frog": "frog.astray",
    "butterfly": "butterfly.astray",
}


def judge_build(
    build: Build, supply: Supply | None = None, rulings: Rulings | None = None
) -> Verdict:
    """Return the verdict on loose elements: every reason, or the palace they make.

    With `build.on` they must form one staircase, paid from `supply` (by default what the box still
    holds, and never more than that); without it they are a whole table and must be a legal palace.
    Pieces that lie wholly beyond the plate are not judged.
    """
    plate = range(build.ground.plate)
    beside = {
        number
        for number, element in enumerate(build.elements)
        if not any(x in plate and y in plate for x, y in element.studs)
    }
    if beside:
        verdict = judge_build(build.without(beside), supply, rulings)
        note = BOOK.text("beside", count=len(beside))
        return replace(verdict, elements=len(build), notes=(note,))
    if build.on is None:
        return _Table(build).verdict()
    return LooseTurn(build, build.on, supply, rulings or DEFAULT).verdict()


def judge_table(build: Build, rulings: Rulings | None = None) -> Audit:
    """Return the verdict on a whole table, by the rules of building and by the audit together.

    Where not one piece of the set-up is in its place it is judged by the rules alone: `audited` is
    False, and a note says so.  Of one turn the table is that after the turn.
    """
    verdict = judge_build(build, None, rulings)
    palace, ground = verdict.palace, build.ground
    if palace is None:
        pieces = build.elements
        return Audit(verdict.reasons, None, (), pieces, verdict.notes, audited=False)
    if not {*Palace.setup(ground).elements()} & {*palace.elements()}:
        notes = (*verdict.notes, BOOK.text("not-audited", map=ground.name))
        return Audit((), palace, (), build.elements, notes, audited=False)
    found = audit(palace, rulings)
    placed = tuple(_with_line(reason, build) for reason in found.reasons)
    return replace(found, reasons=placed, notes=(*verdict.notes, *found.notes))


def _with_line(reason: Reason, build: Build) -> Reason:
    """Return a reason with the line of the piece it is about, where the pieces have lines."""
    for element, line in zip(build.elements, build.lines, strict=False):
        knobs = [build.ground.knob_at(*stud) for stud in element.feet]
        if reason.at in map(str, knobs) and reason.level == element.level:
            return reason.placed(turn=None, line=line)
    return reason


class _Table:
    """A whole table: every piece of it, in any order."""

    def __init__(self, build: Build) -> None:
        self.build = build
        self.settled = build.settle()

    def verdict(self) -> Verdict:
        build = self.build
        why = reasons.each_once(self.reasons())
        if why:
            return Verdict(why, uses=build.uses, elements=len(build))
        palace = self.palace()
        return Verdict((), uses=build.uses, elements=len(build), palace=palace)

    def reasons(self) -> Iterator[Reason]:
        build, settled = self.build, self.settled
        for fault in settled.faults:
            yield physical(build, settled, fault)
        for stud, stack in settled.stacks.items():
            yield from self.column(stud, stack)
        kinds = [element.kind for element in build.elements]
        for kind in dict.fromkeys(kinds):
            count, most = kinds.count(kind), build.ground.in_box(kind)
            if count > most:
                yield about_surplus(build, reasons.short(kind, count, most, box=True))

    def column(self, stud: Stud, stack: list[int]) -> Iterator[Reason]:
        """Yield the faults of a stack: what must be on what between two turns."""
        elements, below = self.build.elements, self.settled.below
        top: int | None = None
        for number in stack:
            element = elements[number]
            wanted = _STANDS_ON.get(element.kind)
            if element.kind not in ANIMALS.values():
                top = number
            under = below.get((number, stud)) if wanted else None
            if wanted is None or under is None:
                continue
            if under == GROUND or elements[under].kind not in wanted:
                yield about(self.build, number, self.misplaced(element, stud))
        if top is None or stud not in self.build.ground.open_studs:
            return
        kind, _, _, level, _, _ = elements[top]
        if kind in ("brick", "column"):
            at = place_name(self.build.ground, stud)
            idle = BOOK.reason("path.idle-top", at, "arch-or-away", level=level, kind=kind)
            yield about(self.build, top, idle)

    def misplaced(self, element: Element, stud: Stud) -> Reason:
        """Return the reason against a decoration on no arch end, or against an animal where it may
        not sit.
        """
        at = place_name(self.build.ground, stud)
        kind = element.kind
        remedy = "on-decoration" if kind == "butterfly" else "on-arch-end"
        return BOOK.reason(_ASTRAY[kind], at, remedy, level=element.level, kind=kind)

    def palace(self) -> Palace:
        """Return the columns of a table without a fault."""
        ground = self.build.ground
        columns, animals = columns_of(self.build, self.settled)
        return Palace(ground, arranged(ground, columns), tuple(sorted(animals.items())))
