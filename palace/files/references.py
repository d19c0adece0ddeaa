"""What a document names by a path or by a name: problems get the place of the name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from palace.core.errors import InputError
from palace.files.document import Document
from palace.files.problems import Path as Way
from palace.files.problems import fault

T = TypeVar("T")

DOCUMENTS = (".toml", ".json")


def from_package(document: Document, path: Way, load: Callable[[], T]) -> T:
    """What comes with the package; a problem has its place where the thing is named."""
    try:
        return load()
    except InputError as error:
        problems = [fault(document, path, p.what, p.remedy) for p in error.problems]
        raise InputError(*problems) from None


def from_file(file: Path, document: Document, path: Way, read: Callable[[Path], T]) -> T:
    """A problem with the whole of the file has its place where the file is named."""
    try:
        return read(file)
    except InputError as error:
        whole = str(file)
        raise InputError(*(
            fault(document, path, f"{whole}: {p.what}", p.remedy) if p.where == whole else p
            for p in error.problems
        )) from None  # fmt: skip
