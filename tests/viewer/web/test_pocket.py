"""The page without a server in Chromium: its files once, then without a network."""

from __future__ import annotations

import contextlib
import functools
import re
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar

import pytest

from palace.files.links import check_link
from palace.files.text_file import shipped
from palace.monkey_palace.game.log import read_record, replay
from palace.monkey_palace.game.score import score_log
from tests.monkey_palace.game.drawn_sheets import Lot, draw_sheet
from tests.paths import ROOT
from tests.viewer.web import test_my_box as mine
from tests.viewer.web.browsers import IN_CHROMIUM, Browser, new_page, program

SITE = ROOT / "site"
PHONE = 360, 740
PATIENCE = 60_000  # ms in which Python is there on a busy machine

BARS = """() => [...document.querySelectorAll(".sheet .points li")].map(row => {
  const bar = row.querySelector(".bar"), who = row.querySelector(".who");
  return [
    [...row.querySelectorAll(".parts b")].map(n => +n.textContent.replace("\u2212", "-")),
    bar.querySelectorAll("i:not(.lost)").length,
    bar.querySelector(".lost").clientWidth / bar.clientWidth, bar.clientWidth / who.clientWidth,
  ];
})"""
"""Of each player the points of each kind, how many are parts of the bar, which share of it is lost,
and how long it is."""

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
  if (self.full && key.startsWith(self.full)) throw new Error("full");
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


@contextlib.contextmanager
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


def until(page: Any, asked: str) -> None:
    """Wait until a function of a page returns something true; Playwright waits for no promise."""
    for _ in range(600):
        if page.evaluate(asked):
            return
        page.wait_for_timeout(200)
    raise AssertionError(asked)


def opened(chromium: Any, address: str, **about: Any) -> Browser:
    browser = new_page(chromium, PHONE, **about)
    browser.page.set_default_timeout(PATIENCE)
    browser.open(address)
    return browser


def begin(browser: Browser) -> None:
    browser.press("Monkey Palace")
    browser.press("Begin")
    browser.page.locator("[data-place=d2]").wait_for()


def hinted(browser: Browser, last: str = "-") -> None:
    """Enter a whole turn: the best staircase, no card, the first place of the monkey; or as far as
    the `last` key."""
    page = browser.page
    line = page.locator(".whose .line").inner_text()
    browser.press("Hint")
    browser.press("Step by step")
    while page.locator(".whose .line").inner_text() == line:
        main = page.locator("nav.keys .key").last
        page.wait_for_timeout(600)  # a key that goes on with nothing takes no second tap
        if last in main.inner_text() and main.is_enabled():
            return
        places, nothing = page.locator(".knob.place[data-place]"), page.locator(".cover .skip")
        if main.is_enabled():
            main.click()
        elif nothing.count():
            nothing.click()
        elif places.count():
            places.first.click()
        page.wait_for_timeout(200)


def test_an_evening_without_a_network(chromium: Any, address: str, tmp_path: Path) -> None:
    browser = opened(chromium, address)
    page = browser.page
    until(page, PRECACHED)
    page.context.set_offline(True)
    page.reload()
    begin(browser)
    for knob in ("d6", "e6", "e5", "f5", "f4"):
        page.locator(f"[data-place={knob}]").click()
    browser.says("Legal", ".verdict")
    browser.press("Start again")
    for knob in ("c4", "d4", "d5", "e5"):
        page.locator(f"[data-place={knob}]").click()
    browser.says("Not legal", ".verdict")
    browser.press("Take back d5–e5")
    browser.says("Legal", ".verdict")
    browser.press("Start again")
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
    found = page.evaluate(BARS)
    gained = [sum(count for count in parts if count > 0) for parts, *_ in found]
    for sum_, (parts, drawn, lost, share) in zip(gained, found, strict=True):  # one scale for all
        assert drawn == sum(count > 0 for count in parts)
        assert lost == pytest.approx((sum_ - sum(parts)) / sum_, abs=0.02), "drawn over the gains"
        assert share == pytest.approx(sum_ / max(gained), abs=0.02)
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
    browser.says("Not saved: ", ".banners")
    browser.page.evaluate(full, "")
    browser.page.locator(".banner", has_text="Not saved: ").wait_for(state="detached")
    kept = browser.page.evaluate(KEPT)
    assert kept["game/game-1.toml"].count("[[turns]]") == (key == "game/")
    assert ("draft/game-1.toml" in kept) == (key == "draft/")


