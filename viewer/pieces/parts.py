"""Every kind of element as bodies in true LEGO measures (mm), made once and cached.

The south-west corner of a part's footprint is at 0, 0 and its underside at height 0, at turn 0;
`place_element` moves it to its place.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np
import trimesh
from numpy.typing import NDArray

from palace.monkey_palace.kernel.elements import PIECES, Element

from . import creatures
from .bricks import arch, bamboo, block, gold
from .measures import BRICK, PITCH, SHEET
from .shell import Points

_SHARP = math.radians(35)


@dataclass(frozen=True, eq=False)
class Body:
    """A surface in mm; `colour` is `#rrggbb`, or empty for the colour of the element.

    A `solid` body is closed; text is not, and is left out of files for printers.  A `rounded` body
    has no edges and is shaded smoothly.
    """

    name: str
    mesh: trimesh.Trimesh
    colour: str = ""
    solid: bool = True
    rounded: bool = False

    @cached_property
    def edges(self) -> Points:
        """The sharp edges as (n, 2, 3) ends of lines; none on text or rounded bodies."""
        if self.rounded or not self.solid:
            return np.empty((0, 2, 3))
        sharp = self.mesh.face_adjacency_angles > _SHARP
        ends: Points = self.mesh.vertices[self.mesh.face_adjacency_edges[sharp]]
        return ends


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
        return self.place(self.body.mesh.vertices)


_LEAF_TURN = 50
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
            piece.mesh, piece.colour, rounded=piece.rounded,
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
        angle = math.radians(_LEAF_TURN * (element.x + element.y + element.level))
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
