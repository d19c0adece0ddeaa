"""The search in plain Python beside the compiled one, over hands late in games."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from palace.monkey_palace.game.log import read_record, replay
from palace.monkey_palace.search import best, by_start, exists, searches
from palace.monkey_palace.search.next_knobs import first_knobs
from tests.examples import parts
from tests.paths import SAMPLE
from tests.random_game import random_game
from tests.situations import Situation, random_rulings

GAMES = 20
"""Games in a slow run, which have more than 1,000 hands: the sample game, and drawn ones."""

AGAIN = 4
"""How often a hand of a drawn game is tried, each time under other rulings."""


def late_hands(game: int) -> Iterator[Situation]:
    """The hands of all players in the last third of a game, under random rulings; game 0 is the
    sample game.
    """
    rng = random.Random(game)
    record = read_record(SAMPLE)
    if game:
        record = random_game(game, players=rng.choice((2, 3, 4)), ground=f"map-{rng.randint(1, 3)}")
    states = replay(record).states
    for state in states[len(states) * 2 // 3 :]:
        for seat in state.seats:
            for _ in range(AGAIN if game else 1):
                if seat.pieces is not None:
                    yield Situation(state.palace, seat.pieces, random_rulings(rng))


def answers(situation: Situation) -> tuple[Any, ...]:
    """The best staircase, the ten best, and the proof that there is none, or the first one."""
    return best(*situation), best(*situation, top=10), exists(*situation)


@pytest.mark.parametrize("game", parts(GAMES))
def test_plain_and_compiled_search_find_the_same(
    game: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    every = list(late_hands(game))
    monkeypatch.setattr(searches, "SMALL", -1)
    expected = [answers(situation) for situation in every]
    begun = [{s.knob for s in by_start(*one).starts if s.staircases} for one in every]
    monkeypatch.setattr(searches, "find_spec", lambda name: None)
    for situation, found, knobs in zip(every, expected, begun, strict=True):
        assert answers(situation) == found, situation
        palace, supply, rulings = situation
        ahead = set(first_knobs(palace, supply, rulings))
        assert ahead <= knobs, situation
        if not supply.column and rulings.double_back != "legal":
            assert ahead == knobs, situation
    assert sum(bool(one.verdicts) for one, _, _ in expected) > len(every) // 2
    assert {one.complete for one, _, _ in expected} == {True}
