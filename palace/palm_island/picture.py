"""The deck of a player as a picture: two cards in hand, the third, the stored row, the tracker.

A card is drawn with its active area: what it gives, and each action with its cost and what the card
is then.  Below are its four areas, those of the front first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from palace.contract.taps import Place
from palace.core import colours
from palace.core.paper import measured
from palace.core.svg import document, tag, width, words
from palace.core.verdict import ENGLISH, Text, in_language
from palace.files.text_file import shipped
from palace.palm_island.cards import (
    FREE,
    NOTHING,
    TRACKER,
    TURNS,
    Area,
    Cost,
    Kind,
    Resources,
    summed,
)
from palace.palm_island.rules import BOOK
from palace.palm_island.specials import Ability, Outpost
from palace.palm_island.state import LIMIT, ROUNDS, Placed, State
from palace.palm_island.table import Seat, Table, present
from palace.palm_island.words import WORDS, called

WIDE, DEEP = 380.0, 478.0
"""The size of the picture of a deck in its own units; on a phone they are about pixels."""

_GAP = 8.0
"""Between the decks of several players."""

_CARD, _HIGH, _TOP = 184, 284, 32
_LEFT = (4, 192)
_ACTIONS, _ROOM = 66, 162
"""Where the first action is on a card, and how deep all are; one is as deep as one of two."""

_LOW = _TOP + _HIGH + 5
_SLOTS = _LOW + 60
_SLOT = 86
_LINE = 25.0

_MAT, _ON_MAT, _CARDS, _SOFT = "#1d5c63", "#ffffff", "#fffaf0", "#5d5648"
_GOLD = "#ffd35a"
_EDGE, _CAN, _CHOSEN, _MARK, _LACKS = "#b9ae98", "#e4f1ef", "#ffe7a8", "#9c4a00", "#a3241c"
_REFUSED, _FEW, _MANY, _SOON = "#fbe3dd", "#f2b632", "#e3dccb", 2
"""Of an action that is refused; of the moves a stored card has left, up to two and more."""

BANDS = {
    "Canoe House": "#cfe2f7", "Logger": "#e6cfb6", "Quarry": "#d5d9de", "Market": "#f3dd9b",
    "Trade House": "#f3dd9b", "Tool Maker": "#f0cbb9", "Housing": "#dcd0ec", "Temple": "#dcd0ec",
}  # fmt: skip
_OTHER = "#f3dd9b"


class Marks(NamedTuple):
    """The names of the spots that a legal move begins with, of those that are chosen, and of the
    stored card that is best; empty frames each that can be tapped."""

    can: frozenset[str] = frozenset()
    chosen: frozenset[str] = frozenset()
    best: str = ""


def spots(state: State) -> Iterator[Place]:
    """Yield what can be tapped, `rotate-7`, `discard` or `card-4`: the actions of the two cards in
    hand, the discard, stored cards."""
    for x, placed in zip(_LEFT, () if state.over else state.deck, strict=False):
        actions = () if placed.stored else state.area(placed).actions
        step = _ROOM // max(len(actions), 2)
        for at, (kind, _) in enumerate(actions):
            y, wide = _TOP + _ACTIONS + step * at, _CARD - 12
            yield Place(f"{kind}-{placed.card}", x + 6, y, wide=wide, deep=step - 4)
    if not state.over:
        yield Place("discard", _LEFT[0], _LOW, wide=_CARD, deep=36)
    for at, placed in enumerate(state.stored):
        yield Place(f"card-{placed.card}", 4 + 187 * at // 2, _SLOTS, wide=91, deep=_SLOT)


def beside(table: Table, seat: Seat) -> tuple[str, ...]:
    """Return what a player can pay for or take when a round ends, by what comes first of it."""
    ability = () if table.ability is None or table.middle.ready else (table.ability.id,)
    cards = [f"buy {name}" for name in (*ability, *table.middle.left, *seat.waiting)]
    return (*(["disaster"] if table.disaster and not table.complete else []), *cards)


def part(table: Table, head: str) -> Text:
    """Return a part of the end of a round, from what comes first of it."""
    kind, _, card = head.partition(" ")
    found = table.disaster if kind == "disaster" else table.card_pool.find(card)
    return WORDS.text(f"part-{kind}", card=card if found is None else found.label)


def price(table: Table, head: str) -> Text:
    """Return what a part of the end of a round costs or asks for, and what a card is worth."""
    return Text(partial(_price, table, head))


def _price(table: Table, head: str, speaks: str) -> str:
    kind, _, name = head.partition(" ")
    found, formats = table.card_pool.find(name), BOOK.language(speaks).formats
    cost, words = table.level_cost if kind == "disaster" else None, list[str]()
    if isinstance(found, Outpost) and table.mode == "casual":
        words.append(found.casual or formats["criteria"](found.criteria or ()))
    elif kind == "buy" and found is not None:
        cost = found.due(len(table.seats)) if isinstance(found, Ability) else found.price
    words += [] if cost is None else [formats["cost"](cost)]
    if cost is not None and kind == "disaster" and table.disaster is not None:
        level, count = table.middle.level + 1, len(table.disaster.levels)
        words.append(WORDS.say(speaks, "level", level=level, count=count))
    if found is not None and kind == "buy" and found.value:
        words.append(formats["points"](found.value))
    return ": ".join(
        filter(None, ["; ".join(filter(None, words)), "" if found is None else found.effect])
    )


def svg(table: Table, decks: Sequence[tuple[Seat, Marks]], speaks: str = ENGLISH) -> str:
    """Return the picture of some players' decks beside each other."""
    parts = [shipped(__package__, "signs.svg").read_text(encoding="utf-8")]
    pens = [_Pen(table, seat, marks, speaks) for seat, marks in decks]
    for at, pen in enumerate(pens):
        shift = f"translate({(WIDE + _GAP) * at:g} 0)"
        parts.append(tag("g", "".join(pen.deck()), transform=shift, color=colours.INK))
    wide, deep = (WIDE + _GAP) * len(decks) - _GAP, max(pen.deep for pen in pens)
    names = ", ".join(seat.name for seat, _ in decks)
    return document(wide, deep, wide, "Palm Island", WORDS.say(speaks, "decks", names=names), parts)


