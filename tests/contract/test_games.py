"""What every game must do, whichever it is: one conformance test over all that are registered.

A game brings `tests/golden/GAME/*.toml`, whole records, each with its score as `.json` beside it.
A golden score is never written anew: under the rules its record names it stays as it is for ever.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from palace.contract.registry import REGISTRY, Game, game, game_of, read_game
from palace.core.errors import InputError
from palace.files.document import parse_document
from palace.monkey_palace.game.schema import GAMES
from palace.scoring import Score, standings
from tests.calls import call, refusal
from tests.paths import GOLDEN

RECORDS = [
    pytest.param(name, path, id=f"{name}-{path.stem}")
    for name in REGISTRY
    for path in sorted((GOLDEN / name).glob("*.toml"))
]
golden = pytest.mark.parametrize(("name", "path"), RECORDS)
each_game = pytest.mark.parametrize("name", REGISTRY)

KEYS = {"game", "legal", "finished", "reasons", "players"}
PLAYER = {"name", "total", "rank", "lines"}
LINE = {"category", "points", "cause"}
REASON = {"code", "rule", "at", "level", "by", "remedy", "text"}


def score_of(path: Path) -> Score:
    found, record = read_game(path)
    return found.score(record)


@each_game
def test_it_can_be_found(name: str) -> None:
    found = game(name)
    assert found.name == name
    assert name in GAMES
    assert found.rules
    assert len(list((GOLDEN / name).glob("*.toml"))) >= 1


@golden
def test_its_golden_score(name: str, path: Path) -> None:
    expected = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    assert score_of(path).record() == expected
    said = call("score", path, "--json").json
    assert said.pop("warnings") == list(read_game(path)[1].warnings)
    assert said == expected


@golden
def test_scoring_twice_is_scoring_once(name: str, path: Path) -> None:
    found, record = read_game(path)
    assert found.score(record) == found.score(record)
    assert found.score(record) == found.score(record, rulings={})


@golden
def test_keys_of_the_contract(name: str, path: Path) -> None:
    data: dict[str, Any] = score_of(path).record()
    assert data.keys() >= KEYS
    assert data["game"] == name
    assert data["rules"] in game(name).rules
    for player in data["players"]:
        assert player.keys() >= PLAYER
        assert all(line.keys() - {"turn"} == LINE for line in player["lines"])
        assert all(line["cause"] for line in player["lines"])
    assert all(reason.keys() - {"turn", "line"} == REASON for reason in data["reasons"])
    assert data["legal"] == (not data["reasons"])


@golden
def test_totals_and_ranks(name: str, path: Path) -> None:
    score = score_of(path)
    for player in score.record()["players"]:
        assert player["total"] == sum(line["points"] for line in player["lines"])
    assert score.standings == standings(score.sheets, score.tie_breakers)
    ranks = [player["rank"] for player in score.record()["players"]]
    assert all(rank == 1 + sum(other < rank for other in ranks) for rank in ranks)
    totals = {standing.rank: standing.total for standing in score.standings}
    assert sorted(totals.values(), reverse=True) == [totals[rank] for rank in sorted(totals)]
    won = score.team is None or score.team.won
    assert bool(score.winners) == (score.finished and bool(won))


@golden
def test_reading_what_was_written(name: str, path: Path) -> None:
    found, record = read_game(path)
    text = found.write(record)
    for kind in ("toml", "json"):
        again = found.write(record, kind)
        document = parse_document(again, kind, "again")
        assert found.write(game_of(document).read(document, path.parent), kind) == again
    document = parse_document(text, "toml", "again")
    back = found.score(found.read(document, path.parent))
    assert [sheet.record(0) for sheet in back.sheets] == [
        sheet.record(0) for sheet in score_of(path).sheets
    ]


@golden
def test_the_exit_status(name: str, path: Path) -> None:
    legal = score_of(path).legal
    for form in ("table", "markdown", "csv", "lines", "json", "bgstats", "bgstats-link"):
        called = call("score", path, "--format", form)
        assert called.status == (0 if legal else 1)
        assert set(called.errors) <= {f"warning: {line}" for line in read_game(path)[1].warnings}


@golden
def test_rules_nobody_knows_yet(
    name: str, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = path.read_text(encoding="utf-8")
    text, count = re.subn(r'^rules = ".*"', 'rules = "2999"', text, flags=re.MULTILINE)
    assert count == 1
    Path("game.toml").write_text(text, encoding="utf-8")
    (line,) = refusal("score", "game.toml")
    assert "rules: '2999' is not known here" in line


# What is no record of a registered game.


def test_every_game_of_the_contract_has_a_place() -> None:
    assert {*REGISTRY} == {*GAMES}


def test_other_documents() -> None:
    for text, said in (
        ('{"format": 1, "build": []}', "a build of loose elements, not the record of a game; "
         "palace check f"),
        ('{"knobs": ""}', "a map, not the record of a game; palace map check f"),
    ):  # fmt: skip
        with pytest.raises(InputError) as caught:
            game_of(parse_document(text, "json", "f"))
        assert str(caught.value) == f"f: this is {said}"
    with pytest.raises(InputError, match=r"there is no game 'chess'; it plays monkey-palace"):
        game("chess")


@pytest.mark.parametrize("text", ['game = "chess"', "game = [1]", "format = 1", "a = 1"])
def test_records_of_no_game(text: str) -> None:
    document = parse_document(text, "toml", "f")
    found: Game[Any] = game_of(document)
    with pytest.raises(InputError) as caught:
        found.read(document, Path())
    assert any(": game: " in str(problem) for problem in caught.value.problems)
