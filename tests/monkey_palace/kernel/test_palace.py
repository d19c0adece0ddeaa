"""Palaces and the position string: canonical writing, lenient reading, every static rule."""

from __future__ import annotations

import copy
import pickle
import random
from dataclasses import replace
from typing import Any

import pytest

from palace import (
    GroundMap,
    IllegalError,
    InputError,
    Knob,
    NotationError,
    Palace,
    Staircase,
    Supply,
    build,
    load_map,
)
from palace.files.document import read_document
from palace.monkey_palace.kernel.elements import noun
from palace.monkey_palace.kernel.ground import read_map
from palace.monkey_palace.kernel.notation import faults
from tests.examples import examples
from tests.grounds import ALL, plain
from tests.paths import MAPS
from tests.random_play import random_palace

SETUP = "x8/x8/x8/x8/x3,E,WE,bWg,x2/x8/x8/x8"


def row(knobs: str) -> str:
    """A position on map-1 whose rank 4 is given and whose other ranks are empty."""
    return f"x8/x8/x8/x8/{knobs}/x8/x8/x8"


def test_the_setup() -> None:
    palace = Palace.setup(ALL[0])
    assert palace.position == SETUP
    assert palace == Palace.read(SETUP, ALL[0]) == Palace.read(f"map-1:{SETUP}")
    assert palace.column(Knob.read("f4")) == "bWg"
    assert repr(palace) == f"Palace.read('map-1:{SETUP}')"


@pytest.mark.parametrize(
    "text",
    [
        SETUP.lower(),
        SETUP.upper(),
        "x8 / x8/x8/x8/ x3 , E,WE,bWg , x2/x8/x8/x8 ",
        "x8/x8/x8/x8/x1,x1,x1,E,WE,bWg,x1,x1/x3,x5/x8/x8",
        "MAP-1: " + SETUP,
    ],
)
def test_lenient_spellings_mean_the_same(text: str) -> None:
    assert Palace.read(text, ALL[0]).position == SETUP


@pytest.mark.parametrize("ground", ALL, ids=str)
def test_random_palaces_read_back(ground: GroundMap) -> None:
    rng = random.Random(ground.name)
    for turns in range(examples(30)):
        palace = random_palace(Palace.setup(ground), turns, rng)
        again = Palace.read(palace.position, ground)
        assert again == palace
        assert hash(again) == hash(palace)
        assert again.position == palace.position
        assert eval(repr(palace)) == palace
        assert (
            Palace.of_columns(
                ground,
                {knob: palace.column(knob) for knob in ground.colours},
                dict(palace.animals),
            )
            == palace
        )


def test_a_palace_on_a_map_of_ones_own_reads_back() -> None:
    ground = plain(26, 26, "m13 n13 o13", closed="a26 z1 c3")
    palace = random_palace(Palace.setup(ground), 9, random.Random(5))
    assert eval(repr(palace)) == palace
    assert Palace.read(palace.position, ground) == palace


