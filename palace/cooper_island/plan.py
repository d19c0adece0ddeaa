"""A coloured plan of a peninsula for the terminal, two lines for every row of spaces."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from palace.cooper_island.drawing import BEACH, GROUND_FILL, TERRAIN_FILL, TERRAIN_INK, WATER
from palace.cooper_island.land import Land
from palace.cooper_island.peninsula import Hex
from palace.cooper_island.tiles import GIVES, LETTERS
from palace.core.colours import INK, rgb

_WIDE = 10
_HALF = _WIDE // 2


def plan_lines(land: Land, marked: Collection[str] = ()) -> Iterator[str]:
    """Yield the rows from north to south; a `!` marks the spaces of these names.

    A land space shows its name, the letter of its terrain and the height of its stack, and below
    them its cube or piece.
    """
    signs = land.peninsula.signs
    rows = sorted({space.r for space in signs}, reverse=True)
    first = min(space.file for space in signs)
    last = max(space.file for space in signs)
    for row in rows:
        for part in (0, 1):
            line = " " * (_HALF * (row % 2))
            for file in range(first, last + 1):
                space = Hex.at(file, row)
                line += _cell(land, space, part, bool(marked) and str(space) in marked)
            yield line.rstrip()
    yield ""
    yield "  ".join(
        _painted(f" {letter} ", TERRAIN_FILL[terrain], TERRAIN_INK[terrain])
        + f" {terrain}: {GIVES[terrain]}"
        for terrain, letter in LETTERS.items()
    )


def _cell(land: Land, space: Hex, part: int, marked: bool) -> str:
    sign = land.peninsula.signs.get(space)
    if sign is None:
        return " " * _WIDE
    lead = "!" if marked and part == 0 else " "
    if space not in land:
        what = "harbour" if sign == "h" else "~ ~ ~"
        what = "islet" if space in land.islets else what
        text = f"{lead}{space}" if part == 0 else f" {what}"
        sand = space in land.islets and part == 1
        return _padded(text, BEACH if sand else WATER, INK)
    holds = land[space]
    if holds.terrain is None:
        top = " top" if sign == "t" else ""
        text = f"{lead}{space}{top}" if part == 0 else f" {holds.piece or '.'}"
        return _padded(text, GROUND_FILL, INK)
    top = f"{LETTERS[holds.terrain]}{holds.height}"
    text = f"{lead}{space!s:<3} {top}" if part == 0 else f" {holds.cube or holds.piece or ''}"
    return _padded(text, TERRAIN_FILL[holds.terrain], TERRAIN_INK[holds.terrain])


def _padded(text: str, ground: str, ink: str) -> str:
    """Return a cell of fixed width, with its last column free to separate spaces."""
    return _painted(f"{text:<{_WIDE - 1}}", ground, ink) + " "


def _painted(text: str, ground: str, ink: str) -> str:
    front, back = (";".join(map(str, rgb(colour))) for colour in (ink, ground))
    return f"\x1b[38;2;{front}m\x1b[48;2;{back}m{text}\x1b[0m"
