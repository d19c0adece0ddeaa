"""Where the texts of a game under way are shown: a terminal, or anything else with columns."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass

from palace.core.verdict import ENGLISH

Progress = Callable[[float], None]
"""Takes how much of something long is done, 0 to 1."""


def _silent(what: str, first: str = "") -> AbstractContextManager[Progress]:
    """Return a bar that prints nothing."""
    del what, first
    return nullcontext(lambda share: None)


@dataclass(frozen=True)
class Screen:
    """`width` in columns.

    `bar` shows how far something long is, given what it is and a text to print before it begins;
    `language` is the one in which games write.
    """

    width: int = 80
    bar: Callable[[str, str], AbstractContextManager[Progress]] = _silent
    language: str = ENGLISH

    def wrapped(self, text: str, indent: int = 0, hang: int = 0) -> str:
        """Return a text wrapped to the screen, later lines indented by `hang` more."""
        return textwrap.fill(
            text,
            self.width,
            initial_indent=" " * indent,
            subsequent_indent=" " * (indent + hang),
            break_long_words=False,
            break_on_hyphens=False,
        )


def bold(text: str) -> str:
    """Return a text with the codes for bold; they are removed where the output is no terminal."""
    return f"\x1b[1m{text}\x1b[0m"
