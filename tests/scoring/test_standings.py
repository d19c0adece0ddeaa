"""Standings: ranks by their definition, whatever the order of the sheets."""

from __future__ import annotations

import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palace.core.errors import InputError
from palace.scoring import Line, Score, Sheet, Team, exports, standings
from tests.scoring.sheets import TIE_BREAKERS, score, scores, sheet


def ranks(*totals: int) -> list[int]:
    sheets = [sheet(str(at), total) for at, total in enumerate(totals)]
    return [standing.rank for standing in standings(sheets, TIE_BREAKERS)]


def test_ranks_of_ties() -> None:
    assert ranks(9, 7, 7, 3) == [1, 2, 2, 4]
    assert ranks(7, 7, 9) == [2, 2, 1]
    assert ranks(5, 5, 5) == [1, 1, 1]
    assert ranks(-3, 0) == [2, 1]
    assert ranks(4) == [1]


def test_the_first_tie_breaker_that_differs_decides() -> None:
    sheets = [sheet("Ana", 9, 0, -1), sheet("Ben", 9, 1, -2), sheet("Caro", 9, 0, -2),
              sheet("Dora", 8, 1, 0)]  # fmt: skip
    found = standings(sheets, TIE_BREAKERS)
    assert [standing.rank for standing in found] == [2, 1, 3, 4]
    assert [standing.ahead_by for standing in found] == ["fewest stones", "the crown", None, None]
    assert not any(standing.shared for standing in found)
    assert score(tuple(sheets)).outcome == (
        "Ben wins with 9 points",
        "tie at 9 points: Ana is before Caro by fewest stones",
        "tie at 9 points: Ben is before Ana by the crown",
    )


def test_of_three_tied_the_breaker_is_named_that_decides_against_the_next() -> None:
    """Ana beats Ben by the second tie-breaker, and Caro, who is further behind, by the first."""
    first, second = TIE_BREAKERS
    three = (sheet("Ana", 9, 3, 2), sheet("Ben", 9, 3, 1), sheet("Caro", 9, 1, 5))
    for order in itertools.permutations(three):
        found = {standing.name: standing for standing in standings(order, TIE_BREAKERS)}
        assert [found[name].rank for name in ("Ana", "Ben", "Caro")] == [1, 2, 3]
        assert [found[name].ahead_by for name in ("Ana", "Ben", "Caro")] == [second, first, None]


def test_nothing_decides() -> None:
    both = score((sheet("Ana", 9), sheet("Ben", 1), sheet("Caro", 9)))
    assert [(standing.rank, standing.shared) for standing in both.standings] == [
        (1, True), (3, False), (1, True)
    ]  # fmt: skip
    assert both.winners == ("Ana", "Caro")
    assert both.outcome == ("Ana and Caro share the victory with 9 points each",)


@given(scores(), st.randoms(use_true_random=False))
def test_ranks_by_their_definition(found: Score, chance: random.Random) -> None:
    keys = {sheet.name: (sheet.total, *sheet.ties) for sheet in found.sheets}
    rank = {standing.name: standing.rank for standing in found.standings}
    assert list(rank) == [sheet.name for sheet in found.sheets]
    for name, key in keys.items():
        assert rank[name] == 1 + sum(other > key for other in keys.values())
        for other in keys:
            assert (rank[other] == rank[name]) == (keys[other] == key)
    for standing in found.standings:
        tied = [other for other in keys if keys[other][0] == standing.total]
        behind = [other for other in tied if keys[other] < keys[standing.name]]
        assert (standing.ahead_by is None) == (not behind)
        assert standing.shared == (list(keys.values()).count(keys[standing.name]) > 1)
    shuffled = list(found.sheets)
    chance.shuffle(shuffled)
    assert set(standings(shuffled, TIE_BREAKERS)) == set(found.standings)
    assert [standing.rank for standing, _ in found.ranking] == sorted(rank.values())


def test_so_far() -> None:
    game = score((sheet("Ana", 1), sheet("Ben", 0)), finished=False, ends="the arches run out")
    assert game.winners == ()
    assert game.leaders == ("Ana",)
    assert game.outcome == ("not finished: so far Ana leads with 1 point", "the arches run out")
    game = score((sheet("Ana", 2), sheet("Ben", 2)), finished=False)
    assert game.outcome == ("not finished: so far Ana and Ben lead with 2 points each",)


def test_what_would_end_a_game_is_not_said_of_one_that_is_over() -> None:
    assert score((sheet("Ana", 2), sheet("Ben", 1)), ends="the arches run out").outcome == (
        "Ana wins with 2 points",
    )
    together = score((sheet("Ana", 2),), ends="the arches run out", team=Team(True, 2, "why"))
    assert together.outcome == (
        "Ana win together: why",
        "the group's score is 2 points, the least of its players",
    )


