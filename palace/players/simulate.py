"""Many games between players of the program: the same games whatever the number of workers."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from functools import lru_cache, partial
from hashlib import sha256
from io import BytesIO
from logging import CRITICAL
from math import sqrt
from pathlib import Path
from signal import SIG_IGN, SIGINT, signal
from typing import Any, NamedTuple

from palace.contract.players import Limit, Opponents
from palace.contract.registry import game, game_in
from palace.contract.rules import Log
from palace.core.errors import InputError, Problem, imported
from palace.files.document import parse_document
from palace.files.serialise import data_text
from palace.files.writing import write_whole
from palace.players.match import Interval, Seat, Z, play_out, player_of, wilson, winners

SECONDS = 15.0
"""Work of a task, about: a thousand workers ask a scheduler for 70 tasks a second."""

GAME, NODE, MOVES = 0.03, 0.001, 8
"""Seconds of a game between players that do not search, and of a node of each seat in a game; moves
of a seat, about."""

# Dask has memory given back after each turn, and looks at the stack 100 times a second.
LOCAL = {"distributed.nanny.pre-spawn-environ": {}, "distributed.worker.profile.enabled": False}

Row = Mapping[str, Any]
"""A game: its number and seed, points and shares of the win by seat, and the game's figures."""


class Plan(NamedTuple):
    """What decides every game of a run: a game, its players in seat order, a seed, and the options
    of a new game, such as its map.

    A match is `drawn`: its tables are those of seeds from `seed` on, each is played once with every
    order of the seats.
    """

    game: str
    seats: tuple[Seat, ...]
    seed: int = 0
    options: tuple[tuple[str, str], ...] = ()
    drawn: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The names in the records of the games."""
        return tuple(f"{seat.player} {at}" for at, seat in enumerate(self.seats, 1))

    def tasks(self, first: int, last: int) -> Iterator[range]:
        """Yield the games from `first` up to `last`, which is left out, as tasks."""
        each = GAME + sum(
            NODE * (limit.nodes or 0) + MOVES * (limit.seconds or 0) for _, limit in self.seats
        )
        size = max(int(SECONDS / each), 1)
        yield from (range(at, min(at + size, last)) for at in range(first, last, size))

    def lot(self, number: int) -> int:
        """Return the seed of a game, below 10**9."""
        if self.drawn:
            return self.seed + number // len(self.seats)
        return int(sha256(f"{self.seed}/{number}".encode()).hexdigest()[:12], 16) % 10**9

    def record(self, number: int) -> Any:
        """Return the record in which a game begins that is no match's."""
        found = game(self.game)
        options: dict[str, object] = {**dict(self.options), "seed": self.lot(number)}
        seats = [{**found.player(name)} for name in self.names]
        data = found.new(seats, Path("game.toml"), options)
        return game_in(parse_document(data_text(data), "toml", "game.toml"))[1]

    def rules(self, number: int) -> Any:
        """Return the rules bound to the table of a game."""
        if not self.drawn:
            return self.record(number).rules
        at = number % len(self.seats)
        return _opponents(self).table((*self.names[at:], *self.names[:at]), self.lot(number))

    def play(self, number: int) -> Log[Any, Any]:
        """Play a game."""
        return play_out(self.rules(number), _players(self), self.lot(number))

    def row(self, number: int) -> Row:
        """Play a game, and return what is kept of it, by the seats of the plan."""
        log = self.play(number)
        sheets = log.rules.standing(log.state)
        figures: Mapping[str, Any] = _opponents(self).figures(log)
        won, points = winners(sheets), {sheet.name: sheet.total for sheet in sheets}
        order = [self.names.index(sheet.name) for sheet in sheets]
        marks = [{**mark, "seat": order[mark["seat"]]} for mark in figures["marks"]]
        return {
            "number": number, "seed": self.lot(number),
            "points": [points[name] for name in self.names],
            "shares": [(name in won) / len(won) for name in self.names],
            **figures, "marks": marks,
        }  # fmt: skip


def _opponents(plan: Plan) -> Opponents[Any, Any]:
    players = game(plan.game).players
    assert players is not None
    return players()


@lru_cache(maxsize=4)
def _players(plan: Plan) -> Any:
    part, rules, known = _opponents(plan), plan.rules(0), {}
    if lacking := part.lacks(rules, rules.start()[0]):
        raise InputError(Problem("simulate", "these games cannot be played", lacking))
    for name, seat in zip(plan.names, plan.seats, strict=True):
        known[name] = player_of(part, seat.player), seat.limit
        if seat.limit == Limit() and seat.player not in part.quick:
            what = f"{seat.player} needs a limit in nodes"
            raise InputError(Problem("--players", what, f"write {seat.player}:2000"))
    return known