@pytest.mark.parametrize(
    ("text", "column", "code", "what"),
    [
        (row("x3,E,WE,bWb,x2"), 23, "path", "f4: the topmost piece carries nothing"),
        (row("x3,E,WE,bWc,x2"), 23, "path", "f4: the topmost piece carries nothing"),
        (row("b,x2,E,WE,bWg,x2"), 13, "path", "a4: the topmost piece carries nothing"),
        (row("x3,E,WE,bWgg,x2"), 24, "decoration", "f4: a decoration stands on no arch end"),
        (row("g,x2,E,WE,bWg,x2"), 13, "decoration", "a4: a decoration stands on no arch end"),
        (row("bl,x2,E,WE,bWg,x2"), 14, "decoration", "a4: a decoration stands on no arch end"),
        (row("x3,E,WE,Wg,x2"), 19, "support",
         "e4: the arch leading E has no other end at f4, level 1"),
        (row("E,x2,E,WE,bWg,x2"), 13, "support",
         "a4: the arch leading E has no other end at b4, level 0"),
        (row("W,x2,E,WE,bWg,x2"), 13, "off-knob",
         "a4: an arch leads W to a closed knob or beyond the map"),
        (row("x3,EE,WW,x3"), 17, "stacked", "d4: an arch lies on the arch below it, to e4"),
        (row("x3,bEE,bWW,x3"), 18, "stacked", "d4: an arch lies on the arch below it, to e4"),
        (row("x3,Em,WEm,bWg,x2"), 21, "supply", "e4: the monkey stands twice"),
        (row("x3,Emf,WE,bWg,x2"), 18, "frog", "d4: a second animal stands here"),
        (row("x3,E,WE,bWgm,x2"), 24, "monkey", "f4: the monkey is on no arch end"),
        (row("x3,E,WE,bWgf,x2"), 24, "frog", "f4: the frog is on no arch end"),
        (row("x3,Ey,WE,bWg,x2"), 17, "butterfly", "d4: the butterfly is on no decoration"),
        (row("m,x2,E,WE,bWg,x2"), 13, "monkey", "a4: the monkey is on no arch end"),
        (row("x3,EmbS,WE,bWg,x2"), 17, "blocked", "d4: something stands on the monkey"),
    ],
)  # fmt: skip
def test_static_rules(text: str, column: int, code: str, what: str) -> None:
    with pytest.raises(NotationError) as caught:
        Palace.read(text, ALL[0])
    error = caught.value
    assert (error.column, error.code, error.what) == (column, code, what)
    assert str(error).startswith(f"column {column}: {error.code}: {what}")


def test_every_fault_with_its_place() -> None:
    text = "x8/x8/x8/x8/x3,E,WE,bWgm,c,x1/x8/x8/x8"
    found = faults(text, load_map("map-1"))
    assert [(str(f.knob), f.level, f.error.code) for f in found] == [
        ("f4", 3, "monkey"),
        ("g4", 0, "path"),
    ]
    assert found[0].error.column == 1 + text.index("m")
    assert faults(Palace.setup(load_map("map-1")).position, load_map("map-1")) == ()
    with pytest.raises(NotationError, match="x8"):
        faults("x8", load_map("map-1"))


def test_the_first_of_all_faults_is_the_error_of_a_reader() -> None:
    rng = random.Random(19)
    broken = 0
    for ground in ALL:
        palace = random_palace(Palace.setup(ground), 8, rng)
        for _ in range(60):
            letters = list(palace.position)
            at = rng.choice([n for n, one in enumerate(letters) if one.isalpha() and one != "x"])
            letters[at] = rng.choice("bcldgNESWmfy")
            text = "".join(letters)
            found = faults(text, ground)
            if not found:
                assert Palace.read(text, ground).position == text
                continue
            with pytest.raises(NotationError) as caught:
                Palace.read(text, ground)
            assert str(caught.value) == str(found[0].error)
            assert str(found[0].knob) == caught.value.what.split(":")[0]
            broken += 1
    assert broken > 150


def test_a_closed_knob_carries_nothing() -> None:
    text = "x8/x8/x8/x8/x3,E,WE,bWg,x2/x8/x8/x3,E,W,x3"
    with pytest.raises(NotationError, match="d1: this knob is closed") as caught:
        Palace.read(text, ALL[2])
    assert caught.value.code == "off-knob"


@pytest.mark.parametrize(
    ("text", "column", "what", "expected"),
    [
        ("", 1, "it ends here", "b c l d g, N E S W, m f y, or xN for N empty knobs"),
        ("x8", 3, "it ends here after rank 8", "/ and rank 7"),
        ("x7/x8", 3, "rank 8 has 7 of 8 knobs", ", and 1 more ('/')"),
        ("x9", 1, "rank 8 has 9 knobs, map-1 has 8", "/ and the next rank"),
        ("x8/x", 5, "no number after x", "how many knobs are empty, as in x3"),
        ("x0/x8", 2, "no number after x", "how many knobs are empty, as in x3"),
        ("x8;x8", 3, "';' after rank 8", "/ and rank 7"),
        ("q7", 1, "'q'", "b c l d g, N E S W, m f y, or xN for N empty knobs"),
        (SETUP + "/x8", len(SETUP) + 1, "'/' after rank 1", "the end"),
        ("x8,E", 3, "',' after rank 8", "/ and rank 7"),
        ("map-9:x8", 1, "'map-9' is not the map", "map-1"),
    ],
)
def test_grammar_errors(text: str, column: int, what: str, expected: str) -> None:
    with pytest.raises(NotationError) as caught:
        Palace.read(text, ALL[0])
    error = caught.value
    assert (error.column, error.what, error.expected) == (column, what, expected)


