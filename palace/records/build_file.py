"""Build files: loose elements on a map, as a whole table or as one turn on a position."""

from __future__ import annotations

import os
from pathlib import Path

from pydantic import ValidationError

from palace.build import Build
from palace.document import Document, read_document
from palace.elements import Element
from palace.errors import InputError, NotationError, Problem
from palace.ground import SHIPPED, GroundMap, read_map
from palace.position import Palace
from palace.records.problems import dotted, problems_of, unknown_keys
from palace.records.record import named_map
from palace.records.schema import BuildModel


def read_build(path: str | os.PathLike[str]) -> tuple[Build, tuple[str, ...]]:
    """The build of a file, and warnings; raises `InputError` with every problem."""
    return build_of(read_document(path), Path(path).parent)


def build_of(document: Document, folder: Path = Path()) -> tuple[Build, tuple[str, ...]]:
    """The build a document holds; `folder` is where the path of its map starts."""
    try:
        data = BuildModel.model_validate(document.data)
    except ValidationError as error:
        raise InputError(*problems_of(error, document, BuildModel)) from None
    ground: GroundMap
    if data.ground is not None:
        ground = read_map(document, ("ground",))
    else:
        ground = named_map(data.map or SHIPPED[0], document, folder)
    palace: Palace | None = None
    if data.position is not None:
        try:
            palace = Palace.read(data.position, ground)
        except NotationError as error:
            where = document.where(("position",), offset=error.column - 1)
            raise InputError(Problem(str(where), f"position: {error.sentence()}")) from None
    elements = tuple(Element(e.kind, e.x, e.y, e.level, e.turn, e.colour) for e in data.build)
    if palace is not None:
        _one_turn(document, elements)
    notes = tuple(
        f"{document.where(key, key=True)}: {dotted(key)}: this key is not known"
        + (f"; did you mean {near}?" if near else "")
        for key, near in unknown_keys(data)
    )
    return Build(ground, elements, palace), notes


def _one_turn(document: Document, elements: tuple[Element, ...]) -> None:
    """A turn is built of arches, bricks, columns and its decoration."""
    problems = [
        Problem(
            str(document.where(("build", index, "kind"))),
            f"build[{index + 1}].kind: a turn is not built of a {element.kind}",
            "leave it out, or leave out position to judge the whole table",
        )
        for index, element in enumerate(elements)
        if element.kind in ("corner", "monkey", "frog", "butterfly")
    ]
    if problems:
        raise InputError(*problems)
