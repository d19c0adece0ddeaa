"""A real window on a display, with real keys and clicks; the errors without a display."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from palace.core.errors import InputError
from palace_viewer.offscreen.opengl import need_display
from tests.conftest import Start
from tests.viewer.palaces import RECORD

PROGRAMS = ("Xvfb", "xauth", "xdotool")
REMEDY = "on Debian or Ubuntu: apt-get install --no-install-recommends xvfb xauth xdotool"

_SECONDS = 60


def missing() -> list[str]:
    """Return the required programs that are missing."""
    return [name for name in PROGRAMS if shutil.which(name) is None]


class Screen:
    """An X server of a size, and the processes started in it."""

    def __init__(self, size: tuple[int, int], start: Start) -> None:
        wide, high = size
        read, write = os.pipe()
        self.start = start
        self.server = start(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{wide}x{high}x24",
             "-noreset", "-nolisten", "tcp"],
            pass_fds=[write], stderr=subprocess.DEVNULL,
        )  # fmt: skip
        os.close(write)
        with os.fdopen(read) as stream:
            self.display = f":{stream.readline().strip()}"

    @property
    def environment(self) -> dict[str, str]:
        """Environment variables that open windows here."""
        return {**os.environ, "DISPLAY": self.display}

    def palace(self, *arguments: str, cwd: Path) -> subprocess.Popen[str]:
        """Start the command line."""
        return self.start(
            [sys.executable, "-P", "-m", "palace", *arguments],
            env=self.environment, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip

    def do(self, *arguments: str) -> str:
        """Call xdotool: press a key or a button, or look for a window."""
        done = subprocess.run(
            ["xdotool", *arguments],
            env=self.environment, capture_output=True, text=True, timeout=_SECONDS, check=False,
        )  # fmt: skip
        return done.stdout.strip()


def ended(process: subprocess.Popen[str]) -> str:
    """End a process; return its output."""
    if process.poll() is None:
        process.kill()
    return "\n".join(process.communicate())


def wait_for(what: Callable[[], bool], seconds: float = _SECONDS) -> bool:
    """Return whether a condition becomes true in time."""
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        if what():
            return True
        time.sleep(0.05)
    return False


SIZE = 700, 500

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only X has a display to lack")


@pytest.fixture
def screen(start: Start) -> Screen:
    """An X server; without the programs the test fails and names them."""
    if missing():
        pytest.fail(f"{', '.join(missing())} missing; {REMEDY}")
    return Screen(SIZE, start)


def opened(screen: Screen, folder: Path, what: str = "map-1") -> subprocess.Popen[str]:
    """A call of `palace view` whose window is open."""
    process = screen.palace("view", what, cwd=folder)
    assert wait_for(lambda: bool(screen.do("search", "--name", "^Palace"))), ended(process)
    time.sleep(1)
    return process


@pytest.mark.usefixtures("opengl")
@pytest.mark.parametrize("what", ["map-1", "cooper-2"])
def test_ctrl_c_closes_the_window(what: str, screen: Screen, tmp_path: Path) -> None:
    process = opened(screen, tmp_path, what)
    process.send_signal(signal.SIGINT)
    assert process.wait(_SECONDS) == 130


@pytest.mark.usefixtures("opengl")
def test_a_display_that_goes_away_is_reported_in_one_line(screen: Screen, tmp_path: Path) -> None:
    process = opened(screen, tmp_path)
    screen.server.kill()
    assert process.wait(_SECONDS) == 2
    assert ended(process).strip() == (
        "view: the connection to the display broke; "
        "palace view --screenshot OUT.png and palace render need no display"
    )


def test_no_display_is_reported_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    with pytest.raises(InputError, match=r"^view: there is no display to open a window on; "):
        need_display()


@pytest.mark.usefixtures("opengl")
def test_a_missing_display_is_reported_in_one_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("DISPLAY", ":987")
    with pytest.raises(InputError) as caught:
        need_display()
    assert str(caught.value) == (
        "view: the display :987 cannot be opened; "
        "palace view --screenshot OUT.png and palace render need no display"
    )


def test_keys_and_clicks_in_a_real_window(screen: Screen, tmp_path: Path) -> None:
    """Every key and click is followed by a picture that the window itself writes on `p`."""
    size = f"{SIZE[0]}x{SIZE[1]}"
    window = screen.palace("view", str(RECORD), "--turn", "3", "--size", size, cwd=tmp_path)
    assert wait_for(lambda: bool(screen.do("search", "--name", "^Palace: map-1"))), ended(window)
    taken = 0

    def picture() -> NDArray[np.uint8]:
        nonlocal taken
        taken += 1
        file = tmp_path / f"palace-{taken}.png"
        screen.do("key", "p")
        # No manager of windows gives it the keys, so the first may come too early.
        if not wait_for(file.exists, 10 if taken == 1 else 60):
            screen.do("key", "p")
        assert wait_for(file.exists), ended(window)
        return np.asarray(Image.open(file).convert("RGB"))

    screen.do("mousemove", "350", "250")
    start = picture()
    assert start.shape == (SIZE[1], SIZE[0], 3)
    screen.do("key", "Left")
    screen.do("key", "Left")
    earlier = picture()
    assert (earlier != start).any(), "two turns back"
    screen.do("key", "Right")
    screen.do("key", "Right")
    assert (picture() == start).all(), "and forth"
    screen.do("mousemove", "350", "300", "click", "1")
    asked = picture()
    panel = slice(0, 200), slice(0, 250)
    assert (asked[panel] != start[panel]).any(), "the panel tells what was clicked"
    screen.do("mousemove", "300", "250", "mousedown", "1")
    screen.do("mousemove", "340", "280")
    screen.do("mousemove", "380", "300", "mouseup", "1")
    turned = picture()
    assert (turned[200:400] != asked[200:400]).mean() > 0.05, "the eye goes round"
    track = SIZE[1] - 16
    screen.do("mousemove", "22", str(track), "mousedown", "1", "mousemove", "400", str(track))
    screen.do("mouseup", "1")
    slid = picture()
    assert (slid != turned).any(), "the slider moves"
    screen.do("key", "q")
    assert wait_for(lambda: window.poll() is not None)
    assert window.returncode == 0, ended(window)
