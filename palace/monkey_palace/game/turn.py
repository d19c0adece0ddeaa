"""One turn: the eight steps, in their order.

1 build, 2 decorate, 3 count credits, 4 take cards, 5 one-time delivery, 6 recurring delivery,
7 bonus card, 8 trophies.  Whatever is wrong is a reason, and the turn goes on as well as it can.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from typing import NamedTuple

from palace.contract.rules import TurnReport as Report
from palace.core.verdict import Message, Reason
from palace.monkey_palace.game.animals import Build, settle
from palace.monkey_palace.game.cards import CARDS, PILES, SLOTS, Card
from palace.monkey_palace.game.deck import Deck
from palace.monkey_palace.game.reasons import BOOK, must_build
from palace.monkey_palace.game.state import GameState, PlayerState, Turn
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.referee import Earnings, earnings, judge, lay
from palace.monkey_palace.kernel.rulings import Rulings
from palace.monkey_palace.kernel.staircase import Staircase
from palace.monkey_palace.kernel.supply import NOTHING, Supply
from palace.monkey_palace.kernel.verdict import Verdict

FROG_BRINGS = Supply(column=1)
"""What the frog's trophy brings at once (step 8)."""


class Setting(NamedTuple):
    """What does not change in a game: the rulings, the animals in play, the deck.

    `unknown` is whether a record need not tell where the monkey was put.
    """

    rulings: Rulings
    trophies: tuple[str, ...] = ()
    deck: Deck | None = None
    unknown: bool = False

    def card(self, card: Card) -> Card | None:
        """Return a card with all its values; None for an id that no deck in use has."""
        if card.name is None or card.cost is not None:
            return card
        found = None if self.deck is None else self.deck.cards.get(card.name)
        return None if found is None else replace(found, slot=card.slot)

    def recognised(self, card: Card, table: GameState) -> Card:
        """Return a card that is written out with its id, where it is on top of its pile."""
        top = None if card.name else table.top(card.pile)
        if top is None or self.deck is None or self.deck.cards[top].values != card.values:
            return card
        return replace(card, name=top)


@dataclass(frozen=True)
class TurnReport(Report):
    """What came of one turn, `number` counting from 1.

    `verdict` and `earned` are None for a pass; `earned` counts what was laid, legal or not.
    `reasons` are those of the verdict and of the game; `table` is what is there after the turn;
    `given` was delivered, `animals` came and were put on the palace, in this order.
    """

    number: int
    staircase: Staircase | None = None
    verdict: Verdict | None = None
    earned: Earnings | None = None
    animals: tuple[str, ...] = ()
    bonus: bool = False
    given: Supply = NOTHING
    table: GameState = field(kw_only=True)

    @property
    def legal(self) -> bool:
        """Whether nothing was wrong with the turn."""
        return not self.reasons

    @property
    def earns(self) -> tuple[int, str]:
        """The credits of the staircase, and the colour of its decoration, empty without one."""
        return (self.earned.credits, self.earned.decoration or "") if self.earned else (0, "")

    @property
    def text(self) -> str:
        """The staircase, or that the player passes."""
        return BOOK.text("passes") if self.staircase is None else str(self.staircase)

    @property
    def palace(self) -> Palace:
        """The palace after the turn."""
        return self.table.palace


def gains(earned: Earnings | None, animals: tuple[str, ...], *, bonus: bool) -> tuple[Message, ...]:
    """Return what a staircase brought, as far as it was laid; nothing for a pass."""
    if earned is None:
        return ()
    colour = earned.decoration
    coloured = Message.of("gains.highest" if earned.highest else "gains.colour", colour=colour)
    return (
        Message.of("gains.credits", count=earned.credits),
        coloured if colour else Message.of("gains.colourless"),
        *[Message.of("gains.bonus")] * bonus,
        *(Message.of(f"gains.{animal}") for animal in animals),
    )


def play(setting: Setting, table: GameState, turn: Turn) -> TurnReport:
    """Return what comes of a turn taken at a table."""
    return _Turn(setting, table, turn).report()


