"""What can be written next in a log: what a question about it costs, and odd moments."""

from __future__ import annotations

from functools import partial
from statistics import median

import pytest

from palace.contract.game import Question
from palace.contract.rules import Log
from palace.cooper_island.game import Part, questions
from palace.cooper_island.log import read
from palace.cooper_island.notation import Entry, read_line, read_steps
from palace.core.errors import InputError
from palace.core.screen import Screen
from palace.core.verdict import in_language
from palace.files.document import parse_document, read_document
from tests.contract.test_rules import calls_of
from tests.cooper_island.logs import CLEAN, WORK
from tests.paths import GOLDEN

MOST_CALLS = 537
"""A twentieth of the calls of a question when each candidate carried out the whole line: 10,734,
the median of both logs at 9f85dd0."""


def test_a_question_goes_on_from_the_turn_reached() -> None:
    """Every third line of both logs is typed step by step; each question's calls are counted."""
    counts = []
    for stem in ("three-players", "four-players"):
        record = read(read_document(GOLDEN / "cooper-island" / f"{stem}.toml"))
        whole = Log.begin(record.rules).played(record.written)
        for number in range(0, len(whole.commits), 3):
            log, line = whole.back(len(whole.commits) - number), whole.commits[number].move
            (due,) = log.due
            (question,) = questions(record, log, due, {})
            if not isinstance(line, Entry) or line.player != question.player:
                continue
            answers: dict[str, object] = {}
            for step in line.steps:
                answers = {**answers, question.key: question.read(str(step))}
                ask = partial(questions, record, log, due, answers)
                counts.append(calls_of(ask))
                (question,) = ask()
    assert len(counts) > 250
    assert median(counts) <= MOST_CALLS


# Odd moments.


def asked(lines: str, entered: str, more: str = "") -> Question:
    """Return the question after a part of a line, in a game of two with these lines before."""
    players = '[[players]]\nname = "Ana"\n[[players]]\nname = "Ben"\n'
    head = 'format = 1\ngame = "cooper-island"\nrules = "1"\n'
    text = f'{head}{more}log = """\n{lines}\n"""\n{players}'
    record = read(parse_document(text, "toml", "game.toml"))
    log = Log.begin(record.rules).played(record.written)
    line = read_line(entered)
    assert isinstance(line, Entry)
    (due,) = log.due
    (question,) = questions(record, log, due, {"step-1": Part(line)})
    return question


def test_without_a_free_space_nothing_is_built() -> None:
    """Each tile of Ana's peninsula has its cube, so that no building has a space."""
    question = asked("round 1\nincome\nworkers", "Ana: worker D")
    assert "build" in question.prompt
    assert not any(text.startswith("build") for text in question.answers())
    shown = question.shown(Screen(999))
    assert "build       put up a building and draw its card: not possible now" in shown
    assert question.taps is not None
    small = next(key for key in question.taps("").choices if key.name == "build small")
    assert small.answer is None
    assert small.note == "No free tile for it: each has a resource or a piece"


@pytest.mark.parametrize("text", ["worker Z", "boat x", "zzz", "islet forest", "boat 1 pay zz"])
def test_what_no_tap_makes_is_no_answer(text: str) -> None:
    question = asked("round 1\nincome\nworkers", "Ana: worker B")
    assert question.taps is not None
    with pytest.raises(InputError, match="is no step here; take it back"):
        question.taps(text)


def test_what_is_owed_before_a_phase_can_be_left_out() -> None:
    """A line that is kept before the first round owes helm points that no step can sail."""
    question = asked("", "Ana: gets 2 helm")
    assert question.prompt == "Ana, next: done to leave it out> "
    line = Entry("Ana", read_steps("gets 2 helm"))
    assert question.read("done") == Part(line, ends=True)


def test_more_than_a_payment_can_hold_is_stored_in_part() -> None:
    question = asked("round 1\nincome", "Ana: gets 150 wood")
    assert "store 99 wood" in [*question.answers()]


