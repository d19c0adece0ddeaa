"""A page in a real browser, without a graphics card: one that is served, and one that is shown
the sections of a table in this process."""

from __future__ import annotations

import json
import mimetypes
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from typing import Any
from urllib.parse import urlsplit

import pytest

from palace.page.action import Action
from palace.page.state import Group, Key, PageState, Stepper, changes
from palace_viewer.web.gate import BROKEN
from tests.page.tables import of

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")

IN_CHROMIUM = pytest.mark.skipif(
    CHROMIUM is None, reason="no chromium: run 'apt-get install chromium' as root"
)
"""The mark of a test that needs Chromium, which `scripts/setup test` installs where it may."""

SOFTWARE = ("--use-angle=swiftshader", "--enable-unsafe-swiftshader")

SIZES = {"phone": (360, 740), "desktop": (1280, 800)}

TABLE = re.compile(r"/table\?")

STAGE = "http://palace.test/"
"""The address of a page that no server has; nothing is asked of a network."""

AGREES = """shown => {
  const text = (selector) => document.querySelector(selector)?.textContent ?? "";
  const label = (name) => document.querySelector(`[data-place="${name}"]`)?.ariaLabel ?? "";
  const bar = [...document.querySelectorAll("nav.keys .key .text")].map(one => one.textContent);
  const keys = ":is(.cover, .strip) :is(.key:not(.step), .stepper .number)";
  const told = (one) => (one.querySelector(".text") ?? one).textContent;
  const groups = [...document.querySelectorAll(keys)].map(
    one => `${told(one)}${one.ariaPressed === "true" ? "!" : ""}`);
  return text(".whose .line") === shown.line && text(".verdict [role=status]") === shown.title
    && groups.join("|") === shown.groups.join("|") && bar.join("|") === shown.bar.join("|")
    && Object.entries(shown.places).every(([name, told]) => label(name) === told);
}"""
"""Whether a page shows this line of its heading, verdict, bar, keys and plan."""


class Browser:
    """A page in Chromium, and what was heard of it: its requests and what its console told."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.requests: list[str] = []
        self.faults: list[str] = []
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("websocket", lambda socket: self.requests.append(socket.url))
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", self._hear)
        page.set_default_timeout(10_000)
        self.line = Line(self)

    def _hear(self, message: Any) -> None:
        # Software rendering is slow, and three.js tells where none is to be had.
        known = "GL Driver Message" in message.text or "WebGL context" in message.text
        if message.type in ("error", "warning") and not known:
            self.faults.append(message.text)

    def strangers(self, base: str) -> list[str]:
        """Return the requests to other hosts."""
        own = urlsplit(base).netloc
        asked = [urlsplit(url) for url in self.requests]
        return [url.geturl() for url in asked if url.netloc not in (own, "")]

    def open(self, address: str) -> None:
        """Open a page, and wait until it shows what its host sends."""
        self.page.goto(address)
        self.page.locator("body[data-ready=yes]").wait_for()

    def do(self, shown: PageState, action: Action) -> None:
        """Tap what sends an action, on a page that shows these sections."""
        found = self.page.locator(selector(shown, action))
        held = action.held
        found.click(button="right" if held else "left", no_wait_after=True)

    def agrees(self, shown: PageState) -> None:
        """Wait until the page shows these sections."""
        self.page.wait_for_function(AGREES, arg=agreed(shown))

    def says(self, text: str, inside: str = "body") -> None:
        """Wait until something inside an element has this text."""
        self.page.locator(inside).get_by_text(text).locator("visible=true").first.wait_for()

    def press(self, text: str, inside: str = "body") -> None:
        """Tap the key with this text."""
        keys = self.page.locator(inside).locator(".key", has_text=text)
        keys.locator("visible=true").first.click()


@contextmanager
def program(*, draws: bool = False) -> Iterator[Any]:
    """Yield Chromium without a page; one that `draws` nothing in 3D is much faster."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as running:
        found = running.chromium.launch(
            executable_path=CHROMIUM,
            args=["--no-sandbox", *(SOFTWARE if draws else ("--disable-3d-apis",))],
        )
        yield found
        found.close()


def new_page(found: Any, size: tuple[int, int], *, touch: bool = True, **about: Any) -> Browser:
    """Return a page of a size on a phone of its own; `about` is known to Playwright."""
    wide, high = size
    context = found.new_context(
        viewport={"width": wide, "height": high}, has_touch=touch, is_mobile=touch, **about
    )
    return Browser(context.new_page())


@contextmanager
def chromium(size: tuple[int, int], *, touch: bool, draws: bool = True) -> Iterator[Browser]:
    """Yield a page of a size, drawn without a graphics card."""
    with program(draws=draws) as found:
        yield new_page(found, size, touch=touch)


