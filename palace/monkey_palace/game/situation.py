"""The situation a call is about: from its options, or from a running game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from palace.core.errors import InputError, NotationError, Problem, gather
from palace.files.document import Place
from palace.files.text_file import argument_text
from palace.monkey_palace.kernel.ground import GroundMap, open_map
from palace.monkey_palace.kernel.notation import as_position
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.rulings import Rulings
from palace.monkey_palace.kernel.supply import Supply

if TYPE_CHECKING:
    from palace.monkey_palace.game.record import Record


BUILDING = {
    "double-back", "spiral", "over-arch", "animals-block", "monkey-blocks", "highest-tie",
    "setup-gold", "bonus-height", "covered-decoration", "decoration-out", "must-build",
}  # fmt: skip
"""The rulings that count for a single staircase, or a pass."""


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
    *,
    where: str = "--position",
) -> Situation:
    """Return the situation that the options of a call describe.

    Raises `InputError` with everything wrong in them; messages call the position `where`.
    """
    found: list[Problem] = []
    given = gather(found, "--ruling", lambda: Rulings.pairs(ruling))
    pieces = None if supply is None else gather(found, "--supply", lambda: Supply.read(supply))
    if game is not None:
        found += [
            Problem(name, "it does not go with --game", "leave one of them out")
            for name, value in (("--position", position), ("--map", map_name))
            if value is not None
        ]
        running = gather(found, "--game", lambda: _running(game, turn, pieces, given or {}))
        if running is None or found:
            raise InputError(*found)
        return running
    if turn is not None:
        found.append(Problem("--turn", "it goes with --game", "name the record"))
    ground = gather(found, "--map", lambda: open_map(map_name or "map-1"))
    palace = None
    if ground is not None:
        named = ground if map_name is not None else None
        palace = gather(found, where, lambda: palace_at(position, ground, named, where))
    if palace is None or given is None or found:
        raise InputError(*found)
    name = palace.ground.name
    notes = [f"{name}: {sentence}" for sentence in palace.ground.warnings()]
    if without := sorted(given.keys() - BUILDING):
        notes.append(f"no effect on what can be built: {', '.join(without)}")
    if pieces is not None and not palace.box.covers(pieces):
        notes.append(
            f"the box still holds {palace.box}: of {pieces}, {palace.at_hand(pieces)} count"
        )
    return Situation(palace, pieces, Rulings.of(given), tuple(notes))


def palace_at(text: str | None, ground: GroundMap, named: GroundMap | None, where: str) -> Palace:
    """Return the palace of a position, which may name its map where no other is `named`.

    The set-up of `ground` without one.
    """
    if text is None:
        return Palace.setup(ground)
    if not text.startswith("@"):
        return Palace.read(text, ground if named or ":" not in text else None)
    file = "standard input" if text == "@-" else text[1:] or "@"
    written = argument_text(text[1:], file)
    position, offsets = as_position(written)
    try:
        return Palace.read(position, ground if named or ":" not in position else None)
    except NotationError as error:
        at = offsets[error.column - 1]
        line, before = written.count("\n", 0, at) + 1, written.rfind("\n", 0, at)
        place = str(Place(file, line, at - before))
        raise InputError(error.problem("")._replace(where=place)) from None


def check_turn(record: Record, turn: int | None) -> None:
    """Raise an `InputError` unless a record has this turn; 0 is the set-up."""
    count = len(record.data.turns or ())
    if turn is not None and not 0 <= turn <= count:
        remedy = f"it has turns 0 (the set-up) to {count}"
        raise InputError(Problem("--turn", f"{turn} is not in the record", remedy))


def _running(
    game: str, turn: int | None, supply: Supply | None, given: dict[str, str]
) -> Situation:
    """Return the palace, map, rulings and next player of a record after its turn number `turn`."""
    from palace.contract.registry import check_record_name
    from palace.monkey_palace.game.log import read_record, replay

    check_record_name(game)
    record = read_record(game)
    check_turn(record, turn)
    record = replace(record, rulings=Rulings.of({**record.data.rulings, **given}))
    log = replay(record, turns=turn)
    state = log.state
    due = state.due[0]
    notes = [f"warning: {line}" for line in record.warnings]
    pieces = state.seat(due).pieces if supply is None else supply
    if pieces is None:
        notes.append(
            f"the pieces of {due} are not known: the box's are used; give --supply, or "
            "start and each in the record"
        )
    if state.finished:
        notes.append("the game is over: no further turn is taken")
    if log.reasons:
        wrong = (report.number for _, _, report in log.turns if report.reasons)
        where = "the position" if log.wrong else f"turn {next(wrong)}"
        notes.append(f"{where} of the record is not legal: see palace check {game}")
    rulings = state.rulings_of(due, record.rulings)
    return Situation(state.palace, pieces, rulings, tuple(notes), due)
