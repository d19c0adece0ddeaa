"""Games of a folder added up."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from palace.contract.game import Feat
from palace.core.html import page
from palace.players.league import Evening, tables
from palace.scoring.score import Score, Sheet, Team


def evening(
    day: int, points: dict[str, int], *feats: Feat, game: str = "nim", finished: bool = True,
    team: Team | None = None,
) -> Evening:  # fmt: skip
    sheets = tuple(Sheet.of_total(name, total, "told") for name, total in points.items())
    score = Score(
        game, "1", True, finished, (), sheets, (), date=date(2026, 11, day), team=team
    )  # fmt: skip
    return Evening(f"{day}.toml", score, feats)


def test_wins_are_counted_and_ties_in_parts() -> None:
    games = [evening(2, {"Ana": 5, "Ben": 5}), evening(1, {"Ben": 7, "Ana": 3, "Caro": 1})]
    [table] = tables(games)
    assert [one.file for one in table.evenings] == ["1.toml", "2.toml"]
    assert table.seats == (
        ("Ben", 1.5, (7, 5)), ("Ana", 0.5, (3, 5)), ("Caro", 0.0, (1,)),
    )  # fmt: skip
    assert (table.part.rows[0], table.part.bars[0]) == (("Ben", "2", "1.5", "6.0", "7"), 0.75)


def test_what_is_not_finished_is_left_out_and_games_are_apart() -> None:
    games = [
        evening(1, {"Ana": 5, "Ben": 4}), evening(2, {"Ana": 9, "Ben": 1}, finished=False),
        evening(3, {"Ana": 1, "Ben": 2}, game="go"),
    ]  # fmt: skip
    assert [(table.game, len(table.evenings)) for table in tables(games)] == [("go", 1), ("nim", 1)]


@pytest.mark.parametrize(("points", "won"), [({"Ana": 9}, 0.0), ({"Ana": 9, "Ben": 1}, 1.0)])
def test_alone_nobody_wins(points: dict[str, int], won: float) -> None:
    [table] = tables([evening(1, points)])
    assert table.seats[0].wins == won


def test_the_greatest_feat_and_what_is_most_common() -> None:
    maps = [Feat("map", name) for name in ("north", "south", "south")]
    games = [
        evening(day, {"Ana": 1, "Ben": 0}, one, Feat("longest", f"{size} arches", "Ana", size))
        for day, (one, size) in enumerate(zip(maps, (4, 9, 2), strict=True), 1)
    ]
    [table] = tables(games)
    assert table.feats == (("map", "south: 2 games"), ("longest", "Ana: 9 arches (2026-11-02)"))


def test_a_page_has_a_bar_for_every_player() -> None:
    [table] = tables([evening(1, {"Ana": 5, "<Ben>": 4})])
    text = page("League", [table.part])
    for part in ('<meter value="1.000">', '<meter value="0.000">', "<td>&lt;Ben&gt;<td"):
        assert part in text
    assert "<Ben>" not in text


def test_a_table_as_data_and_as_a_part_of_a_page() -> None:
    feat = Feat("longest", "4 arches", "Ana", 4)
    [table] = tables([evening(1, {"Ana": 5, "Ben": 4}, feat), evening(2, {"Ana": 2, "Ben": 2}),
                      evening(3, {"Ana": 6, "Ben": 2, "Caro": 6})])  # fmt: skip
    assert table.record() == {
        "game": "nim", "games": 3,
        "players": [
            {"name": "Ana", "games": 3, "wins": 2.0, "mean": 4.33, "best": 6, "points": [5, 2, 6]},
            {"name": "Caro", "games": 1, "wins": 0.5, "mean": 6.0, "best": 6, "points": [6]},
            {"name": "Ben", "games": 3, "wins": 0.5, "mean": 2.67, "best": 4, "points": [4, 2, 2]},
        ],
        "feats": [{"title": "longest", "told": "Ana: 4 arches (2026-11-01)"}],
    }  # fmt: skip
    assert table.part == (
        f"{table.title}: 3 games", ("player", "games", "wins", "mean", "best"), ("player",),
        [("Ana", "3", "2", "4.3", "6"), ("Caro", "1", "0.5", "6.0", "6"),
         ("Ben", "3", "0.5", "2.7", "4")],
        [2 / 3, 0.5, 0.5 / 3], ["longest: Ana: 4 arches (2026-11-01)"], (),
    )  # fmt: skip
    # Of three who share a win each has a third, with three digits.
    [table] = tables([evening(1, {"Ana": 1, "Ben": 1, "Caro": 1})])
    assert table.record()["players"][0]["wins"] == 0.333  # type: ignore[index]


def test_equal_players_are_by_name_and_games_of_a_day_by_file() -> None:
    games = [evening(1, {"Caro": 1, "Ana": 1, "Ben": 1})._replace(file=name) for name in "ba"]
    [table] = tables(games)
    assert [seat.name for seat in table.seats] == ["Ana", "Ben", "Caro"]
    assert [one.file for one in table.evenings] == ["a", "b"]


@pytest.mark.parametrize(("won", "wins"), [(True, 1.0), (False, 0.0)])
def test_all_of_a_team_win_a_whole_game_or_none(won: bool, wins: float) -> None:
    team = Team(won, 0, "told")
    [table] = tables([evening(1, {"Ana": 1, "Ben": 9}, team=team)])
    assert [(seat.name, seat.wins) for seat in table.seats] == [("Ben", wins), ("Ana", wins)]
    [table] = tables([evening(1, {"Ana": 1}, team=team)])
    assert table.seats[0].wins == wins


def test_a_feat_of_a_game_without_a_day_names_the_file() -> None:
    one = evening(1, {"Ana": 1}, Feat("longest", "4 arches", "Ana", 4), Feat("map", "north"))
    one = one._replace(file="folder/x.toml", score=replace(one.score, date=None))
    [table] = tables([one])
    assert table.feats == (("longest", "Ana: 4 arches (x.toml)"), ("map", "north: 1 game"))
