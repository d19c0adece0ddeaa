"""A game played over, and what is wrong with its set-up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from palace.core.verdict import Message, Reason
from palace.palm_island.record import Record
from palace.palm_island.rules import BOOK
from palace.palm_island.specials import DRAWN, TERRAINS, Outpost, Villager
from palace.palm_island.state import Move, Placed, State
from palace.palm_island.table import Seat, Table


class Step(NamedTuple):
    """A move, the deck after it, and the reasons against it; `number` counts from 1."""

    number: int
    move: Move
    state: State
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Played(Seat):
    """A player after the last move, the deck as the record begins, and every move."""

    start: State = field(kw_only=True)
    steps: tuple[Step, ...] = field(default=(), kw_only=True)

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """Every reason of every move."""
        return tuple(reason for step in self.steps for reason in step.reasons)

    def since(self, placed: Placed) -> int | None:
        """Return the number of the move that turned a card to its area; None if none did."""
        before, found = self.start, None
        for step in self.steps:
            turned = step.move.card == placed.card and step.move.kind in ("rotate", "flip")
            if turned and _area(before, placed) != _area(step.state, placed):
                found = step.number
            before = step.state
        return found


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A move of one player in the whole game, or, without a player, an event between rounds.

    `group` is the number of its round.
    """

    number: int | None
    player: str
    text: str
    group: str
    state: Table
    reasons: tuple[Reason, ...] = ()
    gains: tuple[Message, ...] = ()


@dataclass(frozen=True)
class Replayed:
    """A whole game replayed: each player's game, and the table at the end.

    `turns` holds the moves of all players in the order of play, and the events; `setup` the
    reasons before the first move.
    """

    games: tuple[Played, ...]
    state: Table
    turns: tuple[PlayedMove, ...] = ()
    setup: tuple[Reason, ...] = ()

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """Every reason: of the set-up, and of every player's moves."""
        return (*self.setup, *(reason for game in self.games for reason in game.reasons))

    @property
    def legal(self) -> bool:
        """Whether there is no reason."""
        return not self.reasons

    @property
    def finished(self) -> bool:
        """Whether all players have played all rounds."""
        return self.state.finished


def _area(state: State, placed: Placed) -> int:
    return next((other.area for other in state.deck if other.card == placed.card), placed.area)


def set_up(record: Record) -> Iterator[Reason]:
    """Yield every reason why the set-up of a game does not follow its mode."""
    yield from _unequal_deals(record)
    if all(player.position is None for player in record.data.players):
        yield from _wrong_middle(record)
    yield from _wrong_villagers(record)


def _unequal_deals(record: Record) -> Iterator[Reason]:
    """Yield a reason for each deal that differs from the first one, in a competitive game."""
    first, *others = record.data.players
    if record.data.mode not in ("casual", "speed") or first.deal is None:
        return
    core = _core_cards(first.deal)
    for seat, player in enumerate(others, 1):
        if player.deal is None:
            continue
        pairs = zip(core, _core_cards(player.deal), strict=False)
        places = [at for at, (same, dealt) in enumerate(pairs, 1) if same != dealt]
        path = ("players", seat, "deal")
        if places:
            yield BOOK.reason(
                "equal-deals", player.name, "deal",
                by=len(places), first=first.name, place=places[0], deal=core,
            ).within(*path)  # fmt: skip
        elif {*first.deal} != {*player.deal}:
            yield BOOK.reason(
                "equal-deals.villagers", player.name, "deal", first=first.name,
                villagers=record.villagers(seat), deal=record.villagers(0),
            ).within(*path)  # fmt: skip


def _core_cards(deal: Sequence[int | str]) -> tuple[int, ...]:
    return tuple(card for card in deal if isinstance(card, int))


def _outposts(record: Record) -> list[Outpost]:
    """Return the outposts in the middle."""
    found = (record.card_pool.one(Outpost, name) for name in record.data.middle)
    return [outpost for outpost in found if outpost is not None]


def _wrong_middle(record: Record) -> Iterator[Reason]:
    """Yield reasons about the middle: one outpost of each terrain in a casual game, a pile in order
    of points in a speed game."""
    there = _outposts(record)
    if record.data.mode == "casual" and there and all(outpost.terrain for outpost in there):
        terrains: list[str] = [outpost.terrain for outpost in there]
        for terrain in TERRAINS:
            count = terrains.count(terrain)
            if count != 1:
                yield BOOK.reason(
                    "setup.outposts", "the middle", "draw-outposts",
                    by=abs(count - 1), count=count, terrain=terrain,
                ).within("middle")  # fmt: skip
    elif record.data.mode == "speed":
        known = [(outpost, outpost.points) for outpost in there if outpost.points is not None]
        for (above, more), (below, less) in pairwise(known):
            if more < less:
                yield BOOK.reason(
                    "setup.pile", below.title, "pile",
                    by=less - more, less=less, above=above.title, more=more,
                ).within("middle")  # fmt: skip


def _wrong_villagers(record: Record) -> Iterator[Reason]:
    """Yield reasons about the villagers: how many, and none that is on the back of an outpost."""
    data = record.data
    drawn: list[tuple[tuple[str | int, ...], Sequence[str], int]] = [
        (("players", seat, "deal"), record.villagers(seat), DRAWN)
        for seat in range(len(data.players))
    ]
    backs = {o.villager: o.title for o in _outposts(record) if o.villager is not None}
    if data.mode == "speed":
        middle = [n for n in data.middle if record.card_pool.one(Villager, n) is not None]
        drawn, backs = [(("middle",), middle, len(data.players) + 1)], {}
    resumed = any(player.position is not None for player in data.players)
    for path, names, count in drawn:
        if names and len(names) != count and not resumed:
            yield BOOK.reason(
                "setup.villagers", "villagers", "draw-villagers", by=abs(len(names) - count),
                count=len(names), drawn=tuple(names), wanted=count,
            ).within(*path)  # fmt: skip
        for name in names:
            if name in backs:
                reason = BOOK.reason("setup.back", name, "draw-another", outpost=backs[name])
                yield reason.within(*path)
