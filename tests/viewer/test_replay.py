"""A replay in one file: what is in it, and how it plays in a browser without a network."""

from __future__ import annotations

import base64
import json
import re
import struct
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from palace.core.errors import InputError
from palace.monkey_palace.entry import GAME
from palace.monkey_palace.game.rules import reports
from palace.monkey_palace.kernel.build import Build
from palace.monkey_palace.kernel.elements import Element
from palace.monkey_palace.kernel.palace import Palace
from palace.page.desk import Desk
from palace.page.show import show
from palace.page.view import View
from palace_viewer import replay
from palace_viewer.moments import cut_turns
from palace_viewer.replay import html
from tests.calls import call, refusal
from tests.viewer.palaces import FAULTY_BUILD, MAP, RECORD, SETUP, TWO_TURNS, game, sample
from tests.viewer.test_peninsula import LANDS
from tests.viewer.web.browsers import IN_CHROMIUM, SIZES, chromium

LARGEST = 1_321_000
Piece = tuple[str, int, int, int, int]


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The replay of the sample game, as the command line writes it."""
    out = tmp_path_factory.mktemp("replay") / "replay.html"
    called = call("render", RECORD, "-o", out)
    assert (called.status, called.out, called.err) == (0, f"wrote {out}\n", "")
    return out


class Film(NamedTuple):
    """What a page holds: its pictures and all their pieces as they are written, the mesh file."""

    states: list[dict[str, Any]]
    scene: dict[str, Any]
    seconds: float
    meshes: bytes

    def pieces(self, at: int) -> Counter[Piece]:
        """Return the pieces of a picture."""
        found: Counter[Piece] = Counter()
        for solid in self.scene["solids"]:
            gone = self.scene["gone"].get(solid["name"], len(self.states))
            if solid.get("turn", 0) <= at < gone:
                found[place_of(solid)] += 1
        return found


def place_of(solid: dict[str, Any]) -> Piece:
    return solid["kind"], solid["x"], solid["y"], solid["level"], solid.get("turned", 0)


def places_of(elements: Iterable[Element]) -> Counter[Piece]:
    """Return elements as they are on a page, with the four corner pieces of the table."""
    found: Counter[Piece] = Counter((*each[:5],) for each in elements)
    west, south, wide, deep = MAP.sheet
    left, right, near, far = west - 1, west + wide - 1, south - 1, south + deep - 1
    for turned, (x, y) in enumerate(((left, near), (right, near), (right, far), (left, far))):
        found["corner", x, y, 0, turned] = 1
    return found


def read_page(page: str) -> Film:
    """Return what a page holds."""
    (data,) = re.findall(r'<script type="application/json" id="states">(.*?)</script>', page)
    (meshes,) = re.findall(r'<script type="text/plain" id="pieces">(.*?)</script>', page)
    film = json.loads(data)
    return Film(film["states"], film["scene"], film["seconds"], base64.b64decode(meshes))


def kinds_of(meshes: bytes) -> set[str]:
    (length,) = struct.unpack_from("<I", meshes, 12)
    return {mesh["name"] for mesh in json.loads(meshes[20 : 20 + length])["meshes"]}


def test_every_picture_holds_the_pieces_of_its_turn_and_no_others(page: Path) -> None:
    text = page.read_text()
    assert len(text.encode()) <= LARGEST
    fonts = re.findall(r"@font-face{[^}]*url\(\"(.*?)[,\"]", text)
    assert fonts == ["data:font/woff2;base64"]
    film = read_page(text)
    played = game()
    assert len(film.states) == len(played.commits) + 1
    assert film.seconds == 2
    assert film.pieces(0) == places_of(played.states[0].palace.elements())
    for turn, report in enumerate(reports(played), 1):
        assert film.pieces(turn) == places_of(report.palace.elements())
    assert {solid["kind"] for solid in film.scene["solids"]} - {"dark"} <= kinds_of(film.meshes)


def test_the_words_are_the_turns_and_the_scores(page: Path) -> None:
    film = read_page(page.read_text())
    titles = [state["heading"]["line"] for state in film.states]
    assert titles[:2] == ["Set-up", "Turn 1 · Ana"]
    first = film.states[1]["entry"]["verdict"]
    assert (first["mood"], first["lines"][0]) == (
        "legal", "from d6 up to f4: 4 arches, 3 bricks",
    )  # fmt: skip
    final = sample().score(game())
    rows = film.states[-1]["players"]["rows"]
    assert {row["name"]: int(row["total"]) for row in rows} == {
        sheet.name: sheet.total for sheet in final.sheets
    }
    assert [row["name"] for row in rows if row.get("leads")] == [*final.winners]
    assert not any(
        row.get("leads") for state in film.states[:-1] for row in state["players"]["rows"]
    )
    turns = film.states[-1]["time"]["turns"]
    assert [turn["number"] for turn in turns] == [*range(len(titles))]
    assert {turn.get("player") for turn in turns[1:]} == {"Ana", "Ben", "Caro"}
    assert all(len(state["plan"]["places"]) == MAP.width * MAP.depth for state in film.states)


def test_a_piece_tells_who_placed_it_and_when(page: Path) -> None:
    film = read_page(page.read_text())
    named = {place_of(solid): n for n, solid in enumerate(film.scene["solids"])}
    told = film.scene["told"]
    new = film.pieces(1) - film.pieces(0)
    assert new
    assert all("turn 1: Ana" in told[named[piece]] for piece in new)
    arch = next(piece for piece in film.pieces(0) if piece[0] == "arch")
    assert told[named[arch]] == "arch, d4 e4 · level 0 · set-up"


def test_by_element_one_piece_more_is_in_every_picture() -> None:
    film = read_page(html(game(), by="element", fps=2, record=sample()).decode())
    laid = [len(turn.laid) for turn in cut_turns(game())]
    setup = len(game().states[0].palace.elements()) + 4
    assert [film.pieces(at).total() for at in range(3)] == [setup, setup + 1, setup + 2]
    assert (len(film.states), film.seconds) == (1 + sum(laid), 0.5)
    assert film.pieces(len(film.states) - 1) == places_of(game().state.palace.elements())
    turns = film.states[-1]["time"]["turns"]
    assert (turns[0]["number"], turns[-1]["number"]) == (0, len(film.states) - 1)


def test_every_turn_shows_what_the_page_shows_of_it() -> None:
    film = read_page(html(game(), record=sample()).decode())
    desk = Desk("", GAME, sample(), game()).due()
    for turn, state in enumerate(film.states):
        shown = show(desk, View(turn=turn), "spectator")
        assert state["heading"]["line"] == shown.entry.verdict.title
        assert state["entry"]["verdict"]["title"] == shown.entry.verdict.title
        assert len(state["plan"]["places"]) == 64
    winners = [row["name"] for row in film.states[-1]["players"]["rows"] if row.get("leads")]
    assert winners == ["Ana"]


def test_an_illegal_turn_is_shown_as_recorded_and_named(tmp_path: Path) -> None:
    record = tmp_path / "two.toml"
    record.write_text(TWO_TURNS)
    out = tmp_path / "two.html"
    assert call("render", record, "-o", out, "--fps", "1").status == 0
    film = read_page(out.read_text())
    verdict = film.states[1]["entry"]["verdict"]
    assert verdict["mood"] == "illegal"
    wrong, mend = verdict["reasons"][0]
    assert wrong.startswith("d4 stands 1 brick higher than c4")
    assert mend
    (arch,) = film.pieces(1) - film.pieces(0)
    assert arch == ("arch", *MAP.stud(next(k for k in MAP.colours if str(k) == "c4")), 0, 0)
    (solid,) = [one for one in film.scene["solids"] if one.get("looks") == "fault"]
    assert place_of(solid) == arch
    assert film.scene["gone"][solid["name"]] == 2


def test_a_name_in_a_record_is_text_on_the_page(tmp_path: Path) -> None:
    name = "</script><b>A"
    record = tmp_path / "names.toml"
    record.write_text(TWO_TURNS.replace('"Ana"', f'"{name}"'))
    out = tmp_path / "names.html"
    assert call("render", record, "-o", out).status == 0
    text = out.read_text()
    assert name not in text
    assert read_page(text).states[-1]["time"]["turns"][1]["player"] == name


@pytest.mark.parametrize("shown", [SETUP, FAULTY_BUILD], ids=["palace", "build"])
def test_a_palace_is_one_picture_or_grows_by_element(shown: Palace | Build) -> None:
    elements = shown.elements() if isinstance(shown, Palace) else shown.elements
    still = read_page(html(shown).decode())
    assert len(still.states) == 1
    grown = read_page(html(shown, by="element").decode())
    assert grown.pieces(len(grown.states) - 1) == places_of(elements)
    assert grown.pieces(0) == places_of(())


def test_what_has_no_pieces_is_one_mesh() -> None:
    film = read_page(html(LANDS, title="lands").decode())
    assert [solid["kind"] for solid in film.scene["solids"]] == ["model"]
    assert kinds_of(film.meshes) == {"model"}
    assert len(film.states) == 1


def test_what_cannot_be_played_is_refused(tmp_path: Path) -> None:
    out = tmp_path / "page.html"
    (problem,) = refusal("render", "map-1", "-o", out, "--by", "turn")
    assert problem == "--by: there are no turns to play; leave it out"
    (problem,) = refusal("render", RECORD, "-o", out, "--size", "300x300")
    assert problem == "--size: it goes with .png, .gif or .mp4; leave it out"
    assert not out.exists()


def test_without_a_bundle_its_making_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(replay, "files", lambda package: tmp_path)
    with pytest.raises(InputError, match="the page was not bundled; run scripts/setup web"):
        html(SETUP)


COUNTING = """
const ask = window.requestAnimationFrame.bind(window);
window.frames_asked = 0;
window.requestAnimationFrame = (draw) => ask((now) => { window.frames_asked += 1; draw(now); });
"""
FRAMES = """() => new Promise((done) => setTimeout(() => done(window.frames_asked), 1000))"""
"""Returns after a second how many frames were drawn so far."""
SIGNS = """() => {
  const signs = [...document.querySelectorAll(".palace [style*=z-index]")];
  signs.forEach((one) => {  // as many as this are drawn with a staircase
    one.style.zIndex = 20 + signs.length;
    one.style.pointerEvents = "auto";
  });
  const above = signs.filter((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });
  signs.forEach((one) => { one.style.pointerEvents = ""; });
  return [signs.length, above.map((one) => one.textContent)];
}"""
"""Returns the number of signs in the round, and those of them that lie over a sheet."""


@IN_CHROMIUM
@pytest.mark.parametrize("screen", ["phone", pytest.param("desktop", marks=pytest.mark.slow)])
def test_a_page_plays_from_a_file_without_a_network(screen: str, page: Path) -> None:
    film = read_page(page.read_text())
    last = len(film.states) - 1
    with chromium(SIZES[screen], touch=screen == "phone") as browser:
        browser.page.set_default_timeout(60_000)  # 3D without a graphics card is slow
        browser.page.context.set_offline(True)
        browser.page.add_init_script(COUNTING)
        browser.page.goto(page.as_uri())
        slider = browser.page.locator("input[type=range]")
        slider.wait_for()
        shown = {}
        for turn in (5, 6, 0, last):
            slider.fill(str(turn))
            count = film.pieces(turn).total()
            browser.page.locator(f"[data-pieces='{count}']").wait_for(state="attached")
            shown[turn] = browser.page.locator(".heading, header").first.inner_text()
        assert "Turn 6 · Caro" in shown[6]
        dialog = browser.page.locator("[role=dialog]")
        assert "Ana" in dialog.inner_text()
        signs, above = browser.page.evaluate(SIGNS)
        assert signs >= 16
        assert not above
        browser.page.keyboard.press("Escape")
        dialog.wait_for(state="detached")
        browser.page.keyboard.press("ArrowLeft")
        browser.page.locator(f"text=Turn {last - 1} · ").first.wait_for()
        box = browser.page.locator("canvas").bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        told = browser.page.locator(".picked")
        for aside in range(0, 60, 6):  # somewhere in the middle is a piece
            browser.page.mouse.click(x - aside, y)
            if told.count():
                break
        assert " · level " in told.inner_text()
        drawn = 0
        for _ in range(40):  # until everything rests, nothing is drawn then
            before, drawn = drawn, browser.page.evaluate(FRAMES)
            if drawn == before:
                break
        assert drawn == before
        low = browser.page.locator("nav.film button").evaluate_all(
            "all => Math.min(...all.map(one => one.getBoundingClientRect().height))"
        )
        wide = browser.page.evaluate("document.documentElement.scrollWidth")
        if screen == "desktop":  # the palace is large, or the plan in its place
            large = "one => one.getBoundingClientRect().width"
            plans = [browser.page.locator(".plan").evaluate(large)]
            browser.page.locator(".head > .key").first.click()
            browser.page.locator(".page:not(.round-first)").wait_for()
            plans.append(browser.page.locator(".plan").evaluate(large))
            assert plans[1] > 1.5 * plans[0]
    assert not browser.faults
    assert all(url.startswith(("file:", "data:", "blob:")) for url in browser.requests)
    assert wide == SIZES[screen][0]
    assert low >= 44
