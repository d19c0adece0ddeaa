"""A line entered by taps: each makes the text one value longer, of those that there are now."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from itertools import combinations, zip_longest
from typing import Any, NamedTuple

from palace.contract.taps import Board, Choice, Having, Icons, Mood, Row, Taps, Told
from palace.cooper_island.drawing import KEY_SIGNS, land_svg
from palace.cooper_island.free_actions import FREE, exchanges
from palace.cooper_island.goods import KINDS as GOODS
from palace.cooper_island.goods import MOST_PAID, Goods, Item, Payment
from palace.cooper_island.land import cubes_of, value
from palace.cooper_island.lines import close, go_on
from palace.cooper_island.notation import VERBS, Entry, Part, read_steps, written
from palace.cooper_island.picture import island_board, key_svg, land_board, sea_board, trade_svg
from palace.cooper_island.referee import judge
from palace.cooper_island.rules import BOOK
from palace.cooper_island.state import CLEAN_UP, PHASES, WORKERS, Seat, Table
from palace.cooper_island.telling import GIVEN, amounts, icons, joined, said, scored, sentence, word
from palace.cooper_island.tiles import GOLD, TERRAINS, Hex, Placement, Tile
from palace.cooper_island.turn import Setting, Turn
from palace.cooper_island.values import MADE, PRICED, examples, lacks, left, price, verbs, walk
from palace.cooper_island.workers import AREAS, KINDS
from palace.core.errors import InputError, NotationError, Problem
from palace.core.verdict import Reason, Text

_TILE = re.compile(r"[ -](?:level \S+ \S+|[a-z][0-9]+|[a-z]+(?:-[a-z]+)?)")
"""What one tap adds to the text of a tile: its side, a space, what is under it, or gold."""

_NAME = re.compile(r"\b[a-z][0-9]+\b")
_SPACE = re.compile(r".*[ -]([a-z][0-9]+)$")
_SIDE = re.compile(r"double (\w+)-(\w+)")
_SIDES = re.compile(rf"\b(?:{'|'.join(TERRAINS)}|gold)\b")

NOBODY = "feed nothing"

ANYTIME = (*FREE, "milestone")
"""The verbs of what is rarely meant, shown apart behind one key, whose text is the first word."""
ASIDE = "anytime"
PAID = {"pay", "toll", "number", "kind"}  # parts of steps that are paid, or have a price


class Way(NamedTuple):
    """What a tap on one value makes of a step: its part and that value, with those before it; of a
    tile the terrains, or the gold, that it adds."""

    part: Part
    value: Any
    chosen: Mapping[str, Any]
    more: list[str]


def taps(start: Turn, text: str) -> Taps:
    """Return what can be tapped with the steps that are entered; raises `InputError` for others.

    What has one way on only is entered by itself; behind a semicolon nothing is, and what is still
    possible can be left out.  What is tapped in vain is told, and left out; an area of no use is
    told first, with `?` behind it.
    """
    before, _, step = text.rpartition("; ")
    turn, ended, why, idle = start.copy(), text.endswith("; "), "", ""
    step, aside = ("", True) if step == ASIDE else (step, False)
    go_on(turn, read_steps(before) if before else ())
    lead, meant = f"{before}; " if before else "", list[str]()
    if step.endswith("?"):
        idle, why = step[:-1], useless(turn, step[:-1])
        step = idle.partition(" ")[0]
    step, ways = _advanced(turn, step)
    if step and not ways:
        why, step = _why(turn, step), _kept(turn, step)
        ways = _ways(turn, step)
    whole, done = f"{lead}{step}" if step else before, step in ways or not step
    asks, rows = _question(turn, step, ways), _rows(turn, lead, step, ways)
    extra = done and len(ways) > 1
    if idle:
        rows.append(Row("", (Choice("idle", BOOK.text("tap.idle"), lead + idle),)))
    if done:
        go_on(turn, read_steps(step) if step else ())
    if done and not extra:
        lead = f"{whole}; " if whole else ""
        meant = _meant(turn)
        (alone,) = meant if len(meant) == 1 and not ended else ("",)
        step, ways = _advanced(turn, alone)
        if step in (*ways, *KINDS):  # that alone would be whole
            step, ways = "", {}
        asks = _question(turn, step, ways) or _next(turn)
        if turn.phase == WORKERS and turn.where and not turn.used:
            area, kind = turn.where[0]
            beside = AREAS[area][kind].steps
            asks = BOOK.text("tap.beside", asks=asks, count=beside) if beside else asks
        rows = [*_rows(turn, lead, step, ways), _keys(turn, lead, [] if step else meant)]
    waits = bool(step or meant or aside) and not ended
    if aside:
        asks, rows = BOOK.text("ask.anytime", name=turn.name), [_anytime(turn, lead)]
    elif done and not (turn.owing or extra):
        verb = step.partition(" ")[0] or (meant[0] if len(meant) == 1 else "")
        left_out = Row("", (Choice("else", sentence(f"tap.else.{verb}", "tap.else"), lead),), "bar")
        apart = Choice(ASIDE, BOOK.text("tap.anytime"), lead + ASIDE)
        rows.append(left_out if text and waits else Row("", (apart,), "bar"))
    closed = turn.copy()
    close(closed, whole=False)
    reasons, so_far = tuple(closed.reasons), whole if done else before
    made = read_steps(so_far) if so_far else ()
    spaces = tuple(name for text, way in ways.items() if (name := _space(text, way)))
    lines = [BOOK.text("why.legal", asks=asks, spaces=spaces) if spaces else asks] * bool(why)
    if made and not any(row.items and row.looks != "bar" for row in rows):
        hands = [said(one, turn.paid, turn.setting.box) for one in made]
        if turn.table.heir != start.table.heir:
            placed = [one.verb for one in made].index(KINDS[0])
            hands.insert(placed + 1, BOOK.text("tap.token"))
        hands += [] if waits or turn.owing else scored(start, turn)
        lines.append(joined((BOOK.text("tap.hands", name=turn.name), *hands), "below"))
    mood: Mood = "illegal" if reasons and whole and done else "unfinished" if why else "open"
    ready = made and not (waits or turn.owing)
    if turn.phase == CLEAN_UP and ready and (market := turn.me.market):
        lines.append(BOOK.text("tap.market.lost", name=turn.name, what=amounts(market)))
    if turn.unpaid and step.partition(" ")[0] not in ("islet", "receive"):
        paying = PAID | {"food"} if turn.unpaid["food"] else PAID
        paid = any(way.part.name in paying for way in ways.values())
        asks = BOOK.text("tap.market.pays", asks=asks) if paid else asks
    told = Told(why or asks, mood, reasons, tuple(lines), left=hand(turn.me))
    answer = str(Entry(turn.name, made)) if ready else None
    board, shown = _board(turn, lead, step, ways), tuple(row for row in rows if row.items)
    ends = BOOK.text("tap.end", name=turn.name)
    return Taps(told, board, shown, answer, ends=ends, clears=False)


# What is tapped in vain.


def _kept(turn: Turn, step: str) -> str:
    """Return the longest beginning of a step that can be gone on with."""
    while step and not _ways(turn, step):
        step = step[: max(step.rfind(" "), step.rfind("-"), 0)]
    return step


def useless(turn: Turn, step: str) -> str:
    """Return why a worker can do nothing in an area; empty where it can."""
    there = turn.copy()
    go_on(there, read_steps(step))
    if any(verb.uses and any(ways) for verb, ways in examples(there)):
        return ""
    costs = [lacks(there, verb, text.split()[1]) for verb in MADE for text in _ways(there, verb)]
    short = min(filter(None, costs), key=lambda goods: goods.amount, default=None)
    key = "why.useless" if short is None else "why.short"
    return BOOK.text(key, area=step[-1], what=amounts(short or Goods()))


def _why(turn: Turn, step: str) -> str:
    """Return why what is tapped is not possible; raises `InputError` for what no tap makes."""
    verb, space, longer = step.partition(" ")[0], _SPACE.match(step), turn.copy()
    try:
        if not _kept(turn, step):
            raise NotationError("no step", step, 1)
        if verb in ("double", "single", "islet") and space:
            found = _against(turn, verb, step)
        else:
            go_on(longer, read_steps(step))
            close(longer, whole=False)
            found = tuple(longer.reasons[len(turn.reasons) :])
    except NotationError:
        raise InputError(Problem("", f"{step!r:.60} is no step here", "take it back")) from None
    there = [reason for reason in found if space and reason.at == space[1]]
    why = next((Text(one.text_in) for one in (*there, *found)), BOOK.text("why.not"))
    tile = verb in ("double", "single", "islet")
    return BOOK.text(f"why.{'tile' if tile else 'on'}", at=space[1], why=why) if space else why


def _against(turn: Turn, kind: str, step: str) -> tuple[Reason, ...]:
    """Return the fewest reasons against a tile with its first half, or both, on spaces."""
    spaces = tuple(map(Hex.read, _NAME.findall(step)[:2]))  # a third name is the space under a half
    tile = Tile(kind, tuple(side for side in _SIDES.findall(step) if side != GOLD))
    whole = kind == "single" or len(spaces) > 1
    tried = [spaces] if whole else [(*spaces, other) for other in spaces[0].neighbours()]
    judged = (judge(turn.me.land, Placement(tile, one), turn.setting.rulings) for one in tried)
    return min((verdict.reasons for verdict in judged), key=len)


def _advanced(turn: Turn, step: str) -> tuple[str, dict[str, Way]]:
    """Return a step with what has one way on only, and the ways on from there."""
    ways = _ways(turn, step)
    while len(ways) == 1 and step not in ways and step not in KINDS:
        (step,) = ways
        ways = _ways(turn, step)
    return step, ways


def _ways(turn: Turn, step: str) -> dict[str, Way]:
    """Return each text that a tap can make of a step, and the step itself if it is whole."""
    ways: dict[str, Way] = {}
    name = step.partition(" ")[0]
    if name == "feed":
        return _meals(turn, _eaten(step), step)
    for verb in (verb for verb in verbs(turn) if verb.name == name):
        for chosen in walk(turn, verb, step):
            text = written(verb, chosen)
            last = [*chosen][-1] if chosen else ""
            part = next((part for part in verb.parts if part.name == last), Part("", ""))
            if part.kind == "placement":
                side = _SIDE.match(text)
                if side and TERRAINS.index(side[1]) > TERRAINS.index(side[2]):
                    continue  # the same side is offered the other way round
                tile = _TILE.match(text, len(step))
                text = text[: tile.end()] if tile else text
            more = _SIDES.findall(text[len(step) :]) if part.kind == "placement" else []
            ways.setdefault(text, Way(part, chosen.get(last), chosen, more))
    return ways


# Food, a piece at a time, or all that there is where no more than that is needed.


def _eaten(step: str) -> Payment:
    food = step.removeprefix("feed").strip()
    return Payment.read(food) if food else Payment()


def _hungry(turn: Turn, eaten: Payment) -> int:
    """Return how much food is missing; one more than there can be where that is not known."""
    needed = turn.setting.box.feeding(turn.me.workers)
    worth = sum(_worth(turn, item) for item in eaten.items)
    return MOST_PAID if needed is None else max(0, needed - worth)


def _worth(turn: Turn, item: Item) -> int:
    return value(turn.me.land, item.place) if isinstance(item.place, Hex) else item[1]


def _meals(turn: Turn, eaten: Payment, step: str) -> dict[str, Way]:
    if turn.phase != CLEAN_UP or "feed" in turn.me.income:
        return {}
    (part, *_), more, places = VERBS["feed"].parts, [], [item.place for item in eaten.items]
    if step != NOBODY and (hungry := _hungry(turn, eaten)):
        more = [Item("food", 1, at) for at in cubes_of(turn.me.land, "food") if at not in places]
        stored = min(hungry, turn.purse.get("food", 0))
        more += [Item("food", stored)] * (stored > 0 and None not in places)
    ways = {step if step != "feed" else NOBODY: Way(part, Payment(), {}, [])}
    ways |= {f"{step} {item}": Way(part, Payment((item,)), {}, []) for item in more}
    if more and hungry < MOST_PAID and (meal := _whole_meal(turn, more, hungry)):
        ways[f"{step} {meal}"] = Way(part, meal, {}, ["all"])
    return ways


def _whole_meal(turn: Turn, more: list[Item], hungry: int) -> Payment | None:
    """Return the food of least worth, in the fewest cubes, that feeds all; None without it."""
    cubes, kept = [one for one in more if one.place], sum(one[1] for one in more if not one.place)
    meals = []
    for count in range(min(len(cubes), hungry) + 1):
        for some in combinations(cubes, count):
            worth = sum(_worth(turn, one) for one in some)
            rest = max(0, hungry - worth)
            if rest <= kept:
                meals.append((worth + rest, count, (*some, *[Item("food", rest)] * bool(rest))))
    return Payment(min(meals, key=lambda meal: meal[:2])[2]) if meals else None


def _none(turn: Turn, step: str) -> str:
    if not step.startswith("feed"):
        return word("nothing")
    less = _hungry(turn, _eaten(step))
    key = "tap.feed.none" if step == "feed" else "tap.feed.less"
    return BOOK.text("tap.fed" if less == MOST_PAID else key, count=less)


# What is asked, and what is left to do.


def _question(turn: Turn, step: str, ways: Mapping[str, Way]) -> str:
    ways = {text: way for text, way in ways.items() if text != step}
    if not ways:
        return ""
    verb = step.partition(" ")[0]
    if verb == "sail":
        return _next(turn)
    (*_, way), (*_, text) = ways.values(), ways
    part = way.part
    if part.kind != "placement":
        keys = f"ask.{verb}.{part.name}", f"ask.{part.name}", "ask.any"
        rival = turn.rival(way.chosen.get("area", ""))
        other = way.chosen.get("player") if rival is None else turn.table.seats[rival].name
        cost = price(turn, verb, way.chosen) if part.name == "pay" and verb != "harbour" else None
        if cost is not None:
            return BOOK.text("ask.cost", what=amounts(cost))
        number, workers = way.chosen.get("number", ""), turn.me.workers
        if verb == "feed" and (food := turn.setting.box.feeding(workers)) is not None:
            on_map = [bool(_space(*one)) for one in ways.items() if one[1].value.pieces == 1]
            where = "both" if len({*on_map}) > 1 else "map" if any(on_map) else "keys"
            fed = food - _hungry(turn, _eaten(step))
            return BOOK.text(f"ask.feed.{where}", workers=workers, food=food, fed=fed)
        return sentence(
            *keys, name=turn.name, what=word(verb), other=other, number=number, workers=workers
        )
    there, added = len(_NAME.findall(step)), text[len(step) :]
    halves = _SIDES.findall(step)
    if not halves:
        return sentence(f"ask.side.{verb}", "ask.side")
    if not _SPACE.match(text) or "level" in added:
        return sentence("ask.under" if "level" in added else "ask.gold")
    half = word(halves[min(there, len(halves) - 1)])
    return sentence("ask.sea" if verb == "islet" and there else "ask.half", what=half)


def _next(turn: Turn) -> str:
    name = turn.name
    if turn.owing:
        kind, count = next(iter(turn.owing.items()))
        return BOOK.text(f"ask.owes.{kind}", count=count)
    if not turn.workers and turn.at == turn.table.due and turn.phase == WORKERS:
        return BOOK.text("ask.worker", name=name)
    if not turn.verbs:
        return sentence(f"ask.{turn.phase}", "ask.else", name=name)
    if turn.where and turn.phase == WORKERS and not turn.used:
        area, kind = turn.where[0]
        offers = AREAS[area][kind].offers
        steps = sum(offers[0].values()) > 1
        key = "tap.here.one" if len(offers) > 1 else "tap.here.all" if steps else "tap.here"
        return sentence(key, area=area, offers=offers)
    return BOOK.text("ask.left" if _meant(turn) else "ask.else", name=name)


def _meant(turn: Turn) -> list[str]:
    """Return the verbs that can be meant now, without those of any time; those owed alone."""
    owed = turn.owing
    return [
        verb.name for verb, ways in examples(turn)
        if (verb.name in owed if owed else verb.name not in ANYTIME)
        and (any(ways) or (verb.name in MADE and _ways(turn, verb.name)))
    ]  # fmt: skip


def _board(turn: Turn, lead: str, step: str, ways: Mapping[str, Way]) -> Board:
    """Return what is tapped: the island for a worker, the sea for a ship, or the peninsula."""
    me, table = turn.me, turn.table
    kind = step if step in KINDS else KINDS[not me.idle[0]]
    free = _ways(turn, kind) if not step or step in KINDS else {}
    if any(way.part.kind == "area" for way in free.values()):
        own = {area for area, _ in me.placed}
        idle = {area for area in AREAS if useless(turn, f"{kind} {area}")}
        texts = {area: f"{lead}{kind} {area}{'?' * (area in idle - own)}" for area in AREAS}
        return island_board(turn, kind, texts, own, idle)
    helm = step.partition(" ")[0] in MADE and "gives" in {way.part.name for way in ways.values()}
    if step.startswith("sail") or helm:
        sails = () if helm else (written(VERBS["sail"], one) for one in walk(turn, VERBS["sail"]))
        return sea_board(turn, {text.partition(" ")[2]: lead + text for text in sails}, lead)
    spaces = {name: lead + text for text, way in ways.items() if (name := _space(text, way))}
    found = next((_SPACE.match(text) for text, way in ways.items() if _space(text, way)), None)
    start = found[0][: found.start(1)] if found else ""
    vain = {str(one): f"{lead}{start}{one}" for one in me.land.peninsula.signs if start}
    halves = (*_SIDES.findall(step), "") if step.partition(" ")[0] != "store" else ("",)
    names = [name for name in _NAME.findall(step) if Hex.read(name) in me.land.peninsula.signs]
    chosen = dict(zip_longest(names, halves[: len(names)], fillvalue=""))
    return land_board(table, turn.at, turn.setting, spaces, vain, chosen)


def _space(text: str, way: Way) -> str:
    """Return the space that is tapped for a value: that of a tile or a piece, or of a cube."""
    if isinstance(way.value, Payment) and way.value.pieces == 1:
        return str(way.value.items[0].place or "") if _NAME.search(text) else ""
    found = None if "level" in text else _SPACE.match(text)
    return found[1] if found else ""


def _rows(turn: Turn, lead: str, step: str, ways: Mapping[str, Way]) -> list[Row]:
    """Return the keys that go on with a step; areas, ships and spaces are on the board."""
    verb, found = step.partition(" ")[0], list[Choice]()
    on_board = {step, NOBODY, *(text for text, way in ways.items() if _space(text, way))}
    for text, way in ways.items():
        if text not in on_board and way.part.kind != "area" and verb != "sail":
            key = _key(turn, verb, way)._replace(name=text, answer=lead + text)
            if not _ways(turn, text):
                short = lacks(turn, verb, text.split()[1]) if verb in MADE else None
                why = BOOK.text("why.no-tile" if verb in ("build", "statue") else "why.not")
                why = BOOK.text("tap.short", what=amounts(short)) if short else why
                key = key._replace(answer=None, note="" if key.picture and short else why)
            found.append(key)
    text = f"{lead}{step}; " if step in ways else lead + NOBODY
    none = [Choice("none", _none(turn, step), text)]
    if verb == "feed":
        return [Row("", (*found,)), Row("", (*none,))]
    wide = verb == "boat" or all(key.icons and not (key.text or key.note) for key in found)
    small = all((key.picture or key.text) and not key.note for key in found)
    every = (*none * (step in ways and len(ways) > 1), *found)
    return [Row("", every, "list" if wide else "grid" if small else "cards")]


def _keys(turn: Turn, lead: str, meant: list[str]) -> Row:
    meant = meant[1:2] if meant[:1] in ([KINDS[0]], [KINDS[1]]) else meant
    keys, counts = [], left(turn)
    for name in meant:
        text = BOOK.text(f"do.{name}", count=counts.get(VERBS[name].uses, 1))
        keys.append(Choice(name, text, lead + name, picture=key_svg(*KEY_SIGNS[name])))
    return Row("", (*keys,), "cards")


def _anytime(turn: Turn, lead: str) -> Row:
    """Return the keys of any time, each with what it gives, or lacks if it is not possible now."""
    can = {verb.name for verb, ways in examples(turn) if verb.name in ANYTIME and any(ways)}
    rare, keys = word([*exchanges(turn)][-1]), list[Choice]()
    for key in _keys(turn, lead, [*ANYTIME]).items:
        assert isinstance(key, Choice)
        answer, what = (key.answer, "any") if key.name in can else (None, "lacks")
        keys.append(key._replace(answer=answer, note=BOOK.text(f"{what}.{key.name}", rare=rare)))
    return Row("", (*keys,), "list")


def _key(turn: Turn, verb: str, way: Way) -> Choice:
    part, value, box = way.part, way.value, turn.setting.box
    if isinstance(value, Payment):
        at = " ".join(str(item.place) for item in value.items if isinstance(item.place, Hex))
        held = any(not isinstance(item.place, Hex) for item in value.items)
        store = "tap.held" if turn.setting.rulings.market_pays == "yes" else "tap.stored"
        store = "tap.market" if verb == "store" else store
        notes = [BOOK.text("tap.cubes", spaces=at)] * bool(at) + [BOOK.text(store)] * held
        text = BOOK.text("tap.feed.all") if way.more else ""
        meal = (("food", value.pieces),) if way.more else icons(value)
        return Choice("", text, icons=meal, note=joined(notes, "list"))
    if isinstance(value, Goods):
        return Choice("", icons=icons(value), text="")
    if part.kind == "placement":
        halves = [*way.more, *["water"] * (verb == "islet")]
        return Choice("", joined(map(word, way.more), "and"), picture=key_svg("+".join(halves)))
    notes, cost, gives = [], None, None
    if part.name == PRICED.get(verb, ("", ""))[1] or verb == "reactivate":
        cost = price(turn, verb, way.chosen)
        notes += [BOOK.text("tap.less", less=turn.discount)] * bool(turn.discount and cost)
    if part.name == "number" and verb in GIVEN and (gives := box.gives(GIVEN[verb], value)):
        stays = len(gives.items) == 1 and gives.items[0][0] in GOODS
        notes += [BOOK.text("tap.market.islet")] * (verb == "islet" and stays)
        cost = cost or gives
    text = sentence(f"tap.{verb}.{part.name}", f"tap.{part.name}", "tap.any", what=word(value))
    if verb == "boat" and cost and gives:
        drawn = Text(partial(trade_svg, cost, gives, lacks(turn, verb, str(value)) or Goods()))
        return Choice("", text, note=joined(notes), picture=drawn)
    picture = key_svg(value) if part.kind == "ship" else ""
    return Choice("", text, icons=icons(cost) if cost else (), note=joined(notes), picture=picture)


def hand(seat: Seat) -> Icons:
    """Return what a player has in hand, without what is in storage and market."""
    own = [("workers", seat.idle[0]), ("specials", seat.idle[1]), ("tiles", seat.doubles),
           ("steps", seat.steps)]  # fmt: skip
    return tuple((name, count) for name, count in own if count or name == "workers")


def having(table: Table, setting: Setting) -> Having:
    """Return what the players have in hand, the round and the phase, and all peninsulas."""
    hands = {"": (hand(table.seats[table.start]), ())}
    hands |= {seat.name: (hand(seat), ()) for seat in table.seats}
    lands = tuple(
        Choice(seat.name, seat.name, picture=Text(partial(land_svg, table, at, setting)))
        for at, seat in enumerate(table.seats)
    )
    now = BOOK.text("tap.about", round=table.round, phase=word(table.phase))
    about, look = now if table.phase in PHASES else "", BOOK.text("tap.peninsulas")
    return Having(hands, about=about, cards=(Row("", lands),), look=look)
