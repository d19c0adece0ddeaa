"""The recorded game that a staircase is tried in; no file is written."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from palace.monkey_palace.game.play import with_turns
from palace.monkey_palace.game.record import Record
from palace.monkey_palace.game.replay import Replay, replay
from palace.monkey_palace.game.schema import Turn
from palace.monkey_palace.game.turn import play
from palace.monkey_palace.kernel.rulings import Rulings
from palace.monkey_palace.kernel.supply import Supply

from .mode import ModeContext


@dataclass(frozen=True)
class Running:
    """A record and its replay."""

    record: Record
    played: Replay

    @classmethod
    def of(cls, record: Record, here: ModeContext) -> Running:
        """Return the game after `here.turn` turns of a record, under the rulings of `here`."""
        turns = (record.data.turns or [])[: here.turn]
        changed: dict[str, object] = {}
        if here.rulings not in (record.rulings, record.rulings.of_builder(holds_monkey=True)):
            changed["rulings"] = here.rulings.changed()
        if record.data.map is None and record.data.ground is None:
            changed["map"] = record.ground.name  # required in a record with turns
        data = record.data.model_copy(update=changed)
        record = with_turns(replace(record, data=data), turns, record.document.kind)
        return cls(record, replay(record))

    @property
    def rulings(self) -> Rulings:
        """The rulings as they are for the next player."""
        return self.played.table.rulings_of(self.played.due, self.record.rulings)

    @property
    def hand(self) -> Supply | None:
        """Pieces of the next player; None if they are not known."""
        return self.played.table.seat(self.played.due).pieces

    @property
    def number(self) -> int:
        """Number of turns taken."""
        return len(self.played.turns)

    def take(self, turn: Turn) -> Running:
        """Return the game after one more turn; raises `InputError`."""
        turns = [*(self.record.data.turns or ()), turn]
        record = with_turns(self.record, turns, self.record.document.kind)
        report = play(record, self.played.table, self.number)
        return Running(record, replace(self.played, turns=(*self.played.turns, report)))

    def file(self) -> Path:
        """Return the file of the record, or a default name if it was not read from a file."""
        file = Path(self.record.document.file)
        return file if file.suffix.lower() in (".toml", ".json") else Path("game.toml")
