"""Palm Island as one of the games: reads, replays, scores and writes its records."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from palace.files.document import Document
from palace.files.serialise import data_text, ordered
from palace.palm_island.record import Record, record_of
from palace.palm_island.rulings import Rulings
from palace.palm_island.score import score_record
from palace.palm_island.specials.box import BOX, PalmFormat
from palace.scoring import Score

if TYPE_CHECKING:
    from palace.files.document import Kind


class PalmIsland:
    """See `palace.contract.registry.Game`."""

    name = "palm-island"
    rules = ("1",)

    def read(self, document: Document, folder: Path = Path()) -> Record:
        """The record a document holds; `folder` is where the path of its box starts."""
        return record_of(document, folder)

    def score(
        self, record: Record, *, strict: bool = False, rulings: Mapping[str, str] | None = None
    ) -> Score:
        """The score of a record's moves."""
        if rulings:
            record = replace(record, rulings=Rulings.of({**record.data.rulings, **rulings}))
        return score_record(record, strict=strict)

    def write(self, record: Record, kind: Kind = "toml") -> str:
        """The record as text that is read back as the same record."""
        return data_text(ordered(record.data), kind)

    def box(self) -> PalmFormat:
        """What an owner can enter of its box."""
        return BOX


GAME = PalmIsland()
