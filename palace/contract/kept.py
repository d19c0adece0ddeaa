"""Boxes that are kept for their owner, one file each in the folder of the user's data."""

from __future__ import annotations

import os
import re
from pathlib import Path

from palace.contract.box import BoxHead
from palace.contract.game import AnyKeeping
from palace.contract.registry import BOX_FILE
from palace.core.errors import InputError, Problem, nearest
from palace.core.provenance import HOUSE
from palace.files.document import parse_document, read_document
from palace.files.fields import ordered
from palace.files.serialise import data_text
from palace.files.writing import KeptFile

MINE = "mine"
"""The box that is used where none is named."""


_NAME = re.compile(r"[A-Za-z0-9_-]{1,40}")


def folder(game: str) -> Path:
    """Return the folder of the boxes of a game."""
    # Imported here: verbs that use no box need not pay for it.
    from platformdirs import user_data_path

    return user_data_path("palace", appauthor=False) / "boxes" / game


def kept_path(game: str, name: str) -> Path:
    """Return the file of a box of a game; raises `InputError` for a name that is none."""
    if name == HOUSE:
        what = f"{HOUSE} is the box of our own design"
        raise InputError(Problem("--box", what, "give yours another name"))
    if not _NAME.fullmatch(name):
        what = f"{name!r:.60} is no name of a box"
        raise InputError(Problem("--box", what, "1 to 40 letters, digits, - and _"))
    return folder(game) / f"{name}.toml"


class KeptBox:
    """A box of a game in its file: `data` is the model of the file, `box` what it means.

    Raises `InputError` for a name that is none, and for a file with faults.
    """

    def __init__(self, keeping: AnyKeeping, name: str = MINE) -> None:
        self.keeping = keeping
        self.boxes = boxes = keeping.boxes
        self.path = kept_path(boxes.game, name)
        self._file = KeptFile(self.path)
        self.there = self._file.on_disk.content is not None
        head = {"format": 1, "game": boxes.game, "name": name, "provenance": "transcribed"}
        new = parse_document(data_text(head), "toml", str(self.path))
        document = read_document(self.path) if self.there else new
        self.box = boxes.read(document, self.path.parent)
        data = boxes.model.model_validate(document.data)
        self.data = data.model_copy(update={"game": boxes.game})
        self._text = document.text

    def keep(self, data: BoxHead) -> bool:
        """Write the file with other data, whole or not at all; return whether they are new.

        A file written by hand is copied first.  Raises `InputError`.
        """
        if data == self.data:
            return False
        before, text = data_text(ordered(self.data)), data_text(ordered(data))
        document = parse_document(text, "toml", str(self.path))
        box = self.boxes.read(document, self.path.parent)
        if self.there:
            self._file.keep(before, self._text, text)
        else:
            try:
                self.path.parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                what = f"its folder cannot be made: {error.strerror}"
                raise InputError(Problem(str(self.path), what, "check the folder above")) from None
            self._file.create(text)
        self.there = True
        self.box, self.data, self._text = box, data, text
        return True


def kept_names(game: str) -> list[str]:
    """Return the names of the boxes of a game that are kept."""
    return sorted(file.stem for file in folder(game).glob("*.toml"))


def kept_name(game: str, name: str | None) -> str | None:
    """Return the name of the box that is kept, if a call names one: by default the one called mine.

    None for `house`, a file, a folder, and what is no box.
    """
    if name is None:
        return MINE
    other = name == HOUSE or os.path.exists(name)
    return None if other or name not in (MINE, *kept_names(game)) else name


def box_file(game: str, name: str | None) -> str | None:
    """Return the file of the box that a call names: a file, the one in a folder, one that is kept.

    Without a name it is the one called mine, None if there is none.  `house`, and what can be no
    name, is returned as it is.  Raises `InputError` for the name of no box.
    """
    kept, names = kept_name(game, name), kept_names(game)
    if kept in names:
        return str(kept_path(game, kept))
    if name is None or name == HOUSE:
        return name
    if os.path.exists(name):
        return os.path.join(name, BOX_FILE) if os.path.isdir(name) else name
    if _NAME.fullmatch(name):
        near = nearest(name, (HOUSE, *names))
        hint = f"did you mean {near}? " if near else ""
        remedy = f"{hint}name {', '.join((HOUSE, *names))} or a .toml file"
        raise InputError(Problem("", f"there is no box {name!r}", remedy))
    return name
