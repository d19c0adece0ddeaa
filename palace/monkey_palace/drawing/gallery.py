"""For every rule of building, the smallest legal build and the smallest illegal one."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from typing import NamedTuple

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
    """A build to show, as the data file writes it: a staircase, or loose elements."""

    caption: str
    staircase: str = ""
    loose: Sequence[str] = ()
    table: bool = False
    supply: str | None = None
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
        loose = tuple(map(_element, self.loose))
        if self.table:
            return Build(palace.ground, loose)
        laid = elements(palace, Staircase.read(self.staircase)) if self.staircase else loose
        return Build(palace.ground, laid, palace)

    def verdict(self) -> Verdict:
        """Return the referee's verdict."""
        supply = None if self.supply is None else Supply.read(self.supply)
        if self.loose:
            return judge_build(self.build, supply)
        return judge(self.palace, Staircase.read(self.staircase), supply)


def _element(text: str) -> Element:
    kind, *numbers = text.split()
    return Element(kind, *map(int, numbers))


_DATA = tomllib.loads(shipped(__package__, "gallery.toml").read_text(encoding="utf-8"))

IN_RECORDS: Mapping[str, str] = _DATA.pop("in-records")
"""What breaks each rule of the game, as written in a record."""

EXAMPLES: Mapping[str, Mapping[str, Situation]] = {
    code: {name: Situation(**build) for name, build in cases.items()}
    for code, cases in _DATA.items()
}
"""A `legal` and an `illegal` build for each rule of building."""
