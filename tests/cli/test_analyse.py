"""`palace analyse`: games of both kinds looked at again."""

from __future__ import annotations

from pathlib import Path

import pytest

from palace.contract.players import Limit
from palace.contract.registry import game, read_game
from palace.files.document import parse_document
from palace.files.serialise import data_text
from palace.monkey_palace.game.log import read
from palace.players.match import play_out
from tests.calls import call, refusal
from tests.paths import ROOT, SAMPLE

SOLO = ROOT / "tests" / "golden" / "palm-island" / "solo.toml"
FEW = ("--nodes", 60)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game that a greedy player has won against one who builds by lot."""
    file = tmp_path_factory.mktemp("analysed") / "game.toml"
    monkey = game("monkey-palace")
    seats = [monkey.player("Ana"), monkey.player("Ben")]
    data = monkey.new(seats, file, {"map": "map-1", "box": "house", "seed": 5})
    record = read(parse_document(data_text(data), "toml", str(file)), file.parent)
    assert monkey.players is not None
    known = monkey.players().known
    players = {"Ana": (known["greedy"], Limit()), "Ben": (known["random"], Limit())}
    file.write_text(record.text(play_out(record.rules, players, 1)), encoding="utf-8")
    return file


def test_every_move_beside_the_best(played: Path) -> None:
    found = call("analyse", played, *FEW, "--json")
    assert found.status == 0
    again = call("analyse", played, *FEW, "--json")
    assert again.out == found.out
    moves = found.json["moves"]
    _, record = read_game(played)
    assert [move["move"] for move in moves] == [str(one.move.build) for one in record.written]
    assert all(move["loss"] >= 0 for move in moves)
    losses = {move["number"]: move["loss"] for move in moves}
    points = found.json["turning_points"]
    assert points == sorted(points, key=lambda number: -losses[number])
    assert max(losses.values()) == losses[points[0]]


def test_choice_and_luck_make_the_result(played: Path) -> None:
    data = call("analyse", played, *FEW, "--json").json
    for part in data["players"]:
        own = [move for move in data["moves"] if move["player"] == part["player"]]
        first = own[0]["expected"] + own[0]["loss"]
        assert part["lead"] == pytest.approx(first - part["choice"] + part["luck"], abs=0.2)
        assert part["last"] == own[-1]["loss"]
    assert {part["lead"] for part in data["players"]} == {
        data["players"][0]["lead"], -data["players"][0]["lead"],
    }  # fmt: skip


def test_a_page(played: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    assert call("analyse", played, *FEW, "-o", page).out == f"wrote {page}: 20 moves\n"
    text = page.read_text(encoding="utf-8")
    assert text.count("<figure>") == 7
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")


@pytest.mark.slow
def test_the_order_of_the_cards_need_not_be_told(played: Path, tmp_path: Path) -> None:
    text, file = played.read_text(encoding="utf-8"), tmp_path / "game.toml"
    told, rest = text.split("[piles]\n")
    file.write_text(told + rest[rest.index("\n") :], encoding="utf-8")
    one, other = (call("analyse", path, *FEW, "--json").json["moves"] for path in (played, file))
    assert other[0]["note"] == one[0]["note"]
    assert [(move["number"], move["move"]) for move in other] == [
        (move["number"], move["move"]) for move in one
    ]


def test_rounds_of_palm_island() -> None:
    data = call("analyse", SOLO, "--nodes", 1, "--json").json
    assert [move["number"] for move in data["moves"]] == [*range(1, 9)]
    assert data["moves"][-1]["expected"] == 29
    lost = sum(move["loss"] for move in data["moves"])
    (player,) = data["players"]
    assert (player["player"], player["lead"], player["choice"], player["luck"]) == (
        "Ana", 29, lost, 0,
    )  # fmt: skip
    assert 29 + lost >= 43
    assert "turning point: " in call("analyse", SOLO, "--nodes", 1).out


def test_what_cannot_be_analysed(tmp_path: Path) -> None:
    (line,) = refusal("analyse", SAMPLE, *FEW)
    assert line.startswith(f"{SAMPLE}: this game cannot be analysed; it must know the cards")
    log = ROOT / "palace" / "cooper_island" / "samples" / "cooper-island.toml"
    assert refusal("analyse", log) == [f"{log}: Cooper Island cannot be analysed"]
    sheet = ROOT / "tests" / "golden" / "monkey-palace" / "sheet.toml"
    assert refusal("analyse", sheet) == [f"{sheet}: no move is in it; name a game with moves"]
    assert refusal("analyse", SOLO, "-o", "x.pdf") == [
        "x.pdf: a report is written as a page; name it .html"
    ]