class _Turn:
    """A turn under way."""

    def __init__(self, setting: Setting, table: GameState, turn: Turn) -> None:
        self.setting = setting
        self.turn = turn
        self.name = turn.player
        self.number = table.turn + 1
        self.rulings = table.rulings_of(self.name, setting.rulings)
        self.before = table
        self.table = table
        self.found: list[Reason] = []
        self.given = NOTHING
        self.staircase: Staircase | None = None
        self.verdict: Verdict | None = None
        self.earned: Earnings | None = None
        self.moved: tuple[str, ...] = ()
        self.bonus_taken = False

    def report(self) -> TurnReport:
        """Take the steps one by one."""
        self.order()
        if self.turn.build is None:
            self.passes()
            self.deliver(self.table.seat(self.name).income, Message.of("delivery.recurring"))
        else:
            early = self.rulings.frog_time == "any"
            frog = early and self.may_move_the_frog()
            if frog:
                self.take_the_frog()
            built, earned = self.build(self.turn.build)
            self.take(built, earned)
            self.deliver(self.table.seat(self.name).income, Message.of("delivery.recurring"))
            self.bonus_card(earned)
            self.animals(built, frog=frog if early else self.may_move_the_frog())
        self.ends()
        once: dict[tuple[str, str], Reason] = {}
        for reason in self.found:
            once.setdefault((reason.code, reason.at), reason)
        laid = self.earned is not None and (not once or self.earned.credits)
        told = gains(self.earned if laid else None, self.moved, bonus=self.bonus_taken)
        return TurnReport(
            self.number, self.name, tuple(once.values()),
            gains=told,
            staircase=self.staircase, verdict=self.verdict, earned=self.earned, table=self.table,
            animals=self.moved, bonus=self.bonus_taken, given=self.given,
        )  # fmt: skip

    def complain(self, reason: Reason, *loc: str | int) -> None:
        """Note a reason with its place in the turn, such as `"take", 0` for the first card."""
        self.found.append(reason.within(*loc))

    def order(self) -> None:
        """Whether the game still goes on and the player is due; and who is next."""
        table, name = self.table, self.name
        if self.before.finished:
            ended = self.before.turn
            self.complain(BOOK.reason("game-over", name, "leave-turn-out", ended=ended), "player")
        right = name in table.due
        if not right:
            self.complain(BOOK.reason("turn-order", name, "due", due=table.due[0]), "player")
        after = [name] if right else [table.due[0], name]
        due = tuple(table.next_after(other) for other in after)
        self.table = replace(table, turn=self.number, due=due)

    def passes(self) -> None:
        """Rule E: only who can build nothing passes; a pass brings no card, bonus or trophy."""
        pieces = self.before.seat(self.name).pieces
        if self.rulings.must_build == "must" and pieces is not None:
            from palace.monkey_palace.search import exists

            staircase = exists(self.table.palace, pieces, self.rulings)
            if staircase is not None:
                self.complain(must_build(self.name, staircase), "pass")
        for key in _NOT_OF_A_PASS:
            if getattr(self.turn, key):
                wrong = BOOK.reason(_NOT_OF_A_PASS[key], self.name, "leave-out", field=key)
                self.complain(wrong, key)

    def build(self, staircase: Staircase) -> tuple[Build, Earnings]:
        """Return steps 1 to 3: what was built, and what it earns.

        What can be laid is laid, and paid from the hand; an illegal staircase of which all was laid
        earns what a legal one does.
        """
        table, rulings = self.table, self.rulings
        before, seat = table.palace, table.seat(self.name)
        verdict = judge(before, staircase, seat.pieces, rulings)
        for reason in verdict.reasons:
            self.complain(reason, "build")
        after = verdict.palace
        if after is None:
            tray = table.tray
            # Pieces that the player lacks are taken from the tray.
            reach = None if seat.pieces is None or tray is None else seat.pieces.plus(tray)
            after = lay(before, staircase, rulings, reach)
        paid = after.used.minus(before.used)
        if seat.pieces is not None:
            left = Supply(*(max(number, 0) for number in seat.pieces.minus(paid)))
            table = table.with_seat(replace(seat, pieces=left))
        self.table = replace(table, palace=after)
        whole = paid.arch == staircase.arches
        # Step 2: the colour follows from the first knob, also where no such piece is left.
        colour = before.ground.colours.get(staircase.knobs[0])
        if verdict.legal and colour:
            placed = colour if before.decorations_left(colour) else None
            count, highest = verdict.credits or 0, bool(verdict.highest)
            earned = Earnings(count, placed, highest, bool(verdict.bonus))
        else:
            earned = earnings(before, after, rulings)
        if whole:
            claimed = earned._replace(decoration=colour)
            self.found += _claims(self.turn, claimed, self.bonus_due(earned), rulings)
        self.staircase, self.verdict, self.earned = staircase, verdict, earned
        return Build(staircase, before, after, whole), earned

    def take(self, built: Build, earned: Earnings) -> None:
        """Steps 4 and 5, and the first half of 6: cards, their one-time delivery, their slots.

        A card that no deck in use has is not taken.
        """
        if not self.turn.take:
            return
        cards: list[Card] = []
        places: list[int] = []
        for place, written in enumerate(self.turn.take):
            if (card := self.setting.card(written)) is None:
                wrong = BOOK.reason("card-pile.unlisted", written, "write-card", name=written.name)
                self.complain(wrong, "take", place)
            else:
                cards.append(self.setting.recognised(card, self.table))
                places.append(place)
        staircase = built.staircase
        colour = self.table.palace.ground.colours.get(staircase.knobs[0])
        at_card: list[tuple[Reason, int]] = [*colour_faults(cards, colour)]
        # Mended, a staircase that was not laid whole has no more credits than these.
        most = earned.credits if built.whole else staircase.arches + 1
        for reason in cost_fault(cards, self.name, most, known=built.whole):
            self.complain(reason, "take")
        at_card += pile_faults(cards, self.table, self.setting.deck)
        once = reduce(Supply.plus, (card.once for card in cards), NOTHING)
        self.deliver(once, Message.of("delivery.one-time"))
        seat, mislaid = lay_cards(cards, self.table.seat(self.name), self.number)
        self.table = self.table.with_seat(seat).without_cards({card.name for card in cards})
        for reason, index in sorted([*at_card, *mislaid], key=lambda pair: pair[1]):
            self.complain(reason, "take", places[index])

    def deliver(self, due: Supply, what: Message) -> None:
        """Steps 5, 6 and 8: pieces from the tray."""
        self.table, got = self.table.deliver(self.name, due, what, short=self.rulings.short_tray)
        self.given = self.given.plus(got)

    def bonus_due(self, earned: Earnings) -> bool:
        """Return whether the staircase earns a bonus card and there is one (ruling `bonus-out`)."""
        return earned.bonus and (self.before.bonus_left > 0 or self.rulings.bonus_out == "bananas")

    def bonus_card(self, earned: Earnings) -> None:
        """Step 7: one bonus card for a run of bricks and columns five bricks high."""
        left = self.rulings.bonus_choice == "may" and self.turn.bonus is False
        if self.bonus_due(earned) and not left:
            seat = self.table.seat(self.name)
            self.table = self.table.with_seat(replace(seat, bonus=(*seat.bonus, self.number)))
            self.bonus_taken = True

    def animals(self, built: Build, *, frog: bool) -> None:
        """Step 8: butterfly, `frog` if they may, monkey; a trophy goes to who moved its animal."""
        moved = settle(
            self.turn, built, self.setting.trophies, self.rulings,
            frog=frog, unknown=self.setting.unknown,
        )  # fmt: skip
        self.found += moved.found
        self.moved = moved.animals
        if moved.palace is not self.table.palace:
            self.table = replace(self.table, palace=moved.palace)
        for animal in self.moved:
            if animal == "frog":
                self.take_the_frog()
            self.table = self.table.with_trophy(animal, self.name)

    def may_move_the_frog(self) -> bool:
        """Return whether the player may (rulings `frog-again` and `frog-empty`)."""
        if self.before.holder("frog") == self.name:
            return self.rulings.frog_again == "move"
        tray = self.table.tray
        none_left = tray is not None and tray.column <= 0 and self.rulings.frog_empty == "no"
        if none_left and self.turn.frog and "frog" in self.setting.trophies:
            wrong = BOOK.reason("frog.no-column", self.turn.frog, "leave-out", field="frog")
            self.complain(wrong, "frog")
        return not none_left

    def take_the_frog(self) -> None:
        """Take the frog's trophy and one column, unless the player has it already."""
        in_play = "frog" in self.setting.trophies
        if self.turn.frog and in_play and self.table.holder("frog") != self.name:
            tray = self.table.tray
            if self.rulings.frog_empty != "quiet" or tray is None or tray.column:
                self.deliver(FROG_BRINGS, Message.of("delivery.frog"))
            self.table = self.table.with_trophy("frog", self.name)

    def ends(self) -> None:
        """Whether the last round has begun, and whether it is over."""
        table, tray = self.table, self.table.tray
        if self.rulings.game_end == "empty" and tray is not None and not table.ending:
            kinds = tuple(kind for kind, left in zip(tray._fields, tray, strict=True) if not left)
            if kinds:
                ending = Message.of("ending.empty", turn=table.turn, kinds=kinds)
                table = replace(table, ending=ending)
        if table.ending is not None and table.due[0] == table.names[0]:
            table = replace(table, finished=True)
        self.table = table


