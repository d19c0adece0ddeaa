"""Replaying a game by keys and slider."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from palace.monkey_palace.kernel.staircase import Staircase
from palace_viewer.window.looking import Replaying
from palace_viewer.window.mode import Label, Shot, Spot
from tests.viewer.window.records import faulty, sample


def pressed(mode: Replaying, *keys: str) -> Shot:
    for key in keys:
        mode.key(key)
    return mode.shot()


def numbers(labels: tuple[Label, ...]) -> list[str]:
    return [label.text for label in labels if label.role == "step"]


def test_it_begins_at_the_end_or_at_a_turn() -> None:
    assert Replaying(sample()).turn == 18
    assert Replaying(sample(), turn=7).turn == 7
    assert Replaying(sample(), turn=0).shot().panel[0] == "Set-up"


def test_the_last_staircase_is_outlined_and_its_steps_numbered() -> None:
    mode = Replaying(sample(), turn=1)
    shot = mode.shot()
    staircase = Staircase.read("d6-e6-e5_b-f5_bb-f4")
    assert numbers(shot.labels) == ["1", "2", "3", "4", "5"]
    laid = [shot.scene.instances[number].element.kind for number in shot.outlined]
    assert laid.count("arch") == staircase.arches
    assert laid.count("brick") == staircase.uses.brick
    assert shot.accent == "legal"
    assert "5 credits" in shot.panel[2]
    east, north, _ = shot.labels[0].at
    stud = shot.scene.ground.stud(staircase.knobs[0])
    assert (east, north) == ((stud[0] + 0.5) * 8, (stud[1] + 0.5) * 8)
    heights = [label.at[2] for label in shot.labels]
    assert heights == sorted(heights)


def test_keys_go_by_turns_and_by_pieces() -> None:
    mode = Replaying(sample(), turn=2)
    assert pressed(mode, "Left").slider == (1, 18, "turn 1 of 18")
    assert pressed(mode, "Up").slider == (2, 18, "turn 2 of 18, piece 1 of 12")
    assert mode.shot().accent == "plain", "no verdict before the turn is over"
    assert pressed(mode, "Right").slider == (2, 18, "turn 2 of 18")
    assert pressed(mode, "Down").slider == (2, 18, "turn 2 of 18, piece 11 of 12")
    assert pressed(mode, "Left", "Left", "Left").slider == (0, 18, "set-up")
    assert pressed(mode, "End", "Right").slider == (18, 18, "turn 18 of 18")
    assert pressed(mode, "Home", "Down").panel[0] == "Set-up"


def test_the_slider_goes_by_turns_or_by_pieces() -> None:
    mode = Replaying(sample(), turn=0)
    mode.slide(5)
    assert mode.turn == 5
    slider = pressed(mode, "g").slider
    assert slider is not None
    assert slider.last == mode.moments.last
    assert slider.at == mode.moments.ends[5]
    mode.slide(slider.at + 1)
    assert mode.turn == 6
    mode.slide(10**6)
    assert mode.turn == 18


def test_the_panel_has_player_verdict_and_scores() -> None:
    panel = Replaying(sample()).shot().panel
    assert panel[0] == "Turn 18 of 18: Caro"
    assert panel[-1] == "Ana 29 · Ben 25 · Caro 24"
    assert Replaying(sample(), turn=0).shot().panel[2] == "Ana, Ben, Caro"


def test_an_illegal_turn_is_red_with_its_reasons_as_labels() -> None:
    mode = Replaying(faulty(), turn=1)
    shot = mode.shot()
    assert shot.accent == "illegal"
    assert [label.role for label in shot.labels] == ["fault"]
    assert shot.labels[0].text.startswith("collision: d4 stands 1 brick higher than c4")
    assert "not legal" in shot.panel
    assert any(line.endswith("raise c4 by 1 brick: c4+b") for line in shot.panel)
    later = pressed(mode, "Right")
    assert later.accent == "legal"
    assert later.panel[-1] == "not legal: turn 1"
    assert pressed(mode, "Right").panel[1] == "passes"


def test_a_click_tells_what_it_is_and_who_laid_it() -> None:
    mode = Replaying(sample(), turn=3)
    instances = mode.shot().scene.instances
    arch = next(one for one in instances if one.turn == 3 and one.element.kind == "arch")
    mode.pick(Spot(None, arch.number))
    assert mode.shot().panel[-3:] == ("arch", "f2-g2, level 0", "laid in turn 3 by Caro")
    assert mode.shot().outlined == (arch.number,)
    mode.pick(Spot(None, arch.number))
    assert "laid in turn 3 by Caro" not in mode.shot().panel
    setup = next(one for one in instances if one.turn == 0)
    mode.pick(Spot(None, setup.number))
    assert mode.shot().panel[-1] == "there since the set-up"
    assert "there since the set-up" not in pressed(mode, "Left").panel, "it is let go"


def test_others_go_on_from_the_turn_that_is_seen() -> None:
    here = Replaying(sample(), turn=4).here()
    assert here.player == "Ben"
    assert here.turn == 4
    assert here.record is not None
    assert here.palace == Replaying(sample(), turn=4).played.turns[3].palace


@settings(max_examples=30)
@given(
    st.lists(
        st.sampled_from([*("Right Left Up Down Home End g".split())]) | st.integers(-3, 200),
        max_size=25,
    )
)
def test_whatever_is_pressed_there_is_a_shot(steps: list[str | int]) -> None:
    mode = Replaying(faulty())
    for step in steps:
        if isinstance(step, int):
            mode.slide(step)
        else:
            mode.key(step)
        shot = mode.shot()
        assert shot.slider is not None
        assert 0 <= shot.slider.at <= shot.slider.last
        assert all(0 <= number < len(shot.scene.instances) for number in shot.outlined)
