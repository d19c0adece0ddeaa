"""`palace score --game GAME`: a finished game without a file, asked for question by question."""

from __future__ import annotations

import io
import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.calls import Called, call, refusal
from tests.cli.test_play_evening import Terminal
from tests.cli.texts import write
from tests.conftest import Start
from tests.paths import SAMPLE

MONKEY = ["Ana, Ben, Caro", "30", "", "12+4+9", "", "18", "1", "Ana", "Caro", "Ana"]
PALM = ["Ana, Ben", "casual", "39", "33"]
ANA = ["11", "7", "3+1", "2", "1", "3", "0", "1", "1", "4"]
BEN = ["10", "7", "2", "1 2", "0", "2", "2", "0", "0", "6"]
COOPER = ["Ana, Ben", *ANA, *BEN]
PADS = [("monkey-palace", MONKEY), ("palm-island", PALM), ("cooper-island", COOPER)]
TOTALS = {"monkey-palace": [29, 25, 24], "palm-island": [39, 33], "cooper-island": [24, 22]}

Typed = Callable[..., Called]

every_pad = pytest.mark.parametrize(("game", "answers"), PADS)


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Typed:
    """Return a call of the score pad with the lines that are typed."""

    def called(game: str, answers: list[str], *arguments: object) -> Called:
        text = "".join(f"{line}\n" for line in answers)
        monkeypatch.setattr("sys.stdin", io.StringIO(text))
        return call("score", "--game", game, *arguments)

    return called


@every_pad
def test_a_pad_is_filled_in(typed: Typed, game: str, answers: list[str]) -> None:
    called = typed(game, [*answers, "evening.toml"])
    assert (called.status, called.err) == (0, "")
    lines = called.out.splitlines()
    assert "score pad. Enter takes what is in [ ]" in lines[0]
    assert called.out.endswith("or Enter for no> evening.toml\nwrote evening.toml\n")
    # The score is printed as that of the record which is kept.
    shown = call("score", "evening.toml").out.replace("evening.toml", "score pad")
    assert f"\n{shown}Keep it?" in called.out
    data = call("score", "evening.toml", "--json").json
    assert [player["total"] for player in data["players"]] == TOTALS[game]
    assert (data["legal"], data["finished"], data["warnings"]) == (True, True, [])


@every_pad
def test_every_prompt_says_what_it_takes(typed: Typed, game: str, answers: list[str]) -> None:
    """A prompt names its range or its words."""
    prompts = [line.partition("> ")[0] for line in typed(game, answers).out.splitlines()]
    asked = [prompt for prompt in prompts if "(" in prompt and prompt[-1] in ")]"]
    asked += [prompt for prompt in prompts if prompt.endswith("[0]") and prompt not in asked]
    assert len({*asked}) >= len(answers) - 1
    for prompt in asked:
        assert any(word in prompt for word in ("such as", " or ", "Enter for"))
        assert len(prompt) < 100


@every_pad
def test_json(typed: Typed, game: str, answers: list[str]) -> None:
    called = typed(game, answers, "--json")
    assert called.status == 0
    assert [player["total"] for player in called.json["players"]] == TOTALS[game]
    assert called.json["game"] == game
    assert "Players in seat order" in called.err
    called = typed(game, [*answers, "game.json"], "--json")
    assert called.err.endswith("wrote game.json\n")
    assert called.json == call("score", "game.json", "--json").json
    assert json.loads(Path("game.json").read_text())["game"] == game


def test_the_keys_of_the_record(typed: Typed) -> None:
    typed("monkey-palace", [*MONKEY, "game.json"])
    assert json.loads(Path("game.json").read_text()) == {
        "format": 1, "game": "monkey-palace", "rules": "1",
        "players": [
            {"name": "Ana", "cards": 30, "bonus": 0, "trophies": ["monkey", "frog"]},
            {"name": "Ben", "cards": [12, 4, 9], "bonus": 0, "trophies": []},
            {"name": "Caro", "cards": 18, "bonus": 1, "trophies": ["butterfly"]},
        ],
    }  # fmt: skip
    typed("cooper-island", [*COOPER, "cooper.json"])
    ana, ben = json.loads(Path("cooper.json").read_text())["players"]
    left = {"coins": 1, "resources": 3, "cartographer": 0, "double_tiles": 1}
    assert ana == {
        "name": "Ana", "ships": [11, 7], "royal_orders": [3, 1], "buildings": 2, "anchors": 1,
        "uncovered": 4, "leftovers": left,
    }  # fmt: skip
    assert ben["ships"] == [10, 7]
    typed("palm-island", [*PALM, "palm.json"])
    data = json.loads(Path("palm.json").read_text())
    assert data["mode"] == "casual"
    assert data["players"][0] == {"name": "Ana", "total": 39}
    assert data["players"][1] == {"name": "Ben", "total": 33}


