"""Casual competitive games: equal deals, and ties by upgrades, then by stored resources."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from palace.contract.registry import score as score_of
from palace.core.errors import InputError
from palace.files.document import parse_document, read_document
from palace.palm_island.game import GAME
from palace.palm_island.record import record_of
from palace.palm_island.state import State
from tests.calls import call
from tests.palm_island.tables import score_record
from tests.paths import GOLDEN

TIE = GOLDEN / "palm-island" / "casual-tie.toml"
HEAD = 'format = 1\ngame = "palm-island"\nrules = "1"\nmode = "casual"\n'
ORDER = [4, 1, 7, 10, 2, 5, 8, 11, 3, 6, 9, 12, 13, 15, 14, 16]


def player(name: str, deal: list[Any], moves: list[str]) -> str:
    return f'[[players]]\nname = "{name}"\ndeal = {deal}\nmoves = {moves!r}\n'


def test_ties() -> None:
    """One point each; Ben has one upgrade more, Caro a log more than Ana."""
    score = score_of(GAME.read(read_document(TIE)))
    assert [(sheet.total, *sheet.ties) for sheet in score.sheets] == [
        (1, 1, 0), (1, 2, 0), (1, 1, 1),
    ]  # fmt: skip
    assert [standing.rank for standing in score.standings] == [3, 1, 2]
    assert score.outcome == (
        "Ben wins with 1 point",
        "tie at 1 point: Ben is before Caro by upgrades",
        "tie at 1 point: Caro is before Ana by stored resources",
    )


def test_resources_are_counted_and_not_cards() -> None:
    state = State.read("round 8: 17 4 1.3* 5* 7 10 2 8 11 3 6 9 12 13 15 14 16")
    assert (state.resources.amount, len(state.stored)) == (4, 2)
    whole = score_record(record_of(parse_document(TIE.read_text(), "toml", "f")))
    assert [sheet.ties for sheet in whole.sheets] == [(1, 0), (2, 0), (1, 1)]
    lines = TIE.read_text().replace('"casual"\n', '"casual"\n[rulings]\ntie-stored = "cards"\n')
    score = score_record(record_of(parse_document(lines, "toml", "f")))
    assert [sheet.ties for sheet in score.sheets] == [(1, 0), (2, 0), (1, 1)]


def test_unequal_deals() -> None:
    other = [*ORDER[:14], 16, 14]
    text = HEAD + player("Ana", ORDER, ["flip 4"]) + player("Ben", other, ["store 9"])
    score = score_record(record_of(parse_document(text, "toml", "f")))
    assert not score.legal
    assert [(r.record()["code"], r.record()["line"]) for r in score.reasons] == [
        ("equal-deals", 11), ("no-action", 8), ("not-on-top", 12), ("no-action", 12),
    ]  # fmt: skip
    first, second, *_ = [reason.record() for reason in score.reasons]
    assert first["text"] == "Ben is dealt another order than Ana, from card 15"
    assert first["by"] == 2
    assert second["text"] == "Ana: 4 Logger front up has no flip"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (HEAD + player("Ana", ORDER, []),
         "f:5:1: players: one player in a casual game; two or more can play it"),
        (HEAD + player("Ana", ORDER, []) + player("Ana", ORDER, []),
         "f:10:8: players[2].name: two players are called 'Ana'; give each a name of their own"),
        (HEAD + 'finish = [["Ana"]]\n' + player("Ana", ORDER, []) + player("Ben", ORDER, []),
         "f:5:1: finish: finish is for speed games; leave it out"),
        (HEAD + '[[feats]]\nid = "a"\nname = "A"\n' + player("Ana", ORDER, [])
         + player("Ben", ORDER, []),
         "f:5:3: feats: feats are for solo games; leave them out"),
        (HEAD + 'box = "house"\n' + player("Ana", ORDER, [])
         + player("Ben", [*ORDER, "full-barns"], []),
         "f:12:64: players[2].deal[17]: the feat full-barns is dealt in a casual game; "
         "feats are for solo games"),
    ],
)  # fmt: skip
def test_refusals(text: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        record_of(parse_document(text, "toml", "f"))
    assert [str(problem) for problem in caught.value.problems] == [said]


def test_outposts_are_not_there_and_said_so(tmp_path: Path) -> None:
    file = tmp_path / "game.toml"
    moves = [*["discard"] * 16, "round-end buy 5"]
    file.write_text(HEAD + player("Ana", ORDER, moves) + player("Ben", ORDER, []))
    called = call("check", file, "--json")
    assert called.status == 1
    assert [reason["text"] for reason in called.json["reasons"]] == [
        "Ana: there is no card to buy in this game"
    ]
    assert "not transcribed" in call("score", file).out
