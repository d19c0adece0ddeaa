"""A display of one's own, without a monitor, and a hand on its keyboard and mouse."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

PROGRAMS = ("Xvfb", "xauth", "xdotool")
REMEDY = "on Debian or Ubuntu: apt-get install --no-install-recommends xvfb xauth xdotool"

_SECONDS = 60


def missing() -> list[str]:
    """The programs that are needed and not there."""
    return [name for name in PROGRAMS if shutil.which(name) is None]


class Screen:
    """An X server of this size; what is started in it ends with it."""

    def __init__(self, size: tuple[int, int]) -> None:
        wide, high = size
        read, write = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{wide}x{high}x24",
             "-noreset", "-nolisten", "tcp"],
            pass_fds=[write], stderr=subprocess.DEVNULL,
        )  # fmt: skip
        os.close(write)
        with os.fdopen(read) as stream:
            self.display = f":{stream.readline().strip()}"
        self.started: list[subprocess.Popen[str]] = []

    @property
    def environment(self) -> dict[str, str]:
        """Variables for whatever is to open its windows here."""
        return {**os.environ, "DISPLAY": self.display}

    def palace(self, *arguments: str, cwd: Path) -> subprocess.Popen[str]:
        """Start the command line."""
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "palace", *arguments],
            env=self.environment, cwd=cwd, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        self.started.append(process)
        return process

    def do(self, *arguments: str) -> str:
        """Press a key or a button, or look for a window, as xdotool calls it."""
        done = subprocess.run(
            ["xdotool", *arguments],
            env=self.environment, capture_output=True, text=True, timeout=_SECONDS, check=False,
        )  # fmt: skip
        return done.stdout.strip()

    def close(self) -> None:
        """End what was started, and the server."""
        for process in self.started:
            ended(process)
        self.server.kill()
        self.server.wait()


def ended(process: subprocess.Popen[str]) -> str:
    """End a process; returns what it has said."""
    if process.poll() is None:
        process.kill()
    return "\n".join(process.communicate())


def wait_for(what: Callable[[], bool], seconds: float = _SECONDS) -> bool:
    """Whether something comes true in time."""
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        if what():
            return True
        time.sleep(0.05)
    return False
