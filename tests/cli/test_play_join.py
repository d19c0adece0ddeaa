"""`palace play --join`: a game that began without a record, gone on with as it is on the table."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from palace import Build, Palace, build, load_map, read_record, replay
from palace.monkey_palace.game.build_file import build_text
from palace.monkey_palace.game.rules import reports
from tests.calls import Called, call, refusal
from tests.cli.texts import write

TABLE = "x8/x8/x8/x8/x2,bE,EWd,WESg,bWg,x2/x4,bbNm,x3/x8/x8"

ANSWERS = f"""Ana, Ben

{TABLE}
4a3b
2a2b
1x 1* each 1a on 1, 3g 2*
3
1





Ben

table
Ben

"""


@pytest.fixture
def joined(monkeypatch: pytest.MonkeyPatch) -> object:
    """Call `palace play game.toml --join` and type some lines."""

    def say(lines: str, *arguments: str) -> Called:
        monkeypatch.setattr("sys.stdin", io.StringIO(lines))
        return call("play", "game.toml", "--join", *arguments)

    return say


def test_a_table_is_taken_as_it_is(joined) -> None:  # type: ignore[no-untyped-def]
    called = joined(f"{ANSWERS}q\n")
    assert called.status == 0
    record = read_record("game.toml")
    assert record.data.position == TABLE
    assert (record.data.due, record.data.trophies) == ("Ben", ["monkey", "frog"])
    ana, ben = record.data.players
    assert (ana.start, ana.each, ben.start) == ("4a3b", "2a2b", None)
    assert ana.found is not None
    assert ana.found.cards == ["1x 1* each 1a on 1", "3g 2*"]
    assert (ana.found.bananas, ana.found.bonus, ana.found.trophies) == (3, 1, [])
    assert ben.found is not None
    assert ben.found.trophies == ["monkey"]
    assert "Turn 1, Ben  pieces not known" in called.out
    assert "ate a banana" not in called.out


def test_it_goes_on_from_there_and_replays(joined) -> None:  # type: ignore[no-untyped-def]
    joined(f"{ANSWERS}b4 c4 d4\n\n\n\nq\n")
    played = replay(read_record("game.toml"))
    assert not played.reasons, played.reasons
    assert [str(turn.staircase) for turn in reports(played)] == ["b4+bb-c4-d4"]
    called = call("check", "game.toml")
    assert called.status == 0
    notes = " ".join(called.out.split())
    assert "begins in the middle of a game: who built the palace" in notes
    assert "the pieces of Ben were not checked" in notes
    assert call("score", "game.toml", "--json").json["players"][0]["total"] == 10


def test_where_the_animals_are_and_whether_it_is_the_last_round(joined) -> None:  # type: ignore[no-untyped-def]
    lines = ANSWERS.replace("Nm,", "N,").replace("\ntable\nBen\n\n", "\nAna\ne4\ne3\n\nBen\ny\n")
    out = joined(f"{lines}q\n").out
    assert "'e4' is not known; it is e3 or c4, or Enter for not known" in " ".join(out.split())
    record = read_record("game.toml")
    assert (record.data.position, record.data.last_round) == (TABLE, True)
    assert "Turn 1, Ben  pieces not known, last round" in out
    assert "a player holds the frog, and where it stands is not known" in " ".join(
        call("check", "game.toml").out.split()
    )
    lines = ANSWERS.replace("\ntable\nBen\n\n", "\ntable\nAna\nyes\n")
    Path("game.toml").unlink()
    assert "the game is over" in joined(f"{lines}q\n").out


@pytest.mark.parametrize("name", ["table.json", "table.ldr", "@table.txt"])
def test_the_table_from_a_file(joined, name: str) -> None:  # type: ignore[no-untyped-def]
    palace = build(Palace.setup(load_map("map-2")), "d2-d3-d4-d5")
    write("table.json", build_text(Build.of(palace)))
    write("table.txt", f"{palace}\n")
    assert call("convert", "table.json", "table.ldr").status == 0
    joined(f"Ana,Ben\n2\n{name}\n" + "\n" * 15 + "q\n")
    record = read_record("game.toml")
    assert (record.found, record.ground.name) == (palace, "map-2")


def test_wrong_answers_are_asked_again(joined) -> None:  # type: ignore[no-untyped-def]
    write("hanging.json", '{"format": 1, "build": [{"kind": "arch", "x": 5, "y": 5, "level": 1}]}')
    lines = "Ana\nAna, Ben\nmap-9\n\nx8\nhanging.json\n\n4x\nq\n"
    out = " ".join(joined(lines).out.split())
    for said in (
        "1 player; 2 to 4 names with commas between them: Ana, Ben",
        "there is no map 'map-9'; did you mean map-4?",
        "it ends here after rank 8",
        "hanging.json:1: the arch's end hangs 1 brick above a1; put 1 brick under it",
        "column 2: no piece after 4",
        "left: nothing is kept",
    ):
        assert said in out, said
    assert not Path("game.toml").exists()


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["game.toml", "--player", "Ana"], "--player: --join asks for it; leave it out"),
        (["game.toml", "--map", "map-2"], "--map: --join asks for it; leave it out"),
        (["there.toml"],
         "--join: there.toml exists, and --join begins a new record; "
         "leave it out, or name a new file"),
        (["game.toml", "--game", "cooper-island"],
         "--join: a game of Cooper Island is recorded from its beginning; leave it out"),
    ],
)  # fmt: skip
def test_wrong_calls(arguments: list[str], error: str) -> None:
    write("there.toml", "mine")
    assert refusal("play", *arguments, "--join") == [error]
