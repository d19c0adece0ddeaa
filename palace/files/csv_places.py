"""CSV as spreadsheets write it: rows of cells, each with its place.

Cells are parted by comma, semicolon or tab, whichever the header uses; a cell in double quotes may
hold separators, line ends and doubled quotes.  Lines end with LF, CRLF or CR.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from palace.files.text_file import Place, place_in, wrong

SEPARATORS = ",;\t"


class Cell(NamedTuple):
    """The text of a cell without its quotes and the blanks around it, and where it begins."""

    text: str
    place: Place
    broken: bool = False

    def at(self, index: int) -> Place:
        """Return the place of a character of the text.

        Its beginning if it goes over several lines.
        """
        return self.place if self.broken else self.place._replace(column=self.place.column + index)


def rows_of(text: str, file: str, separator: str) -> list[list[Cell]]:
    """Return every row, blank ones too.

    An `InputError` for a quote that never closes or closes early.
    """
    # Within quotes a line end is a blank: no value here goes over several lines.
    text = re.sub("\r\n?", "\n", text)
    bare = re.compile(f"[^{separator}\n]*")
    rows: list[list[Cell]] = [[]]
    at = line = start = 0
    while True:
        while at < len(text) and text[at] in " \t" and text[at] != separator:
            at += 1
        place = Place(file, line + 1, at - start + 1)
        if text[at : at + 1] == '"':
            closed = re.compile(r'"((?:[^"]|"")*)"').match(text, at)
            if closed is None:
                raise wrong(str(place), "this quote is never closed", 'close it with "')
            value = closed[1].replace('""', '"')
            lead = value[: len(value) - len(value.lstrip())]
            begin = text.rfind("\n", start, at + 1 + len(lead)) + 1 or start
            column = at + 1 + len(lead) - begin + 1
            place = Place(file, line + 1 + lead.count("\n"), column)
            line += value.count("\n")
            start = text.rfind("\n", start, closed.end()) + 1 or start
            after = bare.match(text, closed.end())
            assert after is not None
            if after[0].strip():
                where = str(place_in(text, closed.end(), file))
                raise wrong(where, "something follows the closing quote", 'write " in it twice')
            at = after.end()
        else:
            found = bare.match(text, at)
            assert found is not None
            value, at = found[0], found.end()
        rows[-1].append(Cell(" ".join(value.split()), place, "\n" in value.strip()))
        if at >= len(text):
            return rows
        if text[at] == "\n":
            rows.append([])
            line, start = line + 1, at + 1
        at += 1


def separator_of(line: str) -> str:
    """Return the separator that occurs most in a header line, by default a comma."""
    return max(SEPARATORS, key=line.count)
