"""`palace box`: the contents of a box, house or own, and what is still missing."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from palace.cli.options import json_option
from palace.cli.output import echo_json, wrapped
from palace.cli.words import part_of, say
from palace.contract.registry import BOX_FILE, REGISTRY, default, game, games
from palace.core.errors import locate
from palace.files.document import Document, read_document

if TYPE_CHECKING:
    from palace.contract.box import Boxes, Part, Shown

DEFAULT = default()
"""The game of a box that names none."""

game_option = click.option(
    "--game", "key", metavar="G",
    help=f"{', '.join(REGISTRY)}: by default that of the file, or the first.",
)  # fmt: skip


@click.group(
    "box",
    short_help="Show the cards and boards in use; enter your own.",
    invoke_without_command=True,
)
@click.pass_context
def box_verb(context: click.Context) -> None:
    """Show the cards, boards and costs in use, or enter those of your own box.

    Example:  palace box new my-box

    Example:  palace box new my-box.toml --game GAME

    Example:  palace box check my-box

    A record with box = "my-box/box.toml" then knows them.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@box_verb.command("new", short_help="Write what an owner fills in.")
@click.argument("target", metavar="[FILE.toml|FOLDER]", required=False)
@game_option
@json_option
def new_box(target: str | None, key: str | None, as_json: bool) -> None:
    """Write the file to enter a box in; some games write a folder with a deck and a map too.

    Example:  palace box new my-box

    Example:  palace box new my-box.toml --game GAME
    """
    from palace.files.writing import write_all

    box_format = _format(key or DEFAULT)
    texts = box_format.templates(Path(target or box_format.target))
    write_all(texts)
    files = [*texts]
    if as_json:
        echo_json({"files": [str(file) for file in files]})
        return
    for file in files:
        click.echo(f"wrote {file}")
    for sentence in box_format.next_steps(files):
        click.echo(wrapped(sentence))


@box_verb.command("check", short_help="Check a box or deck: what is wrong, what is missing?")
@click.argument("path", metavar="PATH")
@game_option
@json_option
def check_box(path: str, key: str | None, as_json: bool) -> None:
    """Check a box file, its folder, or a deck, and list what is still missing.

    Example:  palace box check my-box/box.toml

    Example:  palace box check deck.csv
    """
    shown = locate("box check", lambda: _open(path, key))
    missing, warnings = [*shown.missing], [*shown.warnings]
    if as_json:
        echo_json({
            **_named(shown), "complete": not missing, "missing": missing,
            "warnings": warnings, **shown.data,
        })  # fmt: skip
        return
    click.echo(_headline(shown))
    click.echo()
    for part in shown.parts:
        rest = len(part.rows) - part.filled
        more = f", {rest} prepared" if rest else ""
        click.echo(f"  {part.title or part.many}: {part.filled} filled in{more}")
    click.echo()
    for sentence in missing:
        click.secho(wrapped(f"missing: {sentence}", hang=9), fg="yellow")
    for sentence in warnings:
        click.secho(wrapped(f"warning: {sentence}", hang=9), fg="yellow")
    if not missing:
        click.echo("nothing is missing")


@box_verb.command("show", short_help="Show what is entered.")
@click.argument("path", metavar="[house|PATH]", default="house")
@game_option
@json_option
def show_box(path: str, key: str | None, as_json: bool) -> None:
    """Show what is entered in a box: in the house box, a box file, its folder, or a deck.

    Example:  palace box show

    Example:  palace box show --game GAME

    Example:  palace box show my-box/box.toml
    """
    shown = locate("box show", lambda: _open(path, key))
    if as_json:
        echo_json({**_named(shown), **shown.data})
        return
    click.echo(_headline(shown))
    for part in shown.parts:
        if part.rows:
            _show(part)
    ours = any(row.placeholder for part in shown.parts for row in part.rows)
    if ours or shown.box.placeholder:
        click.echo()
        click.echo(wrapped("placeholder: of our own design; the printed ones are not known here"))


def _show(part: Part) -> None:
    known = [row for row in part.rows if row.text]
    count = part.one if len(known) == 1 else part.many
    title = f"{part.title}: {len(known)} {count}" if part.title else part.many
    click.echo()
    click.secho(title, bold=True)
    for row in known:
        sign = " (placeholder)" if row.placeholder else ""
        click.echo(wrapped(f"{row.title}{sign}: {row.text}", 2, 4))
    blank = [row.label for row in part.rows if not row.text]
    if blank:
        click.echo(wrapped(f"not filled in: {' '.join(blank)}", 2, 4))


def _format(key: str, where: str = "--game") -> Boxes:
    """Return the boxes of a game that is named at a place; raises `InputError`."""
    found = locate(where, lambda: game(key))
    return part_of(found.box, say("lacks.box", game=found.title), where)


def _open(path: str, key: str | None) -> Shown:
    """Return what is shown of the house box, a box file, the one in a folder, or a deck."""
    from palace.contract.box import HOUSE
    from palace.files.problems import DOCUMENTS

    if path != HOUSE and os.path.isdir(path):
        path = os.path.join(path, BOX_FILE)
    if not path.lower().endswith(DOCUMENTS):
        return _format(key or DEFAULT).seen(path)
    document = read_document(path)
    return (_format(key) if key else _format_of(document)).seen(document, Path(path).parent)


def _format_of(document: Document) -> Boxes:
    """Return the game a box file names; otherwise the game that knows most of its keys."""
    said = document.data.get("game")
    if isinstance(said, str):
        return _format(said, str(document.where(("game",))))
    found = _format(DEFAULT)
    if found.known_keys(document) < len(document.data):
        every = (game.box() for game in games() if game.box is not None)
        found = max(every, key=lambda boxes: boxes.known_keys(document))
    return found


def _named(shown: Shown) -> dict[str, object]:
    return {"game": shown.game, "name": shown.box.name, "provenance": shown.box.provenance}


def _headline(shown: Shown) -> str:
    title = shown.box.title
    text = wrapped(f"{title}: {shown.totals}", 0, 4)
    return click.style(text[: len(title)], bold=True) + text[len(title) :]
