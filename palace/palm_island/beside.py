"""What is there before a game of Palm Island is loaded: its words, what can be begun beside it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from palace.contract.beside import BeginBeside, Beside
from palace.core.verdict import Phrasebook
from palace.files.sentences import language
from palace.scoring.score import counted

if TYPE_CHECKING:
    from palace.palm_island.table import Table
    from palace.palm_island.turns import Turn

WORDS = Phrasebook(
    f"{__name__}.WORDS",
    {
        "en": language(
            __package__,
            "page-en.toml",
            {
                "points": counted,
                **{f"{noun}s": partial(counted, noun=noun) for noun in ("card", "upgrade")},
            },
        ),
        "zh": lambda: language(
            __package__,
            "page-zh.toml",
            {"cards": str, "upgrades": str, "points": "{} 分".format},
            comma="\N{FULLWIDTH COMMA}",
        ),
    },
)
"""What the picture and the page say of Palm Island."""


def _speed(*_: object) -> Beside:
    from palace.palm_island.speed import Rounds

    return Rounds()


def beside(data: object) -> Mapping[str, BeginBeside[Table, Turn]]:
    """Return what can be begun beside a game, by its name."""
    title = WORDS.text("speed")
    return {"speed": BeginBeside(title, title, _speed, plays=True, sign="palm")}
