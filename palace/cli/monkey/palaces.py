"""What the verbs of Monkey Palace share in printing: what a staircase earns, and drawings."""

from __future__ import annotations

from palace.cli.output import counted
from palace.monkey_palace.kernel.elements import COLOUR_WORDS
from palace.monkey_palace.kernel.verdict import Verdict


def earnings(verdict: Verdict) -> str:
    """What a legal staircase uses and earns, in one line."""
    staircase, uses = verdict.staircase, verdict.uses
    if staircase is None or uses is None:
        return ""
    extra = " with the highest of its colour" if verdict.highest else ""
    parts = [
        f"uses {uses}",
        f"{counted(verdict.credits or 0, 'credit')}{extra}",
        f"{COLOUR_WORDS[verdict.decoration or 'l']} decoration on {staircase.knobs[-1]}",
        "bonus card" if verdict.bonus else "no bonus card",
        f"{counted(verdict.height or 0, 'brick')} high",
        f"the palace now {verdict.palace_height}",
    ]
    return ", ".join(parts)
