"""GLB files, piece by piece: glTF 2.0 in one binary file, without extensions.

https://registry.khronos.org/glTF/specs/2.0/glTF-2.0.html.  Equal surfaces, materials and lists of
numbers are stored once.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from palace.core.colours import rgb

from .pieces.parts import SHARP
from .pieces.shell import Points

if TYPE_CHECKING:
    import trimesh

_MAGIC, _VERSION, _JSON, _BINARY = 0x46546C67, 2, 0x4E4F534A, 0x004E4942
_FLOAT, _SHORT, _LONG = 5126, 5123, 5125  # kinds of numbers, as OpenGL counts them
_CORNERS, _FACES = 34962, 34963  # uses of a buffer
_LINEAR, _CLAMP = 9729, 33071  # ways to draw a picture: smoothly, and not beyond its border
_COUNTS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3}
_MOST = 1 << 16

Node = dict[str, Any]


class Surface(NamedTuple):
    """Triangles (m, 3) of corners (n, 3) in mm, each with its normal (n, 3)."""

    points: Points
    normals: Points
    faces: NDArray[np.int64]


def shade(mesh: trimesh.Trimesh, *, rounded: bool = False) -> Surface:
    """Return a mesh with a corner for each patch of faces that meet at blunt angles.

    A normal is the mean of the patch's faces at that corner, by area; `rounded` takes all faces as
    one patch.
    """
    blunt = mesh.face_adjacency_angles <= (np.pi if rounded else SHARP)
    patch = number_patches(len(mesh.faces), mesh.face_adjacency[blunt])
    keys = np.column_stack([mesh.faces.ravel(), np.repeat(patch, 3)])
    corners, index = np.unique(keys, axis=0, return_inverse=True)
    index = index.ravel()
    normals = np.zeros((len(corners), 3))
    np.add.at(normals, index, np.repeat(mesh.face_normals * mesh.area_faces[:, None], 3, axis=0))
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    return Surface(mesh.vertices[corners[:, 0]], normals, index.reshape(-1, 3))


def number_patches(count: int, adjacent: NDArray[np.integer]) -> NDArray[np.int64]:
    """Return the number of the connected patch of each of `count` faces, given pairs of them."""
    patch = np.arange(count)
    one, other = adjacent.T
    while (patch[one] != patch[other]).any():
        least = np.minimum(patch[one], patch[other])
        np.minimum.at(patch, one, least)
        np.minimum.at(patch, other, least)
        patch = patch[patch]
    return patch


def combine(surfaces: Sequence[Surface]) -> Surface:
    """Return several surfaces as one."""
    starts = np.cumsum([0, *(len(one.points) for one in surfaces[:-1])])
    return Surface(
        np.concatenate([one.points for one in surfaces]),
        np.concatenate([one.normals for one in surfaces]),
        np.concatenate(
            [one.faces + start for one, start in zip(surfaces, starts, strict=True)]
        ),
    )  # fmt: skip


def to_linear(byte: int) -> float:
    """Return a byte of sRGB as a linear share from 0 to 1, as glTF stores colours."""
    share = byte / 255
    straight = share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4
    return round(straight, 6)


class GlbFile:
    """A GLB file in the making: nodes, meshes, materials and one animation; `pack` returns it."""

    def __init__(self) -> None:
        self.nodes: list[Node] = []
        self._meshes: dict[str, int] = {}
        self._materials: dict[str, int] = {}
        self._surfaces: dict[tuple[bytes, ...], Node] = {}
        self._accessors: list[Node] = []
        self._known: dict[tuple[str, bytes], int] = {}
        self._views: dict[str, bytearray] = {}
        self._channels: list[Node] = []
        self._samplers: list[Node] = []

    def add_node(self, parent: int | None = None, **keys: Any) -> int:
        """Add a node below another, without those of its keys that are empty; return its number."""
        self.nodes.append({name: value for name, value in keys.items() if value not in (None, {})})
        number = len(self.nodes) - 1
        if parent is not None:
            self.nodes[parent].setdefault("children", []).append(number)
        return number

    def add_mesh(self, name: str, surfaces: Mapping[str, Surface]) -> int:
        """Add a mesh of surfaces by their colours, `#rrggbb` or `#rrggbbaa`; return its number."""
        primitives = []
        for colour, surface in surfaces.items():
            material = self._materials.setdefault(colour, len(self._materials))
            primitives.append({**self._store(surface), "material": material})
        mesh = json.dumps({"name": name, "primitives": primitives})
        return self._meshes.setdefault(mesh, len(self._meshes))

    def add_picture(self, name: str, corners: Points, png: bytes) -> int:
        """Add a mesh of one quad, from its lower left corner (4, 3), with a picture; return it."""
        material = self._materials.setdefault(name, len(self._materials))
        quad = Surface(corners, np.array([[0.0, 0, 1]] * 4), np.array([[0, 1, 2], [0, 2, 3]]))
        stored = self._store(quad)
        ends = np.array([[0, 1], [1, 1], [1, 0], [0, 0]], "<f4")
        places = {"TEXCOORD_0": self._numbers("places in pictures", ends, "VEC2")}
        stored = {**stored, "attributes": {**stored["attributes"], **places}, "material": material}
        self._views["picture"] = bytearray(png)
        mesh = json.dumps({"name": name, "primitives": [stored]})
        return self._meshes.setdefault(mesh, len(self._meshes))

    def move(
        self, node: int, path: str, times: Sequence[float], values: Sequence[Sequence[float]]
    ) -> None:
        """Move a node in the animation along straight lines: a value (3,) for each time in s.

        `path` is `translation` or `scale`.
        """
        seconds = self._numbers("times", np.array(times, "<f4"), "SCALAR", bounds=True)
        reached = self._numbers("values", np.array(values, "<f4"), "VEC3")
        target = {"node": node, "path": path}
        self._channels.append({"sampler": len(self._samplers), "target": target})
        self._samplers.append({"input": seconds, "output": reached})

    def pack(self) -> bytes:
        """Return the file; the first node is the root."""
        views, data = [], b""
        for name, content in self._views.items():
            view: Node = {"buffer": 0, "byteOffset": len(data), "byteLength": len(content)}
            if name == "corners":
                view |= {"byteStride": 12, "target": _CORNERS}
            elif name == "places in pictures":
                view["target"] = _CORNERS
            elif name.startswith("faces"):
                view["target"] = _FACES
            views.append(view)
            data += bytes(content) + bytes(-len(content) % 4)
        places = {name: number for number, name in enumerate(self._views)}
        tree: Node = {
            "asset": {"version": "2.0", "generator": "palace"},
            "scene": 0,
            "scenes": [{"nodes": [0]}],
            "nodes": self.nodes,
            "meshes": [json.loads(mesh) for mesh in self._meshes],
            "materials": [_material(colour) for colour in self._materials],
            "accessors": [{**one, "bufferView": places[one["bufferView"]]}
                          for one in self._accessors],
            "bufferViews": views,
            "buffers": [{"byteLength": len(data)}],
        }  # fmt: skip
        if "picture" in places:
            tree |= {
                "images": [{"bufferView": places["picture"], "mimeType": "image/png"}],
                "samplers": [{"magFilter": _LINEAR, "minFilter": _LINEAR, "wrapS": _CLAMP,
                              "wrapT": _CLAMP}],
                "textures": [{"source": 0, "sampler": 0}],
            }  # fmt: skip
        if self._channels:
            tree["animations"] = [
                {"name": "game", "channels": self._channels, "samplers": self._samplers}
            ]
        text = json.dumps(tree, separators=(",", ":"), ensure_ascii=False).encode()
        text += b" " * (-len(text) % 4)
        chunks = struct.pack("<2I", len(text), _JSON) + text
        chunks += struct.pack("<2I", len(data), _BINARY) + data
        return struct.pack("<3I", _MAGIC, _VERSION, 12 + len(chunks)) + chunks

    def _store(self, surface: Surface) -> Node:
        points, normals = (part.astype("<f4") + np.float32(0) for part in surface[:2])
        small = len(points) < _MOST
        faces = surface.faces.astype("<u2" if small else "<u4").ravel()
        key = points.tobytes(), normals.tobytes(), faces.tobytes()
        if key not in self._surfaces:
            self._surfaces[key] = {
                "attributes": {
                    "POSITION": self._numbers("corners", points, "VEC3", bounds=True),
                    "NORMAL": self._numbers("corners", normals, "VEC3"),
                },
                "indices": self._numbers(f"faces {2 if small else 4}", faces, "SCALAR"),
            }
        return self._surfaces[key]

    def _numbers(self, view: str, array: NDArray[Any], kind: str, *, bounds: bool = False) -> int:
        """Store numbers, unless the same ones are there, and return their accessor."""
        raw = array.tobytes()
        if (view, raw) in self._known:
            return self._known[view, raw]
        content = self._views.setdefault(view, bytearray())
        start = _find(content, raw, array.itemsize * _COUNTS[kind])
        if start < 0:
            start = len(content)
            content += raw
        sorts = {"<f4": _FLOAT, "<u2": _SHORT, "<u4": _LONG}
        accessor: Node = {
            "bufferView": view, "byteOffset": start, "count": len(array), "type": kind,
            "componentType": sorts[array.dtype.str],
        }  # fmt: skip
        if bounds:
            rows = array.reshape(len(array), -1)
            for name, ends in (("min", rows.min(axis=0)), ("max", rows.max(axis=0))):
                accessor[name] = [float(str(end)) for end in ends]  # the shortest of this float32
        self._accessors.append(accessor)
        self._known[view, raw] = len(self._accessors) - 1
        return self._known[view, raw]


def _find(content: bytearray, raw: bytes, size: int) -> int:
    """Return where the bytes are in a view already, at a multiple of `size`; -1 if nowhere."""
    start = content.find(raw)
    while start > 0 and start % size:
        start = content.find(raw, start + 1)
    return start


def _material(colour: str) -> Node:
    if not colour.startswith("#"):
        look = {"baseColorTexture": {"index": 0}, "metallicFactor": 0.0, "roughnessFactor": 1.0}
        return {"name": colour, "pbrMetallicRoughness": look, "alphaMode": "BLEND"}
    solid, alpha = colour[:7], int(colour[7:] or "ff", 16) / 255
    shares = [*map(to_linear, rgb(solid)), round(alpha, 4)]
    look = {"baseColorFactor": shares, "metallicFactor": 0.0, "roughnessFactor": 0.45}
    material: Node = {"name": colour, "pbrMetallicRoughness": look}
    return material if alpha == 1 else material | {"alphaMode": "BLEND"}