def seats_of(text: str) -> tuple[Seat, ...]:
    """Return the seats of `greedy,strong:2000`; raises `InputError` where a limit is no nodes."""
    found = []
    for part in text.split(","):
        name, _, nodes = part.strip().partition(":")
        if nodes and not nodes.isdecimal():
            what = f"{part.strip()!r:.60} has no limit in nodes, which alone makes a game again"
            raise InputError(Problem("--players", what, "write NAME:NODES, such as strong:2000"))
        found.append(Seat(name, Limit(nodes=int(nodes)) if nodes else Limit()))
    return tuple(found)


# Where the games are played.


Part = tuple[range, "Counts", bytes]
"""What comes of a task: its games, what they tell, and a Parquet file of them if they are kept."""

Play = Callable[["Plan", Sequence[range], bool], Iterator[Part]]
"""What plays tasks, in any order."""


def task(plan: Plan, games: range, keep: bool) -> Part:
    """Play some games, those up to a Ctrl-C."""
    rows, tally = list[Row](), Tally(plan)
    with suppress(KeyboardInterrupt):
        for number in games:
            rows.append(plan.row(number))
    for row in rows:
        tally.add(row)
    return games[: len(rows)], tally.counts, _packed(rows) if keep and rows else b""


def _here(plan: Plan, tasks: Sequence[range], keep: bool) -> Iterator[Part]:
    for one in tasks:
        yield (part := task(plan, one, keep))
        if part[0] != one:
            raise KeyboardInterrupt


@contextmanager
def workers(count: int, scheduler: str | None) -> Iterator[Play]:
    """Yield what plays tasks: this process for one worker and no scheduler, otherwise Dask.  Raises
    `InputError` where that is missing or does not answer."""
    if count == 1 and scheduler is None:
        yield _here
        return
    dask = imported("distributed", "cluster", "--workers")
    cluster = None if scheduler else _cluster(dask, count)
    try:
        client = dask.Client(scheduler or cluster, timeout=10)
    except OSError:
        what = f"no scheduler answers at {scheduler}"
        raise InputError(Problem("--scheduler", what, "start one: dask scheduler")) from None

    def played(plan: Plan, tasks: Sequence[range], keep: bool) -> Iterator[Part]:
        futures = client.map(partial(task, plan, keep=keep), tasks, pure=False)
        for future in dask.as_completed(futures):
            yield future.result()
            future.release()

    with cluster or nullcontext(), client:
        yield played


def _cluster(dask: Any, count: int) -> Any:
    """Return workers on this machine.  Ctrl-C reaches them, too, but this process alone hears it
    and ends them; what is lost or stopped is told here, not in their log."""
    heard = signal(SIGINT, SIG_IGN)
    try:
        with imported("dask.config", "cluster", "--workers").set(LOCAL):
            return dask.LocalCluster(
                n_workers=count, threads_per_worker=1, dashboard_address=":0", silence_logs=CRITICAL
            )
    finally:
        signal(SIGINT, heard)


_parquet = partial(imported, "pyarrow.parquet", "cluster", "--output")


def results(plan: Plan, games: int, folder: Path | None, play: Play) -> Iterator[Tally]:
    """Yield what the games of a run tell, again after each task, those that a folder keeps first;
    new ones are written to it, a Parquet file for each task.  Raises `InputError` for a folder of
    another run."""
    tally, first, tasks = Tally(plan), 0, list[range]()
    for path in () if folder is None else _kept(plan, folder):
        last, after = map(int, path.stem.split("-")[1:])
        tasks += plan.tasks(first, min(last, games))
        first = max(first, after)
        for row in _parquet().read_table(path).to_pylist():
            if row["number"] < games:
                tally.add(row)
        yield tally
    tasks += plan.tasks(first, games)
    for played, counts, file in play(plan, tasks, folder is not None):
        if folder is not None and file:
            write_whole(folder / f"part-{played.start:09}-{played.stop:09}.parquet", file)
        tally.merge(counts)
        yield tally


def _kept(plan: Plan, folder: Path) -> list[Path]:
    """Return the parts that a folder has of a run, in order; make the folder otherwise."""
    _parquet()
    about, text = folder / "_plan.json", json.dumps(plan._asdict())
    if not folder.exists():
        folder.mkdir(parents=True)
        write_whole(about, text)
    if not about.exists() or about.read_text(encoding="utf-8") != text:
        what = "it holds other games, or is no folder of a simulation"
        raise InputError(Problem(str(folder), what, "name a new folder"))
    return sorted(folder.glob("part-*-*.parquet"))


