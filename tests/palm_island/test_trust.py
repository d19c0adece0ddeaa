"""Moves that a card allows: done as written, taken on trust, named."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from palace.core.errors import InputError
from palace.files.document import parse_document, read_document
from palace.palm_island import Move, State, judge, perform
from palace.palm_island.advice import hindrances
from palace.palm_island.engine import possible
from palace.palm_island.log import LoggedRecord
from palace.palm_island.rules import BOOK
from tests.calls import call
from tests.palm_island.tables import (
    BOXED,
    HEAD,
    ORDER,
    closed,
    codes,
    log_of,
    player,
    record,
    table,
    wrong,
)
from tests.palm_island.tables import score_record as score
from tests.sentences import Says

if TYPE_CHECKING:
    from palace.files.document import Kind

MONK = '[[villagers]]\nid = "monk"\nname = "Monk"\ncost = "1L"\nactive = "Store what you like."\n'


def solo(*moves: str, more: tuple[object, ...] = ("monk",)) -> LoggedRecord:
    return record(HEAD + MONK + player("Ana", moves, [*ORDER, *more]))


def notes(found: LoggedRecord) -> list[str]:
    return [note for note in score(found).notes if "taken on trust" in note]


DECK = "round 2: 3 4 7 1 2 5 6 8 9 10 11 12 13 14 16 17 15"


@pytest.mark.parametrize(
    ("move", "after"),
    [
        ("store 3", "4 7 1 2 5 6 8 9 10 11 12 13 14 16 17 15 3*"),
        # Deep in the deck, and behind the tracker.
        ("store 2", "3 4 7 1 5 6 8 9 10 11 12 13 14 16 17 15 2*"),
        ("rotate 15", "3 4 7 1 2 5 6 8 9 10 11 12 13 14 16 17 15.1"),
        ("discard 7", "3 4 1 2 5 6 8 9 10 11 12 13 14 16 17 15 7"),
        ("discard 4", "3 7 1 2 5 6 8 9 10 11 12 13 14 16 17 15 4"),
        # Without a printed action, and without a payment.
        ("store 7", "3 4 1 2 5 6 8 9 10 11 12 13 14 16 17 15 7*"),
        ("flip 3", "4 7 1 2 5 6 8 9 10 11 12 13 14 16 17 15 3.2"),
    ],
)
def test_a_move_that_a_card_allows_is_done_as_written(move: str, after: str) -> None:
    state = State.read(DECK)
    allowed = Move.read(f"{move} by monk")
    assert judge(state, allowed).legal
    assert str(perform(state, allowed)) == f"round 2: {after}"
    if move != "store 3":
        assert not judge(state, Move.read(move)).legal


def test_payments_and_resets_are_done_as_written() -> None:
    state = State.read("round 1: 10 15 7 8 1* 2* 4* 5* 17 3 6 9 11 12 13 14 16")
    for text, left in (
        ("store 10", [1, 2, 4, 5, 10]), ("store 10 pay 1 2 4", [5, 10]),
        ("store 10 pay 1 reset 1", [2, 4, 5, 10]), ("store 10 pay 9 reset 6", [1, 2, 4, 5, 10]),
    ):  # fmt: skip
        move = Move.read(f"{text} by monk")
        assert judge(state, move).legal
        assert [placed.card for placed in perform(state, move).stored] == left
        assert not judge(state, Move.read(text)).legal


SET_ASIDE = (
    "not-on-top", "not-on-top.discard", "stored-second", "no-action", "not-stored",
    "not-stored.paid", "too-little", "too-little.levels", "too-much", "too-much.free", "reset",
    "reset.room", "criterion", "criterion.group", "order", "must-buy", "use", "use.not-recruited",
)  # fmt: skip
STAY = (
    "not-on-top.missing", "use.not-upgraded", "use.not-paid", "use.last", "buy", "buy.early",
    "disaster", "finished", "tracker", "round-end", "round-end.owed",
)  # fmt: skip


def test_what_the_text_of_a_card_can_set_aside() -> None:
    """A rule about which card moves, what it costs and who may take what; not what is not there."""
    found = [BOOK.reason(key, "x") for key in (*SET_ASIDE, *STAY)]
    assert [one.key for one in possible(Move.read("discard by monk"), found)] == [*STAY]
    assert possible(Move.read("discard"), found) == (*found,)


@pytest.mark.parametrize(
    ("deck", "move", "key"),
    [
        (DECK, "store 17 by monk", "tracker"),
        (DECK, "discard 17 by monk", "tracker.discard"),
        (DECK, "store hut by monk", "not-on-top.missing"),
        (DECK, "round-end by monk", "round-end"),
        ("round 8: 17 3 4 7 1 2 5 6 8 9 10 11 12 13 14 16 15", "store 3 by monk", "finished"),
    ],
)
def test_no_card_allows_what_is_impossible(deck: str, move: str, key: str) -> None:
    (reason,) = judge(State.read(deck), Move.read(move)).reasons
    assert reason.key == key


def test_it_is_taken_on_trust_and_named() -> None:
    found = solo("store 4", "store 7 by monk", "discard")
    log = log_of(found)
    assert (wrong(log), str(log.state.seats[0].state.deck[-2])) == ([], "7*")
    assert notes(found) == [
        "Ana, move 2: store 7 is taken on trust, allowed by Monk, which Ana has not recruited"
    ]
    assert "what Monk does is not checked: Store what you like." in score(found).notes
    first = ["store 4", *["discard"] * 15, "round-end buy monk pay 4 use monk"]
    assert notes(solo(*first, "store 7 by monk")) == [
        "Ana, move 18: store 7 is taken on trust, allowed by Monk"
    ]
    assert log_of(solo(*first, "store 7")).reasons


def test_an_ability_allows_a_move_in_a_cooperative_game() -> None:
    text = BOXED + 'mode = "coop"\ndisaster = "spring-tide"\nability = "ferry"\nupgraded = true\n'
    found = record(text + player("Ana", ["store 7 by ferry"]) + player("Ben", []))
    assert score(found).legal
    assert notes(found) == ["Ana, move 1: store 7 is taken on trust, allowed by Ferry"]


def test_an_unknown_card_is_an_error_with_the_nearest() -> None:
    with pytest.raises(InputError) as caught:
        solo("store 4 by monq", "store 4 by hut")
    assert [str(problem).partition("there is")[2] for problem in caught.value.problems] == [
        " no card 'monq' in this game; did you mean monk? its cards are monk",
        " no card 'hut' in this game; its cards are monk",
    ]
    with pytest.raises(InputError, match="there is no card 'monk' in this game; its cards are num"):
        record(HEAD + player("Ana", ["store 4 by monk"]))


@pytest.mark.parametrize("kind", ["toml", "json"])
def test_it_is_written_and_read(kind: Kind) -> None:
    found = solo("store 4", "store 7 pay 4 by monk", "discard 1 by monk", "discard 7")
    text = found.text(None, kind)
    again = LoggedRecord.read(parse_document(text, kind, "f"))
    assert [line.move for line in again.moves[0]] == [line.move for line in found.moves[0]]
    assert again.text(None, kind) == text


def test_it_can_be_typed_in_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "game.toml"
    file.write_text(HEAD + MONK + player("Ana", [], [*ORDER, "monk"]), encoding="utf-8")
    monkeypatch.setattr("sys.stdin", io.StringIO("store 7 by monq\nstore 2 by monk\nquit\n"))
    assert "did you mean monk?" in call("play", file).out
    assert [str(line.move) for line in read_record(file).moves[0]] == ["store 2 by monk"]


def read_record(file: Path) -> LoggedRecord:
    return LoggedRecord.read(read_document(str(file)), file.parent)


def test_the_solver_leaves_such_games_alone() -> None:
    found = solo("store 4", "store 7 by monk")
    (problem,) = hindrances(found, log_of(found), "f")
    assert problem.what == "this game has cards the solver does not know: monk"


# The end of a round.


def test_purchases_that_a_card_allows(says: Says) -> None:
    start = table("solo", "4*", waiting=("weaver", "elder"))
    assert codes(closed(start, "buy weaver pay 4")) == [("Ana", "too-little")]
    found = closed(start, "buy weaver pay 4 use weaver by elder")
    assert codes(found) == []
    assert [owned.card for owned in found.table.seats[0].owned] == ["weaver"]
    assert found.table.seats[0].active == ("weaver",)
    # What is not there cannot be taken.
    assert codes(closed(start, "buy cook by elder")) == [("Ana", "buy")]


def test_outposts_that_a_card_allows() -> None:
    start = table("casual", "", "", middle=("forest-2", "sea-2", "mountain-3"))
    found = closed(start, "buy forest-2 by elder", "")
    assert codes(found) == []
    assert [owned.card for owned in found.table.seats[0].owned] == ["forest-2"]
    pile = ("forest-4", "sea-2")
    speed = table("speed", "", "1.1*", middle=pile, speed_stop="can")
    bought = closed(speed, "buy sea-2 by elder", "buy forest-4 by elder")
    assert codes(bought) == []
    assert [len(seat.owned) for seat in bought.table.seats] == [1, 1]


def test_joint_payments_that_a_card_allows() -> None:
    start = table("coop", "4*", "5*", disaster="spring-tide", ability="ferry")
    assert codes(closed(start, "disaster pay 4", "disaster pay 5")) == [("Ana", "too-little")]
    found = closed(start, "disaster pay 4", "disaster pay 5 by ferry")
    assert (codes(found), found.table.middle.level) == ([], 1)
    upgraded = closed(start, "buy ferry pay 4", "buy ferry pay 5 by ferry")
    assert (codes(upgraded), upgraded.table.middle.ready) == ([], True)
