"""Workers: the areas A to H, building, hiring, and the clean-up.

A fault is recorded and the step is carried out as far as possible; see `palace.cooper_island.turn`.
"""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

from palace.cooper_island.box import CARDS
from palace.cooper_island.free_actions import pay_or_anchor, rest_cartographer
from palace.cooper_island.goods import Goods, Payment
from palace.cooper_island.land import RUIN, road_points
from palace.cooper_island.peninsula import Hex
from palace.cooper_island.referee import helm_points, judge_building, take_ruin
from palace.cooper_island.state import BOATS, BUILDINGS, CRATES, MILESTONES, WORKSHOP, Cover
from palace.cooper_island.turn import Cause, Offer, Turn, charge, spend
from palace.core.errors import nearest

KINDS = ("worker", "special")
"""The words of a log for normal and special workers."""

BUILDING_POINTS = {"small": 1, "large": 2, "fortress": 0}
"""Helm points of each kind of building, without the point of a settlement."""

ORDERS = 8
"""The number of royal orders; two players do not use the last."""

_SLOTS = range(1, WORKSHOP + 1)

STAGES = ("feed", "reactivate", "statues", "road")
"""The stages of a clean-up, in order."""

EXTRA_FOOD_FROM = 3
"""The number of hired workers from which feeding all workers earns a helm point."""

PRICES = {"card": 2, "crate": 1}
"""Coins to turn back the card of a large building, and to free a crate."""


class Area(NamedTuple):
    """The steps that an area offers a normal worker (`offers`) and a special one (`special`).

    Each entry is an alternative. `steps` and `special_steps` are those of the cartographer;
    `discount` is the part of a cost that a special worker does not pay.
    """

    offers: tuple[Offer, ...]
    special: tuple[Offer, ...]
    steps: int = 0
    special_steps: int = 0
    discount: int = 0


_ONE = {"draw": 1, "lay": 1}

AREAS: dict[str, Area] = {
    "A": Area(({"draw": 1}, {"lay": 1}), (_ONE,), 1, 1),
    "B": Area(({"boat": 1},), ({"boat": 1},), discount=2),
    "C": Area((_ONE,), ({**_ONE, "islet again": 1},)),
    "D": Area(({"build": 1},), ({"build": 1},), discount=2),
    "E": Area(({"take": 1},), ({"take": 1, "boat again": 1},), 3, 3),
    "F": Area(({"ruin": 1}, {"statue": 1}), ({"ruin": 1, "statue": 1},)),
    "G": Area(({"draw": 2}, {"lay": 2}), ({"draw": 2}, {"lay": 2}), 0, 1),
    "H": Area(({"crate": 1},), ({"crate": 1, "draw": 1}, {"crate": 1, "lay": 1})),
}

START_PLAYER = "A"
"""The area where the first normal worker takes the start player's token."""


# The worker phase.


def place_worker(
    turn: Turn, area: str, kind: str, toll: Payment | None = None, anchor: str | None = None
) -> None:
    """Place a worker: check turn, worker, area and toll, then open what the area offers."""
    turn.workers += 1
    rest_cartographer(turn)
    table = turn.table
    # A second worker of the entry is one fault, reported when the entry is closed.
    if turn.workers == 1 and turn.at != table.due and any(table.seats[table.due].idle):
        turn.fault("worker-order.turn", remedy="worker.due", due=table.seats[table.due].name)
    at = KINDS.index(kind)
    idle = turn.me.idle
    if not idle[at]:
        remedy = "worker.other" if idle[1 - at] else "worker.hire"
        turn.fault("worker", remedy=remedy, by=1, kind=kind, other=KINDS[1 - at])
    own = {placed for placed, _ in turn.me.placed}
    if area in own:
        free = tuple(other for other in AREAS if other not in own)
        turn.fault("area", remedy="free", area=area, free=free)
    # The last player to come to the area is paid.
    others = [seat for seat in table.standing(area) if seat != turn.at]
    if others:
        pay_or_anchor(turn, others[-1], "toll", "toll", toll, anchor)
    elif toll is not None or anchor is not None:
        turn.fault("toll.none", remedy="pay.nothing", by=1, area=area)
    rivals = (seat for at, seat in enumerate(turn.table.seats) if at != turn.at)
    first = not any((area, "worker") in seat.placed for seat in rivals)
    placed = (*turn.me.placed, *[(area, kind)] * bool(idle[at]))
    turn.change(idle=_without_one(idle, at), placed=placed)
    table = turn.table
    there = {**dict(table.occupied), area: (*table.standing(area), turn.at)}
    turn.change_table(occupied=tuple(there.items()))
    if area == START_PLAYER and kind == "worker" and first and table.heir is None:
        turn.change_table(heir=turn.at)
    turn.change_table(due=turn.table.next(turn.at), active=turn.at)
    offered, special = AREAS[area], kind == "special"
    offers = offered.special if special else offered.offers
    earlier: tuple[Offer, ...] = turn.offers or ({},)
    turn.offers = tuple(
        {**one, **{kind: count + one.get(kind, 0) for kind, count in two.items()}}
        for one, two in product(earlier, offers)
    )
    turn.where = (*turn.where, (area, kind))
    turn.discount = offered.discount if special else 0
    turn.advance(offered.special_steps if special else offered.steps)


