"""The board of a player as text: top cards, stored row and moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich import box
from rich.columns import Columns
from rich.panel import Panel
from rich.text import Text

from palace.core.terminal import laid_out
from palace.palm_island.cards import NOTHING, ORIENTATIONS, TRACKER, TURNS, Area, cost_text
from palace.palm_island.state import LIMIT, ROUNDS, Move, Placed, State
from palace.palm_island.table import Seat
from palace.scoring.score import counted

CARD = 39
"""The width of a card in columns; two fit side by side on 80."""


def board(seat: Seat, width: int, *, several: bool = False) -> str:
    """Return the board of a player as text: round, points, the top cards, the stored row.

    It has the colour codes of a terminal; the caller strips them for any other output.
    """
    state = seat.state.begun
    lead = f"{seat.name}  " * several + f"round {state.round} of {ROUNDS}"
    head = Text.assemble(
        (lead, "bold"), f"  {counted(state.left, 'card')} before the tracker"
        f"  {counted(state.points + seat.beside)}, {counted(state.upgrades, 'upgrade')}",
    )  # fmt: skip
    names = ("first", "second")
    texts = [Text("\n").join(_card(state, placed)) for placed in state.deck[:2]]
    high = 2 + max(text.plain.count("\n") + 1 for text in texts)
    panels = [
        Panel(
            text, title=f"{name}: {_title(state, placed)}", width=CARD, box=box.SQUARE,
            height=high if width >= 2 * CARD else None, border_style="cyan",
        )
        for text, placed, name in zip(texts, state.deck, names, strict=False)
    ]  # fmt: skip
    row, below = Columns(panels, padding=(0, 1)), map(Text, _below(seat))
    return "\n" + laid_out(head, row, *below, width=width, colour=True).rstrip("\n")


def _title(state: State, placed: Placed) -> str:
    if placed.card == TRACKER:
        return "the round tracker"
    return f"{state.card(placed.card).title}{' (stored)' * placed.stored}"


def _card(state: State, placed: Placed) -> Iterator[Text]:
    """Yield the lines of a card: its four areas, the active one with a `>` and highlighted."""
    if placed.card == TRACKER:
        yield Text(f"shows {state.round}: on top it ends the round", "dim")
        return
    for at, area in enumerate(state.card(placed.card).areas):
        active = at == placed.area
        bright = "bold" if active else "dim"
        yield Text(f"{'>' if active else ' '} {ORIENTATIONS[at]:<14}{_holds(area)}",
                   f"{bright} reverse" if active else bright)  # fmt: skip
        for kind, cost in area.actions:
            to = "" if kind == "store" else f" > {ORIENTATIONS[at ^ TURNS[kind]]}"
            yield Text(f"    {kind:<6} {cost_text(cost)}{to}", bright)


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
    if third.card == TRACKER:
        yield "third: the round tracker"
    else:
        gives, lies = state.area(third).gives, ORIENTATIONS[third.area]
        more = "" if gives == NOTHING else f", {gives}"
        yield f"third: {state.card(third.card).title}, {'stored' if third.stored else lies}{more}"
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
    parts = [_more(after.points - now.points, "VP"), _more(after.upgrades - now.upgrades, "up")]
    parts += [f"gives {after.gives}"] if after.gives not in (NOTHING, now.gives) else []
    parts += ["gives nothing more"] if now.gives != NOTHING and after.gives == NOTHING else []
    return ", ".join(part for part in parts if part)


def _more(count: int, what: str) -> str:
    return f"{count:+d} {what}" if count else ""
