"""GLB files for the page, which draws a piece many times from one mesh.

A mesh is a kind of piece: a primitive for its surface, with colours if it has several, and one for
its edges.  Its extras have the studs it covers and how it turns; those of the file have the colours
of pieces and ground.  Sharp edges are cut off, so that they can be drawn as lines.  Corners are
whole numbers (KHR_mesh_quantization), which the file's node turns into metres.  What
has no pieces, such as a land, is one mesh.
"""

from __future__ import annotations

import json
import struct
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from palace.core import colours
from palace.core.colours import rgb
from palace.monkey_palace.kernel.elements import PIECES

from .gltf import number_patches, to_linear
from .pieces.measures import BRICK, KNOB_RADIUS, PITCH, PLATE, SHEET
from .pieces.parts import LEAF_TURN, SHARP, Body, Group, knobs, part
from .pieces.shell import Net, Points, Shell

_MOST, _FINEST = 32_000, 500  # whole numbers either way, and in a mm

CUT = {"light": 0.1, "butterfly": 0.12, "gold": 0.2}
"""Width in mm by which edges of thin pieces are cut off."""

_CUT = 0.28
_EDGES = "edges"
_STRIDES: dict[str, dict[str, int]] = {
    "corners": {"byteStride": 8}, "normals": {"byteStride": 4}, "colours": {}, "faces": {},
}  # fmt: skip


class Skin(NamedTuple):
    """Triangles (m, 3) of corners (n, 3) in mm, each with its normal (n, 3)."""

    points: Points
    normals: Points
    faces: NDArray[np.int64]


def soften(net: Net, width: float, *, rounded: bool = False) -> Skin:
    """Return a surface whose sharp edges are strips as wide as `width` mm on each side.

    Normals are those of the faces beside the strip, so that light runs round it.  A width of 0
    keeps the edges; what is `rounded` has none.
    """
    corners = net.vertices[net.faces]
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    flat = across / np.maximum(np.linalg.norm(across, axis=1, keepdims=True), 1e-12)
    pairs, sides = _adjacent(net)
    turned = np.arccos(np.clip((flat[pairs[:, 0]] * flat[pairs[:, 1]]).sum(axis=1), -1, 1))
    blunt = turned <= (np.pi if rounded else SHARP)
    patch = number_patches(len(net.faces), pairs[blunt])
    keys = np.column_stack([net.faces.ravel(), np.repeat(patch, 3)])
    kept, index = np.unique(keys, axis=0, return_inverse=True)
    faces = index.reshape(-1, 3)
    normals = np.zeros((len(kept), 3))
    np.add.at(normals, faces.ravel(), np.repeat(across, 3, axis=0))
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12)
    points = net.vertices[kept[:, 0]].copy()
    if not width or rounded:
        return Skin(points, normals, faces)
    place = {(int(corner), int(own)): n for n, (corner, own) in enumerate(kept)}
    inward: dict[int, list[Points]] = defaultdict(list)
    strips: list[tuple[int, int, int]] = []
    around: dict[int, dict[int, int]] = defaultdict(dict)
    for (one, other), (a, b) in zip(pairs[~blunt], sides[~blunt], strict=True):
        if patch[one] == patch[other]:
            continue
        mine = [place[corner, int(patch[one])] for corner in (int(a), int(b))]
        yours = [place[corner, int(patch[other])] for corner in (int(a), int(b))]
        along = net.vertices[b] - net.vertices[a]
        for found, face, way in ((mine, one, along), (yours, other, -along)):
            into = np.cross(flat[face], way / np.linalg.norm(way))
            for number in found:
                inward[number].append(into)
        strips += [(mine[1], mine[0], yours[0]), (mine[1], yours[0], yours[1])]
        around[int(a)][yours[0]] = mine[0]
        around[int(b)][mine[1]] = yours[1]
    for number, ways in inward.items():
        points[number] += _inset(np.array(ways), width)
    return Skin(points, normals, np.concatenate([faces, np.array([*strips, *_lids(around)])]))