def _sign(name: str, x: float, y: float, size: float) -> str:
    """Return a sign whose left end is at `x` and its middle at `y`."""
    return tag("use", href=f"#{name}", x=x, y=y - size / 2, width=size, height=size)


def _box(x: float, y: float, wide: float, deep: float, **looks: object) -> str:
    return tag("rect", x=x, y=y, width=wide, height=deep, **{"rx": 9, **looks})


def goods(gives: Resources, x: float, y: float, size: float) -> Iterator[str]:
    """Yield a sign for each log, fish and stone."""
    each = [name for name, count in gives._asdict().items() for _ in range(count)]
    yield from (_sign(name, x + at * (size + 1), y, size) for at, name in enumerate(each))


class _Pen:
    """What draws the deck of a seat, in the round that is played."""

    def __init__(self, table: Table, seat: Seat, marks: Marks, speaks: str) -> None:
        self.table, self.seat = table, seat
        self.state = state = present(table, seat)
        self.marks = marks
        self.speaks = speaks
        self.spots = {spot.name: spot for spot in spots(state)}
        going = not table.finished
        others = [one for one in table.seats if one != seat and table.mode == "coop" and going]
        self.rows = [
            (self.say("for", part=part(table, head), price=price(table, head))[:64], NOTHING)
            for head in (beside(table, seat) if going and not state.over else ())
        ]
        for one in others:
            count = len(one.state.stored)
            name = self.say("row-of", name=one.name[:12], count=count, limit=LIMIT)
            self.rows.append((name, one.state.resources))
        self.deep = DEEP + _LINE * len(self.rows) + 4 * bool(self.rows)

    def say(self, key: str, **values: object) -> str:
        """Return a sentence in the language of the picture."""
        return WORDS.say(self.speaks, key, **values)

    def name(self, placed: Placed) -> str:
        """Return the name of a card."""
        return in_language(called(self.state.card(placed.card).name), self.speaks)

    def deck(self) -> Iterator[str]:
        """Yield all parts of the picture, with the player's name if there are several."""
        several = len(self.table.seats) > 1
        yield _box(0, 0, WIDE, self.deep, fill=_MAT, rx=14)
        yield from self.head(self.seat.name[:14] if several and self.state.finished else "")
        if self.state.finished:
            yield from self.final()
            return
        for x, placed in zip(_LEFT, self.state.deck, strict=False):
            yield _box(x, _TOP, _CARD, _HIGH, fill=_CARDS, rx=12)
            yield from self.tracker(x) if placed.card == TRACKER else self.card(placed, x)
        if (low := self.spots.get("discard")) is not None:
            yield self.frame(low) + _sign("back", low.x + 10, low.y + 18, 17)
            yield words(
                self.say("act-discard"), low.x + 32, low.y + 18, 12, colours.INK, "start", "normal"
            )
        yield from self.third(_LEFT[1], _LOW)
        for at in range(LIMIT):
            yield from self.slot(at)
        yield from self.leaving()
        yield from self.below()
        name, count = self.seat.name[:12], len(self.state.stored)
        text = self.say("row", count=count, limit=LIMIT)
        if several:
            text = self.say("row-of", name=name, count=count, limit=LIMIT)
        yield words(text, 10, _SLOTS - 10, 12, _ON_MAT, "start", "normal")
        left = "" if self.state.over else self.say("left", left=self.state.left)
        yield words(left, WIDE - 10, _SLOTS - 10, 12, _ON_MAT, "end", "normal")

    def head(self, name: str) -> Iterator[str]:
        """Yield a name, the round, upgrades and points."""
        text = name or self.say("round", round=self.state.round, rounds=ROUNDS)
        yield words(text, 10, 16, 16, _ON_MAT, "start")
        x = WIDE - 8
        points = self.state.points + self.seat.beside
        for name, text in (
            ("star", self.say("points", points=points)),
            ("up", self.say("upgrades", count=self.state.upgrades)),
        ):
            yield words(text, x, 16, 12, _ON_MAT, "end")
            x -= measured(text, 12) * 1.12 + 23
            yield _box(x, 7, 18, 18, fill=_CARDS, rx=5) + _sign(name, x + 2, 16, 14)
            x -= 8

    def frame(self, spot: Place, fill: str = "") -> str:
        """Return the ground of what can be tapped: bright where it is legal, framed if chosen, in
        red where that cannot be done, and broken, or of a colour, where it is neither."""
        looks: dict[str, object] = {"fill": "#f1eadc", "stroke": _EDGE, "stroke_dasharray": "4 3"}
        if fill:
            looks = {"fill": fill}
        if spot.name in self.marks.chosen:
            can = spot.name in self.marks.can
            looks = {"fill": _CHOSEN if can else _REFUSED, "stroke": _MARK if can else _LACKS}
            looks |= {"stroke_width": 3.5}
        elif spot.name in self.marks.can:
            best = spot.name.startswith("card-") and self.marks.best in ("", spot.name)
            edge = _GOLD if best else _MAT
            looks = {"fill": _CAN, "stroke": edge, "stroke_width": 2 + 2 * (edge == _GOLD)}
        return _box(spot.x + 1, spot.y + 1, spot.wide - 2, spot.deep - 2, **looks)

    def tracker(self, x: float) -> Iterator[str]:
        """Yield the round tracker as a card in hand."""
        at, y = x + _CARD / 2, _TOP + 120
        yield tag("circle", cx=at, cy=y, r=46, fill=_MAT)
        yield words(str(self.state.round), at, y, 52, _ON_MAT)
        yield words(self.say("tracker"), at, y + 76, 16, colours.INK)
        yield words(self.say("tracker-ends"), at, y + 98, 13, _SOFT, weight="normal")

    def card(self, placed: Placed, x: float) -> Iterator[str]:
        """Yield a card in hand."""
        card, area = self.state.card(placed.card), self.state.area(placed)
        outline = f"M{x:g} {_TOP + 32:g}v-20q0-12 12-12h{_CARD - 24:g}q12 0 12 12v20z"
        yield tag("path", d=outline, fill=BANDS.get(card.name, _OTHER))
        yield words(self.name(placed)[:16], x + 10, _TOP + 16, 17, colours.INK, "start")
        yield self.number(placed, x + _CARD - 8, _TOP + 13)
        if area.gives == NOTHING:
            yield words(self.say("gives-nothing"), x + 10, _TOP + 49, 12, _SOFT, "start", "normal")
        yield from goods(area.gives, x + 10, _TOP + 49, 24)
        yield from self.worth(area.points, area.upgrades, x + _CARD - 8, _TOP + 49, 17)
        if placed.stored:
            yield words(self.say("stored"), x + _CARD / 2, _TOP + 90, 15, _MARK)
        for kind, cost in area.actions:
            yield from self.action(placed, kind, cost)
        to = {placed.area ^ TURNS[kind]: kind for kind, _ in area.actions if kind != "store"}
        for at, each in enumerate(card.areas):
            left, active = x + 6 + 43.5 * at, at == placed.area
            yield from self.area(each, left, active=active)
            if active or at in to:
                text = self.say("now") if active else self.say(f"act-{to[at]}")
                yield words(text, left + 20.7, _TOP + _HIGH - 50, 11, _SOFT, weight="normal")

    def number(self, placed: Placed, x: float, y: float) -> str:
        """Return the number that tells a card from others of its name; one with an id has none."""
        if not isinstance(placed.card, int):
            return ""
        text = self.say("number", card=placed.card)
        return words(text, x, y, 11, _SOFT, "end", "normal")

    def worth(
        self, points: int, ups: int, x: float, y: float, size: float, form: str = "d",
        ink: str = colours.INK,
    ) -> Iterator[str]:  # fmt: skip
        """Yield points and upgrades that end at `x`."""
        for name, count in (("star", points), ("up", ups)):
            if count:
                yield _sign(name, x - size, y, size)
                yield words(f"{count:{form}}", x - size - 2, y, size, ink, "end")
                x -= size + 9 + width(f"{count:{form}}", size)

    def action(self, placed: Placed, kind: Kind, cost: Cost) -> Iterator[str]:
        """Yield an action: what it costs, then what the card is."""
        spot = self.spots.get(f"{kind}-{placed.card}")
        if spot is None:
            return
        now = self.state.area(placed)
        after = self.state.card(placed.card).areas[placed.area ^ TURNS[kind]]
        yield self.frame(spot)
        x, right = spot.x + 7, spot.x + spot.wide - 7
        y, apart = spot.y + spot.deep * 0.3 + 1, spot.deep * 0.4
        can = spot.name in self.marks.can
        ink = colours.INK if can else _SOFT
        name = self.say(f"act-{kind}")
        yield _sign(kind, x, y, 16) + words(name, x + 20, y, 14, ink, "start")
        yield from self.cost(placed, cost, right, y)
        y += apart
        yield _sign("to", x, y, 15)
        yield from goods(after.gives, x + 22, y, 18)
        if kind == "store":
            yield words(self.say("to-pay"), right, y, 12, _SOFT, "end", "normal")
        else:
            gains = after.points - now.points, after.upgrades - now.upgrades
            yield from self.worth(*gains, right, y, 15, "+d", ink)

    def cost(self, placed: Placed, cost: Cost, x: float, y: float) -> Iterator[str]:
        """Yield a cost that ends at `x`, with a stroke between its alternatives; what the stored
        cards do not cover is red, with a line below."""
        if cost == FREE:
            yield words(self.say("free"), x, y, 14, _SOFT, "end", "normal")
            return
        others = [one for one in self.state.stored if one.card != placed.card]
        there = summed(self.state.area(one).gives for one in others)
        size, step = (14, 26) if sum(map(bool, sum(cost, ()))) > 2 else (15, 30)
        for at, each in enumerate(reversed(cost)):
            if at:
                yield words("/", x, y, size, _SOFT)
                x -= 5
            lacks = there.lacks(each)._asdict()
            for name, count in reversed(each._asdict().items()):
                if count:
                    ink = _LACKS if lacks[name] else colours.INK
                    yield _sign(name, x - size, y, size)
                    yield words(str(count), x - size, y, size, ink, "end")
                    if lacks[name]:
                        yield _box(x - step + 5, y + 9, step - 5, 2, fill=_LACKS, rx=1)
                    x -= step

    def area(self, area: Area, x: float, *, active: bool) -> Iterator[str]:
        """Yield one of the four areas of a card, small; the active one is framed."""
        y = _TOP + _HIGH - 43
        edge = {"stroke": _MAT, "stroke_width": 2.5} if active else {}
        yield _box(x, y, 41.5, 38, rx=6, fill="#ffffff" if active else "#efe7d6", **edge)
        count = area.gives.amount
        yield from goods(area.gives, x + 20.7 - count * 6, y + 11, 11)
        if area.points:
            right = x + (34 if area.points < 10 else 38)
            yield from self.worth(area.points, 0, right, y + 27, 13)
        elif area.gives == NOTHING:
            yield words("–", x + 21, y + 19, 13, _SOFT)

    def third(self, x: float, y: float) -> Iterator[str]:
        """Yield the third card, which may be looked at."""
        placed = self.state.deck[2]
        yield _box(x + 1, y + 1, _CARD - 2, 34, fill="#d8e6e4")
        yield words(self.say("third"), x + 9, y + 18, 12, _SOFT, "start", "normal")
        left = x + 17 + measured(self.say("third"), 12)
        if placed.card == TRACKER:
            yield words(self.say("tracker"), left, y + 18, 14, colours.INK, "start")
            return
        yield words(self.name(placed)[:14], left, y + 18, 14, colours.INK, "start")

    def slot(self, at: int) -> Iterator[str]:
        """Yield a place of the stored row: a card that can pay, or room for one."""
        x, y, stored = 4 + 93.5 * at, _SLOTS, self.state.stored
        if at >= len(stored):
            looks = {"fill": "none", "stroke": _ON_MAT, "stroke_dasharray": "4 4", "opacity": 0.6}
            yield _box(x + 1, y + 1, 89, _SLOT - 2, **looks)
            return
        placed = stored[at]
        yield self.frame(self.spots[f"card-{placed.card}"], _CARDS)
        gives = self.state.area(placed).gives
        yield from goods(gives, x + 45 - gives.amount * 9.5, y + 17, 18)
        yield words(self.name(placed)[:12], x + 45.5, y + 37, 12, colours.INK, weight="normal")
        yield self.number(placed, x + 84, y + 53)

    def leaving(self) -> Iterator[str]:
        """Yield how many moves it is until each stored card comes to the top in this round."""
        ahead = self.state.deck[: self.state.left]
        above = [sum(not p.stored for p in ahead[:at]) for at, p in enumerate(ahead) if p.stored]
        for at, count in enumerate(above):
            x, y, few = 4 + 93.5 * at, _SLOTS + _SLOT - 22, count <= _SOON
            yield _box(x + 6, y, 79, 17, fill=_FEW if few else _MANY, rx=5)
            yield words(self.say("soon", count=count), x + 45.5, y + 8.5, 11, colours.INK)

    def below(self) -> Iterator[str]:
        """Yield what can be paid for or taken, and what the others of a group have stored."""
        for at, (text, gives) in enumerate(self.rows):
            y = DEEP - 2 + _LINE * at
            yield _box(4, y, WIDE - 8, _LINE - 3, fill="#d8e6e4", rx=6)
            yield words(text, 12, y + 11, 12, colours.INK, "start", "normal")
            yield from goods(gives, 22 + measured(text, 12), y + 11, 15)

    def final(self) -> Iterator[str]:
        """Yield all cards as the game ended, those with most points first."""
        cards = [placed for placed in self.state.deck if placed.card != TRACKER]
        cards.sort(key=lambda placed: (-self.state.area(placed).points, str(placed.card).rjust(2)))
        rows = -(-len(cards) // 4)
        deep = (DEEP - _TOP - 4) / rows
        for at, placed in enumerate(cards):
            area, x, y = self.state.area(placed), 4 + 93.5 * (at % 4), _TOP + deep * (at // 4)
            band = BANDS.get(self.state.card(placed.card).name, _OTHER)
            yield _box(x + 1, y + 1, 89, deep - 6, fill=band)
            low = f"M{x + 1:g} {y + 36:g}h89v{deep - 50:g}q0 9-9 9h-71q-9 0-9-9z"
            yield tag("path", d=low, fill=_CARDS)
            if placed.stored:
                yield words(self.say("stored"), x + 45.5, y + deep - 14, 12, _MARK, weight="normal")
            yield self.number(placed, x + 40, y + 14)
            yield from self.worth(area.points, 0, x + 84, y + 18, 18)
            yield words(self.name(placed)[:12], x + 45.5, y + 50, 12, colours.INK, weight="normal")
            yield from goods(area.gives, x + 45 - area.gives.amount * 8, y + 72, 15)
