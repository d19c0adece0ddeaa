"""What is refused and told, and what is just within its bounds: actions, versions, saves, names."""

from __future__ import annotations

import json
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from palace.contract.pad import MOST_POINTS
from palace.contract.taps import Choice, Idea, Row, Taps, Told
from palace.core.errors import InputError, Problem
from palace.monkey_palace.game.log import read_record
from palace.page import action as act
from palace.page import sheets
from palace.page.action import Action, By, Sent, do, most_of, number, read_sent
from palace.page.desk import MOST_TAPS, Desk, Kept
from palace.page.sheets import Sheets
from palace.page.show import show
from palace.page.state import Item, Key, Says
from palace.page.step import settle, step
from palace.page.view import View

from .boxes import table_with
from .tables import SAMPLE, Table, enter, fresh

TURN = read_record(SAMPLE).written[0].move
BY = By("a", "2026-11-23", 7)
GOOD = {"do": "tap", "name": "a1", "version": 0, "count": 1}


@pytest.mark.parametrize(
    ("change", "right"),
    [
        ({}, True), ({"count": 0}, False), ({"version": -1}, False), ({"version": True}, False),
        ({"count": True}, False), ({"count": 1.0}, False), ({"version": 0.0}, False),
        ({"do": "jump"}, False), ({"do": 1}, False), ({"name": 1}, False), ({"held": 1}, False),
        ({"held": True}, True), ({"other": 1}, False), ({"text": "x" * 1_200}, True),
        ({"text": "x" * 1_201}, False), ({"name": "x" * 1_201}, False), ({"text": "\ud800"}, False),
        ({"text": "x" * 1_199, "name": "y" * 760}, True),
    ],
)  # fmt: skip
def test_what_is_an_action(change: dict[str, object], right: bool) -> None:
    sent = read_sent(json.dumps(GOOD | change))
    assert (sent is not None) is right
    for verb in (
        "tap",
        "fill",
        "next",
        "keep",
        "undo",
        "clear",
        "take-back",
        "replace",
        "think",
        "stop",
        "take",
        "open",
        "begin",
        "end",
        "again",
        "reread",
        "save-as",
        "look",
    ):
        own = read_sent(json.dumps(GOOD | {"do": verb}))
        assert own == Sent(Action(verb, "a1"), 0, 1)


def test_how_long_a_message_is() -> None:
    text = json.dumps(GOOD)
    assert read_sent(text + " " * (2_048 - len(text))) is not None
    assert read_sent(text + " " * (2_049 - len(text))) is None
    for other in ("", "[]", "{}", "[" * 2_000, '{"version":1,"count":1}', "null"):
        assert read_sent(other) is None


def test_numbers_and_sizes() -> None:
    texts = "0", "17", "-1", "x", "", "\u00b2", "\u0664", "1.5"
    assert [number(text) for text in texts] == [0, 17, *[-1] * 6]
    assert (most_of("photo"), most_of("record")) == (9_000_000, 1_000_000)
    assert do(Action("tap", "a", held=True)) == {"do": "tap", "name": "a", "held": True}
    assert MOST_TAPS == 500


def form() -> Table:
    table = Table()
    table.send(Action("open", "new", "monkey-palace"))
    return table


def found() -> Table:
    table = Table()
    table.send(Action("open", "found"))
    return table


def pad() -> Table:
    table = Table()
    table.send(Action("open", "pad", "monkey-palace"))
    return table


HERE, TAP = "that cannot be done now", "that cannot be tapped now"


