"""For every rule of building, the smallest legal build and the smallest illegal one."""

from __future__ import annotations

from typing import NamedTuple

from palace.monkey_palace.kernel.build import Build
from palace.monkey_palace.kernel.build_referee import judge_build
from palace.monkey_palace.kernel.elements import Element
from palace.monkey_palace.kernel.ground import load_map
from palace.monkey_palace.kernel.laying import elements
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.referee import judge
from palace.monkey_palace.kernel.staircase import Staircase
from palace.monkey_palace.kernel.supply import Supply
from palace.monkey_palace.kernel.verdict import Verdict

SMALLEST = "c4+b-d4"


class Situation(NamedTuple):
    """A build to show: a staircase, or loose elements (a whole table if `table`)."""

    caption: str
    staircase: str = ""
    loose: tuple[Element, ...] = ()
    table: bool = False
    supply: Supply | None = None
    ground: str = "map-1"
    position: str = ""

    @property
    def palace(self) -> Palace:
        """The palace before the build."""
        ground = load_map(self.ground)
        return Palace.read(self.position, ground) if self.position else Palace.setup(ground)

    @property
    def build(self) -> Build:
        """The build as elements."""
        palace = self.palace
        if self.table:
            return Build(palace.ground, self.loose)
        laid = elements(palace, Staircase.read(self.staircase)) if self.staircase else ()
        return Build(palace.ground, laid + self.loose, palace)

    def verdict(self) -> Verdict:
        """Return the referee's verdict."""
        if self.loose:
            return judge_build(self.build, self.supply)
        return judge(self.palace, Staircase.read(self.staircase), self.supply)


class Example(NamedTuple):
    """A legal and an illegal build that differ in one rule only."""

    legal: Situation
    illegal: Situation


def _at(knob_x: int, knob_y: int, level: int, kind: str, turn: int = 0) -> Element:
    return Element(kind, 5 + 3 * knob_x, 5 + 3 * knob_y, level, turn)


_ASCENDING = (
    _at(1, 2, 0, "arch"), _at(2, 2, 1, "brick"), _at(2, 2, 2, "arch", 1), _at(2, 3, 0, "brick"),
)  # fmt: skip
_MONKEY_ON_D4 = "x8/x8/x8/x8/x3,Em,WE,bWg,x2/x8/x8/x8"
_ONE_ARCH = Situation("one arch from c4, raised by a brick, to the arch end on d4", SMALLEST)

EXAMPLES: dict[str, Example] = {
    "start": Example(
        Situation("it begins on c4, which is empty", SMALLEST),
        Situation("it begins on d4, where an arch stands", "d4-c4_b"),
    ),
    "end": Example(
        Situation("the arch comes last", SMALLEST),
        Situation("a brick comes last", f"{SMALLEST}+b"),
    ),
    "middle-knob": Example(
        Situation(
            "the gold decoration stands on an end knob of the arch",
            loose=(_at(3, 3, 0, "arch"), _at(4, 3, 1, "gold")), table=True,
        ),
        Situation(
            "it stands on a middle knob",
            loose=(_at(3, 3, 0, "arch"), Element("gold", 16, 14, 1)), table=True,
        ),
    ),
    "attach": Example(
        Situation("its last arch rests on d4, which was there before", SMALLEST),
        Situation("it stands alone", "c2-c3"),
    ),
    "support": Example(
        Situation("both ends of the arch are carried", "c4+bb-d4_b"),
        Situation("its end over d4 hangs", "c4+bb-d4"),
    ),
    "stacked": Example(
        Situation(
            "spacers lie between the two arches",
            loose=(_at(3, 3, 0, "arch"), _at(3, 3, 1, "brick"), _at(4, 3, 1, "brick"),
                   _at(3, 3, 2, "arch")), table=True,
        ),
        Situation(
            "the upper arch lies directly on the lower one",
            loose=(_at(3, 3, 0, "arch"), _at(3, 3, 1, "arch")), table=True,
        ),
    ),
    "turn": Example(
        Situation("at d4 it turns by 90 degrees", f"{SMALLEST}-d3_bb"),
        Situation("at d4 it goes straight back", f"{SMALLEST}+b-c4_b"),
    ),
    "path": Example(
        Situation("every piece is part of the path", loose=_ONE_ARCH.build.elements),
        Situation(
            "the brick on c3 carries nothing",
            loose=(*_ONE_ARCH.build.elements, _at(2, 2, 0, "brick")),
        ),
    ),
    "ascend": Example(
        Situation("levels 0, 2, 3", loose=(*_ASCENDING, _at(2, 3, 1, "brick"), _at(2, 3, 3, "arch"),
                                           _at(3, 3, 1, "brick"), _at(3, 3, 2, "brick"))),
        Situation("levels 0, 2 and then 1", loose=(*_ASCENDING, _at(2, 3, 1, "arch"))),
    ),
    "collision": Example(
        Situation("the brick makes c4 as high as d4", SMALLEST),
        Situation("d4 stands higher than c4, so the arch would lie in its place", "c4-d4"),
    ),
    "off-knob": Example(
        Situation("d3 and d4 are open", "d3+b-d4", ground="map-3"),
        Situation("c4 is closed on this map", "d3+b-d4-c4", ground="map-3"),
    ),
    "blocked": Example(
        Situation("it goes around the monkey, to e4", "e5+bb-e4", position=_MONKEY_ON_D4),
        Situation("the monkey stands on d4", SMALLEST, position=_MONKEY_ON_D4),
    ),
    "supply": Example(
        Situation("1 arch and 1 brick are at hand", SMALLEST, supply=Supply(1, 1, 0)),
        Situation("1 arch is at hand, and no brick", SMALLEST, supply=Supply(1, 0, 0)),
    ),
    "decoration": Example(
        Situation("c4 is dark green, so the decoration is", loose=(*_ONE_ARCH.build.elements,
                                                             _at(3, 3, 2, "dark"))),
        Situation("c4 is dark green, it is light green", loose=(*_ONE_ARCH.build.elements,
                                                              _at(3, 3, 2, "light"))),
    ),
}  # fmt: skip

IN_RECORDS: dict[str, str] = {
    "turn-order": 'player = "Ben" where it is Ana\'s turn',
    "game-over": "a turn after the last round",
    "pass": "pass = true where a staircase could have been built",
    "card-colour": 'take = ["3g 2*"] after a light green decoration',
    "card-cost": 'take = ["5l 6*"] with 4 credits',
    "card-pile": 'take = ["3l 2*", "3l 3*"]: two cards of one pile',
    "card-slot": 'take = ["3l 2* on 1"] where slot 1 is taken and slot 2 is free',
    "monkey": 'no monkey = "..." in a turn that placed gold',
    "frog": "frog on another knob than the lowest free arch end of the staircase",
    "butterfly": 'butterfly = "f4" where another decoration is as high',
    "bonus": "bonus = true for a staircase with no run five bricks high",
    "credits": "credits = 5 for a staircase that earns 4",
}
"""What breaks each rule of the game, as written in a record."""
