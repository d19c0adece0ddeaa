"""What the program tells of a game, and how it plays: hints, what each round gave away, players.

For a hint each legal move is searched by itself, all by narrow beams and then the best by wider
ones, so that the second best is known, too.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial, reduce
from importlib.util import find_spec
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from palace.contract.analysis import Analysing, Step
from palace.contract.game import Thinking, Thoughts
from palace.contract.players import Limit, Opponents
from palace.contract.rules import Log, Record, Rules
from palace.contract.taps import Idea
from palace.core.errors import InputError, Problem, install_hint
from palace.core.screen import Screen, bold
from palace.core.verdict import Text
from palace.palm_island.deals import deal
from palace.palm_island.engine import legal_moves, perform
from palace.palm_island.log import LoggedRecord
from palace.palm_island.state import Move, State
from palace.palm_island.table import Seat, Table
from palace.palm_island.tapping import Way, move_taps
from palace.palm_island.telling import doing, in_words, title
from palace.palm_island.turns import Act, PalmLog, PalmRules, Turn, moves_in, moves_of
from palace.palm_island.words import WORDS

if TYPE_CHECKING:
    from palace.palm_island.solver.bound import Bound

HINT_SECONDS = 4.0
"""The time limit of `hint`, without the start of the solver."""

WORTH_SECONDS = 2.0
"""The time limit of each round of an analysis."""

WIDTHS = (500, 1_000, 4_000)
"""The widths of the beams of a hint, one after the other."""

BEST = 3
"""The moves that are searched by more than the first of them."""

SLICE = 0.05


def proof(points: int, bound: Bound) -> str:
    """Return what is proved about the best line known."""
    if points >= bound.points:
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
    if (answer := record.rulings.payment) != "irreducible":
        what = f"the solver does not know the ruling payment={answer}"
        yield Problem(file, what, "it plays by the defaults: leave the ruling out")
    cards = [card.id for card in seat.state.extra]
    cards += [move.by for _, move, _ in moves_of(log, seat.name) if move.by]
    if cards:
        what = f"this game has cards the solver does not know: {', '.join(map(str, cards))}"
        yield Problem(file, what, "solve a game of the core deck")
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


def weigh(state: State) -> Iterator[tuple[Sequence[Option], float]]:
    """Yield the legal moves with what is found of each, best first, and the share that is done.

    A slice takes about `SLICE` seconds.  Nothing is searched where one move is legal.
    """
    from palace.palm_island.solver.beam import Beam, trained
    from palace.palm_island.solver.packed import Packed, in_words

    moves, found = legal_moves(state), dict[Move, Option]()
    begun = last = time.monotonic()
    every = [(width, move) for width in WIDTHS for move in moves]
    for done, (width, move) in enumerate(every if len(moves) > 1 else ()):
        known = found.get(move)
        best = sorted(found.values(), key=_worth, reverse=True)
        if known is not None and (known.complete or known not in best[:BEST]):
            continue
        after = perform(state, move)
        beam = Beam(Packed.of(after), trained(), width)
        while beam.step():
            now = time.monotonic()
            share = max(done / len(every), min((now - begun) / HINT_SECONDS, 1.0))
            if known is not None and now - begun > HINT_SECONDS:
                yield (*best,), 1.0
                return
            if now - last > SLICE:
                last = now
                yield (*best,), share
        line = beam.found
        end = reduce(perform, in_words(after, line.moves), after)
        option = Option(line.points, line.upgrades, beam.complete, move, end)
        if known is None or _worth(known) <= _worth(option):
            found[move] = option
    yield (*sorted(found.values(), key=_worth, reverse=True),), 1.0


def _worth(option: Option) -> tuple[int, int]:
    return option.points, option.upgrades


def compared(state: State, options: Sequence[Option]) -> Iterator[Text]:
    """Yield the points of the best line, and what the second best has not."""
    best, other = options[:2]
    named = doing(state.begun, Way.of(other.move).head)
    if _worth(best) == _worth(other):
        yield WORDS.text("hint-same", points=best.points, other=named)
        return
    yield WORDS.text("hint-next", points=best.points, other=named, less=other.points)
    if best.points == other.points:
        yield WORDS.text("hint-upgrades", more=best.end.upgrades, less=other.end.upgrades)
        return
    points = {placed.card: other.end.area(placed).points for placed in other.end.deck}
    ends = {placed.card: best.end.area(placed).points for placed in best.end.deck}
    card = max(ends, key=lambda card: ends[card] - points[card])
    yield WORDS.text("hint-card", card=title(best.end, card), more=ends[card], less=points[card])


def proved(log: PalmLog, player: str, options: Sequence[Option]) -> str:
    """Return what no line of a game can pass: what holds before a move holds after it."""
    from palace.palm_island.solver.bound import LOOKED, Bound, plain_bound
    from palace.palm_island.solver.packed import Packed

    if all(option.complete for option in options):
        return proof(options[0].points, Bound(options[0].points, LOOKED))
    bound = min(plain_bound(Packed.of(table.seat(player).state)) for table in log.states)
    return proof(options[0].points, bound)


def hint(record: LoggedRecord, log: PalmLog, player: str, screen: Screen) -> str:
    if found := [problem.what for problem in hindrances(record, log, record.document.file)]:
        more = "" if record.data.mode == "solo" else ", and the solver plays solo games only"
        return "\n".join(screen.wrapped(f"there is no hint: {what}{more}") for what in found)
    state = log.state.seat(player).state
    if len(legal_moves(state)) == 1:
        return bold(_only(state))
    from palace.core.jit import preparing
    from palace.palm_island.solver import compiled_already

    first = "" if compiled_already() else preparing("the solver")
    with screen.bar("looking for the best move", first) as progress:
        for options, share in weigh(state):  # noqa: B007
            progress(share)
    best, *lines = compared(state, options)
    told = bold(screen.wrapped(f"{options[0].move}: {best}"))
    return "\n".join([told, *map(screen.wrapped, [*lines, proved(log, player, options)])])


def _only(state: State) -> Text:
    return WORDS.text("hint-only", move=doing(state.begun, Way.of(legal_moves(state)[0]).head))


def ideas(
    record: Record[Table, Turn], log: Log[Table, Turn], player: str, text: str
) -> Iterator[Idea]:
    """Yield the best move so far, for the page."""
    assert isinstance(record, LoggedRecord)
    wrong: str = next((one.what for one in hindrances(record, log, "")), "")
    if find_spec("numba") is None:
        wrong = WORDS.text("hint-fast")
    if wrong:
        yield Idea(told=wrong, done=True)
        return
    state = log.state.seat(player).state
    moves = legal_moves(state)
    idea = Idea(str(moves[0]), _only(state)) if len(moves) == 1 else Idea()
    for options, share in () if len(moves) == 1 else weigh(state):
        if len(options) == len(moves):
            best = options[0].move
            told = doing(state.begun, Way.of(best).head)
            idea = Idea(str(best), told, lines=(*compared(state, options),))
        yield idea._replace(share=share)
    yield idea._replace(done=True, share=1.0)


THOUGHTS: Thoughts[Table, Turn] = {"hint": Thinking(
    WORDS.text("hint"), ideas,
    fit=lambda record: isinstance(record, LoggedRecord) and record.data.mode == "solo",
)}  # fmt: skip
"""What can be thought of in a turn, by its name."""


def still_possible(
    states: Sequence[State], seconds: float, beams: int | None,
    progress: Callable[[float], None] = lambda share: None,
) -> tuple[tuple[int, int, int], ...]:  # fmt: skip
    """Return for each round of a legal game its number, the points of the best line found from its
    beginning, and what no line passes; `states` are the deck as it begins and after each move.

    A line from a later round is also one from an earlier round, and a bound of an earlier round
    holds for the later ones: each number is the best that follows from all.
    """
    from palace.palm_island.solver import solve

    starts = {states[0].round: states[0]}
    for state in states[1:]:
        starts.setdefault(state.begun.round, state.begun)
    found = []
    for at, state in enumerate(starts.values()):
        shown = partial(lambda at, _, share: progress((at + share) / len(starts)), at)
        found.append(solve(state, seconds, beams=beams, progress=shown))
    least = states[-1].points if states[-1].finished else 0
    _, *scores = accumulate((one.score for one in reversed(found)), max, initial=least)
    bounds = accumulate((one.bound.points for one in found), min)
    return tuple(zip(starts, reversed(scores), bounds, strict=True))


def analyse(
    record: Record[Table, Turn], log: PalmLog, limit: Limit, progress: Callable[[float], None]
) -> tuple[Step, ...]:
    """Return the rounds beside the best line found from the beginning of each; the nodes of the
    limit are beams.  See `palace.contract.analysis.Analyse`."""
    assert isinstance(record, LoggedRecord)
    if problems := [*hindrances(record, log, record.document.file)]:
        raise InputError(*problems)
    (seat,) = log.state.seats
    states = [table.seats[0].state for table in log.states]
    seconds = limit.seconds or WORTH_SECONDS
    found = still_possible(states, seconds, limit.nodes, progress)
    ends = [points for _, points, _ in found[1:]] + [seat.state.points] * seat.state.finished
    steps = []
    for (number, points, most), after in zip(found, ends, strict=False):
        note = WORDS.text("round-most", points=points, most=most)
        if points == most:
            note = WORDS.text("round-proved", points=points)
        better = WORDS.text("round-better", points=points) if points > after else ""
        told = WORDS.text("round-done", number=number)
        steps.append(Step(number, seat.name, told, better, after, points - after, note=note))
    return tuple(steps)


ANALYSING = Analysing(analyse, WORDS.text("round-unit"))


# What plays without a person.

WIDTH = 500
"""Decks of a layer that the solver keeps where there is no limit."""


class Alone(NamedTuple):
    """A player of solo games, by what it chooses: of a deck, a limit and a seed."""

    chosen: Callable[[State, Limit, int], Move]

    def move(
        self, rules: Rules[Table, Turn], state: Table, name: str, limit: Limit, seed: int
    ) -> Turn:
        return Act(name, self.chosen(state.seat(name).state, limit, seed))


def _greedy(deck: State, limit: Limit, seed: int) -> Move:
    def worth(move: Move) -> tuple[int, int, int]:
        after = perform(deck, move)
        return after.points, after.upgrades, after.resources.amount

    return max(legal_moves(deck), key=worth)


def _solver(deck: State, limit: Limit, seed: int) -> Move:
    """Return the first move of the best line that one beam finds; a node is a deck of a layer."""
    from palace.palm_island.solver import packed
    from palace.palm_island.solver.beam import Beam, trained

    beam = Beam(packed.Packed.of(deck), trained(), limit.nodes or WIDTH)
    while beam.step():
        pass
    return packed.in_words(deck, beam.found.moves)[0]


def _figures(log: Log[Table, Turn]) -> dict[str, object]:
    """Return the figures of a game: points after each move, and the cards that end upgraded."""
    decks = [state.seats[0].state for state in log.states[1:]]
    ends = [(placed, decks[-1].area(placed)) for placed in decks[-1].deck]
    name = log.state.seats[0].name
    marks = [("upgraded card", str(placed.card), name) for placed, area in ends if area.upgrades]
    numbers = {"moves in the game": len(decks), "upgrades at the end": decks[-1].upgrades}
    growth = [deck.points for deck in decks]
    return {"numbers": numbers, "marks": marks, "places": (), "growth": growth}


OPPONENTS: Opponents[Table, Turn] = Opponents(
    {"random": Alone(lambda deck, limit, seed: random.Random(seed).choice(legal_moves(deck))),
     "greedy": Alone(_greedy), "solver": Alone(_solver)},
    lambda names, seed: PalmRules(Table("solo", (Seat(names[0], State.deal(deal(seed))),))),
    lambda rules, state, move, screen: in_words(moves_in(move)[0][1]),
    lacks=lambda rules, state: "" if state.mode == "solo" else str(WORDS.text("hint-solo")),
    guide=lambda rules, state, turn: tuple(
        move_taps(state, state.seat(name), str(move)) for name, move in moves_in(turn)
    ),
    figures=_figures,
)  # fmt: skip
