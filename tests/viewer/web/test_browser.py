"""The page in a real browser with a real server: a game by taps, four phones, a broken line, the
keyboard, two languages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from palace.contract.registry import read_game, score
from palace.files.document import parse_document
from palace.monkey_palace.game.log import read_record
from palace.page.action import Action, Effect
from palace.page.state import PageState
from tests.page.rivals import begin, turns
from tests.page.tables import SAMPLE, Table, enter
from tests.viewer.web.boxes import faults
from tests.viewer.web.browsers import IN_CHROMIUM, SIZES, Browser, new_page, program
from tests.viewer.web.driven import Driven
from tests.viewer.web.servers import Server, serving

pytestmark = IN_CHROMIUM

START = SAMPLE.read_text(encoding="utf-8").partition("[[turns]]")[0]
FIRST = "d6", "e6", "e5", "f5", "f4"
"""The knobs of the first turn of the sample game."""


@pytest.fixture(scope="module")
def found() -> Iterator[Any]:
    """Chromium, without anything in 3D."""
    with program() as running:
        yield running


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server of the sample game before its first turn."""
    (tmp_path / "evening.toml").write_text(START, encoding="utf-8")
    with serving(tmp_path, "evening.toml", "--port", "0") as running:
        yield running


def phones(found: Any, server: Server, count: int = 1, **about: Any) -> list[Browser]:
    """Return phones that have opened the page."""
    pages = [new_page(found, SIZES["phone"], **about) for _ in range(count)]
    for page in pages:
        page.open(server.address)
    return pages


def knob(name: str) -> str:
    """Return where a knob is on the page."""
    return f'[data-place="{name}"]'


def entered(page: Browser, *names: str) -> None:
    """Wait until the staircase that is entered has these knobs, and no others."""
    page.page.wait_for_function(
        """names => {
          const drafts = [...document.querySelectorAll(".knob.draft")];
          return names.length === drafts.length && drafts.every(
            one => +/(?:step |第)([0-9]+)/.exec(one.ariaLabel)[1]
              === names.indexOf(one.dataset.place) + 1);
        }""",
        arg=list(names),
    )


def tap(page: Browser, *names: str) -> None:
    """Tap knobs, one after the other."""
    for name in names:
        page.page.locator(knob(name)).click()


def heard(page: Browser, server: Server) -> None:
    """Assert that nothing went wrong on a page, and that it asked no other host for anything."""
    assert page.faults == []
    assert page.strangers(server.base) == []


class Twin(Table):
    """A table that is tapped on a page too, which must show the same after every tap."""

    page: Browser | Driven

    def send(
        self, action: Action, phone: str = "a", version: int | None = None, count: int | None = None
    ) -> tuple[Effect, ...]:
        """Tap it on the page, and wait until the page shows what this table does."""
        self.page.do(self.shown(phone), action)
        effects = super().send(action, phone, version, count)
        self.page.agrees(self.shown(phone))
        return effects

    def shown(self, phone: str = "a") -> PageState:
        """Return what the page must show."""
        return super().shown(phone)


@pytest.mark.parametrize("turns", [6, pytest.param(18, marks=pytest.mark.slow)])
@pytest.mark.timeout(600)
def test_the_sample_game_is_entered_by_taps(
    turns: int, found: Any, server: Server, tmp_path: Path
) -> None:
    (page,) = phones(found, server)
    table = Twin.of(START)
    assert isinstance(table, Twin)
    table.page = page
    page.agrees(table.shown())
    for number, commit in enumerate(read_record(SAMPLE).written[:turns], 1):
        enter(table, commit.move)
        assert faults(page) == [], number
    page.says(f"Turn {turns + 1}" if turns < 18 else "The game is over", ".head")
    game, record = read_game(SAMPLE)
    there, own = read_game(tmp_path / "evening.toml")[1], table.file
    assert own == (tmp_path / "evening.toml").read_text(encoding="utf-8")
    if turns == 18:
        assert score(there) == score(record)
    assert [str(one.move.build) for one in there.written] == [
        str(one.move.build) for one in record.written[:turns]
    ]
    assert score(game.read(parse_document(own or "", "toml", "evening.toml"))) == score(there)
    heard(page, server)


@pytest.mark.timeout(600)
def test_a_whole_game_against_the_program_is_played_by_taps(found: Any, tmp_path: Path) -> None:
    begun = Table()
    begin(begun)
    assert begun.file is not None
    (tmp_path / "evening.toml").write_text(begun.file, encoding="utf-8")
    with serving(tmp_path, "evening.toml", "--port", "0") as server:
        (page,) = phones(found, server)
        table = Twin.of(begun.file)
        assert isinstance(table, Twin)
        table.page = page
        page.agrees(table.shown())
        for move in turns(table):
            page.says(f"Build {move.build.knobs[0]}" if move.build else "passes", ".verdict")
        page.says("The game is over", ".head")
        file = tmp_path / "evening.toml"
        for _ in range(100):  # a turn is shown before it is saved
            if file.read_text(encoding="utf-8") == table.file:
                break
            page.page.wait_for_timeout(100)
        assert table.file == file.read_text(encoding="utf-8")
        heard(page, server)


