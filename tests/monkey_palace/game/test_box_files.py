"""Box files: what is entered, what is missing, every fault with its place; the house box."""

from __future__ import annotations

import pickle
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from palace.core.errors import InputError
from palace.files.document import parse_document
from palace.monkey_palace.game.box import BOX, SEATS, Board, Box, load_box
from palace.monkey_palace.game.deck import load_deck
from palace.monkey_palace.kernel.ground import SHIPPED, load_map
from palace.monkey_palace.kernel.supply import Supply

HEAD = 'format = 1\nname = "mine"\nprovenance = "transcribed"\n'
BOARD = '[[boards]]\nnumber = {}\nstart = "4a"\neach = "2a2b"\n'
DECK = "# provenance: transcribed\nid,cost,colour,bananas,once,each\n"

FAULTS = {
    "a = 1": [
        "f:1:1: format: this key is missing; add format = 1",
        "f:1:1: name: this key is missing; add name = ...",
        "f:1:1: provenance: this key is missing; add provenance = ...",
    ],
    HEAD.replace("transcribed", "guessed"): [
        "f:3:14: provenance: 'guessed' is not known; expected 'placeholder' or 'transcribed'"
    ],
    HEAD + "bords = 3\n": ["f:4:1: bords: this key is not known; did you mean boards?"],
    HEAD + 'deck = 3\nmaps = "map-1"\nboards = 4\n': [
        "f:4:8: deck: 3 does not fit; expected a text in quotes",
        "f:5:8: maps: 'map-1' does not fit; expected a list",
        "f:6:10: boards: 4 does not fit; expected a list",
    ],
    HEAD + 'deck = "hause"\nmaps = ["map-1", "map-7", 3, "map-1"]\n': [
        "f:4:8: deck: there is no deck 'hause'; did you mean house? name house or a .csv file",
        "f:5:18: maps[2]: there is no map 'map-7'; did you mean map-4? name map-1, map-2, map-3, "
        "map-4 or a .toml file",
        "f:5:27: maps[3]: 3 does not fit; expected a text in quotes",
        "f:5:30: maps[4]: two maps are called map-1; give each a name of its own",
    ],
    HEAD + BOARD.format(1) + BOARD.format(5) + BOARD.format(1): [
        "f:9:10: boards[2].number: 5 is too large; at most 4",
        "f:13:10: boards[3].number: two boards have the number 1; give each another",
    ],
    HEAD + BOARD.format(1).replace("4a", "4x") + "eech = 3\n": [
        "f:6:11: boards[1].start: no piece after 4; expected a (arch), b (brick) or c (column)",
    ],
    HEAD + BOARD.format(1) + "eech = 3\n": [
        "f:8:1: boards[1].eech: this key is not known; did you mean each?"
    ],
    HEAD + 'deck = "no.csv"\nmaps = ["no.toml"]\n': [
        "f:4:8: deck: no.csv: there is no such file; check the path",
        "f:5:9: maps[1]: no.toml: there is no such file; check the path",
    ],
}


def box(text: str, folder: Path = Path()) -> Box:
    return BOX.read(parse_document(text, "toml", "f"), folder)


@pytest.mark.parametrize("text", FAULTS, ids=range(len(FAULTS)))
def test_faults(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError) as caught:
        box(text)
    assert str(caught.value).split("\n") == FAULTS[text]


def test_the_files_of_a_box_are_found_from_it(tmp_path: Path) -> None:
    (tmp_path / "box.toml").write_text(HEAD + 'deck = "d/deck.csv"\nmaps = ["map-2"]\n')
    (tmp_path / "d").mkdir()
    (tmp_path / "d" / "deck.csv").write_text(DECK + "7,3,g,2,,\n")
    found = load_box(tmp_path / "box.toml")
    assert found.deck is not None
    assert (found.deck.name, list(found.deck.cards)) == ("deck", ["7"])
    assert found.maps == (load_map("map-2"),)


def test_faults_of_its_files_have_their_place_in_them(tmp_path: Path) -> None:
    deck, sheet = tmp_path / "deck.csv", tmp_path / "sheet.toml"
    (tmp_path / "box.toml").write_text(HEAD + 'deck = "deck.csv"\nmaps = ["sheet.toml"]\nx = 1\n')
    deck.write_text(DECK + "7,3,g,x,,\n")
    sheet.write_text('name = "1"')
    with pytest.raises(InputError) as caught:
        load_box(tmp_path / "box.toml")
    lines = str(caught.value).split("\n")
    assert lines[0] == f"{tmp_path}/box.toml:6:1: x: this key is not known"
    said = f"{deck}:3:7: bananas: 'x' does not fit; expected a whole number from 0 to 999"
    assert lines[1] == said
    assert lines[2].startswith(f"{sheet}:1:1: the key ")


