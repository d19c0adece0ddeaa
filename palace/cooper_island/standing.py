"""What stands on a peninsula: where buildings and statues go; ruins, the road, bare spaces."""

from __future__ import annotations

from collections.abc import Iterator

from palace.cooper_island.hexes import Hex
from palace.cooper_island.land import Land
from palace.cooper_island.reasons import BOOK
from palace.cooper_island.rulings import DEFAULT, Rulings
from palace.cooper_island.spaces import BUILDING, RUIN, STATUE, Space
from palace.core.errors import InputError, Problem
from palace.core.verdict import IllegalError, Reason

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


def judge_standing(
    land: Land,
    space: Hex,
    rulings: Rulings = DEFAULT,
    whose: tuple[()] | tuple[str, str] = (),
) -> tuple[Reason, ...]:
    """Return every reason why no building or statue may go on a space.

    `whose` is the piece and the name of its player, where the sentences name them.
    """
    best = highest_free(land, rulings)
    remedy = "standing.on" if best else "standing.none"
    return tuple(
        reason.with_remedy(remedy, spaces=best, whose=whose)
        for reason in _standing(land, space, best)
    )


def _standing(land: Land, space: Hex, best: tuple[Hex, ...]) -> Iterator[Reason]:
    """What is wrong with a space, without `whose` and remedy."""
    if space not in land:
        away = min(space.distance(other) for other in land.peninsula.land)
        sign = land.peninsula.signs.get(space)
        yield BOOK.reason("space.standing", space, by=away, sign=sign)
        return
    holds = land[space]
    if holds.piece in STANDING:
        yield BOOK.reason("free.piece", space, piece=holds.piece)
    elif holds.cube:
        yield BOOK.reason("free.cube", space, cube=holds.cube)
    elif not holds.stack:
        yield BOOK.reason("free.bare", space)
    if best and space not in best:
        has, high = holds.height, land[best[0]].height
        if high > has:
            yield BOOK.reason(
                "highest", space, by=high - has, height=has, other=best[0], higher=high
            )
        elif holds.stack and holds.free:
            yield BOOK.reason("highest.nearest", space, other=best[0])


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
