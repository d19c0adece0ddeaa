"""A game on the page without a browser: the sample game by taps, versions, counts, effects."""

from __future__ import annotations

from dataclasses import replace

import pytest

import palace.page.desk
from palace.contract.registry import read_game, score
from palace.contract.rules import log_of
from palace.contract.taps import Idea
from palace.core.verdict import in_language
from palace.files.document import parse_document
from palace.monkey_palace.game.log import read_record
from palace.monkey_palace.game.tapping import Tried, trial_told
from palace.monkey_palace.kernel.ground import load_map
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.rulings import DEFAULT
from palace.monkey_palace.search.trial import Trial
from palace.page import action as act
from palace.page.action import Action, By, Sent
from palace.page.show import show
from palace.page.step import settle, step
from palace.page.view import View

from .tables import SAMPLE, Table, actions, enter, fresh, main


def test_the_sample_game_is_entered_by_taps() -> None:
    table = fresh()
    record = read_record(SAMPLE)
    counts = [enter(table, commit.move) for commit in record.written]
    assert table.file is not None
    game, written = read_game(SAMPLE)
    own = game.read(parse_document(table.file, "toml", "evening.toml"))
    assert [commit.move.build for commit in own.written] == [
        commit.move.build for commit in written.written
    ]
    here, there = log_of(own), log_of(written)
    assert here is not None
    assert there is not None
    assert here.state.palace == there.state.palace
    assert not here.reasons
    for seat, other in zip(here.state.seats, there.state.seats, strict=True):
        cards = [[taken.card.values for taken in slot] for slot in seat.slots]
        assert cards == [[taken.card.values for taken in slot] for slot in other.slots]
    assert score(own) == score(written) == score((game, written))
    assert sum(counts) / len(counts) <= 17, counts


def test_a_tap_sent_twice_after_a_broken_line_lays_one_brick() -> None:
    table = fresh()
    version = table.desk.version
    table.send(Action("tap", "b2"), version=version, count=1)
    before = table.desk
    assert table.send(Action("tap", "b2"), version=version, count=1) == ()
    assert table.desk == before
    assert table.desk.entering.typed == "b2"


def test_own_quick_taps_are_all_meant() -> None:
    table = fresh()
    for count, knob in enumerate(("d6", "e6", "e5"), 1):
        table.send(Action("tap", knob), version=0, count=count)
    assert table.desk.entering.typed == "d6-e6-e5"
    assert not table.notices()


def test_a_second_quick_tap_on_the_main_key_confirms_nothing() -> None:
    table = fresh()
    table.tap("d6", "e6", "e5", "f5", "f4")
    version = table.desk.version
    for _ in range(2):
        table.send(Action("next"), version=version)
    assert table.shown().entry.verdict.title == "Tap cards for 5 credits"
    assert table.notices() == ["the table has changed meanwhile"]


@pytest.mark.parametrize(
    "action", [Action("next"), Action("undo"), Action("clear"), Action("take-back")]
)
def test_of_two_phones_at_once_one_acts_and_the_other_is_told(action: act.Action) -> None:
    table = fresh()
    enter(table, read_record(SAMPLE).written[0].move)
    table.press("Hint")
    table.press("Use it")
    before, version = table.desk, table.desk.version
    table.send(action, "a", version)
    after = table.desk
    assert after.drafts != before.drafts
    table.send(action, "b", version)
    assert table.desk == after
    assert table.notices("a") == []
    assert table.notices("b") == ["the table has changed meanwhile"]


def test_undo_takes_every_tap_back_and_a_confirmed_turn_is_taken_back_by_a_save() -> None:
    table = fresh()
    states = [table.desk.entering]
    for knob in ("d6", "e6", "e5", "f5", "f4"):
        table.tap(knob)
        states.append(table.desk.entering)
    for state in reversed(states[:-1]):
        table.send(Action("undo"))
        assert table.desk.entering == state
    table.send(Action("undo"))
    assert table.notices() == ["nothing is entered"]
    empty = table.file
    enter(table, read_record(SAMPLE).written[0].move)
    assert table.file != empty
    effects = table.send(Action("take-back"))
    assert [type(effect) for effect in effects] == [act.Save]
    assert table.file is not None
    assert "[[turns]]" not in table.file


def test_an_older_turn_is_entered_again_and_its_taps_are_no_draft() -> None:
    table = Table.sample()
    before = table.file
    table.draft = "as it was"
    table.send(Action("replace", text="18"))
    build = read_record(SAMPLE).written[17].move.build
    assert build is not None
    table.tap(str(build.knobs[0]))
    assert table.draft == "as it was"
    assert table.shown().heading.line == "Turn 18 again · Caro"
    table.send(Action("replace", text="0"))
    assert table.file == before
    assert table.shown().heading.line == "The game is over"