@pytest.mark.parametrize(
    ("begin", "action", "told"),
    [
        (form, Action("tap", "d6"), TAP), (Table, Action("tap", "d6"), TAP),
        (fresh, Action("tap", "zz"), TAP), (fresh, Action("undo"), "nothing is entered"),
        (form, Action("undo"), "nothing is entered"), (found, Action("next"), HERE),
        (found, Action("clear"), HERE), (fresh, Action("take"), "nothing is shown to take"),
        (fresh, Action("take-back"), "no turn was taken"),
        (fresh, Action("next"), "nothing is entered yet"), (fresh, Action("again"), HERE),
        (fresh, Action("end"), HERE), (fresh, Action("begin"), HERE),
        (Table, Action("begin"), HERE),
        (Table, Action("open", "other"), "there is no such form"),
        (fresh, Action("open", "new"), "the game has begun already"),
        (fresh, Action("open", "join"), "the game has begun already"),
        (pad, Action("begin"), "the game has begun already"),
        (fresh, Action("reread"), "the file is as it was"),
        (fresh, Action("save-as", text=".x"), "this is no name of a file"),
        (fresh, Action("save-as", text="a/b"), "this is no name of a file"),
        (fresh, Action("save-as", text="a\\b"), "this is no name of a file"),
        (fresh, Action("save-as", text="a\nb"), "this is no name of a file"),
        (fresh, Action("save-as", text="x.JSON"), "this game is kept as TOML"),
        (fresh, Action("fill", "", "x" * 1_201), HERE),
        (fresh, Action("replace", text="1"), "no turn was taken"),
        (fresh, Action("replace", text="x"), "no turn was taken"),
        (Table, Action("next"), "no game has begun"),
        (Table, Action("take-back"), "no game has begun"),
        (Table, Action("save-as"), "no game has begun"), (Table.sample, Action("next"),
         "the game is over"), (Table.sample, Action("replace", text="19"), "no turn was taken"),
        (found, Action("think", "hint"), TAP), (found, Action("think", ""), TAP),
    ],
)  # fmt: skip
def test_what_is_refused(begin: Any, action: Action, told: str) -> None:
    table = begin()
    before = table.desk
    table.send(action)
    assert table.notices() == [told]
    assert table.desk is before


def test_the_turns_that_can_be_entered_again() -> None:
    table = Table.sample()
    for text, replaces in (("1", 0), ("18", 17)):
        table.send(Action("replace", text=text))
        entry = table.desk.entry
        assert entry is not None
        assert entry.replaces is not None
        assert table.desk.backdrop is not None
        assert table.desk.backdrop.count == replaces
    table.send(Action("replace", text="0"))
    assert table.desk.entry is None
    assert not table.told


def test_a_pad_and_a_box_can_be_opened_in_a_game() -> None:
    table = fresh()
    table.send(Action("open", "pad", "palm-island"))
    assert table.desk.form is not None
    assert (table.desk.form.what, table.desk.form.game) == ("pad", "palm-island")
    table.send(Action("open", "found"))
    assert len(table.desk.beside) == 2  # over the form, which is gone back to
    table.send(Action("open"))
    assert table.desk.form is not None
    table.send(Action("open"))
    assert not table.desk.beside


def test_names_of_files_get_their_ending() -> None:
    for file, text, name in (
        ("e.toml", "x", "x.toml"), ("e.json", "x", "x.json"), ("e.toml", "x.TOML", "x.TOML"),
        ("e.JSON", "x.json", "x.json"), ("e.toml", "x.y", "x.y.toml"),
    ):  # fmt: skip
        desk = replace(fresh().desk, file=file)
        _, (save,) = step(desk, Sent(Action("save-as", text=text), 0, 1), BY)
        assert isinstance(save, act.Save)
        assert (save.name, save.number, save.text) == (name, desk.kept.sent, desk.saving.text)
    with pytest.raises(InputError, match="kept as JSON"):
        step(replace(fresh().desk, file="e.json"), Sent(Action("save-as", text="x.toml"), 0, 1), BY)


