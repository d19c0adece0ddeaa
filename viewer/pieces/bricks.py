"""Brick, column, arch and corner piece, and what they have above and below.

Every piece lies with the south-west corner of its footprint at 0, 0 and its underside at height 0.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np
import shapely
import trimesh

from palace.monkey_palace.kernel.elements import PIECES, Stud

from .measures import (
    ARCH_CENTRE,
    ARCH_RADIUS,
    BRICK,
    KNOB_HEIGHT,
    KNOB_RADIUS,
    PITCH,
    PLAY,
    SOCKET_DEPTH,
    SOCKET_HALF,
)
from .shell import Points, Shell, at, circle, rectangle, rings, square

_ARC = 14  # straight parts of an arch's curve


def block(kind: str) -> trimesh.Trimesh:
    """A brick, column or corner piece: its footprint, so many bricks high, a knob on every stud."""
    piece = PIECES[kind]
    shell, high = Shell(), piece.height * BRICK
    outline = _outline(piece.footprint)
    shell.face(at(outline, high), knobs(shell, piece.footprint, high), up=(0, 0, 1))
    shell.face(at(outline, 0), sockets(shell, piece.footprint), up=(0, 0, -1))
    shell.wall(at(outline, 0), at(outline, high))
    return shell.mesh()


def _outline(studs: Iterable[Stud]) -> Points:
    """Round the studs of a piece, by the play inside them; without corners on straight lines."""
    cells = [shapely.box(x, y, x + 1, y + 1) for x, y in studs]
    whole = shapely.union_all(cells).simplify(0).normalize()
    scaled = shapely.transform(whole, lambda points: points * PITCH)
    return rings(scaled.buffer(-PLAY, join_style="mitre"))[0]


def knobs(shell: Shell, studs: Iterable[Stud], height: float) -> list[Points]:
    """Set knobs on a face at a height; returns the holes they need in it."""
    knob = Shell()
    foot, top = circle(0, 0, KNOB_RADIUS), circle(0, 0, KNOB_RADIUS, KNOB_HEIGHT)
    knob.wall(foot, top)
    knob.face(top, up=(0, 0, 1))
    places = [((x + 0.5) * PITCH, (y + 0.5) * PITCH, height) for x, y in studs]
    for place in places:
        shell.add(knob, place)
    return [foot + place for place in places]


def sockets(shell: Shell, studs: Iterable[Stud]) -> list[Points]:
    """Hollow out the underside for the knobs below; returns the holes that makes in it."""
    holes = []
    for x, y in studs:
        middle = (x + 0.5) * PITCH, (y + 0.5) * PITCH
        low, roof = (square(*middle, SOCKET_HALF, up) for up in (0, SOCKET_DEPTH))
        shell.wall(low[::-1], roof[::-1])
        shell.face(roof, up=(0, 0, -1))
        holes.append(low)
    return holes


def arch() -> trimesh.Trimesh:
    """The arch along east: four knobs, two feet, and its opening in between."""
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
    return shell.mesh()
