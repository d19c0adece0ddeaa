"""The commands that a player of Palm Island can type beside a move."""

from __future__ import annotations

from functools import partial

from palace.contract.game import Command
from palace.core.screen import Screen
from palace.palm_island.advice import HINT_SECONDS, hint
from palace.palm_island.engine import legal_moves
from palace.palm_island.log import LoggedRecord
from palace.palm_island.play import listed
from palace.palm_island.table import Table, present
from palace.palm_island.turns import PalmLog, moves_of
from palace.scoring.score import counted, joined


def commands(record: LoggedRecord, log: PalmLog) -> tuple[Command, ...]:
    """Return the commands beside a move; none after the end."""
    if log.state.finished:
        return ()
    best = f"the best next move that is found in {HINT_SECONDS:g} seconds"
    all_ = "every legal move, if only the first are listed"
    order = "the order of the whole deck: before the first move"
    table, pause = log.state, "how to put the deck away with dividers"
    return (
        Command("hint", best, partial(hint, record, log)),
        Command("log", "the moves of this round", partial(_log, log)),
        Command("all", all_, partial(_all, table)),
        Command("order", order, partial(_order, table)),
        Command("pause", pause, partial(_pause, record, table), on_leaving=True),
    )


def _all(table: Table, player: str, screen: Screen) -> str:
    seat = table.seat(player)
    return listed(table, seat, screen, len(legal_moves(seat.state, table.rulings)))


def _order(table: Table, player: str, screen: Screen) -> str:
    """Return the whole deck, if the rules allow looking through it."""
    seat = table.seat(player)
    if seat.made:
        return screen.wrapped("during play only the top three cards may be looked at")
    order = str(seat.state.begun).split(": ")[1]
    return "\n".join((
        screen.wrapped(f"top first: {order}"),
        screen.wrapped("7 Quarry as 7, its areas .1 .2 .3, * stored, 17 the round tracker"),
    ))  # fmt: skip


def _pause(record: LoggedRecord, table: Table, player: str, screen: Screen) -> str:
    """Return how to put the decks away with dividers."""
    lines, again = [], ""
    for seat in (seat for seat in table.seats if seat.total is None):
        lead = f"{seat.name}: " if len(table.seats) > 1 else ""
        state = present(table, seat)
        if cards := [f"{placed.card}" for placed in state.stored]:
            again = ", turn those cards sideways again"
            what = f"put a divider before {joined(cards)}, straighten and put the deck away"
        else:
            what = "put the deck away as it is: no card is stored"
        lines.append(screen.wrapped(f"{lead}{what}"))
    lines.append(screen.wrapped(f"to go on{again}: palace play {record.document.file}"))
    return "\n".join(lines)


def _log(log: PalmLog, player: str, screen: Screen) -> str:
    """Return the moves of this round, those of each player together."""
    table = log.state
    number = min(present(table, seat).round for seat in table.seats)
    made = {
        name: [(report, move) for report, move, _ in moves_of(log, name)
               if report.group == str(number)]
        for name in table.names
    }  # fmt: skip
    lines = [f"round {number}: {counted(sum(map(len, made.values())), 'move')}"]
    for name, some in made.items():
        lead = f"{name}: " if len(made) > 1 else ""
        moves = ", ".join(f"{move}{' (not legal)' * bool(report.reasons)}" for report, move in some)
        lines += [screen.wrapped(f"{lead}{moves}", 2, 2)] if some else []
    return "\n".join(lines)
