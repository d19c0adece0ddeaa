"""Aids of looking and replaying: a hint, heat maps, and the description of a clicked spot.

Hints and heat maps are computed in a thread, so that the window keeps responding.
"""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import chain
from math import sqrt
from typing import Generic, NamedTuple, TypeVar

from palace.monkey_palace.kernel.elements import COLOUR_WORDS, COLOURS, Element
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.laying import elements
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.rulings import Rulings
from palace.monkey_palace.kernel.supply import Supply
from palace.monkey_palace.kernel.verdict import Verdict
from palace.monkey_palace.search import Best, best
from palace.monkey_palace.search.map_stats import USUAL, MapStats, in_time, short_number

from ..marks import label_steps
from .labels import describe
from .mode import Legend, ModeContext, Shot, Spot, Warmth

T = TypeVar("T")

Progress = Callable[[float], None]


class Errand(Generic[T]):
    """One call of `work` in a thread; `work` reports its progress through the function it gets.

    A dropped errand ends at its next report, and its result is discarded.
    """

    def __init__(self, work: Callable[[Progress], T]) -> None:
        self.share = 0.0
        self.result: T | None = None
        self.error: Exception | None = None
        self._dropped = False
        self._thread = threading.Thread(target=self._run, args=(work,), daemon=True)
        self._thread.start()

    @property
    def done(self) -> bool:
        """Whether the call has ended, with a result or an error."""
        return not self._thread.is_alive()

    def drop(self) -> None:
        """Discard the result."""
        self._dropped = True

    def wait(self, seconds: float | None = None) -> None:
        """Return when the call has ended, or after `seconds`."""
        self._thread.join(seconds)

    def _run(self, work: Callable[[Progress], T]) -> None:
        try:
            self.result = work(self._report)
        except _Dropped:
            pass
        except Exception as error:  # shown in the window instead of a traceback
            self.error = error

    def _report(self, share: float) -> None:
        if self._dropped:
            raise _Dropped
        self.share = share


class _Dropped(Exception):  # noqa: N818 - not an error
    """Ends a dropped errand."""


class Heat(NamedTuple):
    """A heat map: the warmth of its knobs, its legend, and notes for the panel."""

    warmth: Mapping[Knob, Warmth]
    legend: Legend
    notes: tuple[str, ...] = ()


HEAT_SECONDS = 3.0
"""Time limit of a heat map; after it no further arch is added."""

_MOST_KEPT = 8
_kept: dict[tuple[Palace, Supply, Rulings], MapStats] = {}


def draw_heat(here: ModeContext, progress: Progress, *, figure: str, title: str) -> Heat:
    """Return the heat map of one of `map_stats.FIGURES`; knobs with 0 are left out."""
    supply = USUAL if here.supply is None else here.supply
    stats = _find_stats(here, supply, progress)
    found = {knob: number for knob, number in stats.figure(figure).items() if number}
    least, most = min(found.values(), default=0), max(found.values(), default=0)
    # Numbers of staircases differ by powers of ten; their roots give more distinct tones.
    scale = sqrt if figure == "staircases" else float
    low, high = scale(least), scale(most)
    warmth = {
        knob: Warmth(
            (scale(number) - low) / (high - low) if high > low else 1.0, short_number(number)
        )
        for knob, number in found.items()
    }
    legend = Legend(title, f"{least:,}", f"{most:,}")
    return Heat(warmth, legend, tuple(_write_notes(here, supply, stats)))


HEATS: dict[str, Callable[[ModeContext, Progress], Heat]] = {
    name: partial(draw_heat, figure=figure, title=title)
    for name, figure, title in (
        ("height that can be reached", "height", "highest end of an arch, in bricks"),
        ("most credits", "credits", "most credits of a staircase ending there"),
        ("staircases starting there", "staircases", "staircases starting there"),
    )
}
"""Heat maps by title, in the order of the `m` key; they run in a thread."""


def _write_notes(here: ModeContext, supply: Supply, stats: MapStats) -> Iterator[str]:
    """Yield the conditions under which the numbers hold."""
    hand = here.palace.at_hand(supply)
    origin = ", a typical hand after a few turns" if here.supply is None else ""
    yield f"with {stats.supply}{origin}"
    if stats.supply != hand:
        yield f"reduced from {hand}: more arches took too long"
    if not stats.staircases:
        yield "no staircase can be built"


def _find_stats(here: ModeContext, supply: Supply, progress: Progress) -> MapStats:
    """Return the statistics of a palace; the last few are cached, since all maps share them."""
    key = here.palace, supply, here.rulings
    found = _kept.get(key) or in_time(*key, seconds=HEAT_SECONDS, progress=progress)
    if len(_kept) >= _MOST_KEPT:
        _kept.clear()
    _kept[key] = found
    return found


HINT_SECONDS = 10.0
"""Time limit of the search for a hint."""

KEYS = {
    "i": "hint: show or hide the best staircase",
    "m": "heat map: show the next one, or none after the last",
}


