"""The pages run: every console block and Python session of README and docs, with its output."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path
from unittest.mock import patch

import pytest

from palace.contract.registry import REGISTRY
from tests.paths import ROOT

PAGES = {
    path.relative_to(ROOT): path.read_text(encoding="utf-8")
    for path in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
}
README = PAGES[Path("README.md")]


def blocks(kind: str) -> list[tuple[str, str]]:
    """Return the page and the text of every block of a kind."""
    pattern = re.compile(rf"```{kind}\n(.*?)```", re.DOTALL)
    return [(str(page), block) for page, text in PAGES.items() for block in pattern.findall(text)]


CONSOLE = blocks("console")
COMPILED = (
    "palace count --supply 1a",
    "palace best --supply 1a",
    f"palace palm-island solve --deal {','.join(map(str, range(1, 17)))} --beams 1",
)
"""Each needs other compiled functions."""


def typed(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Return what a command of a shell left, in a folder."""
    env = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    env |= {"COLUMNS": "80", "NO_COLOR": "1"}
    return subprocess.run(
        ["bash", "-c", command], cwd=folder, env=env, capture_output=True, text=True
    )


@pytest.fixture(scope="module", autouse=True)
def compiled(tmp_path_factory: pytest.TempPathFactory) -> None:
    """The first search on a machine says that it is being prepared, as the README tells."""
    for command in COMPILED:
        assert typed(command, tmp_path_factory.mktemp("compiled")).returncode == 0


def write_modules(page: str, folder: Path) -> None:
    """Write the modules of a page into a folder: blocks that begin with the name of a file."""
    for name, text in re.findall(r"```python (\w+\.py)\n(.*?)```", PAGES[Path(page)], re.DOTALL):
        (folder / name).write_text(text, encoding="utf-8")


@pytest.mark.parametrize(("page", "block"), CONSOLE, ids=lambda text: text.splitlines()[0])
def test_console_blocks(page: str, block: str, tmp_path: Path) -> None:
    for name in ("palace", "maps"):
        (tmp_path / name).symlink_to(ROOT / name)
    write_modules(page, tmp_path)
    for entry in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        lines = entry.splitlines()
        more = [line[2:] for line in lines[1:] if line.startswith("> ")]
        command = "\n".join([lines[0], *more]) + "\n"
        expected = "\n".join(line for line in lines[1:] if not line.startswith("> "))
        done = typed(command, tmp_path)
        assert done.stdout.rstrip("\n") == expected, command
        assert done.stderr == "", command


def test_there_are_console_blocks() -> None:
    assert sum(page == "README.md" for page, _ in CONSOLE) == 3
    assert len(CONSOLE) >= 12


def test_python_sessions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    sessions = blocks("pycon")
    assert sum(session.count(">>>") for _, session in sessions) >= 7
    for page, session in sessions:
        write_modules(page, tmp_path)
        test = doctest.DocTestParser().get_doctest(session, {}, page, page, 0)
        runner = doctest.DocTestRunner(verbose=False)
        with patch.dict(REGISTRY):
            runner.run(test)
        assert runner.failures == 0, page


def test_links_lead_somewhere() -> None:
    for page, text in PAGES.items():
        for target in re.findall(r"\]\(([^)#:]+)\)", text):
            assert (ROOT / page.parent / target).exists(), (page, target)


def test_the_readme_is_short() -> None:
    assert len(README.splitlines()) <= 110


def test_the_readme_tells_what_a_placeholder_is_before_it_shows_one() -> None:
    """Above it is a picture alone; the demo, which shows one, comes after it."""
    assert re.match(r"# Palace\n\n!\[.*\]\(.*\)\n\n\w", README)
    before, told, _ = README.partition("calls it a *placeholder*")
    assert told
    assert "(placeholder)" not in before
    assert "scripts/demo" not in before


def test_nothing_is_installed_from_an_index_that_has_it_not() -> None:
    for page, text in PAGES.items():
        assert not re.search(r"pip install '?palace", text), page


def test_the_notice_is_there() -> None:
    assert "not affiliated with" in README
