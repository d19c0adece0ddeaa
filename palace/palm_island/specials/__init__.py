"""The cards beside the core deck. What they print is for their owner to enter; see `box`."""

from palace.palm_island.specials.ability import Ability
from palace.palm_island.specials.disaster import Disaster
from palace.palm_island.specials.outpost import Outpost
from palace.palm_island.specials.shelf import Shelf
from palace.palm_island.specials.villager import Villager

__all__ = ["Ability", "Disaster", "Outpost", "Shelf", "Villager"]
