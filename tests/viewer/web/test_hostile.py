"""Hostile connections and messages by the hundred, while a game is played."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.viewer.web.phones import Phone, fetch, phone
from tests.viewer.web.servers import Server, new_record, serving

GROWTH = 60
"""Megabytes that a thousand hostile connections may cost."""


async def knock(server: Server, chance: random.Random) -> None:
    """Ask for something without a key, or under a wrong name."""
    key = chance.choice(["", "wrong", "a" * 16])
    named = chance.choice([{}, {"Host": "evil.example"}, {"Origin": "http://evil.example"}])
    path = chance.choice(["/", "/?key=wrong", "/client.js", "/favicon.ico", "/../../etc/passwd"])
    assert (await fetch(server.base, path, key, **named)).status in (403, 421)


async def knock_at_socket(server: Server, chance: random.Random) -> None:
    """Open a socket without a key, or from another site."""
    origin = chance.choice(["", "http://evil.example", None])
    key = server.keys["player"] if origin != "" else "wrong"
    with pytest.raises(InvalidHandshake):
        await Phone(server.base, key).open(origin)


async def send_rubbish(server: Server, chance: random.Random) -> None:
    """Send bytes that are no request, and leave."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    with contextlib.suppress(ConnectionError, TimeoutError):
        writer.write(chance.randbytes(chance.choice([0, 1, 100, 70_000])))
        await asyncio.wait_for(reader.read(100), 0.1)
    writer.transport.abort()


async def send_files(server: Server, chance: random.Random) -> None:
    """Send a file without a key, from another site, as a spectator, or too much of it."""
    role, origin, size = chance.choice([
        ("", server.base, 10), ("player", "http://evil.example", 10),
        ("spectator", server.base, 10), ("player", server.base, 3_000_000),
    ])  # fmt: skip
    path = f"/file?phone={'e' * 16}&name=evil.toml&version=9"
    key = server.keys[role] if role else ""
    with contextlib.suppress(ConnectionError):
        body = chance.randbytes(size)
        answer = await fetch(server.base, path, key, "POST", body, Origin=origin)
        assert answer.status in (403, 413, 503)


async def look_on_badly(server: Server, chance: random.Random) -> None:
    """Open a spectator's page, change the table from there, and send what no page sends."""
    with contextlib.suppress(ConnectionClosed, InvalidHandshake, TimeoutError):
        page = Phone(server.base, server.keys["spectator"])
        page.socket = await page.open()
        page.state = {"version": json.loads(await page.socket.recv())["version"]}
        for _ in range(5):
            do = chance.choice(["next", "clear", "undo", "take-back", "reread", "begin"])
            await page.send({"do": do}, count=chance.randrange(1, 10**6))
        rubbish: list[str | bytes] = [chance.randbytes(50), "[]", "x" * 3_000]
        await page.socket.send(chance.choice(rubbish))
        await page.socket.close()


ATTACKS: list[Callable[[Server, random.Random], Awaitable[None]]] = [
    knock, knock, knock, knock_at_socket, knock_at_socket, send_rubbish, send_files, look_on_badly,
]  # fmt: skip


async def play(page: Phone) -> float:
    """Tap a knob and take it back; return the seconds until both are shown."""
    clock = asyncio.get_running_loop().time
    started, before = clock(), page.verdict
    await page.tap("c4")
    tapped = await page.changed(before)
    await page.send({"do": "undo"})
    assert await page.changed(tapped) == before
    return clock() - started


@pytest.mark.parametrize("count", [25, pytest.param(1_000, marks=pytest.mark.slow)])
async def test_the_game_goes_on(count: int, tmp_path: Path) -> None:
    chance = random.Random(count)
    record = new_record(tmp_path / "game.toml")
    text = record.read_text()
    with serving(tmp_path, "game.toml", "--port", "0", "--lan") as server:
        async with phone(server.base, server.keys["player"]) as honest:
            await honest.press("think", name="hint")  # what is compiled is in memory then
            await honest.until(lambda: honest.offered("take"), 100)
            await honest.press("stop")
            await honest.until(lambda: not honest.offered("take"))
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
        assert {path.name for path in tmp_path.iterdir() if path.suffix != ".tmp"} <= {
            "game.toml", "game.toml.draft", ".game.toml.lock", "printed.txt",
        }  # fmt: skip
        assert [line for line in server.lines if "note:" in line] == []
        assert server.end() == 0


@pytest.mark.parametrize("rounds", [3, pytest.param(50, marks=pytest.mark.slow)])
async def test_forty_phones_that_come_and_leave(rounds: int, tmp_path: Path) -> None:
    """Those beyond what a role may open are refused; the phone that stays is answered all along."""
    new_record(tmp_path / "game.toml")
    with serving(tmp_path, "game.toml", "--port", "0", "--lan") as server:
        async with phone(server.base, server.keys["player"]) as honest:
            await play(honest)
            memory = server.memory
            came = 0

            async def visit(role: str) -> int:
                with contextlib.suppress(ConnectionClosed, InvalidHandshake, TimeoutError, OSError):
                    socket = await Phone(server.base, server.keys[role]).open()
                    socket.transport.abort()
                    return 1
                return 0

            for _ in range(rounds):
                visits = [visit(("player", "spectator")[number % 2]) for number in range(40)]
                came += sum(await asyncio.gather(*visits))
                assert await play(honest) < 5
            assert came >= 40
            assert server.memory < memory + GROWTH
        assert server.end() == 0
