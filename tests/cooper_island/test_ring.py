"""The sea ring as a picture: ships at their beaches, logbooks on the side that takes them."""

from __future__ import annotations

import math
import re
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
import shapely
from shapely.affinity import translate
from shapely.geometry.base import BaseGeometry

from palace.contract.registry import read_game
from palace.cooper_island.log import LoggedRecord
from palace.cooper_island.ring import Fleet, find_distance, fleets_of, ring_record, ring_svg
from palace.cooper_island.state import CUTTER, SHIPS, Ring
from tests.calls import call, refusal
from tests.paths import GOLDEN

SVG = "{http://www.w3.org/2000/svg}"
LOG = GOLDEN / "cooper-island" / "four-players.toml"
SHEETS = Path(__file__).parents[2] / "palace/cooper_island/samples/cooper-island.toml"
RING = Ring("ring", 20, (0, 10), 3, frozenset({4, 9, 14, 19}), frozenset({0, 5, 10, 15}))


def polar(svg: str, kind: str) -> list[tuple[float, float]]:
    """Return the angles, clockwise in degrees from the south, and distances from the middle."""
    root = ET.fromstring(svg)
    wide = float(root.attrib["viewBox"].split()[2])
    found = []
    for group in root.iter(f"{SVG}g"):
        if group.get("class") == kind:
            x, y = map(float, re.findall(r"-?[\d.]+", group.attrib["transform"])[:2])
            east, south = x - wide / 2, y - wide / 2
            found.append((math.degrees(math.atan2(-east, south)) % 360, math.hypot(east, south)))
    return found


def test_ships_are_at_their_beaches() -> None:
    """On 20 beaches a beach is 18 degrees; the first harbour, before beach 0, is in the south."""
    fleets = (Fleet("Ana", (1, 3)), Fleet("Ben", (0, 20)))
    ships = polar(ring_svg(RING, fleets), "ship")
    assert [angle for angle, _ in ships] == pytest.approx([9, 360 - 2.5 * 18, 180, 189], abs=0.1)
    (cutter, two_master, *_), track = [away for _, away in ships], 262
    assert two_master < track < cutter


def test_logbooks_are_on_the_side_of_their_ships() -> None:
    books = polar(ring_svg(RING, (Fleet("Ana"), Fleet("Ben"))), "logbook")
    outer = sorted(round((angle - 9) / 18) for angle, away in books if away > 262)
    inner = sorted(round((angle - 9) / 18) for angle, away in books if away < 262)
    assert (outer, inner) == (sorted(RING.cutter), sorted(RING.two_master))


def test_ships_at_one_beach_are_behind_each_other() -> None:
    ships = polar(ring_svg(RING, (Fleet("Ana", (12, 0)), Fleet("Ben", (2, 0)))), "ship")
    (one, near), (other, far) = ships[0], ships[2]
    assert one == pytest.approx(other, abs=0.1)
    assert far - near > 24


FOUR = Ring("four", 40, (0, 10, 20, 30), 3, frozenset(range(4, 40, 5)), frozenset(range(0, 40, 5)))


def ships_of(svg: str) -> list[BaseGeometry]:
    """Return the outlines of the ships, hull, sails and half the width of their lines, about the
    middle of the ring.
    """
    root = ET.fromstring(svg)
    middle = float(root.attrib["viewBox"].split()[2]) / 2
    found = []
    for group in root.iter(f"{SVG}g"):
        if group.get("class") == "ship":
            x, y = map(float, re.findall(r"-?[\d.]+", group.attrib["transform"])[:2])
            parts = [
                shapely.Polygon(corners(path.attrib["d"])).buffer(
                    float(path.attrib["stroke-width"]) / 2
                )
                for path in group.iter(f"{SVG}path")
            ]
            found.append(translate(shapely.union_all(parts), x - middle, y - middle))
    return found


def corners(path: str) -> list[tuple[float, float]]:
    """Return the ends of the lines of a path: to a point, across to an x, or down to a y."""
    found = [(0.0, 0.0)]
    for sign, figures in re.findall(r"([A-Zz])([-\d.,]*)", path):
        x, y = found[-1]
        match sign, [float(figure) for figure in figures.split(",") if figure]:
            case "M" | "L", [x, y]:
                pass
            case "H", [x]:
                pass
            case "V", [y]:
                pass
            case other:
                assert other == ("Z", [])
                continue
        found.append((x, y))
    return found[1:]