def _without_one(workers: tuple[int, int], at: int) -> tuple[int, int]:
    """Return workers by kind with one fewer of a kind, but not less than 0."""
    left = [*workers]
    left[at] = max(0, left[at] - 1)
    return left[0], left[1]


def build_boat(
    turn: Turn, number: int, pay: Payment | None = None, gives: Goods | None = None
) -> None:
    """Build an income boat on its berth."""
    turn.used["boat"] += 1
    boats = turn.me.boats
    if number in boats or number > BOATS:
        left = tuple(n for n in range(1, BOATS + 1) if n not in boats)
        key = "boat.built" if number in boats else "boat.none"
        turn.fault(key, remedy="to-build", number=number, left=left)
    cost = turn.setting.box.cost("boats", number)
    charge(turn, Cause("boat", number), pay, cost, turn.discount)
    turn.change(boats=(*boats, number) if number not in boats else boats)
    _earn_made(turn, "new-boat", gives)


def _earn_made(turn: Turn, kind: str, gives: Goods | None) -> None:
    """Take the gain of making a boat, statue or crate as written, on trust."""
    if gives is not None:
        turn.effect(Cause(kind), gives, None)


def build(
    turn: Turn,
    kind: str,
    space: Hex,
    card: str | None = None,
    pay: Payment | None = None,
    gives: Goods | None = None,
) -> None:
    """Put up a small building, a large building or the fortress."""
    turn.used["build"] += 1
    built = turn.me.buildings
    has, most = built.count(kind), BUILDINGS[kind]
    if has >= most:
        left = tuple(other for other in BUILDINGS if built.count(other) < BUILDINGS[other])
        turn.fault("buildings", remedy="to-build", by=1, has=has, most=most, kind=kind, left=left)
    charge(turn, Cause(kind), pay, turn.setting.box.cost("buildings", kind), turn.discount)
    on_settlement = helm_points(turn.me.land, space) if space in turn.me.land else 0
    _put_up(turn, space, "building")
    turn.change(buildings=(*turn.me.buildings, kind))
    turn.points(BUILDING_POINTS[kind] + on_settlement)
    _draw_card(turn, kind, card, gives)


def _draw_card(turn: Turn, kind: str, name: str | None, gives: Goods | None) -> None:
    """Take the card of a building: the effect of a small one now, that of a large one later."""
    box = turn.setting.box
    if kind == "fortress":
        if name:
            turn.fault("card.fortress", remedy="leave-out.card", by=1)
        return
    found = box.card(name) if name else None
    every = sum(card.kind == kind for card in box.values.cards) >= CARDS // 2
    if found is None and name and every:
        near = nearest(name, [card.name for card in box.values.cards])
        remedy = "card.near" if near else "card.correct"
        turn.fault("card.unknown", remedy=remedy, card=name, box=box.name, near=near)
    elif found is not None and found.kind != kind:
        turn.fault("card.deck", remedy="card.deck", card=name, kind=kind, deck=found.kind)
    if kind == "large" and name:
        turn.change(cards=(*turn.me.cards, Cover(name)))
    known = box.card_gives(name) if name and kind == "small" else None
    if known is not None:
        turn.effect(Cause("card", name or ""), gives, known)
        return
    if kind == "small" or gives is not None:
        turn.trusted["what building cards say"] += 1
    if gives is not None:
        turn.gain(gives, Cause("drawn-card"))


def _put_up(turn: Turn, space: Hex, piece: str) -> None:
    """Put a building or statue on the highest free space."""
    land = turn.me.land
    turn.refuse(*judge_building(land, space, (turn.name, piece)))
    if space in land and land[space].stack:
        turn.change(land=land.with_space(space, land[space]._replace(piece=piece, cube=None)))


