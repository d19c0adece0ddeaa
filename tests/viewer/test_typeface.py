"""Whatever is written in pixels, or cut out as an area, is set in the one DejaVu of matplotlib."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import matplotlib
import pytest
from matplotlib import font_manager
from PIL import ImageFont

from palace_viewer.moments import Caption
from palace_viewer.offscreen.film import Strip
from palace_viewer.pieces import lettering as typeface
from palace_viewer.pieces.lettering import text_area
from palace_viewer.window.overlay import Pen
from tests.paths import ROOT

FOLDER = Path(matplotlib.__file__).parent / "mpl-data" / "fonts" / "ttf"


def test_every_font_opened_is_of_matplotlib(monkeypatch: pytest.MonkeyPatch) -> None:
    """And letters are placed without libraries of the system."""
    opened: list[Path] = []
    open_font, curves_of = ImageFont.truetype, font_manager.get_font

    def pixels(file: Path, size: float, *, layout_engine: int) -> Any:
        assert layout_engine == ImageFont.Layout.BASIC
        opened.append(file)
        return open_font(file, size, layout_engine=layout_engine)

    def curves(files: list[str]) -> Any:
        opened.extend(map(Path, files))
        return curves_of(files)

    monkeypatch.setattr(ImageFont, "truetype", pixels)
    monkeypatch.setattr("matplotlib.textpath.get_font", curves)
    monkeypatch.setattr(font_manager.fontManager, "ttflist", [])  # what the system has
    typeface.font.cache_clear()
    text_area.cache_clear()
    Strip(640, 480, ()).draw(Caption("Turn 1 of 1: Ana", ("a1-b1",), "legal"))
    Pen((100, 100)).write("a1", (0, 50), 20, "#000000", bold=True)
    for mono in (False, True):
        assert text_area("a1", mono).area > 0
    assert {file.name for file in opened} == {
        "DejaVuSans.ttf", "DejaVuSans-Bold.ttf", "DejaVuSansMono-Bold.ttf",
    }  # fmt: skip
    assert {file.parent for file in opened} == {FOLDER}


def test_fonts_are_chosen_in_one_module() -> None:
    chosen = r"truetype\(|load_default|font_manager|FontProperties|vtkText|add_(text|point_labels)"
    modules = [
        file.relative_to(ROOT / "viewer").as_posix()
        for file in (ROOT / "viewer").rglob("*.py")
        if re.search(chosen, file.read_text(encoding="utf-8"))
    ]
    assert modules == ["pieces/lettering.py"]
