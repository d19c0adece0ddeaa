"""`palace play` of Cooper Island: lines entered step by step and whole, and the file after each."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from palace.cli.dialogue import completing
from palace.contract.entering import asking
from palace.contract.registry import game
from palace.contract.rules import Log
from palace.contract.session import Session
from palace.cooper_island.drawing import KEY_SIGNS
from palace.cooper_island.game import DONE, GAME, Part
from palace.cooper_island.log import LoggedRecord
from palace.cooper_island.log import read as read_log
from palace.cooper_island.notation import VERBS, Entry, read_line
from palace.cooper_island.rules import BOOK
from palace.cooper_island.tapping import ANYTIME
from palace.core.screen import Screen
from palace.core.verdict import in_language
from palace.files.document import read_document
from tests.calls import Called, call, refusal, typing
from tests.examples import parts
from tests.paths import GOLDEN

PLAY = ("play", "--game", "cooper-island")
TWO = ("--player", "Ana", "--player", "Ben")
ASKING = asking(GAME)
HOUSE = (*TWO, "--box", "house")
BEGIN = "\n\n"
"""The headings `round 1` and `income`."""

ANA = "Ana: islet forest d2-e2 number 1; double forest-meadow d3-c3\n"
BEN = "Ben: islet meadow d2-e2 number 2; double forest-meadow c3-c4\n"
Say = Callable[..., Called]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder for each test."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    return tmp_path


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> Say:
    """Call the verb and type some lines."""
    return typing(monkeypatch, *PLAY)


def read(name: str | Path = "game.toml") -> LoggedRecord:
    return read_log(read_document(name), Path())


def log(name: str = "game.toml") -> list[str]:
    return [str(line.what) for line in read(name).entries or ()]


def codes(out: str) -> list[str]:
    return re.findall(r"^! (\S+)", out, re.MULTILINE)


def joined(out: str) -> str:
    return " ".join(out.split())


# A new game.


def test_a_new_game_has_an_empty_log(said: Say) -> None:
    out = said("quit\n", "game.toml", *HOUSE).out
    assert out.startswith("New game in game.toml.\nThe log goes on with round 1: Enter> quit\n")
    assert (read().data.log, read().data.box, read().data.peninsula) == ("", "house", None)
    assert said("quit\n", "b.toml", *TWO, "--map", "cooper-3").status == 0
    assert read("b.toml").data.peninsula == "cooper-3"
    assert call("check", "game.toml").status == 0


@pytest.mark.parametrize(
    ("arguments", "lines"),
    [
        ((), ["--player: there is no x.toml, and a new game needs its players; "
              "--player Ana --player Ben"]),
        (("--player", "Ana"), ["--player: 1 player in a game; enter 2 to 4; in the solo game "
                               "Cooper is the second player"]),
        (("--player", "A", "--player", "A"),
         ["--player: two players are called 'A'; give each a name of their own"]),
        (("--player", "A", "--player", " "), ["--player: the name is empty; give everyone a name"]),
        ((*TWO, "--seed", "3"), ["--seed: Cooper Island has no such option; leave it out"]),
    ],
)  # fmt: skip
def test_wrong_calls(arguments: tuple[str, ...], lines: list[str]) -> None:
    assert refusal(*PLAY, "x.toml", *arguments) == lines
    assert not Path("x.toml").exists()


def test_a_map_or_a_box_that_is_not_there() -> None:
    (line,) = refusal(*PLAY, "x.toml", *TWO, "--map", "cooper-9")
    assert line.startswith("--map: ")
    assert "cooper-2" in line
    (line,) = refusal(*PLAY, "x.toml", *TWO, "--box", "hose")
    assert "there is no box 'hose'; did you mean house?" in line
    assert not Path("x.toml").exists()


# The same record as one that is written by hand.


@pytest.mark.parametrize("stem", ["three-players", "four-players", "faulty"])
@pytest.mark.parametrize("count", [24, pytest.param(None, marks=pytest.mark.slow)])
def test_a_log_typed_line_by_line_is_the_log_written_by_hand(
    stem: str, count: int | None, said: Say
) -> None:
    """Also an illegal one; only its comments are not typed."""
    path = GOLDEN / "cooper-island" / f"{stem}.toml"
    record = read(path)
    assert isinstance(record.data.log, str)
    texts = re.sub(r" +#.*", "", record.data.log).splitlines()[:count]
    log = Log.begin(record.rules).played(record.written)
    moves = [commit.move for commit in log.commits[:count]]
    data = record.text().replace(record.data.log, "\n".join(texts) + "\n")
    Path("hand.toml").write_text(data, encoding="utf-8")
    Path("game.toml").write_text(record.text(Log.begin(record.rules)), encoding="utf-8")
    session = Session.open("game.toml")
    for expected, text in zip(moves, texts, strict=True):
        (question,) = ASKING.questions(session.setup, session.log, session.log.due[0], {})
        part = question.read(text)
        move = ASKING.move(question.player, {question.key: part}, None)
        answers = {question.key: part}
        if asked := ASKING.questions(session.setup, session.log, session.log.due[0], answers):
            answers["step-2"] = asked[0].read(DONE)  # what is owed is left out
        assert not ASKING.questions(session.setup, session.log, session.log.due[0], answers)
        attempt = session.attempt(move)
        assert attempt.move == move == expected
        session.confirm(attempt)
    assert Path("game.toml").read_text() == Path("hand.toml").read_text()
    assert call("check", "game.toml").out.replace("game.toml", "hand.toml") == (
        call("check", "hand.toml").out
    )


def test_a_game_through_the_dialogue_is_the_log_that_is_typed(said: Say) -> None:
    """Whole lines and headings, in an order that is not that of the seats."""
    lines = f"round 1\nincome\n{BEN}{ANA}workers\nAna: worker A; draw 1\n"
    out = said(f"{lines}quit\n", "game.toml", *HOUSE).out
    assert log() == lines.splitlines()
    assert codes(out) == []
    assert out.endswith("saved in game.toml: 6 lines\n")


def test_steps_one_by_one_make_the_same_line(said: Say) -> None:
    whole = said(f"{BEGIN}{ANA}{BEN}\nquit\n", "whole.toml", *HOUSE)
    steps = [line.split(": ")[1].strip().replace("; ", "\n") for line in (ANA, BEN)]
    said(f"{BEGIN}{steps[0]}\n\n{steps[1]}\n\n\nquit\n", "game.toml", *HOUSE)
    assert log() == log("whole.toml")
    assert len(log()) == 5
    assert codes(whole.out) == []


def test_examples_alone_make_a_legal_round() -> None:
    """Steps picked at random among the examples break no rule but by what is left out."""
    rng = random.Random(1)
    players = [{"name": name} for name in ("Ana", "Ben", "Caro")]
    session = Session.new(game("cooper-island"), "game.toml", players, {"box": "house"})
    while session.count < 22:
        answers: dict[str, Any] = {}
        (due,) = session.log.due
        while asked := ASKING.questions(session.setup, session.log, due, answers):
            (question,) = asked
            every = [*question.answers()]
            if question.default is not None and (not every or rng.random() < 0.5):
                text = question.default
            else:
                text = rng.choice(every)
                assert text.split()[0] in question.shown(Screen(100))
            answers[question.key] = question.read(text)
        attempt = session.attempt(ASKING.move(due, answers, None))
        assert {reason.key for reason in attempt.reasons} <= {
            "income.islet", "worker-order.left", "feeding.none",
        }, attempt.move  # fmt: skip
        session.confirm(attempt)
    verbs = {step.verb for line in read().entries or () for step in getattr(line.what, "steps", ())}
    assert len(verbs) > 6


STRIDE = 4  # the parts of a log, of which all together take some seconds


@pytest.mark.parametrize("stem", ["three-players", "four-players"])
@pytest.mark.parametrize("part", parts(STRIDE))
def test_every_prefix_of_a_log_has_its_question(stem: str, part: int) -> None:
    """A log cut after any step of any line goes on, with something to type that is no error."""
    record = read(GOLDEN / "cooper-island" / f"{stem}.toml")
    whole = Log.begin(record.rules).played(record.written)
    prefixes = [
        (number, Part(Entry(line.what.player, line.what.steps[:count])), count)
        for number, line in enumerate(record.entries or ())
        if isinstance(line.what, Entry)
        for count in range(len(line.what.steps) + 1)
    ]
    assert len(prefixes) == {"three-players": 420, "four-players": 596}[stem]
    for number, entered, count in prefixes[part::STRIDE]:
        log = whole.back(len(whole.commits) - number)
        (due,) = log.due
        answers: dict[str, object] = {"step": entered} if count else {}
        (question,) = ASKING.questions(record, log, due, answers)
        assert question.prompt
        assert question.shown(Screen(100))
        assert all(map(question.read, question.answers()))
        assert question.taps is not None
        tapped = question.taps("")
        for language in ("en", "zh"):
            assert in_language(tapped.told.title, language)
            for key in tapped.choices:
                assert key.icons or in_language(key.text, language) not in ("", *VERBS), key


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_verb_has_its_key_and_its_words(language: str) -> None:
    """Steps on trust are typed alone, and a worker is put on the island."""
    words, trusted = BOOK.language(language).words, {"gets", "spends"}
    assert {f"do.{verb}" for verb in {*VERBS} - trusted} <= {*words}
    assert {f"did.{verb}" for verb in VERBS} <= {*words}
    assert {*VERBS} - trusted - {*ANYTIME, "worker"} <= {*KEY_SIGNS}


def test_a_cube_worth_more_than_is_owed_pays_alone(said: Say) -> None:
    """Line 60 of the log: the wood on c4 is worth more than is left of the crate's cost."""
    record = GAME.read(read_document(GOLDEN / "cooper-island" / "four-players.toml"))
    begun = Log.begin(record.rules).played(record.written[:59])
    Path("game.toml").write_text(record.text(begun), encoding="utf-8")
    called = said("worker H toll 1 coin\nquit\n", "game.toml")
    assert called.status == 0
    assert "crate 5 pay 1 wood wood@c4\n" in called.out


