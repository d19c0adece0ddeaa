"""The set-up of a map, for the table: its four pieces in words, from the side, and on the plan."""

from __future__ import annotations

from collections.abc import Iterator

from palace.core import colours
from palace.core.paper import Row, placed
from palace.core.svg import pill
from palace.monkey_palace.drawing.sheet import STUD, Sheet, arch_parts, ground_parts, knob_parts
from palace.monkey_palace.drawing.side import Side, side_view
from palace.monkey_palace.drawing.signs import disc
from palace.monkey_palace.kernel.elements import Element
from palace.monkey_palace.kernel.ground import GroundMap
from palace.monkey_palace.kernel.palace import Palace


def setup_pieces(ground: GroundMap) -> list[Element]:
    """Return lower arch, brick, upper arch and gold decoration, in the order they are put."""
    pieces = Palace.setup(ground).elements()
    return sorted(pieces, key=lambda piece: (piece.level, piece.kind))


def setup_rows(ground: GroundMap) -> tuple[Row, ...]:
    """Return where each of the four pieces goes."""
    first, second, third = ground.setup
    return (
        Row(f"an arch on {first} and {second}", "1"),
        Row(f"a brick on {third}", "2"),
        Row(f"an arch on {second} and {third}: on the end of the first arch and on the brick", "3"),
        Row(f"the gold decoration on {third}, on the end of the upper arch", "4"),
    )


def setup_side(ground: GroundMap, wide: float, size: float) -> Side:
    """Return the set-up from its side, `wide` mm, with the numbers of its pieces."""
    labels = [str(knob) for knob in ground.setup]
    return side_view(ground, ground.setup, setup_pieces(ground), wide=wide, size=size,
                     labels=labels, names="1234")  # fmt: skip


def plan_scale(ground: GroundMap, wide: float, deep: float) -> float:
    """Return the scale at which the plan of a map fits a room in mm."""
    sheet = Sheet(ground, ())
    return min(wide / sheet.wide, deep / sheet.deep)


def setup_plan(
    ground: GroundMap, scale: float, *, numbered: bool = False
) -> tuple[str, float, float]:
    """Return the plan of a map with its set-up, and how wide and deep it is in mm.

    `numbered` puts the numbers of the pieces beside them.
    """
    sheet, palace = Sheet(ground, ()), Palace.setup(ground)
    drawn = [*ground_parts(ground, sheet), *arch_parts(palace, sheet)]
    drawn += _numbers(ground, sheet) if numbered else knob_parts(palace, sheet)
    return placed(drawn, 0, 0, scale), sheet.wide * scale, sheet.deep * scale


def _numbers(ground: GroundMap, sheet: Sheet) -> Iterator[str]:
    """Yield the knobs, the gold decoration, and the numbers of the four pieces."""
    yield from knob_parts(Palace.of_columns(ground, {}), sheet)
    (x1, y1), (x2, y2), (x3, y3) = map(sheet.knob, ground.setup)
    east, south = (x3 - x2) / (3 * STUD), (y3 - y2) / (3 * STUD)
    yield disc(x3, y3, 8.5, colours.DECORATIONS["gold"], 0.9)
    places = {
        "1": ((x1 + x2) / 2, (y1 + y2) / 2),
        "2": (x3 + 9 * (east or 1), y3 + 9 * (south or 1)),  # the corner away from the arch
        "3": ((x2 + x3) / 2 + 1.5 * -east, (y2 + y3) / 2 - 1.5 * south),
        "4": (x3, y3),
    }
    for name, (x, y) in places.items():
        yield pill(name, x, y, 9.5, colours.INK, colours.PAPER)
