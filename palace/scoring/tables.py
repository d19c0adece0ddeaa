"""A score on the terminal: the standings, and the points one by one.

A winner has a `*` beside the name, so that no colour is needed to see who has won.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from palace.core.errors import InputError, Problem, nearest
from palace.core.terminal import console, laid_out, new_table, one_line
from palace.scoring.score import Score, Sheet, Standing, counted, joined

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table
    from rich.text import Text

MARK = " *"
"""Beside the name of a leader."""

LONGEST_NAME = 24
SHORTEST_NAME = 6
"""Columns that a name is given; a longer one is cut."""

NARROW = 60
"""Columns below which the running sum is left out, and category and cause are joined."""

_Player = tuple[Standing, Sheet]


def table_text(score: Score, width: int = 80, *, colour: bool = False) -> str:
    """Return the score in at most `width` columns (30 and more), best player first, then the
    outcome.
    """
    from rich.table import Table

    rows = _rows(score)
    tables: list[RenderableType] = [rows]
    if console(1000).measure(rows).maximum > width:
        tables = [*_columns(score, width)]
    first, *others = map(one_line, score.outcome)
    outcome = Table.grid()
    outcome.add_row(*["* "] * bool(score.winners), first)
    return laid_out(*tables, "", outcome, *others, width=width, colour=colour)


def _rows(score: Score) -> Table:
    """Return a row for each player."""
    table = new_table("rank", "player", *score.categories, "total", texts=("player",))
    table.columns[-1].style = "bold"
    for standing, sheet in score.ranking:
        name = _name(score, sheet, LONGEST_NAME)
        table.add_row(f"{standing.rank}.", name, *_cells(score, sheet))
    return table


def _columns(score: Score, width: int) -> Iterator[RenderableType]:
    """Yield a column for each player; where they do not fit, the next players come below."""
    labels = [*score.categories, "total", "rank"]
    left = max(map(len, labels))
    ranking = score.ranking
    room = max(1, (width - left) // (SHORTEST_NAME + 2))
    blocks = -(-len(ranking) // room)
    size = -(-len(ranking) // blocks)
    for at in range(0, len(ranking), size):
        if at:
            yield ""
        yield _block(score, ranking[at : at + size], labels, width - left)


def _block(score: Score, players: Sequence[_Player], labels: Sequence[str], room: int) -> Table:
    most = min(LONGEST_NAME, room // len(players) - 2)
    table = new_table("", *(sheet.name for _, sheet in players), texts=("",))
    table.columns[0].style = "dim"
    cells = [[*_cells(score, sheet), f"{standing.rank}."] for standing, sheet in players]
    for column, (_, sheet) in zip(table.columns[1:], players, strict=True):
        column.header = _name(score, sheet, most)
    for label, *row in zip(labels, *cells, strict=True):
        table.add_row(label, *row, style="bold" if label == "total" else None)
    return table


def _cells(score: Score, sheet: Sheet) -> list[str]:
    """Return the points by category, `-` where there are none, and the total."""
    points = [sheet.subtotal(category) for category in score.categories]
    return [*("-" if p is None else str(p) for p in points), str(sheet.total)]


def _name(score: Score, sheet: Sheet, most: int) -> Text:
    """Return a name in at most so many columns, that of a winner with its mark."""
    from rich.text import Text

    won = sheet.name in score.winners
    name = Text(one_line(sheet.name), style="bold green" if won else "not dim")
    name.truncate(most - len(MARK) * won, overflow="ellipsis")
    return name.append(MARK) if won else name


def lines_text(
    score: Score, name: str | None = None, width: int = 80, *, colour: bool = False
) -> str:
    """Return every line of one player's sheet, or of everyone's: turn, points, their running sum,
    cause.

    Raises `InputError` if no player has that name.
    """
    ranking = score.ranking
    if name is not None:
        ranking = [pair for pair in ranking if pair[1].name == name]
        if not ranking:
            names = [sheet.name for sheet in score.sheets]
            near = nearest(name, names)
            hint = f"did you mean {near}?" if near else f"the players are {joined(names)}"
            raise InputError(Problem("--lines", f"no player is called {name!r}", hint))
    blocks = [
        laid_out(*_trail(score, *pair, width), width=width, colour=colour) for pair in ranking
    ]
    return "\n".join(blocks)


def _trail(score: Score, standing: Standing, sheet: Sheet, width: int) -> Iterator[RenderableType]:
    """Yield a heading, and a row for each line of a sheet."""
    from rich.text import Text

    so_far = "" if score.finished else " so far"
    title = f"{one_line(sheet.name)}: {counted(sheet.total)}{so_far}, rank {standing.rank}"
    yield Text(title, style="bold")
    if not sheet.lines:
        yield "no points"
        return
    heads = [*["turn"] * any(line.turn is not None for line in sheet.lines), "points"]
    heads += ["cause"] if width < NARROW else ["sum", "category", "cause"]
    table = new_table(*heads, texts=("category", "cause"))
    table.columns[-1].no_wrap = False
    total = 0
    for line in sheet.lines:
        total += line.points
        cells = {
            "turn": "-" if line.turn is None else str(line.turn),
            "points": f"{line.points:+}",
            "sum": str(total),
            "category": line.category,
            "cause": one_line(line.cause),
        }
        if "category" not in heads:
            cells["cause"] = f"{line.category}: {cells['cause']}"
        table.add_row(*(cells[head] for head in heads))
    yield table
