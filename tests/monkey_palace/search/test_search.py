"""The list of legal staircases against the referee: list equals predicate, each once, in order."""

from __future__ import annotations

import random

import pytest

from palace import InputError, Palace, Rulings, Staircase, Supply, is_legal
from palace.core import jit
from palace.core.errors import install_hint
from palace.monkey_palace.kernel.laying import steps
from palace.monkey_palace.search import by_start, searches, staircases
from tests.examples import parts
from tests.grounds import ALL, plain
from tests.monkey_palace.kernel.test_setup_facts import every_staircase
from tests.random_play import mutated, random_walk
from tests.sentences import Says
from tests.situations import situations

SETUP = Palace.setup(ALL[0])
PARTS = 4
PALACES = 260  # in each part, so that a slow run looks at more than 1,000

Shape = tuple[tuple[object, ...], tuple[int | None, ...]]


def shape(palace: Palace, staircase: Staircase) -> Shape:
    """Path and levels: what counts as one staircase."""
    return staircase.knobs, tuple(step.level for step in steps(palace, staircase))


def listed(palace: Palace, supply: Supply, rulings: Rulings) -> dict[Shape, Staircase]:
    """The list by shape; every staircase legal, none twice."""
    found: dict[Shape, Staircase] = {}
    for staircase in staircases(palace, supply, rulings):
        assert is_legal(palace, staircase, palace.at_hand(supply), rulings), staircase
        assert shape(palace, staircase) not in found, staircase
        found[shape(palace, staircase)] = staircase
    return found


def test_counts_known_from_the_report() -> None:
    """9, 8 and 4 for two arches; some 27,000 for seven arches, six bricks and two columns."""
    counts = [
        len(list(staircases(Palace.setup(plain(8, 8, setup)), Supply(2, 0, 0))))
        for setup in ("d4 e4 f4", "d4 e4 e5", "a4 b4 c4")
    ]
    assert counts == [9, 8, 4]
    assert len(list(staircases(SETUP, Supply(7, 6, 2)))) == 26_627


@pytest.mark.parametrize("supply", ["1a1b", "2a2b", "3a1b"])
def test_the_list_is_what_trying_everything_finds(supply: str) -> None:
    pieces = Supply.read(supply)
    tried = {shape(SETUP, staircase) for staircase in every_staircase(SETUP, pieces)}
    assert set(listed(SETUP, pieces, Rulings())) == tried


@pytest.mark.parametrize("seed", parts(PARTS))
def test_list_equals_predicate_on_random_palaces(seed: int) -> None:
    """Random staircases and mutations of listed ones are in the list exactly if they are legal."""
    rng = random.Random(seed)
    legal = illegal = 0
    for palace, supply, rulings in situations(PALACES, seed=200 + seed, most=120):
        found = listed(palace, supply, rulings)
        tries = [random_walk(palace, rng) for _ in range(4)]
        tries += [mutated(staircase, palace, rng) for staircase in list(found.values())[:60]]
        for staircase in tries:
            if is_legal(palace, staircase, palace.at_hand(supply), rulings):
                assert shape(palace, staircase) in found, (palace, staircase)
                legal += 1
            else:
                illegal += 1
    assert legal >= 200
    assert illegal >= 1_000


def test_the_order_is_pinned() -> None:
    names = " ".join(map(str, staircases(SETUP, Supply(2, 2, 0))))
    assert names == (
        "d2-d3-d4 d2-d3+b-d4_b e2-e3+b-e4 e2+b-e3_b-e4 f2-f3+bb-f4 c3-c4-d4 c3-c4+b-d4_b c3-d3-d4 "
        "c3-d3+b-d4_b d3+b-d4 d3+b-d4-e4 d3-e3+b-e4 d3+b-e3_b-e4 e3+bb-e4 e3+bb-e4-f4 e3-f3+bb-f4 "
        "e3-d3-d4 e3-d3+b-d4_b f3-e3+b-e4 f3+b-e3_b-e4 g3-g4+bb-f4 g3-f3+bb-f4 b4-c4-d4 "
        "b4-c4+b-d4_b c4+b-d4 c4+b-d4-e4 h4-g4+bb-f4 c5-d5-d4 c5-d5+b-d4_b c5-c4-d4 c5-c4+b-d4_b "
        "d5-e5+b-e4 d5+b-e5_b-e4 d5+b-d4 d5+b-d4-e4 e5-f5+bb-f4 e5+bb-e4 e5+bb-e4-f4 e5-d5-d4 "
        "e5-d5+b-d4_b f5-e5+b-e4 f5+b-e5_b-e4 g5-g4+bb-f4 g5-f5+bb-f4 d6-d5-d4 d6-d5+b-d4_b "
        "e6-e5+b-e4 e6+b-e5_b-e4 f6-f5+bb-f4"
    )


def test_a_large_hand_needs_numba_where_the_time_is_not_limited(
    monkeypatch: pytest.MonkeyPatch, says: Says
) -> None:
    monkeypatch.setattr(searches, "find_spec", lambda name: None)
    monkeypatch.setattr(jit, "find_spec", lambda name: None)
    with pytest.raises(InputError) as caught:
        by_start(SETUP, Supply(9, 12, 0))
    (problem,) = caught.value.problems
    assert problem.remedy == install_hint("fast")  # the page has another one
    says(problem.what)
    assert by_start(SETUP, Supply(2, 12, 2)).complete
    assert not by_start(SETUP, Supply(9, 12, 0), seconds=0).complete
