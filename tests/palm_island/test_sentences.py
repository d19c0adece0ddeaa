"""Every key of a reason in the source has its sentence, and the sentences are plain."""

from __future__ import annotations

import ast
import csv
import pickle
import random
import string
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, combinations
from pathlib import Path
from typing import NamedTuple

import pytest

import palace
import palace.palm_island
from palace.core.verdict import Language, Rulebook
from palace.palm_island import Move, Placed, State, judge, legal_moves, perform
from palace.palm_island.rules import BOOK, ENGLISH
from tests.palm_island.play import dealt
from tests.palm_island.tables import told
from tests.sentences import Says

PACKAGE = Path(palace.__file__).parent
FILES = [*(PACKAGE / "palm_island").rglob("*.py"), *(PACKAGE / "cli").glob("*palm*.py")]
OWN = {"by", "level"}
"""Arguments of `Rulebook.reason` that are no values."""


class Use(NamedTuple):
    """A place in the source that names a sentence, and the values that are given there."""

    where: str
    table: str
    keys: tuple[str, ...]
    values: frozenset[str] | None


def keys_of(node: ast.expr, where: str) -> tuple[str, ...]:
    """The keys an expression can be: texts and conditions between them, nothing else."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return (node.value,)
    if isinstance(node, ast.IfExp):
        return (*keys_of(node.body, where), *keys_of(node.orelse, where))
    raise AssertionError(f"{where}: write the key out, it cannot be checked: {ast.unparse(node)}")


def uses(source: str, name: str) -> Iterator[Use]:
    """Every sentence that the calls in a module name."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        where = f"{name}:{node.lineno}"
        called = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        called = node.func.id if isinstance(node.func, ast.Name) else called
        called = "report" if ast.unparse(node.func) == "BOOK.text" else called
        given = {word.arg: word.value for word in node.keywords}
        assert called != "Reason", f"{where}: ask the book for a reason"
        if called in ("reason", "with_remedy", "report"):
            assert None not in given, f"{where}: write the values out"
            assert not any(isinstance(one, ast.Starred) for one in node.args), where
        values = frozenset(word for word in given if word is not None) - OWN | {"at"}
        if called == "reason":
            assert 2 <= len(node.args) <= 3, f"{where}: key, place, remedy"
            yield Use(where, "texts", keys_of(node.args[0], where), values)
            if len(node.args) == 3:
                yield Use(where, "remedies", keys_of(node.args[2], where), values)
        elif called in ("with_remedy", "report"):
            table = "words" if called == "report" else "remedies"
            yield Use(where, table, keys_of(node.args[0], where), values)
        elif called == "replace":
            for word, table in (("key", "texts"), ("remedy_key", "remedies")):
                if word in given:
                    yield Use(where, table, keys_of(given[word], where), None)


USES = [use for file in sorted(FILES) for use in uses(file.read_text("utf-8"), file.name)]


def fields(template: str) -> Iterator[tuple[str, str]]:
    """The values a template names, each with its format."""
    for _, name, form, _ in string.Formatter().parse(template):
        if name is not None:
            yield name, form or ""


@pytest.mark.parametrize("table", ["texts", "remedies", "words"])
def test_the_keys_in_the_source_are_those_of_the_table(table: str) -> None:
    sentences = getattr(ENGLISH, table)
    used = {key for use in USES if use.table == table for key in use.keys} - {""}
    assert used == {*sentences}
    assert all(sentences.values())


def test_every_reason_of_the_source_is_seen() -> None:
    calls = [use for use in USES if use.table == "texts" and use.values is not None]
    written = sum(file.read_text("utf-8").count("BOOK.reason(") for file in FILES)
    assert len(calls) == written > 30


