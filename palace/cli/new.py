"""`palace new`: a record to fill in, with a comment for every key; the sample records."""

from __future__ import annotations

import os
from pathlib import Path

import click

from palace.cli.output import wrapped, write_out
from palace.cli.words import part_of, say
from palace.contract.kept import KeptBox
from palace.contract.registry import REGISTRY, AnyGame, game, read_game
from palace.contract.rules import log_of
from palace.core.errors import InputError, Problem, locate
from palace.files.document import parse_document
from palace.files.serialise import data_text
from palace.files.text_file import shipped

PLAYERS = ("Ana", "Ben")
"""The players of a record to fill in, where none is named."""


@click.command("new", short_help="Write a record to fill in; list the sample records.")
@click.argument("target", metavar="[FILE.toml]", required=False, type=click.Path(path_type=Path))
@click.option(
    "--game", "key", metavar="GAME", help=f"The game: {', '.join(REGISTRY)}; without it, a list."
)
@click.option(
    "--player", "names", multiple=True, metavar="NAME", help="A player, in seat order [Ana, Ben]."
)
@click.option("--samples", is_flag=True, help="List the sample records of the game instead.")
@click.option("--force", is_flag=True, help="Overwrite FILE if it exists.")
def new_verb(
    target: Path | None, key: str | None, names: tuple[str, ...], samples: bool, force: bool
) -> None:
    """Write a record of a game to fill in: a comment explains every key. Without FILE print it.

    Example:  palace new --game GAME evening.toml --player Ana --player Ben

    Example:  palace new --game GAME

    Example:  palace new --game GAME --samples

    palace play enters a game turn by turn, palace score --game GAME asks for its score alone.
    """
    if key is None:
        _without_a_game(target, names, samples=samples)
        return
    found = locate("--game", lambda: game(key))
    if samples:
        _list_samples(found, target, names)
        return
    text = _template(found, names)
    if target is None:
        click.echo(text, nl=False)
        return
    if target.suffix.lower() != ".toml":
        what = "a record with comments is TOML"
        raise InputError(Problem(str(target), what, "name it .toml"))
    write_out(target, text, force=force)
    click.echo(f"wrote {target}")
    click.echo(wrapped(f"next: fill it in, and see palace check {target}, palace score {target}"))


def _template(found: AnyGame, names: tuple[str, ...]) -> str:
    """Return the record to fill in; raises `InputError` for players that cannot play the game."""
    if found.pad is None:
        players = [found.player(name) for name in names or PLAYERS]
        text = data_text(found.new(players, Path("record"), {}))
        log = log_of(found.read(parse_document(text, "toml", "record")))
        if log is not None and log.wrong:
            raise InputError(*(Problem("--player", r.text, r.remedy) for r in log.wrong))
        return text
    pad = found.pad()
    names, known = names or pad.names, dict[str, object]()
    own = None if found.keeping is None else KeptBox(found.keeping())
    if own is not None and own.there:
        known = own.keeping.furnished({"players": [{} for _ in names]}, own.box)
    text = pad.template(names, known)
    try:
        found.read(parse_document(text, "toml", "record"), Path())
    except InputError as error:
        # All else in a template can be read.
        texts = [p._replace(what=p.what.partition(": ")[2] or p.what) for p in error.problems]
        raise InputError(*(p._replace(where="--player") for p in texts)) from None
    return text


def _without_a_game(target: Path | None, names: tuple[str, ...], *, samples: bool) -> None:
    """Print the games; raises `InputError` for a call that needs one."""
    if target is not None or names or samples:
        remedy = f"add --game with {', '.join(REGISTRY)}"
        raise InputError(Problem("--game", "which game is it?", remedy))
    for key, entry in REGISTRY.items():
        click.echo(f"{click.style(f'{key:<15}', bold=True)}{entry.title}")
    click.echo(f"a record to fill in: palace new --game {next(iter(REGISTRY))} evening.toml")


def _list_samples(found: AnyGame, target: Path | None, names: tuple[str, ...]) -> None:
    """Print the sample records of a game: where they are, and what they hold."""
    wrong = {str(target): target, "--player": names}
    problems = [Problem(at, "samples are only listed", "leave it out") for at in wrong if wrong[at]]
    if problems:
        raise InputError(*problems)
    package = part_of(found.pad, say("lacks.samples", game=found.title)).samples
    for path in sorted(shipped(package, "samples").glob("*.toml")):
        file = os.path.relpath(path)
        file = str(path) if file.startswith(os.pardir) else file
        of_sample, record = read_game(path)
        log = log_of(record)
        players = len(record.score(log).sheets)
        about = " ".join(of_sample.reporting().about(record, log).split())
        click.secho(file, bold=True)
        click.echo(wrapped(f"{players} player{'s' * (players != 1)}, {about}", 2))
