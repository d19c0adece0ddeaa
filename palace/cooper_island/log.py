"""The log of a game: the rules bound to a set-up, and a record with its entries as moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Self

from palace.contract.rules import At, Commit, Commits, Due, Log, Rules, TurnReport, placed
from palace.contract.rules import Record as AnyRecord
from palace.cooper_island.choices import OWED, choices_of
from palace.cooper_island.notation import Entry, Heading, read_line, read_steps
from palace.cooper_island.record import CooperPlayer, Record, record_of
from palace.cooper_island.replay import Done, Replay, carry_out, due, next_heading, perform
from palace.cooper_island.rulings import Rulings
from palace.cooper_island.score import log_sheets, score_record
from palace.cooper_island.state import PHASES, Table
from palace.cooper_island.turn import Setting
from palace.core.verdict import Reason
from palace.files.document import Document
from palace.files.serialise import data_text, ordered
from palace.files.text_file import Place
from palace.scoring import Score, Sheet

if TYPE_CHECKING:
    from palace.files.document import Kind

Move = Heading | Entry


@dataclass(frozen=True)
class CooperRules(Rules[Table, Move]):
    """See `palace.contract.rules.Rules`; `table` is the set-up.

    `players` have the points of cards as they are written down.
    """

    table: Table
    setting: Setting
    players: tuple[CooperPlayer, ...] = ()

    def start(self) -> tuple[Table, tuple[Reason, ...]]:
        """Return the set-up, with which nothing can be wrong."""
        return self.table, ()

    def due(self, state: Table) -> Due:
        """Return who places a worker; outside of that phase any player, and the next heading."""
        names = due(state)
        if names != ("",):
            return Due(names)
        players = [seat.name for seat in state.seats] if state.phase in PHASES else []
        return Due((*players, ""), "any")

    def apply(
        self, state: Table, move: Move, *, whole: bool = True
    ) -> tuple[Table, tuple[TurnReport, ...]]:
        """Return the table after a line; of one not `whole`, helm points and fees may be open."""
        if isinstance(move, Heading):
            turn = perform(state, self.setting, move)
            return turn.table, (TurnReport(None, "", tuple(turn.reasons)),)
        turn = carry_out(state, self.setting, move)
        begun = turn.table
        turn.close()
        owed = tuple(one for one in turn.reasons if not whole and one.key in OWED)
        number = state.entries + 1
        report = TurnReport(
            number, move.player, tuple(one for one in turn.reasons if one not in owed), owed,
            trusted=tuple(turn.trusted.items()),
        )  # fmt: skip
        # Anchors that are owed are put by the end of the line.
        return replace(turn.table if whole else begun, entries=number), (report,)

    def parts(self, state: Table, move: Move | None, player: str) -> Iterator[Move]:
        """Yield an entry with one step more; of the table, the next heading."""
        if not player or isinstance(move, Heading):
            heading = read_line(next_heading(state)) if move is None else None
            yield from () if heading is None else (heading,)
            return
        steps = () if move is None else move.steps
        turn = carry_out(state, self.setting, Entry(player, steps))
        for choice in choices_of(turn):
            for text in choice.steps:
                yield Entry(player, (*steps, *read_steps(text)))

    def standing(self, state: Table) -> tuple[Sheet, ...]:
        """Return the points of each player."""
        bare = [CooperPlayer(name=seat.name) for seat in state.seats]
        return log_sheets(self.setting, state, self.players or bare)


class LoggedRecord(Record):
    """See `palace.contract.rules.Record`."""

    @classmethod
    def of(cls, record: Record) -> Self:
        """Return a record with its log."""
        if isinstance(record, cls):
            return record
        return cls(**{key.name: getattr(record, key.name) for key in fields(record)})

    @property
    def rules(self) -> CooperRules:
        """The rules bound to the names, the peninsula, the box and the rulings."""
        start = Table.setup(self.names, self.peninsula)
        return CooperRules(start, self.setting, tuple(self.data.players))

    @property
    def sheet(self) -> bool:
        """Whether it holds final sheets or totals, and no log."""
        return self.entries is None

    @property
    def written(self) -> Commits[Move]:
        """The lines of the log, headings included."""
        return tuple(Commit(line.what) for line in self.entries or ())

    def ruled(self, answers: Mapping[str, str]) -> Self:
        """Return the record with answers to rulings that replace its own."""
        return replace(self, rulings=Rulings.of({**self.data.rulings, **answers}))

    def text(self, log: Log[Table, Move] | None = None, kind: Kind = "toml") -> str:
        """Return the record with the lines of a log.

        Comments and spelling are kept only if no line changes.
        """
        data = self.data
        if log is not None and (log.commits != self.written or data.log is None):
            texts = [str(commit.move) for commit in log.commits]
            told = texts if isinstance(data.log, list) else "".join(f"{text}\n" for text in texts)
            data = data.model_copy(update={"log": told})
        return data_text(ordered(data), kind)

    def place(self, at: At) -> Place | None:
        """Return the place of a line, or of a step in it."""
        if at.commit is None or at.commit >= len(self.entries or ()):
            return None
        line = (self.entries or ())[at.commit]
        step = at.loc[1] if at.loc else None
        assert step is None or isinstance(step, int)
        return self.document.where(line.path, offset=line.begins(step))

    def score(self, log: Log[Table, Move] | None) -> Score:
        """Return the score of a log, or of the written values."""
        return score_record(self, None if log is None else replayed(log, self))


def read(document: Document, folder: Path = Path()) -> LoggedRecord:
    """Return the record of a document; `folder` is the base of the paths in it."""
    return LoggedRecord.of(record_of(document, folder))


def own(record: AnyRecord[Table, Move]) -> LoggedRecord:
    """Return a record of this game as what `read` made it."""
    assert isinstance(record, LoggedRecord)
    return record


def replay(record: Record, *, strict: bool = False, lines: int | None = None) -> Replay:
    """Return the replay of a record's log, of its first `lines` lines if given."""
    logged = LoggedRecord.of(record)
    log = Log.begin(logged.rules).played(logged.written[:lines], strict=strict)
    return replayed(log, logged)


def replayed(log: Log[Table, Move], record: LoggedRecord | None = None) -> Replay:
    """Return a log as a replay, with the lines of reasons in a record."""
    trusted: Counter[str] = Counter()
    turns: list[Done] = []
    for at, (commit, (report,)) in enumerate(zip(log.commits, log.reports, strict=True)):
        trusted += Counter(dict(report.trusted))
        reasons = placed(report.reasons, record, at, report)
        turns.append(Done(report.number, commit.move, log.states[at + 1], reasons))
    return Replay(log.states[0], tuple(turns), tuple(trusted.items()), log.stopped)
