"""What a player that is no person does, told to those who move the pieces for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from palace.contract.taps import Board, Choice, Row, Taps, Told
from palace.core import colours
from palace.core.screen import Screen, bold
from palace.core.verdict import Text, in_language
from palace.monkey_palace.drawing.standing import standing
from palace.monkey_palace.drawing.text import draw_plan
from palace.monkey_palace.game.board import Marks, board_of, icons, solids
from palace.monkey_palace.game.card_taps import card_key
from palace.monkey_palace.game.reasons import BOOK, joined
from palace.monkey_palace.game.rules import BONUS_POINTS, MonkeyRules
from palace.monkey_palace.game.state import GameState, Turn
from palace.monkey_palace.game.tapping import built_upon, earning, remaining, way_name
from palace.monkey_palace.kernel.elements import ANIMALS, COLOURS, Element
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.laying import elements
from palace.monkey_palace.kernel.staircase import Staircase
from palace.monkey_palace.kernel.supply import NOTHING, Supply
from palace.monkey_palace.players.turns import AnyRules, own

_TINTS = {
    "arch": colours.ARCHES[1], "brick": colours.BRICKS[1],
    "column": colours.mixed(colours.COLUMN, colours.INK, 0.3), **colours.DECORATIONS,
}  # fmt: skip
"""Pieces from the side, in the colours that they have on the page."""

_PALE = BOOK.text("opponent.pale")
"""What is told of the pictures of the steps, once."""

_HIGHEST = 40
"""More than any height at which a picture begins."""


def shown(rules: AnyRules, state: GameState, turn: Turn, screen: Screen) -> str:
    """Return how a turn is made on the table: a picture and numbered steps."""
    if turn.build is None:
        return screen.wrapped(BOOK.say(screen.language, "opponent.passes", name=turn.player))
    after, _ = own(rules).apply(state, turn)
    title = BOOK.say(screen.language, "opponent.builds", name=turn.player, build=str(turn.build))
    lines = [bold(title), "", draw_plan(after.palace, turn.build), ""]
    of_pictures = {_PALE, *(BOOK.text("opponent.cut", height=n) for n in range(_HIGHEST))}
    for number, step in enumerate(guide(rules, state, turn)[1:], 1):
        keys = [one for row in step.rows for one in row.items if isinstance(one, Choice)]
        told = [one for one in (step.told.title, *step.told.lines) if one not in of_pictures]
        parts = [*((one,) for one in told), *((one.text, one.note) for one in keys)]
        texts = [
            ": ".join(in_language(part, screen.language) for part in some if part) for some in parts
        ]
        lines.append(screen.wrapped(f"{number}. {'. '.join(texts)}", 2, 3))
    return "\n".join(lines)


def guide(rules: AnyRules, state: GameState, turn: Turn) -> tuple[Taps, ...]:
    """Return a turn on the table, then its steps, each with the board after it; a pass alone."""
    return tuple(_guide(own(rules), state, turn))


def _guide(rules: MonkeyRules, state: GameState, turn: Turn) -> Iterator[Taps]:
    after, (report,) = rules.apply(state, turn)
    build, earned, hand = turn.build, report.earned, state.seat(turn.player).pieces
    gets = [BOOK.text("opponent.given", pieces=report.given)] * any(report.given)
    if build is None or earned is None:
        told = Told(BOOK.text("opponent.cannot"), lines=(*gets,), left=remaining(hand, NOTHING))
        yield Taps(told, board_of(after.palace))
        return
    left, laid = remaining(hand, build.uses), elements(state.palace, build)
    count, colour = earned.credits, earned.decoration or ""
    why = earning(build.uses.arch, colour if earned.highest else "")
    # An animal stays where it is, or is off where it was built upon, until it is moved.
    palace, places = after.palace, {ANIMALS[letter]: at for letter, at in after.palace.animals}
    for letter in (letter for letter, _ in palace.animals if ANIMALS[letter] in report.animals):
        knob = state.palace.animal(letter)
        palace = palace.with_animal(letter, None if knob in build.knobs else knob)
    stood = {ANIMALS[letter]: at for letter, at in state.palace.animals}
    ends, animals = list[Text](), list[Text]()
    for one in report.animals:
        ends.append(BOOK.text("tap.moved", animal=one, knob=places[one], was=""))
        comes = BOOK.text("opponent.comes", animal=one, knob=places[one])
        moves = BOOK.text("tap.moved", animal=one, knob=places[one], was=stood.get(one, ""))
        animals.append(moves if one in stood else comes)
    slots = enumerate(report.table.seat(turn.player).slots, 1)
    cards = [(one.card, at) for at, slot in slots for one in slot if one.turn == report.number]
    way = way_name(build.knobs)
    title = BOOK.text("opponent.whole", way=way, count=count)
    if colour:
        title = BOOK.text("opponent.top", way=way, count=count, colour=colour)
    mine, *others = _points(rules, state, after, turn.player)
    gain = BOOK.text("opponent.gain", count=mine[1])
    lose = [BOOK.text("opponent.loses", name=name, count=count) for name, count, _ in others]
    lies, keys = list[str](), list[Choice]()
    for at, (card, slot) in enumerate(cards):
        (cost, tint), key = card.pile, card_key(card, f"taken-{at}", None, slot)
        lie = BOOK.text(
            f"opponent.to-{'next' if at else 'first'}", cost=cost, colour=tint, slot=slot
        )
        if slot in [other for _, other in cards[:at]]:
            lie = BOOK.text("opponent.over", cost=cost, colour=tint)
            key = key._replace(note=BOOK.text("opponent.on-top", slot=slot))
        lies.append(lie)
        keys.append(key)
    bonus = [BOOK.text("opponent.bonus", count=BONUS_POINTS)] * report.bonus
    lies, keys = [*lies, *bonus], [*keys, *(Choice("bonus", one, None) for one in bonus)]
    lines = [joined(some) for some in (lies, ends, gets, [gain, *lose]) if some]
    told = Told(title, "open", (), (*lines,), icons(build.uses), left, BOOK.text("tap.used"))
    board = board_of(palace, Marks(build.knobs, "draft"))
    before = {str(k): high for k, high in state.palace.heights.items() if k in build.knobs}
    from_to = (
        replace(one, text=f"{was}→{one.text}") if (was := before.get(one.name)) else one
        for one in board.places
    )
    yield Taps(told, board._replace(places=(*from_to,)))
    yield from _arches(state, build, hand, laid, colour)
    title = BOOK.text("opponent.earned", earned=(count, colour))
    if cards:
        title = BOOK.text("opponent.takes", earned=(count, colour), count=len(cards))
    told = Told(title, lines=why, left=left, picture="credit")
    rows = [Row("", (*keys,), "cards")] * bool(keys)
    yield Taps(told, board_of(palace, Marks(build.knobs)), (*rows,))
    there = {places[one]: one for one in report.animals}
    left_by = {was: one for one, was in stood.items() if one in report.animals}
    marks = Marks(animals=there, hands=frozenset(there))
    if animals:
        title, signs = BOOK.text("new.animals"), tuple((one, 0) for one in report.animals)
        if "frog" in report.animals:
            animals.append(BOOK.text("opponent.frog"))
        told = Told(title, lines=(*animals,), uses=signs, left=left, picture=signs[0][0])
        yield Taps(told, board_of(after.palace, replace(marks, left=left_by)))
    gain = BOOK.text("opponent.gains", count=mine[1], parts=mine[2]) if mine[2] else gain
    title, *lines = [*gets, gain]
    lines += [BOOK.text("opponent.loses-by", name=n, count=c, parts=p) for n, c, p in others]
    told = Told(title, lines=(*lines,), left=left, picture="banana")
    yield Taps(told, board_of(after.palace, marks))


def _points(
    rules: MonkeyRules, state: GameState, after: GameState, name: str
) -> Iterator[tuple[str, int, tuple[tuple[str, int], ...]]]:
    """Yield the points that a turn brings its player and what for, then those that others lose."""
    sheets = zip(rules.standing(state), rules.standing(after), strict=True)
    for was, now in sorted(sheets, key=lambda pair: pair[0].name != name):
        count, parts = now.total - was.total, tuple(now.since(was).items())
        if now.name == name or count:
            yield now.name, count, parts


def _arches(
    state: GameState, build: Staircase, hand: Supply | None, laid: Sequence[Element],
    colour: str,
) -> Iterator[Taps]:  # fmt: skip
    """Yield the steps of the arches: one that needs nothing under it goes with the one before, a
    decoration of the colour with the last."""
    parts = list[list[int]]()
    for at in range(1, len(build.knobs)):
        bare = not build.risers[at - 1] + build.unders[at]
        if parts and bare and len(parts[-1]) == 1 and build.knobs[at] not in build.knobs[:at]:
            parts[-1].append(at)
        else:
            parts.append([at])
    spent, pale = NOTHING, [_PALE]
    for part in parts:
        at, path = part[0], build.knobs[: part[-1] + 1]
        way = path[at - 1 :]
        put = (way[0], build.risers[at - 1]), (way[1], build.unders[at])
        pieces = "".join(pile for _, pile in put)
        ends = joined([*map(way_name, pairwise(way))])
        title, lines = BOOK.text("opponent.arch", way=ends, count=len(part)), list[Text]()
        if pieces:
            lines = [BOOK.text("opponent.arch-then", way=ends, count=len(part))]
            title = BOOK.text("opponent.first", put=[*filter(lambda pile: pile[1], put)])
        old = laid[: sum(spent)]
        spent = spent.plus(Supply(len(part), pieces.count("b"), pieces.count("c")))
        new = [*laid[len(old) : sum(spent)]]
        if colour and part is parts[-1]:
            kind, stud, top = COLOURS[colour], state.palace.ground.stud(way[-1]), new[-1].top
            new.append(Element(kind, *stud, top))
            lines.append(
                BOOK.text("opponent.decorates", knob=way[-1], colour=colour, height=top + 1)
            )
        lines += built_upon(state.palace, way[1:])
        if at > 1 or any(map(state.palace.height_at, way)):
            lines, pale = lines + pale, []
        (side, cut), left = _side(state, way, old, new), remaining(hand, spent)
        told = Told(title, lines=(*lines, *cut), left=left, picture=side)
        yield Taps(told, _board(state, path, old, new, dict(put)))


def _tops(state: GameState, way: Sequence[Knob], there: Sequence[Element]) -> dict[Knob, int]:
    """Return how high knobs are with some pieces of a staircase."""
    stud, high = state.palace.ground.stud, state.palace.height_at
    tops = {knob: [one.top for one in there if stud(knob) in one.feet] for knob in way}
    return {knob: max([high(knob), *own]) for knob, own in tops.items()}


def _side(
    state: GameState, way: Sequence[Knob], old: Sequence[Element], new: Sequence[Element]
) -> tuple[str, list[Text]]:
    """Return the knobs of a way as they stand, as SVG, the `new` pieces of a staircase in their
    colours; and what is told where the picture does not begin on the ground."""
    ground = state.palace.ground
    high, studs = _tops(state, way, [*old, *new]), {*map(ground.stud, way)}
    low = min(one.level for one in new)
    floor = max(low - 3, 0) * (max(high.values()) > 6)  # there is room for six
    every = (one for one in (*state.palace.elements(), *old) if one.level >= floor)
    there = [one for one in every if {*one.feet} & studs]
    known = {(foot, n) for one in there for foot in one.feet for n in range(one.level, one.top)}
    # Of a column that begins below the floor its part above that is seen.
    ends = {
        (ground.stud(knob), n) for knob, top in _tops(state, way, old).items() for n in range(top)
    }
    pale = [Element("brick", *stud, n) for stud, n in sorted(ends - known)]
    drawn = standing(ground, [*there, *pale, *new], high, [*there, *pale], _TINTS, floor)
    return drawn, [BOOK.text("opponent.cut", height=floor)] * bool(floor)


def _board(
    state: GameState, path: tuple[Knob, ...], old: Sequence[Element], new: Sequence[Element],
    piles: Mapping[Knob, str],
) -> Board:  # fmt: skip
    """Return the board with the `old` pieces of a staircase and the `new` ones of this step, with
    the `piles` of bricks and columns under its arch."""
    hands = (state.palace.ground.knob_at(*stud) for one in new for stud in one.feet)
    marks = Marks(
        path, "draft", _tops(state, path, [*old, *new]), put=piles,
        hands=frozenset(knob for knob in hands if knob is not None),
        top="".join(one.kind[0] for one in new if one.kind in COLOURS.values()),
    )  # fmt: skip
    return board_of(state.palace, marks, more=(*solids(old), *solids(new, "hint")))
