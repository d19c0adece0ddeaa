"""What is told and shown of a record or a land of Cooper Island."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from palace.contract.game import Drawing
from palace.cooper_island.land import Land
from palace.cooper_island.lands import Lands
from palace.cooper_island.plan import plan_svg
from palace.cooper_island.record import Record
from palace.cooper_island.replay import Replay
from palace.cooper_island.score import left_over, sailed, score_played
from palace.cooper_island.sheet import SHIPS
from palace.core.errors import InputError, NotationError, Problem
from palace.files.document import Document
from palace.scoring.score import counted as points_of


def about(record: Record, played: Replay | None) -> str:
    """Whether there is a log, how long, and on which peninsula."""
    if played is None:
        return "Cooper Island, final sheets"
    lines = _count(len(record.entries or ()), "line")
    return f"Cooper Island, a log of {lines}  on {record.peninsula.title}"


def standing(record: Record, played: Replay | None) -> Iterator[tuple[str, str]]:
    """The points of every player, and what they have at the end of a log."""
    for at, sheet in enumerate(score_played(record, played).sheets):
        state = "" if played is None else _state(record, played, at)
        yield f"{sheet.name}: {points_of(sheet.total)}", state


def _state(record: Record, played: Replay, at: int) -> str:
    """What a player has at the end of a log, in one sentence."""
    seat = played.table.seats[at]
    ships = (
        f"{name} {voyage.cause}"
        for name, voyage in zip(SHIPS, sailed(record, played.table, at), strict=True)
    )
    left = left_over(seat, record.rulings)
    parts = [
        *ships,
        _count(seat.anchors, "anchor"),
        f"storage {seat.storage}",
        f"market {seat.market}",
        f"cartographer at {left['cartographer']}",
        _count(left["double_tiles"], "double tile"),
        _count(seat.workers, "worker"),
    ]
    return "; ".join(parts)


def data(record: Record, played: Replay | None) -> dict[str, Any]:
    """A replay as plain data."""
    score = score_played(record, played)
    players: list[dict[str, Any]] = [
        {"name": sheet.name, "points": sheet.total} for sheet in score.sheets
    ]
    found: dict[str, Any] = {"provenance": record.box.provenance, "players": players}
    if played is None:
        return found
    table = played.table
    for at, (entry, seat) in enumerate(zip(players, table.seats, strict=True)):
        entry |= {
            "ships": [voyage._asdict() for voyage in sailed(record, table, at)],
            "anchors": seat.anchors,
            "leftovers": left_over(seat, record.rulings),
            "land": str(seat.land),
        }
    return found | {
        "trusted": dict(played.trusted),
        "round": table.round,
        "phase": table.phase,
        "log": [
            {"turn": done.number, "text": str(done.what), "legal": not done.reasons}
            for done in played.done
        ],
    }


def drawing_of_record(record: Record, played: Replay | None, turn: int | None) -> Drawing:
    """Every player's land after a line of the log; 0 is the set-up."""
    if played is None or record.entries is None:
        remedy = "a log has one; here are only totals, or the final sheet"
        what = "there is no land in this record"
        raise InputError(Problem(record.document.file, what, remedy))
    if turn is not None and not 0 <= turn <= len(played.done):
        remedy = f"its log has lines 0 (the set-up) to {len(played.done)}"
        raise InputError(Problem("--turn", f"{turn} is not in the record", remedy))
    table = played.table
    if turn is not None:
        table = played.done[turn - 1].table if turn else played.start
    lands = Lands(tuple((seat.name, seat.land) for seat in table.seats))
    return replace(_drawing(lands), turns=len(played.done))


def drawing_of(what: str | Document, options: Mapping[str, Any]) -> Drawing | None:
    """The land of a text such as `cooper-2: c2=m`, or the set-up of a layout."""
    if isinstance(what, Document):
        return None
    try:
        return _drawing(Lands.of(Land.read(what) if ":" in what else Land.start(what)))
    except NotationError as error:
        raise InputError(error.problem("land")) from None


def _drawing(lands: Lands) -> Drawing:
    parts = {name: Lands(((name, land),)) for name, land in lands.named if name}
    title = ", ".join(Lands.title(name, land) for name, land in lands.named)
    return Drawing(
        title,
        svg=lambda: plan_svg(lands),
        scene=lands,
        players={name: _drawing_alone(part) for name, part in parts.items()},
    )


def _drawing_alone(lands: Lands) -> Drawing:
    ((name, land),) = lands.named
    return Drawing(Lands.title(name, land), svg=lambda: plan_svg(lands), scene=lands)


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'s' * (number != 1)}"
