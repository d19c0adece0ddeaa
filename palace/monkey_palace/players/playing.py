"""The players of this game by their names."""

from __future__ import annotations

from collections.abc import Iterator

from palace.contract.players import Limit, Opponents, Player
from palace.monkey_palace.game.state import GameState, Turn
from palace.monkey_palace.players.advice import lacks, notes
from palace.monkey_palace.players.figures import figures, picture
from palace.monkey_palace.players.strong import Strong
from palace.monkey_palace.players.tables import table
from palace.monkey_palace.players.telling import guide, shown
from palace.monkey_palace.players.turns import AnyRules, Greedy, Random, Rollout

AnyPlayer = Player[GameState, Turn]


def slices(
    player: AnyPlayer, rules: AnyRules, state: GameState, name: str, limit: Limit, seed: int
) -> Iterator[tuple[float, Turn | None]]:
    """Yield how much of a turn is thought of, and at the end the turn."""
    if not isinstance(player, Strong):
        yield 1.0, player.move(rules, state, name, limit, seed)
        return
    for share, found in player.seek(rules, state, name, limit, seed):
        yield share, None
        turn = player.chosen(found)
    yield 1.0, turn


OPPONENTS: Opponents[GameState, Turn] = Opponents(
    {
        "random": Random(), "greedy": Greedy(), "rollout": Rollout(), "strong-3": Strong(3),
        "strong-2": Strong(2), "strong": Strong(),
    },
    table, shown, lacks, notes, guide, slices, figures=figures, picture=picture,
)  # fmt: skip
