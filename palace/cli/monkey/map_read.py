"""`palace map read`: a map read from a photo of its printed sheet."""

from __future__ import annotations

import io
import math
import re
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

import click

from palace.cli.monkey.map_make import MOST, check_map_name, map_text, row_line, setups
from palace.cli.options import json_option
from palace.cli.output import bar, counted, echo_json, refuse_existing, wrapped, write_out
from palace.core.colours import ZONES
from palace.core.errors import InputError, Problem, gather, install_hint
from palace.core.provenance import PLACEHOLDER
from palace.core.svg import document, tag
from palace.monkey_palace.game.sheet_corners import LEAST, find_corners, wrong_corners
from palace.monkey_palace.game.sheet_photo import Reading, read_sheet
from palace.monkey_palace.game.sheet_view import Picture, Point, View, middles
from palace.monkey_palace.kernel.elements import COLOUR_WORDS, COLOURS
from palace.monkey_palace.kernel.ground import CLOSED, GroundMap, centred, open_map
from palace.monkey_palace.kernel.knob import FILES, Knob

_WRONG = {
    "outside": ("a corner is outside the picture", "pixels are counted from the top left"),
    "crossed": ("this is no four-sided sheet", "near left, far left, far right, near right"),
    "small": ("the sheet is too small in the picture", f"a stud needs {LEAST} pixels: go nearer"),
}
"""What is wrong with corners, and what to do, by the words of `wrong_corners`."""


def _place(text: str) -> Point:
    """Return a place in a picture, written as 120,840."""
    found = re.fullmatch(r"\s*(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)\s*", text)
    if found is None:
        what = f"{text!r:.40} is no place in a picture: two numbers, as 120,840"
        raise click.BadParameter(what)
    return float(found[1]), float(found[2])


@click.command("read", short_help="Read a map from a photo of its printed sheet.")
@click.argument("photo", metavar="PHOTO", type=click.Path(path_type=Path))
@click.option(
    "--corners", nargs=4, type=_place, metavar="X,Y X,Y X,Y X,Y",
    help="Where the sheet's corners are, in pixels from the top left: near left, far left, far "
    "right, near right [looked for].",
)  # fmt: skip
@click.option(
    "--grid", default="8x8", show_default=True, metavar="GRID",
    help="Knobs from west to east and from south to north, or a map with the same grid.",
)  # fmt: skip
@click.option(
    "--colours", metavar="LETTERS", help="What the three colours are, in their order, as dlg."
)
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE.toml",
              help="Write it as a map file.")  # fmt: skip
@click.option("--picture", type=click.Path(path_type=Path), metavar="OUT.svg",
              help="Draw what was read on the photo: a circle on every knob.")  # fmt: skip
@click.option("--force", is_flag=True, help="Overwrite FILE.toml and OUT.svg if they exist.")
@json_option
def read_map_verb(
    photo: Path, corners: tuple[Point, ...] | None, grid: str, colours: str | None,
    output: Path | None, picture: Path | None, force: bool, as_json: bool,
) -> None:  # fmt: skip
    """Read the letters of a sheet from a photo of it, with its knobs showing and nothing built.

    Example:  palace map read sheet.jpg -o sheet-1.toml

    Example:  palace map read sheet.jpg --corners 312,1004 402,188 1236,170 1350,985

    Example:  palace map read sheet.jpg --colours dlg -o sheet-1.toml

    Knobs that may be wrong are listed, and the three printed colours with their guessed letters.
    The set-up is not read: the file is a placeholder until it has that of the sheet.
    """
    found: list[Problem] = []
    image = gather(found, str(photo), lambda: _decoded(photo))
    ground = gather(found, "--grid", lambda: _grid(grid))
    if colours is not None and (len(colours) != 3 or set(colours) - set(COLOURS)):
        what = f"{colours!r:.40} is not three letters of l d g"
        found.append(Problem("--colours", what, "as in dlg"))
    if output is not None:
        gather(found, "", lambda: check_map_name(output))
    if picture is not None and picture.suffix.lower() != ".svg":
        found.append(Problem(str(picture), "the photo is drawn as SVG", "end in .svg"))
    for path in (output, picture):
        if path is not None:
            gather(found, "", partial(refuse_existing, path, force=force))
    if found or image is None or ground is None:
        raise InputError(*found)
    reading = _read(photo, image, ground, corners, colours)
    if picture is not None:
        write_out(picture, _drawn(image, reading, ground), force=force)
    if reading.asks_again:
        what = f"{len(reading.unsure)} of {ground.width * ground.depth} knobs are unsure"
        remedy = "give the corners with --corners; --picture OUT.svg shows where it looks"
        raise InputError(Problem(str(photo), what, remedy))
    ground = replace(ground, rows=reading.rows)
    if output is not None:
        if (three := next(setups(ground), None)) is None:
            what = "no three open knobs are side by side, and a map needs a set-up"
            raise InputError(Problem("map read", what, "look at the photo again"))
        first, second, third = map(Knob.read, three.split())
        ground = replace(ground, name=output.stem.lower(), setup=(first, second, third))
        write_out(output, map_text(ground, _head(ground, photo, reading)), force=force)
    written = [str(path) for path in (output, picture) if path is not None]
    if as_json:
        echo_json({
            "knobs": "".join(" ".join(row) + "\n" for row in reading.rows),
            "unsure": [str(knob) for knob in reading.unsure],
            "corners": [[round(x, 1), round(y, 1)] for x, y in reading.corners],
            "patches": [
                {"letter": letter, "colour": "#" + bytes(rgb).hex(), "knobs": [*map(str, knobs)]}
                for letter, rgb, knobs in reading.patches
            ],
            "size": [*image.size], "files": written,
        })  # fmt: skip
        return
    _echo(ground, reading, guessed=colours is None)
    if output is not None:
        where = " ".join(map(str, ground.setup))
        sentence = f"the set-up is not read, {where} is in its place: put that of the sheet in"
        click.secho(wrapped(sentence), fg="yellow")
    for file in written:
        click.echo(f"wrote {file}")


