"""Building steps as a PDF file: a title page with all parts, then a page for each step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing

from PIL import Image, ImageDraw

from palace.contract.rules import Log
from palace.core import colours
from palace.monkey_palace.ldraw.part_list import list_parts, total

from ..moments import Pace
from ..paper import write_pdf
from ..pieces import lettering as typeface
from ..scene import Drawable
from .raster import Stage
from .steps import GROUND, Steps, icon, in_words, named_colour

A4 = 2338, 1654
"""An A4 sheet across in pixels, 200 to the inch."""

_SMALLEST = 12
"""Pixels that a row of parts takes at least; what does not fit then is left to palace parts."""


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
    if not isinstance(steps.shown, Log):
        return f"{count} pieces from the bottom up, on {title}"
    turns = len(steps.shown.commits)
    players = ", ".join(steps.shown.states[0].names)
    return f"{players}: {turns} {'turn' if turns == 1 else 'turns'} on {title}"
