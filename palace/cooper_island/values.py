"""What each part of a step can be now, and the steps that these make: one walk over its verb."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import combinations, combinations_with_replacement, permutations, product
from types import MappingProxyType
from typing import Any

from palace.cooper_island.free_actions import COVER_AMOUNT, COVERS, EXCHANGES, exchanges
from palace.cooper_island.goods import ANY, COIN, KINDS, MOST_PAID, RESOURCES, Goods, Item, Payment
from palace.cooper_island.land import RUIN, cubes_of, road_points, value
from palace.cooper_island.lines import close, go_on
from palace.cooper_island.notation import VERBS, Part, Step, Verb, written
from palace.cooper_island.referee import each_legal, highest_free
from palace.cooper_island.state import BOATS, BUILDINGS, CRATES, MILESTONES, SHIPS
from palace.cooper_island.tiles import ISLETS, TERRAINS, Hand, Tile
from palace.cooper_island.turn import Turn
from palace.cooper_island.workers import AREAS, ORDERS, reactivation_cost
from palace.cooper_island.workers import KINDS as WORKER_KINDS

Chosen = Mapping[str, Any]
"""Values of the first parts of a step, by name; None for a part that is left out."""

Values = Callable[[Turn, Chosen], Iterable[object]]
"""Returns what the next part can be; None leaves it out."""

PRICED = {
    "boat": ("boats", "number"), "crate": ("crates", "number"), "build": ("buildings", "kind"),
}  # fmt: skip
"""The verbs of what has a price of its own: where the box has it, and the part that names it."""

MADE = (*PRICED, "statue")  # verbs of what is paid for in the worker phase


def left(turn: Turn) -> dict[str, int]:
    """Return how often each kind of step is still offered, by the alternative that allows most."""
    agreeing = [offer for offer in turn.offers if not turn.beyond(offer)]
    most = dict.fromkeys(turn.granted, 0)
    for offer in agreeing or turn.offers:
        for kind, count in offer.items():
            most[kind] = max(count, most.get(kind, 0))
    for kind in most:
        most[kind] += turn.granted.get(kind, 0) - turn.used.get(kind, 0)
    return {kind: count for kind, count in most.items() if count > 0}


def _toll(turn: Turn, chosen: Chosen) -> bool:
    return "area" not in chosen or turn.rival(chosen["area"]) is not None


def price(turn: Turn, verb: str, chosen: Chosen) -> Goods | None:
    """Return what a step costs, without a discount; None if that is not known."""
    if verb == "reactivate":
        return reactivation_cost(turn, chosen["what"])
    kind, part = PRICED.get(verb, (verb, ""))
    return turn.setting.box.cost(kind, chosen.get(part))


def payment(
    turn: Turn, cost: Goods, less: int = 0, *, stored: bool = True, first: str = ""
) -> Payment | None:
    """Return goods and cubes worth a cost, of which `less` need not be paid; None without enough.

    Goods that are `stored` are taken before cubes or after them, the lowest cubes first, and for
    `any` those of the `first` kind.
    """
    has, land = turn.purse, turn.me.land
    spaces = sorted(cubes_of(land), key=lambda space: value(land, space))
    paid: list[Item] = []
    for kind, count in sorted(cost.items, key=lambda item: item[0] == ANY):
        for other in sorted(KINDS, key=lambda one: one != first) if kind == ANY else (kind,):
            for from_stores in (stored, not stored):
                if from_stores:
                    taken = max(0, min(count, has.get(other, 0)))
                    has[other] = has.get(other, 0) - taken
                    paid += [Item(other, taken)] * bool(taken)
                    count -= taken
                    continue
                for space in [space for space in spaces if land[space].cube == other]:
                    if count > 0:
                        spaces.remove(space)
                        paid.append(Item(other, 1, space))
                        count -= value(land, space)
        less -= max(0, count)
    return None if less < 0 else Payment((*paid,))


def lacks(turn: Turn, verb: str, name: str) -> Goods | None:
    """Return what is missing to pay for a thing, cubes counted by their value; None for nothing."""
    part, has = PRICED.get(verb, ("", ""))[1], Counter(turn.purse)
    cost = price(turn, verb, {part: int(name) if name.isdecimal() else name})
    for space in cubes_of(turn.me.land):
        has[str(turn.me.land[space].cube)] += value(turn.me.land, space)
    short = (cost or Goods()).lacking(has)
    return short if short.amount > turn.discount else None


def _cubes(turn: Turn) -> Iterator[Item]:
    return (Item(holds.cube, 1, at) for at, holds in turn.me.land.items() if holds.cube)


def _areas(kind: int, turn: Turn, chosen: Chosen) -> Iterable[object]:
    if turn.workers or turn.at != turn.table.due or not turn.me.idle[kind]:
        return ()
    own = {area for area, _ in turn.me.placed}
    free = (area for area in AREAS if area not in own)
    return sorted(free, key=lambda area: turn.rival(area) is not None)


def _fees(turn: Turn, chosen: Chosen) -> Iterator[object]:
    if _toll(turn, chosen):
        has = turn.purse
        yield from (Payment((Item(kind),)) for kind in (COIN, *RESOURCES) if has.get(kind))
        yield from (Payment((cube,)) for cube in _cubes(turn))
    yield None


def _instead(turn: Turn, chosen: Chosen) -> Iterable[object]:
    """Return the ships that can take an anchor instead of a piece for another player."""
    paid = chosen.get("toll") or chosen.get("pay") or not _toll(turn, chosen)
    return (None,) if paid else _even(turn)


def _even(turn: Turn) -> list[str]:
    return sorted(SHIPS, key=lambda ship: turn.me.ship(ship).anchors)


def _pays(verb: str, turn: Turn, chosen: Chosen) -> Iterable[object]:
    """Return the payments that differ: in what a discount leaves out, in kinds and in places."""
    cost, less = price(turn, verb, chosen), int(bool(chosen.get("turned")))
    if cost is None:
        return (None,)
    units = [kind for kind, count in cost.items for _ in range(count)]
    less = min(less + turn.discount, len(units))  # the area of statues gives no discount
    owed = (Goods.of(Counter(units) - Counter(out)) for out in combinations(units, less))
    found: dict[frozenset[Item], Payment] = {}
    for due, stored in product(dict.fromkeys(owed), (True, False)):
        for first in KINDS if due[ANY] else ("",):
            if (paid := payment(turn, due, stored=stored, first=first)) is not None:
                found.setdefault(frozenset(paid.items), paid)
    return [paid or None for paid in found.values()][:MOST_WAYS]


def _turned(turn: Turn, chosen: Chosen) -> Iterable[object]:
    number = turn.table.round
    can = chosen["number"] == number and number not in turn.table.turned
    return (None, True) if can else (None,)


def _places(kind: str, turn: Turn, chosen: Chosen) -> Iterator[object]:
    me, singles = turn.me, turn.table.singles
    there = {
        "double": me.doubles,
        "single": me.steps and not me.cartographer_used and singles,
        "islet": len(me.islets) < ISLETS,
    }
    hand = Hand(singles, steps=me.steps)
    for side in permutations(TERRAINS, 2 if kind == "double" else 1) if there[kind] else ():
        yield from each_legal(me.land, Tile(kind, side), turn.setting.rulings, hand)


def _again(part: int, turn: Turn, chosen: Chosen) -> Iterable[object]:
    """Yield a part of what is had again: islets passed or in C, boats in E."""
    seats, can = turn.table.seats, left(turn)
    laid = (*turn.passed, *(turn.table.islets if "islet again" in can else ()))
    every = [("islet", seats[one.owner].name, one.number) for one in laid if one.number]
    if "boat again" in can:
        every += [("boat", seat.name, number) for seat in seats for number in seat.boats]
    found = (*chosen.values(),)
    return dict.fromkeys(one[part] for one in every if one[:part] == found)


def _helm(turn: Turn, chosen: Chosen) -> Iterable[object]:
    if turn.setting.rulings.helm_points == "one":
        return dict.fromkeys(turn.helm)
    return range(sum(turn.helm), 0, -1)


def _food(turn: Turn, chosen: Chosen) -> Iterable[object]:
    if "feed" in turn.me.income:
        return ()
    needed = turn.setting.box.feeding(turn.me.workers) or 0
    food = Goods.of({"food": needed})
    paid = (payment(turn, food, needed, stored=stored) or Payment() for stored in (True, False))
    return dict.fromkeys((*paid, Payment()))


def _stored(turn: Turn, chosen: Chosen) -> Iterable[object]:
    goods = (Item(kind, min(count, MOST_PAID)) for kind, count in turn.me.market.items)
    return (Payment((item,)) for item in (*goods, *_cubes(turn)))


def _covered(turn: Turn, chosen: Chosen) -> Iterable[object]:
    if chosen["effect"] != "resources":
        return (None,)
    pairs = combinations_with_replacement(RESOURCES, COVER_AMOUNT)
    # That of wood and stone was always the example.
    return sorted(map(Goods.of, pairs), key=lambda goods: str(goods) != "1 wood 1 stone")


def _milestones(turn: Turn, chosen: Chosen) -> Iterable[object]:
    me = turn.me
    names = [n for n in turn.setting.box.values.milestones if n not in me.milestones]
    return (names or ["boats"]) if len(me.milestones) < MILESTONES else ()


def _one(kinds: Iterable[str]) -> tuple[Goods, ...]:
    return tuple(Goods(((kind, 1),)) for kind in kinds)


def _free(taken: str, most: int, turn: Turn, chosen: Chosen) -> Iterable[object]:
    has = getattr(turn.me, taken)
    return [n for n in range(1, most + 1) if n not in has]


_EFFECTS = {"islet": "islets", "receive": "boats", "again": ""}


def _gives(kinds: str, turn: Turn, chosen: Chosen) -> Iterable[object]:
    """Return what a numbered effect can be: nothing is written where the box knows all of it."""
    known = turn.setting.box.gives(kinds or f"{chosen['what']}s", chosen["number"])
    return _RECEIVED if known is None or known[ANY] else (None,)


_TAKEN = _one(KINDS)
_RECEIVED = (None, *_one(RESOURCES))
_MADE = (None, *(Goods((("helm", count),)) for count in range(1, 5)))

VALUES: Mapping[str, Values] = MappingProxyType({
    "worker.area": partial(_areas, 0), "special.area": partial(_areas, 1),
    "toll": _fees, "anchor": _instead, "harbour.pay": _fees,
    "draw.count": lambda t, c: range(left(t).get("draw", 0), 0, -1),
    "double.placement": partial(_places, "double"), "islet.placement": partial(_places, "islet"),
    "single.placement": partial(_places, "single"),
    "boat.number": partial(_free, "boats", BOATS), "crate.number": partial(_free, "crates", CRATES),
    "islet.number": partial(_free, "islets", ISLETS),
    "build.kind": lambda t, c: [k for k, n in BUILDINGS.items() if t.me.buildings.count(k) < n],
    "build.space": lambda t, c: highest_free(t.me.land),
    "build.card": lambda t, c: (
        None, *(card.name for card in t.setting.box.values.cards if card.kind == c["kind"])
    ),
    # A fortress gives nothing.
    "build.gives": lambda t, c: (None,) if c["kind"] == "fortress" else _RECEIVED,
    "take.goods": lambda t, c: _TAKEN,
    "ruin.space": lambda t, c: t.me.land.pieces(RUIN),
    "statue.space": lambda t, c: highest_free(t.me.land) if t.me.workshop else (),
    "crate.turned": _turned,
    **{f"{verb}.pay": partial(_pays, verb) for verb in (*MADE, "reactivate")},
    **{f"{verb}.gives": lambda t, c: _MADE for verb in ("boat", "statue", "crate")},
    **{f"{verb}.gives": partial(_gives, kinds) for verb, kinds in _EFFECTS.items()},
    "gives": lambda t, c: _RECEIVED,
    "again.what": partial(_again, 0), "again.player": partial(_again, 1),
    "again.number": partial(_again, 2),
    "milestone.name": _milestones,
    "milestone.takes": lambda t, c: [
        one for one, n in zip(WORKER_KINDS, t.me.unhired, strict=True) if n
    ],
    "milestone.sends": lambda t, c: WORKER_KINDS if c["takes"] == "special" else (None,),
    "milestone.to": lambda t, c: [
        n for n in (range(1, ORDERS + (len(t.table.seats) > 2)) if c["sends"] else (None,))
        if n is None or t.table.order_taken(n) is None
    ],
    "receive.number": lambda t, c: [n for n in t.me.boats if f"boat {n}" not in t.me.income],
    "sail.ship": lambda t, c: SHIPS if t.helm else (),
    "sail.count": _helm,
    "logbook.gives": lambda t, c: _RECEIVED[1:] if t.logbooks else (),
    "harbour.player": lambda t, c: [t.table.seats[one].name for one in dict.fromkeys(t.harbours)],
    "anchor.ship": lambda t, c: _even(t) if t.anchors_due else (),
    "store.goods": _stored,
    "exchange.goods": lambda t, c: [
        Payment((Item(kind, EXCHANGES["cloth"]),)) for kind in exchanges(t)
        if t.me.goods[kind] >= EXCHANGES["cloth"]
    ],
    "exchange.wanted": lambda t, c: _one(exchanges(t)[c["goods"].items[0].kind]),
    "cover.effect": lambda t, c: [
        one for one in COVERS
        if one not in t.me.covers and len(t.me.covers) < len(t.me.crates)
    ],
    "cover.goods": _covered,
    "single.steps": lambda t, c: (
        (None,) if t.setting.box.values.single_tile else range(1, t.me.steps + 1)
    ),
    "use.card": lambda t, c: [card.name for card in t.me.cards if not card.used],
    "feed.food": _food,
    "reactivate.what": lambda t, c: [
        kind for kind, used in t.me.used_up.items() if used and "feed" in t.me.income
    ],
    "reactivate.name": lambda t, c: t.me.used_up[c["what"]],
})  # fmt: skip
"""The values of each part, by its verb and its name, or by its name alone."""

MOST_WAYS = 6  # payments of one cost to choose from
TRUSTED = ("gets", "spends")  # verbs of what is not known, which are never an example


def values(verb: Verb, part: Part) -> Values | None:
    """Return what yields the values of a part, best first; None for one that is left out."""
    return VALUES.get(f"{verb.name}.{part.name}") or VALUES.get(part.name)


def verbs(turn: Turn) -> list[Verb]:
    """Return the verbs that the phase allows and the areas offer, those that are owed first."""
    allowed = ("", turn.table.phase)
    can = ("", *left(turn))
    return [
        verb for verb in VERBS.values()
        if verb.phase in allowed and verb.name not in TRUSTED and verb.uses in can
    ]  # fmt: skip


def walk(
    turn: Turn, verb: Verb, text: str | None = None, chosen: Chosen = MappingProxyType({})
) -> Iterator[Chosen]:
    """Yield the values of all parts of a verb, for each step that goes on from those chosen; with a
    text of the step that has it, and of longer ones what is one value longer."""
    for part in verb.parts[len(chosen) :]:
        found = values(verb, part)
        if found is None:
            chosen = {**chosen, part.name: None}
            continue
        for one in found(turn, chosen):
            further = {**chosen, part.name: one}
            longer = "" if text is None else written(verb, further)
            if text is None or one is None or f"{text} ".startswith(f"{longer} "):
                yield from walk(turn, verb, text, further)
            elif longer.startswith(text):
                yield further
        return
    if (chosen or _earned(turn, verb.name)) and (text is None or text == written(verb, chosen)):
        yield chosen


def steps(turn: Turn, verb: Verb) -> Iterator[Step]:
    for chosen in walk(turn, verb):
        yield Step(verb, (*[item for item in chosen.items() if item[1] is not None],))


def _earned(turn: Turn, verb: str) -> object:
    """Return whether a helm point of the clean-up is still to be taken."""
    if "feed" not in turn.me.income or verb in turn.me.income:
        return False
    land = turn.me.land
    return land.pieces("statue") if verb == "statues" else road_points(land, turn.setting.rulings)


def examples(turn: Turn) -> list[tuple[Verb, Iterator[Step]]]:
    """Return each verb with those of its steps that bring no fault; what is owed is none."""
    known = _faults(turn)
    return [
        (verb, filter(lambda step: _faults(turn, step) <= known, steps(turn, verb)))
        for verb in verbs(turn)
    ]


def _faults(turn: Turn, *found: Step) -> set[tuple[str, str]]:
    """Return what is wrong with a turn that goes on with further steps, by key and place."""
    longer = turn.copy()
    go_on(longer, found)
    close(longer, whole=False)
    return {(reason.key, reason.at) for reason in longer.reasons}
