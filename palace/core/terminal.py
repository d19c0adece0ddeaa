"""Tables and texts in columns, laid out by rich; texts from files, made safe for a terminal; the
signals that end a program."""

from __future__ import annotations

import re
import signal
from collections.abc import Collection
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.table import Table

_UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]")
"""Control characters, line ends, signs that turn the direction of writing or have no width."""

_HALVES = re.compile("[\ud800-\udfff]")
"""Halves of characters, which cannot be encoded."""

_STYLE = re.compile("(\x1b\\[[0-9;]*m|\n|\t)")
"""What a terminal may be sent beside text: colours, line ends, tabs."""

_END = re.compile(r"(?:\x1b\[[0-9;]*m| )+$")
"""Blanks at the end of a line, and codes of styles among them."""

_RULE = "\n".join(("    ", "    ", " -  ", "    ", "    ", "    ", "    ", "    ", ""))
"""A box of rich that is nothing but a rule under the heads."""


def one_line(text: str) -> str:
    """Return a text on one line; what would break the line or a terminal is replaced."""
    return _HALVES.sub("\N{REPLACEMENT CHARACTER}", harmless(" ".join(text.split())))


def harmless(text: str) -> str:
    """Return a text without control characters, which could act on a terminal or a reader."""
    return _UNSEEN.sub("\N{REPLACEMENT CHARACTER}", text)


def escaped_unseen(text: str) -> str:
    """Return a JSON text that holds the same and can be shown: what `harmless` replaces is escaped,
    but for line ends."""
    return _UNSEEN.sub(
        lambda found: found[0] if found[0] == "\n" else f"\\u{ord(found[0]):04x}", text
    )


def plain(text: str) -> str:
    """Return a text without the codes of a terminal, and without empty lines around it."""
    return "".join(part for part in _STYLE.split(text) if part[:1] != "\x1b").strip("\n")


def on_terminal(text: str) -> str:
    """Return a text as a terminal may be sent it: colours and line ends stay."""
    parts = _STYLE.split(text)
    parts[::2] = map(harmless, parts[::2])
    return "".join(parts)


def hear_endings() -> None:
    """Let SIGTERM and SIGHUP do what Ctrl-C does; those that are ignored, as by nohup, stay so."""
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)  # Windows knows no SIGHUP
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _as_ctrl_c)


def _as_ctrl_c(*_: object) -> None:
    # A shell lets what it starts in the background ignore Ctrl-C.
    if signal.getsignal(signal.SIGINT) in (signal.SIG_IGN, signal.SIG_DFL):
        raise KeyboardInterrupt
    signal.raise_signal(signal.SIGINT)


def new_table(*heads: str, texts: Collection[str] = ()) -> Table:
    """Return an empty table of rich; columns not among `texts` hold numbers, set to the right."""
    from rich.box import Box
    from rich.table import Table

    table = Table(
        box=Box(_RULE, ascii=True), show_edge=False, pad_edge=False, padding=(0, 1, 0, 0),
        header_style="dim", border_style="dim",
    )  # fmt: skip
    for head in heads:
        table.add_column(head, justify="left" if head in texts else "right", no_wrap=True)
    return table


def console(width: int, *, colour: bool = False) -> Console:
    """Return a console of rich that prints nothing by itself, `width` columns wide."""
    import io

    from rich.console import Console

    return Console(
        file=io.StringIO(), width=width, force_terminal=colour, highlight=False, markup=False,
        emoji=False, color_system="standard" if colour else None, legacy_windows=False,
    )  # fmt: skip


def laid_out(*parts: RenderableType, width: int, colour: bool = False) -> str:
    """Return what rich makes of tables and texts, in lines of at most `width` columns."""
    shown = console(width, colour=colour)
    with shown.capture() as capture:
        for part in parts:
            shown.print(part)
    lines = capture.get().splitlines()
    return "".join(_END.sub(lambda end: end[0].replace(" ", ""), line) + "\n" for line in lines)
