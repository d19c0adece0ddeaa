"""Pictures and tables of simulated games, for four games whose figures are known."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from hashlib import sha256
from importlib import import_module
from logging import CRITICAL
from pathlib import Path
from signal import SIG_IGN, SIGINT, getsignal
from types import SimpleNamespace
from typing import Any

import pytest

from palace.contract.players import Limit
from palace.core.errors import InputError
from palace.players import simulate
from palace.players.match import Seat, Z, opponents
from palace.players.simulate import (
    Mark,
    Plan,
    Row,
    Tally,
    counted,
    drawings,
    half,
    mean,
    report,
    results,
)

TOLD = (("map", "map-2"), ("box", "box of the house"))
PLAN = Plan("monkey-palace", (Seat("greedy"), Seat("random")), 5, TOLD)
CARD, OTHER, TROPHY = (
    {"kind": kind, "name": name, "seat": 0}
    for kind, name in (("card", "A"), ("card", "B"), ("trophy", "T"))
)


def row(points: list[int], growth: list[int], turns: int, *marks: dict[str, Any]) -> Row:
    best = max(points)
    return {
        "points": points, "marks": marks, "growth": growth,
        "shares": [(one == best) / points.count(best) for one in points],
        "numbers": {"turns": turns, "height": turns // 2}, "places": ["c4", "d4"],
    }  # fmt: skip


ROWS = [
    row([40, 30], [1, 2, 4], 10, CARD, CARD | {"seat": 1}, TROPHY),
    row([20, 20], [1, 3], 12, CARD, OTHER | {"seat": 1}),
    row([10, 56], [2], 12),
    row([30, 14], [2, 3], 14, OTHER),
]
TALLY = Tally(PLAN, counted(ROWS))


def test_means_and_halves_of_intervals() -> None:
    assert (mean({}), mean({3: 1}), mean({2: 3, 6: 1})) == (0, 3, 3)
    assert (half({}), half({3: 1})) == (None, None)
    # The variance of 2 2 2 6 is 4, that of its mean 1.
    assert half({2: 3, 6: 1}) == pytest.approx(Z)
    assert half({2: 1, 4: 1}) == pytest.approx(Z)


def test_how_often_each_value_was() -> None:
    assert counted(ROWS[:2]) == {
        ("points", 0, 40): 1, ("points", 1, 30): 1, ("points", 0, 20): 1, ("points", 1, 20): 1,
        ("winners", 0, 1): 1, ("winners", 0, 2): 1, ("winners", 1, 2): 1,
        ("mark", "card", "A", 0, 40): 1, ("mark", "card", "A", 1, 30): 1,
        ("mark", "trophy", "T", 0, 40): 1, ("mark", "card", "A", 0, 20): 1,
        ("mark", "card", "B", 1, 20): 1,
        ("number", "turns", 10): 1, ("number", "turns", 12): 1,
        ("number", "height", 5): 1, ("number", "height", 6): 1,
        ("places", "c4"): 2, ("places", "d4"): 2,
        ("growth", 1, 1): 2, ("growth", 2, 2): 1, ("growth", 2, 3): 1, ("growth", 3, 4): 1,
    }  # fmt: skip


def test_points_above_the_mean_of_a_seat() -> None:
    """The means of the seats are 25 and 30."""
    (best, less), (trophy,) = TALLY.marks().values()
    assert (best.name, best.taken) == ("A", 3)
    assert best.above == pytest.approx(30 - 80 / 3)
    assert best.half == pytest.approx(Z * (200 / 2 / 3) ** 0.5)
    assert (less.name, less.above, less.taken) == ("B", 25 - 27.5, 2)
    assert trophy == Mark(15.0, "T", 1, None)


def test_the_tables() -> None:
    cards, trophies, seats = report(TALLY, 2.04)
    heads = "taken", "above the seat's mean", "±"
    assert cards[:4] == ("card", ("card", *heads), ("card",), [
        ("A", "3", "+3.33", "11.32"), ("B", "2", "-2.50", "9.80"),
    ])  # fmt: skip
    assert trophies[:4] == (
        "trophy", ("trophy", *heads), ("trophy",), [("T", "1", "+15.00", "-")])  # fmt: skip
    assert seats == (
        "4 games in 2.0 s", ("seat", "player", "wins", "95 %", "mean", "±"), ("player",),
        [("1", "greedy", "62.5%", "21.9% to 90.8%", "25.0", "12.7"),
         ("2", "random", "37.5%", "9.2% to 78.1%", "30.0", "18.2")],
        [0.625, 0.375], ("on average: turns 12.0, height 6.0",), (),
    )  # fmt: skip
    (*_, seats) = report(Tally(PLAN, counted(ROWS[:1])), 0)
    assert seats.rows[0][5] == "0.0"


def test_the_data() -> None:
    told: Any = TALLY.record()
    assert told["players"][1] == {
        "player": "random", "seat": 2, "games": 4, "wins": 1.5, "mean": 30.0,
        "interval": [pytest.approx(0.0919, abs=1e-4), pytest.approx(0.7806, abs=1e-4)],
    }  # fmt: skip
    assert told["games"] == 4
    assert told["marks"]["trophy"] == [{"above": 15.0, "name": "T", "taken": 1, "half": None}]
    assert told["counts"]["winners/0/2"] == 1


@pytest.fixture(scope="module")
def figures() -> dict[str, Any]:
    """The figures of the four games, by the names of their files."""
    module, found = pytest.importorskip("matplotlib.figure"), list[Any]()

    def kept(self: Any, file: Any, **named: str) -> None:
        found.append(self)
        file.write(named["format"].encode())

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module.Figure, "savefig", kept)
        files = drawings(TALLY)
    assert {*files.values()} == {b"png"}
    return dict(zip(files, found, strict=True))


def legend(axes: Any) -> list[str]:
    return [text.get_text() for text in axes.get_legend().get_texts()]


def test_every_picture_has_its_title_and_what_its_axes_are(figures: dict[str, Any]) -> None:
    about = "4 games of Monkey Palace, map-2, box of the house"
    titles = {
        "seats.png": "How often each seat wins",
        "points.png": "How often each seat ends with how many points",
        "values.png": "Points of players who took a card or a trophy",
        "growth.png": "How the palace grows, while at least half of the games go on",
        "games.png": "What the games were like",
    }
    assert {name: one.get_suptitle() for name, one in figures.items()} == {
        name: f"{title}\n{about}" for name, title in titles.items()
    }
    axes = {name: [(one.get_xlabel(), one.get_ylabel()) for one in figure.axes]
            for name, figure in figures.items()}  # fmt: skip
    assert axes == {
        "seats.png": [("share of the games won, % (a tie is shared)", "")],
        "points.png": [("points at the end of the game, from each number to below the next",
                        "share of games, %")],
        "values.png": [("mean points of those who took it, above or below all in their seats", "")],
        "growth.png": [("turn of the game, counted over all players",
                        "height of the palace, in bricks")],
        "games.png": [("turns", "share of games, %"), ("height", "share of games, %")],
    }  # fmt: skip
    for one in figures.values():
        assert one.get_dpi() == 110
        assert one._suptitle.get_fontsize() == 12
        assert one.get_layout_engine().__class__.__name__ == "ConstrainedLayoutEngine"
        for part in one.axes:
            shown = {side: part.spines[side].get_visible() for side in part.spines}
            assert shown == {"left": True, "bottom": True, "top": False, "right": False}
            assert part.get_axisbelow() is True
    best, lower_right = 0, 4
    for name, one in figures.items():
        place = lower_right if name == "values.png" else best
        assert {part.get_legend()._loc for part in one.axes} == {place}
    assert tuple(figures["values.png"].get_size_inches()) == (8, pytest.approx(3.1))
    assert tuple(figures["seats.png"].get_size_inches()) == (8, 5)


def test_the_picture_of_seats(figures: dict[str, Any]) -> None:
    (axes,) = figures["seats.png"].axes
    assert legend(axes) == ["equal shares: 50.0 %", "share, 95 % interval"]
    assert [text.get_text() for text in axes.get_yticklabels()] == [
        "seat 1: greedy\n62.5 %\n(21.9 to 90.8)", "seat 2: random\n37.5 %\n(9.2 to 78.1)",
    ]  # fmt: skip
    fair, *points = [line for line in axes.lines if line.get_marker() != "|"]
    assert (list(fair.get_xdata()), fair.get_linestyle(), fair.get_color()) == (
        [50, 50], "--", "black")  # fmt: skip
    assert [(*one.get_xydata()[0], one.get_marker(), one.get_color()) for one in points] == [
        (62.5, 0, "o", "#2b2f86"), (37.5, 1, "s", "#c8690f"),
    ]  # fmt: skip
    assert [one.get_markersize() for one in points] == [9, 9]
    ends = [bar.get_segments()[0][:, 0] for bar in axes.collections]
    assert [[round(x, 1) for x in some] for some in ends] == [[21.9, 90.8], [9.2, 78.1]]
    assert axes.get_ylim() == (1.5, -0.9)
    assert list(axes.get_yticks()) == [0, 1]
    assert axes.get_xlim()[0] == 0
    (cap, *_) = [line for line in axes.lines if line.get_marker() == "|"]
    assert cap.get_markersize() == 12


def test_the_picture_of_points(figures: dict[str, Any]) -> None:
    """Points from 10 to 56 are in steps of 3: no more than 16 of them."""
    (axes,) = figures["points.png"].axes
    assert list(axes.get_xticks()) == [*range(10, 59, 3)]
    assert legend(axes) == ["seat 1: greedy, mean 25.0", "seat 2: random, mean 30.0"]
    means = [(line.get_xdata()[0], line.get_linestyle(), line.get_color()) for line in axes.lines]
    assert means == [(25, "-", "#2b2f86"), (30, "--", "#c8690f")]
    lines = ((0, None), "-"), ((0, (3.7, 1.6)), "--")  # as versions of matplotlib name them
    for patch, hue, line in zip(axes.patches, ("#2b2f86", "#c8690f"), lines, strict=True):
        xy = patch.get_xy()
        assert max(y for _, y in xy) == 25
        assert patch.get_linestyle() in line
        assert patch.get_linewidth() == 2
        assert patch.get_edgecolor()[:3] == pytest.approx(
            tuple(int(hue[at : at + 2], 16) / 255 for at in (1, 3, 5)))  # fmt: skip
    low, high = axes.get_ylim()
    assert (low, high) == (0, pytest.approx(25 * 1.05 * 1.3))


def test_the_picture_of_what_was_taken(figures: dict[str, Any]) -> None:
    (axes,) = figures["values.png"].axes
    assert legend(axes) == ["all in the same seat", "card, 95 % interval", "trophy, 95 % interval"]
    assert [text.get_text() for text in axes.get_yticklabels()] == [
        "B (taken 2 times)", "A (taken 3 times)", "T (taken 1 times)",
    ]  # fmt: skip
    zero, *kinds = [line for line in axes.lines if line.get_marker() != "|"]
    assert (zero.get_xdata()[0], zero.get_linestyle(), zero.get_color()) == (0, "--", "black")
    assert [[[round(x, 2), y] for x, y in line.get_xydata()] for line in kinds] == [
        [[-2.5, 0], [3.33, 1]], [[15, 2]],
    ]  # fmt: skip
    assert [(line.get_marker(), line.get_color()) for line in kinds] == [
        ("o", "#2b2f86"), ("s", "#c8690f"),
    ]  # fmt: skip
    spans = [[round((b - a) / 2, 2) for (a, _), (b, _) in bar.get_segments()]
             for bar in axes.collections]  # fmt: skip
    assert spans == [[9.8, 11.32], [0]]
    assert list(axes.get_yticks()) == [0, 1, 2]
    assert {text.get_fontsize() for text in axes.get_yticklabels()} == {8}
    (cap, *_) = [line for line in axes.lines if line.get_marker() == "|"]
    assert cap.get_markersize() == 6
    tick = axes.xaxis.get_major_ticks()[0]
    assert (tick.tick2line.get_visible(), tick.label2.get_visible()) == (True, True)


def test_the_picture_of_growth(figures: dict[str, Any]) -> None:
    """Three of four games have a second turn, one has a third."""
    (axes,) = figures["growth.png"].axes
    (line,) = axes.lines
    assert line.get_xydata().tolist() == [[1, 1.5], [2, pytest.approx(8 / 3)]]
    assert (line.get_color(), line.get_marker()) == ("#2b2f86", "o")
    assert legend(axes) == [
        "the middle 80 % of the games that go on", "mean of the games that go on",
    ]  # fmt: skip
    corners = {tuple(xy) for xy in axes.collections[0].get_paths()[0].vertices.tolist()}
    assert corners == {(1, 1), (1, 2), (2, 2), (2, 3)}
    assert list(axes.get_xticks()) == [1, 2]
    assert axes.get_ylim()[0] == 0


def test_the_pictures_of_the_games(figures: dict[str, Any]) -> None:
    turns, height = figures["games.png"].axes
    assert [(bar.get_x() + bar.get_width() / 2, bar.get_height()) for bar in turns.patches] == [
        (10, 25), (12, 50), (14, 25),
    ]  # fmt: skip
    assert legend(height) == ["mean 6.0"]
    assert turns.get_subplotspec().get_gridspec().get_geometry() == (1, 2)
    assert [list(one.get_xticks()) for one in (turns, height)] == [[10, 12, 14], [5, 6, 7]]
    assert (turns.lines[0].get_xdata()[0], turns.lines[0].get_linestyle()) == (12, "--")
    assert turns.lines[0].get_color() == "#c8690f"
    assert turns.get_ylim() == (0, pytest.approx(50 * 1.05 * 1.3))


def test_what_was_not_in_the_games_is_not_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    module = pytest.importorskip("matplotlib.figure")
    monkeypatch.setattr(module.Figure, "savefig", lambda *given, **named: None)
    none = [one | {"marks": [], "growth": []} for one in map(dict, ROWS)]
    assert [*drawings(Tally(PLAN, counted(none)))] == ["seats.png", "points.png", "games.png"]


def test_games_that_tell_a_player_too_little_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    part = opponents("monkey-palace")
    lacking = type(part)(part.known, part.table, part.shown, lambda rules, state: "write start")
    monkeypatch.setattr(simulate, "opponents", lambda key: lacking)
    with pytest.raises(InputError) as told:
        PLAN._replace(options=(("map", "map-2"), ("box", "house"))).play(0)
    assert str(told.value) == "simulate: these games cannot be played; write start"


@pytest.mark.parametrize(
    ("limit", "first", "games", "size"),
    # 32 tasks of equal length, of 1 to 15 s; 8 moves of each of two seats.
    [(Limit(), 0, 1500, 46), (Limit(), 100, 1600, 46), (Limit(seconds=0.05), 0, 1000, 18),
     (Limit(seconds=20.0), 0, 9, 1)],
)  # fmt: skip
def test_how_many_games_a_task_has(limit: Limit, first: int, games: int, size: int) -> None:
    tasks = [*PLAN._replace(seats=(Seat("greedy", limit),) * 2).tasks(first, games)]
    assert tasks[0] == range(first, first + size)


def test_the_seeds_of_a_run() -> None:
    assert PLAN.names == ("greedy 1", "random 2")
    seeds = [PLAN.lot(number) for number in range(300)]
    assert len({*seeds}) == 300
    assert seeds[0] == int(sha256(b"5/0").hexdigest()[:12], 16) % 10**9
    assert max(seeds) < 10**9
    assert min(seeds) < 10**7
    assert [PLAN._replace(drawn=True).lot(number) for number in range(4)] == [5, 5, 6, 6]


def test_a_folder_of_another_run_is_told(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow.parquet")
    with pytest.raises(InputError) as told:
        next(results(PLAN, 1, tmp_path, map))
    what = "it holds other games, or is no folder of a simulation; name a new folder"
    assert str(told.value) == f"{tmp_path}: {what}"
    new = tmp_path / "a" / "b"
    assert not simulate._kept(PLAN, new)
    assert [path.name for path in new.iterdir()] == ["_plan.json"]
    (new / "part-1.parquet").touch()
    (new / "part-2-4.parquet").touch()
    assert simulate._kept(PLAN, new) == [new / "part-2-4.parquet"]


def test_four_seats_differ_in_hue_sign_and_line(monkeypatch: pytest.MonkeyPatch) -> None:
    module, found = pytest.importorskip("matplotlib.figure"), list[Any]()
    monkeypatch.setattr(module.Figure, "savefig", lambda self, *_, **named: found.append(self))
    rows = [row([n, n + 1, n + 2, n + 3], [], 2) for n in (1, 4)]
    drawings(Tally(PLAN._replace(seats=(Seat("greedy"),) * 4), counted(rows)))
    shares, means = found[0].axes[0].lines, found[1].axes[0].lines
    hues = ["#2b2f86", "#c8690f", "#2a8a5c", "#a8326f"]
    signs = [one for one in shares if one.get_marker() not in ("|", "None")]
    assert [one.get_marker() for one in signs] == [*"osD^"]
    assert [one.get_color() for one in signs] == hues == [one.get_color() for one in means]
    assert [one.get_linestyle() for one in means] == ["-", "--", "-.", ":"]
    found.clear()
    drawings(Tally(PLAN, counted([row([1, 2], [1, 5], 2), row([1, 2], [3], 2)])))
    (line,) = next(one for one in found if "grows" in one.get_suptitle()).axes[0].lines
    assert line.get_xydata().tolist() == [[1, 2], [2, 5]]  # half of the games have a second turn


@pytest.mark.parametrize(("count", "step"), [(14, 1), (15, 2), (24, 1), (25, 2), (50, 3)])
def test_ticks_of_many_values_leave_some_out(
    count: int, step: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At most 15 or so beside each other, and 25 of turns."""
    module, found = pytest.importorskip("matplotlib.figure"), list[Any]()
    monkeypatch.setattr(module.Figure, "savefig", lambda self, *_, **named: found.append(self))
    few = count < 20
    rows = [row([1, 2], [*range(count)] * (not few), turns) for turns in range(count if few else 1)]
    drawings(Tally(PLAN, counted(rows)))
    axes = found[-1 if few else -2].axes[0]
    ticks = list(axes.get_xticks())
    assert ticks == [*range(not few, count + (not few), step)]


