"""A staircase being tried, and the recorded game it is tried in; no file is written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from palace.core.verdict import Reason
from palace.monkey_palace.game.play import with_turns
from palace.monkey_palace.game.record import Record
from palace.monkey_palace.game.replay import Replay, replay
from palace.monkey_palace.game.schema import Turn
from palace.monkey_palace.game.turn import play
from palace.monkey_palace.kernel.elements import COLOURS, PIECES, Element
from palace.monkey_palace.kernel.knob import WAYS, Knob
from palace.monkey_palace.kernel.laying import elements, fill, steps
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.referee import judge
from palace.monkey_palace.kernel.rulings import Rulings
from palace.monkey_palace.kernel.staircase import Staircase
from palace.monkey_palace.kernel.supply import Supply
from palace.monkey_palace.kernel.verdict import Verdict
from palace.monkey_palace.search.next_knobs import first_knobs, next_knobs

from .mode import ModeContext

_OF_A_START = ("start", "off-knob", "blocked", "decoration")


@dataclass(frozen=True)
class Trial:
    """The knobs clicked so far on a palace, and the risers put on them.

    `supply` is None for the pieces left in the box.  `filled` adds the fewest missing supports, as
    `palace check --fill` does.
    """

    palace: Palace
    supply: Supply | None
    rulings: Rulings
    knobs: tuple[Knob, ...] = ()
    risers: tuple[str, ...] = ()
    filled: bool = True

    def on_to(self, knob: Knob) -> Trial:
        """Return the trial with an arch to one more knob, or with its first knob."""
        return replace(self, knobs=(*self.knobs, knob), risers=(*self.risers, ""))

    def back(self) -> Trial:
        """Return the trial without its last knob."""
        return replace(self, knobs=self.knobs[:-1], risers=self.risers[:-1])

    def with_riser(self, pieces: str) -> Trial:
        """Return the trial with a new riser on its last knob, `b` and `c` from below."""
        return replace(self, risers=(*self.risers[:-1], pieces))

    @cached_property
    def staircase(self) -> Staircase | None:
        """The staircase with its supports; None before the second knob."""
        if len(self.knobs) < 2:
            return None
        plain = Staircase(self.knobs, ("",) * len(self.knobs), self.risers)
        return fill(self.palace, plain, self.supply) if self.filled else plain

    @cached_property
    def verdict(self) -> Verdict | None:
        """The referee's verdict; None before the second knob."""
        if self.staircase is None:
            return None
        return judge(self.palace, self.staircase, self.supply, self.rulings)

    @cached_property
    def reasons(self) -> tuple[Reason, ...]:
        """All reasons against the staircase; for a single knob, why it cannot be a start."""
        if self.verdict is not None:
            return self.verdict.reasons
        stub = self._stub
        if stub is None:
            return ()
        found = judge(self.palace, stub, self.supply, self.rulings).reasons
        at = str(self.knobs[0])
        return tuple(r for r in found if r.at == at and r.code in _OF_A_START)

    @property
    def legal(self) -> bool:
        """Whether there is a staircase, and it is legal."""
        return self.verdict is not None and self.verdict.legal

    @cached_property
    def uses(self) -> Supply:
        """The pieces of the staircase, supports and risers included."""
        if self.staircase is not None:
            return self.staircase.uses
        pieces = "".join(self.risers)
        return Supply(0, pieces.count("b"), pieces.count("c"))

    @property
    def left(self) -> Supply:
        """The pieces in hand that remain; below 0 those that are missing."""
        return self.palace.at_hand(self.supply).minus(self.uses)

    @cached_property
    def pieces(self) -> tuple[tuple[Element, bool], ...]:
        """The elements in walking order, each with whether `fill` added it as a support."""
        if self.staircase is None:
            stub = self._stub
            placed = () if stub is None else elements(self.palace, stub)
            stud = self.palace.ground.stud(self.knobs[0]) if self.knobs else None
            return tuple((e, False) for e in placed if e.kind != "arch" and (e.x, e.y) == stud)
        return tuple(zip(elements(self.palace, self.staircase), self._added(), strict=True))

    @cached_property
    def decoration(self) -> Element | None:
        """The decoration of a legal staircase, if the box has one left."""
        if self.verdict is None or self.verdict.palace is None:
            return None
        knob = self.knobs[-1]
        letter = self.verdict.palace.tops[knob]
        if letter not in COLOURS:
            return None
        kind = COLOURS[letter]
        level = self.verdict.palace.heights[knob] - PIECES[kind].height
        return Element(kind, *self.palace.ground.stud(knob), level)

    @cached_property
    def ahead(self) -> tuple[Knob, ...]:
        """The knobs to which a legal staircase may continue; see `next_knobs`."""
        if not self.knobs:
            return first_knobs(self.palace, self.supply, self.rulings)
        if self.knobs[-1] not in self.palace.ground.colours:
            return ()
        return next_knobs(self.palace, self.knobs, self.risers, self.supply, self.rulings)

    @property
    def _stub(self) -> Staircase | None:
        """The first knob with an arch to a neighbour, to judge a start alone."""
        if len(self.knobs) != 1:
            return None
        beside = [k for way in WAYS if (k := self.knobs[0].step(way)) is not None]
        open_ones = [k for k in beside if k in self.palace.ground.colours]
        return Staircase((self.knobs[0], (open_ones or beside)[0]), ("", ""), (*self.risers, ""))

    def _added(self) -> Iterator[bool]:
        """Yield for each element, in the order of `laying.elements`, whether `fill` added it."""
        assert self.staircase is not None
        for step in steps(self.palace, self.staircase):
            yield from (True for _ in self.staircase.unders[step.number])
            if step.near is not None:
                yield False
            riser, own = self.staircase.risers[step.number], len(self.risers[step.number])
            yield from (number >= own for number in range(len(riser)))


@dataclass(frozen=True)
class Running:
    """A record and its replay."""

    record: Record
    played: Replay

    @classmethod
    def of(cls, record: Record, here: ModeContext) -> Running:
        """Return the game after `here.turn` turns of a record, under the rulings of `here`."""
        turns = (record.data.turns or [])[: here.turn]
        changed: dict[str, object] = {}
        if here.rulings not in (record.rulings, record.rulings.of_builder(holds_monkey=True)):
            changed["rulings"] = here.rulings.changed()
        if record.data.map is None and record.data.ground is None:
            changed["map"] = record.ground.name  # required in a record with turns
        data = record.data.model_copy(update=changed)
        record = with_turns(replace(record, data=data), turns, record.document.kind)
        return cls(record, replay(record))

    @property
    def rulings(self) -> Rulings:
        """The rulings as they are for the next player."""
        return self.played.table.rulings_of(self.played.due, self.record.rulings)

    @property
    def hand(self) -> Supply | None:
        """Pieces of the next player; None if they are not known."""
        return self.played.table.seat(self.played.due).pieces

    @property
    def number(self) -> int:
        """Number of turns taken."""
        return len(self.played.turns)

    def take(self, turn: Turn) -> Running:
        """Return the game after one more turn; raises `InputError`."""
        turns = [*(self.record.data.turns or ()), turn]
        record = with_turns(self.record, turns, self.record.document.kind)
        report = play(record, self.played.table, self.number)
        return Running(record, replace(self.played, turns=(*self.played.turns, report)))

    def file(self) -> Path:
        """Return the file of the record, or a default name if it was not read from a file."""
        file = Path(self.record.document.file)
        return file if file.suffix.lower() in (".toml", ".json") else Path("game.toml")
