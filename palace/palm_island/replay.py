"""Replay: every player's moves from the deal to the end, on past an illegal move."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from palace.palm_island.engine import perform
from palace.palm_island.moves import Move
from palace.palm_island.reasons import Reason
from palace.palm_island.record import Line, Record
from palace.palm_island.referee import ended_twice, judge
from palace.palm_island.rulings import DEFAULT, Rulings
from palace.palm_island.state import Placed, State

COMPETITIVE = ("casual", "speed")
"""The modes that begin with equal deals."""


@dataclass(frozen=True, slots=True)
class Step:
    """A move, the state after it, and the reasons against it; `number` counts from 1."""

    number: int
    move: Move
    state: State
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Played:
    """One player's game as far as it was replayed."""

    name: str
    start: State
    steps: tuple[Step, ...]

    @property
    def state(self) -> State:
        """The state after the last move."""
        return self.steps[-1].state if self.steps else self.start

    @property
    def finished(self) -> bool:
        """Whether all eight rounds were played."""
        return self.state.finished

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """Every reason of every move."""
        return tuple(reason for step in self.steps for reason in step.reasons)

    @property
    def legal(self) -> bool:
        """Whether every move was."""
        return not self.reasons

    def since(self, placed: Placed) -> int | None:
        """The number of the move by which a card came to the area it lies on; None if it was
        never turned."""
        before, found = self.start, None
        for step in self.steps:
            turned = step.move.card == placed.card and step.move.kind in ("rotate", "flip")
            if turned and _area(before, placed) != _area(step.state, placed):
                found = step.number
            before = step.state
        return found


def _area(state: State, placed: Placed) -> int:
    return next(other.area for other in state.deck if other.card == placed.card)


def play(
    name: str,
    start: State,
    moves: Iterable[Move | Line],
    rulings: Rulings = DEFAULT,
    *,
    strict: bool = False,
) -> Played:
    """Play moves from a deal; an illegal one is marked and done as far as it can be.

    A `Line` gives its reasons the line of the file.  `strict` stops after the first illegal move.
    """
    state, steps = start, list[Step]()
    for number, item in enumerate(moves, 1):
        move, line = (item, None) if isinstance(item, Move) else item
        found = judge(state, move, rulings)
        if move.kind == "round-end" and steps and steps[-1].move.kind == "round-end":
            found = found or (ended_twice(state),)
        found = tuple(reason._replace(turn=number, line=line) for reason in found)
        state = perform(state, move)
        steps.append(Step(number, move, state, found))
        if strict and found:
            break
    return Played(name, start, tuple(steps))


def unequal_deals(record: Record) -> tuple[Reason, ...]:
    """Whose deal is not that of the first player, in a competitive game."""
    if record.data.mode not in COMPETITIVE:
        return ()
    first, *others = record.data.players
    found = []
    for seat, player in enumerate(others, 1):
        pairs = zip(first.deal, player.deal, strict=False)
        places = [at for at, (wanted, dealt) in enumerate(pairs, 1) if wanted != dealt]
        if places:
            text = f"{player.name} is dealt another order than {first.name}, from card {places[0]}"
            remedy = f"deal {player.name} {', '.join(map(str, first.deal))}"
            line = record.document.where(("players", seat, "deal")).line
            found.append(Reason("equal-deals", player.name, len(places), remedy, text, None, line))
    return tuple(found)


def replay(record: Record, *, strict: bool = False) -> tuple[Played, ...]:
    """Every player's game, in seat order."""
    return tuple(
        play(player.name, record.start(seat), moves, record.rulings, strict=strict)
        for seat, (player, moves) in enumerate(zip(record.data.players, record.moves, strict=True))
    )
