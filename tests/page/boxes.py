"""Boxes drawn by lot, and games with them by taps, as an owner plays them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice

from palace.monkey_palace.game.box import Board, BoxModel
from palace.monkey_palace.game.cards import CARDS, PILES, Card, Pile
from palace.monkey_palace.kernel.ground import GroundMap, centred
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.staircase import Staircase
from palace.monkey_palace.kernel.supply import NOTHING, Supply
from palace.page.action import Action
from palace.page.desk import Desk
from tests.page.tables import Table, choices, lay, main

GAME = "monkey-palace"

EMPTY = BoxModel(format=1, game=GAME, name="mine", provenance="transcribed")

MOST_BROUGHT = 3
"""Pieces that a card brings; the house deck has two cards with more."""

MOST_TURNS = 16

MOST_BUILDS = 24
"""Staircases of which one is chosen."""


def drawn_cards(rng: random.Random) -> dict[Pile, list[Card]]:
    """Return the cards of a box, the top of each pile last."""
    found: dict[Pile, list[Card]] = {pile: [] for pile in PILES}
    for at in range(CARDS):
        pile = PILES[at % len(PILES)]
        kinds = rng.choices(("arch", "brick", "brick", "column"), k=rng.randint(0, MOST_BROUGHT))
        brings = Supply(*map(kinds.count, Supply._fields))
        once, each = rng.choice(((brings, NOTHING), (NOTHING, brings)))
        found[pile].append(Card(*pile, rng.randint(0, 5), once, each))
    for cards in found.values():
        rng.shuffle(cards)
    return found


def drawn_boards(rng: random.Random) -> list[Board]:
    """Return the boards of two players."""
    return [
        Board(seat, Supply(rng.randint(3, 5), rng.randint(3, 5), 1), Supply(2, rng.randint(2, 3)))
        for seat in (1, 2)
    ]


def table_with(data: BoxModel = EMPTY, name: str = "evening.toml") -> Table:
    """Return a table before a game, with a box that is kept."""
    return Table(Desk(name, boxes={GAME: data}))


def box_of(table: Table) -> BoxModel:
    """Return the box of a table."""
    data = table.desk.boxes[GAME]
    assert isinstance(data, BoxModel)
    return data


def paint(table: Table, ground: GroundMap) -> None:
    """Paint a map, and put it into the box."""
    table.tap("paint")
    for letter, brush in (("d", "paint-d"), ("g", "paint-g"), (".", "paint-none")):
        knobs = [
            str(Knob(file, ground.depth - 1 - at))
            for at, row in enumerate(ground.rows)
            for file, there in enumerate(row)
            if there == letter
        ]
        if knobs:
            table.tap(brush, *knobs)
    table.tap("setup", *map(str, ground.setup), "done")


def enter_boards(table: Table, boards: list[Board]) -> None:
    """Enter what is printed on boards."""
    table.tap("show-boards")
    for board in boards:
        for when, pieces in (("start", board.start), ("each", board.each)):
            for kind, count in pieces.named().items():
                table.tap(*[f"board-{board.number}-{when}-{kind}-more"] * count)
    table.tap("back")


def begin(table: Table) -> None:
    """Begin a game of Ana and Ben with what the box has."""
    table.send(Action("open", "new", GAME))
    table.send(Action("fill", "players.0", "Ana"))
    table.send(Action("fill", "players.1", "Ben"))
    table.send(Action("begin"))


def take(table: Table, card: Card) -> bool:
    """Take a card by its key where it is offered; else type it as the last one, and return that."""
    pile = f"pile-{card.cost}{card.colour}"
    deck = table.desk.playing[1].deck  # type: ignore[attr-defined]
    known = {} if deck is None else {f"card-{n}": c.values for n, c in deck.cards.items()}

    def offered() -> list[str]:
        name_of = {known.get(name, name.removeprefix("seen-")): name for name in choices(table)}
        return [name_of[card.values]] if card.values in name_of else []

    if not offered():
        table.tap(pile)
    if found := offered():
        table.tap(*found)
        return False
    if "bananas-0" not in choices(table):
        table.tap(pile)
    table.tap(*taps_of(card))
    return True


def taps_of(card: Card) -> Iterator[str]:
    """Yield the keys that type a card whose pile is chosen."""
    yield f"bananas-{card.bananas}"
    for when, supply in (("once", card.once), ("each", card.each)):
        for kind, count in supply.named().items():
            yield from [f"{when}-{kind}-more"] * count


def play(table: Table, cards: Mapping[Pile, list[Card]], rng: random.Random) -> list[int]:
    """Play a game to its end, and return how many taps each turn took."""
    piles, found = {pile: [*there] for pile, there in cards.items()}, list[int]()
    while table.desk.playing[2].due and len(found) < MOST_TURNS:
        found.append(play_turn(table, piles, rng))
    return found


def play_turn(table: Table, piles: Mapping[Pile, list[Card]], rng: random.Random) -> int:
    """Take a turn that is legal, with the dearest cards that can be paid; return its taps."""
    before, count = table.counts["a"], len(table.desk.playing[2].commits)
    question = table.desk.entering.question
    assert question is not None
    legal = [*islice(question.answers(), MOST_BUILDS)]
    rng.shuffle(legal)
    build = next((text for text in legal if by_knobs(table, text)), legal[0])
    if build == "pass":
        table.tap("pass")
        main(table)
        return table.counts["a"] - before
    lay(table, Staircase.read(build))
    main(table)
    done = False
    while len(table.desk.playing[2].commits) == count:
        taps, asked = table.desk.taps, table.desk.entering.question
        assert taps is not None
        assert asked is not None
        pile = dearest(table, piles) if asked.key == "take" and not done else None
        if pile is not None:
            done = take(table, piles[pile].pop())
        elif taps.answer is None:
            assert taps.board is not None
            table.tap(next(iter(taps.board.answers)))
        else:
            main(table)
    return table.counts["a"] - before


def by_knobs(table: Table, build: str) -> bool:
    """Return whether the knobs of a staircase alone make it: its supports are those added."""
    question = table.desk.entering.question
    assert question is not None
    assert question.taps is not None
    way = Staircase.read(build).knobs if build != "pass" else ()
    return bool(way) and question.taps("-".join(map(str, way))).answer == build


def dearest(table: Table, piles: Mapping[Pile, list[Card]]) -> Pile | None:
    """Return the dearest pile with cards that can be paid; None without one."""
    names = choices(table)
    return next((p for p in reversed(PILES) if f"pile-{p[0]}{p[1]}" in names and piles[p]), None)


def drawn_map(rng: random.Random) -> GroundMap:
    """Return a map with four places that are closed, none of them in the set-up."""
    letters = [*"ldg" * 21, "l"]
    rng.shuffle(letters)
    for at in rng.sample([*range(32), *range(48, 64)], 4):
        letters[at] = "."
    rows = ["".join(letters[at : at + 8]) for at in range(0, 64, 8)]
    return replace(centred("drawn", rows), setup=(Knob(3, 3), Knob(4, 3), Knob(4, 2)))
