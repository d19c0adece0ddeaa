"""The eight steps: cards, deliveries, slots, bonus cards, trophies and how a game ends."""

from __future__ import annotations

import random
from dataclasses import replace as changed

import pytest

from palace.contract.registry import score as score_of
from palace.monkey_palace.game.cards import Card
from palace.monkey_palace.game.deck import Deck
from palace.monkey_palace.game.log import read_record, replay
from palace.monkey_palace.game.rules import MonkeyLog, reports
from palace.monkey_palace.game.state import BONUS_CARDS, GameState
from palace.monkey_palace.kernel.ground import load_map
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.palace import Palace
from palace.monkey_palace.kernel.referee import Earnings
from palace.monkey_palace.kernel.supply import BOX, Supply
from tests.monkey_palace.game.texts import (
    ALL,
    BONUS,
    DARK,
    GOLD,
    HIGH_GOLD,
    LIGHT,
    TOO_LOW,
    complaints,
    ending_of,
    game,
    one,
    play,
    read_text,
    turns_at_fault,
)
from tests.paths import SAMPLE
from tests.sentences import Says

RICH = 'start = "20a20b4c"\neach = "1a"\n'
TWO = 'build = "c3-c4-d4"'  # two arches, dark green, the highest of its colour: three credits
PASS = "pass = true"


def rich(*turns: str, top: str = ALL, names: str = "Ana Ben", players: str = RICH) -> MonkeyLog:
    return replay(game(*turns, top=top, names=names, players=players))


# Steps 1 to 3: pieces.


def test_a_build_is_paid_from_the_hand() -> None:
    played = rich(DARK)
    assert not played.reasons
    seat = played.state.seat("Ana")
    assert seat.pieces == Supply(20 - 1 + 1, 20 - 1, 4)
    assert played.state.seat("Ben").pieces == Supply(20, 20, 4)
    assert reports(played)[0].given == Supply(1, 0, 0)


def test_more_than_the_hand_holds_is_supply() -> None:
    played = rich(DARK, players='start = "1a"\neach = "1a"\n')
    assert complaints(played) == [("supply", "brick")]
    # What stands is laid all the same; what he had not comes from the tray.
    assert played.state.palace.column(reports(played)[0].staircase.knobs[0]) == "bE"  # type: ignore[union-attr]
    assert played.state.seat("Ana").pieces == Supply(1, 0, 0)


def test_pieces_of_one_player_do_not_count_for_another() -> None:
    players = 'start = "0a"\neach = "1a"\n'
    played = rich(DARK, players=players)
    assert complaints(played) == [("supply", "arch"), ("supply", "brick")]


def test_without_start_or_each_pieces_are_not_checked() -> None:
    for players in ("", 'start = "0a"\n', 'each = "1a"\n'):
        played = rich(DARK, players=players)
        assert not played.reasons
        assert played.state.tray is None


# Step 4: cards.


@pytest.mark.parametrize(
    ("build", "take", "keys"),
    [
        (TWO, '["3d 2*"]', ""),
        (TWO, '["1x 1*", "2x 0*"]', ""),
        (TWO, '["3g 2*"]', "card-colour"),
        (TWO, '["4d 2*"]', "card-cost"),
        (TWO, '["2x 1*", "1x 0*", "1x 1*"]', "card-cost card-pile.twice"),
        (TWO, '["3x 2*"]', "card-pile.unknown"),
        (TWO, '["2d 2*"]', "card-pile.unknown"),
    ],
)
def test_cards_that_may_be_taken(build: str, take: str, keys: str, says: Says) -> None:
    played = rich(f"{build}\ntake = {take}")
    assert {reason.key for reason in played.reasons} == set(keys.split())
    says(*played.reasons)


def test_the_credit_for_the_highest_decoration_can_be_spent() -> None:
    # The second staircase ends level with the first decoration: no extra credit.
    assert not rich(f'{DARK}\ntake = ["2x 0*"]').reasons
    lower = 'build = "d5+b-d4"\nmonkey = "d5"'
    assert one(rich(f'{lower}\ntake = ["2x 0*"]')).code == "card-cost"


