"""The board of a player as text: top cards, stored row and moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from palace.core.screen import Screen, bold
from palace.palm_island.cards import NOTHING, ORIENTATIONS, TRACKER, TURNS, Area, cost_text
from palace.palm_island.state import LIMIT, ROUNDS, Move, Placed, State
from palace.palm_island.table import Seat
from palace.scoring.score import counted


def board(seat: Seat, screen: Screen, *, several: bool = False) -> str:
    """Return the board of a player as text: round, points, the top cards, the stored row."""
    state = seat.state.begun
    lines = [
        f"{seat.name}  " * several + f"round {state.round} of {ROUNDS}  "
        f"{counted(state.left, 'card')} before the tracker  "
        f"{counted(state.points + seat.beside)}, {counted(state.upgrades, 'upgrade')}",
    ]
    for name, placed in zip(("first", "second"), state.deck, strict=False):
        lines += [f"{name}: {_title(state, placed)}", *_areas(state, placed)]
    every = [screen.wrapped(line, hang=4) for line in (*lines, *_below(seat))]
    # The head and the active areas stand out.
    return "\n".join(["", *(bold(one) if one[0] == ">" or not at else one
                            for at, one in enumerate(every))])  # fmt: skip


def _title(state: State, placed: Placed) -> str:
    if placed.card == TRACKER:
        return f"the round tracker, which shows {state.round}: on top it ends the round"
    return f"{state.card(placed.card).title}{' (stored)' * placed.stored}"


def _areas(state: State, placed: Placed) -> Iterator[str]:
    """Yield the four areas of a card, the active one with a `>`: what it holds, its actions."""
    for at, area in enumerate(() if placed.card == TRACKER else state.card(placed.card).areas):
        acts = ", ".join(f"{kind} {cost_text(cost)}" for kind, cost in area.actions)
        line = f"  {ORIENTATIONS[at]:<14} {_holds(area):<16} {acts}".rstrip()
        yield f"> {line[2:]}" if at == placed.area else line


def _holds(area: Area) -> str:
    """Return the resources, points and upgrades of an area."""
    parts = [str(area.gives)] if area.gives != NOTHING else []
    parts += [f"{count} {what}" for count, what in ((area.points, "VP"), (area.upgrades, "up"))
              if count]  # fmt: skip
    return ", ".join(parts) or "-"


def _below(seat: Seat) -> Iterator[str]:
    """Yield the third card, the stored row, and the cards beside the deck."""
    state = seat.state.begun
    third, row = state.deck[2], state.stored
    lies = "" if third.card == TRACKER else f", {ORIENTATIONS[third.area]}"
    yield f"third: {_title(state, third)}{lies}"
    cards = "  ".join(f"[{placed.card} {state.area(placed).gives}]" for placed in row) or "nothing"
    together = f"  together {state.resources}" if len(row) > 1 else ""
    yield f"stored {len(row)} of {LIMIT}, {LIMIT - len(row)} free: {cards}{together}"
    # A card before the tracker was stored in an earlier round, which its player knows.
    if soon := [str(placed.card) for placed in state.deck[: state.left] if placed.stored]:
        those = "it" if len(soon) == 1 else "them"
        yield f"pay with {', '.join(soon)} before this round brings {those} to the top"
    if seat.owned:
        yield f"taken: {', '.join(owned.title for owned in seat.owned)}"
    if seat.active:
        yield f"active this round: {', '.join(seat.active)}"


def numbered(state: State, moves: Sequence[Move]) -> Iterator[str]:
    """Yield the legal moves, numbered from 1, each with its gain."""
    state = state.begun
    for number, move in enumerate(moves, 1):
        yield f"{number:>3}  {move!s:<28} {brings(state, move)}".rstrip()


def brings(state: State, move: Move) -> str:
    """Return the gain of a move: resources, points, upgrades, what the card then gives."""
    if move.kind == "discard":
        return "unchanged to the back"
    placed = next(placed for placed in state.deck if placed.card == move.card)
    now = state.area(placed)
    if move.kind == "store":
        return f"{now.gives} to pay with"
    after = state.card(placed.card).areas[placed.area ^ TURNS[move.kind]]
    counts = ((after.points - now.points, "VP"), (after.upgrades - now.upgrades, "up"))
    parts = [f"{count:+d} {what}" for count, what in counts if count]
    if after.gives != now.gives:
        parts.append("gives nothing more" if after.gives == NOTHING else f"gives {after.gives}")
    return ", ".join(parts)
