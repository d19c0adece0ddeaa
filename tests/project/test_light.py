"""The core as it is installed without an extra: no numba, no numpy, no shapely."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from palace.core.errors import install_hint
from tests.calls import call
from tests.paths import ROOT, SAMPLE

BARE = """
import sys
from importlib.machinery import PathFinder
class Bare(PathFinder):
    @classmethod
    def find_spec(cls, name, path=None, target=None):
        absent = name in ("numba", "numpy", "scipy", "shapely", "palace_viewer")
        return None if absent else super().find_spec(name, path, target)
sys.meta_path = [Bare if finder is PathFinder else finder for finder in sys.meta_path]
"""
"""The beginning of a program for which these packages are not installed."""

VERB = BARE + "from palace.cli import run; sys.exit(run(sys.argv[1:]))"

MODULES = f"""{BARE}
from importlib import import_module
from pkgutil import walk_packages
import palace
for module in walk_packages(palace.__path__, "palace.", onerror=lambda name: None):
    try:
        module.name == "palace.__main__" or import_module(module.name)
    except ImportError as error:
        print(module.name, error.name)
"""

TESTS = f"{BARE}import pytest; sys.exit(pytest.main(sys.argv[1:]))"

DRAWN = ("photo", "figures", "parts")
"""Tests of sheets that are drawn with numpy."""

DEAL = "14,12,1,16,6,8,11,2,13,3,4,5,7,9,10,15"
MANY = "9a9b3c"


def bare(code: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    """Run a program where what the extras bring is not there."""
    return subprocess.run(
        [sys.executable, "-P", "-c", code, *map(str, arguments)],
        capture_output=True, text=True, check=False, cwd=ROOT,
    )  # fmt: skip


def test_a_browser_is_told_of_no_interpreter(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is none to install anything into; a computer has the extra."""
    monkeypatch.setattr(sys, "platform", "emscripten")
    told = install_hint("fast")
    assert sys.executable not in told
    assert "scripts/setup" not in told
    assert "computer" in told
    assert "palace-referee[fast]" in told


def test_only_what_is_compiled_needs_an_extra() -> None:
    lines = bare(MODULES).stdout.splitlines()
    search = [f"palace.monkey_palace.search.{name}" for name in ("compiled", "kernel", "tables")]
    assert [line for line in lines if ".solver" not in line] == [f"{name} numpy" for name in search]
    solver = [line for line in lines if line.startswith("palace.palm_island.solver")]
    assert len(lines) == len(search) + len(solver) > len(search)


@pytest.mark.parametrize(
    "arguments",
    [
        ("check", "a4-b4+c-c4_cb-d4_cb"),
        ("check", SAMPLE),
        ("score", SAMPLE, "--json"),
        ("audit", SAMPLE),
        ("best", "--supply", "5a5b1c", "--top", 3),
        ("best", "--supply", "8a10b2c"),
        ("pass", "--game", SAMPLE, "--turn", 7),
        ("count", "--supply", "4a4b1c", "--divide"),
        ("map", "stats", "map-2", "--json"),
    ],
    ids=lambda arguments: str(arguments[0]),
)
def test_verbs_answer_the_same(arguments: tuple[object, ...]) -> None:
    done, called = bare(VERB, *arguments), call(*arguments)
    assert (done.returncode, done.stdout) == (called.status, called.out)


@pytest.mark.parametrize(
    "arguments",
    [
        ("palm-island", "solve", "--deal", DEAL),
        ("analyse", "tests/golden/palm-island/solo.toml"),
        ("map", "stats", "--supply", MANY),
        ("map", "compare", "map-1", "map-2", "--supply", MANY),
    ],
    ids=lambda arguments: "-".join(arguments[:2]),
)
def test_what_needs_the_extra_names_it(arguments: tuple[str, ...]) -> None:
    done = bare(VERB, *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert "needs numba, which is missing" in line
    assert line.endswith(install_hint("fast"))


def test_only_the_audit_of_what_cannot_be_loads_a_library_of_graphs() -> None:
    told = f"{VERB[: VERB.index('sys.exit')]}run(sys.argv[1:]); print('networkx' in sys.modules)"
    assert bare(told, "audit", SAMPLE).stdout.splitlines()[-1] == "False"


SHUFFLED = """
import sys
from palace import audit, read_record, replay
from palace.monkey_palace.kernel.knob import Knob
Knob.__hash__ = lambda knob: (31 * knob.rank + 17 * knob.file) * int(sys.argv[2]) % 1013
print(repr(audit(replay(read_record(sys.argv[1])).state.palace)))
"""


def test_no_text_depends_on_the_order_of_a_set() -> None:
    """Hashes differ between machines of 32 and 64 bits."""
    texts = {bare(SHUFFLED, SAMPLE, factor).stdout for factor in (1, 347)}
    assert len(texts) == 1
    assert "Knob(" in texts.pop()


@pytest.mark.parametrize(
    "rooms",
    [
        (
            "tests/scoring",
            "tests/monkey_palace/kernel/test_staircase.py",
            "tests/monkey_palace/game/test_score.py",
        ),
        pytest.param(
            ("tests/scoring", "tests/monkey_palace/kernel", "tests/monkey_palace/game"),
            marks=[pytest.mark.slow, pytest.mark.timeout(1800)],
        ),
    ],
    ids=["some", "all"],
)
def test_tests_of_the_rules_pass(rooms: tuple[str, ...], tmp_path: Path) -> None:
    draw = (f"--ignore={ROOT}/tests/monkey_palace/game/test_sheet_{name}.py" for name in DRAWN)
    done = bare(TESTS, "-q", "-p", "no:cacheprovider", f"--basetemp={tmp_path}", *draw, *rooms)
    assert done.returncode == 0, done.stdout


VERDICT = """
import json, sys
from palace.hosts.pocket import Pocket
pocket, count = Pocket(), 0
told = pocket.begin(json.dumps({"name": "game-1.toml"}))
for action in (
    {"do": "open", "name": "new", "text": "monkey-palace"}, {"do": "begin"},
    {"do": "tap", "name": "a1"}, {"do": "tap", "name": "a2"},
):
    count += 1
    told = pocket.hear(json.dumps({**action, "version": pocket.desk.version, "count": count}))
assert '"mood"' in told, told
print(*sys.modules)
"""


def test_a_new_game_waits_for_nothing_that_its_first_verdict_does_not_need() -> None:
    loaded = set(bare(VERDICT).stdout.split())
    assert "palace.monkey_palace.kernel.referee" in loaded
    heavy = {"pydantic", "networkx", "rich", "filelock"}
    others = {"palm_island.game", "cooper_island.game", "monkey_palace.kernel.audit"}
    assert loaded & (heavy | {f"palace.{name}" for name in others}) == set()
