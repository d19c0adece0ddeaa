"""The core deck as data: what must hold of it whichever way it was read."""

from __future__ import annotations

import pytest

from palace.core.errors import NotationError
from palace.palm_island import CORE, Resources
from palace.palm_island.cards import (
    ACTIONS,
    BUILDINGS,
    FREE,
    NUMBERS,
    SCORING,
    TURNS,
    cost_text,
    read_cost,
)


def test_the_cards() -> None:
    assert NUMBERS == tuple(range(1, 17))
    assert BUILDINGS == (
        "Canoe House", "Logger", "Quarry", "Market", "Trade House", "Tool Maker", "Housing",
        "Temple",
    )  # fmt: skip
    assert SCORING == ("Logger", "Quarry", "Tool Maker", "Housing", "Temple")
    assert [sum(card.name == kind for card in CORE.values()) for kind in BUILDINGS] == [
        3, 3, 3, 1, 1, 1, 2, 2,
    ]  # fmt: skip


def test_the_highest_conceivable_sums() -> None:
    best = sum(max(area.points for area in card.areas) for card in CORE.values())
    most = sum(max(area.upgrades for area in card.areas) for card in CORE.values())
    assert (best, most) == (57, 40)


def test_every_action_adds_one_upgrade_with_the_three_known_exceptions() -> None:
    others = {}
    for card in CORE.values():
        for number, area in enumerate(card.areas):
            for kind in ACTIONS[1:]:
                if area.cost(kind) is not None:
                    target = number ^ TURNS[kind]
                    gain = card.areas[target].upgrades - area.upgrades
                    if gain != 1:
                        others[card.name, number, target] = gain
    assert others == {
        ("Tool Maker", 0, 1): 3, ("Trade House", 3, 1): -1, ("Trade House", 3, 2): -1,
    }  # fmt: skip


def test_an_area_that_is_reached_is_printed() -> None:
    """Every rotate and flip leads to an area that does, gives or scores something."""
    for card in CORE.values():
        for number, area in enumerate(card.areas):
            for kind in ACTIONS[1:]:
                if area.cost(kind) is not None:
                    assert card.areas[number ^ TURNS[kind]] != type(area)()


def test_cells_that_public_tables_have_wrong() -> None:
    market, quarry, logger = CORE[10].areas, CORE[7].areas, CORE[4].areas
    assert quarry[1].rotate is None
    assert quarry[1].flip == (Resources(2, 1),)
    assert quarry[2].rotate == (Resources(1, 2),)
    assert (market[1].points, market[2].rotate, market[2].flip) == (0, (Resources(0, 1, 1),), None)
    assert logger[1].flip == (Resources(1, 0, 1),)


def test_resources_and_costs_are_texts() -> None:
    assert Resources.read("1L 2F") == (1, 2, 0)
    assert str(Resources(1, 0, 4)) == "1L 4S"
    assert str(Resources()) == "nothing"
    for text in ("free", "1L", "2L/2F", "1L 1F/2S"):
        assert cost_text(read_cost(text)) == text
    assert read_cost(" free ") == FREE


@pytest.mark.parametrize(
    ("text", "column", "what"),
    [
        ("", 1, "no resources"),
        ("2F 1L", 4, "'1L' does not fit"),
        ("1L 1L", 4, "'1L' does not fit"),
        ("0L", 1, "'0L' does not fit"),
        ("1L/x", 4, "'x' does not fit"),
        ("1L/2F 3", 7, "'3' does not fit"),
    ],
)
def test_costs_that_cannot_be_read(text: str, column: int, what: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_cost(text)
    assert (caught.value.column, caught.value.what) == (column, what)
