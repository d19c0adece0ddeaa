"""All that the page shows of a deck and of the end of a round, by situations, in the golden files:
words, keys, what can be tapped, and the pictures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Any
from xml.etree import ElementTree

import pytest

from palace.contract.rules import Commit
from palace.contract.taps import Amount, Board, Place, Row, Taps
from palace.core.verdict import Text, in_language
from palace.palm_island import Move, Placed, Rulings, State, deals
from palace.palm_island.picture import Marks, svg
from palace.palm_island.rules import DEFAULT
from palace.palm_island.specials import (
    Ability,
    AreaModel,
    CardPool,
    Disaster,
    Feat,
    NeedsModel,
    Outpost,
    Villager,
)  # fmt: skip
from palace.palm_island.speed import Rounds
from palace.palm_island.table import Middle, Owned, Seat, Table
from palace.palm_island.tapping import Closing, drawing, move_taps
from palace.palm_island.telling import ending
from palace.palm_island.turns import PalmLog, PalmRules, turn_of
from tests.palm_island.tables import FORCED, ORDER, POOL, table
from tests.sentences import Says

FULL = "round 2: 10 3 7 8.1 4* 12 2.1* 5* 1* 6 9.1 11 13 14 17 15 16"
FEAT = Feat(
    id="goats",
    name="Goats",
    areas=[
        AreaModel(gives="1L 1F", store="free", flip="1S", points=1, upgrades=1),
        AreaModel(),
        AreaModel(gives="2S", store="1L/1F", points=12, upgrades=2),
        AreaModel(),
    ],
)
BEYOND = FEAT.card, Feat(id="hens").card
"""A card of an owner's box, and one whose areas are not transcribed."""


def drawn(picture: str) -> Text:
    """The words of a picture in their order, and a digest of all of it."""

    def told(speaks: str) -> str:
        text = in_language(picture, speaks)
        words = (one.text or "" for one in ElementTree.fromstring(text).iter())
        digest = sha256(text.encode()).hexdigest()[:16]
        return f"picture {digest}: {' / '.join(filter(None, map(str.strip, words)))}"

    return Text(told)


def lines_of(taps: Taps, say: str) -> Iterator[str]:
    """What taps show, but for the picture."""
    told = taps.told
    yield f"{told.mood}: {in_language(told.title, say)}"
    for text in (*told.lines, taps.mends, taps.tip):
        yield f"  {in_language(text, say)}" if text else ""
    for reason in told.reasons:
        yield f"  {reason.code}: {reason.text_in(say)} -> {reason.remedy_in(say)}"
    flags = " ".join(["main"] * bool(taps.main) + [taps.main] + ["clears"] * taps.clears)
    yield f"  answer {taps.answer!r}, ends {in_language(taps.ends, say)!r}, {flags}"
    yield f"  adds {in_language(taps.adds, say)}" if taps.adds else ""
    for row in taps.rows:
        yield from rows_of(row, say)
    if taps.board is not None:
        yield from board_of(taps.board, say)


def rows_of(row: Row, say: str) -> Iterator[str]:
    yield f"  {row.looks} {in_language(row.title, say)}".rstrip()
    for one in row.items:
        text = in_language(one.text, say)
        if isinstance(one, Amount):
            yield f"    {one.name} {text}: {one.less} < {one.value} < {one.more}"
            continue
        note = in_language(one.note, say).replace("\n", " / ")
        looks = f"{' on' * one.on}{' ' * bool(one.tint)}{one.tint}"
        yield f"    {one.name}={one.answer!r} {text}{looks}{' | ' * bool(note)}{note}"


def board_of(board: Board, say: str) -> Iterator[str]:
    yield f"  board {in_language(board.label, say)}"
    every = {place.name: place for place in board.places}
    for name in dict.fromkeys([*every, *board.answers]):
        found = every.get(name, Place(name, 0, 0))
        size = f"{found.x},{found.y} {found.wide}x{found.deep} {found.looks}"
        where = f"{in_language(found.label, say)} ({size})" if name in every else "no place"
        yield f"    {name}={board.answers.get(name)!r} {where}"


def shown(taps: Taps) -> Text:
    return Text(lambda say: "\n".join(filter(None, lines_of(taps, say))))


