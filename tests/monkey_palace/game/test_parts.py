"""What may come next in a turn that has begun, and what of it is only missing yet."""

from __future__ import annotations

from dataclasses import replace

import pytest

from palace.core.verdict import place_of
from palace.monkey_palace.game.cards import Card
from palace.monkey_palace.game.deck import parse_deck
from palace.monkey_palace.game.log import LoggedRecord
from palace.monkey_palace.game.rules import on_offer, sheet_of, trophy_lines
from palace.monkey_palace.game.state import BEFORE, GameState, Taken, Trophy, Turn
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.staircase import Staircase
from tests.monkey_palace.game.texts import ALL, game, one

EARLY = 'rulings = { frog-time = "any" }\n'
RICH = 'start = "9a9b6c"\neach = "1a"\n'
DEAR = "e3+c-e4_b"
"""With one arch and two bricks it wants the column that the frog brings."""


def owed(
    build: str, top: str = ALL + EARLY, hand: str = "1a2b", frog: str = "", holder: str = ""
) -> tuple[set[str], set[str]]:
    """What of a first turn is missing yet, and what is wrong with it, by their codes."""
    record = game(top=top, players=f'start = "{hand}"\neach = "0a"\n')
    table = record.rules.table
    if holder:
        table = replace(table, trophies=(Trophy("frog", holder, 0),))
    move = Turn("Ana", Staircase.read(build), frog=Knob.read(frog) if frog else None)
    _, (report,) = record.rules.apply(table, move, whole=False)
    return {one.code for one in report.owed}, {one.code for one in report.reasons}


def test_pieces_are_owed_as_long_as_the_frog_can_bring_a_column() -> None:
    assert owed(DEAR) == ({"monkey", "supply"}, set())
    assert owed(DEAR, holder="Ben") == ({"monkey", "supply"}, set())
    assert owed(DEAR, holder="Ana") == ({"monkey"}, {"supply"})
    assert owed(DEAR, top=ALL) == ({"monkey"}, {"supply"})
    assert owed(DEAR, top=EARLY + 'trophies = ["monkey"]\n') == ({"monkey"}, {"supply"})
    assert owed(DEAR, frog="e3") == ({"monkey"}, set())
    assert owed("c4-d4") == (set(), owed("c4-d4")[1])
    assert owed("c4-d4")[1]


def test_further_arches_are_owed_where_the_start_is_far_from_the_palace() -> None:
    assert owed("a1-a2", hand="9a9b") == ({"attach"}, set())
    move = Turn("Ana", Staircase.read("a1-a2"))
    record = game(players=RICH)
    _, (report,) = record.rules.apply(record.rules.table, move)
    assert ([one.code for one in report.reasons], report.owed) == (["attach"], ())


def parts(record: LoggedRecord, move: Turn) -> list[Turn]:
    return [*record.rules.parts(record.rules.table, move, "Ana")]


GOLD = Turn("Ana", Staircase.read("e3+bb-e4"))
FLAT = Turn("Ana", Staircase.read("c4+b-d4"))


def kinds(record: LoggedRecord, move: Turn) -> set[str]:
    """What is more in the parts of a move, each in one key alone."""
    keys = ("build", "take", "frog", "monkey")
    found = []
    for part in parts(record, move):
        found.append([key for key in keys if getattr(part, key) != getattr(move, key)])
    assert all(len(more) == 1 for more in found)
    return {more[0] for more in found}


def test_cards_then_the_frog_then_the_monkey() -> None:
    record = game(top=ALL + 'deck = "house"\n', players=RICH)
    assert kinds(record, GOLD) == {"take", "frog", "monkey"}
    assert kinds(record, FLAT) == {"take", "frog"}
    assert kinds(record, replace(GOLD, frog=Knob.read("e3"))) == {"monkey"}
    assert kinds(record, replace(GOLD, monkey=Knob.read("d4"))) == set()
    assert kinds(record, Turn("Ana")) == set()
    without = game(top='trophies = ["monkey"]\ndeck = "house"\n', players=RICH)
    assert kinds(without, GOLD) == {"take", "monkey"}
    assert kinds(game(players=RICH), FLAT) == {"frog"}


