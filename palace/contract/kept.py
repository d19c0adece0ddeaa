"""Boxes that are kept for their owner, one file each in the folder of the user's data."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping
from pathlib import Path

from palace.contract.box import BoxHead
from palace.contract.game import AnyKeeping
from palace.contract.registry import BOX_FILE
from palace.core.errors import InputError, Problem, nearest
from palace.core.provenance import HOUSE
from palace.files.document import made_document, parse_document, read_document
from palace.files.fields import ordered
from palace.files.models import Model, fields_of
from palace.files.serialise import data_text
from palace.files.writing import KeptFile

MINE = "mine"
"""The box that is used where none is named."""

_NAME = re.compile(r"[A-Za-z0-9_-]{1,40}")


def folder(game: str) -> Path:
    """Return the folder of the boxes of a game."""
    if sys.platform == "emscripten":  # a browser has no user's folder: nothing is there for long
        return Path.home() / "boxes" / game
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
        self.boxes = keeping.boxes
        self.path = kept_path(self.boxes.game, name)
        self._read()
        self._given = self.data

    def _read(self) -> None:
        boxes = self.boxes
        self._file = KeptFile(self.path)
        self.there = self._file.text is not None
        head = {"format": 1, "game": boxes.game, "provenance": "transcribed"}
        new = made_document(data_text({**head, "name": self.path.stem}), "toml", str(self.path))
        document = read_document(self.path) if self.there else new
        self.box = boxes.read(document, self.path.parent)
        data = boxes.model.of(document.data)
        self.data = data.model_copy(update={"game": boxes.game})

    def keep(self, data: BoxHead) -> bool:
        """Write the file, whole or not at all, with what is other in `data` than in those given
        before, at first those that were read; return whether the file has anything new.

        What another program wrote meanwhile stays.  A file written by hand is copied first.
        Raises `InputError`.
        """
        if data == self._given:
            return False
        self._read()
        both = self._joined(data) if self.there else data
        new: bool = both != self.data
        if new:
            self._write(both)
        self._given = data
        return new

    def _write(self, data: BoxHead) -> None:
        before, text = data_text(ordered(self.data)), data_text(ordered(data))
        document = parse_document(text, "toml", str(self.path))
        box = self.boxes.read(document, self.path.parent)
        if self.there:
            self._file.keep(text, before)
        else:
            try:
                self.path.parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                what = f"its folder cannot be made: {error.strerror}"
                raise InputError(Problem(str(self.path), what, "check the folder above")) from None
            self._file.create(text)
        self.there = True
        self.box, self.data = box, data

    def _joined(self, data: BoxHead) -> BoxHead:
        """Return what the file has, with what is other in `data` than in those given before."""
        keys = {one.name: one.keys[0].name for one in self.boxes.sections if one.rows}
        update = {}
        for name in fields_of(type(data)):
            old, new, now = (getattr(one, name) for one in (self._given, data, self.data))
            if old == new:
                continue
            if key := keys.get(name):
                labels = _labels(key, old, new, now)
                old, new = ([_named(row, key, labels) for row in rows] for rows in (old, new))
                old, new, now = ({getattr(r, key): r for r in rows} for rows in (old, new, now))
            if isinstance(new, dict):
                other = {label: row for label, row in new.items() if old.get(label) != row}
                stays = {each: row for each, row in now.items() if each in new or each not in old}
                new = stays | other
            update[name] = [*new.values()] if key else new
        joined: BoxHead = self.data.model_copy(update=update)
        return joined


def _named(row: Model, key: str, labels: Mapping[object, object]) -> Model:
    label = getattr(row, key)
    return row.model_copy(update={key: labels.get(label, label)})


def _labels(key: str, *every: list[Model]) -> Mapping[object, object]:
    """Return the labels in the file of old and new rows: those of the same values, since two
    programs may have given one text to different rows, else their own, with a letter if taken."""
    old, new, left = every[0], every[1], [*every[2]]
    taken, found = {getattr(row, key) for row in (*old, *left)}, dict[object, object]()
    for row in (*old, *new):
        label, values = getattr(row, key), row.model_dump(exclude={"provenance", key})
        if label in found or not isinstance(label, str):
            continue
        same = (one for one in left if one.model_dump(exclude={"provenance", key}) == values)
        if (twin := next(same, None)) is not None:
            left.remove(twin)
            found[label] = getattr(twin, key)
            continue
        own = label
        while row not in old and own in taken | {*found.values()}:
            own += "b"
        found[label] = own
    return found


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
