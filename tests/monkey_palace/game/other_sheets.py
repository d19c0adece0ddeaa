"""Photos of printed sheets, drawn from their measures alone, without sight of the reader.

A sheet of 28 x 28 studs lies on a plate of 32 x 32; a pinhole camera sees both.  Lengths are in mm,
the origin is the middle of the sheet's upper side, x runs east, y north and z up.
"""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from tomllib import loads
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageChops, ImageDraw, ImageFilter

Array = NDArray[Any]
Lot = np.random.Generator
Point = tuple[float, float]

MAPS = Path(__file__).parents[3] / "maps"
SIZE = (1600, 1200)
STUD, PITCH = 8.0, 24.0  # from stud to stud, from knob to knob
FIRST = -84.0  # where knob a1 is, in x and in y
HALF, PLATE = 112.0, 128.0  # half the sheet's side, half the plate's
GRAIN = 6  # pixels of the printed sheet per mm
SIDE = int(2 * HALF * GRAIN)
FINGERS = ((-28, 5), (-9, 25), (10, 22), (29, 0))  # of the hand's shadow: where, how far they reach

# Light green, dark green and gold as different printers have them, and sheets of other colours.
PALETTES = (
    {"l": (150, 200, 80), "d": (30, 100, 55), "g": (225, 190, 105)},
    {"l": (175, 212, 120), "d": (60, 118, 60), "g": (238, 205, 90)},
    {"l": (120, 185, 70), "d": (22, 80, 60), "g": (205, 165, 80)},
    {"l": (160, 190, 95), "d": (70, 105, 50), "g": (214, 186, 140)},
    {"l": (122, 182, 82), "d": (62, 132, 190), "g": (230, 208, 150)},
    {"l": (90, 150, 70), "d": (40, 84, 140), "g": (216, 180, 110)},
    {"l": (140, 200, 190), "d": (40, 110, 120), "g": (240, 180, 80)},
    {"l": (196, 214, 130), "d": (118, 92, 62), "g": (232, 160, 70)},
)
PLATES = (
    (40, 140, 60),
    (40, 140, 60),
    (0, 120, 50),
    (90, 170, 70),
    (200, 180, 130),
    (150, 155, 160),
    (40, 90, 160),
)
TABLES = (
    (150, 105, 65),
    (205, 175, 130),
    (235, 232, 225),
    (60, 50, 45),
    (120, 130, 140),
    (165, 60, 50),
)


@dataclass(frozen=True)
class OtherSheet:
    """A drawn photo; corners as they are told and as they are, near left first, clockwise."""

    picture: Image.Image
    corners: tuple[tuple[float, float], ...]
    true_corners: tuple[tuple[float, float], ...]
    knobs: tuple[str, ...]  # north row first


def draw_sheet(seed: int, corner_error: float = 0.0) -> OtherSheet:
    """Return the photo of this seed; each corner is told `corner_error` pixels beside its place."""
    rng = np.random.default_rng([4711, seed])
    zones, knobs = _letters(rng)
    camera = _Camera(rng)
    picture = _photographed(rng, _seen(rng, camera, _printed(rng, zones, knobs), knobs))
    true = camera.project(
        np.array([(-HALF, -HALF, 0), (-HALF, HALF, 0), (HALF, HALF, 0), (HALF, -HALF, 0)], float)
    )
    turns = rng.uniform(0, 2 * np.pi, 4)
    told = true + corner_error * np.stack([np.cos(turns), np.sin(turns)], 1)
    rows = tuple("".join(knobs[7 - north]) for north in range(8))
    return OtherSheet(picture, _pairs(told), _pairs(true), rows)


def _pairs(points: Array) -> tuple[Point, ...]:
    return tuple((float(x), float(y)) for x, y in points)


# What is printed


