"""Every screen of the page as a phone draws it: nothing scrolls the page, is cut off, is covered,
or is too small to read or to tap."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from palace.page.state import PageState
from tests.page.tables import fresh
from tests.viewer.web.boxes import faults
from tests.viewer.web.browsers import IN_CHROMIUM, STAGE, Stage, new_page, program
from tests.viewer.web.screens import SCREENS, states, tapped

pytestmark = IN_CHROMIUM

PHONES = (360, 740), (375, 667), (390, 844), (740, 360)


@pytest.fixture(scope="module", params=PHONES, ids="{0[0]}x{0[1]}".format)
def stage(request: pytest.FixtureRequest) -> Iterator[Stage]:
    """A page of the size of a phone that shows what it is given."""
    with program() as found:
        yield Stage(new_page(found, request.param))


@pytest.mark.parametrize("screen", states().values(), ids=[*states()])
def test_a_screen_fits(screen: Callable[[], PageState], stage: Stage) -> None:
    stage.show(screen())
    assert faults(stage.browser) == []
    assert stage.browser.faults == []
    assert stage.browser.strangers(STAGE) == []


@pytest.mark.parametrize("name", ["first turn", "legal", "end", "found", "maps"])
def test_the_drawer_fits_on_every_screen(name: str, stage: Stage) -> None:
    """And gives the place back from which it was opened."""
    stage.show(SCREENS[name]().shown())
    page = stage.browser.page
    menu = page.locator(".head > .key").last
    menu.focus()
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.activeElement?.closest('[role=dialog]')")
    assert faults(stage.browser) == []
    page.keyboard.press("Escape")
    page.wait_for_function("() => !document.querySelector('[role=dialog]')")
    page.wait_for_function("() => document.activeElement?.matches('.head > .key')")


def test_a_verdict_that_is_opened_covers_no_key(stage: Stage) -> None:
    stage.show(SCREENS["maps, a knob"]().shown())
    page = stage.browser.page
    page.locator(".verdict .more").click()
    page.locator(".verdict.grown").wait_for()
    low = page.locator(".verdict").bounding_box()
    keys = page.locator("nav.keys").bounding_box()
    assert low["y"] >= 0
    assert low["y"] + low["height"] <= keys["y"]
    page.locator(".verdict .more").click()
    page.locator(".verdict:not(.grown)").wait_for()


def test_what_is_above_the_plan_moves_no_knob(stage: Stage) -> None:
    """While a staircase is entered; the keys of the bar are where they were."""
    table = fresh()
    seen = set()
    for knob in ("d6", "e6", "e5", "f5", "f4"):
        tapped(knob, table=table)
        if any(key.text == "Got it" for one in table.shown().banners for key in one.keys):
            table.press("Got it")
        stage.show(table.shown())
        boxes = [
            stage.browser.page.locator(where).bounding_box()
            for where in ('[data-place="d4"]', "nav.keys > :first-child", "nav.keys > :last-child")
        ]
        seen.add(tuple((round(box["x"]), round(box["y"])) for box in boxes))
    assert len(seen) == 1


@pytest.mark.parametrize("end", ["e6", "c6", "d7", "d5"])
@pytest.mark.parametrize("put", ["", "▮▪", "▮▮▪▪"])
def test_the_flag_of_a_start_is_beside_the_way_and_its_supports(
    end: str, put: str, stage: Stage
) -> None:
    table = fresh()
    table.tap("d6", end)
    shown = table.shown()
    places = (replace(one, sign=put) if one.name == "d6" else one for one in shown.plan.places)
    stage.show(replace(shown, plan=replace(shown.plan, places=tuple(places))))
    flag, *knobs = (
        stage.browser.page.locator(where).bounding_box()
        for where in (".flag", '[data-place="d6"]', f'[data-place="{end}"]')
    )
    centre, one, other = (
        complex(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        for box in (flag, *knobs)
    )  # fmt: skip
    part = ((centre - one) / (other - one)).real
    nearest = one + min(max(part, 0), 1) * (other - one)
    # A way is 0.27 of a knob wide; with supports below it, a flag may touch its edge.
    assert abs(centre - nearest) > flag["width"] / 2 + (0 if put else 0.135) * knobs[0]["width"]
    if put:
        badge = stage.browser.page.locator('[data-place="d6"] .put').bounding_box()
        assert flag["y"] + flag["height"] < badge["y"] + 1
