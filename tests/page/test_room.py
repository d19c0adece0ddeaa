"""What the page's logic is made of: no web library, no viewer, no game, and no pydantic."""

from __future__ import annotations

import subprocess
import sys

import pytest

ROOM = "palace.page.step, palace.page.show, palace.page.view, palace.page.step"


@pytest.mark.parametrize(
    "name", ["pydantic", "starlette", "uvicorn", "palace_viewer", "palace.monkey_palace", "numpy"]
)
def test_what_the_page_does_not_load(name: str) -> None:
    code = f"import sys, {ROOM}; print({name!r} in sys.modules)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "False"
