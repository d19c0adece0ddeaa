"""What a player can write next in a log: each verb with what it can name, and a legal example."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import permutations
from typing import NamedTuple, TypeVar

from palace.cooper_island.free_actions import COVER_AMOUNT, COVERS, EXCHANGES
from palace.cooper_island.goods import ANY, COIN, KINDS, MOST_PAID, RESOURCES, Goods, Item, Payment
from palace.cooper_island.land import RUIN, cubes_of, road_points, value
from palace.cooper_island.lines import close, go_on
from palace.cooper_island.referee import each_legal, highest_free
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
)
from palace.cooper_island.tiles import ISLETS, TERRAINS, Hand, Placement, Tile
from palace.cooper_island.turn import Setting, Turn
from palace.cooper_island.verbs import Step
from palace.cooper_island.workers import AREAS, ORDERS, PRICES, STAGES
from palace.cooper_island.workers import KINDS as WORKER_KINDS
from palace.scoring.score import counted

Values = Mapping[str, object]
"""Values of parts of a step, by name."""

K = TypeVar("K", int, str)

_step = Step.of

_COVERED: dict[str, Values] = {
    "resources": {"goods": Goods((("wood", COVER_AMOUNT - 1), ("stone", COVER_AMOUNT - 1)))}
}
"""What is named with an effect that a crate covers."""

MADE = ("boat", "build", "statue", "crate")
"""The verbs of what is paid for in the worker phase."""


class Choice(NamedTuple):
    """A verb, what it can name now, and its steps, which are tried one after the other."""

    verb: str
    what: str
    steps: Iterable[Step]


def _faults(turn: Turn, *steps: Step) -> set[tuple[str, str]]:
    """Return what is wrong with a turn that goes on with further steps, by key and place."""
    longer = turn.copy()
    go_on(longer, steps)
    close(longer, whole=False)
    return {(reason.key, reason.at) for reason in longer.reasons}


def legal_steps(turn: Turn) -> Iterator[tuple[Choice, Iterator[Step]]]:
    """Yield each choice, with those of its steps that bring no fault of their own; what is owed is
    none."""
    known = _faults(turn)
    for choice in choices_of(turn):
        yield choice, filter(lambda step: _faults(turn, step) <= known, choice.steps)


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
        yield Choice("sail", what, (_step("sail", ship=s, count=n) for n in counts for s in SHIPS))
    for owner in dict.fromkeys(turn.harbours):
        name = turn.table.seats[owner].name
        what = f"passing the harbour of {name}: one piece, or an anchor"
        steps = (_step("harbour", player=name, **fee) for fee in _fees(turn, "pay"))
        yield Choice("harbour", what, (*steps,))
    if turn.anchors_due:
        ships = sorted(SHIPS, key=lambda ship: turn.me.ship(ship).anchors)
        what = f"{counted(turn.anchors_due, 'anchor')} for missing food"
        yield Choice("anchor", what, (_step("anchor", ship=ship) for ship in ships))
    if turn.logbooks:
        what = "what the back of the token shows"
        yield Choice("logbook", what, (_step("logbook", **gain) for gain in _GIVES[1:]))
    passed = [(turn.table.seats[islet.owner].name, islet.number) for islet in turn.passed]
    known = [("islet", name, number) for name, number in passed if number]
    if known:
        what = f"islets passed: {', '.join(f'{name} {number}' for name, number in passed)}"
        yield Choice("again", what, _again(known))


_GIVES: tuple[Values, ...] = ({}, *({"gives": Goods(((kind, 1),))} for kind in RESOURCES))
"""What an effect that is not known may give: nothing is written, or one resource."""


def _again(known: Sequence[tuple[str, str, int]]) -> Iterator[Step]:
    for what, player, number in known:
        for gain in _GIVES:
            yield _step("again", what=what, player=player, number=number, **gain)


def _fees(turn: Turn, word: str) -> Iterator[Values]:
    """Yield the ways to pay another player: one piece, or an anchor under the freer ship."""
    has = _purse(turn)
    for kind in (COIN, *RESOURCES):
        if has.get(kind):
            yield {word: Payment((Item(kind),))}
    yield from ({word: Payment((cube,))} for cube in _cubes(turn))
    yield {"anchor": min(SHIPS, key=lambda ship: turn.me.ship(ship).anchors)}


def _cubes(turn: Turn) -> Iterator[Item]:
    for space, holds in turn.me.land.items():
        if holds.cube:
            yield Item(holds.cube, 1, space)


# The worker phase.


def _placing(turn: Turn) -> Iterator[Choice]:
    table, own = turn.table, {area for area, _ in turn.me.placed}
    free = [area for area in AREAS if area not in own]
    rivals = {area: [seat for seat in table.standing(area) if seat != turn.at] for area in free}
    tolls = {a: f" (toll to {table.seats[seats[-1]].name})" for a, seats in rivals.items() if seats}
    named = ", ".join([f"{area}{tolls.get(area, '')}" for area in free])
    for kind, idle in zip(WORKER_KINDS, turn.me.idle, strict=True):
        steps = (
            _step(kind, area=area, **fee)
            for area in sorted(free, key=tolls.__contains__)
            for fee in (_fees(turn, "toll") if area in tolls else ({},))
        )
        if idle:
            yield Choice(kind, f"{named}; {idle} idle", steps)


def left(turn: Turn) -> dict[str, int]:
    """Return how often each kind of step is still offered, by the alternative that allows most."""
    agreeing = [offer for offer in turn.offers if not turn.beyond(offer)]
    most: dict[str, int] = {}
    for offer in agreeing or turn.offers:
        for kind, count in offer.items():
            most[kind] = max(count, most.get(kind, 0))
    every = {kind: most.get(kind, 0) + turn.granted.get(kind, 0) for kind in (*most, "lay")}
    return {k: n - turn.used.get(k, 0) for k, n in every.items() if n > turn.used.get(k, 0)}


def _offered(turn: Turn) -> Iterator[Choice]:
    """Yield what the worker's area offers."""
    me, box = turn.me, turn.setting.box
    less, offered = turn.discount, left(turn)
    if count := offered.get("draw"):
        yield Choice("draw", "double tiles from the bag", [_step("draw", count=count)])
    yield from _doubles(turn)
    if "boat" in offered:
        costs = {n: box.cost("boats", n) for n in range(1, BOATS + 1) if n not in me.boats}
        yield _priced(turn, "boat", costs, lambda number: {"number": number}, less)
    if "build" in offered:
        kinds = [kind for kind in BUILDINGS if me.buildings.count(kind) < BUILDINGS[kind]]
        spaces = highest_free(me.land)
        choice = _priced(
            turn, "build", {kind: box.cost("buildings", kind) for kind in kinds},
            lambda kind: {"kind": kind, "space": spaces[0]}, less,
        )  # fmt: skip
        where = _words(spaces, "no free space")
        what = f"{choice.what}; on {where}, with card NAME for its card"
        yield Choice("build", what, choice.steps if spaces else ())
    if "take" in offered:
        yield Choice(
            "take", "one coin or resource", (_step("take", goods=Goods(((k, 1),))) for k in KINDS)
        )
    if "ruin" in offered:
        ruins = me.land.pieces(RUIN)
        yield Choice("ruin", f"from {_words(ruins)}", (_step("ruin", space=s) for s in ruins))
    if "statue" in offered and me.workshop:
        spaces = highest_free(me.land)
        pays = _paying(turn, box.cost("statue"), 0)
        what = f"{_cost(box.cost('statue'), 0)}; on {_words(spaces, 'no free space')}"
        yield Choice("statue", what, (_step("statue", space=s, **p) for s in spaces for p in pays))
    if "crate" in offered:
        costs = {n: box.cost("crates", n) for n in range(1, CRATES + 1) if n not in me.crates}
        choice = _priced(turn, "crate", costs, lambda number: {"number": number}, less)
        number = turn.table.round
        if number not in (*me.crates, *turn.table.turned):
            choice = choice._replace(what=f"{choice.what}; crate {number} turned is 1 less")
        yield choice
    names = [seat.name for seat in turn.table.seats]
    again: list[tuple[str, str, int]] = []
    if "islet again" in offered:
        again += [("islet", names[o.owner], o.number) for o in turn.table.islets if o.number]
    if "boat again" in offered:
        again += [("boat", seat.name, n) for seat in turn.table.seats for n in seat.boats]
    if again:
        yield Choice("again", "one islet or boat on the board", _again(again))


