"""The strong player: whole turns valued, the best of them followed a few turns on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from palace.contract.players import Limit
from palace.monkey_palace.game.rules import TROPHY_POINTS, MonkeyRules
from palace.monkey_palace.game.state import GameState, Turn
from palace.monkey_palace.game.turn import FROG_BRINGS
from palace.monkey_palace.players.plain import Clock
from palace.monkey_palace.players.turns import AHEAD, AnyRules, Choices, dealt, fast, own
from palace.monkey_palace.players.value import Option, Values, Weights, options, turns_left, weights

SECONDS = 1.0
"""How long a turn is thought about where no limit is given."""

TRIED = 16
"""Turns that are followed at first."""

ALIKE = 3
"""Turns of one worth that are followed: they differ in where they build."""

PLIES = 5
"""Turns of all players that are looked ahead."""


class Judged(NamedTuple):
    """A turn, and by how many bananas it leads in the end, as far as can be seen."""

    turn: Turn
    margin: float
    tries: int = 0


@dataclass(frozen=True)
class Strong:
    """Searches over whole turns.  A node is a turn that is valued, and one more for each hundred
    staircases among which it is chosen.

    It takes the `place`th best, 1 the best; `one` are other weights than the tuned ones.  Without
    the extra `fast` one turn is valued and nothing is followed.
    """

    place: int = 1
    one: Weights | None = None
    tried: int = TRIED
    ahead: int = PLIES

    def move(self, rules: AnyRules, state: GameState, name: str, limit: Limit, seed: int) -> Turn:
        """Return a turn; see `palace.contract.players.Player`."""
        return self.chosen(self.judged(rules, state, name, limit, seed))

    def chosen(self, found: Sequence[Judged]) -> Turn:
        """Return the turn that is taken of those that were looked at."""
        return found[min(self.place, len(found)) - 1].turn

    def judged(
        self, rules: AnyRules, state: GameState, name: str, limit: Limit, seed: int
    ) -> list[Judged]:
        """Return the turns that were looked at, best first; the pass alone if nothing else is
        legal."""
        *_, (_, found) = self.seek(rules, state, name, limit, seed)
        return found

    def seek(
        self, rules: AnyRules, state: GameState, name: str, limit: Limit, seed: int
    ) -> Iterator[tuple[float, list[Judged]]]:
        """Yield the share of the limit that is used, and the turns; those of the last one count."""
        mine, clock, one = own(rules), Clock(limit, SECONDS), self.one or weights()
        judged = self._first(mine, state, name, one, seed, clock)
        yield 0.0, judged
        if len(judged) < 2 or not fast() or not self.ahead:
            return
        sums, tries = [0.0] * len(judged), [0] * len(judged)
        left = [*range(len(judged))]
        rounds = max((len(left) - 1).bit_length(), 1)
        for number in range(1, rounds + 1):
            # Each round has as much time as the others; half of the turns go on to the next.
            while (share := clock.share()) < number / rounds:
                at = min(left, key=tries.__getitem__)
                lot = seed + tries[at]
                table = dealt(mine, state, lot)
                sums[at] += self.followed(mine, table, judged[at].turn, one, lot, clock)
                tries[at] += 1
                yield share, judged
            # What was not followed is behind what was.
            left.sort(key=lambda at: (not tries[at], -sums[at] / max(tries[at], 1), at))
            if number < rounds:
                del left[max(len(left) // 2, 2) :]
        after = [at for at in range(len(judged)) if at not in left]
        after.sort(key=lambda at: (-tries[at], -sums[at] / max(tries[at], 1), at))
        means = ((at, sums[at] / max(tries[at], 1)) for at in (*left, *after))
        yield 1.0, [Judged(judged[at].turn, mean, tries[at]) for at, mean in means]

    def _first(
        self, rules: MonkeyRules, state: GameState, name: str, one: Weights, seed: int,
        clock: Clock,
    ) -> list[Judged]:  # fmt: skip
        """Return the best turns by their value alone, at most `tried`."""
        choices = Choices(rules, state, name)
        clock.spend(len(choices.lines))
        found = options(choices, one, seed, self.tried, ALIKE)
        turns = [Judged(turn_of(choices, option, one), option.worth) for option in found]
        return turns or [Judged(Turn(name), 0.0)]

    def followed(
        self, rules: MonkeyRules, state: GameState, turn: Turn, one: Weights, lot: int,
        clock: Clock,
    ) -> float:  # fmt: skip
        """Return by how much a player leads some turns after a turn."""
        table, _ = rules.apply(state, turn)
        clock.spend(0)
        for ply in range(self.ahead):
            if table.finished:
                break
            choices = Choices(rules, table, table.due[0], AHEAD)
            clock.spend(len(choices.lines))
            found = options(choices, one, lot + ply)
            after = turn_of(choices, found[0], one) if found else Turn(choices.name)
            table, _ = rules.apply(table, after)
        return lead(table, turn.player, one)


def turn_of(choices: Choices, option: Option, one: Weights) -> Turn:
    """Return the turn of an option."""
    values = Values(one, turns_left(choices.state, choices.name, one))
    frog = values.pieces(FROG_BRINGS) + TROPHY_POINTS["frog"] * values.trophy > 0
    return choices.turn(option.line, option.cards, lambda card: values.income(card.each), frog=frog)


def lead(state: GameState, name: str, one: Weights) -> float:
    """Return by how much a player leads the best of the others, as far as a table tells."""
    worth = {
        seat.name: Values(one, _turns(state, seat.name, one)).seat(state, seat)
        for seat in state.seats
    }
    mine = worth.pop(name)
    return mine - max(worth.values(), default=0.0)


def _turns(state: GameState, name: str, one: Weights) -> float:
    """Return how many turns a player has from now on."""
    left, names = turns_left(state, name, one), state.names
    # Seats after the one that is due have a turn in this round, too.
    this = names.index(name) >= names.index(state.due[0]) if state.ending is None else (
        name == state.due[0])  # fmt: skip
    return 0.0 if state.finished else left + this


def weaker(places: Sequence[int]) -> dict[str, Strong]:
    """Return strong players by name that take the second best turn, the third best, and so on."""
    return {f"strong-{place}": Strong(place) for place in places}