class Aided(ABC):
    """A mode with a hint, heat maps, and a description of the last clicked spot."""

    def __init__(self) -> None:
        self.hint: Errand[Best] | None = None
        self.heat: Errand[Heat] | None = None
        self.heat_number = 0
        self.spot: Spot | None = None
        self.note = ""
        self.waiting = False

    @abstractmethod
    def here(self) -> ModeContext | None:
        """Return the position that the aids are about; None if it is not legal."""

    def forget(self) -> None:
        """Drop all aids, because the position has changed."""
        for errand in (self.hint, self.heat):
            if errand is not None:
                errand.drop()
        self.hint = self.heat = self.spot = None
        self.heat_number, self.note = 0, ""

    def key(self, name: str) -> None:
        """Handle one of `KEYS`."""
        self.note = ""
        here = self.here()
        if here is None:
            self.note = "not available: the position is not legal"
        elif name == "i":
            self._hint(here)
        elif name == "m":
            self._heat(here)

    def pick(self, spot: Spot) -> None:
        """Select what was clicked; clicking it again, or the background, clears the selection."""
        self.spot = None if spot in (self.spot, Spot()) else spot

    def poll(self) -> bool:
        """Return whether a search is running or has just ended."""
        was = self.waiting
        self.waiting = any(one is not None and not one.done for one in (self.hint, self.heat))
        return was or self.waiting

    def dress(self, shot: Shot) -> Shot:
        """Return a shot with the aids added."""
        lines = list(shot.panel)
        if self.spot is not None and (description := describe(shot.scene, self.spot)):
            lines += ["", *description]
            if self.spot.instance is not None:
                shot = replace(shot, outlined=(self.spot.instance,))
        shot = self._with_hint(shot, lines)
        shot = self._with_heat(shot, lines)
        if self.note:
            lines += ["", self.note]
        return replace(shot, panel=tuple(lines))

    def _hint(self, here: ModeContext) -> None:
        if self.hint is not None:
            self.hint.drop()
            self.hint = None
            return

        def work(progress: Progress) -> Best:
            return best(
                here.palace, here.supply, here.rulings, seconds=HINT_SECONDS, progress=progress
            )

        self.hint, self.waiting = Errand(work), True

    def _heat(self, here: ModeContext) -> None:
        if self.heat is not None:
            self.heat.drop()
        self.heat_number = (self.heat_number + 1) % (len(HEATS) + 1)
        self.heat = None
        if self.heat_number:
            paint = [*HEATS.values()][self.heat_number - 1]
            self.heat, self.waiting = Errand(lambda progress: paint(here, progress)), True

    def _with_hint(self, shot: Shot, lines: list[str]) -> Shot:
        if self.hint is None:
            return shot
        if not self.hint.done:
            lines += ["", f"searching for the best staircase ... {self.hint.share:.0%}"]
            return shot
        here, found = self.here(), self.hint.result
        if self.hint.error is not None or found is None or here is None:
            lines += ["", f"hint: the search failed ({self.hint.error})"]
            return shot
        if not found.verdicts:
            none = "no staircase can be built" if found.complete else "no staircase found in time"
            lines += ["", f"hint: {none}"]
            return shot
        verdict = found.verdicts[0]
        lines += ["", *write_hint(verdict)]
        if not found.complete:
            lines.append(f"stopped after {HINT_SECONDS:.0f} s: there may be a better staircase")
        assert verdict.staircase is not None
        labels = label_steps(here.palace, verdict.staircase, "hint")
        others = tuple(label for label in shot.labels if label.role != "step")
        return replace(shot, ghosts=list_ghosts(here, verdict), labels=(*others, *labels))

    def _with_heat(self, shot: Shot, lines: list[str]) -> Shot:
        if self.heat is None:
            return shot
        title = [*HEATS][self.heat_number - 1]
        if not self.heat.done:
            lines += ["", f"heat map: {title} ... {self.heat.share:.0%}"]
            return shot
        if self.heat.result is None:
            lines += ["", f"heat map: {title}: the search failed ({self.heat.error})"]
            return shot
        heat = self.heat.result
        lines += ["", f"heat map: {title}", *heat.notes]
        return replace(shot, heat=heat.warmth, legend=heat.legend)


def write_hint(verdict: Verdict) -> tuple[str, ...]:
    """Return the lines about the best staircase."""
    colour = COLOUR_WORDS[verdict.decoration or "l"]
    extra = f"highest {colour}" if verdict.highest else colour
    bonus = ", bonus card" if verdict.bonus else ""
    worth = f"{verdict.credits} credit{'s' * (verdict.credits != 1)}"
    return (f"hint: {verdict.staircase}", f"{worth}, {extra}{bonus}, uses {verdict.uses}")


def list_ghosts(here: ModeContext, verdict: Verdict) -> tuple[Element, ...]:
    """Return the pieces of a legal staircase, its decoration last."""
    assert verdict.staircase is not None
    assert verdict.palace is not None
    laid = elements(here.palace, verdict.staircase)
    known = {*chain(laid, here.palace.elements())}
    kinds = {*COLOURS.values()}
    placed = (e for e in verdict.palace.elements() if e not in known and e.kind in kinds)
    return (*laid, *placed)
