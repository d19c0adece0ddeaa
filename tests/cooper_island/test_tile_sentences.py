"""Tiles, cubes and pieces on tiles: one test for each sentence of the rules about them."""

from __future__ import annotations

from itertools import permutations

import pytest

from palace.cooper_island.land import Land, cubes_of, road_points, uncovered, value, without_cubes
from palace.cooper_island.referee import (
    helm_points,
    highest_free,
    judge,
    judge_building,
    legal_placements,
    place,
    stand,
    take_ruin,
)
from palace.cooper_island.rules import Rulings
from palace.cooper_island.tiles import Hand, Hex, Placement, Tile
from tests.sentences import Says

START = Land.start("cooper-2")
"""c2 is the start space; its neighbours on land are c3, d2 and d3, on water b2."""


def land(text: str) -> Land:
    return Land.read(f"cooper-2: {text}")


def codes(where: Land, placement: str, hand: Hand | None = None, **rulings: str) -> list[str]:
    found = judge(where, Placement.read(placement), Rulings(**rulings), hand or Hand()).reasons
    return [reason.code for reason in found]


def after(where: Land, placement: str) -> Land:
    return place(where, Placement.read(placement))


def at(name: str) -> Hex:
    return Hex.read(name)


# Set-up 3: take a meadow tile, lay it as shown, and put a cube of food on it.


def test_a_meadow_with_food_lies_on_the_start_space() -> None:
    space = START[START.peninsula.start]
    assert (space.terrain, space.height, space.cube) == ("meadow", 1, "food")
    assert [where for where, holds in START.items() if holds.stack] == [START.peninsula.start]


# Set-up 3: ruins lie on the peninsula.


def test_five_ruins_lie_on_the_peninsula() -> None:
    assert len(START.pieces("ruin")) == 5


# Income A: lay an islet tile of your supply on your peninsula.


def test_an_islet_tile_lies_half_on_land_half_in_the_sea() -> None:
    done = after(START, "islet forest c3-b2")
    assert at("b2") in done.islets
    assert done[at("c3")].terrain == "forest"
    assert codes(START, "islet forest c3-d3") == ["sea"]
    assert codes(START, "islet forest b2-b3") == ["space"]


def test_an_islet_tile_comes_from_the_own_supply() -> None:
    assert codes(START, "islet forest c3-b2", Hand(islets=0)) == ["stock"]


# Income A: at once put the cube that belongs to its landscape half there.


def test_the_land_half_of_an_islet_tile_brings_its_cube() -> None:
    for terrain, cube in (("forest", "wood"), ("settlement", "cloth")):
        done = after(START, f"islet {terrain} c3-b2")
        assert done[at("c3")].cube == cube


# Income B: lay a double tile of the own hand, either side up.


def test_either_side_of_a_double_tile_may_be_laid() -> None:
    for one, other in permutations(("forest", "meadow", "mountain", "settlement"), 2):
        assert codes(START, f"double {one}-{other} d2-d3") == []


def test_a_double_tile_shows_two_terrains() -> None:
    assert codes(START, "double forest-forest d2-d3") == ["shape"]


def test_its_halves_lie_side_by_side() -> None:
    assert codes(START, "double forest-meadow d2-d4") == ["shape"]
    assert codes(START, "double forest-meadow d2-d2") == ["shape"]


# Income B: a tile may be stacked on one of the same kind.


def test_a_tile_lies_on_its_own_terrain() -> None:
    meadow = land("c2=m")
    assert codes(meadow, "single meadow c2") == []
    assert after(meadow, "single meadow c2")[at("c2")].height == 2
    for other in ("forest", "mountain"):
        assert codes(meadow, f"single {other} c2") == ["terrain"]
    two = land("c2=m3 c3=f6")
    assert codes(two, "double forest-meadow c3-c2") == []
    assert codes(two, "double meadow-forest c3-c2") == ["terrain", "terrain"]
    assert codes(two, "double forest-mountain c3-c2") == ["terrain"]


# Income B: settlements may be stacked on tiles of any kind.


