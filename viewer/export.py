"""3D files: GLB (glTF 2.0, binary, in metres, Y up) for viewers, STL and 3MF (in mm) for printers.

3MF: https://3mf.io/specification, core specification 1.3 and its base materials.
"""

from __future__ import annotations

import io
import math
import zipfile
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple
from xml.sax.saxutils import quoteattr

import numpy as np
import trimesh
from numpy.typing import NDArray

from palace.contract.rules import Log
from palace.core.errors import InputError, Problem, install_hint
from palace.monkey_palace.game.rules import MonkeyLog
from palace.monkey_palace.kernel.ground import GroundMap

from .figures import cut_up, round_off, spread_shade, thin_out, to_unit
from .gltf import GlbFile, Node, Surface, combine, shade
from .moments import Stay, list_stays
from .pieces.parts import Body, Group
from .pieces.shell import Net, Points
from .scene import Drawable, Instance, Scene, corner_instances, find_scene

_METRE = 0.001
_UPRIGHT = math.sqrt(0.5)
_STEP, _PAUSE, _FALL = 0.4, 0.8, 40.0
"""Seconds that a piece of an animation takes, seconds between two turns, and mm that it falls."""

FAINT = "66"
"""The alpha of what can be seen through."""

_HELD = 2.0  # seconds before the first turn and after the last one


def glb(shown: Drawable, *, faint: Collection[int] = ()) -> bytes:
    """Return a GLB file: a node for each piece, with what is known of it as `extras`.

    `faint` are the numbers of instances that can be seen through.  A game is a palace with an
    animation: its pieces come in the order of building, and animals leave where they are moved
    from.  A still has the shade on the plate.  Nodes below the root are in mm, z up.
    """
    stays = list_stays(shown) if isinstance(shown, Log) else ()
    whole = _every_piece(shown, stays) if isinstance(shown, Log) else find_scene(shown)
    known = {}
    if isinstance(whole, Scene):
        known = {one.number: _describe(one, whole.ground) for one in whole.instances}
    first = len(known) - len(stays)
    file = GlbFile()
    file.add_node(
        name="palace", rotation=[-_UPRIGHT, 0, 0, _UPRIGHT], scale=[_METRE] * 3,
        extras={"map": whole.ground.name} if isinstance(whole, Scene) else {},
    )  # fmt: skip
    _add_table(file, whole.groups())
    made: dict[tuple[tuple[Body, str], ...], _Figure] = {}
    nodes: dict[int, int] = {}
    for number, matrix, parts in _list_placed(whole.groups()):
        if number in faint:
            parts = tuple((one, colour + FAINT) for one, colour in parts)
        if parts not in made:
            made[parts] = _add_figure(file, parts)
        name = f"{number} {whole.names[number]}"
        extras = known.get(number, {})
        if number not in known:
            name = f"{name}: {parts[0][0].name}"
        elif number >= first and stays and stays[number - first].staircase:
            extras["staircase"] = stays[number - first].staircase
        own, limbs = made[parts]
        place, parent = _place(matrix), 0
        if stays and number >= first:  # so that all pieces share one way of falling
            parent, place = file.add_node(0, **place), {}
        nodes[number] = file.add_node(parent, name=name, mesh=own, extras=extras, **place)
        for mesh, place in limbs:
            file.add_node(nodes[number], mesh=mesh, **place)
    if isinstance(whole, Scene) and whole.instances and not stays:
        shade = file.add_picture("shade", *spread_shade(whole))
        file.add_node(0, name="table: shade", mesh=shade)
    _animate(file, stays, [nodes[first + number] for number in range(len(stays))])
    return file.pack()


class _Figure(NamedTuple):
    """The mesh of a piece, and meshes below it, each with its place as the keys of a node."""

    mesh: int
    limbs: list[tuple[int, Node]]


def _every_piece(played: MonkeyLog, stays: Iterable[Stay]) -> Scene:
    """Return the scene of every piece that was ever on the palace."""
    ground = played.state.palace.ground
    laid = (Instance(0, stay.element, stay.turn, stay.player) for stay in stays)
    return Scene.of(ground, (*corner_instances(ground), *laid))


def _list_placed(
    groups: Iterable[Group],
) -> Iterator[tuple[int, Points, tuple[tuple[Body, str], ...]]]:
    """Yield what is in one place: instance number, matrix (4, 4), and the bodies with colours."""
    found: dict[tuple[int, bytes], list[tuple[Body, str]]] = {}
    for group in groups:
        for number, matrix in zip(group.numbers.tolist(), group.transforms, strict=True):
            if number >= 0:
                place = found.setdefault((number, matrix.tobytes()), [])
                place.append((group.body, group.colour))
    for (number, raw), parts in sorted(found.items(), key=lambda item: item[0][0]):
        yield number, np.frombuffer(raw).reshape(4, 4), tuple(parts)


