"""Hostile connections and messages by the hundred, while a game is played."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Awaitable, Callable
from pathlib import Path

import aiohttp
import pytest

from tests.viewer.web.phones import Phone, phone
from tests.viewer.web.servers import Server, new_record, serving

GROWTH = 120
"""Megabytes that a thousand hostile connections may cost: pages that are kept for a minute."""


async def knock(server: Server, chance: random.Random) -> None:
    """Ask for something without a key, or under a wrong name."""
    key = chance.choice(["", "wrong", "a" * 16])
    named = {"Cookie": f"palace-{server.port}={key}"}
    named |= chance.choice([{}, {"Host": "evil.example"}, {"Origin": "http://evil.example"}])
    path = chance.choice(["/", "/?key=wrong", "/_nicegui/x", "/favicon.ico", "/../../etc/passwd"])
    async with (
        aiohttp.ClientSession() as http,
        http.get(f"{server.base}{path}", headers=named) as a,
    ):
        assert a.status in (403, 421)


async def knock_at_socket(server: Server, chance: random.Random) -> None:
    """Open a socket without a key, or from another site."""
    origin = chance.choice([server.base, "http://evil.example", None])
    key = "wrong" if origin == server.base else server.keys["player"]
    named = {"Cookie": f"palace-{server.port}={key}"}
    query = {"EIO": "4", "transport": "websocket", "client_id": "x"}
    address = f"{server.base}/_nicegui_ws/socket.io/"
    async with aiohttp.ClientSession() as http:
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await http.ws_connect(address, params=query, headers=named, origin=origin)


async def send_rubbish(server: Server, chance: random.Random) -> None:
    """Send bytes that are no request, and leave."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    with contextlib.suppress(ConnectionError, TimeoutError):
        writer.write(chance.randbytes(chance.choice([0, 1, 100, 70_000])))
        await asyncio.wait_for(reader.read(100), 0.1)
    writer.transport.abort()


async def look_on_badly(server: Server, chance: random.Random) -> None:
    """Open a spectator's page, and send on behalf of others, and what no page sends."""
    with contextlib.suppress(aiohttp.ClientError, AssertionError, ConnectionError):
        async with phone(server.base, server.keys["spectator"]) as page:
            for _ in range(5):
                client = chance.choice([page.client, "another"])
                message = {"client_id": client, "id": chance.randrange(200), "listener_id": "x"}
                await page.send("event", message | {"args": chance.choice([[], ["1"], "x"])})
                await page.socket.send_bytes(chance.randbytes(50))


ATTACKS: list[Callable[[Server, random.Random], Awaitable[None]]] = [
    knock, knock, knock, knock_at_socket, knock_at_socket, send_rubbish, look_on_badly,
]  # fmt: skip


async def play(page: Phone) -> float:
    """Tap a knob and take it back; return the seconds until both are shown."""
    clock = asyncio.get_running_loop().time
    started, before = clock(), page.text("verdict")
    await page.tap("c4")
    tapped = await page.changed("verdict", before)
    await page.press("clear")
    assert await page.changed("verdict", tapped) == before
    return clock() - started


@pytest.mark.parametrize("count", [25, pytest.param(1_000, marks=pytest.mark.slow)])
async def test_the_game_goes_on(count: int, tmp_path: Path) -> None:
    chance = random.Random(count)
    record = new_record(tmp_path / "game.toml")
    text = record.read_text()
    with serving(tmp_path, "game.toml", "--port", "0", "--lan") as server:
        async with phone(server.base, server.keys["player"]) as honest:
            await play(honest)
            memory, gate = server.memory, asyncio.Semaphore(20)

            async def attack() -> None:
                async with gate:
                    await chance.choice(ATTACKS)(server, chance)

            idle = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(count)]
            attacks = asyncio.gather(*(attack() for _ in range(count)))
            times = [await play(honest) for _ in range(5)]
            await attacks
            times += [await play(honest) for _ in range(2)]
            for _, writer in idle:
                writer.transport.abort()
            assert sorted(times)[len(times) // 2] < 5
            assert server.memory < memory + GROWTH
        assert record.read_text() == text
        assert {path.name for path in tmp_path.iterdir()} == {
            "game.toml", "game.toml.draft", ".game.toml.lock", "printed.txt",
        }  # fmt: skip
        assert not any("Traceback" in line for line in server.lines)
        assert server.end() == 0