@pytest.mark.parametrize(
    ("since", "phone", "version", "action", "right"),
    [
        (3, "a", 3, "clear", True), (3, "a", 2, "clear", False), (3, "a", 4, "clear", True),
        (3, "a", 5, "clear", True), (3, "a", 6, "clear", False), (3, "b", 3, "clear", False),
        (3, "b", 5, "clear", True), (3, "a", 3, "stop", False), (3, "a", 5, "stop", True),
        (3, "b", 0, "save-as", True),
    ],
)  # fmt: skip
def test_actions_made_for_an_older_table(
    since: int, phone: str, version: int, action: Any, right: bool
) -> None:
    """Taps of the phone that made all since are meant; what offers the record always is."""
    desk = replace(fresh().desk, version=5, since=since, maker="a")
    sent = Sent(Action(action), version, 1)
    if not right:
        with pytest.raises(InputError, match="the table has changed meanwhile"):
            step(desk, sent, BY._replace(phone=phone))
        return
    after, _ = step(desk, sent, BY._replace(phone=phone))
    if action == "clear":
        assert (after.version, after.maker) == (6, phone)
        assert after.since == (since if phone == "a" else 5)
    elif action == "stop":
        assert after.since == 6


def test_a_move_of_the_program_is_gone_through_from_its_first_step_to_its_last() -> None:
    desk = replace(fresh().desk, pondering=act.Ponder(0, "plays", "a", idea=Idea("x", move=1)))
    for what, ats in ((Action("next"), (1, 2, 2)), (Action("undo"), (1, 0, 0))):
        for at in ats:
            vars(desk)["guide"] = (Taps(Told()),) * 3
            desk, effects = step(desk, Sent(what, desk.version, 1), BY)
            assert desk.idea is not None
            assert (desk.idea.at, effects) == (at, ())


FULL = Problem("", "full")


@pytest.mark.parametrize(("late", "how"), [(2, "saved"), (3, "saved"), (4, "unsaved")])
def test_a_save_that_failed_counts_if_it_is_newer_than_what_is_saved(late: int, how: str) -> None:
    desk = replace(fresh().desk, kept=Kept(3, 3))
    after, effects = settle(desk, act.Unsaved(late, FULL))
    assert (after.kept.how, effects) == (how, ())


@pytest.mark.parametrize(("at", "again"), [(2, True), (3, False), (4, False)])
def test_a_save_older_than_the_file_that_was_read_is_written_again(at: int, again: bool) -> None:
    """In another file, with what is entered."""
    desk = replace(fresh().desk, kept=Kept(4, 3, "ours", FULL, "x", gone=True), file="/f/e.toml")
    after, effects = settle(desk, act.Saved(at, "e.toml"))
    assert after.kept == Kept(4, at, "ours")
    assert effects == ((after.saving,) if again else ())
    after, effects = settle(desk, act.Saved(at, "n.toml"))
    assert after.file == "/f/n.toml"
    assert [type(one).__name__ for one in effects] == ["KeepDraft", *["Save"] * again]


def test_a_file_that_changed_is_read_again_once() -> None:
    table = fresh()
    other = SAMPLE.read_text(encoding="utf-8")
    table.settle(act.FileChanged(other))
    assert table.desk.kept.changed == other
    effects = table.send(Action("reread"))
    assert effects == (act.Adopt(other), act.KeepDraft(""))
    assert (table.desk.kept.how, table.desk.kept.sent) == ("saved", 1)
    assert len(table.desk.playing[2].commits) == 18


def test_what_is_taken_back_is_saved_and_numbered() -> None:
    table = fresh()
    table.holds = True
    enter(table, TURN)
    table.send(Action("take-back"))
    saves = [one for one in table.effects if isinstance(one, act.Save)]
    assert [(one.number, one.name) for one in saves] == [(1, ""), (2, "")]
    assert (table.desk.kept.sent, table.desk.kept.saved, table.desk.kept.how) == (2, 0, "saving")


