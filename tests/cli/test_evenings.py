"""Evenings in the terminal with a box that is filled by playing, counted in keys."""

from __future__ import annotations

import random
from collections.abc import Mapping
from itertools import islice
from pathlib import Path
from typing import Any

from palace.cli.dialogue import Dialogue
from palace.contract.entering import Entering
from palace.contract.game import Question
from palace.contract.kept import KeptBox
from palace.contract.session import Session
from palace.files.document import parse_document
from palace.files.serialise import data_text
from palace.monkey_palace.entry import GAME
from palace.monkey_palace.game.cards import PILES, Card, Pile
from palace.monkey_palace.game.rules import reports
from palace.monkey_palace.kernel.ground import ground_table
from palace.monkey_palace.kernel.staircase import Staircase
from tests.page.boxes import MOST_BUILDS, MOST_TURNS, drawn_boards, drawn_cards, drawn_map

assert GAME.keeping is not None
KEEPING = GAME.keeping()


class Evening(Dialogue[Any, Any]):
    """A game of two players by keys: legal turns, with the dearest card that can be paid."""

    def __init__(
        self, session: Session[Any, Any], own: KeptBox, cards: Mapping[Pile, list[Card]],
        rng: random.Random,
    ) -> None:  # fmt: skip
        super().__init__(session, self.typed, frozenset(), own)
        self.piles = {pile: [*there] for pile, there in cards.items()}
        self.rng = rng
        self.keys: list[int] = []
        self.line = ""

    def turn(self) -> None:
        if len(self.keys) == MOST_TURNS:
            raise EOFError
        self.keys.append(0)
        super().turn()

    def over(self) -> None:
        raise EOFError

    def answer(self, question: Question, entry: Entering[Any, Any]) -> Entering[Any, Any]:
        self.line = getattr(self, question.key, self.animal)(question, entry)
        return super().answer(question, entry)

    def typed(self, prompt: str, complete: object) -> str:
        """Type the line, and Enter alone where it is mended."""
        line, self.line = self.line, ""
        self.keys[-1] += len(line) + 1
        return line

    def build(self, question: Question, entry: Entering[Any, Any]) -> str:
        """The knobs where the supports follow from them, else the whole staircase."""
        legal = [*islice(question.answers(), MOST_BUILDS)]
        self.rng.shuffle(legal)
        for text in legal:
            way = "".join(map(str, Staircase.read(text).knobs)) if text != "pass" else ""
            if way and question.mended(question.read(way)) in (text, None):
                return way
        return legal[0]

    def take(self, question: Question, entry: Entering[Any, Any]) -> str:
        """The dearest card that can be paid: its id where the box has it."""
        earned = reports(entry.so_far(question.player))[-1].earned
        if earned is None:
            return ""
        fits = {"x", earned.decoration}
        payable = [p for p in PILES if p[0] <= earned.credits and p[1] in fits and self.piles[p]]
        if not payable:
            return ""
        card = self.piles[payable[-1]].pop()
        deck = self.session.setup.deck  # type: ignore[attr-defined]
        known = {} if deck is None else {c.values: n for n, c in deck.cards.items()}
        return f"@{known[card.values]}" if card.values in known else card.values

    def animal(self, question: Question, entry: Entering[Any, Any]) -> str:
        return next(iter(question.answers())) if question.default is None else ""


def test_the_same_evening_again_takes_fewer_keys() -> None:
    """With a box that has learned its cards: each is its id, also in the record of the second."""
    rng = random.Random(1)
    ground, boards, cards = drawn_map(rng), drawn_boards(rng), drawn_cards(rng)
    own = KeptBox(KEEPING)
    table = {**ground_table(ground), "name": "sheet-1", "provenance": "transcribed"}
    data = KEEPING.added(own.data, parse_document(data_text(table), "toml", "map"), Path(), "")
    for board in boards:
        data = KEEPING.entered(data, f"board {board.number} {board.start} {board.each}", "")
    own.keep(data)
    evenings = []
    for record in ("first.toml", "second.toml"):
        own = KeptBox(KEEPING)
        players = [{"name": "Ana"}, {"name": "Ben"}]
        session = Session.new(GAME, record, players, {"kept": own.box})
        session.setup = KEEPING.beside(session.setup, own.box)
        evening = Evening(session, own, cards, random.Random(2))
        evening.run()
        assert not session.log.wrong
        assert session.record.ground.rows == ground.rows  # type: ignore[attr-defined]
        evenings.append(evening)
    first, second = evenings
    taken = [len(commit.move.take) for commit in first.session.log.commits]
    assert first.session.log.state == second.session.log.state
    assert sum(taken) == len(KeptBox(KEEPING).data.cards) > 3
    for cards_taken, before, after in zip(taken, first.keys, second.keys, strict=False):
        assert after < before if cards_taken else after == before
