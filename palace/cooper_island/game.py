"""Cooper Island as one of the games: reads, replays, scores and writes its records."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from palace.cooper_island.box import BOX, CooperFormat
from palace.cooper_island.record import Record, record_of
from palace.cooper_island.rulings import Rulings
from palace.cooper_island.score import score_record
from palace.files.document import Document
from palace.files.serialise import data_text, ordered
from palace.scoring import Score

if TYPE_CHECKING:
    from palace.files.document import Kind


class CooperIsland:
    """See `palace.contract.registry.Game`."""

    name = "cooper-island"
    rules = ("1",)

    def read(self, document: Document, folder: Path = Path()) -> Record:
        """The record a document holds; `folder` is where paths in it start."""
        return record_of(document, folder)

    def score(
        self, record: Record, *, strict: bool = False, rulings: Mapping[str, str] | None = None
    ) -> Score:
        """The score of a record: of its log if it has one, otherwise as written down."""
        if rulings:
            record = replace(record, rulings=Rulings.of({**record.data.rulings, **rulings}))
        return score_record(record, strict=strict)

    def write(self, record: Record, kind: Kind = "toml") -> str:
        """The record as text that is read back as the same record."""
        return data_text(ordered(record.data), kind)

    def box(self) -> CooperFormat:
        """What an owner can enter of its box."""
        return BOX


GAME = CooperIsland()
