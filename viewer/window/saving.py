"""Saving what was made in the window, always into a new file."""

from __future__ import annotations

from itertools import count
from pathlib import Path

from palace.files.writing import write_whole
from palace.monkey_palace.game.build_file import build_text
from palace.monkey_palace.game.record import Record
from palace.monkey_palace.game.record_writing import write_record
from palace.monkey_palace.kernel.build import Build


def free_name(wanted: Path) -> Path:
    """The path itself if nothing has that name, else the first free one of `-2`, `-3` ..."""
    if not _taken(wanted):
        return wanted
    names = (wanted.with_name(f"{wanted.stem}-{number}{wanted.suffix}") for number in count(2))
    return next(name for name in names if not _taken(name))


def save(what: Record | Build, path: Path) -> None:
    """Write a record or a build file whole; raises `InputError`, also if the file exists."""
    if isinstance(what, Record):
        write_record(what, path)
    else:
        write_whole(path, build_text(what))


def _taken(path: Path) -> bool:
    return path.exists() or path.is_symlink()
