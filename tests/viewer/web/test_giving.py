"""The page without a server, as the demo gives it out."""

from __future__ import annotations

import asyncio
import gzip
import inspect
import io
import json
import marshal
import runpy
import subprocess
import sys
import tomllib
import zipfile
from collections import Counter
from datetime import date
from pathlib import Path

import pytest

from palace.contract.taps import Taps
from palace.files.links import read_link
from palace.monkey_palace.kernel.chinese import NOUNS
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.referee import judge
from palace.monkey_palace.kernel.supply import LETTERS
from palace.page.desk import Desk
from palace.page.step import opened
from palace.page.words import BOOK
from palace_viewer.site.giving import BROKEN, demo, links
from palace_viewer.site.shared_calls import CALL_INDIRECT, CODE, instructions, parts, sections
from tests.page.test_inside import called
from tests.paths import ROOT


def test_without_a_terminal_it_fetches_its_first_page_and_ends(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<p>Palace</p>", encoding="utf-8")
    call = [sys.executable, "-P", "-m", "palace_viewer.site.giving", str(tmp_path)]
    told = subprocess.run(
        call, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=True
    )
    assert told.stdout.startswith("The page: http://localhost:")
    assert told.stdout.endswith("first page: 200, 13 bytes\n")
    assert told.stderr == ""


def test_the_demo_is_what_is_to_be_mended_and_the_game_it_stands_in() -> None:
    *broken, game = map(read_link, links())
    assert game.text.count("[[turns]]") == 18
    assert [link.check for link in broken] == [*BROKEN]
    for link, code in zip(broken, ("support", "collision", "attach"), strict=True):
        palace = Palace.read(link.position)
        assert {reason.code for reason in judge(palace, link.check).reasons} == {code}
        desk, _ = opened(Desk("game.toml"), link)
        assert desk.shown is not None
        mended = desk.beside[-1].tapped("mend", str(desk.shown.mended))
        assert mended.taps.told.mood == "legal"


def laid(taps: Taps) -> Counter[tuple[str, str]]:
    """Return the pieces of a staircase that is tried, without a decoration: kinds and knobs."""
    assert taps.board is not None
    own = [one for one in taps.board.solids if one.looks and one.kind in LETTERS.values()]
    return Counter((one.kind, f"{'abcdefgh'[(one.x - 5) // 3]}{(one.y - 2) // 3}") for one in own)


def test_what_the_demo_says_of_each_mend_is_what_that_puts() -> None:
    put = list[Counter[tuple[str, str]]]()
    for link in map(read_link, links()[:-1]):
        desk, _ = opened(Desk("game.toml"), link)
        assert desk.shown is not None
        mended = desk.beside[-1].tapped("mend", str(desk.shown.mended))
        put.append(laid(mended.taps) - laid(desk.shown))
    assert [*map(set, put)] == [
        {("column", "a5")}, {("brick", "a5")}, {("arch", "b4")},
    ]  # fmt: skip
    for at, pieces in enumerate(put, 1):
        told, chinese = (BOOK.say(language, f"demo-mended-{at}") for language in ("en", "zh"))
        assert all(word in told for piece in pieces for word in piece)
        assert all(knob in chinese and NOUNS[kind] in chinese for kind, knob in pieces)


def test_the_first_of_the_demo_is_shown_before_python_answers() -> None:
    shown = demo()
    assert shown["links"] == links()
    assert BOOK.say("en", "demo-rule-1") in str(shown["en"])
    assert BOOK.say("zh", "demo-rule-1") in str(shown["zh"])


SITE = ROOT / "site"
FIRST = (
    "index.html", "client.css.gz", "client.js.gz", "worker.js", "packs.json", "first.json",
    "pyodide.mjs", "nunito-latin-wght-normal.woff2", "manifest.webmanifest", "icon.svg",
    "keeper.js",
)  # fmt: skip
"""What a browser asks for before the first verdict beside the packs."""


STARTED = (
    "asyncio/events",
    "logging/__init__",
    "pyodide/webloop",
    "socket",
    "tempfile",
    "zipfile/__init__",
)
"""Modules that a Pyodide as it comes imports when it starts."""

ASKED = """import asyncio
if FIRST: print(hasattr(asyncio, "sevens"))
async def seven(): return 7
print("asyncio.events" in sys.modules, asyncio.run(seven()), "asyncio.events" in sys.modules)
try: asyncio.sevens
except AttributeError as error: print(type(error).__name__)"""

MADE = pytest.mark.skipif(not SITE.exists(), reason="no page without a server: run scripts/site")


@MADE
def test_its_bytes_also_from_a_server_that_compresses_nothing() -> None:
    sizes = {path.name: path.stat().st_size for path in SITE.iterdir()}
    packs = json.loads((SITE / "packs.json").read_text(encoding="utf-8"))
    needed = [name for name, _ in (packs["wasm"], packs["python"], *packs["first"])]
    assert sum(sizes[name] for name in (*needed, *FIRST)) <= 5_800_000
    assert sum(sizes.values()) <= 12_500_000


@MADE
def test_what_comes_first_reads_no_file_and_has_no_other_game() -> None:
    packed = gzip.decompress((SITE / "first.gz").read_bytes())
    paths = [path for path, _ in json.loads(packed[: packed.index(b"\n")])]
    modules = {path for path in paths if path.endswith((".pyc", ".so"))}
    others = ("pydantic", "networkx", "rich", "platformdirs", "palace/cooper_island")
    assert not {path for path in modules if path.startswith(others)}
    assert "palace/palm_island/game.pyc" not in modules
    assert "palace/hosts/pocket.pyc" in modules


@MADE
def test_only_shared_functions_call_through_a_table() -> None:
    whole = gzip.decompress((SITE / "pyodide.asm.wasm.gz").read_bytes())
    bodies = parts(dict(sections(whole))[CODE])
    calling = [
        at for at, body in enumerate(bodies)
        if any(body[begins] == CALL_INDIRECT for begins, _ in instructions(body))
    ]  # fmt: skip
    assert calling == [*range(len(bodies) - len(calling), len(bodies))]  # they were added
    assert {len(bodies[at]) > 500 for at in calling} == {True}


@MADE
def test_it_names_the_licences_of_what_it_gives_out() -> None:
    text = (SITE / "licences.txt").read_text(encoding="utf-8")
    for one in ("three", "Pyodide", "Python Software Foundation", "pydantic", "networkx", "rich"):
        assert one in text


@pytest.mark.parametrize("first", [False, True], ids=["what it has", "what it has not"])
def test_asyncio_is_imported_when_something_of_it_is_asked_for(tmp_path: Path, first: bool) -> None:
    """Pyodide imports it when it starts, and the page asks for nothing of it."""
    lighter = runpy.run_path(str(ROOT / "viewer" / "site" / "pack.py"))["LIGHTER"]
    (tmp_path / "asyncio").mkdir()
    lines = f"__path__ = {asyncio.__path__}\n" + lighter["asyncio/__init__.py"].replace(
        "TEXT", repr(inspect.getsource(asyncio))
    )
    (tmp_path / "asyncio" / "__init__.py").write_text(lines, encoding="utf-8")
    call = f"import sys; FIRST = {first}; sys.path.insert(0, {str(tmp_path)!r})\n{ASKED}"
    told = subprocess.run(
        [sys.executable, "-c", call], capture_output=True, text=True, timeout=60, check=True
    )
    asked = ["False"] if first else []
    assert told.stdout.split() == [*asked, str(first), "7", "True", "AttributeError"]


@MADE
def test_what_starts_python_has_no_module_that_the_page_does_not_import() -> None:
    packed = io.BytesIO(gzip.decompress((SITE / "first-library.gz").read_bytes()))
    names = {*zipfile.ZipFile(packed).namelist()}
    assert {"asyncio/__init__.pyc", "finder.pyc", "dataclasses.pyc"} <= names
    assert not {f"{name}.pyc" for name in STARTED} & names
    assert len(names) < 80


@MADE
def test_a_first_verdict_needs_no_compiler() -> None:
    """What dataclasses, named tuples and names of types write is known, as far as it is needed."""
    assert called("compiled") == []


def test_what_is_known_is_learnt_in_a_trial(tmp_path: Path) -> None:
    """Without what is packed known.py learns; with it, it compiles nothing, and adds nothing."""
    text = (ROOT / "viewer" / "site" / "known.py").read_text(encoding="utf-8")
    learning = runpy.run_path(str(ROOT / "viewer" / "site" / "known.py"))
    made = learning["reading"](tomllib.loads)
    assert learning["eval"]("one + 1", {"one": 2}) == 3
    space: dict[str, int] = {}
    learning["exec"]("two = 2", space)
    assert space["two"] == 2
    assert made("a = [1, 2]") == {"a": [1, 2]}
    assert made("a = 2026-12-01") == {"a": date(2026, 12, 1)}  # no constant: it is read each time
    packed = marshal.dumps(tuple(learning[name] for name in ("texts", "patterns", "tables")))
    file = tmp_path / "known.py"
    file.write_text(text.replace('PACKED = b""', f"PACKED = {packed!r}"), encoding="utf-8")
    knowing = runpy.run_path(str(file))
    assert [*knowing["texts"]] == [("one + 1", "eval"), ("two = 2", "exec")]
    assert [*knowing["tables"]] == ["a = [1, 2]"]
    read = knowing["reading"](lambda text: {"read": text})
    first = read("a = [1, 2]")
    first["a"].append(3)
    assert read("a = [1, 2]") == {"a": [1, 2]}
    assert read("b = 1") == {"read": "b = 1"}
    assert knowing["eval"]("one + 1", {"one": 4}) == 5
    assert knowing["eval"]("one + 2", {"one": 4}) == 6
    assert len(knowing["texts"]) == 2


def test_a_script_without_the_names_that_nothing_uses() -> None:
    """Names of the interpreter's functions go, with where they are declared, unless the script or
    another one uses them; names of its data stay."""
    shorter = runpy.run_path(str(ROOT / "viewer" / "site" / "pack.py"))["shorter"]
    names = [f"_f{number}" for number in range(120)]
    sets = [f'{name}=Module["{name}"]=wasmExports["{name[1:]}"];' for name in names]
    kept = '_data=Module["_data"]=wasmExports["data"].value;'
    script = f"var {','.join([*names, '_data'])};{''.join(sets)}{kept}_f7(1);"
    left = f"var _f7,_f9,_data;{sets[7]}{sets[9]}{kept}_f7(1);"
    assert shorter(script, 'call("_f9")') == left
