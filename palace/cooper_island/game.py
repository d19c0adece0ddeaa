"""Cooper Island as one of the games of the registry."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NoReturn

from palace.contract.game import Attempt, Command, Drawing, Example, Moves
from palace.cooper_island import play
from palace.cooper_island.box import BOX, CooperFormat
from palace.cooper_island.reasons import BOOK
from palace.cooper_island.record import Record, record_of
from palace.cooper_island.replay import Replay
from palace.cooper_island.report import about, data, drawing_of, drawing_of_record, standing
from palace.cooper_island.rulings import Rulings
from palace.cooper_island.score import replayed, score_played
from palace.cooper_island.table import Table
from palace.core.rulings import Answers
from palace.core.verdict import Reason
from palace.files.document import Document
from palace.files.serialise import data_text, ordered
from palace.scoring import Score

if TYPE_CHECKING:
    from palace.files.document import Kind


class CooperIsland:
    """See `palace.contract.game.Game`."""

    key = "cooper-island"
    title = "Cooper Island"
    versions = ("1",)
    book = BOOK
    noun = "line"
    options: tuple[str, ...] = ()
    rulings: type[Answers] = Rulings

    def examples(self, code: str) -> Sequence[Example]:
        """None yet."""
        return ()

    def in_records(self, code: str) -> str | None:
        """None: every rule is broken in a record."""
        return None

    def read(self, document: Document, folder: Path = Path()) -> Record:
        """The record a document holds; `folder` is where paths in it start."""
        return record_of(document, folder)

    def write(self, record: Record, kind: Kind = "toml") -> str:
        """The record as text that is read back as the same record."""
        return data_text(ordered(record.data), kind)

    def ruled(self, record: Record, answers: Mapping[str, str]) -> Record:
        """The record with answers to rulings that go before its own."""
        return replace(record, rulings=Rulings.of({**record.data.rulings, **answers}))

    def replay(
        self, record: Record, *, strict: bool = False, turns: int | None = None
    ) -> Replay | None:
        """The log played over; None for final sheets or totals only."""
        return replayed(record, strict=strict, lines=turns)

    def faults(self, record: Record, played: Replay) -> Sequence[Reason]:
        """Every reason of the log, and of what is written down."""
        return score_played(record, played).reasons

    def score(self, record: Record, played: Replay | None) -> Score:
        """The score of the log, otherwise as written down."""
        return score_played(record, played)

    def about(self, record: Record, played: Replay | None) -> str:
        """Whether there is a log, how long, and on which peninsula."""
        return about(record, played)

    def notes(self, record: Record, played: Replay | None) -> Sequence[str]:
        """What was taken on trust, and what is a placeholder."""
        return score_played(record, played).notes

    def standing(self, record: Record, played: Replay | None) -> Iterator[tuple[str, str]]:
        """The points of every player, and what they have."""
        return standing(record, played)

    def data(self, record: Record, played: Replay | None) -> dict[str, Any]:
        """The players and the log as plain data."""
        return data(record, played)

    def draw(
        self,
        record: Record,
        played: Replay | None,
        turn: int | None = None,
        options: Mapping[str, Any] = MappingProxyType({}),
    ) -> Drawing:
        """Every player's land."""
        return drawing_of_record(record, played, turn)

    def show(self, what: str | Document, options: Mapping[str, Any]) -> Drawing | None:
        """The land of a text, or the set-up of a layout."""
        return drawing_of(what, options)

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

    def findings(self) -> Iterator[tuple[str, bool, str, str]]:
        """Nothing beside the layouts, which are read when they are used."""
        return iter(())

    def box(self) -> CooperFormat:
        """What an owner can enter of its box."""
        return BOX


GAME = CooperIsland()
