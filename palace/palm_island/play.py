"""A game of Palm Island being played: the players due, the questions, the results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from palace.contract.game import OTHERS, Command, Question
from palace.core.errors import InputError, Problem
from palace.core.screen import Screen, bold
from palace.palm_island.cards import NOTHING, ORIENTATIONS, TRACKER, cost_text
from palace.palm_island.engine import legal_moves, paid, straightened
from palace.palm_island.log import LoggedRecord
from palace.palm_island.picture import beside, part, price
from palace.palm_island.rules import BOOK
from palace.palm_island.state import LIMIT, ROUND_END, ROUNDS, Move, Placed, State
from palace.palm_island.table import Seat, Table, due, present, round_end
from palace.palm_island.tapping import Closing, move_taps
from palace.palm_island.telling import hands, lost, news
from palace.palm_island.turns import Act, PalmLog, RoundEnd, Turn, moves_in, turn_of
from palace.palm_island.words import WORDS
from palace.scoring.score import counted


def _ask_part(
    record: LoggedRecord, table: Table, player: str, parts: tuple[Move, ...],
    others: Mapping[str, Move],
) -> Question:  # fmt: skip
    """Return the question for the next part of a player's end of a round; it is judged after all
    players have answered."""
    at, draft = table.at(player), round_end(*parts)
    mine = table.seats[at]
    closing = Closing(table, mine, parts, others)
    there = closing.moves
    nothing = "more" if parts else "now"
    if "disaster" in closing.heads:
        nothing = "lost" if closing.late else "paid"

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
        lines = [str(draft)] if parts else []
        if not parts and player == due(table)[0]:
            lines += ["", bold(f"End of round {mine.state.round}")]
            for head in dict.fromkeys(head for seat in table.seats for head in beside(table, seat)):
                cost = price(table, head) or "not transcribed"
                lines.append(screen.wrapped(f"{part(table, head)}: {cost}"))
        row = [f"[{card} {gives}]" for card, gives in closing.free.items()]
        lines.append(screen.wrapped(f"{player} has stored {'  '.join(row) or 'nothing'}", 0, 2))
        numbered = [f"{number:>3}  {text}" for number, text in enumerate(texts(), 1)]
        return "\n".join([*lines, *(numbered or ["nothing to take alone; Enter goes on"])])

    offered = f"1 to {len(there)}" if there[1:] else "Offer 1" if there else "A card with what pays"
    what, more = ("What else", " more") if parts else ("What", "")
    return Question(
        f"part-{len(parts) + 1}", player,
        f"{player}, end of round {mine.state.round}. {what} is paid or taken? "
        f"{offered}, or Enter for nothing{more}> ",
        texts, read, default=None if closing.owed else "",
        concerns=lambda reason: False, demand=not closing.heads, idle=True,
        help=WORDS.text("help-round-end"), shown=shown, at_once=_numbers(there),
        title=WORDS.text("round-end", round=mine.state.round),
        nothing=WORDS.text(f"nothing-{nothing}"), taps=closing.taps,
    )  # fmt: skip


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
        joint = answers.get(OTHERS)
        others = dict(moves_in(joint)) if isinstance(joint, RoundEnd) else {}
        mine = [part for key, part in answers.items() if key != OTHERS]
        parts = tuple(part for part in mine if isinstance(part, Move))
        done = len(parts) < len(mine)
        return () if done else (_ask_part(record, table, player, parts, others),)
    return () if answers else (_ask_move(record, log, table.seat(player)),)


def _numbers(moves: Sequence[Move]) -> list[str]:
    return [str(number) for number in range(1, len(moves) + 1)]


def _numbered(text: str, moves: Sequence[Move], noun: str) -> Move | None:
    """Return the move with a number; None for a text that is no number; raises `InputError`."""
    if not (text.isdecimal() and text.isascii()):
        return None
    if len(text) > 3 or not 1 <= int(text) <= len(moves):
        known = f"the {noun}s are 1 to {len(moves)}" if moves else "there is none"
        raise InputError(Problem("", f"there is no {noun} {text:.9}; {known}"))
    return moves[int(text) - 1]


def _ask_move(record: LoggedRecord, log: PalmLog, seat: Seat) -> Question:
    table, told = log.state, (*news(log, seat.name),)
    legal = legal_moves(seat.state, table.rulings)
    state = seat.state.begun

    def read(text: str) -> Move:
        if (numbered := _numbered(text, legal, "move")) is not None:
            return numbered
        move = record.check(table.at(seat.name), Move.read(text))
        if move.kind == ROUND_END:
            raise InputError(Problem("", "the round ends by itself when the tracker is on top"))
        return move

    def shown(screen: Screen) -> str:
        lines = (screen.wrapped(f"{at:>3}  {move}", hang=5) for at, move in enumerate(legal, 1))
        return "\n".join([board(seat, screen, several=several), *lines])

    several = len(table.seats) > 1
    dealt = record.data.players[table.at(seat.name)].deal is not None
    lays = dealt and not seat.made and not record.data.laid
    title = WORDS.text("your-next", round=state.round, left=state.left)
    if several:
        title = WORDS.text("next", player=seat.name, round=state.round, left=state.left)
    return Question(
        "move", seat.name, f"{title}? A move, or its number> ", lambda: map(str, legal), read,
        help=WORDS.text("help"), shown=shown, at_once=_numbers(legal), title=title,
        taps=partial(move_taps, table, seat, news=told, lays=lays),
    )  # fmt: skip


def board(seat: Seat, screen: Screen, *, several: bool = False) -> str:
    """Return the board of a player as text: round, points, the top cards, the stored row."""
    state = seat.state.begun
    lines = [
        f"{seat.name}  " * several + f"round {state.round} of {ROUNDS}  "
        f"{counted(state.left, 'card')} before the tracker  "
        f"{counted(state.points + seat.beside)}, {counted(state.upgrades, 'upgrade')}"
    ]
    for name, placed in zip(("first", "second"), state.deck, strict=False):
        lines += [f"{name}: {_title(state, placed)}", *_areas(state, placed)]
    every = [screen.wrapped(line, hang=4) for line in (*lines, *_below(seat))]
    # The head and the active areas stand out.
    return "\n".join(["", *(bold(one) if one[0] == ">" or not at else one
                            for at, one in enumerate(every))])  # fmt: skip


def _title(state: State, placed: Placed) -> str:
    if placed.card == TRACKER:
        return f"the round tracker, which shows {state.round}: on top it ends the round"
    return f"{state.card(placed.card).title}{' (stored)' * placed.stored}"


def _areas(state: State, placed: Placed) -> Iterator[str]:
    """Yield the four areas of a card, the active one with a `>`: what it holds, its actions."""
    for at, area in enumerate(() if placed.card == TRACKER else state.card(placed.card).areas):
        acts = ", ".join(f"{kind} {cost_text(cost)}" for kind, cost in area.actions)
        counts = ((area.points, "VP"), (area.upgrades, "up"))
        parts = [str(area.gives)] * (area.gives != NOTHING)
        holds = ", ".join([*parts, *(f"{count} {what}" for count, what in counts if count)])
        line = f"  {ORIENTATIONS[at]:<14} {holds or '-':<16} {acts}".rstrip()
        yield f"> {line[2:]}" if at == placed.area else line


def _below(seat: Seat) -> Iterator[str]:
    state = seat.state.begun
    third, row = state.deck[2], state.stored
    lies = "" if third.card == TRACKER else f", {ORIENTATIONS[third.area]}"
    yield f"third: {_title(state, third)}{lies}"
    cards = "  ".join(f"[{placed.card} {state.area(placed).gives}]" for placed in row) or "nothing"
    together = f"  together {state.resources}" if len(row) > 1 else ""
    yield f"stored {len(row)} of {LIMIT}, {LIMIT - len(row)} free: {cards}{together}"
    # A card before the tracker was stored in an earlier round, which its player knows.
    if soon := [str(placed.card) for placed in state.deck[: state.left] if placed.stored]:
        those = "it" if len(soon) == 1 else "them"
        yield f"pay with {', '.join(soon)} before this round brings {those} to the top"
    if seat.owned:
        yield f"taken: {', '.join(owned.title for owned in seat.owned)}"
    if seat.active:
        yield f"active this round: {', '.join(seat.active)}"


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
    leads = {name: f"{name}: " * (len(after.seats) > 1) for name in after.names}
    if isinstance(turn, Act):
        lead, deck = leads[turn.player], present(before, before.seat(turn.player))
        told = hands(before, deck, turn.move)
        return [f"{lead}{turn.move}", *(f"  {lead}{text}" for text in told)]
    lines = [f"  {BOOK.told(gain)}" for report in log.reports[at] for gain in report.gains]
    for name, move in turn.moves:
        start = straightened(before.seat(name).state, paid(move))
        if not start.finished:
            lines += [f"  {leads[name]}{text}" for text in lost(start, start.begun)]
    number = min(seat.state.round for seat in after.seats)
    if number > min(seat.state.round for seat in before.seats):
        lines.append(f"round {number} of {ROUNDS} begins")
    return lines


def commands(record: LoggedRecord, log: PalmLog) -> tuple[Command, ...]:
    if log.state.finished:
        return ()
    from palace.palm_island.advice import HINT_SECONDS, hint

    best = f"the best next move that is found in {HINT_SECONDS:g} seconds"
    return (Command("hint", best, partial(hint, record, log)),)
