"""Looking and replaying: shots, clicks and keys; heat maps agree with the plain list."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from palace import Palace, load_map
from palace.core import colours
from palace.monkey_palace.game.log import replay
from palace.monkey_palace.game.rules import reports
from palace.monkey_palace.kernel.build import Build
from palace.monkey_palace.kernel.elements import Element
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.referee import build
from palace.monkey_palace.kernel.rulings import DEFAULT
from palace.monkey_palace.kernel.staircase import Staircase
from palace.monkey_palace.kernel.supply import Supply
from palace.monkey_palace.search import best
from palace.monkey_palace.search.map_stats import FIGURES, best_at, map_stats
from palace_viewer.callouts import Label
from palace_viewer.marks import above
from palace_viewer.window import aids
from palace_viewer.window.looking import MOST_REASONS, Looking, Replaying
from palace_viewer.window.mode import ModeContext, Shot, Spot
from palace_viewer.window.searches import Progress, Warmth
from tests.examples import examples
from tests.viewer.palaces import ANIMALS, FAULTY_BUILD, MAP, SETUP, sample, two_turns

PIECES = Supply.read("4a4b1c")
HAND = Supply(3, 3, 1)


def settled(mode: Looking) -> Shot:
    """The shot once every search has ended."""
    ends = time.monotonic() + 60
    while mode.poll():
        assert time.monotonic() < ends
        time.sleep(0.01)
    return mode.shot()


def test_a_palace_says_its_map_and_whether_it_is_a_placeholder() -> None:
    shot = Looking(SETUP).shot()
    assert shot.panel == ("map-1 (placeholder)", "3 bricks high", "built of 2a1b")
    assert shot.accent == "plain"


def test_what_is_wrong_in_a_build_is_red_with_its_reason() -> None:
    shot = Looking(FAULTY_BUILD).shot()
    assert shot.accent == "illegal"
    assert shot.panel[0] == "not legal"
    marked = {one.element.kind: one.colour for one in shot.scene.instances if one.marked}
    assert marked == {"arch": colours.FAULT, "brick": colours.FAULT}
    bricks = [one for one in shot.scene.instances if one.element.kind == "brick"]
    assert [one.marked for one in bricks] == [False, True], "only the one that carries nothing"
    texts = {label.text: label.at for label in shot.labels}
    assert {text.split(":")[0] for text in texts} == {"support", "path"}
    path = next(at for text, at in texts.items() if text.startswith("path"))
    assert path == pytest.approx((44.0, 44.0, 4.8)), "the middle of the brick at a1"
    assert Looking(FAULTY_BUILD).here() is None


def test_a_reason_without_a_place_marks_the_kind_it_names() -> None:
    many = Build(MAP, tuple(Element("monkey", *MAP.stud(Knob(n, 0))) for n in range(2)))
    shot = Looking(many).shot()
    assert any("monkey" in line for line in shot.panel)
    assert all(one.marked for one in shot.scene.instances)


def test_many_reasons_are_counted() -> None:
    hanging = Build(MAP, tuple(Element("brick", *MAP.stud(knob), 4) for knob in MAP.colours))
    panel = Looking(hanging).shot().panel
    assert sum(line.startswith("!") for line in panel) == MOST_REASONS
    assert panel[-1].startswith("and ")


def test_a_legal_turn_of_loose_pieces_has_its_steps_numbered() -> None:
    x, y = MAP.stud(Knob.read("c4"))
    turn = Build(MAP, (Element("arch", x, y, 1), Element("brick", x, y)), SETUP)
    shot = Looking(turn).shot()
    assert shot.accent == "legal"
    assert shot.panel[3] == "c4+b-d4"
    assert [label.text for label in shot.labels] == ["1", "2"]
    assert shot.outlined == (0, 1)
    here = Looking(turn).here()
    assert here is not None
    assert here.palace == build(SETUP, Staircase.read("c4+b-d4"))


def test_the_hint_is_the_best_staircase() -> None:
    mode = Looking(SETUP, PIECES)
    mode.key("i")
    shot = settled(mode)
    verdict = best(SETUP, PIECES).verdicts[0]
    assert verdict.palace is not None
    new = {*verdict.palace.elements()} - {*SETUP.elements()}
    assert {*shot.ghosts} == new
    assert f"hint: {verdict.staircase}" in shot.panel
    assert [label.role for label in shot.labels] == ["hint"] * 5
    mode.key("i")
    assert not mode.shot().ghosts


def test_where_nothing_can_be_built_the_hint_says_so() -> None:
    mode = Looking(SETUP, Supply(1, 0, 0))
    mode.key("i")
    assert "hint: no staircase can be built" in settled(mode).panel


def test_no_hint_where_nothing_legal_stands() -> None:
    mode = Looking(FAULTY_BUILD)
    mode.key("i")
    assert mode.shot().panel[-1] == "not available: the position is not legal"


def test_heat_maps_go_round() -> None:
    mode = Looking(SETUP, HAND)
    stats = map_stats(SETUP, HAND)
    for figure in ("height", "credits", "staircases"):
        mode.key("m")
        heat = settled(mode).heat
        assert heat is not None
        assert heat.about == FIGURES[figure]
        assert heat.values == stats.figure(figure)
        assert mode.shot().panel[-1] == "with 3a3b1c"
    mode.key("m")
    assert settled(mode).heat is None


def test_a_heat_map_that_fails_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(here: ModeContext, progress: Progress, **how: object) -> Warmth:
        raise ValueError("no warmth")

    monkeypatch.setattr(aids, "find_warmth", fail)
    mode = Looking(SETUP)
    mode.key("m")
    told = f"heat map: {FIGURES['height']}: the search failed (no warmth)"
    assert settled(mode).panel[-1] == told


def test_columns_are_as_high_as_map_stats_says_and_stand_alone() -> None:
    mode = Looking(SETUP, HAND)
    mode.key("t")
    shot = settled(mode)
    assert shot.terrain
    assert shot.heat is not None
    assert shot.heat.values == map_stats(SETUP, HAND).figure("height")
    assert {one.element.kind for one in shot.scene.instances} == {"corner"}
    tops = {knob: above(MAP, knob, high) for knob, high in shot.heat.shown.items()}
    assert {*shot.reach} == {*tops.values()}
    mode.key("m")
    assert settled(mode).terrain
    mode.key("m")
    assert not settled(mode).terrain, "numbers of staircases are no bricks"
    mode.key("t")
    mode.key("m")
    assert not settled(mode).terrain


def test_a_knob_shows_its_best_staircase_and_with_two_more_arches() -> None:
    mode = Looking(SETUP, HAND)
    knob = Knob.read("d5")
    mode.pick(Spot(knob, None))
    for hand in (HAND, Supply(5, 3, 1), HAND):
        shot = settled(mode)
        (verdict,) = best_at(SETUP, knob, hand).verdicts
        assert verdict.staircase is not None
        assert verdict.staircase.knobs[-1] == knob
        assert f"{verdict.staircase}" in shot.panel
        assert f"the best staircase to d5 with {hand}:" in shot.panel
        assert verdict.palace is not None
        assert {*shot.ghosts} == {*verdict.palace.elements()} - {*SETUP.elements()}
        mode.key("a")
    mode.pick(Spot())
    assert not settled(mode).ghosts


def test_in_the_heat_map_of_heights_it_is_the_highest_staircase() -> None:
    mode = Looking(SETUP, HAND)
    mode.key("t")
    mode.pick(Spot(Knob.read("e4"), None))
    shot = settled(mode)
    assert not shot.terrain, "columns would hide it"
    (verdict,) = best_at(SETUP, Knob.read("e4"), HAND, by="height").verdicts
    assert "the highest staircase on e4 with 3a3b1c:" in shot.panel
    assert f"{verdict.staircase}" in shot.panel
    mode.pick(Spot())
    assert settled(mode).terrain


def test_the_staircase_is_that_of_the_heat_map_shown() -> None:
    mode = Looking(SETUP, HAND)
    knob = Knob.read("e4")
    mode.pick(Spot(knob, None))
    settled(mode)
    for key, by, title in (("m", "height", "highest staircase on"), ("m", "credits", "best")):
        mode.key(key)
        shot = settled(mode)
        (verdict,) = best_at(SETUP, knob, HAND, by=by).verdicts
        assert f"{verdict.staircase}" in shot.panel
        assert any(title in line for line in shot.panel)


def test_one_staircase_is_shown_at_a_time() -> None:
    mode = Looking(SETUP, HAND)
    mode.pick(Spot(Knob.read("e4"), None))
    alone = len(settled(mode).ghosts)
    mode.key("i")
    shot = settled(mode)
    (verdict,) = best(SETUP, HAND).verdicts[:1]
    assert f"hint: {verdict.staircase}" in shot.panel
    assert len(shot.labels) == len(verdict.staircase.knobs if verdict.staircase else ())
    mode.pick(Spot(Knob.read("e4"), None))
    assert len(settled(mode).ghosts) == alone
    assert not any("hint" in line for line in mode.shot().panel)


def test_two_more_arches_are_told_before_anything_is_searched() -> None:
    mode = Looking(SETUP)
    mode.key("a")
    assert mode.shot().panel[-1] == "with two more arches: 7a5b1c"
    mode.key("a")
    assert "two more" not in mode.shot().panel[-1]


def test_columns_of_what_they_cannot_show_are_refused() -> None:
    mode = Looking(SETUP, HAND)
    for _ in range(3):
        mode.key("m")
    mode.key("t")
    told = "columns show height or credits, and no difference"
    assert settled(mode).panel[-1] == told


def test_a_piece_and_a_closed_knob_have_no_best_staircase() -> None:
    mode = Looking(SETUP, HAND)
    for spot in (Spot(Knob.read("e4"), 4), Spot(Knob.read("z9"), None)):
        mode.pick(spot)
        assert not settled(mode).ghosts


def test_a_knob_that_no_staircase_reaches() -> None:
    mode = Looking(SETUP, Supply(1, 0, 0))
    mode.pick(Spot(Knob.read("a1"), None))
    assert "no staircase can be built" in settled(mode).panel


def test_the_difference_that_two_more_arches_make() -> None:
    mode = Looking(SETUP, HAND)
    mode.key("d")
    shot = settled(mode)
    assert shot.heat is not None
    more = map_stats(SETUP, Supply(5, 3, 1)).figure("height")
    now = map_stats(SETUP, HAND).figure("height")
    assert shot.heat.values == {knob: more[knob] - now[knob] for knob in now}
    assert "5a3b1c minus 3a3b1c" in shot.panel
    mode.key("t")
    assert not settled(mode).terrain, "a difference has no columns"
    mode.key("d")
    assert settled(mode).terrain


def test_two_maps_share_a_scale_and_their_differences_are_opposite() -> None:
    palaces = SETUP, Palace.setup(load_map("map-3"))
    left, right = (Looking(palace, HAND) for palace in palaces)
    left.beside, right.beside = right, left
    for key in ("m", "d", "a"):
        for mode in (left, right):
            mode.key(key)
        hand = Supply(5, 3, 1) if key == "a" else HAND
        stats = [map_stats(palace, hand).figure("height") for palace in palaces]
        shown = [settled(mode).heat for mode in (left, right)]
        assert shown[0] is not None
        assert shown[1] is not None
        assert shown[0].scale.most == shown[1].scale.most
        if key == "m":
            assert shown[0].scale == shown[1].scale
            assert [one.values for one in shown if one] == stats
        else:
            common = stats[0].keys() & stats[1].keys()
            assert shown[0].values == {knob: stats[0][knob] - stats[1][knob] for knob in common}
            assert shown[1].values == {knob: -value for knob, value in shown[0].values.items()}
    assert "map-1 (placeholder) minus map-3 (placeholder)" in left.shot().panel


@pytest.mark.parametrize(
    ("kind", "lines"),
    [
        ("gold", ("gold decoration", "d1, level 7")),
        ("butterfly", ("butterfly", "on d1, 8 bricks above the ground")),
        ("column", ("column", "c1, level 0 to 2")),
        ("corner", ("corner piece", "holds the sheet; nothing can be built on it")),
    ],
)
def test_what_a_click_tells(kind: str, lines: tuple[str, ...]) -> None:
    mode = Looking(ANIMALS)
    number = next(one.number for one in mode.shot().scene.instances if one.element.kind == kind)
    mode.pick(Spot(None, number))
    assert mode.shot().panel[-2:] == lines


def test_a_click_on_the_table_tells_the_knob() -> None:
    mode = Looking(SETUP, rulings=DEFAULT)
    mode.pick(Spot(Knob.read("a1"), None))
    assert mode.shot().panel[4:6] == ("knob a1", "dark green, level 0")
    mode.pick(Spot())
    assert "knob a1" not in mode.shot().panel


def pressed(mode: Replaying, *keys: str) -> Shot:
    for key in keys:
        mode.key(key)
    return mode.shot()


def numbers(labels: tuple[Label, ...]) -> list[str]:
    return [label.text for label in labels if label.role == "step"]


def test_a_knob_clicked_within_a_turn_is_about_its_end() -> None:
    mode = Replaying(sample(), turn=4)
    mode.key("Down")
    assert not mode.moments.whole(mode.at)
    mode.pick(Spot(Knob.read("a1"), None))
    assert mode.at == mode.moments.ends[4]
    assert mode.spot == Spot(Knob.read("a1"), None)


def test_a_move_in_one_picture_ends_the_comparison_in_both() -> None:
    left, right = Looking(SETUP, HAND), Replaying(sample(), turn=1)
    left.beside, right.beside = right, left
    for mode in (left, right):
        mode.show_heat("height")
        mode.wait()
    right.key("Right")
    for mode in (left, right):
        assert (mode.figure, mode.heat, mode.shot().heat) == ("", None, None)


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
    mode = Replaying(two_turns(), turn=1)
    shot = mode.shot()
    assert shot.accent == "illegal"
    assert [label.role for label in shot.labels] == ["fault"]
    (reason,) = reports(mode.played)[0].reasons
    assert (reason.code, reason.at, reason.by) == ("collision", "d4", 1)
    assert shot.labels[0].text == f"collision: {reason.text}"
    assert "not legal" in shot.panel
    assert f"! {reason.text}; {reason.remedy}" in shot.panel
    later = pressed(mode, "Right")
    assert later.accent == "legal"
    assert later.panel[-1] == "not legal: turn 1"
    assert pressed(mode, "Right").panel[1] == "passes"


def test_a_click_tells_what_it_is_and_who_laid_it() -> None:
    mode = Replaying(sample(), turn=3)
    instances = mode.shot().scene.instances
    arch = next(one for one in instances if one.turn == 3 and one.element.kind == "arch")
    mode.pick(Spot(None, arch.number))
    assert mode.shot().panel[-3:] == ("arch", "f2-g2, level 0", "placed in turn 3 by Caro")
    assert mode.shot().outlined == (arch.number,)
    mode.pick(Spot(None, arch.number))
    assert "placed in turn 3 by Caro" not in mode.shot().panel
    setup = next(one for one in instances if one.turn == 0)
    mode.pick(Spot(None, setup.number))
    assert mode.shot().panel[-1] == "part of the set-up"
    assert "part of the set-up" not in pressed(mode, "Left").panel, "it is let go"


def test_the_aids_are_about_the_turn_that_is_seen() -> None:
    here = Replaying(sample(), turn=4).here()
    table = replay(sample(), turns=4).state
    assert table.due == ("Ben",)
    assert here.supply == table.seat("Ben").pieces
    assert here.palace == reports(Replaying(sample(), turn=4).played)[3].palace


@settings(max_examples=examples(30))
@given(
    st.lists(
        st.sampled_from([*("Right Left Up Down Home End g".split())]) | st.integers(-3, 200),
        max_size=25,
    )
)
def test_whatever_is_pressed_there_is_a_shot(steps: list[str | int]) -> None:
    mode = Replaying(two_turns())
    for step in steps:
        if isinstance(step, int):
            mode.slide(step)
        else:
            mode.key(step)
        shot = mode.shot()
        assert shot.slider is not None
        assert 0 <= shot.slider.at <= shot.slider.last
        assert all(0 <= number < len(shot.scene.instances) for number in shot.outlined)