def test_storage_that_is_thrown_away_during_a_game(chromium: Any, address: str) -> None:
    """As phones do unasked: the next save brings back all that is entered."""
    browser = opened(chromium, address)
    begin(browser)
    hinted(browser)
    until(
        browser.page, f"async () => (await ({KEPT})())['game/game-1.toml']?.includes('[[turns]]')"
    )
    about = {"origin": address.removesuffix("/play/"), "storageTypes": "indexeddb"}
    session = browser.page.context.new_cdp_session(browser.page)
    session.send("Storage.clearDataForOrigin", about)
    hinted(browser)
    browser.says("Not saved: ", ".banners")
    browser.page.locator(".banner", has_text="Not saved: ").wait_for(state="detached")
    assert browser.page.evaluate(KEPT)["game/game-1.toml"].count("[[turns]]") == 2


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
    browser.says("Not saved: ", ".banners")
    kept = browser.page.evaluate(KEPT)
    assert "[[turns]]" not in kept["game/game-1.toml"]
    assert kept["draft/game-1.toml"]


def without_python(browser: Browser) -> Browser:
    """Return a page whose Python never comes."""
    browser.page.context.route("**/*.wasm.gz", lambda route: None)
    return browser


def test_a_game_is_shown_before_python_answers(chromium: Any, address: str) -> None:
    browser = opened(chromium, address, service_workers="block")
    begin(browser)
    browser.page.locator("[data-place=d2]").click()
    until(browser.page, f"async () => (await ({KEPT})())['shown/game-1.toml']?.includes('draft')")
    without_python(browser).page.reload()
    browser.page.locator("[data-place=d2].draft").wait_for()
    browser.says("The referee is coming")


@pytest.mark.parametrize(("language", "new"), [("zh", "新遊戲"), ("en", "New game")])
def test_the_first_page_speaks_the_language_of_the_phone(
    language: str, new: str, chromium: Any, address: str
) -> None:
    browser = new_page(chromium, PHONE, service_workers="block", locale=f"{language}-TW")
    without_python(browser).open(address)
    browser.says(new)
    browser.says({"zh": "裁判", "en": "The referee is coming"}[language])


KEPT_OF_PYTHON = """async () => {
  const name = (await caches.keys()).find((one) => one.endsWith(" snapshot"));
  const [key] = name ? await (await caches.open(name)).keys() : [];
  return key ? (await (await caches.match(key)).arrayBuffer()).byteLength : -1;
}"""
"""The bytes of the snapshot that is kept; 0 where there is none to be had."""

MADE = f"async () => await ({KEPT_OF_PYTHON})() > 1e7"

SPOIL = """async () => {
  const cache = await caches.open((await caches.keys()).find((one) => one.endsWith(" snapshot")));
  await cache.put((await cache.keys())[0], new Response(new Uint8Array(1e6)));
}"""

FORGET = """async () => {
  for (const name of await caches.keys()) await (await caches.open(name)).delete("first.gz");
}"""


def test_the_next_visit_goes_on_from_a_snapshot(chromium: Any, address: str) -> None:
    """It needs no module of the first visit; where it cannot be loaded, the page begins without."""
    browser = opened(chromium, address)
    page = browser.page
    until(page, MADE)
    page.evaluate(SPOIL)
    page.reload()
    begin(browser)
    assert page.evaluate(KEPT_OF_PYTHON) == 0
    page.evaluate("async () => caches.delete((await caches.keys()).find(n => n.endsWith('shot')))")
    page.goto(address)
    until(page, MADE)
    assert page.evaluate(KEPT_OF_PYTHON) < 5e7
    page.evaluate(FORGET)
    page.context.set_offline(True)
    page.goto(address)
    begin(browser)
    hinted(browser)
    page.locator("[data-place=a1]").click()
    until(page, f"async () => (await ({KEPT})())['game/game-2.toml']?.includes('[[turns]]')")
    assert browser.faults == []


