"""Whether a tile may be laid, and every reason why not: the rules of placement stand here.

A fault is judged as if every other had been mended: a half is judged where it lies, a levelling
tile under neither half is left out, and an uneven tile lies on the higher of its halves.  The order
is that of this file; each code names each place once.
"""

from __future__ import annotations

from collections.abc import Iterator

from palace.cooper_island.hexes import Hex
from palace.cooper_island.land import Land
from palace.cooper_island.placement import Placement
from palace.cooper_island.reasons import BOOK
from palace.cooper_island.rulings import DEFAULT, Rulings
from palace.cooper_island.spaces import BUILDING, RUIN, STATUE
from palace.cooper_island.terrain import GOLD_HEIGHT
from palace.cooper_island.tiles import Hand
from palace.core.verdict import Reason

LEVELLING_COST = 1
"""Steps the cartographer goes back to level a double tile."""


def faults(
    land: Land, placement: Placement, rulings: Rulings = DEFAULT, hand: Hand | None = None
) -> Iterator[Reason]:
    """Every reason against a placement, without remedies; none if it is legal."""
    seen: set[tuple[str, str]] = set()
    for reason in _faults(land, placement, rulings, hand or Hand()):
        if (reason.code, reason.at) not in seen:
            seen.add((reason.code, reason.at))
            yield reason


def _faults(land: Land, placement: Placement, rulings: Rulings, hand: Hand) -> Iterator[Reason]:
    yield from _shape(placement)
    yield from _spaces(land, placement)
    yield from _at_hand(placement, hand)
    yield from _covered(land, placement)
    yield from _terrain(land, placement, rulings)
    yield from _level(land, placement)
    yield from _whole_double(land, placement, rulings)
    yield from _connection(land, placement)
    yield from _beach(land, placement)
    yield from _gold(land, placement, rulings)


def fits(above: str, below: str | None, rulings: Rulings) -> bool:
    """Whether a terrain may lie on another, or on bare ground (None)."""
    if below is None or above == below:
        return True
    return above == "settlement" and rulings.settlement == "any"


def levels(land: Land, placement: Placement) -> dict[Hex, int]:
    """The level each half lies at: the tiles under it, a levelling tile counted, none at sea."""
    found = {space: land[space].height for space, _ in placement.land if space in land}
    if placement.level and placement.level.space in found:
        found[placement.level.space] += 1
    if placement.sea is not None:
        found.setdefault(placement.sea, 0)
    return found


def _shape(placement: Placement) -> Iterator[Reason]:
    """Two different terrains, on two neighbouring spaces."""
    tile, spaces = placement.tile, placement.spaces
    if tile.kind == "double" and tile.terrains[0] == tile.terrains[1]:
        yield BOOK.reason("shape.same", tile, terrain=tile.terrains[0])
    if len(spaces) == 2 and spaces[0].way_to(spaces[1]) is None:
        away = spaces[0].distance(spaces[1])
        key = "shape.apart" if away else "shape.one"
        yield BOOK.reason(key, spaces[1], by=abs(away - 1), away=away, other=spaces[0])


def _spaces(land: Land, placement: Placement) -> Iterator[Reason]:
    """Land halves on land, the sea half on free water."""
    for space, _ in placement.land:
        if space not in land:
            away = min(space.distance(other) for other in land.peninsula.land)
            yield BOOK.reason("space", space, by=away, sign=land.peninsula.signs.get(space))
    sea = placement.sea
    if sea is None:
        return
    if land.peninsula.signs.get(sea) != "w":
        water = land.peninsula.water
        steps = min(map(sea.distance, water)) if water else None
        yield BOOK.reason("sea", sea, by=steps, sign=land.peninsula.signs.get(sea))
    elif sea in land.islets:
        yield BOOK.reason("sea.taken", sea)


def _at_hand(placement: Placement, hand: Hand) -> Iterator[Reason]:
    """The tiles there are, and the cartographer's steps."""
    tile = placement.tile
    known = tile.kind == "double" and hand.doubles is not None and len({*tile.terrains}) == 2
    if known and not any(double.shows(tile.terrains) for double in hand.doubles or ()):
        doubles = (*dict.fromkeys(hand.doubles or ()),)
        yield BOOK.reason("stock.double", tile, doubles=doubles)
    singles = (tile.kind == "single") + (placement.level is not None)
    if singles > hand.singles:
        yield BOOK.reason("stock.singles", "single tiles", by=singles - hand.singles)
    if tile.kind == "islet" and not hand.islets:
        yield BOOK.reason("stock.islets", "islet tiles", by=1)
    if placement.level and hand.steps is not None and hand.steps < LEVELLING_COST:
        by = LEVELLING_COST - hand.steps
        yield BOOK.reason("cartographer", "cartographer", by=by, cost=LEVELLING_COST)


