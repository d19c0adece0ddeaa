"""The deck of a player as a picture: two cards in hand, the third, the stored row, the tracker.

A card is drawn with its active area: what it gives, each action with its cost and what the card is
then, and what it can be later.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from palace.contract.taps import Place
from palace.core import colours
from palace.core.paper import measured
from palace.core.svg import document, tag, width, words
from palace.core.verdict import ENGLISH, Text, in_language
from palace.files.text_file import shipped
from palace.palm_island.cards import FREE, NOTHING, TRACKER, TURNS, Card, Cost, Resources, summed
from palace.palm_island.rules import BOOK
from palace.palm_island.specials import Outpost
from palace.palm_island.state import LIMIT, ROUNDS, Placed, State
from palace.palm_island.table import Seat, Table, due, present
from palace.palm_island.words import WORDS, called

WIDE, DEEP = 380.0, 426.0
"""The size of the picture of a deck in its own units, without rows below; about pixels."""

_GAP = 8.0
"""Between the decks of several players."""

_CARD, _HIGH, _TOP = 184, 250, 32
_LEFT = (4, 192)
_ACTIONS, _ROOM = 62, 156
"""Where the first action is on a card, and how deep all are; one is as deep as one of two."""

_LOW = _TOP + _HIGH + 5
_SLOTS, _SLOT = _LOW + 58, 76
_LINE = 23.0

_MAT, _PAST, _ON_MAT, _CARDS, _SOFT = "#1d5c63", "#6d6a62", "#ffffff", "#fffaf0", "#5d5648"
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
    """The names of the spots that a legal move begins with, and of those that are chosen; `past` is
    whether the deck is looked at, not played, `lays` whether it is put in its first order."""

    can: frozenset[str] = frozenset()
    chosen: frozenset[str] = frozenset()
    past: bool = False
    lays: bool = False


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
    kind, _, card = head.partition(" ")
    if kind == "disaster":
        return WORDS.text("tide-pay", level=table.middle.level + 1)
    found = table.card_pool.find(card)
    return WORDS.text(f"part-{kind}", card=card if found is None else found.label)


def price(table: Table, head: str) -> Text:
    """Return what a part of the end of a round costs or asks for, and what a card is worth."""
    kind, _, name = head.partition(" ")
    found = table.card_pool.find(name)
    cost = table.level_cost if kind == "disaster" else None
    if kind == "buy":
        cost = table.cost_of(name)

    def told(speaks: str) -> str:
        formats, words = BOOK.language(speaks).formats, list[str]()
        if isinstance(found, Outpost) and table.mode == "casual":
            what = found.casual or formats["criteria"](found.criteria or ())
            words += [WORDS.say(speaks, "needs", what=what)] if what else []
        if cost is not None:
            words.append(WORDS.say(speaks, "price", cost=formats["cost"](cost)))
        if found is not None and kind == "buy" and found.value:
            words.append(WORDS.say(speaks, "worth", points=found.value))
        return ": ".join(filter(None, ["; ".join(words), "" if found is None else found.effect]))

    return Text(told)


def svg(table: Table, decks: Sequence[tuple[Seat, Marks]], speaks: str = ENGLISH) -> str:
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
        self.ended = not due(table)
        whole = self.ended or marks.lays
        self.rows = [] if whole else [*self.others()]
        if not (whole or state.over):
            self.rows += [(f"{name}{text and ': '}{text}"[:64], cost)
                          for name, text, cost in self.middle([table.middle.level])]  # fmt: skip
        self.deep = DEEP + _LINE * len(self.rows) + 4 * bool(self.rows)

    def others(self) -> Iterator[tuple[str, Cost]]:
        for one in self.table.seats if self.table.mode == "coop" else ():
            if one != self.seat:
                count, name = len(one.state.stored), one.name[:12]
                text = self.say("row-of", name=name, count=count, limit=LIMIT)
                yield text, (one.state.resources,)

    def middle(self, levels: Iterable[int]) -> Iterator[tuple[str, str, Cost]]:
        """Yield what can be paid for or taken at the end of a round: these levels of the disaster,
        and cards; the name, what is told of it, and what is drawn."""
        table, disaster = self.table, self.table.disaster
        for at in levels if disaster is not None and table.complete is False else ():
            assert disaster is not None
            count, card = len(disaster.levels), disaster.label
            name, done = self.say("level", card=card, level=at + 1, count=count), table.middle.level
            cost = () if at < done else disaster.due(at, len(table.seats))
            yield name, self.say("paid") if at < done else "", cost
        for head in beside(table, self.seat):
            if head != "disaster":
                name, text = part(table, head), price(table, head)
                yield in_language(name, self.speaks), in_language(text, self.speaks), ()

    def say(self, key: str, **values: object) -> str:
        return WORDS.say(self.speaks, key, **values)

    def name(self, placed: Placed) -> str:
        name = self.state.card(placed.card).name or str(placed.card)
        return in_language(called(name), self.speaks)

    def deck(self) -> Iterator[str]:
        several = len(self.table.seats) > 1
        yield _box(0, 0, WIDE, self.deep, fill=_PAST if self.marks.past else _MAT, rx=14)
        yield from self.head(self.seat.name[:14] if several and self.ended else "")
        if self.ended or self.marks.lays:
            yield from self.every()
            return
        yield from self.closing() if self.state.over else ()
        for x, placed in zip(_LEFT, () if self.state.over else self.state.deck, strict=False):
            yield from self.tracker(x) if placed.card == TRACKER else self.card(placed, x)
        if (low := self.spots.get("discard")) is not None:
            x, y, text = low.x + 10, low.y + 18, self.say("act-discard")
            yield self.frame(low) + _sign("back", x, y, 17)
            yield words(text, x + 22, y, 12, colours.INK, "start", "normal")
            yield from self.third(_LEFT[1], _LOW)
        for at in range(LIMIT):
            yield from self.slot(at)
        yield from self.below()
        text = self.say("row", count=len(self.state.stored), limit=LIMIT)
        text += self.say("row-lost") if self.state.stored and not self.state.over else ""
        text = f"{self.seat.name[:12]} · {text}" if several else text
        yield words(text, 10, _SLOTS - 10, 12, _ON_MAT, "start", "normal")
        ahead = [one for one in self.state.deck[: self.state.left] if not one.stored]
        left = "" if self.state.over else self.say("left", left=len(ahead))
        yield words(left, WIDE - 10, _SLOTS - 10, 12, _ON_MAT, "end", "normal")

    def closing(self) -> Iterator[str]:
        """Yield what can be paid for or taken while a round is over, in place of cards."""
        disaster = self.table.disaster
        count = 0 if disaster is None else len(disaster.levels)
        rows = [*self.middle(range(count))][:6]
        for at, (name, text, cost) in enumerate(rows):
            y = _TOP + 44 * at
            yield _box(4, y, WIDE - 8, 40, fill=_CARDS)
            yield words(name, 14, y + (12 if text else 20), 14, colours.INK, "start")
            yield words(text[:60], 14, y + 29, 12, _SOFT, "start", "normal")
            yield from self.priced(cost, 24 + measured(name, 14, strong=True), y + 20)
        rule = self.say("tide-rule", count=count, rounds=ROUNDS) if count else ""
        for at, line in enumerate(rule.split("\n")):
            y = _TOP + 44 * len(rows) + 14 + 18 * at
            yield words(line, 10, y, 13, _ON_MAT, "start", "normal")

    def priced(self, cost: Cost, x: float, y: float) -> Iterator[str]:
        """Yield what a cost asks for, as signs from `x` on."""
        for at, each in enumerate(cost):
            if at:
                yield words("/", x + 3, y, 13, _SOFT)
                x += 9
            yield from goods(each, x, y, 15)
            x += 16 * each.amount

    def head(self, name: str) -> Iterator[str]:
        number = self.state.round
        text = name or self.say("round", round=number, rounds=ROUNDS)
        if not name and self.marks.past:
            text = self.say("past", round=number)
        elif not name and self.state.over:
            text = self.say("over", round=number)
        yield words(text, 10, 16, 16, _ON_MAT, "start")
        x, points = WIDE - 8, self.state.points + self.seat.beside
        counts = self.say("points", points=points), self.say("upgrades", count=self.state.upgrades)
        for name, text in zip(("star", "up"), counts, strict=True):
            yield words(text, x, 16, 12, _ON_MAT, "end")
            x -= measured(text, 12) * 1.12 + 23
            yield _box(x, 7, 18, 18, fill=_CARDS, rx=5) + _sign(name, x + 2, 16, 14)
            x -= 8

    def frame(self, spot: Place, fill: str = "") -> str:
        """Return the ground of what can be tapped: bright where it is legal, framed if chosen, in
        red where that cannot be done, and broken, or of a colour, where it is neither."""
        looks: dict[str, object] = {"fill": "#f1eadc", "stroke": _EDGE, "stroke_dasharray": "4 3"}
        looks, can = {"fill": fill} if fill else looks, spot.name in self.marks.can
        if spot.name in self.marks.chosen:
            looks = {"fill": _CHOSEN if can else _REFUSED, "stroke": _MARK if can else _LACKS}
            looks |= {"stroke_width": 3.5}
        elif can:
            best = spot.name.startswith("card-")
            looks = {"fill": _CAN, "stroke": _GOLD if best else _MAT, "stroke_width": 2 + 2 * best}
        return _box(spot.x + 1, spot.y + 1, spot.wide - 2, spot.deep - 2, **looks)

    def tracker(self, x: float) -> Iterator[str]:
        yield _box(x, _TOP, _CARD, 62, fill=_CARDS, rx=12)
        yield tag("circle", cx=x + 27, cy=_TOP + 31, r=19, fill=_MAT)
        yield words(str(self.state.round), x + 27, _TOP + 31, 22, _ON_MAT)
        yield words(self.say("tracker"), x + 54, _TOP + 22, 15, colours.INK, "start")
        yield words(self.say("tracker-ends"), x + 54, _TOP + 42, 11, _SOFT, "start", "normal")

    def card(self, placed: Placed, x: float) -> Iterator[str]:
        card, area = self.state.card(placed.card), self.state.area(placed)
        yield _box(x, _TOP, _CARD, _HIGH, fill=_CARDS, rx=12)
        outline = f"M{x:g} {_TOP + 32:g}v-20q0-12 12-12h{_CARD - 24:g}q12 0 12 12v20z"
        yield tag("path", d=outline, fill=BANDS.get(card.name, _OTHER))
        yield words(self.name(placed)[:16], x + 10, _TOP + 16, 17, colours.INK, "start")
        yield self.number(placed, x + _CARD - 8, _TOP + 13)
        if area.gives == NOTHING:
            yield words(self.say("gives-nothing"), x + 10, _TOP + 47, 12, _SOFT, "start", "normal")
        yield from goods(area.gives, x + 10, _TOP + 47, 24)
        yield from self.worth(area.points, area.upgrades, x + _CARD - 8, _TOP + 47, 17)
        if placed.stored:
            yield words(self.say("stored"), x + _CARD / 2, _TOP + 90, 15, _MARK)
        for kind, cost in area.actions:
            yield from self.action(placed, kind, cost)
        yield from self.later(card, placed.area, x + 8, _TOP + _HIGH - 17)

    def later(self, card: Card, at: int, x: float, y: float) -> Iterator[str]:
        """Yield the areas that a card can have after more than one action."""
        ways = [at]
        for one in ways:
            to = (one ^ TURNS[kind] for kind, _ in card.areas[one].actions)
            ways += [each for each in dict.fromkeys(to) if each not in ways]
        near = {at ^ TURNS[kind] for kind, _ in card.areas[at].actions}
        areas = [card.areas[one] for one in ways[1:] if one not in near]
        if areas:
            yield words(self.say("later"), x, y, 12, _SOFT, "start", "normal")
            x += measured(self.say("later"), 12) + 6
        for area in areas:
            count = area.gives.amount
            star = (28 + 9 * (area.points > 9)) * bool(area.points)
            wide = 8 + 17 * count + star
            yield _box(x, y - 12, wide, 24, rx=6, fill="#efe7d6")
            yield from goods(area.gives, x + 4, y, 16)
            yield from self.worth(area.points, 0, x + wide - 4, y, 15)
            x += wide + 5

    def number(self, placed: Placed, x: float, y: float, anchor: str = "end") -> str:
        """Return the number that tells a card from others of its name; one with an id has none."""
        if not isinstance(placed.card, int):
            return ""
        text = self.say("number", card=placed.card)
        return words(text, x, y, 11, _SOFT, anchor, "normal")

    def worth(
        self, points: int, ups: int, x: float, y: float, size: float, form: str = "d",
        ink: str = colours.INK,
    ) -> Iterator[str]:  # fmt: skip
        for name, count in (("star", points), ("up", ups)):
            if count:
                yield _sign(name, x - size, y, size)
                yield words(f"{count:{form}}", x - size - 2, y, size, ink, "end")
                x -= size + 9 + width(f"{count:{form}}", size)

    def action(self, placed: Placed, kind: str, cost: Cost) -> Iterator[str]:
        spot = self.spots.get(f"{kind}-{placed.card}")
        if spot is None:
            return
        now = self.state.area(placed)
        after = self.state.card(placed.card).areas[placed.area ^ TURNS[kind]]
        yield self.frame(spot)
        x, right = spot.x + 7, spot.x + spot.wide - 7
        y, apart = spot.y + spot.deep * 0.28 + 1, spot.deep * 0.44
        ink = colours.INK if spot.name in self.marks.can else _SOFT
        name = self.say(f"act-{kind}")
        yield _sign(kind, x, y, 16) + words(name, x + 20, y, 14, ink, "start")
        yield from self.cost(placed, kind, cost, right, y)
        y += apart
        yield _sign("to", x, y, 15)
        yield from goods(after.gives, x + 22, y, 18)
        if kind == "store":
            yield words(self.say("to-pay"), right, y, 12, _SOFT, "end", "normal")
        else:
            gains = after.points - now.points, after.upgrades - now.upgrades
            yield from self.worth(*gains, right, y, 15, "+d", ink)

    def cost(self, placed: Placed, kind: str, cost: Cost, x: float, y: float) -> Iterator[str]:
        """Yield a cost that ends at `x`, with a stroke between its alternatives; what the stored
        cards do not cover is red, with a line below."""
        if cost == FREE:
            full = kind == "store" and len(self.state.stored) == LIMIT
            text, size = (self.say("store-full"), 12) if full else (self.say("free"), 14)
            yield words(text, x, y, size, _SOFT, "end", "normal")
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

    def third(self, x: float, y: float) -> Iterator[str]:
        placed = self.state.deck[2]
        yield _box(x + 1, y + 1, _CARD - 2, 34, fill="#d8e6e4")
        yield words(self.say("third"), x + 9, y + 18, 12, _SOFT, "start", "normal")
        left = x + 17 + measured(self.say("third"), 12)
        name = self.say("tracker") if placed.card == TRACKER else self.name(placed)[:14]
        yield words(name, left, y + 18, 14, colours.INK, "start")

    def slot(self, at: int) -> Iterator[str]:
        x, y, stored = 4 + 93.5 * at, _SLOTS, self.state.stored
        if at >= len(stored):
            looks = {"fill": "none", "stroke": _ON_MAT, "stroke_dasharray": "4 4", "opacity": 0.6}
            yield _box(x + 1, y + 1, 89, _SLOT - 2, **looks)
            return
        placed = stored[at]
        yield self.frame(self.spots[f"card-{placed.card}"], _CARDS)
        gives = self.state.area(placed).gives
        yield from goods(gives, x + 45 - gives.amount * 9.5, y + 14, 18)
        yield words(self.name(placed)[:12], x + 45.5, y + 31, 12, colours.INK, weight="normal")
        yield self.number(placed, x + 45.5, y + 46, "middle")
        if self.state.over:
            return
        # In how many moves it comes to the top.
        above = self.state.deck[: self.state.deck.index(placed)]
        count, kept = sum(not one.stored for one in above), len(above) > self.state.left
        few = not kept and count <= _SOON
        yield _box(x + 5, y + _SLOT - 23, 81, 17, rx=5, fill=_FEW if few else _MANY)
        text = self.say("kept") if kept else self.say("soon", count=count)
        yield words(text, x + 45.5, y + _SLOT - 14.5, 11, colours.INK, weight="normal")

    def below(self) -> Iterator[str]:
        for at, (text, cost) in enumerate(self.rows):
            y = _SLOTS + _SLOT + 5 + _LINE * at
            yield _box(4, y, WIDE - 8, _LINE - 3, fill="#d8e6e4", rx=6)
            yield words(text, 12, y + 10, 12, colours.INK, "start", "normal")
            yield from self.priced(cost, 20 + measured(text, 12), y + 10)

    def every(self) -> Iterator[str]:
        """Yield all cards: in the order in which they are laid, or at the end by their points."""
        cards = [placed for placed in self.state.deck if placed.card != TRACKER]
        if not self.marks.lays:
            cards.sort(key=lambda one: (-self.state.area(one).points, str(one.card).rjust(2)))
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
            yield self.number(placed, x + 6, y + 14, "start")
            if self.marks.lays:
                yield words(str(at + 1), x + 82, y + 18, 20, colours.INK, "end")
            yield from self.worth(area.points, 0, x + 87, y + 18, 16)
            yield words(self.name(placed)[:12], x + 45.5, y + 50, 12, colours.INK, weight="normal")
            yield from goods(area.gives, x + 45 - area.gives.amount * 8, y + 72, 15)
