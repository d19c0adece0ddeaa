"""Pictures in pixels, drawn by VTK without a display: PNG, and the instance at each pixel."""

from __future__ import annotations

import io
import math
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from palace.core import colours
from palace.monkey_palace.drawing.shown import find_drops

from ..board import NAME, SMALL
from ..camera import fit_camera
from ..meshes import (
    GLOSS,
    edges,
    facet,
    keep_cells,
    light,
    line_width,
    mesh_drops,
    smooth,
    surfaces,
)
from ..pieces.shell import Points
from ..scene import Drawable, Drawn, Scene, find_scene
from .canvas import Canvas
from .opengl import need

NOTHING, TABLE = -2, -1
"""Numbers of pixels that show no element."""

_LEGIBLE = 6
"""Smallest cap height, in pixels, at which the names of knobs are drawn."""

_FINEST = 4_000_000


def png(
    shown: Drawable,
    *,
    size: tuple[int, int] = (1200, 900),
    view: str = "free",
    transparent: bool = False,
) -> bytes:
    """Return a picture as a PNG file, fitted to the scene; `size` is width and height in pixels.

    `view` is free, plan or front.  The background is white at the top and a quiet grey below, or
    `transparent`.  Raises `InputError` if OpenGL is missing.
    """
    need()
    plotter = set_stage(find_scene(shown), size, view)
    if not transparent:
        plotter.set_background(colours.GROUND, top=colours.PAPER)
    shot = plotter.screenshot(transparent_background=transparent)
    plotter.close()
    return write_png(shot)


def write_png(pixels: NDArray[np.uint8], info: PngInfo | None = None) -> bytes:
    """Return an image (height, width, 3 or 4) as a PNG file, an opaque one in 256 colours."""
    stream = io.BytesIO()
    image = reduce_hues(pixels) if pixels.shape[2] == 3 else Image.fromarray(pixels)
    image.save(stream, "PNG", pnginfo=info)
    return stream.getvalue()


_HUES, _COMMON, _RARE = 256, 4096, 256
_SETTLED = 300
"""Colours that may still change their entry when a palette is done."""


def reduce_hues(pixels: NDArray[np.uint8]) -> Image.Image:
    """Return an image (height, width, 3) in the 256 colours that fit it best, without dithering.

    A colour counts by the square root of its pixels, so that a small frog keeps its pink.
    """
    codes = (pixels.astype(np.uint32) @ np.array([1 << 16, 1 << 8, 1], np.uint32)).ravel()
    found, where, counts = np.unique(codes, return_inverse=True, return_counts=True)
    hues = np.stack([found >> 16, found >> 8 & 255, found & 255], axis=1).astype(np.uint8)
    palette, nearest = hues, np.arange(len(hues))
    if len(hues) > _HUES:
        # Of rare hues a quarter of the steps of each channel do, and take a sixth of the time.
        close = np.where(counts < _RARE, found & 0xFCFCFC, found)
        coarse, members = np.unique(close, return_inverse=True)
        shares = np.ceil(np.sqrt(np.bincount(members, counts))).astype(int)
        sample = np.repeat(coarse, shares)
        channels = np.stack([sample >> 16, sample >> 8 & 255, sample & 255], axis=1)
        line = Image.fromarray(channels.astype(np.uint8)[None])
        chosen = line.quantize(_HUES, kmeans=_SETTLED, dither=Image.Dither.NONE).getpalette()
        palette = np.array(chosen, np.uint8).reshape(-1, 3)
        # Each entry becomes the commonest of its colours, so that flat areas keep theirs exactly.
        common = hues[counts.argsort()[-_COMMON:]]
        palette[_find_nearest(common, palette)] = common
        nearest = _find_nearest(hues, palette)
    image = Image.fromarray(nearest.astype(np.uint8)[where].reshape(pixels.shape[:2]))
    image.putpalette(palette.tobytes())
    return image


