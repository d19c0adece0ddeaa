"""GLB files (glTF 2.0, binary): every part once, in as many places as it lies, in metres, Y up."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import trimesh

from palace.core.colours import rgb

from ..drawn import Drawable, drawn
from ..pieces.shell import body

_METRE = 0.001
_UPRIGHT = np.array([[1.0, 0, 0, 0], [0, 0, 1, 0], [0, -1, 0, 0], [0, 0, 0, 1]])
"""From z up to y up, as glTF has it."""

_CORNERS, _FACES = 34962, 34963  # what a part of the data is for, in the words of OpenGL


def glb(shown: Drawable) -> bytes:
    """A GLB file: a mesh for each body and colour, a node for each place, named by its element."""
    whole = drawn(shown)
    names = whole.names
    tree = trimesh.Scene(base_frame="palace")
    scale = np.diag([_METRE, _METRE, _METRE, 1.0])
    hues: dict[str, str] = {}
    nodes: Counter[str] = Counter()
    for group in whole.groups():
        mesh = body(group.body.mesh.vertices * _METRE, group.body.mesh.faces)
        name = f"{group.body.name} {group.colour}"
        hues[name] = group.colour
        mesh.visual = trimesh.visual.TextureVisuals(
            material=trimesh.visual.material.PBRMaterial(
                name=name, baseColorFactor=[*rgb(group.colour), 255],
                metallicFactor=0.0, roughnessFactor=0.45,
            )
        )  # fmt: skip
        tree.geometry[name] = mesh
        for number, matrix in zip(group.numbers.tolist(), group.transforms, strict=True):
            lies = f"{number} {names[number]}" if number in names else "table"
            node = f"{lies}: {name}"
            nodes[node] += 1
            if nodes[node] > 1:  # tiles of one terrain in one stack
                node = f"{node} {nodes[node]}"
            place = _UPRIGHT @ scale @ matrix @ np.linalg.inv(scale)
            tree.graph.update(frame_to=node, frame_from="palace", matrix=place, geometry=name)

    def exact(json: dict[str, Any]) -> None:
        for material in json["materials"]:
            factor = [*map(linear, rgb(hues[material["name"]])), 1.0]
            material["pbrMetallicRoughness"]["baseColorFactor"] = factor
        for mesh in json["meshes"]:
            for primitive in mesh["primitives"]:
                uses = (
                    (primitive["attributes"]["POSITION"], _CORNERS),
                    (primitive["indices"], _FACES),
                )
                for accessor, use in uses:
                    json["bufferViews"][json["accessors"][accessor]["bufferView"]]["target"] = use

    data: bytes = trimesh.exchange.gltf.export_glb(
        tree, include_normals=False, tree_postprocessor=exact
    )
    return data


def linear(byte: int) -> float:
    """A byte of sRGB as glTF wants its colours: linear, 0 to 1."""
    share = byte / 255
    straight = share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4
    return round(straight, 6)
