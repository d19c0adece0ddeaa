"""What can go wrong with input: two errors, both of them `ValueError`.

* `NotationError`: a text cannot be read (it has a column, and names what was expected).
* `InputError`: a file or a call is wrong (every problem, each with its place).

The third, `IllegalError`, is in `palace.core.verdict`: the rules forbid what was read.
"""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

T = TypeVar("T")


class PalaceError(ValueError):
    """Whatever this package raises about what it was given."""


class NotationError(PalaceError):
    """A staircase, position, supply, knob or card text that cannot be read.

    `text` is the input as given, `column` counts from 1, `code` is the rule a readable text breaks.
    """

    def __init__(
        self, what: str, text: str, column: int, expected: str = "", code: str = ""
    ) -> None:
        self.what = what
        self.text = text
        self.column = column
        self.expected = expected
        self.code = code
        super().__init__(what, text, column, expected, code)

    def __str__(self) -> str:
        return f"column {self.column}: {self.sentence()} in {shorten(self.text)!r}"

    def problem(self, where: str) -> Problem:
        """Return it as a problem with a text that is given at `where`."""
        lead = f"{self.code}: " if self.code else ""
        remedy = f"expected {self.expected}" if self.expected else ""
        return Problem(f"{where}, column {self.column}", f"{lead}{self.what}", remedy)

    def sentence(self) -> str:
        """Return the message without its column and without the text."""
        lead = f"{self.code}: " if self.code else ""
        tail = f", expected {self.expected}" if self.expected else ""
        return f"{lead}{self.what}{tail}"


class Problem(NamedTuple):
    """One line about wrong input: where, what, and what to do."""

    where: str
    what: str
    remedy: str = ""

    def __str__(self) -> str:
        line = f"{self.where}: {self.what}" if self.where else self.what
        line = f"{line}; {self.remedy}" if self.remedy else line
        return " ".join(line.split())


class InputError(PalaceError):
    """A file or a call that is wrong; `problems` has one entry for every error found."""

    def __init__(self, *problems: Problem) -> None:
        self.problems = problems
        super().__init__(*problems)

    def __str__(self) -> str:
        return "\n".join(map(str, self.problems))


def gather(found: list[Problem], where: str, read: Callable[[], T]) -> T | None:
    """Return what `read` returns; where it raises, add its problems to `found` and return None.

    `where` is put before problems that have no place of their own.
    """
    try:
        return read()
    except NotationError as error:
        found.append(error.problem(where))
    except InputError as error:
        found += [p if p.where else p._replace(where=where) for p in error.problems]
    return None


def locate(where: str, read: Callable[[], T]) -> T:
    """Return what `read` returns; `where` is put before problems that have no place of their own.

    Raises `InputError`, also where `read` raises `NotationError`.
    """
    found: list[Problem] = []
    value = gather(found, where, lambda: [read()])
    if value is None:
        raise InputError(*found)
    return value[0]


def expect(value: object, kind: type, remedy: str, where: str = "") -> None:
    """Raise `InputError` if a value given to this package is of the wrong kind."""
    if not isinstance(value, kind):
        name = "text" if kind is str else kind.__name__
        raise InputError(Problem(where, f"{value!r:.40} is no {name}", remedy))


def check_length(text: str, longest: int) -> None:
    """Raise `NotationError` for a text of more than `longest` characters."""
    if len(text) > longest:
        what = f"{len(text)} characters are too many"
        raise NotationError(what, text, longest + 1, f"at most {longest}")


def either(words: Sequence[str]) -> str:
    """Return words as alternatives: `wood, food or coin`."""
    return " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def shorten(text: str, length: int = 60) -> str:
    """`text`, cut in the middle where it is longer than `length` characters."""
    if len(text) <= length:
        return text
    half = (length - 3) // 2
    return f"{text[:half]}...{text[-half:]}"


def nearest(word: str, known: Iterable[str]) -> str | None:
    """Return the one of `known` that `word` is probably a slip for."""
    import difflib

    small = {other.lower(): other for other in known}
    # Comparing long texts takes long, and no name is long.
    near = difflib.get_close_matches(word.lower(), small, 1) if len(word) <= 40 else []
    return small[near[0]] if near else None


def dotted(path: Sequence[str | int]) -> str:
    """Return a path as people write it, lists counted from 1: `turns[3].build`."""
    text = ""
    for step in path:
        name = shorten(str(step))
        text += f"[{step + 1}]" if isinstance(step, int) else f".{name}" if text else name
    return text


DISTRIBUTION = "palace-referee"
"""The name on the package index, where `palace` is another project."""


def clone() -> Path | None:
    """Return the clone of the project that this package runs from, or None."""
    root = Path(__file__).resolve().parents[2]
    return root if (root / "scripts" / "setup").is_file() else None


def _source() -> str:
    """Return ` @ URL` of the wheel that this was installed from, as pip keeps it, if it did."""
    import json
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        return (
            f" @ {json.loads(distribution(DISTRIBUTION).read_text('direct_url.json') or '')['url']}"
        )
    except (PackageNotFoundError, ValueError, KeyError):
        return ""


def install_hint(extra: str) -> str:
    """Return the command that installs an extra here: `fast`, `view`, `web` and so on; in a
    browser, which installs nothing, where there can be one.
    """
    if sys.platform == "emscripten":
        return f"a computer can have it: pip install '{DISTRIBUTION}[{extra}]'"
    root = clone()
    if root is None:
        what = f"{DISTRIBUTION}[{extra}]{_source()}"
        return f"{shlex.quote(sys.executable)} -m pip install {shlex.quote(what)}"
    here = Path.cwd()
    name = root.relative_to(here) if root.is_relative_to(here) else root
    return f"{shlex.quote(str(name / 'scripts' / 'setup'))} {extra}"


def imported(module: str, extra: str, at: str) -> Any:
    """Return a module of an extra; raise `InputError`, for an option `at`, where it is missing."""
    try:
        return import_module(module)
    except ModuleNotFoundError:
        what = f"{module.split('.')[0]} is missing"
        raise InputError(Problem(at, what, install_hint(extra))) from None
