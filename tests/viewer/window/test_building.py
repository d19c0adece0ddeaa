"""Building in the window: clicks and keys make a staircase, and the referee's verdict is shown."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from palace import Knob, Palace, Rulings, Staircase, Supply, build, judge, judge_build, read_build
from palace.monkey_palace.kernel.laying import elements, fill
from palace.monkey_palace.kernel.rulings import DEFAULT
from palace.monkey_palace.search import plain
from palace_viewer.pieces.measures import BRICK, PITCH
from palace_viewer.window.building import Building
from palace_viewer.window.mode import ModeContext, Spot
from tests.grounds import ALL
from tests.random_play import legal_walk, random_palace
from tests.viewer.palaces import SETUP
from tests.viewer.window.driving import clicked, fault_texts, names, note, pressed, seen

HAND = Supply(4, 4, 1)


def building(palace: Palace = SETUP, supply: Supply | None = HAND) -> Building:
    return Building(ModeContext(palace, supply))


def text(mode: Building) -> str:
    return "\n".join(mode.shot().panel)


def replayed(mode: Building, staircase: Staircase) -> None:
    """Click a staircase whose risers are its own and whose supports follow from them."""
    for knob, riser in zip(staircase.knobs, staircase.risers, strict=True):
        clicked(mode, str(knob))
        pressed(mode, " ".join(riser))


def test_a_staircase_grows_with_every_click() -> None:
    mode = building()
    first = mode.shot()
    assert first.accent == "plain"
    assert "a4" in names(first.dots)
    assert "d4" not in names(first.dots), "it carries a piece"
    shot = clicked(mode, "a4")
    assert names(shot.dots) == "b4"
    assert shot.labels[0].text == "1"
    shot = clicked(mode, "b4 c4")
    assert "NOT LEGAL YET  a4-b4-c4_b" in shot.panel
    assert shot.accent == "plain", "it may still be attached"
    assert not fault_texts(shot)
    assert [label.text for label in shot.labels if label.role == "hint"] == ["not attached yet"]
    shot = clicked(mode, "d4")
    assert shot.accent == "legal"
    assert "LEGAL  a4-b4-c4_b-d4_b" in shot.panel
    assert "4 credits, highest of its colour" in shot.panel
    assert "light green decoration on d4" in shot.panel
    assert "no bonus card" in shot.panel
    assert "uses 3a2b, leaves 1a2b1c" in shot.panel
    assert [label.text for label in shot.labels] == ["1", "2", "3", "4"]


def test_supports_and_the_decoration_are_ghosts_what_was_clicked_is_not() -> None:
    mode = building()
    before = len(mode.shot().scene.instances)
    shot = clicked(mode, "a4 b4 c4 d4")
    full = Staircase.read("a4-b4-c4_b-d4_b")
    laid = elements(SETUP, full)
    supports = [element for element in laid if element.kind == "brick"]
    assert [*shot.ghosts[:-1]] == supports
    assert shot.ghosts[-1].kind == "light"
    assert [i.element for i in shot.scene.instances[before:]] == [
        element for element in laid if element.kind == "arch"
    ]
    assert [i.number for i in shot.scene.instances] == [*range(len(shot.scene.instances))]
    pressed(mode, "Delete")
    clicked(mode, "c4")
    pressed(mode, "b")
    shot = clicked(mode, "d4")
    assert "LEGAL  c4+b-d4" in shot.panel
    bricks = [i for i in shot.scene.instances[before:] if i.element.kind == "brick"]
    assert len(bricks) == 1, "put by the user, and no ghost"


def test_the_riser_is_raised_and_lowered() -> None:
    mode = building(supply=None)
    clicked(mode, "c4")
    assert "starts on c4+bc" in pressed(mode, "b c").panel
    assert "starts on c4+b" in pressed(mode, "x").panel
    shot = pressed(mode, "x x")
    assert note(shot) == "no added piece on c4 to remove"
    clicked(mode, "c5")
    shot = pressed(mode, "b")
    assert "NOT LEGAL YET  c4-c5+b" in shot.panel
    reason = next(one for one in mode.history.now.trial.reasons if one.code == "end")
    assert reason.by == 1
    assert f"- end: {reason.text}" in shot.panel
    assert names(shot.dots) == "c6 d5 b5"


def test_every_reason_is_listed_and_shown_at_its_place() -> None:
    mode = building(supply=Supply(1, 1, 0))
    clicked(mode, "d4 e4 g4")
    shot = pressed(mode, "c")
    staircase = mode.history.now.trial.staircase
    assert staircase is not None
    verdict = judge(SETUP, staircase, Supply(1, 1, 0))
    assert {"start", "turn", "end", "supply"} <= set(verdict.codes)
    assert shot.accent == "illegal"
    for reason in verdict.reasons:
        said = f"{reason.code}: {reason.text}"
        assert f"! {said}" in shot.panel
        assert f"   {reason.remedy}" in shot.panel
        assert any(said in label for label in fault_texts(shot)), said
    x, y = SETUP.ground.stud(Knob.read("g4"))
    there = next(label for label in shot.labels if "turn:" in label.text)
    assert there.at[:2] == ((x + 0.5) * PITCH, (y + 0.5) * PITCH)
    assert there.at[2] >= 3 * BRICK, "above the column that was put there"
    marked = {i.element.kind for i in shot.scene.instances if i.marked}
    assert "column" in marked


def test_pieces_beyond_the_supply_are_the_ones_at_fault() -> None:
    hand = Supply(3, 1, 0)
    mode = building(supply=hand)
    shot = clicked(mode, "b3 c3 d3 d4")
    staircase = fill(SETUP, Staircase.read("b3-c3-d3-d4"), hand)
    first, second = (e for e in elements(SETUP, staircase) if e.kind == "brick")
    assert [i.element for i in shot.scene.instances if i.marked] == [second]
    assert shot.ghosts == (first,), "a ghost cannot be red"
    assert any("1b missing" in line for line in shot.panel)
    (label,) = [label for label in shot.labels if label.role == "fault"]
    (reason,) = mode.history.now.trial.reasons
    assert (reason.code, reason.at, reason.by) == ("supply", "brick", 1)
    assert label.text == f"supply: {reason.text}"
    assert label.at[:2] == ((second.x + 0.5) * PITCH, (second.y + 0.5) * PITCH)


def test_without_added_supports_the_arch_hangs() -> None:
    mode = building()
    clicked(mode, "a4 b4 c4 d4")
    shot = pressed(mode, "f")
    assert "NOT LEGAL  a4-b4-c4-d4" in shot.panel
    reason = mode.history.now.trial.reasons[0]
    assert (reason.code, reason.at, reason.by) == ("support", "c4", 1)
    assert f"! support: {reason.text}" in shot.panel
    assert not shot.ghosts
    assert pressed(mode, "f").accent == "legal"


@pytest.mark.parametrize(
    ("position", "first", "code"),
    [
        (None, "d4", "start"),
        ("x8/x8/x8/x8/x3,E,WE,bWg,x2/x8/x8/x8", "e4", "start"),
        ("x8/x8/x8/x8/x3,Em,WE,bWg,x2/x8/x8/x8", "d4", "blocked"),
    ],
)
def test_an_impossible_first_knob_is_reported_at_once(
    position: str | None, first: str, code: str
) -> None:
    palace = SETUP if position is None else Palace.read(position, SETUP.ground)
    mode = building(palace)
    shot = clicked(mode, first)
    assert shot.accent == "illegal"
    reason = next(one for one in mode.history.now.trial.reasons if one.code == code)
    assert reason.at == first
    assert f"! {code}: {reason.text}" in shot.panel
    assert fault_texts(shot)
    assert not shot.dots


def test_a_closed_knob_and_one_beyond_the_map() -> None:
    shot = clicked(building(), "z9")
    assert any(line.startswith("! off-knob: z9 ") for line in shot.panel)
    clicked_twice = building()
    clicked_twice.pick(Spot())
    assert note(clicked_twice.shot()) == "click a knob"
    clicked_twice.pick(Spot(Knob(-1, 3)))
    assert note(clicked_twice.shot()) == "click a knob"


def test_the_last_knob_is_taken_back_by_a_click_or_a_key() -> None:
    mode = building()
    two = seen(clicked(mode, "a4 b4"))
    assert seen(clicked(mode, "c4 c4")) == two
    clicked(mode, "c4")
    assert seen(pressed(mode, "BackSpace")) == two
    assert not pressed(mode, "BackSpace BackSpace").labels
    assert note(mode.shot()) != "click a knob to start"
    assert note(pressed(mode, "BackSpace")) == "click a knob to start"


def test_laying_leaves_the_palace_of_the_rules_and_pays() -> None:
    rng = random.Random(8)
    laid = 0
    for ground in ALL:
        palace = random_palace(Palace.setup(ground), 3, rng)
        mode = building(palace, None)
        for _ in range(4):
            staircase = legal_walk(palace, rng)
            if not judge(palace, staircase).legal:
                continue
            replayed(mode, staircase)
            shot = pressed(mode, "Return")
            palace = build(palace, staircase)
            assert mode.history.now.trial.palace == palace, staircase
            assert note(shot) == f"built {staircase}"
            laid += 1
    assert laid >= 10


def test_what_was_laid_is_paid_from_the_hand() -> None:
    mode = building()
    clicked(mode, "a4 b4 c4 d4")
    shot = pressed(mode, "Return")
    assert any("1a2b1c in hand" in line for line in shot.panel)
    assert any("4a4b1c in hand" in line for line in pressed(mode, "n").panel)
    assert mode.here().palace == build(SETUP, Staircase.read("a4-b4-c4_b-d4_b"))


def test_what_is_not_legal_is_not_laid() -> None:
    mode = building()
    assert note(pressed(mode, "Return")).startswith("a staircase has at least one arch")
    clicked(mode, "a4 b4")
    assert note(pressed(mode, "Return")) == "nothing built: the staircase is not legal"
    assert note(pressed(mode, "Return")) == "nothing built: the staircase is not legal"
    assert mode.here().palace == SETUP


def test_without_a_piece_there_is_nowhere_to_begin() -> None:
    shot = building(supply=Supply()).shot()
    assert "0a in hand: no starting knob found" in shot.panel
    assert not shot.dots


def test_home_is_where_it_began_and_can_be_undone() -> None:
    mode = building()
    first = seen(mode.shot())
    clicked(mode, "a4 b4 c4 d4")
    laid = seen(pressed(mode, "Return"))
    assert seen(pressed(mode, "Home")) == first
    assert seen(pressed(mode, "z")) == laid
    assert seen(pressed(mode, "Z")) == first


def test_there_is_an_end_to_undo_and_redo() -> None:
    mode = building()
    assert note(pressed(mode, "z")) == "there is nothing to undo"
    assert note(pressed(mode, "Z")) == "there is nothing to redo"
    clicked(mode, "a4")
    pressed(mode, "z")
    clicked(mode, "a5")
    assert note(pressed(mode, "Z")) == "there is nothing to redo"


def test_staircase_and_palace_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    mode = building()
    assert note(pressed(mode, "t")).startswith("there is no staircase yet")
    clicked(mode, "a4 b4 c4 d4")
    pressed(mode, "t")
    assert capsys.readouterr().out == "a4-b4-c4_b-d4_b\n"
    pressed(mode, "T")
    said = capsys.readouterr().out.strip()
    assert Palace.read(said) == SETUP


def test_saving_proposes_a_free_name_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("build.json").write_text("mine")
    mode = building()
    clicked(mode, "a4 b4 c4 d4")
    proposed = note(pressed(mode, "s"))
    assert proposed == "press s again to save the staircase as build-2.json"
    assert [*tmp_path.iterdir()] == [tmp_path / "build.json"]
    assert note(pressed(mode, "s")) == "saved as build-2.json"
    assert Path("build.json").read_text() == "mine"
    build, warnings = read_build("build-2.json")
    assert not warnings
    verdict = judge_build(build)
    assert verdict.legal
    assert str(verdict.staircase) == "a4-b4-c4_b-d4_b"
    assert "build-3.json" in note(pressed(mode, "s"))
    assert "again" not in note(pressed(mode, "f")), "any other key withdraws it"
    assert "press s again" in note(pressed(mode, "s"))
    Path("build-3.json").write_text("of somebody else meanwhile")
    assert "this file exists" in note(pressed(mode, "s"))
    assert Path("build-3.json").read_text() == "of somebody else meanwhile"


def test_saving_a_table_with_nothing_tried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert note(pressed(building(), "s s")) == "saved as build.json"
    verdict = judge_build(read_build("build.json")[0])
    assert verdict.palace == SETUP


def test_rulings_hold_here_too() -> None:
    strict = Rulings.of({"spiral": "turn"})
    clicks, hand = "c4 c3 d3 d4 c4", Supply(9, 20, 0)
    assert clicked(Building(ModeContext(SETUP, hand)), clicks).accent == "legal"
    shot = clicked(Building(ModeContext(SETUP, hand, strict)), clicks)
    assert any(line.startswith("! turn: ") and "c4" in line for line in shot.panel)


KEYS = [*Building(ModeContext(SETUP)).keys]
STEPS = st.lists(
    st.one_of(
        st.sampled_from([key for key in KEYS if key not in "tTs"]),
        st.builds(Knob, st.integers(0, 8), st.integers(0, 8)),
        st.integers(0, 3),
    ),
    max_size=14,
)


@settings(max_examples=60, deadline=None)
@given(STEPS, st.sampled_from([None, Supply(3, 3, 1), Supply(0, 0, 0)]))
def test_whatever_is_done_is_shown_and_can_be_undone(
    steps: list[str | Knob | int], supply: Supply | None
) -> None:
    """A number goes on to one of the dots.  The verdict is the referee's at every step."""
    mode = building(supply=supply)
    for step in steps:
        before, state = seen(mode.shot()), mode.history.now
        if isinstance(step, str):
            mode.key(step)
        elif isinstance(step, Knob):
            mode.pick(Spot(step))
        else:
            dots = mode.shot().dots
            mode.pick(Spot(dots[step % len(dots)] if dots else None))
        shot, now = mode.shot(), mode.history.now
        trial = now.trial
        if trial.staircase is not None:
            verdict = judge(trial.palace, trial.staircase, trial.supply, DEFAULT)
            assert (shot.accent == "legal") == verdict.legal
            assert trial.verdict == verdict
        if step not in ("z", "Z") and (now.trial, now.game) != (state.trial, state.game):
            mode.key("z")
            assert seen(mode.shot()) == before
            mode.key("Z")
            assert seen(mode.shot()) == seen(shot)


def test_following_the_dots_always_ends_legally() -> None:
    rng = random.Random(6)
    for _ in range(12):
        mode = building(random_palace(SETUP, 3, rng), Supply(5, 6, 0))
        shot = mode.shot()
        while shot.dots:
            mode.pick(Spot(rng.choice(shot.dots)))
            shot = mode.shot()
            assert shot.accent != "illegal"
        assert shot.accent == "legal"
        assert mode.history.now.trial.staircase in [
            *plain.staircases(mode.history.now.trial.palace, Supply(5, 6, 0))
        ]
