"""The compiled game: legal moves of a packed deck, and doing them.

A deck is a ring of 16 codes (see `faces`) without the round tracker.  `at` counts the cards that
have gone from before the tracker to behind it, 0 to 128: the top card stands at `at & 15`, and
behind it follow the others round the ring, those before the tracker first.  A card that goes to
the back so stays where it stands; when the second acts, the top card moves up one place.

A move is one number: the second card (bit 0), the action (bits 1 and 2: store, rotate, flip,
discard), the stored cards that pay (bits 3 to 6, in deck order), and which stored card is reset
(from bit 7 on: 1 to 4 in deck order, 0 for none).
"""

from __future__ import annotations

import numpy as np
from numba import njit

from palace.palm_island.solver.faces import CARDS, END

STORE, DISCARD = 0, 3
LIMIT = 4
GUARD = 16 | 16 << 5 | 16 << 10
"""The free bits of packed resources; one is lost where a subtraction has too little."""

MOST_MOVES = 64

# Sets of stored cards in the order of the readable engine: fewest cards first, then deck order.
ORDER = (1, 2, 4, 8, 3, 5, 9, 6, 10, 12, 7, 11, 13, 14, 15)


@njit(cache=True)
def held(deck, at, slots):
    """Where the stored cards stand, in deck order, into `slots`; returns how many."""
    count = 0
    for step in range(CARDS):
        slot = (at + step) & 15
        if deck[slot] & 1:
            slots[count] = slot
            count += 1
    return count


@njit(cache=True)
def legal(rules, deck, at, slots, sums, out):
    """The legal moves in the order of the readable engine, into `out`; returns how many.

    `slots` (4) becomes where the stored cards stand, `sums` (16) what each set of them gives.
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
                if action == STORE and count == LIMIT:
                    for reset in range(LIMIT):
                        out[found] = base | (reset + 1) << 7
                        found += 1
                else:
                    out[found] = base
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


@njit(cache=True)
def perform(deck, at, move, slots, after):
    """Do a legal move, and straighten stored cards that reach the top; returns the new `at`.

    `slots` says where the stored cards stand, `after` becomes the deck.
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


@njit(cache=True)
def settle(deck, at):
    """Straighten every stored card that has reached the top, and put it at the back."""
    while at < END and deck[at & 15] & 1:
        deck[at & 15] &= 254
        at += 1
    return at


@njit(cache=True)
def worth(rules, deck):
    """The points of a deck, and its upgrades."""
    points = upgrades = 0
    for slot in range(CARDS):
        points += rules.points[deck[slot] >> 1]
        upgrades += rules.upgrades[deck[slot] >> 1]
    return points, upgrades


@njit(cache=True)
def random_games(rules, deck, games, seed):
    """Play so many random legal games; returns the moves made, and the sum of the points."""
    np.random.seed(seed)
    slots, sums = np.zeros(LIMIT, np.int64), np.zeros(16, np.int64)
    out = np.zeros(MOST_MOVES, np.int64)
    now, after = np.empty(CARDS, np.uint8), np.empty(CARDS, np.uint8)
    done = total = 0
    for _ in range(games):
        now[:] = deck
        at = 0
        while at < END:
            count = legal(rules, now, at, slots, sums, out)
            at = perform(now, at, out[np.random.randint(count)], slots, after)
            now, after = after, now
            done += 1
        total += worth(rules, now)[0]
    return done, total