# What a player is told.


def test_what_may_be_written_and_what_came_of_it(said: Say) -> None:
    lines = f"{BEGIN}islet forest d2-e2 number 1\n\n{BEN}\nworker B\nboat 1 pay wood@d2\nquit\n"
    out = said(lines, "game.toml", *HOUSE).out
    assert "round 1, income: Ana\nstill without a line: Ana and Ben\n" in out
    assert (
        "storage 1 coin; market nothing; cartographer at 3; double tiles 2; idle workers 2\n"
        "cutter at 0; two-master at 0; cubes food@c2\n"
        "  islet       lay an islet, its land half first: islet forest d2-e2 number 1\n"
        "  double      lay a double tile; level meadow c3 or gold may follow: double "
        "forest-meadow d2-d3\n"
    ) in out
    assert "\n  storage 1 coin; market 1 wood; cartographer at 3; double tiles 2; idle" in out
    assert "One of islet, double, store, single, milestone; workers ends the phase> islet" in out
    assert "The log goes on with workers: Enter, or a line such as Ana: store 1 wood> \n" in out
    assert "  worker      place a normal worker; pay a toll if others are there: worker A\n" in out
    assert codes(out) == ["cost"]  # the cube is worth one


def test_a_whole_line_is_typed_beside_the_questions(said: Say) -> None:
    out = said(f"{BEGIN}{ANA}{BEN}\nAna: worker B\nworker B\nquit\n", "game.toml", *HOUSE).out
    assert codes(out) == ["toll"]
    assert "to keep it all the same: worker B !" in out