def test_where_animals_are_put() -> None:
    record = game(players=RICH)
    frogs = [part.frog for part in parts(record, FLAT)]
    assert frogs == [Knob.read("c4")]
    monkeys = {str(part.monkey) for part in parts(record, replace(GOLD, frog=Knob.read("e3")))}
    assert monkeys == {"d4"}


def test_after_a_pass_no_end_is_the_lowest_of_a_build() -> None:
    record = game(players=RICH)
    table = record.rules.table
    _, (report,) = record.rules.apply(table, Turn("Ana"))
    every = record.rules.places(table, report, "monkey")
    assert every
    assert record.rules.places(table, report, "frog") == every


def takes(record: LoggedRecord, move: Turn, table: GameState | None = None) -> list[list[Card]]:
    found = record.rules.parts(table or record.rules.table, move, "Ana")
    return [[*part.take] for part in found if part.take != move.take]


TWO = Turn("Ana", Staircase.read("c3-c4-d4"))


def test_a_further_card_is_paid_by_the_credits_that_are_left() -> None:
    record = game(top=ALL + 'deck = "house"\n', players=RICH)
    deck = record.deck
    assert deck is not None
    _, (report,) = record.rules.apply(record.rules.table, TWO, whole=False)
    assert report.earned is not None
    assert (report.earned.credits, report.earned.decoration) == (3, "d")
    costs = {deck.card(cards[-1].name or "").cost for cards in takes(record, TWO)}
    assert costs == {1, 2, 3}
    for name, left in (("x1-1", {1, 2}), ("x2-1", {1}), ("d3-1", set())):
        move = replace(TWO, take=(Card(name=name),))
        more = [cards[-1].name or "" for cards in takes(record, move)]
        assert {deck.card(one).cost for one in more} == left
        assert name not in more
    assert all(cards[-1].slot is None for cards in takes(record, TWO))


def test_on_a_full_board_a_card_can_cover_each_slot() -> None:
    record = game(top=ALL + 'deck = "house"\n', players=RICH)
    table = record.rules.table

    def with_cards(count: int) -> GameState:
        taken = (Taken(Card.read("1x 9*"), 0),) * count
        ana = table.seat("Ana")
        slots = tuple((one,) for one in taken) + ((),) * (4 - count)
        return table.with_seat(replace(ana, slots=slots))

    three, four = with_cards(3), with_cards(4)
    assert {cards[-1].slot for cards in takes(record, TWO, three)} == {None}
    one = replace(TWO, take=(Card(name="x1-1"),))
    assert {cards[-1].slot for cards in takes(record, one, three)} == {1, 2, 3, 4}
    assert {cards[-1].slot for cards in takes(record, TWO, four)} == {1, 2, 3, 4}


DECK = """# provenance: transcribed
id,cost,colour,bananas,once,each
A,1,x,2,,
B,1,x,2,,
C,1,x,0,,
D,3,d,1,,
E,3,l,1,,
F,6,x,9,,
G,1,x,,,
"""


def offered(*taken: str) -> list[str]:
    """The ids on offer for three credits and dark green, after cards that players have taken."""
    record = game(players=RICH)
    setting = record.rules.setting._replace(deck=parse_deck(DECK))
    table = record.rules.table
    ben = table.seat("Ben")
    pile = tuple(Taken(setting.card(Card.read(card)) or Card.read(card), 0) for card in taken)
    table = table.with_seat(replace(ben, slots=(pile, (), (), ())))
    _, (report,) = record.rules.apply(table, TWO, whole=False)
    assert [*on_offer(setting._replace(deck=None), table, report)] == []
    assert [*on_offer(setting, table, replace(report, earned=None))] == []
    return [name for name, _ in on_offer(setting, table, report)]


