"""What is installed: the names at the top, the maps inside, and no drawing in the rules."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from importlib.metadata import Distribution, PathDistribution, distribution
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement

import palace
from tests.paths import ROOT, SAMPLE

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
    tree |= packages_of("maps", "palace.maps")
    assert sorted(PROJECT["tool"]["setuptools"]["packages"]) == sorted(tree)


def test_rules_name_no_drawing() -> None:
    """Only the entry point knows the viewer, so the rules install and start without it."""
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in sorted((ROOT / "palace").rglob("*.py"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if DRAWING.search(line)
    ]
    assert found == []


def test_a_name_there_is_none_of() -> None:
    with pytest.raises(AttributeError, match="module 'palace' has no attribute 'Palast'"):
        palace.Palast  # noqa: B018


def test_no_name_of_the_package_index_is_taken_for_this_project() -> None:
    """There, `palace` is another project: no requirement and no hint may ask for it."""
    taken = re.compile(r"palace\[[a-z]|pip install '?palace\b(?!-referee)")
    files = [ROOT / "pyproject.toml", ROOT / "README.md", *(ROOT / "scripts").iterdir()]
    files += (ROOT / "docs").glob("*.md")
    for folder in ("palace", "viewer", "tests"):
        files += [file for file in (ROOT / folder).rglob("*.py") if file != Path(__file__)]
    found = [file for file in files if file.is_file() and taken.search(file.read_text("utf-8"))]
    assert found == []
    assert PROJECT["project"]["name"] == "palace-referee"


def test_a_folder_called_palace_does_not_win(tmp_path: Path) -> None:
    """As in the folder above a clone called `palace`: its own folder of that name has no code."""
    (tmp_path / "palace" / "palace").mkdir(parents=True)
    code = "import palace, palace_viewer; print(palace.load_map('map-1').name)"
    assert run(sys.executable, "-c", code, cwd=tmp_path) == "map-1\n"
    assert run(sys.executable, "-m", "palace", "--version", cwd=tmp_path).startswith("palace ")


pytestmark = pytest.mark.timeout(600)  # builds, installs, and runs tests in another process

FOLDERS = ("palace", "maps", "viewer", "tests", "scripts", "docs", ".pictures")
SDIST = "from setuptools.build_meta import build_sdist; print(build_sdist('..'))"
WHEEL = "from setuptools.build_meta import build_wheel; print(build_wheel('..'))"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a copy of the project, its sdist, that unpacked, and the wheel made from it."""
    folder = tmp_path_factory.mktemp("built")
    caches = shutil.ignore_patterns("__pycache__", "*.egg-info", ".*cache*", "out")
    for name in FOLDERS:
        shutil.copytree(ROOT / name, folder / "source" / name, ignore=caches)
    for file in ROOT.glob("*"):
        if file.is_file():
            shutil.copy(file, folder / "source")
    run(sys.executable, "-c", SDIST, cwd=folder / "source")
    (archive,) = folder.glob("palace_referee-*.tar.gz")
    run("tar", "-xf", archive, cwd=folder)
    (unpacked,) = folder.glob("palace_referee-*/")
    run(sys.executable, "-c", WHEEL, cwd=unpacked.rename(folder / "unpacked"))
    return folder


@pytest.mark.slow
def test_the_sdist_can_be_tested(built: Path) -> None:
    """It holds every file of the project but caches; some tests are run from it."""
    source, unpacked = built / "source", built / "unpacked"
    for name in FOLDERS:
        ours = {path.relative_to(source) for path in (source / name).rglob("*") if path.is_file()}
        theirs = {p.relative_to(unpacked) for p in (unpacked / name).rglob("*") if p.is_file()}
        assert ours <= theirs, name
    tests = run(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/core",
                "tests/monkey_palace/kernel/test_staircase.py", cwd=unpacked)  # fmt: skip
    assert re.search(r"[1-9][0-9]+ passed", tests)


def wanted(package: Distribution, extra: str) -> dict[str, Distribution]:
    """Return what a package with an extra requires, and all that these require, by name."""
    found: dict[str, Distribution] = {}
    asked = [(package, ""), (package, extra)]
    for this, extra in asked:  # grows as it is read
        for requirement in map(Requirement, this.requires or ()):
            wants = requirement.marker is None or requirement.marker.evaluate({"extra": extra})
            if wants and requirement.name not in found:
                found[requirement.name] = other = distribution(requirement.name)
                asked += [(other, more) for more in ("", *requirement.extras)]
    return found


