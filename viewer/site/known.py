"""What the standard library compiles or reads while modules are imported: it is known before.

pack.py packs it with the library, whose modules ask it: what dataclasses, named tuples and names of
types write, patterns, TOML files.  A first visit then does without Python's compiler, for which a
browser compiles more than for anything else.  What is packed is learnt in the trial of pack.mjs.
"""

from __future__ import annotations

import _sre  # type: ignore[import-not-found]
import builtins
import marshal

TYPE_CHECKING = False  # what is imported here cannot ask this module
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import CodeType
    from typing import Any

PACKED = b""

texts: dict[tuple[str, str], CodeType]
patterns: dict[tuple[str | bytes, int], Any]
tables: dict[str, bytes]
texts, patterns, tables = marshal.loads(PACKED) if PACKED else ({}, {}, {})


def compile(text: str, name: str, how: str) -> CodeType:  # noqa: A001
    """Return what Python compiles a text to."""
    found = texts.get((text, how)) or builtins.compile(text, name, how, dont_inherit=True)
    if not PACKED:
        texts[text, how] = found
    return found


def eval(text: str, *names: Any) -> Any:  # noqa: A001
    """Return what an expression is, as the function of Python does."""
    return builtins.eval(compile(text, "<string>", "eval"), *names)


def exec(text: str, *names: Any) -> None:  # noqa: A001
    """Run a text, as the function of Python does."""
    builtins.exec(compile(text, "<string>", "exec"), *names)


def built(text: str | bytes, flags: int, *made: Any) -> Any:
    """Return a pattern, and remember how it is made."""
    if not PACKED and isinstance(text, str | bytes):
        pattern, all_flags, code, *groups = made
        patterns[text, int(flags)] = pattern, all_flags, [*map(int, code)], *groups
    return _sre.compile(*made)


def reading(loads: Callable[..., Any]) -> Callable[..., Any]:
    """Return what reads TOML, but for files that were read before."""

    def read(text: str, **how: Any) -> Any:
        if text in tables and not how:
            return marshal.loads(tables[text])
        found = loads(text, **how)
        if not (PACKED or how):
            try:  # noqa: SIM105 contextlib asks this module
                tables[text] = marshal.dumps(found)
            except ValueError:  # a day: it is no file of ours
                pass
        return found

    return read