def _doubles(turn: Turn) -> Iterator[Choice]:
    if turn.me.doubles and "lay" in left(turn):
        tiles = [Tile("double", pair) for pair in permutations(TERRAINS, 2)]
        what = f"{counted(turn.me.doubles, 'tile')} in hand; tiles shows where they fit"
        steps = (_step("double", placement=place) for place in _places(turn, tiles))
        yield Choice("double", what, steps)


def placements(
    seat: Seat, setting: Setting, singles: int, tiles: Iterable[Tile]
) -> Iterator[Placement]:
    """Yield where tiles can be laid on a player's land."""
    hand = Hand(None, singles, ISLETS - len(seat.islets), seat.steps)
    for tile in tiles:
        yield from each_legal(seat.land, tile, setting.rulings, hand)


def _places(turn: Turn, tiles: Iterable[Tile]) -> Iterator[Placement]:
    return placements(turn.me, turn.setting, turn.table.singles, tiles)


# Income and clean-up.


def _income(turn: Turn) -> Iterator[Choice]:
    me, box = turn.me, turn.setting.box
    if "islet" in left(turn) and len(me.islets) < ISLETS:
        numbers = [n for n in range(1, ISLETS + 1) if n not in me.islets]
        tiles = [Tile("islet", (terrain,)) for terrain in TERRAINS]
        steps = (
            _step("islet", placement=place, number=numbers[0], **gain)
            for place in _places(turn, tiles) for gain in _GIVES
        )  # fmt: skip
        yield Choice("islet", f"number {', '.join(map(str, numbers))}; once a round", steps)
    yield from _doubles(turn)
    boats = [n for n in me.boats if f"boat {n}" not in me.income]
    if boats:
        known = {n: box.gives("boats", n) for n in boats}
        gains = (f"{n} ({'gain not known' if g is None else g})" for n, g in known.items())
        steps = (_step("receive", number=n, **gain) for n in boats for gain in _GIVES)
        yield Choice("receive", f"boat {', '.join(gains)}", steps)


