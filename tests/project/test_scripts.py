"""The scripts in Python set themselves up on a bare machine, as those in bash do."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.paths import ROOT

SCRIPTS = [
    file
    for file in sorted((ROOT / "scripts").iterdir())
    if file.is_file() and "python" in file.read_text(encoding="utf-8").splitlines()[0]
]


def bare(folder: Path, script: Path, setup: str) -> subprocess.CompletedProcess[str]:
    """Call a script under a Python without packages, in a tree with another scripts/setup."""
    (folder / "scripts").mkdir()
    for name in ("palace", "maps", "tests"):
        (folder / name).symlink_to(ROOT / name)
    there = shutil.copy(script, folder / "scripts")
    (folder / "scripts" / "setup").write_text(f"#!/bin/sh\n{setup}\n")
    (folder / "scripts" / "setup").chmod(0o755)
    command = [sys.executable, "-I", "-S", there, "--help"]
    return subprocess.run(command, capture_output=True, text=True, cwd=folder, check=False)


def test_there_are_such_scripts() -> None:
    assert [script.name for script in SCRIPTS] == ["bench", "fuzz", "pictures", "train-palm"]


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_a_script_makes_its_environment_and_goes_on(script: Path, tmp_path: Path) -> None:
    assert script.read_text(encoding="utf-8").startswith("#!/usr/bin/env python3\n")
    here = tmp_path / "here"
    (tmp_path / "env" / "bin").mkdir(parents=True)
    python = tmp_path / "env" / "bin" / "python"
    python.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    python.chmod(0o755)
    here.mkdir()
    done = bare(here, script, f'echo "$@" >{tmp_path}/asked\necho {tmp_path}/env')
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"usage: {script.name}")
    assert (tmp_path / "asked").read_text() == "test\n"


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_a_script_stops_where_setting_up_does(script: Path, tmp_path: Path) -> None:
    done = bare(tmp_path, script, "echo setup: no network >&2\nexit 2")
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "setup: no network\n")
    again = tmp_path / "again"
    again.mkdir()
    done = bare(again, script, f"{sys.executable} -I -S -c 'import sys; print(sys.prefix)'")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "scripts/setup left something out\n"