def test_below_the_first_place_ties_stay_where_the_breaker_is_for_the_winner_alone() -> None:
    sheets = (sheet("Ana", 9, 1, 0), sheet("Ben", 9, 0, 0), sheet("Caro", 5, 1, 0),
              sheet("Dora", 5, 0, 0))  # fmt: skip
    for only_winner, expected in ((True, [1, 2, 3, 3]), (False, [1, 2, 3, 4])):
        found = score(sheets, only_winner=only_winner)
        assert [standing.rank for standing in found.standings] == expected
        assert [standing.shared for standing in found.standings] == [
            False, False, only_winner, only_winner
        ]  # fmt: skip
        assert found.leaders == found.winners == ("Ana",)
    plain = standings(sheets, TIE_BREAKERS)
    assert [standing.rank for standing in plain] == [1, 2, 3, 4]
    assert standings(()) == ()


def test_what_a_sheet_has_since_another() -> None:
    before = Sheet("Ana", (Line("fish", 2, ""), Line("stones", -1, "")))
    after = Sheet("Ana", (*before.lines, Line("fish", 3, "", 4), Line("fish", 1, ""),
                          Line("shells", 5, "")))  # fmt: skip
    assert after.since(before) == {"fish": 4, "shells": 5}
    assert before.since(after) == {"fish": -4, "shells": -5}
    assert after.subtotal("fish") == 6
    assert after.subtotal("salt") is None
    assert after.itemised
    assert not Sheet.of_total("Ana", 3, "").itemised


def test_alone() -> None:
    assert score((sheet("Ana", 7),)).outcome == ("Ana has 7 points",)
    assert score((sheet("Ana", 1),), finished=False).outcome == ("Ana has 1 point so far",)


@pytest.mark.parametrize(
    ("won", "what"), [(True, "win together"), (False, "lose together"), (None, "end together")]
)
def test_a_team(won: bool | None, what: str) -> None:
    both, team = (sheet("Ana", 3), sheet("Ben", 5)), Team(won, 3, "why", "well done")
    least = "3 points, the least of its players, well done"
    assert score(both, team=team).outcome == (
        f"Ana and Ben {what}: why", f"the group's score is {least}",
    )  # fmt: skip
    so_far = score(both, team=team, finished=False, ends="the arches run out")
    assert so_far.outcome == (
        "Ana and Ben play together: why", f"the group's score so far is {least}",
        "the arches run out",
    )  # fmt: skip
    assert len(score(both, team=team, finished=False).outcome) == 2
    assert score(both, team=team).winners == (("Ana", "Ben") if won else ())
    assert score(both, team=team, finished=False).winners == ()
    assert score(both, team=team).record()["team"] == {
        "won": won, "points": 3, "cause": "why", "comment": "well done"
    }  # fmt: skip
    assert Team(won, 3, "why").record() == {"won": won, "points": 3, "cause": "why"}


@pytest.mark.parametrize(
    ("sheets", "changes", "said"),
    [
        ((), {}, "a score without sheets; give one for each player"),
        (
            (sheet("Ana", 1), sheet("Ana", 1)),
            {},
            "two sheets have one name; give each player a name of their own",
        ),
        ((sheet("Ana", 1, 1),), {}, "Ana has 1 values for ties; give one for each of 2"),
        (
            (sheet("Ana", 1),),
            {"start_player": "Ben"},
            "'Ben' began, who has no sheet; name one of the players",
        ),
        (
            (Sheet("Ana", (Line("salt", 1, ""),), (0, 0)),),
            {},
            "Ana has points of unknown category 'salt'; list it",
        ),
    ],
)
def test_what_does_not_fit(sheets: tuple[Sheet, ...], changes: dict[str, str], said: str) -> None:
    with pytest.raises(InputError) as caught:
        score(sheets, **changes)
    assert str(caught.value) == f"sea-side: {said}"


@pytest.mark.parametrize("sign", [*"=+-@|%", *map(chr, (0xFF1D, 0xFF0B, 0xFF0D, 0xFF20, 0x2212))])
def test_a_name_that_a_spreadsheet_takes_for_a_formula_is_marked(sign: str) -> None:
    assert exports._safe(f"{sign}a") == f"'{sign}a"
    assert exports._safe(f"a{sign}") == f"a{sign}"


@pytest.mark.parametrize("cell", ["?a", "a", "", 3, None, "(a)"])
def test_other_cells_stay_as_they_are(cell: str | int | None) -> None:
    assert exports._safe(cell) == cell
