"""`palace play`: a game entered turn by turn, and what is in the file at every moment."""

from __future__ import annotations

import io
import json
import os
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document

from palace.cli.dialogue import completing
from palace.cli.terminal import Answers
from palace.contract.game import Question
from palace.contract.registry import game
from palace.contract.session import Session
from palace.core.errors import InputError, Problem
from palace.monkey_palace.game.asking import knobs_after
from palace.monkey_palace.game.log import read_record, replay
from palace.monkey_palace.game.state import Turn
from palace.monkey_palace.kernel.ground import load_map
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.staircase import Staircase
from tests.calls import Called, call, refusal
from tests.paths import SAMPLE

NEW = ["--player", "Ana:4a3b:2a2b", "--player", "Ben:4a4b1c:2a2b"]


class Lines:
    """Lines that are typed, with something done between two of them."""

    def __init__(self, *parts: str | Callable[[], object]) -> None:
        self.parts: list[str | Callable[[], object]] = []
        for part in parts:
            self.parts += part.splitlines(keepends=True) if isinstance(part, str) else [part]

    def readline(self) -> str:
        while self.parts:
            part = self.parts.pop(0)
            if isinstance(part, str):
                return part
            part()
        return ""

    def isatty(self) -> bool:
        return False


def remove(name: str) -> Callable[[], None]:
    return lambda: Path(name).unlink()


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> object:
    """Call `palace play` and say some lines."""

    def say(lines: str | Lines, *arguments: object) -> Called:
        shown = io.StringIO(lines) if isinstance(lines, str) else lines
        monkeypatch.setattr("sys.stdin", shown)
        return call("play", *arguments)

    return say


def turns(name: str) -> list[dict[str, object]]:
    data = read_record(name).data
    return [turn.model_dump(by_alias=True, exclude_none=True) for turn in data.turns or ()]


def test_a_game_of_two_turns(said) -> None:  # type: ignore[no-untyped-def]
    lines = "c4+1b d4\n1x 1* each 1a\nE3^2bE4\n\nc4\nquit\n"
    called = said(lines, "game.toml", *NEW)
    assert (called.status, called.err) == (0, "")
    assert turns("game.toml") == [
        {"player": "Ana", "build": "c4+b-d4", "take": ["1x 1* each 1a"]},
        {"player": "Ben", "build": "e3+bb-e4", "monkey": "c4"},
    ]
    assert not replay(read_record("game.toml")).reasons
    assert called.out.splitlines()[-1] == "saved in game.toml: 2 turns"
    assert "Turn 2, Ben  4a4b1c in hand, tray 67a70b15c" in called.out


def test_going_on_with_a_game(said) -> None:  # type: ignore[no-untyped-def]
    said("c4+b-d4\n\n", "game.toml", *NEW)
    called = said("show\nquit\n", "game.toml")
    assert "Turn 2, Ben" in called.out
    assert "map-1 (placeholder), from above" in called.out
    assert "Ana: 5a4b, 2a2b a turn, 0 cards with 0 bananas" in called.out


def test_what_is_not_legal_is_asked_again(said) -> None:  # type: ignore[no-untyped-def]
    lines = "a1-b1\nc4+b-d4\n3g 2*\n2x 0*, 1x 0*\n2x 0*\nquit\n"
    called = said(lines, "game.toml", *NEW)
    for code in ("! attach", "! card-colour", "! card-cost"):
        assert code in called.out
    assert turns("game.toml") == [{"player": "Ana", "build": "c4+b-d4", "take": ["2x 0*"]}]


def test_what_cannot_be_read_is_asked_again(said) -> None:  # type: ignore[no-untyped-def]
    called = said("c4-\nc4+b-d4\nnonsense\n@17\n\nquit\n", "game.toml", *NEW)
    assert "column 4: it ends here, expected a knob such as a4" in called.out
    assert "'nonsense' is not the cost" in " ".join(called.out.split())
    assert 'add deck = "house"' in " ".join(called.out.split())
    assert turns("game.toml") == [{"player": "Ana", "build": "c4+b-d4"}]


