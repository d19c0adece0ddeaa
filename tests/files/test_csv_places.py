"""CSV: cells, and the place of each."""

from __future__ import annotations

import pytest

from palace.core.errors import InputError
from palace.files.csv_places import rows_of, separator_of


def cells(text: str, separator: str = ",") -> list[list[tuple[str, int, int]]]:
    return [
        [(cell.text, cell.place.line, cell.place.column) for cell in row]
        for row in rows_of(text, "f", separator)
    ]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_places(end: str) -> None:
    text = end.join(["a, b ,", '"c","d ""e"" "', '" f', ' g ", "h"i'[:-1], ""])
    assert cells(text) == [
        [("a", 1, 1), ("b", 1, 4), ("", 1, 7)],
        [("c", 2, 2), ('d "e"', 2, 6)],
        [("f g", 3, 3), ("h", 4, 8)],
        [("", 5, 1)],
    ]


def test_a_cell_over_several_lines_has_one_place() -> None:
    row = rows_of('"\n ab\nc",de', "f", ",")[0]
    assert [str(cell.at(3)) for cell in row] == ["f:2:2", "f:3:7"]


def test_tabs_part_cells_and_are_no_blanks_then() -> None:
    assert cells("a\t\tb", "\t") == [[("a", 1, 1), ("", 1, 3), ("b", 1, 4)]]
    assert cells("\ta,b") == [[("a", 1, 2), ("b", 1, 4)]]


def test_the_separator_of_a_header() -> None:
    assert separator_of("a;b;c,d") == ";"
    assert separator_of("a\tb") == "\t"
    assert separator_of("a") == ","


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('a\n b,"c', 'f:2:4: this quote is never closed; close it with "'),
        ('a\n"b"c', 'f:2:4: something follows the closing quote; write " in it twice'),
        ('"\n"b', 'f:2:2: something follows the closing quote; write " in it twice'),
    ],
)
def test_quotes(text: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        rows_of(text, "f", ",")
    assert str(caught.value) == said
