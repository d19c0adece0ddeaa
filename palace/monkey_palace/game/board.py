"""The board as a page shows it: the knobs with what is marked on them, and the palace's pieces."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial, reduce
from types import MappingProxyType
from typing import Literal

from palace.contract.taps import Board, Having, Icons, Place, Solid
from palace.core import colours
from palace.core.verdict import Message, Reason, Text, in_language
from palace.monkey_palace.drawing.heat import Heat
from palace.monkey_palace.drawing.shown import corner_pieces, tint
from palace.monkey_palace.drawing.text import marks_of
from palace.monkey_palace.game.reasons import BOOK
from palace.monkey_palace.game.rules import MonkeyLog, reports
from palace.monkey_palace.game.state import GameState
from palace.monkey_palace.kernel.elements import ANIMALS, Element
from palace.monkey_palace.kernel.ground import SHIPPED, GroundMap
from palace.monkey_palace.kernel.knob import FILES, Knob
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.supply import NOTHING, Supply
from palace.monkey_palace.search.trial import Trial

FAULT, REFUSED, WAITING = "!", "\N{MULTIPLICATION SIGN}", "+"

SIGNS = {"brick": "▪", "column": "▮"}

UNDER_WAY = frozenset({"attach"})
"""Reasons that a staircase can outgrow by further arches."""

Looks = Literal["", "ghost", "fault", "hint"]
Answer = Callable[[Knob], str | None]


@dataclass(frozen=True)
class Marks:
    """What is marked on a palace.

    `path` are the knobs of a staircase in walking order, `look` whether it is `last`, `draft` or
    `hint`; `heights` are those that differ from the palace's.  `ahead` are the knobs that can come
    next, `chosen` are those that the next piece is for; on knobs that are `waiting` an arch has no
    end yet.  `heat` are figures of the knobs, `top` is the letter of the decoration that comes on
    the last of `path`, `put` are the letters of the bricks and columns that come under and on the
    knobs, `hands` are the knobs where a piece is put at this step, `left` those that animals leave.
    """

    path: tuple[Knob, ...] = ()
    look: str = "last"
    heights: Mapping[Knob, int] = field(default_factory=dict)
    ahead: frozenset[Knob] = frozenset()
    faults: frozenset[Knob] = frozenset()
    places: frozenset[Knob] = frozenset()
    placing: str = ""
    chosen: tuple[Knob | None, ...] = ()
    waiting: frozenset[Knob] = frozenset()
    animals: Mapping[Knob, str] = field(default_factory=dict)
    heat: Heat | None = None
    top: str = ""
    put: Mapping[Knob, str] = field(default_factory=dict)
    hands: frozenset[Knob] = frozenset()
    left: Mapping[Knob, str] = field(default_factory=dict)


def board_of(
    palace: Palace,
    marks: Marks | None = None,
    *,
    laid: Iterable[Solid] | None = None,
    more: Iterable[Solid] = (),
    players: Mapping[int, str] | None = None,
    answer: Answer = lambda knob: None,
    held: Answer = lambda knob: None,
) -> Board:
    """Return the board of a palace.

    `laid` are its pieces, by default without the turns they are from, `more` what is tried on it,
    `players` whose each turn was, where that is known.  `answer` is what a tap on a knob makes of
    the text that is entered, `held` a long one.
    """
    marks = marks or Marks()
    ground = palace.ground
    pieces = solids(palace.elements()) if laid is None else laid
    worth, knobs = marks.heat, ground.colours
    return Board(
        (*FILES[: ground.width],),
        tuple(str(rank + 1) for rank in range(ground.depth)),
        BOOK.text("plan.label"),
        tuple(_places(palace, marks)),
        ground.rows,
        (ground.plate, *ground.sheet, *ground.origin, ground.pitch),
        (*_corners(ground), *pieces, *more),
        tuple(_way(palace, marks)),
        () if worth is None else tuple(_tones(ground, worth)),
        path=tuple(map(str, marks.path)),
        bridges=tuple(_bridges(palace)),
        answers={str(knob): text for knob in knobs if (text := answer(knob)) is not None},
        held={str(knob): text for knob in knobs if (text := held(knob)) is not None},
        told=partial(_told, players),
    )


def solids(
    elements: Iterable[Element],
    looks: Looks = "",
    turns: Mapping[Element, int] = MappingProxyType({}),
) -> Iterator[Solid]:
    """Yield elements as pieces in the round, perhaps with their turns."""
    for element in elements:
        kind, x, y, level, turn = element[:5]
        name = f"{kind[0]}{x}.{y}.{level}.{turn}{looks[:1]}"
        since = turns.get(element, 0)
        yield Solid(name, kind, x, y, level, turn, tint(element), looks, since)


def _told(players: Mapping[int, str] | None, solid: Solid) -> Text:
    """Return what a piece is; without players it is not known since when it is there."""
    kind, level, turn = solid.kind, solid.level, solid.turn
    if players is None:
        return BOOK.text("piece", kind=kind, level=level)
    if not turn:
        return BOOK.text("piece.setup", kind=kind, level=level)
    player = players.get(turn, "")
    return BOOK.text("piece.by", kind=kind, level=level, player=player, turn=turn)


def _dates(log: MonkeyLog) -> Mapping[Element, int]:
    """Return the turn in which each piece was put where it is."""
    found: dict[Element, int] = {}
    for turn, state in enumerate(log.states):
        found = {element: found.get(element, turn) for element in state.palace.elements()}
    return found


def log_board(log: MonkeyLog) -> Board:
    """Return the board after the last turn of a log, that turn marked."""
    staircase = log.commits[-1].move.build if log.commits else None
    path = () if staircase is None else staircase.knobs
    palace, names = log.state.palace, {report.number: report.player for report in reports(log)}
    laid = solids(palace.elements(), turns=_dates(log))
    return board_of(palace, Marks(path), laid=laid, players=names)


def icons(supply: Supply) -> Icons:
    """Return the pieces of a supply, those there are none of left out."""
    return tuple((kind, n) for kind, n in supply.named().items() if n)


def about_map(ground: GroundMap) -> str:
    """Return which map it is, where that is a placeholder, behind a line end more of it; otherwise
    nothing."""
    return BOOK.text("plan.placeholder", map=map_name(ground.name)) if ground.placeholder else ""


def map_name(name: str) -> str:
    """Return what a map is called, one of ours by its number."""
    own = BOOK.text("plan.map", number=name.rpartition("-")[2])
    return own if name in SHIPPED else name.replace("-", " ")


def having(log: MonkeyLog) -> Having:
    """Return what everyone has, what the last turn gave, and whether the last round has begun, or
    the tray may not last."""
    state, given = log.state, icons(reports(log)[-1].given) if log.commits else ()
    tray, about = state.tray, about_map(state.palace.ground)
    stock = () if tray is None else (*tray.named().items(),)
    hands = {
        seat.name: (icons(seat.pieces), icons(seat.income))
        for seat in state.seats
        if seat.pieces is not None
    }
    warning = ""
    if state.finished:
        warning = _ended(state)
    elif state.ending is not None:
        warning = BOOK.text("last-round", why=state.ending)
    elif tray is not None:
        due = reduce(Supply.plus, (seat.income for seat in state.seats), NOTHING).named()
        short = tuple(kind for kind, left in stock if left < due[kind])
        warning = BOOK.text("tray-low", kinds=short) if short else ""
    return Having(hands, stock, warning, given, "banana", about)


def _ended(state: GameState) -> str:
    """Return why a game ended, empty where only the table tells."""
    if state.ending is None or state.ending.key != "ending.short":
        return "" if state.ending is None else BOOK.told(state.ending)
    why, last = dict(state.ending.values), state.turn
    turn, name, short = why["turn"], why["name"], why["short"]
    return BOOK.text("ended.short", turn=turn, name=name, short=short, last=last)


# A staircase that is tried.


def under_way(trial: Trial) -> bool:
    """Return whether further arches can make a staircase legal that is not, and may be meant."""
    known = {reason.code for reason in trial.reasons} <= UNDER_WAY
    return known and not trial.exact and bool(trial.ahead)


def refused(trial: Trial) -> bool:
    """Return whether no staircase can begin on the one knob, or no arch leads to the last one."""
    if len(trial.knobs) == 1:
        return bool(trial.reasons) or not trial.ahead
    astray = bool(trial.knobs) and trial.knobs[-2].way_to(trial.knobs[-1]) is None
    return astray and not trial.exact


def trial_marks(trial: Trial, chosen: tuple[Knob, ...] = ()) -> Marks:
    """Return what is marked of a staircase that is tried."""
    ahead = frozenset(trial.ahead)
    if not trial.knobs:
        return Marks(ahead=ahead)
    wrong: frozenset[Knob] = frozenset()
    if refused(trial):  # nothing is put there, and another knob is one tap away
        at = frozenset(trial.knobs[-1:])
        return replace(trial_marks(trial.back()), look="draft", faults=at)
    if trial.reasons and not under_way(trial):
        wrong = faults_of(trial.reasons[:1]) or frozenset({_failing(trial)})
    top = "" if trial.decoration is None else trial.decoration.kind[0]
    put: dict[Knob, str] = {}
    if (whole := trial.staircase) is not None:
        put = {knob: whole.unders[at] + whole.risers[at] for at, knob in enumerate(whole.knobs)}
    return Marks(
        trial.knobs, "draft", trial_heights(trial), ahead, wrong, chosen=chosen, top=top, put=put,
    )  # fmt: skip


def _failing(trial: Trial) -> Knob:
    """Return the knob of the first step that no further arch makes legal."""
    for count in range(1, len(trial.knobs)):
        if {reason.code for reason in trial.cut(count).reasons} - UNDER_WAY:
            return trial.knobs[count - 1]
    return trial.knobs[-1]


def trial_heights(trial: Trial) -> dict[Knob, int]:
    """Return the heights of the knobs that a staircase changes, with what comes on the last one:
    an arch or a decoration."""
    ground = trial.palace.ground
    found = {}
    nothing = {reason.at for reason in trial.reasons if reason.key == "turn.far"}
    for knob in trial.knobs:
        if knob in ground.colours and str(knob) not in nothing:
            stud = ground.stud(knob)
            tops = [element.top for element, _ in trial.pieces if stud in element.feet]
            found[knob] = max(tops, default=trial.palace.height_at(knob))
    if trial.knobs[-1] in found and (trial.staircase or not trial.reasons):
        found[trial.knobs[-1]] += 1
    return found


def trial_solids(trial: Trial) -> Iterator[Solid]:
    """Yield the pieces of a staircase that is tried, all to be seen through."""
    ground = trial.palace.ground
    wrong = () if under_way(trial) else marks_of(trial.reasons)
    bad = {ground.stud(knob) for knob in wrong if knob in ground.colours}
    for element, _ in trial.pieces:
        yield from solids((element,), "ghost" if bad.isdisjoint(element.feet) else "fault")
    if trial.decoration is not None:
        yield from solids((trial.decoration,), "ghost")


def faults_of(reasons: Iterable[Reason]) -> frozenset[Knob]:
    """Return the knobs that reasons are about."""
    return frozenset(marks_of(tuple(reasons)))


# The knobs.


def _places(palace: Palace, marks: Marks) -> Iterator[Place]:
    """Yield the knobs of the grid, north first, from west to east."""
    ground = palace.ground
    there = ((knob, ANIMALS[letter]) for letter, knob in palace.animals)
    animals = {knob: name for knob, name in there if name not in marks.animals.values()}
    animals.update(marks.animals)
    for rank in reversed(range(ground.depth)):
        for file in range(ground.width):
            knob = Knob(file, rank)
            zone = ground.colours.get(knob)
            if zone is None:
                label = Text(partial(_label, (str(knob), Message.of("plan.closed"))))
                yield Place(str(knob), file, rank, looks="closed", label=label)
            else:
                yield _place(palace, marks, knob, zone, animals.get(knob, ""))


def _place(palace: Palace, marks: Marks, knob: Knob, zone: str, animal: str) -> Place:
    height = marks.heights.get(knob, palace.height_at(knob))
    label: list[str | Message] = [
        str(knob),
        Message.of("plan.zone", colour=zone),
        Message.of("plan.height", height=height),
    ]
    looks, sign, text = [], "", str(height or "")
    top = palace.tops.get(knob, "") if knob not in marks.heights else ""
    if marks.top and knob == marks.path[-1]:
        top = marks.top
    if top in ("l", "d", "g"):
        label.append(Message.of("plan.decorated", colour=top))
        looks.append(f"top-{top}")
    if knob in marks.chosen or knob in marks.animals:
        label.append(Message.of("plan.chosen"))
        looks.append("chosen")
    if animal:
        label.append(Message.of("plan.animal", animal=animal))
    if knob in marks.path:
        numbers = [number for number, there in enumerate(marks.path, 1) if there == knob]
        looks.append(marks.look)
        label += [Message.of("plan.step", number=number) for number in numbers]
    for letter, kind in (("b", "brick"), ("c", "column")):
        if number := marks.put.get(knob, "").count(letter):
            sign += SIGNS[kind] * number
            label.append(Message.of("plan.put", pieces=(number, kind)))
    if knob in marks.hands:
        looks.append("hands")
        label.append(Message.of("plan.hands"))
    if one := marks.left.get(knob, ""):
        animal = animal or one
        looks.append("left")
        label.append(Message.of("plan.left", animal=one))
    if knob in marks.places:
        looks.append("place")
        label.append(Message.of("plan.place", animal=marks.placing))
    elif knob in marks.ahead:
        looks.append("ahead")
        label.append(Message.of("plan.ahead" if marks.path else "plan.start"))
    if knob in marks.waiting:
        sign, looks = WAITING, [*looks, "ahead"]
        label.append(Message.of("plan.waiting"))
    if knob in marks.faults:
        looks.append("fault")
        if text or marks.look != "draft":
            sign += FAULT
        else:
            text = REFUSED
        label.append(Message.of("plan.fault"))
    if marks.heat is not None and knob in marks.heat.shown:
        number, scale = marks.heat.shown[knob], marks.heat.scale
        tone, tones = ("two", colours.TWO_SIDED) if scale.signed else ("tone", colours.TONES)
        shade = tones.index(scale.tone(number))
        if knob not in marks.path:  # there it is how high a staircase gets
            text = scale.text(number)
            looks.append(f"{tone}-{shade}")
        label.append(str(number))
    return Place(
        str(knob), knob.file, knob.rank, zone, text, sign, animal, " ".join(looks),
        Text(partial(_label, tuple(label))),
    )  # fmt: skip


@lru_cache(maxsize=4096)
def _label(parts: Sequence[str | Message], language: str) -> str:
    """Return what is told of a knob; most of a board is as it was before a tap."""
    told = (part if isinstance(part, str) else BOOK.told(part) for part in parts)
    return BOOK.language(language).comma.join(in_language(text, language) for text in told)


# In the round.


@lru_cache(maxsize=32)
def _corners(ground: GroundMap) -> tuple[Solid, ...]:
    return tuple(solids(corner_pieces(ground)))


def _bridges(palace: Palace) -> Iterator[tuple[str, str]]:
    """Yield the two knobs of each arch; those of arches over each other once."""
    for knob in palace.ground.colours:
        yield from ((str(knob), str(knob.step(way))) for way in "NE" if way in palace.column(knob))


def _way(palace: Palace, marks: Marks) -> Iterator[tuple[float, float, float]]:
    """Yield the knobs along a staircase, with the level of what is on them."""
    ground = palace.ground
    for knob in marks.path:
        if knob in ground.colours:
            x, y = ground.stud(knob)
            yield x, y, marks.heights.get(knob, palace.height_at(knob))


def _tones(ground: GroundMap, heat: Heat) -> Iterator[tuple[int, int, float, str]]:
    """Yield the columns of a map of figures, as far as columns can show it."""
    if not heat.rises:
        return
    most = max(heat.shown.values(), default=0) or 1
    for knob, number in heat.shown.items():
        yield (*ground.stud(knob), 8 * number / most, heat.scale.tone(number))
