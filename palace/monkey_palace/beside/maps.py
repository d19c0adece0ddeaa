"""A map that is looked at: what each knob is worth with a hand, and the best staircase of one."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from palace.contract.beside import Beside
from palace.contract.taps import Amount, Board, Choice, Idea, Row, Taps, Told
from palace.core.errors import InputError, Problem
from palace.monkey_palace.drawing.heat import Heat, difference, heat
from palace.monkey_palace.game.board import Marks, board_of, solids
from palace.monkey_palace.game.reasons import BOOK
from palace.monkey_palace.game.tapping import Tried, trial_told
from palace.monkey_palace.kernel.ground import SHIPPED, GroundMap, load_map
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.rulings import DEFAULT
from palace.monkey_palace.kernel.supply import BOX, Supply
from palace.monkey_palace.search import End, Start
from palace.monkey_palace.search.map_stats import (
    FIGURES,
    MORE,
    USUAL,
    MapStats,
    best_by,
    seek_best_at,
    seek_in_time,
)
from palace.monkey_palace.search.trial import Trial

SECONDS = 10.0
"""Seconds that a map is looked at."""

NO_MAP = "with-none"


def known_map(name: str) -> GroundMap:
    """Return a map that is shipped, by default the first one; raises `InputError`."""
    if name and name not in SHIPPED:
        raise InputError(Problem("", BOOK.text("found.no-map", name=f"{name:.40}")))
    return load_map(name or SHIPPED[0])


def begin(record: object, log: object, about: str) -> Looked:
    """Return a map, by default the first one; raises `InputError`."""
    return Looked(known_map(about).name)


@dataclass(frozen=True)
class Looked(Beside):
    """A map with a hand and the figure that is shown of each knob.

    `other` is the map that it is compared with, `other_hand` the other hand; nothing and None for
    the same.  `stats` are the figures of each side, none before they are known.  `best` is the best
    staircase of the knob `at`, empty where there is none, None before it is known; `note` says what
    was found otherwise.
    """

    name: str
    figure: str = "credits"
    hand: Supply = USUAL
    other: str = ""
    other_hand: Supply | None = None
    stats: tuple[MapStats, ...] = ()
    at: Knob | None = None
    best: str | None = None
    note: str = ""

    @property
    def title(self) -> str:
        """What it is called."""
        return BOOK.text("maps.title")

    @cached_property
    def sides(self) -> tuple[tuple[Palace, Supply], ...]:
        """The map with its hand, and what it is compared with."""
        here = (_palace(self.name), self.hand)
        there = (_palace(self.other or self.name), self.other_hand or self.hand)
        return (here,) if there == here else (here, there)

    @property
    def heat(self) -> Heat | None:
        """The figure of each knob; beside another map or hand, how much more there is here."""
        if len(self.stats) == 2:
            return difference(self.stats[1], self.stats[0], self.figure)
        return heat(self.stats[0], self.figure) if self.stats else None

    @cached_property
    def trial(self) -> Trial | None:
        """The staircase that is shown."""
        if not self.best or not self.stats:
            return None
        start = Trial(self.sides[0][0], self.stats[0].supply, DEFAULT)
        return Tried.read(start, self.best).trial

    @cached_property
    def taps(self) -> Taps:
        """What is shown, and what can be tapped; `main` is what is to be thought of."""
        main = "" if self.stats else "heat"
        if self.stats and self.at is not None and self.best is None:
            main = "best"
        return Taps(self._told(), self._board(), tuple(self._rows(main)), main=main)

    def tapped(self, name: str, text: str) -> Beside:
        """Return it after a tap on a place or a key."""
        here = replace(self, best=None, note="")
        if name in FIGURES:
            return replace(here, figure=name)
        if name in SHIPPED:
            at = None if name != self.name else self.at
            return replace(here, name=name, at=at, stats=())
        if name.startswith("with-"):
            other = "" if name == NO_MAP else name.removeprefix("with-")
            return replace(here, other=other, stats=())
        if name == "more":
            hands = self.hand.plus(MORE), self.other_hand and self.other_hand.plus(MORE)
            return replace(here, hand=hands[0], other_hand=hands[1], stats=())
        if name == "two-hands":
            hand = self.hand if self.other_hand is None else None
            return replace(here, other_hand=hand, stats=self.stats if len(self.stats) < 2 else ())
        if name.startswith("other-"):
            return replace(here, other_hand=Supply.read(text), stats=())
        if name.endswith(("-less", "-more")):
            return replace(here, hand=Supply.read(text), stats=())
        return replace(here, at=Knob.read(name))

    def ideas(self, what: str) -> Iterator[Idea]:
        """Yield the figures, or the best staircase of the chosen knob."""
        if what == "heat":
            return self._figures()
        assert self.at is not None
        return self._best(self.stats[0], self.at)

    def thought(self, what: str, idea: Idea) -> Beside:
        """Return it with what was found."""
        if not idea.done:
            return self
        if what == "heat":
            found, best = json.loads(idea.text or "[[], null]")
            stats = (_read(*side, data) for side, data in zip(self.sides, found, strict=False))
            return replace(self, stats=tuple(stats), best=best, note=idea.told)
        return replace(self, best=idea.text or "", note=idea.told)

    def _figures(self) -> Iterator[Idea]:
        """Yield how far the figures are, at last all of them, with the best staircase of a knob
        that was chosen before.

        It is fair only with as many arches as there was time for on both sides.
        """
        sides, count = self.sides, len(self.sides)
        found: list[MapStats] = []
        for palace, hand in sides:
            stats: MapStats | None = None
            for last, share in seek_in_time(palace, hand, seconds=SECONDS):
                stats = last
                yield Idea(share=(len(found) + share) / count)
            assert stats is not None
            found.append(stats)
        fewest = min(stats.supply.arch for stats in found)
        for number, stats in enumerate(found):
            hand = stats.supply._replace(arch=fewest)
            if stats.supply.arch > fewest and len({hand for _, hand in sides}) == 1:
                for last, share in seek_in_time(stats.palace, hand, seconds=math.inf):
                    found[number] = last or stats
                    yield Idea(share=share)
        best = Idea()
        for best in () if self.at is None else self._best(found[0], self.at):
            yield Idea(share=best.share)
        figures = [*map(_written, found)]
        yield Idea(json.dumps([figures, best.text]), best.told, done=True, share=1.0)

    def _best(self, stats: MapStats, knob: Knob) -> Iterator[Idea]:
        """Yield how far the search for the best staircase of a knob is, at last the staircase."""
        by = best_by(self.figure)
        search = seek_best_at(stats.palace, knob, stats.supply, by=by, seconds=SECONDS)
        idea = Idea()
        for best, share in search:
            text = str(best.verdicts[0].staircase) if best.verdicts else ""
            idea = Idea(text, "" if best.complete else BOOK.text("maps.stopped"), share=share)
            yield idea
        yield idea._replace(done=True, share=1.0)

    # What is shown.

    def _board(self) -> Board:
        trial = self.trial
        path = () if trial is None else trial.knobs
        hints = () if trial is None else solids((element for element, _ in trial.pieces), "hint")
        marks = Marks(path, "hint", chosen=self.at, heat=self.heat)
        tap = "" if self.stats else None
        return board_of(self.sides[0][0], marks, more=hints, answer=lambda knob: tap)

    def _told(self) -> Told:
        if not self.stats:
            return Told(BOOK.text("maps.looking"))
        titles = dict.fromkeys(palace.ground.title for palace, _ in self.sides)
        one, *others = titles
        where = BOOK.text("maps.minus", one=one, other=others[0]) if others else one
        lines = [BOOK.text(f"maps.about-{self.figure}"), where]
        figures = set() if self.heat is None else {*self.heat.shown.values()}
        if len(figures) == 1:  # which the board does not repeat
            lines[0] = BOOK.text(f"maps.same-{self.figure}", count=figures.pop())
        arches = self.stats[0].supply.arch
        if arches < self.hand.arch:
            lines.append(BOOK.text("maps.fewer", count=arches))
        lines += [self.note] if self.note else []
        if self.trial is not None:
            told = trial_told(self.trial)
            return told._replace(lines=(*told.lines, *lines))
        if self.at is None or (self.best == "" and self.note):  # there was no time to find one
            return Told(BOOK.text("maps.tap"), lines=tuple(lines))
        knob = str(self.at)
        title = BOOK.text("maps.seeking" if self.best is None else "maps.none", knob=knob)
        return Told(title, lines=tuple(lines))

    def _rows(self, main: str) -> Iterator[Row]:
        if main:
            yield Row("", (Choice(main, BOOK.text(f"maps.ask-{main}"), asks=main),))
        maps = {name: name for name in SHIPPED}
        others = {NO_MAP: BOOK.text("maps.alone")} | {f"with-{name}": name for name in SHIPPED}
        figures = {name: BOOK.text(f"maps.short-{name}") for name in FIGURES}
        other = f"with-{self.other}" if self.other else NO_MAP
        for title, texts, chosen in (
            (BOOK.text("maps.figure"), figures, self.figure),
            (BOOK.text("maps.map"), maps, self.name),
            (BOOK.text("maps.compare"), others, other),
        ):
            keys = (Choice(name, text, "", on=name == chosen) for name, text in texts.items())
            yield Row(title, tuple(keys))
        more = "" if self.hand.plus(MORE).arch <= BOX.arch else None
        more_arches = Choice("more", BOOK.text("maps.more"), more)
        yield Row(BOOK.text("maps.hand"), (*_amounts("", self.hand), more_arches))
        one = Choice("two-hands", BOOK.text("maps.other-hand"), "", on=self.other_hand is not None)
        amounts = () if self.other_hand is None else _amounts("other-", self.other_hand)
        yield Row("", (one, *amounts))


def _palace(name: str) -> Palace:
    return Palace.setup(load_map(name))


def _amounts(lead: str, hand: Supply) -> Iterator[Amount]:
    """Yield the numbers of a hand, each with the hands that one less and one more make."""
    for kind, count in hand.named().items():
        less, more = (str(hand._replace(**{kind: count + by})) for by in (-1, 1))
        yield Amount(
            lead + kind, BOOK.text("tap.kind", kind=kind), count, less if count else None,
            more if count < getattr(BOX, kind) else None, ((kind, 0),),
        )  # fmt: skip


Figures = list[tuple[str, int, int, int]]


def _written(stats: MapStats) -> tuple[int, Figures, Figures]:
    """Return figures as plain data: the arches, and what every knob is worth."""
    starts, ends = (
        [(str(one.knob), one.staircases, one.credits, one.height) for one in every]
        for every in (stats.starts, stats.ends)
    )
    return stats.supply.arch, starts, ends


def _read(palace: Palace, hand: Supply, data: tuple[int, Figures, Figures]) -> MapStats:
    """Return figures from their plain data."""
    starts = tuple(Start(Knob.read(knob), *figures) for knob, *figures in data[1])
    ends = tuple(End(Knob.read(knob), *figures) for knob, *figures in data[2])
    supply = palace.at_hand(hand)._replace(arch=data[0])
    return MapStats(palace, supply, starts, ends, complete=True)
