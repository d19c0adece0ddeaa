"""The score pad of `palace score --game GAME`: a finished game without a file is asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Generic

import click

from palace.cli.dialogue import Ask, asker, completing, on_terminal
from palace.cli.output import wrapped
from palace.contract.game import Form, Game, Question
from palace.contract.rules import M, Record, S
from palace.core.errors import InputError, NotationError, Problem
from palace.files.document import parse_document
from palace.files.serialise import data_text
from palace.files.writing import write_whole

if TYPE_CHECKING:
    from palace.files.document import Kind

NAME = "score pad"
"""What messages call the record before it has a file."""

ENDINGS: dict[str, Kind] = {".toml": "toml", ".json": "json"}

LEAVE = ("q", "quit", "exit")
BACK = "back"
HELP = ("help", "?")
WORDS = (BACK, "q", HELP[0])


class Left(Exception):  # noqa: N818
    """The player leaves the pad."""


@contextmanager
def leaving(where: str, *, err: bool) -> Iterator[None]:
    """Let the player leave with Ctrl-D on a terminal.

    Raises `InputError` if answers from anywhere else end before the question `where`.
    """
    try:
        yield
    except EOFError:
        if on_terminal():
            raise Left from None
        click.echo(err=err)
        what = f"the answers end before {where}"
        remedy = "write one line for each question"
        raise InputError(Problem("standard input", what, remedy)) from None


@dataclass
class PadDialogue(Generic[S, M]):
    """Asks the questions of a form, and keeps its record in a file.

    `what` is what is asked for; `rulings` are the answers to rulings of the call.  With `err`
    prompts and messages go to standard error.
    """

    game: Game[S, M]
    rulings: Mapping[str, str]
    form: Form
    what: str = "score pad"
    err: bool = False
    ask: Ask = field(init=False)
    answers: dict[str, object] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.ask = asker(err=self.err)

    def say(self, text: str) -> None:
        """Print a message, in one paragraph."""
        click.echo(wrapped(text), err=self.err)

    def filled(self) -> Record[S, M]:
        """Return the record of a finished game, when every question is answered.

        Raises `Left` if the player leaves, and `InputError` if the answers end.
        """
        self.say(f"{self.game.title}, {self.what}. Enter takes what is in [ ]; back returns to the "
                 "question before; ? explains; q leaves.")  # fmt: skip
        while True:
            question = self.form.next(self.answers, self.rulings)
            if question is None:
                click.echo(err=self.err)
                try:
                    return self.record()
                except InputError as error:
                    for problem in error.problems:
                        self.say(str(problem))
                    self.answers.popitem()
                continue
            self.answer(question)

    def answer(self, question: Question) -> None:
        """Ask a question until its answer can be read, or another question comes first."""
        while True:
            with leaving(repr(question.prompt.partition(" (")[0]), err=self.err):
                line = self.ask(question.prompt, completing(WORDS, question))
            word = line.lower()
            if word in LEAVE:
                raise Left
            if word == BACK and self.answers:
                self.answers.popitem()
                return
            if word == BACK:
                self.say("this is the first question; q leaves")
            elif word in HELP:
                for text in question.help.splitlines():
                    self.say(text)
                enter = "an answer is needed"
                if question.default is not None:
                    enter = f"Enter answers {question.default or 'none'}"
                self.say(f"{enter}; back returns to the question before; q leaves")
            else:
                try:
                    text = line or question.default or ""
                    self.answers[question.key] = question.read(text)
                except (NotationError, InputError) as error:
                    self.say(_explained(error))
                else:
                    return

    def record(self) -> Record[S, M]:
        """Return the record of all answers; raises `InputError`."""
        data = self.form.record(self.answers)
        if self.rulings:
            data |= {"rulings": dict(self.rulings), "players": data.pop("players")}
        return self.game.read(parse_document(data_text(data), "toml", NAME), Path())

    def keep(self, record: Record[S, M]) -> None:
        """Ask for a file name, and write the record there; an existing file is refused."""
        prompt = "Keep it? A file name such as evening.toml, or Enter for no> "
        while True:
            try:
                name = self.ask(prompt, completing(()))
            except EOFError:
                click.echo(err=self.err)
                return
            if not name or name.lower() in (*LEAVE, "n", "no"):
                return
            try:
                self.write(record, Path(name))
            except InputError as error:
                self.say(_explained(error))
            else:
                click.echo(f"wrote {name}", err=self.err)
                return

    def write(self, record: Record[S, M], path: Path) -> None:
        """Write the record to a new file, from which it can be read again; raises `InputError`."""
        kind = ENDINGS.get(path.suffix.lower())
        if kind is None:
            what = "records are TOML or JSON"
            raise InputError(Problem(str(path), what, "name it .toml or .json"))
        text = record.text(None, kind)
        # A box that it names by a path is looked for from its folder.
        self.game.read(parse_document(text, kind, str(path)), path.parent)
        write_whole(path, text)


def _explained(error: NotationError | InputError) -> str:
    """Return what is wrong with an answer, in one line."""
    if isinstance(error, InputError):
        return "; ".join(map(str, error.problems))
    return f"column {error.column}: {error.sentence()}"
