"""Cooper Island: its peninsulas, tiles, rules, logs and scores.

>>> from palace.cooper_island import Land, Placement, judge, place
>>> land = Land.start("cooper-2")
>>> [(reason.code, reason.at) for reason in judge(land, Placement.read("single meadow c2")).reasons]
[('cube', 'c2')]
>>> str(place(land, Placement.read("double forest-meadow d2-d3"))).split()[2:4]
['d2=f3+wood', 'd3=m6+food']
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from palace.contract.registry import score
    from palace.cooper_island.land import Land, Peninsula, load_peninsula
    from palace.cooper_island.log import CooperRules
    from palace.cooper_island.notation import Entry, Heading, read_line
    from palace.cooper_island.referee import judge, legal_placements, place
    from palace.cooper_island.rules import Rulings
    from palace.cooper_island.state import Seat, Table
    from palace.cooper_island.tiles import Hand, Hex, Placement, Tile

__all__ = [
    "CooperRules", "Entry", "Hand", "Heading", "Hex", "Land", "Peninsula", "Placement", "Rulings",
    "Seat", "Table", "Tile", "judge", "legal_placements", "load_peninsula", "place", "read_line",
    "score",
]  # fmt: skip


def __getattr__(name: str) -> object:
    # A verb imports the modules that it needs, and is not to wait for the others.
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from palace.contract import registry
    from palace.cooper_island import land, log, referee, state

    homes = (land, log, referee, state, registry)
    found: object = next(vars(home)[name] for home in homes if name in vars(home))
    return found
