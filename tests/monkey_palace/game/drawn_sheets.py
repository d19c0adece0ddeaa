"""Photos of printed sheets on a plate, drawn by lot: print, holes, studs, light, camera, JPEG.

Everything is drawn on the plane of the plate, `q` pixels a stud, and seen once through a camera.
"""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image

TABLE = 5
"""Studs of table round the plate."""

Array = NDArray[Any]
Point = tuple[float, float]


class Drawn(NamedTuple):
    """A photo, the letters of its sheet (north row first), and the corners that are given."""

    image: Image.Image
    rows: tuple[str, ...]
    corners: tuple[Point, ...]
    true: tuple[Point, ...]


@dataclass
class Lot:
    """What is drawn by lot, and the plane it is drawn on."""

    seed: int
    size: tuple[int, int] = (1600, 1200)
    files: int = 8
    ranks: int = 8
    off: float = 0.0
    tilt: float | None = None
    plain: bool = False
    plate: int = 32
    q: int = 24
    draw: np.random.Generator = field(init=False)

    def __post_init__(self) -> None:
        self.draw = np.random.default_rng([self.seed, 4711])
        side = (self.plate + 2 * TABLE) * self.q
        line = ((np.arange(side) + 0.5) / self.q - TABLE).astype(np.float32)
        self.x: Array  # studs of the plate
        self.y: Array  # north up
        self.x, self.y = np.meshgrid(line, line[::-1])

    def real(self, low: float, high: float) -> float:
        return float(self.draw.uniform(low, high))

    def chance(self, share: float) -> bool:
        return bool(self.draw.random() < share)

    def ink(self, low: float, high: float) -> Array:
        return self.draw.uniform(low, high, 3).astype(np.float32)

    def noise(self, pitch: float, octaves: int = 1) -> Array:
        """Return smooth noise over the plane, about 0, with spots of `pitch` studs."""
        side = self.x.shape[0]
        total = np.zeros((side, side), np.float32)
        for octave in range(octaves):
            cells = max(2, int(side / self.q / pitch * 2**octave))
            raw = Image.fromarray(self.draw.normal(size=(cells, cells)).astype(np.float32))
            total += np.asarray(raw.resize((side, side), Image.Resampling.BICUBIC)) / 1.6**octave
        return total

    def near(self, shown: Sequence[bool] | None = None) -> tuple[Array, Array]:
        """Return for each pixel the distance to the nearest knob, and its number rank by rank.

        Knobs that are not `shown` are far from everything.
        """
        number, middle = [], []
        for line, count in ((self.x, self.files), (self.y, self.ranks)):
            first = self.plate / 2 - 1.5 * (count - 1)
            number.append(np.clip(np.rint((line - first) / 3), 0, count - 1).astype(np.int32))
            middle.append(line - (first + 3 * number[-1].astype(np.float32)))
        which = number[0] + self.files * number[1]
        far = np.hypot(*middle)
        return (far if shown is None else np.where(np.array(shown)[which], far, 99)), which


def soft(distance: Array, edge: float, width: float = 0.04) -> Array:
    """Return 1 within an edge, 0 beyond it, smooth between."""
    inside: Array = np.clip((edge - distance) / width + 0.5, 0, 1)
    return inside


def colours(lot: Lot) -> dict[str, Array]:
    """Return the three printed colours and the plate's, in linear light."""
    while True:
        light = [lot.real(0.30, 0.65), lot.real(0.5, 0.85), lot.real(0.08, 0.45)]
        dark = [lot.real(0.02, 0.22), lot.real(0.15, 0.42), lot.real(0.02, 0.25)]
        gold = [lot.real(0.6, 0.98), lot.real(0.42, 0.75), lot.real(0.03, 0.35)]
        plate = [[0.1, 0.4, 0.12], [0.62, 0.5, 0.3], [0.4, 0.42, 0.43], [0.05, 0.2, 0.45],
                 [0.3, 0.5, 0.15], [0.8, 0.78, 0.7], [0.1, 0.09, 0.08],
                 [0.35, 0.24, 0.14]][lot.draw.integers(8)]  # fmt: skip
        if (
            light[1] > 1.7 * dark[1]
            and light[0] < 0.85 * light[1]
            and dark[0] < 0.8 * dark[1]
            and gold[0] > 1.1 * gold[1]
        ):
            break
    found = {"l": light, "d": dark, "g": gold, "p": plate}
    return {
        key: (np.array(value) ** 1.6 * lot.real(0.85, 1.1)).astype(np.float32)
        for key, value in found.items()
    }


