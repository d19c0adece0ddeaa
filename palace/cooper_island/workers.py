"""The worker areas A to H: what each offers a normal and a special worker.

Workers in the areas: placing one, and what is built, taken and hired.

The clean-up phase: feeding, reactivation, statues and road, and what happens by itself.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from palace.cooper_island.free_actions import rest_cartographer
from palace.cooper_island.goods import Goods
from palace.cooper_island.land import RUIN
from palace.cooper_island.land import road as road_points
from palace.cooper_island.peninsula import Hex
from palace.cooper_island.referee import helm_points, judge_standing, take_ruin
from palace.cooper_island.rulings import DEFAULT, Rulings
from palace.cooper_island.sea import pay_or_anchor
from palace.cooper_island.state import BOATS, BUILDINGS, CRATES, MILESTONES, WORKSHOP, Cover
from palace.cooper_island.turn import WORKER_KINDS, Cause, Offer, Step, Turn, charge, spend
from palace.core.errors import nearest


class Area(NamedTuple):
    """What an area offers: one of `offers`; a special worker gets one of `special`.

    `steps` are those the cartographer goes on, `special_steps` those with a special worker;
    `discount` what a special worker pays less.
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
"""The area whose first normal worker brings the start player's token."""


def areas(rulings: Rulings = DEFAULT) -> tuple[str, ...]:
    """The areas of the game (ruling worker-areas)."""
    return tuple(AREAS)[: 6 if rulings.worker_areas == "six" else None]


def offers(area: str, kind: str, rulings: Rulings = DEFAULT) -> tuple[Offer, ...]:
    """What a worker of a kind may do in an area, one of these (ruling area-f)."""
    found = AREAS[area]
    both = area == "F" and rulings.area_f == "and"
    return found.special if kind == "special" or both else found.offers


def steps(area: str, kind: str) -> int:
    """How far the cartographer goes on."""
    found = AREAS[area]
    return found.special_steps if kind == "special" else found.steps


BUILDING_POINTS = {"small": 1, "large": 2, "fortress": 0}
"""Helm points for each kind of building; on a settlement one more."""


ORDERS = 8


LEFT_OUT_FOR_TWO = 8
"""The royal order that is not used by two players."""


def place(turn: Turn, step: Step) -> None:
    """Place a worker: whose turn, an idle worker, a free area, the toll; then what it offers."""
    area, kind = step["area"], step.verb
    turn.workers += 1
    rest_cartographer(turn)
    _order(turn)
    me = turn.me
    at = WORKER_KINDS.index(kind)
    idle = [*me.idle]
    if not idle[at]:
        remedy = "worker.other" if idle[1 - at] else "worker.hire"
        turn.fault("worker", remedy=remedy, by=1, kind=kind, other=WORKER_KINDS[1 - at])
    there_is = bool(idle[at])
    idle[at] = max(0, idle[at] - 1)
    open_areas = areas(turn.setting.rulings)
    own = {placed for placed, _ in me.placed}
    if area not in open_areas or area in own:
        free = tuple(other for other in open_areas if other not in own)
        key = "area.taken" if area in own else "area.none"
        turn.fault(key, remedy="free", area=area, free=free)
    _toll(turn, step, area)
    placed = (*turn.me.placed, *[(area, kind)] * there_is)
    turn.change(idle=tuple(idle), placed=placed)
    there = dict(turn.table.occupied)
    first = not any(
        (area, "worker") in seat.placed for seat in turn.table.seats if seat is not turn.me
    )
    there[area] = (*there.get(area, ()), turn.at)
    turn.table = replace(turn.table, occupied=tuple(there.items()))
    if area == START_PLAYER and kind == "worker" and first and turn.table.heir is None:
        turn.table = replace(turn.table, heir=turn.at)
    turn.table = replace(turn.table, due=turn.table.next(turn.at))
    turn.offers = offers(area, kind, turn.setting.rulings)
    turn.where = (area, kind)
    turn.discount = AREAS[area].discount if kind == "special" else 0
    turn.steps(steps(area, kind))


def _order(turn: Turn) -> None:
    if turn.workers > 1:
        count = turn.workers
        turn.fault("worker-order.many", remedy="worker.one", by=count - 1, count=count)
    elif turn.at != turn.table.due and any(turn.table.seats[turn.table.due].idle):
        due = turn.table.seats[turn.table.due].name
        turn.fault("worker-order.turn", remedy="worker.due", due=due)


