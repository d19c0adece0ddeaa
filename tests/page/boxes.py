"""Boxes drawn by lot, and games with them by taps, as an owner plays them."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from itertools import islice

from palace.monkey_palace.game.box import Board, BoxModel
from palace.monkey_palace.game.cards import CARDS, PILES, Card, Pile
from palace.monkey_palace.kernel.ground import GroundMap, centred
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.staircase import Staircase
from palace.monkey_palace.kernel.supply import Supply
from palace.page import action as act
from palace.page.desk import Desk
from tests.page.tables import Table, answered, choices, main, typed_card

GAME = "monkey-palace"

EMPTY = BoxModel(format=1, game=GAME, name="mine", provenance="transcribed")

MOST_BUILDS = 60
"""Staircases of which one is chosen."""


def drawn_cards(rng: random.Random) -> dict[Pile, list[Card]]:
    """Return the cards of a box, the top of each pile last."""
    found: dict[Pile, list[Card]] = {pile: [] for pile in PILES}
    for at in range(CARDS):
        pile = PILES[at % len(PILES)]
        brings = Supply(rng.randint(0, 2), rng.randint(0, 2), rng.randint(0, 1))
        once, each = rng.choice(((brings, Supply()), (Supply(), brings._replace(column=0))))
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
    table.send(act.Open("new", GAME))
    table.send(act.Fill("players.0", "Ana"))
    table.send(act.Fill("players.1", "Ben"))
    table.send(act.Begin())


def take(table: Table, card: Card) -> None:
    """Take a card by its key where it is offered, else by typing it."""
    pile = f"pile-{card.cost}{card.colour}"
    if not choices(table)[pile].on:
        table.tap(pile)
    deck = table.desk.playing[1].deck  # type: ignore[attr-defined]
    known = {} if deck is None else {f"card-{n}": c.values for n, c in deck.cards.items()}
    offered = [
        name for name in choices(table)
        if known.get(name, name.removeprefix("seen-")) == card.values
    ]  # fmt: skip
    if offered:
        table.tap(offered[0])
    else:
        typed_card(table, card)


def play_turn(table: Table, piles: Mapping[Pile, list[Card]], rng: random.Random) -> int:
    """Take a turn that is legal, with the dearest cards that can be paid; return its taps."""
    before, count = table.counts["a"], len(table.desk.playing[2].commits)
    question = table.desk.entering.question
    assert question is not None
    build = rng.choice([*islice(question.answers(), MOST_BUILDS)])
    if build == "pass":
        table.tap("pass")
        main(table)
        return table.counts["a"] - before
    lay(table, Staircase.read(build))
    main(table)
    while question.key == "build" and len(table.desk.playing[2].commits) == count:
        taps = table.desk.taps
        assert taps is not None
        asked = table.desk.entering.question
        assert asked is not None
        if asked.key == "take" and (pile := dearest(table, piles)) is not None:
            take(table, piles[pile].pop())
        elif taps.answer is None:
            assert taps.board is not None
            table.tap(next(place.name for place in taps.board.places if place.answer))
        else:
            main(table)
    return table.counts["a"] - before


def dearest(table: Table, piles: Mapping[Pile, list[Card]]) -> Pile | None:
    """Return the dearest pile with cards that can be paid; None without one."""
    names = choices(table)
    return next((p for p in reversed(PILES) if f"pile-{p[0]}{p[1]}" in names and piles[p]), None)


def lay(table: Table, build: Staircase) -> None:
    """Tap a staircase, with the supports that are not added by themselves."""
    table.tap(*map(str, build.knobs))
    for at, knob in enumerate(build.knobs):
        for where, wanted in (("under", build.unders[at]), ("on", build.risers[at])):
            there = answered(table)
            if (there.unders if where == "under" else there.risers)[at] != wanted:
                table.send(act.Tap(str(knob), held=True))
                table.tap(*(f"{where}-{letter}-more" for letter in wanted))
    assert answered(table) == build


def drawn_map(rng: random.Random) -> GroundMap:
    """Return a map with four places that are closed, none of them in the set-up."""
    letters = [*"ldg" * 21, "l"]
    rng.shuffle(letters)
    for at in rng.sample([*range(32), *range(48, 64)], 4):
        letters[at] = "."
    rows = ["".join(letters[at : at + 8]) for at in range(0, 64, 8)]
    return replace(centred("drawn", rows), setup=(Knob(3, 3), Knob(4, 3), Knob(4, 2)))
