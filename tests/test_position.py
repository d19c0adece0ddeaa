"""Palaces and the position string: canonical writing, lenient reading, every static rule."""

from __future__ import annotations

import copy
import pickle
import random

import pytest

from palace import GroundMap, IllegalError, Knob, NotationError, Palace, Staircase, Supply, load_map
from tests.grounds import ALL, plain
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
    for turns in range(30):
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
    after = palace.build(Staircase.read("a4-b4+c-c4_cb-d4_cb"))
    assert after.position == "x8/x8/x8/x8/E,WcE,cbWE,EcbWl,WE,bWg,x2/x8/x8/x8"
    assert palace.position == SETUP
    with pytest.raises(IllegalError) as caught:
        palace.build(Staircase.read("c4+b-d4"), Supply(0, 0, 0))
    assert caught.value.verdict.codes == ("supply",)
    assert [reason.at for reason in caught.value.verdict.reasons] == ["arch", "brick"]
    assert str(caught.value) == "it needs 1 arch, there are none; it needs 1 brick, there are none"


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
