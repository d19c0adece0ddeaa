"""Reasons and their sentences: every key has one, in any language and in another process."""

from __future__ import annotations

import ast
import pickle
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from string import Formatter
from typing import NamedTuple

import pytest

import palace.cooper_island
from palace.contract.rules import log_of
from palace.cooper_island.log import read
from palace.cooper_island.referee import judge, judge_building
from palace.cooper_island.rules import BOOK, ENGLISH
from palace.core.verdict import Language, Reason
from palace.files.document import read_document
from tests.cooper_island.attempts import random_attempt, random_land
from tests.cooper_island.logs import HOUSE, ana
from tests.paths import GOLDEN

SOURCES = sorted(Path(palace.cooper_island.__file__).parent.glob("*.py"))

MAKERS = ("fault", "reason", "with_remedy")
"""The methods that take keys: of turns, of the rule book and of reasons."""

ADDED = {"at", "whose"}
"""Fields that a call need not give: the place; `judge_building` adds `whose`."""

CODES_OF_TWO_WORDS = re.compile("(islet|boat) again|double tiles|round [1-5]")


class Named(NamedTuple):
    """A call that names sentences: its place, their keys, and the values it gives."""

    where: str
    texts: frozenset[str]
    remedies: frozenset[str]
    values: frozenset[str]


def calls() -> Iterator[Named]:
    """Yield every call of the source that names sentences; fail for keys that cannot be read."""
    for file in SOURCES:
        text = file.read_text(encoding="utf-8")
        if not any(maker in text for maker in MAKERS):
            continue  # nothing to find in its tree
        tree, found = ast.parse(text), 0
        for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
            for call in (node for node in ast.walk(function) if isinstance(node, ast.Call)):
                if not isinstance(call.func, ast.Attribute) or call.func.attr not in MAKERS:
                    continue
                found += 1
                if function.name != "fault":
                    yield _named(call, call.func.attr, _Scope(file.name, tree, function))
        named = [node for node in ast.walk(tree) if getattr(node, "attr", None) in MAKERS]
        assert len(named) == found, f"{file.name}: a name of {MAKERS} is not simply called"


def _named(call: ast.Call, maker: str, scope: _Scope) -> Named:
    given = {word.arg: word.value for word in call.keywords if word.arg}
    assert len(given) == len(call.keywords), f"{scope.file}:{call.lineno}: ** hides what is given"
    text, _, remedy = (*call.args, None, None)[:3]
    if maker == "with_remedy":
        text, remedy = None, text
    remedy = given.get("remedy", remedy)
    return Named(
        f"{scope.file}:{call.lineno}",
        scope.keys(text) if text else frozenset(),
        scope.keys(remedy) if remedy else frozenset(),
        frozenset(given) - {"remedy", "by", "at", "level"},
    )


class _Scope(NamedTuple):
    """A function and its module, in which the keys of a call are looked up."""

    file: str
    tree: ast.Module
    function: ast.FunctionDef

    def keys(self, node: ast.expr) -> frozenset[str]:
        """Return the keys an expression can have: literals, from a condition or from a table."""
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            return frozenset({node.value})
        if isinstance(node, ast.IfExp):
            return self.keys(node.body) | self.keys(node.orelse)
        if isinstance(node, ast.Subscript):
            return self.table(node.value)
        if isinstance(node, ast.Name):
            found = [self.keys(value) for value in _assigned(self.function, node.id)]
            if found:
                return frozenset[str]().union(*found)
        if isinstance(node, ast.JoinedStr):
            pattern = "".join(map(self.pattern, node.values))
            for table in (ENGLISH.texts, ENGLISH.remedies):
                if fitting := {key for key in table if re.fullmatch(pattern, key)}:
                    return frozenset(fitting)
        raise AssertionError(f"{self.file}:{node.lineno}: {ast.unparse(node)} is no plain key")

    def pattern(self, part: ast.expr) -> str:
        """Return a pattern for a part of a key that is put together."""
        if isinstance(part, ast.Constant):
            return re.escape(str(part.value))
        assert isinstance(part, ast.FormattedValue)
        chosen = isinstance(part.value, ast.IfExp)
        return f"({'|'.join(self.keys(part.value))})" if chosen else "[^.]+"

    def table(self, node: ast.expr) -> frozenset[str]:
        """Return the values of a table of literals, or of one of two tables."""
        if isinstance(node, ast.IfExp):
            return self.table(node.body) | self.table(node.orelse)
        assert isinstance(node, ast.Name), f"{self.file}:{node.lineno}: {ast.unparse(node)}"
        (table,) = _assigned(self.tree, node.id, deep=False)
        assert isinstance(table, ast.Dict)
        return frozenset[str]().union(*(self.keys(value) for value in table.values))


