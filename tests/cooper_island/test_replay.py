"""Random whole games: all are legal, and their invariants hold after every line."""

from __future__ import annotations

import random
from functools import partial
from itertools import pairwise

import pytest

from palace.cooper_island.notation import Entry, read_line
from palace.cooper_island.rules import RULINGS, Rulings
from palace.cooper_island.score import Played
from palace.cooper_island.state import BUILDINGS, ROUNDS, Seat, Table
from palace.cooper_island.tiles import SINGLES
from tests.contract.test_rules import calls_of
from tests.cooper_island.games import Game, played

SOME = range(3)
MANY = range(3, 206)

OTHERWISE = Rulings.of({name: [*ruling.answers][-1] for name, ruling in RULINGS.items()})
"""The last answer to every ruling."""


def check(table: Table) -> None:
    """Check the invariants of a table."""
    for seat in table.seats:
        _check_seat(seat)
    tiles = sum(
        holds.height for seat in table.seats for _, holds in seat.land.items()
    )  # halves of doubles and islets, and single tiles
    assert tiles >= len(table.seats)
    assert 0 <= table.singles <= SINGLES
    orders = [number for seat in table.seats for number in seat.on_orders]
    assert len(set(orders)) == len(orders)
    standing = [(area, at) for area, seats in table.occupied for at in seats]
    assert len(set(standing)) == len(standing)
    assert sorted(standing) == sorted(
        (area, at) for at, seat in enumerate(table.seats) for area, _ in seat.placed
    )


def _check_seat(seat: Seat) -> None:
    workers = sum(seat.idle) + sum(seat.unhired) + len(seat.placed) + len(seat.on_orders)
    assert workers == 6
    assert len(seat.milestones) == 4 - sum(seat.unhired)
    assert len(seat.covers) <= len(seat.crates) <= 5
    assert len({*seat.covers}) == len(seat.covers)
    assert len(seat.boats) == len({*seat.boats}) <= 6
    assert all(seat.buildings.count(kind) <= most for kind, most in BUILDINGS.items())
    assert len(seat.land.pieces("building")) == len(seat.buildings)
    ruins = len(seat.land.peninsula.ruins)
    assert len(seat.land.pieces("ruin")) + seat.workshop + len(seat.land.pieces("statue")) == ruins
    assert 0 <= seat.workshop <= 3
    assert seat.doubles >= 0
    assert 0 <= seat.steps <= 10
    assert seat.storage.amount <= 5 + len(seat.buildings)
    assert all(ship.anchors >= 0 for ship in seat.ships)


def _whole(game: Game, log: Played) -> None:
    assert not log.reasons
    assert log.state.finished
    for before, after in pairwise(log.states):
        check(after)
        for now, then in zip(after.seats, before.seats, strict=True):
            assert all(a.distance >= b.distance for a, b in zip(now.ships, then.ships, strict=True))
    assert log.state.round == ROUNDS
    assert all(not seat.market and not seat.placed for seat in log.state.seats)
    lines = [found for line in map(str, game.lines) if (found := read_line(line))]
    assert lines == game.lines
    assert game.log(lines).state == log.state


@pytest.mark.parametrize("seed", SOME)
def test_random_games(seed: int) -> None:
    _whole(*played(seed, 2 + seed % 3))


def test_a_random_game_under_the_other_rulings() -> None:
    _, log = played(3, 2, OTHERWISE)
    assert not log.reasons
    assert log.state.finished


def test_a_line_costs_at_most_2600_calls() -> None:
    _, log = played(2, 4)
    for table, commit in zip(log.states, log.commits, strict=False):
        assert calls_of(partial(log.rules.apply, table, commit.move)) <= 2_600, commit.move


@pytest.mark.slow
@pytest.mark.parametrize("seed", MANY)
def test_many_random_games(seed: int) -> None:
    _whole(*played(seed, 2 + seed % 3))


@pytest.mark.parametrize("seed", range(3))
def test_any_order_of_lines_is_replayed(seed: int) -> None:
    """A log in disorder has reasons, and every line of it is replayed."""
    game, _ = played(seed, 2)
    rng = random.Random(seed)
    lines = [*game.lines]
    rng.shuffle(lines)
    log = game.log(lines)
    assert log.reasons
    assert len(log.reports) == len(lines)
    for state in log.states:
        for seat in state.seats:
            assert sum(seat.idle) + sum(seat.unhired) + len(seat.placed) + len(seat.on_orders) <= 6
    assert all(reason.remedy and reason.text for reason in log.reasons)


def test_a_line_left_out_is_noticed() -> None:
    """A log without the entry of a worker is not legal."""
    game, _ = played(1, 3)
    workers = [
        at for at, what in enumerate(game.lines)
        if isinstance(what, Entry) and what.steps[0].verb in ("worker", "special")
    ]  # fmt: skip
    for at in workers[::5]:
        lines = [what for number, what in enumerate(game.lines) if number != at]
        assert game.log(lines).reasons
