"""What a player that is no person does, told to those who move the pieces for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from palace.contract.taps import Board, Choice, Icons, Row, Taps, Told
from palace.core.screen import Screen, bold
from palace.core.verdict import in_language
from palace.monkey_palace.drawing.text import draw_plan
from palace.monkey_palace.game.board import Marks, board_of, icons, solids
from palace.monkey_palace.game.card_taps import card_icons
from palace.monkey_palace.game.reasons import BOOK
from palace.monkey_palace.game.rules import MonkeyRules
from palace.monkey_palace.game.state import GameState, Turn
from palace.monkey_palace.game.tapping import remaining
from palace.monkey_palace.game.turn import TurnReport
from palace.monkey_palace.kernel.elements import ANIMALS, COLOURS, Element
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.laying import elements, steps
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.supply import NOTHING, Supply
from palace.monkey_palace.players.turns import AnyRules, own


def shown(rules: AnyRules, state: GameState, turn: Turn, screen: Screen) -> str:
    """Return how a turn is made on the table: a picture and numbered steps."""
    if turn.build is None:
        return screen.wrapped(BOOK.say(screen.language, "opponent.passes", name=turn.player))
    after, _ = own(rules).apply(state, turn)
    title = BOOK.say(screen.language, "opponent.builds", name=turn.player, build=str(turn.build))
    lines = [bold(title), "", draw_plan(after.palace, turn.build), ""]
    for number, step in enumerate(guide(rules, state, turn), 1):
        texts = [in_language(one, screen.language) for one in (step.told.title, *step.told.lines)]
        lines.append(screen.wrapped(f"{number}. {'. '.join(texts)}", 2, 3))
    return "\n".join(lines)


def guide(rules: AnyRules, state: GameState, turn: Turn) -> tuple[Taps, ...]:
    """Return the steps of a turn as it is made on the table, each with the board after it."""
    return tuple(_guide(own(rules), state, turn))


def _guide(rules: MonkeyRules, state: GameState, turn: Turn) -> Iterator[Taps]:
    after, (report,) = rules.apply(state, turn)
    build, given, hand = turn.build, icons(report.given), state.seat(turn.player).pieces
    if build is None:
        deal = (BOOK.text("opponent.given"),) * bool(given)
        told = Told(
            BOOK.text("opponent.cannot"), lines=deal, uses=given, left=remaining(hand, NOTHING)
        )
        yield Taps(told, board_of(after.palace))
        return
    laid = [*elements(state.palace, build)]
    left = remaining(hand, build.uses)
    for step in [*steps(state.palace, build)][1:]:
        at = step.number
        one, other = build.knobs[at - 1 : at + 1]
        put = (one, build.risers[at - 1]), (other, build.unders[at])
        pieces = "".join(pile for _, pile in put)
        count = len("".join(build.unders[: at + 1] + build.risers[:at])) + at
        last = len(pieces) + 1
        low = _tops(state, (one, other), laid[: count - last])
        lines = [
            BOOK.text(
                "opponent.high", one=one, low=low[one], other=other, lower=low[other],
                height=step.riser_at,
            )
        ]  # fmt: skip
        if pieces:
            there = tuple(each for each in put if each[1])
            lines.insert(0, BOOK.text("opponent.first", put=there))
        spent = Counter(element.kind for element in laid[:count])
        told = Told(
            BOOK.text("opponent.arch", one=one, other=other), lines=tuple(lines),
            left=remaining(hand, Supply(*(spent[kind] for kind in NOTHING.named()))),
            picture="arch",
        )  # fmt: skip
        yield Taps(told, _board(state, build.knobs[: at + 1], laid, count, last, dict(put)))
    earned = report.earned
    if earned is not None and earned.decoration:
        end = build.knobs[-1]
        kind, x, y = COLOURS[earned.decoration], *state.palace.ground.stud(end)
        laid.append(Element(kind, x, y, report.palace.heights[end] - 1))
        title = BOOK.text("opponent.decorates", colour=earned.decoration, knob=end)
        told = Told(title, left=left, picture=kind)
        yield Taps(told, _board(state, build.knobs, laid, len(laid), 1))
    # An animal stays where it is, or is off where it was built upon, until its step.
    places, palace = dict(after.palace.animals), after.palace
    moved = [letter for animal in report.animals for letter in places if ANIMALS[letter] == animal]
    for letter in moved:
        knob = state.palace.animal(letter)
        palace = palace.with_animal(letter, None if knob in build.knobs else knob)
    if turn.take or report.bonus:
        yield _cards(rules, turn, report, left, palace)
    for letter in moved:
        animal, knob = ANIMALS[letter], places[letter]
        palace = palace.with_animal(letter, knob)
        marks = Marks(animals={knob: animal}, hands=frozenset({knob}))
        title = BOOK.text("opponent.moves", animal=animal, knob=knob)
        lines = [BOOK.text("opponent.frog")] * (animal == "frog")
        yield Taps(Told(title, lines=(*lines,), left=left, picture=animal), board_of(palace, marks))
    gained = (0, "") if earned is None else (earned.credits, earned.decoration or "")
    lines = [BOOK.text("opponent.given")] * bool(given)
    for was, now in zip(rules.standing(state), rules.standing(after), strict=True):
        count, parts = now.total - was.total, tuple(now.since(was).items())
        if now.name == turn.player:
            lines.append(BOOK.text("opponent.points", count=count, parts=parts))
        elif count:
            lines.append(BOOK.text("opponent.loses", name=now.name, count=-count, parts=parts))
    title = BOOK.text("opponent.earned", earned=gained)
    board = board_of(after.palace, Marks(build.knobs))
    yield Taps(Told(title, lines=tuple(lines), uses=given, left=left, picture="credit"), board)


def _tops(state: GameState, path: Sequence[Knob], laid: Sequence[Element]) -> dict[Knob, int]:
    """Return how high knobs are with some pieces of a staircase."""
    palace = state.palace
    return {
        knob: max(
            [palace.height_at(knob)]
            + [one.top for one in laid if palace.ground.stud(knob) in one.feet]
        )
        for knob in path
    }  # fmt: skip


def _board(
    state: GameState, path: tuple[Knob, ...], laid: Sequence[Element], count: int, last: int,
    piles: Mapping[Knob, str] = MappingProxyType({}),
) -> Board:  # fmt: skip
    """Return the board with the first pieces of a staircase, the `last` ones at this step, with the
    `piles` of bricks and columns under its arch."""
    ground, there = state.palace.ground, laid[:count]
    put = there[len(there) - last :]
    hands = (ground.knob_at(*stud) for one in put for stud in one.feet)
    kind = put[-1].kind
    marks = Marks(
        path, "draft", _tops(state, path, there), put=piles,
        hands=frozenset(knob for knob in hands if knob is not None),
        top=kind[0] if kind in COLOURS.values() else "",
    )  # fmt: skip
    more = (*solids(there[: len(there) - last]), *solids(put, "hint"))
    return board_of(state.palace, marks, more=more)


def _cards(rules: MonkeyRules, turn: Turn, report: TurnReport, left: Icons, palace: Palace) -> Taps:
    """Return the step at which the cards of a turn are taken, with their pictures."""
    keys, lines = [], []
    for card in turn.take:
        known = rules.setting.card(card) or card
        cost, colour = known.pile
        text = BOOK.text("tap.pile", cost=cost, colour=colour)
        keys.append(Choice(f"taken-{card}", text, None, card_icons(known), tint=colour))
        slots = enumerate(report.table.seat(turn.player).slots, 1)
        (slot,) = {
            number for number, slot in slots for there in slot
            if (there.turn, there.card.pile) == (report.number, known.pile)
        }  # fmt: skip
        lines.append(BOOK.text("opponent.pile", cost=cost, colour=colour, slot=slot))
    lines += [BOOK.text("opponent.bonus")] * report.bonus
    title = BOOK.text("opponent.takes", count=len(turn.take))
    board = board_of(palace, Marks(() if turn.build is None else turn.build.knobs))
    told = Told(title, lines=tuple(lines), left=left, picture="credit")
    return Taps(told, board, (Row("", tuple(keys), "cards"),))