def _assigned(where: ast.AST, name: str, *, deep: bool = True) -> list[ast.expr]:
    """Return the values assigned to a name, anywhere in a function or at the top of a module."""
    nodes = ast.walk(where) if deep else ast.iter_child_nodes(where)
    return [
        node.value
        for node in nodes
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name) and target.id == name
    ]


CALLS = [*calls()]


def fields(sentence: str) -> set[str]:
    """Return the fields of a sentence."""
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


def test_every_key_has_a_sentence_and_every_sentence_a_call() -> None:
    assert len(CALLS) > 100
    assert {key for call in CALLS for key in call.texts} == {*ENGLISH.texts}
    assert {key for call in CALLS for key in call.remedies} == {*ENGLISH.remedies}
    assert {key.partition(".")[0] for key in ENGLISH.texts} == {*BOOK.rules}


def test_reasons_are_made_by_the_book_alone() -> None:
    for file in SOURCES:
        source = file.read_text(encoding="utf-8")
        assert not re.search(r"\bReason\(|replace\(.*\bkey=|\bremedy_key=", source), file.name


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call.where)
def test_a_call_gives_what_its_sentences_hold(call: Named) -> None:
    held = {name for key in call.texts for name in fields(ENGLISH.texts[key])}
    held |= {name for key in call.remedies for name in fields(ENGLISH.remedies[key])}
    assert held - ADDED <= call.values
    assert call.values - ADDED <= held, "a value that no sentence holds"


def test_formats() -> None:
    tapped = (
        text
        for key, text in ENGLISH.words.items()
        if key.startswith(("ask.", "did.", "amount.", "tap."))
    )
    sentences = (*ENGLISH.texts.values(), *ENGLISH.remedies.values(), *tapped)
    assert {spec for one in sentences for *_, spec, _ in Formatter().parse(one) if spec} == {
        *ENGLISH.formats
    }


def test_no_other_language_lacks_a_sentence_or_has_one_too_many() -> None:
    chinese = BOOK.language("zh")
    for other, english in (
        (chinese.texts, ENGLISH.texts), (chinese.remedies, ENGLISH.remedies),
        (chinese.words, ENGLISH.words),
    ):  # fmt: skip
        assert other.keys() == english.keys()
        for key, text in english.items():
            named = [
                {name for name in fields(one) if not name.isdigit()} for one in (other[key], text)
            ]
            assert named[0] == named[1], key
    assert chinese.rules.keys() == BOOK.rules.keys()


@pytest.fixture(scope="module")
def reasons() -> list[Reason]:
    """Return reasons of a log with tiles, and of attempts to lay and to build."""
    random = Random(20261122)
    document = read_document(GOLDEN / "cooper-island" / "faulty.toml")
    log = log_of(read(document))
    assert log is not None
    found = [*log.reasons]
    values = HOUSE.values.model_copy(update={"milestones": ["boats", "statues"]})
    box = replace(HOUSE, values=values)
    found += ana("worker D; milestone crates takes worker", box=box).reasons
    for _ in range(5):
        land = random_land(random, 20)
        for _ in range(20):
            found += judge(land, random_attempt(random, land)).reasons
            found += judge_building(land, random.choice([*land.peninsula.signs]))
    assert len({reason.key for reason in found}) > 40
    return found


def test_a_reason_goes_to_another_process(reasons: list[Reason]) -> None:
    for reason in reasons:
        copy = pickle.loads(pickle.dumps(reason))
        assert copy == reason
        assert copy.book is BOOK
        assert copy.record() == reason.record()
        assert hash(copy) == hash(reason)


def test_another_language(reasons: list[Reason], monkeypatch: pytest.MonkeyPatch) -> None:
    def table(sentences: dict[str, str]) -> dict[str, str]:
        return {key: " ".join([key, *map("<{{{}}}>".format, fields(text))])
                for key, text in sentences.items()}  # fmt: skip

    other = Language(table({**ENGLISH.texts}), table({**ENGLISH.remedies}))
    monkeypatch.setattr(BOOK, "languages", {**BOOK.languages, "xx": other})
    for reason in reasons:
        assert reason.key in reason.text_in("xx")
        assert reason.remedy_in("xx").startswith(reason.remedy_key)
        assert reason.text_in("en") == reason.text


def words(value: object) -> Iterator[str]:
    """Yield the texts in a value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from words(part)


def test_values_are_no_sentences(reasons: list[Reason]) -> None:
    for reason in reasons:
        for name, value in reason.values:
            for word in words(value):
                assert " " not in word or CODES_OF_TWO_WORDS.fullmatch(word), (
                    reason.key,
                    name,
                    word,
                )


def test_the_repr_says_what_makes_it(reasons: list[Reason]) -> None:
    assert repr(reasons[0]).startswith(f"BOOK.reason({reasons[0].key!r}, {reasons[0].at!r}")