def test_a_tap_does_not_confirm_but_a_second_one() -> None:
    table = fresh()
    table.tap("d6", "e6", "e5", "f5", "f4")
    table.send(Action("clear"))
    assert table.desk.drafts == table.desk.drafts[:1]
    table.send(Action("fill", "", "d6-e6"))
    assert table.desk.entering.typed == "d6-e6"
    table.send(Action("undo"))
    assert table.desk.entering.typed == ""


# Sheets.


def items(desk: Any, sheet: str, **about: Any) -> list[tuple[str, tuple[Item, ...], str]]:
    role = about.pop("role", "player")
    groups = show(desk, View("p", sheet=sheet, **about), role).sheet.groups
    return [(one.title, one.items, one.looks) for one in groups]


def test_the_settings_of_a_phone() -> None:
    """Who looks on has no seat; of what can be chosen, one of each is on."""
    desk = fresh().desk
    groups = items(desk, "settings", seat="Ben", side=2)
    assert [title for title, _, _ in groups] == [
        "Language", "This phone is used by", "Its side of the table", ""
    ]  # fmt: skip
    for (_, keys, _), names, on, name in zip(
        groups[:3],
        (["en", "zh"], ["", "Ana", "Ben", "Caro"], ["0", "1", "2", "3"]), (0, 2, 2),
        ("language", "seat", "side"), strict=True,
    ):  # fmt: skip
        found = [key for key in keys if isinstance(key, Key)]
        assert [key.do for key in found] == [do(Action("look", name, text)) for text in names]
        assert [key.on for key in found] == [at == on for at in range(len(names))]
    note = Says("Traffic on the home network is not encrypted.", "quiet")
    assert groups[3] == ("", (note,), "list")
    assert next(k.on for k in items(desk, "settings", seat="Dora")[1][1] if isinstance(k, Key))
    for other in (items(desk, "settings", role="spectator"), items(Desk("x"), "settings")):
        assert [title for title, _, _ in other] == ["Language", "Its side of the table", ""]


