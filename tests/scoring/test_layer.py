"""The layer knows no game and no geometry."""

from __future__ import annotations

import re
from pathlib import Path

import palace.scoring

FOLDER = Path(palace.scoring.__file__).parent


def test_it_names_no_game() -> None:
    for path in FOLDER.glob("*.py"):
        text = path.read_text().lower()
        assert not re.search(r"\bbanana|\bfrog\b|\bstaircase|palm|cooper", text), path
