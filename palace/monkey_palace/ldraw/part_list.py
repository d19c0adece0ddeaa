"""The parts that a palace or a build is made of, as a list and for the catalogues of shops.

Part numbers are those of LDraw; Rebrickable uses the same, BrickLink but for `_AT_BRICKLINK`.  None
is certain, since the box's own inventory could not be looked up: `Piece.source` tells how sure each
is.  Formats and colour numbers:

* Rebrickable's part list: CSV with the heads `Part,Color,Quantity`, as its own export and many
  public readers of it have them; colours by the `id` of its `colors.csv`, in which 9999 is "No
  Color/Any Color".
* BrickLink's wanted list: XML by https://www.bricklink.com/help.asp?helpID=207 (ITEMTYPE, ITEMID
  and MINQTY; without COLOR any colour will do) and helpID=2567 (no XML declaration); colours by the
  numbers of its colour guide, compared in two public tables with the same shades.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from palace.core.svg import escape
from palace.monkey_palace.drawing.shown import corner_pieces
from palace.monkey_palace.kernel.build import Build
from palace.monkey_palace.kernel.elements import (
    BASEPLATE,
    COLOUR_WORDS,
    COLOURS,
    PIECES,
    Element,
    Piece,
    noun,
)
from palace.monkey_palace.kernel.ground import GroundMap
from palace.monkey_palace.kernel.palace import Palace

KINDS = {"baseplate": BASEPLATE, "corner": PIECES["corner"], **PIECES}
"""Every kind of part, in the order of a list."""


class Shade(NamedTuple):
    """A colour of the catalogues: its name there, its number at Rebrickable and at BrickLink."""

    name: str
    rebrickable: int
    bricklink: int


SHADES = {
    "black": Shade("Black", 0, 11),
    "blue": Shade("Blue", 1, 7),
    "brown": Shade("Reddish Brown", 70, 88),
    "green": Shade("Green", 2, 6),
    "grey": Shade("Light Bluish Gray", 71, 86),
    "lavender": Shade("Lavender", 31, 154),
    "orange": Shade("Orange", 25, 4),
    "bright green": Shade("Bright Green", 10, 36),
    "dark pink": Shade("Medium Dark Pink", 351, 94),
    "pink": Shade("Bright Pink", 29, 104),
    "red": Shade("Red", 4, 5),
    "tan": Shade("Tan", 19, 2),
    "white": Shade("White", 15, 1),
    "yellow": Shade("Yellow", 14, 3),
    "light green": Shade("Lime", 27, 34),
    "dark green": Shade("Dark Green", 288, 80),
    "gold": Shade("Pearl Gold", 297, 115),
}
"""The colours that elements may name, and those of decorations.

Where several shades have one name (brown, grey, pink) it is the one in production.
"""

ANY = 9999
"""Any colour, in Rebrickable's lists."""

_OWN = {
    **{kind: COLOUR_WORDS[letter] for letter, kind in COLOURS.items()},
    "baseplate": "bright green",
    "corner": "green",
    "frog": "dark pink",
}
"""The colour of kinds that have one; of all others the box has several, or it is not known."""

_AT_BRICKLINK = {"3062b": "3062"}
"""Numbers that differ at BrickLink, which has put the kinds of knob of this part together."""

_SURE = re.compile(r"[Pp]art\b[^:]*: (certain|likely|guess)")


@dataclass(frozen=True)
class Part:
    """Some pieces of one kind and colour; `colour` is empty where any will do.

    `kind` is a kind of element or `baseplate`.
    """

    kind: str
    colour: str
    count: int

    @property
    def piece(self) -> Piece:
        """The kind of piece."""
        return KINDS[self.kind]

    @property
    def number(self) -> str:
        """The part number at LDraw and Rebrickable, such as `3659`."""
        return self.piece.ldraw.removesuffix(".dat")

    @property
    def bricklink(self) -> str:
        """The part number at BrickLink."""
        return _AT_BRICKLINK.get(self.number, self.number)

    @property
    def sure(self) -> str:
        """How sure the part number is: `certain`, `likely` or `guess`."""
        found = _SURE.search(self.piece.source)
        return found[1] if found else "guess"

    @property
    def shade(self) -> Shade | None:
        """The colour in the catalogues; None for any, and for a colour they do not have."""
        return SHADES.get(self.colour)

    @property
    def shade_sure(self) -> str | None:
        """How sure the shade is: `certain` if a build names it so, else a `guess`; None without."""
        if self.shade is None:
            return None
        named = self.shade.name.lower() == self.colour != _OWN.get(self.kind)
        return "certain" if named else "guess"

    def record(self, ground: GroundMap) -> dict[str, object]:
        """Return it as plain data, with the number in the box that is played with."""
        shade = self.shade
        return {
            "kind": self.kind,
            "part": self.number,
            "bricklink_part": self.bricklink,
            "sure": self.sure,
            "colour": self.colour or None,
            "shade": shade and shade.name,
            "shade_sure": self.shade_sure,
            "rebrickable_colour": shade and shade.rebrickable,
            "bricklink_colour": shade and shade.bricklink,
            "count": self.count,
            "in_box": in_box(self.kind, ground),
            "source": self.piece.source,
        }


