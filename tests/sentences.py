"""The sentences of each game and of the page, in one golden file each and a language; in Chinese,
without the lines that are as in English.  Other tests ask for code, place, amount.

`pytest --rewrite-sentences tests/ROOM` writes the files of the room again, to be read as a diff.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from palace import Reason
from palace.core.verdict import Text, in_language
from tests.paths import GOLDEN, ROOT

Says = Callable[..., None]
"""Compares reasons, or texts, with what the golden file holds for the test that calls it."""

GAMES = {
    "tests/monkey_palace": "monkey-palace",
    "tests/palm_island": "palm-island",
    "tests/cooper_island": "cooper-island",
    "tests/page": "page",
}
"""The game of each folder of tests, or the page."""

TRANSLATED = dict.fromkeys(("monkey-palace", "palm-island", "cooper-island"), ("en", "zh"))
"""The languages of games that have more than English."""

_HEADING = "## "


def file_of(game: str, language: str = "en") -> Path:
    """Return the golden file of a game in a language."""
    return GOLDEN / f"{game}-sentences{'' if language == 'en' else f'-{language}'}.txt"


def files_of(test: str) -> list[tuple[str, Path]]:
    """Return the languages of the game whose test this is, with its golden files."""
    game = next(game for folder, game in GAMES.items() if test.startswith(f"{folder}/"))
    return [(language, file_of(game, language)) for language in TRANSLATED.get(game, ("en",))]


def read(path: Path) -> dict[str, list[str]]:
    """Return the lines of a golden file for each test that asks, by its name."""
    found: dict[str, list[str]] = {}
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        if line.startswith(_HEADING):
            lines = found.setdefault(line.removeprefix(_HEADING), [])
        elif line:
            lines.append(line)
    return found


def write(path: Path, found: dict[str, list[str]]) -> None:
    """Write a golden file, sorted by test."""
    blocks = ("\n".join([f"{_HEADING}{name}", *found[name]]) + "\n" for name in sorted(found))
    path.write_text("\n".join(blocks), encoding="utf-8")


def lines_of(said: Iterable[object], language: str = "en") -> list[str]:
    """Return reasons with their remedies, and other values, as lines."""
    lines: list[str] = []
    for one in said:
        if isinstance(one, Reason):
            remedy = one.remedy_in(language)
            lines.append(f"{one.code} at {one.at}: {one.text_in(language)}")
            lines += [f"  -> {remedy}"] * bool(remedy)
        else:
            text = in_language(one, language) if isinstance(one, Text) else str(one)
            lines += [line for line in text.splitlines() if line]
    return lines


class Asked:
    """What the tests of this session asked for, and what is to be written of it, by file."""

    def __init__(self, rewrite: bool) -> None:
        self.rewrite = rewrite
        self.held: dict[Path, dict[str, list[str]]] = {}
        self.found: dict[Path, dict[str, list[str]]] = {}

    def says(self, test: str) -> Says:
        """Return the comparison for one test, which may be called several times."""
        name = test.removeprefix("tests/")

        def compare(*said: object) -> None:
            english = lines_of(said)
            for language, path in files_of(test):
                lines = self.found.setdefault(path, {}).setdefault(name, [])
                before = len(lines)
                told = lines_of(said, language)
                lines += [one for one in told if language == "en" or one not in english]
                if not self.rewrite:
                    held = self.lines(path, name)
                    assert lines[before:] == held[before : len(lines)], path.relative_to(ROOT)

        return compare

    def lines(self, path: Path, name: str) -> list[str]:
        """Return what a golden file holds for a test."""
        if path not in self.held:
            self.held[path] = read(path)
        return self.held[path].get(name, [])

    def ends(self, test: str) -> None:
        """Compare how much the golden files hold for a test with how much it asked for."""
        name = test.removeprefix("tests/")
        for _, path in () if self.rewrite else files_of(test):
            count = len(self.found.get(path, {}).get(name, []))
            assert self.lines(path, name)[count:] == [], path.relative_to(ROOT)

    def finish(self) -> None:
        """Write what was found; tests of the same files that did not ask are left out."""
        for path, found in self.found.items() if self.rewrite else ():
            files = {name.partition("::")[0] for name in found}
            kept = {n: v for n, v in read(path).items() if n.partition("::")[0] not in files}
            write(path, {**kept, **found})


ASKED = pytest.StashKey[Asked]()
