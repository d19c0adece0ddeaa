"""The bridge to the compiled kernel: palaces into flat arrays, slices of time, arrays into values.

Importing it loads numba; the public functions of the search do so when they are first called.
"""

from __future__ import annotations

import time
from bisect import bisect_left
from collections.abc import Callable
from typing import Any

import numpy as np

from palace.core.errors import expect
from palace.core.jit import ready
from palace.monkey_palace.kernel.knob import WAYS, Knob
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.referee import is_highest
from palace.monkey_palace.kernel.rulings import DEFAULT, Rulings
from palace.monkey_palace.kernel.staircase import Staircase, pile_height
from palace.monkey_palace.kernel.supply import Supply
from palace.monkey_palace.search import kernel, tables
from palace.monkey_palace.search.plain import written

Progress = Callable[[float], None]
"""Told now and then which share of a search is done, from 0 to 1."""

NODES = 100_000
"""Steps in a slice, some 20 ms: how soon Ctrl-C and a time limit are heeded."""

NO_LIMIT = 1_000_000
"""More pieces than any staircase has."""

LARGEST_TABLE = 4_000_000
"""Entries of the table of pairs; it is done without where it would be larger."""


class Search:
    """A search under way: its arrays, and the time it may take.

    `ranked` searches can be bounded, see `Search.write`; `seconds` of None is no limit.
    """

    def __init__(
        self,
        palace: Palace,
        supply: Supply | str | None,
        rulings: Rulings | None,
        *,
        ranked: bool = False,
        seconds: float | None = None,
        progress: Progress | None = None,
    ) -> None:
        expect(palace, Palace, "write Palace.read(...) or Palace.setup(...)", "palace")
        self.palace = palace
        self.rulings = rulings or DEFAULT
        self.supply = palace.at_hand(supply)
        self.knobs = tuple(palace.ground.colours)
        self.ends = None if seconds is None else time.monotonic() + seconds
        self.progress = progress
        self.complete = self.begun = False
        self.board = _board(palace, self.knobs, self.supply, self.rulings, ranked)
        self.walk = _walk(palace, self.knobs, self.board)
        self.starts = tuple(self.knobs[number] for number in self.board.starts)
        self.tally = np.zeros((len(self.starts), 3), np.int64)
        self.there = np.zeros((len(self.knobs), 3), np.int64)

    @property
    def share(self) -> float:
        """The share of the search that is done, by the children gone on to, from 0 to 1."""
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

    def goes_on(self) -> bool:
        """Return whether there is a slice to do and time for it.

        There is time for the first one.
        """
        if self.progress is not None:
            self.progress(1.0 if self.complete else self.share)
        late = self.ends is not None and self.begun and time.monotonic() >= self.ends
        self.begun = True
        return not self.complete and not late

    def count(self) -> Any:
        """Return how many staircases there are, by start, way of the first arch (N E S W) and
        arches.
        """
        found = np.zeros((len(self.starts), 4, self.supply.arch + 4), np.int64)
        if not self.supply.arch:
            self.complete = True
        while self.goes_on():
            self.complete = kernel.count(self.board, self.walk, found, NODES)
        return found[:, :, : self.supply.arch + 1]

    def room(self, lines: int) -> Any:
        """Return an array for `write` to put staircases in."""
        return np.zeros((lines, kernel.HEAD + 1 + 3 * self.supply.arch), np.int32)

    def limits(self) -> Any:
        """Return the number of pieces to stay below, by credits and bonus: none yet."""
        return np.full((self.supply.arch + 2, 2), NO_LIMIT, np.int64)

    def write(self, out: Any, limits: Any, *, bounded: bool = False) -> int:
        """Do a slice: the next staircases below the limits, in order; how many were written."""
        if not self.supply.arch:
            self.complete = True
            return 0
        number, self.complete = kernel.walk_on(
            self.board, self.walk, limits, bounded, self.tally, self.there, out, NODES
        )
        return int(number)

    def rank(self, line: Any) -> tuple[int, int, int]:
        """Credits and bonus of such a line, both negative, and its pieces: less is better."""
        return (
            -int(line[kernel.CREDITS]),
            -int(line[kernel.EARNS]),
            int(line[kernel.PIECES]),
        )

    def read(self, line: Any) -> Staircase:
        """Return the staircase of a line that `write` has written."""
        numbers = line.tolist()
        end = kernel.HEAD + 1 + 3 * numbers[kernel.ARCHES]
        knobs = [self.knobs[number] for number in numbers[kernel.HEAD : end : 3]]
        gaps = [numbers[at] for at in range(kernel.HEAD + 1, end) if (at - kernel.HEAD) % 3]
        return written(knobs, gaps, self.supply.column)


