"""A table as it is found: the pieces in a build, an LDraw model, a record or a position."""

from __future__ import annotations

from dataclasses import dataclass

from palace.contract.registry import is_record
from palace.core.errors import InputError, Problem, locate
from palace.files.document import Document, read_document
from palace.files.ldraw import is_model
from palace.monkey_palace.game.build_file import build_of
from palace.monkey_palace.game.log import LoggedRecord, read, replay
from palace.monkey_palace.game.situation import check_turn, situation
from palace.monkey_palace.kernel.build import Build
from palace.monkey_palace.kernel.ground import open_map
from palace.monkey_palace.ldraw.reading import Unknown, read_ldraw


@dataclass(frozen=True)
class Table:
    """Pieces, and what was odd about the file they are from.

    `name` is what messages call it; `file` is empty where reasons have no line in a file.
    `unknown` are the parts of an LDraw model that are no pieces; None for anything else.
    """

    build: Build
    name: str
    file: str = ""
    warnings: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    unknown: tuple[Unknown, ...] | None = None


def table_of(
    file: str | None, position: str | None, map_name: str | None = None, turn: int | None = None
) -> Table:
    """Return the pieces of a file, or of a position on a map; raises `InputError`.

    `turn` is for records: the palace after this turn.
    """
    if (file is None) == (position is None):
        what = "one of FILE and --position is needed"
        raise InputError(Problem("audit", what, "name a build, an LDraw model or a record"))
    model = file is not None and is_model(file)
    document = None if file is None or model else read_document(file)
    if turn is not None and (document is None or not is_record(document)):
        raise InputError(Problem("--turn", "it goes with a record", "leave it out"))
    if file is None:
        here = situation(position, map_name, None, None, None, ())
        return Table(Build.of(here.palace), "position", notes=here.notes)
    if map_name is not None and not model:
        raise InputError(Problem("--map", "the file names its map", "leave it out"))
    if document is None or not is_record(document):
        return loaded(document or file, map_name)
    record = read(document, document.folder)
    check_turn(record, turn)
    palace = replay(record, turns=turn).state.palace
    return Table(Build.of(palace), document.file, "", record.warnings)


def record_named(file: str | None) -> LoggedRecord:
    """Return the record of a file; raises `InputError` for anything else."""
    document = None if file is None or is_model(file) else read_document(file)
    if document is None or not is_record(document):
        raise InputError(Problem("--table", "it goes with a record", "name the record of the game"))
    return read(document, document.folder)


def loaded(what: str | Document, map_name: str | None = None) -> Table:
    """Return the build of a document, or of the LDraw file of this name.

    `map_name` is the map of a model that names none.
    """
    if isinstance(what, str):
        ground = None if map_name is None else locate("--map", lambda: open_map(map_name))
        read = read_ldraw(what, ground)
        odd = (f"{read.build.ground.name}: {line}" for line in read.build.ground.warnings())
        return Table(read.build, what, what, (*read.warnings, *odd), read.notes, read.unknown)
    if "build" not in what.data:
        told = "this is a map, neither a record nor a build"
        raise InputError(Problem(what.file, told, f"palace map check {what.file}"))
    build, warnings = build_of(what, what.folder)
    return Table(build, what.file, what.file, warnings)