def test_enter_takes_the_default(typed: Typed) -> None:
    for game, count in (("monkey-palace", 7), ("cooper-island", 20), ("palm-island", 3)):
        called = typed(game, ["Ana, Ben", *[""] * count])
        assert called.status == 0
        assert "Ana *" in called.out


def test_back_and_help(typed: Typed) -> None:
    called = typed("monkey-palace", ["back", "?", "Ana, Ben", "7", "back", "8", "help", *[""] * 7])
    assert called.out.count("Ana, bananas on monkey cards") == 2
    assert "this is the first question; q leaves\n" in called.out
    assert "an answer is needed; back returns to the question before; q leaves" in called.out
    assert "Enter answers 0; back returns to the question before; q leaves" in called.out
    assert "  1.  Ana *       8 " in called.out
    called = typed("monkey-palace", ["Ana, Ben", "back", "Ana, Caro", *[""] * 7])
    assert "Caro, bonus cards" in called.out
    assert "Ben, bonus cards" not in called.out


@pytest.mark.parametrize("word", ["q", "quit", "Exit"])
def test_leaving(typed: Typed, word: str) -> None:
    called = typed("cooper-island", ["Ana, Ben", "11", word, "9"])
    assert (called.status, called.err) == (0, "")
    assert called.out.endswith(f"> {word}\nleft: nothing is kept\n")
    assert "cutter" in called.out
    assert "rank" not in called.out


def test_answers_that_end(typed: Typed) -> None:
    called = typed("monkey-palace", ["Ana, Ben", "30"])
    assert called.status == 2
    assert called.errors == [
        "standard input: the answers end before 'Ana, bonus cards'; write one line for each "
        "question"
    ]
    called = typed("monkey-palace", ["Ana, Ben", "30"], "--json")
    assert (called.status, called.out) == (2, "")
    assert called.errors[-1].startswith("standard input: the answers end before 'Ana, bonus cards'")


TWO = "Ana, Ben"
PEOPLE = "2 to 4 names with commas between them: Ana, Ben, Caro"
WRONG: list[tuple[str, list[str], str]] = [
    ("monkey-palace", [""], f"no players; {PEOPLE}"),
    ("monkey-palace", ["Ana"], f"1 player; {PEOPLE}"),
    ("monkey-palace", ["A, B, C, D, E"], f"5 players; {PEOPLE}"),
    ("monkey-palace", ["Ana,, Ben"], "a name is empty; write Ana, Ben, Caro"),
    ("monkey-palace", ["Ana, Ana"], "two players are called 'Ana'; tell them apart"),
    ("monkey-palace", [f"Ana, {'x' * 41}"], f"'{'x' * 41}' is no name; at most 40 letters"),
    ("monkey-palace", ["Ana, B\x07n"], r"'B\x07n' is no name; at most 40 letters"),
    ("monkey-palace", [TWO, "many"],
     "'many' is no sum; a total, or numbers with + or blanks between them: 2+3+3"),
    ("monkey-palace", [TWO, "2 + + 3"],
     "'2 + + 3' is no sum; a total, or numbers with + or blanks between them: 2+3+3"),
    ("monkey-palace", [TWO, "-3"],
     "'-3' is no sum; a total, or numbers with + or blanks between them: 2+3+3"),
    ("monkey-palace", [TWO, "1000"], "1000 is too many; at most 999"),
    ("monkey-palace", [TWO, "1 " * 101], "101 cards; at most 100, or write their total"),
    ("monkey-palace", [TWO, "3", "two"], "'two' is no number; 0 to 14, such as 1"),
    ("monkey-palace", [TWO, "3", "15"], "15 is too many; the box has 14 bonus cards"),
    ("monkey-palace", [TWO, "3", "9", "3", "6"],
     "6 is too many; the box has 14 bonus cards, and 9 of them are taken"),
    ("monkey-palace", [*MONKEY[:7], "Dan"],
     "'Dan' is not known; it is Ana, Ben or Caro, or Enter for no player"),
    ("monkey-palace", ["Ana, Anton", "", "", "", "", "an"],
     "'an' can be Ana or Anton; write more of it"),
    ("palm-island", ["1,2,3,4,5,6,7,8,9"],
     "9 players; 1 to 8 names with commas between them: Ana, Ben, Caro"),
    ("palm-island", [TWO, "solo"], "'solo' is not known; it is coop, casual or speed"),
    ("palm-island", [TWO, "coop", "huose"],
     "there is no box 'huose'; did you mean house? name house or a .toml file"),
    ("palm-island", [TWO, "coop", "no.toml"],
     "no.toml: there is no such file; check the path"),
    ("palm-island", [TWO, "coop", "", ""], "an answer is needed; it is spring-tide or rock-slide"),
    ("palm-island", [TWO, "coop", "", "flood"],
     "'flood' is not known; it is spring-tide or rock-slide"),
    ("palm-island", [TWO, "coop", "", "spring", "4"], "4 is too many; at most 3"),
    ("palm-island", ["Ana", "1000"], "1000 is too many; at most 999"),
    ("palm-island", ["Ana", "many"], "'many' is no number; 0 to 999, such as 31"),
    ("cooper-island", [TWO, "far"], "'far' is no number; 0 to 99, such as 11"),
    ("cooper-island", [TWO, "100"], "100 is too many; at most 99"),
    ("cooper-island", [TWO, *ANA[:2], "1 2 3"], "3 orders; at most 2, or write their total"),
    ("cooper-island", [TWO, *ANA[:3], "1 2 3 4 5"], "5 cards; at most 4, or write their total"),
    ("cooper-island", [TWO, *ANA[:4], "25"], "25 is too many; the box has 24 coins"),
    ("cooper-island", [TWO, *ANA, *BEN[:4], "24"],
     "24 is too many; the box has 24 coins, and 1 of them are taken"),
    ("cooper-island", [TWO, *ANA[:6], "21"], "21 is too many; at most 20"),
    ("cooper-island", [TWO, *ANA[:8], "17"], "17 is too many; the box has 16 anchors"),
    ("cooper-island", [TWO, *ANA[:9], "22"], "22 is too many; at most 21"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "answers", "said"), WRONG)
