"""Many games between players of the program: the same games whatever the number of workers."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from hashlib import sha256
from io import BytesIO
from logging import CRITICAL
from math import sqrt
from pathlib import Path
from signal import SIG_IGN, SIGINT, signal
from sys import intern
from typing import Any, NamedTuple

from palace.contract.registry import game, game_in
from palace.contract.rules import Log
from palace.core.errors import InputError, Problem, imported
from palace.core.html import Part as Section
from palace.files.document import parse_document
from palace.files.serialise import data_text
from palace.files.writing import write_whole
from palace.players.match import Interval, Seat, Z, opponents, play_out, wilson, winners

SECONDS, LEAST, TASKS = 15.0, 1.0, 32
"""Work of a task, about: a thousand workers ask a scheduler for 70 tasks a second.  A run too short
for so many tasks has shorter ones, down to the least, for its workers to end together."""

GAME, NODE, MOVES, ANSWER = 0.03, 0.001, 8, 10.0
"""Seconds of a game without search, and of a node of each seat in it; moves of a seat, about;
seconds in which a scheduler answers."""

# Dask has memory given back after each turn, and looks at the stack 100 times a second.
LOCAL = {"distributed.nanny.pre-spawn-environ": {}, "distributed.worker.profile.enabled": False}

Row = Mapping[str, Any]
_parquet = partial(imported, "pyarrow.parquet", "cluster", "--output")


class Plan(NamedTuple):
    """What decides every game of a run: a game, its players in seat order, a seed, and the options
    of a new game, such as its map.  A match is `drawn`: its tables are those of seeds from `seed`
    on, each is played once with every order of the seats."""

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
        limits = [seat.limit for seat in self.seats]
        each = GAME + sum(NODE * (one.nodes or 0) + MOVES * (one.seconds or 0) for one in limits)
        seconds = min(max((last - first) * each / TASKS, LEAST), SECONDS)
        size = max(int(seconds / each), 1)
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
        data = found.new([*map(found.player, self.names)], Path("game.toml"), options)
        return game_in(parse_document(data_text(data), "toml", "game.toml"))[1]

    def rules(self, number: int) -> Any:
        """Return the rules bound to the table of a game."""
        if not self.drawn:
            return self.record(number).rules
        at = number % len(self.seats)
        return opponents(self.game).table((*self.names[at:], *self.names[:at]), self.lot(number))

    def play(self, number: int) -> Log[Any, Any]:
        """Play a game; raises `InputError` where it tells the players too little."""
        part, rules = opponents(self.game), self.rules(number)
        if lacking := part.lacks(rules, rules.start()[0]):
            raise InputError(Problem("simulate", "these games cannot be played", lacking))
        seats = zip(self.names, self.seats, strict=True)
        players = {name: (part.known[seat.player], seat.limit) for name, seat in seats}
        return play_out(rules, players, self.lot(number))

    def row(self, number: int) -> Row:
        """Play a game, and return what is kept of it: its number and seed, points and shares of the
        win by the seats of the plan, and the game's figures."""
        log = self.play(number)
        sheets = log.rules.standing(log.state)
        figures: Mapping[str, Any] = opponents(self.game).figures(log)
        won, points = winners(sheets), {sheet.name: sheet.total for sheet in sheets}
        marks = [{"kind": kind, "name": intern(name), "seat": self.names.index(player)}
                 for kind, name, player in figures["marks"]]  # fmt: skip
        return {
            "number": number, "seed": self.lot(number),
            "points": [points[name] for name in self.names],
            "shares": [(name in won) / len(won) for name in self.names],
            **figures, "marks": marks,
        }  # fmt: skip


Value = tuple[Any, ...]
"""A value behind what it is of: `("points", seat, 40)`, `("winners", seat, 2)` of a tie it won,
`("mark", kind, name, seat, 40)` with the points of that seat, `("number", name, 18)`, `("places",
name)`, `("growth", move, 4)`."""

Part = tuple[range, Counter[Value], bytes]
"""What comes of a task: its games, what they tell, and a Parquet file of them if they are kept."""

Play = Callable[[Callable[[range], Part], Sequence[range]], Iterator[Part]]
"""What does some tasks, in any order, as `map` does."""


def task(plan: Plan, keep: bool, games: range) -> Part:
    """Play some games."""
    rows = [plan.row(number) for number in games]
    return games, counted(rows), _packed(rows) if keep else b""


