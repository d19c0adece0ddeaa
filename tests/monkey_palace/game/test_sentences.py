"""The sentences of reasons: every key has one, every one is used, and they are all of a language.

The calls of `BOOK.reason` are read from the source, so that a sentence no test brings about is
checked as well.  What cannot be read there fails.
"""

from __future__ import annotations

import ast
import pickle
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from string import Formatter
from typing import NamedTuple

import pytest

import palace.monkey_palace
from palace import Knob, Palace, Reason, Staircase, judge
from palace.core.verdict import Language, Rulebook
from palace.monkey_palace.game.reasons import BOOK as GAME
from palace.monkey_palace.game.reasons import must_build
from palace.monkey_palace.kernel.elements import ANIMALS
from palace.monkey_palace.kernel.reasons import BOOK as KERNEL
from tests.grounds import ALL
from tests.monkey_palace.kernel.test_corpora import INVALID

ROOM = Path(palace.monkey_palace.__file__).parent
BOOKS = {"kernel": KERNEL, "game": GAME}


class Call(NamedTuple):
    """A call of `BOOK.reason`, or of `with_remedy`, which has no text."""

    where: str
    room: str
    texts: frozenset[str]
    remedies: frozenset[str]
    values: frozenset[str]


class Source(NamedTuple):
    """A module: its folder, and the texts that its names may have."""

    path: Path
    tree: ast.Module

    @property
    def room(self) -> str:
        return self.path.parent.name

    def texts(self, node: ast.expr, inside: ast.AST) -> frozenset[str]:
        """Every text an expression may be, inside a function; fails where it cannot be told."""
        match node:
            case ast.Constant(value=str(text)):
                return frozenset((text,))
            case ast.IfExp():
                return self.texts(node.body, inside) | self.texts(node.orelse, inside)
            case ast.Subscript(value=ast.Name(id=name)):
                (table,) = assigned(self.tree.body, name)
                assert isinstance(table, ast.Dict), self.place(node)
                return frozenset().union(*(self.texts(value, inside) for value in table.values))
            case ast.Name(id=name):
                given = list(assigned(ast.walk(inside), name))
                assert given, f"{self.place(node)}: {name} is not assigned here"
                return frozenset().union(*(self.texts(value, inside) for value in given))
        raise AssertionError(f"{self.place(node)}: write the key as a text")

    def place(self, node: ast.expr) -> str:
        return f"{self.path.relative_to(ROOM)}:{node.lineno}"

    def calls(self) -> Iterator[Call]:
        functions = [node for node in ast.walk(self.tree) if isinstance(node, ast.FunctionDef)]
        read: set[ast.AST] = set()
        for function in functions:
            for node in ast.walk(function):
                match node:
                    case ast.Call(func=ast.Attribute(ast.Name("BOOK") as book, "reason")):
                        read.add(book)
                        yield self.call(node, node.args[0], node.args[2:], function)
                    case ast.Call(
                        func=ast.Attribute(
                            ast.Name("BOOK") as book, "text" | "say" | "told" | "language"
                        )
                    ):
                        read.add(book)  # words, which are no reasons
                    case ast.Call(func=ast.Attribute(attr="with_remedy")):
                        yield self.call(node, None, node.args, function)
        for node in ast.walk(self.tree):
            match node:
                case ast.keyword(arg="book", value=ast.Name("BOOK") as book):
                    read.add(book)  # the entry in the registry hands the book on
                case ast.Call(func=ast.Attribute(ast.Name("BOOK") as book, "text")):
                    read.add(book)  # words outside of functions
        for node in ast.walk(self.tree):
            match node:
                case ast.Name(id="BOOK", ctx=ast.Load()):
                    assert node in read, f"{self.place(node)}: only BOOK.reason(...) can be read"
                case ast.Call(func=ast.Name(id="Reason")):
                    raise AssertionError(f"{self.place(node)}: a reason is made by BOOK.reason")

    def call(
        self, node: ast.Call, key: ast.expr | None, remedy: list[ast.expr], inside: ast.AST
    ) -> Call:
        names = [keyword.arg for keyword in node.keywords]
        assert None not in names, f"{self.place(node)}: name the values"
        assert "remedy" not in names, f"{self.place(node)}: the remedy is the third argument"
        return Call(
            self.place(node),
            self.room,
            frozenset() if key is None else self.texts(key, inside),
            self.texts(remedy[0], inside) if remedy else frozenset(),
            frozenset(name for name in names if name is not None) - {"level", "by"},
        )


def assigned(nodes: Iterable[ast.AST], name: str) -> Iterator[ast.expr]:
    """What is assigned to a name."""
    for node in nodes:
        match node:
            case ast.Assign(targets=[ast.Name(id=found)]) if found == name:
                yield node.value


@cache
def calls() -> tuple[Call, ...]:
    texts = {path: path.read_text(encoding="utf-8") for path in sorted(ROOM.rglob("*.py"))}
    read = [path for path, text in texts.items() if re.search(r"BOOK|with_remedy|Reason\(", text)]
    sources = (Source(path, ast.parse(texts[path])) for path in read)
    return tuple(call for source in sources for call in source.calls())


def fields(sentence: str) -> dict[str, str]:
    """The values a sentence names, with their formats."""
    return {name: spec or "" for _, name, spec, _ in Formatter().parse(sentence) if name}


def english(book: Rulebook) -> Language:
    return book.language("en")


def test_the_source_is_read() -> None:
    assert len(calls()) > 50
    assert {call.room for call in calls()} == {"kernel", "game"}


