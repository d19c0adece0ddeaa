"""Whatever ends a program of ours from outside, nothing that it started goes on."""

from __future__ import annotations

import os
import re
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from uuid import uuid4

import pytest

from tests.calls import call
from tests.conftest import RUN, Start
from tests.paths import ROOT, SAMPLE
from tests.sweep import marked

PATIENCE = 60.0
"""Seconds of clock, on a loaded machine, until something has begun or has ended."""

RUN_OF_TESTS = """
import subprocess

def test_that_waits(): subprocess.run(["sleep", "1000"])
def test_that_waits_too(): subprocess.run(["sleep", "1000"])
"""


def told(process: int, what: str) -> bytes:
    """Return what the system tells of a process; nothing of one that has ended meanwhile."""
    try:
        return Path(f"/proc/{process}/{what}").read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return b""


def spent(process: int) -> float:
    """Return the processor seconds of a process."""
    fields = told(process, "stat").rpartition(b")")[2].split()
    return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")


def at_work(processes: list[int]) -> bool:
    return spent(min(processes)) > 1.5


def of_kind(word: bytes, number: int) -> Callable[[list[int]], bool]:
    """Return whether that many processes with a word in their command are at work."""

    def begun(processes: list[int]) -> bool:
        return sum(word in told(one, "cmdline") for one in processes) >= number

    return begun


def serving(processes: list[int]) -> bool:
    return bool(processes) and "http://" in Path("out").read_text()


def playing(processes: list[int]) -> bool:
    """Return whether two workers of Dask are at work."""
    return sum(spent(one) > 1.5 for one in sorted(processes)[1:]) >= 2


PALACE = "-m", "palace"
PROGRAMS: dict[str, tuple[tuple[object, ...], Callable[[list[int]], bool]]] = {
    "score": ((*PALACE, "score", "many"), at_work),
    "table": ((*PALACE, "table", "game.toml", "--port", "0"), serving),
    "fuzz": ((ROOT / "scripts" / "fuzz", "--texts"), at_work),
    "simulate": (
        (*PALACE, "simulate", "--players", "greedy,greedy", "--games", "100000", "--workers", "2"),
        playing,
    ),
    "tests": (
        ("-m", "pytest", "-c", ROOT / "pyproject.toml", f"--rootdir={ROOT}", "-p", "tests.conftest",
         "-p", "no:cacheprovider", "-n", "2", "test_waiting.py"),
        of_kind(b"sleep", 2),
    ),
}  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "test_waiting.py").write_text(RUN_OF_TESTS)
    (tmp_path / "game.toml").write_text(SAMPLE.read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "many").mkdir()
    for number in range(30_000):
        os.link("game.toml", tmp_path / "many" / f"{number}.toml")
    return tmp_path


def wait(until: Callable[[], bool]) -> bool:
    end = time.monotonic() + PATIENCE
    while not (done := until()) and time.monotonic() < end:
        time.sleep(0.1)
    return done


def heard() -> None:
    """Undo what a shell or nohup does to a command in the background: it ignores signals."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.parametrize(
    "number",
    [
        "SIGTERM",
        "SIGKILL",
        *(pytest.param(one, marks=pytest.mark.slow) for one in ("SIGINT", "SIGHUP")),
    ],
)
def test_nothing_goes_on(name: str, number: str, folder: Path, start: Start) -> None:
    command, begun = PROGRAMS[name]
    mark = f"PALACE_MARK={uuid4().hex}"
    env = {**os.environ, "PALACE_MARK": mark.partition("=")[2], "PYTHONPATH": str(ROOT)}
    if name == "tests":
        del env[RUN]  # a run of its own
    with (folder / "out").open("w") as out:
        program = start([sys.executable, *command], env=env, stdout=out, stderr=out,
                        preexec_fn=heard)  # fmt: skip
    assert wait(lambda: bool(found := marked(mark)) and begun(found)), (folder / "out").read_text()
    os.kill(program.pid, getattr(signal, number))
    assert wait(lambda: program.poll() is not None and not marked(mark)), (
        f"{len(marked(mark))} processes go on: {(folder / 'out').read_text()}"
    )
    said = (folder / "out").read_text()
    if number != "SIGKILL" and command[:2] == PALACE:
        assert "Traceback" not in said
        assert program.returncode == (130 if name == "score" else 0)


def test_ctrl_c_reaches_workers_too_and_what_is_played_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, start: Start
) -> None:
    arrow = pytest.importorskip("pyarrow.parquet")
    monkeypatch.chdir(tmp_path)
    short = "from palace.cli import main; from palace.players import simulate as s; s.SECONDS = 0.1"
    verb = ("simulate", "--players", "greedy,random", "--games", "150", "-o", "g.parquet")
    monkeypatch.setenv("PALACE_MARK", uuid4().hex)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    with Path("out").open("w") as out:
        program = start([sys.executable, "-c", f"{short}; main()", *verb, "--workers", "2"],
                        stdout=out, stderr=out, preexec_fn=heard)  # fmt: skip
    assert wait(lambda: len([*Path().glob("g.parquet/part-*")]) > 2), Path("out").read_text()
    os.killpg(program.pid, signal.SIGINT)
    mark = f"PALACE_MARK={os.environ['PALACE_MARK']}"
    assert wait(lambda: program.poll() is not None and not marked(mark)), Path("out").read_text()
    said = Path("out").read_text()
    assert program.returncode == 0
    assert re.search("^stopped after [0-9]+ of 150 games$", said, re.MULTILINE)
    assert not re.search("Traceback|WARNING|ERROR", said)
    assert call(*verb, "--resume", "--json").json["games"] == 150
    numbers = arrow.read_table("g.parquet").column("number").to_pylist()
    assert sorted(numbers) == [*range(150)]