def letters(lot: Lot) -> tuple[str, ...]:
    """Return the letters of the knobs, north row first: patches of colours, some knobs closed."""
    while True:
        seeds = lot.draw.uniform(
            -0.5, max(lot.files, lot.ranks) - 0.5, (lot.draw.integers(5, 13), 2)
        )
        kinds = ["ldg"[n % 3] for n in range(len(seeds))]
        closed = lot.real(0, 0.16) if lot.chance(0.75) else 0.0
        spot = lot.draw.uniform(0, lot.files, 2)
        rows = []
        for rank in reversed(range(lot.ranks)):
            row = ""
            for file in range(lot.files):
                near = np.hypot(seeds[:, 0] - file, seeds[:, 1] - rank)
                shut = closed * (3 if math.hypot(file - spot[0], rank - spot[1]) < 2 else 0.6)
                row += "." if lot.chance(shut) else kinds[int(near.argmin())]
            rows.append(row)
        if all("".join(rows).count(letter) >= 2 for letter in "ldg"):
            return tuple(rows)


def texture(lot: Lot, style: int) -> Array:
    """Return how a printed colour varies: plain, clouds, leaves, stripes or dots."""
    if style == 0:
        return np.zeros_like(lot.x)
    if style == 1:
        return lot.noise(lot.real(0.5, 3), 4) * lot.real(0.03, 0.14)
    if style == 2:
        turn = lot.real(0, math.pi)
        along = lot.x * math.cos(turn) + lot.y * math.sin(turn) + 0.3 * lot.noise(3)
        return np.sin(along * lot.real(4, 14)) * lot.real(0.03, 0.15)
    if style == 3:
        side = (lot.plate + 2 * TABLE) / lot.real(1.0, 2.2)
        gx, gy = (lot.x + TABLE) * side / 44 * 1.0, (lot.y + TABLE) * side / 44
        radius = np.hypot(gx % 1 - 0.5, gy % 1 - 0.5)
        return (soft(radius, lot.real(0.15, 0.35), 0.1) - 0.3) * lot.real(-0.25, 0.25)
    leaves: Array = np.zeros_like(lot.x)
    for _ in range(int(lot.draw.integers(150, 400))):
        x, y = lot.draw.uniform(0, lot.plate, 2)
        turn, long, wide = lot.real(0, 6.3), lot.real(0.3, 1.1), lot.real(0.12, 0.4)
        top = lot.x.shape[0] - int((y + TABLE + 1.2) * lot.q)
        left = int((x + TABLE - 1.2) * lot.q)
        box = np.s_[max(0, top) : top + int(2.4 * lot.q), max(0, left) : left + int(2.4 * lot.q)]
        dx, dy = lot.x[box] - x, lot.y[box] - y
        along, across = (
            dx * math.cos(turn) + dy * math.sin(turn),
            dy * math.cos(turn) - dx * math.sin(turn),
        )
        leaf = soft(np.hypot(along / long, across / wide), 1, 0.15)
        leaves[box] = leaves[box] * (1 - leaf) + leaf * lot.real(-0.22, 0.22)
    return leaves


