"""A secret kept in the lock file of a record: taken over from a process that was killed, and from
no other file."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from palace.core.errors import InputError
from palace.files.writing import KeptFile
from tests.conftest import Start

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs POSIX permissions")

HOLDER = """
import sys
from palace.files.writing import KeptFile
from tests.conftest import Start

with KeptFile(sys.argv[1]).held(sys.argv[2]) as secret:
    print(secret, flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A record in a folder of its own."""
    path = tmp_path / "game.toml"
    path.write_text("format = 1\n")
    return path


def lock(record: Path) -> Path:
    return record.with_name(".game.toml.lock")


def held_by_another(start: Start, record: Path, secret: str) -> tuple[subprocess.Popen[str], str]:
    """Start a process that holds the record; return it with the secret it has."""
    holder = start(
        [sys.executable, "-c", HOLDER, record, secret],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    )  # fmt: skip
    assert holder.stdout is not None
    return holder, holder.stdout.readline().strip()


def test_a_killed_process_leaves_its_secret_and_one_that_ends_does_not(
    record: Path, start: Start
) -> None:
    holder, secret = held_by_another(start, record, "first")
    assert secret == "first"
    holder.send_signal(signal.SIGKILL)
    holder.communicate()
    assert lock(record).exists()
    holder, secret = held_by_another(start, record, "second")
    assert secret == "first"  # and is kept on, for the next one
    assert lock(record).read_text().splitlines()[1:] == ["first"]
    holder.communicate()
    assert holder.returncode == 0
    assert not lock(record).exists()
    with KeptFile(record).held("third") as secret:
        assert secret == "third"


def test_only_the_owner_can_read_a_secret(record: Path) -> None:
    before = os.umask(0)
    try:
        with KeptFile(record).held("secret"):
            assert lock(record).stat().st_mode & 0o777 == 0o600
    finally:
        os.umask(before)
    with KeptFile(record).held() as secret:
        assert secret == ""
        assert lock(record).read_text().count("\n") == 1


def test_another_process_is_told_who_but_no_secret(record: Path) -> None:
    with KeptFile(record).held("secret"):
        for given in ("", "another"):
            with pytest.raises(InputError) as caught, KeptFile(record).held(given):
                pass
            assert "secret" not in str(caught.value)
            assert re.search(
                rf"in use by process {os.getpid()} of .* since 20[-0-9]+ [0-9:]+; leave",
                str(caught.value),
            )


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o620, 0o604])
def test_a_secret_that_others_can_read_or_write_is_not_taken_over(mode: int, record: Path) -> None:
    lock(record).write_text("process 1 of Ana, since then\nplanted\n")
    lock(record).chmod(mode)
    with lock(record).open() as opened, KeptFile(record).held("fresh") as secret:
        assert secret == "fresh"
        assert lock(record).stat().st_mode & 0o777 == 0o600
        assert "fresh" in lock(record).read_text()
        assert "fresh" not in opened.read()  # who had it open reads the old file


def test_a_secret_of_another_user_is_not_taken_over(
    record: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock(record).write_text("process 1 of Ana, since then\nplanted\n")
    lock(record).chmod(0o600)
    with KeptFile(record).held("fresh") as secret:
        assert secret == "planted"
    lock(record).write_text("process 1 of Ana, since then\nplanted\n")
    lock(record).chmod(0o600)
    before = lock(record).open()
    mine = os.geteuid()
    answers = iter([mine + 1])  # of the file that was there; the next one is ours
    monkeypatch.setattr("os.geteuid", lambda: next(answers, mine))
    with before, KeptFile(record).held("fresh") as secret:
        assert secret == "fresh"
        assert "fresh" in lock(record).read_text()
        assert "fresh" not in before.read()  # its owner reads the old file


def test_a_link_is_not_followed(record: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_text("one\ntwo\n")
    elsewhere.chmod(0o600)
    lock(record).hardlink_to(elsewhere)
    with KeptFile(record).held("fresh") as secret:
        assert secret == "fresh"
    assert elsewhere.read_text() == "one\ntwo\n"
    lock(record).symlink_to(elsewhere)
    with pytest.raises(InputError), KeptFile(record).held("fresh"):
        pass
    assert elsewhere.read_text() == "one\ntwo\n"


def test_half_a_lock_file_holds_no_secret(record: Path) -> None:
    for text in ("", "process 1 of Ana", "process 1 of Ana\n", "process 1\n\n"):
        lock(record).write_text(text)
        lock(record).chmod(0o600)
        with KeptFile(record).held("fresh") as secret:
            assert secret == "fresh"


def test_a_file_system_without_permissions_keeps_no_secret(
    record: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(KeptFile, "_is_private", lambda self: False)
    with KeptFile(record).held("secret") as secret:
        assert secret == "secret"
        assert "secret" not in lock(record).read_text()
    assert not lock(record).exists()


def test_writing_while_held_keeps_the_secret(record: Path) -> None:
    file = KeptFile(record)
    with file.held("secret"):
        file.keep("format = 2\n", "format = 1\n")
        assert lock(record).read_text().splitlines()[1:] == ["secret"]
    assert record.read_text() == "format = 2\n"
    assert os.listdir(record.parent) == ["game.toml"]
