"""The compiled search: the walks of `palace.monkey_palace.search.plain` over flat arrays.

Knobs are numbers, rank by rank from a1; one more is for every place no arch leads to.  Ways
are 0 to 3 for N E S W.  What is left to pay with is one number, the purse: bricks times columns of
the supply plus one, plus columns.  A gap takes columns while there are any and bricks for the rest,
which can be paid exactly if any other way of making it up can.  Rule G asks for no look at what
stands on top: the knob left carries the arch just laid, so only going straight back can lie
directly on an arch.

`count` and `walk_on` stop after a number of steps and go on from there when called again.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from palace.core.jit import compiled
from palace.monkey_palace.search.tables import BACK, ONCE, SINGLE

# What a walk keeps of each knob it has come to.
KNOB = 0  # its number
FROM = 1  # that of the knob before
LEVEL = 2  # height on arriving
FOUND = 3  # height as found, to go back to
UNDER = 4  # the gap under the arriving arch
PURSE = 5  # what is left
ATTACHED = 6  # whether something old has been met
BONUS = 7  # whether the bonus is earned
NEXT = 8  # children gone on to
CHILDREN = 9  # children there are
FIELDS = 10

# The state of a search.
START, DEPTH = 0, 1

# A staircase as `walk_on` writes it: this, the first knob, then riser, under and knob of each arch.
ARCHES, PIECES = 0, 1
CREDITS, EARNS = 2, 3
HEAD = 4

BONUS_HEIGHT = 5
index = np.uint64  # an index known not to be negative, which saves asking


class Board(NamedTuple):
    """What does not change in a search.

    `neighbours` (knob, way); `old` heights before; `starts` the knobs a staircase may begin on;
    `ways steps gaps after` see `tables.payments`, `pairs` see `tables.pair_table` (may be empty);
    `least` see `tables.least_levels`; `goal` its pair of lines for the highest decoration of a
    start's colour, `needed` the height for it; `run` whether a single gap must be high enough for
    the bonus, `enough` the levels to be added at a knob otherwise; `hidden` a height no arch can
    lead to.
    """

    neighbours: Any
    old: Any
    starts: Any
    arches: int
    bricks: int
    columns: int
    rules: int
    hidden: int
    ways: Any
    steps: Any
    gaps: Any
    after: Any
    pairs: Any
    least: Any
    goal: Any
    needed: Any
    run: bool
    enough: Any


class Walk(NamedTuple):
    """What changes: by knob heights, arches laid (a bit for each way), levels added; the walk."""

    height: Any
    laid: Any
    added: Any
    rows: Any
    children: Any
    at: Any


@compiled
def may_attach(least, knob, level, arches, levels):
    """Whether something old may yet be met with so many arches, and levels to fill, left."""
    for more in range(1, arches + 1):  # noqa: SIM110 - compiled
        if least[0, more, knob, level] <= levels:
            return True
    return False


@compiled
def begin(rows, knob, purse):
    """Put the walk on a start."""
    rows[0, KNOB] = knob
    rows[0, FROM] = -1
    rows[0, LEVEL] = rows[0, ATTACHED] = rows[0, BONUS] = 0
    rows[0, PURSE] = purse


@compiled
def step_on(neighbours, old, rules, hidden, gaps, after, height, laid, rows, depth, child):
    """Lay an arch: its way in the lowest two bits of `child`, its payment from the seventh on."""
    knob, near = rows[depth, KNOB], rows[depth, LEVEL]
    way, step = child & 3, child >> 6
    other = neighbours[knob, way]
    found = height[other]
    far = near if other == rows[depth, FROM] else found
    level = max(near, far) + gaps[step]
    rows[depth + 1, KNOB] = other
    rows[depth + 1, FROM] = knob
    rows[depth + 1, LEVEL] = level + 1
    rows[depth + 1, FOUND] = found
    rows[depth + 1, UNDER] = level - far
    rows[depth + 1, PURSE] = after[step]
    rows[depth + 1, ATTACHED] = 1 if rows[depth, ATTACHED] or old[other] else 0
    height[knob] = hidden if rules & ONCE else level + 1
    height[other] = level + 1
    if rules & SINGLE:
        laid[knob] ^= 1 << way
        laid[other] ^= 1 << (way ^ 2)


@compiled
def step_back(rules, height, laid, rows, depth, child):
    """Take off the last of `depth` arches."""
    knob, other = rows[depth - 1, KNOB], rows[depth, KNOB]
    height[other] = rows[depth, FOUND]
    height[knob] = rows[depth - 1, LEVEL]
    if rules & SINGLE:
        way = child & 3
        laid[knob] ^= 1 << way
        laid[other] ^= 1 << (way ^ 2)


@compiled
def two_on(neighbours, height, pairs, line, across, hidden, knob, level, onward):
    """Staircases that end two arches on from a knob, and the ways to them: from the table."""
    mine = height[knob]
    height[knob] = hidden  # no arch leads straight back
    total = live = 0
    for way in range(4):
        if onward >> way & 1:
            other = neighbours[knob, way]
            far = height[other]
            at = line + abs(level - far) * across + max(level, far) + 1 + hidden
            number = pairs[index(at - height[neighbours[other, 0]])]
            number += pairs[index(at - height[neighbours[other, 1]])]
            number += pairs[index(at - height[neighbours[other, 2]])]
            number += pairs[index(at - height[neighbours[other, 3]])]
            total += number
            live |= (number > 0) << way
    height[knob] = mine
    return total, live


@compiled
def two_on_slowly(
    neighbours, old, ways, steps, gaps, after, height, laid, rules, hidden,
    knob, came_from, level, purse, attached, onward,
):  # fmt: skip
    """The same, one by one: for all rulings, for walks not yet attached, without a table.

    The ways lead to all such walks, attached or not.
    """
    width = hidden + 1
    back_legal = rules & (BACK | SINGLE) == BACK
    mine = height[knob]
    height[knob] = hidden
    total = live = 0
    for way in range(4):
        if not onward >> way & 1:
            continue
        other = neighbours[knob, way]
        back = other == came_from
        far = level if back else height[other]
        met = attached or old[other] > 0
        line = purse * width + abs(level - far)
        for step in range(steps[line] + back, steps[line] + ways[line]):
            top = max(level, far) + gaps[step] + 1
            for last in range(4):
                beyond = neighbours[other, last]
                if beyond == knob:
                    number = ways[after[step] * width] - 1 if back_legal else 0
                elif rules & SINGLE and laid[other] >> last & 1:
                    number = 0
                else:
                    number = ways[after[step] * width + abs(top - height[beyond])]
                live |= (number > 0) << way
                if met or old[beyond] > 0:
                    total += number
    height[knob] = mine
    return total, live


@compiled
def count(board, walk, found, nodes):
    """Add to found[start, first way, arches] until all is counted (True) or `nodes` are done.

    Only walks that can grow by three arches are gone on to; the last two arches are counted.
    """
    neighbours, old, least, starts = board.neighbours, board.old, board.least, board.starts
    ways, steps, gaps, after, pairs = board.ways, board.steps, board.gaps, board.after, board.pairs
    rules, hidden = board.rules, board.hidden
    width, across = hidden + 1, 2 * hidden + 1
    per_purse = (board.bricks + 3 * board.columns + 1) * across
    height, laid, rows, children = walk.height, walk.laid, walk.rows, walk.children
    back_legal = rules & (BACK | SINGLE) == BACK
    single = rules & SINGLE != 0
    tabled = len(pairs) > 0 and not back_legal and not single
    start, depth = walk.at[START], walk.at[DEPTH]
    while nodes > 0:
        nodes -= 1
        open_ways = 15
        if depth < 0:
            start += 1
            if start >= len(starts):
                walk.at[START] = start
                return True
            begin(rows, starts[start], (board.bricks + 1) * (board.columns + 1) - 1)
            depth = 0
        else:
            child = rows[depth, NEXT]
            if child == rows[depth, CHILDREN]:
                if depth > 0:
                    child = children[depth - 1, rows[depth - 1, NEXT] - 1]
                    step_back(rules, height, laid, rows, depth, child)
                depth -= 1
                continue
            rows[depth, NEXT] = child + 1
            child = children[depth, child]
            step_on(neighbours, old, rules, hidden, gaps, after, height, laid, rows, depth, child)
            open_ways = child >> 2 & 15
            depth += 1
        knob, near, came_from = rows[depth, KNOB], rows[depth, LEVEL], rows[depth, FROM]
        purse, attached = rows[depth, PURSE], rows[depth, ATTACHED] != 0
        left = board.arches - depth
        offspring = total = 0
        height[knob] = hidden
        for way in range(4):
            if not open_ways >> way & 1:
                continue
            other = neighbours[knob, way]
            back = other == came_from
            if single and laid[knob] >> way & 1:
                continue
            far = near if back else height[other]
            met = attached or old[other] > 0
            k0, k1 = neighbours[other, 0], neighbours[other, 1]
            k2, k3 = neighbours[other, 2], neighbours[other, 3]
            h0, h1, h2, h3 = height[k0], height[k1], height[k2], height[k3]
            if single:
                h0 = hidden if laid[other] & 1 else h0
                h1 = hidden if laid[other] & 2 else h1
                h2 = hidden if laid[other] & 4 else h2
                h3 = hidden if laid[other] & 8 else h3
            line = purse * width + abs(near - far)
            if depth == 0 and met:
                found[start, way, 1] += ways[line]
            begins, ends = steps[index(line)], steps[index(line)] + ways[index(line)]
            for step in range(begins + back, ends):
                if left < 2:
                    break
                level = max(near, far) + gaps[index(step)] + 1
                onto = after[index(step)]
                rest = onto * width
                n0, n1 = ways[index(rest + abs(level - h0))], ways[index(rest + abs(level - h1))]
                n2, n3 = ways[index(rest + abs(level - h2))], ways[index(rest + abs(level - h3))]
                if back_legal:
                    again = ways[rest] - 1
                    n0, n1 = again if way == 2 else n0, again if way == 3 else n1
                    n2, n3 = again if way == 0 else n2, again if way == 1 else n3
                if depth == 0:
                    found[start, way, 2] += n0 if met or old[k0] > 0 else 0
                    found[start, way, 2] += n1 if met or old[k1] > 0 else 0
                    found[start, way, 2] += n2 if met or old[k2] > 0 else 0
                    found[start, way, 2] += n3 if met or old[k3] > 0 else 0
                onward = (n0 > 0) | (n1 > 0) << 1 | (n2 > 0) << 2 | (n3 > 0) << 3
                if onward == 0 or left < 3:
                    continue
                if met and tabled:
                    first = onto * per_purse
                    number, live = two_on(
                        neighbours, height, pairs, first, across, hidden, other, level, onward
                    )
                else:
                    number, live = two_on_slowly(
                        neighbours, old, ways, steps, gaps, after, height, laid, rules, hidden,
                        other, knob, level, onto, met, onward,
                    )  # fmt: skip
                    b, c = divmod(onto, board.columns + 1)
                    if not met and not may_attach(least, other, level, left - 1, b + 3 * c):
                        live = 0
                total += number
                if live and left > 3:
                    children[depth, offspring] = step << 6 | live << 2 | way
                    offspring += 1
            if depth == 0:
                found[start, way, 3] += total
                total = 0
        if depth:
            found[start, children[0, rows[0, NEXT] - 1] & 3, depth + 3] += total
        height[knob] = near
        rows[depth, NEXT] = 0
        rows[depth, CHILDREN] = offspring
    walk.at[START], walk.at[DEPTH] = start, depth
    return False


@compiled
def worth(least, limit, line, plus, rows, depth, most, columns, pieces, needs):
    """Whether more arches may yet make a staircase of fewer pieces than the limits.

    `line` is the pair of lines of `least` to ask, `plus` the credits that its goal adds.
    """
    b, c = divmod(rows[depth, PURSE], columns + 1)
    bonus = 1 if rows[depth, BONUS] or b + 3 * c >= needs else 0
    line = 2 * line + rows[depth, ATTACHED]
    for more in range(1, most - depth + 1):
        levels = least[line, more, rows[depth, KNOB], rows[depth, LEVEL]]
        if levels <= b + 3 * c:
            supports = max((levels + 2) // 3, levels - 2 * c)
            if pieces + more + supports < limit[depth + more + plus, bonus]:
                return True
    return False


@compiled
def walk_on(board, walk, limit, bounded, tally, there, out, nodes):
    """Write staircases in their order until `out` is full, all are written or `nodes` are done.

    Written is what has fewer pieces than limit[credits, bonus]; with `bounded`, walks that cannot
    become such are left out.  By every staircase met grow tally[start], their number, the most
    credits, the greatest height, and there[knob], the number of those that end there, their most
    credits, the greatest height of an arch's end.  Returns how many are written, and whether that
    is all.
    """
    neighbours, old, least, starts = board.neighbours, board.old, board.least, board.starts
    ways, steps, gaps, after = board.ways, board.steps, board.gaps, board.after
    rules, hidden, most, columns = board.rules, board.hidden, board.arches, board.columns
    height, laid, added = walk.height, walk.laid, walk.added
    goal, needed, enough = board.goal, board.needed, board.enough
    rows, children = walk.rows, walk.children
    back_legal = rules & (BACK | SINGLE) == BACK
    single = rules & SINGLE != 0
    needs = BONUS_HEIGHT if board.run else 1
    written = 0
    start, depth = walk.at[START], walk.at[DEPTH]
    while nodes > 0 and written < len(out):
        nodes -= 1
        pieces = 0
        if depth < 0:
            start += 1
            if start >= len(starts):
                walk.at[START] = start
                return written, True
            begin(rows, starts[start], (board.bricks + 1) * (columns + 1) - 1)
            depth = 0
        else:
            child = rows[depth, NEXT]
            if child == rows[depth, CHILDREN]:
                if depth > 0:
                    child = children[depth - 1, rows[depth - 1, NEXT] - 1]
                    riser = rows[depth, LEVEL] - 1 - rows[depth - 1, LEVEL]
                    added[rows[depth - 1, KNOB]] -= riser
                    added[rows[depth, KNOB]] -= rows[depth, UNDER]
                    step_back(rules, height, laid, rows, depth, child)
                depth -= 1
                continue
            rows[depth, NEXT] = child + 1
            child = children[depth, child]
            step_on(neighbours, old, rules, hidden, gaps, after, height, laid, rows, depth, child)
            depth += 1
            one, other = rows[depth - 1, KNOB], rows[depth, KNOB]
            riser, under = rows[depth, LEVEL] - 1 - rows[depth - 1, LEVEL], rows[depth, UNDER]
            added[one] += riser
            added[other] += under
            if board.run:
                earns = max(riser, under) >= BONUS_HEIGHT
            else:
                earns = added[one] >= enough[one] or added[other] >= enough[other]
            rows[depth, BONUS] = 1 if rows[depth - 1, BONUS] or earns else 0
            b, c = divmod(rows[depth, PURSE], columns + 1)
            pieces = depth + board.bricks - b + columns - c
            if rows[depth, ATTACHED]:
                earned = depth + (1 if rows[depth, LEVEL] >= needed[start] else 0)
                tally[start, 0] += 1
                tally[start, 1] = max(tally[start, 1], earned)
                tally[start, 2] = max(tally[start, 2], rows[depth, LEVEL])
                there[other, 0] += 1
                there[other, 1] = max(there[other, 1], earned)
                for arch in range(depth, 0, -1):
                    top, far, near = rows[arch, LEVEL], rows[arch, KNOB], rows[arch - 1, KNOB]
                    there[far, 2] = max(there[far, 2], top)
                    there[near, 2] = max(there[near, 2], top)
                    if rows[arch - 1, ATTACHED]:
                        break  # the others were seen to when that was met
                if pieces < limit[earned, rows[depth, BONUS]]:
                    out[written, ARCHES], out[written, PIECES] = depth, pieces
                    out[written, CREDITS], out[written, EARNS] = earned, rows[depth, BONUS]
                    out[written, HEAD] = rows[0, KNOB]
                    for arch in range(depth):
                        at = HEAD + 1 + 3 * arch
                        out[written, at] = rows[arch + 1, LEVEL] - 1 - rows[arch, LEVEL]
                        out[written, at + 1] = rows[arch + 1, UNDER]
                        out[written, at + 2] = rows[arch + 1, KNOB]
                    written += 1
        knob, near, came_from = rows[depth, KNOB], rows[depth, LEVEL], rows[depth, FROM]
        purse = rows[depth, PURSE]
        go_on = depth < most
        if go_on and bounded:
            go_on = worth(least, limit, 0, 0, rows, depth, most, columns, pieces, needs)
            line = goal[start]
            if line and not go_on:
                go_on = worth(least, limit, line, 1, rows, depth, most, columns, pieces, needs)
        elif go_on and not rows[depth, ATTACHED]:
            b, c = divmod(purse, columns + 1)
            go_on = may_attach(least, knob, near, most - depth, b + 3 * c)
        offspring = 0
        if go_on:
            for way in range(4):
                other = neighbours[knob, way]
                back = other == came_from
                if (back and not back_legal) or (single and laid[knob] >> way & 1):
                    continue
                far = near if back else height[other]
                line = purse * (hidden + 1) + abs(near - far)
                for step in range(steps[line] + back, steps[line] + ways[line]):
                    children[depth, offspring] = step << 6 | way
                    offspring += 1
        rows[depth, NEXT] = 0
        rows[depth, CHILDREN] = offspring
    walk.at[START], walk.at[DEPTH] = start, depth
    return written, False