def printed(
    lot: Lot, knobs: Sequence[Point], rows: Sequence[str], tones: dict[str, Array]
) -> Array:
    """Return the print of the whole sheet as if it had no holes."""
    shown = [letter for row in reversed(rows) for letter in row]
    for number, letter in enumerate(shown):
        if letter == ".":  # closed knobs lie in a zone too
            near = sorted(range(len(knobs)), key=lambda n: math.dist(knobs[n], knobs[number]))
            shown[number] = next((shown[n] for n in near if shown[n] != "."), "d")
    bend = lot.real(0, 0.28)
    x: Array = lot.x
    y: Array = lot.y
    lot.x, lot.y = x + bend * lot.noise(2.5), y + bend * lot.noise(2.5)
    _, which = lot.near()
    lot.x, lot.y = x, y
    zone = np.array(["ldg".index(letter) for letter in shown])[which]
    sheet: Array = np.zeros((*x.shape, 3), np.float32)
    for number, letter in enumerate("ldg"):
        pattern = texture(lot, 0 if lot.plain else int(lot.draw.integers(5)))
        tint = (1 + lot.draw.normal(size=3) * 0.12).astype(np.float32)
        paint = tones[letter] * np.exp(pattern[..., None] * tint * 1.8)
        sheet = np.where((zone == number)[..., None], paint, sheet)
    if lot.plain:
        return sheet
    if lot.chance(0.6):  # lines between the zones
        edge = np.zeros(zone.shape, bool)
        edge[1:] |= zone[1:] != zone[:-1]
        edge[:, 1:] |= zone[:, 1:] != zone[:, :-1]
        wide = max(1, int(lot.real(0.03, 0.16) * lot.q))
        grown = np.cumsum(np.cumsum(np.pad(edge.astype(int), wide), 0), 1)
        line = (grown[2 * wide :, 2 * wide :] - grown[: -2 * wide, 2 * wide :]
                - grown[2 * wide :, : -2 * wide] + grown[: -2 * wide, : -2 * wide]) > 0  # fmt: skip
        ink = lot.ink(0, 0.9) if lot.chance(0.4) else np.full(3, lot.real(0, 0.9), np.float32)
        sheet = np.where(line[..., None], ink, sheet)
    for _ in range(int(lot.draw.integers(0, 5))):  # paths and vines
        x0, slope, wave = lot.real(2, 30), lot.real(-0.6, 0.6), lot.real(0, 1.5)
        a, b = (x, y) if lot.chance(0.5) else (y, x)
        gap = np.abs(a - x0 - slope * (b - 16) - wave * np.sin(b * lot.real(0.3, 1.0)))
        share = soft(gap, lot.real(0.04, 0.18), 0.08)[..., None] * lot.real(0.3, 0.9)
        sheet = sheet * (1 - share) + share * lot.ink(0.02, 0.8)
    if lot.chance(0.5):  # rings printed round the knobs
        far, _ = lot.near()
        at, thick = lot.real(0.55, 1.0), lot.real(0.03, 0.1)
        share = soft(np.abs(far - at), thick)[..., None] * lot.real(0.3, 0.9)
        sheet = sheet * (1 - share) + share * lot.real(0.05, 0.9)
    return sheet


def marks(lot: Lot, sheet: Array, knobs: Sequence[Point], rows: Sequence[str]) -> Array:
    """Return the sheet with the dashed set-up, and signs on closed knobs where they have some."""
    shut = [letter == "." for row in reversed(rows) for letter in row]
    if any(shut) and lot.chance(0.35):
        far, _ = lot.near(shut)
        style, ink = lot.draw.integers(3), lot.ink(0.02, 0.8)
        if style == 0:
            share = soft(far, lot.real(0.5, 1.2), 0.1)
        elif style == 1:
            share = soft(np.abs(far - lot.real(0.3, 0.9)), lot.real(0.04, 0.12))
        else:
            share = soft(far + 0.25 * lot.noise(0.6), lot.real(0.5, 1.1), 0.1)
        sheet = sheet * (1 - share[..., None]) + share[..., None] * ink
    if lot.chance(0.7):
        middle = min(knobs, key=lambda p: math.dist(p, (16, 16)))
        gap = np.maximum(np.abs(lot.x - middle[0] - 3), np.abs(lot.y - middle[1]))
        box = np.maximum(np.abs(lot.x - middle[0] - 3) - 4.2, np.abs(lot.y - middle[1]) - 1.2)
        dash = soft(np.abs(box), 0.07) * (((lot.x + lot.y) % 0.9) < 0.55) * (gap < 6)
        sheet = sheet * (1 - dash[..., None]) + dash[..., None] * 0.85
    return sheet


