"""The hand-made corpora: situations worked out from rules and contract, not from the code.

`corpora/invalid` names the exact set of reason codes of each case, `corpora/valid` what follows
from a legal build, `corpora/edge` texts at the border of the notation.  Keys of a case: `KEYS`.
"""

from __future__ import annotations

import random
import tomllib
from collections import Counter
from typing import Any, NamedTuple

import pytest

from palace.core.errors import NotationError
from palace.monkey_palace.kernel.build import Build
from palace.monkey_palace.kernel.build_referee import judge_build
from palace.monkey_palace.kernel.elements import Element
from palace.monkey_palace.kernel.ground import GroundMap, load_map
from palace.monkey_palace.kernel.laying import fill
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.reasons import BOOK
from palace.monkey_palace.kernel.referee import is_legal, judge
from palace.monkey_palace.kernel.rulings import Rulings
from palace.monkey_palace.kernel.staircase import Staircase
from palace.monkey_palace.kernel.supply import Supply
from palace.monkey_palace.kernel.verdict import Verdict
from tests.paths import CORPORA

FOLDER = CORPORA

BUILDING_CODES = (
    "start", "end", "middle-knob", "attach", "support", "stacked", "turn", "path", "ascend",
    "collision", "off-knob", "blocked", "supply", "decoration",
)  # fmt: skip
"""The codes of the contract's table that concern a staircase or a build."""

ONLY_LOOSE = {"middle-knob", "path", "ascend"}
"""Codes that arise only among loose elements (contract, section 4)."""

KEYS = {
    "name",  # a sentence saying what the case is about
    "map", "position", "supply", "rulings",  # the situation; map-1, set-up, what the box holds
    "staircase", "build", "table",  # what is judged; with `table` the elements are all there is
    "codes",  # the exact set of reason codes expected
    "at",  # for some of the codes, the exact set of places
    "credits", "decoration", "bonus", "position_after", "uses",  # what follows if legal
    "staircase_text", "position_text", "canonical",  # a text, and how writers write it
    "error_column",  # where it cannot be read: one column, or one of several
    "error_word",  # a word of the message
    "error_code",  # the rule broken: one code, or * for any
    "fill", "expected",  # a staircase with supports missing, and its full form
    # an edge case with `build` names no codes: they must only be the same in every order
}  # fmt: skip


class Case(NamedTuple):
    """One table of a corpus file."""

    group: str
    file: str
    data: dict[str, Any]

    @property
    def label(self) -> str:
        return f"{self.group}/{self.file}:{self.data['name']}"

    @property
    def codes(self) -> set[str]:
        return set(self.data["codes"])

    @property
    def ground(self) -> GroundMap:
        return load_map(self.data.get("map", "map-1"))

    @property
    def palace(self) -> Palace:
        ground = self.ground
        position = self.data.get("position")
        return Palace.setup(ground) if position is None else Palace.read(position, ground)

    @property
    def supply(self) -> Supply | None:
        text = self.data.get("supply")
        return None if text is None else Supply.read(text)

    @property
    def rulings(self) -> Rulings:
        pairs = self.data.get("rulings", {}).items()
        return Rulings.read([f"{name}={value}" for name, value in pairs])

    def judge(self) -> Verdict:
        if "staircase" in self.data:
            staircase = Staircase.read(self.data["staircase"])
            return judge(self.palace, staircase, self.supply, self.rulings)
        elements = tuple(Element(**entry) for entry in self.data["build"])
        on = None if self.data.get("table") else self.palace
        return judge_build(Build(self.ground, elements, on=on), self.supply, self.rulings)

    def story(self, verdict: Verdict) -> str:
        """What a failing case prints: the situation, the expected and the found codes."""
        lines = [self.label]
        if not self.data.get("table"):
            lines += [self.palace.position, str(self.palace)]
        lines.append(f"judged: {self.data.get('staircase') or self.data.get('build')}")
        if "codes" in self.data:
            lines.append(f"expected: {' '.join(sorted(self.codes)) or 'legal'}")
        lines.append(f"found:    {' '.join(sorted(verdict.codes)) or 'legal'}")
        lines += [f"  {reason}" for reason in verdict.reasons]
        return "\n".join(lines)


def load(group: str) -> list[Case]:
    return [
        Case(group, path.stem, data)
        for path in sorted((FOLDER / group).glob("*.toml"))
        for data in tomllib.loads(path.read_text(encoding="utf-8"))["case"]
    ]


INVALID, VALID, EDGE = load("invalid"), load("valid"), load("edge")
EVERY = [*INVALID, *VALID, *EDGE]


def params(cases: list[Case]) -> list[Any]:
    return [pytest.param(case, id=f"{case.file}:{case.data['name']}") for case in cases]


def having(cases: list[Case], key: str) -> list[Case]:
    return [case for case in cases if key in case.data]


@pytest.mark.parametrize("case", params([*INVALID, *VALID]))
def test_exactly_these_codes_are_found(case: Case) -> None:
    verdict = case.judge()
    assert set(verdict.codes) == case.codes, case.story(verdict)
    assert verdict.legal is not bool(case.codes), case.story(verdict)
    for code, places in case.data.get("at", {}).items():
        found = {reason.at for reason in verdict.reasons if reason.code == code}
        assert found == set(places), f"{code} is at {sorted(found)}\n{case.story(verdict)}"
    places_named = [(reason.code, reason.at) for reason in verdict.reasons]
    assert len(places_named) == len(set(places_named)), case.story(verdict)


