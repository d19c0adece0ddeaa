"""Functions compiled by numba, and kept on disk where there is a folder for them."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from palace.core.errors import InputError, Problem, install_hint
from palace.core.terminal import one_line

FUNCTIONS: list[Any] = []
"""The functions of the modules that are loaded."""

_MEMORY_ONLY: list[str] = []

_FAULTS: list[str] = []
"""What went wrong with code that was kept, or that was to be kept; the first is printed."""


def compiled(function: Callable[..., Any] | None = None, **options: Any) -> Any:
    """Return a function that numba compiles when it is first called, as a decorator.

    The code is kept beside the source or in the user's cache; where neither can be written, as in
    containers, each process compiles in memory.  What was kept and cannot be loaded is deleted, and
    compiled again; one line on standard error says so.
    """
    if function is None:
        return lambda function: compiled(function, **options)
    from numba import njit

    made = njit(**options)(function)
    try:
        made._cache = _cache_class()(function)
    except RuntimeError:  # numba found no folder to write to
        _MEMORY_ONLY.append(function.__name__)
    FUNCTIONS.append(made)
    return made


@lru_cache(maxsize=1)
def _cache_class() -> Any:
    """Return numba's cache of a function, as one that heals."""
    import pickle

    caching: Any = import_module("numba.core.caching")

    class Files(caching.IndexDataCacheFile):  # type: ignore[misc]
        """Its index and its code, with a digest behind each: code with a fault in it may run."""

        def _dump(self, value: object) -> bytes:
            data: bytes = super()._dump(value)
            return data + sha256(data).digest()

        def _load_index(self) -> Any:
            _look(Path(self._index_path), pickle.dumps(self._version, -1))
            return super()._load_index()

        def _load_data(self, name: str) -> Any:
            _look(Path(self._data_path(name)))
            return super()._load_data(name)

    class Healing(caching.FunctionCache):  # type: ignore[misc]
        """A fault in it is told and its index deleted; numba then compiles the function."""

        def __init__(self, function: Callable[..., Any]) -> None:
            super().__init__(function)
            names, stamp = (
                f"{self._impl.filename_base}.whole",
                self._impl.locator.get_source_stamp(),
            )
            self._cache_file = Files(self._cache_path, names, stamp)

        def load_overload(self, *what: Any) -> Any:
            return self.heal(super().load_overload, *what)

        def save_overload(self, *what: Any) -> None:
            self.heal(super().save_overload, *what)

        def heal(self, work: Callable[..., Any], *what: Any) -> Any:
            """Return what `work` does; None if it fails, whatever the fault is."""
            try:
                return work(*what)
            except Exception as error:
                _tell(self._cache_path, error)
                with suppress(OSError):
                    os.unlink(self._cache_file._index_path)
                return None

        def kept(self) -> dict[Any, str]:
            """Return the files by what they were compiled for."""
            return self.heal(self._cache_file._load_index) or {}

    return Healing


def _look(file: Path, head: bytes = b"") -> None:
    """Raise `ValueError` if a file is not as it was written here, or another user may have written
    it: what is loaded from it is run.  `head` is the part of the file before what its digest is
    of."""
    try:
        with file.open("rb") as stream:
            owner, data = os.fstat(stream.fileno()).st_uid, stream.read()
    except FileNotFoundError:
        return
    if hasattr(os, "geteuid") and owner not in (0, os.geteuid()):
        raise ValueError("it belongs to another user")
    rest = data[len(head) :] if data.startswith(head) else b""
    if sha256(rest[:-32]).digest() != rest[-32:]:
        raise ValueError("it is not as it was written")


def _tell(folder: str, error: Exception) -> None:
    why = (error.strerror if isinstance(error, OSError) else None) or str(error)
    if not _FAULTS and sys.stderr is not None:
        what = f"note: compiled code in {folder} cannot be used ({why or type(error).__name__})"
        print(f"{one_line(what)}: compiled in memory", file=sys.stderr)
    _FAULTS.append(why)


def faults() -> list[str]:
    """Load all that is kept of the compiled functions, and return what went wrong."""
    from numba.core.registry import cpu_target

    before = len(_FAULTS)
    for function in FUNCTIONS:
        if (cache := getattr(function, "_cache", None)) and hasattr(cache, "kept"):
            for types, *_ in cache.kept():
                cache.load_overload(types, cpu_target.target_context)
    return _FAULTS[before:]


def needed(where: str, what: str) -> None:
    """Raise `InputError` where numba is not installed; `what` needs it."""
    if find_spec("numba") is None:
        raise InputError(
            Problem(where, f"{what} needs numba, which is missing", install_hint("fast"))
        )


def ready(*functions: Any) -> bool:
    """Return whether compiled functions can run at once, without being compiled first."""
    return all(
        function.signatures or (not _MEMORY_ONLY and function._cache.kept())
        for function in functions
    )


def preparing(what: str) -> str:
    """Return what to print before `what`, such as `the search`, is compiled."""
    if _MEMORY_ONLY:
        return (
            f"preparing {what} ... (it cannot be kept for the next time: set NUMBA_CACHE_DIR to a "
            "folder that can be written)"
        )
    return f"preparing {what}, once on this machine ..."
