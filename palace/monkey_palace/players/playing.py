"""The players of this game by their names, and what is kept of a game that they play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from palace.contract.players import Limit, Opponents, Player
from palace.core.scale import Scale
from palace.monkey_palace.drawing.heat import Heat, Relief, heat_svg
from palace.monkey_palace.game.cards import COLOURS
from palace.monkey_palace.game.rules import MonkeyLog, reports
from palace.monkey_palace.game.state import GameState, Turn
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.players.advice import lacks, notes
from palace.monkey_palace.players.strong import Strong
from palace.monkey_palace.players.tables import table
from palace.monkey_palace.players.telling import guide, shown
from palace.monkey_palace.players.turns import AnyRules, Greedy, Random, Rollout, own
from palace.scoring.score import counted

AnyPlayer = Player[GameState, Turn]


def slices(
    player: AnyPlayer, rules: AnyRules, state: GameState, name: str, limit: Limit, seed: int
) -> Iterator[tuple[float, Turn | None]]:
    """Yield how much of a turn is thought of, and at the end the turn."""
    if not isinstance(player, Strong):
        yield 1.0, player.move(rules, state, name, limit, seed)
        return
    for share, found in player.seek(rules, state, name, limit, seed):  # noqa: B007
        yield share, None
    yield 1.0, player.chosen(found)


def figures(log: MonkeyLog) -> dict[str, object]:
    """Return what is kept of a game; see `palace.contract.players.Opponents`."""
    every = reports(log)
    built = [one.staircase for one in every if one.staircase]
    marks, taken = [], [(one.card, seat.name) for seat in log.state.seats for one in seat.cards]
    for card, name in taken:
        values = counted(card.cost or 0, "credit"), counted(card.bananas or 0, "banana")
        told = f"{card.name}: {COLOURS[card.colour or 'x']}, {', '.join(values)}"
        marks.append(("card", told, name))
    for report in every:
        things = ["bonus card"] * report.bonus + [f"{animal} trophy" for animal in report.animals]
        marks += [("bonus card or trophy", thing, report.player) for thing in things]
    growth = [report.palace.height for report in every]
    earned = (one.earned.credits for one in every if one.earned)
    numbers = {
        "turns in the game": len(every),
        "height of the palace at the end (bricks)": max(growth, default=0),
        "longest staircase of the game (arches)": max((one.arches for one in built), default=0),
        "most credits of a turn": max(earned, default=0),
    }
    places = [str(knob) for one in built for knob in one.knobs]
    return {"numbers": numbers, "marks": marks, "places": places, "growth": growth}


def picture(rules: AnyRules, places: Mapping[str, int], games: int) -> tuple[str, Relief]:
    """Return how often a knob is part of a staircase, as SVG and as a heat map for the viewer."""
    # What is built would hide knobs behind it.
    palace = Palace.of_columns(own(rules).table.palace.ground, {})
    values = {Knob.read(name): round(100 * count / games) for name, count in places.items()}
    lines = (f"{palace.ground.title}: from {games:,} games",)
    about = "number of staircases over it for 100 games"
    heat = Heat(palace, "use", values, Scale.of([*values.values()]), about, lines)
    return heat_svg([heat]), Relief((heat,))


OPPONENTS: Opponents[GameState, Turn] = Opponents(
    {
        "random": Random(), "greedy": Greedy(), "rollout": Rollout(), "strong-3": Strong(3),
        "strong-2": Strong(2), "strong": Strong(),
    },
    table, shown, lacks, notes, guide, slices, figures=figures, picture=picture,
)  # fmt: skip
