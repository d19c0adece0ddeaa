"""Games of a few turns on the set-up of map-1, and what replay says of them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from palace.contract.rules import every_reason
from palace.core.verdict import Located, Reason
from palace.files.document import parse_document
from palace.monkey_palace.game.log import LoggedRecord, read, replay
from palace.monkey_palace.game.reasons import BOOK
from palace.monkey_palace.game.rules import MonkeyLog, reports
from palace.monkey_palace.game.score import notes
from palace.monkey_palace.game.state import GameState
from palace.monkey_palace.game.turn import TurnReport
from palace.monkey_palace.kernel.ground import load_map
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.referee import build
from palace.monkey_palace.kernel.staircase import Staircase

if TYPE_CHECKING:
    from palace.files.document import Kind

ALL = 'trophies = ["monkey", "butterfly", "frog"]\n'

# On the set-up of map-1 (arches d4-e4-f4, gold at f4 on level 2):
DARK = 'build = "c4+b-d4"'  # its decoration at d4 is level with that gold
LIGHT = 'build = "b4-c4-d4"'  # likewise, two arches
GOLD = 'build = "d3+b-d4"'
HIGH_GOLD = 'build = "e3+bb-e4"'  # one level higher than everything
BONUS = 'build = "e3+bbbbb-e4_c"'
SPIRAL = 'build = "c3-b3-b4_b-c4_bb-c3_bb-d3_cb-d4_cb"'  # covers its own start
TOO_LOW = 'build = "c4-d4"'  # d4 is a brick higher than c4: nothing can be laid
GOLD_TOO_LOW = 'build = "d3-d4"'
HALF = 'build = "b4-c4-d4_b"'  # its first arch can be laid


def read_text(text: str, kind: Kind = "toml", file: str = "record") -> LoggedRecord:
    """The record of a text, which messages call `file`."""
    return read(parse_document(text, kind, file))


def game(*turns: str, names: str = "Ana Ben", top: str = ALL, players: str = "") -> LoggedRecord:
    """A record; a turn is its lines, its player the next in order unless they name one."""
    seats = names.split()
    text = f'format = 1\ngame = "monkey-palace"\nrules = "1"\nmap = "map-1"\n{top}'
    text += "".join(f'[[players]]\nname = "{name}"\n{players}' for name in seats)
    for number, lines in enumerate(turns):
        who = "" if "player =" in lines else f'player = "{seats[number % len(seats)]}"\n'
        text += f"[[turns]]\n{who}{lines}\n"
    return read_text(text)


def first(*lines: str, top: str = ALL) -> TurnReport:
    """The report of a game of one turn, its reasons with their lines."""
    record = game("\n".join(lines), top=top)
    return replace(reports(replay(record))[0], reasons=reasons_of(record))


def play(record: LoggedRecord, table: GameState, index: int) -> TurnReport:
    """The report of one turn of a record, taken at a table."""
    return record.rules.apply(table, record.written[index].move)[1][0]


def reasons_of(record: LoggedRecord) -> tuple[Located, ...]:
    """Every reason against a record, with its turn and its line."""
    return every_reason(record, replay(record))


def turns_at_fault(log: MonkeyLog) -> list[int]:
    """The number of the turn of every reason."""
    return [report.number for report in reports(log) for _ in report.reasons]


def unchecked(record: LoggedRecord) -> tuple[str, ...]:
    """What is not judged of a record."""
    return tuple(notes(record, replay(record)))


def ending_of(table: GameState) -> str:
    """Why the last round has begun; empty before."""
    return "" if table.ending is None else BOOK.told(table.ending)


def complaints(played: MonkeyLog | TurnReport) -> list[tuple[str, str]]:
    return [(reason.code, reason.at) for reason in played.reasons]


def one(played: LoggedRecord | MonkeyLog | TurnReport) -> Reason:
    """The only reason; of a record with its turn and its line."""
    found = reasons_of(played) if isinstance(played, LoggedRecord) else played.reasons
    assert len(found) == 1, found
    return found[0]


class Said(NamedTuple):
    """What a reason in a record holds, but for its sentences."""

    code: str
    at: str
    level: int | None
    by: int | None
    turn: int | None = None
    line: int | None = None

    @classmethod
    def of(cls, reason: Reason) -> Said:
        return cls(*(getattr(reason, field) for field in cls._fields))


def after(*staircases: str) -> Palace:
    palace = Palace.setup(load_map("map-1"))
    for text in staircases:
        palace = build(palace, Staircase.read(text))
    return palace
