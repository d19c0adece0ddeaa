"""The page's own sentences: all are used, with their values, the same in each language."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from string import Formatter

from palace.page.words import BOOK
from tests.paths import ROOT

ROOMS = [ROOT / "palace" / "hosts", ROOT / "palace" / "page", ROOT / "viewer" / "web"]
LANGUAGES = ("en", "zh")
CALLS = {"say", "key", "refusal"}
TABLES = {"known", "chosen"}
"""Calls that take the key of a sentence; and what has such keys, by another name."""

OPTIONS = {"when", "icons", "note", "text"}
"""Arguments of a call that are no values of its sentence."""


def nodes() -> Iterator[ast.AST]:
    """Yield all that is written in the modules that say them."""
    for path in (path for room in ROOMS for path in sorted(room.glob("*.py"))):
        yield from ast.walk(ast.parse(path.read_text(encoding="utf-8")))


def values(sentence: str) -> set[str]:
    """Return the names of the values that a sentence says."""
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


def calls() -> Iterator[tuple[ast.Call, ast.expr]]:
    """Yield each call that says a sentence, with what its key is."""
    for node in nodes():
        if isinstance(node, ast.Call) and node.args:
            called = ast.unparse(node.func)
            if called == "BOOK.text" or called.rpartition(".")[2] in CALLS:
                yield node, node.args[called == "BOOK.say"]


def test_every_sentence_is_used() -> None:
    """By its key, or by the beginning of it, in a call that says it, or in a value or property that
    such a call names; what to do is used where what is wrong is."""
    words = BOOK.language("en").words
    given: list[ast.AST] = [key for _, key in calls()]
    names = {one.id for key in given for one in ast.walk(key) if isinstance(one, ast.Name)} | TABLES
    parts = [part for one in given for part in ast.walk(one)]
    asked = {part.attr for part in parts if isinstance(part, ast.Attribute)}
    for node in nodes():
        if isinstance(node, ast.FunctionDef) and node.name in asked:
            given.append(node)
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if any(isinstance(one, ast.Name) and one.id in names for one in targets):
                given.append(node.value)
    parts = [part for one in given for part in ast.walk(one)]
    keys = {part.value for part in parts if isinstance(part, ast.Constant)}
    begun = {
        str(part.values[0].value) for part in parts
        if isinstance(part, ast.JoinedStr) and isinstance(part.values[0], ast.Constant)
    }  # fmt: skip
    used = {key for key in words if key.removesuffix("-mend") in keys}
    used |= {key for key in words if key.startswith(tuple(text for text in begun if "-" in text))}
    assert words.keys() - used == set()


def test_every_call_has_the_values_of_its_sentence() -> None:
    words, count = BOOK.language("en").words, 0
    for call, key in calls():
        if isinstance(key, ast.Constant):
            given = {keyword.arg for keyword in call.keywords} - OPTIONS
            assert values(words[str(key.value)]) == given, ast.unparse(call)
            count += 1
    assert count > 60


def test_both_languages_say_the_same() -> None:
    english, chinese = (BOOK.language(name).words for name in LANGUAGES)
    assert {key: values(text) for key, text in english.items()} == {
        key: values(text) for key, text in chinese.items()
    }
