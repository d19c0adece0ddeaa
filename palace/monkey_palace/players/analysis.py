"""A game looked at again: what each turn was worth beside the strong player's own turn."""

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
from palace.monkey_palace.players.advice import brings, lacks
from palace.monkey_palace.players.strong import Strong, weights
from palace.monkey_palace.players.turns import Clock, dealt, fast, own

SHARE = 2
"""One part of a limit chooses the best turn, the others compare it with the one that was built."""

FEWEST = 6  # deals of the unseen cards in which two turns are compared at least

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
        piles = _piles(rules.setting.deck, log)
        rules = replace(rules, table=replace(rules.table, piles=piles))
        log = Log.begin(rules).played(log.commits)
    if lacking := lacks(rules, log.states[0]):
        raise InputError(Problem(file, "this game cannot be analysed", lacking))
    return steps_of(rules, log, limit, progress)


def _piles(deck: Deck, log: MonkeyLog) -> tuple[tuple[str, ...], ...]:
    """Return piles that fit a game whose record does not tell them: the cards in the order in which
    they were taken, and below them the others by lot."""
    every = [one for seat in log.state.seats for one in seat.cards]
    taken = [one.card.name for one in sorted(every, key=lambda one: one.turn)]
    before, piles = {one.card.name for one in every if not one.turn}, []
    for pile in PILES:
        names = {*deck.piles.get(pile, ())}
        known = [name for name in taken if name in names]
        others = sorted(names - {*known})
        random.Random(str(pile)).shuffle(others)
        piles.append(tuple(name for name in (*known, *others) if name not in before))
    return tuple(piles)


def steps_of(
    rules: MonkeyRules, log: MonkeyLog, limit: Limit, progress: Callable[[float], None]
) -> tuple[Step, ...]:
    """Return the legal turns of a game with what they were worth."""
    steps, (nodes, seconds, processor) = [], limit
    part = Limit(nodes and max(nodes // SHARE, 1), seconds and seconds / SHARE, processor)
    for at, turn, report in log.turns:
        progress(at / len(log.commits))
        # What was laid against the rules cannot be compared with what they allow.
        if not report.reasons:
            steps.append(_step(rules, log.states[at], turn, at, part))
    return tuple(steps)


def _step(rules: MonkeyRules, state: GameState, turn: Turn, at: int, part: Limit) -> Step:
    name, strong, seed = turn.player, Strong(), 1000 * at
    seen = rules.seen(state, name)
    best = strong.move(rules, seen, name, part, seed)
    (made, (report,)), (better, (other,)) = rules.apply(state, turn), rules.apply(state, best)
    clock, leads, lost = Clock(part, 1.0), list[float](), list[float]()
    while len(leads) < FEWEST or clock.share() < 1:
        lot = seed + 500 + len(leads)
        after = partial(strong.followed, rules, dealt(rules, seen, lot), one=weights(), lot=lot,
                        clock=clock)  # fmt: skip
        leads.append(after(turn))
        lost.append(0.0 if made == better else after(best) - leads[-1])
    mean, told = max(fmean(lost), 0.0), ""
    if mean > 0:
        cards = BOOK.text("analysis.cards", cards=[str(card.name) for card in best.take])
        told = cards if best.build == turn.build else other.text
    here, there = (brings(rules, state, some)[0][0] for some in (turn, best))
    return Step(
        at + 1, name, report.text, told, fmean(leads), mean, Z * stdev(lost) / sqrt(len(lost)),
        BOOK.text("analysis.credits", here=here, there=there),
        lambda: (svg(state.palace, turn.build, size=420), svg(state.palace, best.build, size=420)),
    )  # fmt: skip


ANALYSING = Analysing(analyse, BOOK.text("analysis.unit"))
