"""The gate alone, before an application that only notes what is let in: each refusal in its words,
each limit exactly at its bound, and the messages of a socket one by one."""

from __future__ import annotations

import asyncio
import json
import re
import time
from typing import Any

import pytest

from palace.page.action import LARGEST
from palace_viewer.web.gate import BROKEN, CLOSED, LIMITS, NEEDS_KEY, Gate

NEEDS = "This page needs the link or the code that the screen beside the table shows."
HERE = frozenset({"here"})

Sent = list[dict[str, Any]]


class Alone:
    """The gate alone, before an application that notes the role of what is let in."""

    def __init__(self) -> None:
        self.roles: list[str] = []
        self.states: list[dict[str, Any]] = []
        self.keys = {"player": "p" * 16, "spectator": "s" * 16}

        async def app(scope: Any, receive: object, send: object) -> None:
            self.states.append(scope["state"])
            self.roles.append(str(scope["state"]["role"]))

        self.gate = Gate(app, HERE, self.keys, cookie="c")  # type: ignore[arg-type]

    async def ask(
        self, path: str, role: str = "player", method: str = "", query: str = "",
        state: Any = None, **headers: str,
    ) -> Sent:  # fmt: skip
        """Ask over HTTP by a method, without one by a socket; return what the gate sends itself."""
        sent: Sent = []

        async def send(message: Any) -> None:
            sent.append(message)

        async def receive() -> dict[str, str]:
            return {"type": "websocket.connect"}

        given = {"host": "here", "cookie": f"a=b; c={self.keys.get(role)}", **headers}
        scope: dict[str, Any] = {
            "type": "http" if method else "websocket",
            "path": path,
            "query_string": query.encode(),
            "headers": [(name.encode(), value.encode()) for name, value in given.items()],
        }
        # A socket has no method.
        scope |= {"method": method} if method else {}
        scope |= {"state": state} if state else {}
        await self.gate(scope, receive, send)
        return sent


OWN = {"origin": "http://here"}


@pytest.mark.parametrize(
    ("path", "role", "method", "headers", "status", "text"),
    [
        ("/", "player", "GET", {"host": "there"}, 421, "This address is not served here.\n"),
        ("/", "player", "GET", {"origin": "http://there"}, 403,
         "Another site may not ask for this.\n"),
        ("/", "player", "PUT", OWN, 405, "Pages can only be read.\n"),
        ("/", "nobody", "GET", {}, 403, NEEDS),
        ("/file", "spectator", "POST", OWN, 403, "Only players send files.\n"),
    ],
)  # fmt: skip
async def test_a_refusal_says_why(
    path: str, role: str, method: str, headers: dict[str, str], status: int, text: str
) -> None:
    alone = Alone()
    start, body = await alone.ask(path, role, method, **headers)
    own = dict(start["headers"])
    assert (start["status"], alone.roles) == (status, [])
    told = body["body"].decode()
    assert told == text or (text == NEEDS and f"<p>{NEEDS}</p>" in told)
    assert own.get(b"allow") == (b"GET, HEAD" if status == 405 else None)
    assert own[b"cross-origin-resource-policy"] == b"same-origin"
    assert own[b"cache-control"] == b"no-store"


async def test_a_socket_of_another_path_never_reaches_the_page() -> None:
    alone = Alone()
    for path, role in (("/other", "player"), ("/", "player"), ("/table", "nobody")):
        (message,) = await alone.ask(path, role, **OWN)
        assert message["type"] == "websocket.close"
    assert await alone.ask("/table", **OWN) == []
    assert alone.roles == ["player"]


async def test_a_limit_on_sockets_begun_leaves_the_other_role_its_own() -> None:
    alone = Alone()
    most = int(LIMITS["spectator"].begun)
    assert [await alone.ask("/table", "spectator", **OWN) for _ in range(most)] == [[]] * most
    assert await alone.ask("/table", "spectator", **OWN)
    assert await alone.ask("/table", **OWN) == []
    assert alone.roles == ["spectator"] * most + ["player"]