def cached(*, counting: bool) -> bool:
    """Return whether a search can run without compiling: of counts, or of everything else."""
    search = kernel.count if counting else kernel.walk_on
    return ready(tables.payments, tables.least_levels, search)


def _board(
    palace: Palace, knobs: tuple[Knob, ...], supply: Supply, rulings: Rulings, ranked: bool
) -> kernel.Board:
    ground = palace.ground
    levels = supply.brick + 3 * supply.column
    highest = supply.arch + levels
    hidden = highest + levels + 1  # no arch at `highest` or below can pay for that
    number = {knob: index for index, knob in enumerate(knobs)}
    blocked = palace.blocking(rulings.blockers)
    nowhere = len(knobs)
    neighbours = np.full((nowhere + 1, 4), nowhere, np.uint32)
    for knob, index in number.items():
        for way, letter in enumerate(WAYS):
            other = knob.step(letter)
            if other in number and other not in blocked:
                neighbours[index, way] = number[other]
    old = np.zeros(nowhere + 1, np.int32)
    old[:nowhere] = [min(palace.heights[knob], hidden) for knob in knobs]
    needed_by_colour = _needed(palace, rulings)
    starts = [
        knob
        for knob, colour in ground.colours.items()
        if not palace.heights[knob]
        and knob not in blocked
        and (rulings.decoration_out != "illegal" or colour in needed_by_colour)
    ]
    colours = list(needed_by_colour) if ranked else []
    goals = [0, *(needed_by_colour[colour] for colour in colours)]
    rules = (
        tables.BACK * (rulings.double_back == "legal")
        + tables.ONCE * (rulings.spiral == "turn")
        + tables.SINGLE * (rulings.over_arch == "stacked")
    )
    width = hidden + 1
    ways, steps, gaps, after = tables.payments(supply.brick, supply.column, width)
    pairs = np.zeros(0, np.int16)
    if len(ways) // width * (levels + 1) * (2 * hidden + 1) <= LARGEST_TABLE and not ranked:
        pairs = tables.pair_table(
            supply.brick, supply.column, hidden, width, ways, steps, gaps, after
        )
    enough = np.full(nowhere + 1, kernel.BONUS_HEIGHT, np.int32)
    if rulings.bonus_height == "column":
        for knob, index in number.items():
            stands = "".join(piece for piece in palace.column(knob) if piece in "bc")
            enough[index] = max(kernel.BONUS_HEIGHT - pile_height(stands), 1)
    return kernel.Board(
        neighbours=neighbours,
        old=old,
        starts=np.array([number[knob] for knob in starts], np.int32),
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
            neighbours, old, supply.arch, highest, rules, np.array(goals, np.int32)
        ),
        goal=np.array(
            [colours.index(c) + 1 if (c := ground.colours[k]) in colours else 0 for k in starts],
            np.int32,
        ),
        needed=np.array(
            [needed_by_colour.get(ground.colours[k], tables.NEVER) for k in starts], np.int32
        ),
        run=rulings.bonus_height == "run",
        enough=enough,
    )


def _needed(palace: Palace, rulings: Rulings) -> dict[str, int]:
    """Return the height at which a decoration would be the highest of its colour, by colour still
    left.
    """
    ties = rulings.highest_tie == "yes"
    return {
        colour: bisect_left(
            range(palace.height + 1),
            True,
            key=lambda level: is_highest(palace, level, rulings, colour=colour, ties=ties),
        )
        for colour in sorted(set(palace.ground.colours.values()))
        if palace.decorations_left(colour) > 0
    }


def _walk(palace: Palace, knobs: tuple[Knob, ...], board: kernel.Board) -> kernel.Walk:
    height = board.old.copy()
    height[-1] = board.hidden
    laid = np.zeros(len(knobs) + 1, np.int32)
    for index, knob in enumerate(knobs):
        laid[index] = sum(1 << way for way, name in enumerate(WAYS) if name in palace.column(knob))
    widest = int(board.ways.max())
    return kernel.Walk(
        height=height,
        laid=laid,
        added=np.zeros(len(knobs) + 1, np.int32),
        rows=np.zeros((board.arches + 1, kernel.FIELDS), np.int32),
        children=np.zeros((board.arches + 1, 4 * widest), np.int32),
        at=np.array([-1, -1], np.int64),
    )
