"""What every game's verdict is made of: rules, reasons, verdicts, and the error with reasons.

A reason holds values, not sentences: the sentences of a game are in one table for each language.
A game without a table of a language says it in English.
"""

from __future__ import annotations

import string
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from types import MappingProxyType
from typing import Any, NamedTuple, Self

from palace.core.errors import PalaceError

ENGLISH = "en"

LANGUAGES: Mapping[str, str] = MappingProxyType({ENGLISH: "English", "zh": "繁體中文"})
"""The languages, and the name of each for itself."""

TAGS: Mapping[str, str] = MappingProxyType({ENGLISH: ENGLISH, "zh": "zh", "zh-Hant": "zh"})
"""The languages by the names that ask for them."""

_EMPTY: Mapping[str, Any] = MappingProxyType({})

Formats = Mapping[str, Callable[[Any], str]]

Loc = tuple[str | int, ...]
"""A place in a move, or in the set-up of a game: `("take", 0)`, `("players", 1, "deal")`."""


class Rule(NamedTuple):
    """A rule that a verdict can name.

    `code` is the reason code, `rule` the letter, number or heading in the rule book, `title` the
    rule's name, `says` the text of the rule.
    """

    code: str
    rule: str
    title: str
    says: str


class Language(string.Formatter):
    """The sentences of one game, or one program, in one language.

    `texts` hold what is wrong and `remedies` what would be legal, by the keys of reasons; `words`
    all else that is said, by keys of their own.  All are format strings over values given by name:
    `{at}` and others.  `formats` are the words that may follow a colon: `{height:bricks}` is
    `formats["bricks"](height)`.

    `rules` hold the title and the text of each rule by its code, and `place` writes where a rule is
    in the printed book; English has none, for the rules are written in it.  `comma` is between what
    is listed.
    """

    def __init__(
        self,
        texts: Mapping[str, str] = _EMPTY,
        remedies: Mapping[str, str] = _EMPTY,
        formats: Formats = _EMPTY,
        words: Mapping[str, str] = _EMPTY,
        rules: Mapping[str, tuple[str, str]] = _EMPTY,
        place: Callable[[Rule], str] | None = None,
        comma: str = ", ",
    ) -> None:
        self.texts = texts
        self.remedies = remedies
        self.formats = formats
        self.words = words
        self.rules = rules
        self.place = place
        self.comma = comma

    def format_field(self, value: Any, format_spec: str) -> str:
        """Return one value, formatted; an unknown format is a `KeyError`."""
        return self.formats[format_spec](value) if format_spec else str(value)

    def say(self, key: str, **values: object) -> str:
        """Return a sentence of `words` with its values; an unknown key is a `KeyError`."""
        return self.format(self.words[key], **values)

    def plus(self, other: Language) -> Language:
        """Return both tables as one; a key in both is that of `other`."""
        return Language(
            {**self.texts, **other.texts},
            {**self.remedies, **other.remedies},
            {**self.formats, **other.formats},
            {**self.words, **other.words},
            {**self.rules, **other.rules},
            other.place or self.place,
            other.comma,
        )


class Text(str):
    """A sentence in English, which `in_language` returns in others.

    `say` returns it in a language.  Put together with other texts it is plain English.
    """

    __slots__ = ("_say",)
    _say: Callable[[str], str]

    def __new__(cls, say: Callable[[str], str]) -> Self:
        made = super().__new__(cls, say(ENGLISH))
        made._say = say
        return made

    def __reduce__(self) -> tuple[type[Text], tuple[Callable[[str], str]]]:
        return Text, (self._say,)


def in_language(text: str, language: str) -> str:
    """Return a text in a language; one that is no `Text` as it is."""
    return text._say(language) if isinstance(text, Text) else text


Languages = Mapping[str, Language | Callable[[], Language]]
"""Tables by language; one that is rarely asked for is returned by a function that loads it."""


def signed(count: int) -> str:
    """Return a number with its sign, a minus as broad as a plus."""
    return f"{count:+}".replace("-", "\N{MINUS SIGN}")


