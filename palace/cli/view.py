"""`palace view`: a window on a palace, a game, a build or a map, by the viewer installed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import click

from palace.cli.check_file import load
from palace.cli.monkey.situation import check_turn, is_map, situation
from palace.cli.options import Asked, situation_options
from palace.cli.out_file import refuse_existing, write_out
from palace.cli.problems import Problems
from palace.cli.render_lands import GAME as LANDS
from palace.cli.render_options import wanted
from palace.cli.viewing import installed
from palace.core.errors import InputError, Problem
from palace.core.provenance import NAME
from palace.files.document import read_document
from palace.monkey_palace.game.record import Record
from palace.monkey_palace.kernel.build import Build
from palace.monkey_palace.kernel.ground import SHIPPED
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.rulings import Rulings
from palace.monkey_palace.kernel.supply import Supply

SIDE_BY_SIDE = 2
"""Things shown at once."""


@click.command("view", short_help="Open a window on a palace, a game, a build or a map.")
@click.argument("whats", metavar="[WHAT [WHAT2]]", nargs=-1)
@situation_options
@click.option("--size", metavar="WxH", help="Width and height in pixels [1200x900].")
@click.option(
    "--screenshot", "output", type=click.Path(path_type=Path), metavar="OUT.png",
    help="Write what the window would show first, and open none; needs no display.",
)  # fmt: skip
@click.option("--force", is_flag=True, help="Overwrite OUT.png if it exists.")
def view_verb(
    whats: tuple[str, ...], asked: Asked, size: str | None, output: Path | None, force: bool
) -> None:
    """Open a window: walk round a palace, replay a recorded game, see what is wrong in a build.

    WHAT is a palace string, the name or file of a map, a record, or a build; two of them are shown
    side by side. In the window, h lists the keys.

    Example:  palace view game.toml

    Example:  palace view map-1 map-2

    Example:  palace view --position x8/x8/x8/x8/x3,E,WE,bWg,x2/x8/x8/x8 --supply 4a4b1c
    """
    problems = Problems()
    given: dict[str, Any] = {}
    supply: Supply | None = None
    rulings: dict[str, str] = {}
    with problems.within("view"):
        given = wanted(Path("window.png"), {"size": size})
    with problems.within("view"):
        need_png(output)
    if len(whats) > SIDE_BY_SIDE:
        what = f"{len(whats)} are too many to show"
        problems.found.append(Problem("view", what, f"name at most {SIDE_BY_SIDE}"))
    if force and output is None:
        problems.found.append(Problem("--force", "it goes with --screenshot", "leave it out"))
    with problems.within("--supply"):
        supply = None if asked.supply is None else Supply.read(asked.supply)
    with problems.within("--ruling"):
        rulings = Rulings.pairs(asked.ruling)
    problems.check()
    shown: list[Seen] = []
    for name in whats or (None,):
        with problems.within("view"):
            shown.append(seen(name, asked, rulings))
    problems.check()
    given |= {"supply": supply, "rulings": Rulings.of(rulings), "turn": asked.turn}
    open_window(shown, output=output, force=force, **given)


def need_png(output: Path | None) -> None:
    """Raise an `InputError` if a screenshot has the name of another kind of file."""
    if output is not None and output.suffix.lower() != ".png":
        what = "a screenshot is written as PNG"
        raise InputError(Problem(str(output), what, "name it OUT.png"))


class Seen(NamedTuple):
    """What a window is to show, and what is to be said of it."""

    shown: Palace | Build | Record
    notes: tuple[str, ...] = ()


def open_window(
    shown: Sequence[Seen], *, output: Path | None = None, force: bool = False, **options: Any
) -> None:
    """Open a window on one thing or two, or write what it would show first; `options` are those of
    the viewer's function."""
    if output is not None:
        refuse_existing(output, force=force)
    window = installed("window")
    for note in dict.fromkeys(note for one in shown for note in one.notes):
        click.secho(note, fg="yellow", err=True)
    picture = window([one.shown for one in shown], off_screen=output is not None, **options)
    if output is not None:
        write_out(output, picture, force=force)
        click.echo(f"wrote {output}")


def seen(what: str | None, asked: Asked, rulings: dict[str, str]) -> Seen:
    """What an argument stands for, or without one the options; raises `InputError`."""
    if what is None and asked.game is not None:
        wrong = {"--position": asked.position, "--map": asked.map_name}
        _leave_out(wrong, "it does not go with --game")
        return _of_file(asked.game, asked, rulings)
    if what is not None:
        _no_lands(what)
        wrong = {"--position": asked.position, "--game": asked.game}
        _leave_out(wrong, "it does not go with WHAT")
        if what.lower().endswith((".toml", ".json")) and not what.startswith("@"):
            return _of_file(what, asked, rulings)
        if re.fullmatch(NAME, what) and (what in SHIPPED or asked.map_name is None):
            _leave_out({"--map": asked.map_name}, f"{what} is a map")
            asked = asked._replace(map_name=what)
        else:
            asked = asked._replace(position=what)
    _leave_out({"--turn": asked.turn}, "a palace has no turns")
    where = "--position" if what is None else "WHAT"
    here = situation(asked.position, asked.map_name, None, None, None, asked.ruling, where=where)
    return Seen(here.palace, here.notes)


def _no_lands(what: str) -> None:
    """Raise an `InputError` for the text of a land, or a peninsula."""
    if what.startswith("cooper-") and not what.lower().endswith((".toml", ".json")):
        raise _no_window(what)


def _no_window(what: str) -> InputError:
    shown = f'"{what:.40}"' if " " in what else f"{what:.80}"
    remedy = f"palace render {shown} -o land.png draws it"
    return InputError(Problem("view", "the window does not show Cooper Island", remedy))


def _leave_out(given: dict[str, Any], why: str) -> None:
    """Raise an `InputError` for options that do not go with what is shown."""
    wrong = [
        Problem(name, why, "leave it out") for name, value in given.items() if value is not None
    ]
    if wrong:
        raise InputError(*wrong)


def _of_file(name: str, asked: Asked, rulings: dict[str, str]) -> Seen:
    """A record, a build or a map."""
    document = read_document(name)
    if document.data.get("game") == LANDS:
        raise _no_window(name)
    _leave_out({"--map": asked.map_name}, f"{name} says itself which map")
    if is_map(document):
        _leave_out({"--turn": asked.turn}, "a map has no turns")
        here = situation(None, name, None, None, None, asked.ruling)
        return Seen(here.palace, here.notes)
    loaded = load(document, Path(name).parent)
    if isinstance(loaded, tuple):
        _leave_out({"--turn": asked.turn}, "a build has no turns")
        return Seen(loaded[0], _warned(loaded[1]))
    check_turn(loaded, asked.turn)
    record = replace(loaded, rulings=Rulings.of({**loaded.data.rulings, **rulings}))
    return Seen(record, _warned(record.warnings))


def _warned(warnings: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"warning: {warning}" for warning in warnings)
