"""The compiled beam: candidates by card moves done, ranked by a net, few kept of each signature.

A state's signature is the multiset of its faces.  States are met again by other orders of the same
moves: each is kept once, by its hash.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from palace.palm_island.solver.faces import CARDS
from palace.palm_island.solver.kernel import LIMIT, MOST_MOVES, legal, perform
from palace.palm_island.solver.net import UNITS

LAYERS = 8
"""Numbers of card moves whose candidates are kept at a time; one move is five at most."""

BINS = 1 << 15
"""Steps of the ranking."""


class Pool(NamedTuple):
    """Candidates by layer (card moves & 7): `decks`, `hashes`, `signs` (hash of the signature),
    `origins` (index of the parent in its layer * 8 + card moves since), `moves`; `counts` how many;
    `seen` (layer, slot) a hash table of the hashes, 0 where it is free; `lost` how many more there
    were than places."""

    decks: Any
    hashes: Any
    signs: Any
    origins: Any
    moves: Any
    counts: Any
    seen: Any
    lost: Any


class Hashes(NamedTuple):
    """Random numbers: `places` (slot, code) for decks, `faces` for signatures."""

    places: Any
    faces: Any


@njit(cache=True)
def put(pool, hashes, deck, at, origin, move):
    """Add a candidate unless it is there already."""
    layer = at & (LAYERS - 1)
    code, sign = np.uint64(0), np.uint64(0)
    for slot in range(CARDS):
        code ^= hashes.places[slot, deck[slot]]
        sign += hashes.faces[deck[slot] >> 1]
    code |= np.uint64(1)
    seen = pool.seen[layer]
    mask = np.uint64(len(seen) - 1)
    index = (code >> np.uint64(20)) & mask
    while seen[index]:
        if seen[index] == code:
            return
        index = (index + np.uint64(1)) & mask
    number = pool.counts[layer]
    if number == pool.decks.shape[1]:
        pool.lost[0] += 1
        return
    seen[index] = code
    for slot in range(CARDS):
        pool.decks[layer, number, slot] = deck[slot]
    pool.hashes[layer, number] = code
    pool.signs[layer, number] = sign
    pool.origins[layer, number] = origin
    pool.moves[layer, number] = move
    pool.counts[layer] = number + 1


@njit(cache=True)
def expand(rules, pool, hashes, at, kept):
    """Put the children of the kept candidates of a layer where they belong; their number."""
    slots, sums = np.zeros(LIMIT, np.int64), np.zeros(1 << LIMIT, np.int64)
    out, after = np.zeros(MOST_MOVES, np.int64), np.zeros(CARDS, np.uint8)
    layer = at & (LAYERS - 1)
    made = 0
    for index in range(len(kept)):
        deck = pool.decks[layer, kept[index]]
        count = legal(rules, deck, at, slots, sums, out)
        for number in range(count):
            then = perform(deck, at, out[number], slots, after)
            put(pool, hashes, after, then, index * LAYERS + then - at, out[number])
        made += count
    return made


@njit(cache=True)
def clear(pool, at):
    """Empty a layer."""
    layer = at & (LAYERS - 1)
    pool.counts[layer] = 0
    pool.seen[layer, :] = np.uint64(0)


@njit(cache=True, fastmath=True)
def rank(table, weights, decks, count, scores):
    """What the net says of candidates, into `scores`.

    `table` (slot, code, unit); the last unit counts as it is, the others if positive, by `weights`.
    """
    total = np.zeros(UNITS, np.float32)
    for index in range(count):
        for unit in range(UNITS):
            total[unit] = table[0, decks[index, 0], unit]
        for slot in range(1, CARDS):
            code = decks[index, slot]
            for unit in range(UNITS):
                total[unit] += table[slot, code, unit]
        score = total[UNITS - 1]
        for unit in range(UNITS - 1):
            score += weights[unit] * max(total[unit], np.float32(0))
        scores[index] = score


@njit(cache=True)
def within(table, once, least, decks, count):
    """The candidates that can still reach `least`, by the balance of resources."""
    kept = np.empty(count, np.int32)
    number = 0
    for index in range(count):
        value = once
        for slot in range(CARDS):
            value += table[slot, decks[index, slot]]
        if value >= least:
            kept[number] = index
            number += 1
    return kept[:number]


@njit(cache=True)
def select(scores, signs, count, width, share):
    """The best `width` candidates with at most `share` of each signature, best first, roughly."""
    low, high = scores[0], scores[0]
    for index in range(count):
        low, high = min(low, scores[index]), max(high, scores[index])
    scale = np.float32((BINS - 1) / max(high - low, np.float32(1e-6)))
    starts = np.zeros(BINS + 1, np.int64)
    for index in range(count):
        starts[BINS - 1 - int((scores[index] - low) * scale) + 1] += 1
    for step in range(BINS):
        starts[step + 1] += starts[step]
    order = np.empty(count, np.int32)
    for index in range(count):
        step = BINS - 1 - int((scores[index] - low) * scale)
        order[starts[step]] = index
        starts[step] += 1
    size = 1
    while size < 3 * min(count, width):
        size *= 2
    keys, taken = np.zeros(size, np.uint64), np.zeros(size, np.int32)
    mask = np.uint64(size - 1)
    kept = np.empty(min(count, width), np.int32)
    number = 0
    for index in order:
        if number == len(kept):
            break
        sign = signs[index] | np.uint64(1)
        place = (sign >> np.uint64(24)) & mask
        while keys[place] and keys[place] != sign:
            place = (place + np.uint64(1)) & mask
        keys[place] = sign
        if taken[place] < share:
            taken[place] += 1
            kept[number] = index
            number += 1
    return kept[:number]
