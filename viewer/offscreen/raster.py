"""Pictures in pixels, drawn by VTK without a display: PNG, and the instance at each pixel."""

from __future__ import annotations

import io
import math
from collections.abc import Iterable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from palace.core import colours
from palace.core.colours import mixed
from palace.monkey_palace.drawing.shown import find_drops

from ..board import ASIDE, FLAT, LETTERS, NAME, SMALL
from ..camera import Camera, fit_camera
from ..marks import find_sight
from ..meshes import (
    GLOSS,
    STRONG,
    Mesh,
    edges,
    facet,
    keep_cells,
    light,
    line_width,
    mesh_drops,
    smooth,
    stress,
    surfaces,
)
from ..pieces.parts import Group
from ..pieces.shell import Points
from ..scene import Drawable, Drawn, Scene, sign_heights
from .canvas import Canvas
from .hues import reduce_hues
from .opengl import need
from .still import draw_ground, place_on, split, write_aside, write_over

NOTHING, TABLE = -2, -1
"""Numbers of pixels that show no element."""

_LEGIBLE = 6
"""Smallest cap height, in pixels, at which the names of knobs are drawn."""

_FINEST = 4_000_000

_GHOST = 0.4  # opacity


def png(
    shown: Drawable,
    *,
    size: tuple[int, int] = (1200, 900),
    view: str = "free",
    transparent: bool = False,
) -> bytes:
    """Return a picture as a PNG file, fitted to the scene; `size` is width and height in pixels.

    `view` is free, plan or front; in a tall frame the free view is two pictures, from the south and
    from the west.  What happened in the last turn of a game is marked, and what is wrong in a
    build.  The background is white at the top and a quiet grey below, or `transparent`.  Raises
    `InputError` if OpenGL is missing.
    """
    need()
    sight = find_sight(shown, size[0] / size[1])
    whole = Image.new("RGBA" if transparent else "RGB", size)
    apart, frames = split(sight, size, view)
    if apart and not transparent:
        whole.paste(draw_ground(size))
    for each, box in frames.items():
        place = round(box.wide), round(box.high)
        plotter = set_stage(sight.scene, place, each, corners=sight.corners(each))
        if not transparent:
            ends = (mixed(colours.PAPER, colours.GROUND, at / size[1]) for at in (box.low, box.top))
            plotter.set_background(next(ends), top=next(ends))
        picture = Image.fromarray(plotter.screenshot(transparent_background=transparent))
        labels = place_on(each, sight.labels)
        caption = None if apart else sight.caption
        picture = write_over(picture, plotter.camera, sight.scene, labels, caption)
        whole.paste(picture, (round(box.left), round(box.top)))
        plotter.close()
    if apart or len(frames) > 1:
        whole = write_aside(whole, sight.caption if apart else None, frames)
    return write_png(np.asarray(whole))


def write_png(pixels: NDArray[np.uint8], info: PngInfo | None = None) -> bytes:
    """Return an image (height, width, 3 or 4) as a PNG file, an opaque one in 256 colours."""
    stream = io.BytesIO()
    image = reduce_hues(pixels) if pixels.shape[2] == 3 else Image.fromarray(pixels)
    image.save(stream, "PNG", pnginfo=info)
    return stream.getvalue()


