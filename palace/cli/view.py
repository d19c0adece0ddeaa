"""`palace view`: a window on a palace, a game, a build or a map, by the viewer installed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import click

from palace.cli.options import Asked, situation_options
from palace.cli.output import refuse_existing, write_out
from palace.cli.render import shown_by, terrain_of
from palace.cli.viewing import installed, wanted
from palace.cli.words import part_of, say
from palace.contract.game import Drawing
from palace.contract.registry import (
    check_record_name,
    default,
    game,
    game_in,
    game_showing,
    is_record,
)
from palace.contract.rules import log_of
from palace.core.errors import InputError, Problem, gather
from palace.files.document import read_document

SIDE_BY_SIDE = 2
"""Things shown at once."""


@click.command("view", short_help="Open a window on a palace, a game, a build or a map.")
@click.argument("whats", metavar="[WHAT [WHAT2]]", nargs=-1)
@situation_options
@click.option(
    "--terrain", is_flag=False, flag_value="height", metavar="[FIGURE]",
    help="Begin with columns, as high as one can build on each knob (height), or a brick for each "
    "of the most credits of a staircase that ends there (credits).",
)  # fmt: skip
@click.option("--size", metavar="WxH", help="Width and height in pixels [1200x900].")
@click.option(
    "--screenshot", "output", type=click.Path(path_type=Path), metavar="OUT.png",
    help="Write what the window would show first, and open none; needs no display.",
)  # fmt: skip
@click.option("--force", is_flag=True, help="Overwrite OUT.png if it exists.")
def view_verb(
    whats: tuple[str, ...],
    asked: Asked,
    terrain: str | None,
    size: str | None,
    output: Path | None,
    force: bool,
) -> None:
    """Open a window: walk round a palace, replay a recorded game, see what is wrong in a build.

    WHAT is a palace string, the name or file of a map, a record, or a build (also as an LDraw
    model); two of them are shown side by side. In the window, h lists the keys: m for what each
    knob is worth, d for the difference of two maps; a click on a knob shows its best staircase.
    What a game draws flat, as cards, is shown so.

    Example:  palace view game.toml

    Example:  palace view map-1 map-2

    Example:  palace view map-3 --terrain

    Example:  palace view --position x8/x8/x8/x8/x3,E,WE,bWg,x2/x8/x8/x8 --supply 4a4b1c
    """
    found: list[Problem] = []
    given = gather(found, "view", lambda: wanted(Path("window.png"), {"size": size}))
    gather(found, "view", lambda: need_png(output))
    if len(whats) > SIDE_BY_SIDE:
        what = f"{len(whats)} are too many to show"
        found.append(Problem("view", what, f"name at most {SIDE_BY_SIDE}"))
    if force and output is None:
        found.append(Problem("--force", "it goes with --screenshot", "leave it out"))
    if given is None or found:
        raise InputError(*found)
    shown = [gather(found, "view", partial(seen, name, asked)) for name in whats or (None,)]
    if found:
        raise InputError(*dict.fromkeys(found))
    drawings = [one for one in shown if one is not None]
    for drawing in drawings if len(drawings) > 1 else ():
        if drawing.window is None:
            what = f"{drawing.title} is drawn flat, and shown alone"
            raise InputError(Problem("view", what, "name nothing else"))
    if terrain is not None:
        for drawing in drawings:
            gather(found, "view", partial(terrain_of, drawing))
        if found:
            raise InputError(*dict.fromkeys(found))
        given["terrain"] = terrain
    open_window(drawings, output=output, force=force, **given)


def need_png(output: Path | None) -> None:
    """Raise an `InputError` if a screenshot has the name of another kind of file."""
    if output is not None and output.suffix.lower() != ".png":
        what = "a screenshot is written as PNG"
        raise InputError(Problem(str(output), what, "name it OUT.png"))


def open_window(
    shown: Sequence[Drawing], *, output: Path | None = None, force: bool = False, **options: Any
) -> None:
    """Open a window on one thing or two, or write what it would show first; `options` are those of
    the viewer's function."""
    if output is not None:
        refuse_existing(output, force=force)
    window = installed("window", "view")
    for note in dict.fromkeys(note for one in shown for note in one.notes):
        click.secho(note, fg="yellow", err=True)
    for one in shown:
        options |= one.window_options
    things = [one.window if one.svg is None else one.window or one.svg() for one in shown]
    picture = window(things, off_screen=output is not None, **options)
    if output is not None:
        write_out(output, picture, force=force)
        click.echo(f"wrote {output}")


def seen(what: str | None, asked: Asked) -> Drawing:
    """Return what an argument names, or without one the options; raises `InputError`."""
    if what is None and asked.game is not None:
        wrong = {"--position": asked.position, "--map": asked.map_name}
        _leave_out(wrong, "it does not go with --game")
        check_record_name(asked.game)
        return _of_file(asked.game, asked)
    if what is not None:
        wrong = {"--position": asked.position, "--game": asked.game}
        _leave_out(wrong, "it does not go with WHAT")
        if what.lower().endswith((".toml", ".json")) and not what.startswith("@"):
            return _of_file(what, asked)
    found = game_showing(what or "")
    where = "--position" if what is None else "WHAT"
    _leave_out({"--turn": asked.turn}, "a palace has no turns")
    drawing = shown_by(found, what or "", {**asked._asdict(), "where": where})
    return _in_a_window(drawing)


def _in_a_window(drawing: Drawing) -> Drawing:
    """Return the drawing; raises `InputError` if no window shows it."""
    if drawing.window is not None or drawing.svg is not None:
        return drawing
    what = f"there is no picture of {drawing.title}"
    raise InputError(Problem("view", what, "palace check shows the moves"))


def _leave_out(given: dict[str, Any], why: str) -> None:
    """Raise an `InputError` for options that do not go with what is shown."""
    wrong = [
        Problem(name, why, "leave it out") for name, value in given.items() if value is not None
    ]
    if wrong:
        raise InputError(*wrong)


def _of_file(name: str, asked: Asked) -> Drawing:
    """Return a record, a build or a map."""
    document = read_document(name)
    _leave_out({"--map": asked.map_name}, f"{name} has its own map")
    options = asked._asdict()
    if is_record(document):
        found, record = game_in(document)
        record = record.ruled(found.rulings.pairs(asked.ruling))
        drawings = part_of(found.drawing, say("lacks.drawing", game=found.title), name)
        drawing = drawings.draw(record, log_of(record, turns=asked.turn), asked.turn, options)
        return _in_a_window(drawing)
    kind = "build" if "build" in document.data else "map"
    _leave_out({"--turn": asked.turn}, f"a {kind} has no turns")
    found = game(default())
    return _in_a_window(shown_by(found, document, options))