def _toll(turn: Turn, step: Step, area: str) -> None:
    """Pay the last player who came to an area (an anchor instead is possible)."""
    others = [at for at in turn.table.standing(area) if at != turn.at]
    if others:
        pay_or_anchor(turn, step, "toll", others[-1], "toll")
    elif step.get("toll") is not None or step.get("anchor") is not None:
        turn.fault("toll.none", remedy="pay.nothing", by=1, area=area)


def boat(turn: Turn, step: Step) -> None:
    """Build an income boat on its berth."""
    number = step["number"]
    turn.used["boat"] += 1
    me = turn.me
    if number in me.boats or number > BOATS:
        left = tuple(n for n in range(1, BOATS + 1) if n not in me.boats)
        key = "boat.built" if number in me.boats else "boat.none"
        turn.fault(key, remedy="to-build", number=number, left=left)
    cost = turn.setting.box.cost("boats", number)
    charge(turn, Cause("boat", number), step.get("pay"), cost, turn.discount)
    turn.change(boats=(*me.boats, number) if number not in me.boats else me.boats)
    _made(turn, Cause("new-boat"), step.get("gives"))


def _made(turn: Turn, cause: Cause, gives: Goods | None) -> None:
    """What building a boat or statue or taking a crate gives (ruling unnamed-helm)."""
    if gives and gives["helm"] and turn.setting.rulings.unnamed_helm == "none":
        count = gives["helm"]
        turn.fault("effect.unnamed", remedy="helm.none", by=count, count=count, cause=cause)
    if gives is not None:
        turn.effect(cause, gives, None)


def build(turn: Turn, step: Step) -> None:
    """Put up a small or large building or the fortress."""
    kind, space = step["kind"], step["space"]
    turn.used["build"] += 1
    me = turn.me
    has, most = me.buildings.count(kind), BUILDINGS[kind]
    if has >= most:
        left = tuple(other for other in BUILDINGS if me.buildings.count(other) < BUILDINGS[other])
        turn.fault("buildings", remedy="to-build", by=1, has=has, most=most, kind=kind, left=left)
    cost = turn.setting.box.cost("buildings", kind)
    charge(turn, Cause(kind), step.get("pay"), cost, turn.discount)
    on_settlement = helm_points(turn.me.land, space) if space in turn.me.land else 0
    stands(turn, space, "building")
    turn.change(buildings=(*turn.me.buildings, kind))
    turn.points(BUILDING_POINTS[kind] + on_settlement)
    _card(turn, kind, step.get("card"), step.get("gives"))


def _card(turn: Turn, kind: str, name: str | None, gives: Goods | None) -> None:
    """The card drawn for a building; a large one's ability is for later."""
    box = turn.setting.box
    if kind == "fortress":
        if name:
            turn.fault("card.fortress", remedy="leave-out.card", by=1)
        return
    found = box.card(name) if name else None
    if found is None and name and box.values.cards:
        near = nearest(name, [card.name for card in box.values.cards])
        remedy = "card.near" if near else "card.correct"
        turn.fault("card.unknown", remedy=remedy, card=name, box=box.name, near=near)
    elif found is not None and found.kind != kind:
        turn.fault("card.deck", remedy="card.deck", card=name, kind=kind, deck=found.kind)
    if kind == "large" and name:
        turn.change(cards=(*turn.me.cards, Cover(name)))
    known = box.card_gives(name) if name and kind == "small" else None
    if known is None and (kind == "small" or gives is not None):
        turn.trust("what building cards say")
    if gives is not None and known is None:
        turn.gain(gives, Cause("drawn-card"))
    elif known is not None:
        turn.effect(Cause("card", name or ""), gives, known)


def stands(turn: Turn, space: Hex, piece: str) -> None:
    """A building or statue on the highest free space."""
    land = turn.me.land
    found = judge_standing(land, space, turn.setting.rulings, (piece, turn.name))
    turn.reasons += [reason.placed(turn=turn.number, line=turn.line) for reason in found]
    if space in land and land[space].stack:
        turn.change(land=land.with_space(space, land[space]._replace(piece=piece, cube=None)))


