"""Actions at any time: crates that cover an effect, large buildings, drawing, income of boats."""

from __future__ import annotations

from palace.cooper_island.goods import RESOURCES, Goods
from palace.cooper_island.step import COVERS, Step
from palace.cooper_island.turn import Cause, Turn

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