def test_a_card_on_an_illegal_staircase_counts_all_the_same() -> None:
    played = rich(f'{TOO_LOW}\ntake = ["1x 3* once 2b each 1c"]')
    assert {reason.code for reason in played.reasons} == {"collision"}
    seat = played.state.seat("Ana")
    assert [taken.card.bananas for taken in seat.cards] == [3]
    assert seat.pieces == Supply(20 + 1, 20 + 2, 4 + 1)


def with_cards(table: GameState, name: str, cards: list[Card]) -> GameState:
    seat = table.seat(name)
    for card in cards:
        seat = seat.with_card(card, 1, 0)
    return table.with_seat(seat)


def test_a_pile_that_is_exhausted(says: Says) -> None:
    record = game(f'{TWO}\ntake = ["3d 2*"]', top=ALL + 'box = "house"\n')
    assert record.deck is not None
    pile = [record.deck.card(name) for name in record.deck.piles[3, "d"]]
    table = record.rules.table
    assert play(record, with_cards(table, "Ben", pile[1:]), 0).legal
    (reason,) = play(record, with_cards(table, "Ben", pile), 0).reasons
    assert (reason.key, reason.at) == ("card-pile.empty", "3d 2*")
    assert dict(reason.values)["size"] == len(pile)
    says(reason)


def test_no_card_is_taken_twice(says: Says) -> None:
    deck = opening_deck()
    name = deck.piles[1, "x"][0]
    turns = (f'{TWO}\ntake = ["@{name}"]', f'build = "e3+bb-e4"\ntake = ["@{name}"]\nmonkey = "c4"')
    reason = one(rich(*turns, top=ALL + 'deck = "house"\n'))
    assert (reason.key, dict(reason.values)["name"]) == ("card-pile.taken", name)
    says(reason)


@pytest.mark.parametrize("top", [ALL, ALL + 'deck = "house"\n'], ids=["no deck", "house"])
def test_a_card_that_no_deck_has_is_marked_and_not_taken(top: str, says: Says) -> None:
    """No move raises: the cards beside it are taken, and their faults keep their places."""
    record = game(TWO, top=top, players=RICH)
    rules, (start, _) = record.rules, record.rules.start()
    move = changed(record.written[0].move, take=(Card.read("@x9"), Card.read("2d 1*")))
    state, (report,) = rules.apply(start, move)
    found = {reason.key: reason.loc for reason in report.reasons}
    assert found == {"card-pile.unlisted": ("take", 0), "card-pile.unknown": ("take", 1)}
    assert [str(taken.card) for taken in state.seat("Ana").cards] == ["2d 1*"]
    more = [len(part.take) for part in rules.parts(start, move, "Ana")]
    assert (3 in more) == (top != ALL)
    says(*report.reasons)


def opening_deck() -> Deck:
    deck = game(top=ALL + 'deck = "house"\n').deck
    assert deck is not None
    return deck


# Step 2: a colour that has run out.


@pytest.mark.parametrize("monkey", [False, True])
def test_a_colour_of_decorations_that_is_used_up(monkey: bool) -> None:
    """The staircase counts and decides the colour of the cards; no decoration, no animal."""
    rows = ["Eg,Wg,Eg,Wg,Eg,Wg,Eg,Wg"] * 2
    palace = Palace.read("/".join((*rows, "x8/x8/x3,E,W,x3/x8/x8/x8")), load_map("map-1"))
    extra = 'monkey = "e4"\n' if monkey else ""
    record = game(f'{GOLD}\ntake = ["1x 0*"]\n{extra}', players=RICH)
    report = play(record, changed(record.rules.table, palace=palace), 0)
    assert [reason.code for reason in report.reasons] == ["monkey"] * monkey
    assert report.verdict is not None
    assert (report.verdict.credits, report.verdict.decoration) == (1, "g")
    assert report.animals == ()
    assert report.table.trophies == ()
    assert report.palace.column(Knob.read("d4")) == "ES"
    dark = game(f'{GOLD}\ntake = ["1x 0*"]', players=RICH,
                top=ALL + 'rulings = { decoration-out = "illegal" }\n')  # fmt: skip
    codes = [r.code for r in play(dark, changed(dark.rules.table, palace=palace), 0).reasons]
    assert codes == ["decoration"]


