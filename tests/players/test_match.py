"""Matches between players of a game that is no game of the package."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import pytest

from palace.contract.players import Limit, Opponents
from palace.contract.rules import Commit, Due, Log, Reports, Rules, TurnReport
from palace.contract.taps import Idea
from palace.core.errors import InputError
from palace.core.verdict import IllegalError, Language, Reason, Rule, Rulebook
from palace.players import match
from palace.players.match import (
    Seat,
    lot,
    play_out,
    player_of,
    seat_of,
    seats_of,
    thinking,
    wilson,
    winners,
)  # fmt: skip
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


def test_a_share_with_its_interval_is_told_in_percent() -> None:
    assert str(wilson(5, 10)) == "50.0% (95 %: 23.7% to 76.3%)"
    assert wilson(0.5, 1).share == 0.5
    assert wilson(0, 0) == (0.0, 0.0, 1.0)


def test_ties_are_broken_by_what_the_game_counts_next() -> None:
    sheets = [Sheet.of_total(name, 3, "", ties) for name, ties in (("Ana", (1, 2)), ("Ben", (2,)))]
    assert winners([*sheets, Sheet.of_total("Caro", 2, "", (9,))]) == ("Ben",)


@pytest.mark.parametrize(
    ("limit", "told"),
    [
        (Limit(), "n1"), (Limit(0), "n1 0 nodes"), (Limit(20, 1.5), "n1 20 nodes 1.5 s"),
        (Limit(None, 2), "n1 2 s"),
    ],
)  # fmt: skip
def test_a_seat_tells_its_limit(limit: Limit, told: str) -> None:
    assert str(Seat("n1", limit)) == told


def test_who_plays_and_how_long() -> None:
    found = opponents(1, 2)
    quick = replace(found, quick=("n1",))
    assert seats_of(quick, "n1, n2:30 ,n1:5") == (
        Seat("n1"), Seat("n2", Limit(30)), Seat("n1", Limit(5)),
    )  # fmt: skip
    seconds = Limit(seconds=2.0)
    assert seats_of(quick, "n1,n2,n2:7", seconds) == (
        Seat("n1", seconds), Seat("n2", seconds), Seat("n2", Limit(7)),
    )  # fmt: skip
    for text in ("n2", "n1:x", "n2:-1"):
        with pytest.raises(InputError, match=f"--players: '{text}' has no limit in nodes") as told:
            seats_of(quick, text)
        assert f"; write {text[:2]}:2000" in str(told.value)
    with pytest.raises(InputError, match="'n1:x' has no limit"):
        seats_of(quick, "n1:x", seconds)


def test_players_that_are_none_are_told_with_those_there_are() -> None:
    with pytest.raises(InputError) as told:
        player_of(opponents(1, 2), "n3")
    assert str(told.value) == "there is no player 'n3'; they are n1, n2"
    with pytest.raises(InputError) as told:
        player_of(opponents(1, 2), "n11")
    assert str(told.value) == "there is no player 'n11'; did you mean n1? they are n1, n2"


def test_a_game_without_players_and_a_game_that_is_none() -> None:
    with pytest.raises(InputError) as told:
        match.opponents("cooper-island")
    assert str(told.value) == "--game: no player of the program knows Cooper Island"
    with pytest.raises(InputError, match=r"^--game: "):
        match.opponents("nim")


@pytest.mark.parametrize(
    ("name", "seat"),
    [
        ("N1", Seat("n1", Limit(3000))), ("N2 300", Seat("n2", Limit(300))), ("Ana", None),
        ("N1 x", None), ("N1 999999999", Seat("n1", Limit(999_999_999))), ("N1 1000000000", None),
        ("N3", None),
    ],
)  # fmt: skip
def test_the_name_of_a_seat_makes_it_one_of_the_program(name: str, seat: Seat | None) -> None:
    found = opponents(1, 2)
    assert seat_of(found, name) == seat
    thought = thinking(found, name, "title")
    assert (thought is None) == (seat is None)
    assert thought is None or thought.title == "title"


def test_the_program_thinks_of_a_move_with_what_is_to_be_known_of_it() -> None:
    found = replace(opponents(4), notes=lambda name: (f"of {name}", "more"))
    log = Log[Sums, int].begin(HighRules(("N4 20", "Ben")))
    thought = thinking(found, "N4 20", "")
    assert thought is not None
    record: Any = None
    assert [*thought.ideas(record, log, "N4 20", "")] == [
        Idea(told="of n4", share=1.0),
        Idea("", done=True, share=1.0, lines=("of n4", "more"), move=4),
    ]
    player = found.known["n4"]
    assert isinstance(player, Names)
    assert player.seen == [(lot("N4 20", log), "N4 20", 0)]
    told = replace(found, notes=lambda name: ())
    thought = thinking(told, "N4 20", "")
    assert thought is not None
    first, last = thought.ideas(record, log, "N4 20", "")
    assert (first.told, last.lines) == ("", ())
    thought = thinking(replace(found, lacks=lambda rules, state: "it lacks"), "N4 20", "")
    assert thought is not None
    assert [*thought.ideas(record, log, "N4 20", "")] == [Idea(told="it lacks", done=True)]


def test_the_lot_of_a_move_is_that_of_the_game_and_of_the_moves_before() -> None:
    log = Log[Sums, int].begin(HighRules(("Ana", "Ben")))
    lots = [lot(3, log), lot(4, log), lot(3, log.plus(Commit(1)))]
    assert len({*lots}) == 3
    assert lots[0] == random.Random("3/0").getrandbits(32)


def test_an_interval_holds_its_share() -> None:
    """Whatever rounding makes of it: what is drawn has no error below 0."""
    for games in range(1, 300):
        assert wilson(0, games).low == 0
        assert wilson(games, games).high == 1
