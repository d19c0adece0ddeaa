"""A phone without a browser: it loads the page, holds its elements, taps them and is told of what
changes, in the words of NiceGUI's own client."""

from __future__ import annotations

import asyncio
import html
import json
import re
import time
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp

PATIENCE = 20.0
"""Seconds in which an answer comes."""

TELLING = 3.0
"""Seconds after which a page tells again which messages it has."""

_ELEMENTS = re.compile(r"parseElements\(String\.raw`(.*?)`\)", re.DOTALL)
_CLIENT = re.compile(r"'client_id': '([-0-9a-f]+)'")


class Phone:
    """A page that is open.  `elements` are those of the page by their ids, as they are now."""

    def __init__(self, http: aiohttp.ClientSession, base: str, page: str) -> None:
        self.http, self.base = http, base
        found = _ELEMENTS.search(page)
        client = _CLIENT.search(page)
        assert found
        assert client
        self.client = client[1]
        self.elements: dict[str, dict[str, Any]] = json.loads(html.unescape(found[1]))
        self.received = 0
        self.next = 0
        self.told = time.monotonic()
        self._changed = asyncio.Event()
        self._heard: asyncio.Task[None] | None = None

    @property
    def query(self) -> dict[str, str]:
        """What a page tells when it opens its socket."""
        return {
            "client_id": self.client, "next_message_id": "0", "implicit_handshake": "true",
            "tab_id": str(uuid.uuid4()), "document_id": str(uuid.uuid4()),
            "EIO": "4", "transport": "websocket",
        }  # fmt: skip

    async def connect(self) -> None:
        """Open the socket; raises `aiohttp.WSServerHandshakeError` where it is refused."""
        self.socket = await self.http.ws_connect(
            f"{self.base}/_nicegui_ws/socket.io/", params=self.query, origin=self.base
        )
        await self.socket.send_str("40")
        while not (text := await self._next()).startswith("40"):
            assert text.startswith("0"), text
        self._heard = asyncio.create_task(self._hear())

    async def _next(self) -> str:
        message = await self.socket.receive(PATIENCE)
        assert message.type is aiohttp.WSMsgType.TEXT, message
        text: str = message.data
        return text

    async def _hear(self) -> None:
        async for message in self.socket:
            text = message.data
            if text == "2":
                await self.socket.send_str("3")
            elif text.startswith("42"):
                self.received += len(text)
                name, *rest = json.loads(text[2:])
                self.next = rest[0].get("_id", self.next - 1) + 1
                if time.monotonic() > self.told + TELLING:  # so that the server forgets them
                    self.told = time.monotonic()
                    said = {"client_id": self.client, "next_message_id": self.next}
                    await self.send("ack", said)
                if name == "update":
                    for key, element in rest[0].items():
                        if element is None:
                            self.elements.pop(key, None)
                        elif isinstance(element, dict):
                            self.elements[key] = element
                self._changed.set()

    async def close(self) -> None:
        """Close the socket."""
        if self._heard is not None:
            self._heard.cancel()
            await self.socket.close()

    def having(self, prop: str, value: str) -> tuple[str, dict[str, Any]]:
        """Return the element with a property, and its id."""
        found = [
            (key, element) for key, element in self.elements.items()
            if str(element.get("props", {}).get(prop)) == value
        ]  # fmt: skip
        assert found, f"no element with {prop}={value}"
        return found[0]

    def has(self, prop: str, value: str) -> bool:
        """Return whether there is an element with a property."""
        each = (element.get("props", {}) for element in self.elements.values())
        return any(str(props.get(prop)) == value for props in each)

    def text(self, part: str) -> str:
        """Return the text of a part of the page and of what is in it."""
        key, _ = self.having("data-part", part)
        return " ".join(self._texts(key)).strip()

    def _texts(self, key: str) -> list[str]:
        element = self.elements[key]
        inner = re.sub(r"<[^>]*>", " ", str(element.get("props", {}).get("innerHTML", "")))
        texts = [str(element.get("text") or ""), html.unescape(inner)]
        children = [*element.get("children", [])]
        for slot in element.get("slots", {}).values():
            children += slot.get("ids", [])
        for child in dict.fromkeys(map(str, children)):
            texts += self._texts(child) if child in self.elements else []
        return [text for text in texts if text.strip()]

    def message(self, prop: str, value: str, kind: str = "click") -> dict[str, Any]:
        """Return the message of a tap on an element."""
        key, element = self.having(prop, value)
        heard = [one for one in element.get("events", []) if one["type"] == kind]
        assert heard, f"{prop}={value} does not hear {kind}"
        script = heard[0].get("js_handler") or ""
        # Such a script sends what the element shows: `(e) => emit(e.currentTarget.dataset.v)`.
        sent = [
            element["props"].get(f"data-{name}") for name in re.findall(r"dataset\.(\w+)", script)
        ]
        return {
            "id": int(key), "client_id": self.client, "listener_id": heard[0]["listener_id"],
            "args": [json.dumps(None if one is None else str(one)) for one in sent],
        }  # fmt: skip

    async def send(self, name: str, message: Any) -> None:
        """Send any message."""
        await self.socket.send_str("42" + json.dumps([name, message]))

    async def press(self, act: str) -> None:
        """Press a button by what it does."""
        await self.send("event", self.message("data-act", act))

    async def tap(self, *knobs: str) -> None:
        """Tap knobs of the plan, one after the other."""
        for knob in knobs:
            await self.send("event", self.message("data-knob", knob))

    async def changed(self, part: str, before: str) -> str:
        """Wait until a part of the page shows another text; return it."""
        started = time.monotonic()
        while self.text(part) == before:
            self._changed.clear()
            left = started + PATIENCE - time.monotonic()
            assert left > 0, f"{part} is still: {before}"
            await asyncio.wait_for(self._changed.wait(), left)
        return self.text(part)


@asynccontextmanager
async def browser(base: str, key: str = "") -> AsyncIterator[aiohttp.ClientSession]:
    """Yield a client with the cookie of a key, which takes cookies of addresses too."""
    jar = aiohttp.CookieJar(unsafe=True)
    async with aiohttp.ClientSession(cookie_jar=jar) as http:
        if key:
            async with http.get(f"{base}/", params={"key": key}) as answer:
                assert answer.status == 200, await answer.text()
        yield http


@asynccontextmanager
async def phone(base: str, key: str = "", *, joins: bool = True) -> AsyncIterator[Phone]:
    """Yield a page that was loaded, and unless told otherwise has opened its socket."""
    async with browser(base, key) as http:
        async with http.get(f"{base}/") as answer:
            assert answer.status == 200, await answer.text()
            found = Phone(http, base, await answer.text())
        if joins:
            await found.connect()
        try:
            yield found
        finally:
            await found.close()