class Message(NamedTuple):
    """A sentence by its key, with its values, in no language."""

    key: str
    values: tuple[tuple[str, object], ...] = ()

    @classmethod
    def of(cls, key: str, **values: object) -> Message:
        """Return the message of a key with its values."""
        return cls(key, tuple(values.items()))


class Phrasebook:
    """The sentences of a game, or a program, by language.

    `name` is the module and the name that hold this value, such as `{__name__}.BOOK`: by it, a
    reason finds its book again in another process.
    """

    def __init__(self, name: str, languages: Languages) -> None:
        self.__module__, _, self.name = name.rpartition(".")
        self.languages = languages

    def __reduce__(self) -> str:
        return self.name

    def language(self, name: str) -> Language:
        """Return the table of a language, the English one where there is none of it."""
        table = self.languages.get(TAGS.get(name, name)) or self.languages[ENGLISH]
        return table if isinstance(table, Language) else table()

    def say(self, language: str, key: str, **values: object) -> str:
        """Return the sentence of this key with its values, texts and messages, in a language."""
        told = {k: self.told(v) if isinstance(v, Message) else v for k, v in values.items()}
        found = {k: v._say(language) if isinstance(v, Text) else v for k, v in told.items()}
        return self.language(language).say(key, **found)

    def text(self, key: str, **values: object) -> Text:
        """Return the sentence of this key with its values, in all languages."""
        return self.told(Message.of(key, **values))

    def told(self, message: Message) -> Text:
        """Return the sentence of a message, in all languages."""
        return Text(partial(self._say, message))

    def _say(self, message: Message, language: str) -> str:
        return self.say(language, message.key, **dict(message.values))


class Rulebook(Phrasebook):
    """The rules of a game by their codes, and its sentences by language.

    `place` writes where a rule is in the printed book: `rule G`, `Pay`.
    """

    def __init__(
        self,
        name: str,
        rules: Iterable[Rule],
        languages: Languages,
        place: Callable[[Rule], str] = lambda rule: rule.rule,
    ) -> None:
        super().__init__(name, languages)
        self.rules: Mapping[str, Rule] = MappingProxyType({rule.code: rule for rule in rules})
        self.place = place

    def rule_in(self, code: str, language: str) -> Rule:
        """Return a rule with its title and text in a language."""
        rule = self.rules[code]
        title, says = self.language(language).rules.get(code, (rule.title, rule.says))
        return rule._replace(title=title, says=says)

    def place_in(self, code: str, language: str) -> str:
        """Return where a rule is in the printed book: `rule G`; empty where the book has none."""
        place = self.language(language).place or self.place
        return place(self.rules[code])

    def reason(
        self,
        key: str,
        at: object,
        remedy: str = "",
        *,
        level: int | None = None,
        by: int | None = None,
        **values: object,
    ) -> Reason:
        """Return the reason whose sentence has this key, `code` or `code.variant`.

        `remedy` is the key of what would be legal; `values` fill in both sentences.
        """
        return Reason(key, str(at), level, by, remedy, tuple(values.items()), book=self)