def _covered(land: Land, placement: Placement) -> Iterator[Reason]:
    """Ruins, buildings, statues and cubes may not be covered."""
    for space, _ in placement.land:
        if space not in land:
            continue
        holds = land[space]
        if holds.piece == RUIN:
            yield BOOK.reason("ruin", space)
        if holds.piece in (BUILDING, STATUE):
            yield BOOK.reason("building", space, piece=holds.piece)
        if holds.cube:
            yield BOOK.reason("cube", space, by=holds.height, cube=holds.cube)


def _terrain(land: Land, placement: Placement, rulings: Rulings) -> Iterator[Reason]:
    """Like on like, from the ground up; the single tile lies between."""
    level = placement.level
    if level and level.space not in placement.spaces:
        yield BOOK.reason("levelling.aside", level.space)
    for space, terrain in placement.land:
        if space not in land:
            continue
        lowest = terrain
        if level and level.space == space:
            lowest = level.terrain
            if not fits(terrain, lowest, rulings):
                yield BOOK.reason("levelling", space, terrain=terrain, below=lowest)
        below = land[space].terrain
        if not fits(lowest, below, rulings):
            yield BOOK.reason("terrain", space, terrain=lowest, below=below)


def _level(land: Land, placement: Placement) -> Iterator[Reason]:
    """Both halves at the same level."""
    found = levels(land, placement)
    if len(found) < 2:
        return
    low, high = sorted(placement.spaces, key=lambda space: found[space])
    by = found[high] - found[low]
    if by:
        yield BOOK.reason("level", low, by=by, lower=found[low], other=high, higher=found[high])


def _whole_double(land: Land, placement: Placement, rulings: Rulings) -> Iterator[Reason]:
    """Under the ruling exact-double=bridge: not exactly on one double tile."""
    if rulings.exact_double == "legal" or placement.tile.kind != "double" or placement.level:
        return
    one, other = placement.spaces
    way = one.way_to(other)
    if way is None or one not in land or other not in land:
        return
    here, there = land[one].stack, land[other].stack
    if here and there and len(here) == len(there) and here[-1].way == way:
        yield BOOK.reason("whole-double", one, other=other)


def _connection(land: Land, placement: Placement) -> Iterator[Reason]:
    """Beside or on something laid before."""
    tiled = land.tiled
    away = min((a.distance(b) for a in placement.spaces for b in tiled), default=0)
    if away > 1 or not tiled:
        by = away - 1 if tiled else None
        yield BOOK.reason("connection", placement.spaces[0], by=by, spaces=placement.spaces)


def _beach(land: Land, placement: Placement) -> Iterator[Reason]:
    """Something of every beach stays free."""
    sea = placement.sea
    if sea is None or sea in land.islets:
        return
    for number, beach in enumerate(land.peninsula.beaches, 1):
        if sea in beach and land.islets.issuperset({*beach} - {sea}):
            yield BOOK.reason("beach", sea, by=1, number=number, beach=beach)


def _gold(land: Land, placement: Placement, rulings: Rulings) -> Iterator[Reason]:
    """Gold from a mountain of three tiles or more; always, under the ruling gold=automatic."""
    mountain = next((space for space, terrain in placement.land if terrain == "mountain"), None)
    if mountain is None:
        if placement.gold:
            yield BOOK.reason("gold.none", placement.spaces[0], tile=placement.tile)
        return
    found = levels(land, placement)
    if mountain not in found:
        return
    height = 1 + max(found.values())
    if placement.gold and height < GOLD_HEIGHT:
        by = GOLD_HEIGHT - height
        yield BOOK.reason("gold.low", mountain, by=by, height=height, least=GOLD_HEIGHT)
    if not placement.gold and height >= GOLD_HEIGHT and rulings.gold == "automatic":
        yield BOOK.reason("gold.always", mountain, height=height)
