"""A score as a table for the terminal: a row for each player, or on a narrow one a column.

A winner has a `*` beside the name, so that no colour is needed to see who has won.
"""

from __future__ import annotations

from collections.abc import Iterator

from palace.scoring.cells import fitted, seen, styled, width_of, wrapped
from palace.scoring.score import Score
from palace.scoring.sheet import Sheet
from palace.scoring.standings import Standing

MARK = " *"
"""Beside the name of whoever leads."""

LONGEST_NAME = 24
SHORTEST_NAME = 6
"""Columns that a name is given; a longer one is cut."""

_GAP = "  "
_Player = tuple[Standing, Sheet]


def table_text(score: Score, width: int = 80, *, colour: bool = False) -> str:
    """The score in at most `width` columns (40 and more), best player first, then the outcome."""
    lines = list(_rows(score, colour))
    if max(map(_seen_width, lines)) > width:
        lines = list(_columns(score, width, colour))
    star = "* " if score.winners else ""
    sentences = [seen(sentence) for sentence in score.outcome]
    lines.append("")
    lines += wrapped(star + sentences[0], width, len(star))
    lines += [line for sentence in sentences[1:] for line in wrapped(sentence, width)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _rows(score: Score, colour: bool) -> Iterator[str]:
    ranking = score.ranking
    names = {sheet.name: _name(score, sheet, LONGEST_NAME) for _, sheet in ranking}
    who = max(map(width_of, ["player", *names.values()]))
    cells = {sheet.name: _cells(score, sheet) for _, sheet in ranking}
    heads = [*score.categories, "total"]
    widths = [
        max(len(head), *(len(row[at]) for row in cells.values())) for at, head in enumerate(heads)
    ]
    head = _GAP.join(
        ["rank", fitted("player", who), *map(_right, heads, widths)]
    )  # fmt: skip
    yield styled(head, 2, colour=colour)
    yield styled(_GAP.join(["-" * size for size in (4, who, *widths)]), 2, colour=colour)
    for standing, sheet in ranking:
        row = [*map(_right, cells[sheet.name], widths)]
        row[-1] = styled(row[-1], 1, colour=colour)
        name = _lit(fitted(names[sheet.name], who), score, standing, colour)
        yield _GAP.join([f"{standing.rank:>3}.", name, *row])


def _columns(score: Score, width: int, colour: bool) -> Iterator[str]:
    """A column for each player; where they do not fit, the next players come below."""
    labels = [*score.categories, "total", "rank"]
    left = max(map(len, labels))
    ranking = score.ranking
    room = max(1, (width - left) // (SHORTEST_NAME + len(_GAP)))
    blocks = -(-len(ranking) // room)
    size = -(-len(ranking) // blocks)
    for at in range(0, len(ranking), size):
        if at:
            yield ""
        yield from _block(score, ranking[at : at + size], labels, left, width, colour)


def _block(
    score: Score, players: list[_Player], labels: list[str], left: int, width: int, colour: bool
) -> Iterator[str]:
    most = min(LONGEST_NAME, (width - left) // len(players) - len(_GAP))
    columns = []
    for standing, sheet in players:
        cells = [*_cells(score, sheet), f"{standing.rank}."]
        name = _name(score, sheet, most)
        columns.append((standing, name, cells, max(map(width_of, [name, *cells]))))
    names = [_lit(_right(name, size), score, s, colour) for s, name, _, size in columns]
    yield _GAP.join([" " * left, *names])
    for at, label in enumerate(labels):
        values = [_right(cells[at], size) for _, _, cells, size in columns]
        if label == "total":
            yield styled(_GAP.join(["-" * n for n in (left, *(c[3] for c in columns))]), 2,
                         colour=colour)  # fmt: skip
            values = [styled(value, 1, colour=colour) for value in values]
        yield _GAP.join([styled(label.ljust(left), 2, colour=colour), *values])


def _cells(score: Score, sheet: Sheet) -> list[str]:
    """Points by category, `-` where there are none, and the total."""
    points = [sheet.subtotal(category) for category in score.categories]
    return [*("-" if p is None else str(p) for p in points), str(sheet.total)]


def _name(score: Score, sheet: Sheet, most: int) -> str:
    mark = MARK if sheet.name in score.winners else ""
    name = seen(sheet.name)
    return fitted(name, min(width_of(name), most - len(mark))) + mark


def _lit(text: str, score: Score, standing: Standing, colour: bool) -> str:
    return styled(text, 1, 32, colour=colour) if standing.name in score.winners else text


def _right(text: str, size: int) -> str:
    return fitted(text, size, right=True)


def _seen_width(line: str) -> int:
    import re

    return width_of(re.sub(r"\x1b\[[0-9;]*m", "", line))
