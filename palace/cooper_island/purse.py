"""Paying, storing and exchanging: goods of storage and market, and cubes of the peninsula."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from palace.cooper_island.cubes import cubes_of, value, without_cubes
from palace.cooper_island.goods import COIN, Goods, lacking
from palace.cooper_island.hexes import Hex
from palace.cooper_island.payment import Item, Payment
from palace.cooper_island.phrases import kind_words
from palace.cooper_island.step import Step
from palace.cooper_island.turn import Cause, Turn

EXCHANGES = {"cloth": 2, "gold": 2, "any": 4}
"""What a coin costs in cloth, any resource in gold, and anything in anything."""

STORED_IN_A_TURN = 2
"""What may be stored in a turn under the ruling store-limit=two."""

_PIECES = {"toll": "toll.pieces", "harbour": "harbour.pieces"}
"""What is wrong with an amount that another player is paid, by code."""


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
        _too_few(turn, item, stores, wanted)
    return item.amount


def _too_few(turn: Turn, item: Item, stores: tuple[str, ...], missing: int) -> None:
    """Note that some of what is paid is not there, and where there is more."""
    has = turn.me.goods
    cubes = tuple(Item(item.kind, 1, space) for space in cubes_of(turn.me.land, item.kind))
    if item.place is not None and item.place not in stores:
        remedy = "goods.market"
    elif cubes:
        remedy = "goods.cubes"
    else:
        remedy = "goods.there" if item.kind == COIN else "goods.no-cube"
    turn.fault(
        "goods.place" if item.place else "goods.stores", remedy=remedy, by=missing,
        there=item.amount - missing, amount=item.amount, kind=item.kind, place=item.place,
        stores=stores, cubes=cubes, has=has,
    )  # fmt: skip


def _from_space(turn: Turn, kind: str, space: Hex) -> int:
    land = turn.me.land
    cube = land[space].cube if space in land else None
    if cube != kind:
        spaces = cubes_of(land, kind)
        turn.fault(
            "goods.other-cube" if cube else "goods.no-cube",
            remedy="cubes.on" if spaces else "cubes.none", by=1, at=space,
            cube=cube, who=turn.name, kind=kind, spaces=spaces,
        )  # fmt: skip
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
    turn: Turn, cause: Cause, payment: Payment | None, cost: Goods | None, discount: int = 0
) -> None:
    """Take a payment for something; too little is a fault, an unknown cost is trusted."""
    worth = spend(turn, payment)
    if cost is None:
        turn.trust(f"what {kind_words(cause)} costs")
        return
    short = lacking(cost, worth)
    missing = short.amount - discount
    if missing > 0:
        # A discount leaves the choice of what is paid, so only how much can be named.
        turn.fault(
            "cost.less" if discount else "cost",
            remedy="pay.more" if short.amount == missing else "pay.some", by=missing,
            cause=cause, cost=cost, less=discount, paid=payment or Payment(), short=short,
            missing=missing,
        )  # fmt: skip


def one_piece(turn: Turn, payment: Payment, code: str, to: int) -> None:
    """Hand one resource or coin to another player; it comes into his market."""
    if payment.pieces != 1:
        turn.fault(_PIECES[code], remedy="pay.one", by=abs(payment.pieces - 1), payment=payment)
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
            turn.fault("goods.stored", remedy="store.from", by=item.amount, kind=item.kind)
            continue
        take_out(turn, item, ("market",))
        turn.change(storage=turn.me.storage + Goods.of({item.kind: item.amount}))
    turn.stored += payment.pieces
    if turn.setting.rulings.store_limit == "two" and turn.stored > STORED_IN_A_TURN:
        count = turn.stored
        turn.fault("storage.turn", remedy="store.two", by=count - STORED_IN_A_TURN, count=count)
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
        more = has - spaces
        turn.fault("storage.room", remedy="store.use", by=more, count=has, spaces=spaces, more=more)


def exchange(turn: Turn, step: Step) -> None:
    """Goods for goods, into the market."""
    wanted: Goods = step["for"]
    worth = spend(turn, step["goods"], ordinary=False)
    rare = "gold" if turn.setting.rulings.gold_exchange == "gold" else COIN
    total = sum(worth.values())
    to_coin = wanted[COIN] == 1 and worth["cloth"] >= EXCHANGES["cloth"]
    to_resource = wanted[COIN] == 0 and worth[rare] >= EXCHANGES["gold"]
    if wanted.amount != 1 or not (to_coin or to_resource or total >= EXCHANGES["any"]):
        by = wanted.amount - 1 if wanted.amount > 1 else max(1, EXCHANGES["any"] - total)
        turn.fault(
            "exchange", remedy="exchanges", by=by, goods=step["goods"], wanted=wanted, rare=rare
        )
    turn.gain(wanted, Cause("exchange"))


def gets(turn: Turn, step: Step) -> None:
    """Goods from what is not known here, such as the text of a card."""
    turn.trust("what was got otherwise")
    turn.gain(step["gains"], Cause("written"))


def spends(turn: Turn, step: Step) -> None:
    """Goods for what is not known here."""
    turn.trust("what was spent otherwise")
    spend(turn, step["goods"])


def take(turn: Turn, step: Step) -> None:
    """One resource or coin, in area E."""
    goods: Goods = step["goods"]
    turn.used["take"] += goods.amount
    turn.gain(goods, Cause("area", "E"))
