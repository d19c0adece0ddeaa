"""A staircase judged by the columns it touches: the verdict of the whole palace, or none."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from palace import InputError, NotationError, Palace, Rulings, Staircase, Supply, judge, load_map
from palace.monkey_palace.kernel.columns import Judged, judge_columns, read_columns
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.rulings import RULINGS
from tests.grounds import ALL
from tests.random_play import Turn, turns
from tests.sentences import Says

SETUP = Palace.setup(load_map("map-1"))
RULED = ("double-back", "over-arch", "spiral", "animals-block", "monkey-blocks", "bonus-height",
         "decoration-out")  # fmt: skip


def told(palace: Palace, staircase: Staircase) -> dict[Knob, str]:
    """What people tell who look at the knobs of a staircase."""
    on = palace.blocking()
    seen = (
        f"{knob}={palace.height_at(knob)}{palace.column(knob)[-1:]}{on.get(knob, '')}"
        for knob in dict.fromkeys(staircase.knobs)
        if knob in palace.ground.colours
    )
    return read_columns(" ".join(seen), palace.ground)


def hand(turn: Turn, rng: random.Random) -> Supply:
    """Pieces in a hand: never more than the box still holds, and not always enough."""
    spare = (rng.choice((0, 0, 0, 2, -1)) for _ in "abc")
    wanted = Supply(*(max(n + more, 0) for n, more in zip(turn.staircase.uses, spare, strict=True)))
    return turn.palace.at_hand(wanted)


@pytest.mark.parametrize("count", [300, pytest.param(10_000, marks=pytest.mark.slow)])
def test_the_verdict_is_that_of_the_whole_palace(count: int) -> None:
    """With all columns there is one; where one to three are not known it is the same, or none."""
    rng, seen = random.Random(12), Counter[bool | None]()
    for turn in turns([Palace.setup(ground) for ground in ALL], count, seed=44):
        (palace, staircase, _), supply = turn, hand(turn, rng)
        columns, whole = told(palace, staircase), judge(palace, staircase, supply)
        part = judge_columns(palace.ground, columns, staircase, supply)
        assert part.legal is whole.legal
        places = [(reason.code, reason.at, reason.level) for reason in whole.reasons]
        assert [(one.code, one.at, one.level) for one in part.verdict.reasons] == places
        for name in ("decoration", "bonus", "height", "uses"):
            assert getattr(part.verdict, name) == getattr(whole, name)
        answers = {name: rng.choice([*RULINGS[name].answers]) for name in RULED}
        rulings = Rulings.of({name: answers[name] for name in RULED if rng.random() < 0.3})
        whole = judge(palace, staircase, supply, rulings)
        for knob in rng.sample([*columns], min(len(columns), rng.choice((1, 1, 1, 2, 3)))):
            bare = columns[knob].rstrip("mfy")
            less = ("?", f"{bare}?", *[columns[knob].replace(bare[-1], "")] * 3)
            columns[knob] = "?" if bare == "0" else rng.choice(less)
        part = judge_columns(palace.ground, columns, staircase, supply, rulings)
        assert part.legal in (None, whole.legal), (turn, columns, rulings)
        there = {(reason.code, reason.at) for reason in whole.reasons}
        assert {(one.code, one.at) for one in part.verdict.reasons} <= there, (turn, columns)
        seen[part.legal] += 1
    assert min(seen[legal] for legal in (True, False, None)) > count // 150


def judged(staircase: str, columns: str, supply: str = "9a9b", **rulings: str) -> Judged:
    read, of = read_columns(columns, SETUP.ground), Staircase.read(staircase)
    return judge_columns(SETUP.ground, read, of, Supply.read(supply), Rulings(**rulings))


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
    assert (found.legal, tuple(one.code for one in found.verdict.reasons)) == (legal, codes)
    assert (found.verdict.credits, found.verdict.palace) == (None, None)


def test_rulings_may_need_what_no_one_sees() -> None:
    columns = "c4=0 d4=1E e4=2E"
    assert judged("c4+b-d4-e4", columns, over_arch="stacked").legal is False
    assert judged("c4+bb-d4-d5", "c4=0 d4=2S d5=3l", over_arch="stacked").legal is None
    assert judged("c4+b-d4", "c4=0 d4=1E", over_arch="stacked").legal is True
    assert judged("c4+b-d4-e4", columns, decoration_out="illegal").legal is None
    assert judged("c4+b-d4-e4", columns, bonus_height="column").verdict.bonus is None


def test_what_is_not_judged_is_told(says: Says) -> None:
    columns = read_columns("c4=0 d4=? e4=2E?", SETUP.ground)
    says(*judge_columns(SETUP.ground, columns, Staircase.read("c4+b-d4-e4")).notes)
    says(*judged("c4+b-d4", "c4=0 d4=1E", bonus_height="column").notes)


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
    with pytest.raises(InputError, match=r"^the columns of c4 e4 are missing; add c4=HEIGHT\[TOP"):
        judged("c4+b-d4-e4-z9", "d4=1E")
