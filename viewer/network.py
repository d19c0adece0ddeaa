"""This machine on the home network: its addresses and names, and sockets that listen there."""

from __future__ import annotations

import contextlib
import errno
import ipaddress
import os
import re
import socket
from collections.abc import Iterator, Sequence

import ifaddr

from palace.core.errors import InputError, Problem

PORT = 8123
"""The port where none is asked for."""

TRIED = 20
"""Ports that are tried from there on."""

_LOOPBACK = ("127.0.0.1", "::1")
_SILENT = "192.0.2.1"
"""An address that no machine has: asked which way leads there, the system sends nothing."""

_VIRTUAL = re.compile(
    r"(?i)docker|br-|veth|virbr|vmnet|vboxnet|vethernet|tun|tap|wg|utun|zt|tailscale"
)
"""The beginnings of the names of networks inside a machine, or through a tunnel."""


def home_addresses() -> tuple[str, ...]:
    """Return the addresses of this machine on home networks, the one it mostly uses first.

    Raises `InputError` if it is on none.  Nothing is sent.
    """
    found = [
        str(ip.ip)
        for adapter in ifaddr.get_adapters()
        if not _VIRTUAL.match(adapter.nice_name)
        for ip in adapter.ips
        if ip.is_IPv4 and _is_at_home(str(ip.ip))
    ]
    if not found:
        what = "this machine is on no home network"
        remedy = "connect it to the wifi or a cable, or leave --lan out to play on this machine"
        raise InputError(Problem("--lan", what, remedy))
    first = _usual_address()
    return tuple(dict.fromkeys(sorted(found, key=lambda one: one != first)))


def _is_at_home(text: str) -> bool:
    found = ipaddress.ip_address(text)
    return found.is_private and not (found.is_loopback or found.is_link_local)


def _usual_address() -> str:
    """Return the address from which this machine reaches others; empty without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect((_SILENT, 9))
        except OSError:
            return ""
        found: str = asked.getsockname()[0]
        return found


def listen(
    port: int | None, home: Sequence[str], opened: contextlib.ExitStack
) -> list[socket.socket]:
    """Return sockets that listen on one port of every address; raises `InputError`.

    Without a port the first free one from `PORT` on is taken.
    """
    for number in range(PORT, PORT + TRIED) if port is None else (port,):
        with contextlib.ExitStack() as these:
            try:
                found = list(_sockets(number, (*_LOOPBACK, *home), these))
            except OSError as error:
                if error.errno == errno.EADDRINUSE and port is None:
                    continue
                raise InputError(Problem("--port", *_port_trouble(number, error))) from None
            opened.push(these.pop_all())
            return found
    what = f"the ports {PORT} to {PORT + TRIED - 1} are in use"
    raise InputError(Problem("--port", what, "name a free one: --port 9000"))


def _sockets(
    port: int, addresses: Sequence[str], opened: contextlib.ExitStack
) -> Iterator[socket.socket]:
    for host in addresses:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        try:
            listening = opened.enter_context(socket.socket(family, socket.SOCK_STREAM))
            if os.name == "posix":  # elsewhere this would let two servers have one port
                listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.bind((host, port))
            listening.listen()
        except OSError as error:
            # Not every machine has version 6 of the protocol.
            if family is socket.AF_INET6 and error.errno != errno.EADDRINUSE:
                continue
            raise
        port = listening.getsockname()[1]
        yield listening


def _port_trouble(port: int, error: OSError) -> tuple[str, str]:
    """Return why a port cannot be had, and what to do."""
    if error.errno == errno.EADDRINUSE:
        return f"port {port} is in use", f"name another: --port {port % 65_535 + 1}"
    if error.errno in (errno.EACCES, errno.EPERM):
        return f"no permission for port {port}", "name one above 1023: --port 8123"
    return f"port {port} cannot be had: {error.strerror}", "name another: --port 8123"


def names(home: Sequence[str]) -> Iterator[str]:
    """Yield the names and addresses under which this machine is asked for the page."""
    yield from ("localhost", *_LOOPBACK)
    yield from home
    name = socket.gethostname().lower().partition(".")[0]
    if home and re.fullmatch(r"[a-z0-9-]{1,63}", name):
        yield from (name, f"{name}.local")


def address(name: str, port: int) -> str:
    """Return how browsers write a name and a port."""
    name = f"[{name}]" if ":" in name else name
    return name if port == 80 else f"{name}:{port}"
