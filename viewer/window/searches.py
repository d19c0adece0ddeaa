"""What the aids of a window look for, each in a thread, so that the window keeps responding."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Generic, NamedTuple, TypeVar

from palace.monkey_palace.drawing.heat import Heat, difference, heats
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.rulings import Rulings
from palace.monkey_palace.kernel.supply import Supply
from palace.monkey_palace.search import Best, best
from palace.monkey_palace.search.map_stats import USUAL, MapStats, best_at, in_time, with_arches

from .mode import ModeContext

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


class Warmth(NamedTuple):
    """A heat map, and notes for the panel."""

    heat: Heat
    notes: tuple[str, ...] = ()


HEAT_SECONDS = 3.0
"""Time limit of a heat map; after it no further arch is added."""

BEST_SECONDS = 10.0
"""Time limit of the search for a best staircase."""

_MOST_KEPT = 8
_kept: dict[tuple[Palace, Supply, Rulings], MapStats] = {}
_one_at_a_time = threading.Lock()


def find_warmth(
    here: ModeContext,
    progress: Progress,
    *,
    figure: str,
    beside: ModeContext | None = None,
    differs: bool = False,
) -> Warmth:
    """Return the heat map of one of `map_stats.FIGURES`.

    It is on one scale with that of `beside`; if `differs`, it is how much more there is here.
    """
    stats = _find_stats(here, progress)
    if beside is None:
        return Warmth(heats([stats], figure)[0], tuple(_write_notes(here, stats)))
    other = _find_stats(beside, progress)
    if _hand(here) == _hand(beside):
        # Fair only with as many arches as there was time for on both.
        fewer = min(stats.supply.arch, other.supply.arch)
        stats = with_arches(stats, fewer, here.rulings, progress=progress)
        other = with_arches(other, fewer, beside.rulings, progress=progress)
    notes = tuple(_write_notes(here, stats))
    if differs:
        return Warmth(difference(other, stats, figure), notes)
    return Warmth(heats([stats, other], figure)[0], notes)


def find_hint(here: ModeContext, progress: Progress) -> Best:
    """Return the best staircase of a position."""
    return best(here.palace, here.supply, here.rulings, seconds=BEST_SECONDS, progress=progress)


def find_best_at(here: ModeContext, progress: Progress, *, knob: Knob | None, by: str) -> Best:
    """Return the best staircase of a knob, as `map_stats.best_at` does."""
    assert knob is not None
    return best_at(
        here.palace, knob, _hand(here), here.rulings, by=by, seconds=BEST_SECONDS,
        progress=progress,
    )  # fmt: skip


def _hand(here: ModeContext) -> Supply:
    return USUAL if here.supply is None else here.supply


def _write_notes(here: ModeContext, stats: MapStats) -> Iterator[str]:
    """Yield the conditions under which the numbers hold."""
    hand = here.palace.at_hand(_hand(here))
    origin = ", a typical hand after a few turns" if here.supply is None else ""
    yield f"with {stats.supply}{origin}"
    if stats.supply != hand:
        yield f"reduced from {hand}: more arches took too long"
    if not stats.staircases:
        yield "no staircase can be built"


def _find_stats(here: ModeContext, progress: Progress) -> MapStats:
    """Return the statistics of a palace; the last few are kept, since all maps share them."""
    key = here.palace, _hand(here), here.rulings
    with _one_at_a_time:  # two pictures ask for the same
        progress(0)
        found = _kept.get(key) or in_time(*key, seconds=HEAT_SECONDS, progress=progress)
        if len(_kept) >= _MOST_KEPT:
            _kept.clear()
        _kept[key] = found
    return found
