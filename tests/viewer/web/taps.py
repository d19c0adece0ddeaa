"""A recorded turn as the taps that enter it, for tests of the table with and without a browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from palace.contract.rules import Log
from palace.contract.session import Session
from palace.monkey_palace.game.cards import Card
from palace.monkey_palace.game.log import LoggedRecord
from palace.monkey_palace.game.schema import TurnModel
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.staircase import Staircase
from palace_viewer.web.plan import known_deliveries
from palace_viewer.web.table import Table

Tap = tuple[str, str]
"""What is tapped, and which: `knob d4`, `act cards`, `card @g3-1`, `hold d4`."""


def table_at(record: LoggedRecord, turns: int, path: Path) -> Table:
    """Return the table of a record after some of its turns, kept in a new file."""
    logged = record
    log = Log.begin(logged.rules).played(logged.written[:turns])
    path.write_text(logged.text(log), encoding="utf-8")
    return Table(path, Session.open(path))


def taps_of(table: Table, turn: TurnModel) -> Iterator[Tap]:
    """Yield the taps that enter a turn, on a table that takes each before the next is asked for."""
    if turn.build is None:
        yield "act", "pass"
        yield "act", "confirm"
        return
    staircase = Staircase.read(turn.build)
    for knob in staircase.knobs:
        yield "knob", str(knob)
    yield from _pieces_of(table, staircase)
    yield "act", "cards"
    for index, text in enumerate(turn.take or ()):
        card = Card.read(text)
        if card.name:
            yield "card", f"@{card.name}"
        else:
            yield "act", f"pile-{card.cost}{card.colour}"
            yield "act", f"bananas-{card.bananas}"
            pile = card.cost or 0, card.colour or ""
            if (card.once, card.each) in known_deliveries(pile):
                yield "card", card.values
            else:
                for key, pieces in (("once", card.once), ("each", card.each)):
                    for kind, count in pieces.named().items():
                        yield from [("act", f"{key}-{kind}")] * count
                yield "act", f"add-card {card.values}"
        while card.slot is not None and _slot_of(table, index) != card.slot:
            yield "act", f"slot-{index}"
    if turn.frog and table.may_take_the_frog:
        yield "act", "frog"
        yield "knob", turn.frog
    elif turn.monkey:
        yield "act", "animals"
    if turn.monkey:
        yield "knob", turn.monkey
    yield "act", "confirm"


def _pieces_of(table: Table, staircase: Staircase) -> Iterator[Tap]:
    """Yield the taps that put by hand what the referee would put elsewhere."""
    for index, knob in enumerate(staircase.knobs):
        filled = table.draft.trial.staircase
        if filled is None or filled == staircase:
            return
        on = "on", staircase.risers[index], filled.risers[index]
        under = "under", staircase.unders[index], filled.unders[index]
        for where, wanted, there in (on, under):
            if wanted != there:
                yield "hold", str(knob)
                for piece in wanted:
                    yield "act", f"{where}-{piece}"


def _slot_of(table: Table, index: int) -> int:
    """Return the slot that a chosen card is put on."""
    card = table.draft.cards[index]
    free = table.now.seat.free_slots
    return card.slot or free[index]


def make_tap(table: Table, tap: Tap) -> None:
    """Do what the page does when something is tapped."""
    kind, name = tap
    if kind == "knob":
        table.tap(Knob.read(name))
    elif kind == "hold":
        table.choose(Knob.read(name))
    elif kind == "card":
        deck = table.now.record.deck
        card = Card.read(name)
        table.take(card if deck is None else deck.find(card))
    elif name in ("cards", "animals"):
        table.go_to(name)  # type: ignore[arg-type]
    elif name == "frog":
        table.take_the_frog()
    elif name == "pass":
        table.pass_turn()
    elif name == "confirm":
        table.confirm(table.version)
    elif name.startswith("slot-"):
        table.move_card(int(name[5:]))
    elif name.partition("-")[0] in ("on", "under"):
        where, _, piece = name.partition("-")
        table.put(piece, where)  # type: ignore[arg-type]
    elif name.startswith("add-card "):
        table.take(Card.read(name.removeprefix("add-card ")))
    elif not name.startswith(("pile-", "bananas-", "once-", "each-")):
        raise AssertionError(tap)


def enter(table: Table, turn: TurnModel) -> list[Tap]:
    """Enter a turn on a table, and return the taps it took."""
    taps = []
    for tap in taps_of(table, turn):
        make_tap(table, tap)
        taps.append(tap)
    return taps
