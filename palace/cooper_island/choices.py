"""What a player can write next in a log: each verb with what it can name, and a legal example."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from typing import NamedTuple

from palace.cooper_island.free_actions import COVER_AMOUNT, COVERS, EXCHANGES
from palace.cooper_island.goods import ANY, COIN, KINDS, RESOURCES, Goods
from palace.cooper_island.land import RUIN, cubes_of, road_points, value
from palace.cooper_island.notation import Entry, read_steps
from palace.cooper_island.referee import each_legal, highest_free
from palace.cooper_island.replay import carry_out, perform
from palace.cooper_island.state import (
    BOATS,
    BUILDINGS,
    CLEAN_UP,
    CRATES,
    INCOME,
    MILESTONES,
    SHIPS,
    WORKERS,
    Seat,
    Table,
)
from palace.cooper_island.tiles import ISLETS, TERRAINS, Hand, Placement, Tile
from palace.cooper_island.turn import Setting, Turn
from palace.cooper_island.verbs import Step, quoted
from palace.cooper_island.workers import AREAS, ORDERS, PRICES, STAGES
from palace.cooper_island.workers import KINDS as WORKER_KINDS
from palace.core.verdict import Reason
from palace.scoring.score import counted

OWED = ("helm-points.left", "harbour.unpaid", "anchors.due")
"""The keys of the reasons against a line that further steps of it can mend."""

_MADE = ("boat", "build", "statue", "crate")
"""The verbs of what is paid for in the worker phase."""


class Choice(NamedTuple):
    """A verb, what it can name now, and its complete steps, which are tried one after the other."""

    verb: str
    what: str
    steps: Iterable[str]


@dataclass(frozen=True)
class Line:
    """A line of a log as far as it is entered: the table before it, its player, its steps."""

    table: Table
    setting: Setting
    name: str
    steps: tuple[Step, ...] = ()

    @cached_property
    def turn(self) -> Turn:
        """The turn after these steps, with what is still owed."""
        return carry_out(self.table, self.setting, Entry(self.name, self.steps))

    @cached_property
    def reasons(self) -> frozenset[tuple[str, str]]:
        """What its steps are not legal for, by key and place; what is owed is none of it."""
        done = perform(self.table, self.setting, Entry(self.name, self.steps))
        return frozenset(_marks(done.reasons))

    def plus(self, text: str) -> Line:
        """Return the line with further steps; raises `NotationError`."""
        return Line(self.table, self.setting, self.name, (*self.steps, *read_steps(text)))

    def allows(self, text: str) -> bool:
        """Return whether further steps are legal."""
        return self.plus(text).reasons <= self.reasons

    @property
    def owes(self) -> bool:
        """Whether something has to follow before the line can end."""
        turn = self.turn
        return bool(turn.helm or turn.harbours or turn.anchors_due)

    def choices(self) -> Iterator[tuple[Choice, str]]:
        """Yield each choice that has a legal step, with the first one as its example; also what
        cannot be paid, with an empty one."""
        for choice in choices_of(self.turn):
            example = next(filter(self.allows, choice.steps), "")
            if example or choice.verb in _MADE:
                yield choice, example

    def texts(self, verb: str) -> Iterator[str]:
        """Yield the legal steps of a verb."""
        for choice in choices_of(self.turn):
            if choice.verb == verb:
                yield from filter(self.allows, choice.steps)


def _marks(reasons: Iterable[Reason]) -> Iterator[tuple[str, str]]:
    return ((reason.key, reason.at) for reason in reasons if reason.key not in OWED)


def choices_of(turn: Turn) -> Iterator[Choice]:
    """Yield the choices in the order in which players think of them: owed, offered, at any time."""
    yield from _sea(turn)
    phase = turn.table.phase
    if phase == WORKERS:
        if not turn.workers and turn.at == turn.table.due:
            yield from _placing(turn)
        yield from _offered(turn)
    elif phase == INCOME:
        yield from _income(turn)
    elif phase == CLEAN_UP:
        yield from _clean_up(turn)
    yield from _any_time(turn)


# What ships owe and earn.


def _sea(turn: Turn) -> Iterator[Choice]:
    if turn.helm:
        whole = turn.setting.rulings.helm_points == "one"
        counts = dict.fromkeys(turn.helm) if whole else range(sum(turn.helm), 0, -1)
        points = " and ".join(map(str, turn.helm))
        what = f"{points} helm point{'s' * (sum(turn.helm) > 1)}, cutter or two-master"
        yield Choice("sail", what, (f"sail {s} {n}" for n in counts for s in SHIPS))
    for owner in dict.fromkeys(turn.harbours):
        name = turn.table.seats[owner].name
        what = f"passing the harbour of {name}: one piece, or an anchor"
        yield Choice(
            "harbour", what, (f"harbour {quoted(name)} {end}" for end in _fees(turn, "pay"))
        )
    if turn.anchors_due:
        ships = sorted(SHIPS, key=lambda ship: turn.me.ship(ship).anchors)
        what = f"{counted(turn.anchors_due, 'anchor')} for missing food"
        yield Choice("anchor", what, (f"anchor {ship}" for ship in ships))
    if turn.logbooks:
        what = "what the back of the token shows"
        yield Choice("logbook", what, (f"logbook gives 1 {kind}" for kind in RESOURCES))
    passed = [(turn.table.seats[islet.owner].name, islet.number) for islet in turn.passed]
    known = [f"again islet {quoted(name)} {number}" for name, number in passed if number]
    if known:
        what = f"islets passed: {', '.join(f'{name} {number}' for name, number in passed)}"
        yield Choice("again", what, (f"{text}{end}" for text in known for end in _GIVES))


_GIVES = ("", *(f" gives 1 {kind}" for kind in RESOURCES))


def _fees(turn: Turn, word: str) -> Iterator[str]:
    """Yield the ways to pay another player: one piece, or an anchor under the freer ship."""
    has = _purse(turn)
    order = (COIN, *RESOURCES)
    yield from (f"{word} 1 {kind}" for kind in order if has[kind])
    yield from (f"{word} {turn.me.land[s].cube}@{s}" for s in cubes_of(turn.me.land))
    yield f"anchor {min(SHIPS, key=lambda ship: turn.me.ship(ship).anchors)}"


# The worker phase.


def _placing(turn: Turn) -> Iterator[Choice]:
    own = {area for area, _ in turn.me.placed}
    free = [area for area in AREAS if area not in own]
    for kind, idle in zip(WORKER_KINDS, turn.me.idle, strict=True):
        rivals = {
            area: [seat for seat in turn.table.standing(area) if seat != turn.at] for area in free
        }
        named = [
            f"{area} (toll to {turn.table.seats[seats[-1]].name})" if seats else area
            for area, seats in rivals.items()
        ]
        steps = (
            f"{kind} {area}{end}"
            for area in sorted(free, key=lambda area: bool(rivals[area]))
            for end in ((f" {fee}" for fee in _tolls(turn)) if rivals[area] else ("",))
        )
        if idle:
            yield Choice(kind, f"{', '.join(named)}; {idle} idle", steps)


def _tolls(turn: Turn) -> Iterator[str]:
    return _fees(turn, "toll")


def left(turn: Turn, kind: str) -> int:
    """Return how often a kind of step is still offered, by the alternative that allows most."""
    beyond = turn.used - turn.granted
    offers = turn.offers or ({},)
    agreeing = [o for o in offers if all(o.get(k, 0) >= n for k, n in beyond.items())]
    most = max(offer.get(kind, 0) for offer in agreeing or offers)
    return max(0, most + turn.granted[kind] - turn.used[kind])


def _offered(turn: Turn) -> Iterator[Choice]:
    """Yield what the worker's area offers."""
    me, box = turn.me, turn.setting.box
    less = turn.discount
    if count := left(turn, "draw"):
        yield Choice("draw", "double tiles from the bag", [f"draw {count}"])
    yield from _doubles(turn)
    if left(turn, "boat"):
        costs = {str(n): box.cost("boats", n) for n in range(1, BOATS + 1) if n not in me.boats}
        yield _priced(turn, "boat", costs, lambda name: f"boat {name}", less)
    if left(turn, "build"):
        kinds = [kind for kind in BUILDINGS if me.buildings.count(kind) < BUILDINGS[kind]]
        spaces = highest_free(me.land)
        choice = _priced(
            turn, "build", {kind: box.cost("buildings", kind) for kind in kinds},
            lambda kind: f"build {kind} {spaces[0] if spaces else ''}", less,
        )  # fmt: skip
        where = _words(spaces, "no free space")
        yield choice._replace(what=f"{choice.what}; on {where}, with card NAME for its card")
    if left(turn, "take"):
        yield Choice("take", "one coin or resource", (f"take 1 {kind}" for kind in KINDS))
    if left(turn, "ruin"):
        ruins = me.land.pieces(RUIN)
        yield Choice("ruin", f"from {_words(ruins)}", (f"ruin {space}" for space in ruins))
    if left(turn, "statue") and me.workshop:
        spaces = highest_free(me.land)
        pays = _paying(turn, box.cost("statue"), 0)
        what = f"{_cost(box.cost('statue'), 0)}; on {_words(spaces, 'no free space')}"
        yield Choice("statue", what, (f"statue {space}{pay}" for space in spaces for pay in pays))
    if left(turn, "crate"):
        costs = {str(n): box.cost("crates", n) for n in range(1, CRATES + 1) if n not in me.crates}
        choice = _priced(turn, "crate", costs, lambda name: f"crate {name}", less)
        number = turn.table.round
        if number not in (*me.crates, *turn.table.turned):
            choice = choice._replace(what=f"{choice.what}; crate {number} turned is 1 less")
        yield choice
    again = []
    if left(turn, "islet again"):
        again += [
            f"again islet {quoted(turn.table.seats[one.owner].name)} {one.number}"
            for one in turn.table.islets if one.number
        ]  # fmt: skip
    if left(turn, "boat again"):
        again += [
            f"again boat {quoted(seat.name)} {n}" for seat in turn.table.seats for n in seat.boats
        ]
    if again:
        steps = (f"{text}{end}" for text in again for end in _GIVES)
        yield Choice("again", "one islet or boat on the board", steps)


