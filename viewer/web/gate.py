"""The gate before the table page: who may have a file, a socket or an upload, and how much of it.

`Gate` is an ASGI application around the page's own.  A key in the address becomes a cookie, and
everything else needs that cookie; Host and Origin are checked for every request, so that no other
site can reach the page through a browser.  A key has a role.  A message on a socket is one action,
or the socket closes; one role cannot use up what the other has.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import time
from collections.abc import Mapping
from typing import NamedTuple

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from palace.page.action import Role, read_sent

SOCKET = "/table"
"""The only path of a socket."""

UPLOAD = "/file"
"""The only path that something is sent to."""

CLOSED, BROKEN = 4403, 4400
"""Codes that close a socket: that was refused, and for what is no action."""

A_DAY = 86_400
"""Seconds that a phone keeps the cookie.  The key itself ends with the process."""


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

_STYLE = "p{font:1.2em/1.5 system-ui;max-width:24em;margin:15vh auto;padding:0 1em}"

NEEDS_KEY = f"""\
<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>Palace</title><style>{_STYLE}</style>
<p>This page needs the link or the code that the screen beside the table shows.</p></html>
"""
"""The page without a key, and with a wrong one."""

_DIGEST = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()

_OWN_POLICY = f"default-src 'none'; style-src 'sha256-{_DIGEST}'"
"""What the answers of the gate itself may load: the one style written in them."""

_HEADERS = {
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cross-origin-resource-policy": "same-origin",
}

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; "
    "img-src 'self' data: blob:; connect-src 'self' ws://{host} data: blob:; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""Of the page's own files: it asks its own host alone."""


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
        self, app: ASGIApp, hosts: frozenset[str], keys: Mapping[Role, str], cookie: str
    ) -> None:
        self.app = app
        self.hosts = hosts
        self.keys = keys
        self.cookie = cookie
        self.open: dict[Role, int] = dict.fromkeys(LIMITS, 0)
        """The sockets open now."""
        self._begun = {
            role: Bucket(most.begun, most.begun_a_second) for role, most in LIMITS.items()
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a connection, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        asked = HTTPConnection(scope)
        role = self._role_with(asked.cookies.get(self.cookie, "")) if self.keys else "player"
        answer = self._refusal(asked, role)
        if answer is not None:
            # A socket that is closed before it is accepted is answered with an HTTP 403.
            refused = WebSocketClose(CLOSED) if scope["type"] == "websocket" else answer
            await refused(scope, receive, send)
            return
        assert role is not None
        scope["state"] = {**scope.get("state", {}), "role": role}
        if scope["type"] == "http":
            await self.app(scope, receive, _with_headers(send, asked.headers["host"].lower()))
            return
        bucket = Bucket(LIMITS[role].messages, LIMITS[role].messages_a_second)
        self.open[role] += 1
        try:
            await self.app(scope, _guarded(receive, send, bucket), send)
        finally:
            self.open[role] -= 1

    def _refusal(self, asked: HTTPConnection, role: Role | None) -> Response | None:
        """Return why a connection is refused, or the answer to a key; None where it is let in."""
        headers, path, method = asked.headers, asked.scope["path"], asked.scope.get("method")
        host, origin = headers.get("host", "").lower(), headers.get("origin", "").lower()
        socket = method is None
        begins = socket or (method == "POST" and path == UPLOAD)
        if host not in self.hosts:  # as after DNS rebinding
            return _answer(421, "This address is not served here.\n")
        if (begins or "origin" in headers) and origin != f"http://{host}":
            # Browsers always send the origin of a socket.
            return _answer(403, "Another site may not ask for this.\n")
        if not begins and method not in ("GET", "HEAD"):
            return _answer(405, "Pages can only be read.\n", allow="GET, HEAD")
        if self.keys and path == "/" and asked.query_params.get("key"):
            return self._take_key(asked)
        # A socket is closed, whatever the answer.
        if role is None or (socket and (path != SOCKET or self.open[role] >= LIMITS[role].sockets)):
            return _answer(403, NEEDS_KEY)
        if begins and not socket and role != "player":
            return _answer(403, "Only players send files.\n")
        if begins and (seconds := self._begun[role].wait()):
            return _answer(503, "Too much was sent. Try again.\n", retry_after=f"{seconds + 1:.0f}")
        return None

    def _take_key(self, asked: HTTPConnection) -> Response:
        """Give a browser the cookie of a key, and the page under its address without the key."""
        key = asked.query_params["key"]
        if self._role_with(key) is None:
            return _answer(403, NEEDS_KEY)
        # Lax: the link may be opened from a message in another site's page.
        cookie = f"{self.cookie}={key}; Path=/; HttpOnly; SameSite=Lax; Max-Age={A_DAY}"
        rest = asked.url.remove_query_params("key").query
        return _answer(303, "", location=f"/?{rest}" if rest else "/", set_cookie=cookie)

    def _role_with(self, key: str) -> Role | None:
        # Every key is compared, and all of it: the time taken tells nothing.
        sent, keys = key.encode(), self.keys.items()
        found = [role for role, own in keys if hmac.compare_digest(sent, own.encode())]
        return found[0] if found else None


def _with_headers(send: Send, host: str) -> Send:
    """Return a `send` that adds the headers of this gate."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            own = MutableHeaders(scope=message)
            own.update({**_HEADERS, "content-security-policy": _POLICY.format(host=host)})
        await send(message)

    return sending


def _answer(status: int, text: str, **headers: str) -> Response:
    """Return a small answer of the gate itself."""
    kind = "text/html" if text.startswith("<") else "text/plain"
    own = {"cache-control": "no-store", "content-security-policy": _OWN_POLICY, **_HEADERS}
    given = {name.replace("_", "-"): value for name, value in headers.items()}
    return Response(text, status, own | given, media_type=kind)


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
        sent = read_sent(text) if isinstance(text, str) else None
        if sent is not None:
            return {**message, "sent": sent}
        await send({"type": "websocket.close", "code": BROKEN})
        return {"type": "websocket.disconnect", "code": BROKEN}

    return receiving
