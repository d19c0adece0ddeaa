"""The compiled gradient of the ranking's loss."""

from __future__ import annotations

import numpy as np
from numba import njit

from palace.palm_island.solver.faces import CARDS
from palace.palm_island.solver.net import UNITS

LAST = UNITS - 1


@njit(cache=True, fastmath=True)
def gradient(net, decks, times, goods, groups, found):
    """Add the gradient over some groups to `found` (tables like those of `net`); the loss's sum.

    `decks` (group, candidate, slot): candidates of one step, the first `goods` of them ancestors of
    best games.  The loss of a group is the cross entropy of its softmax with an even share for each
    of those.
    """
    size = decks.shape[1]
    units, scores = np.zeros((size, UNITS), np.float32), np.zeros(size, np.float32)
    loss = 0.0
    for group in groups:
        at = times[group]
        now = at // CARDS
        for one in range(size):
            units[one] = net.time[at]
            for slot in range(CARDS):
                code, depth = decks[group, one, slot], (slot - at) & 15
                later = (at + depth) // CARDS
                for unit in range(UNITS):
                    units[one, unit] += net.depth[depth, code, unit] + net.visit[later, code, unit]
            score = units[one, LAST]
            for unit in range(LAST):
                score += net.out[now, unit] * max(units[one, unit], np.float32(0))
            scores[one] = score
        top, total = scores.max(), np.float32(0)
        for one in range(size):
            total += np.exp(scores[one] - top)
        for one in range(size):
            share = np.exp(scores[one] - top) / total
            push = share
            if one < goods[group]:
                push -= np.float32(1 / goods[group])
                loss -= np.log(share + 1e-12) / goods[group]
            for unit in range(UNITS):
                if unit == LAST:
                    units[one, unit] = push
                elif units[one, unit] > 0:
                    found.out[now, unit] += push * units[one, unit]
                    units[one, unit] = push * net.out[now, unit]
                    found.time[at, unit] += units[one, unit]
                else:
                    units[one, unit] = 0
            for slot in range(CARDS):
                code, depth = decks[group, one, slot], (slot - at) & 15
                later = (at + depth) // CARDS
                for unit in range(UNITS):
                    found.depth[depth, code, unit] += units[one, unit]
                    found.visit[later, code, unit] += units[one, unit]
    return loss
