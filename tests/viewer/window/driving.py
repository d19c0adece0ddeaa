"""Mouse and key events, sent to a window off-screen."""

from __future__ import annotations

from palace_viewer.window.window import Window


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
