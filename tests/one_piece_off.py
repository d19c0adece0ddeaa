"""Tables of legal games that one piece spoiled, or two that were swapped."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from palace.monkey_palace.kernel.audit import audit
from palace.monkey_palace.kernel.build import Build
from palace.monkey_palace.kernel.elements import COLOURS, Element
from palace.monkey_palace.kernel.ground import GroundMap
from palace.monkey_palace.kernel.palace import Palace
from tests.grounds import ALL
from tests.random_play import random_palace

WAYS = ("moved", "removed", "added", "recoloured", "swapped")

_LIKE = {kind: [other for other in COLOURS.values() if other != kind] for kind in COLOURS.values()}
_LIKE |= {"brick": ["column", *COLOURS.values()], "column": ["brick"]}
_ADDED = ("arch", "brick", "column", *COLOURS.values())


class Spoiled(NamedTuple):
    """A table, how it was spoiled, and what it was before."""

    way: str
    table: Build
    before: Build


def spoiled_tables(count: int, seed: int) -> Iterator[Spoiled]:
    """`count` tables of random games, spoiled in each of the ways in turn."""
    rng = random.Random(seed)
    made = 0
    while made < count:
        palace = random_palace(Palace.setup(rng.choice(ALL)), rng.randint(1, 15), rng)
        if not audit(palace).legal:
            continue  # its animals are where no game puts them
        before = Build.of(palace)
        for _ in range(len(WAYS)):
            way = WAYS[made % len(WAYS)]
            table = Build(before.ground, spoil(before, way, rng))
            if made < count and {*table.elements} != {*before.elements}:
                yield Spoiled(way, table, before)
                made += 1


def spoil(before: Build, way: str, rng: random.Random) -> tuple[Element, ...]:
    """The pieces of a table of which one is changed, or two have changed places."""
    every = before.elements
    like = [e for e in every if way not in ("recoloured", "swapped") or e.kind in _LIKE]
    old = rng.choice(like)
    rest = [element for element in every if element != old]
    if way == "removed":
        return tuple(rest)
    if way == "recoloured":
        return (*rest, old._replace(kind=rng.choice(_LIKE[old.kind])))
    if way == "swapped":
        other = rng.choice([element for element in like if element.kind != old.kind] or [old])
        rest = [element for element in rest if element != other]
        (one, here), (two, there) = (old, old[1:4]), (other, other[1:4])
        return (*rest, Element(one.kind, *there), Element(two.kind, *here))
    if way == "added":
        return (*every, put(before.ground, every, old._replace(kind=rng.choice(_ADDED)), rng))
    return (*rest, put(before.ground, rest, old, rng))


def put(
    ground: GroundMap, elements: Sequence[Element], piece: Element, rng: random.Random
) -> Element:
    """A piece on top of what is there: by one knob from where it was, or at any knob."""
    near = [(piece.x + x, piece.y + y) for x, y in ((3, 0), (-3, 0), (0, 3), (0, -3))]
    while True:
        x, y = rng.choice(rng.choice((near, [*ground.open_studs])))
        turn = rng.randrange(2) if piece.kind == "arch" else 0
        feet = Element(piece.kind, x, y, 0, turn).feet
        if all(stud in ground.open_studs for stud in feet):
            tops = [each.top for each in elements if {*each.feet} & {*feet}]
            return Element(piece.kind, x, y, max(tops, default=0), turn)
