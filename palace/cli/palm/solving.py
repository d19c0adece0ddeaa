"""What `palace palm-island solve` and `study` share: options, a record's game, a bar."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from palace.cli.problems import Problems
from palace.core.errors import InputError, Problem
from palace.files.document import read_document
from palace.palm_island.state import State
from palace.palm_island.worth import hindrances

if TYPE_CHECKING:
    from palace.palm_island.replay import Played
    from palace.palm_island.state import State

CORES = min(2, os.cpu_count() or 1)

seed_option = click.option(
    "--seed", type=click.IntRange(min=0), default=0, metavar="N", show_default=True,
    help="Another number looks at other lines.",
)  # fmt: skip
beams_option = click.option(
    "--beams", type=click.IntRange(1, 100_000), metavar="N",
    help="Stop after N beams instead of seconds: the same call then finds the same.",
)  # fmt: skip


Verb = Callable[..., Any]


def cores_option(default: int) -> Callable[[Verb], Verb]:
    """How many processes search."""
    return click.option(
        "--cores", type=click.IntRange(1, 64), default=default, metavar="N", show_default=True,
        help="Search on so many cores.",
    )  # fmt: skip


def seconds_option(default: float, what: str) -> Callable[[Verb], Verb]:
    """How long to search."""
    return click.option(
        "--seconds", type=click.FloatRange(min=0, max=86_400, min_open=True), default=default,
        metavar="N", show_default=True, help=f"Search so long{what}.",
    )  # fmt: skip


def dealt(text: str) -> State:
    """The start of a game from a text such as `5,3,14`; raises `InputError`."""
    words = text.replace(",", " ").split()
    strange = [word for word in words if not (word.isascii() and word.isdigit() and len(word) < 4)]
    if strange:
        what = f"{strange[0]!r:.40} is no card"
        raise InputError(Problem("--deal", what, "sixteen numbers, top card first: 5,3,14 ..."))
    try:
        return State.deal(map(int, words))
    except InputError as error:
        every = [problem._replace(where="--deal") for problem in error.problems]
        raise InputError(*every) from None


def recorded(file: str) -> Played:
    """The solo game of a record; `InputError` if it has none that can be solved."""
    from pathlib import Path

    from palace.palm_island.game import GAME
    from palace.palm_island.replay import replay

    problems = Problems()
    game: Played | None = None
    with problems.within(file):
        document = read_document(file)
        if document.data.get("game") != GAME.key:
            raise InputError(Problem(file, "this is no record of palm-island", "name one that is"))
        record = GAME.read(document, Path(file).parent)
        game = replay(record)[0]
        problems.found.extend(hindrances(record, game, file))
    problems.check()
    assert game is not None
    return game


@contextmanager
def bar(what: str) -> Iterator[Any]:
    """A function (text, share done) that shows how far it is, on standard error if that is a
    terminal."""
    from palace.palm_island.solver import compiled_already

    if not compiled_already():
        click.secho("preparing the solver, once on this machine ...", dim=True, err=True)
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda text, share: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(what, total=1.0)

        def show(text: str, share: float) -> None:
            progress.update(task, description=f"{what}: {text}", completed=share)

        yield show
