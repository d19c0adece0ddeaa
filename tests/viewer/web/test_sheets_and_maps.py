"""Sheets and maps on the page: where things go before a game, and what each knob is worth."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import pytest
import trimesh
from nicegui import ui
from nicegui.testing import User

from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.supply import Supply
from palace.monkey_palace.paper.sheets import setup
from palace.monkey_palace.search.map_compare import differences
from palace.monkey_palace.search.map_stats import FIGURES, best_at
from palace_viewer.pieces.measures import BRICK
from palace_viewer.web import maps_view
from palace_viewer.web.layers import layers_of_map
from palace_viewer.web.maps_view import list_worth, look_at
from palace_viewer.web.model import Models
from palace_viewer.web.sheet_view import SHEETS, sheet_html, sheet_of
from palace_viewer.web.table import Table
from palace_viewer.web.words import Words
from tests.viewer.palaces import sample
from tests.viewer.web.taps import table_at
from tests.viewer.web.test_page import settled, tap, tell, text_of

HAND = Supply(2, 2, 0)


def test_the_set_up_is_that_of_the_map_and_box_of_the_game(tmp_path: Path) -> None:
    table = Table(tmp_path / "new.toml")
    assert sheet_of(table, "setup") == setup(None, "house")
    with table.hold:
        table.begin(["Ana", "Ben"], "map-3", "house", "monkey")
        assert sheet_of(table, "setup") == setup("map-3", "house")
    assert sheet_of(table_at(sample(), 0, tmp_path / "old.toml"), "setup") == setup("map-1", None)


@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_holds_every_row_of_the_printed_one(name: str) -> None:
    page = sheet_of(None, name)
    text = sheet_html(page)
    rows = [row for band in page.bands for block in band.blocks for row in block.rows]
    assert text.count("<dd>") == len(rows)
    figures = [block.figure for band in page.bands for block in band.blocks if block.figure]
    assert text.count("<svg") == len(figures) > 0


@pytest.mark.parametrize("figure", FIGURES)
def test_every_knob_has_its_figure(figure: str) -> None:
    look = look_at("map-1", figure, HAND)
    figures = look.stats.figure(figure)
    spots = {spot.knob: spot for spot in list_worth(look, Words("en"))}
    for knob, number in figures.items():
        if number:
            spot = spots[str(knob)]
            assert spot.text == str(number)
            assert "tone-" in spot.looks
            assert spot.label.endswith(f", {number} {Words('en').say(f'figure-{figure}')}")


def test_a_map_beside_another_shows_the_difference() -> None:
    look = look_at("map-1", "credits", HAND, ("map-3", HAND))
    alone, other = (look_at(name, "credits", HAND).stats for name in ("map-1", "map-3"))
    more = differences(other, alone, "credits")
    spots = {spot.knob: spot for spot in list_worth(look, Words("en"))}
    assert more
    maps = "map-1 (placeholder) minus map-3 (placeholder)"
    assert look.title(Words("en")) == (maps, "In hand: 2 arches, 2 bricks")
    for knob, number in more.items():
        assert spots[str(knob)].text == (f"{number:+}" if number else "0")
        assert "two-" in spots[str(knob)].looks


def test_a_hand_beside_another_shows_the_difference() -> None:
    few = Supply(1, 1, 0)
    look = look_at("map-1", "height", HAND, ("map-1", few))
    more, less = (look_at("map-1", "height", hand).stats for hand in (HAND, few))
    assert look.heat.values == differences(less, more, "height")
    assert max(look.heat.values.values()) > 0
    hands = "In hand: 2 arches, 2 bricks minus 1 arch, 1 brick"
    assert look.title(Words("en")) == ("map-1 (placeholder)", hands)


def test_columns_on_the_page_are_those_of_map_stats_until_a_knob_is_tapped() -> None:
    look, models = look_at("map-1", "height", HAND), Models()

    def tall() -> dict[str, float]:
        """Return the greatest height of what is shown beside the palace, in bricks, by knob."""
        layers = layers_of_map(models, look.heat, look.trial, look.view())
        data = models.file(layers.draft)
        assert data is not None
        shown = trimesh.load_scene(io.BytesIO(data), file_type="glb")
        shapes = {name: shown.graph[name][1] for name in shown.graph.nodes_geometry}
        tops = {name: shown.geometry[shape].bounds[1][2] for name, shape in shapes.items()}
        return {name.split()[1]: top / BRICK for name, top in tops.items()}

    high = {str(knob): value for knob, value in look.stats.figure("height").items() if value}
    built = look.stats.palace.heights
    found = tall()
    raised = {knob for knob, value in high.items() if value > built[Knob.read(knob)]}
    assert found.keys() >= raised
    assert {knob: round(found[knob], 2) for knob in raised} == {k: high[k] for k in raised}
    look = look.best_of(Knob.read("f5"))
    assert look.trial is not None
    assert {*tall()} & {"brick", "arch"}


def test_a_search_that_its_limit_stops_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then it is not claimed that there is no staircase, and figures count fewer arches."""
    monkeypatch.setattr(maps_view, "SECONDS", 1e-9)
    many = Supply(40, 40, 10)
    look = look_at("map-1", "credits", many, ("map-3", many))
    assert look.other is not None
    assert look.stats.complete
    assert look.stats.supply.arch == look.other.supply.arch < 40
    alone = look_at("map-1", "credits", many)
    assert replace(alone, stats=replace(alone.stats, supply=many)).best_of(Knob(0, 0)).stopped


def test_a_knob_tells_its_best_staircase() -> None:
    look = look_at("map-1", "credits", HAND)
    most = look.stats.figure("credits")
    knob = max(most, key=lambda one: most[one])
    best = look.best_of(knob).best
    assert best is not None
    assert best == best_at(look.stats.palace, knob, HAND).verdicts[0]
    assert best.credits == most[knob]
    nothing = look.best_of(Knob.read("a8"))
    assert (nothing.best, most.get(Knob.read("a8"), 0)) == (None, 0)


def test_maps_and_sheets_by_taps(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    table = table_at(sample(), 0, tmp_path / "game.toml")

    async def story(user: User) -> None:
        await user.open("/maps")
        user.find(marker="hand").trigger("input", "2a2b")
        await tap(user, "look")
        await user.should_see(marker="d4", retries=100)
        await tap(user, "f5")
        while "Legal" not in text_of(user, "verdict") and "No staircase" not in text_of(
            user, "verdict"
        ):
            await settled()
        await tap(user, "more")
        while "4 arches" not in text_of(user, "verdict"):
            await settled()
        await user.open("/sheet/setup")
        assert any("Beside it" in one.content for one in user.find(kind=ui.html).elements)
        await user.open("/sheet/none")

    tell(table, story, caplog)
