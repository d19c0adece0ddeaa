"""Entering a table, piece by piece, to a legal palace; everything missing is reported."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from palace import Build, Knob, Palace, judge_build, read_build
from palace.monkey_palace.kernel.knob import WAYS
from palace_viewer.found import Found
from palace_viewer.window.entering import Entering
from palace_viewer.window.mode import ModeContext, Spot
from tests.grounds import ALL, plain
from tests.random_play import random_animals, random_palace
from tests.viewer.palaces import ANIMALS, SETUP
from tests.viewer.window.driving import clicked, fault_texts, names, note, pressed, seen

EMPTY = Palace(SETUP.ground, ("",) * len(SETUP.columns))


def entering(palace: Palace = EMPTY) -> Entering:
    return Entering(ModeContext(palace))


def at(mode: Entering, knob: str, keys: str) -> None:
    clicked(mode, knob)
    pressed(mode, " ".join(keys))


def test_the_setup_is_entered_with_its_partners() -> None:
    mode = entering()
    at(mode, "d4", "e")
    shot = mode.shot()
    assert "x8/x8/x8/x8/x3,E,W,x3/x8/x8/x8" in shot.panel, "the other end came with it"
    assert shot.accent == "legal"
    at(mode, "e4", "e")
    shot = mode.shot()
    assert shot.accent == "plain"
    assert names(shot.dots) == "f4"
    assert [label.text for label in shot.labels if label.role == "hint"] == ["W at level 1"]
    assert [ghost.kind for ghost in shot.ghosts] == ["arch"]
    (fault,) = mode.history.now.found.faults
    assert (fault.knob, fault.level, fault.error.code) == (Knob.read("e4"), 1, "support")
    assert f"- {fault.error.sentence()}" in shot.panel
    at(mode, "f4", "b")
    assert mode.shot().accent == "legal"
    assert not mode.shot().ghosts
    at(mode, "f4", "g")
    assert mode.here() == ModeContext(SETUP)


def test_any_palace_can_be_entered_from_its_columns() -> None:
    """Knob by knob in any order, skipping ends that have come by themselves."""
    rng = random.Random(12)
    for ground in ALL:
        palace = random_animals(random_palace(Palace.setup(ground), 9, rng), rng)
        mode = Entering(ModeContext(Palace(ground, ("",) * len(palace.columns))))
        knobs = [knob for knob in ground.colours if palace.column(knob)]
        rng.shuffle(knobs)
        while any(mode.history.now.found.column(k) != palace.column(k) for k in knobs):
            grown = False
            for knob in knobs:
                there, whole = mode.history.now.found.column(knob), palace.column(knob)
                assert whole.startswith(there), "nothing comes that does not belong there"
                if len(there) < len(whole):
                    at(mode, str(knob), whole[len(there)].lower())
                    grown = True
            assert grown
        for letter, knob in palace.animals:
            at(mode, str(knob), letter)
        assert mode.history.now.found.palace == palace
        assert mode.shot().accent == "legal"
        assert palace.position in mode.shot().panel


def test_starting_from_what_is_shown() -> None:
    for palace in (SETUP, ANIMALS, EMPTY):
        mode = entering(palace)
        assert mode.history.now.found.palace == palace
        shown = [i.element for i in mode.shot().scene.instances if i.element.kind != "corner"]
        assert sorted(shown) == sorted(palace.elements())
    assert not pressed(entering(SETUP), "Delete").labels
    assert entering(EMPTY).shot().accent == "plain"


def test_what_cannot_be_mended_by_more_is_illegal_and_marked() -> None:
    mode = entering(SETUP)
    at(mode, "f4", "m")
    shot = mode.shot()
    assert shot.accent == "illegal"
    assert "NOT LEGAL  1 to correct:" in shot.panel
    (fault,) = mode.history.now.found.faults
    assert (fault.knob, fault.error.code) == (Knob.read("f4"), "monkey")
    assert fault_texts(shot) == [f"monkey: {fault.error.what}"]
    assert [i.element.kind for i in shot.scene.instances if i.marked] == ["monkey"]
    at(mode, "d4", "m")
    assert mode.shot().accent == "legal", "there is one monkey, and it moves"


def test_an_arch_that_meets_something_is_in_the_way() -> None:
    mode = entering()
    at(mode, "a1", "bbb")
    at(mode, "b1", "w")
    shot = mode.shot()
    assert shot.accent == "illegal"
    fault = next(one for one in mode.history.now.found.faults if one.knob == Knob.read("b1"))
    assert (fault.level, fault.error.code) == (0, "support")
    assert f"support: {fault.error.what}" in fault_texts(shot)
    assert names(shot.dots) == "a1"
    clicked(mode, "a1")
    shot = pressed(mode, "BackSpace BackSpace BackSpace")
    assert mode.history.now.found.position.endswith("/E,W,x6"), "its other end has come"
    assert shot.accent == "legal"


def test_arch_on_arch_is_reported() -> None:
    mode = entering()
    at(mode, "a1", "ee")
    assert any(text.startswith("stacked: ") for text in fault_texts(mode.shot()))


def test_taking_off() -> None:
    mode = entering(SETUP)
    clicked(mode, "d4")
    refused = pressed(mode, "BackSpace")
    assert "the other end of this arch, on e4, carries a piece" in note(refused)
    clicked(mode, "f4")
    pressed(mode, "BackSpace BackSpace")
    assert mode.history.now.found.position == "x8/x8/x8/x8/x3,E,W,b,x2/x8/x8/x8"
    pressed(mode, "BackSpace")
    assert "f4 is empty" in note(pressed(mode, "BackSpace"))
    at(mode, "d4", "m")
    pressed(mode, "BackSpace")
    assert not mode.history.now.found.animals, "the animal first"
    pressed(mode, "BackSpace")
    assert mode.history.now.found.palace == EMPTY


def test_arches_stay_on_the_map() -> None:
    mode = entering()
    clicked(mode, "a1")
    assert "no arch can lead W" in note(pressed(mode, "w"))
    assert mode.history.now.found.palace == EMPTY


def test_a_knob_is_chosen_by_click_or_arrow_key() -> None:
    mode = entering()
    assert note(pressed(mode, "b")) == "select a knob first"
    assert "a1: empty" in pressed(mode, "Right").panel
    assert "b2: empty" in pressed(mode, "Right Up").panel
    assert "b1: empty" in pressed(mode, "Down Down Down").panel
    assert "a1: empty" in pressed(mode, "Left Left").panel
    mode.pick(Spot(Knob.read("z9")))
    assert note(mode.shot()) == "click an open knob"
    mode.pick(Spot())
    assert note(mode.shot()) == "click an open knob"
    hole = Palace.setup(plain(5, 4, "b2 c2 c3", closed="c1"))
    over = entering(hole)
    clicked(over, "b1")
    assert "d1: empty" in pressed(over, "Right").panel, "closed knobs are passed over"


def test_the_position_is_copied_once_it_is_one(capsys: pytest.CaptureFixture[str]) -> None:
    mode = entering()
    at(mode, "c3", "b")
    assert note(pressed(mode, "t")) == "the table is not legal yet, so there is no position to copy"
    assert capsys.readouterr().out == ""
    at(mode, "c3", "n")
    at(mode, "c4", "b")
    pressed(mode, "t")
    said = capsys.readouterr().out.strip()
    assert Palace.read(said) == mode.history.now.found.palace


def test_kept_as_a_build_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    mode = entering(ANIMALS)
    assert note(pressed(mode, "k")) == "press k again to save the table as table.json"
    assert note(pressed(mode, "k")) == "saved as table.json"
    assert judge_build(read_build("table.json")[0]).palace == ANIMALS
    at(mode, "a4", "be")
    said = note(pressed(mode, "k"))
    assert said == "press k again to save the table, without 1 half arch, as table-2.json"
    pressed(mode, "k")
    again, _ = read_build("table-2.json")
    assert sorted(again.elements) == sorted(mode.history.now.found.elements)
    assert not judge_build(again).legal


def test_undo_and_redo() -> None:
    mode = entering()
    clicked(mode, "a1")
    before = seen(mode.shot())
    after = seen(pressed(mode, "e"))
    assert seen(pressed(mode, "z")) == before
    assert seen(pressed(mode, "Z")) == after
    assert note(pressed(mode, "Z")) == "there is nothing to redo"
    assert seen(pressed(mode, "z")) == before
    assert note(pressed(mode, "z")) == "there is nothing to undo"
    at(mode, "b2", "c")
    assert seen(pressed(mode, "Home"))[1] == before[1]
    assert mode.history.now.found.palace == EMPTY
    pressed(mode, "z")
    assert mode.history.now.found.column(Knob.read("b2")) == "c"


SMALL = Palace.setup(plain(4, 4, "b2 c2 c3", closed="d1"))
KNOBS = st.sampled_from([*SMALL.ground.colours])
PIECES = st.sampled_from([key for key in Entering.keys if key not in "tk"])


@settings(max_examples=60, deadline=None)
@given(st.lists(st.one_of(PIECES, PIECES, KNOBS), max_size=25))
def test_whatever_is_entered_is_shown_and_judged(steps: list[str | Knob]) -> None:
    """Legal for the position reader and the build referee alike; undone step by step."""
    mode = entering(SMALL)
    mode.pick(Spot(Knob.read("b2")))
    for step in steps:
        was, before = mode.history.now, seen(mode.shot())
        if isinstance(step, str):
            mode.key(step)
        else:
            mode.pick(Spot(step))
        shot, found = mode.shot(), mode.history.now.found
        assert (found.palace is not None) == (not found.faults)
        if found.palace is not None:
            assert Found.of(found.palace) == found
            assert judge_build(Build(found.ground, found.elements)).palace == found.palace
        elif not found.missing:
            assert not judge_build(Build(found.ground, found.elements)).legal
        assert (shot.accent == "legal") == (found.palace is not None and bool(found.columns))
        assert all(letter in WAYS for _, _, letter in found.missing)
        if step not in ("z", "Z") and found != was.found:
            mode.key("z")
            assert seen(mode.shot()) == before
            mode.key("Z")
            assert seen(mode.shot()) == seen(shot)
