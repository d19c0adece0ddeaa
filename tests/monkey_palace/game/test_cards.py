"""Cards as records write them: what is read, how it is written, and every fault with its column."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palace.core.errors import NotationError
from palace.monkey_palace.game.cards import COLOURS, SLOTS, Card
from palace.monkey_palace.kernel.supply import Supply

CARDS = {
    # The two of the contract, section 6.
    "3g 2* once 1a2b each 1a on 2": Card(3, "g", 2, Supply(1, 2, 0), Supply(1, 0, 0), 2),
    "1x 1* each 1a1b on 1": Card(1, "x", 1, each=Supply(1, 1, 0), slot=1),
    "6x 10*": Card(6, "x", 10),
    "5l 0*": Card(5, "l", 0),
    "4d 3* once 2c": Card(4, "d", 3, once=Supply(0, 0, 2)),
    "1x 0* on 4": Card(1, "x", 0, slot=4),
    "@17": Card(name="17"),
    "@house.gold-3_b on 3": Card(name="house.gold-3_b", slot=3),
}

SPELLINGS = {
    "  3G   2*\tEach 1B1A  ON 2 ": "3g 2* each 1a1b on 2",
    "03g 002*": "3g 2*",
    "3g 2* once 0a each 0b": "3g 2*",
}

# The text, the column, and the message.
FAULTS = [
    ("", 1, "the card is empty, expected a card such as 3g 2* each 1a"),
    ("  ", 1, "the card is empty, expected a card such as 3g 2* each 1a"),
    (" 3", 2, "'3' is not the cost and colour of a card, "
     "expected a card such as 3g 2* (cost 3, gold, 2 bananas), or @ and its id"),
    ("g3 2*", 1, "'g3' is not the cost and colour of a card, "
     "expected a card such as 3g 2* (cost 3, gold, 2 bananas), or @ and its id"),
    ("3r 2*", 1, "'3r' is not the cost and colour of a card, "
     "expected a card such as 3g 2* (cost 3, gold, 2 bananas), or @ and its id"),
    ("100g 2*", 1, "'100g' is not the cost and colour of a card, "
     "expected a card such as 3g 2* (cost 3, gold, 2 bananas), or @ and its id"),
    ("3g", 3, "it ends here, expected bananas, such as 2*"),
    ("3g 2", 4, "'2' is not a number of bananas, expected a number and *, such as 2*"),
    ("3g  1000*", 5, "'1000*' is not a number of bananas, expected a number and *, such as 2*"),
    ("3g 2* twice", 7, "'twice' is not expected here, expected once, each, on or the end"),
    ("3g 2* each 1a once 2b", 15, "'once' is not expected here, expected on or the end"),
    ("3g 2* each 1a each 2b", 15, "'each' is not expected here, expected on or the end"),
    ("3g 2* once 1a 2b", 15, "'2b' is not expected here, expected each, on or the end"),
    ("3g 2* on 1 on 2", 12, "'on' is not expected here, expected the end"),
    ("3g 2* once", 11, "nothing follows once, expected pieces, such as 1a2b"),
    ("3g 2* on", 9, "nothing follows on, expected a slot from 1 to 4"),
    ("3g 2* on 0", 10, "'0' is no slot, expected a slot from 1 to 4"),
    ("3g 2* on 5", 10, "'5' is no slot, expected a slot from 1 to 4"),
    ("3g 2* on \u0661", 10, "'\u0661' is no slot, expected a slot from 1 to 4"),
    ("3g 2* once 1a2x", 15, "no piece after 2, expected a (arch), b (brick) or c (column)"),
    ("3g 2* each 1a1a", 15, "a is there twice, expected each letter once"),
    ("3g 2* once each", 12, "'e' is not a number of pieces, expected pieces such as 4a3b1c "
     "(a arches, b bricks, c columns)"),
    ("@", 1, "'@' is no card of a deck, expected @ and its id"),
    ("@a/b", 1, "'@a/b' is no card of a deck, expected @ and its id"),
    ("@a each 1a", 4, "'each' is not expected here, expected on or the end"),
]  # fmt: skip

supplies = st.builds(Supply, *3 * [st.integers(0, 99)])


@pytest.mark.parametrize("text", CARDS)
def test_read_and_written(text: str) -> None:
    card = Card.read(text)
    assert card == CARDS[text]
    assert str(card) == text
    assert eval(repr(card), {"Card": Card}) == card


@pytest.mark.parametrize("text", SPELLINGS)
def test_other_spellings(text: str) -> None:
    assert str(Card.read(text)) == SPELLINGS[text]


@pytest.mark.parametrize(("text", "column", "said"), FAULTS)
def test_faults(text: str, column: int, said: str) -> None:
    with pytest.raises(NotationError) as caught:
        Card.read(text)
    assert caught.value.sentence() == said
    assert (caught.value.column, caught.value.text) == (column, text)


@pytest.mark.parametrize("word", ["9" * 5000, "x" * 5000, "@" + "/" * 5000])
@pytest.mark.parametrize("lead", ["", "3g ", "3g 2* ", "3g 2* on ", "3g 2* once "])
def test_long_words_are_cut_in_messages(lead: str, word: str) -> None:
    with pytest.raises(NotationError) as caught:
        Card.read(lead + word)
    assert len(caught.value.sentence()) < 200


@given(
    st.builds(
        Card,
        st.integers(0, 99),
        st.sampled_from(sorted(COLOURS)),
        st.integers(0, 999),
        supplies,
        supplies,
        st.none() | st.integers(1, SLOTS),
    )
)
def test_writer_and_reader_agree(card: Card) -> None:
    assert Card.read(str(card)) == card


@given(st.text(alphabet="0123lgx*@ oncea b", max_size=30))
def test_any_text_is_a_card_or_has_a_fault_in_it(text: str) -> None:
    try:
        card = Card.read(text)
    except NotationError as error:
        assert 1 <= error.column <= len(text) + 1
    else:
        assert Card.read(str(card)) == card
