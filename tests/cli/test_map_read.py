"""`palace map read`: a photo of a sheet becomes a map file, and what is wrong with photos."""

from __future__ import annotations

import builtins
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from PIL import Image

from palace.monkey_palace.game.sheet_photo import ASK_AGAIN, Reading
from palace.monkey_palace.kernel.ground import load_map
from palace.monkey_palace.kernel.knob import Knob
from tests.calls import call, refusal
from tests.monkey_palace.game.drawn_sheets import Drawn, Lot, draw_sheet


@pytest.fixture(scope="module")
def drawn() -> Drawn:
    """A sheet without texture, whose letters are read without a fault."""
    return draw_sheet(Lot(7, plain=True, tilt=20, size=(1000, 750), q=16))


@pytest.fixture(autouse=True)
def photo(drawn: Drawn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    drawn.image.save("sheet.jpg", quality=90)
    return Path("sheet.jpg")


def given(drawn: Drawn) -> list[str]:
    return ["--corners", *(f"{x:.0f},{y:.1f}" for x, y in drawn.true)]


def test_a_map_file_is_written_from_a_photo(drawn: Drawn) -> None:
    """Its set-up is not read, so it is a placeholder, which says so."""
    called = call("map", "read", "sheet.jpg", *given(drawn), "-o", "sheet-1.toml",
                  "--picture", "seen.svg")  # fmt: skip
    assert (called.status, called.err) == (0, "")
    assert "the set-up is not read" in called.out
    ground = load_map("sheet-1.toml")
    assert (ground.name, ground.rows) == ("sheet-1", drawn.rows)
    assert ground.placeholder
    head = Path("sheet-1.toml").read_text().splitlines()
    assert head[0] == f"# Read from the photo sheet.jpg on {date.today()} by palace map read."
    assert head[1].startswith("# PLACEHOLDER: the set-up was not read.")
    assert called.out.splitlines()[-2:] == ["wrote sheet-1.toml", "wrote seen.svg"]
    picture = ElementTree.parse("seen.svg").getroot()
    assert [*map(int, picture.attrib["viewBox"].split()[2:])] == [*drawn.image.size]
    assert len(picture.findall("{*}circle")) == 2 * 64
    assert call("map", "check", "sheet-1.toml").status == 0


def test_corners_are_looked_for_and_the_object_says_everything(drawn: Drawn) -> None:
    data = call("map", "read", "sheet.jpg", "--json").json
    assert data["knobs"].split() == list("".join(drawn.rows))
    assert data["unsure"] == []
    for found, true in zip(data["corners"], drawn.true, strict=True):
        assert found == pytest.approx(true, abs=8)
    letters = [patch["letter"] for patch in data["patches"]]
    assert letters == ["l", "d", "g"]
    counted = [len(patch["knobs"]) for patch in data["patches"]]
    assert counted == ["".join(drawn.rows).count(letter) for letter in letters]


def test_the_owner_tells_which_colour_is_which(drawn: Drawn) -> None:
    called = call("map", "read", "sheet.jpg", *given(drawn), "--colours", "gld", "-o", "s.toml")
    assert "guess" not in called.out
    swapped = str.maketrans("ldg", "gld")
    assert load_map("s.toml").rows == tuple(row.translate(swapped) for row in drawn.rows)


def test_a_photo_taken_upright_is_turned(drawn: Drawn) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    drawn.image.rotate(90, expand=True).save("upright.png", exif=exif)
    data = call("map", "read", "upright.png", "--json", *given(drawn)).json
    assert data["size"] == [1000, 750]
    assert data["knobs"].split() == list("".join(drawn.rows))


def unsure_of(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the reader unsure of so many knobs, the first rank by rank."""
    from palace.cli.monkey import map_read
    from palace.monkey_palace.game.sheet_photo import read_sheet

    def reader(*arguments: Any) -> Iterator[tuple[Reading | None, float]]:
        doubted = tuple(Knob(n % 8, n // 8) for n in range(count))
        for reading, share in read_sheet(*arguments):
            yield None if reading is None else reading._replace(unsure=doubted), share

    monkeypatch.setattr(map_read, "read_sheet", reader)


def test_unsure_knobs_are_named(drawn: Drawn, monkeypatch: pytest.MonkeyPatch) -> None:
    unsure_of(ASK_AGAIN - 1, monkeypatch)
    called = call("map", "read", "sheet.jpg", *given(drawn), "-o", "s.toml")
    names = "a1 b1 c1 d1 e1 f1 g1"
    assert f"unsure, compare them with the sheet: {names}" in called.out
    assert f"# Compare these knobs with the sheet: {names}" in Path("s.toml").read_text()


def test_so_many_unsure_knobs_ask_for_corners(
    drawn: Drawn, monkeypatch: pytest.MonkeyPatch
) -> None:
    unsure_of(ASK_AGAIN, monkeypatch)
    call_ = ["map", "read", "sheet.jpg", *given(drawn), "-o", "s.toml", "--picture", "seen.svg"]
    assert refusal(*call_) == [
        "sheet.jpg: 8 of 64 knobs are unsure; give the corners with --corners; --picture OUT.svg "
        "shows where it looks"
    ]
    assert not Path("s.toml").exists()
    assert Path("seen.svg").exists()


CORNERS = ("--corners", "50,700", "50,50", "900,50", "900,700")


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["nix.jpg"], "nix.jpg: no such file or directory; name a JPEG or a PNG file"),
        (["text.jpg"], "text.jpg: this is no picture that can be read; name a JPEG or a PNG file"),
        (["blank.png"],
         "blank.png: the corners of the sheet are not found; give them with --corners"),
        (["sheet.jpg", "--corners", "50,700", "50,50", "900,50", "1001,700"],
         "--corners: a corner is outside the picture; pixels are counted from the top left"),
        (["sheet.jpg", "--corners", "50,700", "50,50", "900,700", "900,50"],
         "--corners: this is no four-sided sheet; near left, far left, far right, near right"),
        (["sheet.jpg", "--corners", "50,200", "50,50", "200,50", "200,200"],
         "--corners: the sheet is too small in the picture; a stud needs 8 pixels: go nearer"),
        (["sheet.jpg", "--grid", "11x8"], "--grid: 11x8 knobs; 2x2 to 10x10 fit the sheet"),
        (["sheet.jpg", "--colours", "lxd"],
         "--colours: 'lxd' is not three letters of l d g; as in dlg"),
        (["sheet.jpg", "-o", "map.png"],
         "map.png: a map file is named as its map; letters, digits and hyphens, as sheet-1.toml"),
        (["sheet.jpg", "--picture", "seen.gif"],
         "seen.gif: the photo is drawn as SVG; end in .svg"),
        (["sheet.jpg", "-o", "there.toml"],
         "there.toml: this file exists; choose another name, or add --force"),
        (["sheet.jpg", "--picture", "there.svg"],
         "there.svg: this file exists; choose another name, or add --force"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named_in_one_line(arguments: list[str], line: str) -> None:
    Path("text.jpg").write_text("no picture")
    for name in ("there.toml", "there.svg"):
        Path(name).write_text("mine")
    Image.new("RGB", (400, 300), "white").save("blank.png")
    assert refusal("map", "read", *arguments) == [line]
    assert Path("there.toml").read_text() == "mine"


def test_places_that_cannot_be_read() -> None:
    (line,) = refusal("map", "read", "sheet.jpg", "--corners", "50,700", "50;50", "9,5", "9,7")
    assert "'50;50' is no place in a picture: two numbers, as 120,840" in line
    (line,) = refusal("map", "read", "sheet.jpg", "--corners", "50,700", "50,50", "900,50")
    assert line.endswith("requires 4 arguments; see: palace map read --help")


def test_without_pillow_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any, **more: Any) -> Any:
        if name == "PIL":
            raise ImportError(name="PIL")
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    (line,) = refusal("map", "read", "sheet.jpg")
    assert "Pillow, which reads photos, is missing" in line
    assert "view" in line


def test_a_grid_is_told_by_a_map(drawn: Drawn) -> None:
    by_map = call("map", "read", "sheet.jpg", *given(drawn), "--grid", "map-3", "--json").json
    assert by_map == call("map", "read", "sheet.jpg", *given(drawn), "--json").json
    by_size = call("map", "read", "sheet.jpg", *given(drawn), "--grid", "8x6", "--json").json
    assert len(by_size["knobs"].splitlines()) == 6