def studs(lot: Lot, plane: Array, places: Sequence[Point], tone: Array, eye: Array, height: float,
          sun: Point, depth: Array | None) -> Array:  # fmt: skip
    """Return the plane with studs: side, top, gleam, and the shadow they throw.

    `depth` is 1 where the stud may be seen: within the holes of the sheet, or beside the sheet.
    """
    gleam, side, rough = lot.real(0, 0.5), lot.real(0.35, 0.8), lot.real(0, 0.12)
    half = int(1.1 * lot.q)
    logo = lot.chance(0.7)
    for px, py in places:
        top = plane.shape[0] - int((py + TABLE) * lot.q) - half
        left = int((px + TABLE) * lot.q) - half
        box = np.s_[top : top + 2 * half, left : left + 2 * half]
        dx, dy = lot.x[box] - px, lot.y[box] - py
        lean = height * (np.array([px, py]) - eye[:2]) / (eye[2] - height)
        seen = np.zeros_like(dx)
        for step in np.linspace(0, 1, 5):  # the side, from foot to top
            seen = np.maximum(seen, soft(np.hypot(dx - lean[0] * step, dy - lean[1] * step), 0.3))
        face = soft(np.hypot(dx - lean[0], dy - lean[1]), 0.3)
        cast = soft(np.hypot(dx - sun[0] * height, dy - sun[1] * height), 0.33, 0.15)
        spot = soft(np.hypot(dx - lean[0] + sun[0] * 0.1, dy - lean[1] + sun[1] * 0.1), 0.14, 0.1)
        bright = 1 + gleam * spot + rough * lot.draw.normal()
        if logo:
            bright = bright - 0.2 * (np.abs(np.sin(dx * 14)) > 0.8) * (np.abs(dy - lean[1]) < 0.1)
        local = plane[box] * (1 - 0.5 * cast * (1 - seen))[..., None]
        local = local * (1 - seen[..., None]) + seen[..., None] * tone * side
        local = (
            local * (1 - face[..., None]) + face[..., None] * tone * np.asarray(bright)[..., None]
        )
        mask = 1.0 if depth is None else np.maximum(depth[box], face * 0.999)[..., None]
        plane[box] = plane[box] * (1 - mask) + local * mask
    return plane


def camera(lot: Lot) -> tuple[Array, Array]:
    """Return the eye over the plate in studs and the homography from studs to pixels."""
    wide, high = lot.size
    tilt = math.radians(lot.real(0, 40) if lot.tilt is None else lot.tilt)
    turn, roll = math.radians(lot.real(-35, 35)), math.radians(lot.real(-8, 8))
    middle, far = lot.plate / 2, lot.real(42, 90)
    aside = far * math.sin(tilt)
    foot = (middle + aside * math.sin(turn), middle - aside * math.cos(turn))
    eye = np.array([*foot, far * math.cos(tilt)])
    ahead = np.array([middle + lot.real(-1, 1), middle + lot.real(-1, 1), 0]) - eye
    ahead /= np.linalg.norm(ahead)
    right = np.cross(ahead, [math.sin(roll - turn * 0.3), math.cos(roll - turn * 0.3), 0.0])
    right /= np.linalg.norm(right)
    down = np.cross(ahead, right)
    turned = np.stack([right, down, ahead])
    plane = turned @ np.array([[1, 0, -eye[0]], [0, 1, -eye[1]], [0, 0, -eye[2]]])
    ends = np.array([[2, 2, 1], [2, 30, 1], [30, 30, 1], [30, 2, 1]]) @ plane.T
    ends = ends[:, :2] / ends[:, 2:]
    low, top = ends.min(0), ends.max(0)
    focal = lot.real(0.62, 0.93) * min(wide / (top[0] - low[0]), high / (top[1] - low[1]))
    centre = (low + top) / 2
    shift = np.array([[focal, 0, wide / 2 - focal * centre[0] + lot.real(-25, 25)],
                      [0, focal, high / 2 - focal * centre[1] + lot.real(-15, 15)],
                      [0, 0, 1]])  # fmt: skip
    return eye, shift @ plane