def ruin(turn: Turn, step: Step) -> None:
    """Take a ruin into the workshop; slots 2 and 3 give a point (ruling workshop-points)."""
    turn.used["ruin"] += 1
    me = turn.me
    if me.workshop >= WORKSHOP:
        turn.fault("workshop.full", remedy="statue.first", by=me.workshop - WORKSHOP + 1)
        return
    space, ruins = step["space"], me.land.pieces(RUIN)
    if space not in ruins:
        turn.fault("workshop.ruin", remedy="ruins", at=space, who=me.name, ruins=ruins)
        return
    turn.change(land=take_ruin(me.land, space))
    slot = me.workshop + 1
    turn.change(workshop=slot)
    if slot > 1:
        if turn.setting.rulings.workshop_points == "helm":
            turn.points(1)
        else:
            turn.change(workshop_points=me.workshop_points + 1)


def statue(turn: Turn, step: Step) -> None:
    """Put up a statue from the workshop."""
    turn.used["statue"] += 1
    me = turn.me
    if not me.workshop:
        turn.fault("workshop.empty", remedy="ruin.first", by=1)
    turn.change(workshop=max(0, me.workshop - 1))
    charge(turn, Cause("statue"), step.get("pay"), turn.setting.box.cost("statue"))
    stands(turn, step["space"], "statue")
    _made(turn, Cause("new-statue"), step.get("gives"))


def crate(turn: Turn, step: Step) -> None:
    """Take one's own crate from a cargo card; that of this round may be turned for one less."""
    number = step["number"]
    turn.used["crate"] += 1
    me = turn.me
    if number in me.crates or number > CRATES:
        left = tuple(n for n in range(1, CRATES + 1) if n not in me.crates)
        key = "crate.taken" if number in me.crates else "crate.none"
        turn.fault(key, remedy="left", number=number, left=left)
    discount = turn.discount
    if step.get("turned"):
        if number != turn.table.round or number in turn.table.turned:
            key = "crate.turned" if number in turn.table.turned else "crate.round"
            turn.fault(key, remedy="pay.whole", number=number)
        else:
            discount += 1
        turn.table = replace(turn.table, turned=(*turn.table.turned, number))
    cost = turn.setting.box.cost("crates", number)
    charge(turn, Cause("crate", number), step.get("pay"), cost, discount)
    turn.change(crates=(*me.crates, number) if number not in me.crates else me.crates)
    _made(turn, Cause("new-crate"), step.get("gives"))


def milestone(turn: Turn, step: Step) -> None:
    """Flip a milestone and hire a worker; a special one sends an idle one to a royal order."""
    name, kind = step["name"], step["takes"]
    me = turn.me
    if name in me.milestones or len(me.milestones) >= MILESTONES:
        key = "milestone.flipped" if name in me.milestones else "milestone.all"
        turn.fault(key, remedy="flipped", by=1, most=MILESTONES, flipped=me.milestones)
    names = tuple(turn.setting.box.values.milestones)
    if names and name not in names:
        box = turn.setting.box.name
        turn.fault("milestone.unknown", remedy="milestones", name=name, box=box, names=names)
    turn.trust("that a milestone is reached")
    at = WORKER_KINDS.index(kind)
    idle, unhired = [*me.idle], [*me.unhired]
    if not unhired[at]:
        remedy = "takes" if unhired[1 - at] else "nobody-left"
        turn.fault("milestone.worker", remedy=remedy, by=1, kind=kind, other=WORKER_KINDS[1 - at])
    idle[at] += bool(unhired[at])
    unhired[at] = max(0, unhired[at] - 1)
    turn.change(idle=tuple(idle), unhired=tuple(unhired), milestones=(*me.milestones, name))
    if kind == "special":
        _send(turn, step)
    elif step.get("sends") or step.get("to"):
        turn.fault("royal-order.normal", remedy="sends.nobody", by=1)


def _send(turn: Turn, step: Step) -> None:
    me = turn.me
    sends, to = step.get("sends"), step.get("to")
    if sends is None or to is None:
        turn.fault("royal-order.nobody", remedy="sends.add", by=1)
        return
    at = WORKER_KINDS.index(sends)
    idle = [*me.idle]
    if not idle[at]:
        turn.fault(
            "royal-order.idle", remedy="sends.other", by=1, kind=sends, other=WORKER_KINDS[1 - at]
        )
    holder = turn.table.order_taken(to)
    out = to == LEFT_OUT_FOR_TWO and len(turn.table.seats) == 2
    if holder is not None or out:
        key = "royal-order.two" if out else "royal-order.taken"
        free = tuple(
            n
            for n in range(1, ORDERS + 1)
            if turn.table.order_taken(n) is None and (n, len(turn.table.seats)) != (ORDERS, 2)
        )
        turn.fault(key, remedy="free", number=to, holder=holder and holder.name, free=free)
    on_orders = (*me.on_orders, *[to] * bool(idle[at]))
    idle[at] = max(0, idle[at] - 1)
    turn.change(idle=tuple(idle), on_orders=on_orders)


