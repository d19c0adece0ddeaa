"""Situations to search: palaces of random games, pieces, rulings."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.referee import judge
from palace.monkey_palace.kernel.rulings import RULINGS, Rulings
from palace.monkey_palace.kernel.supply import Supply
from palace.monkey_palace.search import count
from tests.grounds import ALL, plain
from tests.random_play import legal_walk, random_animals


def without_light() -> Palace:
    """All sixteen light green decorations stand; only a1 is of another colour."""
    ground = plain(9, 4, "b2 c2 d2", name="no-light-left")
    pairs = [(Knob(file, rank), Knob(file + 1, rank)) for file in (1, 3, 5, 7) for rank in (1, 3)]
    columns = {knob: way + "l" for pair in pairs for knob, way in zip(pair, "EW", strict=True)}
    return Palace.of_columns(ground, columns)


STARTS = [
    *(Palace.setup(ground) for ground in ALL),
    Palace.setup(plain(5, 4, "b2 c2 c3", closed="c1 d3 a4")),
    Palace.setup(plain(7, 3, "c2 d2 e2", closed="b2 d1 f3")),
    Palace.setup(plain(26, 26, "m13 n13 n14", closed="l13 o15")),
    without_light(),
]

SEARCHED = (
    "double-back", "spiral", "over-arch", "animals-block", "highest-tie", "setup-gold",
    "covered-decoration", "bonus-height", "decoration-out",
)  # fmt: skip
"""The rulings that change which staircases there are, or what they earn."""


class Situation(NamedTuple):
    """Where, with what and by which rulings a staircase is sought."""

    palace: Palace
    supply: Supply
    rulings: Rulings


def palaces(seed: int) -> Iterator[Palace]:
    """The palaces of one random game after another."""
    rng = random.Random(seed)
    while True:
        palace = rng.choice(STARTS)
        for _ in range(rng.randint(1, 14)):
            yield palace
            verdict = judge(palace, legal_walk(palace, rng))
            palace = random_animals(verdict.palace or palace, rng)


def random_rulings(rng: random.Random) -> Rulings:
    """Some rulings, each of those that matter here its default half of the time."""
    chosen = {
        name: rng.choice([RULINGS[name].default, *list(RULINGS[name].answers)[1:]])
        for name in SEARCHED
    }
    return Rulings.of(chosen)


def situations(number: int, seed: int, most: int = 2_000) -> Iterator[Situation]:
    """Situations with at most so many staircases, one in ten with nothing to build with."""
    rng = random.Random(seed)
    every = palaces(seed)
    while number:
        palace = next(every)
        supply = Supply(rng.randint(1, 7), rng.randint(0, 7), rng.randint(0, 3))
        if rng.random() < 0.1:
            supply = Supply(rng.choice((0, 0, 2, 4)), rng.choice((0, 5)), 0)
        situation = Situation(palace, supply, random_rulings(rng))
        if count(*situation).total <= most:
            yield situation
            number -= 1
