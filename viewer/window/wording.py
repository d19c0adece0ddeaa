"""What the panel says, in lines that fit into it: verdicts, reasons, notes."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator

from palace.elements import COLOUR_WORDS
from palace.reasons import Reason
from palace.supply import Supply
from palace.verdict import Verdict

WIDTH = 56
"""Characters in a line of the panel."""


def lines(text: str, mark: str = "") -> list[str]:
    """A text as lines, the later ones indented below it, `mark` before the first."""
    return textwrap.wrap(
        text, WIDTH, initial_indent=mark, subsequent_indent=" " * (len(mark) or 2),
        break_on_hyphens=False,
    )  # fmt: skip


def reason_lines(reasons: Iterable[Reason]) -> Iterator[str]:
    """Every reason and what would be legal."""
    for reason in reasons:
        yield from lines(f"{reason.code}: {reason.text}", "! ")
        yield from lines(reason.remedy, "  -> ")


def earned_lines(verdict: Verdict) -> Iterator[str]:
    """What a legal staircase earns."""
    assert verdict.staircase is not None
    count, end = verdict.credits or 0, verdict.staircase.knobs[-1]
    extra = ", with the highest of its colour" if verdict.highest else ""
    yield f"{count} credit{'s' * (count != 1)}{extra}"
    yield f"{COLOUR_WORDS[verdict.decoration or 'l']} decoration on {end}"
    yield "bonus card" if verdict.bonus else "no bonus card"
    yield f"{verdict.height} high, the palace now {verdict.palace_height}"


def pieces_line(uses: Supply, left: Supply, *, box: bool) -> str:
    """What is used, what is left of the hand or of the box, what is missing."""
    missing = Supply(*(max(-number, 0) for number in left))
    rest = Supply(*(max(number, 0) for number in left))
    tail = f", {missing} missing" if any(missing) else ""
    return f"uses {uses}, leaves {rest}{' in the box' if box else ''}{tail}"
