"""Building steps as a PDF file: a title page with all parts, then a page for each step."""

from __future__ import annotations

import io
import struct
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing

from PIL import Image, ImageDraw

from palace.core import colours
from palace.monkey_palace.drawing.parts import list_parts, total
from palace.monkey_palace.game.replay import Replay

from ..moments import Pace
from ..pieces import lettering as typeface
from ..scene import Drawable
from .raster import Stage
from .steps import GROUND, Steps, icon, in_words, named_colour

A4 = 2338, 1654
"""An A4 sheet across in pixels, 200 to the inch."""

_SMALLEST = 12
"""Pixels that a row of parts takes at least; what does not fit then is left to palace parts."""

_POINTS = 841.89, 595.28
"""The same in points, 72 to the inch."""


def pdf(
    shown: Drawable,
    *,
    by: Pace = "turn",
    view: str = "free",
    told: Callable[[float], object] = lambda share: None,
) -> bytes:
    """Return building steps as a PDF file: a title page with all parts, then a page for each step.

    Raises `InputError` as `Steps` does.
    """
    steps = Steps(shown, by=by, size=A4, view=view)

    def told_pages() -> Iterator[Image.Image]:
        yield _title_page(steps)
        for index, page in enumerate(steps.pages()):
            told(index / len(steps))
            yield page

    with closing(steps):
        return write_pdf(told_pages(), "Monkey Palace: building steps")


def _title_page(steps: Steps) -> Image.Image:
    """Return the first page: what is built, the parts for all of it, and the end as a picture."""
    (wide, high), unit = steps.size, steps.unit
    page = Image.new("RGB", steps.size, colours.PAPER)
    draw = ImageDraw.Draw(page)
    margin, head, left = round(unit), round(unit * 4.4), round(wide * 0.58)
    text = typeface.font(unit * 0.88)
    draw.rectangle((0, 0, wide, head - 1), colours.PATH)
    draw.rectangle((left, head, wide, high), GROUND)
    big = typeface.font(unit * 1.9, bold=True)
    draw.text((margin, unit * 0.6), "Monkey Palace", colours.PAPER, big)
    about = typeface.shorten(_about(steps), wide - 2 * margin, text.getlength)
    draw.text((margin, unit * 2.85), about, colours.PAPER, text)
    with closing(Stage(steps.reel.scene, (left, high - head), steps.view, quick=True)) as stage:
        stage.show(steps.reel.steps[-1].numbers)
        page.paste(stage.picture(), (0, head))
    parts = list_parts(steps.end)
    row = max(_SMALLEST, min(unit * 1.6, (high - head - 2 * margin) / (len(parts) + 1)))
    text, small = typeface.font(row * 0.45), typeface.font(row * 0.32)
    beside = left + round(unit * 3.2)
    for number, part in enumerate(parts):
        middle = head + margin + round(row * (number + 0.5))
        shown = icon(part.kind, round(row * 0.9), named_colour(part))
        place = left + round(unit * 1.8) - shown.width // 2, middle - shown.height // 2
        page.paste(shown, place)
        known = not part.colour or part.colour in in_words(part)
        colour = "" if known else f", {part.colour}"
        which = f"part {part.number} ({part.sure}){colour}"
        draw.text((beside, middle), in_words(part), colours.INK, text, "ls")
        draw.text((beside, middle + row * 0.06), which, colours.INK, small, "la")
    end = beside, head + margin + round(row * (len(parts) + 0.5))
    draw.text(
        end, f"{total(parts)} pieces", colours.INK, typeface.font(row * 0.45, bold=True), "lm"
    )
    return page


def _about(steps: Steps) -> str:
    """Return in a line what is built."""
    count = len(steps) - 1
    title = steps.ground.title
    if not isinstance(steps.shown, Replay):
        return f"{count} pieces from the bottom up, on {title}"
    turns = len(steps.shown.turns)
    players = ", ".join(steps.shown.start.names)
    return f"{players}: {turns} {'turn' if turns == 1 else 'turns'} on {title}"


def write_pdf(pages: Iterable[Image.Image], title: str) -> bytes:
    """Return a PDF file of pages, each on an A4 sheet across in at most 256 colours.

    It holds no date, so that the same pages make the same file.
    """
    objects = {1: b"<</Type/Catalog/Pages 2 0 R>>", 3: f"<</Title({title})>>".encode("ascii")}
    kids: list[str] = []
    for page in pages:
        number = 4 + 3 * len(kids)
        kids.append(f"{number} 0 R")
        wide, high = _POINTS
        drawn = f"{wide} 0 0 {high} 0 0 cm /I Do".encode("ascii")
        objects[number] = (
            f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 {wide} {high}]/Contents {number + 1} 0 R"
            f"/Resources<</XObject<</I {number + 2} 0 R>>>>>>"
        ).encode("ascii")
        objects[number + 1] = _stream(b"", drawn)
        objects[number + 2] = _image(page)
    objects[2] = f"<</Type/Pages/Count {len(kids)}/Kids[{' '.join(kids)}]>>".encode("ascii")
    file = io.BytesIO()
    file.write(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    table = [b"0000000000 65535 f \n"]
    for number in sorted(objects):
        table.append(b"%010d 00000 n \n" % file.tell())
        file.write(b"%d 0 obj\n%b\nendobj\n" % (number, objects[number]))
    start = file.tell()
    file.write(b"xref\n0 %d\n%b" % (len(table), b"".join(table)))
    file.write(b"trailer\n<</Size %d/Root 1 0 R/Info 3 0 R>>\n" % len(table))
    file.write(b"startxref\n%d\n%%%%EOF\n" % start)
    return file.getvalue()


def _stream(keys: bytes, content: bytes) -> bytes:
    return b"<<%b/Length %d>>stream\n%b\nendstream" % (keys, len(content), content)


def _image(page: Image.Image) -> bytes:
    """Return a picture as an object of a PDF file: the data of a PNG file are those of PDF, too."""
    stream = io.BytesIO()
    page.quantize(256, dither=Image.Dither.NONE).save(stream, "PNG")
    png, at = stream.getvalue(), 8
    chunks: dict[bytes, bytes] = {}
    while at < len(png):
        length, name = struct.unpack(">I4s", png[at : at + 8])
        chunks[name] = chunks.get(name, b"") + png[at + 8 : at + 8 + length]
        at += length + 12
    palette, bits = chunks[b"PLTE"], chunks[b"IHDR"][8]  # fewer bits for few colours
    keys = (
        f"/Type/XObject/Subtype/Image/Width {page.width}/Height {page.height}"
        f"/BitsPerComponent {bits}"
        f"/ColorSpace[/Indexed/DeviceRGB {len(palette) // 3 - 1}<{palette.hex()}>]"
        f"/Filter/FlateDecode"
        f"/DecodeParms<</Predictor 15/BitsPerComponent {bits}/Columns {page.width}>>"
    )
    return _stream(keys.encode("ascii"), chunks[b"IDAT"])