def test_a_draft_is_gone_on_with_as_it_was() -> None:
    table = fresh()
    start = table.file
    assert start is not None
    table.tap("d6", "e6", "e5", "f5", "f4")
    table.send(Action("next"))
    table.tap("pile-5g", "bananas-4", "once-arch-more")
    again = Table.of(start, table.draft)
    assert again.shown().entry == replace(table.shown().entry, bar=again.shown().entry.bar)
    assert again.shown().entry.bar[-1] == table.shown().entry.bar[-1]
    assert again.desk.entering.answered == table.desk.entering.answered
    assert again.desk.entering.typed == table.desk.entering.typed


def test_an_illegal_turn_is_kept_only_if_the_player_insists() -> None:
    table = fresh()
    table.tap("a1", "a2", "a3", "a4", "a5", "a6", "a7")
    assert table.shown().entry.verdict.mood == "illegal"
    before, taps = table.desk.drafts, table.desk.taps
    assert taps is not None
    table.send(Action("next"))
    assert table.desk.drafts == before
    assert table.notices() == [table.desk.entering.read(taps.answer or "")[1][0].text]
    table.press("Keep it anyway")
    while not table.desk.playing[2].commits:
        table.send(Action("keep"))
    (report,) = table.desk.playing[2].reports[0]
    assert report.reasons


def test_a_piece_on_the_last_arch_is_told_as_that() -> None:
    """Also where the arch reaches its knob."""
    tried = Tried.read(Trial(Palace.setup(load_map("map-1")), None, DEFAULT), "c4+b-d4+b")
    title = trial_told(tried.trial).title
    assert title == "Not legal: a piece lies on the last arch, at d4"
    assert in_language(title, "zh-Hant").endswith("d4的最後一個拱樑上還有積木")


def test_taking_a_hint_and_leaving_it() -> None:
    table = fresh()
    table.send(Action("look", "shows", "both"))
    table.press("Hint")
    idea = table.desk.idea or Idea()
    assert any(solid.looks == "hint" for solid in table.shown().scene.solids)
    table.press("Close")
    assert table.desk.idea is None
    assert table.desk.entering.typed == ""
    table.press("Hint")
    table.press("Use it")
    assert table.desk.entering.typed == idea.text
    assert table.shown().entry.verdict.mood == "legal"


def test_a_pass_is_proved_before_it_is_entered() -> None:
    table = fresh()
    table.tap("pass")
    assert [type(effect) for effect in table.effects][-2:] == [act.Ponder, act.KeepDraft]
    shown = table.shown().entry
    assert "Pass anyway" in {item.text for group in shown.groups for item in group.items}
    assert shown.verdict.title == "No: you must build if you can, and d1–d4 can be built"


def test_a_thought_that_comes_too_late_changes_nothing() -> None:
    table = fresh()
    ticket = table.desk.version
    table.send(Action("think", "hint"))
    table.tap("d6")
    before = table.desk
    table.settle(act.Thought(ticket, Idea("a1-a2", "too late", done=True)))
    assert table.desk == before


def test_a_thought_of_an_older_question_changes_nothing() -> None:
    table = fresh()
    by, found = By("a", "2026-11-23", 7), []
    desk, older = table.desk, act.Thought(-1, Idea())
    for count in (1, 2):
        desk, _ = step(desk, Sent(Action("think", "hint"), desk.version, count), by)
        assert desk.pondering is not None
        found.append(act.Thought(desk.pondering.ticket, Idea("a1-a2", "told", done=True)))
    older, own = found
    assert settle(desk, older) == (desk, ())
    assert settle(desk, own)[0].pondering != desk.pondering


@pytest.mark.parametrize(
    "action", [Action("stop"), Action("think", "hint"), Action("tap", "d6"), Action("take-back")]
)
def test_thinking_is_stopped_by_its_key_the_next_thought_and_what_changes_the_move(
    action: act.Action,
) -> None:
    table, by = fresh(), By("a", "2026-11-23", 7)
    enter(table, read_record(SAMPLE).written[0].move)
    desk, count = table.desk, table.counts["a"]
    desk, effects = step(desk, Sent(Action("think", "hint"), desk.version, count + 1), by)
    ticket = table.desk.version
    assert effects == (act.Ponder(ticket, "hint", "a"),)
    desk, _ = step(desk, Sent(action, desk.version, count + 2), by)
    assert desk.pondering is None or desk.pondering.ticket > ticket


def test_an_idea_is_taken_as_it_was_shown() -> None:
    table = fresh()
    ticket = table.desk.version
    table.send(Action("think", "hint"))
    idea = table.desk.idea or Idea()
    better = Idea("d6-e6-e5-f5-f4", "better", done=True, rest=(("take", "3g 2*"),))
    table.settle(act.Thought(ticket, better))
    before = table.desk.drafts
    table.send(Action("take", text="no staircase"))
    assert (table.desk.drafts, len(table.notices())) == (before, 1)
    found, told = table.desk, []
    for text in (idea.text, better.text):
        table.desk = found
        table.send(Action("take", text=text or ""))
        assert table.desk.entering.typed == text
        main(table)  # the card that is meant with it is taken already, and left by its key
        told.append(table.desk.entering.typed)
    assert told == ["", "3g 2*"]


