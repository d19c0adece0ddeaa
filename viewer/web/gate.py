"""The gate before the table page: who may open a page, a file or a socket, and how much of it.

`Gate` is an ASGI application around the page's own.  A key in the address becomes a cookie, and
everything else needs that cookie; Host and Origin are checked for every request, so that no other
site can reach the page through a browser.  A key has a role.  A socket belongs to the page that
opened it: NiceGUI believes the client id inside each message, so messages that name another page,
or that NiceGUI could not read, end here.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import re
import time
from collections.abc import Callable, Mapping, MutableMapping
from typing import Any, Literal, NamedTuple
from urllib.parse import parse_qs, urlencode

Message = MutableMapping[str, Any]
"""What ASGI sends and receives, and the scope of a connection."""

Receive = Callable[[], Any]
Send = Callable[[Message], Any]
App = Callable[[Message, Receive, Send], Any]

Role = Literal["player", "spectator"]

LARGEST = 65_536
"""Bytes of a message from a page; a tap has about 150."""

CLOSED, FULL = 4403, 4503
"""Close codes; before a socket is accepted both are an HTTP 403."""

SOCKETS = "/_nicegui_ws/"
SOCKET = f"{SOCKETS}socket.io/"
"""The only path of a socket.  Polling, the other way of socket.io, is refused."""

A_DAY = 86_400
"""Seconds that a phone keeps the cookie.  The key itself ends with the process."""

WAITING = 5.0
"""Seconds that a page of an earlier run has to reload itself."""


class Limits(NamedTuple):
    """What all pages of a role may use: sockets open at once, and pages made at once and a second;
    and messages of one socket, at once and a second."""

    sockets: int
    pages: float
    pages_a_second: float
    messages: float
    messages_a_second: float


LIMITS: Mapping[Role, Limits] = {
    "player": Limits(16, 40, 1, 60, 30),
    "spectator": Limits(16, 16, 0.5, 20, 5),
}
"""One role cannot use up what the other has.  Every page that is open takes part in every tap."""

NEEDS_KEY = """\
<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>Palace</title>
<p style="font:1.2em/1.5 system-ui;max-width:24em;margin:15vh auto;padding:0 1em">
This page needs the link or the code that the screen beside the table shows.</p></html>
"""
"""The page without a key, and with a wrong one."""

_HEADERS = (
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-resource-policy", b"same-origin"),
)


class Bucket:
    """An allowance of `most` at once that fills up again by `rate` a second."""

    def __init__(self, most: float, rate: float) -> None:
        self.most, self.rate = most, rate
        self.left, self.at = most, time.monotonic()

    def wait(self) -> float:
        """Take one; return the seconds until it is there, 0 if it was."""
        now = time.monotonic()
        self.left = min(self.most, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left < 1:
            return (1 - self.left) / self.rate
        self.left -= 1
        return 0.0


class Gate:
    """Lets through what has a key, comes from the page itself, and stays within the limits.

    `hosts` are the values of Host that are served, lower case and with the port: `127.0.0.1:8123`.
    `keys` holds the key of each role; empty, everyone who reaches a host is a player.  `cookie` is
    its name.  `role_of` returns the role with which the page of a client id was opened, None if
    there is no such page.  `files` matches the paths of files; any other may make a page, which is
    kept for a minute, and so counts.  The role is in the state of each request that is let through:
    `role`.
    """

    def __init__(
        self,
        app: App,
        hosts: frozenset[str],
        keys: Mapping[Role, str],
        role_of: Callable[[str], Role | None],
        cookie: str,
        files: re.Pattern[str],
        limits: Mapping[Role, Limits] = LIMITS,
    ) -> None:
        self.app = app
        self.hosts = hosts
        self.keys = keys
        self.role_of = role_of
        self.cookie = cookie
        self.files = files
        self.limits = limits
        self.open: dict[Role, int] = dict.fromkeys(limits, 0)
        """The sockets open now."""
        self._pages = {
            role: Bucket(most.pages, most.pages_a_second) for role, most in limits.items()
        }

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Serve a connection, or refuse it."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
        elif scope["type"] == "http":
            await self._serve_request(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._serve_socket(scope, receive, send)

    async def _serve_request(self, scope: Message, receive: Receive, send: Send) -> None:
        headers = _headers(scope)
        host, origin = headers.get("host", "").lower(), headers.get("origin")
        if host not in self.hosts:  # as after DNS rebinding
            await _answer(send, 421, "This address is not served here.\n")
            return
        if origin is not None and origin.lower() != f"http://{host}":
            await _answer(send, 403, "Another site may not ask for this.\n")
            return
        if scope["method"] not in ("GET", "HEAD"):
            await _answer(send, 405, "Pages can only be read.\n", (b"allow", b"GET, HEAD"))
            return
        query = parse_qs(scope["query_string"].decode("latin-1"))
        if self.keys and scope["path"] == "/" and "key" in query:
            await self._take_key(query, send)
            return
        role = self._role(headers)
        if role is None:
            await _answer(send, 403, NEEDS_KEY)
            return
        if scope["path"].startswith(SOCKETS):
            await _answer(send, 403, "The page is reached by a WebSocket only.\n")
            return
        if not self.files.match(scope["path"]) and (seconds := self._pages[role].wait()):
            later = str(int(seconds) + 1).encode()
            text = "Too many pages were opened. This one opens when it is reloaded.\n"
            await _answer(send, 503, text, (b"retry-after", later))
            return
        await self.app(_with_role(scope, role), receive, _with_headers(send))

    async def _take_key(self, query: dict[str, list[str]], send: Send) -> None:
        """Give a browser the cookie of a key, and the page under its address without the key."""
        key = query.pop("key")[0]
        if self._role_with(key) is None:
            await _answer(send, 403, NEEDS_KEY)
            return
        # Lax: the link may be opened from a message in another site's page.
        cookie = f"{self.cookie}={key}; Path=/; HttpOnly; SameSite=Lax; Max-Age={A_DAY}"
        rest = f"?{urlencode(query, doseq=True)}" if query else ""
        where = f"/{rest}".encode()
        await _answer(send, 303, "", (b"location", where), (b"set-cookie", cookie.encode()))

    async def _serve_socket(self, scope: Message, receive: Receive, send: Send) -> None:
        headers = _headers(scope)
        host = headers.get("host", "").lower()
        # Browsers always send the origin of a socket.
        if host not in self.hosts or headers.get("origin", "").lower() != f"http://{host}":
            await _refuse(receive, send)
            return
        role, page = self._role(headers), _page_of(scope)
        if role is None or page is None:
            await _refuse(receive, send)
            return
        if self.open[role] >= self.limits[role].sockets:
            await _refuse(receive, send, FULL)
            return
        self.open[role] += 1
        try:
            opened_as = self.role_of(page)
            if opened_as is None:
                await _reload(receive, send)
            elif opened_as != role:
                await _refuse(receive, send)
            else:
                most = self.limits[role]
                bucket = Bucket(most.messages, most.messages_a_second)
                guarded = _guarded(receive, page, bucket)
                await self.app(_with_role(scope, role), guarded, send)
        finally:
            self.open[role] -= 1

    def _role(self, headers: Mapping[str, str]) -> Role | None:
        """Return the role of a request; None without a key."""
        if not self.keys:
            return "player"
        for part in headers.get("cookie", "").split(";"):
            name, _, value = part.strip().partition("=")
            if name == self.cookie:
                return self._role_with(value)
        return None

    def _role_with(self, key: str) -> Role | None:
        found: Role | None = None
        # Every key is compared, and all of it: the time taken tells nothing.
        for role, ours in self.keys.items():
            if hmac.compare_digest(key.encode("utf-8", "replace"), ours.encode()):
                found = role
        return found


def _headers(scope: Message) -> dict[str, str]:
    """Return the headers of a request by their names; of equal ones the first."""
    found: dict[str, str] = {}
    for name, value in scope["headers"]:
        found.setdefault(name.decode("latin-1").lower(), value.decode("latin-1"))
    return found


def _with_role(scope: Message, role: Role) -> Message:
    return {**scope, "state": {**scope.get("state", {}), "role": role}}


def _with_headers(send: Send) -> Send:
    """Return a `send` that adds the headers of this gate."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message.get("headers", ()), *_HEADERS]}
        await send(message)

    return sending


