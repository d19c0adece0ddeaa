"""An owner's box: what is known of it and what is missing, and how each is entered."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial

from palace.contract.beside import Beside
from palace.contract.box import BoxHead
from palace.contract.taps import Amount, Choice, Row, Taps, Told
from palace.core.verdict import ENGLISH, Text
from palace.files.document import parse_document
from palace.files.text_file import shipped
from palace.monkey_palace.beside.painting import Painted, Painting
from palace.monkey_palace.drawing.thumbnail import thumbnail
from palace.monkey_palace.game.box import BOX, SEATS, BoardModel, Box, BoxModel
from palace.monkey_palace.game.card_taps import amounts, card_key, value_rows
from palace.monkey_palace.game.cards import CARDS, PILES, Card, pile_name
from palace.monkey_palace.game.learning import answered, entered, with_map
from palace.monkey_palace.game.questions import pictures
from palace.monkey_palace.game.reasons import BOOK
from palace.monkey_palace.game.schema import COUNTED, LEAST, MOST_PIECES
from palace.monkey_palace.kernel.elements import PIECES
from palace.monkey_palace.kernel.ground import read_map
from palace.monkey_palace.kernel.rulings import RULINGS
from palace.monkey_palace.kernel.supply import NOTHING, Supply

_TYPED = ""
"""The provenance of what is typed on a day that is not known yet."""


@dataclass(frozen=True)
class MyBox(Beside):
    """The box of an owner as far as it is entered.

    `at` is what is shown of it: `boards`, `pieces`, a card such as `@17`, the `questions`, the name
    of one; empty for all that is known.
    """

    data: BoxModel
    at: str = ""

    @property
    def title(self) -> str:
        """What it is called."""
        return BOOK.text("box.title")

    def box(self, source: str) -> BoxHead:
        """Return the data of the box, with the provenance of what is typed."""
        return self.data.model_copy(update={
            key: [
                row.model_copy(update={"provenance": source}) if row.provenance == _TYPED else row
                for row in rows
            ]
            for key in ("cards", "boards") if (rows := getattr(self.data, key))
        })  # fmt: skip

    @cached_property
    def taps(self) -> Taps:
        """What is shown, and what can be tapped."""
        if not self.at:
            return Taps(self._known(), rows=tuple(self._all()))
        key = "back"
        if self.at in RULINGS:
            key, rows, told = "questions", self._answers(), _worded(self.at)
        elif self.at.startswith("@"):
            rows, told = self._card(self.at[1:]), BOOK.text("box.ask-card")
        else:
            asked = {"questions": self._questions, "boards": self._boards, "pieces": self._pieces}
            rows, told = asked[self.at](), BOOK.text(f"box.ask-{self.at}")
        back = Row("", (Choice("back", BOOK.text(f"box.key-{key}"), ""),))
        return Taps(Told(told), rows=(*rows, back), main="back")

    def tapped(self, name: str, text: str) -> Beside:
        """Return it after a tap on a key; the texts of numbers are what `entered` reads."""
        head, _, rest = name.partition("-")
        if name == "back":
            return replace(self, at="questions" if self.at in RULINGS else "")
        if name == "done":
            ground = read_map(parse_document(text, "toml", "map"))
            return replace(self, data=with_map(self.data, ground))
        if name == "paint":
            names = (f"sheet-{number}" for number in range(1, len(self.data.grounds) + 2))
            return Painting(self, Painted(next(n for n in names if n not in self.data.grounds)))
        if head == "map":
            ground = next(ground for ground in self.kept.maps if ground.name == rest)
            return Painting(self, Painted.of(ground))
        if head == "show":
            return replace(self, at=rest)
        if head == "answer":
            return replace(self, data=answered(self.data, self.at, rest))
        return replace(self, data=entered(self.data, text, _TYPED))

    @cached_property
    def kept(self) -> Box:
        """What the data mean."""
        return BOX.of(self.data)

    # What is known, and what is missing.

    def _known(self) -> Told:
        own = self.kept
        cards = {} if own.deck is None else own.deck.piles
        lines = []
        lacking = tuple(str(seat) for seat in SEATS if seat not in own.boards)
        empty = tuple(pile_name(pile) for pile in PILES if not cards.get(pile))
        if lacking:
            some = BOOK.text("box.no-boards", boards=lacking)
            lines.append(some if own.boards else BOOK.text("box.begin"))
        if empty:
            some = BOOK.text("box.no-cards", piles=empty)
            lines.append(some if cards else BOOK.text("box.typed"))
        title = BOOK.text(
            "box.has", cards=sum(map(len, cards.values())), all=CARDS, boards=len(own.boards),
            seats=len(SEATS), maps=len(own.maps),
        )  # fmt: skip
        return Told(title, lines=tuple(lines))

    def _all(self) -> Iterator[Row]:
        """Yield the maps, the boards and the pieces, the cards, and the questions as one key."""
        own = self.kept
        maps = [
            Choice(
                f"map-{ground.name}", ground.name, "" if ground.name in self.data.grounds else None,
                picture=thumbnail(ground),
            )
            for ground in own.maps
        ]  # fmt: skip
        paint = Choice("paint", BOOK.text("box.paint-map"), "")
        yield Row(BOOK.text("box.map"), (*maps, paint), "list")
        boards = Choice("show-boards", BOOK.text("box.boards"), "")
        pieces = Choice("show-pieces", BOOK.text("box.pieces"), "")
        yield Row(BOOK.text("box.counted"), (boards, pieces), "list")
        cards = () if own.deck is None else own.deck.cards.items()
        if cards:
            shown = (
                card_key(card, f"show-@{name}", "")
                for name, card in sorted(cards, key=lambda one: PILES.index(one[1].pile))
            )
            yield Row(BOOK.text("new.cards"), tuple(shown), "cards")
        asked = BOOK.text("box.asked", count=len(RULINGS), answered=len(self.data.rulings))
        yield Row(BOOK.text("box.rule-book"), (Choice("show-questions", asked, ""),), "list")

    # What is entered.

    def _boards(self) -> Iterator[Row]:
        """Yield the numbers of what each board starts with, and of what it delivers."""
        boards = {board.number: board for board in self.data.boards}
        for seat in SEATS:
            own = boards.get(seat) or BoardModel(number=seat)
            start, each = (text or str(NOTHING) for text in (own.start, own.each))
            for when, pieces, text in (("start", start, f"board {seat} {{}} {each}"),
                                       ("each", each, f"board {seat} {start} {{}}")):  # fmt: skip
                keys = amounts(Supply.read(pieces), f"board-{seat}-{when}-", text.format)
                yield Row(BOOK.text(f"box.board-{when}", number=seat), (*keys,), "list")

    def _pieces(self) -> Iterator[Row]:
        """Yield how many pieces of each kind the box has."""
        numbers = []
        for kind, letter in COUNTED.items():
            count = self.data.pieces.get(kind, PIECES[kind].in_box)
            less = f"pieces {count - 1}{letter}" if count > LEAST.get(kind, 0) else None
            more = f"pieces {count + 1}{letter}" if count < MOST_PIECES else None
            title = BOOK.text("tap.kind", kind=kind)
            numbers.append(Amount(f"pieces-{kind}", title, count, less, more, ((kind, 0),)))
        yield from (Row("", tuple(some), "list") for some in (numbers[:3], numbers[3:]))

    def _card(self, name: str) -> Iterator[Row]:
        """Yield what of a card can have been typed wrong."""
        card = next(Card.read(model.card) for model in self.data.cards if model.id == name)

        def text(changed: Card) -> str:
            return f"@{name} {changed.values}"

        piles = (
            Choice(f"pile-{cost}{colour}", BOOK.text("tap.pile", cost=cost, colour=colour),
                   text(replace(card, cost=cost, colour=colour)), on=(cost, colour) == card.pile,
                   tint=colour)
            for cost, colour in PILES
        )  # fmt: skip
        yield Row(BOOK.text("box.pile"), tuple(piles))
        yield from value_rows(card, text, "list")

    def _questions(self) -> Iterator[Row]:
        """Yield the open questions, each with the answer that is known."""
        known = self.data.rulings
        asked = (
            Choice(f"show-{name}", _worded(name), "", on=name in known,
                   note=_worded(name, known[name]) if name in known else "")
            for name in RULINGS
        )  # fmt: skip
        yield Row("", tuple(asked), "list")

    def _answers(self) -> Iterator[Row]:
        """Yield the answers to a question, each with what it makes of a turn."""
        keys = (
            Choice(
                f"answer-{case.name}", _worded(self.at, case.name), "",
                note=BOOK.text("box.legal" if case.verdict.legal else "tap.illegal"),
                on=self.data.rulings.get(self.at) == case.name, picture=str(case.data["svg"]),
            )
            for case in pictures(self.at)
        )  # fmt: skip
        yield Row(BOOK.text("box.which"), tuple(keys))


_CHINESE: Mapping[str, Mapping[str, str]] = tomllib.loads(
    shipped("palace.monkey_palace.game", "questions-zh.toml").read_text(encoding="utf-8")
)


def _worded(name: str, answer: str = "question") -> Text:
    """Return an open question, or one of its answers, in words."""
    return Text(partial(_in_language, name, answer))


def _in_language(name: str, answer: str, language: str) -> str:
    if language == ENGLISH:
        return {"question": RULINGS[name].question, **RULINGS[name].answers}[answer]
    return _CHINESE[name][answer]
