"""The demo of the page without a server: staircases to mend, and the palace they stand at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from palace.contract.beside import STAIRCASE, TABLE, Beside
from palace.contract.taps import Solid
from palace.core.colours import mixed
from palace.page import action as act
from palace.page import state as ui
from palace.page.action import Action
from palace.page.state import PageState
from palace.page.words import BOOK

AIR, PALER = "#ece5d6", 0.55
"""The colour of what is far away, and its share in a palace that stands behind a staircase."""

LOOKED_AT = -2
"""The turn of pieces that are looked at."""

BUILD = Action("open", TABLE, STAIRCASE)
UNDO, MEND = act.do(Action("undo")), act.do(Action("tap", "mend"))

PUT, BRIGHT = ("arch", "brick", "column"), "#ffd83d"
"""Pieces that a mend puts there, and their colour."""


def led(state: PageState, first: Beside, at: int, count: int, language: str) -> PageState:
    """Return a staircase of the demo with what there is to learn of it, and with the way on.
    What mends it is seen through, then falls into its place; that of the last one is found."""
    say, entry = partial(BOOK.say, language), state.entry
    legal, last = entry.verdict.mood == "legal", at + 1 == count
    note = "" if last else say("demo-of", number=at + 1, count=count - 1)
    text = say("demo-skip") if not legal else say("demo-game") if last else say("demo-next")
    on = host_key(text, "demo", str(at + 1), "main" if legal else "", note * legal)
    more = [key for key in (entry.bar[0], entry.bar[-1]) if key.do in (UNDO, MEND)]
    right = _board(first.tapped("mend", first.taps.mended or ""))
    as_told = not legal or {*map(_spot, state.scene.solids)} == {*map(_spot, right)}
    told = say(f"demo-mended-{at}" if legal else f"demo-rule-{at}")
    tip = ui.Banner(say(f"demo-earns-{at}" if legal else f"demo-tip-{at}"), "demo")
    verdict = replace(entry.verdict, lines=(told,) * as_told, uses=(), used="")
    answers = {} if first.taps.board is None else first.taps.board.answers
    lit = {
        name for name, text in answers.items() if last and not legal and text == first.taps.mended
    }
    places = (
        one if one.name in lit else replace(one, looks=one.looks.replace("ahead", ""))
        for one in state.plan.places
    )
    marks = not (legal or last)
    solids = _mending(state.scene.solids, _board(first), right, legal=legal, marks=marks)
    heading = replace(
        state.heading, title=say("demo", map=state.heading.title), hand=(), close=None,
        line=say("demo-line", number=at, count=count - 1),
    )  # fmt: skip
    plan = replace(state.plan, places=tuple(places))
    return replace(
        state, entry=ui.Entry("", verdict, (on, *more * (not legal))), heading=heading,
        banners=(*state.banners, tip), plan=plan,
        scene=replace(state.scene, way=(), solids=tuple(solids)),
    )  # fmt: skip


def ended(state: PageState, language: str) -> PageState:
    """Return the palace of the demo's game, with the ways to its turns and to a staircase of one's
    own there."""
    say = partial(BOOK.say, language)
    look = ui.Key(say("demo-turns"), act.do(Action("look", "turn", "0")))
    build = ui.Key(say("demo-build"), act.do(BUILD), "main")
    verdict = ui.Verdict(say("demo-done"), picture="trophy")
    tip = ui.Banner(say("demo-open"), "demo")
    solids = tuple(replace(one, turn=0) for one in state.scene.solids)
    heading = replace(state.heading, line=say("demo-over"), saved="", stock=())
    return replace(
        state, entry=ui.Entry("", verdict, (look, build)), banners=(*state.banners, tip),
        heading=heading, players=ui.Players(), time=ui.Time(),
        scene=replace(state.scene, solids=solids),
    )  # fmt: skip


def building(state: PageState, at: int, language: str) -> PageState:
    """Return a staircase of one's own as far as it is built, with how it goes on."""
    say, entry = partial(BOOK.say, language), state.entry
    legal, begun = entry.verdict.mood == "legal", bool(state.plan.path)
    bar = [key for key in entry.bar if key.do in (UNDO, MEND)]
    play = host_key(say("demo-play"), "demo", str(at + 1), "main" if legal else "")
    tip = ui.Banner(say("demo-built" if legal else "demo-on" if begun else "demo-own"), "demo")
    verdict = replace(entry.verdict, lines=(), uses=(), used="")
    heading = replace(
        state.heading, title=say("demo", map=state.heading.title), line=say("demo-build")
    )
    solids = [  # as they would stand on the table
        replace(one, looks="fault" if one.looks == "fault" else "", turn=1) if one.looks else one
        for one in state.scene.solids
    ]
    return replace(
        state, entry=ui.Entry("", verdict, (*bar, play) if legal else (play, *bar)),
        heading=heading, banners=(*state.banners, tip),
        scene=replace(state.scene, way=(), solids=tuple(solids)),
    )  # fmt: skip


def _board(of: Beside) -> tuple[Solid, ...]:
    return () if of.taps.board is None else of.taps.board.solids


def _mending(
    shown: Sequence[Solid], wrong: Sequence[Solid], right: Sequence[Solid], *, legal: bool,
    marks: bool,
) -> Iterator[Solid]:  # fmt: skip
    """Yield the pieces of a paler palace and those of a staircase; where it `marks` what is wrong,
    the lowest arch of that, where it has to lie, and what makes the `wrong` pieces `right`."""
    before, there = {*map(_spot, wrong)}, {*map(_spot, shown)}
    lies = {_kind(one): one.level for one in right}
    more = Counter(map(_kind, right)) - Counter(map(_kind, wrong))
    added = {_spot(one) for one in right if one.kind in PUT and more[_kind(one)]} - before
    newest = 1 + max((one.turn for one in shown), default=0)
    faults = [one for one in shown if one.looks == "fault" and one.kind == "arch"]
    marked = min(faults, key=lambda one: one.level, default=None)
    for one in shown:
        if not one.looks:
            yield replace(one, tint=one.tint and mixed(one.tint, AIR, PALER))
        elif marks and one is marked:
            yield replace(one, turn=LOOKED_AT, level=lies.get(_kind(one), one.level))
        elif _spot(one) in added and legal:
            yield replace(one, looks="", turn=newest, tint=BRIGHT)
        else:  # as it stands, or would stand, on the table
            yield replace(one, looks="", turn=LOOKED_AT)
    for one in right:
        if marks and _spot(one) in added - there:
            yield replace(one, looks="hint", tint=BRIGHT)


def _kind(solid: Solid) -> tuple[str, int, int]:
    return solid.kind, solid.x, solid.y


def _spot(solid: Solid) -> Solid:
    return replace(solid, name="", looks="", turn=0)


def host_key(
    text: str, does: str, name: str = "", looks: ui.KeyLooks = "", note: str = ""
) -> ui.Key:  # fmt: skip
    """Return a key for what is no action at a table: it is about the games kept, or the demo."""
    return ui.Key(text, {"do": does, "name": name}, looks, note=note)
