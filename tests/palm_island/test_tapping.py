"""Moves tapped on the cards: by `step` as a phone does, against the rules, over whole games."""

from __future__ import annotations

import random
import re
import tomllib
from dataclasses import replace
from statistics import median

import pytest

from palace.contract.taps import Board, Taps
from palace.core.verdict import in_language
from palace.files.document import made_document
from palace.files.serialise import data_text
from palace.page.action import Action
from palace.page.state import Key
from palace.palm_island import CORE, Move, State, deals, legal_moves
from palace.palm_island.log import LoggedRecord
from palace.palm_island.rules import DEFAULT, Rulings
from palace.palm_island.table import Owned, Seat
from palace.palm_island.table import Table as Game
from palace.palm_island.tapping import LAID, Closing, Way, move_taps
from palace.palm_island.telling import ending, in_words, title
from palace.palm_island.turns import PalmLog, moves_in
from tests.page.tables import Table, of
from tests.palm_island.play import dealt, game
from tests.palm_island.tables import FORCED, HEAD, ORDER, table

DEAL = " ".join(map(str, ORDER))


def begun(*names: str, **filled: str) -> Table:
    """Return the table of a new game."""
    table = Table()
    table.send(Action("open", "new", "palm-island"))
    for at, name in enumerate(names):
        table.send(Action("fill", f"players.{at}", name))
    for key, text in filled.items():
        table.send(Action("fill", key, text))
    table.send(Action("begin"))
    assert table.notices() == []
    return table


def at(position: str, rulings: Rulings = DEFAULT) -> tuple[Game, Seat]:
    """Return the table of one player at a position."""
    seat = Seat("Ana", State.read(position))
    return Game("solo", (seat,), rulings=rulings), seat


def late(position: str) -> Table:
    """Return the table of a game that goes on from a position."""
    players = f'[[players]]\nname = "Ana"\nposition = "{position}"\nmoves = ""\n'
    return Table.of(f"{HEAD}{players}")


def taps_of(table: Table) -> Taps:
    taps = table.desk.taps
    assert taps is not None
    return taps


def board_of(table: Table) -> Board:
    board = taps_of(table).board
    assert board is not None
    return board


def after(position: str, *names: str, rulings: Rulings = DEFAULT) -> tuple[str, Taps]:
    """Return the text that taps make from a position, and what can be tapped then."""
    known = at(position, rulings)
    text = ""
    for name in names:
        made = move_taps(*known, text).text_of(name)
        assert made is not None, name
        text = made
    return text, move_taps(*known, text)


def plain(answer: str | None) -> str:
    """Return what taps answer without the card of a discard, which is known."""
    return "discard" if (answer or "").startswith("discard ") else answer or ""


def tapped(table: Table, move: Move) -> int:
    """Tap a move, no more than is needed; return how many taps it took."""
    way, count = Way.of(move), 1
    if taps_of(table).main == LAID:
        table.tap(LAID)
    table.tap(way.head.replace(" ", "-"))
    left = [*way.cards]
    for card in [*chosen(table), *(f"card-{card}" for card in left)]:
        if plain(taps_of(table).answer) == str(move):
            break
        if card.startswith("card-") and (card in chosen(table)) != (card[5:] in map(str, left)):
            table.tap(card)
            count += 1
    assert plain(taps_of(table).answer) == str(move)
    assert taps_of(table).told.mood == "legal"
    table.send(Action("next"))
    return count + 1


def chosen(table: Table) -> list[str]:
    return [place.name for place in board_of(table).places if place.looks == "deck chosen"]


@pytest.mark.parametrize("seed", range(3))
def test_a_whole_game_is_tapped_with_two_taps_a_move(seed: int) -> None:
    """A drawn game: every legal move can be tapped, and is what is kept."""
    table, rng, counts, made = begun("Ana"), random.Random(seed), [], []
    while table.desk.entry is not None:
        state = table.desk.playing[2].state.seats[0].state
        moves = legal_moves(state)
        spends = [move for move in moves if move.pay or move.reset]
        move = rng.choice(spends if spends and rng.random() < 0.7 else moves)
        counts.append(tapped(table, move))
        made.append(str(move))
    assert table.notices() == []
    assert table.desk.playing[2].state.finished
    assert table.file is not None
    assert "\n".join(made) in re.sub("discard [0-9]+", "discard", table.file)
    assert sum(" pay " in move or " reset " in move for move in made) > 20
    assert median(counts) <= 2
    assert max(counts) <= 5


