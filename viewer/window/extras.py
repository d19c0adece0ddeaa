"""The modes that can be entered and the heat maps that can be shown, put into the registry."""

from __future__ import annotations

from . import heat
from .building import Building
from .entering import Entering
from .registry import ENTRIES, HEATS, Entry


def install() -> None:
    """Add them; to do so again changes nothing."""
    ENTRIES["b"] = Entry("build a staircase from here", Building)
    ENTRIES["e"] = Entry("enter a table as found", Entering)
    HEATS["how high it can grow"] = heat.height
    HEATS["most credits"] = heat.credits_
    HEATS["staircases that begin there"] = heat.beginnings
