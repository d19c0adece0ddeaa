"""One entry of a log in progress: payments, gains, faults, and what is still owed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from palace.cooper_island.box import Box
from palace.cooper_island.goods import ANY, COIN, KINDS, Goods, Item, Payment
from palace.cooper_island.land import cubes_of, value, without_cubes
from palace.cooper_island.rules import BOOK, Rulings, kind_words
from palace.cooper_island.state import ANCHORS, BOATS, CRATES, SHIPS, Islet, Ring, Seat, Table
from palace.cooper_island.tiles import ISLETS, Hex
from palace.core.verdict import Loc, Reason

Pay = Payment | None
Gives = Goods | None  # what is paid, and what is had, as far as it is written
Anchor = str | None  # the ship that takes an anchor instead
NUMBERED = {"boat": BOATS, "crate": CRATES, "stock": ISLETS}  # number of each, for a player
Offer = Mapping[str, int]  # number of times each kind of step is allowed: `{"draw": 1, "lay": 1}`


class Setting(NamedTuple):
    rulings: Rulings
    box: Box
    ring: Ring

    def room(self, seat: Seat) -> int | None:
        """Return the number of spaces in a storage, those that buildings uncover too."""
        values = self.box.values
        uncovered = (values.uncovers or 0) * len(seat.buildings)
        return None if values.storage is None else values.storage + uncovered


class Cause(NamedTuple):
    """A source of goods or costs: its kind, and its number or name if there are several."""

    kind: str
    name: int | str = ""


class Turn:
    """The steps of the player at a seat, one after the other; a fault does not stop it.

    `owed` are the reasons that further steps can mend; `trusted` counts what cannot be checked;
    `where` has the area and kind of each worker placed, or `income`; `paid` is who is owed for
    that; `loc` is the place of the step in the entry.
    """

    def __init__(self, table: Table, at: int, setting: Setting) -> None:
        self.at = at
        self.me: Seat = table.seats[at]
        self._table = table
        self.setting = setting
        self.phase = table.phase
        self.verbs: list[str] = []
        self.loc: Loc = ()
        self.reasons: list[Reason] = []
        self.owed: tuple[Reason, ...] = ()
        self.trusted: dict[str, int] = defaultdict(int)
        self.used: dict[str, int] = defaultdict(int)
        self.granted: dict[str, int] = defaultdict(int)
        self.offers: tuple[Offer, ...] = ()
        self.where: tuple[tuple[str, str], ...] = ()
        self.discount = 0
        self.workers = 0
        self.paid = ""
        self.helm: list[int] = []
        self.split = False
        self.anchors_due = 0
        self.harbours: list[int] = []
        self.logbooks = 0
        self.passed: list[Islet] = []

    def copy(self) -> Turn:
        other = object.__new__(Turn)
        for name, held in vars(self).items():
            other.__dict__[name] = held.copy() if isinstance(held, list | dict) else held
        return other

    @property
    def table(self) -> Table:
        """The table with what the player has changed."""
        if self._table.seats[self.at] is not self.me:
            self._table = self._table.with_seat(self.at, self.me)
        return self._table

    @table.setter
    def table(self, table: Table) -> None:
        self._table, self.me = table, table.seats[self.at]

    @property
    def name(self) -> str:
        return self.me.name

    @property
    def owing(self) -> dict[str, int]:
        """What has to follow before the entry can end: how much, by its verb."""
        owed = {"sail": sum(self.helm), "harbour": len(self.harbours), "anchor": self.anchors_due}
        return {verb: count for verb, count in owed.items() if count}

    @property
    def purse(self) -> dict[str, int]:
        """The goods that pay ordinary costs, besides cubes of the peninsula."""
        return dict(self.me.goods.without(self.unpaid).items)

    @property
    def unpaid(self) -> Goods:
        """The goods of the market, where they do not pay."""
        return Goods() if self.setting.rulings.market_pays == "yes" else self.me.market

    def change(self, **fields: Any) -> None:
        self.me = replace(self.me, **fields)

    def change_table(self, **fields: Any) -> None:
        self.table = replace(self.table, **fields)

    def seat_of(self, name: str) -> int:
        return next(at for at, seat in enumerate(self.table.seats) if seat.name == name)

    def rival(self, area: str) -> int | None:
        """Return the seat that is paid for coming to an area: the last other one to come there."""
        others = [seat for seat in self.table.standing(area) if seat != self.at]
        return others[-1] if others else None

    def fault(
        self, key: str, *, remedy: str, by: int | None = None, at: object = None, **values: object
    ) -> None:
        """Record a reason; `at` is the player unless another place is given."""
        where = self.name if at is None else at
        self.refuse(BOOK.reason(key, where, remedy, level=None, by=by, **values))

    def refuse(self, *reasons: Reason) -> None:
        """Record reasons, which are about the step that is carried out."""
        self.reasons += [reason.within(*self.loc) for reason in reasons]

    def check_number(self, what: str, number: int, taken: Sequence[int]) -> None:
        """Report a number that is taken or that there is not."""
        most = NUMBERED[what]
        if number in taken or number > most:
            left = tuple(n for n in range(1, most + 1) if n not in taken)
            key = f"{what}.{'had' if number in taken else 'beyond'}"
            self.fault(key, remedy="left", number=number, most=most, left=left)

    # What is gained.

    def gain(self, goods: Goods, cause: Cause) -> None:
        """Put goods into the market and carry out the other gains at once."""
        if market := [item for item in goods.items if item[0] in KINDS]:
            self.change(market=self.me.market + Goods((*market,)))
        for kind, count in goods.items:
            if kind == "draw":
                self.change(doubles=self.me.doubles + count)
            elif kind == "lay":
                self.granted["lay"] += count
            elif kind == "step":
                self.advance(count)
            elif kind == "helm":
                self.points(count)
            elif kind == ANY:
                self.fault("effect.any", remedy="write.which", by=count, cause=cause, count=count)

    def advance(self, count: int) -> None:
        """Move the cartographer forward, at most to the end of the track if that is known."""
        last, now = self.setting.box.values.cartographer, self.me.steps + count
        if count:
            self.change(steps=now if last is None else min(now, last))

    def points(self, count: int) -> None:
        """Record the helm points of one gain, which a ship has to sail before the entry ends."""
        self.helm += [count] * bool(count)

    def effect(self, cause: Cause, written: Gives, known: Gives) -> None:
        """Take an effect as the box has it or as it is written; a difference is a fault."""
        if known is None:
            self.trusted[f"what {kind_words(cause)} gives"] += 1
        elif written is not None and not _agree(known, written):
            self.fault("effect", remedy="write.gives", cause=cause, known=known, written=written)
        self.gain((known if written is None else written) or Goods(), cause)

    def trust(self, kind: str, gives: Gives) -> None:
        if gives is not None:
            self.effect(Cause(kind), gives, None)

    # What is owed before the entry ends.

    def sail_points(self, count: int) -> list[int]:
        """Use helm points of the gains so far (ruling helm-points); return those of each gain."""
        whole = self.setting.rulings.helm_points == "one"
        chosen = _whole_gains(self.helm, count) if whole else None
        has, gains = sum(self.helm), tuple(self.helm)
        if has < count:
            remedy = "sail.some" if has else "sail.none"
            self.fault("helm-points.few", remedy=remedy, by=count - has, count=count, has=has)
        elif chosen is None and whole:
            by, self.split = has - count, True
            self.fault("helm-points.split", remedy="sail.whole", by=by, count=count, gains=gains)
        used, self.helm = [], []
        for at, points in enumerate(gains):
            used.append(min(points, count) if chosen is None or at in chosen else 0)
            self.helm += [points - used[-1]] * (points > used[-1])
            count -= used[-1]
        return [points for points in (*used, count) if points]

    def put_anchor(self, ship: str) -> None:
        """Put an anchor under a ship, evenly; none if all anchors of the box are in use."""
        if sum(seat.anchors for seat in self.table.seats) >= ANCHORS:
            return
        ships = dict(zip(SHIPS, self.me.ships, strict=True))
        (other,) = (name for name in SHIPS if name != ship)
        by = ships[ship].anchors - ships[other].anchors
        if by > 0:
            self.fault(
                "anchors.uneven", remedy="anchor.other", by=by, ship=ship, more=by, other=other
            )
        ships[ship] = ships[ship]._replace(anchors=ships[ship].anchors + 1)
        self.change(ships=tuple(ships.values()))

    def beyond(self, offer: Offer) -> dict[str, int]:
        """Return the steps, by kind, that neither gains nor this offer allow."""
        found: dict[str, int] = {}
        for kind, count in self.used.items():
            more = count - self.granted.get(kind, 0) - offer.get(kind, 0)
            if more > 0:
                found[kind] = more
        return found

    def owes(self) -> Iterator[Reason]:
        if self.helm and not self.split:
            has = sum(self.helm)
            yield BOOK.reason("helm-points.left", self.name, "sail.add", by=has, has=has)
        for owner in self.harbours:
            other = self.table.seats[owner].name
            yield BOOK.reason("harbour.unpaid", self.name, "harbour.add", by=1, other=other)
        if self.anchors_due:
            count = self.anchors_due
            yield BOOK.reason("anchors.due", self.name, "anchor.add", by=count, count=count)


def _whole_gains(gains: list[int], count: int) -> frozenset[int] | None:
    """Return the indices of whole gains that add up to a count; None if there are none."""
    made = {0: frozenset[int]()}
    for at, points in enumerate(gains):
        for total, chosen in [*made.items()]:
            if total + points <= count:
                made.setdefault(total + points, chosen | {at})
    return made.get(count)


def _agree(known: Goods, written: Goods) -> bool:
    """Return whether written goods are the known ones, with any kind in place of `any`."""
    fixed = Goods.of({kind: count for kind, count in known.items if kind != "any"})
    rest = written.without(fixed)
    kinds = all(kind in KINDS for kind, _ in rest.items)
    return not fixed.without(written) and kinds and rest.amount == known["any"]


# What is paid.


def take_out(turn: Turn, item: Item, stores: tuple[str, ...]) -> int:
    """Take cubes or coins and return their value; missing ones are a fault and count as paid."""
    if isinstance(item.place, Hex):
        return _take_cube(turn, item.kind, item.place)
    missing = item.amount
    for store in stores if item.place is None else (item.place,):
        has: Goods = getattr(turn.me, store)
        taken = min(missing, has[item.kind]) if store in stores else 0
        if taken:
            turn.change(**{store: has.without(Goods(((item.kind, taken),)))})
            missing -= taken
    if not missing:
        return item.amount
    cubes = tuple(Item(item.kind, 1, space) for space in cubes_of(turn.me.land, item.kind))
    unstored = "market" not in stores and turn.me.market[item.kind] >= missing
    if unstored or (item.place is not None and item.place not in stores):
        remedy = "goods.market"
    elif cubes:
        remedy = "goods.cubes"
    else:
        remedy = "goods.there" if item.kind == COIN else "goods.no-cube"
    turn.fault(
        "goods.place" if item.place else "goods.stores", remedy=remedy, by=missing,
        there=item.amount - missing, amount=item.amount, kind=item.kind, place=item.place,
        stores=stores, cubes=cubes, has=turn.me.goods,
    )  # fmt: skip
    return item.amount


def _take_cube(turn: Turn, kind: str, space: Hex) -> int:
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
    turn.change(land=without_cubes(land, [space]))
    return value(land, space)


def spend(turn: Turn, payment: Pay, *, ordinary: bool = True) -> dict[str, int]:
    """Take a payment and return its value by kind; the market pays first (ruling market-pays)."""
    market = not ordinary or turn.setting.rulings.market_pays == "yes"
    stores = ("market", "storage") if market else ("storage",)
    worth: dict[str, int] = defaultdict(int)
    for item in payment.items if payment else ():
        worth[item.kind] += take_out(turn, item, stores)
    return worth


def charge(turn: Turn, cause: Cause, payment: Pay, cost: Gives, discount: int = 0) -> None:
    """Take a payment for a cost; too little is a fault, an unknown cost is trusted."""
    worth = spend(turn, payment)
    if cost is None:
        turn.trusted[f"what {kind_words(cause)} costs"] += 1
        return
    short = cost.lacking(worth)
    missing = short.amount - discount
    if missing > 0:
        # A discount leaves the choice of what is paid, so only how much can be named.
        turn.fault(
            "cost.less" if discount else "cost",
            remedy="pay.more" if short.amount == missing else "pay.some", by=missing,
            cause=cause, cost=cost, less=discount, paid=payment or Payment(), short=short,
            missing=missing,
        )  # fmt: skip


def check_room(turn: Turn) -> None:
    """Report more goods in the storage than it has spaces."""
    spaces, has = turn.setting.room(turn.me), turn.me.storage.amount
    if spaces is None:
        turn.trusted["the room in the storage"] += 1
    elif has > spaces:
        more = has - spaces
        turn.fault("storage", remedy="store.use", by=more, count=has, spaces=spaces, more=more)
