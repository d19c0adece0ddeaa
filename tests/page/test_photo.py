"""A map is painted by a photo of its sheet: sent, its corners dragged, read, and put right."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from palace.monkey_palace.beside import photo
from palace.monkey_palace.beside.painting import Painting
from palace.monkey_palace.beside.photo import Photo
from palace.monkey_palace.game.sheet_photo import Patch, Reading
from palace.monkey_palace.game.sheet_view import Picture
from palace.monkey_palace.kernel.knob import Knob
from palace.page import action as act
from palace.page.action import Action
from palace.page.step import thoughts
from tests.monkey_palace.game.drawn_sheets import Lot, draw_sheet, side_by_side
from tests.page.boxes import box_of, table_with
from tests.page.tables import Table, keys

PATCHES = tuple(Patch(letter, (at, 9, 255), ()) for at, letter in enumerate("ldg"))


def sent(image: Image.Image) -> str:
    """Return what a browser sends of a photo."""
    jpeg = io.BytesIO()
    image.save(jpeg, "JPEG")
    head = b"P6 %d %d 255\n" % image.size
    pixels: bytes = image.tobytes()
    return (head + pixels + jpeg.getvalue()).decode("latin-1")


def painting(table: Table) -> Painting:
    """Return the map that is painted."""
    now = table.desk.beside[-1]
    assert isinstance(now, Painting)
    return now


def photographed(table: Table) -> Photo:
    """Return the photo that is looked at."""
    now = table.desk.beside[-1]
    assert isinstance(now, Photo)
    return now


def begun() -> Table:
    """Return a table where a map is painted."""
    table = table_with()
    table.send(Action("open", "box"))
    table.tap("paint")
    return table


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[Reading]:
    """What is read from photos, the next one last; the corners of none are found."""
    found: list[Reading] = []
    monkeypatch.setattr(photo, "find_corners", lambda *about: iter([(None, 0.5), (None, 1.0)]))
    monkeypatch.setattr(photo, "read_sheet", lambda *about: iter([(None, 0.5), (found.pop(), 1.0)]))
    return found


def blank() -> str:
    return sent(Image.new("RGB", (800, 600)))


def test_a_drawn_sheet_fills_the_map() -> None:
    """After the unsure knobs are tapped, it is the sheet, and its way into the box is as ever."""
    drawn = draw_sheet(Lot(1, size=(1000, 750), q=16))
    table = begun()
    table.send(Action("fill", act.PHOTO, sent(drawn.image)))
    found = photographed(table).places
    for (x, y), (u, v) in zip(found, drawn.true, strict=True):
        assert abs(x - u) < 12
        assert abs(y - v) < 12
    table.tap("read")
    names = {"l": "paint-l", "d": "paint-d", "g": "paint-g", ".": "paint-none"}
    for knob in painting(table).painted.unsure:
        letter = drawn.rows[7 - knob.rank][knob.file]
        table.tap(names[letter], str(knob))
    now = painting(table).painted
    assert now.rows == drawn.rows
    assert not now.unsure
    table.tap("setup", *side_by_side(drawn.rows), "done")
    (ground,) = box_of(table).grounds
    assert ground == "sheet-1"


def test_corners_that_are_not_found_are_dragged(read: list[Reading]) -> None:
    table = begun()
    table.send(Action("fill", act.PHOTO, blank()))
    assert "was not found" in table.shown().entry.verdict.lines[0]
    table.send(Action("fill", "corner-1", "5,-40"))
    plan, picture = table.shown().plan, table.shown().picture
    label = "Near left corner of the sheet, 1 % from the left, 0 % from the top"
    assert plan.places[0].label == label
    assert [(place.x, place.y) for place in plan.places] == [
        (5, 0),
        (120, 90),
        (680, 90),
        (680, 510),
    ]
    table.send(Action("fill", "corner-4", "700,500"))
    assert "image/jpeg" in picture == table.shown().picture
    table.tap("read")
    assert "are not those of a sheet" in table.shown().entry.verdict.lines[0]
    for other in ("5", "5,nan", "1e3,5", "99999,5"):
        before = table.shown().plan
        table.send(Action("fill", "corner-1", other))
        table.send(Action("fill", "corner-9", "1,1"))
        assert table.shown().plan == before
    table.tap("back")
    assert painting(table).painted.rows == ("l" * 8,) * 8


def test_the_grid_is_changed_beside_the_photo(read: list[Reading]) -> None:
    """The corners are looked for again, and the map has the grid of what is read."""
    table = begun()
    table.tap("setup", "f6", "g6", "h6")
    read.append(Reading(("ldg.ll",) * 4, (), (), PATCHES))
    table.send(Action("fill", act.PHOTO, blank()))
    table.tap("wide-less", "wide-less", *["deep-less"] * 4)
    for at, place in enumerate(("0,510", "0,0", "800,0", "800,510"), 1):
        table.send(Action("fill", f"corner-{at}", place))
    assert len(table.shown().plan.rings) == 24
    table.tap("read")
    assert painting(table).painted.size == (6, 4)
    assert painting(table).painted.setup == ()


class Waiting(Table):
    """A table whose host thinks of nothing by itself."""

    def do(self, effects: tuple[act.Effect, ...]) -> None:
        super().do(tuple(one for one in effects if not isinstance(one, act.Ponder)))


def test_it_is_stopped_between_slices() -> None:
    table = Waiting(begun().desk)
    table.send(Action("fill", act.PHOTO, blank()))
    for what in ("find", "read"):
        assert table.desk.pondering is not None
        slices = thoughts(table.desk, table.desk.pondering.ticket, what)
        for _ in range(3):
            table.settle(next(slices))
        (banner,) = table.shown().banners
        assert banner.text.endswith(" 0 %")
        table.press("Stop")
        table.settle(next(slices))
        assert table.shown().banners == ()
        table.tap(what)
        assert table.shown().banners
        for at, place in enumerate(("0,600", "0,0", "800,0", "800,600"), 1):
            table.send(Action("fill", f"corner-{at}", place))
        assert table.shown().banners == ()
        table.tap("read")


def test_unsure_knobs_are_marked_until_they_are_tapped(read: list[Reading]) -> None:
    table = begun()
    read.append(Reading(("ldg.llll",) * 8, (Knob(0, 0), Knob(3, 0)), (), PATCHES))
    table.send(Action("fill", act.PHOTO, blank()))
    table.tap("read")
    marked = {place.name: place.sign for place in table.shown().plan.places if place.sign}
    assert marked == {"a1": "?", "d1": "?"}
    assert "2 knobs" in table.shown().entry.verdict.lines[0]
    table.tap("turn")
    assert painting(table).painted.unsure == {Knob(0, 7), Knob(0, 4)}
    table.tap("paint-g", "a5", "a8")
    assert painting(table).painted.rows[0][0] == painting(table).painted.rows[3][0] == "g"
    assert not any(place.sign for place in table.shown().plan.places)


def test_which_colour_is_which_is_told(read: list[Reading]) -> None:
    """The patch of one colour is tapped while another is chosen: both change their places."""
    table = begun()
    read.append(Reading(("ldg.llll",) * 8, (), (), PATCHES))
    table.send(Action("fill", act.PHOTO, blank()))
    table.tap("read", "paint-g", "tone-l")
    assert painting(table).painted.rows == ("gdl.gggg",) * 8
    patches = {key.tint: key.text for key in keys(table.shown()) if key.tint.startswith("#")}
    assert patches == {"#0009ff": "gold", "#0109ff": "dark", "#0209ff": "light"}
    table.tap("paint-none", "tone-l")
    assert painting(table).painted.rows == ("gdl.gggg",) * 8


def test_with_many_unsure_knobs_the_corners_are_asked_for_again(read: list[Reading]) -> None:
    table = begun()
    unsure = tuple(Knob(at, 0) for at in range(8))
    read += [Reading(("l" * 8,) * 8, unsure[1:], (), PATCHES), Reading((), unsure, (), ())]
    table.send(Action("fill", act.PHOTO, blank()))
    table.tap("read")
    assert "8 knobs" in table.shown().entry.verdict.lines[0]
    table.send(Action("fill", "corner-2", "10,10"))
    table.tap("read")
    assert painting(table).painted.unsure == {*unsure[1:]}
    table.send(Action("undo"))  # back to the corners
    assert photographed(table).places[1] == (10, 10)


def test_what_is_no_photo_is_refused(read: list[Reading]) -> None:
    table = begun()
    for text in (
        "",
        "P6 2 2 255\n",
        "P6 0 0 255\n",
        "P6 2 1 255\nabcdefgh",
        "P6 1 1 255\n漢字漢字",
    ):
        table.send(Action("fill", act.PHOTO, text))
        assert "no photo" in table.told.pop().what
    assert painting(table).painted.name == "sheet-1"


def test_the_bytes_of_a_photo_are_kept() -> None:
    picture = Photo.of(painting(begun()), painting(begun()).painted.ground, blank()).picture
    assert picture == Picture(800, 600, bytes(3 * 800 * 600))


def test_a_stroke_is_taken_back_at_once() -> None:
    table = begun()
    table.tap("paint-d", "h8")
    table.send(Action("tap", "a1"))
    for name in ("b1", "c1"):
        table.send(Action("tap", name, drawn=True))
    assert painting(table).painted.rows[-1] == "dddlllll"
    table.send(Action("undo"))
    assert painting(table).painted.rows[-1] == "llllllll"
    assert painting(table).painted.rows[0] == "llllllld"


def test_a_plan_is_turned_to_the_side_of_a_phone() -> None:
    table = begun()
    table.tap("wide-less")
    corners = []
    for side in range(4):
        table.send(Action("look", "side", str(side)))
        plan = table.shown().plan
        assert {len(plan.columns), len(plan.rows)} == {7, 8}
        (first,) = [place for place in plan.places if place.name == "a1"]
        corners.append((plan.columns[first.x], plan.rows[first.y]))
        places = {(place.x, place.y) for place in plan.places}
        assert places == {(x, y) for x in range(len(plan.columns)) for y in range(len(plan.rows))}
    assert corners == [("a", "1"), ("1", "a")] * 2
