"""The compiled game, and the compiled beam over it.

A deck is a ring of 16 codes (see `packed`) without the round tracker.  `at` counts the cards that
have passed the tracker, 0 to 128: the top card is at `at & 15`, the others follow round the ring,
those before the tracker first.  A card that goes to the back thus keeps its place; when the second
acts, the top card moves up one place.

A move is one number: the second card (bit 0), the action (bits 1 and 2: store, rotate, flip,
discard), the stored cards that pay (bits 3 to 6, in deck order), and which stored card is reset
(from bit 7 on: 1 to 4 in deck order, 0 for none).

The beam keeps candidates by card moves done, ranked by a net.  Different orders of the same moves
lead to the same state, which is kept once, by its hash.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from palace.core.jit import compiled
from palace.palm_island.solver.packed import CARDS, DISCARD, END, Array
from palace.palm_island.state import LIMIT

STORE = 0
GUARD = 16 | 16 << 5 | 16 << 10
"""The free bits of packed resources; a subtraction clears one where there is too little."""

MOST_MOVES = 64

# Sets of stored cards in the order of the readable engine: fewest cards first, then deck order.
ORDER = (1, 2, 4, 8, 3, 5, 9, 6, 10, 12, 7, 11, 13, 14, 15)


@compiled
def held(deck, at, slots):
    """Write the slots of the stored cards, in deck order, to `slots`; return their number."""
    count = 0
    for step in range(CARDS):
        slot = (at + step) & 15
        if deck[slot] & 1:
            slots[count] = slot
            count += 1
    return count


@compiled
def legal(rules, deck, at, slots, sums, out):
    """Write the legal moves, in the order of the readable engine, to `out`; return their number.

    `slots` (4) gets the slots of the stored cards, `sums` (16) the resources of each set of them.
    """
    count = held(deck, at, slots)
    sums[0] = 0
    for group in range(1, 1 << count):
        low = 0
        while not group >> low & 1:
            low += 1
        sums[group] = sums[group & (group - 1)] + rules.gives[deck[slots[low]] >> 1]
    found = 0
    for second in range(1 if at & 15 == 15 else 2):
        code = deck[(at + second) & 15]
        if code & 1:
            continue
        face = code >> 1
        for action in range(3):
            ways = rules.ways[face, action]
            if ways == 0:
                continue
            base = second | action << 1
            if rules.costs[face, action, 0] == 0:
                first, last = (1, LIMIT) if action == STORE and count == LIMIT else (0, 0)
                for reset in range(first, last + 1):
                    out[found] = base | reset << 7
                    found += 1
                continue
            for group in ORDER:
                if group >> count:
                    continue
                for way in range(ways):
                    cost = rules.costs[face, action, way]
                    if ((sums[group] | GUARD) - cost) & GUARD != GUARD:
                        continue
                    spare = False
                    for card in range(count):
                        less = group & ~(1 << card)
                        if less != group and ((sums[less] | GUARD) - cost) & GUARD == GUARD:
                            spare = True
                            break
                    if not spare:
                        out[found] = base | group << 3
                        found += 1
                        break
    out[found] = DISCARD << 1
    return found + 1


@compiled
def perform(deck, at, move, slots, after):
    """Perform a legal move, straighten stored cards that reach the top, and return the new `at`.

    `slots` are those of the stored cards; `after` gets the deck.
    """
    for slot in range(CARDS):
        after[slot] = deck[slot]
    pays, reset = move >> 3 & 15, move >> 7
    for card in range(LIMIT):
        if pays >> card & 1 or reset == card + 1:
            after[slots[card]] &= 254
    top, action = at & 15, move >> 1 & 3
    if move & 1:
        code = deck[(at + 1) & 15]
        after[(at + 1) & 15] = deck[top]
    else:
        code = deck[top]
    if action == STORE:
        code |= 1
    elif action != DISCARD:
        code ^= action << 1  # by exclusive or, 1 for rotate and 2 for flip
    after[top] = code
    return settle(after, at + 1)


@compiled
def settle(deck, at):
    """Straighten every stored card that has reached the top, move it to the back, return `at`."""
    while at < END and deck[at & 15] & 1:
        deck[at & 15] &= 254
        at += 1
    return at


UNITS = 16
"""The sums the ranking forms for a deck; see `palace.palm_island.solver.beam.Net`."""

LAYERS = 8
"""The layers (card moves done) kept at a time; one move passes five cards at most."""


class Pool(NamedTuple):
    """Candidates by layer (card moves & 7).

    `origins` is the index of the parent in its layer * 8 + card moves since, `counts` the number of
    candidates, `seen` (layer, slot) a hash table of them with 0 for free slots, `lost` the number
    of candidates that found no place.
    """

    decks: Array
    origins: Array
    moves: Array
    counts: Array
    seen: Array
    lost: Array


@compiled
def put(pool, hashes, deck, at, origin, move):
    """Add a candidate unless it is already there; `hashes` (slot, code) are random numbers."""
    layer = at & (LAYERS - 1)
    code = np.uint64(0)
    for slot in range(CARDS):
        code ^= hashes[slot, deck[slot]]
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
    pool.origins[layer, number] = origin
    pool.moves[layer, number] = move
    pool.counts[layer] = number + 1


@compiled
def expand(rules, pool, hashes, at, kept):
    """Add the children of the kept candidates of a layer; return their number."""
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


@compiled
def clear(pool, at):
    layer = at & (LAYERS - 1)
    pool.counts[layer] = 0
    pool.seen[layer, :] = np.uint64(0)


@compiled(fastmath=True)
def rank(table, weights, decks, count, scores):
    """Write the ranking of candidates to `scores`.

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
