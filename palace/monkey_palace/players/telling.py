"""What a player that is no person does, told to those who move the pieces for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

from palace.contract.taps import Board, Choice, Row, Taps, Told
from palace.core import colours
from palace.core.screen import Screen, bold
from palace.core.verdict import Text, in_language
from palace.monkey_palace.drawing.standing import standing
from palace.monkey_palace.drawing.text import draw_plan
from palace.monkey_palace.game.board import Marks, board_of, icons, solids
from palace.monkey_palace.game.card_taps import laid, laid_keys
from palace.monkey_palace.game.reasons import BOOK, joined
from palace.monkey_palace.game.rules import BONUS_POINTS, MonkeyRules
from palace.monkey_palace.game.state import GameState, Turn
from palace.monkey_palace.game.tapping import built_upon, earning, remaining, way_name
from palace.monkey_palace.game.turn import TurnReport
from palace.monkey_palace.kernel.elements import ANIMALS, COLOURS, Element
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.laying import elements
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.referee import Earnings
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
    _, (report,) = own(rules).apply(state, turn)
    if turn.build is not None and report.earned is not None:
        return _Guide(own(rules), state, report, turn.build, report.earned).steps()
    left = remaining(state.seat(turn.player).pieces, NOTHING)
    told = Told(BOOK.text("opponent.cannot"), lines=_given(report), left=left)
    return (Taps(told, board_of(report.palace)),)


def _given(report: TurnReport) -> tuple[Text, ...]:
    """Return what the player gets from the box."""
    return (BOOK.text("opponent.given", pieces=report.given),) * any(report.given)


@dataclass(frozen=True)
class _Guide:
    """A turn with a staircase, which is made on the table for its player."""

    rules: MonkeyRules
    state: GameState
    report: TurnReport
    build: Staircase
    earned: Earnings

    def steps(self) -> tuple[Taps, ...]:
        """Return the turn, then each of its steps."""
        hand = self.state.seat(self.report.player).pieces
        left = remaining(hand, self.build.uses)
        others = self._whole(), self._cards(), *self._animals(), self._end()
        whole, *rest = (one._replace(told=one.told._replace(left=left)) for one in others)
        return whole, *_arches(self.state.palace, self.build, hand, self.report.earns[1]), *rest

    @cached_property
    def _palace(self) -> Palace:
        """The palace with the staircase, before animals are moved: one that was built upon is
        off."""
        palace = self.report.palace
        for letter, animal in ANIMALS.items():
            if animal in self._moved:
                knob = self.state.palace.animal(letter)
                palace = palace.with_animal(letter, None if knob in self.build.knobs else knob)
        return palace

    @cached_property
    def _moved(self) -> dict[str, Knob]:
        """Where the animals that are moved come to."""
        places = {ANIMALS[letter]: knob for letter, knob in self.report.palace.animals}
        return {one: places[one] for one in self.report.animals}

    @cached_property
    def _bonus(self) -> list[Text]:
        return [BOOK.text("opponent.bonus", count=BONUS_POINTS)] * self.report.bonus

    @cached_property
    def _points(self) -> list[tuple[str, int, tuple[tuple[str, int], ...]]]:
        """The points that the turn brings its player and what for, then those that others lose."""
        name, found = self.report.player, []
        sheets = zip(*map(self.rules.standing, (self.state, self.report.table)), strict=True)
        for was, now in sorted(sheets, key=lambda pair: pair[0].name != name):
            if (count := now.total - was.total) or now.name == name:
                found.append((now.name, count, tuple(now.since(was).items())))
        return found

    def _whole(self) -> Taps:
        """Return the turn at a glance, with heights before and after."""
        way, knobs, colour = way_name(self.build.knobs), self.build.knobs, self.earned.decoration
        title = BOOK.text("opponent.whole", way=way, count=self.earned.credits)
        if colour:
            title = BOOK.text("opponent.top", way=way, count=self.earned.credits, colour=colour)
        lies = list[str]()
        for card, slot, on_top in laid(self.report):
            (cost, tint), to = card.pile, "next" if lies else "first"
            lie = BOOK.text(f"opponent.to-{to}", cost=cost, colour=tint, slot=slot)
            lies.append(BOOK.text("opponent.over", cost=cost, colour=tint) if on_top else lie)
        moved = self._moved.items()
        ends = [BOOK.text("tap.moved", animal=one, knob=knob, was="") for one, knob in moved]
        (_, count, _), *others = self._points
        gains = [BOOK.text("opponent.gain", count=count)]
        gains += [BOOK.text("opponent.loses", name=name, count=count) for name, count, _ in others]
        parts = ([*lies, *self._bonus], ends, _given(self.report), gains)
        lines = (joined(some) for some in parts if some)
        told = Told(title, lines=(*lines,), uses=icons(self.build.uses), used=BOOK.text("tap.used"))
        under = zip(knobs, self.build.unders, self.build.risers, strict=True)
        put = {knob: one + other for knob, one, other in under}
        board = board_of(self._palace, Marks(knobs, "draft", put=put))
        before = {str(k): high for k, high in self.state.palace.heights.items() if k in knobs}
        from_to = (
            replace(one, text=f"{was}\N{RIGHTWARDS ARROW}{one.text}")
            if (was := before.get(one.name)) else one
            for one in board.places
        )  # fmt: skip
        return Taps(told, board._replace(places=(*from_to,)))

    def _cards(self) -> Taps:
        """Return the step of the credits, and the cards for them."""
        earned = self.report.earns
        title = BOOK.text("opponent.earned", earned=earned)
        if keys := [*laid_keys(self.report)]:
            title = BOOK.text("opponent.takes", earned=earned, count=len(keys))
        keys += [Choice("bonus", one, None) for one in self._bonus]
        why = earning(self.build.uses.arch, earned[1] if self.earned.highest else "")
        rows = (Row("", (*keys,), "cards"),) * bool(keys)
        return Taps(
            Told(title, lines=why, picture="credit"),
            board_of(self._palace, Marks(self.build.knobs)), rows,
        )  # fmt: skip

    @property
    def _marks(self) -> Marks:
        there = {knob: one for one, knob in self._moved.items()}
        return Marks(animals=there, hands=frozenset(there))

    def _animals(self) -> Iterator[Taps]:
        """Yield the step of the animals, if any is moved."""
        if not self._moved:
            return
        stood = {ANIMALS[letter]: knob for letter, knob in self.state.palace.animals}
        lines = [
            BOOK.text("tap.moved", animal=one, knob=knob, was=stood[one]) if one in stood
            else BOOK.text("opponent.comes", animal=one, knob=knob)
            for one, knob in self._moved.items()
        ]  # fmt: skip
        lines += [BOOK.text("opponent.frog")] * ("frog" in self._moved)
        left = {knob: one for one, knob in stood.items() if one in self._moved}
        signs = tuple((one, 0) for one in self._moved)
        told = Told(BOOK.text("new.animals"), lines=(*lines,), uses=signs, picture=signs[0][0])
        yield Taps(told, board_of(self.report.palace, replace(self._marks, left=left)))

    def _end(self) -> Taps:
        """Return the last step: what the player gets, and the points of all."""
        (_, count, parts), *others = self._points
        gain = BOOK.text("opponent.gain", count=count)
        if parts:
            gain = BOOK.text("opponent.gains", count=count, parts=parts)
        title, *lines = *_given(self.report), gain
        lines += [BOOK.text("opponent.loses-by", name=n, count=c, parts=p) for n, c, p in others]
        given = icons(self.report.given)
        box, picture = BOOK.text("opponent.from-box"), "" if given else "banana"
        told = Told(title, lines=(*lines,), uses=given, used=box, picture=picture)
        return Taps(told, board_of(self.report.palace, self._marks))


def _arches(palace: Palace, build: Staircase, hand: Supply | None, colour: str) -> Iterator[Taps]:
    """Yield the steps of the arches: one that needs nothing under it goes with the one before, a
    decoration of the colour with the last."""
    parts = list[list[int]]()
    for at in range(1, len(build.knobs)):
        bare = not build.risers[at - 1] + build.unders[at]
        if parts and bare and len(parts[-1]) == 1 and build.knobs[at] not in build.knobs[:at]:
            parts[-1].append(at)
        else:
            parts.append([at])
    laid, spent, pale = elements(palace, build), NOTHING, [_PALE]
    for part in parts:
        at, path = part[0], build.knobs[: part[-1] + 1]
        way = path[at - 1 :]
        put = (way[0], build.risers[at - 1]), (way[1], build.unders[at])
        pieces = "".join(pile for _, pile in put)
        names = [*map(way_name, pairwise(way))]
        if names[1:]:  # as in the picture
            names = [f"{letter}\xa0{name}" for letter, name in zip("AB", names, strict=True)]
        ends = joined(names)
        title, lines = BOOK.text("opponent.arch", way=ends, count=len(part)), list[Text]()
        if pieces:
            lines = [BOOK.text("opponent.arch-then", way=ends, count=len(part))]
            title = BOOK.text("opponent.first", put=[*filter(lambda pile: pile[1], put)])
        old = laid[: sum(spent)]
        spent = spent.plus(Supply(len(part), pieces.count("b"), pieces.count("c")))
        new = [*laid[len(old) : sum(spent)]]
        if colour and part is parts[-1]:
            end, top = way[-1], new[-1].top
            new.append(Element(COLOURS[colour], *palace.ground.stud(end), top))
            lines.append(BOOK.text("opponent.decorates", knob=end, colour=colour, height=top + 1))
        lines += built_upon(palace, way[1:])
        if at > 1 or any(map(palace.height_at, way)):
            lines, pale = lines + pale, []
        (side, cut), left = _side(palace, way, old, new), remaining(hand, spent)
        told = Told(title, lines=(*lines, *cut), left=left, picture=side)
        yield Taps(told, _board(palace, path, old, new, dict(put)))


def _tops(palace: Palace, way: Sequence[Knob], there: Sequence[Element]) -> dict[Knob, int]:
    """Return how high knobs are with some pieces of a staircase."""
    stud = palace.ground.stud
    tops = {knob: [one.top for one in there if stud(knob) in one.feet] for knob in way}
    return {knob: max([palace.height_at(knob), *own]) for knob, own in tops.items()}


def _side(
    palace: Palace, way: Sequence[Knob], old: Sequence[Element], new: Sequence[Element]
) -> tuple[str, list[Text]]:
    """Return the knobs of a way as they stand, as SVG, the `new` pieces of a staircase in their
    colours; and what is told where the picture does not begin on the ground."""
    high, stud = _tops(palace, way, [*old, *new]), palace.ground.stud
    low = min(one.level for one in new)
    floor = max(low - 3, 0) * (max(high.values()) > 6)  # there is room for six
    every = (one for one in (*palace.elements(), *old) if one.level >= floor)
    there = [one for one in every if any(stud(knob) in one.feet for knob in way)]
    known = {(foot, n) for one in there for foot in one.feet for n in range(one.level, one.top)}
    # Of a column that begins below the floor its part above that is seen.
    ends = {(stud(knob), n) for knob, top in _tops(palace, way, old).items() for n in range(top)}
    pale = [Element("brick", *at, n) for at, n in sorted(ends - known)]
    drawn = standing(palace.ground, [*there, *pale, *new], high, [*there, *pale], _TINTS, floor)
    return drawn, [BOOK.text("opponent.cut", height=floor)] * bool(floor)


def _board(
    palace: Palace, path: tuple[Knob, ...], old: Sequence[Element], new: Sequence[Element],
    piles: Mapping[Knob, str],
) -> Board:  # fmt: skip
    """Return the board with the `old` pieces of a staircase and the `new` ones of this step, with
    the `piles` of bricks and columns under its arch."""
    hands = (palace.ground.knob_at(*stud) for one in new for stud in one.feet)
    marks = Marks(
        path, "draft", _tops(palace, path, [*old, *new]), put=piles,
        hands=frozenset(knob for knob in hands if knob is not None),
        top="".join(one.kind[0] for one in new if one.kind in COLOURS.values()),
    )  # fmt: skip
    return board_of(palace, marks, more=(*solids(old), *solids(new, "hint")))
