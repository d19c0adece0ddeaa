"""Simulated games: the same whatever plays them, kept in parts, counted rightly."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest

from palace.contract.registry import game_in, score
from palace.core.errors import InputError
from palace.files.document import parse_document
from palace.players import simulate
from palace.players.match import Seat, opponents, seats_of
from palace.players.simulate import Part, Plan, Row, Tally, counted, results, workers
from tests.calls import call, refusal


def seats(text: str, game: str = "monkey-palace") -> tuple[Seat, ...]:
    return seats_of(opponents(game), text)


PLAN = Plan("monkey-palace", seats("greedy,random"), 5, (("box", "house"), ("map", "map-2")))
GAMES = 7


@pytest.fixture(autouse=True)
def _small_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulate, "SECONDS", 2 * simulate.GAME)


@pytest.fixture(scope="module")
def rows() -> list[Row]:
    return [PLAN.row(number) for number in range(GAMES)]


def kept(folder: Path) -> list[Row]:
    """Return the games that a folder holds, as another program reads them."""
    arrow = pytest.importorskip("pyarrow.parquet")
    return sorted(arrow.read_table(folder).to_pylist(), key=lambda row: row["number"])


def test_seed_and_number_decide_a_game(rows: list[Row]) -> None:
    assert [PLAN.row(number) for number in (5, 3)] == [rows[5], rows[3]]
    assert PLAN._replace(seed=6).row(0) != rows[0]
    assert len({row["seed"] for row in rows}) == GAMES


@pytest.mark.parametrize(
    ("nodes", "games", "seconds"),
    # 0.03 s a game, and 0.001 s a node of each of two seats.
    [(0, 10_000_000, 15), (0, 1500, 1.5), (0, 100, 1), (1000, 100_000, 15), (100_000, 30, 200)],
)
def test_tasks_are_long_in_long_runs_and_many_in_short_ones(
    nodes: int, games: int, seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    plan = Plan("monkey-palace", seats(f"strong:{nodes},strong:{nodes}"))
    tasks = [*plan.tasks(7, games)]
    assert all(one.stop == other.start for one, other in pairwise(tasks))
    assert (tasks[0].start, tasks[-1].stop) == (7, games)
    assert len(tasks[0]) * (0.03 + 0.002 * nodes) == pytest.approx(seconds, rel=0.1)


def test_a_match_plays_each_deal_from_every_seat() -> None:
    plan = Plan("monkey-palace", seats("random,greedy,greedy"), 2007, drawn=True)
    tables = [plan.rules(number).table for number in range(6)]
    seated = [tuple(seat.name[-1] for seat in table.seats) for table in tables]
    assert seated == [(*"123",), (*"231",), (*"312",)] * 2
    assert [plan.lot(number) for number in range(6)] == [2007] * 3 + [2008] * 3
    for three in (tables[:3], tables[3:]):
        assert len({(table.piles, table.palace) for table in three}) == 1
    row, log = plan.row(1), plan.play(1)
    totals = {sheet.name: sheet.total for sheet in log.rules.standing(log.state)}
    assert row["points"] == [totals[name] for name in plan.names]
    best = [name for name in plan.names if totals[name] == max(totals.values())]
    assert sum(row["shares"]) == 1
    assert all(
        (share > 0) <= (name in best) for share, name in zip(row["shares"], plan.names, strict=True)
    )
    cards = [(mark["seat"], mark["name"]) for mark in row["marks"] if mark["kind"] == "card"]
    colours = {"l": "light green", "d": "dark green", "g": "gold", "x": "multicolour", None: ""}
    taken = [
        (plan.names.index(seat.name),
         f"{one.card.name}: {colours[one.card.colour]}, {one.card.cost} "
         f"credit{'s' * (one.card.cost != 1)}, {one.card.bananas} "
         f"banana{'s' * (one.card.bananas != 1)}") for seat in log.state.seats for one in seat.cards
    ]  # fmt: skip
    assert sorted(cards) == sorted(taken)


def confirmed(plan: Plan, number: int) -> None:
    log = plan.play(number)
    text = plan.record(number).text(log)
    _, record = game_in(parse_document(text, "toml", "game.toml"))
    told = score(record)
    assert (told.legal, told.finished, told.reasons) == (True, True, ())
    totals = [(sheet.name, sheet.total) for sheet in log.rules.standing(log.state)]
    assert [(sheet.name, sheet.total) for sheet in told.sheets] == totals


@pytest.mark.parametrize("plan", [
    PLAN, *(Plan("palm-island", seats(name, "palm-island"), 5) for name in ("greedy", "solver:20")),
], ids=["monkey", "palm", "solver"])  # fmt: skip
def test_any_game_is_a_record_that_the_referee_confirms(plan: Plan) -> None:
    confirmed(plan, 6)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 10_000, 500))
def test_ten_thousand_games_are_confirmed_by_the_referee(first: int) -> None:
    plan = Plan("monkey-palace", seats("greedy,greedy,greedy"), 0, PLAN.options)
    for number in range(first, first + 500):
        confirmed(plan, number)


def test_a_run_goes_on_where_it_stopped(rows: list[Row], tmp_path: Path) -> None:
    folder, whole = tmp_path / "games.parquet", counted(rows)
    *_, tally = results(PLAN, GAMES, folder, map)
    assert (kept(folder), tally.counts) == (rows, whole)
    (folder / "part-000000002-000000004.parquet").unlink()
    again = list[range]()

    def noted(work: Callable[[range], Part], tasks: Sequence[range]) -> Iterator[Part]:
        again.extend(tasks)
        return map(work, tasks)

    *_, tally = results(PLAN, GAMES, folder, noted)
    assert (kept(folder), tally.counts, again) == (rows, whole, [range(2, 4)])
    *_, tally = results(PLAN, 3, folder, noted)
    assert (tally.counts, len(again)) == (counted(rows[:3]), 1)  # of a part, those before the last
    with pytest.raises(InputError, match="it holds other games"):
        next(results(PLAN._replace(seed=1), GAMES, folder, map))


def test_two_workers_of_which_one_is_killed_play_the_same(rows: list[Row], tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    from distributed import get_client

    with workers(2, None) as play:
        for at, _ in enumerate(results(PLAN, GAMES, tmp_path / "two.parquet", play)):
            if not at:
                os.kill(min(get_client().run(os.getpid).values()), signal.SIGKILL)
    assert kept(tmp_path / "two.parquet") == rows


def test_ctrl_c_keeps_the_tasks_that_are_done(
    rows: list[Row], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(plan: Plan, number: int) -> Row:
        if number == 3:
            raise KeyboardInterrupt
        return rows[number]

    monkeypatch.setattr(Plan, "row", stopped)
    with workers(1, None) as play, pytest.raises(KeyboardInterrupt):
        list(results(PLAN, GAMES, tmp_path / "games.parquet", play))
    assert kept(tmp_path / "games.parquet") == rows[:2]


def test_what_is_told_of_the_games(rows: list[Row]) -> None:
    told: dict[str, Any] = Tally(PLAN, counted(rows)).record()
    points: list[list[int]] = [row["points"] for row in rows]
    means = [fmean(p[at] for p in points) for at in range(2)]
    for at, one in enumerate(told["players"]):
        wins = sum((p[at] == max(p)) / p.count(max(p)) for p in points)
        assert (one["games"], one["seat"]) == (GAMES, at + 1)
        assert one["wins"] == pytest.approx(wins)
        assert one["mean"] == pytest.approx(means[at])
    every = [(mark, row) for row in rows for mark in row["marks"] if mark["kind"] == "card"]
    name = every[0][0]["name"]
    taken = [(mark["seat"], row["points"]) for mark, row in every if mark["name"] == name]
    (one,) = [one for one in told["marks"]["card"] if one["name"] == name]
    assert one["taken"] == len(taken)
    assert one["above"] == pytest.approx(fmean(points[at] - means[at] for at, points in taken))
    spread = {one["taken"] > 1 for one in told["marks"]["card"] if one["half"] is not None}
    assert spread == {True}
    places = [count for name, count in told["counts"].items() if name.startswith("places/")]
    assert sum(places) == sum(len(row["places"]) for row in rows)


def test_the_verb(tmp_path: Path) -> None:
    run = ("simulate", "--games", 3, "--players", "greedy,random", "--seed", 5)
    data = call(*run, "--json").json
    assert (data["games"], data["complete"]) == (3, True)
    assert {"player", "seat", "games", "wins", "mean", "interval"} <= data["players"][0].keys()
    plots = tmp_path / "plots"
    assert "3 games in " in call(*run, "--plots", plots).out
    drawn = ["games.png", "growth.png", "points.png", "seats.png", "values.png"]
    places = ["places.glb", "places.png", "places.svg"]
    assert sorted(path.name for path in plots.iterdir()) == sorted([*drawn, *places])
    assert "for 100 games" in (plots / "places.svg").read_text(encoding="utf-8")
    record = tmp_path / "game.toml"
    assert call(*run, "--number", 2, "-o", record).out == f"wrote {record}: game 2\n"
    assert call("score", record).status == 0
    folder = tmp_path / "games.parquet"
    for more in ((), ("--resume",)):
        assert call(*run, "-o", folder, *more, "--json").json["players"] == data["players"]


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (("--players", "greedy,strong:1s"), "--players: 'strong:1s' has no limit in nodes, which"),
        (("--players", "greedy,strong"), "--players: 'strong' has no limit in nodes, which alone"),
        (("--players", "greedy,clever"), "--players: there is no player 'clever'"),
        (("--players", "greedy,greedy", "--game", "cooper-island"),
         "--game: no player of the program knows Cooper Island"),
        (("--players", "greedy,greedy", "--number", "3"), "--number: it needs -o; name a record"),
        (("--players", "greedy,greedy", "-o", "."), ".: it is there already; add --resume to go"),
        (("--players", "greedy,greedy", "--scheduler", "tcp://127.0.0.1:9"),
         "--scheduler: no scheduler answers at tcp://127.0.0.1:9; start one: dask scheduler"),
    ],
)  # fmt: skip
def test_what_is_wrong(
    given: tuple[str, ...], expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(simulate, "ANSWER", 0.5)
    (line,) = refusal("simulate", *given)
    assert line.startswith(expected)
