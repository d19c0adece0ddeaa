"""A staircase judged by the columns it touches, where the rest of the palace is not known.

columns = 1*( knob "=" ( height [piece] [animal] / "?" ) )    height = bricks, decorations counted
piece   = what is on top: N E S W an arch end, l d g a decoration
animal  = m monkey, f frog, y butterfly, ? perhaps one
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from palace.core.errors import InputError, NotationError, Problem, check_length
from palace.core.verdict import Text
from palace.monkey_palace.kernel.elements import ANIMALS, COLOURS
from palace.monkey_palace.kernel.ground import GroundMap
from palace.monkey_palace.kernel.knob import WAYS, Knob
from palace.monkey_palace.kernel.palace import Palace, arranged
from palace.monkey_palace.kernel.reasons import BOOK
from palace.monkey_palace.kernel.referee import judge
from palace.monkey_palace.kernel.rulings import DEFAULT, Rulings
from palace.monkey_palace.kernel.staircase import LONGEST, Staircase, pile_height
from palace.monkey_palace.kernel.supply import Supply
from palace.monkey_palace.kernel.verdict import Verdict

_COLUMN = re.compile(
    r"([a-z][1-9][0-9]{0,2})=(?:\?|(0)|([1-9][0-9]{0,2})([neswldg]?)([mfy?]?))", re.IGNORECASE
)
_LETTERS = {letter.lower(): letter for letter in (*WAYS, *COLOURS, *ANIMALS, "?", "")}
_WANTED = "KNOB=HEIGHT and what is on top: c4=0 d4=1E e4=4Wm f4=3g g4=?"


class Column(NamedTuple):
    """What is told of a column: its height in bricks, the letter of the piece on top, the animal.

    A height that is not known is None, a piece that is not told empty; `animal` is empty without
    one, `?` where there may be one.
    """

    height: int | None = None
    top: str = ""
    animal: str = "?"


class Judged(NamedTuple):
    """A verdict by columns: `legal` is None where they do not tell; `notes` what was not judged.

    Every reason holds whatever else is on the map.  What a legal staircase earns has no credits:
    whether its decoration is the highest of its colour is not known.
    """

    legal: bool | None
    verdict: Verdict
    notes: tuple[Text, ...]


def read_columns(text: str, ground: GroundMap) -> dict[Knob, Column]:
    """Return the columns of a text such as `c4=0 d4=1E e4=?`; raises `NotationError`."""
    check_length(text, LONGEST)
    columns: dict[Knob, Column] = {}
    for word in re.finditer(r"[^\s,]+", text):
        found, column = _COLUMN.fullmatch(word[0]), word.start() + 1
        if found is None:
            raise NotationError(f"{word[0]!r:.40} is no column", text, column, _WANTED)
        knob = Knob.read(found[1])
        if knob not in ground.colours or knob in columns:
            what = "is named twice" if knob in columns else f"is no open knob of {ground.name}"
            raise NotationError(f"{knob} {what}", text, column, "each open knob once")
        top, animal = (_LETTERS[letter.lower()] for letter in (found[4] or "", found[5] or ""))
        height = found[2] or found[3]
        columns[knob] = Column(int(height), top, animal) if height else Column()
    return columns


def missing(staircase: Staircase, ground: GroundMap, columns: Iterable[Knob]) -> tuple[Knob, ...]:
    """Return the open knobs of a staircase that are not among the columns, in walking order."""
    lacks = ground.colours.keys() - columns
    return tuple(knob for knob in dict.fromkeys(staircase.knobs) if knob in lacks)


def judge_columns(
    ground: GroundMap,
    columns: Mapping[Knob, Column],
    staircase: Staircase,
    supply: Supply | None = None,
    rulings: Rulings = DEFAULT,
) -> Judged:
    """Return the verdict on a staircase by the columns that it touches.

    What is not known is taken each way it may be: a reason holds if it arises every time, and the
    staircase is legal if none ever does.  Without a supply its pieces are taken as there.  Raises
    `InputError` if a column is missing.
    """
    if lacks := missing(staircase, ground, columns):
        what = f"the columns of {' '.join(map(str, lacks))} are missing"
        raise InputError(Problem("", what, f"add {lacks[0]}=HEIGHT[TOP], or {lacks[0]}=?"))
    known = replace(rulings, decoration_out="bare")  # how many are left is not known
    tables = _tables(ground, columns, staircase, rulings)
    first, *others = (judge(table, staircase, supply, known) for table in tables)
    every = [{(one.key, one.at, one.text) for one in other.reasons} for other in others]
    reasons = tuple(
        replace(
            one,
            level=None if every else one.level,  # it may rest on what is not known
            values=tuple((k, () if k == "free" else value) for k, value in one.values),
        )
        for one in first.reasons
        if all((one.key, one.at, one.text) in other for other in every)
    )
    legal = first.legal and not any(every) and rulings.decoration_out == "bare"
    verdict = Verdict(reasons, staircase, staircase.uses)
    if legal:
        bonus = None if rulings.bonus_height == "column" else first.bonus
        verdict = replace(verdict, decoration=first.decoration, bonus=bonus, height=first.height)
    unknown = tuple(knob for knob, column in columns.items() if column.animal == "?")
    keys = {
        "columns.only": True, "columns.unknown": unknown, "columns.supply": supply is None,
        "columns.highest": legal, "columns.bonus": legal and verdict.bonus is None,
        "columns.decoration": first.legal and rulings.decoration_out != "bare",
    }  # fmt: skip
    notes = tuple(BOOK.text(key, knobs=unknown) for key, applies in keys.items() if applies)
    return Judged(False if reasons else legal or None, verdict, notes)


def _tables(
    ground: GroundMap, columns: Mapping[Knob, Column], staircase: Staircase, rulings: Rulings
) -> Iterator[Palace]:
    """Yield the palace of the columns, then each way that matters of what is not known of them.

    The piece on top matters to rule G alone, and only where a staircase is illegal for its start or
    a turn; what is below it to the ruling `over-arch` alone.
    """
    high = sum(column.height or 0 for column in columns.values()) + staircase.arches + 1
    high += sum(map(pile_height, staircase.unders + staircase.risers))

    def table(tall: Iterable[Knob] = (), animal: str = "", inside: str = "l") -> Palace:
        pieces: dict[Knob, str] = {}
        animals: list[tuple[str, Knob]] = []
        for knob, column in columns.items():
            height = (high if knob in tall else 0) if column.height is None else column.height
            pieces[knob] = inside * (height - 1) + (column.top or inside) if height else ""
            if letter := animal if column.animal == "?" else column.animal:
                animals.append((letter, knob))
        return Palace(ground, arranged(ground, pieces), tuple(sorted(animals)))

    yield table()
    unknown = {knob for knob, column in columns.items() if column.height is None}
    for one in unknown:
        yield from (table({one}), table(unknown - {one}), table(unknown))
    if any(column.animal == "?" for column in columns.values()):
        yield from (table(animal=letter) for letter in "mf")
    if rulings.over_arch == "stacked":
        yield from (table(inside=way) for way in WAYS)
