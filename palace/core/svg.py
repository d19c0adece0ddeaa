"""The few words of SVG that pictures are written in."""

from __future__ import annotations

from collections.abc import Iterable

from palace.core.terminal import harmless

FONT = "Helvetica, Arial, 'DejaVu Sans', sans-serif"
MONO = "'DejaVu Sans Mono', Menlo, Consolas, monospace"
"""For notation: its `l` is no `1`."""
NAMESPACE = "http://www.w3.org/2000/svg"
GLYPH = 0.6
"""Width of a letter over its font size, generous: what text is given room for."""

Point = tuple[float, float]


_ESCAPED = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
_QUOTED = {**_ESCAPED, ord("\n"): "&#10;", ord("\r"): "&#13;", ord("\t"): "&#9;"}


def escape(text: str) -> str:
    """Return text as it stands in an element; `html` would load the names of all characters, and
    `xml.sax.saxutils` what speaks HTTP."""
    return text.translate(_ESCAPED)


def number(value: float, decimals: int = 2) -> str:
    """Return a number with so many decimals at most, never `-0`."""
    text = f"{value:.{decimals}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def tag(name: str, content: str = "", /, **attributes: object) -> str:
    """Return an element; in the name of an attribute `_` is written as `-`; None is left out."""
    written = "".join(
        f" {key.strip('_').replace('_', '-')}={_quoted(_value(value))}"
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{written}>{content}</{name}>" if content else f"<{name}{written}/>"


def _quoted(text: str) -> str:
    """Return the value of an attribute in its quotes, as `xml.sax.saxutils.quoteattr` does."""
    text = text.translate(_QUOTED)
    if '"' not in text:
        return f'"{text}"'
    return f"'{text}'" if "'" not in text else f'"{text.replace(chr(34), "&quot;")}"'


def _value(value: object) -> str:
    return number(value) if isinstance(value, (int, float)) else harmless(str(value))


def _escaped(text: str) -> str:
    return escape(harmless(text))


def words(
    text: str,
    x: float,
    y: float,
    size: float,
    fill: str,
    anchor: str = "middle",
    weight: str = "bold",
    family: str | None = None,
) -> str:
    """Return a line of text with its middle at height `y`, in every renderer."""
    return tag(
        "text", _escaped(text), x=x, y=y + 0.36 * size, font_size=size, fill=fill,
        text_anchor=anchor, font_weight=weight, font_family=family,
    )  # fmt: skip


def width(text: str, size: float) -> float:
    """Return the room to give a text."""
    return GLYPH * size * len(text)


def pill(text: str, x: float, y: float, size: float, fill: str, ink: str) -> str:
    """Return a line of text in a box with round corners."""
    wide = max(width("x" + text, size) - 0.1 * size, 1.25 * size)
    deep = 1.3 * size
    return tag(
        "rect", x=x - wide / 2, y=y - deep / 2, width=wide, height=deep, rx=0.4 * size,
        fill=fill, stroke=ink, stroke_width=0.8,
    ) + words(text, x, y - 0.1 * size, size, ink, family=MONO)  # fmt: skip


def path(points: Iterable[Point], decimals: int = 2) -> str:
    """Straight lines from point to point, for `d`."""
    return "M" + "L".join(f"{number(x, decimals)},{number(y, decimals)}" for x, y in points)


def document(
    wide: float, deep: float, size: float, title: str, about: str, parts: Iterable[str]
) -> str:
    """Return a whole picture, `size` pixels wide, with a title and a description for screen
    readers.
    """
    return tag(
        "svg",
        "\n".join([tag("title", _escaped(title)), tag("desc", _escaped(about)), *parts, ""]),
        xmlns=NAMESPACE, width=size, height=size * deep / wide,
        viewBox=f"0 0 {number(wide)} {number(deep)}", role="img", font_family=FONT,
    )  # fmt: skip