def _letters(rng: Lot) -> tuple[Array, Array]:
    """Return the colour of each place, [rank, file], and the same with `.` for no hole."""
    if rng.random() < 0.4:
        text = loads((MAPS / f"map-{rng.integers(1, 5)}.toml").read_text())["knobs"]
        knobs = np.array([row.split() for row in text.split("\n") if row])
        knobs = np.rot90(knobs if rng.random() < 0.5 else knobs.T, int(rng.integers(4))).copy()
        zones = knobs.copy()
        open_ones = np.argwhere(knobs != ".")
        for rank, file in np.argwhere(knobs == "."):
            near = [knobs[r, f] for r, f in open_ones if abs(r - rank) + abs(f - file) < 3]
            zones[rank, file] = rng.choice(near) if near else "l"
    else:
        seeds = rng.uniform(-1, 8, (rng.integers(5, 14), 2))
        names = np.array(["l", "d", "g", *rng.choice(list("ldg"), len(seeds) - 3)])
        place = np.moveaxis(np.mgrid[0:8, 0:8], 0, -1)[:, :, None]
        zones = names[np.linalg.norm(place - seeds, axis=-1).argmin(-1)]
        for letter in "ldg":  # every colour has four knobs or more
            if (zones == letter).sum() < 4:
                rank, file = rng.integers(0, 7, 2)
                zones[rank : rank + 2, file : file + 2] = letter
        knobs = zones.copy()
        for _ in range(rng.choice([0, 0, 1, 2, 4, 6])):
            rank, file = rng.integers(0, 8, 2)
            knobs[rank : rank + rng.integers(1, 3), file : file + rng.integers(1, 3)] = "."
    return zones, knobs


def _noise(rng: Lot, cells: Any, size: int = SIDE) -> Array:
    """Return smooth noise of this many hills a side, mean 0, spread 1."""
    rough = Image.fromarray(rng.normal(size=(cells, cells)).astype(np.float32))
    smooth = np.asarray(rough.resize((size, size), Image.Resampling.BICUBIC))
    even: Array = (smooth - smooth.mean()) / smooth.std()
    return even


def _pixel(millimetres: Array | list[float]) -> Array:
    """Return where on the printed sheet a length from its middle falls."""
    return (np.asarray(millimetres) + HALF) * GRAIN


def _printed(rng: Lot, zones: Array, knobs: Array) -> Array:
    """Return the sheet as it came from the press, row 0 at the south, as light of 0 to 1."""
    north, east = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32) / GRAIN - HALF
    sway, hills = float(rng.uniform(0, 3)), rng.integers(12, 40)
    file = (east + sway * _noise(rng, hills).clip(-1.5, 1.5) - FIRST) / PITCH
    rank = (north + sway * _noise(rng, hills).clip(-1.5, 1.5) - FIRST) / PITCH
    owner = np.clip(np.rint(rank), 0, 7).astype(int), np.clip(np.rint(file), 0, 7).astype(int)
    zone = zones[owner]
    palette = PALETTES[rng.integers(len(PALETTES))]
    sheet = np.zeros((SIDE, SIDE, 3), np.float32)
    for letter in "ldg":
        colour = np.clip(palette[letter] + rng.normal(0, 7, 3), 5, 250).astype(np.float32)
        shade = _pattern(rng) * float(rng.uniform(4, 26))
        shade = shade + _noise(rng, 5) * float(rng.uniform(0, 6))
        sheet += (zone == letter)[:, :, None] * (colour + shade[:, :, None])
    across = (zone[:, 1:] != zone[:, :-1])[:-1] | (zone[1:] != zone[:-1])[:, :-1]
    border = rng.choice(["none", "line", "soft", "islands"], p=[0.3, 0.25, 0.25, 0.2])
    if border == "line":
        wide = Image.fromarray(across).convert("L").resize((SIDE, SIDE)).convert("L")
        line = np.asarray(_blurred(wide, rng.uniform(1.5, 4))) > 40
        sheet[line] = sheet[line] * 0.4 + 0.6 * rng.choice([20, 245])
    elif border == "soft":
        sheet = np.asarray(_blurred(Image.fromarray(_bytes(sheet)), rng.uniform(3, 10)), np.float32)
    elif border == "islands":  # the colour only round each knob, on a ground of its own
        reach = np.hypot(file - owner[1], rank - owner[0]) * PITCH + _noise(rng, 30) * 0.4
        sheet[reach > rng.uniform(8, 10.5)] = rng.choice(
            [(235, 225, 200), (95, 75, 60), (190, 200, 205)]
        )
    picture = Image.fromarray(_bytes(sheet))
    _ornaments(rng, ImageDraw.Draw(picture), knobs)
    sheet = np.asarray(picture, np.float32)
    lines, turn = rng.uniform(0.8, 2.4), rng.uniform(0, np.pi)  # the screen of the press
    cos, sin = float(np.cos(turn)), float(np.sin(turn))
    along, beside = east * cos + north * sin, north * cos - east * sin
    screen = np.cos(2 * np.pi * lines * along) * np.cos(2 * np.pi * lines * beside)
    screen = screen * int(rng.choice([0, 4, 9, 16]))
    screen += 4 * rng.standard_normal((SIDE, SIDE), np.float32)
    return _linear(sheet + screen[:, :, None])


