"""Reads position strings: the grammar, then the static rules, every fault with its column."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from palace.core.errors import NotationError, check_length, expect
from palace.core.provenance import NAME
from palace.monkey_palace.kernel.elements import (
    ANIMALS,
    COLOURS,
    HEIGHTS,
    KINDS,
    SUPPORTS,
    noun,
)
from palace.monkey_palace.kernel.ground import SHIPPED, GroundMap, load_map
from palace.monkey_palace.kernel.knob import OPPOSITE, TURNS, WAYS, Knob

_PREFIX = re.compile(rf"\s*(?P<name>{NAME})\s*:")
_LETTERS = {letter.lower(): letter for letter in (*HEIGHTS, *ANIMALS)}
_EXPECTED = "b c l d g, N E S W, m f y, or xN for N empty knobs"
LONGEST = 100_000


_Error = Callable[[str, int, str, str], NotationError]
"""Makes the error of a fault: what, index in the entry, what was expected, code."""


class _Entry(NamedTuple):
    """One knob as written: its letters and the 0-based index of each in the text."""

    knob: Knob
    letters: str
    at: tuple[int, ...]


class Fault(NamedTuple):
    """A break of a static rule: the knob, the level of the piece, and what is wrong there."""

    knob: Knob
    level: int
    error: NotationError


def faults(text: str, ground: GroundMap) -> tuple[Fault, ...]:
    """Return every break of a static rule in a position string, without the map's name in front.

    Raises `NotationError` where it is none.
    """
    entries = list(_entries(text, 0, ground))
    return tuple(_placed(entries, error) for error in _faults(text, ground, entries))


def _placed(entries: list[_Entry], error: NotationError) -> Fault:
    entry = next(entry for entry in entries if error.column - 1 in entry.at)
    below = entry.letters[: entry.at.index(error.column - 1)]
    return Fault(entry.knob, sum(HEIGHTS.get(letter, 1) for letter in below), error)


def read_position(
    text: str, ground: GroundMap | None = None
) -> tuple[GroundMap, dict[Knob, str], dict[str, Knob]]:
    """Return the map of a position string, the column of each knob written out, and the knob of
    each animal; raise `NotationError` for the first fault.

    Takes capitals and small letters, blanks around the parts, and empty knobs in any number of
    `xN`.
    """
    expect(text, str, "ranks from north to south, such as x8/x8/...", "position")
    if ground is not None:
        expect(ground, GroundMap, 'write load_map("map-1")', "ground")
    check_length(text, LONGEST)
    start = 0
    prefix = _PREFIX.match(text)
    if prefix:
        name = prefix["name"].lower()
        if ground is None and name in SHIPPED:
            ground = load_map(name)
        elif ground is None or ground.name.lower() != name:
            column = prefix.start("name") + 1
            wanted = ground.name if ground else ", ".join(SHIPPED)
            raise NotationError(f"{prefix['name']!r} is not the map", text, column, wanted)
        start = prefix.end()
    if ground is None:
        raise NotationError("no map is named", text, 1, "map-1: in front, or a map")
    entries = list(_entries(text, start, ground))
    for fault in _faults(text, ground, entries):
        raise fault
    columns = {entry.knob: _split(entry)[0] for entry in entries}
    animals = {entry.letters[-1]: entry.knob for entry in entries if _split(entry)[1]}
    return ground, columns, animals


def _split(entry: _Entry) -> tuple[str, str]:
    """Return the column and the animal on it."""
    column = entry.letters.rstrip("".join(ANIMALS))
    return column, entry.letters[len(column) :]


def _entries(text: str, start: int, ground: GroundMap) -> Iterator[_Entry]:
    """Yield the written columns, after checking that ranks and files fit the map."""
    rank, file, at = ground.depth - 1, 0, start
    fresh = True  # a knob or xN must come next
    while True:
        while at < len(text) and text[at].isspace():
            at += 1
        letter, token = text[at : at + 1].lower(), at
        if fresh:
            if letter == "x":
                count, at = _number(text, at + 1)
                file += count
            elif letter in _LETTERS:
                end = at
                while end < len(text) and text[end].lower() in _LETTERS:
                    end += 1
                letters = "".join(_LETTERS[one.lower()] for one in text[at:end])
                if file < ground.width:
                    yield _Entry(Knob(file, rank), letters, tuple(range(at, end)))
                file, at = file + 1, end
            else:
                raise NotationError(_found(text, at), text, at + 1, _EXPECTED)
            if file > ground.width:
                raise NotationError(
                    f"rank {rank + 1} has {file} knobs, {ground.name} has {ground.width}",
                    text, token + 1, "/ and the next rank" if rank else "the end",
                )  # fmt: skip
            fresh = False
        elif letter == "," and file < ground.width:
            at, fresh = at + 1, True
        elif file < ground.width:
            raise NotationError(
                f"rank {rank + 1} has {file} of {ground.width} knobs", text, at + 1,
                f", and {ground.width - file} more ({_found(text, at)})",
            )  # fmt: skip
        elif letter == "/" and rank:
            rank, file, at, fresh = rank - 1, 0, at + 1, True
        elif not letter and not rank:
            return
        else:
            wanted = f"/ and rank {rank}" if rank else "the end"
            raise NotationError(f"{_found(text, at)} after rank {rank + 1}", text, at + 1, wanted)


def _found(text: str, at: int) -> str:
    return repr(text[at]) if at < len(text) else "it ends here"


def _number(text: str, at: int) -> tuple[int, int]:
    found = re.compile(r"\s*([1-9][0-9]{0,2})(?![0-9])").match(text, at)
    if found is None:
        raise NotationError("no number after x", text, at + 1, "how many knobs are empty, as in x3")
    return int(found[1]), found.end()


def _faults(text: str, ground: GroundMap, entries: list[_Entry]) -> Iterator[NotationError]:
    """Yield every break of a static rule, in reading order."""
    levels = {entry.knob: _levels(entry) for entry in entries}
    seen: set[str] = set()
    for entry in entries:
        column, animals = _split(entry)

        def fault(
            what: str, index: int, expected: str, code: str, entry: _Entry = entry
        ) -> NotationError:
            return NotationError(f"{entry.knob}: {what}", text, entry.at[index] + 1, expected, code)

        if entry.knob not in ground.colours:
            yield fault("this knob is closed", 0, "x1, nothing stands there", "off-knob")
            continue
        for index, letter in enumerate(column):
            if letter in ANIMALS:
                yield fault(
                    f"something stands on the {ANIMALS[letter]}",
                    index,
                    "the animal last",
                    "blocked",
                )
            elif letter in COLOURS and (not index or column[index - 1] not in WAYS):
                yield fault(
                    "a decoration stands on no arch end", index, "N E S W before it", "decoration"
                )
            elif letter in WAYS:
                yield from _arch_faults(ground, levels, entry, column, index, fault)
        if column and column[-1] in SUPPORTS:
            yield fault(
                "the topmost piece carries nothing", len(column) - 1,
                "an arch end or a decoration on it", "path",
            )  # fmt: skip
        for index, letter in enumerate(animals, len(column)):
            name = ANIMALS[letter]
            if index > len(column):
                yield fault("a second animal stands here", index, "one at most", name)
            elif letter in seen:
                yield fault(f"the {name} stands twice", index, "one, as in the box", "supply")
            elif letter == "y" and column[-1:] not in (*COLOURS,):
                yield fault("the butterfly is on no decoration", index, "l d g before it", name)
            elif letter != "y" and column[-1:] not in (*WAYS,):
                yield fault(f"the {name} is on no arch end", index, "N E S W before it", name)
            seen.add(letter)
    yield from _quantities(text, entries, ground)


def _levels(entry: _Entry) -> dict[int, str]:
    """Return the arch ends of a column by level."""
    level, found = 0, {}
    for letter in _split(entry)[0]:
        if letter in WAYS:
            found[level] = letter
        level += HEIGHTS.get(letter, 1)
    return found


def _arch_faults(
    ground: GroundMap,
    levels: dict[Knob, dict[int, str]],
    entry: _Entry,
    column: str,
    index: int,
    fault: _Error,
) -> Iterator[NotationError]:
    """Faults of one arch end: its partner lies level with it, and they do not lie on one arch."""
    letter = column[index]
    level = sum(HEIGHTS.get(below, 1) for below in column[:index])
    east, north = WAYS[letter]
    other = Knob(entry.knob.file + east, entry.knob.rank + north)
    if other not in ground.colours:
        yield fault(
            f"an arch leads {letter} to a closed knob or beyond the map", index,
            "an arch over open knobs", "off-knob",
        )  # fmt: skip
        return
    partner = levels.get(other, {}).get(level)
    if partner != OPPOSITE[letter]:
        yield fault(
            f"the arch leading {letter} has no other end at {other}, level {level}", index,
            f"{OPPOSITE[letter]} there", "support",
        )  # fmt: skip
    elif index and column[index - 1] == letter and levels[other].get(level - 1) == partner:
        yield fault(f"an arch lies on the arch below it, to {other}", index, "spacers", "stacked")


def _quantities(text: str, entries: list[_Entry], ground: GroundMap) -> Iterator[NotationError]:
    """Yield the pieces beyond what the box holds, at the first that is too many."""
    kinds = {"arch": "arch"} | {letter: KINDS[letter] for letter in ("b", "c", *COLOURS)}
    limits = {name: ground.in_box(kind) for name, kind in kinds.items()}
    count: dict[str, int] = {}
    for entry in entries:
        for letter, at in zip(entry.letters, entry.at, strict=True):
            name = "arch" if letter in TURNS else letter
            count[name] = count.get(name, 0) + 1
            if count[name] == limits.get(name, 1_000_000) + 1:
                most = count[name] - 1
                yield NotationError(
                    f"more than {most} {noun(KINDS.get(name, name), most)}", text, at + 1,
                    f"at most {most}, as in the box", "supply",
                )  # fmt: skip


def as_position(written: str) -> tuple[str, list[int]]:
    """Return a position written over several lines as a position string: line ends for `/`,
    blanks for `,`.

    Also the offset in `written` of each of its characters, and of its end.
    """
    text = ""
    offsets: list[int] = []
    end = 0
    for word in re.finditer(r"\S+", written):
        if text and text[-1] not in ",/:" and word[0][0] not in ",/:":
            text += "/" if re.search(r"[\r\n]", written[end : word.start()]) else ","
            offsets.append(word.start())
        text += word[0]
        offsets += range(*word.span())
        end = word.end()
    return text, [*offsets, end]
