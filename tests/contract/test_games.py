"""What every game must do, whichever it is: one conformance test over all that are registered.

A game brings `tests/golden/GAME/*.toml`, whole records, each with its score as `.json` beside it.
A golden score is never written again: under the rules its record names it stays as it is for ever.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from palace.contract.registry import (
    REGISTRY,
    AnyGame,
    AnyRecord,
    default,
    game,
    game_of,
    game_showing,
    games,
    read_game,
    score,
)
from palace.contract.rules import Log, log_of
from palace.core.errors import InputError
from palace.files.document import parse_document
from palace.monkey_palace.game.schema import GAMES
from palace.scoring import Score, bgstats_lacks, standings
from tests.calls import call, refusal
from tests.paths import GOLDEN

PATHS = [(name, path) for name in REGISTRY for path in sorted((GOLDEN / name).glob("*.toml"))]
RECORDS = [pytest.param(name, path, id=f"{name}-{path.stem}") for name, path in PATHS]
LONG = 6_000
"""From how many bytes on a record takes long to judge."""

FORMS = ("table", "markdown", "csv", "lines", "json", "bgstats", "bgstats-link")
WRITTEN = [
    pytest.param(
        path, form, id=f"{name}-{path.stem}-{form}",
        marks=[pytest.mark.slow] * (form != FORMS[0] and path.stat().st_size > LONG),
    )
    for name, path in PATHS
    for form in FORMS
]  # fmt: skip
"""Records in every format; a long one in the first alone, but for slow runs."""

golden = pytest.mark.parametrize(("name", "path"), RECORDS)
each_game = pytest.mark.parametrize("name", REGISTRY)

KEYS = {"game", "legal", "finished", "reasons", "players"}
PLAYER = {"name", "total", "rank", "lines"}
LINE = {"category", "points", "cause"}
REASON = {"code", "rule", "at", "level", "by", "remedy", "text"}


@cache
def read(path: Path) -> tuple[AnyGame, AnyRecord]:
    """Return the game and the record of a file, read once for all tests of it."""
    return read_game(path)


@cache
def log(path: Path) -> Log[Any, Any] | None:
    return log_of(read(path)[1])


@cache
def score_of(path: Path) -> Score:
    return score(read(path)[1])


@each_game
def test_it_can_be_found(name: str) -> None:
    found = game(name)
    assert found.key == name
    assert found.title == REGISTRY[name].title
    assert name in GAMES
    assert found.versions
    assert len(list((GOLDEN / name).glob("*.toml"))) >= 1
    assert found in [*games()]


# Records and scores.


@golden
def test_its_golden_score(name: str, path: Path) -> None:
    expected = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    found: dict[str, Any] = score_of(path).record()
    said = call("score", path, "--json").json
    assert said.pop("warnings") == list(read(path)[1].warnings)
    assert said == found
    # The sentences of the reasons are in a file of their own.
    for reason in (*found["reasons"], *expected["reasons"]):
        del reason["text"], reason["remedy"]
    assert found == expected


@golden
def test_scoring_twice_is_scoring_once(name: str, path: Path) -> None:
    _, record = read_game(path)
    assert score(record) == score_of(path)
    assert score(record.ruled({})) == score_of(path)


@golden
def test_keys_of_the_contract(name: str, path: Path) -> None:
    data: dict[str, Any] = score_of(path).record()
    assert data.keys() >= KEYS
    assert data["game"] == name
    assert data["rules"] in game(name).versions
    for player in data["players"]:
        assert player.keys() >= PLAYER
        assert all(line.keys() - {"turn"} == LINE for line in player["lines"])
        assert all(line["cause"] for line in player["lines"])
    assert all(reason.keys() - {"turn", "line"} == REASON for reason in data["reasons"])
    assert data["legal"] == (not data["reasons"])


@golden
def test_totals_and_ranks(name: str, path: Path) -> None:
    found = score_of(path)
    data: dict[str, Any] = found.record()
    for player in data["players"]:
        assert player["total"] == sum(line["points"] for line in player["lines"])
    assert found.standings == standings(found.sheets, found.tie_breakers)
    ranks = [player["rank"] for player in data["players"]]
    assert all(rank == 1 + sum(other < rank for other in ranks) for rank in ranks)
    totals = {standing.rank: standing.total for standing in found.standings}
    assert sorted(totals.values(), reverse=True) == [totals[rank] for rank in sorted(totals)]
    won = found.team is None or found.team.won
    assert bool(found.winners) == (found.finished and bool(won))


@golden
def test_reading_what_was_written(name: str, path: Path) -> None:
    found, record = read(path)
    text = record.text()
    for kind in ("toml", "json"):
        again = record.text(None, kind)
        document = parse_document(again, kind, "again")
        assert game_of(document).read(document, path.parent).text(None, kind) == again
    document = parse_document(text, "toml", "again")
    back = score(found.read(document, path.parent))
    assert [sheet.record(0) for sheet in back.sheets] == [
        sheet.record(0) for sheet in score_of(path).sheets
    ]


@pytest.mark.parametrize(("path", "form"), WRITTEN)
def test_the_exit_status(path: Path, form: str) -> None:
    called = call("score", path, "--format", form)
    if form.startswith("bgstats") and not score_of(path).finished:
        assert (called.status, called.err[:35]) == (2, "BG Stats: the outcome is not known:")
        return
    assert called.status == (0 if score_of(path).legal else 1)
    warnings = {*read(path)[1].warnings}
    warnings |= {*bgstats_lacks(score_of(path))} if form.startswith("bgstats") else set()
    assert set(called.errors) <= {f"warning: {line}" for line in warnings}


@golden
def test_rules_of_a_later_version(
    name: str, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = path.read_text(encoding="utf-8")
    text, count = re.subn(r'^rules = ".*"', 'rules = "2999"', text, flags=re.MULTILINE)
    assert count == 1
    Path("game.toml").write_text(text, encoding="utf-8")
    for verb in ("score", "check"):
        (line,) = refusal(verb, "game.toml")
        assert "rules: '2999' is not known here" in line


# Replay, verdict and drawing.


@golden
def test_its_replay(name: str, path: Path) -> None:
    """Every reason of a turn is one of the record; the last state is that of the last turn."""
    found, record = read(path)
    played = log(path)
    if played is None:
        assert record.score(None).sheets
        return
    of_turns = {reason.code for _, _, report in played.turns for reason in report.reasons}
    assert of_turns <= {reason.code for reason in found.reporting().reasons(record, played)}
    for _, move, report in played.turns:
        assert found.told(move, report)
        assert (report.number is None) == (not report.player)
    assert log_of(record) == played


@golden
def test_strict_stops_at_the_first_illegal_turn(name: str, path: Path) -> None:
    whole, strict = log(path), log_of(read(path)[1], strict=True)
    if whole is None or strict is None:
        assert whole is strict is None
        return
    assert bool(strict.reasons) == bool(whole.reasons) == strict.stopped
    assert strict == whole.back(len(whole.commits) - len(strict.commits))
    if not whole.reasons:
        assert strict == whole


@golden
def test_check(name: str, path: Path) -> None:
    found, record = read(path)
    played = log(path)
    called, data = call("check", path), call("check", path, "--json").json
    assert called.status == (0 if data["legal"] else 1)
    assert data["game"] == name
    assert data["legal"] == (not data["reasons"])
    assert " ".join(found.reporting().about(record, played).split()) in " ".join(called.out.split())
    for reason in data["reasons"]:
        assert reason.keys() - {"turn", "line"} == REASON
        assert reason["code"] in found.book.rules
    for player, _ in found.reporting().standing(record, played):
        assert player in called.out


@golden
def test_its_drawing(name: str, path: Path) -> None:
    """Whatever can be drawn of a record is drawn the same twice."""
    found, record = read(path)
    played = log(path)
    assert found.drawing is not None
    drawings = found.drawing()
    if played is None or not played.commits:
        return
    one, other = (drawings.draw(record, played, None, {}) for _ in range(2))
    assert one.title
    for made in ("text", "svg"):
        first, second = getattr(one, made), getattr(other, made)
        assert (first is None) == (second is None)
        if first is not None:
            assert first() == second()
    if one.svg is not None:
        assert one.svg().startswith("<svg")


# Rules and rulings.


@each_game
def test_its_rules_are_explained(name: str) -> None:
    found = game(name)
    listed = call("explain", "--game", name).out
    for code, rule in found.book.rules.items():
        assert rule.code == code
        assert rule.title
        assert rule.says.endswith(".")
        assert code in listed
        told = call("explain", code, "--game", name)
        assert told.status == 0
        assert rule.title in told.out
        data = call("explain", code, "--game", name, "--json").json
        assert (data["code"], data["says"]) == (code, rule.says)
        for case in found.examples(code).cases if found.examples is not None else ():
            assert case.verdict.legal == (case.name == "legal")
            assert case.caption in " ".join(told.out.split())


@each_game
def test_its_rulings(name: str) -> None:
    found = game(name)
    data = call("rulings", "--game", name, "--json").json
    assert list(data) == list(found.rulings.table)
    defaults = found.rulings()
    for ruling in found.rulings.table.values():
        assert ruling.default in ruling.answers
        assert defaults.named()[ruling.name] == ruling.default
        assert len(ruling.answers) >= 2
        for value in ruling.answers:
            assert found.rulings.of({ruling.name: value}).named()[ruling.name] == value


def test_codes_and_texts_of_games_do_not_meet() -> None:
    """`explain CODE` and `render TEXT` find one game without asking which."""
    codes = [
        code for found in games() for code in found.book.rules if code not in ("score", "total")
    ]
    shared = {code for code in codes if codes.count(code) > 1}
    assert shared == set()
    assert game_showing("map-1").key == default() == game_showing("x8/x8").key
    assert game_showing("cooper-2: c2=m").key == "cooper-island"


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
    with pytest.raises(InputError, match=r"did you mean palm-island\?"):
        game("palm-iland")


@pytest.mark.parametrize("text", ['game = "chess"', "game = [1]", "format = 1", "a = 1"])
def test_records_of_no_game(text: str) -> None:
    document = parse_document(text, "toml", "f")
    found = game_of(document)
    with pytest.raises(InputError) as caught:
        found.read(document, Path())
    assert any(": game: " in str(problem) for problem in caught.value.problems)
