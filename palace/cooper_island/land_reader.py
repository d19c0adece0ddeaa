"""Reads the text of a land, and refuses what can never lie there."""

from __future__ import annotations

import re
from typing import NoReturn

from palace.cooper_island.hexes import Hex
from palace.cooper_island.peninsula import Peninsula, load_peninsula
from palace.cooper_island.spaces import BUILDING, RUIN, STATUE, Layer, Space
from palace.cooper_island.terrain import GOLD, GOLD_HEIGHT, OF_LETTER, RESOURCES
from palace.core.errors import NotationError, shorten

LONGEST = 20_000

_ENTRY = re.compile(r"\S+")
_NAME = re.compile(r"\s*([^\s=:]+):")
_LAYER = re.compile(r"([fmrs])([1-6]?)")
_ON_TOP = (*RESOURCES, BUILDING, STATUE)
_HOLDS = "a stack such as m or f2r4, + and what stands on it, ruin or islet"


LandParts = tuple[Peninsula, tuple[Space, ...], frozenset[Hex]]
"""What a land is made of: its layout, what is on each of its spaces, and the islets."""


def read_land(text: str, peninsula: Peninsula | None = None) -> LandParts:
    """Return the parts of the land of a text; see `Land.read`."""
    if len(text) > LONGEST:
        raise NotationError("it is too long", text, LONGEST + 1, f"at most {LONGEST} characters")
    named = _NAME.match(text)
    if named and (peninsula is None or named[1] != peninsula.name):
        peninsula = load_peninsula(named[1])
    if peninsula is None:
        raise NotationError("no layout is named", text, 1, "a name and a colon, as cooper-2:")
    return _Reader(text, peninsula).land(named.end() if named else 0)


class _Reader:
    def __init__(self, text: str, peninsula: Peninsula) -> None:
        self.text = text
        self.peninsula = peninsula
        self.found: dict[Hex, Space] = {}
        self.columns: dict[Hex, int] = {}
        self.islets: set[Hex] = set()

    def fail(self, what: str, column: int, expected: str) -> NoReturn:
        raise NotationError(what, self.text, column, expected)

    def land(self, start: int) -> LandParts:
        for entry in _ENTRY.finditer(self.text, start):
            self.entry(entry[0].lower(), entry.start() + 1)
        self.joined()
        spaces = tuple(self.found.get(space, Space()) for space in self.peninsula.land)
        return self.peninsula, spaces, frozenset(self.islets)

    def entry(self, entry: str, column: int) -> None:
        name, sign, holds = entry.partition("=")
        if not sign:
            self.fail(f"{shorten(entry, 30)!r} has no =", column, "a space and what it holds")
        try:
            space = Hex.read(name)
        except NotationError:
            self.fail(f"{shorten(name, 30)!r} is no space", column, "a space such as c3")
        if space in self.columns:
            self.fail(f"{space} stands here twice", column, "each space once")
        self.columns[space] = column
        sort = self.peninsula.signs.get(space, ".")
        after = column + len(name) + 1
        if holds == "islet":
            if sort != "w":
                self.fail(f"{space} is {self.peninsula.what(space)}", column, "a space of water")
            self.islets.add(space)
        elif space not in self.peninsula.numbers:
            self.fail(f"{space} is {self.peninsula.what(space)}", column, "a space of land")
        elif holds == RUIN:
            self.found[space] = Space(piece=RUIN)
        else:
            self.found[space] = self.holds(holds, after)

    def holds(self, text: str, column: int) -> Space:
        stack, plus, top = text.partition("+")
        layers: list[Layer] = []
        at = 0
        while at < len(stack):
            found = _LAYER.match(stack, at)
            if not found:
                self.fail(f"{shorten(stack[at:], 30)!r} is no tile", column + at, _HOLDS)
            layers.append(Layer(OF_LETTER[found[1]], int(found[2] or 0)))
            at = found.end()
        if not layers:
            self.fail("no tile lies here", column, _HOLDS)
        if plus and top not in _ON_TOP:
            what = f"{shorten(top, 30)!r} cannot stand on a tile"
            self.fail(what, column + at + 1, ", ".join(_ON_TOP))
        mountain = layers[-1].terrain == "mountain" and len(layers) >= GOLD_HEIGHT
        if top == GOLD and not mountain:
            expected = f"gold on a mountain of {GOLD_HEIGHT} tiles or more"
            self.fail("gold cannot lie here", column + at + 1, expected)
        if not plus:
            return Space(tuple(layers))
        if top in RESOURCES:
            return Space(tuple(layers), cube=top)
        return Space(tuple(layers), piece=top)

    def joined(self) -> None:
        """Every half of a tile has its other half beside it, at the same level."""
        reached: set[Hex] = set()
        for space, holds in self.found.items():
            for level, layer in enumerate(holds.stack):
                if not layer.way:
                    continue
                other = space.step(layer.way)
                column = self.columns[space]
                if level == 0 and other in self.islets and other not in reached:
                    reached.add(other)
                    continue
                there = self.found.get(other, Space()).stack
                back = layer.way + 3 if layer.way <= 3 else layer.way - 3
                if level >= len(there) or there[level].way != back:
                    what = f"tile {level + 1} of {space} has no other half on {other}"
                    self.fail(what, column, f"digit {back} for tile {level + 1} of {other}")
        for space in sorted(self.islets - reached):
            what = f"the islet at {space} has no land half"
            self.fail(what, self.columns[space], "a stack beside it whose first digit leads there")
