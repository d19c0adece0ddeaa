"""`palace cooper-island`: layouts, verdicts on tiles, legal placements, rulings, pictures."""

from __future__ import annotations

from pathlib import Path

import pytest

from palace.cooper_island.land import Land
from palace.cooper_island.rulings import RULINGS
from tests.calls import call, refusal
from tests.paths import ROOT

VERB = "cooper-island"
SETUP = "cooper-2: c2=m+food e3=ruin b4=ruin d5=ruin f5=ruin c6=ruin"


def test_help() -> None:
    said = call(VERB)
    assert said.status == 0
    for verb in ("check", "new-map"):
        assert verb in said.out
        assert "Example:" in call(VERB, verb, "--help").out


def test_a_map_of_ones_own(folder: Path) -> None:
    said = call(VERB, "new-map", "mine.toml", "--players", "4")
    assert said.status == 0
    assert said.out.splitlines()[-1] == 'use it in a record: peninsula = "mine.toml"'
    assert "PLACEHOLDER" in Path("mine.toml").read_text().splitlines()[0]
    data = call(VERB, "check", "single forest d2", "--map", "mine.toml", "--json").json
    assert (data["legal"], data["map"], data["provenance"]) == (True, "mine", "placeholder")
    land = ("--land", "mine: c2=m", "--map", "mine.toml")
    assert call(VERB, "check", "single meadow c2", *land).status == 0
    written = Path("mine.toml").read_text()
    Path("mine.toml").write_text(written.replace(". w s l w .", ". w x l w ."))
    assert refusal(VERB, "check", "single forest d2", "--map", "mine.toml")[0].startswith(
        "mine.toml:16:6: rows: 'x' is not a letter of a layout"
    )
    assert refusal(VERB, "new-map", "mine.toml")[0].startswith("mine.toml: ")
    assert refusal(VERB, "new-map", "my map.toml") == [
        "my map.toml: the file name is the name of the peninsula; use letters, digits and "
        "hyphens, such as "
        "my-peninsula.toml"
    ]


def test_a_legal_placement() -> None:
    said = call(VERB, "check", "double forest-meadow d2-d3")
    assert said.status == 0
    assert " LEGAL  double forest-meadow d2-d3  on cooper-2 (placeholder)" in said.out
    assert "wood worth 1 on d2, food worth 1 on d3" in said.out


def test_an_illegal_one_names_every_reason() -> None:
    said = call(VERB, "check", "double forest-mountain d2-c2 gold")
    assert said.status == 1
    assert " NOT LEGAL  double forest-mountain d2-c2 gold" in said.out
    for code in ("cube", "terrain", "level", "gold"):
        assert f"! {code}" in said.out
    data = call(VERB, "check", "double forest-mountain d2-c2 gold", "--json").json
    assert data["legal"] is False
    entry = data["placements"][0]
    assert [reason["code"] for reason in entry["reasons"]] == ["cube", "terrain", "level", "gold"]
    assert data["land"] == SETUP, "an uneven tile finds no room"


def test_one_after_the_other() -> None:
    tiles = ("DOUBLE forest – meadow d2-d3", "islet settlement c3-b3")
    data = call(VERB, "check", *tiles, "--json").json
    assert data["legal"] is True
    assert [entry["placement"] for entry in data["placements"]] == [
        "double forest-meadow d2-d3", tiles[1]
    ]  # fmt: skip
    assert data["placements"][0]["cubes"] == {"d2": "wood", "d3": "food"}
    assert data["land"] == (
        "cooper-2: c2=m+food d2=f3+wood b3=islet c3=s4+cloth d3=m6+food e3=ruin b4=ruin d5=ruin "
        "f5=ruin c6=ruin"
    )


def test_judging_goes_on_after_an_illegal_tile() -> None:
    said = call(VERB, "check", "single meadow e3", "single meadow c2", "single forest d2", "--json")
    assert said.status == 1
    assert [entry["legal"] for entry in said.json["placements"]] == [False, False, True]
    assert "c2=mm+food d2=f+wood" in said.json["land"], "what finds room was laid"


def test_rulings_change_the_verdict() -> None:
    act = ("check", "single settlement c2", "--land", "c2=m")
    assert call(VERB, *act).status == 0
    said = call(VERB, *act, "--ruling", "settlement=same", "--json")
    assert said.status == 1
    assert said.json["rulings"] == {"settlement": "same"}


