"""Records of palaces that were not recorded replay to exactly these palaces."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from palace import InputError, Palace, audit, build, judge, load_map
from palace.monkey_palace.game.animals import Build, free_ends, lowest_ends, settle
from palace.monkey_palace.game.log import replay
from palace.monkey_palace.game.reconstruction import record_of_audit
from palace.monkey_palace.game.record_writing import record_text
from palace.monkey_palace.game.rules import reports
from palace.monkey_palace.game.state import Turn
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.referee import new_decorations
from palace.monkey_palace.kernel.rulings import Rulings
from tests.grounds import ALL, plain
from tests.monkey_palace.game.texts import read_text
from tests.random_game import random_game
from tests.random_play import legal_walk, random_palace


def again(palace: Palace, rulings: Rulings | None = None) -> Palace:
    """The palace that the record of an audit ends with, once written and read."""
    record = record_of_audit(audit(palace, rulings), rulings=rulings)
    played = replay(read_text(record_text(record)))
    assert not played.reasons, (palace, played.reasons)
    return played.state.palace


def test_every_palace_of_whole_games() -> None:
    moved = set()
    for seed in (11, 12):
        for turn in reports(replay(random_game(seed, most=30))):
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
    with pytest.raises(InputError) as caught:
        record_of_audit(audit(Palace.of_columns(ground, {})))
    said = "no legal game can have made this palace, so there is no record of one"
    assert str(caught.value) == f"audit: {said}; mend what the audit names"


def test_orders_that_were_not_all_counted_are_told_as_at_least_so_many() -> None:
    found = audit(build(Palace.setup(load_map("map-1")), "c4+b-d4"))
    for exact, told in ((True, "one of 1,234;"), (False, "one of at least 1,234;")):
        vars(found)["orders"] = 1234, exact
        notes = record_of_audit(found).data.notes
        assert notes is not None
        assert f"The order is {told} who" in notes


# Monkey and frog in one turn (ruling trophy-order).


def game_with_animals(rulings: Rulings, monkey_first: bool, rng: random.Random) -> Iterator[Palace]:
    """The palaces of a legal random game in which all three animals move."""
    palace = Palace.setup(rng.choice(ALL))
    for _ in range(rng.randint(2, 9)):
        staircase = legal_walk(palace, rng)
        after = judge(palace, staircase, None, rulings).palace
        if after is None:
            continue
        built = Build(staircase, palace, after, whole=True)
        gold = any(colour == "g" for colour, _, _ in new_decorations(palace, after))
        frog = rng.random() < 0.5
        turn, there = Turn("Ana", staircase), after
        for animal in ("monkey", "frog") if monkey_first else ("frog", "monkey"):
            lowest = lowest_ends(built, there, rulings)
            free = [k for k in free_ends(there, "m") if k != palace.animal("m")]
            ends = lowest if animal == "frog" else [k for k in lowest if k in free] or free
            if ends and (frog if animal == "frog" else gold):
                knob = rng.choice(free if animal == "monkey" and rng.random() < 0.5 else ends)
                frog_put = animal == "frog"
                turn = replace(turn, frog=knob) if frog_put else replace(turn, monkey=knob)
                there = there.with_animal(animal[0], knob)
        moved = settle(turn, built, ("monkey", "butterfly", "frog"), rulings, frog=True)
        if not moved.found:
            palace = moved.palace
            yield palace


def audit_games_with_animals(count: int, seed: int) -> Counter[tuple[str, bool]]:
    """Audit every palace of random games, and replay the record of each; return how many there were
    of each order of step 8, and how many in which the monkey took the frog's end.
    """
    rng, seen = random.Random(seed), Counter[tuple[str, bool]]()
    for number in range(count):
        rulings = Rulings(
            trophy_order=rng.choice(("any", "frog-first", "monkey-first")),
            covered_decoration=rng.choice(("counts", "ignored")),
            frog_no_end=rng.choice(("no", "lowest")),
            butterfly_scope=rng.choice(("all", "colour")),
            monkey_blocks=rng.choice(("all", "none")),
        )
        for palace in game_with_animals(rulings, bool(number % 2), rng):
            found = audit(palace, rulings)
            assert found.legal, (palace, rulings, found.reasons)
            assert found.notes or again(palace, rulings) == palace
            seen[rulings.trophy_order, found.order.frog is not None] += 1
    return seen


def test_the_monkey_or_the_frog_first() -> None:
    seen = audit_games_with_animals(60, 8)
    assert {order for order, _ in seen} == {"any", "frog-first", "monkey-first"}
    assert {order for order, taken in seen if taken} == {"any", "monkey-first"}


@pytest.mark.slow
def test_a_thousand_games_with_the_monkey_or_the_frog_first() -> None:
    audit_games_with_animals(1000, 9)
