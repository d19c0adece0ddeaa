"""What is done with mouse and keys, told to a window before VTK makes anything of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Handler = Callable[[], bool]
"""Does something; whether VTK shall not hear of the event."""

_FIRST = 10.0
"""Before every observer of VTK's and PyVista's own, which have 0 to 1."""


class Events:
    """Observers on an interactor; the first error ends the window and is kept."""

    def __init__(self, interactor: Any) -> None:
        self.interactor = interactor
        self.error: BaseException | None = None
        self._tags: list[int] = []

    def on(self, event: str, handler: Handler) -> None:
        """Call a handler at an event such as `KeyPressEvent`."""
        command: list[Any] = []

        def called(_source: object, _event: str) -> None:
            try:
                stop = handler()
            except BaseException as error:  # VTK would print and forget it
                self.error = self.error or error
                self.interactor.TerminateApp()
                stop = True
            if stop:
                command[0].AbortFlagOn()

        tag = self.interactor.AddObserver(event, called, _FIRST)
        command.append(self.interactor.GetCommand(tag))
        self._tags.append(tag)

    def check(self) -> None:
        """Raise the error that ended the window, if one did."""
        if self.error is not None:
            raise self.error

    def close(self) -> None:
        """Observe nothing any more."""
        for tag in self._tags:
            self.interactor.RemoveObserver(tag)
        self._tags.clear()

    def key(self) -> str:
        """The name of the key that was pressed, as VTK gives it."""
        return str(self.interactor.GetKeySym() or "")

    def place(self) -> tuple[float, float]:
        """Where the pointer is, in pixels from the top left corner."""
        x, y = self.interactor.GetEventPosition()
        return float(x), float(self.interactor.GetRenderWindow().GetSize()[1] - 1 - y)