def test_a_bad_answer_is_explained_in_one_line_and_asked_again(
    typed: Typed, monkeypatch: pytest.MonkeyPatch, game: str, answers: list[str], said: str
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    lines = typed(game, [*answers, "q"]).out.splitlines()
    before, after = lines[-4:][0], lines[-2]
    shown = " ".join(lines)
    assert said in shown
    asked = after.removesuffix("q")
    assert asked.endswith("> ")
    assert asked in f"{before} {shown}"
    assert shown.count(asked) >= 2


def test_keeping(typed: Typed) -> None:
    Path("old.toml").write_text("mine")
    names = ["old.toml", "game.txt", "no/game.toml", "good.toml"]
    called = typed("monkey-palace", [*MONKEY, *names])
    assert Path("old.toml").read_text() == "mine"
    for said in (
        "old.toml: this file exists; choose another name",
        "game.txt: records are TOML or JSON; name it .toml or .json",
        "wrote good.toml",
    ):
        assert said in called.out.splitlines()
    assert called.out.count("Keep it?") == 4
    assert "no/game.toml: its folder does not exist" in " ".join(called.out.split())
    for no in ([], [""], ["no"], ["q"]):
        called = typed("monkey-palace", [*MONKEY, *no])
        assert called.status == 0
        assert "wrote" not in called.out


def test_a_box_is_looked_for_from_the_folder_of_the_record(typed: Typed) -> None:
    Path("games").mkdir()
    call("box", "new", "--game", "palm-island", "mine.toml")
    called = typed(
        "palm-island",
        [TWO, "coop", "mine.toml", "disaster-1", "31", "12", "games/a.toml", "b.toml"],
    )
    assert "games/mine.toml: there is no such file" in called.out
    assert not Path("games/a.toml").exists()
    assert 'box = "mine.toml"' in Path("b.toml").read_text()


def test_the_formats(typed: Typed) -> None:
    called = typed("monkey-palace", MONKEY, "--format", "csv")
    assert called.out.splitlines()[:2] == [
        "rank,player,cards,bonus,monkey,butterfly,frog,total", "1,Ana,30,,2,,-3,29"
    ]  # fmt: skip
    assert "Keep it?" in called.err
    called = typed("monkey-palace", MONKEY, "--lines", "Ben")
    assert "card 2 of 3: 4 bananas" in called.out
    assert "Ana: 29" not in called.out
    assert "Ana: 29" in typed("monkey-palace", MONKEY, "--lines").out
    called = typed("monkey-palace", MONKEY, "-o", "score.md")
    assert "wrote score.md\n" in called.out
    assert "| 1 | **Ana** |" in Path("score.md").read_text()
    assert refusal("score", "--game", "monkey-palace", "-o", "score.md") == [
        "score.md: this file exists; choose another name, or add --force"
    ]
    assert typed("monkey-palace", MONKEY, "-o", "score.md", "--force").status == 0


def test_rulings(typed: Typed) -> None:
    """They change what is asked, they judge, and they are kept in the record."""
    kinds = ["--ruling", "leftovers=kinds", "--ruling", "tie-ruins=covered"]
    called = typed("cooper-island", [*COOPER, "game.toml"], *kinds)
    assert "land spaces without a tile, without those of ruins (0 to 21" in called.out
    assert '[rulings]\nleftovers = "kinds"\n' in Path("game.toml").read_text()
    totals = [player["total"] for player in call("score", "game.toml", "--json").json["players"]]
    assert totals == [23, 22]
    value = typed("cooper-island", COOPER, "--ruling", "leftover-cubes=value")
    assert "on the land too, by their value" in value.out
    assert "on the land too, one each" in typed("cooper-island", COOPER).out
    assert refusal("score", "--game", "cooper-island", "--ruling", "leftovers=all") == [
        "--ruling: leftovers cannot be 'all'; it is one of: pooled, kinds"
    ]
    assert refusal("score", "--game", "monkey-palace", "--ruling", "leftovers=kinds")[0].startswith(
        "--ruling: there is no ruling 'leftovers'"
    )


def test_a_group_that_loses(typed: Typed) -> None:
    answers = ["Ana, Ben", "coop", "", "spring-tide", "0", "31", "12", "game.toml"]
    shown = " ".join(typed("palm-island", answers).out.split())
    assert "Ana and Ben lose together: 0 of 3 levels of Spring Tide" in shown
    assert "level = 0" in Path("game.toml").read_text()
    answers[4] = "3"
    answers[-1] = ""
    shown = " ".join(typed("palm-island", answers).out.split())
    assert "Ana and Ben win together: Spring Tide is completed" in shown


@pytest.mark.parametrize(("points", "rating"), [
    (9, ""), (10, ", Needs work"), (19, ", Needs work"), (20, ", Respectable"),
    (30, ", Exceptional"), (39, ", Exceptional"), (40, ", Astounding"),
])  # fmt: skip
def test_the_rating_of_a_solo_total(typed: Typed, points: int, rating: str) -> None:
    called = typed("palm-island", ["Ana", str(points)])
    assert f"note: Ana: {points} points{rating}; nothing else is known" in called.out


CALLS: list[tuple[list[str], list[str]]] = [
    (["--game", "chess"],
     ["--game: there is no game 'chess'; it plays monkey-palace, palm-island, cooper-island"]),
    (["--game", "game.toml"],
     ["--game: 'game.toml' is a file; here it takes a game: monkey-palace, palm-island, "
      "cooper-island"]),
    (["game.toml", "--game", "monkey-palace"],
     ["--game: game.toml names its game itself; leave --game out, or leave the file out to be "
      "asked"]),
    (["--game", "monkey-palace", "--strict"],
     ["--strict: a score pad has no turns; leave it out"]),
    (["monkey-palace"],
     ["monkey-palace: this is a game, not a file; palace score --game monkey-palace asks for its "
      "score pad"]),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "said"), CALLS)
