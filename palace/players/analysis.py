"""What a game that was analysed tells: turning points, luck and choice, a page with a graph."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from itertools import pairwise
from typing import NamedTuple

from palace.contract.analysis import Step
from palace.core.colours import INK
from palace.core.svg import document, path, tag, words

POINTS = 3
"""Turning points that are told."""


class Part(NamedTuple):
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


def parts(steps: Sequence[Step], leads: dict[str, float]) -> Iterator[Part]:
    """Yield what decided the result of each player; `leads` are the results at the end."""
    for name, lead in leads.items():
        own = [step for step in steps if step.player == name]
        if own:
            # From a move to the next best one, and from the last move to the end.
            after = sum(next_.lead + next_.loss - step.lead for step, next_ in pairwise(own))
            choice = sum(step.loss for step in own)
            yield Part(name, lead, choice, after + lead - own[-1].lead, own[-1].loss)


def record(steps: Sequence[Step], decided: Sequence[Part], unit: str) -> dict[str, object]:
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
            {key: value if key == "player" else round(value, 2) for key, value in
             part._asdict().items()}
            for part in decided
        ],
    }  # fmt: skip


WIDE, DEEP, EDGE = 720.0, 300.0, 34.0
DASHES = None, "8 5", "2 4", "12 4 2 4"
HUES = "#2b2f86", "#b4540a", "#1f6b45", "#8a2f6b"
"""Dashes and hues of the players' lines; each line has its name at the end, too."""


def graph(steps: Sequence[Step], unit: str) -> str:
    """Return the expected result after each move as a line for each player, as SVG."""
    names = [*dict.fromkeys(step.player for step in steps)]
    low, high = min(0.0, *(s.lead for s in steps)), max(1.0, *(s.lead for s in steps))
    last = max(step.number for step in steps)

    def at(number: float, lead: float) -> tuple[float, float]:
        x = EDGE + (WIDE - 4 * EDGE) * number / max(last, 1)
        return x, DEEP - EDGE - (DEEP - 2 * EDGE) * (lead - low) / (high - low)

    lines = [tag("path", d=path([at(0, 0), at(last, 0)]), stroke="#999999", fill="none")]
    for value in (low, 0.0, high):
        lines.append(words(f"{value:.0f}", EDGE - 6, at(0, value)[1], 13, INK, "end", "normal"))
    ends = list[float]()
    for name, hue, dash in zip(names, HUES, DASHES, strict=False):
        own = [at(step.number, step.lead) for step in steps if step.player == name]
        lines.append(
            tag("path", d=path(own), stroke=hue, fill="none", stroke_width=2.5,
                stroke_dasharray=dash, stroke_linejoin="round")
        )  # fmt: skip
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


STYLE = """\
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: auto; padding: 1rem }
table { border-collapse: collapse; width: 100% }
th, td { padding: .3rem .5rem; text-align: left; vertical-align: top }
tr { border-bottom: 1px solid #ddd }
figure { display: inline-block; margin: 0 1rem 1rem 0; max-width: 26rem; width: 100% }
svg { width: 100%; height: auto }
.n { text-align: right; white-space: nowrap }
.t { overflow-x: auto }
"""


def page(title: str, steps: Sequence[Step], decided: Sequence[Part], unit: str) -> str:
    """Return the analysis as one page: the graph, turning points with pictures, every move."""
    points = []
    for step in turning_points(steps):
        figures = ""
        if step.pictures is not None:
            for caption, picture in zip((step.told, step.better), step.pictures(), strict=True):
                figures += f"<figure>{picture}<figcaption>{escape(caption)}</figcaption></figure>"
        lead = f"{step.number}. {step.player}: {step.loss:.1f} ± {step.error:.1f} given away"
        points.append(f"<h3>{escape(lead)}</h3><p>{escape(step.note)}</p>{figures}")
    rows = "".join(
        f"<tr><td class=n>{step.number}<td>{escape(step.player)}<td>{escape(step.told)}"
        f"<td class=n>{step.lead:+.1f}<td class=n>{_lost(step)}<td>{escape(step.better)}"
        f"<td>{escape(step.note)}</tr>"
        for step in steps
    )
    shares = "".join(
        f"<tr><td>{escape(part.player)}<td class=n>{part.lead:+.1f}<td class=n>{-part.choice:.1f}"
        f"<td class=n>{part.luck:+.1f}<td class=n>{-part.last:.1f}</tr>"
        for part in decided
    )
    return (
        f'<!doctype html>\n<html lang="en"><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{STYLE}</style>'
        f"<h1>{escape(title)}</h1><h2>{escape(unit)}</h2>{graph(steps, unit)}"
        f"<h2>Turning points</h2>{''.join(points) or '<p>None.</p>'}"
        "<h2>Choice and luck</h2><div class=t><table><tr><th>player<th class=n>result"
        f"<th class=n>choice<th class=n>luck<th class=n>last move</tr>{shares}</table></div>"
        "<h2>Every move</h2><div class=t><table><tr><th class=n>no.<th>player<th>move"
        "<th class=n>expected<th class=n>given away<th>better<th>note</tr>"
        f"{rows}</table></div></html>\n"
    )


def _lost(step: Step) -> str:
    return f"{step.loss:.1f} ± {step.error:.1f}" if step.better else ""
