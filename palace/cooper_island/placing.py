"""Laying tiles: a placement gives the next land, or every reason why not and what is legal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from palace.cooper_island.hexes import Hex
from palace.cooper_island.land import Land
from palace.cooper_island.placement import Levelling, Placement
from palace.cooper_island.rulings import DEFAULT, Rulings
from palace.cooper_island.spaces import Layer, Space
from palace.cooper_island.terrain import GIVES, GOLD, GOLD_HEIGHT, TERRAINS
from palace.cooper_island.tile_referee import faults, levels
from palace.cooper_island.tiles import Hand, Tile
from palace.core.verdict import IllegalError, Reason, Verdict

NAMED = 2
"""Placements a remedy names at most."""

_FIRST = {"ruin": "first.ruin", "cube": "first.cube", "cartographer": "first.step"}
"""Remedies that make the same placement legal, by code."""

_FIRST_OR = {"ruin": "first-or.ruin", "cube": "first-or.cube", "cartographer": "first-or.step"}
"""Remedies that name other placements besides, by code."""


@dataclass(frozen=True)
class TileVerdict(Verdict):
    """Every reason against a placement; if there is none, the land afterwards and what it gave.

    `cubes` has the resource each half brought, by its space; `stored` what went to the storage.
    """

    land: Land | None = None
    cubes: tuple[tuple[Hex, str], ...] = ()
    stored: tuple[str, ...] = ()


def judge(
    land: Land, placement: Placement, rulings: Rulings = DEFAULT, hand: Hand | None = None
) -> TileVerdict:
    """The verdict on a placement."""
    found = (*faults(land, placement, rulings, hand),)
    if not found:
        stored: tuple[str, ...] = ()
        if placement.level and rulings.levelling_cube == "cube":
            stored = (GIVES[placement.level.terrain],)
        return TileVerdict((), lay(land, placement), cubes(placement), stored)
    hand = hand or Hand()
    near = _nearest(land, placement, rulings, hand)
    return TileVerdict(tuple(_mended(reason, placement, near, hand) for reason in found))


def place(
    land: Land, placement: Placement, rulings: Rulings = DEFAULT, hand: Hand | None = None
) -> Land:
    """The land after a legal placement; raises `IllegalError` with every reason."""
    verdict = judge(land, placement, rulings, hand)
    if verdict.land is None:
        raise IllegalError(*verdict.reasons)
    return verdict.land


def is_legal(
    land: Land, placement: Placement, rulings: Rulings = DEFAULT, hand: Hand | None = None
) -> bool:
    """Whether no rule forbids a placement."""
    return next(faults(land, placement, rulings, hand), None) is None


def lay(land: Land, placement: Placement) -> Land:
    """The land with a tile on it, whether it may lie there or not: what it covers is gone.

    Where it cannot lie, off the peninsula or at two levels, the land stays as it is.
    """
    if not can_lie(land, placement):
        return land
    at = placement.spaces
    for number, (space, terrain) in enumerate(placement.land):
        way = at[number].way_to(at[1 - number]) or 0 if len(at) == 2 else 0
        stack = land[space].stack
        if placement.level and placement.level.space == space:
            stack = (*stack, Layer(placement.level.terrain))
        gold = placement.gold and len(stack) + 1 >= GOLD_HEIGHT
        holds = Space((*stack, Layer(terrain, way)), _cube(terrain, gold))
        land = land.with_space(space, holds)
    return land if placement.sea is None else replace(land, islets=land.islets | {placement.sea})


def can_lie(land: Land, placement: Placement) -> bool:
    """Whether a tile finds room: its halves side by side at one level, on land and free water."""
    spaces, sea = placement.spaces, placement.sea
    if len(spaces) == 2 and spaces[0].way_to(spaces[1]) is None:
        return False
    if any(space not in land for space, _ in placement.land):
        return False
    if sea is not None and (sea in land.islets or land.peninsula.signs.get(sea) != "w"):
        return False
    return len({*levels(land, placement).values()}) == 1


def cubes(placement: Placement) -> tuple[tuple[Hex, str], ...]:
    """The cube each land half brings."""
    return tuple((space, _cube(terrain, placement.gold)) for space, terrain in placement.land)


def _cube(terrain: str, gold: bool) -> str:
    return GOLD if gold and terrain == "mountain" else GIVES[terrain]


def legal_placements(
    land: Land, tile: Tile, rulings: Rulings = DEFAULT, hand: Hand | None = None
) -> tuple[Placement, ...]:
    """Every legal placement of a tile, its sides and terrains as given, in a pinned order: by its
    first space from a1 on, then the second; levelled ones and gold after others."""
    return tuple(
        placement
        for placement in _candidates(land, tile)
        if is_legal(land, placement, rulings, hand)
    )


def _candidates(land: Land, tile: Tile) -> Iterator[Placement]:
    """Placements worth judging: none is left out that could be legal."""
    free = {space: holds.height for space, holds in land.items() if holds.free}
    for one in free:
        if tile.kind == "single":
            yield from _with_gold(land, Placement(tile, (one,)))
            continue
        for other in one.neighbours():
            if tile.kind == "islet":
                if land.peninsula.signs.get(other) == "w":
                    yield Placement(tile, (one, other))
            elif other in free:
                plain = Placement(tile, (one, other))
                yield from _with_gold(land, plain)
                low, high = sorted((one, other), key=lambda space: free[space])
                if free[high] == free[low] + 1:
                    for terrain in TERRAINS:
                        level = Levelling(terrain, low)
                        yield from _with_gold(land, replace(plain, level=level))


def _with_gold(land: Land, placement: Placement) -> Iterator[Placement]:
    yield placement
    high = max(levels(land, placement).values()) + 1 >= GOLD_HEIGHT
    if high and "mountain" in placement.tile.terrains:
        yield replace(placement, gold=True)


def _nearest(
    land: Land, placement: Placement, rulings: Rulings, hand: Hand
) -> tuple[Placement, ...]:
    """The legal placements of the same tile nearest to one that is not."""

    def away(other: Placement) -> tuple[int, bool, bool]:
        pairs = zip(placement.spaces, other.spaces, strict=True)
        steps = sum(one.distance(two) for one, two in pairs)
        return steps, other.level is not None, other.gold != placement.gold

    return (*sorted(legal_placements(land, placement.tile, rulings, hand), key=away)[:NAMED],)


def _mended(
    reason: Reason, placement: Placement, near: tuple[Placement, ...], hand: Hand
) -> Reason:
    """Return a reason with what would be legal."""
    terrains = placement.tile.terrains
    if reason.code == "stock" and placement.tile.kind != "double":
        return reason.with_remedy("tile.other")
    if reason.key == "stock.double":
        tiles = tuple(tile for tile in hand.tiles() if tile.kind == "double")
        return reason.with_remedy("tile.at-hand" if tiles else "tile.draw", tiles=tiles)
    if reason.key == "shape.same":
        others = tuple(terrain for terrain in TERRAINS if terrain != terrains[0])
        return reason.with_remedy("tile.terrains", one=terrains[0], others=others)
    if reason.code in _FIRST:
        return reason.with_remedy((_FIRST_OR if near else _FIRST)[reason.code], near=near)
    return reason.with_remedy("elsewhere" if near else "nowhere", near=near)
