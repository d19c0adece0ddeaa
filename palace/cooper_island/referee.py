"""Whether a tile, a building or a statue may be put on a space, and every reason why not.

Each fault is judged as if every other one were mended: each half by its own space, a levelling tile
under neither half ignored, an uneven tile on the higher of its two levels. Reasons have the order
of this file; a code names each place once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice

from palace.cooper_island.land import BUILDING, RUIN, STATUE, Land, Layer, Space
from palace.cooper_island.rules import BOOK, DEFAULT, Rulings
from palace.cooper_island.tiles import (
    GIVES,
    GOLD,
    GOLD_HEIGHT,
    TERRAINS,
    Hand,
    Hex,
    Levelling,
    Placement,
    Tile,
)
from palace.core.verdict import IllegalError, Reason, Verdict

ALL = Hand()  # the tiles of the box
BUILT = (BUILDING, STATUE)

Whose = tuple[str, str | Placement] | None
"""A player, with the piece or the tile that they put on a space."""


def _faults(land: Land, placement: Placement, rulings: Rulings, hand: Hand) -> Iterator[Reason]:
    """Yield every reason against a placement, without `whose` and remedy; none if it is legal."""
    yield from _spaces(land, placement)
    yield from _at_hand(placement, hand)
    yield from _below(land, placement, rulings)
    yield from _beside(land, placement)
    yield from _gold(land, placement, rulings)


def fits(above: str, below: str | None, rulings: Rulings) -> bool:
    """Return whether a terrain may be laid on another, or on bare ground (None)."""
    return below in (None, above) or (above == "settlement" and rulings.settlement == "any")


def levels(land: Land, placement: Placement) -> dict[Hex, int]:
    """Return the level of each half, a levelling tile included; 0 at sea."""
    found = {space: land[space].height for space, _ in placement.land if space in land}
    if placement.level and placement.level.space in found:
        found[placement.level.space] += 1
    if placement.sea is not None:
        found.setdefault(placement.sea, 0)
    return found


def _spaces(land: Land, placement: Placement) -> Iterator[Reason]:
    """Check the terrains, and the spaces: neighbours, land on land, the sea half on free water."""
    tile, spaces, sea = placement.tile, placement.spaces, placement.sea
    if tile.kind == "double" and tile.terrains[0] == tile.terrains[1]:
        yield BOOK.reason("shape.same", tile, terrain=tile.terrains[0])
    if len(spaces) == 2 and spaces[0].way_to(spaces[1]) is None:
        away = spaces[0].distance(spaces[1])
        key = "shape.apart" if away else "shape.one"
        yield BOOK.reason(key, spaces[1], by=abs(away - 1), away=away, other=spaces[0])
    for space, _ in placement.land:
        if space not in land:
            away, sign = _off(land, space)
            yield BOOK.reason("space", space, by=away, sign=sign)
    if sea in land.islets:
        yield BOOK.reason("sea.taken", sea)
    elif sea is not None and (sign := land.peninsula.signs.get(sea)) != "w":
        steps = min(map(sea.distance, land.peninsula.water), default=None)
        yield BOOK.reason("sea", sea, by=steps, sign=sign)


def _off(land: Land, space: Hex) -> tuple[int, str | None]:
    away = min(space.distance(other) for other in land.peninsula.land)
    return away, land.peninsula.signs.get(space)


def _at_hand(placement: Placement, hand: Hand) -> Iterator[Reason]:
    tile = placement.tile
    singles = (tile.kind == "single") + (placement.level is not None)
    if singles > hand.singles:
        yield BOOK.reason("stock.singles", "single tiles", by=singles - hand.singles)
    if tile.kind == "islet" and not hand.islets:
        yield BOOK.reason("stock.islets", "islet tiles", by=1)
    if placement.level and hand.steps == 0:
        yield BOOK.reason("cartographer", "cartographer", by=1)


def _below(land: Land, placement: Placement, rulings: Rulings) -> Iterator[Reason]:
    """Check that nothing on a space is covered, and that each terrain is on its own kind."""
    level = placement.level
    below = [(space, terrain, land[space]) for space, terrain in placement.land if space in land]
    for space, _, holds in below:
        if holds.piece == RUIN:
            yield BOOK.reason("ruin", space)
        if holds.piece in BUILT:
            yield BOOK.reason("building", space, piece=holds.piece)
        if holds.cube:
            yield BOOK.reason("cube", space, by=holds.height, cube=holds.cube)
    if level and level.space not in placement.spaces:
        yield BOOK.reason("levelling.aside", level.space)
    for space, terrain, holds in below:
        lowest = level.terrain if level and level.space == space else terrain
        if not fits(terrain, lowest, rulings):
            yield BOOK.reason("levelling", space, terrain=terrain, below=lowest)
        if not fits(lowest, holds.terrain, rulings):
            yield BOOK.reason("terrain", space, terrain=lowest, below=holds.terrain)


def _beside(land: Land, placement: Placement) -> Iterator[Reason]:
    """Check the level of both halves, the connection, and that a part of each beach stays free."""
    found, sea = levels(land, placement), placement.sea
    if len(found) > 1:
        low, high = sorted(placement.spaces, key=lambda space: found[space])
        if by := found[high] - found[low]:
            yield BOOK.reason("level", low, by=by, lower=found[low], other=high, higher=found[high])
    tiled, around = land.tiled, land.peninsula.around
    if not any(s in tiled or not tiled.isdisjoint(around.get(s, ())) for s in placement.spaces):
        away = min((a.distance(b) for a in placement.spaces for b in tiled), default=2)
        if away > 1:
            at, missing = placement.spaces, away - 1 if tiled else None
            yield BOOK.reason("connection", at[0], by=missing, spaces=at)
    for number, beach in enumerate(land.peninsula.beaches, 1):
        if sea in beach and sea not in land.islets and land.islets.issuperset({*beach} - {sea}):
            yield BOOK.reason("beach", sea, by=1, number=number, beach=beach)


def _gold(land: Land, placement: Placement, rulings: Rulings) -> Iterator[Reason]:
    """Check that gold comes from a mountain of three tiles or more (ruling gold)."""
    mountain = next((space for space, terrain in placement.land if terrain == "mountain"), None)
    found = levels(land, placement)
    height = 1 + max(found.values(), default=0)
    if mountain is None and placement.gold:
        yield BOOK.reason("gold.none", placement.spaces[0], tile=placement.tile)
    elif mountain in found and placement.gold and height < GOLD_HEIGHT:
        by = GOLD_HEIGHT - height
        yield BOOK.reason("gold.low", mountain, by=by, height=height, least=GOLD_HEIGHT)
    always = rulings.gold == "automatic" and height >= GOLD_HEIGHT
    if mountain in found and always and not placement.gold:
        yield BOOK.reason("gold.always", mountain, height=height)


NAMED = 2  # most placements that a remedy names
_FIRST = ("ruin", "cube", "cartographer")
"""Codes of what can be mended first, so that the same placement is legal."""


@dataclass(frozen=True)
class TileVerdict(Verdict):
    """The reasons against a placement; without any, the land afterwards and its new cubes."""

    land: Land | None = None
    cubes: tuple[tuple[Hex, str], ...] = ()


def judge(
    land: Land,
    placement: Placement,
    rulings: Rulings = DEFAULT,
    hand: Hand = ALL,
    whose: Whose = None,
) -> TileVerdict:
    """Return the verdict on a placement; its sentences begin with `whose` it is, if given."""
    found: dict[tuple[str, str], Reason] = {}
    for reason in _faults(land, placement, rulings, hand):
        found.setdefault((reason.code, reason.at), reason)
    if not found:
        return TileVerdict((), _laid(land, placement), cubes(placement))
    near = _near(land, placement, rulings, hand)
    return TileVerdict((*(_mended(one, placement.tile, near, whose) for one in found.values()),))


def place(land: Land, placement: Placement, rulings: Rulings = DEFAULT, hand: Hand = ALL) -> Land:
    """Return the land after a legal placement; raises `IllegalError` with every reason."""
    verdict = judge(land, placement, rulings, hand)
    if verdict.land is None:
        raise IllegalError(*verdict.reasons)
    return verdict.land


def is_legal(
    land: Land, placement: Placement, rulings: Rulings = DEFAULT, hand: Hand = ALL
) -> bool:
    return next(_faults(land, placement, rulings, hand), None) is None


def lay(land: Land, placement: Placement) -> Land:
    """Return the land with a tile on it, legal or not; one without room leaves it as it is."""
    at, sea = placement.spaces, placement.sea
    apart = len(at) == 2 and at[0].way_to(at[1]) is None
    off = any(space not in land for space, _ in placement.land)
    wet = sea is not None and (sea in land.islets or land.peninsula.signs.get(sea) != "w")
    uneven = len({*levels(land, placement).values()}) > 1
    return land if apart or off or wet or uneven else _laid(land, placement)


def _laid(land: Land, placement: Placement) -> Land:
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


def cubes(placement: Placement) -> tuple[tuple[Hex, str], ...]:
    return tuple((space, _cube(terrain, placement.gold)) for space, terrain in placement.land)


def _cube(terrain: str, gold: bool) -> str:
    return GOLD if gold and terrain == "mountain" else GIVES[terrain]


def legal_placements(
    land: Land, tile: Tile, rulings: Rulings = DEFAULT, hand: Hand = ALL
) -> tuple[Placement, ...]:
    """Return every legal placement by its spaces from a1 on; levelled ones and gold come last."""
    return (*each_legal(land, tile, rulings, hand),)


def each_legal(land: Land, tile: Tile, rulings: Rulings, hand: Hand) -> Iterator[Placement]:
    tried = _candidates(land, tile, rulings)
    return (one for one in tried if is_legal(land, one, rulings, hand))


def _candidates(land: Land, tile: Tile, rulings: Rulings) -> Iterator[Placement]:
    """Yield placements that could be legal, and no fewer."""
    free = {space: len(has.stack) for space, has in land.items() if not (has.cube or has.piece)}
    signs, around, tiled = land.peninsula.signs, land.peninsula.around, land.tiled
    near = tiled.union(*[around[space] for space in tiled])
    for one in free:
        if tile.kind == "single":
            if one in near and fits(tile.terrains[0], land[one].terrain, rulings):
                yield from _with_gold(land, Placement(tile, (one,)))
            continue
        for other in around[one]:
            if not (one in near or other in near):
                continue
            if tile.kind == "islet":
                if signs.get(other) == "w" and other not in land.islets and not free[one]:
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
    mountain = "mountain" in placement.tile.terrains
    if mountain and max(levels(land, placement).values()) + 1 >= GOLD_HEIGHT:
        yield replace(placement, gold=True)


def _near(land: Land, placement: Placement, rulings: Rulings, hand: Hand) -> tuple[Placement, ...]:
    """Return the legal placements of the same tile that are nearest to an illegal one."""

    def away(other: Placement) -> tuple[int, bool, bool]:
        pairs = zip(placement.spaces, other.spaces, strict=True)
        steps = sum(one.distance(two) for one, two in pairs)
        return steps, other.level is not None, other.gold != placement.gold

    tried = sorted(_candidates(land, placement.tile, rulings), key=away)
    return (*islice((one for one in tried if is_legal(land, one, rulings, hand)), NAMED),)


def _mended(reason: Reason, tile: Tile, near: tuple[Placement, ...], whose: Whose) -> Reason:
    if reason.key == "shape.same":
        one, others = tile.terrains[0], tuple(t for t in TERRAINS if t != tile.terrains[0])
        return reason.with_remedy("tile.terrains", one=one, others=others, whose=whose)
    if reason.code == "stock":
        key = "tile.other"
    elif reason.code in _FIRST:
        key = f"{'first-or' if near else 'first'}.{reason.code}"
    else:
        key = "elsewhere" if near else "nowhere"
    return reason.with_remedy(key, near=near, whose=whose)


def highest_free(land: Land) -> tuple[Hex, ...]:
    """Return the spaces for a building or statue: the highest tiles without a cube or piece."""
    free = {space: holds.height for space, holds in land.items() if holds.stack and holds.free}
    return tuple(space for space, height in free.items() if height == max(free.values()))


def judge_building(land: Land, space: Hex, whose: Whose = None) -> tuple[Reason, ...]:
    """Return every reason against a building or statue on a space; see `judge`."""
    best = highest_free(land)
    remedy = "standing.on" if best else "standing.none"
    against = _against_building(land, space, best)
    return tuple(one.with_remedy(remedy, spaces=best, whose=whose) for one in against)


def _against_building(land: Land, space: Hex, best: tuple[Hex, ...]) -> Iterator[Reason]:
    if space not in land:
        away, sign = _off(land, space)
        yield BOOK.reason("space.standing", space, by=away, sign=sign)
        return
    holds = land[space]
    if holds.piece in BUILT:
        yield BOOK.reason("free.piece", space, piece=holds.piece)
    elif holds.cube:
        yield BOOK.reason("free.cube", space, cube=holds.cube)
    elif not holds.stack:
        yield BOOK.reason("free.bare", space)
    if best and land[best[0]].height > holds.height:
        low, high = holds.height, land[best[0]].height
        yield BOOK.reason("highest", space, by=high - low, height=low, other=best[0], higher=high)


def stand(land: Land, piece: str, space: Hex) -> Land:
    """Return the land with a building or statue on a tile, legal or not; as it was without one."""
    holds = land[space] if space in land else Space()
    return land.with_space(space, Space(holds.stack, None, piece)) if holds.stack else land


def helm_points(land: Land, space: Hex) -> int:
    """Return the extra helm points of a building on a space: one on a settlement."""
    return int(space in land and land[space].terrain == "settlement")


def take_ruin(land: Land, space: Hex) -> Land:
    return land.with_space(space, Space())
