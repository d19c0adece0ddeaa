"""Everything that is said of the corpora: sentences, remedies, levels and amounts, as users read.

The corpora say which rules are broken and what follows; here each value stands in a golden file.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from palace.core.errors import NotationError
from palace.core.verdict import Reason
from palace.monkey_palace.kernel.audit import Audit
from palace.monkey_palace.kernel.build import Build
from palace.monkey_palace.kernel.build_referee import judge_table
from palace.monkey_palace.kernel.columns import judge_columns, read_columns
from palace.monkey_palace.kernel.elements import BASEPLATE, PIECES, Element
from palace.monkey_palace.kernel.ground import load_map
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.reasons import BOOK, earnings_text, place
from palace.monkey_palace.kernel.rulings import RULINGS, Rulings
from palace.monkey_palace.kernel.staircase import Staircase
from palace.monkey_palace.kernel.supply import Supply
from palace.monkey_palace.kernel.verdict import Verdict
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
    record = {name: value for name, value in verdict.record().items() if name != "reasons"}
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
