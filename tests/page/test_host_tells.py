"""What the host tells: saved or not, a file that another program changed; and phones set to one
player, or away."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from palace.contract.registry import game_in
from palace.core.errors import Problem
from palace.files.document import parse_document
from palace.monkey_palace.game.log import read_record
from palace.page import action as act
from palace.page.action import Action
from palace.page.desk import Desk, past
from palace.page.show import show
from palace.page.view import View

from .tables import SAMPLE, Table, enter, fresh, keys

TURN = read_record(SAMPLE).written[0].move
FULL = Problem("evening.toml", "no space is left on the device", "make room")


def texts(table: Table, phone: str = "a") -> str:
    """Return what the banners of a phone say."""
    return " ".join(banner.text for banner in table.shown(phone).banners)


def test_saved_is_shown_only_when_it_is() -> None:
    table = fresh()
    table.holds = True
    enter(table, TURN)
    assert table.shown().heading.saved.startswith("Saving")
    assert not table.shown().heading.safe
    save = next(e for e in reversed(table.effects) if isinstance(e, act.Save))
    table.settle(act.Unsaved(save.number, FULL))
    for phone in "abc":
        assert "no space is left on the device" in texts(table, phone)
        assert table.shown(phone).heading.saved == "Not saved"
    table.settle(act.Saved(save.number, "evening.toml"))
    assert table.shown().heading.saved == "Saved"
    assert table.shown().heading.safe
    assert "no space" not in texts(table)


def test_saved_is_shown_after_the_last_of_several_saves() -> None:
    table = fresh()
    table.holds = True
    enter(table, TURN)
    table.send(Action("take-back"))
    enter(table, TURN)
    saves = [effect for effect in table.effects if isinstance(effect, act.Save)]
    assert saves[0].text == saves[2].text
    shown = []
    for save in saves:
        table.settle(act.Saved(save.number, "evening.toml"))
        shown.append(table.shown().heading.safe)
    assert shown == [False, False, True]
    table.settle(act.Unsaved(saves[1].number, FULL))  # told too late
    assert table.shown().heading.safe


def test_a_file_that_another_program_changed_is_read_again_only_if_asked() -> None:
    table = fresh()
    enter(table, TURN)
    other = SAMPLE.read_text(encoding="utf-8")
    table.settle(act.FileChanged(other))
    table.settle(act.FileChanged())
    assert table.shown().heading.safe
    table.settle(act.FileChanged(other))
    assert "changed by another program" in texts(table, "b")
    assert {"Read the file again", "Save as …", "Download the record"} <= {
        key.text for key in keys(table.shown("b"))
    }
    table.send(Action("reread"))
    assert table.shown().heading.line == "The game is over"
    assert table.shown().heading.safe


def test_a_file_that_is_gone_and_one_that_is_no_record() -> None:
    table = fresh()
    enter(table, TURN)
    table.settle(act.FileChanged(gone=True))
    assert "is gone" in texts(table)
    table.settle(act.FileChanged("knobs = 3\n"))
    before = table.desk.log
    table.send(Action("reread"))
    assert table.notices()
    assert table.desk.log == before


@pytest.mark.parametrize("name", ["../x.toml", "/tmp/x.toml", "..", "a\nb.toml", "C:\\x.toml"])
def test_no_name_leads_out_of_the_folder(name: str) -> None:
    table = fresh()
    before = [*table.effects]
    table.send(Action("save-as", text=name))
    assert table.notices()
    assert table.effects == before


def test_save_as_goes_on_in_the_other_file_and_download_offers_the_record() -> None:
    table = fresh()
    enter(table, TURN)
    table.send(Action("save-as", text="other"))
    assert table.desk.name == "other.toml"
    table.send(Action("save-as"))
    (offer,) = table.offered
    assert (offer.name, offer.text) == ("other.toml", table.file)


def test_a_game_stays_in_the_form_it_is_kept_in() -> None:
    table = fresh()
    enter(table, TURN)
    before = [*table.effects]
    table.send(Action("save-as", text="other.json"))
    assert table.notices() == ["this game is kept as TOML"]
    assert table.effects == before


def test_a_file_in_a_folder_is_read_again_with_the_map_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = SAMPLE.read_text(encoding="utf-8").partition("[[turns]]")[0]
    shutil.copy(Path(__file__).parents[2] / "maps/map-1.toml", tmp_path / "own.toml")
    text = text.replace('map = "map-1"', 'map = "own.toml"')
    file = str(tmp_path / "evening.toml")
    game, record = game_in(parse_document(text, "toml", file))
    monkeypatch.chdir("/")
    table = Table(Desk.begun(game, record, file))
    table.settle(act.FileChanged(f"# by hand\n{text}"))
    table.send(Action("reread"))
    assert table.notices() == []
    assert table.shown().heading.saved == "Saved"


def test_a_phone_of_another_player_is_grey_until_it_enters_for_the_one_who_is_due() -> None:
    table = fresh()
    table.send(Action("look", "seat", "Ben"), "b")
    shown = table.shown("b")
    assert all(not place.live for place in shown.plan.places)
    assert all(key.do is None for key in shown.entry.bar)
    assert "It is the turn of Ana" in texts(table, "b")
    table.press("Enter for Ana", "b")
    assert any(place.live for place in table.shown("b").plan.places)
    enter(table, TURN)
    assert table.shown("b").heading.line == "Turn 2 · Ben"
    assert any(place.live for place in table.shown("b").plan.places)


def test_everybody_sees_whose_phone_did_what() -> None:
    table = fresh()
    table.send(Action("look", "seat", "Ana"), "b")
    table.send(Action("tap", "d6"), "b")
    assert "tapped on the phone of Ana" in table.shown("a").entry.verdict.lines
    assert "tapped on the phone of Ana" not in table.shown("b").entry.verdict.lines


def test_a_view_is_a_phones_own() -> None:
    table = Table.sample()
    table.send(Action("look", "turn", "3"), "b")
    table.send(Action("look", "language", "zh"), "b")
    table.send(Action("look", "side", "2"), "b")
    assert table.shown("b").heading.line.startswith("第3回合之後")
    assert table.shown("b").plan.turned == 2
    assert table.shown("a").heading.line == "The game is over"
    assert table.shown("a").plan.turned == 0


def test_a_tapped_piece_tells_what_it_is() -> None:
    table = Table.sample()
    table.send(Action("look", "shows", "both"))
    solid = next(s for s in table.shown().scene.solids if s.turn == 3)
    table.send(Action("look", "picked", solid.name))
    assert table.shown().scene.picked == f"{solid.kind}, level {solid.level}: Caro, turn 3"


def test_the_first_turn_explains_itself_in_three_steps_that_can_be_put_away() -> None:
    table = fresh()
    assert texts(table).startswith("1 of 3: each arch ends higher")
    table.tap("d6")
    assert texts(table).startswith("2 of 3")
    table.tap("e6")
    assert texts(table).startswith("3 of 3")
    table.press("Got it")
    assert texts(table) == ""
    table.tap("e5", "f5", "f4", "g4")
    assert table.shown().entry.verdict.mood == "illegal"
    assert texts(table) == ""  # the verdict tells what to do
    for _ in range(5):
        table.press("Undo")
    assert texts(table).startswith("2 of 3")
    table.press("Got it")
    assert texts(table) == ""
    table.press("Undo")
    assert texts(table).startswith("1 of 3")


def test_a_spectator_sees_the_board_and_is_told_that_they_look_on() -> None:
    table = fresh()
    shown = show(table.desk, View("s"), "spectator")
    assert shown.plan.places
    assert all(not place.live for place in shown.plan.places)
    assert [p.zone for p in shown.plan.places] == [p.zone for p in table.shown().plan.places]
    assert "You can look, not play." in " ".join(banner.text for banner in shown.banners)


def test_everyone_is_warned_of_the_last_round() -> None:
    table = Table.sample()
    table.send(Action("take-back"))
    assert "Last round: turn 17: Ben could not be given" in texts(table)


def test_a_phone_that_looks_at_a_turn_that_is_taken_back_shows_the_table_as_it_is() -> None:
    table = fresh()
    for commit in read_record(SAMPLE).written[:3]:
        enter(table, commit.move)
    table.send(Action("look", "turn", "2"), "b")
    table.send(Action("look", "turn", "2"), "c")
    table.send(Action("look", "sheet", "score"), "c")
    for _ in range(3):
        table.send(Action("take-back"))
        assert table.shown("b").heading.line == table.shown("a").heading.line
        assert table.shown("c").sheet.groups


def test_a_phone_of_a_player_enters_their_older_turn() -> None:
    table = Table.sample()
    table.send(Action("take-back"))
    due = table.desk.asked
    log = table.desk.playing[2]
    number, own = next((at, report.player) for at, _, report in log.turns if report.player != due)
    table.send(Action("look", "seat", own), "b")
    table.send(Action("look", "seat", due), "c")
    table.send(Action("replace", text=str(number + 1)), "b")
    assert any(place.live for place in table.shown("b").plan.places)
    assert all(not place.live for place in table.shown("c").plan.places)
    assert table.shown("c").heading.line.endswith(own)
    table.press(f"Enter for {own}", "c")
    assert any(place.live for place in table.shown("c").plan.places)


def test_a_phone_of_a_player_who_is_gone_is_everybodys() -> None:
    table = fresh()
    assert table.file is not None
    table.send(Action("look", "seat", "Caro"), "b")
    table.settle(act.FileChanged(table.file.replace("Caro", "Dora")))
    table.send(Action("reread"))
    assert any(place.live for place in table.shown("b").plan.places)
    assert "It is the turn of" not in texts(table, "b")


def test_the_time_line_and_a_turn_that_is_looked_at_are_written_once() -> None:
    table = Table.sample()
    table.send(Action("replace", text="5"))
    table.send(Action("look", "turn", "3"), "b")
    table.send(Action("look", "turn", "3"), "c")
    before, looked = table.shown().time, table.desk.backdrop
    assert looked is not None
    table.tap("c4")
    after = [table.shown(phone).time for phone in "abc"]
    assert [one.turns for one in after] == [before.turns] * 3
    assert all(one.turns is before.turns for one in after)
    assert past(looked, 3) is past(looked, 3)
    table.send(Action("look", "language", "zh"), "b")
    assert table.shown("b").time.turns != before.turns
    assert len(before.turns) == len(table.desk.playing[2].commits) + 1
