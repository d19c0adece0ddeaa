"""Processor seconds of a browser's page process until its first verdict: the page without a server,
and Pyodide as it comes, which reads this package's wheel and judges the same staircase.

Run as a module, in a process of its own, with the number of rounds; prints one JSON object of the
ratios at the first visit and at the second, which finds what the first one left in the browser.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import BrowserType, sync_playwright

from tests.page.test_inside import TOOLS
from tests.viewer.web.browsers import CHROMIUM
from tests.viewer.web.test_pocket import PHONE, SITE, given_out

STOCK = TOOLS / "stock"
"""Pyodide and the wheel, which `scripts/setup test` keeps."""

VISITS = "first visit", "second visit"
REST = 14.0
"""Seconds in which a browser stores compiled code after a visit."""

BEGUN = """async () => {
  const shown = (found) => new Promise(done => {
    const look = () => { if (found()) { watch.disconnect(); done(found()); } };
    const watch = new MutationObserver(look);
    const all = { subtree: true, childList: true, attributes: true, characterData: true };
    watch.observe(document, all);
    look();
  });
  const found = (what, text) => () =>
    [...document.querySelectorAll(what)].find(one => one.textContent.includes(text));
  for (const text of ["Monkey Palace", "Begin"]) (await shown(found(".key", text))).click();
  for (const name of ["c4", "d4"]) (await shown(found(`[data-place="${name}"]`, ""))).click();
  await shown(found(".verdict", "Legal"));
}"""
"""A new game, and its first staircase."""

JUDGED = """<!DOCTYPE html><script>
new Worker("judge.mjs", { type: "module" }).onmessage = ({ data }) => (document.title = data);
</script>"""

JUDGE = """import { loadPyodide, version } from "./pyodide.mjs";
const built = { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3" };
const lock = { info: { ...built, python: "3.14.2", version }, packages: {} };
const at = { indexURL: "./", packageBaseUrl: "./" };
const python = await loadPyodide({ ...at, lockFileContents: lock });
for (const wheel of WHEELS) {
  python.unpackArchive(await (await fetch(wheel)).arrayBuffer(), "wheel");
}
postMessage(python.runPython(`
import palace
str(palace.judge(palace.Palace.setup(palace.load_map("map-1")), "c4-d4"))
`));
"""

WAITED = """() => new Promise(done => {
  const look = () => document.title ? done(document.title) : setTimeout(look, 20);
  look();
})"""


def spent() -> dict[str, float]:
    """Return the processor seconds of every page process, by its number."""
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if "--type=renderer" in (folder / "cmdline").read_text():
                row = (folder / "stat").read_text().rpartition(")")[2].split()
                found[folder.name] = (int(row[11]) + int(row[12])) / os.sysconf("SC_CLK_TCK")
        except OSError:  # it has ended
            continue
    return found


def visits(chromium: BrowserType, address: str, until: str) -> list[float]:
    """Return the processor seconds of two visits of one browser, each until a call is answered."""
    found = []
    width, height = PHONE
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        for visit in VISITS:
            with chromium.launch_persistent_context(
                profile, executable_path=CHROMIUM, locale="en",
                args=["--no-sandbox", "--disable-3d-apis"],
                viewport={"width": width, "height": height},
            ) as browser:  # fmt: skip
                page = browser.pages[0]
                time.sleep(1)
                before = spent()
                page.goto(address, wait_until="commit")
                page.evaluate(until)
                found.append(max(sec - before.get(pid, 0.0) for pid, sec in spent().items()))
                if visit != VISITS[-1]:
                    time.sleep(REST)
    return found


def measure(rounds: int) -> dict[str, list[float]]:
    """Return by visit the ratios of the page to Pyodide as it comes."""
    ratios: dict[str, list[float]] = {visit: [] for visit in VISITS}
    with tempfile.TemporaryDirectory() as name, sync_playwright() as driver:
        stock = Path(name, "stock", "play")
        stock.mkdir(parents=True)
        for path in STOCK.iterdir():
            (stock / path.name).symlink_to(path)
        wheels = json.dumps(sorted(path.name for path in stock.glob("*.whl")))
        (stock / "judge.mjs").write_text(JUDGE.replace("WHEELS", wheels), encoding="utf-8")
        (stock / "index.html").write_text(JUDGED, encoding="utf-8")
        Path(name, "play").symlink_to(SITE)
        with given_out(Path(name)) as page, given_out(Path(name, "stock")) as plain:
            for _ in range(rounds):
                units = visits(driver.chromium, plain, WAITED)
                own = visits(driver.chromium, page, BEGUN)
                for visit, one, unit in zip(VISITS, own, units, strict=True):
                    ratios[visit].append(one / unit)
    return ratios


if __name__ == "__main__":
    texts = {path.read_text() for path in (SITE / "sources", STOCK / "sources") if path.exists()}
    if CHROMIUM is None or len(texts) != 1:
        sys.exit("pocket_speed: no page without a server, or an old one: run scripts/setup test")
    print(json.dumps(measure(int(sys.argv[1]))))
