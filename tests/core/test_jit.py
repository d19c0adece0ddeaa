"""Compiled code that was kept and is damaged: it is told once, and compiled again."""

from __future__ import annotations

import ast
import os
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from palace.contract.registry import REGISTRY, game
from palace.core.jit import FUNCTIONS
from tests.paths import ROOT

pytest.importorskip("numba")

SOURCE = """
import sys
from palace.core.jit import compiled, faults, ready

@compiled
def twice(number):
    return 2 * number

if __name__ == "__main__":
    print(*map(len, (faults(),)) if sys.argv[1:] else (bool(ready(twice)), twice(21), twice(0.5)))
"""


@pytest.fixture
def program(tmp_path: Path) -> Callable[..., tuple[str, list[str]]]:
    """Return a function that runs a small compiled program, and returns what it prints."""
    (tmp_path / "twice.py").write_text(SOURCE)

    def run(*words: str, **options: Any) -> tuple[str, list[str]]:
        env = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "kept"), **options.pop("env", {})}
        done = subprocess.run(
            [sys.executable, "twice.py", *words],
            cwd=tmp_path, env=env, capture_output=True, text=True, timeout=60, **options,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout.strip(), done.stderr.splitlines()

    return run


def kept(folder: Path, ending: str) -> list[Path]:
    return sorted((folder / "kept").rglob(f"*.{ending}"))


def foreign(file: Path) -> None:
    if os.geteuid():
        pytest.skip("only root can give files away")
    os.chown(file, 65534, 65534)


DAMAGES: dict[str, Callable[[Path], object]] = {
    "empty": lambda file: file.write_bytes(b""),
    "cut": lambda file: file.write_bytes(file.read_bytes()[:-40]),
    "garbled": lambda file: file.write_bytes(file.read_bytes()[::-1]),
    "one bit": lambda file: file.write_bytes(
        file.read_bytes()[:-200] + bytes([file.read_bytes()[-200] ^ 1]) + file.read_bytes()[-199:]
    ),
    "foreign": foreign,
}


@pytest.mark.parametrize("ending", ["nbi", "nbc"])
@pytest.mark.parametrize("damage", DAMAGES)
def test_what_is_damaged_is_told_once_and_mended(
    program: Callable[..., tuple[str, list[str]]], tmp_path: Path, damage: str, ending: str
) -> None:
    assert program() == ("False 42 1.0", [])
    assert program() == ("True 42 1.0", [])
    for file in kept(tmp_path, ending):
        DAMAGES[damage](file)
    answer, (line,) = program()
    assert answer == f"{ending == 'nbc'} 42 1.0"
    assert line.startswith(f"note: compiled code in {tmp_path}")
    assert line.endswith("): compiled in memory")
    assert program() == ("True 42 1.0", [])


def test_the_doctor_loads_all_that_is_kept(
    program: Callable[..., tuple[str, list[str]]], tmp_path: Path
) -> None:
    program()
    assert program("look") == ("0", [])
    first, second = kept(tmp_path, "nbc")
    second.write_bytes(first.read_bytes()[:-1])
    number, lines = program("look")
    assert (number, len(lines)) == ("1", 1)


def test_a_disk_that_takes_nothing(
    program: Callable[..., tuple[str, list[str]]], tmp_path: Path
) -> None:
    def full() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))

    answer, (line,) = program(preexec_fn=full)
    assert answer == "False 42 1.0"
    assert "File too large" in line
    assert program() == ("False 42 1.0", [])


def test_folders_that_cannot_be_written(
    program: Callable[..., tuple[str, list[str]]], tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "__pycache__").touch()
    nowhere = str(tmp_path / "file" / "kept")
    env = {"NUMBA_CACHE_DIR": nowhere, "XDG_CACHE_HOME": nowhere, "PYTHONDONTWRITEBYTECODE": "1"}
    for _ in range(2):
        assert program(env=env) == ("False 42 1.0", [])


def test_the_doctor_knows_every_compiled_module() -> None:
    for key in REGISTRY:
        if (kernels := game(key).kernels) is not None:
            kernels()
    found = {
        ".".join(file.relative_to(ROOT).with_suffix("").parts)
        for file in (ROOT / "palace").rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module == "palace.core.jit"
        and any(name.name == "compiled" for name in node.names)
    }  # fmt: skip
    assert found == {function.py_func.__module__ for function in FUNCTIONS}
