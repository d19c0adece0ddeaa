"""The log of a game: the rules bound to a set-up, and a record with its moves in order of play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Self

from palace.contract.rules import (
    At,
    Commit,
    Commits,
    Due,
    Log,
    Reports,
    Rules,
    TurnReport,
    placed,
)
from palace.contract.rules import Record as AnyRecord
from palace.core.verdict import Reason
from palace.files.document import Document
from palace.files.serialise import data_text, ordered
from palace.files.text_file import Place
from palace.palm_island.closing import close
from palace.palm_island.engine import ended_twice, judge, legal_moves, not_over, not_there, perform
from palace.palm_island.record import Record, record_of
from palace.palm_island.replay import Played, PlayedMove, Replayed, Step, set_up
from palace.palm_island.rules import BOOK, DEFAULT, Rulings
from palace.palm_island.score import score_replay, sheets_of
from palace.palm_island.state import ROUND_END, ROUNDS, Move, State
from palace.palm_island.table import Seat, Table, due, offers, round_end
from palace.scoring import Score, Sheet

if TYPE_CHECKING:
    from palace.files.document import Kind


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

JOINT = {
    "too-little.levels", "too-little.upgrade", "criterion.group", "criterion.payer",
    "must-buy", "buy.pile",
}  # fmt: skip
"""The reasons that the part of another player can still mend."""


def moves_in(turn: Turn) -> tuple[tuple[str, Move], ...]:
    """Return the move of each player."""
    return turn.moves if isinstance(turn, RoundEnd) else ((turn.player, turn.move),)


def turn_of(player: str, move: Move) -> Turn:
    """Return one player's move as a turn of the game."""
    return RoundEnd(((player, move),)) if move.kind == ROUND_END else Act(player, move)


@dataclass(frozen=True)
class PalmRules(Rules[Table, Turn]):
    """See `palace.contract.rules.Rules`; `table` is the set-up, `wrong` what is wrong with it.

    `finish` holds the players of each round of a speed game as they finished it.
    """

    table: Table
    finish: tuple[tuple[str, ...], ...] = ()
    wrong: tuple[Reason, ...] = ()

    def start(self) -> tuple[Table, tuple[Reason, ...]]:
        """Return the table as the record begins."""
        return self.table, self.wrong

    def due(self, state: Table) -> Due:
        """Return who plays the round; at its end all who have not entered it."""
        names = due(state)
        playing = any(seat.name in names and not seat.state.over for seat in state.seats)
        return Due(names, "one" if playing or not any(state.knows.values()) else "all")

    def apply(self, state: Table, move: Turn, *, whole: bool = True) -> tuple[Table, Reports]:
        """Return the table after a move, or after the end of a round of some players together."""
        reports: list[TurnReport] = []
        ends: dict[int, Move] = {}
        for player, one in moves_in(move):
            at = _at(state, player)
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
        order = [_at(state, name) for name in finish[0]] if finish else None
        missing = [name for name in due(state) if _at(state, name) not in moves]
        for at in moves:
            state = _counted(state, at)
        turns = {at: (state.seats[at].made, moves[at]) for at in sorted(moves)}
        closed = close(state, number, turns, order)
        reports = []
        for at, (turn, _) in turns.items():
            found = [one.within("moves", state.seats[at].name) for one in closed.reasons[at]]
            owed = [one for one in found if missing and not whole and one.key in JOINT]
            wrong = tuple(one for one in found if one not in owed)
            reports.append(
                TurnReport(turn, state.seats[at].name, wrong, (*owed,), group=str(number))
            )
        for name in () if whole else missing:
            waits = BOOK.reason("round-end.owed", name, "answer").within("moves", name)
            reports.append(TurnReport(None, name, (), (waits,), group=str(number)))
        told = ((one,) for one in closed.news)
        reports += [TurnReport(None, "", gains=gains, group=str(number)) for gains in told]
        return closed.table, reports

    def parts(self, state: Table, move: Turn | None, player: str) -> Iterator[Turn]:
        """Yield the legal moves of a deck; at the end of a round, a player's part with one more."""
        at = _at(state, player)
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
        bounds = {
            seat.name: _bound(seat, at) for at, seat in enumerate(state.seats) if seat.total is None
        }
        first: dict[str, tuple[int, Move]] = {}
        places: dict[str, tuple[int, int, int]] = {}
        for index, commit in enumerate(left):
            for player, move in moves_in(commit.move):
                if player not in first:
                    first[player] = (index, move)
                    places[player] = _place(state, player, move)
                    bounds.pop(player, None)
            best = min(places.values())
            # What comes before any that is not looked at yet need not wait for it.
            if not bounds or best < min(bounds.values()):
                break
        best = min(places.values())
        taken = [name for name in places if best[1] and places[name][:2] == best[:2]]
        taken = taken or [next(name for name in places if places[name] == best)]
        taken.sort(key=lambda name: _at(state, name))
        index, move = first[taken[0]]
        rest = _without(left, {name: first[name][0] for name in taken})
        if not best[1]:
            return replace(left[index], move=turn_of(taken[0], move)), rest
        return Commit(RoundEnd(tuple((name, first[name][1]) for name in taken))), rest

    def standing(self, state: Table) -> tuple[Sheet, ...]:
        """Return the points of each player."""
        return tuple(sheets_of(state.seats, state.rulings))