class Dask:
    """A scheduler that is not there, or does what it is asked for at once."""

    def __init__(self, fails: bool = False) -> None:
        self.asked, self.fails, self.set_ = list[Any](), fails, list[Any]()

    def imported(self, module: str, extra: str, at: str) -> Dask:
        assert (extra, at) == ("cluster", "--workers")
        self.asked.append(module)
        return self

    @contextmanager
    def set(self, settings: dict[str, object]) -> Iterator[None]:
        self.set_.append(settings)
        yield

    def Client(self, *given: object, **named: object) -> Any:  # noqa: N802
        self.asked.append((given, named, getsignal(SIGINT)))
        if self.fails:
            raise OSError
        return self

    def __enter__(self) -> None: ...

    def __exit__(self, *error: object) -> None:
        self.asked.append("closed")

    def map(self, work: Any, tasks: Any, *, pure: bool) -> list[Any]:
        assert pure is False  # the same task is done again
        return [SimpleNamespace(result=partial(work, one)) for one in tasks]

    as_completed = staticmethod(reversed)


@pytest.mark.parametrize(
    ("count", "scheduler", "named"),
    [(2, None, {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": ":0",
                "silence_logs": CRITICAL}),
     (1, "tcp://x:1", {}), (3, "tcp://x:1", {})],
)  # fmt: skip
def test_workers_of_this_machine_or_of_a_scheduler(
    count: int, scheduler: str | None, named: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C is heard here alone."""
    dask, heard = Dask(), getsignal(SIGINT)
    monkeypatch.setattr(simulate, "imported", dask.imported)
    with simulate.workers(count, scheduler) as play:
        work: Any = len
        done: list[Any] = [*play(work, [range(2), range(5)])]
        assert done == [5, 2]
        assert getsignal(SIGINT) is heard
    assert dask.asked == [
        "distributed", "dask.config", ((scheduler,), {"timeout": 10, **named}, SIG_IGN), "closed",
    ]  # fmt: skip
    # Memory is not given back after each turn, and the stack is not looked at.
    assert dask.set_ == [
        {"distributed.nanny.pre-spawn-environ": {}, "distributed.worker.profile.enabled": False}
    ]


def test_a_scheduler_that_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    dask, heard = Dask(fails=True), getsignal(SIGINT)
    monkeypatch.setattr(simulate, "imported", dask.imported)
    with pytest.raises(InputError) as told, simulate.workers(1, "tcp://x:1"):
        pass
    assert str(told.value) == (
        "--scheduler: no scheduler answers at tcp://x:1; start one: dask scheduler"
    )
    assert getsignal(SIGINT) is heard
    with simulate.workers(1, None) as play:
        assert play is map


@pytest.mark.parametrize("module", ["pyarrow.parquet", "pyarrow", "matplotlib.figure"])
def test_what_is_missing_names_the_option_that_needs_it(
    module: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder of games needs the extra of clusters, pictures that of views."""
    pytest.importorskip(module)

    def missing(name: str) -> Any:
        if name == module:
            raise ModuleNotFoundError
        return import_module(name)

    monkeypatch.setattr("palace.core.errors.import_module", missing)
    with pytest.raises(InputError) as told:
        drawings(TALLY) if module.startswith("matplotlib") else simulate._packed(ROWS)
    what = module.split(".")[0]
    option, extra = ("--plots", "view") if what == "matplotlib" else ("--output", "cluster")
    (problem,) = told.value.problems
    assert (problem.where, problem.what[: len(what) + 11]) == (option, f"{what} is missing")
    assert extra in str(problem)
