"""GLB, STL and 3MF, read back: one geometry per part, right hues, mm, closed bodies."""

from __future__ import annotations

import io
import json
import re
import shutil
import struct
import subprocess
import zipfile
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
import trimesh
from numpy.typing import NDArray
from PIL import Image

from palace.core import colours
from palace.monkey_palace.game.record import read_record
from palace.monkey_palace.game.replay import replay
from palace.monkey_palace.kernel.build import Build
from palace.monkey_palace.kernel.elements import Element
from palace.monkey_palace.kernel.palace import Palace
from palace_viewer import export as solids
from palace_viewer.export import glb, stl, three_mf
from palace_viewer.gltf import shade, to_linear
from palace_viewer.moments import list_stays
from palace_viewer.pieces.measures import PLATE, SHEET
from palace_viewer.pieces.parts import place_element
from palace_viewer.scene import Shown, scene
from tests.full_table import full_table
from tests.grounds import ALL
from tests.viewer.palaces import ANIMALS, FAULTY, FAULTY_BUILD, SETUP, game, two_turns
from tests.viewer.test_peninsula import LANDS

CORE = "{http://schemas.microsoft.com/3dmanufacturing/core/2015/02}"


@lru_cache(maxsize=4)
def tree(data: bytes) -> dict[str, Any]:
    """The JSON part of a GLB file."""
    magic, version, length, size, kind = struct.unpack("<5I", data[:20])
    assert (magic, version, length, kind) == (0x46546C67, 2, len(data), 0x4E4F534A)
    found = json.loads(data[20 : 20 + size])
    assert isinstance(found, dict)
    return found


def numbers(data: bytes, accessor: int) -> NDArray[Any]:
    """The numbers of an accessor, checked against its bounds and its view."""
    found = tree(data)
    one = found["accessors"][accessor]
    view = found["bufferViews"][one["bufferView"]]
    kind = np.dtype({5126: "<f4", 5123: "<u2", 5125: "<u4"}[one["componentType"]])
    columns = {"SCALAR": 1, "VEC3": 3}[one["type"]]
    (size,) = struct.unpack("<I", data[12:16])
    start = 28 + size + view["byteOffset"] + one["byteOffset"]
    length = one["count"] * columns * kind.itemsize
    assert one["byteOffset"] + length <= view["byteLength"]
    values = np.frombuffer(data[start : start + length], kind).reshape(-1, columns)
    if "min" in one:
        assert values.min(axis=0) == pytest.approx(one["min"], abs=1e-6)
        assert values.max(axis=0) == pytest.approx(one["max"], abs=1e-6)
    return values


