"""The upper bound of a state: the least of what can be proved of it in the time there is."""

from __future__ import annotations

from importlib.util import find_spec
from typing import NamedTuple

from palace.core.errors import install_hint
from palace.palm_island.solver.faces import END
from palace.palm_island.solver.packed import Packed
from palace.palm_island.solver.prices import balance, every_deal

BALANCE = "balance of resources"
ROUNDS = "relaxation by rounds"
LOOKED = "every line looked at"
WITHOUT = f"{BALANCE}; {ROUNDS} needs scipy: {install_hint('solve')}"


class Bound(NamedTuple):
    """Points that no line can pass, and how that is proved."""

    points: int
    how: str


def plain_bound(start: Packed) -> Bound:
    """What is proved without any search; the relaxation of a fresh deal is the same for every order
    of its cards, and its value is kept with the prices."""
    found = balance().bound(start)
    if start.at == 0 and not (start.deck & 7).any():
        return min(Bound(found, BALANCE), Bound(every_deal(), ROUNDS))
    return Bound(found, BALANCE)


def relaxed_bound(start: Packed, seconds: float) -> Bound:
    """The better one of the plain bound and of what HiGHS proves in so many seconds."""
    plain = plain_bound(start)
    if plain.how == ROUNDS or start.at == END:
        return plain
    if find_spec("scipy") is None:
        return Bound(plain.points, WITHOUT)
    from palace.palm_island.solver.relaxation import Program

    proved = Program(start).solve(seconds)
    return min(plain, Bound(proved.bound, ROUNDS))