def test_boards() -> None:
    text = HEAD + BOARD.format(2) + BOARD.format(1) + 'provenance = "placeholder"\n'
    found = box(text + '[[boards]]\nnumber = 3\nstart = ""\neach = "2a"\n[[boards]]\nnumber = 4\n')
    assert dict(found.boards) == {
        2: Board(2, Supply(4), Supply(2, 2), "transcribed"),
        1: Board(1, Supply(4), Supply(2, 2), "placeholder"),
    }
    assert found.started == (3, 4)


MISSING: dict[str, list[str]] = {
    HEAD: [
        "no deck is named, the box has 67 cards",
        "boards not entered: 1 2 3 4",
        "none of 4 maps entered",
    ],
    HEAD + 'deck = "house"\nmaps = ["map-1", "map-2", "map-3", "map-4"]\n'
    + "".join(map(BOARD.format, SEATS)): [
        "the cards of the deck house are placeholder",
        "maps that are placeholder: map-1 map-2 map-3 map-4",
    ],
    HEAD.replace("transcribed", "placeholder") + 'maps = ["map-1"]\n' + BOARD.format(3)
    + "[[boards]]\nnumber = 4\n": [
        "no deck is named, the box has 67 cards",
        "boards 4: starting pieces, delivery",
        "boards not entered: 1 2",
        "boards that are placeholder: 3",
        "1 of 4 maps entered",
        "maps that are placeholder: map-1",
    ],
}  # fmt: skip


@pytest.mark.parametrize("text", MISSING, ids=["nothing", "all", "some"])
def test_what_is_missing(text: str) -> None:
    assert [*BOX.missing(box(text))] == MISSING[text]


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ("", ["0 of 67 cards are filled in", "piles without a card: 1x 2x 3l 3d 3g 4l 4d 4g 5l 5d "
              "5g 6x"]),
        ("7,3,g,2,,\n8,3,g,,,\n", ["1 of 67 cards are filled in, 1 prepared row is left",
                                   "piles without a card: 1x 2x 3l 3d 4l 4d 4g 5l 5d 5g 6x"]),
        ("7,3,g,2,,\n8,,,,,\n9,,,,,\n", ["1 of 67 cards are filled in, 2 prepared rows are left",
                                         "piles without a card: 1x 2x 3l 3d 4l 4d 4g 5l 5d 5g "
                                         "6x"]),
        ("HOUSE", []),
        ("HOUSE7,3,g,2,,\n", ["68 of 67 cards are filled in"]),
        ("HOUSE7,3,g,,,\n", []),
    ],
)  # fmt: skip
def test_what_is_missing_of_a_deck(tmp_path: Path, rows: str, said: list[str]) -> None:
    house = "".join(
        f"{name},{card.cost},{card.colour},{card.bananas},,\n"
        for name, card in load_deck("house").cards.items()
    )
    (tmp_path / "deck.csv").write_text(DECK + rows.replace("HOUSE", house))
    text = HEAD + 'deck = "deck.csv"\n' + "".join(map(BOARD.format, SEATS))
    assert [*BOX.missing(box(text, tmp_path))] == [*said, "none of 4 maps entered"]


def test_a_box_is_a_value() -> None:
    for found in (load_box("house"), box(HEAD + BOARD.format(1))):
        assert found.boards
        assert pickle.loads(pickle.dumps(found)) == found
        assert hash(found) == hash(pickle.loads(pickle.dumps(found)))
    house = load_box("house")
    assert eval(repr(house), {"load_box": load_box}) == house
    bare = box(HEAD + BOARD.format(1))
    assert eval(repr(bare), {"Box": Box, "Board": Board, "Supply": Supply}) == bare
    for other in (replace(house, maps=()), replace(house, name="mine")):
        assert repr(other).startswith(f"Box({other.name!r}, 'placeholder', ")
    assert house.deck is not None
    deck = replace(house.deck, rows=house.deck.rows[:1])
    assert repr(deck).startswith("Deck('house', 'placeholder', (Card(")
    assert repr(replace(house.deck, name="mine")).startswith("Deck('mine', 'placeholder', (Card(")


def test_what_a_record_of_a_box_holds() -> None:
    bare = box(HEAD + BOARD.format(2) + "[pieces]\narch = 70\n" + '[rulings]\nspiral = "turn"\n')
    assert BOX.record(bare) == {
        "cards": 0, "piles": {}, "deck": None, "maps": [],
        "boards": [{
            "number": 2, "provenance": "transcribed",
            "start": {"arch": 4, "brick": 0, "column": 0},
            "each": {"arch": 2, "brick": 2, "column": 0},
        }],
        "pieces": {"arch": 70}, "rulings": {"spiral": "turn"},
    }  # fmt: skip
    house = BOX.record(load_box("house"))
    piles, deck = house["piles"], house["deck"]
    assert isinstance(piles, dict)
    assert isinstance(deck, dict)
    assert (house["cards"], len(piles)) == (67, 12)
    assert piles["6x"] == {"filled": len(load_deck("house").piles[6, "x"]), "prepared": 0}
    assert (deck["name"], deck["provenance"], deck["unfilled"]) == ("house", "placeholder", [])
    card = load_deck("house").card("g3-1")
    assert next(one for one in deck["cards"] if one["id"] == "g3-1") == {
        "id": "g3-1", "cost": 3, "colour": "g", "bananas": card.bananas,
        "once": card.once.named(), "each": card.each.named(),
    }  # fmt: skip
    assert house["maps"] == [{"name": name, "provenance": "placeholder"} for name in SHIPPED]


