"""The table of several phones and its file: who is shown what, who is told, and what becomes of the
turns where the file cannot be written."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from palace.contract.session import Session
from palace.contract.taps import Idea
from palace.files.writing import KeptFile
from palace.page import action as act
from palace.page.action import Action, Sent
from palace.page.desk import Desk
from tests.page.tables import fresh
from tests.viewer.web.phones import PATIENCE, Phone, fetch, phone
from tests.viewer.web.servers import Server, new_record, serving
from tests.viewer.web.soaking import KNOBS, confirm

RECORD = "game.toml"

COMPILING = 100.0
"""Seconds in which the first hint comes on a new machine."""


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """The record of a new game, in a folder of its own."""
    (tmp_path / "evening").mkdir()
    return new_record(tmp_path / "evening" / RECORD)


def at(record: Path) -> Server:
    """Return a server of a record that is not its own folder's."""
    return Server(record.parents[1], str(record), "--port", "0")


def turns(record: Path) -> int:
    """Return how many turns a record has."""
    return Session.open(record).count


async def so(right: Callable[[], object]) -> None:
    """Wait until something is so that no page tells."""
    async with asyncio.timeout(PATIENCE):
        while not right():
            await asyncio.sleep(0.05)


async def test_four_phones_see_every_change(record: Path) -> None:
    with at(record) as server:
        pages = [Phone(server.base) for _ in range(4)]
        for page in pages:
            await page.connect()
        for page, next_one in zip(pages, [*pages[1:], pages[0]], strict=True):
            await confirm(page)
            for other in pages:
                await other.until(lambda other=other: other.turns == 1 and other.safe)  # type: ignore[misc]
            for other in pages:
                for part in ("heading", "players", "plan", "entry", "time", "scene"):
                    assert other.state[part] == page.state[part], part
            assert turns(record) == 1
            await next_one.send({"do": "take-back"})
            for other in pages:
                await other.until(lambda other=other: other.turns == 0 and other.safe)  # type: ignore[misc]
            assert turns(record) == 0
        for page in pages:
            await page.close()


async def test_of_two_confirms_at_once_one_is_kept_and_the_other_told(record: Path) -> None:
    with at(record) as server:
        async with phone(server.base) as one, phone(server.base) as other:
            await one.tap(*KNOBS)
            await one.dealt()
            version = one.state["version"]
            await other.until(lambda: other.state["version"] == version)
            (do,) = one.offered("next")[-1:]
            async with asyncio.TaskGroup() as group:
                group.create_task(one.send(do))
                group.create_task(other.send(do))
            await one.dealt()
            await other.dealt()
            await one.until(lambda: one.notices or other.notices)
            assert len(one.notices) + len(other.notices) == 1
            assert one.state["version"] == other.state["version"]


async def test_a_view_is_kept_while_its_phone_is_away(record: Path) -> None:
    with at(record) as server:
        async with phone(server.base) as staying:
            away = Phone(server.base, lang="zh")
            await away.connect()
            await away.send({"do": "look", "name": "side", "text": "2"})
            await away.dealt()
            shown = away.state
            await away.close()
            await confirm(staying)
            away.lang = ""
            await away.connect()
            assert away.at("heading", "language") == "zh"
            assert away.at("plan", "turned") == shown["plan"]["turned"]
            assert away.turns == 1
            assert set(away.state) >= {"heading", "players", "plan", "entry", "time", "scene"}
            await away.close()


async def test_each_phone_has_its_language(record: Path) -> None:
    with at(record) as server:
        for asked, speaks, language in (
            ("", "de,zh-TW,en", "zh"), ("", "de,fr", "en"), ("", "", "en"), ("", "en-GB,zh", "en"),
            ("zh-Hant", "en", "zh"), ("en", "zh", "en"), ("../x", ",-,<", "en"),
        ):  # fmt: skip
            page = Phone(server.base, lang=asked, speaks=speaks)
            await page.connect()
            assert (page.at("heading", "language") or "en") == language
            await page.close()


