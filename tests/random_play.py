"""Random play: palaces reached by legal turns, and staircases to judge on them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.laying import fill
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.referee import is_legal, judge
from palace.monkey_palace.kernel.staircase import Staircase
from palace.monkey_palace.kernel.supply import Supply

WAYS = ((0, 1), (1, 0), (0, -1), (-1, 0))


def random_walk(palace: Palace, rng: random.Random) -> Staircase:
    """A staircase from an empty knob, mostly towards what stands, with all supports filled in."""
    empty = [knob for knob, height in palace.heights.items() if not height]
    built = [knob for knob, height in palace.heights.items() if height]
    near = [knob for knob in empty if any(knob.distance(other) <= 3 for other in built)]
    knobs = [rng.choice(near or empty or built)]
    unders, risers = [""], [random_pieces(rng, 0.2)]
    for _ in range(rng.choice((1, 2, 2, 3, 3, 4, 5, 6, 8))):
        ahead = [k for k in palace.ground.neighbours(knobs[-1]) if k not in knobs[-2:-1]]
        if not ahead:
            break
        low = [knob for knob in ahead if 0 < palace.heights[knob] < 6]
        knobs.append(rng.choice(low if low and rng.random() < 0.6 else ahead))
        unders.append("")
        risers.append(random_pieces(rng, 0.15))
    risers[-1] = ""
    if len(knobs) < 2:
        return random_walk(palace, rng)
    return fill(palace, Staircase(tuple(knobs), tuple(unders), tuple(risers)))


def legal_walk(palace: Palace, rng: random.Random, tries: int = 30) -> Staircase:
    """A random staircase, legal unless all tries fail."""
    staircase = random_walk(palace, rng)
    for _ in range(tries):
        if is_legal(palace, staircase):
            break
        staircase = random_walk(palace, rng)
    return staircase


def random_pieces(rng: random.Random, chance: float) -> str:
    """No pieces most of the time, else a few bricks and columns."""
    if rng.random() >= chance:
        return ""
    return "".join(rng.choice("bbbc") for _ in range(rng.randint(1, 3)))


def random_palace(start: Palace, turns: int, rng: random.Random) -> Palace:
    """A palace after some random legal turns, with animals put where they may stand."""
    palace = start
    for _ in range(turns):
        verdict = judge(palace, legal_walk(palace, rng))
        palace = random_animals(verdict.palace or palace, rng)
    return palace


def random_animals(palace: Palace, rng: random.Random) -> Palace:
    """The palace with some of the animals moved to places where they may stand."""
    for letter in "mfy":
        if rng.random() < 0.3:
            taken = {knob for name, knob in palace.animals if name != letter}
            wanted = "ldg" if letter == "y" else "NESW"
            places = [
                k for k, top in palace.tops.items() if top and top in wanted and k not in taken
            ]
            if places:
                palace = palace.with_animal(letter, rng.choice(places))
    return palace


def mutated(staircase: Staircase, palace: Palace, rng: random.Random) -> Staircase:
    """The staircase with one to three random faults, or none by luck."""
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        staircase = _mutate(staircase, palace, rng)
    return staircase


def _mutate(staircase: Staircase, palace: Palace, rng: random.Random) -> Staircase:
    knobs, unders, risers = (
        list(staircase.knobs), list(staircase.unders), list(staircase.risers)
    )  # fmt: skip
    at = rng.randrange(len(knobs))
    what = rng.randrange(11)
    if what == 0:
        unders[at] = unders[at][:-1] if at else ""
    elif what == 1 and at:
        unders[at] += rng.choice("bc")
    elif what == 2:
        risers[at] = risers[at][:-1]
    elif what == 3:
        risers[at] += rng.choice("bc")
    elif what == 4:
        risers[-1] = rng.choice(("b", "c", "bb"))
    elif what == 5 and len(knobs) > 2:
        del knobs[at], unders[at], risers[at]
        unders[0] = ""
    elif what == 6:
        # straight back, with or without spacers
        back = knobs[-2]
        knobs.append(back)
        spacer = rng.choice(("", "", "b"))
        risers[-1] += spacer
        unders.append(spacer)
        risers.append("")
    elif what in (7, 10):
        ahead = [Knob(knobs[-1].file + east, knobs[-1].rank + north) for east, north in WAYS]
        ahead = [knob for knob in ahead if knob.file >= 0 and knob.rank >= 0]
        off = [knob for knob in ahead if knob not in palace.ground.colours]
        if ahead:
            knobs.append(rng.choice(off or ahead))
            unders.append("")
            risers.append("")
    elif what == 8:
        # begin one knob earlier, often on what stands already
        ahead = list(palace.ground.neighbours(knobs[0])) if knobs[0] in palace.ground else []
        if ahead:
            knobs.insert(0, rng.choice(ahead))
            unders.insert(0, "")
            risers.insert(0, "")
    elif what == 9:
        knobs, unders, risers = knobs[::-1], unders[::-1], risers[::-1]
        unders[0] = ""
    return Staircase(tuple(knobs), tuple(unders), tuple(risers))


class Turn(NamedTuple):
    """A palace reached in play, a staircase to judge on it, and the pieces to pay it from."""

    palace: Palace
    staircase: Staircase
    supply: Supply | None


def turns(starts: list[Palace], count: int, seed: int) -> Iterator[Turn]:
    """`count` random turns, half of the staircases mutated, some supplies too small."""
    rng = random.Random(seed)
    made = 0
    while made < count:
        palace = random_palace(rng.choice(starts), rng.randint(0, 12), rng)
        for _ in range(min(25, count - made)):
            staircase = legal_walk(palace, rng)
            if rng.random() < 0.5:
                staircase = mutated(staircase, palace, rng)
            supply = None
            if rng.random() < 0.05:
                less = Supply(*(rng.choice((-1, 0, 0, 1)) for _ in "abc"))
                supply = Supply(*(max(n, 0) for n in staircase.uses.minus(less)))
            yield Turn(palace, staircase, supply)
            made += 1
