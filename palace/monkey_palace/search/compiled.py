"""The bridge to the compiled kernel: palaces into flat arrays, slices of time, arrays into values.

Importing it loads numba; `searches.searcher` does so when a search begins.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from palace.core.jit import ready
from palace.monkey_palace.kernel.knob import WAYS, Knob
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.rulings import Rulings
from palace.monkey_palace.kernel.staircase import Staircase
from palace.monkey_palace.kernel.supply import Supply
from palace.monkey_palace.search import kernel, plain, tables, walk

NODES = 100_000
"""Steps in a slice, some 20 ms: how soon Ctrl-C and a time limit are heeded."""

LINES = 4096
"""Staircases that `best_at` compares at a time."""

LARGEST_TABLE = 4_000_000
"""Entries of the table of pairs; it is done without where it would be larger."""


class Search(plain.Search):
    """The same over flat arrays, in slices; a line is a row of numbers."""

    def __init__(
        self,
        palace: Palace,
        supply: Supply | str | None,
        rulings: Rulings | None,
        *,
        ranked: bool = False,
        seconds: float | None = None,
        progress: plain.Progress | None = None,
    ) -> None:
        super().__init__(palace, supply, rulings, ranked=ranked, seconds=seconds, progress=progress)
        self.board = _board(self)
        self.walk = _walk(palace, self.knobs, self.board)
        self.tally = np.zeros((len(self.starts), 3), np.int64)
        self.there = np.zeros((len(self.knobs), 3), np.int64)
        self.limits = np.full((self.supply.arch + 2, 2), walk.NO_LIMIT, np.int64)

    @classmethod
    def cached(cls, *, counting: bool) -> bool:
        search = kernel.count if counting else kernel.walk_on
        return ready(tables.payments, tables.least_levels, search)

    @property
    def share(self) -> float:
        # By the children gone on to.
        start, depth = map(int, self.walk.at)
        share = 0.0
        for at in reversed(range(min(depth + 1, 3))):
            children, gone = (
                int(self.walk.rows[at, kernel.CHILDREN]),
                self.walk.rows[at, kernel.NEXT],
            )
            done = int(gone) if at == depth else int(gone) - 1 + share
            share = done / children if children else 1.0
        begun = start + (depth < 0)
        return min((begun + share) / max(len(self.starts), 1), 1.0)

    def counts(self) -> dict[tuple[Knob, str, int], int]:
        found = np.zeros((len(self.starts), 4, self.supply.arch + 4), np.int64)
        while self.goes_on():
            self.complete = kernel.count(self.board, self.walk, found, NODES)
        return {
            (start, way, arches): number
            for start, ways in zip(self.starts, found.tolist(), strict=True)
            for way, numbers in zip(WAYS, ways, strict=True)
            for arches, number in enumerate(numbers[: self.supply.arch + 1])
            if number
        }

    def room(self, lines: int) -> Any:
        return np.zeros((lines, kernel.HEAD + 1 + 3 * self.supply.arch), np.int32)

    def slices(self, out: Any) -> Iterator[Any]:
        if not self.supply.arch:
            self.complete = True
        while self.goes_on():
            number, self.complete = kernel.walk_on(
                self.board, self.walk, self.limits, self.ranked, self.tally, self.there, out, NODES
            )
            yield out[: int(number)]

    @property
    def tallied(self) -> tuple[Any, Any]:
        return self.tally.tolist(), self.there.tolist()

    def tallying(self) -> Iterator[None]:
        self.limits[:] = 0
        for _ in self.slices(self.room(1)):
            yield

    def seek_at(self, knob: Knob, *, by_height: bool) -> Iterator[Any]:
        number, first = self.knobs.index(knob), kernel.HEAD
        best: tuple[list[int], Any] | None = None
        for lines in self.slices(self.room(LINES)):
            arches = lines[:, kernel.ARCHES, None]
            laid = np.arange(self.supply.arch) < arches
            knobs = lines[:, first::3]
            levels = np.cumsum(lines[:, first + 1 :: 3] + 1, axis=1)
            there = laid & ((knobs[:, 1:] == number) | (knobs[:, :-1] == number))
            height = np.where(there, levels, 0).max(axis=1, initial=0)
            last = np.take_along_axis(knobs, arches, axis=1)[:, 0] == number
            worth, pieces = lines[:, kernel.CREDITS], lines[:, kernel.PIECES]
            ranks = [height, worth, -pieces]
            if not by_height:
                height = height * last
                ranks = [worth, lines[:, kernel.EARNS], -pieces]
            found = np.flatnonzero(height)
            if len(found):
                order = np.lexsort([-found, *(rank[found] for rank in reversed(ranks))])
                at = found[order[-1]]
                rank = [int(each[at]) for each in ranks]
                if best is None or rank > best[0]:
                    best = rank, lines[at].copy()
            yield None if best is None else best[1]

    def rank(self, line: Any) -> tuple[int, int, int]:
        return (
            -int(line[kernel.CREDITS]),
            -int(line[kernel.EARNS]),
            int(line[kernel.PIECES]),
        )

    def read(self, line: Any) -> Staircase:
        numbers = line.tolist()
        end = kernel.HEAD + 1 + 3 * numbers[kernel.ARCHES]
        knobs = [self.knobs[number] for number in numbers[kernel.HEAD : end : 3]]
        gaps = [numbers[at] for at in range(kernel.HEAD + 1, end) if (at - kernel.HEAD) % 3]
        return walk.written(knobs, gaps, self.supply.column)


def _board(search: plain.Search) -> kernel.Board:
    """Return what stays the same during a search."""
    palace, rulings, supply = search.palace, search.rulings, search.supply
    number = {knob: index for index, knob in enumerate(search.knobs)}
    colours = [palace.ground.colours[knob] for knob in search.starts]
    levels = supply.brick + 3 * supply.column
    highest = supply.arch + levels
    hidden = highest + levels + 1  # no arch at `highest` or below can pay for that
    old = np.array([*(min(palace.heights[knob], hidden) for knob in search.knobs), 0], np.int32)
    neighbours = _neighbours(palace, rulings)
    needed = walk.needed_height(palace, rulings)
    goals = dict(zip(needed, range(1, len(needed) + 1), strict=True)) if search.ranked else {}
    rules = (
        tables.BACK * (rulings.double_back == "legal")
        + tables.ONCE * (rulings.spiral == "turn")
        + tables.SINGLE * (rulings.over_arch == "stacked")
    )
    width = hidden + 1
    ways, steps, gaps, after = tables.payments(supply.brick, supply.column, width)
    pairs = np.zeros(0, np.int16)
    entries = len(ways) // width * (levels + 1) * (2 * hidden + 1)
    if entries <= LARGEST_TABLE and not search.ranked:
        pairs = tables.pair_table(
            supply.brick, supply.column, hidden, width, ways, steps, gaps, after
        )
    return kernel.Board(
        neighbours=neighbours,
        old=old,
        starts=np.array([number[knob] for knob in search.starts], np.int32),
        arches=max(supply.arch, 1),
        bricks=supply.brick,
        columns=supply.column,
        rules=rules,
        hidden=hidden,
        ways=ways,
        steps=steps,
        gaps=gaps,
        after=after,
        pairs=pairs,
        least=tables.least_levels(
            neighbours, old, supply.arch, highest, rules,
            np.array([0, *(needed[colour] for colour in goals)], np.int32),
        ),
        goal=np.array([goals.get(colour, 0) for colour in colours], np.int32),
        needed=np.array([needed.get(colour, walk.NEVER) for colour in colours], np.int32),
        run=rulings.bonus_height == "run",
        enough=np.array([*walk.enough(palace, rulings), kernel.BONUS_HEIGHT], np.int32),
    )  # fmt: skip


def _neighbours(palace: Palace, rulings: Rulings) -> Any:
    """Return the number of the next knob by way; one more than the last where none can be."""
    last = len(palace.ground.next_numbers)
    found = np.array([*palace.ground.next_numbers, (last,) * 4], np.uint32)
    blocked = palace.blocking(rulings.blockers)
    for index, knob in enumerate(palace.ground.colours):
        if knob in blocked:
            found[found == index] = last
    return found


def _walk(palace: Palace, knobs: tuple[Knob, ...], board: kernel.Board) -> kernel.Walk:
    height = board.old.copy()
    height[-1] = board.hidden
    laid = np.zeros(len(knobs) + 1, np.int32)
    for index, knob in enumerate(knobs):
        if column := palace.column(knob):
            laid[index] = sum(1 << way for way, name in enumerate(WAYS) if name in column)
    widest = int(board.ways.max())
    return kernel.Walk(
        height=height,
        laid=laid,
        added=np.zeros(len(knobs) + 1, np.int32),
        rows=np.zeros((board.arches + 1, kernel.FIELDS), np.int32),
        children=np.zeros((board.arches + 1, 4 * widest), np.int32),
        at=np.array([-1, -1], np.int64),
    )
