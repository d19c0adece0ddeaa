"""Steps of any phase and income: crates, cards, ships, exchanges, tiles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from palace.cooper_island.goods import COIN, RESOURCES, Goods, Payment
from palace.cooper_island.referee import each_legal, judge, lay
from palace.cooper_island.rules import Rulings
from palace.cooper_island.state import SHIPS, Islet, Seat
from palace.cooper_island.tiles import ISLETS, SINGLES, TERRAINS, Hand, Placement, Tile
from palace.cooper_island.turn import Anchor, Cause, Gives, Pay, Turn, check_room, spend, take_out

COVER_AMOUNT = 2  # number of steps, coins or resources from a crate
COVERS: Mapping[str, Goods | None] = {
    "draw": Goods.of({"draw": 1}),
    "double": Goods.of({"lay": 1}),
    "steps": Goods.of({"step": COVER_AMOUNT}),
    "coins": Goods.of({COIN: COVER_AMOUNT}),
    "resources": None,
}
"""The five effects that a crate can cover, and what each gives; resources are chosen."""

EXCHANGES = {"cloth": 2, "gold": 2, "any": 4}
"""The price of a coin in cloth, of any resource in gold, and of anything in anything."""

FREE = ("store", "exchange", "cover", "single", "use")
"""The verbs of the anytime actions, which belong to the player's own turn."""


def draw_doubles(turn: Turn, count: int) -> None:
    turn.used["draw"] += count - 1
    turn.change(doubles=turn.me.doubles + count)


def cover_effect(turn: Turn, effect: str, goods: Gives = None) -> None:
    me = turn.me
    if len(me.covers) >= len(me.crates):
        key = "crate.not-free" if me.crates else "crate.no"
        turn.fault(key, remedy="crate.take", by=1, effect=effect, count=len(me.crates))
    if effect in me.covers:
        free = tuple(other for other in COVERS if other not in me.covers)
        turn.fault("crate.covered", remedy="free", effect=effect, free=free)
    else:
        turn.change(covers=(*me.covers, effect))
    gives = COVERS[effect]
    if (goods is None) is (gives is None):
        turn.fault("crate.with" if goods else "crate.without", remedy="crate.cover", effect=effect)
    elif goods is not None:
        count = sum(goods[kind] for kind in RESOURCES)
        if count != COVER_AMOUNT or goods.amount != count:
            by = abs(count - COVER_AMOUNT)
            turn.fault("crate.goods", remedy="crate.two", by=by, goods=goods)
        gives = goods
    turn.gain(gives or Goods(), Cause("cover"))


def use_card(turn: Turn, card: str, gives: Gives = None) -> None:
    cards = turn.me.cards
    found = next((one for one in cards if one.name == card), None)
    if found is None or found.used:
        key = "card.used" if found else "card.none"
        ready = tuple(one.name for one in cards if not one.used)
        turn.fault(key, remedy="ready", card=card, ready=ready)
    turn.change(cards=tuple(one._replace(used=one.used or one.name == card) for one in cards))
    known = turn.setting.box.card_gives(card)
    turn.effect(Cause("large") if known is None else Cause("card", card), gives, known)


def receive_income(turn: Turn, number: int, gives: Gives = None) -> None:
    me, tag = turn.me, f"boat {number}"
    if tag in me.income and number in me.boats:
        turn.fault("boat.received", remedy="once", by=1, number=number)
    turn.change(income=(*me.income, tag))
    _use_boat(turn, me, number, gives)


def _use_boat(turn: Turn, owner: Seat, number: int, gives: Gives) -> None:
    built = owner.boats
    if number not in built:
        turn.fault("boat.not-built", remedy="built", owner=owner.name, number=number, built=built)
    turn.effect(Cause("boat", number), gives, turn.setting.box.gives("boats", number))


def judge_income(turn: Turn) -> None:
    """Report what is left out in the income phase; an islet if there was room, and is now."""
    me = turn.me
    boats = tuple(number for number in me.boats if f"boat {number}" not in me.income)
    if boats:
        turn.fault("income.boats", remedy="receive.add", by=len(boats), boats=boats)
    way = islet_room(me, turn.setting.rulings)
    if me.room and "islet" not in me.income and way is not None:
        turn.fault("income.islet", remedy="islet.add", by=1, near=way)


def islet_room(seat: Seat, rulings: Rulings) -> Placement | None:
    """Return where a player can lay an islet, of any terrain; None without room."""
    hand = Hand(SINGLES, ISLETS - len(seat.islets))
    return next(each_legal(seat.land, Tile("islet", TERRAINS[:1]), rulings, hand), None)


