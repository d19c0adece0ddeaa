"""`palace convert`: records, palace strings, builds and LDraw models into each other."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, NamedTuple, cast

import click

from palace.cli.monkey.table import loaded
from palace.cli.output import counted, refuse_existing, write_out
from palace.contract.registry import AnyGame, game_in, is_record
from palace.core.errors import InputError, Problem, gather
from palace.core.verdict import place_of
from palace.files.document import read_document
from palace.files.ldraw import is_model
from palace.monkey_palace.drawing.shown import corner_pieces
from palace.monkey_palace.game.build_file import build_text
from palace.monkey_palace.game.log import LoggedRecord, replay
from palace.monkey_palace.game.situation import check_turn, situation
from palace.monkey_palace.kernel.build import Build
from palace.monkey_palace.kernel.build_referee import judge_build
from palace.monkey_palace.kernel.elements import Element
from palace.monkey_palace.kernel.ground import SHIPPED, load_map
from palace.monkey_palace.kernel.ground import map_name as map_name_of
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.ldraw.writing import ldraw_text
from palace.monkey_palace.paper.report import turns_of

ENDINGS = {".toml": "record", ".json": "", ".txt": "position", ".ldr": "ldr", ".mpd": "mpd"}
"""What a file holds by its ending; `.json` holds a record, or else a build."""

PLAIN = "add --plain to leave that out"
MOST_NAMED = 5
"""Reasons why pieces are no palace that are listed."""


@click.command("convert", short_help="Convert a record, a position, a build or an LDraw model.")
@click.argument("what", metavar="FILE|POSITION")
@click.argument("output", type=click.Path(path_type=Path), metavar="OUT")
@click.option(
    "--as", "kind", type=click.Choice(["record", "build", "position"]),
    help="What OUT holds, where its ending does not tell.",
)  # fmt: skip
@click.option(
    "--map", "map_name", metavar="MAP", help="Position, LDraw: map-1 to map-4, or a map file."
)
@click.option("--turn", type=int, metavar="N", help="Record: the palace after turn N.")
@click.option("--plain", is_flag=True, help="Leave out what OUT cannot hold.")
@click.option("--force", is_flag=True, help="Overwrite OUT if it exists.")
def convert_verb(
    what: str,
    output: Path,
    kind: str | None,
    map_name: str | None,
    turn: int | None,
    plain: bool,
    force: bool,
) -> None:
    """Write a record, a position, a build or an LDraw model as another kind of file.

    The ending of OUT sets the kind: .toml a record, .json a record or a build, .txt a position,
    .ldr and .mpd an LDraw model. What OUT cannot hold is refused.

    Example:  palace convert game.toml game.mpd

    Example:  palace convert studio.ldr table.json --map map-2

    Example:  palace convert game.toml palace.txt --turn 7
    """
    found: list[Problem] = []
    source = gather(found, "", lambda: _source(what, map_name, turn))
    wanted = gather(found, "", lambda: _kind(source, output, kind))
    if source is None or wanted is None or found:
        raise InputError(*found)
    made, left_out = _made(source, wanted, output, plain=plain)
    refuse_existing(output, force=force)
    write_out(output, made, force=force)
    click.echo(f"wrote {output}")
    for line in (*source.notes, *(f"left out: {line}" for line in left_out)):
        click.secho(f"note: {line}", dim=True)
    for line in source.warnings:
        click.secho(f"warning: {line}", fg="yellow", err=True)


class _Source(NamedTuple):
    """What is converted: a record of a game, the palace of a position, or a build.

    `turn` is the turn of the record after which the palace is taken; `unknown` counts the parts of
    an LDraw model that are no pieces.
    """

    name: str
    what: Any
    game: AnyGame | None = None
    turn: int | None = None
    unknown: int = 0
    notes: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


def _source(what: str, map_name: str | None, turn: int | None) -> _Source:
    """Return what a file or a position holds; raises `InputError`."""
    is_document = what.lower().endswith((".toml", ".json")) and not what.startswith("@")
    document = read_document(what) if is_document else None
    recorded = document is not None and is_record(document)
    found: list[Problem] = []
    if turn is not None and not recorded:
        found.append(Problem("--turn", "it goes with a record", "leave it out"))
    if map_name is not None and is_document:
        found.append(Problem("--map", "the file names its map", "leave it out"))
    if found:
        raise InputError(*found)
    if document is not None and recorded:
        game, record = game_in(document)
        if isinstance(record, LoggedRecord):
            check_turn(record, turn)
        return _Source(what, record, game, turn, warnings=tuple(record.warnings))
    if document is None and not is_model(what):
        if (name := map_name_of(what)) in SHIPPED:
            told = f"write a position, as of its set-up: {name}:{Palace.setup(load_map(name))}"
            raise InputError(Problem(what, "this is a map without pieces", told))
        here = situation(what, map_name, None, None, None, (), where="POSITION")
        return _Source("POSITION", here.palace, notes=here.notes)
    table = loaded(what if document is None else document, map_name)
    unknown = len(table.unknown or ())
    return _Source(what, table.build, unknown=unknown, notes=table.notes, warnings=table.warnings)


def _kind(source: _Source | None, output: Path, kind: str | None) -> str:
    """Return what OUT is to hold; raises `InputError` if its ending and `--as` do not tell."""
    suffix = output.suffix.lower()
    by_ending = ENDINGS.get(suffix)
    if by_ending is None and kind is None:
        known = f"end it in {', '.join(ENDINGS)}, or add --as"
        raise InputError(Problem(str(output), "its ending names no kind of file", known))
    if kind is not None and by_ending not in (None, "", kind):
        what = f"{suffix} is the ending of {_NAMES[by_ending or '']}"
        raise InputError(Problem("--as", what, "leave it out, or name OUT another way"))
    recorded = source is not None and source.game is not None
    return kind or by_ending or ("record" if recorded else "build")


_NAMES = {
    "record": "a record", "build": "a build", "position": "a position",
    "ldr": "an LDraw model", "mpd": "an LDraw model",
}  # fmt: skip


def _made(source: _Source, kind: str, output: Path, *, plain: bool) -> tuple[str, tuple[str, ...]]:
    """Return the text of OUT, and what was left out.

    Raises `InputError` for what it cannot hold.
    """
    if kind == "record":
        return _record(source, output), ()
    what = source.what
    if source.game is not None:
        if not isinstance(what, LoggedRecord):
            told = f"a record of {source.game.title} holds no bricks"
            raise InputError(Problem(source.name, told, "write it as a record, .toml or .json"))
        played = replay(what, turns=source.turn)
        if kind in ("ldr", "mpd"):
            return ldraw_text(turns_of(played), cast(Literal["ldr", "mpd"], kind)), _OF_A_RECORD
        return _text(played.state.palace, kind, source.name), (*_OF_A_RECORD, "the turns")
    lost = tuple(_lost(source, kind))
    if lost and not plain:
        problems = (f"{_NAMES[kind]} cannot hold {line}" for line in lost)
        raise InputError(*(Problem(source.name, line, PLAIN) for line in problems))
    return _text(what, kind, source.name), lost


_OF_A_RECORD = ("players' pieces, cards and trophies",)


def _record(source: _Source, output: Path) -> str:
    """Return a record as TOML or JSON; nothing else holds what a record does."""
    if source.game is None:
        what = "it holds pieces, and a record holds who built what, and when"
        remedy = f"palace audit finds one: palace audit {source.name} -o {output}"
        if isinstance(source.what, Palace):
            remedy = f"palace audit finds one: palace audit --position ... -o {output}"
        raise InputError(Problem(source.name, what, remedy))
    if source.turn is not None:
        raise InputError(Problem("--turn", "a record is written whole", "leave it out"))
    return str(source.what.text(None, "json" if output.suffix.lower() == ".json" else "toml"))


def _text(what: Build | Palace, kind: str, name: str) -> str:
    """Return pieces as a build, a position or an LDraw model."""
    if kind in ("ldr", "mpd"):
        return ldraw_text(what, cast(Literal["ldr", "mpd"], kind))
    if kind == "build":
        return build_text(what if isinstance(what, Build) else Build.of(what))
    palace = what if isinstance(what, Palace) else _palace(what, name)
    return f"{palace.full_position}\n"


def _palace(build: Build, name: str) -> Palace:
    """Return the palace of pieces; raises `InputError` with the reasons why they are none."""
    verdict = judge_build(build)
    if verdict.palace is not None:
        return verdict.palace
    problems = []
    for reason in verdict.reasons[:MOST_NAMED]:
        _, line = place_of(reason)
        place = f"{name}:{line}" if line else name
        what = f"a position holds a legal palace, but {reason.text}"
        problems.append(Problem(place, what, reason.remedy))
    rest = len(verdict.reasons) - MOST_NAMED
    if rest > 0:
        problems.append(Problem(name, f"and {rest} more reasons", f"see: palace check {name}"))
    raise InputError(*problems)


def _lost(source: _Source, kind: str) -> Iterator[str]:
    """Yield what a kind of file cannot hold of pieces, in words."""
    what = source.what
    if source.unknown:
        kinds = "an unknown kind" if source.unknown == 1 else "unknown kinds"
        yield f"{counted(source.unknown, 'part')} of {kinds}"
    ground = what.ground
    if kind == "position" and not ground.shipped:
        yield f"the map {ground.name}, which is not one of {', '.join(SHIPPED)}"
    if kind != "position" or isinstance(what, Palace):
        return
    if what.on is not None:
        yield "which pieces are the turn and which were there before"
    coloured = sum(bool(element.colour) for element in what.elements)
    if coloured:
        yield f"the colours of {counted(coloured, 'piece')}"
    corners = {element._replace(colour="") for element in what.elements if _is_corner(element)}
    if corners not in (set(), {*corner_pieces(ground)}):
        yield "corner pieces that are not in the four corners"


def _is_corner(element: Element) -> bool:
    return element.kind == "corner"
