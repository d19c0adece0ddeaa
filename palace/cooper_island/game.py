"""Cooper Island as a game of the registry."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from palace.contract.game import Asking, Drawing, Drawings, Game, Given, Reporting
from palace.contract.rules import Record, TurnReport
from palace.cooper_island import play
from palace.cooper_island.aid import SHEETS
from palace.cooper_island.box import BOX
from palace.cooper_island.drawing import TablePlan, plan_svg
from palace.cooper_island.land import Land
from palace.cooper_island.log import own, read
from palace.cooper_island.notation import Entry, Move, read_line
from palace.cooper_island.picture import land_board
from palace.cooper_island.rules import BOOK, Rulings
from palace.cooper_island.score import PAD, Played
from palace.cooper_island.state import Table
from palace.cooper_island.tapping import having
from palace.cooper_island.telling import category, told
from palace.core.errors import InputError, NotationError, Problem
from palace.files.document import Document
from palace.scoring.score import counted

Read = Record[Table, Move]


def _typed(player: str, text: str) -> Move:
    line = read_line(f"{player}: {text}" if player else text)
    if line is None:
        raise NotationError("there is nothing", text, 1, "a line such as Ana: worker A")
    return line


def _told(move: Move, report: TurnReport) -> str:
    """Return a line as it is written, without the player's name."""
    return "; ".join(map(str, move.steps)) if isinstance(move, Entry) else str(move)


def _about(record: Read, log: Played | None) -> str:
    """Return one line about a record: its kind, the length of its log, and its peninsula."""
    if log is None:
        return "Cooper Island, final sheets"
    lines = counted(len(record.written), "line")
    return f"Cooper Island, a log of {lines}  on {own(record).peninsula.title}"


def _standing(record: Read, log: Played | None) -> Iterator[tuple[str, str]]:
    """Yield the points of each player, and their state at the end of a log."""
    for at, sheet in enumerate(record.score(log).sheets):
        state = "" if log is None else "; ".join(play.holdings(log.state.seats[at]))
        yield f"{sheet.name}: {counted(sheet.total)}", state


def _data(record: Read, log: Played | None) -> dict[str, object]:
    """Return the players as plain data, with their points and their land."""
    lands = own(record).lands if log is None else tuple(seat.land for seat in log.state.seats)
    players = [
        {"name": sheet.name, "points": sheet.total, "land": str(land or "")}
        for sheet, land in zip(record.score(log).sheets, lands, strict=True)
    ]
    return {"provenance": own(record).box.provenance, "players": players}


def _draw(record: Read, log: Played | None, turn: int | None, options: Given) -> Drawing:
    """Return the lands after a line of the log (0 is the set-up), or those that are written."""
    mine, count = own(record), len(log.commits) if log else 0
    if turn is not None and not (log and 0 <= turn <= count):
        remedy = f"use 0 (the set-up) to {count}, the lines of its log" if log else "leave it out"
        raise InputError(Problem("--turn", f"there is no line {turn} in the log", remedy))
    if log:
        table = log.states[-1 if turn is None else turn]
        lands = tuple((seat.name, seat.land) for seat in table.seats)
        moved = log.commits[(count if turn is None else turn) - 1].move.player if count else ""
        seen = next((at for at, seat in enumerate(table.seats) if seat.name == moved), table.start)
        return replace(
            _drawing(TablePlan(lands)), turns=count, having=partial(having, table),
            board=partial(land_board, table.seats[seen], seen),
        )  # fmt: skip
    pairs = zip(mine.names, mine.lands, strict=True)
    lands = tuple((name, land) for name, land in pairs if land is not None)
    if not lands:
        remedy = "name a record with a log, or write the land of a player"
        raise InputError(Problem(mine.document.file, "the record has no lands", remedy))
    drawn = _drawing(TablePlan(lands))
    # A land alone is that of one player among others.
    return replace(drawn, players=drawn.players or {lands[0][0]: drawn})


def _show(what: str | Document, options: Given) -> Drawing | None:
    """Return the land of a text such as `cooper-2: c2=m`, or the set-up of a layout."""
    if isinstance(what, Document):
        return None
    try:
        return _drawing(TablePlan.of(Land.read(what) if ":" in what else Land.start(what)))
    except NotationError as error:
        raise InputError(error.problem("land")) from None


def _drawing(plan: TablePlan) -> Drawing:
    """Return all lands in one drawing, with a drawing of each player's land."""
    alone = {name: TablePlan(((name, land),)) for name, land in plan.named if len(plan.named) > 1}
    return Drawing(
        ", ".join(TablePlan.title(name, land) for name, land in plan.named),
        svg=lambda: plan_svg(plan),
        scene=plan,
        players={name: _drawing(part) for name, part in alone.items()},
    )


GAME: Game[Table, Move] = Game(
    key="cooper-island",
    title="Cooper Island",
    book=BOOK,
    read=read,
    typed=_typed,
    new=play.new_game,
    rulings=Rulings,
    noun="line",
    options=play.OPTIONS,
    told=_told,
    words=told,
    category=category,
    reporting=lambda: Reporting(
        _about,
        lambda record, log: record.score(log).reasons,
        lambda record, log: record.score(log).notes,
        _standing,
        _data,
    ),
    asking=lambda: Asking(
        lambda record, log, *asked: play.questions(own(record), log, *asked),
        play.move_of,
        outcome=lambda record, log, at: play.outcome(log, at),
    ),
    drawing=lambda: Drawings(_draw, _show),
    printables=lambda: SHEETS,
    box=lambda: BOX,
    pad=lambda: PAD,
)
