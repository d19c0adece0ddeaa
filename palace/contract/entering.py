"""A move being entered, question by question: what a terminal and a page do alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Generic

from palace.contract.game import Asking, Game, Given, Question
from palace.contract.rules import Log, M, Record, S
from palace.contract.session import Attempt, Session
from palace.core.verdict import Reason

NAMED = 3
"""The most moves that a prompt names."""


def asking(game: Game[S, M]) -> Asking[S, M]:
    """Return how moves of a game are entered: in one line each, if it does not tell."""
    if game.asking is not None:
        return game.asking()

    def questions(
        record: Record[S, M], log: Log[S, M], player: str, answers: Given
    ) -> Sequence[Question]:
        def moves() -> Iterator[str]:
            for move in log.rules.parts(log.state, None, player):
                yield str(move)

        def read(text: str) -> str:
            game.typed(player, text)
            return text

        few = [*islice(moves(), NAMED + 1)]
        few[NAMED:] = ["..."] * (len(few) > NAMED)
        prompt = f"{player} ({', '.join(few)})> " if few else f"{player}> "
        return () if answers else (Question("move", player, prompt, moves, read),)

    def move(player: str, answers: Given, others: M | None) -> M:
        return game.typed(player, str(answers["move"]))

    return Asking(questions, move)


class Entering(Generic[S, M]):
    """A move being entered: from which moment, by whom, and what becomes of it.

    `players` answer one after the other; `move` is what those before have answered, `answers` those
    of the player who is asked; `insisted` the reasons that a player has seen and kept their answer
    against.
    """

    def __init__(
        self,
        session: Session[S, M],
        log: Log[S, M],
        players: Sequence[str],
        made: Callable[[M], Attempt[S, M]],
    ) -> None:
        self.asking = asking(session.game)
        self.record = session.setup
        self.log = log
        self.players = tuple(players)
        self.move: M | None = None
        self.answers: Given = {}
        self.insisted: frozenset[tuple[str, str]] = frozenset()
        self._made = made
        self._answered = 0

    @classmethod
    def due(cls, session: Session[S, M]) -> Entering[S, M]:
        """Return the move that is due in a game."""
        return cls(session, session.log, session.log.due, session.attempt)

    @classmethod
    def again(cls, session: Session[S, M], number: int) -> Entering[S, M]:
        """Return an older move, counted from 1, being entered again; raises `InputError`."""
        at = session.index(number)
        players = [r.player for r in session.log.reports[at] if r.number is not None] or [""]
        log = session.log.back(len(session.log.commits) - at)
        return cls(session, log, players, lambda move: session.attempt_replace(number, move))

    @property
    def begun(self) -> bool:
        """Whether anything is answered."""
        return self.move is not None or bool(self.answers)

    def next(self) -> Question | None:
        """Go on to what is asked next, and return it; None when all players have answered."""
        while self._answered < len(self.players):
            player = self.players[self._answered]
            asked = self.asking.questions(self.record, self.log, player, self.answers)
            if asked:
                return asked[0]
            self.move = self.asking.move(player, self.answers, self.move)
            self.answers = {}
            self._answered += 1
        return None

    def read(self, question: Question, text: str) -> tuple[object, tuple[Reason, ...]]:
        """Return the part of the move that an answer makes, and what is wrong with it.

        Raises `NotationError` or `InputError` if the answer cannot be read.
        """
        part = question.read(text or question.default or "")
        answers = {**self.answers, question.key: part}
        move = self.asking.move(question.player, answers, self.move)
        _, reports = self.log.rules.apply(self.log.state, move, whole=question.concerns is not None)
        found = (reason for report in reports for reason in report.reasons)
        wrong = [*filter(question.concerns, found), *question.doubts(part)]
        return part, tuple(reason for reason in wrong if _mark(reason) not in self.insisted)

    def keep(self, question: Question, part: object, wrong: Sequence[Reason] = ()) -> None:
        """Keep an answer, against the reasons that the player has seen."""
        self.insisted |= {_mark(reason) for reason in wrong}
        self.answers = {**self.answers, question.key: part}

    def attempt(self) -> Attempt[S, M]:
        """Return the game with the move, when all players have answered."""
        assert self.move is not None
        return self._made(self.move)

    def so_far(self, player: str) -> Log[S, M]:
        """Return the game with what a player has answered."""
        if not self.answers:
            return self.log
        return self._made(self.asking.move(player, self.answers, self.move)).log

    def wrong(self, attempt: Attempt[S, M]) -> tuple[tuple[str, Reason], ...]:
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
