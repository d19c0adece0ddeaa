"""What can be begun beside a game of Palm Island, and is loaded then."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from palace.contract.beside import BeginBeside, Beside
from palace.palm_island.words import WORDS

if TYPE_CHECKING:
    from palace.palm_island.table import Table
    from palace.palm_island.turns import Turn


def _speed(*_: object) -> Beside:
    from palace.palm_island.speed import Rounds

    return Rounds()


def beside(data: object) -> Mapping[str, BeginBeside[Table, Turn]]:
    title = WORDS.text("speed")
    return {"speed": BeginBeside(title, title, _speed, plays=True, sign="palm")}
