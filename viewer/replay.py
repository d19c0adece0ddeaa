"""A replay in one HTML file: the page's own client with everything it shows inside.

Its pieces are there once, each with the picture it comes with and the one it is gone from; a
picture has the small sections of a page state beside them.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from html import escape
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from typing import NamedTuple

from palace.contract.rules import Log
from palace.contract.taps import Solid
from palace.core.errors import InputError, Problem
from palace.core.terminal import one_line
from palace.monkey_palace.drawing.shown import tint
from palace.monkey_palace.entry import GAME
from palace.monkey_palace.game.log import LoggedRecord
from palace.monkey_palace.game.rules import MonkeyLog
from palace.monkey_palace.kernel.build import Build
from palace.monkey_palace.kernel.elements import noun
from palace.monkey_palace.kernel.ground import GroundMap
from palace.monkey_palace.kernel.palace import Palace
from palace.page.desk import Desk
from palace.page.show import show
from palace.page.state import (
    Entry,
    Heading,
    PageState,
    Scene,
    Time,
    Verdict,
    written,
)  # fmt: skip
from palace.page.view import View

from .instances import model_glb
from .moments import Caption, Pace, Reel, Step, cut_film, cut_pieces
from .scene import Drawable, Instance, find_scene
from .scene import Scene as Shown

FPS = {"turn": 0.5, "element": 3.0}
"""Default pictures a second."""

MODEL = "model"
"""The kind of what has no pieces."""


class Film(NamedTuple):
    """What a page plays: its pictures, the scene of all of them, what each piece is, and by its
    name from which picture on it is gone; the file of its meshes, None for that of the pieces."""

    states: Sequence[PageState]
    scene: Scene
    told: Sequence[str]
    gone: Mapping[str, int]
    meshes: bytes | None = None


def html(
    shown: Drawable,
    *,
    title: str = "",
    by: Pace | None = None,
    fps: float | None = None,
    record: object = None,
    told: Callable[[float], object] = lambda share: None,
) -> bytes:
    """Return a page that plays a game in 3D and needs neither a server nor the network.

    A game goes by turn or by element, `fps` pictures a second; a palace or a build grows with
    `by="element"`; without it, it is one picture to be turned, and so is anything else.  `record`
    is that of a game.  `told` is called with the share of the work done, 0 to 1.  Raises
    `InputError` if there is nothing to play, or the page was not bundled.
    """
    reel = _cut(shown, by)
    name = one_line(title)
    game = f"Monkey Palace: {name}" if isinstance(shown, Log | Palace | Build) else name
    film = _show_one(shown, game) if reel is None else _play(shown, reel, game, record, told)
    return _write(film, game, 1 / (fps or FPS[by or "turn"])).encode()


def _cut(shown: Drawable, by: Pace | None) -> Reel | None:
    """Return the pictures of a game, or of a palace that grows; None if there is one picture."""
    if isinstance(shown, Log):
        return cut_film(shown, by or "turn")
    if by is None:
        return None
    if by == "turn":
        raise InputError(Problem("--by", "there are no turns to play", "leave it out"))
    if not isinstance(shown, Palace | Build):
        raise InputError(Problem("--by", "it is not played by element", "leave it out"))
    return cut_pieces(shown)


def _show_one(shown: Drawable, title: str) -> Film:
    """Return the one picture of what is not played."""
    if find_spec("matplotlib") is None and not isinstance(shown, Palace | Build):
        what, remedy = (
            "there is writing in this picture",
            "run scripts/setup view, or write OUT.svg",
        )
        raise InputError(Problem("render", what, remedy))
    whole = find_scene(shown)
    state = PageState(heading=Heading(title))
    if not isinstance(whole, Shown):
        scene = Scene(solids=(Solid(MODEL, MODEL, 0, 0, 0),), label=title)
        return Film((state,), scene, (), {}, model_glb(whole.groups()))
    pieces = [(one, 0) for one in whole.instances]
    return Film((state,), _lay(whole.ground, pieces, title), _tell(whole.ground, pieces), {})


def _play(
    shown: Drawable, reel: Reel, title: str, record: object, told: Callable[[float], object]
) -> Film:
    """Return the pictures of a reel."""
    pieces: list[tuple[Instance, int]] = []
    gone = {}
    for one in reel.scene.instances:
        for first, last in _spans(reel.steps, one.number):
            if one.ghost:
                continue
            if last < len(reel.steps):
                gone[str(len(pieces))] = last
            pieces.append((one, first))
    ground = reel.scene.ground
    pages = []
    known, time = [PageState(heading=Heading(title))], Time()
    if isinstance(shown, Log) and isinstance(record, LoggedRecord):
        known, time = _states(shown, record)
    for index, step in enumerate(reel.steps):
        told(index / len(reel.steps))
        state = known[step.turn if step.whole else max(step.turn - 1, 0)]
        pages.append(state if step.whole and len(known) > 1 else _caption(state, step.caption))
    pages[-1] = replace(pages[-1], time=_time(time, reel))
    return Film(pages, _lay(ground, pieces, title), _tell(ground, pieces), gone)


def _spans(steps: Sequence[Step], number: int) -> Iterator[tuple[int, int]]:
    """Yield the pictures with an instance: the first one, and the first one without it again."""
    there = [number in step.numbers for step in steps]
    first = None
    for index, seen in enumerate([*there, False]):
        if seen and first is None:
            first = index
        elif not seen and first is not None:
            yield first, index
            first = None


def _lay(ground: GroundMap, pieces: Sequence[tuple[Instance, int]], label: str) -> Scene:
    """Return all pieces, each with the number of the picture it comes with as its turn."""
    solids = [
        Solid(
            str(number), one.element.kind, one.element.x, one.element.y, one.element.level,
            one.element.turn, tint(one.element), "fault" if one.marked else "", first,
        )
        for number, (one, first) in enumerate(pieces)
    ]  # fmt: skip
    sheet = (ground.plate, *ground.sheet, *ground.origin, ground.pitch)
    return Scene(ground.rows, sheet, tuple(solids), label=label)


def _tell(ground: GroundMap, pieces: Sequence[tuple[Instance, int]]) -> list[str]:
    """Return what each piece is, who placed it, and when; nothing of the corners of a sheet."""
    found = []
    for one, _ in pieces:
        element = one.element
        if element.kind == "corner":
            found.append("")
            continue
        named = (ground.knob_at(*stud) for stud in element.feet or element.studs)
        on = " ".join(str(knob) for knob in named if knob is not None)
        parts = [f"{noun(element.kind)}, {on}", f"level {element.level}"]
        if one.turn:
            parts.append(f"turn {one.turn}: {one.player}" if one.player else f"turn {one.turn}")
        elif one.turn == 0:
            parts.append("set-up")
        found.append(" · ".join(parts))
    return found


# The sections beside the scene.


def _states(log: MonkeyLog, record: LoggedRecord) -> tuple[list[PageState], Time]:
    """Return what the page shows after the set-up and after each turn, and its list of turns."""
    desk = Desk("", GAME, record, log).due()
    now = show(desk, View(), "spectator")
    count = len(log.commits)
    turns = [show(desk, View(turn=turn), "spectator") for turn in range(count + 1)]
    turns[-1] = replace(turns[-1], players=now.players)
    for at, turn in enumerate(turns):
        line, colour = turn.entry.verdict.title, now.time.turns[at].colour
        heading = replace(turn.heading, line=line, colour=colour, menu=(), saved="")
        entry = Entry(verdict=turn.entry.verdict)
        turns[at] = replace(turn, heading=heading, entry=entry, time=Time(), banners=())
    return turns, now.time


def _caption(state: PageState, told: Caption) -> PageState:
    """Return a state with the caption of a picture between two turns, or of what grows."""
    reasons = tuple((line, "") for line in told.lines[1:] if told.verdict == "illegal")
    lines = told.lines[:1] if told.verdict == "illegal" else told.lines
    verdict = Verdict(told.title, told.verdict, reasons, lines)
    heading = replace(state.heading, line=told.title)
    return replace(state, heading=heading, entry=Entry(verdict=verdict))


def _time(desk_time: Time, reel: Reel) -> Time:
    """Return the turns, each with the number of the picture in which it is whole."""
    whole = {step.turn: at for at, step in enumerate(reel.steps) if step.whole or not step.turn}
    turns = (replace(turn, number=whole[turn.number]) for turn in desk_time.turns)
    last = len(reel.steps) - 1
    return Time(desk_time.title, last, tuple(turns))


# The file.


def _write(film: Film, title: str, seconds: float) -> str:
    """Return the page: the client's own, with the film inside."""
    folder = files(f"{__package__}.web") / "bundle"
    if not folder.joinpath("client.js").is_file():
        raise InputError(Problem("render", "the page was not bundled", "run scripts/setup web"))
    names = ("index.html", "client.css", "client.js")
    page, style, script = (folder.joinpath(name).read_text("utf-8") for name in names)
    style = re.sub("@font-face{[^}]*latin-ext[^}]*}", "", style)  # rare letters are the system's
    style = re.sub(r'"\./([\w-]+\.woff2)"', lambda found: _inside(folder / found[1]), style)
    pieces = film.meshes or folder.joinpath("pieces.glb").read_bytes()
    states, nothing = [], ("{}", "[]", "0", '""')
    named = film.states[0].plan
    for at, state in enumerate(film.states):
        if at and (state.plan.columns, state.plan.rows) == (named.columns, named.rows):
            state = replace(state, plan=replace(state.plan, columns=(), rows=(), label=""))
        own = {n: part for n, part in vars(state).items() if written(part) not in nothing}
        states.append(written({**own, "scene": {"way": state.scene.way}}))
    known = {"told": film.told, "gone": film.gone}
    more = json.dumps(known, ensure_ascii=False, separators=(",", ":"))
    scene = written(film.scene).removesuffix("}") + "," + more.removeprefix("{")
    data = f'{{"seconds":{seconds},"scene":{scene},"states":[{",".join(states)}]}}'
    data = data.replace("<", "\\u003c")  # in a script, "</" would end it
    inside = (
        f'<script type="application/json" id="states">{data}</script>\n'
        f'<script type="text/plain" id="pieces">{base64.b64encode(pieces).decode()}</script>\n'
        f"<script>{script}</script>"
    )
    for mark, put in (
        ("<title>Palace</title>", f"<title>{escape(title)}</title>"),
        ('<link rel="stylesheet" href="client.css">', f"<style>{style}</style>"),
        ('<script src="client.js" defer></script>', inside),
    ):
        if page.count(mark) != 1:
            raise RuntimeError(f"the bundled page is not as expected: {mark}")
        page = page.replace(mark, put)
    return page


def _inside(font: Traversable) -> str:
    """Return the address of a font that is in the page itself."""
    return f'"data:font/woff2;base64,{base64.b64encode(font.read_bytes()).decode()}"'
