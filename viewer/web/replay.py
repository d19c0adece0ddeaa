"""A replay in one HTML file: the page's own client with everything it shows inside.

Its pieces are there once, each with the picture it comes with and the one it is gone from; a
picture has the small sections of a page state beside them.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from html import escape
from importlib.resources import files
from typing import Any, NamedTuple

from palace.contract.rules import Log
from palace.contract.taps import Board, Having
from palace.core.errors import InputError, Problem
from palace.core.terminal import one_line
from palace.monkey_palace.drawing.shown import tint
from palace.monkey_palace.game.board import having, log_board
from palace.monkey_palace.game.reasons import BOOK
from palace.monkey_palace.game.rules import reports
from palace.monkey_palace.kernel.build import Build
from palace.monkey_palace.kernel.elements import noun
from palace.monkey_palace.kernel.ground import GroundMap
from palace.monkey_palace.kernel.palace import Palace
from palace.page.state import (
    Entry,
    Heading,
    PageState,
    Place,
    Plan,
    Player,
    Players,
    Scene,
    Solid,
    Time,
    Turn,
    Verdict,
    sections,
    written,
)
from palace.scoring import Score

from ..instances import model_glb
from ..moments import Pace, Reel, Step, cut_film, cut_pieces
from ..scene import Drawable, Instance, find_scene
from ..scene import Scene as Shown

FPS = {"turn": 0.5, "element": 3.0}
"""Default pictures a second."""

ScoreAfter = Callable[[int], Score]

MODEL = "model"
"""The kind of what has no pieces."""


class Film(NamedTuple):
    """What a page plays: its pictures, the scene of all of them, what each piece is and from which
    picture on it is gone, by its name; the file of its meshes, None for that of the pieces."""

    states: Sequence[PageState]
    scene: Scene
    told: Mapping[str, str]
    gone: Mapping[str, int]
    meshes: bytes | None = None


def html(
    shown: Drawable,
    *,
    title: str = "",
    by: Pace | None = None,
    fps: float | None = None,
    scores: ScoreAfter | None = None,
    states: Sequence[PageState] | None = None,
    told: Callable[[float], object] = lambda share: None,
) -> bytes:
    """Return a page that plays a game in 3D and needs neither a server nor the network.

    A game goes by turn or by element, `fps` pictures a second; a palace or a build grows with
    `by="element"`; without it, it is one picture to be turned, and so is anything else.  `scores`
    returns the score after a turn.  `states` are the sections beside the scene after the set-up and
    each turn, if they are known.  `told` is called with the share of the work done, 0 to 1.
    Raises `InputError` if there is nothing to play, or the page was not bundled.
    """
    reel = _cut(shown, by)
    name = one_line(title)
    game = f"Monkey Palace: {name}" if isinstance(shown, Log | Palace | Build) else name
    if reel is None:
        film = _show_one(shown, game)
    else:
        film = _play(shown, reel, game, scores, states, told)
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
    whole = find_scene(shown)
    state = PageState(heading=Heading(title))
    if not isinstance(whole, Shown):
        scene = Scene(solids=(Solid(MODEL, MODEL, 0, 0, 0),), label=title)
        return Film((state,), scene, {}, {}, model_glb(whole.groups()))
    pieces = [(one, 0) for one in whole.instances]
    return Film((state,), _lay(whole.ground, pieces, title), *_tell(whole.ground, pieces, {}))


def _play(
    shown: Drawable, reel: Reel, title: str, scores: ScoreAfter | None,
    states: Sequence[PageState] | None, told: Callable[[float], object],
) -> Film:  # fmt: skip
    """Return the pictures of a reel."""
    pieces: list[tuple[Instance, int]] = []
    gone = {}
    for one in reel.scene.instances:
        for first, last in _spans(reel.steps, one.number):
            if one.ghost:
                continue
            if last < len(reel.steps):
                gone[_name(len(pieces))] = last
            pieces.append((one, first))
    ground = reel.scene.ground
    pages = []
    for index, step in enumerate(reel.steps):
        told(index / len(reel.steps))
        own = None if states is None or not step.whole else states[step.turn]
        if own is None:
            own = _state(shown, step, title, scores)
        pages.append(own)
    if isinstance(shown, Log):
        pages[-1] = replace(pages[-1], time=_time(shown, reel))
    return Film(pages, _lay(ground, pieces, title), *_tell(ground, pieces, gone))


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


def _name(number: int) -> str:
    return f"p{number}"


def _lay(ground: GroundMap, pieces: Sequence[tuple[Instance, int]], label: str) -> Scene:
    """Return all pieces, each with the number of the picture it comes with as its turn."""
    solids = [
        Solid(
            _name(number), one.element.kind, one.element.x, one.element.y, one.element.level,
            one.element.turn, tint(one.element), "fault" if one.marked else "", first,
        )
        for number, (one, first) in enumerate(pieces)
    ]  # fmt: skip
    sheet = (ground.plate, *ground.sheet, *ground.origin, ground.pitch)
    return Scene(ground.rows, sheet, tuple(solids), label=label)


def _tell(
    ground: GroundMap, pieces: Sequence[tuple[Instance, int]], gone: Mapping[str, int]
) -> tuple[Mapping[str, str], Mapping[str, int]]:
    """Return what each piece is, who placed it, and when."""
    found = {}
    for number, (one, _) in enumerate(pieces):
        element = one.element
        if element.kind == "corner":
            continue
        named = (ground.knob_at(*stud) for stud in element.feet or element.studs)
        on = " ".join(str(knob) for knob in named if knob is not None)
        parts = [f"{noun(element.kind)}, {on}", f"level {element.level}"]
        if one.turn:
            parts.append(f"turn {one.turn}: {one.player}" if one.player else f"turn {one.turn}")
        elif one.turn == 0:
            parts.append("set-up")
        found[_name(number)] = " · ".join(parts)
    return found, gone


# The sections beside the scene, where the page's own are not known.


def _state(
    shown: Drawable, step: Step, title: str, scores: ScoreAfter | None
) -> PageState:  # fmt: skip
    """Return the sections of a picture."""
    said = step.caption
    reasons = said.lines[1:] if said.verdict == "illegal" else ()
    lines = said.lines[:1] if said.verdict == "illegal" else said.lines
    verdict = Verdict(said.title, said.verdict, reasons, lines)
    state = PageState(heading=Heading(title, said.title), entry=Entry(verdict=verdict))
    if not isinstance(shown, Log):
        return state
    seats = {name: at for at, name in enumerate(shown.state.names)}
    player = reports(shown)[step.turn - 1].player if step.turn else ""
    done = step.turn if step.whole else max(step.turn - 1, 0)
    back = shown.back(len(shown.commits) - done)
    heading = replace(state.heading, colour=seats.get(player))
    board = log_board(back)
    way = Scene(way=board.way if step.whole else ())
    state = replace(state, heading=heading, plan=_plan(board), scene=way)
    if scores is None:
        return state
    try:
        return replace(state, players=_players(scores(done), player, having(back.state)))
    except InputError as error:  # points are written down that contradict the turns
        wrong = Verdict(said.title, "illegal", (*reasons, one_line(str(error))), lines)
        return replace(state, entry=Entry(verdict=wrong))


def _players(score: Score, player: str, has: Having) -> Players:
    winners = score.winners if score.finished else ()
    rows = tuple(
        Player(
            sheet.name, at, str(sheet.total), sheet.name == player, sheet.name in winners,
            *has.hands.get(sheet.name, ((), ())),
            tuple(str(sheet.subtotal(name) or 0) for name in score.categories),
        )
        for at, sheet in enumerate(score.sheets)
    )  # fmt: skip
    return Players(rows, tuple(score.categories))


def _plan(board: Board) -> Plan:
    """Return a board that cannot be tapped."""
    places = tuple(
        Place(
            one.name, one.x, one.y, one.zone, one.text, one.sign, one.icon, one.looks,
            ", ".join(part if isinstance(part, str) else str(BOOK.told(part))
                      for part in one.label),
            off=True,
        )
        for one in board.places
    )  # fmt: skip
    return Plan(
        len(board.files), len(board.ranks), board.files, board.ranks, str(board.label), 0, places
    )


def _time(log: Any, reel: Reel) -> Time:
    """Return the turns, each with the number of the picture in which it is whole."""
    whole = {step.turn: at for at, step in enumerate(reel.steps) if step.whole or not step.turn}
    seats = {name: at for at, name in enumerate(log.state.names)}
    turns = [Turn(whole.get(0, 0), "Set-up")]
    for report in reports(log):
        text = "passes" if report.staircase is None else str(report.staircase)
        gains = ", ".join(str(BOOK.told(gain)) for gain in report.gains)
        turns.append(
            Turn(
                whole[report.number],
                text,
                report.player,
                seats.get(report.player),
                gains,
                report.legal,
            )
        )
    return Time(at=len(reel.steps) - 1, count=len(reel.steps) - 1, turns=tuple(turns))


# The file.


def _write(film: Film, title: str, seconds: float) -> str:
    """Return the page: the client's own, with the film inside."""
    folder = files(__package__) / "bundle"
    if not folder.joinpath("client.js").is_file():
        raise InputError(Problem("render", "the page was not bundled", "run scripts/setup web"))
    names = ("index.html", "client.css", "client.js")
    page, style, script = (folder.joinpath(name).read_text("utf-8") for name in names)
    pieces = film.meshes or folder.joinpath("pieces.glb").read_bytes()
    states = []
    for number, state in enumerate(film.states):
        own = {name: text for name, text in sections(state) if text not in ("{}", "[]", "0")}
        own["scene"] = json.dumps({"upto": number, "way": state.scene.way})
        states.append("{" + ",".join(f'"{name}":{text}' for name, text in own.items()) + "}")
    known = {"told": film.told, "gone": film.gone}
    more = json.dumps(known, ensure_ascii=False, separators=(",", ":"))
    scene = written(film.scene).removesuffix("}") + "," + more.removeprefix("{")
    head = json.dumps({"title": title, "seconds": seconds}, ensure_ascii=False).removesuffix("}")
    data = f'{head},"scene":{scene},"states":[{",".join(states)}]}}'
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
