"""The gate before the table page: who may have a file, a socket or an upload, and how much of it.

`Gate` is an ASGI application around the page's own.  A key in the address becomes a cookie, and
everything else needs that cookie; Host and Origin are checked for every request, so that no other
site can reach the page through a browser.  A key has a role.  A message on a socket is one action,
or the socket closes; one role cannot use up what the other has.
"""

from __future__ import annotations

import asyncio
import hmac
import time
from collections.abc import Callable, Mapping, MutableMapping
from typing import Any, NamedTuple
from urllib.parse import parse_qs, urlencode

from palace.page.action import LARGEST, MOST_FILE, Role, read_sent

Message = MutableMapping[str, Any]
"""What ASGI sends and receives, and the scope of a connection."""

Receive = Callable[[], Any]
Send = Callable[[Message], Any]
App = Callable[[Message, Receive, Send], Any]

SOCKET = "/table"
"""The only path of a socket."""

UPLOAD = "/file"
"""The only path that something is sent to."""

CLOSED, BROKEN = 4403, 4400
"""Close codes: refused, which before a socket is accepted is an HTTP 403; and no action."""

A_DAY = 86_400
"""Seconds that a phone keeps the cookie.  The key itself ends with the process."""

SENDING = 30.0
"""Seconds in which a file is sent."""


class Limits(NamedTuple):
    """What all phones of a role may use: sockets open at once, and sockets and files begun at once
    and a second; and messages of one socket, at once and a second."""

    sockets: int
    begun: float
    begun_a_second: float
    messages: float
    messages_a_second: float


LIMITS: Mapping[Role, Limits] = {
    "player": Limits(16, 60, 2, 60, 30),
    "spectator": Limits(16, 16, 0.5, 20, 5),
}
"""Every phone that is there takes part in every tap."""

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
    its name.  The role is in the state of each request that is let through: `role`.
    """

    def __init__(
        self,
        app: App,
        hosts: frozenset[str],
        keys: Mapping[Role, str],
        cookie: str,
        limits: Mapping[Role, Limits] = LIMITS,
    ) -> None:
        self.app = app
        self.hosts = hosts
        self.keys = keys
        self.cookie = cookie
        self.limits = limits
        self.open: dict[Role, int] = dict.fromkeys(limits, 0)
        """The sockets open now."""
        self._begun = {
            role: Bucket(most.begun, most.begun_a_second) for role, most in limits.items()
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
        headers, method = _headers(scope), scope["method"]
        host, origin = headers.get("host", "").lower(), headers.get("origin")
        sends = method == "POST" and scope["path"] == UPLOAD
        if host not in self.hosts:  # as after DNS rebinding
            await _answer(send, 421, "This address is not served here.\n")
        elif (sends or origin is not None) and (origin or "").lower() != f"http://{host}":
            await _answer(send, 403, "Another site may not ask for this.\n")
        elif not sends and method not in ("GET", "HEAD"):
            await _answer(send, 405, "Pages can only be read.\n", (b"allow", b"GET, HEAD"))
        elif self.keys and scope["path"] == "/" and "key" in (query := _query(scope)):
            await self._take_key(query, send)
        elif (role := self._role(headers)) is None:
            await _answer(send, 403, NEEDS_KEY)
        elif not sends:
            await self.app(_with_role(scope, role), receive, _with_headers(send, host))
        elif role != "player":
            await _answer(send, 403, "Only players send files.\n")
        elif seconds := self._begun[role].wait():
            later = (b"retry-after", str(int(seconds) + 1).encode())
            await _answer(send, 503, "Too much was sent. Try again.\n", later)
        elif (body := await _body(headers, receive)) is None:
            most = f"A file has at most {MOST_FILE:,} bytes, sent in {SENDING:.0f} seconds.\n"
            await _answer(send, 413, most)
        else:
            await self.app(_with_role(scope, role), _once(body), _with_headers(send, host))

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
        host, role = headers.get("host", "").lower(), self._role(headers)
        # Browsers always send the origin of a socket.
        ours = host in self.hosts and headers.get("origin", "").lower() == f"http://{host}"
        if not ours or role is None or scope["path"] != SOCKET:
            await refuse(receive, send)
            return
        most = self.limits[role]
        if self.open[role] >= most.sockets or self._begun[role].wait():
            await refuse(receive, send)
            return
        self.open[role] += 1
        try:
            bucket = Bucket(most.messages, most.messages_a_second)
            guarded = _guarded(receive, send, bucket)
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


def _query(scope: Message) -> dict[str, list[str]]:
    return parse_qs(scope["query_string"].decode("latin-1"))


def _with_role(scope: Message, role: Role) -> Message:
    return {**scope, "state": {**scope.get("state", {}), "role": role}}


def _with_headers(send: Send, host: str) -> Send:
    """Return a `send` that adds the headers of this gate: a page asks its own host alone."""
    policy = (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
        f"connect-src 'self' ws://{host} data: blob:; manifest-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    own = (*_HEADERS, (b"content-security-policy", policy.encode("latin-1")))

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message.get("headers", ()), *own]}
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


async def refuse(receive: Receive, send: Send) -> None:
    """Refuse a socket that asks to be opened."""
    await receive()
    await send({"type": "websocket.close", "code": CLOSED})


async def _body(headers: Mapping[str, str], receive: Receive) -> bytes | None:
    """Return what is sent; None if it is too long, or does not come."""
    length = headers.get("content-length", "0")
    if not length.isdecimal() or int(length) > MOST_FILE:
        return None
    found = bytearray()
    try:
        async with asyncio.timeout(SENDING):
            while len(found) <= MOST_FILE:
                message = await receive()
                if message["type"] != "http.request":
                    return None
                found += message.get("body", b"")
                if not message.get("more_body"):
                    break
    except TimeoutError:
        return None
    return bytes(found) if len(found) <= MOST_FILE else None


def _once(body: bytes) -> Receive:
    """Return a `receive` of a request whose body is there."""

    async def receiving() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    return receiving


def _guarded(receive: Receive, send: Send, bucket: Bucket) -> Receive:
    """Return a `receive` of actions alone: anything else ends the socket.

    A socket with too many of them is read more slowly: nothing of an honest page is lost, and a
    flood waits at its sender.
    """

    async def receiving() -> Message:
        message: Message = await receive()
        if message["type"] != "websocket.receive":
            return message
        if seconds := bucket.wait():
            await asyncio.sleep(seconds)
            bucket.wait()
        text = message.get("text")
        sent = read_sent(text) if isinstance(text, str) and len(text) <= LARGEST else None
        if sent is not None:
            return {**message, "sent": sent}
        await send({"type": "websocket.close", "code": BROKEN})
        return {"type": "websocket.disconnect", "code": BROKEN}

    return receiving