@pytest.mark.parametrize("below", "fmrs")
def test_a_settlement_lies_on_any_terrain(below: str) -> None:
    assert codes(land(f"c2={below}"), "single settlement c2") == []
    said = codes(land(f"c2={below}"), "single settlement c2", settlement="same")
    assert said == ([] if below == "s" else ["terrain"])


def test_nothing_but_a_settlement_lies_on_a_settlement() -> None:
    assert codes(land("c2=s"), "single meadow c2") == ["terrain"]


# Income B: put the matching cubes on the tile.


def test_every_half_brings_the_cube_of_its_terrain() -> None:
    done = after(START, "double mountain-settlement d2-d3")
    assert (done[at("d2")].cube, done[at("d3")].cube) == ("stone", "cloth")
    done = after(START, "double forest-meadow d2-d3")
    assert (done[at("d2")].cube, done[at("d3")].cube) == ("wood", "food")


# A tile must be connected with other tiles.


def test_a_tile_touches_or_covers_another() -> None:
    assert codes(START, "single forest d2") == []
    assert codes(START, "single forest d4") == ["connection"]
    assert codes(START, "double forest-meadow d4-d3") == []
    away = judge(START, Placement.read("single forest c7")).reasons[0]
    assert (away.code, away.at, away.by) == ("connection", "c7", 4)
    assert codes(land("c2=m"), "single meadow c2") == []


def test_the_sea_half_of_an_islet_tile_is_a_tile_too() -> None:
    apart = land("c2=m c3=f4 b3=islet b4=ruin")
    beyond = land("c2=m d4=f c3=f4 b3=islet")
    assert codes(apart, "single forest b4") == ["ruin"]
    assert codes(beyond, "single forest b4") == []


# An islet tile may not cover a whole beach.


def test_no_beach_is_covered_whole() -> None:
    """Beach 4 of cooper-2 takes up c1, b2 and b3, beach 5 a4 and a5."""
    one = land("c2=m4 b2=islet")
    assert codes(one, "islet forest c3-b3") == []
    two = land("c2=m4 b2=islet c3=f4 b3=islet")
    last = "islet forest c2-c1"
    assert "beach" in codes(two, last)
    assert "beach" in codes(land("c2=m b5=s4 a5=islet"), "islet forest b4-a4")
    four = Land.start("cooper-4")
    assert "beach" in codes(four, "islet forest c2-c1"), "beach 4 takes up c1 alone"


# No tile may be laid on a ruin.


def test_no_tile_lies_on_a_ruin() -> None:
    near = land("c2=m d3=f e3=ruin")
    assert codes(near, "single forest e3") == ["ruin"]
    assert codes(near, "double forest-meadow e3-d2") == ["ruin"]
    assert codes(take_ruin(near, at("e3")), "single forest e3") == []


# Forest wood, meadow food, mountain stone, settlement cloth.


@pytest.mark.parametrize(
    ("terrain", "cube"),
    [("forest", "wood"), ("meadow", "food"), ("mountain", "stone"), ("settlement", "cloth")],
)
def test_what_each_terrain_gives(terrain: str, cube: str) -> None:
    assert after(START, f"single {terrain} d2")[at("d2")].cube == cube


# A mountain stacked three high and more can give gold.


def test_a_mountain_of_three_gives_gold_or_stone() -> None:
    two = land("c2=rr")
    assert after(two, "single mountain c2 gold")[at("c2")].cube == "gold"
    assert after(two, "single mountain c2")[at("c2")].cube == "stone"
    assert codes(land("c2=r"), "single mountain c2 gold") == ["gold"]
    assert codes(land("c2=rrr"), "single mountain c2 gold") == []
    assert codes(land("c2=mm"), "single meadow c2 gold") == ["gold"]
    assert codes(two, "single mountain c2", gold="automatic") == ["gold"]
    assert codes(two, "single mountain c2 gold", gold="automatic") == []


# With every layer of tiles a cube on it is worth one more; food on a meadow of three counts three.


