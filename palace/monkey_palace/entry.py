"""Monkey Palace as one of the games of the registry."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from palace.contract.game import Command, Drawing, Example, Printable, Question
from palace.contract.rules import Log
from palace.core.rulings import Answers
from palace.core.verdict import Reason
from palace.files.document import Document
from palace.monkey_palace.drawing.gallery import EXAMPLES, IN_RECORDS
from palace.monkey_palace.game import play
from palace.monkey_palace.game.asking import Asked
from palace.monkey_palace.game.box import BOX, MonkeyFormat
from palace.monkey_palace.game.joining import JOINING
from palace.monkey_palace.game.log import LoggedRecord, read, replay, replayed
from palace.monkey_palace.game.reasons import BOOK
from palace.monkey_palace.game.record import Record
from palace.monkey_palace.game.record_writing import record_text
from palace.monkey_palace.game.replay import Replay
from palace.monkey_palace.game.score import score_replay, score_sheet
from palace.monkey_palace.game.state import GameState, Turn
from palace.monkey_palace.kernel.ground import SHIPPED, load_map
from palace.monkey_palace.kernel.rulings import Rulings
from palace.monkey_palace.paper.pad import PAD
from palace.monkey_palace.paper.report import about, data, drawing_of, drawing_of_record, example
from palace.monkey_palace.paper.sheets import sheets
from palace.scoring import Score

if TYPE_CHECKING:
    from palace.files.document import Kind


class MonkeyPalace:
    """See `palace.contract.game.Game`."""

    key = "monkey-palace"
    title = "Monkey Palace"
    versions = ("1",)
    book = BOOK
    noun = "turn"
    options = play.OPTIONS
    pad = PAD
    joining = JOINING
    rulings: type[Answers] = Rulings

    read = staticmethod(read)

    def examples(self, code: str) -> Sequence[Example]:
        """Return the smallest legal and the smallest illegal build of a rule."""
        cases = EXAMPLES[code]._asdict() if code in EXAMPLES else {}
        return [example(name, build) for name, build in cases.items()]

    def in_records(self, code: str) -> str | None:
        """When a rule of the game is broken in a record."""
        return IN_RECORDS.get(code)

    def write(self, record: Record, kind: Kind = "toml") -> str:
        """Return the record as text that is read back as the same record."""
        return record_text(record, kind)

    def ruled(self, record: Record, answers: Mapping[str, str]) -> Record:
        """Return the record with answers to rulings that go before its own."""
        return replace(record, rulings=Rulings.of({**record.data.rulings, **answers}))

    def replay(
        self, record: Record, *, strict: bool = False, turns: int | None = None
    ) -> Replay | None:
        """Return the record played over; None for a sheet without turns."""
        return None if LoggedRecord.of(record).sheet else replay(record, strict=strict, turns=turns)

    def faults(self, record: Record, played: Replay) -> Sequence[Reason]:
        """Return every reason of every turn."""
        return played.reasons

    def score(self, record: Record, played: Replay | None) -> Score:
        """Return the score of the turns, otherwise as written down."""
        return score_sheet(record) if played is None else score_replay(record, played)

    def about(self, record: Record, played: Replay | None) -> str:
        """Return how many turns there are, and on which map."""
        return about(record, played)

    def notes(self, record: Record, played: Replay | None) -> Sequence[str]:
        """Return what was not judged."""
        return score_sheet(record).notes if played is None else played.unchecked

    def standing(self, record: Record, played: Replay | None) -> Sequence[tuple[str, str]]:
        """Nothing: the drawing shows it."""
        return ()

    def data(self, record: Record, played: Replay | None) -> dict[str, Any]:
        """Return the palace and the turns as plain data."""
        return data(record, played)

    def draw(
        self,
        record: Record,
        played: Replay | None,
        turn: int | None = None,
        options: Mapping[str, Any] = MappingProxyType({}),
    ) -> Drawing:
        """Return the palace after a turn."""
        return drawing_of_record(record, played, turn, options)

    def show(self, what: str | Document, options: Mapping[str, Any]) -> Drawing | None:
        """Return the palace of a position or a map, or the elements of a build."""
        return drawing_of(what, options)

    def player(self, text: str) -> Mapping[str, Any]:
        """Return the table of a player written `NAME` or `NAME:START:EACH`."""
        return play.new_player(text)

    def new(self, players: Sequence[Mapping[str, Any]], path: Path, **keys: Any) -> Record:
        """Return the record of a new game."""
        return play.new_game(players, path, keys)

    def due(self, state: GameState) -> tuple[str, ...]:
        """Return whose turn it is."""
        return play.due(state)

    def questions(
        self,
        record: LoggedRecord,
        log: Log[GameState, Turn],
        player: str,
        answers: Mapping[str, Any],
    ) -> Sequence[Question]:
        """Return what is asked next in a turn."""
        question = Asked(record, log.state, player, answers).next()
        return () if question is None else (question,)

    def move(self, player: str, answers: Mapping[str, Any], others: object = None) -> Turn:
        """Return the turn that answers make."""
        return Turn(player, **answers)

    def replayed(self, record: LoggedRecord, log: Log[GameState, Turn]) -> Replay:
        """Return a log as a replay."""
        return replayed(log, record)

    def outcome(self, record: Record, log: Log[GameState, Turn], at: int) -> Sequence[str]:
        """Return what came of a turn."""
        return tuple(play.outcome(record, log, at))

    def ending(self, replay: Replay) -> str:
        """Return what could not be given when the last round began."""
        ending = replay.table.ending
        return "" if ending is None else BOOK.told(ending)

    def commands(self, record: Record, replay: Replay) -> Sequence[Command[Record]]:
        """Return the commands beside a turn."""
        return play.commands(replay)

    def findings(self) -> Iterator[tuple[str, bool, str, str]]:
        """Yield the maps that come with the package."""
        yield "maps", True, ", ".join(load_map(name).title for name in SHIPPED), ""

    def box(self) -> MonkeyFormat:
        """Return what an owner can enter of its box."""
        return BOX

    def sheets(self) -> Mapping[str, Printable]:
        """Return the names of the knobs, the aid, and the set-up of a map."""
        return sheets(self.book.rules.values())


GAME = MonkeyPalace()
