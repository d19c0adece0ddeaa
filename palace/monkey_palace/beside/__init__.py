"""What is tapped beside a game of Monkey Palace: a table as it is, what maps are worth, a box."""

from __future__ import annotations

from collections.abc import Mapping

from palace.contract.beside import BeginBeside
from palace.contract.box import BoxHead
from palace.monkey_palace.beside import found, maps, mine
from palace.monkey_palace.game.box import BoxModel
from palace.monkey_palace.game.reasons import BOOK
from palace.monkey_palace.game.state import GameState, Turn


def beside(data: BoxHead | None) -> Mapping[str, BeginBeside[GameState, Turn]]:
    """Return what can be begun, by its name; `data` are those of the box that is kept."""
    table = BOOK.text("found.enter"), BOOK.text("found.differs")
    map_ = BOOK.text("maps.title")
    known: dict[str, BeginBeside[GameState, Turn]] = {
        "found": BeginBeside(*table, found.begin), "maps": BeginBeside(map_, map_, maps.begin),
    }  # fmt: skip
    if not isinstance(data, BoxModel):
        return known
    box = BOOK.text("box.title")
    return {"box": BeginBeside(box, box, lambda record, log, about: mine.MyBox(data)), **known}
