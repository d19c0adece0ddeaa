"""The page in Firefox and in WebKit, which WebDriver drives: what a test asks of them, as of
Chromium in `browsers.py`."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from palace.page.action import Action
from palace.page.state import PageState
from tests.viewer.web.browsers import AGREES, agreed, selector

PATIENCE = 60.0
"""Seconds in which Python is there on a busy machine."""

REMEDY = "run 'scripts/setup test browsers'"

ALONG = """way => way.split(">>").map(step => step.trim()).reduce((found, step) => {
  const nth = /^nth=([0-9]+)$/.exec(step);
  return nth ? found.slice(nth[1], +nth[1] + 1)
    : found.flatMap(one => [...one.querySelectorAll(step)]);
}, [document]).find(one => one.checkVisibility() && one.matches(":enabled, [role=button]")
  && one.ariaDisabled !== "true" && !one.closest("[inert]"))"""
"""What can be tapped along a way of selectors, as Playwright writes them."""

KEY = """([text, inside]) => [...document.querySelectorAll(`${inside} .key:enabled`)].find(
  one => one.textContent.includes(text) && one.checkVisibility() && one.ariaDisabled !== "true"
    && !one.closest("[inert]"))"""

SAYS = """([text, inside]) => [...document.querySelectorAll(inside)].some(
  one => one.innerText.includes(text))"""

HOLD = """of => of.dispatchEvent(new MouseEvent("contextmenu", { bubbles: true }))"""

PLACE = """of => {
  of?.scrollIntoView({ block: "nearest", inline: "nearest" });
  return of && Object.values(of.getBoundingClientRect().toJSON());
}"""

OVER = """of => {
  const { x, y, width, height } = of.getBoundingClientRect();
  return document.elementFromPoint(x + width / 2, y + height / 2)?.outerHTML.slice(0, 300);
}"""


class Driven:
    """A page in a browser with a driver; `go` opens an address in it."""

    def __init__(self, driver: Any, go: Callable[[str], None]) -> None:
        self.driver, self.go = driver, go

    def evaluate(self, script: str, arg: Any = None) -> Any:
        """Return what a function of JavaScript returns, or what it promises."""
        return self.driver.execute_async_script(
            f"const done = arguments[arguments.length - 1];"
            f"Promise.resolve(({script})({json.dumps(arg)})).then(done, why => done(`${{why}}`));"
        )

    def wait(self, script: str, arg: Any = None) -> Any:
        """Return what a function returns, once that is something."""
        end = time.monotonic() + PATIENCE
        while not (found := self.driver.execute_script(f"return ({script})({json.dumps(arg)})")):
            assert time.monotonic() < end, (arg, self.evaluate("() => document.body.innerText"))
            time.sleep(0.05)
        return found

    def click(self, script: str, arg: Any) -> None:
        """Tap what a function returns, once it rests where it is."""
        before, place = None, f"of => ({PLACE})(({script})(of))"
        while before != (before := self.wait(place, arg)):
            time.sleep(0.05)
        try:
            self.wait(script, arg).click()
        except Exception as error:
            error.add_note(f"over it: {self.evaluate(f'of => ({OVER})(({script})(of))', arg)}")
            raise

    def open(self, address: str) -> None:
        """Open a page, and wait until it shows what its host sends."""
        self.go(address)
        self.wait("() => document.body?.dataset.ready === 'yes'")

    def reload(self) -> None:
        """Load the page again."""
        self.open(self.evaluate("() => location.href"))  # Marionette's own passes by what is kept

    def tap(self, *names: str) -> None:
        """Tap places of the plan."""
        for name in names:
            self.click(ALONG, f'[data-place="{name}"]')

    def give(self, file: Path) -> None:
        """Open a file on the page."""
        self.driver.find_element("css selector", "input[type=file]").send_keys(str(file))

    def do(self, shown: PageState, action: Action) -> None:
        """Tap what sends an action, on a page that shows these sections."""
        way = selector(shown, action)
        if action.held:
            self.wait(ALONG, way)
            self.evaluate(f"way => ({HOLD})(({ALONG})(way))", way)
        else:
            self.click(ALONG, way)

    def agrees(self, shown: PageState) -> None:
        """Wait until the page shows these sections."""
        self.wait(AGREES, agreed(shown))

    def says(self, text: str, inside: str = "body") -> None:
        """Wait until something inside an element has this text."""
        self.wait(SAYS, [text, inside])

    def press(self, text: str, inside: str = "body") -> None:
        """Tap the key with this text."""
        self.click(KEY, [text, inside])


@contextmanager
def firefox(folder: Path) -> Iterator[Driven]:
    """Yield Firefox without a window, with a new profile."""
    program = shutil.which("firefox-esr") or shutil.which("firefox")
    if program is None:
        pytest.skip(f"no Firefox: {REMEDY}")
    marionette = pytest.importorskip("marionette_driver.marionette", reason=REMEDY)
    driver = marionette.Marionette(
        bin=program, headless=True, port=free(), workspace=str(folder),
        gecko_log=str(folder / "gecko.log"), startup_timeout=120,
    )  # fmt: skip
    try:
        driver.start_session()
        driver.set_window_rect(width=450, height=800)
        yield Driven(driver, driver.navigate)
    finally:
        driver.quit(in_app=False)
        driver.cleanup()


@contextmanager
def webkit(folder: Path) -> Iterator[Driven]:
    """Yield the browser of WebKitGTK on a display of its own."""
    place = next(Path("/usr").glob("lib*/**/webkit2gtk-4.1/MiniBrowser"), None)
    if not (place and all(map(shutil.which, ("WebKitWebDriver", "Xvfb")))):
        pytest.skip(f"no WebKit: {REMEDY}")
    webdriver = pytest.importorskip("selenium.webdriver", reason=REMEDY)
    service = pytest.importorskip("selenium.webdriver.webkitgtk.service", reason=REMEDY)
    with subprocess.Popen(
        ["Xvfb", "-displayfd", "1", "-screen", "0", "800x900x24", "-nolisten", "tcp"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    ) as display:  # fmt: skip
        assert display.stdout is not None
        number = display.stdout.readline().strip()
        options = webdriver.WebKitGTKOptions()
        options.binary_location = str(place)
        options.add_argument("--automation")
        own = {"DISPLAY": f":{number}", "HOME": str(folder), "PATH": "/usr/bin:/bin"}
        driver = webdriver.WebKitGTK(options, service.Service(env=own))
        try:
            driver.set_window_size(360, 740)
            yield Driven(driver, driver.get)
        finally:
            driver.quit()
            display.terminate()


def free() -> int:
    """Return a port that nothing listens on."""
    with socket.create_server(("127.0.0.1", 0)) as one:
        port: int = one.getsockname()[1]
        return port
