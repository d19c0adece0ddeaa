"""What a player that is no person does, told to those who move the pieces for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from types import MappingProxyType

from palace.contract.taps import Board, Row, Taps, Told
from palace.core.screen import Screen, bold
from palace.core.verdict import Text, in_language
from palace.monkey_palace.drawing.text import draw_plan
from palace.monkey_palace.game.board import Marks, board_of, icons, solids
from palace.monkey_palace.game.card_taps import card_key
from palace.monkey_palace.game.reasons import BOOK
from palace.monkey_palace.game.rules import MonkeyRules
from palace.monkey_palace.game.state import GameState, Turn
from palace.monkey_palace.game.tapping import remaining
from palace.monkey_palace.kernel.elements import ANIMALS, COLOURS, Element
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.laying import Step, elements, steps
from palace.monkey_palace.kernel.staircase import Staircase, pile_height
from palace.monkey_palace.kernel.supply import NOTHING, Supply
from palace.monkey_palace.players.turns import AnyRules, own


def shown(rules: AnyRules, state: GameState, turn: Turn, screen: Screen) -> str:
    """Return how a turn is made on the table: a picture and numbered steps."""
    if turn.build is None:
        return screen.wrapped(BOOK.say(screen.language, "opponent.passes", name=turn.player))
    after, _ = own(rules).apply(state, turn)
    title = BOOK.say(screen.language, "opponent.builds", name=turn.player, build=str(turn.build))
    lines = [bold(title), "", draw_plan(after.palace, turn.build), ""]
    for number, step in enumerate(guide(rules, state, turn)[1:], 1):
        texts = [in_language(one, screen.language) for one in (step.told.title, *step.told.lines)]
        lines.append(screen.wrapped(f"{number}. {'. '.join(texts)}", 2, 3))
    return "\n".join(lines)


def guide(rules: AnyRules, state: GameState, turn: Turn) -> tuple[Taps, ...]:
    """Return a turn as it is made on the table: the whole of it and then its steps, each with the
    board after it; a pass alone."""
    return tuple(_guide(own(rules), state, turn))


def joined(parts: Sequence[str]) -> Text:
    """Return parts of a sentence as one."""
    return Text(partial(_joined, tuple(parts)))


def _joined(parts: Sequence[str], language: str) -> str:
    return BOOK.language(language).comma.join(in_language(part, language) for part in parts)


def _guide(rules: MonkeyRules, state: GameState, turn: Turn) -> Iterator[Taps]:
    after, (report,) = rules.apply(state, turn)
    build, earned, hand = turn.build, report.earned, state.seat(turn.player).pieces
    gets = [BOOK.text("opponent.given", pieces=report.given)] * any(report.given)
    if build is None or earned is None:
        told = Told(BOOK.text("opponent.cannot"), lines=(*gets,), left=remaining(hand, NOTHING))
        yield Taps(told, board_of(after.palace))
        return
    left, laid = remaining(hand, build.uses), [*elements(state.palace, build)]
    amount, end = (earned.credits, earned.decoration or ""), build.knobs[-1]
    why = BOOK.text("tap.highest" if earned.highest else "tap.arches", count=build.uses.arch)
    # An animal stays where it is, or is off where it was built upon, until it is moved.
    palace, places = after.palace, {ANIMALS[letter]: at for letter, at in after.palace.animals}
    for letter in (letter for letter, _ in palace.animals if ANIMALS[letter] in report.animals):
        knob = state.palace.animal(letter)
        palace = palace.with_animal(letter, None if knob in build.knobs else knob)
    stood = {ANIMALS[letter]: at for letter, at in state.palace.animals}
    animals = [
        BOOK.text("opponent.animal", animal=one, knob=places[one], was=stood.get(one, ""))
        for one in report.animals
    ]
    slots = enumerate(report.table.seat(turn.player).slots, 1)
    taken = [(one.card, at) for at, slot in slots for one in slot if one.turn == report.number]
    cards = [(rules.setting.card(card) or card, at) for card, at in taken]
    piles, bonus = [(c.pile, at) for c, at in cards], [BOOK.text("opponent.bonus")] * report.bonus
    keys = tuple(card_key(card, f"taken-{slot}", None) for card, slot in cards)
    rows = (Row("", keys, "cards"),) * bool(keys)
    takes = [BOOK.text("opponent.takes", count=len(cards))] * bool(cards)
    also = [joined([*takes, *bonus])] * bool(takes or bonus)
    moves = [BOOK.text("opponent.moves", animals=joined(animals))] * bool(animals)
    points = [*_points(rules, state, after, turn.player)]
    under = dict.fromkeys(build.knobs, "")
    for knob, *put in zip(build.knobs, build.unders, build.risers, strict=True):
        under[knob] += "".join(put)
    title = BOOK.text("opponent.whole", start=build.knobs[0], end=end, earned=amount)
    told = Told(
        title, lines=(*also, *gets, *moves), uses=icons(build.uses), left=left,
        used=BOOK.text("tap.used"),
    )  # fmt: skip
    yield Taps(told, board_of(after.palace, Marks(build.knobs, "draft", put=under)), rows)
    yield from _arches(state, build, hand, laid)
    title, picture = BOOK.text("opponent.earned", earned=amount), "credit"
    if earned.decoration:
        title = BOOK.text("opponent.decorates", knob=end, earned=amount)
        picture, (x, y) = COLOURS[earned.decoration], state.palace.ground.stud(end)
        laid.append(Element(picture, x, y, report.palace.heights[end] - 1))
    board = _board(state, build.knobs, laid, len(laid), len(amount[1]))
    yield Taps(Told(title, lines=(why,), left=left, picture=picture), board)
    if takes or bonus:
        lines = [*takes]
        for (cost, colour), slot in piles:
            lines.append(BOOK.text("opponent.pile", cost=cost, colour=colour, slot=slot))
        title, *lines = *lines, *bonus
        told = Told(title, lines=(*lines,), left=left, picture="credit")
        yield Taps(told, board_of(palace, Marks(build.knobs)), rows)
    title, *lines = *moves, *points
    there = {places[one]: one for one in report.animals}
    marks = Marks(() if animals else build.knobs, animals=there, hands=frozenset(there))
    picture = next(iter(report.animals), "banana")
    told = Told(title, lines=(*lines, *gets), left=left, picture=picture)
    yield Taps(told, board_of(after.palace, marks))


def _points(
    rules: MonkeyRules, state: GameState, after: GameState, player: str
) -> Iterator[Text]:  # fmt: skip
    """Yield the points that a turn brings its player, and then who loses some by it."""
    sheets = zip(rules.standing(state), rules.standing(after), strict=True)
    for was, now in sorted(sheets, key=lambda pair: pair[0].name != player):
        if now.name == player:
            parts = tuple(now.since(was).items())
            yield BOOK.text("opponent.points", count=now.total - was.total, parts=parts)
        elif count := was.total - now.total:
            parts = tuple(now.since(was).items())
            yield BOOK.text("opponent.loses", name=now.name, count=count, parts=parts)


def _arches(
    state: GameState, build: Staircase, hand: Supply | None, laid: Sequence[Element]
) -> Iterator[Taps]:  # fmt: skip
    """Yield the steps of the arches; one that needs nothing under it goes with the one before."""
    parts = list[list[Step]]()
    for step in [*steps(state.palace, build)][1:]:
        at = step.number
        bare = not build.risers[at - 1] + build.unders[at]
        if parts and bare and len(parts[-1]) == 1 and build.knobs[at] not in build.knobs[:at]:
            parts[-1].append(step)
        else:
            parts.append([step])
    for part in parts:
        at, last = part[0].number, part[-1].number
        way = build.knobs[at - 1 : last + 1]
        put = (way[0], build.risers[at - 1]), (way[1], build.unders[at])
        pieces = "".join(pile for _, pile in put)
        count = len("".join(build.unders[: last + 1] + build.risers[:last])) + last
        lines = [BOOK.text("opponent.first", put=tuple(pile for pile in put if pile[1]))]
        lines = lines * bool(pieces) + [
            BOOK.text(
                "opponent.high", one=one, low=(step.near or 0) - pile_height(riser), other=other,
                lower=step.base, height=step.riser_at,
            )
            for step, (one, other), riser in zip(
                part, pairwise(way), build.risers[at - 1 : last], strict=True
            )
        ]  # fmt: skip
        spent = Counter(element.kind for element in laid[:count])
        told = Told(
            BOOK.text("opponent.arch", way="\N{EN DASH}".join(map(str, way)), count=len(part)),
            lines=tuple(lines), picture="arch",
            left=remaining(hand, Supply(*(spent[kind] for kind in NOTHING.named()))),
        )  # fmt: skip
        board = _board(
            state, build.knobs[: last + 1], laid, count, len(pieces) + len(part), dict(put)
        )
        yield Taps(told, board)


def _board(
    state: GameState, path: tuple[Knob, ...], laid: Sequence[Element], count: int, last: int,
    piles: Mapping[Knob, str] = MappingProxyType({}),
) -> Board:  # fmt: skip
    """Return the board with the first pieces of a staircase, the `last` ones at this step, with the
    `piles` of bricks and columns under its arch."""
    palace, ground, there = state.palace, state.palace.ground, laid[:count]
    tops = {
        knob: max(palace.height_at(knob), *(e.top for e in there if ground.stud(knob) in e.feet))
        for knob in path
    }
    put = there[len(there) - last :]
    hands = (ground.knob_at(*stud) for one in put for stud in one.feet)
    kind = put[-1].kind
    marks = Marks(
        path, "draft", tops, put=piles,
        hands=frozenset(knob for knob in hands if knob is not None),
        top=kind[0] if kind in COLOURS.values() else "",
    )  # fmt: skip
    more = (*solids(there[: len(there) - last]), *solids(put, "hint"))
    return board_of(palace, marks, more=more)
