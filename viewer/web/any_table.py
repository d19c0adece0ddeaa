"""A table of any game: what the contract of all games offers, question by question."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from palace.contract.entering import Entering, asking
from palace.contract.game import Drawing, Form, Question
from palace.contract.session import AnySession
from palace.core.screen import Screen
from palace.core.verdict import Reason
from palace.scoring import Score

from .draft import refusal

COLUMNS = 46
"""Characters in a line of what a game shows as text, on a phone."""


class AnyTable:
    """A game in progress on all pages, entered as the terminal enters it.

    `version` changes with everything that pages show.  `wrong` are the reasons against the answer
    given last, `answered` that answer; `told` is the answer to a command.
    """

    def __init__(self, session: AnySession) -> None:
        self.session = session
        self.asking = asking(session.game)
        self.version = 0
        self.answered = ""
        self.wrong: tuple[Reason, ...] = ()
        self.told = ""
        self._watchers: list[Callable[[], object]] = []
        self._entering = Entering.due(session.game, session.setup, session.log)
        self.question = self._entering.question

    def watch(self, watcher: Callable[[], object]) -> None:
        """Call a function after every change."""
        self._watchers.append(watcher)

    @property
    def screen(self) -> Screen:
        """What the game writes on."""
        return Screen(COLUMNS)

    @property
    def drawing(self) -> Drawing | None:
        """What is shown of the game now; None of a game that is not drawn."""
        session = self.session
        drawings = session.game.drawing
        return drawings and drawings().draw(session.record, session.log, None, {})

    @property
    def score(self) -> Score:
        """The standings so far."""
        return self.session.record.score(self.session.log)

    @property
    def commands(self) -> Mapping[str, str]:
        """The commands of the game that are listed, each with its help."""
        found = self.asking.commands(self.session.record, self.session.log)
        return {command.name: command.help for command in found if command.listed}

    def answer(self, text: str, *, insist: bool = False) -> None:
        """Answer the question; with the last answer the moves are kept.

        An answer with reasons against it is kept only if the player insists.  Raises `InputError`
        or `NotationError` if it cannot be read or saved.
        """
        question = self.question
        if question is None:
            raise refusal("no-question")
        part, wrong = self._entering.read(text)
        self.answered, self.wrong, self.told = text, wrong, ""
        if not wrong or insist:
            self._entering = self._entering.kept(text, part, wrong)
            self.wrong = ()
            self.question = self._entering.question
            if self.question is None:
                self._keep(insist=insist)
        self._changed()

    def back(self) -> None:
        """Begin the moves that are due again; where nothing is answered, take the last back."""
        if not self._entering.answered and self.session.undo() is None:
            raise refusal("no-move")
        self._begin()
        self._changed()

    def command(self, name: str) -> str:
        """Return what the game answers to a command; may take some seconds."""
        session = self.session
        player = self.question.player if self.question is not None else ""
        for command in self.asking.commands(session.record, session.log):
            if command.name == name:
                return command.text(player, self.screen)
        raise refusal("no-command", name=name)

    def tell(self, text: str) -> None:
        """Show the answer to a command on all pages."""
        self.told = text
        self._changed()

    def _keep(self, *, insist: bool) -> None:
        entry = self._entering
        assert entry.move is not None
        attempt = self.session.attempt(entry.move)
        self.wrong = tuple(reason for _, reason in entry.wrong(attempt.reports))
        if not self.wrong or insist:
            self.session.confirm(attempt)
            self.wrong = ()
        self._begin()

    def _begin(self) -> None:
        session = self.session
        self._entering = Entering.due(session.game, session.setup, session.log)
        self.question = self._entering.question

    def _changed(self) -> None:
        self.version += 1
        for watcher in tuple(self._watchers):
            watcher()


class ScorePad:
    """The score sheet of a finished game, filled in question by question."""

    def __init__(self, form: Form, made: Callable[[dict[str, object]], Score]) -> None:
        self._form = form
        self._made = made
        self.answers: dict[str, object] = {}

    @property
    def question(self) -> Question | None:
        """What is asked next; None when everything is answered."""
        return self._form.next(self.answers, {})

    def answer(self, text: str) -> None:
        """Answer the question; raises `InputError` or `NotationError`."""
        question = self.question
        if question is None:
            raise refusal("no-question")
        read = question.read(text or question.default or "")
        self.answers = {**self.answers, question.key: read}

    def back(self) -> None:
        """Take the last answer back."""
        self.answers = dict([*self.answers.items()][:-1])

    @property
    def score(self) -> Score:
        """The score of all answers; raises `InputError` if they contradict each other."""
        return self._made(self._form.record(self.answers))