def test_what_cannot_be_paid_is_still_named(said: Say) -> None:
    out = said(f"{BEGIN}{ANA}{BEN}\nworker D\nquit\n", "game.toml", *HOUSE).out
    assert "build put up a building and draw its card: not possible now" in joined(out)


def test_helm_points_are_asked_for_before_the_line_can_end(said: Say) -> None:
    lines = f"{BEGIN}{ANA}{BEN}\nworker F\nruin b4 slot 2\n\nsail cutter 1\n\nquit\n"
    out = said(lines, "game.toml", *HOUSE).out
    wanted = "Ana, next: sail cutter 1, or done to leave it out> "
    assert "  sail        move a ship by helm points, or remove its anchors: sail cutter 1" in out
    assert out.count(f"{wanted}\ntype help for the commands\n{wanted}sail") == 1
    assert "  cutter at 1; two-master at 0; " in out
    assert log()[-1] == "Ana: worker F; ruin b4 slot 2; sail cutter 1"


def test_a_line_that_still_owes_is_kept_if_it_is_wanted(said: Say) -> None:
    lines = f"{BEGIN}{ANA}{BEN}\nworker F\nruin b4 slot 2\n{DONE}\n"
    said(f"{lines}no\nquit\n", "game.toml", *HOUSE)
    assert log()[-1] == "workers"
    out = said("worker F\nruin b4 slot 2\ndone\nyes\nquit\n", "game.toml").out
    assert codes(out) == ["helm-points"]
    assert "keep it all the same? (yes or no)> yes\nAna: worker F; ruin b4 slot 2\n" in out
    assert log()[-1] == "Ana: worker F; ruin b4 slot 2"
    assert "! helm-points" in call("check", "game.toml").out


