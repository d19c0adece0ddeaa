"""Pages to print: nothing leaves a page, and every sheet of every game can be read on paper."""

from __future__ import annotations

import string
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import matplotlib
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.ft2font import FT2Font

from palace.contract.registry import REGISTRY, game
from palace.core.errors import InputError
from palace.core.paper import (
    DEEP,
    LARGEST,
    MARGIN,
    POINT,
    SMALLEST,
    WIDE,
    Band,
    Block,
    Page,
    Row,
    brief,
    broken,
    measured,
)
from palace.core.screen import Screen
from tests.examples import examples
from tests.pages import sheets_of, texts

FONTS = Path(matplotlib.get_data_path()) / "fonts" / "ttf"
LETTERS = string.ascii_letters + string.digits + string.punctuation + " "


FACES = {path.stem: FT2Font(str(path)) for path in FONTS.glob("DejaVuSans*.ttf")}


def advance(font: str, letter: str) -> float:
    """Return the width of a letter over the size of the font."""
    face = FACES[font]
    face.set_size(100, 72)
    wide: float = face.load_char(ord(letter)).linearHoriAdvance / 65536 / 100
    return wide


@pytest.mark.parametrize(
    ("font", "how"),
    [
        ("DejaVuSans", {}),
        ("DejaVuSans-Bold", {"strong": True}),
        ("DejaVuSansMono", {"mono": True}),
        ("DejaVuSansMono-Bold", {"mono": True}),
    ],
)
def test_letters_have_room(font: str, how: dict[str, Any]) -> None:
    """DejaVu Sans is wider than Helvetica and Arial, and is what a Linux machine shows."""
    for letter in LETTERS:
        assert measured(letter, 1, **how) >= advance(font, letter), letter


WORDS = st.lists(st.text(LETTERS.replace(" ", ""), min_size=1, max_size=12), max_size=30)


@settings(deadline=None)
@given(WORDS, st.floats(15, 90), st.floats(5, 15))
def test_text_is_broken_into_lines_that_fit(said: list[str], room: float, first: float) -> None:
    lines = broken(" ".join(said), 3.0, room, first)
    assert " ".join(filter(None, lines)).split() == said
    for at, line in enumerate(lines):
        here = room if at else first
        assert measured(line, 3.0) <= here or " " not in line
    assert "" not in lines[1:]


def test_brief_ends_with_a_sentence() -> None:
    says = "One is here. Two are there. Three are away."
    assert brief(says, 12) == brief(says, 5) == "One is here."
    assert brief(says, 30) == "One is here. Two are there."
    assert brief(says, 99) == says


def page(rows: int, columns: int = 2) -> Page:
    row = Row("a sentence of some length, which takes a line or two of a column", "code")
    block = Block("Heading", (row,) * rows, run_in=True)
    return Page("Title", "what it is", (Band((block,), columns),), ("A note.",))


@settings(max_examples=examples(25))
@given(st.integers(0, 120), st.integers(1, 3))
def test_a_page_is_as_large_as_it_fits(rows: int, columns: int) -> None:
    try:
        found = texts(page(rows, columns).svg())
    except InputError as error:
        assert rows > 50
        assert "there is more than a page holds" in str(error)
        return
    sizes = {text.size for text in found if text.text.startswith("code")}
    assert all(SMALLEST * POINT - 0.01 <= size <= LARGEST * POINT + 0.01 for size in sizes)
    assert sum("sentence" in text.text for text in found) == rows
    if rows < 20:
        assert not sizes or max(sizes) == pytest.approx(LARGEST * POINT, abs=0.01)
    fits(found)


def fits(found: list[Any]) -> None:
    """Fail where a text leaves the page or is too small to read."""
    for text in found:
        assert text.left >= MARGIN - 0.6, text
        assert text.right <= WIDE - MARGIN + 0.6, text
        assert text.top >= MARGIN - 1, text
        assert text.bottom <= DEEP - MARGIN + 0.6, text


SHEETS = [(key, name) for key in REGISTRY for name in sheets_of(key)]
CALLS = [(key, name, box) for key, name in SHEETS for box in (None, "house")
         if box is None or "box" in sheets_of(key)[name].options]  # fmt: skip


def given_to(key: str, name: str, box: str | None) -> dict[str, str | None]:
    known = {"map": None, "box": box}
    return {option: known[option] for option in sheets_of(key)[name].options}


@pytest.mark.parametrize(("key", "name", "box"), CALLS)
def test_every_sheet_of_every_game_can_be_read(key: str, name: str, box: str | None) -> None:
    sheet = sheets_of(key)[name]
    options = given_to(key, name, box)
    pages = sheet.pages(options)
    assert pages == sheet.pages(options)
    for svg in pages:
        found = texts(svg)
        fits(found)
        small = [text for text in found if text.size < SMALLEST * POINT - 0.01]
        assert not small
        for at, one in enumerate(found):
            if one.text.strip() and one.size < 6:
                for other in found[at + 1 :]:
                    across = min(one.right, other.right) - max(one.left, other.left)
                    down = min(one.bottom, other.bottom) - max(one.top, other.top)
                    assert across < 0.6 or down < 1.2, (one, other)
        assert game(key).title in ElementTree.fromstring(svg)[0].text  # type: ignore[operator]


@pytest.mark.parametrize("key", REGISTRY)
def test_the_aid_names_every_code(key: str) -> None:
    found = game(key)
    sheet = sheets_of(key)["aid"]
    options = given_to(key, "aid", None)
    (svg,) = sheet.pages(options)
    spans = {
        node.text
        for node in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}tspan")
        if node.get("font-weight") == "bold"
    }
    assert spans == {*found.book.rules}
    assert sheet.blocks is not None
    shown = "\n\n".join(page.text(Screen(80)) for page in sheet.blocks(options, None))
    assert all(len(line) <= 80 for line in shown.splitlines() if "\x1b" not in line)
    for code in found.book.rules:
        assert f"\n  {code} " in shown, code
