"""Workers: the areas A to H, building, hiring, and the clean-up.

A fault is recorded and the step is carried out as far as possible; see `palace.cooper_island.turn`.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping
from itertools import product
from typing import NamedTuple

from palace.cooper_island.box import CARDS
from palace.cooper_island.free_actions import pay_or_anchor
from palace.cooper_island.goods import COIN, Goods, Payment
from palace.cooper_island.land import RUIN, road_points
from palace.cooper_island.referee import helm_points, judge_building, stand, take_ruin
from palace.cooper_island.state import BUILDINGS, MILESTONES, WORKERS, WORKSHOP, Cover
from palace.cooper_island.tiles import Hex
from palace.cooper_island.turn import Anchor, Cause, Gives, Offer, Pay, Turn, charge, spend
from palace.core.errors import nearest
from palace.files.text_file import shipped

KINDS = ("worker", "special")  # words of a log for normal and special workers
BUILDING_POINTS = {"small": 1, "large": 2, "fortress": 0}
"""Helm points of each kind of building, without the point of a settlement."""

ORDERS = 8  # number of royal orders; two players do not use the last
STAGES = ("feed", "reactivate", "statues", "road")  # stages of a clean-up, in order
EXTRA_FOOD_FROM = 3  # number of hired workers from which feeding all workers earns a helm point
PRICES = {"card": 2, "crate": 1}
"""Coins to turn back the card of a large building, and to free a crate."""


class Offered(NamedTuple):
    """What an area offers a worker: alternatives, the cartographer's steps, what is not paid."""

    offers: tuple[Offer, ...]
    steps: int = 0
    discount: int = 0


_TABLE = tomllib.loads(shipped(__package__, "areas.toml").read_text("utf-8"))

AREAS: Mapping[str, Mapping[str, Offered]] = {
    area: {kind: Offered(**{**one, "offers": (*one["offers"],)}) for kind, one in row.items()}
    for area, row in _TABLE.items()
}
"""What each area offers a worker, by its kind."""

START_PLAYER = "A"  # area where the first normal worker takes the start player's token


def place_worker(turn: Turn, area: str, kind: str, toll: Pay = None, anchor: Anchor = None) -> None:
    """Place a worker: check turn, worker, area and toll, then open what the area offers."""
    turn.workers += 1
    if turn.setting.rulings.cartographer_uses == "turn" and turn.table.phase == WORKERS:
        turn.change(cartographer_used=False)
    seats, due, at = turn.table.seats, turn.table.due, KINDS.index(kind)
    # A second worker of the entry is one fault, reported when the entry is closed.
    if turn.workers == 1 and turn.at != due and any(seats[due].idle):
        turn.fault("worker-order.turn", remedy="worker.due", due=seats[due].name)
    idle = turn.me.idle
    if not idle[at]:
        remedy = "worker.other" if idle[1 - at] else "worker.hire"
        turn.fault("worker", remedy=remedy, by=1, kind=kind, other=KINDS[1 - at])
    own = {placed for placed, _ in turn.me.placed}
    if area in own:
        free = tuple(other for other in AREAS if other not in own)
        turn.fault("area", remedy="free", area=area, free=free)
    if (rival := turn.rival(area)) is not None:
        turn.paid = seats[rival].name
        pay_or_anchor(turn, rival, "toll", "toll", toll, anchor)
    elif toll is not None or anchor is not None:
        turn.fault("toll.none", remedy="pay.nothing", by=1, area=area)
    first = not any((area, "worker") in seat.placed for n, seat in enumerate(seats) if n != turn.at)
    placed = (*turn.me.placed, *[(area, kind)] * bool(idle[at]))
    turn.change(idle=_without_one(idle, at), placed=placed)
    table = turn.table
    occupied = {**dict(table.occupied), area: (*table.standing(area), turn.at)}
    token = area == START_PLAYER and kind == "worker" and first and table.heir is None
    turn.change_table(
        occupied=tuple(occupied.items()), heir=turn.at if token else table.heir,
        due=table.next(turn.at), active=turn.at,
    )  # fmt: skip
    here = AREAS[area][kind]
    # A second worker of the entry is a fault, and adds what its area offers.
    every = [Counter(one) + Counter(two) for one, two in product(turn.offers, here.offers)]
    turn.offers = (*every,) or here.offers
    turn.where = (*turn.where, (area, kind))
    turn.discount = here.discount
    turn.advance(here.steps)


