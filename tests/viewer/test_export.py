"""GLB, read back: one node per piece, right hues, metres, valid to others."""

from __future__ import annotations

import io
import json
import shutil
import struct
import subprocess
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import trimesh
from numpy.typing import NDArray
from PIL import Image

from palace.core import colours
from palace.monkey_palace.game.log import read_record, replay
from palace.monkey_palace.game.rules import reports
from palace.monkey_palace.kernel.build import Build
from palace.monkey_palace.kernel.elements import Element
from palace_viewer.export import glb
from palace_viewer.gltf import shade, to_linear
from palace_viewer.moments import list_stays
from palace_viewer.pieces.parts import place_element
from palace_viewer.scene import Shown, scene
from tests.full_table import full_table
from tests.grounds import ALL
from tests.viewer.palaces import ANIMALS, FAULTY, SETUP, game, two_turns
from tests.viewer.test_peninsula import LANDS


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
        assert values.min(axis=0) == pytest.approx(one["min"], rel=1e-6, abs=1e-6)
        assert values.max(axis=0) == pytest.approx(one["max"], rel=1e-6, abs=1e-6)
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
    for number, report in enumerate(reports(played), 1):
        own = [extras for extras in told if extras["turn"] == number]
        assert {extras["player"] for extras in own} <= {report.player}
        assert {extras["staircase"] for extras in own} <= {str(report.staircase)}
        if report.legal and report.staircase is not None:
            assert {extras["kind"] for extras in own} & {"arch", "brick", "column"}
    setup = [extras for extras in told if extras["turn"] == 0]
    assert Counter(extras["kind"] for extras in setup) == Counter(
        element.kind for element in played.states[0].palace.elements()
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
        assert last == Counter(played.state.palace.elements())


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
