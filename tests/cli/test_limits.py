"""Files far larger than any game: work is at most linear in them, and output is short.

What is counted is work, not time: places looked up, names compared, lines printed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from palace.files.document import Document
from tests.calls import call
from tests.paths import ROOT

MANY = 20_000
MOST_WORK = 300
"""Places looked up, and names compared."""

HEAD = 'format = 1\nrules = "1"\ngame = '
SEATS = '[[players]]\nname = "Ana"\n[[players]]\nname = "Ben"\n'
ANSWERS = "[rulings]\n" + "".join(f'x{number} = "y"\n' for number in range(MANY))
UNKNOWN = "".join(f"key{number} = 1\n" for number in range(MANY))


def with_rows(file: str, key: str, rows: str) -> str:
    """A shipped layout with other rows."""
    before, _, rest = (ROOT / "maps" / file).read_text("utf-8").partition(f'{key} = """')
    return f'{before}{key} = """\n{rows}\n{rest[rest.index(chr(34) * 3) :]}'


HUGE = {
    "map of strange letters": ("map show", with_rows("map-1.toml", "knobs", "q" * MANY)),
    "map of many rows": ("map show", with_rows("map-1.toml", "knobs", "l\nll\n" * (MANY // 2))),
    "rulings": ("check", f'{HEAD}"monkey-palace"\nmap = "map-1"\n{ANSWERS}{SEATS}'),
    "rulings of Palm Island": ("check", f'{HEAD}"palm-island"\nmode = "casual"\n{ANSWERS}{SEATS}'),
    "rulings of Cooper Island": ("check", f'{HEAD}"cooper-island"\n{ANSWERS}{SEATS}'),
    "unknown keys": ("check", f'{HEAD}"monkey-palace"\n{UNKNOWN}turns = []\n{SEATS}'),
    "cards of a sheet":
        ("score", f'{HEAD}"monkey-palace"\n[[players]]\nname = "Ana"\ncards = [{"1, " * MANY}]\n'),
    "maps of a box": (
        "box check",
        'format = 1\ngame = "monkey-palace"\nname = "a"\nprovenance = "placeholder"\nmaps = ['
        + ", ".join(f'"m{number}.toml"' for number in range(MANY)) + "]\n",
    ),
}  # fmt: skip


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often places were looked up, and names compared."""
    counts: Counter[str] = Counter()

    def counting(name: str, called: Callable[..., object]) -> Callable[..., object]:
        def count(*arguments: object, **options: object) -> object:
            counts[name] += 1
            return called(*arguments, **options)

        return count

    import difflib

    monkeypatch.setattr(Document, "where", counting("places", Document.where))
    monkeypatch.setattr(difflib, "get_close_matches", counting("names", difflib.get_close_matches))
    return counts


@pytest.mark.parametrize("what", HUGE)
def test_work_and_output_are_limited(what: str, work: Counter[str], folder: Path) -> None:
    verb, text = HUGE[what]
    (folder / "huge.toml").write_text(text, encoding="utf-8")
    called = call(*verb.split(), "huge.toml")
    assert called.status in (0, 2)
    lines = (called.out + called.err).splitlines()
    assert 0 < len(lines) <= 100
    assert max(map(len, lines)) < 1_000
    assert all(count <= MOST_WORK for count in work.values()), work


def test_at_most_twenty_errors(folder: Path) -> None:
    boards = "[[boards]]\nnumber = 1\n" * 90
    head = 'format = 1\ngame = "monkey-palace"\nname = "a"\nprovenance = "placeholder"\n'
    (folder / "box.toml").write_text(head + boards, encoding="utf-8")
    called = call("box", "check", "box.toml")
    *errors, last = called.errors
    assert (called.status, len(errors), last) == (2, 20, "and 69 more")
