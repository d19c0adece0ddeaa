"""For every rule of building, the smallest legal build and the smallest illegal one."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any, NamedTuple

from palace.files.text_file import shipped
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


class Situation(NamedTuple):
    """A build to show: a staircase, or loose elements (a whole table if `table`)."""

    caption: str
    staircase: str = ""
    loose: tuple[Element, ...] = ()
    table: bool = False
    supply: Supply | None = None
    ground: str = "map-1"
    position: str = ""

    @classmethod
    def read(cls, given: Mapping[str, Any]) -> Situation:
        """Return what a table of `gallery.toml` describes."""
        loose = tuple(map(_element, given.get("loose", ())))
        supply = Supply.read(given["supply"]) if "supply" in given else None
        return cls(**{**given, "loose": loose, "supply": supply})

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


def _element(text: str) -> Element:
    kind, x, y, level, turn = text.split()
    return Element(kind, int(x), int(y), int(level), int(turn))


class Example(NamedTuple):
    """A legal and an illegal build that differ in one rule only."""

    legal: Situation
    illegal: Situation


_DATA = tomllib.loads(shipped(__package__, "gallery.toml").read_text(encoding="utf-8"))

IN_RECORDS: Mapping[str, str] = _DATA.pop("in-records")
"""What breaks each rule of the game, as written in a record."""

EXAMPLES: Mapping[str, Example] = {
    code: Example(*(Situation.read(pair[name]) for name in Example._fields))
    for code, pair in _DATA.items()
}
"""The two builds of each rule of building, by its code."""
