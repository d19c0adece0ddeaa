"""Text over a picture: nothing leaves the frame, nothing overlaps."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from palace.core import colours
from palace.core.colours import rgb
from palace.monkey_palace.kernel.knob import Knob
from palace_viewer.callouts import Box, Label, text_size
from palace_viewer.pieces.lettering import measure, wrap
from palace_viewer.scene import scene
from palace_viewer.window.layout import lay_out
from palace_viewer.window.mode import Shot, Slider
from palace_viewer.window.overlay import draw_overlay
from palace_viewer.window.window import KEYS
from tests.examples import examples
from tests.viewer.palaces import SETUP, overlap, warm

SIZES = [(1200, 900), (400, 300), (400, 700), (700, 400), (1920, 1080)]
HERE = (0.0, 0.0, 0.0)
LONG = "support: the arch's end hangs 2 bricks above c3"


def inside(box: Box, frame: Box) -> bool:
    return (
        frame.left <= box.left
        and box.right <= frame.right
        and frame.top <= box.top
        and box.low <= frame.low
    )


@settings(max_examples=examples(40))
@given(
    st.sampled_from(SIZES),
    st.lists(st.tuples(st.floats(0.02, 0.98), st.floats(0.02, 0.98)), max_size=14),
    st.integers(0, 3),
)
def test_labels_stay_in_the_frame(
    size: tuple[int, int], places: list[tuple[float, float]], long: int
) -> None:
    frame = Box(0, 0, *size)
    labels = tuple(
        Label(LONG if number < long else str(number), HERE, "fault" if number < long else "step")
        for number in range(len(places))
    )
    points = [(x * size[0], y * size[1]) for x, y in places]
    laid = lay_out(frame, Shot(scene(SETUP), ("Title",), labels=labels), points)
    assert len(laid.pills) == len(labels)
    for pill in laid.pills:
        assert inside(pill.box, frame)
    assert laid.panel is not None
    assert inside(laid.panel.box, frame)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_labels_lie_neither_on_each_other_nor_on_the_panel(size: tuple[int, int]) -> None:
    frame = Box(0, 0, *size)
    middle = [(size[0] * (0.4 + 0.02 * n), size[1] * (0.6 - 0.03 * n)) for n in range(9)]
    labels = tuple(Label(str(n), HERE, "step") for n in range(6))
    labels += tuple(Label(f"{LONG}{n}", HERE, "fault") for n in range(3))
    shot = Shot(scene(SETUP), ("Turn 7", "a4-b4"), labels=labels, slider=Slider(1, 9, "turn 1"))
    laid = lay_out(frame, shot, middle)
    assert laid.track is not None
    assert laid.panel is not None
    boxes = [pill.box for pill in laid.pills]
    for one, other in combinations([*boxes, laid.panel.box, laid.track.reach], 2):
        assert not overlap(one, other), (one, other)
    for pill in laid.pills:
        if pill.role == "fault":
            assert not any(pill.box.holds(*point) for point in middle), "what it is about shows"


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_long_panel_is_cut_and_says_so(size: tuple[int, int]) -> None:
    frame = Box(0, 0, *size)
    texts = ("Title", *(f"! {LONG}; put 2 bricks under it" for _ in range(40)))
    laid = lay_out(frame, Shot(scene(SETUP), texts), [])
    assert laid.panel is not None
    assert laid.panel.box.high < 0.62 * size[1]
    assert laid.panel.lines[-1].text.endswith("...")
    for line in laid.panel.lines:
        right = line.x + measure(line.text, laid.size, line.bold)
        assert right <= laid.panel.box.right
        assert laid.panel.box.top < line.y < laid.panel.box.low


@given(st.text("ab c-,/", max_size=80), st.integers(20, 200))
def test_wrapping_loses_nothing(text: str, room: int) -> None:
    lines = [*wrap(text, room, lambda part: 7.0 * len(part))]
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert all(7 * len(line) <= room for line in lines)


def test_a_value_of_the_slider_lies_where_it_is_read_again() -> None:
    for last in (1, 18, 150):
        shot = Shot(scene(SETUP), slider=Slider(0, last, ""))
        track = lay_out(Box(0, 0, 800, 600), shot, []).track
        assert track is not None
        for at in range(last + 1):
            assert track.value(track.x(at)) == at
        assert track.value(-100) == 0
        assert track.value(10_000) == last


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_figures_legend_and_help_are_drawn(size: tuple[int, int]) -> None:
    frame = Box(0, 0, *size)
    knob = Knob.read("e4")
    at = size[0] / 2, 0.75 * size[1]
    heat = warm({knob: 5}, [1, 5])
    shot = Shot(scene(SETUP), ("Title",), heat=heat)
    laid = lay_out(frame, shot, [])
    drawn = np.asarray(draw_overlay(size, [(laid, shot, {knob: at})]))
    assert drawn.shape == (size[1], size[0], 4)
    near = drawn[int(at[1]) - 6 : int(at[1]) + 6, int(at[0]) - 12 : int(at[0]) + 12, :3]
    assert (near.reshape(-1, 3) == rgb(colours.TONES[-1])).all(axis=1).any()
    corner = drawn[size[1] // 2 :, : size[0] // 3, :3].reshape(-1, 3)
    for tone in colours.TONES:
        assert (corner == rgb(tone)).all(axis=1).any(), "the legend has every tone"
    one = replace(shot, heat=warm({knob: 5}, [5]))
    found = np.asarray(draw_overlay(size, [(laid, one, {knob: at})]))[
        size[1] // 2 :, : size[0] // 3, :3
    ]
    tones = [(found.reshape(-1, 3) == rgb(tone)).all(axis=1).any() for tone in colours.TONES]
    assert tones[-1], "or the only one"
    assert not any(tones[1:-1])
    helped = np.asarray(draw_overlay(size, [(laid, shot, {knob: at})], keys={**KEYS, "x": LONG}))
    assert (helped[..., 3] > 0).sum() > (drawn[..., 3] > 0).sum()
    border = [helped[0], helped[-1], helped[:, 0], helped[:, -1]]
    assert not any(line[..., 3].any() for line in border), "nothing is cut off"


def test_text_suits_the_frame() -> None:
    sizes = [text_size(Box(0, 0, *size)) for size in ((400, 300), (800, 600), (1200, 900))]
    assert sizes == sorted(sizes)
    assert sizes[0] >= 10


def test_in_a_small_frame_a_label_has_the_codes_of_its_reasons_alone() -> None:
    label = Label("turn: from b1 it steps to d1\nend: a brick on the last arch", HERE, "fault")
    shot = Shot(scene(SETUP), labels=(label,))
    small = lay_out(Box(0, 0, 400, 300), shot, [(200, 150)])
    assert [pill.lines for pill in small.pills] == [("turn, end",)]
    large = lay_out(Box(0, 0, 1200, 900), shot, [(600, 450)])
    assert [pill.lines for pill in large.pills] == [tuple(label.text.split("\n"))]
