"""`palace palm-island solve`: what it prints and writes, and what it refuses."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from palace.palm_island import Move, State
from palace.palm_island.advice import compare, proof
from palace.palm_island.solver.bound import Bound
from palace.palm_island.solver.solve import Solution
from tests.calls import call, refusal
from tests.palm_island.solver.deals import DEALS, FILE
from tests.palm_island.tables import line, log_of, record

SOLVE = ("palm-island", "solve")
DEAL = ",".join(map(str, DEALS[0]))
FAST = ("--beams", 1, "--seconds", 1)
GOLDEN = FILE.parents[1] / "golden" / "palm-island"


@pytest.fixture
def running(folder: Path) -> Path:
    """A game that has been played for a round or so."""
    file = folder / "running.toml"
    assert call(*SOLVE, "--deal", DEAL, *FAST, "-o", file).status == 0
    text = file.read_text()
    head, moves = text.split('moves = """\n')
    few = "\n".join(moves.split("\n")[:20])
    file.write_text(f'{head}moves = """\n{few}\n"""\n'.replace("Solver", "Ana"))
    return file


def test_solve_as_json() -> None:
    data = call(*SOLVE, "--deal", DEAL, *FAST, "--json").json
    assert data.keys() >= {"score", "upgrades", "moves", "upper_bound", "proved"}
    log = line(State.deal(DEALS[0]), map(Move.read, data["moves"]))
    end = log.state.seats[0].state
    assert not log.reasons
    assert (end.points, end.upgrades) == (data["score"], data["upgrades"])
    assert (data["upper_bound"], data["proved"]) == (50, False)


def test_solve_on_the_terminal() -> None:
    lines = call(*SOLVE, "--deal", DEAL, *FAST).out.splitlines()
    assert re.fullmatch(r"4[3-7] points, \d\d upgrades", lines[0])
    assert lines[1] == "not proved best: no line makes more than 50 (relaxation by rounds)"
    assert re.match(r"  1\. \w+", lines[2])
    assert [line[:4] for line in lines if re.match(r"  \d\.", line)] == [
        f"  {number}." for number in range(1, 9)
    ]
    assert max(map(len, lines)) <= 80


def test_blanks_do_for_commas() -> None:
    blanks = DEAL.replace(",", " ")
    assert call(*SOLVE, "--deal", blanks, *FAST).out == call(*SOLVE, "--deal", DEAL, *FAST).out


def test_a_line_is_written_as_a_record_that_is_legal(folder: Path) -> None:
    file = folder / "best.toml"
    called = call(*SOLVE, "--deal", DEAL, *FAST, "-o", file)
    assert called.out.endswith(f"wrote {file}\n")
    assert call("check", file).status == 0
    score = call("score", file, "--json").json
    assert (score["legal"], score["finished"]) == (True, True)
    assert f"{score['players'][0]['total']} points" in called.out


def test_a_finished_record_is_compared_with_its_deal() -> None:
    called = call(*SOLVE, GOLDEN / "solo.toml", *FAST)
    assert re.match(r"Ana: 29; the best line found makes 4\d\n", called.out)
    data = call(*SOLVE, GOLDEN / "solo.toml", *FAST, "--json").json
    assert data["played"]["score"] == 29


def test_the_line_of_a_finished_record_is_written_without_its_total(folder: Path) -> None:
    text = (GOLDEN / "solo.toml").read_text().replace('name = "Ana"', 'name = "Ana"\ntotal = 29')
    (folder / "played.toml").write_text(text)
    assert call("score", folder / "played.toml").status == 0
    assert call(*SOLVE, folder / "played.toml", *FAST, "-o", folder / "best.toml").status == 0
    data = call("score", folder / "best.toml", "--json").json
    assert (data["legal"], data["finished"]) == (True, True)
    assert data["players"][0]["total"] > 40
    assert "moves by palace palm-island solve" in (folder / "best.toml").read_text()


def test_a_game_better_than_the_line_found_keeps_its_points() -> None:
    game = log_of(record((GOLDEN / "solo.toml").read_text("utf-8")))
    start, end = (table.seats[0] for table in (game.states[0], game.state))
    found = Solution(start.state, (), 28, 20, Bound(50, "as an example"))
    assert compare(end, found) == "Ana: 29; no better line was found"
    assert (
        proof(found.score, found.bound, end)
        == "not proved best: no line makes more than 50 (as an example)"
    )
    close = Solution(start.state, (), 28, 20, Bound(29, "as an example"))
    assert proof(close.score, close.bound, end) == "proved best: no line makes more (as an example)"
    assert (
        proof(close.score, close.bound)
        == "not proved best: no line makes more than 29 (as an example)"
    )


