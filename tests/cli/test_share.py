"""`palace share`: a palace as text, and as a QR code of it."""

from __future__ import annotations

import io
import sys
from contextlib import redirect_stderr, redirect_stdout
from functools import partial
from pathlib import Path

import click
import pytest
import segno
from PIL import Image

from palace.cli import run
from palace.core.errors import InputError, install_hint
from palace.monkey_palace.game.log import read_record, replay
from palace.monkey_palace.kernel.ground import load_map
from palace.monkey_palace.kernel.palace import Palace
from palace_viewer.qr import LONGEST, Code
from tests.calls import call, refusal
from tests.cli.texts import SETUP
from tests.paths import MAPS, SAMPLE

QUIET = 2
Squares = list[list[bool]]


def squares_of(text: str) -> Squares:
    """Return the dark squares of a text's code, by an independent call of segno."""
    code = segno.make_qr(text, error="l")
    return [[bool(square) for square in row] for row in code.matrix]


def read_lines(lines: list[str]) -> Squares:
    """Return the dark squares that lines of half blocks draw, without the light margin."""
    rows: Squares = []
    for line in lines:
        rows += [[sign in "▀█" for sign in line], [sign in "▄█" for sign in line]]
    inner = [row[QUIET:-QUIET] for row in rows[QUIET:]]
    return inner[: len(inner[0])]


@pytest.mark.parametrize("turn", [0, 7, 18])
def test_a_record_is_shared_as_its_position_and_the_code_of_it(turn: int) -> None:
    called = call("share", SAMPLE, "--turn", turn)
    text, *lines = called.out.splitlines()
    palace = replay(read_record(SAMPLE), turns=turn).state.palace
    assert (called.status, called.err) == (0, "")
    assert text == f"map-1:{palace.position}"
    assert read_lines(lines) == squares_of(text)


def test_what_is_shared_is_read_back() -> None:
    text = call("share", SAMPLE).out.splitlines()[0]
    assert Palace.read(text, load_map("map-1")) == replay(read_record(SAMPLE)).state.palace
    assert call("share", text).out.splitlines()[0] == text
    judged = call("check", "a1-b1", "--position", text)
    assert judged.status in (0, 1)
    assert call("share", "map-2").out.startswith("map-2:")


def test_a_position_without_a_map_is_on_the_first_one() -> None:
    assert call("share", SETUP).out.splitlines()[0] == f"map-1:{SETUP}"


def test_an_own_map_is_not_in_the_text(folder: Path) -> None:
    own = (MAPS / "map-1.toml").read_text().replace('name = "map-1"', 'name = "sheet-1"')
    Path("sheet.toml").write_text(own)
    called = call("share", "sheet.toml")
    assert called.out.splitlines()[0] == SETUP
    assert "is not in the text; readers need it: --map FILE" in called.err


@pytest.mark.parametrize("kind", ["png", "svg"])
def test_a_code_is_written_to_a_file_and_overwrites_none(kind: str, folder: Path) -> None:
    out = Path(f"code.{kind.upper()}")
    called = call("share", SETUP, "-o", out)
    assert called.out.splitlines() == [f"map-1:{SETUP}", f"wrote {out}"]
    written = out.read_bytes()
    (problem,) = refusal("share", SETUP, "-o", out)
    assert "this file exists" in problem
    assert call("share", "map-2", "-o", out, "--force").status == 0
    assert out.read_bytes() != written
    if kind == "png":
        picture = Image.open(io.BytesIO(written)).convert("L")
        code = squares_of(f"map-1:{SETUP}")
        scale, rest = divmod(picture.width, len(code) + 8)
        assert rest == 0
        middle = [(4 + at) * scale + scale // 2 for at in range(len(code))]
        assert [[picture.getpixel((x, y)) < 128 for x in middle] for y in middle] == code


class Terminal(io.StringIO):
    """What a terminal of some encoding is sent."""

    def __init__(self, encoding: str = "utf-8") -> None:
        super().__init__()
        self.sort = encoding

    @property
    def encoding(self) -> str:  # type: ignore[override]
        """Its encoding."""
        return self.sort

    def isatty(self) -> bool:
        """Return true."""
        return True


@pytest.mark.parametrize(
    ("columns", "encoding", "why"),
    [
        (32, "utf-8", "it takes 33 columns, and here are 32; widen the window, or write a file"),
        (80, "ascii", "this terminal has no characters to draw it; write a file"),
    ],
)
def test_a_terminal_that_cannot_show_the_code_gets_the_text_and_one_line(
    columns: int, encoding: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    out, err = Terminal(encoding), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        status = run(["share", SETUP])
    assert (status, out.getvalue()) == (0, f"map-1:{SETUP}\n")
    assert err.getvalue() == f"no code: {why}: -o code.svg\n"


def test_a_terminal_just_wide_enough_shows_the_code_dark_on_light(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "33")
    out = Terminal()
    with redirect_stdout(out):
        assert run(["share", SETUP]) == 0
    text, *lines = click.unstyle(out.getvalue()).splitlines()
    assert read_lines(lines) == squares_of(text)
    assert out.getvalue().count(click.style("", fg="black", bg="bright_white", reset=False)) == 17


def test_a_text_that_is_too_long_for_a_code() -> None:
    with pytest.raises(InputError) as caught:
        Code("b" * (LONGEST + 1))
    (problem,) = caught.value.problems
    assert str(problem) == (
        f"share: {LONGEST + 1} bytes are too many for a QR code, which holds {LONGEST}; "
        "send the text itself"
    )
    assert Code("b" * LONGEST).width == 177 + 2 * QUIET


def test_a_palace_that_is_too_long_for_a_code_is_shared_as_text(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(segno, "make_qr", partial(segno.make_qr, version=1))
    called = call("share", SETUP)
    assert (called.status, called.out) == (0, f"map-1:{SETUP}\n")
    assert called.err == (
        f"no code: {len(SETUP) + 6} bytes are too many for a QR code, which holds {LONGEST}; "
        "send the text itself\n"
    )


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["a1-b1"], "share: there is no map 'a1-b1'"),
        ([SETUP, "--turn", "3"], "--turn: it goes with a record; leave it out"),
        ([SETUP, "-o", "code.gif"], "code.gif: a code is written as SVG or PNG; name it"),
        ([SETUP, "--force"], "--force: it goes with --output; leave it out"),
    ],
)
def test_what_is_refused(words: list[str], problem: str) -> None:
    (told,) = refusal("share", *words)
    assert told.startswith(problem)


def test_a_build_is_no_palace(folder: Path) -> None:
    Path("table.json").write_text(
        '{"format": 1, "map": "map-1", "build": [{"kind": "brick", "x": 11, "y": 14}]}'
    )
    (told,) = refusal("share", "table.json")
    assert told == (
        "table.json: it is no palace; name a palace string, a map or a record of Monkey Palace"
    )


def test_without_segno_the_text_is_there_and_the_extra_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delitem(sys.modules, "palace_viewer.qr", raising=False)
    monkeypatch.setitem(sys.modules, "segno", None)
    called = call("share", SETUP)
    assert called.out == f"map-1:{SETUP}\n"
    assert called.err == f"no code: segno is missing; {install_hint('web')}\n"
    (told,) = refusal("share", SETUP, "-o", "code.png")
    assert told == f"share: segno is missing; {install_hint('web')}"
