"""The staircase of a turn, entered by taps knob by knob.

What is entered of a staircase is the staircase as it is written, without the supports that are
added to it: `c4+b-d4-d5`, or `c4` alone; behind a blank stands the knob that the next piece by hand
is for, or the arch by its knobs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Literal

from palace.contract.taps import Amount, Choice, Icons, Row, Taps, Told
from palace.core.verdict import ENGLISH, Reason, Text
from palace.monkey_palace.game.board import (
    board_of,
    icons,
    refused,
    trial_marks,
    trial_solids,
    under_way,
)
from palace.monkey_palace.game.reasons import BOOK
from palace.monkey_palace.game.rules import BONUS_POINTS
from palace.monkey_palace.kernel.ground import SHIPPED
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.referee import unattached
from palace.monkey_palace.kernel.staircase import Staircase
from palace.monkey_palace.kernel.supply import LETTERS, Supply
from palace.monkey_palace.search.trial import Trial

PASS = "pass"

PASSING = "pass"
"""The idea that proves a pass."""

MOST_AT_ONCE = 3
"""Pieces by hand that one tap adds where supports that were added give way to them."""

MOST_NAMED = 4
"""Knobs of a palace that are named where a staircase begins."""


@dataclass(frozen=True)
class Tried:
    """A staircase that is tried, and what the next piece by hand is for: a knob, or the two knobs
    of an arch."""

    trial: Trial
    chosen: tuple[Knob, ...] = ()

    @classmethod
    def read(cls, start: Trial, text: str) -> Tried:
        """Return what a text makes of a trial without a knob; raises `NotationError`."""
        way, _, chosen = text.partition(" ")
        if not way:
            return cls(start)
        if "-" in way:
            own = Staircase.read(way)
            trial = replace(start, knobs=own.knobs, unders=own.unders, risers=own.risers)
        else:
            knob, _, riser = way.partition("+")
            trial = start.on_to(Knob.read(knob)).with_riser(riser)
        return cls(trial, tuple(map(Knob.read, chosen.split("-"))) if chosen else ())

    @property
    def text(self) -> str:
        """The text that is read back as it."""
        chosen = "-".join(map(str, self.chosen))
        return f"{self._own}{chosen and ' '}{chosen}"

    @cached_property
    def _own(self) -> str:
        return trial_text(self.trial)

    def _on_to(self, knob: Knob) -> str:
        return f"{self._own}-{knob}" if self._own else str(knob)

    def after(self, knob: Knob) -> str:
        """Return the text after a tap on a knob.

        A second tap on the last knob takes it out; with one knob alone, a knob that is not beside
        it is the new start.
        """
        knobs = self.trial.knobs
        if knobs[-1:] == (knob,):
            return trial_text(self.trial.back())
        return str(knob) if len(knobs) == 1 and knobs[0].way_to(knob) is None else self._on_to(knob)

    def holding(self, knob: Knob) -> str:
        """Return the text with a knob chosen for pieces by hand; one that is not there is added."""
        return f"{self._own if knob in self.trial.knobs else self._on_to(knob)} {knob}"

    @property
    def rows(self) -> tuple[Row, ...]:
        """The pieces on the chosen knob and under the arch to it, or under both ends of the chosen
        arch: those that are there, and those that can be put there by hand."""
        if not self.chosen:
            return ()
        trial, knob = self.trial, self.chosen[-1]
        at = len(trial.knobs) - 1 - trial.knobs[::-1].index(knob)
        on = [self._amount("on", at - len(self.chosen) + 1, letter) for letter in "bc"]
        under = [self._amount("under", at, letter) for letter in "bc"] if at else []
        there = [one for one in (*on, *under) if one.value or one.less or one.more]
        found = there if any(one.less or one.more for one in there) else []
        left = Supply(0, *(max(count, 0) for count in trial.left[1:]))
        title = name = way_name(self.chosen)
        if not found:
            title = BOOK.text("tap.by-hand-needed" if there else "tap.by-hand-fixed", at=name)
        elif trial.supply is not None and not any(left):
            title = BOOK.text("tap.by-hand-none", at=name)
        elif trial.supply is not None:
            title = BOOK.text("tap.by-hand-left", at=name, left=left)
        done = Choice("by-hand", BOOK.text("tap.by-hand-done"), trial_text(trial))
        return (Row(title, (*found, done), "list" if found else "row"),)

    @property
    def free(self) -> bool:
        """Whether pieces can be put by hand, or taken off, for what is chosen."""
        found = (one for row in self.rows for one in row.items if isinstance(one, Amount))
        return any(one.less or one.more for one in found)

    @property
    def steps(self) -> Row:
        """What each arch needs, from below: a tap on one chooses its pieces by hand."""
        trial, whole = self.trial, self.trial.staircase
        if whole is None or (trial.reasons and not under_way(trial)):
            own = Tried(trial, trial.knobs[-1:])
            stuck = any(one.code in ("turn", "off-knob", "blocked") for one in trial.reasons)
            chosen = (Choice("by-hand", BOOK.text("tap.by-hand"), own.text),)
            return Row("", chosen * (own.free and not stuck))
        keys = []
        for at, ends in enumerate(pairwise(whole.knobs), 1):
            ups, downs = (
                [(LETTERS[one], n if n > 1 else 0) for one, n in Counter(put).items()]
                for put in (whole.risers[at - 1], whole.unders[at])
            )
            pieces = [*ups, *downs, ("arch", 0)]
            if trial.decoration is not None and at + 1 == len(whole.knobs):
                pieces.append((trial.decoration.kind, 0))
            own = Tried(trial, ends)
            text = own.text if own.free else None
            keys.append(Choice(f"by-hand-{at}", way_name(ends), text, (*pieces,)))
        return Row(BOOK.text("tap.steps"), (*keys,))

    def _amount(self, where: Literal["on", "under"], at: int, letter: str) -> Amount:
        """Return the number of a piece on a knob or under the arch to it, with the supports that
        are added; what is added comes back, so it is needed and not taken off."""
        trial, kind = self.trial, LETTERS[letter]
        change = trial.with_riser if where == "on" else trial.with_under

        def there(trial: Trial) -> str:
            whole = trial.staircase or trial
            return (whole.risers if where == "on" else whole.unders)[at]

        own = there(replace(trial, exact=True))
        last, count = own.rfind(letter), there(trial).count(letter)
        fewer = change(own[:last] + own[last + 1 :], at) if last >= 0 else trial
        less = Tried(fewer, self.chosen).text if there(fewer).count(letter) < count else None
        # By hand some may only take the place of those that were added.
        tries = (*(own + letter * n for n in range(1, MOST_AT_ONCE + 1)), there(trial) + letter)
        grown = (change(pieces, at) for pieces in tries)
        more = next((one for one in grown if there(one).count(letter) > count), trial)
        needed = "needed-" * bool(count and less is None)
        name = BOOK.text(f"put.{needed}{where}", kind=kind, knob=str(trial.knobs[at]))
        pays, arch = more is not trial and more.left.named()[kind] >= 0, ("arch", 0)
        text = Tried(more, self.chosen).text if pays else None
        pile = ((kind, 0), arch) if where == "on" else (arch, (kind, 0))  # from the top
        return Amount(f"{where}-{letter}", name, count, less, text, pile if at else pile[:1])


def way_name(knobs: Sequence[Knob]) -> str:
    """Return what a knob is called, or an arch by its knobs."""
    return "\N{EN DASH}".join(map(str, knobs))


def trial_text(trial: Trial) -> str:
    """Return the own pieces of a trial as they are entered; empty without a knob."""
    if not trial.knobs:
        return ""
    if len(trial.knobs) == 1:
        riser = trial.risers[0]
        return f"{trial.knobs[0]}+{riser}" if riser else str(trial.knobs[0])
    return str(Staircase(trial.knobs, trial.unders, trial.risers))


def trial_taps(tried: Tried) -> Taps:
    """Return what can be tapped with a staircase that is tried."""
    trial = tried.trial
    if trial.knobs[1:] and refused(trial):
        return _astray(trial)
    mended = None if under_way(trial) else trial.mended
    on = Tried(trial.cut(0)) if refused(trial) else tried  # no arch leads on from a wrong start
    board = board_of(
        trial.palace, trial_marks(trial, tried.chosen), more=trial_solids(trial),
        answer=lambda knob: (tried if knob in trial.knobs else on).after(knob), held=tried.holding,
    )  # fmt: skip
    rows = tried.rows or (tried.steps,) * bool(trial.knobs and not refused(trial))
    return Taps(
        trial_told(trial), board, rows,
        answer=None if trial.staircase is None else str(_columns_first(trial.staircase)),
        then=BOOK.text("tap.cards"), mended=None if mended is None else trial_text(mended),
        mend="" if mended is None else _mend(trial, mended),
        argued=None if trial.staircase is None else (str(trial.staircase), shared(trial.palace)),
    )  # fmt: skip


def _astray(trial: Trial) -> Taps:
    """Return what can be tapped where no arch leads to the last knob: as without that knob, which
    is marked."""
    own, (last, at) = trial.back(), trial.knobs[-2:]
    taps, why = trial_taps(Tried(own)), BOOK.text("tap.beside", at=at, other=last)
    assert taps.board is not None  # a staircase has one
    places = board_of(trial.palace, trial_marks(trial)).places
    answers = {**taps.board.answers, str(at): trial_text(own)}
    board, told = taps.board._replace(places=places, answers=answers), taps.told
    if told.mood == "legal":
        return taps._replace(board=board, told=told._replace(lines=(why, *told.lines)))
    told = Told(why, "unfinished", lines=(told.title,), left=told.left)
    return taps._replace(board=board, told=told)


def _mend(trial: Trial, mended: Trial) -> str:
    """Return what the key does that mends a trial, and what that earns."""
    knobs, own, verdict = mended.knobs, trial.knobs, mended.verdict
    count = 0 if verdict is None else verdict.credits or 0
    same = next(n for n in range(len(own), 0, -1) if own[:n] == knobs[:n])
    if way := own[same - 1 :] * bool(own[same:]):
        if knobs == own[:same]:
            return BOOK.text("mend.off", way=way_name(way), count=count)
        return BOOK.text("mend.back", arches=len(way) - 1, count=count)
    if knobs == own:
        return BOOK.text("mend.pieces", count=count)
    return BOOK.text("mend.on", knob=str(knobs[-1]), count=count)


def _columns_first(build: Staircase) -> Staircase:
    """Return a staircase whose supports have their columns at the bottom, as they are added."""
    unders, risers = (
        tuple("".join(sorted(pile, reverse=True)) for pile in piles)
        for piles in (build.unders, build.risers)
    )
    return Staircase(build.knobs, unders, risers)


def shared(palace: Palace) -> str:
    """Return the position of a palace with the name of its map; empty for one of an own map."""
    name = palace.ground.name
    return f"{name}:{palace.position}" if name in SHIPPED else ""


def remaining(hand: Supply | None, uses: Supply) -> Icons:
    """Return what is left of a hand, 0 of what is used up, less of what is short; nothing where it
    is not known."""
    if hand is None:
        return ()
    left = hand.minus(uses).named()
    return tuple((kind, left[kind]) for kind, n in hand.named().items() if n or left[kind])


def trial_told(trial: Trial) -> Told:
    """Return the verdict on a staircase that is tried."""
    if not trial.knobs:
        high = sorted(str(knob) for knob, height in trial.palace.heights.items() if height)
        named = high * (len(high) <= MOST_NAMED and bool(trial.ahead))
        lines = [BOOK.text("tap.palace", knobs=named)] * bool(named)
        return Told(BOOK.text("tap.start" if trial.ahead else "tap.no-start"), lines=(*lines,))
    verdict = trial.verdict
    if verdict is None and not trial.reasons:
        if trial.ahead:
            colour = trial.palace.ground.colours[trial.knobs[0]]
            own = (BOOK.text("tap.colour", knob=str(trial.knobs[0]), colour=colour),)
            knobs = ", ".join(map(str, trial.ahead))
            return Told(BOOK.text("tap.next", knobs=knobs), lines=own)
        return Told(_no_way(trial), "unfinished", lines=(BOOK.text("tap.nearer"),))
    uses, left = icons(trial.uses), remaining(trial.supply, trial.uses)
    used = BOOK.text("tap.used" if trial.supply is not None else "tap.used-if")
    if verdict is not None and verdict.legal:
        colour, way, lines = verdict.decoration or "", trial.knobs, list[Text]()
        if colour and trial.palace.decorations_left(colour) > 0:
            height, start = (verdict.height or 0) + 1, way[0]
            top = BOOK.text(
                "tap.decoration", colour=colour, knob=way[-1], height=height, start=start
            )
            lines.append(top)
        lines += earning(trial.uses.arch, colour if verdict.highest else "")
        lines += [BOOK.text("tap.bonus", count=BONUS_POINTS)] * bool(verdict.bonus)
        title = BOOK.text("tap.legal", earned=(verdict.credits or 0, colour))
        lines += built_upon(trial.palace, way)
        return Told(title, "legal", (), (*lines,), uses, left, used)
    if under_way(trial):
        on = [BOOK.text("tap.next", knobs=", ".join(map(str, trial.ahead)))] * bool(trial.ahead)
        title, *lines = *on, BOOK.text("tap.go-on")
        return Told(title, "open", (), (*lines,), uses, left, used)
    first = trial.reasons[0]
    others = (one for one in trial.reasons[1:] if not one.code == first.code == "supply")
    title, count = illegal(trial.reasons), max(trial.left.arch, 0)
    mend = (Text(first.remedy_in),) * bool(first.remedy and trial.mended is None)
    if first.key == "attach.far" and (first.by or 0) > count:  # nothing there can be reached
        title, mend = BOOK.text("tap.far", at=first.at, distance=first.by, count=count), ()
    if first.code == "supply":
        mend = (*mend, *_runs_out(trial))
    uses = () if first.code == "turn" else uses  # a knob that no arch leads to
    return Told(title, "illegal", (*others,), mend, uses, left, used)


def built_upon(palace: Palace, way: Sequence[Knob]) -> Iterator[Text]:
    """Yield which decorations are built upon by a staircase that leads over knobs."""
    for _, knob, level in palace.decorations:
        if knob in way and level + 1 == palace.heights[knob]:
            yield BOOK.text("tap.over", knob=str(knob))


def earning(arches: int, highest: str) -> tuple[Text, ...]:
    """Return what earns credits; `highest` is the colour of a decoration that is the highest."""
    if highest:
        return (BOOK.text("tap.arches-highest", count=arches, colour=highest),)
    return (BOOK.text("tap.arches", count=arches),)


def _no_way(trial: Trial) -> str:
    """Return why no staircase that begins on the first knob comes to anything."""
    knob = trial.knobs[0]
    far = unattached(trial.palace, knob, trial.rulings).by or 0
    count = trial.palace.at_hand(trial.supply).arch
    if far <= count:
        return BOOK.text("tap.no-way", knob=str(knob))
    return BOOK.text("tap.too-far", knob=str(knob), distance=far, count=count)


def _runs_out(trial: Trial) -> Iterator[Text]:
    """Yield at which arch of several the hand runs out, and what of that the arch needs."""
    whole, left = trial.staircase, trial.left.plus(trial.uses)
    if whole is None or whole.arches < 2:
        return
    for at, ends in enumerate(pairwise(whole.knobs), 1):
        put = whole.risers[at - 1] + whole.unders[at]
        own = Supply(1, put.count("b"), put.count("c"))
        left = left.minus(own)
        short = [need if have < 0 else 0 for have, need in zip(left, own, strict=True)]
        if any(short):
            yield BOOK.text("tap.runs-out", way=way_name(ends), pieces=Supply(*short))
            return


def illegal(reasons: Sequence[Reason]) -> Text:
    """Return the headline of a staircase that is not legal, with the first reason."""
    first = reasons[0]
    if first.code == "supply":
        short = tuple((one.by, one.at) for one in reasons if one.code == "supply")
        return BOOK.text("tap.short", pieces=short)
    far = dict(first.values)
    if first.key == "support.arch":
        return BOOK.text("unlevel.low", at=first.at, by=first.by)
    if first.key == "collision.high":
        return BOOK.text("unlevel.high", at=first.at, by=first.by, leaves=str(far["leaves"]))
    if first.key == "attach.far":
        other = str(far["nearest"])
        return BOOK.text("far.attach", at=first.at, other=other, distance=far["distance"])
    if first.key == "turn.far":
        return BOOK.text("far.turn", at=first.at, other=str(far["leaves"]))
    own = f"short.{first.key}"
    known = own in BOOK.language(ENGLISH).words
    return BOOK.text(own if known else f"short.{first.code}", at=first.at)


def pass_taps(start: Trial, reasons: tuple[Reason, ...], *, known: bool) -> Taps:
    """Return what can be tapped after a pass; `known` is whether the pieces in hand are."""
    lines = () if reasons else (BOOK.text("tap.pass-right" if known else "tap.pass-unknown"),)
    title = BOOK.text("tap.pass-wrong" if reasons else "tap.passes")
    told = Told(title, "illegal" if reasons else "legal", reasons, lines)
    board, values = board_of(start.palace), dict(reasons[0].values) if reasons else {}
    if "staircase" not in values:
        return Taps(told, board, answer=PASS)
    built = Tried.read(start, str(values["staircase"])).trial
    count = 0 if built.verdict is None else built.verdict.credits or 0
    first, last = values["start"], values["end"]
    return Taps(
        Told(BOOK.text("tap.pass-no", start=first, end=last)), board, answer=PASS,
        mended=trial_text(built),
        mend=BOOK.text("tap.instead", start=first, end=last, count=count),
        keep=BOOK.text("tap.pass-anyway"), clears=False,
    )  # fmt: skip
