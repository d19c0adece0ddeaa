"""The window: draws the shots of its modes and passes keys, clicks and slider moves to them."""

from __future__ import annotations

from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from palace.core import colours
from palace.core.errors import InputError, Problem
from palace.files.writing import write_whole

from ..callouts import Box
from ..meshes import line_width
from ..offscreen.opengl import NO_WINDOW
from ..offscreen.raster import write_png
from ..pieces.shell import Points
from .mode import Busy, Mode
from .overlay import Writing, draw_overlay
from .pane import Pane
from .pointer import Events, Pointer

if TYPE_CHECKING:
    from vtkmodules.vtkRenderingCore import vtkCamera

KEYS = {
    "1 2 3": "view: free, from above, from the front",
    "0": "fit the view to everything",
    "drag": "rotate; with Shift or the middle button: move",
    "wheel + -": "zoom in, zoom out",
    "Tab": "show or hide the panel",
    "p": "save a picture of this window",
    "h ?": "show or hide this help",
    "Esc": "hide this help",
    "q": "close the window",
    "": "to build or to enter a table: palace table",
}
"""Keys of the window itself; keys of a mode take precedence."""

VIEWS = {"1": "free", "2": "plan", "3": "front"}
NEARER = 1.15
ZOOMS = {
    **dict.fromkeys(("plus", "equal", "KP_Add"), NEARER),
    **dict.fromkeys(("minus", "KP_Subtract"), 1 / NEARER),
}
HELP = ("h", "question")

_NAMES = {"Right": "→", "Left": "←", "Up": "↑", "Down": "↓"}

_MOST = 999  # pictures in one folder

_TICK = 100
"""Milliseconds between two checks for search results, and for a pause."""

_PAUSE, _SLOW = 0.25, 0.1
"""Seconds without a change after which edges are smoothed, and that a quick picture takes."""