def test_two_things_that_are_owed_are_two_keys() -> None:
    """Ana's cutter passes the harbour of Ben, and she has points left to sail."""
    steps = "Ana: worker C; gets 11 helm; gets 1 helm; sail cutter 11"
    question = asked("round 1\nincome\nworkers", steps, 'box = "house"\n')
    assert question.taps is not None
    assert [key.answer for key in question.taps("").choices] == ["sail", "harbour"]


HIRED = "Ana: milestone one takes special sends worker to 1; "
STORED = "Ana: gets 1 food; store 1 food"
EITHER = "Area {}, choose one: draw {}, or lay {}"


@pytest.mark.parametrize(
    ("before", "entered", "text", "title"),
    [
        (WORK, "Ana: worker C", "",
         "Area C, do all: draw a double tile and lay a double tile"),
        (WORK, "Ana: worker G", "", EITHER.format("G", *["2 double tiles"] * 2)),
        (WORK, "Ana: worker A", "",
         f"Cartographer +1. {EITHER.format('A', *['a double tile'] * 2)}"),
        (WORK, f"{HIRED}special H", "",
         "Area H, choose one: take a crate and draw a double tile, or take a crate and lay a "
         "double tile"),
        (WORK, "Ana: worker F; ruin b4", "", "Ana: done on the table? End your turn"),
        (WORK, "Ana: worker D", "", "What do you build?"),
        # Behind a semicolon nothing is entered by itself.
        (WORK, "Ana: worker D", "; ", "Area D: put up a building"),
        (WORK, "Ana: worker B", "boat 1", "boat 1 costs 2 wood; Ana pays nothing"),
        (CLEAN, STORED, "feed",
         "Feed 2 workers: tap food on the map or from the storage, 0 of 2 so far"),
        (CLEAN, STORED, "feed 1 food", "Feed 2 workers: tap food on the map, 1 of 2 so far"),
        (CLEAN, STORED, "feed food@c2",
         "Feed 2 workers: food from the storage, 1 of 2 so far"),
    ],
)  # fmt: skip
def test_what_is_asked_of_who_taps(before: str, entered: str, text: str, title: str) -> None:
    question = asked(before.strip(), entered, 'box = "house"\n')
    assert question.taps is not None
    assert in_language(question.taps(text).told.title, "en") == title


@pytest.mark.parametrize(
    ("entered", "text", "keys"),
    [
        (STORED, "feed", {
            "feed 1 food": "", "feed food@c2 1 food": "Feed all workers",
            "none": "Feed no worker: 2 anchors, \N{MINUS SIGN}2 points"}),
        (STORED, "feed 1 food", {"none": "No more food: 1 anchor, \N{MINUS SIGN}1 point"}),
        ("Ana: feed nothing", "", {
            f"anchor {ship}": f"Anchor, \N{MINUS SIGN}1 point: {ship}"
            for ship in ("cutter", "two-master")}),
        # Of 3 food in store 2 are offered, what the workers eat; that needs no cube.
        ("Ana: gets 3 food; store 3 food", "feed", {
"feed 2 food": "Feed all workers",
            "none": "Feed no worker: 2 anchors, \N{MINUS SIGN}2 points"}),
    ],
)  # fmt: skip
def test_the_food_that_can_be_tapped(entered: str, text: str, keys: dict[str, str]) -> None:
    question = asked(CLEAN.strip(), entered, 'box = "house"\n')
    assert question.taps is not None
    taps = question.taps(text)
    assert {one.name: in_language(one.text, "en") for one in taps.choices} == keys
    assert taps.board is not None
    assert ("c2" in taps.board.answers) == text.startswith("feed")


def test_an_area_of_no_use_is_asked_about_first() -> None:
    """Ana has a coin, and no tile that is free for a building; goods for nothing are in area E."""
    question = asked(WORK.strip(), "Ana: gets 1 coin", 'box = "house"\n')
    assert question.taps is not None
    board = question.taps("").board
    assert board is not None
    assert (board.answers["D"], board.answers["E"]) == ("worker D?", "worker E")
