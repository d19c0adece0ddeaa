"""The commands that can be typed beside a line of a log of Cooper Island."""

from __future__ import annotations

import re
from functools import partial

from palace.contract.game import Command
from palace.cooper_island.drawing import plan_lines
from palace.cooper_island.play import holdings, missing
from palace.cooper_island.record import Record
from palace.cooper_island.score import Played
from palace.cooper_island.state import Seat
from palace.cooper_island.tiles import TERRAINS, Tile
from palace.cooper_island.values import placements
from palace.core.screen import Screen, bold


def commands(record: Record, log: Played) -> tuple[Command, ...]:
    """Return the commands beside a line."""
    others = tuple(
        Command(
            f"show {seat.name.lower()}", f"the peninsula of {seat.name}",
            partial(lambda seat, player, screen: _plan(seat, screen), seat),
        )
        for seat in log.state.seats
    )  # fmt: skip
    what = "the peninsula of the player, and what all players have"
    here = (Command("show", what, partial(_show, log)), *others)
    fits = Command("tiles", "where each tile fits on the peninsula", partial(_tiles, record, log))
    return here if log.state.finished else (*here, fits)


def _seat(log: Played, player: str) -> Seat:
    """Return the player's seat; that of the player whose line follows without a name."""
    table = log.state
    name = player or next(iter(missing(log)), "") or table.seats[table.active or 0].name
    return next(seat for seat in table.seats if seat.name == name)


def _plan(seat: Seat, screen: Screen) -> str:
    """Return the peninsula of a player as a plan; as text where the screen is too narrow."""
    lines = [*plan_lines(seat.land)]
    bare = (re.sub(r"\x1b\[[0-9;]*m", "", line).rstrip() for line in lines)
    if max(map(len, bare)) > screen.width:
        lines = [screen.wrapped(str(seat.land), hang=2)]
    return "\n".join([bold(f"{seat.name}, {seat.land.peninsula.title}"), *lines])


def _show(log: Played, player: str, screen: Screen) -> str:
    lines = [_plan(_seat(log, player), screen), ""]
    for seat in log.state.seats:
        lines.append(bold(seat.name))
        lines += [screen.wrapped(line, 2, 2) for line in holdings(seat)]
    return "\n".join(lines)


def _tiles(record: Record, log: Played, player: str, screen: Screen) -> str:
    """Return the spaces on which double and islet tiles can be laid, by their terrains."""
    seat, table = _seat(log, player), log.state
    pairs = [(one, other) for one in TERRAINS for other in TERRAINS if one != other]
    tiles = [Tile("islet", (terrain,)) for terrain in TERRAINS]
    tiles += [Tile("double", pair) for pair in pairs]
    lines = []
    for tile in tiles:
        found = placements(seat, record.setting, table.singles, [tile])
        places = " ".join(str(place).removeprefix(f"{tile} ").replace(" ", "_") for place in found)
        lines.append(screen.wrapped(f"{tile}: {places or 'nowhere'}".replace("_", " "), hang=4))
    return "\n".join([bold(f"{seat.name}'s peninsula"), *lines])
