"""The replay of a record: the set-up and every player's moves, also after an illegal one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

from palace.core.verdict import Reason
from palace.palm_island.closing import close
from palace.palm_island.engine import ended_twice, judge, not_over, not_there, perform
from palace.palm_island.record import Line, Record
from palace.palm_island.rules import BOOK, DEFAULT, Rulings
from palace.palm_island.specials import DRAWN, TERRAINS, Outpost, Villager
from palace.palm_island.state import ROUNDS, Move, Placed, State
from palace.palm_island.table import Owned, Seat, Table

ROUND_END = "round-end"


@dataclass(frozen=True, slots=True)
class Step:
    """A move, the state after it, and the reasons against it; `number` counts from 1."""

    number: int
    move: Move
    state: State
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Played:
    """One player's game as far as it was replayed; `owned` are the outposts and villagers taken.

    Of a player with a `total` only that is known.
    """

    name: str
    start: State
    steps: tuple[Step, ...]
    owned: tuple[Owned, ...] = ()
    total: int | None = None

    @property
    def state(self) -> State:
        """The state after the last move."""
        return self.steps[-1].state if self.steps else self.start

    @property
    def finished(self) -> bool:
        """Whether all eight rounds were played."""
        return self.state.finished

    @property
    def beside(self) -> int:
        """The points of the cards taken."""
        return sum(owned.points for owned in self.owned)

    @property
    def points(self) -> int:
        """The points of the deck and of the cards taken, or the total."""
        return self.state.points + self.beside if self.total is None else self.total

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """Every reason of every move."""
        return tuple(reason for step in self.steps for reason in step.reasons)

    @property
    def legal(self) -> bool:
        """Whether every move was."""
        return not self.reasons

    def since(self, placed: Placed) -> int | None:
        """Return the number of the move that turned a card to its area; None if none did."""
        before, found = self.start, None
        for step in self.steps:
            turned = step.move.card == placed.card and step.move.kind in ("rotate", "flip")
            if turned and _area(before, placed) != _area(step.state, placed):
                found = step.number
            before = step.state
        return found


class News(NamedTuple):
    """An event at the end of a round, in a sentence."""

    round: int
    text: str


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
    gains: tuple[str, ...] = ()


@dataclass(frozen=True)
class Replayed:
    """A whole game replayed: each player's game, the table at the end, and the events.

    `turns` holds the moves of all players in the order of play, `setup` the reasons before the
    first move.
    """

    games: tuple[Played, ...]
    table: Table
    news: tuple[News, ...] = ()
    turns: tuple[PlayedMove, ...] = ()
    setup: tuple[Reason, ...] = ()

    @property
    def state(self) -> Table:
        """The table after the last move."""
        return self.table

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
        return all(game.finished for game in self.games)


def _area(state: State, placed: Placed) -> int:
    return next((other.area for other in state.deck if other.card == placed.card), placed.area)


def play(
    name: str,
    start: State,
    moves: Iterable[Move | Line],
    rulings: Rulings = DEFAULT,
    *,
    strict: bool = False,
) -> Played:
    """Return the replay of one player's moves from a deal, without cards beside the deck.

    An illegal move is marked and performed as far as possible.  Reasons against a `Line` have its
    line in the file.  `strict` stops after the first illegal move.
    """
    lines = [item if isinstance(item, Line) else Line(item, 0) for item in moves]
    table = Table("solo", (Seat(name, start),), rulings=rulings)
    (game,) = _Replay(table, [lines], (), strict).run().games
    return game


def replay_table(record: Record, *, strict: bool = False) -> Replayed:
    """Return the replay of a record, round by round."""
    names = [player.name for player in record.data.players]
    orders = [[names.index(name) for name in order] for order in record.data.finish]
    played = _Replay(record.table(), record.moves, orders, strict).run()
    return replace(played, setup=tuple(set_up(record)))


class _Replay:
    """A replay in progress, which takes the players' moves round by round."""

    def __init__(
        self,
        table: Table,
        moves: Sequence[Sequence[Line]],
        orders: Sequence[Sequence[int]],
        strict: bool,
    ) -> None:
        self.table = table
        self.start = [seat.state for seat in table.seats]
        self.lines = [list(lines) for lines in moves]
        self.orders = orders
        self.strict = strict
        self.steps: list[list[Step]] = [[] for _ in moves]
        self.stopped = [False for _ in moves]
        self.news: list[News] = []
        self.turns: list[PlayedMove] = []

    def run(self) -> Replayed:
        first = min((state.round for state in self.start), default=1)
        for number in range(first, ROUNDS + 1):
            for seat in range(len(self.lines)):
                for line in self.due(seat, number):
                    self.move(seat, line)
            self.close(number)
        for seat in range(len(self.lines)):
            while (rest := self.next(seat)) is not None:
                self.move(seat, rest)
        games = tuple(
            Played(seat.name, start, tuple(steps), seat.owned, seat.total)
            for seat, start, steps in zip(self.table.seats, self.start, self.steps, strict=True)
        )
        return Replayed(games, self.table, tuple(self.news), tuple(self.turns))

    def next(self, seat: int) -> Line | None:
        """Return the next move of a seat; None after the last, or after `strict` has stopped."""
        done = len(self.steps[seat])
        if self.stopped[seat] or done >= len(self.lines[seat]):
            return None
        return self.lines[seat][done]

    def due(self, seat: int, number: int) -> Iterator[Line]:
        """Yield the moves of a seat up to the end of a round."""
        while (line := self.next(seat)) is not None:
            state = self.table.seats[seat].state
            if state.round > number or (state.over and state.round == number):
                return
            yield line

    def move(self, seat: int, line: Line) -> None:
        """Play a move of the player's own deck; a `round-end` here is out of place."""
        state, rulings = self.table.seats[seat].state, self.table.rulings
        if line.move.kind == ROUND_END:
            found = (*not_over(state), *not_there(state, line.move, **self.table.knows))
            steps = self.steps[seat]
            if state.over and steps and steps[-1].move.kind == ROUND_END:
                found = found or (ended_twice(state),)
            after = state
        else:
            found = judge(state, line.move, rulings).reasons
            after = perform(state, line.move)
        self.put(seat, after)
        self.keep(seat, line, found)

    def close(self, number: int) -> None:
        """Play the end of a round for all players who have reached it."""
        moves: dict[int, tuple[int, Move]] = {}
        closing: dict[int, Line] = {}
        for at, seat in enumerate(self.table.seats):
            line = self.next(at)
            here = seat.state.over and seat.state.round == number
            if here and line is not None and line.move.kind == ROUND_END:
                closing[at] = line
                moves[at] = (len(self.steps[at]) + 1, line.move)
        if not moves:
            return
        order = self.orders[number - 1] if number <= len(self.orders) else None
        closed = close(self.table, number, moves, order)
        self.table = closed.table
        self.news += [News(number, text) for text in closed.news]
        for at, line in closing.items():
            self.keep(at, line, closed.reasons[at])
        self.turns += [PlayedMove(None, "", text, str(number), self.table) for text in closed.news]

    def put(self, seat: int, state: State) -> None:
        seats = list(self.table.seats)
        seats[seat] = replace(seats[seat], state=state)
        self.table = replace(self.table, seats=tuple(seats))

    def keep(self, seat: int, line: Line, found: Sequence[Reason]) -> None:
        """Add a move that was performed to the replay."""
        number, where = len(self.steps[seat]) + 1, line.line or None
        reasons = tuple(reason.placed(turn=number, line=where) for reason in found)
        state = self.table.seats[seat].state
        steps = self.steps[seat]
        before = steps[-1].state if steps else self.start[seat]
        ends = line.move.kind == ROUND_END
        group = str(before.round if ends else before.begun.round)
        steps.append(Step(number, line.move, state, reasons))
        name = self.table.seats[seat].name
        self.turns.append(PlayedMove(number, name, str(line.move), group, self.table, reasons))
        self.stopped[seat] = self.strict and bool(reasons)


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
            yield _placed(record, path, BOOK.reason(
                "equal-deals", player.name, "deal",
                by=len(places), first=first.name, place=places[0], deal=core,
            ))  # fmt: skip
        elif {*first.deal} != {*player.deal}:
            yield _placed(record, path, BOOK.reason(
                "equal-deals.villagers", player.name, "deal", first=first.name,
                villagers=record.villagers(seat), deal=record.villagers(0),
            ))  # fmt: skip