def _packed(rows: Sequence[Row]) -> bytes:
    """Return games as a Parquet file."""
    parquet, arrow, file = _parquet(), imported("pyarrow", "cluster", "--output"), BytesIO()
    number, text, ints = arrow.int64(), arrow.string(), arrow.list_(arrow.int64())
    marks = arrow.list_(arrow.struct({"kind": text, "name": text, "seat": number}))
    numbers = arrow.struct(dict.fromkeys(rows[0]["numbers"], number))
    schema = arrow.schema({
        "number": number, "seed": number, "points": ints, "shares": arrow.list_(arrow.float64()),
        "numbers": numbers, "marks": marks, "places": arrow.list_(text), "growth": ints,
    })  # fmt: skip
    parquet.write_table(arrow.Table.from_pylist([*rows], schema), file)
    return file.getvalue()


# What the games tell.

Counts = dict[tuple[Any, ...], Counter[Any]]
"""How often there was each value: `("points", seat)`, `("number", name)`, `("growth", move)`,
`("mark", kind, name, seat)` with the points of that seat, `("winners", seat)` with the number of
winners of the games it won, `("places",)`."""


def mean(some: Mapping[int, int]) -> float:
    """Return the mean of counted numbers, 0 of none."""
    return sum(value * count for value, count in some.items()) / max(sum(some.values()), 1)


def half(some: Mapping[int, int]) -> float:
    """Return half of the 95 % interval of the mean of counted numbers."""
    size, middle = sum(some.values()), mean(some)
    squares = sum(count * (value - middle) ** 2 for value, count in some.items())
    return Z * sqrt(squares / (size - 1) / size) if size > 1 else 0.0


class Tally:
    """What is kept of all games, in memory that does not grow with their number."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.counts: Counts = defaultdict(Counter)

    @property
    def games(self) -> int:
        """How many there are."""
        return self.counts["points", 0].total()

    def add(self, row: Row) -> None:
        """Take in a game."""
        counts = self.counts
        for seat, (points, share) in enumerate(zip(row["points"], row["shares"], strict=True)):
            counts["points", seat][points] += 1
            if share:
                counts["winners", seat][round(1 / share)] += 1
        for name, value in row["numbers"].items():
            counts["number", name][value] += 1
        for kind, name, seat in (mark.values() for mark in row["marks"]):
            counts["mark", kind, name, seat][row["points"][seat]] += 1
        counts["places",].update(row["places"])
        for move, height in enumerate(row["growth"], 1):
            counts["growth", move][height] += 1

    def merge(self, counts: Counts) -> None:
        """Take in what other games tell."""
        for key, some in counts.items():
            self.counts[key].update(some)

    def all(self, *first: object) -> dict[Any, Counter[Any]]:
        """Return the counts whose keys begin so, by the last part of their keys."""
        room = len(first)
        return {key[room]: some for key, some in self.counts.items() if key[:room] == first}

    def share(self, seat: int) -> Interval:
        """Return the share of a seat in the wins; a tie counts in parts."""
        winners: Counter[int] = self.counts["winners", seat]
        return wilson(sum(some / among for among, some in winners.items()), self.games)

    def marks(self) -> dict[str, list[tuple[float, str, int, float]]]:
        """Return by kind the things that were taken, the best first: by how many points those who
        took it were above the mean of their seats, its name, how often, half a 95 % interval."""
        found: dict[str, list[tuple[float, str, int, float]]] = {}
        for kind, name in {key[1:3] for key in self.counts if key[0] == "mark"}:
            seats = self.all("mark", kind, name)
            every = sum(seats.values(), Counter[int]())
            due = sum(mean(self.counts["points", at]) * some.total() for at, some in seats.items())
            one = mean(every) - due / every.total(), name, every.total(), half(every)
            found.setdefault(kind, []).append(one)
        return {kind: sorted(some, reverse=True) for kind, some in sorted(found.items())}

    def record(self) -> dict[str, object]:
        """Return what the games tell as plain data for JSON, keys as in the contract."""
        seats = enumerate(self.plan.seats)
        players = [
            {"player": str(seat), "seat": at + 1, "games": self.games,
             "wins": self.games * self.share(at).share, "interval": self.share(at)[1:],
             "mean": mean(self.counts["points", at])} for at, seat in seats
        ]  # fmt: skip
        keys = "above", "name", "count", "half"
        marks = {kind: [dict(zip(keys, one, strict=True)) for one in some]
                 for kind, some in self.marks().items()}  # fmt: skip
        counts = {"/".join(map(str, key)): some for key, some in self.counts.items()}
        return {"games": self.games, "players": players, "marks": marks, "counts": counts}
