"""A move being entered, question by question: what a terminal and a page do alike."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, Generic, TypeVar

from palace.contract.game import Logged, Question, Replay
from palace.contract.rules import Log
from palace.contract.session import Attempt, Session
from palace.core.verdict import Reason

R = TypeVar("R", bound=Logged)


class Entering(Generic[R]):
    """A move being entered: from which moment, by whom, and what becomes of it.

    `players` answer one after the other; `move` is what those before have answered, `answers` those
    of the player who is asked; `insisted` the reasons that a player has seen and kept their answer
    against.
    """

    def __init__(
        self,
        session: Session[R],
        log: Log[Any, Any],
        players: Sequence[str],
        made: Callable[[Any], Attempt[R]],
    ) -> None:
        self.game = session.game
        self.record = session.setup
        self.log = log
        self.players = tuple(players)
        self.move: Any = None
        self.answers: dict[str, Any] = {}
        self.insisted: frozenset[tuple[str, str]] = frozenset()
        self._made = made
        self._answered = 0

    @classmethod
    def due(cls, session: Session[R]) -> Entering[R]:
        """Return the move that is due in a game."""
        return cls(session, session.log, session.due, session.attempt)

    @classmethod
    def again(cls, session: Session[R], number: int) -> Entering[R]:
        """Return an older move, counted from 1, being entered again; raises `InputError`."""
        at = session.index(number)
        players = [r.player for r in session.log.reports[at] if r.number is not None] or [""]
        log = session.log.back(len(session.log.commits) - at)
        return cls(session, log, players, lambda move: session.attempt_replace(number, move))

    @cached_property
    def replay(self) -> Replay:
        """The game before the move."""
        return self.game.replayed(self.record, self.log)

    @property
    def begun(self) -> bool:
        """Whether anything is answered."""
        return self.move is not None or bool(self.answers)

    def next(self) -> Question | None:
        """Go on to what is asked next, and return it; None when all players have answered."""
        while self._answered < len(self.players):
            player = self.players[self._answered]
            asked = self.game.questions(self.record, self.log, player, self.answers)
            if asked:
                return asked[0]
            self.move = self.game.move(player, self.answers, self.move)
            self.answers = {}
            self._answered += 1
        return None

    def read(self, question: Question, text: str) -> tuple[Any, tuple[Reason, ...]]:
        """Return the part of the move that an answer makes, and what is wrong with it.

        Raises `NotationError` or `InputError` if the answer cannot be read.
        """
        part = question.read(text or question.default or "")
        answers = {**self.answers, question.key: part}
        move = self.game.move(question.player, answers, self.move)
        _, reports = self.log.rules.apply(self.log.state, move, whole=question.concerns is not None)
        found = (reason for report in reports for reason in report.reasons)
        wrong = [*filter(question.concerns, found), *question.doubts(part)]
        return part, tuple(reason for reason in wrong if _mark(reason) not in self.insisted)

    def keep(self, question: Question, part: Any, wrong: Sequence[Reason] = ()) -> None:
        """Keep an answer, against the reasons that the player has seen."""
        self.insisted |= {_mark(reason) for reason in wrong}
        self.answers = {**self.answers, question.key: part}

    def attempt(self) -> Attempt[R]:
        """Return the game with the move; raises `InputError`."""
        return self._made(self.move)

    def so_far(self, player: str) -> Attempt[R] | None:
        """Return the game with what a player has answered; None before their first answer."""
        if not self.answers:
            return None
        return self._made(self.game.move(player, self.answers, self.move))

    def wrong(self, attempt: Attempt[R]) -> tuple[tuple[str, Reason], ...]:
        """Return what is wrong with the move and was not seen before, each with whose it is, where
        several have moved."""
        several = len(self.players) > 1
        return tuple(
            (report.player if several else "", reason)
            for report in attempt.reports
            for reason in report.reasons
            if _mark(reason) not in self.insisted
        )


def _mark(reason: Reason) -> tuple[str, str]:
    """Return what a reason is known by while a move is entered."""
    return reason.code, reason.at
