"""The page in a real browser: an opening of two players by taps, on a phone and on a desktop."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from math import dist
from pathlib import Path
from typing import Any

import pytest

from palace.monkey_palace.game.log import read_record
from palace.monkey_palace.game.rules import reports
from palace.monkey_palace.kernel.staircase import Staircase
from tests.viewer.palaces import SETUP, game
from tests.viewer.web.servers import Server, serving
from tests.viewer.web.test_entry import entry_taps

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")

pytestmark = pytest.mark.skipif(
    CHROMIUM is None, reason="no chromium: run 'apt-get install chromium' as root"
)

SOFTWARE = ("--use-angle=swiftshader", "--enable-unsafe-swiftshader")

LIKELY = -24, -24
"""Where a piece is likely to be, in pixels from the middle of the model of the set-up."""

SETUP_PIECES = sum(SETUP.used)

SIZES = {"phone": (360, 740), "desktop": (1280, 800)}
TURNS = {
    "phone": ("d6-e6-e5_b-f5_bb-f4", ["@g3-1", "@x2-1"], "d6"),
    "desktop": ("f6-f5+bb-f4", ["@g3-2"], "f6"),
}
"""What the first player builds, takes, and where the monkey goes."""


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


def begin(browser: Browser, server: Server) -> None:
    """Begin a game of two on the page."""
    browser.page.goto(server.address)
    for seat, name in enumerate(("Ana", "Ben"), 1):
        browser.page.locator(f"[name=player-{seat}]").fill(name)
    browser.tap("[data-act=begin]", "[data-part=title] >> text=Turn 1 · Ana")


def shown_models(browser: Browser) -> dict[str, str]:
    """Return which model files are in the picture."""
    found: dict[str, str] = browser.page.locator(".model").evaluate("part => ({...part.dataset})")
    return found


def overflow(browser: Browser) -> int:
    """Return by how many pixels the page is wider than the screen."""
    found: int = browser.page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    return found


@pytest.mark.parametrize("screen", ["phone", pytest.param("desktop", marks=pytest.mark.slow)])
def test_an_opening_by_taps(screen: str, tmp_path: Path) -> None:
    build, cards, monkey = TURNS[screen]
    with (
        serving(tmp_path, "evening.toml", "--port", "0") as server,
        chromium(SIZES[screen], touch=screen == "phone") as browser,
    ):
        begin(browser, server)
        browser.page.locator(".model[data-palace]").wait_for()
        assert overflow(browser) == 0
        for number, knob in enumerate(Staircase.read(build).knobs, 1):
            browser.tap(f"[data-knob={knob}]", f"[data-knob={knob}].draft >> text='{number}'")
        browser.page.locator(".model[data-draft][data-mark]").wait_for()
        browser.tap("[data-act=cards]", "[data-card]")
        for number, card in enumerate(cards):
            browser.tap(f"[data-card='{card}']", f"[data-act=drop-{number}]")
        browser.tap("[data-act=animals]", ".knob.place")
        assert monkey in [
            knob.get_attribute("data-knob") for knob in browser.page.locator(".knob.place").all()
        ]
        browser.tap(f"[data-knob={monkey}]", f"[data-knob={monkey}] svg")
        before = shown_models(browser)["palace"]
        browser.tap("[data-act=confirm]", "[data-part=title] >> text=Turn 2 · Ben")
        browser.page.locator(f".model[data-palace]:not([data-palace='{before}'])").wait_for()
        browser.tap("[data-act=hint]", "[data-act=take-hint]")
        hint = browser.page.locator("[data-part=verdict] h2").inner_text().split()[-1]
        browser.tap("[data-act=take-hint]", "[data-act=cards]:enabled")
        browser.tap("[data-act=cards]", "[data-act=to-build]")
        if browser.page.locator("[data-act=animals]").count():
            browser.tap("[data-act=animals]", ".knob.place")
            browser.tap(".knob.place >> nth=0", "[data-act=confirm]:enabled")
        browser.tap("[data-act=confirm]", "[data-part=title] >> text=Turn 3 · Ana")
        for wide, high in SIZES.values():
            browser.page.set_viewport_size({"width": wide, "height": high})
            assert overflow(browser) == 0
        browser.page.screenshot(path=str(tmp_path / f"{screen}.png"))
        assert not browser.faults
        assert all(url.startswith((server.base, "data:", "blob:")) for url in browser.requests)
        first, second = read_record(tmp_path / "evening.toml").data.turns or []
    assert (first.build, first.take, first.monkey) == (build, cards, monkey)
    assert (second.player, second.build) == ("Ben", hint)


def test_a_piece_of_the_model_tells_what_it_is_and_a_long_press_offers_pieces(
    tmp_path: Path,
) -> None:
    with (
        serving(tmp_path, "evening.toml", "--port", "0") as server,
        chromium(SIZES["phone"], touch=True) as browser,
    ):
        begin(browser, server)
        browser.page.locator(".model[data-palace]").wait_for()
        frame = browser.page.locator(".model").bounding_box()
        x, y = frame["x"] + frame["width"] / 2, frame["y"] + frame["height"] / 2
        spots = [(8 * east, 8 * south) for east in range(-4, 5) for south in range(-3, 4)]
        for east, south in sorted(spots, key=lambda spot: dist(spot, LIKELY)):
            browser.page.touchscreen.tap(x + east, y + south)
            browser.page.wait_for_timeout(100)
            if told := browser.page.locator("[data-part=piece]").inner_text():
                break
        assert "level" in told
        assert "since the set-up" in told
        browser.tap("[data-knob=c4]", "[data-knob=c4].draft")
        browser.page.locator("[data-knob=c4]").dispatch_event("contextmenu")
        browser.tap("[data-act=on-b]", "[data-act=on-off]:enabled")
        browser.tap("[data-knob=d4]", "[data-part=verdict].legal")
        assert "c4+b-d4" in browser.page.locator("[data-part=verdict]").inner_text()
        assert not browser.faults


@pytest.mark.parametrize("pieces", [15, pytest.param(60, marks=pytest.mark.slow)])
def test_a_table_is_entered_judged_on_and_made_a_record(pieces: int, tmp_path: Path) -> None:
    palace = next(
        turn.palace for turn in reports(game()) if sum(turn.palace.used) - SETUP_PIECES >= pieces
    )
    with (
        serving(tmp_path, "found.toml", "--port", "0") as server,
        chromium(SIZES["phone"], touch=True, draws=False) as browser,
    ):
        browser.page.goto(server.address)
        browser.tap("[data-act=enter]", "[data-part=plan]")
        taps = 0
        for kind, name in entry_taps(palace):
            # Each tap is answered before the next: what it changes is on the page.
            if kind == "knob":
                browser.tap(f"[data-knob={name}]", f"[data-knob={name}].chosen")
            else:
                browser.page.locator(f"[data-act=piece-{name}]").click()
            taps += 1
        assert taps <= 2.5 * pieces
        browser.page.locator("[data-part=verdict].legal").wait_for()
        assert "explain it" in browser.page.locator("[data-part=verdict]").inner_text()
        browser.tap("[data-act=judge]", "[data-act=found-leave]")
        start = browser.page.locator(".knob.ahead").first.get_attribute("data-knob")
        browser.tap(f"[data-knob={start}]", f"[data-knob={start}].draft")
        browser.tap("[data-act=mend] >> visible=true", "[data-part=verdict].legal") if (
            browser.page.locator("[data-act=mend]").count()
        ) else browser.tap(".knob.ahead >> nth=0", ".knob.draft >> nth=1")
        browser.tap("[data-act=found-leave]", "[data-act=begin-here]")
        browser.tap("[data-act=begin-here]", "[name=answer-field]")
        browser.page.locator("[name=answer-field]").fill("Ana, Ben")
        asked = browser.page.locator("form.begin h2")
        while browser.page.locator("[data-act=answer]").count():
            before = asked.inner_text()
            choice = browser.page.locator("[data-act=offer-0]")
            (choice if choice.count() else browser.page.locator("[data-act=answer]")).click()
            browser.page.wait_for_function(
                "before => document.querySelector('form.begin h2')?.innerText !== before",
                arg=before,
            )
        browser.tap("[data-act=begin]", "[data-part=title] >> text=Turn 1")
        assert not browser.faults
    record = read_record(tmp_path / "found.toml")
    assert record.found is not None
    assert record.found.columns == palace.columns


def test_two_hands_on_a_map_and_what_is_typed_stays(tmp_path: Path) -> None:
    """The page changes below the fields; they keep what is in them."""
    with (
        serving(tmp_path, "maps.toml", "--port", "0") as server,
        chromium(SIZES["phone"], touch=True, draws=False) as browser,
    ):
        browser.page.goto(f"{server.base}/maps")
        typed = {"hand": "3a3b", "other-hand": "1a1b"}
        for name, hand in typed.items():
            browser.page.locator(f"[name={name}]").fill(hand)
        title = "In hand: 3 arches, 3 bricks minus 1 arch, 1 brick"
        browser.tap("[data-act=look]", f"[data-part=verdict] >> text={title}")
        fields = {name: browser.page.locator(f"[name={name}]").input_value() for name in typed}
        assert fields == typed
        browser.tap("[data-knob=d5]", "[data-part=verdict] >> text=Legal")
        assert overflow(browser) == 0
        assert browser.faults == []