# Steps 5 and 6: deliveries and slots.


def test_a_new_card_delivers_at_once_and_every_turn() -> None:
    played = rich(f'{TWO}\ntake = ["1x 1* once 2b each 1c", "2x 0* each 1a1b"]', DARK_BEN, PASS_ANY,
                  top=MAY)  # fmt: skip
    assert not played.reasons
    first, _, third = reports(played)
    # once 2b, board 1a, cards 1c and 1a1b
    assert first.given == Supply(2, 3, 1)
    assert third.given == Supply(2, 1, 1)


MAY = ALL + 'rulings = { must-build = "may" }\n'
PASS_ANY = PASS
DARK_BEN = 'build = "e3+bb-e4"\nmonkey = "c4"'


def test_cards_go_to_free_slots_first() -> None:
    take = '["1x 0* on 3", "2x 1*"]'
    seat = rich(f"{TWO}\ntake = {take}").state.seat("Ana")
    assert [len(slot) for slot in seat.slots] == [1, 0, 1, 0]
    assert seat.slots[2][0].card.cost == 1
    assert seat.free_slots == (2, 4)


def test_a_card_may_not_cover_one_while_a_slot_is_free(says: Says) -> None:
    played = rich(f'{TWO}\ntake = ["1x 0* on 2", "2x 1* on 2"]')
    reason = one(played)
    assert (reason.code, reason.at) == ("card-slot", "2x 1* on 2")
    assert dict(reason.values)["free"] == (1, 3, 4)
    says(reason)
    assert [len(slot) for slot in played.state.seat("Ana").slots] == [1, 1, 0, 0]


FOUR = (
    f'{TWO}\ntake = ["1x 0* each 1b", "2x 0*"]',
    "pass = true",
    'build = "a1-a2-a3_b-b3_bb-c3_bb"\ntake = ["1x 0*", "2x 0*"]',
    "pass = true",
)


def full_board(take: str) -> MonkeyLog:
    """Ana's four slots are taken; then she takes more."""
    return rich(*FOUR, f"{NEXT}\ntake = {take}", top=MAY)


NEXT = 'build = "b1-b2+c-b3"'


def test_a_full_board_is_covered_where_it_is_said() -> None:
    played = full_board('["1x 5* each 1a on 1", "2x 6* each 1c on 1"]')
    assert not played.reasons, played.reasons
    seat = played.state.seat("Ana")
    assert [len(slot) for slot in seat.slots] == [3, 1, 1, 1]
    # The last of them lies on top: its delivery counts, the two below it do not.
    assert [taken.card.bananas for taken in seat.slots[0]] == [0, 5, 6]
    assert seat.income == Supply(1, 0, 1)
    assert sum(taken.card.bananas or 0 for taken in seat.cards) == 11


def test_on_a_full_board_the_slot_must_be_said(says: Says) -> None:
    reason = one(full_board('["1x 5*"]'))
    assert (reason.code, reason.at) == ("card-slot", "1x 5*")
    assert reason.remedy_key == "name-slot"
    says(reason)


# Step 7.


def test_one_bonus_card_a_turn_until_none_is_left() -> None:
    played = rich(f'{BONUS}\nmonkey = "d4"')
    assert reports(played)[0].bonus
    assert played.state.seat("Ana").bonus == (1,)
    assert played.state.bonus_left == BONUS_CARDS - 1 == 13


SHORT = 'start = "1a2b2c"\neach = "1a"\n'
LAID = 'build = "c4+cbb-d4_cb"'
"""Two columns and three bricks, one brick more than the player has: all of it can be laid."""


def test_an_illegal_turn_that_was_laid_counts_whole() -> None:
    played = rich(LAID, players=SHORT)
    assert complaints(played) == [("supply", "brick")]
    report = reports(played)[0]
    assert (report.earned, report.bonus) == (Earnings(2, "d", highest=True, bonus=True), True)
    assert report.animals == ("butterfly",)
    record = game(LAID, top=ALL, players=SHORT)
    assert score_of(record).sheets[0].total == 6


