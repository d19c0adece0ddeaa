"""Palm Island as one of the games: reads, replays, scores and writes its records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from palace.contract.game import Attempt, Command, Moves, Question
from palace.files.document import Document
from palace.files.serialise import data_text, ordered
from palace.palm_island import beginning, play
from palace.palm_island.moves import Move
from palace.palm_island.record import Record, record_of
from palace.palm_island.replay import Replayed, replay_table
from palace.palm_island.rulings import Rulings
from palace.palm_island.score import score_record, score_replay
from palace.palm_island.table.seat import Table
from palace.scoring import Score

if TYPE_CHECKING:
    from palace.files.document import Kind


class PalmIsland:
    """See `palace.contract.registry.Game`."""

    name = "palm-island"
    key = name
    title = "Palm Island"
    rules = ("1",)
    noun = "move"
    options = beginning.OPTIONS

    def read(self, document: Document, folder: Path = Path()) -> Record:
        """The record a document holds; `folder` is where the path of its box starts."""
        return record_of(document, folder)

    def replay(self, record: Record, *, strict: bool = False, turns: int | None = None) -> Replayed:
        """Play the record over."""
        return replay_table(record, strict=strict)

    def score(
        self,
        record: Record,
        played: Replayed | None = None,
        *,
        strict: bool = False,
        rulings: Mapping[str, str] | None = None,
    ) -> Score:
        """The score of a record's moves."""
        if rulings:
            record = replace(record, rulings=Rulings.of({**record.data.rulings, **rulings}))
        return score_replay(record, played) if played else score_record(record, strict=strict)

    def write(self, record: Record, kind: Kind = "toml") -> str:
        """The record as text that is read back as the same record."""
        return data_text(ordered(record.data), kind)

    def player(self, text: str) -> Mapping[str, Any]:
        """Return the table of a player."""
        return {"name": text}

    def new(self, players: Sequence[Mapping[str, Any]], path: Path, **keys: Any) -> Record:
        """Return the record of a new game."""
        return beginning.new_game(players, path, keys)

    def due(self, state: Table) -> tuple[str, ...]:
        """Return whose move it is; at the end of a round that of several."""
        return play.due(state)

    def questions(
        self, record: Record, replay: Replayed, player: str, answers: Mapping[str, Any]
    ) -> Sequence[Question]:
        """Return what is asked next: a move, or the next part of the end of a round."""
        question = play.Asked(record, replay.table, player, answers).next()
        return () if question is None else (question,)

    def move(self, player: str, answers: Mapping[str, Any]) -> Move:
        """Return the move that answers make."""
        return play.move_of(answers)

    def moves(self, record: Record) -> Sequence[Moves]:
        """Return the moves of all players in the order of play."""
        return play.moves_of(record)

    def with_moves(self, record: Record, moves: Sequence[Moves]) -> Record:
        """Return the record with other moves."""
        return play.with_moves(record, moves)

    def outcome(self, attempt: Attempt[Record]) -> Iterator[str]:
        """Yield what came of moves."""
        return play.outcome(attempt)

    def ending(self, replay: Replayed) -> str:
        """Return nothing: every game ends with round 8."""
        return ""

    def commands(self, record: Record, replay: Replayed) -> Sequence[Command[Record]]:
        """Return what can be said beside a move."""
        return play.commands(record, replay)


GAME = PalmIsland()