def test_a_levelling_tile() -> None:
    act = ("check", "double forest-meadow c3-c2 level meadow c2", "--land", "c2=m c3=ff")
    assert "wood worth 3 on c3, food worth 3 on c2" in call(VERB, *act).out


def test_the_rulings() -> None:
    said = call("rulings", "--game", "cooper-island")
    for name, ruling in RULINGS.items():
        assert name in said.out
        for answer in ruling.answers:
            assert answer in said.out
    data = call("rulings", "--game", "cooper-island", "--json").json
    assert data["gold"]["default"] == "choice"
    assert {*data} == {*RULINGS}


WRONG = [
    (("check", "dubble x"), ["placement 'dubble x', column 1: 'dubble' is not expected here; "
                             "expected double, single or islet; did you mean double?"]),
    (("check", "single meadow c2", "singel c2", "--ruling", "gold", "--land", "z"),
     ["placement 'singel c2', column 1: 'singel' is not expected here; expected double, single or "
      "islet; did you mean single?",
      "--land, column 1: 'z' has no =; expected a space, = and its contents",
      "--ruling: gold has no answer; write gold=choice or gold=automatic"]),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "said"), WRONG)
def test_wrong_input(arguments: tuple[str, ...], said: list[str]) -> None:
    assert refusal(VERB, *arguments) == said


def test_pictures_of_a_land(folder: Path) -> None:
    for kind, head in ((".svg", b"<svg"), (".glb", b"glTF"), (".3mf", b"PK")):
        said = call("render", SETUP, "-o", f"land{kind}")
        assert (said.status, said.out) == (0, f"wrote land{kind}\n")
        assert Path(f"land{kind}").read_bytes().startswith(head)
    assert call("render", "cooper-4", "-o", "empty.svg").status == 0
    assert "cooper-4 (placeholder)" in Path("empty.svg").read_text()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("cooper-2: c2=q", "-o", "x.svg"), "land, column 14: 'q' is not a tile; expected a stack "
         "such as m or f2r4, with + and a cube or piece, or ruin, or islet"),
        (("cooper-7", "-o", "x.svg"), "there is no peninsula 'cooper-7'; did you mean cooper-4? "
         "name cooper-2, cooper-3, cooper-4 or a .toml file"),
        (("cooper-2", "-o", "x.gif"), "render: there is no game to film; name a record, or give "
         "--turntable"),
        (("cooper-2", "-o", "x.svg", "--turn", "3"), "--turn: it goes with a record; leave it out"),
    ],
)  # fmt: skip
def test_pictures_that_cannot_be(folder: Path, arguments: tuple[str, ...], said: str) -> None:
    assert refusal("render", *arguments) == [said]
    assert not [*folder.iterdir()]


def test_pictures_of_a_record(folder: Path) -> None:
    """All lands of a log, the lands after a line, or the land of one player."""
    record = str(ROOT / "tests/golden/cooper-island/three-players.toml")
    assert call("render", record, "-o", "all.svg").status == 0
    whole = Path("all.svg").read_text()
    for name in ("Ana", "Ben", "Caro"):
        assert f"{name}, cooper-3 (placeholder)" in whole
    assert call("render", record, "-o", "start.svg", "--turn", "0").status == 0
    assert Path("start.svg").read_text().count(f"{Land.start('cooper-3')}.") == 3
    assert call("render", record, "-o", "ben.svg", "--player", "Ben").status == 0
    alone = Path("ben.svg").read_text()
    assert "Ben, cooper-3" in alone
    assert "Ana, cooper-3" not in alone
    assert refusal("render", record, "-o", "x.svg", "--player", "Eva") == [
        "--player: no player is called 'Eva'; it is Ana, Ben, Caro"
    ]
    assert refusal("render", record, "-o", "x.svg", "--turn", "999")[0].startswith(
        "--turn: there is no line 999 in the log; use 0 (the set-up) to "
    )
    assert refusal("render", "cooper-2", "-o", "x.svg", "--player", "Ana") == [
        "--player: there are no players; leave it out"
    ]
    totals = str(ROOT / "tests/golden/cooper-island/totals.toml")
    assert refusal("render", totals, "-o", "x.svg") == [
        f"{totals}: the record has no lands; name a record with a log, or write the land of a "
        "player"
    ]
    assert not [*folder.glob("x.*")]
