"""An owner's box on the page: entered by taps, learned by playing, offered afterwards."""

from __future__ import annotations

import random

import pytest

from palace.core.errors import InputError
from palace.files.document import parse_document
from palace.files.serialise import data_text
from palace.monkey_palace.beside.painting import Painted
from palace.monkey_palace.game.box import BOX
from palace.monkey_palace.kernel.ground import ground_table, load_map, read_map
from palace.monkey_palace.kernel.knob import Knob
from palace.page import action as act
from palace.page.state import Key
from tests.page.boxes import (
    EMPTY,
    begin,
    box_of,
    drawn_boards,
    drawn_cards,
    drawn_map,
    enter_boards,
    paint,
    play_turn,
    table_with,
)
from tests.page.tables import Table, choices, items

TURNS = 12
"""Turns of a game that are counted."""


def kept(table: Table) -> int:
    """Return how often a box was to be kept."""
    return sum(isinstance(effect, act.KeepBox) for effect in table.effects)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_box_is_entered_by_playing(seed: int) -> None:
    """From nothing: a map, two boards, a first evening with typed cards, and a second one."""
    rng = random.Random(seed)
    ground, boards, cards = drawn_map(rng), drawn_boards(rng), drawn_cards(rng)
    table = table_with()
    table.send(act.Open("box"))
    paint(table, ground)
    enter_boards(table, boards)
    assert table.counts["a"] <= 120, table.counts
    assert not table.notices()
    own = BOX.of(box_of(table))
    assert own.maps[0].rows == ground.rows
    assert own.maps[0].setup == ground.setup
    assert [(one.start, one.each) for one in own.board_list] == [
        (one.start, one.each) for one in boards
    ]
    evenings = []
    for _ in range(2):
        table = table_with(box_of(table))
        begin(table)
        piles = {pile: [*there] for pile, there in cards.items()}
        evenings.append([play_turn(table, piles, rng) for _ in range(TURNS)])
        assert not any(r.reasons for each in table.desk.playing[2].reports for r in each)
        assert table.file is not None
        assert 'name = "sheet-1"' in table.file
    first, second = evenings
    print(sum(first) / TURNS, sum(second) / TURNS, first, second)
    assert sum(first) / TURNS <= 14, first
    assert sum(taps <= 12 for taps in second) >= 0.9 * TURNS, second