def sail(turn: Turn, ship: str, count: int) -> None:
    """Move a ship one beach for each helm point; anchors are removed first (rulings anchor-…)."""
    rulings, ring = turn.setting.rulings, turn.setting.ring
    braking = [ship]
    if rulings.anchor_ship == "any":
        braking += [other for other in SHIPS if other != ship]
    ships = dict(zip(SHIPS, turn.me.ships, strict=True))
    start = ships[ship].distance
    for left in turn.sail_points(count):
        for name in braking:
            removed = min(left, ships[name].anchors)
            if removed and rulings.anchor_removal == "gain":
                removed, left = 1, 1
            ships[name] = ships[name]._replace(anchors=ships[name].anchors - removed)
            left -= removed
        ships[ship] = ships[ship]._replace(distance=ships[ship].distance + left)
    turn.change(ships=tuple(ships.values()))
    for distance in range(start + 1, ships[ship].distance + 1):
        beach = ring.at(turn.at, ship, distance)
        owner = ring.harbour(turn.at, ship, distance)
        turn.harbours += [] if owner is None else [owner]
        turn.logbooks += ring.logbook(ship, beach)
        turn.passed += [islet for islet in turn.table.islets if islet.beach == beach]


def take_logbook(turn: Turn, gives: Gives = None) -> None:
    if not turn.logbooks:
        turn.fault("logbook", remedy="logbook.sail", by=1)
    turn.logbooks = max(0, turn.logbooks - 1)
    turn.effect(Cause("logbook"), gives, None)


def pass_harbour(turn: Turn, player: str, pay: Pay = None, anchor: Anchor = None) -> None:
    owner = turn.seat_of(player)
    if owner in turn.harbours:
        turn.harbours.remove(owner)
    else:
        turn.fault("harbour.none", remedy="leave-out", by=1, other=player)
    pay_or_anchor(turn, owner, "harbour", "pay", pay, anchor)


def pay_or_anchor(turn: Turn, owner: int, code: str, part: str, pay: Pay, anchor: Anchor) -> None:
    """Pay one resource or coin to another player, or take an anchor."""
    if pay is not None and anchor is not None:
        turn.fault(f"{code}.both", remedy="pay.one-of-them", by=1)
    if pay is None and anchor is None:
        other = turn.table.seats[owner].name
        turn.fault(f"{code}.owed", remedy="pay.add", by=1, other=other, part=part)
    if pay is not None:
        if pay.pieces != 1:
            turn.fault(f"{code}.pieces", remedy="pay.one", by=abs(pay.pieces - 1), payment=pay)
        spend(turn, pay)
        given = Goods.of([item.kind for item in pay.items for _ in range(item.amount)])
        to = turn.table.seats[owner]
        turn.table = turn.table.with_seat(owner, replace(to, market=to.market + given))
    if anchor is not None:
        turn.put_anchor(anchor)


def put_anchor(turn: Turn, ship: str) -> None:
    if not turn.anchors_due:
        turn.fault("anchors.none", remedy="leave-out", by=1)
        return
    turn.anchors_due -= 1
    turn.put_anchor(ship)


def have_again(turn: Turn, what: str, player: str, number: int, gives: Gives = None) -> None:
    """Take the effect of an islet (passed, or with a special worker in C) or of a built boat."""
    owner = turn.seat_of(player)
    if what == "boat":
        turn.used["boat again"] += 1
        _use_boat(turn, turn.table.seats[owner], number, gives)
        return
    passed = next((islet for islet in turn.passed if islet.is_called(owner, number)), None)
    if passed:
        turn.passed.remove(passed)
    else:
        turn.used["islet again"] += 1
        laid = tuple(islet for islet in turn.table.islets if islet.owner == owner)
        if not any(islet.is_called(owner, number) for islet in laid):
            numbers = tuple(islet.number for islet in laid)
            turn.fault("islet-passed", remedy="laid", owner=player, number=number, laid=numbers)
    turn.effect(Cause("islet", number), gives, turn.setting.box.gives("islets", number))


def store(turn: Turn, goods: Payment) -> None:
    """Move cubes and coins to the storage, where each is worth one."""
    for item in goods.items:
        if item.place == "storage":
            turn.fault("goods.stored", remedy="store.from", by=item.amount, kind=item.kind)
            continue
        take_out(turn, item, ("market",))
        turn.change(storage=turn.me.storage + Goods(((item.kind, item.amount),)))
    check_room(turn)


