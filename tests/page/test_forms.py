"""What is filled in: a new game, a game without known pieces, score pads, a game that is joined."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from types import SimpleNamespace

import pytest

import palace.palm_island
from palace.contract.registry import games, read_game, score
from palace.files.document import parse_document
from palace.files.serialise import data_text
from palace.monkey_palace.kernel.ground import ground_table, load_map
from palace.page.action import Action
from palace.page.state import Field, Key, Says, Stepper
from palace.page.view import Writer
from tests.paths import GOLDEN

from .boxes import table_with
from .tables import SAMPLE, Table, items, keys, main, of


def begun(**filled: str) -> Table:
    """Return the table of a new game of Ana and Ben."""
    table = Table()
    table.send(Action("open", "new", "monkey-palace"))
    for name, text in {"players.0": "Ana", "players.1": "Ben", **filled}.items():
        table.send(Action("fill", name, text))
    table.send(Action("begin"))
    return table


def labels(table: Table) -> list[str]:
    """Return the lines and numbers of the sheet that is shown."""
    return [i.text for i in items(table.shown()) if isinstance(i, Field | Stepper)]


def test_a_new_game_asks_what_judging_needs() -> None:
    table = Table()
    table.press("Monkey Palace")
    for key, text in (("box", "own"), ("boards", "own")):
        table.send(Action("fill", key, text))
    titles = [group.title for group in table.shown().sheet.groups]
    assert {"Player 1", "Player 2"} <= {*titles}
    assert labels(table)[:3] == ["Players, in seat order", "Player 1", "Player 2"]
    asked = [i for i in items(table.shown()) if isinstance(i, Says | Stepper)]
    kinds = [i.icons[0][0] if isinstance(i, Stepper) and i.icons else i.text for i in asked]
    each = ["pieces at the start", "arch", "brick", "column"]
    start = kinds.index(each[0])
    assert kinds[start : start + 16] == 2 * [*each, "pieces each turn", *each[1:]]


def test_an_owner_begins_without_a_board_and_fills_in_the_box_on_the_way() -> None:
    """What is missing is not asked first; the box is one tap away, and so is the form after it."""
    table = table_with()
    table.press("Monkey Palace")
    for key, text in (("players.0", "Ana"), ("box", "own")):
        table.send(Action("fill", key, text))
    assert not [i for i in items(table.shown()) if isinstance(i, Stepper) and i.icons]
    table.press("My box")
    assert table.shown().heading.title == "My box"
    table.tap("show-boards", "board-1-start-arch-more", "board-1-each-arch-more")
    table.send(of(table.shown().heading.close))
    assert table.shown().sheet.name == "new"
    on = {key.text: key.note for key in keys(table.shown()) if key.on}
    assert "Yes" in on
    assert on["My box"] == "1 of 4 boards"
    table.press("Begin")
    assert [row.name for row in table.shown().players.rows] == ["Ana", "Player 2"]


def test_what_is_opened_from_the_box_lies_over_the_form() -> None:
    table = table_with()
    table.press("Monkey Palace")
    table.press("My box")
    table.send(Action("open", "new", "monkey-palace"))
    assert table.shown().sheet.name == "new"
    assert len(table.desk.beside) == 2


def test_a_new_game_begins_at_once_with_two_players_by_their_numbers() -> None:
    table = Table()
    table.press("Monkey Palace")
    table.send(Action("fill", "players.1", "Ben"))
    table.press("Begin")
    assert [row.name for row in table.shown().players.rows] == ["Player 1", "Ben"]


def count(table: Table) -> Stepper:
    """Return the number of players on the form that is shown."""
    return next(i for i in items(table.shown()) if isinstance(i, Stepper))


def test_there_are_as_many_names_as_players() -> None:
    table = Table()
    table.press("Monkey Palace")
    assert (count(table).value, count(table).less) == ("2", None)
    table.send(of(count(table).more))
    table.send(of(count(table).more))
    assert (count(table).value, count(table).more) == ("4", None)
    table.send(Action("fill", "players.3", "Dora"))
    table.send(of(count(table).less))
    table.press("Begin")
    names = [row.name for row in table.shown().players.rows]
    assert names == ["Player 1", "Player 2", "Player 3"]


def test_what_is_filled_in_is_taken_back_line_by_line() -> None:
    table = Table()
    table.press("Monkey Palace")
    shown = [table.shown().sheet]
    for key, text in (("players.0", "Ana"), ("players.1", "Ben"), ("box", "own")):
        table.send(Action("fill", key, text))
        shown.append(table.shown().sheet)
    for before in shown[-2::-1]:
        table.press("Undo")
        assert table.shown().sheet.groups == before.groups
    table.send(Action("undo"))
    assert table.notices() == ["nothing is entered"]


def test_with_a_box_and_no_map_the_own_map_comes_first() -> None:
    table = table_with()
    table.send(Action("open", "new", "monkey-palace"))
    for name, text in (("players.0", "Ana"), ("box", "own")):
        table.send(Action("fill", name, text))
    keys = table.shown().sheet.keys
    assert [(key.text, key.note, key.looks) for key in keys] == [
        ("Begin", "on a made-up map", ""), ("My box", "paint your map first", "main"),
    ]  # fmt: skip


def test_a_form_that_is_left_shows_the_table_it_was_begun_from() -> None:
    table = Table()
    table.send(Action("open", "found"))
    table.tap("c4", "b", "E")
    before = table.shown()
    table.send(Action("open", "join"))
    assert table.shown().sheet.name == "join"
    table.send(Action("fill", "players", "Ana, Ben"))
    assert table.shown().sheet.close is not None
    table.send(of(table.shown().sheet.close))
    assert (table.shown().sheet.name, table.shown().plan) == ("", before.plan)
    table.send(Action("open"))
    assert table.shown().sheet.name == "start"


def test_two_players_of_one_name_are_refused() -> None:
    table = begun(**{"players.1": "Ana"})
    assert table.desk.game is None
    assert table.notices() == ["two players are called 'Ana'"]


def test_each_map_is_a_key_with_its_picture() -> None:
    table = Table()
    table.press("Monkey Palace")
    maps = [i for i in items(table.shown()) if isinstance(i, Key) and i.picture]
    assert [(key.text, key.note, key.on) for key in maps] == [
        (f"map {number}", "", number == 1) for number in range(1, 5)
    ]
    assert len({key.picture for key in maps}) == 4
    said = " ".join(one.text for one in items(table.shown()) if isinstance(one, Says))
    assert said.count("made up") == 1
    table.send(of(maps[2].do))
    table.press("Begin")
    assert table.file is not None
    assert parse_document(table.file, "toml", "f").data["map"] == "map-3"


def test_the_steppers_count_pieces() -> None:
    table = begun(box="own")
    assert table.desk.game is not None
    table = Table()
    table.send(Action("open", "new", "monkey-palace"))
    for name, text in {"players.0": "Ana", "box": "own", "boards": "own"}.items():
        table.send(Action("fill", name, text))
    for _ in range(4):
        arch = next(i for i in items(table.shown()) if isinstance(i, Stepper) and i.icons)
        table.send(of(arch.more))
    arch = next(i for i in items(table.shown()) if isinstance(i, Stepper) and i.icons)
    assert (arch.value, arch.icons) == ("4", (("arch", 0),))
    table.send(of(arch.less))
    arch = next(i for i in items(table.shown()) if isinstance(i, Stepper) and i.icons)
    assert arch.value == "3"


def test_the_house_boards_are_one_tap_and_the_record_is_whole() -> None:
    table = begun(box="own", boards="house")
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
    table.press("Step by step")
    table.press("Cards")
    (tops,) = [g for g in table.shown().entry.groups if g.looks == "cards"]
    assert 1 <= len(tops.items) <= 12
    before = table.counts["a"]
    table.tap(next(k.do["name"] for k in tops.items if k.do))  # type: ignore[union-attr, arg-type]
    assert table.counts["a"] == before + 1
    assert table.shown().entry.verdict.title.startswith("1 card")
    (tops,) = [g for g in table.shown().entry.groups if g.looks == "cards"]
    assert [item.on for item in tops.items if isinstance(item, Key)].count(True) == 1


def test_what_a_hint_takes_is_chosen_on_the_questions_that_follow() -> None:
    table = begun(cards="dealt")
    for number in (1, 2):  # in the second turn, the monkey stands on the palace
        table.press("Hint")
        idea = table.desk.idea
        assert idea is not None
        wanted = dict(idea.rest)
        assert {*wanted} == {"take", "frog", "monkey"}
        table.press("Step by step")
        for key in ("take", "monkey"):  # the frog has one place
            main(table)
            assert table.desk.entering.typed == wanted[key]
        main(table)
        *_, commit = table.desk.playing[2].commits
        move = commit.move
        assert len(table.desk.playing[2].commits) == number
        assert str(move.build) == idea.text
        assert ", ".join(map(str, move.take)) == wanted["take"]
        assert (str(move.frog), str(move.monkey)) == (wanted["frog"], wanted["monkey"])


def test_a_hint_shows_its_cards_and_tells_them_behind_the_rest() -> None:
    table = begun(cards="dealt")
    table.press("Hint")
    idea, entry = table.desk.idea, table.shown().entry
    assert idea is not None
    (cards,) = [group for group in entry.groups if group.looks == "cards"]
    notes = [(one.note, one.do) for one in cards.items if isinstance(one, Key)]
    assert notes == [("slot 1", None), ("slot 2", None)]
    assert entry.verdict.lines == tuple(map(str, (*idea.lines[1:], idea.lines[0])))
    assert entry.verdict.lines[-1].lower().startswith("take the ")


def test_what_a_hint_takes_is_not_chosen_after_another_staircase() -> None:
    table = begun(cards="dealt")
    for key in ("Hint", "Step by step", "Start again"):
        table.press(key)
    table.tap("d3", "c3", "c4", "d4")
    assert table.desk.idea is None
    assert table.desk.entering.typed != dict(table.desk.advice[1])["take"]
    table.press("Cards")
    assert table.desk.entering.typed == ""


def test_what_a_hint_takes_can_be_left() -> None:
    table = begun(cards="dealt")
    for key in ("Hint", "Step by step", "Cards"):
        table.press(key)
    assert table.desk.entering.typed
    table.press("Undo")
    assert table.desk.entering.typed == ""


def test_a_map_of_ones_own_goes_up_as_a_file_and_into_the_record() -> None:
    own = {**ground_table(load_map("map-2")), "name": "ours"}
    table = Table()
    table.send(Action("open", "new", "monkey-palace"))
    for at, name in enumerate(("Ana", "Ben")):
        table.send(Action("fill", f"players.{at}", name))
    table.send(Action("fill", "map", data_text(own)))
    table.send(Action("begin"))
    assert table.file is not None
    assert parse_document(table.file, "toml", "f").data["ground"]["name"] == "ours"


@pytest.mark.parametrize("text", ["/etc/passwd", "map-9", "../maps/map-1.toml", "knobs = 3\n"])
def test_no_answer_reads_a_file(text: str) -> None:
    table = begun(map=text)
    assert table.desk.game is None
    assert table.notices()


def test_no_box_of_a_pad_is_read_from_a_path() -> None:
    table = Table()
    table.send(Action("open", "pad", "palm-island"))
    house = Path(palace.palm_island.__file__).with_name("house-cards.toml")
    assert house.is_file()
    for name, text in {"players": "Ana,Ben", "mode": "coop", "box": str(house)}.items():
        table.send(Action("fill", name, text))
    assert not totals(table)
    table.press("house")
    table.press("spring-tide")
    assert totals(table)


def test_a_game_without_known_pieces_says_so_and_the_table_ends_it() -> None:
    table = begun(box="own", boards="unknown")
    assert "not counted" in " ".join(table.shown().entry.verdict.lines)
    table.press("Hint")
    sheet = table.shown().sheet
    assert (sheet.name, sheet.title, [key.text for key in sheet.keys]) == ("idea", "Hint", ["Hint"])
    table.send(Action("fill", "hand", "3a2b"))
    (key,) = table.shown().sheet.keys
    table.send(of(key.do))
    assert table.desk.idea is not None
    table.press("Use it")
    for _ in range(2):
        main(table)
    if table.shown().heading.line.startswith("Turn 1"):
        place = next(p for p in table.shown().plan.places if p.live)
        table.tap(place.name)
        table.press("End turn")
    assert table.shown().heading.line == "Turn 2 · Ben"
    assert "End of game" not in [key.text for key in keys(table.shown())]
    table.press("Can I pass?")
    table.press("End turn")
    table.press("End of game")
    assert table.shown().heading.line == "The game is over"
    assert any(player.leads for player in table.shown().players.rows)
    table.press("The game goes on")
    assert table.shown().heading.line == "Turn 3 · Ana"


def totals(table: Table) -> dict[str, str]:
    """Return the points in all that a sheet shows, by names."""
    titles = (one.title.removesuffix(" ★") for one in table.shown().sheet.groups)
    return {name: points for name, _, points in (t.partition(" · ") for t in titles) if points}


@pytest.mark.parametrize(("key", "names", "taps", "points"), [
    # A bonus card has four bananas.
    ("monkey-palace", ["Ana", "Ben"], {"bananas on monkey cards": 3, "bonus cards": 2}, 3 + 2 * 4),
    ("palm-island", ["Ana"], {"points": 12}, 12),
    # Coins, resources, cartographer and double tiles are pooled, five are one point; an anchor
    # under a ship costs one.
    ("cooper-island", ["Ana", "Ben"], {
        "points of the cutter": 6, "points of the two-master": 4, "points of royal orders": 3,
        "points of building cards": 2, "coins left": 3, "cartographer steps left": 1,
        "double tiles left": 1, "anchors under ships": 2, "land spaces without a tile": 5,
    }, 6 + 4 + 3 + 2 + (3 + 1 + 1) // 5 - 2),
])  # fmt: skip
def test_a_pad_is_rows_of_numbers_and_its_total_is_right(
    key: str, names: list[str], taps: dict[str, int], points: int
) -> None:
    table = Table()
    table.send(Action("open", "pad", key))
    for at, name in enumerate(names):
        table.send(Action("fill", f"players.{at}", name))
    assert totals(table) == dict.fromkeys(names, "0")
    for title, count in taps.items():
        for _ in range(count):
            row = next(
                i for i in items(table.shown()) if isinstance(i, Stepper) and i.text == title
            )
            table.send(of(row.more))
    assert totals(table) == {**dict.fromkeys(names, "0"), "Ana": str(points)}
    assert table.shown("b").sheet == table.shown().sheet


@pytest.mark.parametrize("key", [game.key for game in games() if game.pad is not None])
def test_every_number_of_a_pad_is_a_row_that_can_also_be_typed(key: str) -> None:
    table = Table()
    table.send(Action("open", "pad", key))
    fields = [i for i in items(table.shown()) if isinstance(i, Field)]
    assert [field.name.partition(".")[0] for field in fields] == ["players"] * len(fields)
    rows = [i for i in items(table.shown()) if isinstance(i, Stepper) and i.do is not None]
    assert rows
    for row in rows:
        assert row.do is not None
        table.send(Action("fill", str(row.do["name"]), "2"))
    now = [i for i in items(table.shown()) if isinstance(i, Stepper) and i.do is not None]
    assert [row.value for row in now] == ["2"] * len(rows)


@pytest.mark.parametrize("typed", ["\u00b2", "\u0664", "-1", "1.5", "9" * 400])
def test_what_is_no_number_is_told_at_its_line(typed: str) -> None:
    table = Table()
    table.send(Action("open", "pad", "monkey-palace"))
    row = next(i for i in items(table.shown()) if isinstance(i, Stepper) and i.do is not None)
    assert row.do is not None
    table.send(Action("fill", str(row.do["name"]), typed))
    assert [i.value for i in items(table.shown()) if isinstance(i, Stepper)].count(typed) == 0
    table.send(Action("fill", str(row.do["name"]), "2"))
    assert "2" in [i.value for i in items(table.shown()) if isinstance(i, Stepper)]


def test_a_record_in_a_file_goes_on() -> None:
    table = Table()
    table.send(Action("fill", "record", SAMPLE.read_text(encoding="utf-8")))
    assert table.shown().heading.line == "The game is over"
    assert table.file is not None
    game, written = read_game(SAMPLE)
    own = game.read(parse_document(table.file, "toml", "evening.toml"))
    assert score(own) == score(written)


def test_a_score_sheet_cannot_be_gone_on_with() -> None:
    table = Table()
    sheet = GOLDEN / "monkey-palace" / "sheet.toml"
    table.send(Action("fill", "record", sheet.read_text(encoding="utf-8")))
    assert table.desk.game is None
    assert table.notices() == ["this is a score sheet, which has no moves"]


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("players.900000000", "x"), ("players.4", "x"), ("players.²", "x"), ("players.-1", "x"),
        ("players.", "x"), ("nothing", "x"), ("cards", "x" * 2_000), ("players.0", "x" * 2_000),
    ],
)  # fmt: skip
def test_only_what_is_asked_is_filled_in(key: str, text: str) -> None:
    table = begun(map="nowhere")
    before = table.desk.form
    assert before is not None
    table.send(Action("fill", "players.3", "Dora"))
    right = table.desk.form
    assert right != before
    table.send(Action("fill", key, text))
    assert table.desk.form == right
    assert table.notices()[-1] == "that cannot be done now"


def test_the_setup_of_a_map_of_ones_own_is_of_that_map() -> None:
    own = {**ground_table(load_map("map-2")), "name": "ours"}
    shown: list[list[str]] = []
    for answer in (data_text(own), "map-2"):
        table = begun(map=answer)
        table.send(Action("look", "sheet", "paper:setup"))
        shown.append([one.text for one in items(table.shown()) if isinstance(one, Says)])
    assert "set-up on ours (placeholder)" in shown[0]
    assert [text.replace("ours", "map 2") for text in shown[0]] == [
        text.replace("map-2", "map 2") for text in shown[1]
    ]


ENTER = ["tap", "next", "keep", "clear", "think", "take", "take-back", "end", "fill", "undo"]


@pytest.mark.parametrize("name", [*ENTER, "open", "look"])
def test_who_may_send_what_while_a_form_is_filled_in(name: str) -> None:
    """The player who is due enters, every player opens, everyone looks; a move waits for a form."""
    may: dict[str, list[bool]] = {"due": [], "player": [], "spectator": []}
    for who, found in may.items():
        for form in (None, "new"):
            live, plays = who == "due", who != "spectator"
            page = SimpleNamespace(live=live, plays=plays, desk=SimpleNamespace(form=form))
            found.append(Writer.does(page, Action(name)) is not None)  # type: ignore[arg-type]
            assert Writer.does(page, Action(name), when=False) is None  # type: ignore[arg-type]
    waits = name in ENTER[:-2]
    assert may["due"] == [True, not waits]
    assert may["player"] == ([False] * 2 if name in ENTER else [True] * 2)
    assert may["spectator"] == [name == "look"] * 2


def test_an_older_turn_that_is_entered_again_tells_no_turn_before_it() -> None:
    """To take back a turn that is not the last one is another thing."""
    table = Table.sample()
    table.send(Action("take-back"))
    assert [one.looks for one in table.shown().banners].count("last") == 1
    table.send(Action("replace", text="5"))
    shown = table.shown()
    assert shown.heading.line == "Turn 5 again · Ben"
    assert "last" not in [one.looks for one in shown.banners]
