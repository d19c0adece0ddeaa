"""`palace simulate`: many games between players of the program."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import click

from palace.cli.options import json_option
from palace.cli.output import bar, echo_json, echo_parts, write_out
from palace.cli.viewing import installed
from palace.cli.words import part_of
from palace.contract.registry import default, game
from palace.core.errors import InputError, Problem, locate
from palace.core.html import Part
from palace.players.match import player_of
from palace.players.simulate import Plan, Tally, half, mean, results, seats_of, workers

SOME = 8
"""Marks of a kind that are shown, of the best and of the worst."""

PATH = click.Path(path_type=Path)


@click.command("simulate", short_help="Play many games between players of the program.")
@click.option("--games", type=click.IntRange(1), default=100, show_default=True, metavar="N")
@click.option("--players", "named", required=True, metavar="P,P[,P[,P]]",
              help="In seat order: random, greedy, strong:NODES.")  # fmt: skip
@click.option("--seed", type=click.IntRange(0), default=0, metavar="S", help="Of the games [0].")
@click.option("--game", "key", default=default(), metavar="GAME", help="Of this game.")
@click.option("--map", metavar="MAP", help="The map of all games [map-1].")
@click.option("--box", metavar="BOX", help="Boards and cards [house].")
@click.option("--workers", "count", type=click.IntRange(1), default=1, metavar="K",
              help="Processes on this machine [1].")  # fmt: skip
@click.option("--scheduler", metavar="ADDRESS", help="Of Dask, such as tcp://10.0.0.5:8786.")
@click.option("--number", type=click.IntRange(0), metavar="N", help="Write this game to -o.")
@click.option("--plots", type=PATH, metavar="FOLDER", help="Draw seats, points, cards, knobs.")
@click.option("-o", "--output", type=PATH, metavar="FOLDER.parquet", help="Keep all games.")
@click.option("--resume", is_flag=True, help="Go on with what -o holds.")
@click.option("--force", is_flag=True, help="Write over files that exist.")
@json_option
def simulate_verb(games: int, named: str, seed: int, key: str, count: int, scheduler: str | None,
                  number: int | None, plots: Path | None, output: Path | None, resume: bool,
                  force: bool, as_json: bool, **given: str | None) -> None:  # fmt: skip
    """Play many games between players of the program: seats, cards, scores, knobs.

    Example:  palace simulate --games 9999 --players greedy,strong:200 -o games.parquet --workers 2

    Example:  palace simulate --players greedy,greedy --number 47 -o game-47.toml

    The seed and the number of a game decide it, whatever the number of workers. Ctrl-C keeps what
    is done in -o; --resume goes on.
    """
    found = locate("--game", lambda: game(key))
    players = part_of(found.players, f"no player of the program knows {found.title}")
    seats = seats_of(named)
    for seat in seats:
        locate("--players", partial(player_of, players, seat.player))
    usual = {"map": "map-1", "box": "house"} if "map" in found.options else {}
    told = {name: text for name, text in given.items() if text and name in found.options}
    plan = Plan(key, seats, seed, tuple((usual | told).items()))
    if number is not None:
        if output is None:
            raise InputError(Problem("--number", "it needs -o", "name a record: -o game.toml"))
        write_out(output, plan.record(number).text(plan.play(number)), force=force)
        click.echo(f"wrote {output}: game {number}")
        return
    kept = (output, resume, "add --resume to go on"), (plots, force, "add --force to write over it")
    for path, may, remedy in kept:
        if path is not None and path.exists() and not may:
            raise InputError(Problem(str(path), "it is there already", remedy))
    began, tally, stopped = time.monotonic(), Tally(plan), False
    with workers(count, scheduler) as play, bar("playing", "(Ctrl-C keeps what is done)") as shown:
        try:
            for tally in results(plan, games, output, play):
                shown(tally.games / games)
        except KeyboardInterrupt:
            stopped = True
    seconds = time.monotonic() - began
    if plots is not None and tally.games:
        from palace.players.plots import plots as drawn

        files: dict[str, Any] = drawn(tally)
        if players.picture is not None:
            rules, places = plan.record(0).rules, tally.counts["places",]
            files["places.svg"], heat = players.picture(rules, places, tally.games)
            for kind in ("png", "glb"):
                files[f"places.{kind}"] = installed(kind, "simulate")(heat)
        plots.mkdir(parents=True, exist_ok=True)
        for name, made in files.items():
            write_out(plots / name, made, force=True)
    if as_json:
        echo_json({**tally.record(), "seconds": round(seconds, 2), "complete": not stopped})
        return
    echo_parts(_parts(tally, seconds) if tally.games else ())
    if stopped:
        click.secho(f"stopped after {tally.games:,} of {games:,} games", fg="yellow")


def _parts(tally: Tally, seconds: float) -> Iterator[Part]:
    """Yield what the games tell: by seat, and what those who took a thing had above others."""
    rows, shares = [], [tally.share(at) for at, _ in enumerate(tally.plan.seats)]
    for at, (seat, (share, low, high)) in enumerate(zip(tally.plan.seats, shares, strict=True)):
        points = tally.counts["points", at]
        rows.append((str(at + 1), str(seat), f"{share:.1%}", f"{low:.1%} to {high:.1%}",
                     f"{mean(points):.1f}", f"{half(points):.1f}"))  # fmt: skip
    numbers = (f"{name} {mean(some):.1f}" for name, some in tally.all("number").items())
    yield Part(f"{tally.games:,} games in {seconds:.1f} s",
               ("seat", "player", "wins", "95 %", "mean", "±"), ("player",), rows,
               [one.share for one in shares], (f"on average: {', '.join(numbers)}",))  # fmt: skip
    for kind, marks in tally.marks().items():
        heads = kind, "taken", "above the seat's mean", "±"
        some = marks if len(marks) <= 2 * SOME else [*marks[:SOME], *marks[-SOME:]]
        told = [(name, f"{count:,}", f"{above:+.2f}", f"{room:.2f}")
                for above, name, count, room in some]  # fmt: skip
        yield Part(
            f"{kind}: the best and the worst" if some != marks else kind, heads, (kind,), told
        )