STAGES = ("feed", "reactivate", "statues", "road")
"""What a player does, in this order."""


EXTRA_FOOD_FROM = 3
"""From this hired worker on, feeding everybody gives a helm point."""


PRICES = {"card": 2, "crate": 1}
"""Coins to turn back the card of a large building, and to free a crate."""


def stage(turn: Turn, verb: str) -> None:
    """Keep the order of the clean-up."""
    now = STAGES.index(verb)
    if now < turn.me.stage:
        later = STAGES[turn.me.stage]
        turn.fault("clean-up.order", remedy="order", verb=verb, later=later)
    turn.change(stage=max(now, turn.me.stage))


def once(turn: Turn, verb: str) -> None:
    """Each of these happens once in a clean-up phase."""
    if verb in turn.me.income:
        turn.fault("clean-up.twice", remedy="leave-out", by=1, verb=verb)
    turn.change(income=(*turn.me.income, verb))


def feed(turn: Turn, step: Step) -> None:
    """Feed the workers; each food that is missing is an anchor."""
    stage(turn, "feed")
    once(turn, "feed")
    me = turn.me
    known, written = turn.setting.box.feeding(me.workers), step.get("of")
    if known is None:
        turn.trust("the food that workers need")
    elif written not in (None, known):
        turn.fault(
            "effect.food", remedy="write.of",
            by=abs(written - known), count=me.workers, known=known, written=written,
        )  # fmt: skip
    worth = spend(turn, step["food"])
    other = {kind: count for kind, count in worth.items() if kind != "food"}
    if other:
        goods = Goods.of(other)
        turn.fault("feeding.goods", remedy="feed.food", by=goods.amount, goods=goods)
    needed = known if known is not None else written or worth["food"]
    missing = max(0, needed - worth["food"])
    turn.anchors_due += missing
    extra = max(0, me.hired - EXTRA_FOOD_FROM + 1)
    if extra and not missing:
        turn.points(1 if turn.setting.rulings.fed_helm == "one" else extra)


def reactivate(turn: Turn, step: Step) -> None:
    """Turn back the card of a large building or free a crate; free with the fortress (ruling
    reactivations)."""
    stage(turn, "reactivate")
    if turn.setting.rulings.reactivations == "one":
        once(turn, "reactivate")
    what, name = step["what"], step["name"]
    me = turn.me
    if what == "card":
        ready = [card.name for card in me.cards if card.used]
        cards = (card._replace(used=False) if card.name == name else card for card in me.cards)
        turn.change(cards=tuple(cards))
    else:
        ready = [*me.covers]
        turn.change(covers=tuple(effect for effect in me.covers if effect != name))
    if name not in ready:
        turn.fault("reactivation", remedy="used", what=what, name=name, used=tuple(ready))
    cost = Goods() if me.fortress else Goods.of({"coin": PRICES[what]})
    charge(turn, Cause("reactivation", what), step.get("pay"), cost)


def statues(turn: Turn, _: Step) -> None:
    """A helm point for each statue on the peninsula."""
    stage(turn, "statues")
    once(turn, "statues")
    count = len(turn.me.land.pieces("statue"))
    if not count:
        turn.fault("clean-up.no-statue", remedy="leave-out.statues", by=1)
    turn.points(count)


def earn_road(turn: Turn, _: Step) -> None:
    """The helm point of the road (ruling road)."""
    stage(turn, "road")
    once(turn, "road")
    points = road_points(turn.me.land, turn.setting.rulings)
    if not points:
        land = turn.me.land
        bare = tuple(space for space in land.peninsula.tops if not land[space].stack)
        turn.fault("clean-up.no-road", remedy="leave-out.road", by=len(bare), bare=bare)
    turn.points(points)


def forgotten(turn: Turn) -> None:
    """What a player did not do in the clean-up phase that ends."""
    me = turn.me
    if "feed" not in me.income:
        turn.fault("feeding.none", remedy="feed.add")
    count = len(me.land.pieces("statue"))
    if count and "statues" not in me.income:
        turn.fault("clean-up.statues", remedy="statues.add", by=count, count=count)
    points = road_points(me.land, turn.setting.rulings)
    if points and "road" not in me.income:
        turn.fault("clean-up.road", remedy="road.add", by=points, count=points)
