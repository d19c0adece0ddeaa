"""Everything that a value tells, in both languages, as one short text that is another after any
change."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from hashlib import sha256
from itertools import islice
from types import NoneType

from palace.contract.game import Example, Question
from palace.contract.taps import Amount, Board, Choice, Taps
from palace.core.errors import InputError, NotationError
from palace.core.screen import Screen
from palace.core.verdict import Message, Reason, in_language
from palace.monkey_palace.game.cards import Card
from palace.monkey_palace.game.reasons import BOOK
from palace.monkey_palace.kernel.ground import GroundMap
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.staircase import Staircase
from palace.monkey_palace.kernel.supply import Supply
from tests.paths import ROOT

LANGUAGES = ("en", "zh")

MOST = 60
"""Answers of a question that are looked at."""


def digest(*values: object) -> str:
    """The first digits of the SHA-256 of all that values tell."""
    told: list[str] = []
    for language in LANGUAGES:
        spell(values, language, told)
    return sha256("\n".join(told).encode()).hexdigest()[:10]


def outcome(make: Callable[..., object], *given: object) -> object:
    """What a call returns, or what was wrong in it with its remedy and place."""
    try:
        return make(*given)
    except (InputError, NotationError) as error:
        found = getattr(error, "problems", ())
        return type(error).__name__, str(error), [tuple(problem) for problem in found]


PLAIN = (int, NoneType, Palace, Knob, Supply, Staircase, Card, GroundMap)
"""What is told by its `repr`, in any language."""


def spell(value: object, language: str, lines: list[str]) -> None:
    """Add what a value tells to some lines."""
    match value:
        case str():
            # Problems name their file, which lies elsewhere on another machine.
            lines.append(in_language(value, language).replace(f"{ROOT}/", ""))
        case _ if isinstance(value, PLAIN):
            lines.append(repr(value))
        case float():
            lines.append(f"{value:.3f}")
        case Reason():
            at = (value.key, value.at, value.level, value.by, value.loc, value.remedy_key)
            lines += (repr(at), value.text_in(language), value.remedy_in(language))
        case Message():
            lines.append(f"{value.key} {BOOK.say(language, value.key, **dict(value.values))}")
        case Question():
            spell(asked(value, language), language, lines)
        case Board():
            kinds = {(solid.kind, solid.turn): solid for solid in value.solids}
            spell((*value, *map(value.told, kinds.values())), language, lines)
        case Example():
            told = (value.name, value.caption, value.heading, value.data, value.verdict)
            spell((*told, value.text and value.text()), language, lines)
        case Mapping():
            spell([*value.items()], language, lines)
        case Iterable():
            lines.append(f"{type(value).__name__}(")
            for one in value:
                spell(one, language, lines)
            lines.append(")")
        case _ if is_dataclass(value):
            lines.append(type(value).__name__)
            for field in fields(value):
                spell(getattr(value, field.name), language, lines)
        case _:
            lines.append("made" if callable(value) else repr(value))


def asked(question: Question, language: str) -> list[object]:
    """Return what a question tells of itself, but for its taps."""
    screen = Screen(language=language)
    plain = ("key", "player", "prompt", "default", "help", "at_once", "title", "nothing")
    more = ("demand", "idle", "least", "most", "file", "beside")
    names = [*islice(question.answers(), MOST)]
    called = [question.shown_as(str(name)) for name in names]
    pictures = [question.picture(name) for name in names] if question.picture else []
    listing = "" if question.listing is None else question.listing(screen)
    facts = [getattr(question, key) for key in (*plain, *more)]
    return [facts, names, called, pictures, question.shown(screen), listing]


def typed(question: Question, *texts: str) -> Iterator[object]:
    """Yield what texts make of a question: what is read, doubted, mended, offered and tapped."""
    for text in texts:
        part = outcome(question.read, text)
        yield part
        if text == texts[-1]:
            yield outcome(question.mended, part)
        yield [*question.doubts(part)] if isinstance(part, tuple) and Card in map(type, part) else 0
        if question.complete is not None:
            yield [*islice(question.complete(text), MOST)]
        if question.taps is not None:
            yield outcome(question.taps, text)


def answers(taps: Taps) -> list[str]:
    """The texts that one more tap makes: keys first, then each kind of knob once."""
    found: list[str | None] = [taps.mended]
    for row in taps.rows:
        for one in row.items:
            found += [one.less, one.more] if isinstance(one, Amount) else []
            found += [one.answer] if isinstance(one, Choice) else []
    if taps.board is not None:
        looks = {place.looks: place.name for place in taps.board.places}
        for name in looks.values():
            found += [taps.board.answers.get(name), taps.board.held.get(name)]
    return [*dict.fromkeys(one for one in found if one is not None)]
