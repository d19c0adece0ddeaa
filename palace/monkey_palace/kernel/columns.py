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
from palace.monkey_palace.kernel.elements import ANIMALS
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
    r"([a-z][1-9][0-9]{0,2})=(\?|0|[1-9][0-9]{0,2}[neswldg]?[mfy?]?)", re.IGNORECASE
)
_LETTERS = str.maketrans("neswLDGMFY", "NESWldgmfy")
_HIDDEN = {"over-arch": "stacked", "bonus-height": "column", "decoration-out": "illegal"}
"""The answers to rulings that need what is inside a column, or elsewhere."""


class Judged(NamedTuple):
    """A verdict by columns: `legal` is None where they do not tell; `notes` what was not judged.

    Every reason holds whatever else is on the map.  A legal staircase has no credits: whether its
    decoration is the highest of its colour is not known.
    """

    legal: bool | None
    verdict: Verdict
    notes: tuple[Text, ...]


def read_columns(text: str, ground: GroundMap) -> dict[Knob, str]:
    """Return what is told of each knob, as in `c4=0 d4=1E e4=?`; raises `NotationError`."""
    check_length(text, LONGEST)
    columns: dict[Knob, str] = {}
    for word in re.finditer(r"[^\s,]+", text):
        found, column = _COLUMN.fullmatch(word[0]), word.start() + 1
        if found is None:
            wanted = "KNOB=HEIGHT and what is on top: c4=0 d4=1E e4=4Wm f4=3g g4=?"
            raise NotationError(f"{word[0]!r:.40} is no column", text, column, wanted)
        knob = Knob.read(found[1])
        if knob not in ground.colours or knob in columns:
            what = "is named twice" if knob in columns else f"is no open knob of {ground.name}"
            raise NotationError(f"{knob} {what}", text, column, "each open knob once")
        columns[knob] = found[2].translate(_LETTERS)
    return columns


def missing(staircase: Staircase, ground: GroundMap, columns: Iterable[Knob]) -> list[Knob]:
    """Return the open knobs of a staircase that are not among the columns, in walking order."""
    lacks = ground.colours.keys() - columns
    return [knob for knob in dict.fromkeys(staircase.knobs) if knob in lacks]


def judge_columns(
    ground: GroundMap,
    columns: Mapping[Knob, str],
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
    bare = replace(rulings, decoration_out="bare")  # how many are left is not known
    tables = _tables(ground, columns, staircase, rulings)
    first, *others = (judge(table, staircase, supply, bare) for table in tables)
    every = [{(one.key, one.at, one.text) for one in other.reasons} for other in others]
    reasons = tuple(
        # A level may rest on what is not known, and which knobs are free does.
        replace(one, level=None if every else one.level, values=(*one.values, ("free", ())))
        for one in first.reasons
        if all((one.key, one.at, one.text) in other for other in every)
    )
    verdict = Verdict(reasons, staircase, staircase.uses)
    legal = first.legal and not any(every) and rulings.decoration_out == "bare"
    if legal:
        bonus = None if rulings.bonus_height == "column" else first.bonus
        verdict = replace(verdict, decoration=first.decoration, bonus=bonus, height=first.height)
    unknown = tuple(knob for knob, told in columns.items() if "?" in told)
    hidden = tuple(sorted(f"{k}={v}" for k, v in rulings.changed().items() & _HIDDEN.items()))
    notes = [BOOK.text("columns.only")]
    notes += [BOOK.text("columns.unknown", knobs=unknown)] * bool(unknown)
    notes += [BOOK.text("columns.supply")] * (supply is None)
    notes += [BOOK.text("columns.highest")] * legal
    notes += [BOOK.text("columns.rulings", names=hidden)] * bool(hidden)
    return Judged(False if reasons else legal or None, verdict, tuple(notes))


def _tables(
    ground: GroundMap, columns: Mapping[Knob, str], staircase: Staircase, rulings: Rulings
) -> Iterator[Palace]:
    """Yield the palace of the columns, then each way that matters of what is not known of them.

    The piece on top matters to rule G alone, and only where a staircase is illegal for its start or
    a turn; what is below it to the ruling `over-arch` alone.
    """
    heights = {knob: told.rstrip("NESWldgmfy?") for knob, told in columns.items()}
    high = sum(int(height or 0) for height in heights.values()) + staircase.arches + 1
    high += sum(map(pile_height, staircase.unders + staircase.risers))

    def table(tall: Iterable[Knob] = (), animal: str = "", inside: str = "l") -> Palace:
        pieces: dict[Knob, str] = {}
        animals: list[tuple[str, Knob]] = []
        for knob, told in columns.items():
            height = int(heights[knob] or (high if knob in tall else 0))
            top = told.strip("0123456789mfy?") or inside
            pieces[knob] = inside * (height - 1) + top if height else ""
            if (letter := told[-1].replace("?", animal)) in ANIMALS:
                animals.append((letter, knob))
        return Palace(ground, arranged(ground, pieces), tuple(sorted(animals)))

    yield table()
    unknown = {knob for knob, height in heights.items() if not height}
    for one in unknown:
        yield from (table({one}), table(unknown - {one}), table(unknown))
    if any("?" in told for told in columns.values()):
        yield from (table(animal=letter) for letter in "mf")
    if rulings.over_arch == "stacked":
        yield from (table(inside=way) for way in WAYS)
