"""`palace sheet`: pages to print and lay on the table, as PDF, SVG or on the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

import click

from palace.cli.output import refuse_existing, width, wrapped, write_out
from palace.cli.viewing import installed
from palace.cli.words import part_of, say
from palace.contract.game import Names, Printable
from palace.contract.kept import box_file
from palace.contract.registry import REGISTRY, AnyGame, default, game, games
from palace.core.errors import InputError, Problem, gather, locate, nearest
from palace.core.screen import Screen


@click.command("sheet", short_help="Pages to print: names for the board, an aid, the set-up.")
@click.argument("name", metavar="[SHEET]", default="")
@click.option("--game", "key", metavar="GAME",
              help=f"Which game: {', '.join(REGISTRY)}.")  # fmt: skip
@click.option(
    "--map", "map_name", metavar="MAP", help="Of this map: map-1 to map-4, or a map file."
)
@click.option(
    "--box", "box_name", metavar="BOX", help="With the values of this box: house, or a box file."
)
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="OUT",
              help="Write A4 pages: .pdf, or .svg (several: OUT-1.svg, OUT-2.svg).")  # fmt: skip
@click.option("--force", is_flag=True, help="Overwrite OUT if it exists.")
def sheet_verb(
    name: str,
    key: str | None,
    map_name: str | None,
    box_name: str | None,
    output: Path | None,
    force: bool,
) -> None:
    """Print what helps at the table, or write it as A4 pages at true size.

    Without a name, list the sheets of all games, or of one.

    Example:  palace sheet

    Example:  palace sheet aid -o aid.pdf

    Example:  palace sheet map --map my-sheet.toml -o my-sheet.pdf

    Example:  palace sheet knobs --map map-2 -o knobs.svg

    Example:  palace sheet setup --map map-1 --box house
    """
    if not name:
        _list(key)
        return
    key = key or default()
    found: list[Problem] = []
    box = gather(found, "--box", lambda: box_name and box_file(key, box_name))
    options = {"map": map_name, "box": box}
    sheet = gather(found, "", lambda: _sheet(key, name))
    if output is not None:
        gather(found, "", lambda: _pages_only(output))
    elif force:
        found.append(Problem("--force", "it goes with --output", "leave it out"))
    given = {} if sheet is None else gather(found, "", lambda: _given(sheet, name, options))
    if found or sheet is None or given is None:
        raise InputError(*found)
    if output is None:
        if sheet.blocks is None:
            raise InputError(Problem(name, "it is only drawn", f"write it: -o {name}.pdf"))
        screen = Screen(width())
        click.echo("\n\n".join(page.text(screen) for page in sheet.blocks(given, None)))
        return
    pages = sheet.pages(given)
    if output.suffix.lower() == ".pdf":
        refuse_existing(output, force=force)
        title = f"{game(key).title}: {name}"
        write_out(output, installed("pages", "sheet")(pages, title), force=force)
        click.echo(f"wrote {output}")
        return
    _write(pages, output, force=force)


def _pages_only(output: Path) -> None:
    """Raise an `InputError` unless a sheet can be written to such a file."""
    if output.suffix.lower() not in (".pdf", ".svg"):
        raise InputError(Problem(str(output), "a sheet is written as PDF or SVG",
                                 "end in .pdf or .svg"))  # fmt: skip


def _sheets(key: str) -> tuple[AnyGame, Mapping[str, Printable]]:
    """Return a game with its sheets; raises `InputError`."""
    found = locate("--game", lambda: game(key))
    return found, part_of(found.printables, say("lacks.sheets", game=found.title), "sheet")


def _sheet(key: str, name: str) -> Printable:
    """Return a sheet of a game by its name; raises `InputError`."""
    found, sheets = _sheets(key)
    if name not in sheets:
        near = nearest(name, sheets)
        what = f"there is no sheet {name!r:.40} for {found.title}"
        hint = f"did you mean {near}?" if near else f"there is {' and '.join(sheets)}"
        raise InputError(Problem("sheet", what, hint))
    return sheets[name]


def _given(sheet: Printable, name: str, options: Names) -> Names:
    """Return the options that a sheet takes; raises `InputError` for others that were given."""
    wrong = [
        Problem(f"--{option}", f"the sheet {name} takes none", "leave it out")
        for option, value in options.items()
        if value is not None and option not in sheet.options
    ]
    if wrong:
        raise InputError(*wrong)
    return {option: options[option] for option in sheet.options}


def _write(pages: Sequence[str], output: Path, *, force: bool) -> None:
    """Write one page as `output`, several with their numbers: all of them or none."""
    names = [output] if len(pages) == 1 else [
        output.with_name(f"{output.stem}-{number}{output.suffix}")
        for number in range(1, len(pages) + 1)
    ]  # fmt: skip
    found: list[Problem] = []
    for name in names:
        gather(found, str(name), partial(refuse_existing, name, force=force))
    if found:
        raise InputError(*found)
    for name, page in zip(names, pages, strict=True):
        write_out(name, page, force=force)
    click.echo(f"wrote {' '.join(map(str, names))}")


def _list(key: str | None) -> None:
    keys = [found.key for found in games() if found.printables] if key is None else [key]
    every = [*map(_sheets, keys)]
    for number, (found, sheets) in enumerate(every):
        if number:
            click.echo()
        click.secho(found.title, bold=True)
        for name, sheet in sheets.items():
            takes = "".join(f" [--{option} ...]" for option in sheet.options)
            of = "" if found.key == default() else f" --game {found.key}"
            lead = click.style(f"{name:<6}", bold=True)
            click.echo(f"  {lead} {sheet.about}")
            click.echo(wrapped(f"palace sheet {name}{of}{takes} -o {name}.pdf", 9))