def test_a_position_needs_a_map() -> None:
    with pytest.raises(NotationError, match="no map is named, expected map-1: in front"):
        Palace.read(SETUP)
    with pytest.raises(NotationError, match="'map-2' is not the map, expected map-1"):
        Palace.read(f"map-2:{SETUP}", ALL[0])


def test_more_pieces_than_the_box_holds() -> None:
    tower = "b" * 79
    with pytest.raises(NotationError, match="more than 80 bricks") as caught:
        Palace.read(row(f"{tower}E,{tower}W,x1,E,WE,bWg,x2").replace("x1,E", "x1,E"), ALL[0])
    assert caught.value.code == "supply"
    with pytest.raises(NotationError, match="more than 16 columns"):
        Palace.read(row(f"{'c' * 9}E,{'c' * 9}W,x1,E,WE,bWg,x2"), ALL[0])


def test_more_decorations_than_the_box_holds() -> None:
    ends = ",".join(["Eg,Wg"] * 4)
    with pytest.raises(NotationError, match="supply: more than 16 gold decorations, expected at"):
        Palace.read(f"{ends}/{ends}/x8/x8/{row('x3,E,WE,bWg,x2').split('/', 4)[4]}", ALL[0])


@pytest.mark.parametrize(
    ("count", "kind", "said"),
    [
        (1, "arch", "1 arch"), (2, "arch", "2 arches"), (0, "brick", "0 bricks"),
        (2, "butterfly", "2 butterflies"), (2, "monkey", "2 monkeys"), (5, "corner",
        "5 corner pieces"), (17, "gold", "17 gold decorations"),
        (1, "dark", "1 dark green decoration"), (17, "light", "17 light green decorations"),
    ],
)  # fmt: skip
def test_pieces_are_counted_as_people_say_it(count: int, kind: str, said: str) -> None:
    assert f"{count} {noun(kind, count)}" == said


def test_readers_raise_nothing_else() -> None:
    rng = random.Random(8)
    letters = "xXbclDgNESWmfy/,0123456789 :\u00e9"
    for _ in range(4_000):
        text = list(SETUP)
        for _ in range(rng.randint(1, 5)):
            at = rng.randrange(len(text))
            text[at : at + rng.randint(0, 2)] = rng.choices(letters, k=rng.randint(0, 3))
        try:
            palace = Palace.read("".join(text), ALL[0])
        except NotationError as error:
            assert 1 <= error.column <= len("".join(text)) + 1
        else:
            assert Palace.read(palace.position, ALL[0]) == palace


def test_more_arches_than_the_box_holds() -> None:
    """Three layers of arches crosswise need no supports: 32 along, 32 across, 16 of 32 along."""
    ranks = ["ES,WS,ES,WS,ES,WS,ES,WS", "EN,WN,EN,WN,EN,WN,EN,WN"] * 4
    full = [rank.replace("S", "SE").replace("N", "NE") for rank in ranks]
    full = [",".join(k[:-1] + "W" if k[0] == "W" else k for k in r.split(",")) for r in full]
    assert Palace.read("/".join(full[:4] + ranks[4:]), ALL[0]).used.arch == 80
    with pytest.raises(NotationError, match="more than 80 arches"):
        Palace.read("/".join(full[:5] + ranks[5:]), ALL[0])


def test_building_gives_a_new_palace_or_all_reasons() -> None:
    palace = Palace.setup(load_map("map-1"))
    after = build(palace, Staircase.read("a4-b4+c-c4_cb-d4_cb"))
    assert after.position == "x8/x8/x8/x8/E,WcE,cbWE,EcbWl,WE,bWg,x2/x8/x8/x8"
    assert palace.position == SETUP
    with pytest.raises(IllegalError) as caught:
        build(palace, Staircase.read("c4+b-d4"), Supply(0, 0, 0))
    assert {reason.code for reason in caught.value.reasons} == {"supply"}
    assert [reason.at for reason in caught.value.reasons] == ["arch", "brick"]
    assert str(caught.value) == "; ".join(reason.text for reason in caught.value.reasons)


