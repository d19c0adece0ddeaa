"""The players of this game by their names."""

from __future__ import annotations

from palace.contract.players import Opponents, Player
from palace.monkey_palace.game.state import GameState, Turn
from palace.monkey_palace.players.figures import deal, figures, picture
from palace.monkey_palace.players.plain import Greedy, Random, Rollout
from palace.monkey_palace.players.strong import Strong, weaker
from palace.monkey_palace.players.tables import table
from palace.monkey_palace.players.telling import lacks, notes, shown

AnyPlayer = Player[GameState, Turn]

OPPONENTS: Opponents[GameState, Turn] = Opponents(
    {
        "random": Random(), "greedy": Greedy(), "rollout": Rollout(), **weaker((3, 2)),
        "strong": Strong(),
    },
    table, shown, lacks, notes, deal=deal, figures=figures, picture=picture,
)  # fmt: skip