def _bytes(values: Array) -> Array:
    return np.clip(values, 0, 255).astype(np.uint8)


def _blurred(picture: Image.Image, radius: float) -> Image.Image:
    return picture.filter(ImageFilter.GaussianBlur(radius))


def _pattern(rng: Lot) -> Array:
    """Return a drawing of leaves, blades, pebbles, waves, spots or nothing, about -1 to 1."""
    kind = rng.choice(["plain", "leaves", "blades", "pebbles", "waves", "spots", "grain"])
    if kind == "plain":
        return np.zeros((SIDE, SIDE), np.float32)
    if kind == "spots":
        return np.sign(_noise(rng, rng.integers(20, 50)) - 0.4)
    if kind == "grain":
        return _noise(rng, 400) * 0.6
    drawing = Image.new("L", (SIDE, SIDE), 128)
    draw = ImageDraw.Draw(drawing)
    if kind == "waves":
        step, long = rng.uniform(2.5, 7) * GRAIN, rng.uniform(6, 20) * GRAIN
        along = np.arange(0, SIDE, 6)
        for base in np.arange(0, SIDE, step):
            rise = base + 0.3 * step * np.sin(2 * np.pi * along / long + base)
            draw.line(
                [(float(x), float(y)) for x, y in zip(along, rise, strict=True)],
                220,
                int(rng.integers(3, 8)),
            )
        return np.asarray(drawing, np.float32) / 64 - 2
    for x, y in rng.uniform(0, SIDE, (int(rng.integers(500, 1800)), 2)):
        size, turn, grey = (
            rng.uniform(0.8, 3.5) * GRAIN,
            rng.uniform(0, 2 * np.pi),
            int(rng.integers(64, 193)),
        )
        tip = np.array([np.cos(turn), np.sin(turn)]) * size
        if kind == "blades":
            draw.line([(x, y), (x + tip[0], y + tip[1])], grey, 4)
        elif kind == "pebbles":
            draw.ellipse(
                [x - size * 0.8, y - size * 0.7, x + size * 0.8, y + size * 0.7], grey, 128
            )
        else:
            side = np.array([-tip[1], tip[0]]) * 0.35
            points = [(x - tip[0], y - tip[1]), (x + side[0], y + side[1])]
            draw.polygon([*points, (x + tip[0], y + tip[1]), (x - side[0], y - side[1])], grey)
    return np.asarray(drawing, np.float32) / 64 - 2


