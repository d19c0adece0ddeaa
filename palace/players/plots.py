"""What a simulation tells, as pictures."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from statistics import fmean
from typing import Any

from palace.contract.registry import game
from palace.core.errors import imported
from palace.players.simulate import Tally, mean

HUES = "#2b2f86", "#c8690f", "#2a8a5c", "#a8326f"
MARKS, LINES = "osD^", ("-", "--", "-.", ":")
BINS = 16
"""Steps of points, at most."""


def plots(tally: Tally) -> dict[str, bytes]:
    """Return pictures as PNG by the names of their files; `InputError` without matplotlib."""
    drawn: dict[str, Callable[[Tally, list[str], Any], str]] = {
        "seats": _seats, "points": _points, "values": _values, "growth": _growth, "games": _games
    }  # fmt: skip
    figures = imported("matplotlib.figure", "view", "--plots")
    title = game(tally.plan.game).title
    about = [f"{tally.games:,} games of {title}"]
    about += (told if told.startswith(key) else f"{key} {told}" for key, told in tally.plan.options)
    seats, found = [f"seat {at}: {seat}" for at, seat in enumerate(tally.plan.seats, 1)], {}
    for name, draw in drawn.items():
        figure = figures.Figure(figsize=(8, 5), dpi=110, layout="constrained")
        if title := draw(tally, seats, figure):
            figure.suptitle(f"{title}\n{', '.join(about)}", fontsize=12)
            for axes in figure.axes:
                axes.spines[["top", "right"]].set_visible(False)
                axes.grid(alpha=0.3)
                axes.set_axisbelow(True)
                axes.legend(loc="lower right" if name == "values" else "best")
            file = BytesIO()
            figure.savefig(file, format="png")
            found[f"{name}.png"] = file.getvalue()
    return found


def _seats(tally: Tally, seats: list[str], figure: Any) -> str:
    axes = figure.add_subplot(xlabel="share of the games won, % (a tie is shared)")
    fair, told = 100 / len(seats), list[str]()
    axes.axvline(fair, color="black", linestyle="--", label=f"equal shares: {fair:.1f} %")
    label = "share, 95 % interval"
    for at, hue in enumerate(HUES[: len(seats)]):
        share, low, high = (100 * value for value in tally.share(at))
        axes.errorbar(share, at, xerr=[[share - low], [high - share]], fmt=MARKS[at], color=hue,
                      capsize=6, markersize=9, label="_" * bool(at) + label)  # fmt: skip
        told.append(f"{seats[at]}\n{share:.1f} %\n({low:.1f} to {high:.1f})")
    axes.set_yticks(range(len(seats)), told)
    axes.set_ylim(len(seats) - 0.5, -0.9)
    axes.margins(x=0.2)
    axes.set_xlim(left=0)
    return "How often each seat wins"


def _points(tally: Tally, seats: list[str], figure: Any) -> str:
    axes = figure.add_subplot(ylabel="share of games, %")
    every = tally.all("points")
    low, high = (end(end(some) for some in every.values()) for end in (min, max))
    step = 1 + (high - low) // BINS
    axes.set_xlabel("points at the end of the game, from each number to below the next")
    axes.set_xticks(range(low, high + step + 1, step))
    for at, hue in enumerate(HUES[: len(seats)]):
        shares = [100 * count / tally.games for count in every[at].values()]
        axes.hist([*every[at]], range(low, high + step + 1, step), weights=shares, color=hue,
                  histtype="step", linestyle=LINES[at], linewidth=2,
                  label=f"{seats[at]}, mean {mean(every[at]):.1f}")  # fmt: skip
        axes.axvline(mean(every[at]), color=hue, linestyle=LINES[at], alpha=0.5)
    axes.set_ylim(0, axes.get_ylim()[1] * 1.3)
    return "How often each seat ends with how many points"


def _values(tally: Tally, seats: list[str], figure: Any) -> str:
    kinds = tally.marks()
    shown = sorted((one, kind) for kind, some in kinds.items() for one in some)
    figure.set_size_inches(8, 2.5 + 0.2 * len(shown))
    axes = figure.add_subplot(
        xlabel="mean points of those who took it, above or below all in their seats"
    )
    axes.axvline(0, color="black", linestyle="--", label="all in the same seat")
    for kind, hue, sign in zip(kinds, HUES, MARKS, strict=False):
        rows = [(at, one) for at, (one, other) in enumerate(shown) if other == kind]
        axes.errorbar([one[0] for _, one in rows], [at for at, _ in rows], fmt=sign, color=hue,
                      xerr=[one[3] for _, one in rows], capsize=3,
                      label=f"{kind}, 95 % interval")  # fmt: skip
    axes.tick_params(top=True, labeltop=True)
    names = [f"{one[1]} (taken {one[2]:,} times)" for one, _ in shown]
    axes.set_yticks(range(len(shown)), names, fontsize=8)
    axes.margins(y=0.01)
    return f"Points of players who took a {' or a '.join(kinds)}" if shown else ""


def _growth(tally: Tally, seats: list[str], figure: Any) -> str:
    axes = figure.add_subplot(xlabel="turn of the game, counted over all players",
                              ylabel="height of the palace, in bricks")  # fmt: skip
    # Of the last turns only long games tell, whose palaces grow slowly.
    moves = {move: sorted(some.elements()) for move, some in tally.all("growth").items()
             if some.total() >= tally.games / 2}  # fmt: skip
    ends = ([some[int(part * (len(some) - 1))] for some in moves.values()] for part in (0.1, 0.9))
    axes.fill_between(
        [*moves], *ends, color=HUES[0], alpha=0.2, label="the middle 80 % of the games that go on"
    )
    means, told = [*map(fmean, moves.values())], "mean of the games that go on"
    axes.plot([*moves], means, "o-", color=HUES[0], label=told)
    axes.set_xticks([*moves][:: 1 + len(moves) // 25])
    axes.set_ylim(0)
    return "How the palace grows, while at least half of the games go on" if moves else ""


def _games(tally: Tally, seats: list[str], figure: Any) -> str:
    numbers = tally.all("number")
    for at, (name, some) in enumerate(numbers.items(), 1):
        axes = figure.add_subplot((len(numbers) + 1) // 2, 2, at, xlabel=name)
        axes.set_ylabel("share of games, %")
        axes.bar([*some], [100 * count / tally.games for count in some.values()], color=HUES[0])
        axes.axvline(mean(some), color=HUES[1], linestyle="--", label=f"mean {mean(some):.1f}")
        axes.set_ylim(0, axes.get_ylim()[1] * 1.3)
        axes.set_xticks(sorted(some)[:: 1 + len(some) // 15])
    return "What the games were like"
