"""Random lands and random placements on them: some legal, most nearly so."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random

from palace.cooper_island.land import RUIN, SHIPPED, Land, cubes_of, without_cubes
from palace.cooper_island.referee import highest_free, legal_placements, place, stand, take_ruin
from palace.cooper_island.tiles import KINDS, TERRAINS, Hex, Levelling, Placement, Tile

TILES = (
    *(Tile("double", pair) for pair in combinations(TERRAINS, 2)),
    *(Tile(kind, (terrain,)) for kind in ("single", "islet") for terrain in TERRAINS),
)
"""Every side of a tile."""


def random_land(random: Random, turns: int) -> Land:
    """Return a land after some legal turns: tiles laid, cubes spent, pieces built."""
    land = Land.start(random.choice(SHIPPED))
    for _ in range(turns):
        tile = random.choice(TILES)
        ways = legal_placements(land, tile)
        if ways:
            land = place(land, random.choice(ways))
        spent = [space for space in cubes_of(land) if random.random() < 0.6]
        land = without_cubes(land, spent)
        if random.random() < 0.1 and highest_free(land):
            built = random.choice(("building", "statue"))
            land = stand(land, built, random.choice(highest_free(land)))
        if random.random() < 0.15 and land.pieces(RUIN):
            land = take_ruin(land, random.choice(land.pieces(RUIN)))
    return land


def doubles_on(land: Land) -> Iterator[tuple[Hex, Hex]]:
    """Yield the spaces of every double tile with both halves on top."""
    for space, holds in land.items():
        way = holds.stack[-1].way if holds.stack else 0
        other = space.step(way) if way else space
        if way and other in land and land[other].height == holds.height:
            yield space, other


def random_attempt(random: Random, land: Land) -> Placement:
    """Return a random placement, or a legal one with something changed."""
    kind = random.choice((*KINDS, "double", "islet"))
    terrains = tuple(random.choices(TERRAINS, k=2 if kind == "double" else 1))
    if random.random() < 0.2 and len({*terrains}) == len(terrains):
        ways = legal_placements(land, Tile(kind, terrains))
        if ways:
            return random.choice(ways)
    if kind == "double" and random.random() < 0.15:
        whole = [*doubles_on(land)]
        if whole:
            return Placement(Tile(kind, terrains), random.choice(whole))
    near = [*land.peninsula.signs]
    one = random.choice(near)
    beside = [space for space in one.neighbours() if space.writable]
    far = [Hex.at(random.randrange(12), random.randrange(12))]
    other = random.choice(far if random.random() < 0.05 else beside)
    if kind == "islet" and random.random() < 0.7:
        other = random.choice(land.peninsula.water)
        one = random.choice([space for space in other.neighbours() if space.writable])
    if random.random() < 0.05:
        one = random.choice(far)
    spaces = (one,) if kind == "single" else (one, other)
    level = None
    if kind == "double" and random.random() < 0.5:
        under = random.choice((*spaces, *spaces, random.choice(near)))
        level = Levelling(random.choice(TERRAINS), under)
    gold = kind != "islet" and random.random() < 0.15
    return Placement(Tile(kind, terrains), spaces, level, gold)