def _ornaments(rng: Lot, draw: ImageDraw.ImageDraw, knobs: Array) -> None:
    """Draw the number, the dashed set-up, lines, rings, and what closed places show."""

    def knob(rank: int, file: int) -> Point:
        return tuple(_pixel(FIRST + PITCH * np.array([file, rank])))

    def disc(place: Point, radius: float, **how: Any) -> None:
        x, y = place
        draw.ellipse(
            [x - radius * GRAIN, y - radius * GRAIN, x + radius * GRAIN, y + radius * GRAIN], **how
        )

    ink = tuple(int(v) for v in rng.choice([(250, 250, 245), (30, 35, 30), (110, 70, 40)]))
    if rng.random() < 0.2:
        for line in range(8):
            draw.line([knob(line, 0), knob(line, 7)], ink, int(rng.integers(2, 6)))
            draw.line([knob(0, line), knob(7, line)], ink, int(rng.integers(2, 6)))
    rings = rng.choice(["none", "ring", "mark"], p=[0.7, 0.2, 0.1])
    closed = rng.choice(["print", "stone", "cross", "dashes"], p=[0.6, 0.2, 0.1, 0.1])
    for rank, file in np.ndindex(8, 8):
        if knobs[rank, file] != ".":
            if rings == "ring":
                disc(knob(rank, file), rng.uniform(3.9, 4.1), outline=ink, width=4)
            elif rings == "mark":
                x, y = knob(rank, file)
                for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                    draw.line([(x + 24 * dx, y + 24 * dy), (x + 42 * dx, y + 42 * dy)], ink, 4)
        elif closed == "stone":
            turns = np.linspace(0, 2 * np.pi, 9)[:-1] + rng.uniform(0, 1)
            far = rng.uniform(4.5, 7.5, 8) * GRAIN
            x, y = knob(rank, file)
            points = [
                (x + r * np.cos(t), y + r * np.sin(t)) for r, t in zip(far, turns, strict=True)
            ]
            draw.polygon(
                points, tuple(int(v) for v in rng.integers(110, 170) + np.array([8, 2, -6]))
            )
        elif closed == "cross":
            x, y = knob(rank, file)
            draw.line([(x - 24, y - 24), (x + 24, y + 24)], ink, 7)
            draw.line([(x - 24, y + 24), (x + 24, y - 24)], ink, 7)
        elif closed == "dashes":  # a hole that was never punched out
            x, y = knob(rank, file)
            for start in range(0, 360, 30):
                draw.arc([x - 17, y - 17, x + 17, y + 17], start, start + 15, (235, 235, 230), 2)
    for x, y in rng.uniform(
        -HALF + 4, HALF - 4, (int(rng.integers(0, 14)), 2)
    ):  # flowers and stones between knobs
        beside = min(abs((v - FIRST + PITCH / 2) % PITCH - PITCH / 2) for v in (x, y))
        if beside > 6:
            disc(
                tuple(_pixel([x, y])),
                rng.uniform(1, 3),
                fill=tuple(int(v) for v in rng.integers(40, 250, 3)),
            )
    rank, file = rng.integers(2, 5, 2)
    (x0, y0), (x1, y1) = _pixel(
        FIRST + PITCH * np.array([[file - 0.3, rank - 0.3], [file + 2.3, rank + 0.3]])
    )
    for part in np.arange(0, 1, 0.06):
        for y in (y0, y1):
            draw.line(
                [(x0 + part * (x1 - x0), y), (x0 + (part + 0.03) * (x1 - x0), y)],
                (245, 245, 240),
                5,
            )
    for part in np.arange(0, 1, 0.25):
        for x in (x0, x1):
            draw.line(
                [(x, y0 + part * (y1 - y0)), (x, y0 + (part + 0.12) * (y1 - y0))],
                (245, 245, 240),
                5,
            )
    disc(tuple(_pixel([HALF - 10, HALF - 10])), 6, fill=ink)
    if rng.random() < 0.5:
        draw.rectangle([0, 0, SIDE - 1, SIDE - 1], outline=ink, width=int(rng.integers(6, 30)))


# What the camera sees


class _Camera:
    """A pinhole on the near side, tilted by up to 40 degrees, that sees the whole plate."""

    def __init__(self, rng: Lot) -> None:
        tilt, side, roll = np.radians(
            [rng.uniform(0, 40), rng.uniform(-18, 18), rng.uniform(-7, 7)]
        )
        away = np.array([np.sin(tilt) * np.sin(side), -np.sin(tilt) * np.cos(side), np.cos(tilt)])
        right = np.cross([0, 0, 1], away) if tilt > 0.02 else np.array([1.0, 0, 0])
        right /= np.linalg.norm(right)
        up = np.cross(away, right)
        right, up = (
            np.cos(roll) * right + np.sin(roll) * up,
            np.cos(roll) * up - np.sin(roll) * right,
        )
        self.turn = np.stack([right, -up, -away])
        self.focus = SIZE[0] * rng.uniform(0.72, 1.0)
        self.bend = rng.uniform(
            -0.003, 0.003
        )  # what is left of the lens's barrel after the phone's own mending
        self.middle = np.array(SIZE) / 2
        self.place = np.zeros(3)
        plate = np.array([(x, y, 0) for x in (-PLATE, PLATE) for y in (-PLATE, PLATE)], float)
        aim = np.array([*rng.uniform(-8, 8, 2), 0.0])
        room = rng.uniform(0.01, 0.12) * SIZE[1]
        for far in np.arange(230, 1500, 5.0):
            self.place = aim + away * far
            points = self.project(plate)
            if points.min() > room and (np.array(SIZE) - points).min() > room:
                break

    def project(self, points: Array) -> Array:
        """Return the pixels of points in space."""
        right, down, ahead = self.turn @ (points - self.place).T
        flat = np.stack([right / ahead, down / ahead], 1) * self.focus
        pixels: Array = self.middle + flat * (
            1 + self.bend * (flat**2).sum(1, keepdims=True) / self.middle[0] ** 2
        )
        return pixels

    def rays(self) -> tuple[Array, Array, Array]:
        """Return for each pixel the way east and north a mm up, and the mm that it spans."""
        down, right = np.mgrid[0 : SIZE[1], 0 : SIZE[0]].astype(np.float32)
        middle = [float(v) for v in self.middle]
        flat = np.stack([right + 0.5 - middle[0], down + 0.5 - middle[1]])
        flat /= (1 + float(self.bend) / middle[0] ** 2 * (flat**2).sum(0)) * float(self.focus)
        way = np.tensordot(
            self.turn.T.astype(np.float32), np.stack([*flat, np.ones_like(right)]), 1
        )
        return way[0] / way[2], way[1] / way[2], -float(self.place[2] / self.focus) / way[2]


