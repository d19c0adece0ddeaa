"""A new game from a call: its players, its map, what is wrong in the call."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from palace.core.errors import InputError
from palace.monkey_palace.game.box import load_box
from palace.monkey_palace.game.play import new_game, new_player

PLAYERS = ("Ana", "Ben")


def new(*names: str, **given: Any) -> dict[str, object]:
    return new_game([new_player(name) for name in names or PLAYERS], Path("game.toml"), given)


def wrong(*names: str, **given: Any) -> list[str]:
    with pytest.raises(InputError) as caught:
        new_game([{"name": name} for name in names], Path("game.toml"), given)
    return [str(problem) for problem in caught.value.problems]


def test_a_player_is_a_name_or_a_name_with_pieces() -> None:
    assert new_player(" Ana ") == {"name": "Ana"}
    assert new_player("Ana: 4a3b :2a2b") == {"name": "Ana", "start": "4a3b", "each": "2a2b"}
    for text in ("Ana:4a3b", "Ana:4a:2a:1a"):
        with pytest.raises(InputError) as caught:
            new_player(text)
        said = f"--player: {text!r} is no player; write NAME or NAME:START:EACH, as Ana:4a3b:2a2b"
        assert str(caught.value) == said
    with pytest.raises(InputError) as caught:
        new_player("Ana:4a:2x")
    assert str(caught.value) == (
        "--player: '2x': no piece after 2; expected a (arch), b (brick) or c (column)"
    )


def test_what_a_new_record_holds() -> None:
    head = {"format": 1, "game": "monkey-palace", "rules": "1", "turns": []}
    players = [{"name": "Ana"}, {"name": "Ben"}]
    assert new() == {**head, "map": "map-1", "players": players}
    assert new(map="map-3") == {**head, "map": "map-3", "players": players}
    assert new(trophies="monkey, frog,") == {
        **head, "map": "map-1", "players": players, "trophies": ["monkey", "frog"],
    }  # fmt: skip
    assert new(box="house", seed=0) == {
        **head, "map": "map-1", "players": players, "box": "house", "piles": {"seed": 0},
    }  # fmt: skip
    assert new(kept=None, seed=None, box="")["players"] == players
    kept = new(kept=load_box("house"))
    assert kept["players"] == [
        {"start": str(board.start), "each": str(board.each), "name": name}
        for name, board in zip(PLAYERS, load_box("house").board_list, strict=False)
    ]
    assert kept["map"] == "map-1"


def test_what_is_wrong_in_a_call() -> None:
    assert wrong() == [
        "--player: there is no game.toml, and a new game needs its players; "
        "--player Ana --player Ben"
    ]
    assert wrong("Ana") == ["--player: 1 player; 2 to 4 can play"]
    assert wrong(*"ABCDE") == ["--player: 5 players; 2 to 4 can play"]
    assert wrong("Ana", "Ana", "Ana") == [
        "--player: two players are called 'Ana'; give each another name"
    ]
    assert wrong(*PLAYERS, map="map-9", seed=3) == [
        "--map: there is no map 'map-9'; did you mean map-4? name map-1, map-2, map-3, map-4 or a "
        ".toml file",
        "--seed: without a box there are no cards to deal; --box house",
    ]
    assert wrong(*PLAYERS, trophies="monkey, forg, x") == [
        "--trophies: there is no animal 'forg'; did you mean frog?",
        "--trophies: there is no animal 'x'; they are monkey, frog, butterfly",
    ]
    assert new(*"ABCD", kept=load_box("house"), seed=1)["piles"] == {"seed": 1}
