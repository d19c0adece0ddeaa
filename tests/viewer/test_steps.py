"""Building steps: what each page says and shows, and the files they are written to."""

from __future__ import annotations

import io
from collections import Counter
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from pypdf import PdfReader

from palace.core import colours
from palace.core.colours import rgb
from palace.core.errors import InputError
from palace.monkey_palace.game.log import read_record, replay
from palace.monkey_palace.game.reasons import BOOK
from palace.monkey_palace.game.rules import MonkeyLog, reports
from palace.monkey_palace.kernel.build import Build
from palace.monkey_palace.kernel.elements import ANIMALS, Element
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.ldraw.part_list import Part, list_parts
from palace_viewer.moments import cut_film, cut_pieces
from palace_viewer.offscreen import pdf as booklet
from palace_viewer.offscreen import steps as module
from palace_viewer.offscreen.pdf import pdf
from palace_viewer.offscreen.steps import Steps, icon, where
from palace_viewer.paper import write_pdf
from tests.calls import call, refusal
from tests.monkey_palace.game.texts import read_text
from tests.paths import GOLDEN
from tests.viewer.palaces import ANIMALS as PALACE
from tests.viewer.palaces import FAULTY, MAP, RECORD, SETUP, TWO_TURNS, game

pytestmark = pytest.mark.usefixtures("opengl")

SMALL = (480, 360)
DAY = "D:20000101000000Z"
"""The date in every file: the same pages make the same file."""


@cache
def few(turns: int = 4) -> MonkeyLog:
    """The first turns of a game, none of them legal; the fourth cannot be built."""
    return replay(read_record(FAULTY), turns=turns)


def pages_of(data: bytes) -> list[Image.Image]:
    """Return the pictures of a PDF file, one of each page; pages are A4 across."""
    found = []
    for page in PdfReader(io.BytesIO(data)).pages:
        assert [float(edge) for edge in page.mediabox] == [0, 0, 841.89, 595.28]
        (only,) = page.images
        assert only.image is not None
        found.append(only.image.convert("RGB"))
    return found


def size_of(name: Path) -> tuple[int, int]:
    """Return the size of the picture in a file."""
    with Image.open(name) as image:
        wide, high = image.size
    return wide, high


def test_what_a_film_adds_in_each_picture() -> None:
    reel = cut_film(game(), "turn")
    for step, before in zip(reel.steps[1:], reel.steps, strict=False):
        ghosts = {one.number for one in reel.scene.instances if one.ghost}
        assert {*step.fresh} == {*step.numbers} - {*before.numbers} - ghosts
    by_one = cut_film(game(), "element")
    assert all(len(step.fresh) == 1 for step in by_one.steps[1:])
    assert [step.turn for step in reel.steps] == [*range(19)]


@pytest.mark.parametrize("shown", [PALACE, Build.of(PALACE), SETUP])
def test_a_palace_grows_from_the_bottom_up(shown: Palace | Build) -> None:
    reel = cut_pieces(shown)
    one = [reel.scene.instances[step.fresh[0]].element for step in reel.steps[1:]]
    assert [element.level for element in one] == sorted(element.level for element in one)
    every = shown.elements if isinstance(shown, Build) else shown.elements()
    assert Counter(one) == Counter(every)
    for step, before in zip(reel.steps[1:], reel.steps, strict=False):
        assert {*step.numbers} == {*before.numbers, *step.fresh}
    table = [reel.scene.instances[number].element for number in reel.steps[0].numbers]
    assert [element.kind for element in table] == ["corner"] * 4


def test_the_text_of_every_step() -> None:
    headings = Steps(game(), size=SMALL).headings
    assert [heading.title for heading in headings] == [
        "Set-up",
        *(f"Turn {one.number}: {one.player} builds {one.staircase}" for one in reports(game())),
    ]
    lines = ["map-1 (placeholder), Ana, Ben, Caro"]
    assert [h.line for h in headings] == lines + [
        ", ".join(map(BOOK.told, one.gains)) for one in reports(game())
    ]
    assert all(heading.sound for heading in headings)
    assert [heading.number for heading in headings] == [*range(19)]
    assert headings[0].parts == list_parts(SETUP)


def test_the_text_of_a_turn_that_is_not_legal() -> None:
    heading = Steps(few(), size=SMALL).headings[4]
    assert heading.title == "Turn 4: Ana builds e8-e7+b-e6-f6_c-f5"
    assert heading.line.startswith("monkey: gold was placed")
    assert not heading.sound


def test_a_pass_is_a_step_without_parts() -> None:
    passes = TWO_TURNS[: TWO_TURNS.index("build")] + "pass = true\n"
    played = replay(read_text(passes))
    last = Steps(played, size=SMALL).headings[-1]
    assert last.title == "Turn 1: Ana passes"
    assert last.parts == ()


