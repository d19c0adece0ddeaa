"""What the picture and the page say of Palm Island."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from palace.core.verdict import Phrasebook, Text, in_language
from palace.files.sentences import language
from palace.scoring.score import counted

_NOUNS = ("card", "move", "upgrade")

WORDS = Phrasebook(f"{__name__}.WORDS", {
    "en": language(__package__, "page-en.toml", {
        "points": counted,
        "nth": lambda at: f"{at}{('st', 'nd', 'rd', *['th'] * 13)[at - 1]}",
        **{f"{noun}s": partial(counted, noun=noun) for noun in _NOUNS},
    }),
    "zh": lambda: language(__package__, "page-zh.toml", {
        "nth": "第 {}".format, "points": "{} 分".format, **{f"{noun}s": str for noun in _NOUNS},
    }, comma="\N{FULLWIDTH COMMA}"),
})  # fmt: skip


def called(name: str) -> Text:
    """Return the name of a card, of points or of a comment; one of an owner's box is kept."""
    return Text(lambda speaks: WORDS.language(speaks).words.get(name, name))


def listed(every: Iterable[str], between: str = ", ") -> Text:
    texts = (*every,)
    return Text(lambda speaks: between.join(in_language(one, speaks) for one in texts))


def category(name: str) -> Text:
    return Text(lambda speaks: in_language(called(name.title()), speaks).lower())
