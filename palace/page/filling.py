"""A form that is filled in line by line in any order: a new game, a game that is joined, a pad."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from palace.contract.game import Form, Question
from palace.contract.pad import PLAYERS
from palace.core.errors import InputError, NotationError, Problem
from palace.page.action import LONGEST
from palace.page.words import problem_of, refusal


class Line(NamedTuple):
    """A question of a form with its text; `problem` is why this is no answer."""

    question: Question
    text: str
    problem: Problem | None = None


@dataclass(frozen=True)
class Filling:
    """A form and what was filled in: texts by the keys of their questions.

    `what` names it: `new`, `join`, `pad`, `idea:NAME`; `game` is the key of its game.  `given` are
    answers that are not asked for.  Players without a name are `unnamed` with their number.
    """

    what: str
    game: str
    form: Form = field(compare=False)
    texts: Mapping[str, str] = field(default_factory=dict)
    given: Mapping[str, object] = field(default_factory=dict)
    unnamed: str = ""

    def filled(self, key: str, text: str) -> Filling:
        """Return it with a text for a question; `players.1` is the second of the names.

        Raises `InputError` for what is not asked, and for a long text that is not from a file.
        """
        name, dot, number = key.partition(".")
        asked = next((line.question for line in self.lines()[0] if line.question.key == name), None)
        if asked is None or (len(text) > LONGEST and not asked.file):
            raise refusal("not-here")
        if dot:
            at = int(number) if number.isascii() and number.isdecimal() else -1
            if name != PLAYERS or not 0 <= at < (asked.most or 0):
                raise refusal("not-here")
            names = self.seats(at + 1)
            names[at] = text.replace(",", " ").strip()
            text = ",".join(names)
        return replace(self, texts={**self.texts, name: text})

    def seats(self, least: int) -> list[str]:
        """Return the names of the players as they are filled in, empty ones up to the `least`."""
        names = [name.strip() for name in self.texts.get(PLAYERS, "").split(",")]
        return names + [""] * (least - len(names))

    def lines(self) -> tuple[tuple[Line, ...], Mapping[str, object] | None]:
        """Return the lines that can be asked so far, and the answers if all of them are right."""
        answers: dict[str, object] = {**self.given}
        found: list[Line] = []
        for question in self.form.questions(answers, {}):
            if question.key in self.given:
                continue
            text = self.texts.get(question.key) or question.default or ""
            if question.key == PLAYERS:
                seats = enumerate(self.seats(question.least), 1)
                text = ", ".join(name or f"{self.unnamed}{number}" for number, name in seats)
            problem = _answer(question, text, answers)
            found.append(Line(question, text, problem))
            if problem is not None and _answer(question, question.default or "", answers):
                break  # what is asked next depends on it
        right = all(line.problem is None for line in found)
        return tuple(found), answers if right else None


def _answer(question: Question, text: str, answers: dict[str, object]) -> Problem | None:
    """Add the answer that a text makes; return why it makes none.  What has keys is answered by
    them alone: a text could be the path of a file here."""
    known = {*question.answers(), question.default or ""}
    try:
        if len(known) > 1 and text not in known and not (question.file or question.several):
            raise refusal("no-tap")
        answers[question.key] = question.read(text)
    except (InputError, NotationError) as error:
        return problem_of(error)
    return None
