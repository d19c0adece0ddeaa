"""`palace box`: templates, what is wrong, what is missing, what there is."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from palace.monkey_palace.entry import GAME
from palace.monkey_palace.game.cards import CARDS, PILES
from palace.monkey_palace.game.deck import load_deck
from palace.monkey_palace.kernel.ground import load_map
from tests.calls import call, refusal
from tests.paths import GOLDEN

assert GAME.keeping is not None
KEEPING = GAME.keeping()

FILES = ["box.toml", "deck.csv", "sheet-1.toml"]
UNFILLED = [
    "0 of 67 cards are filled in, 67 prepared rows are left",
    "piles without a card: 1x 2x 3l 3d 3g 4l 4d 4g 5l 5d 5g 6x",
    "boards 1, 2, 3, 4: starting pieces, delivery",
    "none of 4 maps entered",
]


def test_a_new_box_says_what_is_missing() -> None:
    called = call("box", "new", "mine")
    assert (called.status, called.err) == (0, "")
    assert called.out.splitlines()[:3] == [f"wrote mine/{name}" for name in FILES]
    assert "not\nknown here: 5 rows are prepared for each, 7 are free" in called.out
    assert sorted(file.name for file in Path("mine").iterdir()) == FILES
    for path in ("mine", "mine/box.toml"):
        checked = call("box", "check", path)
        assert (checked.status, checked.err) == (0, "")
        assert checked.out.startswith("my box: 0 of 67 cards, 0 of 4 boards, 0 of 4 maps\n")
        assert "  3g  3 credits, gold: 0 filled in, 5 prepared\n" in checked.out
        said = [line for line in checked.out.splitlines() if line.startswith("missing: ")]
        assert said == [f"missing: {sentence}" for sentence in UNFILLED]
    data = call("box", "check", "mine", "--json").json
    assert data["missing"] == UNFILLED
    assert (data["complete"], data["cards"], data["name"]) == (False, 0, "my box")
    assert data["piles"]["3g"] == {"filled": 0, "prepared": 5}
    assert data["maps"] == [{"name": "sheet-1", "provenance": "placeholder"}]


def test_a_new_deck_has_a_row_for_every_card() -> None:
    call("box", "new", "mine")
    deck = load_deck("mine/deck.csv")
    assert deck.rows == load_deck(GOLDEN / "box/monkey-palace/new/deck.csv").rows
    assert len(deck.unfilled) == CARDS
    piles = [(card.cost, card.colour) for card in deck.rows]
    assert [piles.count(pile) for pile in PILES] == [5] * 12
    assert piles.count((None, None)) == CARDS - 60
    assert "not known here" in Path("mine/deck.csv").read_text()


def test_a_new_map_is_ours_and_says_so() -> None:
    call("box", "new", "mine")
    ground = load_map("mine/sheet-1.toml")
    assert (ground.name, ground.placeholder) == ("sheet-1", True)
    assert ground.rows == load_map("map-1").rows


def test_a_box_filled_in() -> None:
    call("box", "new", "mine")
    rows = ["# provenance: transcribed", "id,cost,colour,bananas,once,each"]
    cards = load_deck("house").cards.values()
    rows += [f"{n},{card.cost},{card.colour},1,," for n, card in enumerate(cards)]
    Path("mine/deck.csv").write_text("\n".join(rows))
    sheet = Path("mine/sheet-1.toml").read_text().replace('"placeholder" ', '"transcribed" ')
    for number in range(1, 5):
        Path(f"mine/sheet-{number}.toml").write_text(sheet.replace("sheet-1", f"sheet-{number}"))
    text = Path("mine/box.toml").read_text().replace('""', '"2a"')
    names = ", ".join(f'"sheet-{number}.toml"' for number in range(1, 5))
    Path("mine/box.toml").write_text(text.replace('["sheet-1.toml"]', f"[{names}]"))
    checked = call("box", "check", "mine")
    assert (checked.status, checked.err) == (0, "")
    assert checked.out.splitlines()[-1] == "nothing is missing"
    assert call("box", "check", "mine", "--json").json["complete"] is True
    assert "placeholder" not in call("box", "show", "mine").out


@pytest.mark.parametrize("name", FILES)
def test_nothing_is_overwritten(name: str) -> None:
    Path("mine").mkdir()
    Path("mine", name).write_text("mine")
    assert refusal("box", "new", "mine") == [
        f"mine/{name}: this file exists; choose another folder"
    ]
    assert [file.name for file in Path("mine").iterdir()] == [name]
    assert Path("mine", name).read_text() == "mine"


def test_folders_that_cannot_be_made() -> None:
    Path("file").write_text("")
    assert refusal("box", "new", "file") == ["file: this is a file; name a folder"]
    assert refusal("box", "new", "no/mine") == [
        "no/mine: there is no folder no; create it, or choose another"
    ]
    assert refusal("box", "new", "file/mine") == [
        "file/mine: cannot be made: Not a directory; choose another folder"
    ]
    assert call("box", "new", ".", "--json").json == {"files": FILES}


def test_the_house_box_is_shown_as_a_placeholder() -> None:
    called = call("box", "show")
    assert called.out == call("box", "show", "house").out
    lines = called.out.splitlines()
    assert lines[0] == "house (placeholder): 67 of 67 cards, 4 of 4 boards, 4 of 4 maps"
    assert lines[2] == "1x  1 credit, multicolour: 8 cards"
    assert [line[:11] for line in lines[3:8]] == [
        "┌─ x1-1 ──┐", "│ 1x  0*  │", "│ once  - │", "│ each  a │", "└─────────┘",
    ]  # fmt: skip
    assert "6x  6 credits, multicolour: 6 cards" in lines
    assert "│ start aaaabbbbc         │ │ start aaaabbbbbc        │" in lines
    assert "┌─ board 3 (placeholder) ─┐ ┌─ board 4 (placeholder) ─┐" in lines
    assert lines[-1] == "placeholder: of our own design; the printed ones are not known here"
    data = call("box", "show", "--json").json
    assert data["provenance"] == data["deck"]["provenance"] == "placeholder"
    assert len(data["deck"]["cards"]) == 67
    assert data["deck"]["cards"][1] == {
        "id": "x1-2", "cost": 1, "colour": "x", "bananas": 0,
        "once": {"arch": 0, "brick": 0, "column": 1}, "each": {"arch": 0, "brick": 1, "column": 0},
    }  # fmt: skip
    assert data["boards"][0] == {
        "number": 1, "start": {"arch": 4, "brick": 3, "column": 0},
        "each": {"arch": 2, "brick": 2, "column": 0}, "provenance": "placeholder",
    }  # fmt: skip
    assert [entry["name"] for entry in data["maps"]] == [f"map-{n}" for n in range(1, 5)]


def test_the_house_box_misses_only_what_is_printed() -> None:
    data = call("box", "check", "house", "--json").json
    assert data["complete"] is False
    assert all("placeholder" in sentence for sentence in data["missing"])


def test_a_box_without_a_deck() -> None:
    Path("box.toml").write_text('format = 1\nname = "bare"\nprovenance = "transcribed"\n')
    assert call("box", "show", "box.toml").out.strip() == (
        "bare: 0 of 67 cards, 0 of 4 boards, 0 of 4 maps"
    )
    assert call("box", "show", ".", "--json").json["deck"] is None
    assert call("box", "check", ".", "--json").json["piles"] == {}
    assert "missing: no deck is named, the box has 67 cards\n" in call("box", "check", ".").out


def test_refusals() -> None:
    call("box", "new", "mine")
    deck = Path("mine/deck.csv")
    deck.write_text(deck.read_text().replace("\n1,1,x,", "\n1,9,q,").replace("id,", "id,colr,"))
    assert refusal("box", "check", "mine") == [
        "mine/deck.csv:8:4: there is no column 'colr'; did you mean colour?"
    ]
    deck.write_text(deck.read_text().replace("colr,", ""))
    for verb in ("check", "show"):
        for path in ("mine", "mine/box.toml"):
            lines = refusal("box", verb, path)
            assert lines == refusal("box", verb, path, "--json")
            assert [line.split(": ")[0] for line in lines] == [
                "mine/deck.csv:9:3", "mine/deck.csv:9:5"
            ]  # fmt: skip
    assert refusal("box", "show", "") == [
        "box show: there is no box ''; name house or a .toml file"
    ]
    assert refusal("box", "check", "hause") == [
        "box check: there is no box 'hause'; did you mean house? name house or a .toml file"
    ]
    assert refusal("box", "show", "mine/deck.csv") == [
        "box show: there is no box 'mine/deck.csv'; name house or a .toml file"
    ]
    Path("empty").mkdir()
    assert refusal("box", "check", "empty") == [
        "empty/box.toml: there is no such file; check the path"
    ]
    assert refusal("box", "answer") == [
        "palace box answer: missing argument 'NAME'; see: palace box answer --help"
    ]
    assert refusal("box", "shwo") == ["palace box: no such command 'shwo'; did you mean show?"]


@pytest.mark.parametrize("verb", ["new", "check", "show", "add", "questions", "answer", "schema"])
def test_help_shows_an_example(verb: str) -> None:
    assert f"Example:  palace box {verb}" in call("box", verb, "--help").out


def test_a_game_with_the_house_box_says_placeholder() -> None:
    Path("game.toml").write_text(
        'format = 1\ngame = "monkey-palace"\nrules = "1"\nmap = "map-1"\nbox = "house"\n'
        '[[players]]\nname = "Ana"\n[[players]]\nname = "Ben"\n'
        '[[turns]]\nplayer = "Ana"\nbuild = "c4+b-d4"\ntake = ["@x2-1"]\n'
    )
    called = call("check", "game.toml")
    assert "game.toml:5:7: box: the deck in use is house (placeholder)" in called.err
    assert "game.toml:5:7: box: the boards of house are placeholder" in called.err
    assert tomllib.loads(Path("game.toml").read_text())["box"] == "house"
