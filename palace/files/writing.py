"""Writing files: a file appears whole or not at all."""

from __future__ import annotations

import errno
import os
import re
import stat
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from palace.core.errors import InputError, Problem

if TYPE_CHECKING:
    from filelock import BaseFileLock

    from palace.files.document import Kind

EXISTS = "this file exists"
"""What is wrong with a path where nothing may be overwritten."""

CHANGED = "the file was changed meanwhile, this is not saved"
"""What is wrong with a file that another program has written since it was read or written here."""


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
    _sweep(os.path.dirname(target))
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


def write_all(files: Mapping[Path, str]) -> None:
    """Write new files, all of them or none; several into a folder that is made if need be.

    Raises `InputError`, also if one of them exists.
    """
    if len(files) > 1:
        _make_folder(next(iter(files)).parent, files)
    written: list[Path] = []
    try:
        for file, text in files.items():
            write_whole(file, text)
            written.append(file)
    except InputError:
        for file in written:
            with suppress(OSError):
                file.unlink()
        raise


def _make_folder(home: Path, files: Iterable[Path]) -> None:
    taken = [Problem(str(file), EXISTS, "choose another folder")
             for file in files if os.path.lexists(file)]  # fmt: skip
    if taken:
        raise InputError(*taken)
    try:
        home.mkdir(exist_ok=True)
    except FileNotFoundError:
        what, remedy = f"there is no folder {home.parent}", "create it, or choose another"
    except FileExistsError:
        what, remedy = "this is a file", "name a folder"
    except (OSError, ValueError) as error:
        what = f"cannot be made: {getattr(error, 'strerror', None) or error}"
        remedy = "choose another folder"
    else:
        return
    raise InputError(Problem(str(home), what, remedy))


COPIES = 999

PATIENCE = 5.0
"""Seconds that a write waits while another process writes the same file."""

STALE = 86_400.0
"""Seconds after which a temporary file is that of a process which was killed."""

PRIVATE = 0o600
"""The permissions of a lock file that keeps a secret."""