def _add_figure(file: GlbFile, parts: Sequence[tuple[Body, str]]) -> _Figure:
    """Add the bodies of a piece: one mesh, and below it balls that differ in size alone."""
    sized = [(to_unit(one.net), one, colour) for one, colour in parts]
    count = Counter(unit.key for unit, _, _ in sized)
    found: dict[str, list[Surface]] = {}
    limbs: list[tuple[int, Node]] = []
    for unit, one, colour in sized:
        if one.rounded and count[unit.key] > 1:
            shaded = shade(unit.mesh, rounded=True)
            limbs.append((file.add_mesh("ball", {colour: shaded}), unit.place))
        else:
            mesh = thin_out(one.mesh) if one.rounded else one.mesh
            found.setdefault(colour, []).append(shade(mesh, rounded=one.rounded))
    surfaces = {colour: combine(shaded) for colour, shaded in found.items()}
    return _Figure(file.add_mesh(parts[0][0].name.split()[0], surfaces), limbs)


def _add_table(file: GlbFile, groups: Iterable[Group]) -> None:
    """Add plate, sheet and text; parts that are there several times are stored once."""
    for group in groups:
        for matrix in group.transforms[group.numbers < 0]:
            name = f"table: {group.body.name} {group.colour}"
            table = file.add_node(0, name=name, **_place(matrix))
            for place, surface in cut_up(group.body):
                mesh = file.add_mesh(group.body.name, {group.colour: surface})
                file.add_node(table, mesh=mesh, **place)


def _place(matrix: Points) -> Node:
    """Return a matrix (4, 4) that turns about z and moves, as the keys of a node."""
    keys: Node = {}
    shift = round_off(matrix[:3, 3])
    half = math.atan2(matrix[1, 0], matrix[0, 0]) / 2
    if any(shift):
        keys["translation"] = shift
    if half:
        keys["rotation"] = [0, 0, round(math.sin(half), 7), round(math.cos(half), 7)]
    return keys


def _describe(one: Instance, ground: GroundMap) -> Node:
    """Return what is known of an instance: kind, level, knobs, turn, player."""
    element = one.element
    named = (ground.knob_at(*stud) for stud in element.feet if element.kind != "corner")
    extras = {
        "kind": element.kind,
        "level": element.level,
        "knobs": [str(knob) for knob in named if knob is not None],
        "turn": one.turn,
        "player": one.player,
        "fault": one.marked,
    }
    return {key: value for key, value in extras.items() if value or type(value) is int}


def _animate(file: GlbFile, stays: Sequence[Stay], nodes: Sequence[int]) -> None:
    """Let the pieces of a game step in, one after the other, and removed animals vanish.

    An animal vanishes while it comes elsewhere, otherwise with the last piece of the turn.
    """
    begins, clock = [0.0] * len(stays), _HELD
    leaves: dict[int, float] = {}
    turns = max((stay.until or stay.turn for stay in stays), default=0)
    for turn in range(1, turns + 1):
        laid = [number for number, stay in enumerate(stays) if stay.turn == turn]
        for number in laid:
            begins[number] = clock
            clock += _STEP
        for number, stay in enumerate(stays):
            if stay.until == turn:
                again = [n for n in laid if stays[n].element.kind == stay.element.kind]
                leaves[number] = begins[again[0]] if again else clock - _STEP
        clock += _PAUSE
    for number, (stay, node) in enumerate(zip(stays, nodes, strict=True)):
        times: list[float] = []
        sizes: list[float] = []
        if stay.turn:
            times += [begins[number], begins[number] + _STEP]
            sizes += [0, 1]
            file.move(node, "translation", times, [[0, 0, _FALL], [0, 0, 0]])
        if number in leaves:
            times += [leaves[number], leaves[number] + _STEP]
            sizes += [1, 0]
            file.nodes[node]["scale"] = [0, 0, 0]
        if times:
            file.move(node, "scale", times, [[size] * 3 for size in sizes])
    if turns:  # viewers that repeat an animation show the finished palace for a while
        root = file.nodes[0]["scale"]
        file.move(0, "scale", [0, clock - _PAUSE + _HELD], [root, root])


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


_DIGITS, _COARSE = 6, 0.001
"""Decimals of a mm to which bodies are united, and mm by which their union may be simplified."""

Told = Callable[[str], None]
"""Is told what was done to make something fit."""


def stl(
    shown: Drawable,
    *,
    fuse: bool = False,
    scale: float = 1.0,
    fit: tuple[float, float] | None = None,
    told: Told = lambda text: None,
) -> bytes:
    """Return all bodies in their places as a binary STL file, which has no colours.

    Bodies share no corner, so each stays closed when a program merges equal corners.  `fuse` unites
    them into one body; raises `InputError` without manifold3d.  `scale` and `fit`: `find_scale`.
    """
    groups = _list_printed(shown)
    move = find_scale(groups, scale, fit, told)
    if fuse:
        whole = unite(groups, move).mesh()
    else:
        whole = trimesh.util.concatenate([*list_bodies(map(_set_apart, groups))])
        whole.apply_transform(move)
    data: bytes = whole.export(file_type="stl")
    return data


