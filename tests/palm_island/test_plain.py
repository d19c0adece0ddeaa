"""The solo game a second time, plainly, on lists and texts; both must agree move by move."""

from __future__ import annotations

import csv
import random
from collections import Counter
from itertools import chain, combinations
from pathlib import Path

import palace.palm_island
from palace.palm_island import Placed, State, legal_moves, perform
from tests.palm_island.play import dealt

TABLE = Path(palace.palm_island.__file__).with_name("deck.csv").read_text(encoding="utf-8")
ROWS = {
    (int(number), int(row["state"])): row
    for row in csv.DictReader(line for line in TABLE.splitlines() if line[0] != "#")
    for number in row["cards"].split()
}


def bag(text: str) -> Counter[str]:
    """`2L 1F` as a counter."""
    return Counter({part[-1]: int(part[:-1]) for part in text.split() if part != "-"})


class PlainGame:
    """Deck, orientation and stored cards as three plain things; card 17 is the tracker."""

    def __init__(self, order: list[int]) -> None:
        self.deck = [*order, 17]
        self.lies = dict.fromkeys(range(1, 17), 0)
        self.stored: list[int] = []
        self.round = 1

    def wake(self) -> None:
        """Let the tracker and stored cards on top go to the back, as they must."""
        while self.deck[0] in self.stored or (self.deck[0] == 17 and self.round < 8):
            card = self.deck.pop(0)
            self.deck.append(card)
            if card == 17:
                self.round += 1
            else:
                self.stored.remove(card)

    def moves(self) -> set[str]:
        """Every legal move as it is written."""
        self.wake()
        if self.deck[0] == 17:
            return set()
        found = {"discard"}
        for card in self.deck[:2]:
            if card == 17 or card in self.stored:
                continue
            row = ROWS[card, self.lies[card]]
            for action in ("store", "rotate", "flip"):
                if row[action] != "-":
                    found |= self.ways(action, card, row[action])
        return found

    def ways(self, action: str, card: int, cost: str) -> set[str]:
        held = [other for other in self.deck if other in self.stored]
        groups = chain.from_iterable(combinations(held, n) for n in range(1, len(held) + 1))
        if cost == "free":
            pays: list[tuple[int, ...]] = [()]
        else:
            wanted = [bag(part) for part in cost.split("/")]
            pays = [g for g in groups if any(self.exact(g, want) for want in wanted)]
        found = set()
        for pay in pays:
            text = f"{action} {card}" + (f" pay {' '.join(map(str, pay))}" if pay else "")
            rest = [other for other in held if other not in pay]
            if action == "store" and len(rest) == 4:
                found |= {f"{text} reset {other}" for other in rest}
            else:
                found.add(text)
        return found

    def exact(self, pay: tuple[int, ...], want: Counter[str]) -> bool:
        """Enough for it, and with any card left out not enough."""
        return self.worth(pay) >= want and not any(
            self.worth([other for other in pay if other != out]) >= want for out in pay
        )

    def worth(self, cards: tuple[int, ...] | list[int]) -> Counter[str]:
        rows = (ROWS[card, self.lies[card]] for card in cards)
        return sum((bag(row["resources"]) for row in rows), Counter[str]())

    def do(self, text: str) -> None:
        """Do a legal move."""
        self.wake()
        words = text.split()
        card = self.deck[0] if words[0] == "discard" else int(words[1])
        for word in words[2:]:
            if word.isdigit():
                self.stored.remove(int(word))
        self.deck.remove(card)
        self.deck.append(card)
        if words[0] == "store":
            self.stored.append(card)
        elif words[0] != "discard":
            self.lies[card] = int(ROWS[card, self.lies[card]][f"{words[0]}_to"])

    def score(self) -> int:
        return sum(int(ROWS[card, lies]["victory_points"]) for card, lies in self.lies.items())

    def same(self, state: State) -> bool:
        deck = [Placed(c, self.lies.get(c, 0), c in self.stored) for c in self.deck]
        return (self.round, tuple(deck)) == (state.round, state.deck)


def test_both_games_agree() -> None:
    rng = random.Random(2018)
    for _ in range(30):
        state = dealt(rng)
        plain = PlainGame([int(placed.card) for placed in state.deck[:-1]])
        while moves := legal_moves(state):
            assert {str(move) for move in moves} == plain.moves()
            assert plain.same(state.begun)
            move = rng.choice(moves)
            plain.do(str(move))
            state = perform(state, move)
        assert plain.moves() == set()
        assert plain.same(state)
        assert plain.score() == state.points
