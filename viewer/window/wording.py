"""What the panel says of a staircase: reasons, earnings, pieces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from palace.core.verdict import Reason
from palace.monkey_palace.kernel.elements import COLOUR_WORDS
from palace.monkey_palace.kernel.supply import Supply
from palace.monkey_palace.kernel.verdict import Verdict


def noted(note: str) -> list[str]:
    """What came of a key, where nobody can overlook it: before all the rest."""
    return [f"> {note}", ""] if note else []


def reason_lines(reasons: Iterable[Reason], mark: str = "!") -> Iterator[str]:
    """Every reason and what would be legal."""
    for reason in reasons:
        yield f"{mark} {reason.code}: {reason.text}"
        yield f"   {reason.remedy}"


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