@pytest.mark.parametrize("height", [1, 2, 3, 7])
def test_a_cube_is_worth_the_height_of_its_stack(height: int) -> None:
    there = land(f"c2={'m' * height}+food")
    assert value(there, at("c2")) == height


def test_gold_is_worth_its_height_too() -> None:
    assert value(land("c2=rrrr+gold"), at("c2")) == 4


# Cubes are paid whole: food on a meadow of three pays two, and nothing is given back.


def test_no_change_is_given() -> None:
    there = land("c2=mmm+food d2=m+food")
    left = without_cubes(there, [at("c2")])
    assert left[at("c2")].cube is None
    assert sum(value(left, space) for space in cubes_of(left)) == 1, "the third food is gone"
    assert cubes_of(left, "food") == (at("d2"),)


# Storing a cube lowers its value to one: it leaves the peninsula.


def test_a_stored_cube_leaves_its_space() -> None:
    left = without_cubes(land("c2=mmm+food"), [at("c2")])
    assert value(left, at("c2")) == 0
    assert left[at("c2")].height == 3


# Cartographer 1: laying a double tile on other tiles, raise unlike ground by one single tile.


def test_a_single_tile_levels_a_double_tile() -> None:
    uneven = land("c2=m c3=ff")
    plain = "double forest-meadow c3-c2"
    assert codes(uneven, plain) == ["level"]
    assert codes(uneven, f"{plain} level meadow c2") == []
    done = after(uneven, f"{plain} level meadow c2")
    assert (done[at("c2")].height, done[at("c3")].height) == (3, 3)
    assert done[at("c2")].cube == "food"


def test_it_raises_by_one_tile_only() -> None:
    steep = land("c2=m c3=fff")
    said = judge(steep, Placement.read("double forest-meadow c3-c2 level meadow c2")).reasons
    assert [(reason.code, reason.at, reason.by) for reason in said] == [("level", "c2", 1)]
    flat = land("c2=m c3=f")
    assert codes(flat, "double forest-meadow c3-c2 level meadow c2") == ["level"]
    up = land("c2=m c3=ff")
    assert codes(up, "double forest-meadow c3-c2 level forest c3") == ["level"]


def test_the_single_tile_is_of_the_right_terrain() -> None:
    uneven = land("c2=m c3=ff")
    wrong = "double forest-meadow c3-c2 level forest c2"
    assert codes(uneven, wrong) == ["levelling", "terrain"]
    assert codes(uneven, "double forest-settlement c3-c2 level meadow c2") == []
    assert codes(uneven, "double forest-settlement c3-c2 level settlement c2") == []
    assert codes(uneven, "double forest-meadow c3-c2 level settlement c2") == ["levelling"]
    assert codes(uneven, "double forest-meadow c3-c2 level meadow d2") == ["levelling", "level"]


def test_bare_ground_is_levelled_too() -> None:
    assert codes(land("c2=m"), "double forest-meadow d2-c2 level forest d2") == []


def test_levelling_costs_one_step_of_the_cartographer_and_a_single_tile() -> None:
    uneven, levelled = land("c2=m c3=ff"), "double forest-meadow c3-c2 level meadow c2"
    assert codes(uneven, levelled, Hand(steps=0)) == ["cartographer"]
    assert codes(uneven, levelled, Hand(steps=1)) == []
    assert codes(uneven, levelled, Hand(singles=0)) == ["stock"]


def test_the_levelling_tile_brings_no_cube() -> None:
    levelled = Placement.read("double forest-meadow c3-c2 level meadow c2")
    assert judge(land("c2=m c3=ff"), levelled).cubes == ((at("c3"), "wood"), (at("c2"), "food"))


# Cartographer 2: lay a single tile on the map, and at once its cube.


def test_a_single_tile_brings_its_cube() -> None:
    done = after(land("c2=m"), "single meadow c2")
    assert str(done[at("c2")]) == "mm+food"
    assert codes(land("c2=m"), "single meadow c2", Hand(singles=0)) == ["stock"]