def test_wrong_calls(arguments: list[str], said: list[str]) -> None:
    write("game.toml", SAMPLE.read_text())
    assert refusal("score", *arguments) == said


@pytest.mark.parametrize("verb", [["check", "c4+b-d4"], ["best"], ["view"]])
def test_a_key_where_a_record_is_needed(verb: list[str]) -> None:
    assert refusal(*verb, "--game", "monkey-palace") == [
        "--game: monkey-palace is a game, and this takes the record of one; name its file: --game "
        "tonight.toml"
    ]


@pytest.mark.parametrize("verb", [["rulings"], ["explain"], ["box", "new"], ["new"]])
def test_a_record_where_a_key_is_needed(verb: list[str]) -> None:
    assert refusal(*verb, "--game", "tonight.toml") == [
        "--game: 'tonight.toml' is a file; here it takes a game: monkey-palace, palm-island, "
        "cooper-island"
    ]


def test_on_a_terminal(start: Start) -> None:
    at = Terminal(start, "score", "--game", "monkey-palace")
    at.answer("Players", "Ana, Ben")
    for asked in ("Ana, bananas", "Ana, bonus", "Ben, bananas", "Ben, bonus", "monkey",
                  "butterfly", "frog"):  # fmt: skip
        at.answer(asked, "")
    assert "Ana and Ben share the victory with 0 points each" in at.until("Keep it?")
    at.type("kept.toml")
    at.until("wrote kept.toml")
    assert at.process.wait(60) == 0
    assert Path("kept.toml").exists()


def test_control_d_on_a_terminal(start: Start) -> None:
    at = Terminal(start, "score", "--game", "palm-island")
    at.answer("Players", "Ana")
    at.until("points")
    os.write(at.master, b"\x04")
    assert "Traceback" not in at.until("left: nothing is kept")
    assert at.process.wait(60) == 0
