"""The turns of a game: moves as values, and the rules bound to a set-up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from palace.contract.rules import Commit, Commits, Due, Log, Reports, Rules, TurnReport
from palace.core.verdict import Reason
from palace.palm_island.cards import CORE, ORIENTATIONS
from palace.palm_island.closing import close, offers
from palace.palm_island.engine import judge, legal_moves, not_over, not_there, perform
from palace.palm_island.rules import BOOK
from palace.palm_island.state import ROUND_END, ROUNDS, Move, State
from palace.palm_island.table import Seat, Table, due, round_end
from palace.scoring import Line, Sheet


@dataclass(frozen=True)
class Act:
    """A move of a player's own deck."""

    player: str
    move: Move


@dataclass(frozen=True)
class RoundEnd:
    """The end of a round: the `round-end` of some players, judged together."""

    moves: tuple[tuple[str, Move], ...]


Turn = Act | RoundEnd

PalmLog = Log[Table, Turn]
"""A game under way."""

JOINT = {"too-little.levels", "too-little.upgrade", "criterion.group", "must-buy"}
"""The reasons that the part of another player can still mend."""


def moves_in(turn: Turn) -> tuple[tuple[str, Move], ...]:
    return turn.moves if isinstance(turn, RoundEnd) else ((turn.player, turn.move),)


def turn_of(player: str, move: Move) -> Turn:
    return RoundEnd(((player, move),)) if move.kind == ROUND_END else Act(player, move)


def moves_of(log: PalmLog, player: str) -> Iterator[tuple[TurnReport, Move, State]]:
    """Yield each move of a player, with what came of it and the deck after it."""
    for at, turn, report in log.turns:
        if report.player == player and report.number is not None:
            yield report, dict(moves_in(turn))[player], log.states[at + 1].seat(player).state


@dataclass(frozen=True)
class PalmRules(Rules[Table, Turn]):
    """See `palace.contract.rules.Rules`; `table` is the set-up, `wrong` what is wrong with it.

    `finish` holds the players of each round of a speed game as they finished it.
    """

    table: Table
    finish: tuple[tuple[str, ...], ...] = ()
    wrong: tuple[Reason, ...] = ()

    def start(self) -> tuple[Table, tuple[Reason, ...]]:
        return self.table, self.wrong

    def due(self, state: Table) -> Due:
        names = due(state)
        playing = any(seat.name in names and not seat.state.over for seat in state.seats)
        return Due(names, "one" if playing or not any(state.knows.values()) else "all")

    def apply(self, state: Table, move: Turn, *, whole: bool = True) -> tuple[Table, Reports]:
        reports: list[TurnReport] = []
        ends: dict[int, Move] = {}
        for player, one in moves_in(move):
            at = state.at(player)
            if one.kind == ROUND_END and _closes(state.seats[at]):
                ends[at] = one
            else:
                state, report = _act(state, at, one)
                reports.append(report)
        if ends:
            state, found = self._close(state, ends, whole)
            reports += found
        return state, (*reports,)

    def _close(
        self, state: Table, moves: dict[int, Move], whole: bool
    ) -> tuple[Table, list[TurnReport]]:
        """Return the table after the end of a round, and what came of it for each player."""
        number = min(state.seats[at].state.round for at in moves)
        finish = self.finish[number - 1 : number]
        order = [state.at(name) for name in finish[0]] if finish else None
        missing = [name for name in due(state) if state.at(name) not in moves]
        for at in moves:
            state = _counted(state, at)
        turns = {at: (state.seats[at].made, moves[at]) for at in sorted(moves)}
        closed = close(state, number, turns, order)
        reports = []
        for at, (turn, _) in turns.items():
            name = state.seats[at].name
            found = [one.within("moves", name) for one in closed.reasons[at]]
            owed = [one for one in found if missing and not whole and one.key in JOINT]
            wrong = tuple(one for one in found if one not in owed)
            reports.append(TurnReport(turn, name, wrong, (*owed,), group=str(number)))
        for name in () if whole else missing:
            waits = BOOK.reason("round-end.owed", name, "answer").within("moves", name)
            reports.append(TurnReport(None, name, (), (waits,), group=str(number)))
        reports += [TurnReport(None, "", gains=(one,), group=str(number)) for one in closed.news]
        return closed.table, reports

    def parts(self, state: Table, move: Turn | None, player: str) -> Iterator[Turn]:
        """Yield the legal moves of a deck; at the end of a round, a player's part with one more."""
        at = state.at(player)
        if self.due(state).how == "one":
            if move is None:
                legal = legal_moves(state.seats[at].state, state.rulings)
                yield from (Act(player, one) for one in legal)
            return
        moves = {} if move is None else dict(moves_in(move))
        if player not in moves:  # nothing is an answer, too
            yield RoundEnd((*moves.items(), (player, Move(ROUND_END))))
            return
        for part in offers(state, at, moves[player]):
            yield RoundEnd((*(moves | {player: round_end(moves[player], part)}).items(),))

    def order(self, state: Table, left: Commits[Turn]) -> tuple[Commit[Turn], Commits[Turn]]:
        """Return what is played next: each seat its round, in seat order, then its end together."""
        skip = left.skip if isinstance(left, _Queue) else dict.fromkeys(state.names, 0)
        ahead: dict[str, tuple[int, Move]] = {}
        for name, known in skip.items():
            here = (at for at in range(known, len(left)) if name in dict(moves_in(left[at].move)))
            skip = skip | {name: (at := next(here, len(left)))}
            if at < len(left):
                ahead[name] = at, dict(moves_in(left[at].move))[name]
        places = {name: _place(state.seat(name), state.at(name), move)
                  for name, (_, move) in ahead.items()}  # fmt: skip
        best = min(places.values())
        taken = {name: ahead[name] for name in state.names if places.get(name) == best}
        moves = tuple((name, move) for name, (_, move) in taken.items())
        where = [at for at, _ in taken.values()]
        first = replace(left[where[0]], move=turn_of(*moves[0]))
        if best[1]:
            first = Commit(RoundEnd(moves))
        for at in sorted({*where}, reverse=True):
            rest = tuple(one for one in moves_in(left[at].move) if one not in moves)
            stay = (replace(left[at], move=RoundEnd(rest)),) if rest else ()
            left = (*left[:at], *stay, *left[at + 1 :])
            skip = {name: know - (know > at and not stay) for name, know in skip.items()}
        queue = _Queue(left)
        queue.skip = skip
        return first, queue

    def standing(self, state: Table) -> tuple[Sheet, ...]:
        return tuple(sheets_of(state))


