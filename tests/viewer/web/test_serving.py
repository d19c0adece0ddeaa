"""Starting and ending `palace table`: what it prints, where it listens, which files there are, and
what becomes of its keys."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import logging
import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from subprocess import PIPE
from types import SimpleNamespace
from typing import Any

import pytest

from palace.core.errors import InputError
from palace_viewer import faults, network
from palace_viewer.web import serving as served
from tests.conftest import Start
from tests.viewer.web.phones import ask, phone
from tests.viewer.web.servers import HOME, LOOPBACK, Server, new_record, serving

RECORD = "game.toml"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the record of a new game."""
    new_record(tmp_path / RECORD)
    return tmp_path


def files(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()} - {"printed.txt"}


def listening(port: int) -> set[str]:
    """Return the addresses where a port is open, as Linux has them, in hexadecimal."""
    text = "".join(file.read_text() for file in Path("/proc/net").glob("tcp*"))
    sockets = (line.split()[1:4] for line in text.splitlines())
    return {at[:-5] for at, _, state in sockets if state == "0A" and at.endswith(f":{port:04X}")}


def fetch(address: str, key: str) -> int:
    """Return the status of the page of a key, with the cookie that its link gives."""
    base, _, query = address.partition("/?")
    answer = ask(base, f"/?{query}" if query else "/")
    if answer.status != 303:
        return answer.status
    assert answer.headers["set-cookie"].partition(";")[0].endswith(f"={key}")
    return ask(base, answer.headers["location"], key).status


def test_a_program_of_its_own(folder: Path, start: Start) -> None:
    """The first line is the address, at once; Ctrl-C ends it well, with a page open."""
    command = [sys.executable, "-m", "palace", "table", RECORD, "--port", "0"]
    program = start(command, cwd=folder, stdout=PIPE, stderr=PIPE)
    assert program.stdout is not None
    address = program.stdout.readline().strip()
    assert re.fullmatch(r"http://localhost:\d+/", address)

    async def visit() -> None:
        async with phone(address.rstrip("/").replace("localhost", LOOPBACK)):
            assert files(folder) == {RECORD, f".{RECORD}.lock"}
            program.send_signal(signal.SIGINT)
            started = time.monotonic()
            await asyncio.to_thread(program.wait)
            assert time.monotonic() < started + 5

    asyncio.run(visit())
    assert program.stderr is not None
    rest, errors = program.stdout.read(), program.stderr.read()
    assert (program.returncode, errors) == (0, "")
    assert f"The game is kept in {RECORD}." in rest
    assert files(folder) == {RECORD}


def test_what_is_printed_for_this_machine_alone(folder: Path) -> None:
    with serving(folder, RECORD, "--port", "0") as server:
        assert server.address
        first, *rest = server.lines
        assert re.fullmatch(r"http://localhost:\d+/", first)
        assert rest == [
            "The game is kept in game.toml. Ctrl-C ends; palace table game.toml goes on."
        ]
        assert {"0100007F"} <= listening(server.port) <= {"0100007F", f"{0:024}01000000"}
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection((HOME, server.port), 5).close()


def test_what_is_printed_on_the_home_network(folder: Path) -> None:
    with serving(folder, RECORD, "--port", "0", "--lan") as server:
        assert re.fullmatch(r"http://127\.0\.0\.2:\d+/\?key=[0-9a-f]{20}", server.address)
        code = [line for line in server.lines[1:] if re.fullmatch("[ ▄▀█]+", line)]
        assert len(code) >= 13
        assert len({len(line) for line in code}) == 1
        assert 2 * len(code) - len(code[0]) in (0, 1)  # a square, of half lines
        text = " ".join(server.lines)
        assert "Everyone who has this link or code can play." in text
        assert "not encrypted" in text
        look = f"To look on only: {server.base}/?key={server.keys['spectator']}"
        assert look in server.lines
        assert server.keys["player"] != server.keys["spectator"]
        for role in ("player", "spectator"):
            for host in (HOME, LOOPBACK):
                address = f"http://{host}:{server.port}/?key={server.keys[role]}"
                assert fetch(address, server.keys[role]) == 200


def test_no_file_is_written_but_the_record_and_the_turn_under_way(folder: Path) -> None:
    with serving(folder, RECORD, "--port", "0", "--lan") as server:

        async def visit() -> None:
            async with phone(server.base, server.keys["player"]) as page:
                await page.tap("c4")
                await page.dealt()
                while not (folder / f"{RECORD}.draft").exists():
                    await asyncio.sleep(0.01)

        asyncio.run(visit())
        assert files(folder) == {RECORD, f"{RECORD}.draft", f".{RECORD}.lock"}
        assert server.end() == 0
    assert files(folder) == {RECORD, f"{RECORD}.draft"}