def test_elements_are_the_pieces_counted() -> None:
    rng = random.Random(6)
    for turns in range(12):
        palace = random_palace(Palace.setup(ALL[turns % 4]), turns, rng)
        kinds = [element.kind for element in palace.elements()]
        for kind, count in palace.used.named().items():
            assert kinds.count(kind) == count
        assert len(kinds) == sum(palace.used) + len(palace.decorations) + len(palace.animals)
        levels = [element.level for element in palace.elements()]
        assert levels == sorted(levels)


def test_nothing_of_a_palace_can_be_changed() -> None:
    palace = Palace.setup(ALL[0])
    for mapping in (palace.heights, palace.tops, palace.ground.colours, palace.ground.open_studs):
        with pytest.raises(TypeError, match="does not support item assignment"):
            mapping[Knob(0, 0)] = 9  # type: ignore[index]
    for value, name in ((palace, "columns"), (palace.ground, "rows")):
        with pytest.raises(AttributeError):
            setattr(value, name, ())


def test_a_palace_can_be_pickled_and_copied() -> None:
    palace = Palace.setup(ALL[2])
    assert palace.heights
    assert palace.ground.colours
    assert pickle.loads(pickle.dumps(palace)) == palace
    assert copy.deepcopy(palace) == palace
    assert hash(copy.deepcopy(palace)) == hash(palace)


def knobs(text: str) -> list[Knob]:
    return [Knob.read(name) for name in text.split()]


A4, D4, E4, F4, H9, C2 = knobs("a4 d4 e4 f4 h9 c2")
COLUMNS: dict[Any, Any] = {D4: "E", E4: "WE", F4: "bWg"}


@pytest.mark.parametrize(
    ("columns", "animals", "said"),
    [
        ({"a4": "b"}, {}, ["columns: 'a4' is no Knob; write Knob.read(\"a4\")"]),
        ({(0, 3): ""}, {}, ["columns: (0, 3) is no Knob; write Knob.read(\"a4\")"]),
        ({H9: "b", Knob(-1, 0): "b"}, {},
         ["columns: h9 is beyond the map; choose an open knob of map-1",
          "columns: Knob(file=-1, rank=0) is beyond the map; choose an open knob of map-1"]),
        ({A4: "x1"}, {}, ["a4: 'x' is no piece of a column; b c, l d g and N E S W; animals are "
                          "given apart"]),
        ({A4: "bE,W"}, {}, ["a4: ',' is no piece of a column; b c, l d g and N E S W; animals are "
                            "given apart"]),
        ({A4: "B/"}, {}, ["a4: 'B' is no piece of a column; b c, l d g and N E S W; animals are "
                          "given apart"]),
        ({A4: "Em"}, {}, ["a4: 'm' is no piece of a column; b c, l d g and N E S W; animals are "
                          "given apart"]),
        ({A4: None}, {}, ["a4: None is no column; give a text such as \"bWg\""]),
        ({}, {"q": D4}, ["animals: 'q' is no animal; m monkey, f frog, y butterfly"]),
        ({}, {"monkey": D4}, ["animals: 'monkey' is no animal; write m"]),
        ({}, {7: D4}, ["animals: 7 is no animal; m monkey, f frog, y butterfly"]),
        ({}, {"m": "d4"}, ["the monkey: 'd4' is no Knob; write Knob.read(\"a4\")"]),
        ({}, {"f": H9}, ["the frog: h9 is beyond the map; choose an open knob of map-1"]),
        ({}, {"m": D4, "f": D4}, ["the frog: the monkey stands on d4 too; one to a knob"]),
        ({A4: "q"}, {"y": "f4", "z": D4},
         ["a4: 'q' is no piece of a column; b c, l d g and N E S W; animals are given apart",
          "the butterfly: 'f4' is no Knob; write Knob.read(\"a4\")",
          "animals: 'z' is no animal; m monkey, f frog, y butterfly"]),
    ],
)  # fmt: skip
def test_values_that_make_no_palace(columns: Any, animals: Any, said: list[str]) -> None:
    with pytest.raises(InputError) as caught:
        Palace.of_columns(ALL[0], {**COLUMNS, **columns}, animals)
    assert str(caught.value).splitlines() == said