def _find_nearest(hues: NDArray[np.uint8], palette: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return the index of the nearest entry of a palette (m, 3) for each of the hues (n, 3)."""
    ends = palette.astype(np.float32)
    away = (ends**2).sum(axis=1) - 2 * hues.astype(np.float32) @ ends.T
    nearest: NDArray[np.int64] = away.argmin(axis=1)
    return nearest


def see_numbers(
    shown: Drawable, *, size: tuple[int, int] = (400, 300), view: str = "free"
) -> NDArray[np.int64]:
    """Return the number of the instance at each pixel, (height, width), top row first.

    `TABLE` marks plate and sheet, `NOTHING` the background.  Exact on every renderer.
    """
    need()
    plotter = set_stage(find_scene(shown), size, view, plain=True)
    shot = plotter.screenshot()
    plotter.close()
    return read_numbers(shot)


def read_numbers(shot: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return the instance numbers encoded in a plain picture, (height, width, 3)."""
    numbers: NDArray[np.int64] = shot.astype(np.int64) @ np.array([1, 1 << 8, 1 << 16]) + NOTHING
    return numbers


def set_stage(
    shown: Drawn,
    size: tuple[int, int],
    view: str,
    *,
    plain: bool = False,
    quick: bool = False,
    corners: Points | None = None,
) -> Canvas:
    """Return a canvas with everything in a scene.

    `plain` paints instance numbers instead of colours; `quick` takes half the time, with edges
    less fine.  The camera is fitted to `corners` (n, 3), by default to those of the scene.
    """
    plotter = Canvas(size)
    plotter.set_background("#000000" if plain else colours.PAPER)
    groups = shown.groups(view)
    everything = shown.corners(view) if corners is None else corners
    camera = fit_camera(everything, view, size[0] / size[1])
    solid = [group for group in groups if group.body.solid]
    if plain:
        body = surfaces(solid)
        code = body.numbers - NOTHING
        numbers = np.stack([code & 255, code >> 8 & 255, code >> 16 & 255], axis=1)
        painted = body._replace(colours=numbers.astype(np.uint8))
        plotter.add("bodies", painted, lighting=False, backface_culling=True)
    else:
        # Supersampling draws sixteen times as many pixels.
        fine = size[0] * size[1] <= _FINEST and not quick
        plotter.smooth(fine=fine)
        light(plotter.renderer)
        flat = facet(surfaces(group for group in solid if not group.body.rounded))
        plotter.add("bodies", flat, **GLOSS)
        plotter.add("rounded", smooth(group for group in solid if group.body.rounded), **GLOSS)
        ink = [group for group in groups if not group.body.solid]
        if camera.scale(size[1]) * NAME < _LEGIBLE:
            ink = [group for group in ink if group.body.name != SMALL]
        plotter.add("ink", surfaces(ink), lighting=False)
        width = line_width(size, fine=fine)
        plotter.add("edges", edges(groups), lighting=False, line_width=width)
        _relieve(plotter, shown)
    camera.put(plotter.camera)
    return plotter


_RELIEF = ("drops", "shade")
"""Actors that depend on all the pieces in the picture together."""


def _relieve(plotter: Canvas, scene: Drawn, turned: float = 0.0) -> None:
    """Draw the shade of a scene, and lines from hanging feet down to their knobs."""
    shade = scene.shade(turned)
    if shade is None:
        return
    plotter.add("shade", shade, lighting=False)
    if isinstance(scene, Scene):
        shown = [one.element for one in scene.instances]
        wrong = [one.element for one in scene.instances if one.marked]
        plotter.add("drops", mesh_drops(find_drops(shown, wrong)), lighting=False)


class Stage:
    """A scene in a frame of `size` pixels, with one camera fitted to all of it."""

    def __init__(
        self,
        scene: Drawn,
        size: tuple[int, int],
        view: str,
        *,
        turns: int = 1,
        plain: bool = False,
        quick: bool = False,
    ) -> None:
        """Draw the scene; raises `InputError` if OpenGL is missing.

        With `turns`, the camera is fitted to that many positions of a full turn; `plain` and
        `quick` are those of `set_stage`.
        """
        need()
        self.middle = scene.middle
        corners = scene.corners(view)
        positions = [self._turn(360 * turn / turns) for turn in range(turns)]
        everywhere = np.concatenate([corners @ way[:3, :3].T + way[:3, 3] for way in positions])
        how = {"plain": plain, "quick": quick}
        self.plotter = set_stage(scene, size, view, **how, corners=everywhere)
        self.scene = self.shown = scene
        self.plain = plain
        self.degrees = 0.0
        self.whole = {
            name: mesh for name, mesh in self.plotter.meshes.items() if name not in _RELIEF
        }

    def show(self, numbers: NDArray[np.int64]) -> None:
        """Show only the table and the instances of these numbers."""
        for name, mesh in self.whole.items():
            kept = (mesh.numbers < 0) | np.isin(mesh.numbers, numbers)
            self.plotter.replace(name, keep_cells(mesh, kept))
        if isinstance(self.scene, Scene):
            there = {*numbers.tolist()}
            pieces = (one for one in self.scene.instances if one.number in there)
            self.shown = replace(self.scene, instances=tuple(pieces))
        self._relieve()

    def turn(self, degrees: float) -> None:
        """Rotate the scene about its middle, anticlockwise as seen from above."""
        self.degrees = degrees
        self._relieve()
        self.plotter.turn(self._turn(degrees))

    def _relieve(self) -> None:
        """Draw what depends on all the pieces shown, under a sun that does not turn."""
        if not self.plain:
            _relieve(self.plotter, self.shown, self.degrees)

    def picture(self) -> Image.Image:
        """Return the current picture."""
        return Image.fromarray(self.plotter.screenshot())

    def close(self) -> None:
        """Free the plotter."""
        self.plotter.close()

    def _turn(self, degrees: float) -> Points:
        angle = math.radians(degrees)
        matrix = np.eye(4)
        matrix[:2, :2] = (math.cos(angle), -math.sin(angle)), (math.sin(angle), math.cos(angle))
        matrix[:3, 3] = self.middle - matrix[:3, :3] @ self.middle
        return matrix
