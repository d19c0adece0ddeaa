"""A record of a game with its turns as values, the rules bound to its set-up, and its log."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Self

from palace.contract.rules import At, Commit, Commits, Log, every_reason, placed
from palace.contract.rules import Record as AnyRecord
from palace.core.verdict import Message
from palace.files.document import Document, read_document
from palace.files.fields import ordered
from palace.files.text_file import Place
from palace.monkey_palace.game.cards import PILES, Card
from palace.monkey_palace.game.record import Record, record_of
from palace.monkey_palace.game.record_writing import record_text
from palace.monkey_palace.game.rules import MonkeyLog, MonkeyRules
from palace.monkey_palace.game.schema import TurnModel
from palace.monkey_palace.game.score import score_log, score_sheet, written_down
from palace.monkey_palace.game.state import BEFORE, GameState, PlayerState, Turn
from palace.monkey_palace.game.turn import Setting, lay_cards
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.rulings import Rulings
from palace.monkey_palace.kernel.staircase import Staircase
from palace.scoring import Score

if TYPE_CHECKING:
    from palace.files.document import Kind


class LoggedRecord(Record):
    """See `palace.contract.rules.Record`."""

    @cached_property
    def rules(self) -> MonkeyRules:
        """The rules bound to the map, the hands, the deck and the rulings."""
        data = self.data
        unknown = data.animals == "unknown"
        setting = Setting(self.rulings, tuple(data.trophies), self.deck, unknown)
        return MonkeyRules(_opening(self), setting)

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
        return replace(self, rulings=Rulings.of({**self.rulings.named(), **answers}))

    def text(self, log: MonkeyLog | None = None, kind: Kind = "toml") -> str:
        """Return the record with the turns of a log, as they were spelt."""
        return record_text(self if log is None else self.with_turns(log.commits), kind)

    def with_turns(self, commits: Commits[Turn]) -> Self:
        """Return the record with other turns, as they were spelt."""
        turns = [*map(TurnModel.of, map(turn_data, commits))]
        return replace(self, data=self.data.model_copy(update={"turns": turns}))

    def place(self, at: At) -> Place | None:
        """Return the place of a turn, or of a key in it; of the set-up, that of the palace."""
        if at.commit is None:
            return self.document.where(at.loc or ("position",))
        if at.commit >= len(self.data.turns or ()):
            return None
        return self.document.where(("turns", at.commit, *at.loc))

    def score(self, log: MonkeyLog | None) -> Score:
        """Return the score of the turns, otherwise as written down."""
        if log is not None:
            return score_log(self, log, every_reason(self, log))
        score = score_sheet(self)
        return replace(score, reasons=placed(score.reasons, self))


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
    kept = {key: unlike[key] for key in ("notes", *turn.model_extra) if key in unlike}
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
    return record_of(document, folder, LoggedRecord)


def read_record(path: str | os.PathLike[str]) -> LoggedRecord:
    """Return the record in a `.toml` or `.json` file; raises `InputError` with every problem."""
    return read(read_document(path), Path(path).parent)


Read = AnyRecord[GameState, Turn]


def own(record: Read) -> LoggedRecord:
    """Return a record of this game as what `read` made it."""
    assert isinstance(record, LoggedRecord)
    return record


def replay(record: LoggedRecord, *, strict: bool = False, turns: int | None = None) -> MonkeyLog:
    """Return the log of a record, of at most `turns` of its turns.

    Goes on past an illegal turn with what can be laid of it; `strict` stops there.
    """
    return Log.begin(record.rules).played(record.written[:turns], strict=strict)


def _opening(record: Record) -> GameState:
    """Return the table before the first turn: the set-up and the starting pieces of all, or what
    the record was begun with in the middle of a game.
    """
    palace = record.found or Palace.setup(record.ground)
    players = record.data.players
    table = GameState.start(palace, (_seat(record, number) for number in range(len(players))))
    if ordered := record.piles:
        table = replace(table, piles=tuple(ordered[pile] for pile in PILES))
        taken = {taken.card.name for seat in table.seats for taken in seat.cards}
        table = table.without_cards(taken)
    if record.data.due is not None:
        table = replace(table, due=(record.data.due,))
    if record.data.last_round:
        over = table.due[0] == table.names[0]
        table = replace(table, ending=Message.of("ending.found"), finished=over)
    for player in players:
        for trophy in player.found.trophies if player.found is not None else ():
            table = table.with_trophy(trophy, player.name)
    return table


def _seat(record: Record, index: int) -> PlayerState:
    """Return a seat at the start; without starting pieces or delivery neither is counted."""
    player = record.data.players[index]
    start, each = record.start(index + 1), record.each(index + 1)
    known = () if start is None or each is None else (start, each)
    seat = PlayerState(player.name, *known)
    if player.found is None:
        return seat
    cards = [record.card(text) for text in player.found.cards]
    seat, _ = lay_cards(cards, seat, BEFORE)
    bonus = (BEFORE,) * player.found.bonus
    return replace(seat, bonus=bonus, bananas=player.found.bananas)
