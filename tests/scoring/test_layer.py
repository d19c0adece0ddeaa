"""The layer knows no game and no geometry: it names nothing of the package but the errors."""

from __future__ import annotations

import re
from pathlib import Path

import palace.scoring

FOLDER = Path(palace.scoring.__file__).parent


def test_what_it_imports() -> None:
    for path in FOLDER.glob("*.py"):
        names = re.findall(r"^\s*(?:from|import) (palace[\w.]*)", path.read_text(), re.MULTILINE)
        assert all(name == "palace.errors" or name.startswith("palace.scoring") for name in names)


def test_it_names_no_game() -> None:
    for path in FOLDER.glob("*.py"):
        text = path.read_text().lower()
        assert not re.search(r"\bbanana|\bfrog\b|\bstaircase|palm|cooper", text), path
