"""A game of forty lines gets the verbs by being registered."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from palace.contract import registry
from palace.contract.game import Drawing
from palace.core.rulings import Answers
from palace.core.svg import document as svg
from palace.core.verdict import Language, Rule, Rulebook
from palace.scoring import Line, Score, Sheet
from tests.calls import call

RULE = Rule("range", "2", "one to six", "A die shows one to six points.")
ENGLISH = Language({"range": "{at} rolls {points}"}, {"fewer": "write 1 to 6"})
BOOK = Rulebook(f"{__name__}.BOOK", [RULE], {"en": ENGLISH}, lambda rule: f"page {rule.rule}")


class Rulings(Answers):
    """No open question."""

    verb, table = "palace rulings --game dice", {}


class Dice:
    """Each turn is a roll, `Ana 4`; the points are the sum of what a player rolled."""

    key, title, versions, book, rulings = "dice", "Dice", ("1",), BOOK, Rulings

    def read(self, document: Any, folder: Path = Path()) -> Any:
        rolls = [(name, int(points)) for name, points in map(str.split, document.data["rolls"])]
        return SimpleNamespace(document=document, rolls=rolls, warnings=(), rulings=Rulings())

    def replay(self, record: Any, *, strict: bool = False, turns: int | None = None) -> Any:
        reports, state = [], {name: 0 for name, _ in record.rolls}
        for number, (name, points) in enumerate(record.rolls[:turns], 1):
            bad = [BOOK.reason("range", name, "fewer", points=points)] * (not 1 <= points <= 6)
            state = {**state, name: state[name] + points}
            reports.append(SimpleNamespace(
                number=number, player=name, text=f"rolls {points}", gains=(), group="",
                reasons=[reason.placed(turn=number, line=1) for reason in bad], state=state,
            ))  # fmt: skip
        reasons = [reason for report in reports for reason in report.reasons]
        return SimpleNamespace(
            turns=reports, reasons=reasons, legal=not reasons, finished=True, state=state
        )

    def score(self, record: Any, played: Any) -> Score:
        sheets = [Sheet(n, (Line("dice", p, "rolled"),)) for n, p in played.state.items()]
        return Score(
            "dice", "1", played.legal, True, tuple(played.reasons), tuple(sheets), ("dice",)
        )

    def draw(
        self, record: Any, played: Any, turn: int | None = None, options: Any = None
    ) -> Drawing:
        return Drawing("Dice", svg=lambda: svg(9, 9, 90, "Dice", str(played.state), []))

    ruled = staticmethod(lambda record, answers: record)
    faults = staticmethod(lambda record, played: played.reasons)
    about = staticmethod(lambda record, played: f"{len(played.turns)} rolls")
    notes = standing = examples = staticmethod(lambda *given: ())
    data: Any = staticmethod(lambda record, played: {})
    in_records = staticmethod(lambda code: None)


GAME = Dice()


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(registry.REGISTRY, "dice", registry.Entry(__name__, "Dice"))
    monkeypatch.chdir(tmp_path)
    write(["Ana 4", "Ben 6"])


def write(rolls: list[str]) -> None:
    data = {"format": 1, "game": "dice", "players": [], "rolls": rolls}
    Path("dice.json").write_text(json.dumps(data), encoding="utf-8")


def test_it_is_short() -> None:
    lines = Path(__file__).read_text(encoding="utf-8").splitlines()
    begin = next(at for at, line in enumerate(lines) if line.startswith("class Dice"))
    end = next(at for at, line in enumerate(lines) if line.startswith("GAME ="))
    assert end - begin <= 45


def test_check() -> None:
    called = call("check", "dice.json")
    assert called.status == 0
    assert called.out.splitlines() == [
        " LEGAL  dice.json: 2 rolls", "  1. ok Ana  rolls 4", "  2. ok Ben  rolls 6",
    ]  # fmt: skip
    write(["Ana 7"])
    called = call("check", "dice.json")
    assert called.status == 1
    assert "! range" in called.out
    assert "Ana rolls 7" in called.out
    assert "-> write 1 to 6" in called.out
    assert call("check", "dice.json", "--json").json["reasons"][0]["code"] == "range"


def test_score() -> None:
    data = call("score", "dice.json", "--json").json
    assert [(p["name"], p["total"], p["rank"]) for p in data["players"]] == [
        ("Ana", 4, 2), ("Ben", 6, 1),
    ]  # fmt: skip
    assert "Ben *" in call("score", "dice.json").out


def test_explain() -> None:
    assert call("explain", "range", "--game", "dice").out.splitlines() == [
        "range  (Dice, page 2, one to six)", "  A die shows one to six points.",
    ]  # fmt: skip
    assert "range" in call("explain").out


def test_render() -> None:
    called = call("render", "dice.json", "-o", "dice.svg")
    assert (called.status, called.out) == (0, "wrote dice.svg\n")
    assert "{'Ana': 4, 'Ben': 6}" in Path("dice.svg").read_text(encoding="utf-8")
    called = call("render", "dice.json", "-o", "dice.png")
    assert called.err == "render: Dice is drawn as SVG only; name it OUT.svg\n"


def test_it_is_this_module_that_the_registry_loads() -> None:
    assert registry.game("dice") is sys.modules[__name__].GAME
