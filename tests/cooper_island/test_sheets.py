"""Final sheets with the points of the ships, and with the land that is counted."""

from __future__ import annotations

from pathlib import Path

import pytest

from palace.cooper_island.free_actions import COVER_AMOUNT, EXCHANGES
from palace.cooper_island.land import Land, load_peninsula
from palace.cooper_island.log import read as read_log
from palace.cooper_island.rules import ENGLISH
from palace.cooper_island.score import LEFTOVERS_FOR_A_POINT
from palace.cooper_island.state import (
    LOGBOOK_POINTS,
    MILESTONES,
    ROUNDS,
    START_DOUBLES,
    START_STEPS,
    START_WORKERS,
)
from palace.cooper_island.tiles import GIVES, GOLD_HEIGHT
from palace.cooper_island.workers import BUILDING_POINTS, EXTRA_FOOD_FROM, PRICES
from palace.core.errors import InputError
from palace.files.document import parse_document
from tests.calls import call, refusal
from tests.cooper_island.test_record import ANA, BEN, HEAD, LOG, errors, read, score

LAND = "cooper-2: c2=m+food d2=f d3=ff+wood"
SPACES = len(load_peninsula("cooper-2").land)


def test_the_points_of_the_ships() -> None:
    found = score(f"{HEAD}{ANA}ships = [11, 7]\n{BEN}total = 2\n")
    assert [(line.category, line.points, line.cause) for line in found.sheets[0].lines] == [
        ("ships", 11, "cutter: 11 points, as written down"),
        ("ships", 7, "two-master: 7 points, as written down"),
    ]


def test_points_are_written_again_as_they_were() -> None:
    for text in (f"{HEAD}{ANA}ships = [11, 7]\n{BEN}total = 2\n", f'{HEAD}{ANA}anchors = 1\n'
                 f'land = "{LAND}"\n{BEN}total = 2\n'):  # fmt: skip
        record = read(text)
        for kind in ("toml", "json"):
            again = record.text(None, kind)
            assert read_log(parse_document(again, kind, "f")).data == record.data


SHIPS = [
    ("[11, { logbooks = 1 }]",
     ["f:6:9: players[1].ships: 2 ships, one in points and one as a table; write two, the "
      "cutter first: [11, 7], or { logbooks = 2 } of both"]),
    ("[11]",
     ["f:6:9: players[1].ships: 1 ship; write two, the cutter first: [11, 7], or "
      "{ logbooks = 2 } of both"]),
    ("[11, -7]", ["f:6:14: players[1].ships[2]: -7 is too small; at least 0"]),
    ("[{ logbook = 1 }, {}]", ["f:6:12: players[1].ships[1].logbook: this key is not known; did "
                               "you mean logbooks?"]),
]  # fmt: skip


@pytest.mark.parametrize(("ships", "said"), SHIPS)
def test_ships_that_do_not_fit(ships: str, said: list[str]) -> None:
    assert errors(f"{HEAD}{ANA}ships = {ships}\n{BEN}total = 2\n") == said


@pytest.mark.parametrize("ships", ['["11", 7]', "[11, true]", "[1.5, 2]"])
def test_ships_that_are_no_numbers(ships: str) -> None:
    (line,) = errors(f"{HEAD}{ANA}ships = {ships}\n{BEN}total = 2\n")
    assert "players[1].ships[" in line
    assert "does not fit" in line


def test_spaces_are_counted_on_the_land() -> None:
    """Two players with as many points: the land decides, by the ruling about ruins, too."""
    land = f'land = "{LAND}"\n'
    text = f"{HEAD}{ANA}total = 5\n{land}{BEN}total = 5\nuncovered = {{}}\n"
    ranks = [standing.rank for standing in score(text.format(SPACES - 3)).standings]
    assert ranks == [1, 1]
    for spaces, ranks in ((SPACES - 4, [2, 1]), (SPACES - 2, [1, 2])):
        assert [standing.rank for standing in score(text.format(spaces)).standings] == ranks
    ruins = text.replace("c2=m", "e3=ruin c2=m").format(SPACES - 4)
    assert [s.rank for s in score(ruins).standings] == [2, 1]
    assert [s.rank for s in score(ruins, **{"tie-ruins": "covered"}).standings] == [1, 1]


def test_cubes_are_counted_on_the_land() -> None:
    """They are resources left beside those written down (ruling leftover-cubes)."""
    left = "leftovers = { coins = 1, resources = 2, cartographer = 0, double_tiles = 0 }\n"
    text = f'{HEAD}{ANA}{left}land = "{LAND}"\n{BEN}total = 2\n'
    (line,) = score(text).sheets[0].lines
    assert (line.points, line.cause) == (1, "1 coin, 4 resources, together by five")
    (line,) = score(text, **{"leftover-cubes": "value"}).sheets[0].lines
    assert line.cause == "1 coin, 5 resources, together by five"
    (line,) = score(text.replace(left, "anchors = 0\n")).sheets[0].lines[:1]
    assert line.cause == "2 resources, together by five"


LANDS = [
    ("cooper-2: c2=x", ["f:7:22: players[1].land: 'x' is not a tile; expected a stack such as m or "
                        "f2r4, with + and a cube or piece, or ruin, or islet"]),
    ("cooper-2: z9=m", ["f:7:19: players[1].land: z9 is off the peninsula; "]),
    ("cooper-3: c2=m", ["f:7:8: players[1].land: this land is on cooper-3, and the game on "
                        "cooper-2; begin it with cooper-2:, or name the layout: peninsula"]),
    ("cooper-9: c2=m", ["f:7:8: players[1].land: there is no peninsula 'cooper-9'; "]),
]  # fmt: skip


