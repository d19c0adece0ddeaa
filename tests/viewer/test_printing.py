"""STL and 3MF, read back: closed bodies in mm, right hues, one shell when fused."""

from __future__ import annotations

import io
import re
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

from palace.monkey_palace.kernel.palace import Palace
from palace_viewer import export as solids
from palace_viewer.export import stl, three_mf
from palace_viewer.pieces.measures import PLATE, SHEET
from palace_viewer.scene import Shown, scene
from tests.full_table import full_table
from tests.viewer.palaces import ANIMALS, FAULTY_BUILD, SETUP, game
from tests.viewer.test_peninsula import LANDS

CORE = "{http://schemas.microsoft.com/3dmanufacturing/core/2015/02}"


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
    height = game().state.palace.height
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