@dataclass(frozen=True, slots=True, repr=False)
class Reason:
    """One reason why something is not legal; made by `Rulebook.reason`.

    `key` names the sentence and begins with the code of the rule.  `at` is a knob, space, element,
    card or player, `level` in bricks, `by` how far it misses; `loc` is its place in the move or the
    set-up that it is about.
    """

    key: str
    at: str
    level: int | None
    by: int | None
    remedy_key: str
    values: tuple[tuple[str, object], ...] = ()
    book: Rulebook = field(kw_only=True, compare=False)
    loc: Loc = field(default=(), kw_only=True)

    @property
    def code(self) -> str:
        """The code of the rule that is broken."""
        return self.key.partition(".")[0]

    @property
    def rule(self) -> str:
        """The letter, number or heading of the rule; empty where the book has none."""
        return self.book.rules[self.code].rule

    @property
    def title(self) -> str:
        """The rule with its name: `rule G, no stacked arches`."""
        return self.title_in(ENGLISH)

    @property
    def text(self) -> str:
        """What is wrong, in English."""
        return self.text_in(ENGLISH)

    @property
    def remedy(self) -> str:
        """What would be legal, in English; empty where nothing would."""
        return self.remedy_in(ENGLISH)

    def title_in(self, language: str) -> str:
        """Return the rule with its name."""
        place = self.book.place_in(self.code, language)
        parts = filter(None, (place, self.book.rule_in(self.code, language).title))
        return self.book.language(language).comma.join(parts)

    def text_in(self, language: str) -> str:
        """Return what is wrong as a sentence."""
        table = self.book.language(language)
        return table.format(table.texts[self.key], at=self.at, **dict(self.values))

    def remedy_in(self, language: str) -> str:
        """Return what would be legal as a sentence; empty where nothing would."""
        if not self.remedy_key:
            return ""
        table = self.book.language(language)
        return table.format(table.remedies[self.remedy_key], at=self.at, **dict(self.values))

    def with_remedy(self, key: str, **values: object) -> Reason:
        """Return the reason with another remedy and the values it needs."""
        return replace(self, remedy_key=key, values=(*self.values, *values.items()))

    def placed(
        self, *, turn: int | None = None, line: int | None = None, player: str = ""
    ) -> Located:
        """Return the reason as it is reported, with its place."""
        return Located(
            self.key, self.at, self.level, self.by, self.remedy_key, self.values,
            turn, line, player, book=self.book, loc=self.loc,
        )  # fmt: skip

    def within(self, *loc: str | int) -> Reason:
        """Return the reason with its place in a move or a set-up."""
        return replace(self, loc=loc)

    def __str__(self) -> str:
        return f"{self.code} at {self.at}: {self.text}"

    def __repr__(self) -> str:
        given = {"level": self.level, "by": self.by, **dict(self.values)}
        named = "".join(f", {name}={value!r}" for name, value in given.items() if value is not None)
        remedy = f", {self.remedy_key!r}" if self.remedy_key else ""
        return f"{self.book.name}.reason({self.key!r}, {self.at!r}{remedy}{named})"

    def record(self) -> dict[str, object]:
        """Return the reason as plain data, keys as in the contract."""
        return {
            "code": self.code,
            "rule": self.rule or None,
            "at": self.at,
            "level": self.level,
            "by": self.by,
            "remedy": self.remedy,
            "text": self.text,
        }


@dataclass(frozen=True, slots=True, repr=False)
class Located(Reason):
    """A reason as it is reported: `turn` and `line` are its place in a record, or in the file of a
    build, from 1; `player` whose it is, where the reasons of several are listed together."""

    turn: int | None = None
    line: int | None = None
    player: str = ""

    def text_in(self, language: str) -> str:
        """Return what is wrong as a sentence, with whose it is."""
        text = Reason.text_in(self, language)
        return f"{self.player}: {text}" if self.player else text

    def record(self) -> dict[str, object]:
        """Return the reason as plain data, with its place."""
        place = {"turn": self.turn, "line": self.line}
        return Reason.record(self) | {key: at for key, at in place.items() if at is not None}


def place_of(reason: Reason) -> tuple[int | None, int | None]:
    """Return the turn and the line of a reason; None for each that it does not have."""
    return (reason.turn, reason.line) if isinstance(reason, Located) else (None, None)


@dataclass(frozen=True)
class Verdict:
    """Legal or not, and every reason why not."""

    reasons: tuple[Reason, ...] = ()

    @property
    def legal(self) -> bool:
        """Whether no rule forbids it."""
        return not self.reasons

    @property
    def codes(self) -> tuple[str, ...]:
        """The reason codes, each once, in the order they arise."""
        return tuple(dict.fromkeys(reason.code for reason in self.reasons))


class IllegalError(PalaceError):
    """A build or a move that the rules forbid; `reasons` holds every reason."""

    def __init__(self, *reasons: Reason) -> None:
        self.reasons = reasons
        super().__init__(*reasons)

    def __str__(self) -> str:
        return "; ".join(reason.text for reason in self.reasons)
