"""The page without a server in Firefox and WebKit: the trips that Chromium makes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from palace.contract.registry import read_game, score
from palace.monkey_palace.game.log import read_record
from tests.page.tables import SAMPLE, enter
from tests.viewer.web.driven import Driven, firefox, webkit
from tests.viewer.web.test_browser import FIRST, START, Twin
from tests.viewer.web.test_pocket import KEPT, PRECACHED, SITE, given_out

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(900),
    pytest.mark.filterwarnings(
        "ignore:Exception ignored in. <socket:pytest.PytestUnraisableExceptionWarning",
        "ignore:setting remote_server_addr:DeprecationWarning",
    ),
    pytest.mark.skipif(not SITE.exists(), reason="no page without a server: run scripts/site"),
]


@pytest.fixture(params=[firefox, webkit], ids=["firefox", "webkit"])
def browser(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Driven]:
    with request.param(tmp_path) as found:
        yield found


@pytest.fixture
def network() -> Iterator[ExitStack]:
    """What ends when this is closed: the server."""
    with ExitStack() as stack:
        yield stack


@pytest.fixture
def address(network: ExitStack, tmp_path: Path) -> str:
    folder = tmp_path / "served"
    folder.mkdir()
    (folder / "play").symlink_to(SITE)
    return network.enter_context(given_out(folder))


def test_a_first_visit_goes_on_without_a_network(
    browser: Driven, address: str, network: ExitStack
) -> None:
    browser.open(address)
    browser.press("Monkey Palace")
    browser.press("Begin")
    browser.tap(*FIRST)
    browser.says("Legal", ".verdict")
    browser.press("Start again")
    browser.tap("c4", "d4", "d5", "e5")
    browser.says("Not legal", ".verdict")
    browser.press("Take back d5–e5")
    browser.says("Legal", ".verdict")
    assert browser.evaluate(PRECACHED)
    network.close()
    browser.reload()
    browser.says("Legal", ".verdict")
    browser.press("Start again")
    browser.tap(*FIRST)
    browser.says("Legal", ".verdict")
    browser.open(f"{address}?lang=zh#check=c4-d4")
    browser.says("不合規定", ".verdict")


def test_the_sample_game_is_entered_by_taps(browser: Driven, address: str, tmp_path: Path) -> None:
    """The record that is kept is the one that the terminal writes."""
    (tmp_path / "evening.toml").write_text(START, encoding="utf-8")
    browser.open(address)
    browser.give(tmp_path / "evening.toml")
    table = Twin.of(START)
    assert isinstance(table, Twin)
    table.page = browser
    browser.agrees(table.shown())
    written = read_record(SAMPLE).written
    for number, commit in enumerate(written, 1):
        enter(table, commit.move)
        if number in (1, 9, len(written)):
            browser.agrees(table.shown())  # a tap is kept once it is answered
            browser.reload()
            browser.agrees(table.shown())
    kept = tmp_path / "kept.toml"
    kept.write_text(browser.evaluate(KEPT)["game/game-1.toml"], encoding="utf-8")
    assert kept.read_text(encoding="utf-8") == table.file
    assert score(read_game(kept)[1]) == score(read_game(SAMPLE)[1])
