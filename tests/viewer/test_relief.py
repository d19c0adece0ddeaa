"""Heat maps in the round: terrain as high as the statistics, tiles and legends over no knob."""

from __future__ import annotations

import io
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
import shapely
import trimesh
from PIL import Image

from palace.core import colours
from palace.core.colours import rgb
from palace.monkey_palace.drawing.heat import Relief, difference, heats, terrain
from palace.monkey_palace.kernel.ground import load_map
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.supply import Supply
from palace.monkey_palace.search.map_stats import map_stats
from palace_viewer.board import ASIDE, FLAT, LETTERS
from palace_viewer.marks import find_sight
from palace_viewer.offscreen.raster import Stage, png
from palace_viewer.offscreen.still import split
from palace_viewer.pieces.measures import BRICK, PITCH, PLATE, SHEET
from palace_viewer.relief import ReliefScene
from tests.calls import call
from tests.viewer.palaces import game

SMALL = Supply(4, 3, 1)
FULL = game().state.palace
MAPS = ("map-1", "map-3", "map-4")


def setup(name: str) -> Palace:
    return Palace.setup(load_map(name))


def columns(scene: ReliefScene) -> dict[str, tuple[float, float]]:
    """Return the lowest and the highest point in mm of each instance, by its name."""
    found = {}
    for group in scene.groups():
        for number, ends in zip(group.numbers.tolist(), group.vertices(), strict=True):
            if number >= 0:
                found[scene.names[number]] = (ends[:, 2].min(), ends[:, 2].max())
    return found


@pytest.mark.parametrize("figure", ["height", "credits"])
@pytest.mark.parametrize("name", MAPS)
def test_columns_are_as_high_as_map_stats_reports(name: str, figure: str) -> None:
    found = columns(ReliefScene(terrain(setup(name), figure, SMALL)))
    told = call("map", "stats", name, "--supply", SMALL, "--json").json["ends"]
    expected = {f"{knob} {end[figure]}": end[figure] for knob, end in told.items() if end[figure]}
    on_top = {name for name in expected if name not in found}
    assert found.keys() == expected.keys() - on_top
    for name_of, (_, high) in found.items():
        assert high == pytest.approx(expected[name_of] * BRICK)
    heights = setup(name).heights
    for name_of in on_top:  # what is built is as high already
        assert heights[Knob.read(name_of.split()[0])] >= expected[name_of]


def test_a_terrain_begins_on_what_is_built() -> None:
    palace = setup("map-1")
    found = columns(ReliefScene(terrain(palace, "height", SMALL)))
    for name, (low, _) in found.items():
        assert low == pytest.approx(palace.heights[Knob.read(name.split()[0])] * BRICK)


def reliefs() -> dict[str, Relief]:
    stats = [map_stats(setup(name), SMALL) for name in MAPS]
    full = map_stats(FULL, Supply(3, 4, 1))
    return {
        "terrain": terrain(setup("map-2"), "credits", SMALL),
        "three": Relief(heats(stats, "staircases")),
        "four": Relief(heats([*stats, stats[0]], "height")),
        "difference": Relief((difference(stats[0], stats[1], "height"),)),
        "full": Relief(heats([full], "height")),
    }


RELIEFS = reliefs()


@pytest.mark.parametrize("name", RELIEFS)
def test_the_legend_is_beside_all_plates(name: str) -> None:
    """So it can cover no knob seen from above, and is nearer than all knobs seen from the south."""
    scene = ReliefScene(RELIEFS[name])
    legend = [g for g in scene.groups("plan") if g.body.name == "legend"]
    assert legend
    for (x, y), one in zip(scene.places, RELIEFS[name].maps, strict=True):
        side = one.palace.ground.plate * PITCH
        for group in legend:
            for part in group.vertices()[0][group.body.net.faces]:
                outside = (part[:, 0] < x) | (part[:, 0] > x + side)
                outside |= (part[:, 1] < y) | (part[:, 1] > y + side)
                assert outside.all()