# Other sources: covered spaces are empty, and both halves at one level.


def test_a_space_with_a_cube_is_not_covered() -> None:
    assert codes(START, "single meadow c2") == ["cube"]
    assert codes(START, "double forest-meadow d2-c2 level forest d2") == ["cube"]


@pytest.mark.parametrize("built", ["building", "statue"])
def test_what_is_built_on_grows_no_more(built: str) -> None:
    assert codes(land(f"c2=m+{built}"), "single meadow c2") == ["building"]


def test_both_halves_lie_at_one_level() -> None:
    assert codes(land("c2=m"), "double forest-meadow d2-c2") == ["level"]
    said = judge(land("c2=mmm"), Placement.read("double forest-meadow d2-c2")).reasons
    assert [(reason.at, reason.by) for reason in said] == [("d2", 3)]
    assert codes(land("c2=m"), "islet meadow c2-b2") == ["level"]


def test_a_double_tile_on_exactly_one_double_tile() -> None:
    under = land("c2=m3 c3=f6")
    again = "double forest-meadow c3-c2"
    assert codes(under, again) == []


# D, F: put the building or statue on the highest terrain that has no resource on it.


def test_buildings_and_statues_go_on_the_highest_free_tile() -> None:
    hills = land("c2=m c3=mm d2=mmm+food d3=mm+statue e3=ruin")
    assert highest_free(hills) == (at("c3"),)
    assert judge_building(hills, at("c3")) == ()
    assert str(stand(hills, "building", at("c3"))[at("c3")]) == "mm+building"
    for space, said in (
        ("c2", [("highest", 1)]),
        ("d2", [("free", None)]),
        ("d3", [("free", None)]),
    ):
        found = [(reason.code, reason.by) for reason in judge_building(hills, at(space))]
        assert found == said, space
    bare = [(reason.code, reason.by) for reason in judge_building(hills, at("e3"))]
    assert bare == [("free", None), ("highest", 2)]
    assert [r.code for r in judge_building(hills, at("b2"))] == ["space"]


def test_of_several_equally_high_the_owner_chooses() -> None:
    flat = land("c2=m d4=m")
    assert highest_free(flat) == (at("c2"), at("d4"))
    assert judge_building(flat, at("c2")) == judge_building(flat, at("d4")) == ()


def test_where_nothing_is_free_nothing_is_built(says: Says) -> None:
    found = judge_building(START, at("c2"))
    assert [r.key for r in found] == ["free.cube"]
    says(*found)


# D: on a settlement one helm point more.


def test_a_building_on_a_settlement_earns_one_more() -> None:
    assert helm_points(land("c2=s"), at("c2")) == 1
    assert helm_points(land("c2=m"), at("c2")) == 0


# F: take a ruin from the island.


def test_a_taken_ruin_leaves_bare_ground() -> None:
    done = take_ruin(START, at("e3"))
    assert str(done[at("e3")]) == ""
    assert len(done.pieces("ruin")) == 4


# Clean-up d: one helm point if tiles lie on all three top spaces.


def test_the_road_counts_when_all_three_top_spaces_are_covered() -> None:
    tops = ["c7=m", "d7=f", "e7=s"]
    for count in range(4):
        there = land(" ".join(["c2=m", *tops[:count]]))
        assert road_points(there) == (1 if count == 3 else 0)
        assert road_points(there, Rulings(road="each")) == count


# End: ties go to whoever has fewer spaces left on the island.


def test_spaces_left_are_those_without_a_tile() -> None:
    assert uncovered(START) == 20
    assert uncovered(START, Rulings(tie_ruins="covered")) == 15
    assert uncovered(after(START, "double forest-meadow d2-d3")) == 18
    assert uncovered(after(START, "islet forest c3-b2")) == 19
    assert uncovered(after(land("c2=m"), "single meadow c2")) == 20


def test_legal_placements_of_the_set_up() -> None:
    names = [str(way) for way in legal_placements(START, Tile("single", ("forest",)))]
    assert names == ["single forest d2", "single forest c3", "single forest d3"]
