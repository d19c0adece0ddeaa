"""The page's own sentences: all are used, with their values, the same in each language."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import TypeGuard

import palace.page
from palace.page.words import BOOK
from tests.paths import ROOT

ROOMS = (Path(palace.page.__file__).parent, ROOT / "viewer" / "web")
LANGUAGES = ("en", "zh")
CALLS = {"say", "key", "refusal", "text", "chosen"}
TABLES = {"known"}
"""Calls that take the key of a sentence; and what has such keys, by another name."""

OPTIONS = {"when", "icons", "note"}
"""Arguments of a call that are no values of its sentence."""


def nodes() -> Iterator[ast.AST]:
    """Yield all that is written in the modules that say them."""
    for path in (path for room in ROOMS for path in sorted(room.glob("*.py"))):
        yield from ast.walk(ast.parse(path.read_text(encoding="utf-8")))


def values(sentence: str) -> set[str]:
    """Return the names of the values that a sentence says."""
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


def test_every_sentence_is_used() -> None:
    """By its key, or by the beginning of it, in a call that says it, or in a value that such a call
    names; what to do is used where what is wrong is."""
    words = BOOK.language("en").words
    given = [arg for call in nodes() if _says(call) for arg in call.args[:2]]
    names = {one.id for arg in given for one in ast.walk(arg) if isinstance(one, ast.Name)}
    tables = [
        node.value for node in nodes()
        if isinstance(node, ast.Assign)
        and any(isinstance(one, ast.Name) and one.id in names | TABLES for one in node.targets)
    ]  # fmt: skip
    parts = [part for one in (*given, *tables) for part in ast.walk(one)]
    keys = {part.value for part in parts if isinstance(part, ast.Constant)}
    begun = {
        str(part.values[0].value) for part in parts
        if isinstance(part, ast.JoinedStr) and isinstance(part.values[0], ast.Constant)
    }  # fmt: skip
    used = {key for key in words if key.removesuffix("-mend") in keys}
    used |= {key for key in words if key.startswith(tuple(text for text in begun if "-" in text))}
    assert words.keys() - used == set()


def _says(node: ast.AST) -> TypeGuard[ast.Call]:
    """Return whether it is a call that takes the key of a sentence."""
    if not isinstance(node, ast.Call):
        return False
    called = node.func.attr if isinstance(node.func, ast.Attribute) else ast.unparse(node.func)
    return called in CALLS


def test_every_call_has_the_values_of_its_sentence() -> None:
    words, count = BOOK.language("en").words, 0
    for node in nodes():
        match node:
            case ast.Call(func=ast.Attribute(attr="say" | "key" as how), args=[*_]):
                at = 1 if ast.unparse(node.func).startswith("BOOK") else 0
                key = node.args[at]
                if isinstance(key, ast.Constant):
                    given = {keyword.arg for keyword in node.keywords} - OPTIONS
                    assert values(words[str(key.value)]) == given, (how, ast.unparse(node))
                    count += 1
    assert count > 60


def test_both_languages_say_the_same() -> None:
    english, chinese = (BOOK.language(name).words for name in LANGUAGES)
    assert {key: values(text) for key, text in english.items()} == {
        key: values(text) for key, text in chinese.items()
    }
