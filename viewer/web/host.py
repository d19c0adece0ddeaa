"""The table that all phones share: actions go through its steps, and what changed is sent."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import time
from collections.abc import Callable, Coroutine, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, TypeVar

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.websockets import WebSocket, WebSocketDisconnect

from palace.contract.kept import KeptBox
from palace.core.errors import InputError
from palace.core.verdict import ENGLISH, TAGS
from palace.hosts import common
from palace.hosts.common import Slices
from palace.page import action as act
from palace.page.action import Effect, Role, Save
from palace.page.desk import AnyDesk
from palace.page.state import PageState
from palace.page.step import thoughts
from palace.page.view import View

from .store import Store

T = TypeVar("T")

MOST_VIEWS = 100
"""Phones of a role whose views are kept, the one that is away longest is the first to go."""

WATCHING, AGAIN = 1.0, 5.0
"""Seconds between two looks at the file, and between two tries to save."""

LONGEST_NAME, SENDING = 100, 30.0
"""Characters of the name of a file that is sent, and seconds in which it is."""

_PHONE = re.compile("[A-Za-z0-9]{16,32}")


@dataclass(eq=False)
class Line:
    """An open socket of a phone, and what it is still to be sent."""

    offers: list[act.Offer] = field(default_factory=list)
    changed: asyncio.Event = field(default_factory=asyncio.Event)


@dataclass(eq=False)
class Phone(common.Phone):
    """A page with its sockets."""

    lines: list[Line] = field(default_factory=list)


class Host(common.Host):
    """One game for all phones, kept in a store.

    `page` is the tag of the page's files: one with another is told to load again.  `language` is
    that of phones whose address names none; without it each has what its browser speaks.
    `boxes` are those that are kept, by their games.
    """

    def __init__(
        self, desk: AnyDesk, store: Store, page: str, language: str | None = None,
        boxes: Mapping[str, KeptBox] = MappingProxyType({}),
    ) -> None:  # fmt: skip
        # An action is for a version: after a restart none of before is taken for one of today.
        super().__init__(replace(desk, version=time.time_ns() // 10**7))
        self.store = store
        self.page = page
        self.language = language
        self.boxes = boxes
        self._phones: dict[tuple[Role, str], Phone] = {}
        self._warm = False
        self._disk = ThreadPoolExecutor(1, "disk")
        self._tasks: set[asyncio.Task[None]] = set()

    # What comes from phones.

    async def serve(self, socket: WebSocket) -> None:
        """Serve a page until it goes: all it shows at first, then what changes."""
        phone = self._phone(socket.state.role, socket.query_params)
        if phone is None:
            await socket.close()
            return
        await socket.accept()
        if socket.query_params.get("page", self.page) != self.page:
            await socket.send_text('{"reload":true}')
        line = Line()
        line.changed.set()
        phone.lines.append(line)
        sending = asyncio.create_task(self._send(socket, phone, line))
        try:
            while "sent" in (message := await socket.receive()):
                self.deal(phone, message["sent"])
        finally:
            phone.lines.remove(line)
            sending.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await sending

    async def upload(self, request: Request) -> Response:
        """Take a file that a phone sends, as an action of that phone."""
        asked = request.query_params
        phone = self._phone(request.state.role, asked)
        name, body = asked.get("name", ""), bytearray()
        most = act.most_of(name)
        try:
            version = int(asked["version"])
            async with asyncio.timeout(SENDING):
                async for part in request.stream():
                    body += part
                    if len(body) > most:
                        return Response(f"A file has at most {most:,} bytes.\n", 413)
        except (KeyError, ValueError, TimeoutError, ClientDisconnect):
            phone = None
        if phone is None or not 0 < len(name) <= LONGEST_NAME:
            return Response("A file is sent by a phone, under a name.\n", 400)
        self.fill(phone, name, version, bytes(body))
        return Response(status_code=204)

    def _phone(self, role: Role, asked: Mapping[str, str]) -> Phone | None:
        """Return the phone of a request; None if it does not say which it is."""
        name = asked.get("phone", "")
        if not _PHONE.fullmatch(name):
            return None
        phone = self._phones.pop((role, name), None)
        if phone is None:
            mine = [key for key in self._phones if key[0] == role]
            away = [key for key in mine if not self._phones[key].lines]
            if len(mine) >= MOST_VIEWS and away:
                del self._phones[away[0]]
            spoken = (one.partition("-")[0] for one in asked.get("speaks", "").split(","))
            language = TAGS.get(asked.get("lang", ""), self.language)
            language = language or next(filter(None, map(TAGS.get, spoken)), ENGLISH)
            phone = Phone(role, View(phone=name, language=language))
        self._phones[role, name] = phone  # the last of them, since it is here
        return phone

    # What goes to phones.

    async def _send(self, socket: WebSocket, phone: Phone, line: Line) -> None:
        """Send what changed, as often as it changes and the phone can take it."""
        shown: PageState | None = None
        while True:
            await line.changed.wait()
            line.changed.clear()
            shown, text = self.news(phone, shown)
            try:
                if text:
                    await socket.send_text(text)
                while line.offers:
                    gift = {"offer": line.offers.pop(0)._asdict()}
                    await socket.send_text(json.dumps(gift, ensure_ascii=False))
            except (WebSocketDisconnect, RuntimeError, OSError):  # it has gone meanwhile
                return

    def wake(self, phone: common.Phone | None = None) -> None:
        """Send a phone, otherwise every one, what it shows."""
        for one in self._phones.values():
            for line in one.lines if phone is None or phone is one else ():
                line.changed.set()
        if phone is None:
            self.warm()

    # What steps want done.

    def warm(self) -> None:
        """Compile what ideas of the game need, once on each machine, before a tap waits for it."""
        if self.desk.entry is not None and not self._warm:
            self._warm = True
            slices = thoughts(self.desk, 0, next(iter(self.desk.thoughts), ""))
            self.begin(asyncio.to_thread(next, slices, None))

    def do(self, effect: Effect, phone: common.Phone | None) -> None:
        """Begin what a step wants done."""
        match effect:
            case Save():
                self.begin(self._save(effect, phone))
            case act.KeepDraft(text):
                self.begin(self._on_disk(self.store.keep_draft, text))
            case act.KeepBox(data):
                self.begin(self._on_disk(self.boxes[data.game or ""].keep, data), phone)
            case act.Ponder():
                self.begin(self._think(Slices(self, effect)))
            case act.Adopt(text):
                self.begin(self._on_disk(self.store.adopt, text))
            case act.Offer() if isinstance(phone, Phone) and phone.lines:
                phone.lines[-1].offers.append(effect)
                self.wake(phone)

    def begin(self, work: Coroutine[Any, Any, object], phone: common.Phone | None = None) -> None:
        """Do something beside the actions; a failure of it is logged, a phone is told of it, and
        the table goes on."""

        async def doing() -> None:
            with self.telling(phone):
                await work

        task = asyncio.create_task(doing())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _on_disk(self, call: Callable[..., T], *given: object) -> T:
        """Call something that blocks in the thread of the file, in the order of the calls."""
        return await asyncio.get_running_loop().run_in_executor(self._disk, call, *given)

    async def _save(self, save: Save, phone: common.Phone | None = None) -> None:
        """Save.  Where a save under another name fails, the phone is told, and all is as before;
        any other that fails is tried again by `watch`."""
        result = await self._on_disk(self.store.write, save)
        if not (isinstance(result, act.Unsaved) and save.name):
            self.settle(result)
        elif phone is not None:
            self.tell(phone, result.problem)

    async def _think(self, slices: Slices) -> None:
        """Think in slices, each in a thread, for as long as the table ponders it."""
        while slices.hear(await asyncio.to_thread(slices.think)):
            pass

    async def watch(self) -> None:
        """Look after the file: what another program does to it, and what could not be saved."""
        tried = time.monotonic()
        self.warm()
        while True:
            await asyncio.sleep(WATCHING)
            with self.telling(None):
                if found := await self._on_disk(self.store.look):
                    self.settle(found)
                if self.desk.kept.problem is not None and time.monotonic() >= tried + AGAIN:
                    tried = time.monotonic()
                    await self._save(self.desk.saving)

    def end(self) -> str:
        """Save what is not saved, if need be under another name; return what to tell about it."""
        self._disk.shutdown(wait=True)
        if self.desk.kept.sent == self.desk.kept.saved:
            return ""
        save = self.desk.saving
        if not isinstance(result := self.store.write(save), act.Unsaved):
            return ""
        try:
            spare = self.store.rescue(save.text)
        except InputError as error:
            return f"The last turns are not saved: {error}"
        return f"{self.store.name} could not be saved ({result.problem.what}): all is in {spare}."
