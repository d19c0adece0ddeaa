"""Ends what a test run left running, once the run is over or was killed: `sweep.py MARK`.

The run holds the other end of standard input; its processes have the mark in their environment.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from pathlib import Path


def marked(mark: str) -> list[int]:
    """Return the processes with `NAME=VALUE` in the environment they began with."""
    found = []
    for environment in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):  # of another user, or gone
            if mark.encode() in environment.read_bytes().split(b"\0"):
                found.append(int(environment.parent.name))
    return found


if __name__ == "__main__":
    sys.stdin.read()
    while left := marked(sys.argv[1]):  # again, for what they started meanwhile
        for number in left:
            with suppress(OSError):
                os.kill(number, signal.SIGKILL)