def deck(position: str, rulings: Rulings = DEFAULT, **given: Any) -> tuple[Table, Seat]:
    """A player alone, at a position."""
    words = position.replace("*", "").replace(".", " ").split()
    state = State.read(position, [card for card in BEYOND if card.id in words])
    seat = replace(Seat("Ana", state), **given)
    return Table("solo", (seat,), rulings=rulings), seat


GOATS = "round 4: goats 3 7 hens 4* 5* 1* 6 9.2 11 12.1 13 14 17 15 16 2 8 10"
ANY = Rulings(payment="any")


@pytest.mark.parametrize(
    ("position", "texts", "rulings"),
    [
        (str(State.deal(ORDER)), ("", "store 4", "rotate 4", "store 1", "discard"), DEFAULT),
        (FULL, ("", "store 3", "store 3 reset 4", "rotate 10", "flip 10", "store 10"), DEFAULT),
        ("round 1: 3 7 4* 5* 1* 2* 6 8 9 10 11 12 13 14 15 16 17",
         ("", "rotate 3", "rotate 3 pay 1", "rotate 7", "rotate 7 pay 4 5"), DEFAULT),
        ("round 3: 3 7 4.3* 5.1* 1.3* 2* 6 8 9 10 11 12 13 14 15 16 17",
         ("", "rotate 3", "rotate 3 pay 4", "rotate 7 pay 4", "rotate 7"), ANY),
        (FORCED, ("", "discard"), DEFAULT),
        ("round 2: 16.1 3 4* 12 10 1* 9.1 15 17 2 6 7 8 11 13 14 5", ("", "flip 16"), DEFAULT),
        ("round 8: 9.1 17 4.3* 5* 1* 16 15 2 3 6 7 8 10 11 12 13 14", ("", "flip 9"), DEFAULT),
        (GOATS, ("", "store goats", "flip goats", "flip goats pay 4", "store 3"), DEFAULT),
        ("round 4: hens goats.2 7 4* 5* 1* 6 9.2 11 12.1 13 14 17 15 16 2 3 8 10",
         ("", "store goats.2".replace(".2", ""), "store goats pay 1", "discard"), DEFAULT),
    ],
)  # fmt: skip
def test_the_keys_of_a_deck(
    position: str, texts: Sequence[str], rulings: Rulings, says: Says
) -> None:
    known = deck(position, rulings)
    for text in texts:
        says(f"# {text or 'nothing'} tapped", shown(move_taps(*known, text)))


@pytest.mark.parametrize("number", [1, 2])
def test_a_disaster_is_told_in_the_first_round_and_an_order_before_the_first_move(
    number: int, says: Says
) -> None:
    known = table("coop", "", "", "", disaster="spring-tide", number=number)
    state = State.read(str(State.deal(ORDER)).replace("round 1", f"round {number}"))
    known = replace(known, seats=tuple(replace(seat, state=state) for seat in known.seats))
    for there in (known, replace(known, seats=known.seats[:1]), replace(known, disaster=None)):
        taps = move_taps(there, there.seats[0], "")
        says(*filter(None, [taps.told.title, taps.tip]))
        says(shown(move_taps(there, there.seats[0], "", lays=True)))
    says(shown(move_taps(known, known.seats[0], "laid", lays=True)))
    bare = replace(known, disaster=WORDY.one(Disaster, "storm"))
    assert move_taps(bare, bare.seats[0], "").tip == ""


