"""`palace map read`: a map read from a photo of its printed sheet."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import click

from palace.cli.monkey.map_make import MOST, check_map_name, map_text, row_line, setups
from palace.cli.options import json_option
from palace.cli.output import bar, counted, echo_json, refuse_existing, wrapped, write_out
from palace.core.errors import InputError, Problem, gather, install_hint
from palace.core.provenance import PLACEHOLDER, TRANSCRIBED
from palace.files.document import parse_document
from palace.monkey_palace.game.sheet_corners import LEAST, find_corners, wrong_corners
from palace.monkey_palace.game.sheet_photo import Reading, read_sheet
from palace.monkey_palace.game.sheet_view import Picture, Point, View, middles
from palace.monkey_palace.kernel.elements import COLOUR_WORDS, COLOURS
from palace.monkey_palace.kernel.ground import CLOSED, GroundMap, centred, open_map, read_map
from palace.monkey_palace.kernel.knob import FILES, Knob

_WRONG = {
    "outside": ("a corner is outside the picture", "pixels are counted from the top left"),
    "crossed": ("this is no four-sided sheet", "near left, far left, far right, near right"),
    "small": ("the sheet is too small in the picture", f"a stud needs {LEAST} pixels: go nearer"),
}
"""What is wrong with corners, and what to do, by the words of `wrong_corners`."""


class _Corner(click.ParamType[Point]):
    """A place in a picture, as 120,840."""

    name = "X,Y"

    def convert(self, value: Any, param: Any, context: Any) -> Point:
        found = re.fullmatch(r"\s*(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)\s*", value)
        if found is None:
            what = f"{value!r:.40} is no place in a picture: two numbers, as 120,840"
            self.fail(what, param, context)
        return float(found[1]), float(found[2])


@click.command("read", short_help="Read a map from a photo of its printed sheet.")
@click.argument("photo", metavar="PHOTO", type=click.Path(path_type=Path))
@click.option(
    "--corners", nargs=4, type=_Corner(), metavar="X,Y X,Y X,Y X,Y",
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
@click.option("--setup", metavar="KNOBS", help='The knobs of the set-up, as "d4 e4 f4".')
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE.toml",
              help="Write it as a map file.")  # fmt: skip
@click.option("--picture", type=click.Path(path_type=Path), metavar="OUT.png",
              help="Draw what was read on the photo: a circle on every knob.")  # fmt: skip
@click.option("--force", is_flag=True, help="Overwrite FILE.toml and OUT.png if they exist.")
@json_option
def read_map_verb(
    photo: Path, corners: tuple[Point, ...] | None, grid: str, colours: str | None,
    setup: str | None, output: Path | None, picture: Path | None, force: bool, as_json: bool,
) -> None:  # fmt: skip
    """Read the letters of a sheet from a photo of it, with its knobs showing and nothing built.

    Example:  palace map read sheet.jpg -o sheet-1.toml

    Example:  palace map read sheet.jpg --corners 312,1004 402,188 1236,170 1350,985

    Example:  palace map read sheet.jpg --colours dlg --setup "d4 e4 f4" -o sheet-1.toml

    Knobs that may be wrong are listed, and the three printed colours with their guessed letters.
    The set-up is not read; the file is a placeholder until it is given and no knob is unsure.
    """
    found: list[Problem] = []
    image = gather(found, str(photo), lambda: _decoded(photo))
    ground = gather(found, "--grid", lambda: _grid(grid))
    if colours is not None and (len(colours) != 3 or set(colours) - set(COLOURS)):
        found.append(
            Problem("--colours", f"{colours!r:.40} is not three letters of l d g", "as in dlg")
        )
    if output is not None:
        gather(found, "", lambda: check_map_name(output))
    if picture is not None and picture.suffix.lower() != ".png":
        found.append(Problem(str(picture), "the photo is drawn as PNG", "end in .png"))
    for path in (output, picture):
        if path is not None:
            gather(found, "", lambda path=path: refuse_existing(path, force=force))  # type: ignore[misc]
    if found or image is None or ground is None:
        raise InputError(*found)
    pixels, reading = _read(photo, image, ground, corners, colours)
    if picture is not None:
        write_out(picture, _drawn(image, reading, ground), force=force)
    if reading.asks_again:
        what = f"{len(reading.unsure)} of {ground.width * ground.depth} knobs are unsure"
        remedy = "give the corners with --corners; --picture OUT.png shows where it looks"
        raise InputError(Problem(str(photo), what, remedy))
    ground = replace(ground, rows=reading.rows)
    ground = _with_setup(ground, setup, needed=output is not None)
    if output is not None:
        ground = replace(ground, name=output.stem.lower())
        if setup is not None and not reading.unsure:
            ground = replace(ground, provenance=TRANSCRIBED)
        write_out(output, map_text(ground, _head(ground, photo, reading, setup)), force=force)
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
            "size": [pixels.width, pixels.height], "files": written,
        })  # fmt: skip
        return
    _echo(ground, reading, guessed=colours is None)
    if output is not None and setup is None:
        where = " ".join(map(str, ground.setup))
        sentence = f"the set-up is not read, {where} is in its place: give it with --setup"
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
    except FileNotFoundError:
        raise InputError(Problem(str(photo), "there is no such file", "name a photo")) from None
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError) as error:
        what = "this is no picture that can be read"
        if isinstance(error, OSError) and error.strerror:
            what = error.strerror.lower()
        raise InputError(Problem(str(photo), what, "save it as JPEG or PNG")) from None


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
    photo: Path, image: Any, ground: GroundMap, corners: tuple[Point, ...] | None,
    colours: str | None,
) -> tuple[Picture, Reading]:  # fmt: skip
    picture = Picture(image.width, image.height, image.tobytes())
    with bar("reading the photo") as progress:
        if corners is None:
            for found, share in find_corners(picture, ground):
                corners = found
                progress(share / 2)
        if corners is None:
            what, remedy = "the corners of the sheet are not found", "give them with --corners"
            raise InputError(Problem(str(photo), what, remedy))
        wrong = wrong_corners(picture, ground, corners)
        if wrong:
            what, remedy = _WRONG[wrong]
            raise InputError(Problem("--corners", what, remedy))
        for seen, share in read_sheet(picture, ground, corners):
            reading = seen
            progress((1 + share) / 2)
    assert reading is not None
    return picture, reading if colours is None else reading.called(colours)


def _with_setup(ground: GroundMap, setup: str | None, *, needed: bool) -> GroundMap:
    """Return a map with its set-up: as it is given, else three open knobs in the middle."""
    text = setup or next(setups(ground), None)
    if text is None:
        if not needed:
            return ground
        what = "no three open knobs are side by side, and a map needs a set-up"
        raise InputError(Problem("map read", what, "look at the photo again"))
    names = [word for word in re.split(r"[ ,-]+", text) if word]
    if len(names) != 3:
        raise InputError(Problem("--setup", f"{len(names)} knobs", "three are needed"))
    found: list[Problem] = []
    knobs = gather(found, "--setup", lambda: [Knob.read(name) for name in names])
    if knobs is not None:
        ground = replace(ground, setup=(knobs[0], knobs[1], knobs[2]))
        gather(found, "", lambda: read_map(parse_document(map_text(ground, ""), "toml", "map")))
    if found:
        raise InputError(*(problem._replace(where="--setup") for problem in found))
    return ground


def _head(ground: GroundMap, photo: Path, reading: Reading, setup: str | None) -> str:
    """Return the comment of the map file."""
    head = f"Read from the photo {photo.name} on {date.today().isoformat()} by palace map read."
    if reading.unsure:
        head += f"\nCompare these knobs with the sheet: {' '.join(map(str, reading.unsure))}"
    if setup is None:
        head += "\nThe set-up was not read: change it to the dashed one of the sheet."
    if ground.provenance == PLACEHOLDER:
        head += "\nPLACEHOLDER: not compared with the printed sheet yet."
    return head


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


def _drawn(image: Any, reading: Reading, ground: GroundMap) -> bytes:
    """Return the photo as PNG, each knob circled: in its colour, yellow where it is unsure."""
    import io

    from PIL import ImageDraw

    from palace.core.colours import ZONES
    from palace.core.colours import rgb as tone

    shown = image.copy()
    pen = ImageDraw.Draw(shown)
    view = View(*ground.sheet[2:], reading.corners)
    wide = max(2, shown.width // 400)
    pen.line([*reading.corners, reading.corners[0]], fill="white", width=wide)
    letters = "".join(reversed(reading.rows))
    for number, (x, y) in enumerate(middles(ground)):
        turns = [n * math.pi / 12 for n in range(25)]
        ring = [view.at(x + 0.6 * math.cos(t), y + 0.6 * math.sin(t)) for t in turns]
        knob = Knob(number % ground.width, number // ground.width)
        closed = letters[number] == CLOSED
        pen.line(ring, fill="black", width=3 * wide)
        pen.line(ring, fill="white" if closed else tone(ZONES[letters[number]]), width=2 * wide)
        if closed:
            pen.line([ring[3], ring[15]], fill="white", width=wide)
        if knob in reading.unsure:
            outer = [view.at(x + math.cos(t), y + math.sin(t)) for t in turns]
            pen.line(outer, fill="yellow", width=2 * wide)
    file = io.BytesIO()
    shown.save(file, "PNG")
    return file.getvalue()
