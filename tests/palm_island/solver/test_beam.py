"""The beam keeps what it should, and its ranking is that of the net."""

from __future__ import annotations

import tomllib

import numpy as np
import pytest

from palace.palm_island import State
from palace.palm_island.solver import kernel
from palace.palm_island.solver.beam import FILE, HASHES, Beam, Net, new_pool, trained
from palace.palm_island.solver.packed import Array, Packed, in_words
from tests.palm_island.solver.deals import DEALS, late
from tests.palm_island.tables import line


def run(beam: Beam) -> Beam:
    while beam.step():
        pass
    return beam


def test_a_state_met_twice_is_kept_once() -> None:
    pool, deck = new_pool(10), Packed.of(State.deal(DEALS[0])).deck
    for _ in range(2):
        kernel.put(pool, HASHES, deck, 5, 0, 0)
    assert pool.counts.tolist() == [0, 0, 0, 0, 0, 1, 0, 0]


def test_what_finds_no_place_is_counted() -> None:
    pool = new_pool(0)
    room = pool.decks.shape[1]
    rng = np.random.default_rng(1)
    for deck in rng.integers(0, 64, (room + 5, 16)).astype(np.uint8):
        kernel.put(pool, HASHES, deck, 0, 0, 0)
    assert (pool.counts[0], pool.lost[0]) == (room, 5)


def ranked(net: Net, deck: list[int], at: int) -> float:
    """The ranking, card by card, by the definition in the docstring of the net."""
    total = net.time[at].astype(float)
    for slot, code in enumerate(deck):
        depth = (slot - at) % 16
        total += net.depth[depth, code].astype(float) + net.visit[(at + depth) // 16, code]
    return float(total[-1] + np.sum(net.out[at // 16] * np.maximum(total[:-1], 0)))


@pytest.mark.parametrize("at", [0, 37, 111, 127])
def test_the_ranking_is_that_of_the_net(at: int) -> None:
    net = trained()
    decks = np.random.default_rng(at).integers(0, 64, (20, 16)).astype(np.uint8)
    scores = np.zeros(20, np.float32)
    kernel.rank(*net.table(at), decks, 20, scores)
    assert scores == pytest.approx([ranked(net, deck, at) for deck in decks.tolist()], abs=2e-3)


def test_the_weights_are_small_and_have_a_provenance() -> None:
    assert FILE.stat().st_size < 200_000
    about = tomllib.loads(FILE.with_suffix(".toml").read_text(encoding="utf-8"))
    assert about["made_by"] == "scripts/train-palm"
    assert {"seed", "rounds", "deals", "width"} <= about["options"].keys()
    assert about["mean_on_24_deals"]["width_5000"] > 45.5


def test_a_line_replays_to_the_result_of_the_beam() -> None:
    for deal in DEALS[:3]:
        start = State.deal(deal)
        found = run(Beam(Packed.of(start), trained(), 60)).found
        log = line(start, in_words(start, found.moves))
        end = log.state.seats[0].state
        assert (log.reasons, end.finished) == ((), True)
        assert (end.points, end.upgrades) == found[:2]


def test_the_best_of_each_layer_are_kept() -> None:
    full = 0

    class Watched(Beam):
        def _select(self, layer: int, count: int) -> Array:
            nonlocal full
            kept = super()._select(layer, count)
            decks, scores = self.pool.decks[layer, :count], np.zeros(count, np.float32)
            kernel.rank(*self.net.table(self.at), decks, count, scores)
            assert len({*kept.tolist()}) == len(kept) == min(count, 80)
            left = np.delete(scores, kept)
            assert len(left) == 0 or left.max() <= scores[kept].min()
            full += len(kept) == 80
            return kept

    run(Watched(Packed.of(State.deal(DEALS[1])), trained(), 80))
    assert full > 100


def test_what_cannot_reach_enough_points_is_dropped_and_the_best_line_stays() -> None:
    here = Packed.of(late(0, 16))
    free = run(Beam(here, trained(), 500))
    aimed = run(Beam(here, trained(), 500, least=free.found.points))
    assert aimed.found.points >= free.found.points
    assert aimed.moves < free.moves


def test_a_beam_too_narrow_is_not_complete() -> None:
    beam = run(Beam(Packed.of(State.deal(DEALS[0])), trained(), 20))
    assert not beam.complete
