"""The page's own sentences: all are used, with their values, the same in each language."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import palace.page
from palace.page.words import BOOK
from tests.paths import ROOT

ROOMS = (Path(palace.page.__file__).parent, ROOT / "viewer" / "web")
LANGUAGES = ("en", "zh")
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
    """By its key, or by the beginning of it; what to do is used where what is wrong is."""
    words = BOOK.language("en").words
    strings = {node.value for node in nodes() if isinstance(node, ast.Constant)}
    begun = {
        str(node.values[0].value) for node in nodes()
        if isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant)
    }  # fmt: skip
    used = {key for key in words if key.removesuffix("-mend") in strings}
    used |= {key for key in words if any(key.startswith(text) and "-" in text for text in begun)}
    assert words.keys() - used == set()


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
