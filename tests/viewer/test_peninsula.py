"""Cooper Island in the round: closed bodies, each in its place, and every file a palace has."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from random import Random

import numpy as np
import pytest
import trimesh
from PIL import Image

from palace.cli.viewing import VIEWS
from palace.contract.rules import log_of
from palace.cooper_island.drawing import CUBE_FILL, TERRAIN_FILL, TablePlan
from palace.cooper_island.land import Land
from palace.cooper_island.log import read
from palace.cooper_island.tiles import Hex
from palace.files.document import read_document
from palace_viewer.camera import fit_camera
from palace_viewer.export import glb, stl, three_mf
from palace_viewer.offscreen.raster import NOTHING, TABLE, Stage, png, read_numbers
from palace_viewer.peninsula import PeninsulaScene
from palace_viewer.pieces.parts import Group
from palace_viewer.pieces.shell import Points
from palace_viewer.scene import Drawn, find_scene, scene
from palace_viewer.shade import DARKEST
from palace_viewer.tiles import GROUND, SIDE, TILE, half
from tests.cooper_island.attempts import random_land
from tests.paths import GOLDEN
from tests.viewer.palaces import SETUP, see_numbers

LAND = Land.read(
    "cooper-2: c2=mm+food d2=f3+statue d3=m6 c3=s4 b3=islet e3=rrr+gold b4=ruin c7=ss+building"
)
LANDS = TablePlan((("Ana", LAND), ("Ben", Land.start("cooper-2")), ("Caro", LAND)))


def alone(land: Land) -> PeninsulaScene:
    return PeninsulaScene(TablePlan.of(land))


def test_what_can_be_drawn() -> None:
    assert isinstance(find_scene(LAND), PeninsulaScene)
    assert isinstance(find_scene(LANDS), PeninsulaScene)
    whole = scene(SETUP)
    assert find_scene(whole) is whole
    assert find_scene(SETUP).low == whole.low < 0


@pytest.mark.parametrize("seed", range(3))
def test_bodies_are_closed(seed: int) -> None:
    shown = alone(random_land(Random(seed), 25))
    for group in shown.groups():
        if group.body.solid:
            assert group.body.mesh.is_watertight, group.body.name
            assert group.body.mesh.is_winding_consistent, group.body.name
            assert group.body.mesh.volume > 0, group.body.name


def test_stacks_are_as_high_as_they_are() -> None:
    """Every tile lies on the one below, in the colour of its terrain."""
    shown = alone(LAND)
    part = shown.parts[0]
    for space, holds in LAND.items():
        number = part.numbers[space]
        found = []
        for group in shown.groups():
            if group.body.name.startswith("tile"):
                for place, mine in zip(group.transforms, group.numbers, strict=True):
                    if mine == number:
                        found.append((place[2, 3], group.colour))
        wanted = [
            (GROUND + level * TILE, TERRAIN_FILL[layer.terrain])
            for level, layer in enumerate(holds.stack)
        ]
        assert sorted(found) == pytest.approx(wanted) if not wanted else sorted(found) == wanted


def test_halves_of_one_tile_meet_and_others_do_not() -> None:
    reach = SIDE * np.sqrt(3) / 2
    assert half(0).mesh.bounds[1][0] < reach - 1
    assert half(1).mesh.bounds[1][0] == pytest.approx(reach, abs=0.02)
    assert half(4).mesh.bounds[0][0] == pytest.approx(-reach, abs=0.02)
    for way in range(1, 7):
        x, y = Hex(0, 0).step(way).middle
        towards = half(way).mesh.vertices[:, :2] @ (np.array([x, y]) / np.hypot(x, y))
        assert towards.max() == pytest.approx(reach, abs=0.02)


def test_cubes_and_pieces_stand_where_they_stand() -> None:
    shown = alone(LAND)
    numbers = shown.parts[0].numbers
    for name, body in (("c2", "cube"), ("e3", "cube"), ("d2", "statue"), ("b4", "ruin"),
                       ("c7", "building walls")):  # fmt: skip
        holders = [n for g in shown.groups() if g.body.name == body for n in g.numbers.tolist()]
        assert numbers[Hex.read(name)] in holders
    colours = {group.colour for group in shown.groups() if group.body.name == "cube"}
    assert colours == {CUBE_FILL["food"], CUBE_FILL["gold"]}
    islets = [group for group in shown.groups() if group.body.name == "islet"]
    assert [n for group in islets for n in group.numbers] == [numbers[Hex.read("b3")]]


def test_the_lands_of_all_players_lie_apart() -> None:
    shown = PeninsulaScene(LANDS)
    boxes = []
    for part in shown.parts:
        points = np.concatenate([group.vertices().reshape(-1, 3) for group in part.groups])
        boxes.append((points.min(axis=0), points.max(axis=0)))
    for one in range(3):
        for other in range(one):
            (low, high), (below, above) = boxes[one], boxes[other]
            assert (low[:2] > above[:2]).any() or (below[:2] > high[:2]).any()
    assert len(shown.names) == sum(len(part.numbers) for part in shown.parts)
    assert shown.names[shown.parts[2].numbers[Hex.read("c2")]] == "c2 mm+food"


def test_every_space_is_seen_from_above(opengl: None) -> None:
    numbers = see_numbers(LAND, size=(500, 500), view="plan")
    part = alone(LAND).parts[0]
    found = {*np.unique(numbers).tolist()}
    assert {*part.numbers.values()} <= found
    assert {TABLE, NOTHING} <= found
    # North is up, east is right.
    middles = {space: np.argwhere(numbers == number).mean(axis=0)
               for space, number in part.numbers.items()}  # fmt: skip
    c2, c3, d2 = (middles[Hex.read(name)] for name in ("c2", "c3", "d2"))
    assert c3[0] < c2[0]
    assert d2[1] > c2[1]


@pytest.mark.parametrize("view", VIEWS)
def test_pictures(opengl: None, view: str) -> None:
    image = Image.open(io.BytesIO(png(LANDS, size=(160, 120), view=view)))
    assert image.size == (160, 120)
    assert len(image.convert("RGB").getcolors(160 * 120) or []) > 100


def test_files() -> None:
    data = glb(LAND)
    length = int.from_bytes(data[12:16], "little")
    tree = json.loads(data[20 : 20 + length])
    names = {node.get("name", "") for node in tree["nodes"]}
    assert any(name.endswith(" c2 mm+food: cube") for name in names)
    groups = PeninsulaScene(LANDS).groups()
    back = trimesh.load(io.BytesIO(glb(LANDS)), file_type="glb")
    places = {
        (number, matrix.tobytes())
        for group in groups
        for number, matrix in zip(group.numbers.tolist(), group.transforms, strict=True)
        if number >= 0
    }
    tiles = [name for name in back.graph.nodes if name[0].isdigit() and ": " in name]
    assert len(tiles) >= len(places), "tiles of one stack are told apart"
    named = {(group.body.name, group.colour): group.body for group in groups}
    assert all(named[group.body.name, group.colour] is group.body for group in groups)
    mesh = trimesh.load(io.BytesIO(stl(random_land(Random(5), 30))), file_type="stl")
    assert mesh.is_watertight, "no two bodies share a corner"
    assert mesh.bounds[0][2] == pytest.approx(0, abs=1e-4), "it stands on the table"
    assert mesh.bounds[1][2] > 15
    assert three_mf(LAND) == three_mf(LAND)


def shade_at(land: Land, space: str, east: float, north: float) -> float:
    """Return the opacity of the shade at a place in mm from the middle of a space."""
    shown = alone(land)
    x, y = next(one.middle for one in shown.parts[0].numbers if str(one) == space)
    shade = shown.shade()
    away = np.hypot(
        shade.points[:, 0] - x * SIDE - east, shade.points[:, 1] - y * SIDE - north
    )  # fmt: skip
    return float(shade.dark[away.argmin()])


def test_high_tiles_throw_a_shadow_to_the_north() -> None:
    """On the ground beside them, which is light without them; hardly to the south."""
    bare, high = Land.read("cooper-2:"), Land.read("cooper-2: d4=mmmmm")
    assert shade_at(bare, "d4", 9, 28) < 0.05
    assert shade_at(high, "d4", 9, 28) > 0.2
    assert shade_at(high, "d4", -9, -28) < 0.12


def test_shades_lie_on_the_spaces() -> None:
    shade = PeninsulaScene(LANDS).shade()
    assert 0.2 < shade.dark.max() <= np.float32(DARKEST)
    assert shade.cells.max() < len(shade.points)
    turned = PeninsulaScene(LANDS).shade(180)
    assert not np.array_equal(turned.dark, shade.dark), "the sun does not turn"


@pytest.fixture(scope="module")
def played() -> TablePlan:
    """The lands of four players after a game."""
    log = log_of(read(read_document(GOLDEN / "cooper-island" / "four-players.toml")))
    assert log is not None
    return TablePlan(tuple((seat.name, seat.land) for seat in log.state.seats))


class Bare(PeninsulaScene):
    """A scene in which only ground and tiles have the number of their space."""

    def groups(self, view: str = "free", quarter: int = 0) -> tuple[Group, ...]:
        return tuple(
            group
            if group.body.name.startswith(("tile", "ground"))
            else replace(group, numbers=np.full_like(group.numbers, -1))
            for group in super().groups(view, quarter)
        )


@pytest.mark.usefixtures("opengl")
def test_names_and_heights_are_in_front_of_everything(played: TablePlan) -> None:
    """From all four sides, over the whole of their writing."""
    size = (800, 600)
    for _, land in played.named:
        shown = Bare(TablePlan.of(land))
        names = {str(space): number for space, number in shown.parts[0].numbers.items()}
        wanted = sorted(
            (str(space), text)
            for space, holds in land.items()
            for text in (str(space), *[str(holds.height)] * bool(holds.terrain))
        )
        stage = Stage(shown, size, "free", turns=4, plain=True)
        for turned in (0, -90, -180, -270):
            stage.turn(turned)
            numbers = read_numbers(np.asarray(stage.picture()))
            turn, middle = np.radians(turned), shown.middle
            around = [[np.cos(turn), np.sin(turn), 0], [-np.sin(turn), np.cos(turn), 0], [0, 0, 1]]
            found = []
            for group in shown.groups("free", stage.quarter):
                sort, *label = group.body.name.split()
                if sort != "print" or tuple(label[2:]) not in wanted:
                    continue
                ends = (group.vertices()[0] - middle) @ np.array(around) + middle
                places = (stage.camera.see(ends, size[0] / size[1]) * (1, -1) + 1) / 2 * size
                x, y = places.astype(int).T
                found.append((label[2], label[3]))
                clear = numbers[y, x] == names[label[2]]
                assert clear.mean() > 0.9, f"{label}, table rotated by {turned}"
            assert sorted(found) == wanted
        stage.close()


@pytest.mark.parametrize("quarter", range(4))
def test_names_are_apart_from_heights_and_on_their_space(quarter: int) -> None:
    land = Land.read("cooper-2: c2=mmmmmmmmmmmm d2=f+statue d3=m")
    part = replace(alone(land).parts[0], quarter=quarter)
    spots: dict[str, list[Points]] = {}
    for group in part.groups:
        words = group.body.name.split()
        if words[0] == "print" and len(words) == 5 and words[3] in ("c2", "d2", "d3"):
            spots.setdefault(words[3], []).append(group.vertices()[0][:, :2])
    assert [*spots] == ["c2", "d2", "d3"]
    for name, pair in spots.items():
        middle = SIDE * np.array(Hex.read(name).middle)
        for ends in pair:
            assert np.hypot(*(ends - middle).T).max() < SIDE - 2
        (low, high), (below, above) = ((ends.min(axis=0), ends.max(axis=0)) for ends in pair)
        assert max(*(low - above), *(below - high)) > 0.8, "a gap between them"


FRAMES = ((1200, 900), (390, 844), (1600, 900), (640, 480), (900, 900))


@pytest.mark.parametrize("size", FRAMES, ids=str)
@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_lands_fill_the_frame(played: TablePlan, count: int, size: tuple[int, int]) -> None:
    """One side of it to 95 %, and a quarter of its area."""
    aspect = size[0] / size[1]
    lands = TablePlan(played.named[:count])
    shown = find_scene(lands, aspect)
    assert isinstance(shown, PeninsulaScene)
    seen = fit_camera(shown.corners(), "free", aspect, flat=shown.flat).see(shown.corners(), aspect)
    assert np.abs(seen).max() <= 1, "all of it is in the frame"
    assert np.ptp(seen, axis=0).max() >= 2 * 0.95
    assert shown.cover(aspect) > 0.24


@pytest.mark.usefixtures("opengl")
@pytest.mark.parametrize(
    "size", [(160, 120), *(pytest.param(n, marks=pytest.mark.slow) for n in ((60, 130), (320, 90)))]
)
def test_no_other_arrangement_shows_more(played: TablePlan, size: tuple[int, int]) -> None:
    """Counted in pixels that are not background."""

    def seen(scene: Drawn) -> int:
        stage = Stage(scene, size, "free", plain=True)
        numbers = read_numbers(np.asarray(stage.picture()))
        stage.close()
        return int((numbers != NOTHING).sum())

    ours = seen(find_scene(played, size[0] / size[1]))
    counts = [seen(PeninsulaScene(played, columns)) for columns in (1, 2, 3, 4)]
    assert ours >= 0.99 * max(counts) > min(counts)


def test_a_tall_frame_has_one_column_and_a_wide_one_one_row(played: TablePlan) -> None:
    for aspect, columns in ((0.3, 1), (1.33, 2), (6.0, 4)):
        shown = find_scene(played, aspect)
        assert isinstance(shown, PeninsulaScene)
        assert shown.columns == columns


@pytest.mark.usefixtures("opengl")
def test_a_picture_of_lands_is_filled(played: TablePlan) -> None:
    data = png(played, size=(400, 300), transparent=True)
    with Image.open(io.BytesIO(data)) as image:
        there = np.asarray(image)[..., 3] > 0
    assert there.any(axis=0).mean() >= 0.9
    assert there.any(axis=1).mean() >= 0.9
