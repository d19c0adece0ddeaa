"""What a score is written as: nothing in a name breaks a format, and every point is there."""

from __future__ import annotations

import csv
import dataclasses
import datetime
import io
import json
import re
from typing import Any
from urllib.parse import unquote

import pytest
from hypothesis import given
from rich.cells import cell_len as width_of

from palace import scoring
from palace.core.errors import InputError
from palace.monkey_palace.game.reasons import BOOK
from palace.scoring import Line, Score, Sheet, Team
from palace.scoring.exports import PLAYER_HEADS, escaped, player_rows, total_rows
from tests.scoring.sheets import NASTY, THREE, score, scores, sheet

REASON = BOOK.reason("pass", "Ana", "build", staircase="a1", start="a1", end="a2").placed()


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def cells_of(line: str) -> list[str]:
    """The cells of a line of a Markdown table."""
    assert line.startswith("| ")
    assert line.endswith(" |")
    return re.split(r"(?<!\\) ?\| ?", line)[1:-1]


# JSON.


@given(scores())
def test_json(found: Score) -> None:
    data = json.loads(scoring.json_text(found))
    assert data == found.record()
    assert [player["name"] for player in data["players"]] == [s.name for s in found.sheets]
    for player in data["players"]:
        assert player["total"] == sum(line["points"] for line in player["lines"])


def test_json_as_text() -> None:
    lines = scoring.json_text(score((sheet("Zoë", 1),))).splitlines()
    assert lines[:2] == ["{", '  "game": "sea-side",']
    assert '      "name": "Zoë",' in lines


def test_keys_of_the_record() -> None:
    data: dict[str, Any] = THREE.record()
    assert list(data) == [
        "game", "rules", "legal", "finished", "reasons", "players", "ends", "notes"
    ]  # fmt: skip
    assert data["players"][0] == {
        "name": "Ana",
        "total": 29,
        "rank": 2,
        "lines": [
            {"category": "fish", "points": 30, "cause": "a whale", "turn": 2},
            {"category": "stones", "points": -1, "cause": "a pebble"},
        ],
    }
    when = score((sheet("Ana", 1),), date=datetime.date(2026, 1, 31), place="at home")
    assert when.record()["date"] == "2026-01-31"
    assert when.record()["place"] == "at home"
    tie: dict[str, Any] = score((sheet("Ana", 1, 0, 0), sheet("Ben", 1, 1, 0))).record()
    assert [player.get("tie_break") for player in tie["players"]] == [None, "the crown"]


# CSV.


@given(scores())
def test_csv(found: Score) -> None:
    rows = rows_of(scoring.csv_text(found))
    assert [(row["rank"], row["total"]) for row in rows] == [
        (str(standing.rank), str(standing.total)) for standing in found.standings
    ]
    for row, sheet_ in zip(rows, found.sheets, strict=True):
        points = [int(row[category] or 0) for category in found.categories]
        assert sum(points) == sheet_.total
    every = rows_of(scoring.csv_lines(found))
    assert len(every) == sum(len(sheet.lines) for sheet in found.sheets)
    assert sum(int(row["points"]) for row in every) == sum(s.total for s in found.sheets)
    for row in [*rows, *every]:
        for cell in (row["player"], row.get("cause", "")):
            assert not re.match(r"[=+@|%\t\r\n-]", cell)
            assert len(cell.splitlines()) <= 1


def test_rows_of_players() -> None:
    (row,) = player_rows(score((sheet("Ana", 3),), legal=False))
    assert (*row,)[: len(PLAYER_HEADS)] == PLAYER_HEADS
    assert row == {
        "game": "sea-side", "date": "", "place": "", "player": "Ana", "rank": 1, "total": 3,
        "winner": "yes", "legal": "no", "finished": "yes", "fish": 3, "stones": None,
    }  # fmt: skip
    (row,) = player_rows(score((sheet("Ana", 3),), finished=False, place="Bonn", date="May"))
    assert (row["winner"], row["legal"], row["finished"]) == ("no", "yes", "no")
    assert (row["date"], row["place"]) == ("May", "Bonn")


def test_rows_with_totals() -> None:
    assert total_rows(THREE) == [
        ("Ana", 2, "fish", 30, "a whale"),
        ("Ana", None, "stones", -1, "a pebble"),
        ("Ana", None, "total", 29, "sum of the lines above"),
        ("Ben", 3, "fish", 25, "25 fish"),
        ("Ben", None, "total", 25, "sum of the lines above"),
        ("Caro", None, "total", 31, "written down"),
    ]


