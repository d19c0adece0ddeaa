"""Films as GIF and MP4: a recorded game, or a full turn around a scene.

Pillow writes GIF; PyAV, which includes FFmpeg, writes MP4.
"""

from __future__ import annotations

import io
import math
import tempfile
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from fractions import Fraction
from importlib.util import find_spec
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from palace.contract.rules import Log
from palace.core import colours
from palace.core.colours import rgb
from palace.core.errors import InputError, Problem, install_hint
from palace.monkey_palace.game.rules import MonkeyLog
from palace.monkey_palace.kernel.elements import Element

from ..camera import Camera, fit_camera
from ..marks import label_turn
from ..moments import Caption, Pace, Reel, Step, cut_film
from ..pieces import lettering as typeface
from ..pieces.measures import BRICK, PITCH
from ..pieces.shell import Points
from ..scene import Drawable, Drawn, Scene, find_scene
from .hues import Hues
from .raster import Stage
from .still import place_on, write_over

_UNCHANGED = 255  # the last palette entry: unchanged pixels
_EXACT = colours.PAPER, colours.FAULT, colours.LEGAL, colours.INK
_SMOOTHEST = 12  # pictures per second; some players stutter below this
_FINEST = 1000

Frames = Iterable[tuple[Image.Image, int]]
"""Pictures, each with its duration in beats."""


def write_gif(frames: Frames, fps: float, samples: Sequence[Image.Image]) -> bytes:
    """Return a looping GIF file, `fps` beats per second.

    All pictures share one palette, made from `samples`, without dithering, so that unchanged areas
    do not flicker.
    """
    palette = _choose_palette(samples)
    pictures, durations = [], []
    for picture, beats in frames:
        pictures.append(Hues.of(np.asarray(picture)).reduce(palette))
        durations.append(max(2, round(100 * beats / fps)) * 10)
    stream = io.BytesIO()
    pictures[0].save(
        stream, "GIF", save_all=True, append_images=pictures[1:], duration=durations, loop=0,
        palette=palette.tobytes() + b"\0\0\0", transparency=_UNCHANGED, optimize=True,
    )  # fmt: skip
    return stream.getvalue()


def _choose_palette(samples: Sequence[Image.Image]) -> NDArray[np.uint8]:
    """Return the colours (255, 3) that fit some pictures best, with the exact colours kept."""
    whole = np.concatenate([np.asarray(picture).reshape(-1, 3) for picture in samples])
    found = Hues.of(whole[None]).choose(_UNCHANGED)
    palette = np.zeros((_UNCHANGED, 3), np.uint8)
    palette[: len(found)] = found
    for colour in map(rgb, _EXACT):
        palette[np.abs(palette.astype(int) - colour).sum(axis=1).argmin()] = colour
    return palette


def write_mp4(frames: Frames, fps: float, size: tuple[int, int]) -> bytes:
    """Return an MP4 file: H.264, its index first, so that it plays while it loads.

    Width and height must be even.
    """
    import av

    beat = max(1, math.ceil(_SMOOTHEST / fps))  # pictures
    # FFmpeg can move the index to the front only in a file.
    with tempfile.TemporaryDirectory() as folder:
        name = Path(folder, "film.mp4")
        with av.open(name, "w", options={"movflags": "faststart"}) as file:
            rate = Fraction(fps).limit_denominator(_FINEST) * beat
            track = file.add_stream("libx264", rate=rate)
            track.width, track.height = size
            track.pix_fmt = "yuv420p"
            track.options = {"crf": "20", "preset": "medium"}
            for picture, beats in frames:
                frame = av.VideoFrame.from_ndarray(np.asarray(picture), format="rgb24")
                for _ in range(beats * beat):
                    file.mux(track.encode(frame))
            file.mux(track.encode(None))
        return name.read_bytes()


_SIGNS = {"legal": "ok", "illegal": "!", "open": ""}
_GROUNDS = {"legal": colours.LEGAL, "illegal": colours.FAULT, "open": colours.CLOSED_AREA}
_BAND = "#f3f1ec"
_SMALLEST = 10  # pixels


