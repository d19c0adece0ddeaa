"""A move being entered, question by question: what a terminal and a page do alike."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Generic, NamedTuple, cast

from palace.contract.game import OTHERS, Asking, Form, Game, Given, Question
from palace.contract.pad import PLAYERS, players
from palace.contract.rules import Log, M, Record, S, TurnReport
from palace.contract.taps import Taps
from palace.core.errors import InputError, NotationError
from palace.core.verdict import Reason
from palace.files.document import parse_document

NAMED = 3
"""The most moves that a prompt names."""

MOST_PLAYERS = 8
"""Players of a new game that does not tell how many can play."""


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


def beginning(game: Game[S, M]) -> Form:
    """Return the form of a new game: who plays, as its pad asks, if it does not tell."""
    if game.beginning is not None:
        return game.beginning()

    def questions(answers: Given, rulings: Mapping[str, str]) -> Iterator[Question]:
        asked = iter(()) if game.pad is None else iter(game.pad().questions(answers, rulings))
        yield next(asked, players(1, MOST_PLAYERS))

    def record(answers: Given) -> dict[str, object]:
        names = cast("tuple[str, ...]", answers[PLAYERS])
        return game.new([game.player(name) for name in names], Path("game.toml"), {})

    return Form(questions, record)


class Answered(NamedTuple):
    """An answer as it was typed, and whether the player kept it against reasons."""

    player: str
    key: str
    text: str
    insisted: bool = False


@dataclass(frozen=True)
class Entering(Generic[S, M]):
    """A move being entered into a log: by whom, what they have answered, and what is asked next.

    `players` answer one after the other; `move` is what those before have answered, `answers` are
    those of the player who is asked, `insisted` the reasons that a player has seen and kept an
    answer against.  `question` is None when all players have answered.  `replaces` is the number
    of an older move, from 1, that is entered again.
    """

    asking: Asking[S, M] = field(compare=False)
    record: Record[S, M]
    whole: Log[S, M]
    players: tuple[str, ...]
    replaces: int | None = None
    move: M | None = None
    answers: Given = field(default_factory=dict)
    answered: tuple[Answered, ...] = ()
    insisted: frozenset[tuple[str, str]] = frozenset()
    done: int = 0
    typed: str = ""

    @classmethod
    def due(cls, game: Game[S, M], record: Record[S, M], log: Log[S, M]) -> Entering[S, M]:
        """Return the move that is due; `record` has the set-up."""
        return cls(asking(game), record, log, log.due)._advanced()

    @classmethod
    def again(
        cls, game: Game[S, M], record: Record[S, M], log: Log[S, M], number: int
    ) -> Entering[S, M]:
        """Return an older move, counted from 1, being entered again."""
        reports = log.reports[number - 1]
        players = tuple(r.player for r in reports if r.number is not None) or ("",)
        return cls(asking(game), record, log, players, number)._advanced()

    @cached_property
    def log(self) -> Log[S, M]:
        """The game before the move."""
        if self.replaces is None:
            return self.whole
        return self.whole.back(len(self.whole.commits) - self.replaces + 1)

    @cached_property
    def question(self) -> Question | None:
        """What is asked next."""
        if self.done == len(self.players):
            return None
        player = self.players[self.done]
        known = self.answers if self.move is None else {OTHERS: self.move, **self.answers}
        asked = self.asking.questions(self.record, self.log, player, known)
        return asked[0] if asked else None

    def _advanced(self) -> Entering[S, M]:
        """Return it with the move of each player who has answered everything."""
        entry = self
        while entry.done < len(self.players) and entry.question is None:
            move = self.asking.move(self.players[entry.done], entry.answers, entry.move)
            entry = replace(entry, move=move, answers={}, done=entry.done + 1)
        return entry

    def read(self, text: str) -> tuple[object, tuple[Reason, ...]]:
        """Return the part of the move that an answer makes, and what is wrong with it.

        Raises `NotationError` or `InputError` if the answer cannot be read.
        """
        question = self._asked
        part = question.read(text or question.default or "")
        answers = {**self.answers, question.key: part}
        move = self.asking.move(question.player, answers, self.move)
        _, reports = self.log.rules.apply(self.log.state, move, whole=question.concerns is not None)
        found = (reason for report in reports for reason in report.reasons)
        wrong = [*filter(question.concerns, found), *question.doubts(part)]
        return part, tuple(reason for reason in wrong if _mark(reason) not in self.insisted)

    def kept(self, text: str, part: object, wrong: Sequence[Reason] = ()) -> Entering[S, M]:
        """Return it with an answer, kept against the reasons that the player has seen."""
        question = self._asked
        made = Answered(question.player, question.key, text, bool(wrong))
        return replace(
            self, typed="", answers={**self.answers, question.key: part},
            answered=(*self.answered, made), insisted=self.insisted | {*map(_mark, wrong)},
        )._advanced()  # fmt: skip

    def typing(self, text: str) -> Entering[S, M]:
        """Return it with another text in place of what is entered of the next answer.

        Raises `NotationError` or `InputError` for a text that no taps make.
        """
        if not isinstance(text, str):
            raise TypeError("a text is entered")
        typed = replace(self, typed=text)
        _ = typed.taps
        return typed

    @cached_property
    def taps(self) -> Taps | None:
        """What can be tapped with what is entered; None where the answers are keys."""
        asked = self.question
        return None if asked is None or asked.taps is None else asked.taps(self.typed)

    @property
    def draft(self) -> str:
        """The answers as they were typed, to be kept and `resumed`; empty where there is none."""
        if not self.answered and not self.typed:
            return ""
        data = {"format": 1, "moves": len(self.whole.commits), "answers": self.answered}
        data |= {"typed": self.typed} if self.typed else {}
        return json.dumps(data, ensure_ascii=False, indent=1) + "\n"

    def resumed(self, draft: str) -> Entering[S, M]:
        """Return it with the answers of a draft, as many as can be given here as they were."""
        entry = self
        try:
            data = parse_document(draft, "json", "draft").data
            if (data["format"], data["moves"]) != (1, len(self.whole.commits)):
                return self
            for player, key, text, insisted in data["answers"]:
                asked = entry.question
                fits = asked is not None and (asked.player, asked.key) == (player, key)
                if not fits or not isinstance(text, str):
                    break
                part, wrong = entry.read(text)
                if wrong and not insisted:
                    break
                entry = entry.kept(text, part, wrong)
            else:
                entry = entry.typing(data.get("typed", ""))
        except (ValueError, TypeError, KeyError, InputError, NotationError):
            pass
        return entry

    @property
    def _asked(self) -> Question:
        if self.question is None:
            raise ValueError("all players have answered")
        return self.question

    def so_far(self, player: str) -> Log[S, M]:
        """Return the game with what a player has answered."""
        if not self.answers:
            return self.log
        return self.whole.moved(self.asking.move(player, self.answers, self.move), self.replaces)

    def wrong(self, reports: Iterable[TurnReport]) -> tuple[tuple[str, Reason], ...]:
        """Return what is wrong with the move and was not seen before, each with whose it is, where
        several have moved."""
        several = len(self.players) > 1
        return tuple(
            (report.player if several else "", reason)
            for report in reports
            for reason in report.reasons
            if _mark(reason) not in self.insisted
        )


def _mark(reason: Reason) -> tuple[str, str]:
    """Return what a reason is known by while a move is entered."""
    return reason.code, reason.at
