"""What the page's logic is made of: no web library, no viewer, no game, and no pydantic."""

from __future__ import annotations

import ast
import subprocess
import sys

import pytest

from tests.paths import ROOT

ROOM = "palace.page.step, palace.page.show, palace.page.view, palace.page.step"


@pytest.mark.parametrize(
    "name", ["pydantic", "starlette", "uvicorn", "palace_viewer", "palace.monkey_palace", "numpy"]
)
def test_what_the_page_does_not_load(name: str) -> None:
    code = f"import sys, {ROOM}; print({name!r} in sys.modules)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "False"


OUTSIDE = {
    "asyncio", "datetime", "logging", "os", "random", "secrets", "shutil", "socket", "subprocess",
    "tempfile", "threading", "time", "uuid",
}  # fmt: skip
"""What knows the clock, chance, files, or another process: the hosts, and the room of files."""

READING = {"exists", "iterdir", "mkdir", "open", "read_bytes", "read_text", "stat", "write_text"}


def test_the_logic_of_the_page_knows_no_clock_no_chance_and_no_file() -> None:
    """What a step may not look up comes with it; what a file holds comes from a host."""
    found = set()
    for path in sorted((ROOT / "palace" / "page").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = set[str]()
            if isinstance(node, ast.Import):
                names = {one.name.partition(".")[0] for one in node.names}
            elif isinstance(node, ast.ImportFrom):
                names = {(node.module or "").partition(".")[0]}
            elif isinstance(node, ast.Call):
                called = node.func
                name = called.attr if isinstance(called, ast.Attribute) else ast.unparse(called)
                found |= {(path.name, name)} if name in READING else set()
            found |= {(path.name, name) for name in names & OUTSIDE}
    assert found == set()
