"""Building steps as pages: the picture after a step, what is new in it, and the parts for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from functools import cache, cached_property
from typing import NamedTuple, cast

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont

from palace.contract.rules import Log
from palace.core import colours
from palace.core.errors import InputError, Problem
from palace.core.terminal import one_line
from palace.monkey_palace.game.rules import reports
from palace.monkey_palace.kernel.build import Build
from palace.monkey_palace.kernel.elements import Element, noun
from palace.monkey_palace.kernel.ground import GroundMap, load_map
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.ldraw.part_list import Part, count_parts, list_parts

from ..moments import Pace, Reel, cut_film, cut_pieces, write_caption
from ..pieces import lettering as typeface
from ..pieces.parts import Group
from ..scene import Drawable, Instance, Scene
from .opengl import need
from .raster import Stage, read_numbers, set_stage, write_png

GROUND = "#f3f1ec"
_WIDE, _SHARE = 0.9, 0.3
"""The aspect of a page from which on the text is beside the picture, and its share of the width."""

_COLOURLESS = ("arch", "brick", "column")
"""Kinds of which the box has several colours."""

_LONGEST = 20
"""Characters that are shown of a colour's name."""

_SMALLEST = 6
"""Pixels that a row of parts takes at least."""

_FADED = 0.5
"""Share of white in the pieces of earlier steps."""


class Heading(NamedTuple):
    """The text of a page: the number of its step, a title, a line below it, what is new.

    `sound` is False for a turn that is not legal.
    """

    number: int
    title: str
    line: str
    parts: tuple[Part, ...]
    sound: bool = True