def test_a_whole_line_that_lacks_a_step_is_kept_and_the_step_is_asked_for(said: Say) -> None:
    lines = f"{BEGIN}{ANA}{BEN}\nAna: worker F; ruin b4 slot 2\nquit\n"
    out = said(lines, "game.toml", *HOUSE).out
    assert "Ana, next: sail cutter 1, or done to leave it out> quit\n" in out
    assert log()[-1] == "workers"
    out = said("sail two-master 1\n\nquit\n", "game.toml").out  # it was kept as a draft
    assert codes(out) == []
    assert log()[-1] == "Ana: worker F; ruin b4 slot 2; sail two-master 1"


def test_anchors_for_missing_food_one_after_the_other(said: Say) -> None:
    head = f"{BEGIN}{ANA}{BEN}\n" + "Ana: worker A\nBen: worker C\nAna: worker E\nBen: worker G\n"
    lines = f"{head}\nfeed nothing\nanchor cutter\nanchor two-master\n\nquit\n"
    out = said(lines, "game.toml", *HOUSE).out
    assert "feed the workers; of: the food the board asks for: feed food@c2" in joined(out)
    for ship in ("cutter", "two-master"):
        assert f"anchor      put an anchor for missing food under a ship: anchor {ship}\n" in out
    assert log()[-1] == "Ana: feed nothing; anchor cutter; anchor two-master"
    assert codes(out) == []


def test_without_a_box_costs_are_not_guessed(said: Say) -> None:
    lines = f"{BEGIN}{ANA}{BEN}\nworker B\nboat 1\n\nquit\n"
    out = said(lines, "game.toml", *TWO).out
    assert "boat        build an income boat: boat 1\n" in out
    assert "  taken on trust, not known: what a boat costs\n" in out
    assert "single      lay a single tile for steps of the cartographer: single" in out
    assert "milestone boats takes worker" in joined(out)
    assert log()[-1] == "Ana: worker B; boat 1"


def test_a_heading_too_early_is_told_and_kept_with_an_exclamation_mark(said: Say) -> None:
    out = said(f"{BEGIN}{ANA}workers\nworkers !\nquit\n", "game.toml", *HOUSE).out
    assert {*codes(out)} == {"income"}
    assert "to keep it all the same: workers !" in out
    assert log()[-1] == "workers"


