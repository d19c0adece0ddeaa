"""New versions of the page without a server, as its service worker takes them."""

from __future__ import annotations

import gzip
import hashlib
import itertools
import json
import os
import re
import shutil
import time
from pathlib import Path

from tests.viewer.web import test_pocket as pocket
from tests.viewer.web.browsers import CHROMIUM, Browser, program
from tests.viewer.web.test_pocket import PRECACHED, SITE, Quiet, given_out, opened, tab, until

pytestmark = pocket.pytestmark


SECONDS = itertools.count(int(time.time()), 2)


def publish(folder: Path, mark: str, *, whole: bool = True) -> None:
    """Put another version into a folder, with a mark at the end of its style sheet and its
    licences; one that is not whole has another style sheet than it lists."""
    listing, keeper = folder / "files.json", folder / "keeper.js"
    files = json.loads(listing.read_bytes())
    for name in ("client.css.gz", "licences.txt"):
        data, added = (folder / name).read_bytes(), f"/* {mark} */".encode()
        packed = name.endswith(".gz")
        data = gzip.compress(gzip.decompress(data) + added) if packed else data + added
        (folder / name).write_bytes(data)
        files[name] = hashlib.sha256(data if whole else b"").hexdigest()[:16]
    listing.write_text(json.dumps(files), encoding="utf-8")
    version = hashlib.sha256(listing.read_bytes()).hexdigest()[:16]
    script = keeper.read_text(encoding="utf-8")
    again, count = re.subn('(?<=VERSION=")[0-9a-f]+', version, script)
    assert count == 1
    keeper.write_text(again, encoding="utf-8")
    for name in (*files, listing.name, keeper.name):  # a server tells whole seconds
        os.utime(folder / name, times=(time.time(), next(SECONDS)))


STYLE = (
    "mark => [...document.querySelectorAll('style')].some(one => one.textContent.includes(mark))"
)
VERSIONS = "(await caches.keys()).filter(name => !name.endsWith(' snapshot'))"
LISTS = f"""async () => (await Promise.all({VERSIONS}.map(async name =>
  await (await caches.open(name)).match("files.json") !== undefined))).join()"""
"""Of each cache, whether its version is whole."""


def test_one_version_at_a_time(tmp_path: Path) -> None:
    folder = tmp_path / "play"
    shutil.copytree(SITE, folder)
    with given_out(tmp_path) as address, program() as chromium:
        browser = opened(chromium, address)
        page = browser.page
        until(page, PRECACHED)
        assert page.evaluate(LISTS) == "true"

        publish(folder, "second", whole=False)  # such as one that is being copied there
        page.reload()
        until(page, f"({LISTS})().then(all => all === 'true,false')")
        page.reload()
        assert not page.evaluate(STYLE, "second")

        publish(folder, "third")
        Quiet.broken = "licences.txt"  # the network goes in the middle of the download
        Quiet.asked.clear()
        page.reload()
        until(page, f"({LISTS})().then(all => all === 'true,false')")
        while "licences.txt" not in Quiet.asked:
            page.wait_for_timeout(100)
        assert not page.evaluate(STYLE, "third")
        Quiet.broken = "-"
        Quiet.asked.clear()
        page.evaluate("navigator.serviceWorker.getRegistration().then(one => one.update())")
        browser.says("A new version is there")
        assert "licences.txt" in Quiet.asked
        assert "client.css.gz" not in Quiet.asked  # it was there already
        assert not page.evaluate(STYLE, "third")  # one game, one version

        second = tab(browser, address)
        second.says("A new version is there")
        assert not second.page.evaluate(STYLE, "third")
        second.page.close()
        page.reload()
        page.wait_for_function(f"() => ({STYLE})('third')")
        until(page, f"({LISTS})().then(all => all === 'true')")


def test_the_next_visit_has_what_the_browser_compiled(tmp_path: Path) -> None:
    """Chromium keeps compiled WebAssembly from a million bytes on, two seconds after the last: that
    is why the maker of the snapshot does more than a snapshot needs."""
    from playwright.sync_api import sync_playwright

    (tmp_path / "play").symlink_to(SITE)
    args = ["--no-sandbox", "--disable-3d-apis"]
    traced = {"includedCategories": ["v8.wasm"], "excludedCategories": ["*"]}
    with sync_playwright() as running, given_out(tmp_path) as address:
        context = running.chromium.launch_persistent_context(
            tmp_path / "profile", executable_path=CHROMIUM, args=args, locale="en"
        )
        browser, events = Browser(context.pages[0]), list[str]()
        browser.open(address)
        pocket.begin(browser)
        until(browser.page, pocket.MADE)
        browser.page.wait_for_timeout(8_000)
        tracer = context.new_cdp_session(browser.page)
        tracer.on(
            "Tracing.dataCollected", lambda got: events.extend(e["name"] for e in got["value"])
        )
        tracer.send("Tracing.start", {"transferMode": "ReportEvents", "traceConfig": traced})
        browser.open(address)
        pocket.begin(browser)
        tracer.send("Tracing.end")
        browser.page.wait_for_timeout(2_000)
        context.close()
    assert "wasm.Deserialize" in events
    assert browser.faults == []
