"""Records of Monkey Palace games, read from TOML or JSON; `palace.records.writing` writes them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import ValidationError

from palace.document import Document, parse_document, read_document
from palace.errors import InputError, Problem
from palace.ground import SHIPPED, GroundMap, load_map, read_map
from palace.records.conflicts import conflicts
from palace.records.problems import fault, in_order, problems_of, unknown_keys
from palace.records.schema import GAMES, MonkeyRecord
from palace.rulings import Rulings

if TYPE_CHECKING:
    from palace.document import Kind


@dataclass(frozen=True)
class Record:
    """A game as recorded: its data, its map, its rulings, and what was odd about the file."""

    data: MonkeyRecord
    ground: GroundMap
    rulings: Rulings
    document: Document
    warnings: tuple[str, ...] = ()

    def line(self, *path: str | int) -> int:
        """The line of a value in the file, counting from 1; of what is around it if missing."""
        return self.document.where(path).line


def read_record(path: str | os.PathLike[str]) -> Record:
    """The record in a `.toml` or `.json` file; raises `InputError` with every problem."""
    return record_of(read_document(path), Path(path).parent)


def read_text(text: str, kind: Kind = "toml", file: str = "record") -> Record:
    """The record of a text, which messages call `file`; raises `InputError`."""
    return record_of(parse_document(text, kind, file))


def record_of(document: Document, folder: Path = Path()) -> Record:
    """The record a document holds; `folder` is where the path of its map starts."""
    _check_game(document)
    problems: list[Problem] = []
    data = ground = None
    try:
        data = MonkeyRecord.model_validate(document.data)
    except ValidationError as error:
        problems += problems_of(error, document, MonkeyRecord)
    problems += conflicts(document)
    try:
        ground = ground_of(document, folder)
    except InputError as error:
        problems += error.problems
    if problems or data is None or ground is None:
        raise InputError(*in_order(problems, document.file))
    warnings = (
        *_unused_map(data, ground, document),
        *unknown_keys(data, document),
        *map_warnings(ground),
    )
    return Record(data, ground, Rulings.of(data.rulings), document, warnings)


def _check_game(document: Document) -> None:
    game = document.data.get("game")
    if game in GAMES and game != "monkey-palace":
        what = f"records of {game} cannot be checked"
        raise InputError(fault(document, ("game",), what, "monkey-palace can"))


def ground_of(document: Document, folder: Path) -> GroundMap:
    """The map of a document: its own, the one it names, or map-1; raises `InputError`."""
    own, name = document.data.get("ground"), document.data.get("map")
    if isinstance(own, dict):
        return read_map(document, ("ground",))
    if not isinstance(name, str):
        return load_map(SHIPPED[0])
    if not name.lower().endswith((".toml", ".json")):
        return _named(name, document)
    try:
        return read_map(read_document(folder / name))
    except InputError as error:
        file = str(folder / name)
        raise InputError(*(_at_the_name(p, file, document) for p in error.problems)) from None


def _named(name: str, document: Document) -> GroundMap:
    try:
        return load_map(name)
    except InputError as error:
        raise InputError(*(fault(document, ("map",), p.what, p.remedy)
                           for p in error.problems)) from None  # fmt: skip


def _at_the_name(problem: Problem, file: str, document: Document) -> Problem:
    """A problem with a map file; one with the whole of it has its place where it is named."""
    if problem.where != file:
        return problem
    return fault(document, ("map",), f"{file}: {problem.what}", problem.remedy)


def map_warnings(ground: GroundMap) -> Iterator[str]:
    """What makes a map hard or impossible to play."""
    return (f"{ground.name}: {sentence}" for sentence in ground.warnings())


def _unused_map(data: MonkeyRecord, ground: GroundMap, document: Document) -> Iterator[str]:
    if data.ground is not None and data.map in SHIPPED and data.map != ground.name:
        what = f"{data.map} is not used, [ground] holds {ground.name}"
        yield str(fault(document, ("map",), what, "leave one of them out"))