@pytest.mark.parametrize(("land", "said"), LANDS)
def test_lands_that_cannot_be_read(land: str, said: list[str]) -> None:
    found = errors(f'{HEAD}{ANA}total = 1\nland = "{land}"\n{BEN}total = 2\n')
    assert len(found) == 1
    assert found[0].startswith(said[0])


def test_a_land_without_the_name_of_its_layout() -> None:
    record = read(f'{HEAD}{ANA}total = 1\nland = "c2=m+food"\n{BEN}total = 2\n')
    assert record.lands == (Land.read("cooper-2: c2=m+food"), None)


def test_a_land_alone_is_nothing_to_score() -> None:
    assert errors(f'{HEAD}{ANA}total = 1\n{BEN}land = "{LAND}"\n') == [
        "f:7:1: players[2]: no values for Ben; add total, ships, royal_orders, buildings, "
        "leftovers, anchors"
    ]


def test_spaces_written_beside_a_land() -> None:
    text = f'{HEAD}{ANA}total = 1\nuncovered = {{}}\nland = "{LAND}"\n{BEN}total = 2\n'
    score(text.format(SPACES - 3))
    with pytest.raises(InputError) as caught:
        score(text.format(4))
    assert str(caught.value) == (
        f"f:7:13: players[1].uncovered: 4 is written down, and the land has {SPACES - 3}; correct "
        "it, or leave it out"
    )


def test_values_beside_a_finished_log(tmp_path: Path) -> None:
    """Points of ships and a land are compared with the log, as the other values are."""
    rounds = "".join(f"round {n}\nincome\nworkers\nclean-up\n" for n in range(1, 6))
    log = LOG.format("").replace("round 1\nincome\n\n", f"{rounds}end\n")
    start = Land.start("cooper-2")
    with_values = log.replace(ANA, f'{ANA}ships = [0, 0]\nland = "{start}"\n')
    assert score(with_values).sheets[0].name == "Ana"
    with pytest.raises(InputError) as caught:
        score(with_values.replace("[0, 0]", "[0, 3]").replace("c2=m", "c2=f"))
    ship, land = caught.value.problems
    assert ship.what == "players[1].ships[2]: 3 is written down, and the log has 0"
    assert land.what == "players[1].land: this is not the land that the log leaves"
    assert land.remedy == f'correct it, or leave it out: "{start}"'


def test_the_picture_of_a_land(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = f'{HEAD}{ANA}total = 5\nland = "{LAND}"\n{BEN}total = 4\nland = "c2=m+food d2=f"\n'
    Path("game.toml").write_text(text, encoding="utf-8")
    assert call("render", "game.toml", "-o", "all.svg").status == 0
    assert call("render", "game.toml", "-o", "ben.svg", "--player", "Ben").status == 0
    every, ben = (Path(name).read_text(encoding="utf-8") for name in ("all.svg", "ben.svg"))
    assert f"Ana: {LAND}." in every
    assert "Ben, cooper-2 (placeholder)" in every
    assert "Ana" not in ben
    assert refusal("render", "game.toml", "-o", "x.svg", "--turn", "1") == [
        "--turn: there is no line 1 in the log; leave it out"
    ]
    Path("one.toml").write_text(text.replace('land = "c2=m+food d2=f"', ""), encoding="utf-8")
    assert call("render", "one.toml", "-o", "ana.svg", "--player", "Ana").status == 0
    assert f"Ana: {LAND}." in Path("ana.svg").read_text(encoding="utf-8")
    assert refusal("render", "one.toml", "-o", "x.svg", "--player", "Ben") == [
        "--player: no player is called 'Ben'; it is Ana"
    ]
    Path("totals.toml").write_text(f"{HEAD}{ANA}total = 5\n{BEN}total = 4\n", encoding="utf-8")
    assert refusal("render", "totals.toml", "-o", "x.svg") == [
        "totals.toml: the record has no lands; name a record with a log, or write the land of a "
        "player"
    ]


def test_the_aid_has_the_numbers_of_the_rules() -> None:
    told = " ".join(text for key, text in ENGLISH.words.items() if key.startswith("aid."))
    for numbers in (
        f"A round, {ROUNDS} of them", f"{LOGBOOK_POINTS} for each logbook",
        f"1 for every {LEFTOVERS_FOR_A_POINT} of", f"{START_DOUBLES} double tiles, 1 coin",
        f"{START_WORKERS} workers, ",
        f"cartographer at {' '.join(map(str, START_STEPS))} by", f"{MILESTONES} milestones",
        f"cartographer +{COVER_AMOUNT}, {COVER_AMOUNT} coins",
        f"and {EXTRA_FOOD_FROM} or more were",
        f"back for {PRICES['card']} coins, free a crate for {PRICES['crate']};",
        f"mountain of {GOLD_HEIGHT} or more", f"{EXCHANGES['cloth']} cloth for a coin, "
        f"{EXCHANGES['gold']} gold for any resource, {EXCHANGES['any']} of any kind",
        *map(" ".join, GIVES.items()), *(f"{kind} {n}" for kind, n in BUILDING_POINTS.items()),
    ):  # fmt: skip
        assert numbers in told
