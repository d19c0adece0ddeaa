"""What a page shows beside the plan: the form of a new game, and the cards of a turn."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from nicegui import ui

from palace.monkey_palace.game.cards import Card, Pile
from palace.monkey_palace.kernel.elements import ANIMALS
from palace.monkey_palace.kernel.ground import SHIPPED
from palace.monkey_palace.kernel.supply import NOTHING, Supply

from .plan import known_deliveries, list_piles
from .table import Table
from .words import Words

Act = Callable[[Callable[[], object]], Callable[[], Any]]

SEATS = 4
MOST_BANANAS = 9


def begin_form(words: Words, table: Table, act: Act) -> None:
    """Show the form of a new game: its players, map, cards and animals."""
    say = words.say
    with ui.element("form").classes("begin box").props("onsubmit='return false'"):
        with ui.element("h2"):
            ui.label(f"{table.title}: {say('new')}")
        ui.label(say("new-file", file=table.path.name))
        ui.label(say("players-hint"))
        names = [
            _field(say("player", number=seat), f"player-{seat}") for seat in range(1, SEATS + 1)
        ]
        ground = _choice(say("map"), "map", {name: name for name in SHIPPED})
        deck = _choice(say("deck"), "deck", {"house": say("deck-house"), "": say("deck-none")})
        animals = _choice(
            say("animals"), "animals",
            {
                ",".join(ANIMALS.values()): ", ".join(say(name) for name in ANIMALS.values()),
                "monkey": say("monkey"),
            },
        )  # fmt: skip

        def begin() -> None:
            given = [name.value.strip() for name in names if name.value.strip()]
            table.begin(given, ground.value, deck.value, animals.value)

        button = ui.element("button").classes("act main").props("type=button data-act=begin")
        button.mark("begin").on("click", act(begin), args=[])
        with button:
            ui.label(say("begin"))


class _Held:
    """The value of a form's field, as the phone has it."""

    def __init__(self, value: str = "") -> None:
        self.value = value

    def set(self, event: Any) -> None:
        """Take what an event brings."""
        self.value = str(event.args)


_VALUE = "(e) => emit(e.target.value)"


def _field(label: str, name: str) -> _Held:
    held = _Held()
    with ui.element("label"):
        ui.label(label)
        field = ui.element("input").props(f"name={name} maxlength=24 autocomplete=off").mark(name)
        field.on("input", held.set, js_handler=_VALUE)
    return held


def _choice(label: str, name: str, options: dict[str, str]) -> _Held:
    held = _Held(next(iter(options)))
    with ui.element("label"):
        ui.label(label)
        with ui.element("select").props(f"name={name}").mark(name) as box:
            for value, text in options.items():
                with ui.element("option").props(f'value="{value}"'):
                    ui.label(text)
        box.on("change", held.set, js_handler=_VALUE)
    return held


class CardDesk:
    """The cards of a turn: those taken, each with its slot, and those that can be paid.

    Without a deck a card is typed in three taps: its pile, its bananas, its pieces.
    """

    def __init__(self, words: Words, table: Table, act: Act) -> None:
        self.words = words
        self.table = table
        self.act = act
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
        if table.now.record.deck is None:
            self.typing = ui.element("div").classes("stage")
            with self.typing:
                self._piles([pile for pile, _ in piles])
            return
        ui.label(say("on-top"))
        for pile, offers in piles:
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
                self._button(
                    f"slot-{index}", say("slot", slot=slot), lambda: table.move_card(index)
                )
            self._button(f"drop-{index}", say("drop"), lambda: table.drop(index))

    def _piles(self, piles: list[Pile]) -> None:
        """Add the first tap of a typed card: its pile; or the whole card as text."""
        say = self.words.say
        ui.label(say("typed"))
        with ui.element("div").classes("row"):
            for pile in piles:
                text = say("pile", cost=pile[0], colour=say(pile[1]))
                self._button(f"pile-{pile[0]}{pile[1]}", text, partial(self._to_bananas, pile))
        held = _Held()
        with ui.element("div").classes("row"):
            box = ui.element("input").classes("other").mark("other")
            box.props(f'aria-label="{say("other")}" placeholder="{say("other")}"')
            box.style("flex: 1 1 12em").on("input", held.set, js_handler=_VALUE)
            self._button("add-card", say("add"), lambda: self._take(held.value))

    def _to_bananas(self, pile: Pile) -> None:
        """Show the second tap: the bananas."""
        self.pile = pile
        self.typing.clear()
        with self.typing:
            ui.label(f"{pile[0]} {self.words.say(pile[1])}: {self.words.say('how-many')}")
            with ui.element("div").classes("row"):
                for number in range(MOST_BANANAS + 1):
                    self._button(f"bananas-{number}", str(number), partial(self._to_pieces, number))

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
                        self._button(f"{key}-{kind}", text, partial(more, key, kind))
            text = str(Card(cost, colour, bananas, once, each))
            self._button("add-card", say("add-this", card=text), partial(self._take, text))

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
        made.props(f'type=button data-card="{name}"').on("click", self.act(take), args=[])
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

    def _button(self, name: str, text: str, action: Callable[[], None]) -> None:
        made = ui.element("button").classes("act small").props(f"type=button data-act={name}")
        made.mark(name).on("click", self.act(action), args=[])
        with made:
            ui.label(text)