def test_csv_as_text() -> None:
    assert scoring.csv_text(THREE) == (
        "rank,player,fish,stones,total\n2,Ana,30,-1,29\n3,Ben,25,,25\n1,Caro,,,31\n"
    )
    assert scoring.csv_lines(THREE) == (
        "player,turn,category,points,cause\nAna,2,fish,30,a whale\nAna,,stones,-1,a pebble\n"
        "Ben,3,fish,25,25 fish\nCaro,,total,31,written down\n"
    )


@pytest.mark.parametrize(
    ("name", "cell"),
    [
        ("=1+1", "'=1+1"),
        ("-Ana", "'-Ana"),
        (" \t=x", "'=x"),
        *((f"{sign}1", f"'{sign}1") for sign in "+@|%\uff1d\uff0b\uff0d\uff20\u2212"),
        ("\u00ad=1", "'\u00ad=1"),
        ("?1", "?1"),
        ("1=1", "1=1"),
        ('A "B", C', '"A ""B"", C"'),
        ("a\nb", "a b"),
        ("O'Hara", "O'Hara"),
    ],
)
def test_cells_that_are_dangerous(name: str, cell: str) -> None:
    assert scoring.csv_text(score((sheet(name, 5),))).splitlines()[1] == f"1,{cell},5,,5"


# Markdown.


@given(scores())
def test_markdown(found: Score) -> None:
    lines = scoring.markdown_text(found).splitlines()
    table = [cells_of(line) for line in lines if line.startswith("|")]
    assert len(table) == 2 + len(found.sheets)
    assert {len(row) for row in table} == {len(found.categories) + 3}
    assert [row[-1] for row in table[2:]] == [str(s.total) for _, s in found.ranking]


def test_markdown_as_text() -> None:
    assert scoring.markdown_text(THREE) == (
        "## Sea Side\n\n"
        "| rank | player | fish | stones | total |\n"
        "| ---: | --- | ---: | ---: | ---: |\n"
        "| 1 | **Caro** |  |  | 31 |\n"
        "| 2 | Ana | 30 | -1 | 29 |\n"
        "| 3 | Ben | 25 |  | 25 |\n\n"
        "Caro wins with 31 points.\n"
    )
    text = scoring.markdown_text(score((sheet("a|b <b> *x*", 1),), place="x\ny", legal=False))
    assert "| **a\\|b \\<b\\> \\*x\\*** |" in text
    assert "\n\nx y\n\n" in text
    assert text.endswith("Not legal: 0 reasons.\n")


def test_markdown_of_what_is_known_beside_the_points() -> None:
    dated = score(
        (sheet("Ana", 1), sheet("Ben", 2)), date=datetime.date(2026, 1, 31), place="Bonn",
        legal=False, named="By the Sea", reasons=(REASON,), categories=("fish", "big|stones"),
    )  # fmt: skip
    text = scoring.markdown_text(dated)
    assert text.startswith("## By the Sea\n\n2026-01-31, Bonn\n\n| rank | player | fish | big\\|s")
    assert text.endswith("\n\nBen wins with 2 points.  \nNot legal: 1 reason.\n")


def test_every_sign_of_markdown_is_marked() -> None:
    signs = "\\`*_{}[]<>()#|~&!"
    assert escaped(signs) == "".join(f"\\{sign}" for sign in signs)
    assert escaped("a.b-c 1") == "a.b-c 1"


# BG Stats.


def test_bg_stats() -> None:
    game = score(THREE.sheets, date=datetime.date(2026, 1, 31), place="Bonn", start_player="Ben")
    data = json.loads(scoring.bgstats_text(game))
    identity = data.pop("sourcePlayId")
    assert data == {
        "sourceName": "palace",
        "playDate": "2026-01-31 12:00:00",
        "location": "Bonn",
        "comments": "Ana 29: fish 30, stones -1; Ben 25: fish 25; Caro 31",
        "game": {
            "name": "Sea Side", "sourceGameId": "sea-side", "highestWins": True, "noPoints": False
        },
        "players": [
            {"name": "Ana", "sourcePlayerId": "Ana", "score": 29, "rank": 2, "winner": False,
             "startPlayer": False},
            {"name": "Ben", "sourcePlayerId": "Ben", "score": 25, "rank": 3, "winner": False,
             "startPlayer": True},
            {"name": "Caro", "sourcePlayerId": "Caro", "score": 31, "rank": 1, "winner": True,
             "startPlayer": False},
        ],
    }  # fmt: skip
    link = scoring.bgstats_link(game)
    head, text = link.rstrip("\n").split("?data=")
    assert head == "bgstats://app.bgstatsapp.com/createPlay.html"
    assert json.loads(unquote(text)) == data | {"sourcePlayId": identity}
    assert re.fullmatch(r"[A-Za-z0-9_.~%-]+", text)


