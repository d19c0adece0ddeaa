"""3D files: GLB (glTF 2.0, binary, in metres, Y up) for viewers, STL and 3MF (in mm) for printers.

3MF: https://3mf.io/specification, core specification 1.3 and its base materials.
"""

from __future__ import annotations

import io
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any
from xml.sax.saxutils import quoteattr

import numpy as np
import trimesh

from palace.core.colours import rgb
from palace.core.errors import InputError, Problem, install_hint

from .pieces.parts import Body, Group
from .pieces.shell import body
from .scene import Drawable, find_scene

_METRE = 0.001
_UPRIGHT = np.array([[1.0, 0, 0, 0], [0, 0, 1, 0], [0, -1, 0, 0], [0, 0, 0, 1]])
"""Rotation from z up to y up, which glTF uses."""

_CORNERS, _FACES = 34962, 34963  # uses of a buffer, as OpenGL numbers them


def glb(shown: Drawable) -> bytes:
    """Return a GLB file: a mesh for each body and colour, a node for each instance."""
    whole = find_scene(shown)
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
            label = f"{number} {names[number]}" if number in names else "table"
            node = f"{label}: {name}"
            nodes[node] += 1
            if nodes[node] > 1:  # equal tiles in one stack
                node = f"{node} {nodes[node]}"
            place = _UPRIGHT @ scale @ matrix @ np.linalg.inv(scale)
            tree.graph.update(frame_to=node, frame_from="palace", matrix=place, geometry=name)

    def correct(json: dict[str, Any]) -> None:
        for material in json["materials"]:
            factor = [*map(to_linear, rgb(hues[material["name"]])), 1.0]
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
        tree, include_normals=False, tree_postprocessor=correct
    )
    return data


def to_linear(byte: int) -> float:
    """Return a byte of sRGB as a linear share from 0 to 1, as glTF stores colours."""
    share = byte / 255
    straight = share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4
    return round(straight, 6)


_CORE = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02"
_FILES = {
    "[Content_Types].xml": (
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        '<Default Extension="rels" '
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="model" '
        'ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/></Types>'
    ),
    "_rels/.rels": (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
        '<Relationship Target="/3D/3dmodel.model" Id="rel0" '
        'Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>'
    ),
}
_XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
_LONG_AGO = (1980, 1, 1, 0, 0, 0)  # the same palace gives the same bytes


_HAIR = 0.02
"""Gap in mm between a body in an STL file and the body on top of it.

STL stores triangles only, and programs that read it merge equal corners: bodies that touch would no
longer be closed.
"""


def stl(shown: Drawable, *, fuse: bool = False) -> bytes:
    """Return all bodies in their places as a binary STL file, which has no colours.

    Bodies share no corner, so each stays closed when a program merges equal corners.  `fuse` unites
    them into one body; raises `InputError` without manifold3d.
    """
    groups = _list_printed(shown)
    whole = (
        unite(groups) if fuse else trimesh.util.concatenate([*list_bodies(map(_set_apart, groups))])
    )
    data: bytes = whole.export(file_type="stl")
    return data


def three_mf(shown: Drawable, *, fuse: bool = False) -> bytes:
    """Return a 3MF file: each body once, with its places and colours.

    `fuse` unites all bodies into one; raises `InputError` without manifold3d.
    """
    groups = _list_printed(shown)
    if fuse:
        one = Body("palace", unite(groups))
        groups = [Group(one, "#c8c8c8", np.eye(4)[None], np.array([-1]))]
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in (*_FILES.items(), ("3D/3dmodel.model", "".join(_model(groups)))):
            info = zipfile.ZipInfo(name, _LONG_AGO)
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, _XML + text)
    return stream.getvalue()


def list_bodies(groups: Iterable[Group]) -> Iterator[trimesh.Trimesh]:
    """Yield each body of the groups in each of its places."""
    for group in groups:
        for vertices in group.vertices():
            yield body(vertices, group.body.mesh.faces)


def unite(groups: Iterable[Group]) -> trimesh.Trimesh:
    """Return all bodies as one; raises `InputError` without manifold3d."""
    try:
        import manifold3d  # noqa: F401
    except ImportError:
        what, remedy = "manifold3d, which unites the bodies, is missing", install_hint("print")
        raise InputError(Problem("--fuse", what, remedy)) from None
    return trimesh.boolean.union([*list_bodies(groups)], engine="manifold")


def _set_apart(group: Group) -> Group:
    """Return a group with its bodies lowered at the top by the gap of STL files."""
    low, high = group.body.mesh.bounds[:, 2]
    lower = np.eye(4)
    lower[2, 2] = 1 - _HAIR / (high - low)
    lower[2, 3] = low * _HAIR / (high - low)
    return replace(group, transforms=group.transforms @ lower)


def _list_printed(shown: Drawable) -> list[Group]:
    """Return the solid groups, moved up so that the lowest point has height 0."""
    whole = find_scene(shown)
    solid = [group for group in whole.groups() if group.body.solid]
    lift = np.eye(4)
    lift[2, 3] = -whole.low
    return [replace(group, transforms=lift @ group.transforms) for group in solid]


def _model(groups: list[Group]) -> Iterator[str]:
    hues = [*dict.fromkeys(group.colour for group in groups)]
    yield f'<model unit="millimeter" xml:lang="en" xmlns="{_CORE}"><resources>'
    yield '<basematerials id="1">'
    for hue in hues:
        yield f'<base name="{hue}" displaycolor="{hue.upper()}"/>'
    yield "</basematerials>"
    for number, group in enumerate(groups, 2):
        name = quoteattr(group.body.name)
        yield f'<object id="{number}" type="model" name={name} '
        yield f'pid="1" pindex="{hues.index(group.colour)}"><mesh><vertices>'
        for x, y, z in group.body.mesh.vertices.tolist():
            yield f'<vertex x="{x:.6g}" y="{y:.6g}" z="{z:.6g}"/>'
        yield "</vertices><triangles>"
        for one, other, third in group.body.mesh.faces.tolist():
            yield f'<triangle v1="{one}" v2="{other}" v3="{third}"/>'
        yield "</triangles></mesh></object>"
    yield "</resources><build>"
    for number, group in enumerate(groups, 2):
        for matrix in group.transforms:
            # Row by row of the transposed matrix: 3MF multiplies from the left.
            places = " ".join(f"{value:.9g}" for value in matrix[:3].T.ravel() + 0.0)
            yield f'<item objectid="{number}" transform="{places}"/>'
    yield "</build></model>"
