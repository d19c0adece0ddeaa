"""The demo of the page without a server, in Chromium, with its palace in the round."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

import pytest
from PIL import Image

from palace.page.words import BOOK
from tests.viewer.web.browsers import Browser, new_page, program
from tests.viewer.web.test_pocket import PATIENCE, PHONE, address, pytestmark

__all__ = ["address", "pytestmark"]

LATE = 4_000
"""Milliseconds that Python comes late where something is tapped before it."""


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with program(draws=True) as found:
        yield found


@pytest.fixture
def browser(chromium: Any) -> Browser:
    browser = new_page(chromium, PHONE)
    browser.page.set_default_timeout(PATIENCE)
    return browser


def say(key: str) -> str:
    return BOOK.say("en", key)


def waits(browser: Browser, text: str) -> None:
    browser.page.locator(".banner.demo", has_text=text).wait_for()


def yellow(browser: Browser) -> tuple[float, float]:
    """Return the middle of what is yellow in the round, once it is drawn there."""
    canvas = browser.page.locator(".round canvas")
    box = canvas.bounding_box()
    for _ in range(60):
        picture = Image.open(io.BytesIO(canvas.screenshot())).convert("RGB")
        pixels = picture.load()
        found = [
            (x, y)
            for x in range(picture.width)
            for y in range(picture.height)
            if pixels[x, y][0] > 170 and 120 < pixels[x, y][1] < 225 and pixels[x, y][2] < 70
            and pixels[x, y][0] - pixels[x, y][1] < 50
        ]  # fmt: skip
        if len(found) > 200:
            x, y = sorted(found)[len(found) // 2]
            return box["x"] + x, box["y"] + y
        browser.page.wait_for_timeout(250)
    raise AssertionError("nothing is yellow")


def test_the_first_staircase_is_there_and_takes_a_tap_before_python(
    browser: Browser, address: str
) -> None:
    """Python comes late; the tap that came before it is answered."""
    page = browser.page

    def late(route: Any) -> None:
        page.wait_for_timeout(LATE)
        route.continue_()

    page.route("**/pyodide.asm.wasm.gz", late)
    page.goto(f"{address}#demo")
    waits(browser, say("demo-tip-1"))
    assert page.locator(".coming").count() == 1  # Python is on its way
    page.locator("nav.keys .key.main").click()
    assert page.locator(".coming").count() == 1
    waits(browser, say("demo-earns-1"))


def test_a_tap_on_what_is_yellow_mends(browser: Browser, address: str) -> None:
    page = browser.page
    page.goto(f"{address}#demo")
    waits(browser, say("demo-tip-1"))
    page.locator(".coming").wait_for(state="detached")
    page.touchscreen.tap(*yellow(browser))
    waits(browser, say("demo-earns-1"))
    assert page.locator(".verdict h2").inner_text().startswith("Legal: 4")


def test_a_second_tap_on_mend_leaves_no_staircase(browser: Browser, address: str) -> None:
    """What comes in its place takes no tap at once."""
    page = browser.page
    page.goto(f"{address}#demo")
    page.locator(".coming").wait_for(state="detached")
    page.locator("nav.keys .key.main").click()
    waits(browser, say("demo-earns-1"))
    page.locator("nav.keys .key.main").click(force=True)
    page.wait_for_timeout(300)
    assert say("demo-earns-1") in page.locator(".banner.demo").inner_text()
    page.wait_for_timeout(400)
    page.locator("nav.keys .key.main").click()
    waits(browser, say("demo-tip-2"))


def test_the_demo_is_mended_to_its_end_and_a_game_is_begun(browser: Browser, address: str) -> None:
    """By taps alone, in one page; the staircase of one's own is judged, and the game is kept."""
    page, main = browser.page, browser.page.locator("nav.keys .key.main")
    page.goto(f"{address}#demo")
    for at in (1, 2, 3):
        waits(browser, say(f"demo-tip-{at}"))
        page.wait_for_timeout(600)
        main.click()
        waits(browser, say(f"demo-earns-{at}"))
        page.wait_for_timeout(600)
        main.click()
    waits(browser, say("demo-open"))
    main.click()
    waits(browser, say("demo-own"))
    browser.page.locator(".head .bare").first.click()  # the plan, on which knobs are named
    for knob in ("a4", "a5", "a6", "b6"):
        page.locator(f"[data-place={knob}]").click()
    waits(browser, say("demo-built"))
    assert page.locator(".verdict h2").inner_text() == "Legal: 3 light green credits"
    main.click()
    page.locator("[data-sheet=new]").wait_for()
    browser.press("Begin")
    page.locator(".whose .line", has_text="Turn 1").wait_for()
    assert page.locator(".banner.demo").count() == 0
