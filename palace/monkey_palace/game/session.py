"""A game being entered turn by turn, its record saved whole after every turn."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from palace.files.document import parse_document
from palace.files.kept_file import KeptFile
from palace.files.toml_text import toml_text
from palace.monkey_palace.game.record import Record, read_record, record_of
from palace.monkey_palace.game.record_writing import record_text, write_record
from palace.monkey_palace.game.replay import opening
from palace.monkey_palace.game.schema import Turn
from palace.monkey_palace.game.state import GameState
from palace.monkey_palace.game.turn import TurnReport, play

if TYPE_CHECKING:
    from palace.files.document import Kind


class Session:
    """A record, the table after each of its turns, and the file it is kept in.

    The file is written whole after every turn and every undo: whoever stops at any moment loses
    nothing but the turn he is in.  A file written by hand is copied first, since its comments
    cannot be kept: to `saved_as`.
    """

    def __init__(self, record: Record, path: str | os.PathLike[str]) -> None:
        self.file = KeptFile(path)
        self.record = record
        self.reports: list[TurnReport] = []
        self.start = opening(record)
        for index in range(len(record.data.turns or ())):
            self.reports.append(play(record, self.table, index))

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> Session:
        """Go on with the game in a file; raises `InputError`."""
        return cls(read_record(path), path)

    @classmethod
    def new(
        cls,
        path: str | os.PathLike[str],
        players: Sequence[dict[str, str]],
        **keys: Any,
    ) -> Session:
        """Begin a game in a new file; `players` are tables of a record, `keys` its other keys.

        Raises `InputError`, also if the file exists.
        """
        data = {"format": 1, "game": "monkey-palace", "rules": "1", **keys, "players": [*players]}
        document = parse_document(toml_text(data), "toml", os.fspath(path))
        record = record_of(document, Path(path).parent)
        write_record(record, path)
        return cls(record, path)

    @property
    def path(self) -> Path:
        """The file the game is kept in."""
        return self.file.path

    @property
    def kind(self) -> Kind:
        """What the file is written as."""
        return self.file.kind

    @property
    def saved_as(self) -> Path | None:
        """The copy of a file written by hand, if there is one."""
        return self.file.saved_as

    @property
    def table(self) -> GameState:
        """The table now."""
        return self.reports[-1].table if self.reports else self.start

    @property
    def due(self) -> str:
        """Whose turn it is."""
        return self.table.due[0]

    def attempt(self, turn: Turn) -> TurnReport:
        """What would come of a turn, without taking it; raises `InputError`."""
        record = self._with([*(self.record.data.turns or ()), turn])
        return play(record, self.table, len(self.reports))

    def take(self, turn: Turn) -> TurnReport:
        """Take a turn, legal or not, and save; raises `InputError` if it cannot be saved."""
        record = self._with([*(self.record.data.turns or ()), turn])
        report = play(record, self.table, len(self.reports))
        self._keep(record)
        self.reports.append(report)
        return report

    def undo(self) -> TurnReport | None:
        """Take the last turn back and save; what was taken back, or None at the set-up."""
        if not self.reports:
            return None
        self._keep(self._with((self.record.data.turns or ())[:-1]))
        return self.reports.pop()

    def _with(self, turns: Sequence[Turn]) -> Record:
        return with_turns(self.record, turns, self.kind)

    def _keep(self, record: Record) -> None:
        """Write the file; what somebody else wrote there is not overwritten."""
        self.file.keep(
            record_text(self.record, self.kind),
            self.record.document.text,
            lambda: write_record(record, self.path, overwrite=True),
        )
        self.record = record


def with_turns(record: Record, turns: Sequence[Turn], kind: Kind = "toml") -> Record:
    """The record with other turns, read anew, so that every line is right; raises `InputError`."""
    data = record.data.model_copy(update={"turns": list(turns)})
    text = record_text(replace(record, data=data), kind)
    return record_of(parse_document(text, kind, record.document.file), record.folder)
