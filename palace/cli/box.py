"""`palace box`: the contents of a box, house or own, and what is still missing."""

from __future__ import annotations

import os
from datetime import date
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from palace.cli.options import json_option
from palace.cli.output import echo_drawing, echo_json, headline, width, wrapped
from palace.cli.words import part_of, say
from palace.contract.kept import MINE, KeptBox, box_file, kept_names
from palace.contract.registry import REGISTRY, default, game, games
from palace.core.errors import InputError, Problem, gather, locate
from palace.core.provenance import HOUSE, typed_in
from palace.files.document import Document, read_document
from palace.files.models import keys_of
from palace.files.problems import DOCUMENTS

if TYPE_CHECKING:
    from palace.contract.box import Boxes, BoxHead, Part
    from palace.core.provenance import Sourced
    from palace.core.rulings import Ruling

DEFAULT = default()
"""The game of a box that names none."""

game_option = click.option(
    "--game", "key", metavar="G",
    help=f"{', '.join(REGISTRY)}: by default that of the file, or the first.",
)  # fmt: skip

kept_option = click.option("--box", "name", metavar="NAME", default=MINE, help="Which [mine].")


@click.group(
    "box",
    short_help="Show the cards and boards in use; keep your own.",
    invoke_without_command=True,
)
@click.pass_context
def box_verb(context: click.Context) -> None:
    """Show the cards, boards and costs in use, and keep those of your own box.

    Example:  palace box add "3g 2* once 1a2b each 1a"

    Example:  palace box show

    Example:  palace box new my-box

    Without a verb: the boxes that are kept, and their files, which can be copied. A new game uses
    the box called mine; what is typed in a game is added to it.
    """
    if context.invoked_subcommand is not None:
        return
    kept = [(game.key, name) for game in games() if game.keeping for name in kept_names(game.key)]
    for key, name in kept:
        broken: list[Problem] = []
        own = gather(broken, name, partial(_kept, key, name))
        if own is not None:
            click.echo(_headline(own.boxes, own.box))
            click.echo(f"  {own.path}")
        for problem in broken:
            click.secho(str(problem), fg="yellow")
    if not kept:
        click.echo(context.get_help())


@box_verb.command("add", short_help="Add a card, a board, a map, a game or a box to your own.")
@click.argument("what", metavar="WHAT...", nargs=-1, required=True)
@kept_option
@game_option
@json_option
def add_to_box(what: tuple[str, ...], name: str, key: str | None, as_json: bool) -> None:
    """Add to the box that is kept for you: what is typed, a map file, all that another box has, or
    what was typed in the game of a record. `@17 3g 2*` puts card 17 right, `pieces 79a` tells how
    many arches there are.

    Example:  palace box add "3g 2* once 1a2b each 1a"

    Example:  palace box add board 1 4a3b 2a2b

    Example:  palace box add from-ana.toml --box ana
    """
    own = _kept(key, name)
    keeping, text, key = own.keeping, " ".join(what), own.boxes.game
    there = text in kept_names(key) or os.path.exists(text)
    file = box_file(key, text) or "" if there else text
    today = date.today().isoformat()
    if file.lower().endswith(DOCUMENTS):
        source = f"from {Path(file).name}, {today}"
        data = keeping.added(own.data, read_document(file), Path(file).parent, source)
    else:
        data = locate("box add", lambda: keeping.entered(own.data, text, typed_in(today)))
    _keep(own, data, as_json)


