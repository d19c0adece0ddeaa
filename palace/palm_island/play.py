"""A game of Palm Island being played: the players due, the questions, the results.

Players play each round one after the other, in seat order.  If the game has cards to take or to pay
for, all players then enter the end of the round, part by part: payments, purchases, villagers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from palace.contract.game import Attempt, Command, Moves, Question
from palace.contract.screen import Screen, bold
from palace.core.errors import InputError, NotationError, Problem
from palace.core.verdict import Reason
from palace.files.document import parse_document
from palace.files.serialise import data_text, ordered
from palace.palm_island.cards import Cost, cost_words, criteria_words
from palace.palm_island.engine import legal_moves, without_depth
from palace.palm_island.record import Record, record_of
from palace.palm_island.replay import ROUND_END, Played, Replayed, replay_table
from palace.palm_island.score import deal_value, hindrances
from palace.palm_island.specials import Outpost, Villager
from palace.palm_island.state import Buy, Move, State
from palace.palm_island.table import Seat, Table, buys, levels, together, uses
from palace.scoring.score import joined

ROUND_END_HELP = """\
1            the offer with this number; Enter to finish
written out  buy ID pay 4 5, disaster pay 4, use ID; one at a time"""

_HEAD = "round-end "


def round_end(parts: Iterable[Move | None]) -> Move:
    """Return the `round-end` made of some parts."""
    some = [part for part in parts if part is not None]
    return Move(
        "round-end",
        disaster=tuple(card for part in some for card in part.disaster),
        buys=tuple(buy for part in some for buy in part.buys),
        use=tuple(card for part in some for card in part.use),
    )


@dataclass(frozen=True)
class Closing:
    """A player's end of a round as far as it is entered.

    `first` is true for the player who is asked first and is shown the shared cards.
    """

    table: Table
    seat: int
    parts: tuple[Move, ...]
    first: bool = False

    def question(self) -> Question:
        """Return the question for the next part; it is judged after all players have answered."""
        name = self.table.seats[self.seat].name
        return Question(
            f"part-{len(self.parts) + 1}",
            name,
            f"{name}, end of the round> ",
            self.offers,
            self.read,
            default="",
            concerns=lambda reason: False,
            help=ROUND_END_HELP,
            shown=self.shown,
        )

    def offers(self) -> Iterator[str]:
        """Yield the parts that the player can pay for alone, as text."""
        draft = round_end(self.parts)
        table, seat = self.table, self.seat
        taken = (*draft.buys, Buy("disaster", draft.disaster)) if draft.disaster else draft.buys
        if not draft.disaster:
            for pay in levels(table, seat, taken):
                yield f"disaster pay {' '.join(map(str, pay))}"
        for buy in buys(table, seat, taken):
            yield f"buy {buy.card}{' pay ' if buy.pay else ''}{' '.join(map(str, buy.pay))}"
        yield from (f"use {name}" for name in uses(table, seat, taken) if name not in draft.use)

    def read(self, text: str) -> Move | None:
        """Return a part, from its number or its text; None for the end.

        Raises `NotationError`, and `InputError` for a number without an offer.
        """
        word = text.lower()
        if word in ("", "done"):
            return None
        if word.isdecimal() and word.isascii():
            offers = [*self.offers()]
            if len(word) > 3 or not 1 <= int(word) <= len(offers):
                there = f"they are 1 to {len(offers)}" if offers else "there is none"
                raise InputError(Problem("", f"there is no offer {word:.9}; {there}"))
            word = offers[int(word) - 1]
        try:
            part = Move.read(f"{_HEAD}{word.removeprefix(_HEAD.strip()).strip()}")
        except NotationError as error:
            column = max(error.column - len(_HEAD), 1)
            raise NotationError(error.what, text, column, error.expected) from None
        round_end((*self.parts, part))
        return part

    def shown(self, screen: Screen) -> str:
        """Return what is entered so far, what is stored, and what there is to take."""
        lines: list[str] = []
        mine = self.table.seats[self.seat]
        draft = round_end(self.parts)
        if self.parts:
            lines.append(str(draft))
        elif self.first:
            lines += ["", bold(f"End of round {mine.state.round}")]
            lines += [screen.wrapped(line) for line in middle(self.table)]
        spent = {*draft.disaster, *(card for buy in draft.buys for card in buy.pay)}
        state = mine.state
        row = [f"[{p.card} {state.area(p).gives}]" for p in state.stored if p.card not in spent]
        lines.append(screen.wrapped(f"{mine.name} has stored {'  '.join(row) or 'nothing'}", 0, 2))
        offers = [f"{number:>3}  {text}" for number, text in enumerate(self.offers(), 1)]
        return "\n".join([*lines, *(offers or ["nothing to take alone; Enter goes on"])])


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

_PLACE = r"^players\[\d+\]\.moves(\[\d+\])?: "

HELP = """\
the board    > the active area; VP points, up upgrades; [4 1L] a stored card and what it gives 3
the move with this number store 4      the move written out: store 10 pay 1, rotate 7 pay 4 5, flip
2 pay 4, discard; add ! to \
keep an illegal move"""


def due(table: Table) -> tuple[str, ...]:
    """Return the players whose move is due; at the end of a round all who have not entered theirs.

    The end of a round is entered once all players have finished it, and only in games that have
    cards to take or to pay for.
    """
    closes = any(table.knows.values())
    states = [present(table, seat) for seat in table.seats]
    number = min(state.round for state in states)
    here = [
        (seat, state)
        for seat, state in zip(table.seats, states, strict=True)
        if state.round == number
    ]
    playing = tuple(seat.name for seat, state in here if not state.over)
    if playing or not closes:
        return playing[:1]
    return tuple(seat.name for seat, _ in here if seat.closed < number)


def present(table: Table, seat: Seat) -> State:
    """Return the deck of a seat, already in the next round if no end of a round is entered."""
    return seat.state if any(table.knows.values()) else seat.state.begun


class _Place(NamedTuple):
    """The place of a move in the order of play; `closing` marks the end of a round."""

    round: int
    closing: bool
    seat: int
    at: int


def moves_of(record: Record) -> tuple[Moves, ...]:
    """Return every move in the order of play: by round, then by seat.

    The `round-end` moves of one round are together.
    """
    found: list[tuple[_Place, tuple[str, Move]]] = []
    for seat, game in enumerate(replay_table(record).games):
        for place in _places(seat, game):
            found.append((place, (game.name, game.steps[place.at].move)))
    found.sort(key=lambda item: item[0])
    grouped = groupby(found, key=lambda item: item[0][:2] if item[0].closing else item[0])
    return tuple(tuple(move for _, move in group) for _, group in grouped)


def _places(seat: int, game: Played) -> Iterator[_Place]:
    """Yield the place of every move; a misplaced `round-end` counts as a move of its round."""
    states = [game.start, *(step.state for step in game.steps)]
    ends = [step.move.kind == ROUND_END for step in game.steps]
    rounds = [
        before.round if end else before.begun.round
        for before, end in zip(states[:-1], ends, strict=True)
    ]
    for index, (number, end) in enumerate(zip(rounds, ends, strict=True)):
        last = rounds[index + 1 : index + 2] != [number]
        yield _Place(number, end and last and states[index].over, seat, index)


def with_moves(record: Record, moves: Sequence[Moves]) -> Record:
    """Return the record with these moves, read again, so that every line is right.

    Moves that do not change keep their text.  Raises `InputError`.
    """
    players = list(record.data.players)
    for seat, player in enumerate(players):
        mine = [move for confirmed in moves for name, move in confirmed if name == player.name]
        if mine != [line.move for line in record.moves[seat]]:
            texts = [str(move) for move in mine]
            written = texts if isinstance(player.moves, list) else "".join(f"{t}\n" for t in texts)
            players[seat] = player.model_copy(update={"moves": written})
    data = record.data.model_copy(update={"players": players})
    file, kind = record.document.file, record.document.kind
    document = parse_document(data_text(ordered(data), kind), kind, file)
    try:
        return record_of(document, Path(file).parent)
    except InputError as error:
        # The player has just entered the move: its place in the record adds nothing.
        bare = (re.sub(_PLACE, "", problem.what) for problem in error.problems)
        every = zip(error.problems, bare, strict=True)
        raise InputError(*(problem._replace(what=what) for problem, what in every)) from None


def questions(
    record: Record, replay: Replayed, player: str, answers: Mapping[str, Any]
) -> tuple[Question, ...]:
    """Return the next question for a player whose move is due; empty after the last answer.

    Raises `InputError` in a speed game.
    """
    if record.data.mode == "speed":
        file = record.document.file
        what = "in a speed game all players move at once, so it cannot be entered move by move"
        raise InputError(Problem(file, what, f"write its record, then: palace check {file}"))
    table = replay.table
    number, seat = next((at, seat) for at, seat in enumerate(table.seats) if seat.name == player)
    if any(table.knows.values()) and seat.state.over:
        parts = tuple(answers.values())
        if parts and parts[-1] is None:
            return ()
        return (Closing(table, number, parts, first=player == due(table)[0]).question(),)
    return () if answers else (_ask_move(record, table, seat),)


def _ask_move(record: Record, table: Table, seat: Seat) -> Question:
    """Return the question for a move of the player's deck, by its number or written out."""
    legal = legal_moves(seat.state, record.rulings)

    def read(text: str) -> Move:
        if text.isdecimal() and text.isascii():
            if not 1 <= int(text[:4]) <= len(legal) or len(text) > 4:
                what = f"there is no move {text:.9}; the moves are 1 to {len(legal)}"
                raise InputError(Problem("", what))
            return legal[int(text) - 1]
        move = Move.read(text)
        if move.kind == ROUND_END:
            what = "the round ends by itself when the tracker is on top"
            raise InputError(Problem("", what))
        return move

    return Question(
        "move",
        seat.name,
        f"{seat.name}> " if len(table.seats) > 1 else "move> ",
        lambda: map(str, legal),
        read,
        help=HELP,
        shown=lambda screen: _list(record, table, seat, screen, LISTED),
        told=_without_depth,
    )


