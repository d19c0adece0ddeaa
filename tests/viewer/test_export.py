"""GLB, STL and 3MF, read back: one geometry per part, right hues, mm, closed bodies."""

from __future__ import annotations

import io
import json
import shutil
import struct
import subprocess
import zipfile
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
import trimesh

from palace.core import colours
from palace.monkey_palace.kernel.build import Build
from palace.monkey_palace.kernel.elements import Element
from palace.monkey_palace.kernel.palace import Palace
from palace_viewer import export as solids
from palace_viewer.export import glb, stl, three_mf, to_linear
from palace_viewer.pieces.measures import PLATE, SHEET
from palace_viewer.pieces.parts import place_element
from palace_viewer.scene import Shown, scene
from tests.full_table import ELEMENTS, full_table
from tests.grounds import ALL
from tests.viewer.palaces import ANIMALS, SETUP, game

CORE = "{http://schemas.microsoft.com/3dmanufacturing/core/2015/02}"


def tree(data: bytes) -> dict[str, Any]:
    """The JSON part of a GLB file."""
    magic, version, length, size, kind = struct.unpack("<5I", data[:20])
    assert (magic, version, length, kind) == (0x46546C67, 2, len(data), 0x4E4F534A)
    found = json.loads(data[20 : 20 + size])
    assert isinstance(found, dict)
    return found


def test_glb_has_one_geometry_per_part_and_colour() -> None:
    whole = scene(game())
    data = glb(whole)
    assert len(data) < 1_000_000
    assert data == glb(game()), "the same palace gives the same file"
    back = trimesh.load_scene(io.BytesIO(data), file_type="glb")
    groups = whole.groups()
    assert len(back.geometry) == len(groups)
    assert len(back.graph.nodes_geometry) == sum(len(group.numbers) for group in groups)
    found = tree(data)
    assert len(found["materials"]) == len(groups)
    accessors = {mesh["primitives"][0]["attributes"]["POSITION"] for mesh in found["meshes"]}
    assert len(accessors) == len({group.body for group in groups}), "colours share a geometry"


def test_glb_of_all_there_is_in_the_box_is_small() -> None:
    data = glb(full_table())
    assert len(data) <= 1_000_000
    found = tree(data)
    assert len(found["nodes"]) > ELEMENTS
    for mesh in found["meshes"]:
        (primitive,) = mesh["primitives"]
        for number, use in ((primitive["attributes"]["POSITION"], 34962),
                            (primitive["indices"], 34963)):  # fmt: skip
            view = found["bufferViews"][found["accessors"][number]["bufferView"]]
            assert view["target"] == use


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
                        ("nothing", Build(ALL[1], ())), ("twice", twice)):  # fmt: skip
        (tmp_path / f"{name}.glb").write_bytes(glb(shown))
        done = subprocess.run(
            ["node", "validate.mjs", f"{name}.glb"],
            cwd=tmp_path, check=True, capture_output=True, text=True,
        )  # fmt: skip
        issues = json.loads(done.stdout)
        kinds = ("numErrors", "numWarnings", "numInfos", "numHints")
        assert [issues[kind] for kind in kinds] == [0, 0, 0, 0], issues["messages"]


def test_glb_hues_are_linear() -> None:
    assert to_linear(0) == 0
    assert to_linear(255) == 1
    assert to_linear(128) == pytest.approx(0.215861)
    material = {m["name"]: m["pbrMetallicRoughness"] for m in tree(glb(SETUP))["materials"]}
    gold = material[f"gold {colours.DECORATIONS['gold']}"]
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
    names = [node["name"] for node in tree(glb(twice))["nodes"] if "brick" in node["name"]]
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


@pytest.mark.parametrize("shown", [SETUP, ANIMALS])
def test_fused_bodies_are_one_closed_body(shown: Palace) -> None:
    pytest.importorskip("manifold3d")
    groups = [g for g in scene(shown).groups() if g.body.solid]
    one = solids.unite(groups)
    assert one.is_watertight
    apart = sum(g.body.mesh.volume * len(g.numbers) for g in groups)
    assert 0.97 * apart < one.volume <= apart + 1e-3
    assert len(stl(shown, fuse=True)) > 84
    model = zipfile.ZipFile(io.BytesIO(three_mf(shown, fuse=True)))
    text = model.read("3D/3dmodel.model").decode()
    assert text.count("<object ") == text.count("<item ") == 1
