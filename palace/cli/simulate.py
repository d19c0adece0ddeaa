"""`palace simulate`: many games between players of the program."""

from __future__ import annotations

import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from palace.cli.options import json_option
from palace.cli.output import bar, echo_json, echo_parts, write_out
from palace.cli.viewing import installed
from palace.contract.registry import default, game
from palace.core.errors import InputError, Problem
from palace.players.match import opponents, seats_of
from palace.players.simulate import Plan, Tally, drawings, report, results, workers

PATH, STOP = click.Path(path_type=Path), "(Ctrl-C keeps what is done)"


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
    players, options = opponents(key), game(key).options
    usual = {"map": "map-1", "box": "house"} if "map" in options else {}
    told = {name: text for name, text in given.items() if text and name in options}
    plan = Plan(key, seats_of(players, named), seed, tuple((usual | told).items()))
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
    began, tally, shown = time.monotonic(), Tally(plan, Counter()), bar("playing", STOP)
    with workers(count, scheduler) as play, shown as done, suppress(KeyboardInterrupt):
        for tally in results(plan, games, output, play):
            done(tally.games / games)
    seconds, complete = time.monotonic() - began, tally.games == games
    if plots is not None and tally.games:
        files: dict[str, Any] = drawings(tally)
        if players.picture is not None:
            places = tally.all()["places"]
            files["places.svg"], heat = players.picture(plan.rules(0), places, tally.games)
            for kind in ("png", "glb"):
                files[f"places.{kind}"] = installed(kind, "simulate")(heat)
        plots.mkdir(parents=True, exist_ok=True)
        for name, made in files.items():
            write_out(plots / name, made, force=True)
    if as_json:
        echo_json({**tally.record(), "seconds": round(seconds, 2), "complete": complete})
        return
    echo_parts(report(tally, seconds) if tally.games else ())
    if not complete:
        click.secho(f"stopped after {tally.games:,} of {games:,} games", fg="yellow")
