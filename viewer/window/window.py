"""The window: draws what modes say, and tells them of keys, clicks and the slider."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from palace import colours
from palace.errors import InputError

from ..shell import Points
from .events import Events
from .layout import Box
from .mode import Busy, Mode, Origin
from .overlay import overlay
from .painter import smooth_width
from .pane import Pane
from .registry import ENTRIES
from .snapshot import save

KEYS = {
    "1 2 3": "the eye: free, straight from above, from the front",
    "0": "look at everything again",
    "drag": "turn; with shift, or the middle button: move",
    "wheel + -": "nearer, farther",
    "Tab": "show or hide the panel",
    "p": "write a picture of this window",
    "h ?": "show or hide the keys",
    "Esc": "back to where you came from",
    "q": "close the window",
}
"""What the window itself does; a mode comes first."""

_VIEWS = {"1": "free", "2": "plan", "3": "front"}
_NAMES = {
    "Right": "→", "Left": "←", "Up": "↑", "Down": "↓", "Escape": "Esc", "question": "?",
    "plus": "+", "minus": "-", "Return": "Enter", "BackSpace": "⌫", "space": "space",
    "Prior": "PgUp", "Next": "PgDn", "Delete": "Del", "comma": ",", "period": ".",
    "underscore": "_", "slash": "/",
}  # fmt: skip
_ZOOMS = {"plus": 1.15, "equal": 1.15, "minus": 1 / 1.15, "KP_Add": 1.15, "KP_Subtract": 1 / 1.15}
_WHEEL = 1.1
_STILL = 4
"""Pixels the pointer may move between press and release of a click."""

_TICK = 100
"""Milliseconds from one look at what searches have found to the next."""


class Window:
    """One picture, or two whose eyes move together.

    Off-screen it takes the same keys and clicks, through `plotter.iren`.  Raises nothing of a
    mode's before `check`, `show` or `image`.
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
        self.plotter: Any = pyvista.Plotter(
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
            pane.renderer.camera = self.panes[0].renderer.camera
        self.view = "free"
        self.size = (0, 0)
        self.fitted = 0.0
        self.touched = self.help = self.bare = self.smooth = False
        self.note = ""
        self.pressed: tuple[float, float] | None = None
        self.sliding: Pane | None = None
        self.written: tuple[object, ...] = ()
        self._overlay()
        self._listen()
        self.refresh()
        self.set_smooth(True)

    @property
    def shots(self) -> list[Any]:
        """What is shown."""
        return [pane.shot for pane in self.panes]

    @property
    def actors(self) -> int:
        """How many actors are drawn, the writing among them."""
        renderers = [pane.renderer for pane in self.panes]
        return 1 + sum(int(renderer.VisibleActorCount()) for renderer in renderers)

    def show(self) -> None:
        """Open the window, and come back when it is closed."""
        self.plotter.iren.initialize()
        self.plotter.iren.create_timer(_TICK)
        self.events.on("TimerEvent", self.tick)
        self.plotter.show(title=self.title, auto_close=False)
        self.close()
        self.check()

    def check(self) -> None:
        """Raise what went wrong in a mode."""
        self.events.check()

    def close(self) -> None:
        """End it."""
        self.events.close()
        self.plotter.close()

    def image(self) -> NDArray[np.uint8]:
        """What is seen, (height, width, 3), the top row first."""
        self.check()
        self.render()
        shot = self.plotter.screenshot(None, return_img=True)
        return np.asarray(shot)[..., :3]

    def refresh(self) -> None:
        """Ask the modes what to show now."""
        self._resize()
        for pane in self.panes:
            pane.refresh(self.view)
        if not self.touched and self._extent()[:, 2].max() > self.fitted:
            self.fit()

    def render(self) -> None:
        """Draw what there is."""
        self.plotter.render_window.Render()

    def fit(self) -> None:
        """Look at everything; two pictures have one eye, which sees both palaces whole."""
        points = self._extent()
        self.touched, self.fitted = False, points[:, 2].max()
        self.panes[0].fit(points, self.view)

    def _extent(self) -> Points:
        return np.concatenate([pane.extent(self.view) for pane in self.panes])

    def look(self, view: str) -> None:
        """Look freely, at the plan or from the front."""
        self.view = view
        for pane in self.panes:
            pane.refresh(view)
        self.fit()

    def set_smooth(self, smooth: bool) -> None:
        """Draw smooth edges, or faster without."""
        if smooth != self.smooth:
            self.smooth = smooth
            for pane in self.panes:
                if smooth:
                    pane.renderer.enable_anti_aliasing("ssaa")
                else:
                    pane.renderer.disable_anti_aliasing()
        for pane in self.panes:
            pane.painter.set_width(smooth_width(self.size, smooth=smooth))

    # What happens

    def _listen(self) -> None:
        self.plotter.iren.enable_terrain_style(mouse_wheel_zooms=False, shift_pans=False)
        self.events = Events(self.plotter.iren.interactor)
        for event, handler in {
            "KeyPressEvent": self._key,
            "CharEvent": lambda: True,
            "LeftButtonPressEvent": self._press,
            "LeftButtonReleaseEvent": self._release,
            "MouseMoveEvent": self._move,
            "MiddleButtonPressEvent": self._touch,
            "RightButtonPressEvent": self._touch,
            "MouseWheelForwardEvent": lambda: self._zoom(_WHEEL),
            "MouseWheelBackwardEvent": lambda: self._zoom(1 / _WHEEL),
        }.items():
            self.events.on(event, handler)
        self.plotter.render_window.AddObserver("StartEvent", self._before_render)

    def tick(self) -> bool:
        """Look at what searches have found, as a timer does."""
        polled = [pane.mode.poll() for pane in self.panes if isinstance(pane.mode, Busy)]
        if any(polled):
            self.refresh()
            self.render()
        return False

    def _key(self) -> bool:
        name = self.events.key()
        if self.press_key(name):
            self.refresh()
            self.render()
        return True

    def press_key(self, name: str) -> bool:
        """Do what a key does; whether it does anything."""
        self.note = ""
        for each in dict.fromkeys((name, name.lower())):
            if each == "Escape" and (self.help or len(self.panes[0].modes) > 1):
                self._back()
                return True
            knowing = [pane for pane in self.panes if each in pane.mode.keys]
            for pane in knowing:
                pane.mode.key(each)
            if knowing or self._own_key(each) or self._enter(each):
                return True
        return False

    def _own_key(self, name: str) -> bool:
        if name in _VIEWS:
            self.look(_VIEWS[name])
        elif name == "0":
            self.fit()
        elif name in _ZOOMS:
            self._zoom(_ZOOMS[name])
        elif name == "Tab":
            self.bare = not self.bare
        elif name in ("h", "question"):
            self.help = not self.help
        elif name == "p":
            self._snapshot()
        elif name == "q":
            self.plotter.iren.terminate_app()
        else:
            return False
        return True

    def _back(self) -> None:
        if self.help:
            self.help = False
        else:
            self.panes[0].modes.pop()
            self.fitted = 0

    def _enter(self, name: str) -> bool:
        """Enter another mode, from one that knows where one stands."""
        entry = ENTRIES.get(name)
        if entry is None or len(self.panes) > 1:
            return False
        mode = self.panes[0].mode
        if not isinstance(mode, Origin):
            return False
        here = mode.here()
        if here is None:
            self.note = "not from here: what stands is not legal"
        else:
            self.panes[0].modes.append(entry.enter(here))
            self.fitted = 0
        return True

    def _snapshot(self) -> None:
        self.render()
        try:
            self.note = f"wrote {save(self.image(), self.folder)}"
        except InputError as error:
            self.note = str(error)

    def _press(self) -> bool:
        x, y = self.events.place()
        self.pressed = x, y
        pane = self._pane_at(x, y)
        if pane and pane.laid and pane.laid.track and pane.laid.track.reach.holds(x, y):
            self.sliding = pane
            self.set_smooth(False)
            self._slide(x)
            return True
        self._leave_plan()
        style = self.events.interactor.GetInteractorStyle()
        if self.events.interactor.GetShiftKey():
            style.OnMiddleButtonDown()
        else:
            style.OnLeftButtonDown()
        style.ReleaseFocus()  # else nobody but it hears of the release
        return True

    def _move(self) -> bool:
        if self.sliding is not None:
            self._slide(self.events.place()[0])
            return True
        if self.pressed is not None and math.dist(self.pressed, self.events.place()) > _STILL:
            self.touched = True
            self.set_smooth(False)
        return False

    def _release(self) -> bool:
        start, self.pressed = self.pressed, None
        x, y = self.events.place()
        was_sliding, self.sliding = self.sliding is not None, None
        style = self.events.interactor.GetInteractorStyle()
        style.OnLeftButtonUp()
        style.OnMiddleButtonUp()
        still = start is not None and math.dist(start, (x, y)) <= _STILL
        pane = self._pane_at(x, y)
        if not was_sliding and still and pane is not None:
            self.note = ""
            pane.mode.pick(pane.pick(x, y, self.size[1]))
            self.refresh()
        self.set_smooth(True)
        self.render()
        return True

    def _slide(self, x: float) -> None:
        pane = self.sliding
        if pane is None or pane.laid is None or pane.laid.track is None:
            return
        value = pane.laid.track.value(x)
        if value != pane.laid.track.slider.at:
            pane.mode.slide(value)
            self.refresh()
            self.render()

    def _touch(self) -> bool:
        self.touched = True
        return False

    def _zoom(self, factor: float) -> bool:
        self.touched = True
        self.panes[0].renderer.camera.zoom(factor)
        self.render()
        return True

    def _leave_plan(self) -> None:
        """From straight above there is no way to turn sidewards: tilt the eye a little."""
        camera = self.panes[0].renderer.camera
        if self.view == "plan" and tuple(camera.up) == (0.0, 1.0, 0.0):
            x, y, z = camera.position
            far = z - camera.focal_point[2]
            camera.position, camera.up = (x, y - 0.001 * far, z), (0.0, 0.0, 1.0)

    def _pane_at(self, x: float, y: float) -> Pane | None:
        return next((pane for pane in self.panes if pane.frame.holds(x, y)), None)

    # What is written over the pictures

    def _overlay(self) -> None:
        from vtkmodules.vtkRenderingCore import vtkActor2D, vtkImageMapper, vtkRenderer

        window = self.plotter.render_window
        over = vtkRenderer()
        window.SetNumberOfLayers(window.GetNumberOfLayers() + 1)
        over.SetLayer(window.GetNumberOfLayers() - 1)
        over.InteractiveOff()
        self.mapper = vtkImageMapper()
        self.mapper.SetColorWindow(255)
        self.mapper.SetColorLevel(127.5)
        actor = vtkActor2D()
        actor.SetMapper(self.mapper)
        over.AddViewProp(actor)
        window.AddRenderer(over)
        self.over = over

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
        cameras = [pane.renderer.camera.GetMTime() for pane in self.panes]
        written = (
            self.size,
            self.help,
            self.bare,
            self.note,
            self.view,
            *cameras,
            *map(id, self.shots),
        )
        if written != self.written:
            self.written = written
            for pane in self.panes:
                pane.renderer.ResetCameraClippingRange()
            self._write()

    def _write(self) -> None:
        import pyvista

        panes = []
        for pane in self.panes:
            pane.arrange(panel=not self.bare)
            assert pane.laid is not None
            panes.append((pane.laid, pane.shot, pane.knobs))
        keys = self.help_keys() if self.help else None
        drawn = overlay(self.size, panes, keys=keys, tip=self.note or "h: keys")
        image = pyvista.ImageData(dimensions=(*self.size, 1))
        pixels = np.asarray(drawn)[::-1].reshape(-1, 4)
        image.point_data.set_scalars(np.ascontiguousarray(pixels), "written")
        self.mapper.SetInputData(image)

    def help_keys(self) -> dict[str, str]:
        """Every key that does something now, as people know it, and what it does."""
        mode = self.panes[0].mode
        keys = {_NAMES.get(key, key): what for key, what in mode.keys.items()}
        if len(self.panes) == 1 and isinstance(mode, Origin):
            entries = {key: entry for key, entry in ENTRIES.items() if key not in mode.keys}
            keys |= {_NAMES.get(key, key): entry.title for key, entry in entries.items()}
        return keys | KEYS
