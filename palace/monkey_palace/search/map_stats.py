"""How a map can be climbed: what each knob is worth as the beginning of a staircase."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from palace.monkey_palace.kernel.elements import COLOURS
from palace.monkey_palace.kernel.referee import earned
from palace.monkey_palace.kernel.rulings import DEFAULT, Rulings
from palace.monkey_palace.kernel.supply import Supply
from palace.monkey_palace.search.searches import Best, by_start, searcher, seek_starts

if TYPE_CHECKING:
    from palace.monkey_palace.kernel.knob import Knob
    from palace.monkey_palace.kernel.palace import Palace
    from palace.monkey_palace.search import End, Start, Starts
    from palace.monkey_palace.search.plain import Search

USUAL = Supply(5, 5, 1)
"""Pieces to count with where none are named: those of a player after a few turns."""

MORE = Supply(arch=2)
"""What a hand gets for the question what two more arches would bring."""

FIGURES = {
    "staircases": "staircases that begin there",
    "credits": "most credits of a staircase that ends there",
    "height": "greatest height above an arch's end there, in bricks",
}
"""What can be asked of every knob."""


def best_by(figure: str) -> str:
    """Return by what `best_at` chooses the staircase that goes with one of `FIGURES`."""
    return "height" if figure == "height" else "credits"


class Share(NamedTuple):
    """What there is of a colour: open knobs, knobs a staircase begins on, staircases."""

    knobs: int
    starts: int
    staircases: int


@dataclass(frozen=True)
class MapStats:
    """What every open, empty knob is worth as a start, and every open one as an end, from a1 along
    the files, rank by rank.

    `complete` is False if the time limit came first; the numbers are then lower bounds.
    """

    palace: Palace
    supply: Supply
    starts: tuple[Start, ...]
    ends: tuple[End, ...]
    complete: bool

    def figure(self, name: str) -> dict[Knob, int]:
        """Return one of `FIGURES` for every knob it can be asked of.

        0 where there is no staircase.
        """
        if name == "staircases":
            return {start.knob: start.staircases for start in self.starts}
        if name == "credits":
            return {end.knob: end.credits for end in self.ends}
        return {end.knob: end.height for end in self.ends}

    @property
    def staircases(self) -> int:
        """All staircases that can be built."""
        return sum(start.staircases for start in self.starts)

    def share(self, colour: str) -> Share:
        """Return what there is of the colour `l`, `d` or `g`."""
        colours = self.palace.ground.colours
        begun = [s for s in self.starts if s.staircases and colours[s.knob] == colour]
        every = sum(letter == colour for letter in colours.values())
        return Share(every, len(begun), sum(start.staircases for start in begun))

    def record(self) -> dict[str, object]:
        """Return the numbers as plain data."""
        colours = self.palace.ground.colours
        return {
            "staircases": self.staircases,
            "complete": self.complete,
            "knobs": {
                str(start.knob): {
                    "colour": colours[start.knob],
                    "staircases": start.staircases,
                    "credits": start.credits,
                    "height": start.height,
                }
                for start in self.starts
            },
            "ends": {
                str(end.knob): {
                    "staircases": end.staircases,
                    "credits": end.credits,
                    "height": end.height,
                }
                for end in self.ends
            },
            "colours": {letter: self.share(letter)._asdict() for letter in COLOURS},
        }


def map_stats(
    palace: Palace,
    supply: Supply = USUAL,
    rulings: Rulings = DEFAULT,
    *,
    seconds: float | None = None,
    progress: Callable[[float], None] | None = None,
) -> MapStats:
    """Look at every staircase that the supply can pay on a palace."""
    found = by_start(palace, supply, rulings, seconds=seconds, progress=progress)
    return MapStats(palace, palace.at_hand(supply), found.starts, found.ends, found.complete)


def best_at(
    palace: Palace,
    knob: Knob,
    supply: Supply = USUAL,
    rulings: Rulings = DEFAULT,
    *,
    by: str = "credits",
    seconds: float | None = None,
    progress: Callable[[float], None] | None = None,
) -> Best:
    """Return the verdict on the best staircase of a knob, if there is one.

    By `credits`, of those that end there the one of most credits, then with the bonus, then of
    fewest pieces; by `height`, of all the one with the highest end of an arch there, then of most
    credits, then of fewest pieces.  Of equals it is the first in the order of the search.
    """
    search = searcher()(palace, supply, rulings, seconds=seconds, progress=progress)
    return _best(search, search.best_at(knob, by_height=by == "height"))


def seek_best_at(
    palace: Palace, knob: Knob, supply: Supply = USUAL, rulings: Rulings = DEFAULT,
    *, by: str = "credits", seconds: float | None = None,
) -> Iterator[tuple[Best, float]]:  # fmt: skip
    """Yield the same as far as it is found, and the share of the search that is done, slice by
    slice."""
    search = searcher()(palace, supply, rulings, seconds=seconds)
    found, best = None, Best((), complete=False)
    for line in search.seek_at(knob, by_height=by == "height"):
        if line is not found:
            found, best = line, _best(search, line)
        yield best, search.share
    yield replace(best, complete=search.complete), search.share


def _best(search: Search, line: Any) -> Best:
    """Return the verdict on a line of a search, if there is one."""
    verdicts = () if line is None else (earned(search.palace, search.read(line), search.rulings),)
    return Best(verdicts, search.complete)


def in_time(
    palace: Palace,
    supply: Supply = USUAL,
    rulings: Rulings = DEFAULT,
    *,
    seconds: float,
    progress: Callable[[float], None] | None = None,
) -> MapStats:
    """Return the same with as many of the arches as there is time for: `MapStats.supply` holds how
    many.

    The numbers are complete for those, since half a search is worth little: it goes knob by knob.
    """
    found: MapStats | None = None
    for stats, share in seek_in_time(palace, supply, rulings, seconds=seconds):
        found = stats
        if progress is not None:
            progress(share)
    assert found is not None
    return found


def seek_in_time(
    palace: Palace, supply: Supply = USUAL, rulings: Rulings = DEFAULT, *, seconds: float
) -> Iterator[tuple[MapStats | None, float]]:
    """Yield the same for as many arches as are done, and the share of the arches, slice by slice.

    There is time for one arch.
    """
    hand = palace.at_hand(supply)
    found: MapStats | None = None
    ends = math.inf
    for arches in range(min(hand.arch, 1), hand.arch + 1):
        left = None if found is None else max(ends - time.monotonic(), 0.0)
        last: Starts | None = None
        fewer = hand._replace(arch=arches)
        for starts, share in seek_starts(palace, fewer, rulings, seconds=left):
            last = starts
            yield found, (max(arches - 1, 0) + share) / max(hand.arch, 1)
        assert last is not None
        if not last.complete:
            break
        found = MapStats(palace, fewer, last.starts, last.ends, complete=True)
        # The first search may have had to be compiled.
        ends = time.monotonic() + seconds if ends == math.inf else ends
    yield found, 1.0


def with_arches(
    stats: MapStats,
    arches: int,
    rulings: Rulings = DEFAULT,
    *,
    progress: Callable[[float], None] | None = None,
) -> MapStats:
    """Return statistics with no more than so many arches, to compare them with others."""
    if stats.supply.arch <= arches:
        return stats
    fewer = stats.supply._replace(arch=arches)
    return map_stats(stats.palace, fewer, rulings, progress=progress)
