"""The page without a server in Chromium: its files once, then without a network."""

from __future__ import annotations

import functools
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from palace.monkey_palace.game.log import read_record, replay
from palace.monkey_palace.game.score import score_log
from tests.paths import ROOT
from tests.viewer.web.browsers import IN_CHROMIUM, Browser, new_page, program

SITE = ROOT / "site"
PHONE = 360, 740
PATIENCE = 60_000  # ms in which Python is there on a busy machine

KEPT = """async () => {
  const base = await new Promise(done => {
    const asked = indexedDB.open("palace", 1);
    asked.onsuccess = () => done(asked.result);
  });
  const all = base.transaction("kept").objectStore("kept");
  const of = (ask) => new Promise(done => (ask.onsuccess = () => done(ask.result)));
  const [keys, texts] = [await of(all.getAllKeys()), await of(all.getAll())];
  return Object.fromEntries(keys.map((key, n) => [key, texts[n]]));
}"""
"""What the browser keeps, by its keys."""

PRECACHED = """async () => {
  await navigator.serviceWorker.ready;
  return (await (await caches.open("current")).keys()).length > 5;
}"""

pytestmark = [
    IN_CHROMIUM,
    pytest.mark.skipif(not SITE.exists(), reason="no page without a server: run scripts/site"),
    pytest.mark.timeout(300),
]


class Quiet(SimpleHTTPRequestHandler):
    """Gives out files, and writes no log."""

    def log_message(self, *_: Any) -> None:
        """Nothing."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The page in a folder below the root of a server that compresses nothing."""
    folder = tmp_path_factory.mktemp("sites")
    (folder / "play").symlink_to(SITE)
    handler = functools.partial(Quiet, directory=str(folder))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://localhost:{server.server_port}/play/"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with program() as found:
        yield found


def opened(chromium: Any, address: str, **about: Any) -> Browser:
    browser = new_page(chromium, PHONE, **about)
    browser.page.set_default_timeout(PATIENCE)
    browser.open(address)
    return browser


def begin(browser: Browser) -> None:
    browser.press("Monkey Palace")
    browser.press("Begin")
    browser.page.locator("[data-place=d2]").wait_for()


def hinted(browser: Browser) -> None:
    """Enter a whole turn: the best staircase, no card, the first place of the monkey."""
    page = browser.page
    line = page.locator(".whose .line").inner_text()
    browser.press("Hint")
    browser.press("Use it")
    while page.locator(".whose .line").inner_text() == line:
        main = page.locator("nav.keys .key").last
        page.wait_for_timeout(600)  # a key that goes on with nothing takes no second tap
        if main.is_disabled():
            page.locator(".knob.place[data-place]").first.click()
        else:
            main.click()
        page.wait_for_timeout(200)


def test_an_evening_without_a_network(chromium: Any, address: str, tmp_path: Path) -> None:
    browser = opened(chromium, address)
    page = browser.page
    page.wait_for_function(PRECACHED)
    page.context.set_offline(True)
    page.reload()
    begin(browser)
    for knob in ("d6", "e6", "e5", "f5", "f4"):
        page.locator(f"[data-place={knob}]").click()
    browser.says("Legal", ".verdict")
    browser.press("Clear")
    for knob in ("c4", "d4", "d5", "e5"):
        page.locator(f"[data-place={knob}]").click()
    browser.says("Not legal", ".verdict")
    browser.press("Mend")
    browser.says("Legal", ".verdict")
    browser.press("Clear")
    hinted(browser)
    hinted(browser)
    page.reload()
    browser.says("Turn 3", ".whose")
    file = tmp_path / "game.toml"
    file.write_text(page.evaluate(KEPT)["game/game-1.toml"], encoding="utf-8")
    record = read_record(file)
    log = replay(record)
    assert len(log.commits) == 2
    assert not log.reasons
    page.locator("header .key.bare").last.click()
    browser.press("Score")
    for sheet in score_log(record, log, ()).sheets:
        assert str(sheet.total) in page.locator(".sheet .points").inner_text()
    assert browser.strangers(address) == []
    assert browser.faults == []


def test_a_tab_that_is_killed_loses_nothing_confirmed(chromium: Any, address: str) -> None:
    browser = opened(chromium, address)
    begin(browser)
    hinted(browser)
    browser.page.locator("[data-place=a1]").click()
    browser.page.wait_for_timeout(300)
    context = browser.page.context
    browser.page.close()
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(address)
    page.locator(".key.main", has_text="Turn 1").click()
    page.locator(".whose .line", has_text="Turn 2").wait_for()
    kept = page.evaluate(KEPT)
    assert kept["game/game-1.toml"].count("[[turns]]") == 1
    assert '"typed": "a1"' in kept["draft/game-1.toml"]


def test_two_tabs_of_one_game(chromium: Any, address: str) -> None:
    browser = opened(chromium, address)
    begin(browser)
    second = Browser(browser.page.context.new_page())
    second.page.set_default_timeout(PATIENCE)
    second.open(browser.page.url)
    second.says("You can look")
    hinted(browser)
    second.says("Turn 2", ".whose")


def test_a_list_of_games(chromium: Any, address: str) -> None:
    browser = opened(chromium, address)
    begin(browser)
    page = browser.page
    page.locator("header .key.bare").last.click()
    browser.press("Other games")
    browser.press("Copy")
    page.wait_for_function("document.querySelectorAll('.sheet .key.main').length === 3")
    browser.press("Delete")
    browser.press("Tap again")
    browser.press("Bring back")
    page.wait_for_function("document.querySelectorAll('.sheet .key.main').length === 3")
    assert {"game/game-1.toml", "game/game-2.toml"} <= page.evaluate(KEPT).keys()


def test_a_browser_that_keeps_nothing(chromium: Any, address: str) -> None:
    browser = new_page(chromium, PHONE, service_workers="block")
    page = browser.page
    page.set_default_timeout(PATIENCE)
    worker = (SITE / "worker.js").read_text(encoding="utf-8")
    none = f"Object.defineProperty(self, 'indexedDB', {{ get() {{ throw new Error() }} }});{worker}"
    page.route(
        "**/worker.js", lambda route: route.fulfill(body=none, content_type="text/javascript")
    )
    browser.open(address)
    browser.says("keeps nothing")
    begin(browser)
    with page.expect_download() as given:
        browser.press("Download the record", ".banners")
    assert given.value.suggested_filename == "game-1.toml"


def test_a_link_to_an_argument_in_chinese(chromium: Any, address: str) -> None:
    browser = opened(chromium, f"{address}?lang=zh#check=c4-d4")
    browser.says("不合規定", ".verdict")
