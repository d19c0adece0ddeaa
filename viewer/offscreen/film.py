"""Films: a game as it was built, or a full turn round what stands, as GIF and MP4."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from typing import Any, NamedTuple, Protocol

from PIL import Image

from palace.core.errors import InputError, Problem
from palace.monkey_palace.game.replay import Replay

from ..drawn import Drawable, Drawn, drawn
from .animation import Moments, gif_of, mp4_of, need_av
from .captions import Strip
from .frames import Pace, Reel, reel
from .renderer import Stage

TURNS = 36
"""Pictures of a full turn."""

FPS = {"turn": 1.0, "element": 6.0, "turntable": 9.0}
"""Beats in a second, by what is filmed."""

Told = Callable[[float], object]
"""Told how much of the work is done, 0 to 1."""


class Film(Protocol):
    """Pictures of one size, made one by one."""

    beats: tuple[int, ...]
    """How long each stands."""

    telling: tuple[int, ...]
    """Those that together have all the colours."""

    def picture(self, index: int) -> Image.Image:
        """The picture of this number, from 0."""

    def close(self) -> None:
        """Free what it holds."""


class GameFilm:
    """A recorded game, its captions under the pictures."""

    def __init__(self, played: Replay, size: tuple[int, int], view: str, by: Pace) -> None:
        self.reel: Reel = reel(played, by)
        steps = self.reel.steps
        self.strip = Strip(*size, (step.caption for step in steps))
        room = size[1] - self.strip.height
        self.stage = Stage(self.reel.scene, (size[0], room), view)
        self.size = size
        self.beats = tuple(step.beats for step in steps)
        faulty = [n for n, step in enumerate(steps) if step.caption.verdict == "illegal"]
        self.telling = tuple({0, len(steps) // 2, len(steps) - 1, *faulty[:2]})

    def picture(self, index: int) -> Image.Image:
        """The picture of this number, from 0."""
        step = self.reel.steps[index]
        self.stage.show(step.numbers)
        whole = Image.new("RGB", self.size)
        whole.paste(self.stage.picture(), (0, 0))
        whole.paste(self.strip.drawn(step.caption), (0, self.size[1] - self.strip.height))
        return whole

    def close(self) -> None:
        """Free what it holds."""
        self.stage.close()


class Turntable:
    """A full turn round what stands, anticlockwise."""

    def __init__(self, shown: Drawn, size: tuple[int, int], view: str) -> None:
        self.stage = Stage(shown, size, view, turns=TURNS)
        self.beats = (1,) * TURNS
        self.telling: tuple[int, ...] = (0, TURNS // 4, TURNS // 2, TURNS * 3 // 4)

    def picture(self, index: int) -> Image.Image:
        """The picture of this number, from 0."""
        self.stage.turn(-360 * index / TURNS)
        return self.stage.picture()

    def close(self) -> None:
        """Free what it holds."""
        self.stage.close()


class Options(NamedTuple):
    """How a film is made; `fps` are beats in a second, None those of what is filmed."""

    size: tuple[int, int] = (640, 480)
    view: str = "free"
    by: Pace = "turn"
    turntable: bool = False
    fps: float | None = None
    told: Told = lambda share: None

    @property
    def pace(self) -> float:
        """Beats in a second."""
        return self.fps or FPS["turntable" if self.turntable else self.by]


def gif(shown: Drawable, **options: Any) -> bytes:
    """A film as a GIF file that begins again at its end; see `Options`.

    Raises `InputError` where OpenGL is missing, or there is nothing to film.
    """
    how = Options(**options)
    with closing(filmed(shown, how)) as film:
        return gif_of(_moments(film, how), how.pace, [film.picture(i) for i in film.telling])


def mp4(shown: Drawable, **options: Any) -> bytes:
    """A film as an MP4 file (H.264), width and height even; see `Options`.

    Raises `InputError` where OpenGL or PyAV is missing, or there is nothing to film.
    """
    how = Options(**options)
    need_av()
    with closing(filmed(shown, how)) as film:
        return mp4_of(_moments(film, how), how.pace, how.size)


def filmed(shown: Drawable, options: Options) -> Film:
    """What is to be filmed."""
    if options.turntable:
        return Turntable(drawn(shown), options.size, options.view)
    if not isinstance(shown, Replay):
        what, remedy = "there is no game to film", "name a record, or give --turntable"
        raise InputError(Problem("render", what, remedy))
    if not shown.turns:
        what, remedy = "the game has no turns to film", "give --turntable, or write a picture"
        raise InputError(Problem("render", what, remedy))
    return GameFilm(shown, options.size, options.view, options.by)


def _moments(film: Film, options: Options) -> Moments:
    for index, beats in enumerate(film.beats):
        options.told(index / len(film.beats))
        yield film.picture(index), beats
