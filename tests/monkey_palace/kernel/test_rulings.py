"""The named rulings: their table, reading them, and the effect of each one the referee knows."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError, fields, replace
from functools import partial
from typing import Any

import pytest

from palace import InputError, Palace, Rulings, Staircase, build, judge
from palace.monkey_palace.kernel.rulings import RULINGS
from tests.grounds import ALL
from tests.sentences import Says

# Named in the contract; more may be added, none may go.
CONTRACT = (
    "double-back spiral bonus-height highest-tie butterfly-scope animals-block idle-support "
    "decoration-out game-end short-tray frog-time monkey-stay"
).split()


def test_table() -> None:
    assert set(CONTRACT) <= set(RULINGS)
    assert [field.name.replace("_", "-") for field in fields(Rulings)] == list(RULINGS)
    assert list(Rulings().named()) == list(RULINGS)
    for ruling, default in zip(RULINGS.values(), Rulings().named().values(), strict=True):
        assert ruling.default == default
        assert len(ruling.answers) >= 2
        assert ruling.question.endswith("?")
        assert ruling.basis


def test_reading() -> None:
    assert Rulings.read([]) == Rulings()
    rulings = Rulings.read(["double-back=legal", " spiral = turn "])
    assert rulings == Rulings(double_back="legal", spiral="turn")
    assert rulings.changed() == {"double-back": "legal", "spiral": "turn"}
    assert eval(repr(rulings)) == rulings


def test_every_wrong_ruling_is_named() -> None:
    with pytest.raises(InputError) as caught:
        Rulings.read(["spirl=legal", "spiral=yes", "zzz=1", "spiral"])
    assert str(caught.value).splitlines() == [
        "--ruling: there is no ruling 'spirl'; did you mean spiral?",
        "--ruling: spiral cannot be 'yes'; it is one of: legal, turn",
        f"--ruling: there is no ruling 'zzz'; one of: {', '.join(RULINGS)}; see: palace rulings",
        "--ruling: spiral has no answer; write spiral=legal or spiral=turn",
    ]


def test_a_wrong_answer_is_refused_wherever_it_is_given() -> None:
    wrong: dict[str, Any] = {"spiral": "yes", "idle_support": "return", "must_build": None}
    said = [
        "Rulings: idle-support cannot be 'return'; did you mean returned? it is one of: path, "
        "returned",
        "Rulings: must-build cannot be None; it is one of: must, may",
        "Rulings: spiral cannot be 'yes'; it is one of: legal, turn",
    ]
    with pytest.raises(InputError) as caught:
        Rulings(**wrong)
    assert sorted(str(caught.value).splitlines()) == said
    with pytest.raises(InputError) as caught:
        replace(Rulings(), **wrong)
    assert sorted(str(caught.value).splitlines()) == said
    with pytest.raises(InputError) as caught:
        Rulings.of({name.replace("_", "-"): value for name, value in wrong.items()})
    assert sorted(str(caught.value).splitlines()) == said
    with pytest.raises(InputError, match="there is no ruling 'spirl'; did you mean spiral"):
        Rulings.of({"spirl": "turn"})


def test_an_unknown_keyword_is_refused_with_the_nearest_name() -> None:
    slip: dict[str, Any] = {"sprial": "turn"}
    for make in (Rulings, partial(replace, Rulings(must_build="may"))):
        with pytest.raises(InputError) as caught:
            make(**slip)
        assert str(caught.value) == "Rulings: there is no ruling 'sprial'; did you mean spiral?"
    named = ", ".join(name.replace("-", "_") for name in RULINGS)
    several: dict[str, Any] = {"doubleback": "legal", "zzz": 1, "spiral": "turn"}
    with pytest.raises(InputError) as caught:
        Rulings(**several)
    assert str(caught.value).splitlines() == [
        "Rulings: there is no ruling 'doubleback'; did you mean double_back?",
        f"Rulings: there is no ruling 'zzz'; one of: {named}; see: palace rulings",
    ]


def test_rulings_are_values() -> None:
    rulings = Rulings(spiral="turn", must_build="may")
    assert repr(rulings) == "Rulings(spiral='turn', must_build='may')"
    assert repr(Rulings()) == "Rulings()"
    assert replace(Rulings(), spiral="turn", must_build="may") == rulings
    assert Rulings.of(rulings.changed()) == Rulings.of(rulings.named()) == rulings
    for same in (copy.copy(rulings), copy.deepcopy(rulings), pickle.loads(pickle.dumps(rulings))):
        assert (same, hash(same)) == (rulings, hash(rulings))
    assert len({rulings, Rulings(), replace(rulings)}) == 2
    with pytest.raises(FrozenInstanceError):
        rulings.spiral = "legal"  # type: ignore[misc]


def test_the_question_and_its_answers_read_together() -> None:
    ruling = RULINGS["must-build"]
    assert ruling.question == "Must a player build when they can?"
    assert {value: text.split(":")[0] for value, text in ruling.answers.items()} == {
        "must": "yes",
        "may": "no",
    }


SETUP = Palace.setup(ALL[0])
SPIRAL = "c4+b-d4-d5_bb-c5_c-c4_bb"


def codes(staircase: str, palace: Palace = SETUP, **rulings: str) -> set[str]:
    return set(judge(palace, Staircase.read(staircase), None, Rulings(**rulings)).codes)


def test_double_back() -> None:
    assert codes("c4+b-d4+b-c4_b") == {"turn"}
    assert codes("c4+b-d4+b-c4_b", double_back="legal") == set()
    assert codes("c4+b-d4-c4", double_back="legal") == {"stacked"}


def test_spiral() -> None:
    assert codes(SPIRAL) == set()
    assert codes(SPIRAL, spiral="turn") == {"turn"}


def test_over_arch() -> None:
    assert codes("e5+bb-e4+b-d4_bbb") == set()
    assert codes("e5+bb-e4+b-d4_bbb", over_arch="stacked") == {"stacked"}


def test_animals_block() -> None:
    frog = SETUP.with_animal("f", SETUP.ground.setup[0])
    assert codes("c4+b-d4", frog) == {"blocked"}
    verdict = judge(frog, Staircase.read("c4+b-d4"), None, Rulings(animals_block="monkey"))
    assert verdict.palace is not None
    assert verdict.palace.animal("f") is None
    monkey = SETUP.with_animal("m", SETUP.ground.setup[0])
    assert codes("c4+b-d4", monkey, animals_block="monkey") == {"blocked"}


def credit(
    staircase: str, palace: Palace = SETUP, **rulings: str
) -> tuple[int | None, bool | None]:
    verdict = judge(palace, Staircase.read(staircase), None, Rulings(**rulings))
    return verdict.credits, verdict.bonus


def test_highest_and_ties() -> None:
    # The set-up's gold stands at level 2; d6 is gold, and d4 reached from it carries gold at 2.
    level_with_it = "d6-d5-d4"
    assert SETUP.ground.colours[Staircase.read(level_with_it).knobs[0]] == "g"
    assert credit(level_with_it)[0] == 2
    assert credit(level_with_it, highest_tie="yes")[0] == 3
    assert credit(level_with_it, setup_gold="ignored")[0] == 3
    assert credit("d6+b-d5_b-d4_b")[0] == 3


def test_covered_decorations() -> None:
    """The set-up's gold, at level 2, has a light green end on it; the new gold is at level 2."""
    over = build(SETUP, "f3+bbb-f4")
    level_with_it = "d6-d5-d4"
    assert credit(level_with_it, over)[0] == 2
    assert credit(level_with_it, over, covered_decoration="ignored")[0] == 3
    assert credit(level_with_it, covered_decoration="ignored")[0] == 2


