"""Who can play a game without a person: a state and a limit in, a move out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, Protocol

from palace.contract.rules import M, Rules, S


class Limit(NamedTuple):
    """How long a player may think: so many nodes, so many seconds, or as long as it likes.

    What a node is, each game tells.  With a limit in nodes the same seed makes the same move.
    """

    nodes: int | None = None
    seconds: float | None = None


class Player(Protocol[S, M]):
    """A player of a game."""

    def move(self, rules: Rules[S, M], state: S, name: str, limit: Limit, seed: int) -> M:
        """Return the move of the player called `name`, who is due.

        The state is what that player may know of it: `rules.seen(state, name)`.
        """


@dataclass(frozen=True)
class Opponents(Generic[S, M]):
    """The players of a game that are no people, by their names, weakest first.

    `table` returns the rules bound to a set-up that a seed decides, for people of these names: the
    thousands of a seed name ten decks and five maps, the rest which of them it is and the deal.
    """

    known: Mapping[str, Player[S, M]]
    table: Callable[[Sequence[str], int], Rules[S, M]]
