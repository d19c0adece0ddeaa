"""`palace sheet`: what is listed, printed, written and refused."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from pypdf import PageObject, PdfReader

from palace.contract.registry import REGISTRY, game
from palace.monkey_palace.kernel.ground import load_map
from tests.calls import call, refusal
from tests.pages import sheets_of, texts


def test_the_list_names_calls_that_work() -> None:
    out = call("sheet").out
    for key in REGISTRY:
        assert f"{game(key).title}\n" in out
        for name in sheets_of(key):
            of = "" if key == next(iter(REGISTRY)) else f" --game {key}"
            assert f"palace sheet {name}{of} " in out
            called = call("sheet", name, "--game", key, "-o", f"{key}-{name}.svg")
            assert (called.status, called.err) == (0, "")
            assert called.out.startswith("wrote ")
            written = called.out.split()[1:]
            assert written[0] in (f"{key}-{name}.svg", f"{key}-{name}-1.svg")
            assert all(texts(Path(page).read_text(encoding="utf-8")) for page in written)


def test_on_the_terminal() -> None:
    called = call("sheet", "setup", "--map", "map-2", "--box", "house")
    assert called.status == 0
    lines = called.out.splitlines()
    assert lines[0] == "Monkey Palace: set-up on map-2 (placeholder), box house (placeholder)"
    assert max(map(len, lines)) <= 80
    assert "  1  an arch on d4 and d5" in lines
    assert "Monkey Palace: a turn" in call("sheet", "aid").out


def test_a_box_in_a_folder() -> None:
    call("box", "new", "my-box")
    said = call("sheet", "setup", "--box", "my-box").out
    assert said == call("sheet", "setup", "--box", "my-box/box.toml").out
    assert "others as printed" not in said
    assert "as printed: the start on the back" in said


def test_nothing_is_overwritten_unasked() -> None:
    Path("aid.svg").write_text("mine")
    (line,) = refusal("sheet", "aid", "-o", "aid.svg")
    assert line.startswith("aid.svg: ")
    assert line.endswith("or add --force")
    assert Path("aid.svg").read_text() == "mine"
    assert call("sheet", "aid", "-o", "aid.svg", "--force").status == 0
    assert Path("aid.svg").read_text().startswith("<svg")


def test_a_map_as_pdf_is_as_large_as_the_plate() -> None:
    """The names of two knobs side by side are 24 mm apart, three studs of 8 mm."""
    called = call("sheet", "map", "--map", "map-1", "-o", "map.pdf")
    assert (called.status, called.out, called.err) == (0, "wrote map.pdf\n", "")
    found: dict[str, tuple[float, float]] = {}
    pages = PdfReader("map.pdf").pages
    for page in pages:
        assert [float(edge) for edge in page.mediabox[2:]] == pytest.approx([595.28, 841.89])
        for text, x, y in written(page):
            found.setdefault(text, (x, y))
    names = [str(knob) for knob in load_map("map-1").colours]
    assert set(names) <= found.keys()
    for one, other in (("a1", "b1"), ("g8", "h8"), ("c3", "c4")):
        (a, b), (c, d) = found[one], found[other]
        assert abs(a - c) + abs(b - d) == pytest.approx(24, abs=0.01)


def written(page: PageObject) -> list[tuple[str, float, float]]:
    """Return the texts of a page of a PDF file, each with its place in mm."""
    found: list[tuple[str, float, float]] = []

    def visit(text: str, matrix: list[float], inner: list[float], *_: object) -> None:
        if text.strip():
            a, b, c, d, e, f = matrix
            x, y = inner[4:]
            east, north = a * x + c * y + e, b * x + d * y + f
            found.append((text.strip(), east * 25.4 / 72, north * 25.4 / 72))

    page.extract_text(visitor_text=visit)
    return found


def test_pages_of_every_sheet_hold_all_their_text() -> None:
    for key in REGISTRY:
        for name, sheet in sheets_of(key).items():
            out = f"{key}-{name}.pdf"
            assert call("sheet", name, "--game", key, "-o", out).status == 0
            pages = sheet.pages(dict.fromkeys(sheet.options))
            drawn = [text.text or "" for page in pages for text in texts(page)]
            read = "".join(page.extract_text() for page in PdfReader(out).pages)
            lost = [text for text in drawn if "".join(text.split()) not in "".join(read.split())]
            assert lost == []


def test_a_letter_that_the_typeface_lacks_is_refused_as_pdf() -> None:
    call("box", "new", "mine")
    file = Path("mine/box.toml")
    file.write_text(file.read_text("utf-8").replace('name = "my box"', 'name = "我的"'), "utf-8")
    assert "我的" in file.read_text("utf-8")
    asked = ("sheet", "setup", "--box", file)
    assert refusal(*asked, "-o", "s.pdf") == [
        "sheet: there is no '我' in the typeface of PDF files; write it as SVG"
    ]
    assert not Path("s.pdf").exists()
    assert call(*asked, "-o", "s.svg").status == 0


def test_a_pdf_file_is_not_overwritten_unasked() -> None:
    Path("aid.pdf").write_text("mine")
    (line,) = refusal("sheet", "aid", "-o", "aid.pdf")
    assert line == "aid.pdf: this file exists; choose another name, or add --force"
    assert Path("aid.pdf").read_text() == "mine"
    assert call("sheet", "aid", "-o", "aid.pdf", "--force").status == 0
    assert Path("aid.pdf").read_bytes().startswith(b"%PDF-")


def test_without_the_library_of_pdf_files_the_extra_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "fpdf", None)
    monkeypatch.delitem(sys.modules, "palace_viewer.paper", raising=False)
    (line,) = refusal("sheet", "aid", "-o", "aid.pdf")
    assert line.startswith("sheet: fpdf is missing; ")
    assert "view" in line


def test_several_pages_have_numbers_and_are_written_all_or_none() -> None:
    arguments = ("sheet", "map", "-o", "map.svg")
    Path("map-2.svg").write_text("mine")
    (line,) = refusal(*arguments)
    assert line.startswith("map-2.svg: ")
    assert not Path("map-1.svg").exists()
    Path("map-2.svg").unlink()
    assert call(*arguments).out == "wrote map-1.svg map-2.svg\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("knobs",), "knobs: it is only drawn; write it: -o knobs.pdf"),
        (("aids",), "sheet: there is no sheet 'aids' for Monkey Palace; did you mean aid?"),
        (("zz",), "sheet: there is no sheet 'zz' for Monkey Palace; "
         "there is knobs and map and aid and setup"),
        (("aid", "--map", "map-1"), "--map: the sheet aid takes none; leave it out"),
        (("aid", "-o", "a.txt"), "a.txt: a sheet is written as PDF or SVG; end in .pdf or .svg"),
        (("aid", "--force"), "--force: it goes with --output; leave it out"),
        (("aid", "--game", "palm-iland"), "--game: there is no game 'palm-iland'; did you mean "
         "palm-island? it plays monkey-palace, palm-island, cooper-island"),
        (("setup", "--map", "map-9"), "--map: there is no map 'map-9'; "),
        (("setup", "--box", "nix"), "--box: there is no box 'nix'; "),
        (("knobs", "--map", "nix.toml", "-o", "k.svg"), "nix.toml: "),
    ],
)  # fmt: skip
def test_refusals(arguments: tuple[str, ...], said: str) -> None:
    (line,) = refusal("sheet", *arguments)
    assert line.startswith(said)
    if not said.endswith(("; ", ": ")):
        assert line == said
    assert not [*Path().iterdir()]


def test_all_that_is_wrong_is_told_at_once() -> None:
    lines = refusal("sheet", "aid", "--map", "map-1", "--box", "house", "-o", "aid.png")
    assert [line.split(":")[0] for line in lines] == ["aid.png", "--map", "--box"]