def test_no_script_but_the_page_s_own_runs(chromium: Any, address: str) -> None:
    browser = opened(chromium, address)
    begin(browser)
    assert browser.faults == []
    browser.page.evaluate("""() => {
      const markup = "<img src='data:,' onerror='self.ran = 1'><svg onload='self.ran = 2'></svg>";
      document.body.insertAdjacentHTML("beforeend", markup);
      document.body.append(Object.assign(document.createElement("script"), { text: "ran = 3" }));
      document.body.append(Object.assign(document.createElement("script"), { src: "data:,ran=4" }));
      fetch("http://palace.test/").catch(() => document.body.append("refused"));
    }""")
    browser.says("refused")
    assert browser.page.evaluate("self.ran") is None
    assert len(browser.faults) >= 4
    assert all("Content Security Policy" in fault for fault in browser.faults)


def test_a_list_of_games(chromium: Any, address: str) -> None:
    browser = opened(chromium, address)
    begin(browser)
    page = browser.page
    page.locator("header .key.bare").last.click()
    browser.press("Other games")
    browser.press("Copy")
    page.wait_for_function("() => document.querySelectorAll('.sheet .key.main').length === 3")
    browser.press("Delete")
    browser.press("Tap again")
    browser.press("Bring back")
    page.wait_for_function("() => document.querySelectorAll('.sheet .key.main').length === 3")
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


def test_a_table_of_sixty_pieces_is_explained(chromium: Any, address: str) -> None:
    sample = shipped("palace.monkey_palace", "samples/three-player-game.toml")
    palace = replay(read_record(sample)).back(9).state.palace
    browser = opened(chromium, f"{address}{check_link('a1-a2', f'map-1:{palace.position}')}")
    browser.press("Back to pieces")
    browser.says("9 staircases explain it", ".verdict")
    pieces = browser.page.locator(".verdict .icons").inner_text().split()
    assert sum(map(int, pieces)) >= 60
    assert browser.faults == []


def test_a_record_is_opened_and_replayed(chromium: Any, address: str) -> None:
    sample = shipped("palace.monkey_palace", "samples/three-player-game.toml")
    browser = opened(chromium, address)
    browser.page.locator("input[type=file]").first.set_input_files(sample)
    browser.says("Winner: Ana")
    menu = browser.page.locator("header .key.bare").last
    menu.click()
    browser.page.locator(".turns button").locator("visible=true").nth(7).click()
    browser.says("After turn", ".whose")
    assert browser.page.evaluate(KEPT)["game/game-1.toml"].count("[[turns]]") == 18
    assert browser.faults == []


def test_a_box_is_painted_learnt_and_used_again(chromium: Any, address: str) -> None:
    browser = opened(chromium, address)
    browser.press("My box", ".sheet")
    mine.paint(browser)
    mine.enter_boards(browser)
    mine.begin(browser, "0 of 67 cards, 2 of 4 boards, 1 map")
    mine.build(browser)
    browser.page.locator(".cover .key.pile").first.click()
    browser.page.locator(".cover .key:not(.pile)", has_text=re.compile("^3$")).click()
    browser.page.locator(".cover .key.on").wait_for()
    browser.press("Add it to slot", "nav.keys")
    browser.says("Turn 2", ".whose")
    until(browser.page, f"async () => (await ({KEPT})())['box/monkey-palace']?.includes('3*')")
    browser.page.goto(address)
    browser.says("Go on with")
    browser.press("My box", ".sheet")
    browser.says("1 of 67 cards, 2 of 4 boards, 1 map", ".verdict")
    assert browser.faults == []


@pytest.mark.slow
def test_a_photo_is_read(chromium: Any, address: str, tmp_path: Path) -> None:
    drawn = draw_sheet(Lot(5))
    drawn.image.save(tmp_path / "sheet.png")
    browser = opened(chromium, address)
    browser.press("My box", ".sheet")
    browser.press("Paint a map", ".cover")
    browser.page.locator("input[accept]").set_input_files(tmp_path / "sheet.png")
    browser.page.locator("nav.keys .main:not([disabled])", has_text="Read it").click()
    browser.page.locator("[data-place='a1']").wait_for()
    unsure = browser.page.locator("[data-place]:has(.sign)").count()
    assert unsure < 8
    assert browser.faults == []