@pytest.mark.parametrize(
    "call",
    ["BOOK.reason(key, at)", "BOOK.reason(f'use.{a}', at)", "BOOK.reason('use', at, remedy)",
     "BOOK.reason('use', at, **values)", "BOOK.reason(*parts)", "one.with_remedy(key)",
     "replace(one, key=key)", "Reason('use', 'x', None, None, '')"],
)  # fmt: skip
def test_what_cannot_be_checked_is_refused(call: str) -> None:
    with pytest.raises(AssertionError):
        [*uses(call, "x.py")]


def test_sentences_have_their_values_where_they_are_used() -> None:
    for use in USES:
        for key in use.keys:
            if key and use.values is not None:
                wanted = {name for name, _ in fields(getattr(ENGLISH, use.table)[key])}
                assert wanted <= use.values, (use.where, key)


def test_every_format_is_known_and_used() -> None:
    tables = (ENGLISH.texts, ENGLISH.remedies, ENGLISH.words)
    every = [text for table in tables for text in table.values()]
    used = {form for template in every for _, form in fields(template)} - {""}
    assert used == {*ENGLISH.formats}


def test_every_rule_has_a_text_and_every_text_a_rule() -> None:
    assert {key.partition(".")[0] for key in ENGLISH.texts} == {*BOOK.rules}


STATE = State.read("round 1: 7 8 4* 1* 2.1* 3 5 6 9 10 11 12 13 14 15 16 17")
MOVES = ("rotate 7 pay 3", "flip 12 pay 4 1", "store 8", "store 17", "store 8 reset 8", "round-end")
REASONS = [reason for text in MOVES for reason in judge(STATE, Move.read(text)).reasons]


def test_a_reason_is_pickled_with_its_book() -> None:
    assert pickle.loads(pickle.dumps(BOOK)) is BOOK
    for reason in REASONS:
        again = pickle.loads(pickle.dumps(reason))
        assert again == reason
        assert again.book is BOOK
        assert again.record() == reason.record()


def plain(value: object) -> bool:
    """Whether a value is made of numbers, texts and tuples alone."""
    if isinstance(value, tuple):
        return all(map(plain, value))
    return value is None or isinstance(value, int | str)


def test_values_are_plain() -> None:
    assert len(REASONS) > len(MOVES)
    for reason in REASONS:
        assert plain(reason.values)
        hash(reason)


def test_another_language_needs_no_change_in_a_referee() -> None:
    def cards(held: tuple[tuple[object, ...], ...]) -> str:
        return "+".join(f"#{card}" for card, *_ in held)

    other = Language(
        {"not-stored": "<{card}>", "too-little": "{at}/{act}/{cost:first}/{short:amount}"},
        {"stored": "[{stored:cards}]", "short-discard": "[{stored:cards}] {top}"},
        {
            "cards": cards,
            "first": lambda cost: str(cost[0].logs),
            "amount": lambda short: str(sum(short[1])),
        },
    )
    book = Rulebook("x.BOOK", BOOK.rules.values(), {"en": ENGLISH, "xx": other})
    found = judge(STATE, Move.read("rotate 7 pay 3")).reasons
    stranger, little = (replace(reason, book=book) for reason in found)
    assert (stranger.text_in("xx"), stranger.remedy_in("xx")) == (
        "<Canoe House no. 3>",
        "[#4+#1+#2]",
    )
    assert (little.text_in("xx"), little.remedy_in("xx")) == (
        "Quarry no. 7/rotate/2/2", "[#4+#1+#2] Quarry no. 7",
    )  # fmt: skip
    assert little.placed(player="Ana").text_in("xx") == "Ana: Quarry no. 7/rotate/2/2"


def test_how_deep_a_card_is_is_not_told(says: Says) -> None:
    deep, *_ = judge(STATE, Move.read("flip 12 pay 4 1")).reasons
    assert told([deep], says) == [("not-on-top", "Tool Maker no. 12", 10)]


TABLE = Path(palace.palm_island.__file__).with_name("deck.csv").read_text(encoding="utf-8")
ROWS = {
    (int(number), int(row["state"])): row
    for row in csv.DictReader(line for line in TABLE.splitlines() if line[0] != "#")
    for number in row["cards"].split()
}