TIDE: dict[str, Any] = {"disaster": "spring-tide"}
FERRY: dict[str, Any] = {"ability": "ferry"}
ENDS: dict[str, tuple[Table, tuple[str, ...], dict[str, str]]] = {
    "nothing is stored": (table("coop", "", "", **TIDE), ("",), {}),
    "one can pay alone": (
        table("coop", "4* 5* 1* 2*", "", **TIDE), ("", "disaster", "disaster pay 4 5 1 2"), {}),
    "the other one alone can pay": (table("coop", "", "4* 5* 1* 2*", **TIDE), ("",), {}),
    "both must pay": (
        table("coop", "4* 1*", "5* 2*", **TIDE, **FERRY), ("", "disaster", "disaster pay 4 1"), {}),
    "the other has begun": (
        table("coop", "4* 1*", "5* 2*", **TIDE),
        ("", "disaster", "disaster pay 4"), {"Ben": "round-end disaster pay 5 2"}),
    "of three one is left": (
        table("coop", "4* 1*", "5* 2*", "6* 3*", **TIDE),
        ("", "disaster pay 4"), {"Ben": "round-end disaster pay 5"}),
    "the last levels are late": (
        table("coop", "4* 1*", "5* 2*", number=7, level=1, waiting=("weaver",), **TIDE),
        ("",), {}),
    "as many levels as rounds": (
        table("coop", "4* 1*", "5* 2*", number=6, level=1, **TIDE), ("",), {}),
    "all is paid": (table("coop", "4*", "5*", level=3, **TIDE, **FERRY), ("",), {}),
    "the ability is upgraded": (
        table("coop", "4* 7.1*", "5*", level=1, ready=True, **TIDE, **FERRY),
        ("", "use ferry"), {}),
    "an outpost is claimed": (
        table("casual", "4* 5* 6* 1*", "", middle=("forest-2", "sea-2", "mountain-3")),
        ("", "buy forest-2"), {}),
    "villagers alone": (
        table("solo", "4.1* 1* 2*", waiting=("weaver", "cook", "elder"), owned=("scout",)),
        ("", "buy weaver", "buy elder", "use scout"), {}),
    "a speed game": (
        table("speed", "4.1* 1* 2* 3*", "5*", middle=("forest-4", "sea-2")),
        ("", "buy sea-2"), {}),
}  # fmt: skip


@pytest.mark.parametrize("name", ENDS)
def test_the_keys_at_the_end_of_a_round(name: str, says: Says) -> None:
    known, texts, others = ENDS[name]
    given = {player: Move.read(text) for player, text in others.items()}
    for text in texts:
        taps = Closing(known, known.seats[0], (), given).taps(text)
        says(f"# {text or 'nothing'} tapped", shown(taps))


def test_after_a_part_its_cards_are_spent(says: Says) -> None:
    known = ENDS["villagers alone"][0]
    for part in ("round-end buy weaver pay 1", "round-end use scout"):
        says(f"# {part}", shown(Closing(known, known.seats[0], (Move.read(part),), {}).taps("")))


# Pictures.

WORDY = CardPool((
    Outpost(id="mill", name="Mill", terrain="sea", casual="a goat and a hen", points=2),
    Outpost(id="hut", terrain="forest"),
    Outpost(id="well", name="Well", needs=NeedsModel(logs=1), speed="1L/2F", points=3),
    Villager(id="monk", name="Monk", cost="1L 1F", active="Pray."),
    Ability(id="boat", name="Boat", cost="2S", each=True),
    Disaster(id="storm", name="Storm"),
))  # fmt: skip


def beside(mode: str, **given: Any) -> tuple[Table, Seat]:
    """A table of two with cards that are known in words only."""
    state = State.read("round 2: 17 " + FULL.partition(": ")[2].replace(" 17", ""))
    seats = (Seat("Ana", state), Seat("Benjamin the Long", state, waiting=("monk", "gone")))
    known = Table(mode, seats, Middle(0, False, ("mill", "hut", "well")), WORDY)
    return replace(known, **given), seats[1]


def first_of(known: Table) -> tuple[Table, Seat]:
    return known, known.seats[0]


LEVELS = table("coop", "4* 1*", "5* 2*", level=1, **TIDE, **FERRY)
PICTURES: dict[str, tuple[tuple[Table, Seat], Marks]] = {
    "a new deck": (deck(str(State.deal(ORDER))), Marks()),
    "four stored, and legal actions": (
        deck(FULL), Marks(frozenset({"store-3", "discard", "card-4", "card-5", "rotate-10"}),
                          frozenset({"store-3", "card-4"}))),
    "refused": (deck(FULL), Marks(frozenset({"discard"}), frozenset({"rotate-10", "card-5"}))),
    "upgraded cards": (
        deck("round 5: 16 13.2 17 4.3* 9.3* 14.1 15.2 2 6.1 7.2 8.3 10.1 11.2 12.3 1 5 3"),
        Marks()),
    "the tracker is second": (deck(FORCED), Marks(past=True)),
    "the tracker is first": (
        deck("round 4: 17 3 4* 12 10 1* 9.1 15 2 6 7 8 11 13 14 5 16", waiting=("a",)), Marks()),
    "cards of a box": (deck(GOATS, owned=(Owned("x", "X", "villagers", 4),)), Marks()),
    "a stored card is second": (
        deck("round 4: 3 goats.2* 7 hens 4* 6 9.2 11 12.1 13 14 17 15 16 1 2 5 8 10"), Marks()),
    "in its first order": (deck(GOATS), Marks(lays=True)),
    "at its end": (
        deck("round 8: 17 4.3* 1* 2* 16.2 15.3 5 3.3 6.1 7.2 8 9 10 11 12.2 13 14"),
        Marks(past=True)),
    "words of outposts": (beside("casual"), Marks()),
    "prices of outposts": (beside("speed"), Marks(past=True)),
    "an ability": (
        beside("coop", ability=WORDY.one(Ability, "boat"), disaster=WORDY.one(Disaster, "storm")),
        Marks()),
    "levels of a disaster": (first_of(LEVELS), Marks()),
    "a slide of rocks": (
        first_of(table("coop", "4* 1*", "5* 2*", disaster="rock-slide")), Marks()),
    "rows below a deck": (
        first_of(replace(LEVELS, seats=(Seat("Ana", State.read(FULL)), *LEVELS.seats[1:]))),
        Marks()),
}  # fmt: skip


