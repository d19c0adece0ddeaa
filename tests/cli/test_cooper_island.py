"""Cooper Island by verbs: rulings, pictures; the steps that the docs list."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from palace.cooper_island.land import Land
from palace.cooper_island.notation import VERBS
from palace.cooper_island.rules import RULINGS
from tests.calls import call, refusal
from tests.paths import ROOT

SETUP = "cooper-2: c2=m+food e3=ruin b4=ruin d5=ruin f5=ruin c6=ruin"


def test_the_docs_list_every_step_with_its_parts() -> None:
    told = (ROOT / "docs" / "cooper-island.md").read_text(encoding="utf-8")
    for verb in VERBS.values():
        syntax = f"{verb.name} {re.sub('[a-z]+:', '', verb.form)}".rstrip()
        assert f"  {syntax}\n      {verb.words}\n" in told


def test_the_rulings() -> None:
    said = call("rulings", "--game", "cooper-island")
    for name, ruling in RULINGS.items():
        assert name in said.out
        for answer in ruling.answers:
            assert answer in said.out
    data = call("rulings", "--game", "cooper-island", "--json").json
    assert data["gold"]["default"] == "choice"
    assert {*data} == {*RULINGS}


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
