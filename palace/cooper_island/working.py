"""Workers in the areas: placing one, and what is built, taken and hired."""

from __future__ import annotations

from dataclasses import replace

from palace.cooper_island.areas import AREAS, START_PLAYER, areas, offers, steps
from palace.cooper_island.goods import Goods
from palace.cooper_island.hexes import Hex
from palace.cooper_island.laying import rest_cartographer
from palace.cooper_island.purse import charge
from palace.cooper_island.sailing import pay_or_anchor
from palace.cooper_island.seat import BOATS, BUILDINGS, CRATES, MILESTONES, WORKSHOP, Cover
from palace.cooper_island.standing import helm_points, judge_standing, take_ruin
from palace.cooper_island.step import WORKERS, Step
from palace.cooper_island.turn import Turn
from palace.core.errors import InputError, nearest

BUILDING_POINTS = {"small": 1, "large": 2, "fortress": 0}
"""Helm points for each kind of building; on a settlement one more."""

ORDERS = 8
LEFT_OUT_FOR_TWO = 8
"""The royal order that is not used by two players."""

_KINDS = {"worker": "normal", "special": "special"}


def place(turn: Turn, step: Step) -> None:
    """Place a worker: whose turn, an idle worker, a free area, the toll; then what it offers."""
    area, kind = step["area"], step.verb
    turn.workers += 1
    rest_cartographer(turn)
    _order(turn)
    me = turn.me
    at = WORKERS.index(kind)
    idle = [*me.idle]
    if not idle[at]:
        other = WORKERS[1 - at]
        remedy = f"place a {_KINDS[other]} one" if idle[1 - at] else "hire one first"
        turn.fault("worker", f"{turn.name} has no idle {_KINDS[kind]} worker", remedy, 1)
    there_is = bool(idle[at])
    idle[at] = max(0, idle[at] - 1)
    open_areas = areas(turn.setting.rulings)
    own = {placed for placed, _ in me.placed}
    if area not in open_areas or area in own:
        free = ", ".join(other for other in open_areas if other not in own)
        why = "a worker stands there already" if area in own else "there is no such area"
        turn.fault("area", f"{turn.name} places a worker in {area}: {why}", f"free: {free}", None)
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
    turn.where = f"{area} for a {_KINDS[kind]} worker"
    turn.discount = AREAS[area].discount if kind == "special" else 0
    turn.steps(steps(area, kind))


def _order(turn: Turn) -> None:
    if turn.workers > 1:
        text = f"{turn.name} places {turn.workers} workers in one turn"
        turn.fault("worker-order", text, "one worker in a turn", turn.workers - 1)
    elif turn.at != turn.table.due and any(turn.table.seats[turn.table.due].idle):
        due = turn.table.seats[turn.table.due].name
        text = f"{turn.name} places a worker, and it is the turn of {due}"
        turn.fault("worker-order", text, f"{due} places one first", None)


def _toll(turn: Turn, step: Step, area: str) -> None:
    """Pay the last player who came to an area (an anchor instead is possible)."""
    others = [at for at in turn.table.standing(area) if at != turn.at]
    if others:
        pay_or_anchor(turn, step, "toll", others[-1], "toll")
    elif step.get("toll") is not None or step.get("anchor") is not None:
        text = f"{turn.name} pays to come to {area}, where nobody else stands"
        turn.fault("toll", text, "pay nothing", 1)


def boat(turn: Turn, step: Step) -> None:
    """Build an income boat on its berth."""
    number = step["number"]
    turn.used["boat"] += 1
    me = turn.me
    if number in me.boats or number > BOATS:
        left = ", ".join(str(n) for n in range(1, BOATS + 1) if n not in me.boats) or "none"
        why = "is built already" if number in me.boats else "does not exist"
        turn.fault("boat", f"boat {number} of {me.name} {why}", f"to be built: {left}", None)
    cost = turn.setting.box.cost("boats", number)
    charge(turn, f"boat {number}", step.get("pay"), cost, turn.discount)
    turn.change(boats=(*me.boats, number) if number not in me.boats else me.boats)
    _made(turn, "building a boat", step.get("gives"))


