"""`palace box add`, `questions` and `answer`, and games with the box that is kept."""

from __future__ import annotations

import io
import tomllib
from pathlib import Path

import pytest

from palace.cli.session import learn
from palace.contract.kept import KeptBox
from palace.contract.session import Session
from palace.monkey_palace.entry import GAME
from palace.monkey_palace.game.cards import Card
from palace.monkey_palace.game.state import Turn
from palace.monkey_palace.kernel.staircase import Staircase
from tests.calls import call, refusal
from tests.paths import GOLDEN

assert GAME.keeping is not None
KEEPING = GAME.keeping()

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
    assert "│ 62 knobs " in call("box", "show").out


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
        "box questions: there is no ruling 'spirl'; did you mean spiral?"
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
