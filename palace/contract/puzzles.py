"""A table with a question that one move answers: puzzles, and the lessons of `palace learn`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from palace.core.screen import Screen
from palace.core.verdict import Reason


class Answered(NamedTuple):
    """What is told of an answer: whether it is right, in a sentence; why it breaks a rule."""

    right: bool
    told: str
    reasons: tuple[Reason, ...] = ()


class Puzzle(Protocol):
    """A table and a question; immutable."""

    @property
    def name(self) -> str:
        """Its name among all: a number, a seed, the letter of a rule."""

    @property
    def level(self) -> str:
        """How hard it is; empty for a lesson."""

    @property
    def about(self) -> str:
        """The rule that a lesson teaches; empty for a puzzle."""

    @property
    def task(self) -> str:
        """The question."""

    @property
    def solution(self) -> str:
        """An answer that is right."""

    def shown(self, screen: Screen) -> str:
        """Return the table, the pieces and the rule, without the question."""

    def answered(self, text: str) -> Answered:
        """Return what is told of an answer; raises `NotationError`."""

    def record(self) -> dict[str, object]:
        """Return the table and the question as plain data for JSON, without the solution."""


class Puzzles(NamedTuple):
    """The puzzles of a game.

    `kept` returns those of a level that are shipped, `drawn` the one of a seed and a level, both of
    all `levels` where the level is empty; `lessons` returns the ladder to learn on, first step
    first.
    """

    levels: tuple[str, ...]
    kept: Callable[[str], Sequence[Puzzle]]
    drawn: Callable[[int, str], Puzzle]
    lessons: Callable[[], Sequence[Puzzle]]
