"""What is installed: the names at the top, the maps inside, and no drawing in the rules."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from importlib.metadata import PathDistribution
from pathlib import Path
from typing import Any

import pytest

import palace
from tests.paths import ROOT

PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
VERSION: str = PROJECT["project"]["version"]
DRAWING = re.compile(r"palace_viewer|\b(?:import|from) +(?:viewer|vtk|vtkmodules|pyvista)\b")


def packages_of(folder: str, name: str) -> set[str]:
    """Every folder with an `__init__.py` from `folder` down, by the name it is installed under."""
    top = ROOT / folder
    return {
        ".".join([name, *init.parent.relative_to(top).parts]) for init in top.rglob("__init__.py")
    }


def run(*command: str | Path, cwd: Path) -> str:
    """What a command prints; fails with all it said if its exit status is not 0."""
    alien = {"PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV"}
    env = {key: value for key, value in os.environ.items() if key not in alien}
    done = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    return done.stdout


def test_package_list_is_the_tree() -> None:
    """A package left out of the list is missing from the wheel only, where nobody looks."""
    tree = packages_of("palace", "palace") | packages_of("viewer", "palace_viewer")
    assert sorted(PROJECT["tool"]["setuptools"]["packages"]) == sorted(tree | {"palace.maps"})


def test_rules_name_no_drawing() -> None:
    """Only the entry point knows the viewer, so the rules install and start without it."""
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in sorted((ROOT / "palace").rglob("*.py"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if DRAWING.search(line)
    ]
    assert found == []


def test_the_public_names_are_listed_and_there() -> None:
    assert dir(palace) == sorted(palace.__all__)
    for name in palace.__all__:
        assert getattr(palace, name).__module__.startswith("palace."), name
    with pytest.raises(AttributeError, match="module 'palace' has no attribute 'Palast'"):
        palace.Palast  # noqa: B018


@pytest.mark.slow
def test_wheel_installs_two_names_and_the_maps(tmp_path: Path) -> None:
    """Built from a copy, so that nothing left in build/ can get in."""
    source, away = tmp_path / "source", tmp_path / "away"
    away.mkdir()
    for name in ("palace", "maps", "viewer"):
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    for file in ROOT.glob("*"):
        if file.is_file():
            shutil.copy(file, source)

    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input", "--quiet")
    run(*pip, "wheel", "--no-deps", "--no-build-isolation", "-w", away, source, cwd=away)
    (wheel,) = away.glob("palace-*.whl")

    venv = tmp_path / "venv"
    run(sys.executable, "-m", "venv", "--without-pip", venv, cwd=away)
    python = venv / "bin" / "python"
    run(*pip, "--python", python, "install", "--no-deps", wheel, cwd=away)
    (site,) = venv.glob("lib/python*/site-packages")
    top = {path.name for path in site.iterdir()}
    assert top == {"palace", "palace_viewer", f"palace-{VERSION}.dist-info"}

    shipped = {path.relative_to(ROOT).as_posix() for path in (ROOT / "maps").glob("*.toml")}
    assert len(shipped) >= 4
    assert {f"maps/{path.name}" for path in site.glob("palace/maps/*.toml")} == shipped
    for data in ("py.typed", "samples/three-player-game.toml", "data/house-deck.csv",
                 "data/house-box.toml", "palm_island/deck.csv",
                 "cooper_island/house.toml"):  # fmt: skip
        assert (site / "palace" / data).is_file(), data
    wants = PathDistribution(site / f"palace-{VERSION}.dist-info").requires or []
    drawing = [want for want in wants if re.match("pyvista|vtk|trimesh", want)]
    assert drawing, wants
    assert all("extra ==" in want for want in drawing), drawing

    # The other packages come from here, searched last.  A .pth file in a folder added so is not
    # read, so the editable install of this checkout stays out.
    others = sysconfig.get_paths()["purelib"]
    (site / "others.pth").write_text(f"{others}\n", encoding="utf-8")
    where = run(python, "-c", "import palace; print(palace.__file__)", cwd=away).strip()
    assert where == str(site / "palace" / "__init__.py")
    assert run(venv / "bin" / "palace", "--version", cwd=away).split()[-1] == VERSION
    loaded = "import palace.cli, sys; print(*sys.modules)"
    modules = set(run(python, "-c", loaded, cwd=away).split())
    assert not modules & {"pyvista", "vtk", "vtkmodules", "trimesh", "palace_viewer"}
    run(python, "-c", "import palace_viewer", cwd=away)