def bag(text: str) -> Counter[str]:
    """`2L 1F` as a counter."""
    return Counter({part[-1]: int(part[:-1]) for part in text.split() if part != "-"})


class PlainGame:
    """Deck, orientation and stored cards as three plain things; card 17 is the tracker."""

    def __init__(self, order: list[int]) -> None:
        self.deck = [*order, 17]
        self.lies = dict.fromkeys(range(1, 17), 0)
        self.stored: list[int] = []
        self.round = 1

    def wake(self) -> None:
        """Let the tracker and stored cards on top go to the back, as they must."""
        while self.deck[0] in self.stored or (self.deck[0] == 17 and self.round < 8):
            card = self.deck.pop(0)
            self.deck.append(card)
            if card == 17:
                self.round += 1
            else:
                self.stored.remove(card)

    def moves(self) -> set[str]:
        """Every legal move as it is written."""
        self.wake()
        if self.deck[0] == 17:
            return set()
        found = {"discard"}
        for card in self.deck[:2]:
            if card == 17 or card in self.stored:
                continue
            row = ROWS[card, self.lies[card]]
            for action in ("store", "rotate", "flip"):
                if row[action] != "-":
                    found |= self.ways(action, card, row[action])
        return found

    def ways(self, action: str, card: int, cost: str) -> set[str]:
        held = [other for other in self.deck if other in self.stored]
        groups = chain.from_iterable(combinations(held, n) for n in range(1, len(held) + 1))
        if cost == "free":
            pays: list[tuple[int, ...]] = [()]
        else:
            wanted = [bag(part) for part in cost.split("/")]
            pays = [g for g in groups if any(self.exact(g, want) for want in wanted)]
        found = set()
        for pay in pays:
            text = f"{action} {card}" + (f" pay {' '.join(map(str, pay))}" if pay else "")
            rest = [other for other in held if other not in pay]
            if action == "store" and len(rest) == 4:
                found |= {f"{text} reset {other}" for other in rest}
            else:
                found.add(text)
        return found

    def exact(self, pay: tuple[int, ...], want: Counter[str]) -> bool:
        """Enough for it, and with any card left out not enough."""
        return self.worth(pay) >= want and not any(
            self.worth([other for other in pay if other != out]) >= want for out in pay
        )

    def worth(self, cards: tuple[int, ...] | list[int]) -> Counter[str]:
        rows = (ROWS[card, self.lies[card]] for card in cards)
        return sum((bag(row["resources"]) for row in rows), Counter[str]())

    def do(self, text: str) -> None:
        """Do a legal move."""
        self.wake()
        words = text.split()
        card = self.deck[0] if words[0] == "discard" else int(words[1])
        for word in words[2:]:
            if word.isdigit():
                self.stored.remove(int(word))
        self.deck.remove(card)
        self.deck.append(card)
        if words[0] == "store":
            self.stored.append(card)
        elif words[0] != "discard":
            self.lies[card] = int(ROWS[card, self.lies[card]][f"{words[0]}_to"])

    def score(self) -> int:
        return sum(int(ROWS[card, lies]["victory_points"]) for card, lies in self.lies.items())

    def same(self, state: State) -> bool:
        deck = [Placed(c, self.lies.get(c, 0), c in self.stored) for c in self.deck]
        return (self.round, tuple(deck)) == (state.round, state.deck)


def test_both_games_agree() -> None:
    rng = random.Random(2018)
    for _ in range(30):
        state = dealt(rng)
        plain = PlainGame([int(placed.card) for placed in state.deck[:-1]])
        while moves := legal_moves(state):
            assert {str(move) for move in moves} == plain.moves()
            assert plain.same(state.begun)
            move = rng.choice(moves)
            plain.do(str(move))
            state = perform(state, move)
        assert plain.moves() == set()
        assert plain.same(state)
        assert plain.score() == state.points
