"""`palace palm-island solve`: what it prints and writes, and what it refuses."""

from __future__ import annotations

import re
import subprocess
import sys

from palace.palm_island import Move, State
from palace.palm_island.advice import proof
from palace.palm_island.solver.bound import Bound
from tests.calls import call, refusal
from tests.palm_island.solver.deals import DEALS, FILE
from tests.palm_island.tables import line

SOLVE = ("palm-island", "solve")
DEAL = ",".join(map(str, DEALS[0]))
FAST = ("--beams", 1, "--seconds", 1)
GOLDEN = FILE.parents[1] / "golden" / "palm-island"


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


def test_games_the_solver_does_not_know() -> None:
    """An analysis, which asks the solver, names what it cannot solve."""
    told = "does not know the ruling payment=any; it plays by the defaults: leave the ruling out"
    assert refused("analyse", GOLDEN / "unfinished.toml").endswith(told)
    told = "this is a casual game; the solver plays solo games only"
    assert refused("analyse", GOLDEN / "casual-tie.toml").endswith(told)
    feat = refused("analyse", GOLDEN / "feat.toml")
    assert "has cards the solver does not know: drying-rack; solve a game of the core" in feat
    faulty = refused("analyse", GOLDEN / "faulty.toml")
    assert re.search(r"faulty\.toml:\d+: move \d+ is not legal: .*; correct it first", faulty)


def test_what_is_proved_is_told() -> None:
    assert proof(28, Bound(50, "x")) == "not proved best: no line makes more than 50 (x)"
    assert proof(29, Bound(29, "x")) == "proved best: no line makes more (x)"


def test_asking_for_help_loads_no_compiler() -> None:
    code = (
        "import sys; from palace.cli import run; run(['palm-island', 'solve', '--help']);"
        "assert not {'numba', 'numpy', 'scipy', 'rich.progress'} & set(sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "Example:  palace palm-island solve --deal" in done.stdout
