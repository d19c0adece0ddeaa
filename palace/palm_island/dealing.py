"""Random deals and draws: the same seed, the same cards, on every machine with every Python."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TypeVar

from palace.core.errors import InputError, Problem
from palace.palm_island.cards import NUMBERS
from palace.palm_island.specials.outpost import TERRAINS
from palace.palm_island.specials.shelf import Shelf

T = TypeVar("T")

DRAWN = 3
"""Villagers that are drawn; in speed games one more for each player after the second."""

_HOUSE = "name a box that has more: --box house"


def shuffled(things: Sequence[T], seed: int, what: str = "deal") -> list[T]:
    """The things in an order that depends on the seed and on `what` is shuffled.

    They are sorted by a hash each, so that no release of Python can change an order.
    """

    def key(at: int) -> bytes:
        return hashlib.sha256(f"palm-island {what} {seed} {at}".encode()).digest()

    return [things[at] for at in sorted(range(len(things)), key=key)]


def deal(seed: int, player: int = 1) -> list[int]:
    """The sixteen core cards, top first; players of a cooperative game shuffle for themselves."""
    return shuffled(NUMBERS, seed, "deal" if player == 1 else f"deal {player}")


def drawn_outposts(shelf: Shelf, seed: int) -> list[str]:
    """One outpost of each terrain for a casual game; raises `InputError` if there is none."""
    drawn = shuffled(shelf.of("outposts"), seed, "outposts")
    found: list[str] = []
    problems: list[Problem] = []
    for terrain in TERRAINS:
        named = (card.id for card in drawn if getattr(card, "terrain", None) == terrain)
        name = next(named, None)
        if name is None:
            problems.append(Problem("", f"a casual game needs a {terrain} outpost", _HOUSE))
        else:
            found.append(name)
    if problems:
        raise InputError(*problems)
    return found


def drawn_villagers(shelf: Shelf, used: Sequence[str], seed: int) -> list[str]:
    """Three villagers that are on the back of none of the cards used; raises `InputError`."""
    backs = {outpost.villager for name in used if (outpost := shelf.outpost(name)) is not None}
    names = [card.id for card in shelf.of("villagers") if card.id not in backs]
    if len(names) < DRAWN:
        what = f"{DRAWN} villagers are drawn, and {len(names)} can be"
        raise InputError(Problem("", what, _HOUSE))
    return shuffled(names, seed, "villagers")[:DRAWN]
