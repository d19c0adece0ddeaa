"""Monkey, frog and butterfly, of our own design; all of them face south.

Each consists of a few closed bodies, one colour each, at the middle of a stud (0, 0 here); eyes and
wings reach into the body they touch.  Rounded bodies are balls and limbs blended into each other: a
shape is a function from points (n, 3) in mm to their distance from its surface, negative inside.
`skin` covers the surface with a closed net of quads: one corner in every cell that it cuts, at the
mean of its cuts (surface nets).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray

from palace.core import colours
from palace.core.colours import mixed

from .measures import PITCH, ROUND_SOCKET, SOCKET_DEPTH
from .shell import Net, Points, Shell, turned

Distance = Callable[[Points], NDArray[np.float64]]


def ball(middle: Sequence[float], radii: Sequence[float] | float) -> Distance:
    """Return an ellipsoid along the axes."""
    centre, radius = np.asarray(middle, float), np.broadcast_to(np.asarray(radii, float), 3)

    def distance(points: Points) -> NDArray[np.float64]:
        away = points - centre
        near = np.linalg.norm(away / radius, axis=1)
        slope = np.linalg.norm(away / radius**2, axis=1)
        result: NDArray[np.float64] = near * (near - 1) / np.maximum(slope, 1e-9)
        return result

    return distance


def limb(start: Sequence[float], end: Sequence[float], thick: float, thin: float) -> Distance:
    """Return a round rod between two points, its radius running from `thick` to `thin`."""
    one, way = np.asarray(start, float), np.subtract(end, start).astype(float)

    def distance(points: Points) -> NDArray[np.float64]:
        share = np.clip((points - one) @ way / (way @ way), 0, 1)
        away = np.linalg.norm(points - one - share[:, None] * way, axis=1)
        result: NDArray[np.float64] = away - (thick + (thin - thick) * share)
        return result

    return distance


def melt(shapes: Sequence[Distance], soft: float) -> Distance:
    """Return the union of shapes, with seams rounded over `soft` mm."""

    def distance(points: Points) -> NDArray[np.float64]:
        whole = shapes[0](points)
        for shape in shapes[1:]:
            other = shape(points)
            share = np.clip(0.5 + 0.5 * (other - whole) / soft, 0, 1)
            whole = other + (whole - other) * share - soft * share * (1 - share)
        return whole

    return distance


def seat(shape: Distance) -> Distance:
    """Return a shape cut off at height 0, with a hollow for the knob below it."""

    def distance(points: Points) -> NDArray[np.float64]:
        away = np.hypot(points[:, 0], points[:, 1]) - ROUND_SOCKET
        hollow = np.maximum(away, points[:, 2] - SOCKET_DEPTH)
        result: NDArray[np.float64] = np.maximum.reduce([shape(points), -hollow, -points[:, 2]])
        return result

    return distance


def skin(shape: Distance, low: Sequence[float], high: Sequence[float], step: float) -> Net:
    """Return the surface of a shape inside the box from `low` to `high`, moved to its stud.

    The cells of the net are `step` mm wide.
    """
    # One cell more on every side.
    lines = [np.arange(a - step, b + step + step, step) for a, b in zip(low, high, strict=True)]
    grid = np.stack(np.meshgrid(*lines, indexing="ij"), axis=-1)
    size = grid.shape[:3]
    value = shape(grid.reshape(-1, 3)).reshape(size)
    _untangle(value, step)
    inside = value < 0
    total = np.zeros((*(n - 1 for n in size), 3))
    cuts = np.zeros(total.shape[:3])
    crossed = []
    for axis in range(3):
        one, other = _ends(axis)
        cut = inside[one] != inside[other]
        share = np.where(cut, value[one] / np.where(cut, value[one] - value[other], 1), 0)
        place = grid[one] + share[..., None] * (grid[other] - grid[one])
        crossed.append((cut, inside[one]))
        # Every edge of the grid belongs to four cells.
        for shift in _around(axis):
            edges = _bounding(size, axis, shift)
            total += cut[edges][..., None] * place[edges]
            cuts += cut[edges]
    number = np.cumsum(cuts.reshape(-1) > 0).reshape(cuts.shape) - 1
    vertices = total[cuts > 0] / cuts[cuts > 0][:, None]
    faces = [_quads(number, axis, *crossed[axis]) for axis in range(3)]
    return _centre(Net(vertices, np.concatenate(faces)))


def _untangle(value: NDArray[np.float64], step: float) -> None:
    """Fill the corners at which two parts of a shape meet diagonally in a square of the grid.

    Four faces would share an edge there.
    """
    while True:
        inside, found = value < 0, False
        for axis in range(3):
            flat, signs = np.moveaxis(value, axis, 2), np.moveaxis(inside, axis, 2)
            one, other = signs[:-1, :-1], signs[1:, 1:]
            third, fourth = signs[1:, :-1], signs[:-1, 1:]
            for corner, crossed in (
                (flat[1:, :-1], one & other & ~third & ~fourth),
                (flat[:-1, :-1], third & fourth & ~one & ~other),
            ):
                corner[crossed] = -0.2 * step
                found |= bool(crossed.any())
        if not found:
            return


def _ends(axis: int) -> tuple[tuple[slice, ...], tuple[slice, ...]]:
    one = tuple(slice(0, -1) if a == axis else slice(None) for a in range(3))
    other = tuple(slice(1, None) if a == axis else slice(None) for a in range(3))
    return one, other


def _around(axis: int) -> list[tuple[int, int, int]]:
    """Return the four cells around an edge of an axis, anticlockwise, as steps from its start."""
    first, second = (axis + 1) % 3, (axis + 2) % 3
    found = []
    for a, b in ((-1, -1), (0, -1), (0, 0), (-1, 0)):
        step = [0, 0, 0]
        step[first], step[second] = a, b
        found.append((step[0], step[1], step[2]))
    return found


def _bounding(size: tuple[int, ...], axis: int, shift: tuple[int, int, int]) -> tuple[slice, ...]:
    """Return the edges along an axis that have a cell at this step from their start."""
    return tuple(
        slice(None) if a == axis else slice(1, None) if shift[a] else slice(0, size[a] - 1)
        for a in range(3)
    )


def _quads(
    number: NDArray[np.intp], axis: int, cut: NDArray[np.bool_], out: NDArray[np.bool_]
) -> NDArray[np.intp]:
    """Return two triangles for every edge along an axis that the surface cuts."""
    at = np.argwhere(cut)
    corners = np.stack([number[tuple((at + shift).T)] for shift in _around(axis)], axis=1)
    # `out`: the start is inside, so the outside is along the axis.
    turn = ~out[tuple(at.T)]
    corners[turn] = corners[turn][:, ::-1]
    return np.concatenate([corners[:, [0, 1, 2]], corners[:, [0, 2, 3]]])


FACE = "#f2d2ac"
_BOTH = (-1, 1)


class Piece(NamedTuple):
    """One body of a figure and its colour; empty for the colour of the figure."""

    name: str
    net: Net
    colour: str
    rounded: bool = True


def monkey() -> list[Piece]:
    """Return a sitting monkey, its tail curled behind it, two and a half bricks high."""
    tail = [(0, 4, 3), (0, 8.5, 2.6), (0, 11.2, 5.5), (0, 11, 9.5), (0, 8.4, 11), (0, 7, 9)]
    shapes = [
        ball((0, 0.8, 8), (5.2, 4.6, 7.4)),
        ball((0, -0.8, 18.6), (6.2, 5.4, 5.6)),
        *(ball((side * 6.6, -0.4, 19), (2.5, 1.3, 2.7)) for side in _BOTH),
        *(limb((side * 3.4, 0, 3), (side * 4.6, -6.4, 1.9), 2.7, 1.9) for side in _BOTH),
        *(limb((side * 4.6, 0, 12.4), (side * 6.4, -4, 6), 1.9, 1.6) for side in _BOTH),
        *(limb(a, b, 1.25, 1.15) for a, b in pairwise(tail)),
    ]
    fur = seat(melt(shapes, 1.1))
    light = [
        ((0, -4.9, 16.6), (3.7, 2.5, 2.6)), ((-2.1, -4.7, 19.9), (2.4, 1.8, 2.6)),
        ((2.1, -4.7, 19.9), (2.4, 1.8, 2.6)), ((0, -2.6, 8.4), (3.3, 1.9, 5)),
        ((-6.8, -1.4, 19), (1.5, 0.7, 1.7)), ((6.8, -1.4, 19), (1.5, 0.7, 1.7)),
    ]  # fmt: skip
    dark = [
        ((-2.0, -6.3, 19.7), (0.9, 0.6, 1.1)), ((2.0, -6.3, 19.7), (0.9, 0.6, 1.1)),
        ((0, -7.3, 17.6), (1.0, 0.6, 0.6)), ((0, -7.15, 15.5), (1.7, 0.5, 0.35)),
    ]  # fmt: skip
    return [
        Piece("fur", skin(fur, (-9.6, -9, 0), (9.6, 13, 25), 0.9), ""),
        *_balls("face", light, FACE),
        *_balls("eye", dark, colours.INK),
    ]


def frog() -> list[Piece]:
    """Return a crouching frog, one brick high, its eyes above its head."""
    shapes = [
        ball((0, 1.2, 4.4), (5.8, 6.4, 3.9)),
        ball((0, -3.6, 5.6), (5.4, 4.2, 3.5)),
        *(ball((side * 3.2, -3.8, 9), 2.1) for side in _BOTH),
        *(ball((side * 5.8, 3.6, 3.2), (2.6, 4.2, 3.1)) for side in _BOTH),
        *(limb((side * 7, 4.5, 1.3), (side * 8.4, -1.6, 1.1), 1.4, 1.1) for side in _BOTH),
        *(limb((side * 4.2, -3, 4), (side * 5.6, -7.6, 1.1), 1.6, 1.1) for side in _BOTH),
    ]
    skinned = seat(melt(shapes, 0.9))
    white = [((side * 3.3, -4.9, 9.4), (1.6, 1.3, 1.7)) for side in _BOTH]
    dark = [((side * 3.4, -5.9, 9.5), (0.9, 0.6, 1.1)) for side in _BOTH]
    smile = []
    for aside in np.linspace(-3, 3, 7):
        high = 4.9 + 0.13 * aside**2
        out = 4.2 * math.sqrt(1 - (aside / 5.4) ** 2 - ((high - 5.6) / 3.5) ** 2)
        smile.append(((aside, -3.7 - out, high), (0.75, 0.35, 0.4)))
    return [
        Piece("skin", skin(skinned, (-10.5, -9.6, 0), (10.5, 9, 12.2), 0.9), ""),
        *_balls("white", white, colours.PAPER),
        *_balls("eye", [*dark, *smile], colours.INK),
    ]


def butterfly() -> list[Piece]:
    """Return a butterfly on a small foot, its wings half raised."""
    x, y, z = neck = 0, -3.6, 9.5
    slim = [limb((0, 5, 6.5), neck, 1.1, 1.5), ball((x, y - 1.4, z + 0.8), 1.8)]
    for side in _BOTH:
        tip = side * 3.2, y - 4.2, z + 6
        slim += [limb((side * 0.8, y - 2, z + 2), tip, 0.55, 0.5), ball(tip, 0.85)]
    foot = turned(
        ((ROUND_SOCKET, SOCKET_DEPTH), (ROUND_SOCKET, 0), (3.5, 0), (3.5, 2.4), (1.2, 3.4),
         (0.9, 8)),
        0, 0,
    ).net()  # fmt: skip
    trunk = [
        Piece("body", skin(melt(slim, 0.5), (-4.8, -9.2, 4.8), (4.8, 6.8, 17), 0.55), colours.INK),
        Piece("foot", _centre(foot), colours.INK, False),
    ]
    fore = ((0.5, -3.2), (5, -11.5), (14, -10), (12.5, -3.5), (9, 1), (3, 1.5), (0.5, 1.2))
    hind = ((0.5, 0.2), (5, -0.8), (11, 0), (10, 5), (7, 9.5), (2.5, 7.5), (0.5, 3.2))
    dark = mixed(colours.ANIMALS["butterfly"], "#000000", 0.35)
    pieces = []
    for side in _BOTH:
        for name, outline, colour in (("wing", fore, ""), ("hind-wing", hind, dark)):
            pieces.append(Piece(name, _wing(side, _smooth(outline), 0.45), colour, False))
        for along, back, radius in ((9.4, -5.8, 1.9), (6.4, 4.0, 1.4)):
            spot = shapely.Point(along, back).buffer(radius, quad_segs=4)
            pieces.append(Piece("spot", _wing(side, spot, 0.6), colours.PAPER, False))
    return [*pieces, *trunk]


def _wing(side: int, outline: shapely.Polygon, half: float) -> Net:
    """Return a thin body from an outline (outward, backward), raised at an angle."""
    shell = Shell()
    shell.prism(outline, -half, half)
    net = shell.net()
    lift, slope = math.radians(32), math.atan2(-3.0, 8.6)
    out = np.array([side * math.cos(lift), 0, math.sin(lift)])
    back = np.array([0, math.cos(slope), math.sin(slope)])
    over = np.cross(out, back) * side
    axes = np.stack([out, back, over])
    vertices = net.vertices @ axes + (0, 0.2, 8.2)
    faces = net.faces if side > 0 else net.faces[:, ::-1]
    return _centre(Net(vertices, faces))


def _smooth(corners: Sequence[tuple[float, float]]) -> shapely.Polygon:
    """Return a closed curve along corners (Chaikin: cut them off three times)."""
    line = np.asarray(corners, float)
    for _ in range(3):
        following = np.roll(line, -1, axis=0)
        line = np.stack([line * 0.75 + following * 0.25, line * 0.25 + following * 0.75], axis=1)
        line = line.reshape(-1, 2)
    return shapely.Polygon(line)


def _balls(
    name: str, balls: Sequence[tuple[Sequence[float], Sequence[float]]], colour: str
) -> list[Piece]:
    """Return ellipsoids of one colour, given by their middles and radii."""
    pieces = []
    for middle, radii in balls:
        round_net = _sphere(2 if max(radii) > 2 else 1)
        surface = Net(round_net.vertices * radii + middle, round_net.faces)
        pieces.append(Piece(name, _centre(surface), colour))
    return pieces


_GOLDEN = (1 + math.sqrt(5)) / 2
_ICOSAHEDRON = (
    (0, 11, 5), (0, 5, 1), (0, 1, 7), (0, 7, 10), (0, 10, 11), (1, 5, 9), (5, 11, 4), (11, 10, 2),
    (10, 7, 6), (7, 1, 8), (3, 9, 4), (3, 4, 2), (3, 2, 6), (3, 6, 8), (3, 8, 9), (4, 9, 5),
    (2, 4, 11), (6, 2, 10), (8, 6, 7), (9, 8, 1),
)  # fmt: skip


@cache
def _sphere(rounds: int) -> Net:
    """Return a ball of radius 1: an icosahedron, each of its triangles cut into four by rounds."""
    signs = [(one, other) for other in (_GOLDEN, -_GOLDEN) for one in (-1, 1)]
    flat = np.array([(one, other, 0) for one, other in signs])
    vertices = np.concatenate([np.roll(flat, turn, axis=1) for turn in range(3)])
    faces = np.array(_ICOSAHEDRON)
    for _ in range(rounds):
        sides = np.sort(faces[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2))
        cut, index = np.unique(sides, axis=0, return_inverse=True)
        middle = index.reshape(-1, 3) + len(vertices)
        vertices = np.concatenate([vertices, vertices[cut].mean(axis=1)])
        (a, b, c), (ab, bc, ca) = faces.T, middle.T
        fours = np.stack([a, ab, ca, b, bc, ab, c, ca, bc, ab, bc, ca], axis=1)
        vertices /= np.linalg.norm(vertices, axis=1, keepdims=True)
        faces = fours.reshape(-1, 3)
    return Net(vertices, faces)


def _centre(net: Net) -> Net:
    """Return a body moved to the middle of its stud."""
    vertices: Points = net.vertices + np.array([PITCH / 2, PITCH / 2, 0])
    return Net(vertices, net.faces)