def _decoded(photo: Path) -> Any:
    """Return a photo as Pillow has it, turned as its camera was held."""
    try:
        from PIL import Image, ImageOps
    except ImportError:
        what = "Pillow, which reads photos, is missing"
        raise InputError(Problem("map read", what, install_hint("view"))) from None
    try:
        with Image.open(photo) as image:
            return ImageOps.exif_transpose(image).convert("RGB")
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError) as error:
        what = (getattr(error, "strerror", None) or "this is no picture that can be read").lower()
        raise InputError(Problem(str(photo), what, "name a JPEG or a PNG file")) from None


def _grid(text: str) -> GroundMap:
    """Return a map with the grid that is told, its knobs all closed."""
    size = re.fullmatch(r"(\d{1,2})x(\d{1,2})", text.strip().lower())
    if size is None:
        ground = open_map(text)
        return replace(ground, rows=tuple(CLOSED * ground.width for _ in ground.rows))
    wide, deep = int(size[1]), int(size[2])
    if not (2 <= wide <= MOST and 2 <= deep <= MOST):
        raise InputError(Problem("--grid", f"{text} knobs", f"2x2 to {MOST}x{MOST} fit the sheet"))
    return centred("sheet", [CLOSED * wide] * deep)


def _read(
    photo: Path, image: Any, ground: GroundMap, corners: Sequence[Point] | None, colours: str | None
) -> Reading:
    picture = Picture(image.width, image.height, image.tobytes())
    with bar("reading the photo") as progress:
        if corners is None:
            for found, share in find_corners(picture, ground):
                corners = found
                progress(share / 2)
        if corners is None:
            what, remedy = "the corners of the sheet are not found", "give them with --corners"
            raise InputError(Problem(str(photo), what, remedy))
        if wrong := wrong_corners(picture, ground, corners):
            what, remedy = _WRONG[wrong]
            raise InputError(Problem("--corners", what, remedy))
        for seen, share in read_sheet(picture, ground, corners):
            reading = seen
            progress((1 + share) / 2)
    assert reading is not None
    return reading if colours is None else reading.called(colours)


def _head(ground: GroundMap, photo: Path, reading: Reading) -> str:
    """Return the comment of the map file."""
    head = f"Read from the photo {photo.name} on {date.today().isoformat()} by palace map read."
    if reading.unsure:
        head += f"\nCompare these knobs with the sheet: {' '.join(map(str, reading.unsure))}"
    return (
        f"{head}\nPLACEHOLDER: the set-up was not read. Change it to the dashed one of the sheet,\n"
        f'and {PLACEHOLDER} below to "transcribed".'
    )


def _echo(ground: GroundMap, reading: Reading, *, guessed: bool) -> None:
    """Print the rows with `?` beside the unsure knobs, and the patches with their letters."""
    for rank, row in zip(reversed(range(ground.depth)), reading.rows, strict=True):
        unsure = [Knob(file, rank) in reading.unsure for file in range(ground.width)]
        click.echo(f"{rank + 1:>2} {row_line(row, ['?' if it else ' ' for it in unsure])}".rstrip())
    click.echo("   " + "".join(f" {FILES[file]}  " for file in range(ground.width)).rstrip())
    click.echo()
    for patch in reading.patches:
        sample = click.style("    ", bg=(patch.rgb[0], patch.rgb[1], patch.rgb[2]))
        knobs = counted(len(patch.knobs), "knob")
        where = f", as {patch.knobs[0]}" if patch.knobs else ""
        click.echo(f"{sample} {patch.letter} {COLOUR_WORDS[patch.letter]}: {knobs}{where}")
    if guessed:
        click.echo(wrapped("the letters are a guess: give --colours if they differ"))
    if reading.unsure:
        knobs = " ".join(map(str, reading.unsure))
        click.secho(wrapped(f"unsure, compare them with the sheet: {knobs}"), fg="yellow")


def _drawn(image: Any, reading: Reading, ground: GroundMap) -> str:
    """Return the photo as SVG, each knob circled: in its colour, yellow where it is unsure."""
    file = io.BytesIO()
    image.save(file, "JPEG", quality=90)
    wide, deep = image.size
    code = b64encode(file.getvalue()).decode()
    parts = [tag("image", href=f"data:image/jpeg;base64,{code}", width=wide, height=deep)]
    view, line = View(*ground.sheet[2:], reading.corners), max(2, wide // 300)
    for number, (x, y) in enumerate(middles(ground)):
        knob, (u, v) = Knob(number % ground.width, number // ground.width), view.at(x, y)
        letter = reading.rows[-1 - knob.rank][knob.file]
        far = math.dist((u, v), view.at(x + 1, y))
        rings = [(0.6 * far, 2 * line, "black"), (0.6 * far, line, ZONES.get(letter, "white"))]
        rings += [(far, line, "yellow")] * (knob in reading.unsure)
        parts += [
            tag("circle", cx=u, cy=v, r=r, fill="none", stroke=stroke, stroke_width=width)
            for r, width, stroke in rings
        ]
    return document(wide, deep, wide, "What was read from a photo", "", parts)
