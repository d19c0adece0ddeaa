"""Cooper Island as one of the games: reads, replays, scores and writes its records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from palace.contract.game import Attempt, Command, Moves
from palace.cooper_island import play
from palace.cooper_island.record import Record, record_of
from palace.cooper_island.replay import Replay, replay
from palace.cooper_island.rulings import Rulings
from palace.cooper_island.score import score_record
from palace.cooper_island.table import Table
from palace.files.document import Document
from palace.files.serialise import data_text, ordered
from palace.scoring import Score

if TYPE_CHECKING:
    from palace.files.document import Kind


class CooperIsland:
    """See `palace.contract.registry.Game`."""

    name = "cooper-island"
    key = name
    title = "Cooper Island"
    rules = ("1",)
    noun = "line"
    options: tuple[str, ...] = ()

    def read(self, document: Document, folder: Path = Path()) -> Record:
        """The record a document holds; `folder` is where paths in it start."""
        return record_of(document, folder)

    def replay(
        self, record: Record, *, strict: bool = False, turns: int | None = None
    ) -> Replay | None:
        """Play the log over."""
        return None if record.entries is None else replay(record, strict=strict)

    def score(
        self,
        record: Record,
        played: Replay | None = None,
        *,
        strict: bool = False,
        rulings: Mapping[str, str] | None = None,
    ) -> Score:
        """The score of a record: of its log if it has one, otherwise as written down."""
        if rulings:
            record = replace(record, rulings=Rulings.of({**record.data.rulings, **rulings}))
        return score_record(record, strict=strict)

    def write(self, record: Record, kind: Kind = "toml") -> str:
        """The record as text that is read back as the same record."""
        return data_text(ordered(record.data), kind)

    def player(self, text: str) -> Mapping[str, Any]:
        """Return the table of a player."""
        return {"name": text}

    def new(self, players: Sequence[Mapping[str, Any]], path: Path, **keys: Any) -> NoReturn:
        """Raise `InputError`: a log is written by hand."""
        raise play.by_hand(str(path))

    def due(self, state: Table) -> tuple[str, ...]:
        """Return whose turn it is; outside the worker phase that of all."""
        return play.due(state)

    def questions(
        self, record: Record, replay: Replay, player: str, answers: Mapping[str, Any]
    ) -> NoReturn:
        """Raise `InputError`: a log is written by hand."""
        raise play.by_hand(record.document.file)

    def move(self, player: str, answers: Mapping[str, Any]) -> NoReturn:
        """Raise `InputError`: a log is written by hand."""
        raise play.by_hand("")

    def moves(self, record: Record) -> Sequence[Moves]:
        """Return the lines of the log."""
        return play.moves_of(record)

    def with_moves(self, record: Record, moves: Sequence[Moves]) -> Record:
        """Return the record with another log."""
        return play.with_moves(record, moves)

    def outcome(self, attempt: Attempt[Record]) -> Sequence[str]:
        """Return the lines as they are written."""
        return [str(what) for _, what in attempt.moves]

    def ending(self, replay: Replay) -> str:
        """Return nothing: every game ends after five rounds."""
        return ""

    def commands(self, record: Record, replay: Replay) -> Sequence[Command[Record]]:
        """Return nothing: a log is written by hand."""
        return ()


GAME = CooperIsland()
