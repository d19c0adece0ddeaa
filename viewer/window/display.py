"""Whether there is a display to open a window on, asked in a child process: VTK ends the process
that asks in vain."""

from __future__ import annotations

import os
import subprocess
import sys

from palace.core.errors import InputError, Problem

from ..offscreen.opengl import REMEDY, WINDOW

ELSE = "palace view --screenshot OUT.png and palace render need none"

_SECONDS = 60
_PROBE = """
import vtkmodules.vtkRenderingOpenGL2
from vtkmodules.vtkRenderingCore import vtkRenderer, vtkRenderWindow
window = vtkRenderWindow()
window.SetShowWindow(False)
window.SetSize(16, 16)
window.AddRenderer(vtkRenderer())
window.Render()
print(window.GetClassName())
"""


def need_display() -> None:
    """Make VTK draw on the display; raises `InputError` where there is none, or it cannot."""
    trouble = display_trouble()
    if trouble is not None:
        raise InputError(trouble)
    if sys.platform == "linux":
        os.environ.pop(WINDOW, None)  # a window class for drawing off-screen opens none


def display_trouble() -> Problem | None:
    """Why no window can be opened, and what to do; None if one can."""
    if sys.platform != "linux":
        return None
    display = os.environ.get("DISPLAY")  # VTK knows no other way, Wayland has it too
    if not display:
        return Problem("view", "there is no display to open a window on", ELSE)
    env = {name: value for name, value in os.environ.items() if name != WINDOW}
    try:
        done = subprocess.run(
            [sys.executable, "-P", "-c", _PROBE],
            env=env, capture_output=True, text=True, timeout=_SECONDS, check=False,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired):
        return Problem("view", f"the display {display} does not answer", ELSE)
    if done.returncode:
        what = f"no window opens on the display {display}"
        return Problem("view", what, f"{ELSE}; without OpenGL: {REMEDY}")
    if done.stdout.strip() != "vtkXOpenGLRenderWindow":
        return Problem("view", f"the display {display} cannot be opened", ELSE)
    return None
