"""The table: several decks and the cards in the middle, and what happens at the end of a round."""

from palace.palm_island.table.closing import close
from palace.palm_island.table.seat import Middle, Owned, Seat, Table

__all__ = ["Middle", "Owned", "Seat", "Table", "close"]
