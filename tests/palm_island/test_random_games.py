"""Random legal games of every mode keep all rules, by themselves and as records."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

import pytest

from palace.palm_island import Move, Rulings, State, apply, judge, legal_moves
from palace.palm_island.closing import close, offers
from palace.palm_island.state import Buy
from palace.palm_island.table import Table
from tests.examples import examples
from tests.palm_island.play import check, dealt, game, play_and_check
from tests.palm_island.random_table import SETUPS, Told, play_table, record_text
from tests.palm_island.tables import POOL, ended, line, log_of, news, record, score_record, table

ANSWERS = (
    Rulings(),
    Rulings(payment="any"),
)


@pytest.mark.parametrize("rulings", ANSWERS, ids=repr)
def test_invariants(rulings: Rulings) -> None:
    points = {play_and_check(seed, rulings) for seed in range(examples(250))}
    assert len(points) > 5


@pytest.mark.slow
def test_invariants_of_many_games() -> None:
    assert max(play_and_check(seed, Rulings()) for seed in range(250, 3_000)) > 15


def every_move(state: State) -> list[Move]:
    """Every move of the notation that names cards of the top or of the stored row."""
    stored = [placed.card for placed in state.begun.stored]
    top = [placed.card for placed in state.begun.deck[:3]]
    pays = [pay for size in range(len(stored) + 1) for pay in combinations(stored, size)]
    moves = [Move(kind, card, pay) for kind in ("rotate", "flip") for card in top for pay in pays]
    resets = [None, *stored]
    moves += [Move("store", card, pay, reset) for card in top for pay in pays for reset in resets]
    return [*moves, Move("discard")]


@pytest.mark.parametrize("rulings", ANSWERS, ids=repr)
def test_legal_moves_are_those_without_a_reason(rulings: Rulings) -> None:
    rng = random.Random(7)
    seen = 0
    for _ in range(12):
        state = dealt(rng)
        for _, after in game(state, rng, rulings):
            if rng.random() < 0.1 and not after.finished:
                good = [move for move in every_move(after) if judge(after, move, rulings).legal]
                legal = legal_moves(after, rulings)
                assert len(set(legal)) == len(legal)
                assert set(good) == set(legal)
                seen += len(good)
    assert seen > 300


def test_states_are_written_and_read() -> None:
    rng = random.Random(3)
    for _ in range(20):
        for _, state in game(dealt(rng), rng, Rulings()):
            assert State.read(str(state)) == state
            assert hash(State.read(str(state))) == hash(state)


def test_written_moves_replay_to_the_same_state() -> None:
    rng = random.Random(4)
    for _ in range(20):
        start = dealt(rng)
        found = list(game(start, rng, Rulings()))
        played = line(start, [Move.read(str(move)) for move, _ in found])
        assert not played.reasons
        assert [table.seats[0].state for table in played.states[1:]] == [s for _, s in found]
        state = start
        for move, after in found:
            state = apply(state, move)
            assert state == after


KINDS = [(kind, players) for kind in SETUPS for players in (2, 3) if kind != "villagers"]
KINDS = [(kind, 1 if kind == "solo" else players) for kind, players in KINDS]
KINDS = [*dict.fromkeys(KINDS), ("villagers", 2)]


def check_table(told: Told, kind: str) -> None:
    """Nothing beside the decks is lost or doubled, and every deck is whole."""
    end = told.table
    setup = SETUPS[kind]
    owned = [card.card for seat in end.seats for card in seat.owned]
    middle = set(setup.get("middle", ()))
    bought = [name for name in owned if name in middle]
    assert len(bought) == len({*bought})
    assert not {*bought} & {*end.middle.left}
    for seat in end.seats:
        check(seat.state)
        assert seat.state.finished
        mine = [card.card for card in seat.owned if card.card in setup.get("drawn", ())]
        assert sorted([*mine, *seat.waiting]) == sorted(setup.get("drawn", ()))
        assert {*seat.active} <= {*(card.card for card in seat.owned), setup.get("ability")}
    disaster = end.disaster
    if disaster is not None:
        assert 0 <= end.middle.level <= len(disaster.levels or ())


@pytest.mark.parametrize(("kind", "players"), KINDS)
def test_random_games(kind: str, players: int) -> None:
    """What was played legally is replayed legally, to the same end, and written and read again."""
    happened = 0
    for seed in range(5):
        told = play_table(kind, players, seed)
        check_table(told, kind)
        happened += len(told.news)
        read = record(record_text(kind, told))
        found = log_of(read)
        assert not found.reasons
        assert [seat.state for seat in found.state.seats] == [s.state for s in told.table.seats]
        assert found.state.middle == told.table.middle
        assert [*news(found)] == told.news
        score = score_record(read)
        assert (score.legal, score.finished) == (True, True)
        for sheet, mine in zip(score.sheets, found.state.seats, strict=True):
            assert sheet.total == mine.points == mine.state.points + mine.beside
        again = read.text()
        assert record(again).text() == again
    assert happened


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "players"), KINDS)
def test_many_random_games(kind: str, players: int) -> None:
    for seed in range(100):
        check_table(play_table(kind, players, seed), kind)


CARDS = ["4*", "4.3*", "5*", "1*", "1.1*", "2.1*", "7.1*", "8.3*", "10*", "10.3*", "11.3*"]


def some_stored(rng: random.Random) -> str:
    cards = rng.sample(CARDS, rng.randrange(5))
    numbers = [card.rstrip("*").split(".")[0] for card in cards]
    return " ".join(cards) if len({*numbers}) == len(numbers) else some_stored(rng)


def legal(start: Table, move: Move) -> bool:
    number = start.seats[0].state.round
    return not any(close(start, number, {0: (1, move)}, (0, 1)).reasons.values())


@pytest.mark.parametrize("kind", SETUPS)
@pytest.mark.parametrize("rulings", [{}, {"payment": "any"}], ids=str)
def test_what_is_offered_is_what_is_legal(kind: str, rulings: dict[str, Any]) -> None:
    rng = random.Random(kind)
    setup = {key: SETUPS[kind][key] for key in SETUPS[kind] if key != "drawn"}
    mode = "speed" if kind == "villagers" else kind
    offered = 0
    for _ in range(20):
        start = table(
            mode, some_stored(rng), some_stored(rng), number=rng.randrange(1, 9),
            waiting=SETUPS[kind].get("drawn", ()), speed_stop="wants", **setup, **rulings,
        )  # fmt: skip
        stored = [placed.card for placed in start.seats[0].state.stored]
        pays = [pay for n in range(len(stored) + 1) for pay in combinations(stored, n)]
        names = [card.id for card in POOL.cards]
        every = {Buy(name, pay) for name in names for pay in pays}
        good = {buy for buy in every if legal(start, Move("round-end", buys=(buy,)))}
        parts = [*offers(start, 0, Move("round-end"))]
        found = [part.buys[0] for part in parts if part.buys]
        assert len(found) == len({*found})
        assert {*found} == good
        alone = {pay for pay in pays if pay and legal(start, Move("round-end", disaster=pay))}
        assert {part.disaster for part in parts if part.disaster} == alone
        offered += len(good) + len(alone)
    assert offered


def test_ended_is_a_round_that_is_over() -> None:
    assert ended("4* 1.1*", 3).over
    assert str(ended("4* 1.1*", 3)).startswith("round 3: 17 16 4* 1.1* 15 14")
