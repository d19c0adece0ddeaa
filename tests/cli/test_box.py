"""`palace box`: templates, what is wrong, what is missing, what there is."""

from __future__ import annotations

import io
import tomllib
from pathlib import Path

import pytest

from palace.cli.session import learn
from palace.contract.kept import KeptBox
from palace.contract.session import Session
from palace.monkey_palace.entry import GAME
from palace.monkey_palace.game.cards import CARDS, PILES, Card, pile_name
from palace.monkey_palace.game.deck import load_deck
from palace.monkey_palace.game.state import Turn
from palace.monkey_palace.kernel.ground import load_map
from palace.monkey_palace.kernel.staircase import Staircase
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


def test_a_deck_alone() -> None:
    head = "# provenance: transcribed\nid,cost,colour,bananas,once,each\n"
    Path("deck.csv").write_text(head + "7,3,g,2,1a,\n8,3,g,,,\n")
    shown = call("box", "show", "deck.csv")
    assert shown.out.startswith("deck: 1 of 67 cards\n")
    assert "3g  3 credits, gold: 1 card\n┌─── 7 ───┐\n│ 3g  **  │\n│ once  a │\n" in shown.out
    assert shown.out.endswith("\n  not filled in: 8\n")
    data = call("box", "show", "deck.csv", "--json").json
    assert list(data) == ["game", "name", "provenance", "cards", "piles", "deck"]
    assert data["deck"]["unfilled"] == ["8"]
    data = call("box", "check", "deck.csv", "--json").json
    assert list(data) == [
        "game", "name", "provenance", "complete", "missing", "warnings", "cards", "piles", "deck"
    ]  # fmt: skip
    assert data["piles"]["3g"] == {"filled": 1, "prepared": 1}
    assert list(data["piles"]) == [pile_name(pile) for pile in PILES]
    Path("deck.csv").write_text(head.splitlines()[1])
    assert call("box", "show", "deck.csv").out.startswith("deck (placeholder): 0 of 67 cards\n")
    assert call("box", "check", "deck.csv", "--json").json["missing"][-1] == (
        "the cards of the deck deck are placeholder, until its file has # provenance: transcribed"
    )


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
        for path in ("mine", "mine/box.toml", "mine/deck.csv"):
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
    assert refusal("box", "show", "no.csv") == ["no.csv: there is no such file; check the path"]
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


# The box that is kept.

PLAYERS = ("--player", "Ana", "--player", "Ben")


def play(monkeypatch: pytest.MonkeyPatch, lines: str, *arguments: str) -> str:
    """Play with these lines typed, and return what was printed."""
    monkeypatch.setattr("sys.stdin", io.StringIO(lines))
    called = call("play", *arguments)
    assert (called.status, called.err) == (0, "")
    return called.out


def test_a_card_is_typed_once_and_then_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    boards = ("--player", "Ana:5a3b:2a2b", "--player", "Ben:5a4b:2a2b")
    out = play(monkeypatch, "c4+b-d4\n1x 0* each 1a\nquit\n", "one.toml", *boards)
    learned = "your box mine has what was typed: 1 of 67 cards, 2 of 4 boards, 0 of 4 maps"
    assert out.splitlines()[-2:] == [learned, "saved in one.toml: 1 turn"]
    out = play(monkeypatch, "c4+b-d4\nlist\n@1\nquit\n", "two.toml", *PLAYERS)
    assert "  1 @1 1x 0* each 1a\n" in out
    assert "your box" not in out
    data = tomllib.loads(Path("two.toml").read_text())
    assert data["turns"][0]["take"] == ["1x 0* each 1a"]
    assert [player["start"] for player in data["players"]] == ["5a3b", "5a4b"]
    assert data.keys() == {"format", "game", "rules", "map", "players", "turns"}
    # A card that was typed wrong is corrected once; earlier records keep their copy.
    call("box", "add", "@1", "1x", "1*", "each", "1a")
    out = play(monkeypatch, "c4+b-d4\nlist\nquit\n", "three.toml", *PLAYERS)
    assert "  1 @1 1x 1* each 1a\n" in out
    assert call("check", "two.toml", "--json").json["legal"] is True
    assert tomllib.loads(Path("two.toml").read_text()) == data
    # The game in which it was typed brings it back only on demand.
    assert "your box" not in play(monkeypatch, "quit\n", "one.toml")
    assert call("box", "add", "one.toml", "--json").json["cards"] == 2


def test_a_box_of_the_package_or_a_file_is_played_with_as_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    call("box", "add", "board 1 5a3b 2a2b")
    lines = "c4+b-d4\n@x1-1\nquit\n"
    out = play(monkeypatch, lines, "one.toml", *PLAYERS, "--box", "house")
    assert "your box" not in out
    data = tomllib.loads(Path("one.toml").read_text())
    assert (data["box"], data["turns"][0]["take"]) == ("house", ["@x1-1"])


