"""Moves being entered, question by question: what a terminal and a page do alike."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from palace.contract.game import Attempt, Game, GameRecord, Moves, Question, Replay
from palace.contract.session import Session
from palace.core.verdict import Reason

R = TypeVar("R", bound=GameRecord)


class Entering(Generic[R]):
    """Moves being entered: from which moment, by whom, and how they are judged.

    `moves` are those of players who have answered everything, `answers` those of the player who is
    asked; `insisted` the reasons that a player has seen and kept their answer against.
    """

    def __init__(
        self,
        game: Game[R],
        record: R,
        replay: Replay,
        players: Sequence[str],
        judge: Callable[[Moves], Attempt[R]],
    ) -> None:
        self.game = game
        self.record = record
        self.replay = replay
        self.players = tuple(players)
        self.moves: tuple[tuple[str, Any], ...] = ()
        self.answers: dict[str, Any] = {}
        self.insisted: frozenset[tuple[str, str]] = frozenset()
        self._judge = judge
        self._last: Attempt[R] | None = None

    @classmethod
    def due(cls, session: Session[R]) -> Entering[R]:
        """Return the moves that are due in a game."""
        return cls(session.game, session.record, session.replay, session.due, session.attempt)

    @classmethod
    def again(cls, session: Session[R], number: int) -> Entering[R]:
        """Return an older confirm, counted from 1, being entered again; raises `InputError`."""
        record, replay, moves = session.until(number)

        def judge(moves: Moves) -> Attempt[R]:
            return session.attempt_replace(number, moves)

        return cls(session.game, record, replay, [player for player, _ in moves], judge)

    @property
    def begun(self) -> bool:
        """Whether anything is answered."""
        return bool(self.moves or self.answers)

    def next(self) -> Question | None:
        """Go on to what is asked next, and return it; None when all players have answered."""
        while len(self.moves) < len(self.players):
            player = self.players[len(self.moves)]
            asked = self.game.questions(self.record, self.replay, player, self.answers)
            if asked:
                return asked[0]
            self.moves = (*self.moves, (player, self.game.move(player, self.answers)))
            self.answers = {}
        return None

    def read(self, question: Question, text: str) -> tuple[Any, tuple[Reason, ...]]:
        """Return the part of the move that an answer makes, and what is wrong with it.

        Raises `NotationError` or `InputError` if the answer cannot be read.
        """
        part = question.read(text or question.default or "")
        attempt = self.attempt((question.player, self._move(question, part)))
        wrong = [reason for reason in attempt.reports[-1].reasons if question.concerns(reason)]
        wrong += question.doubts(part)
        return part, tuple(reason for reason in wrong if _mark(reason) not in self.insisted)

    def keep(self, question: Question, part: Any, wrong: Sequence[Reason] = ()) -> None:
        """Keep an answer, against the reasons that the player has seen."""
        self.insisted |= {_mark(reason) for reason in wrong}
        self.answers = {**self.answers, question.key: part}

    def attempt(self, *more: tuple[str, Any]) -> Attempt[R]:
        """Return the game with the moves so far, and more; raises `InputError`."""
        moves = (*self.moves, *more)
        if self._last is None or self._last.moves != moves:
            self._last = self._judge(moves)
        return self._last

    def so_far(self, player: str) -> Attempt[R] | None:
        """Return the game with what a player has answered; None before their first answer."""
        return (
            self.attempt((player, self.game.move(player, self.answers))) if self.answers else None
        )

    @property
    def wrong(self) -> tuple[tuple[str, Reason], ...]:
        """What is wrong with the moves and was not seen before, each with whose it is, where
        several have moved."""
        attempt = self.attempt()
        several = len(attempt.reports) > 1
        return tuple(
            (report.player if several else "", reason)
            for report in attempt.reports
            for reason in report.reasons
            if _mark(reason) not in self.insisted
        )

    def _move(self, question: Question, part: Any) -> Any:
        return self.game.move(question.player, {**self.answers, question.key: part})


def _mark(reason: Reason) -> tuple[str, str]:
    """Return what a reason is known by while a move is entered."""
    return reason.code, reason.at