@pytest.mark.parametrize("name", RELIEFS)
def test_every_knob_has_its_number_over_everything_there(name: str) -> None:
    scene = ReliefScene(RELIEFS[name])
    numbers = [place for group in scene.groups("plan") if group.body.name.startswith("number")
               for place in group.transforms[:, :3, 3]]  # fmt: skip
    assert len(numbers) == sum(len(one.shown) for one in RELIEFS[name].maps) == len(scene.names)
    pieces = [ends for group in scene.groups("plan")
              if group.body.solid and not group.body.name.startswith(("plate", "zone"))
              for ends in group.vertices()]  # fmt: skip
    for x, y, z in numbers:
        for ends in pieces:
            low, high = ends.min(axis=0), ends.max(axis=0)
            if low[0] < x < high[0] and low[1] < y < high[1]:
                assert high[2] < z


def test_tiles_cover_no_other_knob() -> None:
    scene = ReliefScene(RELIEFS["full"])
    boxes = [ends for group in scene.groups("plan") if (group.numbers >= 0).any()
             for ends in group.vertices()]  # fmt: skip
    for knob in FULL.ground.colours:
        x, y = ((stud + 0.5) * PITCH for stud in FULL.ground.stud(knob))
        covering = [ends for ends in boxes if ends[:, 0].min() < x < ends[:, 0].max()
                    and ends[:, 1].min() < y < ends[:, 1].max()]  # fmt: skip
        assert len(covering) <= 1