def test_four_phones_show_the_same_and_of_two_that_confirm_one_is_told(
    found: Any, server: Server
) -> None:
    pages = phones(found, server, 4)
    for number, name in enumerate(FIRST):
        tap(pages[number % 4], name)
        for page in pages:
            entered(page, *FIRST[: number + 1])
    for page in pages[:2]:  # neither knows what the other taps
        page.line.hold()
    for page in pages[:2]:
        page.press("Cards", "nav.keys")
    for page in pages[2:]:
        page.says("Tap cards for", ".verdict")
    for page in pages[:2]:
        page.line.release()
        page.says("Tap cards for", ".verdict")
    pages[1].says("has changed meanwhile", ".toasts")
    assert [page.page.locator(".toasts .banner").count() for page in pages] == [0, 1, 0, 0]
    for page in pages:
        heard(page, server)


def test_a_second_tap_in_haste_does_not_go_on_with_nothing(found: Any, server: Server) -> None:
    (page,) = phones(found, server)
    tap(page, *FIRST)
    entered(page, *FIRST)
    page.page.evaluate(
        """() => new MutationObserver((changes, watch) => {
          const key = document.querySelector(".cover .skip");
          if (!key) return;
          watch.disconnect();
          setTimeout(() => { key.click(); window.hasty = true; }, 150);
        }).observe(document.body, { childList: true, subtree: true, attributes: true })"""
    )
    page.press("Cards", "nav.keys")
    none = page.page.locator(".cover .skip")
    page.page.wait_for_function("() => window.hasty")
    page.page.wait_for_timeout(200)
    assert none.count() == 1
    none.click()
    none.wait_for(state="detached")
    heard(page, server)


def test_a_phone_of_another_player_is_grey_until_it_enters_for_them(
    found: Any, server: Server
) -> None:
    (page,) = phones(found, server)
    page.page.locator(".head > .key").last.click()
    page.press("Settings", ".menu")
    page.press("Caro", ".sheet")
    page.page.locator(".sheet [aria-label='Close']").click()
    page.says("It is the turn of Ana", ".banner")
    assert page.page.locator("nav.keys .key:enabled").count() == 0
    assert page.page.locator(".knob:not([aria-disabled], .closed)").count() == 0
    page.press("Enter for Ana")
    page.page.locator(f"{knob('d6')}:not([aria-disabled])").wait_for()
    tap(page, "d6")
    entered(page, "d6")
    heard(page, server)


def test_what_is_tapped_while_the_line_is_broken_is_done_once(found: Any, server: Server) -> None:
    """A second tap on the last knob takes it back; what came without an answer is sent again."""
    one, other = phones(found, server, 2)
    tap(one, "d6")
    entered(other, "d6")
    one.line.hold()
    tap(one, "e6")
    entered(other, "d6", "e6")
    one.line.cut()
    one.says("The line to the table is broken", ".lines")
    entered(one, "d6")
    tap(one, "e5", "f5")
    one.says("Taps to be sent: 3", ".lines")
    entered(other, "d6", "e6")
    one.line.mend()
    entered(one, "d6", "e6", "e5", "f5")
    entered(other, "d6", "e6", "e5", "f5")
    one.page.wait_for_function("() => !document.querySelector('.lines .banner.warn')")
    tap(one, "f4")
    entered(other, *FIRST)
    heard(one, server)


def test_each_phone_sees_the_board_from_its_own_side(found: Any, server: Server) -> None:
    """Letters stay upright; what is tapped is the same knob."""
    one, other = phones(found, server, 2)
    seen, corners = [], ("a1", "a8", "h1", "h8")
    for side in ("south", "east", "north", "west"):
        one.page.locator(".head > .key").last.click()
        one.press("Settings", ".menu")
        one.press(side, ".sheet")
        one.page.locator(".sheet .key.on", has_text=side).wait_for()
        one.page.locator(".sheet [aria-label='Close']").click()
        one.page.wait_for_function("() => !document.querySelector('[role=dialog]')")
        boxes = {name: one.page.locator(knob(name)).bounding_box() for name in corners}
        seen.append(min(corners, key=lambda name: boxes[name]["x"] + boxes[name]["y"]))
        turned = one.page.locator(".plan, .knob, .plan span").evaluate_all(
            "all => all.filter(one => new DOMMatrix(getComputedStyle(one).transform).b).length"
        )
        assert turned == 0
    assert seen == ["a8", "a1", "h1", "h8"]  # in the corner on the upper left
    tap(one, "d6")
    entered(other, "d6")
    heard(one, server)