def test_what_is_entered_of_a_box_row_by_row(tmp_path: Path) -> None:
    (tmp_path / "deck.csv").write_text(DECK + "7,3,g,2,1a2b,1c\n8,1,x,0,,\n9,2,x,,,\n10,,,,,\n")
    text = HEAD + 'deck = "deck.csv"\nmaps = ["map-1"]\n' + BOARD.format(1)
    text += '[[boards]]\nnumber = 2\n[pieces]\narch = 70\n[rulings]\nspiral = "turn"\n'
    parts = BOX.parts(box(text, tmp_path))
    rows = {row.label: (part.title, row) for part in parts for row in part.rows}

    def drawn(label: str) -> list[str]:
        lines = rows[label][1].lines
        assert lines is not None
        return [*lines()]

    assert {label: title for label, (title, _) in rows.items() if title.count(" ") > 1} == {
        "7": "3g  3 credits, gold", "8": "1x  1 credit, multicolour",
        "9": "2x  2 credits, multicolour", "10": "no pile yet",
    }  # fmt: skip
    assert drawn("7") == ["3g  **", "once  abb", "each  c"]
    assert drawn("8") == ["1x  0*", "once  -", "each  -"]
    assert drawn("1") == ["start aaaa", "each  aabb"]
    assert drawn("2") == []
    knobs = len(load_map("map-1").colours)
    assert drawn("map-1")[0] == f"{knobs} knobs"
    assert [(p.one, p.many) for p in parts[-4:]] == [
        ("board", "boards"), ("map", "maps"), ("number of pieces", "numbers of pieces"),
        ("ruling of the rule book", "rulings of the rule book"),
    ]  # fmt: skip
    assert [rows[label][1].lacks for label in "98"] == [
        ("its values",), (),
    ]  # fmt: skip
    assert [(p.one, p.many, p.rows) for p in BOX.parts(box(HEAD))[:1]] == [("card", "cards", ())]
    assert [p.many for p in BOX.parts(box(HEAD))] == ["cards", "boards", "maps"]


def test_cards_of_a_box_file_stand_beside_its_deck(tmp_path: Path) -> None:
    (tmp_path / "deck.csv").write_text(DECK + "7,3,g,2,,\n")
    card = '[[cards]]\nid = "{}"\ncard = "{}"\n'
    head = HEAD + 'deck = "deck.csv"\n'
    found = box(head + card.format("8", "1x 2*"), tmp_path)
    assert found.deck is not None
    assert [*found.deck.cards] == ["7", "8"]
    with pytest.raises(InputError) as caught:
        box(head + card.format("7", "1x 2*") + card.format("8", "2g 2*"), tmp_path)
    assert str(caught.value).split("\n") == [
        "f:6:6: cards[1].id: card 7 is in the deck deck already; give it another",
        "f:10:8: cards[2].card: 2g is no pile of the rules; the piles are 1x 2x 3l 3d 3g 4l 4d 4g "
        "5l 5d 5g 6x",
    ]


def test_boxes_that_are_not_there() -> None:
    for name, said in {
        "hause": "there is no box 'hause'; did you mean house? name house or a .toml file",
        "mine.csv": "there is no box 'mine.csv'; name house or a .toml file",
        "no/box.toml": "no/box.toml: there is no folder no; check the path",
    }.items():
        with pytest.raises(InputError) as caught:
            load_box(name)
        assert str(caught.value) == said


# The house box.


def test_the_house_box_is_whole_and_all_placeholder() -> None:
    house = load_box("house")
    assert house.title == "house (placeholder)"
    assert house.deck == load_deck("house")
    assert house.maps == tuple(map(load_map, SHIPPED))
    assert all("placeholder" in sentence for sentence in BOX.missing(house))
    assert all(board.placeholder for board in house.boards.values())


def test_house_boards_grow_with_the_seat() -> None:
    boards = load_box("house").boards
    assert list(boards) == list(SEATS)
    starts = [boards[seat].start for seat in SEATS]
    for fewer, more in pairwise(starts):
        assert more.covers(fewer)
        assert more != fewer
    # Examples of the rules: player 1 has two arches at least, player 2 a brick too.
    assert starts[0].covers(Supply(2))
    assert starts[1].covers(Supply(2, 1))
