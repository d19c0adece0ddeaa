"""Where the monkey, the butterfly and the frog are put."""

from __future__ import annotations

import pytest

from palace.core.errors import InputError
from palace.monkey_palace.game.animals import free_end, not_free
from palace.monkey_palace.game.record import read_record
from palace.monkey_palace.game.replay import replay
from palace.monkey_palace.kernel.ground import load_map
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.referee import judge
from palace.monkey_palace.kernel.staircase import Staircase
from tests.monkey_palace.game.texts import (
    ALL,
    DARK,
    GOLD,
    GOLD_TOO_LOW,
    HALF,
    HIGH_GOLD,
    LIGHT,
    SPIRAL,
    TOO_LOW,
    Said,
    after,
    complaints,
    first,
    game,
    one,
)
from tests.paths import SAMPLE
from tests.sentences import Says

# The monkey.


def test_the_monkey_is_compulsory_with_gold(says: Says) -> None:
    report = first(GOLD)
    assert Said.of(one(report)) == Said("monkey", "Ana", None, None, 1, 12)
    says(one(report))
    assert report.palace == after("d3+b-d4")


@pytest.mark.parametrize("knob", ["d3", "e4", "E4"])
def test_the_monkey_goes_to_a_free_arch_end(knob: str) -> None:
    report = first(GOLD, f'monkey = "{knob}"', top="")
    assert report.legal
    assert report.palace == after("d3+b-d4").with_animal("m", Knob.read(knob))


@pytest.mark.parametrize("knob", ["d4", "f4", "a1", "z9", "e5"])
def test_the_monkey_goes_nowhere_else(knob: str, says: Says) -> None:
    report = first(GOLD, f'monkey = "{knob}"')
    assert Said.of(one(report)) == Said("monkey", knob, None, None, 1, 13)
    assert dict(one(report).values)["ends"] == tuple(map(Knob.read, ("d3", "e4")))
    says(one(report))
    assert report.palace.animal("m") is None


def test_the_monkey_does_not_go_where_the_frog_is() -> None:
    report = first(GOLD, 'frog = "d3"', 'monkey = "d3"')
    assert complaints(report) == [("monkey", "d3")]
    assert report.palace.animals == (("f", Knob.read("d3")),)


def test_advice_where_to_put_the_monkey(says: Says) -> None:
    palace, taken = replay(read_record(SAMPLE)).palace, Knob.read("a1")
    reason = not_free(palace, taken)
    assert dict(reason.values)["ends"] == tuple(k for k in palace.tops if free_end(palace, k, ""))
    says(reason)
    empty = Palace.read("x8/x8/x8/x8/x8/x8/x8/x8", load_map("map-1"))
    assert dict(not_free(empty, taken).values)["ends"] == ()
    says(not_free(empty, taken))


SECOND_GOLD = 'build = "d5+c-d4"'


@pytest.mark.parametrize(("knob", "codes"), [("d5", []), ("d3", []), ("e4", [("monkey", "e4")])])
def test_the_monkey_must_move(knob: str, codes: list[tuple[str, str]], says: Says) -> None:
    played = replay(game(f'{GOLD}\nmonkey = "e4"', f'{SECOND_GOLD}\nmonkey = "{knob}"'))
    assert complaints(played) == codes
    assert str(played.palace.animal("m")) == knob
    for reason in played.reasons:
        assert reason.turn == 2
        says(reason)


def test_the_monkey_may_stay_by_a_ruling() -> None:
    top = 'rulings = { monkey-stay = "stay" }\n'
    turns = (f'{GOLD}\nmonkey = "e4"', f'{SECOND_GOLD}\nmonkey = "e4"')
    assert replay(game(*turns, top=top)).legal


def test_the_monkey_blocks_its_knob_in_later_turns() -> None:
    turns = (f'{GOLD}\nmonkey = "d3"', 'build = "c3+bb-d3"')
    played = replay(game(*turns))
    assert complaints(played) == [("blocked", "d3")]
    assert one(played).turn == 2
    assert played.palace == played.turns[0].palace
    assert not judge(played.turns[0].palace, Staircase.read("c3+bb-d3")).legal
    assert replay(game(f'{GOLD}\nmonkey = "e4"', turns[1])).legal


def test_the_monkey_waits_on_its_card() -> None:
    turn = f'player = "Ana"\n{DARK}'
    assert replay(game(turn)).start.palace.animals == ()
    assert replay(game(turn)).legal
    settled = game(turn, top=ALL + 'rulings = { setup-monkey = "card" }\n')
    assert replay(settled).legal
    with pytest.raises(InputError, match="setup-monkey is settled, it is always card; leave it"):
        game(turn, top=ALL + 'rulings = { setup-monkey = "arch" }\n')


def test_the_monkey_is_in_every_game() -> None:
    assert first(GOLD, 'monkey = "e4"', top='trophies = ["frog"]\n').legal
    assert complaints(first(GOLD, top="trophies = []\n")) == [("monkey", "Ana")]


