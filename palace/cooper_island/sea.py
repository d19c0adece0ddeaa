"""Ships on the sea ring: sailing, anchors, islets passed, logbooks, harbours."""

from __future__ import annotations

from palace.cooper_island.goods import Goods
from palace.cooper_island.state import SHIPS, Islet, Sailing
from palace.cooper_island.turn import Cause, Step, Turn, one_piece

_BOTH = {"toll": "toll.both", "harbour": "harbour.both"}


_OWED = {"toll": "toll.owed", "harbour": "harbour.owed"}
"""What is wrong with what another player is paid, by code."""


def sail(turn: Turn, step: Step) -> None:
    """A ship moves a beach for each helm point; anchors are removed first (rulings anchor-ship,
    anchor-removal)."""
    ship, count = step["ship"], step["count"]
    turn.sails(count)
    braking = [ship]
    if turn.setting.rulings.anchor_ship == "any":
        braking += [other for other in SHIPS if other != ship]
    ships = dict(zip(SHIPS, turn.me.ships, strict=True))
    for name in braking:
        removed = min(count, ships[name].anchors)
        if removed and turn.setting.rulings.anchor_removal == "gain":
            removed, count = 1, 1
        ships[name] = ships[name]._replace(anchors=ships[name].anchors - removed)
        count -= removed
    start = ships[ship].distance
    ships[ship] = Sailing(start + count, ships[ship].anchors)
    turn.change(ships=tuple(ships.values()))
    for distance in range(start + 1, start + count + 1):
        _arrive(turn, ship, distance)


def _arrive(turn: Turn, ship: str, distance: int) -> None:
    """What lies where a ship has come to."""
    ring = turn.setting.ring
    beach = ring.at(turn.at, ship, distance)
    owner = ring.harbour(turn.at, ship, distance)
    turn.harbours += [] if owner is None else [owner]
    turn.logbooks += ring.logbook(ship, beach)
    turn.passed += [islet for islet in turn.table.islets if islet.beach == beach]


def logbook(turn: Turn, step: Step) -> None:
    """What the back of a logbook shows."""
    if not turn.logbooks:
        turn.fault("logbook", remedy="logbook.sail", by=1)
    turn.logbooks = max(0, turn.logbooks - 1)
    turn.effect(Cause("logbook"), step.get("gives"), None)


def harbour(turn: Turn, step: Step) -> None:
    """Pay the owner of a harbour that was passed, or take an anchor."""
    owner = turn.seat_of(step["player"])
    if owner in turn.harbours:
        turn.harbours.remove(owner)
    else:
        turn.fault("harbour.none", remedy="leave-out", by=1, other=step["player"])
    pay_or_anchor(turn, step, "pay", owner, "harbour")


def pay_or_anchor(turn: Turn, step: Step, part: str, owner: int, code: str) -> None:
    """One resource or coin for another player, or an anchor under one's own ship."""
    payment, ship = step.get(part), step.get("anchor")
    if payment is not None and ship is not None:
        turn.fault(_BOTH[code], remedy="pay.one-of-them", by=1)
    if payment is not None:
        one_piece(turn, payment, code, owner)
    if ship is not None:
        turn.put_anchor(ship)
    if payment is None and ship is None:
        other = turn.table.seats[owner].name
        turn.fault(_OWED[code], remedy="pay.add", by=1, other=other, part=part)


def anchor(turn: Turn, step: Step) -> None:
    """Put an anchor that was taken under a ship."""
    if not turn.anchors_due:
        turn.fault("anchors.none", remedy="leave-out", by=1)
        return
    turn.anchors_due -= 1
    turn.put_anchor(step["ship"])


def again(turn: Turn, step: Step) -> None:
    """The effect of an islet that is passed, or by a special worker; of a boat that is built."""
    owner, number = turn.seat_of(step["player"]), step["number"]
    what: str = step["what"]
    if what == "boat":
        _boat_again(turn, owner, number, step.get("gives"))
        return
    numbered = [islet for islet in turn.passed if islet.owner == owner]
    found = next((islet for islet in numbered if islet.number in (number, 0)), None)
    if found is not None:
        turn.passed.remove(found)
    else:
        turn.used["islet again"] += 1
        if not _laid(turn.table.islets, owner, number):
            laid = tuple(islet.number for islet in turn.table.islets if islet.owner == owner)
            name = step["player"]
            turn.fault("islet-passed", remedy="laid", owner=name, number=number, laid=laid)
    known = turn.setting.box.gives("islets", number)
    turn.effect(Cause("islet", number), step.get("gives"), known)


def _laid(islets: tuple[Islet, ...], owner: int, number: int) -> bool:
    return any(islet.owner == owner and islet.number in (number, 0) for islet in islets)


def _boat_again(turn: Turn, owner: int, number: int, gives: Goods | None) -> None:
    turn.used["boat again"] += 1
    seat = turn.table.seats[owner]
    if number not in seat.boats:
        turn.fault(
            "boat.not-built", remedy="built", owner=seat.name, number=number, built=seat.boats
        )
    turn.effect(Cause("boat", number), gives, turn.setting.box.gives("boats", number))
