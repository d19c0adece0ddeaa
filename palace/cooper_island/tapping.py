"""A line entered by taps: each makes the text one value longer, of those that there are now."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial

from palace.contract.taps import Board, Choice, Place, Row, Taps, Told
from palace.cooper_island.aid import area_words
from palace.cooper_island.drawing import SIDE, TablePlan, plan_svg, spots
from palace.cooper_island.land import Land
from palace.cooper_island.lines import close, go_on
from palace.cooper_island.notation import read_steps
from palace.cooper_island.peninsula import Hex
from palace.cooper_island.rules import BOOK
from palace.cooper_island.turn import Turn
from palace.cooper_island.values import about, examples, values, verbs, walk
from palace.cooper_island.verbs import Verb, written
from palace.core.errors import InputError, Problem
from palace.core.verdict import Text, in_language

_TILE = re.compile(r"[ -](?:level \S+ \S+|[a-z][0-9]+|[a-z]+(?:-[a-z]+)?)")
"""What one tap adds to the text of a tile: its side, a space, what is under it, or gold."""

_NAME = re.compile(r"\b[a-z][0-9]+\b")
_SPACE = re.compile(r".*[ -]([a-z][0-9]+)$")


def taps(start: Turn, text: str) -> Taps:
    """Return what can be tapped with the steps that are entered; raises `InputError` for others.

    What has one way on only is entered by itself.
    """
    before, _, step = text.rpartition("; ")
    turn = start.copy()
    go_on(turn, read_steps(before) if before else ())
    ways = _ways(turn, step)
    while len(ways) == 1 and step not in ways:
        (step,) = ways
        ways = _ways(turn, step)
    if step and not ways:
        raise InputError(Problem("", f"{step!r:.60} is no step here", "take it back"))
    lead = f"{before}; " if before else ""
    whole = f"{lead}{step}"
    rows, done = [_further(lead, step, ways)], step in ways or not step
    if done:
        go_on(turn, read_steps(step) if step else ())
        rows += _steps(turn, f"{whole}; " if whole else "")
    closed = turn.copy()
    close(closed, whole=False)
    reasons = tuple(closed.reasons)
    told = Told(whole, ("illegal" if reasons else "legal") if whole and done else "open", reasons)
    answer = whole if whole and done and not turn.owing else None
    spaces = {m[1]: lead + way for way in ways if way != step and (m := _SPACE.match(way))}
    board = board_of(turn.name, turn.me.land, spaces, step)
    return Taps(told, board, tuple(row for row in rows if row.items), answer)


def _ways(turn: Turn, step: str) -> dict[str, str]:
    """Return each text that a tap can make of a step, and the step itself if it is whole, with what
    is told of it."""
    ways: dict[str, str] = {}
    name = step.partition(" ")[0]
    for verb in (verb for verb in verbs(turn) if verb.name == name):
        for chosen in walk(turn, verb, step):
            text = written(verb, chosen)
            tile = _TILE.match(text, len(step)) if "placement" in [*chosen][-1:] else None
            text = text[: tile.end()] if tile else text
            ways[text] = about(turn, verb, chosen) if len(chosen) == 1 else ""
    return ways


def _further(lead: str, step: str, ways: Mapping[str, str]) -> Row:
    """Return the keys that go on with a step; spaces are on the board."""
    keys = (
        Choice(way, way[len(step) :].lstrip(), lead + way, note=note)
        for way, note in ways.items() if way != step and not _SPACE.match(way)
    )  # fmt: skip
    return Row("", tuple(keys), "list")


def _steps(turn: Turn, lead: str) -> Iterator[Row]:
    """Yield the keys of the next step, areas first."""
    keys = []
    for verb, ways in examples(turn):
        if next(ways, None) is None:
            continue
        if verb.parts and verb.parts[0].kind == "area":
            key = "name.special-worker" if verb.name == "special" else "name.worker"
            yield Row(BOOK.text(key), tuple(_areas(turn, verb, lead)), "list")
        else:
            keys.append(Choice(verb.name, verb.name, lead + verb.name, note=verb.words))
    yield Row("", (*keys,), "list")


def _areas(turn: Turn, verb: Verb, lead: str) -> Iterator[Choice]:
    def note(area: str, speaks: str) -> str:
        toll = in_language(about(turn, verb, {"area": area}), speaks)
        return f"{area_words(area, verb.name, BOOK.language(speaks))} {toll}".rstrip()

    found = values(verb, verb.parts[0])
    for area in sorted(map(str, found(turn, {}) if found else ())):
        text = f"{verb.name} {area}"
        yield Choice(text, area, lead + text, note=Text(partial(note, area)))


def board_of(name: str, land: Land, answers: Mapping[str, str], step: str) -> Board:
    """Return a player's peninsula with the spaces that can be tapped, and the texts these make;
    those that `step` names are chosen."""
    chosen = {name for name in _NAME.findall(step) if Hex.read(name) in land}
    size = round(1.6 * SIDE)
    places = tuple(
        Place(
            str(space), round(x - size / 2), round(y - size / 2), label=str(space),
            looks="round chosen" if str(space) in chosen else "round", wide=size, deep=size,
        )
        for space, x, y in spots(land, map(Hex.read, sorted({*answers, *chosen})))
    )  # fmt: skip
    picture = Text(partial(plan_svg, TablePlan(((name, land),))))
    return Board((), (), TablePlan.title(name, land), places, answers=answers, picture=picture)
