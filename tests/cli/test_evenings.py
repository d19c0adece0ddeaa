"""Evenings in the terminal with a box that is filled by playing, counted in keys."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
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
from palace.monkey_palace.game.cards import PILES, Card, Pile, pile_name
from palace.monkey_palace.game.rules import reports
from palace.monkey_palace.kernel.ground import GroundMap, ground_table
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.staircase import Staircase
from tests.page.boxes import MOST_BUILDS, MOST_TURNS, drawn_boards, drawn_cards, drawn_map

assert GAME.keeping is not None
KEEPING = GAME.keeping()


class Evening(Dialogue[Any, Any]):
    """A game of two players by keys, Enter among them: legal turns, with the dearest card that can
    be paid."""

    def __init__(
        self, session: Session[Any, Any], own: KeptBox, cards: Mapping[Pile, list[Card]],
        rng: random.Random,
    ) -> None:  # fmt: skip
        super().__init__(session, self.typed, own)
        self.piles = {pile: [*there] for pile, there in cards.items()}
        self.rng = rng
        self.keys: list[int] = []
        self.lines: Iterator[str] = iter(())

    def turn(self) -> None:
        if len(self.keys) == MOST_TURNS:
            raise EOFError
        self.keys.append(0)
        super().turn()

    def over(self) -> None:
        raise EOFError

    def answer(self, question: Question, entry: Entering[Any, Any]) -> Entering[Any, Any]:
        self.lines = getattr(self, question.key, self.animal)(question, entry)
        return super().answer(question, entry)

    def typed(self, prompt: str, complete: object, at_once: Sequence[str] = ()) -> str:
        line = next(self.lines)
        self.keys[-1] += len(line) + ([one for one in at_once if one.startswith(line)] != [line])
        return line

    def build(self, question: Question, entry: Entering[Any, Any]) -> Iterator[str]:
        """One whose supports follow from its knobs: by its ends, or with one between, or all."""

        def offered(*knobs: Knob) -> Sequence[str]:
            return question.mended(question.read("".join(map(str, knobs))))

        legal = [*islice(question.answers(), MOST_BUILDS)]
        self.rng.shuffle(legal)
        ways = {text: Staircase.read(text).knobs for text in legal if text != "pass"}
        if not ways:
            yield "pass"
            return
        build = next((t for t, knobs in ways.items() if offered(*knobs) == [t]), next(iter(ways)))
        first, *between, last = ways[build]
        arches = len(between) + 1
        far = [knob for knob in between if first.distance(knob) + knob.distance(last) == arches]
        ends = [] if first.distance(last) == arches else far[len(far) // 2 :][:1]
        for way in (ends, between):
            yield "".join(map(str, (first, *way, last)))
            if build in (found := offered(first, *way, last)):
                yield str(found.index(build) + 1)
                return
        yield build

    def take(self, question: Question, entry: Entering[Any, Any]) -> Iterator[str]:
        """The dearest card that can be paid: by its number where the box has it."""
        earned = reports(entry.so_far(question.player))[-1].earned
        fits = {"x", earned.decoration} if earned is not None else ()
        most = earned.credits if earned is not None else 0
        payable = [pile for pile in PILES if pile[0] <= most and pile[1] in fits]
        if not any(self.piles[pile] for pile in payable):
            yield ""
            return
        pile = next(pile for pile in reversed(payable) if self.piles[pile])
        card = self.piles[pile].pop()
        deck = self.session.setup.deck  # type: ignore[attr-defined]
        known = [] if deck is None else [deck.card(n[1:]).values for n in question.answers()]
        if card.values in known:
            yield str(known.index(card.values) + 1)
            return
        brings = [
            ("e" if when == "each" else "") + "".join(
                f"{count}{letter}" if count > 2 else letter * count
                for letter, count in zip("abc", getattr(card, when), strict=True)
            )
            for when in ("once", "each") if any(getattr(card, when))
        ]  # fmt: skip
        head = "" if pile == payable[-1] else pile_name(pile)
        yield f"{head}{card.bananas}{''.join(brings) or '*'}"

    def animal(self, question: Question, entry: Entering[Any, Any]) -> Iterator[str]:
        """A place by lot; the frog is left."""
        places = [*question.answers()]
        at = self.rng.randrange(len(places))
        number = str(at + 1)
        numbered = number if number in question.at_once else places[at]
        yield "" if question.default is not None else numbered


def evenings(seed: int) -> Iterator[tuple[Evening, GroundMap]]:
    """Two evenings with a box drawn by seed, of which only the map and the boards are entered."""
    rng = random.Random(seed)
    ground, boards, cards = drawn_map(rng), drawn_boards(rng), drawn_cards(rng)
    own = KeptBox(KEEPING, f"drawn-{seed}")
    table = {**ground_table(ground), "name": "sheet-1", "provenance": "transcribed"}
    data = KEEPING.added(own.data, parse_document(data_text(table), "toml", "map"), Path(), "")
    for board in boards:
        data = KEEPING.entered(data, f"board {board.number} {board.start} {board.each}", "")
    own.keep(data)
    for number in (1, 2):
        own = KeptBox(KEEPING, f"drawn-{seed}")
        players = [{"name": "Ana"}, {"name": "Ben"}]
        session = Session.new(GAME, f"evening-{seed}-{number}.toml", players, {"kept": own.box})
        session.setup = KEEPING.beside(session.setup, own.box)
        evening = Evening(session, own, cards, rng)
        evening.run()
        yield evening, ground
        for pile in cards.values():
            rng.shuffle(pile)


def test_evenings_take_few_keys() -> None:
    """Three boxes; each card that was typed is learned."""
    firsts, seconds = list[int](), list[int]()
    for seed in (1, 2, 3):
        (first, ground), (second, _) = evenings(seed)
        for evening in (first, second):
            assert not evening.session.log.wrong
            assert evening.session.record.ground.rows == ground.rows  # type: ignore[attr-defined]
        played = {
            Card.read(str(card)).values
            for evening in (first, second)
            for commit in evening.session.log.commits
            for card in commit.move.take
        }
        assert {model.card for model in KeptBox(KEEPING, f"drawn-{seed}").data.cards} == played
        firsts += first.keys
        seconds += second.keys
    assert sum(firsts) / len(firsts) <= 14
    assert sum(keys <= 12 for keys in seconds) >= 0.9 * len(seconds)
