"""The sentences of each game, in one golden file a game; other tests ask for code, place, amount.

`pytest --rewrite-sentences tests/ROOM` writes the file of the room anew, to be read as a diff.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from palace import Reason
from tests.paths import GOLDEN, ROOT

Says = Callable[..., None]
"""Compares reasons, or texts, with what the golden file holds for the test that calls it."""

GAMES = {
    "tests/monkey_palace": "monkey-palace",
    "tests/palm_island": "palm-island",
    "tests/cooper_island": "cooper-island",
}
"""The game of each folder of tests."""

_HEADING = "## "


def file_of(game: str) -> Path:
    """Return the golden file of a game."""
    return GOLDEN / f"{game}-sentences.txt"


def read(game: str) -> dict[str, list[str]]:
    """Return the lines for each test that asks, by its name."""
    found: dict[str, list[str]] = {}
    path = file_of(game)
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        if line.startswith(_HEADING):
            lines = found.setdefault(line.removeprefix(_HEADING), [])
        elif line:
            lines.append(line)
    return found


def write(game: str, found: dict[str, list[str]]) -> None:
    """Write the golden file of a game, sorted by test."""
    blocks = ("\n".join([f"{_HEADING}{name}", *found[name]]) + "\n" for name in sorted(found))
    file_of(game).write_text("\n".join(blocks), encoding="utf-8")


def lines_of(said: Iterable[object]) -> list[str]:
    """Return reasons with their remedies, and other values, as lines."""
    lines: list[str] = []
    for one in said:
        if isinstance(one, Reason):
            lines.append(f"{one.code} at {one.at}: {one.text}")
            lines += [f"  -> {one.remedy}"] * bool(one.remedy)
        else:
            lines += [line for line in str(one).splitlines() if line]
    return lines


class Asked:
    """What the tests of this session asked for, and what is to be written of it."""

    def __init__(self, rewrite: bool) -> None:
        self.rewrite = rewrite
        self.held: dict[str, dict[str, list[str]]] = {}
        self.found: dict[str, dict[str, list[str]]] = {}

    def says(self, test: str) -> Says:
        """Return the comparison for one test, which may be called several times."""
        game = next(game for folder, game in GAMES.items() if test.startswith(f"{folder}/"))
        name = test.removeprefix("tests/")
        found = self.found.setdefault(game, {})

        def compare(*said: object) -> None:
            lines = found.setdefault(name, [])
            before = len(lines)
            lines += lines_of(said)
            if self.rewrite:
                return
            if game not in self.held:
                self.held[game] = read(game)
            held = self.held[game].get(name, [])
            assert lines[before:] == held[before : len(lines)], file_of(game).relative_to(ROOT)

        return compare

    def finish(self) -> None:
        """Write what was found; tests of the same files that did not ask are left out."""
        for game, found in self.found.items() if self.rewrite else ():
            files = {name.partition("::")[0] for name in found}
            kept = {n: v for n, v in read(game).items() if n.partition("::")[0] not in files}
            write(game, {**kept, **found})


ASKED = pytest.StashKey[Asked]()