@box_verb.command("questions", short_help="What your rule book can tell: the open questions.")
@click.argument("question", metavar="[NAME]", required=False)
@kept_option
@game_option
@json_option
def questions_for_box(question: str | None, name: str, key: str | None, as_json: bool) -> None:
    """List the open questions that an owner of the box can answer; or show one, a picture for each
    answer.

    Example:  palace box questions spiral
    """
    own = _kept(key, name)
    table, given = game(own.boxes.game).rulings.table, own.keeping.answers(own.data)
    if question is not None and question not in table:
        wrong = game(own.boxes.game).rulings.problem(question, "")
        raise InputError(Problem("box questions", *(wrong or ())))
    asked = table.values() if question is None else [table[question]]
    if as_json:
        echo_json({"questions": [
            {
                "name": one.name, "question": one.question, "basis": one.basis,
                "answers": one.answers, "answer": given.get(one.name),
                "pictures": {case.name: case.data for case in own.keeping.pictures(one.name)},
            }
            for one in asked
        ]})  # fmt: skip
        return
    for one in asked:
        click.secho(wrapped(f"{one.name}: {one.question}"), bold=True)
        click.echo(wrapped(given.get(one.name, f"not answered; {one.basis}"), 2))
        if question is not None:
            _answers(one, own)
    if question is None and given:
        click.echo()
        click.echo("To send in, as an issue of the repository:")
        for one in (one for one in asked if one.name in given):
            value = given[one.name]
            click.echo(wrapped(f"rule book: {one.name} = {value}: {one.answers[value]}", 2, 4))


def _answers(one: Ruling, own: KeptBox) -> None:
    """Print the answers to an open question, each with its picture."""
    cases = {case.name: case for case in own.keeping.pictures(one.name)}
    for value, meaning in one.answers.items():
        click.echo()
        click.echo(wrapped(f"palace box answer {one.name} {value}: {meaning}", 2, 4))
        if (case := cases.get(value)) is not None:
            if case.heading:  # otherwise nothing is judged
                click.echo(headline(case.verdict.legal, f"{case.heading}: {case.caption}"))
            if case.text is not None:
                echo_drawing(case.text(), 4)


@box_verb.command("answer", short_help="Answer an open question from your rule book.")
@click.argument("question", metavar="NAME")
@click.argument("answer", metavar="VALUE")
@kept_option
@game_option
@json_option
def answer_from_box(question: str, answer: str, name: str, key: str | None, as_json: bool) -> None:
    """Keep the answer of your rule book to an open question; new games with your box are played so.

    Example:  palace box answer spiral turn
    """
    own = _kept(key, name)
    data = locate("box answer", lambda: own.keeping.answered(own.data, question, answer))
    _keep(own, data, as_json)


def _keep(own: KeptBox, data: BoxHead, as_json: bool) -> None:
    """Write a box that is kept, and print what it has."""
    new = own.keep(data)
    if as_json:
        _echo_data(own.boxes, own.box, file=str(own.path), new=new)
        return
    click.echo(_headline(own.boxes, own.box) if new else "nothing is new in it")


def _kept(key: str | None, name: str) -> KeptBox:
    """Return the box of a game that is kept under a name; raises `InputError`."""
    found = locate("--game", lambda: game(key or DEFAULT))
    return KeptBox(part_of(found.keeping, say("lacks.keeping", game=found.title)), name)


@box_verb.command("schema", short_help="Print the JSON Schema of a box file.")
@game_option
def box_schema(key: str | None) -> None:
    """Print the JSON Schema of the box files of a game, for editors that check what is typed.

    Example:  palace box schema > box.schema.json
    """
    from palace.files.checking import schema

    echo_json(schema(_format(key or DEFAULT).model))


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
    files = box_format.templates(Path(target or box_format.target))
    write_all(files)
    if as_json:
        echo_json({"files": [str(file) for file in files]})
        return
    for file in files:
        click.echo(f"wrote {file}")
    it = "them" if len(files) > 1 else "it"
    next_step = f"next: fill {it} in, and see palace box check {next(iter(files))}"
    for sentence in filter(None, (box_format.after, next_step)):
        click.echo(wrapped(sentence))


@box_verb.command("check", short_help="Check a box: what is wrong, what is missing?")
@click.argument("path", metavar="[NAME|PATH]", required=False)
@game_option
@json_option
def check_box(path: str | None, key: str | None, as_json: bool) -> None:
    """Check your own box, a box file or its folder, and list what is still missing.

    Example:  palace box check my-box/box.toml
    """
    own = _kept(key, MINE) if path is None else None
    boxes, box = (own.boxes, own.box) if own else locate("box check", lambda: _open(path, key))
    missing = boxes.missing(box)
    if as_json:
        _echo_data(boxes, box, complete=not missing, missing=missing, warnings=[])
        return
    click.echo(_headline(boxes, box))
    click.echo()
    for part in boxes.parts(box):
        rest = len(part.rows) - part.filled
        more = f", {rest} prepared" if rest else ""
        click.echo(f"  {part.title or part.many}: {part.filled} filled in{more}")
    click.echo()
    for sentence in missing:
        click.secho(wrapped(f"missing: {sentence}", hang=9), fg="yellow")
    if not missing:
        click.echo("nothing is missing")


