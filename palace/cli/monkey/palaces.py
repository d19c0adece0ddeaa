"""What the verbs of Monkey Palace share in printing: what a staircase earns, and drawings."""

from __future__ import annotations

from collections.abc import Iterable

from palace.core.verdict import Reason
from palace.monkey_palace.drawing.earnings import earnings
from palace.monkey_palace.kernel.knob import FILES, Knob

__all__ = ["earnings", "marks_of"]


def marks_of(found: Iterable[Reason]) -> dict[Knob, str]:
    """A `!` for every knob a reason names."""
    marks = {}
    for reason in found:
        if reason.at[:1] in FILES and reason.at[1:].isdigit():
            marks[Knob.read(reason.at)] = "!"
    return marks