def _list(record: Record, table: Table, seat: Seat, screen: Screen, most: int) -> str:
    """Return the board and the legal moves, the first `most` of them."""
    from palace.palm_island.board import board, numbered

    lines = [board(seat, screen.width, several=len(table.seats) > 1)]
    every = [*numbered(seat.state, legal_moves(seat.state, record.rulings))]
    lines += [screen.wrapped(line, hang=5) for line in every[:most]]
    if len(every) > most:
        lines.append(f"     and {len(every) - most} more: type all")
    return "\n".join(lines)


def _without_depth(reason: Reason, screen: Screen) -> Reason:
    """Return a reason without the place of a card, which the player may not look up."""
    return reason if MEMORY in screen.options else without_depth(reason)


def move_of(player: str, answers: Mapping[str, Any]) -> Move:
    """Return the move made of the answers: a card move, or all parts of the end of a round."""
    return answers["move"] if "move" in answers else round_end(answers.values())


def outcome(attempt: Attempt[Record]) -> list[str]:
    """Return the moves, or the events at the end of the round."""
    played: Any = attempt.replay
    several = len(played.games) > 1
    moves = [(name, move) for name, move in attempt.moves if move.kind != ROUND_END]
    lines = [f"{name}: {move}" if several else str(move) for name, move in moves]
    if len(moves) < len(attempt.moves):
        known = len(replay_table(attempt.before).news)
        lines += [f"  {news.text}" for news in played.news[known:]]
    return lines


