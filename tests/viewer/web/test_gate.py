"""The gate before the table page, asked by a real client: nothing opens without a key, nothing is
reached by another name or from another site, and a socket acts for its own page alone."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import socket
from pathlib import Path

import aiohttp
import nicegui
import pytest

from palace_viewer.web.gate import LARGEST, LIMITS, Bucket, Gate
from tests.viewer.web.phones import PATIENCE, Phone, browser, phone
from tests.viewer.web.servers import Server

STATIC = f"/_nicegui/{nicegui.__version__}/static/nicegui.js"
PATHS = [
    "/", "/?lang=en", "/nothing", "/favicon.ico", "/model/palace.glb", "/docs", "/openapi.json",
    STATIC, f"/_nicegui/{nicegui.__version__}/components/nothing", "/_nicegui/auto/static/nothing",
    "/_nicegui_ws/socket.io/?EIO=4&transport=polling", "/_nicegui_ws/",
]  # fmt: skip
"""One of each kind of path that NiceGUI serves."""

NEEDS = "This page needs the link or the code that the screen beside the table shows."


async def status(server: Server, path: str = "/", key: str = "", **headers: str) -> int:
    """The status that a path is answered with."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    if key:
        named["Cookie"] = f"palace-{server.port}={key}"
    address = f"{server.base}{path}"
    async with (
        aiohttp.ClientSession() as http,
        http.get(address, headers=named, allow_redirects=False) as answer,
    ):
        return answer.status


@pytest.mark.parametrize("path", PATHS)
async def test_nothing_opens_without_a_key(path: str, keyed: Server) -> None:
    async with aiohttp.ClientSession() as http:
        for key in ("", "x" * 16, keyed.keys["player"][:-1], keyed.keys["player"] + "a", "é"):
            cookies = {"Cookie": f"palace-{keyed.port}={key}"} if key else {}
            async with http.get(f"{keyed.base}{path}", headers=cookies) as answer:
                text = await answer.text()
                assert (answer.status, NEEDS in text) == (403, True)
                assert "nicegui" not in text.lower()
                assert "Ana" not in text


async def test_a_wrong_key_in_the_address_is_told_in_words(keyed: Server) -> None:
    async with aiohttp.ClientSession() as http:
        for key in ("", "wrong", "%00", "%F0%9F%90%92", "a" * 5000):
            async with http.get(f"{keyed.base}/?key={key}") as answer:
                assert (answer.status, NEEDS in await answer.text()) == (403, True)
                assert "Set-Cookie" not in answer.headers


async def test_a_key_becomes_a_cookie_and_leaves_the_address(keyed: Server) -> None:
    async with (
        aiohttp.ClientSession() as http,
        http.get(keyed.address, allow_redirects=False) as answer,
    ):
        assert (answer.status, answer.headers["Location"]) == (303, "/")
        cookie = answer.headers["Set-Cookie"]
        assert cookie.startswith(f"palace-{keyed.port}={keyed.keys['player']}; Path=/; ")
        assert "; HttpOnly; SameSite=Lax" in cookie
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        asked = f"{keyed.address}&lang=zh%0D%0AX-Own%3A1"
        async with http.get(asked, allow_redirects=False) as other:
            assert other.headers["Location"] == "/?lang=zh%0D%0AX-Own%3A1"
    for role in ("player", "spectator"):
        for path in ("/", STATIC):
            assert await status(keyed, path, keyed.keys[role]) == 200


async def test_every_answer_forbids_frames_and_referrers(keyed: Server, plain: Server) -> None:
    for server in (keyed, plain):
        async with aiohttp.ClientSession() as http, http.get(f"{server.base}/") as answer:
            assert answer.headers["X-Frame-Options"] == "DENY"
            assert answer.headers["Referrer-Policy"] == "no-referrer"
            assert answer.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:{port}", "127.0.0.1", "", "127.0.0.1:1"]
)
async def test_another_host_is_refused(host: str, keyed: Server, plain: Server) -> None:
    """As a name of another site, which now leads to this machine, would ask."""
    for server in (keyed, plain):
        key = server.keys["player"]
        named = host.format(port=server.port)
        assert await status(server, "/", key, Host=named) == 421
        assert await status(server, f"/?key={key}", Host=named) == 421