def test_bonus_height() -> None:
    run_of_five = "c4+cbb-d4_cb"
    assert credit(run_of_five)[1] is True
    run_of_four = "c4+cb-d4_c"
    assert credit(run_of_four)[1] is False
    # On c4 two bricks under the arch's end and four bricks of height on it: six, in two runs.
    tall = Palace.read("x8/x8/x8/x8/x3,ccE,ccW,x3/x8/x8/x8", ALL[0])
    around = "b4+bb-c4_bb+cb-d4"
    assert credit(around, tall)[1] is False
    assert credit(around, tall, bonus_height="sum")[1] is True
    # c4 holds four old bricks and gets a fifth; this staircase alone has four at most at a knob.
    old = Palace.read("x8/x8/x8/x1,S,x6/x1,N,bbbbE,bbbbW,x4/x8/x8/x8", ALL[0])
    fifth = "a4+bbbb-b4_bbb+b-c4_b"
    assert credit(fifth, old)[1] is False
    assert credit(fifth, old, bonus_height="sum")[1] is False
    assert credit(fifth, old, bonus_height="column")[1] is True


def test_decorations_that_have_run_out(says: Says) -> None:
    ends = iter(["E", "W"] * 8)
    ranks = [",".join(f"{next(ends)}d" for _ in range(8)) for _ in range(2)]
    text = f"{'/'.join(ranks)}/x8/x8/x3,E,WE,bWg,x2/x8/x8/x8"
    palace = Palace.read(text, ALL[0])
    assert palace.decorations_left("d") == 0
    staircase = Staircase.read("c4+b-d4")
    assert palace.ground.colours[staircase.knobs[0]] == "d"
    verdict = judge(palace, staircase)
    assert (verdict.legal, verdict.decoration, verdict.credits) == (True, "d", 1)
    assert verdict.palace is not None
    assert verdict.palace.column(staircase.knobs[-1]) == "EW"
    illegal = judge(palace, staircase, None, Rulings(decoration_out="illegal"))
    assert illegal.codes == ("decoration",)
    assert illegal.reasons[0].key == "decoration.none-left"
    says(*illegal.reasons)


def test_no_monkey_stands_on_the_setup() -> None:
    """This was a ruling once; a record may still give the answer that holds."""
    outer = SETUP.ground.setup[0]
    assert codes(f"c4+b-{outer}", SETUP) == set()
    assert "setup-monkey" not in RULINGS
    assert Rulings.of({"setup-monkey": "card"}) == Rulings()
    with pytest.raises(InputError) as caught:
        Rulings.read("setup-monkey=arch")
    assert str(caught.value) == (
        "--ruling: setup-monkey is settled, it is always card; leave it out"
    )