@pytest.mark.usefixtures("opengl")
def test_a_picture_has_every_tone_and_the_size_asked_for() -> None:
    shown = RELIEFS["difference"]
    picture = Image.open(io.BytesIO(png(shown, size=(600, 720), view="plan"))).convert("RGB")
    assert picture.size == (600, 720)
    pixels = np.asarray(picture).reshape(-1, 3).astype(int)
    (one,) = shown.maps
    for tone, _ in one.scale.steps():  # tiles are lit, and the file has 256 colours
        assert (np.abs(pixels - rgb(tone)).max(axis=1) <= 8).sum() > 50, tone
    assert one.scale.tone(0) == colours.TWO_SIDED[len(colours.TWO_SIDED) // 2]


@pytest.mark.usefixtures("opengl")
def test_files_of_terrain_and_heat_maps(tmp_path: Path) -> None:
    solid = tmp_path / "terrain.glb"
    assert call("render", "map-3", "--terrain", "--supply", "3a3b1c", "-o", solid).status == 0
    data = call("map", "stats", "map-3", "--supply", "3a3b1c", "--json").json["ends"]
    text = solid.read_bytes()
    named = [f"{knob} {end['height']}: column" for knob, end in data.items() if end["height"] > 3]
    assert named
    assert all(f" {name}".encode() in text for name in named)
    tiles = tmp_path / "tiles.glb"
    call("map", "compare", "map-1", "map-3", "--supply", "2a2b", "-o", tiles)
    assert b"map-3 c3 " in tiles.read_bytes()


def test_writing_turns_with_the_table_and_letters_of_zones_are_left_out() -> None:
    """After each quarter the legend is nearest to the reader, and upright names are beside it."""
    scene = ReliefScene(RELIEFS["terrain"])
    angles = np.radians(90 * np.arange(4))
    for quarter, (cosine, sine) in enumerate(zip(np.cos(angles), np.sin(angles), strict=True)):
        around = np.array([[cosine, sine], [-sine, cosine]]).T  # as the table turns
        found: dict[str, list[float]] = {}
        for group in scene.groups("free", quarter):
            ends = (group.vertices().reshape(-1, 3)[:, :2] - scene.middle[:2]) @ around.T
            found.setdefault(group.body.name, []).extend(ends[:, 1])
        assert LETTERS not in found
        assert max(found["legend"]) < min(found[FLAT]) < max(found[FLAT]) < min(found["plate"])
    names = [{group.body.name for group in scene.groups(view)} for view in ("plan", "front")]
    assert all(LETTERS not in each for each in names)


@pytest.mark.parametrize("quarter", range(4))
@pytest.mark.parametrize("name", ["three", "four"])
def test_writing_of_several_maps_is_apart(name: str, quarter: int) -> None:
    """No title covers a plate, a name of files and ranks or the legend, from any side."""
    scene = ReliefScene(RELIEFS[name])
    areas = []
    for group in scene.groups("free", quarter):
        if group.body.name in ("legend", FLAT, ASIDE):
            flat = group.vertices()[:, group.body.net.faces][..., :2].reshape(-1, 3, 2)
            areas.append(shapely.union_all(shapely.polygons(flat)))
    for (x, y), one in zip(scene.places, scene.relief.maps, strict=True):
        side = one.palace.ground.plate * PITCH
        areas.append(shapely.box(x, y, x + side, y + side))
    assert len(areas) > 8
    assert not any(one.intersection(other).area for one, other in combinations(areas, 2))


@pytest.mark.parametrize("name", ["map-1", "map-3"])
@pytest.mark.parametrize("figure", ["height", "credits"])
def test_a_terrain_can_be_printed(tmp_path: Path, name: str, figure: str) -> None:
    """Closed bodies in mm; over each knob the file is as high as `map stats` says."""
    told = call("map", "stats", name, "--supply", "3a2b1c", "--json").json["ends"]
    ground, heights = load_map(name), setup(name).heights
    for kind in ("stl", "3mf"):
        target = tmp_path / f"{name}.{kind}"
        about = ("--terrain", figure, "--supply", "3a2b1c")
        assert call("render", name, *about, "-o", target).status == 0
        parts = trimesh.load_scene(target, file_type=kind)
        assert all(part.is_watertight and part.volume > 0 for part in parts.geometry.values())
        mesh = parts.to_mesh()
        assert mesh.bounds[0] == pytest.approx([0, 0, 0], abs=1e-3)
        assert mesh.bounds[1][:2] == pytest.approx([32 * PITCH] * 2, abs=1e-3)
        ups = mesh.triangles[mesh.face_normals[:, 2] > 0.99]
        for knob, end in told.items():
            x, y = ((stud + 0.5) * PITCH for stud in ground.stud(Knob.read(knob)))
            low, high = ups.min(axis=1), ups.max(axis=1)
            over = ((low[:, :2] <= (x, y)) & (high[:, :2] >= (x, y))).all(axis=1)
            built = heights[Knob.read(knob)] if figure == "height" else 0
            wanted = max(end[figure], built) * BRICK
            if wanted:
                top = high[over, 2].max() - SHEET - PLATE
                assert top == pytest.approx(wanted, abs=0.05), knob


@pytest.mark.slow
@pytest.mark.usefixtures("opengl")
def test_a_turntable_of_a_terrain(tmp_path: Path) -> None:
    film = tmp_path / "turn.gif"
    call("render", "map-3", "--terrain", "--supply", "2a2b", "--size", "240x240", "-o", film)
    with Image.open(film) as pictures:
        assert getattr(pictures, "n_frames", 1) > 12


@pytest.mark.usefixtures("opengl")
def test_a_terrain_turns_about_its_plate() -> None:
    """What a turntable does, once: a quarter of a turn, all still in the picture."""
    scene = ReliefScene(terrain(setup("map-3"), "height", Supply(2, 2)))
    assert scene.middle.tolist() == [16 * PITCH, 16 * PITCH, 0]
    stage = Stage(scene, (200, 200), "free", turns=4, quick=True)
    pictures = []
    for turned in (0, 90):
        stage.turn(turned)
        pictures.append(np.asarray(stage.picture()).astype(int))
    stage.close()
    assert (np.abs(pictures[0] - pictures[1]).max(axis=2) > 40).mean() > 0.1
    for picture in pictures:
        edge = np.concatenate([picture[0], picture[-1], picture[:, 0], picture[:, -1]])
        assert (edge == edge[0]).all(), "nothing is cut off"


@pytest.mark.usefixtures("opengl")
def test_in_a_tall_frame_a_terrain_is_seen_from_two_sides() -> None:
    """Like a palace; several maps are one picture, or they would hide each other."""
    size = 390, 844
    views = {name: {*split(find_sight(RELIEFS[name]), size, "free")[1]} for name in RELIEFS}
    assert views["terrain"] == {"south", "west"}
    assert views["three"] == {"free"}
    picture = Image.open(io.BytesIO(png(RELIEFS["terrain"], size=size)))
    drawn = np.asarray(picture.convert("RGB")).astype(int)
    # The background is white to grey; what is drawn has colour, or is far darker.
    shown = (np.ptp(drawn, axis=2) > 30) | (drawn.max(axis=2) < 150)
    rows = np.flatnonzero(shown[:, 20:370].any(axis=1))
    gaps = np.diff(rows).max()
    assert rows[-1] - rows[0] > 0.8 * size[1]
    assert gaps < 0.15 * size[1]
