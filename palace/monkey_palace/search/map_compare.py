"""Maps beside each other: what each allows with a hand, and how far its colours are apart."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import combinations

from palace.monkey_palace.kernel.elements import COLOURS
from palace.monkey_palace.kernel.ground import GroundMap
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.rulings import DEFAULT, Rulings
from palace.monkey_palace.kernel.supply import Supply
from palace.monkey_palace.search.map_stats import USUAL, MapStats, map_stats
from palace.monkey_palace.search.searches import count


@dataclass(frozen=True)
class Side:
    """One of what is compared: a palace with a hand, its statistics, and staircases by arches.

    `distances` are those of `colour_distances`.
    """

    stats: MapStats
    by_arches: Mapping[int, int]
    distances: Mapping[str, float]
    complete: bool

    @property
    def credits(self) -> int:
        """The most credits of a staircase; 0 without one."""
        return max(end.credits for end in self.stats.ends)

    @property
    def height(self) -> int:
        """The greatest height above an arch's end, in bricks; 0 without a staircase."""
        return max(end.height for end in self.stats.ends)

    def record(self) -> dict[str, object]:
        """Return the numbers as plain data."""
        stats, ground = self.stats, self.stats.palace.ground
        return {
            "map": ground.name,
            "provenance": ground.provenance,
            "position": stats.palace.position,
            "supply": str(stats.supply),
            "complete": self.complete,
            "knobs": len(ground.colours),
            "colours": {letter: stats.share(letter)._asdict() for letter in COLOURS},
            "staircases": stats.staircases,
            "by_arches": {str(arches): number for arches, number in self.by_arches.items()},
            "credits": self.credits,
            "height": self.height,
            "distances": dict(self.distances),
        }


def look(
    palace: Palace,
    supply: Supply = USUAL,
    rulings: Rulings = DEFAULT,
    *,
    seconds: float | None = None,
    progress: Callable[[float], None] | None = None,
) -> Side:
    """Return what a palace allows with a hand; `seconds` is the time limit of each of two
    searches."""
    stats = map_stats(palace, supply, rulings, seconds=seconds, progress=progress)
    found = count(palace, supply, rulings, seconds=seconds)
    distances = colour_distances(palace.ground)
    return Side(stats, found.by_arches, distances, stats.complete and found.complete)


def differences(one: MapStats, other: MapStats, figure: str) -> dict[Knob, int]:
    """Return how much more `other` has of one of `FIGURES` than `one`, by knobs that both have."""
    first, second = one.figure(figure), other.figure(figure)
    return {knob: second[knob] - first[knob] for knob in first if knob in second}


def colour_distances(ground: GroundMap) -> dict[str, float]:
    """Return how far each pair of colours is apart, in arches, by `ld`, `lg` and `dg`.

    The mean over the knobs of both colours of the fewest arches, over open knobs, to the nearest
    knob of the other.  Knobs that no arches join to it are left out; 0.0 where there are none.
    """
    knobs = {letter: [k for k, c in ground.colours.items() if c == letter] for letter in COLOURS}
    away = {letter: _arches_from(ground, knobs[letter]) for letter in COLOURS}
    found = {}
    for one, other in combinations(COLOURS, 2):
        steps = [away[b][knob] for a, b in ((one, other), (other, one))
                 for knob in knobs[a] if knob in away[b]]  # fmt: skip
        found[one + other] = round(sum(steps) / len(steps), 2) if steps else 0.0
    return found


def _arches_from(ground: GroundMap, knobs: list[Knob]) -> dict[Knob, int]:
    """Return the fewest arches from any of `knobs` to each open knob that can be reached."""
    found = dict.fromkeys(knobs, 0)
    ahead = [*knobs]
    for knob in ahead:  # grows as it goes: breadth first
        for near in ground.neighbours(knob):
            if near not in found:
                found[near] = found[knob] + 1
                ahead.append(near)
    return found
