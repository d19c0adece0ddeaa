"""A staircase judged by the columns it touches: the verdict of the whole palace, or none."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from palace import InputError, NotationError, Palace, Rulings, Staircase, Supply, judge, load_map
from palace.monkey_palace.kernel.columns import Judged, judge_columns, read_columns
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.rulings import RULINGS
from palace.monkey_palace.kernel.verdict import Verdict
from tests.grounds import ALL
from tests.random_play import Turn, turns
from tests.sentences import Says

SETUP = Palace.setup(load_map("map-1"))
COUNTS = [300, pytest.param(10_000, marks=pytest.mark.slow)]


def told(palace: Palace, staircase: Staircase) -> dict[Knob, str]:
    """What people tell who look at the knobs of a staircase."""
    text = []
    for knob in dict.fromkeys(staircase.knobs):
        if knob in palace.ground.colours:
            animal = palace.blocking().get(knob, "")
            text.append(f"{knob}={palace.height_at(knob)}{palace.column(knob)[-1:]}{animal}")
    return read_columns(" ".join(text), palace.ground)


def hand(turn: Turn, rng: random.Random) -> Supply:
    """Pieces in a hand: never more than the box still holds, and not always enough."""
    spare = (rng.choice((0, 0, 0, 2, -1)) for _ in "abc")
    wanted = Supply(*(max(n + more, 0) for n, more in zip(turn.staircase.uses, spare, strict=True)))
    return turn.palace.at_hand(wanted)


def agree(part: Judged, whole: Verdict) -> None:
    """Check a verdict by all the columns against that of the whole palace."""
    assert part.legal is whole.legal
    assert [(r.code, r.at, r.level) for r in part.verdict.reasons] == [
        (r.code, r.at, r.level) for r in whole.reasons
    ]
    assert (part.verdict.decoration, part.verdict.bonus) == (whole.decoration, whole.bonus)
    assert part.verdict.height == whole.height


@pytest.mark.parametrize("count", COUNTS)
def test_all_columns_give_the_verdict_of_the_whole_palace(count: int) -> None:
    rng, seen = random.Random(12), Counter[bool | None]()
    for turn in turns([Palace.setup(ground) for ground in ALL], count, seed=44):
        supply = hand(turn, rng)
        columns = told(turn.palace, turn.staircase)
        found = judge_columns(turn.palace.ground, columns, turn.staircase, supply)
        agree(found, judge(turn.palace, turn.staircase, supply))
        seen[found.legal] += 1
    assert seen[None] == 0
    assert min(seen[True], seen[False]) > count // 5


@pytest.mark.parametrize("count", COUNTS)
def test_no_verdict_contradicts_the_whole_palace_where_something_is_not_known(count: int) -> None:
    rng, seen = random.Random(13), Counter[bool | None]()
    for turn in turns([Palace.setup(ground) for ground in ALL], count, seed=45):
        supply, columns = hand(turn, rng), told(turn.palace, turn.staircase)
        rulings = Rulings.of(
            {name: rng.choice([*RULINGS[name].answers]) for name in RULED if rng.random() < 0.3}
        )
        whole = judge(turn.palace, turn.staircase, supply, rulings)
        for knob in rng.sample([*columns], min(len(columns), rng.choice((1, 1, 1, 2, 3)))):
            bare = columns[knob].rstrip("mfy")
            less = ("?", f"{bare}?", *[columns[knob].replace(bare[-1], "")] * 3)
            columns[knob] = "?" if bare == "0" else rng.choice(less)
        found = judge_columns(turn.palace.ground, columns, turn.staircase, supply, rulings)
        assert found.legal in (None, whole.legal), (turn, columns, rulings)
        there = {(reason.code, reason.at) for reason in whole.reasons}
        for reason in found.verdict.reasons:
            assert (reason.code, reason.at) in there, (turn, columns, rulings)
        seen[found.legal] += 1
    assert min(seen.values()) > count // 150
    assert len(seen) == 3


RULED = ("double-back", "over-arch", "spiral", "animals-block", "monkey-blocks", "bonus-height",
         "decoration-out")  # fmt: skip


def judged(staircase: str, columns: str, supply: str = "9a9b", rulings: str = "") -> Judged:
    given = Rulings.of(dict([rulings.split("=")]) if rulings else {})
    read = read_columns(columns, SETUP.ground)
    return judge_columns(SETUP.ground, read, Staircase.read(staircase), Supply.read(supply), given)


@pytest.mark.parametrize(
    ("columns", "legal", "codes"),
    [
        ("c4=0 d4=1E e4=2E", True, ()),
        ("c4=0 d4=1 e4=2", True, ()),
        ("c4=0, d4=1e, E4=2?", None, ()),
        ("c4=0 d4=? e4=2E", None, ()),
        ("c4=1E d4=? e4=2E", False, ("start",)),
        ("c4=0 d4=1Em e4=?", False, ("blocked",)),
        ("c4=0 d4=1y e4=2E", False, ("blocked",)),
        ("c4=0 d4=2E e4=2E", False, ("collision", "support")),
        ("c4=0 d4=0 e4=0 f4=3g", False, ("support", "support", "attach")),
    ],
)
def test_what_is_told_is_what_is_judged(
    columns: str, legal: bool | None, codes: tuple[str, ...]
) -> None:
    found = judged("c4+b-d4-e4", columns)
    assert found.legal is legal
    assert tuple(reason.code for reason in found.verdict.reasons) == codes
    assert (found.verdict.credits, found.verdict.palace) == (None, None)
    assert str(found.notes[0]) == "judged by these columns only"


def test_rulings_may_need_what_no_one_sees() -> None:
    columns = "c4=0 d4=1E e4=2E"
    assert judged("c4+b-d4-e4", columns, rulings="over-arch=stacked").legal is False
    inside = judged("c4+bb-d4-d5", "c4=0 d4=2S d5=3l", rulings="over-arch=stacked")
    assert inside.legal is None
    assert judged("c4+b-d4", "c4=0 d4=1E", rulings="over-arch=stacked").legal is True
    assert judged("c4+b-d4-e4", columns, rulings="decoration-out=illegal").legal is None
    assert judged("c4+b-d4-e4", columns, rulings="bonus-height=column").verdict.bonus is None


def test_what_is_not_judged_is_told(says: Says) -> None:
    columns = read_columns("c4=0 d4=? e4=2E?", SETUP.ground)
    staircase = Staircase.read("c4+b-d4-e4")
    says(*judge_columns(SETUP.ground, columns, staircase).notes)
    says(*judged("c4+b-d4", "c4=0 d4=1E", rulings="bonus-height=column").notes)
    says(*judged("c4+b-d4", "c4=0 d4=1E", rulings="decoration-out=illegal").notes)


@pytest.mark.parametrize(
    ("text", "column", "what"),
    [
        ("c4=0 d4", 6, "'d4' is no column"),
        ("c4=0E", 1, "'c4=0E' is no column"),
        ("c4 = 0", 1, "'c4' is no column"),
        ("c4=2Q", 1, "'c4=2Q' is no column"),
        ("c4=0, C4=?", 7, "c4 is named twice"),
        ("c4=0 i9=1E", 6, "i9 is no open knob of map-1"),
    ],
)
def test_columns_that_cannot_be_read(text: str, column: int, what: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_columns(text, SETUP.ground)
    assert (caught.value.column, caught.value.what) == (column, what)


def test_columns_that_are_missing_are_named() -> None:
    with pytest.raises(InputError) as caught:
        judged("c4+b-d4-e4-z9", "d4=1E")
    assert str(caught.value) == ("the columns of c4 e4 are missing; add c4=HEIGHT[TOP], or c4=?")