def test_a_second_tap_on_the_chosen_action_confirms_it() -> None:
    """So the finger stays where it is; what is not complete is taken back."""
    table = begun("Ana", deal=DEAL)
    table.tap("store-4", "store-4")
    assert [commit.move.move for commit in table.desk.playing[2].commits] == [Move.read("store 4")]
    assert [turn.text for turn in table.shown().time.turns][1:] == ["Store Logger no. 4"]
    table.tap("rotate-7", "rotate-7")  # cannot be paid
    assert len(table.desk.playing[2].commits) == 1
    assert table.desk.entering.typed == ""


def test_a_move_without_a_choice_takes_one_tap_and_tells_what_the_hands_do() -> None:
    """The Temple goes to the back, then the tracker, from 3 to 4 by a half turn."""
    table = late(FORCED)
    title_, lines = table.shown().entry.verdict.title, table.shown().entry.verdict.lines
    assert title_ == "No action can be paid"
    assert lines[0] == "Put Temple no. 16 at the back as it is"
    assert lines[1] == "Round tracker: turn it upside down, put it at the back"
    table.send(Action("next"))
    assert [commit.move.move for commit in table.desk.playing[2].commits] == [Move("discard", 16)]


def test_the_end_of_a_round_is_told_until_the_next_move() -> None:
    """The Quarry makes 2 points; then a stored card comes to the top as round 8 begins."""
    table = late("round 7: 9.1 17 4.3* 5* 1* 16 15 2 3 6 7 8 10 11 12 13 14")
    (before,) = table.desk.playing[2].state.seats
    tapped(table, Move.read("flip 9 pay 4 1"))
    shown = table.shown().entry.verdict
    assert shown.title == f"Round 7 is over: +2 points, now {before.points + 2}"
    assert shown.lines[0] == "Round tracker: turn it upside down, put it at the back"
    table.tap("discard")
    table.send(Action("next"))
    assert "is over" not in table.shown().entry.verdict.title


def test_another_game_has_the_players_the_mode_and_other_decks() -> None:
    for mode, names in (("solo", ("Ana",)), ("villagers", ("Ana",)), ("coop", ("Ana", "Ben"))):
        table = begun(*names, mode=mode)
        assert table.file is not None
        before = tomllib.loads(table.file)
        data = deals.again(before, {"seed": 3, "today": "2026-01-31"})
        record = LoggedRecord.read(made_document(data_text(data, "toml"), "toml", "f"))
        log = PalmLog.begin(record.rules)
        assert not record.faults(log)
        assert log.state.names == names
        assert log.state.mode == before["mode"]
        decks = [player["deal"] for player in data["players"]]
        assert {*map(tuple, decks)}.isdisjoint(tuple(one["deal"]) for one in before["players"])
        assert [sorted(map(str, deck)) for deck in decks] == [
            sorted(map(str, one["deal"])) for one in before["players"]
        ]


def test_what_can_be_tapped_reaches_every_legal_move_and_no_other() -> None:
    rng = random.Random(5)
    for _, state in game(dealt(rng), rng, DEFAULT):
        if rng.random() > 0.2 or state.finished:
            continue
        known = Game("solo", (Seat("Ana", state),)), Seat("Ana", state)
        reached, left = set[str](), [""]
        seen = {""}
        while left:
            taps = move_taps(*known, left.pop())
            if taps.told.mood == "legal" and taps.answer is not None:
                reached.add(plain(taps.answer))
            assert taps.board is not None
            new = {*taps.board.answers.values()} - seen
            seen |= new
            left += new
        assert reached == {*map(str, legal_moves(state))}


FULL = "round 2: 10 3 7 8.1 4* 12 2.1* 5* 1* 6 9.1 11 13 14 17 15 16"


def test_one_way_to_pay_is_paid_by_the_first_tap() -> None:
    text, taps = after("round 1: 7 3 4* 5* 1* 2 6 8 9 10 11 12 13 14 15 16 17", "rotate-7")
    assert text == taps.answer == "rotate 7 pay 4 5"
    assert [str(line) for line in taps.told.lines] == [
        "Turn upright: Logger no. 4, Logger no. 5",
        "Turn Quarry no. 7 upside down and put it at the back",
    ]