# What is typed wrongly.


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("9", "'9' is not expected here"),
        ("done", "no step is entered -> type a step such as worker A, or a heading"),
        ("Bne: store food@c2", "no player is called 'Bne' -> did you mean Ben?"),
        ("again islet Zoe 1", "no player is called 'Zoe' -> the players are Ana and Ben"),
        ("islet forrest d2-e2", "expected forest, meadow, mountain or settlement; did you mean "
                                "forest?"),
        ("store food@c2\nworkers", "the line of Ana is not finished -> Enter ends it"),
        ("store food@c2\nBen: store food@c2",
         "this is a line of Ben, and that of Ana is not finished -> Enter ends it"),
        ("# a comment", "expected a step"),
        ("store food@c2;", "the step is empty"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_asked_again(text: str, told: str, said: Say) -> None:
    out = said(f"{BEGIN}{text}\nquit\n", "game.toml", *HOUSE)
    assert told in joined(out.out)
    assert out.status == 0
    assert log() == ["round 1", "income"]


def test_a_line_that_is_too_long_is_asked_again(said: Say) -> None:
    steps = "; ".join(["store food@c2"] * 50)
    out = said(f"{BEGIN}{steps} !\n{steps} !\nquit\n", "game.toml", *HOUSE)
    assert out.status == 0
    assert "characters are too many" in joined(out.out)
    assert log() == ["round 1", "income"]


def test_a_step_without_a_name_where_any_player_can_write(said: Say) -> None:
    out = said(f"{BEGIN}{ANA}{BEN}store food@c2\nquit\n", "game.toml", *HOUSE).out
    assert "it is not known whose step this is -> write Ana: store 1 wood" in joined(out)


# Going back.


def test_undo_back_and_replace(said: Say) -> None:
    said(f"{BEGIN}{ANA}{BEN}\nAna: worker A\nundo\nundo\nquit\n", "game.toml", *HOUSE)
    assert log() == ["round 1", "income", ANA.strip(), BEN.strip()]
    out = said("undo\nstore food@c2\nback\nquit\n", "game.toml").out
    assert "Ben: islet meadow d2-e2 number 2; double forest-meadow c3-c4 is taken back" in out
    assert "the line starts again" in out
    assert len(log()) == 3
    other = "islet settlement d2-e2 number 4\n\nyes\n"
    out = said(f"{BEN}replace 3\n{other}replace 9\nquit\n", "game.toml").out
    assert "1 line after it: all legal\nkeep it? (yes or no)> yes\n" in out
    assert "there is no line 9\n-> they are 1 to 4" in out
    assert log()[2:] == ["Ana: islet settlement d2-e2 number 4", BEN.strip()]
    said("undo\nundo\nundo\nundo\nundo\nquit\n", "game.toml")
    assert log() == []


def test_after_the_end(said: Say) -> None:
    path = GOLDEN / "cooper-island" / "three-players.toml"
    Path("game.toml").write_text(path.read_text("utf-8"), "utf-8")
    assert "the game is over\n" in said("quit\n", "game.toml").out
    assert len(log()) == 95


# Commands, help, completion.


def test_the_help_has_every_verb_of_the_phase_with_its_example(said: Say) -> None:
    lines = f"{BEGIN}help\n{ANA}{BEN}\nhelp\nquit\n"
    income, work = (
        joined(text) for text in said(lines, "game.toml", *HOUSE).out.split("> help\n")[1:]
    )
    for verb in VERBS.values():
        text = joined(f"{verb.name} {verb.words}: {verb.example}")
        assert (text in income) == (verb.phase in ("", "income"))
        assert (text in work) == (verb.phase in ("", "workers"))
    assert "workers a heading: begins the next phase or round" in income
    assert "NAME: step a whole line of a log, of any player: Ben: worker A; draw 1" in income
    assert str(read_line("Ben: worker A; draw 1")) == "Ben: worker A; draw 1"


def test_steps_are_completed() -> None:
    players = [{"name": "Ana"}, {"name": "Ben"}]
    session = Session.new(game("cooper-island"), "game.toml", players, {"box": "house"})
    for text in ("round 1", "income"):
        session.confirm(session.attempt(read_line(text)))
    (question,) = ASKING.questions(session.setup, session.log, "", {})
    complete = completing(("undo", "score"), question)
    assert [word for word, _ in complete("is")] == ["islet"]
    assert ("islet forest d2-e2 number 1", 12) in [*complete("islet forest")]
    assert [word for word, _ in complete("store food@c2; dou")] == ["double"]
    assert ("double forest-meadow d2-d3", 6) in [*complete("store food@c2; double")]
    assert [word for word, _ in complete("u")][:1] == ["undo"]
