"""The window off-screen: keys, clicks, slider, and the pictures they lead to."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from vtkmodules.util.numpy_support import vtk_to_numpy

from palace import load_map
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.palace import Palace
from palace_viewer.callouts import project
from palace_viewer.marks import above
from palace_viewer.offscreen.opengl import need
from palace_viewer.offscreen.raster import NOTHING, TABLE, read_numbers, set_stage
from palace_viewer.pieces.measures import BRICK, PITCH
from palace_viewer.window.looking import Looking, Replaying
from palace_viewer.window.mode import Mode, Shot, Spot
from palace_viewer.window.window import Window
from tests.viewer.palaces import ANIMALS, FAULTY_BUILD, MAP, SETUP, sample, two_turns, warm
from tests.viewer.window.driving import Hand

pytestmark = pytest.mark.usefixtures("opengl")

SIZE = 400, 300
Opener = Callable[..., tuple[Window, Hand]]


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Opener]:
    """Opens windows, and closes them after the test."""
    need()
    windows: list[Window] = []

    def make(*modes: Mode, size: tuple[int, int] = SIZE) -> tuple[Window, Hand]:
        window = Window(*modes, size=size, off_screen=True, folder=tmp_path)
        windows.append(window)
        return window, Hand(window)

    yield make
    for window in windows:
        window.close()


class Still:
    """A mode that shows one shot and records its calls."""

    keys: dict[str, str]

    def __init__(self, shot: Shot, *keys: str) -> None:
        self.it = shot
        self.keys = dict.fromkeys(keys, "help")
        self.calls: list[object] = []

    def shot(self) -> Shot:
        return self.it

    def key(self, name: str) -> None:
        self.calls.append(name)

    def pick(self, spot: Spot) -> None:
        self.calls.append(spot)

    def slide(self, at: int) -> None:
        self.calls.append(at)


def numbers(window: Window) -> NDArray[np.int64]:
    """Return the number of the instance at each pixel, drawn separately by the same camera."""
    shown, eye = window.panes[0].shot.scene, window.panes[0].renderer.camera
    plotter = set_stage(shown, window.size, window.view, plain=True)
    plotter.camera.DeepCopy(eye)
    drawn = read_numbers(plotter.screenshot())
    plotter.close()
    return drawn


def drawn_numbers(actor: Any) -> list[int]:
    """Return the number of the instance of each cell of an actor."""
    numbers: list[int] = vtk_to_numpy(actor.mapper.input.GetCellData().GetArray("number")).tolist()
    return numbers


def at(window: Window) -> int | None:
    """Return the position of the slider."""
    slider = window.panes[0].shot.slider
    return None if slider is None else slider.at


def wide(who: NDArray[np.int64], row: int, column: int) -> bool:
    """Return whether a pixel is away from the border between two pieces."""
    return len(np.unique(who[row - 2 : row + 3, column - 2 : column + 3])) == 1


@pytest.mark.parametrize("view", ["1", "2", "3"])
def test_what_is_picked_is_what_is_seen(opened: Opener, view: str) -> None:
    window, hand = opened(Replaying(sample()))
    hand.key(view)
    who = numbers(window)
    rng = random.Random(5)
    looked = 0
    while looked < 60:
        row, column = rng.randrange(3, SIZE[1] - 40), rng.randrange(3, SIZE[0] - 3)
        if not wide(who, row, column):
            continue
        looked += 1
        spot = window.panes[0].pick(column, row, SIZE[1])
        number = who[row, column]
        assert (spot.instance if number >= 0 else None) == (number if number >= 0 else None)
        if number == NOTHING:
            assert spot == Spot()
    assert {TABLE, NOTHING} < {*np.unique(who).tolist()}


def test_a_click_on_the_sheet_means_the_nearest_knob(opened: Opener) -> None:
    mode = Still(Looking(SETUP).shot())
    window, hand = opened(mode)
    hand.key("2")
    camera = window.panes[0].renderer.camera
    for name in ("a1", "h8", "d2"):
        knob = Knob.read(name)
        point = np.array([above(MAP, knob, 0)]) + np.array([3, -2, 0])
        ((x, y),) = project(camera, window.panes[0].frame, point)
        hand.click(x, y)
        assert mode.calls[-1] == Spot(knob, None)


def test_a_click_tells_and_a_drag_does_not(opened: Opener) -> None:
    window, hand = opened(Replaying(sample(), turn=16))
    who = numbers(window)
    row, column = next(
        (r, c)
        for r in range(100, 250)
        for c in range(150, 300)
        if who[r, c] > 3 and wide(who, r, c)
    )
    hand.click(column, row)
    instance = window.panes[0].shot.scene.instances[who[row, column]]
    assert window.panes[0].shot.outlined == (instance.number,)
    assert any(f"turn {instance.turn}" in line for line in window.panes[0].shot.panel[-1:]) or (
        instance.turn == 0
    )
    before = window.panes[0].renderer.camera.position
    said = window.panes[0].shot.panel
    hand.drag((column, row), (column + 30, row + 20))
    assert window.panes[0].renderer.camera.position != before
    assert window.panes[0].shot.panel == said
    hand.key("0")
    assert window.panes[0].renderer.camera.position == pytest.approx(before)


def test_shift_moves_and_the_wheel_comes_nearer(opened: Opener) -> None:
    window, hand = opened(Looking(SETUP))
    camera = window.panes[0].renderer.camera
    aim, angle = camera.focal_point, camera.view_angle
    hand.drag((200, 150), (220, 170), shift=True)
    assert camera.focal_point != aim
    hand.wheel(forward=True)
    assert camera.view_angle < angle
    hand.wheel(forward=False)
    assert camera.view_angle == pytest.approx(angle)


def test_from_the_plan_one_can_turn(opened: Opener) -> None:
    window, hand = opened(Looking(SETUP))
    hand.key("2")
    camera = window.panes[0].renderer.camera
    hand.drag((200, 150), (200, 120), (200, 90))
    east, north, up = np.subtract(camera.position, camera.focal_point)
    assert up > 0
    assert abs(east) < abs(north)
    assert tuple(camera.up) == (0, 0, 1)


def test_keys_replay_and_every_moment_looks_as_if_it_were_the_first(opened: Opener) -> None:
    window, hand = opened(Replaying(sample(), turn=0))
    hand.key("End", "Home", *["Right"] * 4, "Left", "Up", "Up", "Down")
    walked = window.image()
    mode = Replaying(sample(), turn=3)
    mode.key("Up")
    fresh, _ = opened(mode)
    assert window.panes[0].shot.panel == fresh.panes[0].shot.panel
    assert (walked == fresh.image()).all()


def test_the_slider_is_dragged(opened: Opener) -> None:
    window, hand = opened(Replaying(sample(), turn=18))
    laid = window.panes[0].laid
    assert laid is not None
    assert laid.track is not None
    track = laid.track
    hand.drag((track.x(18), track.y), (track.x(12), track.y), (track.x(5), track.y + 3))
    assert at(window) == 5
    assert not window.touched, "the eye stays"
    hand.drag((track.x(9), track.y))
    assert at(window) == 9


def test_pieces_appear_and_vanish(opened: Opener) -> None:
    window, hand = opened(Replaying(sample(), turn=1))
    hand.key("2")
    for key in ("Right", "Right", "Left"):
        hand.key(key)
        found = {*np.unique(numbers(window)).tolist()} - {TABLE, NOTHING}
        drawn = window.panes[0].painter
        there = {*drawn_numbers(drawn.flat.actor), *drawn_numbers(drawn.rounded.actor)}
        assert there == {*range(len(window.panes[0].shot.scene.instances))}
        assert found <= there


def test_a_heat_map_leaves_the_names_of_the_knobs(opened: Opener) -> None:
    here = warm(dict.fromkeys(MAP.colours, 7))
    plain = Looking(SETUP).shot()
    size = 800, 900
    hot, hand = opened(Still(replace(plain, heat=here)), size=size)
    cold, other = opened(Still(plain), size=size)
    hand.key("2")
    other.key("2")
    heated, cool = hot.image(), cold.image()
    places = hot.panes[0].knobs
    scale = (places[Knob.read("b1")][0] - places[Knob.read("a1")][0]) / (3 * PITCH)
    for name in ("a1", "b7", "g2", "h8"):
        x, y = places[Knob.read(name)]
        across = slice(round(x - 12 * scale), round(x - 4.6 * scale))
        tile = slice(round(y - 3 * scale), round(y + 3 * scale)), across
        assert (heated[tile] != cool[tile]).any(), name
        printed = slice(round(y + 5.4 * scale), round(y + 9.8 * scale)), across
        assert (heated[printed] == cool[printed]).all(), name
        assert len(np.unique(cool[printed].reshape(-1, 3), axis=0)) > 1, "there is a name"


def test_columns_are_drawn_as_high_as_their_bricks_and_can_be_clicked(opened: Opener) -> None:
    knob, high = Knob.read("b2"), 5
    shown = Still(replace(Looking(SETUP).shot(), heat=warm({knob: high}), terrain=True))
    window, hand = opened(shown)
    columns = window.panes[0].painter.columns.actor
    assert columns is not None
    assert columns.GetBounds()[5] == pytest.approx(high * BRICK)
    x, y, z = above(MAP, knob, high)
    (place,) = project(window.camera, window.panes[0].frame, np.array([(x, y, z - 1)]))
    hand.click(*map(float, place))
    assert shown.calls == [Spot(knob, None)]
    assert not window.panes[0].knobs, "the numbers are on the columns"
    window.panes[0].mode = Still(replace(shown.it, terrain=False))
    window.refresh()
    assert not columns.GetVisibility()


def test_few_actors_with_everything_on(opened: Opener) -> None:
    here = warm(dict.fromkeys(MAP.colours, 7))
    bare = Looking(ANIMALS).shot()
    everything = Shot(
        bare.scene, bare.panel, heat=here, ghosts=SETUP.elements(), outlined=(4, 5)
    )  # fmt: skip
    window, _ = opened(Still(everything))
    window.render()
    assert 7 <= window.panes[0].renderer.VisibleActorCount() <= 11
    two, _ = opened(Looking(ANIMALS), Looking(SETUP))
    two.render()
    assert sum(pane.renderer.VisibleActorCount() for pane in two.panes) <= 11


@pytest.mark.parametrize(
    "size", [pytest.param((400, 300), marks=pytest.mark.slow), (400, 700), (900, 400)], ids=str
)
def test_nothing_is_cropped(opened: Opener, size: tuple[int, int]) -> None:
    window, hand = opened(Replaying(sample()), size=size)
    for view in "123":
        hand.key(view)
        assert numbers(window).shape == (size[1], size[0])
        image = window.image()
        for border in (image[0], image[-1], image[:, 0], image[:, -1]):
            assert (border == 255).all(), view


def test_the_eye_sees_a_palace_that_grows(opened: Opener) -> None:
    mode = Still(Looking(SETUP).shot())
    window, hand = opened(mode)
    pane = window.panes[0]

    def all_seen() -> bool:
        across, down = project(pane.renderer.camera, pane.frame, pane.extent("free")).T
        return bool(
            (across > 0).all() and (across < SIZE[0]).all()
            and (down > 0).all() and (down < SIZE[1]).all()
        )  # fmt: skip

    assert all_seen()
    mode.it = Replaying(sample()).shot()
    window.refresh()
    assert all_seen()
    hand.key("plus", "plus")
    assert not all_seen()
    window.refresh()
    assert not all_seen(), "an eye that was moved stays"


def test_faults_are_red_in_the_picture(opened: Opener) -> None:
    window, hand = opened(Looking(FAULTY_BUILD), size=(900, 700))
    hand.key("Tab")
    image = window.image().astype(int)
    red = (image[..., 0] > 120) & (image[..., 1] < 60) & (image[..., 2] < 80)
    who = numbers(window)
    marked = [one.number for one in window.panes[0].shot.scene.instances if one.marked]
    assert red[np.isin(who, marked)].mean() > 0.5
    laid = window.panes[0].laid
    assert laid is not None
    assert len(laid.pills) == 3


def test_help_lists_keys_and_goes_with_escape(opened: Opener) -> None:
    window, hand = opened(Replaying(sample(), turn=1))
    bare = window.image()
    hand.key("h")
    assert (window.image() != bare).any()
    keys = window.help_keys()
    assert keys["→"] == "next turn"
    assert keys["q"] == "close the window"
    hand.key("Escape")
    assert (window.image() == bare).all()
    hand.key("question", "h")
    assert (window.image() == bare).all()


def test_pictures_are_written_under_free_names(opened: Opener, tmp_path: Path) -> None:
    window, hand = opened(Looking(SETUP))
    (tmp_path / "palace-1.png").write_bytes(b"mine")
    hand.key("p", "p")
    assert (tmp_path / "palace-1.png").read_bytes() == b"mine"
    for name in ("palace-2.png", "palace-3.png"):
        assert (tmp_path / name).read_bytes().startswith(b"\x89PNG")
    assert window.note == f"wrote {tmp_path / 'palace-3.png'}"


def test_where_no_picture_can_be_written_it_says_so(opened: Opener, tmp_path: Path) -> None:
    window, hand = opened(Looking(SETUP))
    window.folder = tmp_path / "nowhere"
    hand.key("p")
    assert "nowhere" in window.note
    assert "wrote" not in window.note


def test_a_mode_comes_before_the_window(opened: Opener) -> None:
    mode = Still(Looking(SETUP).shot(), "p", "Return", "h")
    window, hand = opened(mode)
    hand.key("p", "Return", "H", "x")
    assert mode.calls == ["p", "Return", "h"]
    assert not window.help


def test_building_and_entering_are_not_done_here(opened: Opener) -> None:
    """The keys that once began them have no action, and the help names the page for both."""
    window, hand = opened(Replaying(sample(), turn=3))
    hand.key("h")
    assert "to build or to enter a table: palace table" in window.help_keys().values()
    hand.key("Escape")
    before = window.image()
    assert not any(window.press_key(key) for key in "be")
    assert (window.image() == before).all()


def test_two_are_seen_by_one_eye(opened: Opener) -> None:
    window, hand = opened(Looking(SETUP), Replaying(two_turns()), size=(800, 300))
    assert window.help_keys()["→"] == "next turn", "one of them goes forth"
    left, right = window.panes
    assert left.renderer.camera is right.renderer.camera
    assert left.frame.right == right.frame.left == 400
    hand.drag((100, 150), (140, 160))
    assert left.renderer.GetActiveCamera() is right.renderer.GetActiveCamera()
    hand.click(600, 150)
    assert right.mode.shot().panel != left.mode.shot().panel
    hand.key("Home")
    assert right.shot.panel[0] == "Set-up"
    tall, _ = opened(Looking(SETUP), Looking(Palace.setup(load_map("map-3"))), size=(300, 600))
    assert tall.panes[0].frame.low == tall.panes[1].frame.top == 300
    image = tall.image()
    assert (image[:300] != 255).any()
    assert (image[300:] != 255).any()


def test_what_goes_wrong_in_a_mode_is_not_lost(opened: Opener) -> None:
    class Broken(Still):
        def key(self, name: str) -> None:
            raise RuntimeError("broken")

    window, hand = opened(Broken(Looking(SETUP).shot(), "x"))
    with pytest.raises(RuntimeError, match="broken"):
        hand.key("x")
    window.events.error = None


def test_searches_are_looked_at_now_and_then(opened: Opener) -> None:
    class Waiting(Still):
        def poll(self) -> bool:
            self.calls.append("poll")
            self.it = Looking(ANIMALS).shot()
            return True

    mode = Waiting(Looking(SETUP).shot())
    window, _ = opened(mode)
    assert len(window.panes[0].shot.scene.instances) < len(ANIMALS.elements())
    window.tick()
    assert mode.calls == ["poll"]
    kinds = {one.element.kind for one in window.panes[0].shot.scene.instances}
    assert "butterfly" in kinds


def test_keys_that_wait_are_drawn_together(opened: Opener) -> None:
    """Roughly as soon as none waits, smoothly in a pause; a click meets what is up to date."""
    window, hand = opened(Replaying(sample()))
    drawn: list[bool] = []
    window.plotter.render_window.AddObserver("StartEvent", lambda *_: drawn.append(window.smooth))
    window.looping = window.slow = True
    last = at(window)
    assert last is not None
    hand.key(*["Left"] * 10)
    assert not drawn
    window.tick()
    assert drawn == [False]
    assert at(window) == last - 10
    window.tick()
    assert drawn == [False], "the next key may follow"
    window.changed -= 1
    window.tick()
    window.tick()
    assert drawn == [False, True]
    hand.key("Right")
    window.click(1, 1)
    assert at(window) == last - 9


def test_where_drawing_is_fast_it_is_smooth_at_once(opened: Opener) -> None:
    window, hand = opened(Replaying(sample()))
    window.looping, window.slow = True, False
    hand.key("Left")
    window.tick()
    assert window.smooth
