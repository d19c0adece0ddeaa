"""The commands that a player of Palm Island can type beside a move."""

from __future__ import annotations

from functools import partial
from itertools import groupby

from palace.contract.game import Command
from palace.contract.screen import Screen
from palace.palm_island.advice import HINT_SECONDS, deal_value, hindrances, hint
from palace.palm_island.engine import legal_moves
from palace.palm_island.play import MEMORY, listed
from palace.palm_island.record import Record
from palace.palm_island.replay import Replayed
from palace.palm_island.table import Seat, present
from palace.scoring.score import counted, joined


def commands(record: Record, played: Replayed) -> tuple[Command, ...]:
    """Return the commands beside a move; after the end, that for the worth of the deal."""
    if played.state.finished:
        can = not [*hindrances(record, played.games[0], "")]
        worth = partial(deal_value, record, played)
        return (Command("worth", "what this deal was worth", worth, listed=can),)
    seconds = f"the best next move that is found in {HINT_SECONDS:g} seconds"
    return (
        Command("hint", seconds, partial(hint, record, played)),
        Command("log", "the moves of this round", partial(_log, played)),
        Command("all", "every legal move, if only the first are listed",
                partial(_all, record, played)),
        Command("order", "the order of the whole deck: before the first move, or with --memory",
                partial(_order, played)),
        Command("pause", "how to put the deck away with dividers",
                partial(_pause, record, played), on_leaving=True),
    )  # fmt: skip


def _seat(played: Replayed, player: str) -> Seat:
    return next(seat for seat in played.state.seats if seat.name == player)


def _all(record: Record, played: Replayed, player: str, screen: Screen) -> str:
    seat = _seat(played, player)
    return listed(record, played.state, seat, screen, len(legal_moves(seat.state, record.rulings)))


def _order(played: Replayed, player: str, screen: Screen) -> str:
    """Return the whole deck, if the rules allow looking through it."""
    seat = _seat(played, player)
    if MEMORY not in screen.options and seat.made:
        return screen.wrapped(
            "during play only the top three cards may be looked at; the whole order is shown "
            "before the first move, or with --memory"
        )
    order = str(seat.state.begun).split(": ")[1]
    return "\n".join((
        screen.wrapped(f"top first: {order}"),
        screen.wrapped("7 Quarry as 7, its areas .1 .2 .3, * stored, 17 the round tracker"),
    ))  # fmt: skip


def _pause(record: Record, played: Replayed, player: str, screen: Screen) -> str:
    """Return how to put the decks away with dividers."""
    from palace.palm_island.board import dividers

    lines, table, again = [], played.state, ""
    for seat in (seat for seat in table.seats if seat.total is None):
        lead = f"{seat.name}: " if len(table.seats) > 1 else ""
        state = present(table, seat)
        if cards := [f"{placed.card}" for placed in state.stored]:
            again = ", turn those cards sideways again"
            what = f"put a divider before {joined(cards)}, straighten and put the deck away"
        else:
            what = "put the deck away as it is: no card is stored"
        lines.append(screen.wrapped(f"{lead}{what}"))
        if MEMORY in screen.options:
            lines.append(screen.wrapped(dividers(state), 2, 2))
    lines.append(screen.wrapped(f"to go on{again}: palace play {record.document.file}"))
    return "\n".join(lines)


def _log(played: Replayed, player: str, screen: Screen) -> str:
    """Return the moves of this round, those of each player together."""
    number = min(present(played.state, seat).round for seat in played.state.seats)
    turns = [turn for turn in played.turns if turn.group == str(number) and turn.player]
    lines = [f"round {number}: {counted(len(turns), 'move')}"]
    for name, some in groupby(turns, key=lambda turn: turn.player):
        lead = f"{name}: " if len(played.games) > 1 else ""
        moves = ", ".join(f"{turn.text}{' (not legal)' * bool(turn.reasons)}" for turn in some)
        lines.append(screen.wrapped(f"{lead}{moves}", 2, 2))
    return "\n".join(lines)