class Line:
    """The line of a page to its server: it can be broken, what comes on it held back, and an
    action refused that has a text."""

    def __init__(self, browser: Browser) -> None:
        self.broken = False
        self.refused = ""
        self.refusals = 0
        self.held: list[str] | None = None
        self._ends: list[Any] = []
        browser.page.route_web_socket(TABLE, self._connect)

    def _connect(self, socket: Any) -> None:
        if self.broken:
            socket.close()
            return
        server = socket.connect_to_server()
        server.on_message(self._come)
        socket.on_message(self._go)
        self._ends = [socket, server]

    def _go(self, text: str) -> None:
        socket, server = self._ends
        if self.refused and self.refused in text:
            self.refusals += 1
            socket.close(code=BROKEN)
            server.close()
        else:
            server.send(text)

    def _come(self, text: str) -> None:
        if self.held is None:
            self._ends[0].send(text)
        else:
            self.held.append(text)

    def hold(self) -> None:
        """Hold back what comes."""
        self.held = []

    def release(self) -> None:
        """Let through what was held back, and what comes."""
        held, self.held = self.held or [], None
        for text in held:
            self._ends[0].send(text)

    def cut(self) -> None:
        """Break the line; what was held back is lost."""
        self.broken, self.held = True, None
        for end in self._ends:
            end.close()

    def mend(self) -> None:
        """Let the page open the line again."""
        self.broken = False


class Stage:
    """A page that shows the sections it is given, and keeps what it sends."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.sent: list[dict[str, Any]] = []
        self._socket: Any = None
        self._shown = PageState()
        browser.page.route(f"{STAGE}**", self._answer)
        browser.page.route_web_socket(TABLE, self._connect)
        browser.page.goto(STAGE)

    def _answer(self, route: Any) -> None:
        name = urlsplit(route.request.url).path.lstrip("/") or "index.html"
        body = files("palace_viewer.web").joinpath("bundle", name).read_bytes()
        route.fulfill(body=body, content_type=mimetypes.guess_type(name)[0] or "text/plain")

    def _connect(self, socket: Any) -> None:
        self._socket = socket
        socket.on_message(lambda text: self.sent.append(json.loads(text)))
        self._send()

    def _send(self) -> None:
        if self._socket is not None:
            self._socket.send(changes(self._shown))

    def show(self, state: PageState) -> None:
        """Show sections, none of what the page itself remembers of those before."""
        self.browser.page.keyboard.press("Escape")  # a drawer that was left open
        self._shown = PageState()
        self._send()
        self._shown = state
        self._send()
        self.browser.agrees(state)
        self.browser.page.wait_for_function(
            "name => (document.querySelector('[data-sheet]')?.dataset.sheet ?? '') === name",
            arg=state.sheet.name,
        )


def agreed(shown: PageState) -> dict[str, Any]:
    """Return what `AGREES` compares a page with."""
    return {
        "line": shown.heading.line,
        "title": shown.entry.verdict.title or ("" if shown.entry.cover else shown.entry.title),
        "bar": [key.text for key in shown.entry.bar],
        "groups": [
            f"{item.text}{'!' * item.on}" if isinstance(item, Key) else item.value
            for group in shown.entry.groups
            for item in group.items
            if isinstance(item, Key | Stepper)
        ],
        "places": {
            place.name: place.label or place.name
            for place in shown.plan.places
            if (place.zone or place.live) and not place.name.startswith("corner-")
        },
    }


def selector(shown: PageState, action: Action) -> str:
    """Return where the client draws what sends an action."""
    if action.do == "tap" and any(
        place.name == action.name and place.live for place in shown.plan.places
    ):
        return f'[data-place="{action.name}"]'
    entry, sheet = shown.entry, shown.sheet
    cover = entry.cover or not (shown.plan.places or shown.plan.text or shown.picture)
    found = [
        *_keys("nav.keys", entry.bar, action),
        *_grouped(".cover" if cover else ".strip", entry.groups, action),
        *_grouped(".sheet .inside", sheet.groups, action),
        *_keys(".sheet > .keys", sheet.keys, action),
    ]
    tips = [banner for banner in shown.banners if banner.looks == "tip"]
    stay = [banner for banner in shown.banners if banner.looks not in ("tip", "notice")]
    for box, banners in ((".entry > .banner", tips), (".stay > .banner", stay)):
        for at, banner in enumerate(banners):
            found += _keys(f"{box} >> nth={at}", banner.keys, action, ">> .key >> nth=")
    assert found, f"nothing that sends {action}"
    return found[0]


def _keys(
    box: str, keys: tuple[Key, ...], action: Action, nth: str = "> .key >> nth="
) -> Iterator[str]:
    for at, key in enumerate(keys):
        if key.do is not None and key.looks != "upload" and of(key.do) == action:
            yield f"{box} {nth}{at}"


def _grouped(box: str, groups: tuple[Group, ...], action: Action) -> Iterator[str]:
    for number, group in enumerate(groups):
        for at, item in enumerate(group.items):
            own = f"{box} > section >> nth={number} >> :scope > div > :nth-child({at + 1})"
            if isinstance(item, Stepper):
                for side, do in enumerate((item.less, item.more)):
                    if do is not None and of(do) == action:
                        yield f"{own} >> .step >> nth={side}"
            elif isinstance(item, Key):
                yield from (own for _ in _keys("", (item,), action))


def overflow(browser: Browser) -> int:
    """Return by how many pixels the page is wider than the screen."""
    found: int = browser.page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    return found