def take_ruin_in(turn: Turn, space: Hex, slot: int | None = None) -> None:
    """Take a ruin into a free slot of the workshop, by default the next one; slots 2 and 3 give a
    point (ruling workshop-points)."""
    turn.used["ruin"] += 1
    me = turn.me
    if me.workshop >= WORKSHOP:
        turn.fault("workshop.full", remedy="statue.first", by=me.workshop - WORKSHOP + 1)
        return
    ruins = me.land.pieces(RUIN)
    if space not in ruins:
        turn.fault("workshop.ruin", remedy="ruins", at=space, who=me.name, ruins=ruins)
        return
    free = [number for number in _SLOTS if any(number not in slots for slots in me.slots)]
    if slot is not None and slot not in free:
        key = "workshop.slot" if slot in _SLOTS else "workshop.no-slot"
        turn.fault(key, remedy="free", slot=slot, free=tuple(free))
    following = me.workshop + 1
    into = next(number for number in (slot, following, *free) if number in free)
    slots = frozenset(slots | {into} for slots in me.slots if into not in slots)
    turn.change(land=take_ruin(me.land, space), slots=slots)
    if (slot or into) > 1:
        if turn.setting.rulings.workshop_points == "helm":
            turn.points(1)
        else:
            turn.change(workshop_points=me.workshop_points + 1)


def put_up_statue(
    turn: Turn, space: Hex, pay: Payment | None = None, gives: Goods | None = None
) -> None:
    """Put up a statue from the workshop."""
    turn.used["statue"] += 1
    if not turn.me.workshop:
        turn.fault("workshop.empty", remedy="ruin.first", by=1)
    # It may come from any slot with a ruin.
    left = (slots - {slot} for slots in turn.me.slots for slot in slots or {0})
    turn.change(slots=frozenset(left))
    charge(turn, Cause("statue"), pay, turn.setting.box.cost("statue"))
    _put_up(turn, space, "statue")
    _earn_made(turn, "new-statue", gives)


def take_crate(
    turn: Turn,
    number: int,
    turned: bool = False,
    pay: Payment | None = None,
    gives: Goods | None = None,
) -> None:
    """Take the player's own crate from a cargo card; the card of this round may be turned for 1
    less."""
    turn.used["crate"] += 1
    crates, table = turn.me.crates, turn.table
    if number in crates or number > CRATES:
        left = tuple(n for n in range(1, CRATES + 1) if n not in crates)
        key = "crate.taken" if number in crates else "crate.none"
        turn.fault(key, remedy="left", number=number, left=left)
    discount = turn.discount
    if turned:
        if number != table.round or number in table.turned:
            key = "crate.turned" if number in table.turned else "crate.round"
            turn.fault(key, remedy="pay.whole", number=number)
        else:
            discount += 1
        turn.change_table(turned=(*table.turned, number))
    charge(turn, Cause("crate", number), pay, turn.setting.box.cost("crates", number), discount)
    turn.change(crates=(*crates, number) if number not in crates else crates)
    _earn_made(turn, "new-crate", gives)


def flip_milestone(
    turn: Turn, name: str, takes: str, sends: str | None = None, to: int | None = None
) -> None:
    """Flip a milestone and hire a worker; for a special one a worker goes to a royal order."""
    me = turn.me
    if name in me.milestones or len(me.milestones) >= MILESTONES:
        key = "milestone.flipped" if name in me.milestones else "milestone.all"
        turn.fault(key, remedy="flipped", by=1, most=MILESTONES, flipped=me.milestones)
    names = tuple(turn.setting.box.values.milestones)
    if len(names) == MILESTONES and name not in names:
        box = turn.setting.box.name
        turn.fault("milestone.unknown", remedy="milestones", name=name, box=box, names=names)
    turn.trusted["that a milestone is reached"] += 1
    at = KINDS.index(takes)
    idle, unhired = [*me.idle], me.unhired
    if not unhired[at]:
        remedy = "takes" if unhired[1 - at] else "none-left"
        turn.fault("milestone.worker", remedy=remedy, by=1, kind=takes, other=KINDS[1 - at])
    idle[at] += bool(unhired[at])
    milestones = (*me.milestones, name)
    turn.change(idle=tuple(idle), unhired=_without_one(unhired, at), milestones=milestones)
    if takes == "special":
        _send_worker(turn, sends, to)
    elif sends or to:
        turn.fault("royal-order.normal", remedy="sends.none", by=1)