def test_a_record_that_is_in_use(folder: Path) -> None:
    with serving(folder, RECORD, "--port", "0", "--lan") as server:
        with Server(folder / "other", str(folder / RECORD), "--port", "0") as second:
            second.process.join()
        (line,) = second.lines
        assert re.search(r"game.toml: this game is in use by process \d+ of .* since 20", line)
        assert second.process.exitcode == 2
        assert not any(key in line for key in server.keys.values())


def test_a_busy_port(folder: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as busy:
        port = busy.getsockname()[1]
        with Server(folder, RECORD, "--port", str(port)) as server:
            server.process.join()
        assert server.lines == [
            f"--port: port {port} is in use; name another: --port {port % 65_535 + 1}"
        ]
        assert server.process.exitcode == 2
    assert files(folder) == {RECORD}


def test_without_a_port_the_next_free_one_is_taken(folder: Path) -> None:
    with serving(folder, RECORD) as first:
        other = folder / "other"
        other.mkdir()
        with serving(other, str(new_record(other / RECORD))) as second:
            assert network.PORT <= first.port < second.port < network.PORT + network.TRIED


def test_keys_are_taken_over_from_a_process_that_was_killed(folder: Path) -> None:
    with serving(folder, RECORD, "--port", "0", "--lan") as server:
        keys, port = server.keys, server.port
        assert server.end(signal.SIGKILL) == -signal.SIGKILL
    lock = folder / f".{RECORD}.lock"
    assert lock.stat().st_mode & 0o777 == 0o600
    with serving(folder, RECORD, "--port", str(port), "--lan") as server:
        assert server.keys == keys
        assert server.end() == 0
    assert not lock.exists()
    with serving(folder, RECORD, "--port", str(port), "--lan") as server:
        assert not {*server.keys.values()} & {*keys.values()}
        assert fetch(f"{server.base}/?key={keys['player']}", keys["player"]) == 403


def test_keys_that_others_could_read_are_not_taken_over(folder: Path) -> None:
    planted = "a" * 16
    lock = folder / f".{RECORD}.lock"
    for text, mode in ((f"process 1\n{planted} {planted}\n", 0o644), ("process 1\nodd\n", 0o600)):
        lock.write_text(text)
        lock.chmod(mode)
        with serving(folder, RECORD, "--port", "0", "--lan") as server:
            assert planted not in server.keys.values()
            assert all(re.fullmatch("[0-9a-f]{20}", key) for key in server.keys.values())
            server.end()


def test_without_a_game_nothing_is_written(tmp_path: Path) -> None:
    """The page asks; until it has its answers there is neither a record nor a lock file."""
    with serving(tmp_path, "--port", "0", "--lan") as server:
        assert fetch(server.address, server.keys["player"]) == 200
        assert files(tmp_path) == set()
        (line,) = (line for line in server.lines if "will be kept" in line)
        name = rf"monkey-palace-{time.strftime('%Y-%m-%d')}\.toml"
        assert re.search(rf"in {name}\. Ctrl-C ends; palace table {name} goes on\.$", line)
        assert server.end() == 0
    assert files(tmp_path) == set()


def test_where_there_is_no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    adapters: list[Any] = [
        adapter("lo", "127.0.0.1"), adapter("eth0", "169.254.3.4"), adapter("tun0", "10.8.0.2"),
        adapter("docker0", "172.17.0.1"), adapter("ppp0", "8.8.4.4"),
    ]  # fmt: skip
    monkeypatch.setattr("ifaddr.get_adapters", lambda: adapters)
    with pytest.raises(InputError) as caught:
        network.home_addresses()
    assert str(caught.value) == (
        "--lan: this machine is on no home network; connect it to the wifi or a cable, or leave "
        "--lan out to play on this machine"
    )
    adapters += [adapter("eth1", "10.0.0.7"), adapter("wlan0", "192.168.1.5")]
    monkeypatch.setattr(network, "_usual_address", lambda: "")
    assert network.home_addresses() == ("10.0.0.7", "192.168.1.5")
    monkeypatch.setattr(network, "_usual_address", lambda: "192.168.1.5")
    assert network.home_addresses() == ("192.168.1.5", "10.0.0.7")


def adapter(name: str, address: str) -> SimpleNamespace:
    return SimpleNamespace(nice_name=name, ips=[SimpleNamespace(ip=address, is_IPv4=True)])


def test_faults_are_told_in_one_line_and_logged_whole(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    handler = faults.Faults()
    for number in range(faults.MOST_LOGGED + 30):
        try:
            raise ValueError(f"first\nsecond \x1b[2J{number}")
        except ValueError:
            record = logging.LogRecord("x", logging.ERROR, "x", 1, "long", (), sys.exc_info())
        handler.handle(record)
    first, where, *lines = capsys.readouterr().err.splitlines()
    assert re.fullmatch(r"note: ValueError: first second .\[2J0 \(test_serving.py:\d+\)", first)
    (log,) = tmp_path.iterdir()
    assert where == f"note: all of it is in {log}"
    assert len(lines) == faults.MOST_PRINTED - 1
    assert lines[-1].endswith("(no more of these are shown)")
    assert "\x1b" not in "".join(lines)
    assert log.stat().st_mode & 0o077 == 0
    text = log.read_text()
    assert text.count("Traceback (most recent call last)") == faults.MOST_LOGGED
    assert "second" in text


def test_faults_are_printed_where_no_log_can_be_written(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "gone"))
    faults.Faults().handle(logging.LogRecord("x", logging.ERROR, "x", 1, "a fault", (), None))
    assert capsys.readouterr().err == "note: a fault\n"


def test_the_page_comes_packed_and_once(folder: Path) -> None:
    """Every file is sent packed to those who can unpack it, and not again while it is the same."""
    with serving(folder, RECORD, "--port", "0") as server:
        total = 0
        made = (file.name for file in served.BUNDLE.iterdir() if file.suffix in served._KINDS)
        for path in ("/", *(f"/{name}" for name in made if name != "index.html")):
            whole, packed = ask(server.base, path), ask(server.base, path, Accept_Encoding="gzip")
            assert whole.status == packed.status == 200
            assert gzip.decompress(packed.body) == whole.body
            assert whole.headers["cache-control"] == "no-cache"
            total += len(packed.body)
            again = ask(server.base, path, If_None_Match=whole.headers["etag"])
            assert (again.status, again.body) == (304, b"")
        assert total <= 600_000
        tag = whole.headers["etag"].strip('"')
        assert f"client.js?{tag}" in ask(server.base).text
        assert ask(server.base, f"/client.js?{tag}").status == 200
        for path in ("/nothing", "/index.html", "/sources"):
            assert ask(server.base, path).status == 404
        assert ask(server.base, "/../serving.py").status == 404


def test_without_the_files_of_the_page(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(served, "BUNDLE", folder / "nothing")
    with pytest.raises(InputError) as caught:
        served.serve(folder / RECORD, lambda: (None, {}), port=0, lan=False)
    assert str(caught.value).startswith("palace table: the files of the page are not there; ")
    assert files(folder) == {RECORD}


def test_what_is_not_imported(folder: Path) -> None:
    """No library that draws, whatever the page needs while it is played."""
    code = (
        "import sys, os, signal, palace.cli, palace_viewer.web.serving as serving\n"
        "serving._greet = lambda *told, **more: os.kill(os.getpid(), signal.SIGINT)\n"
        f"assert palace.cli.run(['table', '{RECORD}', '--port', '0']) == 0\n"
        "for name in ('pyvista', 'trimesh', 'matplotlib', 'PIL', 'nicegui', 'viser', 'fastapi'):\n"
        "    assert name not in sys.modules, name\n"
    )
    found = subprocess.run(
        [sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=False
    )
    assert (found.returncode, found.stderr) == (0, "")


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (13, "no permission for port 80; name one above 1023: --port 8123"),
        (99, "port 80 cannot be had: "),
    ],
)
def test_a_port_that_cannot_be_had(number: int, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(socket.socket, "bind", refuse)
    with contextlib.ExitStack() as opened, pytest.raises(InputError) as caught:
        network.listen(80, (), opened)
    assert str(caught.value).startswith(f"--port: {said}")


def test_every_port_in_use(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(98, "in use")

    monkeypatch.setattr(socket.socket, "bind", refuse)
    monkeypatch.setattr("errno.EADDRINUSE", 98)
    with contextlib.ExitStack() as opened, pytest.raises(InputError) as caught:
        network.listen(None, (), opened)
    assert str(caught.value) == (
        "--port: the ports 8123 to 8142 are in use; name a free one: --port 9000"
    )
