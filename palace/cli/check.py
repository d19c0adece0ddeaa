"""`palace check`: is this staircase, record or build legal, and if not, why?"""

from __future__ import annotations

import os

import typer

from palace.cli.output import (
    earnings,
    echo_json,
    headline,
    marks_of,
    reason_lines,
    wrapped,
)
from palace.cli.situation import Situation, situation
from palace.errors import InputError, NotationError, Problem
from palace.laying import fill
from palace.referee import judge
from palace.staircase import Staircase

app = typer.Typer(rich_markup_mode=None)

FILE_ENDINGS = (".toml", ".json", ".ldr", ".mpd")

POSITION = typer.Option(None, "--position", help="Palace string, @FILE or @- (standard input).")
MAP = typer.Option(None, "--map", help="map-1 to map-4, or a map file.")
SUPPLY = typer.Option(None, "--supply", help="Pieces at hand, such as 4a3b1c.")
GAME = typer.Option(None, "--game", help="A record: judge in that running game.")
TURN = typer.Option(None, "--turn", help="With --game: after this turn (0 is the set-up).")
RULING = typer.Option([], "--ruling", help="NAME=VALUE, see palace rulings. May be repeated.")


@app.command()
def check(
    what: str = typer.Argument(..., metavar="STAIRCASE|FILE", help="What to judge."),
    position: str | None = POSITION,
    map_name: str | None = MAP,
    supply: str | None = SUPPLY,
    game: str | None = GAME,
    turn: int | None = TURN,
    filled: bool = typer.Option(False, "--fill", help="Add the fewest missing supports first."),
    strict: bool = typer.Option(False, "--strict", help="Stop a record at its first illegal turn."),
    ruling: list[str] = RULING,
    json: bool = typer.Option(False, "--json", help="Print one JSON object and nothing else."),
) -> None:
    """Judge a staircase, a recorded game or a build; exit status 1 if it is not legal.

    Example:  palace check c4+b-d4

    Example:  palace check a4-b4-c4-d4 --fill

    Example:  palace check game.toml

    A staircase is judged on the set-up of map-1 unless --position, --map or --game say otherwise.
    """
    if is_file(what):
        given = {"--position": position, "--map": map_name, "--game": game, "--turn": turn}
        _only_for_staircases({**given, "--fill": filled or None})
        from palace.cli.check_file import check_file

        legal = check_file(what, supply, ruling, strict=strict, as_json=json)
    else:
        if strict:
            raise InputError(Problem("--strict", "it is for records", "leave it away"))
        here = situation(position, map_name, supply, game, turn, ruling)
        legal = _check_staircase(what, here, filled=filled, as_json=json)
    if not legal:
        raise typer.Exit(1)


def is_file(text: str) -> bool:
    """Whether the argument names a file rather than being a staircase."""
    return text.lower().endswith(FILE_ENDINGS) or os.sep in text or os.path.exists(text)


def _only_for_staircases(options: dict[str, object]) -> None:
    problems = [
        Problem(name, "it is for staircases; a file says so itself", "leave it away")
        for name, value in options.items()
        if value is not None
    ]
    if problems:
        raise InputError(*problems)


def _check_staircase(text: str, here: Situation, *, filled: bool, as_json: bool) -> bool:
    try:
        staircase = Staircase.read(text)
    except NotationError as error:
        raise InputError(Problem("staircase", str(error))) from None
    if filled:
        staircase = fill(here.palace, staircase, here.supply)
    verdict = judge(here.palace, staircase, here.supply, here.rulings)
    ground = here.palace.ground
    if as_json:
        data = verdict.record()
        data["map"] = ground.name
        data["provenance"] = ground.provenance
        data["rulings"] = here.rulings.changed()
        data["notes"] = list(here.notes)
        if here.player is not None:
            data["player"] = here.player
        echo_json(data)
        return verdict.legal
    who = f" for {here.player}" if here.player else ""
    typer.echo(headline(verdict.legal, f"{staircase}{who}  on {ground.title}"))
    if verdict.legal:
        typer.echo(wrapped(earnings(verdict)))
    else:
        for line in reason_lines(verdict.reasons):
            typer.echo(line)
    typer.echo()
    from palace.cli.plan import coloured_plan

    typer.echo(coloured_plan(here.palace, staircase, marks_of(verdict.reasons)))
    for note in here.notes:
        typer.secho(wrapped(f"note: {note}"), dim=True)
    return verdict.legal
