"""What a document names: a map, a deck or a box, by its name or by a path relative to the file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from palace.box import Box
from palace.deck import Deck
from palace.document import Document, read_document
from palace.errors import InputError
from palace.ground import GroundMap, load_map, read_map
from palace.records.problems import Path as Way
from palace.records.problems import fault

T = TypeVar("T")

DOCUMENTS = (".toml", ".json")


def map_named(name: str, document: Document, path: Way, folder: Path) -> GroundMap:
    """The map that stands at `path` of a document in `folder`; raises `InputError`."""
    if name.lower().endswith(DOCUMENTS):
        return from_file(folder / name, document, path, lambda f: read_map(read_document(f)))
    return from_package(document, path, lambda: load_map(name))


def deck_named(name: str, document: Document, path: Way, folder: Path) -> Deck:
    """The deck that stands at `path` of a document in `folder`; raises `InputError`."""
    from palace.deck_file import load_deck

    if name.lower().endswith(".csv"):
        return from_file(folder / name, document, path, load_deck)
    return from_package(document, path, lambda: load_deck(name))


def box_named(name: str, document: Document, path: Way, folder: Path) -> Box:
    """The box that stands at `path` of a document in `folder`; raises `InputError`."""
    from palace.records.box_file import load_box

    if name.lower().endswith(DOCUMENTS):
        return from_file(folder / name, document, path, load_box)
    return from_package(document, path, lambda: load_box(name))


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
