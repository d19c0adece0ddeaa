"""A game being entered turn by turn, its record saved whole after every turn."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from palace.document import parse_document
from palace.errors import InputError, Problem
from palace.files import write_whole
from palace.game import opening
from palace.records.record import Record, read_record, record_of
from palace.records.schema import Turn
from palace.records.toml_text import toml_text
from palace.records.writing import record_text, write_record
from palace.table import Table
from palace.turn import TurnReport, play

if TYPE_CHECKING:
    from palace.document import Kind


class Session:
    """A record, the table after each of its turns, and the file it is kept in.

    The file is written whole after every turn and every undo: whoever stops at any moment loses
    nothing but the turn he is in.  A file written by hand is copied first, since its comments
    cannot be kept: to `saved_as`.
    """

    def __init__(self, record: Record, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        self.record = record
        self.kind: Kind = "json" if self.path.suffix.lower() == ".json" else "toml"
        self.on_disk = _bytes(self.path)
        self.saved_as: Path | None = None
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
    def table(self) -> Table:
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
        if _bytes(self.path) != self.on_disk:
            what = "the file was changed meanwhile, this turn is not saved"
            raise InputError(Problem(str(self.path), what, "leave, and start again"))
        ours = record_text(self.record, self.kind).encode()
        if self.saved_as is None and self.on_disk != ours:
            self.saved_as = self._spare()
        write_record(record, self.path, overwrite=True)
        self.on_disk = _bytes(self.path)
        self.record = record

    def _spare(self) -> Path:
        """A copy of a file written by hand, whose comments and order would be lost."""
        for number in range(1, 1000):
            spare = self.path.with_name(f"{self.path.name}.{number}.bak")
            if not spare.exists():
                write_whole(spare, self.record.document.text)
                return spare
        raise InputError(Problem(str(self.path), "999 copies of it exist", "take some away"))


def with_turns(record: Record, turns: Sequence[Turn], kind: Kind = "toml") -> Record:
    """The record with other turns, read anew, so that every line is right; raises `InputError`."""
    data = record.data.model_copy(update={"turns": list(turns)})
    text = record_text(replace(record, data=data), kind)
    return record_of(parse_document(text, kind, record.document.file), record.folder)


def _bytes(path: Path) -> bytes | None:
    """What is in the file, None if there is none that can be read."""
    try:
        return path.read_bytes()
    except OSError:
        return None