@pytest.mark.parametrize(
    ("taken", "left"),
    [
        ((), "ABCD"), (("@A",), "BCD"), (("@A", "1x 2*"), "CD"), (("1x 2*",), "BCD"),
        (("1x 2*", "1x 2*"), "CD"), (("1x 2*", "1x 2*", "1x 2*"), "CD"), (("1x 5*",), "ABCD"),
        (("2x 2*",), "ABCD"), (("1x 0*", "3d 1*"), "AB"), (("1x 2*", "@B"), "CD"),
    ],
)  # fmt: skip
def test_cards_that_a_player_has_are_not_offered(taken: tuple[str, ...], left: str) -> None:
    assert "".join(offered(*taken)) == left


def test_a_card_without_bananas_is_worth_none() -> None:
    table = game(players=RICH).rules.table
    slots = ((Taken(Card(name="G"), 3), Taken(Card.read("1x 0*"), 4)), (), (), ())
    seat = replace(table.seat("Ana"), slots=slots)
    sheet = sheet_of(seat, table)
    assert [(line.points, line.turn) for line in sheet.lines] == [(0, 3), (0, 4)]
    assert sheet.total == 0


def test_the_turn_of_a_trophy_is_told_where_it_is_known() -> None:
    lines = [*trophy_lines(["frog", "monkey"], {"frog": BEFORE, "monkey": 5})]
    assert [(line.category, line.points, line.turn) for line in lines] == [
        ("monkey", 2, 5), ("frog", -3, None),
    ]  # fmt: skip
    assert [line.cause for line in lines] == ["holds the monkey", "holds the frog"]
    assert [line.turn for line in trophy_lines(["butterfly"])] == [None]


def test_the_monkey_alone_decides_a_tie() -> None:
    table = game(players=RICH).rules.table
    for animal, tie in (("monkey", 1), ("frog", 0)):
        held = replace(table, trophies=(Trophy(animal, "Ana", 1),))
        sheets = [sheet_of(seat, held) for seat in held.seats]
        assert [sheet.ties for sheet in sheets] == [(tie,), (0,)]
        assert [len(sheet.lines) for sheet in sheets] == [1, 0]


@pytest.mark.parametrize(
    ("lines", "key"),
    [
        (('build = "c4+b-d4"', 'monkey = "d4"'), "monkey.no-gold"),
        (('build = "e3+bb-e4"', 'monkey = "a1"'), "monkey.not-free"),
        (('build = "c4+b-d4"', 'frog = "a1"'), "frog"),
        (('build = "c4+b-d4"', 'take = ["6x 1*"]'), "card-cost"),
        (("pass = true", "credits = 2"), "credits.pass"),
    ],
)
def test_a_reason_is_placed_at_its_key(lines: tuple[str, str], key: str) -> None:
    record = game("\n".join(lines), players='start = "9a9b6c"\neach = "1a"\n',
                  top=ALL + 'rulings = { must-build = "may" }\n')  # fmt: skip
    reason = one(record)
    assert reason.key.startswith(key)
    # Lines 1 to 6 are the head, 7 to 14 the players, 15 to 18 the turn.
    assert place_of(reason)[1] == 18


def test_a_card_that_is_read_needs_no_deck() -> None:
    setting = HOUSE.rules.setting
    for text in ("3g 2*", "1x 0* each 1a on 2"):
        assert setting.card(Card.read(text)) == Card.read(text)
        assert setting._replace(deck=None).card(Card.read(text)) == Card.read(text)
    found = setting.card(Card.read("@g3-1 on 2"))
    assert found is not None
    assert (found.name, found.slot, found.cost) == ("g3-1", 2, 3)
    assert setting.card(replace(found, slot=4)) == replace(found, slot=4)
    assert setting.card(Card(name="queen")) is None
    assert setting._replace(deck=None).card(Card(name="g3-1")) is None


HOUSE = game(top=ALL + 'deck = "house"\n', players=RICH)
