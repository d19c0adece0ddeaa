"""The turn that is entered, and the moment of the game that it is entered in."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from palace.core.errors import InputError, Problem
from palace.core.verdict import Reason, Text
from palace.monkey_palace.game.asking import Asked
from palace.monkey_palace.game.cards import Card
from palace.monkey_palace.game.log import LoggedRecord
from palace.monkey_palace.game.replay import Replay
from palace.monkey_palace.game.state import GameState, PlayerState, Turn
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.search.trial import Trial

from .words import BOOK, ENGLISH

Stage = Literal["build", "cards", "animals"]
Where = Literal["on", "under"]
Animal = Literal["frog", "monkey"]


def refusal(key: str, **values: object) -> InputError:
    """Return the error of something that cannot be done now, from its words.

    What to do is under the key with `-mend` behind it, where there is anything.
    """
    remedy = BOOK.text(f"{key}-mend") if f"{key}-mend" in ENGLISH else ""
    return InputError(Problem("", BOOK.text(key, **values), remedy))


def forbidden(reason: Reason) -> InputError:
    """Return the error of a turn that is not legal."""
    return InputError(Problem("", Text(reason.text_in), BOOK.text("insist")))


@dataclass(frozen=True)
class Draft:
    """A turn as far as it is entered, at a moment of the game.

    `at` is the index of the knob that further pieces are put on.  `placing` is the animal that the
    next knob is for.  `early` is whether the frog was taken before the build.
    """

    moment: Moment
    trial: Trial
    stage: Stage = "build"
    at: int = -1
    passes: bool = False
    cards: tuple[Card, ...] = ()
    frog: Knob | None = None
    monkey: Knob | None = None
    placing: Animal | None = None
    early: bool = False

    @property
    def begun(self) -> bool:
        """Whether anything is entered."""
        return bool(self.trial.knobs or self.passes or self.early)

    @property
    def turn(self) -> Turn:
        """What is entered, as a turn."""
        if self.passes:
            return Turn(self.moment.player)
        build = self.trial.staircase
        return Turn(self.moment.player, build, self.cards, self.frog, self.monkey)

    @cached_property
    def asked(self) -> Asked:
        """The questions of the turn, with what is entered, and how it was played with that."""
        now, turn = self.moment, self.turn
        answers = {key: getattr(turn, key) for key in ("build", "take", "frog", "monkey")}
        return Asked(now.record, now.state, now.player, answers)


@dataclass(frozen=True)
class Moment:
    """The game before the turn that is entered; `replaces` is the number of the older turn that it
    takes the place of, None for the next one.
    """

    record: LoggedRecord
    replay: Replay
    player: str
    replaces: int | None = None

    @property
    def state(self) -> GameState:
        """The game between the turns."""
        return self.replay.state

    @property
    def seat(self) -> PlayerState:
        """What the player has."""
        return self.state.seat(self.player)

    @property
    def number(self) -> int:
        """The number of the turn, from 1."""
        return self.state.turn + 1

    @cached_property
    def trial(self) -> Trial:
        """A staircase without a knob; the knobs to start on are looked for once."""
        rulings = self.state.rulings_of(self.player, self.record.rulings)
        return Trial(self.state.palace, self.seat.pieces, rulings)
