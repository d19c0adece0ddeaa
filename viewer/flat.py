"""A flat picture in pixels: what a game draws as SVG."""

from __future__ import annotations

import resvg_py

from .pieces.lettering import font_file

ZOOM = 2.0
"""Pixels for each unit of a drawing."""

FAMILY = "DejaVu Sans"


def flat(svg: str, *, size: tuple[int, int] | None = None) -> bytes:
    """Return an SVG drawing as a PNG file, as large as fits in `size`."""
    wide, high = (None, None) if size is None else size
    picture: bytes = resvg_py.svg_to_bytes(
        svg_string=svg, zoom=ZOOM, width=wide, height=high, skip_system_fonts=True,
        font_files=[str(font_file(bold=bold)) for bold in (False, True)],
        font_family=FAMILY, sans_serif_family=FAMILY,
    )  # fmt: skip
    return picture
