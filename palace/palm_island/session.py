"""A game of Palm Island being played, its record saved whole after every move."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from palace.files.document import parse_document, read_document
from palace.files.kept_file import KeptFile
from palace.files.toml_text import toml_text
from palace.files.writing import write_whole
from palace.palm_island.game import GAME
from palace.palm_island.moves import Move
from palace.palm_island.record import Record, record_of
from palace.palm_island.replay import ROUND_END, Played, Replayed, Step, replay_table
from palace.palm_island.schema import PalmRecord
from palace.palm_island.table.seat import Table

if TYPE_CHECKING:
    from palace.files.document import Kind


class Due(NamedTuple):
    """What is to be done next: a seat's move, or all seats' end of a round."""

    seat: int
    closing: bool


class PalmSession:
    """A record, the table after its last move, and the file it is kept in.

    Players take their rounds one after the other, in seat order; the end of a round is everybody's
    together, where the game has something to take or to pay then.
    """

    def __init__(self, record: Record, path: str | os.PathLike[str]) -> None:
        self.file = KeptFile(path)
        self.record = record
        self.played = replay_table(record)
        self._tried: tuple[Mapping[int, Move], Record, Replayed] | None = None

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> PalmSession:
        """Go on with the game in a file; raises `InputError`."""
        return cls(GAME.read(read_document(path), Path(path).parent), path)

    @classmethod
    def new(
        cls, path: str | os.PathLike[str], players: Sequence[dict[str, Any]], **keys: Any
    ) -> PalmSession:
        """Begin a game in a new file; `players` are tables with name and deal, `keys` the other
        keys of the record.  Raises `InputError`, also if the file exists."""
        tables = [{**player, "moves": ""} for player in players]
        data = {
            "format": 1,
            "game": GAME.key,
            "rules": GAME.versions[-1],
            **keys,
            "players": tables,
        }
        kind = KeptFile(path).kind
        document = parse_document(toml_text(data), "toml", os.fspath(path))
        record = record_of(document, Path(path).parent)
        write_whole(path, GAME.write(record, kind))
        return cls(_again(record.data, path, kind), path)

    @property
    def path(self) -> Path:
        """The file the game is kept in."""
        return self.file.path

    @property
    def table(self) -> Table:
        """The table now."""
        return self.played.table

    @property
    def count(self) -> int:
        """How many moves were made, by everybody."""
        return sum(len(game.steps) for game in self.played.games)

    @property
    def due(self) -> Due | None:
        """What is to be done next; None if the game is over."""
        seats = self.table.seats
        number = min(seat.state.round for seat in seats)
        for at, seat in enumerate(seats):
            if seat.state.round == number and not seat.state.over:
                return Due(at, closing=False)
        if self.closing:
            return Due(self.closing[0], closing=True)
        if self.table.finished:
            return None
        waiting = (at for at, seat in enumerate(seats) if seat.state.round == number)
        return Due(next(waiting), closing=False)

    @property
    def closing(self) -> tuple[int, ...]:
        """Whose end of the round is to be entered; nobody's while somebody still plays it."""
        seats = self.table.seats
        number = min(seat.state.round for seat in seats)
        here = [at for at, seat in enumerate(seats) if seat.state.round == number]
        if not self._closes or not all(seats[at].state.over for at in here):
            return ()
        return tuple(at for at in here if not self._closed(at, number))

    @property
    def _closes(self) -> bool:
        """Whether there is anything to do at the end of a round."""
        return any(self.table.knows.values())

    def _closed(self, seat: int, number: int) -> bool:
        steps = self.played.games[seat].steps
        return bool(steps) and steps[-1].move.kind == ROUND_END and self._round(seat, -1) == number

    def _round(self, seat: int, at: int) -> int:
        """The round of a step; what is written at its end belongs to it."""
        game = self.played.games[seat]
        index = at % len(game.steps)
        before = game.steps[index - 1].state if index else game.start
        return before.round if game.steps[at].move.kind == ROUND_END else before.begun.round

    def attempt(self, moves: Mapping[int, Move]) -> tuple[Step, ...]:
        """What would come of a move of each of these seats; raises `InputError`."""
        record = self._with(moves)
        played = replay_table(record)
        self._tried = (dict(moves), record, played)
        return tuple(played.games[at].steps[-1] for at in moves)

    def take(self, moves: Mapping[int, Move]) -> tuple[Step, ...]:
        """Make a move of each of these seats, legal or not, and save; raises `InputError`."""
        if self._tried is None or self._tried[0] != moves:
            self.attempt(moves)
        assert self._tried is not None
        _, record, played = self._tried
        self._keep(record)
        self.played = played
        return tuple(played.games[at].steps[-1] for at in moves)

    def undo(self) -> tuple[tuple[str, Move], ...]:
        """Take the last move back, or the last end of a round of all, and save.

        What was taken back, by whom; nothing at the beginning.  Raises `InputError`.
        """
        last = [
            (self._round(at, -1), game.steps[-1].move.kind == ROUND_END, at)
            for at, game in enumerate(self.played.games)
            if game.steps
        ]
        if not last:
            return ()
        number, closing, _ = max(last)
        seats = [at for n, c, at in last if (n, c) == (number, closing)]
        seats = seats if closing else seats[-1:]
        gone = tuple(
            (self.played.games[at].name, self.played.games[at].steps[-1].move) for at in seats
        )
        kept = {at: [step.move for step in self.played.games[at].steps[:-1]] for at in seats}
        record = self._changed(kept)
        self._keep(record)
        self.played = replay_table(record)
        return gone

    def game(self, seat: int) -> Played:
        """One player's game so far."""
        return self.played.games[seat]

    def _with(self, moves: Mapping[int, Move]) -> Record:
        lists = {
            at: [*(step.move for step in self.played.games[at].steps), move]
            for at, move in moves.items()
        }
        return self._changed(lists)

    def _changed(self, lists: Mapping[int, Sequence[Move]]) -> Record:
        """The record with other moves of these seats, read anew, so that every line is right."""
        players = list(self.record.data.players)
        for at, moves in lists.items():
            text = "".join(f"{move}\n" for move in moves)
            players[at] = players[at].model_copy(update={"moves": text})
        data = self.record.data.model_copy(update={"players": players})
        return _again(data, self.path, self.file.kind)

    def _keep(self, record: Record) -> None:
        kind = self.file.kind
        self.file.keep(
            GAME.write(self.record, kind),
            self.record.document.text,
            lambda: write_whole(self.path, GAME.write(record, kind), overwrite=True),
        )
        self.record = record
        self._tried = None


def _again(data: PalmRecord, path: str | os.PathLike[str], kind: Kind) -> Record:
    """A record as it is read from what it is written as."""
    from palace.files.serialise import data_text, ordered

    text = data_text(ordered(data), kind)
    return record_of(parse_document(text, kind, os.fspath(path)), Path(path).parent)