async def test_a_file_that_another_program_writes_is_told_and_left_alone(record: Path) -> None:
    with at(record) as server:
        async with phone(server.base) as page, phone(server.base) as other:
            record.touch()  # the same text is no change
            await asyncio.sleep(1.5)
            assert not page.warnings
            theirs = record.read_text() + "# by another program\n"
            record.write_text(theirs)
            for one in (page, other):
                await one.until(lambda one=one: one.warnings)  # type: ignore[misc]
            await confirm(page)
            await page.until(lambda: not page.safe)
            assert record.read_text() == theirs
            await page.send({"do": "save-as", "text": "later.toml"})
            await page.until(lambda: page.safe)
            assert turns(record.with_name("later.toml")) == 1
            assert record.read_text() == theirs
            assert record.with_name(".later.toml.lock").exists()
            assert not record.with_name(f".{RECORD}.lock").exists()
            await confirm(other, ("c3", "c4"))
            await page.until(lambda: page.turns == 2 and page.safe)
            assert turns(record.with_name("later.toml")) == 2
        assert server.end() == 0
        assert sorted(path.name for path in record.parent.iterdir()) == [RECORD, "later.toml"]


async def test_a_file_is_read_again_on_demand(record: Path) -> None:
    with at(record) as server:
        async with phone(server.base) as page:
            await confirm(page)
            await page.until(lambda: page.safe)
            one = record.read_text()
            await page.send({"do": "take-back"})
            await page.until(lambda: page.turns == 0 and page.safe)
            record.unlink()
            record.write_text(one)  # replaced by another file
            await page.press("reread")
            await page.until(lambda: page.turns == 1)
            await page.send({"do": "take-back"})
            await page.until(lambda: page.turns == 0 and page.safe)
            assert turns(record) == 0


async def test_a_file_that_was_removed_is_written_again(record: Path) -> None:
    with at(record) as server:
        async with phone(server.base) as page:
            record.unlink()
            await page.until(lambda: page.warnings)
            await confirm(page)
            await page.until(lambda: page.safe)
            assert turns(record) == 1


async def test_a_folder_that_is_gone_and_comes_back(record: Path) -> None:
    """Everyone sees that nothing is saved, and it is saved by itself when it can be."""
    away = record.parents[1] / "away"
    with at(record) as server:
        async with phone(server.base) as page, phone(server.base) as other:
            record.parent.rename(away)
            await confirm(page)
            for one in (page, other):
                await one.until(lambda one=one: not one.safe and one.warnings)  # type: ignore[misc]
            away.rename(record.parent)
            for one in (page, other):
                await one.until(lambda one=one: one.safe)  # type: ignore[misc]
            assert turns(record) == 1
        assert server.end() == 0


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_what_could_not_be_saved_is_written_elsewhere_at_the_end(
    number: int, record: Path
) -> None:
    with at(record) as server:
        async with phone(server.base) as page:
            shutil.rmtree(record.parent)
            await confirm(page)
            await page.until(lambda: not page.safe)
        assert server.end(number) == 0
        (line,) = (line for line in server.lines if "could not be saved" in line)
        # The folder is gone: it is the one where the command was called.
        spare = record.parents[1] / "game-unsaved-1.toml"
        assert line.endswith(f"all is in {spare}.")
        assert turns(spare) == 1


async def test_a_full_disk(record: Path) -> None:
    """Each process may write files of a size; the record is one byte too long."""
    import resource

    with at(record) as server:
        assert server.address
        pid = server.process.pid
        assert pid is not None
        async with phone(server.base) as page:
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (50, resource.RLIM_INFINITY))
            await confirm(page)
            await page.until(lambda: not page.safe and page.warnings)
            assert turns(record) == 0
            most = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
            resource.prlimit(pid, resource.RLIMIT_FSIZE, most)
            await page.until(lambda: page.safe)
            assert turns(record) == 1
        assert sorted(path.name for path in record.parent.iterdir() if path.suffix == ".tmp") == []
        assert server.end() == 0
        assert not any("could not be saved" in line for line in server.lines)


