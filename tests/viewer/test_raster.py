"""Pictures in pixels: pieces, places and colours; pixels agree with rays; nothing is cropped."""

from __future__ import annotations

import io
import json
import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from palace.cli.viewing import VIEWS
from palace.core import colours
from palace.core.colours import rgb
from palace.core.errors import InputError
from palace.monkey_palace.kernel.build import Build
from palace.monkey_palace.kernel.elements import Element
from palace.monkey_palace.kernel.ground import GroundMap
from palace.monkey_palace.kernel.palace import Palace
from palace_viewer.board import ASIDE, FLAT, PRINT, SMALL
from palace_viewer.camera import Camera, fit_camera
from palace_viewer.meshes import Mesh, edges, surfaces
from palace_viewer.offscreen import opengl as gl
from palace_viewer.offscreen.hues import reduce_hues
from palace_viewer.offscreen.raster import (
    NOTHING,
    TABLE,
    png,
    set_stage,
)
from palace_viewer.pieces.measures import BRICK, PITCH
from palace_viewer.pieces.shell import Points
from palace_viewer.scene import Scene, Shown, scene
from tests.full_table import full_table
from tests.grounds import ALL, plain
from tests.random_play import random_palace
from tests.viewer import eye_speed
from tests.viewer.palaces import ANIMALS, SETUP, forget_opengl, game, see_numbers

RED = "red"


