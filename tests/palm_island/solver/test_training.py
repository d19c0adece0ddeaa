"""The ranking learns: its gradient is that of the loss, and a step makes the loss less."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from palace.palm_island import State, perform
from palace.palm_island.solver.beam import Net, new_pool, trained
from palace.palm_island.solver.packed import Packed, in_words
from tests.palm_island.solver.deals import DEALS, script

SCRIPT = script("train-palm")
GROUP, Trainer = SCRIPT.GROUP, SCRIPT.Trainer
examples, gradient, random_deal = SCRIPT.examples, SCRIPT.gradient, SCRIPT.random_deal

STEP = 0.001
"""Small, so that few units pass zero."""


@pytest.fixture(scope="module")
def data() -> Any:
    rng = np.random.default_rng(1)
    found, points = examples(SCRIPT.by_hand(), DEALS[0], 100, 1, new_pool(100), rng)
    assert 20 < points < 50
    return found


def test_examples_have_ancestors_first(data: Any) -> None:
    assert data.decks.shape == (len(data.times), GROUP, 16)
    assert len(data.times) > 80
    assert np.all(data.goods >= 1)
    assert np.all(data.goods <= 8)
    assert np.all(np.diff(data.times) > 0)
    for decks, goods in zip(data.decks, data.goods, strict=True):
        good = {deck.tobytes() for deck in decks[:goods]}
        assert not good & {deck.tobytes() for deck in decks[goods:]}
        for deck in decks:
            kinds = np.sort(deck >> 3)
            assert kinds.tolist() == [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 4, 5, 6, 6, 7, 7]


@pytest.mark.parametrize("step", [27, pytest.param(1, marks=pytest.mark.slow)])
def test_the_gradient_is_that_of_the_loss(data: Any, step: int) -> None:
    """Of each of the groups that are `step` apart."""
    trainer = Trainer(np.random.default_rng(4))
    net = Net(*(table.astype(np.float32) for table in trainer.net))
    groups = np.arange(0, len(data.times), step)

    def loss() -> float:
        return float(gradient(net, *data, groups, Net(*map(np.zeros_like, net))))

    found = Net(*map(np.zeros_like, net))
    gradient(net, *data, groups, found)
    checked = 0
    for table, slopes in zip(net, found, strict=True):
        for at in np.argsort(-np.abs(slopes), axis=None)[[0, 3, 9]]:
            place = np.unravel_index(at, table.shape)
            if abs(slopes[place]) < 0.05:
                continue
            kept = table[place]
            table[place] = kept + STEP
            more = loss()
            table[place] = kept - STEP
            less = loss()
            table[place] = kept
            assert (more - less) / (2 * STEP) == pytest.approx(slopes[place], rel=0.1, abs=0.02)
            checked += 1
    assert checked >= 9


def test_learning_makes_the_loss_less(data: Any) -> None:
    trainer = Trainer(np.random.default_rng(2))
    first = trainer.fit(data, 1, 0.01)
    assert trainer.fit(data, 12, 0.01) < 0.8 * first


def test_a_round_from_nothing_is_the_same_for_the_same_seed() -> None:
    def once() -> tuple[float, float]:
        trainer = Trainer(np.random.default_rng(5))
        found, mean = trainer.collect(2, 60, 2, new_pool(60))
        return mean, trainer.fit(found, 1, 0.01)

    assert once() == once()


def test_ancestors_lead_to_the_best_final_decks() -> None:
    state = State.deal(DEALS[2])
    beam = SCRIPT.WatchedBeam(Packed.of(state), trained(), 50)
    while beam.step():
        pass
    points, upgrades = beam.finals
    ancestors = beam.ancestors(np.array([np.lexsort((upgrades, points))[-1]]))
    for move in in_words(state, beam.found.moves)[:-1]:
        state = perform(state, move)
        here = Packed.of(state)
        kept, _ = beam.seen[here.at]
        assert here.deck.tolist() in kept[ancestors[here.at]].tolist()
    assert all(len(indexes) == 1 for indexes in ancestors.values())


def test_a_net_is_written_and_read(tmp_path: Path) -> None:
    SCRIPT.save(trained(), tmp_path / "net.npz")
    for one, other in zip(trained(), Net.load(tmp_path / "net.npz"), strict=True):
        assert np.array_equal(one, other)


def test_random_deals() -> None:
    rng = np.random.default_rng(1)
    assert sorted(random_deal(rng)) == list(range(1, 17))
    assert random_deal(rng) != random_deal(rng)