def three_mf(
    shown: Drawable,
    *,
    fuse: bool = False,
    scale: float = 1.0,
    fit: tuple[float, float] | None = None,
    told: Told = lambda text: None,
) -> bytes:
    """Return a 3MF file: each body once, with its places and colours.

    `fuse` unites all bodies into one, in grey; raises `InputError` without manifold3d.  `scale` and
    `fit` as in `find_scale`.
    """
    groups = _list_printed(shown)
    move = find_scale(groups, scale, fit, told)
    if fuse:
        one = Body("palace", unite(groups, move))
        groups = [Group(one, "#c8c8c8", np.eye(4)[None], np.array([-1]))]
    else:
        groups = [replace(group, transforms=move @ group.transforms) for group in groups]
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in (*_FILES.items(), ("3D/3dmodel.model", "".join(_model(groups)))):
            info = zipfile.ZipInfo(name, _LONG_AGO)
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, _XML + text)
    return stream.getvalue()


def find_scale(
    groups: Iterable[Group], scale: float, fit: tuple[float, float] | None, told: Told
) -> NDArray[np.float64]:
    """Return the matrix (4, 4) of a scale, or one that reduces groups to `fit` a plate in mm.

    Groups that would fit keep their size.  With `fit` they start at 0, 0, and `told` gets the scale
    and the size.
    """
    move = np.diag([scale, scale, scale, 1.0])
    if fit is not None:
        ends = np.concatenate([group.vertices().reshape(-1, 3) for group in groups])
        low, high = ends.min(axis=0), ends.max(axis=0)
        wide, deep, tall = high - low
        share = min(1.0, fit[0] / wide, fit[1] / deep)
        move = np.diag([share, share, share, 1.0])
        move[:2, 3] = -low[:2] * share
        size = " x ".join(f"{side * share:.1f}" for side in (wide, deep, tall))
        done = f"scaled to {share:.4g}" if share < 1 else "not scaled"
        told(f"{done} to fit {fit[0]:g}x{fit[1]:g} mm: {size} mm")
    return move


def list_bodies(groups: Iterable[Group]) -> Iterator[trimesh.Trimesh]:
    """Yield each body of the groups in each of its places."""
    for group in groups:
        for vertices in group.vertices():
            yield Net(vertices, group.body.net.faces).mesh()


def unite(groups: Iterable[Group], move: NDArray[np.float64]) -> Net:
    """Return all bodies as one without voids inside it, moved by a matrix (4, 4).

    They are united before they are moved, since pieces touch exactly only in their true size.
    Corners are those of 32-bit numbers, and no triangle is without area in them.  Raises
    `InputError` without manifold3d.
    """
    try:
        import manifold3d as engine
    except ImportError:
        what, remedy = "manifold3d, which unites the bodies, is missing", install_hint("print")
        raise InputError(Problem("--fuse", what, remedy)) from None
    solids = [
        engine.Manifold(engine.Mesh64(vertices.round(_DIGITS), group.body.net.faces.astype("u8")))
        for group in groups
        for vertices in group.vertices()
    ]
    parts = engine.Manifold.batch_boolean(solids, engine.OpType.Add).decompose()
    # A void, such as the rest of a socket around a knob, is a shell turned inside out.
    whole = engine.Manifold.compose([part for part in parts if part.volume() > 0])
    whole = whole.transform(move[:3])
    for _ in range(2):  # rounding to 32 bits leaves triangles without area, the second round none
        mesh = whole.simplify(_COARSE).to_mesh()
        corners = np.array(mesh.vert_properties, "f4")[:, :3].copy()
        faces = np.array(mesh.tri_verts, "u4")
        whole = engine.Manifold(engine.Mesh(corners, faces))
    return Net(corners.astype(float), faces.astype(np.int64))


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
        for x, y, z in group.body.net.vertices.tolist():
            yield f'<vertex x="{x:.6g}" y="{y:.6g}" z="{z:.6g}"/>'
        yield "</vertices><triangles>"
        for one, other, third in group.body.net.faces.tolist():
            yield f'<triangle v1="{one}" v2="{other}" v3="{third}"/>'
        yield "</triangles></mesh></object>"
    yield "</resources><build>"
    for number, group in enumerate(groups, 2):
        for matrix in group.transforms:
            # Row by row of the transposed matrix: 3MF multiplies from the left.
            places = " ".join(f"{value:.9g}" for value in matrix[:3].T.ravel() + 0.0)
            yield f'<item objectid="{number}" transform="{places}"/>'
    yield "</build></model>"
