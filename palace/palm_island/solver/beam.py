"""A beam over card moves: it keeps a limited number of states of each layer, ranked by a net.

The ranking compares decks with as many card moves done.  Every card adds to each of 16 units, by
its face and its place.  The last unit counts as it is, the others only where they are positive.
The weights are data, `ranking.npz`, made by `scripts/train-palm`; `ranking.toml` records how.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from palace.files.text_file import shipped
from palace.palm_island.solver import kernel
from palace.palm_island.solver.bound import POINT, balance
from palace.palm_island.solver.kernel import LAYERS, Pool
from palace.palm_island.solver.packed import CARDS, CODES, END, RULES, Array, Packed

FILE = shipped(__package__, "ranking.npz")


class Net(NamedTuple):
    """The weights, float32.

    `depth` (cards above, code, unit) and `visit` (round of the card's next turn, 8 after the game,
    code, unit) are added for each card, `time` (card moves done, unit) once; `out` (round, unit but
    the last) are the weights of positive units.
    """

    depth: Array
    visit: Array
    time: Array
    out: Array

    def table(self, at: int) -> tuple[Array, Array]:
        depth = (np.arange(CARDS) - at) % CARDS
        found = self.depth[depth] + self.visit[(at + depth) // CARDS]
        found[0] += self.time[at]
        return np.ascontiguousarray(found, np.float32), self.out[at // CARDS]

    @classmethod
    def load(cls, file: Path = FILE) -> Net:
        with np.load(file) as found:
            return cls(*(found[name].astype(np.float32) for name in cls._fields))


trained = lru_cache(maxsize=1)(Net.load)

ROOM = 8
"""The places for candidates as a multiple of the width; more than five are seldom used."""

LEAST_ROOM = 4_000


class Found(NamedTuple):
    """The best line of a beam: points, upgrades, the kernel's moves."""

    points: int
    upgrades: int
    moves: tuple[int, ...]


class Beam:
    """One run, layer by layer: call `step` until it returns False, then read `found`.

    `width` states of a layer are kept.  `noise` is added to the ranking, in its own units, from
    `rng`.  States that cannot reach `least` points are dropped.

    `complete` is true while no state that could reach `least` was dropped, assuming that no two
    states have the same hash of 63 bits.
    """

    def __init__(
        self, start: Packed, net: Net, width: int, *, noise: float = 0.0,
        rng: np.random.Generator | None = None, least: int = 0, pool: Pool | None = None,
    ) -> None:  # fmt: skip
        self.net, self.width = net, width
        self.noise, self.rng = noise, rng or np.random.default_rng(0)
        self.pool = pool or new_pool(width)
        self.least, self.complete = least * POINT, True
        self.start = self.at = start.at
        self.moves = 0
        self.origins: list[Array] = []
        self.choices: list[Array] = []
        for layer in range(LAYERS):
            kernel.clear(self.pool, layer)
        self.pool.lost[0] = 0
        kernel.put(self.pool, HASHES, start.deck, start.at, 0, 0)

    def step(self) -> bool:
        """Expand a layer; return whether there is another."""
        if self.at == END:
            return False
        layer = self.at % LAYERS
        count = int(self.pool.counts[layer])
        kept = np.zeros(0, np.int32)
        if count:
            kept = self._select(layer, count)
            self.moves += kernel.expand(RULES, self.pool, HASHES, self.at, kept)
            self.complete &= self.pool.lost[0] == 0
        self.origins.append(self.pool.origins[layer, kept])
        self.choices.append(self.pool.moves[layer, kept])
        kernel.clear(self.pool, self.at)
        self.at += 1
        return self.at < END

    @property
    def done(self) -> bool:
        return self.at == END and bool(self.pool.counts[END % LAYERS])

    def _select(self, layer: int, count: int) -> Array:
        decks, able = self.pool.decks[layer, :count], np.arange(count)
        if self.least:
            table, once = balance().table(self.at)
            bounds = table[np.arange(CARDS)[:, None], decks.T].sum(0) + once
            able = np.flatnonzero(bounds >= self.least)
            decks = decks[able]
        if len(able) <= self.width:
            return able
        scores = np.empty(len(decks), np.float32)
        kernel.rank(*self.net.table(self.at), decks, len(decks), scores)
        if self.noise:
            scores += self.rng.normal(0, self.noise, len(decks)).astype(np.float32)
        self.complete = False
        kept: Array = able[np.argpartition(-scores, self.width)[: self.width]]
        return kept

    @property
    def finals(self) -> tuple[Array, Array]:
        """Points and upgrades of the final decks, in the order they were found."""
        layer = END % LAYERS
        faces = self.pool.decks[layer, : int(self.pool.counts[layer])] >> 1
        return RULES.points[faces].sum(1), RULES.upgrades[faces].sum(1)

    @property
    def found(self) -> Found:
        """The best line, of equals that with most upgrades; valid when all layers are done."""
        points, upgrades = self.finals
        best = int(np.lexsort((upgrades, points))[-1])
        return Found(int(points[best]), int(upgrades[best]), self._line(best))

    def _line(self, final: int) -> tuple[int, ...]:
        layer = END % LAYERS
        origin, move = self.pool.origins[layer, final], self.pool.moves[layer, final]
        at, moves = END, list[int]()
        while at > self.start:
            moves.append(int(move))
            at -= int(origin) % LAYERS
            parent = int(origin) // LAYERS
            origin = self.origins[at - self.start][parent]
            move = self.choices[at - self.start][parent]
        return tuple(reversed(moves))


def room(width: int) -> int:
    """Return the places for candidates in a layer that a beam of this width needs."""
    return max(ROOM * width, LEAST_ROOM)


def new_pool(width: int) -> Pool:
    """Return a pool for a beam of this width, which narrower ones can use, too."""
    places = room(width)
    slots = 1 << (2 * places - 1).bit_length()
    return Pool(
        decks=np.zeros((LAYERS, places, CARDS), np.uint8),
        origins=np.zeros((LAYERS, places), np.int32),
        moves=np.zeros((LAYERS, places), np.int16),
        counts=np.zeros(LAYERS, np.int64),
        seen=np.zeros((LAYERS, slots), np.uint64),
        lost=np.zeros(1, np.int64),
    )


HASHES = np.random.default_rng(0).integers(0, 1 << 64, (CARDS, CODES), np.uint64)