def _doubles(turn: Turn) -> Iterator[Choice]:
    count = left(turn, "lay")
    if count and turn.me.doubles:
        tiles = [Tile("double", pair) for pair in permutations(TERRAINS, 2)]
        what = f"{counted(turn.me.doubles, 'tile')} in hand; tiles shows where they fit"
        yield Choice("double", what, _places(turn, tiles))


def placements(
    seat: Seat, setting: Setting, singles: int, tiles: Iterable[Tile]
) -> Iterator[Placement]:
    """Yield where tiles can be laid on a player's land."""
    hand = Hand(None, singles, ISLETS - len(seat.islets), seat.steps)
    for tile in tiles:
        yield from each_legal(seat.land, tile, setting.rulings, hand)


def _places(turn: Turn, tiles: Iterable[Tile]) -> Iterator[str]:
    return map(str, placements(turn.me, turn.setting, turn.table.singles, tiles))


# Income and clean-up.


def _income(turn: Turn) -> Iterator[Choice]:
    me, box = turn.me, turn.setting.box
    if left(turn, "islet") and len(me.islets) < ISLETS:
        numbers = [n for n in range(1, ISLETS + 1) if n not in me.islets]
        tiles = [Tile("islet", (terrain,)) for terrain in TERRAINS]
        steps = (
            f"{place} number {numbers[0]}{end}"
            for place in _places(turn, tiles) for end in _GIVES
        )  # fmt: skip
        yield Choice("islet", f"number {', '.join(map(str, numbers))}; once a round", steps)
    yield from _doubles(turn)
    boats = [n for n in me.boats if f"boat {n}" not in me.income]
    if boats:
        gains = (f"{n} ({_gives(box.gives('boats', n))})" for n in boats)
        steps = (f"receive {n}{end}" for n in boats for end in _GIVES)
        yield Choice("receive", f"boat {', '.join(gains)}", steps)


