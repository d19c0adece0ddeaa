"""Serving the table page: addresses, keys and sockets, from the start of the process to its end.

The server listens on this machine alone, or on its addresses on the home network too.
"""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import os
import re
import secrets
import socket
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import FrameType
from typing import Any

import click
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory

from palace.contract.kept import KeptBox
from palace.contract.session import AnySession
from palace.core.errors import InputError, Problem, install_hint
from palace.core.terminal import one_line
from palace.files.text_file import remembering
from palace.files.writing import KeptFile
from palace.page.action import LARGEST, Role
from palace.page.desk import AnyDesk, Desk

from ..faults import log_faults
from ..network import address, home_addresses, listen, names
from ..qr import Code
from .gate import SOCKET, UPLOAD, Gate
from .host import Host
from .store import Store

ENDING = 1
"""Seconds that open connections have at the end."""

MOST_PARTS, MOST_WAITING = 16, 4_000_000
"""Parts of a message from a phone, and bytes that wait for a phone to take them."""

BUNDLE = Path(__file__).with_name("bundle")
"""The files of the page, which `scripts/setup web` makes."""

ROLES: tuple[Role, ...] = ("player", "spectator")

_SECRET = re.compile("[0-9a-f]{20} [0-9a-f]{20}")
"""A key for each role: digits that can be typed, none taken for another."""

_KINDS = {".html": "text/html", ".js": "text/javascript", ".css": "text/css",
          ".glb": "model/gltf-binary", ".woff2": "font/woff2"}  # fmt: skip
"""The kinds of the files of the page."""


def serve(
    path: Path,
    begin: Callable[[], tuple[AnySession | None, Mapping[str, KeptBox]]],
    *,
    port: int | None,
    lan: bool,
    language: str | None = None,
) -> None:
    """Serve the page of a game until Ctrl-C or SIGTERM; its address is printed first.

    `begin` opens or begins the game in `path`, and returns it with the boxes that are kept, by
    their games; without a game the page asks for one.  It is called once, when nothing else can
    fail.  `language` is that of pages whose address names none.  Raises `InputError`.
    """
    home = home_addresses() if lan else ()
    files, tag = _files(BUNDLE)
    with contextlib.ExitStack() as opened:
        listening = listen(port, home, opened)
        number: int = listening[0].getsockname()[1]
        session, boxes = begin()
        data = {key: box.data for key, box in boxes.items()}
        desk: AnyDesk = Desk(str(path), boxes=data)
        secret = kept = " ".join(secrets.token_hex(10) for _ in ROLES) if lan else ""
        store = Store(KeptFile(path) if session is None else session.file, secret)
        opened.callback(lambda: store.file.let_go())
        if session is not None:
            draft = session.file.draft
            desk = Desk.begun(session.game, session.record, str(path), draft, data)
            opened.enter_context(remembering(session.named))
            kept = session.file.hold(secret)
        keys = dict(zip(ROLES, (kept if _SECRET.fullmatch(kept) else secret).split(), strict=False))
        host = Host(desk, store, tag, language, boxes)
        app = _app(host, files, keys, home, number)
        _allow_many_files()
        log_faults()

        def ready() -> None:
            host.begin(host.watch())
            _greet(path, keys, home, number, begun=session is not None)

        _Server(app, ready).run(listening)
        if told := host.end():
            click.echo(told, err=True)
    if threading.active_count() > 1:
        # Python would wait for a search that is under way; the game is saved, the file released.
        sys.stdout.flush()
        os._exit(0)


def _files(folder: Path) -> tuple[dict[str, tuple[bytes, bytes, str]], str]:
    """Return the files of the page by their paths: as they are, packed, and their kinds; and a tag
    of all of them, with which the page asks for its script, and opens its socket.

    Raises `InputError` if they were not made.
    """
    names = [file for file in sorted(folder.rglob("*")) if file.suffix in _KINDS]
    found = {f"/{file.relative_to(folder).as_posix()}": file.read_bytes() for file in names}
    if "/index.html" not in found:
        what = "the files of the page are not there"
        raise InputError(Problem("palace table", what, install_hint("web")))
    tag = hashlib.sha256(b"".join(found.values())).hexdigest()[:32]
    found["/"] = found.pop("/index.html").replace(b"client.js", f"client.js?{tag}".encode())
    return {
        path: (whole, gzip.compress(whole, 9, mtime=0), _KINDS.get(Path(path).suffix, "text/html"))
        for path, whole in found.items()
    }, tag


