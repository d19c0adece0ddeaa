"""Everything that phones show, and everything that is asked of the host, on walks through games, as
one digest for each step.  These lines find changes; what is right is in the other tests."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from palace.core.errors import Problem
from palace.files.links import read_link
from palace.monkey_palace.game.log import read_record
from palace.page import action as act
from palace.page.action import Action
from palace.page.desk import Desk
from palace.page.step import opened
from palace.page.view import View
from tests.page import boxes, rivals
from tests.page.noted import Told
from tests.page.tables import SAMPLE, enter, fresh
from tests.page.test_cooper import HEAD, ROUND
from tests.sentences import Says

TURNS = [one.move for one in read_record(SAMPLE).written]
MONKEY, PALM, COOPER = GAMES = "monkey-palace", "palm-island", "cooper-island"
SAMPLES = {key: SAMPLE.parents[2] / key.replace("-", "_") / "samples" for key in GAMES}

FILLS: dict[str, tuple[str, tuple[tuple[str, str], ...]]] = {
    "dealt": (MONKEY, (("map", "map-3"), ("animals", "monkey"), ("animals", ""), ("x", "y"))),
    "house": (MONKEY, (("players.2", "Caro"), ("cards", "house"), ("cards", "z"), ("map", "a=b"))),
    "own": (MONKEY, (("box", "own"), ("boards", "unknown"), ("map", "map-2"), ("boards", "house"))),
    "program": (MONKEY, (("players", "Ana"), ("players.1", ""), ("last", "program"))),
    "coop": (PALM, (("mode", "casual"), ("mode", "coop"), ("deal", "1 2 3"), ("deal", ""))),
    "solo": (PALM, (("players", "Ana"), ("mode", "solo"), ("deal", "5 12"), ("deal", ""))),
    "cooper": (COOPER, (("players.2", "Caro"), ("players.3", "Dan"), ("players.3", ""))),
}  # fmt: skip


@pytest.mark.parametrize("name", FILLS)
def test_a_new_game_begins(name: str, says: Says) -> None:
    key, fills = FILLS[name]
    table = Told()
    table.run(f"open|new|{key}", "fill|players.0|Ana", "fill|players.1|Ben")
    table.run(*(f"fill|{line}|{text}" for line, text in fills), "begin")
    table.wander(len(name), 16)
    table.sheets()
    says(*table.moments())


def test_turns_of_monkey_palace(says: Says) -> None:
    table = Told(fresh().desk)
    for turn in TURNS[:3]:
        enter(table, turn)
    for phone in "za":
        table.send(Action("tap", "c3"), phone)
    table.send(Action("tap", "c4"), "a", 0)
    table.send(Action("next"), "z", 3)
    table.run("undo", "clear", "keep", "think|hint", "take||nothing")
    assert table.desk.idea is not None
    table.run(f"take||{table.desk.idea.text}", "next", "next", "next", "undo")
    table.run("look|shows|palace", "look|side|3", "look|picked|d4", "look|language|zh")
    table.run("look|seat|Ana", "look|enters", "look|turn|2", "look|turn|9", "look|shows|x")
    table.sheets()
    table.past()
    says(*table.moments())


def test_what_is_wrong_is_kept_and_taken_back(says: Says) -> None:
    table = Told(fresh().desk)
    table.tap("a4", "a3", "a2", "b2", "zz", "mend")
    table.run("clear", "tap|d4", "tap|pass", "next", "keep", "take-back", "take-back", "reread")
    for text in ("a1-a2-a3", "c4-d4-c4", "no staircase", "d6-e6", ""):
        table.run("end", "again", f"fill||{text}", "next")
    table.run("fill||a1-a2-a3", "keep")
    table.sheets()
    table.thinks = True
    table.run("think|hint", "think|pass", "think|hint", "stop")
    table.holds = True
    table.run("fill||d1-d2-d3-d4", "next", "keep")
    full = Problem("evening.toml", "no space is left on the device", "make room")
    sent = table.desk.kept.sent
    told: tuple[act.Result, ...] = (
        act.Unsaved(sent, full), act.FileChanged(gone=True), act.Saved(sent, "b.toml"),
        act.FileChanged(gone=True), act.FileChanged("knobs = 3\n"),
    )  # fmt: skip
    for one in told:
        table.settle(one)
        table.note(type(one).__name__)
    says(*table.moments())


@pytest.mark.parametrize("name", ["three-player-game", "palm-island", "final-decks", COOPER])
def test_a_sample_game(name: str, says: Says) -> None:
    (path,) = (one for folder in SAMPLES.values() for one in folder.glob(f"{name}.toml"))
    table = Told()
    table.run(f"fill|record|{path.read_text(encoding='utf-8')}")
    table.sheets()
    count = 0 if table.desk.log is None else len(table.desk.log.commits)
    for at in sorted({0, count // 3, count // 2, count - 1}) * bool(count):
        view = View("a", turn=at, shows="both")
        other = replace(view, language="zh", sheet="score")
        table.note(f"turn {at}", (view, "player"), (other, "spectator"))
    table.run("replace||2", "replace||0", "replace||999", "take-back", "next", "end", "end")
    table.run("save-as||x", "save-as", "save-as||../x", "again", "begin")
    table.wander(7, 16)
    says(*table.moments())


def test_a_round_of_cooper_island(says: Says) -> None:
    table = Told()
    table.run(f"fill|record|{HEAD}")
    for line in ROUND:
        table.run(f"fill||{line}", "next")
    table.past()
    table.wander(3, 20)
    says(*table.moments())


def test_a_game_against_the_program(says: Says) -> None:
    table = Told()
    rivals.begin(table)
    for _ in islice(rivals.turns(table), 2):
        table.run("next", "undo", "undo", "next", "next", "next", "undo")
    table.sheets()
    table.run("take-back", "stop")
    table.past()
    says(*table.moments())


def test_a_game_with_an_own_box(says: Says) -> None:
    rng, table = random.Random(5), Told(boxes.table_with().desk)
    cards = boxes.drawn_cards(rng)
    boxes.begin(table)
    for _ in range(2):
        boxes.play_turn(table, cards, rng)
    table.run("take-back")
    table.sheets()
    says(*table.moments())


BESIDE = {
    "found": "c4 b E d4 l mend mend e4 take", "maps map-2": "e4 arch-more d4 arch-less",
    "maps": "paint paint-d a1 done", "learn": "next d4 c4 back", "found =": "c4 every",
    "puzzle 2026-11-27": "c4 d4 check solution", "speed": "more 1 next",
    "box": "show-boards back",
}  # fmt: skip


@pytest.mark.parametrize("game", ["", MONKEY])
def test_what_is_beside_a_game(game: str, says: Says) -> None:
    for name, taps in BESIDE.items():
        table = Told(fresh().desk) if game else Told()
        table.run(f"open|{name.replace(' ', '|')}")
        table.tap(*taps.split())
        table.wander(len(name), 4)
        table.run("open|join", "fill|players|Ana, Ben", "begin")
        says(*table.moments())


@pytest.mark.parametrize("key", GAMES)
def test_a_pad(key: str, says: Says) -> None:
    table = Told()
    table.run(f"open|pad|{key}")
    lines = table.desk.form.lines if table.desk.form is not None else ()
    for at, name in enumerate(("players.0", "players.1", *(one.question.key for one in lines[1:]))):
        table.run(f"fill|{name}|{('Ana', 'Ben', '7', 'x', '3', '')[at % 6]}")
    table.sheets()
    says(*table.moments())


def test_links(says: Says) -> None:
    for text in ("#check=c4+b-d4", "#check=c4-d4", "#check=c4+b-d4&map=map-1"):
        for desk in (Desk("evening.toml"), fresh().desk):
            after: Any = opened(desk, read_link(text))[0]
            table = Told(after)
            table.sheets()
            table.run("tap|mend", "undo", "open")
            says(*table.moments())
