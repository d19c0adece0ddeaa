"""Records of palaces that were not recorded replay to exactly these palaces."""

from __future__ import annotations

import random

import pytest

from palace import InputError, Palace, audit, build, load_map
from palace.monkey_palace.game.log import replay
from palace.monkey_palace.game.reconstruction import record_of_audit
from palace.monkey_palace.game.record import read_text
from palace.monkey_palace.game.record_writing import record_text
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.rulings import Rulings
from tests.grounds import plain
from tests.random_game import random_game
from tests.random_play import random_palace


def again(palace: Palace, rulings: Rulings | None = None) -> Palace:
    """The palace that the record of an audit ends with, once written and read."""
    record = record_of_audit(audit(palace, rulings), rulings=rulings)
    played = replay(read_text(record_text(record)))
    assert played.legal, (palace, played.reasons)
    return played.palace


def test_every_palace_of_whole_games() -> None:
    moved = set()
    for seed in (11, 12):
        for turn in replay(random_game(seed, most=30)).turns:
            assert again(turn.palace) == turn.palace
            moved |= {letter for letter, _ in turn.palace.animals}
    assert moved == {"m", "f", "y"}


def test_palaces_on_other_maps_without_animals() -> None:
    rng = random.Random(3)
    for ground in (load_map("map-4"), plain(6, 5, "b2 c2 c3")):
        palace = random_palace(Palace.setup(ground), 8, rng)
        bare = palace.with_animal("m", None).with_animal("f", None).with_animal("y", None)
        assert again(bare) == bare


def test_rulings_go_along() -> None:
    palace = build(Palace.setup(load_map("map-1")), "c4+b-d4")
    rulings = Rulings(highest_tie="yes")
    record = record_of_audit(audit(palace, rulings), rulings=rulings)
    assert record.rulings == rulings
    assert again(palace, rulings) == palace


def test_what_is_not_known_is_written_down() -> None:
    palace = build(Palace.setup(load_map("map-1")), "e3+bb-e4").with_animal("m", Knob.read("d4"))
    record = record_of_audit(audit(palace), ["Ana", "Ben", "Caro"])
    assert record.data.animals == "unknown"
    assert record.data.trophies == ["monkey"]
    assert record.data.notes is not None
    assert "The order is one of 1;" in record.data.notes
    assert (record.data.turns or [])[0].monkey == "d4"
    assert [player.name for player in record.data.players] == ["Ana", "Ben", "Caro"]


def test_no_record_of_no_game() -> None:
    ground = load_map("map-1")
    with pytest.raises(InputError, match="no legal game can have made this palace"):
        record_of_audit(audit(Palace.of_columns(ground, {})))