def _clean_up(turn: Turn) -> Iterator[Choice]:
    me = turn.me
    if "feed" not in me.income:
        needed = turn.setting.box.feeding(me.workers)
        what = f"{counted(me.workers, 'worker')}, "
        what += "food not known" if needed is None else f"{needed} food; an anchor for each missing"
        paid = payment(turn, Goods.of({"food": needed or 0}), needed or 0) or Payment()
        yield Choice("feed", what, (_step("feed", food=food) for food in (paid, Payment())))
        return
    if not me.income or me.stage <= STAGES.index("reactivate"):
        cost = {k: 0 if "fortress" in me.buildings else n for k, n in PRICES.items()}
        used = [("crate", name) for name in me.covers]
        used += [("card", card.name) for card in me.cards if card.used]
        if used:
            what = ", ".join(f"{kind} {name} ({cost[kind]} coin)" for kind, name in used)
            steps = (
                _step("reactivate", what=kind, name=name, **pay) for kind, name in used
                for pay in _paying(turn, Goods.of({COIN: cost[kind]}), 0)
            )  # fmt: skip
            yield Choice("reactivate", what, steps)
    if "statues" not in me.income and (count := len(me.land.pieces("statue"))):
        yield Choice(
            "statues", f"a helm point for each of {counted(count, 'statue')}", [_step("statues")]
        )
    if "road" not in me.income and road_points(me.land, turn.setting.rulings):
        yield Choice("road", "the helm point of the road", [_step("road")])


# At any time.


