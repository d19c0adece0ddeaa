"""Actions at any time: crates that cover an effect, large buildings, drawing, income of boats.

Tiles in a log: double and single tiles and islets, judged by the rules of the map.

Paying, storing and exchanging: goods of storage and market, and cubes of the peninsula.
"""

from __future__ import annotations

from dataclasses import replace

from palace.cooper_island.goods import COIN, RESOURCES, Goods, Payment
from palace.cooper_island.referee import TileVerdict, judge, lay
from palace.cooper_island.state import WORKERS, Islet, Seat
from palace.cooper_island.tiles import ISLETS, Hand, Placement
from palace.cooper_island.turn import COVERS, Cause, Step, Turn, check_room, spend, take_out

STEPS = 2


COINS = 2


CUBES = 2
"""What a crate gives: steps of the cartographer, coins, resources."""


def draw(turn: Turn, step: Step) -> None:
    """Draw double tiles from the bag."""
    turn.used["draw"] += step["count"]
    turn.change(doubles=turn.me.doubles + step["count"])


def cover(turn: Turn, step: Step) -> None:
    """Cover an effect with a crate and have it."""
    effect, goods = step["effect"], step.get("goods")
    me = turn.me
    if len(me.covers) >= len(me.crates):
        key = "crate.not-free" if me.crates else "crate.no"
        turn.fault(key, remedy="crate.take", by=1, effect=effect, count=len(me.crates))
    if effect in me.covers:
        free = tuple(other for other in COVERS if other not in me.covers)
        turn.fault("crate.covered", remedy="free", effect=effect, free=free)
    else:
        turn.change(covers=(*me.covers, effect))
    if (goods is not None) != (effect == "resources"):
        turn.fault("crate.with" if goods else "crate.without", remedy="crate.cover", effect=effect)
    if effect == "draw":
        turn.change(doubles=turn.me.doubles + 1)
    elif effect == "double":
        turn.granted["lay"] += 1
    elif effect == "steps":
        turn.steps(STEPS)
    elif effect == "coins":
        turn.gain(Goods.of({"coin": COINS}), Cause("cover"))
    elif goods is not None:
        _resources(turn, goods)


def _resources(turn: Turn, goods: Goods) -> None:
    count = sum(goods[kind] for kind in RESOURCES)
    if count != CUBES or goods.amount != count:
        turn.fault("crate.goods", remedy="crate.two", by=abs(count - CUBES), goods=goods)
    turn.gain(goods, Cause("cover"))


def use(turn: Turn, step: Step) -> None:
    """Use a large building; its card is turned over."""
    name = step["card"]
    me = turn.me
    found = next((card for card in me.cards if card.name == name), None)
    if found is None or found.used:
        key = "card.used" if found else "card.none"
        ready = tuple(card.name for card in me.cards if not card.used)
        turn.fault(key, remedy="ready", card=name, ready=ready)
    cards = (card._replace(used=True) if card.name == name else card for card in me.cards)
    turn.change(cards=tuple(cards))
    known = turn.setting.box.card_gives(name)
    cause = Cause("large") if known is None else Cause("card", name)
    turn.effect(cause, step.get("gives"), known)


def receive(turn: Turn, step: Step) -> None:
    """The income of a boat, once in a round."""
    number = step["number"]
    me = turn.me
    tag = f"boat {number}"
    if number not in me.boats:
        turn.fault("boat.not-built", remedy="built", owner=me.name, number=number, built=me.boats)
    elif tag in me.income:
        turn.fault("boat.received", remedy="once", by=1, number=number)
    turn.change(income=(*me.income, tag))
    turn.effect(Cause("boat", number), step.get("gives"), turn.setting.box.gives("boats", number))


def double(turn: Turn, step: Step) -> None:
    """Lay a double tile; levelling uses the cartographer."""
    turn.used["lay"] += 1
    if not turn.me.doubles:
        turn.fault("hand", remedy="hand.draw", by=1)
    turn.change(doubles=max(0, turn.me.doubles - 1))
    placement: Placement = step["tile"]
    _lay(turn, placement)
    if placement.level is not None:
        use_cartographer(turn)
        turn.change(steps=max(0, turn.me.steps - 1))
        turn.table = replace(turn.table, singles=turn.table.singles - 1)


