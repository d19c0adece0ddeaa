"""The forms of a new game and of a joined one, the open questions, and situations of calls."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from palace import InputError, Palace, Rulings, Supply, load_map
from palace.contract.game import Form, Question
from palace.core.verdict import Text, in_language
from palace.files.serialise import data_text
from palace.monkey_palace.game.beginning import BEGINNING, read_ground
from palace.monkey_palace.game.box import load_box
from palace.monkey_palace.game.joining import JOINING, read_palace
from palace.monkey_palace.game.questions import QUESTIONS, pictures
from palace.monkey_palace.game.situation import situation
from tests.grounds import plain
from tests.paths import SAMPLE
from tests.sentences import Says

FOUND = "x8/x8/x8/x8/x2,bE,EWd,WESg,bWg,x2/x4,bbNm,x3/x8/x8"


def filled(form: Form, says: Says, given: Mapping[str, Any], **texts: str) -> dict[str, Any]:
    """Say every question of a form; the answers are texts by key, by default what Enter gives."""
    answers = dict(given)
    while question := form.next(answers, {}):
        says(Text(partial(_asked, question)))
        text = texts.get(question.key.replace(" ", "_"), question.default)
        assert text is not None, question.key
        answers[question.key] = question.read(text)
    return answers


def _asked(question: Question, language: str) -> str:
    names = [str(one) for one in question.answers()]
    called = [in_language(question.shown_as(name), language) for name in names]
    texts = (question.prompt, question.title, question.nothing, question.help)
    facts = (
        f"ASKED {question.key} {question.player} {question.default!r} of {' '.join(names)}",
        *(in_language(text, language) for text in texts if text),
        *(text.replace("\n", " / ") for text in called if text not in names),
        f"to {question.most}{', a file' * question.file}, beside {question.beside}",
    )
    return "\n".join(facts)


PLAYED: dict[str, dict[str, str]] = {
    "all by Enter": {},
    "dealt by the house, the monkey alone": {"cards": "house", "animals": "monkey", "map": "map-3"},
    "against the program": {"last": "program", "against": "greedy"},
    "a box of one's own": {"box": "own", "boards": "own", "start_0": "4a3b", "each_0": "2a2b"},
    "the program and a box": {"box": "own", "last": "program", "boards": "house"},
}


@pytest.mark.parametrize("name", PLAYED)
@pytest.mark.parametrize("kept", [False, True])
def test_a_new_game(name: str, kept: bool, says: Says) -> None:
    given = {"seed": 7, "today": "2026-01-31"} | ({"kept": load_box("house")} if kept else {})
    answers = filled(BEGINNING, says, given, **{"players": "Ana, Ben", **PLAYED[name]})
    data = BEGINNING.record(answers)
    says(data_text(data))
    assert BEGINNING.again is not None
    says(data_text(BEGINNING.again(data, {"seed": 8, "today": "2026-02-01"})))


def test_a_game_on_a_map_of_ones_own() -> None:
    own = plain(6, 6, "c3 d3 e3")
    answers = {"map": own, "box": "house", "animals": "all", "players": ("Ana", "Ben"), "seed": 7}
    data = BEGINNING.record(answers)
    assert "map" not in data
    assert "date" not in data
    assert data["ground"]
    assert read_ground("map-2") == load_map("map-2")
    with pytest.raises(InputError) as caught:
        read_ground("map-9")
    assert str(caught.value).endswith(
        "there is no map 'map-9'; they are map-1, map-2, map-3, map-4"
    )


@pytest.mark.parametrize(
    "texts",
    [
        {},
        {"palace": FOUND, "trophy_frog": "Ben", "trophy_butterfly": "table", "at_frog": "c4"},
        {"palace": FOUND.replace("Nm", "N"), "trophy_monkey": "Ana", "trophy_butterfly": "Ben",
         "trophy_frog": "table", "at_monkey": "e3", "at_butterfly": "f4", "due": "Ben",
         "last": "yes", "start_0": "4a3b", "each_0": "2a2b", "cards_0": "3g 2* on 3",
         "bananas_0": "999", "bonus_0": "4", "bonus_1": "10", "map": "map-1"},
    ],
)  # fmt: skip
def test_joining(texts: dict[str, str], says: Says) -> None:
    answers = filled(JOINING, says, {}, **{"players": "Ana, Ben", **texts})
    says(data_text(JOINING.record(answers)))


def test_no_more_bonus_cards_than_are_left() -> None:
    given = {"players": ("Ana", "Ben"), "map": "map-1", "palace": FOUND, "bonus 0": 4}
    asked = {question.key: question for question in _every(given, 9)}
    assert (asked["bonus 0"].most, asked["bananas 0"].most) == (14, 999)
    assert asked["bonus 1"].most == 10
    with pytest.raises(InputError, match="the box has 14 bonus cards"):
        asked["bonus 1"].read("11")


def _every(given: dict[str, Any], count: int) -> list[Question]:
    answers, found = dict(given), []
    for question in JOINING.questions(answers, {}):
        found.append(question)
        answers.setdefault(question.key, None)
        if question.key == "bonus 1":
            break
    return found


def test_palaces_that_are_read(tmp_path: Path) -> None:
    one, two = load_map("map-1"), load_map("map-2")
    assert read_palace("", one) == Palace.setup(one)
    assert read_palace(FOUND, one) == Palace.read(FOUND, one)
    build = tmp_path / "table.json"
    build.write_text(
        '{"format": 1, "map": "map-1", "build": [{"kind": "arch", "x": 0, "y": 0, "level": 9}]}',
        encoding="utf-8",
    )
    with pytest.raises(InputError) as caught:
        read_palace(str(build), two)
    said = f"{build}: its pieces are on map-1, not on map-2; both are on one map"
    assert str(caught.value) == said
    with pytest.raises(InputError) as caught:
        read_palace(str(build), one)
    assert str(caught.value).startswith(f"{build}:1")


@pytest.mark.parametrize("name", sorted({*QUESTIONS} - {"must-build"}))  # it searches
def test_what_each_answer_to_an_open_question_makes(name: str, says: Says) -> None:
    for found in pictures(name):
        data = {key: value for key, value in found.data.items() if key != "svg"}
        says(f"{found.name}: {found.heading}", *found.verdict.reasons, str(data))
        svg = found.data["svg"]
        assert isinstance(svg, str)
        if "totals" in QUESTIONS[name]:
            says(svg)


def of(**given: Any) -> str:
    keys = ("position", "map_name", "supply", "game", "turn")
    position, name, supply, game, turn = map(given.get, keys)
    ruling, where = given.get("ruling", ()), given.get("where", "--position")
    try:
        found = situation(position, name, supply, game, turn, ruling, where=where)
    except InputError as error:
        return str(error)
    changed = found.rulings.changed()
    place = f"{found.palace.ground.name}:{found.palace}"
    return f"{place} {found.supply} {changed} {found.player} {found.notes}"


def test_situations_of_calls(says: Says, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    says(
        of(), of(map_name="map-2"), of(position=FOUND, supply="3a2b"),
        of(position=f"map-3:{Palace.setup(load_map('map-3')).position}"),
        of(position=f"map-3:{Palace.setup(load_map('map-3')).position}", map_name="map-1"),
        of(supply="99a1b"), of(supply="76a"), of(supply="77a"), of(turn=3), of(turn=0),
        of(position="x9", where="POSITION"), of(map_name="map-8"), of(supply="4x"),
        of(ruling=["lower-ties=shared"]), of(ruling=["none=1"]), of(ruling=["idle-support=legal"]),
        of(game="g.toml", position=FOUND, map_name="map-1"), of(position="@none.txt"),
    )  # fmt: skip
    monkeypatch.chdir(tmp_path)
    Path("game.toml").write_text(SAMPLE.read_text(encoding="utf-8"), encoding="utf-8")
    text = "map-1:x8/x8/x8/x8/x3,E,WE,bWg,x2/x8/x8/x8"
    Path("at.txt").write_text(f"\n  {text}\n", encoding="utf-8")
    Path("bad.txt").write_text("\n x8/x8/x8/x8/x3,E,WE,bWq,x2/x8/x8/x8\n", encoding="utf-8")
    pieces = "".join(line for line in SAMPLE.read_text(encoding="utf-8").splitlines(keepends=True)
                     if not line.startswith(("start", "each")))  # fmt: skip
    Path("bare.toml").write_text(pieces.replace("h4-g4+cb-f4", "h4-g4"), encoding="utf-8")
    says(
        of(game="game.toml"), of(game="game.toml", turn=0), of(game="game.toml", turn=18),
        of(game="game.toml", turn=19), of(game="game.toml", turn=-1),
        of(game="game.toml", turn=2, supply="1a", ruling=["frog-time=any"]),
        of(game="bare.toml", turn=7), of(position="@at.txt"),
        of(position="@at.txt", map_name="map-1"),
        of(position="@bad.txt"), of(position="@"),
    )  # fmt: skip


def test_a_situation_is_what_was_given() -> None:
    found = situation(FOUND, "map-1", "3a2b", None, None, ["idle-support=returned"])
    assert found.palace == Palace.read(FOUND, load_map("map-1"))
    assert (found.supply, found.player) == (Supply(3, 2, 0), None)
    assert found.rulings == Rulings.of({"idle-support": "returned"})