class _Queue(tuple[Commit[Turn], ...]):
    """Commits that are left; `skip` is how many of the first are known to be none of a player's."""

    skip: dict[str, int]


FEATS = "feats"
"""The category of points on feats."""


def sheets_of(table: Table) -> Iterator[Sheet]:
    shared = {seat.total for seat in table.seats}
    for seat in table.seats:
        state = seat.state
        ties = (0, 0) if seat.points in shared else (state.upgrades, state.resources.amount)
        if seat.total is not None:
            yield Sheet.of_total(seat.name, seat.total, "total written down", ties)
            continue
        lines = []
        for placed in sorted(state.deck, key=lambda placed: str(placed.card).rjust(2)):
            if points := state.area(placed).points:
                card = state.card(placed.card)
                category = card.name.lower() if placed.card in CORE else FEATS
                lines.append(Line(category, points, f"{card.title}, {ORIENTATIONS[placed.area]}"))
        lines += [Line(owned.kind, owned.points, owned.title, owned.turn) for owned in seat.owned]
        yield Sheet(seat.name, (*lines,), ties)


def _closes(seat: Seat) -> bool:
    return seat.state.over and seat.closed != seat.state.round


def _counted(table: Table, at: int, deck: State | None = None) -> Table:
    """Return the table with one more move of a seat, and with the deck after it."""
    seats = [*table.seats]
    seats[at] = replace(seats[at], made=seats[at].made + 1, state=deck or seats[at].state)
    return replace(table, seats=(*seats,))


def _act(state: Table, at: int, move: Move) -> tuple[Table, TurnReport]:
    """Return the table after a move of a deck; a `round-end` here is out of place."""
    seat = state.seats[at]
    before = after = seat.state
    group = before.round
    if move.kind == ROUND_END:
        found = (*not_over(before), *not_there(before, move, **state.knows))
        twice = BOOK.reason("round-end.twice", f"round {group}", "leave-second", round=group)
        found = found or (twice,)
    else:
        found = judge(before, move, state.rulings).reasons
        after, group = perform(before, move), before.begun.round
    report = TurnReport(seat.made + 1, seat.name, found, group=str(group))
    return _counted(state, at, after), report


def _place(seat: Seat, at: int, move: Move) -> tuple[int, int, int]:
    """Return the round that a move is played in, whether at its end, and the seat."""
    if _closes(seat) and move.kind == ROUND_END:
        return seat.state.round, 1, 0
    # A move too many is played, and refused, before the last round is closed.
    return min(seat.state.round + seat.state.over, ROUNDS), 0, at
