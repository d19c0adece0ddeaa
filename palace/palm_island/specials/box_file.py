"""Box files of Palm Island, and the house box; every error with its place."""

from __future__ import annotations

import os
from functools import cache
from typing import Literal

from pydantic import ValidationError

from palace.core.errors import InputError, Problem, nearest, shorten
from palace.files.document import Document, read_document
from palace.files.fields import Format, Model, Name, Provenance
from palace.files.problems import in_order, problems_of, strangers
from palace.files.shipped import shipped
from palace.palm_island.specials.box import HOUSE, Box
from palace.palm_island.specials.models import ShelfModel
from palace.palm_island.specials.reading import doubles, shelf_of

ENDINGS = (".toml", ".json")


class BoxHead(Model):
    """What stands first in a box file."""

    format: Format
    game: Literal["palm-island"]
    name: Name
    provenance: Provenance


class PalmBoxModel(ShelfModel, BoxHead):
    """A box file: the cards beside the core deck."""


def load_box(name: str | os.PathLike[str]) -> Box:
    """The box called `house`, or the one in a file; raises `InputError` with every problem."""
    way = os.fspath(name)
    if way == HOUSE:
        return _house()
    if way.lower().endswith(ENDINGS):
        return box_of(read_document(way))
    hint = f"did you mean {HOUSE}? " if nearest(way, [HOUSE]) else ""
    what = f"there is no box {shorten(way)!r}"
    raise InputError(Problem("", what, f"{hint}name {HOUSE} or a .toml file"))


@cache
def _house() -> Box:
    return box_of(read_document(shipped(__package__, "house-cards.toml")))


def box_of(document: Document) -> Box:
    """The box a document holds; raises `InputError` with every problem."""
    problems: list[Problem] = []
    data = None
    try:
        data = PalmBoxModel.model_validate(document.data)
    except ValidationError as error:
        problems += problems_of(error, document, PalmBoxModel)
    if data is not None:
        problems += strangers(data, document, "this key is not known")
    problems += doubles(document)
    if problems or data is None:
        raise InputError(*in_order(problems, document.file))
    return Box(data.name, data.provenance, shelf_of(data, data.provenance))
