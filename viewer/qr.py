"""QR codes: for a terminal, and as SVG and PNG files."""

from __future__ import annotations

import io
from collections.abc import Iterator

import click
import segno

from palace.core.errors import InputError, Problem

LONGEST = 2953
"""Bytes that a QR code holds at most."""

_QUIET = 2  # light squares around the code in a terminal
_SCALE = 8  # pixels of a square in a file


class Code:
    """A QR code of a text; raises `InputError` if the text is too long for one."""

    def __init__(self, text: str) -> None:
        try:
            self._code = segno.make_qr(text, error="l")
        except segno.DataOverflowError:
            size = len(text.encode())
            what = f"{size} bytes are too many for a QR code, which holds {LONGEST}"
            raise InputError(Problem("share", what, "send the text itself")) from None

    @property
    def width(self) -> int:
        """Columns of a terminal that it takes."""
        return int(self._code.symbol_size(border=_QUIET)[0])

    def lines(self) -> Iterator[str]:
        """Yield the lines for a terminal, two rows of squares in each, dark on light."""
        rows = [[*row] for row in self._code.matrix_iter(border=_QUIET)]
        if len(rows) % 2:
            rows.append([0] * len(rows[0]))
        for upper, lower in zip(rows[::2], rows[1::2], strict=True):
            line = "".join(
                " ▄▀█"[2 * bool(up) + bool(low)] for up, low in zip(upper, lower, strict=True)
            )
            yield click.style(line, fg="black", bg="bright_white")

    def picture(self, kind: str) -> bytes:
        """Return it as a file, `svg` or `png`, black on white."""
        stream = io.BytesIO()
        self._code.save(stream, kind=kind, scale=_SCALE, light="white")
        return stream.getvalue()
