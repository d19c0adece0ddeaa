"""The demo of the page without a server: staircases to mend, and the palace they stand at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
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

AIR, PALER = "#ece5d6", 0.62
"""The colour of what is far away, and its share in a palace that stands behind a staircase."""

LOOKED_AT = -2
"""The turn of pieces that are looked at."""

BUILD = Action("open", TABLE, STAIRCASE)
UNDO, MEND = act.do(Action("undo")), act.do(Action("tap", "mend"))

PUT, BRIGHT = ("arch", "brick", "column"), "#ffd83d"
"""Pieces that a mend puts there, and their colour."""


def led(state: PageState, first: Beside, at: int, count: int, language: str) -> PageState:
    """Return a staircase of the demo with what there is to learn of it, and with the way on.
    What mends it is seen through, then falls into its place."""
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
    solids = _mending(state.scene.solids, _board(first), right, legal=legal)
    heading = replace(
        state.heading, title=say("demo", map=state.heading.title), hand=(), close=None,
        line=say("demo-line", number=at, count=count - 1),
    )  # fmt: skip
    return replace(
        _shown(state, solids), heading=heading, banners=(*state.banners, tip),
        entry=ui.Entry("", _earned(state, say, told * as_told), (on, *more * (not legal))),
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
    heading = replace(
        state.heading, title=say("demo", map=state.heading.title), line=say("demo-build")
    )
    solids = (  # as they would stand on the table
        replace(one, looks="fault" if one.looks == "fault" else "", turn=LOOKED_AT)
        if one.looks
        else _paler(one)
        for one in state.scene.solids
    )
    another = ui.Key(say("demo-another"), act.do(BUILD))
    keys = (another, play) if legal else (play, *bar)
    return replace(
        _shown(state, solids, lit=not legal), heading=heading, banners=(*state.banners, tip),
        entry=ui.Entry("", _earned(state, say), keys),
    )  # fmt: skip


def _shown(state: PageState, solids: Iterable[Solid], *, lit: bool = False) -> PageState:
    """Return a state with other pieces; no knob is lit for the next arch unless they are `lit`."""
    places = (replace(one, looks=one.looks.replace("ahead", "")) for one in state.plan.places)
    plan = state.plan if lit else replace(state.plan, places=tuple(places))
    return replace(state, scene=replace(state.scene, way=(), solids=tuple(solids)), plan=plan)


def _earned(state: PageState, say: Callable[[str], str], told: str = "") -> ui.Verdict:
    """Return the verdict with one line, and a credit for each arch of a legal staircase."""
    verdict = state.entry.verdict
    own = sum(one.kind == "arch" for one in state.scene.solids if one.looks)
    legal = verdict.mood == "legal"
    uses = (("credit", own),) if legal else ()
    return replace(verdict, lines=(told,) * bool(told), uses=uses, used=say("demo-earned") * legal)


def _board(of: Beside) -> tuple[Solid, ...]:
    return () if of.taps.board is None else of.taps.board.solids


def _mending(
    shown: Sequence[Solid], wrong: Sequence[Solid], right: Sequence[Solid], *, legal: bool
) -> Iterator[Solid]:
    """Yield the pieces of a paler palace and those of a staircase; of one that is not legal the
    lowest arch that is wrong, where it has to lie, and what makes the `wrong` pieces `right`."""
    before, there = {*map(_spot, wrong)}, {*map(_spot, shown)}
    lies = {_kind(one): one.level for one in right}
    more = Counter(map(_kind, right)) - Counter(map(_kind, wrong))
    added = {_spot(one) for one in right if one.kind in PUT and more[_kind(one)]} - before
    newest = 1 + max((one.turn for one in shown), default=0)
    faults = [one for one in shown if one.looks == "fault" and one.kind == "arch"]
    marked = min(faults, key=lambda one: one.level, default=None)
    for one in shown:
        if not one.looks:
            yield _paler(one)
        elif one is marked and not legal:
            yield replace(one, turn=LOOKED_AT, level=lies.get(_kind(one), one.level))
        elif _spot(one) in added and legal:
            yield replace(one, looks="", turn=newest, tint=BRIGHT)
        else:  # as it stands, or would stand, on the table
            yield replace(one, looks="", turn=LOOKED_AT)
    for one in right:
        if not legal and _spot(one) in added - there:
            yield replace(one, looks="hint", tint=BRIGHT)


def _paler(solid: Solid) -> Solid:
    return replace(solid, tint=solid.tint and mixed(solid.tint, AIR, PALER))


def _kind(solid: Solid) -> tuple[str, int, int]:
    return solid.kind, solid.x, solid.y


def _spot(solid: Solid) -> Solid:
    return replace(solid, name="", looks="", turn=0)


def host_key(
    text: str, does: str, name: str = "", looks: ui.KeyLooks = "", note: str = ""
) -> ui.Key:  # fmt: skip
    """Return a key for what is no action at a table: it is about the games kept, or the demo."""
    return ui.Key(text, {"do": does, "name": name}, looks, note=note)