def _at(state: Table, player: str) -> int:
    return next(at for at, seat in enumerate(state.seats) if seat.name == player)


def _closes(seat: Seat) -> bool:
    """Return whether a player is at the end of a round that is not entered."""
    return seat.state.over and seat.closed != seat.state.round


def _counted(table: Table, at: int, deck: State | None = None) -> Table:
    """Return the table with one more move of a seat, and with the deck after it."""
    seats = [*table.seats]
    seat = seats[at]
    seats[at] = replace(seat, made=seat.made + 1, state=seat.state if deck is None else deck)
    return replace(table, seats=(*seats,))


def _act(state: Table, at: int, move: Move) -> tuple[Table, TurnReport]:
    """Return the table after a move of a deck; a `round-end` here is out of place."""
    seat = state.seats[at]
    before = after = seat.state
    group = before.round
    if move.kind == ROUND_END:
        found = (*not_over(before), *not_there(before, move, **state.knows))
        found = found or (ended_twice(before),)
    else:
        found = judge(before, move, state.rulings).reasons
        after, group = perform(before, move), before.begun.round
    report = TurnReport(seat.made + 1, seat.name, found, group=str(group))
    return _counted(state, at, after), report


def _place(state: Table, player: str, move: Move) -> tuple[int, int, int]:
    """Return the round that a move is played in, whether at its end, and the seat."""
    at = _at(state, player)
    seat = state.seats[at]
    if move.kind == ROUND_END and _closes(seat):
        return seat.state.round, 1, 0
    # A move too many is played, and refused, before the last round is closed.
    return min(seat.state.round + seat.state.over, ROUNDS), 0, at


def _bound(seat: Seat, at: int) -> tuple[int, int, int]:
    """Return the earliest place of a move of a seat."""
    if _closes(seat) and not seat.state.finished:
        return seat.state.round, 1, 0
    return seat.state.round, 0, at


def _without(left: Commits[Turn], gone: dict[str, int]) -> Commits[Turn]:
    """Return what is left without the first move of these players."""
    kept: list[Commit[Turn]] = []
    last = max(gone.values())
    for index, commit in enumerate(left[: last + 1]):
        moves = moves_in(commit.move)
        rest = tuple((name, move) for name, move in moves if gone.get(name) != index)
        if rest:
            whole = len(rest) == len(moves)
            kept.append(commit if whole else replace(commit, move=RoundEnd(rest)))
    return (*kept, *left[last + 1 :])


