"""Moving pictures as files: GIF by Pillow, MP4 by PyAV, which brings FFmpeg along."""

from __future__ import annotations

import io
import math
import tempfile
from collections.abc import Iterable, Sequence
from fractions import Fraction
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from PIL import Image

from palace.core import colours
from palace.core.colours import rgb
from palace.core.errors import InputError, Problem, install_hint

_UNCHANGED = 255  # the last of the colours: what stays as it was
_EXACT = colours.PAPER, colours.FAULT, colours.LEGAL, colours.INK
_SMOOTHEST = 12  # pictures of a second, below which some players stutter
_FINEST = 1000

Moments = Iterable[tuple[Image.Image, int]]
"""Pictures, and how many beats each stands."""


def gif_of(moments: Moments, fps: float, telling: Sequence[Image.Image]) -> bytes:
    """A GIF file that begins again at its end, `fps` beats in a second.

    All pictures have the same palette, made from those that tell all colours, and no dots between
    its colours, so that what stands still stays still.
    """
    palette = _Palette(telling)
    pictures, durations = [], []
    for picture, beats in moments:
        pictures.append(palette.reduced(picture))
        durations.append(max(2, round(100 * beats / fps)) * 10)
    stream = io.BytesIO()
    pictures[0].save(
        stream, "GIF", save_all=True, append_images=pictures[1:], duration=durations, loop=0,
        palette=palette.entries.tobytes(), transparency=_UNCHANGED, optimize=True,
    )  # fmt: skip
    return stream.getvalue()


class _Palette:
    """The colours that fit all of some pictures best, and some that are kept as they are."""

    def __init__(self, telling: Sequence[Image.Image]) -> None:
        wide, high = telling[0].size
        every = Image.new("RGB", (wide, high * len(telling)))
        for number, picture in enumerate(telling):
            every.paste(picture, (0, number * high))
        self.image = every.quantize(_UNCHANGED, dither=Image.Dither.NONE)
        found = np.array(self.image.getpalette(), np.uint8).reshape(-1, 3)
        self.entries = np.zeros((_UNCHANGED + 1, 3), np.uint8)
        self.entries[: len(found)] = found
        self.exact = {}
        for colour in map(rgb, _EXACT):
            nearest = int(np.abs(found.astype(int) - colour).sum(axis=1).argmin())
            self.exact[colour] = nearest
            self.entries[nearest] = colour
        self.image.putpalette(self.entries[:_UNCHANGED].ravel().tolist())

    def reduced(self, picture: Image.Image) -> Image.Image:
        """A picture in these colours."""
        done = picture.quantize(palette=self.image, dither=Image.Dither.NONE)
        numbers, pixels = np.array(done), np.asarray(picture)
        for colour, number in self.exact.items():  # Pillow takes a near one for them
            numbers[(pixels == colour).all(axis=2)] = number
        done.putdata(numbers.ravel())
        return done


def need_av() -> None:
    """Raise an `InputError` where PyAV is missing."""
    if find_spec("av") is None:
        what, remedy = "MP4 is written by PyAV, which is missing", install_hint("view")
        raise InputError(Problem("render", what, remedy))


def mp4_of(moments: Moments, fps: float, size: tuple[int, int]) -> bytes:
    """An MP4 file: H.264, with its index in front, so that it plays while it loads.

    Width and height are even.
    """
    import av

    beat = max(1, math.ceil(_SMOOTHEST / fps))  # pictures
    # Its index can only be put in front in a file.
    with tempfile.TemporaryDirectory() as folder:
        name = Path(folder, "film.mp4")
        with av.open(name, "w", options={"movflags": "faststart"}) as file:
            rate = Fraction(fps).limit_denominator(_FINEST) * beat
            track = file.add_stream("libx264", rate=rate)
            track.width, track.height = size
            track.pix_fmt = "yuv420p"
            track.options = {"crf": "20", "preset": "medium"}
            for picture, beats in moments:
                frame = av.VideoFrame.from_ndarray(np.asarray(picture), format="rgb24")
                for _ in range(beats * beat):
                    file.mux(track.encode(frame))
            file.mux(track.encode(None))
        return name.read_bytes()
