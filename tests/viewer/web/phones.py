"""A phone without a browser: it opens the socket of a page, keeps the sections it is sent, and
sends what their keys hold."""

from __future__ import annotations

import asyncio
import http.client
import json
import secrets
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager
from typing import Any, NamedTuple
from urllib.parse import urlencode, urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

PATIENCE = 20.0
"""Seconds in which an answer comes."""

Do = dict[str, Any]


class Answer(NamedTuple):
    """What a request is answered with; header names are lower case."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def text(self) -> str:
        """The body as text."""
        return self.body.decode()


def ask(
    base: str,
    path: str = "/",
    key: str = "",
    method: str = "GET",
    body: bytes | None = None,
    **headers: str,
) -> Answer:
    """Return the answer to one request of a new connection; `Host` and others can be given."""
    parts = urlsplit(base)
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    if key:
        named.setdefault("Cookie", f"palace-{parts.port}={key}")
    connection = http.client.HTTPConnection(parts.netloc, timeout=PATIENCE)
    try:
        connection.putrequest(method, path, skip_host="Host" in named, skip_accept_encoding=True)
        if body is not None:
            named.setdefault("Content-Length", str(len(body)))
        for name, value in named.items():
            connection.putheader(name, value.encode("utf-8"))
        connection.endheaders(body)
        found = connection.getresponse()
        return Answer(
            found.status, {name.lower(): text for name, text in found.getheaders()}, found.read()
        )
    finally:
        connection.close()


async def fetch(*given: Any, **headers: Any) -> Answer:
    """Return what `ask` returns, while other phones go on."""
    return await asyncio.to_thread(ask, *given, **headers)


class _Counted(ClientConnection):
    """A socket that counts the bytes it gets."""

    received = 0

    def data_received(self, data: bytes) -> None:
        self.received += len(data)
        super().data_received(data)


class Phone:
    """A page that is open.  `state` holds the sections as they are, `count` its actions."""

    def __init__(
        self, base: str, key: str = "", name: str = "", lang: str = "", page: str = "",
        speaks: str = "",
    ) -> None:  # fmt: skip
        self.base, self.key = base, key
        self.name = name or secrets.token_hex(8)
        self.lang, self.page, self.speaks = lang, page, speaks
        self.state: dict[str, Any] = {}
        self.offers: list[dict[str, str]] = []
        self.count = 0
        self.messages = 0
        self._news = asyncio.Event()
        self._heard: asyncio.Task[None] | None = None
        self.socket: ClientConnection

    async def connect(self, **asked: Any) -> None:
        """Open the socket, and wait for what the page shows; raises where it is refused."""
        self.socket = await self.open(**asked)
        self.state = {}
        self._heard = asyncio.create_task(self._hear())
        await self.until(lambda: "version" in self.state)
        self.count = max(self.count, self.state.get("count", 0))

    async def open(self, origin: str | None = "", path: str = "/table", **named: str) -> Any:
        """Open a socket; `origin` is that of the page unless it is told otherwise."""
        query = {"phone": self.name, "lang": self.lang, "page": self.page, "speaks": self.speaks}
        query = {key: value for key, value in query.items() if value}
        parts = urlsplit(self.base)
        headers = {"Cookie": f"palace-{parts.port}={self.key}"} if self.key else {}
        headers |= {header.replace("_", "-"): text for header, text in named.items()}
        if origin is not None:
            headers["Origin"] = origin or self.base
        return await connect(
            f"ws://{parts.netloc}{path}?{urlencode(query)}",
            additional_headers=headers, open_timeout=PATIENCE, close_timeout=1,
            proxy=None, create_connection=_Counted, max_size=4_000_000,
        )  # fmt: skip

    async def _hear(self) -> None:
        try:
            async for text in self.socket:
                told = json.loads(text)
                self.messages += 1
                if "offer" in told:
                    self.offers.append(told.pop("offer"))
                self.state |= told
                self._news.set()
        except ConnectionClosed:
            pass
        finally:
            self._news.set()

    async def close(self) -> None:
        """Close the socket."""
        if self._heard is not None:
            await self.socket.close()
            await self._heard

    @property
    def received(self) -> int:
        """Bytes that came, as they were packed."""
        assert isinstance(self.socket, _Counted)
        return self.socket.received

    def at(self, *path: str) -> Any:
        """Return a part of the state, an empty text where it is as by default."""
        found: Any = self.state
        for part in path:
            found = found.get(part, "") if isinstance(found, dict) else ""
        return found

    @property
    def verdict(self) -> str:
        """What the referee says, as JSON, so that every change of it is one; not whose tap it was,
        which each phone is told otherwise."""
        verdict = self.at("entry", "verdict") or {}
        return json.dumps({key: value for key, value in verdict.items() if key != "lines"})

    @property
    def turns(self) -> int:
        """How many turns were confirmed."""
        return sum(turn["number"] > 0 for turn in self.at("time", "turns") or ())

    @property
    def safe(self) -> bool:
        """Whether the page says that everything is saved."""
        return self.at("heading", "safe") is not False  # left out, it is

    @property
    def notices(self) -> list[str]:
        """What this phone alone was told."""
        return [one["text"] for one in self.at("banners") or () if one.get("looks") == "notice"]

    @property
    def warnings(self) -> list[str]:
        """What everyone at the table was told."""
        banners = self.at("banners") or ()
        return [one["text"] for one in banners if one.get("looks") in ("warn", "fault")]

    @property
    def keys(self) -> Iterator[Mapping[str, Any]]:
        """Everything that can be tapped, beside the places of the plan."""
        left: list[Any] = [*self.state.values()]
        while left:
            one = left.pop()
            if isinstance(one, dict):
                left += one.values()
                if one.get("kind") == "key" and isinstance(one.get("do"), dict):
                    yield one
            elif isinstance(one, list):
                left += one

    def offered(self, do: str) -> list[Do]:
        """Return what the keys of an action hold."""
        return [dict(key["do"]) for key in self.keys if key["do"]["do"] == do]

    async def send(self, do: Do, **other: int) -> Do:
        """Send an action with the version that is shown and the next count; return it."""
        self.count += 1
        sent = {**do, "version": self.state["version"], "count": self.count, **other}
        await self.socket.send(json.dumps(sent, ensure_ascii=False))
        return sent

    async def tap(self, *names: str) -> None:
        """Tap places of the plan, one after the other."""
        for name in names:
            await self.send({"do": "tap", "name": name})

    async def press(self, do: str, **like: Any) -> None:
        """Tap a key of an action, once there is one whose fields are `like` that."""
        found: list[Do] = []

        def there() -> bool:
            found[:] = [one for one in self.offered(do) if one | like == one]
            return bool(found)

        await self.until(there)
        await self.send(found[0])

    async def until(self, right: Callable[[], object], patience: float = PATIENCE) -> None:
        """Wait until something is so."""
        async with asyncio.timeout(patience):
            while not right():
                assert self._heard is None or not self._heard.done(), "the socket was closed"
                self._news.clear()
                await self._news.wait()

    async def dealt(self) -> None:
        """Wait until the last action was dealt with, and what it changed is shown."""
        await self.until(lambda: self.state.get("count", 0) >= self.count)

    async def changed(self, before: str) -> str:
        """Wait until there is another verdict; return it."""
        await self.until(lambda: self.verdict != before)
        return self.verdict

    async def upload(self, name: str, text: bytes, **headers: str) -> Answer:
        """Send a file."""
        query = {"phone": self.name, "name": name, "version": str(self.state["version"])}
        path = f"/file?{urlencode(query)}"
        named = {"Origin": self.base} | headers
        return await fetch(self.base, path, self.key, "POST", text, **named)


@asynccontextmanager
async def phone(base: str, key: str = "", name: str = "", lang: str = "") -> AsyncIterator[Phone]:
    """Yield a page that has opened its socket."""
    found = Phone(base, key, name, lang)
    await found.connect()
    try:
        yield found
    finally:
        await found.close()
