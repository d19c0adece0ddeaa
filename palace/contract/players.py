"""Who can play a game without a person: a state and a limit in, a move out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, Protocol

from palace.contract.rules import Log, M, Rules, S
from palace.contract.taps import Taps, Told
from palace.core.screen import Screen


class Limit(NamedTuple):
    """How long a player may think: so many nodes, so many seconds, or as long as it likes.

    What a node is, each game tells.  With a limit in nodes the same seed makes the same move.  A
    person waits so many seconds; those of a match are the `processor`'s, which it may share.
    """

    nodes: int | None = None
    seconds: float | None = None
    processor: bool = False


class Player(Protocol[S, M]):
    """A player of a game."""

    def move(self, rules: Rules[S, M], state: S, name: str, limit: Limit, seed: int) -> M:
        """Return the move of the player called `name`, who is due.

        The state is what that player may know of it: `rules.seen(state, name)`.
        """


def called(name: str) -> str:
    """Return the name of a seat that the program plays as people say it: without its limit."""
    return name.partition(" ")[0].capitalize()


def _guide(rules: Rules[S, M], state: S, move: M) -> tuple[Taps, ...]:
    return (Taps(Told(str(move))),)


def _at_once(
    player: Player[S, M], rules: Rules[S, M], state: S, name: str, limit: Limit, seed: int
) -> Iterator[tuple[float, M | None]]:
    yield 1.0, player.move(rules, state, name, limit, seed)


@dataclass(frozen=True)
class Opponents(Generic[S, M]):
    """The players of a game that are no people, by their names, weakest first.

    `table` returns the rules bound to a set-up that a seed decides, for people of these names: the
    thousands of a seed name ten decks and five maps, the rest which of them it is and the deal.
    `shown` tells how the move of such a player is made on the table by those who are there, `guide`
    returns its steps for a page, each with the board after it; `lacks` what it would have to know
    of a game and nothing tells, empty for nothing; `notes` yields what is to be known of a player
    before it plays.  `slices` yields how much of a move is thought of, in slices of at most 50 ms,
    and at the end the move.

    For a simulation `quick` are the players that need no limit, `figures` returns what is kept of a
    game: `numbers` by name, `marks` (kind, name, player of what was taken), `places`, `growth`
    by move.  `picture` returns the map of how often each place was used in so many games, as SVG
    and for the viewer.
    """

    known: Mapping[str, Player[S, M]]
    table: Callable[[Sequence[str], int], Rules[S, M]]
    shown: Callable[[Rules[S, M], S, M, Screen], str]
    lacks: Callable[[Rules[S, M], S], str] = lambda rules, state: ""
    notes: Callable[[str], Iterable[str]] = lambda name: ()
    guide: Callable[[Rules[S, M], S, M], tuple[Taps, ...]] = _guide
    slices: Callable[
        [Player[S, M], Rules[S, M], S, str, Limit, int], Iterator[tuple[float, M | None]]
    ] = _at_once
    quick: tuple[str, ...] = ("random", "greedy")
    figures: Callable[[Log[S, M]], Mapping[str, object]] = lambda log: {
        "numbers": {"moves": len(log.commits)}, "marks": (), "places": (), "growth": (),
    }  # fmt: skip
    picture: Callable[[Rules[S, M], Mapping[str, int], int], tuple[str, object]] | None = None
