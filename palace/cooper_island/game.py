"""Cooper Island as a game of the registry."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from palace.contract.game import Drawing, Example, Printable
from palace.contract.rules import Log
from palace.cooper_island import play
from palace.cooper_island.aid import SHEETS
from palace.cooper_island.box import BOX, CooperFormat
from palace.cooper_island.commands import commands
from palace.cooper_island.drawing import TablePlan, plan_svg
from palace.cooper_island.land import Land
from palace.cooper_island.log import LoggedRecord, Move, read, replay, replayed
from palace.cooper_island.pad import PAD
from palace.cooper_island.record import Record
from palace.cooper_island.replay import Replay, due
from palace.cooper_island.rules import BOOK
from palace.cooper_island.rulings import Rulings
from palace.cooper_island.score import leftovers_of, score_record, voyages_of
from palace.cooper_island.state import SHIPS, Table
from palace.core.errors import InputError, NotationError, Problem
from palace.core.rulings import Answers
from palace.core.verdict import Reason
from palace.files.document import Document
from palace.files.serialise import data_text, ordered
from palace.scoring import Score
from palace.scoring.score import counted

if TYPE_CHECKING:
    from palace.files.document import Kind


class CooperIsland:
    """See `palace.contract.game.Game`."""

    key = "cooper-island"
    title = "Cooper Island"
    versions = ("1",)
    book = BOOK
    noun = "line"
    options = play.OPTIONS
    pad = PAD
    joining = None
    rulings: type[Answers] = Rulings

    read = staticmethod(read)
    due = staticmethod(due)
    questions = staticmethod(play.questions)
    move = staticmethod(play.move_of)
    commands = staticmethod(commands)

    def examples(self, code: str) -> Sequence[Example]:
        """Return nothing: Cooper Island has no examples."""
        return ()

    def in_records(self, code: str) -> str | None:
        """Return None: every rule can be broken in a record."""
        return None

    def write(self, record: Record, kind: Kind = "toml") -> str:
        """Return a record as text that reads back as the same record."""
        return data_text(ordered(record.data), kind)

    def ruled(self, record: Record, answers: Mapping[str, str]) -> Record:
        """Return a record with answers to rulings that replace its own."""
        return replace(record, rulings=Rulings.of({**record.data.rulings, **answers}))

    def replay(
        self, record: Record, *, strict: bool = False, turns: int | None = None
    ) -> Replay | None:
        """Return the replay of the log; None for final sheets and totals."""
        return None if record.entries is None else replay(record, strict=strict, lines=turns)

    def faults(self, record: Record, played: Replay) -> Sequence[Reason]:
        """Return every reason against the log and the written values."""
        return score_record(record, played).reasons

    def score(self, record: Record, played: Replay | None) -> Score:
        """Return the score of the log, or of the written values."""
        return score_record(record, played)

    def about(self, record: Record, played: Replay | None) -> str:
        """Return one line about a record: its kind, the length of its log, and its peninsula."""
        if played is None:
            return "Cooper Island, final sheets"
        lines = counted(len(record.entries or ()), "line")
        return f"Cooper Island, a log of {lines}  on {record.peninsula.title}"

    def notes(self, record: Record, played: Replay | None) -> Sequence[str]:
        """Return what was trusted and what is a placeholder."""
        return score_record(record, played).notes

    def standing(self, record: Record, played: Replay | None) -> Iterator[tuple[str, str]]:
        """Yield the points of each player, and their state at the end of a log."""
        for at, sheet in enumerate(score_record(record, played).sheets):
            state = "" if played is None else _state(record, played, at)
            yield f"{sheet.name}: {counted(sheet.total)}", state

    def data(self, record: Record, played: Replay | None) -> dict[str, Any]:
        """Return the players and the log as plain data."""
        players: list[dict[str, Any]] = [
            {"name": sheet.name, "points": sheet.total}
            for sheet in score_record(record, played).sheets
        ]
        found: dict[str, Any] = {"provenance": record.box.provenance, "players": players}
        if played is None:
            return found
        table = played.state
        for at, (entry, seat) in enumerate(zip(players, table.seats, strict=True)):
            entry |= {
                "ships": [voyage.model_dump() for voyage in voyages_of(record.ring, table, at)],
                "anchors": seat.anchors,
                "leftovers": leftovers_of(seat, record.rulings),
                "land": str(seat.land),
            }
        return found | {
            "trusted": dict(played.trusted),
            "round": table.round,
            "phase": table.phase,
            "log": [
                {"turn": done.number, "text": str(done.what), "legal": not done.reasons}
                for done in played.turns
            ],
        }

    def draw(
        self,
        record: Record,
        played: Replay | None,
        turn: int | None = None,
        options: Mapping[str, Any] = MappingProxyType({}),
    ) -> Drawing:
        """Return the lands of all players after a line of the log; 0 is the set-up.

        Without a log they are those written for the players.
        """
        if played is None or record.entries is None:
            return _of_sheets(record, turn)
        if turn is not None and not 0 <= turn <= len(played.turns):
            remedy = f"use 0 (the set-up) to {len(played.turns)}, the lines of its log"
            raise InputError(Problem("--turn", f"there is no line {turn} in the log", remedy))
        table = played.state
        if turn is not None:
            table = played.turns[turn - 1].state if turn else played.start
        lands = tuple((seat.name, seat.land) for seat in table.seats)
        return replace(_drawing(TablePlan(lands)), turns=len(played.turns))

    def show(self, what: str | Document, options: Mapping[str, Any]) -> Drawing | None:
        """Return the land of a text such as `cooper-2: c2=m`, or the set-up of a layout."""
        if isinstance(what, Document):
            return None
        try:
            return _drawing(TablePlan.of(Land.read(what) if ":" in what else Land.start(what)))
        except NotationError as error:
            raise InputError(error.problem("land")) from None

    def player(self, text: str) -> Mapping[str, Any]:
        """Return the data of a new player."""
        return {"name": text}

    def new(self, players: Sequence[Mapping[str, Any]], path: Path, **keys: Any) -> Record:
        """Return the record of a new game, with an empty log."""
        return play.new_game(players, path, keys)

    def replayed(self, record: LoggedRecord, log: Log[Table, Move]) -> Replay:
        """Return a log as a replay."""
        return replayed(log, record)

    def outcome(self, record: LoggedRecord, log: Log[Table, Move], at: int) -> Sequence[str]:
        """Return a line as it is written, and what it changed."""
        return tuple(play.outcome(log, at))

    def ending(self, replay: Replay) -> str:
        """Return nothing: every game ends after five rounds."""
        return ""

    def findings(self) -> Iterator[tuple[str, bool, str, str]]:
        """Return nothing: the layouts are checked when they are read."""
        return iter(())

    def box(self) -> CooperFormat:
        """Return the format of the box."""
        return BOX

    def sheets(self) -> Mapping[str, Printable]:
        """Return the aid."""
        return SHEETS


def _state(record: Record, played: Replay, at: int) -> str:
    """Return a player's state at the end of a log, in one sentence."""
    seat = played.state.seats[at]
    ships = zip(SHIPS, voyages_of(record.ring, played.state, at), strict=True)
    left = leftovers_of(seat, record.rulings)
    parts = [
        *(f"{name} {voyage.cause}" for name, voyage in ships),
        counted(seat.anchors, "anchor"),
        f"storage {seat.storage}",
        f"market {seat.market}",
        f"cartographer at {left['cartographer']}",
        counted(left["double_tiles"], "double tile"),
        counted(seat.workers, "worker"),
    ]
    return "; ".join(parts)


def _of_sheets(record: Record, turn: int | None) -> Drawing:
    """Return the lands that are written on final sheets; raises `InputError` where none is."""
    pairs = zip(record.names, record.lands, strict=True)
    lands = tuple((name, land) for name, land in pairs if land is not None)
    if not lands:
        remedy = "name a record with a log, or write the land of a player"
        what = "the record has no lands"
        raise InputError(Problem(record.document.file, what, remedy))
    if turn is not None:
        what = "the record has no log, and its lands are those of the end"
        raise InputError(Problem("--turn", what, "leave it out"))
    drawn = _drawing(TablePlan(lands))
    # A land alone is that of one player among others.
    return replace(drawn, players=drawn.players or {lands[0][0]: drawn})


def _drawing(plan: TablePlan) -> Drawing:
    """Return all lands in one drawing, with a drawing of each player's land."""
    alone = {name: TablePlan(((name, land),)) for name, land in plan.named if len(plan.named) > 1}
    return Drawing(
        ", ".join(TablePlan.title(name, land) for name, land in plan.named),
        svg=lambda: plan_svg(plan),
        scene=plan,
        players={name: _drawing(part) for name, part in alone.items()},
    )


GAME = CooperIsland()