def test_links_have_their_codes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Several are numbered."""
    table = Table.sample()
    table.send(Action("take-back"))
    table.tap("c3", "d3")
    monkeypatch.setattr(sheets, "BITS", 1_600)
    address = "https://a.b/"
    (one, first, looks), (two, second, _) = items(table.desk, "share", address=address)
    assert (one, two, looks) == (
        "This staircase, to show to others", "Go on on another phone", "list"
    )  # fmt: skip
    for found in (first, second):
        assert all(isinstance(item, Says) for item in found)
    kinds = [getattr(item, "looks", "") for item in first]
    assert kinds == ["quiet", "svg", "link"]
    heads = [item.text for item in second if getattr(item, "looks", "") == "head"]
    count = len(heads)
    assert count > 1
    assert heads == [f"Code {at} of {count}" for at in range(1, count + 1)]
    assert [getattr(item, "looks", "") for item in second] == [
        "quiet", *["head", "svg"] * count, "link"
    ]  # fmt: skip
    assert second[-1].text.startswith(f"{address}#game=")
    for text, item in (
        ("The link opens the table with the staircase, the verdict and the mend.", first[0]),
        ("Its camera opens the code, or send the link: the game goes on there from here.",
         second[0]),
    ):  # fmt: skip
        assert item.text == text
    assert items(table.desk, "share", address=address, role="spectator") == []
    assert items(table.desk, "share") == []


def test_how_much_a_code_holds() -> None:
    """Eleven bits for two capitals, behind two heads and the start of the link in bytes."""
    assert sheets.BITS == 4_712
    for start in ("", "https://a.b/", "é"):
        bits = 4_712 - (4 + 8 + 4 + 13 + 16) - 16 - 8 * len(start.encode())
        assert sheets.most_of(start) == 2 * bits // 11
    assert sheets.most_of("x" * 600) == 1


@pytest.mark.parametrize(
    ("value", "least", "most", "less", "more"),
    [(0, 0, 2, None, "1"), (1, 0, 2, "0", "2"), (2, 0, 2, "1", None), (2, 2, 4, None, "3"),
     (9_999, 0, None, "9998", "10000")],
)  # fmt: skip
def test_a_number_has_its_bounds(
    value: int, least: int, most: int | None, less: str | None, more: str | None
) -> None:
    asked: Any = SimpleNamespace(key="k", least=least, most=most)
    if most is None:
        value, less = MOST_POINTS, str(MOST_POINTS - 1)
        more = None
    own = sheets._stepper(asked, "t", value, str)
    texts = [None if one is None else one["text"] for one in (own.less, own.more)]
    assert (own.text, own.value, texts, own.do) == ("t", str(value), [less, more], None)


def test_the_first_page_and_sheets_that_are_none() -> None:
    desk = table_with().desk
    page = show(desk, View("p")).sheet
    assert (page.name, page.title, page.close, page.keys) == ("start", "Palace", None, ())
    (new, first, _), (trying, _, _), (more, last, _) = items(desk, "")
    assert (new, trying, more) == ("New game", "Learn and try", "More")
    assert [getattr(key, "looks", None) for key in first] == ["main", "", ""]
    assert (last[0].text, getattr(last[0], "looks", "")) == ("Open a game file", "upload")
    assert last[-1].text == "Settings"
    waits = show(desk, View("p"), "spectator").sheet
    assert (waits.title, waits.groups) == ("The game has not begun", ())
    for name in ("x", "paper:x", "paper"):
        assert show(fresh().desk, View("p", sheet=name)).sheet.name == ""
    own = show(fresh().desk, View("p", sheet="save-as")).sheet
    assert (own.title, own.close) == ("Save as …", do(Action("look", "sheet")))
    ((_, (field,), _),) = items(fresh().desk, "save-as")
    assert (field.text, getattr(field, "name", ""), getattr(field, "do", None)) == (
        "Name of the file", "name", do(Action("save-as"))
    )  # fmt: skip
    ((_, (fault,), _),) = items(desk, "score")
    assert fault == Says("no game has begun", "fault")
    pads = [key.do for _, keys, _ in items(desk, "pads") for key in keys if isinstance(key, Key)]
    assert pads[0] == do(Action("open", "pad", "monkey-palace"))
    assert {one.looks for _, keys, _ in items(desk, "pads") for one in keys} == {""}  # type: ignore[union-attr]


def test_the_score_of_a_game_that_is_over_opens_with_how_it_ended() -> None:
    """Not while it goes on, or of a turn that is looked at."""
    over, end = Table.sample().desk, "The box had too few arches for Ben on turn 17"
    for desk, turn, told in ((over, -1, True), (over, 17, False), (fresh().desk, -1, False)):
        sheet = show(desk, View("p", sheet="score", turn=turn)).sheet
        (first,) = sheet.groups[0].items if sheet.groups else (Says(""),)
        assert isinstance(first, Says)
        assert first.text.startswith(end) is told
        assert sheet.title == "Score"
    assert Sheets(over, View("p"), "player").opens("score", "quiet").looks == "quiet"


WAY = str(TURN.build)
"""A legal staircase, with its supports."""


@pytest.mark.parametrize(
    ("text", "answer", "mood", "confirms"),
    [(WAY, WAY, "legal", True), (WAY, WAY, "illegal", False), (WAY, "d6-e6", "legal", False),
     ("d6-e6", "d6-e6", "legal", False)],
)  # fmt: skip
def test_a_second_tap_on_what_is_entered_and_legal_confirms_it(
    text: str, answer: str, mood: Any, confirms: bool
) -> None:
    table = fresh()
    table.send(Action("fill", "", WAY))
    taps = Taps(Told("", mood), rows=(Row(items=(Choice("c", "C", text),)),), answer=answer)
    vars(table.desk)["taps"] = taps
    table.tap("c")
    assert bool(table.desk.entering.answered) is confirms