def _without_one(workers: tuple[int, int], at: int) -> tuple[int, int]:
    normal, special = workers
    return (normal, max(0, special - 1)) if at else (max(0, normal - 1), special)


def build_boat(turn: Turn, number: int, pay: Pay = None, gives: Gives = None) -> None:
    boats = turn.me.boats
    turn.check_number("boat", number, boats)
    cost = turn.setting.box.cost("boats", number)
    charge(turn, Cause("boat", number), pay, cost, turn.discount)
    turn.change(boats=(*boats, number) if number not in boats else boats)
    turn.trust("new-boat", gives)


def build(
    turn: Turn, kind: str, space: Hex, card: str | None = None, pay: Pay = None,
    gives: Gives = None,
) -> None:  # fmt: skip
    built = turn.me.buildings
    has, most = built.count(kind), BUILDINGS[kind]
    if has >= most:
        left = tuple(other for other in BUILDINGS if built.count(other) < BUILDINGS[other])
        turn.fault("buildings", remedy="to-build", by=1, has=has, most=most, kind=kind, left=left)
    charge(turn, Cause(kind), pay, turn.setting.box.cost("buildings", kind), turn.discount)
    on_settlement = helm_points(turn.me.land, space)
    _put_up(turn, space, "building")
    turn.change(buildings=(*built, kind))
    turn.points(BUILDING_POINTS[kind] + on_settlement)
    if kind != "fortress":
        _draw_card(turn, kind, card, gives)
    elif card:
        turn.fault("card.fortress", remedy="leave-out.card", by=1)


def _draw_card(turn: Turn, kind: str, name: str | None, gives: Gives) -> None:
    """Take the card of a building: the effect of a small one now, that of a large one later."""
    box = turn.setting.box
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
    if found and kind == "small" and (known := box.card_gives(found.name)) is not None:
        turn.effect(Cause("card", found.name), gives, known)
        return
    if kind == "small" or gives is not None:
        turn.trusted["what building cards say"] += 1
    turn.gain(gives or Goods(), Cause("drawn-card"))


def _put_up(turn: Turn, space: Hex, piece: str) -> None:
    turn.refuse(*judge_building(turn.me.land, space, (turn.name, piece)))
    turn.change(land=stand(turn.me.land, piece, space))


def take_ruin_in(turn: Turn, space: Hex, slot: int | None = None) -> None:
    """Take a ruin into a free slot of the workshop; slots 2 and 3 give a helm point."""
    me = turn.me
    ruins, numbers = me.land.pieces(RUIN), range(1, WORKSHOP + 1)
    if me.workshop >= WORKSHOP:
        turn.fault("workshop.full", remedy="statue.first", by=me.workshop - WORKSHOP + 1)
        return
    if space not in ruins:
        turn.fault("workshop.ruin", remedy="ruins", at=space, who=me.name, ruins=ruins)
        return
    free = [number for number in numbers if any(number not in slots for slots in me.slots)]
    if slot is not None and slot not in free:
        key = "workshop.slot" if slot in numbers else "workshop.no-slot"
        turn.fault(key, remedy="free", slot=slot, free=tuple(free))
    into = next(number for number in (slot, me.workshop + 1, *free) if number in free)
    slots = frozenset(slots | {into} for slots in me.slots if into not in slots)
    turn.change(land=take_ruin(me.land, space), slots=slots)
    turn.points(int((slot or into) > 1))


def put_up_statue(turn: Turn, space: Hex, pay: Pay = None, gives: Gives = None) -> None:
    if not turn.me.workshop:
        turn.fault("workshop.empty", remedy="ruin.first", by=1)
    # It may come from any slot with a ruin.
    left = (slots - {slot} for slots in turn.me.slots for slot in slots or {0})
    turn.change(slots=frozenset(left))
    charge(turn, Cause("statue"), pay, turn.setting.box.cost("statue"))
    _put_up(turn, space, "statue")
    turn.trust("new-statue", gives)


def take_crate(
    turn: Turn, number: int, turned: bool = False, pay: Pay = None, gives: Gives = None
) -> None:
    """Take the own crate from a cargo card; that of this round may be turned for 1 less."""
    crates, table = turn.me.crates, turn.table
    turn.check_number("crate", number, crates)
    less = turned and number == table.round and number not in table.turned
    if turned and not less:
        key = "crate.turned" if number in table.turned else "crate.round"
        turn.fault(key, remedy="pay.whole", number=number)
    if turned:
        turn.change_table(turned=(*table.turned, number))
    cost = turn.setting.box.cost("crates", number)
    charge(turn, Cause("crate", number), pay, cost, turn.discount + less)
    turn.change(crates=(*crates, number) if number not in crates else crates)
    turn.trust("new-crate", gives)