def test_a_game_is_saved_where_its_box_cannot_be(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "file"
    file.write_text("")
    monkeypatch.setenv("XDG_DATA_HOME", str(file))
    out = play(monkeypatch, "c4+b-d4\n1x 1*\nquit\n", "one.toml", *PLAYERS)
    assert "mine.toml: its folder cannot be made: Not a directory" in " ".join(out.split())
    assert out.splitlines()[-1] == "saved in one.toml: 1 turn"
    (line,) = refusal("box", "add", "1x 1*")
    assert line.endswith("its folder cannot be made: Not a directory; check the folder above")


def test_what_cannot_be_added_is_named_as_it_was_typed() -> None:
    piles = "the piles are 1x 2x 3l 3d 3g 4l 4d 4g 5l 5d 5g 6x"
    call("box", "add", "3g 2*")
    for typed in ("7g 2*", "@1 7g 2*"):
        (line,) = refusal("box", "add", typed)
        assert line == f"box add: '7g 2*': 7g is no pile of the rules; {piles}"
    (line,) = refusal("box", "add", "deck.csv")
    assert line.startswith("deck.csv: a deck is added by the box it is in; palace box add BOX.toml")
    assert "1 of 67 cards" in call("box", "show").out


def test_two_games_at_once_both_add_to_a_box(monkeypatch: pytest.MonkeyPatch) -> None:
    mine = KeptBox(KEEPING)
    call("box", "add", "3g 2*")
    session = Session.new(GAME, "one.toml", [{"name": "Ana"}, {"name": "Ben"}])
    session.confirm(session.attempt(Turn("Ana", Staircase.read("c4+b-d4"), (Card.read("1x 1*"),))))
    learn(session, mine)
    assert {card["cost"] for card in call("box", "show", "--json").json["deck"]["cards"]} == {1, 3}


def test_a_box_that_two_programs_change_has_what_both_wrote() -> None:
    """A card that both learned is there once, labels that both gave are told apart, and what one
    of them takes out or corrects goes or changes alone."""

    def cards() -> list[str]:
        return [card.card for card in KeptBox(KEEPING).data.cards]

    call("box", "add", "1x 1*")
    page, shell = KeptBox(KEEPING), KeptBox(KEEPING)
    both = KEEPING.entered(shell.data, "3g 2*", "typed in")
    shell.keep(KEEPING.answered(KEEPING.entered(both, "board 1 4a3b 2a2b", ""), "spiral", "turn"))
    before = page.data
    one = KEEPING.entered(before, "4d 1*", "typed in")
    two = KEEPING.entered(one, "3g 2*", "typed in, too")
    page.keep(KEEPING.entered(two, "board 2 5a3b 2a2b", ""))
    assert cards() == ["1x 1*", "3g 2*", "4d 1*"]
    own = KeptBox(KEEPING)
    assert [board.number for board in own.box.board_list] == [1, 2]
    assert own.data.rulings == {"spiral": "turn"}
    page.keep(KEEPING.entered(two, "@2 4d 3*", ""))
    assert cards() == ["1x 1*", "3g 2*", "4d 3*"]
    page.keep(before)
    assert cards() == ["1x 1*"]
    assert [board.number for board in KeptBox(KEEPING).box.board_list] == [1]
    assert not page.keep(before)


def test_a_board_has_the_day_on_which_it_was_typed() -> None:
    call("box", "add", "board 1 4a3b 2a2b")
    path = Path(call("box").out.splitlines()[1].strip())
    (board,) = tomllib.loads(path.read_text())["boards"]
    assert board["provenance"].startswith("typed in on 20")
    assert "placeholder" not in call("box", "show").out


def test_two_boxes_are_kept_and_named(monkeypatch: pytest.MonkeyPatch) -> None:
    assert call("box").out.startswith("Usage: ")
    assert call("box", "add", "3g 2*").out == "mine: 1 of 67 cards, 0 of 4 boards, 0 of 4 maps\n"
    assert call("box", "add", "board 1 5a3b 2a2b", "--box", "ana").status == 0
    lines = call("box").out.splitlines()
    assert [line.split(":")[0] for line in lines[::2]] == ["ana", "mine"]
    path = Path(lines[3].strip())
    assert tomllib.loads(path.read_text())["cards"][0]["card"] == "3g 2*"
    out = play(monkeypatch, "quit\n", "one.toml", *PLAYERS, "--box", "ana")
    assert "5a3b in hand" in out
    Path("mine").mkdir()
    assert call("box", "show").out.startswith("mine: 1 of 67 cards")
    assert "5a3b" in call("sheet", "setup", "--box", "ana").out
    assert refusal("box", "show", "mine") == [
        "mine/box.toml: there is no such file; check the path"
    ]
    Path("mine").rmdir()
    assert call("box", "show", "ana", "--json").json["boards"][0]["number"] == 1
    # Its file can be sent, and what is in it added to another.
    Path("sent.toml").write_bytes(path.read_bytes())
    assert call("box", "add", "sent.toml", "--box", "ana", "--json").json["cards"] == 1
    assert call("box", "add", "sent.toml", "--box", "ana").out == "nothing is new in it\n"
    play(monkeypatch, "quit\n", "one.toml", "--box", "ana")
    assert refusal("play", "one.toml", "--box", "other") == [
        "--box: one.toml exists, and holds this already; leave it out, or name a new file"
    ]


def test_a_broken_box_hides_no_other() -> None:
    call("box", "add", "3g 2*")
    path = Path(call("box").out.splitlines()[1].strip())
    path.with_name("ana.toml").write_text("format = ")
    called = call("box")
    assert (called.status, called.err) == (0, "")
    broken, mine, _ = called.out.splitlines()
    assert "ana.toml:1:9: broken TOML" in broken
    assert mine.startswith("mine: 1 of 67 cards")


def test_a_broken_box_stops_no_game_that_began(monkeypatch: pytest.MonkeyPatch) -> None:
    """A new game begins with it, and is told."""
    play(monkeypatch, "c4+b-d4\nquit\n", "one.toml", *PLAYERS)
    call("box", "add", "3g 2*")
    path = Path(call("box").out.splitlines()[1].strip())
    path.write_text("format = ")
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    called = call("play", "one.toml")
    assert called.status == 0
    assert called.out.endswith("saved in one.toml: 0 turns\n")
    assert "mine.toml:1:9: broken TOML" in " ".join(called.err.split())
    (line,) = refusal("play", "two.toml", *PLAYERS)
    assert "mine.toml:1:9: broken TOML" in line
    assert call("play", "palm.toml", "--game", "palm-island", "--player", "Ana").status == 0


def test_no_box_is_called_as_ours() -> None:
    assert refusal("box", "add", "3g 2*", "--box", "house") == [
        "--box: house is the box of our own design; give yours another name"
    ]


def test_a_box_is_named_in_one_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file or a folder comes before one that is kept."""
    call("box", "add", "board 1 5a3b 2a2b")
    call("box", "add", "board 1 1a 1a", "--box", "ana")
    Path("mine").mkdir()
    Path("mine/box.toml").write_text(
        'format = 1\nname = "folder"\nprovenance = "transcribed"\n'
        '[[boards]]\nnumber = 1\nstart = "3a2b"\neach = "1a"\n'
    )
    assert call("box", "show", "mine").out.startswith("folder: ")
    assert "3a2b in hand" in play(monkeypatch, "quit\n", "one.toml", *PLAYERS, "--box", "mine")
    assert "5a3b in hand" in play(monkeypatch, "quit\n", "two.toml", *PLAYERS)
    for verb in (("box", "show", "ann"), ("play", "three.toml", *PLAYERS, "--box", "ann"),
                 ("sheet", "setup", "--box", "ann")):  # fmt: skip
        (line,) = refusal(*verb)
        assert line.partition(": ")[2] == (
            "there is no box 'ann'; did you mean ana? name house, ana, mine or a .toml file"
        )
    assert not Path("three.toml").exists()


def test_without_a_path_the_own_box_is_checked() -> None:
    assert call("box", "check").out.startswith("mine: 0 of 67 cards")
    call("box", "add", "3g 2*")
    Path("mine").mkdir()
    assert call("box", "check").out.startswith("mine: 1 of 67 cards")
    assert call("box", "check", "--json").json["complete"] is False


def test_a_file_with_comments_is_copied_before_it_is_written() -> None:
    call("box", "add", "3g 2*")
    path = Path(call("box").out.splitlines()[1].strip())
    by_hand = "# from my kitchen table\n" + path.read_text()
    path.write_text(by_hand)
    call("box", "add", "1x 1*")
    assert path.with_name("mine.toml.1.bak").read_text() == by_hand
    assert call("box", "show", "--json").json["cards"] == 2
    path.write_text(by_hand.replace("3g 2*", "3g 2"))
    (line,) = refusal("box", "add", "1x 1*")
    assert line.startswith(f"{path}:9:12: cards[1].card: '2' is not a number of bananas")


def test_a_map_that_is_added_again_takes_the_place_of_the_first() -> None:
    text = (GOLDEN / "box/monkey-palace/filled/sheet-1.toml").read_text()
    Path("sheet-1.toml").write_text(text)
    assert call("box", "add", "sheet-1.toml").out.endswith(", 1 of 4 maps\n")
    assert call("box", "add", "sheet-1.toml").out == "nothing is new in it\n"
    Path("sheet-1.toml").write_text(text.replace("d d d g g l l l", "d d d g g l l ."))
    assert call("box", "add", "sheet-1.toml").out.endswith(", 1 of 4 maps\n")
    assert "sheet-1: 62 knobs" in call("box", "show").out


def test_where_a_card_is_from_names_no_folder() -> None:
    call("box", "add", "3g 2*", "--box", "ana")
    call("box", "add", "ana")
    path = Path(call("box").out.splitlines()[3].strip())
    (card,) = tomllib.loads(path.read_text())["cards"]
    assert card["provenance"].startswith("from ana.toml, ")


def test_what_cannot_be_added() -> None:
    assert refusal("box", "add", "3g 2") == [
        "box add, column 4: '2' is not a number of bananas; expected a number and *, such as 2*"
    ]
    assert refusal("box", "add", "no.toml") == ["no.toml: there is no such file; check the path"]
    assert refusal("box", "add", "3g 2*", "--box", "a/b") == [
        "--box: 'a/b' is no name of a box; 1 to 40 letters, digits, - and _"
    ]
    assert refusal("box", "add", "3g 2*", "--game", "palm-island") == [
        "--game: Palm Island keeps no box; name a box file"
    ]
    assert refusal("box", "add", "pieces 0a") == ["box add: 0 of arch; the set-up alone needs 2"]
    assert call("box").out.startswith("Usage: ")
    call("box", "add", "3g 2*")
    (line,) = refusal("box", "add", "")
    assert line.startswith("box add, column 1: ")


def test_an_answer_of_the_rule_book_holds_in_the_next_game(monkeypatch: pytest.MonkeyPatch) -> None:
    questions = call("box", "questions", "--json").json["questions"]
    assert {one["name"] for one in questions} >= {"spiral", "frog-time", "bonus-height"}
    assert all(one["answer"] is None for one in questions)
    assert "issue" not in call("box", "questions").out
    shown = call("box", "questions", "spiral").out
    assert " LEGAL  d3+b-d4" in shown
    assert " NOT LEGAL  d3+b-d4" in shown
    assert call("box", "answer", "spiral", "turn").status == 0
    assert "rule book: spiral = turn: no: every knob at most once\n" in call("box", "questions").out
    play(monkeypatch, "quit\n", "one.toml", *PLAYERS)
    assert tomllib.loads(Path("one.toml").read_text())["rulings"] == {"spiral": "turn"}
    assert refusal("box", "answer", "spirl", "turn") == [
        "box answer: there is no ruling 'spirl'; did you mean spiral?"
    ]
    assert refusal("box", "questions", "spirl") == [
        "box questions: there is no question 'spirl'; did you mean spiral?"
    ]


def test_a_record_to_fill_in_has_what_the_box_knows() -> None:
    for text in ("board 2 5a4b 2a2b", "pieces 79a"):
        call("box", "add", text)
    call("box", "answer", "spiral", "turn")
    sheet = GOLDEN / "box/monkey-palace/filled/sheet-1.toml"
    Path("sheet.toml").write_text(sheet.read_text().replace('"placeholder" ', '"transcribed" '))
    call("box", "add", "sheet.toml")
    called = call("new", "--game", "monkey-palace", "game.toml", "--player", "A", "--player", "B")
    assert (called.status, called.err) == (0, "")
    data = tomllib.loads(Path("game.toml").read_text())
    assert (data["pieces"], data["rulings"]) == ({"arch": 79}, {"spiral": "turn"})
    assert (data["map"], data["ground"]["name"]) == ("sheet-1", "sheet-1")
    assert [player.get("start") for player in data["players"]] == [None, "5a4b"]
    # Comments keep their column, and no example is beside what is known.
    lines = Path("game.toml").read_text().splitlines()
    assert {line.index(" # ") for line in lines if line.startswith(("map = ", "start = "))} == {35}
    assert not {"# [rulings]", "# pieces"} & {line.partition(" =")[0] for line in lines}
    assert call("check", "game.toml").status == 0
    # The box draws its map.
    assert "│  8  l" in call("box", "show").out.replace(" .", " ")


def test_every_picture_tells_answers_apart() -> None:
    questions = call("box", "questions", "--json").json["questions"]
    assert len(questions) == 24
    for one in questions:
        pictures = one["pictures"]
        assert pictures.keys() == one["answers"].keys()
        told = {(data["legal"], data["told"], data["position"]) for data in pictures.values()}
        assert len(told) > 1, one["name"]
        assert all(data["svg"].startswith("<svg") for data in pictures.values())
