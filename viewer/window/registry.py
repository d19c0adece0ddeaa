"""The modes that can be entered from another one, each by its key."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from .mode import Here, Mode


class Entry(NamedTuple):
    """A mode: what one does in it, as the help says it, and how it begins."""

    title: str
    enter: Callable[[Here], Mode]


ENTRIES: dict[str, Entry] = {}
"""By the key that enters it: `b` to build a staircase, `e` to enter a table."""