def single(turn: Turn, step: Step) -> None:
    """Lay a single tile for steps of the cartographer."""
    placement: Placement = step["tile"]
    use_cartographer(turn)
    land = turn.me.land
    space = placement.spaces[0]
    height = land[space].height + 1 if space in land else 1
    known, written = turn.setting.box.single_tile(height), step.get("for")
    if known is None:
        turn.trust("what a single tile costs the cartographer")
    elif written not in (None, known):
        turn.fault(
            "effect.single", remedy="write.for",
            by=abs(known - written), height=height, known=known, written=written,
        )  # fmt: skip
    cost = written or known or 0
    if cost > turn.me.steps:
        has = turn.me.steps
        turn.fault("cartographer-steps", remedy="steps.win", by=cost - has, cost=cost, has=has)
    turn.change(steps=max(0, turn.me.steps - cost))
    _lay(turn, placement)
    turn.table = replace(turn.table, singles=turn.table.singles - 1)


def islet(turn: Turn, step: Step) -> None:
    """Lay an islet and have its effect; ships that come to its beach have it again."""
    turn.used["islet"] += 1
    placement: Placement = step["tile"]
    number = step.get("number") or 0
    me = turn.me
    if number > ISLETS or (number and number in me.islets):
        key = "stock.laid" if number in me.islets else "stock.beyond"
        left = tuple(n for n in range(1, ISLETS + 1) if n not in me.islets)
        turn.fault(key, remedy="left", number=number, most=ISLETS, left=left)
    _lay(turn, placement)
    turn.change(islets=(*turn.me.islets, number))
    beach = _beach(turn, placement)
    if beach is None:
        turn.trust("where an islet lies on the sea ring")
    turn.table = replace(turn.table, islets=(*turn.table.islets, Islet(turn.at, number, beach)))
    known = turn.setting.box.gives("islets", number) if number else None
    turn.effect(Cause("islet", number), step.get("gives"), known)


def _beach(turn: Turn, placement: Placement) -> int | None:
    """The beach of the ring an islet lies at; None if the layout does not say."""
    for number, spaces in enumerate(turn.me.land.peninsula.beaches):
        if placement.sea in spaces:
            return turn.setting.ring.coast(turn.at, number)
    return None


def _lay(turn: Turn, placement: Placement) -> None:
    me = turn.me
    verdict = _judge(turn, me, placement)
    turn.reasons += [
        replace(reason, turn=turn.number, line=turn.line, player=f"{turn.name}, {placement}")
        for reason in verdict.reasons
    ]
    land = lay(me.land, placement) if verdict.land is None else verdict.land
    turn.change(land=land, storage=me.storage + Goods.of(verdict.stored))
    if verdict.stored:
        check_room(turn)


def _judge(turn: Turn, me: Seat, placement: Placement) -> TileVerdict:
    hand = Hand(None, turn.table.singles, ISLETS - len(me.islets), me.steps)
    return judge(me.land, placement, turn.setting.rulings, hand)


def use_cartographer(turn: Turn) -> None:
    """Note a use of the cartographer; a second one is a fault (ruling cartographer-uses)."""
    if turn.me.cartographer_used:
        each = turn.setting.rulings.cartographer_uses
        turn.fault("cartographer-uses", remedy="wait", by=1, each=each)
    turn.change(cartographer_used=True)


def rest_cartographer(turn: Turn) -> None:
    """A new turn of workers: the cartographer may be used again under cartographer-uses=turn."""
    if turn.setting.rulings.cartographer_uses == "turn" and turn.table.phase == WORKERS:
        turn.change(cartographer_used=False)


EXCHANGES = {"cloth": 2, "gold": 2, "any": 4}
"""What a coin costs in cloth, any resource in gold, and anything in anything."""


STORED_IN_A_TURN = 2
"""What may be stored in a turn under the ruling store-limit=two."""


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
