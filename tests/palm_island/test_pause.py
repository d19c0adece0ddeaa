"""Pausing with dividers: a position says all, and a record goes on from there."""

from __future__ import annotations

import random

import pytest

from palace.core.errors import InputError
from palace.files.document import parse_document
from palace.files.serialise import data_text, ordered
from palace.palm_island import Move, State, legal_moves, perform
from palace.palm_island.record import Record, record_of
from palace.palm_island.replay import replay, replay_table
from tests.palm_island.play import dealt
from tests.palm_island.random_table import play_table, record_text
from tests.palm_island.tables import score_record

HEAD = 'format = 1\ngame = "palm-island"\nrules = "1"\n'
REST = "6 8 9 11 12 13 15 14 16"


def record(text: str) -> Record:
    return record_of(parse_document(text, "toml", "f"))


def paused(position: str, moves: str = "", more: str = "") -> str:
    return f'[[players]]\nname = "Ana"\nposition = "{position}"\n{more}moves = "{moves}"\n'


def test_a_paused_game_goes_on_as_if_it_had_not_been() -> None:
    """Any moment of random games, written as dividers keep it, has the same legal moves."""
    rng = random.Random(5)
    for _ in range(3):
        state = dealt(rng)
        while not state.finished:
            begun = State.read(str(state.begun))
            assert legal_moves(begun) == legal_moves(state)
            move = rng.choice(legal_moves(state))
            assert perform(begun, move) == perform(state, move)
            state = perform(state, move)


def test_a_record_begins_with_a_position() -> None:
    text = HEAD + paused(f"round 3: 5 7 10 2.1* 1 3 {REST} 17 4*", "rotate 5 pay 4 2")
    (game,) = replay(record(text))
    assert [reason.code for reason in game.reasons] == []
    assert game.state.round == 3
    assert game.points == 1
    score = score_record(record(text))
    assert score.ends == "it ends with round 8; Ana is in round 3, 14 cards before the tracker"


def test_the_last_rounds_of_it_are_played() -> None:
    text = HEAD + paused(f"round 8: 5 7 10 2 1 3 4 {REST} 17")
    (game,) = replay(record(text.replace('moves = ""', f"moves = {['discard'] * 16!r}")))
    assert (game.legal, game.finished) == (True, True)


def test_what_is_owned_and_how_far_the_disaster_is() -> None:
    deck = f"round 4: 5 7 10 2 1 3 4 {REST} 17"
    head = HEAD + 'mode = "casual"\nbox = "house"\nmiddle = ["sea-2"]\n'
    ana = paused(deck, more='owned = ["forest-4"]\n')
    text = head + ana + paused(deck).replace("Ana", "Ben")
    assert [game.points for game in replay_table(record(text)).games] == [4, 0]
    assert score_record(record(text)).legal  # the middle is not that of a beginning
    head = HEAD + 'mode = "coop"\nbox = "house"\ndisaster = "spring-tide"\nlevel = 2\n'
    text = head + paused(deck) + paused(deck).replace("Ana", "Ben")
    assert replay_table(record(text)).table.middle.level == 2


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (HEAD + paused("round 9: 1"),
         "f:6:19: players[1].position: there is no round 9; expected 1 to 8"),
        (HEAD + paused("round 2: 1x"),
         "f:6:22: players[1].position: '1x' is no card; expected a card such as 3, 3.1 or 3.1*"),
        (HEAD + paused(f"round 3: 5* 7 10 2.1* 1 3 {REST} 17 4*"),
         "f:6:12: players[1].position: card 5 is stored and on top; it straightens at once and "
         "goes to the back"),
        (HEAD + paused(f"round 3: 5 7 10 2 1 3 3 {REST} 17"),
         "f:6:12: players[1].position: card 4 is missing; every card stands once\n"
         "f:6:12: players[1].position: card 3 stands 2 times; once"),
        (HEAD + paused(f"round 3: 5 7 10 2 1 3 4 {REST} 17", more="deal = []\n"),
         "f:6:1: players[1].position: the deal is there; leave it out, or the deal\n"
         "f:7:8: players[1].deal: cards 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16 are "
         "missing; deal every card from 1 to 16, top first"),
        (HEAD + 'mode = "casual"\n' + paused(f"round 3: 5 7 10 2 1 3 4 {REST} 17")
         + paused(f"round 4: 5 7 10 2 1 3 4 {REST} 17").replace("Ana", "Ben"),
         "f:11:12: players[2].position: it is in round 4, another player in round 3; a game pauses "
         "in one round"),
        (HEAD + paused(f"round 3: 5 7 10 2 1 3 4 {REST} 17", more='owned = ["hut"]\n'),
         "f:7:10: players[1].owned[1]: 'hut' is not transcribed; enter it: [[villagers]] with id, "
         "name, cost, points and active"),
    ],
)  # fmt: skip
def test_refusals(text: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        record(text)
    assert str(caught.value) == said


def test_feats_in_use_are_those_of_the_position() -> None:
    deck = f"round 4: 5 7 10 2 1 3 4 {REST} 17 drying-rack.2"
    score = score_record(record(HEAD + 'box = "house"\n' + paused(deck, "discard")))
    assert score.legal
    assert score.notes[0].endswith("medium (one feat)")


def put_away(first: Record) -> str:
    """The record that goes on, by positions, from where another stopped."""
    table = replay_table(first).table
    data = ordered(first.data)
    if table.mode == "coop":
        data |= {"level": table.middle.level, "upgraded": table.middle.ready}
    data["middle"] = list(table.middle.left)
    data["players"] = [
        {
            "name": seat.name,
            "position": str(seat.state.begun),
            "owned": [owned.card for owned in seat.owned],
            "villagers": list(seat.waiting),
            "moves": "",
        }
        for seat in table.seats
    ]
    return data_text(data, "toml")


@pytest.mark.parametrize(("kind", "players"), [("solo", 1), ("coop", 2), ("casual", 2)])
def test_a_record_written_at_any_moment_goes_on(kind: str, players: int) -> None:
    """A random game, cut at the end of a round: both halves together are the whole."""
    for seed in range(3):
        told = play_table(kind, players, seed)
        whole = replay_table(record(record_text(kind, told)))
        ends = [
            [at for at, m in enumerate(mine, 1) if m.kind == "round-end"] for mine in told.moves
        ]
        cut = [mine[seed * 3] for mine in ends]
        first = told._replace(moves=[m[:at] for m, at in zip(told.moves, cut, strict=True)])
        text = put_away(record(record_text(kind, first)))
        for mine, at in zip(told.moves, cut, strict=True):
            rest = "\n".join(map(str, mine[at:]))
            text = text.replace('moves = ""\n', f'moves = """\n{rest}\n"""\n', 1)
        found = replay_table(record(text))
        assert [game.reasons for game in found.games] == [()] * players
        assert [game.state for game in found.games] == [game.state for game in whole.games]
        assert [game.points for game in found.games] == [game.points for game in whole.games]
        assert found.table.middle == whole.table.middle
        assert [seat.waiting for seat in found.table.seats] == [
            seat.waiting for seat in whole.table.seats
        ]
        assert score_record(record(text)).legal


def test_a_position_has_the_moves_of_the_game_it_is_of() -> None:
    """A card behind a divider pays."""
    state = State.read(f"round 3: 5 7 10 2.1* 1 3 {REST} 17 4*")
    assert Move.read("rotate 5 pay 2 4") in legal_moves(state)
    assert legal_moves(State.read(str(state))) == legal_moves(state)