def _claims(turn: Turn, earned: Earnings, bonus: bool, rulings: Rulings) -> Iterator[Reason]:
    """Yield what was written down of a build and does not follow from it."""
    if turn.decoration is not None and turn.decoration != earned.decoration:
        yield BOOK.reason(
            "decoration.claim", turn.player, "write",
            field="decoration", said=turn.decoration, right=earned.decoration,
        ).within("decoration")  # fmt: skip
    if turn.credits is not None and turn.credits != earned.credits:
        yield BOOK.reason(
            "credits", turn.player, "write", by=abs(turn.credits - earned.credits),
            field="credits", said=turn.credits, right=earned.credits,
        ).within("credits")  # fmt: skip
    left = turn.bonus is False and rulings.bonus_choice == "may"
    if turn.bonus is not None and turn.bonus != bonus and not left:
        without = "bonus.none-left" if earned.bonus else "bonus.none"
        key = "bonus.earned" if bonus else without
        wrong = BOOK.reason(key, turn.player, "write", field="bonus", right=bonus)
        yield wrong.within("bonus")


_NOT_OF_A_PASS = {
    "take": "pass.card",
    "decoration": "decoration.pass",
    "credits": "credits.pass",
    "bonus": "bonus.pass",
    "butterfly": "butterfly.pass",
    "frog": "frog.pass",
    "monkey": "monkey.pass",
}
"""What a pass never brings: the key in the record, and that of the reason."""


