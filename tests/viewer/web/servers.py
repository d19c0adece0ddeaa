"""Servers of the table page in processes of their own, and the records they keep."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from palace.cli import run
from palace.contract.registry import game
from palace.contract.session import Session

HOME = "127.0.0.2"
"""Stands for the address on the home network, which a machine without a network has not."""

LOOPBACK = "127.0.0.1"

DATA = "XDG_DATA_HOME"
"""The folder of the user's data, which each test has for itself."""

PATIENCE = 20.0
"""Seconds in which a server starts or ends."""

PLAYERS = ("Ana:6a6b2c:2a2b", "Ben:6a6b2c:2a2b")

_PROCESSES = multiprocessing.get_context("forkserver")
# What is imported once need not be imported by every server that is started.
_PROCESSES.set_forkserver_preload(["palace_viewer.web.serving"])


def new_record(path: Path) -> Path:
    """Write the record of a new game of two."""
    found = game("monkey-palace")
    Session.new(
        found, path, [found.player(text) for text in PLAYERS], {"map": "map-1", "box": "house"}
    )
    return path


def _call(
    arguments: Sequence[str], out: str, home: Sequence[str], prepare: Callable[[], None] | None,
    data: str,
) -> None:  # fmt: skip
    """Call the command line with its output in a file, and the user's data in a folder."""
    from palace_viewer.web import serving

    os.environ[DATA] = data
    if prepare is not None:
        prepare()
    serving.home_addresses = lambda: tuple(home)  # type: ignore[attr-defined]
    number = os.open(out, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    for stream in (1, 2):
        os.dup2(number, stream)
    sys.stdout, sys.stderr = (os.fdopen(stream, "w", encoding="utf-8") for stream in (1, 2))
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.chdir(Path(out).parent)
    status = run(arguments)
    sys.stdout.flush()
    os._exit(status)


class Server:
    """A call of `palace table` in a folder, and what it prints; `prepare` is called first."""

    def __init__(
        self,
        folder: Path,
        *arguments: str,
        home: Sequence[str] = (HOME,),
        prepare: Callable[[], None] | None = None,
    ) -> None:
        folder.mkdir(exist_ok=True)
        self.out = folder / "printed.txt"
        self.out.unlink(missing_ok=True)
        call = (
            ("table", *arguments),
            str(self.out),
            home,
            prepare,
            os.environ.get(DATA, str(folder)),
        )
        self.process = _PROCESSES.Process(target=_call, args=call)
        self.process.start()

    @property
    def lines(self) -> list[str]:
        """What is printed so far."""
        return self.out.read_text("utf-8").splitlines() if self.out.exists() else []

    @property
    def address(self) -> str:
        """The first line, by the number of this machine; waits until all is printed."""
        started = time.monotonic()
        while not any("Ctrl-C" in line for line in self.lines):
            assert time.monotonic() < started + PATIENCE, "the server does not start"
            assert self.process.is_alive(), self.lines
            time.sleep(0.005)
        return self.lines[0].replace("localhost", LOOPBACK)

    @property
    def base(self) -> str:
        """The address without the key: `http://127.0.0.1:8123`."""
        parts = urlsplit(self.address)
        return f"{parts.scheme}://{parts.netloc}"

    @property
    def port(self) -> int:
        """The port."""
        port = urlsplit(self.address).port
        assert port is not None
        return port

    @property
    def keys(self) -> dict[str, str]:
        """The keys of the roles, as they are printed."""
        player = parse_qs(urlsplit(self.address).query).get("key", [""])[0]
        found = {"player": player}
        for line in self.lines:
            if "look on" in line:
                found["spectator"] = line.partition("?key=")[2]
        return found

    @property
    def memory(self) -> float:
        """Megabytes that the process holds."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        (line,) = (line for line in status.splitlines() if line.startswith("VmRSS"))
        return int(line.split()[1]) / 1024

    def end(self, number: int = signal.SIGTERM) -> int | None:
        """Send a signal; return the exit status."""
        if self.process.is_alive() and self.process.pid is not None:
            os.kill(self.process.pid, number)
        self.process.join(PATIENCE)
        return self.process.exitcode

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        self.end(signal.SIGKILL)


@contextmanager
def serving(folder: Path, *arguments: str) -> Iterator[Server]:
    """Yield a server that has started, and end it."""
    with Server(folder, *arguments) as server:
        assert server.address
        yield server
