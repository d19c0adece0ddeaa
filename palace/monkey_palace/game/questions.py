"""What each answer to an open question makes of a turn; what is offered for a box that is kept."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any

from palace.contract.game import Example, Keeping
from palace.core.verdict import Verdict
from palace.files.document import parse_document
from palace.files.serialise import data_text
from palace.files.text_file import shipped
from palace.monkey_palace.drawing.plan import svg
from palace.monkey_palace.drawing.text import draw
from palace.monkey_palace.game.box import BOX, Box, BoxModel
from palace.monkey_palace.game.learning import added, answered, beside, entered, furnished, learned
from palace.monkey_palace.game.log import LoggedRecord, read, replay
from palace.monkey_palace.game.play import came_of
from palace.monkey_palace.game.reasons import BOOK
from palace.monkey_palace.game.rules import reports
from palace.monkey_palace.game.schema import TurnModel
from palace.monkey_palace.game.state import GameState, Turn
from palace.monkey_palace.kernel.elements import ANIMALS
from palace.monkey_palace.kernel.rulings import RULINGS

QUESTIONS: Mapping[str, Mapping[str, Any]] = tomllib.loads(
    shipped(__package__, "questions.toml").read_text(encoding="utf-8")
)
"""The turn of each open question that has a picture, by the name of the ruling."""


def _record(given: Mapping[str, Any]) -> LoggedRecord:
    """Return the game of two in which Ana makes the turn of a question."""
    turn = {key: value for key, value in given.items() if key in (*TurnModel.model_fields, "pass")}
    start = given.get("start", "5a6b4c")
    ana: dict[str, object] = {"name": "Ana", "start": start, "each": "2a2b"}
    data: dict[str, object] = {"format": 1, "game": "monkey-palace", "rules": "1", "map": "map-1"}
    data |= {key: given[key] for key in ("pieces", "position") if key in given}
    if "position" in given:
        ana["found"] = given.get("found", {})
    data |= {"trophies": [*ANIMALS.values()], "turns": [{"player": "Ana", **turn}]}
    data["players"] = [ana, {"name": "Ben", "start": "4a4b1c", "each": "2a2b"}]
    return read(parse_document(data_text(data), "toml", "question"))


def pictures(name: str) -> list[Example]:
    """Return what each answer to an open question makes of its turn; nothing without a picture.

    Their names are the answers; the `svg` of their data is the palace from above.
    """
    if name not in QUESTIONS:
        return []
    record = _record(QUESTIONS[name])
    return [_picture(record.ruled({name: value}), value) for value in RULINGS[name].answers]


def _picture(record: LoggedRecord, value: str) -> Example:
    log = replay(record)
    palace, report = log.state.palace, reports(log)[0]
    told = [reason.text for reason in report.reasons[:1]] or [*came_of(record, log, 0)]
    told += [BOOK.told(log.state.ending)] if log.state.ending is not None else []
    heading = f"{report.staircase or 'pass'}  on {record.ground.title}"
    verdict, outcome, build = Verdict(report.reasons), "; ".join(told), report.staircase
    data = {"legal": verdict.legal, "told": outcome, "position": palace.position}
    return Example(
        value, outcome, verdict, heading, lambda: draw(palace, build),
        data | {"svg": svg(palace, build)},
    )  # fmt: skip


KEEPING: Keeping[GameState, Turn, BoxModel, Box] = Keeping(
    BOX, entered, added, learned, answered, lambda data: data.rulings, pictures, beside, furnished
)