def light(lot: Lot) -> Array:
    """Return the lamp's light on each place of the plane, with the shadow of a hand on a third."""
    if lot.plain:
        return np.ones((*lot.x.shape, 3), np.float32)
    turn, fall = lot.real(0, 6.3), lot.real(0, 0.028)
    along = (lot.x - 16) * math.cos(turn) + (lot.y - 16) * math.sin(turn)
    bright = np.exp(along * fall) / (
        1 + (np.hypot(lot.x - lot.real(0, 32), lot.y - lot.real(0, 32)) / lot.real(25, 90)) ** 2
    )
    warm = 1 + np.array([1, 0, -1], np.float32) * lot.real(-0.004, 0.004) * along[..., None]
    bright = bright[..., None] * warm
    if lot.chance(0.33):
        x, y, turn = lot.real(0, 32), lot.real(0, 14), lot.real(0.6, 2.5)
        across = (lot.x - x) * math.sin(turn) - (lot.y - y) * math.cos(turn)
        ahead = (lot.x - x) * math.cos(turn) + (lot.y - y) * math.sin(turn)
        blur = lot.real(0.3, 2.5)
        arm = soft(np.abs(across), lot.real(2, 5), blur) * soft(ahead, lot.real(0, 6), blur)
        for _ in range(3):
            spread = lot.real(-0.5, 0.5)
            finger = soft(np.abs(across - spread * ahead), 0.8, blur) * soft(
                ahead, lot.real(5, 10), blur
            )
            arm = np.maximum(arm, finger * (ahead > 0))
        tint = np.array([1, 0.98, 0.94], np.float32) * lot.real(0.25, 0.6)
        bright = bright * (1 - arm[..., None] * tint)
    shown: Array = bright
    return shown


def draw_sheet(lot: Lot) -> Drawn:
    """Return a photo of a sheet, with corners that are off by `lot.off` pixels."""
    rows, tones = letters(lot), colours(lot)
    first = [lot.plate / 2 - 1.5 * (count - 1) for count in (lot.files, lot.ranks)]
    knobs = [
        (first[0] + 3 * f, first[1] + 3 * r) for r in range(lot.ranks) for f in range(lot.files)
    ]
    is_open = [letter != "." for row in reversed(rows) for letter in row]
    eye, seen = camera(lot)
    sun = (lot.real(-2, 2), lot.real(-2, 2))
    height = lot.real(0.06, 0.2)

    x, y = lot.x, lot.y
    table = lot.ink(0.05, 0.8)
    plane = np.ones((*x.shape, 3), np.float32) * table * (1 + 0.1 * lot.noise(2, 3))[..., None]
    plate = np.maximum(np.abs(x - 16), np.abs(y - 16)) < 16
    plane[plate] = tones["p"] * 0.85
    # Studs of the plate beside the sheet, and those under the holes.
    beside = [
        (i + 0.5, j + 0.5)
        for i in range(32)
        for j in range(32)
        if not (2 <= i < 30 and 2 <= j < 30)
    ]
    plane = studs(lot, plane, beside, tones["p"], eye, 0.2, sun, None)
    on = np.maximum(np.abs(x - 16), np.abs(y - 16)) < 14
    sheet = marks(lot, printed(lot, knobs, rows, tones), knobs, rows)
    under = plane.copy()
    under[on] = tones["p"] * lot.real(0.3, 0.8)  # the gap round a stud is dark
    holes = [place for place, opened in zip(knobs, is_open, strict=True) if opened]
    far, _ = lot.near(is_open)
    radius = lot.real(0.35, 0.5)
    hole = soft(far, radius)
    under = studs(lot, under, holes, tones["p"], eye, height, sun, None)
    if lot.chance(0.5):  # the white edge of the card
        rim = soft(np.abs(far - radius), lot.real(0.02, 0.06))[..., None]
        sheet = sheet * (1 - rim) + rim * lot.real(0.3, 0.9)
    if lot.chance(0.25):  # what is left of the perforation
        turn = np.arctan2(*[a - b for a, b in zip((x, y), (16, 16), strict=True)])
        dots = soft(np.abs(far - radius - 0.06), 0.03) * (np.sin(turn * 400) > 0)
        sheet = sheet * (1 - dots[..., None] * 0.6)
    plane[on] = sheet[on] * (1 - hole[on][..., None]) + under[on] * hole[on][..., None]
    full = plane.copy()
    full = studs(lot, full, holes, tones["p"], eye, height, sun, hole)
    plane[on] = full[on]
    if lot.chance(0.6):  # corner bricks
        brick = lot.ink(0.02, 0.6)
        for sx in (-1, 1):
            for sy in (-1, 1):
                a, b = sx * (x - 16), sy * (y - 16)
                shape = (np.maximum(np.abs(a - 14), np.abs(b - 14)) < 1) & ~((a < 14) & (b < 14))
                plane[shape] = brick
    plane = plane * light(lot)
    return Drawn(*_photo(lot, plane, rows, seen))


