"""What a simulation keeps of a game, and how a deal is drawn for rules that are there already."""

from __future__ import annotations

from dataclasses import replace

from palace.contract.rules import Log
from palace.monkey_palace.drawing.heat import Heat, heat_svg
from palace.monkey_palace.game.cards import PILES
from palace.monkey_palace.game.rules import MonkeyRules
from palace.monkey_palace.game.state import GameState, Turn
from palace.monkey_palace.game.turn import TurnReport
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.players.turns import AnyRules, own


def deal(rules: AnyRules, seed: int) -> MonkeyRules:
    """Return the rules with the piles in the order of a seed, as a record deals them."""
    mine = own(rules)
    deck = mine.setting.deck
    if deck is None:
        return mine
    piles = deck.shuffled(seed)
    ordered = tuple(piles.get(pile, ()) for pile in PILES)
    return replace(mine, table=replace(mine.table, piles=ordered))


def figures(log: Log[GameState, Turn]) -> dict[str, object]:
    """Return the figures of a game: numbers, marks (what a seat took), places (the knobs of every
    staircase), growth (the height of the palace after each turn)."""
    names, reports = log.state.names, [report for _, _, report in log.turns]
    marks: list[tuple[str, str, int]] = []
    places: list[str] = []
    growth, arches, credit = [], [0], [0]
    for report in reports:
        assert isinstance(report, TurnReport)
        seat = names.index(report.player)
        growth.append(report.palace.height)
        if report.staircase is not None:
            places += map(str, report.staircase.knobs)
            arches.append(report.staircase.arches)
            credit.append(0 if report.earned is None else report.earned.credits)
        marks += [("bonus", "bonus card", seat)] * report.bonus
        marks += [("animal", animal, seat) for animal in report.animals]
    for at, one in enumerate(log.state.seats):
        marks += [("card", str(taken.card.name), at) for taken in one.cards]
    kinds, whats, seats = zip(*marks, strict=True) if marks else ((), (), ())
    numbers = {
        "height": float(growth[-1]) if growth else 0.0, "longest staircase": float(max(arches)),
        "most credits": float(max(credit)),
    }  # fmt: skip
    return {
        "numbers": numbers, "mark_kinds": [*kinds], "mark_names": [*whats], "mark_seats": [*seats],
        "places": places, "growth": growth,
    }  # fmt: skip


def picture(rules: AnyRules, places: dict[str, int], games: int) -> str:
    """Return how often a knob is part of a staircase, in a hundred games, as a heat map."""
    from palace.core.scale import Scale

    palace = own(rules).table.palace
    values = {Knob.read(name): round(100 * count / games) for name, count in places.items()}
    lines = (f"{palace.ground.title}, {games:,} games",)
    about = "number of staircases over it in 100 games"
    return heat_svg([Heat(palace, "use", values, Scale.of([*values.values()]), about, lines)])