async def test_this_machine_is_served_under_its_own_names(keyed: Server, plain: Server) -> None:
    for server in (keyed, plain):
        for name in ("localhost", "LOCALHOST", "127.0.0.1", "[::1]"):
            host = f"{name}:{server.port}"
            assert await status(server, "/", server.keys["player"], Host=host) == 200
    own = f"{socket.gethostname().lower().partition('.')[0]}.local"
    assert await status(keyed, "/", keyed.keys["player"], Host=f"{own}:{keyed.port}") == 200
    assert await status(plain, "/", Host=f"{own}:{plain.port}") == 421


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "https://{host}", "http://{host}.evil.example",
               "http://localhost", "{host}", "http://localhost:1"],
)  # fmt: skip
async def test_another_origin_is_refused(origin: str, keyed: Server, plain: Server) -> None:
    for server in (keyed, plain):
        host = server.base.removeprefix("http://")
        key = server.keys["player"]
        assert await status(server, "/", key, Origin=origin.format(host=host)) == 403
        assert await status(server, "/", key, Origin=server.base) == 200
        assert await opened(server, key, origin.format(host=host)) == 403


async def opened(server: Server, key: str, origin: str | None, **query: str) -> int:
    """Open a socket; return 101, or the status of its refusal."""
    named = {"Cookie": f"palace-{server.port}={key}"} if key else {}
    asked = {"EIO": "4", "transport": "websocket", "client_id": "none"} | query
    async with aiohttp.ClientSession() as http:
        try:
            async with http.ws_connect(
                f"{server.base}/_nicegui_ws/socket.io/", params=asked, headers=named, origin=origin
            ):
                return 101
        except aiohttp.WSServerHandshakeError as error:
            return error.status


async def test_a_socket_needs_a_key_an_origin_and_a_page(keyed: Server, plain: Server) -> None:
    key = keyed.keys["player"]
    assert await opened(keyed, key, keyed.base) == 101
    assert await opened(keyed, "", keyed.base) == 403
    assert await opened(keyed, "wrong", keyed.base) == 403
    for server in (keyed, plain):
        key = server.keys["player"]
        assert await opened(server, key, None) == 403
        assert await opened(server, key, server.base, sid="another") == 403
        assert await opened(server, key, server.base, transport="polling") == 403


async def test_pages_are_only_read(plain: Server) -> None:
    async with aiohttp.ClientSession() as http:
        for method in ("POST", "PUT", "DELETE", "OPTIONS", "PATCH"):
            async with http.request(method, f"{plain.base}/", data=b"x" * 100) as answer:
                assert answer.status == 405


async def test_a_page_of_an_earlier_run_is_told_to_reload(plain: Server) -> None:
    """In the words on which the script of the page reloads it."""
    async with browser(plain.base) as http:
        query = {"EIO": "4", "transport": "websocket", "client_id": "of-an-earlier-run"}
        async with http.ws_connect(
            f"{plain.base}/_nicegui_ws/socket.io/", params=query, origin=plain.base
        ) as opened:
            assert (await opened.receive_str()).startswith("0{")
            await opened.send_str("40")
            told = await opened.receive_str()
            assert json.loads(told.removeprefix("44")) == {"message": "Implicit handshake failed"}


async def tap_is_shown(page: Phone, knob: str = "c4") -> bool:
    """Whether a tap on a knob changes the verdict of a page; it is cleared again."""
    before = page.text("verdict")
    await page.tap(knob)
    tapped = await page.changed("verdict", before)
    await page.press("clear")
    return await page.changed("verdict", tapped) == before


