"""What each answer to an open question makes of a turn; what is offered for a box that is kept."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any

from palace.contract.game import Example, Keeping
from palace.core.colours import INK, PAPER
from palace.core.svg import document, tag, words
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
from palace.monkey_palace.kernel.build import Build
from palace.monkey_palace.kernel.build_referee import judge_build
from palace.monkey_palace.kernel.elements import ANIMALS, Element
from palace.monkey_palace.kernel.ground import load_map
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.laying import elements
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.rulings import RULINGS, Rulings
from palace.monkey_palace.kernel.staircase import Staircase

QUESTIONS: Mapping[str, Mapping[str, Any]] = tomllib.loads(
    shipped(__package__, "questions.toml").read_text(encoding="utf-8")
)
"""The turn of each open question that has a picture, by the name of the ruling."""


def _record(given: Mapping[str, Any]) -> LoggedRecord:
    """Return the game of two in which Ana makes the turn of a question."""
    if "points" in given:
        players = [{"name": one, **own} for one, own in given["points"].items()]
        return _read({"players": players})
    turn = {key: value for key, value in given.items() if key in (*TurnModel.model_fields, "pass")}
    start = given.get("start", "5a6b4c")
    ana: dict[str, object] = {"name": "Ana", "start": start, "each": "2a2b"}
    data: dict[str, object] = {key: given[key] for key in ("pieces", "position") if key in given}
    if "position" in given:
        ana["found"] = given.get("found", {})
    data |= {"trophies": [*ANIMALS.values()], "turns": [{"player": "Ana", **turn}]}
    data["players"] = [ana, {"name": "Ben", "start": "4a4b1c", "each": "2a2b"}]
    return _read(data)


def _read(data: Mapping[str, object]) -> LoggedRecord:
    head = {"format": 1, "game": "monkey-palace", "rules": "1", "map": "map-1"}
    return read(parse_document(data_text({**head, **data}), "toml", "question"))


def pictures(name: str) -> list[Example]:
    """Return what each answer to an open question makes of a turn, of loose pieces or of a score.

    Their names are the answers; the `svg` of their data is the palace from above, or the ranks.
    """
    given, answers = QUESTIONS[name], RULINGS[name].answers
    if "idle" in given:
        return [
            _loose(given, Rulings(**{name.replace("-", "_"): value}), value) for value in answers
        ]
    record, shown = _record(given), _picture if "points" not in given else _ranks
    return [shown(record.ruled({name: value}), value) for value in answers]


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


def _loose(given: Mapping[str, Any], rulings: Rulings, value: str) -> Example:
    """Return what becomes of a staircase that lies on the table with a brick beside it."""
    palace, staircase = Palace.setup(load_map("map-1")), Staircase.read(given["build"])
    x, y = palace.ground.stud(Knob.read(given["idle"]))
    pieces = (*elements(palace, staircase), Element("brick", x, y, 0))
    verdict = judge_build(Build(palace.ground, pieces, palace), None, rulings)
    told = verdict.reasons[0].text if verdict.reasons else BOOK.text("box.legal").lower()
    after = palace if verdict.palace is None else verdict.palace
    data = {"legal": verdict.legal, "told": told, "position": after.position}
    return Example(
        value, told, verdict, f"{staircase}  on {palace.ground.title}",
        lambda: draw(after, staircase), data | {"svg": svg(after, staircase, verdict)},
    )  # fmt: skip


def _ranks(record: LoggedRecord, value: str) -> Example:
    """Return which ranks the players have."""
    score = record.score(None)
    rows = [f"{one.rank}. {one.name} {one.total}" for one, _ in score.ranking]
    paper = tag("rect", width=200, height=30 * len(rows) + 18, fill=PAPER)
    parts = [
        paper,
        *(words(row, 14, 24 + 30 * at, 20, INK, "start") for at, row in enumerate(rows)),
    ]
    picture = document(200, 30 * len(rows) + 18, 200, score.title, "; ".join(rows), parts)
    data = {"legal": True, "told": "; ".join(rows), "position": "", "svg": picture}
    return Example(value, "; ".join(rows), Verdict(()), "", lambda: "\n".join(rows), data)


KEEPING: Keeping[GameState, Turn, BoxModel, Box] = Keeping(
    BOX, entered, added, learned, answered, lambda data: data.rulings, pictures, beside, furnished
)
