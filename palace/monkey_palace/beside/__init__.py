"""What is tapped beside a game: a table as it is, what maps are worth, a box, puzzles.

Each is loaded when it is begun.
"""

from __future__ import annotations

from collections.abc import Mapping

from palace.contract.beside import BeginBeside, Beside
from palace.contract.box import BoxHead
from palace.monkey_palace.game.box import BoxModel
from palace.monkey_palace.game.log import Read
from palace.monkey_palace.game.reasons import BOOK
from palace.monkey_palace.game.rules import MonkeyLog
from palace.monkey_palace.game.state import GameState, Turn


def _found(record: Read | None, log: MonkeyLog | None, about: str) -> Beside:
    from palace.monkey_palace.beside import found

    return found.begin(record, log, about)


def _maps(record: Read | None, log: MonkeyLog | None, about: str) -> Beside:
    from palace.monkey_palace.beside import maps

    return maps.begin(record, log, about)


def _puzzles(record: object, log: object, about: str) -> Beside:
    from palace.monkey_palace.beside import puzzles

    return puzzles.begin_puzzles(record, log, about)


def _lessons(record: object, log: object, about: str) -> Beside:
    from palace.monkey_palace.beside import puzzles

    return puzzles.begin_lessons(record, log, about)


def beside(data: BoxHead | None) -> Mapping[str, BeginBeside[GameState, Turn]]:
    """Return what can be begun, by its name; `data` are those of the box that is kept."""
    table = BOOK.text("found.enter"), BOOK.text("found.differs")
    map_ = BOOK.text("maps.title")
    day, learn = BOOK.text("puzzle.title"), BOOK.text("lesson.title")
    known: dict[str, BeginBeside[GameState, Turn]] = {
        "found": BeginBeside(*table, _found), "maps": BeginBeside(map_, map_, _maps),
        "learn": BeginBeside(learn, learn, _lessons, plays=True, sign="arch"),
        "puzzle": BeginBeside(day, day, _puzzles, dated=True, plays=True, sign="gold"),
    }  # fmt: skip
    if not isinstance(data, BoxModel):
        return known

    def box(record: Read | None, log: MonkeyLog | None, about: str) -> Beside:
        from palace.monkey_palace.beside.mine import MyBox

        return MyBox(data)

    title = BOOK.text("box.title")
    return {"box": BeginBeside(title, title, box), **known}
