"""A second implementation of the placement rules, on texts, that shares no code with the first.

Spaces are in doubled coordinates (x grows by 2 along a row, odd x are the shifted rows).
"""

from __future__ import annotations

import re
import tomllib
from typing import NamedTuple

from tests.paths import MAPS

Spot = tuple[int, int]
Found = set[tuple[str, str, int | None]]

TERRAIN = {"f": "forest", "m": "meadow", "r": "mountain", "s": "settlement"}
CUBES = ("wood", "food", "stone", "cloth", "gold")


def spot(name: str) -> Spot:
    row = int(name[1:]) - 1
    return 2 * (ord(name[0]) - ord("a")) + row % 2, row


def name(at: Spot) -> str:
    return f"{chr(ord('a') + (at[0] - at[1] % 2) // 2)}{at[1] + 1}"


def steps(one: Spot, other: Spot) -> int:
    """Return the distance: a step up or down a row moves one sideways at no cost."""
    across, along = abs(one[0] - other[0]), abs(one[1] - other[1])
    return along + max(0, across - along) // 2


def ring(at: Spot) -> list[Spot]:
    x, y = at
    return [(x - 2, y), (x + 2, y), (x - 1, y - 1), (x + 1, y - 1), (x - 1, y + 1), (x + 1, y + 1)]


class Table(NamedTuple):
    """A peninsula and its contents, read from texts."""

    signs: dict[Spot, str]
    beaches: list[list[Spot]]
    stacks: dict[Spot, list[str]]
    joined: dict[Spot, Spot | None]
    cubes: dict[Spot, str]
    pieces: dict[Spot, str]
    islets: set[Spot]


def table(land: str) -> Table:
    layout, _, entries = land.partition(":")
    data = tomllib.loads((MAPS / f"{layout}.toml").read_text())
    rows = ["".join(row.split()) for row in data["rows"].split("\n") if row.strip()]
    signs = {
        spot(f"{chr(ord('a') + file)}{len(rows) - number}"): letter
        for number, row in enumerate(rows)
        for file, letter in enumerate(row)
        if letter != "."
    }
    beaches = [[spot(water) for water in beach] for beach in data["beaches"]]
    found = Table(signs, beaches, {}, {}, {}, {}, set())
    for entry in entries.split():
        where, holds = entry.split("=")
        at = spot(where)
        if holds == "islet":
            found.islets.add(at)
        elif holds == "ruin":
            found.pieces[at] = holds
        else:
            stack, _, top = holds.partition("+")
            layers = re.findall(r"([fmrs])(\d?)", stack)
            found.stacks[at] = [TERRAIN[letter] for letter, _ in layers]
            way = layers[-1][1]
            around = {"1": (2, 0), "2": (1, 1), "3": (-1, 1), "4": (-2, 0), "5": (-1, -1)}
            dx, dy = around.get(way, (1, -1))
            found.joined[at] = (at[0] + dx, at[1] + dy) if way else None
            if top in CUBES:
                found.cubes[at] = top
            elif top:
                found.pieces[at] = top
    return found


def reasons(
    land: str,
    placement: str,
    *,
    settlement: str = "any",
    gold: str = "choice",
    singles: int = 99,
    islets: int = 99,
    steps_left: int = 99,
) -> Found:
    """Return (code, at, by) of each reason against a placement."""
    on = table(land)
    read = re.fullmatch(
        r"(\w+) ([\w-]+) ([a-z]\d+)(?:-([a-z]\d+))?(?: level (\w+) ([a-z]\d+))?( gold)?", placement
    )
    assert read, placement
    kind, kinds, first, second, single, under, wants_gold = read.groups()
    terrains = kinds.split("-")
    halves = [spot(first)] + ([spot(second)] if second else [])
    ground = halves[:1] if kind == "islet" else halves
    water = halves[1] if kind == "islet" else None
    mounted = spot(under) if under else None
    found: Found = set()

    # A double tile: two different terrains; two halves: neighbours.
    if kind == "double" and terrains[0] == terrains[1]:
        found.add(("shape", f"double {kinds}", None))
    if second and halves[1] not in ring(halves[0]):
        found.add(("shape", second, abs(steps(*halves) - 1)))

    # Land on land, sea in the sea.
    solid = [at for at, sign in on.signs.items() if sign in "lrst"]
    wet = [at for at, sign in on.signs.items() if sign == "w"]
    for at in ground:
        if at not in solid:
            found.add(("space", name(at), min(steps(at, other) for other in solid)))
    if water is not None and water not in wet:
        found.add(("sea", name(water), min(steps(water, other) for other in wet)))
    if water is not None and water in on.islets:
        found.add(("sea", name(water), None))

    # What there is.
    needed = (1 if kind == "single" else 0) + (1 if single else 0)
    if needed > singles:
        found.add(("stock", "single tiles", needed - singles))
    if kind == "islet" and islets == 0:
        found.add(("stock", "islet tiles", 1))
    if single and steps_left < 1:
        found.add(("cartographer", "cartographer", 1 - steps_left))

    # What may not be covered.
    for at in ground:
        if at not in solid:
            continue
        if on.pieces.get(at) == "ruin":
            found.add(("ruin", name(at), None))
        elif at in on.pieces:
            found.add(("building", name(at), None))
        if at in on.cubes:
            found.add(("cube", name(at), len(on.stacks[at])))

    def lies(above: str, below: str | None) -> bool:
        if below is None or above == below:
            return True
        return above == "settlement" and settlement == "any"

    # Terrain on terrain, with the single tile in between.
    if single and mounted not in halves:
        found.add(("levelling", under, None))
    for at, terrain in zip(ground, terrains, strict=False):
        if at not in solid:
            continue
        below = on.stacks[at][-1] if at in on.stacks else None
        if at == mounted:
            assert single
            if not lies(terrain, single):
                found.add(("levelling", name(at), None))
            if not lies(single, below):
                found.add(("terrain", name(at), None))
        elif not lies(terrain, below):
            found.add(("terrain", name(at), None))

    # Level, and how high the tile lies in the end.
    high = {at: len(on.stacks.get(at, ())) + (at == mounted) for at in ground if at in solid}
    if water is not None and water not in high:
        high[water] = 0
    if len(high) == 2 and len({*high.values()}) == 2:
        low = min(high, key=lambda at: high[at])
        found.add(("level", name(low), max(high.values()) - min(high.values())))

    # Connection: on or beside a tile, an islet's sea half included.
    tiled = {*on.stacks, *on.islets}
    if not any(at in tiled or tiled.intersection(ring(at)) for at in halves):
        found.add(
            ("connection", first, min(steps(at, other) for at in halves for other in tiled) - 1)
        )

    # Something of every beach stays visible.
    if water is not None and water not in on.islets:
        for beach in on.beaches:
            if water in beach and {*beach} <= on.islets | {water}:
                found.add(("beach", name(water), 1))

    # Gold.
    rocks = [at for at, terrain in zip(ground, terrains, strict=False) if terrain == "mountain"]
    if not rocks and wants_gold:
        found.add(("gold", first, None))
    if rocks and rocks[0] in solid:
        tall = max(high.values()) + 1
        if wants_gold and tall < 3:
            found.add(("gold", name(rocks[0]), 3 - tall))
        if gold == "automatic" and tall >= 3 and not wants_gold:
            found.add(("gold", name(rocks[0]), None))
    return found