class Strip:
    """A caption band as wide as the frame, high enough for each of the captions."""

    def __init__(self, width: int, height: int, captions: Iterable[Caption]) -> None:
        """Lay out the band for a frame of `width` and `height` pixels."""
        self.width = width
        size = max(_SMALLEST, round(min(width / 30, height / 26)))
        self.title, self.text = typeface.font(size * 1.2, bold=True), typeface.font(size)
        self.margin, self.line = size // 2, round(size * 1.35)
        self.side: int = 2 * self.margin + round(self.title.getlength("ok"))
        rows = max((len(self._rows(caption)) for caption in captions), default=0)
        self.height = 2 * self.margin + round(size * 1.55) + rows * self.line

    def draw(self, caption: Caption) -> Image.Image:
        """Return the band with one caption."""
        band = Image.new("RGB", (self.width, self.height), _BAND)
        draw = ImageDraw.Draw(band)
        draw.rectangle((0, 0, self.side - 1, self.height), _GROUNDS[caption.verdict])
        middle = self.side / 2, self.height / 2
        draw.text(middle, _SIGNS[caption.verdict], colours.PAPER, self.title, "mm")
        left, top = self.side + self.margin, self.margin
        title = typeface.shorten(caption.title, self._room, self.title.getlength)
        draw.text((left, top), title, colours.INK, self.title)
        first = self.height - self.margin - self.line * len(self._rows(caption))
        top = min(first, top + round(self.title.size * 1.3))
        for row in self._rows(caption):
            draw.text((left, top), row, colours.INK, self.text)
            top += self.line
        return band

    @property
    def _room(self) -> int:
        return self.width - self.side - 2 * self.margin

    def _rows(self, caption: Caption) -> list[str]:
        """Return the lines of a caption; a long line takes two rows."""
        rows: list[str] = []
        for line in caption.lines:
            first = next(typeface.wrap(line, self._room, self.text.getlength), "")
            rest = line[len(first) :].strip()
            rows += [typeface.shorten(row, self._room, self.text.getlength)
                     for row in (first, rest) if row]  # fmt: skip
        return rows


TURNS = 36
"""Number of pictures in a full turn."""

FPS = {"turn": 1.0, "element": 6.0, "turntable": 9.0}
"""Default beats per second, by kind of film."""


class Film(ABC):
    """A sequence of pictures of one size, made one by one on a stage."""

    stage: Stage

    beats: tuple[int, ...]
    """Duration of each picture."""

    samples: tuple[int, ...]
    """Numbers of pictures that together have all colours."""

    @abstractmethod
    def picture(self, index: int) -> Image.Image:
        """Return a picture by its number, from 0."""

    def close(self) -> None:
        """Free the stage."""
        self.stage.close()