class Window:
    """One picture, or two that share a camera.

    Off-screen it takes the same keys and clicks, through `plotter.iren`.  Errors of a mode are
    raised by `check`, `show` and `image`.
    """

    def __init__(
        self,
        *modes: Mode,
        size: tuple[int, int] = (1200, 900),
        title: str = "Palace",
        off_screen: bool = False,
        folder: Path | None = None,
    ) -> None:
        import pyvista

        self.title = title
        self.folder = folder or Path()
        self.plotter = pyvista.Plotter(
            off_screen=off_screen, window_size=list(size), lighting="none", title=title,
            shape=(1, len(modes)), border=False,
        )  # fmt: skip
        self.plotter.disable_anti_aliasing()
        self.plotter.set_background(colours.PAPER, all_renderers=True)
        self.panes = [
            Pane(renderer, mode)
            for renderer, mode in zip(self.plotter.renderers, modes, strict=True)
        ]
        for pane in self.panes[1:]:
            pane.renderer.camera = self.camera
        self.view = "free"
        self.size = (0, 0)
        self.fitted = 0.0
        self.touched = self.help = self.bare = self.smooth = False
        self.looping = self.stale = self.slow = False
        self.changed = 0.0
        self.note = ""
        self.changes = 0
        self.written: tuple[object, ...] = ()
        self.writing = Writing(self.plotter.render_window)
        self._listen()
        self.refresh()
        self.set_smooth(True)

    @property
    def camera(self) -> vtkCamera:
        """The camera, shared by two pictures."""
        return self.panes[0].renderer.camera

    def show(self) -> None:
        """Open the window and return when it is closed.

        Raises `InputError` if none was opened, since the display is gone.
        """
        opened = [False]

        def ticked() -> bool:
            opened[0] = True
            return self.tick()

        with self.events.ended_by_ctrl_c():
            self.plotter.iren.initialize()
            self.plotter.iren.create_timer(_TICK)
            self.events.on("TimerEvent", ticked)
            self.looping = True
            self.plotter.show(title=self.title, auto_close=False)
            self.close()
        self.check()
        if not opened[0]:
            raise InputError(NO_WINDOW)

    def check(self) -> None:
        """Raise the first error of a mode, if there was one."""
        self.events.check()

    def close(self) -> None:
        """Close the window."""
        self.events.close()
        self.plotter.close()

    def image(self) -> NDArray[np.uint8]:
        """Return the picture, (height, width, 3), the top row first."""
        self.check()
        self.render()
        shot = self.plotter.screenshot(None, return_img=True)
        return np.asarray(shot)[..., :3]

    def refresh(self) -> None:
        """Show the current shots of the modes."""
        self._resize()
        self.stale = False
        self.changes += 1
        for pane in self.panes:
            pane.refresh(self.view)
        if not self.touched and self._extent()[:, 2].max() > self.fitted:
            self.fit()

    def render(self) -> None:
        """Render the current shots."""
        if self.stale:
            self.refresh()
        start = monotonic()
        self.plotter.render_window.Render()
        if self.smooth:
            self.slow = monotonic() - start > _SLOW

    def draw_soon(self) -> None:
        """Render the current shots, in an open window when no key or mouse event waits any more.

        Where smooth edges take long they follow in a pause.
        """
        waits, self.stale = self.stale, True
        if not self.looping:
            self.render()
        elif not waits:
            self.events.interactor.CreateOneShotTimer(1)

    def fit(self) -> None:
        """Fit the camera to everything; two pictures share a camera that sees both palaces."""
        points = self._extent()
        self.touched, self.fitted = False, points[:, 2].max()
        self.panes[0].fit(points, self.view)
        self.camera.is_set = True  # else PyVista fits it again

    def _extent(self) -> Points:
        return np.concatenate([pane.extent(self.view) for pane in self.panes])

    def set_smooth(self, smooth: bool) -> None:
        """Draw with smooth edges, or faster without."""
        if smooth != self.smooth:
            self.smooth = smooth
            for pane in self.panes:
                if smooth:
                    pane.renderer.enable_anti_aliasing("ssaa")
                else:
                    pane.renderer.disable_anti_aliasing()
        for pane in self.panes:
            pane.painter.set_width(line_width(self.size, fine=smooth))

    def _listen(self) -> None:
        self.plotter.iren.enable_terrain_style(mouse_wheel_zooms=False, shift_pans=False)
        self.events = Events(self.plotter.iren.interactor)
        self.events.on("KeyPressEvent", self._key)
        self.events.on("CharEvent", lambda: True)  # disables VTK's own keys
        self.pointer = Pointer(self)
        self.plotter.render_window.AddObserver("StartEvent", self._before_render)

    def tick(self) -> bool:
        """Check for search results, and draw what is to be drawn; called by timers."""
        polled = [pane.mode.poll() for pane in self.panes if isinstance(pane.mode, Busy)]
        self.stale |= any(polled)
        if self.stale:
            self.set_smooth(not (self.slow and self.looping))
            self.render()
            self.changed = monotonic()
        elif not (self.smooth or self.pointer.held) and monotonic() - self.changed > _PAUSE:
            self.set_smooth(True)
            self.render()
        return False

    def _key(self) -> bool:
        name = self.events.key()
        if self.press_key(name):
            self.draw_soon()
        return True

    def press_key(self, name: str) -> bool:
        """Handle a key; return False if it has no action."""
        self.note = ""
        for each in dict.fromkeys((name, name.lower())):
            handling = [pane for pane in self.panes if each in pane.mode.keys]
            for pane in handling:
                pane.mode.key(each)
            if handling or self._own_key(each):
                return True
        return False

    def _own_key(self, name: str) -> bool:
        if name in VIEWS:
            self.view = VIEWS[name]
            self.refresh()
            self.fit()
        elif name == "0":
            self.fit()
        elif name in ZOOMS:
            self.zoom(ZOOMS[name])
        elif name == "Tab":
            self.bare = not self.bare
        elif name in HELP:
            self.help = not self.help
        elif name == "Escape":
            self.help = False
        elif name == "p":
            self._snapshot()
        elif name == "q":
            self.plotter.iren.terminate_app()
        else:
            return False
        return True

    def _snapshot(self) -> None:
        self.set_smooth(True)
        try:
            self.note = f"wrote {save_picture(self.image(), self.folder)}"
        except InputError as error:
            self.note = str(error)

    def click(self, x: float, y: float) -> None:
        """Pass a click to the mode at a pixel, from the top left corner."""
        if self.stale:
            self.refresh()
        pane = self.pane_at(x, y)
        if pane is not None:
            self.note = ""
            pane.mode.pick(pane.pick(x, y, self.size[1]))
            self.refresh()

    def zoom(self, factor: float) -> None:
        """Zoom in by a factor."""
        self.touched = True
        self.camera.zoom(factor)

    def pane_at(self, x: float, y: float) -> Pane | None:
        """Return the picture at a pixel."""
        return next((pane for pane in self.panes if pane.frame.holds(x, y)), None)

    def _resize(self) -> None:
        size = tuple(self.plotter.render_window.GetSize())
        if size == self.size:
            return
        self.size = size
        wide, high = size
        count = len(self.panes)
        for number, pane in enumerate(self.panes):
            one, other = number / count, (number + 1) / count
            if wide >= high:
                pane.frame = Box(wide * one, 0, wide * other, high)
                pane.renderer.viewport = (one, 0, other, 1)
            else:
                pane.frame = Box(0, high * one, wide, high * other)
                pane.renderer.viewport = (0, 1 - other, 1, 1 - one)
        if not self.touched:
            self.fit()
        self.set_smooth(self.smooth)

    def _before_render(self, _source: object = None, _event: str = "") -> None:
        self._resize()
        written = (
            self.size, self.changes, self.help, self.bare, self.note, self.camera.GetMTime()
        )  # fmt: skip
        if written != self.written:
            self.written = written
            for pane in self.panes:
                pane.renderer.ResetCameraClippingRange()
            self._write()

    def _write(self) -> None:
        panes = []
        for pane in self.panes:
            pane.arrange(panel=not self.bare)
            assert pane.laid is not None
            panes.append((pane.laid, pane.shot, pane.knobs))
        keys = self.help_keys() if self.help else None
        drawn = draw_overlay(self.size, panes, keys=keys, tip=self.note or "h: keys")
        self.writing.put(drawn)

    def help_keys(self) -> dict[str, str]:
        """Return the help text of every active key, by the name shown to the user."""
        keys = {key: what for pane in self.panes for key, what in pane.mode.keys.items()}
        return {_NAMES.get(key, key): what for key, what in keys.items()} | KEYS


def save_picture(pixels: NDArray[np.uint8], folder: Path) -> str:
    """Write an image as `palace-1.png`, or with the next free number; return the name.

    Raises `InputError` if it cannot be written.
    """
    for number in range(1, _MOST + 1):
        path = folder / f"palace-{number}.png"
        if not path.exists():
            write_whole(path, write_png(pixels))
            return str(path)
    raise InputError(
        Problem(str(folder), f"the folder has {_MOST} pictures already", "move some of them")
    )
