"""Monkey Palace as one of the games: reads, replays, scores and writes its records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from palace.contract.game import Attempt, Command, Moves, Question
from palace.files.document import Document
from palace.monkey_palace.game import play
from palace.monkey_palace.game.record import Record, record_of
from palace.monkey_palace.game.record_writing import record_text
from palace.monkey_palace.game.replay import Replay, replay
from palace.monkey_palace.game.schema import Turn
from palace.monkey_palace.game.score import score_replay, score_sheet, written_down
from palace.monkey_palace.game.state import GameState
from palace.monkey_palace.kernel.rulings import Rulings
from palace.scoring import Score

if TYPE_CHECKING:
    from palace.files.document import Kind


class MonkeyPalace:
    """See `palace.contract.registry.Game`."""

    name = "monkey-palace"
    key = name
    title = "Monkey Palace"
    rules = ("1",)
    noun = "turn"
    options = play.OPTIONS

    def read(self, document: Document, folder: Path = Path()) -> Record:
        """The record a document holds."""
        return record_of(document, folder)

    def replay(
        self, record: Record, *, strict: bool = False, turns: int | None = None
    ) -> Replay | None:
        """Play the record over; None for a sheet."""
        data = record.data
        if data.turns is None or (not data.turns and any(map(written_down, data.players))):
            return None
        return replay(record, strict=strict, turns=turns)

    def score(
        self,
        record: Record,
        played: Replay | None = None,
        *,
        strict: bool = False,
        rulings: Mapping[str, str] | None = None,
    ) -> Score:
        """The score of a record: of its turns if it has any, otherwise as written down."""
        if rulings:
            record = replace(record, rulings=Rulings.of({**record.data.rulings, **rulings}))
        data = record.data
        if data.turns is None or (not data.turns and any(map(written_down, data.players))):
            return score_sheet(record)
        return score_replay(record, played or replay(record, strict=strict))

    def write(self, record: Record, kind: Kind = "toml") -> str:
        """The record as text that is read back as the same record."""
        return record_text(record, kind)

    def player(self, text: str) -> Mapping[str, Any]:
        """Return the table of a player written `NAME` or `NAME:START:EACH`."""
        return play.new_player(text)

    def new(self, players: Sequence[Mapping[str, Any]], path: Path, **keys: Any) -> Record:
        """Return the record of a new game."""
        return play.new_game(players, path, keys)

    def due(self, state: GameState) -> tuple[str, ...]:
        """Return whose turn it is."""
        return play.due(state)

    def questions(
        self, record: Record, replay: Replay, player: str, answers: Mapping[str, Any]
    ) -> Sequence[Question]:
        """Return what is asked next in a turn."""
        question = play.Asked(record, replay.table, player, answers).next()
        return () if question is None else (question,)

    def move(self, player: str, answers: Mapping[str, Any]) -> Turn:
        """Return the turn that answers make."""
        return play.turn_of(player, answers)

    def moves(self, record: Record) -> Sequence[Moves]:
        """Return the turns of a record."""
        return play.moves_of(record)

    def with_moves(self, record: Record, moves: Sequence[Moves]) -> Record:
        """Return the record with other turns."""
        return play.with_moves(record, moves)

    def outcome(self, attempt: Attempt[Record]) -> Iterator[str]:
        """Yield what came of turns."""
        return play.outcome(attempt)

    def ending(self, replay: Replay) -> str:
        """Return what could not be given when the last round began."""
        return replay.table.ending

    def commands(self, record: Record, replay: Replay) -> Sequence[Command[Record]]:
        """Return what can be said beside a turn."""
        return play.commands(replay)


GAME = MonkeyPalace()
