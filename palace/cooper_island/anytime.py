"""Actions at any time: crates that cover an effect, large buildings, drawing, income of boats."""

from __future__ import annotations

from palace.cooper_island.goods import RESOURCES, Goods
from palace.cooper_island.step import COVERS, Step
from palace.cooper_island.turn import Turn
from palace.scoring.score import counted

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
        has = f"{counted(len(me.crates), 'crate')}, none of them free" if me.crates else "no crate"
        text = f"{me.name} covers {effect} and has {has}"
        turn.fault("crate", text, "take one in H, or reactivate one", 1)
    if effect in me.covers:
        free = ", ".join(other for other in COVERS if other not in me.covers)
        text = f"the effect {effect} of {me.name} is covered already"
        turn.fault("crate", text, f"free: {free or 'none'}", None)
    else:
        turn.change(covers=(*me.covers, effect))
    if (goods is not None) != (effect == "resources"):
        text = f"{me.name} covers {effect} {'with' if goods else 'and names no'} resources"
        turn.fault("crate", text, "cover resources 1 wood 1 food", None)
    if effect == "draw":
        turn.change(doubles=turn.me.doubles + 1)
    elif effect == "double":
        turn.granted["lay"] += 1
    elif effect == "steps":
        turn.steps(STEPS)
    elif effect == "coins":
        turn.gain(Goods.of({"coin": COINS}), "a crate")
    elif goods is not None:
        _resources(turn, goods)


def _resources(turn: Turn, goods: Goods) -> None:
    count = sum(goods[kind] for kind in RESOURCES)
    if count != CUBES or goods.amount != count:
        text = f"{turn.name} covers resources for {goods}"
        turn.fault("crate", text, "two resources, coins are another effect", abs(count - CUBES))
    turn.gain(goods, "a crate")


def use(turn: Turn, step: Step) -> None:
    """Use a large building; its card is turned over."""
    name = step["card"]
    me = turn.me
    found = next((card for card in me.cards if card.name == name), None)
    if found is None or found.used:
        why = "has used it already" if found else "has no large building of this name"
        free = ", ".join(card.name for card in me.cards if not card.used) or "none"
        turn.fault("card", f"{me.name} uses {name} and {why}", f"ready: {free}", None)
    cards = (card._replace(used=True) if card.name == name else card for card in me.cards)
    turn.change(cards=tuple(cards))
    known = turn.setting.box.card_gives(name)
    what = "a large building" if known is None else f"the card {name}"
    turn.effect(what, step.get("gives"), known)


def receive(turn: Turn, step: Step) -> None:
    """The income of a boat, once in a round."""
    number = step["number"]
    me = turn.me
    tag = f"boat {number}"
    if number not in me.boats:
        built = ", ".join(map(str, me.boats)) or "none"
        turn.fault("boat", f"{me.name} has not built boat {number}", f"built: {built}", None)
    elif tag in me.income:
        text = f"{me.name} has had the income of boat {number} in this round"
        turn.fault("boat", text, "once in each round", 1)
    turn.change(income=(*me.income, tag))
    turn.effect(tag, step.get("gives"), turn.setting.box.gives("boats", number))
