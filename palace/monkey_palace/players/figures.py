"""What a simulation keeps of a game."""

from __future__ import annotations

from collections.abc import Mapping

from palace.contract.rules import Log
from palace.core.scale import Scale
from palace.monkey_palace.drawing.heat import Heat, Relief, heat_svg
from palace.monkey_palace.game.cards import COLOURS, Card
from palace.monkey_palace.game.state import GameState, Turn
from palace.monkey_palace.game.turn import TurnReport
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.players.turns import AnyRules, own
from palace.scoring.score import counted


def figures(log: Log[GameState, Turn]) -> dict[str, object]:
    """Return the figures of a game: numbers, marks (what a seat took), places (the knobs of every
    staircase), growth (the height of the palace after each turn)."""
    names = log.state.names
    reports = [report for _, _, report in log.turns if isinstance(report, TurnReport)]
    built = [one.staircase for one in reports if one.staircase]
    earned = [one.earned.credits for one in reports if one.earned]
    marks = [("card", _told(taken.card), seat)
             for seat, one in enumerate(log.state.seats) for taken in one.cards]  # fmt: skip
    for report in reports:
        trophies = (f"{animal} trophy" for animal in report.animals)
        things = [*["bonus card"] * report.bonus, *trophies]
        marks += [("bonus card or trophy", thing, names.index(report.player)) for thing in things]
    growth = [report.palace.height for report in reports]
    return {
        "numbers": {
            "turns in the game": len(reports),
            "height of the palace at the end (bricks)": max(growth, default=0),
            "longest staircase of the game (arches)": max((one.arches for one in built), default=0),
            "most credits of a turn": max(earned, default=0),
        },
        "marks": [{"kind": kind, "name": name, "seat": seat} for kind, name, seat in marks],
        "places": [str(knob) for one in built for knob in one.knobs], "growth": growth,
    }  # fmt: skip


def _told(card: Card) -> str:
    """Return a card by its name and by what it is."""
    colour = COLOURS[card.colour or "x"]
    values = counted(card.cost or 0, "credit"), counted(card.bananas or 0, "banana")
    return f"{card.name}: {colour}, {', '.join(values)}"


def picture(rules: AnyRules, places: Mapping[str, int], games: int) -> tuple[str, Relief]:
    """Return how often a knob is part of a staircase, as SVG and as a heat map for the viewer."""
    # What is built would hide knobs behind it.
    palace = Palace.of_columns(own(rules).table.palace.ground, {})
    values = {Knob.read(name): round(100 * count / games) for name, count in places.items()}
    lines = (f"{palace.ground.title}: from {games:,} games",)
    about = "number of staircases over it for 100 games"
    heat = Heat(palace, "use", values, Scale.of([*values.values()]), about, lines)
    return heat_svg([heat]), Relief((heat,))
