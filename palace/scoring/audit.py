"""The audit trail: where a player's points come from, line by line with turn and cause."""

from __future__ import annotations

from collections.abc import Iterator

from palace.core.errors import InputError, Problem, nearest
from palace.scoring.cells import fitted, seen, styled, wrapped
from palace.scoring.score import Score, counted, joined
from palace.scoring.sheet import Sheet
from palace.scoring.standings import Standing

_LEAST = 24
"""Columns a cause needs; on a narrower terminal it has lines of its own."""


def audit_text(
    score: Score, name: str | None = None, width: int = 80, *, colour: bool = False
) -> str:
    """Every line of one player's sheet, or of everyone's: turn, points, their running sum, cause.

    Raises `InputError` if nobody has that name.
    """
    ranking = score.ranking
    if name is not None:
        ranking = [pair for pair in ranking if pair[1].name == name]
        if not ranking:
            names = [sheet.name for sheet in score.sheets]
            near = nearest(name, names)
            hint = f"did you mean {near}?" if near else f"the players are {joined(names)}"
            raise InputError(Problem("--audit", f"nobody is called {name!r}", hint))
    blocks = ["\n".join(_block(score, *pair, width, colour)) for pair in ranking]
    return "\n\n".join(blocks) + "\n"


def _block(
    score: Score, standing: Standing, sheet: Sheet, width: int, colour: bool
) -> Iterator[str]:
    so_far = "" if score.finished else " so far"
    title = f"{seen(sheet.name)}: {counted(sheet.total)}{so_far}, rank {standing.rank}"
    yield from (styled(row, 1, colour=colour) for row in wrapped(title, width))
    if not sheet.lines:
        yield "no points"
        return
    turns = any(line.turn is not None for line in sheet.lines)
    what = max(len(line.category) for line in sheet.lines)
    what = max(what, len("category"))
    heads = [*["turn"] * turns, "points", "sum", fitted("category", what), "cause"]
    head = "  ".join(heads)
    lead = len(head) - len("cause")
    own_lines = width - lead < _LEAST
    yield styled(head.removesuffix("cause").rstrip() if own_lines else head, 2, colour=colour)
    total = 0
    for line in sheet.lines:
        total += line.points
        turn = [f"{'-' if line.turn is None else line.turn:>4}"] * turns
        cells = [*turn, f"{line.points:>+6}", f"{total:>3}", fitted(line.category, what)]
        start, cause = "  ".join(cells), seen(line.cause)
        if own_lines:
            yield start.rstrip()
            yield from (f"    {row}" for row in wrapped(cause, width - 4))
        else:
            first, *rest = wrapped(cause, width - lead)
            yield f"{start}  {first}"
            yield from (" " * lead + row for row in rest)