@pytest.mark.parametrize("name", PICTURES)
def test_the_pieces_of_the_picture_of_a_deck(name: str, says: Says) -> None:
    (known, seat), marks = PICTURES[name]
    says(drawn(Text(lambda speaks: svg(known, [(seat, marks)], speaks))))


def test_the_decks_of_several_players_are_side_by_side(says: Says) -> None:
    found = table("casual", "4* 1*", "5* 2*", number=8)
    decks = [(seat, Marks(past=True)) for seat in found.seats]
    says(drawn(Text(lambda speaks: svg(found, decks, speaks))))


# A speed game, a deal, the end.


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_fields_of_a_speed_game(players: int, says: Says) -> None:
    rounds = Rounds(players=players)
    says(shown(rounds.taps), drawn(rounds.board.picture))
    rounds = rounds.tapped("player-2", "2")
    says(shown(rounds.taps), drawn(rounds.board.picture))
    while not any(row.items[0].name == "next" for row in rounds.taps.rows):
        name, text = next(iter(rounds.board.answers.items()))
        rounds = rounds.tapped(name, text)
    says(shown(rounds.taps), drawn(rounds.board.picture))
    says(shown(rounds.tapped("next", "next").taps))


@pytest.mark.parametrize("names", [("Ana",), ("Ana", "Ben")])
def test_the_questions_of_a_new_game(names: tuple[str, ...], says: Says) -> None:
    for one in deals.questions({"players": names}, {}):
        says(one.key, one.title, *one.answers(), *(one.shown_as(text) for text in one.answers()))
        for text in ("", "4", " ".join(map(str, ORDER[:14])), " ".join(map(str, ORDER))):
            if one.taps is not None:
                says(shown(one.taps(text)))


def test_a_move_that_is_typed_of_a_card_that_is_not_in_hand(says: Says) -> None:
    for text in ("rotate 12", "flip 1 pay 4", "discard 12"):
        says(shown(move_taps(*deck(FULL), text)))


def test_what_is_drawn_of_a_game(says: Says) -> None:
    """The decks of those whose cards are known; the board has that of the last one who moved."""
    group = table("casual", "", "")
    ana, ben = (replace(one, state=State.read(FULL)) for one in group.seats)
    seats = (ana, ben, Seat("Caro", ben.state, total=3))
    log = PalmLog.begin(PalmRules(replace(group, seats=seats)))
    for name in ("Ana", "Ben", "Ana"):
        known = drawing(log)
        assert known.board is not None
        assert known.having is not None
        having = known.having()
        says(f"{known.title} {known.turns}", *known.players, known.board().label, having.turn)
        log = log.played((Commit(turn_of(name, Move.read("discard"))),))
    ended = replace(group, seats=tuple(replace(one, state=State.read(
        "round 8: 17 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16")) for one in group.seats))  # fmt: skip
    says(drawing(PalmLog.begin(PalmRules(ended))).having().turn)


def test_the_end_of_a_game_in_words(says: Says) -> None:
    lost, won = (table("coop", "4*", "5*", number=8, level=at, **TIDE) for at in (1, 3))
    for known in (lost, won, replace(won, disaster=None), replace(won, mode="casual")):
        says(ending(known) or "no ending")
    says(ending(table("coop", "4*", "5*", number=7, level=3, **TIDE)) or "not over")


def test_a_position_holds_its_cards() -> None:
    known, _ = deck(GOATS)
    assert Placed("goats") in known.seats[0].state.deck
    assert POOL.find("goats") is None
