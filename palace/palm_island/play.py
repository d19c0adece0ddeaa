"""A game of Palm Island being played: the players due, the questions, the results.

Players play each round one after the other, in seat order.  If the game has cards to take or to pay
for, all players then enter the end of the round, part by part: payments, purchases, villagers.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from functools import partial

from palace.contract.game import Question
from palace.core.errors import InputError, Problem
from palace.core.screen import Screen, bold
from palace.core.verdict import Reason
from palace.palm_island.cards import Cost, cost_words, criteria_words
from palace.palm_island.engine import legal_moves, paid, perform, straightened, without_depth
from palace.palm_island.log import LoggedRecord
from palace.palm_island.rules import BOOK
from palace.palm_island.specials import Outpost, Villager
from palace.palm_island.state import ROUND_END, ROUNDS, Move, State
from palace.palm_island.table import Seat, Table, due, offers, present, round_end, together
from palace.palm_island.tapping import move_taps, part_taps
from palace.palm_island.turns import Act, PalmLog, RoundEnd, Turn, moves_in, turn_of
from palace.palm_island.words import WORDS
from palace.scoring.score import counted

ROUND_END_HELP = """\
1            the offer with this number, for example 1; one at a time
buy          take a card and pay with stored cards: buy weaver pay 4 1
disaster     pay for the disaster, alone or with others: disaster pay 4
use          use a villager or the ability: use elder
Enter        no more; the end of the round is judged when all players have answered"""


def _ask_part(record: LoggedRecord, table: Table, player: str, parts: tuple[Move, ...]) -> Question:
    """Return the question for the next part of a player's end of a round; it is judged after all
    players have answered."""
    at, draft = table.at(player), round_end(*parts)
    mine = table.seats[at]
    there = [*offers(table, at, draft)]
    count = len(there)

    def texts() -> Iterator[str]:
        return (str(part).removeprefix(f"{ROUND_END} ") for part in there)

    def read(text: str) -> Move | None:
        if text.lower() in ("", "done"):
            return None
        if text.isdecimal() and text.isascii():
            if len(text) > 3 or not 1 <= int(text) <= count:
                known = f"they are 1 to {count}" if there else "there is none"
                raise InputError(Problem("", f"there is no offer {text:.9}; {known}"))
            return there[int(text) - 1]
        part = Move.read_part(text)
        round_end(*parts, part)
        return record.check(at, part)

    def shown(screen: Screen) -> str:
        """Return what is entered so far, what is stored, and what there is to take."""
        lines = [str(draft)] if parts else []
        if not parts and player == due(table)[0]:
            lines += ["", bold(f"End of round {mine.state.round}")]
            lines += [screen.wrapped(line) for line in middle(table)]
        spent, state = paid(draft), mine.state
        row = [f"[{p.card} {state.area(p).gives}]" for p in state.stored if p.card not in spent]
        lines.append(screen.wrapped(f"{player} has stored {'  '.join(row) or 'nothing'}", 0, 2))
        numbered = [f"{number:>3}  {text}" for number, text in enumerate(texts(), 1)]
        return "\n".join([*lines, *(numbered or ["nothing to take alone; Enter goes on"])])

    offered = f"1 to {count}" if count > 1 else "Offer 1" if count else "A card with what pays"
    what = "What else" if parts else "What"
    return Question(
        f"part-{len(parts) + 1}",
        player,
        f"{player}, end of round {mine.state.round}. {what} is paid or taken? "
        f"{offered}, or Enter for nothing{' more' * bool(parts)}> ",
        texts,
        read,
        default="",
        concerns=lambda reason: False,
        help=ROUND_END_HELP,
        shown=shown,
        title=WORDS.text("round-end", round=mine.state.round),
        nothing=WORDS.text("nothing-more"),
        taps=partial(part_taps, table, mine, parts),
    )


def middle(table: Table) -> Iterator[str]:
    """Yield the cards in the middle and the villagers, with costs and criteria."""
    disaster, level = table.disaster, table.middle.level
    if disaster is not None and not disaster.levels:
        yield f"disaster {disaster.title}: its levels are not transcribed"
    elif disaster is not None and table.complete:
        yield f"disaster {disaster.title}: completed"
    elif disaster is not None:
        count, cost = len(disaster.levels), cost_words(table.level_cost or ())
        yield f"disaster {disaster.title}: level {level + 1} of {count} costs {cost} together"
        for seat, pay in together(table).items():
            cards = " ".join(map(str, pay))
            yield f"for example {table.seats[seat].name}: disaster pay {cards}"
    ability = table.ability
    if ability is not None:
        says = f": {ability.says}" if ability.says else ""
        ready = table.middle.ready and table.rulings.ability_cost == "once"
        state = "all players can use it" if ready else _cost_words(ability.due(1))
        yield f"ability {ability.title}, {state}{says}"
    for name in table.middle.left:
        outpost = table.card_pool.one(Outpost, name)
        if outpost is not None:
            asks = outpost.casual or criteria_words(outpost.criteria or ()) or "not transcribed"
            points = "?" if outpost.points is None else outpost.points
            yield f"outpost {outpost.title}: {points} VP for {asks}"
    people = {name for seat in table.seats for name in seat.waiting}
    for name in sorted(people):
        villager = table.card_pool.one(Villager, name)
        if villager is not None:
            value = f", {villager.points} VP" if villager.points else ""
            says = f": {villager.active}" if villager.active else ""
            yield f"villager {villager.title}, {_cost_words(villager.price)}{value}{says}"


def _cost_words(cost: Cost | None) -> str:
    return "its cost is not transcribed" if cost is None else f"costs {cost_words(cost)}"


LISTED = 12
"""The most moves listed without the command `all`."""

MEMORY = "memory"
"""The option that allows looking through the whole deck at any time."""

NAMED = 3
"""The most moves that a prompt names."""

HELP = """\
1            the move with this number, for example 1
store        keep a card to pay with: store 4, or store 10 pay 1 if it has a cost
reset        with four stored, straighten one to make room: store 3 reset 5
rotate       turn a card round, paying with stored cards: rotate 7 pay 4 5
flip         turn a card over: flip 16 pay 1
discard      put the top card at the back, unchanged: discard
!            after a move that is not legal, to keep it all the same: store 2 !
the board    > marks the active area; VP points, up upgrades, L logs, F fish, S stone; [4 1L] a \
stored card and what it pays"""


def questions(
    record: LoggedRecord, log: PalmLog, player: str, answers: Mapping[str, object]
) -> tuple[Question, ...]:
    """Return the next question for a player whose move is due; empty after the last answer.

    Raises `InputError` in a speed game.
    """
    if record.data.mode == "speed":
        file = record.document.file
        what = "in a speed game all players move at once, so it cannot be entered move by move"
        raise InputError(Problem(file, what, f"write its record, then: palace check {file}"))
    table = log.state
    if any(table.knows.values()) and table.seat(player).state.over:
        parts = tuple(part for part in answers.values() if isinstance(part, Move))
        done = len(parts) < len(answers)
        return () if done else (_ask_part(record, table, player, parts),)
    return () if answers else (_ask_move(record, table, table.seat(player)),)


def _ask_move(record: LoggedRecord, table: Table, seat: Seat) -> Question:
    """Return the question for a move of the player's deck, by its number or written out."""
    legal = legal_moves(seat.state, table.rulings)
    state = seat.state.begun
    few = [*map(str, legal[:NAMED])]
    if len(legal) > NAMED:
        few[-1:] = ["...", str(legal[-1])]

    def read(text: str) -> Move:
        if text.isdecimal() and text.isascii():
            if not 1 <= int(text[:4]) <= len(legal) or len(text) > 4:
                what = f"there is no move {text:.9}; the moves are 1 to {len(legal)}"
                raise InputError(Problem("", what))
            return legal[int(text) - 1]
        move = record.check(table.at(seat.name), Move.read(text))
        if move.kind == ROUND_END:
            what = "the round ends by itself when the tracker is on top"
            raise InputError(Problem("", what))
        return move

    title = WORDS.text("your-next", round=state.round, left=state.left)
    if len(table.seats) > 1:
        title = WORDS.text("next", player=seat.name, round=state.round, left=state.left)
    return Question(
        "move",
        seat.name,
        f"{title}? One of: {', '.join(few)}; "
        f"or {f'1 to {len(legal)}' if len(legal) > 1 else '1'}> ",
        lambda: map(str, legal),
        read,
        help=HELP,
        shown=lambda screen: listed(table, seat, screen, LISTED),
        told=_without_depth,
        title=title,
        taps=partial(move_taps, table, seat),
    )


