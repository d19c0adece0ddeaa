"""The file a verb writes: `-o OUT`, and `--force` to overwrite it."""

from __future__ import annotations

from pathlib import Path

from palace.core.errors import InputError
from palace.files.writing import EXISTS, write_whole


def write_out(path: Path, made: str | bytes, *, force: bool) -> None:
    """Write what a verb with `--force` made; raises `InputError` where it may not."""
    try:
        write_whole(path, made, overwrite=force)
    except InputError as error:
        raise InputError(
            *(
                problem._replace(remedy=f"{problem.remedy}, or add --force")
                if problem.what == EXISTS
                else problem
                for problem in error.problems
            )
        ) from None


def refuse_existing(path: Path, *, force: bool) -> None:
    """Say before the work is done what writing would say afterwards."""
    if path.exists() and not force:
        write_out(path, "", force=False)
