"""One entry of a log while it is done: the table, what was found wrong, what is still owed."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any, NamedTuple

from palace.cooper_island.areas import Offer, excess
from palace.cooper_island.goods import KINDS, Goods
from palace.cooper_island.phrases import kind_words
from palace.cooper_island.reasons import BOOK
from palace.cooper_island.seat import Seat
from palace.cooper_island.sheet import SHIPS
from palace.cooper_island.table import Islet, Setting, Table
from palace.core.verdict import Reason

ANCHORS = 16
"""Anchors in the box."""


class Cause(NamedTuple):
    """What gives goods or costs them: its kind, and its number or name where there are several."""

    kind: str
    name: int | str = ""


class Turn:
    """The player `at` (a seat from 0) does one step after the other.

    Faults do not stop it: every step is done as far as it can be.  `trusted` counts what the data
    does not tell; `where` is an area and the kind of worker, or `income`, or empty.
    """

    def __init__(
        self, table: Table, at: int, setting: Setting, number: int | None, line: int | None
    ) -> None:
        self.table = table
        self.at = at
        self.setting = setting
        self.number = number
        self.line = line
        self.reasons: list[Reason] = []
        self.trusted: Counter[str] = Counter()
        self.used: Counter[str] = Counter()
        self.granted: Counter[str] = Counter()
        self.offers: tuple[Offer, ...] = ()
        self.where = ("", "")
        self.discount = 0
        self.workers = 0
        self.stored = 0
        self.helm: list[int] = []
        self.split = False
        self.anchors_due = 0
        self.harbours: list[int] = []
        self.logbooks = 0
        self.passed: list[Islet] = []

    @property
    def me(self) -> Seat:
        """The player's own things."""
        return self.table.seats[self.at]

    @property
    def name(self) -> str:
        """The player's name."""
        return self.me.name

    def change(self, **fields: Any) -> None:
        """Change the player's own things."""
        self.table = self.table.with_seat(self.at, replace(self.me, **fields))

    def seat_of(self, name: str) -> int:
        """The seat of a player of the game."""
        return next(at for at, seat in enumerate(self.table.seats) if seat.name == name)

    def fault(
        self, key: str, *, remedy: str, by: int | None = None, at: object = None, **values: object
    ) -> None:
        """Note a reason; `at` is the player unless something else is named."""
        where = self.name if at is None else at
        reason = BOOK.reason(key, where, remedy, level=None, by=by, **values)
        self.reasons.append(reason.placed(turn=self.number, line=self.line))

    def trust(self, what: str) -> None:
        """Note what could not be checked."""
        self.trusted[what] += 1

    # What is gained.

    def gain(self, goods: Goods, cause: Cause) -> None:
        """Goods go to the market, the rest takes effect at once."""
        me = self.me
        kinds = Goods.of({kind: count for kind, count in goods.items if kind in KINDS})
        self.change(market=me.market + kinds, doubles=me.doubles + goods["draw"])
        self.granted["lay"] += goods["lay"]
        self.steps(goods["step"])
        self.points(goods["helm"])
        if goods["any"]:
            count = goods["any"]
            self.fault("effect.any", remedy="write.which", by=count, cause=cause, count=count)

    def steps(self, count: int) -> None:
        """The cartographer goes on, as far as the track is known to reach."""
        last = self.setting.box.values.cartographer
        now = self.me.steps + count
        self.change(steps=now if last is None else min(now, last))

    def points(self, count: int) -> None:
        """Helm points of one gain, to be sailed before the entry ends."""
        self.helm += [count] * bool(count)

    def effect(self, cause: Cause, written: Goods | None, known: Goods | None) -> None:
        """What something gives: as the box says, as written down, or both if they agree."""
        if known is None:
            self.trust(f"what {kind_words(cause)} gives")
            self.gain(written or Goods(), cause)
            return
        if written is None:
            self.gain(known, cause)
            return
        if not _agree(known, written):
            self.fault("effect", remedy="write.gives", cause=cause, known=known, written=written)
        self.gain(written, cause)

    # What is owed before the entry ends.

    def sails(self, count: int) -> None:
        """Take so many helm points from what was gained (ruling helm-points)."""
        whole = self.setting.rulings.helm_points == "one"
        chosen = _gains_of(self.helm, count) if whole else None
        if chosen is not None:
            self.helm = [points for at, points in enumerate(self.helm) if at not in chosen]
            return
        has = sum(self.helm)
        if has < count:
            remedy = "sail.some" if has else "sail.none"
            self.fault("helm-points.few", remedy=remedy, by=count - has, count=count, has=has)
        elif whole:
            gains = tuple(self.helm)
            self.fault(
                "helm-points.split", remedy="sail.whole", by=has - count, count=count, gains=gains
            )
            self.split = True
        self._take(count)

    def _take(self, count: int) -> None:
        for at, points in enumerate(self.helm):
            taken = min(points, count)
            self.helm[at] -= taken
            count -= taken
        self.helm = [points for points in self.helm if points]

    def put_anchor(self, ship: str) -> None:
        """An anchor under one of the ships, evenly; none if none is left (ruling anchors-out)."""
        other = next(name for name in SHIPS if name != ship)
        out = sum(seat.anchors for seat in self.table.seats) >= ANCHORS
        if out and self.setting.rulings.anchors_out == "none":
            return
        ships = dict(zip(SHIPS, self.me.ships, strict=True))
        if ships[ship].anchors > ships[other].anchors:
            more = ships[ship].anchors - ships[other].anchors
            self.fault(
                "anchors.uneven", remedy="anchor.other", by=more, ship=ship, more=more, other=other
            )
        ships[ship] = ships[ship]._replace(anchors=ships[ship].anchors + 1)
        self.change(ships=tuple(ships.values()))

    def close(self) -> None:
        """What is still owed, and what the area did not offer."""
        if self.helm and not self.split:
            has = sum(self.helm)
            self.fault("helm-points.left", remedy="sail.add", by=has, has=has)
        for owner in self.harbours:
            other = self.table.seats[owner].name
            self.fault("harbour.unpaid", remedy="harbour.add", by=1, other=other)
        if self.anchors_due:
            count = self.anchors_due
            self.fault("anchors.due", remedy="anchor.add", by=count, count=count)
            for _ in range(count):
                self.put_anchor(min(SHIPS, key=lambda ship: self.me.ship(ship).anchors))
        self._close_offers()

    def _close_offers(self) -> None:
        beyond = excess(self.used, self.offers, self.granted)
        if not beyond:
            return
        self.fault(
            "area-action",
            remedy="leave-out.some" if self.offers else "worker.first",
            by=beyond.total(),
            done=tuple(self.used.items()),
            where=self.where,
            offers=tuple(tuple(offer.items()) for offer in self.offers),
            more=beyond.total(),
        )


def _gains_of(gains: list[int], count: int) -> frozenset[int] | None:
    """The numbers of whole gains that make so many points together; None if none do."""
    made = {0: frozenset[int]()}
    for at, points in enumerate(gains):
        for total, chosen in [*made.items()]:
            if total + points <= count:
                made.setdefault(total + points, chosen | {at})
    return made.get(count)


def _agree(known: Goods, written: Goods) -> bool:
    """Whether goods are those that are known, `any` standing for whichever."""
    if not known["any"]:
        return known == written
    fixed = Goods.of({kind: count for kind, count in known.items if kind != "any"})
    rest = written.without(fixed)
    kinds = all(kind in KINDS for kind, _ in rest.items)
    return not fixed.without(written) and kinds and rest.amount == known["any"]