def _clean_up(turn: Turn) -> Iterator[Choice]:
    me = turn.me
    stage = STAGES[me.stage] if me.income else STAGES[0]
    if "feed" not in me.income:
        needed = turn.setting.box.feeding(me.workers)
        what = f"{counted(me.workers, 'worker')}, "
        what += "food not known" if needed is None else f"{needed} food; an anchor for each missing"
        paid = payment(turn, Goods.of({"food": needed or 0}), needed or 0) or "nothing"
        yield Choice("feed", what, [f"feed {paid}", "feed nothing"])
        return
    if STAGES.index("reactivate") >= STAGES.index(stage):
        cost = {k: 0 if "fortress" in me.buildings else n for k, n in PRICES.items()}
        used = [("crate", name) for name in me.covers]
        used += [("card", card.name) for card in me.cards if card.used]
        if used:
            what = ", ".join(f"{kind} {name} ({cost[kind]} coin)" for kind, name in used)
            steps = (
                f"reactivate {kind} {quoted(name)}{pay}" for kind, name in used
                for pay in _paying(turn, Goods.of({COIN: cost[kind]}), 0)
            )  # fmt: skip
            yield Choice("reactivate", what, steps)
    if "statues" not in me.income and (count := len(me.land.pieces("statue"))):
        yield Choice("statues", f"a helm point for each of {counted(count, 'statue')}", ["statues"])
    if "road" not in me.income and road_points(me.land, turn.setting.rulings):
        yield Choice("road", "the helm point of the road", ["road"])


# At any time.


