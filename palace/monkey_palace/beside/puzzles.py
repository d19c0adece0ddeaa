"""Puzzles and lessons that are answered by taps, one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property

from palace.contract.beside import Beside
from palace.contract.taps import Choice, Mood, Row, Taps, Told
from palace.monkey_palace.game.board import icons, under_way
from palace.monkey_palace.game.reasons import BOOK
from palace.monkey_palace.game.tapping import Tried, trial_taps
from palace.monkey_palace.kernel.rulings import DEFAULT
from palace.monkey_palace.players.puzzles import StaircasePuzzle, kept, lessons
from palace.monkey_palace.search.trial import Trial


def begin_puzzles(record: object, log: object, about: str) -> Asked:
    """Return the puzzle of a day, `about` as YYYY-MM-DD; those of the next days follow."""
    every = kept()
    return Asked(every, date.fromisoformat(about).toordinal() % len(every))


def begin_lessons(record: object, log: object, about: str) -> Asked:
    """Return the first lesson; the others follow."""
    return Asked.on(lessons(), 0)


@dataclass(frozen=True)
class Asked(Beside):
    """One of some puzzles, and the staircase that is tried as it is entered.

    The wrong staircase of a lesson is judged `exact`; what is tapped gets its supports.
    """

    every: Sequence[StaircasePuzzle]
    at: int = 0
    text: str = ""
    exact: bool = False

    @classmethod
    def on(cls, every: Sequence[StaircasePuzzle], at: int) -> Asked:
        """Return a puzzle; that of a lesson with its wrong staircase."""
        one = every[at % len(every)]
        return cls(every, at % len(every), one.wrong, exact=True)

    @property
    def one(self) -> StaircasePuzzle:
        """The puzzle that is asked."""
        return self.every[self.at]

    @property
    def title(self) -> str:
        """What it is called."""
        return BOOK.text("puzzle.title" if self.one.level else "lesson.title")

    @property
    def about(self) -> str:
        """Its number; of a puzzle how hard it is."""
        if self.one.level:
            return BOOK.text(f"puzzle-level.{self.one.level}", number=self.one.name)
        return BOOK.text("lesson.number", number=self.at + 1, all=len(self.every))

    @cached_property
    def tried(self) -> Tried:
        """The staircase on the table of the puzzle."""
        start = Trial(self.one.palace, self.one.hand, DEFAULT, exact=self.exact)
        return Tried.read(start, self.text)

    @cached_property
    def taps(self) -> Taps:
        """What is shown, and what can be tapped."""
        taps, one = trial_taps(self.tried), self.one
        told, right = self._told(taps.told)
        keys = [Choice("clear", BOOK.text("puzzle.clear"), "")] * bool(self.text)
        if right:
            keys.append(Choice("next", BOOK.text("puzzle.next"), ""))
        else:
            keys.append(Choice("solution", BOOK.text("puzzle.solution"), one.solution))
        main = "next" if right else "clear" if told.mood == "illegal" else ""
        rows = () if self.exact else taps.rows
        return taps._replace(
            told=told, rows=(*rows, Row("", tuple(keys), "bar")), main=main, answer=None, then="",
            argued=None, mended=None, mends="",
        )  # fmt: skip

    def _told(self, told: Told) -> tuple[Told, bool]:
        """Return what is told of the staircase so far, and whether it is right."""
        one, trial = self.one, self.tried.trial
        rule = (one.about,) if one.about else ()
        if not trial.knobs:
            lines = (*rule, BOOK.text("puzzle.tap"))
            return Told(one.task, lines=lines, left=icons(one.hand)), False
        if self.exact:
            lines = (*rule, one.task, BOOK.text("puzzle.tap-again"))
            return told._replace(reasons=(), lines=lines, uses=()), False
        if trial.staircase is None or not trial.legal:
            return told._replace(lines=(one.task,)) if under_way(trial) else told, False
        answer = one.answered(str(trial.staircase))
        mood: Mood = "legal" if answer.right else "open"
        return told._replace(title=answer.told, mood=mood, lines=()), answer.right

    def tapped(self, name: str, text: str) -> Beside:
        """Return it after a tap on a place or a key."""
        if name == "next":
            return Asked.on(self.every, self.at + 1)
        return replace(self, text=text, exact=False)