def read_numbers(shot: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return the number of the instance at each pixel of a plain picture, (height, width).

    `TABLE` marks plate and sheet, `NOTHING` the background.  Exact on every renderer.
    """
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
    everything = shown.corners(view) if corners is None else corners
    camera = fit_camera(everything, view, size[0] / size[1], flat=shown.flat)
    groups = shown.groups(view, camera.quarter())
    solid = [group for group in groups if group.body.solid]
    if plain:
        body = surfaces(solid)
        code = body.numbers - NOTHING
        numbers = np.stack([code & 255, code >> 8 & 255, code >> 16 & 255], axis=1)
        painted = body._replace(colours=numbers.astype(np.uint8))
        plotter.add("bodies", painted, lighting=False, backface_culling=True)
    else:
        # Supersampling draws sixteen times as many pixels.
        fine = _is_fine(size, quick=quick)
        plotter.smooth(fine=fine)
        light(plotter.renderer)
        flat = facet(surfaces(group for group in solid if not group.body.rounded))
        plotter.add("bodies", flat, **GLOSS)
        plotter.add("rounded", smooth(group for group in solid if group.body.rounded), **GLOSS)
        plotter.add("ink", _find_ink(groups, camera, size), lighting=False)
        width, lines = line_width(size, fine=fine), edges(groups)
        plotter.add("edges", lines, lighting=False, line_width=width)
        if isinstance(shown, Scene):
            fresh = [one.number for one in shown.instances if one.fresh]
            strong = stress(lines, fresh, shown.instances)
            plotter.add("strong", strong, lighting=False, line_width=STRONG * width)
            plotter.add("ghosts", smooth(shown.ghosts), opacity=_GHOST, **GLOSS)
        _relieve(plotter, shown, view)
    camera.put(plotter.camera)
    return plotter


def _is_fine(size: tuple[int, int], *, quick: bool) -> bool:
    """Return whether a picture is drawn with supersampling."""
    return size[0] * size[1] <= _FINEST and not quick


def _find_ink(groups: Iterable[Group], camera: Camera, size: tuple[int, int]) -> Mesh:
    """Return the text of groups, without what is too small to read, or cut off by the frame."""
    ink = [group for group in groups if not group.body.solid]
    if camera.scale(size[1]) * NAME < _LEGIBLE:
        ink = [group for group in ink if group.body.name not in (SMALL, LETTERS)]
    return surfaces(one for one in ink if not _is_cut(one, camera, size[0] / size[1]))


def _is_cut(group: Group, camera: Camera, aspect: float) -> bool:
    """Return whether a name beside the table is not wholly in the frame."""
    if group.body.name not in (FLAT, ASIDE):
        return False
    return bool(np.abs(camera.see(group.vertices().reshape(-1, 3), aspect)).max() > 1)


_RELIEF = ("drops", "shade", "heights")
"""Actors that depend on all the pieces in the picture together."""

_OWN = (*_RELIEF, "strong", "ink")
"""Actors of a stage that do not show some of the cells of one mesh."""


def _relieve(plotter: Canvas, scene: Drawn, view: str, turned: float = 0.0) -> None:
    """Draw the shade of a scene, lines from hanging feet to their knobs, heights in a plan."""
    shade = scene.shade(turned)
    if shade is None:
        return
    if isinstance(scene, Scene):
        there = [one for one in scene.instances if not one.ghost]
        shown = [one.element for one in there]
        wrong = [one.element for one in there if one.marked]
        plotter.add("drops", mesh_drops(find_drops(shown, wrong)), lighting=False)
        if view == "plan":
            heights = surfaces(sign_heights(scene.ground, shown))
            plotter.add("heights", heights, lighting=False)
    plotter.add("shade", shade, lighting=False)


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
        self.middle, self.view, self.size = scene.middle, view, size
        corners = scene.corners(view)
        positions = [self._turn(360 * turn / turns) for turn in range(turns)]
        everywhere = np.concatenate([corners @ way[:3, :3].T + way[:3, 3] for way in positions])
        how = {"plain": plain, "quick": quick}
        self.plotter = set_stage(scene, size, view, **how, corners=everywhere)
        self.camera = fit_camera(everywhere, view, size[0] / size[1], flat=scene.flat)
        self.corners = everywhere
        self.quarter = self.camera.quarter()
        self.width = STRONG * line_width(size, fine=_is_fine(size, quick=quick))
        self.scene = self.shown = scene
        self.plain = plain
        self.degrees = 0.0
        self.whole = {name: mesh for name, mesh in self.plotter.meshes.items() if name not in _OWN}

    def show(self, numbers: NDArray[np.int64], fresh: Iterable[int] = ()) -> None:
        """Show only the table and the instances of these numbers, some of them outlined."""
        for name, mesh in self.whole.items():
            kept = (mesh.numbers < 0) | np.isin(mesh.numbers, numbers)
            self.plotter.replace(name, keep_cells(mesh, kept))
        if isinstance(self.scene, Scene):
            there = {*numbers.tolist()}
            pieces = tuple(one for one in self.scene.instances if one.number in there)
            self.shown = replace(self.scene, instances=pieces)
            if "edges" in self.whole:
                strong = stress(self.whole["edges"], fresh, pieces)
                self.plotter.add("strong", strong, lighting=False, line_width=self.width)
        self._relieve()

    def aim(self, camera: Camera) -> None:
        """See the scene with another camera of the same view."""
        if camera == self.camera:
            return
        self.camera = camera
        camera.put(self.plotter.camera)
        self._letter()
        # VTK would use a box around everything, which the camera is in when it is near.
        self.plotter.depths = camera.find_depths(self.corners)

    def turn(self, degrees: float) -> None:
        """Rotate the scene about its middle, anticlockwise as seen from above."""
        self.degrees = degrees
        self._relieve()
        quarter = self.camera.quarter(degrees)
        if quarter != self.quarter and "ink" in self.plotter.actors:
            self.quarter = quarter
            self._letter()
        self.plotter.turn(self._turn(degrees))

    def _letter(self) -> None:
        """Draw the text for the camera, and for the side of the table it is on."""
        ink = _find_ink(self.scene.groups(self.view, self.quarter), self.camera, self.size)
        self.plotter.add("ink", ink, lighting=False)

    def _relieve(self) -> None:
        """Draw what depends on all the pieces shown, under a sun that does not turn."""
        if not self.plain:
            _relieve(self.plotter, self.shown, self.view, self.degrees)

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
