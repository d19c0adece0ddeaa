"""Who may know whom: the contracts of import-linter in pyproject.toml, and what they cannot say."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.paths import ROOT

MODULES = [*(ROOT / "palace").rglob("*.py"), *(ROOT / "viewer").rglob("*.py")]

VERB_TABLE = ROOT / "palace" / "cli" / "__init__.py"
REGISTRY = ROOT / "palace" / "contract" / "registry.py"
PUBLIC = ROOT / "palace" / "__init__.py"


def lint() -> subprocess.CompletedProcess[str]:
    """Run import-linter on this tree, whatever is installed."""
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"]
    env = {**os.environ, "PYTHONPATH": str(ROOT), "NO_COLOR": "1"}
    return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)


def test_no_room_knows_one_above_it_and_there_are_no_circles() -> None:
    done = lint()
    assert done.returncode == 0, done.stdout
    assert "Contracts: 4 kept, 0 broken." in done.stdout


def test_the_contracts_have_no_exceptions() -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert "exclude_type_checking_imports = false" in text
    assert "ignore_imports" not in text
    assert "skip_descendants" not in text


def named_modules(path: Path) -> Iterator[str]:
    """The modules of ours that a file imports by a name in a string."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call))
    if not any(ast.unparse(call.func).endswith(("import_module", "__import__")) for call in calls):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from re.findall(r"^palace(?:_viewer)?\.[\w.]*", node.value)


def test_modules_are_named_in_strings_by_the_registry_and_the_verb_table_only() -> None:
    """import-linter cannot see such an import; `palace/__init__.py` lists the public names."""
    found = {path for path in MODULES if any(named_modules(path))}
    assert found == {REGISTRY, VERB_TABLE, PUBLIC}
    assert set(named_modules(REGISTRY)) == {
        "palace.cooper_island.game", "palace.monkey_palace.beside", "palace.monkey_palace.entry",
            "palace.palm_island.beside", "palace.palm_island.game",
    }  # fmt: skip


def test_the_layout_names_every_room() -> None:
    layout = (ROOT / "docs" / "layout.md").read_text(encoding="utf-8").split("\n## ")[0]
    for folder in ("palace", "viewer"):
        for init in (ROOT / folder).rglob("__init__.py"):
            room = init.parent
            assert re.search(rf"^ +{room.name}/", layout, re.MULTILINE), room


GAMES = re.compile(r"monkey|palm|cooper", re.IGNORECASE)
OF_ONE_GAME = ("monkey", "palm.py")


def without_the_table(text: str) -> str:
    """The program without the list of its verbs and where they are."""
    return re.sub(r"^(VERBS|_MODULES) = .*?^[)}]", "", text, flags=re.MULTILINE | re.DOTALL)


def test_no_verb_of_all_games_names_or_imports_one() -> None:
    """Only the folders of one game's own verbs do, and the table that says where verbs are."""
    folder = ROOT / "palace" / "cli"
    found = []
    for path in sorted(folder.rglob("*.py")):
        if path.relative_to(folder).parts[0] in OF_ONE_GAME:
            continue
        text = path.read_text(encoding="utf-8")
        if path == VERB_TABLE:
            text = without_the_table(text)
            assert "class _Verbs" in text
        lines = enumerate(text.splitlines(), 1)
        found += [
            f"{path.relative_to(ROOT)}:{n}: {line}" for n, line in lines if GAMES.search(line)
        ]
    assert found == []
