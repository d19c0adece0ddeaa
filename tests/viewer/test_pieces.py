"""The bodies of pieces and plates, and the typeface of all that is written."""

from __future__ import annotations

import math
import re
from itertools import product
from pathlib import Path
from typing import Any

import matplotlib
import numpy as np
import pytest
import trimesh
from fontTools.pens.areaPen import AreaPen
from fontTools.ttLib import TTFont
from PIL import ImageFont

from palace.monkey_palace.kernel.elements import ARCH_SPAN, BASEPLATE, PIECES, Element
from palace.monkey_palace.kernel.ground import GroundMap
from palace_viewer.board import bare_plate, board
from palace_viewer.moments import Caption
from palace_viewer.offscreen.film import Strip
from palace_viewer.pen import Pen
from palace_viewer.pieces import lettering as typeface
from palace_viewer.pieces.lettering import text_area
from palace_viewer.pieces.measures import KNOB_HEIGHT, KNOB_RADIUS, PITCH, PLATE, PLAY, SHEET
from palace_viewer.pieces.parts import Body, part, place_element
from tests.grounds import ALL, plain
from tests.paths import ROOT

GROUNDS = [*ALL, plain(10, 10, "d4 e4 e5"), plain(26, 26, "d4 e4 e5")]


def closed(body: Body) -> None:
    """Every edge has two faces that run along it in opposite directions, and none is a sliver;
    the outside is outside."""
    mesh = body.mesh
    edges = mesh.faces[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2)
    ways, counts = np.unique(edges, axis=0, return_counts=True)
    assert (counts == 1).all(), body.name
    assert {(a, b) for a, b in ways.tolist()} == {(b, a) for a, b in ways.tolist()}, body.name
    assert mesh.is_watertight
    assert mesh.is_winding_consistent
    assert mesh.volume > 0
    assert mesh.area_faces.min() > 1e-7
    assert len(np.unique(mesh.vertices, axis=0)) == len(mesh.vertices)


@pytest.mark.parametrize("kind", PIECES)
def test_every_part_is_closed_and_kept(kind: str) -> None:
    for body in part(kind):
        closed(body)
    assert part(kind) is part(kind)
    assert sum(not body.colour for body in part(kind)) >= 1, "some of it has the element's colour"
    assert not part(kind)[0].colour
    names = [body.name for body in part(kind)]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("ground", GROUNDS, ids=str)
def test_the_table_is_closed(ground: GroundMap) -> None:
    bodies = board(ground)
    for body in bodies:
        if body.solid:
            closed(body)
        else:
            assert (body.mesh.face_normals @ (0, -1, 1) > 0.5).all(), "it is read from the south"
    assert next(body.name for body in bodies if body.solid) == "plate"


@pytest.mark.parametrize(
    ("kind", "wide", "deep", "high"),
    [
        ("brick", 1, 1, 9.6), ("column", 1, 1, 28.8), ("arch", 4, 1, 9.6),
        ("corner", 2, 2, 9.6), ("light", 1, 1, 9.6), ("gold", 1, 1, 9.6),
    ],
)  # fmt: skip
def test_measures(kind: str, wide: int, deep: int, high: float) -> None:
    low, top = part(kind)[0].mesh.bounds
    assert low[2] == 0
    assert top[2] == pytest.approx(high + KNOB_HEIGHT)
    if kind != "light":  # its leaves reach far
        half = 0.2 if kind == "gold" else 0.05  # a dodecagon is not quite as wide as its circle
        assert low[:2] == pytest.approx([PLAY, PLAY], abs=half)
        assert top[:2] == pytest.approx([8 * wide - PLAY, 8 * deep - PLAY], abs=half)


def test_leaves_reach_as_far_as_those_of_the_part() -> None:
    mesh = part("light")[0].mesh
    far = np.hypot(*(mesh.vertices[:, :2] - PITCH / 2).T).max()
    assert far == pytest.approx(48.9 * 0.4, abs=0.2)
    assert far < ARCH_SPAN * PITCH - PITCH / 2, "the neighbouring knobs stay free"


