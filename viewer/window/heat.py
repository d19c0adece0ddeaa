"""Heat maps: how high each knob can grow, what can be earned there, how much can begin there."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt

from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.rulings import Rulings
from palace.monkey_palace.kernel.supply import Supply
from palace.monkey_palace.search.map_stats import USUAL, MapStats, in_time, short_number

from .errand import Progress
from .mode import Legend, ModeContext, Warmth
from .registry import Heat

SECONDS = 3.0
"""After which no further arch is looked at."""

_MOST_KEPT = 8
_kept: dict[tuple[Palace, Supply, Rulings], MapStats] = {}


def height(here: ModeContext, progress: Progress) -> Heat:
    """The greatest height above an arch's end on every knob, by one staircase, in bricks."""
    return _heat(here, progress, "height", "height an arch's end can reach, in bricks")


def credits_(here: ModeContext, progress: Progress) -> Heat:
    """The most credits of a staircase that ends on a knob, with the extra one."""
    return _heat(here, progress, "credits", "most credits of a staircase that ends there")


def beginnings(here: ModeContext, progress: Progress) -> Heat:
    """How many staircases begin on a knob."""
    return _heat(here, progress, "staircases", "staircases that begin there")


def warmth(stats: MapStats, figure: str) -> dict[Knob, Warmth]:
    """One of `map_stats.FIGURES` as tones from the least to the most; knobs where it is 0
    are left out."""
    found = {knob: number for knob, number in stats.figure(figure).items() if number}
    # Numbers of staircases differ by powers of ten: by their root more of them can be told apart.
    scaled = {k: sqrt(n) if figure == "staircases" else n for k, n in found.items()}
    least, most = min(scaled.values(), default=0), max(scaled.values(), default=0)
    return {
        knob: Warmth((scaled[knob] - least) / (most - least) if most > least else 1.0,
                     short_number(number))
        for knob, number in found.items()
    }  # fmt: skip


def _heat(here: ModeContext, progress: Progress, figure: str, title: str) -> Heat:
    supply = USUAL if here.supply is None else here.supply
    stats = _stats(here, supply, progress)
    found = [number for number in stats.figure(figure).values() if number]
    least, most = min(found, default=0), max(found, default=0)
    legend = Legend(title, f"{least:,}", f"{most:,}")
    return Heat(warmth(stats, figure), legend, tuple(_notes(here, supply, stats)))


def _notes(here: ModeContext, supply: Supply, stats: MapStats) -> Iterator[str]:
    """What the numbers hold for."""
    hand = here.palace.at_hand(supply)
    whose = ", a hand as after a few turns" if here.supply is None else ""
    yield f"with {stats.supply}{whose}"
    if stats.supply != hand:
        yield f"of {hand} in hand: more arches took too long"
    if not stats.staircases:
        yield "no staircase can be built"


def _stats(here: ModeContext, supply: Supply, progress: Progress) -> MapStats:
    """The numbers of a palace; the last few are kept, since one search serves all three maps."""
    key = here.palace, supply, here.rulings
    found = _kept.get(key) or in_time(*key, seconds=SECONDS, progress=progress)
    if len(_kept) >= _MOST_KEPT:
        _kept.clear()
    _kept[key] = found
    return found
