"""Memory while turns are played and phones come and go; `scripts/soak` does it for hours."""

from __future__ import annotations

from pathlib import Path

from tests.viewer.web.servers import new_record, serving
from tests.viewer.web.soaking import growth, soak

SECONDS, EVERY = 4.0, 0.2
MOST = 12.0
"""Megabytes that the last quarter may be above the second, as in `scripts/soak`."""


async def test_memory_stays_flat_for_some_seconds(tmp_path: Path) -> None:
    new_record(tmp_path / "game.toml")
    with serving(tmp_path, "game.toml", "--port", "0", "--lan") as server:
        _, held = await soak(server, SECONDS, EVERY, lambda line: None)
    assert growth(held) < MOST, held
