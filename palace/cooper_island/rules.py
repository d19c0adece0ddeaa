"""The rules of tiles and of the game by their codes, and how values are written in the sentences
of their reasons, `sentences-en.toml`.

`{at}` is a space, or the player if no other place is named.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from palace.cooper_island.peninsula import OFF, SIGNS
from palace.core.errors import either
from palace.core.verdict import Rulebook
from palace.files.sentences import language, rules
from palace.scoring.score import counted

_STEPS = {
    "draw": ("draw a double tile", "draws", "double tile", ""),
    "lay": ("lay a double tile", "lays", "double tile", ""),
    "boat": ("build an income boat", "builds", "boat", ""),
    "build": ("put up a building", "puts up", "building", ""),
    "take": ("take one resource or coin", "takes", "resource or coin", ""),
    "ruin": ("take a ruin into the workshop", "takes", "ruin", ""),
    "statue": ("put up a statue", "puts up", "statue", ""),
    "crate": ("take a crate", "takes", "crate", ""),
    "islet again": (
        "have the effect of an islet", "has the effect of", "islet", " that no ship passes",
    ),
    "boat again": ("have the effect of a boat", "has the effect of", "boat", ""),
    "islet": ("lay an islet", "lays", "islet", ""),
}  # fmt: skip
"""Kinds of steps: in an offer; then, for steps done, the verb, the noun and an addition."""

_CAUSES = {
    "boat": "boat {}",
    "islet": "islet {}",
    "crate": "crate {}",
    "small": "a small building",
    "large": "a large building",
    "fortress": "the fortress",
    "statue": "a statue",
    "new-boat": "building a boat",
    "new-statue": "putting up a statue",
    "new-crate": "taking a crate",
    "card": "the card {}",
    "drawn-card": "the card of a building",
    "cover": "a crate",
    "logbook": "a logbook",
    "reactivation": "reactivating a {}",
    "exchange": "the exchange",
    "area": "area {}",
    "written": "the entry",
}
"""Sources of goods and costs by kind; the name of the source replaces the braces."""

_KINDS = {"boat": "a boat", "islet": "an islet", "crate": "a crate"}
"""Sources with numbers, named without their number."""

_WORKERS = {"worker": "normal", "special": "special"}


def offer_words(offered: Iterable[Mapping[str, int]]) -> str:
    """Return offers in words."""
    texts = []
    for offer in offered:
        parts = [
            _STEPS[kind][0]
            if count == 1
            else f"{kind} {count} double tiles"
            if kind in ("draw", "lay")
            else f"{_STEPS[kind][0]}, {count} times"
            for kind, count in offer.items()
        ]
        texts.append(" and ".join(parts))
    return ", or ".join(texts) or "nothing"


def cause_words(cause: tuple[str, int | str]) -> str:
    """Return a source of goods or costs in words: `boat 3`."""
    kind, name = cause
    return _CAUSES[kind].format(name)


def kind_words(cause: tuple[str, int | str]) -> str:
    """Return the words of a note: `a boat` for `boat 3`, so that all boats are counted together."""
    return _KINDS.get(cause[0]) or cause_words(cause)


def _joining(between: str, nothing: str = "") -> Callable[[Iterable[object]], str]:
    return lambda values: between.join(map(str, values)) or nothing


def _counting(noun: str) -> Callable[[int], str]:
    return lambda count: counted(count, noun)


def _whose_words(whose: tuple[str, object] | None) -> str:
    if whose is None:
        return ""
    name, what = whose
    return f"{what} of {name}: " if isinstance(what, str) else f"{name}, {what}: "


def _done_words(done: tuple[tuple[str, int], ...]) -> str:
    parts = []
    for kind, count in done:
        _, verb, noun, rest = _STEPS[kind]
        parts.append(f"{verb} {counted(count, noun)}{rest}")
    return " and ".join(parts)


def _where_words(where: Iterable[tuple[str, str]]) -> str:
    parts = [
        ("the rest of the income phase" if kind else "the income phase")
        if place == "income"
        else f"{place} for a {_WORKERS[kind]} worker"
        for place, kind in where
    ]
    return f"{' and '.join(parts) or 'this entry'} offer{'s' * (len(parts) < 2)}"


def _moment_words(moment: tuple[str, int]) -> str:
    phase, number = moment
    if phase == "over":
        return "the end"
    if phase == "setup":
        return f"round {number}" if number else "the set-up"
    return f"{phase} of round {number}"


FORMATS: Mapping[str, Callable[[Any], str]] = MappingProxyType({
    "and": _joining(" and "),
    "or": _joining(" or "),
    "list": _joining(", ", "none"),
    "spaced": _joining(" "),
    "either": either,
    "doubles": _joining(", ", "no double tile"),
    "ruins": _joining(", ", "no space"),
    "points": _counting("helm point"),
    "anchors": _counting("anchor"),
    "crates": _counting("crate"),
    "logbooks": _counting("logbook"),
    "idle": _counting("idle worker"),
    "statues": _counting("statue"),
    "sign": lambda sign: SIGNS.get(sign, OFF),
    "whose": _whose_words,
    "worker": _WORKERS.__getitem__,
    "cause": cause_words,
    "offers": lambda offers: offer_words(map(dict, offers)),
    "done": _done_words,
    "where": _where_words,
    "moment": _moment_words,
})  # fmt: skip
"""The formats of this language: the words after a colon in a sentence."""


ENGLISH = language(__package__, "sentences-en.toml", FORMATS)
"""The sentences of all reasons of this game."""

TILE_RULES = rules(__package__, "sentences-en.toml", "tiles")
GAME_RULES = rules(__package__, "sentences-en.toml", "rules")

BOOK = Rulebook(f"{__name__}.BOOK", (*TILE_RULES, *GAME_RULES), {"en": ENGLISH})
"""All rules, and the sentences of their reasons."""
