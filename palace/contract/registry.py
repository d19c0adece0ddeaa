"""The games there are, by the `game` key of their records."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from palace.contract.beside import BeginBeside
from palace.contract.game import Game
from palace.contract.rules import M, Record, S, log_of
from palace.core.errors import InputError, Problem, nearest
from palace.files.document import Document, read_document

if TYPE_CHECKING:
    from palace.contract.box import BoxHead
    from palace.scoring import Score


AnyGame = Game[Any, Any]  # type: ignore[explicit-any]
AnyRecord = Record[Any, Any]  # type: ignore[explicit-any]
BeginAnyBeside = BeginBeside[Any, Any]  # type: ignore[explicit-any]
"""A game, a record, and what is beside a game, of which only the registry or the file tells which
it is."""


class Entry(NamedTuple):
    """A game before it is loaded: the module whose `GAME` it is, its title, the name of a picture
    of the page, and a pattern of the texts that only this game can show, such as the names of its
    maps.

    `beside` is the module whose `beside` returns what can be begun beside the game, with the data
    of the box that is kept, None without one; `keeps` is whether it has such boxes.
    """

    module: str
    title: str
    sign: str = ""
    texts: str = r"(?!)"
    beside: str = ""
    keeps: bool = False


REGISTRY = {
    "monkey-palace": Entry(
        "palace.monkey_palace.entry",
        "Monkey Palace",
        "monkey",
        beside="palace.monkey_palace.beside",
        keeps=True,
    ),
    "palm-island": Entry(
        "palace.palm_island.game", "Palm Island", "palm", beside="palace.palm_island.beside"
    ),
    "cooper-island": Entry("palace.cooper_island.game", "Cooper Island", "ship", r"cooper-.*"),
}
"""Every game by its key.  The first is the default."""

ENDINGS = (".toml", ".json")
"""The endings of records."""

BOX_FILE = "box.toml"
"""The box file in a folder."""


def default() -> str:
    """Return the key of the default game, which is used where none is named."""
    return next(iter(REGISTRY))


def game(key: str) -> AnyGame:
    """Return the game with this key; raise `InputError` where there is none."""
    if key.lower().endswith(ENDINGS):
        what, remedy = f"{key!r:.40} is a file", f"here it takes a game: {', '.join(REGISTRY)}"
        raise InputError(Problem("", what, remedy))
    if key not in REGISTRY:
        near = nearest(key, REGISTRY)
        hint = f"did you mean {near}? " if near else ""
        raise InputError(
            Problem("", f"there is no game {key!r:.40}", f"{hint}it plays {', '.join(REGISTRY)}")
        )
    found: AnyGame = import_module(REGISTRY[key].module).GAME
    return found


def beside(key: str, data: BoxHead | None) -> Mapping[str, BeginAnyBeside]:
    """Return what can be begun beside a game, by its name, with the data of the box that is kept;
    the game itself is not loaded."""
    module = REGISTRY[key].beside
    found: Mapping[str, BeginAnyBeside] = import_module(module).beside(data) if module else {}
    return found


def games() -> Iterator[AnyGame]:
    """Yield every game, in the order of the registry."""
    return map(game, [*REGISTRY])


def game_showing(text: str) -> AnyGame:
    """Return the game that can show a text which names no file."""
    keys = (key for key, entry in REGISTRY.items() if re.fullmatch(entry.texts, text, re.DOTALL))
    return game(next(keys, default()))


def check_record_name(name: str) -> None:
    """Raise `InputError` for the key of a game where the file of a record is needed."""
    if name in REGISTRY and not os.path.exists(name):
        what = f"{name} is a game, and this takes the record of one"
        raise InputError(Problem("--game", what, "name its file: --game tonight.toml"))


def is_record(document: Document) -> bool:
    """Return whether a document is the record of a game, and not a map or a build."""
    data = document.data
    return "players" in data or not data.keys() & {"build", "knobs"}


def other_kind(document: Document) -> str:
    """Return what a document is that is plainly no record: map, build, box; empty for any other."""
    keys = document.data.keys()
    if keys & {"players", "turns", "log"}:
        return ""
    if "build" in keys:
        return "build"
    if "knobs" in keys or keys >= {"name", "rows"}:
        return "map"
    return "box" if keys >= {"format", "name"} else ""


def game_of(document: Document) -> AnyGame:
    """Return the game whose record a document is; the first game complains of one that names no
    known game.

    Raises `InputError` for what is no record.
    """
    if not is_record(document):
        kind = "a build of loose elements" if "build" in document.data else "a map"
        verb = "palace check" if "build" in document.data else "palace map check"
        what = f"this is {kind}, not the record of a game"
        raise InputError(Problem(document.file, what, f"{verb} {document.file}"))
    name = document.data.get("game")
    return game(name if isinstance(name, str) and name in REGISTRY else default())


def read_game(path: str | os.PathLike[str]) -> tuple[AnyGame, AnyRecord]:
    """Return the game and the record of a `.toml` or `.json` file; raise `InputError`."""
    return game_in(read_document(path))


def game_in(document: Document) -> tuple[AnyGame, AnyRecord]:
    """Return the game and the record that a document holds; raise `InputError`."""
    found = game_of(document)
    return found, found.read(document, document.folder)


def score(
    record: Record[S, M] | tuple[object, Record[S, M]] | str | os.PathLike[str],
    *,
    strict: bool = False,
) -> Score:
    """Return the score of a record of any game, of what `read_game` returns, or of a file.

    `strict` stops at the first illegal turn.  Raises `InputError` if the record does not hold what
    a score needs.
    """
    if isinstance(record, (str, os.PathLike)):
        record = read_game(record)
    if isinstance(record, tuple):
        _, record = record
    return record.score(log_of(record, strict=strict))
