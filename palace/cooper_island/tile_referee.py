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
from palace.cooper_island.reasons import Reason
from palace.cooper_island.rulings import DEFAULT, Rulings
from palace.cooper_island.spaces import BUILDING, RUIN, STATUE
from palace.cooper_island.terrain import GOLD_HEIGHT
from palace.cooper_island.tiles import Hand

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


def _at(code: str, where: object, by: int | None, text: str) -> Reason:
    return Reason(code, str(where), by, "", text)


def _shape(placement: Placement) -> Iterator[Reason]:
    """Two different terrains, on two neighbouring spaces."""
    tile, spaces = placement.tile, placement.spaces
    if tile.kind == "double" and tile.terrains[0] == tile.terrains[1]:
        text = f"no double tile shows two halves of {tile.terrains[0]}"
        yield _at("shape", tile, None, text)
    if len(spaces) == 2 and spaces[0].way_to(spaces[1]) is None:
        away = spaces[0].distance(spaces[1])
        text = f"{spaces[1]} is {away} steps from {spaces[0]}, not one"
        if not away:
            text = f"both halves would lie on {spaces[0]}"
        yield _at("shape", spaces[1], abs(away - 1), text)


def _spaces(land: Land, placement: Placement) -> Iterator[Reason]:
    """Land halves on land, the sea half on free water."""
    for space, _ in placement.land:
        if space not in land:
            away = min(space.distance(other) for other in land.peninsula.land)
            text = f"{space} is {land.peninsula.what(space)}, not land"
            yield _at("space", space, away, text)
    sea = placement.sea
    if sea is None:
        return
    if land.peninsula.signs.get(sea) != "w":
        water = land.peninsula.water
        steps = min(map(sea.distance, water)) if water else None
        text = f"{sea} is {land.peninsula.what(sea)}, not water along the coast"
        yield _at("sea", sea, steps, text)
    elif sea in land.islets:
        yield _at("sea", sea, None, f"an islet tile lies on {sea} already")


def _at_hand(placement: Placement, hand: Hand) -> Iterator[Reason]:
    """The tiles there are, and the cartographer's steps."""
    tile = placement.tile
    known = tile.kind == "double" and hand.doubles is not None and len({*tile.terrains}) == 2
    if known and not any(double.shows(tile.terrains) for double in hand.doubles or ()):
        has = ", ".join(map(str, dict.fromkeys(hand.doubles or ()))) or "no double tile"
        yield _at("stock", tile, None, f"no double tile at hand shows it: there is {has}")
    singles = (tile.kind == "single") + (placement.level is not None)
    if singles > hand.singles:
        yield _at("stock", "single tiles", singles - hand.singles, "no single tile is left")
    if tile.kind == "islet" and not hand.islets:
        yield _at("stock", "islet tiles", 1, "all islet tiles of the player have been laid")
    if placement.level and hand.steps is not None and hand.steps < LEVELLING_COST:
        text = f"levelling costs {LEVELLING_COST} step, and the cartographer has none left"
        yield _at("cartographer", "cartographer", LEVELLING_COST - hand.steps, text)


def _covered(land: Land, placement: Placement) -> Iterator[Reason]:
    """Ruins, buildings, statues and cubes may not be covered."""
    for space, _ in placement.land:
        if space not in land:
            continue
        holds = land[space]
        if holds.piece == RUIN:
            yield _at("ruin", space, None, f"a ruin lies on {space}")
        if holds.piece in (BUILDING, STATUE):
            yield _at("building", space, None, f"a {holds.piece} stands on {space}")
        if holds.cube:
            yield _at("cube", space, holds.height, f"a cube of {holds.cube} lies on {space}")


def _terrain(land: Land, placement: Placement, rulings: Rulings) -> Iterator[Reason]:
    """Like on like, from the ground up; the single tile lies between."""
    level = placement.level
    if level and level.space not in placement.spaces:
        text = f"the single tile at {level.space} is under neither half"
        yield _at("levelling", level.space, None, text)
    for space, terrain in placement.land:
        if space not in land:
            continue
        lowest = terrain
        if level and level.space == space:
            lowest = level.terrain
            if not fits(terrain, lowest, rulings):
                text = f"{terrain} does not lie on the single {lowest} put under it at {space}"
                yield _at("levelling", space, None, text)
        below = land[space].terrain
        if not fits(lowest, below, rulings):
            text = f"{lowest} does not lie on {below}, which {space} shows"
            yield _at("terrain", space, None, text)


def _level(land: Land, placement: Placement) -> Iterator[Reason]:
    """Both halves at the same level."""
    found = levels(land, placement)
    if len(found) < 2:
        return
    low, high = sorted(placement.spaces, key=lambda space: found[space])
    by = found[high] - found[low]
    if by:
        text = f"{low} lies at level {found[low]}, {high} at level {found[high]}"
        yield _at("level", low, by, text)


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
        text = f"one double tile lies on {one} and {other}, and it would be covered whole"
        yield _at("whole-double", one, None, text)


def _connection(land: Land, placement: Placement) -> Iterator[Reason]:
    """Beside or on something laid before."""
    tiled = land.tiled
    away = min((a.distance(b) for a in placement.spaces for b in tiled), default=0)
    if away > 1 or not tiled:
        text = f"no tile lies beside or under {' or '.join(map(str, placement.spaces))}"
        yield _at("connection", placement.spaces[0], away - 1 if tiled else None, text)


def _beach(land: Land, placement: Placement) -> Iterator[Reason]:
    """Something of every beach stays free."""
    sea = placement.sea
    if sea is None or sea in land.islets:
        return
    for number, beach in enumerate(land.peninsula.beaches, 1):
        if sea in beach and land.islets.issuperset({*beach} - {sea}):
            text = f"beach {number} ({' '.join(map(str, beach))}) would be covered whole"
            yield _at("beach", sea, 1, text)


def _gold(land: Land, placement: Placement, rulings: Rulings) -> Iterator[Reason]:
    """Gold from a mountain of three tiles or more; always, under the ruling gold=automatic."""
    mountain = next((space for space, terrain in placement.land if terrain == "mountain"), None)
    if mountain is None:
        if placement.gold:
            text = f"{placement.tile} has no mountain to give gold"
            yield _at("gold", placement.spaces[0], None, text)
        return
    found = levels(land, placement)
    if mountain not in found:
        return
    height = 1 + max(found.values())
    if placement.gold and height < GOLD_HEIGHT:
        text = f"{mountain} would be {height} high, and gold comes from level {GOLD_HEIGHT}"
        yield _at("gold", mountain, GOLD_HEIGHT - height, text)
    if not placement.gold and height >= GOLD_HEIGHT and rulings.gold == "automatic":
        text = f"{mountain} would be {height} high, and there a mountain always gives gold"
        yield _at("gold", mountain, None, text)
