"""Maps and decks that a document names, by a name or by a path relative to the document."""

from __future__ import annotations

from pathlib import Path

from palace.files.document import Document, read_document
from palace.files.problems import Path as Way
from palace.files.references import DOCUMENTS, from_file, from_package
from palace.monkey_palace.game.deck import Deck, load_deck
from palace.monkey_palace.kernel.ground import GroundMap, load_map, read_map


def map_named(name: str, document: Document, path: Way, folder: Path) -> GroundMap:
    """The map that stands at `path` of a document in `folder`; raises `InputError`."""
    if name.lower().endswith(DOCUMENTS):
        return from_file(folder / name, document, path, lambda f: read_map(read_document(f)))
    return from_package(document, path, lambda: load_map(name))


def deck_named(name: str, document: Document, path: Way, folder: Path) -> Deck:
    """The deck that stands at `path` of a document in `folder`; raises `InputError`."""
    if name.lower().endswith(".csv"):
        return from_file(folder / name, document, path, load_deck)
    return from_package(document, path, lambda: load_deck(name))
