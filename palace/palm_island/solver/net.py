"""The learned ranking: how promising a deck is beside others with as many card moves done.

Every card adds, by what it shows and where it lies, to each of 16 units.  The last unit counts as
it is, the others only where they are positive.  The weights are data, `ranking.npz`, made by
`scripts/train-palm`; `ranking.toml` says when and how.
"""

from __future__ import annotations

import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from palace.files.text_file import shipped
from palace.palm_island.solver.faces import AREAS, CARDS, CODES, END, ROUNDS

UNITS = 16

FILE = shipped(__package__, "ranking.npz")
PROVENANCE = FILE.with_suffix(".toml")


class Net(NamedTuple):
    """The weights, float32.

    `depth` (cards above it, code, unit) and `visit` (round of the card's next turn, 8 for after
    the game, code, unit) are tables for each card; `time` (card moves done, unit) is added once;
    `out` (round, unit but the last) is what a positive unit counts.
    """

    depth: Any
    visit: Any
    time: Any
    out: Any

    @classmethod
    def by_hand(cls) -> Net:
        """Where learning begins: points, upgrades, and resources stored or still to be got."""
        visit = np.zeros((ROUNDS + 1, CODES, UNITS), np.float32)
        for code in range(CODES):
            area, stored = AREAS[code >> 1], code & 1
            for later in range(ROUNDS):
                each = 0.5 if stored else 0.1 * (ROUNDS - later)
                visit[later, code, -1] = each * area.gives.amount
            visit[:, code, -1] += area.points + 0.6 * area.upgrades
        return cls(
            np.zeros((CARDS, CODES, UNITS), np.float32),
            visit,
            np.zeros((END, UNITS), np.float32),
            np.zeros((ROUNDS, UNITS - 1), np.float32),
        )

    def table(self, at: int) -> tuple[Any, Any]:
        """For states with `at` card moves done: what a code adds (slot, code, unit), and `out`."""
        depth = (np.arange(CARDS) - at) % CARDS
        found = self.depth[depth] + self.visit[(at + depth) // CARDS]
        found[0] += self.time[at]
        return np.ascontiguousarray(found, np.float32), self.out[at // CARDS]

    def save(self, file: Path) -> None:
        """Write the weights in half precision."""
        halves = {name: table.astype(np.float16) for name, table in self._asdict().items()}
        with file.open("wb") as out:
            np.savez_compressed(out, **halves)

    @classmethod
    def load(cls, file: Path = FILE) -> Net:
        """The weights of a file."""
        with np.load(file) as found:
            return cls(*(found[name].astype(np.float32) for name in cls._fields))


@lru_cache(maxsize=1)
def trained() -> Net:
    """The net that comes with the solver."""
    return Net.load()


def provenance() -> dict[str, Any]:
    """How and when it was trained."""
    return tomllib.loads(PROVENANCE.read_text(encoding="utf-8"))
