"""Cooper Island: its peninsulas, tiles and rules.

>>> from palace.cooper_island import Land, Placement, judge, place
>>> land = Land.start("cooper-2")
>>> [(reason.code, reason.at) for reason in judge(land, Placement.read("single meadow c2")).reasons]
[('cube', 'c2')]
>>> str(place(land, Placement.read("double forest-meadow d2-d3"))).split()[2:4]
['d2=f3+wood', 'd3=m6+food']
"""

from palace.cooper_island.land import Land
from palace.cooper_island.peninsula import Hex, Peninsula, load_peninsula
from palace.cooper_island.referee import judge, legal_placements, place
from palace.cooper_island.rulings import Rulings
from palace.cooper_island.tiles import Hand, Placement, Tile

__all__ = [
    "Hand", "Hex", "Land", "Peninsula", "Placement", "Rulings", "Tile",
    "judge", "legal_placements", "load_peninsula", "place",
]  # fmt: skip
