"""A page of tables and pictures in one file, which asks for nothing else."""

from __future__ import annotations

from html import escape

STYLE = """\
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: auto; padding: 1rem }
table { border-collapse: collapse; width: 100% }
th, td { padding: .3rem .5rem; text-align: left; vertical-align: top }
tr { border-bottom: 1px solid #ddd }
figure { display: inline-block; margin: 0 1rem 1rem 0; max-width: 26rem; width: 100% }
svg { width: 100%; height: auto }
.n { text-align: right; white-space: nowrap }
.t { overflow-x: auto }
.g { max-width: 40rem }
"""
"""`n` is a number in a table, `t` what may be wider than a phone, `g` a graph."""


def page(title: str, *parts: str) -> str:
    """Return a page with a title, plain text, and parts, HTML."""
    told = escape(title)
    return (
        f'<!doctype html>\n<html lang="en"><meta charset="utf-8"><title>{told}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{STYLE}</style>'
        f"<h1>{told}</h1>{''.join(parts)}</html>\n"
    )
