"""Matches between players of a game that is no game of the package."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import pytest

from palace.contract.players import Limit, Opponents
from palace.contract.rules import Due, Reports, Rules, TurnReport
from palace.core.errors import InputError
from palace.core.verdict import IllegalError, Language, Reason, Rule, Rulebook
from palace.players.match import play_out, player_of, wilson, winners
from palace.scoring import Line, Sheet

BOOK = Rulebook(
    "test", [Rule("low", "1", "low", "Numbers are 0 or more.")],
    {"en": Language({"low": "{at} is too low"}, {"more": "name more"})},
)  # fmt: skip


class Sums(NamedTuple):
    """What each has named, and a secret that only the state after the end shows."""

    named: tuple[int, ...] = ()
    secret: int = 7


@dataclass(frozen=True)
class HighRules(Rules[Sums, int]):
    """Each names a number, twice; the greater sum wins."""

    names: tuple[str, ...]

    def start(self) -> tuple[Sums, tuple[Reason, ...]]:
        return Sums(), ()

    def due(self, state: Sums) -> Due:
        turn = len(state.named)
        return Due((self.names[turn % len(self.names)],) if turn < 2 * len(self.names) else ())

    def apply(self, state: Sums, move: int, *, whole: bool = True) -> tuple[Sums, Reports]:
        wrong = (BOOK.reason("low", str(move), "more"),) if move < 0 else ()
        return state._replace(named=(*state.named, move)), (TurnReport(None, "", wrong),)

    def parts(self, state: Sums, move: int | None, player: str) -> Iterator[int]:
        return iter(range(3))

    def standing(self, state: Sums) -> tuple[Sheet, ...]:
        count = len(self.names)
        return tuple(
            Sheet(name, (Line("sum", sum(state.named[at::count]), "named"),))
            for at, name in enumerate(self.names)
        )

    def seen(self, state: Sums, player: str) -> Sums:
        return state._replace(secret=0)


@dataclass
class Names:
    """Names a number, and notes the seeds, the names and the secrets that it was shown."""

    number: int
    seen: list[tuple[int, str, int]]

    def move(self, rules: Rules[Sums, int], state: Sums, name: str, limit: Limit, seed: int) -> int:
        self.seen.append((seed, name, state.secret))
        return self.number


def opponents(*numbers: int) -> Opponents[Sums, int]:
    def table(names: Sequence[str], seed: int) -> HighRules:
        return HighRules((*names,))

    return Opponents(
        {f"n{number}": Names(number, []) for number in numbers}, table, lambda *shown: ""
    )


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    # From the formula of Wilson (1927), worked out by hand for z = 1.96.
    [(0, 0, 0.0, 1.0), (0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (95, 100, 0.8882, 0.9785)],
)
def test_the_interval_of_wilson(wins: int, games: int, low: float, high: float) -> None:
    found = wilson(wins, games)
    assert (found.low, found.high) == pytest.approx((low, high), abs=1e-4)
    assert found.low <= found.share <= found.high or not games


def test_a_player_sees_what_the_rules_show_and_has_a_seed_of_its_own_for_each_move() -> None:
    player = Names(1, [])
    rules = HighRules(("Ana", "Ben"))
    play_out(rules, {"Ana": (player, Limit()), "Ben": (player, Limit())}, 3)
    seeds, names, secrets = zip(*player.seen, strict=True)
    assert names == ("Ana", "Ben") * 2
    assert set(secrets) == {0}
    assert len(set(seeds)) == 4


def test_an_illegal_move_ends_a_match() -> None:
    rules = HighRules(("Ana",))
    with pytest.raises(IllegalError, match="too low"):
        play_out(rules, {"Ana": (Names(-1, []), Limit())}, 0)


def test_winners_are_those_with_the_most_points() -> None:
    rules = HighRules(("Ana", "Ben", "Caro"))
    assert winners(rules.standing(Sums((3, 3, 1)))) == ("Ana", "Ben")


def test_a_player_that_is_none_is_told_with_the_nearest() -> None:
    with pytest.raises(InputError, match="no player 'n11'; did you mean n1"):
        player_of(opponents(1), "n11")
