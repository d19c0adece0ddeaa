"""The cards of a turn: those that can be taken, and those that are."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from nicegui import ui

from palace.monkey_palace.game.cards import Card, Pile
from palace.monkey_palace.kernel.supply import NOTHING, Supply

from .forms import Field
from .parts import Taps
from .plan import known_deliveries, list_piles
from .table import Table

MOST_BANANAS = 9
LONGEST = 80
"""Characters of a card that is typed."""


class CardDesk:
    """The cards of a turn: those taken, each with its slot, and those that can be paid.

    Without a deck a card is typed in three taps: its pile, its bananas, its pieces.
    """

    def __init__(self, taps: Taps, table: Table) -> None:
        self.taps = taps
        self.words = taps.words
        self.table = table
        self.pile: Pile | None = None
        self.bananas = 0

    def fill(self) -> None:
        """Add the cards to the page."""
        say, table = self.words.say, self.table
        earned = table.report.earned
        colour = (earned.decoration if earned is not None else None) or "x"
        for index, card in enumerate(table.draft.cards):
            self._chosen(index, card)
        left = self.words.count("credit", table.credits_left)
        ui.label(say("credits-left", credits=left, colour=say(colour)))
        piles = [*list_piles(table)]
        if not piles:
            ui.label(say("no-cards"))
            return
        deck = table.now.record.deck
        if deck is None or not deck.whole:
            self.typing = ui.element("div").classes("stage")
            with self.typing:
                self._piles([pile for pile, _ in piles])
        offered = [(pile, offers) for pile, offers in piles if offers]
        if offered:
            ui.label(say("on-top"))
        for pile, offers in offered:
            with ui.element("h3"):
                ui.label(say("pile", cost=pile[0], colour=say(pile[1])))
            with ui.element("div").classes("cards"):
                for offer in offers:
                    self._card(
                        pile, offer.text, offer.bananas, offer.once, offer.each,
                        partial(self._take, offer.text),
                    )  # fmt: skip

    def _take(self, text: str) -> None:
        """Take a card as it is written; what the deck knows of it is filled in."""
        deck = self.table.now.record.deck
        card = Card.read(text)
        self.table.take(card if deck is None else deck.find(card))

    def _chosen(self, index: int, card: Card) -> None:
        """Add a card that is taken, with its slot."""
        say, table = self.words.say, self.table
        with ui.element("div").classes("row"):
            ui.label(f"{card.values}").style("font-weight: 600")
            free = table.now.seat.free_slots
            slot = card.slot or (free[index] if index < len(free) else 0)
            if slot:
                self._small(f"slot-{index}", say("slot", slot=slot), lambda: table.move_card(index))
            self._small(f"drop-{index}", say("drop"), lambda: table.drop(index))

    def _piles(self, piles: list[Pile]) -> None:
        """Add the first tap of a typed card: its pile; or the whole card as text."""
        say = self.words.say
        ui.label(say("typed"))
        with ui.element("div").classes("row"):
            for pile in piles:
                text = say("pile", cost=pile[0], colour=say(pile[1]))
                self._small(f"pile-{pile[0]}{pile[1]}", text, partial(self._to_bananas, pile))
        with ui.element("div").classes("row begin"):
            field = Field(say("other"), "other", longest=LONGEST)
            self._small("add-card", say("add"), lambda: self._take(field.value))

    def _to_bananas(self, pile: Pile) -> None:
        """Show the second tap: the bananas."""
        self.pile = pile
        self.typing.clear()
        with self.typing:
            say = self.words.say
            ui.label(f"{pile[0]} {say(pile[1])}{say('colon')}{say('how-many')}")
            with ui.element("div").classes("row"):
                for number in range(MOST_BANANAS + 1):
                    self._small(f"bananas-{number}", str(number), partial(self._to_pieces, number))

    def _to_pieces(self, bananas: int, once: Supply = NOTHING, each: Supply = NOTHING) -> None:
        """Show the third tap: the pieces; those that no known card has are added one by one."""
        assert self.pile is not None
        say, (cost, colour) = self.words.say, self.pile

        def more(key: str, kind: str) -> None:
            one = Supply(**{kind: 1})
            both = (once.plus(one), each) if key == "once" else (once, each.plus(one))
            self._to_pieces(bananas, *both)

        self.typing.clear()
        with self.typing:
            if not any((*once, *each)):
                with ui.element("div").classes("cards"):
                    for known in known_deliveries(self.pile):
                        text = str(Card(cost, colour, bananas, *known))
                        self._card(self.pile, text, bananas, *known, partial(self._take, text))
                ui.label(say("other-pieces"))
            for key, pieces in (("once", once), ("each", each)):
                with ui.element("div").classes("row"):
                    ui.label(say(key, pieces=self.words.pieces(pieces))).style("min-width: 9em")
                    for kind in pieces.named():
                        text = f"+ {say(f'{kind}-more')}"
                        self._small(f"{key}-{kind}", text, partial(more, key, kind))
            text = str(Card(cost, colour, bananas, once, each))
            self._small("add-card", say("add-this", card=text), partial(self._take, text))

    def _card(
        self,
        pile: Pile,
        name: str,
        bananas: int,
        once: Supply,
        each: Supply,
        take: Callable[[], None],
    ) -> None:
        """Add a card to tap."""
        say, words = self.words.say, self.words
        made = (
            ui.element("button").classes(f"card {pile[1]}").mark(f"card-{name}".replace(" ", "_"))
        )
        made.props(f'type=button data-card="{name}"').on("click", self.taps.act(take), args=[])
        head = words.count("banana", bananas)
        lines = []
        if any(once):
            lines.append(say("once", pieces=words.pieces(once)))
        if any(each):
            lines.append(say("each", pieces=words.pieces(each)))
        with made:
            with ui.element("b"):
                ui.label(head)
            for line in lines or [say("nothing")]:
                ui.label(line)

    def _small(self, name: str, text: str, action: Callable[[], object]) -> None:
        self.taps.button(name, text, action, "small")
