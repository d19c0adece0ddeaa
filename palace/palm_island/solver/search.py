"""Looking for the best line as long as there is time: beam after beam, with other noise."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import numpy as np

from palace.palm_island.solver.beam import Beam, Found, new_pool, room
from palace.palm_island.solver.faces import END
from palace.palm_island.solver.net import trained
from palace.palm_island.solver.packed import Packed

PLAN = ((500, 1), (2_000, 8), (5_000, 16), (10_000, 1))
"""Widths of the beams and how many of each, the last without end.  Two beams with different noise
find more than one that is twice as wide."""

NOISE = 0.7
"""Of the ranking, in all beams but the first of the first two widths."""

NARROWEST = 250
"""A beam narrower than that is not worth beginning."""

FEW_LEFT = 64
"""Card moves after which it is worth trying to look at every line."""

EXHAUST, PATIENCE = 40_000, 0.3
"""States of a layer as long as every line is looked at, and the share of the time for that."""

Progress = Callable[[Found, float], None]
"""Told after every beam the best line so far, and which share of the time has passed."""


class Search:
    """Looks for lines from a state until `ends` (of `time.monotonic`), or through `beams` beams.

    `lane` tells searches of one state apart that run side by side.  `best` is the best line so far;
    `complete` says that there is none with more points, or as many and more upgrades.
    """

    def __init__(
        self,
        start: Packed,
        *,
        ends: float = float("inf"),
        beams: int | None = None,
        seed: int = 0,
        lane: int = 0,
        progress: Progress | None = None,
    ) -> None:
        self.start, self.ends, self.beams, self.lane = start, ends, beams, lane
        self.rng = np.random.default_rng((seed, lane))
        self.progress = progress
        self.begun = time.monotonic()
        self.best: Found | None = None
        self.complete = self.stopped = False
        self.pool = new_pool(0)
        self.rate = 0.0

    def run(self, enough: int) -> Found:
        """The best line; stops early with `enough` points, when every line was looked at, or on
        Ctrl-C after the first beam."""
        try:
            self._run(enough)
        except KeyboardInterrupt:
            if self.best is None:
                raise
            self.stopped = True
        assert self.best is not None  # the first beam runs to its end
        return self.best

    def _run(self, enough: int) -> None:
        for number, (width, noise) in enumerate(self._plan()):
            if number:
                width = self._fitting(width)
                if width < NARROWEST:
                    break
            self._beam(width, noise, late=number == 0)
            assert self.best is not None
            if number == 0 and self.start.at >= FEW_LEFT:
                self._exhaust()
            if self.progress is not None:
                self.progress(self.best, self._passed())
            if self.complete or self.best.points >= enough or number + 1 == self.beams:
                break

    def _plan(self) -> Iterator[tuple[int, float]]:
        for index, (width, count) in enumerate(PLAN):
            last = index + 1 == len(PLAN)
            done = 0
            while last or done < count:
                plain = done == 0 and index < 2 and self.lane == 0
                yield width, 0.0 if plain else NOISE
                done += 1

    def _fitting(self, width: int) -> int:
        """The width that there is time for."""
        left = self.ends - time.monotonic()
        return width if left == float("inf") else min(width, int(0.9 * left / self.rate))

    def _beam(self, width: int, noise: float, *, late: bool = False) -> None:
        """Run one; given up when the time is over, unless it may be `late`."""
        begun = time.monotonic()
        if self.pool.decks.shape[1] < room(width):
            self.pool = new_pool(width)
        beam = Beam(self.start, trained(), width, noise=noise, rng=self.rng, pool=self.pool)
        while beam.step():
            if not late and time.monotonic() > self.ends:
                return
        self._take(beam)
        self.rate = max((time.monotonic() - begun) / width, 1e-9)

    def _exhaust(self) -> None:
        """Look at every line that may be as good as the best, where they are few enough."""
        assert self.best is not None
        ends = self.begun + PATIENCE * (self.ends - self.begun)
        beam = Beam(
            self.start, trained(), EXHAUST,
            share=EXHAUST, least=self.best.points, pool=new_pool(EXHAUST),
        )  # fmt: skip
        while beam.complete and time.monotonic() < ends:
            if not beam.step():
                break
        if beam.at == END and beam.complete:
            self._take(beam)
            self.complete = True

    def _take(self, beam: Beam) -> None:
        found = beam.found
        if self.best is None or found[:2] > self.best[:2]:
            self.best = found

    def _passed(self) -> float:
        whole = self.ends - self.begun
        return min((time.monotonic() - self.begun) / whole, 1.0) if whole > 0 else 1.0
