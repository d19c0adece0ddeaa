"""The typeface of all that is written: the DejaVu that comes with matplotlib.

The fonts of the system are never asked for: text is then the same to the pixel on every machine.
"""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path

from matplotlib import get_data_path
from matplotlib.font_manager import FontProperties
from PIL import ImageFont


def font_file(*, bold: bool = False, mono: bool = False) -> Path:
    """The TrueType file of a weight; `mono` is the one whose l is no 1."""
    name = f"DejaVuSans{'Mono' if mono else ''}{'-Bold' if bold else ''}.ttf"
    return Path(get_data_path(), "fonts", "ttf", name)


@lru_cache(maxsize=64)
def font(size: float, bold: bool = False) -> ImageFont.FreeTypeFont:
    """The font for Pillow, at a size in pixels."""
    # Pillow's other layout needs FriBiDi of the system, and sets letters at other distances.
    basic = ImageFont.Layout.BASIC
    return ImageFont.truetype(font_file(bold=bold), size, layout_engine=basic)


@cache
def outlines(mono: bool = False) -> FontProperties:
    """The bold font for matplotlib, which gives letters as curves."""
    return FontProperties(fname=font_file(bold=True, mono=mono))
