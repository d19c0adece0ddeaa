"""Games of a folder added up."""

from __future__ import annotations

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
