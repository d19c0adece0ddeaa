"""What is asked in a turn: what may be typed, what is offered, and what is said of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest

from palace.contract.game import Question
from palace.contract.taps import Amount, Choice, Taps
from palace.core.errors import InputError
from palace.core.screen import Screen
from palace.core.verdict import Message, in_language
from palace.monkey_palace.game.asking import Asked, knobs_after, read_cards, written_out
from palace.monkey_palace.game.card_taps import Hand, cards_seen, piece_taps
from palace.monkey_palace.game.cards import PILES, Card
from palace.monkey_palace.game.log import LoggedRecord, replay
from palace.monkey_palace.game.play import ASKING
from palace.monkey_palace.game.state import Taken, Turn
from palace.monkey_palace.game.tapping import Tried, pass_taps, remaining
from palace.monkey_palace.kernel.knob import Knob
from palace.monkey_palace.kernel.referee import Earnings
from palace.monkey_palace.kernel.staircase import Staircase
from palace.monkey_palace.kernel.supply import Supply
from tests.monkey_palace.game.texts import ALL, game

RICH = 'start = "9a9b6c"\neach = "1a"\n'
HOUSE = game(top=f'{ALL}deck = "house"\n', players=RICH)
BARE = game(players=RICH)
TWO, GOLD = Staircase.read("c3-c4-d4"), Staircase.read("e3+bb-e4")


def asked(record: LoggedRecord = HOUSE, **answers: object) -> Asked:
    """The first turn, with some answers; its staircase earns three credits and dark green."""
    return Asked(record, record.rules.table, "Ana", {"build": TWO, **answers})


def test_cards_are_typed_by_their_numbers_on_the_list() -> None:
    desk = asked().desk
    names = desk.names
    assert [name[0] for name in names] == sorted((name[0] for name in names), key="dx".index)

    def read(text: str) -> list[str | None]:
        return [card.name for card in asked().read_cards(text)]

    assert read("1") == [names[0]]
    assert read("1, 3") == read("1 3") == read("1,3") == [names[0], names[2]]
    assert read(str(len(names))) == [names[-1]]
    assert read("") == []
    for text in ("0", str(len(names) + 1), f"1, {len(names) + 1}", "hello", "1, hello"):
        with pytest.raises((InputError, ValueError)):
            asked().read_cards(text)


def test_a_list_of_offers_is_cut_and_says_so() -> None:
    every = asked().offers(Screen()).split("\n")
    count = len(asked().desk.names)
    assert not any("list" in line for line in every[1:])
    for most, cut in ((count - 1, True), (count, False), (count + 1, False)):
        assert (asked().offers(Screen(), most).split("\n")[-1] == "  ..., list") is cut


@pytest.mark.parametrize(
    ("short", "whole"),
    [
        ("3g2", "3g 2*"), ("2*", "3d 2*"), ("2", "2"), ("2oa", "3d 2* once 1a"),
        ("2ea", "3d 2* each 1a"), ("3g 2aab", "3g 2* once 2a1b"), ("3g2a2b", "3g 2* once 1a2b"),
        ("2* on 3", "3d 2* on 3"), ("3g2aabebcc on 1", "3g 2* once 2a1b each 1b2c on 1"),
        ("3G2A", "3G 2* once 1a"), ("hello", "hello"),
    ],
)  # fmt: skip
def test_a_card_in_short(short: str, whole: str) -> None:
    assert written_out(short, (3, "d")) == whole


def test_cards_with_commas_or_blanks_between_them() -> None:
    assert read_cards("3g2, 1x 1* each 1a") == ["3g 2*", "1x 1* each 1a"]
    assert read_cards("3g 2* 1x 1*") == ["3g 2*", "1x 1*"]
    assert read_cards("@a,, @b on 2 ") == ["@a", "@b on 2"]
    for text, column in (("3g2, 1x what", 9), ("3g2, 1x 1* 2x what", 15)):
        with pytest.raises(ValueError, match=f"column {column}"):
            read_cards(text)


def placing(build: Staircase, name: str, **answers: object) -> Asked:
    return asked(BARE, build=build, take=(), **answers)


def test_where_there_is_one_place_it_is_what_enter_gives() -> None:
    own = placing(GOLD, "monkey")
    ends = [str(knob) for knob in own.places("monkey")]
    question = own.animal("monkey", must=True)
    assert [*question.answers()] == ends
    assert question.default == (ends[0] if len(ends) == 1 else None)
    frogs = [str(knob) for knob in own.places("frog")]
    frog = own.animal("frog", must=False)
    assert (frogs, frog.default) == (["e3"], "")
    assert frog.read("") is None
    assert frog.read("1") == frog.read("e3") == Knob.read("e3")
    for text in ("0", "2", "hello"):
        with pytest.raises(InputError):
            frog.read(text)
    assert {*frog.at_once} == {"e3", "1"}
    assert own.animal("frog", must=True).default == "e3"
    assert own.animal_taps("frog", "", must=True).answer == "e3"
    assert own.animal_taps("monkey", "", must=True).answer == (ends[0] if ends[1:] == [] else None)


def test_the_knobs_that_complete_a_staircase() -> None:
    palace = BARE.rules.table.palace

    def after(text: str) -> list[str]:
        return [name for name, _ in knobs_after(palace, text)]

    assert after("p") == ["pass"]
    assert after("a1") == ["a1"]
    assert {*after("")} == {"pass", *(str(k) for k, height in palace.heights.items() if not height)}
    assert {*after("c4-")} == {"c5", "c3", "b4", "d4"}
    assert after("c4-d") == ["d4"]
    assert {*after("c4-c5-")} == {"c6", "b5", "d5"}
    assert after("x9-") == []
    assert [*knobs_after(palace, " a1")] == [("a1", 2)]
    assert [*knobs_after(palace, "c4-d")] == [("d4", 1)]


def title(taps: Taps) -> str:
    return in_language(taps.told.title, "en")


def test_a_pass_that_is_refused_for_another_reason_than_a_staircase() -> None:
    own = asked(BARE)
    wrong = own.record.rules.apply(own.table, Turn("Ana", Staircase.read("c4-d4")))[1][0]
    reason = wrong.reasons[0]
    for reasons, mood, lines in (((reason,), "illegal", 0), ((), "legal", 1)):
        taps = pass_taps(own.start, reasons, known=True)
        assert (taps.told.mood, len(taps.told.lines), taps.answer) == (mood, lines, "pass")
        assert taps.told.reasons == reasons
        assert taps.mended is None
    right, unknown = (pass_taps(own.start, (), known=known) for known in (True, False))
    assert right.told.lines != unknown.told.lines
    assert title(pass_taps(own.start, (reason,), known=True)) != title(right)


def test_what_is_left_of_a_hand() -> None:
    assert remaining(None, Supply(1)) == ()
    assert remaining(Supply(2, 1, 0), Supply(2, 0, 0)) == (("arch", 0), ("brick", 1))
    assert remaining(Supply(2, 0, 0), Supply(0, 1, 0)) == (("arch", 2), ("brick", -1))


def test_pieces_of_a_hand_by_taps() -> None:
    def amounts(text: str) -> list[tuple[int, str | None, str | None]]:
        (row,) = piece_taps(text).rows
        return [(one.value, one.less, one.more) for one in row.items if isinstance(one, Amount)]

    assert amounts("1a") == [(1, "", "2a"), (0, None, "1a1b"), (0, None, "1a1c")]
    assert amounts("") == [(0, None, "1a"), (0, None, "1b"), (0, None, "1c")]


def test_a_tap_on_a_knob() -> None:
    start = asked(BARE).start

    def after(text: str, knob: str) -> str:
        return Tried.read(start, text).after(Knob.read(knob))

    assert after("", "c4") == "c4"
    assert after("c4", "c4") == ""
    assert after("c4", "c5") == "c4-c5"
    assert after("c4", "a1") == "a1"
    assert after("c4-c5", "c5") == "c4"
    assert after("c4-c5", "a1") == "c4-c5-a1"
    assert Tried.read(start, "c4").holding(Knob.read("c4")) == "c4 c4"
    assert Tried.read(start, "c4").holding(Knob.read("c5")) == "c4-c5 c5"
    assert Tried.read(start, "c4+b").text == "c4+b"
    assert Tried.read(start, "c4-c5 c4-c5").text == "c4-c5 c4-c5"


def desk_taps(text: str, record: LoggedRecord = BARE, **report: object) -> Taps:
    own = asked(record)
    desk = own.desk
    if report:
        desk = replace(desk, report=replace(desk.report, **report))  # type: ignore[arg-type]
    hand = Hand.read(text)
    return desk.taps(hand, own.card_taps(text).told if not report else own.card_taps("").told)


def keys(taps: Taps) -> dict[str, Choice]:
    return {one.name: one for row in taps.rows for one in row.items if isinstance(one, Choice)}


def test_the_verdict_stays_over_a_card_that_is_typed() -> None:
    wrong = asked(BARE).card_taps("6x 2*|1x")
    assert wrong.told.reasons
    assert title(wrong) == title(asked(BARE).card_taps("6x 2*"))
    right = asked(BARE).card_taps("|1x")
    assert title(right) != title(asked(BARE).card_taps(""))
    assert len(right.told.lines) == 1


def test_no_row_is_empty() -> None:
    for text in ("", "|1x", "|3d", "|3d 2*", "3d 2*", "1x 2*", "1x 2*|2x"):
        for record in (BARE, HOUSE):
            rows = asked(record).card_taps(text).rows
            assert all(row.items for row in rows), text


def test_credits_without_a_colour_are_those_of_multicolour() -> None:
    lines = desk_taps("", earned=Earnings(3, None, highest=False, bonus=False)).told.lines
    same = desk_taps("", earned=Earnings(3, "x", highest=False, bonus=False)).told.lines
    assert [in_language(line, "en") for line in lines] == [in_language(line, "en") for line in same]


def test_the_slots_of_cards_that_are_taken() -> None:
    """Free ones are told on the cards; where a card covers another, each slot is a key."""
    found = keys(asked(BARE).card_taps("1x 2* on 3, 2x 1*"))
    assert not any(name.startswith("slot") for name in found)
    told = {name: in_language(key.note, "en") for name, key in found.items() if "drop" in name}
    assert told == {"drop-0": "slot 3", "drop-1": "slot 1"}
    assert found["drop-0"].answer == "2x 1*"
    assert found["drop-1"].answer == "1x 2* on 3"
    found = keys(asked(BARE).card_taps("1x 2* on 3, 2x 1* on 3"))
    notes = {name: key.note for name, key in found.items() if name.startswith("slot")}
    assert notes == {f"slot-1-{n}": "new" if n == 3 else "free" for n in (1, 2, 3, 4)}
    assert found["slot-1-3"].on
    assert found["slot-1-4"].answer == "1x 2* on 3, 2x 1* on 4"


def test_a_slot_tells_what_its_card_brings_each_turn() -> None:
    own = asked(BARE)
    tops = ("1x 1* each 2a", "1x 1*")
    slots = *((Taken(Card.read(text), 1),) for text in tops), (), ()
    desk = replace(own.desk, seat=replace(own.desk.seat, slots=slots))
    text = "2x 1* on 1"
    found = keys(desk.taps(Hand.read(text), own.card_taps(text).told))
    told = [(found[f"slot-0-{n}"].icons, found[f"slot-0-{n}"].note) for n in (1, 2, 3)]
    assert told == [((("arch", 2),), ""), ((), "none"), ((), "free")]


def test_a_card_covers_the_one_that_brings_least() -> None:
    seat = BARE.rules.table.seat("Ana")
    each = ("1x 1* each 2a", "1x 1* each 1a", "1x 1* each 1a1b", "1x 1* each 1a")
    full = replace(seat, slots=tuple((Taken(Card.read(text), 1),) for text in each))
    one = Hand().taking(Card.read("2x 1*"), full)
    assert [card.slot for card in one.cards] == [2]
    assert [card.slot for card in one.taking(Card.read("3g 1*"), full).cards] == [2, 4]
    assert Hand().taking(Card.read("2x 1* on 3"), full).cards[0].slot == 3
    part = replace(full, slots=(*full.slots[:3], ()))
    assert Hand().taking(Card.read("2x 1*"), part).cards[0].slot is None
    both = Hand((Card.read("2x 1*"),)).taking(Card.read("3g 1*"), part)
    assert both.cards[1].slot == 2
    # It no longer covers once the other one leaves the free slot; where none is free it stays.
    assert both.without(0, part).text() == str(Card.read("3g 1*"))
    assert both.without(1, part).text() == str(Card.read("2x 1*"))
    two = Hand((Card.read("2x 1* on 3"), Card.read("3g 1* on 1")))
    assert [card.slot for card in two.without(0, full).cards] == [1]


def test_what_came_of_a_turn_names_the_cards() -> None:
    record = game(
        'build = "c3-c4-d4"\ntake = ["1x 2*", "@x2-1"]', top=f'{ALL}deck = "house"\n', players=RICH
    )
    (said,) = ASKING.outcome(record, replay(record), 0)
    card = record.card("@x2-1").values
    assert f"1x 2*, @x2-1 ({card})" in in_language(said, "en")


def test_cards_that_a_whole_deck_does_not_hold_are_doubted() -> None:
    own, known = asked(), HOUSE.card("@x2-1").values

    def doubted(*cards: str) -> list[str]:
        return [reason.at for reason in own.strangers([*map(Card.read, cards)])]

    assert doubted("@x2-1", known, "2x 99*") == ["2x 99*"]
    assert [*asked(BARE).strangers([Card.read("2x 99*")])] == []
    (reason,) = own.strangers([Card.read("2x 99*")])
    assert reason.key == "card-pile.stranger"
    assert "house" in str(dict(reason.values)["deck"])


def test_what_a_question_is_about() -> None:
    """Only such reasons are told at once, and keep the answer from being taken."""
    early = game(top=ALL + 'rulings = { frog-time = "any" }\n', players=RICH)
    alone = game(top='trophies = ["monkey"]\nrulings = { frog-time = "any" }\n', players=RICH)
    reason = BARE.rules.apply(BARE.rules.table, Turn("Ana", Staircase.read("c4-d4")))[1][0].reasons[
        0
    ]

    def about(record: LoggedRecord, name: str) -> set[str]:
        own = asked(record)
        asks: dict[str, Callable[[], Question]] = {
            "build": own.build,
            "take": own.cards,
            "frog": partial(own.animal, "frog", must=False),
            "monkey": partial(own.animal, "monkey", must=True),
        }
        concerns = asks[name]().concerns
        assert concerns is not None
        codes = ("frog", "monkey", "supply", "card-cost", "card-pile", "attach")
        return {code for code in codes if concerns(replace(reason, key=code))}

    assert about(BARE, "build") == {"supply", "card-cost", "card-pile", "attach"}
    assert about(alone, "build") == {"supply", "card-cost", "card-pile", "attach"}
    assert about(early, "build") == {"card-cost", "card-pile", "attach"}
    assert about(BARE, "take") == {"card-cost", "card-pile"}
    assert about(BARE, "frog") == {"frog"}
    assert about(early, "frog") == {"frog", "supply"}
    assert about(early, "monkey") == about(BARE, "monkey") == {"monkey"}


def test_only_a_frog_can_be_left() -> None:
    own = asked()
    left = [own.animal("frog", must=False), own.animal("monkey", must=True)]
    assert [in_language(one.nothing, "en") for one in left] == ["Without the frog\ntap a knob", ""]


def test_what_is_asked_next() -> None:
    """Cards, then the frog, then the monkey; the frog first where it may come at any time."""
    early = game(top=ALL + 'rulings = { frog-time = "any" }\n', players=RICH)
    alone = game(top='trophies = ["monkey"]\n', players=RICH)

    def next_of(record: LoggedRecord, **answers: object) -> str | None:
        question = Asked(record, record.rules.table, "Ana", answers).next()
        return None if question is None else question.key

    for record in (BARE, early, alone):
        assert next_of(record) == "build"
        assert next_of(record, build=None) is None
    assert next_of(BARE, build=GOLD) == "take"
    assert next_of(BARE, build=GOLD, take=()) == "frog"
    assert next_of(BARE, build=GOLD, take=(), frog=None) == "monkey"
    assert next_of(BARE, build=GOLD, take=(), frog=None, monkey=Knob.read("d4")) is None
    assert next_of(BARE, build=TWO, take=(), frog=None) is None
    assert next_of(early, build=GOLD) == "frog"
    assert next_of(early, build=GOLD, frog=None) == "take"
    assert next_of(alone, build=GOLD, take=()) == "monkey"


def test_the_holder_of_the_frog_is_asked_where_taking_it_again_moves_it() -> None:
    for ruling, again in (("nothing", False), ("move", True)):
        top = f'{ALL}rulings = {{ frog-again = "{ruling}" }}\n'
        record = game(top=top, players=RICH)
        table = record.rules.table.with_trophy("frog", "Ana")
        for player, may in (("Ana", again), ("Ben", True)):
            assert Asked(record, table, player, {}).may_take_the_frog is may


def test_the_frog_adds_a_column_to_the_hand_where_it_may_come_first() -> None:
    early = game(top=ALL + 'rulings = { frog-time = "any" }\n', players=RICH)
    assert asked(early).start.supply == Supply(9, 9, 7)
    assert asked(BARE).start.supply == Supply(9, 9, 6)
    held = early.rules.table.with_trophy("frog", "Ana")
    assert Asked(early, held, "Ana", {}).start.supply == Supply(9, 9, 6)
    uncounted = game(top=ALL + 'rulings = { frog-time = "any" }\n')
    assert asked(uncounted).start.supply is None


def test_a_staircase_near_the_one_that_is_typed() -> None:
    own = asked(BARE)
    assert own.near(None) == ()
    assert own.near(Staircase.read("c4-d4")) == ["c4+b-d4"]
    through = own.near(Staircase.read("c4-c5"))
    assert through
    assert all("c4" in way for way in through)
    assert [len(way.split("-")) for way in through] == sorted(
        len(way.split("-")) for way in through
    )
    assert [*asked(BARE).near(Staircase.read("a1-a2"))] != ["a1-a2"]


def test_the_words_over_a_turn() -> None:
    def line(record: LoggedRecord, **changed: object) -> str:
        table = replace(record.rules.table, **changed)  # type: ignore[arg-type]
        return Asked(record, table, "Ana", {}).headline(Screen())

    counted, uncounted = line(BARE), line(game())
    assert "9a9b6c" in counted
    assert str(BARE.rules.table.tray) in counted
    assert str(BARE.rules.table.tray) not in uncounted
    assert counted != uncounted
    later = line(BARE, turn=1)
    assert counted.count("\n") == later.count("\n") + 1
    assert "2" in later
    last = Message.of("ending.empty", turn=4, kinds=("arch",))
    assert len(line(BARE, turn=1, ending=last)) > len(later)


def test_a_board_that_is_full_but_for_one_slot() -> None:
    """A second card covers one that was there, never the one that was just taken."""
    seat = BARE.rules.table.seat("Ana")
    own = replace(seat, slots=((Taken(Card.read("1x 1*"), 1),), (), (), ()))
    cards = tuple(Card.read(f"{pile} 1*") for pile in ("1x", "2x", "3d"))
    hand = Hand(cards).taking(Card.read("3g 1*"), own)
    assert [card.slot for card in hand.cards] == [None, None, None, 1]
    used = Hand((*cards[:2], replace(cards[2], slot=1)))
    assert used.taking(Card.read("3g 1*"), own).cards[-1].slot == 1, "where none else is left"


def test_the_cards_that_can_be_looked_at() -> None:
    assert HOUSE.deck is not None
    (row,) = cards_seen(HOUSE.rules.table, HOUSE.deck)
    assert len(row.items) == len(HOUSE.deck)
    dealt = game(top=f'{ALL}deck = "house"\npiles = {{ seed = 7 }}\n', players=RICH)
    (row,) = cards_seen(dealt.rules.table, dealt.deck)
    assert len(row.items) == len(PILES)
    assert [*cards_seen(BARE.rules.table, None)] == []
