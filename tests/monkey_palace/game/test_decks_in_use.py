"""The deck and the box a record names: cards by their id, boards by their seat."""

from __future__ import annotations

import pickle
import tomllib
from pathlib import Path

import pytest

from palace.core.errors import InputError, NotationError
from palace.monkey_palace.game.box import load_box
from palace.monkey_palace.game.cards import CARDS, Card
from palace.monkey_palace.game.deck import Deck, load_deck
from palace.monkey_palace.game.log import read_record, replay
from palace.monkey_palace.game.record_writing import (
    plain,
    record_text,
    self_contained,
    write_record,
)
from palace.monkey_palace.game.rules import on_offer, reports
from palace.monkey_palace.kernel.supply import Supply
from tests.calls import call, typing
from tests.decks import deck_text
from tests.monkey_palace.game.record_texts import GOOD, HEAD, SEATS, SETUP, TURN, record_faults
from tests.monkey_palace.game.texts import read_text

TAKE = TURN + 'take = ["@g3-1 on 2", "1x 2* on 1"]\n'
CSV = "id,cost,colour,bananas,once,each\nold-1,3,g,2,1a2b,1a\nold-2,1,x,0,,1b\nold-3,1,x,,,\n"
OURS = "they are not the printed ones"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a box of its own, a record that uses it, and an empty folder."""
    (tmp_path / "mine").mkdir()
    (tmp_path / "away").mkdir()
    (tmp_path / "mine" / "deck.csv").write_text("# provenance: transcribed\n" + CSV)
    (tmp_path / "mine" / "box.toml").write_text(
        'format = 1\nname = "mine"\nprovenance = "transcribed"\ndeck = "deck.csv"\n'
        '[[boards]]\nnumber = 1\nstart = "4a1c"\neach = "2a"\n'
        '[[boards]]\nnumber = 2\nstart = "5a"\neach = "3a"\n'
    )
    text = HEAD + 'box = "mine/box.toml"\n' + SEATS + TURN + 'take = ["@old-1 on 2", "1x 2*"]\n'
    (tmp_path / "game.toml").write_text(text)
    return tmp_path


def test_cards_of_the_house_deck() -> None:
    record = read_text(HEAD + 'deck = "house"\n' + SEATS + TAKE, "toml", "f")
    assert record.deck == load_deck("house")
    assert (record.box, dict(record.boards)) == (None, {})
    found = record.card("@g3-1 on 2")
    assert found == Card(3, "g", 1, Supply(0, 0, 1), Supply(1, 1), 2, "g3-1")
    assert record.card(Card.read("@g3-1 on 2")) == found
    assert record.card(found) == found
    assert record.card("1x 2* on 1") == Card(1, "x", 2, slot=1)
    assert record.warnings == (
        "f:5:8: deck: the deck in use is house (placeholder); its cards are not the printed ones",
    )
    assert (record.start(1), record.each(1)) == (None, None)


def test_the_house_box_brings_deck_and_boards() -> None:
    record = read_text(HEAD + 'box = "house"\n' + SEATS + TAKE, "toml", "f")
    house = load_box("house")
    assert (record.box, record.deck) == (house, house.deck)
    assert record.boards == house.boards
    assert record.start(2) == house.boards[2].start
    assert record.each(2) == house.boards[2].each
    assert record.warnings == (
        "f:5:7: box: the deck in use is house (placeholder); its cards are not the printed ones",
        f"f:5:7: box: the boards of house are placeholder; {OURS}",
    )


def test_what_a_player_writes_comes_before_his_board() -> None:
    text = HEAD + 'box = "house"\n' + SEATS.replace('"Ana"\n', '"Ana"\nstart = "7a"\n')
    record = read_text(text)
    assert record.start(1) == Supply(7)
    assert record.each(1) == Supply(2, 2)
    both = text.replace("name", 'start = "7a"\neach = "1a"\nname').replace('start = "7a"\n', "", 1)
    assert len(read_text(both).warnings) == 1  # no board is used, so none is a placeholder


def test_a_board_is_used_where_one_of_its_two_numbers_is_not_written() -> None:
    for key, value in (("start", "7a"), ("each", "1a")):
        seats = SEATS.replace("name", f'{key} = "{value}"\nname')
        record = read_text(HEAD + 'box = "house"\n' + seats)
        assert len(record.warnings) == 2
    one = SEATS.replace('"Ana"\n', '"Ana"\nstart = "7a"\neach = "1a"\n', 1)
    assert len(read_text(HEAD + 'box = "house"\n' + one).warnings) == 2
    record = read_text(HEAD + one)
    assert [record.start(1), record.each(1)] == [Supply(7), Supply(1)]
    assert [record.start(2), record.each(2)] == [None, None]


def test_cards_that_were_found_are_looked_up_in_the_deck() -> None:
    found = '"Ana"\n[players.found]\ncards = ["1x 2*", "@g3-1"]\n'
    seats = f'position = "{SETUP}"\n' + SEATS.replace('"Ana"\n', found)
    said = (
        "f:9:19: players[1].found.cards[2]: @g3-1 is a card of a deck, and the record names none; "
        'add deck = "house" or your .csv file, or write the card out: 3g 2* each 1a'
    )
    assert record_faults(HEAD + seats) == [said]
    record = read_text(HEAD + 'deck = "house"\n' + seats)
    whole = self_contained(record).data.players[0].found
    assert whole is not None
    assert whole.cards == ["1x 2*", record.card("@g3-1").values]
    assert self_contained(record).data.provenance == "placeholder"


def test_a_deck_comes_before_that_of_the_box(folder: Path) -> None:
    game = folder / "game.toml"
    text = game.read_text().replace("@old-1", "@g3-1")
    game.write_text(text.replace("[[players]]", 'deck = "house"\n[[players]]', 1))
    record = read_record(game)
    assert record.deck == load_deck("house")
    assert record.start(1) == Supply(4, 0, 1)


def test_a_box_of_ones_own_is_found_from_the_record(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir("/")
    record = read_record(folder / "game.toml")
    assert record.warnings == ()
    assert record.card("@old-1").values == "3g 2* once 1a2b each 1a"
    assert (record.start(1), record.each(2)) == (Supply(4, 0, 1), Supply(3))
    assert pickle.loads(pickle.dumps(record)).boards == record.boards


def test_a_seat_without_a_board(folder: Path) -> None:
    game = folder / "game.toml"
    game.write_text(game.read_text().replace("[[turns]]", '[[players]]\nname = "Caro"\n[[turns]]'))
    record = read_record(game)
    assert record.warnings == (
        f"{game}:10:1: players[3]: the box has no board 3; "
        "the pieces of this player are not checked",
    )
    assert (record.start(3), record.each(3)) == (None, None)


NO_DECK = (
    'f:12:9: turns[1].take[1]: @7 is a card of a deck, and the record names none; add deck = '
    '"house" or your .csv file, or write the card out: 3g 2* each 1a'
)  # fmt: skip

FAULTS = {
    GOOD + 'take = ["@7"]\n': [NO_DECK],
    'deck = "house"\n' + GOOD + 'take = ["@g3-11", "@queen on 2", "@/", "@g3-2"]\n': [
        "f:13:9: turns[1].take[1]: there is no card 'g3-11' in house (placeholder); did you mean "
        "g3-1?",
        "f:13:19: turns[1].take[2]: there is no card 'queen' in house (placeholder); its ids are "
        "such as x1-1, x1-2, x1-3",
        "f:13:35: turns[1].take[3]: '@/' is no card of a deck; expected @ and its id",
    ],
    'deck = "hause"\n' + GOOD + 'take = ["@7"]\n': [
        "f:1:8: deck: there is no deck 'hause'; did you mean house? name house or a .csv file"
    ],
    'box = "hause"\ndeck = "deck.xls"\n' + GOOD: [
        "f:1:7: box: there is no box 'hause'; did you mean house? name house or a .toml file",
        "f:2:8: deck: there is no deck 'deck.xls'; name house or a .csv file",
    ],
    'box = 3\ndeck = ["house"]\nprovenance = "x"\n' + GOOD: [
        "f:1:7: box: 3 does not fit; expected a text in quotes",
        "f:2:8: deck: a list does not fit; expected a text in quotes",
        "f:3:14: provenance: 'x' is not known; expected 'placeholder' or 'transcribed'",
    ],
    'box = "no.toml"\ndeck = "no.csv"\n' + GOOD: [
        "f:1:7: box: no.toml: there is no such file; check the path",
        "f:2:8: deck: no.csv: there is no such file; check the path",
    ],
}


@pytest.mark.parametrize("text", FAULTS, ids=range(len(FAULTS)))
def test_faults(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert record_faults(text) == FAULTS[text]


def test_the_remedy_of_a_missing_deck_in_json() -> None:
    record = '{"format": 1, "game": "monkey-palace", "rules": "1", "map": "map-1", "players": '
    record += '[{"name": "A"}, {"name": "B"}], "turns": [{"player": "A", "pass": true, "take": '
    assert '; add "deck": "house" or' in record_faults(record + '["@7"]}]}', "json")[0]


def test_faults_of_the_files_have_their_place_in_them(folder: Path) -> None:
    game, deck = folder / "game.toml", folder / "mine" / "deck.csv"
    deck.write_text(CSV.replace("old-1,3", "old-1,x"))
    with pytest.raises(InputError) as caught:
        read_record(game)
    assert str(caught.value) == (
        f"{deck}:2:7: cost: 'x' does not fit; expected a whole number from 1 to 6"
    )
    deck.unlink()
    with pytest.raises(InputError) as caught:
        read_record(game)
    box = folder / "mine" / "box.toml"
    assert str(caught.value) == (f"{box}:4:8: deck: {deck}: there is no such file; check the path")


def test_a_card_not_filled_in(folder: Path) -> None:
    game = folder / "game.toml"
    game.write_text(game.read_text().replace("@old-1", "@old-3"))
    with pytest.raises(InputError) as caught:
        read_record(game)
    assert str(caught.value) == (
        f"{game}:13:9: turns[1].take[1]: card old-3 of deck is not filled in yet; enter its "
        "values, or write it out: 3g 2* each 1a"
    )


def test_cards_asked_for_later() -> None:
    record = read_text(GOOD)
    with pytest.raises(NotationError):
        record.card("3g")
    with pytest.raises(InputError) as caught:
        record.card("@7")
    assert str(caught.value) == (
        '@7 is a card of a deck, and the record names none; add deck = "house" or your .csv file'
    )


@pytest.mark.parametrize("take", ['"1x 0*", "@A"', '"@A", "1x 0*"'])
def test_a_card_written_out_is_none_that_is_named(take: str, tmp_path: Path) -> None:
    """Of two cards alike one can be named and the other written out, in any order."""
    rows = "id,cost,colour,bananas,once,each\nA,1,x,0,,\nB,1,x,0,,\nC,1,x,1,,\n"
    (tmp_path / "deck.csv").write_text(f"# provenance: transcribed\n{rows}")
    (tmp_path / "game.toml").write_text(f'{HEAD}deck = "deck.csv"\n{SEATS}{TURN}take = [{take}]\n')
    record = read_record(tmp_path / "game.toml")
    log = replay(record)
    left = [name for name, _ in on_offer(record.rules.setting, log.state, reports(log)[-1])]
    assert left == ["C"]


# Complete in itself.


def test_a_record_that_needs_no_deck_and_no_box(folder: Path) -> None:
    whole = self_contained(read_record(folder / "game.toml"))
    data = tomllib.loads(record_text(whole))
    assert not {"box", "deck", "provenance"} & set(data)
    assert data["players"] == [
        {"name": "Ana", "start": "4a1c", "each": "2a"},
        {"name": "Ben", "start": "5a", "each": "3a"},
    ]
    assert data["turns"][0]["take"] == ["3g 2* once 1a2b each 1a on 2", "1x 2*"]
    again = read_text(record_text(whole))
    assert again.warnings == ()
    assert record_text(again) == record_text(whole) == record_text(self_contained(again))


def test_placeholder_values_stay_marked() -> None:
    whole = self_contained(read_text(HEAD + 'box = "house"\n' + SEATS + TAKE))
    again = read_text(record_text(whole), "toml", "f")
    assert again.data.provenance == "placeholder"
    assert again.warnings == (
        "f:5:14: provenance: the cards and boards written here are placeholder; "
        "they are not the printed ones",
    )
    # What is not written out is no reason for the mark.
    own = SEATS.replace("[[players]]", '[[players]]\nstart = "4a"\neach = "2a"')
    plain_text = HEAD + 'box = "house"\n' + own + TURN + 'take = ["1x 2*"]\n'
    assert self_contained(read_text(plain_text)).data.provenance is None


def test_written_elsewhere_it_takes_the_values_along(folder: Path) -> None:
    record = read_record(folder / "game.toml")
    write_record(record, folder / "again.toml")
    assert tomllib.loads((folder / "again.toml").read_text())["box"] == "mine/box.toml"
    for ending in ("toml", "json"):
        target = folder / "away" / f"game.{ending}"
        write_record(record, target)
        assert plain(read_record(target)) == plain(self_contained(record))


def test_house_is_only_named(tmp_path: Path) -> None:
    text = HEAD + 'box = "house"\ndeck = "house"\n' + SEATS + TAKE
    target = tmp_path / "game.toml"
    write_record(read_text(text), target)
    assert tomllib.loads(target.read_text()) == tomllib.loads(text)


def test_a_record_without_deck_and_box_is_complete() -> None:
    record = read_text(GOOD)
    assert self_contained(record) is record


# A deck that is not filled in to its end.

REAL = "1x 77* each 9a"  # in no deck here


@pytest.mark.parametrize("filled", [0, 12, CARDS - 1, CARDS])
def test_a_deck_refuses_a_card_only_when_it_is_filled_in_to_its_end(
    filled: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert call("box", "new", "mine").status == 0
    box, deck = Path("mine", "box.toml"), Path("mine", "deck.csv")
    boards = box.read_text().replace('start = ""', 'start = "4a3b"')
    box.write_text(boards.replace('each = ""', 'each = "2a2b"'))
    if filled:
        rows = [*load_deck("house").rows[:filled], *map(str, range(filled, CARDS))]
        cards = [row if isinstance(row, Card) else Card(name=f"free-{row}") for row in rows]
        deck.write_text(deck_text(Deck("deck", "transcribed", tuple(cards))))
    play = typing(monkeypatch, "play", "game.toml")
    new = ("--player", "Ana", "--player", "Ben", "--box", box)
    out = play(f"d3+b-d4\n{REAL}{' !' * (filled == CARDS)}\nd3\n", *new).out
    assert ("card-pile" in out) is (filled == CARDS)
    assert [turn.take for turn in read_record("game.toml").data.turns or ()] == [[REAL]]
    play("a4-b4-c4_b-d4_b\n2x 77* each 9a\n")
    checked = call("check", "game.toml")
    assert checked.status == 0
    note = f"deck has {filled} of {CARDS} cards: those it lacks were not checked"
    assert " ".join(checked.out.split()).count(note) == (filled < CARDS)
