"""The rules of Monkey Palace: those of building, and those of the game round it."""

from __future__ import annotations

from palace.core.verdict import Language, Reason, Rulebook
from palace.files.sentences import rules
from palace.monkey_palace.game.sentences import ENGLISH
from palace.monkey_palace.kernel.reasons import BUILDING, TROPHIES, place
from palace.monkey_palace.kernel.staircase import Staircase

_TURNS = rules(__package__, "sentences-en.toml", "rules")

_EARNINGS = rules(__package__, "sentences-en.toml", "earnings")


def _chinese() -> Language:
    """Return the Chinese sentences, which few calls need."""
    from palace.monkey_palace.game.chinese import CHINESE

    return CHINESE


BOOK = Rulebook(
    f"{__name__}.BOOK",
    (*BUILDING, *_TURNS, *TROPHIES, *_EARNINGS),
    {"en": ENGLISH, "zh": _chinese},
    place,
)
"""Every rule, in the order of the contract."""


def must_build(player: str, staircase: Staircase) -> Reason:
    """Return the reason against a pass where a staircase could be built."""
    start, end = staircase.knobs[0], staircase.knobs[-1]
    return BOOK.reason("pass", player, "build", staircase=str(staircase), start=start, end=end)