async def test_a_spectator_sees_and_cannot_act(keyed: Server) -> None:
    async with (
        phone(keyed.base, keyed.keys["player"]) as player,
        phone(keyed.base, keyed.keys["spectator"]) as spectator,
    ):
        before = spectator.text("verdict")
        forged = player.message("data-knob", "c4")
        await spectator.send("event", forged)  # on behalf of the player's page
        own = {**forged, "client_id": spectator.client}
        await spectator.send("event", own)  # on its own page, where nothing hears it
        with pytest.raises(AssertionError, match="does not hear"):
            spectator.message("data-knob", "c4")
        await asyncio.sleep(0.1)
        assert player.text("verdict") == spectator.text("verdict") == before
        await player.tap("c4")
        tapped = await spectator.changed("verdict", before)
        assert await player.changed("verdict", before) == tapped
        await player.press("clear")
        assert await spectator.changed("verdict", tapped) == before


async def test_a_page_is_joined_in_the_role_that_opened_it(keyed: Server) -> None:
    """A spectator that learned the id of a player's page opens no socket for it."""
    async with (
        phone(keyed.base, keyed.keys["player"], joins=False) as player,
        browser(keyed.base, keyed.keys["spectator"]) as http,
    ):
        stolen = Phone.__new__(Phone)
        stolen.__dict__ |= player.__dict__ | {"http": http}
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await stolen.connect()
        await player.connect()
        assert await tap_is_shown(player)


async def test_sockets_are_counted_for_each_role(keyed: Server) -> None:
    key, base = keyed.keys["spectator"], keyed.base
    most = LIMITS["spectator"].sockets
    async with phone(base, keyed.keys["player"]) as player:
        async with phone(base, key, joins=False) as spectator:
            query = spectator.query
            sockets = []
            refused = 0
            for _ in range(most + 10):
                try:
                    sockets.append(await spectator.http.ws_connect(
                        f"{base}/_nicegui_ws/socket.io/", params=query, origin=base
                    ))  # fmt: skip
                except aiohttp.WSServerHandshakeError:
                    refused += 1
            assert (len(sockets), refused) == (most, 10)
            assert await tap_is_shown(player)
            async with phone(base, keyed.keys["player"]) as another:
                assert await tap_is_shown(another)
            for one in sockets:
                await one.close()
        async with phone(base, key) as spectator:  # what was closed is free again
            assert spectator.text("verdict") == player.text("verdict")


BROKEN = [
    "", "9", "0", "2probe", "5", "6", "4", "44", "45", "451-[]", "4999999999999[]", "40/other,",
    "42", "42[", "42[]", "42{}", '42["event"]', '42["event",1]', '42["event",null,null]',
    '42["nothing",{}]', '42["event",{}]', '42["event",{"client_id":"%s"}]',
    '42["log",{"client_id":"%s","level":"error","message":"x"}]',
    '42["event",{"client_id":"%s","id":"1","listener_id":"x","args":[]}]',
    '42["event",{"client_id":"%s","id":1,"listener_id":1,"args":[]}]',
    '42["event",{"client_id":"%s","id":1,"listener_id":"x","args":["{"]}]',
    '42["event",{"client_id":"%s","id":1,"listener_id":"x","args":[1]}]',
    '42["event",{"client_id":["%s"],"id":1,"listener_id":"x","args":[]}]',
    '42["ack",{"client_id":"%s","next_message_id":"x"}]',
    '42["ack",{"client_id":"%s","next_message_id":1e400}]',
    '42["javascript_response",{"client_id":"%s","request_id":[]}]',
    '42["handshake",{"client_id":"%s"}]', '42["disconnect",{"client_id":"%s"}]',
    "42" + "[" * 30_000, '42["event",' + '{"a":' * 8_000, "42" + "9" * 5_000 + "[]",
    "43[]", "430[]", "41x", "\ud800".encode("utf-8", "replace").decode(),
]  # fmt: skip


