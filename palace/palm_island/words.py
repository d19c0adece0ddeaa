"""What the picture and the page say of Palm Island."""

from __future__ import annotations

from functools import partial

from palace.core.verdict import Phrasebook
from palace.files.sentences import language
from palace.scoring.score import counted

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
