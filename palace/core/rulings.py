"""Rulings, the open questions of a rule book, and the answers to those of one game."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from types import MappingProxyType
from typing import ClassVar, NamedTuple, Self

from palace.core.errors import InputError, Problem, either, nearest, shorten


class Ruling(NamedTuple):
    """One open question; `answers` maps each allowed value to what it means, the default first."""

    name: str
    question: str
    answers: dict[str, str]
    basis: str

    @property
    def default(self) -> str:
        """The value that holds where no other is given."""
        return next(iter(self.answers))


class Answers:
    """Base of a frozen dataclass with one text field for every ruling of a table, and its default.

    The field of `gold-value` is `gold_value`; `dataclasses.replace` gives a changed copy.  Raises
    `InputError` with every answer that is none.
    """

    __slots__ = ()
    verb: ClassVar[str] = "palace rulings"
    table: ClassVar[Mapping[str, Ruling]] = MappingProxyType({})
    settled: ClassVar[Mapping[str, str]] = {}
    """Rulings of earlier versions and the one answer that still holds; a record may give it."""

    def __new__(cls, *args: object, **answers: object) -> Self:
        """Raise `InputError` for keywords that are no field; the rest is for `__init__`."""
        fields = [_field(name) for name in cls.table]
        if slips := [name for name in answers if name not in fields]:
            raise InputError(*(Problem("Rulings", *cls._unknown(s, fields)) for s in slips))
        return super().__new__(cls)

    def __post_init__(self) -> None:
        self._check(self.named().items(), "Rulings")

    def __repr__(self) -> str:
        changed = (f"{_field(name)}={value!r}" for name, value in self.changed().items())
        return f"Rulings({', '.join(changed)})"

    @classmethod
    def of(cls, answers: Mapping[str, str]) -> Self:
        """Return the rulings of a mapping from name (`gold-value`) to value.

        Raises `InputError`.
        """
        cls._check(answers.items(), "Rulings")
        open_ones = {name: value for name, value in answers.items() if name not in cls.settled}
        return cls(**{_field(name): value for name, value in open_ones.items()})

    @classmethod
    def read(cls, texts: Iterable[str]) -> Self:
        """Return the rulings of `NAME=VALUE` texts, or of one.

        `InputError` names every wrong one.
        """
        return cls.of(cls.pairs([texts] if isinstance(texts, str) else texts))

    @classmethod
    def pairs(cls, texts: Iterable[str], where: str = "--ruling") -> dict[str, str]:
        """Return the answers `NAME=VALUE` texts give; raises `InputError` with every wrong one."""
        found: dict[str, str] = {}
        problems: list[Problem] = []
        for text in texts:
            name, sign, value = (part.strip() for part in text.partition("="))
            wrong = cls.problem(name, value) if sign else cls._unanswered(name)
            problems += [Problem(where, *wrong)] if wrong else []
            found[name] = value
        if problems:
            raise InputError(*problems)
        return found

    @classmethod
    def problem(cls, name: str, value: object) -> tuple[str, str] | None:
        """Return what is wrong with one answer and what would be right; None if it is good."""
        holds = cls.settled.get(name)
        if holds is not None:
            said = f"{name} is settled, it is always {holds}"
            return None if value == holds else (said, "leave it out")
        ruling = cls.table.get(name)
        if ruling is None:
            return cls._unknown(str(name), cls.table)
        if not isinstance(value, str):
            return f"{name} cannot be {value!r:.40}", f"it is one of: {', '.join(ruling.answers)}"
        if value not in ruling.answers:
            near = nearest(value, ruling.answers)
            hint = f"did you mean {near}? " if near else ""
            said = f"{name} cannot be {shorten(value)!r}"
            return said, f"{hint}it is one of: {', '.join(ruling.answers)}"
        return None

    def named(self) -> dict[str, str]:
        """Return every answer by the name of its ruling."""
        return {name: getattr(self, _field(name)) for name in self.table}

    def changed(self) -> dict[str, str]:
        """Return the answers that are not the default, by name."""
        return {
            name: value for name, value in self.named().items() if value != self.table[name].default
        }

    @classmethod
    def _unanswered(cls, text: str) -> tuple[str, str]:
        """Return what is wrong with a text without `=`, and what would be right."""
        ruling = cls.table.get(text)
        if ruling is None:
            known = ", ".join(cls.table)
            return f"{shorten(text)!r} is no ruling", f"write NAME=VALUE, NAME one of: {known}"
        answers = [f"{text}={value}" for value in ruling.answers]
        return f"{text} has no answer", f"write {either(answers)}"

    @classmethod
    def _unknown(cls, name: str, known: Collection[str]) -> tuple[str, str]:
        near = nearest(name, known)
        every = f"one of: {', '.join(known)}; see: {cls.verb}" if known else "leave it out"
        hint = f"did you mean {near}?" if near else every
        return f"there is no ruling {shorten(name)!r}", hint

    @classmethod
    def _check(cls, given: Iterable[tuple[str, object]], where: str) -> None:
        faults = [fault for name, value in given if (fault := cls.problem(name, value))]
        if faults:
            raise InputError(*(Problem(where, *fault) for fault in faults))


def _field(name: str) -> str:
    return name.replace("-", "_")
