"""A replay in one HTML file: viser's player of a recorded scene, with the words to each picture.

viser brings play, pause, scrubbing, speed and orbit.  It shows no text beside the picture, and the
camera of a recording fits one shape of window: a panel, and cameras for all shapes, are put into
its page.
"""

from __future__ import annotations

import io
import json
import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from html import escape
from importlib.resources import files
from typing import Any

import numpy as np
import viser
from viser import _messages

from palace.contract.rules import Log
from palace.core import colours
from palace.core.colours import rgb
from palace.core.errors import InputError, Problem
from palace.core.terminal import one_line
from palace.monkey_palace.game.rules import reports
from palace.monkey_palace.kernel.build import Build
from palace.monkey_palace.kernel.palace import Palace
from palace.scoring import Score

from ..camera import fit_camera
from ..export import glb
from ..moments import Pace, Reel, cut_film, cut_pieces, write_score
from ..pieces.shell import Points
from ..scene import Drawable, Drawn, Scene, find_scene

FPS = {"turn": 0.5, "element": 3.0}
"""Default beats a second; half as many as of a film, since there is more to read."""

ASPECTS = (0.35, 0.45, 0.55, 0.65, 0.72, 0.8, 0.9, 1.0, 1.1, 1.2, 1.35, 1.5, 1.7, 2.0, 2.5)
"""Shapes of the picture, width over height, that there is a camera for."""

ScoreAfter = Callable[[int], Score]

_METRE = 0.001
_UPRIGHT = (math.sqrt(0.5), math.sqrt(0.5), 0.0, 0.0)  # GLB is y up, viser's scene z up
_LINE = 1.2  # mm, of the outlines of what is new
_LIGHT = 1.9  # as on the table page
_SKY, _EARTH, _SUN = (255, 255, 255), (184, 180, 170), (255, 246, 230)
_SUN_AT = (-0.35, -0.8, 1.0)


def html(
    shown: Drawable,
    *,
    title: str = "",
    by: Pace | None = None,
    fps: float | None = None,
    scores: ScoreAfter | None = None,
    told: Callable[[float], object] = lambda share: None,
) -> bytes:
    """Return a page that plays a game in 3D and needs neither a server nor the network.

    A game goes by turn or by element, `fps` beats a second; a palace or a build grows with
    `by="element"`; without it, it is one picture to be turned, and so is anything else.  `scores`
    returns the score after a turn.  `told` is called with the share of the work done, 0 to 1.
    Raises `InputError` if there is nothing to play, or no port on this machine to record through.
    """
    reel = _cut(shown, by)
    whole = find_scene(shown) if reel is None else reel.scene
    game = "Monkey Palace: " if isinstance(shown, Log | Palace | Build) else ""
    words = {
        "title": game + one_line(title),
        "steps": _list_steps(shown, reel),
        "scores": _list_scores(shown, scores) if reel is not None else [],
        "cameras": [*_list_cameras(whole)],
    }
    with _recorder() as recorder:
        if reel is None:
            recorder.add("scene", glb(whole))
        else:
            _record(recorder, reel, 1 / (fps or FPS[by or "turn"]), told)
        page = recorder.page()
    return _put_in(page, words).encode()


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


class _Recorder:
    """A recording of a viser scene that is in the making."""

    def __init__(self, server: viser.ViserServer) -> None:
        self.server = server
        self.recording = server.get_scene_serializer()
        scene = server.scene
        scene.set_up_direction("+z")
        scene.configure_default_lights(enabled=False)
        scene.configure_environment_map(None)
        scene.add_light_hemisphere(
            "/sky", sky_color=_SKY, ground_color=_EARTH, intensity=_LIGHT, wxyz=_UPRIGHT
        )
        scene.add_light_directional("/sun", color=_SUN, intensity=_LIGHT, position=_SUN_AT)

    def add(self, name: str, data: bytes, *, visible: bool = True) -> Any:
        """Add a GLB file; return its handle."""
        return self.server.scene.add_glb(
            f"/{name}", data, wxyz=_UPRIGHT, visible=visible,
            cast_shadow=False, receive_shadow=False,
        )  # fmt: skip

    def outline(self, name: str, ends: Points) -> Any:
        """Add lines, (n, 2, 3) in mm, that are not yet visible; return their handle."""
        return self.server.scene.add_line_segments(
            f"/{name}", (ends * _METRE).astype(np.float32), rgb(colours.PATH),
            thickness=_LINE * _METRE, visible=False,
        )  # fmt: skip

    def call(self, script: str) -> None:
        """Let the page run a script when the player comes to this moment."""
        # viser offers this to its own parts only; the file holds the client that reads it.
        self.server._websock_server.queue_message(_messages.RunJavascriptMessage(source=script))

    def page(self) -> str:
        """Return viser's page with the recording; called once."""
        return str(self.recording.as_html())


@contextmanager
def _recorder() -> Iterator[_Recorder]:
    """Yield a recorder; viser records through a server, here on this machine alone."""
    # It prints its address, which is of no use.
    with redirect_stdout(io.StringIO()):
        try:
            server = viser.ViserServer(host="127.0.0.1", port=0, verbose=False)
        except (OSError, RuntimeError) as error:
            what = f"no port of this machine can be used: {error}"
            raise InputError(Problem("render", what, "write a film: GIF or MP4")) from None
        try:
            yield _Recorder(server)
        finally:
            server.stop()


