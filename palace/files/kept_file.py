"""A file that a game is kept in while it is played: written whole, and never over somebody else's.

A file written by hand is copied before it is first written over, since its comments and its order
cannot be kept.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from palace.core.errors import InputError, Problem
from palace.files.writing import write_whole

if TYPE_CHECKING:
    from palace.files.document import Kind

COPIES = 999


class KeptFile:
    """A `.toml` or `.json` file; `saved_as` is the copy of what was written by hand, if any."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        self.kind: Kind = "json" if self.path.suffix.lower() == ".json" else "toml"
        self.on_disk = _bytes(self.path)
        self.saved_as: Path | None = None

    def keep(self, ours: str, original: str, write: Callable[[], None]) -> None:
        """Call `write` to replace the file, unless it was changed meanwhile: then `InputError`.

        `ours` is what this program would have written last, `original` the text as it was read.
        """
        if _bytes(self.path) != self.on_disk:
            what = "the file was changed meanwhile, this turn is not saved"
            raise InputError(Problem(str(self.path), what, "leave, and start again"))
        if self.saved_as is None and self.on_disk != ours.encode():
            self.saved_as = self._copy(original)
        write()
        self.on_disk = _bytes(self.path)

    def _copy(self, text: str) -> Path:
        for number in range(1, COPIES + 1):
            spare = self.path.with_name(f"{self.path.name}.{number}.bak")
            if not spare.exists():
                write_whole(spare, text)
                return spare
        raise InputError(Problem(str(self.path), f"{COPIES} copies of it exist", "take some away"))


def _bytes(path: Path) -> bytes | None:
    """What is in the file, None if there is none that can be read."""
    try:
        return path.read_bytes()
    except OSError:
        return None
