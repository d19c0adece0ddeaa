"""Cards, moves and results of Palm Island in words, and what hands do in a move."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from palace.core.verdict import Text
from palace.palm_island.cards import CORE, Id
from palace.palm_island.engine import paid, perform, straightened
from palace.palm_island.scoring import LEAST, comment
from palace.palm_island.state import ROUND_END, Move, State
from palace.palm_island.table import Table, present
from palace.palm_island.turns import PalmLog, moves_in
from palace.palm_island.words import WORDS, called, listed


def id_of(text: str) -> Id:
    return int(text) if text.isdigit() else text


def title(state: State, card: Id) -> Text:
    """Return the number and the name of a card; an id has its name alone."""
    known = card in CORE or any(card == one.id for one in state.extra)
    name = called((known and state.card(card).name) or str(card))
    return WORDS.text("titled", name=name, card=card) if isinstance(card, int) else name


_CORE = State(())
"""A deck that knows the core cards alone."""


def in_words(move: Move) -> str:
    """Return a move in words, without the deck: cards beside the core deck are told by their id;
    one that a card allows is told as it is written."""
    if move.by is not None:
        return str(move)
    if move.kind != ROUND_END:
        top = move.card is None
        does = WORDS.text("act-discard") if top else doing(_CORE, f"{move.kind} {move.card}")
        return _with(does, _used(move))
    parts = [_with(WORDS.text("pays-disaster"), move.disaster)] if move.disaster else []
    parts += [_with(WORDS.text("part-buy", card=buy.card), buy.pay) for buy in move.buys]
    parts += [WORDS.text("part-use", card=card) for card in move.use]
    return listed(parts) if parts else WORDS.text("nothing-more")


def _with(does: str, cards: Sequence[Id]) -> str:
    return WORDS.text("done-with", does=does, cards=titles(_CORE, cards)) if cards else does


def ending(table: Table) -> str:
    """Return whether a group has won, the points of a game of one player or a group, and the
    comment of the score chart."""
    if table.mode not in LEAST or not table.finished:
        return ""
    points = min(seat.points for seat in table.seats)
    rated = called(comment(points, table.mode) or "Below")
    if table.disaster is None or table.complete is None:
        return WORDS.text("ending", points=points, rated=rated)
    card, count = table.disaster.label, len(table.disaster.levels)
    if table.complete:
        return WORDS.text("ending-won", card=card, count=count, points=points, rated=rated)
    level = table.middle.level + 1
    return WORDS.text("ending-lost", card=card, level=level, count=count)


def doing(state: State, head: str) -> Text:
    kind, _, card = head.partition(" ")
    return WORDS.text(f"do-{kind}", card=title(state, id_of(card) if card else state.deck[0].card))


def _used(move: Move) -> tuple[Id, ...]:
    return move.pay if move.reset is None else (*move.pay, move.reset)


def hands(table: Table, state: State, move: Move) -> Iterator[Text]:
    if used := _used(move):
        yield WORDS.text("hands-pay", cards=titles(state, used))
    card = state.deck[0].card if move.card is None else move.card
    yield WORDS.text(f"move-{move.kind}", card=title(state, card))
    end = perform(state, move)
    yield from lost(state, end, {*used, card})
    if not end.over:
        return
    if end.finished:
        yield WORDS.text("hands-end")
    elif any(table.knows.values()):
        yield WORDS.text("hands-over")
    else:
        yield from _begins(end)


def news(log: PalmLog, player: str) -> Iterator[Text]:
    """Yield how a round has ended for a player who has not moved since, and what the hands do."""
    seats = [table.seat(player) for table in log.states]
    rounds = [present(log.state, seat).round for seat in seats]
    number, at = rounds[-1], rounds.index(rounds[-1])
    if number - 1 not in rounds or seats[at].made != seats[-1].made:
        return
    points, before = seats[-1].points, seats[rounds.index(number - 1)].points
    yield WORDS.text("round-over", round=number - 1, points=points, more=points - before)
    if (disaster := log.state.disaster) is not None and disaster.levels:
        done, count = log.state.middle.level, len(disaster.levels)
        yield WORDS.text("tide-paid", card=disaster.label, done=done, count=count)
    start = seats[at].state
    if not start.over:
        made = dict(moves_in(log.commits[at - 1].move))[player]
        start = straightened(seats[at - 1].state, paid(made))
    yield from _begins(start)
    if start.begun.stored:
        ahead = [one for one in start.begun.deck[: start.begun.left] if not one.stored]
        yield WORDS.text("passed", left=len(ahead))


def _begins(over: State) -> Iterator[Text]:
    """Yield what the hands do before the round after one that is over."""
    turn = WORDS.text("tracker-rotate") if over.round % 2 else WORDS.text("tracker-flip")
    yield WORDS.text("hands-tracker", turn=turn)
    yield from lost(over, over.begun)


def lost(start: State, end: State, known: Iterable[Id] = ()) -> Iterator[Text]:
    """Yield the stored cards that came to the top meanwhile, but for those already `known`."""
    kept = {*known, *(one.card for one in end.stored)}
    if gone := [one.card for one in start.stored if one.card not in kept]:
        yield WORDS.text("hands-lost", cards=titles(start, gone))


def titles(state: State, cards: Sequence[Id]) -> Text:
    return listed([title(state, card) for card in cards])