def test_bg_stats_writes_letters_as_they_are() -> None:
    game = score((sheet("Zoë", 1),))
    for text in (scoring.bgstats_text(game), unquote(scoring.bgstats_link(game))):
        assert '"Zoë"' in text


def test_bg_stats_says_nothing_it_does_not_know() -> None:
    data = json.loads(scoring.bgstats_text(score((sheet("Ana", 3),), date="last summer")))
    assert not {"playDate", "location", "durationMin"} & set(data)
    assert "bggId" not in data["game"]
    hour = datetime.datetime(2026, 1, 31, 0, 0)
    data = json.loads(scoring.bgstats_text(score((sheet("Ana", 3),), legal=False, date=hour)))
    assert data["playDate"] == "2026-01-31 00:00:00"
    assert data["comments"].startswith("not legal; Ana 3")


def test_bg_stats_lacks_a_date_alone() -> None:
    lacks = "no date is known, so BG Stats takes the day of the import; add date to the record"
    dated = dataclasses.replace(THREE, date=datetime.date(2026, 1, 31))
    assert [*scoring.bgstats_lacks(THREE)] == [lacks]
    assert [*scoring.bgstats_lacks(dated)] == []


@given(scores())
def test_bg_stats_has_what_the_app_cannot_do_without(found: Score) -> None:
    """Every player is a start player and a winner or not; an outcome not known is no loss."""
    if found.finished:
        for player in json.loads(scoring.bgstats_text(found))["players"]:
            assert {*map(type, (player["startPlayer"], player["winner"]))} == {bool}
    else:
        with pytest.raises(InputError, match="BG Stats: the outcome is not known: "):
            scoring.bgstats_play(found)


def test_bg_stats_of_a_team() -> None:
    teams = {
        won: score((sheet("Ana", 3), sheet("Ben", 5)), team=Team(won, 3, "why"))
        for won in (True, False, None)
    }
    found = {won: json.loads(scoring.bgstats_text(teams[won])) for won in (True, False)}
    assert all(play["players"][0]["winner"] is won for won, play in found.items())
    players = [(player["score"], player["rank"]) for player in found[True]["players"]]
    assert players == [(3, 1), (3, 1)]
    assert found[True]["comments"] == "Ana 3: fish 3; Ben 5: fish 5"
    said = "BG Stats: the outcome is not known: Ana and Ben end together: why; export the game"
    with pytest.raises(InputError) as caught:
        scoring.bgstats_link(teams[None])
    assert str(caught.value) == f"{said} when it is known"


def test_bg_stats_knows_a_play_again_and_takes_no_other_for_it() -> None:
    def identity(total: int, *source: object) -> object:
        return scoring.bgstats_play(score((sheet("Ana", total),)), *source)["sourcePlayId"]

    assert identity(3) == identity(3) != identity(4)
    assert identity(3, ["a", {"moves": 1}]) == identity(4, ["a", {"moves": 1}])
    assert len({identity(3, source) for source in (["a", 1], ["a", 2], ["b", 1])}) == 3


# Tables and the points one by one.


@pytest.mark.parametrize("columns", [40, 60, 80, 100])
@given(found=scores())
def test_tables_fit(columns: int, found: Score) -> None:
    for text in (scoring.table_text(found, columns), scoring.lines_text(found, None, columns)):
        assert "\x1b" not in text
        for line in text.splitlines():
            assert width_of(line) <= columns
            assert line == line.rstrip()


@pytest.mark.parametrize("columns", [40, 80])
@given(found=scores())
def test_colours_change_no_letter(columns: int, found: Score) -> None:
    coloured = scoring.table_text(found, columns, colour=True)
    bare = re.sub(r"\x1b\[[0-9;]*m", "", coloured)
    assert [line.rstrip() for line in bare.splitlines()] == (
        scoring.table_text(found, columns).splitlines()
    )


