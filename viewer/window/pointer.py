"""Mouse and key events of a window: a click selects, a drag moves the camera or the slider."""

from __future__ import annotations

import math
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

from .pane import Pane

if TYPE_CHECKING:
    from vtkmodules.vtkCommonCore import vtkCommand
    from vtkmodules.vtkRenderingCore import (
        vtkCamera,
        vtkInteractorObserver,
        vtkRenderWindowInteractor,
    )

Handler = Callable[[], bool]
"""Handles an event; returns True to keep it from VTK."""

_FIRST = 10.0
"""Priority before all observers of VTK and PyVista, which have 0 to 1."""


class Events:
    """Observers of an interactor; the first error closes the window and is kept."""

    def __init__(self, interactor: vtkRenderWindowInteractor) -> None:
        self.interactor = interactor
        self.error: BaseException | None = None
        self._tags: list[int] = []

    def on(self, event: str, handler: Handler) -> None:
        """Call a handler on an event such as `KeyPressEvent`."""
        command: list[vtkCommand] = []

        def called(_source: object, _event: str) -> None:
            try:
                stop = handler()
            except BaseException as error:  # VTK would only print it
                self.error = self.error or error
                self.interactor.TerminateApp()
                stop = True
            if stop:
                command[0].AbortFlagOn()

        tag = self.interactor.AddObserver(event, called, _FIRST)
        command.append(self.interactor.GetCommand(tag))
        self._tags.append(tag)

    @contextmanager
    def ended_by_ctrl_c(self) -> Iterator[None]:
        """Close the window on Ctrl-C; `check` raises `KeyboardInterrupt` then.

        VTK ends the process, with status 1, where Python's own handler raises within a callback.
        """

        def interrupted(_signal: int, _frame: object) -> None:
            self.error = self.error or KeyboardInterrupt()
            self.interactor.TerminateApp()

        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = signal.signal(signal.SIGINT, interrupted)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)

    def check(self) -> None:
        """Raise the error that closed the window, if there was one."""
        if self.error is not None:
            raise self.error

    def close(self) -> None:
        """Remove all observers."""
        for tag in self._tags:
            self.interactor.RemoveObserver(tag)
        self._tags.clear()

    def key(self) -> str:
        """Return VTK's name of the key pressed."""
        return str(self.interactor.GetKeySym() or "")

    def place(self) -> tuple[float, float]:
        """Return the place of the pointer, in pixels from the top left corner."""
        x, y = self.interactor.GetEventPosition()
        return float(x), float(self.interactor.GetRenderWindow().GetSize()[1] - 1 - y)


_WHEEL = 1.1
_STILL = 4
"""Pixels the pointer may move between press and release of a click."""

_TILT = 0.001


class Pointed(Protocol):
    """The parts of a window that the pointer uses."""

    events: Events
    view: str
    touched: bool

    @property
    def camera(self) -> vtkCamera: ...
    def pane_at(self, x: float, y: float) -> Pane | None: ...
    def click(self, x: float, y: float) -> None: ...
    def zoom(self, factor: float) -> None: ...
    def set_smooth(self, smooth: bool) -> None: ...
    def render(self) -> None: ...
    def draw_soon(self) -> None: ...


class Pointer:
    """The mouse actions; VTK's own interactor style moves the camera."""

    def __init__(self, window: Pointed) -> None:
        self.window = window
        self.pressed: tuple[float, float] | None = None
        self.sliding: Pane | None = None
        events = window.events
        events.on("LeftButtonPressEvent", self._press)
        events.on("LeftButtonReleaseEvent", self._release)
        events.on("MouseMoveEvent", self._move)
        events.on("MiddleButtonPressEvent", self._touch)
        events.on("RightButtonPressEvent", self._touch)
        events.on("MouseWheelForwardEvent", lambda: self._wheel(_WHEEL))
        events.on("MouseWheelBackwardEvent", lambda: self._wheel(1 / _WHEEL))

    @property
    def style(self) -> vtkInteractorObserver:
        """VTK's interactor style, which PyVista replaces when a window is shown."""
        return self.window.events.interactor.GetInteractorStyle()

    @property
    def held(self) -> bool:
        """Whether a button is held down."""
        return self.pressed is not None

    def _press(self) -> bool:
        x, y = self.pressed = self.window.events.place()
        pane = self.window.pane_at(x, y)
        if pane and pane.laid and pane.laid.track and pane.laid.track.reach.holds(x, y):
            self.sliding = pane
            self.window.set_smooth(False)
            self._slide(x)
            return True
        self._leave_plan()
        if self.window.events.interactor.GetShiftKey():
            self.style.OnMiddleButtonDown()
        else:
            self.style.OnLeftButtonDown()
        self.style.ReleaseFocus()  # else only the style gets the release
        return True

    def _move(self) -> bool:
        place = self.window.events.place()
        if self.sliding is not None:
            self._slide(place[0])
            return True
        if self.pressed is not None and math.dist(self.pressed, place) > _STILL:
            self.window.touched = True
            self.window.set_smooth(False)
        return False

    def _release(self) -> bool:
        start, self.pressed = self.pressed, None
        slid, self.sliding = self.sliding is not None, None
        self.style.OnLeftButtonUp()
        self.style.OnMiddleButtonUp()
        place = self.window.events.place()
        if not slid and start is not None and math.dist(start, place) <= _STILL:
            self.window.click(*place)
        self.window.set_smooth(True)
        self.window.render()
        return True

    def _slide(self, x: float) -> None:
        if self.sliding is None or self.sliding.laid is None or self.sliding.laid.track is None:
            return
        track = self.sliding.laid.track
        value = track.value(x)
        if value != track.slider.at:
            self.sliding.mode.slide(value)
            self.window.draw_soon()

    def _touch(self) -> bool:
        self.window.touched = True
        return False

    def _wheel(self, factor: float) -> bool:
        self.window.zoom(factor)
        self.window.render()
        return True

    def _leave_plan(self) -> None:
        """Tilt the camera a little: from straight above it cannot turn sideways."""
        camera = self.window.camera
        if self.window.view == "plan" and tuple(camera.up) == (0.0, 1.0, 0.0):
            x, y, z = camera.position
            far = z - camera.focal_point[2]
            camera.position, camera.up = (x, y - _TILT * far, z), (0.0, 0.0, 1.0)
