"""Tables at the end of a round, and what their players write there; the cards of the house box."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from palace.contract.rules import Commit
from palace.core.verdict import Reason
from palace.files.document import parse_document
from palace.palm_island import Move, Rulings, State
from palace.palm_island.box import BOX
from palace.palm_island.closing import close
from palace.palm_island.log import LoggedRecord
from palace.palm_island.rules import BOOK
from palace.palm_island.specials import Ability, Disaster
from palace.palm_island.table import Middle, Owned, RoundEnd, Seat, Table
from palace.palm_island.turns import PalmLog, PalmRules, turn_of
from palace.scoring import Score
from tests.sentences import Says

NAMES = ("Ana", "Ben", "Caro", "Dan")
FORCED = "round 3: 16.1 17 10 4.3* 1* 9.1 15 2 3 6 7 8 11 12 13 14 5"
"""A deck at which one move alone is legal."""

ORDER = [4, 1, 7, 10, 2, 5, 8, 11, 3, 6, 9, 12, 13, 15, 14, 16]
HEAD = 'format = 1\ngame = "palm-island"\nrules = "1"\n'
BOXED = HEAD + 'box = "house"\n'
"""The beginning of a record that uses the house box."""
POOL = BOX.load("house").card_pool


def ended(stored: str = "", number: int = 1) -> State:
    """A deck with the tracker on top, these cards stored behind the next one."""
    named = {word.rstrip("*").split(".")[0] for word in stored.split()}
    first, *others = (str(n) for n in range(16, 0, -1) if str(n) not in named)
    return State.read(f"round {number}: 17 {first} {stored} {' '.join(others)}")


def table(
    mode: str,
    *stored: str,
    number: int = 1,
    middle: tuple[str, ...] = (),
    level: int = 0,
    ready: bool = False,
    disaster: str | None = None,
    ability: str | None = None,
    waiting: tuple[str, ...] = (),
    owned: tuple[str, ...] = (),
    **rulings: str,
) -> Table:
    """A table at the end of a round; `stored` is what each player has stored."""
    mine = tuple(Owned(name, f"{name} X", POOL.kind(name) or "") for name in owned)
    seats = tuple(
        Seat(name, ended(cards, number), waiting, mine)
        for name, cards in zip(NAMES, stored, strict=False)
    )
    return Table(
        mode,
        seats,
        Middle(level, ready, middle),
        POOL,
        POOL.one(Disaster, disaster),
        POOL.one(Ability, ability),
        Rulings(**rulings),
    )


def closed(start: Table, *moves: str, order: tuple[int, ...] | None = None) -> RoundEnd:
    """The round's end with a `round-end` of each player, without that word; "-" for none."""
    texts = {seat: f"round-end {text}" for seat, text in enumerate(moves) if text != "-"}
    written = {seat: (20 + seat, Move.read(text)) for seat, text in texts.items()}
    return close(start, start.seats[0].state.round, written, order)


def codes(found: RoundEnd) -> list[tuple[str, str]]:
    """The reasons: who, which code."""
    return [(NAMES[seat], r.code) for seat, every in found.reasons.items() for r in every]


def news(found: RoundEnd | PalmLog) -> tuple[str, ...]:
    """What happened at the ends of rounds, in sentences."""
    if isinstance(found, RoundEnd):
        return tuple(map(BOOK.told, found.news))
    every = (report for reports in found.reports for report in reports)
    return tuple(BOOK.told(gain) for report in every for gain in report.gains)


Mark = tuple[str, str, int | None]
"""The key of a reason, its place and its amount."""


def told(found: RoundEnd | Iterable[Reason], says: Says) -> list[Mark]:
    """Compare the sentences of reasons with the golden file; return the rest of them."""
    if isinstance(found, RoundEnd):
        found = [reason for every in found.reasons.values() for reason in every]
    every = tuple(found)
    says(*every)
    return [(reason.key, reason.at, reason.by) for reason in every]


def stored(found: RoundEnd, seat: int = 0) -> str:
    """What a player has stored after the round's end."""
    return " ".join(str(placed) for placed in found.table.seats[seat].state.stored)


def player(name: str, moves: Sequence[str], deal: Sequence[object] = ORDER) -> str:
    """The table of a player in a record."""
    return f'[[players]]\nname = "{name}"\ndeal = {[*deal]!r}\nmoves = {[*moves]!r}\n'


def record(text: str, file: str = "f") -> LoggedRecord:
    """The record in a text of TOML."""
    return LoggedRecord.read(parse_document(text, "toml", file))


def log_of(record: LoggedRecord, *, strict: bool = False) -> PalmLog:
    """The moves of a record, played."""
    return PalmLog.begin(record.rules).played(record.written, strict=strict)


def line(start: State, moves: Iterable[Move]) -> PalmLog:
    """The moves of Ana alone, from a deck."""
    rules = PalmRules(Table("solo", (Seat("Ana", start),)))
    return PalmLog.begin(rules).played(tuple(Commit(turn_of("Ana", move)) for move in moves))


def wrong(log: PalmLog, name: str = "Ana") -> list[Reason]:
    """The reasons against the moves of a player."""
    mine = (report for reports in log.reports for report in reports if report.player == name)
    return [reason for report in mine for reason in report.reasons]


def score_record(record: LoggedRecord, *, strict: bool = False) -> Score:
    """The score of a record that is played for it."""
    return record.score(log_of(record, strict=strict))
