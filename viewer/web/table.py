"""The table that all pages show: a game in its file, and the turn that is being entered.

Knows no web library: a page calls one method for each tap, and is told that something changed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import cast

from palace.contract.session import Attempt, Session
from palace.core.verdict import Reason
from palace.files.document import parse_document
from palace.files.serialise import data_text
from palace.files.writing import KeptFile
from palace.monkey_palace.entry import GAME
from palace.monkey_palace.game.asking import Asked
from palace.monkey_palace.game.cards import SLOTS, Card
from palace.monkey_palace.game.log import own, read
from palace.monkey_palace.game.rules import MonkeyLog
from palace.monkey_palace.game.state import GameState, Turn
from palace.monkey_palace.game.turn import TurnReport
from palace.monkey_palace.kernel.ground import load_map
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.staircase import Staircase
from palace.monkey_palace.search import best

from .draft import (
    Animal,
    Draft,
    Moment,
    Stage,
    Where,
    draft_text,
    forbidden,
    read_draft,
    refusal,
)
from .entry import Entry
from .words import BOOK

SECONDS = 10.0
"""Seconds that a hint is looked for."""


class Table:
    """One game for all pages.

    `session` is None until a game begins.  `version` changes with everything that pages show;
    `hint` is a staircase that was asked for.  `hold` keeps other processes from writing the file;
    `secret` is what the lock file keeps meanwhile.  `entry` is a table that is entered as it is,
    and shown while `entering`.
    """

    def __init__(self, path: Path, session: Session[GameState, Turn] | None = None) -> None:
        self.path = path
        self.session = session
        self.hold = ExitStack()
        self.secret = ""
        self.version = 0
        self.hint: Staircase | None = None
        self.moment: Moment | None = None
        self._drafts: list[Draft] = []
        self._watchers: list[Callable[[], object]] = []
        self.entry: Entry | None = None
        self.entering = False
        if session is not None:
            self._turn_begins()

    def watch(self, watcher: Callable[[], object]) -> None:
        """Call a function after every change."""
        self._watchers.append(watcher)

    def begin(self, names: Sequence[str], ground: str, box: str, trophies: str) -> None:
        """Begin a game in the table's file, and hold the file; raises `InputError`."""
        if self.session is not None:
            raise refusal("begun")
        if not names:
            raise refusal("no-players")
        players = [GAME.player(name) for name in names]
        keys = {"map": ground, "box": box, "trophies": trophies}
        self._keep_in(Session.new(GAME, self.path, players, keys))

    def enter(self, ground: str) -> None:
        """Enter a table as it is on a map; what was entered on it before is still there."""
        if self.session is not None:
            raise refusal("begun")
        if self.entry is None or self.entry.now.found.ground.name != ground:
            self.entry = Entry(load_map(ground), self._changed)
        self.entering = True
        self._changed()

    def leave_entry(self) -> None:
        """Go back to the form of a new game; what was entered stays."""
        self.entering = False
        self._changed()

    def begin_found(self) -> None:
        """Begin a record with the table as it was entered, and what was answered about it."""
        entry = self.entry
        if entry is None or entry.answers is None or entry.question is not None:
            raise refusal("unanswered")
        data = entry.form.record(entry.answers)
        kind = KeptFile(self.path).kind
        document = parse_document(data_text(data, kind), kind, str(self.path))
        record = read(document, self.path.parent)
        self._keep_in(Session.beginning(GAME, self.path, record))

    def _keep_in(self, session: Session[GameState, Turn]) -> None:
        """Go on with a session, and hold its file."""
        self.secret = self.hold.enter_context(session.file.held(self.secret))
        self.session = session
        self.entering = False
        self._turn_begins()

    # What is there.

    @property
    def game(self) -> Session[GameState, Turn]:
        """The session; raises `InputError` before the game begins."""
        if self.session is None:
            raise refusal("not-begun")
        return self.session

    @property
    def played(self) -> MonkeyLog:
        """The game up to the last turn that is kept."""
        return self.game.log

    @property
    def draft(self) -> Draft:
        """The turn as far as it is entered; raises `InputError` where there is none."""
        return self._drafts[-1] if self._drafts else Draft(self.now, self.now.trial)

    @property
    def now(self) -> Moment:
        """The game before the turn that is entered."""
        if self.session is None:
            raise refusal("not-begun")
        if self.moment is None:
            raise refusal("game-over")
        return self.moment

    @property
    def asked(self) -> Asked:
        """The questions of the turn, with what is entered."""
        return self.draft.asked

    @property
    def attempt(self) -> Attempt[GameState, Turn]:
        """The game with the turn as it is entered; raises `InputError` if there is none."""
        turn, replaces = self._whole.turn, self.now.replaces
        return self.game.attempt(turn, replaces)

    @property
    def _whole(self) -> Draft:
        """The turn that is entered; raises `InputError` if it is neither a build nor a pass."""
        draft = self.draft
        if not draft.passes and draft.trial.staircase is None:
            raise refusal("no-staircase")
        return draft

    @property
    def report(self) -> TurnReport:
        """How the turn was played as it is entered."""
        return self._whole.asked.report

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """Every reason against what is entered so far; what is still to be entered is none."""
        draft = self.draft
        if draft.stage == "build" and not draft.passes:
            return draft.trial.reasons
        found = self.report.reasons
        if draft.passes:
            return found
        if draft.stage == "cards":
            return tuple(reason for reason in found if reason.code not in ("monkey", "frog"))
        waits = "monkey" if draft.monkey is None else ""
        return tuple(reason for reason in found if reason.key != waits)

    @property
    def must_place(self) -> Animal | None:
        """The animal that the player still has to put somewhere."""
        draft = self.draft
        if draft.passes or draft.stage == "build":
            return None
        if draft.early and draft.frog is None:
            return "frog"
        missing = any(reason.key == "monkey" for reason in self.report.reasons)
        return "monkey" if missing else None

    @property
    def may_take_the_frog(self) -> bool:
        """Whether the frog can still be taken in this turn."""
        draft = self.draft
        open_ = not draft.passes and draft.frog is None and not draft.early
        asked = self.asked
        if not open_ or not asked.may_take_the_frog:
            return False
        return draft.stage != "build" or asked.early

    @property
    def places(self) -> Sequence[Knob]:
        """The knobs where the animal being placed can go."""
        if self.draft.placing is None:
            return ()
        return self.asked.places(self.draft.placing)

    @property
    def credits_left(self) -> int:
        """The credits that the cards chosen so far leave."""
        earned = self.report.earned
        spent = sum(card.cost or 0 for card in self.draft.cards)
        return (earned.credits if earned is not None else 0) - spent

    # What a tap does.

    def tap(self, knob: Knob) -> None:
        """Go on to a knob with the staircase, or put an animal there.

        A second tap on the last knob takes it out; with one knob alone, a knob that is not beside
        it is the new start.
        """
        draft = self.draft
        if draft.passes:
            raise refusal("passing")
        if draft.stage == "animals":
            self._put_animal(draft, knob)
            return
        if draft.stage != "build":
            raise refusal("built")
        trial = draft.trial
        if trial.knobs[-1:] == (knob,):
            trial = trial.back()
        elif len(trial.knobs) == 1 and trial.knobs[0].way_to(knob) is None:
            trial = trial.cut(0).on_to(knob)
        else:
            trial = trial.on_to(knob)
        self._go(replace(draft, trial=trial, at=-1))

    def _put_animal(self, draft: Draft, knob: Knob) -> None:
        """Put the animal that is waiting, or the one put last, on a knob."""
        if draft.placing == "frog" or (draft.placing is None and draft.monkey is None):
            waits: Animal | None = None
            if draft.monkey is None and any(r.key == "monkey" for r in self.report.reasons):
                waits = "monkey"
            self._go(replace(draft, frog=knob, placing=waits))
        else:
            self._go(replace(draft, monkey=knob, placing=None))

    def choose(self, knob: Knob) -> None:
        """Put further pieces on this knob of the staircase; raises `InputError` for another."""
        draft = self.draft
        if draft.stage != "build" or knob not in draft.trial.knobs:
            raise refusal("off-staircase", knob=knob)
        last = len(draft.trial.knobs) - 1 - draft.trial.knobs[::-1].index(knob)
        self._go(replace(draft, at=last - len(draft.trial.knobs)))

    def put(self, piece: str, where: Where) -> None:
        """Put a brick `b` or a column `c` on the chosen knob, or under the arch that ends there;
        with an empty text the last piece put there goes."""
        draft = self.draft
        trial, at = draft.trial, draft.at
        if draft.stage != "build" or not trial.knobs:
            raise refusal("no-start-yet")
        first = at + len(trial.knobs) == 0
        if where == "under" and first:
            raise refusal("first-knob")
        pieces = (trial.risers if where == "on" else trial.unders)[at]
        if not piece and not pieces:
            raise refusal(f"no-piece-{where}", knob=trial.knobs[at])
        after = pieces + piece if piece else pieces[:-1]
        change = trial.with_riser if where == "on" else trial.with_under
        self._go(replace(draft, trial=change(after, at)))

    def mend(self) -> None:
        """Take the legal staircase nearest to the one entered; raises `InputError` without one."""
        mended = self.draft.trial.mended
        if mended is None:
            raise refusal("unmendable")
        self._go(replace(self.draft, trial=mended, at=-1))

    def undo(self) -> None:
        """Take the last tap of this turn back; raises `InputError` if there is none."""
        if len(self._drafts) < 2:
            raise refusal("no-entry")
        self._drafts.pop()
        self._keep_draft()
        self._changed()

    def clear(self) -> None:
        """Begin the turn again."""
        self._go(Draft(self.now, self.now.trial))

    def go_to(self, stage: Stage, *, insist: bool = False) -> None:
        """Go to a stage of the turn; raises `InputError` unless the build is legal or the player
        insists.
        """
        draft = self.draft
        if stage == "build":
            self._go(replace(draft, stage="build", cards=(), frog=None, monkey=None, placing=None))
            return
        if draft.passes:
            raise refusal("passing")
        if draft.trial.staircase is None:
            raise refusal("no-staircase")
        if draft.stage == "build" and draft.trial.reasons and not insist:
            raise forbidden(draft.trial.reasons[0])
        placing = self.must_place if stage == "animals" else None
        self._go(replace(draft, stage=stage, placing=placing))

    def take(self, card: Card) -> None:
        """Take a card; it is put on the first free slot, or on the next one where none is free."""
        draft = self.draft
        if draft.stage != "cards":
            raise refusal("too-early")
        if card.slot is None and not self.free_slots:
            used = {other.slot for other in draft.cards}
            card = replace(card, slot=next(n for n in range(1, SLOTS + 1) if n not in used))
        self._go(replace(draft, cards=(*draft.cards, card)))

    @property
    def free_slots(self) -> tuple[int, ...]:
        """The slots that are still without a card, with the cards chosen so far put down."""
        return self._free(self.draft.cards)

    def _free(self, cards: Sequence[Card]) -> tuple[int, ...]:
        free = list(self.now.seat.free_slots)
        for card in cards:
            if free:
                free.remove(card.slot if card.slot in free else free[0])
        return tuple(free)

    def drop(self, index: int) -> None:
        """Leave a chosen card, by its index from 0."""
        cards = self.draft.cards
        self._go(replace(self.draft, cards=(*cards[:index], *cards[index + 1 :])))

    def move_card(self, index: int) -> None:
        """Put a chosen card on the next slot that it may be put on."""
        draft = self.draft
        open_ = self._free(draft.cards[:index]) or tuple(range(1, SLOTS + 1))
        card = draft.cards[index]
        now = card.slot if card.slot in open_ else open_[0]
        slot = open_[(open_.index(now) + 1) % len(open_)]
        cards = [*draft.cards]
        cards[index] = replace(card, slot=slot)
        self._go(replace(draft, cards=tuple(cards)))

    def take_the_frog(self) -> None:
        """Take the frog: before the build its column, after it the next knob is the frog's."""
        draft = self.draft
        if draft.frog is not None or draft.early or draft.placing == "frog":
            placing = self.must_place if draft.stage == "animals" else None
            self._go(replace(draft, frog=None, placing=placing, early=False))
            return
        if not self.may_take_the_frog:
            raise refusal("no-frog")
        if draft.stage != "build":
            self._go(replace(draft, stage="animals", placing="frog"))
            return
        trial = replace(draft.trial, supply=self.now.early_trial.supply)
        self._go(replace(draft, early=True, trial=trial))

    def pass_turn(self) -> None:
        """Pass; what can be built instead is a reason against it."""
        self._go(Draft(self.now, self.now.trial, passes=True))

    def look_for_hint(self) -> Staircase | None:
        """Return the best staircase from the pieces in hand; None where nothing can be built.

        Takes up to `SECONDS`, and can run in a thread.
        """
        trial = self.now.trial
        found = best(trial.palace, trial.supply, trial.rulings, seconds=SECONDS)
        return found.verdicts[0].staircase if found.verdicts else None

    def show_hint(self, staircase: Staircase | None) -> None:
        """Show a hint on all pages, or none."""
        self.hint = staircase
        self._changed()

    def take_hint(self) -> None:
        """Enter the staircase of the hint."""
        hint = self.hint
        if hint is None:
            raise refusal("no-hint")
        trial = replace(self.now.trial, knobs=hint.knobs, unders=hint.unders, risers=hint.risers)
        self.hint = None
        self._go(Draft(self.now, trial))

    # What is kept.

    def confirm(self, version: int, *, insist: bool = False) -> None:
        """Keep the turn.

        `version` is what the page showed.  Raises `InputError` if the table has changed since, if
        something is wrong with the turn and the player does not insist, or if it cannot be saved.
        """
        self._check(version)
        attempt = self.attempt
        if self.must_place is not None and not insist:
            raise refusal("not-placed", animal=BOOK.text(self.must_place))
        if attempt.reasons and not insist:
            raise forbidden(attempt.reasons[0])
        self._keep(attempt)

    def take_back(self, version: int) -> None:
        """Take back the last turn that was kept; raises `InputError` as `confirm` does."""
        self._check(version)
        attempt = self.game.attempt_undo()
        if attempt is None:
            raise refusal("no-turn")
        self._keep(attempt)

    def replace_turn(self, number: int) -> None:
        """Enter an older turn again; raises `InputError` if there is none of this number."""
        session = self.game
        at = session.index(number)
        log = session.log.back(len(session.log.commits) - at)
        setup = own(session.setup)
        player = session.log.commits[at].move.player
        self.moment = Moment(setup, log, player, number)
        self._drafts = [Draft(self.moment, self.moment.trial)]
        self.hint = None
        self._changed()

    def leave_replacing(self) -> None:
        """Leave the older turn as it is."""
        self._turn_begins()

    @property
    def later(self) -> tuple[TurnReport, ...]:
        """What becomes of the turns after the one that is replaced."""
        if self.now.replaces is None:
            return ()
        attempt = self.attempt
        later = attempt.log.reports[attempt.at + 1 :]
        return tuple(cast(TurnReport, report) for reports in later for report in reports)

    @cached_property
    def title(self) -> str:
        """The game's name."""
        return GAME.title

    def _check(self, version: int) -> None:
        if version != self.version:
            raise refusal("changed")

    def _keep(self, attempt: Attempt[GameState, Turn]) -> None:
        self.game.confirm(attempt)
        self._turn_begins()

    def _keep_draft(self) -> None:
        """Write what is entered beside the record; where that cannot be, it is on the page only."""
        if self.now.replaces is None:
            self.game.file.keep_draft(draft_text(self.draft))

    def _begun(self, moment: Moment) -> list[Draft]:
        """Return the draft that is kept beside the record, if it is of this moment."""
        draft = read_draft(moment, self.game.file.draft)
        return [] if draft is None else [draft]

    def _turn_begins(self) -> None:
        session = self.game
        due = session.log.due
        self.moment = None
        self._drafts = []
        self.hint = None
        if due:
            self.moment = Moment(own(session.record), self.played, due[0])
            self._drafts = [Draft(self.moment, self.moment.trial), *self._begun(self.moment)]
        self._changed()

    def _go(self, draft: Draft) -> None:
        self._drafts.append(draft)
        self._keep_draft()
        self._changed()

    def _changed(self) -> None:
        self.version += 1
        for watcher in tuple(self._watchers):
            watcher()
