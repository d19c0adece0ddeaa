"""The verbs that judge nothing: explain, rulings, map, render, demo; and their help."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from palace.cli import VERBS
from palace.cooper_island.rules import BOOK as COOPER
from palace.core.errors import InputError, Problem, install_hint
from palace.monkey_palace.game.reasons import BOOK
from palace.monkey_palace.kernel.ground import load_map
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.rulings import RULINGS
from palace.palm_island.rules import BOOK as PALM
from palace_viewer.isometric.picture import isometric_svg
from tests.calls import call, refusal
from tests.cli.texts import BRICK, SETUP, write
from tests.paths import MAPS, SAMPLE

RULES = BOOK.rules


@pytest.mark.parametrize("code", RULES)
def test_explain(code: str) -> None:
    called = call("explain", code)
    assert (called.status, called.err) == (0, "")
    assert called.out.startswith(f"{code}  (")
    data = call("explain", code.upper(), "--json").json
    assert (data["code"], data["says"]) == (code, RULES[code].says)
    if "legal" in data:
        assert data["legal"]["legal"] is True
        assert code in {reason["code"] for reason in data["illegal"]["reasons"]}
        assert f"! {code}" in called.out
        assert "\n LEGAL " in called.out
        assert "\n NOT LEGAL " in called.out
    else:
        assert data["in_records"]
    if data["in_records"]:
        assert "in a record: " in called.out


def test_explain_lists_the_codes() -> None:
    out = call("explain").out
    sections = {part.splitlines()[0]: part.splitlines()[1:] for part in out.split("\n\n")[:-1]}
    games = {"Monkey Palace": RULES, "Palm Island": PALM.rules, "Cooper Island": COOPER.rules}
    for title, rules in games.items():
        assert [line.split()[0] for line in sections[title]] == list(rules)
        assert all(len(line) <= 80 for line in sections[title])
    listed = call("explain", "--json").json
    assert list(listed) == [*RULES, *PALM.rules, *COOPER.rules]
    assert "game" not in listed["start"]
    assert (listed["toll"]["game"], listed["reset"]["game"]) == ("cooper-island", "palm-island")


def test_rulings_are_listed() -> None:
    out = call("rulings").out
    data = call("rulings", "--json").json
    assert list(data) == list(RULINGS)
    for name, ruling in RULINGS.items():
        assert f"{name}\n" in out
        assert data[name]["default"] == next(iter(data[name]["answers"]))
        assert data[name]["answers"] == ruling.answers
    assert out.count("  * ") == len(RULINGS)


def test_maps_are_listed() -> None:
    lines = call("map", "list").out.splitlines()
    for number in range(1, 5):
        assert lines[number - 1].startswith(f"map-{number} (placeholder) ")
    data = call("map", "list", "--json").json["maps"]
    assert [entry["name"] for entry in data] == [f"map-{number}" for number in range(1, 5)]


def test_a_map_is_checked() -> None:
    called = call("map", "check", "map-3")
    assert called.status == 0
    assert called.out.splitlines()[1] == "a staircase can start on 49 of 52 open knobs"
    assert call("map", "check", "map-3", "--json").json == {
        "name": "map-3", "provenance": "placeholder", "knobs": 52, "starts": 49, "warnings": []
    }  # fmt: skip
    assert len(load_map("map-3").colours) == 52


def test_faults_of_a_map_file() -> None:
    text = (MAPS / "map-1.toml").read_text()
    text = text.replace("plate = 32", 'plate = "x"').replace('"d4"', '"4d"')
    write("mine.toml", text.replace("l l l l g d d d", "l l q l g d d d").replace("pitch", "pich"))
    expected = {
        "mine.toml:12:5: knobs: 'q' is no knob; l light green, d dark green, g gold, . no hole",
        "mine.toml:5:9: plate: 'x' does not fit; expected a whole number from 8 to 256",
    }
    for arguments in (["map", "check", "mine.toml"], ["check", "c4+b-d4", "--map", "mine.toml"]):
        lines = refusal(*arguments)
        assert expected <= set(lines)
        assert any(line.startswith("mine.toml:24:10: setup") for line in lines)
        assert any("'pitch' is missing" in line for line in lines)


@pytest.mark.parametrize("verb", [[], *([verb] for verb in VERBS), ["map", "list"],
                                  ["map", "check"]], ids=" ".join)  # fmt: skip
def test_help_shows_an_example(verb: list[str]) -> None:
    called = call(*verb, "--help")
    assert (called.status, called.err) == (0, "")
    assert f"Example:  palace {' '.join(verb)}" in called.out
    assert max(map(len, called.out.splitlines())) <= 80


def test_the_list_of_verbs_is_not_cut() -> None:
    assert "..." not in call().out.split("Commands:")[1]
    assert call("--version").out.startswith("palace ")


def test_render_and_demo(folder: Path) -> None:
    assert call("render", SETUP, "-o", "a.svg").out == "wrote a.svg\n"
    assert call("render", SETUP, "-o", "plan.svg", "--plan").status == 0
    write("turn.json", f'{{"format": 1, "position": "{SETUP}", "build": [{BRICK}]}}')
    for what in (f"map-2:{SETUP}", str(SAMPLE), "turn.json"):
        assert call("render", what, "-o", "a.svg", "--force").status == 0
        assert (folder / "a.svg").read_text().startswith("<svg")
    assert refusal("render", SETUP, "-o", "a.svg") == [
        "a.svg: this file exists; choose another name, or add --force"
    ]
    assert refusal("render", "turn.json", "-o", "b.svg", "--plan") == [
        "--plan: a build of loose elements has none; leave it out"
    ]


def lines_after(text: str, heading: str) -> list[str]:
    """The lines of a part of the demo."""
    lines = text.splitlines()
    at = lines.index(heading) + 1
    end = lines.index("", at) if "" in lines[at:] else len(lines)
    return lines[at:end]


def test_the_commands_of_the_demo_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("palace.cli.monkey.demo.shutil.which", lambda *_, **__: None)
    out = call("demo", "-o", "a.svg").out
    for line in out.splitlines():
        if line.startswith("$ palace "):
            assert call(*shlex.split(line)[2:]).status == ("refused" in before(out, line))
    last = lines_after(out, "What next")
    assert last[0] == f'  export PATH="$({install_hint("view web")})/bin:$PATH"'
    calls = [shlex.split(line)[1:] for line in last if line.startswith("  palace ")]
    assert [called[0] for called in calls] == ["check", "best", "score", "play", "table", "--help"]
    for called in calls[:2]:
        assert call(*called).status == 0


def before(text: str, line: str) -> str:
    """The line before a line."""
    lines = text.splitlines()
    return lines[lines.index(line) - 1]


def test_the_demo(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def png(shown: Palace) -> bytes:
        return shown.position.encode()

    def found(name: str) -> Callable[[Palace], str | bytes]:
        return png if name == "png" else isometric_svg

    for module in ("render", "monkey.demo"):
        monkeypatch.setattr(f"palace.cli.{module}.installed", found)
    written = ["wrote palace-demo.svg", "wrote palace-demo.png"]
    called = call("demo")
    assert called.status == 0
    assert lines_after(called.out, "Its palace") == written
    assert called.out.count("map-1 (placeholder), from above") == 2
    assert lines_after(called.out, "How to read this")[0].startswith("  c4     a knob")
    assert called.out.index("(placeholder) marks a map") == called.out.index("(placeholder)")
    assert " NOT LEGAL  c4-d4  on map-1 (placeholder)" in called.out
    assert "-> raise c4 by 1 brick: c4+b" in called.out
    assert " LEGAL  c4+b-d4  on map-1 (placeholder)" in called.out
    assert "* Ana wins with 29 points" in called.out
    assert lines_after(call("demo").out, "Its palace") == written  # the same, so no second
    write("palace-demo.svg", "mine")
    write("palace-demo.png", "mine")
    written = ["wrote palace-demo-2.svg", "wrote palace-demo-2.png"]
    assert lines_after(call("demo").out, "Its palace") == written
    assert (folder / "palace-demo.svg").read_text() == "mine"
    assert (folder / "palace-demo.png").read_text() == "mine"
    assert refusal("demo", "-o", "no/such.svg") == [
        "no/such.svg: its folder does not exist; create the folder, or choose another"
    ]


def test_no_viewer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.metadata.entry_points", lambda **options: ())
    said = [f"render: no viewer is installed; {install_hint('view')}"]
    assert refusal("render", SETUP, "-o", "a.svg") == said
    assert refusal("demo") == said
    assert os.listdir() == []


def without_png(name: str) -> Callable[[Palace], str]:
    """The functions of a viewer that draws no pixels."""
    if name == "png":
        raise InputError(Problem("render", "pyvista is missing", install_hint("view")))
    return isometric_svg


def test_a_hundred_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("palace.cli.monkey.demo.installed", without_png)
    for number in range(2, 100):
        write(f"a-{number}.svg", "mine")
    shown = " ".join(lines_after(call("demo", "-o", "a.svg").out, "Its palace"))
    assert shown == f"wrote a.svg no PNG: pyvista is missing; {install_hint('view')}"
    write("a.svg", "mine")
    assert refusal("demo", "-o", "a.svg") == [
        "a.svg: 99 pictures of that name exist; name another: -o OUT.svg"
    ]


def test_a_call_that_is_broken_off(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("palace.cli.monkey.check.judge", stop)
    called = call("check", "c4-d4")
    assert (called.status, called.out, called.err.strip()) == (130, "", "")