@contextmanager
def workers(count: int, scheduler: str | None) -> Iterator[Play]:
    """Yield what does tasks: `map` for one worker and no scheduler, otherwise Dask.  Raises
    `InputError` where that is missing or does not answer."""
    if count == 1 and scheduler is None:
        yield map
        return
    dask = imported("distributed", "cluster", "--workers")
    own = {"n_workers": count, "threads_per_worker": 1, "dashboard_address": ":0",
           "silence_logs": CRITICAL}  # fmt: skip
    # Ctrl-C reaches workers of this machine, too, but this process alone hears it and ends them.
    heard = signal(SIGINT, SIG_IGN)
    try:
        with imported("dask.config", "cluster", "--workers").set(LOCAL):
            client = dask.Client(scheduler, timeout=ANSWER, **({} if scheduler else own))
    except OSError:
        what = f"no scheduler answers at {scheduler}"
        raise InputError(Problem("--scheduler", what, "start one: dask scheduler")) from None
    finally:
        signal(SIGINT, heard)

    with client:
        yield lambda work, tasks: (
            done.result() for done in dask.as_completed(client.map(work, tasks, pure=False))
        )


def results(plan: Plan, games: int, folder: Path | None, play: Play) -> Iterator[Tally]:
    """Yield what the games of a run tell, after those that a folder keeps and after each task whose
    games are written to it as a Parquet file; raises `InputError` for a folder of another run."""
    tally, first, tasks = Tally(plan, Counter()), 0, list[range]()
    for path in () if folder is None else _kept(plan, folder):
        last, after = map(int, path.stem.split("-")[1:])
        tasks += plan.tasks(first, min(last, games))
        first = max(first, after)
        rows = _parquet().read_table(path).to_pylist()
        tally.counts.update(counted(row for row in rows if row["number"] < games))
        yield tally
    tasks += plan.tasks(first, games)
    for played, counts, file in play(partial(task, plan, folder is not None), tasks):
        if folder is not None:
            write_whole(folder / f"part-{played.start:09}-{played.stop:09}.parquet", file)
        tally.counts.update(counts)
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
    arrow, file = imported("pyarrow", "cluster", "--output"), BytesIO()
    number, text, some = arrow.int64(), arrow.string(), arrow.list_
    marks = some(arrow.struct({"kind": text, "name": text, "seat": number}))
    schema = arrow.schema({
        "number": number, "seed": number, "points": some(number), "shares": some(arrow.float64()),
        "numbers": arrow.struct(dict.fromkeys(rows[0]["numbers"], number)), "marks": marks,
        "places": some(text), "growth": some(number),
    })  # fmt: skip
    _parquet().write_table(arrow.Table.from_pylist([*rows], schema), file)
    return file.getvalue()


def mean(some: Mapping[int, int]) -> float:
    """Return the mean of counted numbers, 0 of none."""
    return sum(value * count for value, count in some.items()) / max(sum(some.values()), 1)


def half(some: Mapping[int, int]) -> float | None:
    """Return half of the 95 % interval of the mean of counted numbers; None of fewer than two."""
    size, middle = sum(some.values()), mean(some)
    squares = sum(count * (value - middle) ** 2 for value, count in some.items())
    return Z * sqrt(squares / (size - 1) / size) if size > 1 else None


def counted(rows: Iterable[Row]) -> Counter[Value]:
    """Return how often each value was in games."""
    found = Counter[Value]()
    for row in rows:
        points, shares, marks = row["points"], row["shares"], row["marks"]
        found.update(("points", at, value) for at, value in enumerate(points))
        found.update(("winners", at, round(1 / one)) for at, one in enumerate(shares) if one)
        found.update(("mark", *mark.values(), points[mark["seat"]]) for mark in marks)
        found.update(("number", *pair) for pair in row["numbers"].items())
        found.update(("places", place) for place in row["places"])
        found.update(("growth", *pair) for pair in enumerate(row["growth"], 1))
    return found


class Mark(NamedTuple):
    """A thing that was taken: by how many points those who took it were above the mean of their
    seats, and half of its 95 % interval; how often it was taken."""

    above: float
    name: str
    taken: int
    half: float | None


