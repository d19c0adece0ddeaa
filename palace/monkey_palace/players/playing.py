"""The players of this game by their names."""

from __future__ import annotations

from palace.contract.players import Opponents
from palace.monkey_palace.game.state import GameState, Turn
from palace.monkey_palace.players.plain import Greedy, Random, Rollout
from palace.monkey_palace.players.strong import Strong, weaker
from palace.monkey_palace.players.tables import table

OPPONENTS: Opponents[GameState, Turn] = Opponents(
    {
        "random": Random(), "greedy": Greedy(), "rollout": Rollout(), **weaker((3, 2)),
        "strong": Strong(),
    },
    table,
)  # fmt: skip
