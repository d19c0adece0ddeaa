"""What the page shows of a deck: pictures of cards that can be read, and sentences."""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from xml.etree import ElementTree

import pytest

import palace.palm_island
from palace.palm_island import Move, State
from palace.palm_island.picture import DEEP, WIDE, Marks, spots, svg
from palace.palm_island.rules import DEFAULT
from palace.palm_island.table import Seat
from palace.palm_island.table import Table as Game
from palace.palm_island.words import WORDS
from tests.palm_island.play import dealt, game
from tests.palm_island.tables import FORCED, ORDER
from tests.palm_island.test_tapping import begun, board_of, tapped, taps_of

SMALLEST = 11 * WIDE / 382
"""The size of writing that is 11 pixels on a phone of 390, with 8 pixels around the picture."""


def drawn(state: State, speaks: str = "en") -> ElementTree.Element:
    table = Game("solo", (Seat("Ana", state),))
    return ElementTree.fromstring(svg(table, [(table.seats[0], Marks())], speaks))


@pytest.mark.parametrize("speaks", ["en", "zh"])
def test_every_state_of_a_game_is_drawn_and_large_enough_to_read(speaks: str) -> None:
    rng = random.Random(3)
    for at_, (_, state) in enumerate(game(dealt(rng), rng, DEFAULT)):
        if at_ % 9 and not state.finished:
            continue
        texts = [one for one in drawn(state, speaks).iter() if one.tag.endswith("}text")]
        assert min(float(one.attrib["font-size"]) for one in texts) >= SMALLEST
        shown = {one.text for one in texts}
        number = state.card(state.begun.deck[0].card).id if not state.finished else 16
        assert {f"No. {number}", f"{number} 號"} & shown


def test_what_is_tapped_lies_in_the_picture_and_apart() -> None:
    rng = random.Random(4)
    for _, state in game(dealt(rng), rng, DEFAULT):
        parts = [*spots(state.begun)]
        for part in parts:
            assert 0 <= part.x < part.x + part.wide <= WIDE
            assert 0 <= part.y < part.y + part.deep <= DEEP
            assert part.deep >= 36
        for a in parts:
            for b in parts:
                apart = a.x + a.wide <= b.x or b.x + b.wide <= a.x
                apart = apart or a.y + a.deep <= b.y or b.y + b.deep <= a.y
                assert apart or a is b


def test_only_what_may_be_looked_at_is_told() -> None:
    """The fourth card and those behind it are not named, unless they are stored."""
    state = State.deal(ORDER)
    texts = [one.text for one in drawn(state).iter() if one.tag.endswith("}text")]
    hidden = {state.card(one.card).name for one in state.deck[3:-1]} - {
        state.card(one.card).name for one in state.deck[:3]
    }
    assert hidden
    assert not hidden & {*texts}


def test_the_part_of_a_cost_that_is_missing_is_red() -> None:
    """A Temple that costs 2 logs, 2 fish, 3 stone, beside 2 logs and 1 fish."""
    texts = [one for one in drawn(State.read(FORCED)).iter() if one.tag.endswith("}text")]
    inks = [one.attrib["fill"] for one in texts if one.attrib["font-size"] == "14"][:4]
    known = [one.text for one in texts if one.attrib["font-size"] == "14"][:4]
    assert known == ["Flip", "3", "2", "2"]  # the cost from the right: stone, fish, logs
    assert inks[1] == inks[2] != inks[3]


def test_a_shuffled_deck_is_put_in_order_before_the_first_move_of_each_player() -> None:
    table = begun("Ana", "Ben", mode="coop")
    for name in ("Ana", "Ben"):
        assert taps_of(table).told.title == f"Put {name}'s cards in this order"
        assert board_of(table).places == ()
        texts = ElementTree.fromstring(board_of(table).picture).itertext()
        deck = table.desk.playing[2].state.seat(name).state.deck[:16]
        numbers = [text for text in texts if text.startswith("No. ") or text.isdecimal()]
        assert numbers[::2] == [f"No. {one.card}" for one in deck]
        assert numbers[1::2] == [str(number) for number in range(1, 17)]
        for _ in deck:
            tapped(table, Move("discard"))


# Sentences.

SOURCES = [*Path(palace.palm_island.__file__).parent.glob("*.py")]


def said() -> Iterator[tuple[str, set[str]]]:
    """Yield each key in the source with the names of its values."""
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            called = ast.unparse(node.func)
            if called in ("WORDS.text", "WORDS.say", "self.say"):
                key = node.args[called == "WORDS.say"]
                if ast.unparse(node) == "WORDS.say(self.speaks, key, **values)":
                    continue  # what `self.say` calls
                parts = key.values if isinstance(key, ast.JoinedStr) else [key]
                form = "".join(str(getattr(part, "value", "")) if isinstance(part, ast.Constant)
                               else ".+" for part in parts)  # fmt: skip
                assert form != ".+", ast.unparse(node)
                found = [one for one in WORDS.language("en").words if re.fullmatch(form, one)]
                assert found, ast.unparse(node)
                for known in found:
                    yield known, {str(word.arg) for word in node.keywords if word.arg}


def values(sentence: str) -> set[tuple[str, str | None]]:
    return {(name, form) for _, name, form, _ in Formatter().parse(sentence) if name}


def test_sentences_are_used_with_their_values_in_both_languages() -> None:
    words, other = WORDS.language("en").words, WORDS.language("zh").words
    assert words.keys() == other.keys()
    for key, sentence in words.items():
        assert values(sentence) == values(other[key]), key
    given = dict(said())
    names = {key for key in words if key[0].isupper()}
    assert given.keys() | names == words.keys()
    for key, found in given.items():
        assert found == {name for name, _ in values(words[key])}, key
