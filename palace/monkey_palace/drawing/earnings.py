"""What a legal staircase uses and earns, in words."""

from __future__ import annotations

from palace.monkey_palace.kernel.elements import COLOUR_WORDS
from palace.monkey_palace.kernel.verdict import Verdict


def earnings(verdict: Verdict) -> str:
    """Return what a legal staircase uses and earns, in one line; empty if it is not legal."""
    staircase, uses = verdict.staircase, verdict.uses
    if staircase is None or uses is None:
        return ""
    extra = " with the highest of its colour" if verdict.highest else ""
    parts = [
        f"uses {uses}",
        f"{_counted(verdict.credits or 0, 'credit')}{extra}",
        f"{COLOUR_WORDS[verdict.decoration or 'l']} decoration on {staircase.knobs[-1]}",
        "bonus card" if verdict.bonus else "no bonus card",
        f"{_counted(verdict.height or 0, 'brick')} high",
        f"the palace now {verdict.palace_height}",
    ]
    return ", ".join(parts)


def _counted(number: int, word: str) -> str:
    return f"{number} {word}{'s' * (number != 1)}"