def colour_faults(cards: Sequence[Card], decoration: str | None) -> Iterator[tuple[Reason, int]]:
    """Step 4: cards have the colour of the decoration, or are multicoloured; with their index."""
    coloured = [card.colour for card in cards if card.colour not in (None, "x")]
    # Where the start has no colour, cards of two colours cannot both be right.
    decoration = decoration or next(iter(coloured), None)
    for index, card in enumerate(cards):
        if card.colour not in (None, "x", decoration):
            wrong = BOOK.reason(
                "card-colour", card, "that-colour", colour=card.colour, decoration=decoration
            )
            yield wrong, index


def cost_fault(
    cards: Sequence[Card], player: str, earned: int, *, known: bool = True
) -> Iterator[Reason]:
    """Step 4: together they cost at most the credits of the staircase."""
    cost = sum(card.cost or 0 for card in cards)
    if cost > earned:
        key = "card-cost" if known else "card-cost.at-most"
        yield BOOK.reason(key, player, "cheaper", by=cost - earned, cost=cost, earned=earned)


def pile_faults(
    cards: Sequence[Card], table: GameState, deck: Deck | None
) -> Iterator[tuple[Reason, int]]:
    """Step 4: only the top card of a pile, one of each; with the index of the card.

    Only with a whole `deck` is it known when a pile is exhausted.
    """
    sizes = {pile: len(ids) for pile, ids in deck.piles.items()} if deck and deck.whole else None
    before = [taken.card for seat in table.seats for taken in seat.cards]
    seen: set[tuple[int, str]] = set()
    for index, card in enumerate(cards):
        if card.cost is None or card.colour is None:
            continue
        pile = card.pile
        size = None if sizes is None else sizes.get(pile, 0)
        gone = [*before, *cards[:index]]
        if pile not in PILES:
            yield BOOK.reason("card-pile.unknown", card, "piles", pile=pile, piles=PILES), index
        elif pile in seen:
            yield BOOK.reason("card-pile.twice", card, "one-of-a-pile", by=1, pile=pile), index
        elif card.name is not None and any(other.name == card.name for other in gone):
            yield BOOK.reason("card-pile.taken", card, "another-card", name=card.name), index
        elif (top := table.top(pile)) is not None and card.name != top:
            yield BOOK.reason("card-pile.covered", card, "top-card", pile=pile, top=top), index
        elif size is not None and [(one.cost, one.colour) for one in gone].count(pile) >= size:
            yield BOOK.reason("card-pile.empty", card, "another-card", pile=pile, size=size), index
        elif len(gone) >= CARDS:
            yield BOOK.reason("card-pile.all-gone", card, "leave-card-out", count=CARDS), index
        seen.add(pile)


def lay_cards(
    cards: Sequence[Card], seat: PlayerState, turn: int
) -> tuple[PlayerState, list[tuple[Reason, int]]]:
    """Step 6: the seat with the cards laid on its slots, and what was wrong with that.

    While a slot is free a card goes to a free one, by default the first; later it covers the one
    that is named.  A card laid wrongly is put on the first free slot, or on slot 1.
    """
    found: list[tuple[Reason, int]] = []
    for index, card in enumerate(cards):
        free = seat.free_slots
        slot = card.slot
        if free and slot is not None and slot not in free:
            wrong = BOOK.reason("card-slot.covered", card, "free-slot", slot=slot, free=tuple(free))
            found.append((wrong, index))
            slot = free[0]
        elif not free and slot is None:
            found.append((BOOK.reason("card-slot.full", card, "name-slot", count=SLOTS), index))
            slot = 1
        seat = seat.with_card(card, slot if slot is not None else free[0], turn)
    return seat, found
