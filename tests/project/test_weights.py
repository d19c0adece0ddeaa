"""How much each room may weigh: weights.toml, in lines and in lines of code."""

from __future__ import annotations

import ast
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

from tests.paths import ROOT

WEIGHTS = Path(__file__).with_name("weights.toml")


def rows() -> dict[str, dict[str, Any]]:
    return tomllib.loads(WEIGHTS.read_text(encoding="utf-8"))


def files(row: dict[str, Any]) -> list[Path]:
    less = {path for pattern in row.get("but", ()) for path in ROOT.glob(pattern)}
    return sorted({path for pattern in row["files"] for path in ROOT.glob(pattern)} - less)


def code(text: str) -> int:
    """Return how many lines hold code: no blanks, no comments, no strings that stand alone."""
    alone = (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Expr))
    prose = {
        number for node in alone if isinstance(getattr(node.value, "value", None), str)
        for number in range(node.lineno, (node.end_lineno or 0) + 1)
    }  # fmt: skip
    lines = enumerate(map(str.strip, text.split("\n")), 1)
    return sum(bool(line) and line[0] != "#" and number not in prose for number, line in lines)


def over(name: str, row: dict[str, Any]) -> list[str]:
    """Return what a room weighs more than its row allows, with its largest files."""
    texts = {path: path.read_text(encoding="utf-8") for path in files(row)}
    found = []
    for key, what in (("lines", "lines"), ("code", "lines of code")):
        each = Counter({p: code(t) if key == "code" else t.count("\n") for p, t in texts.items()})
        if (more := each.total() - row[key]) > 0:
            largest = ", ".join(f"{p.relative_to(ROOT)} {n:,}" for p, n in each.most_common(5))
            how = f"{each.total():,}, at most {row[key]:,}"
            found.append(f"{name}: {more:,} {what} too many ({how}); largest: {largest}")
    return found


def test_no_room_weighs_more_than_its_row() -> None:
    assert [line for name, row in rows().items() for line in over(name, row)] == []


def test_every_module_belongs_to_one_row() -> None:
    counts = Counter(path for row in rows().values() for path in files(row))
    rooms = ("palace", "viewer", "tests")
    modules = [path for folder in rooms for path in (ROOT / folder).rglob("*.py")]
    assert {path: counts[path] for path in modules if counts[path] != 1} == {}
    assert set(counts) == set(modules)
    patterns = [each for row in rows().values() for each in (*row["files"], *row.get("but", ()))]
    assert [pattern for pattern in patterns if not any(ROOT.glob(pattern))] == []


def test_a_room_above_its_row_is_named_with_its_largest_files() -> None:
    names = ["tests/paths.py", "tests/examples.py"]
    row: dict[str, Any] = {"files": names, "lines": 1, "code": 10_000}
    [line] = over("two files", row)
    lengths = [(ROOT / name).read_text(encoding="utf-8").count("\n") for name in names]
    assert line == (
        f"two files: {sum(lengths) - 1:,} lines too many ({sum(lengths):,}, at most 1);"
        f" largest: tests/examples.py {lengths[1]}, tests/paths.py {lengths[0]}"
    )
    [line] = over("two files", {**row, "lines": 10_000, "code": 0})
    assert "lines of code too many" in line


def test_lines_of_code_are_no_blanks_comments_or_strings_that_stand_alone() -> None:
    text = '''"""A module,

of two paragraphs."""

# A comment.
LIMIT = 3  # with a comment
"""What the limit is."""

def double(n: int) -> int:
    """Return twice `n`."""
    return (
        2 * n)'''
    assert code(text) == 4