@pytest.mark.parametrize(
    ("line", "codes"),
    [
        ("credits = 2", []),
        ("credits = 1", ["credits"]),
        ("bonus = false", ["bonus"]),
        ('decoration = "g"', ["decoration"]),
        ('butterfly = "c4"', ["butterfly"]),
        ('take = ["2x 1*"]', []),
        ('take = ["3d 1*"]', ["card-cost"]),
    ],
)
def test_what_is_written_of_an_illegal_turn_that_was_laid(line: str, codes: list[str]) -> None:
    played = rich(f"{LAID}\n{line}", players=SHORT)
    assert [reason.code for reason in played.reasons] == ["supply", *codes]


def test_a_bonus_card_may_be_left_by_a_ruling() -> None:
    top = ALL + 'rulings = { bonus-choice = "may" }\n'
    build = f'{BONUS}\nmonkey = "d4"'
    for line, taken in (("bonus = false", 0), ("bonus = true", 1), ("", 1)):
        played = rich(f"{build}\n{line}", top=top)
        assert (played.reasons, len(played.state.seat("Ana").bonus)) == ((), taken)
    assert one(rich(f"{build}\nbonus = false")).key == "bonus.earned"
    assert one(rich(f"{DARK}\nbonus = true", top=top)).key == "bonus.none"


def test_no_bonus_card_is_left() -> None:
    record = game(f'{BONUS}\nmonkey = "d4"', players=RICH)
    table = record.rules.table
    ben = changed(table.seat("Ben"), bonus=tuple(range(BONUS_CARDS)))
    report = play(record, table.with_seat(ben), 0)
    assert report.legal
    assert not report.bonus
    assert report.table.bonus_left == 0
    drawn = game(f'{BONUS}\nmonkey = "d4"', players=RICH,
                 top=ALL + 'rulings = { bonus-out = "bananas" }\n')  # fmt: skip
    assert play(drawn, table.with_seat(ben), 0).bonus


# Step 8.


def test_trophies_follow_the_animals() -> None:
    played = rich(f'{HIGH_GOLD}\nmonkey = "d4"\nfrog = "e3"')
    assert not played.reasons
    assert {t.animal: t.holder for t in played.state.trophies} == {
        "monkey": "Ana", "butterfly": "Ana", "frog": "Ana",
    }  # fmt: skip
    assert reports(played)[0].animals == ("butterfly", "frog", "monkey")


def test_the_frog_brings_a_column_when_it_is_taken_from_somebody_else() -> None:
    first = f'{HIGH_GOLD}\nmonkey = "d4"\nfrog = "e3"'
    assert reports(rich(first))[0].given == Supply(1, 0, 1)
    again = rich(first, PASS, 'build = "g4+bbb-f4"\nfrog = "g4"', top=MAY)
    assert not again.reasons
    assert again.state.holder("frog") == "Ana"
    assert reports(again)[2].given == Supply(1, 0, 0)
    taken = rich(first, 'build = "g4+bbb-f4"\nfrog = "g4"')
    assert not taken.reasons
    assert taken.state.holder("frog") == "Ben"
    assert reports(taken)[1].given == Supply(1, 0, 1)


def test_the_frog_at_any_time_pays_for_the_build() -> None:
    hand = 'start = "1a2b"\neach = "0a"\n'
    build = 'build = "e3+c-e4_b"\nmonkey = "d4"\nfrog = "e3"'
    assert [code for code, _ in complaints(rich(build, players=hand))] == ["supply"]
    early = rich(build, players=hand, top=ALL + 'rulings = { frog-time = "any" }\n')
    assert not early.reasons
    assert early.state.seat("Ana").pieces == Supply(0, 1, 0)


# The end.


def ended(hand: str, each: str, *turns: str, names: str = "Ana Ben", top: str = MAY) -> MonkeyLog:
    return rich(*turns, names=names, top=top, players=f'start = "{hand}"\neach = "{each}"\n')


