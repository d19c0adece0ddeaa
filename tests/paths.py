"""Where the tree keeps what tests read."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MAPS = ROOT / "maps"
CORPORA = ROOT / "tests" / "corpora"
GOLDEN = ROOT / "tests" / "golden"
SAMPLE = ROOT / "palace" / "monkey_palace" / "samples" / "three-player-game.toml"