@pytest.mark.parametrize("call", calls(), ids=lambda call: call.where)
def test_every_key_has_a_sentence_and_its_values(call: Call) -> None:
    table = english(BOOKS[call.room])
    assert call.texts <= table.texts.keys()
    assert call.remedies <= table.remedies.keys()
    needed = [fields(table.texts[key]).keys() for key in call.texts]
    needed += [fields(table.remedies[key]).keys() for key in call.remedies]
    for names in needed:
        assert names <= call.values | {"at"}
    assert call.values <= {"at"}.union(*needed), "a value that no sentence says"


@pytest.mark.parametrize("room", BOOKS)
def test_every_sentence_is_used(room: str) -> None:
    used = [call for call in calls() if room == "game" or call.room == room]
    table = english(BOOKS[room])
    assert table.texts.keys() == frozenset().union(*(call.texts for call in used))
    assert table.remedies.keys() == frozenset().union(*(call.remedies for call in used))
    sentences = [*table.texts.values(), *table.remedies.values()]
    sentences += table.words.values()
    formats = {spec for sentence in sentences for spec in fields(sentence).values()}
    assert formats - {""} == table.formats.keys()


def test_every_other_word_has_its_values_where_it_is_used() -> None:
    table = english(GAME)
    used = set()
    for path in sorted(ROOM.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(
                    func=ast.Attribute(ast.Name("BOOK" | "Message"), "text" | "say" | "of" as how),
                    args=args,
                ):
                    where = f"{path.name}:{node.lineno}"
                    keys = words_of(args[how == "say"])
                    values = {keyword.arg for keyword in node.keywords}
                    assert keys, where
                    for key in keys:
                        assert fields(table.words[key]).keys() == values, (where, key)
                    used |= keys
    assert used == table.words.keys()


def words_of(node: ast.expr) -> set[str]:
    """Every key of words that an expression may be; at its end an animal's name, or any text."""
    match node:
        case ast.Constant(value=str(key)):
            return {key}
        case ast.IfExp():
            return words_of(node.body) | words_of(node.orelse)
        case ast.JoinedStr(values=[ast.Constant(value=str(begun)), *_]):
            animals = {f"{begun}{name}" for name in ANIMALS.values()} & english(GAME).words.keys()
            return animals or {key for key in english(GAME).words if key.startswith(str(begun))}
    return set()


@pytest.mark.parametrize("book", BOOKS.values(), ids=BOOKS)
def test_every_rule_has_a_sentence(book: Rulebook) -> None:
    assert {key.partition(".")[0] for key in english(book).texts} == book.rules.keys()


def test_the_kernel_knows_no_rule_of_the_game() -> None:
    assert KERNEL.rules.items() <= GAME.rules.items()
    of_the_game = GAME.rules.keys() - KERNEL.rules.keys()
    assert of_the_game == {
        "turn-order", "game-over", "pass", "card-colour", "card-cost", "card-pile", "card-slot",
        "bonus", "credits",
    }  # fmt: skip


@cache
def found() -> tuple[Reason, ...]:
    """The reasons of every illegal build of the corpora, and one of the game."""
    reasons = [reason for case in INVALID for reason in case.judge().reasons]
    return (*reasons, must_build("Ana", Staircase.read("c4+b-d4")).placed(turn=3, line=17))


def test_values_are_data() -> None:
    def plain(value: object) -> bool:
        if isinstance(value, tuple) and not isinstance(value, Knob):
            return all(map(plain, value))
        if isinstance(value, str):
            # A stud is written as in `at`; everything else that has a blank is a phrase.
            return " " not in value.removeprefix("stud ")
        return isinstance(value, (int, Knob))

    for reason in found():
        assert all(plain(value) for _, value in reason.values), reason


def test_a_reason_is_a_value() -> None:
    for reason in found():
        same = pickle.loads(pickle.dumps(reason))
        assert same == reason
        assert hash(same) == hash(reason)
        assert same.book is reason.book
        assert same.record() == reason.record()
    (reason,) = judge(Palace.setup(ALL[0]), Staircase.read("c4+ccb-d4")).reasons
    assert repr(reason) == (
        "BOOK.reason('support.arch', 'd4', 'fill-to', level=7, by=6, gap=6, added='cc', "
        "full=(Knob(file=3, rank=3), 'cc'), short=(1, 79))"
    )
    again = eval(repr(reason), {"BOOK": KERNEL, "Knob": Knob})
    assert again == reason


def test_another_language_needs_no_referee(monkeypatch: pytest.MonkeyPatch) -> None:
    for book in BOOKS.values():
        table = english(book)
        keys = Language({key: key for key in table.texts}, {key: key for key in table.remedies})
        monkeypatch.setattr(book, "languages", {"en": table, "xx": keys})
    for reason in found():
        assert reason.text_in("xx") == reason.key
        assert reason.remedy_in("xx") == reason.remedy_key
        assert reason.text_in("en") == reason.text


def test_another_language_has_words_of_its_own() -> None:
    chinese = Language(
        {"start.covered": "{at}已有{height}块砖高"},
        {"begin": "从{free:knobs}开始"},
        {"knobs": lambda knobs: "或".join(map(str, knobs))},
    )
    book = Rulebook(
        "palace.BOOK", KERNEL.rules.values(), {"en": english(KERNEL), "zh": chinese}, KERNEL.place
    )
    (start,) = judge(Palace.setup(ALL[0]), Staircase.read("d4-c4_b")).reasons
    start = replace(start, book=book)
    assert start.text_in("zh") == "d4已有1块砖高"
    assert start.remedy_in("zh") == "从c3或b4或c5开始"
    assert start.title.startswith("rule A, ")
