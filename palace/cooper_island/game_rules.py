"""The rules of workers, goods and ships: the codes of a game's faults."""

from __future__ import annotations

from palace.cooper_island.rule import Rule

GAME_RULES: tuple[Rule, ...] = ()
