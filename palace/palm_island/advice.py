"""What the solver tells the players of a game: a hint, and what the deal was worth."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from typing import TYPE_CHECKING

from palace.core.errors import Problem, install_hint
from palace.core.screen import Screen, bold
from palace.palm_island.log import LoggedRecord
from palace.palm_island.state import State
from palace.palm_island.table import Seat
from palace.palm_island.turns import PalmLog, moves_of
from palace.scoring.score import counted

if TYPE_CHECKING:
    from palace.palm_island.solver import Solution

HINT_SECONDS = 4.0
"""The time limit of `hint`, without the start of the solver."""

WORTH_SECONDS = 2.0
"""The time limit of `deal_value`, without the start of the solver."""

UNLIKE = ("payment", "limit-order", "voluntary-reset", "stored-second")
"""Rulings of which the solver supports only the default."""


def compare(seat: Seat, solution: Solution) -> str:
    """Return the points of a finished game, and of the best line found for its deal."""
    points = seat.state.points
    if solution.score < points:
        return f"{seat.name}: {points}; no better line was found"
    return f"{seat.name}: {points}; the best line found makes {solution.score}"


def proof(solution: Solution, seat: Seat | None = None) -> str:
    """Return what is proved about the best line known, found or played."""
    bound = solution.bound
    played = seat.state.points if seat is not None and seat.state.finished else 0
    if max(solution.score, played) >= bound.points:
        return f"proved best: no line makes more ({bound.how})"
    return f"not proved best: no line makes more than {bound.points} ({bound.how})"


def hindrances(record: LoggedRecord, log: PalmLog, file: str) -> Iterator[Problem]:
    """Yield why the solver cannot solve the game of a record."""
    seat = log.state.seats[0]
    if record.data.mode != "solo":
        what = f"this is a {record.data.mode} game"
        yield Problem(file, what, "the solver plays solo games only")
        return
    if find_spec("numba") is None:
        yield Problem(file, f"the solver needs numba, which is missing: {install_hint('fast')}")
        return
    if seat.total is not None:
        yield Problem(file, f"only the total of {seat.name} is known", "solve a game with moves")
    for name, answer in record.rulings.changed().items():
        if name in UNLIKE:
            what = f"the solver does not know the ruling {name}={answer}"
            yield Problem(file, what, "it plays by the defaults: leave the ruling out")
    trusted = ((report, move) for report, move, _ in moves_of(log, seat.name) if move.by)
    if seat.state.extra:
        names = ", ".join(str(card.id) for card in seat.state.extra)
        what = f"this game has cards the solver does not know: {names}"
        yield Problem(file, what, "solve a game of the core deck")
    elif first := next(trusted, None):
        what = f"{first[1].by} allows move {first[0].number}"
        yield Problem(file, what, "the solver does not know such cards: solve another game")
    elif wrong := [reason for reason in record.faults(log) if reason.turn]:
        where = f"{file}:{wrong[0].line}" if wrong[0].line else file
        what = f"move {wrong[0].turn} is not legal: {wrong[0].text}"
        yield Problem(where, what, f"correct it first: palace check {file}")


def hint(record: LoggedRecord, log: PalmLog, player: str, screen: Screen) -> str:
    """Return the first move of the best line that is found, its score, and what is proved."""
    seat = log.state.seat(player)
    found = [problem.what for problem in hindrances(record, log, record.document.file)]
    if found:
        solo = record.data.mode == "solo"
        more = "" if solo else ", and the solver plays solo games only"
        return "\n".join(screen.wrapped(f"there is no hint: {what}{more}") for what in found)
    solution = _solved("looking for the best move", seat.state, HINT_SECONDS, screen)
    points = counted(solution.score)
    now = f"now {counted(seat.state.points)}"
    return "\n".join((
        bold(str(solution.moves[0])),
        screen.wrapped(f"it leads to {points} ({now}); {proof(solution, seat)}"),
    ))  # fmt: skip


def deal_value(record: LoggedRecord, log: PalmLog, player: str, screen: Screen) -> str:
    """Return the points of a finished game beside the best line found for its deal."""
    file, seat = record.document.file, log.state.seats[0]
    found = [problem.what for problem in hindrances(record, log, file)]
    if found:
        lead = "the worth of this deal cannot be found"
        return "\n".join(screen.wrapped(f"{lead}: {what}") for what in found)
    solution = _solved("solving", log.states[0].seats[0].state, WORTH_SECONDS, screen)
    return "\n".join([
        bold(screen.wrapped(compare(seat, solution))),
        screen.wrapped(proof(solution, seat)),
        screen.wrapped("the line, and what each round left:"),
        *(f"palace palm-island {verb} {file}" for verb in ("solve", "study")),
    ])  # fmt: skip


def _solved(what: str, start: State, seconds: float, screen: Screen) -> Solution:
    """Return the best line found from a state, with a bar that says `what` is done."""
    from palace.core.jit import preparing
    from palace.palm_island.solver import compiled_already, solve

    first = "" if compiled_already() else preparing("the solver")
    with screen.bar(what, first) as progress:
        return solve(start, seconds, progress=lambda best, share: progress(share))