def knobs(mesh: trimesh.Trimesh, height: float) -> set[tuple[float, float]]:
    """Middles of the round lids at a height."""
    lids = mesh.vertices[np.isclose(mesh.vertices[:, 2], height + KNOB_HEIGHT)]
    middles = (np.floor(lids[:, :2] / PITCH) + 0.5) * PITCH
    for middle in np.unique(middles, axis=0):
        ring = lids[(middles == middle).all(axis=1)]
        assert np.hypot(*(ring[:, :2] - middle).T).max() == pytest.approx(KNOB_RADIUS)
    return {(float(x), float(y)) for x, y in middles}


def test_the_arch_has_four_knobs_and_its_feet_are_three_studs_apart() -> None:
    mesh = part("arch")[0].mesh
    assert knobs(mesh, 9.6) == {(4.0, 4.0), (12.0, 4.0), (20.0, 4.0), (28.0, 4.0)}
    feet = mesh.triangles_center[np.isclose(mesh.triangles_center[:, 2], 0)][:, 0]
    west, east = feet[feet < 16], feet[feet > 16]
    assert len(west) == len(east) > 0
    sockets = mesh.triangles_center[np.isclose(mesh.triangles_center[:, 2], 2.0)][:, 0]
    assert {round(x / 24) for x in sockets - 4} == {0, 1}, "24 mm apart"


def test_the_opening_of_the_arch() -> None:
    """A circle of 8 mm about a point 1.6 mm below the ground; a knob fits under its crown."""
    vertices = part("arch")[0].mesh.vertices
    inner = vertices[(np.abs(vertices[:, 0] - 16) < 8) & (vertices[:, 2] < 9)]
    rim = inner[(inner[:, 2] > 0) & ~np.isclose(inner[:, 2], 2.0)]
    assert np.hypot(rim[:, 0] - 16, rim[:, 2] + 1.6) == pytest.approx(8, abs=1e-6)
    assert rim[:, 2].max() == pytest.approx(6.4)
    assert 6.4 > KNOB_HEIGHT


@pytest.mark.parametrize(
    ("kind", "roughly"),
    [("brick", 8 * 8 * 9.6), ("column", 8 * 8 * 28.8), ("arch", 8 * 32 * 9.6 - 8 * 67),
     ("corner", 3 * 8 * 8 * 9.6), ("gold", math.pi * 16 * 9.6 - math.pi * 1.6**2 * 9.6),
     ("light", math.pi * 12 * 9.6 + 3 * 40)],
)  # fmt: skip
def test_volumes(kind: str, roughly: float) -> None:
    """Within a fifth of the plain shape; mm³."""
    assert part(kind)[0].mesh.volume == pytest.approx(roughly, rel=0.22)


@pytest.mark.parametrize("turn", range(2))
@pytest.mark.parametrize("kind", ["brick", "column", "arch", "light", "dark", "gold"])
def test_an_element_lies_over_its_studs(kind: str, turn: int) -> None:
    element = Element(kind, 7, 11, 4, turn)
    mesh = part(kind)[0].mesh.copy()
    mesh.apply_transform(place_element(element))
    assert mesh.bounds[0][2] == pytest.approx(4 * 9.6)
    found = knobs(mesh, element.top * 9.6) if kind != "gold" else {(60.0, 92.0)}
    assert found == {((x + 0.5) * PITCH, (y + 0.5) * PITCH) for x, y in element.studs}


@pytest.mark.parametrize("turn", range(4))
def test_a_corner_piece_lies_on_the_plate(turn: int) -> None:
    element = Element("corner", 5, 9, 0, turn)
    mesh = part("corner")[0].mesh.copy()
    mesh.apply_transform(place_element(element))
    assert mesh.bounds[0][2] == pytest.approx(-SHEET)
    found = knobs(mesh, 9.6 - SHEET)
    assert found == {((x + 0.5) * PITCH, (y + 0.5) * PITCH) for x, y in element.studs}


def test_stacked_pieces_touch_and_do_not_overlap() -> None:
    """The underside of one is at the height of the other's top, the knob in its socket."""
    pytest.importorskip("manifold3d")
    below = [("brick", 1), ("column", 3), ("arch", 1), ("gold", 1), ("light", 1)]
    for (low, level), high in product(below, ("brick", "column", "arch", "gold", "light")):
        pair = []
        for element in (Element(low, 5, 5), Element(high, 5, 5, level)):
            mesh = part(element.kind)[0].mesh.copy()
            mesh.apply_transform(place_element(element))
            pair.append(mesh)
        assert pair[1].bounds[0][2] == pytest.approx(level * 9.6)
        shared = trimesh.boolean.intersection(pair, engine="manifold")
        assert shared.is_empty or shared.extents.min() < 1e-3, (low, high)


