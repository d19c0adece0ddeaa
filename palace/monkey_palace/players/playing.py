"""The players of this game by their names."""

from __future__ import annotations

from collections.abc import Iterator

from palace.contract.players import Limit, Opponents, Player
from palace.monkey_palace.game.state import GameState, Turn
from palace.monkey_palace.players.figures import figures, picture
from palace.monkey_palace.players.plain import Greedy, Random, Rollout
from palace.monkey_palace.players.strong import Judged, Strong, weaker
from palace.monkey_palace.players.tables import table
from palace.monkey_palace.players.telling import guide, lacks, notes, shown
from palace.monkey_palace.players.turns import AnyRules

AnyPlayer = Player[GameState, Turn]


def slices(
    player: AnyPlayer, rules: AnyRules, state: GameState, name: str, limit: Limit, seed: int
) -> Iterator[tuple[float, Turn | None]]:
    """Yield how much of a turn is thought of, and at the end the turn."""
    if not isinstance(player, Strong):
        yield 1.0, player.move(rules, state, name, limit, seed)
        return
    found: list[Judged] = []
    for share, judged in player.seek(rules, state, name, limit, seed):
        found = judged
        yield share, None
    yield 1.0, player.chosen(found)


OPPONENTS: Opponents[GameState, Turn] = Opponents(
    {
        "random": Random(), "greedy": Greedy(), "rollout": Rollout(), **weaker((3, 2)),
        "strong": Strong(),
    },
    table, shown, lacks, notes, guide, slices, figures=figures, picture=picture,
)  # fmt: skip
