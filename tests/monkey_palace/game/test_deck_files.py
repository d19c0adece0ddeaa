"""Deck files: what spreadsheets write is read, every fault has its place, writing reads back."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palace.core.errors import InputError
from palace.monkey_palace.game.cards import PILES, Card
from palace.monkey_palace.game.deck import (
    Deck,
    load_deck,
    parse_deck,
)
from palace.monkey_palace.kernel.supply import NOTHING, Supply
from tests.decks import deck_text

HEAD = "id,cost,colour,bananas,once,each\n"
SEVEN = Card(3, "g", 2, Supply(1, 2), Supply(1), name="7")
PILE_NAMES = "1x 2x 3l 3d 3g 4l 4d 4g 5l 5d 5g 6x"

READ = {
    HEAD + "7,3,g,2,1a2b,1a\n": [SEVEN],
    "\ufeff" + HEAD + "7,3,g,2,1a2b,1a": [SEVEN],
    HEAD.replace(",", ";") + "7;3;g;2;1a2b;1a\n": [SEVEN],
    HEAD.replace(",", "\t") + "7\t3\tg\t2\t1a2b\t1a\n": [SEVEN],
    (HEAD + "7,3,g,2,1a2b,1a\n").replace("\n", "\r\n"): [SEVEN],
    (HEAD + "7,3,g,2,1a2b,1a\n").replace("\n", "\r"): [SEVEN],
    '"id","cost","colour","bananas","once","each"\n"7","3","gold","2","1a2b","1a"\n': [SEVEN],
    HEAD + '7 , 3 , Gold ," 2 ","2b\n1a",1A\n': [SEVEN],
    " ID ,Cost,COLOUR,Bananas,Once,Each\n07,03,G,002,1a2b,1a\n":
        [Card(3, "g", 2, Supply(1, 2), Supply(1), name="07")],
    "each,once,bananas,colour,cost,id\n1a,1a2b,2,g,3,7\n": [SEVEN],
    # Blank rows, rows that are notes, trailing columns and columns that are notes.
    "\n,,,\n" + HEAD.replace("\n", ",,\n") + ",,,,,,,\n7,3,g,2,1a2b,1a,,\n\n \n": [SEVEN],
    '# mine,"a note"\n' + HEAD + "#7,8\n7,3,g,2,1a2b,1a\n": [SEVEN],
    "id,cost,#x,colour,bananas,once,each,# seen\n7,3,?,g,2,1a2b,1a,yes\n": [SEVEN],
    # A short row, and one whose deliveries are nothing.
    HEAD + "8,1,x,0\n9,1,multicolour,0,0a,\n":
        [Card(1, "x", 0, name="8"), Card(1, "x", 0, name="9")],
    # Prepared, not filled in.
    HEAD + "7,3,g,,,\n8\n": [Card(3, "g", name="7"), Card(name="8")],
    HEAD: [],
    "sep=;\n" + HEAD.replace(",", ";") + "7;3;g;2;1a2b;1a\n": [SEVEN],
}  # fmt: skip

WORDS = {
    "l": "l", "D": "d", "g": "g", "x": "x", "light": "l", "dark": "d", "gold": "g", "multi": "x",
    "Light Green": "l", "dark  green": "d", "multicolour": "x", "multicolor": "x",
}  # fmt: skip

NUMBER = "a whole number from"
COLOURS = "l light green, d dark green, g gold, x multicolour"

FAULTS = {
    HEAD + ",3,g,2,,": ["f:2:1: id: this cell is empty; give every card an id of its own"],
    HEAD + "a/b,3,g,2,,": ["f:2:1: id: 'a/b' is no id; 1 to 40 letters, digits, dots, - and _"],
    HEAD + "7,3,g,2,,\n8,1,x,0,,\n 7,1,x,0,,":
        ["f:4:2: id: card 7 is in line 2 already; give every card an id of its own"],
    HEAD + "7,,g,2,,": [f"f:2:3: cost: this cell is empty; write {NUMBER} 1 to 6"],
    HEAD + "7,7,g,2,,": [f"f:2:3: cost: '7' does not fit; expected {NUMBER} 1 to 6"],
    HEAD + "7,3.0,g,2,,": [f"f:2:3: cost: '3.0' does not fit; expected {NUMBER} 1 to 6"],
    HEAD + "7,\u0663,g,2,,": [f"f:2:3: cost: '\u0663' does not fit; expected {NUMBER} 1 to 6"],
    HEAD + "7,3,,2,,": [f"f:2:5: colour: this cell is empty; expected {COLOURS}"],
    HEAD + "7,3,red,2,,": [f"f:2:5: colour: 'red' is no colour; expected {COLOURS}"],
    HEAD + "7,3,goold,2,,": [f"f:2:5: colour: 'goold' is no colour; did you mean gold? {COLOURS}"],
    HEAD + "7,3,q,,,": [f"f:2:5: colour: 'q' is no colour; expected {COLOURS}"],
    HEAD + "7,3,x,2,,": [f"f:2:3: cost: 3x is no pile of the rules; the piles are {PILE_NAMES}"],
    HEAD + "7,1,g,,,": [f"f:2:3: cost: 1g is no pile of the rules; the piles are {PILE_NAMES}"],
    HEAD + "7,3,g,,1a,": [f"f:2:7: bananas: this cell is empty; write {NUMBER} 0 to 999"],
    HEAD + "7,3,g,-1,,": [f"f:2:7: bananas: '-1' does not fit; expected {NUMBER} 0 to 999"],
    HEAD + "7,3,g,2,1a2x,":
        ["f:2:12: once: no piece after 2; expected a (arch), b (brick) or c (column)"],
    HEAD + '7,3,g,2,,"1a1a"': ["f:2:14: each: a is there twice; expected each letter once"],
    HEAD + "7,3,g,2,,,,new":
        ["f:2:12: 'new' is under no column; name the column, with # before it for notes"],
    "id,cost,color,bananas,once,each\n7,3,red,2":
        ["f:1:9: there is no column 'color'; did you mean colour?"],
    "id,cost,colour,bananas,once,once,why\n": [
        "f:1:1: the column each is missing; the header is id,cost,colour,bananas,once,each",
        "f:1:29: two columns are called once; take one of them out",
        "f:1:34: there is no column 'why'; put # before the name of a note",
    ],
    "7,3\n": [
        "f:1:1: there is no column '7'; put # before the name of a note",
        *(f"f:1:1: the column {name} is missing; the header is id,cost,colour,bananas,once,each"
          for name in HEAD.strip().split(",")),
        "f:1:3: there is no column '3'; put # before the name of a note",
    ],
    "# only notes\n\n":
        ["f:1:1: there is no header; begin with the row id,cost,colour,bananas,once,each"],
    "# provenance: ours\n" + HEAD:
        ["f:1:15: provenance: 'ours' is not known; it is placeholder or transcribed"],
    "": ["f: the file is empty; write something into it, or name another"],
    "a\0": ["f:1:2: a NUL byte, so this is no text; save it as UTF-8 text"],
    HEAD + '7,3,g,"2,,\n': ['f:2:7: this quote is never closed; close it with "'],
    HEAD + '7,3,"g" old,2,,\n': ['f:2:8: something follows the closing quote; write " in it twice'],
    # Everything at once, in the order of the file; a cell with a line end counts as two lines.
    HEAD + '"7\n",9,q,,1,\n,3,g,2,2q,,z\n': [
        f"f:3:3: cost: '9' does not fit; expected {NUMBER} 1 to 6",
        f"f:3:5: colour: 'q' is no colour; expected {COLOURS}",
        f"f:3:7: bananas: this cell is empty; write {NUMBER} 0 to 999",
        "f:3:9: once: no piece after 1; expected a (arch), b (brick) or c (column)",
        "f:4:1: id: this cell is empty; give every card an id of its own",
        "f:4:9: once: no piece after 2; expected a (arch), b (brick) or c (column)",
        "f:4:12: 'z' is under no column; name the column, with # before it for notes",
    ],
}  # fmt: skip


@pytest.mark.parametrize("text", READ, ids=range(len(READ)))
def test_read(text: str) -> None:
    assert parse_deck(text).rows == tuple(READ[text])


@pytest.mark.parametrize("word", WORDS)
def test_colours(word: str) -> None:
    cost = 1 if WORDS[word] == "x" else 3
    assert parse_deck(f"{HEAD}7,{cost},{word},1,,\n").card("7").colour == WORDS[word]


@pytest.mark.parametrize("text", FAULTS, ids=range(len(FAULTS)))
def test_faults(text: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_deck(text, "f")
    assert str(caught.value).split("\n") == FAULTS[text]


@pytest.mark.parametrize(
    ("note", "provenance"),
    [
        ("", "placeholder"),
        ("# provenance: transcribed\n", "transcribed"),
        ("#Provenance = Transcribed;;;;\n", "transcribed"),
        ('"# provenance: transcribed",,,\n', "transcribed"),
        ("# provenance: placeholder\n", "placeholder"),
    ],
)
def test_provenance(note: str, provenance: str) -> None:
    header = HEAD.replace(",", ";") if ";" in note else HEAD
    assert parse_deck(note + header).provenance == provenance


def test_long_cells_are_cut_in_messages() -> None:
    with pytest.raises(InputError) as caught:
        parse_deck(HEAD + ",".join(["x" * 5000] * 6), "f")
    assert max(len(line) for line in str(caught.value).split("\n")) < 250


def test_a_text_far_longer_than_a_deck() -> None:
    with pytest.raises(InputError) as caught:
        parse_deck(HEAD + "," * 200_000, "f")
    assert str(caught.value) == (
        "f: too long for a deck: 200,033 characters; at most 200,000 are read"
    )


def test_files(tmp_path: Path) -> None:
    file = tmp_path / "mine.csv"
    deck = parse_deck(
        "# provenance: transcribed\n" + HEAD + "7,3,g,2,1a2b,1a\n8,,,,,\n", "", "mine"
    )
    file.write_text(deck_text(deck), encoding="utf-8")
    assert load_deck(file) == deck
    file.write_text(deck_text(load_deck("house")), encoding="utf-8")
    assert load_deck(file).rows == load_deck("house").rows
    assert load_deck(file).placeholder


def test_files_that_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("deck.csv").write_bytes(HEAD.encode() + b"7,3,gr\xfcn")
    Path("deck.ods").write_text("")
    Path("wide.csv").write_bytes("id,cost".encode("utf-16"))
    Path("folder.csv").mkdir()
    for name, said in {
        "deck.csv": "deck.csv:2:7: byte 0xFC is not UTF-8; save it as UTF-8 text",
        "wide.csv": "wide.csv: this is UTF-16 text; save it as UTF-8 text",
        "dek.csv": "dek.csv: there is no such file; did you mean deck.csv?",
        "folder.csv": "folder.csv: this is a folder; name a .csv file in it",
        "no/deck.csv": "no/deck.csv: there is no folder no; check the path",
        "hause": "there is no deck 'hause'; did you mean house? name house or a .csv file",
        "deck.ods": "there is no deck 'deck.ods'; name house or a .csv file",
    }.items():
        with pytest.raises(InputError) as caught:
            load_deck(name)
        assert str(caught.value) == said


def test_a_deck_is_written_as_it_is_read() -> None:
    text = "# provenance: transcribed\n" + HEAD + "7,3,g,2,1a2b,1a\n8,1,x,0,,\n9,3,g,,,\n10,,,,,\n"
    assert deck_text(parse_deck(text)) == text


supplies = st.just(NOTHING) | st.builds(Supply, *3 * [st.integers(0, 99)])
ids = st.text("aZ09_.-", min_size=1, max_size=8)
filled = st.builds(
    lambda pile, bananas, once, each: Card(pile[0], pile[1], bananas, once, each),
    st.sampled_from(PILES), st.integers(0, 999), supplies, supplies,
)  # fmt: skip
blank = st.sampled_from([Card(), *(Card(cost, colour) for cost, colour in PILES)])
decks = st.builds(
    lambda word, cards: Deck(
        "deck", word, tuple(Card(c.cost, c.colour, c.bananas, c.once, c.each, name=name)
                            for name, c in cards.items())),
    st.sampled_from(["placeholder", "transcribed"]),
    st.dictionaries(ids, filled | blank, max_size=12),
)  # fmt: skip


@given(decks, st.sampled_from(",;\t"), st.booleans(), st.sampled_from(["\n", "\r\n", "\r"]))
def test_writer_and_reader_agree(deck: Deck, separator: str, quoted: bool, end: str) -> None:
    text = deck_text(deck)
    assert parse_deck(text) == deck
    assert deck_text(parse_deck(text)) == text
    rows = [line.split(",") for line in text.splitlines()]
    cells = [[f'"{cell}"' if quoted else cell for cell in row] for row in rows]
    assert parse_deck(end.join(separator.join(row) for row in cells)) == deck


@given(st.text(alphabet='#id,cost;colour"\n\r 07gx\tbananas1a', max_size=60), st.booleans())
def test_any_text_is_a_deck_or_has_faults_in_it(text: str, headed: bool) -> None:
    text = HEAD + text if headed else text
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    try:
        deck = parse_deck(text, "f")
    except InputError as error:
        for problem in error.problems:
            if problem.where != "f":
                _, line, column = problem.where.split(":")
                assert 1 <= int(line) <= len(lines)
                assert 1 <= int(column) <= len(lines[int(line) - 1]) + 1
            assert "\n" not in str(problem)
    else:
        assert parse_deck(deck_text(deck)) == deck