class LoggedRecord(Record):
    """See `palace.contract.rules.Record`."""

    @classmethod
    def of(cls, record: Record) -> Self:
        """Return a record with its log."""
        if isinstance(record, cls):
            return record
        return cls(**{key.name: getattr(record, key.name) for key in fields(record)})

    @property
    def rules(self) -> PalmRules:
        """The rules bound to the deals, the middle, the cards and the rulings."""
        finish = tuple(map(tuple, self.data.finish))
        return PalmRules(self.table(), finish, tuple(set_up(self)))

    @property
    def sheet(self) -> bool:
        """Whether it has no moves: the total of a player alone is a game, too."""
        return False

    @property
    def written(self) -> Commits[Turn]:
        """The moves, the first of each player, the second of each, and so on."""
        names = [player.name for player in self.data.players]
        every = [
            (number, seat, line.move)
            for seat, lines in enumerate(self.moves)
            for number, line in enumerate(lines)
        ]
        every.sort(key=lambda one: one[:2])
        return tuple(Commit(turn_of(names[seat], move)) for _, seat, move in every)

    def ruled(self, answers: Mapping[str, str]) -> Self:
        """Return the record with answers to rulings, which override its own."""
        return replace(self, rulings=Rulings.of({**self.data.rulings, **answers}))

    def text(self, log: Log[Table, Turn] | None = None, kind: Kind = "toml") -> str:
        """Return the record with the moves of a log; a player's moves that do not change keep
        their text."""
        if log is None:
            return data_text(ordered(self.data), kind)
        every = [one for commit in log.commits for one in moves_in(commit.move)]
        players = [*self.data.players]
        for seat, player in enumerate(players):
            mine = [move for name, move in every if name == player.name]
            if mine != [line.move for line in self.moves[seat]]:
                texts = [str(move) for move in mine]
                told = texts if isinstance(player.moves, list) else "".join(f"{t}\n" for t in texts)
                players[seat] = player.model_copy(update={"moves": told})
        return data_text(ordered(self.data.model_copy(update={"players": players})), kind)

    def place(self, at: At) -> Place | None:
        """Return the place of a move, or of what is wrong in the set-up."""
        if at.report is None:
            return self.document.where(at.loc)
        names = [player.name for player in self.data.players]
        lines = self.moves[names.index(at.report.player)]
        if at.report.number is None or at.report.number > len(lines):
            return None
        line = lines[at.report.number - 1]
        return self.document.where(line.path, offset=line.offset)

    def score(self, log: Log[Table, Turn] | None) -> Score:
        """Return the score of a log, which every record of this game has."""
        assert log is not None
        return score_replay(self, replayed(log, self))


def read(document: Document, folder: Path = Path()) -> LoggedRecord:
    """Return the record in a document; `folder` is where the path of its box starts."""
    return LoggedRecord.of(record_of(document, folder))


def own(record: AnyRecord[Table, Turn]) -> LoggedRecord:
    """Return a record of this game as what `read` made it."""
    assert isinstance(record, LoggedRecord)
    return record


def replay_table(record: Record, *, strict: bool = False) -> Replayed:
    """Return the replay of a record, round by round; `strict` stops at the first illegal move."""
    logged = LoggedRecord.of(record)
    return replayed(Log.begin(logged.rules).played(logged.written, strict=strict), logged)


def play(name: str, start: State, moves: Iterable[Move], rulings: Rulings = DEFAULT) -> Played:
    """Return the replay of one player's moves from a deal, without cards beside the deck.

    An illegal move is marked and performed as far as possible.
    """
    rules = PalmRules(Table("solo", (Seat(name, start),), rulings=rulings))
    turns = tuple(Commit(turn_of(name, move)) for move in moves)
    (game,) = replayed(Log.begin(rules).played(turns)).games
    return game


def replayed(log: Log[Table, Turn], record: LoggedRecord | None = None) -> Replayed:
    """Return a log as a replay, with the lines of reasons in a record."""
    steps: dict[str, list[Step]] = {seat.name: [] for seat in log.state.seats}
    turns: list[PlayedMove] = []
    for at, (commit, reports) in enumerate(zip(log.commits, log.reports, strict=True)):
        table, moves = log.states[at + 1], dict(moves_in(commit.move))
        for report in reports:
            found = placed(report.reasons, record, at, report)
            text = "".join(map(BOOK.told, report.gains))
            if report.number is not None:
                move = moves[report.player]
                state = table.seats[_at(table, report.player)].state
                steps[report.player].append(Step(report.number, move, state, found))
                text = str(move)
            turns.append(PlayedMove(report.number, report.player, text, report.group, table, found))
    games = tuple(
        Played(
            *(getattr(seat, key.name) for key in fields(seat)),
            start=first.state, steps=(*steps[seat.name],),
        )
        for seat, first in zip(log.state.seats, log.states[0].seats, strict=True)
    )  # fmt: skip
    return Replayed(games, log.state, (*turns,), placed(log.wrong, record))
