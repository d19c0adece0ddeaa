"""What can be tried on a land, one text each: a placement, or one of four more acts.

    act = placement / ("building" / "statue") SPACE / "spend" 1*SPACE / "ruin" SPACE

`building` and `statue` are put on a space, `spend` takes its cubes away whole, `ruin` the ruin.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from palace.cooper_island.land import Land, without_cubes
from palace.cooper_island.peninsula import Hex
from palace.cooper_island.referee import (
    LEVELLING_COST,
    STANDING,
    TileVerdict,
    judge,
    judge_standing,
    lay,
    take_ruin,
)
from palace.cooper_island.rulings import DEFAULT, Rulings
from palace.cooper_island.tiles import KINDS, Hand, Placement
from palace.core.errors import NotationError, nearest, shorten

WORDS = (*STANDING, "spend", "ruin")


_WORD = re.compile(r"\S+")


class Act(NamedTuple):
    """An act that lays no tile: its word and the spaces it is about."""

    word: str
    spaces: tuple[Hex, ...]

    def __str__(self) -> str:
        return " ".join(map(str, (self.word, *self.spaces)))


def read_act(text: str) -> Placement | Act:
    """The placement or act of a text; raises `NotationError` with column and what was expected."""
    found = [*_WORD.finditer(text)]
    word = found[0][0].lower() if found else ""
    if word in KINDS:
        return Placement.read(text)
    if word not in WORDS:
        known = (*KINDS, *WORDS)
        near = nearest(word, known) if word else None
        expected = f"{', '.join(known[:-1])} or {known[-1]}"
        what = f"{shorten(word, 30)!r} cannot stand here" if word else "nothing is written"
        column = found[0].start() + 1 if found else 1
        hint = f"{expected}; did you mean {near}?" if near else expected
        raise NotationError(what, text, column, hint)
    spaces = []
    for part in found[1:]:
        try:
            spaces.append(Hex.read(part[0]))
        except NotationError:
            what = f"{shorten(part[0], 30)!r} cannot stand here"
            raise NotationError(what, text, part.start() + 1, "a space such as c3") from None
    if not spaces or (len(spaces) > 1 and word != "spend"):
        column = found[2].start() + 1 if spaces else len(text.rstrip()) + 1
        what = "this is too much" if spaces else "it ends here"
        raise NotationError(what, text, column, "one space" if spaces else "a space such as c3")
    return Act(word, tuple(spaces))


def try_act(
    land: Land, act: Placement | Act, rulings: Rulings = DEFAULT, hand: Hand | None = None
) -> tuple[Land, TileVerdict]:
    """The verdict on an act, and the land afterwards: of an illegal one with what can lie there.

    Raises `InputError` where there is no cube to spend and no ruin to take.
    """
    if isinstance(act, Placement):
        verdict = judge(land, act, rulings, hand)
        return verdict.land or lay(land, act), verdict
    space = act.spaces[0]
    if act.word == "spend":
        after = without_cubes(land, act.spaces)
        return after, TileVerdict((), after)
    if act.word == "ruin":
        after = take_ruin(land, space)
        return after, TileVerdict((), after)
    reasons = judge_standing(land, space, rulings)
    if reasons:
        return land, TileVerdict(reasons)
    after = land.with_space(space, land[space]._replace(piece=act.word))
    return after, TileVerdict((), after)


def used(hand: Hand, placement: Placement) -> Hand:
    """What is left at hand after a placement."""
    tile = placement.tile
    doubles = hand.doubles
    if tile.kind == "double" and doubles is not None:
        gone = next((double for double in doubles if double.shows(tile.terrains)), None)
        if gone is not None:
            at = doubles.index(gone)
            doubles = (*doubles[:at], *doubles[at + 1 :])
    singles = hand.singles - (tile.kind == "single") - (placement.level is not None)
    islets = hand.islets - (tile.kind == "islet")
    steps = hand.steps
    if placement.level and steps is not None:
        steps = max(0, steps - LEVELLING_COST)
    return Hand(doubles, max(0, singles), max(0, islets), steps)
