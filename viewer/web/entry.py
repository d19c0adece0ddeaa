"""A table as it is, entered by taps: its pieces, what explains them, and what is done with it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

from palace.contract.game import Form, Question
from palace.monkey_palace.game.joining import JOINING
from palace.monkey_palace.kernel.audit import Audit, audit
from palace.monkey_palace.kernel.elements import ANIMALS
from palace.monkey_palace.kernel.found import Found
from palace.monkey_palace.kernel.ground import GroundMap
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.rulings import DEFAULT
from palace.monkey_palace.search.trial import Trial

from .draft import refusal

PIECES = ("N", "E", "S", "W", "b", "c", "l", "d", "g", *ANIMALS)
"""What can be put on a knob: arches by their way, bricks, columns, decorations, animals."""


@dataclass(frozen=True)
class Entered:
    """The table as far as it is entered.

    `at` is the knob that the next piece is for.  `trial` is a staircase that is judged on the
    table, None while pieces are entered; `explained` how many staircases of the audit are shown,
    None for the whole table.
    """

    found: Found
    at: Knob | None = None
    trial: Trial | None = None
    explained: int | None = None

    @property
    def palace(self) -> Palace | None:
        """The palace; None while something is missing or wrong."""
        return self.found.palace

    @cached_property
    def audit(self) -> Audit | None:
        """What explains the palace; None where there is none, or nothing but the set-up."""
        palace = self.palace
        if palace is None or palace == Palace.setup(palace.ground):
            return None
        return audit(palace)

    @cached_property
    def built(self) -> tuple[Palace, ...]:
        """The set-up, and the palace after each staircase that explains the table."""
        if self.audit is None or not self.audit.legal:
            return ()
        after = [found.verdict.palace for found in self.audit.staircases]
        setup = Palace.setup(self.found.ground)
        return (setup, *(palace for palace in after if palace is not None))


class Entry:
    """The table that is entered on all pages, and every state before, so that undo goes through
    all of it.

    `answers` are those to the questions of a game that began without a record.
    """

    def __init__(self, ground: GroundMap, changed: Callable[[], None]) -> None:
        self._changed = changed
        self._states = [Entered(Found.of(Palace.setup(ground)))]
        self.answers: dict[str, object] | None = None

    @property
    def now(self) -> Entered:
        """The table as it is entered now."""
        return self._states[-1]

    @property
    def begun(self) -> bool:
        """Whether there is something to undo."""
        return len(self._states) > 1

    def tap(self, knob: Knob) -> None:
        """Choose the knob of the next piece, or go on to it with the staircase that is judged."""
        now = self.now
        if now.trial is None:
            self._go(replace(now, at=knob, explained=None))
        elif now.trial.knobs[-1:] == (knob,):
            self._go(replace(now, trial=now.trial.back()))
        else:
            self._go(replace(now, trial=now.trial.on_to(knob)))

    def put(self, piece: str) -> None:
        """Put a piece of `PIECES` on the chosen knob; raises `InputError`."""
        now = self.now
        if now.at is None:
            raise refusal("no-knob")
        self._go(replace(now, found=now.found.put(now.at, piece), explained=None))

    def take(self) -> None:
        """Take the topmost piece of the chosen knob off; raises `InputError`."""
        now = self.now
        if now.at is None:
            raise refusal("no-knob")
        self._go(replace(now, found=now.found.take(now.at), explained=None))

    def undo(self) -> None:
        """Take the last tap back; raises `InputError` if there is none."""
        if not self.begun:
            raise refusal("no-tap")
        self._states.pop()
        self._changed()

    def judge(self) -> None:
        """Begin a staircase on the table, to be judged; raises `InputError` unless it is legal."""
        self._go(replace(self.now, trial=Trial(self._legal(), None, DEFAULT), explained=None))

    def build(self) -> None:
        """Put the staircase that was judged on the table, if it is legal."""
        trial = self.now.trial
        if trial is None or trial.verdict is None or trial.verdict.palace is None:
            raise refusal("not-legal")
        self._go(Entered(Found.of(trial.verdict.palace)))

    def mend(self) -> None:
        """Take the legal staircase nearest to the one that is judged."""
        now = self.now
        mended = None if now.trial is None else now.trial.mended
        if mended is None:
            raise refusal("unmendable")
        self._go(replace(now, trial=mended))

    def leave(self) -> None:
        """Go back to entering pieces."""
        self.answers = None
        self._go(replace(self.now, trial=None, explained=None))

    def explain(self, number: int) -> None:
        """Show the table after so many of the staircases that explain it, 0 for the set-up."""
        if not 0 <= number < len(self.now.built):
            raise refusal("no-further")
        self._go(replace(self.now, explained=number))

    def _legal(self) -> Palace:
        palace = self.now.palace
        if palace is None:
            raise refusal("no-palace")
        return palace

    def _go(self, state: Entered) -> None:
        self._states.append(state)
        self._changed()

    # A record from here on.

    @property
    def form(self) -> Form:
        """What is asked to go on with a game that began without a record."""
        return JOINING

    def ask(self) -> None:
        """Begin to ask for the players and what they have; raises `InputError` unless the palace
        is legal."""
        palace = self._legal()
        self.answers = {"map": palace.ground.name, "palace": palace.position}
        self._changed()

    @property
    def question(self) -> Question | None:
        """What is asked next; None when all is answered, or nothing is asked."""
        return None if self.answers is None else self.form.next(self.answers, {})

    def answer(self, text: str) -> None:
        """Answer the question; raises `InputError` or `NotationError` if it cannot be read."""
        question = self.question
        if question is None or self.answers is None:
            raise refusal("no-question")
        read = question.read(text or question.default or "")
        self.answers = {**self.answers, question.key: read}
        self._changed()

    def unanswer(self) -> None:
        """Take the last answer back; before the first one, go back to the table."""
        answers = self.answers or {}
        if len(answers) <= 2:
            self.answers = None
        else:
            self.answers = dict([*answers.items()][:-1])
        self._changed()
