"""Tables drawn by lot, from one seed: a deck, boards, a map and the order of the piles, like the
house box but for its values: no player that is tuned on them is tuned to one box."""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache

from palace.core.provenance import HOUSE
from palace.monkey_palace.game.cards import PILES, Card
from palace.monkey_palace.game.deck import Deck, load_deck
from palace.monkey_palace.game.rules import MonkeyRules
from palace.monkey_palace.game.state import GameState, PlayerState
from palace.monkey_palace.game.turn import Setting
from palace.monkey_palace.kernel.elements import ANIMALS
from palace.monkey_palace.kernel.ground import GroundMap, load_map
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.rulings import DEFAULT
from palace.monkey_palace.kernel.supply import Supply
from palace.monkey_palace.search.map_making import make_map

DECKS, MAPS, LOT = 10, 5, 1000
"""Decks and maps that the seeds of one thousand share."""


def table(names: Sequence[str], seed: int, shipped: str = "") -> MonkeyRules:
    """Return the rules bound to the table of a seed, for players of these names in seat order; the
    map is drawn, too, unless one that is `shipped` is named."""
    lot, rest = divmod(seed, LOT)
    deck = drawn_deck(DECKS * lot + rest % DECKS)
    number = MAPS * lot + rest // DECKS % MAPS
    ground = load_map(shipped) if shipped else _ground(number, len(names))
    chance = random.Random(f"boards/{seed}")
    each = Supply(2, chance.choice((1, 2, 2, 3)), chance.choice((0, 0, 0, 1)))
    bricks = chance.choice((2, 3, 4))
    seats = (
        PlayerState(name, Supply(4, bricks + number, number // 2), each)
        for number, name in enumerate(names)
    )
    piles = deck.shuffled(seed)
    start = GameState.start(Palace.setup(ground), seats)
    state = replace(start, piles=tuple(piles[pile] for pile in PILES))
    return MonkeyRules(state, Setting(DEFAULT, tuple(ANIMALS.values()), deck))


@lru_cache(maxsize=128)
def drawn_deck(seed: int) -> Deck:
    """Return the deck of a seed: the piles of the house deck, where a card is worth some points by
    its cost, shared out by lot between bananas, pieces at once and pieces each turn."""
    chance = random.Random(f"deck/{seed}")
    rows = tuple(_card(chance, card) for card in load_deck(HOUSE).rows)
    return Deck(f"drawn-{seed}", "placeholder", rows)


def _card(chance: random.Random, card: Card) -> Card:
    left = 2 * (card.cost or 0) + chance.choice((0, 1, 2))
    each = once = Supply()
    while left > 2 and chance.random() < 0.55 and sum(each) < 4:
        kind = chance.choice((Supply(1), Supply(0, 1), Supply(0, 1)))
        each, left = each.plus(kind), left - 3 - kind.arch
    while left > 0 and chance.random() < 0.4 and sum(once) < 4:
        kind = chance.choice((Supply(1), Supply(0, 1), Supply(0, 0, 1)))
        once, left = once.plus(kind), left - 1
    return replace(card, bananas=max(left, 0) * 3 // 4, once=once, each=each)


@lru_cache(maxsize=128)
def _ground(seed: int, players: int) -> GroundMap:
    # One seed in some thousands has no balanced map.
    for number in range(seed, seed + 10):
        with suppress(ValueError):
            return make_map(number, max(players, 2))[0]
    raise ValueError(f"no map of seed {seed} is balanced")