def test_of_several_ways_that_of_the_card_on_top_first_is_chosen() -> None:
    start = "round 1: 3 7 4* 5* 1* 2* 6 8 9 10 11 12 13 14 15 16 17"
    text, taps = after(start, "rotate-3")
    assert text == taps.answer == "rotate 3 pay 1"
    assert str(taps.told.lines[-1]) == "Or tap other stored cards to pay with"
    # Another card that pays alone takes its place; a second tap takes it away.
    assert after(start, "rotate-3", "card-2")[0] == "rotate 3 pay 2"
    text, taps = after(start, "rotate-3", "card-1")
    assert (text, taps.answer) == ("rotate 3", None)
    assert str(taps.told.title) == "Rotate Canoe House no. 3: tap the cards that pay"
    assert after(start, "rotate-3", "card-2", "rotate-3")[0] == "rotate 3 pay 2"
    # Of a fish, and a log with two fish above it, the fish alone is enough.
    start = "round 1: 3 7 1.3* 2* 4 5 6 8 9 10 11 12 13 14 15 16 17"
    assert after(start, "rotate-3")[0] == "rotate 3 pay 2"
    assert taps.text_of("card-4") is None  # a log pays no fish


def test_a_fifth_card_straightens_the_one_that_runs_out_first_or_another() -> None:
    text, taps = after(FULL, "store-3")
    assert text == taps.answer == "store 3 reset 4"
    assert taps.told.lines[-1] == "The card turned upright loses its goods. Or tap another."
    assert after(FULL, "store-3", "card-5")[0] == "store 3 reset 5"
    _, taps = after(FULL, "store-3", "card-4")
    assert (taps.told.title, taps.ends) == ("All 4 places are full", "Store")


def test_what_cannot_be_paid_tells_why() -> None:
    text, taps = after("round 1: 7 3 1 2 4 5 6 8 9 10 11 12 13 14 15 16 17", "rotate-7")
    assert (text, taps.answer, taps.told.mood) == ("rotate 7", "rotate 7", "illegal")
    assert [reason.code for reason in taps.told.reasons] == ["too-little"]


def test_a_part_of_the_end_of_a_round_is_paid_by_taps() -> None:
    """Of what the group pays together each can pay a part; nothing more is an answer, too."""
    table = begun("Ana", "Ben", mode="coop", deal="1 4 7 10 2 5 8 11 3 6 9 12 13 15 14 16")
    for name in ("Ana", "Ben"):
        for move in ("store 1", "store 4", *["discard"] * 14):
            assert table.desk.asked == name
            tapped(table, Move.read(move))
    assert taps_of(table).told.title == "Pay level 1 now?"
    assert [key.text for key in table.shown().entry.bar[-2:]] == ["Do not pay now", "Pay level 1"]
    assert taps_of(table).told.lines == (
        "3 levels to pay, 7 rounds to come: you can wait",
        "Together you have 2 logs, 2 fish: enough",
    )
    assert table.desk.asked == "Ana"
    table.tap("disaster")  # its one way is chosen
    assert taps_of(table).answer == "disaster pay 1 4"
    table.tap("card-4")
    assert taps_of(table).answer is None
    assert taps_of(table).told.lines == ("Add 1 log: Ben can pay 1 log, 1 fish only",)
    table.tap("card-4")
    assert taps_of(table).answer == "disaster pay 1 4"
    assert taps_of(table).told.lines[0] == "Then 1 log, 1 fish to go: Ben can pay 1 log, 1 fish"
    assert [key.text for key in table.shown().entry.bar if key.looks == "main"] == [
        "Pay 1 log, 1 fish"
    ]
    table.send(Action("next"))
    # Nothing else is left for the first one; the other one cannot leave the level half paid.
    assert table.desk.asked == "Ben"
    assert [str(line) for line in taps_of(table).told.lines] == [
        "Ana paid 1 log, 1 fish",
        "To pay nothing, tap Undo: the payment of Ana is taken back",
        "Turn upright: Canoe House no. 1, Logger no. 4",
    ]
    table.tap("card-1")
    assert taps_of(table).answer is None
    table.tap("card-1")
    assert (taps_of(table).told.title, taps_of(table).told.mood) == (
        "Ben: pay the other 1 log, 1 fish",
        "legal",
    )
    table.send(Action("next"))
    assert table.notices() == []
    assert table.file is not None
    assert table.file.count("round-end disaster pay 1 4") == 2
    assert [str(line) for line in (taps_of(table).told.title, *taps_of(table).told.lines[:2])] == [
        "Round 1 is over: +0 points, now 0",
        "Spring Tide: 1 of 3 levels are paid",
        "Round tracker: turn it upside down, put it at the back",
    ]
    table.send(Action("take-back"))
    assert table.desk.asked == "Ana"