@pytest.mark.parametrize("kind", ["arch", "brick", "column"])
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_round_is_finished_when_somebody_cannot_be_given_his_pieces(
    kind: str, seat: int
) -> None:
    """The tray lacks one piece for the turn of one seat; all have as many turns in the end."""
    left = getattr(BOX, kind) - {"arch": 2, "brick": 1, "column": 0}[kind]
    letter = kind[0]
    # Two turns each of one piece; the third delivery of the last round is one too many.
    number = (left - (3 + seat)) // 3
    rest = left - (3 + seat) - 3 * number
    players = "".join(
        f'[[players]]\nname = "{name}"\nstart = "{number + (rest if name == "A" else 0)}{letter}"\n'
        f'each = "1{letter}"\n'
        for name in "ABC"
    )
    text = f'format = 1\ngame = "monkey-palace"\nrules = "1"\nmap = "map-1"\n{MAY}{players}'
    text += "".join(f'[[turns]]\nplayer = "{name}"\npass = true\n' for name in "ABC" * 3)
    played = replay(read_text(text))
    short = next(report for report in reports(played) if report.given == Supply())
    assert short.number == 3 + seat + 1
    assert short.player == "ABC"[seat]
    assert ending_of(short.table).startswith(
        f"turn {short.number}: {short.player} could not be given"
    )
    assert [report.table.finished for report in reports(played)] == [False] * 5 + [True] * 4
    assert {reason.code for reason in played.reasons} == {"game-over"}
    assert turns_at_fault(played) == [7, 8, 9]


def test_what_is_left_is_given_and_nothing_owed() -> None:
    played = ended("38a", "5a", PASS, PASS)
    assert played.states[0].tray == Supply(2, 79, 16)
    assert reports(played)[0].given == Supply(2, 0, 0)
    assert reports(played)[1].given == Supply(0, 0, 0)
    assert played.state.finished
    none = ended("38a", "5a2b", PASS, PASS,
                 top=MAY.replace(" }", ', short-tray = "none" }'))  # fmt: skip
    assert reports(none)[0].given == Supply(0, 2, 0)


def test_the_game_may_end_as_soon_as_a_kind_is_used_up() -> None:
    empty = MAY.replace(" }", ', game-end = "empty" }')
    played = ended("38a", "1a", PASS, PASS, PASS, top=empty)
    assert ending_of(reports(played)[1].table) == "turn 2: the tray holds no arch"
    assert reports(played)[1].table.finished
    assert reports(ended("38a", "1a", PASS, PASS, PASS))[1].table.ending is None


def test_a_pass_is_judged_from_the_players_own_pieces() -> None:
    assert not ended("0a", "1a", PASS, top=ALL).reasons
    reason = one(ended("1a1b", "1a", PASS, top=ALL))
    assert (reason.code, reason.rule, reason.at) == ("pass", "E", "Ana")
    assert not ended("1a1b", "1a", PASS, top=MAY).reasons


# Properties.


def pieces_on(table: GameState) -> Supply:
    total = table.palace.used
    for seat in table.seats:
        assert seat.pieces is not None
        total = total.plus(seat.pieces)
    assert table.tray is not None
    assert min(table.tray) >= 0
    return total.plus(table.tray)


def test_no_piece_is_ever_lost_or_made() -> None:
    for report in reports(replay(read_record(SAMPLE))):
        assert pieces_on(report.table) == BOX


def test_illegal_turns_neither_lose_nor_make_pieces() -> None:
    rng = random.Random(7)
    builds = [DARK, LIGHT, GOLD, HIGH_GOLD, BONUS, TOO_LOW, TWO, NEXT, PASS,
              f'build = "c4+{"c" * 9}-d4_{"c" * 9}"']  # fmt: skip
    for _ in range(60):
        turns = [rng.choice(builds) + "\ntake = ['2x 0* once 9a each 9c']" for _ in range(9)]
        turns = [turn if "pass" not in turn else PASS for turn in turns]
        for report in reports(rich(*turns, top=MAY)):
            assert pieces_on(report.table) == BOX


def test_a_table_before_a_turn_is_the_same_afterwards() -> None:
    record = read_record(SAMPLE)
    table = record.rules.table
    for index in range(18):
        before = (table, repr(table), hash(table))
        report = play(record, table, index)
        assert (table, repr(table), hash(table)) == before
        assert play(record, table, index) == report
        table = report.table
