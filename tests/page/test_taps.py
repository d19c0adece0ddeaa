"""How many taps a turn takes: the sample game with cards that are typed, and with a deck."""

from __future__ import annotations

from palace.monkey_palace.game.cards import Card
from palace.monkey_palace.game.log import read_record
from palace.page.action import Action

from .tables import SAMPLE, Table, choices, enter, main, put, typed_card

TURNS = [commit.move for commit in read_record(SAMPLE).written]


def uncounted() -> Table:
    """Return the table of the sample game before its first turn, whose pieces are not counted, so
    that a turn does not depend on what cards bring."""
    lines = SAMPLE.read_text(encoding="utf-8").partition("[[turns]]")[0].splitlines()
    lines = [line for line in lines if not line.startswith(("start", "each"))]
    return Table.of("\n".join(lines))


def with_deck(cards: str) -> Table:
    """Return the table of a game of the same players with our deck: `dealt` here, or `house`, as
    printed."""
    table = Table()
    table.send(Action("open", "new", "monkey-palace"))
    names = {f"players.{at}": name for at, name in enumerate(("Ana", "Ben", "Caro"))}
    for name, text in {**names, "cards": cards}.items():
        table.send(Action("fill", name, text))
    table.send(Action("begin"))
    assert table.file is not None
    lines = table.file.splitlines()
    return Table.of("\n".join(line for line in lines if not line.startswith(("start", "each"))))


def test_a_turn_with_a_deck_takes_eleven_taps() -> None:
    """The card on top of the pile is taken; of another one, where the pile is empty.  A turn for
    which the deck has too few cards does not count."""
    table = with_deck("dealt")
    missed: list[int] = []

    def take(table: Table, card: Card) -> None:
        free = {name: one for name, one in choices(table).items() if one.answer and not one.on}
        tops = [name for name in free if name.startswith("card-")]
        if not tops:
            missed.append(len(table.desk.playing[2].commits))
            return
        own = f"card-{card.colour}{card.cost}-"
        table.tap(next((name for name in tops if name.startswith(own)), tops[0]))
        put(table, card)

    counts = [enter(table, turn, take) for turn in TURNS]
    log = table.desk.playing[2]
    assert len(log.commits) == len(TURNS)
    assert not log.reasons
    whole = [count for at, count in enumerate(counts) if at not in missed]
    assert len(whole) >= 15
    assert sum(whole) / len(whole) <= 11, whole


def test_of_a_printed_deck_the_cards_of_the_dearest_pile_are_there_at_once() -> None:
    """Those of another pile are behind its key."""
    table = with_deck("house")
    table.tap("d6", "e6", "e5", "f5", "f4")
    main(table)
    assert offered(table) == {"g5"}
    table.tap("pile-1x")
    assert offered(table) == {"x1"}


def offered(table: Table) -> set[str]:
    """Return the piles of the cards that can be taken."""
    return {name.split("-")[1] for name in choices(table) if name.startswith("card-")}


def test_a_card_that_was_seen_takes_two_taps_and_another_three_and_one_a_piece() -> None:
    """Of each pile, the card that was typed first is taken again by everyone."""
    table = uncounted()
    first: dict[str, Card] = {}
    seen: list[int] = []
    typed: list[int] = []

    def take(table: Table, card: Card) -> None:
        before, pile = table.counts["a"], f"{card.cost}{card.colour}"
        same = first.get(pile)
        table.tap(f"pile-{pile}")
        if same is not None:
            table.tap(f"seen-{same.values}")
            seen.append(table.counts["a"] - before)
        else:
            first[pile] = card
            typed_card(table, card)
            pieces = sum(card.once) + sum(card.each)
            typed.append(table.counts["a"] - before - pieces)
        put(table, card)

    for turn in TURNS:
        enter(table, turn, take)
    assert not table.desk.playing[2].reasons
    assert len(typed) == len(first)
    assert len(seen) > len(typed)
    assert max(seen) <= 2
    assert max(typed) <= 3
