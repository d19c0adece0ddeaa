"""What the solver tells the players of a game: a hint, and what the deal was worth.

For a hint each legal move is searched by itself, all by narrow beams and then the best by wider
ones, so that the second best is known, too.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import reduce
from importlib.util import find_spec
from typing import TYPE_CHECKING, NamedTuple

from palace.contract.analysis import Analysing, Step
from palace.contract.game import Thinking, Thoughts
from palace.contract.players import Limit
from palace.contract.rules import Log, Record
from palace.contract.taps import Idea
from palace.core.errors import InputError, Problem, install_hint
from palace.core.screen import Screen, bold
from palace.core.verdict import Text
from palace.palm_island.engine import legal_moves, perform
from palace.palm_island.log import LoggedRecord
from palace.palm_island.state import Move, State
from palace.palm_island.table import Seat, Table
from palace.palm_island.tapping import logged, title
from palace.palm_island.turns import PalmLog, Turn, moves_of
from palace.palm_island.words import WORDS

if TYPE_CHECKING:
    from palace.palm_island.solver import Solution
    from palace.palm_island.solver.bound import Bound

HINT_SECONDS = 4.0
"""The time limit of `hint`, without the start of the solver."""

WORTH_SECONDS = 2.0
"""The time limit of `deal_value`, without the start of the solver."""

WIDTHS = (250, 1_000, 4_000)
"""The widths of the beams of a hint, one after the other."""

BEST = 3
"""The moves that are searched by more than the first of them."""

SLICE = 0.05

UNLIKE = ("payment", "limit-order", "voluntary-reset", "stored-second")
"""Rulings of which the solver supports only the default."""


def compare(seat: Seat, solution: Solution) -> str:
    """Return the points of a finished game, and of the best line found for its deal."""
    points = seat.state.points
    if solution.score < points:
        return f"{seat.name}: {points}; no better line was found"
    return f"{seat.name}: {points}; the best line found makes {solution.score}"


def proof(points: int, bound: Bound, seat: Seat | None = None) -> str:
    """Return what is proved about the best line known, found or played."""
    played = seat.state.points if seat is not None and seat.state.finished else 0
    if max(points, played) >= bound.points:
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


class Option(NamedTuple):
    """A legal move and the best line that is found with it: its points and upgrades, and the deck
    at its end; `complete` is whether no line is better."""

    points: int
    upgrades: int
    complete: bool
    move: Move
    end: State


Weighed = tuple[Option, ...]


def weigh(
    state: State, seconds: float = HINT_SECONDS, widths: Sequence[int] = WIDTHS
) -> Iterator[tuple[Weighed, float]]:
    """Yield the legal moves with what is found of each, best first, and the share that is done.

    A slice takes about `SLICE` seconds.  Nothing is searched where one move is legal.
    """
    from palace.palm_island.solver.beam import Beam, trained
    from palace.palm_island.solver.packed import Packed, in_words

    moves, found = legal_moves(state), dict[Move, Option]()
    begun = last = time.monotonic()
    every = [(width, move) for width in widths for move in moves]
    for done, (width, move) in enumerate(every if len(moves) > 1 else ()):
        known = found.get(move)
        best = sorted(found.values(), key=_worth, reverse=True)
        if known is not None and (known.complete or known not in best[:BEST]):
            continue
        after = perform(state, move)
        beam = Beam(Packed.of(after), trained(), width)
        while beam.step():
            now = time.monotonic()
            share = max(done / len(every), min((now - begun) / seconds, 1.0))
            if known is not None and now - begun > seconds:
                yield (*best,), 1.0
                return
            if now - last > SLICE:
                last = now
                yield (*best,), share
        line = beam.found
        end = reduce(perform, in_words(after, line.moves), after)
        option = Option(line.points, line.upgrades, beam.complete, move, end)
        if known is None or _worth(known) < _worth(option):
            found[move] = option
    yield (*sorted(found.values(), key=_worth, reverse=True),), 1.0


def _worth(option: Option) -> tuple[int, int]:
    return option.points, option.upgrades


def told(options: Weighed) -> Text:
    """Return the best move with its points, and the second best with its own."""
    best = options[0]
    if len(options) == 1:
        return WORDS.text("hint-one", move=logged(best.move), points=best.points)
    return WORDS.text(
        "hint-two", move=logged(best.move), points=best.points,
        other=logged(options[1].move), less=options[1].points,
    )  # fmt: skip


def why(options: Weighed) -> Text:
    """Return what the best line has that the second best has not."""
    best, other = options[0].end, options[min(1, len(options) - 1)].end
    points = {placed.card: other.area(placed).points for placed in other.deck}
    gains = ((best.area(p).points - points[p.card], p) for p in best.deck)
    gain, card = max(gains, key=lambda each: each[0])
    if options[0].points > other.points and gain:
        return WORDS.text(
            "hint-card", card=title(best, card.card), more=best.area(card).points,
            less=points[card.card],
        )  # fmt: skip
    if best.upgrades > other.upgrades:
        return WORDS.text("hint-upgrades", more=best.upgrades, less=other.upgrades)
    return WORDS.text("hint-same")


def bound_of(log: PalmLog, player: str, options: Weighed) -> Bound:
    """Return what no line of a game can pass: what holds before a move holds after it."""
    from palace.palm_island.solver.bound import LOOKED, Bound, plain_bound
    from palace.palm_island.solver.packed import Packed

    if all(option.complete for option in options):
        return Bound(options[0].points, LOOKED)
    return min(plain_bound(Packed.of(table.seat(player).state)) for table in log.states)


def hint(record: LoggedRecord, log: PalmLog, player: str, screen: Screen) -> str:
    """Return the best move that is found with the second best, why, and what is proved."""
    seat = log.state.seat(player)
    found = [problem.what for problem in hindrances(record, log, record.document.file)]
    if found:
        solo = record.data.mode == "solo"
        more = "" if solo else ", and the solver plays solo games only"
        return "\n".join(screen.wrapped(f"there is no hint: {what}{more}") for what in found)
    moves = legal_moves(seat.state)
    if len(moves) == 1:
        return bold(str(WORDS.text("hint-only", move=logged(moves[0]))))
    options: Weighed = ()
    with _searching("looking for the best move", screen) as progress:
        for options, share in weigh(seat.state, HINT_SECONDS):  # noqa: B007
            progress(share)
    bound = bound_of(log, player, options)
    return "\n".join((
        bold(screen.wrapped(told(options))), screen.wrapped(why(options)),
        screen.wrapped(proof(options[0].points, bound)),
    ))  # fmt: skip


def ideas(record: LoggedRecord, log: PalmLog, player: str, text: str) -> Iterator[Idea]:
    """Yield the best move so far, for the page."""
    if record.data.mode != "solo":
        yield Idea(told=WORDS.text("hint-solo"), done=True)
        return
    if find_spec("numba") is None:
        yield Idea(told=WORDS.text("hint-fast"), done=True)
        return
    if wrong := next(hindrances(record, log, ""), None):
        yield Idea(told=wrong.what, done=True)
        return
    state = log.state.seat(player).state
    moves = legal_moves(state)
    if len(moves) == 1:
        yield Idea(str(moves[0]), WORDS.text("hint-only", move=logged(moves[0])), True, 1.0)
        return
    idea = Idea()
    for options, share in weigh(state):
        if len(options) == len(moves):
            what = WORDS.text("hint-why", hint=told(options), why=why(options))
            idea = Idea(str(options[0].move), what)
        yield idea._replace(share=share)
    yield idea._replace(done=True, share=1.0)


def thoughts() -> Thoughts[Table, Turn]:
    """Return what can be thought of in a turn, by its name."""

    def found(
        record: Record[Table, Turn], log: Log[Table, Turn], player: str, text: str
    ) -> Iterator[Idea]:
        assert isinstance(record, LoggedRecord)
        return ideas(record, log, player, text)

    return {"hint": Thinking(WORDS.text("hint"), found)}


def deal_value(record: LoggedRecord, log: PalmLog, player: str, screen: Screen) -> str:
    """Return the points of a finished game beside the best line found for its deal."""
    file, seat = record.document.file, log.state.seats[0]
    found = [problem.what for problem in hindrances(record, log, file)]
    if found:
        lead = "the worth of this deal cannot be found"
        return "\n".join(screen.wrapped(f"{lead}: {what}") for what in found)
    from palace.palm_island.solver import solve

    with _searching("solving", screen) as progress:
        start = log.states[0].seats[0].state
        solution = solve(start, WORTH_SECONDS, progress=lambda best, share: progress(share))
    return "\n".join([
        bold(screen.wrapped(compare(seat, solution))),
        screen.wrapped(proof(solution.score, solution.bound)),
        screen.wrapped("the line, and what each round left:"),
        f"palace palm-island solve {file}", f"palace analyse {file}",
    ])  # fmt: skip


def analyse(
    record: Record[Table, Turn], log: PalmLog, limit: Limit, progress: Callable[[float], None]
) -> tuple[Step, ...]:
    """Return the rounds beside the best line found from the beginning of each; the nodes of the
    limit are beams.  See `palace.contract.analysis.Analyse`."""
    assert isinstance(record, LoggedRecord)
    if problems := [*hindrances(record, log, record.document.file)]:
        raise InputError(*problems)
    from palace.palm_island.solver.solve import still_possible

    (seat,) = log.state.seats
    states = [table.seats[0].state for table in log.states]
    seconds = limit.seconds or WORTH_SECONDS
    found = still_possible(states, seconds, beams=limit.nodes, tick=progress)
    ends = [still.score for still in found[1:]] + [seat.state.points] * seat.state.finished
    steps = []
    for still, after in zip(found, ends, strict=False):
        note = WORDS.text("round-most", points=still.score, most=still.upper_bound)
        if still.score == still.upper_bound:
            note = WORDS.text("round-proved", points=still.score)
        lost = still.score - after
        better = WORDS.text("round-better", points=still.score) if lost else ""
        told = WORDS.text("round-done", number=still.round)
        steps.append(Step(still.round, seat.name, told, better, after, lost, note=note))
    return tuple(steps)


ANALYSING = Analysing(analyse, WORDS.text("round-unit"))


@contextmanager
def _searching(what: str, screen: Screen) -> Iterator[Callable[[float], None]]:
    """Show a bar that says `what` is done; its function takes the share that is done."""
    from palace.core.jit import preparing
    from palace.palm_island.solver import compiled_already

    first = "" if compiled_already() else preparing("the solver")
    with screen.bar(what, first) as progress:
        yield progress
