"""Slips in final sheets, in calls and in lines that cannot be read, one test for each."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from palace.cooper_island.notation import read_line
from palace.cooper_island.state import Ring
from palace.core.errors import InputError, NotationError
from tests.calls import call, refusal
from tests.cooper_island.test_record import ANA, BEN, GOLDEN, HEAD, errors, read, score
from tests.paths import ROOT
from tests.sentences import Says

# Final sheets.

SHIPS = "ships = [{{ {} }}, {{}}]\n"


@pytest.mark.parametrize(
    ("ship", "by"),
    [
        ("logbooks = 1, beaches = 9", 5), ("logbooks = 1, beaches = 5", 1),
        ("logbooks = 1, beaches = 4", 0), ("logbooks = 0, beaches = 5", 1), ("beaches = 4", 0),
        ("logbooks = 4, beaches = 4", 0), ("logbooks = 7, beaches = 6", 2), ("distance = 19", 0),
    ],
)  # fmt: skip
def test_logbooks_closer_than_the_ring_allows(ship: str, by: int, says: Says) -> None:
    found = score(f"{HEAD}{ANA}{SHIPS.format(ship)}{BEN}total = 2\n")
    assert [(one.key, one.at, one.by) for one in found.reasons] == [
        ("logbook.near", "Ana", by)
    ] * bool(by)
    if by:
        says(*found.reasons)


def test_logbooks_of_a_ring_of_ones_own() -> None:
    ring = Ring("own", 20, (0, 10), 3, frozenset({1, 9}), frozenset(), "placeholder")
    most = [ring.most_since(0, "cutter", logbooks) for logbooks in range(5)]
    assert most == [1, 7, 11, 7, 11]
    assert [ring.most_since(1, "cutter", logbooks) for logbooks in range(3)] == [11, 7, 11]
    assert ring.most_since(0, "two-master", 3) is None


@pytest.mark.parametrize(("spaces", "by"), [(21, 0), (22, 1), (99, 78)])
def test_more_uncovered_spaces_than_the_peninsula_has(spaces: int, by: int, says: Says) -> None:
    found = score(f"{HEAD}{ANA}total = 3\nuncovered = {spaces}\n{BEN}total = 2\n")
    assert [(one.key, one.at, one.by) for one in found.reasons] == [
        ("box-limit.uncovered", "Ana", by)
    ] * bool(by)
    if by:
        says(*found.reasons)


def test_royal_orders_and_buildings_that_the_log_contradicts() -> None:
    text = (GOLDEN / "three-players.toml").read_text(encoding="utf-8")
    good = score(text)
    for old, new, said in (
        ("royal_orders = 0\n", "royal_orders = 3\n",
         "royal_orders: points for 1 royal order are written down, and the log has 0"),
        ("royal_orders = [0, 2]\n", "royal_orders = [0, 2, 1]\n",
         "royal_orders: points for 3 royal orders are written down, and the log has 2"),
        ("buildings = [2, 0]\n", "buildings = [2, 0, 0]\n",
         "buildings: points for 3 building cards are written down, and the log has 2"),
        ("buildings = [0, 1]\n", "buildings = [0, 1, 2]\n",  # the fortress has no card
         "buildings: points for 3 building cards are written down, and the log has 2"),
    ):  # fmt: skip
        with pytest.raises(InputError) as caught:
            score(text.replace(old, new, 1))
        assert said in str(caught.value)
    for old, new in (("royal_orders = [0, 2]\n", "royal_orders = 2\n"),
                     ("buildings = [2, 0]\n", "buildings = [2]\n")):  # fmt: skip
        assert [one.total for one in score(text.replace(old, new, 1)).sheets] == [
            one.total for one in good.sheets
        ]


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("ships = [{ logbook = 1 }, {}]", "players[1].ships[1].logbook: this key is not known; did "
         "you mean logbooks?"),
        ("ships = [{}, { zzz = 1 }]", "players[1].ships[2].zzz: this key is not known; use "
         "logbooks, beaches or distance"),
        ("leftovers = { coin = 1 }", "players[1].leftovers.coin: this key is not known; did you "
         "mean coins?"),
        ("leftovers = { q = 1 }", "players[1].leftovers.q: this key is not known; use coins, "
         "resources, cartographer or double_tiles"),
    ],
)  # fmt: skip
def test_unknown_keys_of_ships_and_leftovers_are_errors(key: str, said: str) -> None:
    (line,) = errors(f"{HEAD}{ANA}{key}\n{BEN}total = 2\n")
    assert line.startswith("f:6:")
    assert line.endswith(said)


def test_an_unknown_key_of_a_player_is_a_warning_as_before() -> None:
    assert (
        "did you mean anchors?"
        in read(f"{HEAD}{ANA}total = 1\nanchor = 1\n{BEN}total = 2\n").warnings[0]
    )


@pytest.mark.parametrize(
    "key", ["ships", "royal_orders", "buildings", "leftovers", "anchors", "uncovered"]
)
def test_null_is_a_value_that_is_not_written(key: str, tmp_path: Path) -> None:
    players = [{"name": "Ana", "total": 9}, {"name": "Ben", "total": 2, key: None}]
    file = tmp_path / "game.json"
    data = {"format": 1, "game": "cooper-island", "rules": "1", "players": players}
    file.write_text(json.dumps(data), encoding="utf-8")
    assert [one["points"] for one in call("check", file, "--json").json["players"]] == [9, 2]


@pytest.mark.parametrize("game", ["monkey-palace", "palm-island", "cooper-island"])
def test_a_total_of_null_is_refused_in_every_game(game: str, tmp_path: Path) -> None:
    players = [{"name": "Ana", "total": 9}, {"name": "Ben", "total": None}]
    more = {"mode": "casual"} if game == "palm-island" else {}
    file = tmp_path / "game.json"
    data = {"format": 1, "game": game, "rules": "1", **more, "players": players}
    file.write_text(json.dumps(data), encoding="utf-8")
    assert refusal("score", file)


# Calls and lines that cannot be read.


@pytest.mark.parametrize("game", ["monkey-palace", "palm-island", "cooper-island"])
def test_a_bad_ruling_names_the_rulings_of_its_game(game: str) -> None:
    known = ", ".join(call("rulings", "--game", game, "--json").json)
    files = {
        "monkey-palace": ROOT / "palace/monkey_palace/samples/three-player-game.toml",
        "palm-island": ROOT / "tests/golden/palm-island/solo.toml",
        "cooper-island": GOLDEN / "tie.toml",
    }
    (line,) = refusal("check", files[game], "--ruling", "qqq=1")
    assert line.startswith(
        f"--ruling: there is no ruling 'qqq'; one of: {known}; see: palace rulings"
    )
    (line,) = refusal("check", files[game], "--ruling", "qqq")
    assert line.endswith(f"'qqq' is no ruling; write NAME=VALUE, NAME one of: {known}")


def sentence(line: str) -> str:
    """Return the error about a line of a log."""
    with pytest.raises(NotationError) as caught:
        read_line(f"Ana: {line}")
    return caught.value.sentence()


@pytest.mark.parametrize(
    ("line", "verb"),
    [
        ("worker A draw 1", "draw"), ("boat 1 pay 2 wood sail cutter 1", "sail"),
        ("use Mill sail cutter 1", "sail"),
        ("draw 1; sail cutter 2 logbook; road", "logbook"), ("road statues", "statues"),
        ("double forest-meadow c3-c4 store wood@c3", "store"),
    ],
)  # fmt: skip
def test_a_missing_semicolon_is_named(line: str, verb: str) -> None:
    assert sentence(line).endswith(f"; is a ; missing before {verb}?")
    assert "quotes" not in sentence(line)


@pytest.mark.parametrize("line", ["worker A anchor cuter", "sail cutter", "boat x draw 1"])
def test_a_semicolon_that_is_not_missing_is_not_named(line: str) -> None:
    assert "missing" not in sentence(line)


@pytest.mark.parametrize(
    "line",
    ["use Old Mill", "milestone two boats takes worker", "harbour Ana Maria pay 1 coin",
     "again islet Ana Maria 4", "build large c4 card Old Mill pay 2 stone"],
)  # fmt: skip
def test_missing_quotes_of_a_name_are_named(line: str) -> None:
    assert sentence(line).endswith('; a name with blanks is in "quotes"')


def test_an_unknown_word_names_the_nearest_verbs_and_where_all_are() -> None:
    all_of_them = "docs/cooper-island.md lists all steps"
    assert sentence("stattue c3").endswith(f"did you mean statue or statues? {all_of_them}")
    for line in ("wroker A", "jump", ""):
        assert sentence(line).endswith(all_of_them)
        assert len(sentence(line)) < 130


def test_missing_quotes_in_a_record_are_named(tmp_path: Path) -> None:
    file = tmp_path / "game.toml"
    for line, quoted in (("place = Home", "Home"), ("log = round 1", "round 1")):
        file.write_text(f"{HEAD}{line}\n{ANA}{BEN}", encoding="utf-8")
        (said,) = refusal("check", file)
        assert f'put the text in quotes: "{quoted}"; ' in said
    file.write_text(f"{HEAD}finished = True\n{ANA}{BEN}", encoding="utf-8")
    (said,) = refusal("check", file)
    assert "put the text" not in said
