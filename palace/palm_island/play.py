"""A game of Palm Island being played: the players due, the questions, the results.

Players play each round one after the other, in seat order.  If the game has cards to take or to pay
for, all players then enter the end of the round, part by part: payments, purchases, villagers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from palace.contract.game import Command, Question
from palace.core.errors import InputError, Problem
from palace.core.screen import Screen, bold
from palace.palm_island.cards import cost_text
from palace.palm_island.closing import offers
from palace.palm_island.engine import legal_moves, paid, straightened
from palace.palm_island.log import LoggedRecord
from palace.palm_island.rules import BOOK
from palace.palm_island.state import ROUND_END, ROUNDS, Move
from palace.palm_island.table import Seat, Table, due, present, round_end
from palace.palm_island.tapping import hands, lost, move_taps, part_taps, price
from palace.palm_island.turns import Act, PalmLog, RoundEnd, Turn, moves_in, turn_of
from palace.palm_island.words import WORDS


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
        if (numbered := _numbered(text, there, "offer")) is not None:
            return numbered
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
        help=WORDS.text("help-round-end"),
        shown=shown,
        at_once=[str(number) for number in range(1, count + 1)],
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
        count, cost = len(disaster.levels), cost_text(table.level_cost or ())
        yield f"disaster {disaster.title}: level {level + 1} of {count} costs {cost} together"
    people = {name for seat in table.seats for name in seat.waiting}
    ability = [] if table.ability is None or table.middle.ready else [table.ability.id]
    for name in (*ability, *table.middle.left, *sorted(people)):
        card = table.card_pool.find(name)
        if card is not None:
            yield f"{card.noun} {card.title}: {price(table, f'buy {name}') or 'not transcribed'}"


LISTED = 12
"""The most moves that are listed unasked."""

NAMED = 3
"""The most moves that a prompt names."""


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


def _numbered(text: str, moves: Sequence[Move], noun: str) -> Move | None:
    """Return the move with a number; None for a text that is no number; raises `InputError`."""
    if not (text.isdecimal() and text.isascii()):
        return None
    if len(text) > 3 or not 1 <= int(text) <= len(moves):
        known = f"the {noun}s are 1 to {len(moves)}" if moves else "there is none"
        raise InputError(Problem("", f"there is no {noun} {text:.9}; {known}"))
    return moves[int(text) - 1]


def _ask_move(record: LoggedRecord, table: Table, seat: Seat) -> Question:
    """Return the question for a move of the player's deck, by its number or written out."""
    legal = legal_moves(seat.state, table.rulings)
    state = seat.state.begun
    few = [*map(str, legal[:NAMED])]
    if len(legal) > NAMED:
        few[-1:] = ["...", str(legal[-1])]

    def read(text: str) -> Move:
        if (numbered := _numbered(text, legal, "move")) is not None:
            return numbered
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
        help=WORDS.text("help"),
        shown=lambda screen: listed(table, seat, screen, LISTED),
        listing=lambda screen: listed(table, seat, screen, len(legal)),
        at_once=[str(number) for number in range(1, len(legal) + 1)],
        title=title,
        taps=partial(move_taps, table, seat),
    )


def listed(table: Table, seat: Seat, screen: Screen, most: int) -> str:
    """Return the board and the legal moves, the first `most` of them."""
    from palace.palm_island.board import board, numbered

    lines = [board(seat, screen, several=len(table.seats) > 1)]
    every = [*numbered(seat.state, legal_moves(seat.state, table.rulings))]
    lines += [screen.wrapped(line, hang=5) for line in every[:most]]
    if len(every) > most:
        lines.append(f"     and {len(every) - most} more: type list")
    return "\n".join(lines)


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
        told = hands(before, present(before, seat), turn.move)
        return [f"{lead}{turn.move}", *(f"  {lead}{text}" for text in told)]
    for report in log.reports[at]:
        lines += [f"  {BOOK.told(gain)}" for gain in report.gains]
    for name, move in turn.moves:
        lead = f"{name}: " if several else ""
        start = straightened(before.seat(name).state, paid(move))
        if not start.finished:
            lines += [f"  {lead}{text}" for text in lost(start, start.begun)]
    number = min(seat.state.round for seat in after.seats)
    if number > min(seat.state.round for seat in before.seats):
        lines.append(f"round {number} of {ROUNDS} begins")
    return lines


def commands(record: LoggedRecord, log: PalmLog) -> tuple[Command, ...]:
    """Return the commands beside a move; none after the end."""
    if log.state.finished:
        return ()
    from palace.palm_island.advice import HINT_SECONDS, hint

    best = f"the best next move that is found in {HINT_SECONDS:g} seconds"
    return (Command("hint", best, partial(hint, record, log)),)