@pytest.fixture(scope="module", params=["linked", pytest.param("fetched", marks=pytest.mark.slow)])
def away(request: pytest.FixtureRequest, built: Path) -> Path:
    """A fresh environment with the wheel, what its extra `view` requires and nothing else, either
    linked from this environment or fetched; and nothing of this checkout.
    """
    folder: Path = built / request.param
    (wheel,) = built.glob("palace_referee-*.whl")
    run(sys.executable, "-m", "venv", "--without-pip", folder / "venv", cwd=built)
    python = folder / "venv" / "bin" / "python"
    (site,) = folder.glob("venv/lib/python*/site-packages")
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input", "--quiet",
           "--python", python, "install")  # fmt: skip
    if request.param == "fetched":
        run(*pip, f"{wheel}[view]", cwd=folder)
        return folder
    run(*pip, "--no-deps", "--no-index", "--no-compile", wheel, cwd=folder)
    packages = folder / "packages"
    packages.mkdir()
    package = PathDistribution(site / f"palace_referee-{VERSION}.dist-info")
    for one in wanted(package, "view").values():
        for top in {file.parts[0] for file in one.files or ()} - {"..", "__pycache__"}:
            if not (packages / top).exists():
                (packages / top).symlink_to(str(one.locate_file(top)))
    (site / "packages.pth").write_text(f"{packages}\n")
    return folder


def test_the_wheel_holds_two_packages_and_all_data(away: Path) -> None:
    (site,) = away.glob("venv/lib/python*/site-packages")
    ours = {path.name for path in site.iterdir() if path.name.startswith("palace")}
    assert ours == {"palace", "palace_viewer", f"palace_referee-{VERSION}.dist-info"}
    for folder, name in (
        ("palace", "palace"),
        ("viewer", "palace_viewer"),
        ("maps", "palace/maps"),
    ):
        data = {
            path.relative_to(ROOT / folder)
            for path in (ROOT / folder).rglob("*")
            if path.is_file() and not {"__pycache__", "client"} & {*path.parts}
        }
        assert len(data) >= 7
        assert {path for path in data if not (site / name / path).is_file()} == set()
    wants = PathDistribution(site / f"palace_referee-{VERSION}.dist-info").requires or []
    drawing = [want for want in wants if re.match("pyvista|vtk|trimesh", want)]
    assert drawing, wants
    assert all("extra ==" in want for want in drawing), drawing


def test_the_wheel_judges_and_draws_without_the_checkout(away: Path) -> None:
    (away / "palace").mkdir()  # as above a clone
    bin_ = away / "venv" / "bin"
    where = run(bin_ / "python", "-c", "import palace; print(palace.__file__)", cwd=away).strip()
    assert Path(where).is_relative_to(away / "venv")
    assert run(bin_ / "palace", "--version", cwd=away).split()[-1] == VERSION
    loaded = "import palace.cli, sys; print(*sys.modules)"
    modules = set(run(bin_ / "python", "-c", loaded, cwd=away).split())
    assert not modules & {"pyvista", "vtk", "vtkmodules", "trimesh", "palace_viewer"}
    assert " LEGAL " in run(bin_ / "palace", "check", "c4+b-d4", cwd=away)
    hint = "from palace.core.errors import install_hint; print(install_hint('fast'))"
    (wheel,) = away.parent.glob("palace_referee-*.whl")
    assert f"palace-referee[fast] @ {wheel.as_uri()}" in run(bin_ / "python", "-c", hint, cwd=away)
    for name, kind in (("game.svg", b"<svg"), ("game.png", b"\x89PNG")):
        game = SAMPLE.relative_to(ROOT / "palace")
        (site,) = away.glob("venv/lib/python*/site-packages/palace")
        run(bin_ / "palace", "render", site / game, "-o", name, cwd=away)
        assert (away / name).read_bytes().startswith(kind)
    for key in ("monkey-palace", "palm-island", "cooper-island"):
        code = f"from palace.contract.registry import game; print(game({key!r}).key)"
        assert run(bin_ / "python", "-c", code, cwd=away).strip() == key
