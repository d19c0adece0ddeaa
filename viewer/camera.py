"""Cameras fitted to the points they show, for frames of any shape."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from .pieces.shell import Points

if TYPE_CHECKING:
    from vtkmodules.vtkRenderingCore import vtkCamera

_ANGLE = math.radians(24)
"""Vertical angle of a perspective view."""

_PAIR = {"south": (5, 50), "west": (-85, 50)}
"""Positions of the two cameras of a tall still: degrees from south to east, and above the table."""

_TO_EYE = {"plan": (0.0, 0.0, 1.0), "front": (0.0, -1.0, 0.0)}

_STANCES = ((0.5, 4, 54), (1.0, 13, 47), (4 / 3, 26.6, 36.7), (2.0, 16, 33))
"""Positions of the free camera by the frame's aspect ratio (width over height): degrees from south
to east, and degrees above the table.

4:3 matches the SVG pictures; a taller frame is viewed more from above and from the south, a wider
one from lower down.
"""

_FLAT, _FLAT_ANGLE = range(58, 75, 4), math.radians(12)
"""Degrees above the table from which a flat scene may be viewed from the south, and the vertical
angle, with which what is far away is hardly smaller.
"""

_MARGIN = 1.04


class Camera(NamedTuple):
    """A camera: its position, the point it looks at, and the up direction, in mm.

    `angle` is the vertical angle of a perspective view in degrees.  A parallel view has angle 0,
    and `half` is half its height in mm.
    """

    eye: tuple[float, float, float]
    aim: tuple[float, float, float]
    up: tuple[float, float, float]
    angle: float = 0.0
    half: float = 0.0

    def scale(self, height: int) -> float:
        """Return the pixels per mm at the point looked at, in a frame of `height` pixels."""
        away = math.dist(self.eye, self.aim)
        return height / 2 / (self.half or away * math.tan(math.radians(self.angle) / 2))

    def see(self, points: Points, aspect: float) -> Points:
        """Return where points (n, 3) in mm are in a frame (n, 2): -1 to 1 from left to right and
        from the bottom up.
        """
        eye, aim, up = (np.array(each) for each in self[:3])
        away = (eye - aim) / math.dist(eye, aim)
        right = np.cross(up, away)
        right /= np.linalg.norm(right)
        aligned = (points - eye) @ np.stack([right, np.cross(away, right), -away], axis=1)
        slope = math.tan(math.radians(self.angle) / 2)
        half = aligned[:, 2:] * slope if self.angle else self.half
        seen: Points = aligned[:, :2] / half / (aspect, 1)
        return seen

    def find_depths(self, points: Points) -> tuple[float, float]:
        """Return distances along the line of sight, in mm, between which all points (n, 3) are."""
        eye, aim = np.array(self.eye), np.array(self.aim)
        depths = (points - eye) @ (aim - eye) / math.dist(self.eye, self.aim)
        far = 1.05 * float(depths.max())
        return max(0.9 * float(depths.min()), far / 100), far

    def between(self, other: Camera, share: float) -> Camera:
        """Return the camera a share of the way to another one of the same view."""
        eye, aim = (
            np.array(one) + (np.array(two) - np.array(one)) * share
            for one, two in ((self.eye, other.eye), (self.aim, other.aim))
        )
        half = self.half + (other.half - self.half) * share
        return Camera(_triple(eye), _triple(aim), other.up, other.angle, half)

    def quarter(self, turned: float = 0.0) -> int:
        """Return the side of the table it is on: 0 for the south, then west, north, east.

        `turned` are the degrees by which the table is rotated, anticlockwise.
        """
        east, north = self.eye[0] - self.aim[0], self.eye[1] - self.aim[1]
        upright = math.hypot(east, north) < 1e-6 * math.dist(self.eye, self.aim)
        azimuth = 0.0 if upright else math.degrees(math.atan2(-east, -north))
        return round((azimuth + turned) / 90) % 4

    def put(self, camera: vtkCamera) -> None:
        """Set a VTK camera to this one."""
        camera.SetPosition(self.eye)
        camera.SetFocalPoint(self.aim)
        camera.SetViewUp(self.up)
        camera.SetParallelProjection(not self.angle)
        if self.angle:
            camera.SetViewAngle(self.angle)
        else:
            camera.SetParallelScale(self.half)


def fit_camera(points: Points, view: str, aspect: float, *, flat: bool = False) -> Camera:
    """Return the camera that shows all points (n, 3) as large as the frame allows.

    `aspect` is the frame's width over its height; plan and front are parallel projections.  South
    and west are the two views of a tall still.  The free view of a `flat` scene is from the south,
    from the height that fills most of the frame.
    """
    if not flat or view != "free":
        away = np.array(_TO_EYE[view]) if view in _TO_EYE else _stance(aspect, view)
        return _fit(points, away, aspect, 0.0 if view in _TO_EYE else _ANGLE)
    ways = (_direct(0, math.radians(height)) for height in _FLAT)
    cameras = [_fit(points, way, aspect, _FLAT_ANGLE) for way in ways]
    return max(cameras, key=lambda one: float(np.prod(np.ptp(one.see(points, aspect), axis=0))))


def _fit(points: Points, away: Points, aspect: float, angle: float) -> Camera:
    """Return the camera in the direction `away` from all points (n, 3).

    `angle` is its vertical angle in radians, 0 for a parallel projection.
    """
    away = away / np.linalg.norm(away)
    up = np.array([0.0, 1, 0] if away[2] == 1 else [0.0, 0, 1])
    right = np.cross(up, away)
    right /= np.linalg.norm(right)
    over = np.cross(away, right)
    middle = (points.min(axis=0) + points.max(axis=0)) / 2
    aligned = (points - middle) @ np.stack([right, over, away], axis=1)
    half = 0.0
    if angle:
        shift, distance = _perspective(aligned, aspect, angle)
    else:
        low, high = aligned.min(axis=0), aligned.max(axis=0)
        shift, size = (low + high)[:2] / 2, (high - low)[:2] / 2
        half = _MARGIN * max(size[1], size[0] / aspect)
        distance = high[2] + 4 * half
    aim = middle + shift[0] * right + shift[1] * over
    eye = aim + distance * away
    return Camera(_triple(eye), _triple(aim), _triple(over), math.degrees(angle), half)


def _stance(aspect: float, view: str) -> Points:
    """Return the direction from the scene to a camera in perspective for an aspect ratio."""
    aspects, *angles = zip(*_STANCES, strict=True)
    azimuth, height = (
        math.radians(np.interp(math.log(aspect), np.log(aspects), each)) for each in angles
    )
    if view in _PAIR:
        azimuth, height = map(math.radians, _PAIR[view])
    return _direct(azimuth, height)


def _direct(azimuth: float, height: float) -> Points:
    """Return the direction (3,) so many radians from south to east, and above the table."""
    return np.array(
        [
            math.sin(azimuth) * math.cos(height),
            -math.cos(azimuth) * math.cos(height),
            math.sin(height),
        ]
    )


def _perspective(aligned: Points, aspect: float, angle: float) -> tuple[Points, float]:
    """Return the sideways shift and the distance from which all points are in view."""
    slope = math.tan(angle / 2) / _MARGIN
    shift = np.zeros(2)
    distance = 0.0
    for _ in range(12):
        aside = aligned[:, :2] - shift
        needs = np.abs(aside) / (slope * np.array([aspect, 1])) + aligned[:, 2:]
        distance = float(needs.max())
        slopes = aside / (distance - aligned[:, 2:])
        shift = shift + (slopes.min(axis=0) + slopes.max(axis=0)) / 2 * distance
    return shift, distance


def _triple(point: Points) -> tuple[float, float, float]:
    return float(point[0]), float(point[1]), float(point[2])
