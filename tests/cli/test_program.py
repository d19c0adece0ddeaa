"""The command line as a program of its own: statuses, encodings, pipes and terminals."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from palace.files import document
from tests.calls import call
from tests.cli.texts import HEAD, LINES, SEATS, SETUP, TURN
from tests.conftest import Start
from tests.paths import GOLDEN, SAMPLE

BETWEEN = "-- the next call --"
ONE_BY_ONE = f"""
import sys
from palace.cli import main
ours, worst, kept = (sys.stdout, sys.stderr), 0, []
for line in sys.argv[1:]:
    sys.stdout, sys.stderr = ours
    print({BETWEEN!r}, flush=True)
    try:
        main(line.split())
    except SystemExit as end:
        worst = max(worst, end.code)
    kept += [sys.stdout, sys.stderr]  # one that nothing refers to would be closed
sys.exit(worst)
"""
"""Makes several calls in one process, each an argument, and prints `BETWEEN` before each."""


def program(*arguments: str, **options: Any) -> subprocess.CompletedProcess[bytes]:
    environment = os.environ | options.pop("env", {})
    start = options.pop("start", ("-m", "palace"))
    return subprocess.run(
        [sys.executable, *start, *arguments],
        capture_output="stdout" not in options,
        env=environment,
        timeout=60,
        **options,
    )


def test_exit_statuses() -> None:
    assert program("check", "c4+b-d4").returncode == 0
    assert program("check", "c4-d4").returncode == 1
    done = program("check", "c4-")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"staircase, column 4: it ends here; expected a knob such as a4\n"


STOPPED = """
import runpy
import palace.cli

def run(arguments=None):
    try:
        exec("raise KeyboardInterrupt")
    except KeyboardInterrupt:
        return 130