def flip_milestone(
    turn: Turn, name: str, takes: str, sends: str | None = None, to: int | None = None
) -> None:
    """Flip a milestone and hire a worker; for a special one a worker goes to a royal order."""
    me, box = turn.me, turn.setting.box
    if name in me.milestones or len(me.milestones) >= MILESTONES:
        key = "milestone.flipped" if name in me.milestones else "milestone.all"
        turn.fault(key, remedy="flipped", by=1, most=MILESTONES, flipped=me.milestones)
    names = tuple(box.values.milestones)
    if len(names) == MILESTONES and name not in names:
        turn.fault("milestone.unknown", remedy="milestones", name=name, box=box.name, names=names)
    turn.trusted["that a milestone is reached"] += 1
    at, idle, milestones = KINDS.index(takes), [*me.idle], (*me.milestones, name)
    if not me.unhired[at]:
        remedy = "takes" if me.unhired[1 - at] else "none-left"
        turn.fault("milestone.worker", remedy=remedy, by=1, kind=takes, other=KINDS[1 - at])
    idle[at] += bool(me.unhired[at])
    turn.change(idle=(*idle,), unhired=_without_one(me.unhired, at), milestones=milestones)
    if takes != "special":
        if sends or to:
            turn.fault("royal-order.normal", remedy="sends.none", by=1)
    elif sends is None or to is None:
        turn.fault("royal-order.none-sent", remedy="sends.add", by=1)
    else:
        _send_worker(turn, sends, to)


def _send_worker(turn: Turn, sends: str, to: int) -> None:
    at, me, table = KINDS.index(sends), turn.me, turn.table
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


# The clean-up.


def _begin_stage(turn: Turn, verb: str) -> None:
    """Check the order of the clean-up; a stage is allowed once, but for reactivating."""
    me, now = turn.me, STAGES.index(verb)
    if now < me.stage:
        turn.fault("clean-up.order", remedy="order", verb=verb, later=STAGES[me.stage])
    if verb in me.income and verb != "reactivate":
        turn.fault("clean-up.twice", remedy="leave-out", by=1, verb=verb)
    turn.change(stage=max(now, me.stage), income=(*me.income, verb))


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
    if goods := Goods.of({kind: count for kind, count in worth.items() if kind != "food"}):
        turn.fault("feeding.goods", remedy="feed.food", by=goods.amount, goods=goods)
    needed = known if known is not None else of or worth["food"]
    missing = max(0, needed - worth["food"])
    turn.anchors_due += missing
    extra = max(0, len(me.milestones) - EXTRA_FOOD_FROM + 1)
    if not missing:
        turn.points(min(extra, 1) if turn.setting.rulings.fed_helm == "one" else extra)


def reactivate(turn: Turn, what: str, name: str, pay: Pay = None) -> None:
    """Turn back the card of a large building or free a crate, at no cost with the fortress."""
    _begin_stage(turn, "reactivate")
    me = turn.me
    used = me.used_up[what]
    cards = tuple(card._replace(used=card.used and card.name != name) for card in me.cards)
    covers = tuple(effect for effect in me.covers if effect != name)
    turn.change(**({"cards": cards} if what == "card" else {"covers": covers}))
    if name not in used:
        turn.fault("reactivation", remedy="used", what=what, name=name, used=used)
    charge(turn, Cause("reactivation", what), pay, reactivation_cost(turn, what))


def reactivation_cost(turn: Turn, what: str) -> Goods:
    """Return what it costs to turn back a `card` or to free a `crate`."""
    return Goods.of({COIN: 0 if "fortress" in turn.me.buildings else PRICES[what]})


def earn_statues(turn: Turn) -> None:
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


# What is left out when a phase ends.


def judge_workers(turn: Turn) -> None:
    if count := sum(turn.me.idle):
        turn.fault("worker-order.left", remedy="worker.all", by=count, count=count)


def judge_clean_up(turn: Turn) -> None:
    me = turn.me
    if "feed" not in me.income:
        turn.fault("feeding.none", remedy="feed.add")
    count, points = len(me.land.pieces("statue")), road_points(me.land, turn.setting.rulings)
    if count and "statues" not in me.income:
        turn.fault("clean-up.statues", remedy="statues.add", by=count, count=count)
    if points and "road" not in me.income:
        turn.fault("clean-up.road", remedy="road.add", by=points, count=points)