def _any_time(turn: Turn) -> Iterator[Choice]:
    me, table, values = turn.me, turn.table, turn.setting.box.values
    goods = [Item(kind, count) for kind, count in me.market.items]
    goods += _cubes(turn)
    if goods:
        what = ", ".join([str(item) for item in goods])
        paid = (item._replace(amount=min(item.amount, MOST_PAID)) for item in goods)
        yield Choice("store", what, (_step("store", goods=Payment((item,))) for item in paid))
    rare = "gold" if turn.setting.rulings.gold_exchange == "gold" else COIN
    prices = (("cloth", COIN), (rare, RESOURCES[0]))
    price = EXCHANGES["cloth"]
    swaps = [
        _step("exchange", goods=Payment((Item(kind, price),)), wanted=Goods(((wanted, 1),)))
        for kind, wanted in prices if me.storage[kind] + me.market[kind] >= price
    ]  # fmt: skip
    if swaps:
        yield Choice("exchange", "goods for goods", swaps)
    free = [effect for effect in COVERS if effect not in me.covers]
    if len(me.covers) < len(me.crates) and free:
        steps = (_step("cover", effect=e, **_COVERED.get(e, {})) for e in free)
        yield Choice("cover", f"{', '.join(free)}, with a crate", steps)
    if me.steps and not me.cartographer_used and table.singles:
        known = values.single_tile
        cost = "for steps of the cartographer" + ("" if known else ", whose number is not known")
        more: Values = {} if known else {"steps": 1}
        tiles = [Tile("single", (terrain,)) for terrain in TERRAINS]
        steps = (_step("single", placement=p, **more) for p in _places(turn, tiles))
        yield Choice("single", cost, steps)
    ready = [card.name for card in me.cards if not card.used]
    if ready:
        gains: tuple[Values, ...] = ({}, {"gives": Goods((("food", 1),))})
        steps = (_step("use", card=name, **gain) for gain in gains for name in ready)
        yield Choice("use", ", ".join(ready), steps)
    if len(me.milestones) < MILESTONES and any(me.unhired):
        names = [n for n in values.milestones if n not in me.milestones] or ["boats"]
        taken = {number for seat in table.seats for number in seat.on_orders}
        order = min({*range(1, ORDERS + 1)} - taken)
        hire: list[Values] = [{"takes": "worker"}]
        hire += [{"takes": "special", "sends": kind, "to": order} for kind in WORKER_KINDS]
        steps = (_step("milestone", name=name, **worker) for name in names for worker in hire)
        what = f"{', '.join(names)}, " if values.milestones else ""
        what += "hires a worker, on trust"
        yield Choice("milestone", what, steps)


# Costs.


def _purse(turn: Turn) -> dict[str, int]:
    """Return the goods that pay ordinary costs, besides cubes of the peninsula."""
    pays = turn.setting.rulings.market_pays == "yes"
    return dict((turn.me.goods if pays else turn.me.storage).items)


def payment(turn: Turn, cost: Goods, less: int = 0) -> Payment | None:
    """Return goods and cubes worth a cost, of which `less` need not be paid; None without enough.

    Stored goods are taken before cubes, and the lowest cubes first.
    """
    has, land = _purse(turn), turn.me.land
    spaces = sorted(cubes_of(land), key=lambda space: value(land, space))
    paid: list[Item] = []
    for kind, count in sorted(cost.items, key=lambda item: item[0] == ANY):
        for other in KINDS if kind == ANY else (kind,):
            taken = max(0, min(count, has.get(other, 0)))
            has[other] = has.get(other, 0) - taken
            paid += [Item(other, taken)] * bool(taken)
            count -= taken
            for space in [space for space in spaces if land[space].cube == other]:
                if count > 0:
                    spaces.remove(space)
                    paid.append(Item(other, 1, space))
                    count -= value(land, space)
        less -= max(0, count)
    return None if less < 0 else Payment((*paid,))


def _paying(turn: Turn, cost: Goods | None, less: int) -> list[Values]:
    """Return the part of a step that pays a cost; none if it cannot be paid."""
    paid = Payment() if cost is None else payment(turn, cost, less)
    return [] if paid is None else [{"pay": paid} if paid else {}]


def _priced(
    turn: Turn, verb: str, costs: Mapping[K, Goods | None], named: Callable[[K], Values], less: int
) -> Choice:
    """Return the choice of something to make, with the cost of each; paid for where it can be."""
    parts = [f"{name} for {_cost(cost, less)}" for name, cost in costs.items()]
    if not any(costs.values()):
        parts = [f"{', '.join(map(str, costs))}; costs not known, taken as written"]
    ways = ((named(name), pay) for name, c in costs.items() for pay in _paying(turn, c, less))
    return Choice(verb, ", ".join(parts), (_step(verb, **name, **pay) for name, pay in ways))


def _cost(cost: Goods | None, less: int) -> str:
    if cost is None:
        return "a cost that is not known"
    return f"{cost} less {less}" if less else str(cost)


def _words(spaces: Sequence[object], nothing: str = "no space") -> str:
    return ", ".join(map(str, spaces)) or nothing