def test_columns_on_a_closed_knob() -> None:
    closed = next(knob for knob in knobs("a1 b1 c1 d1 e1 f1 g1 h1") if knob not in ALL[2].colours)
    assert Palace.of_columns(ALL[2], {closed: ""}) == Palace.read("x8/x8/x8/x8/x8/x8/x8/x8", ALL[2])
    with pytest.raises(InputError, match=f"columns: {closed} is closed; choose an open knob"):
        Palace.of_columns(ALL[2], {closed: "b"})
    with pytest.raises(InputError, match=f"the monkey: {closed} is closed"):
        Palace.of_columns(ALL[2], {}, {"m": closed})


def test_columns_must_keep_the_static_rules() -> None:
    assert Palace.of_columns(ALL[0], COLUMNS) == Palace.setup(ALL[0])
    with pytest.raises(NotationError, match="a4: the topmost piece carries nothing"):
        Palace.of_columns(ALL[0], {**COLUMNS, A4: "b"})
    with pytest.raises(NotationError, match="f4: the monkey is on no arch end"):
        Palace.of_columns(ALL[0], COLUMNS, {"m": F4})


def test_a_change_is_never_written_elsewhere() -> None:
    palace = Palace.setup(ALL[0])
    assert palace.with_columns({A4: "b"}).column(A4) == "b"
    for knob in (Knob(-1, 0), Knob(0, -1), Knob(8, 0), H9):
        with pytest.raises(InputError, match="is beyond the map"):
            palace.with_columns({knob: "b"})
        with pytest.raises(InputError, match=r"the monkey: .* is beyond the map"):
            palace.with_animal("m", knob)
    with pytest.raises(InputError, match="a4: 'q' is no piece of a column"):
        palace.with_columns({A4: "q"})
    with pytest.raises(InputError, match="animals: 'q' is no animal"):
        palace.with_animal("q", A4)
    third = Palace.setup(ALL[2])
    closed = next(knob for knob in knobs("a1 b1 c1 d1 e1 f1 g1 h1") if knob not in ALL[2].colours)
    with pytest.raises(InputError, match=f"{closed} is closed"):
        third.with_columns({closed: "b"})


@pytest.mark.parametrize("names", ["a4 c4 d4", "a4 b4 d4", "a4 b4 a4", "g4 h4 i4", "h8 h9 h8"])
def test_a_setup_that_cannot_stand(names: str) -> None:
    first, second, third = knobs(names)
    ground = replace(ALL[0], name="mine", setup=(first, second, third))
    listed = names.replace(" ", ", ")
    with pytest.raises(InputError, match=f"^mine: nothing can be set up on {listed}; three open"):
        Palace.setup(ground)


def test_no_animal_stands_on_the_setup() -> None:
    assert Palace.setup(ALL[0]).animals == ()


def test_palaces_on_maps_read_twice_are_equal() -> None:
    one, other = (read_map(read_document(MAPS / "map-2.toml")) for _ in range(2))
    assert one is not other
    first, second = (random_palace(Palace.setup(g), 5, random.Random(3)) for g in (one, other))
    assert (first.ground, second.ground) == (one, other)
    assert first == second == Palace.read(f"map-2:{first.position}")
    assert len({first, second, Palace.read(f"map-2:{first.position}")}) == 1
    assert first != Palace.setup(other)
    assert Palace.setup(load_map("map-1")) != Palace.setup(replace(ALL[0], name="mine"))


def test_decorations_left_of_a_colour() -> None:
    palace = Palace.setup(ALL[0])
    assert [palace.decorations_left(colour) for colour in "ldg"] == [16, 16, 15]
    with pytest.raises(InputError, match="'gold' is no colour of a decoration; it is l, d, g"):
        palace.decorations_left("gold")
