"""Seats that the program plays, known by their names: `Strong`, or `Strong 300` with its nodes."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial

from palace.contract.game import Thinking
from palace.contract.players import Limit, Opponents
from palace.contract.rules import Log, M, Record, S
from palace.contract.taps import Idea
from palace.players.match import Seat

NODES = 3000
"""How much a player thinks on a page where its name does not tell."""


def seat_of(found: Opponents[S, M], name: str) -> Seat | None:
    """Return the seat that a name makes, in capitals or not; None for that of a person."""
    player, _, nodes = name.lower().partition(" ")
    if player not in found.known or (nodes and not (nodes.isdecimal() and len(nodes) < 10)):
        return None
    return Seat(player, Limit(int(nodes) if nodes else NODES))


def lot(name: str, log: Log[S, M]) -> int:
    """Return the seed of the next move: the same for the same seat and number of moves."""
    return random.Random(f"{name}/{len(log.commits)}").getrandbits(32)


def thinking(found: Opponents[S, M], name: str, title: str) -> Thinking[S, M] | None:
    """Return how the program plays the seat of a name; None where a person does."""
    seat = seat_of(found, name)
    return None if seat is None else Thinking(title, partial(_ideas, found, seat))


def _ideas(
    found: Opponents[S, M], seat: Seat, record: Record[S, M], log: Log[S, M], name: str, _: str
) -> Iterator[Idea]:
    if lacking := found.lacks(log.rules, log.state):
        yield Idea(told=lacking, done=True)
        return
    first = next(iter(found.notes(seat.player)), "")
    player, seen = found.known[seat.player], log.rules.seen(log.state, name)
    for share, move in found.slices(player, log.rules, seen, name, seat.limit, lot(name, log)):
        yield Idea(told=first, share=share)
        if move is not None:
            notes = tuple(found.notes(seat.player))
            yield Idea("", done=True, share=1.0, lines=notes, move=move)
