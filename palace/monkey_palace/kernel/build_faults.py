"""Physical faults of loose elements as reasons, and the columns of the elements without one."""

from __future__ import annotations

from palace.core.verdict import Reason
from palace.monkey_palace.kernel import reasons
from palace.monkey_palace.kernel.build import Build, Fault, Settled
from palace.monkey_palace.kernel.elements import ANIMALS, LETTERS, Stud
from palace.monkey_palace.kernel.ground import GroundMap
from palace.monkey_palace.kernel.knob import OPPOSITE, Knob
from palace.monkey_palace.kernel.reasons import BOOK
from palace.monkey_palace.kernel.staircase import fewest


def place_name(ground: GroundMap, stud: Stud) -> str:
    """Return the knob over a stud, by its chess name, or the stud itself."""
    knob = ground.knob_at(*stud)
    return str(knob) if knob is not None else f"stud {stud[0]},{stud[1]}"


def about(build: Build, number: int | None, reason: Reason) -> Reason:
    """Return a reason with the line of the element it is about."""
    return reason.placed(line=build.line_of(number))


def about_surplus(build: Build, reason: Reason) -> Reason:
    """Return a reason `supply` with the line of the first element that is too many."""
    numbers = [n for n, element in enumerate(build.elements) if element.kind == reason.at]
    over = reason.by or 0
    return about(build, numbers[-over] if 0 < over <= len(numbers) else None, reason)


def physical(build: Build, settled: Settled, fault: Fault, columns: int | None = None) -> Reason:
    """Return the reason behind a physical fault; a remedy has at most `columns` columns."""
    return about(build, fault.number, _physical(build, settled, fault, columns))


def _physical(build: Build, settled: Settled, fault: Fault, columns: int | None) -> Reason:
    kind, level, by = build.elements[fault.number].kind, fault.level, fault.by
    at = place_name(build.ground, fault.stud)
    if fault.what == "support":
        added = fewest(by, columns)
        if kind == "arch":
            return BOOK.reason("support.arch", at, "fill", level=level, by=by, gap=by, added=added)
        return BOOK.reason(
            "support.piece", at, "fill", level=level, by=by, kind=kind, gap=by, added=added
        )
    if fault.what == "collision" and fault.number in settled.doubled:
        return BOOK.reason("collision.doubled", at, "take-one", level=level, kind=kind)
    if fault.what == "collision" and level < 0:
        return BOOK.reason("collision.ground", at, "lift", level=level, by=by, kind=kind, depth=by)
    if fault.what == "collision":
        return BOOK.reason(
            "collision.overlap", at, "lift-or-clear", level=level, by=by, kind=kind, depth=by
        )
    if fault.what == "middle-knob":
        return BOOK.reason("middle-knob", at, "end-knob", level=level, kind=kind)
    if fault.what == "stacked":
        leaves = place_name(build.ground, build.elements[fault.number].feet[0])
        return reasons.stacked(at, level, leaves, spacers=True)
    if fault.what == "blocked":
        return reasons.blocked(at, level, _animal_at(build, settled, fault))
    return reasons.off_knob(at, state(build.ground, fault.stud))


def _animal_at(build: Build, settled: Settled, fault: Fault) -> str:
    if build.on is not None:
        for letter, knob in build.on.animals:
            if build.ground.stud(knob) == fault.stud:
                return letter
    kinds = [build.elements[number].kind for number in settled.stacks.get(fault.stud, ())]
    kinds.append(build.elements[fault.number].kind)
    return next(LETTERS[kind] for kind in kinds if kind in ANIMALS.values())


def state(ground: GroundMap, stud: Stud) -> str:
    """Return where a stud is that has no open knob: closed, off-map, off-sheet ..."""
    x, y = stud
    west, south, wide, deep = ground.sheet
    knob = ground.knob_at(x, y)
    if not (0 <= x < ground.plate and 0 <= y < ground.plate):
        return "off-plate"
    if not (west <= x < west + wide and south <= y < south + deep):
        return "off-sheet"
    if knob is not None:
        return "closed" if knob in ground else "off-map"
    return "between"


def columns_of(build: Build, settled: Settled) -> tuple[dict[Knob, str], dict[str, Knob]]:
    """Return the letters of the settled elements at each knob, and the animals."""
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
            elif kind in ANIMALS.values():
                animals[LETTERS[kind]] = knob
            else:
                letters += LETTERS[kind]
        if letters:
            columns[knob] = letters
    return columns, animals
