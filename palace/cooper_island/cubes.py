"""What the cubes on a peninsula are worth, and paying with them.

A cube on the map is worth the height of its stack, in the storage one; no change is given.
"""

from __future__ import annotations

from collections.abc import Iterable

from palace.cooper_island.hexes import Hex
from palace.cooper_island.land import Land
from palace.cooper_island.rulings import DEFAULT, Rulings
from palace.cooper_island.terrain import GOLD
from palace.core.errors import InputError, Problem


def value(land: Land, space: Hex, rulings: Rulings = DEFAULT) -> int:
    """What the cube on a space is worth; 0 where there is none."""
    if space not in land or land[space].cube is None:
        return 0
    holds = land[space]
    return 1 if holds.cube == GOLD and rulings.gold_value == "one" else holds.height


def cubes_of(land: Land, resource: str | None = None) -> tuple[Hex, ...]:
    """The spaces with a cube of a resource, or with any."""
    return tuple(
        space for space, holds in land.items() if holds.cube and resource in (None, holds.cube)
    )


def without_cubes(land: Land, spaces: Iterable[Hex]) -> Land:
    """The land when the cubes on these spaces were spent, whole, or put into the storage; raises
    `InputError` where there is none."""
    for space in dict.fromkeys(spaces):
        if not value(land, space):
            has = ", ".join(map(str, cubes_of(land))) or "nowhere"
            raise InputError(Problem(str(space), "no cube lies there", f"cubes lie on {has}"))
        land = land.with_space(space, land[space]._replace(cube=None))
    return land