def _any_time(turn: Turn) -> Iterator[Choice]:
    me, table, values = turn.me, turn.table, turn.setting.box.values
    goods = [f"{count} {kind}" for kind, count in me.market.items]
    goods += [f"{me.land[space].cube}@{space}" for space in cubes_of(me.land)]
    if goods:
        yield Choice("store", f"{', '.join(goods)}", (f"store {one}" for one in goods))
    rare = "gold" if turn.setting.rulings.gold_exchange == "gold" else COIN
    prices = (("cloth", COIN), (rare, RESOURCES[0]))
    swaps = [
        f"exchange {EXCHANGES['cloth']} {kind} for 1 {wanted}"
        for kind, wanted in prices if me.goods[kind] >= EXCHANGES["cloth"]
    ]  # fmt: skip
    if swaps:
        yield Choice("exchange", "goods for goods", swaps)
    free = [effect for effect in COVERS if effect not in me.covers]
    if len(me.covers) < len(me.crates) and free:
        more = {"resources": f" {COVER_AMOUNT - 1} wood {COVER_AMOUNT - 1} stone"}
        steps = (f"cover {effect}{more.get(effect, '')}" for effect in free)
        yield Choice("cover", f"{', '.join(free)}, with a crate", steps)
    if me.steps and not me.cartographer_used and table.singles:
        known = values.single_tile
        cost = "for steps of the cartographer" + ("" if known else ", whose number is not known")
        end = "" if known else " for 1"
        tiles = [Tile("single", (terrain,)) for terrain in TERRAINS]
        yield Choice("single", cost, (f"{text}{end}" for text in _places(turn, tiles)))
    ready = [card.name for card in me.cards if not card.used]
    if ready:
        steps = (f"use {quoted(name)} gives 1 food" for name in ready)
        yield Choice("use", ", ".join(ready), (*(f"use {quoted(name)}" for name in ready), *steps))
    if len(me.milestones) < MILESTONES and any(me.unhired):
        names = [n for n in values.milestones if n not in me.milestones] or ["boats"]
        order = next(n for n in range(1, ORDERS + 1) if table.order_taken(n) is None)
        hire = ("worker", f"special sends worker to {order}", f"special sends special to {order}")
        steps = (f"milestone {quoted(name)} takes {end}" for name in names for end in hire)
        what = f"{', '.join(names)}, " if values.milestones else ""
        what += "hires a worker, on trust"
        yield Choice("milestone", what, steps)


# Costs.


def _purse(turn: Turn) -> Goods:
    """Return the goods that pay ordinary costs, besides cubes of the peninsula."""
    pays = turn.setting.rulings.market_pays == "yes"
    return turn.me.goods if pays else turn.me.storage


def payment(turn: Turn, cost: Goods, less: int = 0) -> str | None:
    """Return goods and cubes worth a cost, of which `less` need not be paid; None without enough.

    Stored goods are taken before cubes, and the lowest cubes first.
    """
    has = dict(_purse(turn).items)
    land = turn.me.land
    spaces = sorted(cubes_of(land), key=lambda space: value(land, space))
    paid: list[str] = []
    for kind, count in sorted(cost.items, key=lambda item: item[0] == ANY):
        for other in KINDS if kind == ANY else (kind,):
            taken = max(0, min(count, has.get(other, 0)))
            has[other] = has.get(other, 0) - taken
            paid += [f"{taken} {other}"] * bool(taken)
            count -= taken
            for space in [space for space in spaces if land[space].cube == other]:
                if count > 0:
                    spaces.remove(space)
                    paid.append(f"{other}@{space}")
                    count -= value(land, space)
        less -= max(0, count)
    return None if less < 0 else " ".join(paid)


def _paying(turn: Turn, cost: Goods | None, less: int) -> list[str]:
    """Return the end of a step that pays a cost; none if it cannot be paid."""
    if cost is None:
        return [""]
    paid = payment(turn, cost, less)
    return [] if paid is None else [f" pay {paid}" if paid else ""]


def _priced(
    turn: Turn,
    verb: str,
    costs: dict[str, Goods | None],
    text: Callable[[str], str],
    less: int,
) -> Choice:
    """Return the choice of something to make, with the cost of each; paid for where it can be."""
    parts = [f"{name} for {_cost(cost, less)}" for name, cost in costs.items()]
    if not any(costs.values()):
        parts = [f"{', '.join(costs)}; costs not known, taken as written"]
    steps = (f"{text(name)}{pay}" for name, c in costs.items() for pay in _paying(turn, c, less))
    return Choice(verb, ", ".join(parts), steps)


def _cost(cost: Goods | None, less: int) -> str:
    if cost is None:
        return "a cost that is not known"
    return f"{cost} less {less}" if less else str(cost)


def _gives(goods: Goods | None) -> str:
    return "gain not known" if goods is None else str(goods)


def _words(spaces: Sequence[object], nothing: str = "no space") -> str:
    return ", ".join(map(str, spaces)) or nothing
