"""Files as they are found: names, permissions, devices, pipes, rubbish."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from palace.core.errors import InputError
from palace.files.document import LIMIT, read_document
from tests.files.texts import name, refusal

# Files.


def test_read(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_bytes(b'\xef\xbb\xbfa = "\xc3\xa4"\r\nb = 1')
    doc = read_document(tmp_path / "a.toml")
    assert (doc.data, doc.kind, doc.file) == ({"a": "ä", "b": 1}, "toml", str(tmp_path / "a.toml"))
    assert doc.text == 'a = "ä"\r\nb = 1'
    assert str(doc.where(("b",))).endswith("a.toml:2:5")
    assert repr(doc).endswith("a.toml': toml, 14 characters>")
    (tmp_path / "A.JSON").write_text('{"a": null}')
    doc = read_document(str(tmp_path / "A.JSON"), name="game")
    assert (doc.data, doc.kind, doc.file) == ({"a": None}, "json", "game")


def test_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("game.toml").write_text("a = 1")
    Path("game.txt").write_text("a = 1")
    Path("saved.toml").mkdir()
    assert refusal("gmae.toml") == "gmae.toml: there is no such file; did you mean game.toml?"
    assert refusal("game") == "game: there is no such file; did you mean game.toml?"
    assert refusal("nothing.json") == "nothing.json: there is no such file; check the path"
    assert refusal("none/game.toml") == "none/game.toml: there is no folder none; check the path"
    assert refusal("game.txt") == (
        "game.txt: this is neither .toml nor .json; only these two are read"
    )
    for folder in ("saved.toml", "."):
        assert refusal(folder) == (f"{folder}: this is a folder; name a .toml or .json file in it")
    assert refusal("game.toml/a.toml") == (
        "game.toml/a.toml: a part of this path is a file, not a folder; check the path"
    )
    assert refusal("a\0.toml", "it") == "it: this is no file name; name a .toml or .json file"
    assert refusal("\ud800.toml", "it") == "it: this is no file name; name a .toml or .json file"
    assert refusal("") == "there is no such file; check the path"


def test_permission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "a.toml"
    file.write_text("a = 1")

    def shut(*args: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr("builtins.open", shut)
    assert refusal(file, "a") == "a: no permission to read it; ask its owner for it"
    monkeypatch.setattr(os, "listdir", shut)
    assert refusal(tmp_path / "b.toml", "b") == "b: there is no such file; check the path"


def test_disk_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "a.toml"
    file.write_text("a = 1")

    def broken(*args: object) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr("builtins.open", broken)
    assert refusal(file, "a") == "a: cannot be read: Input/output error; check the path"


def test_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def opened(*args: object) -> None:
        raise AssertionError

    file = tmp_path / "a.json"
    with file.open("wb") as stream:
        stream.truncate(50_000_000)
    with monkeypatch.context() as patch:
        patch.setattr("builtins.open", opened)
        assert refusal(file, "a") == (
            "a: too large: 50,000,000 bytes; at most 16,777,216 bytes are read"
        )
    file.write_bytes(b'{"a": 1}'.ljust(LIMIT))
    assert read_document(file).data == {"a": 1}


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="needs device files")
def test_devices(tmp_path: Path) -> None:
    (tmp_path / "zero.toml").symlink_to("/dev/zero")
    (tmp_path / "null.toml").symlink_to("/dev/null")
    assert refusal(tmp_path / "zero.toml", "a") == (
        "a: too large: more than 16,777,216 bytes; at most 16,777,216 bytes are read"
    )
    assert refusal(tmp_path / "null.toml", "a") == (
        "a: the file is empty; write something into it, or name another"
    )


@pytest.mark.parametrize(
    ("raw", "said"),
    {
        b'a = "\xc3\xa4\xff"': "a:1:7: byte 0xFF is not UTF-8",
        b"\xef\xbb\xbfa\xe4": "a:1:2: byte 0xE4 is not UTF-8",
        b"# \xc3\xa4\r\nb = '\xed\xa0\x80'": "a:2:6: byte 0xED is not UTF-8",
        b"a = 1\n\xc3": "a:2:1: byte 0xC3 is not UTF-8",
        b"a\n\0\xff": "a:2:1: a NUL byte, so this is no text",
        b"\x89PNG\r\n\0": "a:1:1: byte 0x89 is not UTF-8",
        b"a\0 \0=\0": "a:1:2: a NUL byte, so this is no text",
        "a = 1".encode("utf-16"): "a: this is UTF-16 text",
    }.items(),
    ids=name,
)
def test_rubbish(raw: bytes, said: str, tmp_path: Path) -> None:
    file = tmp_path / "a.toml"
    file.write_bytes(raw)
    assert refusal(file, "a") == f"{said}; save it as UTF-8 text"


def test_a_pipe_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "game.toml"
    os.mkfifo(pipe)
    with pytest.raises(InputError) as caught:
        read_document(pipe)
    assert str(caught.value) == f"{pipe}: this is a pipe, which may never end; name a file"
