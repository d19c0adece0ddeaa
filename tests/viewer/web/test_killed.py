"""A server that is killed at any moment: the record is whole, what the page said is saved is there,
and the move that was being entered comes back."""

from __future__ import annotations

import asyncio
import random
import signal
from pathlib import Path

import pytest

from palace.contract.session import Session
from tests.viewer.web.phones import Phone, ask, phone
from tests.viewer.web.servers import new_record, serving
from tests.viewer.web.soaking import confirm

BUILD = "c4+b-d4"


async def play(page: Phone, kept: list[int]) -> None:
    """Build, confirm and take back, again and again; `kept` are the turns known to be on the disk,
    the least and the most."""
    await page.send({"do": "clear"})  # what was being entered when the one before was killed
    await page.dealt()
    while True:
        kept[:] = [0, 1]
        await confirm(page)
        await page.until(lambda: page.safe)
        kept[:] = [1, 1]
        await asyncio.sleep(0.01)
        kept[:] = [0, 1]
        await page.send({"do": "take-back"})
        await page.until(lambda: page.turns == 0 and page.safe)
        kept[:] = [0, 0]


@pytest.mark.parametrize("count", [2, pytest.param(200, marks=pytest.mark.slow)])
async def test_the_record_reads_whole(count: int, tmp_path: Path) -> None:
    chance = random.Random(count)
    record = new_record(tmp_path / "game.toml")
    confirmed = 0
    for _ in range(count):
        with serving(tmp_path, "game.toml", "--port", "0") as server:
            kept = [0, 0]
            async with phone(server.base) as page:
                game = asyncio.create_task(play(page, kept))
                await asyncio.sleep(chance.uniform(0.05, 0.8))
                server.end(signal.SIGKILL)
                assert not game.done() or game.exception() is not None
                game.cancel()
                await asyncio.gather(game, return_exceptions=True)
        session = Session.open(record)
        least, most = kept
        assert least <= session.count <= most
        assert all(str(commit.move.build) == BUILD for commit in session.log.commits)
        confirmed += session.count
        while session.undo():
            pass
    assert record.read_text().count("[[players]]") == 2
    assert count < 50 or 0 < confirmed < count


async def test_a_phone_finds_the_game_where_it_was(tmp_path: Path) -> None:
    """The cookie still opens the page; the turn is there, and so is the move that was begun."""
    new_record(tmp_path / "game.toml")
    with serving(tmp_path, "game.toml", "--port", "0", "--lan") as server:
        key, port = server.keys["player"], server.port
        async with phone(server.base, key) as page:
            await confirm(page)
            await page.until(lambda: page.safe)
            await page.tap("e4")
            await page.dealt()
            verdict, last = page.verdict, {"do": "tap", "name": "e4"}
            while not (tmp_path / "game.toml.draft").exists():
                await asyncio.sleep(0.01)
            old = page.state["version"]
            server.end(signal.SIGKILL)
        with serving(tmp_path, "game.toml", "--port", str(port), "--lan") as again:
            assert ask(again.base, "/", key).status == 200
            await page.connect()
            assert (page.turns, page.verdict) == (1, verdict)
            # The line broke before the tap was told to be dealt with: it comes again.
            await page.send(last, version=old)
            await page.dealt()
            assert page.verdict == verdict
            await page.close()


async def test_a_tap_that_is_sent_again_happens_once(tmp_path: Path) -> None:
    new_record(tmp_path / "game.toml")
    with serving(tmp_path, "game.toml", "--port", "0") as server:
        async with phone(server.base) as page:
            before = page.verdict
            sent = await page.send({"do": "tap", "name": "c4"})
            tapped = await page.changed(before)
            page.socket.transport.abort()
            await page.close()
            await page.connect()
            assert page.state["count"] == sent["count"]
            await page.send({"do": "tap", "name": "c4"}, count=sent["count"])
            await page.send({"do": "look"})
            await page.dealt()
            assert page.verdict == tapped
            await page.send({"do": "undo"})
            await page.until(lambda: page.verdict == before)
