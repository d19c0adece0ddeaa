"""Learning the ranking: in each step, the ancestors of the best final decks before the others.

A round plays random deals with a beam by the newest net, keeps from every step some ancestors of
its best final decks and some other candidates, and fits the net to all that was kept of late.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from palace.palm_island.cards import NUMBERS
from palace.palm_island.solver.beam import Beam, Layer
from palace.palm_island.solver.beam_kernel import Pool
from palace.palm_island.solver.faces import CARDS, ROUNDS
from palace.palm_island.solver.net import UNITS, Net
from palace.palm_island.solver.packed import Packed
from palace.palm_island.solver.training_kernel import gradient
from palace.palm_island.state import State

GROUP = 32
"""Candidates kept of a step."""

GOODS = 8
"""Ancestors among them at most."""

FINALS = 2_000
"""Best final decks whose ancestors are looked for at most."""

BATCH = 64
MOMENTUM, SECOND = 0.9, 0.995


class Examples(NamedTuple):
    """Steps: `decks` (n, GROUP, 16), the ancestors first; `times` (n,); `goods` (n,) how many."""

    decks: Any
    times: Any
    goods: Any

    @classmethod
    def joined(cls, every: Sequence[Examples]) -> Examples:
        """All of them together."""
        return cls(*(np.concatenate(parts) for parts in zip(*every, strict=True)))


def random_deal(rng: np.random.Generator) -> tuple[int, ...]:
    """An order of the sixteen cards."""
    return tuple(int(card) for card in rng.permutation(NUMBERS))


NOISE = 0.7
"""Of the ranking, in all tries of a deal but the first."""


def examples(
    net: Net, deal: Sequence[int], width: int, tries: int, pool: Pool, rng: np.random.Generator
) -> tuple[Examples, int]:
    """The steps of the best of some beams of a deal, the first of equals; the points reached."""
    every = [
        _examples(net, deal, width, NOISE if number else 0.0, pool, rng) for number in range(tries)
    ]
    return max(every, key=lambda pair: pair[1])


def _examples(
    net: Net, deal: Sequence[int], width: int, noise: float, pool: Pool, rng: np.random.Generator
) -> tuple[Examples, int]:
    seen: dict[int, tuple[Any, Any]] = {}

    def watch(layer: Layer) -> None:
        count = len(layer.decks)
        others = np.concatenate([
            layer.kept[rng.integers(0, len(layer.kept), GROUP // 2)],
            rng.integers(0, count, GROUP),
        ])  # fmt: skip
        seen[layer.at] = layer.decks[layer.kept], layer.decks[others]

    start = Packed.of(State.deal(deal))
    beam = Beam(start, net, width, noise=noise, rng=rng, pool=pool, watch=watch)
    while beam.step():
        pass
    points, _ = beam.finals
    best = np.flatnonzero(points == points.max())
    if len(best) > FINALS:
        best = rng.choice(best, FINALS, replace=False)
    decks, times, goods = [], [], []
    for at, indexes in sorted(beam.ancestors(best).items()):
        kept, others = seen[at]
        good = kept[indexes]
        known = {deck.tobytes() for deck in good}
        bad = [deck for deck in others if deck.tobytes() not in known]
        good = good[rng.permutation(len(good))[:GOODS]]
        if len(good) + len(bad) >= GROUP:
            decks.append(np.concatenate([good, np.array(bad[: GROUP - len(good)])]))
            times.append(at)
            goods.append(len(good))
    found = Examples(
        np.array(decks, np.uint8).reshape(-1, GROUP, CARDS),
        np.array(times, np.int64),
        np.array(goods, np.int64),
    )
    return found, int(points.max())


class Trainer:
    """Fits a net by Adam (Kingma and Ba 2015); `rng` draws deals, examples and batches.

    Without a net to begin with the first examples are played by hand-made weights.
    """

    def __init__(self, rng: np.random.Generator, net: Net | None = None) -> None:
        self.rng = rng
        self.player = net or Net.by_hand()
        self.net = net or self._first()
        self.means = Net(*map(np.zeros_like, self.net))
        self.squares = Net(*map(np.zeros_like, self.net))
        self.steps = 0

    def _first(self) -> Net:
        """By hand, and small random weights so that the units can become different."""
        net = Net.by_hand()
        for table, size in ((net.depth, 0.05), (net.visit, 0.1)):
            shape = (*table.shape[:2], UNITS - 1)
            table[:, :, :-1] += self.rng.normal(0, size, shape).astype(np.float32)
        signs = np.where(np.arange(UNITS - 1) % 2, -0.5, 0.5).astype(np.float32)
        return net._replace(out=np.tile(signs, (ROUNDS, 1)))

    def collect(
        self,
        deals: int,
        width: int,
        tries: int,
        pool: Pool,
        done: Callable[[], None] | None = None,
    ) -> tuple[Examples, float]:
        """Examples of so many random deals, and the mean of the points reached; `done` is called
        after each."""
        found, points = [], []
        for _ in range(deals):
            deal = random_deal(self.rng)
            some, reached = examples(self.player, deal, width, tries, pool, self.rng)
            found.append(some)
            points.append(reached)
            if done is not None:
                done()
        return Examples.joined(found), float(np.mean(points))

    def fit(self, data: Examples, epochs: int, rate: float) -> float:
        """Go over the examples; the rate falls to nothing.  Returns the last epoch's loss."""
        count = len(data.times)
        batches = max(count // BATCH, 1)
        total, loss = epochs * batches, 0.0
        for step in range(total):
            if step % batches == 0:
                order, loss = self.rng.permutation(count), 0.0
            at = step % batches * BATCH
            groups = order[at : at + BATCH]
            change = Net(*map(np.zeros_like, self.net))
            loss += gradient(self.net, *data, groups, change) / len(groups)
            self._move(change, len(groups), rate * min(1.0, 2 * (1 - step / total)))
        self.player = self.net
        return loss / batches

    def _move(self, change: Net, groups: int, rate: float) -> None:
        self.steps += 1
        first, second = 1 - MOMENTUM**self.steps, 1 - SECOND**self.steps
        every = zip(self.net, change, self.means, self.squares, strict=True)
        for table, slope, mean, square in every:
            slope /= groups
            mean += (1 - MOMENTUM) * (slope - mean)
            square += (1 - SECOND) * (slope * slope - square)
            table -= rate * (mean / first) / (np.sqrt(square / second) + 1e-6)
