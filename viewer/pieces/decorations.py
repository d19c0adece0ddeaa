"""The decorations: the round gold brick and the bamboo with its leaves."""

from __future__ import annotations

import math

import numpy as np
import trimesh
from numpy.typing import NDArray

from .measures import BRICK, KNOB_HEIGHT, KNOB_RADIUS, PITCH, PLAY, ROUND_SOCKET, SOCKET_DEPTH
from .shell import SIDES, Points, Shell, turned

_MIDDLE = PITCH / 2
_RADIUS = _MIDDLE - PLAY
_HOLLOW = 1.6  # radius of the hole down the gold brick
_TOP = BRICK + KNOB_HEIGHT

_STEM = 3.1  # radius of the bamboo between its rings
_REACH = 48.9 / 20 * PITCH  # of a leaf from the axis, as of part 30176
_LEAF = (  # along it: share of the reach, half width, rise over its root, thickness
    (0.26, 1.2, 0.6, 0.9),
    (0.45, 2.9, 1.9, 0.8),
    (0.68, 2.5, 2.4, 0.7),
    (0.88, 1.3, 1.9, 0.6),
    (1.0, 0.3, 1.2, 0.5),
)
_LEAVES = ((0, 0), (4, 1), (8, 0))  # side of the stem they grow from, and how far up


def gold() -> trimesh.Trimesh:
    """The gold brick: round, its foot set back, a hole all the way down."""
    profile = (
        (3.1, 0), (3.1, 1.6), (_RADIUS, 1.6), (_RADIUS, BRICK), (KNOB_RADIUS, BRICK),
        (KNOB_RADIUS, _TOP), (_HOLLOW, _TOP), (_HOLLOW, SOCKET_DEPTH),
        (ROUND_SOCKET, SOCKET_DEPTH), (ROUND_SOCKET, 0),
    )  # fmt: skip
    return turned(profile, _MIDDLE, _MIDDLE, ring=True).mesh()


def bamboo() -> trimesh.Trimesh:
    """A bamboo stem with three leaves that reach far over the neighbouring studs."""
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
    return shell.mesh()


def _leaf(shell: Shell, side: int, low: float, high: float) -> None:
    """Draw one side of the stem out into a leaf."""
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
        bend = rise * 0.35 * half  # the sides stand higher than the rib, as a real leaf's do
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
    """Which triangles (n, 3, 3) have all their corners among these."""
    apart = np.abs(triangles[:, :, None] - corners).max(axis=3)
    inside: NDArray[np.bool_] = (apart.min(axis=2) < 1e-9).all(axis=1)
    return inside
