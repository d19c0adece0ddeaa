"""The worker areas A to H: what each offers a normal and a special worker."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from palace.cooper_island.rulings import DEFAULT, Rulings

Offer = Mapping[str, int]
"""How often each kind of step may be done: `{"draw": 1, "lay": 1}`."""


class Area(NamedTuple):
    """What an area offers: one of `offers`; a special worker gets one of `special`.

    `steps` are those the cartographer goes on, `special_steps` those with a special worker;
    `discount` what a special worker pays less.
    """

    offers: tuple[Offer, ...]
    special: tuple[Offer, ...]
    steps: int = 0
    special_steps: int = 0
    discount: int = 0


_ONE = {"draw": 1, "lay": 1}

AREAS: dict[str, Area] = {
    "A": Area(({"draw": 1}, {"lay": 1}), (_ONE,), 1, 1),
    "B": Area(({"boat": 1},), ({"boat": 1},), discount=2),
    "C": Area((_ONE,), ({**_ONE, "islet again": 1},)),
    "D": Area(({"build": 1},), ({"build": 1},), discount=2),
    "E": Area(({"take": 1},), ({"take": 1, "boat again": 1},), 3, 3),
    "F": Area(({"ruin": 1}, {"statue": 1}), ({"ruin": 1, "statue": 1},)),
    "G": Area(({"draw": 2}, {"lay": 2}), ({"draw": 2}, {"lay": 2}), 0, 1),
    "H": Area(({"crate": 1},), ({"crate": 1, "draw": 1}, {"crate": 1, "lay": 1})),
}

START_PLAYER = "A"
"""The area whose first normal worker brings the start player's token."""


def areas(rulings: Rulings = DEFAULT) -> tuple[str, ...]:
    """The areas of the game (ruling worker-areas)."""
    return tuple(AREAS)[: 6 if rulings.worker_areas == "six" else None]


def offers(area: str, kind: str, rulings: Rulings = DEFAULT) -> tuple[Offer, ...]:
    """What a worker of a kind may do in an area, one of these (ruling area-f)."""
    found = AREAS[area]
    both = area == "F" and rulings.area_f == "and"
    return found.special if kind == "special" or both else found.offers


def steps(area: str, kind: str) -> int:
    """How far the cartographer goes on."""
    found = AREAS[area]
    return found.special_steps if kind == "special" else found.steps


def excess(used: Counter[str], offered: tuple[Offer, ...], more: Counter[str]) -> Counter[str]:
    """What was done beyond the offer it comes nearest to; `more` may be done besides."""
    beyond = [used - more - Counter(offer) for offer in offered or ({},)]
    return min(beyond, key=lambda found: found.total())
