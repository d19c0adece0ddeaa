"""Sheets for the table on a page: where everything goes before a game, and the aid of a turn."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from palace.core.paper import Block, Figure, Page
from palace.monkey_palace.game.log import own
from palace.monkey_palace.game.reasons import BOOK
from palace.monkey_palace.paper.sheets import aid, setup

from .table import Table

SHEETS = ("setup", "aid")


def sheet_of(table: Table | None, name: str) -> Page:
    """Return a sheet of `SHEETS`: the set-up is that of the table's map and box."""
    if name == "aid":
        return aid(BOOK.rules.values())
    if table is None or table.session is None:
        return setup(None, "house")
    record = own(table.game.record)
    box = record.data.box
    path = box if box in (None, "house") else str(record.folder / box)
    return setup(record.data.map, path)


def sheet_html(page: Page) -> str:
    """Return a sheet as HTML: headings, numbered lines, and drawings as wide as the screen."""
    head = f"<h1>{escape(page.title)}</h1><p>{escape(page.subtitle)}</p>"
    blocks = (block for band in page.bands for block in band.blocks)
    body = "".join("".join(_block(block)) for block in blocks)
    notes = "".join(f"<p><small>{escape(note)}</small></p>" for note in page.notes)
    return f"{head}{body}{notes}"


def _block(block: Block) -> Iterator[str]:
    yield f"<section><h2>{escape(block.title)}</h2>"
    if block.figure is not None:
        yield figure_html(block.figure)
    if block.rows:
        yield "<dl>"
        for row in block.rows:
            yield f"<dt>{escape(row.label)}</dt><dd>{escape(row.text)}</dd>"
        yield "</dl>"
    yield "</section>"


def figure_html(figure: Figure) -> str:
    """Return a drawing as SVG, as wide as there is room."""
    view = f"0 0 {figure.wide:g} {figure.deep:g}"
    label = escape(figure.text.strip().partition("\n")[0])
    return f'<svg viewBox="{view}" role="img" aria-label="{label}">{"".join(figure.parts)}</svg>'