class KeptFile:
    """A `.toml` or `.json` file that is replaced again and again, by one process at a time.

    `saved_as` is the copy of what was written by hand, if any.  While the file is written or held
    there is a lock file beside it, `.NAME.lock`; `secret` is what that keeps, None while the file
    is not held.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        self.kind: Kind = "json" if self.path.suffix.lower() == ".json" else "toml"
        self.on_disk = _seen(self.path)
        self.saved_as: Path | None = None
        self.secret: str | None = None
        self._own: str | None = None  # what was written here last
        self._lock: BaseFileLock | None = None
        self._hold = ExitStack()

    def hold(self, secret: str = "") -> str:
        """Hold the file until it is let go; return the secret in use.  See `held`."""
        self.secret = self._hold.enter_context(self.held(secret))
        return self.secret

    def let_go(self) -> None:
        """Let other processes write the file."""
        self._hold.close()
        self.secret = None

    @contextmanager
    def held(self, secret: str = "") -> Iterator[str]:
        """Keep other processes from writing the file; they can read it.  Yield the secret in use.

        A `secret`, one line, is kept in the lock file, which only its owner can read then, and is
        gone with it at the end.  A process that was killed leaves both behind: the next one with
        a secret goes on with the one that was left.

        Raises `InputError` if another process holds it, which is named, or if it cannot be written.
        """
        with self._locked(0.0, private=bool(secret)):
            if not os.access(self.path, os.W_OK) and self.path.exists():
                raise InputError(Problem(str(self.path), *_trouble(PermissionError())))
            who = f"process {os.getpid()} of {_user()}"
            _sweep(os.path.dirname(self._lock_path))
            since = time.strftime("%Y-%m-%d %H:%M")
            import platform  # only here: a browser that keeps boxes need not load it

            text = f"{who} on {platform.node()}, since {since}\n"
            # Some file systems know no permissions: there a secret is not kept.
            if secret and self._is_private():
                secret = self._left_secret() or secret
                text += f"{secret}\n"
            _rewrite(self._lock_path, text)
            yield secret

    def create(self, text: str) -> None:
        """Write the file, of which there is none; raises `InputError` with one problem."""
        if os.path.lexists(self.path):
            raise InputError(Problem(str(self.path), *_trouble(FileExistsError())))
        with self._locked(PATIENCE):
            write_whole(self.path, text)
            self._written(text)
        self.keep_draft("")

    def moved(self, path: str | os.PathLike[str], text: str, *, again: bool = False) -> KeptFile:
        """Return the file of a text that is written there; it is held if this one is, which is let
        go.

        Raises `InputError` if there is a file; `again` not if it has this text, as after a write
        that was thought to have failed.
        """
        other = self if self.path == Path(path) else KeptFile(path)
        if again and other.accept(text):
            other._own = text
        else:
            other.create(text)
        if other is not self and self.secret is not None:
            other.hold(self.secret)
            self.let_go()
        return other

    def keep(self, text: str, ours: str) -> bool:
        """Write `text` to the file; return whether the file had been removed.

        Raises `InputError` if the file was changed since it was read or written here.  `ours` is
        how this program would have written what was read: anything else is copied first.
        """
        with self._locked(PATIENCE):
            now = _seen(self.path)
            gone = not os.path.lexists(self.path)
            if now != self.on_disk and not gone:
                raise InputError(Problem(str(self.path), CHANGED, "save it under another name"))
            if self.saved_as is None and self.on_disk.text not in (None, ours, self._own):
                self.saved_as = self._copy(self.on_disk.content or b"")
            write_whole(self.path, text, overwrite=not gone)
            self._written(text)
        self.keep_draft("")
        return gone

    def _written(self, text: str) -> None:
        self.on_disk, self._own = _seen(self.path), text

    @property
    def draft(self) -> str:
        """The text of the file beside it, `NAME.draft`: a move that was being entered.

        Empty where there is none, or it cannot be read.
        """
        with suppress(OSError, UnicodeDecodeError):
            return self._draft_path.read_text(encoding="utf-8")
        return ""

    def keep_draft(self, text: str) -> None:
        """Write the draft, if it can be written; an empty one is removed."""
        with suppress(OSError, InputError):
            if text:
                write_whole(self._draft_path, text, overwrite=True)
            else:
                self._draft_path.unlink(missing_ok=True)

    @property
    def _draft_path(self) -> Path:
        return self.path.with_name(f"{self.path.name}.draft")

    @property
    def text(self) -> str | None:
        """The text that was read or written here last; None before there is one."""
        return self.on_disk.text

    def accept(self, text: str | None) -> bool:
        """Go by the file as it is if it has this text, also as another file; return whether it
        has."""
        now = _seen(self.path)
        if right := now.text is not None and now.text == text:
            self.on_disk = now
        return right

    def adopt(self, text: str) -> None:
        """Go by a text of another program, which is copied before it is written over."""
        self.on_disk, self._own, self.saved_as = _Seen(text.encode(), None), None, None

    @property
    def intact(self) -> bool:
        """Whether the file is as it was read or written here."""
        return _seen(self.path) == self.on_disk

    @property
    def _lock_path(self) -> Path:
        target = Path(os.path.realpath(self.path))
        return target.with_name(f".{target.name}.lock")

    @contextmanager
    def _locked(self, patience: float, *, private: bool = False) -> Iterator[None]:
        """Hold the lock; a `private` lock file is the user's own, and no one else can read it."""
        if self._lock is None or private:
            self._lock = self._make_lock(private)
        self._acquire(self._lock, patience)
        if private and not self._is_private():
            # Others may have it open: what is written next goes into a file of its own.
            self._release(self._lock)
            self._acquire(self._lock, patience)
        try:
            yield
        finally:
            self._release(self._lock)

    def _make_lock(self, private: bool) -> BaseFileLock:
        # Imported here: verbs that write nothing need not pay for it.
        from filelock import FileLock

        if private:
            return FileLock(self._lock_path, mode=PRIVATE, thread_local=False)
        return FileLock(self._lock_path, thread_local=False)

    def _acquire(self, lock: BaseFileLock, patience: float) -> None:
        from filelock import Timeout

        try:
            lock.acquire(timeout=patience)
        except Timeout:
            raise InputError(self._taken()) from None
        except OSError as error:
            raise InputError(Problem(str(self.path), *_trouble(error))) from None

    def _release(self, lock: BaseFileLock) -> None:
        """Release the lock, and remove its file with the last hold."""
        if lock.lock_counter == 1:
            with suppress(OSError):
                os.unlink(self._lock_path)
        lock.release()

    def _is_private(self) -> bool:
        """Return whether the lock file is a file of this user that no other can read or write."""
        try:
            status = os.lstat(self._lock_path)
        except OSError:
            return False
        ours = not hasattr(os, "geteuid") or status.st_uid == os.geteuid()
        closed = os.name != "posix" or not stat.S_IMODE(status.st_mode) & 0o077
        return ours and closed and stat.S_ISREG(status.st_mode) and status.st_nlink == 1

    def _left_secret(self) -> str:
        """Return the secret that a killed process left in the lock file; empty without one."""
        lines = self._lock_text().splitlines()
        return lines[1] if len(lines) > 1 else ""

    def _lock_text(self) -> str:
        try:
            return self._lock_path.read_text("utf-8")
        except (OSError, UnicodeDecodeError):
            return ""

    def _taken(self) -> Problem:
        # The first line tells who; what follows is theirs.
        who = self._lock_text().partition("\n")[0].strip()
        return Problem(
            str(self.path), f"this game is in use by {who or 'another process'}",
            "leave it there first; palace check and palace score can read it meanwhile",
        )  # fmt: skip

    def _copy(self, text: bytes) -> Path:
        for number in range(1, COPIES + 1):
            spare = self.path.with_name(f"{self.path.name}.{number}.bak")
            if not spare.exists():
                write_whole(spare, text)
                return spare
        raise InputError(Problem(str(self.path), f"{COPIES} copies of it exist", "take some away"))


class _Seen(NamedTuple):
    """A file as it was seen: its content, and what tells it from another of the same content."""

    content: bytes | None
    identity: tuple[int, int] | None

    @property
    def text(self) -> str | None:
        """The content as a text; None without one."""
        return None if self.content is None else self.content.decode("utf-8", "replace")


def _seen(path: Path) -> _Seen:
    """Return the file as it is; without content if it cannot be read."""
    try:
        with open(path, "rb") as stream:
            status = os.fstat(stream.fileno())
            return _Seen(stream.read(), (status.st_ino, status.st_mtime_ns))
    except OSError:
        return _Seen(None, None)


def _rewrite(path: Path, text: str) -> None:
    """Write a text over a file in place: a lock is on the file, not on its name.

    In one call, so that a process killed in it does not lose what was there.
    """
    number = os.open(path, os.O_WRONLY | getattr(os, "O_NOFOLLOW", 0))
    try:
        os.truncate(number, os.write(number, text.encode()))
    finally:
        os.close(number)


def _user() -> str:
    import getpass

    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return "an unknown user"


def _sweep(folder: str) -> None:
    """Remove the temporary files of processes that were killed."""
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if re.fullmatch(r"\.palace-[0-9a-f]{16}\.tmp", entry.name):
                with suppress(OSError):
                    if time.time() - entry.stat().st_mtime > STALE:
                        os.unlink(entry)
