"""Checks whether this machine can draw off-screen and on a display.

The check runs in a child process: VTK ends the process if an OpenGL library or the display is
missing.  The answer for drawing off-screen is kept in the user's cache folder.
"""

from __future__ import annotations

import atexit
import ctypes
import ctypes.util
import json
import os
import platform
import subprocess
import sys
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from palace.core.errors import InputError, Problem, install_hint
from palace.files.writing import write_whole

PACKAGES = ("libegl1", "libgl1-mesa-dri")
"""Debian and Ubuntu packages with the OpenGL libraries."""

REMEDY = f"on Debian or Ubuntu: apt-get install --no-install-recommends {' '.join(PACKAGES)}"

WINDOW = "VTK_DEFAULT_OPENGL_WINDOW"
"""Environment variable that selects VTK's window class."""

_ELSE = "palace view --screenshot OUT.png and palace render need no display"

NO_WINDOW = Problem("view", "no window was opened: the display does not answer any more", _ELSE)

_SECONDS = 60
_PROBE = """
import vtkmodules.vtkRenderingOpenGL2
from vtkmodules.vtkRenderingCore import vtkRenderer, vtkRenderWindow
window = vtkRenderWindow()
window.{how}
window.SetSize(16, 16)
window.AddRenderer(vtkRenderer())
window.Render()
print(window.GetClassName())
"""


@cache
def find_class() -> str | None:
    """Return the VTK class that draws off-screen here, after trying it; None if none does.

    Takes some tenths of a second, once per process.
    """
    given = os.environ.get(WINDOW)
    if given:
        return _try(given)
    if sys.platform != "linux":
        return _try("")
    ways = ["vtkEGLRenderWindow", "vtkOSOpenGLRenderWindow"]
    return next((name for way in ways if (name := _try(way))), None)


def _try(way: str) -> str | None:
    env = {**os.environ, WINDOW: way} if way else dict(os.environ)
    done = _draw_once("SetOffScreenRendering(1)", env)
    return done.stdout.strip() if done and done.returncode == 0 else None


def _draw_once(how: str, env: dict[str, str]) -> subprocess.CompletedProcess[str] | None:
    """Draw an empty window in a child process; return None if that does not end."""
    command = [sys.executable, "-P", "-c", _PROBE.format(how=how)]
    try:
        return subprocess.run(
            command, env=env, capture_output=True, text=True, timeout=_SECONDS, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return None


def need() -> None:
    """Make VTK draw off-screen; raises `InputError` if it cannot."""
    if find_spec("pyvista") is None:
        raise InputError(Problem("render", "pyvista is missing", install_hint("view")))
    name = window_class()
    if name is None:
        raise InputError(Problem("render", "this machine has no OpenGL to draw with", REMEDY))
    if sys.platform == "linux":
        os.environ.setdefault(WINDOW, name)


@cache
def window_class() -> str | None:
    """Return the class that draws off-screen, from the cache folder if it was found before.

    The file is taken away while this process draws, and put back when it ends as it should: after a
    crash, or a change of libraries, driver or settings, the machine is checked again.
    """
    asked = _state()
    name = _take(asked) or find_class()
    if name is not None:
        atexit.register(_keep, asked, name)
    return name


def cache_file() -> Path:
    """Return the file with the answer of the check: `palace/opengl.json` in the cache folder."""
    folder = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return Path(folder, "palace", "opengl.json")


_SETTINGS = ("DISPLAY", "EGL_", "GALLIUM_", "LD_", "LIBGL_", "MESA_", "VTK_", "__EGL", "__GL")
"""How the names of the environment variables begin that the answer depends on."""

_LIBRARIES = ("/etc/ld.so.cache", "/usr/share/glvnd/egl_vendor.d", "/dev/dri")
"""Files and folders that change with the libraries, the drivers and the graphics cards."""


def _state() -> str:
    """Return everything the answer depends on."""
    settings = {name: text for name, text in os.environ.items() if name.startswith(_SETTINGS)}
    vtk = find_spec("vtkmodules")
    places = [sys.executable, vtk.origin if vtk else None, *_LIBRARIES]
    changed = {
        place: os.stat(place).st_mtime_ns for place in places if place and os.path.exists(place)
    }
    machine = [platform.node(), platform.release(), getattr(os, "getuid", int)()]
    return json.dumps([_PROBE, machine, changed, sorted(settings.items())])


def _take(asked: str) -> str | None:
    """Return the answer kept for a state, and remove the file; None without either."""
    try:
        known = json.loads(cache_file().read_bytes())
        cache_file().unlink()
    except (OSError, ValueError):
        return None
    name = known.get(asked) if isinstance(known, dict) else None
    return name if isinstance(name, str) else None


def _keep(asked: str, name: str) -> None:
    """Write the answer for a state; do nothing where the folder cannot be written."""
    with suppress(OSError, InputError):
        cache_file().parent.mkdir(parents=True, exist_ok=True)
        write_whole(cache_file(), json.dumps({asked: name}), overwrite=True)


def need_display() -> None:
    """Make VTK draw on the display; raises `InputError` if it cannot."""
    trouble = display_trouble()
    if trouble is not None:
        raise InputError(trouble)
    if sys.platform == "linux":
        os.environ.pop(WINDOW, None)  # an off-screen window class opens no window
    _leave_without_display()


def _leave_without_display() -> None:
    """Let the process end with status 2 and one line if the connection to the display breaks.

    Xlib would end it with status 1.
    """
    library = ctypes.util.find_library("X11") if sys.platform == "linux" else None
    if library is not None and not _HANDLERS:
        _HANDLERS.append(ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)(_leave))
        handler = ctypes.cast(_HANDLERS[0], ctypes.c_void_p)
        ctypes.CDLL(library).XSetIOErrorHandler(handler)


def _leave(_display: object) -> int:
    os.write(2, f"view: the connection to the display broke; {_ELSE}\n".encode())
    os._exit(2)


_HANDLERS: list[ctypes._FuncPointer] = []
"""What Xlib calls, kept as long as the process lives."""


def display_trouble() -> Problem | None:
    """Return why no window can be opened, with a remedy; None if one can."""
    if sys.platform != "linux":
        return None
    display = os.environ.get("DISPLAY")  # the only way VTK supports; Wayland sets it too
    if not display:
        return Problem("view", "there is no display to open a window on", _ELSE)
    env = {name: value for name, value in os.environ.items() if name != WINDOW}
    done = _draw_once("SetShowWindow(False)", env)
    if done is None:
        return Problem("view", f"the display {display} does not answer", _ELSE)
    if done.returncode:
        what = f"no window opens on the display {display}"
        return Problem("view", what, f"{_ELSE}; without OpenGL: {REMEDY}")
    if done.stdout.strip() != "vtkXOpenGLRenderWindow":
        return Problem("view", f"the display {display} cannot be opened", _ELSE)
    return None
