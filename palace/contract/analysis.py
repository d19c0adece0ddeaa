"""A finished game looked at again: each move beside the best that was found then."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, NamedTuple, Protocol

from palace.contract.players import Limit
from palace.contract.rules import Log, M, Record, S


class Step(NamedTuple):
    """A move, or a round, and what it was worth.

    `told` is the move as it is written, `better` the best that was found, empty where that is the
    same; `lead` is the result that is expected after the move, for its player, `loss` how much less
    that is than after the best, with half of its 95 % interval, 0 where it is exact.  `note` is
    what else is to be told, `pictures` return the move and the better one as SVG.
    """

    number: int
    player: str
    told: str
    better: str
    lead: float
    loss: float
    error: float = 0.0
    note: str = ""
    pictures: Callable[[], tuple[str, str]] | None = None


class Analyse(Protocol, Generic[S, M]):
    """Returns the steps of a game, `limit` for each; `progress` is told how much is done.

    Raises `InputError` for a game that cannot be looked at.
    """

    def __call__(
        self, record: Record[S, M], log: Log[S, M], limit: Limit, progress: Callable[[float], None]
    ) -> tuple[Step, ...]: ...


class Analysing(NamedTuple, Generic[S, M]):
    """How a game is analysed, and what `lead` and `loss` count, such as points of a lead."""

    analyse: Analyse[S, M]
    unit: str