class Clock:
    """Time that goes on only while something sleeps, or by `now`."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.now, self.slept = time.monotonic() + 100, list[float]()
        patch.setattr("time.monotonic", lambda: self.now)
        patch.setattr("palace_viewer.web.gate.asyncio.sleep", self.sleep)

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds + 1e-9  # never earlier than asked


@pytest.mark.parametrize(
    ("role", "begun", "second", "messages", "message_second"),
    [("player", 60, 2.0, 60, 30.0), ("spectator", 16, 0.5, 20, 5.0)],
)
async def test_each_role_has_so_much_at_once_and_so_much_a_second(
    role: str, begun: int, second: float, messages: int, message_second: float,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    clock = Clock(monkeypatch)
    alone = Alone()
    for _ in range(begun):
        assert await alone.ask("/table", role, **OWN) == []
    clock.now += 0.99 / second
    assert (await alone.ask("/table", role, **OWN))[0]["code"] == CLOSED == 4403
    clock.now += 0.02 / second
    assert await alone.ask("/table", role, **OWN) == []
    text = json.dumps({"do": "look", "version": 0, "count": 1})
    got, sent = await through(role, [{"type": "websocket.receive", "text": text}] * (messages + 2))
    assert len(got) == messages + 2
    assert sent == []
    assert clock.slept == pytest.approx([1 / message_second] * 2)


@pytest.mark.parametrize("role", ["player", "spectator"])
async def test_sixteen_sockets_of_a_role_are_open_at_once(
    role: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone, leave = Alone(), asyncio.Event()

    async def staying(scope: Any, receive: object, send: object) -> None:
        await leave.wait()

    alone.gate.app = staying
    async with asyncio.TaskGroup() as group:
        asked = [group.create_task(alone.ask("/table", role, **OWN)) for _ in range(16)]
        await asyncio.sleep(0)
        assert alone.gate.open[role] == 16  # type: ignore[index]
        assert (await alone.ask("/table", role, **OWN))[0]["type"] == "websocket.close"
        leave.set()
    assert [task.result() for task in asked] == [[]] * 16
    Clock(monkeypatch)
    assert set(alone.gate.open.values()) == {0}
    assert await alone.ask("/table", role, **OWN) == []


async def test_a_file_too_many_is_told_when_to_try_again(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    alone = Alone()
    for _ in range(int(LIMITS["player"].begun)):
        assert await alone.ask("/file", "player", "POST", **OWN) == []
    clock.now += 0.25
    start, body = await alone.ask("/file", "player", "POST", **OWN)
    assert (start["status"], body["body"]) == (503, b"Too much was sent. Try again.\n")
    own = dict(start["headers"])
    assert own[b"retry-after"] == b"1"
    assert own[b"content-type"] == b"text/plain; charset=utf-8"


async def test_a_key_is_kept_for_a_day_and_only_pages_take_one() -> None:
    alone = Alone()
    start, _ = await alone.ask("/", "nobody", "GET", query=f"key={alone.keys['player']}&a=1")
    own = dict(start["headers"])
    assert (start["status"], own[b"location"]) == (303, b"/?a=1")
    cookie = f"c={'p' * 16}; Path=/; HttpOnly; SameSite=Lax; Max-Age=86400"
    assert own[b"set-cookie"].decode() == cookie
    start, _ = await alone.ask("/other", "nobody", "GET", query=f"key={alone.keys['player']}")
    assert start["status"] == 403
    assert dict(start["headers"])[b"content-type"] == b"text/html; charset=utf-8"


async def test_without_keys_everyone_is_a_player() -> None:
    alone = Alone()
    alone.gate.keys = {}
    assert await alone.ask("/", "nobody", "GET", query="key=anything") == []
    assert await alone.ask("/file", "nobody", "POST", **OWN) == []
    assert alone.roles == ["player"] * 2


async def test_what_a_server_keeps_of_itself_reaches_the_page() -> None:
    alone = Alone()
    await alone.ask("/", "player", "HEAD", state={"own": 1})
    assert alone.states == [{"own": 1, "role": "player"}]
    reached: list[str] = []

    async def app(scope: Any, receive: object, send: object) -> None:
        reached.append(scope["type"])

    await Gate(app, HERE, {}, "c")({"type": "lifespan"}, None, None)  # type: ignore[arg-type]
    assert reached == ["lifespan"]


async def test_a_page_asks_its_own_host_alone() -> None:
    alone = Alone()

    async def app(scope: Any, receive: object, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    alone.gate.app = app
    start, body = await alone.ask("/", "player", "GET", host="HERE")
    assert body == {"type": "http.response.body", "body": b""}
    rules = dict(start["headers"])[b"content-security-policy"].decode()
    told = dict(rule.split(" ", 1) for rule in rules.split("; "))
    own = ("script-src", "style-src", "font-src", "manifest-src")
    none = ("default-src", "base-uri", "form-action", "frame-ancestors")
    assert told == dict.fromkeys(own, "'self'") | dict.fromkeys(none, "'none'") | {
        "img-src": "'self' data: blob:",
        "connect-src": "'self' ws://here data: blob:",
    }


def test_the_style_of_the_gate_is_a_list_of_rules() -> None:
    (style,) = re.findall("<style>(.*?)</style>", NEEDS_KEY)
    assert re.fullmatch(r"(\w+\{([a-z-]+:[\w./% -]+;?)+\})+", style)


async def through(role: str, messages: list[dict[str, Any]]) -> tuple[list[Any], Sent]:
    """Return what a page reads of messages to its socket, and what the gate sends meanwhile."""
    got: list[Any] = []
    sent: Sent = []
    given = iter(messages)

    async def app(scope: Any, receive: Any, send: object) -> None:
        got.extend([await receive() for _ in messages])

    async def receive() -> Any:
        return next(given)

    async def send(message: Any) -> None:
        sent.append(message)

    alone = Alone()
    alone.gate.app = app
    headers = {"host": "here", "cookie": f"c={alone.keys[role]}", **OWN}
    scope = {
        "type": "websocket", "path": "/table", "query_string": b"",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
    }  # fmt: skip
    await alone.gate(scope, receive, send)
    return got, sent


async def test_an_action_of_the_largest_size_is_read_and_one_larger_ends_the_socket() -> None:
    text = json.dumps({"do": "look", "version": 0, "count": 1})
    largest = text.ljust(LARGEST)
    connect = {"type": "websocket.connect"}
    message = {"type": "websocket.receive", "text": largest}
    got, sent = await through("player", [connect, message])
    assert (got[0], sent) == (connect, [])
    assert got[1].pop("sent") is not None
    assert got[1] == message
    for foreign in ({"text": largest + " "}, {"text": "{}"}, {"bytes": text.encode()}):
        got, sent = await through("player", [{"type": "websocket.receive", **foreign}])
        assert sent == [{"type": "websocket.close", "code": BROKEN}]
        assert got == [{"type": "websocket.disconnect", "code": BROKEN}]
    assert BROKEN == 4400