@pytest.mark.parametrize("case", params(having(EVERY, "build")))
def test_the_order_of_the_elements_does_not_matter(case: Case) -> None:
    reasons = {(reason.code, reason.at) for reason in case.judge().reasons}
    rng = random.Random(case.label)
    for _ in range(4 if len(case.data["build"]) < 20 else 1):
        build = list(case.data["build"])
        rng.shuffle(build)
        other = case._replace(data=case.data | {"build": build})
        verdict = other.judge()
        found = {(reason.code, reason.at) for reason in verdict.reasons}
        assert found == reasons, f"only in one order: {found ^ reasons}\n{other.story(verdict)}"


@pytest.mark.parametrize("case", params(having([*INVALID, *VALID], "staircase")))
def test_the_short_answer_is_the_same(case: Case) -> None:
    staircase = Staircase.read(case.data["staircase"])
    assert is_legal(case.palace, staircase, case.supply, case.rulings) is not bool(case.codes)


@pytest.mark.parametrize("case", params(INVALID))
def test_nothing_follows_from_an_illegal_build(case: Case) -> None:
    verdict = case.judge()
    assert (verdict.credits, verdict.decoration, verdict.bonus, verdict.palace) == (None,) * 4


@pytest.mark.parametrize("case", params(VALID))
def test_what_follows_from_a_legal_build(case: Case) -> None:
    verdict = case.judge()
    found: dict[str, Any] = {
        "credits": verdict.credits,
        "decoration": verdict.decoration,
        "bonus": verdict.bonus,
        "position_after": verdict.palace and verdict.palace.position,
        "uses": verdict.uses and verdict.uses.named(),
    }
    expected = {key: case.data[key] for key in found if key in case.data}
    assert {key: found[key] for key in expected} == expected, case.story(verdict)


@pytest.mark.parametrize("case", params(having(EDGE, "staircase_text")))
def test_staircase_text(case: Case) -> None:
    text = case.data["staircase_text"]
    if "canonical" in case.data:
        staircase = Staircase.read(text)
        assert str(staircase) == case.data["canonical"]
        assert Staircase.read(str(staircase)) == staircase
    else:
        with pytest.raises(NotationError) as caught:
            Staircase.read(text)
        check_error(caught.value, case)


@pytest.mark.parametrize("case", params(having(EDGE, "position_text")))
def test_position_text(case: Case) -> None:
    text = case.data["position_text"]
    ground = case.ground if case.data.get("map", "map-1") else None
    if "canonical" in case.data:
        palace = Palace.read(text, ground)
        assert palace.position == case.data["canonical"]
        assert Palace.read(palace.position, palace.ground) == palace
    else:
        with pytest.raises(NotationError) as caught:
            Palace.read(text, ground)
        check_error(caught.value, case)


def check_error(error: NotationError, case: Case) -> None:
    """Whether column, words and code of the error are those of the case."""
    columns = case.data.get("error_column")
    if columns is not None:
        allowed = [columns] if isinstance(columns, int) else columns
        assert error.column in allowed, f"{error} (expected column {columns})"
    assert case.data.get("error_word", "") in error.sentence(), error
    code = case.data.get("error_code", "")
    if code == "*":
        assert error.code in BOOK.rules, error
    elif code:
        assert error.code == code, error


@pytest.mark.parametrize("case", params(having(EDGE, "fill")))
def test_fill(case: Case) -> None:
    full = fill(case.palace, Staircase.read(case.data["fill"]), case.supply)
    assert str(full) == case.data["expected"]
    assert fill(case.palace, full, case.supply) == full


def test_there_are_enough_cases() -> None:
    assert len(INVALID) >= 100
    assert len(VALID) >= 60
    assert len(EDGE) >= 40
    assert all(case.codes for case in INVALID)
    assert not any(case.codes for case in VALID)


@pytest.mark.parametrize("code", BUILDING_CODES)
def test_every_code_is_met_often(code: str) -> None:
    forms = Counter(
        "string" if "staircase" in case.data else "loose" for case in INVALID if code in case.codes
    )
    assert forms["string"] + forms["loose"] >= 5
    assert forms["loose"] >= 3
    # A string names a decoration only by the ruling decoration-out.
    least = 0 if code in ONLY_LOOSE else 1 if code == "decoration" else 3
    assert forms["string"] >= least
    assert forms["string"] == 0 or code not in ONLY_LOOSE


def test_cases_mix_codes_maps_and_rulings() -> None:
    assert sum(len(case.codes) > 1 for case in INVALID) >= 40
    for name in ("map-1", "map-2", "map-3", "map-4"):
        assert sum(case.data.get("map", "map-1") == name for case in VALID) >= 4
        assert sum(case.data.get("map", "map-1") == name for case in INVALID) >= 3
    assert set(BUILDING_CODES) == {code for case in INVALID for code in case.codes}


def test_every_case_is_well_formed() -> None:
    for case in EVERY:
        assert set(case.data) <= KEYS, case.label
        assert ("codes" in case.data) is (case.group != "edge"), case.label
        judged = {"staircase", "build", "staircase_text", "position_text", "fill"} & set(case.data)
        assert len(judged) == 1, case.label
        assert set(case.data.get("at", {})) <= set(case.data.get("codes", ())), case.label


def test_every_case_has_a_name_of_its_own() -> None:
    names = Counter(case.data["name"] for case in EVERY)
    assert [name for name, count in names.items() if count > 1] == []
