"""Cost of the table page: from the start of the process to the page, and from a tap to its verdict
on one phone and on eight.

Run as a module, in a process of its own; prints one JSON object.  The phones have no browser: what
is measured is the server, and the way there and back on this machine.  Bytes are counted packed.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import tempfile
import time
from contextlib import AsyncExitStack
from pathlib import Path

from tests.page.tables import SAMPLE
from tests.viewer.web.phones import Phone, ask, phone
from tests.viewer.web.servers import LOOPBACK, serving

START, TAP, EIGHT, ALL, BYTES = "start", "tap", "tap of eight", "all of eight", "bytes"
FIRST, MEMORY = "bytes at first", "megabytes"
PHONES = 8
PLAYED = SAMPLE.read_text(encoding="utf-8").rpartition("[[turns]]")[0]
"""The sample game one turn before its end: the more turns, the more is shown."""
KNOBS = "c4", "d4"


def starting(folder: Path) -> float:
    """Seconds from the start of `palace table` until its page is there."""
    command = [sys.executable, "-m", "palace", "table", "game.toml", "--port", "0"]
    started = time.perf_counter()
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        try:
            address = program.stdout.readline().strip().replace("localhost", LOOPBACK)
            assert ask(address.rstrip("/")).status == 200
            return time.perf_counter() - started
        finally:
            program.terminate()


async def tapping(pages: list[Phone], rounds: int) -> tuple[list[float], list[float]]:
    """Milliseconds from taps on the first phone until its verdict, and that of all, has changed."""
    first, every = [], []
    for _ in range(rounds):
        for knob in (*KNOBS, ""):
            before = pages[0].verdict
            started = time.perf_counter()
            await pages[0].send({"do": "tap", "name": knob} if knob else {"do": "clear"})
            await pages[0].changed(before)
            first.append(1000 * (time.perf_counter() - started))
            for page in pages[1:]:
                await page.changed(before)
            every.append(1000 * (time.perf_counter() - started))
    return first, every


async def measure(base: str, rounds: int) -> dict[str, list[float]]:
    """Tap on one phone alone, and on one of eight."""
    async with AsyncExitStack() as opened:
        pages = [await opened.enter_async_context(phone(base))]
        shown = pages[0].received
        await tapping(pages, 1)
        received = pages[0].received
        alone, _ = await tapping(pages, rounds)
        bytes_each = (pages[0].received - received) / (rounds * (len(KNOBS) + 1))
        pages += [await opened.enter_async_context(phone(base)) for _ in range(PHONES - 1)]
        eight, every = await tapping(pages, rounds)
    return {TAP: alone, EIGHT: eight, ALL: every, BYTES: [bytes_each], FIRST: [shown]}


if __name__ == "__main__":
    asked = int(sys.argv[1])
    with tempfile.TemporaryDirectory() as name:
        (Path(name) / "game.toml").write_text(PLAYED, encoding="utf-8")
        measured = {START: [starting(Path(name)) for _ in range(min(asked, 5))]}
        with serving(Path(name), "game.toml", "--port", "0") as server:
            measured |= asyncio.run(measure(server.base, asked))
            measured[MEMORY] = [server.memory]
    print(json.dumps(measured))
