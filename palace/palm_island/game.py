"""Palm Island as a game of the registry."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar

from palace.contract.game import Asking, Drawing, Drawings, Game, Given, Pad, Printable, Reporting
from palace.contract.rules import Record, TurnReport
from palace.core.errors import InputError, Problem
from palace.palm_island.box import BOX
from palace.palm_island.deals import BEGINNING, OPTIONS, new_game
from palace.palm_island.log import LoggedRecord
from palace.palm_island.rules import BOOK, Rulings
from palace.palm_island.scoring import faulty, notes_of, team_of
from palace.palm_island.state import Move
from palace.palm_island.table import Table
from palace.palm_island.turns import PalmLog, Turn, moves_in, turn_of
from palace.palm_island.words import category
from palace.scoring.score import counted

if TYPE_CHECKING:
    from palace.contract.analysis import Analysing
    from palace.contract.game import Thoughts
    from palace.contract.players import Opponents

P = ParamSpec("P")
T = TypeVar("T")


def _ours(
    part: Callable[Concatenate[LoggedRecord, PalmLog, P], T],
) -> Callable[Concatenate[Record[Table, Turn], PalmLog | None, P], T]:
    """Return a part that takes a record of this game, which always has a log."""

    def called(
        record: Record[Table, Turn], log: PalmLog | None, /, *args: P.args, **kwargs: P.kwargs
    ) -> T:
        assert isinstance(record, LoggedRecord)
        assert log is not None
        return part(record, log, *args, **kwargs)

    return called


def _words(turn: Turn, report: TurnReport) -> str:
    """Return the move of a player; of the table, what happened between two rounds."""
    from palace.palm_island.telling import in_words

    move = dict(moves_in(turn)).get(report.player)
    return "".join(map(BOOK.told, report.gains)) if move is None else in_words(move)


def _about(record: LoggedRecord, log: PalmLog) -> str:
    mode, seats = record.data.mode, log.state.seats
    if all(seat.total is not None for seat in seats):
        return f"Palm Island, {mode}, totals only"
    moves = counted(sum(seat.made for seat in seats), "move")
    return f"Palm Island, {mode}, {moves}{', not finished' * (not log.state.finished)}"


def _data(record: LoggedRecord, log: PalmLog) -> dict[str, object]:
    team, wrong = team_of(record, log.state), faulty(log)
    return {
        "mode": record.data.mode,
        "players": [
            {
                "name": seat.name,
                "legal": seat.name not in wrong,
                "finished": seat.state.finished,
                "points": seat.points,
                "upgrades": seat.state.upgrades if seat.total is None else None,
                "stored": str(seat.state.resources) if seat.total is None else None,
                "moves": seat.made,
                "position": str(seat.state) if seat.total is None else None,
                "owned": [owned.card for owned in seat.owned],
            }
            for seat in log.state.seats
        ],
        **({} if team is None else {"team": team.record()}),
    }


def _standing(record: LoggedRecord, log: PalmLog) -> Iterator[tuple[str, str]]:
    if record.data.mode == "coop":
        yield "", "; ".join(record.score(log).outcome)


def _asking() -> Asking[Table, Turn]:
    from palace.palm_island import play
    from palace.palm_island.telling import ending

    return Asking(
        _ours(play.questions), play.move_of, _ours(play.commands),
        lambda record, log, at: play.outcome(log, at), ending,
    )  # fmt: skip


def _draw(record: LoggedRecord, log: PalmLog, turn: int | None, options: Given) -> Drawing:
    """Return the decks of all players after the last move; raises `InputError` for totals."""
    from palace.palm_island.tapping import drawing

    if turn is not None:
        what = "moves of Palm Island are not counted over all players"
        raise InputError(Problem("--turn", what, "leave it out"))
    if all(seat.total is not None for seat in log.state.seats):
        what = "there is no deck to draw: only totals are known"
        raise InputError(Problem(record.document.file, what, "name a record with moves"))
    return drawing(log)


def _paper() -> tuple[Pad, Mapping[str, Printable]]:
    from palace.palm_island.pad import PAD, SHEETS

    return PAD, SHEETS


def _advice() -> tuple[Thoughts[Table, Turn], Opponents[Table, Turn], Analysing[Table, Turn]]:
    from palace.palm_island.advice import ANALYSING, OPPONENTS, THOUGHTS

    return THOUGHTS, OPPONENTS, ANALYSING


def _kernels() -> object:
    from palace.palm_island.solver import kernel

    return kernel


GAME: Game[Table, Turn] = Game(
    key="palm-island",
    title="Palm Island",
    book=BOOK,
    read=LoggedRecord.read,
    typed=lambda player, text: turn_of(player, Move.read(text)),
    new=new_game,
    rulings=Rulings,
    options=OPTIONS,
    told=lambda turn, report: str(dict(moves_in(turn)).get(report.player) or _words(turn, report)),
    words=_words,
    category=category,
    reporting=lambda: Reporting(
        _ours(_about), _ours(LoggedRecord.faults), _ours(notes_of), _ours(_standing), _ours(_data)
    ),
    asking=_asking,
    drawing=lambda: Drawings(_ours(_draw)),
    printables=lambda: _paper()[1],
    box=lambda: BOX,
    pad=lambda: _paper()[0],
    beginning=lambda: BEGINNING,
    thoughts=lambda: _advice()[0],
    players=lambda: _advice()[1],
    analysing=lambda: _advice()[2],
    kernels=_kernels,
)