async def test_a_record_is_offered_to_the_phone_that_asks(record: Path) -> None:
    with at(record) as server:
        async with phone(server.base) as page, phone(server.base) as other:
            await confirm(page)
            await page.send({"do": "save-as"})
            await page.until(lambda: page.offers)
            (offer,) = page.offers
            assert offer["name"] == RECORD
            copy = record.parents[1] / "offered.toml"
            copy.write_text(offer["text"], encoding="utf-8")
            assert turns(copy) == 1
            assert other.offers == []


@pytest.mark.parametrize(
    "name", ["../other.toml", "a/b.toml", ".hidden.toml", "x\\y.toml", "taken.toml"]
)
async def test_a_name_does_not_lead_elsewhere(name: str, record: Path) -> None:
    record.with_name("taken.toml").write_text("another's\n")
    before = {path: path.stat().st_size for path in record.parents[1].rglob("*.toml")}
    with at(record) as server:
        async with phone(server.base) as page:
            await page.send({"do": "save-as", "text": name})
            await page.until(lambda: page.notices)
            await page.until(lambda: page.safe)
        after = {path: path.stat().st_size for path in record.parents[1].rglob("*.toml")}
        assert after == before


def _fail() -> None:
    """Let the page's logic fail where it is asked for something of this name."""
    from palace.hosts import common

    def failing(module: ModuleType, name: str) -> None:
        right = getattr(module, name)

        def call(*given: Any) -> Any:
            if any(f"fail-{name}" in str(one) for one in given[1:]):
                raise ZeroDivisionError(f"in {name}")
            return right(*given)

        setattr(module, name, call)

    for name in ("step", "look", "show", "thoughts"):
        failing(common, name)


async def test_a_failure_is_logged_whole_and_the_table_goes_on(record: Path) -> None:
    with Server(record.parents[1], str(record), "--port", "0", prepare=_fail) as server:
        assert server.address
        async with phone(server.base) as page, phone(server.base) as other:
            for do in (
                {"do": "fill", "name": "fail-step"},
                {"do": "look", "name": "sheet", "text": "fail-look"},
                {"do": "think", "name": "fail-thoughts"},
            ):  # fmt: skip
                await page.send(do)
                await page.dealt()
                await page.until(lambda: page.notices)
                assert other.notices == []
            await page.send({"do": "look", "name": "sheet", "text": "fail-show"})
            await page.until(lambda: "something went wrong here" in page.warnings)
            await page.send({"do": "look", "name": "sheet"})
            await page.until(lambda: not page.warnings)
            await page.dealt()
            await confirm(page)
            await other.until(lambda: other.turns == 1)
        note, where, *others = [line for line in server.lines if line.startswith("note: ")]
        assert re.fullmatch(r"note: ZeroDivisionError: in step \(test_host.py:\d+\)", note)
        assert len(others) == 3
        log = Path(where.removeprefix("note: all of it is in "))
        text = log.read_text(encoding="utf-8")
        log.unlink()
        assert text.count("Traceback (most recent call last)") == 4
        assert "host.py" in text
        assert server.end() == 0


async def test_a_thought_is_shown_while_it_lasts_and_can_be_stopped(record: Path) -> None:
    with at(record) as server:
        async with phone(server.base) as page, phone(server.base) as other:
            before = page.state["entry"]
            await page.press("think", name="hint")
            await page.until(lambda: page.offered("take"), COMPILING)
            await other.until(lambda: other.offered("take"))
            await other.press("stop")
            await page.until(lambda: page.state["entry"] == before)
            await page.press("think", name="hint")
            await other.send({"do": "stop"})
            await other.dealt()
            await page.tap("c4")
            await page.dealt()
            assert not page.offered("take")
        assert server.end() == 0


