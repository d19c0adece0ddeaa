"""Writes builds, palaces and whole games as LDraw models.

The comments `0 !PALACE ...` hold what a model cannot: the map, what was there before a turn, who
built what, and the colours that are no LDraw colour.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from palace.core import colours
from palace.files.ldraw import MAIN_COLOUR
from palace.monkey_palace.drawing.shown import corner_pieces, tint
from palace.monkey_palace.kernel.build import Build
from palace.monkey_palace.kernel.elements import COLOURS, Element
from palace.monkey_palace.kernel.ground import GroundMap, ground_table
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.ldraw.parts import (
    SQUARE,
    code_of,
    colour_text,
    heading,
    named_code,
    origin_of,
    part_name,
)

Kind = Literal["ldr", "mpd"]
By = Literal["turn", "element"]

KEYWORD = "!PALACE"
"""The first word of our comments."""

_PLAIN = re.compile(r"[\w#.+-]+(?: [\w#.+-]+)*", re.ASCII)


class Turn(NamedTuple):
    """The elements of one turn, in the order of building.

    `title` is its number and its player, such as `3 Ana`; `staircase` is empty for the set-up.
    """

    title: str
    staircase: str
    elements: tuple[Element, ...]


@dataclass(frozen=True)
class Turns:
    """What was built on a map, turn by turn, beginning with the set-up."""

    ground: GroundMap
    turns: tuple[Turn, ...]


class _Group(NamedTuple):
    """Elements that are one step, or one submodel."""

    name: str
    title: str
    comment: str
    elements: Sequence[Element]


def ldraw_text(what: Build | Palace | Turns, kind: Kind = "ldr", by: By = "turn") -> str:
    """Return an LDraw model; it reads back as the same build, in any order of the elements.

    A palace gets its corner pieces, a build only its own elements.  `mpd` has a submodel for each
    turn.  `by` is what a building step adds: a turn, or one element.
    """
    ground = what.ground
    lines = [
        "0 FILE palace." + kind,
        f"0 Monkey Palace on {_flat(ground.title)}",
        f"0 Name: palace.{kind}",
        "0 Author: palace",
        *_head(what),
        *_plate(ground),
    ]
    if not isinstance(what, Build):
        lines += _placed(corner_pieces(ground), ground)
    groups = [group for group in _groups(what) if group.elements]
    inner: list[str] = []
    for group in groups:
        lines.append("0 STEP")
        comment = [f"0 {KEYWORD} {_flat(group.comment)}"] if group.comment else []
        if kind == "mpd":
            lines += comment
            lines.append(_line(MAIN_COLOUR, (0, 0, 0), 0, group.name))
            inner += [
                "", f"0 FILE {group.name}", f"0 {_flat(group.title)}", f"0 Name: {group.name}",
                "0 Author: palace", *comment, *_stepped(group.elements, ground, by), "0 STEP",
                "0 NOFILE",
            ]  # fmt: skip
        else:
            lines += comment
            lines += _stepped(group.elements, ground, by)
    lines.append("0 STEP")
    if kind == "mpd":
        lines.append("0 NOFILE")
    return "".join(f"{line}\r\n" for line in (*lines, *inner))


def _head(what: Build | Palace | Turns) -> Iterator[str]:
    """Yield the comments on the map and on what was there before."""
    ground = what.ground
    if ground.shipped:
        yield f"0 {KEYWORD} MAP {ground.name}"
    else:
        yield f"0 {KEYWORD} GROUND {json.dumps(ground_table(ground))}"
    if isinstance(what, Build) and what.on is not None:
        yield f"0 {KEYWORD} ON {what.on.position}"


def _plate(ground: GroundMap) -> Iterator[str]:
    """Yield the baseplate; there is no part for a plate of an odd size."""
    name = SQUARE.get(ground.plate)
    if name is not None:
        yield _line(code_of(colours.PLATE), (0, 0, 0), 0, name)
    else:
        yield f"0 // a baseplate of {ground.plate} studs: LDraw has no such part"


def _groups(what: Build | Palace | Turns) -> Iterator[_Group]:
    if isinstance(what, Turns):
        for number, turn in enumerate(what.turns):
            title = f"{turn.title} {turn.staircase}".rstrip()
            yield _Group(f"turn-{number}.ldr", f"Turn {title}", f"TURN {title}", turn.elements)
    elif isinstance(what, Palace):
        yield _Group("table.ldr", "The palace", "", what.elements())
    elif what.on is None:
        yield _Group("table.ldr", "The table", "", what.elements)
    else:
        before = (*corner_pieces(what.ground), *what.on.elements())
        yield _Group("before.ldr", "What was there before the turn", "", before)
        yield _Group("turn.ldr", "The turn", "", what.elements)


def _stepped(elements: Sequence[Element], ground: GroundMap, by: By) -> Iterator[str]:
    """Yield the lines of elements, with a step after each but the last if it goes by element."""
    for number, element in enumerate(elements):
        if number and by == "element":
            yield "0 STEP"
        yield from _placed((element,), ground)


def _placed(elements: Iterable[Element], ground: GroundMap) -> Iterator[str]:
    """Yield the line of each element, and its colour where reading would not find it."""
    for element in elements:
        code = written_code(element)
        if read_colour(element, code) != element.colour:
            own = element.colour
            plain = _PLAIN.fullmatch(own) is not None
            yield f"0 {KEYWORD} COLOUR {own if plain else json.dumps(own)}"
        at = origin_of(element, ground.plate)
        yield _line(code, at, element.turn, part_name(element.kind))


def written_code(element: Element) -> int:
    """Return the LDraw colour of an element: that of the pictures, or its own if LDraw has it."""
    own = None if element.kind in COLOURS.values() else named_code(element.colour)
    return code_of(tint(element)) if own is None else own


def read_colour(element: Element, code: int) -> str:
    """Return the colour of its own that an element with an LDraw colour is read with."""
    bare = element._replace(colour="")
    return "" if code in (written_code(bare), MAIN_COLOUR) else colour_text(code)


def _line(code: int, at: tuple[float, float, float], turn: int, name: str) -> str:
    numbers = " ".join(f"{number:.12g}" for number in (*at, *heading(turn)))
    return f"1 {code if code < 1 << 24 else f'0x{code:07X}'} {numbers} {name}"


def _flat(title: str) -> str:
    return " ".join(title.split())
