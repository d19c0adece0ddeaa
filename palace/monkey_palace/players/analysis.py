"""Each turn of a game beside the turn that the strong player prefers."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from math import sqrt
from statistics import fmean, stdev

from palace.contract.analysis import Analysing, Step
from palace.contract.players import Limit
from palace.contract.rules import Log
from palace.core.errors import InputError, Problem
from palace.monkey_palace.drawing.plan import svg
from palace.monkey_palace.game.cards import PILES
from palace.monkey_palace.game.deck import Deck
from palace.monkey_palace.game.log import Read
from palace.monkey_palace.game.reasons import BOOK
from palace.monkey_palace.game.rules import MonkeyLog, MonkeyRules
from palace.monkey_palace.game.state import GameState, Turn
from palace.monkey_palace.players.plain import Clock
from palace.monkey_palace.players.strong import Strong
from palace.monkey_palace.players.telling import lacks
from palace.monkey_palace.players.turns import dealt, fast, own
from palace.monkey_palace.players.value import weights

SHARE = 2
"""One part of a limit chooses the best turn, the others compare it with the one that was built."""

FEWEST = 6
"""Deals of the unseen cards in which two turns are compared at least."""

Z = 1.959964


def analyse(
    record: Read, log: MonkeyLog, limit: Limit, progress: Callable[[float], None]
) -> tuple[Step, ...]:
    """Return the turns with what they were worth; see `palace.contract.analysis.Analyse`."""
    rules, file = own(log.rules), record.document.file
    if not fast():
        what = "looking past one turn needs numba, which is missing"
        raise InputError(Problem(file, what, "install the extra fast"))
    if rules.setting.deck is not None and not any(log.states[0].piles):
        rules = _with_piles(rules, rules.setting.deck, log)
        log = Log.begin(rules).played(log.commits)
    if lacking := lacks(rules, log.states[0]):
        raise InputError(Problem(file, "this game cannot be analysed", lacking))
    return steps_of(rules, log, limit, progress)


def _with_piles(rules: MonkeyRules, deck: Deck, log: MonkeyLog) -> MonkeyRules:
    """Return the rules with piles that fit a game whose record does not tell them: the cards in the
    order in which they were taken, and below them the others by lot."""
    every = [one for seat in log.state.seats for one in seat.cards]
    taken = [one.card.name for one in sorted(every, key=lambda one: one.turn)]
    before = {one.card.name for one in every if not one.turn}
    piles = []
    for pile in PILES:
        names = {*deck.piles.get(pile, ())}
        known = [name for name in taken if name in names]
        others = sorted(names - {*known})
        random.Random(str(pile)).shuffle(others)
        piles.append(tuple(name for name in (*known, *others) if name not in before))
    return replace(rules, table=replace(rules.table, piles=tuple(piles)))


def steps_of(
    rules: MonkeyRules, log: MonkeyLog, limit: Limit, progress: Callable[[float], None]
) -> tuple[Step, ...]:
    """Return the legal turns of a game with what they were worth."""
    steps = []
    for at, commit in enumerate(log.commits):
        progress(at / len(log.commits))
        # What was laid against the rules cannot be compared with what they allow.
        if not any(report.reasons for report in log.reports[at]):
            steps.append(_step(rules, log.states[at], commit.move, at, limit))
    return tuple(steps)


def _step(rules: MonkeyRules, state: GameState, turn: Turn, at: int, limit: Limit) -> Step:
    name, strong, seed = turn.player, Strong(), 1000 * at
    seen = rules.seen(state, name)
    best = strong.judged(rules, seen, name, _part(limit), seed)[0].turn
    same = _made(rules, state, best) == _made(rules, state, turn)
    clock, leads = Clock(_part(limit), 1.0), list[tuple[float, float]]()
    while len(leads) < FEWEST or clock.share() < 1:
        lot = seed + 500 + len(leads)
        table = dealt(rules, seen, lot)
        mine = strong.followed(rules, table, turn, weights(), lot, clock)
        other = mine if same else strong.followed(rules, table, best, weights(), lot, clock)
        leads.append((mine, other))
    lost = [other - mine for mine, other in leads]
    mean = fmean(lost)
    better = "" if same or mean <= 0 else _told(best)
    if better and best.build == turn.build:
        cards = [str(card.name) for card in best.take]
        better = BOOK.text("analysis.cards", cards=cards)
    return Step(
        at + 1, name, _told(turn), better, fmean(mine for mine, _ in leads), max(mean, 0.0),
        0.0 if same else Z * stdev(lost) / sqrt(len(lost)),
        BOOK.text("analysis.credits", here=_credits(rules, state, turn),
                  there=_credits(rules, state, best)),
        partial(_pictures, rules, state, turn, best),
    )  # fmt: skip


def _part(limit: Limit) -> Limit:
    nodes, seconds = limit.nodes, limit.seconds
    return limit._replace(
        nodes=nodes and max(nodes // SHARE, 1), seconds=seconds and seconds / SHARE
    )


def _told(turn: Turn) -> str:
    return BOOK.text("passes") if turn.build is None else str(turn.build)


def _made(rules: MonkeyRules, state: GameState, turn: Turn) -> GameState:
    return rules.apply(state, turn)[0]


def _credits(rules: MonkeyRules, state: GameState, turn: Turn) -> int:
    _, (report,) = rules.apply(state, turn)
    return report.verdict.credits or 0 if report.verdict is not None else 0


def _pictures(rules: MonkeyRules, state: GameState, turn: Turn, best: Turn) -> tuple[str, str]:
    one, other = (svg(state.palace, some.build, size=420) for some in (turn, best))
    return one, other


ANALYSING = Analysing(analyse, BOOK.text("analysis.unit"))