def test_the_end_of_a_round_with_nothing_to_do_is_no_stop() -> None:
    """Level 1 of Spring Tide costs 1 log and 1 fish for each, and nothing is stored."""
    table = begun("Ana", "Ben", mode="coop", deal=DEAL)
    for move in ["discard"] * 32:
        tapped(table, Move.read(move))
    assert table.desk.entering.question is not None
    assert table.desk.entering.question.key == "move"
    assert table.file is not None
    assert table.file.count("round-end\n") == 2
    assert Table.of(table.file).desk.playing[2] == table.desk.playing[2]
    table.send(Action("take-back"))  # the discard, with what went by itself after it
    assert len(table.desk.playing[2].commits) == 31
    assert table.desk.asked == "Ben"


def test_what_cannot_be_paid_or_taken_tells_what_is_missing() -> None:
    """In all there are 1 log and 1 stone, and 2 logs and 2 fish are due; 3 logs take the House."""
    found = table("coop", "4*", "7.1*", disaster="spring-tide", waiting=("weaver",))
    (disaster, weaver) = Closing(found, found.seats[0], (), {}).taps("").choices
    assert (disaster.answer, weaver.answer) == (None, None)
    assert disaster.note.split("\n") == [
        "costs 2 logs, 2 fish",
        "you have together: 1 log, 1 stone",
        "Missing: 1 log, 2 fish",
    ]
    assert weaver.note.split("\n")[-1].startswith("Missing: ")
    casual = table("casual", "4*", "", middle=("forest-2",))
    (key,) = Closing(casual, casual.seats[0], (), {}).taps("").choices
    assert key.note.split("\n")[-1] == "Ana has 1 of 3 stored logs"


def test_a_card_that_pays_no_part_of_a_disaster_is_not_offered() -> None:
    """Of a log, a fish and a stone, where logs and fish are due."""
    found = table("coop", "4* 1* 7.1*", "5* 2*", disaster="spring-tide")
    for text in ("disaster", "disaster pay 4 1"):
        taps = Closing(found, found.seats[0], (), {}).taps(text)
        assert taps.board is not None
        assert [*taps.board.answers] == ["card-4", "card-1"]
        assert " can pay 1 log, 1 fish" in taps.told.lines[0]


def test_what_cannot_be_paid_is_told_once_and_the_keys_stay() -> None:
    table = begun("Ana", deal=DEAL)
    before = [key.text for key in table.shown().entry.bar]
    table.tap("rotate-4")
    (key,) = [key for key in table.shown().entry.bar if key.looks == "main"]
    assert (key.text, key.note, key.do) == ("Rotate", "", None)
    assert [key.text for key in table.shown().entry.bar][:-1] == before[:-1]
    assert table.shown().entry.verdict.title == "Not enough is stored"
    (reason,) = table.shown().entry.verdict.reasons
    assert reason[1] == "You have 0 of 1 log, 0 of 1 fish: nothing is stored"


@pytest.mark.parametrize(
    ("cards", "told"),
    [(("card-4", "card-5"), "paid: 0 of 2 logs"), (("card-5",), "paid: 1 of 2 logs")],
)
def test_paying_tells_how_much_of_the_cost_is_paid(cards: tuple[str, ...], told: str) -> None:
    """A Quarry is rotated for 2 logs, of three Loggers that hold one each."""
    start = "round 1: 7 3 4* 5* 6* 1 2 8 9 10 11 12 13 14 15 16 17"
    taps = after(start, "rotate-7", *cards)[1]
    assert taps.answer is None
    assert taps.told.lines == (told,)


def test_after_a_turn_the_deck_of_the_player_who_moved_is_shown() -> None:
    table = begun("Ana", "Ben", mode="casual")
    for _ in range(17):
        tapped(table, Move("discard"))
    table.send(Action("look", "turn", "17"))
    assert "Ben" in table.shown().plan.label
    table.send(Action("look", "turn", "16"))
    assert "Ana" in table.shown().plan.label
    assert not any(place.live for place in table.shown().plan.places)