def _send_worker(turn: Turn, sends: str | None, to: int | None) -> None:
    """Send an idle worker to a free royal order."""
    if sends is None or to is None:
        turn.fault("royal-order.none-sent", remedy="sends.add", by=1)
        return
    at = KINDS.index(sends)
    me, table = turn.me, turn.table
    if not me.idle[at]:
        turn.fault("royal-order.idle", remedy="sends.other", by=1, kind=sends, other=KINDS[1 - at])
    orders = range(1, ORDERS + (len(table.seats) > 2))
    holder = table.order_taken(to)
    if holder is not None or to not in orders:
        key = "royal-order.two" if to not in orders else "royal-order.taken"
        free = tuple(number for number in orders if table.order_taken(number) is None)
        turn.fault(key, remedy="free", number=to, holder=holder and holder.name, free=free)
    on_orders = (*me.on_orders, *[to] * bool(me.idle[at]))
    turn.change(idle=_without_one(me.idle, at), on_orders=on_orders)


def judge_workers(turn: Turn) -> None:
    """Report the idle workers of a player in the worker phase that ends."""
    if count := sum(turn.me.idle):
        turn.fault("worker-order.left", remedy="worker.all", by=count, count=count)


# The clean-up.


def _begin_stage(turn: Turn, verb: str, *, once: bool = True) -> None:
    """Check the order of the clean-up; a stage with `once` is allowed one time."""
    me = turn.me
    now = STAGES.index(verb)
    if now < me.stage:
        turn.fault("clean-up.order", remedy="order", verb=verb, later=STAGES[me.stage])
    turn.change(stage=max(now, me.stage))
    if once:
        if verb in me.income:
            turn.fault("clean-up.twice", remedy="leave-out", by=1, verb=verb)
        turn.change(income=(*me.income, verb))


def feed_workers(turn: Turn, food: Payment, of: int | None = None) -> None:
    """Feed the workers; each missing food is an anchor."""
    _begin_stage(turn, "feed")
    me = turn.me
    known = turn.setting.box.feeding(me.workers)
    if known is None:
        turn.trusted["the food that workers need"] += 1
    elif of is not None and of != known:
        turn.fault(
            "effect.food", remedy="write.of",
            by=abs(of - known), count=me.workers, known=known, written=of,
        )  # fmt: skip
    worth = spend(turn, food)
    other = {kind: count for kind, count in worth.items() if kind != "food"}
    if other:
        goods = Goods.of(other)
        turn.fault("feeding.goods", remedy="feed.food", by=goods.amount, goods=goods)
    needed = known if known is not None else of or worth["food"]
    missing = max(0, needed - worth["food"])
    turn.anchors_due += missing
    extra = max(0, me.hired - EXTRA_FOOD_FROM + 1)
    if extra and not missing:
        turn.points(1 if turn.setting.rulings.fed_helm == "one" else extra)


def reactivate(turn: Turn, what: str, name: str, pay: Payment | None = None) -> None:
    """Turn back the card of a large building or free a crate, at no cost with the fortress."""
    _begin_stage(turn, "reactivate", once=False)
    me = turn.me
    if what == "card":
        used = [card.name for card in me.cards if card.used]
        cards = (card._replace(used=card.used and card.name != name) for card in me.cards)
        turn.change(cards=tuple(cards))
    else:
        used = [*me.covers]
        turn.change(covers=tuple(effect for effect in me.covers if effect != name))
    if name not in used:
        turn.fault("reactivation", remedy="used", what=what, name=name, used=tuple(used))
    cost = Goods() if "fortress" in me.buildings else Goods.of({"coin": PRICES[what]})
    charge(turn, Cause("reactivation", what), pay, cost)


def earn_statues(turn: Turn) -> None:
    """Take a helm point for each statue on the peninsula."""
    _begin_stage(turn, "statues")
    count = len(turn.me.land.pieces("statue"))
    if not count:
        turn.fault("clean-up.no-statue", remedy="leave-out.statues", by=1)
    for _ in range(count):
        turn.points(1)


def earn_road(turn: Turn) -> None:
    """Take the helm points of the road (ruling road)."""
    _begin_stage(turn, "road")
    land = turn.me.land
    points = road_points(land, turn.setting.rulings)
    if not points:
        bare = tuple(space for space in land.peninsula.tops if not land[space].stack)
        turn.fault("clean-up.no-road", remedy="leave-out.road", by=len(bare), bare=bare)
    turn.points(points)


def judge_clean_up(turn: Turn) -> None:
    """Report what a player left out in the clean-up phase that ends."""
    me = turn.me
    if "feed" not in me.income:
        turn.fault("feeding.none", remedy="feed.add")
    count = len(me.land.pieces("statue"))
    if count and "statues" not in me.income:
        turn.fault("clean-up.statues", remedy="statues.add", by=count, count=count)
    points = road_points(me.land, turn.setting.rulings)
    if points and "road" not in me.income:
        turn.fault("clean-up.road", remedy="road.add", by=points, count=points)