def test_an_illegal_turn_is_kept_if_it_is_wanted(said) -> None:  # type: ignore[no-untyped-def]
    called = said("c4-d4 !\n\nquit\n", "game.toml", *NEW)
    assert "kept, not legal" in called.out
    assert replay(read_record("game.toml")).reasons


def test_the_animals_are_asked_for(said) -> None:  # type: ignore[no-untyped-def]
    """The monkey goes at once where it has one place only."""
    lines = "e3+bb-e4\n\nb9\na1\ne3\nquit\n"
    called = said(lines, "game.toml", *NEW, "--trophies", "monkey,frog")
    assert "! frog" in called.out
    assert "Where does the monkey go? 1 d4> d4, the only one; undo takes it back" in called.out
    assert turns("game.toml") == [
        {"player": "Ana", "build": "e3+bb-e4", "frog": "e3", "monkey": "d4"}
    ]


def test_a_pass_only_if_nothing_can_be_built(said) -> None:  # type: ignore[no-untyped-def]
    players = ["--player", "Ana:1a:1a", "--player", "Ben:1a1b:1a"]
    called = said("hint\npass\npass\nquit\n", "game.toml", *players)
    assert "Nothing can be built: pass" in called.out
    assert "! pass" in called.out
    assert turns("game.toml") == [{"player": "Ana", "pass": True}]


def test_hint_undo_score_help(said) -> None:  # type: ignore[no-untyped-def]
    called = said("undo\nhelp\nhint\nc4+b-d4\n\nundo\nscore\nquit\n", "game.toml", *NEW)
    assert "there is no turn to take back" in called.out
    assert "take the last turn back" in called.out
    assert "d2-d3-d4-e4" in called.out
    assert "Ana: c4+b-d4 is taken back" in called.out
    assert "not finished" in called.out
    assert turns("game.toml") == []


def test_after_the_last_round(said) -> None:  # type: ignore[no-untyped-def]
    Path("game.toml").write_text(SAMPLE.read_text())
    called = said("quit\n", "game.toml")
    assert "the game is over: turn 17: Ben could not be given" in called.out
    assert "* Ana wins with 29 points" in called.out
    called = said("undo\nquit\n", "game.toml")
    assert "Turn 18, Caro" in called.out
    assert len(turns("game.toml")) == 17


def test_the_house_box_is_there_to_play_with(said) -> None:  # type: ignore[no-untyped-def]
    players = ["--player", "Ana", "--player", "Ben", "--box", "house"]
    called = said("d2-d3-d4-e4\n\nd4\nquit\n", "game.toml", *players)
    assert "placeholder" in called.out
    assert "Turn 1, Ana  4a3b in hand" in called.out
    assert len(turns("game.toml")) == 1


def test_wrong_calls() -> None:
    assert "a new game needs its players" in refusal("play", "none.toml")[0]
    assert "write NAME or NAME:START:EACH" in refusal("play", "x.toml", "--player", "A:1a")[0]
    assert "expected pieces such as 4a3b1c" in refusal("play", "x.toml", "--player", "A:zz:1a")[0]
    assert "2 to 4 can play" in refusal("play", "x.toml", "--player", "A")[0]
    assert not Path("x.toml").exists()
    Path("old.toml").write_text(SAMPLE.read_text())
    assert "exists, and holds this already" in refusal("play", "old.toml", "--player", "A")[0]
    assert Path("old.toml").read_text() == SAMPLE.read_text()
    assert "name it .toml or .json" in refusal("play", "x.txt", *NEW)[0]


