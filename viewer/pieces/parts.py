"""Every kind of element as bodies in true LEGO measures (mm), made once and cached.

The south-west corner of a part's footprint is at 0, 0 and its underside at height 0, at turn 0;
`place_element` moves it to its place.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING

import numpy as np
import shapely
from numpy.typing import NDArray

from palace.monkey_palace.kernel.elements import PIECES, Element, Stud

from . import creatures
from .measures import (
    ARCH_CENTRE,
    ARCH_RADIUS,
    BRICK,
    KNOB_HEIGHT,
    KNOB_RADIUS,
    PITCH,
    PLAY,
    ROUND_SOCKET,
    SHEET,
    SOCKET_DEPTH,
    SOCKET_HALF,
)
from .shell import SIDES, Net, Points, Shell, at, circle, rectangle, rings, turned

if TYPE_CHECKING:
    import trimesh

SHARP = math.radians(35)
"""Greatest angle, in radians, between faces that are shaded as one."""


@dataclass(frozen=True, eq=False)
class Body:
    """A surface in mm; `colour` is `#rrggbb`, or empty for the colour of the element.

    A `solid` body is closed; text is not, and is left out of files for printers.  A `rounded` body
    has no edges and is shaded smoothly.
    """

    name: str
    net: Net
    colour: str = ""
    solid: bool = True
    rounded: bool = False

    @cached_property
    def edges(self) -> Points:
        """The sharp edges as (n, 2, 3) ends of lines; none on text or rounded bodies."""
        if self.rounded or not self.solid:
            return np.empty((0, 2, 3))
        corners = self.net.vertices[self.net.faces]
        across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        across /= np.linalg.norm(across, axis=1, keepdims=True)
        sides = np.sort(self.net.faces[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2))
        order = np.lexsort(sides.T)
        one, other = order[:-1], order[1:]
        shared = (sides[one] == sides[other]).all(axis=1)
        one, other = one[shared], other[shared]
        cosine = (across[one // 3] * across[other // 3]).sum(axis=1)
        ends: Points = self.net.vertices[sides[one[cosine < math.cos(SHARP)]]]
        return ends

    @cached_property
    def mesh(self) -> trimesh.Trimesh:
        """The surface as trimesh has it, for measures and files."""
        return self.net.mesh()


@dataclass(frozen=True, eq=False)
class Group:
    """One body in one colour, `#rrggbb`, in several places.

    `transforms` are (n, 4, 4) in mm; `numbers` (n,) are the instance numbers, -1 for the table.
    """

    body: Body
    colour: str
    transforms: NDArray[np.float64]
    numbers: NDArray[np.int64]

    def place(self, points: Points) -> Points:
        """Return points (n, 3) of the body in each of its places, (places, n, 3)."""
        turned = self.transforms[:, None, :3, :3] @ points[None, :, :, None]
        moved: Points = turned[..., 0] + self.transforms[:, None, :3, 3]
        return moved

    def vertices(self) -> Points:
        """Return all corners in their places, (places, corners of the body, 3)."""
        return self.place(self.body.net.vertices)


_ARC = 14  # straight segments of an arch's curve


def block(kind: str) -> Net:
    """Return a brick, column or corner piece, with a knob on every stud."""
    piece = PIECES[kind]
    shell, high = Shell(), piece.height * BRICK
    outline = _outline(piece.footprint)
    shell.face(at(outline, high), knobs(shell, piece.footprint, high), up=(0, 0, 1))
    shell.face(at(outline, 0), sockets(shell, piece.footprint), up=(0, 0, -1))
    shell.wall(at(outline, 0), at(outline, high))
    return shell.net()


def _outline(studs: Iterable[Stud]) -> Points:
    """Return the outline around studs, inset by the play, without corners on straight lines."""
    cells = [shapely.box(x, y, x + 1, y + 1) for x, y in studs]
    whole = shapely.union_all(cells).simplify(0).normalize()
    scaled = shapely.transform(whole, lambda points: points * PITCH)
    return rings(scaled.buffer(-PLAY, join_style="mitre"))[0]


def knobs(shell: Shell, studs: Iterable[Stud], height: float) -> list[Points]:
    """Add knobs to a face at a height; return the holes they need in it."""
    knob = Shell()
    foot, top = circle(0, 0, KNOB_RADIUS), circle(0, 0, KNOB_RADIUS, KNOB_HEIGHT)
    knob.wall(foot, top)
    knob.face(top, up=(0, 0, 1))
    places = [((x + 0.5) * PITCH, (y + 0.5) * PITCH, height) for x, y in studs]
    for place in places:
        shell.add(knob, place)
    return [foot + place for place in places]


def sockets(shell: Shell, studs: Iterable[Stud]) -> list[Points]:
    """Add hollows for the knobs below; return the holes they make in the underside."""
    holes = []
    for x, y in studs:
        east, north = (x + 0.5) * PITCH, (y + 0.5) * PITCH
        sides = east - SOCKET_HALF, north - SOCKET_HALF, east + SOCKET_HALF, north + SOCKET_HALF
        low, roof = (rectangle(*sides, up) for up in (0, SOCKET_DEPTH))
        shell.wall(low[::-1], roof[::-1])
        shell.face(roof, up=(0, 0, -1))
        holes.append(low)
    return holes


def arch() -> Net:
    """Return the arch along east: four knobs, two feet, and the opening between them."""
    shell, piece = Shell(), PIECES["arch"]
    length, wide = len(piece.footprint) * PITCH, PITCH
    ends = PLAY, length - PLAY
    sides = PLAY, wide - PLAY
    half = math.sqrt(ARCH_RADIUS**2 - ARCH_CENTRE**2)
    reach = math.asin(half / ARCH_RADIUS)
    angles = np.linspace(-reach, reach, _ARC + 1)
    # From the west foot over the crown to the east foot.
    along = length / 2 + ARCH_RADIUS * np.sin(angles)
    up = ARCH_CENTRE + ARCH_RADIUS * np.cos(angles)
    up[0] = up[-1] = 0

    def at_side(y: float) -> Points:
        return np.column_stack([along, np.full(len(along), y), up])

    def side(y: float) -> Points:
        corners = [(ends[0], y, 0), *at_side(y), (ends[1], y, 0)]
        return np.array([*corners, (ends[1], y, BRICK), (ends[0], y, BRICK)], dtype=float)

    shell.face(side(sides[0]), up=(0, -1, 0))
    shell.face(side(sides[1]), up=(0, 1, 0))
    shell.wall(at_side(sides[1]), at_side(sides[0]), closed=False)
    for x, out in ((ends[0], -1), (ends[1], 1)):
        corners = [(x, sides[0], 0), (x, sides[1], 0), (x, sides[1], BRICK), (x, sides[0], BRICK)]
        shell.face(np.array(corners, dtype=float), up=(out, 0, 0))
    feet = (ends[0], along[0]), (along[-1], ends[1])
    for foot, (west, east) in zip(piece.feet, feet, strict=True):
        under = rectangle(west, sides[0], east, sides[1])
        shell.face(under, sockets(shell, [foot]), up=(0, 0, -1))
    top = rectangle(ends[0], sides[0], ends[1], sides[1], BRICK)
    shell.face(top, knobs(shell, piece.footprint, BRICK), up=(0, 0, 1))
    return shell.net()


_MIDDLE = PITCH / 2
_RADIUS = _MIDDLE - PLAY
_HOLLOW = 1.6  # radius of the hole in the gold brick
_TOP = BRICK + KNOB_HEIGHT

_STEM = 3.1  # radius of the bamboo between its rings
_REACH = 48.9 / 20 * PITCH  # reach of a leaf from the axis, as in part 30176
_LEAF = (  # along a leaf: share of the reach, half width, rise over its root, thickness
    (0.26, 1.2, 0.6, 0.9),
    (0.45, 2.9, 1.9, 0.8),
    (0.68, 2.5, 2.4, 0.7),
    (0.88, 1.3, 1.9, 0.6),
    (1.0, 0.3, 1.2, 0.5),
)
_LEAVES = ((0, 0), (4, 1), (8, 0))  # side of the stem, and step up the stem


def gold() -> Net:
    """Return the gold brick: round, with a recessed foot and a hole through its axis."""
    profile = (
        (3.1, 0), (3.1, 1.6), (_RADIUS, 1.6), (_RADIUS, BRICK), (KNOB_RADIUS, BRICK),
        (KNOB_RADIUS, _TOP), (_HOLLOW, _TOP), (_HOLLOW, SOCKET_DEPTH),
        (ROUND_SOCKET, SOCKET_DEPTH), (ROUND_SOCKET, 0),
    )  # fmt: skip
    return turned(profile, _MIDDLE, _MIDDLE, ring=True).net()


def bamboo() -> Net:
    """Return a bamboo stem with three leaves that reach far over the neighbouring studs."""
    low, high = 2.4, 4.6
    profile = (
        (0, SOCKET_DEPTH), (ROUND_SOCKET, SOCKET_DEPTH), (ROUND_SOCKET, 0), (_RADIUS, 0),
        (_RADIUS, 0.9), (_STEM, 1.5), (_STEM, low), (_STEM, high - 0.9), (_STEM, high),
        (_STEM, high + 1.3), (_RADIUS, high + 2), (_RADIUS, high + 2.8), (_STEM, high + 3.4),
        (_RADIUS, BRICK - 0.7), (_RADIUS, BRICK), (KNOB_RADIUS, BRICK), (KNOB_RADIUS, _TOP),
    )  # fmt: skip
    shell = turned(profile[1:], _MIDDLE, _MIDDLE)
    for side, up in _LEAVES:
        below, above = (low, high - 0.9) if not up else (high, high + 1.3)
        _leaf(shell, side, below, above)
    return shell.net()


def _leaf(shell: Shell, side: int, low: float, high: float) -> None:
    """Replace one side of the stem with a leaf."""
    root = np.array([_stem(side, low), _stem(side + 1, low), _stem(side + 1, high),
                     _stem(side, high)])  # fmt: skip
    every = np.concatenate(shell.triangles)
    shell.triangles = [every[~_within(every, root)]]
    angle = (side + 1) * 2 * math.pi / SIDES
    out = np.array([math.cos(angle), math.sin(angle), 0])
    across = np.array([-out[1], out[0], 0])
    middle, rise = np.array([_MIDDLE, _MIDDLE, (low + high) / 2]), np.array([0, 0, 1.0])
    ring = root
    for share, half, lift, thick in _LEAF:
        heart = middle + out * (_REACH * share) + rise * lift
        bend = rise * 0.35 * half  # the sides are higher than the rib, as on a real leaf
        following = np.array(
            [
                heart - across * half + bend - rise * thick / 2,
                heart + across * half + bend - rise * thick / 2,
                heart + across * half + bend + rise * thick / 2,
                heart - across * half + bend + rise * thick / 2,
            ]
        )
        shell.wall(ring, following)
        ring = following
    shell.fan(ring, ring.mean(axis=0))


def _stem(side: int, height: float) -> Points:
    angle = (side + 0.5) * 2 * math.pi / SIDES
    return np.array([_MIDDLE + _STEM * math.cos(angle), _MIDDLE + _STEM * math.sin(angle), height])


def _within(triangles: Points, corners: Points) -> NDArray[np.bool_]:
    """Return which triangles (n, 3, 3) have all their corners among `corners`."""
    apart = np.abs(triangles[:, :, None] - corners).max(axis=3)
    inside: NDArray[np.bool_] = (apart.min(axis=2) < 1e-9).all(axis=1)
    return inside


LEAF_TURN = 50
"""Degrees between the leaves of one bamboo and those of the next."""


@cache
def part(kind: str) -> tuple[Body, ...]:
    """Return the bodies of a kind of element; the first has the element's colour.

    The two greens share their bodies.
    """
    if kind == "dark":
        return part("light")
    if kind in ("brick", "column", "corner"):
        return (Body(kind, block(kind)),)
    if kind == "arch":
        return (Body(kind, arch()),)
    if kind == "gold":
        return (Body(kind, gold()),)
    if kind == "light":
        return (Body("bamboo", bamboo()),)
    figure = {"monkey": creatures.monkey, "frog": creatures.frog, "butterfly": creatures.butterfly}
    pieces = figure[kind]()
    return tuple(
        Body(
            kind if not number else f"{kind} {piece.name} {number}",
            piece.net, piece.colour, rounded=piece.rounded,
        )
        for number, piece in enumerate(pieces)
    )  # fmt: skip


def place_element(element: Element) -> NDArray[np.float64]:
    """Return the (4, 4) matrix that moves a part to the place of an element, in mm.

    Coordinates are relative to the plate's south-west corner and the top of the sheet.
    """
    piece = PIECES[element.kind]
    wide, deep = (max(stud[axis] for stud in piece.footprint) + 1 for axis in (0, 1))
    quarter = element.turn % 4 if element.kind == "corner" else element.turn % 2
    angle = quarter * math.pi / 2
    middle = np.array([wide, deep]) * PITCH / 2
    if quarter % 2:
        wide, deep = deep, wide
    if element.kind in ("light", "dark"):
        angle = math.radians(LEAF_TURN * (element.x + element.y + element.level))
    matrix = np.eye(4)
    cosine, sine = math.cos(angle), math.sin(angle)
    turn = np.array([[cosine, -sine], [sine, cosine]]).round(12) + 0.0
    target = np.array([element.x + wide / 2, element.y + deep / 2]) * PITCH
    matrix[:2, :2] = turn
    matrix[:2, 3] = target - turn @ middle
    matrix[2, 3] = element.level * BRICK
    if element.kind == "corner" and not element.level:
        matrix[2, 3] = -SHEET  # on the plate, beside the sheet
    return matrix