def _adjacent(net: Net) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return pairs (n, 2) of faces that share a side, and that side as the first face has it."""
    ways = net.faces[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2)
    sides = np.sort(ways, axis=1)
    order = np.lexsort(sides.T)
    one, other = order[:-1], order[1:]
    shared = (sides[one] == sides[other]).all(axis=1)
    one, other = one[shared], other[shared]
    return np.column_stack([one // 3, other // 3]), ways[one]


def _inset(ways: Points, width: float) -> Points:
    """Return how far a corner moves away from all its sharp edges, at most twice the width."""
    shift: Points = np.linalg.lstsq(ways, np.full(len(ways), width), rcond=1e-3)[0]
    length = float(np.linalg.norm(shift))
    return shift * min(1.0, 2 * width / max(length, 1e-9))


def _lids(around: dict[int, dict[int, int]]) -> Iterator[tuple[int, int, int]]:
    """Yield the triangles that close the gap where strips meet."""
    for following in around.values():
        while following:
            ring = [next(iter(following))]
            while ring[-1] in following:
                ring.append(following.pop(ring[-1]))
            for one, other in pairwise(ring[1:-1]):
                yield ring[0], one, other


def _knob() -> Body:
    """Return a knob of the plate, without its underside."""
    shell = Shell()
    knobs(shell, [(0, 0)], 0.0)
    return Body("knob", shell.net())


def _bodies() -> dict[str, tuple[Body, ...]]:
    """Return the bodies of every kind, and a knob of the plate."""
    kinds = (*(kind for kind in PIECES if kind != "dark"), "knob")
    return {kind: (_knob(),) if kind == "knob" else part(kind) for kind in kinds}


def pieces_glb() -> bytes:
    """Return the file of all kinds of pieces."""
    kinds: dict[str, dict[str, list[Skin]]] = {}
    for kind, bodies in _bodies().items():
        found: dict[str, list[Skin]] = defaultdict(list)
        for one in bodies:
            skin = soften(one.net, CUT.get(kind, _CUT), rounded=one.rounded)
            faces, strips = np.split(skin.faces, [len(one.net.faces)])
            found[one.colour].append(skin._replace(faces=faces))
            if len(strips):
                corners, index = np.unique(strips, return_inverse=True)
                points, normals = skin.points[corners], skin.normals[corners]
                found[_EDGES].append(Skin(points, normals, index.reshape(-1, 3)))
        kinds[kind] = found
    return _pack(kinds)


def model_glb(groups: Iterable[Group]) -> bytes:
    """Return a file in which all groups are one mesh, of the kind `model`."""
    found: dict[str, list[Skin]] = defaultdict(list)
    for group in groups:
        for corners in group.vertices():
            net = Net(corners, group.body.net.faces)
            found[group.colour].append(soften(net, 0, rounded=group.body.rounded))
    return _pack({"model": found})


def _joined(skins: Sequence[Skin]) -> Skin:
    """Return several surfaces as one."""
    starts = np.cumsum([0, *(len(skin.points) for skin in skins[:-1])])
    return Skin(
        np.concatenate([skin.points for skin in skins]),
        np.concatenate([skin.normals for skin in skins]),
        np.concatenate([skin.faces + at for skin, at in zip(skins, starts, strict=True)]),
    )


def _pack(kinds: Mapping[str, Mapping[str, list[Skin]]]) -> bytes:
    """Return the file of kinds, each with its surfaces by their colours."""
    whole = {kind: {tint: _joined(one) for tint, one in found.items()}
             for kind, found in kinds.items()}  # fmt: skip
    reach = max(float(np.abs(one.points).max()) for found in whole.values()
                for one in found.values())  # fmt: skip
    steps = min(_FINEST, int(_MOST / reach))
    data = {name: bytearray() for name in _STRIDES}
    accessors: list[dict[str, Any]] = []

    def store(name: str, numbers: NDArray[Any], **keys: Any) -> int:
        keys |= {"bufferView": [*data].index(name), "byteOffset": len(data[name])}
        accessors.append(keys)
        raw = numbers.tobytes()
        data[name] += raw + bytes(-len(raw) % 4)
        return len(accessors) - 1

    meshes = []
    for kind, found in whole.items():
        lines = [found.pop(_EDGES)] if _EDGES in found else []
        primitives: list[dict[str, Any]] = []
        for skin in (_joined([*found.values()]), *lines):
            points, normals = _padded(skin.points * steps, "<i2"), _padded(skin.normals * 127, "i1")
            size = {"count": len(points), "type": "VEC3"}
            ends = {"min": points.min(axis=0)[:3].tolist(), "max": points.max(axis=0)[:3].tolist()}
            attributes = {
                "POSITION": store("corners", points, **size, **ends, componentType=5122),
                "NORMAL": store("normals", normals, **size, componentType=5120, normalized=True),
            }
            if not primitives and [*found] != [""]:
                tints = np.concatenate([_tints(kind, *one) for one in found.items()])
                attributes["COLOR_0"] = store(
                    "colours", tints, count=len(points), type="VEC4", componentType=5121,
                    normalized=True,
                )  # fmt: skip
            form, number = ("<u2", 5123) if len(points) < 1 << 16 else ("<u4", 5125)
            index = skin.faces.astype(form).ravel()
            known = store("faces", index, componentType=number, count=len(index), type="SCALAR")
            primitives.append({"attributes": attributes, "indices": known})
        meshes.append({"name": kind, "primitives": primitives, "extras": _measure(kind)})
    return _write(meshes, accessors, data, steps)


def _tints(kind: str, colour: str, skin: Skin) -> NDArray[np.uint8]:
    """Return the colour of each corner, that of the kind by default; the last number is opacity."""
    own = rgb(colour or colours.ANIMALS[kind])
    shares = [round(255 * to_linear(share)) for share in own]
    return np.full((len(skin.points), 4), [*shares, 255], np.uint8)


def _padded(numbers: Points, kind: str) -> NDArray[Any]:
    """Return rows of three whole numbers, each with a fourth, so that rows start at words."""
    return np.pad(np.round(numbers), ((0, 0), (0, 1))).astype(kind)


def _measure(kind: str) -> dict[str, int]:
    """Return the studs that a kind covers, quarter turns after which it is the same, its own turn
    in degrees."""
    if kind not in PIECES:
        return {"wide": 0, "deep": 0, "high": 1, "quarters": 2, "spin": 0}
    piece = PIECES[kind]
    wide, deep = (max(stud[axis] for stud in piece.footprint) + 1 for axis in (0, 1))
    return {
        "wide": wide, "deep": deep, "high": piece.height, "quarters": 4 if kind == "corner" else 2,
        "spin": LEAF_TURN if kind == "light" else 0,
    }  # fmt: skip


def _write(
    meshes: list[dict[str, Any]], accessors: list[dict[str, Any]], data: dict[str, bytearray],
    steps: int,
) -> bytes:  # fmt: skip
    views, whole = [], b""
    for name, raw in data.items():
        view = {"buffer": 0, "byteOffset": len(whole), "byteLength": len(raw)}
        views.append(view | _STRIDES[name] | {"target": 34963 if name == "faces" else 34962})
        whole += bytes(raw)
    number = range(len(meshes))
    tree = {
        "asset": {"version": "2.0", "generator": "palace"},
        "extensionsUsed": ["KHR_mesh_quantization"],
        "extensionsRequired": ["KHR_mesh_quantization"],
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [
            {"name": "pieces", "rotation": [-0.5**0.5, 0, 0, 0.5**0.5],
             "scale": [0.001 / steps] * 3, "children": [n + 1 for n in number]},
            *({"name": meshes[n]["name"], "mesh": n} for n in number),
        ],
        "meshes": meshes,
        "accessors": accessors,
        "bufferViews": views,
        "buffers": [{"byteLength": len(whole)}],
        "extras": {
            "steps": steps, "pitch": PITCH, "brick": BRICK, "plate": PLATE, "sheet": SHEET,
            "knob": KNOB_RADIUS, "colours": _hues(),
        },
    }  # fmt: skip
    text = json.dumps(tree, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 4)
    chunks = struct.pack("<2I", len(text), 0x4E4F534A) + text
    chunks += struct.pack("<2I", len(whole), 0x004E4942) + whole
    return struct.pack("<3I", 0x46546C67, 2, 12 + len(chunks)) + chunks


def _hues() -> dict[str, str | dict[str, str]]:
    """Return a colour for each kind, and those of the ground and of what is marked."""
    return {
        **colours.DECORATIONS, **colours.ANIMALS,
        "arch": colours.ARCHES[0], "brick": colours.BRICKS[0], "column": colours.COLUMN,
        "corner": colours.CORNER, "zones": colours.ZONES, "on": colours.ON_ZONES,
        "closed": colours.CLOSED_AREA, "plate": colours.PLATE, "ink": colours.INK,
        "paper": colours.PAPER, "path": colours.PATH, "fault": colours.FAULT,
        "legal": colours.LEGAL,
    }  # fmt: skip
