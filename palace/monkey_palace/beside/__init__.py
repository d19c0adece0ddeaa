"""What is tapped beside a game: a table as it is, what maps are worth, a box, puzzles."""

from __future__ import annotations

from collections.abc import Mapping

from palace.contract.beside import BeginBeside
from palace.contract.box import BoxHead
from palace.monkey_palace.beside import found, maps, mine, puzzles
from palace.monkey_palace.game.box import BoxModel
from palace.monkey_palace.game.reasons import BOOK
from palace.monkey_palace.game.state import GameState, Turn


def beside(data: BoxHead | None) -> Mapping[str, BeginBeside[GameState, Turn]]:
    """Return what can be begun, by its name; `data` are those of the box that is kept."""
    table = BOOK.text("found.enter"), BOOK.text("found.differs")
    map_ = BOOK.text("maps.title")
    day, learn = BOOK.text("puzzle.title"), BOOK.text("lesson.title")
    known: dict[str, BeginBeside[GameState, Turn]] = {
        "found": BeginBeside(*table, found.begin), "maps": BeginBeside(map_, map_, maps.begin),
        "puzzle": BeginBeside(day, day, puzzles.begin_puzzles, dated=True),
        "learn": BeginBeside(learn, learn, puzzles.begin_lessons),
    }  # fmt: skip
    if not isinstance(data, BoxModel):
        return known
    box = BOOK.text("box.title")
    return {"box": BeginBeside(box, box, lambda record, log, about: mine.MyBox(data)), **known}