def listed(table: Table, seat: Seat, screen: Screen, most: int) -> str:
    """Return the board and the legal moves, the first `most` of them."""
    from palace.palm_island.board import board, numbered

    lines = [board(seat, screen.width, several=len(table.seats) > 1)]
    every = [*numbered(seat.state, legal_moves(seat.state, table.rulings))]
    lines += [screen.wrapped(line, hang=5) for line in every[:most]]
    if len(every) > most:
        lines.append(f"     and {len(every) - most} more: type all")
    return "\n".join(lines)


def _without_depth(reason: Reason, screen: Screen) -> Reason:
    """Return a reason without the place of a card, which the player may not look up."""
    return reason if MEMORY in screen.options else without_depth(reason)


def move_of(player: str, answers: Mapping[str, object], others: Turn | None = None) -> Turn:
    """Return the move made of the answers: a card move, or the parts of the end of a round."""
    parts = [part for part in answers.values() if isinstance(part, Move)]
    if "move" in answers:
        return turn_of(player, parts[0])
    before = () if others is None else moves_in(others)
    return RoundEnd((*before, (player, round_end(*parts))))


def outcome(log: PalmLog, at: int) -> list[str]:
    """Return the moves and what followed from each: cards straightened on top, rounds begun and
    ended; or the events at the end of the round."""
    before, after, turn = log.states[at], log.states[at + 1], log.commits[at].move
    several = len(after.seats) > 1
    lines = []
    if isinstance(turn, Act):
        lead = f"{turn.player}: " if several else ""
        seat = before.seat(turn.player)
        start, end = present(before, seat), perform(seat.state, turn.move)
        lines.append(f"{lead}{turn.move}")
        return lines + [f"  {lead}{text}" for text in _events(start, end, turn.move, after)]
    for report in log.reports[at]:
        lines += [f"  {BOOK.told(gain)}" for gain in report.gains]
    for name, move in turn.moves:
        lead = f"{name}: " if several else ""
        start = straightened(before.seat(name).state, paid(move))
        if not start.finished:
            lines += [f"  {lead}{text}" for text in _lost(start, start.begun)]
    number = min(seat.state.round for seat in after.seats)
    if number > min(seat.state.round for seat in before.seats):
        lines.append(f"round {number} of {ROUNDS} begins")
    return lines


def _events(start: State, end: State, move: Move, table: Table) -> Iterator[str]:
    """Yield what followed from a move: a sentence for each card straightened, and the rounds."""
    gone = () if move.reset is None else (move.reset,)
    yield from _lost(start, end, {*move.pay, *gone, move.card})
    if not end.over or start.over:
        return
    yield f"round {end.round} ends with {counted(end.points, 'point')}" + (
        ", and the game with it" if end.round == ROUNDS else ""
    )
    if end.round < ROUNDS and not any(table.knows.values()):
        yield from _lost(end, end.begun)
        yield f"round {end.begun.round} of {ROUNDS} begins"


def _lost(start: State, end: State, known: Container[object] = ()) -> Iterator[str]:
    """Yield a sentence for each stored card that reached the top, but for those already `known`."""
    kept = {placed.card for placed in end.stored}
    for placed in start.stored:
        if placed.card not in kept and placed.card not in known:
            title, gives = start.card(placed.card).title, start.area(placed).gives
            yield f"{title} reached the top: it is straightened, and its {gives} is lost"