def commands(record: Record, played: Replayed) -> tuple[Command[Record], ...]:
    """Return the commands beside a move; after the end, that for the worth of the deal."""
    if played.table.finished:
        can = not [*hindrances(record, played.games[0], "")]
        return (Command("worth", "what this deal was worth", deal_value, listed=can),)
    return (
        Command("all", "every legal move, if only the first are listed", _all),
        Command("order", "the order of the whole deck: before the first move, or with --memory",
                _order),
        Command("pause", "how to put the deck away with dividers", _pause, on_leaving=True),
    )  # fmt: skip


def _seat(played: Any, player: str) -> Seat:
    seats: tuple[Seat, ...] = played.table.seats
    return next(seat for seat in seats if seat.name == player)


def _all(record: Record, played: Any, player: str, screen: Screen) -> str:
    seat = _seat(played, player)
    return _list(record, played.table, seat, screen, len(legal_moves(seat.state, record.rulings)))


def _order(record: Record, played: Any, player: str, screen: Screen) -> str:
    """Return the whole deck, if the rules allow looking through it."""
    game = next(game for game in played.games if game.name == player)
    if MEMORY not in screen.options and game.steps:
        return screen.wrapped(
            "during play only the top three cards may be looked at; the whole order is shown "
            "before the first move, or with --memory"
        )
    order = str(_seat(played, player).state.begun).split(": ")[1]
    return "\n".join((
        screen.wrapped(f"top first: {order}"),
        screen.wrapped("7 Quarry as 7, its areas .1 .2 .3, * stored, 17 the round tracker"),
    ))  # fmt: skip


def _pause(record: Record, played: Any, player: str, screen: Screen) -> str:
    """Return how to put the decks away with dividers."""
    from palace.palm_island.board import dividers

    lines, table, again = [], played.table, ""
    for seat in (seat for seat in table.seats if seat.total is None):
        lead = f"{seat.name}: " if len(table.seats) > 1 else ""
        state = present(table, seat)
        if cards := [f"{placed.card}" for placed in state.stored]:
            again = ", turn those cards sideways again"
            what = f"put a divider before {joined(cards)}, straighten and put the deck away"
        else:
            what = "put the deck away as it is: no card is stored"
        lines.append(screen.wrapped(f"{lead}{what}"))
        if MEMORY in screen.options:
            lines.append(screen.wrapped(dividers(state), 2, 2))
    lines.append(screen.wrapped(f"to go on{again}: palace play {record.document.file}"))
    return "\n".join(lines)