def _linear(colour: Array | tuple[int, ...]) -> Array:
    return (np.clip(np.asarray(colour, np.float32), 3, 252) / 255) ** 2.2


def _lay(picture: Array, cover: Array, colour: Array) -> None:
    """Paint this colour over the picture as far as `cover` (0 to 1) hides what is there."""
    picture += cover[:, :, None] * (colour - picture)


def _seen(rng: Lot, camera: _Camera, sheet: Array, knobs: Array) -> Array:
    """Return the light of each pixel: table, plate, sheet, knobs, corner bricks, lamp, hand."""
    east, north, span = camera.rays()

    def at(level: float) -> tuple[Array, Array]:
        x, y, z = (float(v) for v in camera.place)
        return x + (float(level) - z) * east, y + (float(level) - z) * north

    def inside(x: Array, y: Array, half: float) -> Array:
        share: Array = np.clip(0.5 + (half - np.maximum(abs(x), abs(y))) / span, 0, 1)
        return share

    def round_(x: Array, y: Array, pitch: float, first: float, radius: float) -> Array:
        x, y = (v - pitch * np.rint((v - first) / pitch) - first for v in (x, y))
        return np.clip(0.5 + (radius - np.hypot(x, y)) / span, 0, 1)

    top = float(
        rng.uniform(-0.35, 1.3)
    )  # the knob's top over the sheet: a card on the plate, or one that lies on the knobs
    ground = top - 1.7
    plate = _linear(PLATES[rng.integers(len(PLATES))] + rng.normal(0, 6, 3))
    x, y = at(ground - 3)
    wood = _noise(rng, 40, 1024)[(x * 0.6).astype(int) % 1024, (y * 6).astype(int) % 1024] * float(
        rng.uniform(0, 0.12)
    )
    seen = _linear(TABLES[rng.integers(len(TABLES))]) * (1 + wood)[:, :, None]
    table, light = seen, _light(rng, *at(0))
    corners = np.array(
        [(x, y, z) for x in (-PLATE, PLATE) for y in (-PLATE, PLATE) for z in (ground, 10)]
    )
    pixels = camera.project(corners).clip(0, SIZE).astype(int)
    part = tuple(
        slice(low, high)
        for low, high in zip(pixels.min(0)[::-1], pixels.max(0)[::-1] + 1, strict=True)
    )
    seen, east, north, span = table[part], east[part], north[part], span[part]
    x, y = at(ground)
    _lay(seen, inside(x, y, PLATE), plate * 0.8)
    for level in np.linspace(ground, top, 4):
        x, y = at(level)
        studs = round_(x, y, STUD, STUD / 2, 2.4) * inside(x, y, PLATE)
        _lay(seen, studs, plate * (1.0 if level == top else 0.6))
    x, y = at(0)
    slip = rng.uniform(-0.4, 0.4, 2)  # the holes are not quite round the knobs
    edge = inside(x, y, HALF)
    column, row = (np.clip(_pixel(v), 0, SIDE - 1.01) for v in (x, y))
    c, r = column.astype(int), row.astype(int)
    sheet = (sheet[:-1, :-1] + sheet[:-1, 1:] + sheet[1:, :-1] + sheet[1:, 1:]) / 4
    print_ = sheet[r, c]
    holes = knobs != "."
    open_ = holes[tuple(np.clip(np.rint((v - FIRST) / PITCH), 0, 7).astype(int) for v in (y, x))]
    hole, lattice = float(rng.uniform(2.6, 3.2)), (x + float(slip[0]), y + float(slip[1]))
    beyond = (np.maximum(abs(x), abs(y)) > -FIRST + PITCH / 2).astype(np.float32)
    through = round_(*lattice, PITCH, FIRST, hole) * open_ * (1 - beyond)
    rim = round_(*lattice, PITCH, FIRST, hole + 0.25) * open_ * (1 - beyond)
    if rng.random() < 0.5:  # the white of the card at the cut
        _lay(print_, rim * 0.6, _linear((235, 232, 225)))
    lean = [float(v) * max(top, 0) for v in rng.uniform(-1, 1, 2)]
    print_ *= (
        1
        - 0.35
        * (round_(x + lean[0], y + lean[1], PITCH, FIRST, 2.5) * open_ * (1 - beyond))[:, :, None]
    )
    deep = round_(*lattice, PITCH, FIRST, hole) * (1 - round_(x, y, PITCH, FIRST, 2.5))
    seen *= 1 - 0.5 * (edge * deep)[:, :, None]
    _lay(seen, edge * (1 - through), print_)
    shine = [float(v) for v in rng.uniform(-1, 1, 2)]
    for level in np.linspace(0, top, 4) if top > 0 else ():
        x, y = at(level)
        rank, file = (np.clip(np.rint((v - FIRST) / PITCH), 0, 7).astype(int) for v in (y, x))
        shown = holes[rank, file] & (np.maximum(abs(x), abs(y)) < -FIRST + PITCH / 2)
        _lay(
            seen,
            round_(x, y, PITCH, FIRST, 2.4) * shown,
            plate * (1.0 if level == top else rng.uniform(0.55, 0.8)),
        )
        if level == top:
            gleam = round_(x - shine[0], y - shine[1], PITCH, FIRST, 0.9) * shown
            _lay(seen, gleam * float(rng.uniform(0, 0.5)), _linear((250, 250, 250)))
    if rng.random() < 0.4:  # the four corner bricks: one stud each way beside the sheet's corner
        for level in np.linspace(0, 9.6, 12):
            x, y = (abs(v) for v in at(level))
            far, near = np.maximum(x, y), np.minimum(x, y)
            brick = (far > HALF) & (far < HALF + STUD) & (near > HALF - STUD) & (near < HALF + STUD)
            seen[brick] = _linear((35, 130, 60)) * (1.0 if level > 9 else 0.55)
    lit: Array = table * light[:, :, None]
    return lit


