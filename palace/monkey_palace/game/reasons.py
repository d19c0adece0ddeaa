"""The rules of Monkey Palace: those of building, and those of the game round it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from palace.core.verdict import Language, Reason, Rulebook, Text, in_language
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


def joined(parts: Sequence[str]) -> Text:
    """Return parts of a sentence as one."""
    return Text(partial(_joined, tuple(parts)))


def _joined(parts: Sequence[str], language: str) -> str:
    return BOOK.language(language).comma.join(in_language(part, language) for part in parts)
