"""A page in a real browser, without a graphics card."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")

SOFTWARE = ("--use-angle=swiftshader", "--enable-unsafe-swiftshader")

SIZES = {"phone": (360, 740), "desktop": (1280, 800)}


class Browser:
    """A page in Chromium, and what was heard of it: its requests and what its console told."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.requests: list[str] = []
        self.faults: list[str] = []
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", self._hear)
        page.set_default_timeout(30_000)

    def _hear(self, message: Any) -> None:
        # Software rendering is slow, and three.js tells where none is to be had.
        known = "GL Driver Message" in message.text or "WebGL context" in message.text
        if message.type in ("error", "warning") and not known:
            self.faults.append(message.text)

    def tap(self, selector: str, until: str) -> None:
        """Tap an element, and wait until another one is there."""
        self.page.locator(selector).click()
        self.page.locator(until).first.wait_for()


@contextmanager
def chromium(size: tuple[int, int], *, touch: bool, draws: bool = True) -> Iterator[Browser]:
    """Yield a page of a size, drawn without a graphics card; one that `draws` nothing in 3D is
    much faster.
    """
    from playwright.sync_api import sync_playwright

    with sync_playwright() as running:
        program = running.chromium.launch(
            executable_path=CHROMIUM,
            args=["--no-sandbox", *(SOFTWARE if draws else ("--disable-3d-apis",))],
        )
        wide, high = size
        context = program.new_context(
            viewport={"width": wide, "height": high}, has_touch=touch, is_mobile=touch
        )
        yield Browser(context.new_page())
        program.close()


def overflow(browser: Browser) -> int:
    """Return by how many pixels the page is wider than the screen."""
    found: int = browser.page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    return found