def side_by_side(rows: Sequence[str]) -> list[str]:
    """Return three open knobs in a row, by their names."""
    for rank, row in zip(range(len(rows), 0, -1), rows, strict=True):
        for at in range(len(row) - 2):
            if "." not in row[at : at + 3]:
                return [f"{chr(ord('a') + file)}{rank}" for file in range(at, at + 3)]
    raise AssertionError(rows)


def _photo(lot: Lot, plane: Array, rows: tuple[str, ...], seen: Array) -> tuple[Any, ...]:
    """Return the photo of a plane with the corners of its sheet."""
    wide, high = lot.size
    gain = lot.draw.uniform(0.8, 1.25, 3) * lot.real(0.55, 1.25)
    curve = lot.real(1.9, 2.5)
    shown = np.clip(plane * gain.astype(np.float32), 0, 1.3) ** (1 / curve)
    if lot.chance(0.5):
        shown = shown + lot.real(0, 0.12) * np.sin((shown - 0.5) * math.pi) * 0.5
    raw = Image.fromarray((np.clip(shown, 0, 1) * 255).astype(np.uint8))
    # The picture asks for each of its pixels where it is on the plane.
    to_plane = np.array(
        [[lot.q, 0, TABLE * lot.q], [0, -lot.q, (lot.plate + TABLE) * lot.q], [0, 0, 1]]
    )
    back = to_plane @ np.linalg.inv(seen)
    back = (back / back[2, 2]).ravel()[:8]
    fill = tuple(int(v) for v in np.asarray(raw)[5, 5])
    image = raw.transform((wide, high), Image.Transform.PERSPECTIVE, tuple(back),
                          Image.Resampling.BICUBIC, fillcolor=fill)  # fmt: skip
    if not lot.plain:
        pixels = np.asarray(image).astype(np.float32)
        pixels += lot.draw.standard_normal(pixels.shape, np.float32) * lot.real(0.5, 7)
        image = Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8))
        if lot.chance(0.5):
            from PIL import ImageFilter

            image = image.filter(ImageFilter.GaussianBlur(lot.real(0.3, 1.6)))
        kept = io.BytesIO()
        image.save(kept, "JPEG", quality=int(lot.draw.integers(45, 93)))
        image = Image.open(kept).convert("RGB")
    ends = np.array([[2, 2, 1], [2, 30, 1], [30, 30, 1], [30, 2, 1]]) @ seen.T
    true = tuple((float(u), float(v)) for u, v in ends[:, :2] / ends[:, 2:])
    given = []
    for u, v in true:
        turn = lot.real(0, 2 * math.pi)
        u, v = u + lot.off * math.cos(turn), v + lot.off * math.sin(turn)
        given.append((min(max(u, 0.0), wide - 1.0), min(max(v, 0.0), high - 1.0)))
    return image, rows, tuple(given), true
