"""What stands on a peninsula: where buildings and statues go; ruins, the road, bare spaces."""

from __future__ import annotations

from collections.abc import Iterator

from palace.cooper_island.hexes import Hex
from palace.cooper_island.land import Land
from palace.cooper_island.reasons import Reason
from palace.cooper_island.rulings import DEFAULT, Rulings
from palace.cooper_island.spaces import BUILDING, RUIN, STATUE, Space
from palace.core.errors import InputError, Problem
from palace.core.verdict import IllegalError

STANDING = (BUILDING, STATUE)

SETTLEMENT_BONUS = 1
"""Helm points more for a building on a settlement."""


def highest_free(land: Land, rulings: Rulings = DEFAULT) -> tuple[Hex, ...]:
    """The spaces a building or statue may go on: of the tiles with nothing on them the highest."""
    free = {space: holds.height for space, holds in land.items() if holds.stack and holds.free}
    top = max(free.values(), default=0)
    found = [space for space, height in free.items() if height == top]
    if rulings.highest_tie == "nearest" and found:
        start = land.peninsula.start
        nearest = min(space.distance(start) for space in found)
        found = [space for space in found if space.distance(start) == nearest]
    return tuple(found)


def judge_standing(land: Land, space: Hex, rulings: Rulings = DEFAULT) -> tuple[Reason, ...]:
    """Every reason why no building or statue may go on a space."""
    best = highest_free(land, rulings)
    remedy = f"on {' or '.join(map(str, best))}" if best else "free a tile of its cube first"
    return tuple(reason._replace(remedy=remedy) for reason in _standing(land, space, best))


def _standing(land: Land, space: Hex, best: tuple[Hex, ...]) -> Iterator[Reason]:
    if space not in land:
        text = f"{space} is {land.peninsula.what(space)}, not land"
        away = min(space.distance(other) for other in land.peninsula.land)
        yield Reason("space", str(space), away, "", text)
        return
    holds = land[space]
    if holds.piece in STANDING:
        yield Reason("free", str(space), None, "", f"a {holds.piece} stands on {space}")
    elif holds.cube:
        yield Reason("free", str(space), None, "", f"a cube of {holds.cube} lies on {space}")
    elif not holds.stack:
        text = f"no tile lies on {space}"
        yield Reason("free", str(space), None, "", text)
    if best and space not in best:
        by = land[best[0]].height - holds.height
        text = f"{space} has level {holds.height}, and {best[0]} is free at {land[best[0]].height}"
        if by > 0:
            yield Reason("highest", str(space), by, "", text)
        elif holds.stack and holds.free:
            text = f"{best[0]} is as high as {space}, and nearer to the start space"
            yield Reason("highest", str(space), None, "", text)


def stand(land: Land, piece: str, space: Hex, rulings: Rulings = DEFAULT) -> Land:
    """The land with a building or statue on it; raises `IllegalError` with every reason."""
    if piece not in STANDING:
        raise InputError(Problem("", f"a {piece} is not built", "building or statue"))
    reasons = judge_standing(land, space, rulings)
    if reasons:
        raise IllegalError(*reasons)
    return land.with_space(space, land[space]._replace(piece=piece))


def helm_points(land: Land, space: Hex) -> int:
    """Helm points more for a building on this space: one on a settlement."""
    return SETTLEMENT_BONUS if land[space].terrain == "settlement" else 0


def take_ruin(land: Land, space: Hex) -> Land:
    """The land without the ruin of a space; raises `InputError` where there is none."""
    if space not in land or land[space].piece != RUIN:
        left = ", ".join(map(str, land.pieces(RUIN))) or "nowhere any more"
        raise InputError(Problem(str(space), "no ruin lies there", f"ruins lie on {left}"))
    return land.with_space(space, Space())


def road(land: Land, rulings: Rulings = DEFAULT) -> int:
    """Helm points of the road: one if all three top spaces carry a tile, or one for each."""
    tiled = sum(1 for space in land.peninsula.tops if land[space].stack)
    if rulings.road == "each":
        return tiled
    return int(tiled == len(land.peninsula.tops))


def uncovered(land: Land, rulings: Rulings = DEFAULT) -> int:
    """Spaces of land without a tile, for the tie-break; ruins as the ruling tie-ruins says."""
    bare = [holds for _, holds in land.items() if not holds.stack]
    if rulings.tie_ruins == "covered":
        bare = [holds for holds in bare if holds.piece != RUIN]
    return len(bare)