def test_the_keyboard_does_what_a_finger_does(found: Any, server: Server) -> None:
    (page,) = phones(found, server, touch=False)
    keys = page.page.keyboard
    page.page.locator(".knob[tabindex='0']").focus()
    focused = "document.activeElement?.dataset.place"
    start = page.page.evaluate(focused)
    assert start == "a8"
    for key, name in (("ArrowRight", "b8"), ("ArrowDown", "b7"), ("ArrowLeft", "a7")):
        keys.press(key)
        assert page.page.evaluate(focused) == name
    keys.press("ArrowLeft")
    assert page.page.evaluate(focused) == "a7"
    for key in "ArrowDown", *["ArrowRight"] * 3:
        keys.press(key)
    keys.press("Enter")
    entered(page, "d6")
    assert page.page.evaluate(focused) == "d6"
    keys.press("ArrowRight")
    keys.press("Space")
    entered(page, "d6", "e6")
    assert page.page.evaluate(focused) == "e6"
    assert page.page.locator("main").count() == 1
    assert page.page.locator("[role=status]").count() == 1
    assert page.page.locator("h1").count() == 1
    names = page.page.locator("button").evaluate_all(
        "all => all.filter(one => !(one.ariaLabel || one.textContent.trim())).length"
    )
    assert names == 0
    page.page.locator("nav.keys .key", has_text="Undo").focus()
    keys.press("Enter")
    entered(page, "d6")
    assert "Undo" in page.page.evaluate("document.activeElement.textContent")
    heard(page, server)


def test_a_long_press_puts_pieces_by_hand(found: Any, server: Server) -> None:
    (page,) = phones(found, server)
    way = FIRST[:3]  # bricks are left
    tap(page, *way)
    entered(page, *way)
    page.page.locator(knob("e5")).dispatch_event("contextmenu", {"pointerType": "touch"})
    page.says("left in hand", ".strip")
    page.press("Done", ".strip")
    page.page.wait_for_function("() => !document.querySelector('.strip .stepper')")
    box = page.page.locator(knob("e6")).bounding_box()
    page.page.mouse.move(box["x"] + 10, box["y"] + 10)
    page.page.mouse.down()
    page.says("e6: 2 bricks left in hand", ".strip")  # after a while, with the finger where it was
    page.page.mouse.up()
    entered(page, *way)
    page.page.locator(".strip .stepper .step").nth(1).click()
    page.page.locator(".strip .stepper .number", has_text="1").wait_for()
    heard(page, server)


@pytest.mark.parametrize("secure", [True, False])
def test_a_finger_drawn_along_the_way_taps_each_knob(
    secure: bool, found: Any, server: Server
) -> None:
    """Drawn back along it, it takes the last ones back; a tap is a tap again afterwards."""
    (page,) = phones(found, server)
    if not secure:  # as a browser does over plain http on a home network
        page.page.evaluate("() => { delete PointerEvent.prototype.getCoalescedEvents; }")
    finger = page.page.context.new_cdp_session(page.page)
    kind = "touchStart"
    for name in ("d6", "e6", "e5", "f5", "f4", "f5", "e5"):
        box = page.page.locator(knob(name)).bounding_box()
        point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [point]})
        kind = "touchMove"
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    entered(page, "d6", "e6", "e5")
    tap(page, "f5", "f4")
    entered(page, *FIRST)
    heard(page, server)


def test_an_action_that_the_host_cannot_read_is_sent_once(found: Any, server: Server) -> None:
    (page,) = phones(found, server)
    page.line.refused = "d6"
    tap(page, "d6")
    page.says("The last tap could not be read", ".lines")
    tap(page, "e6")
    entered(page, "e6")
    assert page.page.locator(".lines", has_text="could not be read").count() == 0
    assert page.line.refusals == 1


@pytest.mark.parametrize("how", ["browser", "address"])
def test_the_page_speaks_chinese(how: str, found: Any, server: Server) -> None:
    """By the language of the browser, or by the address; and its keys still fit."""
    page = new_page(found, SIZES["phone"], locale="zh-TW" if how == "browser" else "en-GB")
    page.open(server.address + ("?lang=zh" if how == "address" else ""))
    page.says("提示", "nav.keys")
    assert page.page.locator("html").get_attribute("lang") == "zh-Hant"
    assert page.page.locator(".head > .key").last.get_attribute("aria-label") != "Menu"
    tap(page, *FIRST)
    entered(page, *FIRST)
    assert faults(page) == []
    told = page.page.locator("body").inner_text()
    assert not [word for word in ("Turn", "Legal", "Undo", "Tap", "tip") if word in told]
    heard(page, server)