def test_the_monkey_of_a_bad_build() -> None:
    """It goes where it can stand if gold was meant, and is missed only if gold was laid."""
    report = first(GOLD_TOO_LOW, 'monkey = "e4"')
    assert complaints(report) == [("collision", "d4")]
    assert str(report.palace.animal("m")) == "e4"
    assert complaints(first(GOLD_TOO_LOW)) == [("collision", "d4")]
    assert complaints(first(GOLD_TOO_LOW, 'monkey = "a1"')) == [
        ("collision", "d4"), ("monkey", "a1")
    ]  # fmt: skip
    assert complaints(first(TOO_LOW, 'monkey = "e4"')) == [("collision", "d4"), ("monkey", "e4")]
    laid = 'build = "e2-e3-e4_b"'
    assert complaints(first(laid)) == [("collision", "e4"), ("monkey", "Ana")]


# The butterfly.


def test_the_butterfly_sits_on_the_highest_of_all() -> None:
    report = first(HIGH_GOLD, 'monkey = "d4"')
    assert report.legal
    assert report.butterfly
    assert str(report.palace.animal("y")) == "e4"


def test_the_butterfly_elsewhere(says: Says) -> None:
    reason = one(first(HIGH_GOLD, 'monkey = "d4"', 'butterfly = "f4"'))
    assert Said.of(reason) == Said("butterfly", "f4", None, None, 1, 14)
    assert dict(reason.values)["right"] == Knob.read("e4")
    says(reason)


def test_a_level_decoration_brings_no_butterfly() -> None:
    report = first(DARK)
    assert report.verdict is not None
    assert report.verdict.highest  # of its colour, but the gold is as high
    assert not report.butterfly
    assert report.palace.animals == ()


def test_the_butterfly_by_a_ruling() -> None:
    top = ALL + 'rulings = { butterfly-scope = "colour" }\n'
    assert first(DARK, top=top).butterfly


def test_the_butterfly_moves_on() -> None:
    played = replay(game(f'{HIGH_GOLD}\nmonkey = "d4"', 'build = "e5+c-e4_c"', 'build = "a1-a2"'))
    # e4 carries the butterfly, so nothing is built there; then the butterfly stays.
    assert ("blocked", "e4") in complaints(played.turns[1])
    assert str(played.palace.animal("y")) == "e4"


def test_no_butterfly_in_a_game_without(says: Says) -> None:
    report = first(HIGH_GOLD, 'monkey = "d4"', top="")
    assert report.legal
    assert not report.butterfly
    assert report.palace.animal("y") is None
    reason = one(first(HIGH_GOLD, 'monkey = "d4"', 'butterfly = "e4"', top=""))
    assert (reason.key, reason.at) == ("butterfly.unplayed", "e4")
    says(reason)


# The frog.


@pytest.mark.parametrize(("build", "knob"), [(DARK, "c4"), (LIGHT, "b4"), (SPIRAL, "b3")])
def test_the_frog_goes_to_the_lowest_free_arch_end(build: str, knob: str) -> None:
    report = first(build, f'frog = "{knob}"')
    assert report.reasons == ()
    assert str(report.palace.animal("f")) == knob


@pytest.mark.parametrize(
    ("build", "knob", "right", "stands"),
    [
        (LIGHT, "c4", "b4", True),  # free, but higher
        (LIGHT, "d4", "b4", False),  # decorated
        (LIGHT, "e4", "b4", True),  # an arch end of the set-up
        (LIGHT, "a1", "b4", False),  # empty
        (LIGHT, "z9", "b4", False),  # beyond the map
        (SPIRAL, "c3", "b3", True),  # the start, higher by now
    ],
)
def test_the_frog_goes_nowhere_else(
    build: str, knob: str, right: str, stands: bool, says: Says
) -> None:
    report = first(build, f'frog = "{knob}"')
    assert Said.of(one(report)) == Said("frog", knob, None, None, 1, 13)
    assert dict(one(report).values)["ends"] == (Knob.read(right),)
    says(one(report))
    assert (report.palace.animal("f") == Knob.read(knob)) is stands


def test_the_frog_blocks_its_knob() -> None:
    played = replay(game(f'{DARK}\nfrog = "c4"', 'build = "c5+bb-c4"'))
    assert complaints(played) == [("blocked", "c4")]


def test_no_frog_in_a_game_without(says: Says) -> None:
    reason = one(first(DARK, 'frog = "c4"', top=""))
    assert (reason.key, reason.at) == ("frog.unplayed", "c4")
    says(reason)


def test_the_frog_of_a_bad_build(says: Says) -> None:
    assert complaints(first(HALF, 'frog = "b4"')) == [("collision", "d4")]
    report = first(TOO_LOW, 'frog = "c4"')
    assert complaints(report) == [("collision", "d4"), ("frog", "c4")]
    assert report.reasons[1].key == "frog.not-free"
    says(*report.reasons)


def test_the_frog_may_be_left_alone() -> None:
    assert first(DARK).palace.animal("f") is None
