"""What is filled in: a new game, a game without known pieces, score pads, a game that is joined."""

from __future__ import annotations

from datetime import date

import pytest

from palace.contract.registry import games, read_game, score
from palace.files.document import parse_document
from palace.files.serialise import data_text
from palace.monkey_palace.kernel.ground import ground_table, load_map
from palace.page import action as act
from palace.page.state import Field, Says, Stepper
from tests.paths import GOLDEN

from .tables import SAMPLE, Table, items, keys, of


def begun(**filled: str) -> Table:
    """Return the table of a new game of Ana and Ben."""
    table = Table()
    table.send(act.Open("new", "monkey-palace"))
    for name, text in {"players.0": "Ana", "players.1": "Ben", **filled}.items():
        table.send(act.Fill(name, text))
    table.send(act.Begin())
    return table


def labels(table: Table) -> list[str]:
    """Return the lines and numbers of the sheet that is shown."""
    return [i.text for i in items(table.shown()) if isinstance(i, Field | Stepper)]


def test_a_new_game_asks_what_judging_needs() -> None:
    table = Table()
    table.press("New game: Monkey Palace")
    table.send(act.Fill("boards", "own"))
    titles = [group.title for group in table.shown().sheet.groups]
    assert {"1", "2"} <= {*titles}
    assert labels(table)[:2] == ["Player 1", "Player 2"]
    assert labels(table).count("pieces at the start") == 6
    assert labels(table).count("pieces each turn") == 6
    table.press("Begin")
    assert table.desk.game is None
    assert table.notices() == ["no players"]


def test_the_steppers_count_pieces() -> None:
    table = begun(boards="own", cards="typed")
    assert table.desk.game is not None
    table = Table()
    table.send(act.Open("new", "monkey-palace"))
    for name, text in {"players.0": "Ana", "players.1": "Ben", "boards": "own"}.items():
        table.send(act.Fill(name, text))
    for _ in range(4):
        arch = next(i for i in items(table.shown()) if isinstance(i, Stepper))
        table.send(of(arch.more))
    arch = next(i for i in items(table.shown()) if isinstance(i, Stepper))
    assert (arch.value, arch.icons) == ("4", (("arch", 0),))
    table.send(of(arch.less))
    assert next(i for i in items(table.shown()) if isinstance(i, Stepper)).value == "3"


def test_the_house_boards_are_one_tap_and_the_record_is_whole() -> None:
    table = begun(cards="typed", boards="house")
    assert table.file is not None
    data = parse_document(table.file, "toml", "evening.toml").data
    assert data["players"] == [
        {"name": "Ana", "start": "4a3b", "each": "2a2b"},
        {"name": "Ben", "start": "4a4b", "each": "2a2b"},
    ]
    assert data["date"] == date(2026, 11, 23)
    assert "deck" not in data


def test_dealt_cards_show_the_top_of_each_pile_and_one_tap_takes() -> None:
    table = begun(cards="dealt")
    table.press("Hint")
    table.press("Take it")
    table.press("Cards")
    (tops,) = [g for g in table.shown().entry.groups if g.title == "On top of the piles"]
    assert 1 <= len(tops.items) <= 12
    before = table.counts["a"]
    table.tap(next(k.do["name"] for k in tops.items if k.do))  # type: ignore[union-attr, arg-type]
    assert table.counts["a"] == before + 1
    assert next(g.title for g in table.shown().entry.groups).startswith("Taken: ")


def test_a_map_of_ones_own_goes_up_as_a_file_and_into_the_record() -> None:
    own = {**ground_table(load_map("map-2")), "name": "ours"}
    table = Table()
    table.send(act.Open("new", "monkey-palace"))
    for at, name in enumerate(("Ana", "Ben")):
        table.send(act.Fill(f"players.{at}", name))
    table.send(act.Load("map", data_text(own)))
    table.send(act.Begin())
    assert table.file is not None
    assert parse_document(table.file, "toml", "f").data["ground"]["name"] == "ours"


@pytest.mark.parametrize("text", ["/etc/passwd", "map-9", "../maps/map-1.toml", "knobs = 3\n"])
def test_no_answer_reads_a_file(text: str) -> None:
    table = begun(map=text)
    assert table.desk.game is None
    assert table.notices()


def test_a_game_without_known_pieces_says_so_and_the_table_ends_it() -> None:
    table = begun(boards="unknown", cards="typed")
    assert "not known" in " ".join(table.shown().entry.verdict.lines)
    table.press("Hint")
    assert table.shown().sheet.name == "idea"
    table.send(act.Fill("hand", "3a2b"))
    table.press("Go")
    assert table.desk.idea is not None
    table.press("Take it")
    for _ in range(2):
        main = next(k for k in table.shown().entry.bar if k.looks in ("main", "skip"))
        table.press(main.text)
    if table.shown().heading.line.startswith("Turn 1"):
        place = next(p for p in table.shown().plan.places if not p.off)
        table.tap(place.name)
        table.press("End turn")
    assert table.shown().heading.line == "Turn 2 · Ben"
    assert "End of game" not in [key.text for key in keys(table.shown())]
    table.press("Pass")
    table.press("End turn")
    table.press("End of game")
    assert table.shown().heading.line == "The game is over"
    assert any(player.leads for player in table.shown().players.rows)
    table.press("The game goes on")
    assert table.shown().heading.line == "Turn 3 · Ana"


def totals(table: Table) -> dict[str, str]:
    """Return the points in all that a sheet shows, by names."""
    (rows,) = [item.table for item in items(table.shown()) if isinstance(item, Says) and item.table]
    return {row[0].removesuffix(" ★"): row[-1] for row in rows[1:]}


@pytest.mark.parametrize("key", [game.key for game in games() if game.pad is not None])
def test_a_pad_counts_as_it_is_filled_in(key: str) -> None:
    table = Table()
    table.send(act.Open("pad", key))
    count = 1 if key == "palm-island" else 2
    for at, name in enumerate(("Ana", "Ben")[:count]):
        table.send(act.Fill(f"players.{at}", name))
    before = totals(table)
    assert {*before} == {*("Ana", "Ben")[:count]}
    found = next(i for i in items(table.shown()) if isinstance(i, Stepper) and i.more)
    table.send(of(found.more))
    assert totals(table) != before
    assert table.shown("b").sheet == table.shown().sheet
    if key == "monkey-palace":  # a bonus card has four bananas
        assert (found.text, totals(table)["Ana"]) == ("bonus cards", "4")


def test_a_record_in_a_file_goes_on() -> None:
    table = Table()
    table.send(act.Load("record", SAMPLE.read_text(encoding="utf-8")))
    assert table.shown().heading.line == "The game is over"
    assert table.file is not None
    game, written = read_game(SAMPLE)
    own = game.read(parse_document(table.file, "toml", "evening.toml"))
    assert score(own) == score(written)


def test_a_score_sheet_cannot_be_gone_on_with() -> None:
    table = Table()
    sheet = GOLDEN / "monkey-palace" / "sheet.toml"
    table.send(act.Load("record", sheet.read_text(encoding="utf-8")))
    assert table.desk.game is None
    assert table.notices() == ["this is a score sheet, which has no moves"]
