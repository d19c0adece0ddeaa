"""`palace palm-island`: cards, the best lines of deals and games."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from palace.cli.options import json_option
from palace.cli.output import Bar, bar, counted, echo_json, refuse_existing, wrapped, write_out
from palace.contract.rules import Commit, Commits
from palace.core.errors import InputError, Problem, locate
from palace.files.document import parse_document, read_document
from palace.files.serialise import data_text
from palace.palm_island.advice import compare, hindrances, proof
from palace.palm_island.cards import (
    ACTIONS,
    BUILDINGS,
    CORE,
    ORIENTATIONS,
    action_words,
    cost_text,
)
from palace.palm_island.log import LoggedRecord
from palace.palm_island.turns import Act, PalmLog, Turn

if TYPE_CHECKING:
    from palace.files.document import Kind
    from palace.palm_island.solver import Solution
    from palace.palm_island.solver.beam import Found
    from palace.palm_island.table import Seat

KEY = "palm-island"
ENDINGS: dict[str, Kind] = {".toml": "toml", ".json": "json"}


@click.group(
    "palm-island", short_help="Palm Island: its cards, best lines.",
    invoke_without_command=True,
)  # fmt: skip
@click.pass_context
def palm_island_verb(context: click.Context) -> None:
    """Palm Island: cards, the best lines of deals and games.

    Example:  palace palm-island cards

    Example:  palace palm-island solve --deal 14,12,1,16,6,8,11,2,13,3,4,5,7,9,10,15

    Play, check and score it like every game: palace play tonight.toml --game palm-island
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@palm_island_verb.command("cards", short_help="The cards of the core deck.")
@json_option
def cards_verb(as_json: bool) -> None:
    """List the sixteen cards of a core deck with their four areas.

    Example:  palace palm-island cards
    """
    if as_json:
        echo_json({
            "provenance": "transcribed",
            "cards": [
                {
                    "id": card.id,
                    "name": card.name,
                    "areas": [
                        {
                            "gives": area.gives._asdict(),
                            **{kind: None if (cost := area.cost(kind)) is None else cost_text(cost)
                               for kind in ACTIONS},
                            "points": area.points,
                            "upgrades": area.upgrades,
                        }
                        for area in card.areas
                    ],
                }
                for card in CORE.values()
            ],
        })  # fmt: skip
        return
    for name in BUILDINGS:
        cards = [card for card in CORE.values() if card.name == name]
        click.secho(f"{name}  ({', '.join(str(card.id) for card in cards)})", bold=True)
        for area, lies in zip(cards[0].areas, ORIENTATIONS, strict=True):
            parts = [
                f"gives {area.gives}" if area.gives.amount else "",
                action_words(area.actions),
                f"{area.points} VP" if area.points else "",
                f"upgrades {area.upgrades}" if area.upgrades else "",
            ]
            text = "; ".join(part for part in parts if part) or "nothing"
            click.echo(wrapped(f"{lies:<14} {text}", 2, 15))


def _solver_options(what: str) -> Callable[[Any], Any]:
    """Return a decorator that adds the options of a search, with these defaults, to a verb."""
    options = (
        click.option(
            "--seconds", type=click.FloatRange(min=0, max=86_400, min_open=True), default=10.0,
            metavar="N", show_default=True, help=f"Time limit in seconds{what}.",
        ),
        click.option(
            "--seed", type=click.IntRange(min=0), default=0, metavar="N", show_default=True,
            help="Number that selects the random noise of the search.",
        ),
        click.option(
            "--beams", type=click.IntRange(1, 100_000), metavar="N",
            help="Stop after N beams instead of seconds; the result can then be repeated.",
        ),
    )  # fmt: skip

    def decorate(verb: Any) -> Any:
        for option in reversed(options):
            verb = option(verb)
        return verb

    return decorate


