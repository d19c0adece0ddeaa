"""The three animals as small figures that face the eye."""

from __future__ import annotations

from palace.core import colours
from palace.core.colours import mixed
from palace.core.svg import number, tag

from .canvas import STUD, Canvas, Place, project

_INK = colours.INK
_FACE = "#f2d2ac"


def figure(canvas: Canvas, kind: str, at: Place) -> None:
    """A monkey, frog or butterfly that stands on the middle of a stud."""
    x, y = project(*at)
    draw, wide, high = {
        "monkey": (_monkey, 13, 35), "frog": (_frog, 13, 20), "butterfly": (_butterfly, 17, 30),
    }[kind]  # fmt: skip
    scale = STUD / 20
    canvas.reach([(x - wide * scale, y - high * scale), (x + wide * scale, y + 3 * scale)])
    fill = colours.ANIMALS[kind]
    canvas.parts.append(
        tag(
            "g", draw(fill, mixed(fill, "#000000", 0.3)), stroke=_INK,
            transform=f"translate({number(x)} {number(y)}) scale({number(scale)})",
        )
    )  # fmt: skip


def _oval(x: float, y: float, rx: float, ry: float, fill: str, **more: object) -> str:
    return tag("ellipse", cx=x, cy=y, rx=rx, ry=ry, fill=fill, **more)


def _line(d: str, stroke: str, wide: float) -> str:
    return tag("path", d=d, fill="none", stroke=stroke, stroke_width=wide)


def _eyes(apart: float, y: float, radius: float) -> str:
    return "".join(_oval(side * apart, y, radius, radius, _INK, stroke="none") for side in (-1, 1))


def _monkey(fur: str, dark: str) -> str:
    tail = "M6,-3C15,-2 15,-14 10,-13"
    arms = "M-5,-15Q-10,-11 -6,-6M5,-15Q10,-11 6,-6"
    return "".join(
        (
            _line(tail, _INK, 4.2), _line(tail, fur, 2.4),
            _oval(-4, -1, 4, 2.4, dark), _oval(4, -1, 4, 2.4, dark),
            _oval(0, -8.5, 6.6, 8, fur), _oval(0, -7.5, 3.8, 5.2, _FACE, stroke="none"),
            _line(arms, _INK, 4.2), _line(arms, fur, 2.4),
            _oval(-8, -24.5, 3, 3.2, fur), _oval(8, -24.5, 3, 3.2, fur),
            _oval(-8, -24.5, 1.5, 1.7, _FACE, stroke="none"),
            _oval(8, -24.5, 1.5, 1.7, _FACE, stroke="none"),
            _oval(0, -24, 7.6, 7.4, fur),
            _oval(-2.8, -25.4, 3.3, 3.4, _FACE, stroke="none"),
            _oval(2.8, -25.4, 3.3, 3.4, _FACE, stroke="none"),
            _oval(0, -21, 5, 3.7, _FACE, stroke="none"),
            _eyes(2.5, -25.2, 1.2),
            _line("M-2.4,-20.4Q0,-18.4 2.4,-20.4", _INK, 1),
        )
    )  # fmt: skip


def _frog(skin: str, dark: str) -> str:
    white = colours.PAPER
    return "".join(
        (
            _oval(-8.5, -2.6, 4, 3.6, dark), _oval(8.5, -2.6, 4, 3.6, dark),
            _oval(0, -6, 10, 6.6, skin),
            _oval(-5, -12.6, 3.9, 3.9, skin), _oval(5, -12.6, 3.9, 3.9, skin),
            _oval(-5, -12.9, 2.4, 2.4, white, stroke="none"),
            _oval(5, -12.9, 2.4, 2.4, white, stroke="none"),
            _eyes(5, -12.7, 1.4),
            _line("M-6,-6Q0,-1.6 6,-6", _INK, 1.2),
            _oval(-4.5, -0.3, 3, 1.5, skin), _oval(4.5, -0.3, 3, 1.5, skin),
        )
    )  # fmt: skip


def _butterfly(wing: str, dark: str) -> str:
    wings = "".join(
        tag(
            "path", d=f"M0,-12C{side * 4},-30 {side * 19},-28 {side * 15},-17"
            f"C{side * 13},-12 {side * 4},-12 0,-12Z", fill=wing,
        )
        + tag(
            "path", d=f"M0,-11C{side * 4},-13 {side * 14},-12 {side * 12},-5"
            f"C{side * 9},2 {side * 2},-4 0,-9Z", fill=dark,
        )
        + _oval(side * 10, -20.5, 2.4, 2.6, colours.PAPER, stroke="none")
        for side in (-1, 1)
    )  # fmt: skip
    feelers = _line("M0,-18L-4,-26M0,-18L4,-26", _INK, 1)
    return wings + feelers + _oval(0, -10, 1.8, 9, _INK)