def _made(turn: Turn, what: str, gives: Goods | None) -> None:
    """What building a boat or statue or taking a crate gives (ruling unnamed-helm)."""
    if gives and gives["helm"] and turn.setting.rulings.unnamed_helm == "none":
        text = f"{turn.name} has {gives['helm']} helm points for {what}"
        turn.fault("effect", text, "none (ruling unnamed-helm)", gives["helm"])
    if gives is not None:
        turn.effect(what, gives, None)


def build(turn: Turn, step: Step) -> None:
    """Put up a small or large building or the fortress."""
    kind, space = step["kind"], step["space"]
    turn.used["build"] += 1
    me = turn.me
    has, most = me.buildings.count(kind), BUILDINGS[kind]
    if has >= most:
        left = [other for other in BUILDINGS if me.buildings.count(other) < BUILDINGS[other]]
        text = f"{me.name} has built {has} of {most} {kind} buildings already"
        turn.fault("buildings", text, f"to be built: {', '.join(left) or 'none'}", 1)
    what = f"a {kind} building" if kind != "fortress" else "the fortress"
    charge(turn, what, step.get("pay"), turn.setting.box.cost("buildings", kind), turn.discount)
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
            text = f"the fortress of {turn.name} has no card"
            turn.fault("card", text, "leave the card out", 1)
        return
    found = box.card(name) if name else None
    if found is None and name and box.values.cards:
        near = nearest(name, [card.name for card in box.values.cards])
        text = f"{turn.name} draws {name}, which is no card of {box.name}"
        turn.fault("card", text, f"did you mean {near}?" if near else "correct it, or the box")
    elif found is not None and found.kind != kind:
        text = f"{turn.name} draws {name} for a {kind} building, a card of {found.kind} ones"
        turn.fault("card", text, "name a card of its deck")
    if kind == "large" and name:
        turn.change(cards=(*turn.me.cards, Cover(name)))
    known = box.card_gives(name) if name and kind == "small" else None
    if known is None and (kind == "small" or gives is not None):
        turn.trust("what building cards say")
    if gives is not None and known is None:
        turn.gain(gives, "the card of a building")
    elif known is not None:
        turn.effect(f"the card {name}", gives, known)


def stands(turn: Turn, space: Hex, piece: str) -> None:
    """A building or statue on the highest free space."""
    land = turn.me.land
    found = judge_standing(land, space, turn.setting.rulings)
    turn.reasons += [
        reason._replace(
            turn=turn.number, line=turn.line, text=f"{piece} of {turn.name}: {reason.text}"
        )
        for reason in found
    ]
    if space in land and land[space].stack:
        turn.change(land=land.with_space(space, land[space]._replace(piece=piece, cube=None)))


def ruin(turn: Turn, step: Step) -> None:
    """Take a ruin into the workshop; slots 2 and 3 give a point (ruling workshop-points)."""
    turn.used["ruin"] += 1
    me = turn.me
    if me.workshop >= WORKSHOP:
        text = f"the workshop of {me.name} is full"
        turn.fault("workshop", text, "put up a statue first", me.workshop - WORKSHOP + 1)
        return
    try:
        turn.change(land=take_ruin(me.land, step["space"]))
    except InputError as error:
        (problem,) = error.problems
        text = f"{me.name} takes a ruin from {step['space']}: {problem.what}"
        turn.fault("workshop", text, problem.remedy, None, step["space"])
        return
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
        text = f"the workshop of {me.name} is empty"
        turn.fault("workshop", text, "take a ruin into it first", 1)
    turn.change(workshop=max(0, me.workshop - 1))
    charge(turn, "a statue", step.get("pay"), turn.setting.box.cost("statue"))
    stands(turn, step["space"], "statue")
    _made(turn, "putting up a statue", step.get("gives"))


