"""What can be added to looking and replaying: modes to enter, and heat maps, each by a function."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from palace.monkey_palace.kernel.knob import Knob

from .errand import Progress
from .mode import Legend, Mode, ModeContext, Warmth


class Entry(NamedTuple):
    """A mode: what one does in it, as the help says it, and how it begins."""

    title: str
    enter: Callable[[ModeContext], Mode]


ENTRIES: dict[str, Entry] = {}
"""By the key that enters it: `b` to build a staircase, `e` to enter a table."""


class Heat(NamedTuple):
    """A heat map: the warmth of every knob that has one, what it means, and what to say beside it,
    such as that it is not complete."""

    warmth: Mapping[Knob, Warmth]
    legend: Legend
    notes: tuple[str, ...] = ()


HEATS: dict[str, Callable[[ModeContext, Progress], Heat]] = {}
"""By their title, in the order in which a key goes through them; they run in a thread."""
