"""Replay: a recorded game turn by turn, on past an illegal turn, to the table it leaves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import takewhile

from palace.core.verdict import Message, Reason
from palace.monkey_palace.game.cards import CARDS, PILES
from palace.monkey_palace.game.reasons import BOOK
from palace.monkey_palace.game.record import Record
from palace.monkey_palace.game.state import BEFORE, GameState, PlayerState
from palace.monkey_palace.game.turn import TurnReport, lay_cards
from palace.monkey_palace.kernel.elements import ANIMALS
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.rulings import Rulings


@dataclass(frozen=True)
class Replay:
    """A game played over, or a part of it: its turns, the tables, and what was wrong.

    `stopped` is whether `strict` kept it from turns that follow an illegal one; `wrong` are the
    reasons against the palace that it begins with.
    """

    start: GameState
    turns: tuple[TurnReport, ...]
    record: Record = field(repr=False)
    stopped: bool = False
    wrong: tuple[Reason, ...] = ()

    @property
    def table(self) -> GameState:
        """The table after the last turn replayed."""
        return self.turns[-1].table if self.turns else self.start

    @property
    def state(self) -> GameState:
        """The game after the last turn replayed."""
        return self.table

    @property
    def palace(self) -> Palace:
        """The palace after the last turn replayed."""
        return self.table.palace

    @property
    def due(self) -> str:
        """The player whose turn comes next."""
        return self.table.due[0]

    @property
    def finished(self) -> bool:
        """Whether the last round is over."""
        return self.table.finished

    @property
    def good(self) -> Palace:
        """The last palace reached by legal turns only."""
        legal = [*takewhile(lambda turn: turn.legal, self.turns)]
        return legal[-1].palace if legal else self.start.palace

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """Every reason against the palace it begins with, and of every turn."""
        return (*self.wrong, *(reason for turn in self.turns for reason in turn.reasons))

    @property
    def error(self) -> Reason | None:
        """The first reason, or None."""
        return next(iter(self.reasons), None)

    @property
    def legal(self) -> bool:
        """Whether there is no reason."""
        return not self.reasons

    @property
    def unchecked(self) -> tuple[str, ...]:
        """What was not judged."""
        return tuple(_unchecked(self))


def opening(record: Record) -> GameState:
    """Return the table before the first turn: the set-up and the starting pieces of all, or what
    the record was begun with in the middle of a game.
    """
    palace = record.found or Palace.setup(record.ground)
    players = record.data.players
    table = GameState.start(palace, (_seat(record, number) for number in range(len(players))))
    if ordered := record.piles:
        table = replace(table, piles=tuple(ordered[pile] for pile in PILES))
        taken = {taken.card.name for seat in table.seats for taken in seat.cards}
        table = table.without_cards(taken)
    if record.data.due is not None:
        table = replace(table, due=(record.data.due,))
    if record.data.last_round:
        over = table.due[0] == table.names[0]
        table = replace(table, ending=Message.of("ending.found"), finished=over)
    for player in players:
        for trophy in player.found.trophies if player.found is not None else ():
            table = table.with_trophy(trophy, player.name)
    return table


@lru_cache(maxsize=16)
def begun_with(table: GameState, rulings: Rulings) -> tuple[tuple[Reason, ...], tuple[str, ...]]:
    """Return why no game can have come to a table, and what was not judged of it."""
    if table.palace == Palace.setup(table.palace.ground) and not table.trophies:
        return (), ()
    from palace.monkey_palace.kernel.build import Build
    from palace.monkey_palace.kernel.build_referee import judge_table

    found = judge_table(Build.of(table.palace), rulings)
    held = {trophy.animal for trophy in table.trophies}
    there = {ANIMALS[letter]: knob for letter, knob in table.palace.animals}
    free = [one for one in there if one not in held]
    unheld = (BOOK.reason(_UNHELD[one], there[one], "hold", animal=one) for one in free)
    astray = (BOOK.text("unchecked.astray", animal=one) for one in sorted(held - there.keys()))
    return (*found.reasons, *unheld), (*found.notes, *astray)


_UNHELD = {"monkey": "monkey.unheld", "frog": "frog.unheld", "butterfly": "butterfly.unheld"}


def _seat(record: Record, index: int) -> PlayerState:
    """Return a seat at the start; without starting pieces or delivery neither is counted."""
    player = record.data.players[index]
    start, each = record.start(index + 1), record.each(index + 1)
    seat = PlayerState(player.name)
    if start is not None and each is not None:
        seat = PlayerState(player.name, start, each)
    if player.found is None:
        return seat
    cards = [record.card(text) for text in player.found.cards]
    seat, _ = lay_cards(cards, seat, BEFORE)
    bonus = (BEFORE,) * player.found.bonus
    return replace(seat, bonus=bonus, bananas=player.found.bananas)


def _unchecked(played: Replay) -> Iterator[str]:
    record, done = played.record, played.turns
    if record.found is not None:
        yield BOOK.text("unchecked.found")
        for player in record.data.players:
            if player.found is None:
                yield BOOK.text("unchecked.player", name=player.name)
        yield from begun_with(played.start, record.rulings)[1]
    absent = {"idle-support", "frog", "butterfly"} - {*record.data.trophies}
    absent |= {"trophy-order"} if "frog" in absent else set()
    without = [one for one in record.rulings.changed() if {one, one.split("-")[0]} & absent]
    if without:
        yield BOOK.text("unchecked.rulings", names=tuple(without))
    if not done:
        yield BOOK.text("unchecked.turns")
        return
    unknown = [seat.name for seat in played.start.seats if not seat.known]
    if unknown:
        yield BOOK.text("unchecked.pieces", names=tuple(unknown))
    deck = record.deck
    if deck is not None and not deck.whole and any(seat.cards for seat in played.table.seats):
        yield BOOK.text("unchecked.deck", deck=deck.title, filled=len(deck), count=CARDS)
    tables = [played.start, *(report.table for report in done)]
    idle = [
        str(report.number)
        for before, report, turn in zip(tables, done, record.data.turns or (), strict=False)
        if turn.frog is not None and before.holder("frog") == report.player
    ]
    if idle and record.rulings.frog_again == "nothing":
        yield BOOK.text("unchecked.frog", turns=tuple(idle))
    if record.piles:
        blind = [
            str(report.number)
            for before, report in zip(tables, done, strict=False)
            if any(
                taken.turn == report.number and before.top(taken.card.pile) is None
                for taken in report.table.seat(report.player).cards
            )
        ]
        if blind:
            yield BOOK.text("unchecked.piles", turns=tuple(blind))
    passes = [
        str(report.number)
        for report in done
        if report.staircase is None and played.start.seat(report.player).pieces is None
    ]
    if passes:
        yield BOOK.text("unchecked.passes", turns=tuple(passes))
    moved = [
        str(report.number)
        for report in done
        if "monkey" in report.animals and report.palace.animal("m") is None
    ]
    if moved and record.data.animals == "unknown":
        yield BOOK.text("unchecked.monkey", turns=tuple(moved))
