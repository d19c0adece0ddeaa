"""The clean-up phase: feeding, reactivation, statues and road, and what happens by itself."""

from __future__ import annotations

from palace.cooper_island.goods import Goods
from palace.cooper_island.purse import charge, spend
from palace.cooper_island.standing import road as road_points
from palace.cooper_island.step import Step
from palace.cooper_island.turn import Cause, Turn

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


def road(turn: Turn, _: Step) -> None:
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
