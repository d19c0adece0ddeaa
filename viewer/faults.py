"""The faults of a program that goes on: told in a line each, and whole in a log file."""

from __future__ import annotations

import contextlib
import logging
import os
import tempfile
import traceback
from pathlib import Path

import click

from palace.core.terminal import one_line

MOST_PRINTED, MOST_LOGGED = 20, 1_000
"""Faults that are printed, and that are written into the log file."""


class Faults(logging.Handler):
    """Writes the faults of the server into a log file, and prints the first on one line each."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.count = 0
        self.path = ""
        self.setFormatter(logging.Formatter("%(asctime)s %(name)s: %(message)s"))

    def emit(self, record: logging.LogRecord) -> None:
        """Write a fault, and print it."""
        self.count += 1
        if self.count <= MOST_LOGGED:
            self._write(self.format(record))
        if self.count > MOST_PRINTED:
            return
        error = record.exc_info[1] if record.exc_info else None
        what = record.getMessage().partition("\n")[0] or "fault"
        if error is not None:
            what = f"{type(error).__name__}: {error}"
            place = _place_of(error)
            what += f" ({place})" if place else ""
        last = " (no more of these are shown)" if self.count == MOST_PRINTED else ""
        click.echo(f"note: {one_line(what):.300}{last}", err=True)
        if self.count == 1 and self.path:
            click.echo(f"note: all of it is in {self.path}", err=True)

    def _write(self, text: str) -> None:
        """Add to the log file; without one, what is printed has to do."""
        with contextlib.suppress(OSError):
            if not self.path:
                number, self.path = tempfile.mkstemp(".log", "palace-table-")
                os.close(number)
            with open(self.path, "a", encoding="utf-8", errors="backslashreplace") as log:
                log.write(f"{text}\n")


def _place_of(error: BaseException) -> str:
    """Return the file and line where an error was raised."""
    frames = traceback.extract_tb(error.__traceback__)
    return f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""


def log_faults() -> None:
    """Let every library tell of its faults in one line; PALACE_TRACEBACK=1 shows all of it."""
    if not os.environ.get("PALACE_TRACEBACK"):
        logging.basicConfig(handlers=[Faults()], level=logging.WARNING, force=True)
