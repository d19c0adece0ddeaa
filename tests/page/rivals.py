"""A game against the program on the page: what a person enters, and that its moves are built."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from palace.contract.players import Limit
from palace.monkey_palace.game.beginning import AGAINST
from palace.monkey_palace.game.cards import Card
from palace.monkey_palace.game.state import Turn
from palace.monkey_palace.players.playing import OPPONENTS
from palace.page.action import Action
from palace.page.state import Verdict
from tests.page.tables import Table, enter, put

RIVAL = "strong 60"


def begin(table: Table, rival: str = RIVAL) -> None:
    """Begin a game of Ana against the program."""
    table.send(Action("open", "new", "monkey-palace"))
    table.send(Action("fill", "players.0", "Ana"))
    offered = rival in AGAINST.values()
    table.send(Action("fill", "last", "program" if offered else "person"))
    table.send(Action("fill", "against" if offered else "players.1", rival))
    table.send(Action("begin"))


def take(table: Table, card: Card) -> None:
    """Tap a card of the deck, and its slot."""
    table.tap(f"card-{card.name}")
    if card.slot is not None:
        put(table, card)


def build(table: Table) -> list[Verdict]:
    """Make the move of the program step by step; return what each step tells."""
    told = [table.shown().entry.verdict]
    while table.shown().entry.bar[-1].text == "Next":
        table.press("Next")
        told.append(table.shown().entry.verdict)
    table.press("It is built")
    return told


def turns(table: Table) -> Iterator[Turn]:
    """Play to the end, the person as greedy does, without moving the frog; yield the moves of the
    program as they are shown, before the person tells that they are built."""
    while table.desk.entry is not None:
        _, _, log = table.desk.playing
        idea = table.desk.idea
        if idea is not None:
            assert isinstance(idea.move, Turn)
            yield idea.move
            build(table)
        else:
            name = log.due[0]
            seen = log.rules.seen(log.state, name)
            move = OPPONENTS.known["greedy"].move(log.rules, seen, name, Limit(), 1)
            enter(table, replace(move, frog=None), take)
