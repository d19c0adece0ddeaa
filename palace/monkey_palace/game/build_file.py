"""Build files: loose elements on a map, as a whole table or as one turn on a position."""

from __future__ import annotations

import os
from pathlib import Path

from palace.core.errors import InputError, Problem
from palace.files.document import Document, read_document
from palace.files.problems import fault, fitted, in_order, unknown_keys
from palace.files.serialise import data_text
from palace.monkey_palace.game.record import ground_of, map_warnings, palace_in
from palace.monkey_palace.game.schema import BuildModel
from palace.monkey_palace.kernel.build import Build
from palace.monkey_palace.kernel.elements import ANIMALS, Element
from palace.monkey_palace.kernel.ground import ground_table

NOT_IN_A_TURN = ("corner", *ANIMALS.values())


def read_build(path: str | os.PathLike[str]) -> tuple[Build, tuple[str, ...]]:
    """Return the build of a file, and warnings; raises `InputError` with every problem."""
    return build_of(read_document(path), Path(path).parent)


def build_of(document: Document, folder: Path = Path()) -> tuple[Build, tuple[str, ...]]:
    """Return the build a document holds; `folder` is where the path of its map starts."""
    problems: list[Problem] = []
    data, ground, palace = fitted(BuildModel, document, problems), None, None
    try:
        ground = ground_of(document, folder)
        # A position may name its map where the document names none.
        named = {"map", "ground"} & document.data.keys()
        unnamed = not named and ":" in str(document.data.get("position"))
        palace = palace_in(document, None if unnamed else ground)
    except InputError as error:
        problems += error.problems
    if data is not None and data.position is not None:
        problems += _no_part_of_a_turn(document, data)
    if problems or data is None or ground is None:
        raise InputError(*in_order(problems, document.file))
    elements = tuple(Element(e.kind, e.x, e.y, e.level, e.turn, e.colour) for e in data.build)
    if palace is not None:
        ground = palace.ground
    warnings = (*unknown_keys(data, document), *map_warnings(ground))
    lines = tuple(document.where(("build", index)).line for index in range(len(elements)))
    return Build(ground, elements, palace, lines), warnings


def _no_part_of_a_turn(document: Document, data: BuildModel) -> list[Problem]:
    """Check that a turn is built of arches, bricks, columns and its decoration."""
    return [
        fault(
            document, ("build", index, "kind"), f"a turn is not built of a {element.kind}",
            "leave it out, or leave out position to judge the whole table",
        )
        for index, element in enumerate(data.build)
        if element.kind in NOT_IN_A_TURN
    ]  # fmt: skip


def build_text(build: Build) -> str:
    """Return a build as JSON, complete in itself: a map other than the shipped four is put in
    whole.
    """
    ground = build.ground
    data: dict[str, object] = {"format": 1}
    if ground.shipped:
        data["map"] = ground.name
    if build.on is not None:
        data["position"] = build.on.position
    elements = [element._asdict() for element in build.elements]
    data["build"] = [{k: v for k, v in one.items() if v or k != "colour"} for one in elements]
    if "map" not in data:
        data["ground"] = ground_table(ground)
    return data_text(data, "json")