async def test_a_page_of_other_files_is_told_to_load_again(record: Path) -> None:
    with at(record) as server:
        tag = re.search(r"client\.js\?(\w+)", (await fetch(server.base)).text)
        assert tag is not None
        for own, told in ((tag[1], None), ("", None), ("of-an-earlier-one", True)):
            page = Phone(server.base, page=own)
            await page.connect()
            assert page.state.get("reload") is told
            await page.close()


async def test_a_game_begins_on_the_page_and_its_file_is_held(tmp_path: Path) -> None:
    with serving(tmp_path, "new.toml", "--port", "0") as server:
        async with phone(server.base) as page, phone(server.base) as other:
            await page.press("open", text="monkey-palace")
            for number, name in enumerate(("Ana", "Ben")):
                await page.dealt()
                await page.send({"do": "fill", "name": f"players.{number}", "text": name})
            await page.dealt()
            await page.press("begin")
            await other.until(lambda: "Ana" in json.dumps(other.at("players")) and other.safe)
            names = {one.name for one in tmp_path.iterdir()} - {"printed.txt"}
            assert names == {"new.toml", ".new.toml.lock"}
            assert turns(tmp_path / "new.toml") == 0
        assert server.end() == 0


async def test_a_record_that_is_sent_is_gone_on_with(record: Path, tmp_path: Path) -> None:
    with serving(tmp_path, "new.toml", "--port", "0") as server:
        async with phone(server.base) as page:
            assert (await page.upload("record", b"no record")).status == 204
            await page.until(lambda: page.notices)
            assert not (tmp_path / "new.toml").exists()
            assert (await page.upload("record", record.read_bytes())).status == 204
            await page.until(lambda: page.at("players") and page.safe)
            assert turns(tmp_path / "new.toml") == 0


async def test_a_thought_that_fails_is_told_and_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from palace.hosts import common
    from palace_viewer.web.host import Host
    from palace_viewer.web.store import Store

    def failing(*given: object) -> Iterator[act.Thought]:
        yield act.Thought(1, Idea(told="so far"))
        raise ZeroDivisionError("in a thought")

    monkeypatch.setattr(common, "thoughts", failing)
    host = Host(fresh().desk, Store(KeptFile(tmp_path / "game.toml")), "")
    page = host._phone("player", {"phone": "x" * 16})
    assert page is not None
    host.deal(page, Sent(Action("think", "hint"), host.desk.version, 1))
    async with asyncio.timeout(PATIENCE):
        while host.desk.pondering is None or not host.desk.pondering.idea.done:
            await asyncio.sleep(0.01)
    assert host.desk.pondering.idea == Idea(told="something went wrong here", done=True)


def test_the_phones_that_are_away_longest_are_forgotten(tmp_path: Path) -> None:
    from palace_viewer.web.host import MOST_VIEWS, Host, Line
    from palace_viewer.web.store import Store

    host = Host(Desk("game.toml"), Store(KeptFile(tmp_path / "game.toml")), "")
    names = [f"phone-{number}".replace("-", "x").ljust(16, "x") for number in range(300)]
    found = [host._phone("player", {"phone": name}) for name in names[:2]]
    assert found[0] is not None
    found[0].lines.append(Line())
    for name in names:
        assert host._phone("player", {"phone": name}) is not None
        assert host._phone("spectator", {"phone": name}) is not None
    assert len(host._phones) == 2 * MOST_VIEWS
    assert host._phone("player", {"phone": names[0]}) is found[0]
    assert host._phone("player", {"phone": names[1]}) is not found[1]
    for name in ("", "x" * 15, "x" * 33, "x" * 15 + "-", "é" * 16):
        assert host._phone("player", {"phone": name}) is None
