"""Every reason against loose elements names the line of the piece it is about."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from palace.core.verdict import Reason, place_of
from palace.files.document import parse_document
from palace.monkey_palace.game.build_file import build_of, build_text
from palace.monkey_palace.kernel.build import Build
from palace.monkey_palace.kernel.build_faults import place_name
from palace.monkey_palace.kernel.build_referee import judge_build
from palace.monkey_palace.kernel.elements import PIECES, Element
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.rulings import Rulings
from palace.monkey_palace.kernel.supply import Supply
from tests.full_table import full_table
from tests.grounds import ALL
from tests.monkey_palace.kernel.test_kernels_agree import as_elements
from tests.random_play import random_palace, turns

HEAPS = 200


def heaps(seed: int) -> Iterator[tuple[Build, Supply | None]]:
    """Yield tables and turns with some pieces taken away, moved or added, and a line for each."""
    rng = random.Random(seed)
    starts = [Palace.setup(ground) for ground in ALL]
    for turn in turns(starts, HEAPS, seed):
        if rng.random() < 0.5:
            placed, on = list(random_palace(turn.palace, 1, rng).elements()), None
        else:
            placed, on = list(as_elements(turn.palace, turn.staircase) or ()), turn.palace
        for _ in range(rng.randint(0, 3)):
            changed(placed, rng, table=on is None)
        build = Build(turn.palace.ground, tuple(placed), on)
        lines = tuple(range(1, len(placed) + 1))
        yield replace(build, lines=lines), turn.supply


def changed(placed: list[Element], rng: random.Random, *, table: bool) -> None:
    """Take away, move or add one piece."""
    kinds = [kind for kind in PIECES if table or kind in ("arch", "brick", "column", "gold")]
    if placed and rng.random() < 0.4:
        placed.pop(rng.randrange(len(placed)))
    elif placed and rng.random() < 0.5:
        at = rng.randrange(len(placed))
        shift = rng.choice((1, 3))
        placed[at] = placed[at]._replace(x=placed[at].x + shift, level=rng.randint(0, 4))
    else:
        x, y = (5 + 3 * rng.randrange(9) for _ in "xy")
        placed.append(Element(rng.choice(kinds), x, y, rng.randint(0, 3), rng.randint(0, 1)))


def names(build: Build, number: int) -> set[str]:
    """The places a piece may be named by: its studs, its kind, the piece itself."""
    element = build.elements[number]
    return {*(place_name(build.ground, stud) for stud in element.studs), element.kind, str(element)}


def test_the_line_is_that_of_a_piece_at_the_place() -> None:
    seen: Counter[str] = Counter()
    rulings = Rulings(spiral="turn", over_arch="stacked")
    for build, supply in heaps(4):
        for reason in judge_build(build, supply, rulings).reasons:
            assert build == replace(build, lines=())
            if not build.elements:
                assert place_of(reason) == (None, None)
                continue
            _, line = place_of(reason)
            assert line is not None, reason
            # The first new piece stands on nothing old; any knob it could stand on is named.
            if reason.code != "attach":
                assert reason.at in names(build, line - 1), (reason, build)
            seen[reason.key] += 1
    assert len(seen) > 20, seen


def test_without_lines_there_are_none() -> None:
    for build, supply in heaps(5):
        bare = replace(build, lines=())
        with_lines = judge_build(build, supply).reasons
        without = judge_build(bare, supply).reasons
        assert [one.placed() for one in without] == [one.placed() for one in with_lines]


def test_the_first_piece_too_many() -> None:
    """The box has 80 arches: those after the eightieth are too many."""
    table = full_table()
    arch = next(element for element in table.elements if element.kind == "arch")
    more = replace(table, elements=(*table.elements, arch, arch))
    lines = tuple(range(100, 100 + len(more)))
    (reason,) = (
        reason for reason in judge_build(replace(more, lines=lines)).reasons
        if reason.code == "supply"
    )  # fmt: skip
    assert (reason.at, reason.by, place_of(reason)) == ("arch", 2, (None, lines[-2]))


def test_pieces_that_are_given_back_keep_the_other_lines() -> None:
    """Under idle-support=returned an idle piece is left out before judging."""
    palace = Palace.setup(ALL[0])
    elements = (
        Element("brick", 11, 14, 0), Element("brick", 23, 23, 0), Element("arch", 11, 14, 5),
    )  # fmt: skip
    build = Build(ALL[0], elements, palace, (7, 8, 9))
    assert {place_of(reason)[1] for reason in judge_build(build).reasons} >= {8, 9}
    found = judge_build(build, rulings=Rulings(idle_support="returned")).reasons
    assert {place_of(reason)[1] for reason in found} == {9}


def test_lines_of_a_build_file() -> None:
    table = full_table()
    build, _ = build_of(parse_document(build_text(table), "json", "f.json"))
    rows = build_text(table).split("\n")
    assert build == table
    for element, line in zip(build.elements, build.lines, strict=True):
        assert f'"kind": "{element.kind}"' in "".join(rows[line - 1 : line + 1])


def reason_of(build: Build) -> Reason:
    (reason,) = judge_build(build).reasons
    return reason


def test_one_line_wrong() -> None:
    build = Build(ALL[0], (Element("brick", 5, 6),), lines=(12,))
    assert place_of(reason_of(build)) == (None, 12)
    assert reason_of(build).record()["line"] == 12
