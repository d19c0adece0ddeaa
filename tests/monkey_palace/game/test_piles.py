"""The order of the piles, by a seed or written down: only the card on top of a pile is taken."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256

import pytest

from palace.contract.rules import Commit, Log
from palace.core.errors import InputError
from palace.core.provenance import HOUSE
from palace.core.verdict import place_of
from palace.monkey_palace.game.cards import PILES, Card
from palace.monkey_palace.game.deck import load_deck
from palace.monkey_palace.game.log import LoggedRecord, replay
from palace.monkey_palace.game.record_writing import record_text, self_contained
from palace.monkey_palace.game.state import GameState
from tests.monkey_palace.game.texts import ALL, game, one, read_text, unchecked
from tests.sentences import Says

TWO = 'build = "c3-c4-d4"'  # three credits, dark green
NEXT = 'build = "e3+bb-e4"\nmonkey = "c4"'
SEED = "piles = { seed = 4711 }\n"
WRITTEN = 'piles = { "1x" = ["x1-3", "x1-1"], "2x" = ["x2-5"] }\n'
DECK = load_deck(HOUSE)
RICH = 'start = "20a20b4c"\neach = "1a"\n'


def dealt(*turns: str, piles: str = WRITTEN) -> LoggedRecord:
    return game(*turns, top=f'{ALL}deck = "house"\n{piles}', players=RICH)


def begun(piles: str = WRITTEN) -> tuple[LoggedRecord, GameState]:
    record = dealt(TWO, piles=piles)
    return record, record.rules.start()[0]


def test_the_card_with_the_lowest_hash_comes_first() -> None:
    _, state = begun(SEED)
    for pile, names in zip(PILES, state.piles, strict=True):
        assert {*names} == {*DECK.piles[pile]}
        hashes = [sha256(f"4711/{name}".encode()).hexdigest() for name in names]
        assert hashes == sorted(hashes)
    assert begun("piles = { seed = 4712 }\n")[1].piles != state.piles


def test_only_the_card_on_top_is_taken(says: Says) -> None:
    assert not replay(dealt(f'{TWO}\ntake = ["@x1-3", "@x2-5"]')).reasons
    record = dealt(f'{TWO}\ntake = ["@x2-5", "@x1-1"]')
    wrong = one(record)
    assert (wrong.key, wrong.at, place_of(wrong)[1]) == ("card-pile.covered", "@x1-1", 19)
    assert dict(wrong.values)["top"] == "x1-3"
    says(wrong)
    assert replay(record).state.piles[0] == ("x1-3",), "the table is as the record tells it"


def test_the_next_card_is_on_top_then() -> None:
    assert not replay(dealt(f'{TWO}\ntake = ["@x1-3"]', f'{NEXT}\ntake = ["@x1-1"]')).reasons
    again = one(dealt(f'{TWO}\ntake = ["@x1-3"]', f'{NEXT}\ntake = ["@x1-3"]'))
    assert again.key == "card-pile.taken"


def test_a_card_written_out_is_the_one_on_top_if_its_values_are() -> None:
    top = DECK.card("x1-3").values
    played = replay(dealt(f'{TWO}\ntake = ["{top}"]'))
    assert not played.reasons
    assert played.state.piles[0] == ("x1-1",)
    other = next(c.values for c in DECK.cards.values() if c.pile == (1, "x") and c.values != top)
    assert one(dealt(f'{TWO}\ntake = ["{other}"]')).key == "card-pile.covered"


def test_a_pile_that_is_not_filled_in_to_its_end_forbids_no_card(says: Says) -> None:
    record = dealt(f'{TWO}\ntake = ["@x2-5"]', f'{NEXT}\ntake = ["@x2-1"]')
    assert not replay(record).reasons
    notes = [note for note in unchecked(record) if "on top of its pile" in note]
    assert len(notes) == 1
    says(*notes)
    assert not any("on top" in note for note in unchecked(dealt(TWO, piles="")))


@pytest.mark.parametrize(
    ("piles", "said"),
    [
        ('piles = { "1x" = ["x1-1", "queen"] }', "record:7:27: piles.1x[2]: the pile 1x of house "
         "(placeholder) has no card 'queen'; such as x1-1, x1-2, x1-3"),
        ('piles = { "7x" = ["x1-1"] }', "record:7:18: piles.7x: there is no pile '7x'; they are 1x "
         "2x 3l 3d 3g 4l 4d 4g 5l 5d 5g 6x"),
        ('piles = { "1x" = ["x2-1"] }', "record:7:19: piles.1x[1]: the pile 1x of house "
         "(placeholder) has no card 'x2-1'; did you mean x1-1?"),
        ('piles = { "1x" = ["x1-1", "x1-1"] }',
         "record:7:27: piles.1x[2]: the card x1-1 is twice in it; take one out"),
    ],
)  # fmt: skip
def test_what_is_no_order(piles: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        dealt(piles=f"{piles}\n")
    assert str(caught.value) == said


def test_an_order_needs_a_deck() -> None:
    with pytest.raises(InputError) as caught:
        game(top=f"{ALL}{SEED}")
    said = "the cards of a pile are told by their ids, and the record names no deck"
    assert str(caught.value) == f"record:6:9: piles: {said}; add deck, or leave piles out"
    with pytest.raises(InputError, match=r"piles\.seed: "):
        dealt(piles="piles = { seed = -1 }\n")


def test_a_player_sees_the_tops_and_nothing_below() -> None:
    record, state = begun()
    rules = record.rules
    seen = rules.seen(state, "Ana")
    assert seen.piles[:3] == (("x1-3",), ("x2-5",), ())
    assert rules.seen(seen, "Ana") == seen
    assert replace(seen, piles=state.piles) == state
    move = replace(record.written[0].move, take=(Card.read("@x1-3"),))
    after, (report,) = rules.apply(seen, move)
    assert report.legal
    assert after.piles[:2] == ((), ("x2-5",)), "what comes up is not known"


def test_the_tops_alone_are_offered() -> None:
    record, state = begun()
    more = {part.take for part in record.rules.parts(state, record.written[0].move, "Ana")}
    offered = {cards[0].name for cards in more if cards}
    assert {name for name in offered if name and name.startswith("x1")} == {"x1-3"}
    assert {name for name in offered if name and name.startswith("d3")} == {*DECK.piles[3, "d"]}


def test_cards_from_before_the_record_are_in_no_pile() -> None:
    top = f'{ALL}deck = "house"\nposition = "{begun()[1].palace.position}"\n{WRITTEN}'
    text = 'format = 1\ngame = "monkey-palace"\nrules = "1"\nmap = "map-1"\n' + top
    found = '[[players]]\nname = "Ana"\n[players.found]\ncards = ["@x1-3"]\n'
    record = read_text(f'{text}{found}[[players]]\nname = "Ben"\n')
    assert record.rules.start()[0].piles[0] == ("x1-1",)


@pytest.mark.parametrize("piles", [SEED, WRITTEN])
def test_the_order_is_written_again(piles: str) -> None:
    record = dealt(TWO, piles=piles)
    text = record_text(record)
    again = read_text(text)
    assert again.piles == record.piles
    assert record_text(again) == text
    log = Log.begin(record.rules).plus(Commit(record.written[0].move))
    assert read_text(record.text(log)).piles == record.piles
    assert self_contained(record).data.piles is None
