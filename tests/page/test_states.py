"""What phones show: its JSON against its schema, over the sample game and over random taps."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from functools import cache

import pytest
from pydantic import ConfigDict, TypeAdapter

from palace.contract.registry import games
from palace.page import state
from palace.page.action import Action
from palace.page.show import show
from palace.page.state import PageState, changes
from palace.page.view import View

from .tables import Table, actions, play_at_random


@cache
def schema() -> TypeAdapter[PageState]:
    """Return the schema of the sections: no key but the known ones."""
    for kind in vars(state).values():
        if isinstance(kind, type) and dataclasses.is_dataclass(kind):
            setattr(kind, "__pydantic_config__", ConfigDict(extra="forbid"))  # noqa: B010
    return TypeAdapter(PageState)


def check(shown: PageState) -> None:
    """Check the sections as they are sent: what is left out is as by default."""
    assert schema().validate_json(changes(shown)) == shown


def views(table: Table) -> Iterator[View]:
    """Yield phones that look at everything there is."""
    yield View("a")
    yield View("b", "zh", shows="both", side=1)
    for sheet in ("score", "paper:aid", "paper:setup", "pads", "settings", "save-as", "nothing"):
        yield View("c", sheet=sheet)
    log = table.desk.log
    for turn in range(0, 0 if log is None else len(log.commits), 5):
        yield View("d", turn=turn, shows="palace")


def check_all(table: Table) -> None:
    """Check what every kind of phone shows."""
    for view in views(table):
        for role in ("player", "spectator"):
            check(show(table.desk, view, role))


def test_the_sample_game() -> None:
    table = Table.sample()
    check_all(table)
    table.send(Action("take-back"))
    check_all(table)
    table.press("Hint")
    check_all(table)


@pytest.mark.parametrize("key", [game.key for game in games()])
def test_a_new_game_of_every_game(key: str) -> None:
    table = Table()
    check_all(table)
    table.send(Action("open", "new", key))
    for at, name in enumerate(("Ana", "Ben")):
        table.send(Action("fill", f"players.{at}", name))
    check_all(table)
    table.send(Action("begin"))
    check_all(table)


def taps_at_random(seed: int, taps: int) -> None:
    """Check what phones show after random taps; no tap that is offered is refused as unknown."""
    table = play_at_random(seed, taps)
    check_all(table)
    refused = {"that cannot be done now", "that cannot be tapped now", "there is no such form"}
    assert not refused & {problem.what for problem in table.told}


@pytest.mark.parametrize("seed", range(12))
def test_random_taps(seed: int) -> None:
    taps_at_random(seed, 60)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(200))
def test_two_hundred_random_games(seed: int) -> None:
    """Of 100 taps each: every answer is checked on two phones, which takes a third of a second."""
    taps_at_random(1000 + seed, 100)


def test_what_a_spectator_can_tap_changes_nothing() -> None:
    table = Table.sample()
    for found in actions(show(table.desk, View("s"), "spectator")):
        assert found.do == "look"