@pytest.fixture
def without_opengl(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A machine on which VTK ends the process that draws."""
    monkeypatch.setattr(gl, "_PROBE", "import os; os.abort()")
    forget_opengl()
    yield
    forget_opengl()


def pixels(shown: Shown | Scene, size: tuple[int, int], view: str = "free") -> NDArray[np.int64]:
    """A picture on white as (height, width, 3)."""
    image = Image.open(io.BytesIO(png(shown, size=size, view=view, transparent=True)))
    assert image.size == size
    assert image.format == "PNG"
    whole = Image.alpha_composite(Image.new("RGBA", size, colours.PAPER), image)
    return np.asarray(whole.convert("RGB")).astype(np.int64)


def pixel(whole: Scene, size: tuple[int, int], x: float, y: float) -> tuple[int, int]:
    """Row and column in a plan of a place in mm."""
    camera = fit_camera(whole.corners("plan"), "plan", size[0] / size[1])
    scale = size[1] / 2 / camera.half
    across, up = (x - camera.aim[0]) * scale, (y - camera.aim[1]) * scale
    return int(size[1] / 2 - up), int(size[0] / 2 + across)


def test_this_machine_draws_off_screen() -> None:
    """Fail, with the remedy, where the other tests here are skipped."""
    assert gl.window_class() is not None, gl.REMEDY


def test_where_opengl_is_missing_it_is_reported(without_opengl: None) -> None:
    with pytest.raises(InputError, match=r"no OpenGL to draw with; .*apt-get install .*libegl1"):
        png(SETUP)


def test_a_window_class_that_is_set_is_the_one_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VTK_DEFAULT_OPENGL_WINDOW", "vtkStrangeWindow")
    monkeypatch.setattr(gl, "_PROBE", "import os; print(os.environ['VTK_DEFAULT_OPENGL_WINDOW'])")
    forget_opengl()
    assert gl.window_class() == "vtkStrangeWindow"
    forget_opengl()


@pytest.mark.usefixtures("opengl")
def test_every_element_of_the_setup_is_seen() -> None:
    whole = scene(SETUP)
    for view in VIEWS:
        found = set(np.unique(see_numbers(whole, view=view)).tolist())
        hidden = {i.number for i in whole.instances} - found
        kinds = [whole.instances[number].element.kind for number in hidden]
        # In the front view the far corner pieces are behind the near ones.
        assert kinds == {"plan": ["brick"], "front": ["corner"] * 2}.get(view, []), view
        assert {TABLE, NOTHING} < found
        assert found <= {TABLE, NOTHING, *range(len(whole.instances))}


@pytest.mark.usefixtures("opengl")
@pytest.mark.parametrize("ground", ALL, ids=str)
def test_the_plan_shows_what_lies_uppermost(ground: GroundMap) -> None:
    palace = random_palace(Palace.setup(ground), 12, random.Random(3))
    whole, size = scene(palace), (600, 600)
    found = see_numbers(whole, size=size, view="plan")
    top: dict[tuple[int, int], int] = {}
    for instance in sorted(whole.instances, key=lambda i: i.element.top):
        for stud in instance.element.studs:
            top[stud] = instance.number
    wide = "light", "dark", "monkey", "frog", "butterfly"
    leaves = [i for i in whole.instances if i.element.kind in wide]
    looked = 0
    for (x, y), number in top.items():
        below = whole.instances[number].element
        # Aside of the middle, where a gold brick has its hole; leaves and animals may hang over it.
        middle = (x + 0.5) * PITCH + 2.8, (y + 0.5) * PITCH
        over = [i.number for i in leaves if i.element.top > below.top]
        there = found[pixel(whole, size, *middle)]
        assert there == number or there in over, below
        looked += there == number
    assert looked > 0.7 * len(top)


@pytest.mark.usefixtures("opengl")
def test_what_stands_before_something_hides_it() -> None:
    near, far = Element("column", 14, 5), Element("brick", 14, 8)
    both = see_numbers(Build(ALL[0], (near, far)), view="front")
    assert (both == 0).any()
    assert not (both == 1).any()
    assert (see_numbers(Build(ALL[0], (far,)), view="front") == 0).any()
    arch, behind = Element("arch", 12, 5, 0), Element("brick", 13, 11)
    assert (see_numbers(Build(ALL[0], (arch, behind)), view="front") == 1).any(), (
        "through its opening"
    )


@pytest.mark.usefixtures("opengl")
@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize(
    "size", [pytest.param((1200, 900), marks=pytest.mark.slow), (400, 300), (390, 700)], ids=str
)
def test_nothing_is_cropped(size: tuple[int, int], view: str) -> None:
    far = Build(ALL[0], (Element("arch", -6, 3, 14), Element("light", 36, 30, 9)))
    for shown in (game(), far):
        shot = pixels(shown, size, view)
        for border in (shot[0], shot[-1], shot[:, 0], shot[:, -1]):
            assert (border == 255).all()
        inked = np.argwhere((shot != 255).any(axis=2))
        reach = np.ptp(inked, axis=0) / (size[1], size[0])
        assert reach.max() > 0.88, "as large as the frame takes it"


@pytest.mark.usefixtures("opengl")
def test_colours_are_those_of_the_theme() -> None:
    """The upper sides in a plan, out of the shade: as light and of the same hue."""
    whole, size = scene(ANIMALS), (600, 600)
    plotter = set_stage(whole, size, "plan")
    plotter.actors["heights"].SetVisibility(False)
    shot = plotter.screenshot().astype(np.int64)
    plotter.close()
    who = see_numbers(whole, size=size, view="plan")
    for instance in whole.instances:
        mine = (
            np.quantile(shot[who == instance.number], 0.8, axis=0)
            if instance.number in who
            else None
        )
        if mine is None or instance.element.kind in colours.ANIMALS:
            continue
        assert np.abs(mine - rgb(instance.colour)).max() < 45, instance.element
    zone = shot[pixel(whole, size, 5 * PITCH + 12, 20.5 * PITCH)]
    assert np.abs(zone - rgb(colours.ZONES["l"])).max() < 30


@pytest.mark.usefixtures("opengl")
def test_a_line_runs_between_pieces_of_one_colour() -> None:
    side = Element("brick", 5, 5, colour=RED), Element("brick", 6, 5, colour=RED)
    whole, size = scene(Build(plain(2, 2, "a1 b1 b2"), side)), (800, 800)
    shot = pixels(whole, size, "plan").sum(axis=2)
    row, west = pixel(whole, size, 5.1 * PITCH, 5.12 * PITCH)
    _, middle = pixel(whole, size, 6 * PITCH, 5.12 * PITCH)
    _, east = pixel(whole, size, 6.9 * PITCH, 5.12 * PITCH)
    line = shot[row, west + 3 : east - 3]
    differs = np.abs(line - np.median(line))
    assert differs.max() > 0.25 * np.median(line)
    assert abs(west + 3 + int(differs.argmax()) - middle) <= 3


def test_what_is_at_fault_has_white_edges() -> None:
    good, bad = Element("brick", 5, 5), Element("brick", 8, 5, 3)
    lines = edges(scene(Build(ALL[0], (good, bad))).pieces)
    hues = [{(*hue,) for hue in lines.colours[lines.numbers == n].tolist()} for n in (0, 1)]
    assert hues[1] == {(255, 255, 255)}
    assert max(map(max, hues[0])) < 128


@pytest.mark.usefixtures("opengl")
def test_transparent_or_on_a_quiet_ground() -> None:
    clear = Image.open(io.BytesIO(png(SETUP, size=(300, 200), transparent=True)))
    assert clear.mode == "RGBA"
    alpha = np.asarray(clear)[..., 3]
    assert alpha[0, 0] == 0
    assert alpha[100, 150] == 255
    opaque = Image.open(io.BytesIO(png(SETUP, size=(300, 200))))
    above, below = (opaque.convert("RGB").getpixel((0, row)) for row in (0, 199))
    assert isinstance(above, tuple)
    assert min(above) >= 253
    assert isinstance(below, tuple)
    assert 220 < min(below) < 250, "a quiet ground"


@pytest.mark.usefixtures("opengl")
def test_a_picture_of_a_game_is_a_small_file() -> None:
    data = png(game(), size=(1200, 900))
    assert len(data) < 250_000
    with Image.open(io.BytesIO(data)) as image:
        hues = np.asarray(image.convert("RGB")).reshape(-1, 3).astype(int)
    pink = rgb(colours.ANIMALS["frog"])
    assert (np.abs(hues - pink).max(axis=1) < 60).sum() > 100, "the frog, half hidden"
    ground = np.unique(hues[::1200].min(axis=1))
    assert np.diff(ground).max() <= 2, "the ground at the left border has no steps"


def test_few_hues_stay_as_they_are() -> None:
    some = np.random.default_rng(1).integers(0, 256, (256, 3), np.uint8)
    picture = some[np.arange(6000).reshape(60, 100) % 256]
    assert (np.asarray(reduce_hues(picture).convert("RGB")) == picture).all()


def test_flat_areas_keep_their_hue_and_rare_hues_a_near_one() -> None:
    """Among ten thousand hues two areas, and three pixels that are unlike everything else."""
    many = np.random.default_rng(2).integers(80, 180, (100, 100, 3), np.uint8)
    flat = [np.full((100, 400, 3), hue, np.uint8) for hue in ((255, 255, 255), (32, 99, 7))]
    picture = np.concatenate([many, *flat], axis=1)
    picture[50, 48:51] = 255, 90, 160
    few = np.asarray(reduce_hues(picture).convert("RGB")).astype(int)
    assert len(np.unique(few.reshape(-1, 3), axis=0)) <= 256
    assert (few[:, 100:] == picture[:, 100:]).all()
    assert np.abs(few - picture).max() < 60
    assert np.abs(few[50, 49] - picture[50, 49]).max() < 24


@pytest.mark.usefixtures("opengl")
def test_a_placeholder_says_so() -> None:
    """The writing on the sheet is there, and is not there on a transcribed sheet."""
    from dataclasses import replace

    printed = replace(ALL[0], provenance="transcribed")
    size = (900, 900)
    shots = [pixels(Build(ground, ()), size, "plan") for ground in (ALL[0], printed)]
    differ = np.argwhere((shots[0] != shots[1]).any(axis=2))
    whole = scene(Build(ALL[0], ()))
    south = pixel(whole, size, 0, 2 * PITCH)[0]
    north = pixel(whole, size, 0, 4 * PITCH)[0]
    assert len(differ) > 500
    assert north < differ[:, 0].min() < differ[:, 0].max() < south


def test_few_meshes_however_much_there_is() -> None:
    whole = scene(game())
    solid = [group for group in whole.groups() if group.body.solid]
    mesh = surfaces(solid)
    assert len(mesh.cells) == len(mesh.colours) == len(mesh.numbers)
    assert mesh.cells.max() == len(mesh.points) - 1
    assert set(mesh.numbers.tolist()) == {TABLE, *range(len(whole.instances))}
    lines = edges(solid)
    assert lines.cells.shape[1] == 2
    lengths = np.linalg.norm(np.subtract(*lines.points[lines.cells.T]), axis=1)
    assert lengths.max() <= 32 * PITCH + 1e-6
    assert mesh.points[:, 2].max() > game().state.palace.height * BRICK
    nothing = surfaces([])
    assert len(nothing.cells) == len(nothing.points) == 0


@pytest.mark.parametrize(("size", "there"), [((1200, 900), True), ((400, 300), False)])
def test_names_of_knobs_are_left_out_where_they_are_too_small_to_read(
    size: tuple[int, int], there: bool
) -> None:
    shown = scene(SETUP)
    plotter = set_stage(shown, size, "free")
    faces = {
        name: sum(len(group.body.mesh.faces) for group in shown.groups() if group.body.name == name)
        for name in (PRINT, FLAT, ASIDE, SMALL)
    }
    left_out = 0 if there else faces[SMALL]
    assert faces[SMALL] > 0
    assert len(plotter.meshes["ink"].cells) == sum(faces.values()) - left_out
    plotter.close()


SIZE = (400, 300)


@cache
def shown(name: str) -> Shown:
    """Return what a test looks at."""
    if name == "empty":
        return Build(ALL[1], ())
    if name == "all":
        return full_table()
    if name == "large":
        return random_palace(Palace.setup(plain(26, 26, "d4 e4 e5")), 9, random.Random(5))
    return {"set-up": SETUP, "animals": ANIMALS, "game": game().state.palace}[name]


def around(pixels: NDArray[Any]) -> list[NDArray[Any]]:
    """Return nine pictures: the pixels and their eight neighbours."""
    ways = (-1, 0, 1)
    return [np.roll(pixels, (down, aside), (0, 1)) for down in ways for aside in ways]


def rays(camera: Camera, size: tuple[int, int], pixels: NDArray[np.int64]) -> tuple[Points, Points]:
    """Return start and direction (n, 3) of the rays through pixels (n, 2), row first."""
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
    """Return the number of the first triangle a ray hits (Möller and Trumbore), else NOTHING."""
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


@pytest.mark.usefixtures("opengl")
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


@pytest.mark.usefixtures("opengl")
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


@pytest.mark.usefixtures("opengl")
@pytest.mark.parametrize(
    ("name", "size"),
    [("empty", HIGH), ("empty", WIDE), ("all", HIGH), ("all", WIDE), ("all", COMMON),
     ("large", COMMON)],
)  # fmt: skip
def test_everything_fits_with_a_margin(name: str, size: tuple[int, int]) -> None:
    for view in VIEWS:
        shot = pixels(shown(name), size, view)
        inked = np.argwhere((shot != 255).any(axis=2))
        low, high = inked.min(axis=0), inked.max(axis=0)
        assert (low >= 1).all()
        assert (high <= np.array(size[::-1]) - 2).all()
        reach = (high - low + 1) / size[::-1]
        assert reach.max() > 0.9, "as large as the frame takes it"


@pytest.mark.usefixtures("opengl")
@pytest.mark.parametrize("view", VIEWS)
def test_nothing_is_painted_where_nothing_is(view: str) -> None:
    """Alpha is 0 outside and full on every piece; the names beside the plate are in between."""
    whole: Scene = scene(game())
    data = png(whole, size=SIZE, view=view, transparent=True)
    with Image.open(io.BytesIO(data)) as image:
        assert image.mode == "RGBA"
        alpha = np.asarray(image)[..., 3]
    found = see_numbers(whole, size=SIZE, view=view)
    solid = found != NOTHING
    near, within = np.any(around(solid), axis=0), np.all(around(solid), axis=0)
    assert (alpha[within] > 190).all(), "lines are mixed in with a little less"
    border = np.ones(alpha.shape, bool)
    border[1:-1, 1:-1] = False
    assert (alpha[border] == 0).all()
    outside = alpha[~near]
    assert np.mean(outside == 0) > 0.85, "all but the names"
    assert TABLE in found


def test_the_benchmark_draws_the_same_pieces_and_takes_its_measures() -> None:
    """`scripts/bench` compares a palace with plain boxes; here once, on a small table."""
    table = Build.of(SETUP)
    for made, most in ((eye_speed.boxes, 1), (eye_speed.palace, 12)):
        building, drawing, actors = eye_speed.costs(made, table)
        assert min(building, drawing) > 0
        assert 1 <= actors <= most
    assert len(json.loads(eye_speed.describe(table))) == 1 + len(table.elements)
