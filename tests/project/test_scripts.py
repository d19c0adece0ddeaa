"""The scripts in Python set themselves up on a bare machine, as those in bash do; the one that
makes a bare machine says what it needs."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.paths import ROOT

IN_PYTHON = [
    file
    for file in sorted((ROOT / "scripts").iterdir())
    if file.is_file() and "python" in file.read_text(encoding="utf-8").splitlines()[0]
]

ALONE = ("matrix",)
"""Scripts that need nothing but Python."""

SCRIPTS = [script for script in IN_PYTHON if script.name not in ALONE]


IN_BASH = [
    file
    for file in sorted((ROOT / "scripts").iterdir())
    if file.is_file() and file.read_text(encoding="utf-8").startswith("#!/usr/bin/env bash\n")
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
    assert [script.name for script in IN_PYTHON] == [
        "bench",
        "fuzz",
        "ldraw-witness",
        "matrix",
        "mutate",
        "pictures",
        "soak",
        "train-palm",
    ]


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


@pytest.mark.parametrize("name", ALONE)
def test_a_script_that_needs_nothing_but_python(name: str) -> None:
    command = [sys.executable, "-I", "-S", str(ROOT / "scripts" / name), "--help"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"usage: {name}")


def test_scripts_are_of_python_or_bash() -> None:
    assert [script.name for script in IN_BASH] == ["bare-machine", "demo", "setup", "test"]


@pytest.mark.parametrize("script", IN_BASH, ids=lambda script: script.name)
def test_bash_can_read_a_script(script: Path) -> None:
    done = subprocess.run(["bash", "-n", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("user", "arguments", "said"),
    [
        (1000, [], "needs root to make a system in a folder: run it with sudo"),
        (0, [], "needs debootstrap: run 'apt-get install debootstrap'"),
        (0, ["nothing"], "there is no scripts/nothing"),
        (0, ["--nothing"], "no such option: --nothing; see --help"),
        (0, ["--command"], "--command needs a value"),
    ],
)
def test_a_bare_machine_is_refused(
    user: int, arguments: list[str], said: str, tmp_path: Path
) -> None:
    """Where there is no program but `dirname`, and an `id` that tells of this user."""
    found = shutil.which("dirname"), shutil.which("bash")
    assert all(found)
    (tmp_path / "dirname").symlink_to(str(found[0]))
    (tmp_path / "id").write_text(f"#!{found[1]}\necho {user}\n")
    (tmp_path / "id").chmod(0o755)
    done = subprocess.run(
        [str(found[1]), ROOT / "scripts" / "bare-machine", *arguments],
        capture_output=True, text=True, env={"PATH": str(tmp_path)}, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"bare-machine: {said}\n")
