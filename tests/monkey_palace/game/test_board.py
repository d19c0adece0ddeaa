"""What a page shows of the board, and why a game ended."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from palace import build, read_record, replay
from palace.contract.taps import Solid
from palace.core import colours
from palace.core.scale import Scale
from palace.core.verdict import in_language
from palace.monkey_palace.drawing.heat import Heat
from palace.monkey_palace.game.board import Marks, about_map, board_of, having, map_name
from palace.monkey_palace.kernel.ground import load_map
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.palace import Palace
from tests.paths import SAMPLE


def test_the_two_knobs_of_each_arch_are_joined() -> None:
    assert board_of(Palace.setup(load_map("map-1"))).bridges == (("d4", "e4"), ("e4", "f4"))


def test_why_a_game_ended_and_what_is_left() -> None:
    own = having(replay(read_record(SAMPLE)))
    why = "The box had too few arches for Ben on turn 17, so turn 18 was the last."
    assert in_language(own.warning, "en") == why
    assert [kind for kind, _ in own.stock] == ["arch", "brick", "column"]


def test_what_a_piece_is_and_since_when() -> None:
    brick = Solid("b", "brick", 1, 2, 3)
    palace = Palace.setup(load_map("map-1"))
    told = [
        in_language(board_of(palace, players=players).told(replace(brick, turn=turn)), "en")
        for players, turn in ((None, 2), ({}, 0), ({2: "Ben"}, 2))
    ]
    assert len({*told}) == 3
    assert ["Ben" in text for text in told] == [False, False, True]


def test_what_lies_there_can_be_given() -> None:
    palace = Palace.setup(load_map("map-1"))
    kinds, without = (
        Counter(solid.kind for solid in board.solids)
        for board in (board_of(palace), board_of(palace, laid=()))
    )
    assert kinds - without == Counter(one.kind for one in palace.elements())


def test_what_a_map_is_called() -> None:
    own = load_map("map-2")
    numbers = [in_language(map_name(f"map-{number}"), "en") for number in (2, 3)]
    assert [text.replace(number, "*") for text, number in zip(numbers, "23", strict=True)] == [
        numbers[0].replace("2", "*")
    ] * 2
    assert map_name("my-own-map") == "my own map"
    assert about_map(replace(own, provenance="transcribed")) == ""
    assert numbers[0] in in_language(about_map(replace(own, provenance="placeholder")), "en")


def test_an_arch_to_the_north_is_a_bridge() -> None:
    palace = build(Palace.setup(load_map("map-1")), "d3+b-d4")
    assert {*board_of(palace).bridges} == {("d4", "e4"), ("e4", "f4"), ("d3", "d4")}


@pytest.mark.parametrize(("signed", "figure"), [
    (False, "height"), (True, "height"), (False, "staircases"),
])  # fmt: skip
def test_figures_are_shown_in_tones_and_as_columns(signed: bool, figure: str) -> None:
    palace = Palace.setup(load_map("map-1"))
    values = {Knob.read(name): n for name, n in {"a1": 2, "b1": 4, "c1": 0, "d4": 1}.items()}
    scale = (Scale.two_sided if signed else Scale.of)([*values.values()])
    board = board_of(palace, Marks(heat=Heat(palace, figure, values, scale, "", ())))
    places = {place.name: place for place in board.places}
    kind, tones = ("two", colours.TWO_SIDED) if signed else ("tone", colours.TONES)
    for knob, number in values.items():
        shade = f"{kind}-{tones.index(scale.tone(number))}"
        assert (shade in places[str(knob)].looks.split()) is (bool(number) or signed)
        if number:
            assert places[str(knob)].text == scale.text(number)
            assert in_language(places[str(knob)].label, "en").endswith(str(number))
    assert f"{kind}-" not in places["e1"].looks
    columns = [
        (*palace.ground.stud(knob), 8 * number / 4, scale.tone(number))
        for knob, number in values.items()
        if number
    ]
    assert [*board.tones] == (columns if figure == "height" and not signed else [])