class Tally(NamedTuple):
    """How often each value was in the games of a run; it does not grow with their number."""

    plan: Plan
    counts: Counter[Value]

    @property
    def games(self) -> int:
        """How many there are."""
        return sum(count for key, count in self.counts.items() if key[:2] == ("points", 0))

    def all(self, *first: object) -> dict[Any, Counter[Any]]:
        """Return how often each value was that begins so, by what comes after."""
        room, found = len(first), defaultdict[Any, Counter[Any]](Counter)
        for value, count in self.counts.items():
            if value[:room] == first:
                found[value[room]][value[-1]] += count
        return found

    def share(self, seat: int) -> Interval:
        """Return the share of a seat in the wins; a tie counts in parts."""
        winners = self.all("winners")[seat]
        return wilson(sum(some / among for among, some in winners.items()), self.games)

    def marks(self) -> dict[str, list[Mark]]:
        """Return by kind the things that were taken, the best first."""
        found, points = defaultdict[str, list[Mark]](list), self.all("points")
        for kind, name in sorted({key[1:3] for key in self.counts if key[0] == "mark"}):
            seats = self.all("mark", kind, name)
            every = sum(seats.values(), Counter[int]())
            due = sum(mean(points[at]) * some.total() for at, some in seats.items())
            above = mean(every) - due / every.total()
            found[kind].append(Mark(above, name, every.total(), half(every)))
        return {kind: sorted(some, reverse=True) for kind, some in found.items()}

    def record(self) -> dict[str, object]:
        """Return what the games tell as plain data for JSON, keys as in the contract."""
        games, players = self.games, []
        for at, seat in enumerate(self.plan.seats):
            share, *interval = self.share(at)
            players.append({
                "player": str(seat), "seat": at + 1, "games": games, "wins": games * share,
                "interval": interval, "mean": mean(self.all("points")[at]),
            })  # fmt: skip
        counts = {"/".join(map(str, value)): count for value, count in self.counts.items()}
        marks = {kind: [one._asdict() for one in some] for kind, some in self.marks().items()}
        return {"games": games, "players": players, "marks": marks, "counts": counts}


def report(tally: Tally, seconds: float) -> Iterator[Section]:
    """Yield what the games tell: what those who took a thing had above others, and by seat."""
    for kind, marks in tally.marks().items():
        told = [(one.name, f"{one.taken:,}", f"{one.above:+.2f}",
                 f"{one.half:.2f}" if one.half else "-") for one in marks]  # fmt: skip
        yield Section(kind, (kind, "taken", "above the seat's mean", "±"), (kind,), told)
    rows, shares = [], list[float]()
    for at, seat in enumerate(tally.plan.seats):
        points, (share, low, high) = tally.all("points")[at], tally.share(at)
        shares.append(share)
        rows.append((str(at + 1), str(seat), f"{share:.1%}", f"{low:.1%} to {high:.1%}",
                     f"{mean(points):.1f}", f"{half(points) or 0:.1f}"))  # fmt: skip
    numbers = (f"{name} {mean(some):.1f}" for name, some in tally.all("number").items())
    yield Section(f"{tally.games:,} games in {seconds:.1f} s",
                  ("seat", "player", "wins", "95 %", "mean", "±"), ("player",), rows, shares,
                  (f"on average: {', '.join(numbers)}",))  # fmt: skip


HUES = "#2b2f86", "#c8690f", "#2a8a5c", "#a8326f"
MARKS, LINES = "osD^", ("-", "--", "-.", ":")
BINS = 16  # steps of points, at most


def drawings(tally: Tally) -> dict[str, bytes]:
    """Return pictures as PNG by the names of their files; `InputError` without matplotlib."""
    figures = imported("matplotlib.figure", "view", "--plots")
    about = [f"{tally.games:,} games of {game(tally.plan.game).title}"]
    about += (told if told.startswith(key) else f"{key} {told}" for key, told in tally.plan.options)
    seats, found = [f"seat {at}: {seat}" for at, seat in enumerate(tally.plan.seats, 1)], {}
    for draw in (_seats, _points, _values, _growth, _games):
        figure, file = figures.Figure(figsize=(8, 5), dpi=110, layout="constrained"), BytesIO()
        if title := draw(tally, seats, figure):
            figure.suptitle(f"{title}\n{', '.join(about)}", fontsize=12)
            for axes in figure.axes:
                axes.spines[["top", "right"]].set_visible(False)
                axes.grid(alpha=0.3)
                axes.set_axisbelow(True)
                axes.legend(loc="lower right" if draw is _values else "best")
            figure.savefig(file, format="png")
            found[f"{draw.__name__[1:]}.png"] = file.getvalue()
    return found


