"""A4 pages to print and lay on the table: blocks of rows in columns, as large as they fit.

Lengths are in millimetres from the upper left corner, sizes of writing in points.  The widths of
letters are those of the widest font a page may be shown in, so no line leaves its column.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from palace.core import colours
from palace.core.errors import InputError, Problem
from palace.core.screen import Screen, bold
from palace.core.svg import FONT, MONO, NAMESPACE, escape, number, tag, words
from palace.core.terminal import harmless

WIDE, DEEP = 210.0, 297.0
"""A4, upright."""

MARGIN = 10.0
"""White around what is drawn; printers need about 5 mm."""

POINT = 25.4 / 72
"""Millimetres in a point."""

SMALLEST, LARGEST = 8.5, 11.0
"""Points of writing: the smallest that is good to read at a table, and the largest in use."""

_STEP = 0.25
_LEADING = 1.25
_GAP = 7.0
"""Between columns."""

_LETTERS = (
    (0.32, " ',.IJijl"),
    (0.42, "!()-/:;[\\]frt|"),
    (0.55, '"*?_`csz'),
    (0.64, "$0123456789EFLPSTYabdeghknopquvxy{}"),
    (0.70, "ABCKRVXZ"),
    (0.79, "&DGHNOQU"),
    (0.84, "#+<=>^w~"),
)
"""Widths of letters over the size of the font, of DejaVu Sans, which is wider than Helvetica."""

_WIDTHS = {letter: wide for wide, letters in _LETTERS for letter in letters}
_BOLD = 1.2
_MONO = 0.61


def measured(text: str, size: float, *, strong: bool = False, mono: bool = False) -> float:
    """Return the greatest width of a text in mm in any font of the page; `size` in mm."""
    if mono:
        return _MONO * size * len(text)
    return sum(_WIDTHS.get(letter, 1.0) for letter in text) * size * (_BOLD if strong else 1)


def broken(text: str, size: float, room: float, first: float | None = None) -> list[str]:
    """Return a text in lines at most `room` mm wide, the first one at most `first`.

    A single word that is wider has a line of its own.
    """
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        here = room if len(lines) > 1 or first is None else first
        if measured(longer, size) <= here or (not lines[-1] and here == room):
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def brief(text: str, most: int) -> str:
    """Return the first sentences of a text, as many as fit `most` characters, at least one."""
    first, *others = re.split(r"(?<=[.]) (?=[A-Z])", text)
    for sentence in others:
        if len(first) + len(sentence) >= most:
            break
        first = f"{first} {sentence}"
    return first


@dataclass(frozen=True)
class Row:
    """A text with a label before it: the number of a step, a code, a sign of a notation."""

    text: str
    label: str = ""


@dataclass(frozen=True)
class Figure:
    """A drawing `wide` by `deep` mm, its origin the upper left corner; `text` is for a terminal."""

    wide: float
    deep: float
    parts: tuple[str, ...]
    text: str = ""


@dataclass(frozen=True)
class Block:
    """A heading with rows or a figure below it, the figure first.

    Labels are in a column of their own, or with `run_in` at the head of their text, which then
    goes on below them.  `mono` labels are written in the font of notation.
    """

    title: str
    rows: tuple[Row, ...] = ()
    figure: Figure | None = None
    run_in: bool = False
    mono: bool = False


@dataclass(frozen=True)
class Band:
    """Blocks that fill columns of equal width from left to right; one that is `run_in` may go on in
    the next column."""

    blocks: tuple[Block, ...]
    columns: int = 2


@dataclass(frozen=True)
class Page:
    """One A4 page: bands from top to bottom, and notes at its foot."""

    title: str
    subtitle: str
    bands: tuple[Band, ...]
    notes: tuple[str, ...] = ()

    def svg(self) -> str:
        """Return the page in the largest writing that fits.

        Raises `InputError` if the smallest does not fit.
        """
        points = LARGEST
        while points >= SMALLEST:
            parts = self._laid(points * POINT)
            if parts is not None:
                about = " ".join(block.title for band in self.bands for block in band.blocks)
                return page_svg(f"{self.title}: {self.subtitle}", about, parts)
            points -= _STEP
        what = f"{self.title}, {self.subtitle}: there is more than a page holds"
        raise InputError(Problem("page", what, "name a smaller box or map"))

    def _laid(self, size: float) -> list[str] | None:
        """Return the parts of the page with writing of a size in mm; None if it is too large."""
        parts = [*heading(self.title, self.subtitle)]
        notes = [line for note in self.notes for line in broken(note, _NOTE, WIDE - 2 * MARGIN)]
        foot = DEEP - MARGIN - len(notes) * _NOTE * _LEADING
        top = TOP
        for band in self.bands:
            laid = _flowed(band, size, top, foot)
            if laid is None:
                return None
            parts += laid[0]
            top = laid[1] + _GAP / 2
        for at, line in enumerate(notes):
            y = foot + (at + 0.5) * _NOTE * _LEADING
            parts.append(words(line, MARGIN, y, _NOTE, colours.INK, "start", "normal"))
        return parts

    def text(self, screen: Screen) -> str:
        """Return the page for a terminal."""
        lines = [bold(f"{self.title}: {self.subtitle}")]
        for band in self.bands:
            for block in band.blocks:
                lines += ["", bold(block.title)]
                if block.figure is not None and block.figure.text:
                    lines += [f"  {line}".rstrip() for line in block.figure.text.splitlines()]
                lines += _rows_text(block, screen)
        lines += [line for note in self.notes for line in ("", screen.wrapped(note))]
        return "\n".join(lines)


_NOTE = SMALLEST * POINT
_HEAD = 20 * POINT
TOP = MARGIN + _HEAD + 5
"""Where what is below the heading of a page begins."""


def _rows_text(block: Block, screen: Screen) -> Iterator[str]:
    room = max((len(row.label) for row in block.rows), default=0)
    for row in block.rows:
        lead = f"{row.label:<{room}}  " if room else ""
        yield screen.wrapped(lead + row.text, 2, len(lead))


def heading(title: str, subtitle: str) -> Iterator[str]:
    """Yield the heading of a page and the line below it."""
    y = MARGIN + _HEAD / 2
    yield words(title, MARGIN, y, _HEAD, colours.INK, "start")
    room = WIDE - 2 * MARGIN - measured(title, _HEAD, strong=True) - 4
    small = min(13 * POINT, room / measured(subtitle, 1))
    yield words(subtitle, WIDE - MARGIN, y + 0.6, small, colours.INK, "end", "normal")
    yield rule(TOP - 3.2, MARGIN, WIDE - MARGIN, 0.7)


def rule(y: float, left: float, right: float, thick: float) -> str:
    """Return a line across the page."""
    return tag("path", d=f"M{number(left)},{number(y)}H{number(right)}", stroke=colours.INK,
               stroke_width=thick)  # fmt: skip


def page_svg(title: str, about: str, parts: Iterable[str]) -> str:
    """Return an A4 page as SVG, in mm: printed at 100 % every length is true."""
    style = "@page{size:210mm 297mm;margin:0}"
    paper = tag("rect", x=0, y=0, width=WIDE, height=DEEP, fill=colours.PAPER)
    return tag(
        "svg",
        "\n".join([
            tag("title", escape(harmless(title))), tag("desc", escape(harmless(about))),
            tag("style", style), paper, *parts, "",
        ]),
        xmlns=NAMESPACE, width=f"{number(WIDE)}mm", height=f"{number(DEEP)}mm",
        viewBox=f"0 0 {number(WIDE)} {number(DEEP)}", role="img", font_family=FONT,
    )  # fmt: skip


def placed(parts: Iterable[str], x: float, y: float, scale: float = 1) -> str:
    """Return parts moved to a point of the page, and made larger or smaller."""
    larger = "" if scale == 1 else f" scale({number(scale, 5)})"
    move = f"translate({number(x)} {number(y)}){larger}"
    return tag("g", "\n".join(parts), transform=move)


# Laying blocks in columns.


def laid_column(
    blocks: Iterable[Block], left: float, top: float, wide: float, size: float
) -> tuple[list[str], float]:
    """Return the parts of blocks below each other, writing of `size` mm, and where they end."""
    return _stacked((piece for block in blocks for piece in _pieces(block, size, wide)), left, top)


class _Piece(NamedTuple):
    """What is not divided: a heading with what follows it, a row, a figure."""

    deep: float
    drawn: Callable[[float, float], Iterable[str]] = lambda x, y: ()
    heads: bool = False
    blank: bool = False


def _flowed(band: Band, size: float, top: float, foot: float) -> tuple[list[str], float] | None:
    """Return a band's columns, as even as they can be, and where they end; None if they do not fit
    above `foot`."""
    wide = (WIDE - 2 * MARGIN - (band.columns - 1) * _GAP) / band.columns
    if any(block.figure is not None and block.figure.wide > wide + 0.01 for block in band.blocks):
        return None
    pieces = [piece for block in band.blocks for piece in _pieces(block, size, wide)]
    deep = max((piece.deep for piece in pieces), default=0.0)
    while top + deep <= foot:
        columns = _columns(pieces, deep)
        if len(columns) <= band.columns:
            parts: list[str] = []
            for at, column in enumerate(columns):
                parts += _stacked(column, MARGIN + at * (wide + _GAP), top)[0]
            return parts, top + deep
        deep += 0.5
    return None


def _columns(pieces: Sequence[_Piece], deep: float) -> list[list[_Piece]]:
    """Return pieces in columns at most `deep`.

    A heading is never the last of a column, and none begins with a blank.
    """
    columns: list[list[_Piece]] = [[]]
    filled = 0.0
    for at, piece in enumerate(pieces):
        if piece.blank:
            filled += piece.deep if columns[-1] else 0.0
            columns[-1] += [piece] if columns[-1] else []
            continue
        follows = pieces[at + 1].deep if piece.heads and at + 1 < len(pieces) else 0.0
        if columns[-1] and filled + piece.deep + follows > deep:
            columns.append([])
            filled = 0.0
        columns[-1].append(piece)
        filled += piece.deep
    return columns


def _pieces(block: Block, size: float, wide: float) -> Iterator[_Piece]:
    """Yield the heading of a block, its figure, and its rows; one piece if it is not `run_in`."""
    found = [*_parts_of(block, size, wide)]
    if block.run_in:
        yield from found
    else:
        yield _Piece(sum(piece.deep for piece in found), lambda x, y: _stacked(found, x, y)[0])
    yield _Piece(0.9 * size if block.rows else 0.0, blank=True)


def _stacked(pieces: Iterable[_Piece], x: float, y: float) -> tuple[list[str], float]:
    parts: list[str] = []
    for piece in pieces:
        parts += piece.drawn(x, y)
        y += piece.deep
    return parts, y


def _parts_of(block: Block, size: float, wide: float) -> Iterator[_Piece]:
    if block.title:
        yield _heading_piece(block.title, size, wide)
    if (figure := block.figure) is not None:
        indent = (wide - figure.wide) / 2
        yield _Piece(figure.deep + 2.5, lambda x, y: [placed(figure.parts, x + indent, y)])
    short = all(len(row.label) <= 2 for row in block.rows)
    labels = (measured(r.label, size, strong=True, mono=block.mono) for r in block.rows)
    room = max(labels, default=0.0)
    room = max(room, 1.6 * size) if short and room else room
    for row in block.rows:
        yield _row_piece(block, row, size, wide, room)


def _heading_piece(title: str, size: float, wide: float) -> _Piece:
    large = 1.16 * size
    large *= min(1.0, wide / measured(title, large, strong=True))

    def drawn(x: float, y: float) -> Iterator[str]:
        yield words(title, x, y + 0.7 * size, large, colours.INK, "start")
        yield rule(y + 1.55 * size, x, x + wide, 0.25)

    return _Piece(2.1 * size, drawn, heads=True)


def _row_piece(block: Block, row: Row, size: float, wide: float, room: float) -> _Piece:
    """Return a row: its label, bold, beside its text or at the head of it."""
    gap = 0.6 * size
    indent = 0.0 if not room else 1.2 * size if block.run_in else room + gap
    first = None
    if block.run_in:
        first = wide - measured(row.label, size, strong=True, mono=block.mono) - gap
    lines = broken(row.text, size, wide - indent, first)
    leading = _LEADING * size
    family = MONO if block.mono else None

    def drawn(x: float, y: float) -> Iterator[str]:
        if row.label and not block.run_in:
            yield words(row.label, x, y + leading / 2, size, colours.INK, "start", family=family)
        for at, line in enumerate(lines):
            left = x if block.run_in and not at else x + indent
            lead = row.label if block.run_in and not at else ""
            yield _line(lead, line, left, y + (at + 0.5) * leading, size)

    return _Piece(len(lines) * leading + 0.25 * size, drawn)


def _line(lead: str, text: str, x: float, y: float, size: float) -> str:
    """Return a line of text, its middle at `y`, a bold lead before it."""
    if not lead:
        return words(text, x, y, size, colours.INK, "start", "normal")
    bold_lead = tag("tspan", escape(harmless(lead)), font_weight="bold")
    rest = tag("tspan", escape(harmless(text)), dx=0.6 * size)
    return tag("text", bold_lead + rest, x=x, y=y + 0.36 * size, font_size=size, fill=colours.INK)
