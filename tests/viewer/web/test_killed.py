"""A server that is killed at any moment: the record is whole, and at most the turn that was not
confirmed is gone."""

from __future__ import annotations

import asyncio
import random
import signal
from pathlib import Path

import aiohttp
import pytest

from palace.contract.session import Session
from tests.viewer.web.phones import Phone, phone
from tests.viewer.web.servers import new_record, serving
from tests.viewer.web.soaking import press

BUILD = "c4+b-d4"


async def play(page: Phone, kept: list[int]) -> None:
    """Build, confirm and take back, again and again; `kept` are the turns known to be on the disk,
    the least and the most."""
    while True:
        for knob in ("c4", "d4"):
            before = page.text("verdict")
            await page.tap(knob)
            await page.changed("verdict", before)
        await press(page, "cards")
        kept[:] = [0, 1]
        await press(page, "confirm")
        while not page.has("data-act", "take-back"):
            await asyncio.sleep(0.005)
        kept[:] = [1, 1]
        await asyncio.sleep(0.01)
        kept[:] = [0, 1]
        await page.press("take-back")
        while page.has("data-act", "take-back"):
            await asyncio.sleep(0.005)
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
    """After a crash the page is told to reload, and its cookie still opens it."""
    new_record(tmp_path / "game.toml")
    with serving(tmp_path, "game.toml", "--port", "0", "--lan") as server:
        key, port = server.keys["player"], server.port
        async with phone(server.base, key) as page:
            for knob in ("c4", "d4"):
                before = page.text("verdict")
                await page.tap(knob)
                await page.changed("verdict", before)
            await press(page, "cards")
            await press(page, "confirm")
            while not page.has("data-act", "take-back"):
                await asyncio.sleep(0.005)
            server.end(signal.SIGKILL)
            cookies, query = page.http.cookie_jar, page.query
            with serving(tmp_path, "game.toml", "--port", str(port), "--lan") as again:
                async with aiohttp.ClientSession(cookie_jar=cookies) as http:
                    address = f"{again.base}/_nicegui_ws/socket.io/"
                    async with http.ws_connect(address, params=query, origin=again.base) as socket:
                        assert (await socket.receive_str()).startswith("0")
                        await socket.send_str("40")
                        assert "Implicit handshake failed" in await socket.receive_str()
                    async with http.get(f"{again.base}/") as answer:
                        assert answer.status == 200
                        reloaded = Phone(http, again.base, await answer.text())
                        assert reloaded.has("data-act", "take-back")
