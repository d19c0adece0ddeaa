"""Where the data files that come with the package are: each in the room that reads it."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path


def shipped(room: str, name: str) -> Path:
    """Return the path of a data file: `shipped("palace.maps", "map-1.toml")`."""
    return Path(str(files(room).joinpath(name)))
