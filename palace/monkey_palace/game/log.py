"""The log of a game: the rules bound to a set-up, and a record with its turns as values."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Self, cast

from palace.contract.rules import At, Commit, Commits, Due, Log, Rules, placed
from palace.contract.rules import Record as AnyRecord
from palace.core.verdict import Reason
from palace.files.document import Document, read_document
from palace.files.serialise import ordered
from palace.files.text_file import Place
from palace.monkey_palace.game.animals import Build, free_ends, lowest_ends
from palace.monkey_palace.game.cards import SLOTS, Card
from palace.monkey_palace.game.record import Record, record_of
from palace.monkey_palace.game.record_writing import record_text
from palace.monkey_palace.game.replay import Replay, begun_with, opening
from palace.monkey_palace.game.schema import TurnModel
from palace.monkey_palace.game.score import score_replay, score_sheet, sheet_of, written_down
from palace.monkey_palace.game.state import GameState, Turn
from palace.monkey_palace.game.turn import Setting, TurnReport, play
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.rulings import Rulings
from palace.monkey_palace.kernel.staircase import Staircase
from palace.scoring import Score, Sheet

if TYPE_CHECKING:
    from palace.files.document import Kind


@dataclass(frozen=True)
class MonkeyRules(Rules[GameState, Turn]):
    """See `palace.contract.rules.Rules`; `table` is the set-up."""

    table: GameState
    setting: Setting

    def start(self) -> tuple[GameState, tuple[Reason, ...]]:
        """Return the set-up, or the palace of a game that was joined and what is wrong with it."""
        return self.table, begun_with(self.table, self.setting.rulings)[0]

    def due(self, state: GameState) -> Due:
        """Return whose turn it is; two players after a turn out of order."""
        return Due() if state.finished else Due(state.due)

    def apply(
        self, state: GameState, move: Turn, *, whole: bool = True
    ) -> tuple[GameState, tuple[TurnReport, ...]]:
        """Return the table after a turn; not `whole` it can go on, and its animals are missing."""
        report = play(self.setting, state, move)
        if not whole:
            owed = tuple(one for one in report.reasons if self._owes(state, move, one))
            wrong = tuple(one for one in report.reasons if one not in owed)
            report = replace(report, reasons=wrong, owed=owed)
        return report.table, (report,)

    def _owes(self, state: GameState, move: Turn, reason: Reason) -> bool:
        """Return whether more arches, the monkey, or the column that the frog brings mend it."""
        early = self.setting.rulings.frog_time == "any" and "frog" in self.setting.trophies
        frog = early and move.frog is None and state.holder("frog") != move.player
        return reason.key in ("monkey", "attach.far") or (frog and reason.code == "supply")

    def parts(self, state: GameState, move: Turn | None, player: str) -> Iterator[Turn]:
        """Yield every staircase, or a pass; then cards, the frog, the monkey."""
        if move is None:
            yield from self._builds(state, player)
            return
        if move.build is None:
            return
        _, (report,) = self.apply(state, move, whole=False)
        palace = report.palace
        if move.frog is None and move.monkey is None:
            yield from self._cards(state, move, report)
            if "frog" in self.setting.trophies:
                built = Build(move.build, state.palace, palace, whole=True)
                ends = lowest_ends(built, palace, self.setting.rulings)
                yield from (replace(move, frog=knob) for knob in ends)
        if any(reason.key == "monkey" for reason in report.owed):
            now = palace.animal("m")
            ends = [knob for knob in free_ends(palace, "m") if knob != now]
            yield from (replace(move, monkey=knob) for knob in ends)

    def _builds(self, state: GameState, player: str) -> Iterator[Turn]:
        from palace.monkey_palace.search import staircases

        hand = state.palace.at_hand(state.seat(player).pieces)
        found = None
        for found in staircases(state.palace, hand, state.rulings_of(player, self.setting.rulings)):
            yield Turn(player, found)
        if found is None:
            yield Turn(player)

    def _cards(self, state: GameState, move: Turn, report: TurnReport) -> Iterator[Turn]:
        """Yield the turn with one card more; on a full board it can cover each of the slots."""
        earned = report.earned
        if earned is None:
            return
        taken = [card for card in map(self.setting.card, move.take) if card is not None]
        left = earned.credits - sum(card.cost or 0 for card in taken)
        free = len(state.seat(move.player).free_slots) > len(taken)
        for name, cost in on_offer(self.setting, state, report):
            if cost <= left and name not in {card.name for card in taken}:
                for slot in (None,) if free else range(1, SLOTS + 1):
                    yield replace(move, take=(*move.take, Card(name=name, slot=slot)))

    def standing(self, state: GameState) -> tuple[Sheet, ...]:
        """Return the points of each player."""
        return tuple(sheet_of(seat, state) for seat in state.seats)

    def seen(self, state: GameState, player: str) -> GameState:
        """Return the state with the tops of the piles, and nothing below them."""
        return replace(state, piles=tuple(pile[:1] for pile in state.piles))


def on_offer(setting: Setting, state: GameState, report: TurnReport) -> Iterator[tuple[str, int]]:
    """Yield the ids of the cards that a staircase pays for and no player has, and their costs.

    Where the order of a pile is known, it is the top one alone.
    """
    earned = report.earned
    if earned is None or setting.deck is None:
        return
    gone = {taken.card.name for seat in state.seats for taken in seat.cards}
    for (cost, colour), names in setting.deck.piles.items():
        if cost <= earned.credits and colour in ("x", earned.decoration):
            top = state.top((cost, colour))
            left = (name for name in names if name not in gone) if top is None else (top,)
            yield from ((name, cost) for name in left)


class LoggedRecord(Record):
    """See `palace.contract.rules.Record`."""

    @classmethod
    def of(cls, record: Record) -> Self:
        """Return a record with its log."""
        if isinstance(record, cls):
            return record
        return cls(**{key.name: getattr(record, key.name) for key in fields(record)})

    @cached_property
    def rules(self) -> MonkeyRules:
        """The rules bound to the map, the hands, the deck and the rulings."""
        data = self.data
        unknown = data.animals == "unknown"
        setting = Setting(self.rulings, tuple(data.trophies), self.deck, unknown)
        return MonkeyRules(opening(self), setting)

    @property
    def sheet(self) -> bool:
        """Whether points are written down, and no turns."""
        return not self.data.turns and any(map(written_down, self.data.players))

    @cached_property
    def written(self) -> Commits[Turn]:
        """The turns."""
        return tuple(map(read_turn, self.data.turns or ()))

    def ruled(self, answers: Mapping[str, str]) -> Self:
        """Return the record with answers to rulings that go before its own."""
        return replace(self, rulings=Rulings.of({**self.data.rulings, **answers}))

    def text(self, log: Log[GameState, Turn] | None = None, kind: Kind = "toml") -> str:
        """Return the record with the turns of a log, as they were spelt."""
        if log is None:
            return record_text(self, kind)
        turns = [TurnModel.model_validate(turn_data(commit)) for commit in log.commits]
        data = self.data.model_copy(update={"turns": turns})
        return record_text(replace(self, data=data), kind)

    def place(self, at: At) -> Place | None:
        """Return the place of a turn, or of a key in it."""
        if at.commit is None or at.commit >= len(self.data.turns or ()):
            return None
        return self.document.where(("turns", at.commit, *at.loc))

    def score(self, log: Log[GameState, Turn] | None) -> Score:
        """Return the score of the turns, otherwise as written down."""
        return score_sheet(self) if log is None else score_replay(self, replayed(log, self))


_KNOBS = ("frog", "monkey", "butterfly")


def read_turn(turn: TurnModel) -> Commit[Turn]:
    """Return a turn of a record as a value, with what is no part of it."""
    move = Turn(
        turn.player,
        None if turn.build is None else Staircase.read(turn.build),
        tuple(map(Card.read, turn.take or ())),
        _knob(turn.frog), _knob(turn.monkey), _knob(turn.butterfly),
        turn.decoration, turn.credits, turn.bonus,
    )  # fmt: skip
    by_default = turn_data(Commit(move))
    unlike = {key: value for key, value in ordered(turn).items() if by_default.get(key) != value}
    kept = {key: unlike[key] for key in ("notes", *(turn.model_extra or ())) if key in unlike}
    return Commit(move, kept, {key: value for key, value in unlike.items() if key not in kept})


def _knob(text: str | None) -> Knob | None:
    return None if text is None else Knob.read(text)


def turn_data(commit: Commit[Turn]) -> dict[str, object]:
    """Return a turn as a record holds it."""
    move = commit.move
    data: dict[str, object] = {"player": move.player}
    data |= {"pass": True} if move.build is None else {"build": str(move.build)}
    data |= {"take": [*map(str, move.take)]} if move.take else {}
    data |= {key: str(knob) for key in _KNOBS if (knob := getattr(move, key)) is not None}
    claims = {key: getattr(move, key) for key in ("decoration", "credits", "bonus")}
    data |= {key: value for key, value in claims.items() if value is not None}
    return {**data, **commit.spelt, **commit.kept}


def read(document: Document, folder: Path = Path()) -> LoggedRecord:
    """Return the record a document holds; `folder` is where the path of its map starts."""
    return LoggedRecord.of(record_of(document, folder))


def read_record(path: str | os.PathLike[str]) -> LoggedRecord:
    """Return the record in a `.toml` or `.json` file; raises `InputError` with every problem."""
    return read(read_document(path), Path(path).parent)


def own(record: AnyRecord[GameState, Turn]) -> LoggedRecord:
    """Return a record of this game as what `read` made it."""
    assert isinstance(record, LoggedRecord)
    return record


def replay(record: Record, *, strict: bool = False, turns: int | None = None) -> Replay:
    """Play a record over from the set-up, at most `turns` of its turns.

    Goes on past an illegal turn with what can be laid of it; `strict` stops there.
    """
    logged = LoggedRecord.of(record)
    return replayed(Log.begin(logged.rules).played(logged.written[:turns], strict=strict), logged)


def replayed(log: Log[GameState, Turn], record: LoggedRecord) -> Replay:
    """Return a log as a replay, with the lines of reasons in a record."""
    stopped = log.stopped and len(log.commits) < len(record.written)
    turns = tuple(
        replace(report, reasons=placed(report.reasons, record, at, report))
        if report.reasons
        else report
        for at, (report,) in enumerate(cast("tuple[tuple[TurnReport], ...]", log.reports))
    )
    line = record.line("position")
    wrong = tuple(reason.placed(turn=None, line=line) for reason in log.wrong)
    return Replay(log.states[0], turns, record, stopped, wrong)