def exchanges(turn: Turn) -> dict[str, tuple[str, ...]]:
    """Return what two of a kind are exchanged for (ruling gold-exchange)."""
    rare = "gold" if turn.setting.rulings.gold_exchange == "gold" else COIN
    return {"cloth": (COIN,), rare: RESOURCES}


def exchange(turn: Turn, goods: Payment, wanted: Goods) -> None:
    """Exchange goods; what is gained goes to the market."""
    worth = spend(turn, goods, ordinary=False)
    total, rates = sum(worth.values()), exchanges(turn)
    bought = [kinds for kind, kinds in rates.items() if worth[kind] >= EXCHANGES["cloth"]]
    fair = total >= EXCHANGES["any"] or any(wanted[kind] for kinds in bought for kind in kinds)
    if wanted.amount != 1 or not fair:
        by = wanted.amount - 1 if wanted.amount > 1 else max(1, EXCHANGES["any"] - total)
        rare = [*rates][-1]
        turn.fault("exchange", remedy="exchanges", by=by, goods=goods, wanted=wanted, rare=rare)
    turn.gain(wanted, Cause("exchange"))


def take_goods(turn: Turn, goods: Goods) -> None:
    turn.used["take"] += goods.amount - 1
    turn.gain(goods, Cause("area", "E"))


def get_otherwise(turn: Turn, gains: Goods) -> None:
    """Take goods from an unknown source, such as the text of a card."""
    turn.trusted["gains from unknown sources"] += 1
    turn.gain(gains, Cause("written"))


def spend_otherwise(turn: Turn, goods: Payment) -> None:
    turn.trusted["payments for unknown purposes"] += 1
    spend(turn, goods)


# Tiles, judged by the rules of the map.


def lay_double(turn: Turn, placement: Placement) -> None:
    """Lay a double tile; levelling uses the cartographer."""
    if not turn.me.doubles:
        turn.fault("hand", remedy="hand.draw", by=1)
    _lay(turn, placement, doubles=max(0, turn.me.doubles - 1))
    if placement.level is not None:
        _use_cartographer(turn, 1)


def lay_single(turn: Turn, placement: Placement, steps: int | None = None) -> None:
    land, space = turn.me.land, placement.spaces[0]
    height = land[space].height + 1 if space in land else 1
    known = turn.setting.box.single_tile(height)
    if known is None:
        turn.trusted["what a single tile costs the cartographer"] += 1
    elif steps is not None and steps != known:
        turn.fault(
            "effect.single", remedy="write.for",
            by=abs(known - steps), height=height, known=known, written=steps,
        )  # fmt: skip
    cost, has = steps or known or 0, turn.me.steps
    if cost > has:
        turn.fault("cartographer-steps", remedy="steps.win", by=cost - has, cost=cost, has=has)
    _lay(turn, placement)
    _use_cartographer(turn, cost)


def _use_cartographer(turn: Turn, cost: int) -> None:
    """Use the cartographer, once (ruling cartographer-uses), and a single tile."""
    if turn.me.cartographer_used:
        each = turn.setting.rulings.cartographer_uses
        turn.fault("cartographer-uses", remedy="wait", by=1, each=each)
    turn.change(cartographer_used=True, steps=max(0, turn.me.steps - cost))
    turn.change_table(singles=turn.table.singles - 1)


def lay_islet(turn: Turn, placement: Placement, number: int = 0, gives: Gives = None) -> None:
    """Lay an islet and take its effect; ships that come to its beach can take it again."""
    turn.check_number("stock", number, [*filter(None, turn.me.islets)])
    _lay(turn, placement, islets=(*turn.me.islets, number))
    coast = turn.me.land.peninsula.beaches
    at = next((at for at, spaces in enumerate(coast) if placement.sea in spaces), None)
    if at is None:
        turn.trusted["the place of an islet on the sea ring"] += 1
    beach = None if at is None else turn.setting.ring.coast(turn.at, at)
    turn.change_table(islets=(*turn.table.islets, Islet(turn.at, number, beach)))
    known = turn.setting.box.gives("islets", number) if number else None
    turn.effect(Cause("islet", number), gives, known)


def _lay(turn: Turn, placement: Placement, **used: object) -> None:
    """Lay a tile, legal or not, and change what is used up by it."""
    me = turn.me
    hand = Hand(turn.table.singles, ISLETS - len(me.islets), me.steps)
    verdict = judge(me.land, placement, turn.setting.rulings, hand, (me.name, placement))
    turn.refuse(*verdict.reasons)
    turn.change(land=verdict.land or lay(me.land, placement), **used)
