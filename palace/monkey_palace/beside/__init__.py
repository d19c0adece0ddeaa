"""What is tapped beside a game of Monkey Palace: a table as it is, what maps are worth."""

from __future__ import annotations

from collections.abc import Mapping

from palace.contract.beside import BeginBeside
from palace.monkey_palace.beside import found, maps
from palace.monkey_palace.game.reasons import BOOK
from palace.monkey_palace.game.state import GameState, Turn


def beside() -> Mapping[str, BeginBeside[GameState, Turn]]:
    """Return what can be begun, by its name."""
    table = BOOK.text("found.enter"), BOOK.text("found.differs")
    map_ = BOOK.text("maps.title")
    return {
        "found": BeginBeside(*table, found.begin), "maps": BeginBeside(map_, map_, maps.begin),
    }  # fmt: skip
