"""Writing files: a file appears whole or not at all."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from palace.core.errors import InputError, Problem

if TYPE_CHECKING:
    from palace.files.document import Kind

EXISTS = "this file exists"
"""What is wrong with a path where nothing may be overwritten."""


def write_whole(
    path: str | os.PathLike[str], text: str | bytes, *, overwrite: bool = False
) -> None:
    """Write `text` as UTF-8, line ends as they are, or bytes; a link's target is written, the link
    stays.

    A file that exists is unchanged until all is on the disk, and refused without `overwrite`.
    Raises `InputError` with one problem.
    """
    file = os.fspath(path)
    try:
        raw = text.encode() if isinstance(text, str) else text
    except UnicodeEncodeError as error:
        what = f"its text has half a character (U+{ord(error.object[error.start]):04X})"
        raise InputError(Problem(file, what, "take it out")) from None
    try:
        _write(file, raw, overwrite)
    except (OSError, ValueError) as error:
        raise InputError(Problem(file, *_trouble(error))) from None


def _write(file: str, raw: bytes, overwrite: bool) -> None:
    target = os.path.realpath(file)
    mode = _mode(file)
    if mode is not None and not overwrite:
        raise FileExistsError
    spare = os.path.join(os.path.dirname(target), f".palace-{os.urandom(8).hex()}.tmp")
    try:
        with open(spare, "xb") as stream:
            if mode is not None:
                os.chmod(spare, mode)
            stream.write(raw)
            stream.flush()
            os.fsync(stream.fileno())
        if overwrite:
            os.replace(spare, target)
        else:
            _claim(spare, target)
    finally:
        with suppress(OSError):
            os.unlink(spare)


def _mode(file: str) -> int | None:
    """Return the permissions of the file that will be replaced; None for a new file."""
    if not os.path.basename(file):
        raise IsADirectoryError
    try:
        status = os.stat(file)
    except FileNotFoundError:
        return None
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.ENOTSUP, "it is a device or a pipe")
    if not os.access(file, os.W_OK):
        raise PermissionError
    return stat.S_IMODE(status.st_mode)


def _claim(spare: str, target: str) -> None:
    """Give `spare` the name `target`, unless something has that name by now."""
    try:
        os.link(spare, target)
    except FileExistsError:
        raise
    except (AttributeError, NotImplementedError, OSError):
        # Some file systems know no links: an empty file holds the name meanwhile.
        with open(target, "xb"):
            pass
        try:
            os.replace(spare, target)
        except BaseException:
            os.unlink(target)
            raise


def _trouble(error: Exception) -> tuple[str, str]:
    """Return what kept a file from being written, and what to do."""
    if isinstance(error, FileExistsError):
        return EXISTS, "choose another name"
    if isinstance(error, IsADirectoryError):
        return "this is a folder", "add a file name"
    if isinstance(error, FileNotFoundError):
        return "its folder does not exist", "create the folder, or choose another"
    if isinstance(error, NotADirectoryError):
        return "a part of this path is a file, not a folder", "choose another folder"
    if isinstance(error, PermissionError):
        return "no permission to write it", "choose another folder, or ask its owner"
    if isinstance(error, OSError):
        return f"cannot be written: {error.strerror}", "choose another name, folder or disk"
    return "this is no file name", "choose another name"


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
    """Return the bytes of the file; None if it cannot be read."""
    try:
        return path.read_bytes()
    except OSError:
        return None
