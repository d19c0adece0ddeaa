"""The pieces for the page: closed, light enough for phones, and as large as they are."""

from __future__ import annotations

import gzip
import json
import struct
from collections import Counter
from typing import Any

import numpy as np
import pytest

from palace.monkey_palace.kernel.elements import PIECES
from palace_viewer.instances import model_glb, pieces_glb, soften
from palace_viewer.pieces.parts import Body, part
from palace_viewer.pieces.shell import Points
from palace_viewer.scene import find_scene
from tests.viewer.palaces import SETUP

LARGEST, PACKED = 290_000, 150_000
KINDS = [kind for kind in PIECES if kind != "dark"]


def read(file: bytes) -> tuple[dict[str, Any], bytes]:
    """Return the tree of a GLB file, and its numbers."""
    magic, version, size, length, _ = struct.unpack_from("<5I", file)
    assert (magic, version, size) == (0x46546C67, 2, len(file))
    return json.loads(file[20 : 20 + length]), file[28 + length :]


def numbers(tree: dict[str, Any], data: bytes, at: int) -> Points:
    """Return the rows of an accessor."""
    own = tree["accessors"][at]
    view = tree["bufferViews"][own["bufferView"]]
    kind = {5120: "i1", 5122: "<i2", 5123: "<u2", 5125: "<u4"}[own["componentType"]]
    start = view["byteOffset"] + own["byteOffset"]
    if own["type"] == "SCALAR":
        return np.frombuffer(data, kind, own["count"], start).astype(float)
    rows = np.frombuffer(data, kind, 4 * own["count"], start).reshape(-1, 4)
    return rows[:, :3].astype(float)


def test_the_file_is_light_and_has_every_kind() -> None:
    file = pieces_glb()
    tree, _ = read(file)
    assert (len(file) <= LARGEST, len(gzip.compress(file)) <= PACKED) == (True, True)
    assert [mesh["name"] for mesh in tree["meshes"]] == [*KINDS, "knob"]
    assert {*PIECES} <= {*tree["extras"]["colours"]}
    assert file == pieces_glb()


def test_pieces_are_as_large_as_they_are() -> None:
    tree, data = read(pieces_glb())
    steps = tree["extras"]["steps"]
    for mesh in tree["meshes"][:-1]:
        bodies = np.concatenate([one.net.vertices for one in part(mesh["name"])])
        found, unit = [], []
        for one in mesh["primitives"]:
            found.append(numbers(tree, data, one["attributes"]["POSITION"]) / steps)
            unit.append(numbers(tree, data, one["attributes"]["NORMAL"]) / 127)
            assert numbers(tree, data, one["indices"]).max() < len(found[-1])
        points, normals = np.concatenate(found), np.concatenate(unit)
        assert np.abs(points.min(axis=0) - bodies.min(axis=0)).max() < 0.3
        assert np.abs(points.max(axis=0) - bodies.max(axis=0)).max() < 0.3
        assert np.abs(np.linalg.norm(normals, axis=1) - 1).max() < 0.02
        piece = PIECES[mesh["name"]]
        assert mesh["extras"]["high"] == piece.height


@pytest.mark.parametrize("kind", KINDS)
def test_a_surface_with_soft_edges_stays_closed(kind: str) -> None:
    for body in part(kind):
        skin = soften(body.net, 0.2, rounded=body.rounded)
        sides = Counter(
            (face[side], face[(side + 1) % 3]) for face in skin.faces.tolist() for side in range(3)
        )
        assert set(sides.values()) == {1}
        assert all((other, one) in sides for one, other in sides)


def test_an_edge_is_cut_off_by_its_width() -> None:
    (brick,) = part("brick")
    skin = soften(brick.net, 0.25)
    assert isinstance(brick, Body)
    west = brick.net.vertices[:, 0].min()
    upright = skin.points[(skin.normals[:, 0] < -0.99) & (skin.points[:, 0] < 1)]
    assert upright[:, 0].max() == pytest.approx(west)
    assert upright[:, 1].min() == pytest.approx(brick.net.vertices[:, 1].min() + 0.25)
    assert len(skin.points) == len(soften(brick.net, 0).points)


def test_a_model_is_one_mesh_in_its_place() -> None:
    scene = find_scene(SETUP)
    tree, data = read(model_glb(scene.groups()))
    (mesh,) = tree["meshes"]
    assert (mesh["name"], tree["extras"]["colours"]["plate"]) == ("model", "#6f9f58")
    points = np.concatenate(
        [numbers(tree, data, one["attributes"]["POSITION"]) for one in mesh["primitives"]]
    )
    ends = np.concatenate([group.vertices().reshape(-1, 3) for group in scene.groups()])
    assert np.abs(points.max(axis=0) / tree["extras"]["steps"] - ends.max(axis=0)).max() < 0.1
