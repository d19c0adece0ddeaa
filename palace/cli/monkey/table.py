"""A table as it is found: the pieces in a build, an LDraw model, a record or a position."""

from __future__ import annotations

from dataclasses import dataclass

from palace.core.errors import InputError, Problem
from palace.files.document import Document
from palace.monkey_palace.game.situation import open_map, situation
from palace.monkey_palace.kernel.build import Build

LDRAW = (".ldr", ".mpd")
"""Endings of LDraw models."""


@dataclass(frozen=True)
class Table:
    """Pieces, and what was odd about the file they are from.

    `name` is what messages call it; `file` is empty where reasons have no line in a file.
    """

    build: Build
    name: str
    file: str = ""
    warnings: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def table_of(
    file: str | None, position: str | None, map_name: str | None = None, turn: int | None = None
) -> Table:
    """Return the pieces of a file, or of a position on a map; raises `InputError`.

    `turn` is for records: the palace after this turn.
    """
    if (file is None) == (position is None):
        what = "one of FILE and --position is needed"
        raise InputError(Problem("audit", what, "name a build, an LDraw model or a record"))
    if turn is not None and (file is None or is_model(file)):
        raise InputError(Problem("--turn", "it goes with a record", "leave it out"))
    if file is None:
        here = situation(position, map_name, None, None, None, ())
        return Table(Build.of(here.palace), "position", notes=here.notes)
    if is_model(file):
        from palace.monkey_palace.ldraw.reading import read_ldraw

        read = read_ldraw(file, None if map_name is None else open_map(map_name))
        return Table(read.build, file, file, read.warnings, read.notes)
    if map_name is not None:
        raise InputError(Problem("--map", "the file names its map", "leave it out"))
    from palace.files.document import read_document

    return of_document(read_document(file), turn)


def of_document(document: Document, turn: int | None = None) -> Table:
    """Return the pieces of a build or a record."""
    from palace.contract.registry import is_record
    from palace.monkey_palace.game.build_file import build_of
    from palace.monkey_palace.game.record import record_of
    from palace.monkey_palace.game.replay import replay
    from palace.monkey_palace.game.situation import check_turn

    if is_record(document):
        record = record_of(document, document.folder)
        check_turn(record, turn)
        played = replay(record, turns=turn)
        return Table(Build.of(played.palace), document.file, "", record.warnings)
    if turn is not None:
        raise InputError(Problem("--turn", "it goes with a record", "leave it out"))
    if "build" not in document.data:
        what = "this is a map, neither a record nor a build"
        raise InputError(Problem(document.file, what, f"palace map check {document.file}"))
    build, warnings = build_of(document, document.folder)
    return Table(build, document.file, document.file, warnings)


def is_model(file: str) -> bool:
    """Return whether a name is that of an LDraw model."""
    return file.lower().endswith(LDRAW)