def test_a_tap_from_before_ones_own_confirmation_is_not_for_the_next_turn() -> None:
    table = fresh()
    before = table.desk.version
    enter(table, read_record(SAMPLE).written[0].move)
    table.send(Action("take-back"))
    table.tap("d6")
    version = table.desk.version
    table.send(Action("clear"), version=version)
    table.send(Action("tap", "d6"), version=before)
    assert table.desk.entering.typed == ""
    assert table.notices() == ["the table has changed meanwhile"]
    table.tap("d6")
    assert table.desk.entering.typed == "d6"


def test_quick_taps_after_start_again_are_meant() -> None:
    """The phone need not have heard that the table is cleared."""
    table = fresh()
    table.tap("d6", "e6", "e5", "f5")
    version = table.desk.version
    for action in (Action("clear"), Action("tap", "c4"), Action("tap", "c3")):
        table.send(action, version=version)
    assert table.desk.entering.typed == "c4-c3"
    assert not table.notices()


def test_an_answer_from_before_ones_own_answer_is_not_for_the_next_player() -> None:
    table = Table()
    table.send(Action("open", "new", "cooper-island"))
    table.send(Action("fill", "players.0", "Ana"))
    table.send(Action("fill", "players.1", "Ben"))
    table.send(Action("begin"))
    version = table.desk.version
    table.send(Action("next"), version=version)
    after = table.desk
    table.send(Action("next"), version=version)
    assert table.desk == after
    assert table.notices() == ["the table has changed meanwhile"]


def test_clear_goes_back_to_nothing_however_many_taps_there_were(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(palace.page.desk, "MOST_TAPS", 4)
    table = fresh()
    table.tap("d6", "e6", "e5", "f5", "f4")
    assert len(table.desk.drafts) == 4
    table.send(Action("undo"))
    assert table.desk.entering.typed == "d6-e6-e5-f5"
    table.send(Action("clear"))
    assert table.desk.entering.typed == ""
    assert len(table.desk.drafts) == 1


def test_a_record_is_offered_although_another_phone_has_just_tapped() -> None:
    table = fresh()
    version = table.desk.version
    table.tap("d6", phone="b")
    table.send(Action("save-as"), version=version)
    assert [one.name for one in table.offered] == ["evening.toml"]
    assert table.notices() == []


def test_a_spectator_is_shown_nothing_that_changes_the_table() -> None:
    offered = actions(show(fresh().desk, View("s"), "spectator"))
    assert [action for action in offered if action.do != "look"] == []


def test_the_next_player_sees_what_the_turn_brought() -> None:
    """The points by what they are for, and the pieces of each turn, of the card, of the frog."""
    table = fresh()
    turn = read_record(SAMPLE).written[0].move
    enter(table, turn)
    (told,) = [one for one in table.shown().banners if one.looks == "last"]
    assert told.text == "Ana takes\nAna +5: cards +4, monkey +2, butterfly +2, frog \u22123"
    assert told.icons == (("arch", 4), ("brick", 3), ("column", 1))
    assert told.colour == 0
    assert [key.text for key in told.keys] == ["Take back"]
    table.tap("c4")  # through the first tap: the pieces, which are taken in the meantime
    (after,) = [one for one in table.shown().banners if one.looks == "last"]
    assert (after.text, after.icons, after.keys) == ("Ana takes", told.icons, ())
    table.tap("c5")
    assert "last" not in [one.looks for one in table.shown().banners]


def test_only_the_step_that_fails_is_marked() -> None:
    """Ana has four arches; a fifth is too many, and what comes before it is right."""
    table = fresh()
    table.tap("d6", "e6", "e5", "f5", "f4")
    assert table.shown().entry.verdict.mood == "legal"
    assert marked(table) == set()
    table.tap("g4")
    verdict = table.shown().entry.verdict
    assert (verdict.title, verdict.reasons) == ("Not legal: 1 arch and 4 bricks short", ())
    assert marked(table) == {"g4"}
    table.press("Take back f4–g4")
    assert table.desk.entering.typed == "d6-e6-e5-f5-f4"


def marked(table: Table) -> set[str]:
    """Return the knobs that are marked as wrong."""
    return {place.name for place in table.shown().plan.places if "fault" in place.looks.split()}


def test_the_main_key_tells_where_it_leads() -> None:
    """Before it can be tapped, too, with when it can; with no card, that is a key of its own."""
    table = fresh()
    table.tap("d6", "e6", "e5", "f5")
    keys = [table.shown().entry.bar[-1]]
    table.tap("f4")
    for _ in range(2):
        keys.append(table.shown().entry.bar[-1])
        main(table)
    keys.append(table.shown().entry.bar[-1])
    table.tap("d6")
    keys.append(table.shown().entry.bar[-1])
    told = [(key.text, key.note, key.do is not None) for key in keys]
    assert told == [
        ("Cards", "after a legal move", False),
        ("Cards", "", True),
        ("Place the monkey", "tap a card, or No card", False),
        ("End turn", "", False),
        ("End turn", "", True),
    ]