def primitives(found: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for mesh in found["meshes"]:
        yield from mesh["primitives"]


def test_glb_has_a_node_for_each_piece() -> None:
    whole = scene(game())
    data = glb(whole)
    assert data == glb(scene(game())), "the same palace gives the same file"
    found = tree(data)
    kinds = Counter(node["extras"]["kind"] for node in found["nodes"] if "kind" in
                    node.get("extras", {}))  # fmt: skip
    assert kinds == Counter(one.element.kind for one in whole.instances)
    meshes: dict[tuple[str, str], set[int]] = {}
    for node in found["nodes"]:
        extras = node.get("extras", {})
        if "kind" in extras:
            one = whole.instances[int(node["name"].split()[0])]
            meshes.setdefault((extras["kind"], one.colour), set()).add(node["mesh"])
    assert all(len(same) == 1 for same in meshes.values()), "one mesh for a kind and colour"
    accessors = {
        primitive["attributes"]["POSITION"]
        for (kind, _), (mesh,) in meshes.items() if kind == "arch"
        for primitive in found["meshes"][mesh]["primitives"]
    }  # fmt: skip
    assert len(accessors) == 1, "colours share a geometry"
    hues = [material["name"] for material in found["materials"] if material["name"][0] == "#"]
    assert {*hues} == {group.colour for group in whole.groups()}
    assert len({*hues}) == len(hues)


def test_glb_of_a_whole_game_is_small() -> None:
    assert len(glb(game())) <= 400_000
    assert len(glb(full_table())) <= 400_000


def test_glb_shows_the_palace_where_it_is() -> None:
    """Read back by trimesh: the pieces fill the same box as in the scene."""
    whole = scene(full_table())
    back = trimesh.load_scene(io.BytesIO(glb(whole)), file_type="glb")
    for group in whole.pieces:
        if group.body.name not in ("arch", "brick", "gold", "bamboo", "corner"):
            continue
        for number, corners in zip(group.numbers.tolist(), group.vertices(), strict=True):
            node = f"{number} {whole.names[number]}"
            place, name = back.graph[node]
            points = trimesh.transform_points(back.geometry[name].vertices, place) * 1000
            turned = points[:, [0, 2, 1]] * (1, -1, 1)
            assert turned.min(axis=0) == pytest.approx(corners.min(axis=0), abs=1e-2)
            assert turned.max(axis=0) == pytest.approx(corners.max(axis=0), abs=1e-2)


@pytest.mark.parametrize("shown", [SETUP, ANIMALS, game()], ids=["set-up", "animals", "game"])
def test_glb_normals_are_unit_and_point_out(shown: Shown) -> None:
    data = glb(shown)
    found = tree(data)
    for primitive in primitives(found):
        points, normals = (
            numbers(data, primitive["attributes"][name]) for name in ("POSITION", "NORMAL")
        )
        faces = numbers(data, primitive["indices"]).reshape(-1, 3)
        assert len(points) == len(normals)
        assert faces.max() < len(points)
        assert np.linalg.norm(normals, axis=1) == pytest.approx(1, abs=1e-5)
        corners = points[faces].astype(float)
        across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        along = np.einsum("ij,ikj->ik", across, normals[faces])
        assert (along > -1e-6).mean() > 0.99
        for number, use in ((primitive["attributes"]["POSITION"], 34962),
                            (primitive["attributes"]["NORMAL"], 34962),
                            (primitive["indices"], 34963)):  # fmt: skip
            view = found["bufferViews"][found["accessors"][number]["bufferView"]]
            assert view["target"] == use


def test_a_brick_has_flat_sides_and_round_knobs() -> None:
    box = trimesh.creation.box()
    flat = shade(box)
    assert len(flat.points) == 24
    assert (np.abs(flat.normals).max(axis=1) == 1).all()
    assert len(shade(box, rounded=True).points) == 8
    tube = shade(trimesh.creation.cylinder(1, 1, sections=12))
    assert len(tube.points) == 2 * 13 + 2 * 12, "12 sides are one patch"


def test_glb_tells_what_each_piece_is() -> None:
    played = game()
    found = tree(glb(played))
    assert found["nodes"][0]["extras"] == {"map": "map-1"}
    told = [node["extras"] for node in found["nodes"] if "turn" in node.get("extras", {})]
    for number, report in enumerate(played.turns, 1):
        own = [extras for extras in told if extras["turn"] == number]
        assert {extras["player"] for extras in own} <= {report.player}
        assert {extras["staircase"] for extras in own} <= {str(report.staircase)}
        if report.legal and report.staircase is not None:
            assert {extras["kind"] for extras in own} & {"arch", "brick", "column"}
    setup = [extras for extras in told if extras["turn"] == 0]
    assert Counter(extras["kind"] for extras in setup) == Counter(
        element.kind for element in played.start.palace.elements()
    )
    assert not any("player" in extras for extras in setup)
    arches = [extras for extras in told if extras["kind"] == "arch"]
    assert all(len(extras["knobs"]) == 2 for extras in arches)
    bricks = [extras for extras in told if extras["kind"] == "brick"]
    assert all(len(extras["knobs"]) == 1 and extras["level"] >= 0 for extras in bricks)
    known = {(extras["kind"], extras["level"], *extras["knobs"]) for extras in setup}
    assert {("arch", 0, "d4", "e4"), ("brick", 0, "f4"), ("arch", 1, "e4", "f4")} <= {
        (kind, level, *sorted(knobs)) for kind, level, *knobs in known
    }


def moves(data: bytes, path: str) -> list[tuple[dict[str, Any], NDArray[Any], NDArray[Any]]]:
    """The nodes that an animation moves, with their times (n,) and values (n, 3)."""
    found = tree(data)
    (animation,) = found["animations"]
    return [
        (found["nodes"][channel["target"]["node"]],
         numbers(data, animation["samplers"][channel["sampler"]]["input"])[:, 0],
         numbers(data, animation["samplers"][channel["sampler"]]["output"]))
        for channel in animation["channels"] if channel["target"]["path"] == path
    ]  # fmt: skip


def test_glb_of_a_game_builds_it_piece_by_piece() -> None:
    played = game()
    data = glb(played)
    stays = list_stays(played)
    falls = moves(data, "translation")
    built = [stay for stay in stays if stay.turn]
    assert [(node["extras"]["kind"], node["extras"]["turn"]) for node, _, _ in falls] == [
        (stay.element.kind, stay.turn) for stay in built
    ], "every piece once, in the order of building"
    starts = [float(times[0]) for _, times, _ in falls]
    gaps = np.diff(starts)
    turned = np.diff([stay.turn for stay in built]) > 0
    assert (gaps >= 0.39).all()
    assert (gaps[turned] > 1).all(), "a pause between turns"
    assert (gaps[~turned] < 0.5).all()
    for _, times, values in falls:
        assert (np.diff(times) > 0).all()
        assert values[0, 2] > values[-1, 2] == 0, "from above"
    sizes = moves(data, "scale")
    (_, whole, still), = (one for one in sizes if one[0]["name"] == "palace")  # fmt: skip
    assert (still == still[0]).all()
    assert all(times[-1] <= whole[-1] - 1 for node, times, _ in sizes if node["name"] != "palace")
    there = 0
    for node, times, values in sizes:
        if node["name"] == "palace":
            continue
        assert (np.diff(times) > 0).all()
        assert (values[0] == (0 if node["extras"]["turn"] else 1)).all()
        assert node.get("scale", [1, 1, 1]) == values[-1].tolist(), "at rest as at the end"
        there += bool(values[-1].all())
    left = [stay for stay in stays if stay.until is not None]
    assert left
    assert there == len(built) - sum(stay.turn > 0 for stay in left)


def test_stays_end_in_the_palace() -> None:
    for played in (game(), replay(two_turns()), replay(read_record(FAULTY))):
        last = Counter(stay.element for stay in list_stays(played) if stay.until is None)
        assert last == Counter(played.palace.elements())


def test_glb_of_a_palace_is_still() -> None:
    for shown in (SETUP, ANIMALS, full_table(), replay(two_turns(), turns=0)):
        assert "animations" not in tree(glb(shown))


@pytest.mark.slow
def test_glb_is_valid_to_khronos(tmp_path: Path) -> None:
    """By gltf-validator of Khronos, the authors of glTF."""
    assert shutil.which("npm"), "the validator comes from npm: apt-get install npm"
    program = """
        import { createRequire } from "module";
        import { readFileSync } from "fs";
        const { validateBytes } = createRequire(process.cwd() + "/")("gltf-validator");
        const report = await validateBytes(new Uint8Array(readFileSync(process.argv[2])));
        console.log(JSON.stringify(report.issues));
    """
    (tmp_path / "validate.mjs").write_text(program)
    npm = ("npm", "install", "--silent", "--no-audit", "--prefix", tmp_path, "gltf-validator")
    subprocess.run(npm, check=True, cwd=tmp_path, capture_output=True)
    twice = Build(ALL[0], (Element("brick", 5, 5), Element("brick", 5, 5)))
    for name, shown in (("set-up", SETUP), ("animals", ANIMALS), ("all", full_table()),
                        ("nothing", Build(ALL[1], ())), ("twice", twice), ("game", game()),
                        ("faults", replay(read_record(FAULTY))), ("lands", LANDS)):  # fmt: skip
        (tmp_path / f"{name}.glb").write_bytes(glb(shown))
        done = subprocess.run(
            ["node", "validate.mjs", f"{name}.glb"],
            cwd=tmp_path, check=True, capture_output=True, text=True,
        )  # fmt: skip
        issues = json.loads(done.stdout)
        kinds = ("numErrors", "numWarnings", "numInfos", "numHints")
        assert [issues[kind] for kind in kinds] == [0, 0, 0, 0], issues["messages"]


def test_glb_of_a_still_has_the_shade_of_the_plate() -> None:
    """A picture, dark where the palace is, with its first row in the north; a game has none."""
    column = Build(ALL[0], (Element("column", 4, 24),))
    data = glb(column)
    found, start = tree(data), 20 + int.from_bytes(data[12:16], "little") + 8
    view = found["bufferViews"][found["images"][0]["bufferView"]]
    start += view["byteOffset"]
    with Image.open(io.BytesIO(data[start : start + view["byteLength"]])) as picture:
        alpha = np.asarray(picture)[..., 3]
    assert alpha.shape == (128, 128)
    rows, columns = np.nonzero(alpha > 40)
    assert alpha.max() > 60
    assert 128 - 4 * 28 - 4 < rows.mean() < 128 - 4 * 24
    assert 4 * 3 < columns.mean() < 4 * 8
    assert not {"images", "textures"} & tree(glb(game())).keys()


def test_glb_hues_are_linear() -> None:
    assert to_linear(0) == 0
    assert to_linear(255) == 1
    assert to_linear(128) == pytest.approx(0.215861)
    material = {m["name"]: m["pbrMetallicRoughness"] for m in tree(glb(SETUP))["materials"]}
    gold = material[colours.DECORATIONS["gold"]]
    factor = [0.479320, 0.238398, 0.003347, 1.0]  # of #b8860b
    assert gold["baseColorFactor"] == pytest.approx(factor, abs=1e-5)


def test_glb_is_in_metres_and_y_is_up() -> None:
    back = trimesh.load_scene(io.BytesIO(glb(SETUP)), file_type="glb")
    gold = next(e for e in SETUP.elements() if e.kind == "gold")
    (node,) = (name for name in back.graph.nodes_geometry if "gold at" in name)
    assert str(gold) in node
    x, y, z = place_element(gold)[:3, 3] / 1000
    assert back.graph[node][0][:3, 3] == pytest.approx([x, z, -y])
    low, high = back.bounds
    assert high[0] - low[0] < 0.4
    assert high[1] == pytest.approx(0.0048 * 2 * 3 + 0.0018, abs=0.01)


def test_two_elements_in_one_place_are_both_in_the_file() -> None:
    twice = Build(ALL[0], (Element("brick", 5, 5), Element("brick", 5, 5)))
    names = [node["name"] for node in tree(glb(twice))["nodes"] if "brick" in node.get("name", "")]
    assert len(names) == len(set(names)) == 2


def test_stl_is_in_mm_and_every_body_is_closed() -> None:
    whole = scene(ANIMALS)
    data = stl(whole)
    (count,) = struct.unpack("<I", data[80:84])
    assert len(data) == 84 + 50 * count
    raw = np.frombuffer(data[84:], dtype=np.dtype([("n", "<3f4"), ("v", "<9f4"), ("a", "<u2")]))
    corners = raw["v"].reshape(-1, 3, 3)
    assert corners.reshape(-1, 3).min(axis=0) == pytest.approx([0, 0, 0], abs=1e-4)
    assert corners[:, :, :2].reshape(-1, 2).max(axis=0) == pytest.approx([256, 256])
    start = 0
    for group in whole.groups():
        if not group.body.solid:
            continue
        size = len(group.body.mesh.faces)
        for _ in group.numbers:
            own = corners[start : start + size].reshape(-1, 3)
            vertices, index = np.unique(own, axis=0, return_inverse=True)
            mesh = trimesh.Trimesh(vertices, index.reshape(-1, 3), process=False)
            assert mesh.is_watertight, group.body.name
            assert mesh.volume > 0
            start += size
    assert start == count


@pytest.mark.parametrize("shown", [SETUP, ANIMALS, full_table()], ids=["set-up", "animals", "all"])
def test_a_reader_of_the_stl_finds_closed_bodies(shown: Shown) -> None:
    """A reader that merges equal corners finds no two bodies joined."""
    whole = scene(shown)
    solid = [group for group in whole.groups() if group.body.solid]
    back = trimesh.load(io.BytesIO(stl(whole)), file_type="stl")
    assert len(back.vertices) < 0.3 * 3 * len(back.faces), "corners were melted"
    assert back.is_watertight
    assert back.is_winding_consistent
    pieces = [len(group.body.mesh.split(only_watertight=False)) for group in solid]
    found = back.split(only_watertight=False)
    assert len(found) == sum(n * len(group.numbers) for n, group in zip(pieces, solid, strict=True))
    assert all(body.is_watertight and body.volume > 0 for body in found)
    apart = sum(group.body.mesh.volume * len(group.numbers) for group in solid)
    assert back.volume == pytest.approx(apart, rel=0.015)


@pytest.mark.parametrize("shown", [SETUP, ANIMALS, full_table()], ids=["set-up", "animals", "all"])
def test_a_reader_of_the_3mf_finds_closed_bodies(shown: Shown) -> None:
    whole = scene(shown)
    solid = [group for group in whole.groups() if group.body.solid]
    back = trimesh.load_scene(io.BytesIO(three_mf(whole)), file_type="3mf")
    assert back.units == "millimeter"
    assert len(back.geometry) == len(solid)
    assert all(body.is_watertight and body.volume > 0 for body in back.geometry.values())
    assert len(back.graph.nodes_geometry) == sum(len(group.numbers) for group in solid)
    high = max(float(group.vertices()[..., 2].max()) for group in solid)
    assert back.bounds[0] == pytest.approx([0, 0, 0], abs=1e-3)
    assert back.bounds[1][2] == pytest.approx(high + SHEET + PLATE, abs=1e-3)


def test_3mf_is_in_mm_with_every_part_once() -> None:
    whole = scene(game())
    data = three_mf(whole)
    assert data == three_mf(whole), "the same palace gives the same file"
    archive = zipfile.ZipFile(io.BytesIO(data))
    assert archive.testzip() is None
    assert archive.namelist() == ["[Content_Types].xml", "_rels/.rels", "3D/3dmodel.model"]
    for name in archive.namelist():
        ElementTree.fromstring(archive.read(name))
    model = ElementTree.fromstring(archive.read("3D/3dmodel.model"))
    assert model.attrib["unit"] == "millimeter"
    groups = [group for group in whole.groups() if group.body.solid]
    objects = {item.attrib["id"]: item for item in model.iter(f"{CORE}object")}
    assert [item.attrib["name"] for item in objects.values()] == [g.body.name for g in groups]
    hues = [base.attrib["displaycolor"].lower() for base in model.iter(f"{CORE}base")]
    low, high = np.full(3, np.inf), np.full(3, -np.inf)
    items = [*model.iter(f"{CORE}item")]
    assert len(items) == sum(len(group.numbers) for group in groups)
    for item in items:
        thing = objects[item.attrib["objectid"]]
        vertices = np.array(
            [[float(v.attrib[axis]) for axis in "xyz"] for v in thing.iter(f"{CORE}vertex")]
        )
        turn = np.array(item.attrib["transform"].split(), float).reshape(4, 3)
        moved = vertices @ turn[:3] + turn[3]
        low, high = np.minimum(low, moved.min(axis=0)), np.maximum(high, moved.max(axis=0))
    assert low == pytest.approx([0, 0, 0], abs=1e-4)
    height = game().palace.height
    assert height * 9.6 < high[2] < (height + 3) * 9.6
    for thing, group in zip(objects.values(), groups, strict=True):
        assert hues[int(thing.attrib["pindex"])] == group.colour
        faces = np.array(
            [[int(t.attrib[v]) for v in ("v1", "v2", "v3")]
             for t in thing.iter(f"{CORE}triangle")]
        )  # fmt: skip
        assert (faces == group.body.mesh.faces).all(), "closed, as the part is"


def united(shown: Shown, **options: Any) -> trimesh.Trimesh:
    """The one body of an STL file, as a reader finds it."""
    pytest.importorskip("manifold3d", reason="manifold3d unites bodies: pip install manifold3d")
    return trimesh.load(io.BytesIO(stl(shown, fuse=True, **options)), file_type="stl")


@pytest.mark.parametrize("scale", [1.0, 1 / 3])
@pytest.mark.parametrize("shown", [SETUP, ANIMALS], ids=["set-up", "animals"])
def test_fused_bodies_are_one_closed_shell(shown: Palace, scale: float) -> None:
    one = united(shown, scale=scale)
    assert one.is_watertight
    assert one.is_winding_consistent
    assert len(one.split(only_watertight=False)) == 1, "one shell, and no void inside it"
    assert one.area_faces.min() > 0
    ends = [one.triangles[:, number] for number in range(3)]
    assert all(
        (np.abs(ends[a] - ends[b]).max(axis=1) > 0).all() for a, b in ((0, 1), (1, 2), (2, 0))
    )
    groups = [g for g in scene(shown).groups() if g.body.solid]
    apart = sum(g.body.mesh.volume * len(g.numbers) for g in groups)
    bodies = [*solids.list_bodies(groups)]
    exact = trimesh.boolean.union(bodies, engine="manifold").volume
    assert exact <= apart + 1e-3
    voids = one.volume / scale**3 - exact
    assert 0 < voids < 0.01 * exact, "the union, and what was hollow in it"


def test_loose_pieces_stay_apart_when_fused() -> None:
    one = united(FAULTY_BUILD)
    assert one.is_watertight
    assert len(one.split(only_watertight=False)) == 2, "the table, and an arch that hangs"


def test_fused_3mf_has_one_object() -> None:
    pytest.importorskip("manifold3d", reason="manifold3d unites bodies: pip install manifold3d")
    model = zipfile.ZipFile(io.BytesIO(three_mf(SETUP, fuse=True)))
    text = model.read("3D/3dmodel.model").decode()
    assert text.count("<object ") == text.count("<item ") == 1


@pytest.mark.slow
def test_admesh_finds_nothing_to_mend(tmp_path: Path) -> None:
    if shutil.which("admesh") is None:
        pytest.skip("admesh is missing: apt-get install admesh")
    pytest.importorskip("manifold3d", reason="manifold3d unites bodies: pip install manifold3d")
    for shown in (game(), full_table()):
        for fit in (None, (220.0, 180.0)):
            (tmp_path / "one.stl").write_bytes(stl(shown, fuse=True, fit=fit))
            done = subprocess.run(
                ["admesh", "one.stl"], cwd=tmp_path, check=True, capture_output=True, text=True
            )
            told = dict(re.findall(r"^(\w[\w ]+?) *: *(\d+)", done.stdout, re.MULTILINE))
            assert told["Number of parts"] == "1"
            for fault in ("Degenerate facets", "Edges fixed", "Facets removed", "Facets added",
                          "Facets reversed", "Backwards edges", "Normals fixed",
                          "Total disconnected facets"):  # fmt: skip
                assert told[fault] == "0", fault


def test_scale_and_fit() -> None:
    heard: list[str] = []
    for write, kind in ((stl, "stl"), (three_mf, "3mf")):
        full, half, fitted, roomy = (
            trimesh.load_scene(io.BytesIO(write(SETUP, **options)), file_type=kind).extents
            for options in ({}, {"scale": 0.5}, {"fit": (220.0, 180.0), "told": heard.append},
                            {"fit": (300.0, 300.0), "told": heard.append})
        )  # fmt: skip
        assert half == pytest.approx(full / 2, rel=1e-4)
        assert fitted == pytest.approx(full * 180 / 256, rel=1e-4)
        assert roomy == pytest.approx(full)
    high = f"{full[2]:.1f}"
    low = f"{full[2] * 180 / 256:.1f}"
    assert heard[:2] == [
        f"scaled to 0.7031 to fit 220x180 mm: 180.0 x 180.0 x {low} mm",
        f"not scaled to fit 300x300 mm: 256.0 x 256.0 x {high} mm",
    ]


def test_lands_are_moved_to_the_corner_of_the_plate() -> None:
    back = trimesh.load(io.BytesIO(stl(LANDS, fit=(200.0, 200.0))), file_type="stl")
    assert back.bounds[0] == pytest.approx([0, 0, 0], abs=1e-3)
    assert max(back.bounds[1][:2]) == pytest.approx(200, abs=1e-2)


def test_lib3mf_reads_the_colours(tmp_path: Path) -> None:
    """By lib3mf of the 3MF Consortium, in strict mode."""
    reason = "lib3mf, the reader of the 3MF Consortium, is missing: pip install lib3mf"
    lib3mf = pytest.importorskip("lib3mf", reason=reason)
    whole = scene(ANIMALS)
    (tmp_path / "a.3mf").write_bytes(three_mf(whole))
    model = lib3mf.get_wrapper().CreateModel()
    reader = model.QueryReader("3mf")
    reader.SetStrictModeActive(True)
    reader.ReadFromFile(str(tmp_path / "a.3mf"))
    assert reader.GetWarningCount() == 0
    materials = model.GetBaseMaterialGroups()
    materials.MoveNext()
    group = materials.GetCurrentBaseMaterialGroup()
    found = model.GetMeshObjects()
    colours_read = []
    while found.MoveNext():
        one = found.GetCurrentMeshObject()
        assert one.IsManifoldAndOriented()
        _, number, known = one.GetObjectLevelProperty()
        assert known
        hue = group.GetDisplayColor(number)
        colours_read.append((one.GetName(), f"#{hue.Red:02x}{hue.Green:02x}{hue.Blue:02x}"))
    solid = [(g.body.name, g.colour) for g in whole.groups() if g.body.solid]
    assert colours_read == solid
