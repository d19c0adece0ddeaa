"""Everything that is said of the corpora: sentences, remedies, levels and amounts, as users read.

The corpora say which rules are broken and what follows; here each value stands in a golden file.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from palace.core.errors import NotationError
from palace.core.verdict import Reason, place_of
from palace.monkey_palace.kernel.audit import Audit, audit
from palace.monkey_palace.kernel.build import Build
from palace.monkey_palace.kernel.build_referee import judge_build, judge_table
from palace.monkey_palace.kernel.columns import judge_columns, read_columns
from palace.monkey_palace.kernel.elements import BASEPLATE, PIECES, Element
from palace.monkey_palace.kernel.ground import load_map
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.laying import fill
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.reasons import BOOK, earnings_text, place
from palace.monkey_palace.kernel.referee import build
from palace.monkey_palace.kernel.rulings import RULINGS, Rulings
from palace.monkey_palace.kernel.staircase import Staircase
from palace.monkey_palace.kernel.supply import Supply
from palace.monkey_palace.kernel.verdict import Verdict
from tests.grounds import ALL
from tests.monkey_palace.kernel import test_audit
from tests.monkey_palace.kernel.test_corpora import EDGE, INVALID, VALID, Case
from tests.sentences import Says

FILES = sorted({f"{case.group}/{case.file}" for case in (*INVALID, *VALID)})


def of_reasons(reasons: tuple[Reason, ...]) -> Iterator[object]:
    for reason in reasons:
        yield reason
        rule = place(BOOK.rules[reason.code]) or "no rule"
        yield f"  {rule}, level {reason.level}, by {reason.by}"


def of_verdict(verdict: Verdict, legal: bool | None = True) -> Iterator[object]:
    yield from of_reasons(verdict.reasons)
    yield from verdict.notes
    for language in ("en", "zh") if verdict.legal and legal else ():
        yield earnings_text(verdict, language)
    yield f"  {str(verdict).splitlines()[0]}"
    told = verdict.record().items()
    record = {name: value for name, value in told if name != "reasons" and value is not None}
    yield f"  {record}"


@pytest.mark.parametrize("file", FILES)
def test_of_the_corpora(file: str, says: Says) -> None:
    for case in (*INVALID, *VALID):
        if f"{case.group}/{case.file}" == file:
            says(f"# {case.data['name']}", *of_verdict(case.judge()))


def test_of_the_tables_of_the_corpora_by_rules_and_audit(says: Says) -> None:
    for case in (*INVALID, *VALID):
        if case.data.get("table"):
            elements = tuple(Element(**entry) for entry in case.data["build"])
            found = judge_table(Build(case.ground, elements, lines=(*range(1, 1 + len(elements)),)))
            says(f"# {case.data['name']}", *of_audit(found))


def of_audit(found: Audit) -> Iterator[object]:
    yield from of_reasons(found.reasons)
    yield from found.notes
    yield f"  legal {found.legal}, audited {found.audited}, orders {found.orders}"
    yield f"  of none: {', '.join(map(str, found.unexplained)) or 'nothing'}"
    for one in found.staircases:
        earns = f"{one.verdict.credits} or {one.other_credits}"
        yield (
            f"  {one.number}: {one.staircase} to {one.end} level {one.level}, {one.decoration}, "
            f"on {one.stands_on}, earns {earns}"
        )


def unread(case: Case) -> NotationError | None:
    """The error by which a text at the border of the notation cannot be read, if it cannot."""
    try:
        if "staircase_text" in case.data:
            Staircase.read(case.data["staircase_text"])
        elif "position_text" in case.data:
            ground = case.ground if case.data.get("map", "map-1") else None
            Palace.read(case.data["position_text"], ground)
    except NotationError as error:
        return error
    return None


def test_of_texts_that_cannot_be_read(says: Says) -> None:
    for case in EDGE:
        if (error := unread(case)) is not None:
            says(f"# {case.data['name']}", error.sentence(), f"  {error.column} {error.code}")


def test_of_the_rulings(says: Says) -> None:
    for name, ruling in RULINGS.items():
        says(f"# {name}: {ruling.question}", f"  {ruling.basis}")
        says(*(f"  {answer}: {text}" for answer, text in ruling.answers.items()))


def test_of_the_kinds_of_pieces(says: Says) -> None:
    for name, piece in (*PIECES.items(), ("baseplate", BASEPLATE)):
        says(f"# {name}", f"  {piece.in_box} in the box, {piece.height} high, {piece.ldraw}")
        says(f"  letter {piece.letter or 'none'}, {len(piece.footprint)} studs, {piece.source}")


COLUMNS = {
    "legal, and all columns are told": ("c4+b-d4-e4", "c4=0 d4=1E e4=2E", "9a9b"),
    "what is at hand is not told": ("c4+b-d4-e4", "c4=0 d4=1E e4=2E", None),
    "a column is not told": ("c4+b-d4-e4", "c4=0 d4=? e4=2E?", None),
    "one hangs wherever it is": ("c4+b-d4-e4", "c4=0 d4=0 e4=? f4=3g", "9a9b"),
    "an animal is in the way": ("c4+b-d4-e4", "c4=0 d4=1Em e4=2E", "9a9b"),
    "it begins on a pile, and the hand is short": ("c4+b-d4-e4", "c4=1E d4=2 e4=2E", "1a0b"),
}


@pytest.mark.parametrize("answers", ["", "over-arch=stacked bonus-height=column"])
def test_of_columns(answers: str, says: Says) -> None:
    ground = load_map("map-1")
    for name, (staircase, told, hand) in COLUMNS.items():
        found = judge_columns(
            ground, read_columns(told, ground), Staircase.read(staircase),
            None if hand is None else Supply.read(hand), Rulings.read(answers.split()),
        )  # fmt: skip
        says(f"# {name}: {found.legal}", *of_verdict(found.verdict, found.legal))
        says(*found.notes)


def at(kind: str, knob: str, level: int = 0, turn: int = 0) -> Element:
    return Element(kind, *ALL[0].stud(Knob.read(knob)), level, turn)


SETUP = Palace.setup(ALL[0])
FIRST = (at("brick", "c4"), at("arch", "c4", 1))
HEAPS: dict[str, tuple[Element, ...]] = {
    "a brick below the ground": (at("brick", "a1", -2),),
    "animals astray": (
        at("monkey", "a1"), at("butterfly", "d4", 1), at("frog", "f4", 3), at("monkey", "c7")
    ),
    "decorations astray": (at("brick", "a1"), at("light", "a1", 1), at("dark", "b1")),
    "a brick on an animal, and an arch through it": (
        at("monkey", "d4", 1), at("brick", "d4", 2), at("arch", "c4", 1)
    ),
    "pieces beside the board": (Element("brick", 40, 5), Element("arch", -9, 5)),
    "an arch half beside the board": (Element("arch", 30, 5),),
    "corners where they belong": tuple(
        Element("corner", x, y, 0, turn) for turn, (x, y) in
        enumerate(((0, 0), (30, 0), (30, 30), (0, 30)))
    ),
    "corners on the sheet, in the air, and on a corner": (
        Element("corner", 2, 2), Element("corner", 0, 0, 1), Element("corner", 0, 0),
        Element("corner", 31, 31),
    ),
    "two arches in one place, and one in a pile": (
        at("arch", "a1"), at("arch", "a1"), at("column", "c1"), at("arch", "b1", 1)
    ),
    "an arch on an arch": (at("arch", "a1"), at("arch", "a1", 1)),
    "an arch across the middle of an arch": (at("arch", "a1"), Element("arch", 6, 5, 1, 1)),
    "a column on a closed place": (Element("column", 6, 6),),
    "more gold than the box has": tuple(at("gold", "a1", level) for level in range(17)),
    "a brick that hangs, with an arch on it": (at("brick", "a1", 2), at("arch", "a1", 3)),
}  # fmt: skip
TURNS: dict[str, tuple[Element, ...]] = {
    "nothing": (),
    "a brick alone": (at("brick", "a1"),),
    "a legal staircase without its decoration": FIRST,
    "a legal staircase with it": (*FIRST, at("dark", "d4", 2)),
    "a decoration on the first knob, and one of another colour": (
        *FIRST, at("dark", "c4", 2), at("gold", "d4", 2)
    ),
    "two decorations on the end": (*FIRST, at("dark", "d4", 2), at("dark", "d4", 3)),
    "a riser of three on the last arch": (
        *FIRST, at("brick", "d4", 2), at("brick", "d4", 3), at("column", "d4", 4)
    ),
    "straight back on spacers": (
        *FIRST, at("brick", "c4", 2), at("brick", "d4", 2), at("arch", "c4", 3)
    ),
    "straight back on the arch": (*FIRST, at("arch", "c4", 2)),
    "the second arch lies lower than the first": (
        at("brick", "c4"), at("arch", "c4", 1), at("arch", "b4")
    ),
    "two arches at one level": (at("arch", "b4"), at("brick", "d4"), at("arch", "a4")),
    "two staircases": (*FIRST, at("arch", "g7")),
    "two arches on each other beside a longer way": (
        at("arch", "b4"), at("arch", "c4", 1), at("arch", "d4", 2, 1), at("brick", "d5"),
        at("brick", "d5", 1), at("arch", "g7"), at("arch", "g7", 1),
    ),
    "a fork": (*FIRST, at("arch", "c4", 2, 1), at("column", "c5")),
    "an arch under the path": (at("arch", "b4"), at("arch", "c4", 1), at("arch", "c3", 0, 1)),
    "begun on the palace": (at("arch", "e4", 2, 1), at("brick", "e5"), at("brick", "e5", 1)),
    "begun off the knobs": (Element("arch", 6, 14), at("arch", "d4", 1)),
    "far from the palace": (at("arch", "a1"), at("dark", "b1", 1)),
    "six bricks and seventeen columns": (
        *(at("brick", "a1", level) for level in range(6)),
        *(at("column", "b1", 3 * level) for level in range(17)),
    ),
}  # fmt: skip
RULED = "idle-support=returned double-back=legal spiral=turn over-arch=stacked"


def test_of_heaps(says: Says) -> None:
    """Of each heap alone, and of a whole table with it."""
    for name, elements in HEAPS.items():
        heap = Build(ALL[0], elements, lines=tuple(range(1, 1 + len(elements))))
        says(f"# {name}", *of_verdict(judge_build(heap)))
        says(*of_audit(judge_table(Build(ALL[0], (*SETUP.elements(), *elements)))))


@pytest.mark.parametrize(("ruled", "hand"), [("", None), (RULED, Supply(2, 4, 1))])
def test_of_turns(ruled: str, hand: Supply | None, says: Says) -> None:
    for name, elements in TURNS.items():
        turn = Build(ALL[0], elements, SETUP, tuple(range(1, 1 + len(elements))))
        verdict = judge_build(turn, hand, Rulings.read(ruled.split()))
        says(f"# {name}", *of_verdict(verdict))
        says(*(f"  line {place_of(reason)[1]}" for reason in verdict.reasons))


def test_of_audits(says: Says) -> None:
    for name in test_audit.CASES:
        says(f"# {name}", *of_audit(audit(test_audit.case(name))))
    for name, animals in test_audit.ANIMALS.items():
        says(f"# {name}", *of_audit(audit(test_audit.with_animals(**animals))))


@pytest.mark.parametrize("seed", range(4))
def test_of_audits_of_drawn_palaces(seed: int, says: Says) -> None:
    """Of a palace of some turns, and of what is left when pieces are moved or taken."""
    rng = random.Random(seed)
    palace, _ = test_audit.played(Palace.setup(ALL[seed]), 5, rng)
    every = [palace, *(test_audit.spoiled(palace, rng) for _ in range(6))]
    for one in filter(None, every):
        says(f"# {one}", *of_audit(audit(one)))


ANSWERS = (
    "", "trophy-order=frog-first", "frog-no-end=lowest", "monkey-stay=stay", "monkey-blocks=none",
    "butterfly-scope=colour animals-block=monkey", "covered-decoration=ignored setup-gold=ignored",
)  # fmt: skip


@pytest.mark.parametrize("answers", ANSWERS)
def test_of_the_animals_wherever_they_are(answers: str, says: Says) -> None:
    """Orders in which the monkey and the frog can be on two ends, and the butterfly on a
    decoration; else what is wrong.  Of three staircases the last two are gold.
    """
    rulings = Rulings.read(answers.split())
    palace = Palace.setup(ALL[0])
    for staircase in ("c4+b-d4", "e3+bb-e4", "f5+bb-e5-e4"):
        palace = build(palace, fill(palace, staircase), None, rulings)
    ends = [knob for knob, top in palace.tops.items() if top in "NESW" and top]
    gilded = [knob for knob, top in palace.tops.items() if top in "ldg" and top]
    for monkey in (None, *ends):
        told = []
        for frog in (None, *(knob for knob in ends if knob != monkey)):
            there = palace.with_animal("m", monkey).with_animal("f", frog)
            found = audit(there, rulings)
            wrong = " ".join((*found.codes, *found.notes))
            told.append(f"frog {frog}: {wrong or found.orders[0]}")
        says(f"monkey {monkey}; {'; '.join(told)}")
    for knob in gilded:
        found = audit(palace.with_animal("y", knob), rulings)
        says(f"butterfly {knob}: {' '.join(found.codes) or found.orders[0]}")