async def test_broken_messages_do_nothing_and_write_nothing(plain: Server) -> None:
    lines, memory = len(plain.lines), plain.memory
    async with phone(plain.base) as honest, phone(plain.base) as hostile:
        for text in BROKEN:
            await hostile.socket.send_str(text.replace("%s", hostile.client))
            await hostile.socket.send_bytes(text.encode())
        assert await tap_is_shown(honest)
    assert plain.lines[lines:] == []
    assert plain.memory < memory + 30


async def test_a_huge_message_closes_its_socket(plain: Server) -> None:
    memory = plain.memory
    async with phone(plain.base) as honest, phone(plain.base, joins=False) as hostile:
        opened = await hostile.http.ws_connect(
            f"{plain.base}/_nicegui_ws/socket.io/", params=hostile.query, origin=plain.base
        )
        with contextlib.suppress(ConnectionError):
            await opened.send_str("42" + "x" * (20 * LARGEST))
        while not opened.closed:
            await opened.receive(PATIENCE)
        assert opened.close_code in (1006, 1009)
        assert await tap_is_shown(honest)
    assert plain.memory < memory + 30


async def test_a_long_address_is_refused(plain: Server) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", plain.port)
    with contextlib.suppress(ConnectionError):
        writer.write(b"GET /?x=" + b"x" * 200_000)
        assert (await reader.read(20)).startswith(b"HTTP/1.1 400")
    writer.transport.abort()
    assert await status(plain) == 200


def test_an_allowance_fills_up_again(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    bucket = Bucket(3, 2)
    assert [bucket.wait() for _ in range(3)] == [0, 0, 0]
    assert bucket.wait() == pytest.approx(0.5)
    now += 0.5
    assert bucket.wait() == 0
    now += 100
    assert [bucket.wait() == 0 for _ in range(4)] == [True, True, True, False]


async def test_a_flood_waits_and_the_others_do_not(plain: Server) -> None:
    """A hundred seconds of messages, as fast as they can be sent."""
    async with phone(plain.base) as honest, phone(plain.base) as hostile:
        forged = hostile.message("data-knob", "c4")
        for _ in range(3_000):
            await hostile.send("ack", {"client_id": hostile.client, "next_message_id": 0})
        await hostile.send("event", forged)
        assert await tap_is_shown(honest)
        await asyncio.sleep(0.3)
        assert await tap_is_shown(honest)  # and the tap behind the flood has not come yet


async def test_a_limit_on_pages_leaves_the_other_role_its_own(tmp_path: Path) -> None:
    """The gate alone, before an application that counts."""
    calls: list[str] = []

    async def app(scope: dict[str, object], receive: object, send: object) -> None:
        calls.append(str(scope["path"]))

    keys = {"player": "p" * 16, "spectator": "s" * 16}
    gate = Gate(
        app, frozenset({"here"}), keys, lambda client: None,  # type: ignore[arg-type]
        cookie="c", files=re.compile("/files/"),
    )  # fmt: skip

    async def ask(role: str, path: str) -> int:
        answers: list[int] = []

        async def send(message: dict[str, object]) -> None:
            if message["type"] == "http.response.start":
                answers.append(int(str(message["status"])))

        headers = [(b"host", b"here"), (b"cookie", f"a=b; c={keys[role]}".encode())]
        scope = {
            "type": "http",
            "method": "GET",
            "path": path,
            "query_string": b"",
            "headers": headers,
        }
        await gate(scope, None, send)  # type: ignore[arg-type]
        return answers[0] if answers else 200

    most = int(LIMITS["spectator"].pages)
    assert [await ask("spectator", "/") for _ in range(most)] == [200] * most
    assert await ask("spectator", "/") == 503
    assert await ask("spectator", "/nothing") == 503
    assert await ask("spectator", "/files/x") == 200
    assert await ask("player", "/") == 200
    assert len(calls) == most + 2
