"""Many games between players of the program: the same games whatever the number of workers."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from hashlib import sha256
from importlib import import_module
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple

from palace.contract.players import Limit
from palace.contract.registry import game, game_in
from palace.contract.rules import Commit, Log
from palace.core.errors import InputError, Problem, install_hint
from palace.files.document import parse_document
from palace.files.serialise import data_text
from palace.files.writing import write_whole
from palace.players.match import Interval, Seat, Z, play_out, player_of, wilson, winners

Row = Mapping[str, Any]
"""A game: its number and seed, points and shares of the win by seat, and the game's figures."""

TASK = 100
"""Games of a task: some seconds of work, so that a scheduler carries a thousand workers."""

PLAN = "plan.json"


class Plan(NamedTuple):
    """What decides every game of a run: a game, its players in seat order, a seed, and the options
    of a new game, such as its map."""

    game: str
    seats: tuple[Seat, ...]
    seed: int = 0
    options: tuple[tuple[str, str], ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The names in the records of the games."""
        return tuple(f"{seat.player} {at}" for at, seat in enumerate(self.seats, 1))

    def lot(self, number: int) -> int:
        """Return the seed of a game, below 10**9."""
        return int(sha256(f"{self.seed}/{number}".encode()).hexdigest()[:12], 16) % 10**9

    def text(self) -> str:
        """Return it as JSON: a folder of results is gone on with by the same plan."""
        return json.dumps({**self._asdict(), "seats": [*map(str, self.seats)]}, indent=2) + "\n"

    def record(self, number: int) -> Any:
        """Return the record in which a game begins."""
        return _begun(self, self.lot(number))[1]

    def play(self, number: int) -> Log[Any, Any]:
        """Play a game."""
        found, rules, players = _table(self)
        assert found.players is not None
        rules = found.players().deal(rules, self.lot(number))
        return play_out(rules, players, self.lot(number))

    def row(self, number: int) -> dict[str, Any]:
        """Play a game, and return what is kept of it."""
        log = self.play(number)
        won = winners(log.rules, log.state)
        points = {sheet.name: sheet.total for sheet in log.rules.standing(log.state)}
        players = game(self.game).players
        assert players is not None
        return {
            "number": number, "seed": self.lot(number),
            "points": [points[name] for name in self.names],
            "shares": [(name in won) / len(won) for name in self.names],
            "moves": len(log.commits), **players().figures(log),
        }  # fmt: skip


def _begun(plan: Plan, seed: int) -> tuple[Any, Any]:
    found = game(plan.game)
    options: dict[str, object] = {**dict(plan.options), "seed": seed}
    data = found.new([{**found.player(name)} for name in plan.names], Path("game.toml"), options)
    return game_in(parse_document(data_text(data), "toml", "game.toml"))


@lru_cache(maxsize=4)
def _table(plan: Plan) -> tuple[Any, Any, Any]:
    found, record = _begun(plan, 0)
    players = found.players()
    if lacking := players.lacks(record.rules, record.rules.start()[0]):
        raise InputError(Problem("simulate", "these games cannot be played", lacking))
    known = {
        name: (player_of(players, seat.player), seat.limit)
        for name, seat in zip(plan.names, plan.seats, strict=True)
    }
    return found, record.rules, known


def task(plan: Plan, first: int, last: int) -> list[dict[str, Any]]:
    """Play the games from `first` up to `last`, which is left out."""
    return [plan.row(number) for number in range(first, last)]


def replayed(plan: Plan, number: int) -> str:
    """Return the record of a game, as it is written."""
    record, log = plan.record(number), plan.play(number)
    again = Log.begin(record.rules).played(tuple(Commit(one.move) for one in log.commits))
    text: str = record.text(again)
    return text


# Where the games are played.

Played = Iterator[tuple[int, list[dict[str, Any]]]]
"""The first number of a task with its games, in any order."""


@contextmanager
def workers(
    count: int, scheduler: str | None
) -> Iterator[Callable[[Plan, Sequence[range]], Played]]:
    """Yield a function that plays tasks: in this process for one worker and no scheduler, otherwise
    by Dask.  Raises `InputError` where that is missing or does not answer."""
    if count == 1 and scheduler is None:
        yield lambda plan, tasks: ((one.start, task(plan, one.start, one.stop)) for one in tasks)
        return
    try:
        dask: Any = import_module("distributed")
    except ModuleNotFoundError:
        what = "more than one worker needs Dask, which is missing"
        raise InputError(Problem("--workers", what, install_hint("cluster"))) from None
    cluster = None if scheduler is not None else dask.LocalCluster(
        n_workers=count, threads_per_worker=1, dashboard_address=None
    )  # fmt: skip
    try:
        client = dask.Client(scheduler or cluster, timeout=10)
    except OSError:
        what = f"no scheduler answers at {scheduler}"
        raise InputError(Problem("--scheduler", what, "start one: dask scheduler")) from None

    def played(plan: Plan, tasks: Sequence[range]) -> Played:
        # A window of tasks, so that neither side holds the results of all of them.
        room = 4 * max(len(client.scheduler_info()["workers"]), count)
        waiting = iter(tasks)
        sent = dask.as_completed(with_results=True)

        def send() -> None:
            if (one := next(waiting, None)) is not None:
                key = (
                    f"games-{plan.seed}-{one.start}-{sha256(plan.text().encode()).hexdigest()[:8]}"
                )
                future = client.submit(task, plan, one.start, one.stop, key=key, pure=False)
                numbers[future.key] = one.start
                sent.add(future)

        numbers: dict[str, int] = {}
        for _ in range(room):
            send()
        for future, rows in sent:
            yield numbers.pop(future.key), rows
            future.release()
            send()

    try:
        yield played
    finally:
        client.close()
        if cluster is not None:
            cluster.close()


def results(
    plan: Plan, games: int, folder: Path | None, play: Callable[..., Played]
) -> Iterator[list[Row]]:
    """Yield the games of a run, part by part, those that a folder keeps first; new ones are written
    to it, a Parquet file each.  Raises `InputError` for a folder of another run."""
    tasks = [range(at, min(at + TASK, games)) for at in range(0, games, TASK)]
    left = tasks
    if folder is not None:
        kept = _kept(plan, folder)
        left = [one for one in tasks if (one.start, one.stop) not in kept]
        for one in tasks:
            if (one.start, one.stop) in kept:
                yield _arrow().parquet.read_table(kept[one.start, one.stop]).to_pylist()
    ends = {one.start: one.stop for one in left}
    for first, rows in play(plan, left):
        if folder is not None:
            _write(rows, folder / f"part-{first:09}-{ends[first]:09}.parquet")
        yield [*rows]


def _arrow() -> Any:
    try:
        import_module("pyarrow.parquet")
        return import_module("pyarrow")
    except ModuleNotFoundError:
        what = "Parquet needs pyarrow, which is missing"
        raise InputError(Problem("--output", what, install_hint("cluster"))) from None


def _kept(plan: Plan, folder: Path) -> dict[tuple[int, int], Path]:
    """Return the parts that a folder has of a run, by their numbers; make the folder otherwise."""
    _arrow()
    if not folder.exists():
        folder.mkdir(parents=True)
        write_whole(folder / PLAN, plan.text())
    text = (folder / PLAN).read_text(encoding="utf-8") if (folder / PLAN).exists() else ""
    if text != plan.text():
        what = "it holds other games, or is no folder of a simulation"
        raise InputError(Problem(str(folder), what, "name a new folder"))
    found = {}
    for path in folder.glob("part-*-*.parquet"):
        _, first, last = path.stem.split("-")
        found[int(first), int(last)] = path
    return found


def _write(rows: Sequence[Row], path: Path) -> None:
    """Write a part whole or not at all."""
    arrow = _arrow()
    draft = path.with_suffix(f".{os.getpid()}.tmp")
    arrow.parquet.write_table(arrow.Table.from_pylist([*rows]), draft)
    os.replace(draft, path)


# What the games tell.


class Mean(NamedTuple):
    """Numbers of which sums are kept; `size` is how many."""

    size: int = 0
    sum: float = 0.0
    squares: float = 0.0

    def plus(self, value: float) -> Mean:
        """Return it with one number more."""
        return Mean(self.size + 1, self.sum + value, self.squares + value * value)

    @property
    def mean(self) -> float:
        """The mean, 0 of no numbers."""
        return self.sum / self.size if self.size else 0.0

    @property
    def half(self) -> float:
        """Half of the 95 % interval of the mean."""
        if self.size < 2:
            return 0.0
        spread = max(self.squares - self.sum * self.sum / self.size, 0.0) / (self.size - 1)
        return Z * sqrt(spread / self.size)


class Tally:
    """What is kept of all games, in memory that does not grow with their number."""

    def __init__(self, plan: Plan) -> None:
        count = len(plan.seats)
        self.plan, self.games = plan, 0
        self.points = [Mean()] * count
        self.wins = [0.0] * count
        self.spread = [Counter[int]() for _ in range(count)]
        self.numbers: dict[str, Mean] = {}
        self.marks: dict[str, dict[str, Mean]] = {}
        self.takers = Counter[tuple[str, str, int]]()
        self.places = Counter[str]()
        self.growth: list[Mean] = []

    def add(self, rows: Iterable[Row]) -> None:
        """Take in some games."""
        for row in rows:
            self.games += 1
            for at, (points, share) in enumerate(zip(row["points"], row["shares"], strict=True)):
                self.points[at] = self.points[at].plus(points)
                self.wins[at] += share
                self.spread[at][points] += 1
            for name in ("moves", *row["numbers"]):
                value = row["moves"] if name == "moves" else row["numbers"][name]
                self.numbers[name] = self.numbers.get(name, Mean()).plus(value)
            for kind, name, seat in zip(
                row["mark_kinds"], row["mark_names"], row["mark_seats"], strict=True
            ):
                some = self.marks.setdefault(kind, {})
                some[name] = some.get(name, Mean()).plus(row["points"][seat])
                self.takers[kind, name, seat] += 1
            for place in row["places"]:
                self.places[place] += 1
            for at, height in enumerate(row["growth"]):
                self.growth += [Mean()] * (at >= len(self.growth))
                self.growth[at] = self.growth[at].plus(height)

    def share(self, seat: int) -> Interval:
        """Return the share of a seat in the wins; a tie counts in parts."""
        return wilson(self.wins[seat], self.games)

    def above(self, kind: str, name: str) -> float:
        """Return by how many points those who took something were above the mean of their seats."""
        mean = self.marks[kind][name]
        usual = sum(one.mean * self.takers[kind, name, at] for at, one in enumerate(self.points))
        return mean.mean - usual / mean.size

    def record(self, seconds: float) -> dict[str, object]:
        """Return what the games tell as plain data for JSON, keys as in the contract."""
        players = [
            {
                "player": str(seat), "seat": at + 1, "games": self.games,
                "wins": round(self.wins[at], 3), "mean": round(self.points[at].mean, 3),
                "interval": [round(self.share(at).low, 4), round(self.share(at).high, 4)],
            }
            for at, seat in enumerate(self.plan.seats)
        ]  # fmt: skip
        marks = {
            kind: {name: {"count": mean.size, "above": round(self.above(kind, name), 3),
                          "half": round(mean.half, 3)} for name, mean in sorted(some.items())}
            for kind, some in self.marks.items()
        }  # fmt: skip
        return {
            "games": self.games, "players": players, "seconds": round(seconds, 2),
            "numbers": {name: round(mean.mean, 3) for name, mean in self.numbers.items()},
            "marks": marks, "places": dict(sorted(self.places.items())),
            "growth": [round(mean.mean, 2) for mean in self.growth],
        }  # fmt: skip


def seats_of(text: str) -> tuple[Seat, ...]:
    """Return the seats of `greedy,strong:2000`; raises `InputError` where one has no limit."""
    found = []
    for part in text.split(","):
        name, _, nodes = part.strip().partition(":")
        if nodes and not nodes.isdigit():
            what = f"{part.strip()!r:.60} does not fit"
            raise InputError(
                Problem("--players", what, "a name, or NAME:NODES, such as strong:2000")
            )
        found.append(Seat(name, Limit(nodes=int(nodes)) if nodes else Limit()))
    return tuple(found)