def test_the_plate_has_32_by_32_knobs() -> None:
    studs = [(x, y) for x, y in BASEPLATE.knobs]
    whole = Body("plate", bare_plate(32, studs))
    mesh = whole.mesh
    closed(whole)
    assert len(knobs(mesh, -SHEET)) == 1024
    assert mesh.extents == pytest.approx([256, 256, PLATE + KNOB_HEIGHT])


@pytest.mark.parametrize("ground", GROUNDS, ids=str)
def test_a_knob_shows_in_every_hole(ground: GroundMap) -> None:
    west, south, wide, deep = ground.sheet
    inside = {
        (x, y)
        for x, y in knobs(board(ground)[0].mesh, -SHEET)
        if west < x / PITCH < west + wide and south < y / PITCH < south + deep
    }
    studs = ground.open_studs
    assert inside == {((x + 0.5) * PITCH, (y + 0.5) * PITCH) for x, y in studs}


FOLDER = Path(matplotlib.__file__).parent / "mpl-data" / "fonts" / "ttf"


def test_every_font_opened_is_of_matplotlib(monkeypatch: pytest.MonkeyPatch) -> None:
    """And letters are placed without libraries of the system."""
    opened: list[Path] = []
    open_font, read_file = ImageFont.truetype, Path.read_bytes

    def pixels(file: str, size: float, *, layout_engine: int) -> Any:
        assert layout_engine == ImageFont.Layout.BASIC
        opened.append(Path(file))
        return open_font(file, size, layout_engine=layout_engine)

    def read(file: Path) -> bytes:
        opened.append(file)
        return read_file(file)

    monkeypatch.setattr(ImageFont, "truetype", pixels)
    monkeypatch.setattr(Path, "read_bytes", read)
    typeface.font.cache_clear()
    typeface._letters.cache_clear()
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
    chosen = r"truetype\(|load_default|font_manager|TTFont|vtkText|add_(text|point_labels)"
    modules = [
        file.relative_to(ROOT / "viewer").as_posix()
        for file in (ROOT / "viewer").rglob("*.py")
        if re.search(chosen, file.read_text(encoding="utf-8"))
    ]
    assert modules == ["pieces/lettering.py"]


@pytest.mark.parametrize("mono", [False, True])
@pytest.mark.parametrize("height", [1.0, 4.6, 11.0])
def test_holes_of_letters_stay_open(height: float, mono: bool) -> None:
    """As many as in the outline of the font, and as large; a hole can be a triangle, as in 4."""
    letters = TTFont(typeface.font_file(bold=True, mono=mono))
    drawn, names = letters.getGlyphSet(), letters.getBestCmap()
    size = height / (letters["head"].unitsPerEm * 0.729)  # of a cap height
    for text, holes in (("4", 1), ("A", 1), ("0", 1), ("8", 2), ("B", 2), ("1", 0)):
        outline = AreaPen(drawn)
        drawn[names[ord(text)]].draw(outline)
        whole = typeface.written(text, 0, 0, height, mono=mono)
        assert sum(len(part.interiors) for part in whole.geoms) == holes, text
        assert len(whole.geoms) == (2 if mono and text == "0" else 1), "a 0 with a dot"
        assert whole.area == pytest.approx(abs(outline.value) * size**2, rel=0.02), text


def test_letters_are_those_that_the_font_draws() -> None:
    """Their areas, of a cap height of 1, are as Pillow fills them; A and V move together."""
    high, basic = 729, ImageFont.Layout.BASIC
    font = ImageFont.truetype(str(typeface.font_file(bold=True)), 1000, layout_engine=basic)
    assert text_area("AV").bounds[2] < text_area("VV").bounds[2] - 0.05
    for text in ("map-1 (sample)", "g8é"):
        drawn = font.getmask(text, "1")
        mask = np.asarray(drawn).reshape(drawn.size[::-1]) > 0
        area = text_area(text)
        assert mask.sum() == pytest.approx(area.area * high**2, rel=0.02), text
        inked = np.flatnonzero(mask.any(axis=0))
        west, _, east, _ = area.bounds
        assert np.ptp(inked) + 1 == pytest.approx((east - west) * high, abs=8), text
