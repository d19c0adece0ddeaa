"""`palace new`: records to fill in, and the sample records."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from palace.contract.registry import REGISTRY, game
from palace.cooper_island.record import CooperPlayer, CooperRecord
from palace.files.document import parse_document
from palace.files.models import Model, keys_of
from palace.monkey_palace.game.schema import MonkeyRecord, Player, TurnModel
from palace.palm_island.record import PalmPlayer, PalmRecord
from tests.calls import call, refusal

MODELS: dict[str, tuple[type[Model], ...]] = {
    "monkey-palace": (MonkeyRecord, Player, TurnModel),
    "palm-island": (PalmRecord, PalmPlayer),
    "cooper-island": (CooperRecord, CooperPlayer),
}

each_game = pytest.mark.parametrize("name", REGISTRY)
INNER = {"players", "turns", "rulings", "values", "ground"}
"""Keys of tables, which a template has as headings or names."""


@each_game
def test_a_record_to_fill_in(name: str) -> None:
    called = call("new", "--game", name, "game.toml")
    assert (called.status, called.err) == (0, "")
    said = (
        "wrote game.toml next: fill it in, and see palace check game.toml, palace score game.toml"
    )
    assert " ".join(called.out.split()) == said
    for verb in ("check", "score"):
        done = call(verb, "game.toml", "--json")
        assert (done.status, done.json["warnings"], done.json["reasons"]) == (0, [], [])
    text = Path("game.toml").read_text(encoding="utf-8")
    assert call("new", "--game", name).out == text
    assert max(map(len, text.splitlines())) <= 100


@each_game
def test_every_key_is_there_with_a_comment(name: str) -> None:
    text = call("new", "--game", name).out
    for model in MODELS[name]:
        for key in keys_of(model):
            if key in INNER or key in ("feats", "disasters", "abilities", "outposts", "villagers"):
                assert f"[{key}]" in text
            elif key == "pass":
                assert "or pass = true" in text
            else:
                assert re.search(rf"^(# )?{key} = ", text, re.MULTILINE), key


def lines_behind_a_comment(text: str) -> list[tuple[str, str]]:
    """Return each key behind a comment sign, and the text with that line in use."""
    found = re.finditer(r"^# ([a-z]+ = .*)$", text, re.MULTILINE)
    return [(m[1], f"{text[: m.start()]}{m[1]}{text[m.end() :]}") for m in found]


ALONE = {"date", "place", "notes", "box", "provenance", "trophies", "start", "each", "peninsula"}
"""Keys that can be put to use without another."""


@each_game
def test_the_examples_behind_comments_can_be_read(name: str) -> None:
    found = game(name)
    tried = set()
    # Turns and rulings are tables of their own.
    text = call("new", "--game", name).out.partition("\n# [[turns]]")[0]
    for line, changed in lines_behind_a_comment(text):
        key = line.split(" = ")[0]
        if key in ALONE:
            found.read(parse_document(changed, "toml", "game"), Path())
            tried.add(key)
        assert tomllib.loads(f"{line}\n"), line
    assert len(tried) >= 4


def test_the_turn_of_the_template() -> None:
    text = call("new", "--game", "monkey-palace").out
    head, _, turns = text.partition("# [[turns]]\n")
    head = re.sub(r"^(cards|bonus|trophies) = .*\n", "", head, flags=re.MULTILINE)
    turns = "".join(
        f"{line[2:]}\n" for line in turns.splitlines() if re.match(r"# [a-z]+ = ", line)
        and not re.match(r"# (take|monkey|frog|butterfly) ", line)
    )  # fmt: skip
    Path("game.toml").write_text(f"{head}[[turns]]\n{turns}", encoding="utf-8")
    called = call("check", "game.toml")
    assert (called.status, called.err) == (0, "")


@pytest.mark.parametrize("names", ["AB", "ABC", "ABCD"])
def test_the_land_of_the_template(names: str) -> None:
    text = call("new", "--game", "cooper-island", *(f"--player={name}" for name in names)).out
    text = text.replace("uncovered = 0 ", "# ").replace('# land = "', 'land = "')
    Path("game.toml").write_text(text, encoding="utf-8")
    data = call("score", "game.toml", "--json").json
    assert [player["lines"][-2]["cause"] for player in data["players"]] == [
        "2 resources, together by five"
    ] * len(names)


def test_players() -> None:
    names = ['Ben "the Ape"', "Бен", "C{a}ro", "Ana"]
    for name in REGISTRY:
        call("new", "--game", name, f"{name}.toml", *(f"--player={each}" for each in names))
        data = tomllib.loads(Path(f"{name}.toml").read_text(encoding="utf-8"))
        assert [player["name"] for player in data["players"]] == names
    assert 'mode = "casual"' in Path("palm-island.toml").read_text(encoding="utf-8")
    assert 'mode = "solo"' in call("new", "--game", "palm-island", "--player", "Ana").out


def test_it_is_never_overwritten() -> None:
    Path("game.toml").write_text("mine")
    assert refusal("new", "--game", "palm-island", "game.toml") == [
        "game.toml: this file exists; choose another name, or add --force"
    ]
    assert Path("game.toml").read_text() == "mine"
    assert call("new", "--game", "palm-island", "game.toml", "--force").status == 0
    assert "palm-island" in Path("game.toml").read_text()


def test_the_list_of_games() -> None:
    called = call("new")
    assert called.status == 0
    assert called.out.splitlines() == [
        "monkey-palace  Monkey Palace",
        "palm-island    Palm Island",
        "cooper-island  Cooper Island",
        "a record to fill in: palace new --game monkey-palace evening.toml",
    ]


@each_game
def test_samples(name: str) -> None:
    out = call("new", "--game", name, "--samples").out
    paths = [line for line in out.splitlines() if line.endswith(".toml")]
    assert paths
    for path in paths:
        called = call("score", path, "--json")
        assert (called.status, called.json["game"]) == (0, name)
    assert re.search(r"^  [0-9] players?, ", out, re.MULTILINE)


WHICH = "--game: which game is it?; add --game with monkey-palace, palm-island, cooper-island"
WRONG: list[tuple[list[Any], list[str]]] = [
    (["game.toml"], [WHICH]),
    (["--samples"], [WHICH]),
    (["--player", "Ana"], [WHICH]),
    (["--game", "chess"],
     ["--game: there is no game 'chess'; it plays monkey-palace, palm-island, cooper-island"]),
    (["--game", "palm-island", "game.json"],
     ["game.json: a record with comments is TOML; name it .toml"]),
    (["--game", "palm-island", "a.toml", "--samples", "--player", "Ana"],
     ["a.toml: samples are only listed; leave it out",
      "--player: samples are only listed; leave it out"]),
    (["--game", "cooper-island", "--player", "Ana"],
     ["--player: 1 player in a game; enter 2 to 4; in the solo game Cooper is the second player"]),
    (["--game", "cooper-island", "--player", "Ana", "--player", "Ana"],
     ["--player: two players are called 'Ana'; give each a name of their own"]),
    (["--game", "palm-island", "--player", " "],
     ["--player: the name is empty; give everyone a name"]),
    (["--game", "monkey-palace", "no/game.toml"],
     ["no/game.toml: its folder does not exist; create the folder, or choose another"]),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "said"), WRONG)
def test_wrong_calls(arguments: list[Any], said: list[str]) -> None:
    assert refusal("new", *arguments) == said
