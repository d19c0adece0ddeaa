"""A map that is painted: any grid the contract allows, its set-up, quarter turns."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from palace.files.document import parse_document
from palace.files.serialise import data_text
from palace.monkey_palace.beside.painting import Painted
from palace.monkey_palace.kernel.ground import SHIPPED, ground_table, load_map, read_map
from palace.monkey_palace.kernel.knob import FILES, Knob

GRIDS = [(1, 3), (3, 1), (2, 2), (8, 8), (9, 7), (10, 10), (11, 4), (len(FILES), len(FILES))]


def painted(rng: random.Random, wide: int, deep: int) -> Painted:
    """Return a map with colours and closed places by lot, and its set-up along a way."""
    now = Painted("sheet-1").sized(wide, deep, "d")
    way = [Knob(0, 0), Knob(0, 1), Knob(0, 2) if deep > 2 else Knob(1, 1)]
    if deep == 1:
        way = [Knob(0, 0), Knob(1, 0), Knob(2, 0)]
    for knob in [Knob(file, rank) for file in range(wide) for rank in range(deep)]:
        if knob not in way:
            now = now.with_knob(knob, rng.choice("ldg."))
    for knob in way:
        assert knob in now.next
        now = now.marked(knob)
    return now


@pytest.mark.parametrize(("wide", "deep"), GRIDS)
def test_a_painted_map_is_one_that_can_be_read(wide: int, deep: int) -> None:
    """In each of its four turns; after four it is as before."""
    now = first = painted(random.Random(wide * deep), wide, deep)
    for _ in range(4):
        text = data_text(ground_table(now.ground))
        assert read_map(parse_document(text, "toml", "sheet-1")) == now.ground
        assert now.ground.rows == now.rows
        assert now.palace is not None
        before, now = now, now.turned()
        corner = Knob(0, before.size[1] - 1)  # the north-west goes to the north-east
        there = Knob(now.size[0] - 1, now.size[1] - 1)
        assert now.ground.colours.get(there) == before.ground.colours.get(corner)
    assert now == first


def test_the_usual_grid_has_the_measures_of_our_maps() -> None:
    ours = load_map("map-1")
    own = Painted("map-1", ours.rows, ours.setup).ground
    assert ground_table(own) == {**ground_table(ours), "provenance": "transcribed"}


def test_a_map_that_is_there_stays_where_it_is_on_its_sheet() -> None:
    """Until it has another grid."""
    origin = (load_map("map-1").origin[0] - 1, 4)
    ours = replace(load_map("map-1"), name="sheet-1", plate=40, origin=origin)
    now = Painted.of(ours)
    assert now.ground == ours
    other = next(letter for letter in "ld" if letter != now.rows[-1][0])
    changed = now.with_knob(Knob(0, 0), other).ground
    assert changed == replace(ours, rows=changed.rows)
    begun = now.marked(Knob(0, 0))
    assert begun.ground.setup == (Knob(0, 0),) * 3
    for moved in (now.sized(9, 8, "l"), now.turned()):
        assert moved.ground == Painted("sheet-1", moved.rows, moved.setup).ground


def test_what_differs_from_ours_is_counted() -> None:
    for name in SHIPPED:
        now = Painted.of(load_map(name))
        assert now.nearest == (name, 0)
        other = next(letter for letter in "ld" if letter != now.rows[-1][0])
        assert now.with_knob(Knob(0, 0), other).nearest == (name, 1)
    assert Painted.of(load_map("map-1")).sized(7, 8, "l").nearest is None


def test_a_knob_beside_the_way_begins_the_set_up_again() -> None:
    now = Painted("sheet-1").marked(Knob(3, 3)).marked(Knob(4, 3)).marked(Knob(6, 6))
    assert now.setup == (Knob(6, 6),)
    assert now.palace is None
    assert Painted.of(load_map("map-1")).sized(4, 8, "l").setup == ()