def crate(turn: Turn, step: Step) -> None:
    """Take one's own crate from a cargo card; that of this round may be turned for one less."""
    number = step["number"]
    turn.used["crate"] += 1
    me = turn.me
    if number in me.crates or number > CRATES:
        left = ", ".join(str(n) for n in range(1, CRATES + 1) if n not in me.crates) or "none"
        why = "is taken already" if number in me.crates else "does not exist"
        turn.fault("crate", f"crate {number} of {me.name} {why}", f"left: {left}", None)
    discount = turn.discount
    if step.get("turned"):
        if number != turn.table.round or number in turn.table.turned:
            why = "is turned already" if number in turn.table.turned else "is not that of the round"
            text = f"{me.name} turns cargo card {number}, which {why}"
            turn.fault("crate", text, "pay the whole cost", None)
        else:
            discount += 1
        turn.table = replace(turn.table, turned=(*turn.table.turned, number))
    cost = turn.setting.box.cost("crates", number)
    charge(turn, f"crate {number}", step.get("pay"), cost, discount)
    turn.change(crates=(*me.crates, number) if number not in me.crates else me.crates)
    _made(turn, "taking a crate", step.get("gives"))


def milestone(turn: Turn, step: Step) -> None:
    """Flip a milestone and hire a worker; a special one sends an idle one to a royal order."""
    name, kind = step["name"], step["takes"]
    me = turn.me
    if name in me.milestones or len(me.milestones) >= MILESTONES:
        why = "this one already" if name in me.milestones else f"all {MILESTONES}"
        text = f"{me.name} has flipped {why}"
        turn.fault("milestone", text, f"flipped: {', '.join(me.milestones)}", 1)
    names = turn.setting.box.values.milestones
    if names and name not in names:
        text = f"{name} of {me.name} is no milestone of {turn.setting.box.name}"
        turn.fault("milestone", text, f"there are {', '.join(names)}")
    turn.trust("that a milestone is reached")
    at = WORKERS.index(kind)
    idle, unhired = [*me.idle], [*me.unhired]
    if not unhired[at]:
        other = WORKERS[1 - at]
        text = f"no {_KINDS[kind]} worker of {me.name} is left to hire"
        turn.fault("milestone", text, f"takes {other}" if unhired[1 - at] else "nobody is left", 1)
    idle[at] += bool(unhired[at])
    unhired[at] = max(0, unhired[at] - 1)
    turn.change(idle=tuple(idle), unhired=tuple(unhired), milestones=(*me.milestones, name))
    if kind == "special":
        _send(turn, step)
    elif step.get("sends") or step.get("to"):
        text = f"{me.name} hires a normal worker and sends one to a royal order"
        turn.fault("royal-order", text, "only who hires a special worker sends one", 1)


def _send(turn: Turn, step: Step) -> None:
    me = turn.me
    sends, to = step.get("sends"), step.get("to")
    if sends is None or to is None:
        text = f"{me.name} hires a special worker and sends nobody to a royal order"
        turn.fault("royal-order", text, "add sends worker to 1", 1)
        return
    at = WORKERS.index(sends)
    idle = [*me.idle]
    if not idle[at]:
        text = f"{me.name} has no idle {_KINDS[sends]} worker to send"
        turn.fault("royal-order", text, f"sends {WORKERS[1 - at]}", 1)
    holder = turn.table.order_taken(to)
    out = to == LEFT_OUT_FOR_TWO and len(turn.table.seats) == 2
    if holder is not None or out:
        why = "is not used by two players" if out else f"is taken by {holder and holder.name}"
        free = [
            str(n)
            for n in range(1, ORDERS + 1)
            if turn.table.order_taken(n) is None and (n, len(turn.table.seats)) != (ORDERS, 2)
        ]
        turn.fault("royal-order", f"royal order {to} {why}", f"free: {', '.join(free)}", None)
    on_orders = (*me.on_orders, *[to] * bool(idle[at]))
    idle[at] = max(0, idle[at] - 1)
    turn.change(idle=tuple(idle), on_orders=on_orders)