def test_a_record_finds_its_box_beside_it(folder: Path) -> None:
    there = folder / "there"
    there.mkdir()
    assert call("box", "new", "--game", "palm-island", there / "box.toml").status == 0
    text = (GOLDEN / "solo.toml").read_text()
    key = 'box = "box.toml"\n\n[[players]]'
    (there / "game.toml").write_text(text.replace("[[players]]", key, 1))
    assert call("check", there / "game.toml").status == 0
    assert call(*SOLVE, there / "game.toml", *FAST).status == 0


def test_a_running_game_is_solved_from_where_it_stands(running: Path, folder: Path) -> None:
    called = call(*SOLVE, running, *FAST, "-o", folder / "on.toml")
    assert re.match(r"Ana, from round 2: 4\d points, \d\d upgrades\n", called.out)
    assert call("check", folder / "on.toml").status == 0
    before, after = running.read_text(), (folder / "on.toml").read_text()
    assert after.split('moves = """\n')[1].startswith(before.split('moves = """\n')[1][:-4])
    data = call(*SOLVE, running, *FAST, "--json").json
    assert data["played"] == {"name": "Ana", "moves": 20}


def test_a_game_taken_up_after_a_pause_is_written_from_there(running: Path, folder: Path) -> None:
    state = log_of(record(running.read_text("utf-8"))).state.seats[0].state
    position = f'position = "{state.begun}"'
    text = re.sub(r"(?ms)^deal = .*?]$", position, running.read_text())
    (folder / "later.toml").write_text(re.sub(r'(?s)""".*"""', '""', text))
    assert call(*SOLVE, folder / "later.toml", *FAST, "-o", folder / "on.toml").status == 0
    assert position in (folder / "on.toml").read_text()
    score = call("score", folder / "on.toml", "--json").json
    assert (score["legal"], score["finished"]) == (True, True)


def refused(*arguments: object) -> str:
    (line,) = refusal(*arguments)
    return line


def test_deals_that_are_none() -> None:
    assert refused(*SOLVE, "--deal", "1,2,x") == (
        "--deal: 'x' is not a card; sixteen numbers, top card first: 5,3,14 ..."
    )
    lines = refusal(*SOLVE, "--deal", DEAL.replace("14,", "12,"))
    assert "--deal: card 14 is missing; name every card once" in lines
    assert "--deal: card 12 is named 2 times; name it once" in lines
    assert "--deal: there is no card 99; the cards are 1 to 16" in refusal(
        *SOLVE, "--deal", DEAL.replace("14,", "99,")
    )
    assert refusal(*SOLVE, "--deal", "1,2,3") == [
        "--deal: 3 cards, not 16; sixteen numbers, top card first: 5,3,14 ..."
    ]


def test_nothing_or_too_much_to_solve() -> None:
    assert refused(*SOLVE) == (
        "palace palm-island solve: there is nothing to solve; give --deal 5,3,... or a RECORD"
    )
    assert refused(*SOLVE, "x.toml", "--deal", DEAL).endswith(
        "a record has its own deal; leave --deal out"
    )


def test_files_are_not_overwritten_unasked(folder: Path) -> None:
    file = folder / "a.toml"
    file.write_text("mine")
    solve = (*SOLVE, "--deal", DEAL, *FAST, "-o", "a.toml")
    assert refused(*solve) == "a.toml: this file exists; choose another name, or add --force"
    assert file.read_text() == "mine"
    assert call(*solve, "--force").status == 0
    assert file.read_text() != "mine"


def test_a_record_is_toml_or_json(folder: Path) -> None:
    assert refused(*SOLVE, "--deal", DEAL, "-o", "a.txt") == (
        "a.txt: a record ends in .toml or .json; name it game.toml"
    )
    assert call(*SOLVE, "--deal", DEAL, *FAST, "-o", "a.json").status == 0
    assert call("check", "a.json").status == 0


def test_records_the_solver_does_not_know(folder: Path) -> None:
    ruling = refused(*SOLVE, GOLDEN / "unfinished.toml")
    assert ruling.endswith(
        "does not know the ruling payment=any; it plays by the defaults: leave the ruling out"
    )
    assert refused(*SOLVE, GOLDEN / "casual-tie.toml").endswith(
        "this is a casual game; the solver plays solo games only"
    )
    feat = refused(*SOLVE, GOLDEN / "feat.toml")
    assert "has cards the solver does not know: drying-rack; solve a game of the core" in feat
    faulty = refused("analyse", GOLDEN / "faulty.toml")
    assert re.search(r"faulty\.toml:\d+: move \d+ is not legal: .*; correct it first", faulty)
    other = GOLDEN.parent / "monkey-palace" / "sheet.toml"
    assert refused(*SOLVE, other).endswith("this is not a record of palm-island; name one that is")
    assert "nowhere.toml" in refused(*SOLVE, "nowhere.toml")


def test_asking_for_help_loads_no_compiler() -> None:
    code = (
        "import sys; from palace.cli import run; run(['palm-island', 'solve', '--help']);"
        "assert not {'numba', 'numpy', 'scipy', 'rich.progress'} & set(sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "Example:  palace palm-island solve --deal" in done.stdout
