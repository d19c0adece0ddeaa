"""What is worked out before a compiled search: how arches can be paid, and bounds on walks."""

from __future__ import annotations

import numpy as np

from palace.core.jit import compiled
from palace.monkey_palace.search.walk import NEVER

# Rulings, as bits: double-back=legal, spiral=turn, over-arch=stacked.
BACK, ONCE, SINGLE = 1, 2, 4


@compiled
def payments(bricks, columns, width):
    """Every level at which an arch can be paid, for each purse and difference in height.

    At purse * width + difference stand how many `ways` and where they begin in `gaps` (levels to
    fill at the higher end, lowest first) and `after` (the purse afterwards).
    """
    lines = (bricks + 1) * (columns + 1) * width
    ways, steps = np.zeros(lines, np.int32), np.zeros(lines, np.int32)
    gaps, after = np.zeros(0, np.int32), np.zeros(0, np.int32)
    for filling in range(2):  # first their number, then what they are
        found = 0
        for line in range(lines):
            purse, apart = divmod(line, width)
            b, c = divmod(purse, columns + 1)
            steps[line] = found
            for gap in range((b + 3 * c - apart) // 2 + 1):
                tall = min(gap // 3 + (gap + apart) // 3, c)
                left = b - 2 * gap - apart + 3 * tall
                if left >= 0:
                    if filling:
                        gaps[found] = gap
                        after[found] = left * (columns + 1) + c - tall
                    found += 1
            ways[line] = found - steps[line]
        if not filling:
            gaps, after = np.zeros(found, np.int32), np.zeros(found, np.int32)
    return ways, steps, gaps, after


@compiled
def pair_table(bricks, columns, hidden, width, ways, steps, gaps, after):
    """The number of ways to pay two arches, by purse, difference at the first, and lead.

    The lead is the height after the first arch if it has no gap, less that of the knob beyond; it
    is counted from -hidden and has 2 * hidden + 1 values.
    """
    most = bricks + 3 * columns
    table = np.zeros(((bricks + 1) * (columns + 1), most + 1, 2 * hidden + 1), np.int16)
    for purse in range(table.shape[0]):
        for apart in range(most + 1):
            begin = steps[purse * width + apart]
            for step in range(begin, begin + ways[purse * width + apart]):
                for far in range(-most, most + 1):
                    number = ways[after[step] * width + abs(far)]
                    table[purse, apart, hidden + far - gaps[step]] += number
    return table.ravel()


@compiled
def least_levels(neighbours, old, arches, highest, rules, goals):
    """least[line, n, k, z]: levels that n more arches from knob k at height z fill at least.

    Line 2g + 1 is for walks that end at height `goals[g]` or above, line 2g for those that must
    also meet something old first.  A lower bound: every knob counts as it was, or as met again.
    Met again after four arches or more, a knob is at least two levels too low; straight back, a
    riser and what stands under the arch are one level each.
    """
    again = NEVER if rules & ONCE else 2
    back = rules & (BACK | SINGLE) == BACK
    knobs = len(old) - 1
    least = np.full((2 * len(goals), arches + 1, knobs, highest + 2), NEVER, np.int16)
    for goal in range(len(goals)):
        least[2 * goal + 1, 0, :, goals[goal] : highest + 1] = 0
        for n in range(1, arches + 1):
            for line in range(2 * goal, 2 * goal + 2):
                for knob in range(knobs):
                    for level in range(highest, -1, -1):
                        best = least[line, n, knob, level + 1] + 1  # a riser
                        for way in range(4):
                            other = neighbours[knob, way]
                            if other < knobs and old[other] <= level:
                                met = 2 * goal + 1 if old[other] else line
                                under = min(level - old[other], again)
                                best = min(best, under + least[met, n - 1, other, level + 1])
                                if back and level < highest:
                                    best = min(best, 2 + least[met, n - 1, other, level + 2])
                        least[line, n, knob, level] = min(best, NEVER)
    return least
