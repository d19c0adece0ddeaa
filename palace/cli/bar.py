"""A bar for what takes long, on standard error, where that is a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

PATIENCE = 1.0
"""Seconds before a bar appears."""


@contextmanager
def bar(what: str, hint: str = "(Ctrl-C ends it)") -> Iterator[Bar]:
    """A function to tell how much is done, 0 to 1; it shows a bar once that takes long."""
    shown = Bar(what, hint)
    try:
        yield shown
    finally:
        shown.close()


class Bar:
    """A bar that appears late, and goes when it is closed."""

    def __init__(self, what: str, hint: str) -> None:
        self.what = what
        self.hint = hint
        self.begun = time.monotonic()
        self.progress: Any = None

    def __call__(self, share: float, what: str = "") -> None:
        """Tell how much is done, and what is being done if that has changed."""
        self.what = what or self.what
        if self.progress is None:
            terminal = sys.stderr is not None and sys.stderr.isatty()
            if not terminal or time.monotonic() - self.begun < PATIENCE:
                return
            self._open()
        self.progress.update(self.task, completed=share, description=self.what)

    def _open(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

        columns = TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn()
        hint = TextColumn(self.hint, style="dim")
        self.progress = Progress(*columns, hint, console=Console(stderr=True), transient=True)
        self.task = self.progress.add_task(self.what, total=1.0)
        self.progress.start()

    def close(self) -> None:
        """Take it away."""
        if self.progress is not None:
            self.progress.stop()
