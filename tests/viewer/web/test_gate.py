"""The gate before the table page, asked by a real client: nothing opens without a key, nothing is
reached by another name or from another site, and what comes in is one small action at a time."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import hashlib
import json
import re
import socket
import zlib
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Frame, Opcode

from palace.page.action import LARGEST, MOST_FILE, MOST_PHOTO, PHOTO
from palace_viewer.web.gate import BROKEN, LIMITS
from tests.paths import ROOT
from tests.viewer.web.phones import PATIENCE, Phone, ask, fetch, phone
from tests.viewer.web.servers import Server

PATHS = [
    "/", "/?lang=en", "/nothing", "/favicon.ico", "/client.js", "/client.css", "/pieces.glb",
    "/index.html", "/file", "/table", "/docs", "/%2e%2e/gate.py", "/../gate.py", "//", "/?monkey=1",
]  # fmt: skip
"""What is there, and what is not."""

NEEDS = "This page needs the link or the code that the screen beside the table shows."


@pytest.mark.parametrize("path", PATHS)
def test_nothing_opens_without_a_key(path: str, keyed: Server) -> None:
    own = keyed.keys["player"]
    for key in ("", "x" * 16, own[:-1], own + "a", own.upper(), "é"):
        answer = ask(keyed.base, path, key)
        assert (answer.status, NEEDS in answer.text) == (403, True)
        assert "script" not in answer.text
        assert "Ana" not in answer.text


def test_a_wrong_key_in_the_address_is_told_in_words(keyed: Server) -> None:
    for key in ("", "wrong", "%00", "%F0%9F%90%92", "a" * 5000):
        answer = ask(keyed.base, f"/?key={key}")
        assert (answer.status, NEEDS in answer.text) == (403, True)
        assert "set-cookie" not in answer.headers


def test_a_key_becomes_a_cookie_and_leaves_the_address(keyed: Server) -> None:
    path = keyed.address.removeprefix(keyed.base)
    answer = ask(keyed.base, path)
    assert (answer.status, answer.headers["location"]) == (303, "/")
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith(f"palace-{keyed.port}={keyed.keys['player']}; Path=/; ")
    assert "; HttpOnly; SameSite=Lax" in cookie
    assert answer.headers["referrer-policy"] == "no-referrer"
    other = ask(keyed.base, f"{path}&lang=zh%0D%0AX-Own%3A1")
    assert other.headers["location"] == "/?lang=zh%0D%0AX-Own%3A1"
    for role in ("player", "spectator"):
        for path in ("/", "/client.js"):
            assert ask(keyed.base, path, keyed.keys[role]).status == 200


def test_every_answer_forbids_frames_referrers_and_other_sites(
    keyed: Server, plain: Server
) -> None:
    for server, key in ((keyed, ""), (keyed, keyed.keys["player"]), (plain, "")):
        for path in ("/", "/nothing"):
            answer = ask(server.base, path, key)
            assert answer.headers["x-frame-options"] == "DENY"
            assert answer.headers["referrer-policy"] == "no-referrer"
            assert answer.headers["x-content-type-options"] == "nosniff"
            rules = answer.headers["content-security-policy"]
            assert "default-src 'none'" in rules
            assert "unsafe" not in rules
            for style in re.findall("<style>(.*?)</style>", answer.text, re.DOTALL):
                digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
                assert f"'sha256-{digest}'" in rules
            assert " style=" not in answer.text
    assert "<style>" in ask(keyed.base).text
    rules = ask(plain.base).headers["content-security-policy"]
    assert "script-src 'self';" in rules


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:{port}", "127.0.0.1", "", "127.0.0.1:1"]
)
def test_another_host_is_refused(host: str, keyed: Server, plain: Server) -> None:
    """As a name of another site, which leads to this machine, would ask."""
    for server in (keyed, plain):
        key = server.keys["player"]
        named = host.format(port=server.port)
        assert ask(server.base, "/", key, Host=named).status == 421
        assert ask(server.base, f"/?key={key}", Host=named).status == 421
        assert ask(server.base, "/file", key, "POST", b"x", Host=named).status == 421


def test_this_machine_is_served_under_its_own_names(keyed: Server, plain: Server) -> None:
    for server in (keyed, plain):
        for name in ("localhost", "LOCALHOST", "127.0.0.1", "[::1]"):
            host = f"{name}:{server.port}"
            assert ask(server.base, "/", server.keys["player"], Host=host).status == 200
    own = f"{socket.gethostname().lower().partition('.')[0]}.local"
    assert ask(keyed.base, "/", keyed.keys["player"], Host=f"{own}:{keyed.port}").status == 200
    assert ask(plain.base, "/", Host=f"{own}:{plain.port}").status == 421


async def opened(server: Server, key: str, origin: str | None = "", **asked: str) -> int:
    """Open a socket; return 101, or the status of its refusal."""
    page = Phone(server.base, key, asked.pop("phone", ""))
    try:
        found = await page.open(origin, **asked)
        await asyncio.wait_for(found.recv(), PATIENCE)
        await found.close()
    except InvalidStatus as error:
        return error.response.status_code
    return 101


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "https://{host}", "http://{host}.evil.example",
               "http://localhost", "{host}", "http://localhost:1"],
)  # fmt: skip
async def test_another_origin_is_refused(origin: str, keyed: Server, plain: Server) -> None:
    for server in (keyed, plain):
        host = server.base.removeprefix("http://")
        key, foreign = server.keys["player"], origin.format(host=host)
        assert (await fetch(server.base, "/", key, Origin=foreign)).status == 403
        assert (await fetch(server.base, "/", key, Origin=server.base)).status == 200
        assert (await fetch(server.base, "/file", key, "POST", b"", Origin=foreign)).status == 403
        assert await opened(server, key, foreign) == 403


async def test_a_socket_needs_a_key_an_origin_and_a_phone(keyed: Server, plain: Server) -> None:
    assert await opened(keyed, keyed.keys["player"]) == 101
    assert await opened(keyed, "") == 403
    assert await opened(keyed, "wrong") == 403
    for server in (keyed, plain):
        key = server.keys["player"]
        assert await opened(server, key, None) == 403
        assert await opened(server, key, path="/other") == 403
        for name in ("short", "a" * 33, "a" * 15 + "!", "../../../../../../", "é" * 16):
            assert await opened(server, key, phone=name) == 403


def test_pages_are_only_read(plain: Server) -> None:
    for method in ("POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"):
        assert ask(plain.base, "/", "", method, b"x" * 100).status == 405
    assert ask(plain.base, "/", "", "HEAD").body == b""


async def test_an_upload_is_small_text_of_a_player(keyed: Server) -> None:
    async with phone(keyed.base, keyed.keys["player"]) as page:
        assert (await page.upload("box.toml", b"format = 1\n")).status == 204
        await page.dealt()
        assert (await page.upload("box.toml", b"x" * (MOST_FILE + 1))).status == 413
        assert (await page.upload(PHOTO, b"\xff" * MOST_PHOTO)).status == 204
        assert (await page.upload(PHOTO, b"\xff" * (MOST_PHOTO + 1))).status == 413
        assert (await page.upload("box.toml", b"", Origin="http://evil.example")).status == 403
        assert (await page.upload("", b"text")).status == 400
        assert (await page.upload("a" * 200, b"text")).status == 400
        await page.upload("box.toml", b"\xff\xfe\x00")
        await page.until(lambda: page.notices)
        path = f"/file?phone={page.name}&name=a&version=x"
        own = {"Origin": keyed.base}
        assert (await fetch(keyed.base, path, page.key, "POST", b"a", **own)).status == 400
    async with phone(keyed.base, keyed.keys["spectator"]) as page:
        assert (await page.upload("box.toml", b"format = 1\n")).status == 403


async def test_a_body_that_never_ends_or_comes_in_pieces_is_cut(plain: Server) -> None:
    """Without a length, more than a file may have is read no further."""
    reader, writer = await asyncio.open_connection("127.0.0.1", plain.port)
    memory = plain.memory
    head = (
        f"POST /file?phone={'a' * 16}&name=x&version=1 HTTP/1.1\r\n"
        f"Host: 127.0.0.1:{plain.port}\r\nOrigin: {plain.base}\r\n"
        "Transfer-Encoding: chunked\r\n\r\n"
    )
    writer.write(head.encode())
    with contextlib.suppress(ConnectionError):
        for _ in range(200):
            writer.write(b"10000\r\n" + b"x" * 65_536 + b"\r\n")
            await writer.drain()
    assert (await reader.read(20)).startswith(b"HTTP/1.1 413")
    writer.transport.abort()
    assert plain.memory < memory + 30


async def tap_is_shown(page: Phone, knob: str = "c4") -> bool:
    """Whether a tap on a knob changes the verdict of a page; it is cleared again."""
    before = page.verdict
    await page.tap(knob)
    tapped = await page.changed(before)
    await page.send({"do": "clear"})
    return await page.changed(tapped) == before


async def test_a_spectator_sees_and_cannot_act(keyed: Server) -> None:
    async with (
        phone(keyed.base, keyed.keys["player"]) as player,
        phone(keyed.base, keyed.keys["spectator"]) as spectator,
        phone(keyed.base, keyed.keys["spectator"], name=player.name) as namesake,
    ):
        before = spectator.verdict
        for page in (spectator, namesake):  # the second with the id of the player's page
            await page.tap("c4")
            await page.send({"do": "open", "name": "found"})
            await page.dealt()
        assert player.verdict == spectator.verdict == before
        assert player.state.get("count", 0) == 0
        await player.tap("c4")
        tapped = await spectator.changed(before)
        assert await player.changed(before) == tapped
        await player.send({"do": "clear"})
        assert await spectator.changed(tapped) == before


async def test_sockets_are_counted_for_each_role(keyed: Server) -> None:
    key, base = keyed.keys["spectator"], keyed.base
    most = LIMITS["spectator"].sockets
    async with phone(base, keyed.keys["player"]) as player:
        spectator = Phone(base, key)
        sockets, refused = [], 0
        for _ in range(most + 10):
            try:
                sockets.append(await spectator.open())
            except InvalidStatus:
                refused += 1
        assert len(sockets) <= most
        assert refused >= 10
        assert await tap_is_shown(player)
        async with phone(base, keyed.keys["player"]) as another:
            assert await tap_is_shown(another)
        for one in sockets:
            await one.close()
        async with asyncio.timeout(PATIENCE):  # what was closed is free again, after a while
            while await opened(keyed, key) != 101:
                await asyncio.sleep(0.5)


SHOWN = '"version":1,"count":1'
FOREIGN = [
    "", "9", "null", "[]", "{}", '""', "{", '{"do"', "\x00", "é", "[" * 2_000, '{"a":' * 400,
    '{"do":"tap","name":"c4"}', f'{{"do":"nothing",{SHOWN}}}', f'{{"do":["tap"],{SHOWN}}}',
    f'{{"do":{{}},{SHOWN}}}', f'{{"do":null,{SHOWN}}}',
    f'{{"do":"tap","name":1,{SHOWN}}}', f'{{"do":"tap","name":null,{SHOWN}}}',
    f'{{"do":"tap","name":["c4"],{SHOWN}}}', f'{{"do":"tap","name":"c4","other":1,{SHOWN}}}',
    f'{{"do":"tap","name":"c4","held":1,{SHOWN}}}', f'{{"do":"look","text":1e400,{SHOWN}}}',
    f'{{"do":"look","text":1.5,{SHOWN}}}', f'{{"do":"look","text":true,{SHOWN}}}',
    f'{{"do":"look","text":NaN,{SHOWN}}}', f'{{"do":"look","text":{"9" * 1_900},{SHOWN}}}',
    '{"do":"undo","version":"1","count":1}', '{"do":"undo","version":1,"count":0}',
    '{"do":"undo","version":-1,"count":1}', '{"do":"undo","version":1,"count":true}',
    '{"do":"undo","version":1}', '{"do":"undo","count":1}',
    f'{{"do":"fill","name":"","text":"{"x" * 1_300}",{SHOWN}}}',
    f'{{"do":"fill","name":"","text":"\\ud800",{SHOWN}}}', f'{{"do":"\\udc00",{SHOWN}}}',
    f'{{"do":"saved","text":"","name":"a",{SHOWN}}}', f'{{"do":"unsaved",{SHOWN}}}',
    f'{{"do":"file-changed","text":"",{SHOWN}}}', f'{{"do":"thought","ticket":1,{SHOWN}}}',
]  # fmt: skip
"""What is no action of a phone."""


async def strange(server: Server) -> Any:
    """Open a socket of a phone of its own, as soon as there may be one more."""
    async with asyncio.timeout(PATIENCE):
        while True:
            with contextlib.suppress(InvalidStatus):
                return await Phone(server.base, server.keys["player"]).open()
            await asyncio.sleep(0.2)


@pytest.mark.parametrize("text", FOREIGN)
async def test_what_is_no_action_closes_its_socket(text: str, plain: Server) -> None:
    lines = len(plain.lines)
    hostile = await strange(plain)
    await hostile.recv()
    await hostile.send(text)
    with pytest.raises(ConnectionClosed):
        await asyncio.wait_for(hostile.recv(), PATIENCE)
    assert hostile.close_code == BROKEN
    assert plain.lines[lines:] == []


def test_the_client_knows_the_code_for_what_is_no_action() -> None:
    client = ROOT / "viewer" / "web" / "client" / "src" / "link.ts"
    assert f"const UNREAD = {BROKEN};" in client.read_text(encoding="utf-8")


async def test_bytes_close_their_socket(plain: Server) -> None:
    hostile = await strange(plain)
    await hostile.recv()
    await hostile.send(b'{"do":"undo","version":1,"count":1}')
    await asyncio.wait_for(hostile.wait_closed(), PATIENCE)
    assert hostile.close_code == BROKEN


async def close_code(hostile: Any) -> int:
    """Return the code that a socket is closed with."""
    await asyncio.wait_for(hostile.wait_closed(), PATIENCE)
    code: int = hostile.close_code
    return code


async def test_a_huge_message_closes_its_socket(plain: Server) -> None:
    memory = plain.memory
    async with phone(plain.base) as honest:
        for text in ("x" * (LARGEST + 1), "x" * 20_000_000, "é" * LARGEST):
            hostile = await strange(plain)
            with contextlib.suppress(ConnectionClosed):
                await hostile.send(text)
            assert await close_code(hostile) in (1006, 1009)
        assert await tap_is_shown(honest)
    assert plain.memory < memory + 30


@pytest.mark.parametrize("parts", [1, 50])
async def test_a_bomb_is_not_unpacked(parts: int, plain: Server) -> None:
    """A hundred megabytes of one letter, packed into one hundred thousand bytes, whole and in
    parts; and one whose packed bytes alone are within the limit."""
    packer = zlib.compressobj(9, wbits=-9)
    whole = b"".join(packer.compress(b"x" * 1_000_000) for _ in range(100))
    whole += packer.flush(zlib.Z_SYNC_FLUSH)
    memory = plain.memory
    async with phone(plain.base) as honest:
        for bomb in (whole, whole[: LARGEST - 100]):
            hostile = await strange(plain)
            assert hostile.protocol.extensions, "nothing is packed here"
            size = -(-len(bomb) // parts)
            for at in range(0, len(bomb), size):
                opcode = Opcode.CONT if at else Opcode.TEXT
                last = at + size >= len(bomb)
                frame = bytearray(Frame(opcode, bomb[at : at + size], last).serialize(mask=True))
                frame[0] |= 0 if at else 0x40  # "packed"
                hostile.transport.write(frame)
            assert await close_code(hostile) in (1006, 1009)
        assert await tap_is_shown(honest)
    assert plain.memory < memory + 10


async def test_a_message_without_end_is_cut_off(plain: Server) -> None:
    """Empty parts add no bytes, and are kept nevertheless."""
    hostile = await strange(plain)
    hostile.transport.write(Frame(Opcode.TEXT, b"", False).serialize(mask=True))
    hostile.transport.write(Frame(Opcode.CONT, b"", False).serialize(mask=True) * 1_000)
    assert await close_code(hostile) == 1006


async def test_answers_that_are_not_taken_do_not_pile_up(plain: Server) -> None:
    memory = plain.memory
    hostile = await strange(plain)
    hostile.transport.pause_reading()
    ping = Frame(Opcode.PING, b"x" * 125, True).serialize(mask=True) * 1_000
    async with phone(plain.base) as honest:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(5):
                while not hostile.transport.is_closing():
                    hostile.transport.write(ping)
                    while hostile.transport.get_write_buffer_size() > 1_000_000:
                        await asyncio.sleep(0.01)
                    await asyncio.sleep(0)
        assert await tap_is_shown(honest)
    hostile.transport.abort()
    assert plain.memory < memory + 30


async def test_a_long_address_is_refused(plain: Server) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", plain.port)
    with contextlib.suppress(ConnectionError):
        writer.write(b"GET /?x=" + b"x" * 200_000)
        assert (await reader.read(20)).startswith(b"HTTP/1.1 400")
    writer.transport.abort()
    assert (await fetch(plain.base)).status == 200


async def test_a_flood_waits_and_the_others_do_not(plain: Server) -> None:
    """Hundred seconds of actions, as fast as they can be sent."""
    async with phone(plain.base) as honest:
        flood = await strange(plain)
        text = json.dumps({"do": "look", "version": 0, "count": 1})
        for _ in range(3_000):
            await flood.send(text)
        tap = {"do": "tap", "name": "c4", "version": honest.state["version"], "count": 2}
        await flood.send(json.dumps(tap))
        assert await tap_is_shown(honest)
        await asyncio.sleep(0.3)
        assert await tap_is_shown(honest)  # and the tap behind the flood has not come yet
        flood.transport.abort()
