"""What a game that was analysed tells: turning points, luck and choice, a graph."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from palace.contract.analysis import Step
from palace.core.colours import INK
from palace.core.html import Part
from palace.core.svg import document, path, tag, words

POINTS = 3  # turning points that are told


class Result(NamedTuple):
    """What decided the result of a player: `choice` is what their moves gave away, `luck` what came
    of the others and of chance, `lead` the result; `last` is what their last move gave away."""

    player: str
    lead: float
    choice: float
    luck: float
    last: float


def turning_points(steps: Sequence[Step]) -> tuple[Step, ...]:
    """Return the moves that gave away most, beyond the interval of what is known of them."""
    sure = [step for step in steps if step.loss > step.error and step.better]
    return tuple(sorted(sure, key=lambda step: -step.loss)[:POINTS])


def results(steps: Sequence[Step], totals: dict[str, int]) -> Iterator[Result]:
    """Yield what decided the result of each player; `totals` are the points at the end."""
    for name, total in totals.items():
        own = [step for step in steps if step.player == name]
        if own:
            others = (points for other, points in totals.items() if other != name)
            lead = float(total - max(others, default=0))
            # From a move to the next best one, and from the last move to the end.
            after = sum(next_.lead + next_.loss - step.lead for step, next_ in pairwise(own))
            choice = sum(step.loss for step in own)
            yield Result(name, lead, choice, after + lead - own[-1].lead, own[-1].loss)


def record(steps: Sequence[Step], decided: Sequence[Result], unit: str) -> dict[str, object]:
    """Return an analysis as plain data for JSON."""
    return {
        "unit": unit,
        "moves": [
            {
                "number": step.number, "player": step.player, "move": step.told,
                "better": step.better or None, "expected": round(step.lead, 2),
                "loss": round(step.loss, 2), "error": round(step.error, 2), "note": step.note,
            }
            for step in steps
        ],
        "turning_points": [step.number for step in turning_points(steps)],
        "players": [
            {key: round(value, 2) if isinstance(value, float) else value
             for key, value in one._asdict().items()} for one in decided
        ],
    }  # fmt: skip


def report(steps: Sequence[Step], decided: Sequence[Result], unit: str) -> Iterator[Part]:
    """Yield the parts of a report: what decided with a graph, turning points, every move."""
    shares = [
        (name, f"{lead:+.1f}", f"{0 - choice:.1f}", f"{luck:+.1f}", f"{0 - last:.1f}")
        for name, lead, choice, luck, last in decided
    ]
    heads, drawn = ("player", "result", "choice", "luck", "last move"), ("", graph(steps, unit))
    yield Part("Choice and luck", heads, ("player",), shares, (), (unit,), (drawn,))
    for step in turning_points(steps):
        pictures = step.pictures() if step.pictures is not None else ()
        yield Part(
            f"turning point: {step.number}. {step.player}, {_lost(step)} given away",
            notes=(step.note,), pictures=[*zip((step.told, step.better), pictures, strict=False)],
        )  # fmt: skip
    rows = [
        (str(step.number), step.player, step.told, f"{step.lead:+.1f}", _lost(step), step.better,
         step.note) for step in steps
    ]  # fmt: skip
    columns = "no.", "player", "move", "expected", "given away", "better", "note"
    yield Part("Every move", columns, ("player", "move", "better", "note"), rows)


def _lost(step: Step) -> str:
    return f"{step.loss:.1f} ± {step.error:.1f}" if step.better else ""


WIDE, DEEP, EDGE = 440.0, 240.0, 30.0
DASHES = None, "8 5", "2 4", "12 4 2 4"
HUES = "#2b2f86", "#b4540a", "#1f6b45", "#8a2f6b"
"""Dashes and hues of the players' lines; each line has its name at the end, too."""


def graph(steps: Sequence[Step], unit: str) -> str:
    """Return the expected result after each move as a line for each player, as SVG."""
    low, high = min(0.0, *(s.lead for s in steps)), max(1.0, *(s.lead for s in steps))
    last = max(step.number for step in steps)

    def at(number: float, lead: float) -> tuple[float, float]:
        x = EDGE + (WIDE - 4 * EDGE) * number / last
        return x, DEEP - EDGE - (DEEP - 2 * EDGE) * (lead - low) / (high - low)

    lines = [tag("path", d=path([at(0, 0), at(last, 0)]), stroke="#999999", fill="none")]
    for value in (low, 0.0, high):
        lines.append(words(f"{value:.0f}", EDGE - 6, at(0, value)[1], 13, INK, "end", "normal"))
    names, ends = dict.fromkeys(step.player for step in steps), list[float]()
    for name, hue, dash in zip(names, HUES, DASHES, strict=False):
        own = [at(step.number, step.lead) for step in steps if step.player == name]
        lines.append(tag("path", d=path(own), stroke=hue, fill="none", stroke_width=2.5,
                         stroke_dasharray=dash, stroke_linejoin="round"))  # fmt: skip
        y = own[-1][1]
        while any(abs(y - other) < 16 for other in ends):
            y += 4
        ends.append(y)
        lines.append(words(name, at(last, 0)[0] + 8, y, 14, hue, "start"))
    for step in turning_points(steps):
        x, y = at(step.number, step.lead)
        lines.append(tag("circle", cx=x, cy=y, r=9, fill="#ffffff", stroke=INK))
        lines.append(words(str(step.number), x, y, 10, INK))
    title = f"{unit} after each move"
    return document(WIDE, DEEP, WIDE, title, title, lines)
