"""A map that is looked at: what each knob is worth with a hand, and the best staircase of one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from palace.contract.beside import Beside
from palace.contract.taps import Board, Choice, Idea, Row, Taps, Told
from palace.core.errors import InputError, Problem
from palace.monkey_palace.drawing.heat import Heat, heat
from palace.monkey_palace.game.board import (
    Marks,
    about_map,
    board_of,
    map_name,
    solids,
    trial_marks,
)
from palace.monkey_palace.game.card_taps import amounts
from palace.monkey_palace.game.reasons import BOOK
from palace.monkey_palace.game.tapping import Tried, trial_told, way_name
from palace.monkey_palace.kernel.ground import SHIPPED, GroundMap, load_map
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.rulings import DEFAULT
from palace.monkey_palace.kernel.supply import BOX, Supply
from palace.monkey_palace.search import End, Start
from palace.monkey_palace.search.map_stats import (
    FIGURES,
    USUAL,
    MapStats,
    best_by,
    seek_best_at,
    seek_in_time,
)
from palace.monkey_palace.search.trial import Trial

SECONDS = 10.0
"""Seconds that a map is looked at."""


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

    `stats` are the figures, None before they are known.  `best` is the best staircase of the knob
    `at`, empty where there is none, None before it is known; `note` says what was found otherwise.
    """

    name: str
    figure: str = "height"
    hand: Supply = USUAL
    stats: MapStats | None = None
    at: Knob | None = None
    best: str | None = None
    note: str = ""

    @property
    def title(self) -> str:
        """What it is called."""
        return BOOK.text("maps.title")

    @property
    def about(self) -> str:
        """The map, where it is a placeholder."""
        return about_map(self.palace.ground)

    @cached_property
    def palace(self) -> Palace:
        """The set-up of the map."""
        return Palace.setup(load_map(self.name))

    @property
    def heat(self) -> Heat | None:
        """The figure of each knob."""
        return None if self.stats is None else heat(self.stats, self.figure)

    @cached_property
    def trial(self) -> Trial | None:
        """The staircase that is shown."""
        if not self.best or self.stats is None:
            return None
        start = Trial(self.palace, self.stats.supply, DEFAULT)
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
            return replace(here, name=name, at=at, stats=None)
        if name.endswith(("-less", "-more")):
            return replace(here, hand=Supply.read(text), stats=None)
        return replace(here, at=Knob.read(name))

    def ideas(self, what: str) -> Iterator[Idea]:
        """Yield the figures, or the best staircase of the chosen knob."""
        if what == "heat":
            return self._figures()
        assert self.at is not None
        assert self.stats is not None
        return self._best(self.stats, self.at)

    def thought(self, what: str, idea: Idea) -> Beside:
        """Return it with what was found."""
        if not idea.done:
            return self
        if what == "heat":
            figures, best = json.loads(idea.text or "")
            stats = _read(self.palace, self.hand, figures)
            return replace(self, stats=stats, best=best, note=idea.told)
        return replace(self, best=idea.text or "", note=idea.told)

    def _figures(self) -> Iterator[Idea]:
        """Yield how far the figures are, at last all of them, with the best staircase of a knob
        that was chosen before."""
        stats: MapStats | None = None
        for last, share in seek_in_time(self.palace, self.hand, seconds=SECONDS):
            stats = last
            yield Idea(share=share)
        assert stats is not None
        best = Idea()
        for best in () if self.at is None else self._best(stats, self.at):
            yield Idea(share=best.share)
        found = json.dumps([_written(stats), best.text])
        yield Idea(found, best.told, done=True, share=1.0)

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
        trial, marks = self.trial, Marks()
        pieces = () if trial is None else [element for element, _ in trial.pieces]
        if trial is not None:
            marks = replace(trial_marks(trial), look="hint", ahead=frozenset(), put={})
        marks = replace(marks, chosen=(self.at,), heat=self.heat)
        hints = solids(pieces, "hint")
        tap = None if self.stats is None else ""
        return board_of(self.palace, marks, more=hints, answer=lambda knob: tap)

    def _told(self) -> Told:
        if self.stats is None:
            return Told(BOOK.text("maps.looking"))
        about, lines = BOOK.text(f"maps.about-{self.figure}"), [self.note] * bool(self.note)
        arches = self.stats.supply.arch
        if arches < self.hand.arch:
            lines.append(BOOK.text("maps.fewer", count=arches))
        if self.trial is not None:
            told, verdict = trial_told(self.trial), self.trial.verdict
            if verdict is not None:
                earned = (verdict.credits or 0, verdict.decoration or "")
                title = BOOK.text("maps.best", way=way_name(self.trial.knobs), earned=earned)
                told = told._replace(title=title)
            return told._replace(lines=(*told.lines, about, *lines), left=())
        if self.at is None or (self.best == "" and self.note):  # there was no time to find one
            return Told(about, lines=(BOOK.text("maps.tap"), *lines))
        knob = str(self.at)
        title = BOOK.text("maps.seeking" if self.best is None else "maps.none", knob=knob)
        return Told(title, lines=tuple(lines))

    def _rows(self, main: str) -> Iterator[Row]:
        if main:
            yield Row("", (Choice(main, BOOK.text(f"maps.ask-{main}"), asks=main),))
        maps = {name: map_name(name) for name in SHIPPED}
        figures = {name: BOOK.text(f"maps.short-{name}") for name in reversed(FIGURES)}
        for title, texts, chosen in (
            (BOOK.text("maps.figure"), figures, self.figure),
            ("", maps, self.name),
        ):
            keys = (Choice(name, text, "", on=name == chosen) for name, text in texts.items())
            yield Row(title, tuple(keys))
        yield Row(BOOK.text("maps.hand"), tuple(amounts(self.hand, "", str, BOX)), "list")


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
