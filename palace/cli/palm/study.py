"""`palace palm-island study`: what deals are worth, and what a recorded game left."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from palace.cli.options import json_option
from palace.cli.output import counted, echo_json, refuse_existing, width, wrapped, write_out
from palace.cli.palm.solving import (  # fmt: skip
    CORES,
    bar,
    beams_option,
    cores_option,
    recorded,
    seconds_option,
    seed_option,
)
from palace.core.errors import InputError, Problem

if TYPE_CHECKING:
    from palace.palm_island.replay import Played
    from palace.palm_island.solver.study import Still, Study, Worth


@click.command("study", short_help="What random deals are worth; what a game left.")
@click.argument("record", required=False, metavar="[RECORD]")
@click.option(
    "--deals", type=click.IntRange(1, 100_000), metavar="N", help="Random deals to solve."
)
@seconds_option(1.0, " for each deal, or each round of a RECORD")
@cores_option(CORES)
@seed_option
@beams_option
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="PLOT.svg",
    help="Draw the distribution as SVG.",
)  # fmt: skip
@click.option("--force", is_flag=True, help="Overwrite a file that exists.")
@json_option
def study_verb(
    record: str | None,
    deals: int | None,
    seconds: float,
    cores: int,
    seed: int,
    beams: int | None,
    output: Path | None,
    force: bool,
    as_json: bool,
) -> None:
    """Solve many random deals and show how much they are worth.

    Example:  palace palm-island study --deals 100 -o deals.svg

    Of a RECORD: what the best line found makes, and what was still possible as each round began.

    Example:  palace palm-island study game.toml
    """
    if (record is None) == (deals is None):
        what = "there is nothing to study" if deals is None else "a record is studied by itself"
        hint = "--deals 100 or a RECORD" if deals is None else "leave --deals out"
        raise InputError(Problem("palace palm-island study", what, hint))
    if output is not None and record is not None:
        raise InputError(Problem("--output", "the plot is one of deals", "give --deals"))
    if output is not None:
        refuse_existing(output, force=force)
    if output is not None and output.suffix.lower() != ".svg":
        raise InputError(Problem(str(output), "the plot is SVG", "name it deals.svg"))
    if record is not None:
        _study_record(recorded(record), seconds, cores, seed, beams, as_json=as_json)
        return
    from palace.palm_island.solver.study import study

    assert deals is not None
    done: list[int] = []
    with bar(f"solving {counted(deals, 'deal')}") as show:

        def progress(worth: Worth) -> None:
            done.append(worth.score)
            mean = sum(done) / len(done)
            show(f"{len(done)} done, mean {mean:.1f}, best {max(done)}", len(done) / deals)

        found = study(deals, seconds, beams=beams, cores=cores, seed=seed, progress=progress)
    if output is not None:
        from palace.palm_island.solver.study_plot import study_svg

        write_out(output, study_svg(found), force=force)
    if as_json:
        echo_json(found.record())
        return
    for line in _lines(found):
        click.echo(line)
    if output is not None:
        click.echo(f"wrote {output}")


def _lines(found: Study) -> Iterator[str]:
    low, middle, high = found.quartiles
    yield click.style(f"{counted(len(found.worths), 'deal')}: mean {found.mean:.2f}", bold=True)
    most = max(found.counts.values())
    room = width() - 18
    for score, count in found.counts.items():
        signs = "=" * max(round(room * count / most), count > 0)
        yield f"{score:>3} points {count:>5}  {click.style(signs, fg='blue')}".rstrip()
    yield wrapped(
        f"quartiles {low:g}, {middle:g}, {high:g}; on average {found.gap:.2f} below what is proved "
        "to be the most"
    )


def _study_record(
    game: Played, seconds: float, cores: int, seed: int, beams: int | None, *, as_json: bool
) -> None:
    from palace.palm_island.solver.study import still_possible

    with bar("looking back") as show:

        def progress(still: Still) -> None:
            show(f"round {still.round}, {still.score} found", still.round / 8)

        found = still_possible(
            game, seconds, beams=beams, cores=cores, seed=seed, progress=progress
        )
    if as_json:
        echo_json({
            "name": game.name,
            "finished": game.finished,
            "score": game.state.points,
            "best": found[0].score,
            "upper_bound": found[0].upper_bound,
            "rounds": [still._asdict() for still in found],
        })  # fmt: skip
        return
    points, best = game.state.points, found[0].score
    so_far = "" if game.finished else " so far"
    click.secho(f"{game.name}: {points}{so_far}; the best line found makes {best}", bold=True)
    click.echo("as the round began, the best line found made")
    before = best
    for still in found:
        lost = before - still.score
        sign = "=" if still.score == still.upper_bound else "<"
        more = f"proved best {still.upper_bound}" if sign == "=" else f"at most {still.upper_bound}"
        cost = f"  -{lost} in round {still.round - 1}" if lost else ""
        click.echo(f"  round {still.round}  {still.score:>3}  {more:<15}{cost}".rstrip())
        before = still.score
    if game.finished and before > points:
        click.echo(f"  the end  {points:>3}  {'':<15}  -{before - points} in round 8")
