"""The page without a server, whose tab is killed in the middle of a confirm."""

from __future__ import annotations

import os
import random
import signal
import time
from typing import Any

import pytest

from tests.viewer.web.test_pocket import (
    KEPT,
    PATIENCE,
    PRECACHED,
    address,
    begin,
    chromium,
    hinted,
    opened,
    pytestmark,
    until,
)

__all__ = ["address", "chromium", "pytestmark"]

PUT = """async all => {
  const base = await new Promise(done => {
    const asked = indexedDB.open("palace", 1);
    asked.onsuccess = () => done(asked.result);
  });
  const trip = base.transaction("kept", "readwrite");
  for (const [key, text] of Object.entries(all)) trip.objectStore("kept").put(text, key);
  await new Promise(done => (trip.oncomplete = done));
  base.close();
}"""
"""Put texts into what the browser keeps, by their keys."""

TOLD = """Worker = class extends Worker {
  constructor(...about) {
    super(...about);
    this.addEventListener("message", ({ data }) => {
      const { line, saved } = JSON.parse(data.news ?? "{}").heading ?? {};
      if (saved === "Saved" && !data.early) told(line);
    });
  }
};"""
"""Before the page's own script: tell which turn is due when all before it is told to be saved."""


@pytest.mark.parametrize(
    "count", [3, pytest.param(200, marks=[pytest.mark.slow, pytest.mark.timeout(3600)])]
)
def test_tabs_that_are_killed_in_the_middle_of_a_confirm(
    count: int, chromium: Any, address: str
) -> None:
    """What was told to be saved is there, and of a turn that is not there what was entered."""
    chance = random.Random(count)
    browser = opened(chromium, address)
    begin(browser)
    while not browser.page.locator("nav.keys .key:enabled", has_text="End turn").count():
        hinted(browser, last="End turn")  # a turn that ends without a card is confirmed with that
    context, game, draft = browser.page.context, "game/game-1.toml", "draft/game-1.toml"
    until(
        browser.page, f"async () => (await ({KEPT})())['shown/game-1.toml']?.includes('End turn')"
    )
    until(browser.page, PRECACHED)
    before = browser.page.evaluate(KEPT)
    lines, first = list[str](), before[game].count("[[turns]]")
    page = context.new_page()
    browser.page.close()
    context.expose_function("told", lambda line: lines.append(line))
    confirmed, longest = 0, 0.0
    for number in range(count):
        lines.clear()
        page.set_default_timeout(PATIENCE)
        page.add_init_script(TOLD)
        page.goto(f"{address}?game=game-1.toml")
        while not lines:  # Python has answered
            page.wait_for_timeout(10)
        tapped = time.monotonic()
        page.locator("nav.keys .key:enabled", has_text="End turn").click()
        if number:
            page.wait_for_timeout(chance.uniform(0, longest))
        else:  # how long a confirm takes here
            page.locator(".whose .line", has_text=f"Turn {first + 2}").wait_for()
            longest = 1_000 * (time.monotonic() - tapped)
        kill(page)
        page = context.new_page()
        page.goto(f"{address}icon.svg")
        kept = page.evaluate(KEPT)
        turns = kept[game].count("[[turns]]") - first
        assert turns == 1 or not any(f"Turn {first + 2}" in line for line in lines)
        assert (turns, kept.get(draft)) in [(0, before[draft]), (1, None)]
        confirmed += turns
        page.evaluate(PUT, before)
    assert count < 50 or 0 < confirmed < count


def kill(page: Any) -> None:
    """Kill the processes of all pages, as a phone does that needs its memory."""
    session = page.context.browser.new_browser_cdp_session()
    for process in session.send("SystemInfo.getProcessInfo")["processInfo"]:
        if process["type"] == "renderer":
            os.kill(process["id"], signal.SIGKILL)
    session.detach()
    page.close()