def in_box(kind: str, ground: GroundMap) -> int:
    """Return how many pieces of a kind are in the box that is played with."""
    return 1 if kind == BASEPLATE.name else ground.in_box(kind)


def count_parts(elements: Iterable[Element]) -> tuple[Part, ...]:
    """Return the parts of elements, in the order of `KINDS`; any colour comes before the others."""
    counted = Counter((each.kind, each.colour or _OWN.get(each.kind, "")) for each in elements)
    order = [*KINDS]
    rows = sorted(counted.items(), key=lambda item: (order.index(item[0][0]), item[0][1]))
    return tuple(Part(kind, colour, count) for (kind, colour), count in rows)


def list_parts(shown: Palace | Build) -> tuple[Part, ...]:
    """Return the parts of the whole table: the baseplate, the corner pieces, and what is on it.

    The corner pieces are those of a build, or where it has none those that hold its sheet.
    """
    elements = shown.everything if isinstance(shown, Build) else shown.elements()
    if not any(each.kind == "corner" for each in elements):
        elements = (*corner_pieces(shown.ground), *elements)
    return (Part("baseplate", _OWN["baseplate"], 1), *count_parts(elements))


def total(parts: Iterable[Part]) -> int:
    """Return how many pieces there are."""
    return sum(part.count for part in parts)


def remarks(parts: Sequence[Part], ground: GroundMap) -> Iterator[str]:
    """Yield what to know before one orders by a list, one sentence each."""
    counts: Counter[str] = Counter()
    for part in parts:
        counts[part.kind] += part.count
    for kind, count in counts.items():
        more = count - in_box(kind, ground)
        if more > 0:
            yield f"{count} {noun(kind, count)} are {more} more than the box has"
    if ground.plate != _SIDE:
        side = ground.plate
        yield f"the map's baseplate has {side}x{side} studs, part {BASEPLATE.ldraw[:-4]} 32x32"
    guessed = [part.number for part in parts if part.sure == "guess"]
    yield "the part numbers are likely" + "".join(f"; {one} is a guess" for one in guessed)
    shades = [f"{p.colour} as {p.shade.name}" for p in parts if p.shade and p.shade_sure == "guess"]
    if shades:
        yield f"the shades are a guess: {', '.join(dict.fromkeys(shades))}"
    for colour in dict.fromkeys(p.colour for p in parts if p.colour and p.shade is None):
        yield f"the colour {colour!r:.40} has no number here: any colour is listed for it"


_SIDE = max(x for x, _ in BASEPLATE.footprint) + 1


def rebrickable_csv(parts: Iterable[Part]) -> str:
    """Return a part list that Rebrickable imports: `Part,Color,Quantity`."""
    counts: Counter[tuple[str, int]] = Counter()
    for part in parts:
        counts[part.number, part.shade.rebrickable if part.shade else ANY] += part.count
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(("Part", "Color", "Quantity"))
    writer.writerows((number, colour, count) for (number, colour), count in counts.items())
    return stream.getvalue()


def bricklink_xml(parts: Iterable[Part]) -> str:
    """Return a wanted list that BrickLink uploads; COLOR is left out where any will do."""
    counts: Counter[tuple[str, int | None]] = Counter()
    for part in parts:
        counts[part.bricklink, part.shade.bricklink if part.shade else None] += part.count
    items = []
    for (number, colour), count in counts.items():
        shade = "" if colour is None else f"<COLOR>{colour}</COLOR>"
        items.append(
            f"<ITEM><ITEMTYPE>P</ITEMTYPE><ITEMID>{escape(number)}</ITEMID>{shade}"
            f"<MINQTY>{count}</MINQTY></ITEM>\n"
        )
    return f"<INVENTORY>\n{''.join(items)}</INVENTORY>\n"