def test_the_parts_of_all_steps_are_those_of_the_end() -> None:
    """But for the animals, which move."""

    def counted(parts: tuple[Part, ...]) -> Counter[tuple[str, str]]:
        still = [part for part in parts if part.kind not in ANIMALS.values()]
        return Counter({(part.kind, part.colour): part.count for part in still})

    for by in ("turn", "element"):
        steps = Steps(game(), by=by, size=SMALL)
        every = sum((counted(heading.parts) for heading in steps.headings), Counter())
        assert every == counted(list_parts(game().state.palace))


def test_where_a_piece_is() -> None:
    x, y = MAP.origin
    assert where(Element("arch", x, y, 2), MAP) == "arch from a1 to b1, level 2"
    assert where(Element("arch", x, y, 0, 1), MAP) == "arch from a1 to a2, level 0"
    assert where(Element("gold", x + 3, y + 6, 4), MAP) == "gold decoration on b3, level 4"
    assert where(Element("brick", x + 1, y), MAP) == f"brick at stud {x + 1},{y} level 0"
    heading = Steps(SETUP, by="element", size=SMALL).headings[-1]
    assert (heading.title, heading.line) == ("Piece 4 of 4", "gold decoration on f4, level 2")


def test_new_pieces_have_an_outline_and_the_others_are_pale() -> None:
    new, built = np.zeros((90, 90), bool), np.zeros((90, 90), bool)
    new[30:60, 30:60] = built[30:60, 20:90] = True
    grey = Image.new("RGB", (90, 90), "#646464")
    marked = np.asarray(module._mark(grey, new, built, 40))
    assert (marked[31:59, 31:59] == 0x64).all()
    assert (marked[31:59, 75:] == (0x64 + 255 + 1) // 2).all()
    assert (marked[:20] == 0x64).all()
    assert (marked[28, 35:55] == rgb(colours.PATH)).all()
    assert (marked[35:55, 61] == rgb(colours.PATH)).all()


def test_the_corner_pieces_are_never_pale() -> None:
    steps = Steps(game(), size=SMALL)
    first = np.asarray(steps.page(1)).astype(int)
    whole = steps._older(np.array([[0, 3, 4]]))
    steps.close()
    assert whole.tolist() == [[False, False, True]]
    assert ((first == rgb(colours.PATH)).all(axis=2)[80:].sum()) > 50


def test_a_turn_that_is_not_legal_is_red() -> None:
    good, bad = (
        steps._panel.draw(steps.headings[1], 5)
        for steps in (Steps(game(), size=SMALL), Steps(few(), size=SMALL))
    )
    assert good.getpixel((1, 1)) == rgb(colours.PATH)
    assert bad.getpixel((1, 1)) == rgb(colours.FAULT)


@pytest.mark.parametrize("size", [(240, 240), (400, 300), (300, 400), (900, 240), (240, 900)])
def test_pages_of_every_shape(size: tuple[int, int]) -> None:
    steps = Steps(few(), size=size)
    left, top = steps._panel.room
    assert (left > 0) != (top > 0)
    assert (size[0] - left) * (size[1] - top) >= 0.45 * size[0] * size[1]
    assert steps._panel.draw(steps.headings[1], 5).size == (left or size[0], top or size[1])


def test_the_parts_of_a_step_fit_beside_the_picture() -> None:
    """The first turn of the sample game has seven kinds of parts and a long heading."""
    steps = Steps(game(), size=(1200, 900))
    assert len(steps.headings[1].parts) == 6
    panel = np.asarray(steps._panel.draw(steps.headings[1], len(steps)))
    ground = rgb(module.GROUND)
    assert (panel[-12:] == ground).all()
    assert (panel[:, -12:][steps._panel.box :] == ground).all()
    assert (panel[-150:-12] != ground).any()


def test_a_colour_that_a_build_names_is_shown_and_written() -> None:
    red, any_colour = Part("brick", "red", 2), Part("brick", "", 1)
    assert [module.in_words(part) for part in (red, any_colour)] == ["2 red bricks", "1 brick"]
    assert module.in_words(Part("frog", "pink", 1)) == "1 frog"
    assert icon("brick", 24, "red").tobytes() != icon("brick", 24).tobytes()
    assert icon("brick", 24, "teal").tobytes() == icon("brick", 24).tobytes()


def test_a_build_of_many_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(booklet, "A4", (234, 165))
    x, y = MAP.origin
    names = [f"colour {number} {'x' * number}" for number in range(60)]
    bricks = tuple(Element("brick", x, y, n, colour=name) for n, name in enumerate(names))
    title = booklet._title_page(Steps(Build(MAP, bricks), by="element", size=booklet.A4))
    assert title.size == booklet.A4
    assert module.in_words(Part("brick", names[40], 1)) == "1 colour 40 xxxxxxxxxx brick"


@pytest.mark.parametrize("kind", ["baseplate", "corner", "arch", "brick", "column", "monkey"])
def test_small_pictures_of_parts(kind: str) -> None:
    shown = icon(kind, 24)
    assert shown.height == 24
    assert 4 < shown.width < 40
    assert len(shown.getcolors(10_000) or ()) > 2


def test_a_pdf_file_holds_the_pages_as_they_are() -> None:
    first = Image.new("RGB", (40, 30), colours.PAPER)
    first.paste(colours.FAULT, (3, 4, 20, 20))
    second = Image.effect_noise((40, 30), 90).convert("RGB")
    data = write_pdf([first, second], "A title")
    found = pages_of(data)
    assert [page.tobytes() for page in found] == [first.tobytes(), second.tobytes()]
    assert PdfReader(io.BytesIO(data)).metadata == {"/Title": "A title", "/CreationDate": DAY}
    assert write_pdf([first, second], "A title") == data


def test_steps_as_pdf(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(booklet, "A4", (1169, 827))
    told: list[float] = []
    data = pdf(few(1), told=told.append)
    found = pages_of(data)
    assert [page.size for page in found] == [(1169, 827)] * 3
    assert told == sorted(told)
    assert told[0] == 0
    assert len(data) < 3 * 100_000
    title, setup, first = found
    assert title.getpixel((5, 5)) == rgb(colours.PATH)
    assert first.tobytes() != setup.tobytes()


def test_what_has_no_steps() -> None:
    with pytest.raises(InputError, match="there are no turns to draw; give --by element"):
        Steps(SETUP)
    with pytest.raises(InputError, match="there are no building steps of it; write a picture"):
        Steps(object())


def test_a_png_file_for_each_step(tmp_path: Path) -> None:
    call_of = ("render", FAULTY, "--turn", 2, "--by", "turn", "--size", "320x240")
    out = tmp_path / "step.png"
    names = [tmp_path / f"step-0{number}.png" for number in range(3)]
    called = call(*call_of, "-o", out)
    assert (called.status, called.err) == (0, "")
    assert called.out == f"wrote {names[0]} to step-02.png\n"
    assert sorted(tmp_path.iterdir()) == names
    assert [size_of(name) for name in names] == [(320, 240)] * 3
    names[1].unlink()
    names[0].write_text("kept")
    lines = refusal(*call_of, "-o", out)
    remedy = "this file exists; choose another name, or add --force"
    assert lines == [f"{names[0]}: {remedy}", f"{names[2]}: {remedy}"]
    assert names[0].read_text() == "kept"
    assert not names[1].exists()
    assert call(*call_of, "-o", out, "--force").status == 0
    assert sorted(tmp_path.iterdir()) == names
    assert size_of(names[0]) == (320, 240)


def test_a_position_piece_by_piece(tmp_path: Path) -> None:
    out = tmp_path / "setup.PNG"
    assert call("render", "map-1", "-o", out, "--by", "element", "--size", "240x240").status == 0
    assert sorted(p.name for p in tmp_path.iterdir()) == [f"setup-0{n}.PNG" for n in range(5)]


def test_steps_of_a_position_as_pdf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(booklet, "A4", (468, 331))
    out = tmp_path / "setup.pdf"
    assert call("render", "map-1", "-o", out).out == f"wrote {out}\n"
    assert len(pages_of(out.read_bytes())) == 6


@pytest.mark.parametrize("name", ["a.pdf", "a.png"])
@pytest.mark.parametrize(
    ("what", "title"),
    [
        (f"{GOLDEN}/palm-island/solo.toml", "Palm Island"),
        (f"{GOLDEN}/cooper-island/three-players.toml", ""),
        ("cooper-2", "cooper-2"),
    ],
)
def test_games_without_building_steps(what: str, title: str, name: str, tmp_path: Path) -> None:
    by = ("--by", "turn") if name == "a.png" else ()
    (line,) = refusal("render", what, "-o", tmp_path / name, *by)
    assert line.startswith(f"render: there are no building steps of {title}")
    assert line.endswith("; write a picture")
    assert not [*tmp_path.iterdir()]


def test_one_picture_without_by(tmp_path: Path) -> None:
    out = tmp_path / "one.png"
    assert call("render", RECORD, "-o", out, "--size", "64x48").out == f"wrote {out}\n"
    assert [*tmp_path.iterdir()] == [out]
