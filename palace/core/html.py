"""A report: tables, notes and pictures, as a page in one file that asks for nothing else."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from html import escape
from typing import NamedTuple

STYLE = """\
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: auto; padding: 1rem }
table { border-collapse: collapse; width: 100% }
th, td { padding: .3rem .5rem; text-align: left; vertical-align: top }
tr { border-bottom: 1px solid #ddd }
figure { display: inline-block; margin: 0 1rem 1rem 0; max-width: 26rem; width: 100% }
figure:only-of-type { max-width: 40rem }
svg { width: 100%; height: auto }
meter { width: 100%; min-width: 3rem; height: 1.2rem }
@media (max-width: 30rem) { th, td { padding: .3rem .2rem } }
.n { text-align: right; white-space: nowrap }
.t { overflow-x: auto }
"""
"""`n` is a number in a table, `t` what may be wider than a phone."""


class Part(NamedTuple):
    """A part of a report.

    The columns of the table hold numbers but for those of `texts`; `bars` are shares from 0 to 1,
    drawn behind the rows.  `pictures` are SVG, each with what is written below it.
    """

    title: str
    heads: Sequence[str] = ()
    texts: Collection[str] = ()
    rows: Sequence[Sequence[str]] = ()
    bars: Sequence[float] = ()
    notes: Sequence[str] = ()
    pictures: Sequence[tuple[str, str]] = ()


def page(title: str, parts: Iterable[Part]) -> str:
    """Return a report as a page."""
    told = escape(title)
    return (
        f'<!doctype html>\n<html lang="en"><meta charset="utf-8"><title>{told}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{STYLE}</style>'
        f"<h1>{told}</h1>{''.join(map(_section, parts))}</html>\n"
    )


def _section(part: Part) -> str:
    kinds = ["" if head in part.texts else " class=n" for head in part.heads]

    def row(name: str, cells: Sequence[str], more: str = "") -> str:
        told = zip(kinds, map(escape, cells), strict=True)
        return f"<tr>{''.join(f'<{name}{kind}>{cell}' for kind, cell in told)}{more}</tr>"

    bars = [f'<td><meter value="{share:.3f}"></meter>' for share in part.bars]
    rows = map(row, ["td"] * len(part.rows), part.rows, bars or [""] * len(part.rows))
    table = [row("th", part.heads, "<th>" * bool(bars)), *rows] if part.rows else []
    figures = "".join(
        f"<figure>{picture}<figcaption>{escape(caption)}</figcaption></figure>"
        for caption, picture in part.pictures
    )
    notes = "".join(f"<p>{escape(note)}</p>" for note in part.notes)
    inside = f"<div class=t><table>{''.join(table)}</table></div>" if table else ""
    title = f"<h2>{escape(part.title)}</h2>" if part.title else ""
    return f"<section>{title}{notes}{figures}{inside}</section>"
