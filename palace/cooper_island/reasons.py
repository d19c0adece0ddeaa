"""Reasons of Cooper Island: every code with its rule, and the book that makes reasons."""

from __future__ import annotations

from palace.cooper_island.game_rules import GAME_RULES
from palace.cooper_island.sentences import ENGLISH
from palace.cooper_island.tile_rules import TILE_RULES
from palace.core.verdict import Rulebook

BOOK = Rulebook(f"{__name__}.BOOK", (*TILE_RULES, *GAME_RULES), {"en": ENGLISH})
"""The rules of tiles and of the game round them, and their sentences."""

RULES = BOOK.rules
"""Every reason code of this game."""
