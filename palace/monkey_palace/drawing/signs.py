"""Animals as small signs for plans."""

from __future__ import annotations

from palace.core import colours
from palace.core.svg import number, tag

_EYE = "#111111"


def animal_sign(kind: str, x: float, y: float, radius: float) -> str:
    """Return a monkey's, frog's or butterfly's sign of about `radius` around a point, as SVG."""
    draw = {"monkey": _monkey, "frog": _frog, "butterfly": _butterfly}[kind]
    place = f"translate({number(x)} {number(y)}) scale({number(radius / 10)})"
    halo = tag("circle", cx=0, cy=0, r=11, fill=colours.PAPER, stroke=colours.INK, stroke_width=1.2)
    return tag("g", halo + draw(colours.ANIMALS[kind]), transform=place)


def _dot(x: float, y: float, radius: float, fill: str) -> str:
    return tag("circle", cx=x, cy=y, r=radius, fill=fill)


def _monkey(fur: str) -> str:
    face = "#f2d2ac"
    return "".join(
        (
            _dot(-7.4, -0.5, 2.8, fur), _dot(7.4, -0.5, 2.8, fur),
            _dot(-7.4, -0.5, 1.4, face), _dot(7.4, -0.5, 1.4, face),
            _dot(0, 0, 7, fur),
            _dot(-2.5, -1.2, 3.1, face), _dot(2.5, -1.2, 3.1, face),
            tag("ellipse", cx=0, cy=3, rx=4.6, ry=3.4, fill=face),
            _dot(-2.3, -1.2, 1.1, _EYE), _dot(2.3, -1.2, 1.1, _EYE),
            tag("path", d="M-2.2,3.6Q0,5.4 2.2,3.6", fill="none", stroke=_EYE, stroke_width=0.9),
        )
    )  # fmt: skip


def _frog(skin: str) -> str:
    white = colours.PAPER
    return "".join(
        (
            tag("ellipse", cx=0, cy=2, rx=8.6, ry=6, fill=skin),
            _dot(-4.6, -4, 3.3, skin), _dot(4.6, -4, 3.3, skin),
            _dot(-4.6, -4.2, 2, white), _dot(4.6, -4.2, 2, white),
            _dot(-4.6, -4.2, 1.1, _EYE), _dot(4.6, -4.2, 1.1, _EYE),
            tag("path", d="M-5.4,2.6Q0,7 5.4,2.6", fill="none", stroke=_EYE, stroke_width=1.1),
        )
    )  # fmt: skip


def _butterfly(wing: str) -> str:
    wings = "".join(
        tag("ellipse", cx=side * 4.4, cy=y, rx=4.6, ry=ry, fill=wing,
            transform=f"rotate({side * turn} {number(side * 4.4)} {y})")
        for side in (-1, 1)
        for y, ry, turn in ((-2.6, 3.8, 30), (3.9, 3, -35))
    )  # fmt: skip
    feelers = tag("path", d="M0,-4L-2.6,-8.4M0,-4L2.6,-8.4", stroke=_EYE, stroke_width=0.9)
    return wings + feelers + tag("ellipse", cx=0, cy=0.5, rx=1.2, ry=6, fill=_EYE)
