"""Paying, storing and exchanging: goods of storage and market, and cubes of the peninsula."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from palace.cooper_island.cubes import cubes_of, value, without_cubes
from palace.cooper_island.goods import COIN, Goods, lacking
from palace.cooper_island.hexes import Hex
from palace.cooper_island.payment import Item, Payment
from palace.cooper_island.step import Step
from palace.cooper_island.turn import Turn, kind_of

EXCHANGES = {"cloth": 2, "gold": 2, "any": 4}
"""What a coin costs in cloth, any resource in gold, and anything in anything."""

STORED_IN_A_TURN = 2
"""What may be stored in a turn under the ruling store-limit=two."""


def take_out(turn: Turn, item: Item, stores: tuple[str, ...]) -> int:
    """Take cubes or coins from where they lie; returns what they are worth.

    What is not there is a fault; it counts as if it had been, so that one slip has one reason.
    """
    if isinstance(item.place, Hex):
        return _from_space(turn, item.kind, item.place)
    wanted = item.amount
    for store in stores if item.place is None else (item.place,):
        has: Goods = getattr(turn.me, store)
        taken = min(wanted, has[item.kind]) if store in stores else 0
        turn.change(**{store: has.without(Goods.of({item.kind: taken}))})
        wanted -= taken
    if wanted:
        me = turn.me
        there = item.amount - wanted
        where = f"in the {item.place}" if item.place else f"in {' and '.join(stores)}"
        cubes = [f"{item.kind}@{space}" for space in cubes_of(me.land, item.kind)]
        remedy = f"there is {me.goods}"
        if cubes:
            remedy = f"pay with cubes: {' or '.join(cubes)}"
        elif item.kind != COIN:
            remedy += f"; no cube of {item.kind} lies on the peninsula"
        if item.place is not None and item.place not in stores:
            remedy = "the market pays for exchanges only (ruling market-pays)"
        text = f"{me.name} has {there} of {item.amount} {item.kind} {where}"
        turn.fault("goods", text, remedy, wanted)
    return item.amount


def _from_space(turn: Turn, kind: str, space: Hex) -> int:
    land = turn.me.land
    cube = land[space].cube if space in land else None
    if cube != kind:
        found = f"a cube of {cube}" if cube else "no cube"
        spaces = " or ".join(map(str, cubes_of(land, kind))) or "no space"
        text = f"{found} of {turn.name} lies on {space}, not one of {kind}"
        turn.fault("goods", text, f"{kind} lies on {spaces}", 1, space)
        return 1
    worth = value(land, space, turn.setting.rulings)
    turn.change(land=without_cubes(land, [space]))
    return worth


def stores(turn: Turn, *, ordinary: bool = True) -> tuple[str, ...]:
    """Where goods are taken from, in this order (ruling market-pays)."""
    market = not ordinary or turn.setting.rulings.market_pays == "yes"
    return ("market", "storage") if market else ("storage",)


def spend(turn: Turn, payment: Payment | None, *, ordinary: bool = True) -> Counter[str]:
    """Take a payment; returns what it is worth by kind."""
    worth: Counter[str] = Counter()
    for item in payment.items if payment else ():
        worth[item.kind] += take_out(turn, item, stores(turn, ordinary=ordinary))
    return worth


def charge(
    turn: Turn, what: str, payment: Payment | None, cost: Goods | None, discount: int = 0
) -> None:
    """Take a payment for something; too little is a fault, an unknown cost is trusted."""
    worth = spend(turn, payment)
    if cost is None:
        turn.trust(f"what {kind_of(what)} costs")
        return
    short = lacking(cost, worth)
    missing = short.amount - discount
    if missing > 0:
        less = f", {discount} less" if discount else ""
        text = f"{what} costs {cost}{less}; {turn.name} pays {payment or 'nothing'}"
        turn.fault("cost", text, f"{_most(short, missing)} more", missing)


def _most(short: Goods, missing: int) -> str:
    """What is missing, where a discount leaves the choice, only how much."""
    return f"pay {short}" if short.amount == missing else f"pay {missing} of {short}"


def one_piece(turn: Turn, payment: Payment, code: str, to: int) -> None:
    """Hand one resource or coin to another player; it comes into his market."""
    if payment.pieces != 1:
        text = f"{turn.name} pays {payment} where one resource or coin is due"
        turn.fault(code, text, "pay one", abs(payment.pieces - 1))
    spend(turn, payment)
    other = turn.table.seats[to]
    given = Goods.of(Counter([item.kind for item in payment.items for _ in range(item.amount)]))
    seat = replace(other, market=other.market + given)
    turn.table = turn.table.with_seat(to, seat)


# Steps.


def store(turn: Turn, step: Step) -> None:
    """Cubes and coins go to the storage; each is worth one there."""
    payment: Payment = step["goods"]
    for item in payment.items:
        if item.place == "storage":
            text = f"the {item.kind} of {turn.name} lies in the storage already"
            turn.fault("goods", text, "store from the market or the peninsula", item.amount)
            continue
        take_out(turn, item, ("market",))
        turn.change(storage=turn.me.storage + Goods.of({item.kind: item.amount}))
    turn.stored += payment.pieces
    if turn.setting.rulings.store_limit == "two" and turn.stored > STORED_IN_A_TURN:
        by = turn.stored - STORED_IN_A_TURN
        text = f"{turn.name} stores {turn.stored} cubes and coins in one turn"
        turn.fault("storage", text, "store two (ruling store-limit)", by)
    check_room(turn)


def room(turn: Turn) -> int | None:
    """Storage spaces, those that buildings have uncovered among them; None if not known."""
    values = turn.setting.box.values
    if values.storage is None:
        return None
    return values.storage + (values.uncovers or 0) * len(turn.me.buildings)


def check_room(turn: Turn) -> None:
    """More in the storage than it has spaces is a fault."""
    spaces, has = room(turn), turn.me.storage.amount
    if spaces is None:
        turn.trust("the room in the storage")
    elif has > spaces:
        text = f"{turn.name} stores {has} cubes and coins on {spaces} spaces"
        turn.fault("storage", text, f"use {has - spaces} first, or leave them", has - spaces)


def exchange(turn: Turn, step: Step) -> None:
    """Goods for goods, into the market."""
    wanted: Goods = step["for"]
    worth = spend(turn, step["goods"], ordinary=False)
    rare = "gold" if turn.setting.rulings.gold_exchange == "gold" else COIN
    total = sum(worth.values())
    to_coin = wanted[COIN] == 1 and worth["cloth"] >= EXCHANGES["cloth"]
    to_resource = wanted[COIN] == 0 and worth[rare] >= EXCHANGES["gold"]
    if wanted.amount != 1 or not (to_coin or to_resource or total >= EXCHANGES["any"]):
        text = f"{turn.name} exchanges {step['goods']} for {wanted}"
        remedy = f"2 cloth for 1 coin, 2 {rare} for 1 resource, 4 of any kind for 1"
        by = wanted.amount - 1 if wanted.amount > 1 else max(1, EXCHANGES["any"] - total)
        turn.fault("exchange", text, remedy, by)
    turn.gain(wanted, "the exchange")


def gets(turn: Turn, step: Step) -> None:
    """Goods from what is not known here, such as the text of a card."""
    turn.trust("what was got otherwise")
    turn.gain(step["gains"], "what is written down")


def spends(turn: Turn, step: Step) -> None:
    """Goods for what is not known here."""
    turn.trust("what was spent otherwise")
    spend(turn, step["goods"])


def take(turn: Turn, step: Step) -> None:
    """One resource or coin, in area E."""
    goods: Goods = step["goods"]
    turn.used["take"] += goods.amount
    turn.gain(goods, "area E")
