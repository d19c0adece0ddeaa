"""One interface for several games, and the games there are, by the `game` key of their records."""

from __future__ import annotations

import os
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from palace.core.errors import InputError, Problem
from palace.files.document import Document, read_document

if TYPE_CHECKING:
    from palace.contract.box import BoxFormat
    from palace.files.document import Kind
    from palace.scoring import Score

REGISTRY = {
    "monkey-palace": "palace.monkey_palace.game.entry",
    "palm-island": "palace.palm_island.game",
    "cooper-island": "palace.cooper_island.game",
}
"""The module of each game, whose `GAME` is that game; loaded when a record of it is read."""

BOX_FILE = "box.toml"
"""The box file in a folder."""


class GameRecord(Protocol):
    """A game as recorded; `warnings` are lines about what was odd in the file."""

    @property
    def warnings(self) -> tuple[str, ...]:
        """What was odd, with its place."""


R = TypeVar("R", bound=GameRecord)


class Game(Protocol[R]):
    """What every game can do with its records."""

    name: str
    """The `game` key of its records."""

    rules: tuple[str, ...]
    """The versions of its rules it knows; each scores a record the same for ever."""

    def read(self, document: Document, folder: Path = ...) -> R:
        """The record a document holds; `folder` is where paths in it start.

        Raises `InputError` with every problem, a version of the rules not in `rules` among them.
        """

    def score(
        self, record: R, *, strict: bool = False, rulings: Mapping[str, str] | None = None
    ) -> Score:
        """Replay the record and score it; the same record has the same score.

        `strict` stops at the first illegal turn; `rulings` are answers that go before the
        record's.  Raises `InputError` if the record does not hold what a score needs.
        """

    def write(self, record: R, kind: Kind = ...) -> str:
        """The record as TOML or JSON; what is read from it and written again is the same text."""

    def box(self) -> BoxFormat[Any]:
        """What an owner can enter of its box."""


def game(name: str) -> Game[Any]:
    """The game of that name; raises `InputError`."""
    if name not in REGISTRY:
        raise InputError(
            Problem("", f"there is no game {name!r}", f"it plays {', '.join(REGISTRY)}")
        )
    found: Game[Any] = import_module(REGISTRY[name]).GAME
    return found


def game_of(document: Document) -> Game[Any]:
    """The game whose record a document is; one that names no known game is Monkey Palace's to
    complain about.

    Raises `InputError` for what is no record.
    """
    data = document.data
    if "players" not in data and data.keys() & {"build", "knobs"}:
        kind = "a build of loose elements" if "build" in data else "a map"
        verb = "palace check" if "build" in data else "palace map check"
        what = f"this is {kind}, not the record of a game"
        raise InputError(Problem(document.file, what, f"{verb} {document.file}"))
    name = data.get("game")
    return game(name if isinstance(name, str) and name in REGISTRY else "monkey-palace")


def read_game(path: str | os.PathLike[str]) -> tuple[Game[Any], GameRecord]:
    """The game and the record of a `.toml` or `.json` file; raises `InputError`."""
    document = read_document(path)
    found = game_of(document)
    return found, found.read(document, Path(path).parent)
