"""Tests that look: who is seen in a pixel is whom a ray through it meets first, from every camera;
nothing is cropped, however large or small what is shown; nothing is painted where nothing is."""

from __future__ import annotations

import io
import random
from functools import cache
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from palace.monkey_palace.kernel.build import Build
from palace.monkey_palace.kernel.elements import Element
from palace.monkey_palace.kernel.palace import Palace
from palace_viewer.camera import VIEWS, Camera, fit_camera
from palace_viewer.meshes import Mesh, surfaces
from palace_viewer.offscreen.raster import NOTHING, TABLE, png, see_numbers
from palace_viewer.pieces.shell import Points
from palace_viewer.scene import Scene, Shown, scene
from tests.full_table import full_table
from tests.grounds import ALL, plain
from tests.random_play import random_palace
from tests.viewer.palaces import ANIMALS, SETUP, game

pytestmark = pytest.mark.usefixtures("opengl")

SIZE = (400, 300)


@cache
def shown(name: str) -> Shown:
    """What is looked at."""
    if name == "empty":
        return Build(ALL[1], ())
    if name == "all":
        return full_table()
    if name == "large":
        return random_palace(Palace.setup(plain(26, 26, "d4 e4 e5")), 9, random.Random(5))
    return {"set-up": SETUP, "animals": ANIMALS, "game": game().palace}[name]


def around(pixels: NDArray[Any]) -> list[NDArray[Any]]:
    """What is in a pixel and in its eight neighbours, as nine pictures."""
    ways = (-1, 0, 1)
    return [np.roll(pixels, (down, aside), (0, 1)) for down in ways for aside in ways]


def rays(camera: Camera, size: tuple[int, int], pixels: NDArray[np.int64]) -> tuple[Points, Points]:
    """Beginning and direction (n, 3) of the rays through pixels (n, 2), row first."""
    eye, aim, over = (np.array(each) for each in camera[:3])
    away = (aim - eye) / np.linalg.norm(aim - eye)
    over = over - (over @ away) * away
    over /= np.linalg.norm(over)
    right = np.cross(away, over)
    half = np.tan(np.radians(camera.angle) / 2) if camera.angle else camera.half
    up = (1 - (2 * pixels[:, 0] + 1) / size[1]) * half
    aside = ((2 * pixels[:, 1] + 1) / size[0] - 1) * half * size[0] / size[1]
    off = up[:, None] * over + aside[:, None] * right
    if camera.angle:
        return np.broadcast_to(eye, off.shape), away + off
    return eye + off, np.broadcast_to(away, off.shape)


def met(mesh: Mesh, start: Points, way: Points) -> int:
    """The number of the first triangle a ray meets, by Möller and Trumbore; NOTHING if none."""
    corners = mesh.points[mesh.cells]
    one, other = corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
    across = np.cross(way, other)
    scale = (one * across).sum(axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        to = start - corners[:, 0]
        u = (to * across).sum(axis=1) / scale
        turned = np.cross(to, one)
        v = turned @ way / scale
        far = (turned * other).sum(axis=1) / scale
        hit = (u >= 0) & (v >= 0) & (u + v <= 1) & (far > 0)
    if not hit.any():
        return NOTHING
    return int(mesh.numbers[np.flatnonzero(hit)[far[hit].argmin()]])


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("name", ["animals", "game", "all"])
def test_pixels_show_whom_a_ray_meets(name: str, view: str) -> None:
    whole = scene(shown(name))
    found = see_numbers(whole, size=SIZE, view=view)
    mesh = surfaces(group for group in whole.groups(view) if group.body.solid)
    # Pixels at a border belong to whom the pixel's middle belongs to, give or take a rounding.
    inner = np.argwhere(np.all([each == found for each in around(found)], axis=0))
    picked = np.random.default_rng(3).permutation(inner)
    elements = picked[found[tuple(picked.T)] >= 0][:40]
    others = picked[found[tuple(picked.T)] < 0][:15]
    pixels = np.concatenate([elements, others])
    camera = fit_camera(whole.corners(view), view, SIZE[0] / SIZE[1])
    starts, ways = rays(camera, SIZE, pixels)
    for pixel, start, way in zip(pixels, starts, ways, strict=True):
        assert met(mesh, start, way) == found[tuple(pixel)], pixel
    assert len(elements) >= 15


def test_a_piece_that_is_walled_in_is_seen_from_nowhere() -> None:
    """Hidden by columns around it and one on top; with one column less it is seen."""
    studs = [(x, y) for x in (10, 11, 12) for y in (10, 11, 12) if (x, y) != (11, 11)]
    walls = [Element("column", x, y) for x, y in studs]
    inside, lid = Element("brick", 11, 11), Element("brick", 11, 11, 2)
    for view in VIEWS:
        assert not (
            see_numbers(Build(ALL[0], (inside, lid, *walls)), size=SIZE, view=view) == 0
        ).any()
    open_above = see_numbers(Build(ALL[0], (inside, *walls)), size=SIZE, view="plan")
    assert (open_above == 0).any()
    south = [wall for wall in walls if (wall.x, wall.y) != (11, 10)]
    assert (see_numbers(Build(ALL[0], (inside, lid, *south)), size=SIZE, view="front") == 0).any()


HIGH, WIDE, COMMON = (150, 300), (300, 150), (320, 240)


@pytest.mark.parametrize(
    ("name", "size"),
    [("empty", HIGH), ("empty", WIDE), ("all", HIGH), ("all", WIDE), ("all", COMMON),
     ("large", COMMON)],
)  # fmt: skip
def test_everything_fits_with_a_margin(name: str, size: tuple[int, int]) -> None:
    for view in VIEWS:
        with Image.open(io.BytesIO(png(shown(name), size=size, view=view))) as image:
            shot = np.asarray(image.convert("RGB"))
        inked = np.argwhere((shot != 255).any(axis=2))
        low, high = inked.min(axis=0), inked.max(axis=0)
        assert (low >= 1).all()
        assert (high <= np.array(size[::-1]) - 2).all()
        reach = (high - low + 1) / size[::-1]
        assert reach.max() > 0.9, "as large as the frame takes it"


@pytest.mark.parametrize("view", VIEWS)
def test_nothing_is_painted_where_nothing_is(view: str) -> None:
    """Alpha is 0 outside, and full on every piece; what is written beside the plate is between."""
    whole: Scene = scene(game())
    data = png(whole, size=SIZE, view=view, transparent=True)
    with Image.open(io.BytesIO(data)) as image:
        assert image.mode == "RGBA"
        alpha = np.asarray(image)[..., 3]
    found = see_numbers(whole, size=SIZE, view=view)
    solid = found != NOTHING
    near, within = np.any(around(solid), axis=0), np.all(around(solid), axis=0)
    assert (alpha[within] > 200).all(), "lines are mixed in with a little less"
    border = np.ones(alpha.shape, bool)
    border[1:-1, 1:-1] = False
    assert (alpha[border] == 0).all()
    outside = alpha[~near]
    assert np.mean(outside == 0) > 0.85, "all but the names"
    assert TABLE in found
