"""Codes of links, which the camera of a phone opens."""

from __future__ import annotations

import io
from functools import lru_cache

BITS = 4_712
"""What a code of version 16 holds, which cameras read well; larger ones are read by few."""

_HEADS = 4 + 8 + 4 + 13 + 8 * 2  # of two parts: their kinds and lengths, with a little to spare


def most_of(start: str) -> int:
    """Return how many capitals and digits a code of version 16 holds behind the start of a link."""
    return max(2 * (BITS - _HEADS - 16 - 8 * len(start.encode())) // 11, 1)


@lru_cache(maxsize=16)
def code_svg(parts: tuple[str, ...]) -> str:
    """Return the code of a text in parts as SVG; empty where segno, which draws it, is not there,
    or where no code holds so much."""
    try:
        import segno
    except ImportError:
        return ""
    stream = io.BytesIO()
    try:
        texts = [*filter(None, parts)]  # its types know one part only
        code = segno.make(texts, error="l", micro=False, boost_error=False)  # type: ignore[arg-type]
    except segno.DataOverflowError:
        return ""
    code.save(stream, kind="svg", xmldecl=False, omitsize=True, nl=False, dark="#000", light="#fff")
    return stream.getvalue().decode()
