"""The log of a game: the rules bound to a set-up, and a record with its entries as moves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Self

from palace.contract.rules import At, Commit, Commits, Due, Log, Rules, TurnReport, every_reason
from palace.contract.rules import Record as AnyRecord
from palace.cooper_island.box import BOX, Box
from palace.cooper_island.land import load_peninsula
from palace.cooper_island.lines import carry_out, next_heading, perform
from palace.cooper_island.notation import Entry, Heading, Move, read_line
from palace.cooper_island.record import CooperPlayer, Record, record_of
from palace.cooper_island.rules import DEFAULT, Rulings
from palace.cooper_island.score import log_sheets, score_record
from palace.cooper_island.state import OVER, PHASES, WORKERS, Table
from palace.cooper_island.telling import Paid
from palace.cooper_island.turn import Setting
from palace.cooper_island.values import steps, verbs
from palace.core.verdict import Reason
from palace.files.document import Document
from palace.files.fields import ordered
from palace.files.serialise import data_text
from palace.files.text_file import Place
from palace.scoring import Score, Sheet

if TYPE_CHECKING:
    from palace.files.document import Kind


@dataclass(frozen=True)
class CooperRules(Rules[Table, Move]):
    """See `palace.contract.rules.Rules`; `players` have the points of cards as written down."""

    table: Table
    setting: Setting
    players: tuple[CooperPlayer, ...] = ()

    @classmethod
    def new(cls, *names: str, box: Box | None = None, rulings: Rulings = DEFAULT) -> CooperRules:
        """Return the rules of a new game on a shipped layout; the box is that of the house."""
        found, start = box or BOX.house, load_peninsula(f"cooper-{len(names)}")
        return cls(Table.setup(names, start), Setting(rulings, found, found.ring(len(names))))

    def start(self) -> tuple[Table, tuple[Reason, ...]]:
        return self.table, ()

    def due(self, state: Table) -> Due:
        """Return who places a worker; outside of that phase any player, and the next heading."""
        if state.phase == OVER:
            return Due()
        if state.phase == WORKERS and any(any(seat.idle) for seat in state.seats):
            return Due((state.seats[state.due].name,))
        players = [seat.name for seat in state.seats] if state.phase in PHASES else []
        return Due((*players, ""), "any")

    def apply(
        self, state: Table, move: Move, *, whole: bool = True
    ) -> tuple[Table, tuple[TurnReport, ...]]:
        """Return the table after a line; of one not `whole`, helm points and fees may be open."""
        turn = perform(state, self.setting, move, whole=whole)
        if isinstance(move, Heading):
            return turn.table, (TurnReport(None, "", tuple(turn.reasons)),)
        number, trusted = state.entries + 1, tuple(turn.trusted.items())
        reasons = tuple(turn.reasons)
        report = Paid(number, move.player, reasons, turn.owed, trusted=trusted, to=turn.paid)
        return replace(turn.table, entries=number), (report,)

    def parts(self, state: Table, move: Move | None, player: str) -> Iterator[Move]:
        """Yield an entry with one step more; of the table, the next heading."""
        if not player or isinstance(move, Heading):
            if move is None and (heading := read_line(next_heading(state))):
                yield heading
            return
        entered = () if move is None else move.steps
        turn = carry_out(state, self.setting, Entry(player, entered))
        for verb in verbs(turn):
            for step in steps(turn, verb):
                yield Entry(player, (*entered, step))

    def standing(self, state: Table) -> tuple[Sheet, ...]:
        return log_sheets(self.setting, state, self.players, ended=state.finished)


class LoggedRecord(Record):
    """See `palace.contract.rules.Record`."""

    @property
    def rules(self) -> CooperRules:
        start = Table.setup(self.names, self.peninsula)
        return CooperRules(start, self.setting, tuple(self.data.players))

    @property
    def sheet(self) -> bool:
        return self.entries is None

    @property
    def written(self) -> Commits[Move]:
        return tuple(Commit(line.what) for line in self.entries or ())

    def ruled(self, answers: Mapping[str, str]) -> Self:
        return replace(self, rulings=Rulings.of({**self.data.rulings, **answers}))

    def text(self, log: Log[Table, Move] | None = None, kind: Kind = "toml") -> str:
        """Return the record with the lines of a log; comments are kept only if no line changes."""
        data = self.data
        if log is not None and (log.commits != self.written or data.log is None):
            texts = [str(commit.move) for commit in log.commits]
            told = texts if isinstance(data.log, list) else "".join(f"{text}\n" for text in texts)
            data = data.model_copy(update={"log": told})
        return data_text(ordered(data), kind)

    def place(self, at: At) -> Place | None:
        if at.commit is None or at.commit >= len(self.entries or ()):
            return None
        line = (self.entries or ())[at.commit]
        step = int(at.loc[1]) if at.loc else None
        return self.document.where(line.path, offset=line.begins(step))

    @cached_property
    def _scored(self) -> list[tuple[Log[Table, Move] | None, Score]]:
        """The log that was scored last, with its score, which `check` asks for time and again."""
        return []

    def score(self, log: Log[Table, Move] | None) -> Score:
        if not self._scored or self._scored[0][0] is not log:
            reasons = () if log is None else every_reason(self, log)
            self._scored[:] = [(log, score_record(self, log, reasons))]
        return self._scored[0][1]


def read(document: Document, folder: Path = Path()) -> LoggedRecord:
    """Return the record of a document; `folder` is the base of the paths in it."""
    return record_of(document, folder, LoggedRecord)


def own(record: AnyRecord[Table, Move]) -> LoggedRecord:
    assert isinstance(record, LoggedRecord)
    return record
