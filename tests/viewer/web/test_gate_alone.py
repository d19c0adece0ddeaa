"""The gate without a server, before an application that notes what is let in: every bound exactly
at it, one below and one above."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from palace.page.action import LARGEST, Sent
from palace_viewer.web.gate import BROKEN, CLOSED, LIMITS, NEEDS_KEY, Bucket, Gate

Messages = list[dict[str, Any]]

NEEDS = "This page needs the link or the code that the screen beside the table shows."
OWN = {"origin": "http://here:1"}
KEYS = {"player": "p" * 16, "spectator": "s" * 16}
COOKIE = "Path=/; HttpOnly; SameSite=Lax; Max-Age=86400"


class Clock:
    """Stands for the clock, and for what waits by it."""

    def __init__(self) -> None:
        self.now = 100.0
        self.slept: list[float] = []

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds + 1e-6  # as any sleep is a little too long


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[Clock]:
    """Let no time pass but what the test says."""
    found = Clock()
    with monkeypatch.context() as patch:
        patch.setattr("palace_viewer.web.gate.time.monotonic", lambda: found.now)
        patch.setattr("palace_viewer.web.gate.asyncio.sleep", found.sleep)
        yield found


class Alone:
    """The gate alone; a socket that is let in receives messages of its phone."""

    def __init__(self, keys: dict[str, str] = KEYS, coming: Messages | None = None) -> None:
        self.roles: list[str] = []
        self.scopes: Messages = []
        self.received: Messages = []
        self.open: dict[Any, int] = {}
        self.coming = list(coming or ())
        self.keys = keys

        async def app(scope: Any, receive: Any, send: Any) -> None:
            self.scopes.append(scope)
            self.roles.append(str(scope.get("state", {}).get("role")))
            self.open = dict(self.gate.open)
            if scope["type"] == "http":
                await send({"type": "http.response.start", "status": 200, "headers": []})
                await send({"type": "http.response.body", "body": b"page"})
            while self.coming:
                self.received.append(await receive())

        self.gate = Gate(app, frozenset({"here:1"}), keys, cookie="c")  # type: ignore[arg-type]

    async def ask(
        self, path: str, role: str = "player", method: str = "", query: str = "", **headers: str
    ) -> Messages:
        """Ask over HTTP by a method, without one by a socket; return what is sent."""
        sent: Messages = []

        async def send(message: Any) -> None:
            sent.append(message)

        async def receive() -> dict[str, Any]:
            return self.coming.pop(0)

        given = {"host": "here:1", "cookie": f"a=b; c={KEYS.get(role)}", **headers}
        scope = {
            "type": "http" if method else "websocket",
            "path": path,
            "query_string": query.encode(),
            "headers": [(name.encode(), value.encode()) for name, value in given.items() if value],
            "state": {"of": "the server"},
        }
        # A socket has no method.
        await self.gate(scope | ({"method": method} if method else {}), receive, send)
        return sent

    async def status(self, *asked: str, **headers: str) -> int:
        """Return the status of an answer over HTTP."""
        start, *_ = await self.ask(*asked, **headers)
        return int(start["status"])


@pytest.mark.parametrize(
    ("path", "role", "method", "headers", "status", "text"),
    [
        ("/", "player", "GET", {"host": "there"}, 421, "This address is not served here.\n"),
        ("/", "player", "GET", {"host": ""}, 421, "This address is not served here.\n"),
        ("/", "player", "GET", {"origin": "http://there"}, 403,
         "Another site may not ask for this.\n"),
        ("/file", "player", "POST", {}, 403, "Another site may not ask for this.\n"),
        ("/", "player", "PUT", OWN, 405, "Pages can only be read.\n"),
        ("/", "player", "POST", OWN, 405, "Pages can only be read.\n"),
        ("/file", "player", "PUT", OWN, 405, "Pages can only be read.\n"),
        ("/", "stranger", "GET", {}, 403, NEEDS),
        ("/", "player", "GET", {"cookie": ""}, 403, NEEDS),
        ("/file", "spectator", "POST", OWN, 403, "Only players send files.\n"),
    ],
)  # fmt: skip
async def test_a_refusal_says_why(
    path: str, role: str, method: str, headers: dict[str, str], status: int, text: str
) -> None:
    alone = Alone()
    start, body = await alone.ask(path, role, method, **headers)
    own = {name.decode(): value.decode() for name, value in start["headers"]}
    assert (start["status"], alone.roles) == (status, [])
    told = body["body"].decode()
    assert told == text or (text == NEEDS and f"<p>{NEEDS}</p>" in told)
    kind = "text/html" if text == NEEDS else "text/plain"
    assert own.pop("content-type") == f"{kind}; charset=utf-8"
    assert int(own.pop("content-length")) == len(body["body"])
    assert own.pop("allow", None) == ("GET, HEAD" if status == 405 else None)
    assert own.pop("content-security-policy").startswith("default-src 'none'; style-src 'sha256-")
    assert own == {"cache-control": "no-store", **ALWAYS}


ALWAYS = {
    "referrer-policy": "no-referrer", "x-content-type-options": "nosniff",
    "x-frame-options": "DENY", "cross-origin-resource-policy": "same-origin",
}  # fmt: skip


def test_the_page_without_a_key_has_one_rule_of_style() -> None:
    """What the policy allows by its digest, and nothing else."""
    (style,) = re.findall("<style>(.*?)</style>", NEEDS_KEY)
    assert re.fullmatch(r"p\{[^{}]+\}", style)


async def test_a_file_of_the_page_may_load_from_its_host_alone() -> None:
    for method in ("GET", "HEAD"):
        start, body = await Alone().ask("/client.js", "spectator", method, host="HERE:1")
        own = {name.decode(): value.decode() for name, value in start["headers"]}
        rules = dict(rule.split(" ", 1) for rule in own.pop("content-security-policy").split("; "))
        assert (own, body["body"]) == (ALWAYS, b"page")
        assert rules == {
            "default-src": "'none'", "script-src": "'self'", "style-src": "'self'",
            "font-src": "'self'", "img-src": "'self' data: blob:",
            "connect-src": "'self' ws://here:1 data: blob:", "manifest-src": "'self'",
            "base-uri": "'none'", "form-action": "'none'", "frame-ancestors": "'none'",
        }  # fmt: skip


async def test_what_is_let_in_has_a_role_beside_what_the_server_knows() -> None:
    alone = Alone()
    for role in KEYS:
        assert await alone.ask("/table", role, **OWN) == []
        assert await alone.status("/", role, "GET") == 200
        assert await alone.status("/", role, "GET", **OWN) == 200
    assert alone.roles == ["player"] * 3 + ["spectator"] * 3
    assert all(scope["state"]["of"] == "the server" for scope in alone.scopes)
    assert await alone.status("/file", "player", "POST", **OWN) == 200


async def test_without_keys_everyone_is_a_player() -> None:
    alone = Alone({})
    assert await alone.ask("/table", "stranger", **OWN) == []
    assert await alone.status("/", "stranger", "GET", "key=wrong") == 200
    assert await alone.status("/file", "stranger", "POST", **OWN) == 200
    assert alone.roles == ["player"] * 3


async def test_what_the_server_begins_and_ends_with_is_not_asked() -> None:
    alone = Alone()
    await alone.gate({"type": "lifespan"}, None, None)  # type: ignore[arg-type]
    assert alone.scopes == [{"type": "lifespan"}]


@pytest.mark.parametrize(
    ("query", "place"),
    [
        ("key={key}", "/"),
        ("lang=zh&key={key}", "/?lang=zh"),
        ("key={key}&lang=zh&monkey=1", "/?lang=zh&monkey=1"),
        ("a=1&a=2&key={key}&b=", "/?a=1&a=2&b="),
        ("a=key&key={key}", "/?a=key"),
    ],
)
@pytest.mark.parametrize("role", [*KEYS, "stranger"])
async def test_a_key_becomes_a_cookie(query: str, place: str, role: str) -> None:
    """Whatever cookie there was before; the key is no longer in the address."""
    for method in ("GET", "HEAD"):
        alone = Alone()
        start, body = await alone.ask("/", role, method, query.format(key=KEYS["spectator"]))
        own = {name.decode(): value.decode() for name, value in start["headers"]}
        assert (start["status"], body["body"], own["location"]) == (303, b"", place)
        assert own["set-cookie"] == f"c={KEYS['spectator']}; {COOKIE}"
        assert alone.roles == []


@pytest.mark.parametrize("key", ["wrong", "p" * 15, "p" * 17, "%ED%A0%80", "%FF", "é"])
async def test_a_wrong_key_gives_no_cookie(key: str) -> None:
    start, body = await Alone().ask("/", "player", "GET", f"key={key}")
    assert start["status"] == 403
    assert NEEDS in body["body"].decode()
    assert b"set-cookie" not in dict(start["headers"])


async def test_a_key_is_read_in_the_address_of_the_page_alone() -> None:
    alone = Alone()
    key = f"key={KEYS['player']}"
    assert await alone.status("/client.js", "spectator", "GET", key) == 200
    assert await alone.status("/client.js", "stranger", "GET", key) == 403
    assert await alone.status("/", "spectator", "GET", "key=") == 200
    assert alone.roles == ["spectator"] * 2


async def test_a_socket_is_refused_by_its_close() -> None:
    alone = Alone()
    refused: list[tuple[str, str, dict[str, str]]] = [
        ("/other", "player", OWN), ("/", "player", OWN), ("/table", "stranger", OWN),
        ("/table", "player", {}), ("/table", "player", {"host": "there:1"}),
        ("/table", "player", {"origin": "http://there:1"}),
    ]  # fmt: skip
    for path, role, headers in refused:
        (message,) = await alone.ask(path, role, **headers)
        assert (message["type"], message["code"]) == ("websocket.close", 4403)
    assert await alone.ask("/table", **OWN) == []
    assert (alone.roles, CLOSED) == (["player"], 4403)


@pytest.mark.parametrize(("role", "other"), [("player", "spectator"), ("spectator", "player")])
async def test_sixteen_sockets_of_a_role_are_open_at_once(role: Any, other: Any) -> None:
    alone = Alone()
    assert await alone.ask("/table", role, **OWN) == []
    assert (alone.open[role], alone.open[other]) == (1, 0)
    assert alone.gate.open == {"player": 0, "spectator": 0}
    alone.gate.open[role] = 15
    assert await alone.ask("/table", role, **OWN) == []
    assert alone.open[role] == 16
    alone.gate.open[role] = 16
    assert await alone.ask("/table", role, **OWN)
    assert await alone.status("/", role, "GET") == 200
    assert await alone.status("/file", "player", "POST", **OWN) == 200
    assert await alone.ask("/table", other, **OWN) == []


async def test_a_socket_that_fails_is_no_longer_open() -> None:
    alone = Alone(coming=[{}])  # a message without a type
    with pytest.raises(KeyError):
        await alone.ask("/table", **OWN)
    assert alone.gate.open == {"player": 0, "spectator": 0}


@pytest.mark.parametrize(("role", "most", "seconds"), [("player", 60, 0.5), ("spectator", 16, 2.0)])
async def test_what_is_begun_fills_up_again(
    role: str, most: int, seconds: float, clock: Clock
) -> None:
    """So many at once, and one more after each time; pages that are read are not counted."""
    alone = Alone()
    for _ in range(most):
        assert await alone.status("/", role, "GET") == 200
        assert await alone.ask("/table", role, **OWN) == []
    assert await alone.ask("/table", role, **OWN)
    assert await alone.status("/", role, "GET") == 200
    clock.now += seconds
    assert await alone.ask("/table", role, **OWN) == []
    assert await alone.ask("/table", role, **OWN)
    (other,) = KEYS.keys() - {role}
    assert await alone.ask("/table", other, **OWN) == []


async def test_a_flood_of_files_is_told_when_to_try_again() -> None:
    alone = Alone()
    for _ in range(60):
        assert await alone.status("/file", "player", "POST", **OWN) == 200
    start, body = await alone.ask("/file", "player", "POST", **OWN)
    own = dict(start["headers"])
    assert (start["status"], body["body"]) == (503, b"Too much was sent. Try again.\n")
    assert own[b"retry-after"] == b"2"  # half a second, and one more


def test_an_allowance_fills_up_again(clock: Clock) -> None:
    bucket = Bucket(3, 2)
    assert [bucket.wait() for _ in range(3)] == [0, 0, 0]
    assert bucket.wait() == pytest.approx(0.5)
    clock.now += 0.5
    assert bucket.wait() == 0
    clock.now += 0.25
    assert bucket.wait() == pytest.approx(0.25)
    clock.now += 100
    assert [bucket.wait() == 0 for _ in range(4)] == [True, True, True, False]


LOOK = json.dumps({"do": "look", "version": 0, "count": 1})


def message(text: object) -> dict[str, Any]:
    """Return a message of a phone."""
    return {"type": "websocket.receive", "text" if isinstance(text, str) else "bytes": text}


async def test_an_action_comes_read_and_the_rest_as_it_is() -> None:
    leave = {"type": "websocket.disconnect", "code": 1001}
    alone = Alone(coming=[{"type": "websocket.connect"}, message(LOOK), leave])
    assert await alone.ask("/table", **OWN) == []
    begun, action, left = alone.received
    assert (begun, left) == ({"type": "websocket.connect"}, leave)
    assert isinstance(action["sent"], Sent)
    assert action == {**message(LOOK), "sent": action["sent"]}
    assert action["sent"].action.do == "look"


@pytest.mark.parametrize("text", ["9", b"x", LOOK.encode(), LOOK.ljust(LARGEST + 1)])
async def test_what_is_no_action_ends_its_socket(text: object) -> None:
    alone = Alone(coming=[message(text)])
    assert await alone.ask("/table", **OWN) == [{"type": "websocket.close", "code": 4400}]
    assert alone.received == [{"type": "websocket.disconnect", "code": 4400}]
    assert BROKEN == 4400


async def test_an_action_may_have_all_bytes_there_are() -> None:
    alone = Alone(coming=[message(LOOK.ljust(LARGEST))])
    assert await alone.ask("/table", **OWN) == []
    assert alone.received[0]["sent"].action.do == "look"


@pytest.mark.parametrize(("role", "most", "a_second"), [("player", 60, 30), ("spectator", 20, 5)])
async def test_a_socket_with_too_much_is_read_more_slowly(
    role: Any, most: int, a_second: int, clock: Clock
) -> None:
    alone = Alone(coming=[message(LOOK)] * most)
    await alone.ask("/table", role, **OWN)
    assert clock.slept == []
    alone = Alone(coming=[message(LOOK)] * (most + 3))
    await alone.ask("/table", role, **OWN)
    assert clock.slept == pytest.approx([1 / a_second] * 3, rel=1e-3)
    assert LIMITS[role].messages == most