def _light(rng: Lot, x: Array, y: Array) -> Array:
    """Return how brightly the lamp lights each place, less in the shadow of a hand."""
    turn, fall = rng.uniform(0, 2 * np.pi), rng.uniform(0, 0.35)
    light = 1 + float(fall) * (x * float(np.cos(turn)) + y * float(np.sin(turn))) / PLATE
    lamp = [float(v) for v in rng.uniform(-200, 200, 2)]
    light = light / (1 + rng.uniform(0, 0.6) * ((x - lamp[0]) ** 2 + (y - lamp[1]) ** 2) / 200**2)
    if rng.random() < 0.45:
        turn = rng.uniform(0, 2 * np.pi)
        cos, sin = float(np.cos(turn)), float(np.sin(turn))
        along, beside = x * cos + y * sin, y * cos - x * sin
        along, beside = along - rng.uniform(-20, 90), beside - rng.uniform(-60, 60)
        palm = 38 - np.hypot(np.minimum(along - 45, 0), beside)
        fingers = [np.minimum(11 - abs(beside - off), along + long) for off, long in FINGERS]
        depth = np.maximum.reduce([palm, *fingers])
        light = light * (
            1 - rng.uniform(0.2, 0.5) / (1 + np.exp(-np.clip(depth / rng.uniform(1.5, 8), -30, 30)))
        )
    bright: Array = np.clip(light, 0.05, None)
    return bright


def _photographed(rng: Lot, light: Array) -> Image.Image:
    """Return the picture of a phone: white balance, exposure, blur, noise, tone, JPEG."""
    warm = rng.uniform(-0.22, 0.22)
    light = light * np.array([1 + warm, 1 + rng.uniform(-0.05, 0.05), 1 - warm], np.float32)
    light = light * float(rng.uniform(0.55, 0.95) / np.percentile(light[::4, ::4], 97))
    light = light + rng.uniform(0, 0.02)
    grain = rng.standard_normal(light.shape, np.float32) * rng.uniform(0.005, 0.03)
    values = np.clip(light + grain * np.sqrt(light), 0, 1) ** (1 / 2.2)
    bow = rng.uniform(0, 0.5)
    values = values * (1 - bow) + bow * (3 * values**2 - 2 * values**3)
    picture = _blurred(Image.fromarray(_bytes(values * 255)), rng.uniform(0.4, 1.6))
    if rng.random() < 0.25:  # a hand that was not still
        shift = rng.integers(-3, 4, 2)
        picture = Image.blend(
            picture, ImageChops.offset(picture, int(shift[0]), int(shift[1])), 0.5
        )
    kept = BytesIO()
    picture.save(kept, "JPEG", quality=int(rng.integers(60, 93)))
    return Image.open(kept).convert("RGB")
