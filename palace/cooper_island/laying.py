"""Tiles in a log: double and single tiles and islets, judged by the rules of the map."""

from __future__ import annotations

from dataclasses import replace

from palace.cooper_island.goods import Goods
from palace.cooper_island.placement import Placement
from palace.cooper_island.placing import TileVerdict, judge, lay
from palace.cooper_island.purse import check_room
from palace.cooper_island.seat import Seat
from palace.cooper_island.step import Step
from palace.cooper_island.table import WORKERS, Islet
from palace.cooper_island.tiles import ISLETS, Hand
from palace.cooper_island.turn import Cause, Turn


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