def _seats(tally: Tally, seats: list[str], figure: Any) -> str:
    axes = figure.add_subplot(xlabel="share of the games won, % (a tie is shared)")
    fair, told = 100 / len(seats), list[str]()
    axes.axvline(fair, color="black", linestyle="--", label=f"equal shares: {fair:.1f} %")
    for at, seat in enumerate(seats):
        share, low, high = (100 * value for value in tally.share(at))
        axes.errorbar(share, at, xerr=[[share - low], [high - share]], fmt=MARKS[at], capsize=6,
                      color=HUES[at], markersize=9,
                      label="_" * bool(at) + "share, 95 % interval")  # fmt: skip
        told.append(f"{seat}\n{share:.1f} %\n({low:.1f} to {high:.1f})")
    axes.set(yticks=range(len(seats)), yticklabels=told, ylim=(len(seats) - 0.5, -0.9))
    axes.margins(x=0.2)
    axes.set_xlim(left=0)
    return "How often each seat wins"


def _points(tally: Tally, seats: list[str], figure: Any) -> str:
    every = tally.all("points")
    low, high = (end(end(some) for some in every.values()) for end in (min, max))
    step = 1 + (high - low) // BINS
    axes = figure.add_subplot(
        xlabel="points at the end of the game, from each number to below the next",
        ylabel="share of games, %", xticks=(bins := range(low, high + step + 1, step)),
    )  # fmt: skip
    for seat, some, hue, line in zip(seats, every.values(), HUES, LINES, strict=False):
        shares = [100 * count / tally.games for count in some.values()]
        axes.hist([*some], bins, weights=shares, color=hue, histtype="step", linestyle=line,
                  linewidth=2, label=f"{seat}, mean {mean(some):.1f}")  # fmt: skip
        axes.axvline(mean(some), color=hue, linestyle=line, alpha=0.5)
    axes.set_ylim(0, axes.get_ylim()[1] * 1.3)
    return "How often each seat ends with how many points"


def _values(tally: Tally, seats: list[str], figure: Any) -> str:
    kinds = tally.marks()
    shown = sorted((one, kind) for kind, some in kinds.items() for one in some)
    figure.set_size_inches(8, 2.5 + 0.2 * len(shown))
    about = "mean points of those who took it, above or below all in their seats"
    axes = figure.add_subplot(xlabel=about)
    axes.axvline(0, color="black", linestyle="--", label="all in the same seat")
    for kind, hue, sign in zip(kinds, HUES, MARKS, strict=False):
        rows = [(one.above, at, one.half or 0) for at, (one, of) in enumerate(shown) if of == kind]
        above, at, half = zip(*rows, strict=True)
        axes.errorbar(above, at, xerr=half, fmt=sign, color=hue, capsize=3,
                      label=f"{kind}, 95 % interval")  # fmt: skip
    axes.tick_params(top=True, labeltop=True)
    names = [f"{one.name} (taken {one.taken:,} times)" for one, _ in shown]
    axes.set_yticks(range(len(shown)), names, fontsize=8)
    axes.margins(y=0.01)
    return f"Points of players who took a {' or a '.join(kinds)}" if shown else ""


def _growth(tally: Tally, seats: list[str], figure: Any) -> str:
    axes = figure.add_subplot(xlabel="turn of the game, counted over all players",
                              ylabel="height of the palace, in bricks")  # fmt: skip
    # Of the last turns only long games tell, whose palaces grow slowly.
    moves = {move: some for move, some in tally.all("growth").items()
             if some.total() >= tally.games / 2}  # fmt: skip
    every = [sorted(some.elements()) for some in moves.values()]
    ends = ([some[int(part * (len(some) - 1))] for some in every] for part in (0.1, 0.9))
    axes.fill_between([*moves], *ends, color=HUES[0], alpha=0.2,
                      label="the middle 80 % of the games that go on")  # fmt: skip
    axes.plot([*moves], [*map(mean, moves.values())], "o-", color=HUES[0],
              label="mean of the games that go on")  # fmt: skip
    axes.set(xticks=[*moves][:: 1 + len(moves) // 25], ylim=(0, None))
    return "How the palace grows, while at least half of the games go on" if moves else ""


def _games(tally: Tally, seats: list[str], figure: Any) -> str:
    numbers = tally.all("number")
    for at, (name, some) in enumerate(numbers.items(), 1):
        axes = figure.add_subplot((len(numbers) + 1) // 2, 2, at, xlabel=name,
                                  ylabel="share of games, %")  # fmt: skip
        axes.bar([*some], [100 * count / tally.games for count in some.values()], color=HUES[0])
        axes.axvline(mean(some), color=HUES[1], linestyle="--", label=f"mean {mean(some):.1f}")
        axes.set(ylim=(0, axes.get_ylim()[1] * 1.3), xticks=sorted(some)[:: 1 + len(some) // 15])
    return "What the games were like"
