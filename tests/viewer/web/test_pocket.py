"""The page without a server in Chromium: its files once, then without a network."""

from __future__ import annotations

import functools
import hashlib
import json
import re
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar

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
  return await caches.match("files.json") !== undefined;
}"""

FULL = """const put = IDBObjectStore.prototype.put;
IDBObjectStore.prototype.put = function (text, key) {
  if (self.full && key.startsWith(self.full)) throw new DOMException("", "QuotaExceededError");
  return put.call(this, text, key);
};
new BroadcastChannel("test").onmessage = ({ data }) => (self.full = data);
"""
"""Before the worker's own script: no room for the keys that begin so."""

pytestmark = [
    IN_CHROMIUM,
    pytest.mark.skipif(not SITE.exists(), reason="no page without a server: run scripts/site"),
    pytest.mark.timeout(300),
]


class Quiet(SimpleHTTPRequestHandler):
    """Gives out files, and writes no log; `asked` are their names, and the `broken` one is none."""

    asked: ClassVar[list[str]] = []
    broken: ClassVar[str] = "-"

    def log_message(self, *_: Any) -> None:
        """Nothing."""

    def send_head(self) -> Any:
        name = self.path.rpartition("/")[2]
        self.asked.append(name)
        return self.send_error(404) if name == self.broken else super().send_head()


@contextmanager
def given_out(folder: Path) -> Iterator[str]:
    """Give out a folder with the page in it, below the root of a server that compresses nothing."""
    handler = functools.partial(Quiet, directory=str(folder))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://localhost:{server.server_port}/play/"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("sites")
    (folder / "play").symlink_to(SITE)
    with given_out(folder) as found:
        yield found


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


def with_worker(browser: Browser, before: str) -> Browser:
    """Return a page whose worker does something first."""
    worker = (SITE / "worker.js").read_text(encoding="utf-8")
    browser.page.route(
        "**/worker.js",
        lambda route: route.fulfill(body=before + worker, content_type="text/javascript"),
    )
    return browser


def tab(browser: Browser, address: str) -> Browser:
    """Open an address in another tab of the same browser."""
    other = Browser(browser.page.context.new_page())
    other.page.set_default_timeout(PATIENCE)
    other.open(address)
    return other


def test_two_tabs_of_one_game(chromium: Any, address: str) -> None:
    browser = opened(chromium, address)
    begin(browser)
    second = tab(browser, browser.page.url)
    second.says("You can look")
    hinted(browser)
    second.says("Turn 2", ".whose")
    browser.page.close()
    second.page.locator(".banner", has_text="You can look").wait_for(state="detached")
    hinted(second)
    assert second.page.evaluate(KEPT)["game/game-1.toml"].count("[[turns]]") == 2


def test_two_new_games_in_two_tabs(chromium: Any, address: str) -> None:
    browser = opened(chromium, address)
    second = tab(browser, address)
    begin(browser)
    begin(second)
    hinted(second)
    hinted(browser)
    kept = browser.page.evaluate(KEPT)
    games = [text.count("[[turns]]") for key, text in kept.items() if key.startswith("game/")]
    assert games == [1, 1]


@pytest.mark.parametrize("key", ["game/", "draft/"])
def test_what_cannot_be_written_is_told_until_it_is(key: str, chromium: Any, address: str) -> None:
    browser = new_page(chromium, PHONE, service_workers="block")
    browser.page.set_default_timeout(PATIENCE)
    with_worker(browser, FULL).open(address)
    begin(browser)
    full = "key => new BroadcastChannel('test').postMessage(key)"
    browser.page.evaluate(full, key)
    if key == "game/":
        hinted(browser)
    else:
        browser.page.locator("[data-place=a1]").click()
    browser.says("no room", ".banners")
    browser.says("Not saved", "header")
    browser.page.evaluate(full, "")
    browser.page.locator(".banner", has_text="no room").wait_for(state="detached")
    kept = browser.page.evaluate(KEPT)
    assert kept["game/game-1.toml"].count("[[turns]]") == (key == "game/")
    assert ("draft/game-1.toml" in kept) == (key == "draft/")


def test_a_turn_and_its_draft_are_one_step(chromium: Any, address: str) -> None:
    """Of a save whose second half fails nothing is kept, not a turn beside its own draft."""
    browser = new_page(chromium, PHONE, service_workers="block")
    browser.page.set_default_timeout(PATIENCE)
    gone = FULL.replace(".put", ".delete").replace("function (text, key)", "function (key)")
    gone = gone.replace("call(this, text, key)", "call(this, key)")
    with_worker(browser, gone).open(address)
    begin(browser)
    browser.page.evaluate("() => new BroadcastChannel('test').postMessage('draft/')")
    hinted(browser)
    browser.says("Not saved", "header")
    kept = browser.page.evaluate(KEPT)
    assert "[[turns]]" not in kept["game/game-1.toml"]
    assert kept["draft/game-1.toml"]


