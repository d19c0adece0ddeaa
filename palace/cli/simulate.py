"""`palace simulate`: many games between players of the program."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import click

from palace.cli.options import json_option
from palace.cli.output import bar, echo_json, echo_table, wrapped, write_out
from palace.cli.words import part_of
from palace.contract.registry import default, game
from palace.core.errors import InputError, Problem, locate
from palace.core.terminal import new_table
from palace.players.match import player_of
from palace.players.simulate import Plan, Tally, replayed, results, seats_of, workers

BAR = 32
"""Characters of the longest bar."""

SOME = 8
"""Marks of a kind that are shown, the best and the worst."""


@click.command("simulate", short_help="Play many games between players of the program.")
@click.option("--games", type=click.IntRange(1), default=100, show_default=True, metavar="N")
@click.option(
    "--players",
    "named",
    required=True,
    metavar="P,P[,P[,P]]",
    help="In seat order: random, greedy, strong:NODES.",
)
@click.option(
    "--seed",
    type=click.IntRange(0),
    default=0,
    show_default=True,
    metavar="S",
    help="With the number of a game it decides the game.",
)
@click.option("--game", "key", default=default(), metavar="GAME", help="Of this game.")
@click.option("--map", "map_name", metavar="MAP", help="The map of all games [map-1].")
@click.option("--box", metavar="BOX", help="Boards and cards [house].")
@click.option(
    "--workers",
    "count",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    metavar="K",
    help="Processes on this machine; more than one by Dask.",
)
@click.option(
    "--scheduler", metavar="ADDRESS", help="Of a Dask cluster, such as tcp://10.0.0.5:8786."
)
@click.option(
    "--number", type=click.IntRange(0), metavar="N", help="Write this game as a record to -o."
)
@click.option(
    "--heat",
    type=click.Path(path_type=Path),
    metavar="FILE.svg",
    help="Draw how often each knob is used.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="FOLDER.parquet",
    help="Keep all games, and go on with what is there.",
)
@click.option("--force", is_flag=True, help="Write over files that exist.")
@json_option  # fmt: skip
def simulate_verb(games: int, named: str, seed: int, key: str, count: int, scheduler: str | None,
                  number: int | None, heat: Path | None, output: Path | None, force: bool,
                  as_json: bool, **given: str | None) -> None:  # fmt: skip
    """Play many games between players of the program: seats, cards, scores, knobs.

    Example:  palace simulate --games 1000 --players greedy,greedy,greedy

    Example:  palace simulate --games 9999 --players greedy,strong:2000 -o games.parquet --workers 2

    Example:  palace simulate --players greedy,greedy --number 47 -o game-47.toml

    The seed and the number of a game decide it, whatever the number of workers. Ctrl-C keeps what
    is done in -o; the same call goes on.
    """
    found = locate("--game", lambda: game(key))
    players = part_of(found.players, f"no player of the program knows {found.title}")
    seats = seats_of(named)
    for seat in seats:
        locate("--players", partial(player_of, players, seat.player))
    options = {"map": given["map_name"], "box": given["box"] or "house"}
    chosen = tuple((name, text) for name, text in options.items() if text and name in found.options)
    plan = Plan(key, seats, seed, chosen)
    if number is not None:
        if output is None:
            raise InputError(Problem("--number", "it needs -o", "name a record: -o game.toml"))
        write_out(output, replayed(plan, number), force=force)
        click.echo(f"wrote {output}: game {number}")
        return
    tally, began = Tally(plan), time.monotonic()
    stopped = _played(tally, games, output, count, scheduler)
    seconds = time.monotonic() - began
    if heat is not None and players.picture is not None:
        rules = plan.record(0).rules
        write_out(heat, players.picture(rules, dict(tally.places), tally.games), force=force)
    if as_json:
        echo_json({**tally.record(seconds), "complete": not stopped})
        return
    for line in _told(tally, seconds):
        click.echo(line) if isinstance(line, str) else echo_table(line)
    if stopped:
        click.secho(f"stopped after {tally.games:,} of {games:,} games", fg="yellow")


def _played(
    tally: Tally, games: int, output: Path | None, count: int, scheduler: str | None
) -> bool:
    """Play the games; return whether Ctrl-C came first."""
    with workers(count, scheduler) as play, bar("playing", "(Ctrl-C keeps what is done)") as shown:
        try:
            for rows in results(tally.plan, games, output, play):
                tally.add(rows)
                shown(tally.games / games)
        except KeyboardInterrupt:
            return True
    return False


def _told(tally: Tally, seconds: float) -> Iterator[Any]:
    """Yield lines and tables about the games."""
    yield f"{tally.games:,} games in {seconds:.1f} s"
    if not tally.games:
        return
    seats = new_table("seat", "player", "wins", "95 %", "mean", "±", "", texts=("player", ""))
    for at, seat in enumerate(tally.plan.seats):
        share, points = tally.share(at), tally.points[at]
        seats.add_row(str(at + 1), str(seat), f"{share.share:.1%}",
                      f"{share.low:.1%} to {share.high:.1%}", f"{points.mean:.1f}",
                      f"{points.half:.1f}", "=" * round(BAR * share.share))  # fmt: skip
    yield seats
    yield (
        ", ".join(f"{name} {mean.mean:.1f}" for name, mean in tally.numbers.items()) + " on average"
    )
    yield from _spread(tally)
    for kind in tally.marks:
        yield _marks(tally, kind)
    if tally.growth:
        steps = range(0, len(tally.growth), max(len(tally.growth) // 8, 1))
        told = ", ".join(f"{at + 1}: {tally.growth[at].mean:.1f}" for at in steps)
        yield wrapped(f"height after move {told}", hang=2)


def _spread(tally: Tally) -> Iterator[Any]:
    """Yield how often a seat ends with how many points, as bars."""
    every = [points for one in tally.spread for points in one]
    low, high = min(every), max(every)
    step = max((high - low) // 10 + 1, 1)
    table = new_table("points", *(f"seat {at + 1}" for at in range(len(tally.spread))),
                      texts=tuple(f"seat {at + 1}" for at in range(len(tally.spread))))  # fmt: skip
    cells = [[sum(one[n] for n in range(first, first + step)) for one in tally.spread]
             for first in range(low, high + 1, step)]  # fmt: skip
    most = max(max(row) for row in cells)
    for first, row in zip(range(low, high + 1, step), cells, strict=True):
        bars = ("=" * round(16 * cell / most) for cell in row)
        table.add_row(f"{first} to {first + step - 1}", *bars)
    yield table


def _marks(tally: Tally, kind: str) -> Any:
    """Return what it brought to take something: how far its players were above their seats."""
    some = tally.marks[kind]
    order = sorted(some, key=lambda name: -tally.above(kind, name))
    names = order if len(order) <= 2 * SOME else [*order[:SOME], *order[-SOME:]]
    table = new_table(kind, "taken", "above the seat's mean", "±", texts=(kind,))
    for name in names:
        one, above = some[name], tally.above(kind, name)
        table.add_row(name, f"{one.size:,}", f"{above:+.2f}", f"{one.half:.2f}")
    return table
