"""Helpers that use a mode as a user does, and send mouse and key events to a window off-screen."""

from __future__ import annotations

from typing import Any

from palace import Knob
from palace_viewer.window.mode import Mode, Shot, Spot
from palace_viewer.window.window import Window


def clicked(mode: Mode, knobs: str) -> Shot:
    """Click some knobs; return the shot."""
    for name in knobs.split():
        mode.pick(Spot(Knob.read(name)))
    return mode.shot()


def pressed(mode: Mode, keys: str) -> Shot:
    """Press some keys of the mode; return the shot."""
    for name in keys.split():
        assert name in mode.keys, name
        mode.key(name)
    return mode.shot()


def seen(shot: Shot) -> tuple[Any, ...]:
    """Return everything in a shot, as values that can be compared."""
    return (
        shot.scene.ground, shot.scene.instances, shot.panel, shot.accent, shot.labels, shot.ghosts,
        shot.dots, dict(shot.heat), shot.slider,
    )  # fmt: skip


def note(shot: Shot) -> str:
    """Return the note about the last key or click; empty if there is none."""
    return next((line[2:] for line in shot.panel if line.startswith("> ")), "")


def fault_texts(shot: Shot) -> list[str]:
    """Return the texts of the fault labels."""
    return [label.text for label in shot.labels if label.role == "fault"]


def names(knobs: tuple[Knob, ...]) -> str:
    """Return knobs as text."""
    return " ".join(map(str, knobs))


class Hand:
    """Sends the events that VTK would; places are in pixels from the top left corner."""

    def __init__(self, window: Window) -> None:
        self.window = window
        window.render()
        window.plotter.iren.initialize()
        self.interactor = window.plotter.iren.interactor

    def key(self, *names: str) -> None:
        """Press keys one after the other."""
        for name in names:
            self.interactor.SetKeySym(name)
            self.interactor.KeyPressEvent()
            self.interactor.CharEvent()
            self.interactor.KeyReleaseEvent()
        self.window.check()

    def click(self, x: float, y: float) -> None:
        """Press and release at one place."""
        self.drag((x, y))

    def drag(self, *places: tuple[float, float], shift: bool = False) -> None:
        """Press at the first place, move over the others, release at the last."""
        low = self.window.size[1] - 1

        def move(place: tuple[float, float]) -> None:
            x, y = place
            self.interactor.SetEventInformation(round(x), round(low - y), 0, int(shift))
            self.interactor.MouseMoveEvent()

        move(places[0])
        self.interactor.LeftButtonPressEvent()
        for place in places[1:]:
            move(place)
        self.interactor.LeftButtonReleaseEvent()
        self.window.check()

    def wheel(self, *, forward: bool) -> None:
        """Turn the wheel one notch."""
        if forward:
            self.interactor.MouseWheelForwardEvent()
        else:
            self.interactor.MouseWheelBackwardEvent()
        self.window.check()
