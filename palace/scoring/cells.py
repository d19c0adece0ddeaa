"""Cells of texts in columns: how wide a text is, padding and cutting it, signs nobody can see."""

from __future__ import annotations

import re

# Control characters, line ends, and signs that turn the direction of writing.
_UNSEEN = "[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]"


def seen(text: str) -> str:
    """`text` on one line; what would break the line or a terminal is replaced."""
    return re.sub(_UNSEEN, "\N{REPLACEMENT CHARACTER}", " ".join(text.split()))


def width_of(text: str) -> int:
    """Columns of a terminal a text takes; some signs take two, some none."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def fitted(text: str, width: int, *, right: bool = False) -> str:
    """`text` in exactly `width` columns: padded, or cut and marked with `~`."""
    if width_of(text) > width:
        while text and width_of(text) > width - 1:
            text = text[:-1]
        text += "~" * min(1, width)
    blanks = " " * (width - width_of(text))
    return blanks + text if right else text + blanks


def wrapped(text: str, width: int, hang: int = 0) -> list[str]:
    """`text` in lines of at most `width` columns, later ones indented by `hang`.

    A word longer than a line is broken.
    """
    lines: list[str] = []
    line = ""
    for word in text.split():
        gap = " " if line.strip() else ""
        if gap and width_of(line) + 1 + width_of(word) > width:
            lines.append(line)
            line, gap = " " * hang, ""
        line += gap + word
        while width_of(line) > width:
            first = line
            while width_of(first) > width:
                first = first[:-1]
            lines.append(first)
            line = " " * hang + line[len(first) :]
    return [*lines, line]


def styled(text: str, *codes: int, colour: bool) -> str:
    """`text` in a style of the terminal (1 bold, 2 dim, 32 green), if `colour`."""
    if not colour or not text.strip():
        return text
    return f"\x1b[{';'.join(map(str, codes))}m{text}\x1b[0m"