@pytest.mark.parametrize("beach", [0, 2, 7, 20, 33])
@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_ships_at_one_beach_cover_neither_each_other_nor_anything(count: int, beach: int) -> None:
    """Nor the writing in the middle, and all are on the sea.

    The tip of a mast may reach into the line around another hull, by less than 1 % of a ship: with
    more room between them three ships at a beach would leave the sea.
    """
    fleets = tuple(
        Fleet(name, ((beach - 10 * seat) % 40 + 1, (10 * seat - beach - 20) % 40 or 40))
        for seat, name in enumerate(("Ana", "Ben", "Caro", "Dan")[:count])
    )
    svg = ring_svg(FOUR, fleets)
    (circle, *_) = ET.fromstring(svg).iter(f"{SVG}circle")
    ships, middle = ships_of(svg), shapely.Point(0, 0)
    assert len(ships) == 2 * count
    for ship in ships:
        assert middle.hausdorff_distance(ship) < float(circle.attrib["r"])
        assert middle.distance(ship) > 100
    for one, other in combinations(ships, 2):
        assert one.intersection(other).area < 0.01 * one.area


def test_every_player_is_below_the_ring_in_large_writing() -> None:
    fleets = tuple(Fleet(f"{name} {'x' * 60}", (12, 5), 3) for name in ("Ana", "Ben"))
    root = ET.fromstring(ring_svg(FOUR, fleets))
    wide, high = (float(each) for each in root.attrib["viewBox"].split()[2:])
    below = [text for text in root.iter(f"{SVG}text") if float(text.attrib["y"]) > wide]
    lines = [text for text in below if len(text.text or "") > 2]
    assert all(float(text.attrib["font-size"]) >= wide / 50 for text in lines)
    assert all(float(text.attrib["y"]) < high for text in below)
    assert sum("two-master 5 (" in (text.text or "") for text in lines) == 2


def test_every_way_of_writing_a_ship_is_found_on_the_ring() -> None:
    for seat in (0, 1):
        for ship in SHIPS:
            for distance in range(60):
                counts = RING.logbooks(seat, ship, distance), RING.since(seat, ship, distance)
                assert find_distance(RING, seat, ship, *counts) == distance
    bare = Ring("bare", 10, (0, 5), 1, frozenset(), frozenset())
    assert find_distance(bare, 0, CUTTER, 2, 1) == 11


def test_a_log_and_final_sheets() -> None:
    _, record = read_game(LOG)
    assert isinstance(record, LoggedRecord)
    fleets = fleets_of(record)
    data = call("cooper-island", "ring", LOG, "--json").json
    assert data == ring_record(record.ring, fleets)
    score = call("score", LOG, "--json").json
    for player, told in zip(data["players"], score["players"], strict=True):
        points = sum(5 * ship["logbooks"] + ship["since"] for ship in player["ships"])
        ships = [line["points"] for line in told["lines"] if line["category"] == "ships"]
        assert points == sum(ships)
    sheets = call("cooper-island", "ring", SHEETS, "--json").json
    assert all(len(player["ships"]) == 2 for player in sheets["players"])


def test_the_verb(tmp_path: Path) -> None:
    target = tmp_path / "ring.svg"
    out = call("cooper-island", "ring", LOG, "-o", target).out
    assert out.splitlines()[0] == "ring of house for 4 players (placeholder), 40 beaches"
    assert out.splitlines()[-1] == f"wrote {target}"
    words = " ".join(ET.fromstring(target.read_text()).itertext())
    assert "ring of house for 4 players (placeholder)" in words
    (line,) = refusal("cooper-island", "ring", GOLDEN / "monkey-palace" / "faulty.toml")
    assert line.endswith("it is a game of Monkey Palace; name a record of Cooper Island")
    (line,) = refusal("cooper-island", "ring", LOG, "-o", "ring.png")
    assert line == "ring.png: pictures are written as SVG; name it OUT.svg"
    (line,) = refusal("cooper-island", "ring", GOLDEN / "cooper-island" / "totals.toml")
    assert "has no ships; write ships, or a log" in line
