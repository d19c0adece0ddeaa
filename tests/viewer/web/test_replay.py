"""A replay in one file: what is recorded in it, and how it plays in a browser without a network."""

from __future__ import annotations

import base64
import json
import re
import struct
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest
import zstandard

from palace.core.errors import install_hint
from palace.monkey_palace.game.rules import reports
from palace.monkey_palace.kernel.build import Build
from palace.monkey_palace.kernel.elements import Element
from palace.monkey_palace.kernel.ground import GroundMap
from palace.monkey_palace.kernel.palace import Palace
from palace_viewer.moments import cut_turns
from palace_viewer.web.replay import html
from tests.calls import call, refusal
from tests.viewer.palaces import FAULTY_BUILD, MAP, RECORD, SETUP, TWO_TURNS, game, sample
from tests.viewer.web.browsers import CHROMIUM, SIZES, chromium

LARGEST = 2_000_000
SPEED = 0.5  # turns a second
Piece = tuple[str, int, tuple[str, ...]]


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The replay of the sample game, as the command line writes it."""
    out = tmp_path_factory.mktemp("replay") / "replay.html"
    called = call("render", RECORD, "-o", out)
    assert (called.status, called.out, called.err) == (0, f"wrote {out}\n", "")
    return out


class Recording(NamedTuple):
    """What a page holds: viser's messages with their times in s, how long they take, our words."""

    messages: list[tuple[float, Mapping[str, Any]]]
    seconds: float
    words: Mapping[str, Any]

    def pieces(self, ground: GroundMap, until: float = 1e9) -> Counter[Piece]:
        """Return the pieces that are visible at a time."""
        models: dict[str, bytes] = {}
        visible: dict[str, bool] = {}
        for time, message in self.messages:
            if time > until:
                break
            if message["type"] == "GlbMessage":
                models[message["name"]] = message["props"]["glb_data"]
            elif message["type"] == "SetSceneNodeVisibilityMessage":
                visible[message["name"]] = message["visible"]
        nodes = (node for name, data in models.items() if visible[name] for node in nodes_of(data))
        return Counter(read_piece(node["extras"]) for node in nodes if "kind" in node["extras"])


def nodes_of(glb: bytes) -> Iterable[Mapping[str, Any]]:
    """Yield the nodes of a GLB file that something is known of."""
    (length,) = struct.unpack_from("<I", glb, 12)
    tree = json.loads(glb[20 : 20 + length])
    return (node for node in tree["nodes"] if "extras" in node)


def read_piece(extras: Mapping[str, Any]) -> Piece:
    """Return kind, level and knobs."""
    return extras["kind"], extras["level"], tuple(sorted(extras.get("knobs", ())))


def pieces_of(elements: Iterable[Element], ground: GroundMap) -> Counter[Piece]:
    """Return elements as they are read from a page, with the four corner pieces of the table."""
    found: Counter[Piece] = Counter({("corner", 0, ()): 4})
    for element in elements:
        knobs = (ground.knob_at(*stud) for stud in element.feet)
        found[element.kind, element.level, tuple(sorted(str(knob) for knob in knobs if knob))] += 1
    return found


def read_page(page: str) -> Recording:
    """Return what a page holds."""
    (packed,) = re.findall(r'window\.__VISER_EMBED_DATA__="([^"]+)"', page)
    raw = base64.b64decode(packed)
    size = int.from_bytes(raw[:8], "little")
    plain = zstandard.ZstdDecompressor().decompress(raw[8:], max_output_size=size)
    length = int.from_bytes(plain[:8], "little")
    recorded = msgspec.msgpack.decode(plain[8 : 8 + length])
    (words,) = re.findall(r"<script>const told=(.*);\n", page)
    return Recording(recorded["messages"], recorded["durationSeconds"], json.loads(words))


def test_the_last_picture_holds_the_pieces_of_the_record_and_no_others(page: Path) -> None:
    text = page.read_text()
    assert len(text.encode()) <= LARGEST
    recording = read_page(text)
    played = game()
    assert recording.pieces(MAP) == pieces_of(played.state.palace.elements(), MAP)
    for turn in (0, 1, 9):
        palace = reports(played)[turn - 1].palace if turn else played.states[0].palace
        at = (turn + 0.5) / SPEED
        assert recording.pieces(MAP, at) == pieces_of(palace.elements(), MAP)
    assert recording.seconds == (len(played.commits) + 5) / SPEED


def test_the_words_are_the_turns_and_the_scores(page: Path) -> None:
    words = read_page(page.read_text()).words
    titles = [step["title"] for step in words["steps"]]
    assert titles[:2] == ["Set-up", "Turn 1 of 18: Ana"]
    assert words["steps"][1]["lines"][0] == "d6-e6-e5_b-f5_bb-f4"
    assert len(words["scores"]) == len(titles) == len(game().commits) + 1
    assert not any("Caro 24" in line for step in words["steps"] for line in step["lines"])
    final = sample().score(game())
    last = words["scores"][-1]
    assert {row[0]: int(row[-1]) for row in last["rows"]} == {
        sheet.name: sheet.total for sheet in final.sheets
    }
    assert last["winners"] == [*final.winners]
    assert not any(score["winners"] for score in words["scores"][:-1])


