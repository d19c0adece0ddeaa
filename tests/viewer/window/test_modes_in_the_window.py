"""The modes in the window itself, drawn off-screen: entered, clicked in, left again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from palace import Knob, Supply
from palace_viewer.window.building import Building
from palace_viewer.window.entering import Entering
from palace_viewer.window.labels import above
from palace_viewer.window.looking import Looking
from palace_viewer.window.mode import Spot
from palace_viewer.window.pane import project as pixels
from tests.viewer.palaces import SETUP

pytestmark = pytest.mark.usefixtures("opengl")


@pytest.fixture
def window() -> Iterator[Any]:
    from palace_viewer.window.window import Window

    opened = Window(Looking(SETUP, Supply(5, 5, 1)), size=(800, 600), off_screen=True)
    yield opened
    opened.close()


def click(window: Any, knob: str) -> None:
    """Press and let go where a bare knob is seen."""
    window.image()
    pane = window.panes[0]
    point = np.array([above(SETUP.ground, Knob.read(knob), 0)])
    ((x, y),) = pixels(pane.renderer.camera, pane.frame, point)
    spot = pane.pick(float(x), float(y), window.size[1])
    assert spot.knob == Knob.read(knob)
    pane.mode.pick(spot)
    window.refresh()


def test_a_staircase_is_clicked_laid_and_left(window: Any) -> None:
    bare = window.image()
    assert window.press_key("b")
    window.refresh()
    mode = window.panes[0].mode
    assert isinstance(mode, Building)
    dotted = window.image()
    assert (bare != dotted).any(axis=2).sum() > 500, "dots and the panel"
    for knob in ("a4", "b4"):
        click(window, knob)
    assert "NOT LEGAL YET  a4-b4" in window.shots[0].panel
    for knob in ("c4", "d4"):
        mode.pick(Spot(Knob.read(knob)))
    window.refresh()
    assert window.shots[0].accent == "legal"
    window.press_key("Return")
    window.refresh()
    assert mode.history.now.trial.palace != SETUP
    window.check()
    assert window.press_key("Escape")
    assert isinstance(window.panes[0].mode, Looking)


def test_a_table_is_entered_by_keys_and_clicks(window: Any) -> None:
    assert window.press_key("e")
    window.refresh()
    mode = window.panes[0].mode
    assert isinstance(mode, Entering)
    click(window, "a1")
    for key in ("E", "Right", "BackSpace", "n"):
        assert window.press_key(key), key
    window.refresh()
    assert window.panes[0].mode is mode, "e is an arch to the east here, and enters nothing"
    found = mode.history.now.found
    assert (found.column(Knob.read("b1")), found.column(Knob.read("b2"))) == ("N", "S")
    assert found.column(Knob.read("a1")) == ""
    assert window.shots[0].accent == "legal"
    window.image()
    window.check()


def test_the_help_tells_what_a_key_does_here(window: Any) -> None:
    assert window.help_keys()["b"] == "build a staircase from here"
    window.press_key("b")
    assert window.help_keys()["b"] == "add a brick to the last knob"
    assert window.help_keys()["e"] == "enter a table piece by piece"
    window.press_key("e")
    assert window.help_keys()["e"] == "add an arch that leads east"
    assert [*window.help_keys()][:4] == ["b", "c", "n", "e"], "in the order of the mode"
