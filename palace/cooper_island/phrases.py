"""Phrases of sentences in English: lists, plurals, and what codes are called."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from palace.cooper_island.areas import Offer
from palace.cooper_island.terrain import OFF, SIGNS
from palace.scoring.score import counted

_STEPS = {
    "draw": "draw a double tile",
    "lay": "lay a double tile",
    "boat": "build an income boat",
    "build": "put up a building",
    "take": "take one resource or coin",
    "ruin": "take a ruin into the workshop",
    "statue": "put up a statue",
    "crate": "take a crate",
    "islet again": "have the effect of an islet",
    "boat again": "have the effect of a boat",
    "islet": "lay an islet",
}
"""What each kind of step is."""

_DONE = {
    "draw": ("draws", "double tile", ""),
    "lay": ("lays", "double tile", ""),
    "boat": ("builds", "boat", ""),
    "build": ("puts up", "building", ""),
    "take": ("takes", "resource or coin", ""),
    "ruin": ("takes", "ruin", ""),
    "statue": ("puts up", "statue", ""),
    "crate": ("takes", "crate", ""),
    "islet again": ("has the effect of", "islet", ", which no ship passes"),
    "boat again": ("has the effect of", "boat", ""),
    "islet": ("lays", "islet", ""),
}
"""Kinds of steps that were done: the verb, what is counted, and what follows."""

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
    "written": "what is written down",
}
"""What gives goods or costs them, by the kind of a cause; its name goes between the braces."""

_KINDS = {"boat": "a boat", "islet": "an islet", "crate": "a crate"}
"""What has numbers, without its number."""

_WORKERS = {"worker": "normal", "special": "special"}


def offer_words(offered: Iterable[Offer]) -> str:
    """Return offers as a sentence names them."""
    texts = []
    for offer in offered:
        parts = [
            _STEPS[kind] if count == 1 else f"{kind} {count} double tiles"
            for kind, count in offer.items()
        ]
        texts.append(" and ".join(parts))
    return ", or ".join(texts) or "nothing"


def cause_words(cause: tuple[str, int | str]) -> str:
    """Return what gives goods or costs them: `boat 3`."""
    kind, name = cause
    return _CAUSES[kind].format(name)


def kind_words(cause: tuple[str, int | str]) -> str:
    """Return what a note names: `a boat` for `boat 3`, so that all are counted together."""
    return _KINDS.get(cause[0]) or cause_words(cause)


def _joined(between: str, nothing: str = "") -> Callable[[Iterable[object]], str]:
    return lambda values: between.join(map(str, values)) or nothing


def _number(noun: str) -> Callable[[int], str]:
    return lambda count: counted(count, noun)


def _either(values: tuple[str, ...]) -> str:
    return f"{', '.join(values[:-1])} or {values[-1]}"


def _whose(whose: tuple[()] | tuple[str, str]) -> str:
    return f"{' of '.join(whose)}: " if whose else ""


def _done(done: tuple[tuple[str, int], ...]) -> str:
    parts = []
    for kind, count in done:
        verb, noun, rest = _DONE[kind]
        parts.append(f"{verb} {counted(count, noun)}{rest}")
    return " and ".join(parts)


def _where(where: tuple[str, str]) -> str:
    place, kind = where
    if place == "income":
        return "what is left of the income phase" if kind else "the income phase"
    return f"{place} for a {_WORKERS[kind]} worker" if place else "this entry"


def _moment(moment: tuple[str, int]) -> str:
    phase, number = moment
    if phase == "over":
        return "the end"
    if phase == "setup":
        return f"round {number}" if number else "the set-up"
    return f"{phase} of round {number}"


FORMATS: Mapping[str, Callable[[Any], str]] = MappingProxyType({
    "and": _joined(" and "),
    "or": _joined(" or "),
    "list": _joined(", ", "none"),
    "spaced": _joined(" "),
    "either": _either,
    "doubles": _joined(", ", "no double tile"),
    "ruins": _joined(", ", "nowhere any more"),
    "points": _number("helm point"),
    "anchors": _number("anchor"),
    "crates": _number("crate"),
    "idle": _number("idle worker"),
    "statues": _number("statue"),
    "them": lambda count: "it" if count == 1 else "them",
    "sign": lambda sign: SIGNS.get(sign, OFF),
    "whose": _whose,
    "worker": _WORKERS.__getitem__,
    "cause": cause_words,
    "offers": lambda offers: offer_words(map(dict, offers)),
    "done": _done,
    "where": _where,
    "moment": _moment,
})  # fmt: skip
"""The formats of this language: what may follow the colon in a sentence."""