def test_by_element_one_piece_more_is_in_every_picture() -> None:
    recording = read_page(html(game(), by="element", fps=2).decode())
    laid = [len(turn.laid) for turn in cut_turns(game())]
    counts = [
        recording.pieces(MAP, at / 2 - 0.25).total() for at in range(1, 8)
    ]  # the set-up lasts six beats
    setup = len(game().states[0].palace.elements()) + 4
    assert counts == [setup] * 6 + [setup + 1]
    assert len(recording.words["steps"]) == 1 + sum(laid)
    assert recording.pieces(MAP) == pieces_of(game().state.palace.elements(), MAP)


def test_an_illegal_turn_is_shown_as_recorded_and_named(tmp_path: Path) -> None:
    record = tmp_path / "two.toml"
    record.write_text(TWO_TURNS)
    out = tmp_path / "two.html"
    assert call("render", record, "-o", out, "--fps", "1").status == 0
    recording = read_page(out.read_text())
    first = recording.words["steps"][1]
    assert (first["verdict"], first["player"]) == ("illegal", "Ana")
    assert first["lines"][1].startswith("collision: ")
    arch = Counter({("arch", 0, ("c4", "d4")): 1})
    assert recording.pieces(MAP, 1.5) - recording.pieces(MAP, 0.5) == arch


def test_a_name_in_a_record_is_text_on_the_page(tmp_path: Path) -> None:
    name = "</script><b>A"
    record = tmp_path / "names.toml"
    record.write_text(TWO_TURNS.replace('"Ana"', f'"{name}"'))
    out = tmp_path / "names.html"
    assert call("render", record, "-o", out).status == 0
    text = out.read_text()
    assert name not in text
    assert read_page(text).words["steps"][1]["player"] == name


@pytest.mark.parametrize("shown", [SETUP, FAULTY_BUILD], ids=["palace", "build"])
def test_a_palace_is_one_picture_or_grows_by_element(shown: Palace | Build) -> None:
    still = read_page(html(shown).decode())
    assert still.seconds == 0
    elements = shown.elements() if isinstance(shown, Palace) else shown.elements
    known = Counter(piece for piece in pieces_of(elements, MAP).elements())
    grown = read_page(html(shown, by="element").decode())
    assert grown.pieces(MAP) == known
    assert grown.pieces(MAP, 0.1) == pieces_of((), MAP)


def test_what_cannot_be_played_is_refused(tmp_path: Path) -> None:
    out = tmp_path / "page.html"
    (problem,) = refusal("render", "map-1", "-o", out, "--by", "turn")
    assert problem == "--by: there are no turns to play; leave it out"
    (problem,) = refusal("render", RECORD, "-o", out, "--size", "300x300")
    assert problem == "--size: it goes with .png, .gif or .mp4; leave it out"
    assert not out.exists()


def test_without_viser_the_extra_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    import sys

    monkeypatch.delitem(sys.modules, "palace_viewer.web.replay", raising=False)
    monkeypatch.setitem(sys.modules, "viser", None)
    (problem,) = refusal("render", RECORD, "-o", tmp_path / "page.html")
    assert problem == f"render: viser is missing; {install_hint('web')}"


PIECES_ON_SCREEN = """() => {
  const canvas = document.querySelector("canvas");
  let scene = null;
  for (let at = canvas; at && !scene; at = at.parentElement) {
    const key = Object.keys(at).find((name) => name.startsWith("__reactFiber$"));
    for (let one = at[key]; one && !scene; one = one.return) {
      scene = one.memoizedProps?.value?.mutable?.current?.scene;
    }
  }
  const found = [];
  scene.traverseVisible((part) => part.userData.kind && found.push(part.userData));
  return found;
}"""
"""Returns what is known of all models that are visible in viser's scene."""


@pytest.mark.skipif(CHROMIUM is None, reason="no chromium: run 'apt-get install chromium' as root")
@pytest.mark.parametrize("screen", ["phone", pytest.param("desktop", marks=pytest.mark.slow)])
def test_a_page_plays_from_a_file_without_a_network(screen: str, page: Path) -> None:
    played = game()
    with chromium(SIZES[screen], touch=screen == "phone") as browser:
        browser.page.context.set_offline(True)
        # Drawn in few pixels: in software each of them counts.
        browser.page.goto(f"{page.as_uri()}?fixedDpr=0.2")
        browser.page.locator(".panel[data-step='1']").wait_for()
        browser.page.keyboard.press("Space")  # a pause
        time = browser.page.locator("#root input").first
        shown = {}
        # Forward only: going back, viser mounts its own lights for a moment, slow in software.
        for turn in (5, len(played.commits)):
            time.fill(str((turn + 0.5) / SPEED))
            browser.page.locator(f".panel >> text=Turn {turn} of 18").wait_for()
            found = browser.page.evaluate(PIECES_ON_SCREEN)
            shown[turn] = Counter(map(read_piece, found))
        assert "Ana ★" in browser.page.locator(".panel").inner_text()
        wide = browser.page.evaluate("document.documentElement.scrollWidth")
        room = browser.page.locator("#root canvas").first.bounding_box()
        faults = [text for text in browser.faults if "THREE.Clock" not in text]
    for turn, pieces in shown.items():
        assert pieces == pieces_of(reports(played)[turn - 1].palace.elements(), MAP)
    assert not faults
    assert all(url.startswith(("file:", "data:", "blob:")) for url in browser.requests)
    assert wide == SIZES[screen][0]
    assert room["height"] >= 0.5 * SIZES[screen][1]
