"""The board of a player as text: top cards, stored row and moves."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence

from rich import box
from rich.columns import Columns
from rich.console import Console
from rich.panel import Panel
from rich.text import Text

from palace.palm_island.cards import ACTIONS, NOTHING, ORIENTATIONS, TRACKER, TURNS, Area, cost_text
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
    text = io.StringIO()
    out = Console(
        file=text, width=width, force_terminal=True, color_system="standard", legacy_windows=False,
        highlight=False, emoji=False, markup=False, soft_wrap=False,
    )  # fmt: skip
    out.print()
    out.print(_head(seat, several))
    panels = [
        card(state, placed, name)
        for placed, name in zip(state.deck[:2], ("first", "second"), strict=True)
    ]
    if out.width >= 2 * CARD:
        high = max(len(out.render_lines(panel)) for panel in panels)
        for panel in panels:
            panel.height = high
    out.print(Columns(panels, padding=(0, 1)))
    for line in _below(seat):
        out.print(line)
    return text.getvalue().rstrip("\n")


def _head(seat: Seat, several: bool) -> Text:
    state = seat.state.begun
    text = Text()
    if several:
        text.append(f"{seat.name}  ", "bold")
    text.append(f"round {state.round} of {ROUNDS}", "bold")
    points = state.points + seat.beside
    text.append(f"  {counted(state.left, 'card')} before the tracker")
    text.append(f"  {counted(points, 'point')}, {counted(state.upgrades, 'upgrade')}")
    return text


def card(state: State, placed: Placed, name: str) -> Panel:
    """Return a card with its four areas; the active one has a `>` and is highlighted."""
    if placed.card == TRACKER:
        body = Text(f"shows {state.round}: on top it ends the round", "dim")
        return Panel(body, title=f"{name}: the round tracker", width=CARD, box=box.SQUARE)
    text = Text(overflow="fold")
    for at, area in enumerate(state.card(placed.card).areas):
        active = at == placed.area
        sign, bright = (">", "bold") if active else (" ", "dim")
        text.append(f"{sign} {_area_line(at, area)}", f"{bright} reverse" if active else bright)
        text.append("\n")
        for line in _actions(at, area):
            text.append(f"    {line}\n", bright)
    text.rstrip()
    title = f"{name}: {state.card(placed.card).title}{' (stored)' if placed.stored else ''}"
    style = "dim" if placed.stored else "cyan"
    return Panel(text, title=title, width=CARD, box=box.SQUARE, border_style=style)


def _area_line(at: int, area: Area) -> str:
    """Return the name, resources, points and upgrades of an area."""
    parts = [str(area.gives)] if area.gives != NOTHING else []
    parts += [f"{area.points} VP"] if area.points else []
    parts += [f"{area.upgrades} up"] if area.upgrades else []
    return f"{ORIENTATIONS[at]:<14}{', '.join(parts) or '-'}"


def _actions(at: int, area: Area) -> Iterator[str]:
    """Yield the printed actions, each with its cost and the area it leads to."""
    for kind in ACTIONS:
        cost = area.cost(kind)
        if cost is not None:
            to = "" if kind == "store" else f" > {ORIENTATIONS[at ^ TURNS[kind]]}"
            yield f"{kind:<6} {cost_text(cost)}{to}"


def _below(seat: Seat) -> Iterator[Text]:
    """Yield the third card, the stored row, and the cards beside the deck."""
    state = seat.state.begun
    third = state.deck[2]
    if third.card == TRACKER:
        yield Text("third: the round tracker", "dim")
    else:
        area = state.area(third)
        lies = "stored" if third.stored else ORIENTATIONS[third.area]
        gives = "" if area.gives == NOTHING else f", {area.gives}"
        yield Text(f"third: {state.card(third.card).title}, {lies}{gives}", "dim")
    row = Text(f"stored {len(state.stored)} of {LIMIT}, {LIMIT - len(state.stored)} free: ")
    for at, placed in enumerate(state.stored):
        row.append("  " if at else "")
        row.append(f"[{placed.card} {state.area(placed).gives}]", "bold")
    if len(state.stored) > 1:
        row.append(f"  together {state.resources}")
    row.append("" if state.stored else "nothing")
    yield row
    # A card before the tracker was stored in an earlier round, which its player knows.
    soon = [str(placed.card) for placed in state.deck[: state.left] if placed.stored]
    if soon:
        those = "it" if len(soon) == 1 else "them"
        yield Text(f"pay with {', '.join(soon)} before this round brings {those} to the top")
    if seat.owned:
        yield Text(f"taken: {', '.join(owned.title for owned in seat.owned)}")
    if seat.active:
        yield Text(f"active this round: {', '.join(seat.active)}")


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


def dividers(state: State) -> str:
    """Return the deck to put away, top first; a divider `|` before each stored card."""
    return " ".join(
        "tracker" if placed.card == TRACKER else
        f"{'| ' * placed.stored}{placed._replace(stored=False)}"
        for placed in state.deck
    )  # fmt: skip
