"""Files appear whole or not at all, and nothing else appears beside them."""

from __future__ import annotations

import errno
import os
import stat
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from palace.core.errors import InputError
from palace.files.writing import write_whole


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The working folder of a test; whatever was written, no spare file is left in it."""
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    assert not list(tmp_path.rglob(".palace*"))


def refusal(path: str | Path, text: str = "new", *, overwrite: bool = False) -> str:
    with pytest.raises(InputError) as caught:
        write_whole(path, text, overwrite=overwrite)
    assert len(caught.value.problems) == 1
    return str(caught.value)


def failing(error: BaseException) -> Callable[..., Any]:
    def fail(*args: object, **options: object) -> None:
        raise error

    return fail


def mode(path: str) -> int:
    return stat.S_IMODE(os.stat(path).st_mode)


@pytest.mark.parametrize("overwrite", [False, True])
def test_new_file(overwrite: bool) -> None:
    write_whole("a.toml", 'a = "ä"\r\n\n', overwrite=overwrite)
    assert Path("a.toml").read_bytes() == b'a = "\xc3\xa4"\r\n\n'
    assert os.listdir() == ["a.toml"]


def test_path_object_and_folder(folder: Path) -> None:
    (folder / "games").mkdir()
    write_whole(Path("games") / "a.toml", "")
    assert (folder / "games" / "a.toml").read_bytes() == b""
    write_whole("b" * 255, "a longest name")
    assert os.path.getsize("b" * 255) == 14


def test_existing_file() -> None:
    Path("a.toml").write_text("old")
    assert refusal("a.toml") == "a.toml: this file exists; choose another name"
    assert Path("a.toml").read_text() == "old"
    write_whole("a.toml", "new", overwrite=True)
    assert Path("a.toml").read_text() == "new"


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX permissions")
@pytest.mark.parametrize("umask", [0o022, 0o077])
def test_permissions(umask: int, monkeypatch: pytest.MonkeyPatch) -> None:
    before = os.umask(umask)
    try:
        write_whole("a.toml", "new")
        assert mode("a.toml") == 0o666 & ~umask
        os.chmod("a.toml", 0o640)
        seen = []
        fsync = os.fsync

        def watch(number: int) -> None:
            seen.append(stat.S_IMODE(os.fstat(number).st_mode))
            fsync(number)

        monkeypatch.setattr(os, "fsync", watch)
        write_whole("a.toml", "newer", overwrite=True)
        assert mode("a.toml") == 0o640
        assert seen == [0o640]
    finally:
        os.umask(before)


def test_links() -> None:
    os.mkdir("far")
    Path("far/a.toml").write_text("old")
    os.symlink("far/a.toml", "link")
    assert refusal("link") == "link: this file exists; choose another name"
    write_whole("link", "new", overwrite=True)
    assert os.readlink("link") == "far/a.toml"
    assert Path("far/a.toml").read_text() == "new"
    os.symlink("far/b.toml", "early")
    write_whole("early", "made")
    assert os.path.islink("early")
    assert Path("far/b.toml").read_text() == "made"
    os.symlink("none/a.toml", "lost")
    assert refusal("lost") == (
        "lost: its folder does not exist; create the folder, or choose another"
    )
    os.symlink("round", "round")
    assert refusal("round", overwrite=True).startswith("round: cannot be written: Too many")


def test_no_file_can_be_there() -> None:
    Path("file").write_text("old")
    for name in (".", "missing/", ""):
        assert refusal(name).endswith("this is a folder; add a file name")
        assert refusal(name, overwrite=True).endswith("this is a folder; add a file name")
    assert refusal("none/a.toml") == (
        "none/a.toml: its folder does not exist; create the folder, or choose another"
    )
    assert refusal("file/a.toml") == (
        "file/a.toml: a part of this path is a file, not a folder; choose another folder"
    )
    assert refusal("a\0b").endswith("this is no file name; choose another name")
    assert refusal("\ud800").endswith("this is no file name; choose another name")
    assert "File name too long" in refusal("b" * 256)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes")
def test_devices_and_pipes_stay() -> None:
    os.mkfifo("pipe")
    assert refusal("pipe", overwrite=True) == (
        "pipe: cannot be written: it is a device or a pipe; choose another name, folder or disk"
    )
    assert stat.S_ISFIFO(os.stat("pipe").st_mode)


def test_text_that_is_no_utf8() -> None:
    assert refusal("a.toml", "a\ud800") == (
        "a.toml: its text has half a character (U+D800); take it out"
    )
    assert os.listdir() == []


def test_write_protection(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("a.toml").write_text("old")
    monkeypatch.setattr(os, "access", lambda *args: False)
    assert refusal("a.toml", overwrite=True) == (
        "a.toml: no permission to write it; choose another folder, or ask its owner"
    )
    assert Path("a.toml").read_text() == "old"


@pytest.mark.parametrize("step", ["fsync", "replace", "chmod"])
@pytest.mark.parametrize(
    ("error", "said"),
    [
        (
            OSError(errno.ENOSPC, "No space left on device"),
            "cannot be written: No space left on device; choose another name, folder or disk",
        ),
        (
            PermissionError(errno.EACCES, "Permission denied"),
            "no permission to write it; choose another folder, or ask its owner",
        ),
    ],
    ids=["disk", "permission"],
)
def test_trouble_leaves_the_old_file(
    step: str, error: OSError, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("a.toml").write_text("old")
    monkeypatch.setattr(os, step, failing(error))
    assert refusal("a.toml", overwrite=True) == f"a.toml: {said}"
    assert Path("a.toml").read_text() == "old"
    assert os.listdir() == ["a.toml"]


def test_interruption_leaves_the_old_file(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("a.toml").write_text("old")
    monkeypatch.setattr(os, "fsync", failing(KeyboardInterrupt()))
    with pytest.raises(KeyboardInterrupt):
        write_whole("a.toml", "new", overwrite=True)
    assert Path("a.toml").read_text() == "old"
    with pytest.raises(KeyboardInterrupt):
        write_whole("b.toml", "new")
    assert os.listdir() == ["a.toml"]


@pytest.mark.parametrize(
    "error",
    [OSError(errno.EPERM, "Operation not permitted"), NotImplementedError(), AttributeError()],
    ids=["vfat", "no links", "no function"],
)
def test_without_links(error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "link", failing(error))
    write_whole("a.toml", "new")
    assert Path("a.toml").read_text() == "new"
    assert refusal("a.toml").startswith("a.toml: this file exists")
    monkeypatch.setattr(os, "replace", failing(OSError(errno.EIO, "Input/output error")))
    assert "Input/output error" in refusal("b.toml")
    assert os.listdir() == ["a.toml"]


@pytest.mark.parametrize("links", [True, False])
def test_a_file_that_appears_meanwhile(links: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    fsync = os.fsync

    def meanwhile(number: int) -> None:
        Path("a.toml").write_text("theirs")
        fsync(number)

    monkeypatch.setattr(os, "fsync", meanwhile)
    if not links:
        monkeypatch.setattr(os, "link", failing(OSError(errno.EPERM, "Operation not permitted")))
    assert refusal("a.toml").startswith("a.toml: this file exists")
    assert Path("a.toml").read_text() == "theirs"
    assert os.listdir() == ["a.toml"]


@pytest.mark.parametrize("links", [True, False])
def test_only_one_of_many_writers_wins(links: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not links:
        monkeypatch.setattr(os, "link", failing(OSError(errno.EPERM, "Operation not permitted")))
    won: list[str] = []
    together = threading.Barrier(8)

    def write(text: str) -> None:
        together.wait()
        try:
            write_whole("a.toml", text * 10_000)
        except InputError:
            return
        won.append(text)

    threads = [threading.Thread(target=write, args=(str(number),)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(won) == 1
    assert Path("a.toml").read_text() == won[0] * 10_000