def test_a_game_is_shown_before_python_answers(chromium: Any, address: str) -> None:
    browser = opened(chromium, f"{address}?lang=zh")
    begin_zh = browser.page.locator(".key", has_text="Monkey Palace").first
    begin_zh.click()
    browser.page.locator(".sheet > .keys .key.main").click()
    browser.page.locator("[data-place=d2]").click()
    browser.page.wait_for_function(
        f"async () => (await ({KEPT})())['shown/game-1.toml']?.includes('draft')"
    )
    browser.page.wait_for_function(PRECACHED)
    browser.page.close()
    again = Browser(browser.page.context.new_page())
    again.page.add_init_script("Worker.prototype.terminate = () => 0")
    again.page.route("**/pyodide.asm.wasm.gz", lambda route: None)
    again.page.goto(f"{address}?game=game-1.toml")
    again.page.locator("[data-place=d2].draft").wait_for()
    first = Browser(browser.page.context.new_page())
    first.open(f"{address}?lang=zh")
    first.says("Monkey Palace")


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
    none = "Object.defineProperty(self, 'indexedDB', { get() { throw new Error() } });"
    with_worker(browser, none).open(address)
    browser.says("keeps nothing")
    begin(browser)
    with page.expect_download() as given:
        browser.press("Download the record", ".banners")
    assert given.value.suggested_filename == "game-1.toml"


def test_a_link_to_an_argument_in_chinese(chromium: Any, address: str) -> None:
    browser = opened(chromium, f"{address}?lang=zh#check=c4-d4")
    browser.says("不合規定", ".verdict")


def publish(folder: Path, mark: str, *, whole: bool = True) -> None:
    """Put another version into a folder, whose style sheet ends with a mark; one that is not whole
    has another style sheet than it lists."""
    style, listing, keeper = (folder / name for name in ("client.css", "files.json", "keeper.js"))
    style.write_text(f"{style.read_text(encoding='utf-8')}/* {mark} */", encoding="utf-8")
    own = style.read_bytes() if whole else b""
    files = json.loads(listing.read_bytes()) | {"client.css": hashlib.sha256(own).hexdigest()[:16]}
    listing.write_text(json.dumps(files), encoding="utf-8")
    version = hashlib.sha256(listing.read_bytes()).hexdigest()[:16]
    script = keeper.read_text(encoding="utf-8")
    again, count = re.subn('(?<=VERSION=")[0-9a-f]+', version, script)
    assert count == 1
    keeper.write_text(again, encoding="utf-8")


STYLE = "async mark => (await (await fetch('client.css')).text()).includes(mark)"
LISTS = """async () => (await Promise.all((await caches.keys()).map(async name =>
  await (await caches.open(name)).match("files.json") !== undefined))).join()"""
"""Of each cache, whether its version is whole."""


def test_one_version_at_a_time(chromium: Any, tmp_path: Path) -> None:
    folder = tmp_path / "play"
    shutil.copytree(SITE, folder)
    with given_out(tmp_path) as address:
        browser = opened(chromium, address)
        page = browser.page
        page.wait_for_function(PRECACHED)
        assert page.evaluate(LISTS) == "true"

        publish(folder, "second", whole=False)  # such as one that is being copied there
        page.reload()
        page.wait_for_function(f"({LISTS})().then(all => all === 'true,false')")
        page.reload()
        assert not page.evaluate(STYLE, "second")

        publish(folder, "third")
        Quiet.broken = "palace.zip"  # the network goes in the middle of the download
        page.reload()
        page.wait_for_timeout(3_000)
        assert not page.evaluate(STYLE, "third")
        assert page.evaluate("caches.keys().then(all => all.length)") <= 2
        Quiet.broken = "-"
        Quiet.asked.clear()
        page.reload()
        browser.says("A new version is there")
        assert Quiet.asked.count("client.css") <= 1
        assert not page.evaluate(STYLE, "third")  # one game, one version

        second = tab(browser, address)
        second.says("A new version is there")
        assert not second.page.evaluate(STYLE, "third")
        second.page.close()
        page.reload()
        page.wait_for_function(f"({STYLE})('third')")
        assert page.evaluate(LISTS) == "true"
