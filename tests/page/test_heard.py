"""What links, hosts and phones tell a table, and what each condition on that decides."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import pytest

from palace.contract.taps import Idea, Taps, Told
from palace.core.errors import InputError, Problem
from palace.files.links import Link
from palace.page import action as act
from palace.page.action import Action, By, Role, read_sent
from palace.page.desk import AnyDesk, Desk, Kept
from palace.page.forms import Filling
from palace.page.step import opened, settle

from .doing import D6, NEW, Stub, after, does, keys
from .rivals import begin as against
from .rivals import turns
from .tables import SAMPLE, Table, fresh

TEXT = SAMPLE.read_text(encoding="utf-8")


# Links.


@pytest.mark.parametrize(
    ("position", "ground", "right"),
    [
        ("", "", True), ("", "map-1", True), ("x8/x8/x8/x8/x3,E,WE,bWg,x2/x8/x8/x8", "map-1", True),
        ("map-1:x8/x8/x8/x8/x3,E,WE,bWg,x2/x8/x8/x8", "map-1", True),
        ("map-1:x8/x8/x8/x8/x3,E,WE,bWg,x2/x8/x8/x8", "", True),
    ],
)  # fmt: skip
def test_a_staircase_of_a_link_is_on_its_map(position: str, ground: str, right: bool) -> None:
    (one,) = opened(Desk("x"), Link("", "c4+b-d4", position, ground))[0].beside
    assert (one.taps.told.mood == "legal") is right


def test_a_link_may_name_a_map_alone() -> None:
    for ground in ("map-1", "map-2"):
        (one,) = opened(Desk("x"), Link("", "c4+b-d4", "", ground))[0].beside
        assert one.taps.argued is not None
        assert one.taps.argued[1].startswith(f"{ground}:")


def test_a_link_with_a_staircase_needs_a_game_that_tells_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    link = Link(TEXT.partition("[[turns]]")[0], "d6-e6", "", "")
    now, _ = opened(Desk("x", version=4), link)
    assert (now.version, now.entering.typed, now.kept.ours) == (5, "d6-e6", "")
    for taps in (None, Taps(Told())):
        monkeypatch.setattr(Desk, "taps", taps)
        with pytest.raises(InputError) as caught:
            opened(Desk("x"), link)
        assert len(caught.value.problems) == 1


# What the host tells.


def test_only_the_save_of_a_new_game_leads_to_it() -> None:
    desk, (save,) = does(Table.sample().desk, Action("again"))
    assert isinstance(save, act.Save)
    desk = replace(desk, version=6)
    now, _ = settle(desk, act.Saved(1, "evening.toml"))
    assert (now.log, now.version) == (desk.log, 6)
    full = Problem("", "full")
    now, _ = settle(desk, act.Unsaved(desk.kept.saved + 1, full))
    assert (now.log, now.coming, now.kept.problem) == (desk.log, desk.coming, full)
    now, effects = settle(desk, act.Saved(save.number, save.name))
    assert (now.name, now.version, len(now.playing[2].commits)) == (save.name, 7, 0)
    assert effects == ()
    assert settle(Table.sample().desk, act.Saved(0, "n.toml"))[1] == ()


PASS = Idea("pass", done=True)


@pytest.mark.parametrize(
    ("what", "idea", "enters"),
    [("pass", PASS, True), ("pass", PASS._replace(done=False), False), ("hint", PASS, False),
     ("pass", PASS._replace(text=None), False), ("nothing", PASS, False)],
)  # fmt: skip
def test_what_was_thought_of_is_entered_at_its_end(what: str, idea: Idea, enters: bool) -> None:
    desk = after(fresh(), D6)
    (name,) = (name for name, one in desk.thoughts.items() if one.enters)
    ponder = act.Ponder(4, name if what == "pass" else what, "a")
    waits = replace(desk, pondering=ponder)
    for late, by in ((5, ponder), (3, ponder), (4, None)):
        other = replace(desk, pondering=by)
        assert settle(other, act.Thought(late, idea)) == (other, ())
    now, effects = settle(waits, act.Thought(4, idea))
    assert now.entering.typed == ("pass" if enters else "d6")
    assert [type(one) for one in effects] == [act.KeepDraft] * enters
    assert (now.version, now.since) == ((2, 0) if enters else (1, 0))
    over = replace(Table.sample().desk, pondering=ponder)
    assert settle(over, act.Thought(4, idea))[0].entry is None


def test_a_thought_beside_the_game_is_told_what_is_beside() -> None:
    first, last = Stub(keys()), Stub(keys())
    desk: AnyDesk = Desk("x", beside=(first, last), pondering=act.Ponder(4, "hint", "a"))
    now, effects = settle(desk, act.Thought(4, PASS))
    assert (now.beside, effects) == ((first, last), ())
    assert (first.seen, last.seen) == ([], [("hint", PASS)])
    assert now.pondering == act.Ponder(4, "hint", "a", idea=PASS)


def test_a_move_of_the_program_is_thought_of_when_it_is_due() -> None:
    """Once; an older one is entered by a person."""
    table = Table()
    against(table, "greedy")
    moves = turns(table)
    next(moves)
    desk = table.desk
    assert desk.rival is not None
    assert next(iter(desk.thoughts)) == "plays"
    assert desk.built is None
    plays = [one for one in table.effects if isinstance(one, act.Ponder)]
    assert [(one.what, one.answer) for one in plays] == [("plays", "")]
    for action in (Action("next"), Action("stop")):
        assert not [one for one in does(desk, action)[1] if isinstance(one, act.Ponder)]
    for _ in desk.guide[1:]:
        assert table.desk.built is None
        after(table, Action("next"))
    built = table.desk.built
    assert built is not None
    assert (built.count, len(built.log.commits)) == (2, 2)
    taken, (save, *_) = does(table.desk, Action("take"))
    assert isinstance(save, act.Save)
    assert len(taken.playing[2].commits) == 2
    next(moves)
    back, counts = table.desk, []
    for _ in range(2):  # a move of the program goes with that of the person before it
        back, _ = does(back, Action("take-back"))
        counts.append(len(back.playing[2].commits))
    assert counts == [2, 0]
    again, effects = does(table.desk, Action("replace", text="2"))
    assert (again.rival, effects) == (None, ())
    assert "plays" not in again.thoughts


# Actions.


def test_the_words_of_an_action() -> None:
    assert get_args(Role) == ("player", "spectator")
    assert By("a", "b", 1) == By("a", "b", 1, "", "en")
    assert (act.Save(1, "x"), act.FileChanged()) == (act.Save(1, "x", "", ""),
                                                     act.FileChanged(None, False))  # fmt: skip
    assert read_sent('{"do":"tap","name":"\ud800","version":0,"count":1}') is None
    text = '{"do":"tap","name":"é","version":0,"count":1}'
    for more, right in ((0, True), (1, False)):  # bytes, not characters
        spaces = " " * (act.LARGEST - len(text.encode()) + more)
        assert (read_sent(text + spaces) is not None) is right


def test_what_is_kept_of_a_file_is_nothing_at_first() -> None:
    assert Kept() == Kept(0, 0, "", None, None, False)
    desk: AnyDesk = Desk("x")
    assert (desk.version, desk.since, desk.maker, desk.player) == (0, 0, "", "")
    assert isinstance(after(Table(), NEW).form, Filling)
