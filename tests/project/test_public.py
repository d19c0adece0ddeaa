"""The public names: what they take, what they refuse in one line, and what they print."""

from __future__ import annotations

import re
from types import ModuleType
from typing import Any

import pytest

import palace.cooper_island
import palace.palm_island
from palace import (
    Element,
    InputError,
    NotationError,
    Palace,
    Rulings,
    Staircase,
    Supply,
    best,
    build,
    count,
    draw,
    exists,
    fill,
    is_legal,
    judge,
    load_map,
    read_record,
    score,
    svg,
)
from tests.paths import GOLDEN, ROOT, SAMPLE

SETUP = Palace.setup(load_map("map-1"))


def test_the_names_are_listed_and_there() -> None:
    assert dir(palace) == sorted(palace.__all__)
    for name in palace.__all__:
        assert getattr(palace, name).__module__.startswith("palace."), name
        assert getattr(palace, name).__doc__, name
    for name in ("score", "draw", "svg", "Reason", "Count", "Best"):
        assert name in palace.__all__


@pytest.mark.parametrize("room", [palace, palace.palm_island, palace.cooper_island])
def test_every_name_is_in_the_index_of_the_guide(room: ModuleType) -> None:
    guide = (ROOT / "docs" / "python.md").read_text("utf-8")
    index = guide.partition(f"`{room.__name__}` has:")[2].partition("\n#")[0]
    lines = re.findall(r"^- `(\w+)`: \S.*[^.\n]\.$", index, re.MULTILINE)
    assert sorted(lines) == sorted(room.__all__)
    assert all(hasattr(room, name) for name in lines)


def test_a_file_stands_for_its_record() -> None:
    for path in (SAMPLE, str(SAMPLE)):
        assert score(path) == score(read_record(SAMPLE))
    with pytest.raises(InputError, match=r"game.toml: there is no such file"):
        score("game.toml")


def test_texts_stand_for_values() -> None:
    assert Palace.setup("map-1") == SETUP
    staircase, supply = Staircase.read("c4+b-d4"), Supply(4, 4, 1)
    assert judge(SETUP, "c4+b-d4", "4a4b1c") == judge(SETUP, staircase, supply)
    assert build(SETUP, "c4+b-d4") == build(SETUP, staircase)
    assert is_legal(SETUP, "c4+b-d4")
    assert not is_legal(SETUP, "c4-d4")
    assert fill(SETUP, "a4-b4-c4-d4", "9a9b") == fill(SETUP, Staircase.read("a4-b4-c4-d4"))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((SETUP, 4), '4 is no Staircase; write it as in "a4-b4+c"'),
        ((SETUP, "c4+b-d4", 4), '4 is no Supply; write it as in "4a3b1c"'),
        ((SETUP, "c4+b-d4", Supply(-1, 2, 0)), "supply: -1 arch: a supply has no negative numbers"),
        (("x8", "c4+b-d4"), "palace: 'x8' is no Palace"),
    ],
)
def test_other_types_are_refused_in_one_line(arguments: tuple[Any, ...], said: str) -> None:
    for function in (judge, is_legal, build):
        with pytest.raises(InputError) as caught:
            function(*arguments)
        assert said in str(caught.value)
        assert "\n" not in str(caught.value)


def test_a_text_is_no_palace() -> None:
    """Its map is not known, so the functions ask for the palace itself."""
    for function in (best, count, exists, lambda palace: fill(palace, "c4+b-d4")):
        with pytest.raises(InputError, match=r"palace: 'x8' is no Palace; write Palace.read"):
            function("x8")  # type: ignore[arg-type]


def test_wrong_texts_have_their_column() -> None:
    with pytest.raises(NotationError, match="column 4: it ends here"):
        judge(SETUP, "c4-")
    with pytest.raises(NotationError, match="column 1: '-' is not a number of pieces"):
        judge(SETUP, "c4+b-d4", "-1a")


def test_odd_values_are_refused_when_they_are_made() -> None:
    with pytest.raises(InputError, match="there is no ruling 'sprial'; did you mean spiral"):
        Rulings(sprial="turn")  # type: ignore[call-arg]
    with pytest.raises(InputError) as caught:
        Element("arches", 1.5, 1)  # type: ignore[arg-type]
    assert str(caught.value).splitlines() == [
        "Element: 'arches' is no kind of element; did you mean arch?",
        "Element, x: 1.5 does not fit; a whole number",
    ]


def test_a_verdict_reads_well() -> None:
    (reason,) = judge(SETUP, "c4-d4").reasons
    assert str(judge(SETUP, "c4+b-d4")) == (
        "c4+b-d4: legal, 2 credits, the highest of its colour, dark green decoration"
    )
    assert str(judge(SETUP, "c4-d4")).splitlines() == [
        "c4-d4: not legal",
        f"{reason.text}; {reason.title}: {reason.remedy}",
    ]


def test_score_draw_and_svg() -> None:
    record = read_record(SAMPLE)
    assert [sheet.total for sheet in score(record).sheets] == [29, 25, 24]
    assert score(read_record(GOLDEN / "monkey-palace" / "faulty.toml")).legal is False
    assert draw(SETUP).startswith("map-1 (placeholder), from above")
    assert svg(SETUP).startswith("<svg")
