"""Decks: piles, looking cards up, and the house deck by the rules."""

from __future__ import annotations

import pickle

import pytest

from palace.core.errors import InputError
from palace.monkey_palace.game.cards import CARDS, PILES, Card, pile_name
from palace.monkey_palace.game.deck import Deck, load_deck
from palace.monkey_palace.kernel.supply import Supply

HOUSE = load_deck("house")
DECK = Deck("mine", "transcribed", (
    Card(3, "g", 2, Supply(1, 2), Supply(1), name="7"),
    Card(1, "x", 0, name="17"),
    Card(3, "g", name="8"),
    Card(name="9"),
))  # fmt: skip


def weight(supply: Supply) -> float:
    """What pieces are worth in arches: a column is 3 levels, and one of 16."""
    return supply.arch + 0.6 * supply.brick + 1.5 * supply.column


def test_the_twelve_piles_of_the_rules() -> None:
    assert [pile_name(pile) for pile in PILES] == ("1x 2x 3l 3d 3g 4l 4d 4g 5l 5d 5g 6x".split())


def test_a_deck() -> None:
    assert len(DECK) == 2
    assert list(DECK.cards) == ["7", "17"]
    assert DECK.unfilled == ("8", "9")
    assert DECK.piles[3, "g"] == ("7",)
    assert DECK.piles[1, "x"] == ("17",)
    assert list(DECK.piles) == list(PILES)
    assert (DECK.title, DECK.placeholder) == ("mine", False)
    assert Deck("a", "placeholder", ()).title == "a (placeholder)"
    assert str(DECK) == "mine: 2 cards"
    assert DECK.card("7").values == "3g 2* once 1a2b each 1a"


def test_a_deck_is_a_value() -> None:
    names = {"Deck": Deck, "Card": Card, "Supply": Supply, "load_deck": load_deck}
    for deck in (DECK, HOUSE):
        assert deck.piles  # what is worked out from the fields stays out of a pickle
        assert pickle.loads(pickle.dumps(deck)) == deck
        assert eval(repr(deck), names) == deck
        assert hash(deck) == hash(pickle.loads(pickle.dumps(deck)))
    assert repr(HOUSE) == "load_deck('house')"
    with pytest.raises(TypeError):
        DECK.cards["7"] = Card()  # type: ignore[index]
    with pytest.raises(AttributeError):
        DECK.name = "yours"  # type: ignore[misc]


def test_a_taken_card_gets_its_values_and_keeps_its_slot() -> None:
    found = DECK.find(Card.read("@7 on 2"))
    assert found == Card(3, "g", 2, Supply(1, 2), Supply(1), 2, "7")
    assert str(found) == "@7 on 2"
    assert eval(repr(found), {"Card": Card, "Supply": Supply}) == found
    assert DECK.find(found) is found
    assert DECK.find(Card.read("1x 2*")) == Card(1, "x", 2)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("177", "there is no card '177' in mine; did you mean 17?"),
        ("queen", "there is no card 'queen' in mine; its ids are such as 7, 17"),
        (
            "8",
            "card 8 of mine is not filled in yet; enter its values, or write it out: 3g 2* each 1a",
        ),
    ],
)
def test_cards_that_are_not_there(name: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        DECK.card(name)
    assert str(caught.value) == said


def test_an_empty_deck_has_no_card() -> None:
    with pytest.raises(InputError, match="no card 'a' in b; its ids are such as \\(none\\)"):
        Deck("b", "transcribed", ()).card("a")


# The house deck.


def test_the_house_deck_has_the_cards_of_the_box_in_twelve_piles() -> None:
    assert len(HOUSE) == CARDS == 67
    assert HOUSE.unfilled == ()
    assert list(HOUSE.piles) == list(PILES)
    assert all(len(ids) >= 5 for ids in HOUSE.piles.values())
    assert HOUSE.placeholder
    assert HOUSE.title == "house (placeholder)"


def test_house_cards_are_written_as_records_write_cards() -> None:
    for name, card in HOUSE.cards.items():
        assert Card.read(f"@{name}").name == name
        assert Card.read(card.values).cost == card.cost
        assert not name[0].isdigit()  # spreadsheets take 3-1 for a date


@pytest.mark.parametrize("pile", PILES, ids=pile_name)
def test_the_more_bananas_the_fewer_pieces(pile: tuple[int, str]) -> None:
    cards = [HOUSE.cards[name] for name in HOUSE.piles[pile]]
    worth = [(card.bananas or 0, weight(card.once) + 2.5 * weight(card.each)) for card in cards]
    for bananas, pieces in worth:
        assert all(other < pieces for more, other in worth if more > bananas), (bananas, pieces)


def test_dearer_piles_give_more() -> None:
    def most(cost: int) -> int:
        return max(card.bananas or 0 for card in HOUSE.cards.values() if card.cost == cost)

    assert [most(cost) for cost in range(1, 7)] == [2, 3, 4, 6, 8, 10]


def test_house_cards_give_pieces_once_each_turn_or_both() -> None:
    kinds = {(any(card.once), any(card.each)) for card in HOUSE.cards.values()}
    assert kinds == {(False, False), (True, False), (False, True), (True, True)}