palace.cli.run = run
runpy.run_module("palace", run_name="__main__")
"""
"""A program that Ctrl-C reaches while Python runs a text, as it does for each dataclass."""


def test_the_exit_status_is_130_wherever_ctrl_c_comes(tmp_path: Path) -> None:
    (tmp_path / "stopped.py").write_text(STOPPED)
    done = program(start=("-m", "stopped"), cwd=tmp_path, env={"PYTHONPATH": str(tmp_path)})
    assert done.returncode == 130, done.stderr


def test_a_staircase_loads_nothing_heavy() -> None:
    code = "import sys\nfrom palace.cli import run\nrun(sys.argv[1:])\nprint(*sys.modules)"
    for options in ([], ["--json"], ["--position", SETUP, "--fill", "--supply", "1a1b"]):
        done = subprocess.run(
            [sys.executable, "-c", code, "check", "c4+b-d4", *options], capture_output=True,
            text=True, timeout=60,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        loaded = {name.split(".")[0] for name in done.stdout.splitlines()[-1].split()}
        assert "palace" in loaded
        assert not loaded & {"pydantic", "numpy", "networkx", "shapely", "rich", "tomli_w"}


@pytest.mark.parametrize(
    ("arguments", "own"),
    [
        (("rulings", "--game", "cooper-island"), "cooper_island"),
        (("palm-island", "solve", "--help"), "palm_island"),
        (("check", "c4+b-d4"), "monkey_palace"),
    ],
    ids=lambda value: value if isinstance(value, str) else " ".join(value[:2]),
)
def test_a_verb_of_one_game_loads_no_other(arguments: tuple[str, ...], own: str) -> None:
    code = "import sys\nfrom palace.cli import run\nrun(sys.argv[1:])\nprint(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    parts = {name.split(".")[1] for name in done.stdout.split() if name.startswith("palace.")}
    assert parts & {"monkey_palace", "palm_island", "cooper_island"} == {own}


def test_a_picture_of_a_palace_loads_no_other_game(tmp_path: Path) -> None:
    code = "import sys\nfrom palace.cli import run\nrun(sys.argv[1:])\nprint(*sys.modules)"
    for name in ("a.svg", "a.glb"):
        command = [sys.executable, "-c", code, "render", "map-1", "-o", str(tmp_path / name)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done.stderr
        loaded = done.stdout.split()
        assert "palace.monkey_palace.kernel.palace" in loaded
        assert not [name for name in loaded if "cooper_island" in name or "palm_island" in name]


@pytest.mark.parametrize(
    "arguments",
    [("check",), ("score",), ("check", "--json"), ("render", "-o", "a.svg")],
    ids=" ".join,
)
def test_a_file_is_read_once(
    arguments: tuple[str, ...], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []
    parse = document.parse_document

    def counted(text: str, kind: document.Kind, file: str) -> document.Document:
        read.append(file)
        return parse(text, kind, file)

    monkeypatch.setattr(document, "parse_document", counted)
    (folder / "game.toml").write_text(SAMPLE.read_text())
    verb, *rest = arguments
    assert call(verb, "game.toml", *rest).status == 0
    assert read.count("game.toml") == 1


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_names_of_other_scripts(folder: Path, encoding: str) -> None:
    text = (HEAD + SEATS + TURN).replace("Ana", "\u0141ucja \U0001f412")
    (folder / "\u0141.toml").write_text(text, encoding="utf-8")
    env = {"PYTHONIOENCODING": encoding, "LANG": "C", "LC_ALL": "C", "PYTHONUTF8": "1"}
    done = program("check", "\u0141.toml", env=env)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"ucja" in done.stdout
    done = program("check", "--json", "\u0141.toml", env=env)
    data = json.loads(done.stdout.decode(encoding))
    assert data["turns"][0]["player"] == "\u0141ucja \U0001f412"
    done = program("check", "\u0141\u0141.toml", env=env)
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1


def test_a_file_name_of_no_encoding(folder: Path) -> None:
    name = os.fsdecode(b"z\xff.toml")
    (folder / name).write_text(HEAD + SEATS + TURN + "bla = 1\n")
    done = program("check", name)
    assert done.returncode == 0
    assert b"z\\udcff.toml:12:1: turns[1].bla:" in done.stderr
    assert json.loads(program("check", "--json", name).stdout)["warnings"]
    done = program("check", name + "x.toml")
    assert (done.returncode, done.stderr.count(b"\n")) == (2, 1)


def test_output_nobody_can_take() -> None:
    with open("/dev/full", "wb") as full:
        done = program("check", "c4+b-d4", stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 2
    assert done.stderr == b"standard output: no space left on device; write it elsewhere\n"
    reader, writer = os.pipe()
    os.close(reader)
    with open(writer, "wb") as gone:
        done = program("check", "c4-d4", stdout=gone, stderr=subprocess.PIPE)
    assert (done.returncode, done.stderr) == (141, b"")


def test_standard_input_and_a_written_pipe() -> None:
    expected = program("check", "c4+b-d4", "--json").stdout
    done = program("check", "c4+b-d4", "--json", "--position", "@-", input=LINES.encode())
    assert done.stdout == expected
    reader, writer = os.pipe()
    os.write(writer, LINES.encode())
    os.close(writer)
    done = program("check", "c4+b-d4", "--json", "--position", f"@/dev/fd/{reader}",
                   pass_fds=[reader])  # fmt: skip
    os.close(reader)
    assert done.stdout == expected


def on_a_terminal(
    start: Start,
    *arguments: str,
    columns: int,
    program: tuple[str, ...] = ("-m", "palace"),
    **env: str,
) -> str:
    """What a call shows on a terminal."""
    import fcntl
    import pty
    import struct
    import termios

    main, other = pty.openpty()
    fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    environment = {key: value for key, value in os.environ.items() if key != "COLUMNS"} | env
    done = start(
        [sys.executable, *program, *arguments], stdin=other, stdout=other, stderr=other,
        env=environment,
    )  # fmt: skip
    os.close(other)
    shown = b""
    try:
        while chunk := os.read(main, 65536):
            shown += chunk
    except OSError:
        pass  # the other end is closed
    done.wait(60)
    os.close(main)
    return shown.decode().replace("\r\n", "\n")


CONTROL = "\\u001b[2J\\u001b]52;c;aGk=\\u0007\\u001b]0;title\\u0007\\u202e\\u200f\\u009b31m"
"""Clears the screen, fills the clipboard, names the window, turns the writing; as TOML has it."""

FOREIGN = f'''format = 1
game = "monkey-palace"
rules = "1"
map = "map-1"
"key{CONTROL}" = "{CONTROL}"
[rulings]
[[players]]
name = "Ana\\u202eBen\\u200f"
"other{CONTROL}" = 1
[[players]]
name = "Ben"
[[turns]]
player = "Ana\\u202eBen\\u200f"
build = "c4+b-d4"
take = ["9x 1*"]
'''


def foreign(name: str) -> str:
    """A golden record with control sequences in its keys, and signs that turn the writing."""
    text = (GOLDEN / name).read_text("utf-8").replace("Ana", "Ana\\u202eBen\\u200f")
    return text.replace("format = 1\n", f'format = 1\n"key{CONTROL}" = "{CONTROL}"\n', 1)


@pytest.mark.parametrize(
    "name", ["", "palm-island/coop-won.toml", "cooper-island/three-players.toml"]
)
def test_no_control_sequence_reaches_a_terminal(name: str, folder: Path, start: Start) -> None:
    (folder / "game.toml").write_text(foreign(name) if name else FOREIGN)
    verbs = ("check", "score", "score --lines Ben", "score --format csv")
    calls = [f"{verb} game.toml" for verb in verbs]
    every = on_a_terminal(start, *calls, columns=80, program=("-c", ONE_BY_ONE))
    nothing, *shown = every.split(BETWEEN)
    assert (nothing, len(shown)) == ("", len(calls))
    for line, text in zip(calls, shown, strict=True):
        assert "Ben" in text, line
        bare = re.sub(r"\x1b\[[0-9;]*m", "", text)
        assert not re.search(
            "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e]", bare
        ), line


def test_no_control_sequence_goes_through_a_pipe(folder: Path) -> None:
    """A pipe may lead to a terminal; JSON holds the same text, with escapes."""
    (folder / "game.toml").write_text(FOREIGN)
    unseen = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e]")
    for options in ([], ["--lines", "Ben"], ["--format", "csv"], ["--json"]):
        done = program("score", "game.toml", *options)
        out, err = done.stdout.decode(), done.stderr.decode()
        assert "Ben" in out + err, options
        assert not unseen.search(out + err), options
        if options == ["--json"]:
            names = {player["name"] for player in json.loads(out)["players"]}
            assert names == {"Ana\u202eBen\u200f", "Ben"}


@pytest.mark.parametrize("key", ["place", "notes", "date"])
def test_control_characters_in_a_text_are_refused(key: str, folder: Path, start: Start) -> None:
    text = FOREIGN.replace("[rulings]", f'{key} = "a{CONTROL}"\n[rulings]')
    (folder / "game.toml").write_text(text)
    shown = on_a_terminal(start, "check", "game.toml", columns=80)
    assert f"game.toml:6:1: {key}: " in shown or f"game.toml:6:{len(key) + 4}: {key}: " in shown
    assert "\x1b]" not in shown


@pytest.mark.parametrize(
    "fault",
    [ZeroDivisionError("by nothing"), EOFError("of no prompt"), OSError(28, "no space", "cache")],
    ids=lambda fault: type(fault).__name__,
)
def test_a_fault_of_the_program_is_one_line_and_status_70(
    monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    def broken(*_: object) -> None:
        raise fault

    monkeypatch.setattr("palace.cli.monkey.check.judge", broken)
    called = call("check", "c4+b-d4")
    assert (called.status, called.out) == (70, "")
    (line,) = filter(None, called.errors)
    assert f"palace: internal error: {type(fault).__name__}: {fault} (" in line
    assert "test_program.py:" in line
    assert "open an issue" in line
    monkeypatch.setenv("PALACE_TRACEBACK", "1")
    with pytest.raises(type(fault)):
        call("check", "c4+b-d4")


NO_CACHE = """
import sys
from numba.core.caching import CacheImpl
CacheImpl._locator_classes = []  # as numba has it where no folder can be written
from palace.cli import run
sys.exit(run(sys.argv[1:]))
"""


def test_searches_compile_in_memory_where_no_folder_can_be_written() -> None:
    done = subprocess.run(
        [sys.executable, "-P", "-c", NO_CACHE, "pass", "--supply", "21a"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert "NOT LEGAL" in done.stdout
    assert done.stderr.count("it cannot be kept for the next time: set NUMBA_CACHE_DIR") == 1


def test_a_record_names_files_of_its_folder_and_of_the_user_only(
    folder: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere, home = tmp_path_factory.mktemp("elsewhere"), tmp_path_factory.mktemp("home")
    monkeypatch.setenv("HOME", str(home))
    record = SAMPLE.read_text("utf-8")
    for name in ("map", "deck", "box"):
        secret = elsewhere / {"deck": "secret.csv"}.get(name, "secret.toml")
        secret.write_text("password 1234\n")
        head, rest = record.split("[[players]]", 1)
        head = head.replace('map = "map-1"\n', "") if name == "map" else head

        def naming(file: object, head: str = head, name: str = name, rest: str = rest) -> None:
            text = f'{head}{name} = "{file}"\n[[players]]{rest}'
            (folder / "game.toml").write_text(text)

        naming(secret)
        (line, *_) = call("check", "game.toml").errors
        assert (
            f"{name}: {secret} is not in the folder of this file, the present folder or your"
            in line
        )
        assert "password" not in line
        assert any("secret" in line for line in call("check", "game.toml", "--trust").errors)
        assert any("secret" in line for line in call("--trust", "check", "game.toml").errors)
        inside = home / secret.name
        inside.write_text("password 1234\n")
        naming(inside)
        assert "is not in the folder" not in "".join(call("check", "game.toml").errors)
        link = folder / secret.name
        link.symlink_to(secret)
        naming(link.name)
        assert "is not in the folder" in call("check", "game.toml").errors[0]
        link.unlink()


def test_colours_on_a_terminal_unless_unwanted(start: Start) -> None:
    shown = on_a_terminal(start, "check", "c4-d4", columns=80)
    assert shown.startswith("\x1b[37m\x1b[41m\x1b[1m NOT LEGAL \x1b[0m c4-d4")
    assert "1\x1b[31m\x1b[1m!\x1b[0m----2" in shown
    assert "\x1b" not in on_a_terminal(start, "check", "c4-d4", columns=80, NO_COLOR="1")
    assert "\x1b" in on_a_terminal(start, "check", "c4-", columns=80)
    assert "\x1b" not in on_a_terminal(start, "check", "c4-", columns=80, NO_COLOR="1")


def test_a_narrow_terminal(start: Start) -> None:
    lines = on_a_terminal(start, "check", "c4-d4", columns=40, NO_COLOR="1").splitlines()
    assert max(map(len, lines)) <= 40
    assert lines[-1] == "(the drawing takes 48 columns)"
