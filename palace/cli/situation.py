"""The situation a verb judges in, from its options or from a running game."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from typing import NamedTuple

from palace.document import LIMIT
from palace.errors import InputError, NotationError, Problem
from palace.ground import GroundMap, load_map
from palace.position import Palace
from palace.rulings import Rulings, answers
from palace.supply import Supply


class Situation(NamedTuple):
    """Where a staircase is to be judged; `supply` is None where it is what the box still holds."""

    palace: Palace
    supply: Supply | None
    rulings: Rulings
    notes: tuple[str, ...] = ()
    player: str | None = None


def situation(
    position: str | None,
    map_name: str | None,
    supply: str | None,
    game: str | None,
    turn: int | None,
    ruling: Sequence[str],
) -> Situation:
    """The situation the options describe; raises `InputError` with every wrong one."""
    if game is not None:
        return _running(position, map_name, supply, game, turn, ruling)
    if turn is not None:
        raise InputError(Problem("--turn", "it goes with --game", "name the record"))
    rulings = Rulings.read(ruling)
    pieces = _supply(supply)
    ground = load_map(map_name) if map_name is not None else None
    if position is None:
        palace = Palace.setup(ground or load_map("map-1"))
    else:
        palace = _position(position, ground)
    return Situation(palace, pieces, rulings, _notes(palace.ground))


def _notes(ground: GroundMap) -> tuple[str, ...]:
    return tuple(f"{ground.name}: {sentence}" for sentence in ground.warnings())


def _supply(text: str | None) -> Supply | None:
    try:
        return None if text is None else Supply.read(text)
    except NotationError as error:
        raise InputError(Problem("--supply", str(error))) from None


def _position(text: str, ground: GroundMap | None) -> Palace:
    where = "--position"
    if text.startswith("@"):
        where, text = text[1:] if text != "@-" else "standard input", _lines(text[1:])
    if ground is None and ":" not in text:
        ground = load_map("map-1")
    try:
        return Palace.read(text, ground)
    except NotationError as error:
        raise InputError(Problem(where, str(error))) from None


def _lines(name: str) -> str:
    """A position from a file or standard input: line ends stand for `/`, blanks for `,`."""
    if name == "-":
        raw = sys.stdin.buffer.read(LIMIT + 1)
    else:
        try:
            with open(name, "rb") as stream:
                raw = stream.read(LIMIT + 1)
        except (OSError, ValueError) as error:
            what = getattr(error, "strerror", None) or "it cannot be opened"
            raise InputError(Problem(name, what.lower(), "name a file with a position")) from None
    if len(raw) > LIMIT:
        raise InputError(Problem(name, "it is larger than 16 MB", "a position is one line"))
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(Problem(name, "it is not UTF-8 text", "save it as text")) from None
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    joined = "/".join(line.rstrip("/") for line in lines)
    joined = re.sub(r":\s*/", ":", joined)
    return re.sub(r"(?<=[^\s,/:])\s+(?=[^\s,/:])", ",", joined)


def _running(
    position: str | None,
    map_name: str | None,
    supply: str | None,
    game: str,
    turn: int | None,
    ruling: Sequence[str],
) -> Situation:
    """The palace, map, rulings and next player of a record after its turn number `turn`."""
    for name, value in (("--position", position), ("--map", map_name)):
        if value is not None:
            raise InputError(Problem(name, "it does not go with --game", "leave one of them away"))
    from palace.game import replay
    from palace.records import read_record

    record = read_record(game)
    count = len(record.data.turns or ())
    if turn is not None and not 0 <= turn <= count:
        raise InputError(
            Problem("--turn", f"{turn} is not in the record", f"it has turns 0 (set-up) to {count}")
        )
    played = replay(record, turns=turn)
    done = len(played.turns)
    names = [player.name for player in record.data.players]
    notes = [f"warning: {line}" for line in record.warnings]
    if supply is None:
        notes.append("the player's own pieces are not counted: the box's are used; give --supply")
    if not played.legal and played.error is not None:
        notes.append(
            f"turn {played.error.turn} of the record is not legal: see palace check {game}"
        )
    rulings = Rulings.of({**record.data.rulings, **answers(ruling)})
    return Situation(
        played.palace, _supply(supply), rulings, tuple(notes), names[done % len(names)]
    )
