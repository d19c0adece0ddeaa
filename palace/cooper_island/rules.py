"""The rules of tiles and of the game by their codes, and how values are written in the sentences
of their reasons, `sentences-en.toml`.

`{at}` is a space, or the player if no other place is named.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from palace.core.rulings import Answers, Ruling
from palace.core.verdict import Formats, Language, Rulebook
from palace.files.sentences import language, rules
from palace.files.text_file import shipped

Offered = Iterable[Mapping[str, int] | tuple[tuple[str, int], ...]]


def form(words: Mapping[str, str], key: str, count: int, *others: object) -> str:
    """Return words with a number and others, in the form for one or for more."""
    forms = words[key].split("|")
    return forms[min(count != 1, len(forms) - 1)].format(count, *others)


def _formats(words: Mapping[str, str]) -> Formats:
    """Return how values are written in the words of a language: those after a colon."""

    def listed(between: str, nothing: str = "") -> Callable[[Iterable[object]], str]:
        return lambda values: words[between].join(map(str, values)) or words.get(nothing, "")

    def either(values: Iterable[object]) -> str:
        *first, last = map(str, values)
        return words["or"].join([*[words["list"].join(first)] * bool(first), last])

    def counting(what: str) -> Callable[[int], str]:
        return lambda count: form(words, f"count.{what}", count)

    def steps(sort: str, counts: Iterable[tuple[str, int]]) -> str:
        return words["and"].join(form(words, f"{sort}.{kind}", count) for kind, count in counts)

    def where(places: Iterable[tuple[str, str]]) -> str:
        parts = [
            words["where.left" if kind else "where.income"] if place == "income"
            else words["where.area"].format(place, worker(kind))
            for place, kind in places
        ]  # fmt: skip
        told = words["and"].join(parts) or words["where.entry"]
        return form(words, "where.offers", len(parts) or 1, told)

    def moment(now: tuple[str, int]) -> str:
        phase, number = now
        if phase == "setup":
            return words["moment.round" if number else "moment.set-up"].format(number)
        return words["moment.over" if phase == "over" else "moment.phase"].format(phase, number)

    def whose(owner: tuple[str, object] | None) -> str:
        piece = owner is not None and isinstance(owner[1], str)
        return words["whose.piece" if piece else "whose.tile"].format(*owner) if owner else ""

    def worker(kind: str) -> str:
        return words["special" if kind == "special" else "normal"]

    def offers(offered: Offered) -> str:
        every = (steps("offer", dict(offer).items()) for offer in offered)
        return words["alternatives"].join(every) or words["nothing"]

    counted = [key.removeprefix("count.") for key in words if key.startswith("count.")]
    return {
        **{key: listed(key) for key in ("and", "or")},
        "list": listed("list", "none"),
        "spaced": lambda values: " ".join(map(str, values)),
        "either": either,
        "ruins": listed("list", "no-space"),
        **{what: counting(what) for what in counted},
        "sign": lambda sign: words.get(f"sign.{sign}", words["sign.off"]),
        "whose": whose, "worker": worker, "offers": offers, "where": where, "moment": moment,
        "cause": lambda cause: words[f"cause.{cause[0]}"].format(cause[1]),
        "done": lambda done: steps("done", done),
    }  # fmt: skip


def _language(name: str) -> Language:
    table = language(__package__, f"sentences-{name}.toml")
    words, comma = table.words, table.words["comma"]
    return Language(table.texts, table.remedies, _formats(words), words, table.rules, comma=comma)


ENGLISH = _language("en")  # sentences of all reasons of this game


@cache
def _chinese() -> Language:
    return _language("zh")


TILE_RULES = rules(__package__, "sentences-en.toml", "tiles")
GAME_RULES = rules(__package__, "sentences-en.toml", "rules")

BOOK = Rulebook(f"{__name__}.BOOK", (*TILE_RULES, *GAME_RULES), {"en": ENGLISH, "zh": _chinese})
"""All rules, and the sentences of their reasons."""


def kind_words(cause: tuple[str, int | str]) -> str:
    """Return the words of a note: `a boat` for `boat 3`, so that all boats are counted together."""
    told = ENGLISH.words.get(f"kind.{cause[0]}") or ENGLISH.words[f"cause.{cause[0]}"]
    return told.format(cause[1])


# Open questions, and one answer to each; the first answer is the default.

_QUESTIONS = tomllib.loads(shipped(__package__, "rulings.toml").read_text(encoding="utf-8"))

RULINGS = {name: Ruling(name, **asked) for name, asked in _QUESTIONS["open"].items()}
SETTLED: dict[str, dict[str, str]] = _QUESTIONS["settled"]
"""Decided questions: the answer that `holds`, and `why`."""


@dataclass(frozen=True, repr=False)
class Rulings(Answers):
    """One answer per ruling. Raises `InputError` listing every unknown name and answer."""

    verb: ClassVar[str] = "palace rulings --game cooper-island"
    table: ClassVar[Mapping[str, Ruling]] = RULINGS
    settled: ClassVar[Mapping[str, str]] = {name: one["holds"] for name, one in SETTLED.items()}

    settlement: str = RULINGS["settlement"].default
    gold: str = RULINGS["gold"].default
    road: str = RULINGS["road"].default
    tie_ruins: str = RULINGS["tie-ruins"].default
    helm_points: str = RULINGS["helm-points"].default
    anchor_ship: str = RULINGS["anchor-ship"].default
    anchor_removal: str = RULINGS["anchor-removal"].default
    cartographer_uses: str = RULINGS["cartographer-uses"].default
    market_pays: str = RULINGS["market-pays"].default
    gold_exchange: str = RULINGS["gold-exchange"].default
    fed_helm: str = RULINGS["fed-helm"].default
    leftovers: str = RULINGS["leftovers"].default
    leftover_cubes: str = RULINGS["leftover-cubes"].default

    @classmethod
    def problem(cls, name: str, value: object) -> tuple[str, str] | None:
        """Return what is wrong with an answer, with the reason if the question is decided."""
        wrong = super().problem(name, value)
        if wrong is None or name not in SETTLED:
            return wrong
        return f"{wrong[0]}: {SETTLED[name]['why']}", wrong[1]


DEFAULT = Rulings()
