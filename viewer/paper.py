"""PDF files of pages: pictures that fill an A4 sheet across, and drawings at their true size."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import TypeAlias
from xml.etree import ElementTree

from fpdf import FPDF
from fpdf.fonts import TTFFont
from fpdf.svg import SVGObject
from PIL import Image

from palace.core.errors import InputError, Problem
from palace.core.svg import FONT, MONO

from .pieces.lettering import font_file, list_letters

Page: TypeAlias = Image.Image | str
"""A picture, or the text of an SVG drawing whose width and height are in mm."""

_DATE = datetime(2000, 1, 1, tzinfo=UTC)
"""Of every file, so that the same pages make the same file."""

_COLOURS = 256
_TEXT = "{http://www.w3.org/2000/svg}text"
_UNDRAWN = re.compile(r"<(title|desc|style)>.*?</\1>", re.DOTALL)


def write_pdf(pages: Iterable[Page], title: str) -> bytes:
    """Return a PDF file of pages; a picture is kept in at most 256 colours, a drawing as lines and
    text.

    Raises `InputError` if a drawing has a letter that the typeface lacks.
    """
    pdf = FPDF(unit="mm", format="A4")
    pdf.set_title(title)
    pdf.set_creation_date(_DATE)
    pdf.set_auto_page_break(auto=False)
    try:
        for page in pages:
            if isinstance(page, str):
                if not pdf.fonts:
                    _add_fonts(pdf)
                _add_drawing(pdf, page)
            else:
                pdf.add_page(orientation="landscape")
                few = page.quantize(_COLOURS, dither=Image.Dither.NONE)
                pdf.image(few, 0, 0, pdf.w, pdf.h)
        return bytes(pdf.output())
    finally:
        for font in pdf.fonts.values():  # what no text is in stays open
            if isinstance(font, TTFFont):
                font.close()


def _add_fonts(pdf: FPDF) -> None:
    """Add the typeface of all text under the lists of names that drawings ask for."""
    for family, mono in ((FONT, False), (MONO, True)):
        names = ",".join(name.strip(" '") for name in family.split(","))
        for style, bold in (("", False), ("B", True)):
            pdf.add_font(names, style, font_file(bold=bold, mono=mono))


def _check_letters(page: str) -> None:
    for text in ElementTree.fromstring(page).iter(_TEXT):
        bold, mono = text.get("font-weight") == "bold", text.get("font-family") == MONO
        known = list_letters(bold=bold, mono=mono)
        missing = next((letter for letter in text.text or "" if letter not in known), None)
        if missing is not None:
            what = f"there is no {missing!r} in the typeface of PDF files"
            raise InputError(Problem("sheet", what, "write it as SVG"))


def _add_drawing(pdf: FPDF, page: str) -> None:
    _check_letters(page)
    drawing = SVGObject(_UNDRAWN.sub("", page))
    assert drawing.width is not None
    assert drawing.height is not None
    pdf.add_page(format=(drawing.width / pdf.k, drawing.height / pdf.k))
    drawing.draw_to_page(pdf, 0, 0)
