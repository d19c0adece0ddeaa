"""Every screen as axe-core judges it, light and dark; nothing moves where that is not wanted; a
turn by the keyboard alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from palace.monkey_palace.game.log import read_record
from palace.page.action import Action
from palace.page.state import PageState
from tests.page.tables import SAMPLE, enter
from tests.viewer.web.browsers import (
    IN_CHROMIUM,
    SIZES,
    Browser,
    Stage,
    agreed,
    new_page,
    program,
    selector,
)  # fmt: skip
from tests.viewer.web.screens import states
from tests.viewer.web.servers import serving
from tests.viewer.web.test_browser import START, Twin

pytestmark = IN_CHROMIUM

ANIMATED = """() => document.getAnimations().filter(
  one => one.playState === "running" && one.effect.getComputedTiming().activeDuration > 20
).length"""


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """Chromium, without anything in 3D."""
    with program() as found:
        yield found


@pytest.fixture(scope="module")
def stage(chromium: Any) -> Stage:
    """A page on the phone of someone who wants nothing to move."""
    return Stage(new_page(chromium, SIZES["phone"], reduced_motion="reduce"))


@pytest.mark.parametrize("screen", states().values(), ids=[*states()])
def test_axe_finds_nothing_serious(screen: Callable[[], PageState], stage: Stage) -> None:
    stage.show(screen())
    page = stage.browser.page
    assert page.evaluate(ANIMATED) == 0
    found = []
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        page.locator(f":root[data-theme={theme}]").wait_for()
        found += Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    assert [
        (one["id"], node["target"], node.get("failureSummary"))
        for one in found
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
    ] == []


SEEN = """() => {
  const one = document.activeElement, {outlineWidth, outlineStyle} = getComputedStyle(one);
  const {left, top, right, bottom} = one.getBoundingClientRect();
  return one !== document.body && parseFloat(outlineWidth) > 1 && outlineStyle !== "none"
    && left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
}"""
"""Whether what has the focus is on the screen, with a ring."""

HEARD = """() => {
  window.heard = [];
  new MutationObserver(changes => changes.forEach(({ target }) => {
    const live = target.parentElement?.closest("[role=status], [role=alert], [aria-live]");
    if (live?.textContent) heard.push(live.textContent);
  })).observe(document.body, { childList: true, characterData: true, subtree: true });
}"""
"""Keep what a screen reader is told unasked."""


class Keyboard(Browser):
    """A page whose keys and knobs are reached by Tab and arrows, and taken by Enter."""

    def __init__(self, page: Any) -> None:
        super().__init__(page)
        self.titles: set[str] = set()

    def do(self, shown: PageState, action: Action) -> None:
        """Go to what sends an action, and take it; the focus stays where it can be seen."""
        found, keys = self.page.locator(selector(shown, action)), self.page.keyboard
        knob = action.do == "tap" and any(place.name == action.name for place in shown.plan.places)
        here = "one => one === document.activeElement"
        for _ in range(120):
            if found.evaluate(here):
                break
            at = self.page.evaluate("() => document.activeElement.dataset.place ?? ''")
            keys.press(self.way(shown, at, found) if knob and at else "Tab")
        assert found.evaluate(here), action
        assert self.page.evaluate(SEEN), action
        self.page.wait_for_function("() => document.activeElement.ariaDisabled !== 'true'")
        keys.press("Enter")

    def agrees(self, shown: PageState) -> None:
        """Wait until the page shows these sections, and see where its focus is."""
        super().agrees(shown)
        self.titles.add(agreed(shown)["title"])
        assert self.page.evaluate(SEEN), self.page.evaluate("document.activeElement.outerHTML")

    def way(self, shown: PageState, at: str, found: Any) -> str:
        """Return the arrow that leads from a knob to another one."""
        named = {place.name: place for place in shown.plan.places}
        to = named[found.get_attribute("data-place")]
        if to.x != named[at].x:
            return "ArrowRight" if to.x > named[at].x else "ArrowLeft"
        return "ArrowDown" if to.y > named[at].y else "ArrowUp"


def test_a_turn_by_the_keyboard_alone(chromium: Any, tmp_path: Path) -> None:
    """All that is announced unasked is the headline of the verdict."""
    (tmp_path / "evening.toml").write_text(START, encoding="utf-8")
    with serving(tmp_path, "evening.toml", "--port", "0") as server:
        page = Keyboard(new_page(chromium, SIZES["phone"], touch=False).page)
        page.open(server.address)
        table = Twin.of(START)
        assert isinstance(table, Twin)
        table.page = page
        page.page.evaluate(HEARD)
        enter(table, read_record(SAMPLE).written[0].move)
        page.says("Turn 2", ".head")
        assert set(page.page.evaluate("heard")) <= page.titles
