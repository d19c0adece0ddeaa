"""Simulated games: the same whatever plays them, kept in parts, counted rightly."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest

from palace.contract.registry import game_in, score
from palace.core.errors import InputError
from palace.files.document import parse_document
from palace.players import simulate
from palace.players.simulate import Plan, Played, Tally, replayed, results, seats_of, task, workers
from tests.calls import call, refusal

PLAN = Plan("monkey-palace", seats_of("greedy,random"), 5, (("box", "house"), ("map", "map-2")))
GAMES = 7


@pytest.fixture(autouse=True)
def _small_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulate, "TASK", 2)


@pytest.fixture(scope="module")
def rows() -> list[dict[str, Any]]:
    return task(PLAN, 0, GAMES)


def in_order(parts: Iterator[list[simulate.Row]]) -> list[simulate.Row]:
    return sorted((row for part in parts for row in part), key=lambda row: row["number"])


def test_seed_and_number_decide_a_game(rows: list[dict[str, Any]]) -> None:
    assert task(PLAN, 3, 5) == rows[3:5]
    assert task(PLAN._replace(seed=6), 0, 1) != rows[:1]
    assert len({row["seed"] for row in rows}) == GAMES


def test_any_game_is_a_record_that_the_referee_confirms(rows: list[dict[str, Any]]) -> None:
    for number in (0, GAMES - 1):
        _, record = game_in(parse_document(replayed(PLAN, number), "toml", "game.toml"))
        told = score(record)
        assert told.legal
        assert told.finished
        assert not told.reasons
        assert [sheet.total for sheet in told.sheets] == rows[number]["points"]


def test_a_run_goes_on_where_it_stopped(rows: list[dict[str, Any]], tmp_path: Path) -> None:
    folder, played = tmp_path / "games.parquet", list[range]()

    def play(plan: Plan, tasks: list[range]) -> Played:
        played.extend(tasks)
        return ((one.start, task(plan, one.start, one.stop)) for one in tasks)

    assert in_order(results(PLAN, GAMES, folder, play)) == rows
    (folder / "part-000000002-000000004.parquet").unlink()
    played.clear()
    assert in_order(results(PLAN, GAMES, folder, play)) == rows
    assert played == [range(2, 4)]
    with pytest.raises(InputError, match="it holds other games"):
        next(results(PLAN._replace(seed=1), GAMES, folder, play))
    assert not [*folder.glob("*.tmp")]


def test_two_workers_of_which_one_is_killed_play_the_same(
    rows: list[dict[str, Any]], tmp_path: Path
) -> None:
    pytest.importorskip("distributed")
    from distributed import get_client

    with workers(2, None) as play:
        found = list[simulate.Row]()
        for at, part in enumerate(results(PLAN, GAMES, tmp_path / "two.parquet", play)):
            found += part
            if not at:
                first = min(get_client().run(os.getpid).values())
                os.kill(first, signal.SIGKILL)
    assert sorted(found, key=lambda row: row["number"]) == rows


def test_what_is_told_of_the_games(rows: list[dict[str, Any]]) -> None:
    tally = Tally(PLAN)
    for row in rows:
        tally.add([row])
    told: dict[str, Any] = tally.record(1.0)
    points: list[list[int]] = [row["points"] for row in rows]
    players = told["players"]
    for at, one in enumerate(players):
        wins = sum((p[at] == max(p)) / p.count(max(p)) for p in points)
        assert (one["games"], one["seat"], one["wins"]) == (GAMES, at + 1, wins)
        assert one["mean"] == pytest.approx(fmean(p[at] for p in points), abs=0.001)
    cards = [
        (name, seat, row)
        for row in rows
        for kind, name, seat in zip(
            row["mark_kinds"],
            row["mark_names"],
            row["mark_seats"],
            strict=True,
        )
        if kind == "card"
    ]
    means = [fmean(p[at] for p in points) for at in range(2)]
    name = cards[0][0]
    above = fmean(row["points"][seat] - means[seat] for one, seat, row in cards if one == name)
    assert told["marks"]["card"][name]["above"] == pytest.approx(above, abs=0.001)
    assert sum(tally.places.values()) == sum(len(row["places"]) for row in rows)


def test_the_verb(tmp_path: Path) -> None:
    run = ("simulate", "--games", 3, "--players", "greedy,random", "--seed", 5)
    data = call(*run, "--json").json
    assert (data["games"], data["complete"]) == (3, True)
    assert {"player", "seat", "games", "wins", "mean", "interval"} <= data["players"][0].keys()
    heat = tmp_path / "use.svg"
    shown = call(*run, "--heat", heat)
    assert shown.status == 0
    assert "3 games in " in shown.out
    assert "in 100 games" in heat.read_text(encoding="utf-8")
    record = tmp_path / "game.toml"
    assert call(*run, "--number", 2, "-o", record).out == f"wrote {record}: game 2\n"
    assert call("score", record).status == 0


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (("--players", "greedy,strong:1s"), "--players: 'strong:1s' does not fit; a name, or"),
        (("--players", "greedy,nobody"), "--players: there is no player 'nobody'"),
        (("--players", "greedy,greedy", "--game", "cooper-island"),
         "--game: no player of the program knows Cooper Island"),
        (("--players", "greedy,greedy", "--number", "3"), "--number: it needs -o; name a record"),
        (("--players", "greedy,greedy", "--scheduler", "tcp://127.0.0.1:9"),
         "--scheduler: no scheduler answers at tcp://127.0.0.1:9; start one: dask scheduler"),
    ],
)  # fmt: skip
def test_what_is_wrong(given: tuple[str, ...], expected: str) -> None:
    (line,) = refusal("simulate", *given)
    assert line.startswith(expected)