@palm_island_verb.command("solve", short_help="The best line of a deal, or of a running game.")
@click.argument("record", required=False, metavar="[RECORD]")
@click.option("--deal", metavar="5,3,...", help="The sixteen cards, top card first.")
@_solver_options("")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="RECORD.toml",
    help="Write the game with the line as a record.",
)  # fmt: skip
@click.option("--force", is_flag=True, help="Overwrite a file that exists.")
@json_option
def solve_verb(
    record: str | None,
    deal: str | None,
    output: Path | None,
    force: bool,
    as_json: bool,
    **options: Any,
) -> None:
    """Find the best line of a deal in the time limit, and a bound that no line can pass.

    Example:  palace palm-island solve --deal 14,12,1,16,6,8,11,2,13,3,4,5,7,9,10,15

    A RECORD that is not finished is solved from its last move on; of a finished one the deal is
    solved and compared with the game.

    The solver plays the solo game without feats. Ctrl-C stops it and shows the best line so far.
    """
    if (record is None) == (deal is None):
        what = "there is nothing to solve" if deal is None else "a record has its own deal"
        hint = "give --deal 5,3,... or a RECORD" if deal is None else "leave --deal out"
        raise InputError(Problem("palace palm-island solve", what, hint))
    if output is not None:
        refuse_existing(output, force=force)
        if output.suffix.lower() not in ENDINGS:
            what = "a record ends in .toml or .json"
            raise InputError(Problem(str(output), what, "name it game.toml"))
    from palace.core.jit import needed

    needed("palm-island solve", "the solver")
    read, game = _dealt(deal or "") if record is None else _game(record)
    begun = game.back(len(game.commits)) if game.state.finished else game
    before = [table.seats[0].state for table in begun.states]
    from palace.palm_island.solver import solve

    with _bar("solving") as show:

        def progress(found: Found, share: float) -> None:
            show(share, f"solving: best {_points(found.points, found.upgrades)}")

        solution = solve(before[-1], progress=progress, before=before, **options)
    if output is not None:
        line: Commits[Turn] = tuple(
            Commit(Act(game.state.names[0], move)) for move in solution.moves
        )
        notes = f"{len(line)} moves by palace palm-island solve"
        noted = replace(read, data=read.data.model_copy(update={"notes": notes}))
        text = noted.text(begun.played(line), ENDINGS[output.suffix.lower()])
        write_out(output, text, force=force)
    if as_json:
        data = solution.record()
        if record is not None:
            (seat,) = game.state.seats
            end = seat.state
            points = {"score": end.points, "upgrades": end.upgrades} if end.finished else {}
            data["played"] = {"name": seat.name, "moves": seat.made, **points}
        echo_json(data)
        return
    _show(solution, None if record is None else game.state.seats[0])
    if output is not None:
        click.echo(f"wrote {output}")


def _dealt(deal: str) -> tuple[LoggedRecord, PalmLog]:
    """Return a new game with this deal."""
    from palace.palm_island.deals import new_game

    data = new_game([{"name": "Solver"}], Path(), {"deal": deal})
    record = LoggedRecord.read(parse_document(data_text(data, "json"), "json", "--deal"))
    return record, PalmLog.begin(record.rules)


def _game(file: str) -> tuple[LoggedRecord, PalmLog]:
    """Return a record and its game; raises `InputError` if the solver cannot solve it."""
    document = locate(file, lambda: read_document(file))
    if document.data.get("game") != KEY:
        raise InputError(Problem(file, f"this is not a record of {KEY}", "name one that is"))
    record = LoggedRecord.read(document, Path(file).parent)
    game = PalmLog.begin(record.rules).played(record.written)
    if problems := [*hindrances(record, game, file)]:
        raise InputError(*problems)
    return record, game


@contextmanager
def _bar(what: str) -> Iterator[Bar]:
    """Show the progress of a search, after a note if the solver must be compiled first."""
    from palace.core.jit import preparing
    from palace.palm_island.solver import compiled_already

    if not compiled_already():
        click.secho(preparing("the solver"), dim=True, err=True)
    with bar(what) as shown:
        yield shown


def _points(points: int, upgrades: int) -> str:
    return f"{counted(points, 'point')}, {counted(upgrades, 'upgrade')}"


def _show(solution: Solution, seat: Seat | None) -> None:
    if seat is not None and seat.state.finished:
        click.secho(compare(seat, solution), bold=True)
    else:
        lead = f"{seat.name}, from round {solution.start.begun.round}: " if seat else ""
        click.secho(lead + _points(solution.score, solution.upgrades), bold=True)
    click.echo(wrapped(proof(solution.score, solution.bound, seat)))
    for number, moves in solution.rounds:
        click.echo(wrapped(f"{number}. {', '.join(map(str, moves))}", 2, 3))
