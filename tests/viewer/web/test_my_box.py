"""An owner's box in a real browser: painted with a finger, entered, learned, and used again."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from palace.contract.kept import KeptBox
from palace.monkey_palace.entry import GAME
from palace.monkey_palace.game.learning import entered
from tests.monkey_palace.game.drawn_sheets import Lot, draw_sheet, side_by_side
from tests.viewer.web.boxes import faults
from tests.viewer.web.browsers import IN_CHROMIUM, SIZES, Browser, new_page, program
from tests.viewer.web.servers import serving

assert GAME.keeping is not None
KEEPING = GAME.keeping()

pytestmark = IN_CHROMIUM

DRAWN = "a1", "b1", "c1", "c2", "b2"
"""Knobs that a finger passes."""


PATIENCE = 60_000
"""Milliseconds that a photo may take on a machine with much else to do."""


@pytest.fixture(scope="module")
def found() -> Iterator[Any]:
    """Chromium, without anything in 3D."""
    with program() as running:
        yield running


def draw(page: Browser, *names: str) -> None:
    """Draw a finger over knobs."""
    finger = page.page.context.new_cdp_session(page.page)
    for at, name in enumerate(names):
        box = page.page.locator(f'[data-place="{name}"]').bounding_box()
        point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        kind = "touchMove" if at else "touchStart"
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [point]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def paint(page: Browser) -> None:
    """Paint a map, mark its set-up, and put it into the box."""
    page.press("Paint a map", ".cover")
    page.press("dark", ".strip")
    draw(page, *DRAWN)
    page.press("closed", ".strip")
    page.page.locator("[data-place='h8']").click()
    page.press("Set-up", ".strip")
    for name in ("d4", "e4", "f4"):
        page.page.locator(f"[data-place='{name}']").click()
    page.says("63 knobs, 1 closed", ".verdict")
    assert faults(page) == []
    page.press("Into my box", "nav.keys")


def enter_boards(page: Browser) -> None:
    """Enter five arches and four bricks at the start, two of each each turn, for two boards."""
    page.press("Boards", ".cover")
    page.says("Board 1: at the start", ".cover")
    assert faults(page) == []
    steppers = page.page.locator(".cover .stepper")
    for board in range(2):
        for at, count in enumerate((5, 4, 0, 2, 2, 0)):
            one = steppers.nth(6 * board + at)
            for number in range(1, count + 1):
                one.locator(".step").last.click()
                one.locator(".number", has_text=str(number)).wait_for()
    page.press("Back to my box", "nav.keys")


def begin(page: Browser, box: str) -> None:
    """Begin a game with what the box has."""
    page.says(box, ".verdict")
    assert faults(page) == []
    page.press("New game", "nav.keys")
    page.says("Do you have the game in its box?", ".sheet")
    page.page.locator(".sheet > .keys .key").click()


def build(page: Browser) -> None:
    """Enter a staircase, the same in every game, so that the pile of its card is the same too."""
    for name in ("c4", "d4", "e4"):
        page.page.locator(f"[data-place='{name}']").click()
    page.page.locator("nav.keys .key.main", has_text="cards").click()
    page.page.locator(".cover .pile").first.wait_for()


def test_from_an_empty_folder(found: Any, tmp_path: Path) -> None:
    """A map, two boards, a game with a typed card, and a second game where that is one tap."""
    with serving(tmp_path, "evening.toml", "--port", "0") as running:
        page = new_page(found, SIZES["phone"])
        page.open(running.address)
        page.press("My box", ".sheet")
        paint(page)
        enter_boards(page)
        begin(page, "0 of 67 cards, 2 of 4 boards, 1 map")
        build(page)
        page.page.locator(".cover .key.pile").first.click()
        add = page.page.locator("nav.keys .main").element_handle()
        page.page.locator(".cover .key:not(.pile)", has_text=re.compile("^3$")).click()
        page.page.locator(".cover .key.on").wait_for()
        # A key for the frog came before it; a tap on its way must not meet that one.
        page.page.locator("nav.keys .key", has_text="Take the frog").wait_for()
        assert add.text_content() == "Add it to slot 1"
        add.click()
        page.says("Turn 2", ".whose")
        assert page.faults == []
        assert running.end() == 0
    own = KeptBox(KEEPING)
    (card,) = own.data.cards
    assert card.card.split()[1] == "3*"
    (ground,) = own.box.maps
    assert {str(knob) for knob, letter in ground.colours.items() if letter == "d"} == {*DRAWN}
    with serving(tmp_path, "second.toml", "--port", "0") as running:
        page = new_page(found, SIZES["phone"])
        page.open(running.address)
        page.press("My box", ".sheet")
        begin(page, "1 of 67 cards, 2 of 4 boards, 1 map")
        build(page)
        page.page.locator(".cover .cards .key").first.click()
        page.says("slot 1", ".cover")
        page.press("End turn", "nav.keys")
        page.says("Turn 2", ".whose")
        assert page.faults == []
        assert running.end() == 0
    assert KeptBox(KEEPING).data == own.data


def test_a_photo_of_a_sheet_fills_the_map(found: Any, tmp_path: Path) -> None:
    """One of its corners is dragged away and back, and moved by keys; what is unsure is tapped in
    its colour."""
    drawn = draw_sheet(Lot(5))
    drawn.image.save(tmp_path / "sheet.png")
    with serving(tmp_path, "evening.toml", "--port", "0") as running:
        page = new_page(found, SIZES["phone"])
        page.open(running.address)
        page.press("My box", ".sheet")
        page.press("Paint a map", ".cover")
        page.page.locator("input[accept]").set_input_files(tmp_path / "sheet.png")
        read = page.page.locator("nav.keys .main:not([disabled])", has_text="Read it")
        read.wait_for(timeout=PATIENCE)
        assert faults(page) == []
        corner = page.page.locator("[data-corner='corner-3']")
        before = corner.bounding_box()
        x, y = before["x"] + before["width"] / 2, before["y"] + before["height"] / 2
        mouse = page.page.mouse
        for way in (30, -30):
            mouse.move(x, y)
            mouse.down()
            mouse.move(x + way / 2, y + way / 2)
            mouse.move(x + way, y + way)
            mouse.up()
            x, y = x + way, y + way
            page.page.wait_for_timeout(300)
        corner.focus()
        for key, across in (("ArrowLeft", -1), ("ArrowRight", 0)):
            place = corner.get_attribute("aria-label")
            page.page.keyboard.press(key)
            page.page.wait_for_function(
                "old => document.querySelector('[data-corner=corner-3]').ariaLabel !== old",
                arg=place,
            )
            after = corner.bounding_box()
            assert abs(after["x"] - before["x"] - across * before["width"] * 45 / 200) < 4
        assert "Far right corner" in place
        read.click()
        page.page.locator("[data-place='a1']").wait_for(timeout=PATIENCE)
        assert faults(page) == []
        keys = {"l": "light", "d": "dark", "g": "gold", ".": "closed"}
        places = page.page.locator("[data-place]:has(.sign)")
        while places.count():
            name = places.first.get_attribute("data-place")
            letter = drawn.rows[8 - int(name[1])]["abcdefgh".index(name[0])]
            page.press(keys[letter], ".strip")
            page.page.locator(f"[data-place='{name}']").click()
            page.page.locator(f"[data-place='{name}']:not(:has(.sign))").wait_for()
        page.press("Set-up", ".strip")
        for name in side_by_side(drawn.rows):
            page.page.locator(f"[data-place='{name}']").click()
        page.press("Into my box", "nav.keys")
        page.says("1 map", ".verdict")
        assert page.faults == []
        assert running.end() == 0
    (ground,) = KeptBox(KEEPING).box.maps
    assert ground.rows == drawn.rows


def test_a_box_that_cannot_be_kept_is_told(
    found: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "no-folder"
    file.write_text("", encoding="utf-8")
    monkeypatch.setenv("XDG_DATA_HOME", str(file))
    with serving(tmp_path, "evening.toml", "--port", "0") as running:
        page = new_page(found, SIZES["phone"])
        page.open(running.address)
        page.press("My box", ".sheet")
        page.press("Boards", ".cover")
        page.page.locator(".cover .stepper .step").nth(1).click()
        page.says("its folder cannot be made", ".lines")
        page.page.locator(".cover .stepper .number", has_text="1").wait_for()


def test_what_another_program_adds_to_a_box_stays(found: Any, tmp_path: Path) -> None:
    before = KeptBox(KEEPING)
    before.keep(entered(before.data, "1x 1*", "typed in"))
    with serving(tmp_path, "evening.toml", "--port", "0") as running:
        page = new_page(found, SIZES["phone"])
        page.open(running.address)
        other = KeptBox(KEEPING)
        other.keep(entered(other.data, "3g 2*", "typed in"))
        page.press("My box", ".sheet")
        page.press("Boards", ".cover")
        page.page.locator(".cover .stepper .step").nth(1).click()
        page.page.locator(".cover .stepper .number", has_text="1").wait_for()
        assert running.end() == 0
    own = KeptBox(KEEPING).data
    assert own.cards == other.data.cards
    assert [board.start for board in own.boards] == ["1a"]