def _app(
    host: Host,
    files: Mapping[str, tuple[bytes, bytes, str]],
    keys: Mapping[Role, str],
    home: Sequence[str],
    port: int,
) -> Gate:
    """Return the page of a table behind its gate."""

    async def file(request: Request) -> Response:
        whole, packed, kind = files[request.url.path]
        headers = {"cache-control": "no-cache", "etag": f'"{host.page}"', "vary": "accept-encoding"}
        if headers["etag"] in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        if "gzip" in request.headers.get("accept-encoding", ""):
            whole, headers["content-encoding"] = packed, "gzip"
        return Response(whole, media_type=kind, headers=headers)

    routes = [
        *(Route(path, file) for path in files),
        Route(UPLOAD, host.upload, methods=["POST"]),
        WebSocketRoute(SOCKET, host.serve),
    ]
    hosts = frozenset(address(name, port) for name in names(home))
    # Cookies are for all ports of a host: two tables on one machine need two names.
    return Gate(Starlette(routes=routes), hosts, keys, cookie=f"palace-{port}")


class _Socket(WebSocketsSansIOProtocol):
    """A socket that packs what it sends, and unpacks no more than `LARGEST` of what comes.

    A phone whose message has no end, or that asks without taking the answers, is cut off.
    """

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        # With the whole window, what was sent before need not be sent again.
        packing = ServerPerMessageDeflateFactory(
            server_max_window_bits=15, client_max_window_bits=9, compress_settings={"memLevel": 6}
        )
        self.conn.available_extensions = [packing]

    def data_received(self, data: bytes) -> None:
        """Take bytes of a phone."""
        super().data_received(data)
        waiting = self.transport.get_write_buffer_size()
        if len(self.frames) > MOST_PARTS or waiting > MOST_WAITING:
            self.transport.abort()


class _Server(uvicorn.Server):
    """Calls `ready` when connections are accepted; ends without an error on Ctrl-C and SIGTERM."""

    def __init__(self, app: Gate, ready: Callable[[], None]) -> None:
        config = uvicorn.Config(
            app, http="h11", ws=_Socket, ws_max_size=LARGEST,  # h11 limits the head of a request
            proxy_headers=False, server_header=False, access_log=False, log_config=None,
            log_level="error",  # a request that is none is no fault of ours
            timeout_graceful_shutdown=ENDING,
        )  # fmt: skip
        super().__init__(config)
        self.ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to serve, and tell."""
        await super().startup(sockets)
        self.ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End; a second signal does not wait for open connections.  A signal that is not told on
        is not raised again at the end."""
        self.force_exit = self.should_exit
        self.should_exit = True


def _greet(
    path: Path, keys: Mapping[Role, str], home: Sequence[str], port: int, *, begun: bool
) -> None:
    """Print the address, and what else the people at the table need."""
    plain = f"http://{address((*home, 'localhost')[0], port)}/"
    if not keys:
        click.echo(plain)
    else:
        player, spectator = (f"{plain}?key={keys[role]}" for role in ROLES)
        click.echo(player)
        click.echo("\n".join(Code(player).lines()))
        for other in home[1:]:
            click.echo(f"Also at http://{address(other, port)}/?key={keys['player']}")
        click.echo("Everyone who has this link or code can play. Traffic on the home network is")
        click.echo("not encrypted.")
        click.echo(f"To look on only: {spectator}")
    name = one_line(str(path))
    verb = "is" if begun else "will be"
    click.echo(f"The game {verb} kept in {name}. Ctrl-C ends; palace table {name} goes on.")


def _allow_many_files() -> None:
    """Let this process have as many connections open as the system allows."""
    with contextlib.suppress(ImportError, OSError, ValueError):  # Windows has no such module
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