class Steps:
    """The building steps of a game, a palace or a build, as pictures of one size.

    By turn (games only) or by element; step 0 is the set-up of a game, or the bare table.  Raises
    `InputError` if OpenGL is missing, or if there are no steps of this kind.
    """

    def __init__(
        self,
        shown: Drawable,
        *,
        by: Pace = "turn",
        size: tuple[int, int] = (1200, 900),
        view: str = "free",
        told: Callable[[float], object] = lambda share: None,
    ) -> None:
        need()
        self.shown, self.by, self.size, self.view, self.told = shown, by, size, view, told
        self.reel = _cut(shown, by)
        self.headings = tuple(map(self._heading, range(len(self.reel.steps))))
        wide = size[0] > _WIDE * size[1]
        self.unit = min(size[0] / 34, size[1] / 25) if wide else size[0] / 24
        self._stages: tuple[Stage, Stage] | None = None

    def __len__(self) -> int:
        return len(self.reel.steps)

    def __iter__(self) -> Iterator[bytes]:
        """Yield every step as a PNG file."""
        with closing(self):
            for index, page in enumerate(self.pages()):
                self.told(index / len(self))
                yield write_png(np.asarray(page))

    def pages(self) -> Iterator[Image.Image]:
        """Yield every step as a picture."""
        return map(self.page, range(len(self)))

    @property
    def ground(self) -> GroundMap:
        """The map."""
        return self.reel.scene.ground

    @property
    def end(self) -> Palace | Build:
        """What is there after the last step."""
        return self.shown.state.palace if isinstance(self.shown, Log) else cast(Build, self.shown)

    def close(self) -> None:
        """Free the stages."""
        for stage in self._stages or ():
            stage.close()
        self._stages = None

    def _heading(self, index: int) -> Heading:
        """Return the text of a step."""
        step = self.reel.steps[index]
        caption = step.caption
        every = self.reel.scene.instances
        fresh = [every[number].element for number in step.fresh]
        parts = count_parts(fresh)
        if not index:
            table = (every[number].element for number in step.numbers)
            parts = list_parts(Build(self.ground, tuple(table)))
        title, line = caption.title, ", ".join(caption.lines)
        if isinstance(self.shown, Log) and step.turn:
            report = reports(self.shown)[step.turn - 1]
            does = "passes" if report.staircase is None else f"builds {report.staircase}"
            title = f"Turn {step.turn}: {report.player} {does}"
            line = ", ".join(write_caption(self.shown, step.turn).lines[1:])
        if self.by == "element" and fresh:
            line = where(fresh[0], self.ground)
        return Heading(index, title, line, parts, caption.verdict != "illegal")

    @cached_property
    def _panel(self) -> _Panel:
        return _Panel(self.size, self.unit, self.headings)

    def page(self, index: int) -> Image.Image:
        """Return one step: its heading and its parts, beside the picture or above it."""
        left, top = self._panel.room
        whole = Image.new("RGB", self.size, colours.PAPER)
        whole.paste(self._panel.draw(self.headings[index], len(self)), (0, 0))
        whole.paste(self.picture(index, (self.size[0] - left, self.size[1] - top)), (left, top))
        return whole

    def picture(self, index: int, size: tuple[int, int]) -> Image.Image:
        """Return the picture after a step; what is new has an outline, what was there is pale."""
        if self._stages is None:
            self._stages = (
                Stage(self.reel.scene, size, self.view, quick=True),
                Stage(self.reel.scene, size, self.view, plain=True),
            )
        step = self.reel.steps[index]
        painted, plain = self._stages
        painted.show(step.numbers)
        picture = painted.picture()
        if not len(step.fresh):
            return picture
        plain.show(step.numbers)
        numbers = read_numbers(np.asarray(plain.picture()))
        return _mark(picture, np.isin(numbers, step.fresh), self._older(numbers), self.unit)

    def _older(self, numbers: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Return where a picture shows pieces that are not part of the table, new or not."""
        instances = self.reel.scene.instances
        built = [one.number for one in instances if one.element.kind != "corner"]
        return np.isin(numbers, built)


def _cut(shown: Drawable, by: Pace) -> Reel:
    """Return the steps; raises `InputError` if there are none."""
    if isinstance(shown, Log):
        return cut_film(shown, by)
    if not isinstance(shown, Palace | Build):
        what, remedy = "there are no building steps of it", "write a picture"
        raise InputError(Problem("render", what, remedy))
    if by == "turn":
        what, remedy = "there are no turns to draw", "give --by element"
        raise InputError(Problem("--by", what, remedy))
    return cut_pieces(shown)


def where(element: Element, ground: GroundMap) -> str:
    """Return what an element is and where, as in `arch from c4 to d4, level 2`."""
    knobs = [ground.knob_at(x, y) for x, y in element.feet or element.studs[:1]]
    if None in knobs:
        return str(element)
    names = " to ".join(map(str, knobs))
    way = "from" if len(knobs) > 1 else "on"
    return f"{noun(element.kind)} {way} {names}, level {element.level}"


def _mark(
    picture: Image.Image, new: NDArray[np.bool_], built: NDArray[np.bool_], unit: float
) -> Image.Image:
    """Return a picture with the new pieces outlined and the others pale.

    `new` and `built` (height, width) are the pixels of the new pieces, and of all pieces.
    """
    fresh = _as_mask(new)
    faded = _as_mask(built & ~new).point([round(share * _FADED) for share in range(256)])
    marked = picture.copy()
    marked.paste(colours.PAPER, mask=faded)
    line = unit / 20
    for colour, wide in ((colours.PAPER, 2.2 * line), (colours.PATH, 1.5 * line)):
        ring = ImageChops.subtract(_grow(fresh, wide), fresh)
        marked.paste(colour, mask=ring)
    return marked


def _as_mask(pixels: NDArray[np.bool_]) -> Image.Image:
    return Image.fromarray(pixels.astype(np.uint8) * 255)


def _grow(mask: Image.Image, wide: float) -> Image.Image:
    """Return a mask that reaches further by so many pixels, with soft edges."""
    # A blur of deviation s is 5 % of its height at a distance of 1.64 s from a straight edge.
    blurred = mask.filter(ImageFilter.GaussianBlur(wide / 1.64))
    return blurred.point([max(0, min(255, (share - 8) * 25)) for share in range(256)])


class _Panel:
    """The heading and the parts of a step: beside the picture of a wide page, above a tall one."""

    def __init__(self, size: tuple[int, int], unit: float, headings: Sequence[Heading]) -> None:
        self.unit, self.margin = unit, round(unit * 0.7)
        self.title, self.text = typeface.font(unit, bold=True), typeface.font(unit * 0.88)
        self.row = round(unit * 1.3)
        self.box = round(unit * 3)
        beside = size[0] > _WIDE * size[1]
        self.width = round(size[0] * _SHARE) if beside else size[0]
        self.height = size[1]
        if not beside:
            needed = max(self._flow(None, heading) for heading in headings)
            self.height = min(needed, size[1] // 2)
        self.room = (self.width, 0) if beside else (0, self.height)

    def draw(self, heading: Heading, count: int) -> Image.Image:
        """Return the panel of one of `count` steps."""
        panel = Image.new("RGB", (self.width, self.height), GROUND)
        draw = ImageDraw.Draw(panel)
        box = colours.PATH if heading.sound else colours.FAULT
        draw.rectangle((0, 0, self.width, self.box - 1), box)
        number = f"{heading.number}" if heading.sound else f"! {heading.number}"
        big, middle = typeface.font(self.unit * 2, bold=True), self.box / 2
        draw.text((self.margin, middle), number, colours.PAPER, big, "lm")
        last = self.width - self.margin, middle
        draw.text(last, f"of {count - 1}", colours.PAPER, self.text, "rm")
        self._flow(panel, heading)
        return panel

    def _flow(self, panel: Image.Image | None, heading: Heading) -> int:
        """Draw the text and the parts from top to bottom; return the height they take."""
        draw = ImageDraw.Draw(panel or Image.new("RGB", (1, 1)))
        top = self.box + self.margin
        for text, font, most in ((heading.title, self.title, 5), (heading.line, self.text, 5)):
            for row in self._rows(text, font, most):
                draw.text((self.margin, top), row, colours.INK, font)
                top += self.row
            top += self.margin // 2
        entries = self._entries(heading.parts)
        line = round(self.unit * 2.3)
        if panel is not None and entries:
            room = (self.height - self.margin // 2 - top) // len(entries)
            line = max(_SMALLEST, min(line, room))
        for each in entries:
            left = self.margin
            for part, rows, wide in each:
                shown = icon(part.kind, min(line, round(self.unit * 1.8)), named_colour(part))
                beside = left + self.icons / 2, top + line / 2
                if panel is not None:
                    place = round(beside[0] - shown.width / 2), round(beside[1] - shown.height / 2)
                    panel.paste(shown, place)
                step = min(self.row * 0.8, line / 2)
                for number, row in enumerate(rows):
                    middle = beside[1] + (number - (len(rows) - 1) / 2) * step
                    draw.text((left + self.icons, middle), row, colours.INK, self.text, "lm")
                left += wide
            top += line
        return top + self.margin

    def _entries(self, parts: Iterable[Part]) -> list[list[tuple[Part, list[str], int]]]:
        """Return the rows of parts, each part with its text and the width it takes."""
        found: list[list[tuple[Part, list[str], int]]] = []
        left = self.width
        for part in parts:
            room = self.width - 2 * self.margin - self.icons
            rows = [*typeface.wrap(in_words(part), room, self.text.getlength)]
            wide = round(self.icons + max(map(self.text.getlength, rows)) + self.unit)
            if left + wide - self.unit > self.width - self.margin:
                found.append([])
                left = self.margin
            found[-1].append((part, rows, wide))
            left += wide
        return found

    @property
    def icons(self) -> int:
        """Width of the column of pictures."""
        return round(self.unit * 2.7)

    def _rows(self, text: str, font: ImageFont.FreeTypeFont, most: int) -> list[str]:
        """Return the rows of a text; the last one is cut where there are too many."""
        room = self.width - 2 * self.margin
        rows = [*typeface.wrap(text, room, font.getlength)]
        if len(rows) > most:
            rest = "".join(rows[most - 1 :])
            rows[most - 1 :] = [typeface.shorten(rest, room, font.getlength)]
        return rows


def in_words(part: Part) -> str:
    """Return how many pieces of which colour and kind, as in `2 red bricks`."""
    colour = f"{named_colour(part)} " if named_colour(part) else ""
    return f"{part.count} {colour}{noun(part.kind, part.count)}"


def named_colour(part: Part) -> str:
    """Return the colour that a build names for a kind which has none of its own."""
    return one_line(part.colour)[:_LONGEST] if part.kind in _COLOURLESS else ""


class _Loose(Scene):
    """Pieces without a table."""

    @cached_property
    def table(self) -> tuple[Group, ...]:
        """Nothing."""
        return ()


@cache
def icon(kind: str, height: int, colour: str = "") -> Image.Image:
    """Return a small picture of a kind of part, all on one scale; a column is the highest.

    Without a colour that pictures know, arches, bricks and columns have the first of theirs.
    """
    if kind == "baseplate":
        wide = round(height * 1.3)
        shown = Image.new("RGB", (4 * wide, 4 * height), GROUND)
        rhomb = [(0, 2 * height), (2 * wide, 3.2 * height), (4 * wide, 2 * height)]
        rhomb.append((2 * wide, 0.8 * height))
        ImageDraw.Draw(shown).polygon(rhomb, colours.PLATE, colours.INK, height // 8)
        return shown.reduce(4)
    board = load_map("map-1")
    piece = _Loose.of(board, [Instance(0, Element(kind, 0, 0, colour=colour))])
    column = _Loose.of(board, [Instance(0, Element("column", 0, 0))])
    low, high = column.corners().min(axis=0), column.corners().max(axis=0)
    reach = (high - low) / 2
    ends = piece.corners()
    middle = (ends.min(axis=0) + ends.max(axis=0)) / 2
    # A frame far wider than the column, of its height.
    frame = np.array([middle - reach, middle + reach])
    plotter = set_stage(piece, (3 * height, height), "free", corners=frame)
    shown = Image.fromarray(plotter.screenshot())
    plotter.close()
    inked = ImageChops.difference(shown, Image.new("RGB", shown.size, colours.PAPER)).getbbox()
    left, _, right, _ = inked or (0, 0, *shown.size)
    ground = Image.new("RGB", shown.size, GROUND)
    return ImageChops.multiply(shown, ground).crop((left, 0, right, height))
