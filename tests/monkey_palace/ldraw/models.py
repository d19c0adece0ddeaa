"""LDraw models for tests: read from a text, and changed as people change them."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator

import pytest

from palace.core.errors import InputError
from palace.files.ldraw import parse_model
from palace.monkey_palace.kernel.build import Build
from palace.monkey_palace.kernel.elements import PIECES, Element
from palace.monkey_palace.kernel.ground import GroundMap
from palace.monkey_palace.kernel.laying import elements
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.ldraw.parts import is_part
from palace.monkey_palace.ldraw.reading import LDrawBuild, build_of
from palace.monkey_palace.ldraw.writing import KEYWORD
from tests.grounds import ALL, plain
from tests.random_play import legal_walk, mutated, random_palace

UNIT = "1 0 0 0 1 0 0 0 1"

GROUNDS = (*ALL, plain(5, 4, "b2 c2 c3"), plain(9, 4, "b2 c2 d2", closed="e1"))

COLOURS = (
    "", "", "", "", "", "red", "tan", "grey", "LDraw 80", "#ff0000", "#f12b9a", "#1b2a34",
    "magenta",    "a  b", ' "x"\n', "weiß", "LDraw 4", "0", "\ud800",
)  # fmt: skip


def read(text: str, ground: GroundMap | None = None) -> LDrawBuild:
    """Return what a text holds; messages call it f.ldr."""
    return build_of(parse_model(text, "f.ldr", KEYWORD, is_part), ground)


def faults(text: str, ground: GroundMap | None = None) -> list[str]:
    """Return the problems of a text."""
    with pytest.raises(InputError) as caught:
        read(text, ground)
    return [str(problem) for problem in caught.value.problems]


def part(name: str, x: float, y: float, z: float, *, colour: int = 4, matrix: str = UNIT) -> str:
    """Return the line of a part."""
    return f"1 {colour} {x:g} {y:g} {z:g} {matrix} {name}"


def ordered(build: Build) -> list[Element]:
    """Return the elements of a build in an order of their own."""
    return sorted(build.elements)


def changed(text: str, change: Callable[[list[float]], list[float]]) -> str:
    """Return a text with the twelve numbers of every part changed."""
    rows = []
    for row in text.splitlines():
        words = row.split(None, 14)
        if words[:1] == ["1"]:
            numbers = change([float(word) for word in words[2:14]])
            row = " ".join(["1", words[1], *map(repr, numbers), words[14]])
        rows.append(row)
    return "\n".join(rows) + "\n"


def turned(text: str, angle: float, by: tuple[float, float, float]) -> str:
    """Return a text with the whole model turned about the vertical, in degrees, then moved."""
    cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))

    def change(numbers: list[float]) -> list[float]:
        x, y, z, a, b, c, d, e, f, g, h, i = numbers
        return [
            cos * x - sin * z + by[0], y + by[1], sin * x + cos * z + by[2],
            cos * a - sin * g, cos * b - sin * h, cos * c - sin * i, d, e, f,
            sin * a + cos * g, sin * b + cos * h, sin * c + cos * i,
        ]  # fmt: skip

    return changed(text, change)


def bare(text: str, *, plate: bool = False) -> str:
    """Return a text as other programs write it: without our comments, and without the plate."""
    rows = [row for row in text.splitlines() if "!PALACE" not in row]
    return "\n".join(row for row in rows if plate or "3811.dat" not in row) + "\n"


def shuffled(text: str, rng: random.Random) -> str:
    """Return a text with its parts in another order."""
    rows = text.splitlines()
    places = [number for number, row in enumerate(rows) if row.startswith("1 ")]
    for number, other in zip(places, rng.sample(places, len(places)), strict=True):
        rows[number] = text.splitlines()[other]
    return "\n".join(rows) + "\n"


def nested(text: str, rng: random.Random) -> str:
    """Return a text with its parts spread over submodels in submodels, each turned and moved."""
    head = [row for row in text.splitlines() if not row.startswith(("1 ", "0 FILE"))]
    moves: list[tuple[float, tuple[float, float, float]]]
    files: list[list[str]] = [head, [], [], [], []]
    for row in text.splitlines():
        if row.startswith("1 "):
            files[rng.randrange(5)].append(row)
    moves = [(0.0, (0.0, 0.0, 0.0))] + [
        (rng.choice((0, 90, 180, 270)), (rng.randint(-99, 99), rng.randint(-9, 9), 20 * number))
        for number in range(4)
    ]
    out = []
    for number in reversed(range(1, 5)):
        angle, by = moves[number]
        around = rng.randrange(number)
        # What is in the submodel is turned back, and the submodel placed turned.
        x, y, z = by
        back = turned(turned("\n".join(files[number]), 0, (-x, -y, -z)), -angle, (0, 0, 0))
        out.append(f"0 FILE sub {number}.ldr\n{back}0 NOFILE\n")
        files[around].append(
            turned(part(f"Sub {number}.LDR", 0, 0, 0, colour=16), angle, by).strip()
        )
    rng.shuffle(out)
    return "0 FILE main.ldr\n" + "\n".join(files[0]) + "\n0 NOFILE\n" + "".join(out)


def loose(rng: random.Random) -> Build:
    """Return any elements at any places."""
    ground = rng.choice(GROUNDS)
    side = ground.plate
    return Build(
        ground,
        tuple(
            Element(
                rng.choice([*PIECES]), rng.randint(-3, side + 2), rng.randint(-3, side + 2),
                rng.choice((0, 0, 0, 1, 2, 5, 300)), rng.randint(0, 3), rng.choice(COLOURS),
            )
            for _ in range(rng.choice((0, 1, 2, 5, 20)))
        ),
    )  # fmt: skip


def played(rng: random.Random) -> Palace:
    """Return a palace of random play."""
    return random_palace(Palace.setup(rng.choice(GROUNDS)), rng.randint(0, 5), rng)


def builds(count: int, seed: int) -> Iterator[Build]:
    """Yield loose elements, tables and turns, in equal numbers."""
    rng = random.Random(seed)
    for number in range(count):
        if number % 3 == 0:
            yield loose(rng)
            continue
        palace = played(rng)
        if number % 3 == 1:
            yield Build.of(palace)
        else:
            turn = mutated(legal_walk(palace, rng), palace, rng)
            yield Build(palace.ground, elements(palace, turn), palace)
