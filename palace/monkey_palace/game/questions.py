"""What each answer to an open question makes of a turn."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from typing import Any

from palace.contract.game import Example
from palace.core import colours
from palace.core.svg import document, tag, words
from palace.core.verdict import Verdict
from palace.files.document import parse_document
from palace.files.models import keys_of
from palace.files.serialise import data_text
from palace.files.text_file import shipped
from palace.monkey_palace.drawing.plan import svg
from palace.monkey_palace.drawing.signs import animal_sign
from palace.monkey_palace.drawing.text import draw
from palace.monkey_palace.game.log import LoggedRecord, read, replay
from palace.monkey_palace.game.play import came_of
from palace.monkey_palace.game.reasons import BOOK
from palace.monkey_palace.game.rules import reports
from palace.monkey_palace.game.schema import TurnModel
from palace.monkey_palace.game.score import TIE_BREAKERS
from palace.monkey_palace.kernel.build import Build
from palace.monkey_palace.kernel.build_referee import judge_build
from palace.monkey_palace.kernel.elements import ANIMALS, Element
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.rulings import RULINGS, Rulings
from palace.scoring.score import Sheet, standings

QUESTIONS: Mapping[str, Mapping[str, Any]] = tomllib.loads(
    shipped(__package__, "questions.toml").read_text(encoding="utf-8")
)
"""The turn, or the points, of each open question, by the name of the ruling."""


def _record(given: Mapping[str, Any]) -> LoggedRecord:
    """Return the game of two in which Ana makes the turn of a question."""
    turn = {key: value for key, value in given.items() if key in keys_of(TurnModel)}
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
    """Return what each answer to an open question makes of its turn, or of its points.

    Their names are the answers; the `svg` of their data is the palace from above, or the places.
    """
    given, answers = QUESTIONS[name], RULINGS[name].answers
    if "totals" in given:
        return [_places(given["totals"], value) for value in answers]
    record, idle = _record(given), given.get("idle", "")
    return [_picture(record.ruled({name: value}), value, idle) for value in answers]


def _picture(record: LoggedRecord, value: str, idle: str) -> Example:
    log = replay(record)
    palace, report = log.state.palace, reports(log)[0]
    verdict, build = Verdict(report.reasons), report.staircase
    if idle:
        verdict, palace = _with_idle(log.states[0].palace, palace, Knob.read(idle), record.rulings)
    told = [reason.text for reason in verdict.reasons[:1]] or [*came_of(record, log, 0)]
    told += [BOOK.told(log.state.ending)] if log.state.ending is not None else []
    heading = f"{build or 'pass'}{f' and a brick on {idle}' * bool(idle)}  on {record.ground.title}"
    outcome = "; ".join(told)
    data = {"legal": verdict.legal, "told": outcome, "position": palace.position}
    return Example(
        value, outcome, verdict, heading, lambda: draw(palace, build),
        data | {"svg": svg(palace, build, near=True)},
    )  # fmt: skip


def _with_idle(
    before: Palace, after: Palace, knob: Knob, rulings: Rulings
) -> tuple[Verdict, Palace]:
    """Return the verdict on a turn with one brick more, which carries nothing, and the palace."""
    there = {*before.elements()}
    kinds = {"arch", "brick", "column"}
    laid = [one for one in after.elements() if one not in there and one.kind in kinds]
    brick = Element("brick", *before.ground.stud(knob), 0)
    verdict = judge_build(Build(before.ground, (*laid, brick), on=before), None, rulings)
    return verdict, after if verdict.legal else after.with_columns({knob: "b"})


def _places(totals: Sequence[int], value: str) -> Example:
    """Return the places of players with these points, of whom the last has the monkey."""
    last = len(totals) - 1
    sheets = [
        Sheet.of_total(name, total, "", (int(at == last),))
        for at, (name, total) in enumerate(zip(("Ana", "Ben", "Cem"), totals, strict=True))
    ]
    places = standings(sheets, TIE_BREAKERS, only_winner=value == "shared")
    parts = [tag("rect", x=0, y=0, width=120, height=60, fill=colours.PAPER)]
    for at, (place, total) in enumerate(zip(places, totals, strict=True)):
        x, top = 20 + 40 * at, 14 + 8 * place.rank
        parts += [
            tag("rect", x=x - 18, y=top, width=36, height=60 - top, fill=colours.ZONES["g"]),
            words(str(place.rank), x, top + 10, 14, colours.INK),
            words(f"{place.name} {total}", x, top - 6, 8, colours.INK),
        ]
    parts.append(animal_sign("monkey", 114, 8, 5))
    told = ", ".join(f"{place.rank} {place.name} {place.total}" for place in places)
    picture = document(120, 60, 640, "Monkey Palace", told, parts)
    return Example(
        value, told, Verdict(), f"{places[-1].name} has the monkey",
        data={"legal": True, "told": told, "position": "", "svg": picture},
    )  # fmt: skip
