"""Box files: what is entered of the cards, boards and maps of a box.

Its deck and its maps are files beside it, or those that come with the package.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from pydantic import ValidationError

from palace.core.errors import InputError, Problem
from palace.files.document import Document
from palace.files.problems import fault, in_order, problems_of, strangers
from palace.monkey_palace.game.boards import Board
from palace.monkey_palace.game.deck import Deck
from palace.monkey_palace.game.references import deck_named, map_named
from palace.monkey_palace.game.schema import BoxModel
from palace.monkey_palace.kernel.ground import GroundMap
from palace.monkey_palace.kernel.supply import Supply


class BoxParts(NamedTuple):
    """What a box file holds; `boards` are filled in, `started` are the numbers of the others."""

    name: str
    provenance: str
    deck: Deck | None
    boards: tuple[Board, ...]
    maps: tuple[GroundMap, ...]
    started: tuple[int, ...]


def parts_of(document: Document, folder: Path = Path()) -> BoxParts:
    """Return what a document holds; `folder` is where the paths of its files start.

    Raises `InputError` with every problem, also of the files it names.
    """
    if document.data.get("game") == "palm-island":
        what, check = "this is a box of Palm Island", "palace palm-island box check"
        raise InputError(Problem(document.file, what, f"{check} {document.file}"))
    problems: list[Problem] = []
    data = None
    try:
        data = BoxModel.model_validate(document.data)
    except ValidationError as error:
        problems += problems_of(error, document, BoxModel)
    if data is not None:
        problems += strangers(data, document, "this key is not known")
    problems += _doubles(document)
    deck = _deck(document, folder, problems)
    maps = _maps(document, folder, problems)
    if problems or data is None:
        raise InputError(*in_order(problems, document.file))
    boards, started = [], []
    for board in data.boards:
        if board.start and board.each:
            provenance = board.provenance or data.provenance
            start, each = Supply.read(board.start), Supply.read(board.each)
            boards.append(Board(board.number, start, each, provenance))
        else:
            started.append(board.number)
    return BoxParts(data.name, data.provenance, deck, tuple(boards), maps, tuple(started))


def _doubles(document: Document) -> list[Problem]:
    """Boards of one number; works on the plain data, of whatever types."""
    boards = document.data.get("boards")
    numbers: list[Any] = []
    found = []
    for index, board in enumerate(boards if isinstance(boards, list) else []):
        number = board.get("number") if isinstance(board, dict) else None
        if isinstance(number, int) and number in numbers:
            path = ("boards", index, "number")
            what = f"two boards have the number {number}"
            found.append(fault(document, path, what, "the boards are 1 to 4"))
        numbers.append(number)
    return found


def _deck(document: Document, folder: Path, problems: list[Problem]) -> Deck | None:
    name = document.data.get("deck")
    if not isinstance(name, str):
        return None
    try:
        return deck_named(name, document, ("deck",), folder)
    except InputError as error:
        problems += error.problems
        return None


def _maps(document: Document, folder: Path, problems: list[Problem]) -> tuple[GroundMap, ...]:
    names = document.data.get("maps")
    maps: list[GroundMap] = []
    for index, name in enumerate(names if isinstance(names, list) else []):
        if not isinstance(name, str):
            continue
        path = ("maps", index)
        try:
            ground = map_named(name, document, path, folder)
        except InputError as error:
            problems += error.problems
            continue
        if any(other.name == ground.name for other in maps):
            what = f"two maps are called {ground.name}"
            problems.append(fault(document, path, what, "give each a name of its own"))
        maps.append(ground)
    return tuple(maps)