async def _answer(send: Send, status: int, text: str, *headers: tuple[bytes, bytes]) -> None:
    """Send a small answer of the gate itself."""
    kind = b"text/html" if text.startswith("<") else b"text/plain"
    body = text.encode()
    own = [
        (b"content-type", kind + b"; charset=utf-8"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
        (b"content-security-policy", b"default-src 'none'; style-src 'unsafe-inline'"),
    ]
    start = {"type": "http.response.start", "status": status}
    await send({**start, "headers": [*own, *_HEADERS, *headers]})
    await send({"type": "http.response.body", "body": body})


async def _refuse(receive: Receive, send: Send, code: int = CLOSED) -> None:
    await receive()
    await send({"type": "websocket.close", "code": code})


def _page_of(scope: Message) -> str | None:
    """Return the client id of the page that opens a socket; None for any other socket."""
    query = parse_qs(scope["query_string"].decode("latin-1"))
    if scope["path"] != SOCKET or query.get("transport") != ["websocket"] or "sid" in query:
        return None
    page = query.get("client_id", [])
    return page[0] if len(page) == 1 else None


async def _reload(receive: Receive, send: Send) -> None:
    """Tell a page that was opened before this process began to reload itself.

    It asks again and again until the server is back, and reloads on the words of this refusal,
    which are NiceGUI's; NiceGUI itself would leave the socket open after them.
    """
    await receive()
    await send({"type": "websocket.accept"})
    about = {"sid": "-", "upgrades": [], "pingInterval": 25_000, "pingTimeout": 20_000}
    await send({"type": "websocket.send", "text": f"0{json.dumps(about)}"})
    try:
        async with asyncio.timeout(WAITING):
            asked = await receive()
            if asked["type"] == "websocket.receive":
                text = '44{"message":"Implicit handshake failed"}'
                await send({"type": "websocket.send", "text": text})
                asked = await receive()
    except TimeoutError:
        asked = {"type": ""}
    if asked["type"] != "websocket.disconnect":
        await send({"type": "websocket.close", "code": CLOSED})


def _guarded(receive: Receive, page: str, bucket: Bucket) -> Receive:
    """Return a `receive` of those messages alone that a page sends about itself.

    A socket with too many of them is read more slowly: nothing of an honest page is lost, and a
    flood waits at its sender.
    """

    async def receiving() -> Message:
        while True:
            message: Message = await receive()
            if message["type"] != "websocket.receive":
                return message
            if seconds := bucket.wait():
                await asyncio.sleep(seconds)
                bucket.wait()
            text = message.get("text")
            if isinstance(text, str) and _is_sound(text, page):
                return message

    return receiving


_FRAME = re.compile(r'3|1|41|40(?:\{.{0,200}\})?|42\d{0,9}(\["(?:.|\n)*\])')
"""What the client of socket.io sends without binary data: pong, close, disconnect, connect, event.
"""

_PARTS: Mapping[str, Mapping[str, type | tuple[type, ...]]] = {
    "event": {"id": int, "listener_id": str, "args": list},
    "javascript_response": {"request_id": str},
    "ack": {"next_message_id": int},
    "handshake": {"tab_id": str, "document_id": str},
}
"""The messages of a page, and what they hold beside its client id.  What a page would write into
the server's log is none of them."""


def _is_sound(text: str, page: str) -> bool:
    """Return whether a message is one that NiceGUI can read, of a page about itself."""
    frame = _FRAME.fullmatch(text) if len(text) <= LARGEST else None
    if frame is None or frame[1] is None:
        return frame is not None
    try:
        name, *parts = json.loads(frame[1])
        if name not in _PARTS or len(parts) != 1 or not isinstance(parts[0], dict):
            return False
        message = parts[0]
        for arg in message.get("args", ()):
            if arg is not None:
                json.loads(arg)
    except (ValueError, TypeError, RecursionError):
        return False
    shape = _PARTS[name].items()
    return message.get("client_id") == page and all(
        isinstance(message.get(part), kind) for part, kind in shape
    )
