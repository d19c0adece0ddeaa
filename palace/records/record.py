"""Records of Monkey Palace games: read from TOML or JSON, written back whole."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tomli_w
from pydantic import ValidationError

from palace.document import Document, parse_document, read_document
from palace.errors import InputError, Problem
from palace.files import write_whole
from palace.ground import SHIPPED, GroundMap, load_map, read_map
from palace.records.problems import dotted, problems_of, unknown_keys
from palace.records.schema import GAMES, MonkeyRecord
from palace.rulings import Rulings


@dataclass(frozen=True)
class Record:
    """A game as recorded: its data, its map, its rulings, and what was odd about the file."""

    data: MonkeyRecord
    ground: GroundMap
    rulings: Rulings
    document: Document
    warnings: tuple[str, ...] = ()

    def line(self, *path: str | int) -> int:
        """The line of a value in the file, counting from 1."""
        return self.document.where(path).line


def read_record(path: str | os.PathLike[str]) -> Record:
    """The record in a `.toml` or `.json` file; raises `InputError` with every problem."""
    return record_of(read_document(path), Path(path).parent)


def record_of(document: Document, folder: Path = Path()) -> Record:
    """The record a document holds; `folder` is where the path of its map starts."""
    _check_game(document)
    try:
        data = MonkeyRecord.model_validate(document.data)
    except ValidationError as error:
        raise InputError(*problems_of(error, document, MonkeyRecord)) from None
    problems = [
        Problem(
            str(document.where(("turns", index, "player"))),
            f"turns[{index + 1}].player: nobody is called {turn.player!r}",
            f"the players are {', '.join(player.name for player in data.players)}",
        )
        for index, turn in enumerate(data.turns or ())
        if turn.player not in {player.name for player in data.players}
    ]
    ground: GroundMap | None = None
    try:
        ground = _ground(data, document, folder)
    except InputError as error:
        problems += error.problems
    if problems or ground is None:
        raise InputError(*problems)
    return Record(data, ground, Rulings.of(data.rulings), document, _warnings(data, document))


def _check_game(document: Document) -> None:
    game = document.data.get("game")
    if game in GAMES and game != "monkey-palace":
        raise InputError(
            Problem(
                str(document.where(("game",))),
                f"game: records of {game} cannot be checked",
                'game = "monkey-palace" can',
            )
        )


def _ground(data: MonkeyRecord, document: Document, folder: Path) -> GroundMap:
    if data.ground is not None:
        return read_map(document, ("ground",))
    return named_map(data.map or SHIPPED[0], document, folder)


def named_map(name: str, document: Document, folder: Path) -> GroundMap:
    """The map a document names: a shipped one, or a file beside the document."""
    if name in SHIPPED:
        return load_map(name)
    try:
        return load_map(str(folder / name) if name.lower().endswith((".toml", ".json")) else name)
    except InputError as error:
        where = str(document.where(("map",)))
        raise InputError(*(Problem(where, f"map: {p.what}", p.remedy) if not p.where else p
                           for p in error.problems)) from None  # fmt: skip


def _warnings(data: MonkeyRecord, document: Document) -> tuple[str, ...]:
    lines = []
    for path, near in unknown_keys(data):
        hint = f"; did you mean {near}?" if near else ""
        where = document.where(path, key=True)
        lines.append(f"{where}: {dotted(path)}: this key is not known and is kept as it is{hint}")
    return tuple(lines)


def plain(record: Record) -> dict[str, Any]:
    """The record as plain data in canonical order: the known keys as declared, then the others.

    A map other than the shipped four is put in whole, so that the record is complete in itself.
    """
    data = record.data.model_dump(by_alias=True, exclude_unset=True, exclude_none=True)
    if record.data.ground is None and record.ground.name not in SHIPPED:
        ground = record.ground
        data["ground"] = {
            "name": ground.name,
            "provenance": ground.provenance,
            "plate": ground.plate,
            "sheet": list(ground.sheet),
            "origin": list(ground.origin),
            "pitch": ground.pitch,
            "knobs": "\n".join(" ".join(row) for row in ground.rows),
            "setup": [str(knob) for knob in ground.setup],
        }
    return data


def record_text(record: Record, kind: str = "toml") -> str:
    """The record as TOML or JSON; reading that text and writing it again gives the same text."""
    data = plain(record)
    if kind == "json":
        return json.dumps(data, indent=2, ensure_ascii=False, default=str) + "\n"
    return tomli_w.dumps(data, multiline_strings=True)


def write_record(record: Record, path: str | os.PathLike[str], *, overwrite: bool = False) -> None:
    """Write a record whole; by default an existing file is refused. Raises `InputError`."""
    kind = "json" if str(path).lower().endswith(".json") else "toml"
    write_whole(path, record_text(record, kind), overwrite=overwrite)


def read_text(text: str, kind: str = "toml", file: str = "record") -> Record:
    """The record of a text; `kind` is toml or json."""
    return record_of(parse_document(text, "json" if kind == "json" else "toml", file))
