"""Maps of our own design, drawn by lot and kept if they are balanced.

A drawn map has the grid of the usual sheets, 8 by 8 knobs on a plate of 32 studs.  Fewer players
have fewer open knobs; closed ones are in pairs opposite each other.  The same seed makes the same
map everywhere.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from palace.core.provenance import PLACEHOLDER
from palace.monkey_palace.kernel.elements import COLOUR_WORDS, COLOURS
from palace.monkey_palace.kernel.ground import CLOSED, GroundMap
from palace.monkey_palace.kernel.knob import WAYS, Knob
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.search.map_compare import colour_distances
from palace.monkey_palace.search.map_stats import USUAL, MapStats, map_stats

SIDE = 8
"""Knobs along each side."""

CLOSED_KNOBS = {2: 12, 3: 6, 4: 0}
"""Closed knobs by the number of players."""

MOST_TRIES = 500
"""Maps drawn for one seed; some one in ten is balanced."""

SEEDS = range(1_000_000)


@dataclass(frozen=True)
class Bound:
    """A figure of a map, and between which values it is in a balanced one."""

    name: str
    least: float
    most: float
    value: float

    @property
    def kept(self) -> bool:
        """Whether the value is within the bounds."""
        return self.least <= self.value <= self.most

    def __str__(self) -> str:
        return f"{self.name}: {self.value:g} ({self.least:g} to {self.most:g})"


def bounds(stats: MapStats) -> Iterator[Bound]:
    """Yield every figure of a map that is balanced, with its bounds; shares are in per cent.

    Quarters are those of the sheet: south-west, south-east, north-west, north-east.
    """
    ground, every = stats.palace.ground, max(stats.staircases, 1)
    count = len(ground.colours)
    shares = {letter: stats.share(letter) for letter in COLOURS}
    begun = max(sum(share.starts for share in shares.values()), 1)
    for letter, share in shares.items():
        word = COLOUR_WORDS[letter]
        yield Bound(f"open knobs that are {word}, %", 30, 37, _part(share.knobs, count))
        yield Bound(f"starts that are {word}, %", 25, 42, _part(share.starts, begun))
        yield Bound(f"staircases from {word}, %", 25, 42, _part(share.staircases, every))
    quarters = dict.fromkeys(("south-west", "south-east", "north-west", "north-east"), 0)
    for start in stats.starts:
        north = 2 * start.knob.rank >= ground.depth
        east = 2 * start.knob.file >= ground.width
        name = f"{'north' if north else 'south'}-{'east' if east else 'west'}"
        quarters[name] += start.staircases
    for name, number in quarters.items():
        yield Bound(f"staircases from the {name}, %", 12, 42, _part(number, every))
    yield Bound("knobs a staircase can begin on, %", 60, 100, _part(begun, count))
    yield Bound("staircases", 1200, 6500, stats.staircases)
    best = {letter: max((s.credits for s in stats.starts if ground.colours[s.knob] == letter),
                        default=0) for letter in COLOURS}  # fmt: skip
    yield Bound("best credits", 6, 7, max(best.values()))
    yield Bound("best credits of two colours, apart", 0, 1, max(best.values()) - min(best.values()))
    yield Bound("tallest end, in bricks", 7, 9, max(end.height for end in stats.ends))
    for pair, distance in colour_distances(ground).items():
        one, other = (COLOUR_WORDS[letter] for letter in (pair[0], pair[1]))
        yield Bound(f"arches between {one} and {other}", 1, 2.6, distance)


def _part(number: int, every: int) -> float:
    return round(100 * number / every, 1)


def make_map(
    seed: int,
    players: int = 3,
    name: str = "",
    *,
    progress: Callable[[float], None] | None = None,
) -> tuple[GroundMap, MapStats]:
    """Return the balanced map of a seed with its statistics.

    Raises `ValueError` for a number of players that is not 2 to 4, and if no map is balanced.
    """
    if players not in CLOSED_KNOBS:
        raise ValueError(f"{players} players: a map is for 2 to 4")
    lot = _Lot(f"{seed}/{players}")
    name = name or f"made-{seed}-{players}"
    for number in range(MOST_TRIES):
        if progress is not None:
            progress(number / MOST_TRIES)
        ground = _draw(lot, CLOSED_KNOBS[players], name)
        if ground is None or ground.warnings():
            continue
        stats = map_stats(Palace.setup(ground), USUAL)
        if all(bound.kept for bound in bounds(stats)):
            return ground, stats
    raise ValueError(f"no map of seed {seed} is balanced: try another")


class _Lot:
    """What is drawn by lot; only `random()` is the same in every version of Python."""

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed)

    def of(self, choices: Sequence[Knob]) -> Knob:
        """Return one of several knobs."""
        return choices[int(self._random.random() * len(choices))]


def _draw(lot: _Lot, closed: int, name: str) -> GroundMap | None:
    """Return a map drawn by lot; None if its open knobs are not joined."""
    inner = [Knob(file, rank) for rank in (3, 4) for file in (3, 4)]
    second = lot.of(inner)
    first = lot.of(_near(second))
    third = lot.of([knob for knob in _near(second) if knob != first])
    every = [Knob(file, rank) for rank in range(SIDE) for file in range(SIDE)]
    taken = {first, second, third}
    taken |= {_opposite(knob) for knob in taken}
    shut: set[Knob] = set()
    while len(shut) < closed:
        knob = lot.of([each for each in every if each not in shut and each not in taken])
        shut |= {knob, _opposite(knob)}
    opened = [knob for knob in every if knob not in shut]
    letters = _coloured(lot, opened)
    ground = GroundMap(
        name=name,
        provenance=PLACEHOLDER,
        plate=32,
        sheet=(2, 2, 28, 28),
        origin=(5, 5),
        pitch=3,
        rows=tuple(
            "".join(letters.get(Knob(file, rank), CLOSED) for file in range(SIDE))
            for rank in reversed(range(SIDE))
        ),
        setup=(first, second, third),
    )
    return ground if len(ground.reachable()) == len(opened) else None


def _coloured(lot: _Lot, opened: Sequence[Knob]) -> dict[Knob, str]:
    """Return a colour for each knob, in areas that grow in turn, so that all have as many knobs."""
    letters: dict[Knob, str] = {}
    counts = dict.fromkeys(COLOURS, 0)
    while len(letters) < len(opened):
        letter = min(counts, key=lambda each: counts[each])
        free = [knob for knob in opened if knob not in letters]
        beside = [knob for knob in free if any(letters.get(near) == letter for near in _near(knob))]
        # Each colour begins in two places; later ones only where its areas are walled in.
        knob = lot.of(free if counts[letter] in (0, 4) or not beside else beside)
        letters[knob] = letter
        counts[letter] += 1
    return letters


def _near(knob: Knob) -> list[Knob]:
    """Return the knobs beside one, open or closed."""
    steps = (Knob(knob.file + east, knob.rank + north) for east, north in WAYS.values())
    return [each for each in steps if 0 <= each.file < SIDE and 0 <= each.rank < SIDE]


def _opposite(knob: Knob) -> Knob:
    return Knob(SIDE - 1 - knob.file, SIDE - 1 - knob.rank)