def _core_cards(deal: Sequence[int | str]) -> tuple[int, ...]:
    return tuple(card for card in deal if isinstance(card, int))


def _placed(record: Record, path: tuple[str | int, ...], reason: Reason) -> Reason:
    """Return a reason with its line in the record."""
    return reason.placed(turn=None, line=record.document.where(path).line)


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
                yield _placed(record, ("middle",), BOOK.reason(
                    "setup.outposts", "the middle", "draw-outposts",
                    by=abs(count - 1), count=count, terrain=terrain,
                ))  # fmt: skip
    elif record.data.mode == "speed":
        known = [(outpost, outpost.points) for outpost in there if outpost.points is not None]
        for (above, more), (below, less) in pairwise(known):
            if more < less:
                yield _placed(record, ("middle",), BOOK.reason(
                    "setup.pile", below.title, "pile",
                    by=less - more, less=less, above=above.title, more=more,
                ))  # fmt: skip


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
            yield _placed(record, path, BOOK.reason(
                "setup.villagers", "villagers", "draw-villagers", by=abs(len(names) - count),
                count=len(names), drawn=tuple(names), wanted=count,
            ))  # fmt: skip
        for name in names:
            if name in backs:
                reason = BOOK.reason("setup.back", name, "draw-another", outpost=backs[name])
                yield _placed(record, path, reason)
