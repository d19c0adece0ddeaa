"""The contract on random whole games: every game brings a maker of records."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from palace.contract.registry import REGISTRY, AnyGame, game, score
from palace.contract.rules import log_of
from palace.files.document import parse_document
from tests.cooper_island.games import Game as CooperGame
from tests.palm_island.random_table import SETUPS, play_table, record_text
from tests.random_game import random_game


def monkey_palace(seed: int) -> str:
    """A game of two to four players, with cards and animals."""
    return random_game(seed, players=2 + seed % 3, most=24).text()


def palm_island(seed: int) -> str:
    """A game of one of the modes."""
    kind = sorted(SETUPS)[seed % len(SETUPS)]
    players = 1 if kind.startswith("solo") else 2 + seed % 2
    return record_text(kind, play_table(kind, players, seed))


def cooper_island(seed: int) -> str:
    """A log of a whole game, with effects and costs that are not those of the house."""
    played = CooperGame(random.Random(seed), 2 + seed % 3)
    log = "\n".join(map(str, played.play()))
    players = "".join(f'[[players]]\nname = "{name}"\n' for name in played.names)
    head = 'format = 1\ngame = "cooper-island"\nrules = "1"\n'
    return f"{head}log = '''\n{log}\n'''\n{players}"


MAKERS: dict[str, Callable[[int], str]] = {
    "monkey-palace": monkey_palace,
    "palm-island": palm_island,
    "cooper-island": cooper_island,
}


def read(key: str, seed: int) -> Any:
    return game(key).read(parse_document(MAKERS[key](seed), "toml", "game.toml"))


def told(found: AnyGame, log: Any) -> list[str]:
    """How the moves of a log are shown."""
    return [found.told(move, report) for _, move, report in log.turns]


def test_every_game_has_a_maker() -> None:
    assert {*MAKERS} == {*REGISTRY}


@pytest.mark.parametrize(
    "seed", [*range(3), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(3, 9))]
)
@pytest.mark.parametrize("key", REGISTRY)
def test_a_random_game(key: str, seed: int) -> None:
    """Written and read again it is the same game, with the same reasons."""
    found, record = game(key), read(key, seed)
    log = log_of(record)
    assert log is not None
    # The maker of Cooper Island's logs plays with a box whose costs and effects are not ours.
    assert not log.reasons or key == "cooper-island"
    assert len(log.commits) > 5
    points = score(record).record()["players"]
    for kind in ("toml", "json"):
        text = record.text(None, kind)
        again = found.read(parse_document(text, kind, "again"))
        assert again.text(None, kind) == text
        other = log_of(again)
        assert other is not None
        assert told(found, other) == told(found, log)
        assert score(again).record()["players"] == points
        faults = [str(reason) for reason in found.reporting().reasons(again, other)]
        assert faults == [str(reason) for reason in found.reporting().reasons(record, log)]
