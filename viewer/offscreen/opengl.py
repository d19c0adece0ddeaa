"""Whether this machine can draw, asked in a child process: where a library of OpenGL is missing,
VTK ends the process that asks."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from importlib.util import find_spec

from palace.core.errors import InputError, Problem, install_hint

PACKAGES = ("libegl1", "libgl1-mesa-dri")
"""What Debian and Ubuntu call what is missing."""

REMEDY = f"on Debian or Ubuntu: apt-get install --no-install-recommends {' '.join(PACKAGES)}"

WINDOW = "VTK_DEFAULT_OPENGL_WINDOW"
"""The variable that tells VTK how to draw."""

_SECONDS = 60
_PROBE = """
import vtkmodules.vtkRenderingOpenGL2
from vtkmodules.vtkRenderingCore import vtkRenderer, vtkRenderWindow
window = vtkRenderWindow()
window.SetOffScreenRendering(1)
window.SetSize(16, 16)
window.AddRenderer(vtkRenderer())
window.Render()
print(window.GetClassName())
"""


@cache
def window_class() -> str | None:
    """The class of VTK's that draws off-screen here, or None if none does.

    Takes some tenths of a second, once for a process.
    """
    given = os.environ.get(WINDOW)
    if given:
        return _tried(given)
    if sys.platform != "linux":
        return _tried("")
    ways = ["vtkEGLRenderWindow", "vtkOSOpenGLRenderWindow"]
    return next((name for way in ways if (name := _tried(way))), None)


def _tried(way: str) -> str | None:
    env = {**os.environ, WINDOW: way} if way else dict(os.environ)
    try:
        done = subprocess.run(
            [sys.executable, "-P", "-c", _PROBE],
            env=env, capture_output=True, text=True, timeout=_SECONDS, check=False,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def need() -> None:
    """Make VTK draw off-screen; raises `InputError` where it cannot, and would end the process."""
    if find_spec("pyvista") is None:
        raise InputError(Problem("render", "pyvista is missing", install_hint("view")))
    name = window_class()
    if name is None:
        raise InputError(Problem("render", "this machine has no OpenGL to draw with", REMEDY))
    if sys.platform == "linux":
        os.environ.setdefault(WINDOW, name)
