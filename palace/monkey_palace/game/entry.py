"""Monkey Palace as one of the games: reads, replays, scores and writes its records."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from palace.files.document import Document
from palace.monkey_palace.game.box import BOX, MonkeyFormat
from palace.monkey_palace.game.record import Record, record_of
from palace.monkey_palace.game.record_writing import record_text
from palace.monkey_palace.game.replay import replay
from palace.monkey_palace.game.score import score_replay, score_sheet, written_down
from palace.monkey_palace.kernel.rulings import Rulings
from palace.scoring import Score

if TYPE_CHECKING:
    from palace.files.document import Kind


class MonkeyPalace:
    """See `palace.contract.registry.Game`."""

    name = "monkey-palace"
    rules = ("1",)

    def read(self, document: Document, folder: Path = Path()) -> Record:
        """The record a document holds."""
        return record_of(document, folder)

    def score(
        self, record: Record, *, strict: bool = False, rulings: Mapping[str, str] | None = None
    ) -> Score:
        """The score of a record: of its turns if it has any, otherwise as written down."""
        if rulings:
            record = replace(record, rulings=Rulings.of({**record.data.rulings, **rulings}))
        data = record.data
        if data.turns is None or (not data.turns and any(map(written_down, data.players))):
            return score_sheet(record)
        return score_replay(record, replay(record, strict=strict))

    def write(self, record: Record, kind: Kind = "toml") -> str:
        """The record as text that is read back as the same record."""
        return record_text(record, kind)

    def box(self) -> MonkeyFormat:
        """What an owner can enter of its box."""
        return BOX


GAME = MonkeyPalace()
