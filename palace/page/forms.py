"""A form that is filled in beside the game, line by line in any order: a new game, a game that is
joined, a score pad, what a thought needs to know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from palace.contract.beside import Beside
from palace.contract.game import Form, Question
from palace.contract.pad import PLAYERS
from palace.contract.taps import Taps, Told
from palace.core.errors import InputError, NotationError, Problem
from palace.page.action import LONGEST, number
from palace.page.words import problem_of, refusal


class Line(NamedTuple):
    """A question of a form with its text; `problem` is why this is no `answer`."""

    question: Question
    text: str
    problem: Problem | None
    answer: object


@dataclass(frozen=True)
class Filling(Beside):
    """A form and what was filled in: texts by the keys of their questions.  `what` is `new`, `join`
    or `pad`, or `idea` with the name of the thought that `asks`; `game` is the key of its game,
    `given` are answers that are not asked for, players without a name `unnamed` with a number."""

    what: str
    game: str
    form: Form
    texts: Mapping[str, str] = field(default_factory=dict)
    given: Mapping[str, object] = field(default_factory=dict)
    unnamed: str = ""
    asks: str = ""
    title = ""
    taps = Taps(Told())

    def filled(self, name: str, text: str) -> Filling:
        """Return it with a text for a question; `players.1` is the second of the names.  Raises
        `InputError` for what is not asked, and for a long text that is not from a file."""
        key, dot, at = name.partition(".")
        fit = (one.question for one in self.lines if one.question.file or len(text) <= LONGEST)
        asked = next((one for one in fit if one.key == key), None)
        seat = number(at) if dot else 0
        if asked is None or not 0 <= seat < (asked.most or 1) or (dot and key != PLAYERS):
            raise refusal("not-here")
        if dot:
            names = self.seats(seat + 1)
            names[seat] = text.replace(",", " ").strip()
            text = ",".join(names)
        return replace(self, texts={**self.texts, key: text})

    def seats(self, least: int) -> list[str]:
        """Return the names of the players as they are filled in, empty ones up to the `least`."""
        names = [name.strip() for name in self.texts.get(PLAYERS, "").split(",")]
        return names + [""] * (least - len(names))

    @property
    def answers(self) -> Mapping[str, object]:
        """What all lines answer; raises `InputError` where one is not right."""
        if problems := [line.problem for line in self.lines if line.problem is not None]:
            raise InputError(*problems)
        return {**self.given, **{line.question.key: line.answer for line in self.lines}}

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """The lines that can be asked so far."""
        answers: dict[str, object] = {**self.given}
        found: list[Line] = []
        for question in self.form.questions(answers, {}):
            if question.key in self.given:
                continue
            text = self.texts.get(question.key) or question.default or ""
            if question.key == PLAYERS:
                seats = enumerate(self.seats(question.least), 1)
                text = ", ".join(name or f"{self.unnamed}{seat}" for seat, name in seats)
            problem = _answer(question, text, answers)
            found.append(Line(question, text, problem, answers.get(question.key)))
            if problem is not None and _answer(question, question.default or "", answers):
                break  # what is asked next depends on it
        return tuple(found)


def _answer(question: Question, text: str, answers: dict[str, object]) -> Problem | None:
    """Add the answer that a text makes; return why it makes none.  What has keys is answered by
    them alone: a text could be the path of a file here."""
    known = {*question.answers(), question.default or ""}
    try:
        if len(known) > 1 and text not in known and not question.file:
            raise refusal("no-tap")
        answers[question.key] = question.read(text)
    except (InputError, NotationError) as error:
        return problem_of(error)
    return None
