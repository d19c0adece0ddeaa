"""What is to be seen of a table that is being entered."""

from __future__ import annotations

from collections.abc import Iterator

from palace.core.errors import NotationError
from palace.monkey_palace.kernel.elements import Element
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.notation import Fault
from palace.monkey_palace.kernel.palace import column_height

from ..scene import Instance, Scene, scene
from .found import Found
from .mode import Label, Shot
from .spots import above
from .wording import noted

_MENDED_BY_MORE = {"path", "support"}
"""Faults that go away when more is entered, unless something is in the way already."""

_HIGHER = 1.2
"""Bricks by which a label about a fault stands above the piece."""


def shot_of(found: Found, chosen: Knob | None, note: str) -> Shot:
    """What has been entered, what is missing, what is wrong."""
    wrong = [fault for fault in found.faults if not _under_way(found, fault)]
    bad = frozenset(element for fault in wrong for element in _meant(found, fault))
    base = scene(Found(found.ground).draft)
    number = len(base.instances)
    laid = tuple(
        Instance(number + index, element, marked=element in bad)
        for index, element in enumerate(found.elements)
    )
    done = found.palace is not None
    return Shot(
        Scene(base.ground, (*base.instances, *laid)),
        tuple(_panel(found, chosen, note, wrong=bool(wrong))),
        "illegal" if wrong else "legal" if done and found.columns else "plain",
        tuple(_labels(found, chosen, wrong)),
        found.halves,
        tuple(dict.fromkeys(at.knob for at in found.missing)),
    )


def _under_way(found: Found, fault: Fault) -> bool:
    """Whether more pieces may mend it: an open top, an end whose column is too low as yet."""
    if fault.error.code not in _MENDED_BY_MORE:
        return False
    beside = [at for at in found.missing if at.knob.step(at.letter) == fault.knob]
    here = [at for at in beside if at.level == fault.level]
    return all(column_height(found.column(at.knob)) < at.level for at in here)


def _meant(found: Found, fault: Fault) -> list[Element]:
    stud = found.ground.stud(fault.knob)
    return [e for e in found.elements if stud in e.feet and e.level <= fault.level < e.top]


def _labels(found: Found, chosen: Knob | None, wrong: list[Fault]) -> Iterator[Label]:
    ground = found.ground
    if chosen is not None:
        level = column_height(found.column(chosen))
        yield Label(str(chosen), above(ground, chosen, level), "step")
    for at in found.missing:
        yield Label(f"{at.letter} at level {at.level}", above(ground, at.knob, at.level), "hint")
    said: dict[tuple[Knob, int], list[str]] = {}
    for fault in wrong:
        said.setdefault((fault.knob, fault.level), []).append(_what(fault.error))
    for (knob, level), texts in said.items():
        yield Label("\n".join(texts), above(ground, knob, level + 1 + _HIGHER), "fault")


def _what(error: NotationError) -> str:
    return f"{error.code}: {error.what}"


def _panel(found: Found, chosen: Knob | None, note: str, *, wrong: bool) -> list[str]:
    said = [f"enter a table on {found.ground.title}", "", *noted(note)]
    if chosen is None:
        said.append("click a knob, or press an arrow key; Del clears the table")
    else:
        column = found.column(chosen)
        high = f", {column_height(column)} high" if column else ""
        said.append(f"{chosen}: {column or 'empty'}{high}")
        said.append("press what comes next: b c, n e s w, l d g, m f y")
    said.append(f"on the table: {found.draft.used}")
    if found.palace is not None and found.columns:
        said += ["", "LEGAL  this is a palace:", found.position]
    elif found.faults:
        word = "NOT LEGAL" if wrong else "NOT WHOLE YET"
        said += ["", f"{word}  {len(found.faults)} to mend:"]
        mark = "!" if wrong else "-"
        said += [f"{mark} {fault.error.sentence()}" for fault in found.faults]
    return said