def _record(recorder: _Recorder, reel: Reel, beat: float, told: Callable[[float], object]) -> None:
    """Record the pictures of a reel, a beat in s long, each with its words."""
    ground = reel.scene.ground
    recorder.add("table", glb(Scene.of(ground, ())))
    seen: dict[int, list[int]] = {}
    for index, step in enumerate(reel.steps):
        for number in step.numbers.tolist():
            if not reel.scene.instances[number].ghost:
                seen.setdefault(number, []).append(index)
    together: dict[tuple[int, ...], list[int]] = {}
    for number, visible in sorted(seen.items()):
        together.setdefault(tuple(visible), []).append(number)
    handles: list[tuple[frozenset[int], Any]] = []
    for count, (indices, numbers) in enumerate(together.items()):
        told(count / len(together))
        pieces = Scene(ground, tuple(reel.scene.instances[number] for number in numbers))
        name = f"pieces {count}" if indices[0] else "set-up"
        handle = recorder.add(name, glb(pieces, table=False), visible=False)
        handles.append((frozenset(indices), handle))
    for index, ends in enumerate(_list_outlines(reel)):
        if len(ends):
            handles.append((frozenset([index]), recorder.outline(f"new {index}", ends)))
    for index, step in enumerate(reel.steps):
        for when, handle in handles:
            if handle.visible != (index in when):
                handle.visible = index in when
        recorder.call(f"showStep({index})")
        recorder.recording.insert_sleep(step.beats * beat)


def _list_outlines(reel: Reel) -> Iterator[Points]:
    """Yield, for each step, the edges (n, 2, 3) in mm of what its turn has placed so far."""
    fresh: list[int] = []
    turn = -1
    for step in reel.steps:
        fresh = [*(fresh if step.turn == turn and step.turn else ()), *step.fresh.tolist()]
        turn = step.turn
        laid = [reel.scene.instances[number] for number in dict.fromkeys(fresh)]
        groups = Scene.of(reel.scene.ground, laid).pieces
        parts = [group.place(group.body.edges.reshape(-1, 3)) for group in groups]
        yield np.concatenate([np.empty((0, 2, 3)), *(part.reshape(-1, 2, 3) for part in parts)])


def _list_steps(shown: Drawable, reel: Reel | None) -> list[dict[str, Any]]:
    """Return the words to each picture."""
    if reel is None:
        return [{"title": "", "lines": [], "verdict": "open", "turn": 0, "player": ""}]
    players, total = [], ""
    if isinstance(shown, Log):
        players = ["", *(report.player for report in reports(shown))]
        total = write_score(shown)  # which the table of scores has too
    return [
        {
            "title": step.caption.title,
            "lines": [line for line in step.caption.lines if line != total],
            "verdict": step.caption.verdict,
            "turn": step.turn,
            "player": players[step.turn] if players else "",
        }
        for step in reel.steps
    ]


def _list_scores(shown: Drawable, scores: ScoreAfter | None) -> list[dict[str, Any]]:
    """Return the points of all players after the set-up and after each turn."""
    if scores is None or not isinstance(shown, Log):
        return []
    return [_score(scores, turn) for turn in range(len(shown.commits) + 1)]


def _score(scores: ScoreAfter, turn: int) -> dict[str, Any]:
    try:
        score = scores(turn)
    except InputError as error:  # points are written down that contradict the turns
        return {"fault": one_line(str(error))}
    rows = [
        [
            sheet.name,
            *(str(sheet.subtotal(name) or 0) for name in score.categories),
            str(sheet.total),
        ]
        for sheet in score.sheets
    ]
    winners = [*score.winners] if score.finished else []
    return {"heads": ["", *score.categories, "total"], "rows": rows, "winners": winners}


def _list_cameras(whole: Drawn) -> Iterator[dict[str, Any]]:
    """Yield a camera, in m and radians, for each shape of the picture, from narrow to wide."""
    corners = whole.corners()
    for aspect in ASPECTS:
        camera = fit_camera(corners, "free", aspect, flat=whole.flat)
        eye, aim = (
            ",".join(f"{length * _METRE:.4f}" for length in point)
            for point in (camera.eye, camera.aim)
        )
        angle = round(math.radians(camera.angle), 4)
        yield {"aspect": aspect, "eye": eye, "aim": aim, "angle": angle}


def _put_in(page: str, words: dict[str, Any]) -> str:
    """Return viser's page with our title, panel and words in it."""
    folder = files(__package__)
    # In a script, "</" would end it.
    known = json.dumps(words, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    style, script = ((folder / f"replay.{kind}").read_text("utf-8") for kind in ("css", "js"))
    ours = f"<style>{style}</style><script>const told={known};\n{script}</script>"
    for mark, put in (
        ("<title>Viser</title>", f"<title>{escape(str(words['title']))}</title>{ours}"),
        ("<body>", '<body><aside class="panel" aria-live="polite"></aside>'),
    ):
        if page.count(mark) != 1:
            raise RuntimeError(f"viser's page is not as expected: {mark}")
        page = page.replace(mark, put)
    return page
