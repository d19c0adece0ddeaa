"""The turn that is entered, and the moment of the game that it is entered in."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Annotated, Literal

from pydantic import BaseModel, Field, ValidationError

from palace.core.errors import InputError, Problem
from palace.core.verdict import Reason, Text
from palace.monkey_palace.game.asking import Asked
from palace.monkey_palace.game.cards import Card
from palace.monkey_palace.game.log import LoggedRecord
from palace.monkey_palace.game.rules import MonkeyLog
from palace.monkey_palace.game.schema import CardText, KnobName
from palace.monkey_palace.game.state import GameState, PlayerState, Turn
from palace.monkey_palace.game.turn import FROG_BRINGS
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.search.trial import Trial

from .words import BOOK, ENGLISH

Pieces = Annotated[str, Field(pattern="^[bc]*$", max_length=100)]
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


class Kept(BaseModel):
    """A draft as it is kept beside the record, in `NAME.draft`."""

    player: str
    turn: int
    knobs: list[KnobName]
    unders: list[Pieces]
    risers: list[Pieces]
    stage: Stage
    passes: bool
    take: list[CardText]
    frog: KnobName | None
    monkey: KnobName | None
    early: bool


def draft_text(draft: Draft) -> str:
    """Return a draft as JSON."""
    trial, frog, monkey = draft.trial, draft.frog, draft.monkey
    kept = Kept(
        player=draft.moment.player, turn=draft.moment.number,
        knobs=[*map(str, trial.knobs)], unders=[*trial.unders], risers=[*trial.risers],
        stage=draft.stage, passes=draft.passes, take=[*map(str, draft.cards)],
        frog=frog and str(frog), monkey=monkey and str(monkey), early=draft.early,
    )  # fmt: skip
    return kept.model_dump_json(indent=1)


def read_draft(moment: Moment, text: str) -> Draft | None:
    """Return the draft of a text; None for what is none of this moment."""
    try:
        kept = Kept.model_validate_json(text)
        cards = tuple(map(moment.record.card, kept.take))
    except (ValidationError, InputError):
        return None
    knobs = tuple(map(Knob.read, kept.knobs))
    same = (kept.player, kept.turn) == (moment.player, moment.number)
    if not same or not len(knobs) == len(kept.unders) == len(kept.risers):
        return None
    trial = replace(
        moment.early_trial if kept.early else moment.trial,
        knobs=knobs, unders=tuple(kept.unders), risers=tuple(kept.risers),
    )  # fmt: skip
    stage = kept.stage if trial.staircase is not None else "build"
    frog, monkey = (text and Knob.read(text) for text in (kept.frog, kept.monkey))
    return Draft(
        moment, trial, stage, passes=kept.passes, cards=cards,
        frog=frog or None, monkey=monkey or None, early=kept.early,
    )  # fmt: skip


@dataclass(frozen=True)
class Moment:
    """The game before the turn that is entered; `replaces` is the number of the older turn that it
    takes the place of, None for the next one.
    """

    record: LoggedRecord
    log: MonkeyLog
    player: str
    replaces: int | None = None

    @property
    def state(self) -> GameState:
        """The game between the turns."""
        return self.log.state

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

    @property
    def early_trial(self) -> Trial:
        """The same with the column that the frog brings before the build."""
        supply = self.trial.supply
        return replace(self.trial, supply=None if supply is None else supply.plus(FROG_BRINGS))
