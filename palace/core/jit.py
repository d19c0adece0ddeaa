"""Functions compiled by numba, and kept on disk where there is a folder for them."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

from palace.core.errors import InputError, Problem, install_hint

_MEMORY_ONLY: list[str] = []


def compiled(function: Callable[..., Any] | None = None, **options: Any) -> Any:
    """Return a function that numba compiles when it is first called, as a decorator.

    The code is kept beside the source or in the user's cache; where neither can be written, as in
    containers, each process compiles in memory.
    """
    if function is None:
        return lambda function: compiled(function, **options)
    from numba import njit

    try:
        return njit(cache=True, **options)(function)
    except RuntimeError:  # numba found no folder to write to
        _MEMORY_ONLY.append(function.__name__)
        return njit(**options)(function)


def needed(where: str, what: str) -> None:
    """Raise `InputError` where numba is not installed; `what` needs it."""
    if find_spec("numba") is None:
        raise InputError(
            Problem(where, f"{what} needs numba, which is missing", install_hint("fast"))
        )


def ready(*functions: Any) -> bool:
    """Return whether compiled functions can run at once, without being compiled first."""
    return all(function.signatures or _kept(function) for function in functions)


def _kept(function: Any) -> bool:
    if _MEMORY_ONLY:
        return False
    try:
        return bool(function._cache._cache_file._load_index())
    except AttributeError:  # not a public part of numba
        return True


def preparing(what: str) -> str:
    """Return what to print before `what`, such as `the search`, is compiled."""
    if _MEMORY_ONLY:
        return (
            f"preparing {what} ... (it cannot be kept for the next time: set NUMBA_CACHE_DIR to a "
            "folder that can be written)"
        )
    return f"preparing {what}, once on this machine ..."