@box_verb.command("show", short_help="Show what is entered.")
@click.argument("path", metavar="[NAME|PATH]", required=False)
@game_option
@json_option
def show_box(path: str | None, key: str | None, as_json: bool) -> None:
    """Show what is in a box: your own, the one called house, a box file or its folder.

    Example:  palace box show my-box/box.toml
    """
    boxes, box = locate("box show", lambda: _open(path, key))
    if as_json:
        _echo_data(boxes, box)
        return
    click.echo(_headline(boxes, box))
    parts = boxes.parts(box)
    for part in parts:
        if part.rows:
            _show(part)
    if box.placeholder or any(row.placeholder for part in parts for row in part.rows):
        click.echo()
        click.echo(wrapped("placeholder: of our own design; the printed ones are not known here"))


def _show(part: Part) -> None:
    known = [row for row in part.rows if row.text]
    count = part.one if len(known) == 1 else part.many
    title = f"{part.title}: {len(known)} {count}" if part.title else part.many
    click.echo()
    click.secho(title, bold=True)
    drawn = []
    for row in known:
        title = f"{row.title}{' (placeholder)' * row.placeholder}"
        if row.lines is None:
            click.echo(wrapped(f"{title}: {row.text}", 2, 4))
        else:
            drawn.append((title, "\n".join(row.lines())))
    if drawn:
        from rich import box
        from rich.columns import Columns
        from rich.console import Console
        from rich.panel import Panel
        from rich.text import Text

        page = Console(width=width(), highlight=False, markup=False, emoji=False)
        frames = [
            Panel(Text(text, no_wrap=True), box.SQUARE, title=title, expand=False)
            for title, text in drawn
        ]
        page.print(Columns(frames, padding=(0, 1)))
    if blank := [row.label for row in part.rows if not row.text]:
        click.echo(wrapped(f"not filled in: {' '.join(blank)}", 2, 4))


def _format(key: str, where: str = "--game") -> Boxes:
    """Return the boxes of a game that is named at a place; raises `InputError`."""
    found = locate(where, lambda: game(key))
    return part_of(found.box, say("lacks.box", game=found.title), where)


def _open(path: str | None, key: str | None) -> tuple[Boxes, Sourced]:
    """Return a box that is kept, the house box, a box file, or the one in a folder, with the boxes
    of its game; without a name the one called mine, if there is one."""
    path = HOUSE if (file := box_file(key or DEFAULT, path)) is None else file
    if not path.lower().endswith(DOCUMENTS):
        boxes = _format(key or DEFAULT)
        return boxes, boxes.load(path)
    document = read_document(path)
    boxes = _format(key) if key else _format_of(document)
    return boxes, boxes.read(document, Path(path).parent)


def _format_of(document: Document) -> Boxes:
    """Return the game a box file names; otherwise the game that knows most of its keys."""
    told = document.data.get("game")
    if isinstance(told, str):
        return _format(told, str(document.where(("game",))))
    every = [game.box() for game in games() if game.box is not None]
    return max(every, key=lambda boxes: len(document.data.keys() & keys_of(boxes.model).keys()))


def _echo_data(boxes: Boxes, box: Sourced, **more: object) -> None:
    head = {"game": boxes.game, "name": box.name, "provenance": box.provenance}
    echo_json({**head, **more, **boxes.record(box)})


def _headline(boxes: Boxes, box: Sourced) -> str:
    text = wrapped(f"{box.title}: {', '.join(boxes.totals(box)) or 'nothing is entered'}", 0, 4)
    return click.style(text[: len(box.title)], bold=True) + text[len(box.title) :]
