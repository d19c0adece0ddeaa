"""`palace table` as a call: what it hands to the server, and what it refuses before."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from palace.contract.kept import KeptBox
from palace.contract.registry import game
from palace.contract.session import AnySession, Session
from palace.core.errors import InputError, install_hint
from tests.calls import call, refusal
from tests.paths import GOLDEN, SAMPLE

Begin = Callable[[], tuple[AnySession | None, Mapping[str, KeptBox]]]


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Path, Begin, int | None, bool]]:
    """What the server is called with, in place of serving it."""
    calls: list[tuple[Path, Begin, int | None, bool]] = []

    def serve(
        path: Path, begin: Begin, *, port: int | None, lan: bool, language: str | None
    ) -> None:
        assert language in (None, "zh")
        calls.append((path, begin, port, lan))

    def installed(name: str, verb: str, extra: str) -> Any:
        assert (name, verb, extra) == ("table", "table", "web")
        return serve

    monkeypatch.setattr("palace.cli.table.installed", installed)
    return calls


def test_a_record_is_gone_on_with(served: list[Any]) -> None:
    Path("game.toml").write_text(SAMPLE.read_text())
    assert call("table", "game.toml", "--port", "9000", "--lan").status == 0
    ((path, begin, port, lan),) = served
    assert (path, port, lan) == (Path("game.toml"), 9000, True)
    session, boxes = begin()
    assert (session.count, [*boxes]) == (18, ["monkey-palace"])


def test_without_players_the_page_asks(served: list[Any]) -> None:
    assert call("table").status == 0
    assert call("table", "evening.json").status == 0
    today = f"monkey-palace-{time.strftime('%Y-%m-%d')}"
    assert [(path, *given) for path, _, *given in served] == [
        (Path(f"{today}.toml"), None, False), (Path("evening.json"), None, False)
    ]  # fmt: skip
    session, boxes = served[0][1]()
    assert (session, [*boxes]) == (None, ["monkey-palace"])
    Path(f"{today}.toml").write_text("mine")
    Path(f"{today}-2.toml").write_text("mine")
    assert call("table").status == 0
    assert served[-1][0] == Path(f"{today}-3.toml")


def test_a_game_begins_when_the_server_asks_for_it(served: list[Any]) -> None:
    """So a port that is in use leaves no file behind."""
    players = ["--player", "Ana:4a3b:2a2b", "--player", "Ben"]
    options = ["--map", "map-2", "--trophies", "monkey,frog"]
    assert call("table", "game.toml", *players, *options).status == 0
    assert not Path("game.toml").exists()
    session, _ = served[0][1]()
    assert [player.name for player in session.record.data.players] == ["Ana", "Ben"]
    text = Path("game.toml").read_text()
    assert 'map = "map-2"' in text
    assert "frog" in text
    assert call("table", "game.toml", *players[:2]).status == 0
    with pytest.raises(InputError, match="--player: game"):
        served[1][1]()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["game.txt"], "game.txt: records are TOML or JSON; name it .toml or .json"),
        (["no/game.toml"],
         "no/game.toml: its folder does not exist; create the folder, or choose another"),
        (["game.toml", "--map", "map-2"],
         "--map: it goes with --player; without, the page asks for it; leave it out"),
        (["--port", "70000"],
         "palace table: invalid value for '--port': 70000 is not in the range 0<=x<=65535; see: "
         "palace table --help"),
        (["--port", "x"],
         "palace table: invalid value for '--port': 'x' is not a valid integer range; see: palace "
         "table --help"),
    ],
)  # fmt: skip
def test_refusals(arguments: list[str], said: str, served: list[Any]) -> None:
    assert refusal("table", *arguments) == [said]
    assert served == []


def test_every_name_of_today_is_taken(served: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "exists", lambda self: True)
    (line,) = refusal("table")
    assert line.endswith(".toml: this file exists; name a new file: palace table evening.toml")


def test_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.metadata.entry_points", lambda **_: ())
    Path("game.toml").write_text(SAMPLE.read_text())
    assert refusal("table", "game.toml") == [
        f"table: no viewer is installed; {install_hint('web')}"
    ]

    class Missing:
        def load(self) -> None:
            raise ImportError("no starlette", name="starlette")

    monkeypatch.setattr("importlib.metadata.entry_points", lambda **_: (Missing(),))
    assert refusal("table", "game.toml") == [f"table: starlette is missing; {install_hint('web')}"]


def test_a_score_sheet_has_no_turns_to_play() -> None:
    Path("game.toml").write_text((GOLDEN / "cooper-island" / "totals.toml").read_text())
    (line,) = refusal("table", "game.toml", "--port", "0")
    assert line.startswith("game.toml: this is a score sheet, which has no moves; palace score")
    assert [path.name for path in Path().iterdir()] == ["game.toml"]


def test_a_record_of_another_game_is_said_so_before_players(served: list[Any]) -> None:
    found = game("palm-island")
    Session.new(found, "game.toml", [found.player("Ana")])
    assert call("table", "game.toml").status == 0
    session, boxes = served[0][1]()
    assert (session.game.key, boxes) == ("palm-island", {})


def test_the_language_of_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[object] = []

    def serve(*given: object, language: str | None, **more: object) -> None:
        found.append(language)

    monkeypatch.setattr("palace.cli.table.installed", lambda *names, **more: serve)
    for options in ([], ["--language", "zh"], ["--language", "en"]):
        assert call("table", "new.toml", *options).status == 0
    assert found == [None, "zh", "en"]
