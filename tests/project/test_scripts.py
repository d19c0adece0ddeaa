"""The scripts in Python set themselves up on a bare machine, as those in bash do; the one that
makes a bare machine says what it needs."""

from __future__ import annotations

import os
import re
import runpy
import shutil
import subprocess
import sys
import tomllib
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
        "make-puzzles",
        "match",
        "matrix",
        "mutate",
        "pictures",
        "price-palm",
        "soak",
        "train-palm",
        "try-advice",
        "tune-monkey",
    ]


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_a_script_makes_its_environment_and_goes_on(script: Path, tmp_path: Path) -> None:
    assert script.read_text(encoding="utf-8").startswith("#!/usr/bin/env python3\n")
    here = tmp_path / "here"
    (tmp_path / "env" / "bin").mkdir(parents=True)
    python = tmp_path / "env" / "bin" / "python"
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
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
    done = bare(again, script, f"'{sys.executable}' -I -S -c 'import sys; print(sys.prefix)'")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "scripts/setup left something out\n"


@pytest.mark.parametrize("name", ALONE)
def test_a_script_that_needs_nothing_but_python(name: str) -> None:
    command = [sys.executable, "-I", "-S", str(ROOT / "scripts" / name), "--help"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"usage: {name}")


PYTHON = """\
#!/bin/sh
case "$*" in
    *" pip "*) echo pip >>"$LOG" ;;
    *window_class*) [ -e "$LOG.opengl" ] ;;
    *purelib*) dirname "$LOG" ;;
    *) exec '{python}' "$@" ;;
esac
"""

APT = """\
#!/bin/sh
echo "apt-get $*" >>"$LOG"
[ ! -e "$LOG.locked" ] || { rm "$LOG.locked"; echo "E: Could not get lock /lists/lock"; exit 100; }
case "$*" in *" install "*) [ ! -e "$LOG.network" ] || : >"$LOG.opengl" ;; esac
"""


def test_a_missing_tool_is_tried_again_by_the_next_setup(tmp_path: Path) -> None:
    """Until it is there nothing is recorded; every call of apt-get waits for another one."""
    log, record = tmp_path / "log", tmp_path / ".venv" / "palace-setup"
    programs = {"bin/apt-get": APT, "bin/id": "#!/bin/sh\necho 0\n", "bin/sleep": "#!/bin/sh\n"}
    programs |= {".venv/bin/python": PYTHON.format(python=sys.executable)}
    programs |= {".venv/bin/palace": "", "scripts/setup": (ROOT / "scripts/setup").read_text()}
    for name, text in programs.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
        (tmp_path / name).chmod(0o755)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    env = {"PATH": f"{tmp_path}/bin:{os.environ['PATH']}", "LOG": str(log)}

    def setup() -> tuple[list[str], list[str]]:
        log.write_text("")
        command = [str(tmp_path / "scripts" / "setup"), "view"]
        done = subprocess.run(command, capture_output=True, text=True, env=env, check=False)
        assert (done.returncode, done.stdout) == (0, f"{tmp_path}/.venv\n"), done.stderr
        return log.read_text().splitlines(), done.stderr.splitlines()

    for _ in range(2):
        called, said = setup()
        assert "pip" in called
        assert re.search("no PNG pictures: run 'apt-get install .*libgl1.*' as root", said[-2])
        assert said[-1].endswith("but for what is named above: the next run tries again")
        assert not record.exists()
    (tmp_path / "log.network").touch()
    (tmp_path / "log.locked").touch()
    called, said = setup()
    waits = [line.split()[1:5] for line in called if line.startswith("apt-get")]
    assert waits == 2 * [["-qq", "-o", "DPkg::Lock::Timeout=300", "update"]] + [
        ["-qq", "-o", "DPkg::Lock::Timeout=300", "install"]
    ]
    assert re.search("ready in [0-9]+ s$", said[-1])
    assert record.exists()
    assert setup() == ([], [])


def test_every_call_of_apt_get_waits_for_another_one() -> None:
    lines = (ROOT / "scripts" / "setup").read_text(encoding="utf-8").splitlines()
    calls = [line for line in lines if re.search(r"^ +apt-get ", line)]
    assert len(calls) == 2
    assert all("-o DPkg::Lock::Timeout=300" in line for line in calls)


def test_scripts_are_of_python_or_bash() -> None:
    assert [script.name for script in IN_BASH] == ["bare-machine", "demo", "setup", "site", "test"]


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


def test_the_matrix_has_every_extra_that_is_declared() -> None:
    """The tools of the tests are not among them; each line says how old a package may be."""
    found = runpy.run_path(str(ROOT / "scripts" / "matrix"))["extras"]()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    declared = project["optional-dependencies"]
    assert sorted([*found, "test"]) == sorted(declared)
    lines = [*project["dependencies"], *(line for name in found for line in declared[name])]
    assert len(lines) > 25
    assert [line for line in lines if not re.match(r"palace-referee\[|[\w.-]+>=\d", line)] == []
