"""Shapes of pictures, outlined in ink, and animals as small signs for plans."""

from __future__ import annotations

from palace.core import colours
from palace.core.svg import number, tag

_EYE = "#111111"


def box(
    x: float, y: float, wide: float, deep: float, fill: str, thick: float | None = None,
    rx: float | None = None, **more: object,
) -> str:  # fmt: skip
    """Return a rectangle from its upper left corner; it has an outline if that is `thick`."""
    ink = colours.INK if thick else None
    return tag("rect", x=x, y=y, width=wide, height=deep, rx=rx, fill=fill, stroke=ink,
               stroke_width=thick, **more)  # fmt: skip


def disc(x: float, y: float, radius: float, fill: str, thick: float | None = None) -> str:
    """Return a circle around a point; it has an outline if that is `thick`."""
    ink = colours.INK if thick else None
    return tag("circle", cx=x, cy=y, r=radius, fill=fill, stroke=ink, stroke_width=thick)


def animal_sign(kind: str, x: float, y: float, radius: float) -> str:
    """Return a monkey's, frog's or butterfly's sign of about `radius` around a point, as SVG."""
    draw = {"monkey": _monkey, "frog": _frog, "butterfly": _butterfly}[kind]
    place = f"translate({number(x)} {number(y)}) scale({number(radius / 10)})"
    halo = disc(0, 0, 11, colours.PAPER, 1.2)
    return tag("g", halo + draw(colours.ANIMALS[kind]), transform=place)


def _monkey(fur: str) -> str:
    face = "#f2d2ac"
    return "".join(
        (
            disc(-7.4, -0.5, 2.8, fur), disc(7.4, -0.5, 2.8, fur),
            disc(-7.4, -0.5, 1.4, face), disc(7.4, -0.5, 1.4, face),
            disc(0, 0, 7, fur),
            disc(-2.5, -1.2, 3.1, face), disc(2.5, -1.2, 3.1, face),
            tag("ellipse", cx=0, cy=3, rx=4.6, ry=3.4, fill=face),
            disc(-2.3, -1.2, 1.1, _EYE), disc(2.3, -1.2, 1.1, _EYE),
            tag("path", d="M-2.2,3.6Q0,5.4 2.2,3.6", fill="none", stroke=_EYE, stroke_width=0.9),
        )
    )  # fmt: skip


def _frog(skin: str) -> str:
    white = colours.PAPER
    return "".join(
        (
            tag("ellipse", cx=0, cy=2, rx=8.6, ry=6, fill=skin),
            disc(-4.6, -4, 3.3, skin), disc(4.6, -4, 3.3, skin),
            disc(-4.6, -4.2, 2, white), disc(4.6, -4.2, 2, white),
            disc(-4.6, -4.2, 1.1, _EYE), disc(4.6, -4.2, 1.1, _EYE),
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
