"""Tables that one piece spoiled, or two that were swapped."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

from palace.monkey_palace.kernel.audit import audit
from palace.monkey_palace.kernel.build import Build
from palace.monkey_palace.kernel.elements import COLOURS, PIECES, Element
from palace.monkey_palace.kernel.ground import GroundMap
from palace.monkey_palace.kernel.palace import Palace
from tests.grounds import ALL
from tests.random_play import random_palace

KINDS = ("moved", "removed", "added", "recoloured", "swapped")

_LIKE = {
    **{kind: tuple(k for k in COLOURS.values() if k != kind) for kind in COLOURS.values()},
    "brick": ("column", *COLOURS.values()),
    "column": ("brick",),
}
"""What a piece is taken for when it is recoloured."""


class Spoiled(NamedTuple):
    """A table that was legal, how it was spoiled, and what is there instead of its pieces."""

    kind: str
    whole: Build
    spoiled: Build


def spoiled_tables(count: int, seed: int) -> Iterator[Spoiled]:
    """`count` tables of random games, spoiled in every way in turn."""
    rng = random.Random(seed)
    made = 0
    while made < count:
        palace = random_palace(Palace.setup(rng.choice(ALL)), rng.randint(1, 15), rng)
        if not audit(palace).legal:
            continue  # its animals are where no game puts them
        whole = Build.of(palace)
        for _ in range(5):
            kind = KINDS[made % len(KINDS)]
            elements = spoil(whole, kind, rng)
            if made < count and sorted(elements) != sorted(whole.elements):
                yield Spoiled(kind, whole, Build(whole.ground, elements))
                made += 1


def spoil(build: Build, kind: str, rng: random.Random) -> tuple[Element, ...]:
    """The elements of a table with one piece changed, or two swapped."""
    elements = [*build.elements]
    old = rng.choice(elements)
    if kind == "swapped":
        other = rng.choice([e for e in elements if e.kind != "arch"])
        old = rng.choice([e for e in elements if e.kind not in ("arch", other.kind)] or [other])
        for one, there in ((old, other), (other, old)):
            elements[build.elements.index(one)] = one._replace(
                x=there.x, y=there.y, level=there.level
            )
        return tuple(elements)
    if kind == "recoloured":
        old = rng.choice([e for e in elements if e.kind in _LIKE])
        new = [old._replace(kind=rng.choice(_LIKE[old.kind]))]
    elif kind == "removed":
        new = []
    else:
        if kind == "added":
            old = Element(rng.choice(("arch", "brick", "column", *COLOURS.values())), *old[1:3])
        else:
            elements.remove(old)
        new = [put(build.ground, tuple(elements), old, rng)]
        if kind == "added":
            return (*elements, *new)
        return (*elements, *new)
    elements.remove(old)
    return (*elements, *new)


def put(
    ground: GroundMap, elements: tuple[Element, ...], piece: Element, rng: random.Random
) -> Element:
    """A piece on top of what is at some knob, half of the time by one knob from where it was."""
    while True:
        x, y = rng.choice([*ground.open_studs])
        if rng.random() < 0.5:
            x, y = rng.choice(((piece.x + 3, piece.y), (piece.x - 3, piece.y),
                               (piece.x, piece.y + 3), (piece.x, piece.y - 3)))  # fmt: skip
        turn = rng.randrange(2) if piece.kind == "arch" else 0
        there = piece._replace(x=x, y=y, turn=turn)
        feet = Element(*there).feet
        if all(stud in ground.open_studs for stud in feet):
            return there._replace(level=max(_height(elements, stud) for stud in feet))


def _height(elements: tuple[Element, ...], stud: tuple[int, int]) -> int:
    return max((e.level + PIECES[e.kind].height for e in elements if stud in e.feet), default=0)