def test_a_table() -> None:
    assert scoring.table_text(THREE) == (
        "rank  player  fish  stones  total\n"
        "----- ------- ----- ------- -----\n"
        "  1.  Caro *     -       -     31\n"
        "  2.  Ana       30      -1     29\n"
        "  3.  Ben       25       -     25\n"
        "\n"
        "* Caro wins with 31 points\n"
    )
    assert scoring.table_text(THREE, 30) == (
        "        Caro *  Ana  Ben\n"
        "------- ------- ---- ---\n"
        "fish         -   30   25\n"
        "stones       -   -1    -\n"
        "total       31   29   25\n"
        "rank        1.   2.   3.\n"
        "\n"
        "* Caro wins with 31 points\n"
    )
    so_far = scoring.table_text(score(THREE.sheets, finished=False))
    assert "*" not in so_far
    assert so_far.endswith("\nnot finished: so far Caro leads with 31 points\n")


def test_where_the_players_do_not_fit_beside_one_another_the_next_come_below() -> None:
    """Thirty columns: six of labels, and eight for each of three players."""
    five = tuple(sheet(name * 9, 9 - at) for at, name in enumerate("abcde"))
    three, two = scoring.table_text(score(five), 30).split("\n\n")[:2]
    assert three.splitlines()[0].split() == ["aaa\u2026", "*", "bbbbb\u2026", "ccccc\u2026"]
    assert two.splitlines()[0].split() == ["ddddddddd", "eeeeeeeee"]
    assert two.splitlines()[-1].split() == ["rank", "4.", "5."]
    assert scoring.table_text(score(five[:3]), 30).count("rank") == 1


def test_colours_of_a_table() -> None:
    """The winner in bold green, the totals bold; in columns the labels are dim."""
    wide, narrow = (scoring.table_text(THREE, width, colour=True) for width in (80, 30))
    assert "\x1b[1;32mCaro *\x1b[0m" in wide
    assert "\x1b[0mAna  " in wide
    assert "\x1b[1m   31\x1b[0m" in wide
    assert "32mCaro *\x1b[0m" in narrow
    assert "\x1b[0mAna\x1b" in narrow
    assert "\x1b[2mfish  \x1b[0m" in narrow
    assert "\x1b[1;2mtotal \x1b[0m" in narrow
    assert "\x1b[1m    31\x1b[0m" in narrow


def test_a_player_who_is_not_there() -> None:
    with pytest.raises(InputError) as caught:
        scoring.lines_text(THREE, "Car")
    assert str(caught.value) == "--lines: no player is called 'Car'; did you mean Caro?"
    with pytest.raises(InputError) as caught:
        scoring.lines_text(THREE, "Xyz")
    assert str(caught.value).endswith("'Xyz'; the players are Ana, Ben and Caro")


def test_long_and_wide_names() -> None:
    names = ["x" * 50, "\u738b\u5c0f\u660e", "Ana"]
    text = scoring.table_text(score(tuple(sheet(name, 5) for name in names)))
    assert "x" * 21 + "\N{HORIZONTAL ELLIPSIS} *" in text
    assert {width_of(line) for line in text.splitlines()[:5]} == {51}


def test_where_do_the_points_come_from() -> None:
    assert scoring.lines_text(THREE, "Ana") == (
        "Ana: 29 points, rank 2\n"
        "turn  points  sum  category  cause\n"
        "----- ------- ---- --------- --------\n"
        "   2     +30   30  fish      a whale\n"
        "   -      -1   29  stones    a pebble\n"
    )
    assert scoring.lines_text(THREE, "Caro") == (
        "Caro: 31 points, rank 1\npoints  sum  category  cause\n"
        "------- ---- --------- ------------\n"
        "   +31   31  total     written down\n"
    )
    every = scoring.lines_text(THREE)
    assert [block.split(":")[0] for block in every.split("\n\n")] == ["Caro", "Ana", "Ben"]
    long = Sheet("Ana", (Line("fish", 1, "a " * 50, 7),), (0, 0))
    for columns, heads in ((40, False), (59, False), (60, True), (80, True)):
        text = scoring.lines_text(score((long,)), "Ana", columns)
        assert text.count(" a") == 50
        assert ("category" in text) == heads
        assert ("fish: a" in text) != heads
    so_far = scoring.lines_text(score((long,), finished=False), "Ana")
    assert so_far.startswith("Ana: 1 point so far, rank 1\n")
    assert scoring.lines_text(score((Sheet("Ana", (), (0, 0)),))).endswith("\nno points\n")


@pytest.mark.parametrize("name", NASTY)
def test_no_name_reaches_the_terminal_raw(name: str) -> None:
    game = score((sheet(name, 1),))
    for text in (scoring.table_text(game), scoring.lines_text(game), scoring.markdown_text(game)):
        assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]", text)
