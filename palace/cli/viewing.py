"""What the verbs that draw share: the functions of the viewer that is installed, if one is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from palace.core.errors import InputError, Problem
from palace.core.extras import install_hint

INSTALL = install_hint("view")


def installed(name: str) -> Callable[..., Any]:
    """A function of the viewer by the name of its entry point; raises `InputError` without it."""
    from importlib.metadata import entry_points

    found = entry_points(group="palace.viewer", name=name)
    if not found:
        raise InputError(Problem("render", "no viewer is installed", INSTALL))
    try:
        function: Callable[..., Any] = next(iter(found)).load()
    except ImportError as error:
        missing = f"{error.name or 'a package'} is missing"
        raise InputError(Problem("render", missing, INSTALL)) from None
    return function