def test_a_deal_is_tapped_card_by_card_and_the_last_one_is_known() -> None:
    """A game begins with a whole deck, or with none, which the program then deals."""
    table = Table()
    table.send(Action("open", "new", "palm-island"))
    for at, card in enumerate(ORDER[:-1]):
        (group,) = (one for one in table.shown().sheet.groups if len(one.items) == len(ORDER))
        keys = [key for key in group.items if isinstance(key, Key)]
        free = [number for number, key in enumerate(keys, 1) if key.do is not None]
        assert free == sorted(ORDER[at:])
        assert (keys[card - 1].text, keys[card - 1].note) == (CORE[card].name, f"No. {card}")
        (begin,) = table.shown().sheet.keys
        assert (begin.do is not None) is (at == 0)
        table.send(of(keys[card - 1].do))
        if not at:  # one is taken back
            table.send(Action("undo"))
            table.send(of(keys[card - 1].do))
    table.send(Action("begin"))
    assert [one.card for one in table.desk.playing[2].state.seats[0].state.deck] == [*ORDER, 17]


def test_a_part_of_a_deal_is_none() -> None:
    table = Table()
    table.send(Action("open", "new", "palm-island"))
    table.send(Action("fill", "deal", "4 1 7"))
    table.send(Action("begin"))
    assert table.notices() == ["3 cards, not 16"]


@pytest.mark.parametrize(
    ("points", "told"),
    [(9, "9 points: below the score chart"), (10, "10 points: Needs work"),
     (45, "45 points: Astounding")],
)  # fmt: skip
def test_the_end_is_rated_by_the_chart(points: int, told: str) -> None:
    known, seat = at("round 8: 17 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16")
    rated = Owned("x", "X", "villagers", points)
    found = ending(replace(known, seats=(replace(seat, owned=(rated,)),)))
    assert found == told
    assert str(points) in in_language(found, "zh") != found


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_a_seat_of_the_program_is_shown_move_by_move(name: str) -> None:
    table = begun(name, deal=DEAL)
    for number in range(40):
        _, _, log = table.desk.playing
        assert len(log.commits) == number
        deck = log.state.seats[0].state.begun
        told_ = table.shown().entry.verdict.title
        (key,) = [key for key in table.shown().entry.bar if key.looks == "main"]
        assert key.text in ("Store", "Rotate", "Flip", "Discard")
        table.press(key.text)
        _, _, log = table.desk.playing
        move = dict(moves_in(log.commits[-1].move))[name]
        what = title(deck, deck.deck[0].card if move.card is None else move.card)
        assert told_ in (f"{move.kind.title()} {what}", "No action can be paid")
    assert all(not report.reasons for reports in log.reports for report in reports)


# Speed.


def test_the_rounds_of_a_speed_game_are_told_by_a_key_for_each_player() -> None:
    """From two phones; the order of each round is told, and Undo takes a tap back."""
    table = Table()
    table.send(Action("open", "speed"))
    table.tap("players-more")
    table.tap("player-3", phone="b")
    table.tap("player-1")
    table.send(Action("undo"))
    table.tap("player-2", phone="b")
    (line,) = table.shown("b").entry.verdict.lines
    assert line == "buying in this order: Player 3, Player 2, Player 1"  # the last one is known
    for number in range(2, 9):
        table.tap("next")
        assert table.shown().entry.verdict.title == f"Round {number} of 8: who is done first?"
        table.tap("player-1")
        assert table.shown().entry.verdict.title == f"Round {number} of 8: who is done next?"
        table.tap("player-2")
        assert table.shown().entry.verdict.title == f"Round {number} is over"
    assert "next" not in {one.name for one in table.desk.beside[-1].taps.choices}
    assert table.notices() == []


# Past turns.


@pytest.mark.parametrize(
    ("move", "told"),
    [("store 4", "Store Logger no. 4"), ("discard", "Discard"),
     ("discard 9", "Discard Quarry no. 9"),
     ("rotate 7 pay 4 5", "Rotate Quarry no. 7 with Logger no. 4, Logger no. 5"),
     ("store 3 reset 5", "Store Canoe House no. 3 with Logger no. 5"),
     ("round-end disaster pay 4 buy weaver pay 1 use elder",
      "Pay for the disaster with Logger no. 4, Take weaver with Canoe House no. 1, Use elder"),
     ("round-end", "nothing more"), ("store 3 by monk", "store 3 by monk")],
)  # fmt: skip
def test_a_past_move_is_told_in_words(move: str, told: str) -> None:
    found = in_words(Move.read(move))
    assert found == told
    assert "by" in move or in_language(found, "zh") != told
