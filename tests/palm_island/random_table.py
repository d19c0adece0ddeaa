"""Random legal games of every mode, with the cards of the house box, and their records."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, NamedTuple

from palace.palm_island import Move, Rulings, State, legal_moves, perform
from palace.palm_island.cards import NUMBERS, Id, payments
from palace.palm_island.closing import close, offers
from palace.palm_island.rules import BOOK
from palace.palm_island.specials import Ability, Disaster
from palace.palm_island.table import Middle, Seat, Table, round_end
from tests.palm_island.tables import NAMES, POOL

WEIGHT = {"flip": 8, "rotate": 8, "store": 4, "discard": 1}
"""How likely each kind of move is: players like to upgrade."""

SETUPS: dict[str, dict[str, Any]] = {
    "solo": {"drawn": ("weaver", "cook", "elder")},
    "coop": {"disaster": "spring-tide", "ability": "ferry"},
    "casual": {"middle": ("forest-2", "sea-2", "mountain-3"), "drawn": ("diver", "elder", "scout")},
    "speed": {"middle": ("forest-4", "mountain-4", "sea-3", "sea-2")},
    "villagers": {"middle": ("weaver", "elder", "scout")},
}
"""The cards beside the decks; `villagers` is a speed game with villagers."""


class Told(NamedTuple):
    """A random game: its table, each player's moves, who finished first in each round."""

    table: Table
    start: Table
    moves: list[list[Move]]
    finish: list[list[str]]
    news: list[str]


def opening(kind: str, players: int, rng: random.Random) -> Table:
    """A table as a game begins."""
    setup = SETUPS[kind]
    state = State.deal(rng.sample(NUMBERS, len(NUMBERS)))
    seats = tuple(Seat(name, state, setup.get("drawn", ())) for name in NAMES[:players])
    return Table(
        "speed" if kind == "villagers" else kind,
        seats,
        Middle(left=setup.get("middle", ())),
        POOL,
        POOL.one(Disaster, setup.get("disaster")),
        POOL.one(Ability, setup.get("ability")),
        Rulings(),
    )


def choose(rng: random.Random, moves: Sequence[Move]) -> Move:
    """A random move, upgrades likelier than others."""
    return rng.choices(moves, [WEIGHT[move.kind] for move in moves])[0]


def together(table: Table, rng: random.Random) -> dict[int, tuple[Id, ...]]:
    """A random payment of the disaster's level from all stored cards, by seat."""
    disaster = table.disaster
    if disaster is None or table.complete:
        return {}
    every = [(seat, p) for seat, s in enumerate(table.seats) for p in s.state.stored]
    gives = tuple(table.seats[seat].state.area(placed).gives for seat, placed in every)
    found = payments(disaster.due(table.middle.level, len(table.seats)), gives)
    chosen = [every[at] for at in rng.choice(found)] if found else []
    return {
        seat: pay for seat in range(len(table.seats))
        if (pay := tuple(placed.card for at, placed in chosen if at == seat))
    }  # fmt: skip


def ending(
    table: Table, seat: int, rng: random.Random, gone: set[object], disaster: tuple[Id, ...]
) -> Move:
    """A random legal `round-end` of one seat, who pays `disaster`; `gone` is what others took."""
    draft = Move("round-end", disaster=disaster)
    while there := [p for p in offers(table, seat, draft) if p.buys and p.buys[0].card not in gone]:
        if table.mode in ("solo", "casual") and rng.random() < 0.3:
            break
        draft = round_end(draft, rng.choice(there))
        if table.mode in ("speed", "coop"):
            gone.add(draft.buys[-1].card)
    uses = [part for part in offers(table, seat, draft) if part.use]
    return round_end(draft, *(part for part in uses if rng.random() < 0.7))


def play_table(kind: str, players: int, seed: int) -> Told:
    """A whole random legal game; in speed games each seat buys all it can before the next one,
    which is legal as long as at most one of them buys twice."""
    rng = random.Random(f"{kind} {players} {seed}")
    start = table = opening(kind, players, rng)
    moves: list[list[Move]] = [[] for _ in range(players)]
    finish: list[list[str]] = []
    news: list[str] = []
    for number in range(1, 9):
        states = []
        for seat in range(players):
            state = table.seats[seat].state
            while not (state.over and state.round == number):
                move = choose(rng, legal_moves(state))
                moves[seat].append(move)
                state = perform(state, move)
            states.append(state)
        seats = tuple(
            Seat(s.name, state, s.waiting, s.owned, s.active)
            for s, state in zip(table.seats, states, strict=True)
        )
        table = Table(table.mode, seats, table.middle, POOL, table.disaster, table.ability)
        order = rng.sample(range(players), players)
        finish.append([NAMES[seat] for seat in order])
        gone: set[object] = set()
        shares = together(table, rng)
        written = {seat: ending(table, seat, rng, gone, shares.get(seat, ())) for seat in order}
        for seat, move in written.items():
            moves[seat].append(move)
        numbers = {seat: (len(moves[seat]), move) for seat, move in sorted(written.items())}
        closed = close(table, number, numbers, order)
        assert not any(closed.reasons.values()), closed.reasons
        table = closed.table
        news += map(BOOK.told, closed.news)
    return Told(table, start, moves, finish, news)


def record_text(kind: str, told: Told) -> str:
    """The record of a random game, whose cards are those of the house box."""
    setup = SETUPS[kind]
    lines = ["format = 1", 'game = "palm-island"', 'rules = "1"', f'mode = "{told.table.mode}"']
    lines.append('box = "house"')
    for key in ("disaster", "ability"):
        lines += [f'{key} = "{setup[key]}"'] if key in setup else []
    if "middle" in setup:
        lines.append(f"middle = {[*setup['middle']]!r}")
    if told.table.mode == "speed":
        lines.append(f"finish = {told.finish!r}")
    for seat, mine in zip(told.start.seats, told.moves, strict=True):
        cards = [placed.card for placed in seat.state.deck[:-1]]
        lines += ["", "[[players]]", f'name = "{seat.name}"']
        lines.append(f"deal = {[*cards, *setup.get('drawn', ())]!r}")
        lines += ['moves = """', *map(str, mine), '"""']
    return "\n".join(lines) + "\n"