def test_a_record_removed_between_two_turns_is_written_again(said, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    called = said(
        Lines("c4+b-d4\n\n", remove("game.toml"), "e3+bb-e4\n\nc4\nundo\nquit\n"), "game.toml", *NEW
    )
    assert "game.toml was gone, and is written again" in called.out
    assert "e3+bb-e4 is taken back" in called.out
    assert called.out.splitlines()[-1] == "saved in game.toml: 1 turn"
    assert [turn["build"] for turn in turns("game.toml")] == ["c4+b-d4"]


def test_a_record_replaced_between_two_turns_is_not_overwritten(said) -> None:  # type: ignore[no-untyped-def]
    """The turn in hand goes into another file, and the game with it."""
    lines = Lines(
        "c4+b-d4\n\n", lambda: Path("game.toml").write_text("mine = 1\n"),
        "e3+bb-e4\n\nc4\n", "game.toml\nother.toml\n", "quit\n",
    )  # fmt: skip
    called = said(lines, "game.toml", *NEW)
    assert "the file was changed meanwhile, this is not saved" in called.out
    assert "this file exists" in called.out
    assert called.out.splitlines()[-1] == "saved in other.toml: 2 turns"
    assert Path("game.toml").read_text() == "mine = 1\n"
    assert [turn["build"] for turn in turns("other.toml")] == ["c4+b-d4", "e3+bb-e4"]


def test_never_saved_when_it_is_not(said) -> None:  # type: ignore[no-untyped-def]
    called = said(Lines("c4+b-d4\n\n", remove("game.toml"), "quit\n"), "game.toml", *NEW)
    assert "game.toml was removed or changed: the game of 1 turn is not in it" in called.out
    assert called.out.splitlines()[-1] == "not saved"
    called = said(Lines(remove("a.toml"), "quit\n", "b.toml\n"), "a.toml", *NEW)
    assert called.out.splitlines()[-1] == "saved in b.toml: 0 turns"


@pytest.mark.parametrize("key", ["deck", "box", "map"])
def test_a_file_that_vanishes_does_not_end_the_game(key: str, said) -> None:  # type: ignore[no-untyped-def]
    for verb in (("box", "new", "house-2"), ("map", "new", "--blank", "sheet.toml")):
        assert call(*verb).status == 0
    new = ["--player", "Ana:4a3b:2a2b", "--player", "Ben:4a4b1c:2a2b"]
    assert said("quit\n", "game.toml", *new).status == 0
    text = Path("game.toml").read_text()
    names = {"deck": "house-2/deck.csv", "box": "house-2/box.toml", "map": "sheet.toml"}
    text = text.replace('map = "map-1"\n', "") if key == "map" else text
    Path("game.toml").write_text(
        text.replace('rules = "1"\n', f'rules = "1"\n{key} = "{names[key]}"\n')
    )
    called = said(
        Lines("c4+b-d4\n\n", remove(names[key]), "e3+bb-e4\n\nc4\nundo\nquit\n"), "game.toml"
    )
    assert called.out.splitlines()[-1] == "saved in game.toml: 1 turn", called.out


def test_a_record_in_use_is_refused_with_who_has_it(said) -> None:  # type: ignore[no-untyped-def]
    Path("game.toml").write_text(SAMPLE.read_text())
    with Session.open("game.toml").held():
        found = refusal("play", "game.toml")
        assert call("check", "game.toml").status == 0
    assert len(found) == 1
    assert re.search(r"game.toml: this game is in use by process [0-9]+ of .* since 20", found[0])
    assert said("quit\n", "game.toml").status == 0
    assert [path.name for path in Path().iterdir()] == ["game.toml"]


def test_a_read_only_record_is_found_at_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("game.toml").write_text(SAMPLE.read_text())
    monkeypatch.setattr("palace.files.writing.os.access", lambda _, mode: mode == os.R_OK)
    assert refusal("play", "game.toml") == [
        "game.toml: no permission to write it; choose another folder, or ask its owner"
    ]


def test_knobs_are_completed() -> None:
    palace = Palace.setup(load_map("map-1"))

    def shown(text: str) -> list[str]:
        return [word for word, _ in knobs_after(palace, text)]

    assert shown("c4-") == ["c5", "d4", "c3", "b4"]
    assert shown("c4+b-d") == ["d4"]
    assert shown("b4-c4-") == ["c5", "d4", "c3"]  # rule H: not straight back
    assert shown("pa") == ["pass"]
    assert "a1" in shown("a")
    assert "d4" not in shown("d")  # rule A: nobody begins where something stands


def test_a_turn_that_was_begun_is_gone_on_with(said) -> None:  # type: ignore[no-untyped-def]
    """What was answered is kept beside the record, until the turn is confirmed or begun again."""
    draft = Path("game.toml.draft")
    said("c4+b-d4\nquit\n", "game.toml", *NEW)
    assert '"c4+b-d4"' in draft.read_text()
    assert "there are no turns to check" in call("score", "game.toml").out
    called = said("back\nquit\n", "game.toml")
    assert "Goes on with what was entered: c4+b-d4 (back: start again)" in called.out
    assert not draft.exists()
    said("c4-d4!\nquit\n", "game.toml")
    said("\nyes\nquit\n", "game.toml")
    assert not draft.exists()
    assert not Session.open("game.toml").log.state.palace.position.endswith("0/0")
    assert "Goes on" not in said("quit\n", "game.toml").out


def test_an_older_turn_that_is_begun_again_leaves_the_draft(said) -> None:  # type: ignore[no-untyped-def]
    called = said("c4+b-d4\n\ne3+bb-e4\nreplace 1\nc4+b-d4\nback\nquit\n", "game.toml", *NEW)
    assert "Goes on with what was entered: e3+bb-e4" in called.out
    assert "e3+bb-e4" in Path("game.toml.draft").read_text()


def test_nothing_is_built_after_the_end(said) -> None:  # type: ignore[no-untyped-def]
    Path("game.toml").write_text(SAMPLE.read_text())
    called = said("c3+bb-c4\npass\nquit\n", "game.toml")
    assert called.out.count("no further turn is made") == 2
    assert Path("game.toml").read_text() == SAMPLE.read_text()


def test_what_somebody_else_wrote_meanwhile_is_kept() -> None:
    players = [{"name": "Ana"}, {"name": "Ben"}]
    session = Session.new(game("monkey-palace"), "game.toml", players, {"map": "map-1"})
    other = Session.open("game.toml")
    other.confirm(other.attempt(Turn("Ana", Staircase.read("c4+b-d4"))))
    with pytest.raises(InputError, match="changed meanwhile"):
        session.confirm(session.attempt(Turn("Ana", Staircase.read("d3+b-d4"))))
    assert "c4+b-d4" in Path("game.toml").read_text()
    assert session.count == 0


def test_a_file_with_comments_is_copied_first(said) -> None:  # type: ignore[no-untyped-def]
    text = "# our Sunday game\n" + SAMPLE.read_text().split("[[turns]]")[0]
    Path("game.toml").write_text(text)
    called = said("c4+b-d4\n\n\nquit\n", "game.toml")
    assert "the file as it was, with its comments: game.toml.1.bak" in called.out
    assert Path("game.toml.1.bak").read_text() == text
    assert len(turns("game.toml")) == 1


def test_a_json_record_stays_one_null_and_all(said) -> None:  # type: ignore[no-untyped-def]
    data = {
        "format": 1, "game": "monkey-palace", "rules": "1", "map": "map-1",
        "players": [{"name": "Ana", "x": None}, {"name": "Ben"}], "turns": [],
    }  # fmt: skip
    Path("game.json").write_text(json.dumps(data))
    called = said("c4+b-d4\n\nquit\n", "game.json")
    assert called.status == 0
    written = json.loads(Path("game.json").read_text())
    assert written["players"][0] == {"name": "Ana", "x": None}
    assert written["turns"] == [{"player": "Ana", "build": "c4+b-d4"}]


def test_undo_where_nothing_can_be_written(said, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    said("c4+b-d4\n\n", "game.toml", *NEW)

    def full(*_: object, **__: object) -> None:
        raise InputError(Problem("game.toml", "no space left on device", "make room"))

    monkeypatch.setattr("palace.files.writing.write_whole", full)
    called = said("undo\nquit\n", "game.toml")
    assert called.status == 0
    assert "no space left on device" in called.out
    assert len(turns("game.toml")) == 1


def test_back_begins_the_turn_anew(said) -> None:  # type: ignore[no-untyped-def]
    lines = "e3+bb-e4\nback\nc4+b-d4\nhelp\nshow\nundo\nd3+b-d4\n\nback\nquit\n"
    called = said(lines, "game.toml", *NEW)
    assert called.out.count("the turn starts again") == 3
    assert "back: start the turn again" in called.out
    assert turns("game.toml") == []


def test_what_happened_at_the_table_can_be_kept(said) -> None:  # type: ignore[no-untyped-def]
    lines = "c4+b-d4\n3g 2* !\npass\npass !\nquit\n"
    said(lines, "game.toml", *NEW)
    assert turns("game.toml") == [
        {"player": "Ana", "build": "c4+b-d4", "take": ["3g 2*"]},
        {"player": "Ben", "pass": True},
    ]
    assert [reason.code for reason in replay(read_record("game.toml")).reasons] == [
        "card-cost", "card-colour", "pass",
    ]  # fmt: skip


def test_the_frog_may_be_taken_before_the_build_by_a_ruling(said) -> None:  # type: ignore[no-untyped-def]
    head = 'format = 1\ngame = "monkey-palace"\nrules = "1"\nmap = "map-1"\n'
    seats = '[[players]]\nname = "Ana"\nstart = "1a2b"\neach = "0a"\n[[players]]\nname = "Ben"\n'
    rules = 'trophies = ["monkey", "frog"]\n[rulings]\nfrog-time = "any"\n'
    Path("game.toml").write_text(head + rules + seats + 'start = "1a"\neach = "1a"\n')
    said("e3+c-e4_b\ne3\n\nd4\nquit\n", "game.toml")
    assert turns("game.toml") == [
        {"player": "Ana", "build": "e3+c-e4_b", "frog": "e3", "monkey": "d4"}
    ]
    assert not replay(read_record("game.toml")).reasons


def test_a_box_may_be_named_by_its_folder(said) -> None:  # type: ignore[no-untyped-def]
    assert call("box", "new", "mybox").status == 0
    players = ["--player", "Ana:1a:1a", "--player", "Ben:1a:1a"]
    assert said("quit\n", "game.toml", *players, "--box", "mybox").status == 0
    assert read_record("game.toml").data.box == "mybox/box.toml"


def test_an_older_turn_is_replaced(said) -> None:  # type: ignore[no-untyped-def]
    """What becomes of later turns is shown before it is kept."""
    said("c4+b-d4\n\ne3+bb-e4\n\nc4\nquit\n", "game.toml", *NEW)
    first, second = turns("game.toml")
    other = "d2-d3-d4-e4\n\nd4\n"
    lines = f"replace 9\nreplace 1\n{other}no\nreplace 1\nc4+b-d4\n2x 0*\nyes\nquit\n"
    called = said(lines, "game.toml")
    assert "there is no turn 9\n-> they are 1 to 2\n" in called.out
    assert "Turn 1, Ana  4a3b in hand" in called.out
    assert "1 turn after it: 1 not legal\nkeep it? (yes or no)> no\n" in called.out
    assert re.search(r"^! \w+ +turn 2: ", called.out, re.MULTILINE)
    assert "1 turn after it: all legal\nkeep it? (yes or no)> yes\n" in called.out
    assert turns("game.toml") == [{**first, "take": ["2x 0*"]}, second]
    called = said("replace 1\na1-b1\nback\nquit\n", "game.toml")
    assert "to keep it all the same: a1-b1 !\nbuild (" in called.out
    assert "> back\nthe turn starts again" in called.out
    assert turns("game.toml") == [{**first, "take": ["2x 0*"]}, second]


def test_the_game_of_a_new_record(said) -> None:  # type: ignore[no-untyped-def]
    called = said("discard\nquit\n", "palm.toml", "--game", "palm-island", "--seed", 7)
    assert called.out.startswith("New game in palm.toml.\n")
    assert called.out.endswith("saved in palm.toml: 1 move\n")
    (line,) = refusal("play", "palm.toml", "--game", "monkey-palace")
    assert line == "palm.toml: this is a record of palm-island; palace play palm.toml"
    (line,) = refusal("play", "x.toml", *NEW, "--deal", "7")
    assert line == "--deal: Monkey Palace has no such option; leave it out"
    (line,) = refusal("play", "x.toml", *NEW, "--seed", 7)
    assert line == "--seed: without a box there are no cards to deal; --box house"
    assert refusal(
        "play", "x.toml", "--game", "palm-island", "--map", "map-1", "--trophies", "frog"
    ) == [
        "--map: Palm Island has no such option; leave it out",
        "--trophies: Palm Island has no such option; leave it out",
    ]
    (line,) = refusal("play", "x.toml", "--game", "chess")
    assert "there is no game 'chess'" in line
    assert not Path("x.toml").exists()


EVENING = """

islet mountain d2-e2 number 5
double forest-mountain c4-d3
store food@c2

Ben: islet settlement d2-e1 number 3; double mountain-forest c3-d3; store 1 stone

worker F
ruin b4 slot 2
sail cutter 1

worker H
crate 1 turned pay wood@d3 1 stone
undo
Ben: worker D
quit
"""


def test_an_evening_of_cooper_island(said) -> None:  # type: ignore[no-untyped-def]
    """Begun, left and gone on with; the record is that of the same log written by hand."""
    new = ["--game", "cooper-island", "--player", "Ana", "--player", "Ben", "--box", "house"]
    called = said(EVENING, "game.toml", *new)
    assert (called.status, called.err) == (0, "")
    assert called.out.startswith("New game in game.toml.\n")
    assert called.out.endswith("saved in game.toml: 7 lines\n")
    called = said("Ana: worker A; draw 1\nundo\nworker A\ndraw 1\n\nscore\nquit\n", "game.toml")
    assert "Ana: worker A; draw 1 is taken back" in called.out
    assert "Ana: 3 double tiles, 2 before" not in called.out
    log = (
        "round 1\nincome\n"
        "Ana: islet mountain d2-e2 number 5; double forest-mountain c4-d3; store food@c2\n"
        "Ben: islet settlement d2-e1 number 3; double mountain-forest c3-d3; store 1 stone\n"
        "workers\nAna: worker F; ruin b4 slot 2; sail cutter 1\nBen: worker D\n"
        "Ana: worker A; draw 1\n"
    )
    text = Path("game.toml").read_text()
    assert f'log = """\n{log}"""\n' in text
    Path("hand.toml").write_text(text)
    assert call("check", "hand.toml").status == 0
    assert "x.toml" not in text
    (line,) = refusal("play", "game.toml", *new[:2], "--map", "cooper-2")
    assert line.startswith("--map: game.toml exists, and holds this already")


def test_what_may_be_typed_is_completed() -> None:
    """Commands, and the answers to the question: on a terminal, with its own completer."""
    question = Question("k", "Ana", "> ", lambda: ["@one", "@two"], str)
    complete = completing(("undo", "hint"), question)
    assert [*complete("1x 0*, hi")] == [("hint", 2)]
    assert [*complete("@o")] == [("@one", 2)]
    own = replace(question, complete=lambda text: [("c4", len(text))])
    assert [*completing(("undo",), own)("c")] == [("c4", 1)]
    shown = Answers(complete).get_completions(Document("hi"), CompleteEvent())
    assert [word.text for word in shown] == ["hint"]
