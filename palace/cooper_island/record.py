"""Records of Cooper Island, read from a document with the place of every error."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Annotated, Literal, TypeVar

from palace.cooper_island.box import BOX, SEATS, Box, Values, box_with, values_problems
from palace.cooper_island.land import LONGEST, Land, Peninsula, leftover, load_peninsula, uncovered
from palace.cooper_island.notation import MOST_LINES, LogLine, log_lines
from palace.cooper_island.rules import Rulings
from palace.cooper_island.state import LOGBOOK_POINTS, SHIPS, Ring
from palace.cooper_island.turn import Setting
from palace.core.errors import InputError, NotationError, Problem, either, gather, nearest
from palace.files.document import Document
from palace.files.fields import Date, Format, Name, RulesOne
from palace.files.models import Discriminator, Field, Model, Tag, fields_of
from palace.files.problems import Path as Way
from palace.files.problems import (
    fault,
    fitted,
    in_order,
    named,
    names_twice,
    rulings_of,
    unknown_keys,
    unreadable,
)
from palace.scoring.score import counted

MOST_PLAYERS = 8
Count = Annotated[int, Field(ge=0, le=10_000)]
Total = Annotated[int, Field(ge=-10_000, le=10_000)]


_EITHER = Discriminator(lambda value: "list" if isinstance(value, list) else "one")
# Points as one number, or card by card; a log as one text, or as a list of lines.
Points = Annotated[
    Annotated[Count, Tag("one")] | Annotated[list[Count], Field(max_length=100), Tag("list")],
    _EITHER,
]
Log = Annotated[
    Annotated[str, Tag("one")] | Annotated[list[str], Field(max_length=MOST_LINES), Tag("list")],
    _EITHER,
]


class Voyage(Model):
    """The way of a ship: logbooks and beaches since the last, or the distance; None is unknown."""

    logbooks: Count | None = None
    beaches: Count | None = None
    distance: Count | None = None

    @property
    def by_logbooks(self) -> int | None:
        """Five points for each logbook and one for each beach since the last (rule 1A, 1B)."""
        if self.logbooks is None and self.beaches is None:
            return None
        return LOGBOOK_POINTS * (self.logbooks or 0) + (self.beaches or 0)

    @property
    def points(self) -> int:
        """The points of the ship: by its logbooks if they are known, else by its distance."""
        found = self.by_logbooks
        return (self.distance or 0) if found is None else found

    @property
    def cause(self) -> str:
        if self.by_logbooks is None:
            return f"sailed {counted(self.distance or 0, 'beach')}".replace("beachs", "beaches")
        since = f"{self.beaches or 0} beach{'es' * (self.beaches != 1)}"
        return f"{counted(self.logbooks or 0, 'logbook')}, {since} since the last"


Ship = Annotated[
    Annotated[Count, Tag("points")] | Annotated[Voyage, Tag("way")],
    Discriminator(lambda value: "points" if isinstance(value, int) else "way"),
]
"""The points of a ship, or its way."""


class LeftoversModel(Model):
    """What a player has left; `cartographer` counts steps, `double_tiles` tiles not laid."""

    coins: Count = 0
    resources: Count = 0
    cartographer: Count = 0
    double_tiles: Count = 0

    @property
    def counts(self) -> dict[str, int]:
        return {key: getattr(self, key) for key in LEFTOVER_WORDS}


class CooperPlayer(Model):
    """A player in seat order with the keys of the final sheet; what can be counted on `land` is not
    written again: uncovered spaces, and cubes, which are resources left beside `leftovers`."""

    name: Name
    total: Total | None = None
    ships: Annotated[list[Ship], Field(max_length=100)] | None = None
    royal_orders: Points | None = None
    buildings: Points | None = None
    leftovers: LeftoversModel | None = None
    anchors: Count | None = None
    uncovered: Count | None = None
    land: Annotated[str, Field(max_length=LONGEST)] | None = None

    @property
    def bare(self) -> bool:
        """Whether nothing but the total is known."""
        return all(getattr(self, key) is None for key in PARTS)

    @property
    def voyages(self) -> tuple[Voyage, ...]:
        """The ways of the ships, the cutter first; empty if they are not known."""
        return tuple(ship for ship in self.ships or () if isinstance(ship, Voyage))


class CooperRecord(Model):
    format: Format
    game: Literal["cooper-island"]
    rules: RulesOne
    date: Date = None
    place: str | None = None
    notes: str | None = None
    box: str | None = None
    peninsula: str | None = None
    log: Log | None = None
    rulings: dict[str, str] = Field(default_factory=dict)
    values: Values | None = None
    players: Annotated[list[CooperPlayer], Field(max_length=MOST_PLAYERS)]


LEFTOVER_WORDS = {
    "coins": "coin", "resources": "resource", "cartographer": "cartographer step",
    "double_tiles": "double tile",
}  # fmt: skip


PARTS = ("ships", "royal_orders", "buildings", "leftovers", "anchors")
WORTH_KEYS = ("total", *PARTS)  # those that points are counted from
SHEET_KEYS = (*WORTH_KEYS, "uncovered", "land")
OF_LOGS = {"total", "ships", "leftovers", "anchors"}  # those that a log has, too


@dataclass(frozen=True)
class Record:
    """A recorded game: `entries` is None without a log, `box` has the values of the record before
    those of its box, `lands` are those written for the players."""

    data: CooperRecord
    entries: tuple[LogLine, ...] | None
    rulings: Rulings
    box: Box
    peninsula: Peninsula
    document: Document
    warnings: tuple[str, ...] = ()
    lands: tuple[Land | None, ...] = ()

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(player.name for player in self.data.players)

    @cached_property
    def ring(self) -> Ring:
        return self.box.ring(len(self.data.players))

    @cached_property
    def setting(self) -> Setting:
        return Setting(self.rulings, self.box, self.ring)

    def complete(self, seat: int) -> CooperPlayer:
        """Return the final sheet of a player with what is counted on their land."""
        player, land = self.data.players[seat], self.lands[seat]
        if land is None:
            return player
        sheet: dict[str, object] = {"uncovered": uncovered(land, self.rulings)}
        if not player.bare:
            left = player.leftovers or LeftoversModel()
            resources = left.resources + leftover(land, self.rulings)
            sheet["leftovers"] = left.model_copy(update={"resources": resources})
        return player.model_copy(update=sheet)


R = TypeVar("R", bound=Record)


def record_of(document: Document, folder: Path, made: type[R]) -> R:
    """Return the record of a document; raises `InputError` with every problem."""
    problems: list[Problem] = []
    data = fitted(CooperRecord, document, problems)
    problems += names_twice(document)
    problems += rulings_of(document, Rulings)
    problems += values_problems(data.values if data else None, document, ("values",))
    if data is None:
        raise InputError(*in_order(problems, document.file))
    problems += _conflicts(data, document)
    box = None
    if data.box is not None:
        load = partial(named, data.box, document, ("box",), folder, BOX.load)
        box = gather(problems, "", load)
    count = len(data.players) if len(data.players) in SEATS else SEATS[0]
    layout = f"cooper-{count}" if data.peninsula is None else data.peninsula
    load_layout = partial(named, layout, document, ("peninsula",), folder, load_peninsula)
    peninsula = gather(problems, "", load_layout)
    names, entries = [player.name for player in data.players], None
    if data.log is not None:
        entries = tuple(log_lines(document, data.log, names, problems))
    lands = () if peninsula is None else tuple(_lands(data, document, peninsula, problems))
    # A log that has not begun, beside final sheets, is none.
    if not entries and any(player.model_fields_set & OF_LOGS for player in data.players):
        entries = None
    if problems or peninsula is None:
        raise InputError(*in_order(problems, document.file))
    found, rulings = box_with(data.values, box), Rulings.of(data.rulings)
    record = made(data, entries, rulings, found, peninsula, document, (), lands)
    warnings = (*unknown_keys(data, document), *_misfits(record))
    return replace(record, warnings=warnings)


def _lands(
    data: CooperRecord, document: Document, peninsula: Peninsula, problems: list[Problem]
) -> Iterator[Land | None]:
    for seat, player in enumerate(data.players):
        path, land = ("players", seat, "land"), None
        try:
            land = None if player.land is None else Land.read(player.land, peninsula)
        except NotationError as error:
            problems.append(unreadable(document, path, error))
        except InputError as error:
            problems += [fault(document, path, p.what, p.remedy) for p in error.problems]
        if land is not None and land.peninsula != peninsula:
            what = f"this land is on {land.peninsula.name}, and the game on {peninsula.name}"
            remedy = f"begin it with {peninsula.name}:, or name the layout: peninsula"
            problems.append(fault(document, path, what, remedy))
        yield land


def _conflicts(data: CooperRecord, document: Document) -> Iterator[Problem]:
    players = data.players
    if len(players) not in SEATS:
        solo = "; in the solo game Cooper is the second player" * (len(players) == 1)
        what = f"{counted(len(players), 'player')} in a game"
        yield fault(document, ("players",), what, f"enter 2 to 4{solo}")
    for seat, player in enumerate(players):
        yield from _sheet_slips(document, ("players", seat), player)
    scored = [any(getattr(one, key) is not None for key in WORTH_KEYS) for one in players]
    if players and not any(scored) and data.log is None:
        remedy = f"add a log, or to each player {', '.join(WORTH_KEYS)}"
        yield fault(document, ("players",), "the record has nothing to score", remedy)
    elif any(scored) and not data.log:
        for seat, player in enumerate(players):
            if not scored[seat]:
                slips = ((nearest(key, player.model_extra), key) for key in SHEET_KEYS)
                slip = next((f"is {slip!r} a slip for {key}?" for slip, key in slips if slip), None)
                remedy = slip or f"add {', '.join(WORTH_KEYS)}"
                yield fault(document, ("players", seat), f"no values for {player.name}", remedy)


def _sheet_slips(document: Document, path: Way, player: CooperPlayer) -> Iterator[Problem]:
    ships = player.ships or []
    if player.ships is not None and (len(ships) != len(SHIPS) or len({*map(type, ships)}) > 1):
        what = counted(len(ships), "ship")
        what += ", one in points and one as a table" * (len(ships) == len(SHIPS))
        remedy = "write two, the cutter first: [11, 7], or { logbooks = 2 } of both"
        yield fault(document, (*path, "ships"), what, remedy)
    tables: list[tuple[Way, object]] = [(("leftovers",), player.leftovers)]
    tables += [(("ships", at), ship) for at, ship in enumerate(ships)]
    for way, table in tables:
        for key in table.model_extra if isinstance(table, Model) else ():
            known = [*fields_of(LeftoversModel if way == ("leftovers",) else Voyage)]
            near = nearest(str(key), known)
            remedy = f"did you mean {near}?" if near else f"use {either(known)}"
            yield fault(document, (*path, *way, key), "this key is not known", remedy, key=True)


def _misfits(record: Record) -> Iterator[str]:
    """Yield warnings about a peninsula or a sea ring that does not fit the game of a log."""
    players, peninsula, ring = len(record.data.players), record.peninsula, record.ring
    if record.entries is None:
        return
    if peninsula.seats != players:
        what = f"{peninsula.name} is for {peninsula.seats} players, and the game has {players}"
        yield str(fault(record.document, ("peninsula",), what, f"use cooper-{players}"))
    beaches = players * (len(peninsula.beaches) + peninsula.bay)
    if beaches != ring.beaches:
        what = f"coasts and bays have {beaches} beaches, and the {ring.name} has {ring.beaches}"
        remedy = "enter a ring that fits: [[values.rings]]"
        yield str(fault(record.document, ("peninsula",), what, remedy))
