"""The page of the table, with NiceGUI's test client: what is shown, and what taps do."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import nullcontext
from pathlib import Path

import httpx
import pytest
from nicegui import background_tasks, core, ui
from nicegui.testing import User, user_simulation

from palace.monkey_palace.game.log import read_record
from palace.monkey_palace.game.record_writing import write_record
from palace_viewer.web.any_table import AnyTable
from palace_viewer.web.page import declare
from palace_viewer.web.table import Table
from tests.viewer.palaces import sample
from tests.viewer.web.taps import table_at, taps_of

Story = Callable[[User], Awaitable[None]]


def tell(table: Table | AnyTable, story: Story, caplog: pytest.LogCaptureFixture) -> None:
    """Tell a story on the page of a table; an error in a handler, which is only logged, fails."""

    async def run() -> None:
        async with user_simulation() as user:
            declare(table)
            await story(user)

    with table.hold if isinstance(table, Table) else nullcontext():
        asyncio.run(run())
    assert not [r.getMessage() for r in caplog.records if r.levelno >= logging.ERROR]


@pytest.fixture
def told(caplog: pytest.LogCaptureFixture) -> Callable[[Table, Story], None]:
    """Tell a story on the page of a table."""
    return lambda table, story: tell(table, story, caplog)


def second(user: User) -> User:
    """Another phone on the same table."""
    client = httpx.AsyncClient(transport=httpx.ASGITransport(core.app), base_url="http://test")
    assert client is not user.http_client
    return User(client)


async def settled() -> None:
    """Let handlers that are under way end."""
    await asyncio.sleep(0.01)
    while any("_await_in_context" in str(task) for task in background_tasks.running_tasks):
        await asyncio.sleep(0.005)
    await asyncio.sleep(0.02)


async def tap(user: User, *markers: str) -> None:
    for marker in markers:
        found = user.find(marker=marker)
        (element,) = found.elements
        shown = element.props.get("data-v")
        found.click() if shown is None else found.trigger("click", shown)
        await settled()


def marker_of(kind: str, name: str) -> str:
    """The marker of what is tapped; markers have no blanks."""
    if kind == "card":
        return f"card-{name}".replace(" ", "_")
    return name.split()[0]


async def trigger(user: User, marker: str, version: str) -> None:
    """Tap a button as a phone does that shows this version."""
    user.find(marker=marker).trigger("click", version)
    await settled()


def text_of(user: User, part: str) -> str:
    """All text of a part of the page, by its `data-part`."""
    (found,) = (e for e in user.find(kind=ui.element).elements if e.props.get("data-part") == part)
    inner = [found, *found.descendants()]
    return " | ".join(e.text for e in inner if isinstance(e, ui.label))


def label_of(user: User, knob: str) -> str:
    (found,) = user.find(marker=knob).elements
    return str(found.props["aria-label"])


def test_a_turn_by_taps_is_in_the_file_and_on_the_other_phone(
    tmp_path: Path, told: Callable[[Table, Story], None]
) -> None:
    table = table_at(sample(), 0, tmp_path / "game.toml")
    (first, *_) = sample().data.turns or []

    async def story(user: User) -> None:
        other = second(user)
        await user.open("/")
        await other.open("/")
        assert text_of(user, "title") == "Turn 1 · Ana"
        for kind, name in taps_of(table, first):
            await tap(user, marker_of(kind, name))
            assert text_of(user, "verdict") == text_of(other, "verdict")
        assert text_of(other, "title") == "Turn 2 · Ben"

    told(table, story)
    (turn,) = read_record(table.path).data.turns or []
    assert (turn.build, turn.frog, turn.monkey) == (first.build, first.frog, first.monkey)


def test_what_a_knob_says(tmp_path: Path, told: Callable[[Table, Story], None]) -> None:
    table = table_at(sample(), 1, tmp_path / "game.toml")

    async def story(user: User) -> None:
        await user.open("/")
        assert label_of(user, "d6") == "d6, gold, height 1, frog, step 1 of the staircase"
        assert label_of(user, "e1") == "e1, gold, height 0, you can start here"
        await tap(user, "e1")
        assert label_of(user, "e2") == "e2, gold, height 0, you can go on here"
        await tap(user, "d1")
        assert label_of(user, "d1") == "d1, gold, height 1, step 2 of the staircase, not legal here"
        await tap(user, "undo", "e2")
        assert "Not legal yet" in text_of(user, "verdict")
        await tap(user, "h8")
        assert label_of(user, "h8").endswith("not legal here")
        assert "an arch reaches only a neighbour" in text_of(user, "verdict")
        await tap(user, "mend")
        assert "✓ Legal" in text_of(user, "verdict")

    told(table, story)


def test_a_spectator_sees_everything_and_changes_nothing(
    tmp_path: Path, told: Callable[[Table, Story], None]
) -> None:
    table = table_at(sample(), 1, tmp_path / "game.toml")

    async def story(user: User) -> None:
        @core.app.middleware("http")
        async def as_spectator(request, call_next):  # type: ignore[no-untyped-def]
            request.state.role = "spectator"
            return await call_next(request)

        await user.open("/")
        await tap(user, "e1", "d1", "hint", "undo")
        assert not table.draft.begun
        table.tap(next(iter(table.draft.trial.ahead)))
        assert "Starts on" in text_of(user, "verdict")
        await user.should_see("You can look, not play.")
        await tap(user, "earlier")
        assert text_of(user, "title") == "After turn 0 of 1"

    told(table, story)


def test_a_stale_confirm_is_told_and_nothing_is_kept_twice(
    tmp_path: Path, told: Callable[[Table, Story], None]
) -> None:
    table = table_at(sample(), 4, tmp_path / "game.toml")
    turn = (sample().data.turns or [])[4]

    async def story(user: User) -> None:
        other = second(user)
        await user.open("/")
        await other.open("/")
        for kind, name in taps_of(table, turn):
            if name != "confirm":
                await tap(user, marker_of(kind, name))
        shown = table.version
        await trigger(other, "confirm", str(shown - 1))
        await other.should_see("the table was changed on another screen")
        await trigger(user, "confirm", str(shown))
        await user.should_see("Turn 5 is kept.")

    told(table, story)
    assert len(read_record(table.path).data.turns or []) == 5


def test_the_form_begins_a_game(tmp_path: Path, told: Callable[[Table, Story], None]) -> None:
    table = Table(tmp_path / "new.toml")

    async def story(user: User) -> None:
        other = second(user)
        await user.open("/")
        await other.open("/")
        await tap(user, "begin")
        await user.should_see("a new game needs its players")
        assert not table.path.exists()
        for seat, name in enumerate(("Ana", "<b>Ben</b>"), 1):
            user.find(marker=f"player-{seat}").trigger("input", name)
        await tap(user, "begin")
        assert text_of(user, "title") == text_of(other, "title") == "Turn 1 · Ana"
        (board,) = (
            e for e in user.find(kind=ui.html).elements if "<table" in str(e.props["innerHTML"])
        )
        assert "&lt;b&gt;Ben&lt;/b&gt;" in str(board.props["innerHTML"])

    told(table, story)
    assert [p.name for p in read_record(table.path).data.players] == ["Ana", "<b>Ben</b>"]


def test_turns_are_looked_at_replaced_and_taken_back(
    tmp_path: Path, told: Callable[[Table, Story], None]
) -> None:
    table = table_at(sample(), 6, tmp_path / "game.toml")

    async def story(user: User) -> None:
        other = second(user)
        await user.open("/")
        await other.open("/")
        await tap(user, "earlier", "earlier")
        assert "Turn 4 · Ana" in text_of(user, "verdict")
        assert "Turn 7 · Ana" in text_of(other, "title"), "each phone looks for itself"
        await tap(user, "replace")
        assert text_of(user, "title") == text_of(other, "title") == "Turn 4 again · Ana"
        await tap(user, "leave-replacing", "take-back")
        assert text_of(other, "title") == "Turn 6 · Caro"

    told(table, story)
    assert len(read_record(table.path).data.turns or []) == 5


def test_the_end_of_the_game_and_its_score(
    tmp_path: Path, told: Callable[[Table, Story], None]
) -> None:
    write_record(sample(), tmp_path / "over.toml")
    table = table_at(sample(), 18, tmp_path / "game.toml")

    async def story(user: User) -> None:
        await user.open("/")
        assert text_of(user, "title") == "The game is over"
        assert "could not be given their recurring delivery" in text_of(user, "verdict")
        (board,) = (
            e for e in user.find(kind=ui.html).elements if "<table" in str(e.props["innerHTML"])
        )
        assert "Ana ★" in str(board.props["innerHTML"])
        await tap(user, "take-back")
        assert text_of(user, "title") == "Turn 18 · Caro"

    told(table, story)


def test_the_models_of_the_page_are_served_once_made(
    tmp_path: Path, told: Callable[[Table, Story], None]
) -> None:
    table = table_at(sample(), 2, tmp_path / "game.toml")

    async def story(user: User) -> None:
        await user.open("/")
        await tap(user, "g2", "f2")
        (model,) = (e for e in user.find(kind=ui.element).elements if e.tag.endswith("model"))
        for layer in ("table", "palace", "draft", "mark"):
            found = await user.http_client.get(model.props[layer])
            assert found.content[:4] == b"glTF", layer
        assert (await user.http_client.get("/model/none.glb")).status_code == 404

    told(table, story)