class GameFilm(Film):
    """A recorded game with captions under the pictures; the last staircase is marked.

    The camera goes back as the palace grows, from its middle until all of the table is seen.
    """

    def __init__(self, played: MonkeyLog, size: tuple[int, int], view: str, by: Pace) -> None:
        self.played = played
        self.reel: Reel = cut_film(played, by)
        steps = self.reel.steps
        self.strip = Strip(*size, (step.caption for step in steps))
        self.room = size[0], size[1] - self.strip.height
        self.stage = Stage(self.reel.scene, self.room, view)
        self.cameras = follow(self.reel, view, self.room[0] / self.room[1])
        self.size, self.view = size, view
        self.beats = tuple(step.beats for step in steps)
        self.samples = self._sample()

    def picture(self, index: int) -> Image.Image:
        step = self.reel.steps[index]
        self.stage.aim(self.cameras[index])
        self.stage.show(step.numbers, step.laid)
        marks = label_turn(self.played, step.turn) if step.turn and step.whole else ()
        labels = place_on(self.view, marks)
        stage = self.stage
        picture = write_over(stage.picture(), stage.plotter.camera, stage.shown, labels)
        whole = Image.new("RGB", self.size)
        whole.paste(picture, (0, 0))
        whole.paste(self.strip.draw(step.caption), (0, self.room[1]))
        return whole

    def _sample(self) -> tuple[int, ...]:
        """Return pictures from start to end, of faults, and the first with each animal."""
        steps = self.reel.steps
        faulty = [n for n, step in enumerate(steps) if step.caption.verdict == "illegal"]
        animals: dict[str, int] = {}
        for number, step in enumerate(steps):
            for each in step.laid.tolist():
                kind = self.reel.scene.instances[each].element.kind
                if kind in colours.ANIMALS:
                    animals.setdefault(kind, number)
        some = (0, len(steps) // 2, len(steps) - 1, *faulty[:2], *animals.values())
        return tuple(sorted({*some}))


_AHEAD = 4
"""Number of turns over which the camera foresees how the palace grows."""

_BESIDE, _OVER, _ANIMAL = 10.0, 6.0, 20.0
"""Room in mm beside the pieces, over them, and over the level of an animal."""

_NEAREST = 0.3
"""Least part of the table around the set-up that is in view, as a share of its side."""

_STOPS = 8
"""Least number of places where the camera stops on its way."""

_SHARES = 100
"""Number of places of the camera on its way."""


def follow(reel: Reel, view: str, aspect: float) -> tuple[Camera, ...]:
    """Return a camera for each step of a film; its frame holds every piece that is shown.

    It goes straight back from the set-up as the palace grows, until all of the table is in view.
    """
    scene = reel.scene
    bounds = [_bound(scene, step) for step in reel.steps]
    last = fit_camera(np.concatenate([scene.corners(view), *bounds]), view, aspect)
    first = fit_camera(_find_start(reel), view, aspect)
    way = [first.between(last, share / _SHARES) for share in range(_SHARES + 1)]
    needed: list[int] = []
    at = 0
    for points in bounds:
        while at < _SHARES and np.abs(way[at].see(points, aspect)).max() > 1:
            at += 1
        needed.append(at)
    turns = [step.turn for step in reel.steps]
    needed[turns.index(turns[-1]) :] = [_SHARES] * turns.count(turns[-1])
    # What is in view later is in view a little before.
    ahead = max(1, round(_AHEAD * len(needed) / max(1, len({*turns}))))
    run = np.array([*needed, *[needed[-1]] * ahead])
    smooth = np.mean([run[shift : shift + len(needed)] for shift in range(ahead)], axis=0)
    # Few stops in a short film: only a picture from the same place is small in a GIF.
    grain = _SHARES / max(_STOPS, len(needed) // 2)
    stops = np.minimum(np.ceil(smooth / grain) * grain, _SHARES)
    return tuple(first.between(last, float(share) / _SHARES) for share in stops)


def _find_start(reel: Reel) -> Points:
    """Return points (n, 3), in mm, around the first picture."""
    scene = reel.scene
    points = _bound(scene, reel.steps[min(1, len(reel.steps) - 1)])
    least = _NEAREST * scene.ground.plate * PITCH
    middle = (points.min(axis=0) + points.max(axis=0)) / 2
    square = [[*(middle[:2] + least * np.array(way)), 0.0] for way in product((-1, 1), repeat=2)]
    return np.concatenate([points, square])


def _find_top(element: Element) -> float:
    """Return the height in mm up to which an element has room."""
    if element.kind in colours.ANIMALS:
        return element.level * BRICK + _ANIMAL
    return element.top * BRICK + _OVER


def _bound(scene: Scene, step: Step) -> Points:
    """Return points (n, 3), in mm, around the pieces of a step with some room beside them."""
    there = {*step.numbers.tolist()}
    return np.array(
        [
            (stud[0] * PITCH + east, stud[1] * PITCH + north, up)
            for one in scene.instances
            if one.number in there and one.element.kind != "corner"
            for high in (_find_top(one.element),)
            for stud in one.element.studs
            for east in (-_BESIDE, PITCH + _BESIDE)
            for north in (-_BESIDE, PITCH + _BESIDE)
            for up in (0.0, high)
        ]
    )


class Turntable(Film):
    """A full turn around a scene, anticlockwise."""

    def __init__(self, shown: Drawn, size: tuple[int, int], view: str) -> None:
        self.stage = Stage(shown, size, view, turns=TURNS)
        self.beats = (1,) * TURNS
        self.samples = (0, TURNS // 4, TURNS // 2, TURNS * 3 // 4)

    def picture(self, index: int) -> Image.Image:
        self.stage.turn(-360 * index / TURNS)
        return self.stage.picture()


class Options(NamedTuple):
    """Options of a film.

    `fps` is in beats per second (None: the default of its kind); `told` is called with the share of
    the work done, 0 to 1.
    """

    size: tuple[int, int] = (640, 480)
    view: str = "free"
    by: Pace = "turn"
    turntable: bool = False
    fps: float | None = None
    told: Callable[[float], object] = lambda share: None

    @property
    def pace(self) -> float:
        """Beats per second."""
        return self.fps or FPS["turntable" if self.turntable else self.by]


def gif(shown: Drawable, **options: Any) -> bytes:
    """Return a film as a looping GIF file; see `Options`.

    Raises `InputError` if OpenGL is missing, or if there is nothing to film.
    """
    how = Options(**options)
    with closing(open_film(shown, how)) as film:
        return write_gif(_play(film, how), how.pace, [film.picture(i) for i in film.samples])


def mp4(shown: Drawable, **options: Any) -> bytes:
    """Return a film as an MP4 file (H.264, even width and height); see `Options`.

    Raises `InputError` if OpenGL or PyAV is missing, or if there is nothing to film.
    """
    how = Options(**options)
    if find_spec("av") is None:
        what, remedy = "MP4 is written by PyAV, which is missing", install_hint("view")
        raise InputError(Problem("render", what, remedy))
    with closing(open_film(shown, how)) as film:
        return write_mp4(_play(film, how), how.pace, how.size)


def open_film(shown: Drawable, options: Options) -> Film:
    """Return the film that the options ask for; raises `InputError` if there is none."""
    if options.turntable:
        # Whatever the shape of the frame: what is wide now is deep after a quarter of the turn.
        return Turntable(find_scene(shown), options.size, options.view)
    if not isinstance(shown, Log):
        what, remedy = "there is no game to film", "name a record, or give --turntable"
        raise InputError(Problem("render", what, remedy))
    if not shown.commits:
        what, remedy = "the game has no turns to film", "give --turntable, or write a picture"
        raise InputError(Problem("render", what, remedy))
    return GameFilm(shown, options.size, options.view, options.by)


def _play(film: Film, options: Options) -> Frames:
    for index, beats in enumerate(film.beats):
        options.told(index / len(film.beats))
        yield film.picture(index), beats
