"""Steps of a log entry: what a player does, in the words of `FORMS`.

A form is a verb and its parts in order; parts in brackets may be left out.  `palace.cooper_island.
payment` and `.goods` say how payments and goods are written, `.placement` how a tile is laid.

What lies before everybody: seats, round and phase, the areas, islets and cargo cards.

The worker areas A to H: what each offers a normal and a special worker.

One entry of a log while it is done: the table, what was found wrong, what is still owed.

Paying, storing and exchanging: goods of storage and market, and cubes of the peninsula.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from palace.cooper_island.box import Box
from palace.cooper_island.goods import COIN, KINDS, Goods, Item, Payment, lacking
from palace.cooper_island.land import cubes_of, value, without_cubes
from palace.cooper_island.peninsula import Hex
from palace.cooper_island.rules import BOOK
from palace.cooper_island.rulings import Rulings
from palace.cooper_island.sentences import kind_words
from palace.cooper_island.state import SHIPS, Islet, Ring, Seat, Table
from palace.core.errors import InputError, Problem
from palace.core.verdict import Reason

AREAS = tuple("ABCDEFGH")


WORKER_KINDS = ("worker", "special")


BUILDINGS = ("small", "large", "fortress")


COVERS = ("draw", "double", "steps", "coins", "resources")
"""The five effects a crate can cover: draw a double tile, lay one, two steps of the cartographer,
two coins, two resources."""


CHOICES: dict[str, tuple[str, ...]] = {
    "area": AREAS,
    "ship": SHIPS,
    "worker": WORKER_KINDS,
    "building": BUILDINGS,
    "cover": COVERS,
    "printed": ("islet", "boat"),
    "used": ("card", "crate"),
}
"""Kinds of parts that are one of a few words."""


class Part(NamedTuple):
    """A part of a form: its name, its kind, the word before it, and whether it may be left out.

    Kinds are those of `CHOICES`, `count` (1 to 99), `number` (1 to 8), `space`, `name` (in quotes
    where it has blanks), `payment`, `goods`, `gains`, `placement` (with its verb) and `flag`.
    """

    name: str
    kind: str
    lead: str = ""
    optional: bool = False


def _may(name: str, kind: str, lead: str | None = None) -> Part:
    return Part(name, kind, name if lead is None else lead, True)


_PAY = _may("pay", "payment")


_GIVES = _may("gives", "gains")


_TOLL = (_may("toll", "payment"), _may("anchor", "ship"))


FORMS: dict[str, tuple[Part, ...]] = {
    # worker areas
    "worker": (Part("area", "area"), *_TOLL),
    "special": (Part("area", "area"), *_TOLL),
    "draw": (Part("count", "count"),),
    "double": (Part("tile", "placement"),),
    "boat": (Part("number", "number"), _PAY, _GIVES),
    "build": (Part("kind", "building"), Part("space", "space"), _may("card", "name"), _PAY, _GIVES),
    "take": (Part("goods", "goods"),),
    "ruin": (Part("space", "space"),),
    "statue": (Part("space", "space"), _PAY, _GIVES),
    "crate": (Part("number", "number"), _may("turned", "flag"), _PAY, _GIVES),
    "again": (Part("what", "printed"), Part("player", "name"), Part("number", "number"), _GIVES),
    "milestone": (
        Part("name", "name"), Part("takes", "worker", "takes"), _may("sends", "worker"),
        _may("to", "number"),
    ),
    # income
    "islet": (Part("tile", "placement"), _may("number", "number"), _GIVES),
    "receive": (Part("number", "number"), _GIVES),
    # the sea
    "sail": (Part("ship", "ship"), Part("count", "count")),
    "logbook": (_GIVES,),
    "harbour": (Part("player", "name"), _PAY, _may("anchor", "ship")),
    "anchor": (Part("ship", "ship"),),
    # at any time
    "store": (Part("goods", "payment"),),
    "exchange": (Part("goods", "payment"), Part("for", "goods", "for")),
    "cover": (Part("effect", "cover"), _may("goods", "goods", "")),
    "single": (Part("tile", "placement"), _may("for", "count")),
    "use": (Part("card", "name"), _GIVES),
    # clean-up
    "feed": (Part("food", "payment"), _may("of", "count")),
    "reactivate": (Part("what", "used"), Part("name", "name"), _PAY),
    "statues": (),
    "road": (),
    # what is not known here
    "gets": (Part("gains", "gains"),),
    "spends": (Part("goods", "payment"),),
}  # fmt: skip


VERBS = tuple(FORMS)


LEADS = frozenset(part.lead for parts in FORMS.values() for part in parts if part.lead)


@dataclass(frozen=True, slots=True, repr=False)
class Step:
    """One step; `parts` has the values that are there, in the order of the form.

    Raises `InputError` for an unknown verb or part, and a part that is missing.
    """

    verb: str
    parts: tuple[tuple[str, Any], ...] = ()

    def __post_init__(self) -> None:
        form = FORMS.get(self.verb)
        if form is None:
            what = f"{self.verb!r:.40} is no step"
            raise InputError(Problem("Step", what, f"it is one of: {', '.join(VERBS)}"))
        names = [name for name, _ in self.parts]
        order = [part.name for part in form if part.name in names]
        lacks = [part.name for part in form if not part.optional and part.name not in names]
        if names != order or lacks:
            what = f"{self.verb} does not go with {', '.join(names) or 'nothing'}"
            wanted = ", ".join(part.name for part in form) or "nothing"
            raise InputError(Problem("Step", what, f"its parts are {wanted}, in this order"))

    @classmethod
    def of(cls, verb: str, **parts: Any) -> Step:
        """The step of a verb with these parts, in whatever order they are given."""
        order = [part.name for part in FORMS.get(verb, ())]
        known = sorted(parts, key=lambda name: order.index(name) if name in order else len(order))
        return cls(verb, tuple((name, parts[name]) for name in known if parts[name] is not None))

    def __getitem__(self, name: str) -> Any:
        return dict(self.parts)[name]

    def get(self, name: str) -> Any:
        """The value of a part; None if it is left out."""
        return dict(self.parts).get(name)

    def __str__(self) -> str:
        words = [] if self._tile else [self.verb]
        for part in FORMS[self.verb]:
            value = self.get(part.name)
            if value is None:
                continue
            words += [part.lead] * bool(part.lead)
            words += [] if part.kind == "flag" else [_written(value, part.kind)]
        return " ".join(words)

    def __repr__(self) -> str:
        return f"read_step({str(self)!r})"

    @property
    def _tile(self) -> bool:
        """Whether the text of a placement, which begins with the verb, is part of it."""
        return any(part.kind == "placement" for part in FORMS[self.verb])


def _written(value: object, kind: str) -> str:
    text = str(value)
    return quoted(text) if kind == "name" else text


def quoted(name: str) -> str:
    """A name as it stands in a log: in quotes where it would not be one word."""
    plain = name and not any(sign.isspace() or sign in '";:#' for sign in name)
    return name if plain and name.lower() not in LEADS else f'"{name}"'


class Setting(NamedTuple):
    """What stays the same all game."""

    rulings: Rulings
    box: Box
    ring: Ring


Offer = Mapping[str, int]
"""How often each kind of step may be done: `{"draw": 1, "lay": 1}`."""


def excess(used: Counter[str], offered: tuple[Offer, ...], more: Counter[str]) -> Counter[str]:
    """What was done beyond the offer it comes nearest to; `more` may be done besides."""
    beyond = [used - more - Counter(offer) for offer in offered or ({},)]
    return min(beyond, key=lambda found: found.total())


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


_PIECES = {"toll": "toll.pieces", "harbour": "harbour.pieces"}
"""What is wrong with an amount that another player is paid, by code."""


def take_out(turn: Turn, item: Item, stores: tuple[str, ...]) -> int:
    """Take cubes or coins from where they lie; returns what they are worth.

    What is not there is a fault; it counts as if it had been, so that one slip has one reason.
    """
    if isinstance(item.place, Hex):
        return _from_space(turn, item.kind, item.place)
    wanted = item.amount
    for store in stores if item.place is None else (item.place,):
        has: Goods = getattr(turn.me, store)
        taken = min(wanted, has[item.kind]) if store in stores else 0
        turn.change(**{store: has.without(Goods.of({item.kind: taken}))})
        wanted -= taken
    if wanted:
        _too_few(turn, item, stores, wanted)
    return item.amount


def _too_few(turn: Turn, item: Item, stores: tuple[str, ...], missing: int) -> None:
    """Note that some of what is paid is not there, and where there is more."""
    has = turn.me.goods
    cubes = tuple(Item(item.kind, 1, space) for space in cubes_of(turn.me.land, item.kind))
    if item.place is not None and item.place not in stores:
        remedy = "goods.market"
    elif cubes:
        remedy = "goods.cubes"
    else:
        remedy = "goods.there" if item.kind == COIN else "goods.no-cube"
    turn.fault(
        "goods.place" if item.place else "goods.stores", remedy=remedy, by=missing,
        there=item.amount - missing, amount=item.amount, kind=item.kind, place=item.place,
        stores=stores, cubes=cubes, has=has,
    )  # fmt: skip


def _from_space(turn: Turn, kind: str, space: Hex) -> int:
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
    worth = value(land, space, turn.setting.rulings)
    turn.change(land=without_cubes(land, [space]))
    return worth


def stores(turn: Turn, *, ordinary: bool = True) -> tuple[str, ...]:
    """Where goods are taken from, in this order (ruling market-pays)."""
    market = not ordinary or turn.setting.rulings.market_pays == "yes"
    return ("market", "storage") if market else ("storage",)


def spend(turn: Turn, payment: Payment | None, *, ordinary: bool = True) -> Counter[str]:
    """Take a payment; returns what it is worth by kind."""
    worth: Counter[str] = Counter()
    for item in payment.items if payment else ():
        worth[item.kind] += take_out(turn, item, stores(turn, ordinary=ordinary))
    return worth


def charge(
    turn: Turn, cause: Cause, payment: Payment | None, cost: Goods | None, discount: int = 0
) -> None:
    """Take a payment for something; too little is a fault, an unknown cost is trusted."""
    worth = spend(turn, payment)
    if cost is None:
        turn.trust(f"what {kind_words(cause)} costs")
        return
    short = lacking(cost, worth)
    missing = short.amount - discount
    if missing > 0:
        # A discount leaves the choice of what is paid, so only how much can be named.
        turn.fault(
            "cost.less" if discount else "cost",
            remedy="pay.more" if short.amount == missing else "pay.some", by=missing,
            cause=cause, cost=cost, less=discount, paid=payment or Payment(), short=short,
            missing=missing,
        )  # fmt: skip


def one_piece(turn: Turn, payment: Payment, code: str, to: int) -> None:
    """Hand one resource or coin to another player; it comes into his market."""
    if payment.pieces != 1:
        turn.fault(_PIECES[code], remedy="pay.one", by=abs(payment.pieces - 1), payment=payment)
    spend(turn, payment)
    other = turn.table.seats[to]
    given = Goods.of(Counter([item.kind for item in payment.items for _ in range(item.amount)]))
    seat = replace(other, market=other.market + given)
    turn.table = turn.table.with_seat(to, seat)


def room(turn: Turn) -> int | None:
    """Storage spaces, those that buildings have uncovered among them; None if not known."""
    values = turn.setting.box.values
    if values.storage is None:
        return None
    return values.storage + (values.uncovers or 0) * len(turn.me.buildings)


def check_room(turn: Turn) -> None:
    """More in the storage than it has spaces is a fault."""
    spaces, has = room(turn), turn.me.storage.amount
    if spaces is None:
        turn.trust("the room in the storage")
    elif has > spaces:
        more = has - spaces
        turn.fault("storage.room", remedy="store.use", by=more, count=has, spaces=spaces, more=more)
