"""Ships on the sea ring: sailing, anchors, islets passed, logbooks, harbours."""

from __future__ import annotations

from palace.cooper_island.goods import Goods
from palace.cooper_island.purse import one_piece
from palace.cooper_island.seat import Sailing
from palace.cooper_island.sheet import SHIPS
from palace.cooper_island.step import Step
from palace.cooper_island.table import Islet
from palace.cooper_island.turn import Turn


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
        text = f"no ship of {turn.name} comes to a logbook in this entry"
        turn.fault("logbook", text, "sail to one first, or leave it out", 1)
    turn.logbooks = max(0, turn.logbooks - 1)
    turn.effect("a logbook", step.get("gives"), None)


def harbour(turn: Turn, step: Step) -> None:
    """Pay the owner of a harbour that was passed, or take an anchor."""
    owner = turn.seat_of(step["player"])
    if owner in turn.harbours:
        turn.harbours.remove(owner)
    else:
        text = f"no ship of {turn.name} passes the harbour of {step['player']} in this entry"
        turn.fault("harbour", text, "leave it out", 1)
    pay_or_anchor(turn, step, "pay", owner, "harbour")


def pay_or_anchor(turn: Turn, step: Step, part: str, owner: int, code: str) -> None:
    """One resource or coin for another player, or an anchor under one's own ship."""
    payment, ship = step.get(part), step.get("anchor")
    if payment is not None and ship is not None:
        turn.fault(code, f"{turn.name} pays and takes an anchor", "one of them is enough", 1)
    if payment is not None:
        one_piece(turn, payment, code, owner)
    if ship is not None:
        turn.put_anchor(ship)
    if payment is None and ship is None:
        other = turn.table.seats[owner].name
        text = f"{turn.name} owes {other} one resource or coin"
        turn.fault(code, text, f"add {part} 1 coin, or anchor cutter", 1)


def anchor(turn: Turn, step: Step) -> None:
    """Put an anchor that was taken under a ship."""
    if not turn.anchors_due:
        text = f"{turn.name} has no anchor to put under a ship"
        turn.fault("anchors", text, "leave it out", 1)
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
            text = f"{step['player']} has laid no islet {number}"
            has = [str(islet.number) for islet in turn.table.islets if islet.owner == owner]
            turn.fault("islet-passed", text, f"laid: {', '.join(has) or 'none'}", None)
    turn.effect(f"islet {number}", step.get("gives"), turn.setting.box.gives("islets", number))


def _laid(islets: tuple[Islet, ...], owner: int, number: int) -> bool:
    return any(islet.owner == owner and islet.number in (number, 0) for islet in islets)


def _boat_again(turn: Turn, owner: int, number: int, gives: Goods | None) -> None:
    turn.used["boat again"] += 1
    seat = turn.table.seats[owner]
    if number not in seat.boats:
        built = ", ".join(map(str, seat.boats)) or "none"
        turn.fault("boat", f"{seat.name} has not built boat {number}", f"built: {built}", None)
    turn.effect(f"boat {number}", gives, turn.setting.box.gives("boats", number))
