"""The notation of logs: what is written reads back, and every error has its column."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palace.cooper_island.goods import (
    COSTS,
    GAINS,
    KINDS,
    RESOURCES,
    STORES,
    Goods,
    Item,
    Payment,
)
from palace.cooper_island.notation import (
    CHOICES,
    LEADS,
    VERBS,
    Entry,
    Heading,
    Part,
    Step,
    read_line,
    read_step,
)
from palace.cooper_island.tiles import Hex, Placement
from palace.core.errors import NotationError


def goods(kinds: tuple[str, ...]) -> st.SearchStrategy[Goods]:
    return st.dictionaries(st.sampled_from(kinds), st.integers(0, 999)).map(Goods.of)


spaces = st.builds(Hex.at, st.integers(0, 25), st.integers(0, 98))
items = st.one_of(
    st.builds(Item, st.sampled_from(KINDS), st.integers(1, 99), st.sampled_from([None, *STORES])),
    st.builds(Item, st.sampled_from(RESOURCES), st.just(1), spaces),
)
payments = st.lists(items, max_size=5, unique_by=lambda item: item.place or object()).map(
    lambda found: Payment(tuple(found))
)
names = st.text(
    st.characters(exclude_characters='"', exclude_categories=["Cc", "Cs", "Zl", "Zp"]), min_size=1
).filter(str.strip)
tiles = {
    "double": "double forest-meadow c3-c4 level meadow c3 gold",
    "single": "single mountain c3 gold",
    "islet": "islet settlement c3-b3",
}


def value(part: Part, verb: str) -> st.SearchStrategy[Any]:
    """Return a strategy for the values of a part."""
    if part.kind in CHOICES:
        return st.sampled_from(CHOICES[part.kind])
    if part.kind == "placement":
        return st.just(Placement.read(tiles[verb]))
    found: dict[str, st.SearchStrategy[Any]] = {
        "count": st.integers(1, 99), "number": st.integers(1, 8), "space": spaces,
        "name": names, "payment": payments, "goods": goods(KINDS), "gains": goods(GAINS),
        "flag": st.just(True),
    }  # fmt: skip
    return found[part.kind]


@st.composite
def steps(draw: st.DrawFn) -> Step:
    verb = draw(st.sampled_from(tuple(VERBS)))
    found = {
        part.name: draw(value(part, verb))
        for part in VERBS[verb].parts
        if not part.optional or draw(st.booleans())
    }
    return Step(VERBS[verb], tuple(found.items()))


@given(steps())
def test_a_step_reads_back(step: Step) -> None:
    assert read_step(str(step)) == step
    assert eval(repr(step)) == step


@given(names, st.lists(steps(), min_size=1, max_size=4))
def test_an_entry_reads_back(name: str, found: list[Step]) -> None:
    entry = Entry(name, tuple(found))
    assert read_line(str(entry)) == entry
    assert str(read_line(str(entry))) == str(entry)


@given(payments)
def test_a_payment_reads_back(payment: Payment) -> None:
    assert Payment.read(str(payment)) == payment
    assert eval(repr(payment)) == payment


@given(goods(GAINS))
def test_goods_read_back(found: Goods) -> None:
    assert Goods.read(str(found), GAINS) == found
    assert eval(repr(found)) == found


@given(st.text(max_size=60))
def test_any_line_is_read_or_refused_with_its_column(text: str) -> None:
    try:
        found = read_line(text)
    except NotationError as error:
        assert 1 <= error.column <= len(text) + 1
    else:
        assert found is None or read_line(str(found)) == found


@given(st.sampled_from(sorted(VERBS)), st.text('abc3 @:;"wood12payfor', max_size=30))
def test_any_step_is_read_or_refused_with_its_column(verb: str, rest: str) -> None:
    text = f"{verb} {rest}"
    try:
        found = read_step(text)
    except NotationError as error:
        assert 1 <= error.column <= len(text) + 1
        assert error.expected
    else:
        assert read_step(str(found)) == found


def test_headings_comments_and_blanks() -> None:
    for text in ("round 3", "income", "workers", "clean-up", "end"):
        found = read_line(f"  {text.upper()}   # a comment")
        assert isinstance(found, Heading)
        assert str(found) == text
        assert eval(repr(found)) == found
    assert read_line("") is read_line("   # nothing") is None
    assert str(Entry("Ana B", (read_step("road"),))) == "Ana B: road"


def test_names_with_blanks_and_signs() -> None:
    for text, name in (
        ("Ana: road", "Ana"),
        ("Ana Maria: road", "Ana Maria"),
        ('"Ana: the first" : road', "Ana: the first"),
        ('"a;b": road', "a;b"),
    ):
        found = read_line(text)
        assert isinstance(found, Entry)
        assert found.player == name
    assert read_step('harbour "Ana Maria" pay 1 coin').get("player") == "Ana Maria"


@pytest.mark.parametrize("name", [" Ana", "Ana ", "a:b", "a;b", "a#b"])
def test_a_name_that_would_be_read_otherwise_is_quoted(name: str) -> None:
    assert str(Entry(name, (read_step("road"),))) == f'"{name}": road'


def test_a_reader_takes_more_than_a_writer_writes() -> None:
    assert str(read_step("WORKER a  TOLL 2 Foods")) == "worker A toll 2 food"
    assert str(read_step("feed nothing of 3")) == "feed nothing of 3"
    for text, written in (
        ("worker A anchor cutter toll 1 food", "worker A toll 1 food anchor cutter"),
        ("crate 2 gives 1 helm pay 1 food turned", "crate 2 turned pay 1 food gives 1 helm"),
        ("milestone x to 3 sends worker takes special",
         "milestone x takes special sends worker to 3"),
    ):  # fmt: skip
        assert str(read_step(text)) == written, "what has a word before it, in any order"


@pytest.mark.parametrize(
    ("text", "column", "said"),
    [
        ("Ana", 1, "'Ana' is not a line of a log, expected round, income, workers, clean-up, "
                   "end, or "
         "a player's name and a colon"),
        ("round", 1, "this is not a round, expected the number of the round, such as round 1"),
        ("round 12", 1, "this is not a round, expected the number of the round, such as round 1"),
        ("income now", 8, "'now' is not expected here, expected the end of the line"),
        ("Ana:", 5, "the step is empty, expected a step such as worker A; docs/cooper-island.md "
         "lists all steps"),
        ("Ana: draw 1;", 13, "the step is empty, expected a step such as worker A;"),
        ("Ana: wroker A", 6, "'wroker' is not expected here, expected a step; did you mean worker? "
         "docs/cooper-island.md lists all steps"),
        ("Ana: xyz A", 6, "'xyz' is not expected here, expected a step such as worker A; "
         "docs/cooper-island.md lists all steps"),
        ("Ana: worker I", 13, "'I' is not expected here, expected A, B, C, D, E, F, G or H"),
        ("Ana: worker A tol 1 food", 15, "'tol' is not expected here, expected toll or anchor or "
                                         "the "
         "end"),
        ("Ana: worker A toll food", 20, "food has no amount, expected such as 1 food"),
        ("Ana: worker A toll 1 fod", 22, "'fod' is not a kind of goods, expected wood, food, "
                                         "stone, "
         "gold, cloth or coin"),
        ("Ana: boat 2 pay 1 food pay 1 wood", 24, "'pay' is written twice, expected each part "
         "once"),
        ("Ana: feed 1 food of 4 of 5", 23, "'of' is written twice, expected each part once"),
        ("Ana: crate 2 pay 1 food x", 25, "'x' is not a kind of goods"),
        ("Ana: worker A toll", 19, "the text ends here, expected a payment such as 2 wood "
         "food@c3"),
        ("Ana: store wood@z", 17, "'z' is not a place, expected a space such as c3, market or "
         "storage"),
        ("Ana: store 2 wood@c3", 14, "a space has one cube, expected such as wood@c3"),
        ("Ana: store coin@c3", 12, "a coin is never on the peninsula, expected such as wood@c3"),
        ("Ana: store wood@c3 wood@c3", 12, "the cube on c3 is paid twice, expected each cube once"),
        ("Ana: store 2", 12, "'2' is not a kind of goods, expected wood, food, stone,"),
        ("Ana: gets 1 wood 2 wood", 20, "wood is named twice, expected each kind once"),
        ("Ana: gets wood", 11, "wood has no amount, expected such as 1 wood"),
        ("Ana: gets 1 fish", 13, "'fish' is not a kind of goods, expected wood, food,"),
        ("Ana: build tiny c3", 12, "'tiny' is not expected here, expected small, large or "
                                   "fortress"),
        ("Ana: build small 33", 18, "'33' is not expected here, expected a space such as c3"),
        ("Ana: boat 9", 11, "'9' is not expected here, expected a number from 1 to 8"),
        ("Ana: sail cuter 1", 11, "'cuter' is not expected here, expected cutter or two-master; "
                                  "did "
         "you mean cutter?"),
        ("Ana: double forest-meadow c3-q", 30, "'q' is not expected here, expected a space such as "
         "c3"),
        ("Ana: exchange 2 cloth", 22, "the text ends here, expected for"),
        ('Ana: use "Mill', 10, "'\"' is not expected here, expected a name, in \"quotes\" if it "
                                  "has "
         "blanks"),
        ("Ana: use", 9, 'the text ends here, expected a name, in "quotes" if it has blanks'),
        ('Ana: use ""', 10, "'\"\"' is not expected here, expected a name, in"),
        ('Ana: use " "', 10, "'\" \"' is not expected here, expected a name, in"),
        ("x" * 1001, 1001, "1001 characters are too many, expected at most 1000"),
    ],
)  # fmt: skip
def test_every_slip_has_its_column(text: str, column: int, said: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_line(text)
    assert (caught.value.column, caught.value.sentence()[: len(said)]) == (column, said)


@pytest.mark.parametrize(
    ("cost", "paid", "left"),
    [
        ("2 wood", {"wood": 2}, "nothing"), ("2 wood", {"wood": 5}, "nothing"),
        ("2 wood", {"stone": 5}, "2 wood"), ("1 wood 2 any", {"wood": 3}, "nothing"),
        ("1 wood 2 any", {"stone": 1, "coin": 1}, "1 wood"),
        ("1 wood 2 any", {"wood": 2}, "1 any"), ("3 any", {}, "3 any"),
    ],
)  # fmt: skip
def test_what_a_payment_lacks(cost: str, paid: dict[str, int], left: str) -> None:
    assert str(Goods.read(cost, COSTS).lacking(paid)) == left


def test_words_before_parts_are_no_names() -> None:
    assert {"pay", "toll", "anchor", "gives", "for", "takes"} <= LEADS


def test_every_step_has_an_example() -> None:
    for name, verb in VERBS.items():
        assert read_step(verb.example).verb == name
        assert str(read_step(verb.example)) == verb.example
