"""A recorded game that is gone on with in memory; nothing is written."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from palace.monkey_palace.game.play import with_turns
from palace.monkey_palace.game.record import Record
from palace.monkey_palace.game.replay import Replay, replay
from palace.monkey_palace.game.schema import Turn
from palace.monkey_palace.game.turn import TurnReport, play
from palace.monkey_palace.kernel.supply import Supply

from .mode import ModeContext


@dataclass(frozen=True)
class Running:
    """A record and all its turns played over."""

    record: Record
    played: Replay

    @classmethod
    def of(cls, record: Record, here: ModeContext) -> Running:
        """The game after `here.turn` turns of a record, under the rulings there."""
        turns = (record.data.turns or [])[: here.turn]
        changed: dict[str, object] = {}
        if here.rulings != record.rulings:
            changed["rulings"] = here.rulings.changed()
        if record.data.map is None and record.data.ground is None:
            changed["map"] = record.ground.name  # needed as soon as there are turns
        data = record.data.model_copy(update=changed)
        record = with_turns(replace(record, data=data), turns, record.document.kind)
        return cls(record, replay(record))

    @property
    def due(self) -> str:
        """Whose turn it is."""
        return self.played.due

    @property
    def hand(self) -> Supply | None:
        """The pieces of whose turn it is; None where they are not known."""
        return self.played.table.seat(self.due).pieces

    @property
    def number(self) -> int:
        """How many turns have been taken."""
        return len(self.played.turns)

    def attempt(self, turn: Turn) -> TurnReport:
        """What would come of a turn; raises `InputError`."""
        return play(self._with(turn), self.played.table, self.number)

    def take(self, turn: Turn) -> Running:
        """The game after one more turn; raises `InputError`."""
        record = self._with(turn)
        report = play(record, self.played.table, self.number)
        return Running(record, replace(self.played, turns=(*self.played.turns, report)))

    def file(self) -> Path:
        """Where the record was read from, or a name for it where it was not read from a file."""
        file = Path(self.record.document.file)
        return file if file.suffix.lower() in (".toml", ".json") else Path("game.toml")

    def _with(self, turn: Turn) -> Record:
        turns = [*(self.record.data.turns or ()), turn]
        return with_turns(self.record, turns, self.record.document.kind)
