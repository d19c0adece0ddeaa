"""One entry of a log while it is done: the table, what was found wrong, what is still owed."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

from palace.cooper_island.areas import Offer, excess, offer_words
from palace.cooper_island.goods import KINDS, Goods
from palace.cooper_island.reasons import Reason
from palace.cooper_island.seat import Seat
from palace.cooper_island.sheet import SHIPS
from palace.cooper_island.table import Islet, Setting, Table
from palace.scoring.score import counted

ANCHORS = 16
"""Anchors in the box."""


class Turn:
    """The player `at` (a seat from 0) does one step after the other.

    Faults do not stop it: every step is done as far as it can be.  `trusted` counts what the data
    does not tell.
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
        self.where = ""
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
        self, code: str, text: str, remedy: str, by: int | None = None, at: object = None
    ) -> None:
        """Note a reason; `at` is the player unless something else is named."""
        where = self.name if at is None else str(at)
        self.reasons.append(Reason(code, where, by, remedy, text, self.number, self.line))

    def trust(self, what: str) -> None:
        """Note what could not be checked."""
        self.trusted[what] += 1

    # What is gained.

    def gain(self, goods: Goods, cause: str) -> None:
        """Goods go to the market, the rest takes effect at once."""
        me = self.me
        kinds = Goods.of({kind: count for kind, count in goods.items if kind in KINDS})
        self.change(market=me.market + kinds, doubles=me.doubles + goods["draw"])
        self.granted["lay"] += goods["lay"]
        self.steps(goods["step"])
        self.points(goods["helm"])
        if goods["any"]:
            what = f"{cause} gives {goods['any']} of any kind"
            self.fault("effect", what, "write which: gives 1 wood", goods["any"])

    def steps(self, count: int) -> None:
        """The cartographer goes on, as far as the track is known to reach."""
        last = self.setting.box.values.cartographer
        now = self.me.steps + count
        self.change(steps=now if last is None else min(now, last))

    def points(self, count: int) -> None:
        """Helm points of one gain, to be sailed before the entry ends."""
        self.helm += [count] * bool(count)

    def effect(self, what: str, written: Goods | None, known: Goods | None) -> None:
        """What something gives: as the box says, as written down, or both if they agree."""
        if known is None:
            self.trust(f"what {kind_of(what)} gives")
            self.gain(written or Goods(), what)
            return
        if written is None:
            self.gain(known, what)
            return
        if not _agree(known, written):
            text = f"{what} gives {known}, and {written} is written down"
            self.fault("effect", text, f"write gives {known}, or correct the box")
        self.gain(written, what)

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
            text = f"{self.name} sails {count} and has {counted(has, 'helm point')}"
            self.fault("helm-points", text, f"sail {has}" if has else "do not sail", count - has)
        elif whole:
            gains = " and ".join(map(str, self.helm))
            text = f"{self.name} sails {count} of gains of {gains}: a gain moves one ship"
            self.fault("helm-points", text, "sail each gain whole", has - count)
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
            by = ships[ship].anchors - ships[other].anchors
            text = f"{self.name} puts an anchor under the {ship}, which has {by} more already"
            self.fault("anchors", text, f"put it under the {other}", by)
        ships[ship] = ships[ship]._replace(anchors=ships[ship].anchors + 1)
        self.change(ships=tuple(ships.values()))

    def close(self) -> None:
        """What is still owed, and what the area did not offer."""
        if self.helm and not self.split:
            has = sum(self.helm)
            text = f"{self.name} has {counted(has, 'helm point')} that no ship sails"
            remedy = f"add sail cutter {has} or sail two-master {has}"
            self.fault("helm-points", text, remedy, has)
        for owner in self.harbours:
            other = self.table.seats[owner].name
            text = f"{self.name} passes the harbour of {other} and pays nothing"
            remedy = f"add harbour {other} pay 1 coin, or harbour {other} anchor cutter"
            self.fault("harbour", text, remedy, 1)
        if self.anchors_due:
            count = self.anchors_due
            text = f"{self.name} has {counted(count, 'anchor')} to put under the ships"
            self.fault("anchors", text, "add anchor cutter or anchor two-master", count)
            for _ in range(count):
                self.put_anchor(min(SHIPS, key=lambda ship: self.me.ship(ship).anchors))
        self._close_offers()

    def _close_offers(self) -> None:
        beyond = excess(self.used, self.offers, self.granted)
        if not beyond:
            return
        parts = []
        for kind, count in self.used.items():
            verb, noun, rest = _DONE[kind]
            parts.append(f"{verb} {counted(count, noun)}{rest}")
        place = self.where or "this entry"
        offered = offer_words(self.offers)
        text = f"{self.name} {' and '.join(parts)}; {place} offers: {offered}"
        remedy = f"leave {beyond.total()} out"
        if not self.offers:
            remedy = "place a worker first, in the same entry"
        self.fault("area-action", text, remedy, beyond.total())


_DONE = {
    "draw": ("draws", "double tile", ""),
    "lay": ("lays", "double tile", ""),
    "boat": ("builds", "boat", ""),
    "build": ("puts up", "building", ""),
    "take": ("takes", "resource or coin", ""),
    "ruin": ("takes", "ruin", ""),
    "statue": ("puts up", "statue", ""),
    "crate": ("takes", "crate", ""),
    "islet again": ("has the effect of", "islet", ", which no ship passes"),
    "boat again": ("has the effect of", "boat", ""),
    "islet": ("lays", "islet", ""),
}
"""Kinds of steps as a sentence says that they were done."""


def _gains_of(gains: list[int], count: int) -> frozenset[int] | None:
    """The numbers of whole gains that make so many points together; None if none do."""
    made = {0: frozenset[int]()}
    for at, points in enumerate(gains):
        for total, chosen in [*made.items()]:
            if total + points <= count:
                made.setdefault(total + points, chosen | {at})
    return made.get(count)


def kind_of(what: str) -> str:
    """What is named in a note: `a boat` for `boat 3`, so that all of them are counted together."""
    name, _, number = what.rpartition(" ")
    if not number.isdigit():
        return what
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def _agree(known: Goods, written: Goods) -> bool:
    """Whether goods are those that are known, `any` standing for whichever."""
    if not known["any"]:
        return known == written
    fixed = Goods.of({kind: count for kind, count in known.items if kind != "any"})
    rest = written.without(fixed)
    kinds = all(kind in KINDS for kind, _ in rest.items)
    return not fixed.without(written) and kinds and rest.amount == known["any"]
